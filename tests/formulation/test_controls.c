// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_controls.c - energy and position controls with every formulation that gives ydot: the table of the
// energy-control paper, orders of convergence, psi with work, closed forms of the feedbacks, warnings of guard and
// stability, and the search for a gain.
#include <stdlib.h>

#include "check.h"
#include "formulation/ode/ode_formulation.h"
#include "recorder.h"
#include "system/work.h"

// ---- runs -------------------------------------------------------------------------------------------------------

typedef struct {
  jn_model *model;
  jn_report *report;
  jn_run *run;
  jn_choices choices;
} session;

static bool session_model(session *s, jn_model *model) {
  *s = (session){.model = model, .report = jn_report_new(NULL)};
  if (s->model) s->choices = *jn_model_choices(s->model);
  CHECK(s->model != NULL);
  return s->model != NULL;
}

static bool session_text(session *s, const char *text) { return session_model(s, model_of(NULL, text)); }

static bool session_file(session *s, const char *name) {
  char path[512];
  jn_report *report = jn_report_new(NULL);
  snprintf(path, sizeof path, "%s/models/%s.yaml", JOUNCE_SOURCE_DIR, name);
  bool ok = session_model(s, jn_model_read(NULL, path, NULL, 0, report));
  jn_report_free(report);
  return ok;
}

static bool session_start(session *s) {
  jn_run_options options = jn_run_options_default();
  options.choices = &s->choices;
  s->run = jn_run_free(s->run);
  s->run = jn_run_new(s->model, &options, s->report);
  for (int i = 0; !s->run && i < jn_report_size(s->report); i++) printf("%s\n", jn_report_get(s->report, i)->what);
  return s->run != NULL;
}

// Too strong controls may destroy the motion: the run ends normally all the same.
static bool session_execute(session *s) {
  jn_status status = session_start(s) ? jn_run_execute(s->run, s->report) : JN_REFUSED;
  bool ok = status == JN_OK || status == JN_DIVERGED;
  CHECK(ok);
  if (s->run && !ok) printf("  %s\n", jn_run_summary(s->run)->why);
  return ok;
}

static void session_close(session *s) {
  jn_run_free(s->run);
  jn_model_free(s->model);
  jn_report_free(s->report);
}

static void set(char *name, const char *value) { snprintf(name, 24, "%s", value); }

static void set_methods(session *s, const char *formulation, const char *integrator) {
  set(s->choices.formulation, formulation);
  set(s->choices.integrator, integrator);
}

static void set_controls(session *s, const char *position, const char *velocity, const char *energy) {
  set(s->choices.position, position);
  set(s->choices.velocity, velocity);
  set(s->choices.energy, energy);
}

// ---- the table of the paper -------------------------------------------------------------------------------------

enum { STEPS = 1000, PARTS = 20 };  // steps of 0.01 s; finer ones for the exact angle

// theta'' = -cos(theta) from (0, 2): the error of classical Runge-Kutta with h = 5e-4 is 1e-13.
static void exact_angle(double theta[STEPS + 1]) {
  double x = 0, w = 2, h = 0.01 / PARTS;
  theta[0] = 0;
  for (int k = 0; k < STEPS; k++) {
    for (int i = 0; i < PARTS; i++) {
      double a1 = -cos(x), a2 = -cos(x + h / 2 * w), a3 = -cos(x + h / 2 * (w + h / 2 * a1)),
             a4 = -cos(x + h * (w + h / 2 * a2));
      x += h * w + h * h / 6 * (a1 + a2 + a3);
      w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    theta[k + 1] = x;
  }
}

typedef struct {
  const char *model, *formulation, *position, *energy;
  double rate, rho_v, rho_q, k;
  double phi, psi, x_error;  // largest over 10 s, to four digits
} table_row;

static const table_row table[] = {
    {"pendulum", "multipliers", "none", "none", 0, 0, 0, 0, 7.376e-5, 1.744e-4, 1.523e-4},
    {"pendulum", "baumgarte", "none", "none", 0, 0, 0, 0, 6.681e-6, 7.395e-4, 1.729e-3},
    {"pendulum", "baumgarte", "none", "velocity-gradient", 0, 2.5, 0, 0, 6.681e-6, 1.139e-5, 3.430e-5},
    {"pendulum", "baumgarte", "none", "gradient", 0, 2.5, 2.5, 0, 2.778e-5, 2.248e-5, 2.056e-4},
    {"pendulum", "multipliers", "none", "velocity-gradient", 0, 2.5, 0, 0, 7.375e-5, 2.855e-6, 5.499e-4},
    {"angle", "multipliers", "none", "none", 0, 0, 0, 0, 0, 1.409e-5, 1.839e-5},
    {"angle", "multipliers", "none", "velocity-gradient", 0, 2.5, 0, 0, 0, 5.216e-7, 1.500e-6},
    {"pendulum", "baumgarte", "none", "multiplier", 10, 0, 0, 0, 6.681e-6, 2.005e-5, 3.012e-5},
    {"pendulum", "multipliers", "gradient", "none", 0, 0, 0, 10, 2.341e-6, 4.331e-4, 9.852e-4},
    {"pendulum", "multipliers", "gradient", "velocity-gradient", 0, 2.5, 0, 10, 2.341e-6, 7.521e-6, 1.739e-5},
};

// Half a unit of the fourth digit.
static void check_digits(double value, double printed) {
  CHECK_NEAR(value, printed, printed > 0 ? 0.5001e-3 * pow(10, floor(log10(printed))) : 0);
}

static bool start_row(session *s, const table_row *row) {
  char name[64];
  snprintf(name, sizeof name, "../papers/yoon/yoon-%s", row->model);
  if (!session_file(s, name)) return false;
  set_methods(s, row->formulation, "ab3");
  set_controls(s, row->position, "none", row->energy);
  s->choices.alpha = 2 * sqrt(40);
  s->choices.beta = 40;
  s->choices.energy_rate = row->rate;
  s->choices.energy_velocity = row->rho_v;
  s->choices.energy_position = row->rho_q;
  s->choices.position_gain = s->choices.velocity_gain = row->k;
  return session_start(s);
}

static void run_row(const table_row *row, const double *theta) {
  session s;
  bool pendulum = strcmp(row->model, "pendulum") == 0, ok = start_row(&s, row);
  double phi = 0, psi = 0, x_error = 0;
  for (int k = 1; ok && k <= STEPS; k++) {
    ok = jn_run_step(s.run, 0.01 * k) == JN_OK;
    const double *out = jn_run_outputs(s.run);  // pendulum: x, y, phi, psi; angle: x, y, psi
    phi = fmax(phi, pendulum ? fabs(out[2]) : 0);
    psi = fmax(psi, fabs(out[pendulum ? 3 : 2]));
    x_error = fmax(x_error, fabs(out[0] - cos(theta[k])));
  }
  CHECK(ok);
  check_digits(phi, row->phi);
  check_digits(psi, row->psi);
  check_digits(x_error, row->x_error);
  printf("%-9s%-12s position %-9s energy %-18s phi %.3e psi %.3e x %.3e\n", row->model, row->formulation, row->position,
         row->energy, phi, psi, x_error);
  session_close(&s);
}

static void test_table(void) {
  static double theta[STEPS + 1];
  exact_angle(theta);
  CHECK_NEAR(cos(theta[STEPS]), 0.992983087338049906, 1e-12);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) run_row(&table[i], theta);
}

// ---- every formulation with every control -----------------------------------------------------------------------

static bool in_list(const char *const *list, const char *name) {
  for (; *list; list++)
    if (strcmp(*list, name) == 0) return true;
  return false;
}

static const char *const fixed_steps[] = {"rk4", "ab3"};
static const double nominal_order[] = {4, 3};

// Formulations that can be combined with controls: those that give ydot.
static bool is_explicit(const jni_formulation_kind *kind) {
  return in_list(kind->integrators, "rk4") && in_list(kind->coordinates, "cartesian");
}

// Two bars and a spring, no work: a smooth motion that is nowhere regular or at rest.
static const char *const bars =
    "jounce: 1\nname: bars\nspace: plane\ngravity: [0, -9.81]\n"
    "ground: {points: {O: [0, 0], S: [1, 1]}}\n"
    "bodies: {a: {mass: 2, inertia: 0.2, points: {O: [-0.5, 0], A: [0.5, 0]}}, b: {mass: 1, inertia: 0.1, "
    "points: {A: [-0.4, 0], E: [0.4, 0]}}}\n"
    "joints: {O: {type: revolute, between: [ground.O, a.O]}, A: {type: revolute, between: [a.A, b.A]}}\n"
    "forces: {spring: {type: spring-damper, between: [ground.S, b.E], stiffness: 10, rest: 0.5}}\n"
    "initial: {keep: {a.angle: 0.3, b.angle: -0.5, a.rate: 2, b.rate: 1}}\n"
    "simulate: {until: 1, step: 10 ms}\n"
    "outputs: [a.angle, b.angle, a.rate, b.rate]\n";

enum { SAMPLES = 10, VALUES = 4 };

static bool sample(session *s, double step, double values[SAMPLES][VALUES]) {
  s->choices.step = step;
  bool ok = session_start(s);
  for (int k = 0; ok && k < SAMPLES; k++) {
    while (ok && jn_run_state(s->run)[0] < 0.1 * (k + 1) - 1e-12) ok = jn_run_step(s->run, 0.1 * (k + 1)) == JN_OK;
    if (ok) memcpy(values[k], jn_run_outputs(s->run), sizeof values[k]);
  }
  return ok;
}

static double distance(double a[SAMPLES][VALUES], double b[SAMPLES][VALUES]) {
  double most = 0;
  for (int k = 0; k < SAMPLES; k++)
    for (int i = 0; i < VALUES; i++) most = fmax(most, fabs(a[k][i] - b[k][i]));
  return most;
}

// Halving the step size divides the error by 2^order: the controls vanish with psi and phi, so they do not reduce the
// order.
static void check_order(session *s, double order, double exact[SAMPLES][VALUES]) {
  static double coarse[SAMPLES][VALUES], fine[SAMPLES][VALUES];
  bool ok = sample(s, 0.01, coarse) && sample(s, 0.005, fine);
  double error = distance(coarse, exact), ratio = error / distance(fine, exact), seen = log2(ratio);
  CHECK(ok && seen > order - 0.45 && error < 5e-2);
  const jn_choices *c = &s->choices;
  if (!(ok && seen > order - 0.45 && error < 5e-2))
    printf("%s %s position %s velocity %s energy %s: order %.2f, error %.1e\n", c->formulation, c->integrator,
           c->position, c->velocity, c->energy, seen, error);
}

static void check_orders_of(session *s, const jni_formulation_kind *kind, double exact[SAMPLES][VALUES]) {
  for (int i = 0; i < 2; i++)
    for (const char *const *energy = kind->energy; *energy; energy++)
      for (const char *const *position = kind->position; *position; position++)
        for (const char *const *velocity = kind->velocity; *velocity; velocity++) {
          if (!in_list(kind->integrators, fixed_steps[i])) continue;
          set_methods(s, kind->name, fixed_steps[i]);
          set_controls(s, *position, *velocity, *energy);
          check_order(s, nominal_order[i], exact);
        }
}

static void test_orders(void) {
  static double exact[SAMPLES][VALUES];
  session s;
  if (!session_text(&s, bars)) return;
  set_methods(&s, "multipliers", "rk4");
  set_controls(&s, "newton", "projection", "none");
  CHECK(sample(&s, 0.0005, exact));
  for (int i = 0; jni_formulation_kinds[i]; i++)
    if (is_explicit(jni_formulation_kinds[i])) check_orders_of(&s, jni_formulation_kinds[i], exact);
  session_close(&s);
}

// ---- identities at one evaluation -------------------------------------------------------------------------------

// A motor drives the first arm, and the second joint has a damper: psi includes both kinds of work.
static const char *const motor =
    "jounce: 1\nname: motor\nspace: plane\ngravity: [0, -9.81]\n"
    "ground: {points: {O: [0, 0]}}\n"
    "bodies: {a: {mass: 2, inertia: 0.2, points: {O: [-0.5, 0], A: [0.5, 0]}}, b: {mass: 1, inertia: 0.1, "
    "points: {A: [-0.4, 0]}}}\n"
    "joints: {O: {type: revolute, between: [ground.O, a.O]}, A: {type: revolute, between: [a.A, b.A]}}\n"
    "drivers: {motor: {joint: O, motion: '0.3 + 2*t + 0.2*sin(3*t)'}}\n"
    "forces: {damper: {type: torsion-spring, between: [a, b], damping: 0.05}}\n"
    "initial: {keep: {b.angle: -0.5, b.rate: 1}}\n"
    "simulate: {until: 2, step: 10 ms}\n"
    "outputs: [a.angle, b.angle, energy.error]\n";

typedef struct {
  session session;
  jn_system *system;
  jni_formulation *formulation;
  double *state, *y, *ydot, *moved;
} bench;

// Creates a formulation without a run, at the assembled start.
static bool bench_make_variant(bench *b, const char *text, const jni_formulation_kind *kind, const char *variant,
                               const char *position, const char *velocity, const char *energy) {
  *b = (bench){0};
  if (!session_text(&b->session, text)) return false;
  set_methods(&b->session, kind->name, "rk4");
  set_controls(&b->session, position, velocity, energy);
  set(b->session.choices.variant, variant);
  jn_choices *c = &b->session.choices;
  c->energy_rate = 7;
  c->energy_velocity = 0.3;
  c->energy_position = 0.01;
  if (jn_choices_resolve(b->session.model, c, b->session.report) != JN_OK) return false;
  b->system = jn_system_new(b->session.model, "cartesian", b->session.report);
  b->state = calloc((size_t)b->system->sizes.nstate, sizeof(double));
  jn_system_initial_state(b->system, b->state);
  jn_assembly assembly;
  CHECK(jn_assemble(b->system, b->state, &assembly, b->session.report) == JN_OK);
  b->formulation = kind->create(kind, b->system, c, NULL, b->session.report);
  CHECK(b->formulation != NULL);
  if (!b->formulation) return false;
  size_t n = (size_t)b->formulation->ode.n;
  b->y = calloc(n, sizeof(double));
  b->ydot = calloc(n, sizeof(double));
  b->moved = calloc(n, sizeof(double));
  return true;
}

static bool bench_make(bench *b, const char *text, const jni_formulation_kind *kind, const char *position,
                       const char *velocity, const char *energy) {
  return bench_make_variant(b, text, kind, "auto", position, velocity, energy);
}

static void bench_free(bench *b) {
  jni_object_free(b->formulation);
  jn_system_free(b->system);
  free(b->state);
  free(b->y);
  free(b->ydot);
  free(b->moved);
  session_close(&b->session);
}

static double psi_of(bench *b, double t, const double *y) {
  jni_formulation *f = b->formulation;
  CHECK(f->unpack_corrected(f, t, y, b->state) == JN_OK);
  jn_calc_position(b->system, f->work, t, jn_state_q(b->system, b->state), jn_state_z(b->system, b->state),
                   jn_state_s(b->system, b->state));
  jn_calc_velocity(b->system, f->work, jn_state_v(b->system, b->state));
  jn_calc_force(b->system, f->work, jn_state_z(b->system, b->state));
  return jni_energy_psi(b->system, f->work);
}

// Returns psidot by differences along ydot, for a psi with an error of `offset`.
static double psidot_of(bench *b, double offset, double *psi) {
  jni_formulation *f = b->formulation;
  const double e = 1e-5;
  double ends[2];
  CHECK(f->pack(f, b->state, b->y) == JN_OK);
  f->work->energy_initial = 0;
  f->work->energy_initial = psi_of(b, 0, b->y) - offset;
  CHECK(f->ode.rhs(f->ode.self, 0, b->y, b->ydot) == JN_OK);
  for (int side = 0; side < 2; side++) {
    double h = side ? e : -e;
    for (int i = 0; i < f->ode.n; i++) b->moved[i] = b->y[i] + h * b->ydot[i];
    ends[side] = psi_of(b, h, b->moved);
  }
  *psi = psi_of(b, 0, b->y);
  return (ends[1] - ends[0]) / (2 * e);
}

// multiplier: psidot = -eta psi. Gradients: psidot = -2 (rho_v |P v|^2 + rho_q |dV|^2) psi, less if corrections undo a
// part of it.
static void check_psidot(const char *text, const jni_formulation_kind *kind, const char *variant, const char *position,
                         const char *velocity, const char *energy) {
  bench b;
  double psi = NAN, psidot = NAN, expected = NAN;
  if (bench_make_variant(&b, text, kind, variant, position, velocity, energy)) {
    // what the feedback moves is in psidot too, as is a basis that is carried along by it
    bool open = strcmp(position, "pi") == 0 || strcmp(position, "gradient") == 0;
    if (open && strcmp(energy, "multiplier") == 0) jn_state_q(b.system, b.state)[0] += 0.01;
    psidot = psidot_of(&b, 0.4, &psi);
    const jni_energy *e = &((jni_explicit *)b.formulation)->energy;
    expected = e->kind == JNI_ENERGY_NONE ? 0 : -e->fastest * psi;
    CHECK_NEAR(psi, 0.4, 1e-9);
    CHECK(e->kind == JNI_ENERGY_NONE || e->fastest > 0.01);
  }
  CHECK_NEAR(psidot, expected, 1e-6);
  if (!(fabs(psidot - expected) <= 1e-6))
    printf("  %s %s position %s velocity %s energy %s\n", kind->name, variant, position, velocity, energy);
  bench_free(&b);
}

static void check_psidot_of(const char *text, const jni_formulation_kind *kind, const char *variant) {
  const char *velocity = in_list(kind->velocity, "none") ? "none" : kind->velocity[0];
  for (const char *const *energy = kind->energy; *energy; energy++)
    for (const char *const *position = kind->position; *position; position++) {
      bool moves_q = strcmp(*energy, "gradient") == 0;
      if (!moves_q || (strcmp(*position, "newton") != 0 && !kind->definite_mass))
        check_psidot(text, kind, variant, *position, velocity, *energy);
    }
}

static void test_psidot(void) {
  static const char *const usual[] = {"auto", NULL};
  const char *const models[] = {bars, motor};
  for (int m = 0; m < 2; m++)
    for (int i = 0; jni_formulation_kinds[i]; i++) {
      const jni_formulation_kind *kind = jni_formulation_kinds[i];
      if (!is_explicit(kind)) continue;
      for (const char *const *variant = kind->variants ? kind->variants : usual; *variant; variant++)
        check_psidot_of(models[m], kind, *variant);
    }
}

// ---- psi with work ----------------------------------------------------------------------------------------------

static double energy_error(session *s) { return session_execute(s) ? jn_run_summary(s->run)->max_energy_error : NAN; }

// With a motor and a damper every energy control improves the balance, and moving constraints are not disturbed.
static void test_work(void) {
  session s;
  if (!session_text(&s, motor)) return;
  s.choices.energy_rate = 20;
  s.choices.step = 0.02;
  set(s.choices.coordinates, "cartesian");
  for (int i = 0; jni_formulation_kinds[i]; i++) {
    const jni_formulation_kind *kind = jni_formulation_kinds[i];
    if (!is_explicit(kind)) continue;
    set_methods(&s, kind->name, "ab3");
    set_controls(&s, "auto", "auto", "none");
    double without = energy_error(&s), open = jn_run_summary(s.run)->max_angle_velocity_violation;
    for (const char *const *energy = kind->energy + 1; *energy; energy++) {
      set(s.choices.energy, *energy);
      double with = energy_error(&s);
      CHECK(with < 0.5 * without);
      CHECK(strcmp(*energy, "gradient") == 0 ||
            jn_run_summary(s.run)->max_angle_velocity_violation <= 1.1 * open + 1e-12);
      printf("%-17s %-18s energy error %.1e without, %.1e with\n", kind->name, *energy, without, with);
    }
  }
  session_close(&s);
}

// ---- closed forms of the feedbacks ------------------------------------------------------------------------------

// A particle on a circle that starts off the circle.
static const char *const circle =
    "jounce: 1\nname: circle\nspace: plane\ngravity: [0, -1]\n"
    "ground: {points: {O: [0, 0]}}\n"
    "bodies: {bob: {type: particle, mass: 3}}\n"
    "joints: {circle: {type: distance, between: [ground.O, bob], length: 1, scale: 7}}\n"
    "initial: {keep: {bob.y: 0, bob.vy: 2}, guess: {bob.x: 1}}\n"
    "simulate: {until: 1, step: 1 ms}\n"
    "outputs: [bob.x]\n";

static double pi_decay(double t) { return (1 - 10 * t) * exp(-10 * t); }  // G1 = 20, G0 = 100
static double rate_decay(double t) { return exp(-20 * t); }               // the default: each row decays with `rate`

static double phi_of(bench *b, double t) {
  jn_calc_position(b->system, b->formulation->work, t, jn_state_q(b->system, b->state), jn_state_z(b->system, b->state),
                   jn_state_s(b->system, b->state));
  return b->formulation->work->phi[0];
}

// phi(t) of the feedback alone: with G v = 0 it satisfies a linear equation, whatever the motion along the circle.
static void check_decay(const jni_formulation_kind *kind, const char *position, double (*decay)(double)) {
  bench b;
  jni_integrator_options options = {.step = 0.002, .until = 1};
  bool ok = bench_make(&b, circle, kind, position, "projection", "none");
  jni_integrator *m = ok ? jni_integrator_kind_find("rk4")->create(b.formulation->pool.alloc, &b.formulation->ode,
                                                                   &options, b.session.report)
                         : NULL;
  CHECK(m != NULL);
  if (m) {
    jn_state_q(b.system, b.state)[0] = 1.01;
    double at_start = phi_of(&b, 0);
    CHECK(at_start > 1e-3);
    CHECK(b.formulation->pack(b.formulation, b.state, b.y) == JN_OK && m->kind->start(m, 0, b.y) == JN_OK);
    for (int k = 1; k <= 10; k++) {
      while (m->t < 0.05 * k - 1e-12) CHECK(m->kind->step(m, 0.05 * k) == JN_OK);
      CHECK(b.formulation->unpack_corrected(b.formulation, m->t, m->y, b.state) == JN_OK);
      CHECK_NEAR(phi_of(&b, m->t) / at_start, decay(m->t), 2e-5);
    }
    jni_object_free(m);
  }
  bench_free(&b);
}

static void test_decay(void) {
  for (int i = 0; jni_formulation_kinds[i]; i++) {
    const jni_formulation_kind *kind = jni_formulation_kinds[i];
    if (!is_explicit(kind) || !in_list(kind->velocity, "projection")) continue;
    if (in_list(kind->position, "pi")) check_decay(kind, "pi", pi_decay);
    if (in_list(kind->position, "gradient")) check_decay(kind, "gradient", rate_decay);
  }
}

// ---- warnings and refusals --------------------------------------------------------------------------------------

static bool says(session *s, const char *part) { return report_says(s->report, part); }

static void clear_report(session *s) {
  jn_report_free(s->report);
  s->report = jn_report_new(NULL);
}

// At rest, at the release and at the turning points, the constraint cannot act.
static void test_guard(void) {
  session s;
  if (!session_text(&s, bars)) return;
  jn_model_free(s.model);
  s.model = model_of(NULL,
                     "jounce: 1\nname: swing\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
                     "bodies: {bob: {type: particle, mass: 1}}\n"
                     "joints: {rod: {type: distance, between: [ground.O, bob], length: 1}}\n"
                     "initial: {keep: {bob.x: 1, bob.y: 0, bob.vx: 0, bob.vy: 0}}\nsimulate: {until: 5, step: 10 ms}\n"
                     "outputs: [bob.x]\n");
  CHECK(s.model != NULL);
  set_methods(&s, "multipliers", "ab3");
  set_controls(&s, "none", "none", "multiplier");
  s.choices.until = 20;
  double with = energy_error(&s);
  CHECK(says(&s, "near rest, the first at t = 0 s"));
  set(s.choices.energy, "none");
  clear_report(&s);
  double without = energy_error(&s);
  CHECK(!says(&s, "near rest"));
  CHECK(with < without);
  printf("from rest: energy error %.1e with the multiplier, %.1e without\n", with, without);
  session_close(&s);
}

// 2 rho |v|^2 h = 6/11 is the stability limit of ab3; |v|^2 reaches 6. The gain named by the warning causes none.
static void test_stability_warning(void) {
  session s;
  if (!session_file(&s, "../papers/yoon/yoon-pendulum")) return;
  set(s.choices.energy, "velocity-gradient");
  s.choices.energy_velocity = 5;
  CHECK(session_execute(&s) && says(&s, "'energy_velocity' of 4.5"));
  s.choices.energy_velocity = 4.5;
  clear_report(&s);
  CHECK(session_execute(&s) && !says(&s, "can follow"));
  s.choices.energy_velocity = 5;
  set(s.choices.integrator, "rk4");
  clear_report(&s);
  CHECK(session_execute(&s) && !says(&s, "can follow"));
  set(s.choices.integrator, "adams");
  s.choices.step = 0;
  clear_report(&s);
  CHECK(session_execute(&s) && !says(&s, "can follow"));
  set(s.choices.integrator, "ab3");
  s.choices.step = 0.01;
  clear_report(&s);
  set(s.choices.energy, "multiplier");
  s.choices.energy_rate = 56;
  s.choices.until = 2;
  CHECK(session_execute(&s) && says(&s, "'energy_rate' of 54.5"));
  clear_report(&s);
  s.choices.energy_rate = 50;
  set(s.choices.energy, "gradient");
  s.choices.energy_velocity = s.choices.energy_position = NAN;  // made from the rate: never faster, so never too fast
  s.choices.energy_rate = 25;
  CHECK(session_execute(&s) && !says(&s, "can follow"));
  session_close(&s);
}

// Two revolute joints in series: their constraints interact, so that the fastest decays faster than each would alone.
static void test_feedback_warning(void) {
  session s;
  if (!session_text(&s, bars)) return;
  set_methods(&s, "multipliers", "ab3");
  set_controls(&s, "gradient", "none", "none");
  s.choices.step = 0.01;
  s.choices.rate = 20;
  CHECK(session_execute(&s) && !says(&s, "can follow"));
  s.choices.rate = 40;
  CHECK(session_execute(&s) && says(&s, "'rate' of"));
  clear_report(&s);
  s.choices.position_gain = s.choices.velocity_gain = 17;
  CHECK(session_execute(&s) && (says(&s, "'position' of") || says(&s, "'velocity' of")));
  clear_report(&s);
  set(s.choices.position, "pi");
  CHECK(session_execute(&s) && !says(&s, "can follow"));
  s.choices.proportional = 58;
  s.choices.integral = 58;
  CHECK(session_execute(&s) && says(&s, "'proportional' of"));
  session_close(&s);
}

// Gradient controls divide by masses and refuse massless bodies; the others accept them.
static void test_massless(void) {
  static const char *const text =
      "jounce: 1\nname: massless\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
      "bodies: {rod: {mass: 0, inertia: 0, points: {O: [0, 0], A: [1, 0]}}, bob: {mass: 1, inertia: 0.1}}\n"
      "joints: {O: {type: revolute, between: [ground.O, rod.O]}, A: {type: revolute, between: [rod.A, bob]}}\n"
      "initial: {keep: {rod.angle: 0, rod.rate: 1, bob.angle: 0, bob.rate: 0}}\nsimulate: {until: 1, step: 10 ms}\n"
      "outputs: [rod.angle]\n";
  session s;
  if (!session_text(&s, text)) return;
  set_methods(&s, "multipliers", "rk4");
  const char *const good[][2] = {{"newton", "multiplier"}, {"newton", "velocity-gradient"}, {"pi", "multiplier"}};
  for (int i = 0; i < 3; i++) {
    set_controls(&s, good[i][0], "none", good[i][1]);
    session_execute(&s);
  }
  jn_run_options options = jn_run_options_default();
  options.choices = &s.choices;
  set_controls(&s, "newton", "none", "gradient");
  CHECK(jn_run_new(s.model, &options, s.report) == NULL &&
        says(&s, "energy control 'gradient' needs mass and inertia"));
  set_controls(&s, "gradient", "none", "none");
  CHECK(jn_run_new(s.model, &options, s.report) == NULL && says(&s, "position control 'gradient' needs mass"));
  clear_report(&s);
  set_controls(&s, "pi", "none", "none");
  s.choices.proportional = NAN;
  CHECK(jn_run_new(s.model, &options, s.report) == NULL && says(&s, "must be zero or positive"));
  clear_report(&s);
  set_controls(&s, "none", "none", "multiplier");
  s.choices.energy_rate = -1;
  CHECK(jn_run_new(s.model, &options, s.report) == NULL && says(&s, "must be zero or positive"));
  session_close(&s);
}

// ---- a run continued is the run -----------------------------------------------------------------------------

static void check_resumed(session *s, const char *integrator) {
  recorder record;
  recorder_init(&record);
  jn_sink *sinks[] = {&record.sink};
  jn_run_options options = jn_run_options_default();
  set(s->choices.integrator, integrator);
  s->choices.step = jn_integrator_is_fixed(integrator) ? 0.005 : 0;
  s->choices.checkpoint_step = 0.3;
  options.choices = &s->choices;
  options.sinks = sinks;
  options.nsinks = 1;
  jn_run *whole = jn_run_new(s->model, &options, s->report), *rest = NULL;
  CHECK(whole && jn_run_execute(whole, s->report) == JN_OK && record.nblocks >= 3);
  options.nsinks = 0;
  if (record.nblocks >= 3) {
    options.resume = record.blocks[2];
    options.nresume = record.nblock;
    rest = jn_run_new(s->model, &options, s->report);
  }
  CHECK(rest && jn_run_execute(rest, s->report) == JN_OK);
  if (!rest || jn_run_summary(rest)->status != JN_OK) {
    const jn_choices *c = &s->choices;
    printf("  %s %s position %s velocity %s energy %s: %s\n", c->formulation, c->integrator, c->position, c->velocity,
           c->energy, whole ? jn_run_summary(whole)->why : "");
  }
  if (whole && rest) CHECK(jn_run_summary(whole)->state_hash == jn_run_summary(rest)->state_hash);
  jn_run_free(whole);
  jn_run_free(rest);
  recorder_clear(&record);
}

static void test_resume(void) {
  session s;
  if (!session_text(&s, motor)) return;
  s.choices.until = 1;
  const char *const integrators[] = {"rk4", "ab3", "dopri5"};
  for (int i = 0; jni_formulation_kinds[i]; i++) {
    const jni_formulation_kind *kind = jni_formulation_kinds[i];
    if (!is_explicit(kind)) continue;
    for (int k = 0; k < 3; k++)
      for (const char *const *position = kind->position; *position; position++) {
        set(s.choices.formulation, kind->name);
        set_controls(&s, *position, "auto", kind->energy[0]);
        if (in_list(kind->energy, "multiplier")) set(s.choices.energy, "multiplier");
        check_resumed(&s, integrators[k]);
      }
  }
  session_close(&s);
}

// ---- memory -----------------------------------------------------------------------------------------------------

// Makes a run with controls under an allocator that fails from the given call on. Returns true if that call never
// comes.
static bool run_under(memory_count *count, long fail_at, const char *position, const char *energy) {
  const jn_alloc alloc = {counted_resize, count};
  *count = (memory_count){.fail_at = 0};
  jn_model *model = model_of(&alloc, bars);
  CHECK(model != NULL);
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  set(choices.formulation, "multipliers");
  set(choices.integrator, "rk4");
  set(choices.position, position);
  set(choices.energy, energy);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  count->fail_at = fail_at > 0 ? count->calls + fail_at : 0;
  jn_run *run = jn_run_new(model, &options, report);
  long before = count->calls;
  for (int k = 1; run && k <= 20; k++) CHECK(jn_run_step(run, 0.01 * k) == JN_OK);
  CHECK(count->calls == before);  // nothing while stepping
  CHECK(run || jn_report_count(report, JN_FAULT) > 0);
  bool whole = run != NULL;
  count->fail_at = 0;
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  CHECK(count->live == 0);
  return whole;
}

static void test_memory(void) {
  memory_count count;
  const char *const pairs[][2] = {{"gradient", "gradient"}, {"pi", "multiplier"}, {"none", "velocity-gradient"}};
  for (int i = 0; i < 3; i++) {
    CHECK(run_under(&count, 0, pairs[i][0], pairs[i][1]));
    long fail_at = 1;
    while (fail_at < 1000 && !run_under(&count, fail_at, pairs[i][0], pairs[i][1])) fail_at++;
    CHECK(fail_at > 20 && fail_at < 1000);
  }
}

int main(void) {
  test_table();
  test_orders();
  test_psidot();
  test_work();
  test_decay();
  test_guard();
  test_stability_warning();
  test_feedback_warning();
  test_massless();
  test_resume();
  test_memory();
  return check_report();
}
