// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formula_gradient.c - gradients of formulas and of forces whose values are formulas. See formula_gradient.h.
#include "system/derivative/formula_gradient.h"
#include "system/derivative/force_blocks.h"
#include "system/forces.h"
#include "system/formula.h"
#include "system/subsystem.h"

#include <math.h>
#include <string.h>

// ---- one formula ----------------------------------------------------------------------------------------------------

static void add_terms(const jn_system *system, jn_work *work, const jni_formula *formula, double factor,
                      jni_gradient_rows *rows) {
  double slopes[JNI_MOST_VARIABLES];
  if (factor == 0 || !formula->expression) return;
  jni_formula_slopes(system, work, formula, slopes);
  for (int i = 0; i < formula->nsignals; i++)
    jni_signal_terms(system, work, &formula->signals[i], factor * slopes[i], rows);
}

// Adds to `rows` the gradient of a formula times its accumulated weight *weight, and sets the weight to zero.
static void propagate(const jn_system *system, jn_work *work, const jni_formula *formula, double *weight,
                      jni_gradient_rows *rows) {
  double factor = *weight;
  *weight = 0;
  add_terms(system, work, formula, factor, rows);
}

// Adds to `rows` the gradients of the outputs of one stage of a subsystem times their accumulated weights, and sets the
// weights to zero. This includes all inputs of the subsystem: inputs of earlier stages read only nodes that come
// earlier in the order of evaluation, which the sweep visits later.
static void propagate_stage(const jn_system *system, jn_work *work, int subsystem, int stage, jni_gradient_rows *rows) {
  const jni_subsystem_plan *plan = &system->subsystems[subsystem];
  const jni_subsystem_element *e = plan->element;
  double *weight = work->weights + 3 * system->nforces + system->ncomputed + plan->output_at;
  if (!jni_subsystem_slopes(system, work, subsystem, stage, weight)) return;
  const double *slope = work->subsystem_slopes + plan->value_at, *of_state = slope + e->ninputs;
  for (int i = 0; i < e->ninputs; i++) add_terms(system, work, &plan->inputs[i], slope[i], rows);
  for (int i = 0; i < e->nstates && rows->dz; i++) rows->dz[plan->state_at + i] += of_state[i];
}

// Propagates the weights that jni_signal_terms has accumulated to forces, signals of the model and subsystems (reverse
// accumulation). A node reads only earlier nodes of the evaluation order, so each node is visited once, in reverse
// order.
static void sweep(const jn_system *system, jn_work *work, jni_gradient_rows *rows) {
  const int *order = system->model->order;
  if (!work->has_weights) return;
  for (int i = jni_node_total(system) - 1; i >= 0; i--) {
    int node = order ? order[i] : i, signal = node - system->nforces, subsystem, stage;
    if (jni_subsystem_of_node(system, node, &subsystem, &stage)) propagate_stage(system, work, subsystem, stage, rows);
    else if (signal >= 0)
      propagate(system, work, &system->computed[signal], &work->weights[3 * system->nforces + signal], rows);
    for (int k = 0; k < 3 && signal < 0; k++)
      propagate(system, work, &system->forces[node].value[k], &work->weights[3 * node + k], rows);
  }
  work->has_weights = false;
}

void jni_formula_gradient(const jn_system *system, jn_work *work, const jni_formula *formula, double factor,
                          jni_gradient_rows *rows) {
  add_terms(system, work, formula, factor, rows);
  sweep(system, work, rows);
}

void jni_signal_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                         jni_gradient_rows *rows) {
  jni_signal_terms(system, work, s, factor, rows);
  sweep(system, work, rows);
}

// ---- one force element ----------------------------------------------------------------------------------------------

// Returns the derivative of the output of an element with respect to its value k: for a kind that is linear in its
// values the output for value k = 1 and other values zero, for a nonlinear kind by central differences.
static jni_force_output calc_unit(const jni_force_element *element, const jni_force_input *in, int k) {
  double h = element->kind->nonlinear ? 1e-6 * fmax(1, fabs(in->value[k])) : 1;
  jni_force_input unit = *in;
  jni_force_output out = {0}, low = {0};
  for (int i = 0; i < 3 && !element->kind->nonlinear; i++) unit.value[i] = 0;
  unit.value[k] += h;
  element->kind->calc(element, &unit, &out);
  if (!element->kind->nonlinear) return out;
  unit.value[k] = in->value[k] - h;
  element->kind->calc(element, &unit, &low);
  out.generalized = (out.generalized - low.generalized) / (2 * h);
  for (int i = 0; i < 3 * JNI_MOST_ENDS; i++) {
    int end = i / 3, axis = i % 3;
    out.force[end][axis] = (out.force[end][axis] - low.force[end][axis]) / (2 * h);
    out.torque[end][axis] = (out.torque[end][axis] - low.torque[end][axis]) / (2 * h);
  }
  return out;
}

static void add_unit_force_at_end(const jn_system *system, const jn_work *work, int frame, const double force[3],
                                  const double torque[3], double *act) {
  double L[6 * JNI_WIDEST];
  int width = system->width[system->model->frames[frame].body];
  jni_frame_map(system, work, frame, L);
  for (int j = 0; j < width; j++)
    for (int i = 0; i < 3; i++) act[j] += force[i] * L[i * width + j] + torque[i] * L[(3 + i) * width + j];
}

static void calc_unit_forces(const jn_system *system, const jn_work *work, const jni_force_input *in, int k,
                             jni_readings *r) {
  const jni_force_plan *plan = r->plan;
  jni_force_output out = calc_unit(plan->element, in, k);
  for (int place = 0; place < 2 * plan->nterms; place++) {
    double factor;
    const double *J = jni_form_side(work, plan, place, &factor);
    for (int j = 0; j < system->width[plan->places[place]]; j++) r->act[place][k][j] = out.generalized * factor * J[j];
  }
  for (int end = 0; end < plan->nends; end++)
    add_unit_force_at_end(system, work, plan->ends[end].i, out.force[end], out.torque[end], r->act[end][k]);
}

void jni_readings_take(const jn_system *system, jn_work *work, const jni_force_plan *plan, jni_readings *out) {
  size_t size = (size_t)plan->ndependencies * JNI_WIDEST;
  int nz = system->sizes.nz;
  jni_force_input in;
  out->plan = plan;
  out->act = (double(*)[3][JNI_WIDEST])work->acts;
  memset(work->acts, 0, (size_t)plan->nplaces * sizeof *out->act);
  jni_force_prepare(system, work, plan, 0, &in);
  for (int k = 0; k < 3; k++) {
    double *at = work->slopes + 2 * (size_t)k * size;
    out->rows[k] =
        (jni_gradient_rows){plan->dependencies, plan->ndependencies, at, at + size, work->state_slopes + k * nz};
    for (size_t i = 0; i < size; i++) out->rows[k].dq[i] = out->rows[k].dv[i] = 0;
    for (int i = 0; i < nz; i++) out->rows[k].dz[i] = 0;
    if (!plan->value[k].expression) continue;
    calc_unit_forces(system, work, &in, k, out);
    jni_formula_gradient(system, work, &plan->value[k], 1, &out->rows[k]);
  }
}

void jni_readings_block(const jn_system *system, const jni_readings *r, int place, int slot, double stiffness,
                        double damping, double *out) {
  int rows = system->width[r->plan->places[place]], columns = system->width[r->plan->dependencies[slot]];
  memset(out, 0, (size_t)(rows * columns) * sizeof *out);
  for (int k = 0; k < 3; k++) {
    const double *dq = r->rows[k].dq + slot * JNI_WIDEST, *dv = r->rows[k].dv + slot * JNI_WIDEST,
                 *act = r->act[place][k];
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) out[i * columns + j] -= act[i] * (stiffness * dq[j] + damping * dv[j]);
  }
}
