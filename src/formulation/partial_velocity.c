// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// partial_velocity.c - the equations of motion along the partial velocities B, the null space of G.                [park (16)-(24)]
//
//   v = B u + c,   B = [-G_d^-1 G_i; I],   c = [G_d^-1 nu; 0],   u = v_i                                           (17)-(19)
//   [B'M; G] vdot = [B'f; gamma]                                                                                   (21)
// n equations, solved by blocks with the factor of G_d at hand:
//   w = [G_d^-1 gamma; 0],   (B'M B) udot = B'(f - M w),   vdot = w + B udot
//   G_d' lambda = (f - M vdot)_d                    when asked for                                                 (24)
// M enters through B'M B alone, so bodies without mass are welcome where the motion moves some mass.
#include <math.h>
#include <string.h>

#include "formulation/dependent.h"
#include "formulation/table.h"
#include "system/system.h"

typedef struct {
  jni_dependent base;
  int ncolumns;        // of B in this evaluation
  double *w, *r;       // nv
  double *u;           // width
} partial_velocity;

// ---- B'M B --------------------------------------------------------------------------------------------------------

// MB = M B and K = B' MB, body by body.
static void form_inertia(jni_dependent *d, int width) {
  const jn_system *system = d->frame.base.system;
  const jni_pattern *p = &system->pattern;
  memset(d->K, 0, (size_t)width * (size_t)width * sizeof *d->K);
  for (int b = 0; b < p->nblocks; b++) {
    int at = p->block_at[b], n = p->block_at[b + 1] - at;
    const double *M = system->mass + p->mass_at[b], *B = d->B + (size_t)at * (size_t)width;
    double *MB = d->MB + (size_t)at * (size_t)width;
    for (int i = 0; i < n; i++)
      for (int c = 0; c < width; c++) {
        double sum = 0;
        for (int j = 0; j < n; j++) sum += M[i * n + j] * B[j * width + c];
        MB[i * width + c] = sum;
      }
    for (int i = 0; i < n; i++)
      for (int r = 0; r < width; r++)
        for (int c = 0; c <= r; c++) d->K[r * width + c] += B[i * width + r] * MB[i * width + c];
  }
}

// K = L L' in place, lower part. False: not definite.
static bool cholesky(double *K, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = K[i * n + j];
      for (int k = 0; k < j; k++) sum -= K[i * n + k] * K[j * n + k];
      if (j < i) K[i * n + j] = sum / K[j * n + j];
      else if (sum > 0) K[i * n + i] = sqrt(sum);
      else return false;
    }
  return true;
}

static void cholesky_solve(const double *L, int n, double *x) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) x[i] -= L[i * n + k] * x[k];
    x[i] /= L[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++) x[i] -= L[k * n + i] * x[k];
    x[i] /= L[i * n + i];
  }
}

// u = (B'M B)^-1 B' r
static void solve_along(const partial_velocity *p, const double *r) {
  int n = p->base.frame.base.system->sizes.nv, width = p->ncolumns;
  memset(p->u, 0, (size_t)width * sizeof *p->u);
  for (int i = 0; i < n; i++)
    for (int c = 0; c < width; c++) p->u[c] += p->base.B[i * width + c] * r[i];
  cholesky_solve(p->base.K, width, p->u);
}

static double row_times_u(const partial_velocity *p, int i) {
  double sum = 0;
  for (int c = 0; c < p->ncolumns; c++) sum += p->base.B[i * p->ncolumns + c] * p->u[c];
  return sum;
}

// ---- evaluation ---------------------------------------------------------------------------------------------------

static void count(jni_explicit *f, const jni_dependent *d) {
  const jni_split_info *info = jni_split_get_info(d->split);
  f->base.counts.least_pivot = info->least_pivot * info->least_pivot, f->base.counts.least_row = info->least_row;
  f->base.counts.factors = info->factors, f->base.counts.repivots = info->repivots;
}

static void multipliers(partial_velocity *p, const double *vdot, double *lambda) {
  const jn_system *system = p->base.frame.base.system;
  jni_pattern_mass_times(&system->pattern, system->mass, vdot, p->r);
  for (int i = 0; i < system->sizes.nv; i++) p->r[i] = p->base.frame.base.work->f[i] - p->r[i];
  jni_split_solve_transposed(p->base.split, p->r, lambda);
}

static jn_status acceleration(jni_explicit *f, double *vdot, double *lambda) {
  partial_velocity *p = (partial_velocity *)f;
  jni_dependent *d = &p->base;
  const jn_system *system = f->base.system;
  if (!f->control.factored) d->factored = false;  // a new evaluation without position analysis
  jn_status status = jni_dependent_factor(d);
  if (status != JN_OK) return status;
  f->control.factored = true;
  p->ncolumns = jni_dependent_null(d);
  form_inertia(d, p->ncolumns);
  if (!cholesky(d->K, p->ncolumns)) return JN_SINGULAR;
  jni_split_solve(d->split, f->base.work->gamma, p->w);
  jni_pattern_mass_times(&system->pattern, system->mass, p->w, p->r);
  for (int i = 0; i < system->sizes.nv; i++) p->r[i] = f->base.work->f[i] - p->r[i];
  solve_along(p, p->r);
  for (int i = 0; i < system->sizes.nv; i++) vdot[i] = p->w[i] + row_times_u(p, i);
  if (lambda) multipliers(p, vdot, lambda);
  count(f, d);
  return JN_OK;
}

// P x = B (B'M B)^-1 B' M x
static void along(jni_explicit *f, const double *x, double *out) {
  partial_velocity *p = (partial_velocity *)f;
  const jn_system *system = f->base.system;
  jni_pattern_mass_times(&system->pattern, system->mass, x, p->r);
  solve_along(p, p->r);
  for (int i = 0; i < system->sizes.nv; i++) out[i] = row_times_u(p, i);
}

// ---- making it ----------------------------------------------------------------------------------------------------

static void destroy(jni_explicit *f) {
  partial_velocity *p = (partial_velocity *)f;
  jni_free(f->base.alloc, p->w), jni_free(f->base.alloc, p->r), jni_free(f->base.alloc, p->u);
  jni_dependent_destroy(f);
}

static const jni_method all = {
    .position = jni_dependent_position,
    .velocity = jni_dependent_velocity,
    .acceleration = acceleration,
    .along = along,
    .position_rate = jni_dependent_position_rate,
    .choose = jni_dependent_choose,
    .recall = jni_dependent_recall,
    .destroy = destroy,
};

static const jni_method independent = {
    .load = jni_independent_load,
    .position = jni_independent_position,
    .velocity = jni_independent_velocity,
    .acceleration = acceleration,
    .along = along,
    .position_rate = jni_independent_position_rate,
    .speed_rate = jni_independent_speed_rate,
    .store = jni_independent_store,
    .choose = jni_independent_choose,
    .recall = jni_dependent_recall,
    .destroy = destroy,
};

static jni_formulation *create(const jn_system *system, const jn_choices *choices, const bool *active, jn_report *report) {
  static const jni_method *const methods[2] = {&all, &independent};
  const jni_dependent_def def = {.kind = &jni_formulation_partial_velocity, .methods = methods, .size = sizeof(partial_velocity)};
  partial_velocity *p = jni_dependent_new(&def, system, choices, active, report);
  if (!p) return NULL;
  size_t n = (size_t)system->sizes.nv;
  p->w = jni_alloc0(system->alloc, n, sizeof(double)), p->r = jni_alloc0(system->alloc, n, sizeof(double));
  p->u = jni_alloc0(system->alloc, (size_t)p->base.width, sizeof(double));
  if (p->w && p->r && p->u) return &p->base.frame.base;
  jni_report_no_memory(report);
  return jni_explicit_free(p);
}

const jni_formulation_kind jni_formulation_partial_velocity = {
    .name = "partial-velocity",
    .help = "equations of motion along the null space of G; position and velocity analysis are part of the method",
    .coordinates = jni_coordinates_cartesian,
    .energy = jni_energy_all,
    .position = jni_position_newton,
    .velocity = jni_velocity_always,
    .integrators = jni_integrators_ode,
    .variants = jni_variants_partition,
    .create = create,
};
