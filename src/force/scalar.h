// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// scalar.h - what the elements along one coordinate x share (spring-damper, torsion spring, stop). Such an element is a
// scalar force over x and its rate; x is the distance of two points, or a joint coordinate.
//
// Distance: with d = r_1 - r_0, x = |d|, u = d / x:  force on end 0  +F u, on end 1  -F u;  xdot = u . (v_1 - v_0).
// Where the two points meet, u has no direction: there the element gives no force.
#ifndef JNI_FORCE_SCALAR_H
#define JNI_FORCE_SCALAR_H

#include "force/code.h"
#include "force/law.h"

typedef struct {
  double force;      // resists growing x when positive: tension, N or N m
  double stiffness;  // d force / d x
  double damping;    // d force / d rate
  double potential;  // J
  double power;      // of the part without potential, W
} jni_scalar;

typedef struct {
  double x, rate;    // m, m/s
  double u[3];       // unit vector from end 0 to end 1; zero where they meet
  double across[3];  // relative velocity across u, m/s
} jni_line;

jni_line jni_line_calc(const jni_force_input *in);
void jni_line_output(const jni_line *line, const jni_scalar *scalar, jni_force_output *out);
void jni_line_tangent(const jni_line *line, const jni_scalar *scalar, jni_force_tangent *out);

// Along the joint coordinate (in the plane also the angle between two bodies) of the input.
void jni_coordinate_output(const jni_force_input *in, const jni_scalar *scalar, jni_force_output *out);
void jni_coordinate_tangent(const jni_scalar *scalar, jni_force_tangent *out);

// Spring and damper: stiffness or law over x - rest, preload, damping or damping_law over the rate, or damping_map over
// both. sides: of corners of the laws, NULL: none is held.
jni_scalar jni_spring_calc(const jni_force_element *force, double x, double rate, const int *sides);
int jni_spring_nswitches(const jni_force_element *force);
void jni_spring_switches(const jni_force_element *force, double x, double rate, const int *sides, double *e, int *side);
bool jni_spring_conservative(const jni_force_element *force);
// `turns`: between two bodies it acts on an angle.
bool jni_spring_check(const jn_model *model, const jn_force_def *def, bool turns, char *what, size_t size);
// As part of a graph: force, potential and power at x and rate; the kinds along a line or form, and along an axis.
jni_node jni_spring_force(const jni_force_element *force, jni_graph *g, const jni_node at[2], jni_code_output *out);
extern const jni_force_code jni_spring_code, jni_axial_spring_code;
#define JNI_SPRING_KIND \
  JNI_POTENTIAL_KIND, .conservative = jni_spring_conservative, .nswitches = jni_spring_nswitches, .switches = switches

// Between two configurations, in[0] and in[1]: the mean of the elastic force over x does the work of the potential,
// V1 - V0 = mean (x1 - x0). Along the line of two points it acts on the mean of d, by  mean 2 / (x0 + x1)  per length:
// u at the mean does not do that work.
double jni_spring_mean(const jn_force_def *def, double x0, double x1);
void jni_line_discrete(const jni_force_input in[2], double x0, double x1, double mean, jni_force_output *out);
void jni_coordinate_discrete(double mean, jni_force_output *out);

// Ends (`end`: the name of their field, NULL: it has none), `joint` or `terms`, one of them alone; a sentence in
// `what`.
bool jni_either_check(const jn_force_def *def, const char *end, char *what, size_t size);

// Adds s B to the 3 x 3 block of a tangent that begins at (row, column).
void jni_block_add(double (*matrix)[12], int row, int column, double s, const double B[9]);

#endif
