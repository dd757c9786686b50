// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_tables.c - see force_tables.h.
#include "compile/tables/force_tables.h"
#include "system/system.h"

#include <math.h>
#include <string.h>

typedef struct {
  jni_pool scratch;
  const jni_force_tables_def *def;
  jni_force_tables *tables;
  jni_force_table *table;  // the table that is being made, of the forces along one coordinate
  jni_tape *tape;          // evaluates Q at (y, y')
} maker;

// ---- selection of forces ------------------------------------------------------------------------------------------

// Returns true if a force depends only on one length or angle and its rate: no state, and no expression among its
// parameters.
static bool is_plain(const jni_force_plan *plan) {
  for (int i = 0; i < 3; i++)
    if (plan->value[i].expression) return false;
  return plan->element->kind->code->scalar && plan->nstates == 0;
}

static jni_force_table *table_of(jni_force_tables *tables, const jni_coordinate_table *length, int nforces) {
  for (int i = 0; i < tables->n; i++)
    if (tables->list[i].speed == length->speed[0]) return &tables->list[i];
  jni_force_table *t = &tables->list[tables->n++];
  t->speed = length->speed[0];
  t->q = length->q[0];
  t->forces = jni_ints(&tables->pool, (size_t)nforces);
  return t;
}

static void list_forces(jni_force_tables *tables, const jni_force_tables_def *def) {
  int nforces = def->system->model->nforces;
  for (int i = 0; i < def->poses->nlines && !tables->pool.failed; i++) {
    const jni_pose_table *line = &def->poses->lines[i];
    if (!line->table.spline.block || line->table.nvariables != 1) continue;
    if (!is_plain(&def->system->forces[line->element]) || (def->separate && def->separate[line->element])) continue;
    jni_force_table *t = table_of(tables, &line->table, nforces);
    // here the list holds indices of tabulated lengths (poses->lines); make() replaces them by indices of forces
    if (t->forces) t->forces[t->nforces++] = i;
  }
}

// ---- forces ---------------------------------------------------------------------------------------------------------

static jni_node write_one(const maker *m, jni_graph *g, const jni_pose_table *line, jni_node y, jni_node rate) {
  const jni_force_element *element = m->def->system->forces[line->element].element;
  const jni_spline_calls calls = jni_call_splines(g, &line->table.spline, &y);
  jni_node slope = jni_spline_part(&calls, 0, 1);
  jni_code_output out = {.power = JNI_ZERO};
  const jni_code_input in = {.g = g,
                             .plane = m->def->system->model->space == JN_PLANE,
                             .coordinate = jni_spline_part(&calls, 0, 0),
                             .rate = jni_times(g, slope, rate),
                             .on_coordinate = true};
  element->kind->code->write(element, &in, &out);
  return jni_times(g, slope, out.generalized);
}

static bool write_sum(maker *m) {
  jni_graph *g = jni_keep(&m->scratch, jni_graph_new(m->scratch.alloc), jni_object_free);
  if (!g) return false;
  jni_node sum = JNI_ZERO, y = jni_variable(g, 0), rate = jni_variable(g, 1);
  for (int i = 0; i < m->table->nforces; i++)
    sum = jni_plus(g, sum, write_one(m, g, &m->def->poses->lines[m->table->forces[i]], y, rate));
  m->tape = jni_graph_failed(g) ? NULL : jni_keep(&m->scratch, jni_tape_new(g, 2, &sum, 1), jni_object_free);
  return m->tape;
}

static double calc(const maker *m, double y, double rate) {
  double out;
  jni_tape_run(m->tape, (double[]){y, rate}, &out);
  return out;
}

static bool calc_elastic(void *context, const double *y, double *out) {
  out[0] = calc(context, y[0], 0);
  return isfinite(out[0]);
}

static bool calc_damping(void *context, const double *y, double *out) {
  out[0] = calc(context, y[0], y[1]) - calc(context, y[0], 0);
  return isfinite(out[0]);
}

// ---- tables ---------------------------------------------------------------------------------------------------------

// Returns the largest absolute value that a function has on 65 points along each variable, over the ranges of the grid.
static double size_of(maker *m, const jni_spline_grid *fit, jni_fit_function function) {
  enum { POINTS = 65 };
  double most = 0, out;
  for (int i = 0; i < POINTS; i++)
    for (int k = 0; k < (fit->nvariables > 1 ? POINTS : 1); k++) {
      double at[2] = {fit->from[0] + i * (fit->to[0] - fit->from[0]) / (POINTS - 1),
                      fit->from[1] + k * (fit->to[1] - fit->from[1]) / (POINTS - 1)};
      if (function(m, at, &out)) most = fmax(most, fabs(out));
    }
  return most;
}

// Makes one table of a function in *out; no table, with success, for a function that is zero. The tolerance is relative
// to the function's largest value. Returns false if it is not met or memory is short.
static bool fit_one(maker *m, jni_spline_grid fit, jni_fit_function function, jni_spline_table *out) {
  double size = size_of(m, &fit, function), tolerance = m->def->tolerance * size;
  const jni_fit_target aim = {&tolerance, m->def->table_def->most};
  if (!(size > 0)) return true;
  jni_fit_result result = jni_fit_refine(&m->tables->pool, &fit, function, m, &aim);
  if (result.state != JNI_FIT_GOOD) return false;
  *out = jni_spline_table_of(&m->tables->pool, &fit, &result);
  m->tables->error = fmax(m->tables->error, result.error[0] / size);
  return true;
}

static bool fit_both(maker *m) {
  jni_force_table *t = m->table;
  jni_spline_grid one = jni_coordinate_table_grid(m->def->table_def, &t->q, 1, 1), two = one;
  two.nvariables = 2;
  two.cells[1] = one.cells[0];
  two.from[1] = m->def->slowest[t->speed];
  two.to[1] = m->def->fastest[t->speed];
  return fit_one(m, one, calc_elastic, &t->elastic) && fit_one(m, two, calc_damping, &t->damping);
}

// Makes the tables of one coordinate. If they meet the tolerance, marks its forces as tabulated and increments *made,
// the number of coordinates with tables so far; otherwise the forces keep their laws and count in nleft.
static void make(maker *m, int *made) {
  jni_force_table *t = m->table;
  if (!write_sum(m)) return;
  if (!fit_both(m)) {
    m->tables->nleft += t->nforces;
    return;
  }
  for (int i = 0; i < t->nforces; i++) {
    t->forces[i] = m->def->poses->lines[t->forces[i]].element;
    m->tables->tabulated[t->forces[i]] = true;
  }
  m->tables->list[(*made)++] = *t;
}

jni_force_tables *jni_force_tables_new(const jni_force_tables_def *def) {
  jni_force_tables *tables = jni_object_new(def->system->pool.alloc, sizeof *tables);
  if (!tables) return NULL;
  tables->list = jni_take(&tables->pool, (size_t)def->poses->nlines + 1, sizeof *tables->list);
  tables->tabulated = jni_flags(&tables->pool, (size_t)def->system->model->nforces + 1);
  if (!tables->pool.failed) list_forces(tables, def);
  int n = tables->n, made = 0;
  for (int i = 0; i < n && !tables->pool.failed; i++) {
    jni_force_table own = tables->list[i];
    maker m = {.scratch = {.alloc = def->system->pool.alloc}, .def = def, .tables = tables, .table = &own};
    make(&m, &made);
    tables->pool.failed |= m.scratch.failed;
    jni_pool_free(&m.scratch);
  }
  tables->n = made;
  return tables->pool.failed ? jni_force_tables_free(tables) : tables;
}

void *jni_force_tables_free(jni_force_tables *tables) { return jni_object_free(tables); }

// ---- forces in the graph --------------------------------------------------------------------------------------------

static jni_node value_of(jni_graph *g, const jni_spline_table *table, const jni_node *in) {
  if (!table->block) return JNI_ZERO;
  const jni_spline_calls calls = jni_call_splines(g, table, in);
  return jni_spline_part(&calls, 0, 0);
}

void jni_write_force_tables(jni_writer *w, const jni_force_tables *tables) {
  jni_graph *g = w->g;
  int work = w->system->work_state;
  for (int i = 0; i < tables->n; i++) {
    const jni_force_table *t = &tables->list[i];
    const jni_node in[2] = {w->q[t->q], w->v[t->speed]};
    jni_node damping = value_of(g, &t->damping, in), *along = &w->along[t->speed];
    *along = jni_plus(g, *along, jni_plus(g, value_of(g, &t->elastic, in), damping));
    if (work >= 0) w->zdot[work] = jni_plus(g, w->zdot[work], jni_times(g, damping, in[1]));
  }
}
