// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pose.h - how a body stands and moves, whatever the coordinates: what states are converted by.
#ifndef JNI_POSE_H
#define JNI_POSE_H

#include "jounce/system.h"
#include "system/tree/tree.h"

typedef struct {
  // centre of mass; body axes to ground axes; velocity in ground axes; angular velocity in body axes
  double r[3], R[9], v[3], w[3];
  double theta;  // plane: with its whole turns
  double p[4];   // space: on its side of the two
} jni_pose;

// tree_pose.c: a link's body from its parent's and the link's own q and v, and back. Back, what the joint does not
// allow is left out; `turns` (JNI_WINDING states of the joint's angle at time t, NULL: none) says which of the angles
// that differ by whole turns is meant.
void jni_link_pose(const jn_system *system, const jni_link *link, const jni_pose *parent, const double *q,
                   const double *v, jni_pose *child);
void jni_link_coordinates(const jn_system *system, const jni_link *link, const jni_pose *parent, const jni_pose *child,
                          const double *turns, double t, double *q, double *v);

#endif
