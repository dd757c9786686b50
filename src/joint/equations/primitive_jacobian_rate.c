// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// primitive_jacobian_rate.c - the rate of the constraint Jacobian for any velocities of the bodies, in plane and space.
//
// A constraint equation acts on a body through a translational part t and a rotational part r, both in ground axes; its
// block is (t, R' r). Along a motion
//   d/dt (t, R' r) = (tdot, R' (rdot - w x r)).
#include <string.h>

#include "joint/equations/contact_equations.h"
#include "joint/equations/primitive.h"
#include "joint/equations/vector_rate.h"
#include "kernel/vec3.h"

typedef struct {
  const jni_body3 *body;
  jn_space space;
  double *Gdot;
} target;

// Computes in `out` k times the rate of one equation's block for one side, (tdot, R' (rdot - w x r)). t NULL: the
// equation has no translational part.
static void block(const jni_side *side, const target *to, double k, const jni_vector_rate *t, const jni_vector_rate *r,
                  double out[6]) {
  const jni_body3 *b = &to->body[side->body];
  double spin[3], turn[3], own[3];
  jnk_cross(b->wg, r->x, spin);
  jnk_sub(r->dot, spin, turn);
  if (to->space == JN_PLANE) {
    out[0] = t ? k * t->dot[0] : 0;
    out[1] = t ? k * t->dot[1] : 0;
    out[2] = k * turn[2];
    return;
  }
  jnk_mat_t_vec(b->R, turn, own);
  for (int i = 0; i < 3; i++) {
    out[i] = t ? k * t->dot[i] : 0;
    out[3 + i] = k * own[i];
  }
}

static void put(const jni_side *side, const target *to, int row, double k, const jni_vector_rate *t,
                const jni_vector_rate *r) {
  double out[6];
  if (side->width == 0) return;
  block(side, to, k, t, r, out);
  memcpy(to->Gdot + side->value + row * side->width, out, (size_t)side->width * sizeof *out);
}

// The arms PA and PB of the two points of an equation, from the centres of mass, and d = rB + PB - rA - PA, with their
// rates.
typedef struct {
  jni_vector_rate PA, PB, d;
} pair;

static pair pair_of(const jni_side *side, const jni_body3 *body) {
  const jni_body3 *A = &body[side[0].body], *B = &body[side[1].body];
  pair x = {.PA = jni_vector_rate_fixed(A, side[0].p), .PB = jni_vector_rate_fixed(B, side[1].p)};
  for (int i = 0; i < 3; i++) {
    x.d.x[i] = B->r[i] + x.PB.x[i] - A->r[i] - x.PA.x[i];
    x.d.dot[i] = B->v[i] + x.PB.dot[i] - A->v[i] - x.PA.dot[i];
  }
  return x;
}

// Computes the rotational parts of the equation a . d, with their rates: rA, which enters the block of A with the
// factor -1, and rB.
static void along(const jni_vector_rate *a, const pair *x, jni_vector_rate *rA, jni_vector_rate *rB) {
  jni_vector_rate D = jni_vector_rate_sum(&x->d, &x->PA);
  *rA = jni_vector_rate_cross(&D, a);
  *rB = jni_vector_rate_cross(&x->PB, a);
}

static void coincide(const jni_primitive *p, const target *to) {
  static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  pair x = pair_of(p->side, to->body);
  for (int i = 0; i < (to->space == JN_PLANE ? 2 : 3); i++) {
    jni_vector_rate e = jni_vector_rate_constant(unit[i]), rA = jni_vector_rate_cross(&x.PA, &e),
                    rB = jni_vector_rate_cross(&x.PB, &e);
    put(&p->side[0], to, i, -p->scale, &e, &rA);
    put(&p->side[1], to, i, p->scale, &e, &rB);
  }
}

static void perpendicular(const jni_primitive *p, const target *to) {
  jni_vector_rate a = jni_vector_rate_fixed(&to->body[p->side[0].body], p->side[0].a),
                  b = jni_vector_rate_fixed(&to->body[p->side[1].body], p->side[1].a);
  jni_vector_rate r = jni_vector_rate_cross(&a, &b);
  put(&p->side[0], to, 0, p->scale, NULL, &r);
  put(&p->side[1], to, 0, -p->scale, NULL, &r);
}

static void twist(const jni_primitive *p, const target *to) {
  const jni_body3 *A = &to->body[p->side[0].body], *B = &to->body[p->side[1].body];
  jni_vector_rate xA = jni_vector_rate_fixed(A, p->side[0].a), yA = jni_vector_rate_fixed(A, p->y[0]),
                  xB = jni_vector_rate_fixed(B, p->side[1].a), yB = jni_vector_rate_fixed(B, p->y[1]);
  jni_vector_rate first = jni_vector_rate_cross(&xA, &yB), second = jni_vector_rate_cross(&yA, &xB),
                  r = jni_vector_rate_add_scaled(&first, -1, &second);
  put(&p->side[0], to, 0, 0.5 * p->scale, NULL, &r);
  put(&p->side[1], to, 0, -0.5 * p->scale, NULL, &r);
}

static void in_plane(const jni_primitive *p, const target *to) {
  pair x = pair_of(p->side, to->body);
  jni_vector_rate a = jni_vector_rate_fixed(&to->body[p->side[0].body], p->side[0].a), rA, rB;
  along(&a, &x, &rA, &rB);
  put(&p->side[0], to, 0, -p->scale, &a, &rA);
  put(&p->side[1], to, 0, p->scale, &a, &rB);
}

static void distance(const jni_primitive *p, const target *to) {
  pair x = pair_of(p->side, to->body);
  jni_vector_rate rA = jni_vector_rate_cross(&x.PA, &x.d), rB = jni_vector_rate_cross(&x.PB, &x.d);
  double k = p->scale / p->constant[0];
  put(&p->side[0], to, 0, -k, &x.d, &rA);
  put(&p->side[1], to, 0, k, &x.d, &rB);
}

// Sets the block of one body in one term of an equation, `rows` rows from index `value` of Gdot, to zero. This is done
// for all terms before any is added, because several terms may share the blocks of a body.
static void clear_term(const jni_side *side, int value, int rows, double *Gdot) {
  if (side->width > 0) memset(Gdot + value, 0, (size_t)(rows * side->width) * sizeof *Gdot);
}

static void point_sum(const jni_primitive *p, const jni_primitive_term *terms, const target *to) {
  static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  int rows = to->space == JN_PLANE ? 2 : 3;
  for (int i = 0; i < p->nterms; i++) clear_term(&terms[i].side, terms[i].side.value, rows, to->Gdot);
  for (int i = 0; i < p->nterms; i++) {
    const jni_side *side = &terms[i].side;
    jni_vector_rate P = jni_vector_rate_fixed(&to->body[side->body], side->p);
    for (int row = 0; row < rows && side->width > 0; row++) {
      double out[6];
      jni_vector_rate e = jni_vector_rate_constant(unit[row]), r = jni_vector_rate_cross(&P, &e);
      block(side, to, p->scale * terms[i].factor, &e, &r, out);
      for (int k = 0; k < side->width; k++) to->Gdot[side->value + row * side->width + k] += out[k];
    }
  }
}

// ---- coordinates -----------------------------------------------------------------------------------------------

// Returns the rotational part of the angle atan2(y, x) for body A, with its rate; that for B is its negative. x = nA .
// nB, y = mA . nB, mA = u x nA with the axis u: (x (mA x nB) - y (nA x nB)) / (x^2 + y^2).
static jni_vector_rate angle_turn(const jni_coordinate *c, const jni_body3 *A, const jni_body3 *B) {
  jni_vector_rate u = jni_vector_rate_fixed(A, c->side[0].a), nA = jni_vector_rate_fixed(A, c->n[0]),
                  nB = jni_vector_rate_fixed(B, c->n[1]), mA = jni_vector_rate_cross(&u, &nA);
  jni_vector_rate nn = jni_vector_rate_cross(&nA, &nB), mn = jni_vector_rate_cross(&mA, &nB), r;
  double x = jnk_dot(nA.x, nB.x), xdot = jnk_dot(nA.dot, nB.x) + jnk_dot(nA.x, nB.dot);
  double y = jnk_dot(mA.x, nB.x), ydot = jnk_dot(mA.dot, nB.x) + jnk_dot(mA.x, nB.dot);
  double D = x * x + y * y, Ddot = 2 * (x * xdot + y * ydot);
  for (int i = 0; i < 3; i++) {
    r.x[i] = (x * mn.x[i] - y * nn.x[i]) / D;
    r.dot[i] = (xdot * mn.x[i] + x * mn.dot[i] - ydot * nn.x[i] - y * nn.dot[i] - r.x[i] * Ddot) / D;
  }
  return r;
}

void jni_coordinate_rate(const jni_coordinate *c, jn_space space, const jni_body3 *body, double Jdot[2][JNI_WIDEST]) {
  const jni_body3 *A = &body[c->side[0].body], *B = &body[c->side[1].body];
  target to = {body, space, NULL};
  memset(Jdot, 0, 2 * sizeof *Jdot);
  if (c->kind == JNI_DISPLACEMENT) {
    pair x = pair_of(c->side, body);
    jni_vector_rate u = jni_vector_rate_fixed(A, c->side[0].a), rA, rB;
    along(&u, &x, &rA, &rB);
    block(&c->side[0], &to, -1, &u, &rA, Jdot[0]);
    block(&c->side[1], &to, 1, &u, &rB, Jdot[1]);
  } else if (space == JN_SPACE) {
    jni_vector_rate r = angle_turn(c, A, B);
    block(&c->side[0], &to, 1, NULL, &r, Jdot[0]);
    block(&c->side[1], &to, -1, NULL, &r, Jdot[1]);
  }
}

static void coordinate_sum(const jni_primitive *p, const jni_primitive_term *terms, const jni_coordinate *list,
                           const jni_coordinate_state *states, const target *to) {
  for (int i = 0; i < p->nterms; i++)
    for (int end = 0; end < 2; end++)
      clear_term(&list[terms[i].coordinate].side[end], terms[i].value[end], 1, to->Gdot);
  for (int i = 0; i < p->nterms; i++) {
    const jni_coordinate *c = &list[terms[i].coordinate];
    double Jdot[2][JNI_WIDEST];
    jni_coordinate_rate(c->function ? &list[c->of] : c, to->space, to->body, Jdot);
    if (c->function)
      jni_function_coordinate_rate(c, &states[c->of], &states[terms[i].coordinate], to->space, to->body, Jdot);
    for (int end = 0; end < 2; end++)
      for (int k = 0; k < c->side[end].width; k++)
        to->Gdot[terms[i].value[end] + k] += p->scale * terms[i].factor * Jdot[end][k];
  }
}

void jni_primitive_rate(const jni_primitive *p, int n, const jni_primitive_term *terms,
                        const jni_coordinate *coordinates, const jni_coordinate_state *states, jn_space space,
                        const jni_body3 *body, double *Gdot) {
  target to = {body, space, Gdot};
  for (const jni_primitive *last = p + n; p < last; p++) switch (p->kind) {
      case JNI_COINCIDE: coincide(p, &to); break;
      case JNI_PERPENDICULAR: perpendicular(p, &to); break;
      case JNI_TWIST: twist(p, &to); break;
      case JNI_IN_PLANE: in_plane(p, &to); break;
      case JNI_DISTANCE: distance(p, &to); break;
      case JNI_SUM: point_sum(p, terms + p->term_at, &to); break;
      case JNI_COORDINATES:
      case JNI_COORDINATE_RATES: coordinate_sum(p, terms + p->term_at, coordinates, states, &to); break;
      case JNI_TOUCHING:
      case JNI_ROLLING:
      case JNI_LATERAL: jni_contact_rate(p, space, body, Gdot); break;
      case JNI_RELATIVE_ANGLE:
        for (int end = 0; end < 2; end++)
          if (p->side[end].width > 0) memset(Gdot + p->side[end].value, 0, (size_t)p->side[end].width * sizeof *Gdot);
        break;
      case JNI_RIGID:
      case JNI_PRIMITIVE_COUNT: break;
    }
}
