// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_signals.c - length, force, power, energy and other outputs of force elements.
#include "force/force_differences.h"
#include "kernel/vec3.h"
#include "system/derivative/formula_gradient.h"
#include "system/forces.h"
#include "system/signal_code.h"
#include "system/signal_value.h"

// ---- values --------------------------------------------------------------------------------------------------------

static double number_of(const jni_force_output *out, const jni_signal *s) {
  switch (s->kind) {
    case JNI_SIGNAL_FORCE_LENGTH: return out->length;
    case JNI_SIGNAL_FORCE_RATE: return out->length_rate;
    case JNI_SIGNAL_FORCE_VALUE: return out->scalar;
    case JNI_SIGNAL_FORCE_ENERGY: return out->potential;
    case JNI_SIGNAL_FORCE_OUTPUT: return out->named[s->b];
    case JNI_SIGNAL_END_FORCE: return out->force[s->b][s->component];
    case JNI_SIGNAL_END_TORQUE: return out->torque[s->b][s->component];
    default: return out->power;
  }
}

static double output_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                           const double *lambda) {
  (void)vdot;
  (void)lambda;
  if (system->nahead > 0) jni_computed_update(system, work);
  return number_of(&work->outputs[s->a], s);
}

static double state_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                          const double *lambda) {
  (void)vdot;
  (void)lambda;
  return work->z[system->forces[s->a].state_at + s->b];
}

// ---- graph ---------------------------------------------------------------------------------------------------------

static jni_node output_write(const jni_signal_code *c, const jni_signal *s) {
  jni_mat R;  // axes of the force and the torque
  const jni_code_output *out = c->functions->force(c->writer, s->a, &R);
  if (!out) return JNI_UNWRITTEN;
  switch (s->kind) {
    case JNI_SIGNAL_FORCE_LENGTH: return out->length;
    case JNI_SIGNAL_FORCE_RATE: return out->length_rate;
    case JNI_SIGNAL_FORCE_VALUE: return out->scalar;
    case JNI_SIGNAL_FORCE_ENERGY: return out->potential;
    case JNI_SIGNAL_FORCE_OUTPUT: return out->named[s->b];
    case JNI_SIGNAL_END_FORCE: return jni_mat_times(c->g, &R, out->force[s->b]).x[s->component];
    case JNI_SIGNAL_END_TORQUE: return jni_mat_times(c->g, &R, out->torque[s->b]).x[s->component];
    default: return out->power;
  }
}

static jni_node state_write(const jni_signal_code *c, const jni_signal *s) {
  return c->functions->force_state(c->writer, s->a, s->b);
}

// ---- dependencies of outputs ---------------------------------------------------------------------------------------

static void output_bodies(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_force_plan *plan = &system->forces[s->a];
  if (jni_acts_everywhere(plan)) jni_read_all_bodies(system, s, add, context);
  else jni_read_list(plan->bodies, plan->nbodies, add, context);
  jni_read_list(plan->reads.bodies, plan->reads.nbodies, add, context);
}

static void output_states(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_force_plan *plan = &system->forces[s->a];
  for (int k = 0; k < plan->nstates; k++) add(context, plan->state_at + k);
  jni_read_list(plan->reads.states, plan->reads.nstates, add, context);
}

static jni_gradient_sort output_sort(const jn_system *system, const jni_signal *s) {
  const jni_force_plan *plan = &system->forces[s->a];
  bool length = s->kind == JNI_SIGNAL_FORCE_LENGTH || s->kind == JNI_SIGNAL_FORCE_RATE;
  if (length && plan->nterms > 0) return JNI_GRADIENT_EXACT;  // the sum of coordinates or its rate
  return plan->reads.sort < (int)JNI_GRADIENT_DIFFERENCES ? (jni_gradient_sort)plan->reads.sort
                                                          : JNI_GRADIENT_DIFFERENCES;
}

static void one_state(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  add(context, system->forces[s->a].state_at + s->b);
}

// ---- gradients -----------------------------------------------------------------------------------------------------

static double number_for_differences(const jni_force_output *out, const void *context) {
  return number_of(out, context);
}

// Adds to `rows` factor times the derivatives of output s of an element with respect to the motion of its ends or joint
// coordinates, by differences. The gradients of the element's expressions are added later, for all forces at once
// (formula_gradient.c).
static void add_differences(const jn_system *system, jn_work *work, const jni_force_plan *plan, const jni_signal *s,
                            double factor, jni_gradient_rows *rows) {
  jni_force_input in;
  jni_result_slopes slopes;
  jni_force_prepare(system, work, plan, 0, &in);
  jni_differ_result(plan->element, &in, plan->nends, plan->nstates, system->length_scale, number_for_differences, s,
                    &slopes);
  jni_form_gradient(system, work, plan, factor * slopes.coordinate, factor * slopes.rate, rows);
  for (int end = 0; end < plan->nends; end++) {
    jni_frame_slope g;
    jnk_copy(slopes.stand + 6 * end, g.r);
    jnk_copy(slopes.stand + 6 * end + 3, g.turn);
    jnk_copy(slopes.move + 6 * end, g.v);
    jnk_copy(slopes.move + 6 * end + 3, g.w);
    jni_frame_slope_add(system, work, plan->ends[end].i, &g, factor, rows);
  }
  for (int k = 0; k < 3; k++) {
    if (!plan->value[k].expression) continue;
    work->weights[3 * (plan - system->forces) + k] += factor * slopes.value[k];
    work->has_weights = true;
  }
  for (int k = 0; k < plan->nstates && rows->dz; k++) rows->dz[plan->state_at + k] += factor * slopes.state[k];
}

// Adds to `rows` factor times the gradient of an output of a force element. An element on every body has no outputs
// except its energy.
static void output_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                            jni_gradient_rows *rows) {
  const jni_force_plan *plan = &system->forces[s->a];
  bool length = s->kind == JNI_SIGNAL_FORCE_LENGTH, rate = s->kind == JNI_SIGNAL_FORCE_RATE;
  if (plan->nterms > 0 && (length || rate))
    jni_form_gradient(system, work, plan, length ? factor : 0, rate ? factor : 0, rows);
  else if (!jni_acts_everywhere(plan)) add_differences(system, work, plan, s, factor, rows);
}

static void energy_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                            jni_gradient_rows *rows) {
  jni_force_energy_gradient(system, work, &system->forces[s->a], factor, rows);
}

static void state_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_gradient_rows *rows) {
  (void)work;
  if (rows->dz) rows->dz[system->forces[s->a].state_at + s->b] += factor;
}

// ---- table of the family -------------------------------------------------------------------------------------------

enum { FIRST = JNI_SIGNAL_FORCE_LENGTH, N = JNI_SIGNAL_END_TORQUE - FIRST + 1 };

static const jni_signal_type types[N] = {
    [JNI_SIGNAL_FORCE_LENGTH - FIRST] =
        {
            .names = "force.NAME.length, force.NAME.angle",
            .meaning = "length or angle of force a",
            .unit_of_element = true,
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .force_result = true,
            .value = output_value,
            .write = output_write,
            .sort = JNI_GRADIENT_DIFFERENCES,
            .sort_of = output_sort,
            .bodies = output_bodies,
            .states = output_states,
            .gradient = output_gradient,
        },
    [JNI_SIGNAL_FORCE_RATE - FIRST] =
        {
            .names = "force.NAME.rate",
            .meaning = "rate of that length or angle",
            .unit_of_element = true,
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .force_result = true,
            .value = output_value,
            .write = output_write,
            .sort = JNI_GRADIENT_DIFFERENCES,
            .sort_of = output_sort,
            .bodies = output_bodies,
            .states = output_states,
            .gradient = output_gradient,
        },
    [JNI_SIGNAL_FORCE_VALUE - FIRST] =
        {
            .names = "force.NAME.value",
            .meaning = "scalar force or torque of force a",
            .unit_of_element = true,
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_BY_TYPE,
            .reach = JNI_READS_MOTION,
            .force_result = true,
            .value = output_value,
            .write = output_write,
            .sort = JNI_GRADIENT_DIFFERENCES,
            .sort_of = output_sort,
            .bodies = output_bodies,
            .states = output_states,
            .gradient = output_gradient,
        },
    [JNI_SIGNAL_FORCE_ENERGY - FIRST] =
        {
            .names = "force.NAME.energy",
            .meaning = "potential energy of force a",
            .unit = {2, 1, -2, 0},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .force_result = true,
            .value = output_value,
            .write = output_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = output_bodies,
            .gradient = energy_gradient,
        },
    [JNI_SIGNAL_FORCE_POWER - FIRST] =
        {
            .names = "force.NAME.power",
            .meaning = "power of force a",
            .unit = {2, 1, -3, 0},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .force_result = true,
            .value = output_value,
            .write = output_write,
            .sort = JNI_GRADIENT_DIFFERENCES,
            .sort_of = output_sort,
            .bodies = output_bodies,
            .states = output_states,
            .gradient = output_gradient,
        },
    [JNI_SIGNAL_FORCE_OUTPUT - FIRST] =
        {
            .names = "force.NAME.fx",
            .meaning = "force a, output b of its kind",
            .unit_of_element = true,
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_BY_TYPE,
            .reach = JNI_READS_MOTION,
            .force_result = true,
            .value = output_value,
            .write = output_write,
            .sort = JNI_GRADIENT_DIFFERENCES,
            .sort_of = output_sort,
            .bodies = output_bodies,
            .states = output_states,
            .gradient = output_gradient,
        },
    [JNI_SIGNAL_FORCE_STATE - FIRST] =
        {
            .names = "force.NAME.deflection_y",
            .meaning = "force a, state b",
            .unit_of_element = true,
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_BY_TYPE,
            .reach = JNI_READS_MOTION,
            .value = state_value,
            .write = state_write,
            .sort = JNI_GRADIENT_EXACT,
            .states = one_state,
            .gradient = state_gradient,
        },
    [JNI_SIGNAL_END_FORCE - FIRST] =
        {
            .names = "force.NAME.force.x, force.NAME.on.BODY.force.x",
            .meaning = "force of element a on end b, component",
            .unit = {1, 1, -2, 0},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_POLAR,
            .reach = JNI_READS_MOTION,
            .force_result = true,
            .value = output_value,
            .write = output_write,
            .sort = JNI_GRADIENT_DIFFERENCES,
            .sort_of = output_sort,
            .bodies = output_bodies,
            .states = output_states,
            .gradient = output_gradient,
        },
    [JNI_SIGNAL_END_TORQUE - FIRST] =
        {
            .names = "force.NAME.torque.x, force.NAME.on.BODY.torque.x",
            .meaning = "torque of element a about the point of end b, component",
            .unit = {2, 1, -2, -1},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_AXIAL,
            .reach = JNI_READS_MOTION,
            .force_result = true,
            .value = output_value,
            .write = output_write,
            .sort = JNI_GRADIENT_DIFFERENCES,
            .sort_of = output_sort,
            .bodies = output_bodies,
            .states = output_states,
            .gradient = output_gradient,
        },
};

const jni_signal_family jni_force_signals = {"force", JNI_SIGNAL_FORCE_LENGTH, N, types};
