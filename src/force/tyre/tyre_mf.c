// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_mf.c - Magic Formula 5.2 and 6.1 from a tyre property file.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "force/tyre/tyre.h"
#include "kernel/ground/tyre_call.h"
#include "model/build.h"

static const jni_field fields[] = {
    JNI_TYRE_FIELDS,
    JNI_TYRE_FILE(true, "tyre property file (.tir) of the Magic Formula 5.2 to 6.2; other keys replace what it says"),
    JNI_TYRE_FRICTION("factor on friction, default 1"),
    JNI_TYRE_LOAD,
};

// ---- properties from files -------------------------------------------------------------------------------

static const char *const formats[] = {"PAC2002", "MF_05", "MF-TYRE", "MFTYRE", "MF-SWIFT", "PAC_MF", "5.2.1", NULL};
static const jni_property_entry entries[] = {{"FNOMIN", "load", NULL}, JNI_TYRE_PROPERTIES};

#define JNK_X(name, usual) #name,
static const char *const names[] = {JNK_MF_LIST(JNK_X)};
#undef JNK_X
#define JNK_X(name, usual) usual,
static const double usual[] = {JNK_MF_LIST(JNK_X)};
#undef JNK_X

// Dimensions of the first coefficients of the list: FITTYP has none, the next six have units, all others have none.
static const jn_dimension dimensions[] = {JNI_DIM_NONE,  JNI_DIM_LENGTH,    JNI_DIM_FORCE,    JNI_DIM_SPEED,
                                          JNI_DIM_FORCE, JNI_DIM_STIFFNESS, JNI_DIM_STIFFNESS};
static const jni_property_list lists[] = {{.offset = offsetof(jn_force_def, tyre.coefficients),
                                           .keys = names,
                                           .usual = usual,
                                           .n = JNK_MF_COUNT,
                                           .dimensions = dimensions,
                                           .ndimensions = sizeof dimensions / sizeof *dimensions,
                                           .sections = "_COEFFICIENTS"}};

static double number(const jni_properties *file, const char *key, double otherwise) {
  const jni_property *found = jni_property_find(file, key);
  return found && !found->text ? found->value : otherwise;
}

// Returns whether the implemented Magic Formula supports what a property file asks for (version, mode, pressure, ...);
// if not, writes a sentence that names it to `what`.
static bool fits(const jni_properties *file, char *what, size_t size) {
  static const int versions[] = {5, 6, 21, 50, 51, 52, 60, 61, 62};
  double version = number(file, "FITTYP", 6), mode = number(file, "USE_MODE", 4);
  double pressure = number(file, "INFLPRES", 0), nominal = number(file, "NOMPRES", pressure);
  bool supported = false;
  for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) supported = supported || version == versions[i];
  if (!supported) {
    jni_print(what, size, "has FITTYP %g, another formula than 5.2 (6 or 21), 6.0, 6.1 and 6.2 (60, 61, 62)", version);
    return false;
  }
  if (mode - 10 * floor(mode / 10) == 5) {
    jni_print(what, size,
              "uses turn slip (USE_MODE %g, coefficients PDXP1, PKYP1 and others), which tyre-mf does not have", mode);
    return false;
  }
  if (fabs(pressure - nominal) > 1e-3 * fabs(nominal) && number(file, "PPX1", 0) != 0) {
    jni_print(what, size,
              "is for a pressure (INFLPRES %g) that is not that of its coefficients (NOMPRES %g): it needs the "
              "effects of pressure "
              "(PPX1, PPY1 and others), which tyre-mf does not have",
              pressure, nominal);
    return false;
  }
  if (file->angle != 1) {
    snprintf(what, size, "has angles in degrees: tyre-mf takes coefficients over radians");
    return false;
  }
  return true;
}

static const jni_property_requirement needs[] = {{"UNLOADED_RADIUS", JNI_POSITIVE, false},
                                                 {"FNOMIN", JNI_POSITIVE, false},
                                                 {"PCX1", JNI_POSITIVE, false},
                                                 {"PDX1", JNI_POSITIVE, false},
                                                 {"PKX1", JNI_POSITIVE, false},
                                                 {"PCY1", JNI_POSITIVE, false},
                                                 {"PDY1", JNI_NOT_ZERO, false},
                                                 {"PKY1", JNI_NOT_ZERO, false},
                                                 {"PKY2", JNI_POSITIVE, false},
                                                 {"LFZO", JNI_POSITIVE, true},
                                                 {"LMUX", JNI_POSITIVE, true},
                                                 {"LMUY", JNI_POSITIVE, true},
                                                 {"LKX", JNI_POSITIVE, true},
                                                 {"LKY", JNI_POSITIVE, true},
                                                 {"LCX", JNI_POSITIVE, true},
                                                 {"LCY", JNI_POSITIVE, true},
                                                 {"LONGVL", JNI_POSITIVE, true}};
enum { NEEDS = sizeof needs / sizeof *needs };

static const jni_property_use properties = {.formats = formats,
                                            .entries = entries,
                                            .nentries = sizeof entries / sizeof *entries,
                                            .lists = lists,
                                            .nlists = 1,
                                            .fits = fits,
                                            .needs = needs,
                                            .nneeds = NEEDS};

// ---- law --------------------------------------------------------------------------------------------------------

// Returns the list of coefficients of a definition as a struct, which has the same doubles in the same order.
static const jnk_mf *coefficients(const jn_tyre_def *def) {
  return (const jnk_mf *)(const void *)def->coefficients.value;
}

static void put_numbers(const jn_tyre_def *def, jni_constants *numbers) {
  jni_constants_add(numbers, def->friction);
  jni_constants_list(numbers, def->coefficients.value, JNK_MF_COUNT);
}

static int place_of(const char *key) {
  int i = 0;
  while (strcmp(names[i], key) != 0) i++;
  return i;
}

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  static_assert(sizeof(jnk_mf) == JNK_MF_COUNT * sizeof(double), "a list of doubles");
  const jn_numbers *list = &def->tyre.coefficients;
  if (!jni_tyre_check(model, def, what, size)) return false;
  if (list->n != JNK_MF_COUNT) {
    snprintf(what, size, "needs 'file', or %d coefficients, got %d", (int)JNK_MF_COUNT, list->n);
    return false;
  }
  for (int i = 0; i < NEEDS; i++) {
    const char *sentence = jni_range_sentence(needs[i].range, list->value[place_of(needs[i].key)]);
    if (sentence) {
      snprintf(what, size, "in the file, %s %s", needs[i].key, sentence);
      return false;
    }
  }
  return true;
}

// Sets relaxation lengths and rolling resistance that the definition does not give, from the coefficients of the
// property file. Does nothing if there are no coefficients.
static void complete(jn_force_def *def) {
  jn_tyre_def *of = &def->tyre;
  if (of->coefficients.n != JNK_MF_COUNT) return;
  const jnk_mf *t = coefficients(of);
  double along, across, V = t->LONGVL;
  jnk_mf_relaxation(t, &along, &across);
  if (isnan(of->relaxation) && across > 0) of->relaxation = across;
  if (isnan(of->relaxation_x) && along > 0 && of->relaxation != 0) of->relaxation_x = along;
  if (of->rolling[0] > 0 || of->rolling[1] > 0 || of->rolling[2] > 0 || of->rolling[3] > 0) return;
  of->rolling[0] = fmax(0, t->QSY1 * t->LMY);
  of->rolling[1] = fmax(0, t->QSY3 * t->LMY / V);
  of->rolling[3] = fmax(0, t->QSY4 * t->LMY / (V * V * V * V));
}

JNI_TYRE_CODE(mf, JNK_TYRE_RESULTS);
static const jni_tyre_law own = {.calc = jnk_law_mf, .numbers = put_numbers, .relaxation = 0.3, .overturns = true};

const jni_force_kind jni_force_tyre_mf = {
    .name = "tyre-mf",
    .help = "tyre by the Magic Formula 5.2 or 6.1, from a tyre property file",
    JNI_TYRE_KIND,
    .tyre = &own,
    .code = &code,
    JNI_FIELDS(fields),
    .check = check,
    .properties = &properties,
    .complete = complete,
};
