// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre.h - functions shared by the tyre kinds: contact, steady or transient slip, forces at the contact point, outputs.
// A kind adds its slip law.
#ifndef JNI_FORCE_TYRE_H
#define JNI_FORCE_TYRE_H

#include "force/force_code.h"
#include "force/force_fields.h"
#include "kernel/ground/tyre.h"
#include "kernel/ground/tyre_calc.h"
#include "model/force_element.h"
#include "model/road/road_code.h"

typedef struct jni_tyre_law {
  jnk_slip_law calc;
  void (*numbers)(const jn_tyre_def *def, jni_constants *numbers);  // appends the numbers of the law
  bool by_circumference;                // slip is relative to the speed of the circumference; false: to that of travel
  double relaxation;                    // default relaxation length, m
  bool overturns;                       // the law has an overturning moment about the heading
  bool by_patch;                        // the law uses the length of the contact patch
  const struct jni_ground_law *ground;  // law of load and forces together (ground_tyre.h), instead of the members above
} jni_tyre_law;

// Appends all members of the struct t, which must all be doubles, to the list `numbers` of constants.
#define JNI_PUT_STRUCT(numbers, t) \
  jni_constants_list(numbers, (const double *)(const void *)&(t), (int)(sizeof(t) / sizeof(double)))
void jni_tyre_numbers(const jni_force_element *force, jni_constants *numbers);
// Returns a pointer to the constants of the slip law within the constants of the element.
const double *jni_tyre_law_numbers(const jni_force_element *force);
void jni_tyre_calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out);
void jni_tyre_tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out);
// Returns the load, N, at a deflection, m, without velocity and camber.
double jni_tyre_static_load(const jni_force_element *force, double deflection);
// Returns the spin, rad/s, that has to be added to the motion of a wheel about its axis so that its tread does not
// slide along the heading: the sliding speed over the loaded radius. This is the distance from the axle to the contact
// point; for kinds with a ground law the radius less the deflection of the tyre, over the cosine of the camber; above
// the road the unloaded radius; and never less than a twentieth of that. 0 for a wheel whose axis is almost vertical.
double jni_tyre_missing_spin(const jni_force_element *force, const jni_motion *end);
int jni_tyre_nstates(const jni_force_element *force);
bool jni_tyre_conservative(const jni_force_element *force);
// Checks that the element acts on a frame of a body that can be a wheel, neither the ground nor a particle, and that
// the model does not give both 'envelope' and 'vertical'. Returns false with a sentence in `what` otherwise.
bool jni_tyre_check_place(const jn_model *model, const jn_force_def *def, char *what, size_t size);
// Makes the check of jni_tyre_check_place and checks the relaxation lengths and the load. Returns false with a sentence
// in `what` if one fails.
bool jni_tyre_check(const jn_model *model, const jn_force_def *def, char *what, size_t size);
bool jni_tyre_check_list(const jn_numbers *list, const char *name, int n, const char *meaning, char *what, size_t size);

// Writes the road under the wheel and the calls of the tyre kernels into compiled code (tyre_code.c).
void jni_tyre_write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out);
// Defines the member `code` of a tyre kind: a call of jnk_call_tyre_WORD, which has this number of results.
#define JNI_TYRE_CODE(word, results)                                                                                \
  static const jni_kernel kernel = {"jnk_call_tyre_" #word, JNK_WHEEL_INPUTS, results, jnk_call_tyre_##word, NULL}; \
  static const jni_force_code code = {.axes = JNI_CODE_GROUND, .write = jni_tyre_write, .law = &kernel}
// Defines `code` with two calls: jnk_call_tyre_WORD for the JNI_TYRE_MOTION results that affect the motion, and
// jnk_call_tyre_WORD_words for all results.
enum { JNI_TYRE_MOTION = 9 };
#define JNI_TYRE_CODE_APART(word, results)                                                                           \
  static const jni_kernel motion = {"jnk_call_tyre_" #word, JNK_WHEEL_INPUTS, JNI_TYRE_MOTION, jnk_call_tyre_##word, \
                                    NULL},                                                                           \
                          kernel = {"jnk_call_tyre_" #word "_words", JNK_WHEEL_INPUTS, results,                      \
                                    jnk_call_tyre_##word##_words, NULL};                                             \
  static const jni_force_code code = {                                                                               \
      .axes = JNI_CODE_GROUND, .write = jni_tyre_write, .law = &kernel, .motion = &motion}

// Members of a tyre kind except name, fields, law, code and check.
#define JNI_TYRE_KIND                                                                                               \
  .in_space = true, .ends = 1, .conservative = jni_tyre_conservative, .calc = jni_tyre_calc,                        \
  .numbers = jni_tyre_numbers, .tangent = jni_tyre_tangent, .nstates = jni_tyre_nstates, .states = jni_tyre_states, \
  .outputs = jni_tyre_outputs, .noutputs = JNI_TYRE_NOUTPUTS

enum { JNI_TYRE_NSTATES = 3, JNI_TYRE_NOUTPUTS = 10 };
extern const jni_force_word jni_tyre_states[JNI_TYRE_NSTATES], jni_tyre_outputs[JNI_TYRE_NOUTPUTS];

// clang-format off
#define JNI_DIM_TIME {0, 0, 1, 0}
#define JNI_DIM_PER_ANGLE {1, 1, -2, -1}  // N/rad
#define JNI_DIM_PRESSURE {-1, 1, -2, 0}
#define JNI_DIM_PER_SPEED {-1, 0, 1, 0}
#define JNI_DIM_PER_SPEED_SQUARED {-2, 0, 2, 0}
#define JNI_DIM_PER_SPEED_TO_FOUR {-4, 0, 4, 0}
// clang-format on

#define JNI_TYRE_FIELD(member, type, dimension, range, required, help) \
  JNI_FIELD_AS(#member, tyre.member, type, dimension, dimension, range, required, help)
#define JNI_TYRE_ROLLING(name, i, dimension, help) \
  JNI_FIELD_AS(name, tyre.rolling[i], NUMBER, dimension, dimension, NOT_NEGATIVE, false, help)
#define JNI_TYRE_TABLE(name, member, required, help) \
  JNI_FIELD_AS(name, tyre.member, TABLE, NONE, NONE, ANY, required, help)
// Fields: wheel and road.
#define JNI_TYRE_PLACE                                                                                    \
  JNI_FIELD_AS("at", between, AT, NONE, NONE, ANY, true, "frame of the wheel: its centre and spin axis"), \
      JNI_TYRE_FIELD(road, ROAD, NONE, ANY, true, "road under the wheel, from the section 'roads'"),      \
      JNI_TYRE_FIELD(radius, NUMBER, LENGTH, POSITIVE, true, "unloaded radius")
// Fields: contact with the road.
#define JNI_TYRE_STAND                                                                                                 \
  JNI_FIELD_AS("damping", damping, NUMBER, DAMPING, DAMPING, NOT_NEGATIVE, false,                                      \
               "load per rate of deflection, never more than the spring; default 0"),                                  \
      JNI_FIELD_IN_MIRROR(AXIAL, "axis", tyre.axis, AXIS, NONE, NONE, ANY, false,                                      \
                          "spin axis in the frame, pointing to the left of the vehicle, default y"),                   \
      JNI_TYRE_FIELD(envelope, FLAG, NONE, ANY, false,                                                                 \
                     "the wheel rolls over the road as a rigid disc, along its heading"),                              \
      JNI_TYRE_FIELD(vertical, FLAG, NONE, ANY, false,                                                                 \
                     "deflection is measured vertically below the centre, times the cosine of the slope; else to the " \
                     "plane that touches the road there")
// Fields of all tyres on hard ground.
#define JNI_TYRE_FIELDS                                                                                               \
  JNI_TYRE_PLACE,                                                                                                     \
      JNI_FIELD_AS("stiffness", stiffness, NUMBER, STIFFNESS, STIFFNESS, POSITIVE, false, "load per deflection"),     \
      JNI_FIELD_AS("load_law", law, LAW, FORCE, FORCE, ANY, false, "instead of stiffness: load over deflection"),     \
      JNI_TYRE_STAND,                                                                                                 \
      JNI_TYRE_FIELD(upright, FLAG, NONE, ANY, false,                                                                 \
                     "at standstill camber has no effect: no thrust, and the load acts vertically below the centre; " \
                     "full effect from 'low_speed' on"),                                                              \
      JNI_TYRE_FIELD(relaxation, NUMBER, LENGTH, NOT_NEGATIVE, false,                                                 \
                     "relaxation length of lateral slip at the nominal load; 0: forces follow slip immediately"),     \
      JNI_TYRE_FIELD(relaxation_x, NUMBER, LENGTH, POSITIVE, false,                                                   \
                     "relaxation length of longitudinal slip, default half of 'relaxation'"),                         \
      JNI_TYRE_FIELD(lag, NUMBER, TIME, POSITIVE, false, "carcass damping over carcass stiffness, default 2 ms"),     \
      JNI_TYRE_FIELD(trail_speed, NUMBER, SPEED, POSITIVE, false,                                                     \
                     "speed below which the aligning moment fades, since nothing rolls; default 'low_speed'"),        \
      JNI_TYRE_FIELD(low_speed, NUMBER, SPEED, POSITIVE, false,                                                       \
                     "speed below which slip is measured against a lower bound of speed; default 2 mm/s with "        \
                     "relaxation, 0.2 m/s without"),                                                                  \
      JNI_TYRE_ROLLING("rolling_resistance", 0, NONE,                                                                 \
                       "force to roll over load, default 0; with relaxation it holds at standstill"),                 \
      JNI_TYRE_ROLLING("rolling_resistance_v", 1, PER_SPEED, "added to it per speed"),                                \
      JNI_TYRE_ROLLING("rolling_resistance_v2", 2, PER_SPEED_SQUARED, "added to it per speed squared"),               \
      JNI_TYRE_ROLLING("rolling_resistance_v4", 3, PER_SPEED_TO_FOUR, "added to it per fourth power of speed")
#define JNI_TYRE_FILE(required, help) \
  JNI_FIELD_AS("file", tyre.coefficients, PROPERTIES, NONE, NONE, ANY, required, help)
// Lists the keys that tyre property files of all formats have in common.
#define JNI_TYRE_PROPERTIES                                                         \
  {"UNLOADED_RADIUS", "radius", NULL}, {"VERTICAL_STIFFNESS", "stiffness", NULL}, { \
    "VERTICAL_DAMPING", "damping", NULL                                             \
  }
#define JNI_TYRE_LOAD JNI_TYRE_FIELD(load, NUMBER, FORCE, POSITIVE, false, "nominal load, default 4 kN")
#define JNI_TYRE_FRICTION(help) JNI_TYRE_FIELD(friction, NUMBER, NONE, POSITIVE, false, help)

#endif
