// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_held.c - a search in which what moves with a kept velocity is held by springs. A vehicle that drives
// uphill is passed and not rested at: along a coordinate that has a kept velocity other than zero no force needs to
// balance, and a place that does balance there may be far away or nowhere.
//
// With kappa what the held positions are off by, K its rows on the bodies, P the forces that hold and k a spring, stiff
// against the loads,
//   f += -P' (mu + k kappa),   H += k (P T Z)' (K T Z)
// so that all methods stay as they are. At first P = K and mu = 0. Where that comes to rest, y_i are the directions in
// which each held position moves alone and the balance changes least,
//   y_i = arg min |A y|,  K T Z y_i = e_i;   w_i = T Z y_i on the bodies,   P_i = M w_i / (w_i' M w_i)
// along the road on a slope: what holds is the inertia of the bodies on their way, so that loads are those of a vehicle
// that slows down along the road. With mu += k kappa (augmented Lagrangian) held positions then get to their values.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

enum { MOST_ROUNDS = 10 };

static const double CLOSED = 1e-11;  // rad, or typical lengths
static const double SOFT = 1e-6;     // of the largest stiffness: less counts as none
static const double STIFF = 100;     // k over the load: a held position gives by a hundredth of the size of the bodies

struct jni_held {
  jni_kept_list list;
  double k;                   // N m per rad or typical length squared; 0: nothing is held yet
  int rows;                   // of K
  double *K, *KZ, *off;       // rows x nb, rows x most, rows: over the sizes of what they measure
  double *P, *mu;             // rows x nb, rows
  bool along;                 // P is the inertia along the way, else K
  double *Y, *gram;           // rows x most, rows x rows
  double *applied, *scratch;  // nb
  double block[3 * 2 * JNI_WIDEST];
};

// ---- which ones -----------------------------------------------------------------------------------------------------

static bool position_of(const jni_signal *rate, jni_signal *position) {
  *position = *rate;
  switch (rate->kind) {
    case JNI_SIGNAL_VELOCITY: position->kind = JNI_SIGNAL_POSITION; return true;
    case JNI_SIGNAL_RATE: position->kind = JNI_SIGNAL_ANGLE; return true;
    case JNI_SIGNAL_COORDINATE_RATE: position->kind = JNI_SIGNAL_COORDINATE; return true;
    default: return false;
  }
}

// Positions of kept velocities other than zero, where they are at this stage of the bodies.
static void list_passed(const jn_system *bodies, jn_work *work, jni_kept_list *velocities) {
  int n = 0;
  for (int i = 0; i < velocities->n; i++) {
    jni_kept kept = velocities->items[i];
    if (!kept.keep || kept.target[0] == 0 || !position_of(&velocities->items[i].signal, &kept.signal)) continue;
    kept.target[0] = jni_signal_calc(bodies, work, &kept.signal, NULL, NULL);
    velocities->items[n++] = kept;
  }
  velocities->n = n;
}

// Kept positions that have such a velocity.
static void list_kept(const jni_kept_list *velocities, jni_kept_list *positions) {
  int n = 0;
  for (int i = 0; i < positions->n; i++)
    if (positions->items[i].keep && jni_kept_is_passed(&positions->items[i], velocities))
      positions->items[n++] = positions->items[i];
  positions->n = n;
}

static bool list_held(const jn_system *bodies, jn_work *work, jni_holding holding, jni_kept_list *list) {
  jni_kept_list velocities;
  bool ok = jni_kept_new(bodies, JNI_LEVEL_VELOCITY, &velocities);
  if (holding == JNI_HOLD_KEPT) {
    ok = jni_kept_new(bodies, JNI_LEVEL_POSITION, list) && ok;
    if (ok) list_kept(&velocities, list);
    jni_kept_free(bodies, &velocities);
  } else {
    if (ok) list_passed(bodies, work, &velocities);
    *list = velocities;
  }
  return ok;
}

// ---- making it ------------------------------------------------------------------------------------------------------

void jni_held_free(jni_balance *b) {
  if (!b->held) return;
  jni_kept_free(b->bodies, &b->held->list);
  jni_held *h = b->held;
  double *const blocks[] = {h->K, h->KZ, h->off, h->P, h->mu, h->Y, h->gram, h->applied, h->scratch};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) jni_free(b->system->alloc, blocks[i]);
  b->held = jni_free(b->system->alloc, b->held);
  b->work->applied = NULL;
}

bool jni_held_new(jni_balance *b, jni_holding holding, const double *state) {
  jni_held *held = b->held = jni_alloc0(b->system->alloc, 1, sizeof *held);
  size_t nb = (size_t)b->nb;
  if (!held || !list_held(b->bodies, jni_balance_place(b, state), holding, &held->list)) return false;
  held->rows = held->list.n;  // one each: whole orientations are no velocities
  size_t rows = (size_t)held->rows;
  return jni_balance_room(b, &held->K, rows * nb) && jni_balance_room(b, &held->KZ, rows * (size_t)b->most) &&
         jni_balance_room(b, &held->off, rows) && jni_balance_room(b, &held->P, rows * nb) &&
         jni_balance_room(b, &held->mu, rows) && jni_balance_room(b, &held->Y, rows * (size_t)b->most) &&
         jni_balance_room(b, &held->gram, rows * rows) && jni_balance_room(b, &held->applied, nb) &&
         jni_balance_room(b, &held->scratch, nb);
}

int jni_held_count(const jni_balance *b) { return b->held ? b->held->rows : 0; }

void jni_held_tighten(jni_balance *b) {
  if (b->held) b->held->k = STIFF * b->load;
}

// ---- forces and stiffness -------------------------------------------------------------------------------------------

static void take_row(const jni_balance *b, jni_held *held, jn_work *work, int i) {
  const jn_system *bodies = b->bodies;
  const jni_kept *kept = &held->list.items[i];
  double size = kept->angle ? 1 : bodies->length_scale, *K = held->K + (size_t)i * (size_t)b->nb;
  const double *block = held->block;
  jni_kept_residual(bodies, work, kept, &held->off[i]);
  jni_kept_jacobian(bodies, work, kept, held->scratch, held->block);
  held->off[i] /= size;
  memset(K, 0, (size_t)b->nb * sizeof *K);
  for (int j = 0; j < kept->nbodies; j++) {
    int body = kept->bodies[j], width = bodies->width[body];
    for (int c = 0; c < width; c++) K[bodies->v_at[body] + c] = block[c] / size;
    block += width;
  }
}

static const double *pushes(const jni_balance *b, int i) {
  return (b->held->along ? b->held->P : b->held->K) + (size_t)i * (size_t)b->nb;
}

void jni_held_pull(jni_balance *b, const double *state) {
  jni_held *held = b->held;
  if (!held) return;
  jn_work *work = jni_balance_place(b, state);
  memset(held->applied, 0, (size_t)b->nb * sizeof *held->applied);
  for (int i = 0; i < held->rows; i++) {
    take_row(b, held, work, i);
    jni_add(b->nb, -held->mu[i] - held->k * held->off[i], pushes(b, i), held->applied);
  }
  b->work->applied = held->applied;
}

// KZ, and P T Z in Y.
static void project(jni_balance *b) {
  jni_held *held = b->held;
  size_t n = (size_t)b->nf;
  memset(b->y, 0, (size_t)jni_balance_size(b) * sizeof *b->y);
  for (size_t k = 0; k < n; k++) {
    b->y[k] = 1;
    b->way->increment(b, b->y, b->direction);
    b->y[k] = 0;
    const double *moved = jni_balance_bodies(b, b->direction);
    for (int i = 0; i < held->rows; i++) {
      held->KZ[(size_t)i * n + k] = jni_dot(b->nb, held->K + (size_t)i * (size_t)b->nb, moved);
      held->Y[(size_t)i * n + k] = jni_dot(b->nb, pushes(b, i), moved);
    }
  }
}

void jni_held_stiffen(jni_balance *b) {
  jni_held *held = b->held;
  if (!held) return;
  size_t size = (size_t)jni_balance_size(b), n = (size_t)b->nf;
  project(b);
  for (size_t i = 0; i < (size_t)held->rows; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n; k++) b->A[j * size + k] += held->k * held->Y[i * n + j] * held->KZ[i * n + k];
}

// ---- along the way --------------------------------------------------------------------------------------------------

// A = U diag(sigma) V' of the balance without springs, and KZ.
static bool decompose_free(jni_balance *b, const double *state) {
  int n = jni_balance_size(b);
  double k = b->held->k;
  b->held->k = 0;
  b->way->tangent(b, state);
  b->held->k = k;
  memcpy(b->B, b->A, (size_t)n * (size_t)n * sizeof *b->B);
  return jni_all_finite(b->B, n * n) && jni_decompose_singular(n, n, b->B, b->sigma, b->U, b->V, b->scratch) &&
         b->sigma[0] > 0;
}

// Y = G^-1 N with N = KZ V diag(1/(sigma^2 + soft^2)) V' and G = N KZ'.
static bool find_ways(jni_balance *b) {
  jni_held *held = b->held;
  size_t size = (size_t)jni_balance_size(b), rows = (size_t)held->rows;
  double soft = SOFT * b->sigma[0];
  memset(held->Y, 0, rows * size * sizeof *held->Y);
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < size; j++) {
      const double *v = b->V + j * size;
      double part = jni_dot(b->nf, v, held->KZ + i * (size_t)b->nf), square = b->sigma[j] / soft;
      jni_add((int)size, part / (square * square + 1), v, held->Y + i * size);
    }
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < rows; j++)
      held->gram[i * rows + j] = jni_dot(b->nf, held->Y + i * size, held->KZ + j * (size_t)b->nf);
  if (!jni_all_finite(held->gram, (int)(rows * rows)) || !jni_dense_cholesky((int)rows, held->gram)) return false;
  for (size_t k = 0; k < size; k++) {
    for (size_t i = 0; i < rows; i++) held->off[i] = held->Y[i * size + k];
    jni_dense_cholesky_solve((int)rows, held->gram, held->off);
    for (size_t i = 0; i < rows; i++) held->Y[i * size + k] = held->off[i];
  }
  return true;
}

// P_i = M w_i / (w_i' M w_i).
static bool take_inertia(jni_balance *b, const double *state) {
  jni_held *held = b->held;
  for (int i = 0; i < held->rows; i++) {
    double *P = held->P + (size_t)i * (size_t)b->nb;
    b->way->increment(b, held->Y + (size_t)i * (size_t)jni_balance_size(b), b->direction);
    memcpy(held->scratch, jni_balance_bodies(b, b->direction), (size_t)b->nb * sizeof *P);
    jn_work *work = jni_balance_place(b, state);
    jni_pattern_mass_times(&b->bodies->pattern, jni_mass(b->bodies, work), held->scratch, P);
    double square = jni_dot(b->nb, held->scratch, P);
    if (!(square > 0) || !isfinite(square)) return false;
    for (int k = 0; k < b->nb; k++) P[k] /= square;
  }
  return true;
}

// False: there is no such way, and nothing has changed but the state.
static bool settle(jni_balance *b, double *state) {
  jni_held *held = b->held;
  for (int round = 0; round < MOST_ROUNDS; round++) {
    jni_balance_calc(b, state);
    if (round > 0 && jni_dense_largest(held->off, held->rows) <= CLOSED) return true;
    for (int i = 0; i < held->rows; i++) held->mu[i] += held->k * held->off[i];
    if (!decompose_free(b, state) || !find_ways(b) || !take_inertia(b, state)) return false;
    held->along = true;
    if (!jni_equilibrium_newton(b, state)) return false;
  }
  return true;
}

void jni_held_settle(jni_balance *b, double *room, double *state) {
  size_t size = (size_t)b->system->sizes.nstate * sizeof *state;
  if (!b->held) return;
  memcpy(room, state, size);
  if (settle(b, state)) return;
  b->held->along = false;
  memset(b->held->mu, 0, (size_t)b->held->rows * sizeof *b->held->mu);
  memcpy(state, room, size);
  jni_balance_calc(b, state);
}
