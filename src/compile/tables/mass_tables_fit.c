// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_tables_fit.c - fits the parts of a table as sums of few basis functions.
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "compile/tables/mass_sampling.h"

typedef struct {
  jni_mass_sampler *m;
  const jni_mass_table *table;
  double *all;  // workspace: all functions at a point
} sampler;

enum { MOST_SLOTS = 1024, MOST_SAMPLES = 1 << 18 };  // limit of the number of stored points; of stored numbers (2 MB)

// Allocates the hash table of samples of the table, so that points that differ in one variable share the samples of the
// others. Returns false without memory.
static bool keep_samples(jni_mass_sampler *m, const jni_mass_table *t) {
  m->nslots = MOST_SLOTS;
  while (m->nslots > 1 && (size_t)m->nslots * (size_t)t->nfunctions > MOST_SAMPLES) m->nslots /= 2;
  m->points = jni_take(&m->pool, (size_t)m->nslots, sizeof *m->points);
  m->samples = jni_doubles(&m->pool, (size_t)m->nslots * (size_t)t->nfunctions);
  return !m->pool.failed;
}

// Returns the array for the functions at a point in the hash table of samples. Sets *stored to true if it contains them
// already; otherwise the caller must fill it: another point's samples are overwritten.
static double *slot_of(jni_mass_sampler *m, const jni_mass_table *t, const jni_mass_point *point, bool *stored) {
  uint64_t hash = jni_hash64((uint64_t)point->subset, point->y, sizeof point->y);
  int slot = (int)(hash & (uint64_t)(m->nslots - 1));
  jni_mass_point *kept = &m->points[slot];
  *stored = kept->used && kept->subset == point->subset && memcmp(kept->y, point->y, sizeof point->y) == 0;
  *kept = *point;
  return m->samples + (size_t)slot * (size_t)t->nfunctions;
}

// Returns the functions of a table (t->functions) at y, with the variables of a subset moved and the others at the
// nominal state; NULL if they are undefined.
static const double *sample_subset(jni_mass_sampler *m, const jni_mass_table *t, int subset, const double *y) {
  int variables[JNK_SPLINE_VARIABLES], n = jni_mass_subset_variables(t, subset, variables);
  jni_mass_point point = {.subset = subset, .used = true};
  for (int i = 0, k = 0; k < t->nvariables; k++)
    if (subset >> k & 1) point.y[i++] = y[k];
  bool all = n == t->nvariables, stored = false;
  double *values = m->points && !all ? slot_of(m, t, &point, &stored) : m->at[2];
  if (stored) return values;
  if (!jni_mass_sample(m, variables, point.y, n, m->value)) {
    m->points = NULL;
    return NULL;
  }
  for (int i = 0; i < t->nfunctions; i++) values[i] = m->value[t->functions[i]];
  return values;
}

// Computes out[], for each function of the table the sum of its parts in t->parts at y: the part g of a set of
// variables is the alternating sum of f over its subsets. Returns false if a function is undefined or not finite.
static bool calc_parts(void *context, const double *y, double *out) {
  const sampler *s = context;
  const jni_mass_table *t = s->table;
  int sign[8] = {0};
  for (int part = 1; part < 1 << t->nvariables; part++)
    for (int subset = 0; subset < 1 << t->nvariables && t->parts >> part & 1; subset++)
      if ((subset & part) == subset) sign[subset] += __builtin_popcount((unsigned)(part ^ subset)) % 2 ? -1 : 1;
  memset(out, 0, (size_t)t->nfunctions * sizeof *out);
  for (int subset = 0; subset < 1 << t->nvariables; subset++) {
    if (sign[subset] == 0) continue;
    const double *values = sample_subset(s->m, t, subset, y);
    if (!values) return false;
    for (int i = 0; i < t->nfunctions; i++) out[i] += sign[subset] * values[i];
  }
  bool finite = true;
  for (int i = 0; i < t->nfunctions; i++) finite = finite && isfinite(out[i]);
  return finite;
}

bool jni_mass_select_functions(jni_mass_sampler *m, jni_mass_table *t) {
  double y[JNK_SPLINE_VARIABLES], *by = m->at[0], *most = m->at[1];
  int kept = 0;
  m->points = NULL;
  memset(most, 0, (size_t)m->mass->nfunctions * sizeof *most);
  for (int corner = 0; corner < 1 << 2 * t->nvariables; corner++) {
    sampler s = {m, t, NULL};
    for (int k = 0; k < t->nvariables; k++) y[k] = jni_mass_range_end(m, t->variable[k], corner >> 2 * k & 3);
    if (!calc_parts(&s, y, by)) return false;
    for (int i = 0; i < t->nfunctions; i++) most[i] = fmax(most[i], fabs(by[i]));
  }
  for (int i = 0; i < t->nfunctions; i++)
    if (jni_mass_function_varies(m, t->functions[i], most[i])) t->functions[kept++] = t->functions[i];
  t->nfunctions = kept;
  return true;
}

// ---- basis of a table -----------------------------------------------------------------------------------------------

// Uniform grid over the ranges of a table: number of points along each variable, and of all points.
typedef struct {
  int along, n;
} raster;

static raster raster_of(const jni_mass_table *t) {
  static const int points[JNK_SPLINE_VARIABLES] = {65, 17, 9};  // points along each of 1, 2 or 3 variables
  raster r = {points[t->nvariables - 1], 1};
  for (int k = 0; k < t->nvariables; k++) r.n *= r.along;
  return r;
}

static void raster_point(const jni_mass_sampler *m, const jni_mass_table *t, raster r, int at, double *y) {
  for (int k = 0; k < t->nvariables; k++) {
    double low = m->def->table_def.low[t->q[k]], high = m->def->table_def.high[t->q[k]];
    y[k] = low + (high - low) * (at % r.along) / (r.along - 1);
    at /= r.along;
  }
}

// Computes the parts g of the table's functions (calc_parts) at the grid points; values: r.n x nfunctions. Returns
// false if a function is undefined at a point.
static bool sample_parts(jni_mass_sampler *m, const jni_mass_table *t, raster r, double *values) {
  sampler s = {m, t, NULL};
  double y[JNK_SPLINE_VARIABLES];
  for (int at = 0; at < r.n; at++) {
    raster_point(m, t, r, at, y);
    if (!calc_parts(&s, y, values + at * t->nfunctions)) return false;
  }
  return true;
}

enum { MOST_PRODUCTS = 400 };

// Sets t->alone, the tables of the table's variables alone. Returns the number of products that take one function from
// each of these; 0 if there is one variable, one of them has no table, or there would be too many.
static int find_alone(const jni_mass_sampler *m, jni_mass_table *t) {
  int n = t->nvariables > 1;
  for (int k = 0; k < t->nvariables && n > 0; k++) {
    int i = 0;
    while (i < m->mass->ntables &&
           (m->mass->tables[i].nvariables > 1 || m->mass->tables[i].variable[0] != t->variable[k]))
      i++;
    t->alone[k] = i;
    n *= i < m->mass->ntables && m->mass->tables[i].spline.block ? m->mass->tables[i].basis.n : 0;
  }
  return n <= MOST_PRODUCTS ? n : 0;
}

// Computes the products of one basis function of each single variable's table at all grid points: values[point * n +
// i], i = 0 to n - 1.
static void sample_products(jni_mass_sampler *m, const jni_mass_table *t, raster r, int n, double *values) {
  double y[JNK_SPLINE_VARIABLES], *results = jni_doubles(&m->pool, 2 * ((size_t)m->mass->nfunctions + JNK_PACK));
  for (int at = 0; results && at < r.n; at++) {
    raster_point(m, t, r, at, y);
    for (int i = 0; i < n; i++) values[at * n + i] = 1;
    for (int k = 0, stride = 1; k < t->nvariables; k++) {
      const jni_mass_table *own = &m->mass->tables[t->alone[k]];
      own->spline.kernels->values.calc(own->spline.block, y + k, results);
      for (int i = 0; i < n; i++) values[at * n + i] *= results[i / stride % own->basis.n];
      stride *= own->basis.n;
    }
  }
}

// share of the tolerance that the sums of basis functions may use; the tables of the basis functions have the other
// part
static const double sums_part = 0.5;
static const double rich = 0.25;  // basis_factor of tables of single variables that occur in products

static bool acts_with_others(const jni_mass_sampler *m, const jni_mass_table *t) {
  bool found = false;
  for (int i = 0; i < m->mass->n; i++) found |= t->nvariables == 1 && m->together[t->variable[0] * m->mass->n + i];
  return found;
}

// Finds t->basis, the basis of a table, to which the products of single variables' functions are available. Returns
// false without memory or if a function is undefined.
static bool find_basis(jni_mass_sampler *m, jni_mass_table *t, const double *tolerance) {
  // largest number of terms of a sum for 1, 2 and 3 variables; beyond it another basis function costs less
  static const int terms[JNK_SPLINE_VARIABLES] = {4, 6, 8};
  const raster r = raster_of(t);
  int navailable = find_alone(m, t);
  double *values = jni_doubles(&m->pool, (size_t)r.n * (size_t)t->nfunctions);
  double *given = jni_doubles(&m->pool, (size_t)r.n * (size_t)navailable + 1);
  double *sums = jni_doubles(&m->pool, (size_t)t->nfunctions);
  if (m->pool.failed || !sample_parts(m, t, r, values)) return false;
  if (navailable > 0) sample_products(m, t, r, navailable, given);
  for (int i = 0; i < t->nfunctions; i++) sums[i] = sums_part * tolerance[i];
  const jni_basis_def def = {
      r.n, t->nfunctions, navailable, values, given, sums, acts_with_others(m, t) ? rich : 1, terms[t->nvariables - 1]};
  return jni_basis_find(&m->mass->pool, &def, &t->basis);
}

static bool calc_basis(void *context, const double *y, double *out) {
  const sampler *s = context;
  const jni_basis *basis = &s->table->basis;
  if (!calc_parts(context, y, s->all)) return false;
  for (int k = 0; k < basis->n; k++) out[k] = s->all[basis->function[k]];
  return true;
}

bool jni_mass_fit_table(jni_mass_sampler *m, jni_mass_table *t) {
  double *tolerance = jni_doubles(&m->pool, (size_t)t->nfunctions + 1),
         *all = jni_doubles(&m->pool, (size_t)t->nfunctions + 1);
  if (m->pool.failed || t->nfunctions == 0) return !m->pool.failed;
  for (int i = 0; i < t->nfunctions; i++) tolerance[i] = m->def->table_def.tolerance * m->size[t->functions[i]];
  for (int i = 0; i < t->nvariables; i++) t->q[i] = m->q[t->variable[i]];
  if (!keep_samples(m, t) || !find_basis(m, t, tolerance)) return false;
  double *errors = jni_doubles(&m->mass->pool, (size_t)t->basis.n + 1);
  if (!errors || t->basis.n == 0) return errors;
  for (int i = 0; i < t->nfunctions; i++) tolerance[i] *= 1 - sums_part;
  jni_basis_errors(&t->basis, t->nfunctions, tolerance, errors);
  jni_spline_grid fit = jni_coordinate_table_grid(&m->def->table_def, t->q, t->nvariables, t->basis.n);
  sampler s = {m, t, all};
  const jni_fit_target aim = {errors, m->def->table_def.most};
  jni_fit_result result = jni_fit_refine(&m->mass->pool, &fit, calc_basis, &s, &aim);
  m->points = NULL;
  t->spline = jni_spline_table_of(&m->mass->pool, &fit, &result);
  t->spline.error = NULL;
  t->state = result.state;
  return result.block;
}
