// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drawing.h - draws the things of a picture: a view, a list of strokes (faces and lines) from back to front, SVG.
#ifndef JNI_DRAWING_H
#define JNI_DRAWING_H

#include "output/picture/picture.h"
#include "output/text_buffer.h"

// Projection from space to paper. The three axes are unit vectors in ground axes: to the right, up, and towards the
// viewer.
typedef struct {
  double across[3], up[3], towards[3];
  double scale, left, top;  // px per m, px of the origin
} jni_view;

typedef struct {
  double p[3];  // position along the axes of the view, m
  bool sharp;   // the side to the next corner is an edge of the shape
} jni_corner;

// A face or a line of the drawing; its corners are in jni_drawing.corners.
typedef struct {
  int first, n;      // first of its corners in jni_drawing.corners; their number
  int order;         // number in the order of drawing calls
  double depth;      // mean depth, m towards the viewer; after sorting the rank
  double colour[4];  // colour of the face or the line, with opacity
  double edge[3];    // colour of the edges of a face
  double width;      // width of the edges or the line, px
  int convex_shape;  // number of the convex shape, whose faces do not hide each other; 0: none
  int body;          // body to whose shape the face belongs; 0: ground or none
  bool fixed;        // belongs to a shape of the ground
  bool behind;       // belongs to a road: behind all bodies
  bool endless;      // belongs to a road or floor: ignored for the size of the picture
  bool face;         // false: a line
  bool dashed;
  bool hidden;  // covered by others: not drawn
} jni_stroke;

typedef struct {
  jni_pool *pool;
  const jn_picture *picture;
  jni_view view;
  jni_stroke *strokes;
  int nstrokes, capacity_strokes;
  jni_corner *corners;
  int ncorners, capacity_corners;
  jni_facets facets;            // workspace for one shape
  int nshapes;                  // convex shapes so far
  int convex_shape, body;       // fields of the strokes that are being added
  bool behind, endless, fixed;  // fields of the strokes that are being added
} jni_drawing;

// Sets the axes of the view: in the plane from the front; in space along `from`, or if that is zero, from the heading
// in which the bodies with the poses `seen` cover most of the paper.
void jni_view_choose(const jn_picture *picture, const double *seen, const double from[3], jni_view *view);
void jni_view_point(const jni_view *view, const double p[3], double out[2], double *depth);
// The first appends a line with n corners p, in ground axes; the second a face whose side k is an edge of the shape if
// bit k of `sharp` is set (jni_facet). They return the stroke, whose other fields the caller may set; NULL if memory is
// short.
jni_stroke *jni_draw_line(jni_drawing *drawing, const double (*p)[3], int n);
jni_stroke *jni_draw_face(jni_drawing *drawing, const double (*p)[3], int n, unsigned sharp);
// Sorts the strokes in space from back to front and cuts those that cross others. The view's scale must be set.
void jni_draw_order(jni_drawing *drawing);
void jni_draw_things(jni_drawing *drawing);  // all things of the picture
// Sets `hidden` of the sorted strokes that are completely covered, on paper of width x height px.
void jni_draw_hide(jni_drawing *drawing, double width, double height);
// Finds a point on paper at which a body is visible: `at` (right, up, m) itself, or, if another body covers it there,
// another point, which it writes to `at`. The strokes must be sorted. Returns false if the body is hidden everywhere.
bool jni_draw_find_visible(const jni_drawing *drawing, int body, double at[2]);
// Returns whether the topmost stroke at a point belongs to a mark, that is, neither to a body nor to the ground.
bool jni_draw_is_mark_visible(const jni_drawing *drawing, const double at[2]);
void jni_draw_shape(jni_drawing *drawing, int body, const jn_shape_def *def, const double colour[4]);
// Adds to the drawing the symbol of a thing that is not a shape, such as a pin or a spring (drawing_mark.c).
void jni_draw_mark(jni_drawing *drawing, const jn_thing *thing);

#endif
