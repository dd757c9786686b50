// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_profile.h - contact of profiles, outlines of solid material in the plane, with discs, planes and each other.
//
// A profile is a chain of pieces with the material on their left. n(theta) = (cos theta, sin theta) is the unit normal
// out of the material and t(theta) = n'(theta) the direction of the chain. Pieces are of three sorts:
//   arc    x = O + base t + rho n, rho = rho0 + base (theta - theta0): circular arcs (base = 0; rho < 0: hollow),
//          corners (rho = 0) and involutes of the circle about O with the radius |base|
//   line   from one end to the other, one normal
//   cubic  part of a cubic spline on which theta is monotone
// Two pieces touch or are closest where their normals are opposite and their points differ along them:
//   F(theta) = (x_2 - x_1) . t_1 = 0      gap = (x_2 - x_1) . n_1      dF/dtheta = -(rho_1 + rho_2) - gap
// F falls wherever two pieces can touch. The place has a closed form for all pairs but those with a cubic, where F = 0
// is searched; a cubic and a hollow piece may have several places, of which that with the least gap counts.
//
// A point of contact belongs to a section of a profile, a run of pieces, and has the least gap of this section. While
// it is closed its two pieces are held, beyond their ends too, so that the gap is smooth; leaving a piece is an event
// (margin) after which the next piece is held.
#ifndef JNI_CONTACT_PROFILE_H
#define JNI_CONTACT_PROFILE_H

#include "contact/contact_geometry.h"

typedef enum { JNI_PIECE_ARC, JNI_PIECE_LINE, JNI_PIECE_CUBIC } jni_piece_sort;

typedef struct {
  jni_piece_sort sort;
  double theta[2];           // direction of the normal at both ends, monotone from one to the other, rad
  double end[2][2];          // first and last point, m
  int link[2];               // previous and next piece if the chain is continuous and has one tangent there; -1: none
  double centre[2], radius;  // circle around the piece, m
  double O[2], rho, base;    // arc: rho at theta[0], m
  bool round;                // without ends: an arc that is a full circle, or the line of a plane
  // cubic: points of its spline as jnk_cam_outline reads them, their number, and the range of the parameter
  const double *spline;
  int nspline;
  double u[2];
} jni_profile_piece;

// A section of a profile: n consecutive pieces from index `first`, continued at piece 0 after the last one.
typedef struct {
  int first, n;
  double centre[2], radius;  // circle around the pieces, m
} jni_profile_section;

// Sections of a profile for partners of three sorts: discs touch a section between hollow corners once; planes touch
// what lies between lines and hollow pieces; other profiles touch both sides of a tooth.
typedef enum { JNI_SECTION_DISC, JNI_SECTION_PLANE, JNI_SECTION_PROFILE, JNI_SECTION_SORTS } jni_section_sort;

typedef struct jni_profile {
  const char *name;
  bool closed;
  int npieces;
  const jni_profile_piece *pieces;
  int nsections[JNI_SECTION_SORTS];
  const jni_profile_section *sections[JNI_SECTION_SORTS];
  double size;            // largest distance of a piece from the middle of the outline, m
  double least_hollow;    // least radius of curvature of its hollow pieces, m; HUGE_VAL: none is hollow
  const double *outline;  // polygon for pictures, x and y of each corner, m
  int noutline;
} jni_profile;

// Returns whether the material is outside of a piece, which turns clockwise then.
static inline bool jni_piece_is_hollow(const jni_profile_piece *p) {
  return p->sort != JNI_PIECE_LINE && p->theta[1] < p->theta[0];
}

// Returns the number of points of a pair whose second shape is a profile; 0: not supported.
int jni_profile_npoints(const jni_contact_shape *a, const jni_contact_shape *b);

// Which pieces touch: 1 + first piece + (pieces of the first shape) * second piece; a disc or plane counts as one
// piece. 0: not determined; the point with the least gap of the section is then used.
typedef int jni_profile_hold;

// Computes the point `section` of a pair whose second shape is a profile, with the pieces `hold`, or the one of least
// gap if `hold` is 0 or its pieces have no place. *found (NULL: not needed): the pieces of this place, neighbours of
// `hold` if it has moved along one spline; 0 if it is only the end of a section. Returns the least distance of the
// place from the ends of its held pieces beyond which a piece other than of the same spline follows, m, negative beyond
// one of them; HUGE_VAL if none follows or no pieces are held.
double jni_profile_place_calc(const jni_contact_shape *a, const jni_contact_shape *b, int section,
                              jni_profile_hold hold, const jni_contact_motion *ma, const jni_contact_motion *mb,
                              jni_contact_place *place, jni_profile_hold *found);
// Returns the pieces to be held after the place has passed, or comes nearest to, an end of the pieces `hold`: the next
// piece beyond this end. Sets *section to the section of the second shape that contains them. Returns `hold`, with
// *section unchanged, if its pieces have no place.
jni_profile_hold jni_profile_next(const jni_contact_shape *a, const jni_contact_shape *b, jni_profile_hold hold,
                                  const jni_contact_motion *ma, const jni_contact_motion *mb, int *section);
// Computes the point x of a cubic at parameter u and its first and second derivatives d and dd (NULL: not needed), in
// axes of the profile.
void jni_profile_cubic(const jni_profile_piece *piece, double u, double x[2], double d[2], double dd[2]);

#endif
