// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_kind.h - a kind of force as data: name, fields, states, outputs, and the functions of its file in src/force.
#ifndef JNI_FORCE_KIND_H
#define JNI_FORCE_KIND_H

#include "model/appearance.h"
#include "model/kind_field.h"
#include "model/property_use.h"

struct jni_force_element;
struct jni_force_input;
struct jni_force_output;
struct jni_force_tangent;
struct jni_constants;
struct jni_force_code;
struct jni_scalar_geometry;
struct jni_scalar_law;
struct jni_tyre_law;

// An output of a kind, which is the signal force.NAME.WORD, or an auxiliary state. The signals that all forces have
// (length, rate, value, energy, power) are not among them.
typedef struct {
  const char *name;
  jn_dimension dimension, angular;  // if the force acts along a length, and along an angle
  bool odd_in_mirror;               // changes its sign in a mirror: lateral forces, slip and camber of a tyre
} jni_force_word;

enum { JNI_MAX_FORCE_TABLES = 6, JNI_MAX_FORCE_STATES = 24, JNI_MAX_FORCE_OUTPUTS = 22, JNI_MAX_FORCE_SWITCHES = 4 };

enum { JNI_MANY_ENDS = -1 };

typedef struct {
  const char *name, *help;
  bool in_plane, in_space;
  jni_appearance look;
  int ends;  // 1, 2; 0: on every body (point gravity); JNI_MANY_ENDS: see jni_force_ends
  // Geometry of kinds along one coordinate (force/scalar_force.h); NULL: other kinds.
  const struct jni_scalar_geometry *geometry;
  const struct jni_scalar_law *law;    // law of kinds along one coordinate; NULL: other kinds
  const struct jni_tyre_law *tyre;     // the law of a tyre (src/force/tyre/tyre.h); NULL: not a tyre
  const jni_property_use *properties;  // NULL: has no property files
  // Computes members of a checked definition that the user did not set from those that the user has set. NULL: there
  // are none.
  void (*complete)(jn_force_def *def);
  bool on_soil;  // requires a road with a soil
  const jni_field *fields;
  int nfields;
  // Checks conditions that the checks of the single fields do not cover, such as relations between fields. Returns
  // false with a sentence in `what` if one is violated. NULL: nothing to check.
  bool (*check)(const jn_model *model, const jn_force_def *def, char *what, size_t size);
  bool potential;  // at rest the force derives from its potential; to be read by jni_force_has_potential
  // Returns whether `potential` is true for a particular element; NULL: for all elements of the kind.
  bool (*potential_if)(const struct jni_force_element *force);
  bool angular;  // plane: `between` means the angle between two bodies
  // Returns whether all work of an element, also while it moves, is that of its potential. Its power, which excludes
  // the work of the potential, is then always zero.
  bool (*conservative)(const struct jni_force_element *force);
  // Computes force and torque, potential energy and power of an element in `out`. Force and torque must be linear
  // functions of the values of the element's expressions unless `nonlinear` is set.
  void (*calc)(const struct jni_force_element *force, const struct jni_force_input *in, struct jni_force_output *out);
  bool nonlinear;  // not linear in the values of the expressions
  // Computes the derivatives of the force and torque from `calc` in `out`. NULL: they are computed by finite
  // differences.
  void (*tangent)(const struct jni_force_element *force, const struct jni_force_input *in,
                  struct jni_force_tangent *out);
  // For kinds with JNI_MANY_ENDS: computes out[i], the derivatives of force and torque on end i with respect to the
  // pose (columns 0 to 5) and the velocity (columns 6 to 11) of the end `end`, in ground axes. Returns false if they
  // are not available at this configuration; the caller then uses finite differences.
  bool (*tangent_end)(const struct jni_force_element *force, const struct jni_force_input *in, int end,
                      double (*out)[6][12]);
  // Computes forces by the discrete gradient of the potential V between two configurations in[0] and in[1], both at
  // rest. The forces act at the mean of the two positions of each end; their work along straight paths between the
  // positions is V0 - V1 to rounding. NULL: the forces at the mean configuration are used, corrected along the path
  // (discrete.c).
  void (*discrete)(const struct jni_force_element *force, const struct jni_force_input *in,
                   struct jni_force_output *out);
  // Returns the number of corners and jumps (switches) in the law of an element, at most JNI_MAX_FORCE_SWITCHES; those
  // in its expressions are not counted. NULL: the law has none.
  int (*nswitches)(const struct jni_force_element *force);
  // Computes, for each switch of the law, its distance e and the side it is on (base/switch_side.h). `calc` evaluates
  // the law for the sides in its input, and continues it smoothly if e has crossed a switch.
  void (*switches)(const struct jni_force_element *force, const struct jni_force_input *in, double *e, int *side);
  bool touches;  // its switches are always located as events, each at the zero of e
  bool limits;   // limits a length or coordinate to [lower, upper]
  // Returns how many of the switches of an element, counted from the first, are gaps between shapes. NULL: all are, for
  // a kind with `touches`.
  int (*ngaps)(const struct jni_force_element *force);
  int ndiscretes;  // number of discrete states, which the input of `calc` has; JNI_COMPLIANT_STATES or 0
  // Returns the number of auxiliary states of an element; their initial values are zero. NULL: none.
  int (*nstates)(const struct jni_force_element *force);
  const jni_force_word *states;   // names of the auxiliary states, at most JNI_MAX_FORCE_STATES
  const jni_force_word *outputs;  // names of the outputs, at most JNI_MAX_FORCE_OUTPUTS
  int noutputs;
  // Returns how many of `outputs`, counted from the first, an element has. NULL: it has all of them.
  int (*nwords)(const struct jni_force_element *force);
  // Adds the constant numbers that the kernel of an element needs to `numbers`; jn_model_finish stores them in
  // element->numbers. NULL: the kernel needs none.
  void (*numbers)(const struct jni_force_element *force, struct jni_constants *numbers);
  const struct jni_force_code *code;  // the law as part of a graph (src/force/force_code.h); NULL: cannot be compiled
} jni_force_kind;

extern const jni_force_kind jni_force_compliant_point;        // a point of a compliant contact; not in the table
extern const jni_force_kind *const jni_force_kinds[];         // ended by NULL; in src/force/force_table.c
const jni_force_kind *jni_force_kind_find(const char *name);  // NULL: none

#endif
