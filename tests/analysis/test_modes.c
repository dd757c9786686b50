// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_modes.c - eigenvalues, shapes and free motion: identities, closed forms, steady motions, published benchmarks.
#include "linalg/dense/decompose.h"
#include "small_motion.h"

// ---- eigenvectors ---------------------------------------------------------------------------------------------------

static void test_decomposition(void) {
  enum { N = 5 };
  const double A[N * N] = {1, 2, 0, -1, 3, 0.5, -2, 1, 0, 4, -3, 0.2, 1, 2, 1, 0, -1, -2, 0.3, 2, 1, 1, 0, -4, -1};
  double lost[N * N], re[N], im[N], left[N * N], right[N * N], scratch[2000];
  memcpy(lost, A, sizeof lost);
  CHECK(jni_decompose_scratch(N, N) <= 2000 && jni_decompose_modes(N, lost, re, im, left, right, scratch));
  for (int k = 0; k < N; k++) {
    if (im[k] < 0) continue;
    const double zero[N] = {0}, *x = right + k * N, *y = left + k * N, *xi = im[k] > 0 ? x + N : zero,
                 *yi = im[k] > 0 ? y + N : zero;
    for (int i = 0; i < N; i++) {
      double r[4] = {0};
      for (int j = 0; j < N; j++) {
        r[0] += A[i * N + j] * x[j];
        r[1] += A[i * N + j] * xi[j];
        r[2] += A[j * N + i] * y[j];
        r[3] += A[j * N + i] * yi[j];
      }
      CHECK_NEAR(r[0], re[k] * x[i] - im[k] * xi[i], 1e-13);
      CHECK_NEAR(r[1], re[k] * xi[i] + im[k] * x[i], 1e-13);
      CHECK_NEAR(r[2], re[k] * y[i] - im[k] * yi[i], 1e-13);
      CHECK_NEAR(r[3], re[k] * yi[i] + im[k] * y[i], 1e-13);
    }
  }
}

// A x = lambda x for every mode, and as many eigenvalues as states.
static void check_vectors(const small *s) {
  int n = s->n.nx, count = jn_modes_zero(s->modes);
  const double *A = jn_linear_A(s->linear);
  double most = 0;
  for (int i = 0; i < n * n; i++) most = fmax(most, fabs(A[i]));
  for (int m = 0; m < jn_modes_count(s->modes); m++) {
    jn_mode mode = jn_modes_get(s->modes, m);
    const double *x = jn_modes_vector(s->modes, m);
    double size = 0;
    count += mode.im > 0 ? 2 : 1;
    for (int i = 0; i < 2 * n; i++) size = fmax(size, fabs(x[i]));
    for (int i = 0; i < n; i++) {
      double re = 0, im = 0;
      for (int j = 0; j < n; j++) {
        re += A[i * n + j] * x[2 * j];
        im += A[i * n + j] * x[2 * j + 1];
      }
      CHECK_NEAR(re, mode.re * x[2 * i] - mode.im * x[2 * i + 1], 1e-9 * most * size);
      CHECK_NEAR(im, mode.re * x[2 * i + 1] + mode.im * x[2 * i], 1e-9 * most * size);
    }
    double parts = 0;
    for (int k = 0; k < jn_modes_nshares(s->modes, m); k++) parts += jn_modes_share(s->modes, m, k)->part;
    CHECK_NEAR(parts, 1, 0.05);
    CHECK_NEAR(jn_modes_share(s->modes, m, 0)->re, 1, 1e-12);
    CHECK_NEAR(mode.natural * mode.damping, -mode.re, 1e-12 * mode.natural);
  }
  CHECK(count == n);
}

// ---- closed forms ---------------------------------------------------------------------------------------------------

// Two pendulums with a torsion spring between them: in phase sqrt(g/l), against each other sqrt(g/l + 2 k / (m l^2)).
static void test_coupled_pendulums(void) {
  small s = small_text(
      "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {A: [0, 0], B: [1, 0]}}\nbodies:\n"
      "  a: {mass: 2, points: {O: [0, 0.8]}}\n  b: {mass: 2, points: {O: [0, 0.8]}}\njoints:\n"
      "  A: {type: revolute, between: [ground.A, a.O]}\n"
      "  B: {type: revolute, between: [ground.B, b.O]}\n"
      "forces: {k: {type: torsion-spring, between: [a, b], stiffness: 5}}\n");
  small_need(&s, "cartesian");
  CHECK(jn_modes_count(s.modes) == 2 && jn_modes_zero(s.modes) == 0);
  double phase[] = {sqrt(9.81 / 0.8), sqrt(9.81 / 0.8 + 2 * 5 / (2 * 0.64))};
  for (int i = 0; i < 2; i++) {
    jn_mode mode = jn_modes_get(s.modes, i);
    const double *x = jn_modes_vector(s.modes, i);
    CHECK_NEAR(mode.im, phase[i], 1e-11);
    CHECK_NEAR(mode.re, 0, 1e-12);
    CHECK_NEAR(mode.frequency, phase[i] / 6.283185307179586, 1e-11);
    CHECK_NEAR(x[0] * x[2], i == 0 ? 1 : -1, 1e-9);
  }
  check_vectors(&s);
  small_end(&s);
}

static void test_spring_mass(void) {
  small s = small_file("examples/spring-mass.yaml", NULL, 0);
  CHECK(small_rest(&s) == JN_OK);
  small_need(&s, "cartesian");
  CHECK(has_mode(&s, -0.25, sqrt(100 - 0.0625), 1e-11));
  CHECK(strcmp(jn_modes_share(s.modes, 0, 0)->unit, "m") == 0);
  jn_mode mode = jn_modes_get(s.modes, 0);
  CHECK_NEAR(mode.damping, 0.025, 1e-13);
  CHECK_NEAR(mode.time_constant, 4, 1e-11);
  small_end(&s);
}

// An overdamped pendulum, and one that stands on its head.
static void test_pendulum(void) {
  static const struct {
    const char *angle;
    double sign;
  } cases[] = {{"0", -1}, {"3.141592653589793", 1}};
  for (int k = 0; k < 2; k++) {
    char text[600];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: space\ngravity: [0, 0, -10]\n"
             "bodies: {bar: {mass: 3, inertia: [1, 1, 1], points: {O: [0, 0, 0.5]}}}\n"
             "joints: {O: {type: revolute, between: [ground, bar.O], axis: y}}\n"
             "forces: {d: {type: torsion-spring, joint: O, stiffness: 0, damping: 40}}\ninitial: {keep: "
             "{joint.O.angle: %s}}\n",
             cases[k].angle);
    small s = small_text(text);
    double inertia = 1 + 3 * 0.25, half = 20 / inertia, root = sqrt(half * half + cases[k].sign * 15 / inertia);
    small_need(&s, "cartesian");
    CHECK(jn_modes_count(s.modes) == 2);
    CHECK(has_mode(&s, -half + root, 0, 1e-10) && has_mode(&s, -half - root, 0, 1e-10));
    small_end(&s);
  }
}

// A body on no joint: six chains of place and speed, exactly zero.
static void test_free_body(void) {
  small s = small_text("jounce: 1\nspace: space\nbodies: {b: {mass: 3, inertia: [1, 2, 3]}}\n");
  small_need(&s, "cartesian");
  CHECK(jn_modes_count(s.modes) == 0 && jn_modes_zero(s.modes) == 12);
  small_end(&s);
}

// ---- steady motions -------------------------------------------------------------------------------------------------

// A disc that rolls straight ahead: lambda^2 = m g R / (A + m R^2) - C (C + m R^2) w^2 / (A (A + m R^2)).
static void test_rolling_disc(void) {
  static const char *const rates[] = {"8", "3"};  // stable, not
  for (int k = 0; k < 2; k++) {
    const jn_setting straight[] = {{"lean", "0"}, {"wx", "0"}, {"wz", "0"}, {"wy", rates[k]}};
    small s = small_file("examples/rolling-disc.yaml", straight, 4);
    double w = atof(rates[k]), R = 0.25, square = 9.81 / (1.25 * R) - 0.5 * 1.5 / (0.25 * 1.25) * w * w;
    small_need(&s, "cartesian");
    CHECK(jn_linear_is_steady(s.linear));
    CHECK(square < 0 ? has_mode(&s, 0, sqrt(-square), 1e-9) : has_mode(&s, sqrt(square), 0, 1e-9));
    CHECK(jn_modes_zero(s.modes) == 6);
    check_vectors(&s);
    small_end(&s);
  }
}

static void advance(small *s, double t) {
  jn_choices choices = *jn_model_choices(s->model);
  jn_run_options options = jn_run_options_default();
  choices.until = t;
  choices.tolerance = 1e-13;
  choices.step = 0;
  snprintf(choices.integrator, sizeof choices.integrator, "dopri5");
  options.choices = &choices;
  jn_run *run = jn_run_new(s->model, &options, s->report);
  CHECK(run && jn_run_execute(run, s->report) == JN_OK);
  jn_state_convert(jn_run_system(run), jn_run_state(run), s->cart, s->state);
  jn_run_free(run);
}

// Eigenvalues of a steady motion are the same at any moment.
static void check_unchanged(const char *name, const jn_setting *settings, int n, double t) {
  small s = small_file(name, settings, n), later = small_file(name, settings, n);
  advance(&later, t);
  small_need(&s, "cartesian");
  small_need(&later, "cartesian");
  CHECK(jn_linear_is_steady(s.linear) && jn_linear_is_steady(later.linear));
  CHECK(jn_modes_count(s.modes) == jn_modes_count(later.modes));
  for (int i = 0; i < jn_modes_count(s.modes); i++) {
    jn_mode mode = jn_modes_get(s.modes, i);
    CHECK(has_mode(&later, mode.re, mode.im, 1e-6));
  }
  check_vectors(&s);
  small_end(&s);
  small_end(&later);
}

static void test_any_moment(void) {
  // on a circle: (C + m R^2) wy W cos(lean) = sin(lean) (A W^2 cos(lean) - m g R), wx = 0, wz = W cos(lean)
  double R = 0.25, lean = 0.3, W = -2, J = 1.5 * R * R;
  double wy = sin(lean) * (J / 4 * W * W * cos(lean) - 1.5 * 9.81 * R) / (1.5 * J * W * cos(lean));
  char spin[40], turn[40];
  snprintf(spin, sizeof spin, "%.17g", wy);
  snprintf(turn, sizeof turn, "%.17g", W * cos(lean));
  const jn_setting circle[] = {{"lean", "0.3"}, {"wx", "0"}, {"wy", spin}, {"wz", turn}};
  check_unchanged("examples/rolling-disc.yaml", circle, 4, 0.37);
  const jn_setting straight[] = {{"lean", "0"}, {"wx", "0"}, {"wz", "0"}};
  check_unchanged("examples/rolling-disc.yaml", straight, 3, 0.21);
  check_unchanged("examples/two-wheels.yaml", NULL, 0, 0.33);
  check_unchanged("benchmarks/whipple-bicycle.yaml", NULL, 0, 0.29);
}

// ---- benchmarks -----------------------------------------------------------------------------------------------------

// -0.24238580931051 +- 2.1339550283484 i at phi = 2.2343310190175859, recomputed from the data of B. P. Minaker's EoM
// and IFToMM 120.
static void test_four_bar(void) {
  small s = small_file("benchmarks/four-bar-diagonal-spring.yaml", NULL, 0);
  CHECK(small_rest(&s) == JN_OK);
  for (int c = 0; jn_coordinates_name(c); c++) {
    small_need(&s, jn_coordinates_name(c));
    CHECK(has_mode(&s, -0.24238580931051, 2.1339550283484, 2e-11));
    CHECK(strncmp(jn_modes_share(s.modes, 0, 0)->name, "joint.", 6) == 0);
    CHECK(strcmp(jn_modes_share(s.modes, 0, 0)->unit, "rad") == 0);
  }
  small_end(&s);
}

// Published by Meijaard, Papadopoulos, Ruina, Schwab (2007), five decimals.
static void test_whipple(void) {
  static const struct {
    const char *speed;
    double weave_re, weave_im, capsize, castering;
  } published[] = {{"4", 0.41325, 3.07911, -1.42944, -12.15861}, {"5", -0.77534, 4.46487, -0.32287, -14.07839}};
  for (int k = 0; k < 2; k++) {
    const jn_setting speed = {"speed", published[k].speed};
    small s = small_file("benchmarks/whipple-bicycle.yaml", &speed, 1);
    for (int c = 0; jn_coordinates_name(c); c++) {
      small_need(&s, jn_coordinates_name(c));
      CHECK(jn_modes_count(s.modes) == 3 && jn_modes_zero(s.modes) == 6 && jn_linear_is_steady(s.linear));
      CHECK(has_mode(&s, published[k].weave_re, published[k].weave_im, 5e-6));
      CHECK(has_mode(&s, published[k].capsize, 0, 5e-6) && has_mode(&s, published[k].castering, 0, 5e-6));
      check_vectors(&s);
    }
    small_end(&s);
  }
}

int main(void) {
  test_decomposition();
  test_coupled_pendulums();
  test_spring_mass();
  test_pendulum();
  test_free_body();
  test_rolling_disc();
  test_any_moment();
  test_four_bar();
  test_whipple();
  return check_report();
}
