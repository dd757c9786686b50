// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_loop_tables.c - writes coordinates, columns of B and bias accelerations from tables of loops.
#include "compile/tables/write_loop_tables.h"
#include "system/system.h"

typedef struct {
  jni_graph *g;
  const jni_loop_table *table;
  jni_spline_calls calls;
  const jni_node *v;  // all speeds
} written;

static jni_node part(const written *w, int function, int which) { return jni_spline_part(&w->calls, function, which); }

static jni_node second(const written *w, int function) {
  return jni_spline_second(&w->calls, function, w->table->speed, w->v);
}

// Writes into `out` 2 Im(conj(q) p), the angular velocity in body axes for the rate p of the quaternion q.
static void turned_by(jni_graph *g, const jni_node q[4], const jni_node p[4], jni_node out[3]) {
  jni_vec qv = {{q[1], q[2], q[3]}}, pv = {{p[1], p[2], p[3]}};
  jni_vec cross = jni_vec_cross(g, pv, qv);
  for (int i = 0; i < 3; i++) {
    jni_node half = jni_minus(g, jni_times(g, q[0], pv.x[i]), jni_times(g, p[0], qv.x[i]));
    half = jni_plus(g, half, cross.x[i]);
    out[i] = jni_plus(g, half, half);
  }
}

static int function_of(const jni_loop_table *table, int coordinate) {
  for (int i = 0; i < table->nfunctions; i++)
    if (table->functions[i] == coordinate) return i;
  return -1;
}

static void write_turn(const written *w, const jni_turn *turn, jni_tabulated_loops *tabulated) {
  int f = function_of(w->table, turn->q_at);
  jni_node q[4], p[4], out[3];
  if (f < 0) return;
  for (int i = 0; i < 4; i++) q[i] = part(w, f + i, 0);
  for (int k = 0; k < w->table->nvariables; k++) {
    for (int i = 0; i < 4; i++) p[i] = part(w, f + i, 1 + k);
    turned_by(w->g, q, p, out);
    for (int i = 0; i < 3; i++) tabulated->B[(turn->v_at + i) * JNK_SPLINE_VARIABLES + k] = out[i];
  }
  for (int i = 0; i < 4; i++) p[i] = second(w, f + i);
  turned_by(w->g, q, p, tabulated->rest + turn->v_at);
}

// Returns the node of a coordinate: the value of its table; in a partial table plus factor times the unbounded angle.
static jni_node value_of(const jn_system *system, const written *w, int function, const jni_node *q) {
  const jni_loop_table *table = w->table;
  jni_node value = part(w, function, 0);
  if (!table->partial) return value;
  jni_node turns = jni_times(w->g, jni_number(w->g, table->factor[function]), q[system->speed_q[table->turning]]);
  return jni_plus(w->g, value, turns);
}

static void write_table(const jn_system *system, const written *w, jni_tabulated_loops *tabulated, jni_node *q) {
  const jni_loop_table *table = w->table;
  for (int f = 0; f < table->nfunctions; f++) q[table->functions[f]] = value_of(system, w, f, q);
  for (int i = 0; i < table->ncolumns; i++) {
    int column = table->columns[i], f = function_of(table, system->speed_q[column]);
    tabulated->table[column] = table;
    for (int k = 0; k < table->nvariables && f >= 0; k++)
      tabulated->B[column * JNK_SPLINE_VARIABLES + k] = part(w, f, 1 + k);
    if (f >= 0) tabulated->rest[column] = second(w, f);
    tabulated->turning[column] = table->partial ? table->turning : -1;
    if (table->partial) tabulated->factor[column] = jni_number(w->g, table->factor[f]);
  }
  for (int i = 0; i < system->nturns; i++) write_turn(w, &system->turns[i], tabulated);
}

static void write_linear(const jni_write_tables_def *def) {
  jni_graph *g = def->g;
  for (int i = 0; i < def->tables->nlinear; i++) {
    const jni_linear_coordinate *c = &def->tables->linear[i];
    jni_node sum = jni_number(g, c->constant);
    for (int k = 0; k < c->nothers; k++)
      sum = jni_plus(g, sum, jni_times(g, jni_number(g, c->factor[k]), def->q[c->others[k]]));
    def->q[c->q] = sum;
  }
}

bool jni_write_tables(jni_pool *pool, const jni_write_tables_def *def, jni_tabulated_loops *tabulated) {
  int nv = def->system->sizes.nv;
  tabulated->table = jni_take(pool, (size_t)nv + 1, sizeof *tabulated->table);
  tabulated->turning = jni_ints(pool, (size_t)nv + 1);
  tabulated->factor = jni_ints(pool, (size_t)nv + 1);
  tabulated->B = jni_ints(pool, (size_t)(nv * JNK_SPLINE_VARIABLES) + 1);
  tabulated->rest = jni_ints(pool, (size_t)nv + 1);
  if (pool->failed) return false;
  for (int i = 0; i < def->tables->n; i++) {
    const jni_loop_table *table = &def->tables->list[i];
    jni_node in[JNK_SPLINE_VARIABLES];
    if (!table->spline.block || (table->partial && !def->partial)) continue;
    for (int k = 0; k < table->nvariables; k++) in[k] = def->q[table->q[k]];
    const jni_spline_calls calls = jni_call_splines(def->g, &table->spline, in);
    const written w = {def->g, table, calls, def->v};
    write_table(def->system, &w, tabulated, def->q);
  }
  write_linear(def);
  return true;
}
