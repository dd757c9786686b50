// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_held.c - rows that a static start holds (static_rows.h), and the forces that hold them.
//
// With kappa the deviations of the held rows and K their Jacobian on the bodies, the static problem with held rows is
//   f = G' lambda + P' mu,   kappa = 0,   W' P = 1
// W has one column for each row: its way w_i, the motion of all bodies along which the row changes by 1, the other rows
// do not change, and the balance and the inertia change least,
//   w_i = T Z y_i,   y_i = arg min y' (Z'T'M T Z / m + V diag(cost) V') y,   K T Z y_i = e_i,   H = U diag(sigma) V'
// m: of all bodies times the square of the typical length; cost = s^2 / (1 + 1e-9 s^2) with s = sigma over 1e-6 of the
// largest (along the road for the place of a vehicle), and P = M W (W' M W)^-1: the force that holds acts like the
// inertia of a motion along the way. If it were let go, the mechanism would accelerate along its ways alone and stay
// settled in all other directions. So the loads on a slope are those of a vehicle that slows down uniformly. P is
// constant in ground axes, and H includes it as such a force.
//
// A search begins with springs k between the rows and their values, -k K' kappa, under which all methods work as they
// are. From where that comes to rest, Newton's method continues with the ways of the place,
//   mu = W' f,   r -= P mu + k P kappa,   A = (1 - P W') (A + d(P mu)/dy) + k P K
// until new ways leave the balance as it is, each round with the part of the new ways that Aitken's rule finds.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium_dense.h"
#include "kernel/vec3.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

enum { MOST_ROUNDS = 60, MOST_FAILED = 4, MOST_IDLE = 12 };

static const double CLOSED = 1e-11;         // rad, or typical lengths
static const double STIFFEST = 1e-9;        // weight of stiff directions in a way, beside 1 of free ones
static const double LESS = 0.5;             // of the least force left so far: rounds make progress
static const double BY_DIFFERENCES = 1e-6;  // of the load: what errors of differences may leave from round to round
static const double MASSLESS = 1e-16;       // of the whole mass: what a motion without inertia costs
static const double SOFT = 1e-6;            // of the largest stiffness: less counts as none
// part of a row that the rows before leave, each direction weighed by how soft it is: less is none; of joint
// coordinates that are held by their rate only what is free counts
static const double DEPENDENT = 1e-8, DEPENDENT_RATE = 1e-3;
static const double RESISTS = 1e-5;    // of the largest stiffness: less does not resist a row that is held by its rate
static const double FREE = 0.1;        // part of a row along which nothing resists
static const double NOT_MOVED = 1e-9;  // part of a row along the constraints: less is none
static const double STIFF = 100;       // k over the load: springs give by a hundredth of the size of the bodies

typedef enum { SPRINGS, WAYS } holding;

struct jni_held {
  const jni_static_rows *list;
  holding by;
  bool *active, *used;              // list->n: takes part; and is not determined by others
  bool off_duty;                    // nothing is held for now
  double k;                         // N m
  int n;                            // rows used
  int *row;                         // n: in the list
  double *K, *kappa;                // n x nb, n: over the sizes of what they measure
  double *KZ;                       // n x nf
  double *W;                        // n x nv: ways
  double *P, *P_now;                // n x nb: in ground axes, and as the place of now has them
  double *ground, *turned;          // nb
  double *W_before, *P_before;      // of the round before
  double *change;                   // n x nb: of P, in the round before
  int n_before, *row_before;        // rows of the round before
  double *What, *Phat;              // n x nf: ways and forces along the constraints, What Phat' = 1
  double *mu;                       // n, N m
  double *Y;                        // n x most
  double *gram, *x;                 // n x n, n
  int *pivot;                       // n
  double *applied, *scratch, *own;  // nb
};

// ---- making it ------------------------------------------------------------------------------------------------------

void jni_held_free(jni_balance *b) {
  jni_held *h = b->held;
  if (!h) return;
  void *const blocks[] = {h->active,  h->used,    h->row,      h->K,        h->kappa,  h->KZ,         h->W,
                          h->P,       h->What,    h->Phat,     h->mu,       h->Y,      h->gram,       h->x,
                          h->own,     h->applied, h->W_before, h->P_before, h->change, h->row_before, h->pivot,
                          h->scratch, h->P_now,   h->ground,   h->turned};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) jni_free(b->system->alloc, blocks[i]);
  b->held = jni_free(b->system->alloc, h);
  b->work->applied = NULL;
}

bool jni_held_new(jni_balance *b, const jni_static_rows *list) {
  jni_held *h = b->held = jni_alloc0(b->system->alloc, 1, sizeof *h);
  size_t n = (size_t)list->n, nb = (size_t)b->nb, nv = (size_t)b->nv, most = (size_t)b->most;
  if (!h) return false;
  h->list = list;
  h->active = jni_alloc0(b->system->alloc, n, sizeof *h->active);
  h->used = jni_alloc0(b->system->alloc, n, sizeof *h->used);
  h->row = jni_alloc0(b->system->alloc, n, sizeof *h->row);
  h->pivot = jni_alloc0(b->system->alloc, n, sizeof *h->pivot);
  h->row_before = jni_alloc0(b->system->alloc, n, sizeof *h->row_before);
  return h->active && h->used && h->row && h->pivot && h->row_before && jni_balance_room(b, &h->W_before, n * nv) &&
         jni_balance_room(b, &h->P_before, n * nb) && jni_balance_room(b, &h->P_now, n * nb) &&
         jni_balance_room(b, &h->ground, nb) && jni_balance_room(b, &h->turned, nb) &&
         jni_balance_room(b, &h->change, n * nb) && jni_balance_room(b, &h->K, n * nb) &&
         jni_balance_room(b, &h->kappa, n) && jni_balance_room(b, &h->KZ, n * nv) &&
         jni_balance_room(b, &h->W, n * nv) && jni_balance_room(b, &h->P, n * nb) &&
         jni_balance_room(b, &h->What, n * nv) && jni_balance_room(b, &h->Phat, n * nv) &&
         jni_balance_room(b, &h->mu, n) && jni_balance_room(b, &h->Y, n * most) &&
         jni_balance_room(b, &h->gram, n * n) && jni_balance_room(b, &h->x, n) &&
         jni_balance_room(b, &h->applied, nb) && jni_balance_room(b, &h->scratch, nb) &&
         jni_balance_room(b, &h->own, nb);
}

// A row that is held only where nothing resists. Wheels of a vehicle that stands are such ones too.
static bool is_if_free(const jni_held *h, int i) {
  const jni_static_row *row = &h->list->items[i];
  return row->if_free || (row->spin && !h->list->driven);
}

static void use_active(jni_held *h) {
  h->n = 0;
  for (int i = 0; i < h->list->n; i++) {
    h->used[i] = h->active[i];
    if (h->used[i]) h->row[h->n++] = i;
  }
}

static void drop_row(jni_held *h, int at) {
  h->used[h->row[at]] = false;
  memmove(h->row + at, h->row + at + 1, (size_t)(h->n - at - 1) * sizeof *h->row);
  h->n--;
}

// ---- rows -----------------------------------------------------------------------------------------------------------

// The bodies at the position stage of a state.
static jn_work *place(jni_balance *b, const double *state) {
  if (b->system->tree) return jni_balance_place(b, state);
  const double *z = jni_state_z(b->system, state);
  jn_calc_position(b->system, b->work, state[0], state + 1, z, z + b->system->sizes.nz);
  return b->work;
}

static const jn_work *take_rows(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  jn_work *work = place(b, state);
  for (int i = 0; i < h->n; i++) {
    const jni_static_row *row = &h->list->items[h->row[i]];
    h->kappa[i] = jni_static_row_off(b->bodies, work, row);
    jni_static_row_jacobian(b->bodies, work, row, h->scratch, h->K + (size_t)i * (size_t)b->nb);
  }
  return work;
}

static void project_rows(jni_balance *b) {
  jni_held *h = b->held;
  size_t n = (size_t)b->nf;
  memset(b->y, 0, (size_t)jni_balance_size(b) * sizeof *b->y);
  for (size_t k = 0; k < n; k++) {
    b->y[k] = 1;
    b->way->increment(b, b->y, b->direction);
    b->y[k] = 0;
    const double *moved = jni_balance_bodies(b, b->direction);
    for (int i = 0; i < h->n; i++) h->KZ[(size_t)i * n + k] = jni_dot(b->nb, h->K + (size_t)i * (size_t)b->nb, moved);
  }
}

// ---- axes -----------------------------------------------------------------------------------------------------------

// Torques on bodies have components in body axes. What holds is constant in ground axes: a wheel that spins does not
// turn it.
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

// ---- forces and stiffness -------------------------------------------------------------------------------------------

static bool is_idle(const jni_held *h) { return !h || h->off_duty || h->n == 0; }

void jni_held_pull(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  b->work->applied = NULL;
  if (is_idle(h)) return;
  const jn_work *work = take_rows(b, state);
  memset(h->applied, 0, (size_t)b->nb * sizeof *h->applied);
  for (int i = 0; i < h->n; i++) {
    size_t at = (size_t)i * (size_t)b->nb;
    if (h->by == WAYS) turn_torques(b->bodies, work, false, h->P + at, h->P_now + at);
    jni_add(b->nb, -h->k * h->kappa[i], (h->by == WAYS ? h->P_now : h->K) + at, h->applied);
  }
  b->work->applied = h->applied;
}

// out (nf): Z' T' of a force on the bodies.
static void project_force(jni_balance *b, const double *force, double *out) {
  double *f = b->follow_d;
  memset(f, 0, (size_t)b->nv * sizeof *f);
  jni_collect(b->system, b->work, force, f);
  jni_balance_inward(b, f);
  for (int k = 0; k < b->nf; k++) out[k] = jni_dot(b->nv, jni_balance_Z(b) + (size_t)k * (size_t)b->nv, f);
}

// Projects ways and forces onto the constraints at this place: sets What and Phat, scaled so that What Phat' = 1.
static bool project_ways(jni_balance *b) {
  jni_held *h = b->held;
  size_t nf = (size_t)b->nf, nv = (size_t)b->nv;
  for (int i = 0; i < h->n; i++) {
    double *x = b->follow_d, *out = h->Y + (size_t)i * nf;
    memcpy(x, h->W + (size_t)i * nv, nv * sizeof *x);
    jni_balance_back(b, x);
    for (size_t k = 0; k < nf; k++) out[k] = jni_dot(b->nv, jni_balance_Z(b) + k * nv, x);
  }
  for (int i = 0; i < h->n; i++) project_force(b, h->P_now + (size_t)i * (size_t)b->nb, h->Phat + (size_t)i * nf);
  for (int i = 0; i < h->n; i++)
    for (int j = 0; j < h->n; j++)
      h->gram[i * h->n + j] = jni_dot(b->nf, h->Y + (size_t)i * nf, h->Phat + (size_t)j * nf);
  if (!jni_all_finite(h->gram, h->n * h->n) || !jni_dense_lu(h->n, h->gram, h->pivot)) return false;
  for (size_t k = 0; k < nf; k++) {
    for (int i = 0; i < h->n; i++) h->x[i] = h->Y[(size_t)i * nf + k];
    jni_dense_lu_solve(h->n, h->gram, h->pivot, h->x);
    for (int i = 0; i < h->n; i++) h->What[(size_t)i * nf + k] = h->x[i];
  }
  return true;
}

// Takes from the forces what the rows carry along their ways; returns the largest of S left, < 0: not finite.
double jni_held_carry(jni_balance *b, double most) {
  jni_held *h = b->held;
  if (is_idle(h) || h->by != WAYS) return most;
  if (!project_ways(b)) return -1;
  memset(h->own, 0, (size_t)b->nb * sizeof *h->own);
  for (int i = 0; i < h->n; i++) {
    h->mu[i] = jni_dot(b->nf, h->What + (size_t)i * (size_t)b->nf, b->r) + h->k * h->kappa[i];
    jni_add(b->nb, -h->mu[i], h->P_now + (size_t)i * (size_t)b->nb, h->own);
  }
  for (int i = 0; i < b->nb; i++) b->work->body_f[i] += h->own[i];
  if (b->system->tree) jni_collect(b->system, b->work, h->own, b->work->f);
  return jni_balance_dense_split(b);
}

// Forces that are constant in ground axes change along coordinates, as those of gravity do: A -= d(force)/dy, by
// differences.
static void add_push_stiffness(jni_balance *b, const double *state, const double *force) {
  const double step = JNI_BALANCE_DIFFERENCE;
  const jn_system *system = b->system;
  const double *z = jni_state_z(system, state);
  size_t size = (size_t)jni_balance_size(b);
  jni_held *h = b->held;
  turn_torques(b->bodies, b->work, true, force, h->ground);
  b->exact = false;
  memset(b->y, 0, size * sizeof *b->y);
  for (int k = 0; k < b->nf; k++)
    for (int sign = -1; sign <= 1; sign += 2) {
      b->y[k] = sign * step;
      b->way->increment(b, b->y, b->direction);
      b->y[k] = 0;
      jn_manifold_step(system, state + 1, b->direction, jn_state_q(system, b->follow_state));
      jn_calc_position(system, b->work, state[0], jn_state_q(system, b->follow_state), z, z + system->sizes.nz);
      turn_torques(b->bodies, b->work, false, h->ground, h->turned);
      project_force(b, h->turned, b->projected);
      for (size_t i = 0; i < (size_t)b->nf; i++) b->A[i * size + (size_t)k] -= sign * b->projected[i] / (2 * step);
    }
  jni_balance_stage(b, state);
}

void jni_held_stiffen(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  if (is_idle(h)) return;
  size_t size = (size_t)jni_balance_size(b), nf = (size_t)b->nf;
  if (h->by == WAYS) add_push_stiffness(b, state, h->own);
  project_rows(b);
  for (int i = 0; i < h->n && h->by == WAYS; i++) {
    double *along = h->Y + (size_t)i * size;
    memset(along, 0, size * sizeof *along);
    for (size_t k = 0; k < nf; k++) jni_add((int)size, h->What[(size_t)i * nf + k], b->A + k * size, along);
  }
  for (int i = 0; i < h->n; i++) {
    const double *push = (h->by == WAYS ? h->Phat : h->KZ) + (size_t)i * nf, *KZ = h->KZ + (size_t)i * nf;
    for (size_t j = 0; j < nf; j++) {
      if (h->by == WAYS) jni_add((int)size, -push[j], h->Y + (size_t)i * size, b->A + j * size);
      jni_add(b->nf, h->k * push[j], KZ, b->A + j * size);
    }
  }
}

// ---- ways -----------------------------------------------------------------------------------------------------------

// H = U diag(sigma) V' with what holds as constant forces and auxiliary states as they are, and KZ.
static bool decompose_free(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  size_t n = (size_t)b->nf, size = (size_t)jni_balance_size(b);
  h->off_duty = true;
  b->way->tangent(b, state);
  h->off_duty = false;
  if (h->n > 0) {
    if (h->by == SPRINGS) memset(h->own, 0, (size_t)b->nb * sizeof *h->own);
    jni_add(b->nb, 1, h->applied, h->own);
    add_push_stiffness(b, state, h->own);
  }
  for (size_t i = 0; i < n; i++) memcpy(b->B + i * n, b->A + i * size, n * sizeof *b->B);
  if (!jni_all_finite(b->B, (int)(n * n)) ||
      !jni_decompose_singular(b->nf, b->nf, b->B, b->sigma, b->U, b->V, b->scratch))
    return false;
  project_rows(b);
  return true;
}

// Length of the part of a row that the constraints leave, and of the whole row.
static bool is_moved(const jni_balance *b, int i) {
  const jni_held *h = b->held;
  const double *K = h->K + (size_t)i * (size_t)b->nb, *KZ = h->KZ + (size_t)i * (size_t)b->nf;
  double whole = 0;
  for (int k = 0; k < b->nb; k++) whole += K[k] * b->scale[k] * K[k] * b->scale[k];
  return jni_dot(b->nf, KZ, KZ) > NOT_MOVED * NOT_MOVED * whole;
}

// How readily a way goes along direction j of H: as if it were free below `soft`, and alike along all that is stiff.
static double weight_of(const jni_balance *b, int j, double soft) {
  double stiff = b->sigma[j] / soft;
  return 1 / (stiff * stiff + 1) + STIFFEST;
}

// Sets row i of Y to KZ_i in the singular directions of A, each divided by its relative stiffness.
static void soften(jni_balance *b, int i, double soft) {
  jni_held *h = b->held;
  size_t size = (size_t)b->nf;
  double *out = h->Y + (size_t)i * size;
  for (size_t j = 0; j < size; j++) {
    double part = jni_dot(b->nf, b->V + j * size, h->KZ + (size_t)i * (size_t)b->nf);
    out[j] = part * sqrt(weight_of(b, (int)j, soft));
  }
}

// Drops rows that the constraints or the rows before determine, and of rows that are held by their rate those of which
// the rows before leave less than `part` that is free.
static void drop_dependent(jni_balance *b, double soft, double part) {
  jni_held *h = b->held;
  int size = b->nf;
  for (int i = 0; i < h->n;) {
    double *own = h->Y + (size_t)i * (size_t)size;
    const double *KZ = h->KZ + (size_t)i * (size_t)b->nf;
    bool good = is_moved(b, i), if_free = is_if_free(h, h->row[i]);
    if (good) {
      soften(b, i, soft);
      double before = jni_dot(size, own, own);
      for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < i; j++) {
          const double *other = h->Y + (size_t)j * (size_t)size;
          jni_add(size, -jni_dot(size, own, other) / jni_dot(size, other, other), other, own);
        }
      double left = jni_dot(size, own, own);
      if (if_free)
        good = left > DEPENDENT_RATE * DEPENDENT_RATE * before && left > part * part * jni_dot(b->nf, KZ, KZ);
      else good = left > DEPENDENT * DEPENDENT * before;
    }
    if (good) {
      i++;
      continue;
    }
    drop_row(h, i);
    size_t rest = (size_t)(h->n - i);
    memmove(h->K + (size_t)i * (size_t)b->nb, h->K + (size_t)(i + 1) * (size_t)b->nb,
            rest * (size_t)b->nb * sizeof *h->K);
    memmove(h->KZ + (size_t)i * (size_t)b->nf, h->KZ + (size_t)(i + 1) * (size_t)b->nf,
            rest * (size_t)b->nf * sizeof *h->KZ);
    memmove(h->kappa + i, h->kappa + i + 1, rest * sizeof *h->kappa);
  }
}

// Sets C = V' Z'T'M T Z V / m + diag(resistance), in B: what a motion costs in the basis V, by inertia and by
// stiffness. With the mass in it, ways are orthogonal to all motions that nothing resists, and what holds does not push
// along them.
static bool weigh_motions(jni_balance *b, const double *state, double soft) {
  size_t n = (size_t)b->nf, nb = (size_t)b->nb;
  double *moved = b->product, *pushed = b->held->scratch, whole = 0;
  for (int body = 1; body < b->system->nbodies; body++) whole += b->system->model->bodies[body].mass;
  whole = fmax(whole, DBL_MIN) * b->system->length_scale * b->system->length_scale;
  for (size_t i = 0; i < n; i++) {
    b->way->increment(b, b->V + i * n, b->direction);
    memcpy(moved + i * nb, jni_balance_bodies(b, b->direction), nb * sizeof *moved);
  }
  const double *mass = jni_mass(b->bodies, place(b, state));
  for (size_t i = 0; i < n; i++) {
    jni_pattern_mass_times(&b->bodies->pattern, mass, moved + i * nb, pushed);
    for (size_t j = 0; j < n; j++) b->B[i * n + j] = jni_dot(b->nb, pushed, moved + j * nb) / whole;
    double stiff = b->sigma[i] / soft;
    b->B[i * n + i] += stiff * stiff / (1 + STIFFEST * stiff * stiff) + MASSLESS;
  }
  return jni_all_finite(b->B, (int)(n * n)) && jni_dense_cholesky(b->nf, b->B);
}

// Y: the ways as unknowns. With N = KZ V C^-1 V', Y = (N KZ')^-1 N.
static bool find_ways(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  size_t n = (size_t)b->nf;
  double soft = SOFT * fmax(b->sigma[0], b->load);
  drop_dependent(b, soft, 0);
  if (!weigh_motions(b, state, soft)) return false;
  for (int i = 0; i < h->n; i++) {
    double *x = b->projected, *out = h->Y + (size_t)i * n;
    for (size_t j = 0; j < n; j++) x[j] = jni_dot(b->nf, b->V + j * n, h->KZ + (size_t)i * n);
    jni_dense_cholesky_solve(b->nf, b->B, x);
    memset(out, 0, n * sizeof *out);
    for (size_t j = 0; j < n; j++) jni_add(b->nf, x[j], b->V + j * n, out);
  }
  for (int i = 0; i < h->n; i++)
    for (int j = 0; j < h->n; j++) h->gram[i * h->n + j] = jni_dot(b->nf, h->Y + (size_t)i * n, h->KZ + (size_t)j * n);
  // N KZ' is symmetric: solving with its transpose is solving with it
  if (!jni_all_finite(h->gram, h->n * h->n) || !jni_dense_lu(h->n, h->gram, h->pivot)) return false;
  for (size_t k = 0; k < n; k++) {
    for (int i = 0; i < h->n; i++) h->x[i] = h->Y[(size_t)i * n + k];
    jni_dense_lu_solve(h->n, h->gram, h->pivot, h->x);
    for (int i = 0; i < h->n; i++) h->Y[(size_t)i * n + k] = h->x[i];
  }
  return true;
}

// W, and P = M W (W' M W)^-1.
static bool take_inertia(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  size_t nb = (size_t)b->nb, nv = (size_t)b->nv;
  double *w = b->product;  // n x nb: the bodies along the ways
  for (int i = 0; i < h->n; i++) {
    double *d = h->W + (size_t)i * nv;
    b->way->increment(b, h->Y + (size_t)i * (size_t)b->nf, d);
    memcpy(w + (size_t)i * nb, jni_balance_bodies(b, d), nb * sizeof *w);
  }
  jn_work *work = place(b, state);
  const double *mass = jni_mass(b->bodies, work);
  for (int i = 0; i < h->n; i++)
    jni_pattern_mass_times(&b->bodies->pattern, mass, w + (size_t)i * nb, h->P + (size_t)i * nb);
  for (int i = 0; i < h->n; i++)
    for (int j = 0; j < h->n; j++) h->gram[i * h->n + j] = jni_dot(b->nb, w + (size_t)i * nb, h->P + (size_t)j * nb);
  if (!jni_all_finite(h->gram, h->n * h->n) || !jni_dense_cholesky(h->n, h->gram)) return false;
  for (size_t k = 0; k < nb; k++) {
    for (int i = 0; i < h->n; i++) h->x[i] = h->P[(size_t)i * nb + k];
    jni_dense_cholesky_solve(h->n, h->gram, h->x);
    for (int i = 0; i < h->n; i++) h->P[(size_t)i * nb + k] = h->x[i];
  }
  for (int i = 0; i < h->n; i++) {
    memcpy(h->scratch, h->P + (size_t)i * nb, nb * sizeof *h->scratch);
    turn_torques(b->bodies, work, true, h->scratch, h->P + (size_t)i * nb);
  }
  return true;
}

// ---- what takes part ------------------------------------------------------------------------------------------------

// Joint coordinates that are held by their rate take part where nothing resists at a state.
static void choose_free(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  bool any = false;
  use_active(h);
  for (int i = 0; i < h->n; i++) any = any || is_if_free(h, h->row[i]);
  if (!any) return;
  jni_balance_calc(b, state);
  bool found = decompose_free(b, state);
  if (found) drop_dependent(b, RESISTS * fmax(b->sigma[0], b->load), FREE);
  for (int i = 0; i < h->list->n; i++)
    if (is_if_free(h, i)) h->active[i] = found && h->used[i];
  use_active(h);
}

void jni_held_choose(jni_balance *b, const double *state, bool following) {
  jni_held *h = b->held;
  if (!h) return;
  h->by = SPRINGS;
  h->k = STIFF * b->load;
  for (int i = 0; i < h->list->n; i++) {
    const jni_static_row *row = &h->list->items[i];
    h->active[i] = row->moves || !following || (row->if_free && !row->spin);
  }
  choose_free(b, state);
  b->least = HUGE_VAL;
}

void jni_held_hold_all(jni_balance *b, const double *state) {
  jni_held *h = b->held;
  if (!h) return;
  for (int i = 0; i < h->list->n; i++) h->active[i] = true;
  h->by = SPRINGS;
  choose_free(b, state);
}

int jni_held_count(const jni_balance *b) { return b->held ? b->held->list->n : 0; }

// ---- with the rows at their values ----------------------------------------------------------------------------------

static void remember_ways(jni_balance *b) {
  jni_held *h = b->held;
  h->n_before = h->n;
  memcpy(h->row_before, h->row, (size_t)h->n * sizeof *h->row);
  memcpy(h->W_before, h->W, (size_t)h->n * (size_t)b->nv * sizeof *h->W);
  memcpy(h->P_before, h->P, (size_t)h->n * (size_t)b->nb * sizeof *h->P);
}

// Where ways change with the place as fast as the place changes with the ways, rounds converge slowly or not at all:
// takes the part of the new ways that Aitken's rule finds from the changes of two rounds. part: of the round before.
static double relax_ways(jni_balance *b, bool first, double part) {
  const double least = 0.2, most = 2;
  jni_held *h = b->held;
  int size = h->n * b->nb;
  double along = 0, whole = 0;
  for (int i = 0; i < size; i++) {
    double change = h->P[i] - h->P_before[i], more = change - h->change[i];
    along += h->change[i] * more;
    whole += more * more;
    h->change[i] = change;
  }
  part = first || !(whole > 0) ? 1 : fmin(fmax(-part * along / whole, least), most);
  for (int i = 0; i < size; i++) h->P[i] = h->P_before[i] + part * (h->P[i] - h->P_before[i]);
  for (int i = 0; i < h->n * b->nv; i++) h->W[i] = h->W_before[i] + part * (h->W[i] - h->W_before[i]);
  return part;
}

static bool has_same_rows(const jni_held *h) {
  return h->n == h->n_before && memcmp(h->row, h->row_before, (size_t)h->n * sizeof *h->row) == 0;
}

// Rounds of new ways until these leave the balance as it is, or as near to that as differences tell.
bool jni_held_settle(jni_balance *b, double *state) {
  jni_held *h = b->held;
  if (!h) return true;
  double part = 1, least = HUGE_VAL;
  int failed = 0, alike = 0, idle = 0;  // rounds whose forces did not balance, with the same rows, and without progress
  h->n_before = 0;
  h->by = SPRINGS;  // ways of an earlier place may belong to other rows
  use_active(h);
  for (int round = 0; round < MOST_ROUNDS && h->n > 0; round++) {
    jni_balance_calc(b, state);
    if (!decompose_free(b, state) || !find_ways(b, state) || !take_inertia(b, state)) return false;
    alike = has_same_rows(h) ? alike + 1 : 0;
    if (alike > 0) part = relax_ways(b, alike == 1, part);
    remember_ways(b);
    h->by = WAYS;
    jni_balance_calc(b, state);
    bool closed = jni_dense_largest(h->kappa, h->n) <= CLOSED, less = b->relative < LESS * least;
    if (h->n == 0 || (round > 0 && b->relative <= JNI_BALANCED && closed)) return true;
    idle = less ? 0 : idle + 1;
    least = fmin(least, b->relative);
    bool balanced = jni_equilibrium_newton(b, state);
    closed = jni_dense_largest(h->kappa, h->n) <= CLOSED;
    if (balanced && closed && idle >= MOST_IDLE && least <= BY_DIFFERENCES) return true;
    if (!balanced && ++failed > MOST_FAILED) return false;
  }
  return h->n == 0;
}

double jni_held_force(const jni_balance *b, int i) {
  const jni_held *h = b->held;
  for (int k = 0; k < h->n && h->by == WAYS; k++)
    if (h->row[k] == i) return h->mu[k];
  return 0;
}

double jni_held_largest(const jni_balance *b) {
  double most = 0;
  for (int i = 0; i < jni_held_count(b); i++) {
    const jni_static_row *row = &b->held->list->items[i];
    if (!row->by_rate && !row->moves && !row->rides) most = fmax(most, fabs(jni_held_force(b, i)));
  }
  return most;
}
