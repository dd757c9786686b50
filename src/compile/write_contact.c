// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_contact.c - writes the equations of discs on planes: touching, rolling, no lateral sliding
// (joint/equations/contact.c has the same in numbers). Vectors are computed with their rates.
#include "compile/write.h"

typedef struct {
  jni_vec x, dot;
} moving;

static moving fixed_in(jni_graph *g, const jni_body_kinematics *body, const double own[3]) {
  jni_vec x = jni_mat_times(g, &body->R, jni_vec_of(g, own));
  return (moving){x, jni_vec_cross(g, body->m.w, x)};
}

static moving moving_cross(jni_graph *g, moving a, moving b) {
  return (moving){jni_vec_cross(g, a.x, b.x),
                  jni_vec_add(g, jni_vec_cross(g, a.dot, b.x), jni_vec_cross(g, a.x, b.dot))};
}

static moving moving_add_scaled(jni_graph *g, moving a, double k, moving b) {
  jni_node factor = jni_number(g, k);
  return (moving){jni_vec_add_scaled(g, a.x, factor, b.x), jni_vec_add_scaled(g, a.dot, factor, b.dot)};
}

// Orientation of a disc relative to a plane, with rates: sine s of the angle between the disc's axis and the normal,
// direction e from the centre to the lowest point, heading.
typedef struct {
  jni_node s;
  moving e, heading;
} disc_orientation;

// Returns a - u b with its rate.
static moving subtract_scaled(jni_graph *g, moving a, jni_node u, jni_node udot, moving b) {
  jni_vec x = jni_vec_subtract(g, a.x, jni_vec_scale(g, u, b.x));
  jni_vec dot = jni_vec_subtract(g, a.dot, jni_vec_scale(g, udot, b.x));
  return (moving){x, jni_vec_subtract(g, dot, jni_vec_scale(g, u, b.dot))};
}

static moving divided(jni_graph *g, moving a, jni_node s, jni_node sdot) {
  jni_node part = jni_over(g, JNI_ONE, s);
  moving out = {.x = jni_vec_scale(g, part, a.x)};
  out.dot = jni_vec_scale(g, part, jni_vec_subtract(g, a.dot, jni_vec_scale(g, sdot, out.x)));
  return out;
}

static disc_orientation calc_orientation(jni_graph *g, moving n, moving a) {
  jni_node u = jni_vec_dot(g, n.x, a.x);
  jni_node udot = jni_plus(g, jni_vec_dot(g, n.dot, a.x), jni_vec_dot(g, n.x, a.dot));
  jni_node s = jni_apply(g, JNI_DO_sqrt, jni_minus(g, JNI_ONE, jni_times(g, u, u)), 0, 0);
  jni_node sdot = jni_opposite(g, jni_over(g, jni_times(g, u, udot), s));
  moving up = divided(g, subtract_scaled(g, n, u, udot, a), s, sdot);
  return (disc_orientation){
      s, {jni_vec_negate(g, up.x), jni_vec_negate(g, up.dot)}, divided(g, moving_cross(g, a, n), s, sdot)};
}

typedef struct {
  jni_writer *w;
  const jni_primitive *p;
  int ancestor;
  jni_body_kinematics A, B;
} contact;

// Writes one constraint equation for the point K of a disc, times the scale of the primitive: phi, the coefficients of
// phidot = c . (velocity of K on B - velocity of K on A) in G, and gamma from the bias. K: from the centre of mass of
// B.
static void set_row(const contact *x, int row, jni_node phi, moving c, moving K) {
  jni_graph *g = x->w->g;
  moving KA = {jni_vec_add(g, K.x, jni_vec_subtract(g, x->B.r, x->A.r)),
               jni_vec_add(g, K.dot, jni_vec_subtract(g, x->B.m.v, x->A.m.v))};
  moving rA = moving_cross(g, KA, c), rB = moving_cross(g, K, c);
  jni_node bias = jni_vec_dot(g, c.dot, jni_vec_subtract(g, x->B.m.v, x->A.m.v));
  bias = jni_plus(g, bias, jni_vec_dot(g, rB.dot, x->B.m.w));
  bias = jni_minus(g, bias, jni_vec_dot(g, rA.dot, x->A.m.w));
  jni_node k = jni_number(g, x->p->scale), minus = jni_opposite(g, k);
  x->w->phi[row] = jni_times(g, k, phi);
  x->w->gamma[row] = jni_times(g, minus, bias);
  jni_add_body_terms(x->w, row, x->ancestor, &x->A, jni_vec_scale(g, minus, c.x), jni_vec_scale(g, minus, rA.x));
  jni_add_body_terms(x->w, row, x->ancestor, &x->B, jni_vec_scale(g, k, c.x), jni_vec_scale(g, k, rB.x));
}

static void write_disc(const contact *x) {
  jni_graph *g = x->w->g;
  const jni_primitive *p = x->p;
  double radius = p->constant[0], crown = p->constant[1];
  moving n = fixed_in(g, &x->A, p->side[0].a), a = fixed_in(g, &x->B, p->side[1].a),
         PB = fixed_in(g, &x->B, p->side[1].p);
  disc_orientation disc = {JNI_ONE, {jni_vec_zero, jni_vec_zero}, fixed_in(g, &x->A, p->tangent)};
  if (radius != 0) disc = calc_orientation(g, n, a);
  jni_vec PA = jni_mat_times(g, &x->A.R, jni_vec_of(g, p->side[0].p));
  jni_vec d = jni_vec_subtract(g, jni_vec_add(g, x->B.r, PB.x), jni_vec_add(g, x->A.r, PA));
  jni_node height = jni_minus(g, jni_vec_dot(g, n.x, d), jni_times(g, jni_number(g, radius), disc.s));
  moving K = moving_add_scaled(g, moving_add_scaled(g, PB, radius, disc.e), -crown, n);
  if (p->kind == JNI_TOUCHING) {
    set_row(x, p->row, jni_minus(g, height, jni_number(g, crown)), n, K);
    return;
  }
  set_row(x, p->row, JNI_ZERO, disc.heading, K);
  if (!x->w->plane) set_row(x, p->row + 1, JNI_ZERO, moving_cross(g, n, disc.heading), K);
}

void jni_write_contact(jni_writer *w, const jni_primitive *p, int ancestor) {
  contact x = {w, p, ancestor, jni_write_body_kinematics(w, p->side[0].body, ancestor),
               jni_write_body_kinematics(w, p->side[1].body, ancestor)};
  if (p->kind != JNI_LATERAL) {
    write_disc(&x);
    return;
  }
  set_row(&x, p->row, JNI_ZERO, fixed_in(w->g, &x.B, p->side[1].a), fixed_in(w->g, &x.B, p->side[1].p));
}
