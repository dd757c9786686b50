// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_mass_tables.c - writes the mass matrix from tables or constants, and the inertia terms of Lagrange's equations;
// see mass_tables.h.
#include <string.h>

#include "compile/tables/mass_tables.h"
#include "system/system.h"

typedef struct {
  jni_graph *g;
  const jni_mass_tables *mass;
  const jni_write_mass_def *def;
  const jni_node *v;  // all speeds
  const int *speed;   // n: index in the system of the speed of each row of M
  // n x n, lower half: M as a function of the coordinates; the same array as def->M unless M is constant
  jni_node *varied;
  jni_node *p;              // n: momenta, with the variable M
  jni_spline_calls *calls;  // calls of each table
  jni_node **changes;       // n: for each variable y, dM/dy, n x n, lower half; NULL: M does not depend on y
  jni_node *coefficients;   // npairs x n: coefficients c_ij
} writing;

static jni_node plus(const writing *x, jni_node a, jni_node b) { return jni_plus(x->g, a, b); }
static jni_node minus(const writing *x, jni_node a, jni_node b) { return jni_minus(x->g, a, b); }
static jni_node times(const writing *x, jni_node a, jni_node b) { return jni_times(x->g, a, b); }
static jni_node rate(const writing *x, int i) { return x->v[x->speed[i]]; }

// Sets the row and column of the element of M that has the index `function` in the list of functions.
static void element_at(int function, int *row, int *column) {
  *row = *column = 0;
  while ((*row + 1) * (*row + 2) / 2 <= function) ++*row;
  *column = function - *row * (*row + 1) / 2;
}

// Returns the node of basis function k of a table (part 0), or of its derivative with respect to variable part - 1.
// After the table's own functions follow the products of functions of single variables.
static jni_node basis_part(const writing *x, const jni_mass_table *t, int k, int part) {
  int own = (int)(t - x->mass->tables), product = k - t->basis.n;
  jni_node value = jni_number(x->g, 1);
  if (product < 0) return jni_spline_part(&x->calls[own], k, part);
  for (int i = 0; i < t->nvariables; i++) {
    int n = x->mass->tables[t->alone[i]].basis.n;
    value = times(x, value, jni_spline_part(&x->calls[t->alone[i]], product % n, part == i + 1));
    product /= n;
  }
  return value;
}

// Returns the node in which the parts of a function are summed up: that of its value (part 0), or for an element of M
// that of its derivative with respect to variable part - 1 of the table.
static jni_node *sum_of(const writing *x, const jni_mass_table *t, int function, int part) {
  const jni_mass_tables *mass = x->mass;
  int row, column;
  if (function >= jni_mass_coefficients(mass)) return &x->coefficients[function - jni_mass_coefficients(mass)];
  if (function >= jni_mass_weights(mass)) return &x->def->Q[function - jni_mass_weights(mass)];
  element_at(function, &row, &column);
  jni_node *matrix = part > 0 ? x->changes[t->variable[part - 1]] : x->varied;
  return matrix + row * mass->n + column;
}

// Adds the terms of function i of a table, basis functions times weights, to the sum of its value, and for an element
// of M, unless the inertia terms are tabulated too (mass->quadratic), also to the sums of its derivatives.
static void write_element(const writing *x, const jni_mass_table *t, int i) {
  const int function = t->functions[i];
  bool slopes = function < jni_mass_weights(x->mass) && !x->mass->quadratic;
  for (int k = 0; k < t->basis.n + t->basis.navailable; k++) {
    double weight = jni_basis_weight(&t->basis, i, k);
    for (int part = 0; weight != 0 && part <= (slopes ? t->nvariables : 0); part++) {
      jni_node *to = sum_of(x, t, function, part);
      *to = plus(x, *to, times(x, jni_number(x->g, weight), basis_part(x, t, k, part)));
    }
  }
}

static void write_tables(const writing *x) {
  const int *system_q = x->def->e->system->speed_q;
  for (int i = 0; i < x->mass->ntables; i++) {
    const jni_mass_table *t = &x->mass->tables[i];
    jni_node in[JNK_SPLINE_VARIABLES];
    for (int k = 0; k < t->nvariables; k++) in[k] = x->def->e->writer->q[system_q[x->speed[t->variable[k]]]];
    if (t->spline.block) x->calls[i] = jni_call_splines(x->g, &t->spline, in);
    for (int k = 0; k < t->nfunctions && t->basis.weight; k++) write_element(x, t, k);
  }
}

// Returns the node of row k of dM/dy times the speeds. If M is constant, includes only terms with the speed of an
// unbounded angle, and none in the rows of these angles.
static jni_node write_change(const writing *x, const jni_node *changes, int k) {
  const int n = x->mass->n;
  const bool held = x->mass->is_constant, *turning = x->mass->turning;
  jni_node sum = JNI_ZERO;
  for (int l = 0; l < n; l++)
    if (!held || (turning[l] && !turning[k]))
      sum = plus(x, sum, times(x, changes[k >= l ? k * n + l : l * n + k], rate(x, l)));
  return sum;
}

// Adds the inertia terms by the change of M with variable y to the right side Q: -Mdot u in all rows, and 1/2 u' dM/dy
// u in the row of y. If M is constant, dM/dy has only half of the products, so that the factor 1/2 is left out.
static void write_changes(const writing *x, int y) {
  jni_node *Q = x->def->Q, twice = JNI_ZERO;
  for (int k = 0; k < x->mass->n; k++) {
    jni_node change = write_change(x, x->changes[y], k);
    Q[k] = minus(x, Q[k], times(x, change, rate(x, y)));
    twice = plus(x, twice, times(x, change, rate(x, k)));
  }
  Q[y] = plus(x, Q[y], x->mass->is_constant ? twice : times(x, jni_number(x->g, 0.5), twice));
}

static void write_momenta(const writing *x) {
  int n = x->mass->n;
  for (int k = 0; k < n; k++) {
    x->p[k] = JNI_ZERO;
    for (int l = 0; l < n; l++)
      x->p[k] = plus(x, x->p[k], times(x, x->varied[k >= l ? k * n + l : l * n + k], rate(x, l)));
  }
}

// Returns the index in M of a speed of the system; -1: it is not among the speeds of M.
static int number_of(const writing *x, int speed) {
  for (int i = 0; i < x->mass->n; i++)
    if (x->speed[i] == speed) return i;
  return -1;
}

static jni_vec three(const jni_node *list, int at) { return (jni_vec){{list[at], list[at + 1], list[at + 2]}}; }

static void add_three(const writing *x, int at, jni_vec by) {
  for (int k = 0; k < 3; k++) x->def->Q[at + k] = plus(x, x->def->Q[at + k], by.x[k]);
}

// Adds to the right side the terms of a base, a free body with momenta P and L and velocities V and W: P x W along V
// and P x V + L x W along W; in the plane W is along z. Does nothing if its speeds are not among those of M.
static void write_base(const writing *x, const jni_twist *base) {
  int at = number_of(x, base->v_at);
  if (at < 0) return;
  if (base->n == 2) {
    jni_node Px = x->p[at], Py = x->p[at + 1], w = rate(x, at + 2), *Q = x->def->Q + at;
    Q[0] = plus(x, Q[0], times(x, Py, w));
    Q[1] = minus(x, Q[1], times(x, Px, w));
    Q[2] = plus(x, Q[2], minus(x, times(x, Px, rate(x, at + 1)), times(x, Py, rate(x, at))));
    return;
  }
  jni_vec P = three(x->p, at), L = three(x->p, at + 3), V, W;
  for (int k = 0; k < 3; k++) {
    V.x[k] = rate(x, at + k);
    W.x[k] = rate(x, at + 3 + k);
  }
  add_three(x, at, jni_vec_cross(x->g, P, W));
  add_three(x, at + 3, jni_vec_add(x->g, jni_vec_cross(x->g, P, V), jni_vec_cross(x->g, L, W)));
}

// Adds the terms c_ij u_i u_j to the right side.
static void write_quadratic(const writing *x) {
  const int n = x->mass->n;
  for (int p = 0; p < x->mass->npairs; p++) {
    jni_node product = times(x, rate(x, x->mass->pairs[p][0]), rate(x, x->mass->pairs[p][1]));
    for (int k = 0; k < n; k++) x->def->Q[k] = plus(x, x->def->Q[k], times(x, x->coefficients[p * n + k], product));
  }
}

static void write_weight(const writing *x) {
  int n = x->mass->n;
  for (int l = 0; l < n; l++) {
    jni_node fall = jni_base_fall(x->def->e, x->speed[l]);
    for (int k = 0; k < n && fall != JNI_ZERO; k++)
      x->def->Q[k] = plus(x, x->def->Q[k], times(x, x->def->M[k >= l ? k * n + l : l * n + k], fall));
  }
}

jni_node jni_base_fall(const jni_equations *e, int speed) {
  const jn_system *system = e->system;
  for (int i = 0; i < system->tree->nlinks; i++) {
    const jni_link *l = &system->tree->links[i];
    for (int k = 0; k < system->ntwists && l->nv > 0; k++) {
      const jni_twist *base = &system->twists[k];
      if (base->v_at != l->v_at || speed < base->v_at || speed >= base->v_at + base->n) continue;
      jni_vec gravity = jni_vec_of(e->g, system->model->gravity);
      return jni_mat_transposed_times(e->g, &e->writer->bases[i].R, gravity).x[speed - base->v_at];
    }
  }
  return JNI_ZERO;
}

static jni_node **changes_of(jni_pool *scratch, const jni_mass_tables *mass) {
  size_t n = (size_t)mass->n;
  jni_node **changes = jni_take(scratch, n + 1, sizeof *changes);
  for (int i = 0; changes && i < mass->ntables; i++)
    for (int k = 0; k < mass->tables[i].nvariables && !scratch->failed; k++) {
      jni_node **own = &changes[mass->tables[i].variable[k]];
      if (!*own) *own = jni_ints(scratch, n * n);
      for (size_t j = 0; *own && j < n * n; j++) (*own)[j] = JNI_ZERO;
    }
  return changes;
}

void jni_write_mass(const jni_write_mass_def *def) {
  const jni_equations *e = def->e;
  int n = def->mass->n;
  jni_pool scratch = {.alloc = e->pool.alloc};
  jni_node *varied = def->mass->is_constant ? jni_ints(&scratch, (size_t)(n * n) + 1) : def->M;
  jni_node *p = jni_ints(&scratch, (size_t)n + 1), **changes = changes_of(&scratch, def->mass);
  jni_spline_calls *calls = jni_take(&scratch, (size_t)def->mass->ntables + 1, sizeof *calls);
  jni_node *coefficients = jni_ints(&scratch, (size_t)(n * def->mass->npairs) + 1);
  const writing x = {e->g, def->mass, def, e->v, def->mass->speed, varied, p, calls, changes, coefficients};
  e->g->pool.failed |= scratch.failed;
  if (scratch.failed) {
    jni_pool_free(&scratch);
    return;
  }
  for (int k = 0; k < n; k++) {
    def->Q[k] = plus(&x, def->power[k], jni_number(e->g, def->mass->constant[n * (n + 1) / 2 + k]));
    for (int l = 0; l <= k; l++) def->M[k * n + l] = jni_number(e->g, def->mass->constant[jni_mass_function(k, l)]);
  }
  for (int i = 0; i < n * def->mass->npairs; i++)
    coefficients[i] = jni_number(e->g, def->mass->constant[jni_mass_coefficients(def->mass) + i]);
  if (varied != def->M) memcpy(varied, def->M, (size_t)(n * n) * sizeof *varied);
  write_tables(&x);
  if (def->mass->quadratic) {
    write_quadratic(&x);
  } else {
    for (int y = 0; y < n; y++)
      if (x.changes[y]) write_changes(&x, y);
    write_momenta(&x);
    for (int i = 0; i < e->system->ntwists; i++) write_base(&x, &e->system->twists[i]);
  }
  write_weight(&x);
  jni_pool_free(&scratch);
}
