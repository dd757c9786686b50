// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// soil.c - adds soils to a model: the numbers of soft ground, which roads name.
#include <stdio.h>

#include "kernel/elementary.h"
#include "model/build.h"
#include "model/road/road.h"

// clang-format off
#define DIM_NONE {0, 0, 0, 0}
#define DIM_LENGTH {1, 0, 0, 0}
#define DIM_ANGLE {0, 0, 0, 1}
#define DIM_PRESSURE {-1, 1, -2, 0}
// clang-format on
#define FIELD(member, unit, limits, sentence)                                                                    \
  {                                                                                                              \
    .name = #member, .type = JNI_FIELD_NUMBER, .offset = offsetof(jn_soil_def, member), .dimension = DIM_##unit, \
    .alternative = DIM_##unit, .range = JNI_##limits, .required = true, .help = sentence                         \
  }

const jni_field jni_soil_fields[JNI_SOIL_NFIELDS] = {
    FIELD(n, NONE, POSITIVE, "exponent of the sinkage: p = (k_c/b + k_phi) z^n"),
    FIELD(k_c, NONE, NOT_NEGATIVE, "cohesive modulus, in N/m^(n+1)"),
    FIELD(k_phi, NONE, NOT_NEGATIVE, "frictional modulus, in N/m^(n+2)"),
    FIELD(c, PRESSURE, NOT_NEGATIVE, "cohesion: tau = (c + p tan phi)(1 - exp(-j/K))"),
    FIELD(phi, ANGLE, NOT_NEGATIVE, "angle of internal friction"),
    FIELD(K, LENGTH, POSITIVE, "shear displacement that brings 63 % of the shear stress"),
};

static bool check_soil(jn_model *model, const jn_soil_def *def, const char *element) {
  const jn_soil_def fallback = jn_soil_def_default();
  if (!jni_model_check_fields(model, element, "soil", "", jni_soil_fields, JNI_SOIL_NFIELDS, def, &fallback))
    return false;
  if (!(def->n <= 10)) {
    jni_model_fault_key(model, element, "n", "n: an exponent is at most 10");
    return false;
  }
  if (!(def->k_c + def->k_phi > 0)) {
    jni_model_fault_key(model, element, "k_phi", "k_c and k_phi are both zero: the soil would carry nothing");
    return false;
  }
  if (!(def->phi < JNK_PI / 2)) {
    jni_model_fault_key(model, element, "phi", "phi must be less than 90 deg (a bare number is in radian)");
    return false;
  }
  return true;
}

jn_soil jn_model_add_soil(jn_model *model, const jn_soil_def *def) {
  JNI_ASSERT(model && def && def->cookie == JNI_DEF_COOKIE && "start from jn_soil_def_default()");
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "soil", def->name ? def->name : "");
  bool named = jni_model_check_name(model, JNI_NAME_SOIL, 0, "soil", def->name);
  bool sound = check_soil(model, def, element);
  if (!jni_model_grow(model, &model->soils, &model->capacity_soils, model->nsoils, sizeof *model->soils))
    return (jn_soil){-1};
  jni_soil *soil = &model->soils[model->nsoils];
  *soil = (jni_soil){.name = jni_model_text(model, def->name ? def->name : "", NULL), .faulty = !sound};
  if (sound)
    soil->soil = (jnk_soil){def->n, def->k_c, def->k_phi, {def->c, jnk_sin(def->phi) / jnk_cos(def->phi), def->K}};
  if (named && soil->name && !jni_names_put(model->names, JNI_NAME_SOIL, 0, soil->name, model->nsoils))
    model->no_memory = true;
  return (jn_soil){model->nsoils++};
}
