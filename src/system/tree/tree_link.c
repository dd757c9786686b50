// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_link.c - kinds of links: number of coordinates and speeds, and joint frames on the two bodies.
#include <math.h>

#include "kernel/vec3.h"
#include "model/mirror.h"
#include "system/system.h"

// Number of coordinates and of speeds of each kind of link, in plane and space, and which of its speeds are
// translational.
static const struct {
  int q[2], v[2];
  unsigned lengths[2];  // bit i is set: speed i is translational
} sizes[JNI_LINK_KINDS] = {
    [JNI_LINK_REVOLUTE] = {{1, 1}, {1, 1}, {0, 0}},
    [JNI_LINK_PRISMATIC] = {{1, 1}, {1, 1}, {1, 1}},
    [JNI_LINK_SCREW] = {{0, 1}, {0, 1}, {0, 0}},
    [JNI_LINK_CYLINDRICAL] = {{0, 2}, {0, 2}, {0, 2}},
    [JNI_LINK_UNIVERSAL] = {{0, 2}, {0, 2}, {0, 0}},
    [JNI_LINK_UNIVERSAL_PLUNGE] = {{0, 3}, {0, 3}, {0, 1}},
    [JNI_LINK_CONSTANT_VELOCITY] = {{0, 2}, {0, 2}, {0, 0}},
    [JNI_LINK_CONSTANT_VELOCITY_PLUNGE] = {{0, 3}, {0, 3}, {0, 1}},
    [JNI_LINK_PLANAR] = {{0, 3}, {0, 3}, {0, 3}},
    [JNI_LINK_SPHERICAL] = {{0, 4}, {0, 3}, {0, 0}},
    [JNI_LINK_FREE] = {{3, 7}, {3, 6}, {3, 7}},
    [JNI_LINK_PARTICLE] = {{2, 3}, {2, 3}, {3, 7}},
};

int jni_link_q(jni_link_kind kind, jn_space space) { return sizes[kind].q[space == JN_SPACE]; }
int jni_link_v(jni_link_kind kind, jn_space space) { return sizes[kind].v[space == JN_SPACE]; }
bool jni_link_v_is_length(jni_link_kind kind, jn_space space, int i) {
  return sizes[kind].lengths[space == JN_SPACE] >> i & 1;
}

// ---- triads in the frame of an end: x, y, z are the columns ----------------------------------------------
// For a joint with mirror S (model/mirror.h) the triad is |S| S T, with T of the original joint: angles are about z.

static void triad(const double x[3], const double z[3], double T[9]) {
  double y[3];
  jnk_cross(z, x, y);
  for (int i = 0; i < 3; i++) {
    T[3 * i] = x[i];
    T[3 * i + 1] = y[i];
    T[3 * i + 2] = z[i];
  }
}

// Sets the columns of T to a triad whose z is the unit vector `axis`. x is the direction of zero angle of the joint's
// equations and coordinates.
static void axis_triad(const double axis[3], double T[9]) {
  double x[3];
  jnk_perpendicular(axis, x);
  triad(x, axis, T);
}

// Sets the columns of T to the triad of one end of a universal joint: z is the axis `own` of this end. x of the parent
// is the part of the other axis normal to z, x of the child the common perpendicular of both axes, each of unit length;
// if it is too short for that, x is any direction normal to z. The axes are those in the frames of the ends, as if
// these frames were aligned.
static void universal_triad(const double own[3], const double other[3], bool parent, double T[9]) {
  double x[3];
  if (parent) jnk_add_scaled(other, -jnk_dot(own, other), own, x);
  else jnk_cross(other, own, x);
  if (jnk_norm(x) > 0.1) jnk_normalize(x);
  else jnk_perpendicular(own, x);
  triad(x, own, T);
}

// Sets the columns of T to the triad of one end of a constant-velocity joint. x of the second end is x of the first
// end, rotated by the shortest rotation from the axis of the first end to that of the second.
static void constant_velocity_triad(double axes[2][3], int end, double T[9]) {
  double x[3], y[3];
  if (end == 0) jni_mirror_perpendiculars(0, axes[0], x, y);
  else jni_mirror_carried(0, axes[0], axes[1], x, y);
  triad(x, axes[end], T);
}

static void space_triad(const jn_model *model, const jni_link *link, int end, bool parent, double T[9]) {
  const jni_joint_element *joint = &model->joints[link->joint];
  double axes[2][3];
  for (int k = 0; k < 2; k++) jni_mirror_point(joint->mirror, joint->def.axis[k], axes[k]);
  if (jni_link_is_cross(link->kind)) universal_triad(axes[end], axes[1 - end], parent, T);
  else if (jni_link_bends(link->kind)) constant_velocity_triad(axes, end, T);
  else axis_triad(axes[end], T);
  for (int i = 0; i < 9; i++) T[i] *= jni_mirror_hand(joint->mirror) * jni_mirror_sign(joint->mirror, i / 3);
}

// ---- frames on the bodies ----------------------------------------------------------------------------------

// Returns, in the plane, the angle on the body of an end of the direction from which the joint's coordinate or angle
// equation is measured, in the frame of the end before it is mirrored; rad.
static double plane_angle(const jn_model *model, const jni_link *link, int end) {
  const jni_joint_element *joint = &model->joints[link->joint];
  double n[3] = {1, 0, 0}, second[3], x[3];
  jni_mirror_point(joint->mirror, n, n);
  if (link->kind == JNI_LINK_REVOLUTE) jni_mirror_perpendiculars(joint->mirror, joint->def.axis[end], n, second);
  jni_trace_mat_vec(model->trace, model->frames[joint->def.between[end].i].R, n, x);
  return jni_mirror_angle(model->trace, joint->mirror, x);
}

// Writes to R the rotation of a joint frame in the plane. For a prismatic joint its x axis is the axis of the joint,
// which the model gives in the frame of the first end.
static void plane_rotation(const jn_model *model, const jni_link *link, int end, double R[9]) {
  const jni_joint_element *joint = &model->joints[link->joint];
  double angle = plane_angle(model, link, end);
  bool slides = link->kind == JNI_LINK_PRISMATIC;
  if (slides)
    angle = jni_trace_apply(model->trace, JNI_DO_add, angle,
                            jni_mirror_angle(model->trace, joint->mirror, joint->def.axis[0]));
  jni_trace_mat_from_angle(model->trace, angle, R);
  for (int i = 0; i < 9; i++)  // mirrors the x axis; y is set perpendicular to it
    R[i] *= jni_mirror_sign(joint->mirror, i / 3) * (i % 3 == 1 ? jni_mirror_hand(joint->mirror) : 1);
}

static void end_frame(const jn_model *model, const jni_link *link, int end, bool parent, double R[9], double p[3]) {
  const jn_joint_def *def = &model->joints[link->joint].def;
  const jni_frame *frame = &model->frames[def->between[end].i];
  double T[9];
  jni_trace_sub(model->trace, frame->p, model->bodies[frame->body].com, p);
  if (model->space == JN_PLANE) {
    plane_rotation(model, link, end, R);
  } else if (link->kind == JNI_LINK_SPHERICAL) {
    jnk_mat_identity(R);
  } else {
    space_triad(model, link, end, parent, T);
    jni_trace_mat_mul(model->trace, frame->R, T, R);
  }
}

void jni_link_frames(const jn_model *model, jni_link *link) {
  link->turn_sign = link->slide_sign = link->reversed ? -1 : 1;
  jnk_mat_identity(link->RP);
  jnk_mat_identity(link->RC);
  jnk_zero(link->pP);
  jnk_zero(link->pC);
  if (link->joint < 0) return;
  const jni_joint_element *joint = &model->joints[link->joint];
  double hand = jni_mirror_hand(joint->mirror);
  end_frame(model, link, link->reversed, true, link->RP, link->pP);
  end_frame(model, link, !link->reversed, false, link->RC, link->pC);
  if (model->space == JN_PLANE)
    link->angle = hand * jni_trace_apply(model->trace, JNI_DO_subtract, plane_angle(model, link, link->reversed),
                                         plane_angle(model, link, !link->reversed));
  *(model->space == JN_PLANE ? &link->turn_sign : &link->slide_sign) *= hand;
  link->carried = link->reversed && (link->kind == JNI_LINK_PLANAR || jni_link_plunges(link->kind));
  if (link->kind == JNI_LINK_SCREW) link->pitch = hand * joint->def.pitch;
  if (jni_link_plunges(link->kind)) {
    // Sets the sliding direction of a plunging link, which the model gives in the frame of the first end.
    double T[9], direction[3];
    jnk_copy(model->joints[link->joint].def.plunge, direction);
    jnk_normalize(direction);
    space_triad(model, link, 0, !link->reversed, T);
    jni_trace_mat_t_vec(model->trace, T, direction, link->slide);
  }
}

// ---- joint coordinates that are coordinates of links ----------------------------------------------------------

// Returns the index of a joint coordinate among the coordinates of its link; -1: it is not one of them (the
// displacement of a screw follows from its angle).
static int index_in_link(jni_link_kind kind, jni_coordinate_kind what, int index) {
  if (kind == JNI_LINK_SCREW && what == JNI_DISPLACEMENT) return -1;
  if (kind == JNI_LINK_PLANAR) return (index + 2) % 3;
  return index;
}

void jni_tree_link_coordinates(const jn_system *system, jni_coordinate *list, int n) {
  const jni_tree *tree = system->tree;
  for (int i = 0; tree && i < n; i++) {
    jni_coordinate *c = &list[i];
    if (c->joint < 0 || tree->cut[c->joint] != JNI_CUT_NO) continue;
    const jn_joint_def *def = &system->model->joints[c->joint].def;
    const jni_link *link = &tree->links[0];
    for (int end = 0; end < 2 && link->joint != c->joint; end++)
      link = &tree->links[tree->link_of[system->model->frames[def->between[end].i].body]];
    int place = index_in_link(link->kind, c->kind, c->index);
    c->linked = place >= 0;
    if (c->linked) {
      c->link_q = link->q_at + place;
      c->link_v = link->v_at + place;
    }
  }
}
