// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_code.h - force kinds in compiled code: `write` is `calc` (force.h) with graph nodes instead of numbers.
//
// Geometry is written as arithmetic. A law with branches or tables is a call of the kernel that `calc` uses as well.
// Nodes that nothing reads are not part of the program, so `write` writes all outputs; a kernel that only outputs need
// (an energy) is a separate call.
#ifndef JNI_FORCE_CODE_H
#define JNI_FORCE_CODE_H

#include "force/force.h"
#include "model/force_element.h"
#include "symbolic/call_constants.h"
#include "symbolic/vector.h"

// Axes and reference of the motion of the ends, and axes of forces and torques.
typedef enum {
  JNI_CODE_RELATIVE,  // motion relative to the common ancestor of the ends, in the axes of its base
  JNI_CODE_OWN,     // motion relative to the ground, in the axes of the base that carries the ends; of several: ground
  JNI_CODE_GROUND,  // motion relative to the ground, in ground axes, as the engine uses
} jni_code_axes;

// Nodes of the pose and velocity of an end, as in jni_motion, in the axes of the kind (jni_code_axes).
typedef struct {
  jni_vec r;
  jni_mat R;
  jni_vec v, w;
} jni_code_end;

typedef struct {
  jni_graph *g;
  bool plane;
  jni_node t;
  jni_node coordinate, rate;  // valid if on_coordinate
  bool on_coordinate;         // the element acts along a joint coordinate, a linear form of them, or a tabulated length
  jni_node value[3];          // values of its expressions
  jni_node mass;              // kinds with ends == 0: mass of the body
  const jni_node *state;
  const jni_node *discrete;  // discrete states; NULL: none
  jni_mat R;                 // JNI_CODE_OWN: maps these axes to ground axes
  int nends;
  jni_code_end end[JNI_MOST_ENDS];
} jni_code_input;

// Results of `write` as graph nodes, with the members of jni_force_output; all are zero before `write`.
typedef struct {
  jni_node generalized;
  jni_node length, length_rate, scalar, potential, power;
  jni_vec force[JNI_MOST_ENDS], torque[JNI_MOST_ENDS];
  jni_node state_rate[JNI_MAX_FORCE_STATES];  // rates of the states; for an omitted state its quasi-static value
  jni_node named[JNI_MAX_FORCE_OUTPUTS];
} jni_code_output;

// Group of elements of one kind with equal parameters that act on one body at different points and are written as one
// kernel call.
typedef struct {
  jni_graph *g;
  int n;
  const jni_force_element *const *elements;
  const double *places;    // n x 3: their ends, from the centre of mass of the body, body axes, m
  jni_code_end body;       // motion of the centre of mass, ground axes
  const jni_node *states;  // of all elements, one after the other; NULL: none
} jni_code_group;

typedef struct {
  jni_vec force, torque;  // sum over the group, about the centre of mass, ground axes
  jni_node *rates;        // rates of the states of all elements, in the same order
} jni_code_group_output;

typedef struct jni_force_code {
  jni_code_axes axes;
  void (*write)(const jni_force_element *force, const jni_code_input *in, jni_code_output *out);
  const jni_kernel *law;     // kernel of a kind that shares `write` with other kinds; NULL: `write` knows it
  const jni_kernel *motion;  // cheaper kernel with only the results that affect the motion; NULL: `law` gives all
  bool scalar;               // the load depends on a scalar coordinate and its rate alone
  bool creeps;               // its states may be omitted: friction then does not hold at rest, the element creeps
  // Kinds with one end: returns whether two elements may be written as a group. NULL: never.
  bool (*alike)(const jni_force_element *a, const jni_force_element *b);
  // Returns false if these elements cannot be written as a group.
  bool (*write_group)(const jni_code_group *in, jni_code_group_output *out);
} jni_force_code;

// ---- helpers of kinds (force_code.c) -------------------------------------------------------------------------------

// Writes the length of a vector, and 1 over it. Lengths below JNI_LEAST_LENGTH count as that length, so that the zero
// vector times 1 over its length is zero.
jni_node jni_code_length(jni_graph *g, jni_vec d, jni_node *inverse);
// Writes whether a vector is shorter than JNI_LEAST_LENGTH, as 1 or 0.
jni_node jni_code_is_zero(jni_graph *g, jni_vec d);

// Writes the element's three values as a vector, in the axes of the base that carries the ends (JNI_CODE_OWN). The
// values are components in ground axes or, for a follower, in the axes of the first end.
jni_vec jni_code_value_vector(const jni_code_input *in, bool follower);

// Stores the nodes of pose and velocity of an end in list[0 .. 17] as inputs of a kernel call: r, R by rows, v, w.
void jni_code_list_end(const jni_code_end *end, jni_node *list);
// Returns three results of a call, from `first`, as a vector.
jni_vec jni_code_vector(jni_graph *g, int call, int first);

#endif
