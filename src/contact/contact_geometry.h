// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_geometry.h - the place where two shapes touch or come closest: gap, normal, curvatures, and the rates of gap
// and slip.
//
// The normal n points from the first shape to the second; all vectors are in ground axes. With the velocities v1, v2
// and accelerations a1, a2 of the material points of the two bodies at the place of contact,
//   g' = n . (v2 - v1)        gT = (1 - n n') (v2 - v1)
// If g = 0, the second rates follow from the motion of the place over the two surfaces: K1, K2 are the curvatures
// (positive: convex, seen from outside the body), w1, w2 the angular velocities, s1, s2 the velocities of the place
// relative to the material of each surface,
//   (K1 + K2) s2 = T' ((w2 - w1) x n) - K1 gT      s1 = s2 + gT      n' = w1 x n + K1 s1
//   g''  = n . (a2 - a1) + n . (w2 x s2 - w1 x s1) + n' . gT
//   gT'  = T' (a2 - a1 + w2 x s2 - w1 x s1)                          where gT = 0
// At a corner the curvature of its surface is infinite and its s is zero; on an edge it is infinite across the edge and
// s has its direction. Plane models lie in z = 0 of space.
#ifndef JNI_CONTACT_GEOMETRY_H
#define JNI_CONTACT_GEOMETRY_H

#include <stdbool.h>

typedef enum {
  JNI_TOUCH_NONE,    // the shape cannot touch
  JNI_TOUCH_PLANE,   // half space on the side of its own -z axis
  JNI_TOUCH_HOLE,    // ball-shaped hole in solid material; in the plane a round hole
  JNI_TOUCH_SPHERE,  // ball; in the plane a disc
  JNI_TOUCH_CAPSULE,
  JNI_TOUCH_BOX,  // in the plane a rectangle
  JNI_TOUCH_CYLINDER,
  JNI_TOUCH_PROFILE,  // outline of solid material in the plane (contact_profile.h)
  JNI_TOUCH_HULL,     // convex hull of a mesh
} jni_touch;

struct jni_polyhedron;

// A shape of a body: type, placement and sizes, which are constant.
typedef struct {
  jni_touch touch;
  bool plane;      // the model is a plane one
  int body;        // index of its body; 0: the ground
  double p[3];     // origin of the shape from the centre of mass, body axes, m
  double R[9];     // shape axes to body axes, row-major
  double half[3];  // box: half of its edges; capsule: half[2] is half the distance between its centres, m
  double radius;   // of a ball, disc, hole, capsule or cylinder, m
  double size;     // typical size, m; a plane: HUGE_VAL
  const struct jni_profile *profile;   // outline of a profile; NULL: the shape is none
  const struct jni_polyhedron *solid;  // contact_polyhedron.h; NULL: the shape has none
} jni_contact_shape;

// Motion of a body at its centre of mass, ground axes.
typedef struct {
  double r[3], R[9];      // position, m; rotation from body axes to ground axes, row-major
  double v[3], w[3];      // velocity, m/s; angular velocity, rad/s
  double a[3], alpha[3];  // acceleration, m/s^2; angular acceleration, rad/s^2
} jni_contact_motion;

typedef struct {
  double gap;          // m
  double n[3];         // unit normal from the first shape to the second
  double t[2][3];      // unit tangents; in the plane only t[0], which is e_z x n
  double point[2][3];  // place on the surface of each shape, m
  double K[2][9];      // curvature of each surface as a symmetric matrix across n, 1/m
  bool corner[2];      // the surface is a corner there: its curvature is infinite
  bool edge[2];        // the surface is an edge there: its curvature is infinite across `along`
  double along[2][3];  // unit vector along that edge
} jni_contact_place;

typedef struct {
  double rate;       // g', m/s
  double slip[3];    // gT, ground axes, m/s
  double second;     // g'' for the accelerations of the motions, m/s^2
  double turn[3];    // gT' where gT = 0, for the accelerations of the motions, without its normal part, m/s^2
  double normal[3];  // n', 1/s
  double over[3];    // s2, m/s
} jni_contact_rates;

// Gaps and overlaps at the start below this part of the size of the smaller shape count as touching.
#define JNI_CONTACT_START_SLACK 1e-9

// Sets `local` to the point k of a shape that can touch, in the axes of the shape: corner k of a box or hull, end k of
// the axis of a capsule, or the centre of a ball. Returns the radius around that point, m; 0 for a corner.
double jni_contact_centre(const jni_contact_shape *s, int k, double local[3]);

// Returns whether the two shapes must be exchanged, because pairs of these types are implemented in one order only.
bool jni_contact_swaps(const jni_contact_shape *a, const jni_contact_shape *b);
// Returns the number of points of contact that a pair in this order can have at one time; 0: the pair is not supported.
int jni_contact_npoints(const jni_contact_shape *a, const jni_contact_shape *b);
// Computes the place of contact of one point of a pair of shapes from position and rotation of both bodies, and stores
// it in *place. feature: index of the point, 0 to jni_contact_npoints - 1; for a pair with features
// (contact_features.h) its feature. The gap is HUGE_VAL if the pair does not have this feature.
void jni_contact_place_calc(const jni_contact_shape *a, const jni_contact_shape *b, int feature,
                            const jni_contact_motion *ma, const jni_contact_motion *mb, jni_contact_place *place);
// Returns the number of points of contact of a pair in this order with the compliant law; 0: the pair is not supported.
int jni_compliant_npoints(const jni_contact_shape *a, const jni_contact_shape *b);
// Computes the place of one point of a pair with the compliant law and stores it in *place. point: 0 to
// jni_compliant_npoints - 1. On a box it is the nearest place to the centre of a ball; inside the box, that on the
// nearest face.
void jni_compliant_place_calc(const jni_contact_shape *a, const jni_contact_shape *b, int point,
                              const jni_contact_motion *ma, const jni_contact_motion *mb, jni_contact_place *place);
// Computes rates of gap, slip and normal and the second rates at a place of contact from the motions of both bodies,
// and stores them in *rates.
void jni_contact_rates_calc(const jni_contact_place *place, bool plane, const jni_contact_motion *ma,
                            const jni_contact_motion *mb, jni_contact_rates *rates);

#endif
