// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_balance.c - forces along the rows and their tangent; see equilibrium.h.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "kernel/vec3.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

static const double DEPENDENT = 1e-10;  // pivot of a row of unit length below which it depends on the others
static const double DIFFERENCE = 1e-6;  // of unknowns in the differences of auxiliary states
static const double NOTHING = 1e-9;     // derivative of a rate that counts as none

// ---- making it -------------------------------------------------------------------------------------------------

static bool make_numbers(jni_balance *b) {
  size_t nv = (size_t)b->nv, nc = (size_t)b->nc, n = (size_t)b->most, nz = (size_t)b->system->sizes.nz,
         nb = (size_t)b->nb;
  bool large = jni_large_suits(b->system);
  size_t square = b->system->tree && !large ? nv * nv : 0, full = large ? 0 : n * n;
  size_t speeds = large ? nv : nv * nv, rows = large ? 0 : nc * nv;
  size_t nstate = (size_t)b->system->sizes.nstate, least = nc < nv ? nc : nv;
  const struct {
    double **at;
    size_t n;
  } parts[] = {{&b->scale, nb},
               {&b->P, square},
               {&b->C, square},
               {&b->rows, rows},
               {&b->norm, nc},
               {&b->Q, large ? 0 : nv * nv},
               {&b->lambda, nc},
               {&b->left, nb},
               {&b->r, n},
               {&b->row_vectors, large ? 0 : nc * least},
               {&b->row_values, least},
               {&b->df, speeds},
               {&b->dG, speeds},
               {&b->A, full},
               {&b->product, (n + 1) * nb},
               {&b->B, full},
               {&b->U, full},
               {&b->V, n * n},
               {&b->sigma, n},
               {&b->y, n},
               {&b->projected, n},
               {&b->direction, nb},
               {&b->moved, nb},
               {&b->trial, nstate},
               {&b->kept, nstate},
               {&b->best, nstate},
               {&b->closing, nstate + nv},
               {&b->scratch, (size_t)jni_decompose_scratch(b->nc > b->most ? b->nc : b->most, b->most)}};
  bool ok = true;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    ok = (*parts[i].at = jni_alloc0(b->system->alloc, parts[i].n, sizeof(double))) != NULL && ok;
  b->pivot = jni_alloc0(b->system->alloc, nc, sizeof(int));
  b->auxiliaries = jni_alloc0(b->system->alloc, nz, sizeof(int));
  return ok && b->pivot && b->auxiliaries;
}

static bool make_bodies(jni_balance *b) {
  b->body_state = jni_alloc0(b->bodies->alloc, 2 * (size_t)b->bodies->sizes.nstate, sizeof *b->body_state);
  b->body_work = jn_work_new(b->bodies);
  return b->body_state && b->body_work;
}

static bool make_closure(jni_balance *b) {
  jni_kept_list none = {0};
  jni_closure_weights weights = {.joints = 1, .drivers = 1, .positions = true};
  if (jni_closure_new(b->bodies, none, &b->closure) != JN_OK) return false;
  jni_closure_set_weights(&b->closure, &weights);
  return true;
}

bool jni_balance_new(const jn_system *system, jni_balance *b) {
  *b = (jni_balance){.system = system,
                     .bodies = system->cartesian,
                     .nv = system->sizes.nv,
                     .nc = system->sizes.nc,
                     .nb = system->nbody_v,
                     .most = system->sizes.nv + system->sizes.nz,
                     .least = HUGE_VAL};
  b->work = jn_work_new(system);
  if (!make_numbers(b) || !b->work || (system->tree && !make_bodies(b)) || !make_closure(b)) return false;
  jni_body_scale(system, b->scale);
  return !jni_large_suits(system) || jni_large_make(b);
}

void jni_balance_free(jni_balance *b) {
  void *const blocks[] = {b->scale, b->P,           b->C,         b->moved, b->closing,     b->rows,       b->norm,
                          b->Q,     b->lambda,      b->left,      b->r,     b->row_vectors, b->row_values, b->df,
                          b->dG,    b->A,           b->product,   b->B,     b->U,           b->V,          b->sigma,
                          b->y,     b->projected,   b->direction, b->trial, b->kept,        b->best,       b->scratch,
                          b->pivot, b->auxiliaries, b->body_state};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) jni_free(b->system->alloc, blocks[i]);
  jni_large_free(b);
  if (b->closure.system) jni_closure_free(&b->closure);
  jn_work_free(b->work);
  jn_work_free(b->body_work);
}

// ---- forces ------------------------------------------------------------------------------------------------------

static const double *state_z(const jn_system *system, const double *state) {
  return state + 1 + system->sizes.nq + system->sizes.nv;
}

void jni_stage_at_rest(const jn_system *system, jn_work *work, const double *state) {
  const double *z = state_z(system, state);
  jn_calc_position(system, work, state[0], state + 1, z + system->sizes.nz);
  memset(work->v, 0, (size_t)system->sizes.nv * sizeof(double));
  jni_stage_velocity(system, work);
  jn_calc_force(system, work, z);
}

bool jni_balance_rows(jni_balance *b, int m) {
  jni_unpack_G(b->system, b->work->G, b->rows);
  if (!jni_all_finite(b->rows, b->nc * b->nv)) return false;
  for (int i = 0; i < m; i++) {
    double *row = b->rows + (size_t)i * (size_t)b->nv, sum = 0;
    jni_balance_inward(b, row);
    for (int j = 0; j < b->nv; j++) sum += row[j] * row[j];
    b->norm[i] = sum > 0 ? sqrt(sum) : 1;
    for (int j = 0; j < b->nv; j++) row[j] /= b->norm[i];
  }
  return true;
}

static double largest3(const double x[3]) { return fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2]))); }

// The largest force or moment that acts: of gravity, the elements and the joints.
static double calc_load(const jni_balance *b) {
  const jn_system *system = b->system;
  double most = 0, length = system->length_scale;
  for (int i = 0; i < b->nb; i++) {
    double f = b->work->body_f[i], joints = f - b->left[i];
    most = fmax(most, b->scale[i] * fmax(fabs(system->gravity_force[i]), fmax(fabs(f), fabs(joints))));
  }
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_output *out = &b->work->outputs[i];
    for (int end = 0; end < 2; end++)
      most = fmax(most, fmax(length * largest3(out->force[end]), largest3(out->torque[end])));
    int c = system->forces[i].coordinate;
    if (c >= 0) most = fmax(most, fabs(out->generalized) * (system->coordinates[c].kind == JNI_ANGLE ? 1 : length));
  }
  return most;
}

// left and the largest of S left, from what is left on the metric.
static double spread_left(jni_balance *b, double *left) {
  const double *moved;
  if (!b->system->tree) {
    double most = jni_dense_largest(left, b->nv);
    for (int i = 0; i < b->nv; i++) left[i] /= b->scale[i];
    return most;
  }
  jni_balance_outward(b, left);
  moved = jni_balance_bodies(b, left);
  for (int i = 0; i < b->nb; i++) left[i] = moved[i] / b->scale[i];
  double most = jni_dense_largest(left, b->nb);
  for (int i = 0; i < b->nb; i++) left[i] /= b->scale[i];
  return most;
}

// lambda, and what the rows leave of f; returns the largest of S left.
static double split_force(jni_balance *b) {
  size_t n = (size_t)b->nv;
  double *scaled = b->direction;
  memcpy(scaled, b->work->f, n * sizeof *scaled);
  jni_balance_inward(b, scaled);
  for (int k = 0; k < b->rank; k++) b->product[k] = jni_dot(b->nv, b->Q + (size_t)k * n, scaled);
  jni_decompose_rows_solve(b->nc, b->nv, b->rank, b->rows, b->pivot, b->product, b->lambda);
  for (int i = 0; i < b->nc; i++) b->lambda[i] /= b->norm[i];
  memset(b->left, 0, n * sizeof *b->left);
  for (int k = 0; k < b->nf; k++) {
    const double *z = jni_balance_Z(b) + (size_t)k * n;
    b->r[k] = jni_dot(b->nv, z, scaled);
    jni_add(b->nv, b->r[k], z, b->left);
  }
  return spread_left(b, b->left);
}

static bool is_free(const jni_balance *b, int i) {
  const jn_system *system = b->system;
  int z = b->auxiliaries[i];
  for (int k = 0; k < system->nforces && b->creep; k++) {
    const jni_force_plan *force = &system->forces[k];
    if (force->element->kind->tyre && z >= force->state_at && z < force->state_at + force->nstates) return true;
  }
  return false;
}

double jni_balance_creep(const jni_balance *b) {
  double most = 0;
  for (int i = 0; i < b->nauxiliaries; i++)
    if (is_free(b, i)) most = fmax(most, fabs(b->work->zdot[b->auxiliaries[i]]));
  return most;
}

static double rate_weight(const jni_balance *b, int i) { return b->unit / (1 + fabs(b->work->z[b->auxiliaries[i]])); }

static void add_rates(jni_balance *b) {
  for (int i = 0; i < b->nauxiliaries; i++) {
    double rate = is_free(b, i) ? 0 : rate_weight(b, i) * b->work->zdot[b->auxiliaries[i]];
    b->r[b->nf + i] = rate;
    b->relative = fmax(b->relative, fabs(rate) / b->unit);
    if (!(rate == rate)) b->relative = HUGE_VAL;
  }
}

// Rows that have no rank: all forces count as left.
static void give_up(jni_balance *b) {
  b->rank = 0, b->nf = b->nv;
  memset(b->lambda, 0, (size_t)b->nc * sizeof *b->lambda);
  memcpy(b->left, b->work->body_f, (size_t)b->nb * sizeof *b->left);
  for (int i = 0; i < jni_balance_size(b); i++) b->r[i] = HUGE_VAL;
  b->acting = calc_load(b);
  b->load = fmax(b->acting, fmax(b->floor, DBL_MIN));
  if (!(b->unit > 0)) b->unit = b->load;
}

static void take_load(jni_balance *b, double most) {
  b->acting = calc_load(b);
  b->load = fmax(b->acting, fmax(b->floor, DBL_MIN));
  if (!(b->unit > 0)) b->unit = b->load;
  b->relative = isfinite(most) ? most / b->load : HUGE_VAL;
}

static void note_best(jni_balance *b, const double *state) {
  if (!(b->relative < b->least)) return;
  b->least = b->relative;
  memcpy(b->best, state, (size_t)b->system->sizes.nstate * sizeof *state);
}

// Unknowns are all joint coordinates; r is not on the metric, but |r| of the merit is.
static void calc_large(jni_balance *b, const double *state) {
  double most = jni_large_calc(b, state);
  b->rank = most < 0 ? -1 : 0;
  if (most < 0) {
    give_up(b);
    return;
  }
  b->nf = b->nv;
  take_load(b, most);
  b->merit = jni_large_merit(b);
  note_best(b, state);
}

void jni_balance_calc(jni_balance *b, const double *state) {
  jni_stage_at_rest(b->system, b->work, state);
  b->rank = -1;
  b->merit = b->relative = HUGE_VAL;
  if (b->large) {
    calc_large(b, state);
    return;
  }
  if (jni_balance_metric(b) && jni_balance_rows(b, b->nc))
    b->rank = jni_decompose_rows(b->nc, b->nv, b->rows, DEPENDENT, b->Q, b->pivot, b->scratch);
  if (b->rank < 0) {
    give_up(b);
    return;
  }
  b->nf = b->nv - b->rank;
  take_load(b, split_force(b));
  add_rates(b);
  double sum = jni_dot(jni_balance_size(b), b->r, b->r);
  b->merit = isfinite(sum) ? sum : HUGE_VAL;
  note_best(b, state);
}

// ---- the least that counts ------------------------------------------------------------------------------------------

void jni_balance_floor(jni_balance *b, const double *state) {
  const jn_system *system = b->system;
  const double share = 1e-5, usual = 10;  // m/s^2; so that 1e-10 of the load is 1e-15 of stiffness times length
  double most = 0, gravity = jnk_norm(system->model->gravity);
  jni_balance_calc(b, state);
  jni_balance_tangent(b, state);
  if (system->tree) most = b->stiffest;
  for (int i = 0; i < b->nv && !system->tree; i++)
    for (int j = 0; j < b->nv; j++) most = fmax(most, fabs(b->scale[i] * b->df[i * b->nv + j] * b->scale[j]));
  // masses count as heavy as they are; what they weigh on earth is a scale only where there is no other
  double acceleration = gravity > 0 || most > 0 ? gravity : usual;
  for (int body = 1; body < system->nbodies; body++)
    most = fmax(most, system->model->bodies[body].mass * acceleration * system->length_scale);
  b->floor = isfinite(most) ? share * most : 0;
  b->unit = 0;
  b->least = HUGE_VAL;
  memcpy(b->best, state, (size_t)system->sizes.nstate * sizeof *state);
}

// ---- steps ---------------------------------------------------------------------------------------------------------

void jni_balance_increment(const jni_balance *b, const double *y, double *d) {
  if (b->large) {
    memcpy(d, y, (size_t)b->nv * sizeof *d);
    return;
  }
  memset(d, 0, (size_t)b->nv * sizeof *d);
  for (int k = 0; k < b->nf; k++) jni_add(b->nv, y[k], jni_balance_Z(b) + (size_t)k * (size_t)b->nv, d);
  jni_balance_outward(b, d);
}

double jni_balance_limit(jni_balance *b, double most, double *y) {
  jni_balance_increment(b, y, b->direction);
  double turn = jni_balance_turn(b, b->direction);
  if (!(turn > most)) return 1;
  for (int i = 0; i < jni_balance_size(b); i++) y[i] *= most / turn;
  return most / turn;
}

bool jni_balance_move(jni_balance *b, const double *from, const double *y, double *to) {
  const jn_system *system = b->system;
  memcpy(to, from, (size_t)system->sizes.nstate * sizeof *to);
  jni_balance_increment(b, y, b->direction);
  for (int i = 0; i < b->nauxiliaries; i++) jn_state_z(system, to)[b->auxiliaries[i]] += y[b->nf + i];
  if (system->tree && !b->large && jni_balance_move_bodies(b, b->direction, to)) return jni_balance_close(b, to);
  jn_manifold_step(system, from + 1, b->direction, jn_state_q(system, to));
  if (!jni_all_finite(to, system->sizes.nstate)) return false;
  jn_update_windings(system, b->work, to);
  return jni_balance_close(b, to);
}

// ---- tangent -------------------------------------------------------------------------------------------------------

// H = Z' (T' K T) Z with K in df: product = (T' K T) Z by columns of Z, then Z' of it.
static void project(jni_balance *b) {
  size_t n = (size_t)b->nv, size = (size_t)jni_balance_size(b);
  const double *Z = jni_balance_Z(b);
  bool tree = b->system->tree != NULL;
  if (tree) jni_decompose_congruence(b->nv, b->C, b->df);
  if (tree && b->rank == 0) {  // Z is 1
    for (size_t i = 0; i < n; i++) memcpy(b->A + i * size, b->df + i * n, n * sizeof *b->A);
    return;
  }
  for (int k = 0; k < b->nf; k++) {
    for (size_t j = 0; j < n; j++) b->direction[j] = tree ? Z[(size_t)k * n + j] : b->scale[j] * Z[(size_t)k * n + j];
    for (size_t i = 0; i < n; i++)
      b->product[(size_t)k * n + i] = (tree ? 1 : b->scale[i]) * jni_dot(b->nv, b->df + i * n, b->direction);
  }
  for (int i = 0; i < b->nf; i++)
    for (int k = 0; k < b->nf; k++)
      b->A[(size_t)i * size + (size_t)k] = jni_dot(b->nv, Z + (size_t)i * n, b->product + (size_t)k * n);
}

// The state moved by h along unknown k, not brought back to the rows: differences are central, so that it does not
// matter.
static void stage_moved(jni_balance *b, const double *state, int k, double h) {
  const jn_system *system = b->system;
  memcpy(b->trial, state, (size_t)system->sizes.nstate * sizeof *state);
  if (k < b->nf) {
    memset(b->direction, 0, (size_t)b->nv * sizeof *b->direction);
    jni_add(b->nv, h, jni_balance_Z(b) + (size_t)k * (size_t)b->nv, b->direction);
    jni_balance_outward(b, b->direction);
    jn_manifold_step(system, state + 1, b->direction, jn_state_q(system, b->trial));
  } else {
    jn_state_z(system, b->trial)[b->auxiliaries[k - b->nf]] += h;
  }
  jni_stage_at_rest(system, b->work, b->trial);
}

static double step_size(const jni_balance *b, const double *state, int k) {
  return k < b->nf ? DIFFERENCE : DIFFERENCE * (1 + fabs(state_z(b->system, state)[b->auxiliaries[k - b->nf]]));
}

// Column k of the rows of auxiliary states, and, for an auxiliary state, of those of forces.
static void difference_column(jni_balance *b, const double *state, int k) {
  size_t n = (size_t)b->nv, size = (size_t)jni_balance_size(b), column = (size_t)k;
  double h = step_size(b, state, k);
  for (size_t i = k < b->nf ? (size_t)b->nf : 0; i < size; i++) b->A[i * size + column] = 0;
  for (int sign = -1; sign <= 1; sign += 2) {
    stage_moved(b, state, k, sign * h);
    for (int i = 0; i < b->nauxiliaries; i++)
      b->A[(size_t)(b->nf + i) * size + column] -= sign * b->unit * b->work->zdot[b->auxiliaries[i]] / (2 * h);
    if (k < b->nf) continue;
    memcpy(b->direction, b->work->f, n * sizeof *b->direction);
    jni_balance_inward(b, b->direction);
    for (int i = 0; i < b->nf; i++)
      b->A[(size_t)i * size + column] -=
          sign * jni_dot(b->nv, jni_balance_Z(b) + (size_t)i * n, b->direction) / (2 * h);
  }
}

// Of joint coordinates: the largest stiffness of a unit of one.
static void weigh_stiffness(jni_balance *b) {
  size_t n = (size_t)b->nv;
  b->stiffest = 0;
  for (size_t i = 0; i < n; i++) b->stiffest = fmax(b->stiffest, fabs(b->df[i * n + i]) / b->P[i * n + i]);
}

void jni_balance_tangent(jni_balance *b, const double *state) {
  size_t n = (size_t)b->nv, size = (size_t)jni_balance_size(b);
  b->exact = true;
  if (b->large) {
    b->stiffest = jni_large_tangent(b);
    return;
  }
  jn_tangents tangents = {.df_dq = b->df, .dGtlambda_dq = b->dG};
  memcpy(b->trial, state, (size_t)b->system->sizes.nstate * sizeof *state);
  memset(jn_state_v(b->system, b->trial), 0, n * sizeof *state);
  jn_calc_tangents(b->system, b->work, b->trial, b->lambda, &tangents);
  b->exact = tangents.exact && b->nauxiliaries == 0;
  for (size_t i = 0; i < n * n; i++) b->df[i] = b->dG[i] - b->df[i];
  if (b->system->tree) weigh_stiffness(b);
  project(b);
  if (b->nauxiliaries == 0) return;
  for (int k = 0; k < (int)size; k++) difference_column(b, state, k);
  jni_stage_at_rest(b->system, b->work, state);
  for (int i = 0; i < b->nauxiliaries; i++)
    for (size_t k = 0; k < size; k++)
      b->A[(size_t)(b->nf + i) * size + k] *= is_free(b, i) ? 0 : rate_weight(b, i) / b->unit;
}

// ---- auxiliary states -----------------------------------------------------------------------------------------------

static bool depends(const jni_balance *b, int row) {
  size_t size = (size_t)jni_balance_size(b);
  double most = 0, weight = rate_weight(b, row);
  for (size_t k = 0; k < size; k++) most = fmax(most, fabs(b->A[(size_t)(b->nf + row) * size + k]));
  return most > NOTHING * weight;
}

void jni_balance_choose_every(jni_balance *b) {
  b->nauxiliaries = 0;
  for (int i = 0; i < b->system->sizes.nz; i++)
    if (i != b->system->work_state) b->auxiliaries[b->nauxiliaries++] = i;
}

void jni_balance_choose(jni_balance *b, const double *state, bool all) {
  int kept = 0;
  b->creep = false;
  jni_balance_choose_every(b);
  if (b->nauxiliaries == 0) return;
  jni_balance_calc(b, state);
  jni_balance_tangent(b, state);
  int n = b->nauxiliaries;
  for (int i = 0; i < n; i++) b->y[i] = depends(b, i) || (all && b->work->zdot[b->auxiliaries[i]] == 0);
  for (int i = 0; i < n; i++)
    if (b->y[i] != 0) b->auxiliaries[kept++] = b->auxiliaries[i];
  b->nauxiliaries = kept;
  b->creep = all;
  b->least = HUGE_VAL;
}

static void stage_moving(jni_balance *b, const double *state) {
  const jn_system *system = b->system;
  const double *z = state_z(system, state);
  jn_calc_position(system, b->work, state[0], state + 1, z + system->sizes.nz);
  jn_calc_velocity(system, b->work, state + 1 + system->sizes.nq);
  jn_calc_force(system, b->work, z);
}

// D = dzdot/dz of those in use, in A, by differences.
static void rate_matrix(jni_balance *b, double *state) {
  int n = b->nauxiliaries;
  double *z = jn_state_z(b->system, state);
  for (int k = 0; k < n; k++) {
    double kept = z[b->auxiliaries[k]], h = DIFFERENCE * (1 + fabs(kept));
    for (int i = 0; i < n; i++) b->A[i * n + k] = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
      z[b->auxiliaries[k]] = kept + sign * h;
      stage_moving(b, state);
      for (int i = 0; i < n; i++) b->A[i * n + k] += sign * b->work->zdot[b->auxiliaries[i]] / (2 * h);
    }
    z[b->auxiliaries[k]] = kept;
  }
}

void jni_balance_rest(jni_balance *b, double *state) {
  enum { MOST_ITERATIONS = 20 };
  const double cut = 1e-6;
  double *z = jn_state_z(b->system, state);
  int n = b->nauxiliaries;
  for (int k = 0; k < MOST_ITERATIONS && n > 0; k++) {
    double most = 0;
    rate_matrix(b, state);
    if (!jni_all_finite(b->A, n * n) || !jni_decompose_singular(n, n, b->A, b->sigma, b->U, b->V, b->scratch)) return;
    stage_moving(b, state);
    for (int i = 0; i < n; i++) b->r[i] = b->work->zdot[b->auxiliaries[i]];
    if (!jni_all_finite(b->r, n) || !(b->sigma[0] > NOTHING)) return;
    for (int i = 0; i < n && b->sigma[i] > cut * b->sigma[0]; i++) {
      double factor = -jni_dot(n, b->U + i * n, b->r) / b->sigma[i];
      for (int j = 0; j < n; j++) z[b->auxiliaries[j]] += factor * b->V[i * n + j];
      most = fmax(most, fabs(factor));
    }
    if (!(most > 1e-14)) return;
  }
}
