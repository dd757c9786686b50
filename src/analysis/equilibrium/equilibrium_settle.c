// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_settle.c - moves a mechanism with rigid contacts from its start to a configuration at rest.
//
// The mechanism moves as in a viscous medium, by implicit steps d that grow as the forces fade:
//   (K + M/delta) d + G' lambda = f + W' F,     G d = -phi
//   gap + wN d >= 0,  N >= 0,  N (gap + wN d) = 0,     Coulomb's law between friction and the slip WT d of the step
// over all points that a step can reach, with K the stiffness of all forces by differences. So points close and open,
// stick and slip in every step; at the end d = 0. Of several configurations at rest, which friction makes possible, it
// finds the one that this motion reaches.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "formulation/control/contact_layer.h"
#include "jounce/assembly.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/contact_points.h"
#include "system/coordinates/body_level.h"
#include "system/event.h"
#include "system/stage.h"

enum { MOST_STEPS = 600, MOST_TRIALS = 60, MOST_UNKNOWNS = 400, MOST_REACHED = 200 };
static const double STRIDE = 0.1;         // longest step: rad, or part of the typical length
static const double NEAR = 0.08;          // longest step near corners and edges, part of the size of the smaller shape
static const double DIFFERENCE = 1e-5;    // step of the differences for K, rad or typical lengths
static const double AT_REST = 1e-12;      // accelerations at rest, over those at the start
static const double STEADY = 1e-10;       // steps below this, in typical lengths or rad, close all gaps
static const double ROUNDING = 1e-14;     // of a step, likewise
static const double LONGEST_DELTA = 1e9;  // over the first delta

typedef struct {
  const jn_system *system;
  const bool *active;  // of the constraint equations, NULL: all
  jni_pool pool;
  jn_work *work;
  jni_contact_solver *solver;
  int nv, nc, nact, nt, width;           // speeds, equations, active ones; tangents of a point; 1 + tangents
  int n, *list, *mode, *before, *pivot;  // points in reach and their modes; of all points the last mode; of A
  double *q, *f, *K, *M, *G, *A, *d, *right, *lambda, *row, *body, *plus, *minus;
  double *W, *X, *D, *b, *F, *direction, *mu, *mu_stick, *slide;  // of the points in reach, as in contact_layer.c
  double (*push)[3];  // np: force of each point at the end of the last step, ground axes
  double *d0;         // step without the points in reach
  double delta, first_delta;
} settling;

static bool allocate(settling *s) {
  const jn_system *system = s->system;
  size_t nv = (size_t)s->nv, nc = (size_t)s->nc, np = (size_t)system->ncontact_points, n = nv + nc;
  size_t most = np < MOST_REACHED ? np : MOST_REACHED, rows = most * (size_t)s->width;
  const jni_vector vectors[] = {{&s->q, (size_t)system->sizes.nq},
                                {&s->f, nv},
                                {&s->K, nv * nv},
                                {&s->M, nv * nv},
                                {&s->G, nc * nv},
                                {&s->A, n * n},
                                {&s->d, nv},
                                {&s->d0, n},
                                {&s->right, n},
                                {&s->lambda, nc},
                                {&s->row, nv},
                                {&s->body, (size_t)system->nbody_v},
                                {&s->plus, nv},
                                {&s->minus, nv},
                                {&s->W, rows * nv},
                                {&s->X, rows * n},
                                {&s->D, rows * rows},
                                {&s->b, rows},
                                {&s->F, rows},
                                {&s->direction, rows},
                                {&s->mu, most},
                                {&s->mu_stick, most},
                                {&s->slide, rows}};
  jni_vectors(&s->pool, vectors, sizeof vectors / sizeof *vectors);
  s->list = jni_ints(&s->pool, most);
  s->mode = jni_ints(&s->pool, most);
  s->before = jni_ints(&s->pool, np);
  s->pivot = jni_ints(&s->pool, n);
  s->push = jni_take(&s->pool, np, sizeof *s->push);
  s->work = jni_keep(&s->pool, jn_work_new(system), jni_object_free);
  s->solver = jni_keep(&s->pool, jni_contact_solver_new(system->alloc, (int)most, s->width - 1), jni_object_free);
  return !s->pool.failed && jni_keep_mass(s->work);
}

// Evaluates all stages at the positions q, at rest, with the discrete states of `state`.
static void stages(settling *s, const double *state, const double *q) {
  const jn_system *system = s->system;
  const double *z = state + 1 + system->sizes.nq + system->sizes.nv;
  memset(s->row, 0, (size_t)s->nv * sizeof *s->row);
  jn_calc_position(system, s->work, state[0], q, z, z + system->sizes.nz);
  jn_calc_velocity(system, s->work, s->row);
  jn_calc_force(system, s->work, z);
}

// Chooses the features of all points and lists in s->list those that a step of length `reach`, m, of both bodies can
// close. Returns the least gap of all points, m (negative if shapes overlap); -infinite if more than MOST_REACHED
// points are in reach.
static double list_reached(settling *s, double reach) {
  const jn_system *system = s->system;
  double least = HUGE_VAL;
  jni_contact_features_update(system, s->work, 2 * NEAR, NULL, s->work->s);
  jni_contact_places_update(system, s->work);
  s->n = 0;
  for (int i = 0; i < system->ncontact_points; i++) {
    double gap = s->work->contact_points[i].place.gap;
    if (gap < HUGE_VAL) least = fmin(least, gap);
    if (!(gap <= 2 * reach)) continue;
    if (s->n == MOST_REACHED) return -HUGE_VAL;
    s->list[s->n++] = i;
  }
  return least;
}

// Returns the longest step, in typical lengths: long in free space, short where features change.
static double stride(settling *s) {
  const jn_system *system = s->system;
  double length = system->length_scale, least = HUGE_VAL, longest = HUGE_VAL;
  jni_contact_features_update(system, s->work, 0, NULL, s->work->s);
  jni_contact_nearest_update(system, s->work, true, false);
  for (int i = 0; i < system->ncontact_points; i++) {
    double gap = s->work->contact_points[i].place.gap, size = jni_contact_size(system, i);
    if (gap < HUGE_VAL) least = fmin(least, gap);
    if (system->contact_points[i].pair->has_features) longest = fmin(longest, fmax(NEAR * size, 0.4 * gap));
  }
  return fmin(longest, STRIDE * length + (least < HUGE_VAL ? fmax(0, 0.25 * least) : 0)) / length;
}

// Adds the generalised forces of the joints with the last multipliers, and of the last contact forces, at the present
// position stage to r (nv).
static void add_held(settling *s, double *r) {
  const jn_system *system = s->system;
  if (s->nc > 0) jn_get_G(system, s->work, s->G);
  for (int i = 0; i < s->nc; i++) jni_add(s->nv, -s->lambda[i], s->G + (size_t)i * (size_t)s->nv, r);
  if (s->n > 0) jni_contact_places_update(system, s->work);
  memset(s->body, 0, (size_t)system->nbody_v * sizeof *s->body);
  for (int k = 0; k < s->n; k++) jni_contact_add_force(system, s->work, s->list[k], s->push[s->list[k]], s->body);
  jni_add_body_forces(system, s->work, s->body, r);
}

// Computes K, minus the derivative of all forces with multipliers and contact forces fixed, at the positions in `state`
// by central differences. Points in reach keep their features. Overwrites s->d, s->q and the stages of s->work.
static void calc_stiffness(settling *s, double *state) {
  const jn_system *system = s->system;
  size_t nv = (size_t)s->nv;
  for (int j = 0; j < s->nv; j++) {
    double h = DIFFERENCE * system->v_size[j];
    for (int side = 0; side < 2; side++) {
      double *r = side ? s->minus : s->plus;
      memset(s->d, 0, nv * sizeof *s->d);
      s->d[j] = side ? -h : h;
      jn_manifold_step(system, state + 1, s->d, s->q);
      stages(s, state, s->q);
      jn_get_f(system, s->work, r);
      add_held(s, r);
    }
    for (size_t i = 0; i < nv; i++) s->K[i * nv + (size_t)j] = (s->minus[i] - s->plus[i]) / (2 * h);
  }
}

// Stores the features of all points, from the work, in the discrete states of `state`.
static void keep_features(const settling *s, double *state) {
  double *own = jn_state_s(s->system, state);
  for (int i = 0; i < s->system->ncontact_points; i++) {
    int at = s->system->contact_points[i].s_at;
    own[at + JNI_CONTACT_FEATURE] = s->work->s[at + JNI_CONTACT_FEATURE];
  }
}

static void open_all(const settling *s, double *state) {
  double *own = jn_state_s(s->system, state);
  for (int i = 0; i < s->system->ncontact_points; i++) {
    int at = s->system->contact_points[i].s_at;
    own[at + JNI_CONTACT_MODE] = JNI_CONTACT_OPEN;
    own[at + JNI_CONTACT_FEATURE] = 0;
  }
}

// Factors [K + M/delta, G'; G, 0] with the active rows. Returns false if it is singular.
static bool factor(settling *s) {
  size_t nv = (size_t)s->nv, n = nv + (size_t)s->nact;
  memset(s->A, 0, n * n * sizeof *s->A);
  for (size_t i = 0; i < nv; i++)
    for (size_t j = 0; j < nv; j++) s->A[i * n + j] = s->K[i * nv + j] + s->M[i * nv + j] / s->delta;
  for (int k = 0, row = s->nv; k < s->nc; k++) {
    if (s->active && !s->active[k]) continue;
    for (size_t j = 0; j < nv; j++) s->A[(size_t)row * n + j] = s->A[j * n + (size_t)row] = s->G[(size_t)k * nv + j];
    row++;
  }
  return jni_all_finite(s->A, (int)(n * n)) && jni_dense_lu((int)n, s->A, s->pivot);
}

// Computes the rows of the points in reach, at the present position stage, and what each row changes: X.
static void calc_rows(settling *s) {
  const jn_system *system = s->system;
  size_t nv = (size_t)s->nv, n = nv + (size_t)s->nact;
  for (int i = 0; i < s->n * s->width; i++) {
    const jni_contact_place *place = &s->work->contact_points[s->list[i / s->width]].place;
    double *W = s->W + (size_t)i * nv, *X = s->X + (size_t)i * n;
    memset(s->body, 0, (size_t)system->nbody_v * sizeof *s->body);
    jni_contact_add_force(system, s->work, s->list[i / s->width],
                          i % s->width == 0 ? place->n : place->t[i % s->width - 1], s->body);
    memset(W, 0, nv * sizeof *W);
    jni_add_body_forces(system, s->work, s->body, W);
    memset(X, 0, n * sizeof *X);
    memcpy(X, W, nv * sizeof *X);
    jni_dense_lu_solve((int)n, s->A, s->pivot, X);
  }
}

// Solves for the step d with s->delta, which corrects an overlap by no more than half of `limit`, and whose forces are
// in s->F and s->d0 + X' F. Returns false if that fails.
static bool solve_step(settling *s, double limit) {
  const jn_system *system = s->system;
  size_t nv = (size_t)s->nv, n = nv + (size_t)s->nact;
  int rows = s->n * s->width;
  double size = 0;
  if (!factor(s)) return false;
  memcpy(s->d0, s->f, nv * sizeof *s->d0);
  for (int k = 0, row = s->nv; k < s->nc; k++)
    if (!s->active || s->active[k]) s->d0[row++] = k < system->sizes.nh ? -s->work->phi[k] : 0;
  jni_dense_lu_solve((int)n, s->A, s->pivot, s->d0);
  calc_rows(s);
  for (int i = 0; i < rows; i++) {
    const jni_contact_result *at = &s->work->contact_points[s->list[i / s->width]];
    double gap = jni_larger(at->place.gap, -0.5 * limit * system->length_scale);
    s->b[i] = jni_dot(s->nv, s->W + (size_t)i * nv, s->d0) + (i % s->width == 0 ? gap : 0);
    size = fmax(size, fabs(s->b[i]));
    for (int j = 0; j < rows; j++) s->D[i * rows + j] = jni_dot(s->nv, s->W + (size_t)i * nv, s->X + (size_t)j * n);
    s->direction[i] = 0;
  }
  for (int k = 0; k < s->n; k++) {
    const jni_contact_pair *pair = system->contact_points[s->list[k]].pair;
    s->mu[k] = pair->friction;
    s->mu_stick[k] = pair->friction_static;
    s->mode[k] = s->before[s->list[k]];
    if (s->mode[k] == JNI_CONTACT_STICKS && !(s->mu_stick[k] > 0)) s->mode[k] = JNI_CONTACT_SLIPS;
    if (s->width > 1) s->direction[k * (s->width - 1)] = 1;
  }
  const jni_contact_problem problem = {.n = s->n,
                                       .nt = s->width - 1,
                                       .D = s->D,
                                       .b = s->b,
                                       .mu = s->mu,
                                       .mu_stick = s->mu_stick,
                                       .slide = s->slide,
                                       .rounding = 1e-15 * (size + system->length_scale)};
  if (s->n > 0 && !jni_contact_solve(s->solver, &problem, s->mode, s->direction, s->F)) return false;
  for (int i = 0; i < rows; i++) jni_add((int)n, s->F[i], s->X + (size_t)i * n, s->d0);
  memcpy(s->d, s->d0, nv * sizeof *s->d);
  return jni_all_finite(s->d0, (int)n);
}

// Returns the longest increment of s->d, in typical lengths or rad. Sets *turn to that of rotations alone.
static double longest(const settling *s, double *turn) {
  double most = 0;
  *turn = 0;
  for (int i = 0; i < s->nv; i++) {
    double size = fabs(s->d[i]) / s->system->v_size[i];
    most = jni_larger(most, size);
    if (!s->system->v_is_length[i]) *turn = jni_larger(*turn, size);
  }
  return most;
}

// Returns d' (K + M/delta) d, the work along the step that the forces do beyond what friction and joints take.
static double definite(const settling *s) {
  double sum = 0;
  size_t nv = (size_t)s->nv;
  for (size_t i = 0; i < nv; i++)
    for (size_t j = 0; j < nv; j++) sum += s->d[i] * (s->K[i * nv + j] + s->M[i * nv + j] / s->delta) * s->d[j];
  return sum;
}

// Stores the multipliers, contact forces and modes of the accepted step in s, and moves the positions in `state` by
// s->d.
static void accept(settling *s, double *state) {
  memset(s->lambda, 0, (size_t)s->nc * sizeof *s->lambda);
  for (int k = 0, row = s->nv; k < s->nc; k++)
    if (!s->active || s->active[k]) s->lambda[k] = s->d0[row++];
  for (int i = 0; i < s->system->ncontact_points; i++) {
    jnk_zero(s->push[i]);
    s->before[i] = JNI_CONTACT_OPEN;
  }
  for (int k = 0; k < s->n; k++) {
    const jni_contact_place *place = &s->work->contact_points[s->list[k]].place;
    double *push = s->push[s->list[k]];
    for (int i = 0; i < s->width; i++)
      jnk_add_scaled(push, s->F[k * s->width + i], i == 0 ? place->n : place->t[i - 1], push);
    s->before[s->list[k]] = s->mode[k];
  }
  jn_manifold_step(s->system, state + 1, s->d, s->q);
  memcpy(state + 1, s->q, (size_t)s->system->sizes.nq * sizeof *state);
}

// Returns the largest acceleration at `state` with the forces and joints but no contacts, in typical lengths or rad per
// s^2; 0 if it cannot be computed.
static double free_acceleration(settling *s, const double *state) {
  double most = 0;
  if (jn_solve_acceleration(s->system, s->work, state, s->d, NULL) != JN_OK) return 0;
  for (int i = 0; i < s->nv; i++) most = jni_larger(most, fabs(s->d[i]) / s->system->v_size[i]);
  return most;
}

// Makes one step of the positions in `state`, with s->delta reduced until it is acceptable; opens all points there and
// stores their features. Returns its length, in typical lengths or rad; negative if none was found.
static double step(settling *s, double *state) {
  const jn_system *system = s->system;
  open_all(s, state);
  stages(s, state, state + 1);
  double limit = stride(s), turn, size = -1;
  if (list_reached(s, limit * system->length_scale) == -HUGE_VAL) return -1;
  keep_features(s, state);
  calc_stiffness(s, state);
  stages(s, state, state + 1);
  jni_contact_places_update(system, s->work);
  jn_get_f(system, s->work, s->f);
  if (s->nc > 0) jn_get_G(system, s->work, s->G);
  jn_get_M(system, s->work, s->M);
  for (int trial = 0; trial < MOST_TRIALS; trial++) {
    bool solved = solve_step(s, limit);
    size = solved ? longest(s, &turn) : -1;
    if (solved && size <= limit && turn <= STRIDE && (size < STEADY || definite(s) > 0)) {
      accept(s, state);
      return size;
    }
    double over = solved ? fmax(size / limit, turn / STRIDE) : 0;
    s->delta *= over > 1 ? fmax(0.9 / over, 0.01) : 0.2;
  }
  return -1;
}

jn_status jni_settle_contacts(const jn_system *system, const bool *active, double *state, int *iterations) {
  settling s = {.system = system, .active = active, .pool = {.alloc = system->alloc}, .width = 1};
  s.nv = system->sizes.nv;
  s.nc = s.nact = system->sizes.nc;
  *iterations = 0;
  for (int i = 0; active && i < s.nc; i++) s.nact -= !active[i];
  for (int i = 0; i < system->ncontact_points; i++)
    if (system->contact_points[i].pair->friction_static > 0) s.width = system->model->space == JN_PLANE ? 2 : 3;
  if (s.nv + s.nc > MOST_UNKNOWNS) return JN_REFUSED;
  if (!allocate(&s)) {
    jni_pool_free(&s.pool);
    return JN_NO_MEMORY;
  }
  memset(jn_state_v(system, state), 0, (size_t)s.nv * sizeof *state);
  double fastest = free_acceleration(&s, state);
  s.delta = s.first_delta = fastest > 0 ? STRIDE / fastest : 1;
  bool done = false;
  while (!done && *iterations < MOST_STEPS) {
    double size = step(&s, state);
    ++*iterations;
    if (size < 0) break;
    // d/delta is the acceleration that is left
    done = size <= STEADY && size <= fmax(AT_REST * fastest * s.delta, ROUNDING);
    s.delta = fmin(4 * s.delta, LONGEST_DELTA * s.first_delta);
  }
  open_all(&s, state);
  jni_pool_free(&s.pool);
  return done ? JN_OK : JN_NO_CONVERGENCE;
}
