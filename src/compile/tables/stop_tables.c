// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stop_tables.c - lists the stops and makes their tables; see stop_tables.h.
#include "compile/tables/stop_tables.h"

#include <math.h>
#include <string.h>

#include "linalg/dense/dense.h"
#include "system/system.h"

typedef struct {
  jni_stop_tables *stops;
  const jni_equations *e;
  jn_report *report;
  int n;          // number of independent speeds
  double *M;      // n x n: factors of the mass matrix
  double *g, *y;  // n of each stop: g, and M^-1 g
} making;

static void list_stops(jni_stop_tables *stops, const jn_system *system) {
  int n = system->model->nforces;
  stops->separate = jni_flags(&stops->pool, (size_t)n + 1);
  stops->list = jni_take(&stops->pool, (size_t)n + 1, sizeof *stops->list);
  for (int i = 0; i < n && !stops->pool.failed; i++) {
    if (!system->forces[i].element->kind->limits) continue;
    stops->separate[i] = true;
    stops->list[stops->n++].force = i;
  }
}

// ---- masses ------------------------------------------------------------------------------------------------------

static double product(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// Returns the effective mass for the tables of stop i: the geometric mean of those at both limits; that at one limit if
// the other is infinite or cannot be reached, and that at the start if neither can; 0 if none can be computed.
static double mass_of(const making *m, int i) {
  const jn_force_def *def = &m->e->system->forces[m->stops->list[i].force].element->def;
  double lower = isinf(def->lower) ? 0 : jni_stop_mass(m->e, i, def->lower);
  double upper = isinf(def->upper) ? 0 : jni_stop_mass(m->e, i, def->upper);
  if (lower > 0 && upper > 0) return sqrt(lower * upper);
  return lower > 0 ? lower : upper > 0 ? upper : jni_stop_mass(m->e, i, HUGE_VAL);
}

static bool find_mass(making *m, int i) {
  jni_stop_table *stop = &m->stops->list[i];
  double *g = m->g + i * m->n, *y = m->y + i * m->n;
  for (int k = 0; k < m->n; k++) y[k] = g[k] = jni_value_of(m->e->values, m->e->stop_g[i * m->n + k]);
  jni_dense_cholesky_solve(m->n, m->M, y);
  stop->mass = mass_of(m, i);
  if (stop->mass > 0) return true;
  jn_report_fault(m->report, JN_REFUSED, m->e->system->forces[stop->force].element->name,
                  "this stop feels no mass, and has no tables: what it limits does not move");
  return false;
}

static bool find_masses(making *m) {
  const jni_equations *e = m->e;
  bool good = true;
  for (int i = 0; i < m->n; i++)
    for (int j = 0; j <= i; j++) m->M[i * m->n + j] = jni_value_of(e->values, e->mass[i * m->n + j]);
  if (!jni_dense_cholesky(m->n, m->M)) {
    jn_report_fault(m->report, JN_SINGULAR, "", "the mass matrix is singular at the start: stops have no tables");
    return false;
  }
  for (int i = 0; i < m->stops->n; i++) good = find_mass(m, i) && good;
  return good;
}

// ---- tables ------------------------------------------------------------------------------------------------------

static bool is_one_sided(const jn_force_def *def) { return isinf(def->lower) || isinf(def->upper); }

// Warns of each pair of stops whose directions in the mass metric, M^-1 g, have a cosine of at least 0.5, because their
// tables assume one stop at a time. A stop with a lower limit only and one with an upper limit only give no warning if
// the cosine is positive: motion towards one is away from the other.
static void warn_shared_mass(const making *m) {
  const double much = 0.5;
  for (int i = 0; i < m->stops->n; i++)
    for (int j = 0; j < i; j++) {
      const jni_stop_table *a = &m->stops->list[i], *b = &m->stops->list[j];
      const jni_force_element *one = m->e->system->forces[a->force].element,
                              *other = m->e->system->forces[b->force].element;
      const double *g = m->g + i * m->n, *y = m->y + j * m->n;
      double own = product(g, m->y + i * m->n, m->n), its = product(m->g + j * m->n, y, m->n);
      double shared = product(g, y, m->n) / sqrt(own * its);
      bool turns =
          is_one_sided(&one->def) && is_one_sided(&other->def) && isinf(one->def.lower) != isinf(other->def.lower);
      if (fabs(shared) < much || (turns && shared > 0)) continue;
      jn_report_warn(m->report, one->name,
                     "stops '%s' and '%s' push against the same mass (by %.0f %%); where both are met in one step, "
                     "their tables do not hold",
                     one->name, other->name, 100 * fabs(shared));
    }
}

static bool make_table(making *m, jni_stop_table *stop) {
  const double large = 0.05;
  const jni_force_element *element = m->e->system->forces[stop->force].element;
  const jn_force_def *def = &element->def;
  const jni_stop_def own = {
      m->stops->h, m->stops->part, {stop->mass, def->stiffness / stop->mass, def->exponent, def->damping / stop->mass}};
  stop->table = jni_stop_block_new(&m->stops->pool, &own);
  if (!stop->table.block) return false;
  if (stop->table.error > large)
    jn_report_warn(
        m->report, element->name,
        "the tables of this stop have errors of up to %.0f %% of the speed of impact: the stop is too stiff for "
        "steps of %g s; take shorter steps or a softer stop",
        100 * stop->table.error, m->stops->h);
  return true;
}

// Gives stop i the tables of an earlier stop with the same stiffness, exponent and damping and with a mass within 3 %,
// or makes new ones. Returns false without memory.
static bool share_table(making *m, int i) {
  jni_stop_table *stop = &m->stops->list[i];
  const jn_force_def *def = &m->e->system->forces[stop->force].element->def;
  const double near = 0.03;
  for (int k = 0; k < i; k++) {
    const jni_stop_table *other = &m->stops->list[k];
    const jn_force_def *its = &m->e->system->forces[other->force].element->def;
    if (!(fabs(other->mass - stop->mass) < near * stop->mass) || its->stiffness != def->stiffness ||
        its->exponent != def->exponent || its->damping != def->damping)
      continue;
    stop->table = other->table;
    return true;
  }
  return make_table(m, stop);
}

static bool make(making *m, jni_pool *scratch) {
  size_t n = (size_t)m->n, all = n * (size_t)m->stops->n;
  m->M = jni_doubles(scratch, n * n + 1);
  m->g = jni_doubles(scratch, all + 1);
  m->y = jni_doubles(scratch, all + 1);
  if (scratch->failed || !find_masses(m)) return false;
  warn_shared_mass(m);
  for (int i = 0; i < m->stops->n; i++)
    if (!share_table(m, i)) return false;
  return true;
}

jni_stop_tables *jni_stop_tables_new(jni_equations *e, double h, double part, jn_report *report) {
  jni_stop_tables *stops = jni_object_new(e->pool.alloc, sizeof *stops);
  if (!stops) return NULL;
  jni_pool scratch = {.alloc = e->pool.alloc};
  making m = {.stops = stops, .e = e, .report = report, .n = e->plan.nv - e->plan.m};
  stops->h = h;
  stops->part = part;
  list_stops(stops, e->system);
  bool good = !stops->pool.failed && jni_write_stop_lines(e, stops) && (stops->n == 0 || make(&m, &scratch));
  jni_pool_free(&scratch);
  return good && !stops->pool.failed ? stops : jni_stop_tables_free(stops);
}

void *jni_stop_tables_free(jni_stop_tables *stops) { return jni_object_free(stops); }
