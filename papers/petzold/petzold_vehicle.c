// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_vehicle.c - what the report says of vehicles and can be looked at without tables: dependent variables are
// functions of few independent ones, and M_q in the chassis' axes is nearly constant. Tried on the Iltis over a bump.
#include <math.h>
#include <string.h>

#include "petzold/petzold.h"

enum { FREE = 6, LOOKS = 81 };

static const double ride = 2;  // s: over the bump with all wheels

typedef struct {
  repro *r;
  repro_motion *motion;
  const jn_system *other;   // cartesian
  int chassis[FREE];        // speeds of the chassis: velocity, angular velocity
  petzold_partial partial;  // of the first look
  double *state, *turned, *near, *bodies;
} vehicle;

static int body_at(const vehicle *car) {
  return jn_model_find_body(jn_system_model(car->motion->system), "chassis").i - 1;
}

// The speeds that move the chassis are its own.
static bool find_chassis(vehicle *car) {
  jn_sizes n = jn_system_sizes(car->motion->system);
  int found = 0;
  for (int j = 0; j < n.nv; j++) {
    double *v = jn_state_v(car->motion->system, car->state), most = 0;
    for (int i = 0; i < n.nv; i++) v[i] = i == j;
    jn_state_convert(car->motion->system, car->state, car->other, car->bodies);
    const double *w = jn_state_v(car->other, car->bodies) + FREE * body_at(car);
    for (int i = 0; i < FREE; i++) most = fmax(most, fabs(w[i]));
    if (most > 1e-9 && found < FREE) car->chassis[found++] = j;
  }
  return found == FREE;
}

// Rotation of the chassis to ground axes, from its quaternion in car->bodies.
static void rotation(const vehicle *car, double R[3][3]) {
  const double *e = jn_state_q(car->other, car->bodies) + 7 * body_at(car) + 3;
  double w = e[0], x = e[1], y = e[2], z = e[3];
  R[0][0] = 1 - 2 * (y * y + z * z), R[0][1] = 2 * (x * y - w * z), R[0][2] = 2 * (x * z + w * y);
  R[1][0] = 2 * (x * y + w * z), R[1][1] = 1 - 2 * (x * x + z * z), R[1][2] = 2 * (y * z - w * x);
  R[2][0] = 2 * (x * z - w * y), R[2][1] = 2 * (y * z + w * x), R[2][2] = 1 - 2 * (x * x + y * y);
}

// How the engine's speeds follow from velocities along the chassis' or the ground's axes: T = A' R or A', where A takes
// the engine's speeds to the velocity along the ground's axes. A is looked at: unit speeds.
static void axes(vehicle *car, double *state, bool own_axes, double T[3][3]) {
  const jn_system *system = car->motion->system;
  jn_sizes n = jn_system_sizes(system);
  double A[3][3], R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  memcpy(car->near, state, (size_t)n.nstate * sizeof *car->near);
  for (int c = 0; c < 3; c++) {
    for (int i = 0; i < n.nv; i++) jn_state_v(system, car->near)[i] = i == car->chassis[c];
    jn_state_convert(system, car->near, car->other, car->bodies);
    for (int i = 0; i < 3; i++) A[i][c] = (jn_state_v(car->other, car->bodies) + FREE * body_at(car))[i];
  }
  if (own_axes) rotation(car, R);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) T[i][j] = A[0][i] * R[0][j] + A[1][i] * R[1][j] + A[2][i] * R[2][j];
}

// Columns of the chassis' velocity along other axes.
static void turn_columns(const vehicle *car, double T[3][3], int rows, int n, double *A) {
  for (int i = 0; i < rows; i++) {
    double old[3];
    for (int c = 0; c < 3; c++) old[c] = A[i * n + car->chassis[c]];
    for (int c = 0; c < 3; c++) A[i * n + car->chassis[c]] = old[0] * T[0][c] + old[1] * T[1][c] + old[2] * T[2][c];
  }
}

static void transpose(int n, double *A) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      double x = A[i * n + j];
      A[i * n + j] = A[j * n + i], A[j * n + i] = x;
    }
}

// M_q = B' M B at a state, k x k; in the chassis' axes or the ground's.
static bool mass(vehicle *car, double *state, bool own_axes, double *Mq) {
  const jn_system *system = car->motion->system;
  jn_sizes n = jn_system_sizes(system);
  double *M = repro_scratch(car->r, n.nv * n.nv), *G = repro_scratch(car->r, n.nc * n.nv), T[3][3];
  if (!M || !G) return false;
  jn_calc_position(system, car->motion->work, state[0], jn_state_q(system, state), jn_state_z(system, state),
                   jn_state_s(system, state));
  jn_get_M(system, car->motion->work, M);
  jn_get_G(system, car->motion->work, G);
  axes(car, state, own_axes, T);
  turn_columns(car, T, n.nv, n.nv, M), transpose(n.nv, M), turn_columns(car, T, n.nv, n.nv, M);
  turn_columns(car, T, n.nc, n.nv, G);
  petzold_partial p = petzold_find_partial(car->r, n.nc, n.nv, G, car->partial.B ? &car->partial : NULL);
  if (!p.B) return false;
  if (!car->partial.B) car->partial = p;
  for (int a = 0; a < p.k; a++)
    for (int b = 0; b < p.k; b++) {
      Mq[a * p.k + b] = 0;
      for (int i = 0; i < n.nv; i++)
        for (int j = 0; j < n.nv && p.B[i * p.k + a] != 0; j++)
          Mq[a * p.k + b] += p.B[i * p.k + a] * M[i * n.nv + j] * p.B[j * p.k + b];
    }
  return true;
}

// Largest change of an element, as a share of the diagonal ones of its row and column.
static double change(int k, const double *now, const double *first) {
  double most = 0;
  for (int i = 0; i < k; i++)
    for (int j = 0; j < k; j++) {
      double one = fabs(now[i * k + j] - first[i * k + j]) / sqrt(first[i * k + i] * first[j * k + j]);
      most = repro_larger(most, one);
    }
  return most;
}

// The state with the chassis turned by 1.9 rad about a skew axis, wheels and all with it.
static void turn(vehicle *car) {
  static const double by[3] = {0.5, -0.8, 1.6};
  const jn_system *system = car->motion->system;
  jn_sizes n = jn_system_sizes(system);
  double d[PETZOLD_MOST] = {0};
  for (int i = 0; i < 3; i++) d[car->chassis[3 + i]] = by[i];
  memcpy(car->turned, car->state, (size_t)n.nstate * sizeof *car->turned);
  jn_manifold_step(system, jn_state_q(system, car->state), d, jn_state_q(system, car->turned));
}

static void copy_state(vehicle *car) {
  memcpy(car->state, jn_run_state(car->motion->run),
         (size_t)jn_system_sizes(car->motion->system).nstate * sizeof *car->state);
}

typedef struct {
  double time[LOOKS], along[LOOKS];  // change in the chassis' axes on the way
  double turned, turned_ground;      // with the vehicle turned: in the chassis' axes and in the ground's
} changes;

static bool look(vehicle *car, changes *c) {
  double *first = repro_scratch(car->r, PETZOLD_MOST * PETZOLD_MOST),
         *now = repro_scratch(car->r, PETZOLD_MOST * PETZOLD_MOST);
  double *ground = repro_scratch(car->r, PETZOLD_MOST * PETZOLD_MOST);
  if (!first || !now || !ground) return false;
  for (int i = 0; i < LOOKS; i++) {
    if (i > 0) repro_go(car->r, car->motion, ride * i / (LOOKS - 1));
    copy_state(car);
    if (!repro_ok(car->r) || !mass(car, car->state, true, i == 0 ? first : now)) return false;
    c->time[i] = car->state[0], c->along[i] = i == 0 ? 0 : change(car->partial.k, now, first);
  }
  turn(car);
  if (!mass(car, car->state, true, first) || !mass(car, car->turned, true, now)) return false;
  c->turned = change(car->partial.k, now, first);
  if (!mass(car, car->state, false, first) || !mass(car, car->turned, false, ground)) return false;
  c->turned_ground = change(car->partial.k, ground, first);
  return true;
}

static void judge_mass(repro *r, const changes *c) {
  double most = repro_largest(c->along, LOOKS);
  repro_figure *figure =
      repro_add_figure(r, "figure-mass", "Iltis over a bump of 0.2 m at 5 m/s: change of M_q in the chassis' axes",
                       "time (s)", "largest change (%)");
  repro_add_scaled_curve(r, figure, "M_q", c->time, c->along, LOOKS, 100);
  repro_set_caption(r, figure, "Ours: of any element, as a share of the diagonal elements of its row and column.");
  repro_add_claim(
      r, "mass-orientation", repro_if(c->turned < 1e-9 && c->turned_ground > 1e-3),
      "In the chassis' coordinate system the inertia matrix is the same for all orientations of the vehicle.",
      "a vehicle turned by 1.9 rad about a skew axis changes M_q by less than 1e-9 in the chassis' axes, "
      "by more than 1e-3 in the ground's");
  repro_add_evidence(r, "%.1e, and %.2g with velocities along the ground's axes", c->turned, c->turned_ground);
  repro_add_claim(r, "mass-constant", repro_if(most < 0.05), "M_q remains nearly constant.",
                  "no element changes by more than 5 % on the way over a bump of 0.2 m");
  repro_add_evidence(r, "%.2g %% at most", 100 * most);
}

static void judge_dependence(repro *r, const vehicle *car) {
  const petzold_partial *p = &car->partial;
  int most = 0, dependent = p->n - p->k, counts[4] = {0};
  for (int i = 0, next = 0; i < p->n; i++) {
    if (next < p->k && p->independent[next] == i) {
      next++;
      continue;
    }
    int of = 0;
    for (int c = 0; c < p->k; c++) of += fabs(p->B[i * p->k + c]) > 1e-9;
    if (of > most) most = of;
    counts[of < 3 ? of : 3]++;
  }
  repro_add_claim(r, "few-variables", repro_if(most <= 2),
                  "In vehicle models the dependent variables are functions of a small number of elements in q.",
                  "none of the Iltis on more than two");
  repro_add_evidence(r,
                     "%d dependent and %d independent ones; on none of these depend %d, on one %d, on two %d, on more "
                     "%d; the steering is driven",
                     dependent, p->k, counts[0], counts[1], counts[2], counts[3]);
}

void petzold_vehicle(repro *r) {
  const petzold_mechanism *m = &petzold_mechanisms[PETZOLD_MECHANISMS - 1];
  changes c;
  jn_model *model = petzold_model(r, m);
  jn_choices choices = petzold_choices(r, model, m, PETZOLD_KE);
  vehicle car = {.r = r, .motion = repro_follow(r, "M_q of the Iltis", model, &choices, NULL, 0)};
  if (!car.motion) return;
  car.other = jn_system_cartesian(car.motion->system);
  jn_sizes n = jn_system_sizes(car.motion->system), other = jn_system_sizes(car.other);
  car.state = repro_scratch(r, n.nstate), car.turned = repro_scratch(r, n.nstate);
  car.near = repro_scratch(r, n.nstate), car.bodies = repro_scratch(r, other.nstate);
  bool done = false;
  if (repro_ok(r) && n.nv <= PETZOLD_MOST) {
    copy_state(&car);
    done = find_chassis(&car) && look(&car, &c);
  }
  if (!done && repro_ok(r)) repro_fail(r, JN_REFUSED, "the equations of the Iltis could not be looked at");
  if (!done) return;
  judge_mass(r, &c);
  judge_dependence(r, &car);
}
