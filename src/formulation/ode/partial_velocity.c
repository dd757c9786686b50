// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// partial_velocity.c - the equations of motion along the partial velocities B, the null space of G.    [park (16)-(24)]
//
//   v = B u + c,   B = [-G_d^-1 G_i; I],   c = [G_d^-1 nu; 0],   u = v_i                                      (17)-(19)
//   [B'M; G] vdot = [B'f; gamma]                                                                                   (21)
// n equations, solved by blocks with the factor of G_d:
//   w = [G_d^-1 gamma; 0],   (B'M B) udot = B'(f - M w),   vdot = w + B udot
//   G_d' lambda = (f - M vdot)_d                    if multipliers are requested                                   (24)
// M is needed only in B'M B, so bodies may be without mass if B'M B is definite.
#include <string.h>

#include "formulation/formulation_table.h"
#include "formulation/ode/dependent_coordinates.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/work.h"

enum { NARROW = 3 };  // degrees of freedom of common mechanisms

typedef struct {
  jni_dependent base;
  int ncolumns;   // columns of B in this evaluation
  long formed;    // count of factorisations when B was computed
  double *w, *r;  // nv each: w of the head of this file; workspace
  double *u;      // width: right side B'(f - M w), then udot
} partial_velocity;

// ---- B'M B --------------------------------------------------------------------------------------------------------

#define INLINE static inline __attribute__((always_inline))

// Adds the contribution of one body with n speeds to K = B'M B (lower part) and to u = B'(f - M w). n and width, the
// number of columns of B, are constants in the common cases, so that loops are unrolled. MB: workspace, width.
INLINE void add_body(int n, int width, const double *M, const double *B, const double *w, const double *f, double *MB,
                     double *K, double *u) {
  for (int i = 0; i < n; i++) {
    double rest = f[i];
    for (int c = 0; c < width; c++) MB[c] = 0;
    for (int j = 0; j < n; j++) {
      rest -= M[i * n + j] * w[j];
      for (int c = 0; c < width; c++) MB[c] += M[i * n + j] * B[j * width + c];
    }
    for (int r = 0; r < width; r++) {
      u[r] += B[i * width + r] * rest;
      for (int c = 0; c <= r; c++) K[r * width + c] += B[i * width + r] * MB[c];
    }
  }
}

// Adds one body as add_body does, with sums kept in registers, for at most NARROW columns; specialised to bodies with 3
// (plane) and 6 (space) speeds.
INLINE void add_narrow_body(int n, int width, const double *M, const double *B, const double *w, const double *f,
                            double *K, double *u) {
  double MB[NARROW], own_K[NARROW * NARROW] = {0}, own_u[NARROW] = {0};
  if (n == 3) add_body(3, width, M, B, w, f, MB, own_K, own_u);
  else if (n == 6) add_body(6, width, M, B, w, f, MB, own_K, own_u);
  else add_body(n, width, M, B, w, f, MB, own_K, own_u);
  for (int r = 0; r < width; r++) u[r] += own_u[r];
  for (int i = 0; i < width * width; i++) K[i] += own_K[i];
}

// Computes K = B'M B (d->K, lower part) and u = B'(f - M w) (p->u), body by body.
static void form_equations(partial_velocity *p) {
  jni_dependent *d = &p->base;
  const jn_system *system = d->frame.base.system;
  const jni_pattern *pattern = &system->pattern;
  int width = p->ncolumns;
  memset(d->K, 0, (size_t)width * (size_t)width * sizeof *d->K);
  memset(p->u, 0, (size_t)width * sizeof *p->u);
  for (int b = 0; b < pattern->nblocks; b++) {
    int at = pattern->block_at[b], n = pattern->block_at[b + 1] - at;
    const double *M = jni_mass(system, p->base.frame.base.work) + pattern->mass_at[b],
                 *B = d->B + (size_t)at * (size_t)width;
    const double *w = p->w + at, *f = d->frame.base.work->f + at;
    if (width == 1) add_narrow_body(n, 1, M, B, w, f, d->K, p->u);
    else if (width == 2) add_narrow_body(n, 2, M, B, w, f, d->K, p->u);
    else if (width == 3) add_narrow_body(n, 3, M, B, w, f, d->K, p->u);
    else add_body(n, width, M, B, w, f, d->MB, d->K, p->u);
  }
}

// Computes x += B u.
static void add_along(const partial_velocity *p, double *x) {
  const double *B = p->base.B;
  int n = p->base.frame.base.system->sizes.nv, width = p->ncolumns;
  if (width == 1) {
    jni_add(n, p->u[0], B, x);
    return;
  }
  for (int i = 0; i < n; i++)
    for (int c = 0; c < width; c++) x[i] += B[i * width + c] * p->u[c];
}

// ---- evaluation ---------------------------------------------------------------------------------------------------

static void form_basis(partial_velocity *p) {
  long number = jni_split_get_info(p->base.split)->factors;
  if (p->formed != number) p->ncolumns = jni_dependent_calc_null_space(&p->base);
  p->formed = number;
}

// Sets work->v to B u, (17), with the B that the acceleration needs anyway. With drivers, near a singular configuration
// and where M-orthogonal corrections are used, corrects the speeds of the integrator instead.
static jn_status velocity(jni_explicit *f, const double *speeds, double tolerance) {
  partial_velocity *p = (partial_velocity *)f;
  jni_dependent *d = &p->base;
  if (f->base.system->nmotions > 0 || d->uses_orthogonal || !jni_dependent_is_regular(d))
    return d->independent ? jni_independent_velocity(f, speeds, tolerance)
                          : jni_dependent_velocity(f, speeds, tolerance);
  const int *columns = jni_split_columns(d->split) + d->m;
  form_basis(p);
  for (int k = 0; k < d->nfree; k++) p->u[k] = speeds[d->independent ? k : columns[k]];
  memset(f->base.work->v, 0, (size_t)f->base.system->sizes.nv * sizeof(double));
  add_along(p, f->base.work->v);
  return JN_OK;
}

static jn_status acceleration(jni_explicit *f, double *vdot, double *lambda) {
  partial_velocity *p = (partial_velocity *)f;
  jni_dependent *d = &p->base;
  jn_status status = jni_dependent_factor(d);
  if (status != JN_OK) return status;
  form_basis(p);
  jni_split_solve(d->split, f->base.work->gamma, p->w);
  form_equations(p);
  if (!jni_dense_cholesky(p->ncolumns, d->K)) return JN_SINGULAR;
  jni_dense_cholesky_solve(p->ncolumns, d->K, p->u);
  memcpy(vdot, p->w, (size_t)f->base.system->sizes.nv * sizeof *vdot);
  add_along(p, vdot);
  if (lambda) {
    const jn_system *system = f->base.system;
    jni_pattern_mass_times(&system->pattern, jni_mass(system, f->base.work), vdot, p->r);
    for (int i = 0; i < system->sizes.nv; i++) p->r[i] = f->base.work->f[i] - p->r[i];
    jni_split_solve_transposed(d->split, p->r, lambda);
  }
  const jni_split_info *info = jni_split_get_info(d->split);
  f->base.counts.least_pivot = info->least_pivot * info->least_pivot;
  f->base.counts.least_row = info->least_row;
  f->base.counts.factors = info->factors;
  f->base.counts.repivots = info->repivots;
  return JN_OK;
}

// Computes out = P x = B (B'M B)^-1 B' M x, the projection of a velocity onto the tangent space, with B and the factor
// of the last acceleration.
static void along(jni_explicit *f, const double *x, double *out) {
  partial_velocity *p = (partial_velocity *)f;
  const jn_system *system = f->base.system;
  int n = system->sizes.nv, width = p->ncolumns;
  jni_pattern_mass_times(&system->pattern, jni_mass(system, p->base.frame.base.work), x, p->r);
  memset(p->u, 0, (size_t)width * sizeof *p->u);
  for (int i = 0; i < n; i++) jni_add(width, p->r[i], p->base.B + (size_t)i * (size_t)width, p->u);
  jni_dense_cholesky_solve(width, p->base.K, p->u);
  memset(out, 0, (size_t)n * sizeof *out);
  add_along(p, out);
}

// ---- construction -------------------------------------------------------------------------------------------------

static jni_formulation *create(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                               const bool *active, jn_report *report) {
  if (jni_explicit_is_plain(system) && !choices->independent[0])
    return jni_explicit_plain(kind, system, choices, active, report);
  const jni_dependent_def def = {.kind = kind,
                                 .velocity = velocity,
                                 .acceleration = acceleration,
                                 .along = along,
                                 .size = sizeof(partial_velocity)};
  partial_velocity *p = jni_dependent_new(&def, system, choices, active, report);
  if (!p) return NULL;
  size_t n = (size_t)system->sizes.nv;
  jni_pool *pool = &p->base.frame.base.pool;
  p->w = jni_doubles(pool, n);
  p->r = jni_doubles(pool, n);
  p->u = jni_doubles(pool, p->base.width);
  if (!pool->failed) return &p->base.frame.base;
  jni_report_no_memory(report);
  return jni_object_free(p);
}

const jni_formulation_kind jni_formulation_partial_velocity = {
    .name = "partial-velocity",
    .help = "equations of motion in the tangent space (null space of G), with position and velocity analysis",
    JNI_GIVES_RATES,
    .position = jni_position_newton,
    .velocity = jni_velocity_always,
    .variants = jni_variants_partition,
    .create = create,
};
