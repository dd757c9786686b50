// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_coordinates.c - writes joint coordinates and the equations made of them (joint/equations/coordinate.c has the
// same in numbers).
#include "compile/write.h"
#include "kernel/call/joint_function.h"
#include "model/expression/expression_graph.h"
#include "symbolic/call_constants.h"
#include "system/system.h"

typedef struct {
  jni_writer *w;
  jni_graph *g;
  const jni_coordinate *c;
  jni_written_coordinate *out;
} coordinate_writer;

// Product a . b of a vector fixed in A and one fixed in B, its rate, and its second derivative for zero accelerations.
typedef struct {
  jni_node value, rate, bias;
  jni_vec across;  // a x b: derivative with respect to the rotation of A; minus that of B
} product;

static product product_of(const coordinate_writer *x, jni_vec a, jni_vec b) {
  jni_graph *g = x->g;
  jni_vec wA = x->out->body[0].m.w, wB = x->out->body[1].m.w;
  jni_vec adot = jni_vec_cross(g, wA, a), bdot = jni_vec_cross(g, wB, b);
  jni_node twice = jni_times(g, jni_number(g, 2), jni_vec_dot(g, adot, bdot));
  jni_node bias =
      jni_plus(g, jni_vec_dot(g, jni_vec_cross(g, wA, adot), b), jni_vec_dot(g, a, jni_vec_cross(g, wB, bdot)));
  return (product){jni_vec_dot(g, a, b), jni_plus(g, jni_vec_dot(g, adot, b), jni_vec_dot(g, a, bdot)),
                   jni_plus(g, bias, twice), jni_vec_cross(g, a, b)};
}

// Returns the angle `raw` plus as many whole turns as bring it nearest to the value extrapolated linearly from the last
// accepted step; raw itself if no turns are recorded.
static jni_node unwound(const coordinate_writer *x, jni_node raw) {
  jni_graph *g = x->g;
  const jni_node *s = x->w->s + x->c->winding;
  if (x->c->winding < 0) return raw;
  jni_node advance = jni_times(g, s[JNI_WINDING_RATE], jni_minus(g, x->w->t, s[JNI_WINDING_TIME]));
  jni_node expected = jni_plus(g, s[JNI_WINDING_VALUE], advance), turn = jni_number(g, 2 * JNK_PI);
  return jni_plus(g, expected, jni_apply(g, JNI_DO_remainder, jni_minus(g, raw, expected), turn, 0));
}

static void write_angle(const coordinate_writer *x) {
  jni_graph *g = x->g;
  jni_written_coordinate *out = x->out;
  jni_vec u = jni_mat_times(g, &out->body[0].R, jni_vec_of(g, x->c->side[0].a));
  jni_vec nA = jni_mat_times(g, &out->body[0].R, jni_vec_of(g, x->c->n[0]));
  jni_vec nB = jni_mat_times(g, &out->body[1].R, jni_vec_of(g, x->c->n[1]));
  product a = product_of(x, nA, nB), b = product_of(x, jni_vec_cross(g, u, nA), nB);
  jni_node D = jni_plus(g, jni_times(g, a.value, a.value), jni_times(g, b.value, b.value));
  jni_node ca = jni_opposite(g, jni_over(g, b.value, D)), cb = jni_over(g, a.value, D);
  jni_vec turn = jni_vec_add_scaled(g, jni_vec_scale(g, ca, a.across), cb, b.across);
  out->value = unwound(x, jni_apply(g, JNI_DO_atan2, b.value, a.value, 0));
  out->rate = jni_plus(g, jni_times(g, ca, a.rate), jni_times(g, cb, b.rate));
  jni_node mean = jni_plus(g, jni_times(g, a.value, a.rate), jni_times(g, b.value, b.rate));
  jni_node shrinks = jni_times(g, jni_times(g, jni_number(g, 2), out->rate), jni_over(g, mean, D));
  jni_node bias = jni_plus(g, jni_times(g, ca, a.bias), jni_times(g, cb, b.bias));
  out->bias = jni_minus(g, bias, shrinks);
  out->t[0] = out->t[1] = jni_vec_zero;
  out->r[0] = turn;
  out->r[1] = jni_vec_negate(g, turn);
}

static void write_displacement(const coordinate_writer *x) {
  jni_graph *g = x->g;
  jni_written_coordinate *out = x->out;
  const jni_body_kinematics *A = &out->body[0], *B = &out->body[1];
  jni_vec u = jni_mat_times(g, &A->R, jni_vec_of(g, x->c->side[0].a));
  jni_vec PA = jni_mat_times(g, &A->R, jni_vec_of(g, x->c->side[0].p));
  jni_vec PB = jni_mat_times(g, &B->R, jni_vec_of(g, x->c->side[1].p));
  jni_vec D = jni_vec_add(g, jni_vec_subtract(g, B->r, A->r), PB), d = jni_vec_subtract(g, D, PA);
  jni_vec a = jni_vec_cross(g, A->m.w, PA), b = jni_vec_cross(g, B->m.w, PB);
  jni_vec ddot = jni_vec_subtract(g, jni_vec_add(g, B->m.v, b), jni_vec_add(g, A->m.v, a));
  jni_vec dbias = jni_vec_subtract(g, jni_vec_cross(g, B->m.w, b), jni_vec_cross(g, A->m.w, a));
  jni_vec udot = jni_vec_cross(g, A->m.w, u), uddot = jni_vec_cross(g, A->m.w, udot);
  out->value = jni_vec_dot(g, u, d);
  out->rate = jni_plus(g, jni_vec_dot(g, u, ddot), jni_vec_dot(g, udot, d));
  out->bias = jni_plus(g, jni_vec_dot(g, u, dbias), jni_vec_dot(g, uddot, d));
  out->bias = jni_plus(g, out->bias, jni_times(g, jni_number(g, 2), jni_vec_dot(g, udot, ddot)));
  out->t[0] = jni_vec_negate(g, u);
  out->t[1] = u;
  out->r[0] = jni_vec_cross(g, u, D);
  out->r[1] = jni_vec_cross(g, PB, u);
}

// Writes into x->out the angle of the second body relative to the first in the plane, positive in the sense of `hand`,
// from the coordinate's zero.
static void write_plane_angle(const coordinate_writer *x) {
  jni_graph *g = x->g;
  jni_written_coordinate *out = x->out;
  jni_vec up = jni_mat_column(&jni_mat_one, 2);
  jni_node hand = jni_number(g, x->c->hand), angle[2];
  for (int k = 0; k < 2; k++) angle[k] = jni_plane_angle(x->w, out->body[k].link, out->ancestor);
  jni_node difference = jni_times(g, hand, jni_minus(g, angle[1], angle[0]));
  out->value = jni_minus(g, difference, jni_number(g, x->c->zero));
  out->rate = jni_times(g, hand, jni_minus(g, out->body[1].m.w.x[2], out->body[0].m.w.x[2]));
  out->bias = JNI_ZERO;
  out->t[0] = out->t[1] = jni_vec_zero;
  out->r[1] = jni_vec_scale(g, hand, up);
  out->r[0] = jni_vec_negate(g, out->r[1]);
}

// ---- functions of a coordinate -------------------------------------------------------------------------------------

static const jni_kernel function_rate = {"jnk_call_joint_function_rate", 2, 3, jnk_call_joint_function_rate, NULL};
static const jni_kernel function_call = {"jnk_call_joint_function", 1, 3, jnk_call_joint_function, &function_rate};

// Writes into out[0] to out[2] the value of a function at x and its first and second derivative.
static void write_function(jni_graph *g, const jni_function_law *function, jni_node x, jni_node out[3]) {
  static const jni_node one = JNI_ONE;
  if (!function->formula) {
    jni_constants block = jni_constants_for(g);
    jni_constants_list(&block, function->block, function->nblock);
    int call = jni_call_with(g, &function_call, &block, &x);
    for (int k = 0; k < 3; k++) out[k] = jni_result(g, call, k);
    return;
  }
  jni_node period = jni_number(g, function->period), turns = JNI_ZERO;
  if (function->period > 0) turns = jni_apply(g, JNI_DO_floor, jni_over(g, x, period), 0, 0);
  x = jni_minus(g, x, jni_times(g, turns, period));
  out[0] = jni_write_expression(g, function->formula, &x);
  for (int k = 0; k < 2; k++) jni_derive_from(g, &(jni_changes){1, &x, &one}, out + k, 1, out + k + 1);
  out[0] = jni_plus(g, out[0], jni_times(g, turns, jni_number(g, function->per_turn)));
}

static jni_written_coordinate function_of(jni_writer *w, const jni_coordinate *c) {
  jni_graph *g = w->g;
  jni_written_coordinate out = jni_write_coordinate(w, c->of);
  jni_node f[3], square = jni_times(g, out.rate, out.rate);
  write_function(g, c->function, out.value, f);
  out.value = f[0];
  out.rate = jni_times(g, f[1], out.rate);
  out.bias = jni_plus(g, jni_times(g, f[1], out.bias), jni_times(g, f[2], square));
  for (int k = 0; k < 2; k++) {
    out.t[k] = jni_vec_scale(g, f[1], out.t[k]);
    out.r[k] = jni_vec_scale(g, f[1], out.r[k]);
  }
  return out;
}

// ---- kinds of coordinates ------------------------------------------------------------------------------------------

jni_written_coordinate jni_write_coordinate(jni_writer *w, int coordinate) {
  const jni_coordinate *c = &w->system->coordinates[coordinate];
  if (c->function) return function_of(w, c);
  jni_written_coordinate out = {.ancestor = 0};
  coordinate_writer x = {w, w->g, c, &out};
  int link[2];
  for (int k = 0; k < 2; k++) link[k] = c->side[k].body > 0 ? w->system->tree->link_of[c->side[k].body] : 0;
  out.ancestor = jni_common_ancestor(w->system, link[0], link[1]);
  for (int k = 0; k < 2; k++) out.body[k] = jni_write_body_kinematics(w, c->side[k].body, out.ancestor);
  if (c->kind == JNI_DISPLACEMENT) write_displacement(&x);
  else if (w->plane) write_plane_angle(&x);
  else write_angle(&x);
  if (c->linked) {
    out.value = w->q[c->link_q];
    out.rate = w->v[c->link_v];
  }
  return out;
}

// ---- constraint equations ------------------------------------------------------------------------------------------

// Adds k times a joint coordinate of the tree to constraint equation `row`: changes only the element of G at the
// coordinate's speed.
static void add_linked(jni_writer *w, int row, const jni_coordinate *c, jni_node k) {
  jni_node *to = &w->G[row * w->system->sizes.nv + c->link_v];
  *to = jni_plus(w->g, *to, k);
}

// Adds k times a function f of a joint coordinate x of the tree to constraint equation `row`: k f' to G and -k f''
// xdot^2 to gamma. Sets *value to f, without the factor k.
static void add_linked_function(jni_writer *w, int row, const jni_coordinate *c, jni_node k, jni_node *value) {
  jni_graph *g = w->g;
  const jni_coordinate *base = &w->system->coordinates[c->of];
  jni_node f[3], rate = w->v[base->link_v];
  write_function(g, c->function, w->q[base->link_q], f);
  *value = f[0];
  add_linked(w, row, base, jni_times(g, k, f[1]));
  w->gamma[row] = jni_minus(g, w->gamma[row], jni_times(g, jni_times(g, k, f[2]), jni_times(g, rate, rate)));
}

static void add_term(jni_writer *w, const jni_primitive *p, const jni_primitive_term *term, jni_node *sum) {
  jni_graph *g = w->g;
  const jni_coordinate *c = &w->system->coordinates[term->coordinate];
  jni_node factor = jni_number(g, term->factor), k = jni_times(g, jni_number(g, p->scale), factor), value;
  if (c->linked) {
    *sum = jni_plus(g, *sum, jni_times(g, factor, w->q[c->link_q]));
    add_linked(w, p->row, c, k);
    return;
  }
  if (c->function && w->system->coordinates[c->of].linked) {
    add_linked_function(w, p->row, c, k, &value);
    *sum = jni_plus(g, *sum, jni_times(g, factor, value));
    return;
  }
  jni_written_coordinate x = jni_write_coordinate(w, term->coordinate);
  *sum = jni_plus(g, *sum, jni_times(g, factor, x.value));
  w->gamma[p->row] = jni_minus(g, w->gamma[p->row], jni_times(g, k, x.bias));
  for (int i = 0; i < 2; i++)
    jni_add_body_terms(w, p->row, x.ancestor, &x.body[i], jni_vec_scale(g, k, x.t[i]), jni_vec_scale(g, k, x.r[i]));
}

void jni_write_coordinate_row(jni_writer *w, const jni_primitive *p) {
  jni_graph *g = w->g;
  bool of_rates = p->kind == JNI_COORDINATE_RATES;
  jni_node sum = JNI_ZERO, scale = jni_number(g, p->scale), motion[3] = {JNI_ZERO, JNI_ZERO, JNI_ZERO};
  for (int k = 0; k < 3 && p->motion >= 0; k++) motion[k] = w->motions[3 * p->motion + k];
  for (int i = 0; i < p->nterms; i++) add_term(w, p, &w->system->terms[p->term_at + i], &sum);
  jni_node difference = jni_minus(g, jni_minus(g, sum, jni_number(g, p->constant[0])), motion[0]);
  if (!of_rates) w->phi[p->row] = jni_times(g, scale, difference);
  w->nu[p->row] = jni_times(g, scale, motion[of_rates ? 0 : 1]);
  w->gamma[p->row] = jni_plus(g, w->gamma[p->row], jni_times(g, scale, motion[of_rates ? 1 : 2]));
}
