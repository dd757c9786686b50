// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_features.h - points of contact of two convex polyhedra with radii (contact_polyhedron.h): balls, capsules,
// boxes, hulls and planes.
//
// A pair has more possible points than can touch at one time: each vertex on each face and each edge across each edge,
// and, where one of the shapes has a radius, vertices on edges and vertices. Such a point is named by its *feature*, a
// whole number above 0. The number of points that may touch at one time is small; each of them keeps its feature while
// it is closed, so that its gap is a smooth function of the motion, and loses it when the point leaves its face or edge
// (its margin becomes negative) or opens. Changes of features are events. Between them
// jni_features_nearest returns the least gap of all other features: it is continuous where it is zero, and negative
// only if the shapes overlap.
//
// Gap of a vertex and a polyhedron without radius: the largest signed distance from the planes of the faces. Gap of two
// edges: the same at the point of the first edge that is at equal distance from the two faces of the second edge, if
// the ends of either edge lie on different sides of that point and the faces of both edges lie behind it.
//
// If faces are flush with each other, a vertex of the first shape up to `aside` outside of a face still belongs to it,
// and one of the second shape must be as far inside; so corners and edges that coincide give one point, not several.
#ifndef JNI_CONTACT_FEATURES_H
#define JNI_CONTACT_FEATURES_H

#include "contact/contact_geometry.h"

typedef enum {
  JNI_VERTEX_FACE,    // vertex i of the first shape, face j of the second
  JNI_VERTEX_EDGE,    // vertex i of the first shape, edge j of the second; only for shapes with a radius
  JNI_VERTEX_VERTEX,  // vertex i of the first shape, vertex j of the second; only for shapes with a radius
  JNI_FACE_VERTEX,    // vertex i of the second shape, face j of the first
  JNI_EDGE_VERTEX,    // vertex i of the second shape, edge j of the first; only for shapes with a radius
  JNI_EDGE_EDGE,      // edge i of the first shape, edge j of the second
  JNI_FEATURE_TYPES
} jni_feature_type;

enum { JNI_MOST_SLOTS = 64 };  // largest number of points of a pair that touch at one time

// Lengths below which differences count as rounding, m.
typedef struct {
  double aside;     // rounding of distances along a face, m
  double rounding;  // rounding of a coordinate, m
} jni_feature_slack;

// A pair of shapes with features at the present poses of their bodies, and a working array of jni_features_scratch
// doubles.
typedef struct {
  const jni_contact_shape *a, *b;
  const jni_contact_motion *ma, *mb;
  jni_feature_slack slack;
  double *scratch;
} jni_feature_pair;

// Returns whether the contact points of a pair of shapes are features, which change during motion; otherwise the pair
// has a fixed list of points.
bool jni_has_features(const jni_contact_shape *a, const jni_contact_shape *b);
// Returns the largest number of points of a pair with features that can touch at one time.
int jni_features_slots(const jni_contact_shape *a, const jni_contact_shape *b);
int jni_features_scratch(const jni_contact_shape *a, const jni_contact_shape *b);

// Returns the number of a feature; i, j as in jni_feature_type.
int jni_feature_code(jni_feature_type type, int i, int j);
// Returns whether a pair has this feature.
bool jni_feature_is_valid(const jni_contact_shape *a, const jni_contact_shape *b, int feature);
// Returns whether two features stand for the same contact point: they belong to the same vertex (of the same shape), or
// to the same two edges.
bool jni_feature_is_same(int feature, int other);
// Computes the place of contact of a feature (points, normal, gap, curvatures) at the present poses and stores it in
// *place. Does not set its tangents.
void jni_feature_place(const jni_contact_shape *a, const jni_contact_shape *b, int feature,
                       const jni_contact_motion *ma, const jni_contact_motion *mb, jni_contact_place *place);
// Returns how far the contact point of a feature is inside the border of its face, edge or region of a vertex, m;
// negative: it has left it, and the feature must change. Points at a border count as inside, up to slack.aside, or for
// a vertex of the second shape without radius as outside; edges with a radius that have become parallel give -1.
double jni_feature_margin(const jni_feature_pair *pair, int feature);
// Returns the feature to which the vertex of a given feature belongs at the present poses, for shapes with a radius; 0:
// none, or the shapes have no radius, or the feature is of two edges. Pairs with a rim: see jni_rim_next.
int jni_feature_next(const jni_feature_pair *pair, int feature);
// Returns the least gap of all features that are not among `taken`, and stores its feature in *feature; HUGE_VAL and 0
// if there is none. If an edge of one shape passes through the other and no gap shows the overlap, a small negative
// number (minus the radii, if there are any) is returned instead of the gap.
double jni_features_nearest(const jni_feature_pair *pair, const int *taken, int ntaken, int *feature);
// Lists the features with gaps up to `limit` that are not among `taken`, at most `most`, in a fixed order, first those
// that do not part faster than `zero` (m/s). Needs velocities of the motions: of the faces that a vertex touches at
// their common edge it chooses the one from which it parts fastest, and none of those in `left`, which other features
// may be in. A corner of the second shape at the border of a face counts only if no other point touches. Returns their
// number.
int jni_features_touching(const jni_feature_pair *pair, double limit, double zero, const int *taken, int ntaken,
                          const int *left, int nleft, int *feature, int most);
// Returns the distance between two balls that contain the shapes (between plane and ball, if the first is a plane) or,
// where these overlap, between two boxes, m, which is a lower bound of the gap, and stores in *place the place of
// contact of these balls or boxes. Returns 0 or less, with any *place, if the boxes overlap or are close, or if the
// ball reaches the plane.
double jni_features_bound(const jni_contact_shape *a, const jni_contact_shape *b, const jni_contact_motion *ma,
                          const jni_contact_motion *mb, jni_contact_place *place);
// Returns an upper bound of the speed at which points of one shape move relative to the other, m/s; with a plane, of
// the speed at which they approach it.
double jni_features_speed(const jni_contact_shape *a, const jni_contact_shape *b, const jni_contact_motion *ma,
                          const jni_contact_motion *mb);

#endif
