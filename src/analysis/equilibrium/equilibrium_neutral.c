// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_neutral.c - motion along neutral directions: selects from a family of equilibria the one that the model
// means, and the velocity along the family.
//
// With N the neutral directions (d = S N a on the bodies), K the Jacobian of the kept positions and kappa their
// deviations, a first minimises |K S N a + kappa|, then, in the null space of K S N, the distance S^-1 (q - start).
// Kept positions that are not neutral (the height of a vehicle on its springs) have K S N = 0 and no influence.
// Velocities likewise: v = S N a + (the part of the guesses that is not along N), where a first satisfies the kept
// velocities, then the guesses.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

enum { MOST_STEPS = 60, MOST_POLISHING = 12 };

static const double PULLS = 1e-4;     // singular values of K S N below this are zero: the kept position is not neutral
static const double REACHED = 1e-15;  // rad or typical lengths: a shorter step is the last one
static const double NEARLY = 1e-9;    // rad or typical lengths: after a shorter step only a few more are made
static const double LARGEST_STEP = 0.5;
static const double GAIN = 0.9;  // a step of more than this part of the step before makes no progress

typedef struct {
  jni_balance *b;
  const jni_kept_list *kept;
  int n, rows;
  double *KN;             // rows x n
  double *U, *V, *s;      // singular vectors and values of KN
  double *off, *far, *a;  // rows: kappa; n: distance along N; n: the solution
  double *block;          // 3 x 12: Jacobian of one kept value
  double *scratch;
} family;

static int count_rows(const jni_kept_list *kept) {
  int n = 0;
  for (int i = 0; i < kept->n; i++) n += kept->items[i].keep ? kept->items[i].rows : 0;
  return n;
}

// Writes to d (nv) column k of T N, the coordinate increment along neutral direction k.
static void neutral_increment(const family *f, int k, double *d) {
  const jni_balance *b = f->b;
  int size = jni_balance_size(b);
  b->kind->increment(b, b->V + (size_t)(size - f->n + k) * (size_t)size, d);
}

// Sets f->KN, the rates of the kept values along the neutral directions at `state`, and f->off: the deviations of the
// kept positions if `positions`, otherwise minus the kept velocities. Each row is divided by its typical size.
static void fill_kept(family *f, const double *state, bool positions) {
  jni_balance *b = f->b;
  const jn_system *system = b->bodies;
  jn_work *work = jni_balance_body_work(b, state);
  for (int i = 0, row = 0; i < f->kept->n; i++) {
    const jni_kept *kept = &f->kept->items[i];
    double size = kept->angle || kept->whole ? 1 : system->length_scale;
    if (!kept->keep) continue;
    if (positions) jni_kept_residual(system, work, kept, f->off + row);
    else f->off[row] = -kept->target[0];
    jni_kept_jacobian(system, work, kept, b->residual, f->block);
    for (int r = 0; r < kept->rows; r++) f->off[row + r] /= size;
    for (int k = 0; k < f->n; k++) {
      neutral_increment(f, k, b->direction);
      const double *moved = jni_balance_bodies(b, b->direction);
      for (int r = 0; r < kept->rows; r++) {
        const double *block = f->block;
        double sum = 0;
        for (int j = 0; j < kept->nbodies; j++) {
          int body = kept->bodies[j], width = system->width[body];
          sum += jni_dot(width, block + r * width, moved + system->v_at[body]);
          block += kept->rows * width;
        }
        f->KN[(row + r) * f->n + k] = sum / size;
      }
    }
    row += kept->rows;
  }
}

// Sets f->far to the components along the neutral directions of the increments d (nb) of the bodies, N' T' V' S^-2 d.
static void fill_far(family *f, const double *d) {
  jni_balance *b = f->b;
  for (int k = 0; k < f->n; k++) {
    neutral_increment(f, k, b->direction);
    f->far[k] = 0;
    const double *moved = jni_balance_bodies(b, b->direction);
    for (int i = 0; i < b->nb; i++) f->far[k] += moved[i] / b->scale[i] * d[i] / b->scale[i];
  }
}

// Sets f->a, the step along the neutral directions: it satisfies KN a = -off in the least-squares sense, and otherwise
// equals f->far. Returns false if the decomposition of KN fails.
static bool solve(family *f) {
  int n = f->n, k = f->rows < n ? f->rows : n;
  memcpy(f->a, f->far, (size_t)n * sizeof *f->a);
  if (!jni_decompose_singular(f->rows, n, f->KN, f->s, f->U, f->V, f->scratch)) return false;
  for (int i = 0; i < k && f->s[i] > PULLS; i++) {
    const double *v = f->V + (size_t)i * (size_t)n;
    double wanted = -jni_dot(f->rows, f->U + (size_t)i * (size_t)f->rows, f->off) / f->s[i];
    jni_add(n, wanted - jni_dot(n, v, f->a), v, f->a);
  }
  return true;
}

// Moves `state` by one step along the neutral directions, towards the kept positions and otherwise towards `start`,
// then back to r = 0 by Newton's method. Sets *length to the length of the wanted step; the step is at most
// LARGEST_STEP long. If there is no neutral direction or the search is interrupted, *length is 0 and true is returned.
// Returns false if a decomposition fails, the joints cannot be closed or no equilibrium is reached.
static bool step(family *f, const double *start, double *state, double *length) {
  jni_balance *b = f->b;
  int size;
  f->n = jni_equilibrium_neutral(b, state);
  size = jni_balance_size(b);
  *length = 0;
  if (f->n == 0 || !jni_progress_report(b)) return true;
  fill_kept(f, state, true);
  jni_balance_difference(b, state, start, b->product);
  fill_far(f, b->product);
  if (!solve(f)) return false;
  *length = sqrt(jni_dot(f->n, f->a, f->a));
  double factor = *length > LARGEST_STEP ? LARGEST_STEP / *length : 1;
  memset(b->y, 0, (size_t)size * sizeof *b->y);
  for (int k = 0; k < f->n; k++) jni_add(size, factor * f->a[k], b->V + (size_t)(size - f->n + k) * (size_t)size, b->y);
  if (!jni_balance_move(b, state, b->y, b->saved_state)) return false;
  memcpy(state, b->saved_state, (size_t)b->system->sizes.nstate * sizeof *state);
  return jni_equilibrium_newton(b, state);
}

static bool make(family *f) {
  size_t n = (size_t)f->b->max_unknowns, rows = (size_t)f->rows, least = n < rows ? n : rows;
  size_t scratch = (size_t)jni_decompose_scratch(f->rows, f->b->max_unknowns);
  double *space = jni_alloc0(f->b->system->alloc,
                             rows * n + rows * least + n * least + least + rows + 2 * n + 36 + scratch, sizeof(double));
  if (!space) return false;
  f->KN = space;
  f->U = f->KN + rows * n;
  f->V = f->U + rows * least;
  f->s = f->V + n * least;
  f->off = f->s + least;
  f->far = f->off + rows;
  f->a = f->far + n;
  f->block = f->a + n;
  f->scratch = f->block + 36;
  return true;
}

// Returns whether the iteration along neutral directions is complete: the step length is rounding, or no longer falls
// because Newton's method moves back as far as the steps advance (a direction that is nearly neutral). last, length:
// lengths of the last two steps.
static bool arrived(double last, double length) {
  return !(length > REACHED) || (last < NEARLY && length > 0.5 * last) || (last < LARGEST_STEP && length > GAIN * last);
}

bool jni_equilibrium_move_along_neutral(jni_balance *b, const jni_kept_list *kept, const double *start, double *state) {
  family f = {.b = b, .kept = kept, .rows = count_rows(kept)};
  size_t nstate = (size_t)b->system->sizes.nstate;
  if (!make(&f)) return false;
  double *before = jni_alloc0(b->system->alloc, nstate, sizeof *before), length = HUGE_VAL, last = HUGE_VAL;
  bool ok = before != NULL;
  if (ok) memcpy(before, state, nstate * sizeof *before);
  for (int k = 0; ok && k < (length < NEARLY ? MOST_POLISHING : MOST_STEPS) && !arrived(last, length); k++) {
    last = length;
    ok = step(&f, start, state, &length);
  }
  if (before && !ok) memcpy(state, before, nstate * sizeof *before);
  bool memory = before != NULL;
  jni_free(b->system->alloc, before);
  jni_free(b->system->alloc, f.KN);
  return memory;
}

bool jni_equilibrium_velocity(jni_balance *b, const jni_kept_list *kept, const double *state, double *v) {
  family f = {.b = b, .kept = kept, .rows = count_rows(kept)};
  if (!make(&f)) return false;
  f.n = jni_equilibrium_neutral(b, state);
  fill_kept(&f, state, false);
  memcpy(b->product, jni_balance_bodies(b, v), (size_t)b->nb * sizeof *b->product);
  fill_far(&f, b->product);
  if (f.n > 0 && solve(&f))
    for (int k = 0; k < f.n; k++) {
      neutral_increment(&f, k, b->direction);
      jni_add(b->nv, f.a[k] - f.far[k], b->direction, v);
    }
  jni_free(b->system->alloc, f.KN);
  return true;
}
