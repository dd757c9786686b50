// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact_examples.c - shipped examples with contacts: the tippe top against Jellett's integral,
// Newton's cradle, a gripper that does not creep, a quadruped that stands up.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jounce/jounce.h"

#define EXAMPLES JOUNCE_SOURCE_DIR "/models/examples/"

enum { MOST_PROBES = 16 };

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;
  jn_status status;
  const char *const *probes;
} example;

// Reads an example and runs it until a time, with probes (ended by NULL), a tolerance (0: its own) and a setting (NULL:
// none).
static example run_example(const char *name, double until, double tolerance, const jn_setting *setting,
                           const char *const *probes) {
  example e = {.report = jn_report_new(NULL), .status = JN_REFUSED};
  char path[512];
  snprintf(path, sizeof path, EXAMPLES "%s.yaml", name);
  e.model = jn_model_read(NULL, path, setting, setting != NULL, e.report);
  if (!e.model) {
    for (int i = 0; i < jn_report_size(e.report); i++)
      fprintf(stderr, "%d: %s\n", jn_report_get(e.report, i)->line, jn_report_get(e.report, i)->what);
    return e;
  }
  jn_choices choices = *jn_model_choices(e.model);
  choices.until = until;
  if (tolerance > 0) choices.tolerance = tolerance;
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  options.probes = probes;
  while (probes[options.nprobes]) options.nprobes++;
  e.run = jn_run_new(e.model, &options, e.report);
  if (e.run) e.status = jn_run_execute(e.run, e.report);
  e.probes = probes;
  return e;
}

// Returns the value of probe i, which may be an output of the model as well.
static double probe(const example *e, int i) {
  for (int k = 0; k < jn_run_noutputs(e->run); k++)
    if (strcmp(jn_run_output_name(e->run, k), e->probes[i]) == 0) return jn_run_outputs(e->run)[k];
  fprintf(stderr, "there is no output '%s'\n", e->probes[i]);
  return NAN;
}

static void drop(example *e) {
  jn_run_free(e->run);
  jn_model_free(e->model);
  jn_report_free(e->report);
}

// ---- tippe top -----------------------------------------------------------------------------------------------------

// Returns Jellett's integral, the angular momentum along R n - a axis, n the vertical, of quaternion q and angular
// velocity w in body axes.
static double jellett_of(const double q[4], const double w[3]) {
  const double A = 8e-7, C = 7e-7, R = 0.015, a = 0.003;
  double up[3] = {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                  1 - 2 * (q[1] * q[1] + q[2] * q[2])};  // in body axes
  double vertical = up[0] * w[0] + up[1] * w[1] + up[2] * w[2];
  return R * (A * vertical + (C - A) * w[2] * up[2]) - a * C * w[2];
}

// Jellett's integral is constant while the top slips, and energy is in balance; test_contact_reference.c has its
// motion.
static void test_tippe_top(void) {
  static const char *const probes[] = {"top.qw", "top.qx", "top.qy",       "top.qz", "top.wx",
                                       "top.wy", "top.wz", "energy.error", NULL};
  const jn_setting spin = {"parameters.spin", "180"};
  for (int k = 0; k < 2; k++) {
    example e = run_example("tippe-top", k == 0 ? 0.1 : 0.5, 1e-12, &spin, probes);
    CHECK(e.status == JN_OK);
    if (e.status == JN_OK) {
      const double start[2][4] = {{cos(0.15), sin(0.15), 0, 0}, {0, 180 * sin(0.3), 180 * cos(0.3), 0}};
      double y[7];
      for (int i = 0; i < 7; i++) y[i] = probe(&e, i);
      CHECK_NEAR(jellett_of(y, y + 4) / jellett_of(start[0], start[1]), 1, 1e-9);
      CHECK_NEAR(probe(&e, 7), 0, 1e-11);
    }
    drop(&e);
  }
  // it turns over until it rolls
  const char *const at_end[] = {"top.qx", "top.qy", NULL};
  example e = run_example("tippe-top", 1.5, 0, NULL, at_end);
  CHECK(e.status == JN_OK);
  if (e.status == JN_OK) CHECK(1 - 2 * (probe(&e, 0) * probe(&e, 0) + probe(&e, 1) * probe(&e, 1)) < -0.7);
  drop(&e);
}

// ---- the others ----------------------------------------------------------------------------------------------------

// The last ball leaves with the energy of the first; the others hang still.
static void test_cradle(void) {
  static const char *const probes[] = {"joint.swing1.angle_rate",
                                       "joint.swing2.angle_rate",
                                       "joint.swing4.angle_rate",
                                       "joint.swing5.angle_rate",
                                       "energy.error",
                                       "contact.hit1.impacts",
                                       NULL};
  example e = run_example("newtons-cradle", 0.3, 0, NULL, probes);
  CHECK(e.status == JN_OK);
  if (e.status == JN_OK) {
    for (int i = 0; i < 3; i++) CHECK_NEAR(probe(&e, i), 0, 1e-9);
    CHECK(fabs(probe(&e, 3)) > 0.5 && probe(&e, 5) == 1);
    CHECK_NEAR(probe(&e, 4), 0, 1e-6);
  }
  drop(&e);
}

// The ball follows the hand exactly, while it is lifted and shaken.
static void test_gripper(void) {
  static const char *const probes[] = {"ball.z",
                                       "ball.y",
                                       "joint.up.displacement",
                                       "joint.across.displacement",
                                       "contact.pads.left.ball.slip",
                                       "contact.pads.left.ball.normal",
                                       NULL};
  double place[2][2];
  for (int k = 0; k < 2; k++) {
    example e = run_example("gripper", k == 0 ? 0.55 : 3, 0, NULL, probes);
    CHECK(e.status == JN_OK);
    if (e.status != JN_OK) {
      drop(&e);
      return;
    }
    place[k][0] = probe(&e, 0) - probe(&e, 2);
    place[k][1] = probe(&e, 1) - probe(&e, 3);
    CHECK_NEAR(probe(&e, 4), 0, 1e-12);
    CHECK_NEAR(probe(&e, 5), 12, 0.01);
    drop(&e);
  }
  CHECK_NEAR(place[1][0], place[0][0], 1e-9);
  CHECK_NEAR(place[1][1], place[0][1], 1e-9);
}

// The legs straighten, the feet stick and bear the weight.
static void test_quadruped(void) {
  static const char *const probes[] = {"trunk.z",
                                       "contact.feet.1.slip",
                                       "contact.feet.2.slip",
                                       "contact.feet.3.slip",
                                       "contact.feet.4.slip",
                                       "contact.feet.normal",
                                       "contact.feet.impacts",
                                       NULL};
  for (int k = 0; k < 2; k++) {
    example e = run_example("quadruped-stands-up", k == 0 ? 0.4 : 3, 0, NULL, probes);
    CHECK(e.status == JN_OK);
    if (e.status == JN_OK) {
      CHECK_NEAR(probe(&e, 0), k == 0 ? 0.19 : 0.35, 0.02);
      for (int i = 1; i <= 4; i++) CHECK_NEAR(probe(&e, i), 0, 1e-12);
      CHECK_NEAR(probe(&e, 5), (7.5 + 4 * (0.65 + 1.1 + 0.22)) * 9.81, k == 0 ? 20 : 0.1);
      CHECK(probe(&e, 6) == 0);
    }
    drop(&e);
  }
}

int main(void) {
  test_tippe_top();
  test_cradle();
  test_gripper();
  test_quadruped();
  return check_report();
}
