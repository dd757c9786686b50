// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_nonholonomic.c - models with velocity constraints: motions and reactions compared with closed forms and an
// independent integration, for every formulation that accepts the model.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "integrate/integrator.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "nonholonomic.h"

static const double agreement = 1e-6;  // of a run with its reference: what a residual formulation at 1e-10 leaves
static const double balance = 1e-7;    // of the energy, J; the models move with about 1 J
static const double kept = 1e-9;       // rows where positions and velocities are corrected

// ---- one model with every formulation -------------------------------------------------------------------------------

typedef struct {
  const char *const *names;  // of the outputs compared
  const double *expected;
  int n;
  double until, step;
} reference;

static double output(jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return jn_run_outputs(run)[i];
  return NAN;
}

static double worst_difference(jn_run *run, const reference *r) {
  double worst = 0;
  for (int i = 0; i < r->n; i++) {
    double e = fabs(output(run, r->names[i]) - r->expected[i]) / (1 + fabs(r->expected[i]));
    worst = jni_larger(worst, e);
  }
  return worst;
}

static void check_run(const jn_model *model, const jn_choices *choices, const reference *r, jn_report *report) {
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  options.probes = r->names;
  options.nprobes = r->n;
  jn_run *run = jn_run_new(model, &options, report);
  jn_status status = run ? jn_run_execute(run, report) : JN_REFUSED;
  CHECK(status == JN_OK);
  if (status != JN_OK) print_report(report);
  if (run) {
    const jn_summary *s = jn_run_summary(run);
    double worst = worst_difference(run, r),
           velocity = fmax(s->max_velocity_violation, s->max_angle_velocity_violation);
    printf("  %-18s off by %.1e, energy %.1e, violation %.1e %.1e\n", choices->formulation, worst, s->max_energy_error,
           s->max_position_violation, velocity);
    bool rule = jni_integrator_kind_find(choices->integrator)->rule;
    // errors of methods of second order for motions with some rad/s and 1 J
    double second = fmin(4 * r->step * r->step, 10 * agreement);
    CHECK(worst <= (rule ? second : agreement));
    CHECK(s->max_energy_error <= (rule ? second : balance));
    CHECK(s->singular_passes == 0);
    bool held = strcmp(choices->velocity, "none") != 0 && strcmp(choices->position, "none") != 0;
    CHECK(velocity <= (held ? kept : 100 * agreement));
  }
  jn_run_free(run);
}

static void check_every_formulation(const char *title, jn_model *model, const reference *r) {
  int tried = 0;
  printf("%s\n", title);
  for (int i = 0; jn_formulation_name(i); i++) {
    bool rule = jni_integrator_kind_find(jn_choice_name("integrator", jn_formulation_name(i), 0))->rule;
    // velocities or reactions do not satisfy the constraints: separate tests
    if (rule && strcmp(jn_formulation_name(i), "index3-projected") != 0) continue;
    jn_choices choices = *jn_model_choices(model);
    jn_report *report = jn_report_new(NULL);
    snprintf(choices.formulation, sizeof choices.formulation, "%s", jn_formulation_name(i));
    choices.until = r->until;
    choices.step = r->step;
    choices.tolerance = 1e-10;
    bool taken = jn_choices_resolve(model, &choices, report) == JN_OK;
    if (taken) check_run(model, &choices, r, report);
    else printf("  %-18s refused: %s\n", jn_formulation_name(i), jn_report_get(report, 0)->what);
    tried += taken;
    jn_report_free(report);
  }
  CHECK(tried >= 2);
}

// ---- Chaplygin's sleigh ---------------------------------------------------------------------------------------------

static void test_sleigh(void) {
  const double a = 0.2, m = 2, J = 0.1 + m * a * a, v0 = -1, w0 = 1, t = 2.5;
  const double energy = 0.5 * (m * v0 * v0 + J * w0 * w0), V = sqrt(2 * energy / m), W = sqrt(2 * energy / J),
               k = m * a * V / J;
  const double x0 = atanh(v0 / V), x = x0 + k * t;
  const double angle = 2 * W / k * (atan(tanh(x / 2)) - atan(tanh(x0 / 2)));
  const double v = V * tanh(x), w = W / cosh(x);
  // lateral force of the blade, from the acceleration of the centre of mass: m (v w + a wdot)
  const double lambda = -m * (v * w - a * m * a * v * w / J);
  static const char *const names[] = {"sleigh.angle", "sleigh.rate", "sleigh.P.vx", "sleigh.P.vy",
                                      "joint.blade.lambda.1"};
  const double expected[] = {angle, w, v * cos(angle), v * sin(angle), lambda};
  jn_model *model = read_example("chaplygin-sleigh", NULL, 0);
  check_every_formulation("Chaplygin's sleigh", model, &(reference){names, expected, 5, t, 2e-3});
  jn_model_free(model);
}

// A blade with an initial lateral velocity: with Baumgarte's stabilisation the constraint obeys rdot + eta r = 0 for
// any motion of the sleigh, so r = r0 exp(-eta t). The default of eta is `rate`.
static void check_decay(jn_model *model, double eta, double rate) {
  static const char *const names[] = {"sleigh.angle", "sleigh.P.vx", "sleigh.P.vy"};
  static const double sideways = 0.3, times[] = {0.1, 0.4, 1, 2};
  jn_choices choices = *jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  jn_report *report = jn_report_new(NULL);
  double state[64], decay = isnan(eta) ? rate : eta;
  snprintf(choices.formulation, sizeof choices.formulation, "baumgarte");
  choices.eta = eta;
  choices.rate = rate;
  options.choices = &choices;
  options.probes = names;
  options.nprobes = 3;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run != NULL);
  int n = run ? jn_system_sizes(jn_run_system(run)).nstate : 0;
  CHECK(n > 0 && n <= 64);
  if (n > 0 && n <= 64) {
    memcpy(state, jn_run_state(run), (size_t)n * sizeof *state);
    jn_state_v(jn_run_system(run), state)[1] += sideways;  // across the board, which lies along x
    CHECK(jn_run_restart(run, state) == JN_OK);
  }
  for (int i = 0; n > 0 && i < 4; i++) {
    jn_status status = JN_OK;
    while (status == JN_OK && jn_run_state(run)[0] < times[i] - 1e-9) status = jn_run_step(run, times[i]);
    CHECK(status == JN_OK);
    double angle = output(run, names[0]), row = cos(angle) * output(run, names[2]) - sin(angle) * output(run, names[1]);
    CHECK_NEAR(row, sideways * exp(-decay * times[i]), agreement);
  }
  jn_run_free(run);
  jn_report_free(report);
}

static void test_stabilised_row(void) {
  jn_model *model = read_example("chaplygin-sleigh", NULL, 0);
  check_decay(model, 0, 5);
  check_decay(model, 0.7, 5);
  check_decay(model, 6, 1);
  check_decay(model, NAN, 2);
  jn_model_free(model);
}

// ---- the rolling disc -----------------------------------------------------------------------------------------------

typedef struct {
  double R, m, A, C, g;
} disc_data;

static const disc_data coin = {0.25, 1.5, 1.5 * 0.25 * 0.25 / 4, 1.5 * 0.25 * 0.25 / 2, 9.81};

// Euler angles: e1 level in the disc's plane, e3 its axis, e2 = e3 x e1, theta from the vertical to e3, psi the heading
// of e1. With w = (w1, w2, w3) on them, w2 = psidot sin(theta), the equations of angular momentum about the centre and
// v = R w x e2 give
//   (A + m R^2) w1dot = A w2^2 cot(theta) - (C + m R^2) w2 w3 - m g R cos(theta)
//   A w2dot = C w1 w3 - A w1 w2 cot(theta),   (C + m R^2) w3dot = m R^2 w1 w2.
enum { THETA, PSI, W1, W2, W3, X, Y, EULER };

static void euler_rate(const disc_data *d, const double y[EULER], double out[EULER]) {
  double s = sin(y[THETA]), c = cos(y[THETA]), inertia = d->m * d->R * d->R;
  out[THETA] = y[W1];
  out[PSI] = y[W2] / s;
  out[W1] =
      (d->A * y[W2] * y[W2] * c / s - (d->C + inertia) * y[W2] * y[W3] - d->m * d->g * d->R * c) / (d->A + inertia);
  out[W2] = (d->C * y[W1] * y[W3] - d->A * y[W1] * y[W2] * c / s) / d->A;
  out[W3] = inertia * y[W1] * y[W2] / (d->C + inertia);
  out[X] = -d->R * y[W3] * cos(y[PSI]) + d->R * y[W1] * sin(y[PSI]) * s;
  out[Y] = -d->R * y[W3] * sin(y[PSI]) - d->R * y[W1] * cos(y[PSI]) * s;
}

static void euler_step(const disc_data *d, double h, double y[EULER]) {
  static const double part[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
  double k[EULER] = {0}, sum[EULER] = {0}, at[EULER];
  for (int stage = 0; stage < 4; stage++) {
    for (int i = 0; i < EULER; i++) at[i] = y[i] + part[stage] * h * k[i];
    euler_rate(d, at, k);
    for (int i = 0; i < EULER; i++) sum[i] += weight[stage] * k[i];
  }
  for (int i = 0; i < EULER; i++) y[i] += h / 6 * sum[i];
}

static void test_wobbling_disc(void) {
  const double lean = 15 * JNK_PI / 180, t = 1.5;
  // the model's y is -e3, its x is e1 and its z is e2 at the start
  double y[EULER] = {[THETA] = JNK_PI / 2 + lean, [W1] = 0.5, [W2] = -1, [W3] = -8};
  enum { STEPS = 15000 };
  for (int i = 0; i < STEPS; i++) euler_step(&coin, t / STEPS, y);
  static const char *const names[] = {"disc.x", "disc.y", "disc.z", "disc.wy", "energy"};
  const double inertia = coin.m * coin.R * coin.R;
  const double height = coin.R * sin(y[THETA]);
  const double energy =
      0.5 * ((coin.A + inertia) * y[W1] * y[W1] + coin.A * y[W2] * y[W2] + (coin.C + inertia) * y[W3] * y[W3]) +
      coin.m * coin.g * height;
  const double expected[] = {y[X], y[Y], height, -y[W3], energy};
  jn_model *model = read_example("rolling-disc", NULL, 0);
  check_every_formulation("rolling disc, wobbling", model, &(reference){names, expected, 5, t, 0.5e-3});
  jn_model_free(model);
}

static void test_turning_disc(void) {
  const double lean = 0.4, turning = -3, t = 0.9, inertia = coin.m * coin.R * coin.R;
  const double spin = sin(lean) * (coin.A * turning * turning * cos(lean) - coin.m * coin.g * coin.R) /
                      ((coin.C + inertia) * turning * cos(lean));
  char rate[32], about[32];
  snprintf(rate, sizeof rate, "%.17g", spin);
  snprintf(about, sizeof about, "%.17g", turning * cos(lean));
  const jn_setting settings[] = {{"lean", "0.4"}, {"wx", "0"}, {"wy", rate}, {"wz", about}};
  // the centre runs on a circle: speed R spin, radius R spin / turning
  const double radius = coin.R * spin / turning, angle = turning * t;
  // the plane carries the weight and provides the centripetal force
  const double pull = coin.m * coin.R * spin * turning;
  static const char *const names[] = {
      "disc.x", "disc.y", "disc.z", "disc.wy", "joint.floor.force.x", "joint.floor.force.y", "joint.floor.force.z"};
  const double expected[] = {radius * sin(angle), radius * (1 - cos(angle)), coin.R * cos(lean), spin,
                             -pull * sin(angle),  pull * cos(angle),         coin.m * coin.g};
  jn_model *model = read_example("rolling-disc", settings, 4);
  check_every_formulation("rolling disc, turning steadily", model, &(reference){names, expected, 7, t, 1e-3});
  jn_model_free(model);
}

// A disc released at rest falls; where it lies flat its constraints end, and the run reports it.
static void test_flat_disc(void) {
  static const char *const integrators[] = {"rk4", "dopri5"};
  const jn_setting settings[] = {{"lean", "15 deg"}, {"wx", "0"}, {"wy", "0"}, {"wz", "0"}};
  jn_model *model = read_example("rolling-disc", settings, 4);
  for (int i = 0; i < 2; i++) {
    jn_choices choices = *jn_model_choices(model);
    jn_report *report = jn_report_new(NULL);
    jn_run_options options = jn_run_options_default();
    snprintf(choices.integrator, sizeof choices.integrator, "%s", integrators[i]);
    options.choices = &choices;
    jn_run *run = jn_run_new(model, &options, report);
    CHECK(run && jn_run_execute(run, report) != JN_OK);
    if (run) {
      const jn_summary *s = jn_run_summary(run);
      printf("flat disc, %s: %s\n", integrators[i], s->why);
      CHECK(strstr(s->why, "the disc of joint 'floor' lies flat there"));
      CHECK(s->time > 0.1 && s->time < 1);
    }
    jn_run_free(run);
    jn_report_free(report);
  }
  jn_model_free(model);
}

static void test_flat_start(void) {
  const jn_setting settings[] = {{"lean", "90 deg"}};
  jn_model *model = read_example("rolling-disc", settings, 1);
  jn_report *report = jn_report_new(NULL);
  bench x = new_bench(model);
  CHECK(jn_assemble(x.system, x.state, NULL, report) == JN_NO_ASSEMBLY);
  CHECK(jn_report_count(report, JN_FAULT) == 1 && strstr(jn_report_get(report, 0)->what, "lies flat"));
  if (!strstr(jn_report_get(report, 0)->what, "lies flat")) print_report(report);
  free_bench(&x);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- two wheels on one axle -----------------------------------------------------------------------------------------

// A cart with its centre of mass over the axle moves on a circle with constant speeds, v = r (wL + wR) / 2, w = r (wR -
// wL) / b. The constraints are formulated along the heading, so the same one is redundant all the way: the rank is
// constant.
static void test_axle_cart(void) {
  const double r = 0.1, b = 0.4, v = 20 * r, w = 8 * r / b, t = 2 * JNK_PI / w * 1.1, arc = v / w;
  static const char *const names[] = {"cart.x", "cart.y",  "cart.z",       "cart.vx",     "cart.vy",
                                      "left.x", "right.y", "joint.L.rate", "joint.R.rate"};
  const double expected[] = {arc * sin(w * t),
                             arc * (1 - cos(w * t)),
                             r,
                             v * cos(w * t),
                             v * sin(w * t),
                             (arc - b / 2) * sin(w * t),
                             arc - (arc + b / 2) * cos(w * t),
                             16,
                             24};
  jn_model *model = read_example("two-wheels", NULL, 0);
  check_every_formulation("two wheels on one axle, once round", model, &(reference){names, expected, 9, t, 1e-3});
  jn_model_free(model);
}

// ---- wheels on slopes -----------------------------------------------------------------------------------------------

// In the plane: a wheel on a line that descends by `slope` rolls with g sin(slope) / (1 + J / (m R^2)); the line
// carries m g cos(slope) and a friction force, the part of m g sin(slope) that accelerates the rotation.
static void test_wheel_on_slope(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nparameters: {slope: 0.3}\n"
      "ground: {points: {O: [0.1, 0.2]}}\nbodies: {w: {mass: 2, inertia: 0.05, points: {C: [0, 0]}}}\n"
      "joints: {J: {type: rolling-disc, between: [ground.O, w.C], axis: [\"=sin(slope)\", \"=cos(slope)\"], "
      "radius: 0.2}}\n"
      "initial: {keep: {w.angle: 0, w.rate: 0}, guess: {w.x: 0.1, w.y: 0.5}}\noutputs: [w.x]\n");
  const double slope = 0.3, g = 9.81, m = 2, J = 0.05, R = 0.2, t = 1, part = J / (J + m * R * R),
               along = g * sin(slope) * (1 - part);
  const double x0 = 0.1 + R * sin(slope), y0 = 0.2 + R * cos(slope), s = 0.5 * along * t * t;
  // assembly moves the guess (0.1, 0.5) along the normal; s0 is its coordinate along the line
  const double s0 = (0.1 - x0) * cos(slope) - (0.5 - y0) * sin(slope);
  const double normal = m * g * cos(slope), drag = m * g * sin(slope) * part;
  static const char *const names[] = {"w.x", "w.y", "w.rate", "joint.J.force.x", "joint.J.force.y", "joint.J.torque"};
  const double expected[] = {x0 + (s0 + s) * cos(slope),
                             y0 - (s0 + s) * sin(slope),
                             -along * t / R,
                             normal * sin(slope) - drag * cos(slope),
                             normal * cos(slope) + drag * sin(slope),
                             -drag * R};
  check_every_formulation("wheel on a slope", model, &(reference){names, expected, 6, t, 1e-2});
  jn_model_free(model);
}

// A tread rounded about one point is a ball: it rolls down a slope with 5/7 g sin(slope), for any motion of its axis.
static void test_ball_on_slope(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: space\ngravity: [2, 0, -9]\n"
      "bodies: {ball: {mass: 3, inertia: [0.012, 0.012, 0.012], points: {C: [0, 0, 0]}}}\n"
      "joints: {J: {type: rolling-wheel, between: [ground, ball.C], axes: [z, y], radius: 0, crown: 0.1}}\n"
      "initial: {keep: {ball.x: 0, ball.y: 0, ball.wx: 1, ball.wy: 2, ball.wz: 3, ball.qw: 1, ball.qx: 0, ball.qy: 0, "
      "ball.qz: 0}}\n"
      "outputs: [ball.x]\n");
  const double t = 0.8, a = 2 * 5.0 / 7;
  static const char *const names[] = {"ball.x", "ball.y", "ball.z", "ball.vx"};
  const double expected[] = {0.2 * t + 0.5 * a * t * t, -0.1 * t, 0.1, 0.2 + a * t};
  check_every_formulation("ball on a slope", model, &(reference){names, expected, 4, t, 1e-3});
  jn_model_free(model);
}

// ---- prescribed motion ----------------------------------------------------------------------------------------------

typedef struct {
  double x, inertia, potential;  // of the slider-crank at a crank angle, inertia as the crank feels it
} crank;

static crank crank_at(double a) {
  const double r = 0.05, l = 0.15, rod = 0.4, piston = 0.5, root = sqrt(l * l - r * r * sin(a) * sin(a));
  // dx/da, and of the rod's angle
  const double dx = -r * sin(a) - r * r * sin(a) * cos(a) / root, db = -r * cos(a) / root;
  // the middle of the rod: half of the pin and half of the piston
  const double mx = 0.5 * (-r * sin(a) + dx), my = 0.5 * r * cos(a);
  crank c = {.x = r * cos(a) + root, .potential = rod * 9.81 * 0.5 * r * sin(a)};
  c.inertia = 0.02 + rod * (mx * mx + my * my) + rod * l * l / 12 * db * db + piston * dx * dx;
  return c;
}

static void test_driven_slider_crank(void) {
  const double t = 1.3, a = 8 * t + 0.4 * (1 - cos(3 * t)), rate = 8 + 1.2 * sin(3 * t), second = 3.6 * cos(3 * t),
               h = 1e-4;
  crank low = crank_at(a - h), here = crank_at(a), high = crank_at(a + h), start = crank_at(0);
  // to h^2 / 6 of their third derivatives
  const double slope = (high.inertia - low.inertia) / (2 * h), dx = (high.x - low.x) / (2 * h);
  const double moment = here.inertia * second + 0.5 * slope * rate * rate + (high.potential - low.potential) / (2 * h);
  const double work = 0.5 * here.inertia * rate * rate + here.potential - 0.5 * start.inertia * 64 - start.potential;
  static const char *const names[] = {"piston.x", "piston.vx", "joint.motor.lambda.1", "energy.work"};
  const double expected[] = {here.x, dx * rate, -moment, work};
  jn_model *model = read_example("driven-slider-crank", NULL, 0);
  check_every_formulation("driven slider-crank", model, &(reference){names, expected, 4, t, 1e-3});
  jn_model_free(model);
}

// Two flywheels with coupled rates, A' - 2 B' = r(t). Twice A's momentum plus B's is constant, so with A' = r + 2 B'
// (4 JA + JB) B' = P - 2 JA r, P its initial value; the moment on A is JA A''.
static void test_velocity_coupling(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: plane\nground: {points: {A: [0, 0], B: [1, 0]}}\n"
      "bodies: {a: {mass: 1, inertia: 0.3}, b: {mass: 1, inertia: 0.5}}\n"
      "joints:\n  A: {type: revolute, between: [ground.A, a]}\n  B: {type: revolute, between: [ground.B, b]}\n"
      "  tie: {type: velocity-coupling, terms: {A: 1, B: -2}, rate: \"3*sin(2*t)\"}\n"
      "initial: {keep: {a.angle: 0, b.angle: 0, b.rate: 0.5}}\noutputs: [a.rate]\n");
  const double JA = 0.3, JB = 0.5, t = 1.2, r = 3 * sin(2 * t), rdot = 6 * cos(2 * t), P = 2 * JA * 1 + JB * 0.5;
  const double b = (P - 2 * JA * r) / (4 * JA + JB), a = r + 2 * b;
  const double integral = 1.5 * (1 - cos(2 * t)), turned_b = (P * t - 2 * JA * integral) / (4 * JA + JB);
  const double lambda = -JA * rdot * JB / (4 * JA + JB);
  const double work = 0.5 * (JA * a * a + JB * b * b) - 0.5 * (JA + JB * 0.25);
  static const char *const names[] = {"a.rate", "b.rate", "b.angle", "a.angle", "joint.tie.lambda.1", "energy.work"};
  const double expected[] = {a, b, turned_b, integral + 2 * turned_b, lambda, work};
  check_every_formulation("velocity coupling", model, &(reference){names, expected, 6, t, 1e-3});
  jn_model_free(model);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

// Constraints of both kinds, with every allocation failing in turn.
static bool whole_way(const jn_alloc *alloc) {
  static const char text[] =
      "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"
      "bodies: {w: {mass: 1, inertia: 1, points: {C: [0, 0]}}, f: {mass: 1, inertia: 1}}\n"
      "joints:\n  J: {type: rolling-disc, between: [ground, w.C], axis: y, radius: 0.2}\n"
      "  H: {type: revolute, between: [w.C, f]}\n"
      "  V: {type: velocity-coupling, terms: {H: 1}, rate: \"sin(t)\"}\n"
      "  K: {type: knife-edge, between: [ground, f], axis: [1, 2]}\n"
      "simulate: {until: 0.02, step: 0.01}\noutputs: [w.x, joint.J.force]\n";
  jn_report *report = jn_report_new(alloc);
  jn_model *model = report ? jn_model_read_text(alloc, "text", text, sizeof text - 1, NULL, 0, report) : NULL;
  jn_run_options options = jn_run_options_default();
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  bool done = run && jn_run_execute(run, report) == JN_OK;
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return done;
}

static void test_every_allocation_failed_in_turn(void) {
  memory_count d = {0};
  const jn_alloc alloc = {counted_resize, &d};
  CHECK(whole_way(&alloc) && d.live == 0);
  for (long k = 1, all = d.calls; k <= all; k++) {
    d = (memory_count){.fail_at = k};
    CHECK(!whole_way(&alloc) && d.live == 0);
  }
}

int main(void) {
  test_sleigh();
  test_stabilised_row();
  test_wobbling_disc();
  test_turning_disc();
  test_flat_disc();
  test_flat_start();
  test_axle_cart();
  test_wheel_on_slope();
  test_ball_on_slope();
  test_driven_slider_crank();
  test_velocity_coupling();
  test_every_allocation_failed_in_turn();
  return check_report();
}
