// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_inverse.c - inverse dynamics: the inverse of forward is the identity over all models and coordinates; closed
// forms; surplus and missing actuators; names.
#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/inverse/inverse_inside.h"
#include "folder.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"
#include "prescribed.h"
#include "system/system.h"

static unsigned long long seed = 777;
static double random_number(void) {  // in (-1, 1)
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

static double *numbers(int n) {
  double *x = malloc(((size_t)n + 1) * sizeof *x);
  for (int i = 0; i <= n; i++) x[i] = NAN;
  return x;
}

static int regular_ways;  // solutions of the sparse way that were compared

enum { MOST_ACTUATORS = 64, MOST_SPEEDS = 260 };  // larger models would take long in dense matrices

// ---- forward dynamics with actuators, by dense matrices -------------------------------------------------------------

// Passive rows C (m x nv) of a model, at the work's stages; right: their gamma.
static int passive_rows(const jn_system *system, const jn_work *work, double *C, double *right) {
  jn_sizes n = jn_system_sizes(system);
  double *G = numbers(n.nc * n.nv), *gamma = numbers(n.nc);
  int m = 0;
  jn_get_G(system, work, G);
  jn_get_gamma(system, work, gamma);
  for (int i = 0; i < n.nc; i++) {
    bool driven = false;
    for (int j = 0; j < system->model->njoints; j++)
      driven = driven || (system->model->joints[j].kind->driver && jni_joint_owns(system, j, i));
    if (driven) continue;
    memcpy(C + (size_t)m * (size_t)n.nv, G + (size_t)i * (size_t)n.nv, (size_t)n.nv * sizeof *C);
    right[m++] = gamma[i];
  }
  free(G);
  free(gamma);
  return m;
}

// out = Z' (load - M vdot), Z: nf vectors. Summed in more digits: it is what is left of large terms.
static void residual(int nv, int nf, const double *Z, const double *M, const double *load, const double *vdot,
                     double *out) {
  for (int i = 0; i < nf; i++) {
    long double sum = 0;
    for (int k = 0; k < nv; k++) {
      long double row = load[k];
      for (int j = 0; j < nv; j++) row -= (long double)M[k * nv + j] * vdot[j];
      sum += row * Z[i * nv + k];
    }
    out[i] = (double)sum;
  }
}

// vdot with C vdot = right and Z' M vdot = Z' load, refined once, so that light parts of a heavy vehicle get all digits
// too. False: M is not definite along Z.
static bool forward(int nv, int m, double *C, const double *right, const double *M, const double *load, double *vdot) {
  double *Q = numbers(nv * nv), *scratch = numbers(jni_decompose_scratch(m > nv ? m : nv, nv)), *y = numbers(nv);
  double *H = numbers(nv * nv), *x = numbers(nv);
  int *pivot = malloc(((size_t)m + 1) * sizeof *pivot);
  int rank = jni_decompose_rows(m, nv, C, 1e-10, Q, pivot, scratch), nf = nv - rank;
  memset(vdot, 0, (size_t)nv * sizeof *vdot);
  for (int i = 0; i < rank; i++) {
    const double *column = C + (size_t)i * (size_t)nv;
    y[i] = (right[pivot[i]] - jni_dot(i, column, y)) / column[i];
    jni_add(nv, y[i], Q + (size_t)i * (size_t)nv, vdot);
  }
  for (int i = 0; i < nf; i++) {
    const double *z = Q + (size_t)(rank + i) * (size_t)nv;
    for (int j = 0; j < nf; j++) {
      const double *w = Q + (size_t)(rank + j) * (size_t)nv;
      H[i * nf + j] = 0;
      for (int k = 0; k < nv; k++) H[i * nf + j] += z[k] * jni_dot(nv, M + (size_t)k * (size_t)nv, w);
    }
  }
  bool ok = jni_dense_cholesky(nf, H);
  for (int round = 0; ok && round < 2; round++) {
    residual(nv, nf, Q + (size_t)rank * (size_t)nv, M, load, vdot, x);
    jni_dense_cholesky_solve(nf, H, x);
    for (int i = 0; i < nf; i++) jni_add(nv, x[i], Q + (size_t)(rank + i) * (size_t)nv, vdot);
  }
  free(Q);
  free(scratch);
  free(y);
  free(H);
  free(x);
  free(pivot);
  return ok;
}

// ---- the inverse of forward is the identity -------------------------------------------------------------------------

typedef struct {
  jn_model *model;
  jn_system *system;
  jn_work *work;
  double *state;
  jn_sizes n;
} bench;

static bool bench_new(const char *path, const char *coordinates, bench *b) {
  jn_report *report = jn_report_new(NULL);
  *b = (bench){.model = jn_model_read(NULL, path, NULL, 0, report)};
  if (b->model) b->system = jn_system_new(b->model, coordinates, report);
  if (b->system) {
    b->n = jn_system_sizes(b->system);
    b->state = numbers(b->n.nstate);
    b->work = jn_work_new(b->system);
  }
  jn_assembly result;
  bool ok = b->system && jn_system_initial_state(b->system, b->state) == JN_OK &&
            jn_assemble(b->system, b->state, &result, report) == JN_OK;
  jn_report_free(report);
  return ok;
}

static void bench_free(bench *b) {
  free(b->state);
  jn_work_free(b->work);
  jn_system_free(b->system);
  jn_model_free(b->model);
}

// Names of joint coordinates that are independent of each other along the freedoms: as many as can be told apart.
static int choose_actuators(bench *b, char (*names)[96], const char **list) {
  int n = 0;
  static const char *const words[] = {"angle", "displacement", "angle1", "angle2", "coordinate"};
  for (int j = 0; j < jn_model_njoints(b->model); j++)
    for (size_t w = 0; w < sizeof words / sizeof *words && n < MOST_ACTUATORS; w++) {
      snprintf(names[n], 96, "joint.%.60s.%s", jn_model_joint_name(b->model, (jn_joint){j}), words[w]);
      list[n] = names[n];
      bool twin = w == 4 && n > 0 && strncmp(names[n - 1], names[n], strlen(names[n]) - strlen(words[w])) == 0;
      jn_inverse *one = twin ? NULL : jn_inverse_new(b->system, &list[n], 1, NULL);
      if (one) n++;
      jn_inverse_free(one);
    }
  return n;
}

// Random speeds along the rows.
static void shake(bench *b) {
  double *v = jn_state_v(b->system, b->state), *G = numbers(b->n.nc * b->n.nv), *Q = numbers(b->n.nv * b->n.nv);
  int big = b->n.nc > b->n.nv ? b->n.nc : b->n.nv, *pivot = malloc(((size_t)b->n.nc + 1) * sizeof *pivot);
  double *scratch = numbers(jni_decompose_scratch(big, big));
  jn_calc_position(b->system, b->work, b->state[0], b->state + 1, jn_state_z(b->system, b->state),
                   jn_state_s(b->system, b->state));
  jn_get_G(b->system, b->work, G);
  int rank = jni_decompose_rows(b->n.nc, b->n.nv, G, 1e-10, Q, pivot, scratch);
  for (int i = rank; i < b->n.nv; i++) jni_add(b->n.nv, random_number(), Q + (size_t)i * (size_t)b->n.nv, v);
  free(G);
  free(Q);
  free(pivot);
  free(scratch);
}

// The sparse way and the dense one give the same forces and reactions, of surplus actuators too. Least ones are of the
// conditioning squared.
static void compare_ways(bench *b, const char *const *list, int n, const double *vdot, double size) {
  double *tau[2], *lambda[2];
  jn_inverse_result result[2];
  for (int way = 0; way < 2; way++) {
    jn_inverse *inverse = jn_inverse_new(b->system, list, n, NULL);
    tau[way] = numbers(n);
    lambda[way] = numbers(b->n.nc);
    jni_inverse_set_sparse_from(inverse, way ? 0 : INT_MAX);
    CHECK(jn_inverse_calc(inverse, b->state, vdot, tau[way], lambda[way], &result[way]) == JN_OK);
    CHECK(inverse->dense_made || way == 1);
    regular_ways += way == 1 && !inverse->dense_made;
    jn_inverse_free(inverse);
  }
  CHECK(result[0].freedoms == result[1].freedoms && result[0].surplus == result[1].surplus);
  for (int i = 0; i < n; i++) CHECK_NEAR(tau[1][i], tau[0][i], 1e-9 * size);
  for (int i = 0; i < b->n.nc; i++) CHECK_NEAR(lambda[1][i], lambda[0][i], 1e-9 * (size + fabs(lambda[0][i])));
  for (int way = 0; way < 2; way++) {
    free(tau[way]);
    free(lambda[way]);
  }
}

// The largest difference, in units of the load; negative: nothing to compare.
static double identity_error(bench *b, const char *const *list, int n, int regular_from) {
  jn_inverse *inverse = jn_inverse_new(b->system, list, n, NULL);
  if (!inverse) return NAN;
  jni_inverse_set_sparse_from(inverse, regular_from);
  int nv = b->n.nv;
  double *C = numbers(b->n.nc * nv), *right = numbers(b->n.nc), *M = numbers(nv * nv), *load = numbers(nv),
         *vdot = numbers(nv);
  double *B = numbers(nv * n), *tau = numbers(n), *back = numbers(n), *lambda = numbers(b->n.nc), error = 0;
  jn_inverse_map(inverse, b->state, B);
  jn_calc_position(b->system, b->work, b->state[0], b->state + 1, jn_state_z(b->system, b->state),
                   jn_state_s(b->system, b->state));
  jn_calc_velocity(b->system, b->work, jn_state_v(b->system, b->state));
  jn_calc_force(b->system, b->work, jn_state_z(b->system, b->state));
  jn_get_f(b->system, b->work, load);
  jn_get_M(b->system, b->work, M);
  double size = 1 + jni_dense_largest(load, nv);
  for (int i = 0; i < n; i++) tau[i] = size * random_number();
  for (int j = 0; j < nv; j++)
    for (int i = 0; i < n; i++) load[j] += B[j * n + i] * tau[i];
  int m = passive_rows(b->system, b->work, C, right);
  if (!forward(nv, m, C, right, M, load, vdot)) error = -1;
  jn_inverse_result result;
  jn_status status = error < 0 ? JN_OK : jn_inverse_calc(inverse, b->state, vdot, back, lambda, &result);
  CHECK(status == JN_OK);
  if (error >= 0 && regular_from > 0) compare_ways(b, list, n, vdot, fmax(size, result.load));
  if (error >= 0 && result.surplus > 0) error = -2;
  for (int i = 0; error >= 0 && i < n; i++) error = fmax(error, fabs(back[i] - tau[i]) / fmax(size, result.load));
  free(C);
  free(right);
  free(M);
  free(load);
  free(vdot);
  free(B);
  free(tau);
  free(back);
  free(lambda);
  jn_inverse_free(inverse);
  return error;
}

// Actuators are added one by one; one that makes the set surplus is taken away again.
static double identity(bench *b) {
  char names[MOST_ACTUATORS + 1][96];
  const char *all[MOST_ACTUATORS + 1], *list[MOST_ACTUATORS];
  int n = choose_actuators(b, names, all), chosen = 0;
  double worst = -1;
  shake(b);
  for (int i = 0; i < n && chosen < (LIGHT ? 2 : 6); i++) {
    list[chosen++] = all[i];
    double error = identity_error(b, list, chosen, INT_MAX);
    if (!(error < 0)) error = fmax(error, identity_error(b, list, chosen, 0));
    if (error < 0) chosen--;
    else worst = fmax(worst, error);
  }
  return worst;
}

static int test_model(const char *path) {
  int compared = 0;
  for (int c = 0; jn_coordinates_name(c); c++) {
    bench b;
    if (strcmp(jn_coordinates_name(c), "auto") == 0) continue;
    bool ok = bench_new(path, jn_coordinates_name(c), &b);
    double error = ok && b.n.nv <= MOST_SPEEDS ? identity(&b) : -1;
    if (!(error < 0)) {
      CHECK_NEAR(error, 0, 1e-12);
      compared++;
    }
    if (error > 1e-12) printf("%s in %s coordinates\n", path, jn_coordinates_name(c));
    bench_free(&b);
  }
  return compared;
}

static void test_identity(void) {
  static const char *const folders[] = {"examples",       "benchmarks",       "vehicles",        "../papers/yoon",
                                        "../papers/park", "../papers/blajer", "../papers/dopico"};
  int compared = 0;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    char path[1024];
    snprintf(path, sizeof path, "%s/models/%s", JOUNCE_SOURCE_DIR, folders[i]);
    DIR *folder = opendir(path);
    CHECK(folder != NULL);
    for (struct dirent *entry; folder;) {
      entry = readdir(folder);
      if (!entry) break;
      size_t length = strlen(entry->d_name);
      if (length < 5 || strcmp(entry->d_name + length - 5, ".yaml") != 0) continue;
      snprintf(path, sizeof path, "%s/models/%s/%.200s", JOUNCE_SOURCE_DIR, folders[i], entry->d_name);
      if (!is_left_out(path) && !has_contacts(path)) compared += test_model(path);
    }
    closedir(folder);
  }
  CHECK(compared >= 30);
  CHECK(regular_ways >= 30);
}

// ---- closed forms ---------------------------------------------------------------------------------------------------

static const char *const all_coordinates[] = {"cartesian", "natural", "joint"};
enum { NCOORDINATES = 3 };
#define MODEL(name) JOUNCE_SOURCE_DIR "/models/" name

static const char driven_pendulum[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"
    "ground: {points: {O: [0, 0]}}\n"
    "bodies: {bar: {mass: 2, inertia: 0.3, points: {O: [-0.4, 0]}}}\n"
    "joints: {hinge: {type: revolute, between: [ground.O, bar.O]}}\n"
    "forces: {friction: {type: torsion-spring, joint: hinge, stiffness: 3, damping: 0.7}}\n"
    "drivers: {motor: {joint: hinge, motion: '0.3*sin(5*t) + 2*t', scale: 2.5}}\n";

// (I + m a^2) angle'' + m g a cos(angle) + k angle + c angle' = tau
static void test_pendulum(const char *coordinates) {
  prescribed p = prescribed_new(driven_pendulum, coordinates, NULL);
  for (int i = 1; i <= 10; i++) {
    double t = 0.17 * i, angle = 0.3 * sin(5 * t) + 2 * t, rate = 1.5 * cos(5 * t) + 2,
           acceleration = -7.5 * sin(5 * t);
    double tau = (0.3 + 2 * 0.16) * acceleration + 2 * 9.81 * 0.4 * cos(angle) + 3 * angle + 0.7 * rate;
    CHECK(jn_kinematics_go(p.kinematics, t, p.report) == JN_OK);
    CHECK_NEAR(jn_kinematics_forces(p.kinematics)[0], tau, 1e-12 * 30);
    CHECK_NEAR(prescribed_value(&p, "joint.motor.lambda.1"), -tau / 2.5, 1e-12 * 30);
  }
  CHECK_NEAR(prescribed_value(&p, "energy.error"), 0, 2e-2);  // long steps of the work, and short ones
  CHECK(jn_kinematics_nsingular(p.kinematics) == 0);
  prescribed_free(&p);
}

// models/examples/driven-slider-crank.yaml: the moment by virtual power, with derivatives by the angle a of the crank
static double slider_crank_moment(double t) {
  const double r = 0.05, l = 0.15, m = 0.4, Irod = 0.4 * l * l / 12, g = 9.81;
  double a = 8 * t + 0.4 * (1 - cos(3 * t)), w = 8 + 1.2 * sin(3 * t), wdot = 3.6 * cos(3 * t), S = sin(a), C = cos(a);
  double s = sqrt(l * l - r * r * S * S), x1 = -r * S - r * r * S * C / s;
  double x2 = -r * C - r * r * (C * C - S * S) / s - r * r * r * r * S * S * C * C / (s * s * s);
  double p1 = -r * C / s, p2 = r * S / s - r * r * r * S * C * C / (s * s * s);
  double xc1 = 0.5 * (x1 - r * S), xc2 = 0.5 * (x2 - r * C), yc1 = 0.5 * r * C, yc2 = -0.5 * r * S;
  return 0.02 * wdot + m * (xc1 * (xc1 * wdot + xc2 * w * w) + yc1 * (yc1 * wdot + yc2 * w * w + g)) +
         Irod * p1 * (p1 * wdot + p2 * w * w) + 0.5 * x1 * (x1 * wdot + x2 * w * w);
}

static void test_slider_crank(const char *coordinates) {
  prescribed p = prescribed_new(MODEL("examples/driven-slider-crank.yaml"), coordinates, NULL);
  for (int i = 0; i <= 30; i++) {
    double t = 0.1 * i, a = 8 * t + 0.4 * (1 - cos(3 * t));
    CHECK(jn_kinematics_go(p.kinematics, t, p.report) == JN_OK);
    CHECK_NEAR(prescribed_value(&p, "crank.angle"), a, 1e-12);
    CHECK_NEAR(prescribed_value(&p, "piston.x"), 0.05 * cos(a) + sqrt(0.15 * 0.15 - 0.0025 * sin(a) * sin(a)), 1e-13);
    CHECK_NEAR(jn_kinematics_forces(p.kinematics)[0], slider_crank_moment(t), 1e-12);
  }
  prescribed_free(&p);
}

// ---- more and fewer actuators than freedoms -------------------------------------------------------------------------

// One freedom and two motors: A = [a1 a2], tau = A' (A A')^-1 r, with a2 : a1 as the rates of the two joints.
static void test_two_motors(const char *coordinates) {
  const char *const both[] = {"joint.O.angle", "joint.D.angle"};
  jn_kinematics_options options = jn_kinematics_options_default();
  prescribed one = prescribed_new(MODEL("examples/four-bar.yaml"), coordinates, &options);
  options.actuators = both;
  options.nactuators = 2;
  prescribed two = prescribed_new(MODEL("examples/four-bar.yaml"), coordinates, &options);
  for (int i = 1; i <= 10; i++) {
    CHECK(jn_kinematics_go(one.kinematics, 0.15 * i, one.report) == JN_OK &&
          jn_kinematics_go(two.kinematics, 0.15 * i, two.report) == JN_OK);
    double ratio = prescribed_value(&one, "joint.D.angle_rate") / prescribed_value(&one, "joint.O.angle_rate");
    double alone = jn_kinematics_forces(one.kinematics)[0];
    const double *tau = jn_kinematics_forces(two.kinematics);
    CHECK_NEAR(tau[0], alone / (1 + ratio * ratio), 1e-12);
    CHECK_NEAR(tau[1], ratio * alone / (1 + ratio * ratio), 1e-12);
    CHECK(jn_kinematics_result(two.kinematics)->surplus == 1 && jn_kinematics_result(two.kinematics)->freedoms == 1);
  }
  prescribed_free(&one);
  prescribed_free(&two);
}

static void test_too_few(const char *coordinates) {
  const char *const left[] = {"left"};
  jn_kinematics_options options = jn_kinematics_options_default();
  options.actuators = left;
  options.nactuators = 1;
  prescribed p = prescribed_new(MODEL("examples/five-bar-robot.yaml"), coordinates, &options);
  CHECK(p.kinematics == NULL);
  CHECK(prescribed_says(&p, "the actuators cannot produce this motion: at t = 0 s none of them moves joint."));
  CHECK(prescribed_says(&p, "(1 actuator for 2 degrees of freedom, 1 of them effective)"));
  prescribed_free(&p);
}

// ---- what may push --------------------------------------------------------------------------------------------------

static const char pushed_mass[] =
    "jounce: 1\nspace: plane\nground: {points: {wall: [0, 0], top: [0.3, 1]}}\n"
    "bodies: {mass: {mass: 2, inertia: 0.1, points: {hook: [0, 0]}}}\n"
    "joints: {rail: {type: prismatic, between: [ground.wall, mass.hook], axis: x}}\n"
    "inputs: {u: '0.1*t', w: '0.1*t'}\n"
    "forces:\n"
    "  spring: {type: spring-damper, between: [ground.wall, mass.hook], stiffness: 100, damping: 3, rest: 0.5}\n"
    "  aslant: {type: spring-damper, between: [ground.top, mass.hook], stiffness: 10, rest: 0.5}\n"
    "  push: {type: point-force, at: mass.hook, value: ['7', '0']}\n"
    "  motor: {type: point-force, at: mass.hook, value: ['3*w', '0']}\n"
    "  bent: {type: point-force, at: mass.hook, value: ['u*u', '0']}\n"
    "drivers: {drive: {joint: rail, motion: '0.6 + 0.2*t^2'}}\n"
    "initial: {guess: {mass.x: 0.6}}\n";

// An answer that cannot be given is zero, not what stood there before.
static void check_not_linear(const prescribed *p, const char *name) {
  double tau = 7, lambda[16], vdot[16] = {0};
  jn_inverse_result result = {.surplus = 5};
  for (int i = 0; i < 16; i++) lambda[i] = 7;
  jn_inverse *inverse = jn_inverse_new(p->system, &name, 1, p->report);
  CHECK(inverse && jn_inverse_calc(inverse, p->state, vdot, &tau, lambda, &result) == JN_BAD_ARGUMENT);
  CHECK(tau == 0 && result.surplus == 0);
  for (int i = 0; i < jn_system_sizes(p->system).nc; i++) CHECK(lambda[i] == 0);
  jn_inverse_free(inverse);
}

// Every actuator alone: the force along x that it must bring in place of its own.
static void test_pushes(const char *coordinates) {
  const double t = 0.5, x = 0.65, v = 0.2, a = 0.4;
  double spring = 100 * (x - 0.5) + 3 * v, length = hypot(x - 0.3, 1), aslant = 10 * (length - 0.5),
         slope = (x - 0.3) / length;
  double need = 2 * a + spring + aslant * slope - 7 - 3 * 0.05 - 0.05 * 0.05;  // of a force along x beside all others
  const struct {
    const char *name;
    double value;
  } cases[] = {{"drive", need},
               {"joint.rail.displacement", need},
               {"mass.x", need},
               {"mass.hook.x", need},
               {"force.spring", spring - need},
               {"force.aslant", aslant - need / slope},
               {"force.push.x", 7 + need},
               {"w", 0.05 + need / 3},
               {"u", NAN}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jn_kinematics_options options = jn_kinematics_options_default();
    options.actuators = &cases[i].name;
    options.nactuators = 1;
    prescribed p = prescribed_new(pushed_mass, coordinates, &options);
    bool bent = isnan(cases[i].value);  // a force goes with the square of u
    CHECK(bent ? !p.kinematics && prescribed_says(&p, "forces are not linear in an input") : p.kinematics != NULL);
    if (p.kinematics) {
      CHECK(jn_kinematics_go(p.kinematics, t, p.report) == JN_OK);
      CHECK_NEAR(jn_kinematics_forces(p.kinematics)[0], cases[i].value, 1e-12 * 100);
    }
    if (bent) check_not_linear(&p, cases[i].name);
    prescribed_free(&p);
  }
}

static void test_refusals(void) {
  static const struct {
    const char *names[2], *says;
  } cases[] = {{{"force.nothing", NULL}, "'force.nothing' cannot be an actuator: there is no such force element"},
               {{"force.push", NULL}, "its value is a vector; name a component"},
               {{"force.spring.x", NULL}, "its value is one number"},
               {{"force.push.z", NULL}, "there is no z in the plane"},
               {{"mass.vx", NULL}, "'mass.vx' is no coordinate of a joint, body or point"},
               {{"mass.angel", NULL}, "did you mean 'mass.angle'?"},
               {{"joint.rail.angle", NULL}, "joint 'rail' (prismatic) has no angle"},
               {{"ground.top.x", NULL}, "is no coordinate"},
               {{"mass.x", "mass.x"}, "the actuator 'mass.x' is named twice"},
               {{"mass.y", NULL}, "none of them moves joint.rail.displacement"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jn_kinematics_options options = jn_kinematics_options_default();
    options.actuators = cases[i].names;
    options.nactuators = cases[i].names[1] ? 2 : 1;
    prescribed p = prescribed_new(pushed_mass, "cartesian", &options);
    CHECK(p.kinematics == NULL && prescribed_says(&p, cases[i].says));
    prescribed_free(&p);
  }
  bench b;
  jn_report *report = jn_report_new(NULL);
  CHECK(bench_new(MODEL("examples/pendulum.yaml"), "cartesian", &b));
  CHECK(jn_inverse_new(b.system, NULL, 0, report) == NULL &&
        strstr(jn_report_get(report, 0)->what, "there are no actuators"));
  bench_free(&b);
  jn_report_free(report);
}

// ---- reactions ------------------------------------------------------------------------------------------------------

// The forces and reactions of a run with drivers, in cartesian coordinates, and those found here by the actuators in
// any.
static void test_reactions(const char *model, const char *const *signals, const char *coordinates) {
  char path[1024];
  snprintf(path, sizeof path, "%s/models/examples/%s.yaml", JOUNCE_SOURCE_DIR, model);
  prescribed p = prescribed_new(path, coordinates, NULL);
  jn_run_options how = jn_run_options_default();
  jn_choices choices = *jn_model_choices(p.model);
  choices.until = 0.7;
  choices.step = 5e-4;
  snprintf(choices.coordinates, sizeof choices.coordinates, "cartesian");
  how.choices = &choices;
  for (how.probes = signals; signals[how.nprobes];) how.nprobes++;
  jn_run *run = jn_run_new(p.model, &how, p.report);
  CHECK(run && jn_run_execute(run, p.report) == JN_OK);
  CHECK(jn_kinematics_go(p.kinematics, 0.7, p.report) == JN_OK);
  for (int i = 0; run && i < jn_run_noutputs(run); i++)
    if (strncmp(jn_run_output_name(run, i), "energy", 6) != 0)
      CHECK_NEAR(prescribed_value(&p, jn_run_output_name(run, i)), jn_run_outputs(run)[i], 1e-9);
  jn_run_free(run);
  prescribed_free(&p);
}

static void test_all_reactions(const char *coordinates) {
  static const char *const slider[] = {"joint.O.force",
                                       "joint.A.force",
                                       "joint.B.force",
                                       "joint.cylinder.force",
                                       "joint.cylinder.torque",
                                       "joint.motor.lambda",
                                       NULL};
  static const char *const bars[] = {
      "joint.O.force", "joint.A.force", "joint.B.force", "joint.D.force", "joint.motor.lambda", "link2.P.ax", NULL};
  static const char *const robot[] = {"joint.O.force",
                                      "joint.Q.force",
                                      "joint.A.force",
                                      "joint.P.force",
                                      "joint.left.lambda",
                                      "joint.right.lambda",
                                      NULL};
  test_reactions("driven-slider-crank", slider, coordinates);
  test_reactions("four-bar", bars, coordinates);
  test_reactions("five-bar-robot", robot, coordinates);
}

// Other actuators make the same motion with other reactions, alike in all coordinates.
static void test_reactions_alike(void) {
  static const char *const elbows[] = {"joint.A.angle", "joint.P.angle"};
  static const char *const signals[] = {"joint.O.force.x", "joint.O.torque", "joint.P.force.y", "joint.B.force.x"};
  double first[4] = {0};
  for (int c = 0; c < NCOORDINATES; c++) {
    jn_kinematics_options options = jn_kinematics_options_default();
    options.actuators = elbows;
    options.nactuators = 2;
    prescribed p = prescribed_new(MODEL("examples/five-bar-robot.yaml"), all_coordinates[c], &options);
    CHECK(p.kinematics && jn_kinematics_go(p.kinematics, 0.4, p.report) == JN_OK);
    for (int i = 0; i < 4; i++) {
      double value = prescribed_value(&p, signals[i]);
      if (c == 0) first[i] = value;
      CHECK_NEAR(value, first[i], 1e-9);
    }
    prescribed_free(&p);
  }
}

int main(void) {
  test_identity();
  for (int c = 0; c < NCOORDINATES; c++) {
    test_pendulum(all_coordinates[c]);
    test_slider_crank(all_coordinates[c]);
    test_two_motors(all_coordinates[c]);
    test_too_few(all_coordinates[c]);
    test_pushes(all_coordinates[c]);
    test_all_reactions(all_coordinates[c]);
  }
  test_reactions_alike();
  test_refusals();
  return check_report();
}
