// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_dynamics.c - dynamics at random consistent states of every model under models/ in all coordinates, with drivers
// and without: the equations of motion, the basis, energies, momentum, Jacobians against central differences, and that
// no evaluation allocates memory.
#include <string.h>

#define FOLDER_WITH_CONTACTS true
#include "check.h"
#include "folder.h"
#include "jounce/jounce.h"
#include "memory.h"
#include "model/model.h"
#include "report.h"

enum { STATES = LIGHT ? 1 : 2 };

static unsigned seed = 5;
static double chance(void) {  // in (-1, 1)
  seed = seed * 1664525u + 1013904223u;
  return (double)(seed >> 8) / 8388608.0 - 1;
}

typedef struct {
  const char *name;  // of model and coordinates, for messages
  jn_dynamics *d;
  const jn_system *system;
  jn_sizes n;
  int nc, k, nrows;
  double *state, *moved, *tau, *vdot, *other, *lambda, *sum, *size, *q, *step, *J, *J2, *J3;
} trial;

static double *numbers(size_t n) { return calloc(n + 1, sizeof(double)); }

static double *const *arrays(trial *x) {
  static double *list[13];
  double *const own[13] = {x->state, x->moved, x->tau,  x->vdot, x->other, x->lambda, x->sum,
                           x->size,  x->q,     x->step, x->J,    x->J2,    x->J3};
  memcpy(list, own, sizeof own);
  return list;
}

static trial new_trial(const char *name, jn_dynamics *d) {
  trial x = {.name = name, .d = d, .system = jn_dynamics_system(d)};
  x.n = jn_system_sizes(x.system);
  x.nc = jn_dynamics_nconstraints(d);
  x.k = jn_dynamics_nindependent(d);
  x.nrows = jn_dynamics_nrows(d);
  size_t nv = (size_t)x.n.nv, nc = (size_t)x.nc;
  x.state = numbers((size_t)x.n.nstate);
  x.moved = numbers((size_t)x.n.nstate);
  x.tau = numbers(nv);
  x.vdot = numbers(nv);
  x.other = numbers(nv);
  x.lambda = numbers(nc);
  x.sum = numbers(nv > nc ? nv : nc);
  x.size = numbers(nv > nc ? nv : nc);
  x.q = numbers((size_t)x.n.nq);
  x.step = numbers(nv);
  x.J = numbers((6 + nc) * nv);
  x.J2 = numbers((6 + nc) * nv);
  x.J3 = numbers((6 + nc) * nv);
  memcpy(x.state, jn_dynamics_state(d), (size_t)x.n.nstate * sizeof *x.state);
  return x;
}

static void free_trial(trial *x) {
  double *const *list = arrays(x);
  for (int i = 0; i < 13; i++) free(list[i]);
}

static void expect(const trial *x, bool good, const char *what, double value) {
  if (!good) printf("%s: %s: %.3g\n", x->name, what, value);
  CHECK(good);
}

// Returns the largest |sum| over the largest term of all.
static double relative(int n, const double *sum, const double *size) {
  double most = 1e-300, off = 0;
  for (int i = 0; i < n; i++) {
    most = fmax(most, size[i]);
    off = fabs(sum[i]) <= off ? off : fabs(sum[i]);
  }
  return off / most;
}

// Adds alpha A x to sum, and the absolute values of the terms to size. A: n x m; transposed: A' x of an m x n matrix.
static void add_product(int n, int m, double alpha, const double *A, bool transposed, const double *x, double *sum,
                        double *size) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double term =
          alpha * x[j] * (transposed ? A[(size_t)j * (size_t)n + (size_t)i] : A[(size_t)i * (size_t)m + (size_t)j]);
      sum[i] += term;
      size[i] += fabs(term);
    }
}

static void clear(trial *x, int n) {
  memset(x->sum, 0, (size_t)n * sizeof(double));
  memset(x->size, 0, (size_t)n * sizeof(double));
}

// ---- identities ----------------------------------------------------------------------------------------------------

static void check_basis(trial *x) {
  const double *B = jn_dynamics_B(x->d), *G = jn_dynamics_G(x->d);
  int nv = x->n.nv, k = x->k;
  double worst = 0;
  for (int j = 0; j < k; j++)
    for (int i = 0; i < k; i++)
      expect(x, B[(size_t)jn_dynamics_independent(x->d)[i] * (size_t)k + (size_t)j] == (i == j), "B is no identity", j);
  for (int j = 0; j < k; j++) {
    double longest = 0;
    for (int i = 0; i < nv; i++) {
      x->step[i] = B[(size_t)i * (size_t)k + (size_t)j];
      longest = fmax(longest, fabs(x->step[i]));
    }
    clear(x, x->nc);
    add_product(x->nc, nv, 1, G, false, x->step, x->sum, x->size);
    for (int r = 0; r < x->nc; r++) {
      double most = 0;
      for (int i = 0; i < nv; i++) most = fmax(most, fabs(G[(size_t)r * (size_t)nv + (size_t)i]));
      worst = fmax(worst, fabs(x->sum[r]) / (most * longest));
    }
  }
  expect(x, worst < 1e-12 || x->nc == 0, "G B", worst);
}

// Checks G x = right for x = v or vdot.
static void check_rows(trial *x, const double *speeds, const double *right, const char *what) {
  clear(x, x->nc);
  add_product(x->nc, x->n.nv, 1, jn_dynamics_G(x->d), false, speeds, x->sum, x->size);
  for (int r = 0; r < x->nc; r++) {
    x->sum[r] -= right[r];
    x->size[r] += fabs(right[r]);
  }
  double off = relative(x->nc, x->sum, x->size);
  expect(x, x->nc == 0 || off < 1e-9, what, off);
}

static void check_motion(trial *x) {
  jn_dynamics *d = x->d;
  int nv = x->n.nv, k = x->k;
  double most = 1;
  const double *bias = jn_dynamics_bias(d), *M = jn_dynamics_M(d), *B = jn_dynamics_B(d);
  for (int i = 0; i < nv; i++) most = fmax(most, fabs(bias[i]));
  for (int i = 0; i < nv; i++) x->tau[i] = most * chance();
  jn_status status = jn_dynamics_accelerations(d, x->tau, x->vdot, x->lambda);
  expect(x, status == JN_OK, jn_status_text(status), 0);
  if (status != JN_OK) return;
  clear(x, nv);
  add_product(nv, nv, 1, M, false, x->vdot, x->sum, x->size);
  for (int i = 0; i < nv; i++) {
    x->sum[i] += bias[i] - x->tau[i];
    x->size[i] += fabs(bias[i]) + fabs(x->tau[i]);
  }
  double projected = 0, terms = 1e-300;
  for (int j = 0; j < k; j++) {
    double sum = 0, size = 0;
    for (int i = 0; i < nv; i++) {
      sum += B[(size_t)i * (size_t)k + (size_t)j] * x->sum[i];
      size += fabs(B[(size_t)i * (size_t)k + (size_t)j]) * x->size[i];
    }
    projected = fabs(sum) <= projected ? projected : fabs(sum);
    terms = fmax(terms, size);
  }
  expect(x, projected <= 1e-12 * terms, "B'(M vdot + bias - tau)", projected / terms);
  add_product(nv, x->nc, 1, jn_dynamics_G(d), true, x->lambda, x->sum, x->size);
  double off = relative(nv, x->sum, x->size);
  expect(x, off < 1e-11, "M vdot + G' lambda + bias - tau", off);
  check_rows(x, x->vdot, jn_dynamics_gamma(d), "G vdot = gamma");
  check_rows(x, x->state + 1 + x->n.nq, jn_dynamics_nu(d), "G v = nu");
}

// Compares the outputs of the model with those at the accelerations and multipliers of the KKT matrix. Call it only if
// no joint is redundant.
static void check_outputs(trial *x) {
  int n = jn_dynamics_noutputs(x->d);
  jn_probe *probe = jn_probe_new(x->system, NULL, 0, true, NULL);
  jn_work *work = jn_work_new(x->system);
  double *wanted = numbers((size_t)n), *lambda = numbers((size_t)x->n.nc);
  const double *found = jn_dynamics_outputs(x->d);
  CHECK(found && probe && jn_probe_count(probe) == n);
  CHECK(jn_solve_acceleration(x->system, work, x->state, x->other, lambda) == JN_OK);
  jn_probe_calc(probe, work, x->state, x->other, lambda, wanted);
  double most = 1;
  for (int i = 0; i < n; i++) most = isfinite(wanted[i]) ? fmax(most, fabs(wanted[i])) : most;
  for (int i = 0; i < n; i++)
    expect(x, (isnan(wanted[i]) && isnan(found[i])) || fabs(found[i] - wanted[i]) <= 1e-7 * most,
           jn_dynamics_output_name(x->d, i), found[i] - wanted[i]);
  jn_work_free(work);
  jn_probe_free(probe);
  free(wanted);
  free(lambda);
}

// Compares the accelerations without tau with those of the KKT matrix, and inverse dynamics with forward dynamics.
static void check_accelerations(trial *x, double rate, bool released, bool redundant) {
  jn_dynamics *d = x->d;
  int nv = x->n.nv, k = x->k;
  if (jn_dynamics_accelerations(d, NULL, x->vdot, x->lambda) != JN_OK) return;
  double most = rate * rate, off = 0;
  for (int i = 0; i < nv; i++) most = fmax(most, fabs(x->vdot[i]));
  if (!released && !redundant) {
    jn_work *work = jn_work_new(x->system);
    CHECK(jn_solve_acceleration(x->system, work, x->state, x->other, NULL) == JN_OK);
    for (int i = 0; i < nv; i++) off = fmax(off, fabs(x->vdot[i] - x->other[i]));
    expect(x, off <= 1e-8 * most, "accelerations differ from those of the KKT matrix", off / most);
    jn_work_free(work);
    check_outputs(x);
  }
  for (int j = 0; j < k; j++) x->step[j] = chance() * most;
  CHECK(jn_dynamics_inverse_independent(d, x->step, x->sum) == JN_OK);
  memset(x->tau, 0, (size_t)nv * sizeof(double));
  for (int j = 0; j < k; j++) x->tau[jn_dynamics_independent(d)[j]] = x->sum[j];
  CHECK(jn_dynamics_accelerations(d, x->tau, x->vdot, NULL) == JN_OK);
  off = 0;
  for (int j = 0; j < k; j++) off = fmax(off, fabs(x->vdot[jn_dynamics_independent(d)[j]] - x->step[j]));
  expect(x, off <= 1e-8 * most, "inverse dynamics", off / most);
  jn_dynamics_inverse(d, x->vdot, x->tau);
  CHECK(jn_dynamics_accelerations(d, x->tau, x->other, x->lambda) == JN_OK);
  for (int i = 0; i < nv; i++) off = fmax(off, fabs(x->vdot[i] - x->other[i]));
  expect(x, off <= 1e-8 * most, "inverse dynamics of all speeds", off / most);
}

static void check_whole(trial *x) {
  jn_dynamics *d = x->d;
  const double *v = x->state + 1 + x->n.nq, *M = jn_dynamics_M(d), *Mi = jn_dynamics_Mi(d);
  int nv = x->n.nv, rows = x->nrows == 3 ? 2 : 3;
  clear(x, nv);
  add_product(nv, nv, 0.5, M, false, v, x->sum, x->size);
  double T = 0, terms = 1e-300;
  for (int i = 0; i < nv; i++) {
    T += v[i] * x->sum[i];
    terms += fabs(v[i]) * x->size[i];
  }
  expect(x, fabs(T - jn_dynamics_kinetic(d)) <= 1e-12 * terms, "1/2 v'Mv", T - jn_dynamics_kinetic(d));
  for (int i = 0; i < x->k; i++)
    for (int j = 0; j < i; j++) {
      double a = Mi[i * x->k + j], b = Mi[j * x->k + i], size = sqrt(Mi[i * x->k + i] * Mi[j * x->k + j]);
      expect(x, fabs(a - b) <= 1e-11 * size, "Mi is not symmetric", (a - b) / size);
    }
  double r[3], rdot[3], p[3], L[3], L0[3], mass = jn_dynamics_mass(d);
  static const double origin[3] = {0, 0, 0};
  jn_dynamics_com(d, r, rdot);
  jn_dynamics_momentum(d, NULL, p, L);
  jn_dynamics_momentum(d, origin, p, L0);
  jn_dynamics_com_jacobian(d, x->J);
  clear(x, rows);
  add_product(rows, nv, 1, x->J, false, v, x->sum, x->size);
  for (int i = 0; i < rows; i++) {
    expect(x, fabs(p[i] - mass * rdot[i]) <= 1e-12 * mass * (fabs(rdot[i]) + 1), "momentum", p[i] - mass * rdot[i]);
    expect(x, fabs(x->sum[i] - rdot[i]) <= 1e-11 * x->size[i] + 1e-15, "Jacobian of the centre of mass",
           x->sum[i] - rdot[i]);
  }
  for (int i = 0; i < 3; i++) {
    double moment = r[(i + 1) % 3] * p[(i + 2) % 3] - r[(i + 2) % 3] * p[(i + 1) % 3];
    double size = fabs(L0[i]) + fabs(L[i]) + fabs(moment) + 1;
    expect(x, fabs(L0[i] - L[i] - moment) <= 1e-11 * size, "angular momentum", L0[i] - L[i] - moment);
  }
}

// ---- differences ---------------------------------------------------------------------------------------------------

// Sets x->moved to the state after a time `h` at the speeds of the state.
static void move(trial *x, double h) {
  const double *q = x->state + 1, *v = q + x->n.nq;
  memcpy(x->moved, x->state, (size_t)x->n.nstate * sizeof(double));
  for (int i = 0; i < x->n.nv; i++) x->step[i] = h * v[i];
  jn_manifold_step(x->system, q, x->step, x->moved + 1);
  x->moved[0] += h;
}

// Writes the relative rotation vector of two quaternions over 2 h, ground axes.
static void turn(const double *a, const double *b, double h, double w[3]) {
  // b a^-1
  double p[4] = {
      b[0] * a[0] + b[1] * a[1] + b[2] * a[2] + b[3] * a[3], -b[0] * a[1] + b[1] * a[0] - b[2] * a[3] + b[3] * a[2],
      -b[0] * a[2] + b[2] * a[0] - b[3] * a[1] + b[1] * a[3], -b[0] * a[3] + b[3] * a[0] - b[1] * a[2] + b[2] * a[1]};
  double s = sqrt(p[1] * p[1] + p[2] * p[2] + p[3] * p[3]), angle = 2 * atan2(s, fabs(p[0]));
  for (int i = 0; i < 3; i++) w[i] = s > 0 ? (p[0] < 0 ? -1 : 1) * p[i + 1] / s * angle / (2 * h) : 0;
}

// Compares velocity and acceleration term of a point p of a frame with differences of its pose and Jacobian along the
// motion.
static void check_frame(trial *x, int frame, const double *p, double rate) {
  jn_dynamics *d = x->d;
  jn_frame f = {frame};
  double h = 1e-5 / rate, before[JN_POSE], after[JN_POSE], w[3], velocity[6], bias[6], found[6] = {0}, size[6] = {0};
  const double *v = x->state + 1 + x->n.nq;
  int nv = x->n.nv, rows = x->nrows, translations = rows == 3 ? 2 : 3;
  bool natural = strcmp(jn_system_coordinates(x->system), "natural") == 0;
  move(x, -h);
  CHECK(jn_dynamics_at(d, x->moved) == JN_OK);
  jn_dynamics_pose(d, f, p, before);
  jn_dynamics_jacobian(d, f, p, x->J2);
  move(x, h);
  CHECK(jn_dynamics_at(d, x->moved) == JN_OK);
  jn_dynamics_pose(d, f, p, after);
  jn_dynamics_jacobian(d, f, p, x->J3);
  CHECK(jn_dynamics_at(d, x->state) == JN_OK);
  jn_dynamics_velocity(d, f, p, velocity);
  jn_dynamics_acceleration(d, f, p, NULL, bias);
  jn_dynamics_jacobian(d, f, p, x->J);
  turn(before + 3, after + 3, h, w);
  add_product(rows, nv, 1, x->J, false, v, found, size);
  for (int i = 0; i < rows; i++) {
    double difference = i < translations ? (after[i] - before[i]) / (2 * h) : rows == 3 ? w[2] : w[i - 3];
    double scale = rate * (i < translations ? 1 + fabs(after[i]) : 1);
    // in natural coordinates R of the moved states errs by the square of h, and so does its quaternion
    double allowed = natural && i >= translations ? 1e-5 : 1e-7;
    expect(x, fabs(found[i] - velocity[i]) <= 1e-11 * (size[i] + rate), "J v and velocity", found[i] - velocity[i]);
    expect(x, fabs(velocity[i] - difference) <= allowed * (scale + fabs(velocity[i])), "velocity and difference",
           velocity[i] - difference);
  }
  for (int i = 0; i < rows * nv; i++) x->J3[i] = (x->J3[i] - x->J2[i]) / (2 * h);
  memset(found, 0, sizeof found);
  memset(size, 0, sizeof size);
  add_product(rows, nv, 1, x->J3, false, v, found, size);
  for (int i = 0; i < rows; i++)
    expect(x, fabs(found[i] - bias[i]) <= 2e-6 * (size[i] + rate * rate), "Jdot v", found[i] - bias[i]);
}

// Compares J d with the difference of the pose along a random direction d, which need not satisfy the constraints. In
// natural coordinates only the frame's own point: off the constraints a body is not rigid.
static void check_direction(trial *x, int frame, const double *p) {
  jn_dynamics *d = x->d;
  jn_frame f = {frame};
  bool natural = strcmp(jn_system_coordinates(x->system), "natural") == 0;
  double h = 1e-6, pose[2][JN_POSE], w[3], found[6] = {0}, size[6] = {0};
  int nv = x->n.nv, rows = x->nrows, translations = rows == 3 ? 2 : 3;
  if (natural) p = NULL;
  for (int i = 0; i < nv; i++) x->other[i] = chance();
  for (int side = 0; side < 2; side++) {
    for (int i = 0; i < nv; i++) x->step[i] = (side == 0 ? -h : h) * x->other[i];
    memcpy(x->moved, x->state, (size_t)x->n.nstate * sizeof(double));
    jn_manifold_step(x->system, x->state + 1, x->step, x->moved + 1);
    CHECK(jn_dynamics_at(d, x->moved) == JN_OK);
    jn_dynamics_pose(d, f, p, pose[side]);
  }
  CHECK(jn_dynamics_at(d, x->state) == JN_OK);
  jn_dynamics_jacobian(d, f, p, x->J);
  add_product(rows, nv, 1, x->J, false, x->other, found, size);
  turn(pose[0] + 3, pose[1] + 3, h, w);
  for (int i = 0; i < (natural ? translations : rows); i++) {
    double difference = i < translations ? (pose[1][i] - pose[0][i]) / (2 * h) : rows == 3 ? w[2] : w[i - 3];
    double scale = 1 + size[i] + (i < translations ? fabs(pose[0][i]) : 0);
    expect(x, fabs(found[i] - difference) <= 1e-7 * scale, "J along a direction", found[i] - difference);
  }
}

// The indexing table starts where the third derivative of its law jumps; the difference over it errs by the order of h.
static void check_Gdot(trial *x, double rate) {
  jn_dynamics *d = x->d;
  double h = 2e-6 / rate, worst = 0;
  size_t n = (size_t)x->nc * (size_t)x->n.nv;
  if (n == 0) return;
  move(x, -h);
  CHECK(jn_dynamics_at(d, x->moved) == JN_OK);
  memcpy(x->J2, jn_dynamics_G(d), n * sizeof(double));
  move(x, h);
  CHECK(jn_dynamics_at(d, x->moved) == JN_OK);
  memcpy(x->J3, jn_dynamics_G(d), n * sizeof(double));
  CHECK(jn_dynamics_at(d, x->state) == JN_OK);
  const double *Gdot = jn_dynamics_Gdot(d), *G = jn_dynamics_G(d);
  for (size_t i = 0; i < n; i++)
    worst = fmax(worst, fabs((x->J3[i] - x->J2[i]) / (2 * h) - Gdot[i]) / (rate * (1 + fabs(G[i])) + fabs(Gdot[i])));
  expect(x, worst < 5e-6, "Gdot", worst);
}

// ---- states --------------------------------------------------------------------------------------------------------

// Sets x->state to a random consistent state near `start`. Returns false if there is none: the independent speeds of
// the start do not serve there.
static bool random_state(trial *x, const double *start) {
  int k = x->k;
  for (double far = 0.05; far > 1e-3; far /= 2) {
    memcpy(x->state, start, (size_t)x->n.nstate * sizeof(double));
    CHECK(jn_dynamics_at(x->d, start) == JN_OK);
    const double *B = jn_dynamics_B(x->d);
    if (!B) return false;
    double *q = x->state + 1, *v = q + x->n.nq;
    memset(x->step, 0, (size_t)x->n.nv * sizeof(double));
    for (int j = 0; j < k; j++) {
      double by = far * chance();
      for (int i = 0; i < x->n.nv; i++) x->step[i] += by * B[(size_t)i * (size_t)k + (size_t)j];
    }
    jn_manifold_step(x->system, start + 1, x->step, q);
    for (int j = 0; j < k; j++) v[jn_dynamics_independent(x->d)[j]] += chance();
    if (jn_dynamics_close(x->d, x->state) == JN_OK && jn_dynamics_at(x->d, x->state) == JN_OK && jn_dynamics_B(x->d))
      return true;
  }
  return false;
}

static int states_done, models_done, left_out;

static void check_state(trial *x, bool released, const memory_count *memory) {
  double rate = 1;
  const double *v = x->state + 1 + x->n.nq;
  bool redundant = false;
  for (int i = 0; i < x->n.nv; i++) rate = fmax(rate, fabs(v[i]));
  for (int i = 0; i < x->nc; i++) redundant = redundant || jn_dynamics_constraint_redundant(x->d, i);
  long calls = memory->calls;
  check_basis(x);
  check_motion(x);
  check_whole(x);
  int nframes = jn_system_model(x->system)->nframes;
  for (int i = 0; i < 3; i++) {
    const double p[3] = {chance(), chance(), chance()};
    check_frame(x, (int)((chance() + 1) / 2 * nframes), i == 0 ? NULL : p, rate);
    check_direction(x, (int)((chance() + 1) / 2 * nframes), i == 0 ? NULL : p);
  }
  check_Gdot(x, rate);
  CHECK(memory->calls == calls);
  check_accelerations(x, rate, released, redundant);
  states_done++;
}

static void check_coordinates(const jn_model *model, const char *path, const char *coordinates, bool release,
                              const memory_count *memory) {
  char name[400];
  snprintf(name, sizeof name, "%.300s, %s%s", path + strlen(JOUNCE_SOURCE_DIR), coordinates,
           release ? ", released" : "");
  jn_report *report = jn_report_new(NULL);
  jn_system *system = jn_system_new(model, coordinates, report);
  jn_dynamics_options options = jn_dynamics_options_default();
  options.release_drivers = release;
  options.release_contacts = true;
  jn_dynamics *d = system ? jn_dynamics_new(system, &options, report) : NULL;
  if (d) {
    trial x = new_trial(name, d);
    double *start = numbers((size_t)x.n.nstate);
    memcpy(start, x.state, (size_t)x.n.nstate * sizeof *start);
    for (int i = 0; i < STATES; i++) {
      if (random_state(&x, start)) check_state(&x, release, memory);
      else printf("%s: no state nearby\n", name), left_out++;
    }
    models_done++;
    free(start);
    free_trial(&x);
  } else {
    printf("%s: refused\n", name);
    print_report(report);
  }
  jn_dynamics_free(d);
  jn_system_free(system);
  jn_report_free(report);
}

static void check_model(const char *path) {
  if (is_left_out(path) || is_manoeuvre(path)) return;
  memory_count memory = {0};
  const jn_alloc alloc = {.resize = counted_resize, .context = &memory};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(&alloc, path, NULL, 0, report);
  if (!model) print_report(report);
  CHECK(model != NULL);
  bool drivers = false;
  for (int i = 0; model && i < model->njoints; i++) drivers = drivers || model->joints[i].kind->driver;
  static const char *const kinds[] = {"cartesian", "natural", "joint"};
  for (int i = 0; model && i < 3; i++) {
    check_coordinates(model, path, kinds[i], false, &memory);
    if (drivers) check_coordinates(model, path, kinds[i], true, &memory);
  }
  jn_model_free(model);
  jn_report_free(report);
  CHECK(memory.live == 0);
}

// Usage: test_dynamics [SEED]
int main(int argc, char **argv) {
  if (argc > 1) seed = (unsigned)strtoul(argv[1], NULL, 10);
  each_shipped_model(check_model);
  printf("%d states of %d systems, %d without\n", states_done, models_done, left_out);
  return check_report();
}
