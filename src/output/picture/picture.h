// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// picture.h - the inside of jn_picture: the list of things to draw and what its files share. Geometry stands here and
// in picture_*.c, drawing in drawing*.c.
#ifndef JNI_PICTURE_H
#define JNI_PICTURE_H

#include "jounce/picture.h"
#include "model/shape/shape.h"

enum { JNI_MOST_POINTS = 64 };  // of a body that are looked at

struct jn_picture {
  jni_pool pool;
  const jn_model *model;
  double *poses;  // JN_POSE each
  jn_thing *things;
  int nthings, capacity_things;
  bool *used;         // nframes: something acts there
  bool *named;        // nframes: a point of a moving body that has a name, and nothing acts there
  bool *own;          // nbodies: it has shapes in the model
  bool *shaped;       // nbodies: it has a shape, of the model or from a joint
  bool *supported;    // nframes: the ground is drawn there
  bool *open;         // njoints: its equations do not hold
  int *held;          // nbodies: joints on it
  double (*spin)[3];  // nbodies: axis about which a joint lets it turn, in its own axes; zero: none does
  double length;      // of the mechanism, m
  double thin;        // half the thickness of its links, m
  double down[3];     // where things fall
};

// ---- places --------------------------------------------------------------------------------------------------------
void jni_picture_place(const jn_picture *picture, int body, const double p[3], double out[3]);   // ground axes
void jni_picture_turn(const jn_picture *picture, int body, const double v[3], double out[3]);    // to ground axes
void jni_picture_unturn(const jn_picture *picture, int body, const double v[3], double out[3]);  // from ground axes
void jni_picture_frame(const jn_picture *picture, int frame, double out[3]);  // where it stands, ground axes

// ---- things --------------------------------------------------------------------------------------------------------
// Room for one more, with its kind, the place of a frame and no axis; NULL: the pool has failed.
jn_thing *jni_picture_add(jn_picture *picture, jn_thing_kind kind, int frame);
// A shape in the frame of a body; the caller fills in its place and sizes. NULL: the pool has failed.
jn_shape_def *jni_picture_shape(jn_picture *picture, int body, const char *type);
// A capsule between two points of a body.
void jni_picture_link(jn_picture *picture, int body, const double a[3], const double b[3], double radius);

// In space the shapes of the ground say what joints stand on; in the plane signs are drawn besides.
bool jni_picture_shows(const jn_picture *picture, const jni_joint_element *joint);  // none of its bodies is unseen
bool jni_picture_is_ground_seen(const jn_picture *picture);
void jni_picture_joints(jn_picture *picture);                         // pins, supports, rails, wheels, rods
void jni_picture_forces(jn_picture *picture);                         // springs, dampers, wheels on roads
void jni_picture_band(jn_picture *picture, const jn_force_def *def);  // of a track
void jni_picture_walls(jn_picture *picture);  // where springs end on the ground, after the joints
void jni_picture_gears(jn_picture *picture);
void jni_picture_bodies(jn_picture *picture);  // of bodies that have no shape yet
// A wheel about an axis of a frame; `width` in radii. It is all of its body where it is about the centre of mass.
void jni_picture_wheel(jn_picture *picture, int frame, const double axis[3], double radius, double width);
// Lines on the ground in the plane through a point, about as far as the mechanism goes.
void jni_picture_floor(jn_picture *picture, const double p[3], const double normal[3]);
// The smallest convex outline around points in x and y, anticlockwise; sorts them. `out` has room for n + 2. Returns
// how many corners.
int jni_picture_outline(double (*p)[3], int n, double (*out)[3]);

#endif
