// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_dynamics_forms.c - dynamics at a state against closed forms (double pendulum, four-bar, five-bar), the mass
// matrix of a tree against kinetic energies, a vehicle in one set of coordinates against another; names, refusals,
// missing memory.
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "memory.h"
#include "report.h"

static const char *const all_coordinates[] = {"cartesian", "natural", "joint"};

typedef struct {
  jn_model *model;
  jn_system *system;
  jn_dynamics *d;
  double *state;
  jn_sizes n;
  bool borrows;  // the model belongs to another bench
} bench;

static bench bench_of(jn_model *model, const char *coordinates, const char *const *independent, int n, bool release) {
  bench b = {.model = model};
  jn_report *report = jn_report_new(NULL);
  b.system = model ? jn_system_new(model, coordinates, report) : NULL;
  jn_dynamics_options options = jn_dynamics_options_default();
  options.independent = independent;
  options.nindependent = n;
  options.release_drivers = release;
  b.d = b.system ? jn_dynamics_new(b.system, &options, report) : NULL;
  if (!b.d) print_report(report);
  CHECK(b.d != NULL);
  if (b.d) {
    b.n = jn_system_sizes(b.system);
    b.state = calloc((size_t)b.n.nstate, sizeof *b.state);
    memcpy(b.state, jn_dynamics_state(b.d), (size_t)b.n.nstate * sizeof *b.state);
  }
  jn_report_free(report);
  return b;
}

// path: below models/; a text if it begins with '{'.
static jn_model *model_of(const char *path) {
  char full[600];
  snprintf(full, sizeof full, "%s/models/%s", JOUNCE_SOURCE_DIR, path);
  if (path[0] == '{') return jn_model_read_text(NULL, "text", path, strlen(path), NULL, 0, NULL);
  return jn_model_load(NULL, full, NULL, NULL, 0, NULL);
}

static bench new_bench(const char *path, const char *coordinates, const char *const *independent, int n, bool release) {
  return bench_of(model_of(path), coordinates, independent, n, release);
}

static void free_bench(bench *b) {
  jn_dynamics_free(b->d);
  jn_system_free(b->system);
  if (!b->borrows) jn_model_free(b->model);
  free(b->state);
}

static double *entry(bench *b, const char *name) {
  for (int i = 0; i < b->n.nstate; i++)
    if (strcmp(jn_dynamics_state_name(b->d, i), name) == 0) return &b->state[i];
  printf("there is no '%s'\n", name);
  CHECK(false);
  return b->state;
}

// ---- closed forms --------------------------------------------------------------------------------------------------

// Two bars of mass m and length l with relative angles a, b from the horizontal.
static void test_double_pendulum(void) {
  const char *text =
      "{jounce: 1, space: plane, gravity: [0, -9.81], bodies: {"
      "one: {mass: 2, inertia: 0.3, points: {O: [-0.5, 0], A: [0.5, 0]}},"
      "two: {mass: 3, inertia: 0.7, points: {A: [-0.4, 0], tip: [0.4, 0]}}}, joints: {"
      "O: {type: revolute, between: [ground, one.O]}, A: {type: revolute, between: [one.A, two.A]}}}";
  bench x = new_bench(text, "joint", NULL, 0, false);
  if (!x.d) return;
  const double l = 1, h = 0.5, r = 0.4, m1 = 2, m2 = 3, J1 = 0.3, J2 = 0.7, g = 9.81;
  for (int i = 0; i < 5; i++) {
    double a = 0.7 * i - 1, b = 1.1 * i - 2, u = 2 - i, w = 3.5 * i - 4, c = cos(b), s = sin(b);
    *entry(&x, "joint.O.angle") = a;
    *entry(&x, "joint.A.angle") = b;
    *entry(&x, "joint.O.angle_rate") = u;
    *entry(&x, "joint.A.angle_rate") = w;
    CHECK(jn_dynamics_at(x.d, x.state) == JN_OK);
    double M22 = J2 + m2 * r * r, M12 = M22 + m2 * l * r * c,
           M11 = J1 + m1 * h * h + M22 + m2 * (l * l + 2 * l * r * c);
    double k = m2 * l * r * s;
    const double *M = jn_dynamics_M(x.d), *bias = jn_dynamics_bias(x.d);
    CHECK_NEAR(M[0], M11, 1e-13);
    CHECK_NEAR(M[1], M12, 1e-13);
    CHECK_NEAR(M[2], M12, 1e-13);
    CHECK_NEAR(M[3], M22, 1e-13);
    CHECK_NEAR(bias[0], -k * w * (2 * u + w) + g * ((m1 * h + m2 * l) * cos(a) + m2 * r * cos(a + b)), 1e-12);
    CHECK_NEAR(bias[1], k * u * u + g * m2 * r * cos(a + b), 1e-12);
    double J[6], pose[JN_POSE];
    jn_frame tip = jn_model_find_frame(x.model, "two.tip");
    jn_dynamics_jacobian(x.d, tip, NULL, J);
    jn_dynamics_pose(x.d, tip, NULL, pose);
    CHECK_NEAR(pose[0], l * cos(a) + 2 * r * cos(a + b), 1e-14);
    CHECK_NEAR(J[0], -pose[1], 1e-14);
    CHECK_NEAR(J[1], -2 * r * sin(a + b), 1e-14);
    CHECK_NEAR(J[2], pose[0], 1e-14);
    CHECK(J[4] == 1 && J[5] == 1);
  }
  free_bench(&x);
}

// Angles of coupler and rocker of the four-bar for a crank angle: the circles about A and D meet above.
static void four_bar(double crank, double out[3]) {
  const double a = 0.1, b = 0.3, c = 0.25, base = 0.3;
  double x = base - a * cos(crank), y = -a * sin(crank), d = hypot(x, y);
  double to_D = atan2(y, x), at_A = acos((d * d + b * b - c * c) / (2 * d * b));
  out[0] = crank;
  out[1] = to_D + at_A;
  out[2] = atan2(a * sin(crank) + b * sin(out[1]), a * cos(crank) + b * cos(out[1]) - base);
}

// The inertia at the crank is sum m (dr/dcrank)^2 + J (dangle/dcrank)^2, with the ratios of speeds in closed form.
static void test_four_bar(void) {
  static const char *const names[] = {"link1.rate", "link1.rate", "joint.O.angle_rate"};
  const double a = 0.1, b = 0.3, c = 0.25;
  for (int i = 0; i < 3; i++) {
    const char *const crank[] = {i == 1 ? NULL : names[i]};
    bench x = new_bench("examples/four-bar.yaml", all_coordinates[i], crank, i == 1 ? 0 : 1, true);
    if (!x.d) continue;
    CHECK(jn_dynamics_nindependent(x.d) == 1);
    for (int k = 0; k < 4; k++) {
      jn_session *s = jn_session_new(x.model, NULL, NULL);
      CHECK(jn_session_step_to(s, 0.2 + 0.3 * k) == JN_OK);
      jn_state_convert(jn_run_system(jn_session_run(s)), jn_session_state(s), x.system, x.state);
      CHECK(jn_dynamics_at(x.d, x.state) == JN_OK);
      double pose[JN_POSE], rate[3], angle[3];
      jn_frame link = jn_model_find_frame(x.model, "link1");
      jn_dynamics_pose(x.d, link, NULL, pose);
      jn_dynamics_velocity(x.d, link, NULL, rate);
      four_bar(2 * atan2(pose[6], pose[3]), angle);
      double w2 = -a * sin(angle[0] - angle[2]) / (b * sin(angle[1] - angle[2]));
      double w3 = a * sin(angle[0] - angle[1]) / (c * sin(angle[2] - angle[1]));
      double vx = -a * sin(angle[0]) - b / 2 * w2 * sin(angle[1]), vy = a * cos(angle[0]) + b / 2 * w2 * cos(angle[1]);
      double inertia = 0.2 * a * a / 3 + 0.6 * (vx * vx + vy * vy + b * b / 12 * w2 * w2) + 0.5 * c * c / 3 * w3 * w3;
      const double *Mi = jn_dynamics_Mi(x.d), *v = jn_dynamics_state(x.d) + 1 + x.n.nq;
      double vi = v[jn_dynamics_independent(x.d)[0]] / rate[2];
      CHECK_NEAR(Mi[0] * vi * vi, inertia, 1e-11 * inertia);
      jn_session_free(s);
    }
    free_bench(&x);
  }
}

// Places of the tool and angles of the rods of the five-bar robot for its crank angles.
static void five_bar(double left, double right, double tool[2], double rods[2]) {
  const double crank = 0.25, rod = 0.3, half = 0.1;
  double A[2] = {-half + crank * cos(left), crank * sin(left)}, B[2] = {half + crank * cos(right), crank * sin(right)};
  double dx = (B[0] - A[0]) / 2, dy = (B[1] - A[1]) / 2, d = hypot(dx, dy), up = sqrt(rod * rod - d * d) / d;
  tool[0] = A[0] + dx - up * dy;
  tool[1] = A[1] + dy + up * dx;
  rods[0] = atan2(tool[1] - A[1], tool[0] - A[0]);
  rods[1] = atan2(tool[1] - B[1], tool[0] - B[0]);
}

static void test_five_bar(void) {
  static const char *const motors[] = {"joint.O.angle_rate", "joint.Q.angle_rate"};
  bench x = new_bench("examples/five-bar-robot.yaml", "joint", motors, 2, true);
  if (!x.d) return;
  const double h = 1e-5, crank = 0.25, rod = 0.3;
  const double start[2] = {*entry(&x, "joint.O.angle"), *entry(&x, "joint.Q.angle")};
  for (int k = 0; k < 3; k++) {
    double angle[2] = {start[0] + 0.1 * k, start[1] - 0.15 * k},
           rows[2][8];  // of x, y, angle of each rod, then the tool
    *entry(&x, "joint.O.angle") = angle[0];
    *entry(&x, "joint.Q.angle") = angle[1];
    CHECK(jn_dynamics_close(x.d, x.state) == JN_OK && jn_dynamics_at(x.d, x.state) == JN_OK);
    for (int j = 0; j < 2; j++) {
      double place[2][8];
      for (int side = 0; side < 2; side++) {
        double at[2] = {angle[0], angle[1]}, tool[2], rods[2];
        at[j] += side == 0 ? -h : h;
        five_bar(at[0], at[1], tool, rods);
        for (int r = 0; r < 2; r++) {
          place[side][3 * r] = tool[0] - rod / 2 * cos(rods[r]);
          place[side][3 * r + 1] = tool[1] - rod / 2 * sin(rods[r]);
          place[side][3 * r + 2] = rods[r];
        }
        memcpy(&place[side][6], tool, sizeof tool);
      }
      for (int i = 0; i < 8; i++) rows[j][i] = (place[1][i] - place[0][i]) / (2 * h);
    }
    const double *Mi = jn_dynamics_Mi(x.d);
    double J[6];
    CHECK(jn_dynamics_jacobian_independent(x.d, jn_model_find_frame(x.model, "left_rod.P"), NULL, J) == JN_OK);
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) {
        double M = i == j ? 0.8 * crank * crank / 3 : 0;
        for (int c = 0; c < 6; c++) M += 0.4 * (c % 3 == 2 ? rod * rod / 12 : 1) * rows[i][c] * rows[j][c];
        CHECK_NEAR(Mi[2 * i + j], M, 1e-10);
        CHECK_NEAR(J[2 * i + j], rows[j][6 + i], 1e-9);
      }
  }
  free_bench(&x);
}

// A body at a place in space: L about the origin is r x m v + R J R' w, here with R a quarter turn about z.
static void test_momentum(void) {
  const char *text =
      "{jounce: 1, space: space, bodies: {b: {mass: 2, inertia: [0.5, 0.7, 0.9, 0.1, -0.05, 0.02]}}, initial: {keep: "
      "{b.x: 1,"
      " b.y: 2, b.z: 3, b.vx: 4, b.vy: -5, b.vz: 6, b.wx: 0.1, b.wy: 0.2, b.wz: -0.3}}}";
  for (int i = 0; i < 3; i++) {
    bench x = new_bench(text, "cartesian", NULL, 0, false);
    if (!x.d) return;
    const char *const turned[] = {"b.qw", "b.qx", "b.qy", "b.qz"};
    const double half = 0.70710678118654752440;
    for (int k = 0; k < 4; k++) *entry(&x, turned[k]) = k == 0 || k == 3 ? half : 0;
    jn_system *other = i == 0 ? NULL : jn_system_new(x.model, all_coordinates[i], NULL);
    jn_dynamics *d = other ? jn_dynamics_new(other, NULL, NULL) : x.d;
    double state[64], p[3], L[3], own[3];
    CHECK(jn_system_sizes(jn_dynamics_system(d)).nstate <= 64);
    if (other) jn_state_convert(x.system, x.state, other, state);
    CHECK(jn_dynamics_at(d, other ? state : x.state) == JN_OK);
    static const double origin[3] = {0, 0, 0};
    jn_dynamics_momentum(d, origin, p, L);
    jn_dynamics_momentum(d, NULL, p, own);
    const double w[3] = {0.1, 0.2, -0.3}, r[3] = {1, 2, 3}, mv[3] = {8, -10, 12};
    const double Jw[3] = {0.5 * w[0] + 0.1 * w[1] - 0.05 * w[2], 0.1 * w[0] + 0.7 * w[1] + 0.02 * w[2],
                          -0.05 * w[0] + 0.02 * w[1] + 0.9 * w[2]};
    const double spin[3] = {-Jw[1], Jw[0], Jw[2]};
    for (int k = 0; k < 3; k++) {
      CHECK_NEAR(p[k], mv[k], 1e-13);
      CHECK_NEAR(own[k], spin[k], 1e-14);
      CHECK_NEAR(L[k], spin[k] + r[(k + 1) % 3] * mv[(k + 2) % 3] - r[(k + 2) % 3] * mv[(k + 1) % 3], 1e-13);
    }
    if (other) jn_dynamics_free(d);
    jn_system_free(other);
    free_bench(&x);
  }
}

// ---- other formulations --------------------------------------------------------------------------------------------

// The mass matrix of a tree in joint coordinates is M_ij = T(e_i + e_j) - T(e_i) - T(e_j), with T of the bodies in
// cartesian coordinates.
static void check_tree(const char *path) {
  bench x = new_bench(path, "joint", NULL, 0, true);
  if (!x.d) return;
  const jn_system *bodies = jn_system_cartesian(x.system);
  jn_work *work = jn_work_new(bodies);
  jn_sizes n = jn_system_sizes(bodies);
  double *state = calloc((size_t)n.nstate, sizeof *state), *q = state + 1, *v = q + n.nq, most = 0;
  int nv = x.n.nv;
  double *own = x.state + 1 + x.n.nq, *T = calloc((size_t)(nv * nv), sizeof *T);
  for (int i = 0; i < nv; i++) x.state[1 + i] += 0.1 * (i % 3);
  jn_manifold_normalize(x.system, x.state + 1);
  CHECK(jn_dynamics_at(x.d, x.state) == JN_OK);
  const double *M = jn_dynamics_M(x.d);
  for (int i = 0; i < nv; i++)
    for (int j = 0; j <= i; j++) {
      memset(own, 0, (size_t)nv * sizeof *own);
      own[i] = own[j] = 1;
      jn_state_convert(x.system, x.state, bodies, state);
      jn_calc_position(bodies, work, 0, q, v + n.nv, v + n.nv + n.nz);
      jn_calc_velocity(bodies, work, v);
      T[i * nv + j] = jn_get_kinetic(bodies, work);
      most = fmax(most, T[i * nv + j]);
    }
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < i; j++) CHECK_NEAR(M[i * nv + j], T[i * nv + j] - T[i * nv + i] - T[j * nv + j], 1e-12 * most);
  for (int i = 0; i < nv; i++) CHECK_NEAR(M[i * nv + i], 2 * T[i * nv + i], 1e-12 * most);
  CHECK(nv > 1);
  free(state);
  free(T);
  jn_work_free(work);
  free_bench(&x);
}

// Accelerations of all frames in joint and natural coordinates are those in cartesian ones, with springs, tyres and
// driveline at work.
static void check_vehicle(const char *path) {
  bench x[3];
  double *vdot[3], *found[3];
  for (int i = 0; i < 3; i++) {
    x[i] = bench_of(i == 0 ? model_of(path) : x[0].model, all_coordinates[i], NULL, 0, false);
    x[i].borrows = i > 0;
    if (!x[i].d) return;
  }
  jn_session *s = jn_session_new(x[0].model, NULL, NULL);
  CHECK(s && jn_session_step_to(s, 0.05) == JN_OK);
  int nframes = jn_dynamics_nframes(x[0].d);
  for (int i = 0; i < 3; i++) {
    vdot[i] = calloc((size_t)x[i].n.nv, sizeof(double));
    found[i] = calloc((size_t)nframes * 6, sizeof(double));
    jn_state_convert(jn_run_system(jn_session_run(s)), jn_session_state(s), x[i].system, x[i].state);
    CHECK(jn_dynamics_at(x[i].d, x[i].state) == JN_OK);
    CHECK(jn_dynamics_accelerations(x[i].d, NULL, vdot[i], NULL) == JN_OK);
    for (int f = 0; f < nframes; f++) jn_dynamics_acceleration(x[i].d, (jn_frame){f}, NULL, vdot[i], found[i] + 6 * f);
  }
  double most = 1;
  for (int k = 0; k < 6 * nframes; k++) most = fmax(most, fabs(found[0][k]));
  for (int i = 1; i < 3; i++) {
    double off = 0, p[2][3], L[2][3];
    for (int k = 0; k < 6 * nframes; k++) off = fmax(off, fabs(found[i][k] - found[0][k]));
    printf("%s, %s: accelerations of %d frames differ by %.2g of %.3g\n", path, all_coordinates[i], nframes, off, most);
    CHECK(off <= 1e-8 * most);
    CHECK_NEAR(jn_dynamics_kinetic(x[i].d), jn_dynamics_kinetic(x[0].d), 1e-10 * jn_dynamics_kinetic(x[0].d));
    jn_dynamics_momentum(x[0].d, NULL, p[0], L[0]);
    jn_dynamics_momentum(x[i].d, NULL, p[1], L[1]);
    for (int k = 0; k < 3; k++) {
      CHECK_NEAR(p[1][k], p[0][k], 1e-9 * (1 + fabs(p[0][0])));
      CHECK_NEAR(L[1][k], L[0][k], 1e-8 * (1 + fabs(L[0][1])));
    }
    CHECK(jn_dynamics_nindependent(x[i].d) == jn_dynamics_nindependent(x[0].d));
  }
  jn_session_free(s);
  for (int i = 2; i >= 0; i--) {
    free(vdot[i]);
    free(found[i]);
    free_bench(&x[i]);
  }
}

// ---- names, refusals, memory ---------------------------------------------------------------------------------------

// Coordinates and speeds whose names are those of signals have the values of these, and their units.
static void check_names(const char *path, const char *coordinates, int least) {
  bench x = new_bench(path, coordinates, NULL, 0, false);
  if (!x.d) return;
  jn_work *work = jn_work_new(x.system);
  jn_report *report = jn_report_new(NULL);
  int found = 0;
  CHECK(strcmp(jn_dynamics_state_name(x.d, 0), "time") == 0);
  for (int i = 1; i < 1 + x.n.nq + x.n.nv; i++) {
    const char *name = jn_dynamics_state_name(x.d, i), *unit = jn_dynamics_state_unit(x.d, i);
    double value = NAN;
    jn_probe *probe = jn_probe_new(x.system, &name, 1, false, report);
    if (probe) {
      found++;
      jn_probe_calc(probe, work, x.state, NULL, NULL, &value);
      double off = fabs(value - x.state[i]);
      if (strcmp(unit, "rad") == 0) off = fabs(remainder(off, 6.28318530717958647693));
      if (!(off <= 1e-9 * (1 + fabs(value)))) printf("%s: %s is %g, not %g\n", path, name, x.state[i], value);
      CHECK(off <= 1e-9 * (1 + fabs(value)));
      if (strcmp(unit, jn_probe_unit(probe, 0)) != 0) printf("%s: %s, not %s\n", name, unit, jn_probe_unit(probe, 0));
      CHECK(strcmp(unit, jn_probe_unit(probe, 0)) == 0);
    }
    jn_probe_free(probe);
  }
  printf("%s, %s: %d of %d names are signals\n", path, coordinates, found, x.n.nq + x.n.nv);
  CHECK(found >= least);
  for (int i = 0; i < x.n.nv; i++) CHECK(jn_dynamics_speed_find(x.d, jn_dynamics_speed_name(x.d, i)) == i);
  jn_work_free(work);
  jn_report_free(report);
  free_bench(&x);
}

// Checks that jn_dynamics_new refuses with a text that contains `word`.
static void refused(const char *path, const char *coordinates, const char *const *independent, int n,
                    const char *word) {
  char full[600];
  snprintf(full, sizeof full, "%s/models/%s", JOUNCE_SOURCE_DIR, path);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_load(NULL, full, NULL, NULL, 0, NULL);
  jn_system *system = model ? jn_system_new(model, coordinates, report) : NULL;
  jn_dynamics_options options = jn_dynamics_options_default();
  options.independent = independent;
  options.nindependent = n;
  CHECK(system && !jn_dynamics_new(system, &options, report));
  const jn_error *fault = jn_report_size(report) > 0 ? jn_report_get(report, jn_report_size(report) - 1) : NULL;
  CHECK(fault && fault->severity == JN_FAULT && strstr(fault->what, word));
  if (fault && !strstr(fault->what, word)) printf("%s: %s\n", path, fault->what);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
}

static void test_refusals(void) {
  static const char *const wrong[] = {"joint.O.angel_rate"}, *const many[] = {"joint.O.angle_rate",
                                                                              "joint.A.angle_rate"};
  refused("examples/slider-crank.yaml", "joint", wrong, 1, "did you mean 'joint.O.angle_rate'");
  refused("examples/slider-crank.yaml", "joint", many, 2, "2 independent speeds are named, but the mechanism has 1");
  refused("examples/newtons-cradle.yaml", "joint", NULL, 0, "rigid contacts");
  bench x = new_bench("examples/slider-crank.yaml", "joint", NULL, 0, false);
  double kept = x.state[1];
  x.state[1] = NAN;
  CHECK(jn_dynamics_at(x.d, x.state) == JN_NOT_FINITE && jn_dynamics_state(x.d)[1] == kept);
  CHECK(jn_dynamics_close(x.d, x.state) == JN_NOT_FINITE);
  CHECK(jn_dynamics_at(x.d, NULL) == JN_BAD_ARGUMENT);
  free_bench(&x);
}

// Results do not depend on earlier states, to the bit, also where these needed another order of pivots.
static void check_history(const char *path, const char *coordinates, double far) {
  bench x = new_bench(path, coordinates, NULL, 0, true);
  if (!x.d) return;
  size_t nv = (size_t)x.n.nv, k = (size_t)jn_dynamics_nindependent(x.d);
  double *first = calloc(nv * k + k * k, sizeof *first), *moved = calloc((size_t)x.n.nstate, sizeof *moved);
  memcpy(first, jn_dynamics_B(x.d), nv * k * sizeof *first);
  memcpy(first + nv * k, jn_dynamics_Mi(x.d), k * k * sizeof *first);
  for (int i = 1; i < 30; i++) {
    memcpy(moved, x.state, (size_t)x.n.nstate * sizeof *moved);
    for (int j = 0; j < x.n.nq; j++) moved[1 + j] += far * i * (j % 3 - 1);
    jn_manifold_normalize(x.system, moved + 1);
    CHECK(jn_dynamics_at(x.d, moved) == JN_OK);
    (void)jn_dynamics_B(x.d);
  }
  CHECK(jn_dynamics_at(x.d, x.state) == JN_OK);
  CHECK(memcmp(first, jn_dynamics_B(x.d), nv * k * sizeof *first) == 0);
  CHECK(memcmp(first + nv * k, jn_dynamics_Mi(x.d), k * k * sizeof *first) == 0);
  free(first);
  free(moved);
  free_bench(&x);
}

static void test_memory(void) {
  memory_count memory = {.fail_at = 0};
  const jn_alloc alloc = {.resize = counted_resize, .context = &memory};
  jn_model *model = jn_model_read(&alloc, JOUNCE_SOURCE_DIR "/models/examples/door-three-hinges.yaml", NULL, 0, NULL);
  jn_system *system = jn_system_new(model, "cartesian", NULL);
  bool made = false;
  long live = memory.live;
  for (long i = 1; !made && i < 5000; i++) {
    jn_report *report = jn_report_new(NULL);
    memory.fail_at = memory.calls + i;
    memory.once = true;
    jn_dynamics *d = jn_dynamics_new(system, NULL, report);
    made = memory.calls < memory.fail_at;
    memory.fail_at = 0;
    CHECK(d || jn_report_count(report, JN_FAULT) > 0);
    jn_dynamics_free(d);
    jn_report_free(report);
    CHECK(memory.live <= live + 1);  // the cartesian system may be made late
  }
  CHECK(made);
  jn_system_free(system);
  jn_model_free(model);
  CHECK(memory.live == 0);
}

int main(void) {
  test_double_pendulum();
  test_four_bar();
  test_five_bar();
  test_momentum();
  check_tree("robots/arm.urdf");
  check_tree("benchmarks/n-link-chain-space.yaml");
  check_vehicle("vehicles/hmmwv.yaml");
  check_vehicle("vehicles/iltis-bumps.yaml");
  check_names("vehicles/hmmwv.yaml", "cartesian", 500);
  check_names("vehicles/hmmwv.yaml", "natural", 200);
  check_names("vehicles/hmmwv.yaml", "joint", 74);
  check_names("examples/five-bar-robot.yaml", "cartesian", 24);
  check_names("examples/five-bar-robot.yaml", "joint", 8);
  check_names("benchmarks/n-link-chain-space.yaml", "joint", 16);
  test_refusals();
  check_history("examples/slider-crank.yaml", "cartesian", 0.1);
  check_history("examples/five-bar-robot.yaml", "cartesian", 0.2);
  check_history("benchmarks/andrews-a03.yaml", "joint", 0.1);
  check_history("vehicles/hmmwv.yaml", "cartesian", 0.05);
  test_memory();
  return check_report();
}
