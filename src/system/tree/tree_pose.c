// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_pose.c - conversion between poses of the bodies and coordinates of the links.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "system/coordinates/pose.h"
#include "system/work.h"

// Relative motion of the two joint frames of a link, as computed from its coordinates and speeds.
typedef struct {
  double p[4];  // quaternion: maps axes of the child's joint frame to those of the parent's
  double w[3];  // angular velocity of the child relative to the parent, axes of the parent's joint frame
  // Vector from the parent's joint point to the child's, m, and its rate, m/s, in the parent's joint frame; carried
  // links: from the child's to the parent's, in the child's joint frame.
  double d[3], rate[3];
} local;

static void about_z(double angle, double p[4]) {
  p[1] = p[2] = 0;
  jnk_sincos(angle / 2, p + 3, p);
}

// ---- from coordinates -----------------------------------------------------------------------------------------

// Sets *m to the relative motion of the joint frames of a universal joint for coordinates q and speeds v.
static void universal_motion(const double *q, const double *v, local *m) {
  const double cross[4] = {0.5, 0.5, 0.5, 0.5};  // maps x to y, y to z, z to x
  double first[4], second[4], half[4];
  about_z(q[0], first);
  about_z(q[1], second);
  jnk_quat_mul(first, cross, half);
  jnk_quat_mul(half, second, m->p);
  jnk_set(jnk_cos(q[0]) * v[1], jnk_sin(q[0]) * v[1], v[0], m->w);
}

// Sets *m to the relative motion of the joint frames of a constant-velocity joint with the angles a, b: the quaternion
// is (cos b cos a, cos b sin a, sin b, 0), and w = 2 pdot p*.
static void constant_velocity_motion(const double *q, const double *v, local *m) {
  double ca, sa, cb, sb;
  jnk_sincos(q[0], &sa, &ca);
  jnk_sincos(q[1], &sb, &cb);
  m->p[0] = cb * ca;
  m->p[1] = cb * sa;
  m->p[2] = sb;
  m->p[3] = 0;
  jnk_set(2 * cb * cb * v[0], 2 * (cb * sb * sa * v[0] + ca * v[1]), 2 * (sa * v[1] - cb * sb * ca * v[0]), m->w);
}

static void turn_motion(double angle, double rate, local *m) {
  about_z(angle, m->p);
  m->w[2] = rate;
}

static void slide_motion(const double direction[3], double q, double v, local *m) {
  jnk_scale(q, direction, m->d);
  jnk_scale(v, direction, m->rate);
}

static void local_motion(const jn_system *system, const jni_link *link, const double *q, const double *v, local *m) {
  static const double x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
  double sign = link->turn_sign, slide = link->slide_sign, hand = sign * slide, R[9];
  *m = (local){.p = {1, 0, 0, 0}};
  switch (link->kind) {
    case JNI_LINK_REVOLUTE: turn_motion(sign * q[0], sign * v[0], m); break;
    case JNI_LINK_PRISMATIC:
      slide_motion(system->model->space == JN_PLANE ? x : z, slide * q[0], slide * v[0], m);
      break;
    case JNI_LINK_SCREW:
      turn_motion(sign * q[0], sign * v[0], m);
      slide_motion(z, sign * link->pitch * q[0], sign * link->pitch * v[0], m);
      break;
    case JNI_LINK_CYLINDRICAL:
      turn_motion(sign * q[0], sign * v[0], m);
      slide_motion(z, slide * q[1], slide * v[1], m);
      break;
    case JNI_LINK_UNIVERSAL: universal_motion(q, v, m); break;
    case JNI_LINK_UNIVERSAL_PLUNGE:
      slide_motion(link->slide, q[0], v[0], m);
      universal_motion(q + 1, v + 1, m);
      break;
    case JNI_LINK_CONSTANT_VELOCITY: constant_velocity_motion(q, v, m); break;
    case JNI_LINK_CONSTANT_VELOCITY_PLUNGE:
      slide_motion(link->slide, q[0], v[0], m);
      constant_velocity_motion(q + 1, v + 1, m);
      break;
    case JNI_LINK_PLANAR:
      jnk_set(hand * q[0], hand * q[1], 0, m->d);
      jnk_set(hand * v[0], hand * v[1], 0, m->rate);
      turn_motion(sign * q[2], sign * v[2], m);
      break;
    case JNI_LINK_SPHERICAL:
      memcpy(m->p, q, sizeof m->p);
      jnk_quat_normalize(m->p);
      jnk_quat_to_matrix(m->p, R);
      jnk_mat_vec(R, v, m->w);
      break;
    default: break;
  }
}

static void free_pose(const jn_system *system, const jni_link *link, const double *q, const double *v, jni_pose *x) {
  bool plane = system->model->space == JN_PLANE, turns = link->kind == JNI_LINK_FREE;
  *x = (jni_pose){.p = {1, 0, 0, 0}};
  jnk_set(q[0], q[1], plane ? 0 : q[2], x->r);
  double own[3] = {v[0], v[1], plane ? 0 : v[2]};
  if (plane && turns) {
    x->theta = q[2];
    x->w[2] = v[2];
  }
  if (!plane && turns) {
    memcpy(x->p, q + 3, sizeof x->p);
    jnk_quat_normalize(x->p);
    jnk_copy(v + 3, x->w);
  }
  if (plane) jnk_mat_from_angle(x->theta, x->R);
  else jnk_quat_to_matrix(x->p, x->R);
  jnk_mat_vec(x->R, own, x->v);
}

// Writes to `child` the quaternion of a child's body, from that of its parent and the relative motion m of the joint
// frames.
static void child_quaternion(const jni_link *link, const double parent[4], const local *m, double child[4]) {
  double frame[4], half[4], back[4];
  jnk_matrix_to_quat(link->RP, frame);
  jnk_quat_mul(parent, frame, half);
  jnk_quat_mul(half, m->p, frame);
  jnk_matrix_to_quat(link->RC, half);
  jnk_quat_conjugate(half, back);
  jnk_quat_mul(frame, back, child);
  jnk_quat_normalize(child);
}

static void rotate_child(const jn_system *system, const jni_link *link, const jni_pose *parent, const local *m,
                         double q_angle, jni_pose *child) {
  if (system->model->space == JN_PLANE) {
    child->theta = parent->theta + link->angle + q_angle;
    jnk_mat_from_angle(child->theta, child->R);
    return;
  }
  child_quaternion(link, parent->p, m, child->p);
  jnk_quat_to_matrix(child->p, child->R);
}

// Transforms the vector x from a joint frame (rotation `frame`) of a body to ground axes; writes it to `out`.
static void to_ground(const jni_pose *body, const double frame[9], const double x[3], double out[3]) {
  double y[3];
  jnk_mat_vec(frame, x, y);
  jnk_mat_vec(body->R, y, out);
}

void jni_link_pose(const jn_system *system, const jni_link *link, const jni_pose *parent, const double *q,
                   const double *v, jni_pose *child) {
  if (link->kind == JNI_LINK_FREE || link->kind == JNI_LINK_PARTICLE) {
    free_pose(system, link, q, v, child);
    return;
  }
  local m;
  double armP[3], armC[3], d[3], rate[3], wP[3], w[3], turn[3];
  local_motion(system, link, q, v, &m);
  *child = (jni_pose){.p = {1, 0, 0, 0}};
  rotate_child(system, link, parent, &m, link->kind == JNI_LINK_REVOLUTE ? link->turn_sign * q[0] : 0, child);
  jnk_mat_vec(parent->R, parent->w, wP);
  to_ground(parent, link->RP, m.w, w);
  jnk_add(w, wP, w);
  jnk_mat_t_vec(child->R, w, child->w);
  jnk_mat_vec(parent->R, link->pP, armP);
  jnk_mat_vec(child->R, link->pC, armC);
  to_ground(link->carried ? child : parent, link->carried ? link->RC : link->RP, m.d, d);
  to_ground(link->carried ? child : parent, link->carried ? link->RC : link->RP, m.rate, rate);
  // Arms point from a body's reference point to its joint point. Adds the displacement to the arm of the body whose
  // axes carry it.
  jnk_add(link->carried ? armC : armP, d, link->carried ? armC : armP);
  for (int i = 0; i < 3; i++) child->r[i] = parent->r[i] + armP[i] - armC[i];
  jnk_cross(wP, armP, turn);
  jnk_add(parent->v, turn, child->v);
  jnk_cross(w, armC, turn);
  for (int i = 0; i < 3; i++) child->v[i] += (link->carried ? -rate[i] : rate[i]) - turn[i];
}

// ---- from poses ---------------------------------------------------------------------------------------------------

// Relative motion of the two joint frames of a link, as computed from the poses and velocities of both bodies.
typedef struct {
  double R[9];           // maps axes of the child's joint frame to those of the parent's
  double w[3];           // relative angular velocity, rad/s, axes of the parent's joint frame
  double d[3], rate[3];  // vector between the joint points, m, and its rate, m/s, see `local`
} between;

static void calc_between(const jni_link *link, const jni_pose *parent, const jni_pose *child, between *b) {
  double P[9], C[9], wP[3], wC[3], armP[3], armC[3], vP[3], vC[3], w[3], turn[3], d[3], rate[3];
  jnk_mat_mul(parent->R, link->RP, P);
  jnk_mat_mul(child->R, link->RC, C);
  jnk_mat_t_mul(P, C, b->R);
  jnk_mat_vec(parent->R, parent->w, wP);
  jnk_mat_vec(child->R, child->w, wC);
  jnk_sub(wC, wP, w);
  jnk_mat_t_vec(P, w, b->w);
  jnk_mat_vec(parent->R, link->pP, armP);
  jnk_mat_vec(child->R, link->pC, armC);
  jnk_cross(wP, armP, vP);
  jnk_cross(wC, armC, vC);
  double sign = link->carried ? -1 : 1;
  for (int i = 0; i < 3; i++) d[i] = sign * (child->r[i] + armC[i] - parent->r[i] - armP[i]);
  jnk_cross(link->carried ? wC : wP, d, turn);
  for (int i = 0; i < 3; i++) rate[i] = sign * (child->v[i] + vC[i] - parent->v[i] - vP[i]) - turn[i];
  jnk_mat_t_vec(link->carried ? C : P, d, b->d);
  jnk_mat_t_vec(link->carried ? C : P, rate, b->rate);
}

static void read_free(const jn_system *system, const jni_link *link, const jni_pose *x, double *q, double *v) {
  int dimensions = system->model->space == JN_PLANE ? 2 : 3;
  double own[3];
  jnk_mat_t_vec(x->R, x->v, own);
  for (int i = 0; i < dimensions; i++) {
    q[i] = x->r[i];
    v[i] = link->kind == JNI_LINK_FREE ? own[i] : x->v[i];
  }
  if (link->kind != JNI_LINK_FREE) return;
  if (dimensions == 2) {
    q[2] = x->theta;
    v[2] = x->w[2];
  } else {
    memcpy(q + 3, x->p, sizeof x->p);
    jnk_copy(x->w, v + 3);
  }
}

static void read_spherical(const jni_pose *parent, const jni_pose *child, double *q, double *v) {
  double back[4], wP[3], own[3];
  jnk_quat_conjugate(parent->p, back);
  jnk_quat_mul(back, child->p, q);
  jnk_quat_normalize(q);
  jnk_mat_vec(parent->R, parent->w, wP);
  jnk_mat_t_vec(child->R, wP, own);
  jnk_sub(child->w, own, v);
}

static void read_universal(const between *b, double *q, double *v) {
  q[0] = jnk_atan2(b->R[5], b->R[2]);
  q[1] = jnk_atan2(b->R[6], b->R[7]);
  v[0] = b->w[2];
  v[1] = jnk_cos(q[0]) * b->w[0] + jnk_sin(q[0]) * b->w[1];
}

// Sets q and v of a constant-velocity joint to the motion nearest to *b that the joint allows: ignores z of the
// quaternion (w >= 0, x, y, z). The two columns of the angular velocity in constant_velocity_motion are perpendicular,
// so each speed is a projection.
static void read_constant_velocity(const between *b, double *q, double *v) {
  double p[4], ca, sa, cb, sb;
  jnk_matrix_to_quat(b->R, p);
  q[0] = jnk_atan2(p[1], p[0]);
  q[1] = jnk_atan2(p[2], jnk_hypot(p[0], p[1]));
  jnk_sincos(q[0], &sa, &ca);
  jnk_sincos(q[1], &sb, &cb);
  v[0] = (cb * b->w[0] + sb * (sa * b->w[1] - ca * b->w[2])) / (2 * cb);
  v[1] = 0.5 * (ca * b->w[1] + sa * b->w[2]);
}

void jni_link_coordinates(const jn_system *system, const jni_link *link, const jni_pose *parent, const jni_pose *child,
                          const double *turns, double t, double *q, double *v) {
  bool plane = system->model->space == JN_PLANE;
  int along = plane ? 0 : 2;
  double sign = link->turn_sign, slide = link->slide_sign, hand = sign * slide;
  between b;
  calc_between(link, parent, child, &b);
  double angle = sign * jnk_atan2(b.R[3] - b.R[1], b.R[0] + b.R[4]);
  if (plane) angle = sign * (child->theta - parent->theta - link->angle);
  else if (turns) angle = jni_unwrap(turns, angle, t);
  switch (link->kind) {
    case JNI_LINK_REVOLUTE:
    case JNI_LINK_SCREW:
      q[0] = angle;
      v[0] = sign * b.w[2];
      break;
    case JNI_LINK_PRISMATIC:
      q[0] = slide * b.d[along];
      v[0] = slide * b.rate[along];
      break;
    case JNI_LINK_CYLINDRICAL:
      q[0] = angle;
      v[0] = sign * b.w[2];
      q[1] = slide * b.d[2];
      v[1] = slide * b.rate[2];
      break;
    case JNI_LINK_PLANAR:
      q[0] = hand * b.d[0];
      q[1] = hand * b.d[1];
      q[2] = angle;
      v[0] = hand * b.rate[0];
      v[1] = hand * b.rate[1];
      v[2] = sign * b.w[2];
      break;
    case JNI_LINK_UNIVERSAL: read_universal(&b, q, v); break;
    case JNI_LINK_UNIVERSAL_PLUNGE:
      q[0] = jnk_dot(link->slide, b.d);
      v[0] = jnk_dot(link->slide, b.rate);
      read_universal(&b, q + 1, v + 1);
      break;
    case JNI_LINK_CONSTANT_VELOCITY: read_constant_velocity(&b, q, v); break;
    case JNI_LINK_CONSTANT_VELOCITY_PLUNGE:
      q[0] = jnk_dot(link->slide, b.d);
      v[0] = jnk_dot(link->slide, b.rate);
      read_constant_velocity(&b, q + 1, v + 1);
      break;
    case JNI_LINK_SPHERICAL: read_spherical(parent, child, q, v); break;
    case JNI_LINK_FREE:
    case JNI_LINK_PARTICLE: read_free(system, link, child, q, v); break;
    default: break;
  }
}

// ---- turns and quaternions of the bodies ----------------------------------------------------------------------------

static bool is_other_side(const jn_system *system, const double *s, int body) {
  return ((unsigned long)s[system->turn_at[body]] >> (body % JNI_SIDES)) & 1;
}

double jni_tree_side(const jn_system *system, const double *s, int body) {
  return body > 0 && is_other_side(system, s, body) ? -1 : 1;
}

void jni_tree_set_side(const jn_system *system, double *s, int body, double side) {
  if (is_other_side(system, s, body) != (side < 0))
    s[system->turn_at[body]] += (side < 0 ? 1 : -1) * (double)(1ul << (body % JNI_SIDES));
}

double jni_tree_turns(const jn_system *system, const double *s, int body) {
  return system->turn_at[body] >= 0 ? 2 * JNK_PI * s[system->turn_at[body]] : 0;
}

void jni_tree_set_turns(const jn_system *system, double *s, int body, double turns) {
  if (system->turn_at[body] >= 0) s[system->turn_at[body]] = rint(turns / (2 * JNK_PI));
}

// Writes to p the quaternion of a body, the product of the quaternions of the links on its path to the root, with the
// sign stored in s.
void jni_tree_quaternion(const jn_system *system, const jn_work *work, int body, double p[4]) {
  static const double none[4] = {1, 0, 0, 0};
  const jni_tree *tree = system->tree;
  double one[4], sum[4] = {1, 0, 0, 0};
  for (int i = tree->link_of[body]; i > 0; i = tree->links[i].parent) {
    const jni_link *link = &tree->links[i];
    local m;
    if (link->kind == JNI_LINK_PARTICLE) continue;
    local_motion(system, link, work->q + link->q_at, work->v + link->v_at, &m);
    if (link->kind == JNI_LINK_FREE) memcpy(one, work->q + link->q_at + 3, sizeof one);
    else child_quaternion(link, none, &m, one);
    jnk_quat_mul(one, sum, p);
    memcpy(sum, p, sizeof sum);
  }
  double side = jni_tree_side(system, work->s, body);
  for (int k = 0; k < 4; k++) p[k] = side * sum[k];
}
