// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_gradient.c - gradients of the potentials of force elements and of sums of joint coordinates along which they
// act.
#include "kernel/vec3.h"
#include "system/derivative/formula_gradient.h"
#include "system/forces.h"

void jni_form_gradient(const jn_system *system, jn_work *work, const jni_force_plan *plan, double of_value,
                       double of_rate, jni_gradient_rows *rows) {
  for (int i = 0; i < plan->nterms; i++)
    jni_coordinate_gradient(system, work, plan->terms[i].coordinate, plan->terms[i].factor * of_value,
                            plan->terms[i].factor * of_rate, rows);
}

// ---- energies -------------------------------------------------------------------------------------------------------

// Adds to `rows` factor times the gradient of the potential of an element with respect to the motion of one end: minus
// the force and torque of `out`, its output at rest.
static void add_end(const jn_system *system, const jn_work *work, int frame, const jni_force_output *out, int end,
                    double factor, jni_gradient_rows *rows) {
  jni_frame_slope g = {0};
  jnk_copy(out->force[end], g.r);
  jnk_copy(out->torque[end], g.turn);
  jni_frame_slope_add(system, work, frame, &g, -factor, rows);
}

// Computes the output of an element as if all velocities were zero.
static void calc_at_rest(const jn_system *system, jn_work *work, const jni_force_plan *plan, int body,
                         jni_force_output *out) {
  jni_force_input in;
  jni_force_prepare(system, work, plan, body, &in);
  for (int k = 0; k < JNI_MOST_ENDS; k++) {
    jnk_zero(in.end[k].v);
    jnk_zero(in.end[k].w);
  }
  in.rate = 0;
  jni_force_clear(out);
  plan->element->kind->calc(plan->element, &in, out);
}

// Adds to `rows` factor times the gradient of the potential of an element that attracts every body to a centre. The
// gradient includes the position of the centre, although the reaction on it is not applied.
static void add_attraction(const jn_system *system, jn_work *work, const jni_force_plan *plan, double factor,
                           jni_gradient_rows *rows) {
  for (int b = 1; b < system->nbodies; b++) {
    jni_force_output out;
    calc_at_rest(system, work, plan, b, &out);
    add_end(system, work, system->model->bodies[b].com_frame, &out, 0, factor, rows);
    add_end(system, work, plan->element->def.between[0].i, &out, 0, -factor, rows);
  }
}

void jni_force_energy_gradient(const jn_system *system, jn_work *work, const jni_force_plan *plan, double factor,
                               jni_gradient_rows *rows) {
  jni_force_output out;
  if (!jni_force_has_potential(plan->element)) return;
  if (jni_acts_everywhere(plan)) {
    add_attraction(system, work, plan, factor, rows);
    return;
  }
  calc_at_rest(system, work, plan, 0, &out);
  jni_form_gradient(system, work, plan, -factor * out.generalized, 0, rows);
  for (int end = 0; end < plan->nends; end++) add_end(system, work, plan->ends[end].i, &out, end, factor, rows);
}
