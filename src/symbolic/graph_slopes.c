// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// graph_slopes.c - see graph_slopes.h.
#include "symbolic/graph_slopes.h"

#include <string.h>

#include "symbolic/slope_kernel.h"

// Longest row that is inserted into the row that reads it, if its slope there is not 1 or -1. Longer ones cost more
// products of slopes than they save.
enum { MOST_INSERTED = 2 };

typedef struct {
  int source;  // variable, or nvariables + row
  jni_node slope;
} term;

typedef struct {
  term *terms;
  int n, capacity;
  int uses;       // number of terms of other rows that read it
  bool kept;      // a result
  bool branches;  // some slopes are conditions, and what they multiply may not be finite: no terms are inserted here
} row;

typedef struct {
  jni_pool scratch;
  jni_graph *g;
  int nvariables;
  double part;  // distance of differences of calls
  row *rows;
  int nrows, capacity;
  int *value;       // of each node: the value that has its derivative; -1: the derivative is zero
  int *slope_call;  // of each call: call of its slopes + 1; 0: not written yet
  bool *active;     // workspace: flags of the inputs of a call
} writing;

// ---- derivatives of operations ------------------------------------------------------------------------------------

static jni_node number(jni_graph *g, double value) { return jni_number_unwatched(g, value); }

static jni_node square(jni_graph *g, jni_node a) { return jni_times(g, a, a); }

// Returns the node of a selection: `slope` where `positive` > 0, otherwise zero, because the slope may not be finite
// there.
static jni_node guarded(jni_graph *g, jni_node positive, jni_node slope) {
  return jni_select(g, jni_apply(g, JNI_DO_less, JNI_ZERO, positive, 0), slope, JNI_ZERO);
}

static jni_node slope_of_function(jni_graph *g, jni_node node) {
  const jni_graph_node it = g->nodes[node];
  switch (it.operation) {
    case JNI_DO_sqrt: return guarded(g, node, jni_over(g, number(g, 0.5), node));
    case JNI_DO_abs: return jni_select(g, jni_apply(g, JNI_DO_less, it.a, JNI_ZERO, 0), number(g, -1), JNI_ONE);
    case JNI_DO_sin: return jni_apply(g, JNI_DO_cos, it.a, 0, 0);
    case JNI_DO_cos: return jni_opposite(g, jni_apply(g, JNI_DO_sin, it.a, 0, 0));
    case JNI_DO_tan: return jni_plus(g, JNI_ONE, square(g, node));
    case JNI_DO_asin:
    case JNI_DO_acos: {
      jni_node rest = jni_minus(g, JNI_ONE, square(g, it.a)), root = jni_apply(g, JNI_DO_sqrt, rest, 0, 0);
      return guarded(g, rest, jni_over(g, it.operation == JNI_DO_asin ? JNI_ONE : number(g, -1), root));
    }
    case JNI_DO_atan: return jni_over(g, JNI_ONE, jni_plus(g, JNI_ONE, square(g, it.a)));
    case JNI_DO_sinh: return jni_apply(g, JNI_DO_cosh, it.a, 0, 0);
    case JNI_DO_cosh: return jni_apply(g, JNI_DO_sinh, it.a, 0, 0);
    case JNI_DO_tanh: return jni_minus(g, JNI_ONE, square(g, node));
    case JNI_DO_exp: return node;
    case JNI_DO_log: return guarded(g, it.a, jni_over(g, JNI_ONE, it.a));
    default: return JNI_ZERO;  // floor, ceil
  }
}

static jni_node slope_of_power(jni_graph *g, jni_node node, int operand) {
  const jni_graph_node it = g->nodes[node];
  double exponent;
  if (operand == 1) return guarded(g, it.a, jni_times(g, node, jni_apply(g, JNI_DO_log, it.a, 0, 0)));
  jni_node slope = jni_times(g, it.b, jni_apply(g, JNI_DO_power, it.a, jni_minus(g, it.b, JNI_ONE), 0));
  if (jni_is_number(g, it.b, &exponent) && exponent >= 1) return slope;
  return guarded(g, jni_apply(g, JNI_DO_abs, it.a, 0, 0), slope);
}

static jni_node slope_of_angle(jni_graph *g, jni_node node, int operand) {  // atan2(a, b)
  const jni_graph_node it = g->nodes[node];
  jni_node sum = jni_plus(g, square(g, it.a), square(g, it.b));
  return guarded(g, sum, operand == 0 ? jni_over(g, it.b, sum) : jni_opposite(g, jni_over(g, it.a, sum)));
}

// Returns the node of the derivative of an operation with respect to operand 0, 1 or 2.
static jni_node slope_of(jni_graph *g, jni_node node, int operand) {
  const jni_graph_node it = g->nodes[node];
  const jni_node other = operand == 0 ? it.b : it.a, minus = number(g, -1);
  switch (it.operation) {
    case JNI_DO_negate: return minus;
    case JNI_DO_add: return JNI_ONE;
    case JNI_DO_subtract: return operand == 0 ? JNI_ONE : minus;
    case JNI_DO_multiply: return other;
    case JNI_DO_divide: {
      jni_node part = jni_over(g, JNI_ONE, it.b);
      return operand == 0 ? part : jni_opposite(g, jni_times(g, node, part));
    }
    case JNI_DO_fma: return operand == 2 ? JNI_ONE : other;
    case JNI_DO_fms: return operand == 2 ? minus : other;
    case JNI_DO_fnma: return operand == 2 ? JNI_ONE : jni_opposite(g, other);
    case JNI_DO_fnms: return operand == 2 ? minus : jni_opposite(g, other);
    case JNI_DO_select:
      return operand == 1   ? jni_select(g, it.a, JNI_ONE, JNI_ZERO)
             : operand == 2 ? jni_select(g, it.a, JNI_ZERO, JNI_ONE)
                            : JNI_ZERO;
    case JNI_DO_less:
    case JNI_DO_less_equal:
    case JNI_DO_equal: return JNI_ZERO;
    case JNI_DO_atan2: return slope_of_angle(g, node, operand);
    case JNI_DO_power: return slope_of_power(g, node, operand);
    case JNI_DO_modulo:
    case JNI_DO_remainder: return operand == 0 ? JNI_ONE : jni_opposite(g, jni_over(g, jni_minus(g, it.a, node), it.b));
    default: return slope_of_function(g, node);
  }
}

// ---- rows ---------------------------------------------------------------------------------------------------------

// Adds slope times a value to a row; terms of one source are added up.
static void add_term(writing *w, row *r, int source, jni_node slope) {
  if (slope == JNI_ZERO) return;
  for (int i = 0; i < r->n; i++)
    if (r->terms[i].source == source) {
      r->terms[i].slope = jni_plus(w->g, r->terms[i].slope, slope);
      return;
    }
  if (!jni_pool_grow(&w->scratch, &r->terms, &r->capacity, r->n + 1, sizeof *r->terms)) return;
  r->terms[r->n++] = (term){source, slope};
}

// Adds slope times the derivative of a node. A row of one term is replaced by its source, unless that row has branches,
// or r has branches and the slope of the term is not a number.
static void add_node(writing *w, row *r, jni_node node, jni_node slope) {
  int value = w->value[node];
  if (value < 0 || slope == JNI_ZERO) return;
  const row *of = value < w->nvariables ? NULL : &w->rows[value - w->nvariables];
  bool short_way = of && of->n == 1 && !of->branches && (!r->branches || jni_is_number(w->g, of->terms[0].slope, NULL));
  if (short_way) add_term(w, r, of->terms[0].source, jni_times(w->g, slope, of->terms[0].slope));
  else add_term(w, r, value, slope);
}

static void add_result(writing *w, row *r, jni_node node) {
  const jni_graph_node it = w->g->nodes[node];
  const int ninputs = w->g->calls[it.a].kernel->ninputs, nresults = w->g->calls[it.a].kernel->nresults,
            input_at = w->g->calls[it.a].input_at;
  bool any = false;
  for (int i = 0; i < ninputs; i++) {
    w->active[i] = w->value[w->g->inputs[input_at + i]] >= 0;
    any |= w->active[i];
  }
  if (!any) return;
  if (!w->slope_call[it.a]) w->slope_call[it.a] = 1 + jni_call_slopes(w->g, it.a, w->active, w->part);
  for (int i = 0, column = 0; i < ninputs && !w->g->pool.failed; i++) {
    if (w->value[w->g->inputs[input_at + i]] < 0) continue;
    add_node(w, r, w->g->inputs[input_at + i], jni_result(w->g, w->slope_call[it.a] - 1, column * nresults + it.b));
    column++;
  }
}

static void write_row(writing *w, jni_node node) {
  const jni_graph_node it = w->g->nodes[node];
  if (it.operation == JNI_DO_number) return;
  if (it.operation == JNI_DO_variable) {
    w->value[node] = it.a < w->nvariables ? it.a : -1;
    return;
  }
  if (!jni_pool_grow(&w->scratch, &w->rows, &w->capacity, w->nrows + 1, sizeof *w->rows)) return;
  row r = {.branches = it.operation == JNI_DO_select};
  const int operands[3] = {it.a, it.b, it.c};
  if (it.operation == JNI_DO_result) add_result(w, &r, node);
  for (int i = 0; it.operation != JNI_DO_result && i < jni_operations[it.operation].operands; i++)
    if (w->value[operands[i]] >= 0) add_node(w, &r, operands[i], slope_of(w->g, node, i));
  if (r.n == 0) return;
  w->value[node] = w->nvariables + w->nrows;
  w->rows[w->nrows++] = r;
}

// ---- elimination --------------------------------------------------------------------------------------------------

static row *row_of(const writing *w, int value) {
  return value < w->nvariables ? NULL : &w->rows[value - w->nvariables];
}

// Counts the readers of all rows that results need. Rows that are not needed lose their terms.
static void count_uses(writing *w) {
  for (int i = w->nrows - 1; i >= 0; i--) {
    row *r = &w->rows[i];
    if (r->uses == 0 && !r->kept) r->n = 0;
    for (int k = 0; k < r->n; k++) {
      row *of = row_of(w, r->terms[k].source);
      if (of) of->uses++;
    }
  }
}

static bool is_inserted(const writing *w, const row *reader, const row *of, jni_node slope) {
  double number;
  if (!of || of->uses != 1 || of->kept || reader->branches) return false;
  bool unit = jni_is_number(w->g, slope, &number) && (number == 1 || number == -1);
  return unit || of->n <= MOST_INSERTED;
}

// Inserts into this row the rows that only it reads: no results, and either short (MOST_INSERTED) or with the slope 1
// or -1 here. Inserts none if this row has branches. The inserted rows lose their terms.
static void insert_rows(writing *w, row *r) {
  jni_pool *pool = &w->scratch;
  for (int k = 0; k < r->n && !pool->failed; k++) {
    const term it = r->terms[k];
    row *of = row_of(w, it.source);
    if (!is_inserted(w, r, of, it.slope)) continue;
    r->terms[k--] = r->terms[--r->n];
    for (int i = 0; i < of->n; i++) {
      int before = r->n;
      add_term(w, r, of->terms[i].source, jni_times(w->g, it.slope, of->terms[i].slope));
      row *source = row_of(w, of->terms[i].source);
      if (source && r->n == before) source->uses--;
    }
    of->n = of->uses = 0;
  }
}

// ---- the map --------------------------------------------------------------------------------------------------------

// Fills the map with the rows that have terms, and lists their different slopes. Leaves it unfinished if memory is
// short.
static void fill(writing *w, jni_pool *pool, const jni_node *results, jni_slope_map *map) {
  int nterms = 0;
  int *now = jni_ints(&w->scratch, (size_t)w->nrows + 1);
  for (int i = 0; i < w->nrows; i++) nterms += w->rows[i].n;
  int *number_of = jni_ints(&w->scratch, (size_t)w->g->nnodes + 1);
  map->first = jni_ints(pool, (size_t)w->nrows + 1);
  map->source = jni_ints(pool, (size_t)nterms + 1);
  map->slope = jni_ints(pool, (size_t)nterms + 1);
  map->slopes = jni_ints(pool, (size_t)nterms + 1);
  map->result = jni_ints(pool, (size_t)map->nresults + 1);
  if (pool->failed || w->scratch.failed) return;
  for (int i = 0; i < w->nrows; i++) {
    const row *r = &w->rows[i];
    if (r->n == 0) continue;
    now[i] = map->nrows;
    for (int k = 0; k < r->n; k++) {
      const term it = r->terms[k];
      if (number_of[it.slope] == 0) {
        map->slopes[map->nslopes++] = it.slope;
        number_of[it.slope] = map->nslopes;
      }
      map->slope[map->nterms] = number_of[it.slope] - 1;
      map->source[map->nterms++] =
          it.source < w->nvariables ? it.source : w->nvariables + now[it.source - w->nvariables];
    }
    map->first[++map->nrows] = map->nterms;
  }
  for (int i = 0; i < map->nresults; i++) {
    int value = w->value[results[i]];
    map->result[i] = value < w->nvariables ? value : w->nvariables + now[value - w->nvariables];
  }
}

typedef struct {
  bool *needed;
} need;

static void mark(void *context, jni_node operand) { ((need *)context)->needed[operand] = true; }

bool jni_graph_slopes(jni_pool *pool, jni_graph *g, int nvariables, const jni_node *results, int nresults, double part,
                      jni_slope_map *map) {
  const int many = g->nnodes, ncalls = g->ncalls;
  int most = 0;
  for (int i = 0; i < ncalls; i++)
    if (g->calls[i].kernel->ninputs > most) most = g->calls[i].kernel->ninputs;
  writing w = {.scratch = {.alloc = pool->alloc}, .g = g, .nvariables = nvariables, .part = part};
  need of = {jni_flags(&w.scratch, (size_t)many)};
  w.value = jni_ints(&w.scratch, (size_t)many);
  w.slope_call = jni_ints(&w.scratch, (size_t)ncalls + 1);
  w.active = jni_flags(&w.scratch, (size_t)most + 1);
  *map = (jni_slope_map){.ninputs = nvariables, .nresults = nresults};
  for (int i = 0; i < nresults && !w.scratch.failed; i++) of.needed[results[i]] = true;
  for (jni_node i = many - 1; i >= 0 && !w.scratch.failed; i--) {
    w.value[i] = -1;
    if (of.needed[i]) jni_operands(g, i, mark, &of);
  }
  for (jni_node i = 0; i < many && !w.scratch.failed && !g->pool.failed; i++)
    if (of.needed[i]) write_row(&w, i);
  if (!w.scratch.failed && !g->pool.failed) {
    for (int i = 0; i < nresults; i++) {
      row *r = w.value[results[i]] < 0 ? NULL : row_of(&w, w.value[results[i]]);
      if (r) r->kept = true;
    }
    count_uses(&w);
    for (int i = 0; i < w.nrows; i++) insert_rows(&w, &w.rows[i]);
    fill(&w, pool, results, map);
  }
  pool->failed |= w.scratch.failed;
  jni_pool_free(&w.scratch);
  return !pool->failed && !g->pool.failed;
}
