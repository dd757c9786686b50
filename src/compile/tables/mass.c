// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass.c - see mass.h: values by the exact equations, what varies with what, tables.
#include "compile/tables/mass.h"

#include <math.h>
#include <string.h>

#include "compile/tables/closer.h"

typedef struct {
  jni_pool pool;
  const jni_equations *e;
  const jni_mass_def *def;
  jni_given_mass *mass;
  jni_closer *closer;
  jni_tape *tape;
  int *q;          // n: coordinates of the independent speeds, -1: of a base
  double *size;    // nfunctions
  double *value;   // nfunctions: room
  double *at[8];   // nfunctions each: values at the subsets of a point
  bool *together;  // n x n
} maker;

// ---- values -------------------------------------------------------------------------------------------------------

// M, and Q - f - M_V g: what of weight is left.
static jni_tape *tape_of(const jni_equations *e, jni_pool *pool) {
  jni_graph *g = e->g;
  int nv = e->plan.nv, n = nv - e->plan.m, at = n * (n + 1) / 2;
  jni_node *all = jni_ints(pool, (size_t)(at + n)), *f = jni_ints(pool, (size_t)n + 1);
  if (!all || !f) return NULL;
  const jni_reduction along = {.B = e->B, .n = n, .f = f};
  jni_write_power(e->writer, &along, e->writer->loads, e->writer->along);
  for (int k = 0; k < n; k++) {
    jni_node sum = jni_minus(g, e->right[k], f[k]);
    for (int l = 0; l < n; l++) {
      jni_node M = e->mass[k >= l ? k * n + l : l * n + k];
      if (l <= k) all[jni_mass_function(k, l)] = M;
      sum = jni_minus(g, sum, jni_times(g, M, jni_base_fall(e, e->plan.independent[l])));
    }
    all[at + k] = sum;
  }
  return jni_tape_new(g, e->values->nvariables, all, at + n);
}

// Coordinates of `n` variables at these values, the others as at the nominal state; everything rests.
static bool calc_at(maker *m, const int *variables, const double *y, int n, double *out) {
  const jn_sizes *sizes = &m->e->system->sizes;
  int q[64];
  JNI_ASSERT(n <= 64);
  for (int i = 0; i < n; i++) q[i] = m->q[variables[i]];
  if (!jni_closer_at(m->closer, q, y, n)) return false;
  for (int i = 0; i < sizes->nv; i++) m->closer->x[1 + sizes->nq + i] = 0;
  jni_tape_run(m->tape, m->closer->x, out);
  return true;
}

// ---- what varies with what ----------------------------------------------------------------------------------------

static double end_of(const maker *m, int variable, int end) {
  static const double share[4] = {0, 1, 0.3, 0.7};
  double low = m->def->few.low[m->q[variable]], high = m->def->few.high[m->q[variable]];
  return low + share[end] * (high - low);
}

static bool bounded(const maker *m, int variable) { return m->q[variable] >= 0 && !m->mass->turning[variable]; }

static bool differs(const maker *m, int f, double by) { return fabs(by) > m->def->few.within * m->size[f]; }

static bool find_varying(maker *m) {
  int n = m->mass->n, nf = m->mass->nfunctions;
  for (int i = 0; i < n; i++)
    for (int end = 0; end < 4 && m->q[i] >= 0; end++) {
      double y = end_of(m, i, end);
      if (!calc_at(m, &i, &y, 1, m->value)) return false;
      for (int f = 0; f < nf; f++) {
        double by = m->value[f] - m->mass->constant[f];
        if (m->mass->turning[i]) m->mass->turned = fmax(m->mass->turned, fabs(by) / m->size[f]);
        else m->mass->varies[f * n + i] |= differs(m, f, by);
      }
    }
  return true;
}

// Do two variables act on a function together: f(y, z) - f(y) - f(z) + f_0?
static bool find_pair(maker *m, int i, int j) {
  int n = m->mass->n, nf = m->mass->nfunctions, pair[2] = {i, j};
  for (int corner = 0; corner < 4; corner++) {
    double y[2] = {end_of(m, i, corner % 2), end_of(m, j, corner / 2)};
    for (int set = 1; set < 4; set++)
      if (!calc_at(m, set == 2 ? pair + 1 : pair, set == 2 ? y + 1 : y, set == 3 ? 2 : 1, m->at[set])) return false;
    for (int f = 0; f < nf; f++)
      m->together[i * n + j] |= differs(m, f, m->at[3][f] - m->at[1][f] - m->at[2][f] + m->mass->constant[f]);
  }
  m->together[j * n + i] = m->together[i * n + j];
  return true;
}

static bool is_read(const maker *m, int variable) {
  for (int f = 0; f < m->mass->nfunctions; f++)
    if (m->mass->varies[f * m->mass->n + variable]) return true;
  return false;
}

// ---- tables: cliques of variables that act together, each part in one of them --------------------------------------

static bool holds(const jni_mass_table *t, const int *variables, int n) {
  int found = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < t->nvariables; k++) found += t->variable[k] == variables[i];
  return found == n;
}

static bool held(const jni_given_mass *mass, int before, const int *variables, int n) {
  for (int i = 0; i < before; i++)
    if (holds(&mass->tables[i], variables, n)) return true;
  return false;
}

static void add_table(jni_given_mass *mass, const int *variables, int n) {
  jni_mass_table *t = &mass->tables[mass->ntables++];
  t->nvariables = n;
  memcpy(t->variable, variables, (size_t)n * sizeof *variables);
}

// Single ones first, so that tables of several variables have nothing but what these do together.
static void find_cliques(maker *m) {
  int n = m->mass->n;
  const bool *with = m->together;
  for (int i = 0; i < n; i++)
    if (bounded(m, i) && is_read(m, i)) add_table(m->mass, &i, 1);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      if (with[i * n + j]) add_table(m->mass, (int[]){i, j}, 2);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      for (int k = j + 1; k < n; k++)
        if (with[i * n + j] && with[i * n + k] && with[j * n + k]) add_table(m->mass, (int[]){i, j, k}, 3);
}

static int members(const jni_mass_table *t, int subset, int *out) {
  int n = 0;
  for (int k = 0; k < t->nvariables; k++)
    if (subset >> k & 1) out[n++] = t->variable[k];
  return n;
}

// Parts that no table before it has, and the functions that vary with its variables.
static void fill_table(maker *m, int which) {
  jni_given_mass *mass = m->mass;
  jni_mass_table *t = &mass->tables[which];
  int own[JNK_SPLINE_VARIABLES], nf = mass->nfunctions, n = mass->n, square = n * (n + 1) / 2;
  for (int subset = 1; subset < 1 << t->nvariables; subset++)
    if (!held(mass, which, own, members(t, subset, own))) t->parts |= 1u << subset;
  t->functions = jni_ints(&mass->pool, (size_t)nf);
  for (int f = 0, k = 0, l = 0; t->functions && f < nf; f++) {
    bool varies = false, turns = f < square && (mass->turning[k] || mass->turning[l]);
    for (int i = 0; i < t->nvariables; i++) varies |= mass->varies[f * n + t->variable[i]];
    if (varies && (!m->def->constant || turns || f >= square)) t->functions[t->nfunctions++] = f;
    if (f < square && ++l > k) k++, l = 0;
  }
}

typedef struct {
  maker *m;
  const jni_mass_table *table;
} sampler;

// g of a subset is the alternating sum of f over what is in it.
static bool calc_parts(void *context, const double *y, double *out) {
  const sampler *s = context;
  const jni_mass_table *t = s->table;
  int variables[JNK_SPLINE_VARIABLES], sign[8] = {0};
  double own[JNK_SPLINE_VARIABLES];
  for (int part = 1; part < 1 << t->nvariables; part++)
    for (int subset = 0; subset < 1 << t->nvariables && t->parts >> part & 1; subset++)
      if ((subset & part) == subset) sign[subset] += __builtin_popcount((unsigned)(part ^ subset)) % 2 ? -1 : 1;
  memset(out, 0, (size_t)t->nfunctions * sizeof *out);
  for (int subset = 0; subset < 1 << t->nvariables; subset++) {
    int n = members(t, subset, variables);
    if (sign[subset] == 0) continue;
    for (int i = 0, k = 0; k < t->nvariables; k++)
      if (subset >> k & 1) own[i++] = y[k];
    if (!calc_at(s->m, variables, own, n, s->m->value)) return false;
    for (int i = 0; i < t->nfunctions; i++) out[i] += sign[subset] * s->m->value[t->functions[i]];
  }
  return true;
}

// Functions that the parts of a table change enough stay in it.
static bool keep_changed(maker *m, jni_mass_table *t) {
  double y[JNK_SPLINE_VARIABLES], *by = m->at[0], *most = m->at[1];
  int kept = 0;
  memset(most, 0, (size_t)m->mass->nfunctions * sizeof *most);
  for (int corner = 0; corner < 1 << 2 * t->nvariables; corner++) {
    sampler s = {m, t};
    for (int k = 0; k < t->nvariables; k++) y[k] = end_of(m, t->variable[k], corner >> 2 * k & 3);
    if (!calc_parts(&s, y, by)) return false;
    for (int i = 0; i < t->nfunctions; i++) most[i] = fmax(most[i], fabs(by[i]));
  }
  for (int i = 0; i < t->nfunctions; i++)
    if (differs(m, t->functions[i], most[i])) t->functions[kept++] = t->functions[i];
  t->nfunctions = kept;
  return true;
}

static void make_table(maker *m, jni_mass_table *t) {
  double *within = jni_doubles(&m->pool, (size_t)t->nfunctions + 1);
  if (!within || t->nfunctions == 0) return;
  for (int i = 0; i < t->nfunctions; i++) within[i] = m->def->few.within * m->size[t->functions[i]];
  for (int i = 0; i < t->nvariables; i++) t->q[i] = m->q[t->variable[i]];
  jni_fit fit = jni_few_begin(&m->def->few, t->q, t->nvariables, t->nfunctions);
  sampler s = {m, t};
  const jni_fit_aim aim = {within, m->def->few.most};
  jni_fit_result result = jni_fit_until(&m->mass->pool, &fit, calc_parts, &s, &aim);
  t->made = jni_fitted_of(&m->mass->pool, &fit, &result), t->made.error = NULL, t->state = result.state;
}

// ---- all of it ------------------------------------------------------------------------------------------------------

// Of weight: what all of it does to one that falls.
static void find_sizes(maker *m) {
  int n = m->mass->n;
  const double *M = m->mass->constant, *g = m->e->system->model->gravity;
  double heaviest = 0, weight = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]), most = 0;
  for (int k = 0; k < n; k++) {
    if (m->e->system->v_is_length[m->e->plan.independent[k]]) heaviest = fmax(heaviest, M[jni_mass_function(k, k)]);
    most = fmax(most, fabs(M[n * (n + 1) / 2 + k]));
    for (int l = 0; l <= k; l++)
      m->size[jni_mass_function(k, l)] = sqrt(M[jni_mass_function(k, k)] * M[jni_mass_function(l, l)]);
  }
  for (int k = 0; k < n; k++) {
    double falls = weight * sqrt(heaviest * M[jni_mass_function(k, k)]);
    m->size[n * (n + 1) / 2 + k] = falls > 0 ? falls : most > 0 ? most : 1;
  }
}

static bool prepare(maker *m, const jni_equations *e) {
  jni_given_mass *mass = m->mass;
  int nv = e->plan.nv, n = mass->n = nv - e->plan.m, nf = mass->nfunctions = n * (n + 1) / 2 + n;
  mass->held = m->def->constant;
  m->closer = jni_keep(&m->pool, jni_closer_new(e), jni_object_free);
  m->tape = jni_keep(&m->pool, tape_of(e, &m->pool), jni_object_free);
  m->q = jni_ints(&m->pool, (size_t)n + 1), m->together = jni_flags(&m->pool, (size_t)(n * n) + 1);
  m->size = jni_doubles(&m->pool, (size_t)nf + 1), m->value = jni_doubles(&m->pool, (size_t)nf + 1);
  for (int i = 0; i < 8; i++) m->at[i] = jni_doubles(&m->pool, (size_t)nf + 1);
  mass->constant = jni_doubles(&mass->pool, (size_t)nf + 1), mass->turning = jni_flags(&mass->pool, (size_t)n + 1);
  mass->speed = jni_ints(&mass->pool, (size_t)n + 1);
  mass->varies = jni_flags(&mass->pool, (size_t)(nf * n) + 1);
  mass->tables = jni_take(&mass->pool, (size_t)(n * n * n) + 1, sizeof *mass->tables);
  if (m->pool.failed || mass->pool.failed) return false;
  for (int i = 0; i < n; i++) {
    int q = m->q[i] = e->system->speed_q[mass->speed[i] = e->plan.independent[i]];
    mass->turning[i] = q >= 0 && jni_few_turns(e->system, &m->def->few, q);
  }
  return calc_at(m, NULL, NULL, 0, mass->constant);
}

// Elements that rounding alone has made are none: the factors of the matrix are as sparse as it is.
static void drop_rounding(maker *m) {
  static const double rounding = 1e-12;
  for (int f = 0; f < m->mass->nfunctions; f++)
    if (fabs(m->mass->constant[f]) < rounding * m->size[f]) m->mass->constant[f] = 0;
}

static bool make(maker *m, const jni_equations *e) {
  if (!prepare(m, e)) return false;
  find_sizes(m);
  if (!find_varying(m)) return false;
  for (int i = 0; i < m->mass->n; i++)
    for (int j = i + 1; j < m->mass->n; j++)
      if (bounded(m, i) && bounded(m, j) && is_read(m, i) && is_read(m, j) && !find_pair(m, i, j)) return false;
  find_cliques(m);
  for (int i = 0; i < m->mass->ntables; i++) fill_table(m, i);
  for (int i = 0; i < m->mass->ntables && !m->mass->pool.failed; i++) {
    if (!keep_changed(m, &m->mass->tables[i])) return false;
    make_table(m, &m->mass->tables[i]);
  }
  drop_rounding(m);
  return !m->mass->pool.failed;
}

jni_given_mass *jni_mass_new(const jni_equations *e, const jni_mass_def *def) {
  jni_given_mass *mass = jni_object_new(e->pool.alloc, sizeof *mass);
  maker *m = jni_object_new(e->pool.alloc, sizeof *m);
  bool good = mass && m;
  if (good) {
    m->e = e, m->def = def, m->mass = mass;
    mass->hole = !make(m, e), good = !m->pool.failed && !mass->pool.failed;
  }
  jni_object_free(m);
  return good ? mass : jni_mass_free(mass);
}

void *jni_mass_free(jni_given_mass *mass) { return jni_object_free(mass); }
