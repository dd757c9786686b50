// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// library_symbols.c - checks the functions that the libraries of an FMU export, by the symbol table of ELF files,
// without loading them.
#include <string.h>

#include "fmi/fmu/fmu.h"

// ---- ELF, 64 bits, little endian ------------------------------------------------------------------------------------

typedef struct {
  const unsigned char *bytes;
  size_t size;
} image;

static uint64_t number(const image *f, size_t at, int n) {
  uint64_t sum = 0;
  for (int i = n - 1; i >= 0; i--) sum = sum << 8 | f->bytes[at + (size_t)i];
  return sum;
}

static bool is_inside(const image *f, uint64_t at, uint64_t n) { return at <= f->size && n <= f->size - at; }

// Table of dynamic symbols in an ELF file: its offset and number of symbols; offset and size of the names of the
// symbols.
typedef struct {
  uint64_t symbols, nsymbols, names, names_size;
} table;

enum { SYMBOL_SIZE = 24 };

// Finds the table of dynamic symbols of a file and fills *out. Returns false if there is none or it is damaged.
static bool find_table(const image *f, table *out) {
  enum { HEADER = 64, SECTION = 64, DYNAMIC_SYMBOLS = 11 };
  if (f->size < HEADER || memcmp(f->bytes, "\177ELF\2\1", 6) != 0) return false;
  uint64_t sections = number(f, 0x28, 8), each = number(f, 0x3a, 2), n = number(f, 0x3c, 2);
  if (each != SECTION || !is_inside(f, sections, n * SECTION)) return false;
  for (uint64_t i = 0; i < n; i++) {
    size_t at = (size_t)(sections + i * SECTION);
    uint64_t link = number(f, at + 0x28, 4);
    if (number(f, at + 4, 4) != DYNAMIC_SYMBOLS || link >= n) continue;
    size_t names = (size_t)(sections + link * SECTION);
    *out = (table){number(f, at + 0x18, 8), number(f, at + 0x20, 8) / SYMBOL_SIZE, number(f, names + 0x18, 8),
                   number(f, names + 0x20, 8)};
    return is_inside(f, out->symbols, out->nsymbols * SYMBOL_SIZE) && is_inside(f, out->names, out->names_size) &&
           out->names_size > 0 && f->bytes[out->names + out->names_size - 1] == 0;
  }
  return false;
}

// Returns the name of symbol i if the library exports it, so that others can use it; else NULL.
static const char *exported_name(const image *f, const table *t, uint64_t i) {
  enum { GLOBAL = 1, WEAK = 2 };
  size_t at = (size_t)(t->symbols + i * SYMBOL_SIZE);
  uint64_t name = number(f, at, 4), binding = number(f, at + 4, 1) >> 4, visibility = number(f, at + 5, 1) & 3;
  bool defined = number(f, at + 6, 2) != 0;
  if (!defined || (binding != GLOBAL && binding != WEAK) || visibility == 1 || visibility == 2) return NULL;
  return name < t->names_size ? (const char *)f->bytes + t->names + name : NULL;
}

static bool exports(const image *f, const table *t, const char *name) {
  for (uint64_t i = 0; i < t->nsymbols; i++) {
    const char *found = exported_name(f, t, i);
    if (found && strcmp(found, name) == 0) return true;
  }
  return false;
}

// ---- functions of FMI -----------------------------------------------------------------------------------------------

#define JNI_X(result, name, parameters) "fmi2" #name,
static const char *const common_2[] = {FMI2_COMMON_FUNCTIONS(JNI_X) NULL};
static const char *const exchange_2[] = {FMI2_MODEL_EXCHANGE_FUNCTIONS(JNI_X) NULL};
static const char *const simulation_2[] = {FMI2_CO_SIMULATION_FUNCTIONS(JNI_X) NULL};
#undef JNI_X
#define JNI_X(result, name, parameters) "fmi3" #name,
static const char *const all_3[] = {FMI3_FUNCTIONS(JNI_X) NULL};
#undef JNI_X

static int check_list(const jn_fmu *fmu, const char *element, const image *f, const table *t, const char *const *names,
                      jn_report *report) {
  int faults = 0;
  for (; *names; names++) {
    if (exports(f, t, *names)) continue;
    jni_fmu_fault(fmu->path, NULL, element, report, "does not export the function %s", *names);
    faults++;
  }
  return faults;
}

// Returns true if a name begins as functions of FMI 2 or 3 do; a library may serve both versions.
static bool is_of_fmi(const char *name) { return strncmp(name, "fmi2", 4) == 0 || strncmp(name, "fmi3", 4) == 0; }

// Warns of exported symbols that are not functions of FMI, because they may collide with those of other libraries.
static void warn_of_others(const char *element, const image *f, const table *t, jn_report *report) {
  static const char *const usual[] = {"_init", "_fini", "_edata", "_end", "__bss_start"};
  const char *first = NULL;
  int n = 0;
  for (uint64_t i = 0; i < t->nsymbols; i++) {
    const char *name = exported_name(f, t, i);
    bool other = name && !is_of_fmi(name);
    for (size_t k = 0; other && k < sizeof usual / sizeof *usual; k++) other = strcmp(name, usual[k]) != 0;
    if (!other) continue;
    if (!first) first = name;
    n++;
  }
  if (n > 0)
    jn_report_warn(report, element, "exports %d symbol%s besides the functions of FMI, such as '%.100s'", n,
                   n == 1 ? "" : "s", first);
}

int jni_fmu_symbols_check(const jn_fmu *fmu, const char *entry, const char *bytes, size_t size, jn_report *report) {
  const jni_fmu_description *d = fmu->description;
  const image f = {(const unsigned char *)bytes, size};
  char element[288];
  table t;
  int faults = 0;
  jni_print(element, sizeof element, "%.280s", entry);
  if (!find_table(&f, &t)) {
    jn_error note = {.severity = JN_NOTE};
    jni_print(note.element, sizeof note.element, "%s", element);
    jni_print(note.what, sizeof note.what,
              "its functions were not checked: it has no symbol table of ELF with 64 bits");
    jn_report_add(report, &note);
    return 0;
  }
  if (d->version == 3) {
    faults += check_list(fmu, element, &f, &t, all_3, report);
  } else {
    faults += check_list(fmu, element, &f, &t, common_2, report);
    if (d->model_exchange.present) faults += check_list(fmu, element, &f, &t, exchange_2, report);
    if (d->co_simulation.present) faults += check_list(fmu, element, &f, &t, simulation_2, report);
  }
  warn_of_others(element, &f, &t, report);
  return faults;
}
