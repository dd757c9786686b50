// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_base_upright.c - a free base keeps its orientation when angles of its legs are kept, and a base that has to turn
// is reported.
#include <math.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"

static bool warned(const jn_report *report) {
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    if (e->severity == JN_WARNING && strstr(e->what, "is turned by")) return true;
  }
  return false;
}

// Values of some outputs where the model begins; returns whether a turn was reported.
static bool start(const char *text, int n, const char *const *names, double *values) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "legs", text, strlen(text), NULL, 0, report);
  jn_run_options options = jn_run_options_default();
  options.probes = names;
  options.nprobes = n;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  CHECK(run != NULL);
  for (int k = 0; k < n; k++) {
    values[k] = NAN;
    for (int i = 0; run && i < jn_run_noutputs(run); i++)
      if (strcmp(jn_run_output_name(run, i), names[k]) == 0) values[k] = jn_run_outputs(run)[i];
  }
  bool found = warned(report);
  if (!run)
    for (int i = 0; i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return found;
}

#define TABLE(initial)                                                                                             \
  "jounce: 1\nspace: space\nbodies:\n  base: {mass: 10, inertia: [0.1, 0.3, 0.3], points: {f: [0.2, 0.1, 0], b: "  \
  "[-0.2, -0.1, 0]}}\n  front: {mass: 0.5, inertia: [0.005, 0.005, 0.001], points: {foot: [0, 0, -0.2]}}\n"        \
  "  back: {mass: 0.5, inertia: [0.005, 0.005, 0.001]}\njoints:\n  F: {type: revolute, between: [base.f, front], " \
  "axis: y}\n  B: {type: revolute, between: [base.b, back], axis: y}\ninitial: " initial "\n"
#define PLANE(initial)                                                                                           \
  "jounce: 1\nspace: plane\nbodies:\n  base: {mass: 10, inertia: 1, points: {f: [0.2, 0]}}\n  front: {mass: 1, " \
  "inertia: 0.1, points: {foot: [0, -0.2]}}\njoints: {F: {type: revolute, between: [base.f, "                    \
  "front]}}\ninitial: " initial "\n"

static void test_space(void) {
  static const char *const names[] = {"base.x", "base.z", "base.qw", "base.qy", "joint.F.angle", "joint.B.angle"};
  static const char *const kept[] = {"{keep: {base.position: [0, 0, 0.21], joint.F.angle: 0.5, joint.B.angle: 0.9}}",
                                     "{keep: {joint.F.angle: 0.5, joint.B.angle: 0.9}}"};
  for (int i = 0; i < 2; i++) {
    double v[6];
    char text[2000];
    snprintf(text, sizeof text, TABLE("%s"), kept[i]);
    CHECK(!start(text, 6, names, v));
    CHECK_NEAR(v[2], 1, 1e-12);
    CHECK_NEAR(v[3], 0, 1e-9);
    CHECK_NEAR(v[4], 0.5, 1e-9);
    CHECK_NEAR(v[5], 0.9, 1e-9);
    if (i == 0) CHECK_NEAR(v[0], 0, 1e-9);
    if (i == 0) CHECK_NEAR(v[1], 0.21, 1e-9);
  }
}

// An orientation that is guessed is upright for this base.
static void test_guessed_orientation(void) {
  static const char *const names[] = {"base.qw", "base.qx"};
  double v[2];
  CHECK(!start(TABLE("{keep: {joint.F.angle: 0.5}, guess: {base.orientation: {axis: x, angle: 0.6}}}"), 2, names, v));
  CHECK_NEAR(v[0], cos(0.3), 1e-9);
  CHECK_NEAR(v[1], sin(0.3), 1e-9);
}

// The foot is kept beside the hip and the leg in line with the base: the base has to turn, by the angle of the leg.
static void test_forced_turn(void) {
  static const char *const names[] = {"base.qy", "front.foot.x"};
  double v[2];
  CHECK(start(TABLE("{keep: {base.f.x: 0.2, base.f.y: 0.1, base.f.z: 0.5, joint.F.angle: 0, front.foot.x: 0.1}}"), 2,
              names, v));
  CHECK_NEAR(v[1], 0.1, 1e-9);
  CHECK_NEAR(fabs(v[0]), sin(0.5 * asin(0.5)), 1e-8);
}

static void test_plane(void) {
  static const char *const names[] = {"base.angle", "joint.F.angle"};
  double v[2];
  CHECK(!start(PLANE("{keep: {base.position: [0, 1], joint.F.angle: 0.7}}"), 2, names, v));
  CHECK_NEAR(v[0], 0, 1e-9);
  CHECK_NEAR(v[1], 0.7, 1e-9);
  CHECK(start(PLANE("{keep: {base.f.x: 0, base.f.y: 0, joint.F.angle: 0, front.foot.x: 0.1}}"), 2, names, v));
  CHECK_NEAR(v[0], asin(0.5), 1e-9);
}

int main(void) {
  test_space();
  test_guessed_orientation();
  test_forced_turn();
  test_plane();
  return check_report();
}
