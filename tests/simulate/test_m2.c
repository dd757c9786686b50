// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_m2.c - the Bradley M2: its counts, how it stands, how it rolls, and how its tracks turn it.
#include <stdlib.h>

#include "ending.h"

#define MODEL JOUNCE_SOURCE_DIR "/models/vehicles/m2.yaml"
enum { BODIES = 32, FREEDOMS = 37, WHEELS = 6 };

static const double gravity = 9.81, mass = 28225.2;  // 30 t less what lies on the ground of the tracks

static jn_model *read_m2(const jn_setting *settings, int n) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, MODEL, settings, n, report);
  if (!model) print_report(report, "m2");
  CHECK(model != NULL);
  jn_report_free(report);
  return model;
}

static double value_of(const ending *end, const char *name) {
  for (int i = 0; i < end->n; i++)
    if (strcmp(end->names[i], name) == 0) return end->values[i];
  printf("no output %s\n", name);
  return NAN;
}

static void test_counts(void) {
  jn_model *model = read_m2(NULL, 0);
  jn_report *report = jn_report_new(NULL);
  jn_system *system = model ? jn_system_new(model, "joint", report) : NULL;
  double *state = system ? calloc((size_t)jn_system_sizes(system).nstate, sizeof *state) : NULL;
  CHECK(model && jn_model_nbodies(model) == BODIES + 1);
  CHECK(state && jn_system_sizes(system).nv == FREEDOMS && jn_system_sizes(system).nc == 0);
  CHECK(state && jn_start(system, NULL, state, NULL, NULL, report) == JN_OK);
  jn_mobility *mobility = state ? jn_mobility_new(system, state, report) : NULL;
  CHECK(mobility && jn_mobility_freedoms(mobility) == FREEDOMS && jn_mobility_loops(mobility) == 0);
  if (model) jn_check_sanity(model, report);
  if (model) CHECK(jn_report_count(report, JN_WARNING) + jn_report_count(jn_model_report(model), JN_WARNING) == 0);
  print_report(report, "m2");
  jn_mobility_free(mobility);
  free(state);
  jn_system_free(system), jn_report_free(report), jn_model_free(model);
}

static ending run_m2(const jn_setting *settings, int n, double step, double until) {
  static ending end;
  jn_model *model = read_m2(settings, n);
  end.status = JN_BAD_MODEL;
  if (!model) return end;
  jn_choices choices = *jn_model_choices(model);
  choices.until = until > 0 ? until : 1e-9, choices.step = step;
  if (step > 0) snprintf(choices.integrator, sizeof choices.integrator, "rk4");
  run_to_end(model, &choices, "m2", &end);
  CHECK(end.status == JN_OK);
  jn_model_free(model);
  return end;
}

// The loads carry the weight; turret and engine on the right make the difference between the sides.
static void test_standing(void) {
  static const double of_weight = 1e-9;
  ending end = run_m2(NULL, 0, 0, 0);
  double sum[2] = {0, 0};
  for (int side = 0; side < 2; side++)
    for (int i = 1; i <= WHEELS; i++) {
      char name[32];
      snprintf(name, sizeof name, "load_%s_%d", side ? "right" : "left", i);
      sum[side] += value_of(&end, name);
    }
  CHECK_NEAR((sum[0] + sum[1]) / (mass * gravity), 1, of_weight);
  CHECK(fabs(value_of(&end, "chassis.z")) < 0.04);
  // moment about x of turret, gun and engine over the distance of the tracks
  double off = (3900 + 400) * 0.25 + 150 * 0.5;
  CHECK_NEAR(sum[1] - sum[0], 2 * off * gravity / (2 * 1.333), 0.01 * sum[0]);
}

// Without that, left and right are the same.
static void test_symmetry(void) {
  static const jn_setting settings[] = {{"turret_y", "0"}, {"engine_y", "0"}};
  ending end = run_m2(settings, 2, 0, 0);
  for (int i = 1; i <= WHEELS; i++) {
    char left[32], right[32];
    snprintf(left, sizeof left, "load_left_%d", i), snprintf(right, sizeof right, "load_right_%d", i);
    CHECK_NEAR(value_of(&end, left), value_of(&end, right), 1e-6 * value_of(&end, left));
  }
}

int main(void) {
  test_counts();
  test_standing();
  test_symmetry();
  return check_report();
}
