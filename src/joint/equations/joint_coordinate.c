// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_coordinate.c - joint coordinates (angle about an axis, displacement along it) and constraint equations of them.
//
// Displacement: c = u . d with u the axis fixed in A, d the vector from the point of A to that of B: the value of the
// in-plane equation. Angle in the plane: c = hand (thetaB - thetaA) - zero.
// Angle in space: with nA, nB perpendicular to the axis in A and B and mA = axis x nA, c = atan2(y, x), x = nA . nB,
// y = mA . nB. The derivatives are those of x and y, exact even if the axes are not quite parallel.
#include <math.h>

#include "joint/equations/primitive.h"
#include "kernel/vec3.h"

double jni_unwrap(const double *winding, double raw, double t) {
  double expected = winding[JNI_WINDING_VALUE] + winding[JNI_WINDING_RATE] * (t - winding[JNI_WINDING_TIME]);
  return expected + jnk_remainder(raw - expected, 2 * JNK_PI);
}

static void zero_blocks(jni_coordinate_state *out) {
  for (int i = 0; i < 6; i++) out->J[0][i] = out->J[1][i] = 0;
}

// ---- plane -----------------------------------------------------------------------------------------

static void displacement_plane(const jni_coordinate *c, const jni_body2 *A, const jni_body2 *B, bool with_velocity,
                               jni_coordinate_state *out) {
  const double *a = c->side[0].a, *pA = c->side[0].p, *pB = c->side[1].p;
  double ux = A->c * a[0] - A->s * a[1], uy = A->s * a[0] + A->c * a[1];
  double PAx = A->c * pA[0] - A->s * pA[1], PAy = A->s * pA[0] + A->c * pA[1];
  double PBx = B->c * pB[0] - B->s * pB[1], PBy = B->s * pB[0] + B->c * pB[1];
  double Dx = B->x + PBx - A->x, Dy = B->y + PBy - A->y, dx = Dx - PAx, dy = Dy - PAy;
  out->value = ux * dx + uy * dy;
  out->J[0][0] = -ux;
  out->J[0][1] = -uy;
  out->J[0][2] = ux * Dy - uy * Dx;
  out->J[1][0] = ux;
  out->J[1][1] = uy;
  out->J[1][2] = PBx * uy - PBy * ux;
  if (!with_velocity) return;
  double vx = B->vx - B->w * PBy - A->vx + A->w * PAy, vy = B->vy + B->w * PBx - A->vy - A->w * PAx;
  double wa = A->w * A->w, wb = B->w * B->w;
  out->rate = ux * vx + uy * vy + A->w * (ux * dy - uy * dx);
  out->bias =
      ux * (wa * PAx - wb * PBx) + uy * (wa * PAy - wb * PBy) + 2 * A->w * (ux * vy - uy * vx) - wa * out->value;
}

void jni_coordinate_plane(const jni_coordinate *c, const jni_body2 *body, bool with_velocity,
                          jni_coordinate_state *out) {
  const jni_body2 *A = &body[c->side[0].body], *B = &body[c->side[1].body];
  zero_blocks(out);
  if (c->kind == JNI_DISPLACEMENT) {
    displacement_plane(c, A, B, with_velocity, out);
    return;
  }
  out->value = c->hand * (B->theta - A->theta) - c->zero;
  out->J[0][2] = -c->hand;
  out->J[1][2] = c->hand;
  if (with_velocity) {
    out->rate = c->hand * (B->w - A->w);
    out->bias = 0;
  }
}

// ---- space -----------------------------------------------------------------------------------------

static void turn_block(const jni_body3 *b, double k, const double r[3], double J[6]) {
  double body_axes[3];
  jnk_mat_t_vec(b->R, r, body_axes);
  for (int i = 0; i < 3; i++) J[3 + i] = k * body_axes[i];
}

// The product a . b of vectors fixed in A and B: its value, the rotational part axb of its gradient (positive on A,
// negative on B), its rate, and its bias, the second derivative for vdot = 0.
typedef struct {
  double value, axb[3], rate, bias;
} product;

static product product_of(const double a[3], const double b[3], const jni_body3 *A, const jni_body3 *B,
                          bool with_velocity) {
  product x = {.value = jnk_dot(a, b)};
  jnk_cross(a, b, x.axb);
  if (!with_velocity) return x;
  double adot[3], bdot[3], addot[3], bddot[3];
  jnk_cross(A->wg, a, adot);
  jnk_cross(B->wg, b, bdot);
  jnk_cross(A->wg, adot, addot);
  jnk_cross(B->wg, bdot, bddot);
  x.rate = jnk_dot(adot, b) + jnk_dot(a, bdot);
  x.bias = jnk_dot(addot, b) + jnk_dot(a, bddot) + 2 * jnk_dot(adot, bdot);
  return x;
}

static void angle_space(const jni_coordinate *c, const jni_body3 *A, const jni_body3 *B, double t, const double *s,
                        bool with_velocity, jni_coordinate_state *out) {
  double u[3], nA[3], mA[3], nB[3], turn[3];
  jnk_mat_vec(A->R, c->side[0].a, u);
  jnk_mat_vec(A->R, c->n[0], nA);
  jnk_mat_vec(B->R, c->n[1], nB);
  jnk_cross(u, nA, mA);
  product x = product_of(nA, nB, A, B, with_velocity), y = product_of(mA, nB, A, B, with_velocity);
  double D = x.value * x.value + y.value * y.value, cx = -y.value / D, cy = x.value / D;
  double raw = jnk_atan2(y.value, x.value);
  out->value = c->winding < 0 ? raw : jni_unwrap(s + c->winding, raw, t);
  for (int i = 0; i < 3; i++) turn[i] = cx * x.axb[i] + cy * y.axb[i];
  turn_block(A, 1, turn, out->J[0]);
  turn_block(B, -1, turn, out->J[1]);
  if (!with_velocity) return;
  out->rate = cx * x.rate + cy * y.rate;
  out->bias = cx * x.bias + cy * y.bias - 2 * out->rate * (x.value * x.rate + y.value * y.rate) / D;
}

static void displacement_space(const jni_coordinate *c, const jni_body3 *A, const jni_body3 *B, bool with_velocity,
                               jni_coordinate_state *out) {
  double u[3], PA[3], PB[3], d[3], D[3], rA[3], rB[3];
  jnk_mat_vec(A->R, c->side[0].a, u);
  jnk_mat_vec(A->R, c->side[0].p, PA);
  jnk_mat_vec(B->R, c->side[1].p, PB);
  for (int i = 0; i < 3; i++) {
    D[i] = B->r[i] + PB[i] - A->r[i];
    d[i] = D[i] - PA[i];
  }
  jnk_cross(u, D, rA);
  jnk_cross(PB, u, rB);
  out->value = jnk_dot(u, d);
  for (int i = 0; i < 3; i++) {
    out->J[0][i] = -u[i];
    out->J[1][i] = u[i];
  }
  turn_block(A, 1, rA, out->J[0]);
  turn_block(B, 1, rB, out->J[1]);
  if (!with_velocity) return;
  double a[3], b[3], ca[3], cb[3], ddot[3], bias[3], udot[3], uddot[3];
  jnk_cross(A->wg, PA, a);
  jnk_cross(B->wg, PB, b);
  jnk_cross(A->wg, a, ca);
  jnk_cross(B->wg, b, cb);
  for (int i = 0; i < 3; i++) {
    ddot[i] = B->v[i] + b[i] - A->v[i] - a[i];
    bias[i] = cb[i] - ca[i];
  }
  jnk_cross(A->wg, u, udot);
  jnk_cross(A->wg, udot, uddot);
  out->rate = jnk_dot(u, ddot) + jnk_dot(udot, d);
  out->bias = jnk_dot(u, bias) + 2 * jnk_dot(udot, ddot) + jnk_dot(uddot, d);
}

void jni_coordinate_space(const jni_coordinate *c, const jni_body3 *body, double t, const double *s, bool with_velocity,
                          jni_coordinate_state *out) {
  const jni_body3 *A = &body[c->side[0].body], *B = &body[c->side[1].body];
  zero_blocks(out);
  if (c->kind == JNI_ANGLE) angle_space(c, A, B, t, s, with_velocity, out);
  else displacement_space(c, A, B, with_velocity, out);
}

// ---- functions of a coordinate -------------------------------------------------------------------------------------

void jni_function_coordinate(const jni_coordinate *c, const jni_coordinate_state *base, bool with_velocity,
                             jni_coordinate_state *out) {
  jni_jet f = jni_joint_function_at(c->function, base->value);
  zero_blocks(out);
  out->value = f.v;
  out->d = f.d;
  out->dd = f.dd;
  for (int end = 0; end < 2; end++)
    for (int k = 0; k < c->side[end].width; k++) out->J[end][k] = f.d * base->J[end][k];
  if (!with_velocity) return;
  out->rate = f.d * base->rate;
  out->bias = f.d * base->bias + f.dd * base->rate * base->rate;
}

// Returns the product of J, the block of one body in the Jacobian of a coordinate, with the speeds of that body: its
// part of the coordinate's rate.
static double side_rate(const jni_side *side, jn_space space, const jni_body3 *body, const double J[JNI_WIDEST]) {
  const jni_body3 *b = &body[side->body];
  int axes = space == JN_PLANE ? 2 : 3;
  double rate = 0, w[3];
  if (side->width == 0) return 0;
  for (int i = 0; i < axes; i++) rate += J[i] * b->v[i];
  if (side->width == axes) return rate;
  if (b->uses_Rdot) {
    for (int k = 0; axes + axes * k < side->width; k++)
      for (int i = 0; i < axes; i++) rate += J[axes + axes * k + i] * b->Rdot[3 * i + k];
    return rate;
  }
  jnk_mat_t_vec(b->R, b->wg, w);
  for (int i = 0; i < 3 && space == JN_SPACE; i++) rate += J[3 + i] * w[i];
  return space == JN_SPACE ? rate : rate + J[2] * b->wg[2];
}

void jni_function_coordinate_rate(const jni_coordinate *c, const jni_coordinate_state *base,
                                  const jni_coordinate_state *state, jn_space space, const jni_body3 *body,
                                  double Jdot[2][JNI_WIDEST]) {
  double rate = 0;
  for (int end = 0; end < 2; end++) rate += side_rate(&c->side[end], space, body, base->J[end]);
  for (int end = 0; end < 2; end++)
    for (int k = 0; k < c->side[end].width; k++)
      Jdot[end][k] = state->d * Jdot[end][k] + state->dd * rate * base->J[end][k];
}

// ---- equations of coordinates: sum of factor * c - offset - motion(t) = 0 ---------------------------------

// Writes the blocks in G, times p->scale, of an equation that is a sum of joint coordinates. Returns the sum of factor
// times coordinate over its terms, without that scale.
static double put_terms(const jni_primitive *p, const jni_primitive_input *in, double *G) {
  const jni_primitive_term *terms = in->terms + p->term_at;
  double sum = 0;
  for (int i = 0; i < p->nterms; i++)
    for (int end = 0; end < 2; end++)
      for (int k = 0; k < in->coordinate_list[terms[i].coordinate].side[end].width; k++) G[terms[i].value[end] + k] = 0;
  for (int i = 0; i < p->nterms; i++) {
    const jni_coordinate_state *state = &in->coordinates[terms[i].coordinate];
    sum += terms[i].factor * state->value;
    for (int end = 0; end < 2; end++)
      for (int k = 0; k < in->coordinate_list[terms[i].coordinate].side[end].width; k++)
        G[terms[i].value[end] + k] += p->scale * terms[i].factor * state->J[end][k];
  }
  return sum;
}

static double terms_bias(const jni_primitive *p, const jni_primitive_input *in) {
  double bias = 0;
  for (int i = 0; i < p->nterms; i++) {
    const jni_primitive_term *term = &in->terms[p->term_at + i];
    bias += term->factor * in->coordinates[term->coordinate].bias;
  }
  return bias;
}

static jni_jet motion_of(const jni_primitive *p, const jni_primitive_input *in) {
  return p->motion >= 0 ? in->motions[p->motion] : (jni_jet){0};
}

void jni_coordinates_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                              double *G) {
  for (; n > 0; n--) {
    jni_jet motion = motion_of(p, in);
    phi[p->row] = p->scale * (put_terms(p, in, G) - p->constant[0] - motion.v);
    nu[p->row] = p->scale * motion.d;
    p++;
  }
}

void jni_coordinates_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    gamma[p->row] = p->scale * (motion_of(p, in).dd - terms_bias(p, in));
    p++;
  }
}

// ---- equations of rates: sum of factor * cdot - rate(t) = 0 ------------------------------------------------

void jni_coordinate_rates_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi,
                                   double *nu, double *G) {
  (void)phi;
  for (; n > 0; n--) {
    put_terms(p, in, G);
    nu[p->row] = p->scale * motion_of(p, in).v;
    p++;
  }
}

void jni_coordinate_rates_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    gamma[p->row] = p->scale * (motion_of(p, in).d - terms_bias(p, in));
    p++;
  }
}
