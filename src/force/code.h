// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code.h - force kinds as part of a graph: `write` is `calc` (force.h) with nodes instead of numbers.
//
// Geometry is written out; what has branches or tables is a kernel that `calc` calls as well, where no switch is held:
// each law exists once. What nothing reads costs nothing, so all ends and outputs are there, and a kernel that only
// outputs need (energies) is a call of its own.
#ifndef JNI_FORCE_CODE_H
#define JNI_FORCE_CODE_H

#include "force/force.h"
#include "model/force_element.h"
#include "symbolic/call_constants.h"
#include "symbolic/vector.h"

// How the ends are given, and forces and torques taken.
typedef enum {
  JNI_CODE_RELATIVE,  // axes of the body that carries both, and motion relative to the link where they meet
  JNI_CODE_OWN,     // motion relative to the ground, in the axes of the body that carries them (of several: the ground)
  JNI_CODE_GROUND,  // axes of the ground, as in jni_force_input
} jni_code_axes;

typedef struct {
  jni_vec r;
  jni_mat R;
  jni_vec v, w;
} jni_code_end;

typedef struct {
  jni_graph *g;
  bool plane;
  jni_node t;
  jni_node coordinate, rate;  // of an element that acts along a form
  bool along;                 // it does
  jni_node value[3];
  jni_node mass;  // kinds with ends == 0, as in jni_force_input
  const jni_node *state;
  jni_mat R;  // OWN: how the axes stand in the ground
  int nends;
  jni_code_end end[JNI_MOST_ENDS];
} jni_code_input;

// As jni_force_output; zero unless it is set.
typedef struct {
  jni_node generalized;
  jni_node length, length_rate, scalar, potential, power;
  jni_vec force[JNI_MOST_ENDS], torque[JNI_MOST_ENDS];
  jni_node state_rate[JNI_MAX_FORCE_STATES];  // of states that are left out: what they are
  jni_node named[JNI_MAX_FORCE_OUTPUTS];
} jni_code_output;

// Elements of one kind that are alike and act on one body, written at once.
typedef struct {
  jni_graph *g;
  int n;
  const jni_force_element *const *elements;
  const double *places;    // of their ends on the body, from its centre of mass, its axes: 3 n
  jni_code_end body;       // there, axes of the ground
  const jni_node *states;  // of all, behind each other; NULL: they have none
} jni_code_together;

typedef struct {
  jni_vec force, torque;  // about the centre of mass, axes of the ground
  jni_node *rates;        // of the states
} jni_code_together_output;

typedef struct jni_force_code {
  jni_code_axes axes;
  void (*write)(const jni_force_element *force, const jni_code_input *in, jni_code_output *out);
  const jni_kernel *law;     // what tells kinds apart that share `write`; NULL: nothing does
  const jni_kernel *motion;  // its first results alone, which take less; NULL: `law` is for all
  bool line;                 // all that it does follows from jni_code_look
  bool creeps;  // its states may be left out, as zero: they follow from the motion, and what they hold creeps
  // Of kinds with one end: may these two be written together? NULL: none may be.
  bool (*alike)(const jni_force_element *a, const jni_force_element *b);
  bool (*write_together)(const jni_code_together *in, jni_code_together_output *out);  // false: they cannot be
} jni_force_code;

// ---- what kinds share (code.c) -------------------------------------------------------------------------------------

// Writes the length of a vector, and 1 over it. Lengths below JNI_LEAST_LENGTH count as that length, so that the zero
// vector times 1 over its length is zero.
jni_node jni_code_length(jni_graph *g, jni_vec d, jni_node *inverse);
// Writes whether a vector is shorter than that.
jni_node jni_code_is_zero(jni_graph *g, jni_vec d);

// The element's three values as a vector: in ground axes or, of a follower, in those of the first end. OWN axes.
jni_vec jni_code_given(const jni_code_input *in, bool follower);

// All of an end as 18 inputs of a kernel: r, R, v, w.
void jni_code_list_end(const jni_code_end *end, jni_node *list);
jni_vec jni_code_vector(jni_graph *g, int call, int first);  // three results

#endif
