// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// output_unit.c - units requested for outputs. Expressions have SI values; for a column in km/h they are divided by the
// SI value of 1 km/h.
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "model/build.h"

static void fault(jn_model *model, const jni_output *output, const char *is) {
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "output", output->name);
  if (!is) jni_model_fault(model, element, "expected a unit such as kN or km/h, got \"%.40s\"", output->unit);
  else
    jni_model_fault(model, element, "'%.60s' is in %s, but the unit given is %.40s", output->expression, is,
                    output->unit);
}

static bool parse(const char *unit, jni_output *output) {
  char quantity[80], why[160];
  bool has_unit;
  int length = snprintf(quantity, sizeof quantity, strcmp(unit, "1") == 0 ? "%s" : "1 %s", unit);
  return length >= 0 && (size_t)length < sizeof quantity &&
         jn_unit_parse(quantity, &output->factor, &output->dimension, &has_unit, why, sizeof why) && output->factor > 0;
}

void jn_model_set_output_unit(jn_model *model, const char *unit) {
  JNI_ASSERT(model && unit);
  jni_output *output = model->noutputs > 0 ? &model->outputs[model->noutputs - 1] : NULL;
  if (!output || model->no_memory) return;
  output->unit = jni_model_text(model, unit, NULL);
  if (!output->unit || parse(unit, output)) return;
  output->factor = 1;
  fault(model, output, NULL);
}

void jni_output_check_unit(jn_model *model, const jni_output *output, jn_dimension found) {
  char is[64];
  if (!output->unit || jni_unit_fits(found, JN_NUMBER) || jni_unit_fits(found, output->dimension)) return;
  jn_unit_format(found, is, sizeof is);
  fault(model, output, is);
}
