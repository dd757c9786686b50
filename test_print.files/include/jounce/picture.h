// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// picture.h - what a mechanism looks like: a list of things to draw, each in the frame of a body, and an SVG picture of
// them in a pose.
//
// A pose is where the frame of every body stands: for each body, the ground first, seven numbers x y z qw qx qy qz,
//   x_P = (x, y, z) + R(q) p                 a point p of the body, in ground axes
// Things are the shapes of the model. Bodies without any get some from their points and from what holds them: a link
// between two points, a plate or a star between more, wheels and gears by their radii, blocks on slides, balls for
// particles. Springs, dampers and rods run between two bodies. Named points of bodies at which nothing acts are
// marked: a tracing point, a tool, a sensor. Sizes follow from that of the mechanism.
//
// Example: a slider-crank where it starts.
//
//   #include <jounce/picture.h>
//   #include <string.h>
//   int main(void) {
//     jn_model *model = jn_model_read(NULL, "models/examples/slider-crank.yaml", NULL, 0, NULL);
//     jn_system *system = model ? jn_system_new(model, NULL, NULL) : NULL;
//     if (!system) return 1;
//     double state[64];
//     if (jn_system_sizes(system).nstate > 64 || jn_start(system, NULL, state, NULL, NULL, NULL) != JN_OK) return 1;
//     jn_picture *picture = jn_picture_new(NULL, system, state);
//     char *svg = picture ? jn_picture_svg(picture, NULL) : NULL;  // jn_text_write puts it into a file
//     bool good = svg && strstr(svg, "</svg>") && jn_picture_nthings(picture) > 5;
//     jn_text_free(NULL, svg), jn_picture_free(picture), jn_system_free(system), jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_PICTURE_H
#define JOUNCE_PICTURE_H

#include "jounce/equilibrium.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where the bodies are at a state: JN_POSE numbers for each, the ground first. JN_OK or JN_NO_MEMORY.
JN_API jn_status jn_calc_poses(const jn_system *system, const double *state, double *poses);

typedef enum {
  JN_THING_SHAPE,    // of a body
  JN_THING_PIN,      // a joint that turns about `axis`
  JN_THING_BALL,     // a joint that turns about every axis
  JN_THING_SUPPORT,  // the ground at a joint or spring; `axis` points away from it
  JN_THING_RAIL,     // the ground along a slide; `axis` along it
  JN_THING_ROD,      // between two points
  JN_THING_SPRING,   // between two points
  JN_THING_DAMPER,   // between two points
  JN_THING_POINT,    // a named point of a body at which nothing acts
} jn_thing_kind;

typedef struct {
  jn_thing_kind kind;
  jn_body body[2];     // in whose frames p lies; the second of what is between two points, or of what slides
  double p[2][3];      // m
  double axis[3];      // in the frame of the first body
  double offset;       // m: of what is between two points, to the side
  double size;         // m: radius of a pin, ball, coil or point; half the width of a support or the length of a rail
  jn_shape_def shape;  // in the frame of the first body
  bool given;          // a shape of the model
  bool marked;         // its rotation would not be seen: a stripe from the axis to the rim along x shows it
  const char *name;    // of a point, "Q"; else ""
  jn_joint joint;      // that it stands for, i < 0: none
  jn_force force;      // likewise
  bool open;           // the joint does not close
} jn_thing;

// Things and pose at a state; joints whose equations do not hold there are open. NULL: no memory.
typedef struct jn_picture jn_picture;
JN_API jn_picture *jn_picture_new(const jn_alloc *alloc, const jn_system *system, const double *state);
// The same in a pose, JN_POSE numbers for each body; no joint is open.
JN_API jn_picture *jn_picture_new_at(const jn_alloc *alloc, const jn_system *system, const double *poses);
JN_API void *jn_picture_free(jn_picture *picture);
JN_API int jn_picture_nthings(const jn_picture *picture);
JN_API const jn_thing *jn_picture_thing(const jn_picture *picture, int i);
JN_API double jn_picture_length(const jn_picture *picture);  // of the mechanism, m
// Another pose of the same things; no joint is open.
JN_API void jn_picture_pose(jn_picture *picture, const double *poses);

typedef struct {
  const char *title;   // NULL: the model's name; "": none
  int width, height;   // px; 0: 800, and as high as it needs
  bool plain;          // the mechanism alone, for a small picture among others: no title, names, scale, axes and paper;
                       // what stands far around it is cut off
  bool labels;         // names of bodies, default where there are few; those of open joints always stand there
  const double *seen;  // in space: the pose by which the view is chosen, so that pictures of a motion have the same;
                       // NULL: the one that is drawn
  double view[3];      // in space: where one looks from, of any length; 0 0 0: it is chosen
  jn_body about;       // i > 0: this body fills the middle of the picture; what is far from it is cut off
  int cookie;
} jn_picture_options;
JN_API jn_picture_options jn_picture_options_default(void);
// The usual views, for `view`: from "top" against gravity, from the "front" with x to the right, and from the "side"
// that lies to the right then. False: the name is none of these.
JN_API bool jn_picture_view(const jn_picture *picture, const char *name, double view[3]);
// In the plane as it lies, in space from the side and a little from above, against gravity. Lengths have the same scale
// in all directions. A text to be freed with jn_text_free, NULL: no memory. options NULL: the defaults.
JN_API char *jn_picture_svg(const jn_picture *picture, const jn_picture_options *options);

#ifdef __cplusplus
}
#endif
#endif
