// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// held_rows.c - holds the rows of a static start (static_rows.h) at their values and computes the forces that do it.
//
// With kappa the deviations of the held rows and K their Jacobian on the bodies, the static problem with held rows is
//   f = G' lambda + P' mu,   kappa = 0
// P_i, the force per unit of mu_i, is K_i: the torque of a joint, a force on a body. It differs for positions and
// headings of a base, where the force is distributed over all bodies like their inertia:
//   P = M W (W' M W)^-1,   w_i = dq / dkappa_i along the family of equilibria with other values of the row (same P),
// M-orthogonal to all motions that nothing resists. If such a force is released, the mechanism accelerates along the
// family and stays settled in all other directions. So the wheel loads on a slope are those of a vehicle that slows
// down uniformly. P is constant in ground axes.
//
// The search begins with springs k between the rows and their values, -k K' kappa, under which all methods work as they
// are. From the equilibrium under these springs, Newton's method continues with
//   mu = (P P')^-1 P r,   r -= P' mu + k P' kappa,   A becomes (1 - P' (P P')^-1 P) (A + d(P' mu)/dy) + k P' K
// (all along the constraints), first with P = K, then with the W of the present configuration; w_i solves A w = k P_i'.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium_dense.h"
#include "kernel/vec3.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/work.h"

enum { MOST_ROUNDS = 8 };

static const double CLOSED = 1e-11;   // largest deviation of a row at its value, rad or typical lengths
static const double STIFFEST = 1e-9;  // weight of stiff directions, relative to free ones
static const double DEPENDENT =
    1e-6;  // part of a row that is independent of the rows before it, below which it is dropped
static const double DEPENDENT_RATE = 1e-3;  // the same for a row that is held only where nothing resists
static const double RESISTS = 1e-5;         // part of the largest stiffness below which a direction does not resist
static const double FREE = 0.1;             // smallest part of a row along directions that do not resist
static const double NOT_MOVED = 1e-9;       // part of a row along the constraints below which it counts as zero
static const double STIFF = 100;            // k over the load: springs deflect by a hundredth of the size of the bodies

struct jni_held {
  const jni_static_rows *list;
  bool *active, *used;  // list->n: the row is to be held; it is held and not determined by other rows
  bool by_forces;       // rows are held by the forces P' mu, otherwise by springs
  bool released;        // at present no row is held
  bool spread;          // positions and headings of bases are held by forces distributed like inertia
  double k;             // stiffness of the springs, N m
  int n;                // number of rows that are held
  int *row;             // n: indices of these rows in the list
  int *of_base;         // n: those of these rows that belong to bases
  double *K, *kappa;    // n x nb; n: Jacobian and deviations of the held rows, over their sizes
  // n x nb, used for rows of bases: force on all bodies per unit of mu, distributed like their inertia, M W (W' M
  // W)^-1; torques in ground axes. n: held rows; nb: speeds of all bodies.
  double *inertia;
  double *inertia_before;    // `inertia` in the previous round
  double *P;                 // n x nb: force per unit of mu at the present configuration
  double *KZ, *PZ, *PZ_inv;  // n x nf: K and P along the constraints; (PZ PZ')^-1 PZ
  double *W;                 // n x nb: motions of the bodies along the family
  double *mu;                // n: forces of the held rows, N m
  double *Y;                 // n x most: workspace of weigh_row
  double *gram, *x;          // n x n, n
  double *applied, *own;     // nb: forces of springs; P' mu, negative
  double *scratch, *other;   // nb
  double *state_before;      // a state
};

// ---- allocation ----------------------------------------------------------------------------------------------------

void jni_held_free(jni_balance *b) {
  jni_held *h = b->held;
  if (!h) return;
  void *const blocks[] = {
      h->active, h->used, h->row,     h->of_base, h->K,     h->kappa,       h->inertia, h->inertia_before,
      h->P,      h->KZ,   h->PZ,      h->PZ_inv,  h->W,     h->mu,          h->Y,       h->gram,
      h->x,      h->own,  h->applied, h->scratch, h->other, h->state_before};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) jni_free(b->system->alloc, blocks[i]);
  b->held = jni_free(b->system->alloc, h);
  b->work->applied = NULL;
}

bool jni_held_new(jni_balance *b, const jni_static_rows *list) {
  jni_held *h = b->held = jni_alloc0(b->system->alloc, 1, sizeof *h);
  size_t n = (size_t)list->n, nb = (size_t)b->nb, nv = (size_t)b->nv, most = (size_t)b->max_unknowns;
  if (!h) return false;
  h->list = list;
  h->active = jni_alloc0(b->system->alloc, n, sizeof *h->active);
  h->used = jni_alloc0(b->system->alloc, n, sizeof *h->used);
  h->row = jni_alloc0(b->system->alloc, n, sizeof *h->row);
  h->of_base = jni_alloc0(b->system->alloc, n, sizeof *h->of_base);
  return h->active && h->used && h->row && h->of_base && jni_balance_alloc(b, &h->K, n * nb) &&
         jni_balance_alloc(b, &h->kappa, n) && jni_balance_alloc(b, &h->inertia, n * nb) &&
         jni_balance_alloc(b, &h->inertia_before, n * nb) && jni_balance_alloc(b, &h->P, n * nb) &&
         jni_balance_alloc(b, &h->KZ, n * nv) && jni_balance_alloc(b, &h->PZ, n * nv) &&
         jni_balance_alloc(b, &h->PZ_inv, n * nv) && jni_balance_alloc(b, &h->W, n * nb) &&
         jni_balance_alloc(b, &h->mu, n) && jni_balance_alloc(b, &h->Y, n * most) &&
         jni_balance_alloc(b, &h->gram, n * n) && jni_balance_alloc(b, &h->x, n) && jni_balance_alloc(b, &h->own, nb) &&
         jni_balance_alloc(b, &h->applied, nb) && jni_balance_alloc(b, &h->scratch, nb) &&
         jni_balance_alloc(b, &h->other, nb) && jni_balance_alloc(b, &h->state_before, (size_t)b->system->sizes.nstate);
}

// ---- rows ----------------------------------------------------------------------------------------------------------

// Returns whether row i of the list is held only along directions that nothing else resists. The spins of wheels are
// such rows if no kept rate of the model is other than zero.
static bool is_if_free(const jni_held *h, int i) {
  const jni_static_row *row = &h->list->items[i];
  return row->if_free || (row->spin && !h->list->driven);
}

static bool is_spread(const jni_held *h, int i) { return h->spread && h->list->items[h->row[i]].of_base; }

static void use_active(jni_held *h) {
  h->n = 0;
  h->spread = false;
  for (int i = 0; i < h->list->n; i++) {
    h->used[i] = h->active[i];
    if (h->used[i]) h->row[h->n++] = i;
  }
}

// Returns the work of the cartesian system, with the position stage evaluated at `state`.
static jn_work *body_work(jni_balance *b, const double *state) {
  if (b->system->tree) return jni_balance_body_work(b, state);
  const double *z = jni_state_z(b->system, state);
  jn_calc_position(b->system, b->work, state[0], state + 1, z, z + b->system->sizes.nz);
  return b->work;
}

// Writes `from` (nb, forces on the bodies) to `to`, with torques converted from body axes to ground axes if
// `to_ground`, otherwise back. The inertia forces that hold a base are constant in ground axes, so that the spin of a
// wheel does not turn them.
static void turn_torques(const jn_system *bodies, const jn_work *work, bool to_ground, const double *from, double *to) {
  memcpy(to, from, (size_t)bodies->sizes.nv * sizeof *to);
  if (bodies->model->space == JN_PLANE || bodies->kind->natural) return;
  for (int body = 1; body < bodies->nbodies; body++) {
    const double *R = work->body3[body].R;
    int at = bodies->v_at[body] + 3;
    if (bodies->width[body] < 6) continue;
    if (to_ground) jnk_mat_vec(R, from + at, to + at);
    else jnk_mat_t_vec(R, from + at, to + at);
  }
}

// Sets h->kappa, h->K and h->P of the held rows at the configuration of `state`.
static void take_rows(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  jn_work *work = body_work(b, state);
  for (int i = 0; i < h->n; i++) {
    const jni_static_row *row = &h->list->items[h->row[i]];
    size_t at = (size_t)i * (size_t)b->nb;
    h->kappa[i] = jni_static_row_off(b->bodies, work, row);
    jni_static_row_jacobian(b->bodies, work, row, h->scratch, h->K + at);
    if (is_spread(h, i)) turn_torques(b->bodies, work, false, h->inertia + at, h->P + at);
    else memcpy(h->P + at, h->K + at, (size_t)b->nb * sizeof *h->P);
  }
}

// Sets h->KZ (n x nf) to K T Z, the rates of the held rows along the constraints, at the stages evaluated last.
static void project_rows(jni_balance *b) {
  jni_held *h = b->held;
  size_t n = (size_t)b->nf;
  memset(b->y, 0, (size_t)jni_balance_size(b) * sizeof *b->y);
  for (size_t k = 0; k < n; k++) {
    b->y[k] = 1;
    b->kind->increment(b, b->y, b->direction);
    b->y[k] = 0;
    const double *moved = jni_balance_bodies(b, b->direction);
    for (int i = 0; i < h->n; i++) h->KZ[(size_t)i * n + k] = jni_dot(b->nb, h->K + (size_t)i * (size_t)b->nb, moved);
  }
}

// Writes to `out` (nf) the part along the constraints, Z' T' force, of a force on the bodies (nb).
static void project_force(jni_balance *b, const double *force, double *out) {
  double *f = b->follow_d;
  memset(f, 0, (size_t)b->nv * sizeof *f);
  jni_add_body_forces(b->system, b->work, force, f);
  jni_balance_apply_T_transposed(b, f);
  for (int k = 0; k < b->nf; k++) out[k] = jni_dot(b->nv, jni_balance_Z(b) + (size_t)k * (size_t)b->nv, f);
}

// ---- forces --------------------------------------------------------------------------------------------------------

static bool is_idle(const jni_held *h) { return !h || h->released || h->n == 0; }

void jni_held_apply_springs(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  b->work->applied = NULL;
  if (is_idle(h)) return;
  take_rows(b, state);
  memset(h->applied, 0, (size_t)b->nb * sizeof *h->applied);
  for (int i = 0; i < h->n; i++) jni_add(b->nb, -h->k * h->kappa[i], h->P + (size_t)i * (size_t)b->nb, h->applied);
  b->work->applied = h->applied;
}

// Sets h->PZ (n x nf), the holding forces along the constraints, and its pseudo-inverse h->PZ_inv. Returns false if
// these forces depend on each other.
static bool project_forces(jni_balance *b) {
  jni_held *h = b->held;
  size_t nf = (size_t)b->nf;
  for (int i = 0; i < h->n; i++) project_force(b, h->P + (size_t)i * (size_t)b->nb, h->PZ + (size_t)i * nf);
  for (int i = 0; i < h->n; i++)
    for (int j = 0; j < h->n; j++)
      h->gram[i * h->n + j] = jni_dot(b->nf, h->PZ + (size_t)i * nf, h->PZ + (size_t)j * nf);
  if (!jni_all_finite(h->gram, h->n * h->n) || !jni_dense_cholesky(h->n, h->gram)) return false;
  for (size_t k = 0; k < nf; k++) {
    for (int i = 0; i < h->n; i++) h->x[i] = h->PZ[(size_t)i * nf + k];
    jni_dense_cholesky_solve(h->n, h->gram, h->x);
    for (int i = 0; i < h->n; i++) h->PZ_inv[(size_t)i * nf + k] = h->x[i];
  }
  return true;
}

static void sum_forces(const jni_balance *b, double *sum) {
  const jni_held *h = b->held;
  memset(sum, 0, (size_t)b->nb * sizeof *sum);
  for (int i = 0; i < h->n; i++) jni_add(b->nb, -h->mu[i], h->P + (size_t)i * (size_t)b->nb, sum);
}

double jni_held_calc_forces(jni_balance *b, double most) {
  jni_held *h = b->held;
  if (is_idle(h) || !h->by_forces) return most;
  if (!project_forces(b)) return -1;
  for (int i = 0; i < h->n; i++)
    h->mu[i] = jni_dot(b->nf, h->PZ_inv + (size_t)i * (size_t)b->nf, b->r) + h->k * h->kappa[i];
  sum_forces(b, h->own);
  for (int i = 0; i < b->nb; i++) b->work->body_f[i] += h->own[i];
  if (b->system->tree) jni_add_body_forces(b->system, b->work, h->own, b->work->f);
  return jni_balance_dense_split(b);
}

// Adds to the tangent b->A the derivative of the holding forces P' mu along the constraints with respect to the
// unknowns, by central differences with mu fixed.
static void add_force_stiffness(jni_balance *b, const double *state) {
  const double step = JNI_BALANCE_DIFFERENCE;
  const jn_system *system = b->system;
  const double *z = jni_state_z(system, state);
  size_t size = (size_t)jni_balance_size(b);
  jni_held *h = b->held;
  b->exact = false;
  memset(b->y, 0, size * sizeof *b->y);
  memcpy(b->follow_state, state, (size_t)system->sizes.nstate * sizeof *state);
  for (int k = 0; k < b->nf; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      b->y[k] = sign * step;
      b->kind->increment(b, b->y, b->direction);
      b->y[k] = 0;
      jn_manifold_step(system, state + 1, b->direction, jn_state_q(system, b->follow_state));
      take_rows(b, b->follow_state);
      sum_forces(b, h->other);
      jn_calc_position(system, b->work, state[0], b->follow_state + 1, z, z + system->sizes.nz);
      project_force(b, h->other, b->projected);
      for (size_t i = 0; i < (size_t)b->nf; i++) b->A[i * size + (size_t)k] -= sign * b->projected[i] / (2 * step);
    }
  take_rows(b, state);
  jni_balance_stage(b, state);
}

void jni_held_add_tangent(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  if (is_idle(h)) return;
  size_t size = (size_t)jni_balance_size(b), nf = (size_t)b->nf;
  if (h->by_forces) add_force_stiffness(b, state);
  project_rows(b);
  for (int i = 0; i < h->n && h->by_forces; i++) {
    double *along = h->Y + (size_t)i * size;
    memset(along, 0, size * sizeof *along);
    for (size_t k = 0; k < nf; k++) jni_add((int)size, h->PZ_inv[(size_t)i * nf + k], b->A + k * size, along);
  }
  for (int i = 0; i < h->n; i++) {
    const double *PZ = (h->by_forces ? h->PZ : h->KZ) + (size_t)i * nf, *KZ = h->KZ + (size_t)i * nf;
    for (size_t j = 0; j < nf; j++) {
      if (h->by_forces) jni_add((int)size, -PZ[j], h->Y + (size_t)i * size, b->A + j * size);
      jni_add(b->nf, h->k * PZ[j], KZ, b->A + j * size);
    }
  }
}

// ---- selection of the rows -----------------------------------------------------------------------------------------

// Sets b->sigma, U and V to the singular value decomposition of the stiffness H with no row held and auxiliary states
// fixed, and computes h->KZ. Returns false if H is not finite.
static bool decompose_free(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  size_t n = (size_t)b->nf, size = (size_t)jni_balance_size(b);
  h->released = true;
  b->kind->tangent(b, state);
  h->released = false;
  for (size_t i = 0; i < n; i++) memcpy(b->B + i * n, b->A + i * size, n * sizeof *b->B);
  if (!jni_all_finite(b->B, (int)(n * n)) ||
      !jni_decompose_singular(b->nf, b->nf, b->B, b->sigma, b->U, b->V, b->scratch))
    return false;
  project_rows(b);
  return true;
}

// Returns whether the constraints let held row i change, beyond rounding.
static bool is_moved(const jni_balance *b, int i) {
  const jni_held *h = b->held;
  const double *K = h->K + (size_t)i * (size_t)b->nb, *KZ = h->KZ + (size_t)i * (size_t)b->nf;
  double whole = 0;
  for (int k = 0; k < b->nb; k++) whole += K[k] * b->scale[k] * K[k] * b->scale[k];
  return jni_dot(b->nf, KZ, KZ) > NOT_MOVED * NOT_MOVED * whole;
}

// Writes to row i of h->Y the rates KZ_i along the singular directions of H. Each is multiplied by a weight: 1 for
// directions with a stiffness below `soft`, and less the stiffer the direction is.
static void weigh_row(jni_balance *b, int i, double soft) {
  jni_held *h = b->held;
  size_t size = (size_t)b->nf;
  double *out = h->Y + (size_t)i * size;
  for (size_t j = 0; j < size; j++) {
    double stiff = b->sigma[j] / soft, part = jni_dot(b->nf, b->V + j * size, h->KZ + (size_t)i * size);
    out[j] = part * sqrt(1 / (stiff * stiff + 1) + STIFFEST);
  }
}

static void drop_row(jni_balance *b, int i) {
  jni_held *h = b->held;
  size_t rest = (size_t)(h->n - i - 1), nb = (size_t)b->nb, nf = (size_t)b->nf, at = (size_t)i;
  h->used[h->row[i]] = false;
  memmove(h->row + at, h->row + at + 1, rest * sizeof *h->row);
  memmove(h->K + at * nb, h->K + (at + 1) * nb, rest * nb * sizeof *h->K);
  memmove(h->KZ + at * nf, h->KZ + (at + 1) * nf, rest * nf * sizeof *h->KZ);
  memmove(h->kappa + at, h->kappa + at + 1, rest * sizeof *h->kappa);
  h->n--;
}

// Removes from the held rows those that the constraints or the held rows before them determine. If soft > 0 (needs
// decompose_free), it also removes a row that is held only where nothing resists, if less than the part FREE of it is
// left along directions with a stiffness below `soft` after the rows before are subtracted.
static void drop_dependent(jni_balance *b, double soft) {
  jni_held *h = b->held;
  int size = b->nf;
  for (int i = 0; i < h->n;) {
    double *own = h->Y + (size_t)i * (size_t)size;
    const double *KZ = h->KZ + (size_t)i * (size_t)size;
    bool good = is_moved(b, i), if_free = is_if_free(h, h->row[i]);
    if (good) {
      if (soft > 0) weigh_row(b, i, soft);
      else memcpy(own, KZ, (size_t)size * sizeof *own);
      double before = jni_dot(size, own, own);
      for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < i; j++) {
          const double *other = h->Y + (size_t)j * (size_t)size;
          jni_add(size, -jni_dot(size, own, other) / jni_dot(size, other, other), other, own);
        }
      double left = jni_dot(size, own, own), least = if_free ? DEPENDENT_RATE : DEPENDENT;
      good = left > least * least * before && (!if_free || soft <= 0 || left > FREE * FREE * jni_dot(size, KZ, KZ));
    }
    if (good) i++;
    else drop_row(b, i);
  }
}

// Sets h->active of the rows that are held only where nothing resists: true if nothing resists them at `state`. Then
// makes all active rows the held ones.
static void choose_free(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  bool any = false;
  use_active(h);
  for (int i = 0; i < h->n; i++) any = any || is_if_free(h, h->row[i]);
  if (!any) return;
  jni_balance_calc(b, state);
  bool found = decompose_free(b, state);
  if (found) drop_dependent(b, RESISTS * fmax(b->sigma[0], b->load));
  for (int i = 0; i < h->list->n; i++)
    if (is_if_free(h, i)) h->active[i] = found && h->used[i];
  use_active(h);
}

void jni_held_choose(jni_balance *b, const double *state, bool following) {
  jni_held *h = b->held;
  if (!h) return;
  h->by_forces = false;
  h->k = STIFF * b->load;
  for (int i = 0; i < h->list->n; i++) {
    const jni_static_row *row = &h->list->items[i];
    h->active[i] = row->moves || !following || (row->if_free && !row->spin);
  }
  choose_free(b, state);
  b->best_residual = HUGE_VAL;
}

void jni_held_hold_all(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  if (!h) return;
  for (int i = 0; i < h->list->n; i++) h->active[i] = true;
  h->by_forces = false;
  choose_free(b, state);
}

// ---- inertia forces ------------------------------------------------------------------------------------------------

// Writes to b->product the motions of the bodies along the null space of the decomposed tangent, which nothing resists,
// orthonormal with respect to the mass matrix `mass`. Returns how many of them have inertia.
static int find_free_motions(jni_balance *b, const double *mass) {
  size_t nb = (size_t)b->nb, size = (size_t)jni_balance_size(b);
  double *pushed = b->held->other;
  int found = 0;
  for (int j = jni_balance_dense_rank(b); j < (int)size; j++) {
    double *motion = b->product + (size_t)found * nb;
    for (int i = 0; i < b->nf; i++) b->y[i] = b->V[(size_t)j * size + (size_t)i];
    b->kind->increment(b, b->y, b->direction);
    memcpy(motion, jni_balance_bodies(b, b->direction), nb * sizeof *motion);
    jni_pattern_mass_times(&b->bodies->pattern, mass, motion, pushed);
    double before = jni_dot(b->nb, motion, pushed);
    for (int i = 0; i < found; i++)
      jni_add(b->nb, -jni_dot(b->nb, b->product + (size_t)i * nb, pushed), b->product + (size_t)i * nb, motion);
    jni_pattern_mass_times(&b->bodies->pattern, mass, motion, pushed);
    double square = jni_dot(b->nb, motion, pushed);
    if (!(square > 1e-12 * before)) continue;
    for (size_t i = 0; i < nb; i++) motion[i] /= sqrt(square);
    found++;
  }
  return found;
}

// Computes h->inertia of the rows of bases at the equilibrium `state`. Returns false if there are no such rows, if a
// row changes together with other held rows, or if the motions have no inertia.
static bool spread_forces(jni_balance *b, const double *state) {
  const double moves = 1e-6;
  jni_held *h = b->held;
  size_t nb = (size_t)b->nb, nf = (size_t)b->nf, size = (size_t)jni_balance_size(b);
  int n = 0;
  b->kind->tangent(b, state);
  if (!jni_balance_dense_decompose(b)) return false;
  for (int i = 0; i < h->n; i++) {
    if (!h->list->items[h->row[i]].of_base) continue;
    double *force = b->y, change = 0;
    memset(force, 0, size * sizeof *force);
    jni_add(b->nf, h->k, h->PZ + (size_t)i * nf, force);
    jni_balance_dense_solve(b, force, h->Y + (size_t)n * size);
    for (int j = 0; j < h->n; j++)
      change = fmax(change, fabs(jni_dot(b->nf, h->KZ + (size_t)j * nf, h->Y + (size_t)n * size) - (i == j)));
    if (!(change < moves)) return false;
    h->of_base[n++] = i;
  }
  for (int k = 0; k < n; k++) {
    b->kind->increment(b, h->Y + (size_t)k * size, b->direction);
    memcpy(h->W + (size_t)k * nb, jni_balance_bodies(b, b->direction), nb * sizeof *h->W);
  }
  jn_work *work = body_work(b, state);
  const double *mass = jni_mass(b->bodies, work);
  int nfree = find_free_motions(b, mass);
  for (int k = 0; k < n; k++) {
    double *w = h->W + (size_t)k * nb, *pushed = h->P + (size_t)k * nb;
    jni_pattern_mass_times(&b->bodies->pattern, mass, w, pushed);
    for (int i = 0; i < nfree; i++)
      jni_add(b->nb, -jni_dot(b->nb, b->product + (size_t)i * nb, pushed), b->product + (size_t)i * nb, w);
    jni_pattern_mass_times(&b->bodies->pattern, mass, w, pushed);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) h->gram[i * n + j] = jni_dot(b->nb, h->W + (size_t)i * nb, h->P + (size_t)j * nb);
  if (!jni_all_finite(h->gram, n * n) || !jni_dense_cholesky(n, h->gram)) return false;
  for (size_t k = 0; k < nb; k++) {
    for (int i = 0; i < n; i++) h->x[i] = h->P[(size_t)i * nb + k];
    jni_dense_cholesky_solve(n, h->gram, h->x);
    for (int i = 0; i < n; i++) h->P[(size_t)i * nb + k] = h->x[i];
  }
  for (int i = 0; i < n; i++)
    turn_torques(b->bodies, work, true, h->P + (size_t)i * nb, h->inertia + (size_t)h->of_base[i] * nb);
  return n > 0;
}

// ---- solution with held rows ---------------------------------------------------------------------------------

static bool is_closed(const jni_held *h) { return jni_dense_largest(h->kappa, h->n) <= CLOSED; }

// Distributes the holding forces of bases like inertia: recomputes in turn the inertia forces at the equilibrium and
// the equilibrium under them, until both agree or MOST_ROUNDS rounds are over. If a round fails, restores the result of
// the round before. Moves `state` to the equilibrium.
static void solve_with_inertia(jni_balance *b, double *state) {
  jni_held *h = b->held;
  size_t n = (size_t)h->n * (size_t)b->nb, nstate = (size_t)b->system->sizes.nstate;
  for (int round = 0; round < MOST_ROUNDS; round++) {
    bool spread = h->spread;
    memcpy(h->inertia_before, h->inertia, n * sizeof *h->inertia);
    memcpy(h->state_before, state, nstate * sizeof *state);
    bool good = spread_forces(b, state);
    h->spread = h->spread || good;
    jni_balance_calc(b, state);
    if (good && b->relative_residual <= JNI_BALANCED && is_closed(h)) return;
    good = good && jni_equilibrium_newton(b, state) && is_closed(h);
    if (good) continue;
    h->spread = spread;
    memcpy(h->inertia, h->inertia_before, n * sizeof *h->inertia);
    memcpy(state, h->state_before, nstate * sizeof *state);
    jni_balance_calc(b, state);
    return;
  }
}

bool jni_held_solve(jni_balance *b, double *state) {
  jni_held *h = b->held;
  if (!h) return true;
  h->by_forces = false;
  use_active(h);
  if (h->n == 0) return true;
  jni_balance_calc(b, state);
  project_rows(b);
  drop_dependent(b, 0);
  h->by_forces = true;
  if (!jni_equilibrium_newton(b, state) || !is_closed(h)) return false;
  solve_with_inertia(b, state);
  return true;
}

bool jni_held_restore(jni_balance *b, double *state) {
  const jni_held *h = b->held;
  if (!h || h->n == 0) return true;
  jni_balance_calc(b, state);
  return (b->relative_residual <= JNI_BALANCED || jni_equilibrium_newton(b, state)) && is_closed(h);
}

double jni_held_force(const jni_balance *b, int i) {
  const jni_held *h = b->held;
  for (int k = 0; k < h->n && h->by_forces; k++)
    if (h->row[k] == i) return h->mu[k];
  return 0;
}

double jni_held_largest(const jni_balance *b) {
  double most = 0;
  for (int i = 0; b->held && i < b->held->list->n; i++) {
    const jni_static_row *row = &b->held->list->items[i];
    if (!row->by_rate && !row->moves && !row->rides) most = fmax(most, fabs(jni_held_force(b, i)));
  }
  return most;
}
