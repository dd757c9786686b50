// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cruise_controller.c - the cruise control of fmus/cruise.c as a controller in C, with the same arithmetic: a sample
// first completes the step from the sample before it.
#include <jounce/controller.h>

static const jn_controller_signal inputs[] = {{"speed", "m/s", 0, 0, "of the vehicle"}};
enum { THROTTLE, BRAKE, SHOWN_SUM, BRAKING };
static const jn_controller_signal outputs[] = {
    {"throttle", "1", 0, 0, ""}, {"brake", "1", 0, 0, ""}, {"sum", "1", 0, 0, ""}, {"braking", "1", 0, 0, ""}};
enum { TARGET, GAIN, TIME, STEP };
static const jn_controller_parameter parameters[] = {{"target", "m/s", 20, 0, 60, ""},
                                                     {"gain", "s/m", 0.2, 0, 0, ""},
                                                     {"time", "s", 5, 0, 0, ""},
                                                     {"step", "s", 0.02, 0, 0, ""}};
enum { SUM, SPEED, STARTED };
static const jn_controller_signal states[] = {
    {"integral", "1", 0, 0, ""}, {"last_speed", "m/s", 0, 0, ""}, {"started", "1", 0, 1, ""}};

static double pedal_of(const jn_controller_call *call, double speed) {
  const double *p = call->parameters;
  return p[GAIN] * (p[TARGET] - speed) + call->states[SUM];
}

static const char *sample(const jn_controller_call *call) {
  const double *p = call->parameters;
  double *s = call->states, *out = call->outputs;
  if (s[STARTED] > 0) {
    double before = pedal_of(call, s[SPEED]);
    if (before > -1 && before < 1) s[SUM] += p[STEP] * p[GAIN] * (p[TARGET] - s[SPEED]) / p[TIME];
  }
  s[STARTED] = 1;
  s[SPEED] = call->inputs[0];
  double pedal = pedal_of(call, s[SPEED]);
  out[THROTTLE] = pedal > 0 ? pedal < 1 ? pedal : 1 : 0;
  out[BRAKE] = pedal < -0.1 ? -0.3 * pedal : 0;
  out[SHOWN_SUM] = s[SUM];
  out[BRAKING] = pedal < -0.1;
  return NULL;
}

extern const jn_controller jounce_controller_cruise;
const jn_controller jounce_controller_cruise = {.version = JN_CONTROLLER_VERSION,
                                                .name = "cruise",
                                                .period = 0.02,
                                                JN_CONTROLLER_INPUTS(inputs),
                                                JN_CONTROLLER_OUTPUTS(outputs),
                                                JN_CONTROLLER_PARAMETERS(parameters),
                                                JN_CONTROLLER_STATES(states),
                                                .sample = sample};
