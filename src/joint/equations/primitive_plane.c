// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// primitive_plane.c - the primitive constraint equations in the plane; see primitive.h.
#include <math.h>

#include "joint/equations/contact_equations.h"
#include "joint/equations/primitive.h"
#include "kernel/elementary.h"

typedef struct {
  double x, y;
} vec2;

static inline vec2 arm(const jni_body2 *b, const double p[3]) {
  return (vec2){b->c * p[0] - b->s * p[1], b->s * p[0] + b->c * p[1]};
}

// Writes row `row` of the block of one side in G: translational part (x, y), rotational part r. The block of a particle
// has no rotational part, the ground has no block.
static inline void put(double *G, const jni_side *side, int row, double x, double y, double r) {
  if (side->width == 0) return;
  double *g = G + side->value + row * side->width;
  g[0] = x;
  g[1] = y;
  if (side->width == 3) g[2] = r;
}

static inline vec2 difference(const jni_body2 *A, const jni_body2 *B, vec2 PA, vec2 PB) {
  return (vec2){B->x + PB.x - A->x - PA.x, B->y + PB.y - A->y - PA.y};
}

// ---- coincide ------------------------------------------------------------------------------------

// Writes k times the derivative of a point's position to the two rows of the block of its body. P: the arm from the
// centre of mass, ground axes.
static inline void put_point(double *G, const jni_side *side, double k, vec2 P) {
  double *g = G + side->value;
  if (side->width == 3) {
    g[0] = k;
    g[1] = 0;
    g[2] = -k * P.y;
    g[3] = 0;
    g[4] = k;
    g[5] = k * P.x;
  } else if (side->width == 2) {
    g[0] = k;
    g[1] = 0;
    g[2] = 0;
    g[3] = k;
  }
}

static void coincide_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                              double *G) {
  (void)nu;
  for (; n > 0; n--) {
    const jni_body2 *A = &in->body2[p->side[0].body], *B = &in->body2[p->side[1].body];
    vec2 PA = arm(A, p->side[0].p), PB = arm(B, p->side[1].p), d = difference(A, B, PA, PB);
    double k = p->scale;
    phi[p->row] = k * d.x;
    phi[p->row + 1] = k * d.y;
    put_point(G, &p->side[0], -k, PA);
    put_point(G, &p->side[1], k, PB);
    p++;
  }
}

static void coincide_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    const jni_body2 *A = &in->body2[p->side[0].body], *B = &in->body2[p->side[1].body];
    vec2 PA = arm(A, p->side[0].p), PB = arm(B, p->side[1].p);
    double a = A->w * A->w, b = B->w * B->w;
    gamma[p->row] = p->scale * (b * PB.x - a * PA.x);
    gamma[p->row + 1] = p->scale * (b * PB.y - a * PA.y);
    p++;
  }
}

// ---- in-plane: a . d = 0 ---------------------------------------------------------------------------

static void in_plane_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                              double *G) {
  (void)nu;
  for (; n > 0; n--) {
    const jni_body2 *A = &in->body2[p->side[0].body], *B = &in->body2[p->side[1].body];
    vec2 PA = arm(A, p->side[0].p), PB = arm(B, p->side[1].p), d = difference(A, B, PA, PB);
    vec2 a = arm(A, p->side[0].a), D = {d.x + PA.x, d.y + PA.y};
    double k = p->scale;
    phi[p->row] = k * (a.x * d.x + a.y * d.y);
    put(G, &p->side[0], 0, -k * a.x, -k * a.y, k * (a.x * D.y - a.y * D.x));
    put(G, &p->side[1], 0, k * a.x, k * a.y, k * (PB.x * a.y - PB.y * a.x));
    p++;
  }
}

static void in_plane_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    const jni_body2 *A = &in->body2[p->side[0].body], *B = &in->body2[p->side[1].body];
    vec2 PA = arm(A, p->side[0].p), PB = arm(B, p->side[1].p), d = difference(A, B, PA, PB), a = arm(A, p->side[0].a);
    vec2 ddot = {B->vx - B->w * PB.y - A->vx + A->w * PA.y, B->vy + B->w * PB.x - A->vy - A->w * PA.x};
    double wa = A->w * A->w, wb = B->w * B->w;
    double bias = a.x * (wa * PA.x - wb * PB.x) + a.y * (wa * PA.y - wb * PB.y)  // a . dddot
                  + 2 * A->w * (a.x * ddot.y - a.y * ddot.x)                     // 2 adot . ddot
                  - wa * (a.x * d.x + a.y * d.y);                                // addot . d
    gamma[p->row] = -p->scale * bias;
    p++;
  }
}

// ---- relative angle ----------------------------------------------------------------------------------

static void angle_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                           double *G) {
  static const double turn = 6.283185307179586476925286766559;
  (void)nu;
  for (; n > 0; n--) {
    double k = p->scale;
    phi[p->row] =
        k * jnk_remainder(in->body2[p->side[1].body].theta - in->body2[p->side[0].body].theta - p->constant[0], turn);
    put(G, &p->side[0], 0, 0, 0, -k);
    put(G, &p->side[1], 0, 0, 0, k);
    p++;
  }
}

static void angle_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  (void)in;
  for (; n > 0; n--) {
    gamma[p->row] = 0;
    p++;
  }
}

// ---- distance --------------------------------------------------------------------------------------

static void distance_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                              double *G) {
  (void)nu;
  for (; n > 0; n--) {
    const jni_body2 *A = &in->body2[p->side[0].body], *B = &in->body2[p->side[1].body];
    vec2 PA = arm(A, p->side[0].p), PB = arm(B, p->side[1].p), d = difference(A, B, PA, PB);
    double L = p->constant[0], k = p->scale / L;
    phi[p->row] = 0.5 * k * (d.x * d.x + d.y * d.y - L * L);
    put(G, &p->side[0], 0, -k * d.x, -k * d.y, -k * (PA.x * d.y - PA.y * d.x));
    put(G, &p->side[1], 0, k * d.x, k * d.y, k * (PB.x * d.y - PB.y * d.x));
    p++;
  }
}

static void distance_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    const jni_body2 *A = &in->body2[p->side[0].body], *B = &in->body2[p->side[1].body];
    vec2 PA = arm(A, p->side[0].p), PB = arm(B, p->side[1].p), d = difference(A, B, PA, PB);
    vec2 ddot = {B->vx - B->w * PB.y - A->vx + A->w * PA.y, B->vy + B->w * PB.x - A->vy - A->w * PA.x};
    double wa = A->w * A->w, wb = B->w * B->w;
    double bias = ddot.x * ddot.x + ddot.y * ddot.y + d.x * (wa * PA.x - wb * PB.x) + d.y * (wa * PA.y - wb * PB.y);
    gamma[p->row] = -p->scale / p->constant[0] * bias;
    p++;
  }
}

// ---- sum of points ------------------------------------------------------------------------------------

static void sum_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                         double *G) {
  (void)nu;
  for (const jni_primitive *end = p + n; p < end; p++) {
    vec2 sum = {-p->constant[0], -p->constant[1]};
    for (int i = 0; i < p->nterms; i++) {  // a body may occur in several terms, so its blocks are summed
      const jni_primitive_term *term = &in->terms[p->term_at + i];
      if (term->side.width == 0) continue;
      for (int j = 0; j < 2 * term->side.width; j++) G[term->side.value + j] = 0;
    }
    for (int i = 0; i < p->nterms; i++) {
      const jni_primitive_term *term = &in->terms[p->term_at + i];
      const jni_body2 *A = &in->body2[term->side.body];
      vec2 P = arm(A, term->side.p);
      double k = p->scale * term->factor, *g = G + term->side.value;
      int width = term->side.width;
      sum.x += term->factor * (A->x + P.x);
      sum.y += term->factor * (A->y + P.y);
      if (width == 0) continue;
      g[0] += k;
      g[width + 1] += k;
      if (width == 3) {
        g[2] -= k * P.y;
        g[5] += k * P.x;
      }
    }
    phi[p->row] = p->scale * sum.x;
    phi[p->row + 1] = p->scale * sum.y;
  }
}

static void sum_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    vec2 sum = {0, 0};
    for (int i = 0; i < p->nterms; i++) {
      const jni_primitive_term *term = &in->terms[p->term_at + i];
      const jni_body2 *A = &in->body2[term->side.body];
      vec2 P = arm(A, term->side.p);
      sum.x += term->factor * A->w * A->w * P.x;
      sum.y += term->factor * A->w * A->w * P.y;
    }
    gamma[p->row] = p->scale * sum.x;
    gamma[p->row + 1] = p->scale * sum.y;
    p++;
  }
}

const jni_primitive_ops jni_primitive_plane[JNI_PRIMITIVE_COUNT] = {
    [JNI_COINCIDE] = {coincide_position, coincide_velocity},
    [JNI_IN_PLANE] = {in_plane_position, in_plane_velocity},
    [JNI_RELATIVE_ANGLE] = {angle_position, angle_velocity},
    [JNI_DISTANCE] = {distance_position, distance_velocity},
    [JNI_SUM] = {sum_position, sum_velocity},
    [JNI_TOUCHING] = {jni_contact_position_plane, jni_contact_velocity_plane},
    [JNI_COORDINATES] = {jni_coordinates_position, jni_coordinates_velocity},
    [JNI_COORDINATE_RATES] = {jni_coordinate_rates_position, jni_coordinate_rates_velocity},
    [JNI_ROLLING] = {jni_contact_position_plane, jni_contact_velocity_plane},
    [JNI_LATERAL] = {jni_contact_position_plane, jni_contact_velocity_plane},
};
