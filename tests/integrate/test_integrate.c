// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_integrate.c - every integrator of the table on a nonlinear problem with a closed form: order, tolerance, dense
// output, landing, restart, failing equations, memory.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "integrate/integrator.h"
#include "memory.h"

// ---- the problem: u = 1 / (1 + t^2), w = exp(sin t), and a point on the unit circle that turns with the square of its
// radius ----

enum { N = 4 };

typedef struct {
  double fail_after;  // time beyond which the equations fail
  int fail_calls;     // that many times, then no more; -1: always
  int projections;
} problem;

static jn_status rhs(void *self, double t, const double *y, double *ydot) {
  problem *p = self;
  if (t > p->fail_after && p->fail_calls != 0) {
    if (p->fail_calls > 0) p->fail_calls--;
    return JN_NO_CONVERGENCE;
  }
  double r2 = y[2] * y[2] + y[3] * y[3];
  ydot[0] = -2 * t * y[0] * y[0];
  ydot[1] = y[1] * cos(t);
  ydot[2] = -r2 * y[3];
  ydot[3] = r2 * y[2];
  return JN_OK;
}

static jn_status project(void *self, double t, double *y, double *ydot) {
  double r = hypot(y[2], y[3]);
  y[2] /= r;
  y[3] /= r;
  ((problem *)self)->projections++;
  return rhs(self, t, y, ydot);
}

static void exact(double t, double *y) {
  y[0] = 1 / (1 + t * t);
  y[1] = exp(sin(t));
  y[2] = cos(t);
  y[3] = sin(t);
}

static double error_at(double t, const double *y) {
  double x[N], most = 0;
  exact(t, x);
  for (int i = 0; i < N; i++) most = fmax(most, isfinite(y[i]) ? fabs(y[i] - x[i]) : HUGE_VAL);
  return most;
}

static const double tight[N] = {1e-9, 1e-9, 1e-9, 1e-9};

// ---- helpers ----------------------------------------------------------------------------------------------------

typedef struct {
  const jni_integrator_kind *kind;
  double step, relative;
  const double *absolute;
  bool with_project;
  int jacobian_every, max_order;
  const bool *idle;
  void (*amplification)(void *self, double *amplification);
  problem problem;
  const jn_alloc *alloc;
} setting;

static setting setting_of(const jni_integrator_kind *kind, double step) {
  return (setting){
      .kind = kind, .step = step, .relative = 1e-9, .absolute = tight, .problem = {.fail_after = HUGE_VAL}};
}

static jni_integrator *make(setting *s) {
  jni_ode ode = {.n = N,
                 .self = &s->problem,
                 .rhs = rhs,
                 .project = s->with_project ? project : NULL,
                 .absolute = s->absolute,
                 .relative = s->relative,
                 .amplification = s->amplification,
                 .idle = s->idle};
  jni_integrator_options options = {
      .step = s->step, .until = 10, .jacobian_every = s->jacobian_every, .max_order = s->max_order};
  return s->kind->create(s->alloc, &ode, &options, NULL);
}

// Methods for residuals have their own test, and so have rules for equations that make their step themselves.
static bool available(const jni_integrator_kind *kind) { return kind->step != NULL && !kind->residual && !kind->rule; }

// What a fixed step of 0.01, or the tolerance, gives.
static double accuracy(const jni_integrator_kind *kind) {
  return kind->order == 1 ? 0.1 : kind->order == 2 ? 1e-3 : 1e-5;
}

static jn_status begin(jni_integrator *m, double t) {
  double y[N];
  exact(t, y);
  m->origin = t;
  return m->kind->start(m, t, y);
}

static jn_status go(jni_integrator *m, double t) {
  while (m->t < t) {
    jn_status status = m->kind->step(m, t);
    if (status != JN_OK) return status;
  }
  return JN_OK;
}

static double end_error(setting s, double t) {
  jni_integrator *m = make(&s);
  CHECK(begin(m, 0) == JN_OK);
  CHECK(go(m, t) == JN_OK);
  double error = error_at(t, m->y);
  jni_object_free(m);
  return error;
}

static long count_steps(setting s, int max_order) {
  s.max_order = max_order;
  jni_integrator *m = make(&s);
  CHECK(begin(m, 0) == JN_OK);
  CHECK(go(m, 2) == JN_OK);
  long steps = m->counts.steps;
  jni_object_free(m);
  return steps;
}

// ---- tests ------------------------------------------------------------------------------------------------------

// A multistep method of order 2 takes more steps; orders above its highest are not asked for.
static void test_limited_order(const jni_integrator_kind *kind) {
  setting s = setting_of(kind, 0);
  long usual = count_steps(s, 0);
  CHECK(count_steps(s, 2) > 3 * usual);
  CHECK(count_steps(s, 12) == usual);
}

static void test_order_of_fixed_steps(const jni_integrator_kind *kind) {
  for (int p = 0; p < 2; p++) {
    setting s = setting_of(kind, 0.02);
    s.with_project = p;
    double coarse = end_error(s, 2);
    s.step = 0.01;
    double fine = end_error(s, 2);
    CHECK_NEAR(log2(coarse / fine), kind->order, 0.2);
  }
}

// With any matrix in the place of the Jacobian: one of differences as wide as the unknowns themselves, which is that of
// the start for the whole run.
static void test_order_with_wrong_jacobian(void) {
  static const double wide[N] = {1e-3, 1e-3, 1e-3, 1e-3};  // over 1e-9: differences of 1
  setting s = setting_of(jni_integrator_kind_find("rosenbrock"), 0.01);
  double right = end_error(s, 2), error[2];
  s.absolute = wide;
  s.jacobian_every = 1000;
  for (int i = 0; i < 2; i++) {
    error[i] = end_error(s, 2);
    s.step /= 2;
  }
  CHECK(fabs(error[0] - right) > 0.2 * right);
  CHECK_NEAR(log2(error[0] / error[1]), 2, 0.1);
}

// Nothing depends on w: where that is told no column is made of it, and the order is the same.
static void test_idle_components(void) {
  static const bool idle[N] = {false, true, false, false};
  setting s = setting_of(jni_integrator_kind_find("rosenbrock"), 0.01);
  long evaluations[2];
  for (int i = 0; i < 2; i++) {
    jni_integrator *m = make(&s);
    CHECK(begin(m, 0) == JN_OK && go(m, 2) == JN_OK);
    evaluations[i] = m->counts.evaluations;
    jni_object_free(m);
    s.idle = idle;
  }
  CHECK(evaluations[0] == 1 + 200 * (N + 3) && evaluations[1] == evaluations[0] - 200);
  double coarse = end_error(s, 2);
  s.step /= 2;
  CHECK_NEAR(log2(coarse / end_error(s, 2)), 2, 0.1);
}

// A hundred times tighter gives at least twenty times better, and the error stays within a moderate multiple of the
// tolerance.
static void test_error_follows_tolerance(const jni_integrator_kind *kind) {
  double before = HUGE_VAL;
  for (double tolerance = 1e-4; tolerance > 1e-11; tolerance *= 0.01) {
    double absolute[N] = {tolerance, tolerance, tolerance, tolerance};
    setting s = setting_of(kind, 0);
    s.relative = tolerance;
    s.absolute = absolute;
    double error = end_error(s, 5);
    CHECK(error < 300 * tolerance);
    CHECK(error < before / 20);
    before = error;
  }
}

static void reach_far(void *self, double *amplification) {
  (void)self;
  for (int i = 0; i < N; i++) amplification[i] = 100;
}

// Errors that amplification a hundred times as far elsewhere are a hundred times as large as they look.
static void test_reach_of_errors(const jni_integrator_kind *kind) {
  const double near[N] = {1e-6, 1e-6, 1e-6, 1e-6}, hundredth[N] = {1e-8, 1e-8, 1e-8, 1e-8};
  setting s = setting_of(kind, 0), tighter = setting_of(kind, 0);
  s.relative = 1e-6;
  s.absolute = near;
  tighter.relative = 1e-8;
  tighter.absolute = hundredth;
  double alone = end_error(s, 5);
  s.amplification = reach_far;
  double counted = end_error(s, 5), asked = end_error(tighter, 5);
  CHECK(counted < alone / 20 && counted < 3 * asked && counted > asked / 3);
}

static double dense_error(setting s, double h) {
  double worst = 0, y[N], coarse[N] = {1, 1, 1, 1};
  s.step = h;
  s.absolute = coarse;
  s.relative = 1;
  jni_integrator *m = make(&s);
  CHECK(begin(m, 0.3) == JN_OK);
  CHECK(m->kind->step(m, 9) == JN_OK);
  CHECK_NEAR(m->t, 0.3 + h, 1e-15);
  for (double x = 0.1; x < 1; x += 0.1) {
    m->kind->interpolate(m, 0.3 + x * h, y);
    worst = fmax(worst, error_at(0.3 + x * h, y));
  }
  jni_object_free(m);
  return worst;
}

// The first step of the others is one of rk4.
static bool one_step(const jni_integrator_kind *kind) { return kind->order < 3 && strcmp(kind->name, "ab2") != 0; }

// Over one step the error of the cubic is h^4, that of the dense output of order 4 h^5, and that of the step comes with
// it; projecting y must not spoil it.
static void test_order_of_dense_output(const jni_integrator_kind *kind) {
  int order = kind->fixed_step ? (one_step(kind) ? kind->order + 1 : 4) : 5;
  for (int p = 0; p < 2; p++) {
    setting s = setting_of(kind, 0);
    s.with_project = p;
    CHECK_NEAR(log2(dense_error(s, 0.1) / dense_error(s, 0.05)), order, 0.4);
  }
}

static void test_dense_output_along_a_run(const jni_integrator_kind *kind) {
  setting s = setting_of(kind, kind->fixed_step ? 0.005 : 0);
  jni_integrator *m = make(&s);
  double y[N], worst = 0;
  CHECK(begin(m, 0) == JN_OK);
  while (m->t < 3 && m->kind->step(m, 3) == JN_OK)
    for (double x = 0; x <= 1; x += 0.25) {
      double t = m->t_previous + x * (m->t - m->t_previous);
      m->kind->interpolate(m, t, y);
      worst = fmax(worst, error_at(t, y));
    }
  CHECK(worst < accuracy(kind) / (kind->order == 1 ? 2 : 10));
  jni_object_free(m);
}

static void test_ends_of_dense_output(const jni_integrator_kind *kind) {
  setting s = setting_of(kind, kind->fixed_step ? 0.01 : 0);
  jni_integrator *m = make(&s);
  double y[N], before[N];
  CHECK(begin(m, 0) == JN_OK);
  CHECK(go(m, 0.5) == JN_OK);
  memcpy(before, m->y, sizeof before);
  CHECK(m->kind->step(m, 1) == JN_OK);
  for (int i = 0; i < N; i++) {
    m->kind->interpolate(m, m->t_previous, y);
    CHECK_NEAR(y[i], before[i], 1e-14);
    m->kind->interpolate(m, m->t, y);
    CHECK_NEAR(y[i], m->y[i], 1e-14);
  }
  jni_object_free(m);
}

static void test_lands_exactly(const jni_integrator_kind *kind) {
  const double limits[] = {0.1, 0.25, 0.2500001, 0.7351, 0.7351 + 1e-13, 1};
  setting s = setting_of(kind, kind->fixed_step ? 0.01 : 0);
  jni_integrator *m = make(&s);
  CHECK(begin(m, 0) == JN_OK);
  for (int i = 0; i < 6; i++) {
    if (go(m, limits[i]) != JN_OK) CHECK(i == 4 && !kind->projects && !kind->fixed_step);
    if (m->t != limits[i]) begin(m, limits[i]);
    CHECK(m->t == limits[i]);
    CHECK(error_at(m->t, m->y) < accuracy(kind));
  }
  jni_object_free(m);
}

static void test_times_are_multiples(const jni_integrator_kind *kind) {
  const double h = 0.001;
  setting s = setting_of(kind, h);
  jni_integrator *m = make(&s);
  CHECK(begin(m, 0.1) == JN_OK);
  for (int k = 1; k <= 700; k++) {
    CHECK(m->kind->step(m, 9) == JN_OK);
    CHECK(m->t == 0.1 + k * h);
  }
  CHECK(go(m, 0.1 + 701 * h + 1e-14) == JN_OK);  // no sliver
  CHECK(m->counts.steps == 701);
  jni_object_free(m);
}

// One-step methods and bdf do; the derivatives that ab3 and adams keep belong to the y that they were taken at.
static void test_who_projects(const jni_integrator_kind *kind) {
  setting s = setting_of(kind, kind->fixed_step ? 0.05 : 0);
  s.with_project = true;
  jni_integrator *m = make(&s);
  CHECK(begin(m, 0) == JN_OK);
  CHECK(go(m, 5) == JN_OK);
  CHECK((s.problem.projections > 0) == (kind->projects || strcmp(kind->name, "bdf") == 0));
  if (kind->projects) CHECK_NEAR(hypot(m->y[2], m->y[3]), 1, 1e-15);
  jni_object_free(m);
}

// A restart in the middle of a history equals a fresh start, bit for bit.
static void test_restart_forgets(const jni_integrator_kind *kind) {
  setting s = setting_of(kind, kind->fixed_step ? 0.01 : 0);
  jni_integrator *used = make(&s), *fresh = make(&s);
  CHECK(begin(used, 0) == JN_OK && go(used, 1.234) == JN_OK);
  CHECK(begin(used, 0.5) == JN_OK && go(used, 2) == JN_OK);
  CHECK(begin(fresh, 0.5) == JN_OK && go(fresh, 2) == JN_OK);
  CHECK(memcmp(used->y, fresh->y, N * sizeof(double)) == 0);
  jni_object_free(used);
  jni_object_free(fresh);
}

static void test_failing_equations(const jni_integrator_kind *kind) {
  setting s = setting_of(kind, kind->fixed_step ? 0.01 : 0);
  s.problem = (problem){.fail_after = 1, .fail_calls = -1};
  jni_integrator *m = make(&s);
  CHECK(begin(m, 0) == JN_OK);
  jn_status status = go(m, 2);
  CHECK(status == (kind->fixed_step ? JN_NO_CONVERGENCE : JN_STEP_TOO_SMALL));
  CHECK(m->message[0] != 0);
  CHECK(m->t > 0.9 && m->t <= 1);
  CHECK(error_at(m->t, m->y) < accuracy(kind));
  jni_object_free(m);
}

// A variable step gets round a hole; a fixed one says no but can be asked again.
// A limit a few roundings away, and equations that fail there: all stays as it was.
static void test_failing_sliver(const jni_integrator_kind *kind) {
  setting s = setting_of(kind, kind->fixed_step ? 0.01 : 0);
  s.problem = (problem){.fail_after = 1, .fail_calls = -1};
  jni_integrator *m = make(&s);
  double y[N], ydot[N];
  CHECK(begin(m, 0) == JN_OK && go(m, 1) == JN_OK);
  memcpy(y, m->y, sizeof y);
  memcpy(ydot, m->ydot, sizeof ydot);
  CHECK(m->kind->step(m, nextafter(1, 2)) != JN_OK);
  CHECK(m->t == 1 && memcmp(y, m->y, sizeof y) == 0 && memcmp(ydot, m->ydot, sizeof ydot) == 0);
  jni_object_free(m);
}

static void test_passing_failure(const jni_integrator_kind *kind) {
  setting s = setting_of(kind, kind->fixed_step ? 0.01 : 0);
  s.problem = (problem){.fail_after = 1, .fail_calls = 2};
  jni_integrator *m = make(&s);
  CHECK(begin(m, 0) == JN_OK);
  for (int i = 0; i < 3 && go(m, 2) != JN_OK; i++) CHECK(kind->fixed_step);
  CHECK(m->t == 2);
  CHECK(error_at(2, m->y) < accuracy(kind));
  jni_object_free(m);
}

// ---- oscillators: positions x, speeds v; the second is stiff -------------------------------------------------------

typedef struct {
  double frequency[2], damping[2];
} oscillators;

static jn_status swing(void *self, double t, const double *y, double *ydot) {
  const oscillators *o = self;
  (void)t;
  for (int i = 0; i < 2; i++) {
    double w = o->frequency[i];
    ydot[i] = y[2 + i];
    ydot[2 + i] = -w * w * y[i] - 2 * o->damping[i] * w * y[2 + i];
  }
  return JN_OK;
}

static jn_status swing_drift(void *self, double t, const double *y, double *rate) {
  (void)self;
  (void)t;
  rate[0] = y[2];
  rate[1] = y[3];
  return JN_OK;
}

// y after 5 s; what is not finite or huge is HUGE_VAL.
static void swing_on(const char *name, oscillators o, double h, bool with_drift, double y[4]) {
  static const double start[4] = {1, 1, 0, 0};
  jni_ode ode = {.n = 4, .self = &o, .rhs = swing, .absolute = tight, .relative = 1e-9, .npositions = 2, .nspeeds = 2};
  if (with_drift) ode.drift = swing_drift;
  jni_integrator_options options = {.step = h, .until = 5};
  jni_integrator *m = jni_integrator_kind_find(name)->create(NULL, &ode, &options, NULL);
  CHECK(m->kind->start(m, 0, start) == JN_OK);
  while (m->t < 5 && m->kind->step(m, 5) == JN_OK && fabs(m->y[1]) < 1e6) {
  }
  for (int i = 0; i < 4; i++) y[i] = m->t < 5 ? HUGE_VAL : m->y[i];
  jni_object_free(m);
}

// Positions with the new speeds: the energy of an oscillator stays where the explicit method makes it grow.
static void test_euler_keeps_energy(void) {
  const oscillators o = {{4, 7}, {0, 0}};
  double y[4], z[4];
  swing_on("euler", o, 0.01, true, y);
  swing_on("euler", o, 0.01, false, z);
  CHECK_NEAR((16 * y[0] * y[0] + y[2] * y[2]) / 16, 1, 0.05);
  CHECK((16 * z[0] * z[0] + z[2] * z[2]) / 16 > 2);
}

// A stiff and damped oscillator beside a soft one, at a step 200 times beyond the explicit methods.
static void test_stiff_oscillator(void) {
  const oscillators o = {{2, 2e4}, {0, 0.2}};
  static const char *const good[] = {"rosenbrock", "split"}, *const bad[] = {"euler", "ab2", "rk4"};
  double y[4];
  for (int i = 0; i < 2; i++) {
    swing_on(good[i], o, 0.01, true, y);
    CHECK_NEAR(y[0], cos(10), 2e-3);
    CHECK_NEAR(y[1], 0, 1e-12);
  }
  for (int i = 0; i < 3; i++) {
    swing_on(bad[i], o, 0.01, true, y);
    CHECK(y[1] == HUGE_VAL);
  }
}

static void test_memory(const jni_integrator_kind *kind) {
  memory_count c = {0};
  jn_alloc alloc = {counted_resize, &c};
  setting s = setting_of(kind, kind->fixed_step ? 0.01 : 0);
  s.alloc = &alloc;
  for (int k = 1;; k++) {
    c = (memory_count){.fail_at = k};
    jni_integrator *m = make(&s);
    if (m) c.fail_at = 0;
    long before = c.calls;
    if (m) CHECK(begin(m, 0) == JN_OK && go(m, 1) == JN_OK && begin(m, 1) == JN_OK && go(m, 1.5) == JN_OK);
    CHECK(c.calls == before);
    bool made = m != NULL;
    jni_object_free(m);
    CHECK(c.live == 0);
    if (made) break;
    CHECK(k < 20);
  }
}

static void test_refusals(void) {
  jn_report *report = jn_report_new(NULL);
  jni_ode ode = {.n = N, .rhs = rhs, .absolute = tight, .relative = 1e-6};
  for (int i = 0; jni_integrator_kinds[i]; i++) {
    const jni_integrator_kind *kind = jni_integrator_kinds[i];
    CHECK(jni_integrator_kind_find(kind->name) == kind);
    CHECK(kind->help && kind->help[0]);
    jni_integrator_options options = {.step = NAN};
    int before = jn_report_size(report);
    jni_integrator *m = kind->fixed_step || !available(kind) ? kind->create(NULL, &ode, &options, report) : NULL;
    CHECK(!m);
    if (kind->fixed_step || !available(kind)) CHECK(jn_report_size(report) == before + 1);
  }
  CHECK(!jni_integrator_kind_find("eulr"));
  jn_report_free(report);
}

int main(void) {
  test_refusals();
  test_euler_keeps_energy();
  test_stiff_oscillator();
  test_order_with_wrong_jacobian();
  test_idle_components();
  for (int i = 0; jni_integrator_kinds[i]; i++) {
    const jni_integrator_kind *kind = jni_integrator_kinds[i];
    if (!available(kind)) continue;
    if (kind->fixed_step) {
      test_order_of_fixed_steps(kind);
      test_times_are_multiples(kind);
    }
    if (!kind->fixed_step) {
      test_error_follows_tolerance(kind);
      test_reach_of_errors(kind);
    }
    if (strcmp(kind->name, "adams") == 0 || strcmp(kind->name, "bdf") == 0) test_limited_order(kind);
    if (kind->fixed_step || kind->projects) test_order_of_dense_output(kind);
    test_dense_output_along_a_run(kind);
    test_ends_of_dense_output(kind);
    test_lands_exactly(kind);
    test_who_projects(kind);
    test_restart_forgets(kind);
    test_failing_equations(kind);
    test_failing_sliver(kind);
    test_passing_failure(kind);
    test_memory(kind);
  }
  return check_report();
}
