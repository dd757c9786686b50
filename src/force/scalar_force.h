// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// scalar_force.h - force elements along one scalar coordinate x: springs, stops, brakes, friction. Such a kind names
//   a geometry, which gives x, its rate, and the forces and torques of a load along x, and
//   a law, which gives the load from x and its rate.
// The functions of jni_force_kind and its code follow from these two. Geometry and law each have their numbers for the
// engine and their nodes for compiled code in one file: geometry_line.c, geometry_axis.c, geometry_coordinate.c;
// spring_law.c, stop.c, hold.c. An element that names a joint or terms acts along that coordinate, whatever the
// geometry of its kind.
#ifndef JNI_SCALAR_FORCE_H
#define JNI_SCALAR_FORCE_H

#include "force/force_code.h"
#include "kernel/force/scalar_load.h"

// ---- geometry -------------------------------------------------------------------------------------------------------

// Coordinate x of an element along which its load acts, with rate and vectors. Vectors are in ground axes and unset for
// a joint coordinate.
typedef struct {
  double x, rate;  // m, m/s; or rad, rad/s
  double d[3];     // r_1 - r_0, m
  double u[3];     // line: unit vector from end 0 to end 1, zero where the ends coincide; axis: unit vector along it
  double s[3];     // line: part of v_1 - v_0 normal to u, m/s; axis: rate of d as seen from end 0, m/s
} jni_scalar_motion;

// The members of jni_scalar_motion as graph nodes of compiled code.
typedef struct {
  jni_node x, rate;
  jni_vec d, u;         // vectors d and u of jni_scalar_motion, in the axes of jni_code_input
  jni_node coincident;  // line: nonzero where the ends coincide; JNI_ZERO for other geometries
} jni_scalar_nodes;

typedef struct jni_scalar_geometry {
  void (*calc)(const jni_force_element *force, const jni_force_input *in, jni_scalar_motion *out);
  // Writes to *out x and its rate, the forces and torques of a load on both ends, and its potential and power.
  void (*apply)(const jni_scalar_motion *motion, const jnk_scalar_load *load, jni_force_output *out);
  void (*tangent)(const jni_force_input *in, const jni_scalar_motion *motion, const jnk_scalar_load *load,
                  jni_force_tangent *out);
  // Writes the forces and torques of the load `mean` between two configurations: their work on the bodies is exactly
  // -mean (x1 - x0).
  void (*discrete)(const jni_scalar_motion motion[2], double mean, jni_force_output *out);
  void (*write)(const jni_force_element *force, const jni_code_input *in, jni_scalar_nodes *out);
  void (*write_load)(const jni_code_input *in, const jni_scalar_nodes *at, jni_node load, jni_code_output *out);
} jni_scalar_geometry;

// Distance of the two ends. Where they coincide (closer than JNI_LEAST_LENGTH), the line has no direction: no force
// acts and the value is zero. The tangent there is that of a force k d if the law gives no force at x = 0 (a spring of
// free length 0), otherwise zero.
extern const jni_scalar_geometry jni_line_geometry;
// Component of d = r_1 - r_0 along z of the first end's frame (along -z for a mirror image along z).
extern const jni_scalar_geometry jni_axis_geometry;
// Joint coordinate, linear form of joint coordinates, or (in the plane) angle between two bodies.
extern const jni_scalar_geometry jni_coordinate_geometry;

// ---- law ------------------------------------------------------------------------------------------------------------

typedef struct {
  double x, rate;
  const double *value;  // values of the element's expressions
  const double *state;  // auxiliary states of the element; NULL: none
  const int *sides;     // sides on which its switches are held, as in jni_force_input; NULL: not held
} jni_scalar_input;

typedef struct jni_scalar_law {
  // Returns the load. Writes state_rate and named of `out`, and nothing else of it.
  jnk_scalar_load (*calc)(const jni_force_element *force, const jni_scalar_input *in, jni_force_output *out);
  // Returns the mean conservative force over the step from x0 to x1: difference of the potentials over x1 - x0. NULL:
  // the law has no potential.
  double (*mean)(const jni_force_element *force, double x0, double x1);
  // Computes switch functions e and their sides as jni_force_kind.switches does. NULL: the law has no corners.
  void (*switches)(const jni_force_element *force, const jni_scalar_input *in, double *e, int *side);
  // Writes the law as graph nodes: returns the load and sets potential, power, state_rate and named of `out`.
  jni_node (*write)(const jni_force_element *force, const jni_code_input *in, const jni_scalar_nodes *at,
                    jni_code_output *out);
} jni_scalar_law;

// Writes a law as calls of two kernels with the n constants `block`: kernel `force` computes load and damping force
// from x and rate, kernel `potential` the potential energy from x. Returns the node of the load; sets potential and
// power of `out`.
jni_node jni_write_scalar_call(jni_graph *g, const jni_kernel *force, const jni_kernel *potential, const double *block,
                               int n, const jni_scalar_nodes *at, jni_code_output *out);

// ---- functions of the kinds -----------------------------------------------------------------------------------------

void jni_scalar_calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out);
void jni_scalar_tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out);
void jni_scalar_discrete(const jni_force_element *force, const jni_force_input *in, jni_force_output *out);
void jni_scalar_switches(const jni_force_element *force, const jni_force_input *in, double *e, int *side);
extern const jni_force_code jni_scalar_code;  // for laws whose load depends on x and its rate only
// For laws whose load also depends on a direction, values or states.
extern const jni_force_code jni_scalar_code_direct;

// Initialiser for the members of jni_force_kind that all kinds along a scalar coordinate share. The kind itself defines
// fields, check, geometry and law; if its law has corners also `nswitches` and .switches = jni_scalar_switches.
#define JNI_SCALAR_KIND .ends = 2, .calc = jni_scalar_calc, .tangent = jni_scalar_tangent
// The same for a kind whose law has a potential.
#define JNI_SCALAR_POTENTIAL_KIND JNI_SCALAR_KIND, .potential = true, .discrete = jni_scalar_discrete

// Writes the nodes of the coordinate of an element to *out.
void jni_write_scalar(const jni_force_element *force, const jni_code_input *in, jni_scalar_nodes *out);
// Writes the nodes of the forces and torques of a load along the coordinate `at` to *out.
void jni_write_scalar_load(const jni_force_element *force, const jni_code_input *in, const jni_scalar_nodes *at,
                           jni_node load, jni_code_output *out);

// Checks that a definition gives exactly one of its ends (in the field `end`; NULL: it has none), `joint` and `terms`,
// and no `coordinate` with `terms`. Returns false with a sentence in `what` otherwise.
bool jni_check_place(const jn_force_def *def, const char *end, char *what, size_t size);

#endif
