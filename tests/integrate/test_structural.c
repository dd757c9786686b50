// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_structural.c - the rules of structural dynamics: their recursion on a spring and a mass, what they damp, steps
// that fail and are halved, what is refused, interpolation, memory.
#include "heap.h"
#include "index3_rig.h"
#include "integrate/integrator_common.h"

static const char *const names[] = {"trapezoidal", "newmark", "hht", "generalized-alpha"};
enum { NRULES = 4 };

// x'' = -w^2 x, w^2 = 100: a particle on a line.
static const char oscillator[] =
    "jounce: 1\nname: oscillator\nspace: plane\ngravity: [0, 0]\nground: {points: {O: [0, 0], far: [-1000, 0]}}\n"
    "bodies: {mass: {type: particle, mass: 2}}\n"
    "joints: {line: {type: point-on-line, between: [ground.O, mass], axis: x}}\n"
    "forces: {spring: {type: spring-damper, between: [ground.far, mass], stiffness: 200, rest: 1000}}\n"
    "initial: {keep: {mass.x: 1, mass.vx: 0, mass.y: 0}}\n"
    "simulate: {until: 100, step: 10 ms, formulation: index3-projected}\noutputs: [mass.x, mass.vx]\n";

// ---- the recursion of (x, h v, h^2 A) in one step, W = (w h)^2, from the definition of the rules --------------------

static void recursion(const jni_rule *r, double W, double P[9]) {
  // (1 - am) A1 + am A0 = -(1 - af) W x1 - af W x0,  x1 = x0 + v0 + (1/2 - b) A0 + b A1
  double s = (1 - r->alpha_m) + (1 - r->alpha_f) * W * r->beta;
  double A[3] = {-W / s, -(1 - r->alpha_f) * W / s, (-r->alpha_m - (1 - r->alpha_f) * W * (0.5 - r->beta)) / s};
  for (int j = 0; j < 3; j++) {
    P[j] = r->beta * A[j] + (j == 0) + (j == 1) + (j == 2 ? 0.5 - r->beta : 0);
    P[3 + j] = r->gamma * A[j] + (j == 1) + (j == 2 ? 1 - r->gamma : 0);
    P[6 + j] = A[j];
  }
}

static void square(double P[9], double *log_scale) {
  double Q[9] = {0}, most = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) Q[3 * i + j] += P[3 * i + k] * P[3 * k + j];
  for (int i = 0; i < 9; i++) most = fmax(most, fabs(Q[i]));
  for (int i = 0; i < 9; i++) P[i] = Q[i] / most;
  *log_scale = 2 * *log_scale + log(most);
}

// Spectral radius: the growth of powers.
static double radius(const jni_rule *r, double W) {
  double P[9], log_scale = 0;
  recursion(r, W, P);
  for (int i = 0; i < 40; i++) square(P, &log_scale);
  return exp(log_scale * exp2(-40));
}

static void test_radius(void) {
  for (int i = 0; i < NRULES; i++)
    for (double rho = 0.5; rho <= 1; rho += 0.1) {
      jni_rule r = jni_structural_rule(jni_integrator_kind_find(names[i]), rho);
      double wanted = i == 0 ? 1 : rho;
      CHECK_NEAR(radius(&r, 1e14), wanted, 5e-5);
      for (double W = 1e-4; W < 1e8; W *= 3) CHECK(radius(&r, W) <= 1 + 1e-9);  // stable whatever the step
      if (i >= 2) CHECK_NEAR(r.gamma, 0.5 - r.alpha_m + r.alpha_f, 1e-15);      // second order
    }
  jni_rule none = jni_structural_rule(&jni_generalized_alpha, 0);
  CHECK_NEAR(radius(&none, 1e14), 0, 1e-4);
}

// A run takes the same way as the recursion, from steps that resolve the motion to steps that do not.
static void test_recursion(void) {
  static const double steps[] = {0.01, 0.1, 1, 3};
  for (int i = 0; i < NRULES; i++)
    for (int k = 0; k < 4; k++) {
      trial t;
      if (!trial_read(&t, oscillator)) return;
      trial_choose(&t, i % 2 ? "index3" : "index3-projected", "auto", names[i], steps[k]);
      t.choices.rho = 0.7;
      t.choices.until = 1e6;
      if (trial_start(&t)) {
        jni_rule r = jni_structural_rule(jni_integrator_kind_find(names[i]), 0.7);
        double W = 100 * steps[k] * steps[k], P[9], x[3] = {1, 0, -W};
        recursion(&r, W, P);
        for (int n = 0; n < 20; n++) {
          double y[3] = {0};
          for (int a = 0; a < 9; a++) y[a / 3] += P[a] * x[a % 3];
          memcpy(x, y, sizeof x);
          CHECK(jn_run_step(t.run, 1e6) == JN_OK);
          CHECK_NEAR(jn_run_state(t.run)[1], x[0], 1e-8 * (1 + W * 1e-3));
        }
      }
      trial_free(&t);
    }
}

// ---- steps that fail ------------------------------------------------------------------------------------------------

// A bar that hits a stiff stop with a step far too long for it.
static const char hammer[] =
    "jounce: 1\nname: hammer\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
    "bodies: {bar: {mass: 2, inertia: 0.2, points: {O: [-0.5, 0]}}}\n"
    "joints: {hinge: {type: revolute, between: [ground.O, bar.O]}}\n"
    "forces: {stop: {type: torque, at: bar, value: '1e7*max(-1 - bar.angle, 0)^3'}}\n"
    "initial: {keep: {bar.angle: 0, bar.rate: 0}}\n"
    "simulate: {until: 2, step: 200 ms, formulation: index3-projected}\noutputs: [bar.angle]\n";

static void test_halving(void) {
  trial t;
  if (!trial_read(&t, hammer)) return;
  t.choices.halvings = 10;
  if (trial_start(&t)) {
    CHECK(jn_run_execute(t.run, t.report) == JN_OK);  // it comes to its end
    const jn_summary *s = jn_run_summary(t.run);
    bool warned = false;
    for (int i = 0; i < jn_report_size(t.report); i++)
      if (strstr(jn_report_get(t.report, i)->what, "halved, the first at t = ")) warned = true;
    CHECK(s->halved > 0 && s->steps == 10 && s->first_halved_time >= 0 && s->first_halved_time < 2);
    CHECK(warned);
    CHECK(s->max_position_violation < 1e-12);
  }
  t.choices.halvings = 0;
  if (trial_start(&t)) {
    CHECK(jn_run_execute(t.run, t.report) != JN_OK);
    const jn_summary *s = jn_run_summary(t.run);
    CHECK(strstr(s->why, "the step from t = ") && strstr(s->why, "hinge"));
    if (!strstr(s->why, "hinge")) printf("  %s\n", s->why);
    CHECK(s->halved == 0 && s->time < 2);
  }
  trial_free(&t);
}

// ---- refusals -------------------------------------------------------------------------------------------------------

static void check_refused(const char *formulation, const char *integrator, double step, double rho,
                          const char *sentence) {
  trial t;
  if (!trial_read(&t, oscillator)) return;
  trial_choose(&t, formulation, "auto", integrator, step);
  t.choices.rho = rho;
  CHECK(jn_choices_resolve(t.model, &t.choices, t.report) != JN_OK);
  bool said = false;
  for (int i = 0; i < jn_report_size(t.report); i++) said = said || strstr(jn_report_get(t.report, i)->what, sentence);
  CHECK(said);
  trial_free(&t);
}

static void test_refusals(void) {
  check_refused("index3", "hht", 0.01, 0.4, "'hht' needs 'rho' from 0.5 to 1");
  check_refused("index3", "newmark", 0.01, 1.5, "'rho' must be from 0 to 1, got 1.5");
  check_refused("index3", "trapezoidal", 0, 0.8, "uses fixed steps and needs 'step'");
  check_refused("index3", "rk4", 0.01, 0.8, "does not support integrator 'rk4'");
  check_refused("multipliers", "hht", 0.01, 0.8, "does not support integrator 'hht'");
  // a rule alone asks for the projected formulation
  trial t;
  if (!trial_read(&t, oscillator)) return;
  trial_choose(&t, "auto", "auto", "newmark", 0.01);
  CHECK(jn_choices_resolve(t.model, &t.choices, t.report) == JN_OK &&
        strcmp(t.choices.formulation, "index3-projected") == 0);
  trial_free(&t);
}

static int count_warnings(const char *text, const char *formulation, const char *integrator, double penalty, double rho,
                          int halvings) {
  trial t;
  if (!trial_read(&t, text)) return -1;
  trial_choose(&t, formulation, "auto", integrator, 0.01);
  t.choices.penalty = penalty;
  t.choices.rho = rho;
  t.choices.halvings = halvings;
  int n = trial_start(&t) ? jn_report_count(t.report, JN_WARNING) : -1;
  trial_free(&t);
  return n;
}

static void test_effects(void) {
  CHECK(count_warnings(oscillator, "multipliers", "rk4", NAN, 0.8, 6) == 0);
  CHECK(count_warnings(oscillator, "multipliers", "rk4", 1e6, 0.5, 3) == 3);
  CHECK(count_warnings(oscillator, "index3", "trapezoidal", 1e6, 0.5, 3) == 1);
  CHECK(count_warnings(oscillator, "index3", "hht", 1e6, 0.5, 3) == 0);
}

// ---- between the ends of a step, and at them ------------------------------------------------------------------------

static void test_interpolation(void) {
  trial t;
  if (!trial_read(&t, oscillator)) return;
  trial_choose(&t, "index3-projected", "auto", "trapezoidal", 1e-3);
  if (trial_start(&t)) {
    for (int i = 0; i < 50; i++) CHECK(jn_run_step(t.run, 1) == JN_OK);
    jni_integrator *m = t.run->integrator;
    double y[64];
    for (double part = 0.1; part < 1; part += 0.2) {
      double at = m->t_previous + part * (m->t - m->t_previous);
      m->kind->interpolate(m, at, y);
      CHECK_NEAR(y[0], cos(10 * at), 1e-5);
      CHECK_NEAR(y[2], -10 * sin(10 * at), 1e-4);
    }
  }
  trial_free(&t);
}

// Steps land on the limit that they are given.
static void test_landing(void) {
  trial t;
  if (!trial_read(&t, oscillator)) return;
  if (trial_start(&t)) {
    CHECK(trial_go(&t, 0.0333) == JN_OK && t.run->integrator->t == 0.0333);
    CHECK(trial_go(&t, 0.05) == JN_OK && t.run->integrator->t == 0.05);
    CHECK_NEAR(jn_run_outputs(t.run)[0], cos(0.5), 1e-3);
  }
  trial_free(&t);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

static void test_no_allocation(void) {
  static const char *const formulations[] = {"penalty", "index3", "index3-projected"};
  for (int i = 0; i < 3; i++) {
    trial t;
    if (!trial_read(&t, hammer)) return;
    trial_choose(&t, formulations[i], i == 2 ? "mass-matrix" : "auto", "generalized-alpha", 0.01);
    if (trial_start(&t)) {
      long before = heap_calls;
      CHECK(trial_go(&t, 2) == JN_OK);
      CHECK(heap_calls == before);
    }
    trial_free(&t);
  }
}

typedef struct {
  long live, left;  // blocks in use; calls until one fails
} account;

static void *failing(void *context, void *block, size_t size) {
  account *a = context;
  if (size == 0) {
    a->live -= block != NULL;
    free(block);
    return NULL;
  }
  if (a->left-- <= 0) return NULL;
  void *made = realloc(block, size);
  a->live += made && !block;
  return made;
}

static void test_failing_allocations(void) {
  account a = {0};
  jn_alloc alloc = {.context = &a, .resize = failing};
  bool made = false;
  for (long n = 0; n < 3000 && !made; n++) {
    a.left = 1000000;
    jn_model *model = jn_model_read_text(&alloc, "test", hammer, strlen(hammer), NULL, 0, NULL);
    if (!model) break;
    strcpy(jn_model_choices(model)->variant, "mass-matrix");
    long live = a.live;
    a.left = n;
    jn_run_options options = jn_run_options_default();
    jn_run *run = jn_run_new(model, &options, NULL);
    made = run != NULL;
    jn_run_free(run);
    CHECK(a.live == live);
    a.left = 1000000;
    jn_model_free(model);
    CHECK(a.live == 0);
  }
  CHECK(made);
}

int main(void) {
  test_radius();
  test_recursion();
  test_halving();
  test_refusals();
  test_effects();
  test_interpolation();
  test_landing();
  test_no_allocation();
  test_failing_allocations();
  return check_report();
}
