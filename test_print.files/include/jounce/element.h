// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// element.h - what a model consists of, for lists, editors and pictures: bodies, joints, forces and subsystems with
// their kinds, where they stand in the file, where they act, and the signals that they have.
//
//   r_end = r + R p                          an end, in the frame of its body
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
  const char *kind;  // "revolute", "tyre-fiala", "engine"; of a body "body" or "particle"
  const char *file;  // where it stands; "" without one
  int line, column;  // 0: not in a file
  int nends;         // points that a joint or force acts at; 0: it acts along coordinates of joints, or everywhere
  jn_body body[JN_MOST_ENDS];
  double p[JN_MOST_ENDS][3];  // in the frames of these bodies, m
  jn_joint joint;             // along whose coordinate a force or driver acts, i < 0: none; of several the first
  jn_road road;               // that a force stands on, i < 0: none
  double radius;              // of a wheel or ball that touches it, m; 0: none
  double axis[3];             // of such a wheel, in the frame of the first body; 0 0 0: it is a ball
  double turn[3];             // about which, or along which, a joint moves, in the frame of the first body; 0 0 0: none
  bool angular;               // the value of a force is a torque
  bool opposes;               // that value is positive against a growing coordinate
} jn_element;

// As it was added, without name and type; its pointers belong to the model.
JN_API const jn_subsystem_def *jn_model_subsystem(const jn_model *model, jn_subsystem subsystem);
JN_API jn_body jn_model_frame_body(const jn_model *model, jn_frame frame, double p[3]);  // p: where it is on the body
JN_API int jn_model_nelements(const jn_model *model, jn_sort sort);                      // bodies with the ground
JN_API jn_element jn_model_element(const jn_model *model, jn_sort sort, int i);
// Signal k of an element: what follows its name ("angle_rate" of joint.O.angle_rate, "x" of crank.x; vectors by one
// word, "force"). False: there are no more.
JN_API bool jn_model_element_signal(const jn_model *model, jn_sort sort, int i, int k, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
