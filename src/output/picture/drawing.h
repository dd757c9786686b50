// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drawing.h - draws the things of a picture in three steps: a view, a list of strokes (faces and lines) from back to
// front, SVG.
#ifndef JNI_DRAWING_H
#define JNI_DRAWING_H

#include "output/picture/picture.h"
#include "output/text_buffer.h"

// Projection from space to paper. The three axes are unit vectors in ground axes: to the right, up, and towards the
// viewer.
typedef struct {
  double across[3], up[3], towards[3];
  double scale, left, top;  // scale, px per m; position of the origin on paper, px
} jni_view;

typedef struct {
  double p[3];  // position along the three axes of the view, m
  bool sharp;   // the side to the next corner is an edge of the shape
} jni_corner;

// A face or a line of the drawing; its corners are in jni_drawing.corners.
typedef struct {
  int first, n;      // index of the first of its corners in jni_drawing.corners; their number
  int order;         // number of the stroke in the order in which strokes were added
  double depth;      // mean depth, m towards the viewer; after sorting its rank
  double colour[4];  // colour of the face or the line, with opacity
  double edge[3];    // colour of the edges of a face
  double width;      // width of the edges or the line, px
  // number of the convex shape to which the face belongs, whose faces do not hide each other; 0: none
  int convex_shape;
  int body;      // index of the body to whose shape the face belongs; 0: the ground or none
  bool fixed;    // it belongs to a shape of the ground
  bool behind;   // it belongs to a road or floor that the picture adds and is drawn behind all bodies
  bool endless;  // it belongs to a road or floor and does not influence the size of the picture
  bool face;     // a face; false: a line
  bool dashed;
  bool hidden;  // others cover it completely: it is not drawn
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
  int nshapes;                  // number of shapes so far
  int convex_shape, body;       // values of the same fields of the strokes that are being added
  bool behind, endless, fixed;  // values of the same fields of the strokes that are being added
} jni_drawing;

// Sets the axes of the view. In the plane it is from the front; in space from the direction `from` (towards the viewer)
// or, if that is zero, from a little above and from the heading in which the bodies with the poses `seen` cover most of
// the paper.
void jni_view_choose(const jn_picture *picture, const double *seen, const double from[3], jni_view *view);
void jni_view_point(const jni_view *view, const double p[3], double out[2], double *depth);
// jni_draw_line appends a line with n corners p, in ground axes; jni_draw_face a face whose side k is an edge of the
// shape if bit k of `sharp` is set (jni_facet). They return the stroke, whose other fields the caller may set; NULL if
// memory is short.
jni_stroke *jni_draw_line(jni_drawing *drawing, const double (*p)[3], int n);
jni_stroke *jni_draw_face(jni_drawing *drawing, const double (*p)[3], int n, unsigned sharp);
// Sorts the strokes in space from back to front and cuts those that cross others. The scale of the view must be set.
// Does nothing if there are more than 20000 strokes.
void jni_draw_order(jni_drawing *drawing);
void jni_draw_things(jni_drawing *drawing);  // appends the strokes of all things of the picture
// Sets `hidden` of the sorted strokes that others cover completely, on paper of width x height px.
void jni_draw_hide(jni_drawing *drawing, double width, double height);
// Finds a point on paper at which a body is visible: `at` (right, up, m) itself or, if another body covers it there,
// the middle of the nearest face of the body that no other body covers, which replaces `at`. The strokes must be
// sorted. Returns false if other bodies cover the middles of all its faces; true if it has no faces.
bool jni_draw_find_visible(const jni_drawing *drawing, int body, double at[2]);
// Returns whether the topmost face at a point is that of a mark: it belongs neither to a body nor to the ground.
bool jni_draw_is_mark_visible(const jni_drawing *drawing, const double at[2]);
void jni_draw_shape(jni_drawing *drawing, int body, const jn_shape_def *def, const double colour[4]);
// Draws the symbol of a thing that is not a shape, such as a pin or a spring (drawing_mark.c).
void jni_draw_mark(jni_drawing *drawing, const jn_thing *thing);

#endif
