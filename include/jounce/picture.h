// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// picture.h - pictures of a mechanism: a list of things to draw, each in the frame of a body, and an SVG picture of
// them in a pose.
//
// A pose gives position and orientation of the frame of every body: for each body, the ground first, seven numbers
// x y z qw qx qy qz,
//   x_P = (x, y, z) + R(q) p                 a point p of the body, in ground axes
// Things are the shapes of the model. Bodies without shapes get some from their points and joints: a link between two
// points, a plate or a star between more, wheels and gears by their radii, blocks on slides, balls for particles.
// Springs, dampers and rods are drawn between two bodies, and named points at which nothing acts (a tracing point, a
// tool, a sensor) as points. Sizes without values in the model follow from the size of the mechanism.
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
//     jn_text_free(NULL, svg);
//     jn_picture_free(picture);
//     jn_system_free(system);
//     jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_PICTURE_H
#define JOUNCE_PICTURE_H

#include "jounce/equilibrium.h"

#ifdef __cplusplus
extern "C" {
#endif

// Computes the poses of the bodies in a state: JN_POSE numbers for each, the ground first. Returns JN_OK or
// JN_NO_MEMORY.
JN_API jn_status jn_calc_poses(const jn_system *system, const double *state, double *poses);

typedef enum {
  JN_THING_SHAPE,    // shape of a body
  JN_THING_PIN,      // joint that rotates about `axis`
  JN_THING_BALL,     // joint that rotates about all axes
  JN_THING_SUPPORT,  // ground at a joint or spring; `axis` points away from the ground
  JN_THING_RAIL,     // ground along a slide in the direction of `axis`
  JN_THING_ROD,      // between two points
  JN_THING_SPRING,   // between two points
  JN_THING_DAMPER,   // between two points
  JN_THING_POINT,    // a named point of a body at which nothing acts
} jn_thing_kind;

typedef struct {
  jn_thing_kind kind;
  jn_body body[2];  // the second only for things between two points and slides
  double p[2][3];   // points in the frames of these bodies, m
  double axis[3];   // in the frame of the first body
  double offset;    // sideways offset of a thing between two points, m
  double size;      // radius of a pin, ball, coil or point, half the width of a support, half the length of a rail, m
  jn_shape_def shape;  // in the frame of the first body
  bool given;          // defined by the model
  bool marked;         // a stripe from the axis to the rim along x shows the rotation of a round shape
  const char *name;    // of a point, "Q"; else ""
  jn_joint joint;      // joint that it represents; i < 0: none
  jn_force force;      // force that it represents; i < 0: none
  bool open;           // the constraint equations of the joint are violated
} jn_thing;

// Makes the picture of a state; joints with violated constraint equations are open. Returns NULL if memory ran out.
typedef struct jn_picture jn_picture;
JN_API jn_picture *jn_picture_new(const jn_alloc *alloc, const jn_system *system, const double *state);
// Makes the picture of a pose, JN_POSE numbers for each body; no joint is open.
JN_API jn_picture *jn_picture_new_at(const jn_alloc *alloc, const jn_system *system, const double *poses);
JN_API void *jn_picture_free(jn_picture *picture);
JN_API int jn_picture_nthings(const jn_picture *picture);
JN_API const jn_thing *jn_picture_thing(const jn_picture *picture, int i);
JN_API double jn_picture_length(const jn_picture *picture);  // of the mechanism, m
// Changes the pose; no joint is open.
JN_API void jn_picture_pose(jn_picture *picture, const double *poses);

// A force at a point of contact, ground axes.
typedef struct {
  double place[3];  // m
  double force[3];  // N
  bool hit;         // there was an impact just before
} jn_arrow;

typedef struct {
  const char *title;   // NULL: the model's name; "": none
  int width, height;   // px; 0: width 800, height as needed
  bool plain;          // only the mechanism, for small pictures: without title, names, scale, axes, paper and distant
                       // surroundings
  bool labels;         // names of bodies; default: if there are few. Names of open joints are always shown
  const double *seen;  // in space: pose from which the view is chosen, so that pictures of a motion have the same view;
                       // NULL: the pose that is drawn
  double view[3];      // in space: direction from the mechanism to the viewer, of any length; 0 0 0: automatic
  const jn_arrow *arrows;  // narrows: drawn over the mechanism, the longest with its force
  int narrows;
  jn_body about;  // i > 0: show this body and its surroundings only
  int cookie;
} jn_picture_options;
JN_API jn_picture_options jn_picture_options_default(void);
// Sets `view` for a named view: "top" from above, "front" with x to the right, "side" from the right of the front view.
// Returns false for any other name.
JN_API bool jn_picture_view(const jn_picture *picture, const char *name, double view[3]);
// Writes the picture as SVG, in space by default seen from the side and a little from above. All directions have the
// same scale. The caller frees the text with jn_text_free; NULL: no memory. options NULL: the defaults.
JN_API char *jn_picture_svg(const jn_picture *picture, const jn_picture_options *options);

#ifdef __cplusplus
}
#endif
#endif
