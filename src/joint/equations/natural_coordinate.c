// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// natural_coordinate.c - joint coordinates in natural coordinates; see natural_equations.h and joint_coordinate.c.
//   displacement    c = u . d                          as the in-plane row
//   angle (space)   c = atan2(y, x), x = nA . nB, y = mA . nB, mA = axis x nA; with cx = -y / D, cy = x / D,
//                   D = x^2 + y^2 the gradients are (0, cx nA + cy mA) (x) nB on A (nA, mA in body axes) and
//                   (0, nB) (x) (cx nA + cy mA) on B
//   angle (plane)   c = hand (thetaB - thetaA) - zero, theta of u, unwrapped: gradient (-u2, u1) / u . u
#include <math.h>
#include <string.h>

#include "joint/equations/natural_equations.h"
#include "joint/equations/vector_rate.h"
#include "kernel/vec3.h"

// ---- displacement ---------------------------------------------------------------------------------------------------

typedef struct {
  jni_vector_rate u, d;
} slide;

static jni_vector_rate point_of(const jni_body3 *b, const double p[3]) {
  jni_vector_rate m = jni_vector_rate_fixed(b, p);
  jnk_add(m.x, b->r, m.x);
  jnk_add(m.dot, b->v, m.dot);
  return m;
}

static slide slide_of(const jni_coordinate *c, const jni_body3 *body) {
  const jni_body3 *A = &body[c->side[0].body], *B = &body[c->side[1].body];
  jni_vector_rate PA = point_of(A, c->side[0].p), PB = point_of(B, c->side[1].p);
  return (slide){.u = jni_vector_rate_fixed(A, c->side[0].a), .d = jni_vector_rate_add_scaled(&PB, -1, &PA)};
}

static void slide_blocks(const jni_coordinate *c, const double u[3], const double d[3], double J[2][JNI_WIDEST]) {
  double back[3];
  jnk_scale(-1, u, back);
  jni_natural_add(c->side[0].width, 0, c->side[0].a, d, J[0]);
  jni_natural_add(c->side[0].width, 1, c->side[0].p, back, J[0]);
  jni_natural_add(c->side[1].width, 1, c->side[1].p, u, J[1]);
}

// ---- angle in space -------------------------------------------------------------------------------------------------

typedef struct {
  jni_vector_rate nA, mA, nB;
  double m[3];  // mA in body axes of A
  double x, y, xdot, ydot, D, Ddot, cx, cy, cxdot, cydot;
} turn;

static turn turn_of(const jni_coordinate *c, const jni_body3 *body) {
  const jni_body3 *A = &body[c->side[0].body], *B = &body[c->side[1].body];
  turn w = {.nA = jni_vector_rate_fixed(A, c->n[0]), .nB = jni_vector_rate_fixed(B, c->n[1])};
  jnk_cross(c->side[0].a, c->n[0], w.m);
  w.mA = jni_vector_rate_fixed(A, w.m);
  w.x = jnk_dot(w.nA.x, w.nB.x);
  w.xdot = jnk_dot(w.nA.dot, w.nB.x) + jnk_dot(w.nA.x, w.nB.dot);
  w.y = jnk_dot(w.mA.x, w.nB.x);
  w.ydot = jnk_dot(w.mA.dot, w.nB.x) + jnk_dot(w.mA.x, w.nB.dot);
  w.D = w.x * w.x + w.y * w.y;
  w.Ddot = 2 * (w.x * w.xdot + w.y * w.ydot);
  w.cx = -w.y / w.D;
  w.cy = w.x / w.D;
  w.cxdot = (-w.ydot - w.cx * w.Ddot) / w.D;
  w.cydot = (w.xdot - w.cy * w.Ddot) / w.D;
  return w;
}

// Adds the gradient of k1 x + k2 y to J, where x = nA . nB and y = mA . nB. The vectors nA, mA, nB are in ground axes;
// if they are replaced by their rates, the result is the rate of the gradient.
static void turn_blocks(const jni_coordinate *c, const turn *w, double k1, double k2, const double nA[3],
                        const double mA[3], const double nB[3], double J[2][JNI_WIDEST]) {
  double own[3], g[3];
  for (int i = 0; i < 3; i++) {
    own[i] = k1 * c->n[0][i] + k2 * w->m[i];
    g[i] = k1 * nA[i] + k2 * mA[i];
  }
  jni_natural_add(c->side[0].width, 0, own, nB, J[0]);
  jni_natural_add(c->side[1].width, 0, c->n[1], g, J[1]);
}

static void angle_space(const jni_coordinate *c, const jni_body3 *body, double t, const double *s,
                        jni_coordinate_state *out) {
  turn w = turn_of(c, body);
  double raw = jnk_atan2(w.y, w.x);
  out->value = c->winding < 0 ? raw : jni_unwrap(s + c->winding, raw, t);
  turn_blocks(c, &w, w.cx, w.cy, w.nA.x, w.mA.x, w.nB.x, out->J);
  out->rate = w.cx * w.xdot + w.cy * w.ydot;
  out->bias = 2 * (w.cx * jnk_dot(w.nA.dot, w.nB.dot) + w.cy * jnk_dot(w.mA.dot, w.nB.dot)) - out->rate * w.Ddot / w.D;
}

// ---- angle in the plane ---------------------------------------------------------------------------------------------

typedef struct {
  double D, Ddot, rate;
} heading;

static heading heading_of(const jni_body3 *b) {
  double c = b->R[0], s = b->R[3], cdot = b->Rdot[0], sdot = b->Rdot[3], D = c * c + s * s;
  return (heading){.D = D, .Ddot = 2 * (c * cdot + s * sdot), .rate = (c * sdot - s * cdot) / D};
}

static void angle_plane(const jni_coordinate *c, const jni_body2 *body2, const jni_body3 *body,
                        jni_coordinate_state *out) {
  out->value = c->hand * (body2[c->side[1].body].theta - body2[c->side[0].body].theta) - c->zero;
  out->rate = out->bias = 0;
  for (int end = 0; end < 2; end++) {
    const jni_body3 *b = &body[c->side[end].body];
    heading h = heading_of(b);
    double sign = end ? c->hand : -c->hand;
    out->J[end][2] = -sign * b->R[3] / h.D;
    out->J[end][3] = sign * b->R[0] / h.D;
    out->rate += sign * h.rate;
    out->bias -= sign * h.rate * h.Ddot / h.D;
  }
}

static void angle_plane_rate(const jni_coordinate *c, const jni_body3 *body, double Jdot[2][JNI_WIDEST]) {
  for (int end = 0; end < 2; end++) {
    const jni_body3 *b = &body[c->side[end].body];
    heading h = heading_of(b);
    double sign = end ? c->hand : -c->hand, shrink = h.Ddot / h.D;
    Jdot[end][2] = -sign * (b->Rdot[3] - b->R[3] * shrink) / h.D;
    Jdot[end][3] = sign * (b->Rdot[0] - b->R[0] * shrink) / h.D;
  }
}

// ---- interface ------------------------------------------------------------------------------------------------------

void jni_natural_coordinate(const jni_coordinate *c, jn_space space, const jni_body2 *body2, const jni_body3 *body,
                            double t, const double *s, bool with_velocity, jni_coordinate_state *out) {
  double rate = with_velocity ? 0 : out->rate, bias = with_velocity ? 0 : out->bias;
  memset(out->J, 0, sizeof out->J);
  if (c->kind == JNI_DISPLACEMENT) {
    slide x = slide_of(c, body);
    out->value = jnk_dot(x.u.x, x.d.x);
    slide_blocks(c, x.u.x, x.d.x, out->J);
    out->rate = jnk_dot(x.u.x, x.d.dot) + jnk_dot(x.u.dot, x.d.x);
    out->bias = 2 * jnk_dot(x.u.dot, x.d.dot);
  } else if (space == JN_PLANE) {
    angle_plane(c, body2, body, out);
  } else {
    angle_space(c, body, t, s, out);
  }
  if (!with_velocity) {
    out->rate = rate;
    out->bias = bias;
  }
}

void jni_natural_coordinate_rate(const jni_coordinate *c, jn_space space, const jni_body3 *body,
                                 double Jdot[2][JNI_WIDEST]) {
  memset(Jdot, 0, 2 * sizeof *Jdot);
  if (c->kind == JNI_DISPLACEMENT) {
    slide x = slide_of(c, body);
    slide_blocks(c, x.u.dot, x.d.dot, Jdot);
  } else if (space == JN_PLANE) {
    angle_plane_rate(c, body, Jdot);
  } else {
    turn w = turn_of(c, body);
    turn_blocks(c, &w, w.cxdot, w.cydot, w.nA.x, w.mA.x, w.nB.x, Jdot);
    turn_blocks(c, &w, w.cx, w.cy, w.nA.dot, w.mA.dot, w.nB.dot, Jdot);
  }
}
