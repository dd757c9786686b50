// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_singular.c - singular configurations with every formulation, variant and integrator: passed, or reported with
// the time; never a silent wrong answer. Combinations that must pass are listed by name.
#include <jounce/jounce.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "formulation/formulation.h"
#include "low_order.h"

#define MODELS JOUNCE_SOURCE_DIR "/models/"

// ---- references: each mechanism has one degree of freedom with a known equation -------------------------

typedef double (*curve)(double x, double rate);

// Integrates x'' = f(x, x') by classical Runge-Kutta with small steps; returns x at `until`.
static double integrate(curve f, double x, double v, double until) {
  int n = 20000;
  double h = until / n;
  for (int i = 0; i < n; i++) {
    double a1 = f(x, v), a2 = f(x + h / 2 * v, v + h / 2 * a1), a3 = f(x + h / 2 * (v + h / 2 * a1), v + h / 2 * a2);
    double a4 = f(x + h * (v + h / 2 * a2), v + h * a3);
    x += h * v + h * h / 6 * (a1 + a2 + a3);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return x;
}

// Park 4.2 case I on the parallelogram branch.
static double rhombus(double th, double rate) {
  (void)rate;
  return (-100 * (th - 0.524) - 160 * sin(th) + 140 * cos(th) - 28 * 9.81 * cos(th)) / 77;
}

// A02 with N = 2.
static double chain(double th, double rate) {
  (void)rate;
  return -9.81 * 3.5 / 3 * cos(th);
}

// Slider-crank of the model below: T = 1/2 J(a) a'^2 with the crank's angle a, and no forces, so a'' = -J'(a) a'^2 / (2
// J).
static double slider_inertia(double a) {
  double r = 0.05, l = 0.15, m = 0.5, rod = 0.4, sb = -r * sin(a) / l, cb = sqrt(1 - sb * sb);
  double b = -r * cos(a) / (l * cb);    // angle of the rod over angle of the crank
  double x = -r * sin(a) - l * sb * b;  // piston
  double cx = -r * sin(a) - l / 2 * sb * b, cy = r * cos(a) + l / 2 * cb * b;  // centre of the rod
  return 0.02 + m * x * x + rod * (cx * cx + cy * cy) + rod * l * l / 12 * b * b;
}
static double slider(double a, double rate) {
  double d = 1e-5, slope = (slider_inertia(a + d) - slider_inertia(a - d)) / (2 * d);
  return -slope * rate * rate / (2 * slider_inertia(a));
}

// The same with rod and crank of equal length, on the branch where the piston passes the crank's axis: the rod rotates
// against the crank.
static double even_inertia(double a) {
  double r = 0.1, x = -2 * r * sin(a), cx = -1.5 * r * sin(a), cy = 0.5 * r * cos(a);
  return 0.02 + 0.5 * x * x + 0.4 * (cx * cx + cy * cy) + 0.4 * r * r / 12;
}
static double even_slider(double a, double rate) {
  double d = 1e-5, slope = (even_inertia(a + d) - even_inertia(a - d)) / (2 * d);
  return -slope * rate * rate / (2 * even_inertia(a));
}

// Writes a slider-crank without initial values; lengths of crank and rod as texts.
#define SLIDER_CRANK(r, l)                                                                        \
  "jounce: 1\nspace: plane\nparameters: {r: " r ", l: " l                                         \
  "}\nground: {points: {O: [0, 0]}}\n"                                                            \
  "bodies:\n"                                                                                     \
  "  crank: {mass: 1, inertia: 0.02, points: {O: [0, 0], A: [\"=r\", 0]}}\n"                      \
  "  rod: {mass: 0.4, inertia: \"=0.4*l^2/12\", points: {A: [\"=-l/2\", 0], B: [\"=l/2\", 0]}}\n" \
  "  piston: {mass: 0.5, inertia: 2e-4}\n"                                                        \
  "joints:\n"                                                                                     \
  "  O: {type: revolute, between: [ground.O, crank.O]}\n"                                         \
  "  A: {type: revolute, between: [crank.A, rod.A]}\n"                                            \
  "  B: {type: revolute, between: [rod.B, piston]}\n"                                             \
  "  cylinder: {type: prismatic, between: [ground.O, piston], axis: x}\n"

static const char even_slider_crank[] =
    SLIDER_CRANK("0.1", "0.1")
    "initial:\n"
    "  keep: {crank.angle: 0.3, crank.rate: 8}\n"
    "  guess: {rod.x: 0.14, rod.angle: -0.3, piston.x: 0.19}\n"
    "outputs: [crank.angle, energy.error]\n";

static const char slider_crank[] =
    SLIDER_CRANK("0.05", "0.15")
    "initial:\n"
    "  keep: {crank.angle: 0.3, crank.rate: 20}\n"
    "  guess: {rod.x: 0.12, piston.x: 0.19}\n"
    "outputs: [crank.angle]\n";

// The piston is driven to its dead centre and beyond, which is impossible.
static const char driven_beyond[] =
    SLIDER_CRANK("0.05", "0.15")
    "drivers: {push: {joint: cylinder, motion: \"0.17 + 0.03*t\"}}\n"
    "initial: {guess: {crank.angle: 1, rod.x: 0.1, rod.angle: -0.3, piston.x: 0.17}}\n"
    "outputs: [crank.angle]\n";

// ---- cases ---------------------------------------------------------------------------------------------

typedef struct {
  const char *title, *path, *text;  // a shipped model, or a text
  jn_setting settings[2];
  int nsettings;
  const char *output;
  double until, allowed;    // allowed: error at the end
  double energy;            // what may be lost in J with loose tolerances: far less than on a way to another branch
  double singular_time[6];  // 0: no more
  double (*wanted)(double until);  // of the output at the end; NULL: cannot go on
} singular_case;

static double rhombus_at(double until) { return integrate(rhombus, 1.074, 0, until); }
static double chain_at(double until) { return cos(integrate(chain, 2 * atan(1), -1, until)); }
static double even_slider_at(double until) { return integrate(even_slider, 0.3, 8, until); }
static double slider_at(double until) { return integrate(slider, 0.3, 20, until); }

// clang-format off
static const singular_case cases[] = {
    {"four-bar through its change point", "../papers/park/park-four-bar.yaml", NULL,
     {{"l0", "2"}, {"theta1", "1.074"}}, 2,
     "theta1", LIGHT ? 1.5 : 5, 1e-4, 2,
     {0.8297, 2.6802, 4.3396, 6.1902, 7.8495, 9.7001}, rhombus_at},
    {"A02 through horizontal", "benchmarks/n-four-bar-a02.yaml", NULL, {{"N", "2"}}, 1, "B0.x", LIGHT ? 1 : 3, 1e-3, 2,
     {0.7144, 1.2282, 2.6569, 3.1707, 4.5994}, chain_at},
    {"slider with crank and rod of one length", NULL, even_slider_crank, {{0}}, 0, "crank.angle", 1, 1e-4, 0.05,
     {0.2007, 0.6745}, even_slider_at},
    {"slider-crank through dead centre", NULL, slider_crank, {{0}}, 0, "crank.angle", 1, 1e-4, 0, {0}, slider_at},
    {"slider driven to dead centre", NULL, driven_beyond, {{0}}, 0, "crank.angle", 2, 0, 0, {1}, NULL},
};
// clang-format on

// Combinations that pass with fixed steps by corrected positions and velocities.
static bool must_survive(const jni_formulation_kind *kind, const char *variant, const char *integrator) {
  static const char *const names[] = {"multipliers", "partition", "partial-velocity"};
  if (strcmp(integrator, "rk4") != 0 || (strcmp(variant, "auto") != 0 && strcmp(variant, "all") != 0)) return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], kind->name) == 0) return true;
  return false;
}

typedef enum { RIGHT, REPORTED, WRONG } outcome;

static jn_model *read_case(const singular_case *c, jn_report *report) {
  char path[512];
  if (c->text) return jn_model_read_text(NULL, c->title, c->text, strlen(c->text), NULL, 0, report);
  snprintf(path, sizeof path, MODELS "%s", c->path);
  return jn_model_read(NULL, path, c->settings, c->nsettings, report);
}

static bool near_singular(const singular_case *c, double t, double distance) {
  for (int i = 0; i < 6; i++)
    if (c->singular_time[i] > 0 && fabs(t - c->singular_time[i]) < distance) return true;
  return false;
}

// Returns whether the run failed near the place and reported the time, or warned of a singular configuration with its
// time.
static bool tells_time(const singular_case *c, const jn_summary *s, const jn_report *report) {
  if (strstr(s->why, "t = ") && near_singular(c, s->time, 0.05)) return true;
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    if (e->severity != JN_NOTE && strstr(e->what, "singular") && strstr(e->what, "t = ")) return true;
  }
  return false;
}

static outcome judge(const singular_case *c, jn_run *run, const jn_report *report, double wanted, double *error) {
  const jn_summary *s = jn_run_summary(run);
  *error = NAN;
  if (s->singular_passes > 0 && !near_singular(c, s->first_singular_time, 0.02)) return WRONG;
  if (s->status != JN_OK) return tells_time(c, s, report) ? REPORTED : WRONG;
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), c->output) == 0) *error = fabs(jn_run_outputs(run)[i] - wanted);
  if (c->wanted && *error <= c->allowed) return RIGHT;
  return tells_time(c, s, report) ? REPORTED : WRONG;
}

typedef struct {
  const char *formulation, *variant, *integrator;
  double tolerance, energy;
  bool must_survive;
  double step;  // of fixed steps; 0: 1 ms
} way;

static void set_choices(const singular_case *c, const way *w, jn_choices *choices) {
  choices->until = c->until;
  choices->output_step = c->until;
  choices->checkpoint_step = c->until;
  choices->tolerance = w->tolerance;
  choices->step = !jn_integrator_is_fixed(w->integrator) ? 0 : w->step > 0 ? w->step : 1e-3;
  strcpy(choices->formulation, w->formulation);
  strcpy(choices->variant, w->variant);
  strcpy(choices->integrator, w->integrator);
  strcpy(choices->position, "auto");
  strcpy(choices->velocity, "auto");
}

static void check_run(const singular_case *c, double wanted, const way *w, jn_run *run, jn_report *report) {
  double error;
  jn_run_execute(run, report);
  const jn_summary *s = jn_run_summary(run);
  outcome o = judge(c, run, report, wanted, &error);
  bool strict = w->energy < HUGE_VAL;  // then a warning is not enough
  if (strict && s->status == JN_OK && !(error <= c->allowed && s->max_energy_error <= w->energy)) o = WRONG;
  bool good = o == RIGHT || (o == REPORTED && (!c->wanted || !w->must_survive));
  CHECK(good);
  if (!good || getenv("JOUNCE_SHOW"))
    printf("%-40s %-17s %-11s %-6s %.1e %-8s error %.1e  passes %d at %.4g  %s\n", c->title, w->formulation, w->variant,
           w->integrator, w->tolerance,
           o == RIGHT      ? "right"
           : o == REPORTED ? "reported"
                           : "WRONG",
           error, s->singular_passes, s->first_singular_time, s->why);
}

static jn_run *new_run(const singular_case *c, const way *w, jn_model *model, jn_report *report) {
  jn_choices choices = *jn_model_choices(model);
  set_choices(c, w, &choices);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  return jn_run_new(model, &options, report);
}

static void check_way(const singular_case *c, double wanted, const way *w) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_case(c, report);
  CHECK(model != NULL);
  jn_run *run = model ? new_run(c, w, model, report) : NULL;
  if (run) check_run(c, wanted, w, run, report);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

static outcome run_way(const singular_case *c, double wanted, const way *w, double *error) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_case(c, report);
  jn_run *run = model ? new_run(c, w, model, report) : NULL;
  *error = NAN;
  CHECK(run != NULL);
  if (run) jn_run_execute(run, report);
  outcome o = run ? judge(c, run, report, wanted, error) : WRONG;
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return o;
}

// Methods of low order are correct, or report the problem, or have an error that decreases with the step size by their
// order, which it would not on another branch. Runs until after the first singular configuration.
static void check_low_order(const singular_case *c, double wanted, const way *w, int order) {
  way finer = *w;
  double error[2] = {0, 0};
  finer.step = 0.5e-3;
  bool good = run_way(c, wanted, w, &error[0]) != WRONG || run_way(c, wanted, &finer, &error[1]) != WRONG ||
              error[1] <= 1.3 * pow(0.5, order) * error[0];
  CHECK(good);
  if (!good)
    printf("%s, %s %s %s: errors %.2g, then %.2g\n", c->title, w->formulation, w->variant, w->integrator, error[0],
           error[1]);
}

static const double brief_time = 1.2;  // behind the first singular configuration of each case

// Every formulation, variant and integrator at one tolerance; under sanitizers every other one, in the next case the
// others.
static void check_table(const singular_case *c, double wanted) {
  static const char *const usual[] = {"auto", NULL};
  int turn = (int)(c - cases);
  for (int i = 0; jni_formulation_kinds[i]; i++) {
    const jni_formulation_kind *kind = jni_formulation_kinds[i];
    // unstable where the constraints lose rank, see also test_redundant.c
    if (strcmp(kind->name, "penalty") == 0) continue;
    singular_case own = *c;
    // of second order: a crank at 20 rad/s has an error of 6e-4 at the end
    if (kind->owns_step) own.allowed = fmax(c->allowed, 1e-3);
    singular_case brief = *c;
    brief.until = c->wanted ? fmin(c->until, brief_time) : c->until;
    double at_brief = c->wanted ? c->wanted(brief.until) : NAN;
    for (const char *const *v = kind->variants ? kind->variants : usual; *v; v++)
      for (const char *const *m = kind->integrators; *m; m++)
        if (jni_integrator_kind_find(*m) && strcmp(*m, "newmark") != 0 && (!LIGHT || turn++ % 2 == 0)) {
          const way w = {kind->name, *v, *m, 1e-8, HUGE_VAL, must_survive(kind, *v, *m), 0};
          if (low_order(*m) > 0) check_low_order(&brief, at_brief, &w, low_order(*m));
          else check_way(&own, wanted, &w);
        }
  }
}

// It depends on rounding on which side of the singularity a step ends: many tolerances. Loose runs may have errors of a
// multiple of their tolerance.
static void check_tolerances(const singular_case *c, double wanted) {
  static const char *const names[] = {"partition", "partial-velocity"}, *const variants[] = {"all", "independent"};
  static const char *const integrators[] = {"dopri5", "adams", "bdf"};
  enum { PER_DECADE = 2, DECADES = 6 };
  for (int i = 0; i <= PER_DECADE * DECADES; i++)
    for (int k = 0; k < 12; k++) {
      way w = {names[k % 2],
               variants[k / 2 % 2],
               integrators[k / 4],
               pow(10, -4 - (double)i / PER_DECADE),
               c->energy,
               false,
               0};
      w.must_survive = strcmp(w.variant, "independent") == 0 || w.tolerance > 1e-8;
      singular_case loose = *c;
      loose.allowed = fmax(1e-3, 5000 * w.tolerance);
      if (jni_integrator_kind_find(w.integrator) && (k < 4 || i % PER_DECADE == 0)) check_way(&loose, wanted, &w);
    }
}

// Near a singular configuration rounding exceeds tight tolerances. Steps must not shrink because of it: each step would
// add noise to the motion.
static void check_tight(jn_model *model, const char *formulation, const char *coordinates, double tolerance,
                        double until, double allowed) {
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  choices.until = until;
  choices.step = 0;
  choices.tolerance = tolerance;
  strcpy(choices.integrator, "dopri5");
  strcpy(choices.formulation, formulation);
  strcpy(choices.coordinates, coordinates);
  strcpy(choices.position, "auto");
  strcpy(choices.velocity, "auto");
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  const jn_summary *summary = run ? jn_run_summary(run) : NULL;
  bool held =
      summary && summary->max_energy_error <= allowed && summary->singular_passes >= 2 && summary->steps < 10000;
  CHECK(held);
  if (summary && !held)
    printf("%s in %s coordinates with %g: %g J in %ld steps\n", formulation, coordinates, tolerance,
           summary->max_energy_error, summary->steps);
  jn_run_free(run);
  jn_report_free(report);
}

static void test_tight_tolerances(void) {
  static const char *const formulations[] = {"multipliers", "baumgarte"}, *const coordinates[] = {"cartesian",
                                                                                                  "natural", "joint"};
  jn_model *model = read_case(&cases[0], NULL);
  for (int k = 0; k < 6; k++)
    // with 1e-10 a step happens to end at the sixth passage, with a warning
    for (double tolerance = 1.3e-8; tolerance > 5e-12; tolerance /= LIGHT ? 1000 : 10)
      check_tight(model, formulations[k / 3], coordinates[k % 3], tolerance, 10, 3e3 * tolerance + 1e-4);  // of 257 J
  jn_model_free(model);
}

// A rhombus of four bars on a rotating shaft, driven through its change points.
static void test_spinning_rhombus(void) {
  static const char text[] =
      "{jounce: 1, space: space, gravity: [0, -9.81, 0], bodies: {"
      "base: {mass: 240, com: [-0.5, 0, 0], inertia: [1.2, 20, 20], points: {a: [-1, 0, 0]}},"
      "c0: {mass: 240, com: [0.5, 0, 0], inertia: [1.2, 20, 20], points: {b: [1, 0, 0]}},"
      "c1: {mass: 240, com: [0.5, 0, 0], inertia: [1.2, 20, 20], points: {b: [1, 0, 0]}},"
      "c2: {mass: 240, com: [0.5, 0, 0], inertia: [1.2, 20, 20], points: {b: [1, 0, 0]}}},"
      "joints: {shaft: {type: revolute, between: [ground, base], axis: x}, r1: {type: revolute, between: [base, c0], "
      "axis: y},r3: {type: revolute, between: [c0.b, c1], axis: y}, r4: {type: revolute, between: [c1.b, c2], axis: y},"
      "cut: {type: revolute, between: [c2.b, base.a], axis: y}}, forces: {t: {type: torque, joint: r1, value: 1000}},"
      "initial: {keep: {joint.shaft.angle: 0, joint.shaft.rate: 6.283185307179586, joint.r3.angle: 90 deg, "
      "joint.r3.rate: 0},guess: {joint.r1.angle: 90 deg, joint.r4.angle: 90 deg, base.quaternion: [1, 0, 0, 0], "
      "c0.quaternion: [0.7071067811865476, 0, 0.7071067811865476, 0],c1.quaternion: [0, 0, 1, 0], "
      "c2.quaternion: [-0.7071067811865476, 0, 0.7071067811865476, 0], c1.position: [0, 0, -1], "
      "c2.position: [-1, 0, -1]}}}";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "rhombus", text, strlen(text), NULL, 0, report);
  for (int i = 0; !model && i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  CHECK(model);
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  for (int k = 0; k < 3 && model; k++) check_tight(model, "multipliers", coordinates[k], 1e-10, 2, 1e-4);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  test_tight_tolerances();
  test_spinning_rhombus();
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    double wanted = cases[k].wanted ? cases[k].wanted(cases[k].until) : NAN;
    check_table(&cases[k], wanted);
    if (!LIGHT && cases[k].wanted && cases[k].singular_time[0] > 0) check_tolerances(&cases[k], wanted);
  }
  return check_report();
}
