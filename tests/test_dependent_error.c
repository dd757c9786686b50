// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_dependent_error.c - errors of `partition` and `partial-velocity` beside those of `multipliers` at equal tolerance, where the choice of
// dependent speeds becomes poor on the way.
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"

// A screw, a universal, a hinge, a cylindrical joint and a rod, of bodies some 15 m large.
static const char loop[] =
    "jounce: 1\n"
    "space: space\n"
    "gravity: [0, 0, -9.81]\n"
    "ground: {frames: {F1: {at: [3.4409, -3.33, 5.0992], orientation: [-0.3407, -0.47724, -0.74808, -0.31071]}}}\n"
    "bodies: {b0: {mass: 1.9873, inertia: [8.7137, 7.4898, 8.1282], frames: {F2: {at: [-2.1401, 1.8398, 3.7337], orientation: [-0.81158, 0.14278, "
    "-0.43888, 0.35824]}, F3: {at: [-2.7326, -4.8149, -5.9887], orientation: [-0.84761, 0.053064, 0.46746, 0.2454]}, F5: {at: [-13.678, -0.5319, -1.2932], "
    "orientation: [-0.090362, -0.83504, -0.5405, 0.04895]}}}, b1: {mass: 0.64977, inertia: [21.645, 25.89, 25.296], frames: {F4: {at: [2.1943, -3.9682, "
    "1.9783], orientation: [-0.48085, -0.66447, -0.11289, 0.56082]}, F7: {at: [12.404, -8.6538, 0.95004], orientation: [-0.655, 0.18143, 0.14933, "
    "-0.71817]}}}, b2: {mass: 2.9645, inertia: [25.451, 26.609, 34.584], points: {P9: [-1.4509, -1.64, -4.7423]}, frames: {F6: {at: [-15.857, -9.3598, "
    "4.8667], orientation: [0.16674, 0.40035, 0.83275, -0.34414]}}}, b3: {mass: 4.1713, inertia: [31.314, 48.944, 39.391], points: {P10: [-0.84162, "
    "4.0643, 11.451]}, frames: {F8: {at: [10.08, 11.563, 5.5133], orientation: [-0.38592, 0.8234, -0.16932, -0.38]}}}}\n"
    "joints: {J1: {type: screw, between: [ground.F1, b0.F2], axis: z, pitch: -0.49721}, J2: {type: universal, between: [b0.F3, b1.F4], axes: [x, y]}, "
    "J3: {type: revolute, between: [b0.F5, b2.F6], axis: z}, J4: {type: cylindrical, between: [b1.F7, b3.F8], axis: x}, J5: {type: distance, "
    "between: [b2.P9, b3.P10], length: 15.874}}\n"
    "initial: {guess: {b0.position: [2.7499, 1.2628, 5.6766], b0.quaternion: [0.42537, 0.84032, 0.331, 0.057964], b0.velocity: [15.583, 6.0235, -15.397], "
    "b0.omega: [-1.5636, -0.4265, 1.722], b1.position: [-7.8656, 8.3483, 4.6079], b1.quaternion: [0.97196, 0.035291, 0.0017821, 0.23248], "
    "b1.velocity: [2.7315, -2.3982, 17.343], b1.omega: [0.46254, 1.9058, 2.0588], b2.position: [1.512, 3.9066, -4.191], b2.quaternion: [-0.24874, -0.6553, "
    "-0.56026, 0.44139], b2.velocity: [7.6712, -7.822, -9.2657], b2.omega: [0.23632, -0.12691, -2.0391], b3.position: [-3.0105, -2.9478, -3.7936], "
    "b3.quaternion: [0.56578, 0.57049, 0.48925, 0.33923], b3.velocity: [13.279, 14.742, -16.628], b3.omega: [2.005, 0.060045, 1.8733]}}\n"
    "outputs: [b0.position, b1.position, b2.position, b3.position]\n";

enum { NOUTPUTS = 12 };

static bool run(const char *formulation, const char *integrator, double tolerance, double values[NOUTPUTS]) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "loop", loop, strlen(loop), NULL, 0, report);
  CHECK(model != NULL);
  jn_run_options options = jn_run_options_default();
  jn_choices *c = model ? jn_model_choices(model) : NULL;
  if (c) {
    snprintf(c->formulation, sizeof c->formulation, "%s", formulation), snprintf(c->integrator, sizeof c->integrator, "%s", integrator);
    snprintf(c->coordinates, sizeof c->coordinates, "cartesian");
    c->until = 0.69, c->tolerance = tolerance;
  }
  jn_run *r = model ? jn_run_new(model, &options, report) : NULL;
  bool done = r && jn_run_execute(r, report) == JN_OK && jn_run_noutputs(r) == NOUTPUTS;
  for (int i = 0; done && i < NOUTPUTS; i++) values[i] = jn_run_outputs(r)[i];
  for (int i = 0; !done && i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
  jn_run_free(r);
  jn_model_free(model);
  jn_report_free(report);
  return done;
}

// allowed: with v_i kept at the ends of steps, and a poor choice unseen, errors are a hundred times as large and more.
static void check(const char *integrator, double tolerance, double allowed, const double *exact) {
  static const char *const formulations[] = {"multipliers", "partition", "partial-velocity"};
  for (int f = 0; f < 3; f++) {
    double values[NOUTPUTS], error = 0;
    bool done = run(formulations[f], integrator, tolerance, values);
    CHECK(done);
    for (int i = 0; done && i < NOUTPUTS; i++) error = fmax(error, fabs(values[i] - exact[i]));
    CHECK(error <= allowed);
    if (!(error <= allowed)) printf("%s %s %g: %g m\n", formulations[f], integrator, tolerance, error);
  }
}

int main(void) {
  double exact[NOUTPUTS] = {0};
  CHECK(run("multipliers", "dopri5", 1e-12, exact));
  check("dopri5", 1e-6, 1e-4, exact), check("dopri5", 1e-8, 1e-6, exact);
  check("bdf", 1e-9, 4e-6, exact), check("bdf", 1e-10, 4e-7, exact);
  check("adams", 1e-8, 2e-5, exact);
  return check_report();
}
