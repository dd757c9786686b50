// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trace.c - see trace.h.
#include "symbolic/trace.h"

#include <math.h>
#include <string.h>

#include "symbolic/trace_graph.h"
#include "symbolic/vector.h"

typedef struct {
  jni_node node;
  const char *where;
  bool used;  // the number was written into a graph of equations, or other numbers were derived from it
} read_formula;

typedef struct {
  double value;
  jni_node node;
} number_formula;

struct jni_trace {
  jni_pool pool;
  jni_graph *g;
  int nparameters;
  int *formula;  // of each number node: the node of its formula + 1; 0: the number has no formula
  int nformulas, capacity_formulas;
  number_formula *list;  // numbers that have a formula, sorted by absolute value
  int nlist, capacity_list;
  read_formula *read;
  int nread, capacity_read;
  int ntagged;  // how many numbers were changed slightly so that no two formulas have the same number
  // Graph into which formulas are written; first: index of its variable of parameter 0; copy: for each node of g its
  // node there, -1: not written yet.
  jni_graph *to;
  int first;
  jni_node *copy;
  int ncopied, capacity_copy;
};

jni_trace *jni_trace_new(const jn_alloc *alloc, const double *values, int n) {
  jni_trace *t = jni_object_new(alloc, sizeof *t);
  if (!t) return NULL;
  t->g = jni_keep(&t->pool, jni_graph_new(alloc), jni_object_free);
  t->nparameters = n;
  if (t->g) t->g->exact = true;
  for (int i = 0; t->g && i < n; i++) jni_trace_put(t, values[i], jni_variable(t->g, i));
  return jni_trace_failed(t) ? jni_trace_free(t) : t;
}

void *jni_trace_free(jni_trace *trace) { return jni_object_free(trace); }

bool jni_trace_failed(const jni_trace *t) { return t->pool.failed || !t->g || jni_graph_failed(t->g); }

jni_graph *jni_trace_graph(jni_trace *trace) { return trace->g; }

// ---- numbers and their formulas -------------------------------------------------------------------------------------

// Returns the address of the element of t->formula for a number: the node of its formula + 1, or 0. NULL if there is no
// memory.
static int *formula_of(jni_trace *t, double value) {
  jni_node number = jni_number_unwatched(t->g, value);
  if (!jni_pool_grow(&t->pool, &t->formula, &t->capacity_formulas, number + 1, sizeof *t->formula)) return NULL;
  for (; t->nformulas <= number; t->nformulas++) t->formula[t->nformulas] = 0;
  return &t->formula[number];
}

jni_node jni_trace_node(jni_trace *t, double value) {
  for (int sign = 1; sign >= -1; sign -= 2) {
    const int *formula = formula_of(t, sign * value);
    if (!formula || !*formula) continue;
    jni_node node = *formula - 1;
    for (int i = 0; i < t->nread; i++)
      if (t->read[i].node == node) t->read[i].used = true;
    return sign > 0 ? node : jni_opposite(t->g, node);
  }
  return jni_number_unwatched(t->g, value);
}

bool jni_trace_has(jni_trace *t, double value) {
  for (int sign = 1; t && sign >= -1; sign -= 2) {
    const int *formula = formula_of(t, sign * value);
    if (formula && *formula) return true;
  }
  return false;
}

bool jni_trace_has_any(jni_trace *t, const double *values, int n) {
  for (int i = 0; t && i < n; i++)
    if (jni_trace_has(t, values[i])) return true;
  return false;
}

// Returns true for a number that has at most nine digits except for rounding errors: one that a file may contain, or
// the result of a formula such as 3 x/x. Sets *plain to the number without the rounding error.
static bool is_plain(double value, double *plain) {
  char digits[40];
  jni_print(digits, sizeof digits, "%.9g", value);
  return jni_number_parse(digits, plain) && fabs(*plain - value) <= 4e-15 * fabs(value);
}

// Returns the index of the first number in t->list, which is sorted by absolute value, whose absolute value is not
// below `size`.
static int first_from(const jni_trace *t, double size) {
  int low = 0, high = t->nlist;
  while (low < high) {
    int middle = (low + high) / 2;
    if (fabs(t->list[middle].value) < size) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Returns the formula of the recorded number that has this absolute value up to rounding, negated if the signs differ;
// -1 if there is none.
static jni_node find_near(jni_trace *t, double value) {
  const double rounding = 1e-13 * fabs(value);
  int at = first_from(t, fabs(value) - rounding);
  if (at == t->nlist || fabs(t->list[at].value) > fabs(value) + rounding) return -1;
  return t->list[at].value * value > 0 ? t->list[at].node : jni_opposite(t->g, t->list[at].node);
}

static void add_to_list(jni_trace *t, double value, jni_node node) {
  if (!jni_pool_grow(&t->pool, &t->list, &t->capacity_list, t->nlist + 1, sizeof *t->list)) return;
  int at = first_from(t, fabs(value));
  memmove(t->list + at + 1, t->list + at, (size_t)(t->nlist - at) * sizeof *t->list);
  t->list[at] = (number_formula){value, node};
  t->nlist++;
}

// Records the formula of a derived number (trace_graph.h). A number that differs from a recorded one only by rounding
// gets the formula of that one, because both are derivations of the same quantity, such as an angle and the arc tangent
// of its sine and cosine.
void jni_trace_put(jni_trace *t, double value, jni_node node) {
  double same, plain;
  if (jni_is_number(t->g, node, &same) && same == value) return;
  int *formula = formula_of(t, value);
  if (!formula || *formula) return;
  if (is_plain(value, &plain)) {
    if (plain != value) *formula = 1 + jni_number_unwatched(t->g, plain);
    return;
  }
  jni_node near = node == JNI_ZERO ? node : find_near(t, value);
  *formula = 1 + (near >= 0 ? near : node);
  if (near < 0) add_to_list(t, value, node);
}

// Returns `value` changed by a fraction of 1e-8 to 2e-8 (for 0 a number of this size), another one at each call, so
// that it identifies one formula.
static double tagged(jni_trace *t, double value) {
  double part = ++t->ntagged * 0.61803398874989485;
  part = 1e-8 * (1 + part - floor(part));
  return value == 0 ? part : value * (1 + part);
}

double jni_trace_read(jni_trace *t, double value, jni_node node, const char *where) {
  double plain;
  if (jni_is_number(t->g, node, NULL)) return value;
  jni_node near = find_near(t, value);
  if ((near >= 0 && near != node) || is_plain(value, &plain)) value = tagged(t, value);
  jni_trace_put(t, value, node);
  if (jni_pool_grow(&t->pool, &t->read, &t->capacity_read, t->nread + 1, sizeof *t->read))
    t->read[t->nread++] = (read_formula){node, jni_pool_text(&t->pool, where, strlen(where)), false};
  return value;
}

const char *jni_trace_unused(jni_trace *t, int parameter) {
  jni_pool scratch = {.alloc = t->pool.alloc};
  bool *reach = jni_flags(&scratch, (size_t)t->g->nnodes + 1);
  const char *where = NULL;
  for (int i = 0; reach && i < t->g->nnodes; i++) {
    const jni_graph_node *it = &t->g->nodes[i];
    const int list[3] = {it->a, it->b, it->c};
    if (it->operation == JNI_DO_variable) reach[i] = it->a == parameter;
    for (int k = 0; it->operation != JNI_DO_result && k < jni_operations[it->operation].operands; k++)
      reach[i] = reach[i] || reach[list[k]];
  }
  for (int i = 0; reach && i < t->nread && !where; i++)
    if (!t->read[i].used && t->read[i].where[0] && reach[t->read[i].node]) where = t->read[i].where;
  // If there is none, looks for a formula in a table: the points of tables are recorded as used, although slopes
  // derived from them are not.
  for (int i = 0; reach && i < t->nread && !where; i++)
    if (strstr(t->read[i].where, "table '") && reach[t->read[i].node]) where = t->read[i].where;
  // If there is none, takes any formula with the parameter: numbers that were derived from it outside of the trace have
  // no formula.
  for (int i = 0; reach && i < t->nread && !where; i++)
    if (t->read[i].where[0] && reach[t->read[i].node]) where = t->read[i].where;
  jni_pool_free(&scratch);
  return where;
}

// ---- formulas in another graph --------------------------------------------------------------------------------------

void jni_trace_write_to(jni_trace *t, jni_graph *to, int first) {
  t->to = to;
  t->first = to->first_parameter = first;
  to->nparameters = t->nparameters;
  t->ncopied = 0;
}

static jni_node copied(jni_trace *t, jni_node node) {
  const jni_graph_node it = t->g->nodes[node];
  double value;
  jni_node list[3] = {it.a, it.b, it.c};
  if (t->copy[node] >= 0) return t->copy[node];
  if (jni_is_number(t->g, node, &value)) {
    t->copy[node] = jni_number_unwatched(t->to, value);
  } else if (it.operation == JNI_DO_variable) {
    t->copy[node] = jni_variable(t->to, t->first + it.a);
  } else {
    for (int i = 0; i < jni_operations[it.operation].operands; i++) list[i] = copied(t, list[i]);
    t->copy[node] = jni_graph_add(t->to, it.operation, list[0], list[1], list[2]);
  }
  return t->copy[node];
}

jni_node jni_trace_write(jni_trace *t, double value) {
  if (!jni_trace_has(t, value)) return -1;
  jni_node node = jni_trace_node(t, value);
  if (!jni_pool_grow(&t->pool, &t->copy, &t->capacity_copy, t->g->nnodes, sizeof *t->copy)) return -1;
  for (; t->ncopied < t->g->nnodes; t->ncopied++) t->copy[t->ncopied] = -1;
  return copied(t, node);
}

// ---- arithmetic -----------------------------------------------------------------------------------------------------

double jni_trace_apply(jni_trace *t, jni_operation operation, double a, double b) {
  double value = jni_operation_value(operation, a, b, 0);
  if (!t || (!jni_trace_has(t, a) && !jni_trace_has(t, b))) return value;
  jni_node node = jni_apply(t->g, operation, jni_trace_node(t, a), jni_trace_node(t, b), JNI_ZERO);
  bool sum = operation == JNI_DO_add || operation == JNI_DO_subtract;
  jni_trace_put(t, value, sum && fabs(value) <= 4e-15 * fmax(fabs(a), fabs(b)) ? JNI_ZERO : node);
  return value;
}

static jni_vec vector(jni_trace *t, const double a[3]) {
  jni_vec v;
  for (int i = 0; i < 3; i++) v.x[i] = jni_trace_node(t, a[i]);
  return v;
}

static jni_mat matrix(jni_trace *t, const double A[9]) {
  jni_mat m;
  for (int i = 0; i < 9; i++) m.x[i] = jni_trace_node(t, A[i]);
  return m;
}

// Records the formulas `nodes` of the n components of a vector or matrix. A component that is only a rounding error
// gets the formula zero.
static void put(jni_trace *t, const double *values, const jni_node *nodes, int n) {
  double size = 0;
  for (int i = 0; i < n; i++) size = fmax(size, fabs(values[i]));
  for (int i = 0; i < n; i++) jni_trace_put(t, values[i], fabs(values[i]) <= 1e-15 * size ? JNI_ZERO : nodes[i]);
}

void jni_trace_add(jni_trace *t, const double a[3], const double b[3], double out[3]) {
  bool traced = jni_trace_has_any(t, a, 3) || jni_trace_has_any(t, b, 3);
  jni_vec sum = traced ? jni_vec_add(t->g, vector(t, a), vector(t, b)) : jni_vec_zero;
  jnk_add(a, b, out);
  if (traced) put(t, out, sum.x, 3);
}

void jni_trace_sub(jni_trace *t, const double a[3], const double b[3], double out[3]) {
  bool traced = jni_trace_has_any(t, a, 3) || jni_trace_has_any(t, b, 3);
  jni_vec difference = traced ? jni_vec_subtract(t->g, vector(t, a), vector(t, b)) : jni_vec_zero;
  jnk_sub(a, b, out);
  if (traced) put(t, out, difference.x, 3);
}

void jni_trace_mat_vec(jni_trace *t, const double R[9], const double a[3], double out[3]) {
  bool traced = jni_trace_has_any(t, R, 9) || jni_trace_has_any(t, a, 3);
  jni_mat A = traced ? matrix(t, R) : jni_mat_one;
  jni_vec product = traced ? jni_mat_times(t->g, &A, vector(t, a)) : jni_vec_zero;
  jnk_mat_vec(R, a, out);
  if (traced) put(t, out, product.x, 3);
}

void jni_trace_mat_t_vec(jni_trace *t, const double R[9], const double a[3], double out[3]) {
  bool traced = jni_trace_has_any(t, R, 9) || jni_trace_has_any(t, a, 3);
  jni_mat A = traced ? matrix(t, R) : jni_mat_one;
  jni_vec product = traced ? jni_mat_transposed_times(t->g, &A, vector(t, a)) : jni_vec_zero;
  jnk_mat_t_vec(R, a, out);
  if (traced) put(t, out, product.x, 3);
}

void jni_trace_mat_mul(jni_trace *t, const double A[9], const double B[9], double out[9]) {
  bool traced = jni_trace_has_any(t, A, 9) || jni_trace_has_any(t, B, 9);
  jni_mat a = traced ? matrix(t, A) : jni_mat_one, b = traced ? matrix(t, B) : jni_mat_one;
  jni_mat product = traced ? jni_mat_multiply(t->g, &a, &b) : jni_mat_one;
  jnk_mat_mul(A, B, out);
  if (traced) put(t, out, product.x, 9);
}

void jni_trace_mat_mul_t(jni_trace *t, const double A[9], const double B[9], double out[9]) {
  bool traced = jni_trace_has_any(t, A, 9) || jni_trace_has_any(t, B, 9);
  jni_mat a = traced ? matrix(t, A) : jni_mat_one, b = traced ? matrix(t, B) : jni_mat_one;
  jni_mat product = traced ? jni_mat_multiply_transposed(t->g, &a, &b) : jni_mat_one;
  jnk_mat_mul_t(A, B, out);
  if (traced) put(t, out, product.x, 9);
}

void jni_trace_cross(jni_trace *t, const double a[3], const double b[3], double out[3]) {
  bool traced = jni_trace_has_any(t, a, 3) || jni_trace_has_any(t, b, 3);
  jni_vec product = traced ? jni_vec_cross(t->g, vector(t, a), vector(t, b)) : jni_vec_zero;
  jnk_cross(a, b, out);
  if (traced) put(t, out, product.x, 3);
}

void jni_trace_scale(jni_trace *t, double s, const double a[3], double out[3]) {
  bool traced = jni_trace_has(t, s) || jni_trace_has_any(t, a, 3);
  jni_vec product = traced ? jni_vec_scale(t->g, jni_trace_node(t, s), vector(t, a)) : jni_vec_zero;
  jnk_scale(s, a, out);
  if (traced) put(t, out, product.x, 3);
}

void jni_trace_mat_from_angle(jni_trace *t, double angle, double R[9]) {
  jnk_mat_from_angle(angle, R);
  if (!jni_trace_has(t, angle)) return;
  jni_node node = jni_trace_node(t, angle);
  jni_trace_put(t, R[0], jni_apply(t->g, JNI_DO_cos, node, 0, 0));
  jni_trace_put(t, R[3], jni_apply(t->g, JNI_DO_sin, node, 0, 0));
}

void jni_trace_rotation(jni_trace *t, const double q[4], const double R[9]) {
  jni_node nodes[4];
  if (!jni_trace_has_any(t, q, 4)) return;
  for (int i = 0; i < 4; i++) nodes[i] = jni_trace_node(t, q[i]);
  put(t, R, jni_mat_of_quaternion(t->g, nodes).x, 9);
}
