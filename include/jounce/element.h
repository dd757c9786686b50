// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// element.h - the elements of a model, for lists, editors and pictures: bodies, joints, forces and subsystems with
// their kinds, positions in the file, points of action, and signals.
//
//   r_end = r + R p                          an end p, given in the frame of its body
//   F_0 + F_1 = 0                            on the bodies of two ends: joint.NAME.force and force.NAME.force are F_1
//   generalized force = value, or -value     along the coordinate of `joint`; -value where the element opposes it
//
// Example: everything that can be plotted of the joints of a slider-crank.
//
//   #include <jounce/element.h>
//   #include <stdio.h>
//   int main(void) {
//     jn_model *model = jn_model_read(NULL, "models/examples/slider-crank.yaml", NULL, 0, NULL);
//     if (!model) return 1;
//     char word[64];
//     int n = 0;
//     for (int i = 0; i < jn_model_nelements(model, JN_JOINTS); i++) {
//       jn_element joint = jn_model_element(model, JN_JOINTS, i);
//       for (int k = 0; jn_model_element_signal(model, JN_JOINTS, i, k, word, sizeof word); k++, n++)
//         printf("joint.%s.%s\n", joint.name, word);  // joint.O.angle, joint.O.angle_rate, joint.O.force, ...
//     }
//     jn_model_free(model);
//     return n > 10 ? 0 : 1;
//   }
#ifndef JOUNCE_ELEMENT_H
#define JOUNCE_ELEMENT_H

#include "jounce/model.h"
#include "jounce/subsystem.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { JN_BODIES, JN_JOINTS, JN_FORCES, JN_SUBSYSTEMS } jn_sort;  // drivers are among the joints

enum { JN_MOST_ENDS = 18 };

typedef struct {
  const char *name;  // that of body 0 is "ground"
  const char *kind;  // "revolute", "tyre-fiala", "engine"; for a body "body" or "particle"
  const char *file;  // file that defines it; "": none
  int line, column;  // in this file; 0: none
  int nends;         // number of ends of a joint or force; 0: it acts on coordinates of joints, or on all bodies
  jn_body body[JN_MOST_ENDS];
  double p[JN_MOST_ENDS][3];  // ends, in the frames of these bodies, m
  jn_joint joint;             // joint on whose coordinate a force or driver acts, the first of several; i < 0: none
  jn_road road;               // road on which a force acts; i < 0: none
  double radius;              // radius of the wheel or ball on this road, m; 0: none
  double axis[3];             // axis of this wheel, in the frame of the first body; 0 0 0: a ball
  double turn[3];  // axis of rotation or direction of sliding of a joint, in the frame of the first body; 0 0 0:
                   // none
  bool angular;    // the value of a force is a torque
  bool opposes;    // a positive value acts against a growing coordinate
} jn_element;

// Returns the definition of a subsystem, without name and type; its pointers belong to the model.
JN_API const jn_subsystem_def *jn_model_subsystem(const jn_model *model, jn_subsystem subsystem);
// Returns the body of a frame and sets p, the position of the frame on the body, m.
JN_API jn_body jn_model_frame_body(const jn_model *model, jn_frame frame, double p[3]);
JN_API int jn_model_nelements(const jn_model *model, jn_sort sort);  // bodies include the ground
JN_API jn_element jn_model_element(const jn_model *model, jn_sort sort, int i);
// Writes the last part of the name of signal k of an element: "angle_rate" of joint.O.angle_rate, "x" of crank.x; one
// word for a vector, "force". Returns false past the last signal.
JN_API bool jn_model_element_signal(const jn_model *model, jn_sort sort, int i, int k, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
