// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_reference.c - the shipped benchmark and paper models against reference values, through the public interface.
//
// The values stand in tests/reference, one file per problem, each with its source: a line of names after `time`, then
// rows.
// With the address sanitizer the longest runs are left out or end sooner.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "linalg/dense/dense.h"
#include "reference_table.h"
#include "report.h"

#define MODELS JOUNCE_SOURCE_DIR "/models/"

// ---- one run ----------------------------------------------------------------------------------

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;
} session;

static void session_close(session *s) {
  jn_run_free(s->run);
  jn_model_free(s->model);
  jn_report_free(s->report);
}

static bool session_read(session *s, const char *model, const jn_setting *settings, int nsettings) {
  char path[512];
  snprintf(path, sizeof path, MODELS "%s.yaml", model);
  *s = (session){.report = jn_report_new(NULL)};
  s->model = jn_model_read(NULL, path, settings, nsettings, s->report);
  if (!s->model) print_report(s->report);
  return s->model != NULL;
}

static bool session_start(session *s, const jn_run_options *options) {
  s->run = jn_run_new(s->model, options, s->report);
  if (!s->run) print_report(s->report);
  return s->run != NULL;
}

static int find_output(const jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return i;
  printf("no output '%s'\n", name);
  return -1;
}

// Takes one step after the other to `until`, which is met exactly.
static bool step_to(session *s, double until) {
  while (jn_run_state(s->run)[0] < until)
    if (jn_run_step(s->run, until) != JN_OK) return false;
  return true;
}

// ---- the table of cases -------------------------------------------------------------------------

typedef struct {
  const char *model, *reference;
  double until;            // 0: all rows
  double tolerance;        // of every value
  double relative;         // added: times the reference value
  const char *step;        // fixed step, or
  const char *variable;    // an integrator that chooses its steps, with
  double accuracy;         // this tolerance
  jn_setting settings[3];  // parameters, ended by a NULL path
} reference_case;

// The demands of each problem are met with a margin of at least ten at these steps.
// clang-format off
static const reference_case cases[] = {
    {.model = "benchmarks/pendulum-a01", .reference = "pendulum-a01", .tolerance = 1e-9, .step = "1 ms"},
    {.model = "benchmarks/pendulum-a01", .reference = "pendulum-a01", .tolerance = 1e-9, .variable = "dopri5",
     .accuracy = 1e-12},
    {.model = "benchmarks/n-four-bar-a02", .reference = "n-four-bar-a02-n2", .until = LIGHT ? 3 : 20, .tolerance = 1e-6,
     .step = "1 ms", .settings = {{"N", "2"}}},
    {.model = "benchmarks/n-four-bar-a02", .reference = "n-four-bar-a02-n40", .until = LIGHT ? 0.5 : 10,
     .tolerance = 1e-6,
     .step = "1 ms", .settings = {{"N", "40"}}},
    {.model = "benchmarks/andrews-a03", .reference = "andrews-a03", .until = LIGHT ? 0.01 : 0.05, .tolerance = 1e-8,
     .relative = 1e-7, .step = "10 us"},
    {.model = "benchmarks/andrews-a03", .reference = "andrews-a03-ivp", .until = LIGHT ? 0.001 : 0.05,
     .tolerance = 1e-8,
     .relative = 1e-7, .step = "10 us", .settings = {{"beta0", "-0.0617138900142764496"}}},
    {.model = "benchmarks/bricard-a04", .reference = "bricard-a04", .tolerance = 1e-8, .step = "2 ms"},
    {.model = "benchmarks/heavy-top", .reference = "heavy-top", .until = LIGHT ? 0.05 : 0.2, .tolerance = 1e-7,
     .step = "50 us"},
    {.model = "../papers/park/park-double-pendulum", .reference = "park-double-pendulum", .until = LIGHT ? 10 : 50,
     .tolerance = 1e-8,
     .step = "5 ms"},
    {.model = "../papers/park/park-four-bar", .reference = "park-four-bar", .tolerance = 1e-8, .step = "2 ms"},
    {.model = "../papers/park/park-four-bar", .reference = "park-four-bar-case1", .tolerance = 1e-7, .step = "2 ms",
     .settings = {{"l0", "2"}, {"theta1", "1.074"}}},
    {.model = "../papers/park/park-spatial-four-bar", .reference = "park-spatial-four-bar", .tolerance = 1e-8,
     .step = LIGHT ? "10 ms" : "5 ms"},
    {.model = "../papers/blajer/blajer-pendulum", .reference = "blajer-pendulum", .tolerance = 1e-8, .step = "1 ms"},
};
// clang-format on
enum { NCASES = sizeof cases / sizeof *cases };

static void choose(const reference_case *c, double until, jn_choices *choices) {
  choices->until = until;
  choices->output_step = until;
  if (c->variable) {
    snprintf(choices->integrator, sizeof choices->integrator, "%s", c->variable);
    choices->step = 0;
    choices->tolerance = c->accuracy;
  } else {
    jn_dimension dimension;
    bool has_unit;
    char what[100];
    CHECK(jn_unit_parse(c->step, &choices->step, &dimension, &has_unit, what, sizeof what));
  }
}

static bool is_quaternion(const char *name) { return strstr(name, ".q") != NULL; }

// Every column but the quaternions, whose sign is free: they are compared by their product with the reference.
static void compare(const reference_case *c, const table *t, session *s) {
  double largest = 0;
  for (int k = 0; k < jn_run_nsamples(s->run); k++) {
    const double *values = jn_run_sample(s->run, k);
    double product = 0;
    bool quaternion = false;
    CHECK_NEAR(jn_run_sample_time(s->run, k), t->time[k], 1e-12);
    for (int i = 0; i < t->ncolumns; i++) {
      int output = find_output(s->run, t->names[i]);
      double value = output >= 0 ? values[output] : (double)NAN, exact = t->value[k][i];
      if (is_quaternion(t->names[i])) {
        quaternion = true;
        product += value * exact;
      } else {
        CHECK_NEAR(value, exact, c->tolerance + c->relative * fabs(exact));
        largest = jni_larger(largest, fabs(value - exact));
      }
    }
    if (quaternion) CHECK_NEAR(fabs(product), 1, c->tolerance);
  }
  const jn_summary *summary = jn_run_summary(s->run);
  printf("%-28s %-22s largest error %.1e, violation %.1e, energy error %.1e, %ld steps, %.2f s\n", c->model,
         c->reference, largest, summary->max_position_violation, summary->max_energy_error, summary->steps,
         summary->wall_seconds);
}

static void run_case(const reference_case *c) {
  table t;
  session s;
  CHECK(read_table(c->reference, &t));
  int nrows = 0, nsettings = 0;
  while (nrows < t.nrows && (c->until == 0 || t.time[nrows] <= c->until)) nrows++;
  while (nsettings < 3 && c->settings[nsettings].path) nsettings++;
  if (nrows == 0) return;
  bool ok = session_read(&s, c->model, c->settings, nsettings);
  CHECK(ok);
  if (ok) {
    jn_run_options options = jn_run_options_default();
    options.probes = t.names;
    options.nprobes = t.ncolumns;
    options.at = t.time;
    options.nat = nrows;
    choose(c, t.time[nrows - 1], jn_model_choices(s.model));
    ok = session_start(&s, &options);
    CHECK(ok);
  }
  if (ok) {
    CHECK(jn_run_execute(s.run, s.report) == JN_OK);
    CHECK(jn_run_nsamples(s.run) == nrows);
    compare(c, &t, &s);
    if (check_failures) print_report(s.report);
  }
  session_close(&s);
}

static void test_reference_values(void) {
  for (int i = 0; i < NCASES; i++) run_case(&cases[i]);
}

// ---- redundancy of the Bricard mechanism ---------------------------------------------------------

static void test_bricard_has_one_redundant_row(void) {
  session s;
  if (!session_read(&s, "benchmarks/bricard-a04", NULL, 0)) {
    CHECK(false);
    session_close(&s);
    return;
  }
  jn_system *system = jn_system_new(s.model, "cartesian", s.report);
  CHECK(system != NULL);
  jn_sizes n = jn_system_sizes(system);
  CHECK(n.nv == 30 && n.nc == 30);
  double *state = calloc((size_t)n.nstate, sizeof *state);
  jn_assembly assembly;
  jn_system_initial_state(system, state);
  CHECK(jn_assemble(system, state, &assembly, s.report) == JN_OK);
  CHECK(assembly.position_residual <= 1e-12);
  jn_mobility *mobility = jn_mobility_new(system, state, s.report);
  CHECK(mobility != NULL);
  CHECK(jn_mobility_freedoms(mobility) == 1);
  CHECK(jn_mobility_redundant(mobility) == 1);
  CHECK(jn_mobility_loops(mobility) == 1);
  CHECK(jn_mobility_redundant(mobility) == 1 && strstr(jn_mobility_sentence(mobility, 0), "joint 'P") != NULL);
  printf("Bricard: %s\n", jn_mobility_sentence(mobility, 0));
  jn_mobility_free(mobility);
  free(state);
  jn_system_free(system);
  session_close(&s);
}

// ---- spatial four-bar: acceleration at the start ---------------------------------------------------

static void test_spatial_four_bar_start(void) {
  static const char *const probes[] = {"disk.angular_acceleration.x"};
  session s;
  bool ok = session_read(&s, "../papers/park/park-spatial-four-bar", NULL, 0);
  jn_run_options options = jn_run_options_default();
  options.probes = probes;
  options.nprobes = 1;
  ok = ok && session_start(&s, &options);
  CHECK(ok);
  // theta1''(0) of the reference
  if (ok) CHECK_NEAR(jn_run_outputs(s.run)[find_output(s.run, probes[0])], 1.83212285, 1e-8);
  session_close(&s);
}

// ---- Yoon's table ---------------------------------------------------------------------------------

// am(u | m) by the arithmetic-geometric mean.                                          [Abramowitz and Stegun, 16.4]
static double jacobi_amplitude(double u, double m) {
  enum { LEVELS = 8 };
  double a[LEVELS + 1] = {1}, c[LEVELS + 1] = {sqrt(m)}, b = sqrt(1 - m);
  for (int k = 0; k < LEVELS; k++) {
    a[k + 1] = (a[k] + b) / 2;
    c[k + 1] = (a[k] - b) / 2;
    b = sqrt(a[k] * b);
  }
  double phi = ldexp(a[LEVELS] * u, LEVELS);
  for (int k = LEVELS; k > 0; k--) phi = (phi + asin(c[k] / a[k] * sin(phi))) / 2;
  return phi;
}

// theta + pi/2 = 2 am(sqrt(3/2) t + F(pi/4 | 2/3) | 2/3), theta from +x; F is found as the root of am(u) = pi/4.
static double yoon_theta(double t) {
  const double m = 2.0 / 3, quarter = atan(1);
  double u = 0.8;
  for (int k = 0; k < 20; k++) {
    double phi = jacobi_amplitude(u, m);
    u -= (phi - quarter) / sqrt(1 - m * sin(phi) * sin(phi));
  }
  return 2 * jacobi_amplitude(sqrt(1.5) * t + u, m) - 2 * quarter;
}

typedef struct {
  const char *formulation;
  double alpha, beta;
  double phi, psi, x_error;  // largest over 10 s, to four digits
} yoon_row;

enum { YOON_STEPS = 1000 };  // of 0.01 s

static void run_yoon(const yoon_row *row) {
  static double at[YOON_STEPS];
  for (int k = 0; k < YOON_STEPS; k++) at[k] = 0.01 * (k + 1);
  session s;
  bool ok = session_read(&s, "../papers/yoon/yoon-pendulum", NULL, 0);
  if (ok) {
    jn_choices *choices = jn_model_choices(s.model);
    snprintf(choices->formulation, sizeof choices->formulation, "%s", row->formulation);
    choices->alpha = row->alpha;
    choices->beta = row->beta;
    jn_run_options options = jn_run_options_default();
    options.at = at;
    options.nat = YOON_STEPS;
    ok = session_start(&s, &options) && jn_run_execute(s.run, s.report) == JN_OK;
  }
  CHECK(ok);
  const int x = ok ? find_output(s.run, "bob.x") : -1;
  double phi = NAN, psi = NAN, x_error = 0;
  if (x >= 0) {
    phi = jn_run_summary(s.run)->max_position_violation;
    psi = jn_run_summary(s.run)->max_energy_error;
    CHECK(jn_run_nsamples(s.run) == YOON_STEPS);
    for (int k = 0; k < jn_run_nsamples(s.run); k++)
      x_error = fmax(x_error, fabs(jn_run_sample(s.run, k)[x] - cos(yoon_theta(at[k]))));
  }
  // the table has four digits: half a unit of the last
  CHECK_NEAR(phi, row->phi, 0.5001e-3 * pow(10, floor(log10(row->phi))));
  CHECK_NEAR(psi, row->psi, 0.5001e-3 * pow(10, floor(log10(row->psi))));
  CHECK_NEAR(x_error, row->x_error, 0.5001e-3 * pow(10, floor(log10(row->x_error))));
  printf("Yoon, %-12s phi %.3e, psi %.3e, error of x %.3e\n", row->formulation, phi, psi, x_error);
  session_close(&s);
}

static void test_yoon_table(void) {
  CHECK_NEAR(cos(yoon_theta(10)), 0.992983087338049906, 1e-14);
  CHECK_NEAR(yoon_theta(3.3132763404731883), 8 * atan(1), 1e-13);  // one turn
  static const yoon_row rows[] = {
      {"multipliers", NAN, NAN, 7.376e-5, 1.744e-4, 1.523e-4},
      {"baumgarte", 12.649110640673518, 40, 6.681e-6, 7.395e-4, 1.729e-3},
  };
  for (int i = 0; i < 2; i++) run_yoon(&rows[i]);
}

// ---- plain multipliers at a change point --------------------------------------------------------

static bool says_singular(const jn_report *report) {
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    if (e->severity == JN_WARNING && (strstr(e->what, "singular") || strstr(e->what, "branch"))) return true;
  }
  return false;
}

static void test_plain_multipliers_leave_the_branch_and_say_so(void) {
  const double at[] = {10}, exact_y = 0.944518538178601;
  session s;
  bool ok = session_read(&s, "benchmarks/n-four-bar-a02", NULL, 0);
  if (ok) {
    jn_choices *choices = jn_model_choices(s.model);
    snprintf(choices->position, sizeof choices->position, "none");
    snprintf(choices->velocity, sizeof choices->velocity, "none");
    jn_run_options options = jn_run_options_default();
    options.at = at;
    options.nat = 1;
    ok = session_start(&s, &options);
  }
  CHECK(ok);
  if (ok) {
    jn_status status = jn_run_execute(s.run, s.report);
    double y = jn_run_nsamples(s.run) == 1 ? jn_run_sample(s.run, 0)[find_output(s.run, "B0.y")] : (double)NAN;
    CHECK(status != JN_OK || !(fabs(y - exact_y) < 1e-6));
    CHECK(says_singular(s.report));
    CHECK(jn_run_summary(s.run)->singular_passes > 0);
    printf("plain multipliers: %s, B0.y off by %.2g, %d singular passes\n", jn_status_text(status), fabs(y - exact_y),
           jn_run_summary(s.run)->singular_passes);
    print_report(s.report);
  }
  session_close(&s);
}

// ---- observed order of the fixed-step methods ------------------------------------------------------

typedef struct {
  const char *integrator;
  int order;
  double step;  // s, the largest of three
} order_case;

// Error of Park's double pendulum at 10 s: a smooth motion, so the errors follow their order closely.
static double double_pendulum_error(const char *integrator, double step) {
  session s;
  double error = NAN;
  bool ok = session_read(&s, "../papers/park/park-double-pendulum", NULL, 0);
  if (ok) {
    jn_choices *choices = jn_model_choices(s.model);
    snprintf(choices->integrator, sizeof choices->integrator, "%s", integrator);
    choices->step = step;
    jn_run_options options = jn_run_options_default();
    ok = session_start(&s, &options);
  }
  if (ok && step_to(&s, 10)) {
    const double *values = jn_run_outputs(s.run);
    error = hypot(values[find_output(s.run, "theta1")] - 0.6506567222434529,
                  values[find_output(s.run, "theta2")] - 0.3432950431303219);
  }
  session_close(&s);
  return error;
}

static void test_observed_order(void) {
  static const order_case methods[] = {{"rk4", 4, 0.1}, {"ab3", 3, 0.02}};
  for (int i = 0; i < 2; i++) {
    double e[3];
    for (int k = 0; k < 3; k++) e[k] = double_pendulum_error(methods[i].integrator, ldexp(methods[i].step, -k));
    printf("%s: errors %.3e %.3e %.3e, observed order %.2f %.2f\n", methods[i].integrator, e[0], e[1], e[2],
           log2(e[0] / e[1]), log2(e[1] / e[2]));
    CHECK_NEAR(log2(e[1] / e[2]), methods[i].order, 0.2);
  }
}

int main(void) {
  test_reference_values();
  test_bricard_has_one_redundant_row();
  test_spatial_four_bar_start();
  test_yoon_table();
  test_plain_multipliers_leave_the_branch_and_say_so();
  test_observed_order();
  return check_report();
}
