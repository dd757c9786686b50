// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_soil.c - wheel on soft ground: stresses integrated over the contact patch.
#include <stdio.h>

#include "force/tyre/ground_tyre.h"

static const jni_field fields[] = {
    JNI_TYRE_PLACE,
    JNI_TYRE_FIELD(width, NUMBER, LENGTH, POSITIVE, true, "of the tread"),
    JNI_FIELD_AS("stiffness", stiffness, NUMBER, STIFFNESS, STIFFNESS, POSITIVE, false,
                 "load per deflection of the tyre; without it and 'pressure' the wheel is rigid"),
    JNI_TYRE_FIELD(pressure, NUMBER, PRESSURE, POSITIVE, false,
                   "instead of stiffness: the tyre becomes flat where the ground presses harder"),
    JNI_GROUND_FIELDS,
};

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  if (!jni_tyre_check_place(model, def, what, size)) return false;
  if (def->stiffness > 0 && def->tyre.pressure > 0) {
    snprintf(what, size, "give either 'stiffness' or 'pressure', not both");
    return false;
  }
  return true;
}

static void put_numbers(const jni_force_element *force, const jnk_soil *soil, jni_constants *numbers) {
  const jn_tyre_def *def = &force->def.tyre;
  const jnk_soil_wheel wheel = {*soil, def->radius, def->width, force->def.stiffness, def->pressure};
  JNI_PUT_STRUCT(numbers, wheel);
}

static const jni_ground_law ground = {{jnk_soil_stand, jnk_soil_calc}, put_numbers};
JNI_TYRE_CODE(soil, JNK_SOFT_RESULTS);
static const jni_tyre_law own = {.ground = &ground};

const jni_force_kind jni_force_tyre_soil = {
    .name = "tyre-soil",
    .help = "wheel on soft ground: pressure over sinkage and shear stress over the contact patch",
    JNI_GROUND_KIND,
    .tyre = &own,
    .code = &code,
    .on_soil = true,
    JNI_FIELDS(fields),
    .check = check,
};
