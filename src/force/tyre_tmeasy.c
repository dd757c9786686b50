// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_tmeasy.c - TMeasy: force curves by initial slope, maximum and sliding, at the nominal load and at twice of it.
#include "force/tyre.h"

#include <stdio.h>

#define CURVE "[initial slope N, slip of the maximum, maximum N, slip where sliding begins, sliding force N]"

static const jni_field fields[] = {
    JNI_TYRE_FIELDS,
    JNI_TYRE_FRICTION("factor on forces and slips, default 1"),
    JNI_TYRE_LOAD,
    JNI_TYRE_FIELD(longitudinal, NUMBERS, NONE, ANY, false, "at the nominal load: " CURVE),
    JNI_TYRE_FIELD(longitudinal_double, NUMBERS, NONE, ANY, false, "the same at twice the nominal load"),
    JNI_TYRE_FIELD(lateral, NUMBERS, NONE, ANY, false, "the same five numbers over lateral slip, at the nominal load"),
    JNI_TYRE_FIELD(lateral_double, NUMBERS, NONE, ANY, false, "and at twice of it"),
    JNI_TYRE_FIELD(trail, NUMBER, LENGTH, NOT_NEGATIVE, false, "pneumatic trail at slip 0, default 0"),
    JNI_TYRE_FIELD(trail_slip, NUMBER, NONE, POSITIVE, false, "lateral slip at which the trail vanishes, default 0.2"),
};

// Of the size of a tyre for passenger cars, forces over the load.
static const double usual[4][5] = {{28, 0.11, 1.03, 0.50, 1.01}, {50, 0.12, 2.03, 0.80, 1.88},
                                   {22, 0.18, 0.97, 0.60, 0.97}, {31, 0.20, 1.69, 0.80, 1.66}};

static jnk_tmeasy_curve curve(const jn_tyre_def *def, const jn_numbers *given, int i) {
  const double *k = given->n == 5 ? given->value : usual[i], F = given->n == 5 ? 1 : def->load;
  return (jnk_tmeasy_curve){F * k[0], k[1], F * k[2], k[3], F * k[4]};
}

static bool check_curve(const jn_numbers *list, const char *name, char *what, size_t size) {
  const double *k = list->value;
  if (!jni_tyre_check_list(list, name, 5, CURVE, what, size)) return false;
  if (list->n == 0 || (k[0] > 0 && k[1] > 0 && k[2] > 0 && k[3] > k[1] && k[4] > 0 && k[4] <= k[2] && k[0] * k[1] >= k[2])) return true;
  return snprintf(what, size, "%s: the numbers must be positive, sliding must begin behind the maximum with no more force, and the initial "
                              "slope must lead above the maximum", name), false;
}

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  const jn_tyre_def *t = &def->tyre;
  return jni_tyre_check(model, def, what, size) && check_curve(&t->longitudinal, "longitudinal", what, size) &&
         check_curve(&t->longitudinal_double, "longitudinal_double", what, size) && check_curve(&t->lateral, "lateral", what, size) &&
         check_curve(&t->lateral_double, "lateral_double", what, size);
}

static void law(const jn_tyre_def *def, const jnk_slip *slip, jnk_slip_force *out) {
  const jnk_tmeasy t = {def->load, def->friction, def->trail, def->trail_slip,
                        {curve(def, &def->longitudinal, 0), curve(def, &def->longitudinal_double, 1)},
                        {curve(def, &def->lateral, 2), curve(def, &def->lateral_double, 3)}};
  jnk_tmeasy_force(&t, slip, out);
}

static const jni_tyre_frame frame = {law, true, 0.3};

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) { jni_tyre_calc(&frame, force, in, out); }
static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  jni_tyre_tangent(&frame, force, in, out);
}
static int nstates(const jni_force_element *force) { return jni_tyre_nstates(&frame, force); }

const jni_force_kind jni_force_tyre_tmeasy = {
    .name = "tyre-tmeasy",
    .help = "tyre by TMeasy: slopes, maxima and sliding forces at two loads",
    .in_space = true,
    .ends = 1,
    .fields = fields,
    .nfields = JNI_FIELD_COUNT(fields),
    .check = check,
    .conservative = jni_tyre_conservative,
    .calc = calc,
    .tangent = tangent,
    .nstates = nstates,
    .states = jni_tyre_states,
    .outputs = jni_tyre_outputs,
    .noutputs = JNI_TYRE_NOUTPUTS,
};
