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

// A signal force.NAME.WORD besides length, rate, value, energy and power, or the name of an auxiliary state.
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
  const struct jni_scalar_geometry *geometry;  // of kinds along one coordinate (force/scalar_force.h)
  const struct jni_scalar_law *law;            // of kinds along one coordinate
  const struct jni_tyre_law *tyre;             // the law of a tyre (src/force/tyre/tyre.h); NULL: not a tyre
  const jni_property_use *properties;          // NULL: has no property files
  // Sets members that were not given from the other members of a checked definition. NULL: there are none.
  void (*complete)(jn_force_def *def);
  bool on_soil;  // requires a road with a soil
  const jni_field *fields;
  int nfields;
  // Checks what the checks of single fields cannot; returns false with a sentence in `what`. NULL: nothing to check.
  bool (*check)(const jn_model *model, const jn_force_def *def, char *what, size_t size);
  bool potential;  // at rest the force derives from its potential; ask by jni_force_has_potential
  // Returns whether `potential` holds for an element; NULL: it holds for all.
  bool (*potential_if)(const struct jni_force_element *force);
  bool angular;  // plane: `between` means the angle between two bodies
  // Returns whether the only work of an element is that of its potential, so that its power is always zero.
  bool (*conservative)(const struct jni_force_element *force);
  // Computes force, energy and power. Forces and torques are linear in the values of the element's expressions unless
  // `nonlinear` is set.
  void (*calc)(const struct jni_force_element *force, const struct jni_force_input *in, struct jni_force_output *out);
  bool nonlinear;  // not linear in the values of the expressions
  // Computes the derivatives of `calc`. NULL: finite differences.
  void (*tangent)(const struct jni_force_element *force, const struct jni_force_input *in,
                  struct jni_force_tangent *out);
  // Kinds with many ends: computes the derivatives of force and torque of each end with respect to pose (columns 0 to
  // 5) and velocity of one end, ground axes. False: not available at this configuration, use finite differences.
  bool (*tangent_end)(const struct jni_force_element *force, const struct jni_force_input *in, int end,
                      double (*out)[6][12]);
  // Computes the discrete gradient of the potential between two configurations in[0] and in[1], both at rest: forces at
  // the mean of the ends whose work along straight paths is V0 - V1 to rounding. NULL: the forces of the mean
  // configuration, corrected along the path (discrete.c).
  void (*discrete)(const struct jni_force_element *force, const struct jni_force_input *in,
                   struct jni_force_output *out);
  // Number of corners and jumps of the law, at most JNI_MAX_FORCE_SWITCHES. NULL: none. Switches in the expressions of
  // an element are found without it.
  int (*nswitches)(const struct jni_force_element *force);
  // Computes the distance e to each corner and on which side of it the element is (base/switch_side.h). `calc` stays on
  // the sides in its input and continues smoothly beyond them.
  void (*switches)(const struct jni_force_element *force, const struct jni_force_input *in, double *e, int *side);
  bool touches;  // its switches are always located as events, each at the zero of e
  bool limits;   // limits a length or coordinate to [lower, upper]
  // Number of switches that are gaps; they come first. NULL: all switches of a kind that touches are gaps.
  int (*ngaps)(const struct jni_force_element *force);
  int ndiscretes;  // number of discrete states, which the input of `calc` has; JNI_COMPLIANT_STATES or 0
  // Number of auxiliary states, which begin at zero. NULL: none.
  int (*nstates)(const struct jni_force_element *force);
  const jni_force_word *states;   // at most JNI_MAX_FORCE_STATES
  const jni_force_word *outputs;  // at most JNI_MAX_FORCE_OUTPUTS
  int noutputs;
  // Number of outputs of an element, counted from the first. NULL: all.
  int (*nwords)(const struct jni_force_element *force);
  // Collects the constants of its kernel; called once by jn_model_finish (element->numbers). NULL: none.
  void (*numbers)(const struct jni_force_element *force, struct jni_constants *numbers);
  const struct jni_force_code *code;  // the law as part of a graph (src/force/force_code.h); NULL: cannot be compiled
} jni_force_kind;

extern const jni_force_kind jni_force_compliant_point;        // a point of a compliant contact; not in the table
extern const jni_force_kind *const jni_force_kinds[];         // ended by NULL; in src/force/force_table.c
const jni_force_kind *jni_force_kind_find(const char *name);  // NULL: none

#endif
