// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_far_turns.c - rows over joint coordinates compare large numbers once these have turned far: what rounding leaves
// of them is no reason to stop, whatever the factors. And the row that cannot be closed is named.
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"

// Two shafts, started by the driving one, that nothing brakes.
#define SHAFTS(mesh, speed)                                                                                 \
  "jounce: 1\nspace: plane\nground: {points: {O: [0, 0], D: [1, 0]}}\n"                                     \
  "bodies: {a: {mass: 1, inertia: 2e-4}, b: {mass: 1, inertia: 2e-3}}\n"                                    \
  "joints:\n  A: {type: revolute, between: [ground.O, a]}\n  B: {type: revolute, between: [ground.D, b]}\n" \
  "  mesh: {" mesh "}\ninitial: {keep: {a.angle: 0, a.rate: " speed                                         \
  "}}\n"                                                                                                    \
  "simulate: {until: 100}\noutputs: [a.angle, b.angle]\n"

typedef struct {
  const char *text;
  double ratio;  // angle of b over angle of a
} pair;

static const pair pairs[] = {
    {SHAFTS("type: coupling, terms: {A: 20, B: 60}", "3e4"), -20.0 / 60},
    {SHAFTS("type: coupling, terms: {A: 2e7, B: 7e7}", "3e4"), -2.0 / 7},
    {SHAFTS("type: coupling, terms: {A: 2e-7, B: 7e-7}", "3e4"), -2.0 / 7},
    {SHAFTS("type: gear, from: A, to: B, ratio: -0.3333333333333333", "1e6"), -1.0 / 3},
    {SHAFTS("type: gear, from: A, to: B, ratio: -0.7, scale: 1e4", "1e6"), -0.7},
};

static void show(const jn_report *report, const char *what) {
  char text[1000];
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    printf("%s: %s\n", what, text);
  }
}

static jn_run *run_of(jn_model *model, const char *formulation, const char *coordinates, double step,
                      jn_report *report) {
  jn_run_options options = jn_run_options_default();
  jn_choices *choices = jn_model_choices(model);
  snprintf(choices->formulation, sizeof choices->formulation, "%s", formulation);
  snprintf(choices->coordinates, sizeof choices->coordinates, "%s", coordinates);
  choices->step = step;
  return jn_run_new(model, &options, report);
}

static void check_pair(const pair *p, const char *formulation, const char *coordinates) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "shafts", p->text, strlen(p->text), NULL, 0, report);
  jn_run *run = model ? run_of(model, formulation, coordinates, 0.5, report) : NULL;
  bool done = run && jn_run_execute(run, report) == JN_OK;
  CHECK(done);
  if (!done) show(report, formulation);
  const double *angles = done ? jn_run_outputs(run) : NULL;
  if (done) CHECK_NEAR(angles[1], p->ratio * angles[0], 2e-15 * fabs(angles[0]));
  if (done) CHECK(angles[0] > 9e5);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

static void test_pairs(void) {
  static const char *const coordinates[] = {"cartesian", "joint"};
  static const char *const formulations[] = {"multipliers", "partition", "partial-velocity", "orthonormal", "reduced"};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    for (size_t f = 0; f < sizeof formulations / sizeof *formulations; f++)
      for (size_t c = f == 4 ? 1 : 0; c < 2; c++) check_pair(&pairs[i], formulations[f], coordinates[c]);
}

// The slide is pulled beyond what crank and rod reach.
static const char too_far[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\nbodies:\n"
    "  crank: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: [1, 0]}}\n"
    "  rod: {mass: 1, inertia: 0.1, points: {A: [0, 0], B: [2, 0]}}\n"
    "  slider: {mass: 1, inertia: 0.1}\njoints:\n  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, rod.A]}\n  B: {type: revolute, between: [rod.B, slider]}\n"
    "  S: {type: prismatic, between: [ground, slider], axis: x}\ndrivers: {pull: {joint: S, motion: 2.5 + t}}\n"
    "initial: {guess: {crank.angle: 0.6, rod.angle: -0.3, slider.x: 2.5}}\nsimulate: {until: 2}\n"
    "outputs: [crank.angle]\n";

static void test_open_row_is_named(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "too far", too_far, strlen(too_far), NULL, 0, report);
  jn_run *run = run_of(model, "multipliers", "cartesian", 0.01, report);
  CHECK(run && jn_run_execute(run, report) == JN_NO_CONVERGENCE);
  const char *why = run ? jn_run_summary(run)->why : "";
  CHECK(strstr(why, "joint 'B' (equation ") && strstr(why, " m;"));
  if (!strstr(why, "joint 'B' (equation ")) puts(why);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  test_pairs();
  test_open_row_is_named();
  return check_report();
}
