// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hold.c - see hold.h.
#include "force/hold.h"

#include <math.h>
#include <stdio.h>

#include "base/side.h"
#include "force/scalar.h"
#include "kernel/force/hold.h"
#include "kernel/force/hold_call.h"

const jni_force_word jni_hold_states[1] = {{"deflection", JNI_DIM_LENGTH, JNI_DIM_ANGLE, false}};
enum { SLIP, CAPACITY };
const jni_force_word jni_hold_outputs[JNI_HOLD_NOUTPUTS] = {
    [SLIP] = {"slip", JNI_DIM_SPEED, JNI_DIM_ANGULAR_SPEED, false},
    [CAPACITY] = {"capacity", JNI_DIM_FORCE, JNI_DIM_TORQUE, false}};

static const double usual_time = 2e-3;  // damping over stiffness, s

bool jni_hold_check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  (void)model;
  return jni_either_check(def, NULL, what, size);
}

int jni_hold_one(const jni_force_element *force) { return (void)force, 1; }
bool jni_hold_conservative(const jni_force_element *force) { return (void)force, false; }

// ---- the slider at its rate ----------------------------------------------------------------------

typedef struct {
  jnk_hold hold;
  double C, slope;  // capacity, and its derivative over the rate
  double trial;
  jnk_slider_side side;  // on which it is, or is held
} holding;

static jnk_slider_side held_side(int side) {
  int cell = jni_cell_of_side(side);
  return cell > 0 ? JNK_SLIPS_ON : cell < 0 ? JNK_SLIPS_BACK : JNK_STICKS;
}

static jnk_hold plain(jni_trace *trace, const jn_force_def *def) {
  double k = def->stiffness, c = def->damping > 0 ? def->damping : jni_trace_times(trace, k, usual_time);
  return (jnk_hold){{k, c}, def->value[1] ? def->stribeck_rate : 0, def->viscous};
}

static holding take(const jni_force_element *force, const jni_force_input *in) {
  holding h = {.hold = plain(NULL, &force->def)};
  h.C = jnk_hold_capacity(&h.hold, in->value, in->rate, &h.slope);
  h.trial = jnk_slider_trial(&h.hold.slider, in->state[0], in->rate);
  h.side = in->sides && in->sides[0] != 0 ? held_side(in->sides[0]) : jnk_slider_where(h.trial, h.C);
  return h;
}

void jni_hold_calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  holding h = take(force, in);
  double F = jnk_slider_force(&h.hold.slider, in->state[0], in->rate, h.C, h.side, &out->state_rate[0]);
  out->named[SLIP] = in->rate - out->state_rate[0];
  out->named[CAPACITY] = h.C;
  F += h.hold.viscous * in->rate;
  out->length = in->coordinate, out->length_rate = in->rate;
  out->scalar = F, out->generalized = -F;
  out->power = -F * in->rate;
}

void jni_hold_tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  holding h = take(force, in);
  double steep = h.side == JNK_STICKS ? h.hold.slider.c : (int)h.side * h.slope;
  out->generalized_rate = -(steep + h.hold.viscous);
}

void jni_hold_switches(const jni_force_element *force, const jni_force_input *in, double *e, int *side) {
  holding h = take(force, in);
  *e = jnk_slider_within(h.trial, h.C, h.side);
  *side = *e == 0 || isnan(*e) ? 0 : jni_side_of_cell(jnk_slider_where(h.trial, h.C));
}

// ---- as part of a graph --------------------------------------------------------------------------

static const jni_kernel hold_rate = {"jnk_call_hold_rate", 8, 3, jnk_call_hold_rate, NULL};
static const jni_kernel hold = {"jnk_call_hold", 4, 3, jnk_call_hold, &hold_rate};

static void write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  const jnk_hold h = plain(jni_graph_trace(g), &force->def);
  const double block[4] = {h.slider.k, h.slider.c, h.stribeck_rate, h.viscous};
  const jni_code_line line = {.x = in->coordinate, .rate = in->rate};
  const jni_node at[4] = {in->rate, in->state[0], in->value[0], in->value[1]};
  int call = jni_call(g, &hold, block, 4, at);
  jni_code_pull(in, &line, jni_result(g, call, 0), out);
  out->state_rate[0] = jni_result(g, call, 1);
  out->named[SLIP] = jni_minus(g, in->rate, out->state_rate[0]);
  out->named[CAPACITY] = jni_result(g, call, 2);
  out->power = jni_times(g, out->generalized, in->rate);
}

const jni_force_code jni_hold_code = {.axes = JNI_CODE_RELATIVE, .write = write};
