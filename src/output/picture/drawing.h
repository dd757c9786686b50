// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drawing.h - things as strokes and faces on paper: a view, a list of strokes sorted from back to front, SVG.
#ifndef JNI_DRAWING_H
#define JNI_DRAWING_H

#include "output/picture/picture.h"
#include "output/text_buffer.h"

// From ground axes to paper: across and up, and towards the viewer.
typedef struct {
  double across[3], up[3], near[3];
  double scale, left, top;  // px per m, px of the origin
} jni_view;

typedef struct {
  double p[3];  // m on paper, before scale and place, and towards the viewer
  bool sharp;   // to the next corner runs an edge of the shape
} jni_corner;

// A face or a line on paper.
typedef struct {
  int first, n;      // corners
  int order;         // as it was added
  double depth;      // towards the viewer, later its rank
  double colour[4];  // of the face, or of the line when it is none
  double edge[3];    // colour of its edges
  double width;      // px of these, or of the line
  int convex_shape;  // its number: faces of one do not hide each other; 0: none
  int body;          // whose shape it is a face of, 0: the ground's, or none
  bool fixed;        // a shape of the ground
  bool behind;       // of a road: behind all bodies
  bool endless;      // of a road or floor: no measure of the size
  bool face;
  bool dashed;
  bool hidden;  // by others: not drawn
} jni_stroke;

typedef struct {
  jni_pool *pool;
  const jn_picture *picture;
  jni_view view;
  jni_stroke *strokes;
  int nstrokes, capacity_strokes;
  jni_corner *corners;
  int ncorners, capacity_corners;
  jni_facets facets;            // room for one shape
  int nshapes, convex_shape;    // numbers, of faces that are added
  int body;                     // likewise
  bool behind, endless, fixed;  // strokes that are added are
} jni_drawing;

// In space by the pose `seen`, or from where `from` points when it is not zero.
void jni_view_choose(const jn_picture *picture, const double *seen, const double from[3], jni_view *view);
void jni_view_point(const jni_view *view, const double p[3], double out[2], double *depth);
// A line with n corners in ground axes, or a face with edges as in jni_facet. NULL: no memory.
jni_stroke *jni_draw_line(jni_drawing *drawing, const double (*p)[3], int n);
jni_stroke *jni_draw_face(jni_drawing *drawing, const double (*p)[3], int n, unsigned sharp);
// Ranks of the strokes in space, once their scale is known. Those that cross others are cut (drawing_order.c).
void jni_draw_order(jni_drawing *drawing);
void jni_draw_things(jni_drawing *drawing);  // all of the picture
// Marks strokes of which nothing is seen, once they stand in their order, on paper of this size in px.
void jni_draw_hide(jni_drawing *drawing, double width, double height);
// Once the strokes stand in their order: `at`, across and up, goes to where the body is seen, if another hides it
// there.
// False: it is hidden everywhere.
bool jni_draw_find_visible(const jni_drawing *drawing, int body, double at[2]);
// Is what lies on top there neither a body nor the ground, but a mark?
bool jni_draw_is_mark_visible(const jni_drawing *drawing, const double at[2]);
void jni_draw_shape(jni_drawing *drawing, int body, const jn_shape_def *def, const double colour[4]);
// strokes of things that are no shapes (drawing_mark.c)
void jni_draw_mark(jni_drawing *drawing, const jn_thing *thing);

#endif
