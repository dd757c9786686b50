// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compliant_point_code.c - points of compliant contacts in compiled code: their geometry as arithmetic nodes, normal
// force and friction as calls (kernel/force/compliant.h).
#include "force/compliant_point.h"
#include "kernel/force/compliant.h"

static const jni_kernel press = {"jnk_call_press", JNK_PRESS_INPUTS, JNK_PRESS_RESULTS, jnk_call_press, NULL};
static const jni_kernel rub = {"jnk_call_rub", JNK_RUB_INPUTS, JNK_RUB_RESULTS, jnk_call_rub, NULL};

// Nodes of the geometry of a contact: gap, normal from the first body to the second and its rate, middle between the
// two surfaces.
typedef struct {
  jni_node gap;
  jni_vec n, turn, middle;
} place;

// Writes graph nodes of the position of a point fixed in a shape, which are returned, and of its velocity, stored in
// *velocity. local: coordinates of the point in the axes of the shape, m. Results are in the axes of `end`'s motion.
static jni_vec write_own_point(jni_graph *g, const jni_contact_shape *s, const jni_code_end *end, const double local[3],
                               jni_vec *velocity) {
  double p[3];
  jnk_mat_vec(s->R, local, p);
  jnk_add(s->p, p, p);
  jni_vec arm = jni_mat_times(g, &end->R, jni_vec_of(g, p));
  *velocity = jni_vec_add(g, end->v, jni_vec_cross(g, end->w, arm));
  return jni_vec_add(g, end->r, arm);
}

// Writes the nodes of the contact of plane a with a ball that has the centre y and this radius (0: a corner). Returns
// them.
static place write_on_plane(jni_graph *g, const jni_contact_shape *a, const jni_code_end *end, jni_vec y,
                            double radius) {
  static const double origin[3] = {0, 0, 0};
  const double axis[3] = {a->R[2], a->R[5], a->R[8]};
  jni_vec unused, o = write_own_point(g, a, end, origin, &unused);
  place at = {.n = jni_mat_times(g, &end->R, jni_vec_of(g, axis))};
  at.gap = jni_minus(g, jni_vec_dot(g, at.n, jni_vec_subtract(g, y, o)), jni_number(g, radius));
  at.turn = jni_vec_cross(g, end->w, at.n);
  jni_node down = jni_plus(g, jni_number(g, radius), jni_times(g, jni_number(g, 0.5), at.gap));
  at.middle = jni_vec_subtract(g, y, jni_vec_scale(g, down, at.n));
  return at;
}

// Writes and returns the nodes of the contact of two balls with the centres x, y, which move at vx, vy; rx < 0: the
// first is a hole of radius -rx around the second ball.
static place write_balls(jni_graph *g, jni_vec x, jni_vec vx, double rx, jni_vec y, jni_vec vy, double ry) {
  double side = rx < 0 ? -1 : 1;
  jni_vec d = jni_vec_subtract(g, y, x), rate = jni_vec_subtract(g, vy, vx);
  jni_node inverse, length = jni_code_length(g, d, &inverse), sign = jni_number(g, side);
  place at = {.n = jni_vec_scale(g, jni_times(g, sign, inverse), d)};
  at.gap = jni_minus(g, jni_times(g, sign, length), jni_number(g, rx + ry));
  jni_vec across = jni_vec_subtract(g, rate, jni_vec_scale(g, jni_vec_dot(g, at.n, rate), at.n));
  at.turn = jni_vec_scale(g, jni_times(g, sign, inverse), across);
  jni_node from = jni_plus(g, jni_number(g, rx), jni_times(g, jni_number(g, 0.5), at.gap));
  at.middle = jni_vec_add(g, x, jni_vec_scale(g, from, at.n));
  return at;
}

// Returns the node of 1 where x < 0, otherwise of 0.
static jni_node write_is_negative(jni_graph *g, jni_node x) { return jni_apply(g, JNI_DO_less, x, JNI_ZERO, 0); }

// Writes the nodes of the place of contact of a ball with the centre x, which moves at vx, and a box: of its point that
// is nearest to x, or, if x is inside, of the point on its nearest face. Returns them.
static place write_on_box(jni_graph *g, jni_vec x, jni_vec vx, double radius, const jni_contact_shape *b,
                          const jni_code_end *end) {
  static const double origin[3] = {0, 0, 0};
  const jni_mat turn = jni_mat_of(g, b->R), R = jni_mat_multiply(g, &end->R, &turn);
  jni_vec vo, o = write_own_point(g, b, end, origin, &vo), d = jni_vec_subtract(g, x, o);
  // in the axes of the box: the centre c and its rate, the part `away` of c outside, and its rate
  jni_vec rate = jni_vec_subtract(g, jni_vec_subtract(g, vx, vo), jni_vec_cross(g, end->w, d));
  jni_vec c = jni_mat_transposed_times(g, &R, d), away = jni_vec_zero, away_rate = jni_vec_zero, n = jni_vec_zero;
  rate = jni_mat_transposed_times(g, &R, rate);
  int axes = b->plane ? 2 : 3;
  jni_node depth[3], side[3], least = JNI_ZERO;
  for (int i = 0; i < axes; i++) {
    jni_node half = jni_number(g, b->half[i]), one = jni_number(g, 1);
    side[i] = jni_select(g, write_is_negative(g, c.x[i]), jni_opposite(g, one), one);
    depth[i] = jni_minus(g, half, jni_times(g, side[i], c.x[i]));
    jni_node outside = write_is_negative(g, depth[i]);
    away.x[i] = jni_select(g, outside, jni_opposite(g, jni_times(g, side[i], depth[i])), JNI_ZERO);
    away_rate.x[i] = jni_select(g, outside, rate.x[i], JNI_ZERO);
    least = i == 0 ? depth[0] : jni_select(g, jni_apply(g, JNI_DO_less, depth[i], least, 0), depth[i], least);
  }
  jni_node inverse, length = jni_code_length(g, away, &inverse), inside = jni_code_is_zero(g, away);
  jni_node taken = JNI_ZERO;  // a face before has the least depth
  for (int i = 0; i < axes; i++) {
    jni_node deeper = jni_apply(g, JNI_DO_less, least, depth[i], 0);
    jni_node face = jni_select(g, taken, JNI_ZERO, jni_select(g, deeper, JNI_ZERO, side[i]));
    taken = jni_select(g, deeper, taken, jni_number(g, 1));
    n.x[i] = jni_select(g, inside, face, jni_times(g, inverse, away.x[i]));
  }
  jni_vec across = jni_vec_subtract(g, away_rate, jni_vec_scale(g, jni_vec_dot(g, n, away_rate), n));
  jni_node scale = jni_select(g, inside, JNI_ZERO, inverse);
  place at = {.n = jni_vec_negate(g, jni_mat_times(g, &R, n))};
  at.gap = jni_minus(g, jni_select(g, inside, jni_opposite(g, least), length), jni_number(g, radius));
  at.turn = jni_vec_subtract(g, jni_vec_cross(g, end->w, at.n), jni_mat_times(g, &R, jni_vec_scale(g, scale, across)));
  jni_node from = jni_plus(g, jni_number(g, radius), jni_times(g, jni_number(g, 0.5), at.gap));
  at.middle = jni_vec_add(g, x, jni_vec_scale(g, from, at.n));
  return at;
}

static place write_place(const jni_force_element *force, const jni_code_input *in) {
  jni_graph *g = in->g;
  const jni_contact_shape *a = &force->pair->geometry[0], *b = &force->pair->geometry[1];
  double local[3];
  jni_vec vx, vy;
  double ry = jni_contact_centre(b, force->feature, local);
  jni_vec y = write_own_point(g, b, &in->end[1], local, &vy);
  if (a->touch == JNI_TOUCH_PLANE) return write_on_plane(g, a, &in->end[0], y, ry);
  double rx = jni_contact_centre(a, 0, local);
  jni_vec x = write_own_point(g, a, &in->end[0], local, &vx);
  if (b->touch == JNI_TOUCH_BOX) return write_on_box(g, x, vx, rx, b, &in->end[1]);
  if (b->touch == JNI_TOUCH_CAPSULE) {  // the point of its axis that is nearest to x
    static const double origin[3] = {0, 0, 0};
    const double direction[3] = {b->R[2], b->R[5], b->R[8]};
    jni_vec vo, o = write_own_point(g, b, &in->end[1], origin, &vo);
    jni_vec axis = jni_mat_times(g, &in->end[1].R, jni_vec_of(g, direction)), d = jni_vec_subtract(g, x, o);
    jni_node half = jni_number(g, b->half[2]), low = jni_number(g, -b->half[2]), s = jni_vec_dot(g, axis, d);
    jni_node beyond = jni_apply(g, JNI_DO_less, half, s, 0), before = jni_apply(g, JNI_DO_less, s, low, 0);
    jni_vec axis_rate = jni_vec_cross(g, in->end[1].w, axis);
    jni_node rate = jni_plus(g, jni_vec_dot(g, axis_rate, d), jni_vec_dot(g, axis, jni_vec_subtract(g, vx, vo)));
    rate = jni_select(g, beyond, JNI_ZERO, jni_select(g, before, JNI_ZERO, rate));
    s = jni_select(g, beyond, half, jni_select(g, before, low, s));
    y = jni_vec_add(g, o, jni_vec_scale(g, s, axis));
    vy = jni_vec_add(g, vo, jni_vec_add(g, jni_vec_scale(g, s, axis_rate), jni_vec_scale(g, rate, axis)));
  }
  return write_balls(g, x, vx, a->touch == JNI_TOUCH_HOLE ? -rx : rx, y, vy, ry);
}

// Returns the node of the velocity that the material of a body has at the point `at`.
static jni_vec write_material(jni_graph *g, const jni_code_end *end, jni_vec at) {
  return jni_vec_add(g, end->v, jni_vec_cross(g, end->w, jni_vec_subtract(g, at, end->r)));
}

static void write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  const double *law = (const double *)(const void *)&force->pair->law;
  place at = write_place(force, in);
  jni_vec u = jni_vec_subtract(g, write_material(g, &in->end[1], at.middle), write_material(g, &in->end[0], at.middle));
  jni_node rate = jni_vec_dot(g, at.n, u), zero = JNI_ZERO, half = jni_number(g, 0.5);
  const jni_node pressing[JNK_PRESS_INPUTS] = {jni_opposite(g, at.gap), jni_opposite(g, rate),
                                               in->discrete[JNI_COMPLIANT_SPEED]};
  int call = jni_call(g, &press, law, JNK_COMPLIANT_NUMBERS, pressing);
  jni_node N = jni_result(g, call, 0), touches = jni_apply(g, JNI_DO_less, at.gap, zero, 0);
  jni_vec F = jni_vec_scale(g, N, at.n);
  out->potential = jni_result(g, call, 1);
  jni_node loss = jni_result(g, call, 2);
  out->power = loss;
  jni_vec slip = jni_vec_subtract(g, u, jni_vec_scale(g, rate, at.n));
  jni_node inverse, state = jni_number(g, 2);
  out->named[JNI_COMPLIANT_SLIP] = jni_code_length(g, slip, &inverse);
  if (jni_compliant_has_friction(force)) {
    jni_node list[JNK_RUB_INPUTS] = {N};
    int n = jni_compliant_ndeflections(force);
    for (int i = 0; i < 3; i++) {
      list[1 + i] = at.n.x[i];
      list[4 + i] = u.x[i];
      list[7 + i] = at.turn.x[i];
      list[10 + i] = jni_times(g, half, jni_plus(g, in->end[0].w.x[i], in->end[1].w.x[i]));
      list[13 + i] = i < n ? in->state[i] : zero;
    }
    int rubs = jni_call(g, &rub, law, JNK_COMPLIANT_NUMBERS, list);
    jni_vec friction = jni_code_vector(g, rubs, 0);
    F = jni_vec_add(g, F, friction);
    for (int i = 0; i < n; i++) out->state_rate[i] = jni_result(g, rubs, 3 + i);
    for (int i = 0; i < 3; i++) out->named[JNI_COMPLIANT_RUB + i] = friction.x[i];
    out->named[JNI_COMPLIANT_FRICTION] = jni_result(g, rubs, 6);
    out->named[JNI_COMPLIANT_SLIP] = jni_result(g, rubs, 7);
    state = jni_minus(g, state, jni_result(g, rubs, 8));
    loss = jni_plus(g, loss, jni_result(g, rubs, 9));
    out->potential = JNI_ZERO;
    out->power = jni_vec_dot(g, F, u);
  }
  out->named[JNI_COMPLIANT_STATE] = jni_select(g, touches, state, zero);
  out->named[JNI_COMPLIANT_SLIP] = jni_select(g, touches, out->named[JNI_COMPLIANT_SLIP], zero);
  for (int i = 0; i < 3; i++) out->named[JNI_COMPLIANT_PLACE + i] = at.middle.x[i];
  for (int i = 0; i < 2; i++) {
    out->force[i] = i == 0 ? jni_vec_negate(g, F) : F;
    out->torque[i] = jni_vec_cross(g, jni_vec_subtract(g, at.middle, in->end[i].r), out->force[i]);
  }
  out->named[JNI_COMPLIANT_LOSS] = loss;
  out->length = at.gap;
  out->length_rate = rate;
  out->scalar = N;
}

const jni_force_code jni_compliant_point_code = {.axes = JNI_CODE_GROUND, .write = write};
