// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_initial.c - computes initial poses of the bodies of an imported robot.
//
// Coordinates start at zero or at the values of a keyframe; coupled coordinates (mimic of URDF, polycoef of MJCF)
// follow their leaders. Coordinates outside of their limits start at the nearest value within them, because a stop that
// is compressed at the start would throw the robot.
//
// Let X0 be the pose of a body with all coordinates zero, and S the screw axes of its coordinates there. Its initial
// pose is
//   X = E X0,   E(body) = E(parent) exp(S1 q1) exp(S2 q2) ...   over the coordinates between parent and body.
#include <math.h>

#include "import/import.h"
#include "kernel/vec3.h"

// ---- values of the coordinates --------------------------------------------------------------------------------------

enum { MOST_STEPS = 100 };  // longest chain of coordinates that follow each other

// Returns the coordinate at the head of the chain of couplings that coordinate i follows, i itself if it follows none;
// sets factor and offset of q_i = factor q_leader + offset. Returns -1 if q_i has the constant value *offset; couplings
// that form a cycle count as the constant 0.
static int find_leader(const jni_import *im, int i, double *factor, double *offset) {
  *factor = 1;
  *offset = 0;
  for (int steps = 0; steps <= MOST_STEPS; steps++) {
    const jni_dof *dof = &im->dofs[i];
    if (!dof->follows) return i;
    *offset += *factor * dof->offset;
    *factor *= dof->factor;
    i = dof->leader;
    if (i < 0) return -1;
  }
  *offset = 0;
  return -1;
}

// Interval of values of a leading coordinate in which it and all its followers are within their limits.
typedef struct {
  double lower, upper;
} interval;

// Intersects the interval of q with that in which lower <= factor q + offset <= upper.
static void intersect(interval *v, double factor, double offset, double lower, double upper) {
  if (factor == 0) return;
  double a = (lower - offset) / factor, b = (upper - offset) / factor;
  v->lower = fmax(v->lower, fmin(a, b));
  v->upper = fmin(v->upper, fmax(a, b));
}

static void report_limit(jni_import *im, const jni_dof *dof, double from, double to) {
  jni_xml place = {.name = "joint", .line = dof->place.line, .column = dof->place.column, .file = dof->place.file};
  jni_import_say(im, JN_WARNING, &place,
                 "%s starts at %.6g %s, the nearest position within its limits, instead of %.6g", dof->joint, to,
                 dof->slide ? "m" : "rad", from);
}

// Changes the values of coordinates that follow no other by as little as possible so that they and their followers are
// within their limits, with a remark for each; limits of followers are ignored if no value satisfies all. Then sets the
// values of the followers. Values that are not below 1e6 become 0.
static void obey_limits(jni_import *im, double *values) {
  interval *allowed = jni_take(&im->pool, im->ndofs + 1, sizeof *allowed);
  double factor, offset;
  if (!allowed) return;
  for (int i = 0; i < im->ndofs; i++) allowed[i] = (interval){-HUGE_VAL, HUGE_VAL};
  for (int i = 0; i < im->ndofs; i++) {
    int leader = find_leader(im, i, &factor, &offset);
    if (leader >= 0) intersect(&allowed[leader], factor, offset, im->dofs[i].lower, im->dofs[i].upper);
  }
  for (int i = 0; i < im->ndofs; i++) {
    const jni_dof *dof = &im->dofs[i];
    if (dof->follows) continue;
    interval a = allowed[i];
    if (!(a.lower <= a.upper)) a = (interval){dof->lower, dof->upper};
    double within = fmin(fmax(values[i], a.lower), a.upper);
    if (within != values[i]) report_limit(im, dof, values[i] + dof->ref, within + dof->ref);
    values[i] = within;
  }
  for (int i = 0; i < im->ndofs; i++) {
    int leader = find_leader(im, i, &factor, &offset);
    if (im->dofs[i].follows) values[i] = leader >= 0 ? factor * values[leader] + offset : offset;
    if (!(fabs(values[i]) < 1e6)) values[i] = 0;
  }
}

// ---- poses ---------------------------------------------------------------------------------------------------------

// Returns exp(S q), the motion of a coordinate of a joint with the value q in ground axes: a rotation about the axis
// through the anchor, or a translation along the axis.
static jni_pose axis_motion(const jni_import_move *m, double value) {
  jni_pose made = jni_pose_identity();
  double turned[3];
  if (m->slide) {
    jnk_scale(value, m->axis, made.p);
    return made;
  }
  made.q[0] = jnk_cos(0.5 * value);
  jnk_scale(jnk_sin(0.5 * value), m->axis, made.q + 1);
  jni_pose_turn(&made, m->anchor, turned);
  jnk_sub(m->anchor, turned, made.p);
  return made;
}

// Returns the rotation R0 q R0' about the anchor of a ball joint: q is in body axes, R0 maps them to ground axes.
static jni_pose ball_motion(const jni_import *im, const jni_import_move *m, const double q[4]) {
  const double *R0 = im->bodies[m->body].world.q;
  jni_pose made = jni_pose_identity();
  double back[4], turned[3];
  jnk_quat_conjugate(R0, back);
  jnk_quat_mul(R0, q, made.q);
  jnk_quat_mul(made.q, back, made.q);
  jnk_quat_normalize(made.q);
  jni_pose_turn(&made, m->anchor, turned);
  jnk_sub(m->anchor, turned, made.p);
  return made;
}

// Returns the motion of one joint, in ground axes, for the value of its coordinate; for the qpos of the keyframe if the
// joint has no coordinate of its own; the identity if there is no keyframe either.
static jni_pose calc_motion(const jni_import *im, const jni_import_move *m, const double *values) {
  const double *q = im->start.qpos ? im->start.qpos + m->qpos : NULL;
  jni_pose X = jni_pose_identity(), back = jni_pose_inverse(&im->bodies[m->body].world);
  if (m->dof >= 0) return axis_motion(m, values[m->dof]);
  if (!q || m->qpos < 0) return X;
  if (m->kind == JNI_MOVE_AXIS) return axis_motion(m, q[0] - m->ref);
  const double *turn = m->kind == JNI_MOVE_FREE ? q + 3 : q;
  double unit[4] = {turn[0], turn[1], turn[2], turn[3]};
  if (!(jnk_quat_norm(unit) > 1e-12)) unit[0] = 1;
  jnk_quat_normalize(unit);
  if (m->kind == JNI_MOVE_BALL) return ball_motion(im, m, unit);
  for (int i = 0; i < 3; i++) X.p[i] = q[i];
  for (int i = 0; i < 4; i++) X.q[i] = unit[i];
  return jni_pose_after(&X, &back);
}

static bool is_identity(const jni_pose *X) {
  return !jni_pose_is_turned(X) && X->p[0] == 0 && X->p[1] == 0 && X->p[2] == 0;
}

// Computes E of all bodies, parents first, multiplies their poses by it, and rotates the rotors accordingly.
static void move_bodies(jni_import *im, const double *values) {
  jni_pose *E = jni_take(&im->pool, im->nbodies, sizeof *E);
  int *first = jni_take(&im->pool, im->nbodies, sizeof *first);
  if (!E || !first) return;
  // index of the first move of each body; the moves of one body are stored one after the other
  for (int b = 0; b < im->nbodies; b++) first[b] = -1;
  for (int i = im->nmoves - 1; i >= 0; i--) first[im->moves[i].body] = first[im->moves[i].via] = i;
  E[0] = jni_pose_identity();
  for (int b = 1; b < im->nbodies; b++) {
    E[b] = E[im->bodies[b].parent];
    for (int i = first[b]; i >= 0 && i < im->nmoves; i++) {
      if (i > first[b] && im->moves[i].body != b) break;
      jni_pose step = calc_motion(im, &im->moves[i], values);
      if (!is_identity(&step)) E[b] = jni_pose_after(&E[b], &step);
    }
  }
  for (int b = 1; b < im->nbodies; b++)
    if (!is_identity(&E[b])) im->bodies[b].world = jni_pose_after(&E[b], &im->bodies[b].world);
  for (int i = 0; i < im->ndofs; i++) {
    double *q = im->bodies[im->dofs[i].rotor].world.q;
    if (im->dofs[i].rotor > 0) {
      q[0] = jnk_cos(0.5 * values[i]);
      q[3] = jnk_sin(0.5 * values[i]);
    }
  }
}

void jni_import_add_move(jni_import *im, const jni_import_move *move) {
  if (!jni_pool_grow(&im->pool, &im->moves, &im->capacity_moves, im->nmoves + 1, sizeof *im->moves)) return;
  im->moves[im->nmoves++] = *move;
}

void jni_import_start(jni_import *im) {
  double *values = jni_take(&im->pool, im->ndofs + 1, sizeof *values);
  if (!values) return;
  for (int i = 0; i < im->nmoves && im->start.qpos; i++) {
    const jni_import_move *m = &im->moves[i];
    if (m->dof >= 0 && m->qpos >= 0) values[m->dof] = im->start.qpos[m->qpos] - m->ref;
  }
  obey_limits(im, values);
  move_bodies(im, values);
}
