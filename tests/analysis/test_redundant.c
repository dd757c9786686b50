// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_redundant.c - redundant rows and change points with every formulation that makes its step itself (the index-3
// family), in all its coordinates and variants: it comes to the end, on the rows, on the right branch, and beside the
// formulations that are known to be right.
#include <jounce/jounce.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "formulation/formulation.h"

#define MODELS JOUNCE_SOURCE_DIR "/models/"

// ---- exact motions of mechanisms with one freedom ---------------------------------------------------------------

typedef double (*law)(double x);

// x at `until` of x'' = f(x) from rest, by Runge-Kutta with small steps.
static double integrate(law f, double x, double until) {
  int n = 20000;
  double h = until / n, v = 0;
  for (int i = 0; i < n; i++) {
    double a1 = f(x), a2 = f(x + h / 2 * v), a3 = f(x + h / 2 * (v + h / 2 * a1)), a4 = f(x + h * (v + h / 2 * a2));
    x += h * v + h * h / 6 * (a1 + a2 + a3);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return x;
}

static double door(double x) {
  double m = 30, w = 0.9, d = 0.04, J = m * (w * w + d * d) / 12 + m * w * w / 4;
  return -m * 9.81 * sin(0.1) * w / 2 * sin(x) / J;
}
static double parallelogram(double x) { return -(2 * 1 + 6) * 0.5 * 9.81 * cos(x) / (4 * 0.25 / 3 + 6 * 0.25); }
static double rhombus(double x) { return (-100 * (x - 0.524) - 160 * sin(x) + 140 * cos(x) - 28 * 9.81 * cos(x)) / 77; }

static double door_at(double t) { return integrate(door, 2 * atan(1), t); }
static double parallelogram_at(double t) { return integrate(parallelogram, 4 * atan(1) / 3, t); }
static double rhombus_at(double t) { return integrate(rhombus, 1.074, t); }
static double bricard_at(double t) { return t == 1 ? 0.27448131926462305 : NAN; }

// ---- cases -------------------------------------------------------------------------------------------------------

typedef struct {
  const char *path, *output;
  jn_setting settings[2];
  int nsettings, redundant;
  double until, step;
  double (*wanted)(double until);
  double allowed;     // error of the output with this step, by a method of second order
  double exchanged;   // energy that goes between forms, J: the scale of its error
  bool change_point;  // passed on the way
} redundant_case;

// clang-format off
static const redundant_case cases[] = {
    {"benchmarks/bricard-a04.yaml", "bar2.P3.x", {{0}}, 0, 1, 1, 2e-3, bricard_at, 1e-5, 30, false},
    {"examples/door-three-hinges.yaml", "joint.low.angle", {{0}}, 0, 10, LIGHT ? 3 : 10, 1e-2, door_at, 1.2e-3, 13,
     false},
    {"examples/parallelogram-five-bars.yaml",
     "crank1.angle",
     {{0}},
     0,
     2,
     LIGHT ? 1 : 5,
     2e-3,
     parallelogram_at,
     1e-3,
     70,
     true},
    {"../papers/park/park-four-bar.yaml",
     "theta1",
     {{"l0", "2"}, {"theta1", "1.074"}},
     2,
     0,
     LIGHT ? 2 : 10,
     2e-3,
     rhombus_at,
     1e-3,
     400,
     true},
};
// clang-format on

typedef struct {
  const jni_formulation_kind *kind;
  const char *coordinates, *variant, *integrator;
} way;

typedef struct {
  bool started;
  double value;  // of the output at the end
  jn_summary summary;
} outcome;

static outcome run_way(const redundant_case *c, const way *w, double step) {
  outcome o = {.value = NAN};
  char path[512];
  snprintf(path, sizeof path, MODELS "%s", c->path);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, c->settings, c->nsettings, report);
  CHECK(model != NULL);
  jn_choices choices = model ? *jn_model_choices(model) : jn_choices_default();
  choices.until = c->until;
  choices.step = step;
  choices.output_step = c->until;
  choices.checkpoint_step = c->until;
  strcpy(choices.formulation, w->kind->name);
  strcpy(choices.coordinates, w->coordinates);
  strcpy(choices.variant, w->variant);
  strcpy(choices.integrator, w->integrator);
  strcpy(choices.position, "auto");
  strcpy(choices.velocity, "auto");
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  o.started = run != NULL;
  if (run) {
    jn_run_execute(run, report);
    o.summary = *jn_run_summary(run);
  }
  for (int i = 0; run && i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), c->output) == 0) o.value = jn_run_outputs(run)[i];
  if (!run)
    for (int i = 0; i < jn_report_size(report); i++) printf("%s: %s\n", w->kind->name, jn_report_get(report, i)->what);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return o;
}

// ---- what must hold ----------------------------------------------------------------------------------------------

static bool named(const jni_formulation_kind *kind, const char *part) { return strstr(kind->name, part) != NULL; }

static void show(const redundant_case *c, const way *w, const outcome *o, double error, const char *why) {
  printf("%-38s %-28s %-10s %-10s %-18s %s error %.1e phi %.1e phidot %.1e energy %.1e %s\n", c->path, w->kind->name,
         w->coordinates, w->variant, w->integrator, why, error, o->summary.max_position_violation,
         o->summary.max_velocity_violation, o->summary.max_energy_error, o->summary.why);
}

// The rows of angles in rad count as those of lengths in m.
static void check_rows(const way *w, const jn_summary *s, double *phi, double *phidot) {
  *phi = fmax(s->max_position_violation, s->max_angle_violation);
  *phidot = fmax(s->max_velocity_violation, s->max_angle_velocity_violation);
  if (!named(w->kind, "penalty")) CHECK(*phi < 1e-10);
  if (named(w->kind, "projected")) CHECK(*phidot < 1e-5);
}

static void check_way(const redundant_case *c, double wanted, const way *w) {
  int before = check_failures;
  double phi = NAN, phidot = NAN;
  outcome o = run_way(c, w, c->step);
  double error = fabs(o.value - wanted);
  CHECK(o.started && o.summary.status == JN_OK);
  CHECK(o.summary.redundant == c->redundant);
  check_rows(w, &o.summary, &phi, &phidot);
  bool damps = strcmp(w->integrator, "newmark") == 0;  // of first order: the motion is another one after some swings
  if (!damps) CHECK(error <= c->allowed);
  if (strcmp(w->kind->name, "index3-conserving") == 0) CHECK(o.summary.max_energy_error < 1e-9 * c->exchanged);
  else if (!damps && !named(w->kind, "penalty")) CHECK(o.summary.max_energy_error < 1e-3 * c->exchanged);
  if (check_failures > before || getenv("JOUNCE_SHOW"))
    show(c, w, &o, error, check_failures > before ? "WRONG" : "right");
}

// Does the formulation make its step itself?
static bool has_rule(const jni_formulation_kind *kind) {
  const jni_integrator_kind *first = jni_integrator_kind_find(kind->integrators[0]);
  return first && first->rule;
}

// Without projections or conservation the equations are unstable: nothing is asked of them where the rows lose their
// rank.
static bool is_stabilised(const jni_formulation_kind *kind) {
  return named(kind, "projected") || named(kind, "conserving");
}

static void check_case(const redundant_case *c) {
  static const char *const one[] = {"auto", NULL};
  double wanted = c->wanted(c->until);
  for (int i = 0; jni_formulation_kinds[i]; i++) {
    const jni_formulation_kind *kind = jni_formulation_kinds[i];
    if (!has_rule(kind) || (c->change_point && !is_stabilised(kind))) continue;
    for (const char *const *k = kind->coordinates; *k; k++)
      for (const char *const *v = kind->variants ? kind->variants : one; *v; v++)
        for (const char *const *m = kind->integrators; *m; m++) check_way(c, wanted, &(way){kind, *k, *v, *m});
  }
}

// The motion wanted is also that of two formulations that solve for accelerations, where they get through.
static void check_wanted(const redundant_case *c) {
  static const char *const names[] = {"multipliers", "partition"};
  for (int i = 0; i < 2; i++) {
    way w = {jni_formulation_kind_find(names[i]), "cartesian", "auto", "rk4"};
    outcome o = run_way(c, &w, 1e-3);
    if (o.summary.status == JN_OK) CHECK_NEAR(o.value, c->wanted(c->until), 1e-5);
    else CHECK(strstr(o.summary.why, "near a singular configuration") != NULL);
  }
}

// Change points with short and long steps: of second order at all of them.
static void check_steps(const redundant_case *c, double share) {
  static const char *const names[] = {"index3-projected", "index3-conserving", "index3-conserving-projected"};
  static const double steps[] = {1e-3, 3e-3, 7e-3, 1e-2};
  double wanted = c->wanted(c->until);
  for (int i = 0; i < 3; i++)
    for (int k = LIGHT ? 2 : 0; k < 4; k++) {
      way w = {jni_formulation_kind_find(names[i]), "natural", "auto", "trapezoidal"};
      outcome o = run_way(c, &w, steps[k]);
      double error = fabs(o.value - wanted);
      bool right =
          o.summary.status == JN_OK && error <= share * steps[k] * steps[k] && o.summary.max_position_violation < 1e-10;
      CHECK(right);
      if (!right) show(c, &w, &o, error, "WRONG");
    }
}

// Without them the branch is open: that is told, at the latest when a step fails, and long before the motion is
// nonsense.
static void check_stops(const redundant_case *c) {
  static const char *const coordinates[] = {"natural", "cartesian"};
  for (int i = 0; i < 2; i++) {
    redundant_case longer = *c;
    longer.until = 10;
    way w = {jni_formulation_kind_find("index3"), coordinates[i], "auto", "trapezoidal"};
    outcome o = run_way(&longer, &w, 5e-3);
    CHECK(o.summary.status == JN_SINGULAR && strstr(o.summary.why, "singular configuration at t = ") != NULL);
    CHECK(o.summary.max_energy_error < c->exchanged);
    CHECK(o.summary.least_pivot < 1e-4);
  }
}

int main(void) {
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    check_wanted(&cases[k]);
    check_case(&cases[k]);
  }
  check_steps(&cases[3], 20);
  check_stops(&cases[2]);
  return check_report();
}
