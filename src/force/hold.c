// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hold.c - see hold.h.
#include "force/hold.h"

#include <math.h>
#include <stdio.h>

#include "base/switch_side.h"
#include "kernel/force/hold.h"
#include "kernel/force/hold_call.h"

const jni_force_word jni_hold_states[1] = {{"deflection", JNI_DIM_LENGTH, JNI_DIM_ANGLE, false}};
enum { SLIP, CAPACITY };
const jni_force_word jni_hold_outputs[JNI_HOLD_NOUTPUTS] = {
    [SLIP] = {"slip", JNI_DIM_SPEED, JNI_DIM_ANGULAR_SPEED, false},
    [CAPACITY] = {"capacity", JNI_DIM_FORCE, JNI_DIM_TORQUE, false}};

static const double default_time = 2e-3;  // default damping over stiffness of the spring that holds, s

bool jni_hold_check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  (void)model;
  return jni_check_place(def, NULL, what, size);
}

int jni_hold_one(const jni_force_element *force) {
  (void)force;
  return 1;
}

bool jni_hold_conservative(const jni_force_element *force) {
  (void)force;
  return false;
}

static jnk_hold hold_of(jni_trace *trace, const jn_force_def *def) {
  double k = def->stiffness, c = def->damping > 0 ? def->damping : jni_trace_times(trace, k, default_time);
  return (jnk_hold){{k, c}, def->value[1] ? def->stribeck_rate : 0, def->viscous};
}

// ---- numbers --------------------------------------------------------------------------------------------------------

typedef struct {
  jnk_hold hold;
  double C, C_rate;      // capacity, and its derivative by the rate
  double trial;          // force of spring and damper if the slider sticks
  jnk_slider_side side;  // the slider sticks, slips forward or slips back; the held side of its switch, if it is held
} slider_state;

static jnk_slider_side held_side(int side) {
  int cell = jni_cell_of_side(side);
  return cell > 0 ? JNK_SLIPS_ON : cell < 0 ? JNK_SLIPS_BACK : JNK_STICKS;
}

static slider_state calc_slider(const jni_force_element *force, const jni_scalar_input *in) {
  slider_state s = {.hold = hold_of(NULL, &force->def)};
  s.C = jnk_hold_capacity(&s.hold, in->value, in->rate, &s.C_rate);
  s.trial = jnk_slider_trial(&s.hold.slider, in->state[0], in->rate);
  s.side = in->sides && in->sides[0] != 0 ? held_side(in->sides[0]) : jnk_slider_where(s.trial, s.C);
  return s;
}

static jnk_scalar_load calc(const jni_force_element *force, const jni_scalar_input *in, jni_force_output *out) {
  slider_state s = calc_slider(force, in);
  double F = jnk_slider_force(&s.hold.slider, in->state[0], in->rate, s.C, s.side, &out->state_rate[0]);
  double damping = s.side == JNK_STICKS ? s.hold.slider.c : (int)s.side * s.C_rate;
  out->named[SLIP] = in->rate - out->state_rate[0];
  out->named[CAPACITY] = s.C;
  F += s.hold.viscous * in->rate;
  return (jnk_scalar_load){.force = F, .damping = damping + s.hold.viscous, .power = -F * in->rate};
}

static void switches(const jni_force_element *force, const jni_scalar_input *in, double *e, int *side) {
  slider_state s = calc_slider(force, in);
  *e = jnk_slider_within(s.trial, s.C, s.side);
  *side = *e == 0 || isnan(*e) ? 0 : jni_side_of_cell(jnk_slider_where(s.trial, s.C));
}

// ---- nodes ----------------------------------------------------------------------------------------------------------

static const jni_kernel hold_rate = {"jnk_call_hold_rate", 8, 3, jnk_call_hold_rate, NULL};
static const jni_kernel hold = {"jnk_call_hold", 4, 3, jnk_call_hold, &hold_rate};

static jni_node write(const jni_force_element *force, const jni_code_input *in, const jni_scalar_nodes *at,
                      jni_code_output *out) {
  jni_graph *g = in->g;
  const jnk_hold h = hold_of(jni_graph_trace(g), &force->def);
  const double block[4] = {h.slider.k, h.slider.c, h.stribeck_rate, h.viscous};
  const jni_node inputs[4] = {at->rate, in->state[0], in->value[0], in->value[1]};
  int call = jni_call(g, &hold, block, 4, inputs);
  jni_node F = jni_result(g, call, 0);
  out->state_rate[0] = jni_result(g, call, 1);
  out->named[SLIP] = jni_minus(g, at->rate, out->state_rate[0]);
  out->named[CAPACITY] = jni_result(g, call, 2);
  out->power = jni_times(g, jni_opposite(g, F), at->rate);
  return F;
}

const jni_scalar_law jni_hold_law = {.calc = calc, .switches = switches, .write = write};
