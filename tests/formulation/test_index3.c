// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_index3.c - penalty, index3 and index3-projected: the pendulum of the paper, the published algorithm with alpha
// G'G formed, order of every rule, masses from grams to tons, massless bodies, redundant constraints, the shipped
// models compared with `multipliers`.
#include "index3_rig.h"
#include "linalg/dense/dense.h"
#include "massless_model.h"
#include "system/work.h"

#define MODELS JOUNCE_SOURCE_DIR "/models/"

// ---- the pendulum of the paper --------------------------------------------------------------------------------------

typedef struct {
  double phi, phidot, phiddot;  // largest norms
  double energy, momentum;      // at the end
  double error;                 // largest component of the error of r1 at 5 s
} pendulum_table;

static double norm(const double *x, int n) { return sqrt(jni_dot(n, x, x)); }

// Computes the norms of the constraint violations at y, with the step's own a.
static void take_norms(const trial *t, jn_work *work, pendulum_table *most) {
  const jni_step *f = trial_step(t);
  const jn_system *system = jn_run_system(t->run);
  const double *y = t->run->integrator->y;
  double rows[4];
  jn_calc_position(system, work, t->run->integrator->t, y, NULL, t->run->formulation->s);
  jn_calc_velocity(system, work, y + f->at_v);
  jn_calc_force(system, work, y + f->at_z);
  most->phi = fmax(most->phi, norm(work->phi, 4));
  jni_pattern_times(&system->pattern, work->G, y + f->at_v, rows);
  most->phidot = fmax(most->phidot, norm(rows, 4));
  jni_pattern_times(&system->pattern, work->G, y + f->at_a, rows);
  for (int i = 0; i < 4; i++) rows[i] -= work->gamma[i];
  most->phiddot = fmax(most->phiddot, norm(rows, 4));
}

static pendulum_table run_pendulum(const char *formulation, const char *variant) {
  static const double exact[3] = {-0.172601674517138, -0.847104986208684, -0.502614966245799};
  pendulum_table table = {0};
  trial t;
  if (!trial_read(&t, spherical_pendulum)) return table;
  trial_choose(&t, formulation, variant, "trapezoidal", 0.025);
  if (trial_start(&t)) {
    const jn_system *system = jn_run_system(t.run);
    jn_work *work = jn_work_new(system);
    for (int i = 0; i < 200; i++) {
      CHECK(jn_run_step(t.run, 5) == JN_OK);
      take_norms(&t, work, &table);
    }
    const double *q = t.run->integrator->y, *v = q + 6;
    table.energy = jn_get_kinetic(system, work) + jn_get_potential(system, work);
    for (int i = 0; i < 3; i++) table.error = fmax(table.error, fabs(q[i] - exact[i]));
    for (int p = 0; p < 2; p++) table.momentum += q[3 * p] * v[3 * p + 1] - q[3 * p + 1] * v[3 * p];
    jn_work_free(work);
  }
  trial_free(&t);
  return table;
}

static void near_part(double value, double wanted, double part) { CHECK_NEAR(value, wanted, part * fabs(wanted)); }

static void test_pendulum(void) {
  pendulum_table plain = run_pendulum("index3", "auto"), A = run_pendulum("index3-projected", "factor-once");
  printf("plain: %.2g %.3g %.3g, energy %.4g, momentum %.4g, error %.2g\n", plain.phi, plain.phidot, plain.phiddot,
         plain.energy, plain.momentum, plain.error);
  printf("A:     %.2g %.3g %.3g, energy %.5g, momentum %.5g, error %.2g\n", A.phi, A.phidot, A.phiddot, A.energy,
         A.momentum, A.error);
  CHECK(plain.phi < 4e-13 && A.phi < 4e-13);  // rows of sizes 2 and 3 m, 1e-13 of them each
  near_part(plain.phidot, 0.162, 0.01);
  near_part(plain.phiddot, 629, 0.01);
  near_part(plain.energy, -0.77, 0.01);
  near_part(plain.momentum, 2.380, 0.005);
  near_part(plain.error, 1.0e-2, 0.05);
  near_part(A.phidot, 7.9e-6, 0.02);
  near_part(A.phiddot, 6.3e-4, 0.02);
  near_part(A.energy, 0.6008, 0.001);
  near_part(A.momentum, 2.4978, 0.0005);
  near_part(A.error, 7.8e-3, 0.02);
  // iterated projections leave only rounding: 1e-10 of the sizes times the largest speed, 8/s
  pendulum_table all = run_pendulum("index3-projected", "factor"),
                 mass = run_pendulum("index3-projected", "mass-matrix");
  CHECK(all.phidot < 5e-9 && mass.phidot < 5e-9 && all.phiddot < 2e-7 && mass.phiddot < 2e-7);
  near_part(all.energy, 0.6008, 0.002);
  near_part(mass.energy, 0.6008, 0.002);
}

// ---- the published algorithm ----------------------------------------------------------------------------------------

// Computes q, v, a and lambda of two particles after one step, with (M + k alpha G'G) formed and lambda += alpha phi
// after each update.
typedef struct {
  double q[6], v[6], a[6], lambda[4];
} printed;

static void printed_rows(const double *q, double phi[4], double G[4][6]) {
  memset(G, 0, 4 * sizeof *G);
  phi[0] = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1;
  for (int i = 0; i < 3; i++) {
    G[0][i] = 2 * q[i];
    phi[1 + i] = q[3 + i] - 2 * q[i];
    G[1 + i][i] = -2;
    G[1 + i][3 + i] = 1;
  }
}

static void printed_step(printed *p, double step, double alpha) {
  double q0[6], v0[6], a0[6], k = step * step / 4, phi[4], G[4][6];
  memcpy(q0, p->q, sizeof q0);
  memcpy(v0, p->v, sizeof v0);
  memcpy(a0, p->a, sizeof a0);
  for (int i = 0; i < 6; i++) p->q[i] = q0[i] + step * v0[i] + step * step / 2 * a0[i];
  for (int n = 0; n < 40; n++) {
    double W[36], r[6];
    int pivot[6];
    printed_rows(p->q, phi, G);
    for (int i = 0; i < 6; i++) {
      p->a[i] = (p->q[i] - q0[i] - step * v0[i]) / k - a0[i];
      p->v[i] = v0[i] + step / 2 * (a0[i] + p->a[i]);
      r[i] = -k * (p->a[i] + (i % 3 == 2 ? 9.81 : 0));
      for (int c = 0; c < 4; c++) r[i] -= k * G[c][i] * (p->lambda[c] + alpha * phi[c]);
      for (int j = 0; j < 6; j++) {
        W[6 * i + j] = i == j;
        for (int c = 0; c < 4; c++) W[6 * i + j] += k * alpha * G[c][i] * G[c][j];
      }
    }
    CHECK(jni_dense_lu(6, W, pivot));
    jni_dense_lu_solve(6, W, pivot, r);
    for (int i = 0; i < 6; i++) p->q[i] += r[i];
    printed_rows(p->q, phi, G);
    for (int c = 0; c < 4; c++) p->lambda[c] += alpha * phi[c];
  }
  for (int i = 0; i < 6; i++) {
    p->a[i] = (p->q[i] - q0[i] - step * v0[i]) / k - a0[i];
    p->v[i] = v0[i] + step / 2 * (a0[i] + p->a[i]);
  }
}

static void test_printed(void) {
  trial t;
  if (!trial_read(&t, spherical_pendulum)) return;
  t.choices.tolerance_constraint = 1e-13;
  if (trial_start(&t)) {
    const jni_step *f = trial_step(&t);
    const double *y = t.run->integrator->y;
    printed p;
    memcpy(p.q, y, sizeof p.q);
    memcpy(p.v, y + f->at_v, sizeof p.v);
    memcpy(p.a, y + f->at_a, sizeof p.a);
    memcpy(p.lambda, y + f->at_lambda, sizeof p.lambda);
    for (int n = 0; n < 40; n++) {
      CHECK(jn_run_step(t.run, 5) == JN_OK);
      printed_step(&p, 0.025, 1e7);
    }
    y = t.run->integrator->y;
    for (int i = 0; i < 6; i++) CHECK_NEAR(y[i], p.q[i], 1e-10);
    for (int i = 0; i < 6; i++) CHECK_NEAR(y[f->at_a + i], p.a[i], 1e-6 * 600);
    for (int i = 0; i < 4; i++) CHECK_NEAR(y[f->at_lambda + i], p.lambda[i], 1e-6 * 600);
  }
  trial_free(&t);
}

// ---- order ----------------------------------------------------------------------------------------------------------

// Computes the state at `until`, in the first n outputs.
static void end_of(trial *t, const char *formulation, const char *integrator, double step, double until, int n,
                   double *out) {
  trial_choose(t, formulation, "auto", integrator, step);
  t->choices.until = until;
  t->choices.tolerance_constraint = 1e-12;
  for (int i = 0; i < n; i++) out[i] = NAN;
  if (!trial_start(t)) return;
  CHECK(trial_go(t, until) == JN_OK);
  memcpy(out, jn_run_outputs(t->run), (size_t)n * sizeof *out);
}

static double distance(const double *a, const double *b, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]) + 0 * a[i]);
  return isnan(a[0]) ? NAN : most;
}

// Successive halvings of the step size leave a quarter of the difference, with dissipative newmark half of it.
static void check_order(const char *path, int n, double step, double until) {
  static const char *const integrators[] = {"trapezoidal", "newmark", "hht", "generalized-alpha"};
  trial t;
  if (!trial_open(&t, path)) return;
  for (int i = 0; i < 4; i++)
    for (int projected = 0; projected < 2; projected++) {
      const char *formulation = projected ? "index3-projected" : "index3";
      double x[3][6];
      for (int k = 0; k < 3; k++) end_of(&t, formulation, integrators[i], step / (1 << k), until, n, x[k]);
      double ratio = distance(x[0], x[1], n) / distance(x[1], x[2], n), wanted = i == 1 ? 2 : 4;
      bool good = ratio > 0.75 * wanted && ratio < 1.35 * wanted;
      CHECK(good);
      if (!good)
        printf("  %s %s %s: ratio %.3g, differences %.2g %.2g\n", path, formulation, integrators[i], ratio,
               distance(x[0], x[1], n), distance(x[1], x[2], n));
    }
  trial_free(&t);
}

static void test_order(void) {
  check_order(MODELS "examples/pendulum.yaml", 3, 4e-3, 0.6);
  check_order(MODELS "benchmarks/heavy-top.yaml", 3, 5e-4, 0.1);
  check_order(MODELS "../papers/park/park-spatial-four-bar.yaml", 1, 8e-3, 1);
  check_order(MODELS "examples/rolling-disc.yaml", 2, 1e-2, 1);
  check_order(MODELS "examples/slider-crank.yaml", 1, 1e-3, 0.3);
}

// ---- masses ---------------------------------------------------------------------------------------------------------

static const char scaled_four_bar[] =
    "jounce: 1\nname: four-bar\nspace: plane\ngravity: [0, -9.81]\nparameters: {m: %g}\n"
    "ground: {points: {O: [0, 0], D: [1.5, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: '=m', inertia: '=0.1*m', points: {O: [-0.3, 0], A: [0.3, 0]}}\n"
    "  coupler: {mass: '=2*m', inertia: '=0.3*m', points: {A: [-0.7, 0], B: [0.7, 0]}}\n"
    "  rocker: {mass: '=2*m', inertia: '=0.2*m', points: {D: [-0.5, 0], B: [0.5, 0]}}\n" FOUR_BAR_JOINTS
    "simulate: {until: 1, step: 10 ms, formulation: index3-projected}\noutputs: [crank.angle, rocker.angle]\n";

static void test_masses(void) {
  static const double masses[] = {1, 1e-3, 1e5};
  long iterations = 0;
  double angle = 0;
  for (int i = 0; i < 3; i++) {
    char text[2000];
    trial t;
    snprintf(text, sizeof text, scaled_four_bar, masses[i]);
    if (!trial_read(&t, text)) return;
    if (trial_start(&t)) {
      CHECK(trial_go(&t, 1) == JN_OK);
      double now = jn_run_outputs(t.run)[0];
      long count = jn_run_summary(t.run)->iterations;
      if (i == 0) {
        iterations = count;
        angle = now;
      }
      CHECK(count == iterations);
      CHECK_NEAR(now, angle, 1e-9);
      CHECK(jn_run_summary(t.run)->max_velocity_violation < 1e-9);
    }
    trial_free(&t);
  }
}

// A massless body: compared with `multipliers`, and with the same body with a very small mass.
static void test_massless(void) {
  static const char *const formulations[] = {"multipliers", "index3", "index3-projected"};
  double angle[3] = {0};
  for (int i = 0; i < 3; i++) {
    trial t;
    if (!trial_read(&t, massless_four_bar)) return;
    trial_choose(&t, formulations[i], "auto", i == 0 ? "rk4" : "trapezoidal", 1e-3);
    if (trial_start(&t)) {
      CHECK(trial_go(&t, 1) == JN_OK);
      angle[i] = jn_run_outputs(t.run)[0];
    }
    trial_free(&t);
  }
  CHECK_NEAR(angle[1], angle[0], 1e-4);
  CHECK_NEAR(angle[2], angle[0], 1e-4);
}

// ---- compared with multipliers --------------------------------------------------------------------------------------

static double run_model(const char *path, const char *formulation, const char *integrator, double step, double until,
                        double *out, int *n) {
  trial t;
  double violation = NAN;
  if (!trial_open(&t, path)) return NAN;
  trial_choose(&t, formulation, "auto", integrator, step);
  t.choices.until = until;
  if (trial_start(&t)) {
    jn_status status = jn_run_execute(t.run, t.report);
    CHECK(status == JN_OK);
    if (status != JN_OK) printf("  %s %s: %s\n", path, formulation, jn_run_summary(t.run)->why);
    *n = jn_run_noutputs(t.run) < 40 ? jn_run_noutputs(t.run) : 40;
    memcpy(out, jn_run_outputs(t.run), (size_t)*n * sizeof *out);
    violation = jn_run_summary(t.run)->max_position_violation;
  }
  trial_free(&t);
  return violation;
}

// The error decreases with the square of the step size, down to the error of the reference.
static void test_models(void) {
  static const struct {
    const char *path;
    double step, until, allowed;  // error at the shorter of two steps, relative to 1 + the value
  } cases[] = {{"examples/four-bar.yaml", 2e-3, 1, 1e-3},
               {"examples/driven-slider-crank.yaml", 2e-3, 1, 1e-3},
               {"examples/gear-train.yaml", 2e-3, 1, 1e-6},
               {"examples/spring-mass.yaml", 1e-3, 1, 1e-3},
               {"examples/two-wheels.yaml", 2e-3, 0.3, 1e-4},
               {"examples/chaplygin-sleigh.yaml", 2e-3, 1, 1e-4},
               {"../papers/park/park-double-pendulum.yaml", 2e-3, 1, 1e-4},
               {"../papers/yoon/yoon-motor.yaml", 1e-3, 1, 5e-2},
               {"benchmarks/bricard-a04.yaml", 2e-3, 1, 1e-4},
               {"benchmarks/n-four-bar-a02.yaml", 1e-3, 1, 1e-3}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char path[300];
    double reference[40], coarse[40], fine[40], worst[2] = {0};
    int n = 0;
    snprintf(path, sizeof path, MODELS "%s", cases[k].path);
    run_model(path, "multipliers", "rk4", cases[k].step / 4, cases[k].until, reference, &n);
    run_model(path, "index3-projected", "trapezoidal", cases[k].step, cases[k].until, coarse, &n);
    double violation = run_model(path, "index3-projected", "trapezoidal", cases[k].step / 2, cases[k].until, fine, &n);
    for (int i = 0; i < n; i++) {
      double size = 1 + fabs(reference[i]);
      worst[0] = fmax(worst[0], fabs(coarse[i] - reference[i]) / size);
      worst[1] = fmax(worst[1], fabs(fine[i] - reference[i]) / size);
    }
    bool good = worst[1] <= cases[k].allowed && (worst[1] <= 0.4 * worst[0] || worst[1] < 1e-6) && violation < 1e-11;
    CHECK(good);
    if (!good) printf("  %s: off by %.2g, %.2g; violation %.2g\n", cases[k].path, worst[0], worst[1], violation);
  }
}

// Bricard's mechanism: five redundant constraints and one degree of freedom; ten seconds without drift.
static void test_redundant(void) {
  trial t;
  if (!trial_open(&t, MODELS "benchmarks/bricard-a04.yaml")) return;
  trial_choose(&t, "index3-projected", "auto", "trapezoidal", 5e-3);
  t.choices.until = LIGHT ? 2 : 10;
  if (trial_start(&t)) {
    CHECK(jn_run_execute(t.run, t.report) == JN_OK);
    const jn_summary *s = jn_run_summary(t.run);
    CHECK(s->redundant > 0);
    CHECK(s->max_position_violation < 1e-13 && s->max_velocity_violation < 1e-9 && s->max_angle_violation < 1e-13);
    CHECK(s->max_energy_error < 1e-3 * s->max_kinetic_energy + 1e-3);
    CHECK(s->halved == 0);
  }
  trial_free(&t);
}

typedef struct {
  double updates;  // a step
  long halved;
  double angles[3];
} turning;

static turning turn_with(const char *formulation, const char *variant, double step) {
  trial t;
  turning r = {.updates = NAN, .halved = -1, .angles = {NAN, NAN, NAN}};
  if (!trial_open(&t, MODELS "benchmarks/andrews-a03.yaml")) return r;
  trial_choose(&t, formulation, variant, "trapezoidal", step);
  snprintf(t.choices.coordinates, sizeof t.choices.coordinates, "natural");
  if (trial_start(&t)) {
    jn_status status = jn_run_execute(t.run, t.report);
    CHECK(status == JN_OK || status == JN_DIVERGED);  // with 2 ms most of the energy is lost
    const jn_summary *s = jn_run_summary(t.run);
    r.updates = (double)s->iterations / (double)s->steps;
    r.halved = s->halved;
    for (int i = 0; i < 3; i++) r.angles[i] = jn_run_outputs(t.run)[i];
  }
  trial_free(&t);
  return r;
}

// Links that rotate by a radian within a step: in natural coordinates their points move along arcs, and the iteration
// is slow without the geometric term of the matrix, but not with Anderson mixing. Plain increments converge to the same
// step if they converge.
static void test_turning(void) {
  turning mixed = turn_with("index3-projected", "auto", 1e-3),
          plain = turn_with("index3-projected", "plain-newton", 1e-3);
  CHECK(mixed.halved == 0 && plain.halved == 0 && plain.updates > mixed.updates);
  for (int i = 0; i < 3; i++) CHECK_NEAR(plain.angles[i], mixed.angles[i], 1e-3 * (1 + fabs(mixed.angles[i])));
  mixed = turn_with("index3-projected", "auto", 2e-3);
  plain = turn_with("index3-projected", "plain-newton", 2e-3);
  CHECK(mixed.halved == 0 && mixed.updates < 10);
  CHECK(plain.halved > 0 && plain.updates > 2 * mixed.updates);
}

// The exact matrix needs fewer iterations and gives the same step. It changes the metric of the projections, so the
// motion of index3-projected is not compared.
static void test_exact_matrix(void) {
  static const char *const formulations[] = {"index3-projected", "index3-conserving", "index3-conserving-projected"};
  for (int i = 0; i < 3; i++) {
    turning exact = turn_with(formulations[i], "exact-newton", 1e-3), mixed = turn_with(formulations[i], "auto", 1e-3);
    CHECK(exact.halved == 0 && exact.updates < 0.6 * mixed.updates);
    for (int k = 0; k < 3 && i > 0; k++)
      CHECK_NEAR(exact.angles[k], mixed.angles[k], 1e-6 * (1 + fabs(mixed.angles[k])));
  }
}

// Penalty springs deflect by their load over alpha.
static void test_penalty(void) {
  trial t;
  double stretch[2] = {0};
  for (int i = 0; i < 2; i++) {
    if (!trial_open(&t, MODELS "examples/pendulum.yaml")) return;
    trial_choose(&t, "penalty", "auto", "generalized-alpha", 1e-3);
    t.choices.penalty = i ? 1e7 : 1e6;
    t.choices.until = 0.5;
    if (trial_start(&t)) {
      CHECK(trial_go(&t, 0.5) == JN_OK);
      const jni_step *f = trial_step(&t);
      const double *phi = t.run->formulation->work->phi, *lambda = t.run->integrator->y + f->at_lambda;
      jn_run_state(t.run);
      stretch[i] = hypot(phi[0], phi[1]);
      CHECK_NEAR(lambda[0], t.choices.penalty * phi[0], 1e-6 * fabs(lambda[0]) + 1e-9);
    }
    trial_free(&t);
  }
  near_part(stretch[0], 10 * stretch[1], 0.02);
}

// ---- outputs at the end of a step -----------------------------------------------------------------------------------

// An input held between two steps affects outputs at once.
static void test_held_input(void) {
  static const char text[] =
      "jounce: 1\nname: push\nspace: plane\nbodies: {p: {mass: 1, inertia: 1}}\ninputs: {F: 0}\n"
      "forces: {f: {type: point-force, at: p, value: [F, 0]}}\nsimulate: {until: 1, step: 10 ms}\noutputs: [p.ax]\n";
  static const char *const formulations[] = {"index3", "index3-projected", "penalty"};
  trial t;
  for (int i = 0; i < 3 && trial_read(&t, text); i++) {
    trial_choose(&t, formulations[i], "auto", "trapezoidal", 0.01);
    if (trial_start(&t)) {
      CHECK(jn_run_step(t.run, 1) == JN_OK);
      CHECK_NEAR(jn_run_outputs(t.run)[0], 0, 1e-12);
      jn_run_hold_input(t.run, 0, 5);
      CHECK_NEAR(jn_run_outputs(t.run)[0], 5, 1e-12);
      CHECK(jn_run_step(t.run, 1) == JN_OK);
      CHECK_NEAR(jn_run_outputs(t.run)[0], 5, 1e-12);
      jn_run_hold_input(t.run, 0, NAN);
      CHECK_NEAR(jn_run_outputs(t.run)[0], 0, 1e-12);
    }
    trial_free(&t);
  }
}

// Without constraints there is nothing to project: results are identical, including the work of the damper.
static void test_no_rows(void) {
  static const char text[] =
      "jounce: 1\nname: free\nspace: plane\nground: {points: {O: [0, 0]}}\nbodies: {p: {mass: 1, inertia: 1}}\n"
      "forces: {d: {type: spring-damper, between: [ground.O, p], stiffness: 100, rest: 1, damping: 20}}\n"
      "initial: {keep: {p.x: 1.2, p.y: 0, p.vx: 3}}\nsimulate: {until: 1}\noutputs: [p.x, p.vx, p.ax, energy.work]\n";
  double out[2][4];
  for (int i = 0; i < 2; i++) {
    trial t;
    if (!trial_read(&t, text)) return;
    end_of(&t, i ? "index3-projected" : "index3", "trapezoidal", 0.02, 0.5, 4, out[i]);
    trial_free(&t);
  }
  for (int k = 0; k < 4; k++) CHECK(out[0][k] == out[1][k]);
}

// The message about a step whose constraints hold names a body, with the unit.
static void test_sentence(void) {
  char text[256];
  trial t;
  if (!trial_read(&t, spherical_pendulum)) return;
  if (trial_start(&t)) {
    CHECK(jn_run_step(t.run, 5) == JN_OK);
    trial_step(&t)->stepper.explain(t.run->formulation, JN_NO_CONVERGENCE, text, sizeof text);
    CHECK(strstr(text, "rod") == NULL && (strstr(text, "body 'first'") || strstr(text, "body 'second'")) &&
          strstr(text, " m"));
  }
  trial_free(&t);
}

// ---- states of forces -----------------------------------------------------------------------------------------------

static const char wheel[] =
    "jounce: 1\nname: wheel\nspace: space\ngravity: [0, 0, -9.81]\nroads: {road: {type: flat}}\n"
    "bodies: {box: {mass: 250, inertia: [100, 100, 100]}, wheel: {mass: 20, inertia: [0.5, 1, 0.5]}}\n"
    "joints: {axle: {type: revolute, between: [box, wheel], axis: y}}\n"
    "forces: {t: {type: tyre-tmeasy, at: wheel, road: road, radius: 0.3, stiffness: 200 kN/m, damping: 500 N s/m}}\n"
    "initial: {keep: {box.x: 0, box.y: 0, box.z: 0.29, box.vx: 10, box.vy: 1, box.vz: 0, joint.axle.angle: 0, "
    "joint.axle.rate: 30}}\n"
    "simulate: {until: 0.5, step: 5 ms}\noutputs: [box.x]\n";

// The deflection of a carcass follows the speed within a step, and the matrix contains its stiffness: few iterations.
static void check_wheel(const char *formulation, const char *integrator, const char *coordinates, double rho) {
  trial t;
  if (!trial_read(&t, wheel)) return;
  trial_choose(&t, formulation, "auto", integrator, 5e-3);
  snprintf(t.choices.coordinates, sizeof t.choices.coordinates, "%s", coordinates);
  t.choices.rho = rho;
  if (trial_start(&t)) {
    CHECK(jn_run_execute(t.run, t.report) == JN_OK);
    const jn_summary *s = jn_run_summary(t.run);
    bool good = s->halved == 0 && s->iterations < 8 * s->steps;
    CHECK(good);
    if (!good)
      printf("  %s, %s: %ld iterations in %ld steps, %ld halved\n", formulation, integrator, s->iterations, s->steps,
             s->halved);
  }
  trial_free(&t);
}

static void test_carcass(void) {
  check_wheel("index3", "trapezoidal", "cartesian", 0.8);
  check_wheel("index3-projected", "newmark", "cartesian", 0);
  check_wheel("index3-projected", "hht", "natural", 0.8);
}

int main(void) {
  test_pendulum();
  test_printed();
  test_order();
  test_masses();
  test_massless();
  test_models();
  test_redundant();
  test_turning();
  test_exact_matrix();
  test_penalty();
  test_held_input();
  test_no_rows();
  test_sentence();
  test_carcass();
  return check_report();
}
