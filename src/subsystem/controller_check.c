// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_check.c - checks the declarations of a controller's code. The messages address the author of the code.
#include <math.h>
#include <string.h>

#include "model/names.h"
#include "subsystem/controller.h"

typedef struct {
  const char *what;  // sort of the items, such as "input"
  int n, stride;
  const void *list;  // n structs of `stride` bytes that begin with name and unit
} named_list;

typedef struct {
  const char *name, *unit;
} named;

static const named *entry(const named_list *list, int i) {
  return (const named *)(const void *)((const char *)list->list + (size_t)i * (size_t)list->stride);
}

static bool unit_fits(const char *unit) {
  double one;
  jn_dimension dimension;
  bool has_unit;
  char text[64], why[200];
  if (!unit || strlen(unit) > 40) return false;
  jni_print(text, sizeof text, "1 %s", unit);
  if (!strcmp(unit, "1")) return true;
  return jn_unit_parse(text, &one, &dimension, &has_unit, why, sizeof why) && has_unit && one == 1;
}

static bool entry_fits(const named_list *list, int i, char *what, size_t size) {
  const named *e = entry(list, i);
  if (!jni_name_is_legal(e->name)) {
    jni_print(what, size, "%s %d has no name that a model file can use: letters, digits and '_'", list->what, i + 1);
    return false;
  }
  for (int k = 0; k < i; k++)
    if (!strcmp(entry(list, k)->name, e->name)) {
      jni_print(what, size, "it has two %ss '%s'", list->what, e->name);
      return false;
    }
  if (unit_fits(e->unit)) return true;
  jni_print(what, size, "the unit of its %s '%s' is no SI unit: '%s'", list->what, e->name, e->unit ? e->unit : "");
  return false;
}

static bool list_fits(const named_list *list, char *what, size_t size) {
  if (list->n < 0 || list->n > JN_CONTROLLER_MAX_LIST || (list->n > 0 && !list->list)) {
    jni_print(what, size, "it must have 0 to %d %ss, and says %d", JN_CONTROLLER_MAX_LIST, list->what, list->n);
    return false;
  }
  for (int i = 0; i < list->n; i++)
    if (!entry_fits(list, i, what, size)) return false;
  return true;
}

static bool names_differ(const jn_controller *code, char *what, size_t size) {
  for (int i = 0; i < code->nstates; i++)
    for (int k = 0; k < code->noutputs; k++)
      if (!strcmp(code->states[i].name, code->outputs[k].name)) {
        jni_print(what, size, "a state and an output are both called '%s'", code->states[i].name);
        return false;
      }
  return true;
}

static bool lists_fit(const jn_controller *code, char *what, size_t size) {
  const named_list lists[] = {{"input", code->ninputs, sizeof *code->inputs, code->inputs},
                              {"output", code->noutputs, sizeof *code->outputs, code->outputs},
                              {"parameter", code->nparameters, sizeof *code->parameters, code->parameters},
                              {"state", code->nstates, sizeof *code->states, code->states}};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    if (!list_fits(&lists[i], what, size)) return false;
  return names_differ(code, what, size);
}

static const char *functions_fit(const jn_controller *code) {
  if (!code->sample) return "it has no function 'sample'";
  if (code->noutputs < 1) return "it has no outputs";
  if (!(code->period >= 0 && isfinite(code->period))) return "its period must be a time, or 0";
  if (code->size > JN_CONTROLLER_MAX_SIZE) return "its 'size' is larger than JN_CONTROLLER_MAX_SIZE";
  if (code->size && !(code->save && code->load)) return "with a 'size' it needs 'save' and 'load'";
  if (!code->size && (code->save || code->load)) return "it has 'save' or 'load', but no 'size'";
  return NULL;
}

bool jni_controller_check(const jn_controller *code, const char *name, char *what, size_t size) {
  if (code->version != JN_CONTROLLER_VERSION) {
    jni_print(what, size, "its code is written for version %d of <jounce/controller.h>, and this is version %d",
              code->version, JN_CONTROLLER_VERSION);
    return false;
  }
  if (!code->name || strcmp(code->name, name) != 0) {
    jni_print(what, size, "the code of controller '%s' calls itself '%s'", name, code->name ? code->name : "");
    return false;
  }
  const char *wrong = functions_fit(code);
  if (wrong) jni_print(what, size, "%s", wrong);
  return !wrong && lists_fit(code, what, size);
}

int jni_controller_parameter(const jn_controller *code, const char *name) {
  for (int i = 0; i < code->nparameters; i++)
    if (!strcmp(code->parameters[i].name, name)) return i;
  return -1;
}

bool jni_controller_in_range(const jn_controller_parameter *parameter, double value, char *what, size_t size) {
  if (!(parameter->low < parameter->high) || (value >= parameter->low && value <= parameter->high)) return true;
  jni_print(what, size, "parameter '%s' must be between %g and %g, got %g", parameter->name, parameter->low,
            parameter->high, value);
  return false;
}
