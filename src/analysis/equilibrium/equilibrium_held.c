// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_held.c - a search in which what moves with a kept velocity is held by springs. A vehicle that drives
// uphill is passed and not rested at: along a coordinate that has a kept velocity other than zero no force needs to
// balance, and a place that does balance there may be far away or nowhere.
//
// With kappa what the held positions are off by, K its rows on the bodies and k a spring, stiff against the loads,
//   f += -k K' kappa,   H += k (K T Z)' (K T Z)
// so that all methods stay as they are. What kept positions are still off by is closed afterwards (equilibrium_kept.c).
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "linalg/dense/dense.h"

static const double STIFF = 100;  // k over the load: a held position gives by a hundredth of the size of the bodies

struct jni_held {
  jni_kept_list list;
  double k;                   // N m per rad or typical length squared; 0: nothing is held yet
  int rows;                   // of K
  double *K, *KZ, *off;       // rows x nb, rows x most, rows: over the sizes of what they measure
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
  double *const blocks[] = {b->held->K, b->held->KZ, b->held->off, b->held->applied, b->held->scratch};
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
         jni_balance_room(b, &held->off, rows) && jni_balance_room(b, &held->applied, nb) &&
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

void jni_held_pull(jni_balance *b, const double *state) {
  jni_held *held = b->held;
  if (!held) return;
  jn_work *work = jni_balance_place(b, state);
  memset(held->applied, 0, (size_t)b->nb * sizeof *held->applied);
  for (int i = 0; i < held->rows; i++) {
    take_row(b, held, work, i);
    jni_add(b->nb, -held->k * held->off[i], held->K + (size_t)i * (size_t)b->nb, held->applied);
  }
  b->work->applied = held->applied;
}

void jni_held_stiffen(jni_balance *b) {
  jni_held *held = b->held;
  if (!held) return;
  size_t size = (size_t)jni_balance_size(b), n = (size_t)b->nf;
  memset(b->y, 0, size * sizeof *b->y);
  for (size_t k = 0; k < n; k++) {
    b->y[k] = 1;
    b->way->increment(b, b->y, b->direction);
    b->y[k] = 0;
    const double *moved = jni_balance_bodies(b, b->direction);
    for (size_t i = 0; i < (size_t)held->rows; i++)
      held->KZ[i * n + k] = jni_dot(b->nb, held->K + i * (size_t)b->nb, moved);
  }
  for (size_t i = 0; i < (size_t)held->rows; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n; k++) b->A[j * size + k] += held->k * held->KZ[i * n + j] * held->KZ[i * n + k];
}
