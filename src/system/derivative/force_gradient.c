// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_gradient.c - what results of force elements are to the state, where signals read them: energies from the forces
// they are the potentials of, lengths and rates along forms of joint coordinates from these, the others by differences
// of the element alone. See readings.h.
#include <string.h>

#include "force/differences.h"
#include "kernel/vec3.h"
#include "system/derivative/readings.h"
#include "system/forces.h"
#include "system/signal_value.h"

// Of value and rate of the form that an element acts along.
static void form_gradient(const jn_system *system, jn_work *work, const jni_force_plan *plan, double of_value,
                          double of_rate, jni_rows_read *rows) {
  for (int i = 0; i < plan->nterms; i++)
    jni_coordinate_gradient(system, work, plan->terms[i].coordinate, plan->terms[i].factor * of_value,
                            plan->terms[i].factor * of_rate, rows);
}

// ---- energies -------------------------------------------------------------------------------------------------------

// At rest the force is the negative gradient of the potential.
static void add_end(const jn_system *system, const jn_work *work, int frame, const jni_force_output *out, int end,
                    double factor, jni_rows_read *rows) {
  jni_frame_slope g = {0};
  jnk_copy(out->force[end], g.r), jnk_copy(out->torque[end], g.turn);
  jni_frame_slope_add(system, work, frame, &g, -factor, rows);
}

static void calc_at_rest(const jn_system *system, jn_work *work, const jni_force_plan *plan, int body,
                         jni_force_output *out) {
  jni_force_input in;
  jni_force_prepare(system, work, plan, body, &in);
  for (int k = 0; k < JNI_MOST_ENDS; k++) jnk_zero(in.end[k].v), jnk_zero(in.end[k].w);
  in.rate = 0;
  jni_force_clear(out);
  plan->element->kind->calc(plan->element, &in, out);
}

// The centre is drawn to the body as much, though it does not feel it.
static void add_drawn(const jn_system *system, jn_work *work, const jni_force_plan *plan, double factor,
                      jni_rows_read *rows) {
  for (int b = 1; b < system->nbodies; b++) {
    jni_force_output out;
    calc_at_rest(system, work, plan, b, &out);
    add_end(system, work, system->model->bodies[b].com_frame, &out, 0, factor, rows);
    add_end(system, work, plan->element->def.between[0].i, &out, 0, -factor, rows);
  }
}

void jni_force_energy_gradient(const jn_system *system, jn_work *work, const jni_force_plan *plan, double factor,
                               jni_rows_read *rows) {
  jni_force_output out;
  if (!jni_force_has_potential(plan->element)) return;
  if (jni_acts_everywhere(plan)) {
    add_drawn(system, work, plan, factor, rows);
    return;
  }
  calc_at_rest(system, work, plan, 0, &out);
  form_gradient(system, work, plan, -factor * out.generalized, 0, rows);
  for (int end = 0; end < plan->nends; end++) add_end(system, work, plan->ends[end].i, &out, end, factor, rows);
}

// ---- other results --------------------------------------------------------------------------------------------------

static double number_of(const jni_force_output *out, const void *context) { return jni_force_number(out, context); }

// What its expressions vary by is left to a sweep over all forces (readings.c).
static void add_slopes(const jn_system *system, jn_work *work, const jni_force_plan *plan, const jni_result_slopes *s,
                       double factor, jni_rows_read *rows) {
  form_gradient(system, work, plan, factor * s->coordinate, factor * s->rate, rows);
  for (int end = 0; end < plan->nends; end++) {
    jni_frame_slope g;
    jnk_copy(s->stand + 6 * end, g.r), jnk_copy(s->stand + 6 * end + 3, g.turn);
    jnk_copy(s->move + 6 * end, g.v), jnk_copy(s->move + 6 * end + 3, g.w);
    jni_frame_slope_add(system, work, plan->ends[end].i, &g, factor, rows);
  }
  for (int k = 0; k < 3; k++)
    if (plan->value[k].expression)
      work->weights[3 * (plan - system->forces) + k] += factor * s->value[k], work->has_weights = true;
  for (int k = 0; k < plan->nstates && rows->dz; k++) rows->dz[plan->state_at + k] += factor * s->state[k];
}

// Elements on every body have no other results than energies.
void jni_force_result_gradient(const jn_system *system, jn_work *work, const jni_signal *signal, double factor,
                               jni_rows_read *rows) {
  const jni_force_plan *plan = &system->forces[signal->a];
  bool length = signal->kind == JNI_SIGNAL_FORCE_LENGTH, rate = signal->kind == JNI_SIGNAL_FORCE_RATE;
  jni_force_input in;
  jni_result_slopes slopes;
  if (signal->kind == JNI_SIGNAL_FORCE_ENERGY) {
    jni_force_energy_gradient(system, work, plan, factor, rows);
  } else if (plan->nterms > 0 && (length || rate)) {
    form_gradient(system, work, plan, length ? factor : 0, rate ? factor : 0, rows);
  } else if (!jni_acts_everywhere(plan)) {
    jni_force_prepare(system, work, plan, 0, &in);
    jni_differ_result(plan->element, &in, plan->nends, plan->nstates, system->length_scale, number_of, signal, &slopes);
    add_slopes(system, work, plan, &slopes, factor, rows);
  }
}
