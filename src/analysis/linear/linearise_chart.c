// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise_chart.c - maps increments of independent variables to states that satisfy the constraints, and computes
// their rates.
//
//   positions   d = -J^+ [phi; c - c0 - x_p]  down to rounding,  J = [G_h; E] at the origin
//   speeds      v -= K^+ [G v - nu; E v - E v0 - x_v],               K = [G; E_k] at the origin
// Each iteration reduces the residual by a factor of the size of x. J^+ is a pseudo-inverse, so redundant rows are
// allowed.
#include <math.h>
#include <string.h>

#include "analysis/linear/linearise_coordinates.h"
#include "kernel/vec3.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/motion.h"
#include "system/work.h"

enum { MOST_STEPS = 60 };
// Sizes of an iteration step, rad or typical lengths. ROUNDING: the iteration has converged; CLOSED: upper limit for a
// step that counts as converged although it no longer falls.
static const double ROUNDING = 1e-15, CLOSED = 1e-9;
static const double SINGULAR = 1e-9;  // singular values of J with unit rows below this count as zero
static const double REGULAR = 1e7;    // an inverse with a smaller norm shows that J is far from singular

// ---- inverses ------------------------------------------------------------------------------------------------------

// Writes to out (n x m) the pseudo-inverse of J (m x n), computed with rows of unit length and scaled columns.
// Overwrites J. Returns JN_SINGULAR if J is not finite or has not full column rank, JN_NO_MEMORY, or JN_OK.
static jn_status invert(const jni_chart *chart, double *J, int m, double *out) {
  jni_pool pool = {.alloc = chart->cart->alloc};
  int n = chart->nv;
  size_t M = (size_t)m, N = (size_t)n;
  double *s = jni_take(&pool, N + M, sizeof *s), *U = jni_take(&pool, N * M, sizeof *U),
         *V = jni_take(&pool, N * N, sizeof *V);
  double *scratch = jni_take(&pool, (size_t)jni_decompose_scratch(m, n), sizeof *scratch), *norm = s ? s + N : NULL;
  jn_status status = !pool.failed ? JN_OK : JN_NO_MEMORY;
  for (int i = 0; status == JN_OK && i < m; i++) {
    double *row = J + (size_t)i * N;
    for (int j = 0; j < n; j++) row[j] *= chart->scale[j];
    norm[i] = sqrt(jni_dot(n, row, row));
    for (int j = 0; norm[i] > 0 && j < n; j++) row[j] /= norm[i];
  }
  bool regular =
      status == JN_OK && jni_all_finite(J, m * n) && m >= n && jni_decompose_singular(m, n, J, s, U, V, scratch);
  if (status == JN_OK && !(regular && (n == 0 || s[n - 1] > SINGULAR))) status = JN_SINGULAR;
  for (size_t i = 0; status == JN_OK && i < N; i++)
    for (size_t j = 0; j < M; j++) {
      double sum = 0;
      for (size_t k = 0; k < N; k++) sum += V[k * N + i] / s[k] * U[k * M + j];
      out[i * M + j] = norm[j] > 0 ? chart->scale[i] * sum / norm[j] : 0;
    }
  jni_pool_free(&pool);
  return status;
}

// Writes to `out` the inverse of a square matrix J. Returns false if J is close to singular or memory is short; the
// caller then uses `invert`.
static bool invert_square(const jni_chart *chart, const double *J, double *out) {
  jni_pool scratch = {.alloc = chart->cart->alloc};
  int n = chart->nv;
  size_t N = (size_t)n;
  double *LU = jni_take(&scratch, N * N + 2 * N, sizeof *LU), *norm = LU ? LU + N * N : NULL,
         *column = LU ? norm + N : NULL, sum = 0;
  int *pivot = jni_take(&scratch, N, sizeof *pivot);
  bool good = !scratch.failed;
  for (size_t i = 0; good && i < N; i++) {
    for (size_t j = 0; j < N; j++) LU[i * N + j] = J[i * N + j] * chart->scale[j];
    norm[i] = sqrt(jni_dot(n, LU + i * N, LU + i * N));
    good = norm[i] > 0;
    for (size_t j = 0; good && j < N; j++) LU[i * N + j] /= norm[i];
  }
  good = good && jni_all_finite(LU, n * n) && jni_dense_lu(n, LU, pivot);
  for (size_t j = 0; good && j < N; j++) {
    memset(column, 0, N * sizeof *column);
    column[j] = 1;
    jni_dense_lu_solve(n, LU, pivot, column);
    sum += jni_dot(n, column, column);
    for (size_t i = 0; i < N; i++) out[i * N + j] = chart->scale[i] * column[i] / norm[j];
  }
  jni_pool_free(&scratch);
  // sqrt(sum): Frobenius norm of the inverse; no singular value of J is below its reciprocal
  return good && sqrt(sum) < REGULAR;
}

static jn_status invert_rows(const jni_chart *chart, double *J, int m, double *out) {
  return m == chart->nv && invert_square(chart, J, out) ? JN_OK : invert(chart, J, m, out);
}

void jni_chart_rows(const jni_chart *chart, double *rows) {
  size_t nv = (size_t)chart->nv, nh = (size_t)chart->cart->sizes.nh, nc = (size_t)chart->cart->sizes.nc,
         more = (size_t)chart->contacts->nh;
  jn_get_G(chart->cart, chart->work, rows);
  if (more == 0) return;
  memmove(rows + (nh + more) * nv, rows + nh * nv, (nc - nh) * nv * sizeof *rows);
  jni_linear_contacts_rows(chart->cart, chart->work, chart->contacts, rows + nh * nv, rows + (nc + more) * nv);
}

static jn_status invert_both(jni_chart *chart) {
  size_t nv = (size_t)chart->nv, nh = (size_t)chart->nh, nc = (size_t)chart->nc;
  jni_chart_rows(chart, chart->rows);
  for (int i = 0; i < chart->np; i++) jni_candidate_row(chart, &chart->picks[i], chart->rows + (nh + (size_t)i) * nv);
  jn_status status = invert_rows(chart, chart->rows, chart->nh + chart->np, chart->inverse_p);
  if (status != JN_OK) return status;
  jni_chart_rows(chart, chart->rows);
  for (int k = 0; k < chart->nf; k++)
    jni_candidate_row(chart, &chart->picks[chart->speeds[k]], chart->rows + (nc + (size_t)k) * nv);
  return invert_rows(chart, chart->rows, chart->nc + chart->nf, chart->inverse_v);
}

// ---- values and rates of the coordinates ---------------------------------------------------------------------------

void jni_chart_stage(jni_chart *chart, const double *state) {
  const jn_sizes *n = &chart->cart->sizes;
  const double *s = state + n->nstate - n->ns;
  jn_calc_position(chart->cart, chart->work, state[0], state + 1, s - n->nz, s);
}

static double pick_value(const jni_chart *chart, const jni_candidate *pick) {
  if (pick->coordinate < 0) return chart->d[pick->at];
  jni_coordinate_state now;
  jni_coordinate_at(chart->cart, chart->work, pick->coordinate, false, &now);
  return now.value;
}

static void record_origin(jni_chart *chart) {
  const double *v = chart->origin + 1 + chart->cart->sizes.nq;
  memset(chart->d, 0, (size_t)chart->nv * sizeof *chart->d);
  for (int i = 0; i < chart->np; i++) {
    chart->value[i] = pick_value(chart, &chart->picks[i]);
    jni_candidate_row(chart, &chart->picks[i], chart->step);
    chart->rate[i] = jni_dot(chart->nv, chart->step, v);
  }
}

// ---- states at increments ------------------------------------------------------------------------------------------

static double largest_step(const jni_chart *chart) {
  double most = 0;
  for (int i = 0; i < chart->nv; i++) most = jni_larger(most, fabs(chart->step[i]) / chart->scale[i]);
  return most;
}

static double largest_speed(const jni_chart *chart, const double *v) {
  double most = 0;
  for (int i = 0; i < chart->nv; i++) most = jni_larger(most, fabs(v[i]) / chart->scale[i]);
  return most;
}

static void times(const double *A, int n, int m, const double *x, double *out) {
  for (int i = 0; i < n; i++) out[i] = -jni_dot(m, A + (size_t)i * (size_t)m, x);
}

// Returns whether another iteration is worthwhile: steps fall by a constant factor until only rounding remains. now,
// before: lengths of the last two steps.
static bool goes_on(double now, double before) {
  return isfinite(now) && now > ROUNDING && !(now < CLOSED && now > 0.5 * before);
}

static bool close_positions(jni_chart *chart, const double *x, double *state) {
  const jn_system *cart = chart->cart;
  int m = chart->nh + chart->np;
  double now = HUGE_VAL, before;
  for (int k = 0; k < MOST_STEPS; k++) {
    jni_chart_stage(chart, state);
    jn_manifold_difference(cart, chart->origin + 1, state + 1, chart->d);
    memcpy(chart->residual, chart->work->phi, (size_t)cart->sizes.nh * sizeof(double));
    jni_linear_contacts_residual(cart, chart->work, chart->contacts, chart->residual + cart->sizes.nh);
    for (int i = 0; i < chart->np; i++)
      chart->residual[chart->nh + i] = pick_value(chart, &chart->picks[i]) - chart->value[i] - (x ? x[i] : 0);
    times(chart->inverse_p, chart->nv, m, chart->residual, chart->step);
    before = now;
    now = largest_step(chart);
    if (!isfinite(now)) return false;
    jn_manifold_step(cart, state + 1, chart->step, state + 1);
    if (!goes_on(now, before)) break;
  }
  jni_chart_stage(chart, state);
  jn_manifold_difference(cart, chart->origin + 1, state + 1, chart->d);
  return now < CLOSED;
}

static bool close_speeds(jni_chart *chart, const double *x, double *state) {
  const jn_system *cart = chart->cart;
  double *v = state + 1 + cart->sizes.nq, now = HUGE_VAL, before;
  size_t nv = (size_t)chart->nv;
  int m = chart->nc + chart->nf, nh = cart->sizes.nh, more = chart->contacts->nh, last = cart->sizes.nc + more;
  jni_chart_rows(chart, chart->rows);
  for (int k = 0; k < chart->nf; k++)
    jni_candidate_row(chart, &chart->picks[chart->speeds[k]], chart->rows + (size_t)(chart->nc + k) * nv);
  for (int n = 0; n < MOST_STEPS; n++) {
    double size = fmax(chart->tempo, largest_speed(chart, v));
    for (int i = 0; i < m; i++) {
      double target = 0;  // of contacts
      if (i < nh) target = chart->work->nu[i];
      else if (i >= nh + more && i < last) target = chart->work->nu[i - more];
      else if (i >= chart->nc) target = chart->rate[chart->speeds[i - chart->nc]] + (x ? x[i - chart->nc] : 0);
      chart->residual[i] = jni_dot(chart->nv, chart->rows + (size_t)i * nv, v) - target;
    }
    times(chart->inverse_v, chart->nv, m, chart->residual, chart->step);
    before = now;
    now = largest_step(chart) / size;
    if (!isfinite(now)) return false;
    jni_add(chart->nv, 1, chart->step, v);
    if (!goes_on(now, before)) break;
  }
  return now < CLOSED;
}

bool jni_chart_close(jni_chart *chart, const double *x_p, const double *x_v, double *state) {
  if (chart->tree.system) {
    jni_chart_tree_close(chart, x_p, x_v, state);
    return true;
  }
  memcpy(state, chart->origin, (size_t)chart->cart->sizes.nstate * sizeof *state);
  return close_positions(chart, x_p, state) && close_speeds(chart, x_v, state);
}

// ---- rates ---------------------------------------------------------------------------------------------------------

// Returns the rate of an increment of a body, from the speeds v of all bodies. For rotations in space R = R0 exp(d), so
// J_r(d) ddot = w, where J_r is the right Jacobian of SO(3) and w the angular velocity in body axes.
static double increment_rate(const jni_chart *chart, const jni_candidate *pick, const double *v) {
  int first = chart->cart->v_at[pick->body] + 3, i = pick->at - first;
  if (chart->cart->model->space == JN_PLANE || i < 0) return v[pick->at];
  double back[3], J[9];
  for (int k = 0; k < 3; k++) back[k] = -chart->d[first + k];
  jnk_so3_left_jacobian_inverse(back, J);
  return jnk_dot(J + 3 * i, v + first);
}

// Returns the second derivative of a joint coordinate, E vdot + bias, from the accelerations vdot of its two bodies.
// now: its row E and bias.
static double coordinate_rate(const jn_system *cart, const jni_coordinate *c, const jni_coordinate_state *now,
                              const double *vdot) {
  double sum = now->bias;
  for (int end = 0; end < 2; end++)
    sum += jni_dot(cart->width[c->side[end].body], now->J[end], vdot + cart->v_at[c->side[end].body]);
  return sum;
}

void jni_chart_rates(jni_chart *chart, const double *state, const double *vdot, double *xdot_p, double *xdot_v) {
  const jn_system *cart = chart->cart;
  const double *v = state + 1 + cart->sizes.nq;
  jn_calc_velocity(cart, chart->work, v);
  for (int i = 0; i < chart->np; i++) {
    const jni_candidate *pick = &chart->picks[i];
    jni_coordinate_state now;
    if (pick->coordinate >= 0) jni_coordinate_at(cart, chart->work, pick->coordinate, true, &now);
    xdot_p[i] = pick->coordinate >= 0 ? now.rate : increment_rate(chart, pick, v);
  }
  for (int k = 0; k < chart->nf; k++) {
    const jni_candidate *pick = &chart->picks[chart->speeds[k]];
    jni_coordinate_state now;
    if (pick->coordinate >= 0) jni_coordinate_at(cart, chart->work, pick->coordinate, true, &now);
    xdot_v[k] = pick->coordinate >= 0 ? coordinate_rate(cart, &cart->coordinates[pick->coordinate], &now, vdot)
                                      : vdot[pick->at];
  }
}

// ---- construction --------------------------------------------------------------------------------------------------

static bool make_numbers(jni_chart *c) {
  size_t nv = (size_t)c->nv, nh = (size_t)c->nh, nc = (size_t)c->nc;
  const jni_vector parts[] = {{&c->value, nv},
                              {&c->rate, nv},
                              {&c->scale, nv},
                              {&c->inverse_p, nv * (nh + nv)},
                              {&c->inverse_v, nv * (nc + nv)},
                              {&c->rows, (nc + nv) * nv},
                              {&c->residual, nc + nv},
                              {&c->step, nv},
                              {&c->d, nv}};
  jni_vectors(c->pool, parts, sizeof parts / sizeof *parts);
  c->speeds = jni_ints(c->pool, nv);
  return !c->pool->failed;
}

jn_status jni_chart_init(jni_pool *pool, const jn_system *cart, double *origin, const double *spin, double tempo,
                         jni_linear_contacts *contacts, jni_chart *chart, jn_report *report) {
  *chart = (jni_chart){.pool = pool,
                       .tempo = tempo > 0 ? tempo : 1,
                       .cart = cart,
                       .origin = origin,
                       .contacts = contacts,
                       .nv = cart->sizes.nv};
  chart->work = jni_keep(pool, jn_work_new(cart), jni_object_free);
  if (!chart->work) return jni_report_no_memory(report);
  jni_chart_stage(chart, origin);
  jni_linear_contacts_begin(cart, chart->work, contacts);
  chart->nh = cart->sizes.nh + contacts->nh;
  chart->nc = cart->sizes.nc + contacts->nh + contacts->nv;
  if (!make_numbers(chart)) return jni_report_no_memory(report);
  jni_body_scale(cart, chart->scale);
  jn_status status = jni_chart_choose_coordinates(chart, spin);
  if (status == JN_OK) status = invert_both(chart);
  if (status == JN_NO_MEMORY) return jni_report_no_memory(report);
  if (status != JN_OK)
    return jn_report_fault(report, JN_SINGULAR, "", "the constraints give no independent coordinates at this state: %s",
                           status == JN_NOT_FINITE ? "they are not finite" : "the configuration is singular");
  record_origin(chart);
  return JN_OK;
}
