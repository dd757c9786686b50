// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_code.h - functions with which the kinds of signals write their expressions into a compiled graph. The compiler
// (compile/states) provides the functions; nodes and vectors are in ground axes unless a comment says otherwise.
#ifndef JNI_SIGNAL_CODE_H
#define JNI_SIGNAL_CODE_H

#include "force/force_code.h"
#include "jounce/system.h"
#include "model/signal/signal_type.h"

enum { JNI_UNWRITTEN = -1 };  // in place of a node: the signal has no compiled form

// Nodes of a point's position r and velocity v, and of angular velocity w and rotation R of its frame or body.
typedef struct {
  jni_vec r, v, w;
  jni_mat R;
} jni_written_frame;

typedef struct {
  jni_written_frame (*frame)(void *writer, int frame);
  jni_written_frame (*body)(void *writer, int body);  // returns the motion of the centre of mass of a body
  // Writes the motion of a body's centre of mass as computed from the joints of the tree, even if the body's pose is
  // taken from a table elsewhere.
  jni_written_frame (*body_of_tree)(void *writer, int body);
  jni_vec (*spin)(void *writer, int body);    // returns the angular momentum of a body about its centre of mass
  jni_node (*angle)(void *writer, int body);  // returns the angle of a body in the plane
  // Returns the rate of the angle of a body in the plane.
  jni_node (*angular_velocity)(void *writer, int body);
  jni_node (*quaternion)(void *writer, int body, int component);
  void (*coordinate)(void *writer, int coordinate, jni_node *value, jni_node *rate);
  jni_vec (*pitch_point)(void *writer, int joint);
  // Returns the nodes of the outputs of a force element, and sets *R to the axes of its vectors; NULL: the element has
  // no compiled form.
  const jni_code_output *(*force)(void *writer, int force, jni_mat *R);
  jni_node (*force_state)(void *writer, int force, int state);
  jni_node (*computed)(void *writer, int i);  // returns the node of signal i of the model
  // Returns the nodes of the outputs of a subsystem as far as stage `stage` computes them, followed by the rates of its
  // states; NULL: the subsystem has no compiled form.
  const jni_node *(*subsystem)(void *writer, int subsystem, int stage);
  jni_node (*kinetic)(void *writer);
  jni_node (*potential)(void *writer);
  jni_node (*initial_energy)(void *writer);

  // Acceleration level: the following members may be called only if vdot is not NULL.
  jni_vec (*point_acceleration)(void *writer, int frame);
  jni_vec (*angular_acceleration)(void *writer, int body);  // of a body, in its axes
  // Returns the nodes of the nc multipliers, with the load distributed over redundant rows; NULL: they have no compiled
  // form.
  const jni_node *(*multipliers)(void *writer);
  jni_node (*multiplier)(void *writer, int joint, int row);
  void (*reaction)(void *writer, int joint, int end, jni_vec *force, jni_vec *torque);
  jni_vec (*tooth_force)(void *writer, int joint);  // returns the tooth force on the second gear of a joint
} jni_signal_code_functions;

typedef struct jni_signal_code {
  jni_graph *g;
  const jn_system *system;
  const jni_signal_code_functions *functions;
  void *writer;  // first argument of the functions
  jni_node t;
  const jni_node *v, *z, *s, *u;
  const jni_node *motions;               // nodes of position, rate and acceleration of each driver's motion
  const jni_node *phi, *G, *nu, *gamma;  // G: nc x nv
  const jni_node *vdot;                  // NULL: not written yet
} jni_signal_code;

#endif
