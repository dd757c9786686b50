// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// natural_equations.c - the primitive constraint equations in natural coordinates; see natural_equations.h. The blocks
// of a quadratic equation are linear in q: evaluated with poses they are G, with rates the rate of G; each is written
// once.
//   perpendicular  a . b                g towards a: b, towards b: a                 gamma = -2 adot . bdot
//   twist          (a . y_B - y_A . b) / 2: two of these products
//   in-plane       a . d                towards a: d, towards the points: -a, a      gamma = -2 adot . ddot
//   distance       (d . d - L^2) / 2 L  towards the points: -d / L, d / L            gamma = -ddot . ddot / L
//   angle (plane)  sin(thetaB - thetaA - c) = a . b, a = (-sin c, cos c), b = (1, 0)
//   rigid          (R_i . R_i - 1) / 2, R_i . R_j              gamma = -Rdot_i . Rdot_i, -2 Rdot_i . Rdot_j
//   touching       n . d - R s - crown  with u = n . a, s = sqrt(1 - u^2), k = R u / s:
//                  towards n: d + k a, towards a: k n, towards the points: -n, n
//                  gamma = -(2 ndot . ddot + kdot udot + 2 k ndot . adot)
#include "joint/equations/natural_equations.h"

#include <math.h>
#include <string.h>

#include "joint/equations/contact_equations.h"
#include "joint/equations/vector_rate.h"
#include "kernel/vec3.h"

// Destination of the blocks of G. rate: the blocks are evaluated with the rates of the poses in place of the poses,
// which gives the rate of G.
typedef struct {
  const jni_body3 *body;
  bool rate;
  double *values;
} target;

static inline void vector_of(const jni_body3 *b, bool rate, const double a[3], double out[3]) {
  jnk_mat_vec(rate ? b->Rdot : b->R, a, out);
}

static inline void point_of(const jni_body3 *b, bool rate, const double p[3], double out[3]) {
  vector_of(b, rate, p, out);
  jnk_add(out, rate ? b->v : b->r, out);
}

// Computes d, the vector from the point of A to the point of B, in ground axes; with `rate` its rate.
static inline void separation(const jni_side *side, const jni_body3 *body, bool rate, double d[3]) {
  double A[3], B[3];
  point_of(&body[side[0].body], rate, side[0].p, A);
  point_of(&body[side[1].body], rate, side[1].p, B);
  jnk_sub(B, A, d);
}

static inline double *cleared(const jni_side *side, int row, double *values) {
  double *block = values + side->value + row * side->width;
  if (side->width > 0) memset(block, 0, (size_t)side->width * sizeof *block);
  return block;
}

static inline void put(const jni_side *side, int row, double k, double one, const double a[3], const double g[3],
                       double *values) {
  double scaled[3];
  jnk_scale(k, g, scaled);
  jni_natural_add(side->width, one, a, scaled, cleared(side, row, values));
}

// ---- blocks --------------------------------------------------------------------------------------------------------

// Adds k times the derivatives of a point's position to the blocks of its body. The equations, one for each axis,
// require that a sum of points is constant.
static void add_point(const jni_side *side, int rows, double k, double *values) {
  for (int i = 0; i < rows && side->width > 0; i++) {
    double e[3] = {0, 0, 0};
    e[i] = k;
    jni_natural_add(side->width, 1, side->p, e, values + side->value + i * side->width);
  }
}

static void clear(const jni_side *side, int rows, double *values) {
  if (side->width > 0) memset(values + side->value, 0, (size_t)(rows * side->width) * sizeof *values);
}

static void put_coincide(const jni_primitive *p, jn_space space, const target *to) {
  int rows = jni_primitive_rows(p->kind, space);
  for (int end = 0; end < 2; end++) {
    clear(&p->side[end], rows, to->values);
    if (!to->rate) add_point(&p->side[end], rows, end ? p->scale : -p->scale, to->values);
  }
}

static void put_sum(const jni_primitive *p, const jni_primitive_term *terms, jn_space space, const target *to) {
  int rows = jni_primitive_rows(p->kind, space);
  for (int i = 0; i < p->nterms; i++) clear(&terms[i].side, rows, to->values);
  for (int i = 0; i < p->nterms && !to->rate; i++)
    add_point(&terms[i].side, rows, p->scale * terms[i].factor, to->values);
}

// Writes the blocks of the equation a . b; a: body axes of A, b: body axes of B.
static void put_product(const jni_primitive *p, const double a[3], const double b[3], const target *to) {
  double A[3], B[3];
  vector_of(&to->body[p->side[0].body], to->rate, a, A);
  vector_of(&to->body[p->side[1].body], to->rate, b, B);
  put(&p->side[0], 0, p->scale, 0, a, B, to->values);
  put(&p->side[1], 0, p->scale, 0, b, A, to->values);
}

static void put_twist(const jni_primitive *p, const target *to) {
  double x[2][3], y[2][3];
  for (int end = 0; end < 2; end++) {
    const jni_body3 *body = &to->body[p->side[end].body];
    vector_of(body, to->rate, p->side[end].a, x[end]);
    vector_of(body, to->rate, p->y[end], y[end]);
  }
  for (int end = 0; end < 2; end++) {
    double k = (end ? -0.5 : 0.5) * p->scale, g[3], *block = cleared(&p->side[end], 0, to->values);
    jnk_scale(k, y[1 - end], g);
    jni_natural_add(p->side[end].width, 0, p->side[end].a, g, block);
    jnk_scale(-k, x[1 - end], g);
    jni_natural_add(p->side[end].width, 0, p->y[end], g, block);
  }
}

// Writes row `row` of the blocks of the equation k u . d, where u is a vector fixed in A and d joins the points of both
// sides.
static void put_along(const jni_side side[2], int row, double k, const target *to) {
  double u[3], d[3], back[3];
  vector_of(&to->body[side[0].body], to->rate, side[0].a, u);
  separation(side, to->body, to->rate, d);
  jnk_scale(k, d, d);
  jnk_scale(-k, u, back);
  double *own = cleared(&side[0], row, to->values);
  jni_natural_add(side[0].width, 0, side[0].a, d, own);
  jni_natural_add(side[0].width, 1, side[0].p, back, own);
  put(&side[1], row, k, 1, side[1].p, u, to->values);
}

static void put_distance(const jni_primitive *p, const target *to) {
  double d[3], k = p->scale / p->constant[0];
  separation(p->side, to->body, to->rate, d);
  put(&p->side[0], 0, -k, 1, p->side[0].p, d, to->values);
  put(&p->side[1], 0, k, 1, p->side[1].p, d, to->values);
}

static void angle_vectors(const jni_primitive *p, double a[3], double b[3]) {
  jnk_set(-jnk_sin(p->constant[0]), jnk_cos(p->constant[0]), 0, a);
  jnk_set(1, 0, 0, b);
}

static void put_angle(const jni_primitive *p, const target *to) {
  double a[3], b[3];
  angle_vectors(p, a, b);
  put_product(p, a, b, to);
}

static void put_rigid(const jni_primitive *p, jn_space space, const target *to) {
  const double *R = to->rate ? to->body[p->side[0].body].Rdot : to->body[p->side[0].body].R;
  int rows = jni_primitive_rows(JNI_RIGID, space);
  double *G = to->values + p->side[0].value;
  memset(G, 0, (size_t)(rows * p->side[0].width) * sizeof *G);
  if (space == JN_PLANE) {
    G[2] = R[0];
    G[3] = R[3];
    return;
  }
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) G[3 + 3 * i + k] = R[3 * k + i];
    G += 12;
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    for (int k = 0; k < 3; k++) {
      G[3 + 3 * i + k] = R[3 * k + j];
      G[3 + 3 * j + k] = R[3 * k + i];
    }
    G += 12;
  }
}

// ---- touching -------------------------------------------------------------------------------------------------------

// The constraint `touching`: phi and gamma, the normal n, and the gradients.
typedef struct {
  double phi, gamma;
  jni_vector_rate n, to_n, to_a;  // gradients with respect to B's point, to the normal and to the disc's axis
} touch;

static touch touch_of(const jni_primitive *p, const jni_body3 *body) {
  static const double flat = 1e-6;
  const jni_body3 *A = &body[p->side[0].body], *B = &body[p->side[1].body];
  jni_vector_rate a = jni_vector_rate_fixed(B, p->side[1].a), d;
  touch x = {.n = jni_vector_rate_fixed(A, p->side[0].a)};
  separation(p->side, body, false, d.x);
  separation(p->side, body, true, d.dot);
  bool ball = jni_contact_is_ball(p);
  double u = ball ? 0 : jnk_dot(x.n.x, a.x), udot = ball ? 0 : jnk_dot(x.n.dot, a.x) + jnk_dot(x.n.x, a.dot),
         squared = 1 - u * u;
  double s = squared > flat * flat ? sqrt(squared) : (double)NAN, k = p->constant[0] * u / s,
         kdot = p->constant[0] * udot / (s * squared);
  x.phi = jnk_dot(x.n.x, d.x) - p->constant[0] * s - p->constant[1];
  for (int i = 0; i < 3; i++) {
    x.to_n.x[i] = d.x[i] + k * a.x[i];
    x.to_n.dot[i] = d.dot[i] + kdot * a.x[i] + k * a.dot[i];
    x.to_a.x[i] = k * x.n.x[i];
    x.to_a.dot[i] = kdot * x.n.x[i] + k * x.n.dot[i];
  }
  x.gamma = -(2 * jnk_dot(x.n.dot, d.dot) + kdot * udot + 2 * k * jnk_dot(x.n.dot, a.dot));
  return x;
}

static void put_touch(const jni_primitive *p, const touch *x, const target *to) {
  const double *n = to->rate ? x->n.dot : x->n.x, *to_n = to->rate ? x->to_n.dot : x->to_n.x,
               *to_a = to->rate ? x->to_a.dot : x->to_a.x;
  const double k[2] = {-p->scale, p->scale};
  double *block[2], g[3];
  for (int end = 0; end < 2; end++) {
    block[end] = cleared(&p->side[end], 0, to->values);
    jnk_scale(k[end], n, g);
    jni_natural_add(p->side[end].width, 1, p->side[end].p, g, block[end]);
    jnk_scale(p->scale, end ? to_a : to_n, g);
    jni_natural_add(p->side[end].width, 0, p->side[end].a, g, block[end]);
  }
}

// ---- all primitives -------------------------------------------------------------------------------------------------

static void put_rows(const jni_primitive *p, const jni_primitive_term *terms, jn_space space, const target *to) {
  touch x;
  switch (p->kind) {
    case JNI_COINCIDE: put_coincide(p, space, to); break;
    case JNI_PERPENDICULAR: put_product(p, p->side[0].a, p->side[1].a, to); break;
    case JNI_TWIST: put_twist(p, to); break;
    case JNI_IN_PLANE: put_along(p->side, 0, p->scale, to); break;
    case JNI_RELATIVE_ANGLE: put_angle(p, to); break;
    case JNI_DISTANCE: put_distance(p, to); break;
    case JNI_SUM: put_sum(p, terms + p->term_at, space, to); break;
    case JNI_RIGID: put_rigid(p, space, to); break;
    case JNI_TOUCHING:
      x = touch_of(p, to->body);
      put_touch(p, &x, to);
      break;
    case JNI_ROLLING:
    case JNI_LATERAL: jni_contact_natural(p, space, to->body, to->rate, to->values); break;
    case JNI_COORDINATES:
    case JNI_COORDINATE_RATES:
    case JNI_PRIMITIVE_COUNT: break;
  }
}

static void rigid_products(const double R[9], jn_space space, double one, double out[6]) {
  for (int i = 0; i < (space == JN_PLANE ? 1 : 3); i++) {
    int j = (i + 1) % 3;
    out[i] = 0.5 * (R[i] * R[i] + R[3 + i] * R[3 + i] + R[6 + i] * R[6 + i] - one);
    if (space == JN_SPACE) out[3 + i] = R[i] * R[j] + R[3 + i] * R[3 + j] + R[6 + i] * R[6 + j];
  }
}

// Returns the product a . b (a: body axes of A, b: body axes of B), which is phi without p->scale; with `rate` adot .
// bdot, which is -gamma / 2.
static double product(const jni_primitive *p, const double a[3], const double b[3], const jni_body3 *body, bool rate) {
  double A[3], B[3];
  vector_of(&body[p->side[0].body], rate, a, A);
  vector_of(&body[p->side[1].body], rate, b, B);
  return jnk_dot(A, B);
}

static double twist(const jni_primitive *p, const jni_body3 *body, bool rate) {
  return 0.5 * (product(p, p->side[0].a, p->y[1], body, rate) - product(p, p->y[0], p->side[1].a, body, rate));
}

static double along(const jni_side side[2], const jni_body3 *body, bool rate) {
  double a[3], d[3];
  vector_of(&body[side[0].body], rate, side[0].a, a);
  separation(side, body, rate, d);
  return jnk_dot(a, d);
}

// Returns d . d, where d joins the points of both sides; with `rate` ddot . ddot.
static double separation_squared(const jni_primitive *p, const jni_body3 *body, bool rate) {
  double d[3];
  separation(p->side, body, rate, d);
  return jnk_dot(d, d);
}

static void sum_points(const jni_primitive *p, const jni_primitive_term *terms, jn_space space, const jni_body3 *body,
                       double *phi) {
  double sum[3] = {-p->constant[0], -p->constant[1], -p->constant[2]}, P[3];
  for (int i = 0; i < p->nterms; i++) {
    point_of(&body[terms[i].side.body], false, terms[i].side.p, P);
    jnk_add_scaled(sum, terms[i].factor, P, sum);
  }
  for (int i = 0; i < jni_primitive_rows(p->kind, space); i++) phi[p->row + i] = p->scale * sum[i];
}

static void put_phi(const jni_primitive *p, const jni_primitive_input *in, jn_space space, double *phi) {
  const jni_body3 *body = in->body3;
  double a[3], b[3], L = p->constant[0];
  switch (p->kind) {
    case JNI_COINCIDE:
      separation(p->side, body, false, a);
      for (int i = 0; i < jni_primitive_rows(p->kind, space); i++) phi[p->row + i] = p->scale * a[i];
      break;
    case JNI_PERPENDICULAR: phi[p->row] = p->scale * product(p, p->side[0].a, p->side[1].a, body, false); break;
    case JNI_RELATIVE_ANGLE:
      angle_vectors(p, a, b);
      phi[p->row] = p->scale * product(p, a, b, body, false);
      break;
    case JNI_TWIST: phi[p->row] = p->scale * twist(p, body, false); break;
    case JNI_IN_PLANE: phi[p->row] = p->scale * along(p->side, body, false); break;
    case JNI_DISTANCE: phi[p->row] = 0.5 * p->scale / L * (separation_squared(p, body, false) - L * L); break;
    case JNI_SUM: sum_points(p, in->terms + p->term_at, space, body, phi); break;
    case JNI_RIGID: rigid_products(body[p->side[0].body].R, space, 1, phi + p->row); break;
    case JNI_TOUCHING: phi[p->row] = p->scale * touch_of(p, body).phi; break;
    default: break;
  }
}

static void put_gamma(const jni_primitive *p, const jni_primitive_input *in, jn_space space, double *gamma) {
  const jni_body3 *body = in->body3;
  double a[3], b[3];
  switch (p->kind) {
    case JNI_COINCIDE:
    case JNI_SUM:
      for (int i = 0; i < jni_primitive_rows(p->kind, space); i++) gamma[p->row + i] = 0;
      break;
    case JNI_PERPENDICULAR: gamma[p->row] = -2 * p->scale * product(p, p->side[0].a, p->side[1].a, body, true); break;
    case JNI_RELATIVE_ANGLE:
      angle_vectors(p, a, b);
      gamma[p->row] = -2 * p->scale * product(p, a, b, body, true);
      break;
    case JNI_TWIST: gamma[p->row] = -2 * p->scale * twist(p, body, true); break;
    case JNI_IN_PLANE: gamma[p->row] = -2 * p->scale * along(p->side, body, true); break;
    case JNI_DISTANCE: gamma[p->row] = -p->scale / p->constant[0] * separation_squared(p, body, true); break;
    case JNI_RIGID:
      rigid_products(body[p->side[0].body].Rdot, space, 0, gamma + p->row);
      for (int i = 0; i < jni_primitive_rows(JNI_RIGID, space); i++) gamma[p->row + i] *= -2;
      break;
    case JNI_TOUCHING: gamma[p->row] = p->scale * touch_of(p, body).gamma; break;
    case JNI_ROLLING:
    case JNI_LATERAL: jni_contact_natural_gamma(p, space, body, gamma); break;
    default: break;
  }
}

static void position(const jni_primitive *p, int n, const jni_primitive_input *in, jn_space space, double *phi,
                     double *G) {
  const target to = {in->body3, false, G};
  for (; n > 0; n--) {
    put_phi(p, in, space, phi);
    put_rows(p, in->terms, space, &to);
    p++;
  }
}

static void position_plane(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                           double *G) {
  (void)nu;
  position(p, n, in, JN_PLANE, phi, G);
}

static void position_space(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                           double *G) {
  (void)nu;
  position(p, n, in, JN_SPACE, phi, G);
}

static void velocity_plane(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    put_gamma(p, in, JN_PLANE, gamma);
    p++;
  }
}

static void velocity_space(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma) {
  for (; n > 0; n--) {
    put_gamma(p, in, JN_SPACE, gamma);
    p++;
  }
}

#define ROWS(space)                                                                                                    \
  {                                                                                                                    \
    [JNI_COINCIDE] = {position_##space, velocity_##space}, [JNI_PERPENDICULAR] = {position_##space, velocity_##space}, \
    [JNI_TWIST] = {position_##space, velocity_##space}, [JNI_IN_PLANE] = {position_##space, velocity_##space},         \
    [JNI_RELATIVE_ANGLE] = {position_##space, velocity_##space},                                                       \
    [JNI_DISTANCE] = {position_##space, velocity_##space}, [JNI_SUM] = {position_##space, velocity_##space},           \
    [JNI_TOUCHING] = {position_##space, velocity_##space}, [JNI_RIGID] = {position_##space, velocity_##space},         \
    [JNI_COORDINATES] = {jni_coordinates_position, jni_coordinates_velocity},                                          \
    [JNI_COORDINATE_RATES] = {jni_coordinate_rates_position, jni_coordinate_rates_velocity},                           \
    [JNI_ROLLING] = {position_##space, velocity_##space}, [JNI_LATERAL] = {                                            \
      position_##space,                                                                                                \
      velocity_##space                                                                                                 \
    }                                                                                                                  \
  }

const jni_primitive_ops jni_natural_plane_rows[JNI_PRIMITIVE_COUNT] = ROWS(plane);
const jni_primitive_ops jni_natural_space_rows[JNI_PRIMITIVE_COUNT] = ROWS(space);

// ---- rates ----------------------------------------------------------------------------------------------------------

static void coordinate_sum(const jni_primitive *p, const jni_primitive_term *terms, const jni_coordinate *list,
                           const jni_coordinate_state *states, jn_space space, const target *to) {
  for (int i = 0; i < p->nterms; i++)
    for (int end = 0; end < 2; end++) {
      const jni_side *side = &list[terms[i].coordinate].side[end];
      if (side->width > 0) memset(to->values + terms[i].value[end], 0, (size_t)side->width * sizeof *to->values);
    }
  for (int i = 0; i < p->nterms; i++) {
    const jni_coordinate *c = &list[terms[i].coordinate];
    double Jdot[2][JNI_WIDEST];
    jni_natural_coordinate_rate(c->function ? &list[c->of] : c, space, to->body, Jdot);
    if (c->function)
      jni_function_coordinate_rate(c, &states[c->of], &states[terms[i].coordinate], space, to->body, Jdot);
    for (int end = 0; end < 2; end++)
      for (int k = 0; k < c->side[end].width; k++)
        to->values[terms[i].value[end] + k] += p->scale * terms[i].factor * Jdot[end][k];
  }
}

void jni_natural_rate(const jni_primitive *p, int n, const jni_primitive_term *terms, const jni_coordinate *coordinates,
                      const jni_coordinate_state *states, jn_space space, const jni_body3 *body, double *Gdot) {
  const target to = {body, true, Gdot};
  for (; n > 0; n--) {
    bool of_coordinates = p->kind == JNI_COORDINATES || p->kind == JNI_COORDINATE_RATES;
    if (of_coordinates) coordinate_sum(p, terms + p->term_at, coordinates, states, space, &to);
    else put_rows(p, terms, space, &to);
    p++;
  }
}
