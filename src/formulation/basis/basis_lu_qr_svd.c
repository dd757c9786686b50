// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// basis_lu_qr_svd.c - bases without the mass metric: E from a decomposition of G when E is chosen. [blajer
// (2.8)-(2.12)]
//
// The matrix is scaled, [G; E'] -> s [G; E'] z, with the typical sizes z of the speeds and the lengths 1 / s of the
// rows after that, so that the result does not depend on units.
//   [G; E'] D = [0; 1]      [G; E'] c = [nu; 0]      [G; E'] a_p = [gamma; 0]      u = E' v,  udot = E' vdot
//   (D' M D) w = D' (f - M a_p),  vdot = D w + a_p      [G; E']' [lambda; .] = f - M vdot
//   lu    E: the columns of G without pivot in elimination with full pivoting (Wehage and Haug)
//   qr    E: the last columns of Q in G' = Q R (Kim and Vanderploeg)
//   svd   E: the singular vectors of G with singular value zero (Mani, Haug and Atkinson)
#include <math.h>
#include <string.h>

#include "formulation/basis/tangent_basis.h"
#include "linalg/dense/nullspace.h"
#include "system/coordinates/body_level.h"
#include "system/work.h"

typedef struct {
  double *G;             // nc x n: workspace
  double *A;             // n x n: s [G; E'] z, then its factors
  double *z, *s;         // n, n: typical sizes of the speeds; 1 / length of each row
  int *pivot;            // n
  double *D, *MD;        // k x n: columns of D and of M D, one per row
  double *Mu, *S;        // k x k: Cholesky factors of D' M D and of S = E' M^-1 E
  double *c, *rest, *w;  // n, n, k: c, the part of v that drivers prescribe; workspace
  jni_nullspace space;   // qr and svd
} parts;

// Smallest admissible pivot relative to the largest.
static const double least_pivot = 1e-13;

static parts *of(const jni_orthonormal *o) { return o->own; }
static double *column(const jni_orthonormal *o, int j) { return of(o)->D + (size_t)j * (size_t)o->n; }

static bool create(jni_orthonormal *o) {
  jni_pool *pool = &o->frame.base.pool;
  parts *p = o->own = jni_take(pool, 1, sizeof *p);
  if (!p) return false;
  size_t n = (size_t)o->n, k = (size_t)o->k, nc = (size_t)o->frame.base.system->sizes.nc;
  const jni_vector vectors[] = {{&p->G, nc * n}, {&p->A, n * n}, {&p->D, k * n}, {&p->MD, k * n},
                                {&p->Mu, k * k}, {&p->S, k * k}, {&p->c, n},     {&p->rest, n},
                                {&p->w, k},      {&p->z, n},     {&p->s, n}};
  p->pivot = jni_take(pool, n, sizeof *p->pivot);
  jni_vectors(pool, vectors, sizeof vectors / sizeof *vectors);
  for (int i = 0; !pool->failed && i < o->n; i++) p->z[i] = jni_basis_speed_size(o, i);
  return !pool->failed;
}

static bool create_qr(jni_orthonormal *o) {
  return create(o) && jni_nullspace_init(&o->frame.base.pool, o->m, o->n, false, &of(o)->space);
}
static bool create_svd(jni_orthonormal *o) {
  return create(o) && jni_nullspace_init(&o->frame.base.pool, o->m, o->n, true, &of(o)->space);
}

// ---- the basis --------------------------------------------------------------------------------------------------

// Finds the smallest pivot of the factored matrix A relative to the largest; records its square and its constraint in
// the counts of the formulation. Returns the relative pivot.
static double record_least_pivot(jni_orthonormal *o) {
  parts *p = of(o);
  double most = 0, least = HUGE_VAL;
  int at = -1;
  for (int i = 0; i < o->n; i++) {
    double size = fabs(p->A[(size_t)i * (size_t)(o->n + 1)]);
    if (size > most) most = size;
    if (size < least) {
      least = size;
      at = i;
    }
  }
  double relative = most > 0 ? least / most : 0;
  jni_formulation_counts *counts = &o->frame.base.counts;
  counts->least_pivot = relative * relative;  // on the scale of pivots of G M^-1 G'
  int row = at >= 0 ? jni_dense_lu_row(p->pivot, at) : o->n;
  counts->least_row = row < o->m ? o->rows[row] : -1;  // rows from m on are E'
  return relative;
}

// Multiplies the columns of A (first `rows` rows) by the sizes z of the speeds, then scales each row to unit length;
// stores the factors of the rows in s.
static void scale_rows(jni_orthonormal *o, int rows, double *A) {
  parts *p = of(o);
  for (int i = 0; i < rows; i++) {
    double *row = A + (size_t)i * (size_t)o->n;
    for (int j = 0; j < o->n; j++) row[j] *= p->z[j];
    double length = sqrt(jni_dot(o->n, row, row));
    p->s[i] = length > 0 ? 1 / length : 1;
    for (int j = 0; j < o->n; j++) row[j] *= p->s[i];
  }
}

// Writes the active rows of G to A (m x n, dense) and scales them by scale_rows.
static void write_scaled_G(jni_orthonormal *o, double *A) {
  jni_basis_rows(o, o->frame.base.work->G, of(o)->G, A);
  scale_rows(o, o->m, A);
}

// Solves [G; E'] x = b with the factors of factor_rows. x: b on entry, the solution on return.
static void solve(jni_orthonormal *o, double *x) {
  parts *p = of(o);
  for (int i = 0; i < o->n; i++) x[i] *= p->s[i];
  jni_dense_lu_solve(o->n, p->A, p->pivot, x);
  for (int i = 0; i < o->n; i++) x[i] *= p->z[i];
}

// Solves [G; E']' x = b with the factors of factor_rows. x: b on entry, the solution on return.
static void solve_transposed(jni_orthonormal *o, double *x) {
  parts *p = of(o);
  for (int i = 0; i < o->n; i++) x[i] *= p->z[i];
  jni_dense_lu_solve_transposed(o->n, p->A, p->pivot, x);
  for (int i = 0; i < o->n; i++) x[i] *= p->s[i];
}

// Factors the scaled matrix [G; E'] and records its smallest pivot. Returns false if it is singular.
static bool factor_rows(jni_orthonormal *o, const jni_supplement *E) {
  parts *p = of(o);
  jni_basis_rows(o, o->frame.base.work->G, p->G, p->A);
  for (int j = 0; j < o->k; j++) {
    double *to = p->A + (size_t)(o->m + j) * (size_t)o->n;
    const double *e = jni_supplement_vector(o, E, j, to);
    if (e != to) memcpy(to, e, (size_t)o->n * sizeof *to);
    else to[E->unit[j]] = 1 / p->z[E->unit[j]];
  }
  scale_rows(o, o->n, p->A);
  if (!jni_dense_lu(o->n, p->A, p->pivot)) return false;
  return record_least_pivot(o) > least_pivot;
}

// Solves [G; E'] x = [rows; 0] with the factors of factor_rows: x is the velocity or acceleration that satisfies the
// constraints with the right side `rows` (nc) and is zero along E.
static void across(jni_orthonormal *o, const double *rows, double *x) {
  memset(x, 0, (size_t)o->n * sizeof *x);
  for (int i = 0; i < o->m; i++) x[i] = rows[o->rows[i]];
  solve(o, x);
}

// Computes S = E' M^-1 E and replaces it by its Cholesky factor. If E consists of unit vectors, only the diagonal of S
// is used, with speeds in units of their sizes z. size (k): e_j' M^-1 e_j, or NULL. Returns false if S is not positive
// definite.
static bool form_sizes(jni_orthonormal *o, const jni_supplement *E, const double *size) {
  double *S = of(o)->S;
  memset(S, 0, (size_t)o->k * (size_t)o->k * sizeof *S);
  for (int j = 0; j < o->k; j++) {
    double z = E->columns ? 1 : of(o)->z[E->unit[j]];
    if (!E->columns) S[j * o->k + j] = (size ? size[j] : jni_supplement_size(o, E, j)) / (z * z);
    if (E->columns)
      jni_pattern_mass_times(&o->frame.base.system->pattern, o->metric.inverse, E->columns + (size_t)j * (size_t)o->n,
                             o->vector);
    for (int i = 0; E->columns && i < o->k; i++)
      S[j * o->k + i] = jni_dot(o->n, E->columns + (size_t)i * (size_t)o->n, o->vector);
  }
  return jni_dense_cholesky(o->k, S);
}

// Returns the conditioning of the basis, in octaves: the product of the squared sines between the vectors of E and the
// constraints, 1 / (det S det D' M D). It depends on the span of E only.
static double calc_conditioning(const jni_orthonormal *o) {
  jni_volume volume = jni_volume_whole();
  for (int j = 0; j < o->k; j++) {
    double pivots = of(o)->S[j * (o->k + 1)] * of(o)->Mu[j * (o->k + 1)];
    jni_volume_times(&volume, 1 / (pivots * pivots));
  }
  return jni_volume_octaves(&volume);
}

// Computes, for the supplement E, the matrix D, the factor of D' M D and, with drivers, c. Sets *conditioning, in
// octaves; -HUGE_VAL on failure. size (k): e_j' M^-1 e_j; NULL: they are computed here. Returns JN_SINGULAR if [G; E']
// is singular, or if D' M D or S is not positive definite.
static jn_status form_with(jni_orthonormal *o, const jni_supplement *E, const double *size, double *conditioning) {
  const jn_system *system = o->frame.base.system;
  parts *p = of(o);
  *conditioning = -HUGE_VAL;
  if (!factor_rows(o, E)) return JN_SINGULAR;
  for (int j = 0; j < o->k; j++) {
    double *d = column(o, j);
    memset(d, 0, (size_t)o->n * sizeof *d);
    d[o->m + j] = 1;
    solve(o, d);
  }
  for (int j = 0; j < o->k; j++) {  // computes D' M D
    double *MD = p->MD + (size_t)j * (size_t)o->n;
    jni_pattern_mass_times(&system->pattern, jni_mass(system, o->frame.base.work), column(o, j), MD);
    for (int i = 0; i <= j; i++) p->Mu[j * o->k + i] = p->Mu[i * o->k + j] = jni_dot(o->n, column(o, i), MD);
  }
  if (!jni_dense_cholesky(o->k, p->Mu) || !form_sizes(o, E, size)) return JN_SINGULAR;
  *conditioning = calc_conditioning(o);
  if (o->frame.base.system->nmotions > 0) across(o, o->frame.base.work->nu, p->c);
  return JN_OK;
}

static jn_status form(jni_orthonormal *o) { return form_with(o, &o->E, o->E_size, &o->conditioning); }

static jn_status choose_lu(jni_orthonormal *o, jni_supplement *E, double *conditioning) {
  parts *p = of(o);
  write_scaled_G(o, p->A);
  if (!jni_leftover_columns(o->m, o->n, p->A, p->pivot, E->unit)) return JN_SINGULAR;
  return form_with(o, E, NULL, conditioning);
}

static jn_status choose_space(jni_orthonormal *o, jni_supplement *E, double *conditioning) {
  parts *p = of(o);
  write_scaled_G(o, p->space.A);
  const double *space = jni_nullspace_calc(&p->space);
  if (!space) return JN_SINGULAR;
  for (int i = 0; i < o->k * o->n; i++) E->columns[i] = space[i] / p->z[i % o->n];
  return form_with(o, E, NULL, conditioning);
}

// ---- motion -----------------------------------------------------------------------------------------------------

static const double *direction(const jni_orthonormal *o, int j) { return column(o, j); }

static void velocity(jni_orthonormal *o, const double *u, double *v) {
  if (o->frame.base.system->nmotions > 0) memcpy(v, of(o)->c, (size_t)o->n * sizeof *v);
  else memset(v, 0, (size_t)o->n * sizeof *v);
  for (int j = 0; j < o->k; j++) jni_add(o->n, u[j], column(o, j), v);
}

// Adds D (D' M D)^-1 D' x to out.
static void add_projected(jni_orthonormal *o, const double *x, double *out) {
  parts *p = of(o);
  for (int j = 0; j < o->k; j++) p->w[j] = jni_dot(o->n, column(o, j), x);
  jni_dense_cholesky_solve(o->k, p->Mu, p->w);
  for (int j = 0; j < o->k; j++) jni_add(o->n, p->w[j], column(o, j), out);
}

// Sets the workspace `rest` of the basis to the residual f - M a.
static void calc_residual(jni_orthonormal *o, const double *a) {
  const jn_system *system = o->frame.base.system;
  double *rest = of(o)->rest;
  jni_pattern_mass_times(&system->pattern, jni_mass(system, o->frame.base.work), a, rest);
  for (int i = 0; i < o->n; i++) rest[i] = o->frame.base.work->f[i] - rest[i];
}

static jn_status acceleration(jni_orthonormal *o, double *vdot, double *lambda) {
  parts *p = of(o);
  across(o, o->frame.base.work->gamma, vdot);
  calc_residual(o, vdot);
  add_projected(o, p->rest, vdot);
  if (!lambda) return JN_OK;
  calc_residual(o, vdot);
  solve_transposed(o, p->rest);
  memset(lambda, 0, (size_t)o->frame.base.system->sizes.nc * sizeof *lambda);
  for (int i = 0; i < o->m; i++) lambda[o->rows[i]] = p->rest[i];
  return JN_OK;
}

static void along(jni_orthonormal *o, const double *x, double *out) {
  parts *p = of(o);
  jni_pattern_mass_times(&o->frame.base.system->pattern, jni_mass(o->frame.base.system, o->frame.base.work), x,
                         p->rest);
  memset(out, 0, (size_t)o->n * sizeof *out);
  add_projected(o, p->rest, out);
}

static void speeds(jni_orthonormal *o, const double *v, double *u) {
  for (int j = 0; j < o->k; j++)
    u[j] = o->E.unit ? v[o->E.unit[j]] / of(o)->z[o->E.unit[j]]
                     : jni_dot(o->n, o->E.columns + (size_t)j * (size_t)o->n, v);
}

static void speed_rate(jni_orthonormal *o, const double *vdot, double *rate) { speeds(o, vdot, rate); }

#define BASIS(name_, units_, create_, choose_)                                                                     \
  {                                                                                                                \
    .name = name_, .units = units_, .create = create_, .choose = choose_, .form = form, .direction = direction,    \
    .velocity = velocity, .acceleration = acceleration, .along = along, .speeds = speeds, .speed_rate = speed_rate \
  }

const jni_basis_kind jni_basis_lu = BASIS("lu", true, create, choose_lu);
const jni_basis_kind jni_basis_qr = BASIS("qr", false, create_qr, choose_space);
const jni_basis_kind jni_basis_svd = BASIS("svd", false, create_svd, choose_space);
