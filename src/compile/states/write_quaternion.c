// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_quaternion.c - writes quaternions of bodies from the root along the branch, with the sign stored in s
// (jni_tree_quaternion has the same in numbers).
#include <string.h>

#include "compile/write.h"
#include "kernel/vec3.h"
#include "system/system.h"

typedef struct {
  jni_node x[4];
} quaternion;

static const quaternion unturned = {{JNI_ONE, JNI_ZERO, JNI_ZERO, JNI_ZERO}};

static quaternion product(jni_graph *g, const quaternion *a, const quaternion *b) {
  jni_vec u = {{a->x[1], a->x[2], a->x[3]}}, v = {{b->x[1], b->x[2], b->x[3]}};
  jni_vec sum = jni_vec_add(g, jni_vec_add(g, jni_vec_scale(g, a->x[0], v), jni_vec_scale(g, b->x[0], u)),
                            jni_vec_cross(g, u, v));
  quaternion out = {{jni_minus(g, jni_times(g, a->x[0], b->x[0]), jni_vec_dot(g, u, v))}};
  memcpy(out.x + 1, sum.x, sizeof sum.x);
  return out;
}

static quaternion of_matrix(jni_graph *g, const double R[9], bool back) {
  double p[4];
  quaternion out;
  jnk_matrix_to_quat(R, p);
  for (int i = 0; i < 4; i++) out.x[i] = jni_number(g, i > 0 && back ? -p[i] : p[i]);
  return out;
}

static jni_node half_of(jni_graph *g, double sign, jni_node angle, jni_operation operation) {
  return jni_apply(g, operation, jni_times(g, jni_number(g, 0.5 * sign), angle), 0, 0);
}

static quaternion about_z(jni_graph *g, double sign, jni_node angle) {
  return (quaternion){{half_of(g, sign, angle, JNI_DO_cos), JNI_ZERO, JNI_ZERO, half_of(g, sign, angle, JNI_DO_sin)}};
}

// Returns nodes of the quaternion (cos b cos a, cos b sin a, sin b, 0) of a constant-velocity joint with the
// coordinates a and b, rad.
static quaternion constant_velocity(jni_graph *g, jni_node a, jni_node b) {
  jni_node ca = jni_apply(g, JNI_DO_cos, a, 0, 0), sa = jni_apply(g, JNI_DO_sin, a, 0, 0);
  jni_node cb = jni_apply(g, JNI_DO_cos, b, 0, 0), sb = jni_apply(g, JNI_DO_sin, b, 0, 0);
  return (quaternion){{jni_times(g, cb, ca), jni_times(g, cb, sa), sb, JNI_ZERO}};
}

static quaternion normal(jni_graph *g, const jni_node *q) {
  jni_node square = JNI_ZERO;
  quaternion out;
  for (int i = 0; i < 4; i++) square = jni_plus(g, square, jni_times(g, q[i], q[i]));
  jni_node part = jni_over(g, JNI_ONE, jni_apply(g, JNI_DO_sqrt, square, 0, 0));
  for (int i = 0; i < 4; i++) out.x[i] = jni_times(g, part, q[i]);
  return out;
}

// Returns the quaternion of a universal joint: a rotation by q[0] about z, then the change of axes of the cross, which
// maps x to y, y to z and z to x, then a rotation by q[1] about the new z, the x of the axes before the change.
static quaternion crossed(jni_graph *g, const jni_node *q) {
  jni_node half = jni_number(g, 0.5);
  quaternion first = about_z(g, 1, q[0]), cross = {{half, half, half, half}}, second = about_z(g, 1, q[1]);
  first = product(g, &first, &cross);
  return product(g, &first, &second);
}

// Returns the quaternion of the rotation by the link's own joint coordinates.
static quaternion own_turn(const jni_writer *w, const jni_link *link) {
  jni_graph *g = w->g;
  const jni_node *q = w->q + link->q_at;
  switch (link->kind) {
    case JNI_LINK_REVOLUTE:
    case JNI_LINK_SCREW:
    case JNI_LINK_CYLINDRICAL: return about_z(g, link->turn_sign, q[0]);
    case JNI_LINK_PLANAR: return about_z(g, link->turn_sign, q[2]);
    case JNI_LINK_UNIVERSAL: return crossed(g, q);
    case JNI_LINK_UNIVERSAL_PLUNGE: return crossed(g, q + 1);
    case JNI_LINK_CONSTANT_VELOCITY: return constant_velocity(g, q[0], q[1]);
    case JNI_LINK_CONSTANT_VELOCITY_PLUNGE: return constant_velocity(g, q[1], q[2]);
    case JNI_LINK_SPHERICAL: return normal(g, q);
    default: return unturned;
  }
}

static quaternion of_link(const jni_writer *w, const jni_link *link) {
  jni_graph *g = w->g;
  quaternion out;
  if (link->kind == JNI_LINK_PARTICLE) return unturned;
  if (link->kind == JNI_LINK_FREE) {
    memcpy(out.x, w->q + link->q_at + 3, sizeof out.x);
    return out;
  }
  quaternion turn = own_turn(w, link), before = of_matrix(g, link->RP, false), behind = of_matrix(g, link->RC, true);
  out = product(g, &before, &turn);
  return product(g, &out, &behind);
}

// Returns the node of the sign of a body's quaternion: -1 if the body's bit is set in the discrete states s, else 1.
static jni_node sign_of(const jni_writer *w, int body) {
  jni_graph *g = w->g;
  jni_node bits = w->s[w->system->turn_at[body]], two = jni_number(g, 2);
  jni_node above = jni_times(g, jni_number(g, 1 / (double)(1ul << (body % JNI_SIDES))), bits);
  jni_node bit = jni_apply(g, JNI_DO_modulo, jni_apply(g, JNI_DO_floor, above, 0, 0), two, 0);
  return jni_minus(g, JNI_ONE, jni_times(g, two, bit));
}

jni_node jni_write_quaternion(jni_writer *w, int body, int component) {
  quaternion sum = unturned;
  if (body == 0) return sum.x[component];
  for (int i = w->system->tree->link_of[body]; i > 0; i = w->system->tree->links[i].parent) {
    quaternion own = of_link(w, &w->system->tree->links[i]);
    sum = product(w->g, &own, &sum);
  }
  return jni_times(w->g, sign_of(w, body), sum.x[component]);
}
