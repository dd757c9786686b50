// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ground_tyre.c - see ground_tyre.h.
#include "force/tyre/ground_tyre.h"

#include <string.h>

#include "force/force_differences.h"

const jni_force_word jni_ground_states[JNI_GROUND_NSTATES] = {
    JNI_WORD("shear_x", LENGTH, false), JNI_WORD("shear_y", LENGTH, true), JNI_WORD("travel", LENGTH, false)};

const jni_force_word jni_ground_outputs[JNI_GROUND_NOUTPUTS] = {
    JNI_WORD("fx", FORCE, false),       JNI_WORD("fy", FORCE, true),
    JNI_WORD("fz", FORCE, false),       JNI_WORD("mz", TORQUE, true),
    JNI_WORD("slip", NONE, false),      JNI_WORD("slip_angle", ANGLE, true),
    JNI_WORD("camber", ANGLE, true),    JNI_WORD("penetration", LENGTH, false),
    JNI_WORD("my", TORQUE, false),      JNI_WORD("sinkage", LENGTH, false),
    JNI_WORD("traction", FORCE, false), JNI_WORD("resistance", FORCE, false)};

// ---- numbers ---------------------------------------------------------------------------------------------

static double shear_length(const jn_tyre_def *def) {
  return def->relaxation >= 0 ? def->relaxation : 0.3 * def->radius;
}

int jni_ground_nstates(const jni_force_element *force) {
  return shear_length(&force->def.tyre) > 0 ? JNI_GROUND_NSTATES : 0;
}

void jni_ground_numbers(const jni_force_element *force, jni_constants *numbers) {
  const jn_tyre_def *of = &force->def.tyre;
  const jni_ground_law *law = force->kind->tyre->ground;
  jnk_soft t = {.radius = of->radius,
                .damping = force->def.damping,
                .vertical = of->vertical || of->envelope,
                .rolls = of->envelope,
                .states = jni_ground_nstates(force),
                .length = shear_length(of),
                .lag = of->lag > 0 ? of->lag : 0.02,
                .low = of->low_speed > 0 ? of->low_speed : 0.2};
  JNI_PUT_STRUCT(numbers, t);
  for (int side = 0; side < 2; side++) {
    t.law_at[side] = numbers->n;
    law->numbers(force, force->terrain->side[side].soil, numbers);
  }
  if (!numbers->pool.failed) memcpy(numbers->list, &t, sizeof t);
}

// ---- forces ----------------------------------------------------------------------------------------------

void jni_ground_calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  const jnk_soft *t = jnk_soft_of_block(force->numbers);
  const jni_motion *end = &in->end[0];
  const jnk_wheel wheel = {t->radius, 0, 0, t->vertical != 0, t->rolls != 0, NULL};
  jnk_contact c;
  jnk_soft_at at;
  double axis[3];
  jnk_mat_vec(end->R, force->def.tyre.axis[0], axis);
  jnk_contact_calc(&wheel, force->terrain, end->r, end->v, end->w, axis, &c);
  jnk_soft_calc(t, &force->kind->tyre->ground->law, end->r, end->v, end->w, in->state, &c, &at, out->state_rate);
  jnk_soft_apply(&at, axis, out->force[0], out->torque[0]);
  out->power = jnk_dot(out->force[0], end->v) + jnk_dot(out->torque[0], end->w);
  out->length = c.deflection;
  out->length_rate = c.rate;
  out->scalar = at.Fz;
  jnk_soft_words(&at, out->named);
  out->named[JNK_SOFT_SLIP_ANGLE] = -jnk_atan(at.slip.y);
}

void jni_ground_tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  jni_differ_ends(force, in, 1, 1, out);
}
