// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pose.h - pose and velocity of a body in any coordinates, used to convert states.
#ifndef JNI_POSE_H
#define JNI_POSE_H

#include "jounce/system.h"
#include "system/tree/tree.h"

typedef struct {
  double r[3], R[9];  // centre of mass, m; rotation from body axes to ground axes
  double v[3], w[3];  // velocity in ground axes, m/s; angular velocity in body axes, rad/s
  double theta;       // plane: angle with its whole turns, rad
  double p[4];        // space: quaternion with its sign
} jni_pose;

// Computes the pose of a link's body (`child`) from that of its parent and the link's own q and v.
void jni_link_pose(const jn_system *system, const jni_link *link, const jni_pose *parent, const double *q,
                   const double *v, jni_pose *child);
// Computes a link's own q and v from the poses of its body (`child`) and its parent (tree_pose.c); ignores motion that
// the joint does not allow. turns: in space, JNI_WINDING states from which the whole turns of the angle at time t
// follow; NULL: the angle is between -pi and pi.
void jni_link_coordinates(const jn_system *system, const jni_link *link, const jni_pose *parent, const jni_pose *child,
                          const double *turns, double t, double *q, double *v);

#endif
