// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// basis_recursion.c - bases by the recursion of gram_schmidt.h over all n vectors of [C E], with its rates, as
// published.
//
//   mass-recursion   in the mass metric: kinetic equations with unit mass matrix                  [blajer (3.2)-(4.10)]
//     vdot = Wd (Wd' f) + a_p,  a_p = Wc y,  Rcc' y = gamma        lambda_w = y - Wc' f,
//         C lambda = Wc* lambda_w (m of its rows)
//   plain            without the metric (Liang and Lance, Agrawal and Saigal), so a mass matrix remains  [blajer
//                    (2.10)-(2.12)]; speeds are divided by their typical sizes, independent of units
//     vdot = D w + a_p,  (D' M D) w = D' (f - M a_p)               C lambda = f - M vdot
// In both udot = Wd*' vdot + Wd_dot*' v. Multipliers have the sign of the papers until they are returned.
#include <math.h>
#include <string.h>

#include "formulation/basis/gram_schmidt.h"
#include "formulation/basis/tangent_basis.h"
#include "system/coordinates/body_level.h"
#include "system/derivative/rate.h"
#include "system/work.h"

typedef struct {
  jni_gram_schmidt g;  // Gram-Schmidt over the m constraint gradients, then the vectors of E
  jni_gram_metric metric;
  double *G;               // nc x n: workspace
  double *Mu, *w, *MD;     // k x k, k, k x n: plain only: D' M D, w, M D
  double *y, *c, *rest;    // m, n, n: y above; c, the part of v that drivers prescribe; workspace
  double *inverse_rate;    // rate of M^-1, if M varies
  double *plain, *size;    // plain only: squared sizes of the speeds, as blocks of M and as a vector (n)
  double *matrix, *right;  // m x m, m: m rows of the equations C lambda = Wc* lambda_w
  int *pivot, *chosen;     // m
  jni_greedy greedy;       // selects the rows of this system
} parts;

static parts *of(const jni_orthonormal *o) { return o->own; }
static double *w_of(const jni_orthonormal *o, int i) { return of(o)->g.w + (size_t)i * (size_t)o->n; }
static double *star_of(const jni_orthonormal *o, int i) { return of(o)->g.star + (size_t)i * (size_t)o->n; }

// Allocates the metric of variant `plain` and sets it to the squared typical sizes of the speeds. Returns false if
// there is no memory.
static bool make_sizes(jni_orthonormal *o) {
  const jni_pattern *pattern = &o->frame.base.system->pattern;
  parts *p = of(o);
  p->plain = jni_take(&o->frame.base.pool, pattern->nmass, sizeof *p->plain);
  p->size = jni_take(&o->frame.base.pool, o->n, sizeof *p->size);
  if (o->frame.base.pool.failed) return false;
  for (int b = 0; b < pattern->nblocks; b++)
    for (int i = pattern->block_at[b], width = pattern->block_at[b + 1] - i, k = 0; k < width; i++) {
      double size = jni_basis_speed_size(o, i);
      p->plain[pattern->mass_at[b] + k * (width + 1)] = p->size[i] = size * size;
      k++;
    }
  return true;
}

static bool create(jni_orthonormal *o, bool with_metric) {
  jni_pool *pool = &o->frame.base.pool;
  const jn_system *system = o->frame.base.system;
  parts *p = o->own = jni_take(pool, 1, sizeof *p);
  if (!p) return false;
  size_t n = (size_t)o->n, m = (size_t)o->m, k = (size_t)o->k, nc = (size_t)system->sizes.nc;
  const jni_vector vectors[] = {{&p->G, nc * n}, {&p->y, m},      {&p->c, n},          {&p->rest, n}, {&p->Mu, k * k},
                                {&p->w, k},      {&p->MD, k * n}, {&p->matrix, m * m}, {&p->right, m}};
  bool varies = with_metric && o->mass_rate;
  if (varies) p->inverse_rate = jni_take(pool, system->pattern.nmass, sizeof *p->inverse_rate);
  if (!with_metric && !make_sizes(o)) return false;
  p->metric = (jni_gram_metric){
      .pattern = &system->pattern, .inverse = with_metric ? o->metric.inverse : p->plain, .rate = p->inverse_rate};
  p->pivot = jni_take(pool, m, sizeof *p->pivot);
  p->chosen = jni_take(pool, m, sizeof *p->chosen);
  jni_vectors(pool, vectors, sizeof vectors / sizeof *vectors);
  jni_gram_schmidt_init(pool, o->n, o->m + o->k, true, &p->g);
  p->g.nwatched = o->m;
  return jni_greedy_init(pool, o->n, o->m, &p->greedy);
}

static bool create_mass(jni_orthonormal *o) { return create(o, true); }
static bool create_plain(jni_orthonormal *o) { return create(o, false); }

// ---- the basis --------------------------------------------------------------------------------------------------

// Computes out = Wc y with Rcc' y = rows: the velocity or acceleration that satisfies the constraints with the right
// side `rows` (nc) and is orthogonal to the tangent space. Leaves y in p->y.
static void across(jni_orthonormal *o, const double *rows, double *out) {
  parts *p = of(o);
  for (int i = 0; i < o->m; i++) p->y[i] = rows[o->rows[i]];
  jni_gram_schmidt_solve_transposed(&p->g, o->m, p->y);
  memset(out, 0, (size_t)o->n * sizeof *out);
  for (int i = 0; i < o->m; i++) jni_add(o->n, p->y[i], w_of(o, i), out);
}

// Returns the conditioning of the basis, in octaves: the product of the squared sines between the vectors of E and the
// constraints, in the metric of the basis.
static double calc_conditioning(const jni_orthonormal *o) {
  parts *p = of(o);
  size_t count = (size_t)p->g.count;
  jni_volume volume = jni_volume_whole();
  for (int j = 0; j < o->k; j++) {
    double length = p->g.r[(size_t)(o->m + j) * count + (size_t)(o->m + j)],
           size = p->size ? p->size[o->E.unit[j]] : o->E_size[j];
    jni_volume_times(&volume, length * length / size);
  }
  return jni_volume_octaves(&volume);
}

static jn_status form(jni_orthonormal *o) {
  parts *p = of(o);
  jni_basis_rows(o, o->frame.base.work->G, p->G, p->g.p);
  for (int j = 0; j < o->k; j++) {
    double *to = p->g.p + (size_t)(o->m + j) * (size_t)o->n;
    const double *e = jni_supplement_vector(o, &o->E, j, to);
    if (e != to) memcpy(to, e, (size_t)o->n * sizeof *to);
  }
  jni_gram_schmidt_form(&p->g, &p->metric);
  o->conditioning = calc_conditioning(o);
  if (o->frame.base.system->nmotions > 0) across(o, o->frame.base.work->nu, p->c);
  jni_formulation_counts *counts = &o->frame.base.counts;
  counts->least_pivot = p->g.least;
  counts->least_row = p->g.least_at >= 0 ? o->rows[p->g.least_at] : -1;
  return o->conditioning > -HUGE_VAL ? JN_OK : JN_SINGULAR;
}

// Computes column i of the projector T = Mi - Wc Wc' onto the tangent space, in the metric of the basis. Needs the
// orthonormalised constraints.
static void column_of_T(void *self, int i, double *out) {
  jni_orthonormal *o = self;
  parts *p = of(o);
  memset(o->vector, 0, (size_t)o->n * sizeof *o->vector);
  o->vector[i] = 1;
  jni_pattern_mass_times(p->metric.pattern, p->metric.inverse, o->vector, out);
  for (int c = 0; c < o->m; c++) jni_add(o->n, -w_of(o, c)[i], w_of(o, c), out);
}

static jn_status choose(jni_orthonormal *o, jni_supplement *E, double *conditioning) {
  parts *p = of(o);
  const jni_projector T = {.n = o->n, .self = o, .column = column_of_T, .size = p->size ? p->size : o->size};
  jni_basis_rows(o, o->frame.base.work->G, p->G, p->g.p);
  memset(p->g.p + (size_t)o->m * (size_t)o->n, 0, (size_t)o->k * (size_t)o->n * sizeof *p->g.p);
  jni_gram_schmidt_form(&p->g, &p->metric);
  *conditioning = jni_greedy_choose(&o->greedy, &T, o->k, E->unit);
  return *conditioning > -HUGE_VAL ? JN_OK : JN_SINGULAR;
}

static const double *direction(const jni_orthonormal *o, int j) { return w_of(o, o->m + j); }

static void velocity(jni_orthonormal *o, const double *u, double *v) {
  parts *p = of(o);
  if (o->frame.base.system->nmotions > 0) memcpy(v, p->c, (size_t)o->n * sizeof *v);
  else memset(v, 0, (size_t)o->n * sizeof *v);
  for (int j = 0; j < o->k; j++) jni_add(o->n, u[j], w_of(o, o->m + j), v);
}

// ---- acceleration -----------------------------------------------------------------------------------------------

static void write_lambda(const jni_orthonormal *o, const double *right, double *lambda) {
  memset(lambda, 0, (size_t)o->frame.base.system->sizes.nc * sizeof *lambda);
  for (int i = 0; i < o->m; i++) lambda[o->rows[i]] = -right[i];
}

// Computes column i of Wc* Wc*'. Its diagonal element shows how strongly the constraint forces act on speed i. (Wc Wc'
// would show how much they accelerate it, which a nondiagonal mass matrix does even where C is zero.)
static void column_across(void *self, int i, double *out) {
  jni_orthonormal *o = self;
  memset(out, 0, (size_t)o->n * sizeof *out);
  for (int c = 0; c < o->m; c++) jni_add(o->n, star_of(o, c)[i], star_of(o, c), out);
}

// Computes lambda (nc) from C lambda = Wc* lambda_w. These are n equations for the multipliers of the m active
// constraints, of which the projective criterion selects as many as there are independent constraints. Multipliers of
// dependent constraints are 0. Returns JN_SINGULAR if the selected equations are singular.
static jn_status solve_reactions(jni_orthonormal *o, const double *lambda_w, double *lambda) {
  parts *p = of(o);
  const jni_projector Tc = {.n = o->n, .self = o, .column = column_across, .size = o->vector};
  int used = 0, all = 0;
  for (int i = 0; i < o->n; i++) o->vector[i] = 1 / o->size[i];
  for (int c = 0; c < o->m; c++) all += !p->g.dependent[c];
  jni_greedy_choose(&p->greedy, &Tc, all, p->chosen);
  memset(p->rest, 0, (size_t)o->n * sizeof *p->rest);
  for (int c = 0; c < o->m; c++) jni_add(o->n, lambda_w[c], star_of(o, c), p->rest);
  for (int c = 0; c < o->m; c++) {
    if (p->g.dependent[c]) continue;
    const double *row = p->g.p + (size_t)c * (size_t)o->n;
    for (int i = 0; i < all; i++) p->matrix[(size_t)i * (size_t)all + (size_t)used] = row[p->chosen[i]];
    used++;
  }
  for (int i = 0; i < used; i++) p->right[i] = p->rest[p->chosen[i]];
  if (used > 0 && !jni_dense_lu(used, p->matrix, p->pivot)) return JN_SINGULAR;
  if (used > 0) jni_dense_lu_solve(used, p->matrix, p->pivot, p->right);
  for (int c = o->m - 1, at = used; c >= 0; c--) p->right[c] = p->g.dependent[c] ? 0 : p->right[--at];
  write_lambda(o, p->right, lambda);
  return JN_OK;
}

static jn_status acceleration_mass(jni_orthonormal *o, double *vdot, double *lambda) {
  const jn_work *work = o->frame.base.work;
  parts *p = of(o);
  across(o, work->gamma, vdot);
  for (int j = 0; j < o->k; j++) jni_add(o->n, jni_dot(o->n, w_of(o, o->m + j), work->f), w_of(o, o->m + j), vdot);
  if (!lambda) return JN_OK;
  for (int i = 0; i < o->m; i++) p->y[i] -= jni_dot(o->n, w_of(o, i), work->f);
  return solve_reactions(o, p->y, lambda);
}

// Computes D' M D for variant `plain` and replaces it by its Cholesky factor. Returns false if it is not positive
// definite.
static bool factor_mass(jni_orthonormal *o) {
  const jn_system *system = o->frame.base.system;
  parts *p = of(o);
  for (int j = 0; j < o->k; j++) {
    double *MD = p->MD + (size_t)j * (size_t)o->n;
    jni_pattern_mass_times(&system->pattern, jni_mass(system, o->frame.base.work), w_of(o, o->m + j), MD);
    for (int i = 0; i <= j; i++) p->Mu[j * o->k + i] = p->Mu[i * o->k + j] = jni_dot(o->n, w_of(o, o->m + i), MD);
  }
  return jni_dense_cholesky(o->k, p->Mu);
}

// Adds D (D' M D)^-1 D' x to out, with the factor of factor_mass.
static void add_projected(jni_orthonormal *o, const double *x, double *out) {
  parts *p = of(o);
  for (int j = 0; j < o->k; j++) p->w[j] = jni_dot(o->n, w_of(o, o->m + j), x);
  jni_dense_cholesky_solve(o->k, p->Mu, p->w);
  for (int j = 0; j < o->k; j++) jni_add(o->n, p->w[j], w_of(o, o->m + j), out);
}

static jn_status acceleration_plain(jni_orthonormal *o, double *vdot, double *lambda) {
  const jn_system *system = o->frame.base.system;
  const jn_work *work = o->frame.base.work;
  parts *p = of(o);
  if (!factor_mass(o)) return JN_SINGULAR;
  across(o, work->gamma, vdot);
  jni_pattern_mass_times(&system->pattern, jni_mass(system, o->frame.base.work), vdot, p->rest);
  for (int i = 0; i < o->n; i++) p->rest[i] = work->f[i] - p->rest[i];
  add_projected(o, p->rest, vdot);
  if (!lambda) return JN_OK;
  jni_pattern_mass_times(&system->pattern, jni_mass(system, o->frame.base.work), vdot, p->rest);
  for (int i = 0; i < o->n; i++) p->rest[i] -= work->f[i];
  for (int i = 0; i < o->m; i++) p->y[i] = jni_dot(o->n, w_of(o, i), p->rest);
  jni_gram_schmidt_solve(&p->g, o->m, p->y);
  write_lambda(o, p->y, lambda);
  return JN_OK;
}

static void along_mass(jni_orthonormal *o, const double *x, double *out) {
  parts *p = of(o);
  memset(p->rest, 0, (size_t)o->n * sizeof *p->rest);
  for (int j = o->m; j < o->m + o->k; j++) jni_add(o->n, jni_dot(o->n, star_of(o, j), x), w_of(o, j), p->rest);
  memcpy(out, p->rest, (size_t)o->n * sizeof *out);
}

static void along_plain(jni_orthonormal *o, const double *x, double *out) {
  parts *p = of(o);
  jni_pattern_mass_times(&o->frame.base.system->pattern, jni_mass(o->frame.base.system, o->frame.base.work), x,
                         p->rest);
  memset(out, 0, (size_t)o->n * sizeof *out);
  add_projected(o, p->rest, out);
}

// ---- speeds -----------------------------------------------------------------------------------------------------

static void speeds(jni_orthonormal *o, const double *v, double *u) {
  for (int j = 0; j < o->k; j++) u[j] = jni_dot(o->n, star_of(o, o->m + j), v);
}

static void speed_rate(jni_orthonormal *o, const double *vdot, double *rate) {
  const jn_system *system = o->frame.base.system;
  jn_work *work = o->frame.base.work;
  parts *p = of(o);
  jni_set_direction(system, work, o->frame.motion);
  jni_calc_G_rate(system, work);
  jni_basis_rows(o, work->Gdot, p->G, p->g.pdot);  // E is constant: its rate stays zero
  if (p->inverse_rate) {
    jni_basis_mass_rate(o);
    jni_metric_rate(system, &o->metric, o->mass_rate, p->inverse_rate);
  }
  jni_gram_schmidt_rate(&p->g, &p->metric);
  for (int j = 0; j < o->k; j++)
    rate[j] = jni_dot(o->n, star_of(o, o->m + j), vdot) +
              jni_dot(o->n, p->g.stardot + (size_t)(o->m + j) * (size_t)o->n, work->v);
}

#define PARTS                                                                                                    \
  .units = true, .choose = choose, .form = form, .direction = direction, .velocity = velocity, .speeds = speeds, \
  .speed_rate = speed_rate

const jni_basis_kind jni_basis_mass_recursion = {.name = "mass-recursion",
                                                 .massive = true,
                                                 .create = create_mass,
                                                 .acceleration = acceleration_mass,
                                                 .along = along_mass,
                                                 PARTS};
const jni_basis_kind jni_basis_plain = {
    .name = "plain", .create = create_plain, .acceleration = acceleration_plain, .along = along_plain, PARTS};
