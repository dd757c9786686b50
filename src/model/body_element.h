// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// body_element.h - bodies and frames of a model.
#ifndef JNI_BODY_ELEMENT_H
#define JNI_BODY_ELEMENT_H

#include "model/place.h"

// The initial pose that a body gets if the model gives it no initial values: its centre of mass is at the origin of the
// frame of the part that the body belongs to, and its axes are parallel to those of that frame. Ground axes.
typedef struct {
  double p[3];   // centre of mass, m
  double q[4];   // orientation, quaternion
  double angle;  // plane, rad
  int base;      // body with whose initial velocity it moves; 0: the ground
} jni_initial_pose;

typedef struct {
  char *name;
  bool particle;
  bool unseen;                   // not drawn
  double mass;                   // kg
  double inertia[6];             // xx yy zz xy xz yz about the centre of mass, body axes, kg m^2
  double com[3];                 // centre of mass in the body's frame, m
  int frame;                     // the body's own frame
  int com_frame;                 // frame at its centre of mass, body axes
  const jni_initial_pose *rest;  // initial pose; NULL: the body is at rest at the origin, with ground axes
  jni_place place;
} jni_body;

typedef struct {
  char *name;  // "" for the body's own frame and for unnamed ones, "com" for the centre of mass
  int body;
  double p[3];    // position relative to the origin of the body's frame, body axes, m
  double R[9];    // row-major, frame axes to body axes
  bool oriented;  // a frame with an orientation of its own; false: a point
  jni_place place;
} jni_frame;

#endif
