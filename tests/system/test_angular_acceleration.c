// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_angular_acceleration.c - BODY.angular_acceleration of a body that tumbles in space is the rate of BODY.omega, in
// body axes, in all coordinates.
#include "check.h"
#include "jounce/jounce.h"

#include <math.h>
#include <string.h>

// A body turned away from the ground's axes, with three different moments of inertia, on a ball joint.
static const char text[] =
    "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
    "bodies: {top: {mass: 1, inertia: [0.1, 0.2, 0.25], points: {S: [0.1, 0.2, -0.5]}}}\n"
    "joints: {S: {type: spherical, between: [ground, top.S]}}\n"
    "initial: {keep: {top.quaternion: [0.5, 0.5, -0.5, 0.5], top.wx: 2, top.wy: -1, top.wz: 3}}\n"
    "simulate: {until: 1, step: 1 ms, integrator: rk4, formulation: multipliers}\n"
    "outputs: [top.omega, top.angular_acceleration]\n";

static void test_rate_of_omega(const char *coordinates) {
  enum { STEPS = 21 };
  jn_report *report = jn_report_new(NULL);
  jn_setting setting = {"simulate.coordinates", coordinates};
  jn_model *model = jn_model_read_text(NULL, "text", text, strlen(text), &setting, 1, report);
  jn_run_options options = jn_run_options_default();
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  double out[STEPS][6];
  CHECK(run != NULL);
  for (int k = 0; run && k < STEPS; k++) {
    if (k > 0) CHECK(jn_run_step(run, 1) == JN_OK);
    memcpy(out[k], jn_run_outputs(run), sizeof out[k]);
  }
  double most = 0;
  for (int k = 1; run && k + 1 < STEPS; k++)
    for (int i = 0; i < 3; i++) {
      CHECK_NEAR(out[k][3 + i], (out[k + 1][i] - out[k - 1][i]) / 2e-3, 2e-3);  // h^2/6 of the third derivative
      most = fmax(most, fabs(out[k][3 + i]));
    }
  CHECK(most > 1);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  test_rate_of_omega("cartesian");
  test_rate_of_omega("natural");
  test_rate_of_omega("joint");
  return check_report();
}
