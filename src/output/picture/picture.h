// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// picture.h - internals of jn_picture: makes the list of things to draw from model and pose (picture*.c). drawing*.c
// draw the list.
#ifndef JNI_PICTURE_H
#define JNI_PICTURE_H

#include "base/pool.h"
#include "jounce/picture.h"
#include "model/joint_element.h"
#include "model/shape/shape.h"

enum { JNI_MOST_POINTS = 64 };  // largest number of points of a body that count for its shape

struct jn_picture {
  jni_pool pool;
  const jn_model *model;
  double *poses;  // JN_POSE numbers for each body
  jn_thing *things;
  int nthings, capacity_things;
  bool *used;         // nframes: a joint or force acts at the frame
  bool *named;        // nframes: a named point of a moving body at which nothing acts
  bool *own;          // nbodies: the model defines shapes of the body, or hides it
  bool *shaped;       // nbodies: the body has a shape, from the model or made for a joint, or is hidden
  bool *supported;    // nframes: a support on the ground is drawn there
  bool *open;         // njoints: the pose violates its constraint equations
  int *held;          // nbodies: number of joints that connect the body
  double (*spin)[3];  // nbodies: axis of a rotation joint of the body, in body axes; zero: none
  double length;      // size of the mechanism, m
  double thin;        // half the thickness of links, m
  double down[3];     // direction of gravity, ground axes
};

// ---- places --------------------------------------------------------------------------------------------------------
// Computes in `out` the position in ground axes of a point p of a body, given in body axes.
void jni_picture_place(const jn_picture *picture, int body, const double p[3], double out[3]);
// Rotates a vector from the axes of a body to ground axes.
void jni_picture_turn(const jn_picture *picture, int body, const double v[3], double out[3]);
// Rotates a vector from ground axes to the axes of a body.
void jni_picture_unturn(const jn_picture *picture, int body, const double v[3], double out[3]);
// computes the position of a frame, ground axes
void jni_picture_frame(const jn_picture *picture, int frame, double out[3]);

// ---- things --------------------------------------------------------------------------------------------------------
// Adds a thing of a kind at a frame to the list, without an axis, and returns it; NULL if the pool has failed.
jn_thing *jni_picture_add(jn_picture *picture, jn_thing_kind kind, int frame);
// Adds a shape of this type to a body, which then counts as shaped, and returns it; the caller sets position and sizes.
// NULL: memory is short.
jn_shape_def *jni_picture_shape(jn_picture *picture, int body, const char *type);
// Adds the shape of a link to a body: a capsule between the points a and b, in body axes, m; a sphere if they coincide.
void jni_picture_link(jn_picture *picture, int body, const double a[3], const double b[3], double radius);

// Returns whether all bodies that a joint connects are drawn.
bool jni_picture_shows(const jn_picture *picture, const jni_joint_element *joint);
// Returns whether the model's shapes of the ground show what joints are fixed to, so that no symbols of supports are
// needed; always false in the plane.
bool jni_picture_is_ground_seen(const jn_picture *picture);
void jni_picture_joints(jn_picture *picture);                         // adds pins, supports, rails, wheels, rods
void jni_picture_forces(jn_picture *picture);                         // adds springs, dampers, wheels on roads
void jni_picture_band(jn_picture *picture, const jn_force_def *def);  // adds the band of a track
void jni_picture_walls(jn_picture *picture);  // adds walls at the ends of springs on the ground; call after the joints
void jni_picture_gears(jn_picture *picture);
void jni_picture_bodies(jn_picture *picture);  // adds shapes to bodies that have none yet
// Adds a wheel to the body of a frame, unless the model has shapes of this body. axis: in axes of the frame; radius: m;
// width: in radii. If the frame is near the centre of mass, the body gets no other shape.
void jni_picture_wheel(jn_picture *picture, int frame, const double axis[3], double radius, double width);
// Adds a pattern of lines on the ground that shows a plane, about as large as the mechanism; p: a point of the plane.
void jni_picture_floor(jn_picture *picture, const double p[3], const double normal[3]);
// Computes in `out` the corners of the convex hull of n points in x and y, anticlockwise, and returns their number.
// Sorts the points. `out` must have space for n + 2 corners.
int jni_picture_convex_hull(double (*p)[3], int n, double (*out)[3]);

#endif
