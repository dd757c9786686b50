// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_hmmwv.c - the HMMWV: its counts, how it stands, one motion by several methods in all coordinates, and the
// balance of energy over a bump course.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define VEHICLES JOUNCE_SOURCE_DIR "/models/vehicles/"
enum { BODIES = 46, LOOPS = 17, FREEDOMS = 16, WHEELS = 4 };

static const double gravity = 9.81, mass = 2597.138;
static const char *const wheels[WHEELS] = {"fl", "fr", "rl", "rr"};

static void print_report(const jn_report *report) {
  char text[1024];
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    printf("%s\n", text);
  }
}

static jn_model *read_model(const char *name, const jn_setting *settings, int n) {
  char path[512];
  snprintf(path, sizeof path, VEHICLES "%s.yaml", name);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, settings, n, report);
  if (!model) print_report(report);
  CHECK(model != NULL);
  jn_report_free(report);
  return model;
}

// ---- counts ---------------------------------------------------------------------------------------------------------

static void check_sizes(const jn_model *model, const char *coordinates, int nv, int nc) {
  jn_report *report = jn_report_new(NULL);
  jn_system *system = jn_system_new(model, coordinates, report);
  jn_sizes n = jn_system_sizes(system);
  double *state = calloc((size_t)n.nstate, sizeof *state);
  CHECK(n.nv == nv && n.nc == nc);
  CHECK(jn_system_initial_state(system, state) == JN_OK && jn_assemble(system, state, NULL, report) == JN_OK);
  jn_mobility *mobility = jn_mobility_new(system, state, report);
  CHECK(mobility && jn_mobility_freedoms(mobility) == FREEDOMS && jn_mobility_redundant(mobility) == 0);
  CHECK(mobility && jn_mobility_loops(mobility) == LOOPS);
  jn_mobility_free(mobility);
  free(state);
  jn_system_free(system);
  jn_report_free(report);
}

static int warnings_of(jn_model *model) {
  jn_report *report = jn_report_new(NULL);
  jn_check_sanity(model, report);
  int n = jn_report_count(report, JN_WARNING) + jn_report_count(jn_model_report(model), JN_WARNING);
  if (n > 0) {
    print_report(report);
    print_report(jn_model_report(model));
  }
  jn_report_free(report);
  return n;
}

// All sixteen are the named ones; groups, the largest with the wishbones and the tie rod of a corner.
static void check_independent(jn_model *model, int ngroups) {
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  snprintf(choices.start, sizeof choices.start, "assembly");
  jn_run *run = jn_run_new(model, &options, report);
  const jn_reduced *r = run ? jn_run_reduced(run) : NULL;
  if (!r) print_report(report);
  CHECK(r != NULL);
  int named = 0;
  for (int i = 0; r && i < r->nindependent; i++) {
    const char *name = r->arcs[r->independent[i]];
    named += strcmp(name, "chassis") == 0 || strstr(name, ".lca") || strstr(name, ".spin") ||
             strcmp(name, "joint.pitman.angle") == 0 || strcmp(name, "joint.engine.angle") == 0;
  }
  CHECK(r && r->nindependent == FREEDOMS && named == FREEDOMS && strcmp(r->warning, "") == 0);
  CHECK(r && r->ngroups == ngroups);
  int largest = 0;
  for (int g = 0; r && g < r->ngroups; g++) {
    int size = r->group_at[g + 1] - r->group_at[g];
    largest = size > largest ? size : largest;
  }
  CHECK(largest == 6);
  jn_run_free(run);
  jn_report_free(report);
}

static void test_counts(void) {
  static const struct {
    const char *name;
    int ngroups;
  } variants[] = {{"hmmwv", 22}, {"hmmwv-universal", 26}, {"hmmwv-fiala", 22}};
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    jn_model *model = read_model(variants[i].name, NULL, 0);
    if (!model) continue;
    CHECK(jn_model_nbodies(model) == BODIES + 1 && warnings_of(model) == 0);
    check_sizes(model, "cartesian", 276, 260);
    check_sizes(model, "joint", 76, 60);
    check_independent(model, variants[i].ngroups);
    jn_model_free(model);
  }
}

// ---- standing -------------------------------------------------------------------------------------------------------

static void test_standing(void) {
  static const double design = -0.026289, near_design = 2e-3, of_weight = 1e-9;  // of a wheel in the chassis, m
  jn_model *model = read_model("hmmwv", NULL, 0);
  jn_report *report = jn_report_new(NULL);
  jn_system *system = model ? jn_system_new(model, "joint", report) : NULL;
  double *state = system ? calloc((size_t)jn_system_sizes(system).nstate, sizeof *state) : NULL;
  jn_equilibrium_options options = jn_equilibrium_options_default();
  jn_equilibrium equilibrium;
  CHECK(state && jn_system_initial_state(system, state) == JN_OK);
  CHECK(state && jn_solve_equilibrium(system, &options, state, NULL, &equilibrium, report) == JN_OK);
  char names[2 * WHEELS][64];
  const char *list[2 * WHEELS];
  double values[2 * WHEELS] = {0}, sum = 0;
  for (int i = 0; i < WHEELS; i++) {
    snprintf(names[i], sizeof names[i], "force.%s.tyre.fz", wheels[i]);
    snprintf(names[WHEELS + i], sizeof names[i], "%s.wheel.in.chassis.z", wheels[i]);
  }
  for (int i = 0; i < 2 * WHEELS; i++) list[i] = names[i];
  jn_work *work = state ? jn_work_new(system) : NULL;
  jn_probe *probe = work ? jn_probe_new(system, list, 2 * WHEELS, false, report) : NULL;
  CHECK(probe != NULL);
  if (probe) jn_probe_calc(probe, work, state, NULL, NULL, values);
  else print_report(report);
  for (int i = 0; i < WHEELS; i++) {
    sum += values[i];
    CHECK_NEAR(values[WHEELS + i], design, near_design);
  }
  CHECK_NEAR(sum / (mass * gravity), 1, of_weight);
  jn_probe_free(probe);
  jn_work_free(work);
  free(state);
  jn_system_free(system);
  jn_report_free(report);
  jn_model_free(model);
}

// ---- one motion by several methods ----------------------------------------------------------------------------------

typedef struct {
  const char *coordinates, *formulation;
  double step, tolerance;
  bool twice;  // with half the step as well: the difference takes the error of second order away
} method;

static const double within = 1e-6;  // of the reference, m

// Rolling at 2 m/s, then steered to the left. Index 3 is of second order: steps are as short as that asks for, or the
// error of h^2 is taken away by a second run (wheels that spin cost natural coordinates the most).
static const method reference = {"joint", "reduced", 0, 1e-9, false};
static const method methods[] = {
    {"joint", "reduced", 0, 1e-6, false},
    {"joint", "multipliers", 0, 1e-6, false},
    {"cartesian", "multipliers", 0, 1e-6, false},
    {"joint", "index3-projected", 1.25e-3, 0, false},
    {"cartesian", "index3-projected", 1.25e-3, 0, false},
    {"natural", "index3-projected", 1.25e-3, 0, true},
    {"natural", "multipliers", 0, 5e-7, false},
};

static bool go(jn_model *model, const method *m, double step, double until, double position[3]) {
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  choices.until = until;
  choices.step = step;
  if (m->tolerance > 0) choices.tolerance = m->tolerance;
  snprintf(choices.coordinates, sizeof choices.coordinates, "%s", m->coordinates);
  snprintf(choices.formulation, sizeof choices.formulation, "%s", m->formulation);
  snprintf(choices.start, sizeof choices.start, "assembly");
  if (strcmp(m->formulation, "reduced") != 0) choices.independent[0] = 0;
  jn_run *run = jn_run_new(model, &options, report);
  bool ok = run && jn_run_execute(run, report) == JN_OK;
  if (!ok) print_report(report);
  for (int i = 0; ok && i < 3; i++) position[i] = jn_run_outputs(run)[i];
  jn_run_free(run);
  jn_report_free(report);
  return ok;
}

// Of second order: the rest of the error of h and h/2 is of higher order.
static bool go_twice(jn_model *model, const method *m, double until, double position[3]) {
  double fine[3];
  if (!go(model, m, m->step, until, position)) return false;
  if (!m->twice) return true;
  if (!go(model, m, m->step / 2, until, fine)) return false;
  for (int i = 0; i < 3; i++) position[i] = fine[i] + (fine[i] - position[i]) / 3;
  return true;
}

static void test_methods(void) {
  static const jn_setting settings[] = {{"speed", "2"}, {"idle", "0"}, {"inputs.steer", "0.3*smooth(2*t)"}};
  jn_model *model = read_model("hmmwv", settings, 3);
  double expected[3] = {0}, position[3], until = LIGHT ? 0.02 : 1;
  CHECK(model && go(model, &reference, 0, until, expected));
  CHECK(LIGHT || (expected[0] > 1.9 && expected[1] > 0.1));  // it has turned to the left
  for (size_t i = 0; model && i < sizeof methods / sizeof *methods; i++) {
    CHECK(go_twice(model, &methods[i], until, position));
    for (int k = 0; k < 3; k++) CHECK_NEAR(position[k], expected[k], within);
  }
  jn_model_free(model);
}

// ---- energy ---------------------------------------------------------------------------------------------------------

static void test_energy(void) {
  static const jn_setting settings[] = {{"speed", "8"}, {"road", "1"}};
  static const double share = 1e-6;  // of the energy at the start
  jn_model *model = read_model("hmmwv", settings, 2);
  if (!model) return;
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  choices.until = LIGHT ? 0.3 : 20;
  choices.tolerance = 1e-8;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  const jn_summary *s = run ? jn_run_summary(run) : NULL;
  if (!s || s->status != JN_OK) print_report(report);
  CHECK(s && s->max_energy_error <= share * s->energy_initial && s->energy_initial > 1e5);
  CHECK(s && (LIGHT || s->energy_final < s->energy_initial));  // the shocks have worked
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

// ---- brakes ---------------------------------------------------------------------------------------------------------

// On a slope of 30 %: what is left is the creep of the tyres, a hundredth of their low speed of 0.1 mm/s, and the end
// of the settling.
static void test_slope(void) {
  static const double settling = 3, holding = 2, creep = 3e-6;
  jn_model *model = read_model("hmmwv-slope", NULL, 0);
  if (!model) return;
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  choices.until = LIGHT ? 0.1 : settling + holding;
  choices.step = 1e-3;
  snprintf(choices.integrator, sizeof choices.integrator, "rk4");
  jn_run *run = jn_run_new(model, &options, report);
  if (!run) print_report(report);
  CHECK(run != NULL);
  double settled = NAN;
  while (run && jn_run_state(run)[0] < choices.until) {
    if (jn_run_state(run)[0] <= settling) settled = jn_run_outputs(run)[0];
    if (jn_run_step(run, choices.until) != JN_OK) break;
  }
  CHECK(run && jn_run_state(run)[0] >= choices.until);
  if (run && !LIGHT) CHECK_NEAR(jn_run_outputs(run)[0], settled, holding * creep);
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

int main(void) {
  test_counts();
  test_standing();
  test_methods();
  test_energy();
  test_slope();
  return check_report();
}
