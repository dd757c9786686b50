// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass.c - see mass.h: values by the exact equations, what varies with what, which tables there are.
#include <math.h>
#include <string.h>

#include "compile/tables/mass_maker.h"

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
bool jni_mass_at(jni_mass_maker *m, const int *variables, const double *y, int n, double *out) {
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

double jni_mass_end(const jni_mass_maker *m, int variable, int end) {
  static const double share[4] = {0, 1, 0.3, 0.7};
  double low = m->def->few.low[m->q[variable]], high = m->def->few.high[m->q[variable]];
  return low + share[end] * (high - low);
}

static bool bounded(const jni_mass_maker *m, int variable) {
  return m->q[variable] >= 0 && !m->mass->turning[variable];
}

bool jni_mass_differs(const jni_mass_maker *m, int f, double by) { return fabs(by) > m->def->few.within * m->size[f]; }

static bool find_varying(jni_mass_maker *m) {
  int n = m->mass->n, nf = m->mass->nfunctions;
  for (int i = 0; i < n; i++)
    for (int end = 0; end < 4 && m->q[i] >= 0; end++) {
      double y = jni_mass_end(m, i, end);
      if (!jni_mass_at(m, &i, &y, 1, m->value)) return false;
      for (int f = 0; f < nf; f++) {
        double by = m->value[f] - m->mass->constant[f];
        if (m->mass->turning[i]) m->mass->turned = fmax(m->mass->turned, fabs(by) / m->size[f]);
        else m->mass->varies[f * n + i] |= jni_mass_differs(m, f, by);
      }
    }
  return true;
}

// Do two variables act on a function together: f(y, z) - f(y) - f(z) + f_0?
static bool find_pair(jni_mass_maker *m, int i, int j) {
  int n = m->mass->n, nf = m->mass->nfunctions, pair[2] = {i, j};
  for (int corner = 0; corner < 4; corner++) {
    double y[2] = {jni_mass_end(m, i, corner % 2), jni_mass_end(m, j, corner / 2)};
    for (int set = 1; set < 4; set++)
      if (!jni_mass_at(m, set == 2 ? pair + 1 : pair, set == 2 ? y + 1 : y, set == 3 ? 2 : 1, m->at[set])) return false;
    for (int f = 0; f < nf; f++)
      m->together[i * n + j] |= jni_mass_differs(m, f, m->at[3][f] - m->at[1][f] - m->at[2][f] + m->mass->constant[f]);
  }
  m->together[j * n + i] = m->together[i * n + j];
  return true;
}

static bool is_read(const jni_mass_maker *m, int variable) {
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
static void find_cliques(jni_mass_maker *m) {
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

int jni_mass_members(const jni_mass_table *t, int subset, int *out) {
  int n = 0;
  for (int k = 0; k < t->nvariables; k++)
    if (subset >> k & 1) out[n++] = t->variable[k];
  return n;
}

// Parts that no table before it has, and the functions that vary with its variables.
static void fill_table(jni_mass_maker *m, int which) {
  jni_given_mass *mass = m->mass;
  jni_mass_table *t = &mass->tables[which];
  int own[JNK_SPLINE_VARIABLES], nf = mass->nfunctions, n = mass->n, square = n * (n + 1) / 2;
  for (int subset = 1; subset < 1 << t->nvariables; subset++)
    if (!held(mass, which, own, jni_mass_members(t, subset, own))) t->parts |= 1u << subset;
  t->functions = jni_ints(&mass->pool, (size_t)nf);
  for (int f = 0, k = 0, l = 0; t->functions && f < nf; f++) {
    bool varies = false, turns = f < square && (mass->turning[k] || mass->turning[l]);
    for (int i = 0; i < t->nvariables; i++) varies |= mass->varies[f * n + t->variable[i]];
    if (varies && (!m->def->constant || turns || f >= square)) t->functions[t->nfunctions++] = f;
    if (f < square && ++l > k) k++, l = 0;
  }
}

// ---- all of it ------------------------------------------------------------------------------------------------------

// Of weight: what all of it does to one that falls.
static void find_sizes(jni_mass_maker *m) {
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

static bool prepare(jni_mass_maker *m, const jni_equations *e) {
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
  return jni_mass_at(m, NULL, NULL, 0, mass->constant);
}

// Elements that rounding alone has made are none: the factors of the matrix are as sparse as it is. The others become
// decimals, so that those which are equal in a mechanism are so in code, too.
static void round_constants(jni_mass_maker *m) {
  static const double rounding = 1e-12, part = 1e-3;
  for (int f = 0; f < m->mass->nfunctions; f++) {
    double *M = &m->mass->constant[f];
    *M = fabs(*M) < rounding * m->size[f] ? 0 : jni_decimal(*M, part * m->def->few.within * m->size[f]);
  }
}

static bool make(jni_mass_maker *m, const jni_equations *e) {
  if (!prepare(m, e)) return false;
  find_sizes(m);
  if (!find_varying(m)) return false;
  for (int i = 0; i < m->mass->n; i++)
    for (int j = i + 1; j < m->mass->n; j++)
      if (bounded(m, i) && bounded(m, j) && is_read(m, i) && is_read(m, j) && !find_pair(m, i, j)) return false;
  find_cliques(m);
  for (int i = 0; i < m->mass->ntables; i++) fill_table(m, i);
  for (int i = 0; i < m->mass->ntables && !m->mass->pool.failed; i++) {
    if (!jni_mass_keep_changed(m, &m->mass->tables[i]) || !jni_mass_fit_table(m, &m->mass->tables[i])) return false;
  }
  round_constants(m);
  return !m->mass->pool.failed;
}

jni_given_mass *jni_mass_new(const jni_equations *e, const jni_mass_def *def) {
  jni_given_mass *mass = jni_object_new(e->pool.alloc, sizeof *mass);
  jni_mass_maker *m = jni_object_new(e->pool.alloc, sizeof *m);
  bool good = mass && m;
  if (good) {
    m->e = e, m->def = def, m->mass = mass;
    mass->hole = !make(m, e), good = !m->pool.failed && !mass->pool.failed;
  }
  jni_object_free(m);
  return good ? mass : jni_mass_free(mass);
}

void *jni_mass_free(jni_given_mass *mass) { return jni_object_free(mass); }
