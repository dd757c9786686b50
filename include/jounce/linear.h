// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linear.h - small motions about a state: linear equations, transfer functions, modes, root loci.
//
//   xdot = A x + B u,   y = C x + D u       x, u and y counted from their values at the state
//   H(s) = C (s - A)^-1 B + D               transfer functions from u to y
//   A x = lambda x                          a mode: x(t) = Re(x exp(lambda t))
// x contains increments of independent positions (nv - rank of the holonomic constraint equations), of independent
// speeds (nv - rank of all; fewer with rolling wheels) and of auxiliary states (except the work of forces, which has no
// influence). u: the inputs of the model. y: its outputs, and probes.
//
// Example: a mass of 1 kg on a spring of 100 N/m and a damper of 2 N s/m: lambda^2 + 2 lambda + 100 = 0.
//
//   #include <jounce/equilibrium.h>
//   #include <jounce/linear.h>
//   #include <math.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: plane, bodies: {m: {type: particle, mass: 1}}, joints: {rail: {type:"
//                        " point-on-line, between: [ground, m], axis: x}}, forces: {spring: {type: torsion-spring,"
//                        " joint: rail, coordinate: displacement, stiffness: 100, damping: 2}}}";
//     jn_model *model = jn_model_read_text(NULL, "spring", text, strlen(text), NULL, 0, NULL);
//     jn_system *system = jn_system_new(model, NULL, NULL);
//     double state[16] = {0};
//     if (jn_start(system, NULL, state, NULL, NULL, NULL) != JN_OK) return 1;
//     jn_linear *linear = jn_linearise(system, state, NULL, NULL);
//     jn_modes *modes = jn_modes_new(linear, NULL);
//     jn_mode mode = jn_modes_get(modes, 0);  // 0.0995 of critical damping, 1.58 Hz
//     jn_modes_free(modes);
//     jn_linear_free(linear);
//     jn_system_free(system);
//     jn_model_free(model);
//     return fabs(mode.re + 1) < 1e-6 && fabs(mode.im - sqrt(99)) < 1e-6 ? 0 : 1;
//   }
#ifndef JOUNCE_LINEAR_H
#define JOUNCE_LINEAR_H

#include "jounce/system.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- linear equations -------------------------------------------------------------------------------------------
// Positions are joint coordinates and coordinates of bodies, chosen so that the others depend on them as weakly as
// possible: joint coordinates first, and of bodies those that do not spin. A body's increments are those of its centre
// of mass in ground axes (body.x) and of its turn about its own axes (body.turn.x; in the plane body.angle), its speeds
// body.vx and body.wx. The choice is the same in all coordinates, and so are the matrices.
// Axes follow a steady motion: they rotate with a vehicle in a curve, but do not spin with a wheel, so that the
// matrices of a steady motion are constant in time.
typedef struct jn_linear jn_linear;

typedef struct {
  const char *const *probes;  // outputs in addition to those of the model
  int nprobes;
  int cookie;
} jn_linear_options;

typedef struct {
  int nx, np, nf, nz;  // all of x: positions, speeds, auxiliary states
  int nu, ny;
} jn_linear_sizes;

JN_API jn_linear_options jn_linear_options_default(void);
// Linearises at an assembled state, in any coordinates (with rigid contacts cartesian or joint ones). options NULL:
// the defaults. Returns NULL with a fault: a singular mass matrix, a singular configuration, values that are not
// finite, more than 1000 speeds, a point of a rigid contact that is about to open, stick or slip. Warnings: the
// state is neither an equilibrium nor a steady motion; forces have a kink there.
JN_API jn_linear *jn_linearise(const jn_system *system, const double *state, const jn_linear_options *options,
                               jn_report *report);
JN_API void *jn_linear_free(jn_linear *linear);
JN_API jn_linear_sizes jn_linear_get_sizes(const jn_linear *linear);
JN_API const double *jn_linear_A(const jn_linear *linear);  // nx x nx, row-major
JN_API const double *jn_linear_B(const jn_linear *linear);  // nx x nu
JN_API const double *jn_linear_C(const jn_linear *linear);  // ny x nx
JN_API const double *jn_linear_D(const jn_linear *linear);  // ny x nu
JN_API const char *jn_linear_state_name(const jn_linear *linear, int i);
JN_API const char *jn_linear_input_name(const jn_linear *linear, int i);
JN_API const char *jn_linear_output_name(const jn_linear *linear, int i);
JN_API double jn_linear_state_value(const jn_linear *linear, int i);  // at the state; 0 for a body's turn
JN_API const double *jn_linear_rate(const jn_linear *linear);         // nx: xdot at the state itself
JN_API double jn_linear_error(const jn_linear *linear);  // estimated, of A, relative to its largest entries
// Returns whether the state is an equilibrium or a steady motion, so that the eigenvalues remain valid in time.
JN_API bool jn_linear_is_steady(const jn_linear *linear);
// H(s) at s = re + i im: ny x nu complex values, row-major, real and imaginary part in turn. At s = i omega it is the
// frequency response. JN_SINGULAR: s is an eigenvalue of A.
JN_API jn_status jn_linear_transfer(const jn_linear *linear, double re, double im, double *H);

// ---- modes ------------------------------------------------------------------------------------------------------
// One eigenvalue, or a conjugate pair by its upper one.
typedef struct {
  double re, im;         // 1/s, rad/s; im >= 0
  double frequency;      // Hz, of the oscillation: im / (2 pi)
  double natural;        // rad/s: |lambda|
  double damping;        // -re / |lambda|; below 0 it grows
  double time_constant;  // s: -1/re, in which it fades to 1/e; negative: in which it grows; infinite where re is 0
} jn_mode;

// Component of a joint coordinate, a coordinate of a body or an auxiliary state in a mode.
typedef struct {
  char name[JN_DIRECTION_NAME];
  const char *unit;  // "rad", "m"; "" for auxiliary states
  double re, im;     // amplitude in this unit; that of the first share is 1
  double size;       // |re + i im| with lengths divided by the typical length, scaled so that the largest is 1
  double part;       // participation of the coordinate and its rate, 0 to 1; 0 for dependent coordinates
} jn_share;

typedef struct jn_modes jn_modes;
// NULL with a fault in the report. `linear` may be freed before the modes.
JN_API jn_modes *jn_modes_new(const jn_linear *linear, jn_report *report);
JN_API void *jn_modes_free(jn_modes *modes);
// Number of modes with nonzero eigenvalues, sorted by |lambda|; a conjugate pair counts once.
JN_API int jn_modes_count(const jn_modes *modes);
JN_API jn_mode jn_modes_get(const jn_modes *modes, int i);
// Returns 1 if the mode grows, -1 if it decays, 0 if neither: real parts up to the threshold (1/s), the error of A,
// count as zero.
JN_API int jn_modes_trend(const jn_modes *modes, int i);
JN_API double jn_modes_threshold(const jn_modes *modes);
JN_API int jn_modes_growing(const jn_modes *modes);  // eigenvalues that grow, pairs twice
// Eigenvector: nx complex values of x, real and imaginary part in turn, with the first share 1.
JN_API const double *jn_modes_vector(const jn_modes *modes, int i);
// Increments of all bodies in this mode: complex, one for each speed of cartesian coordinates (jn_manifold_step takes
// them).
JN_API const double *jn_modes_bodies(const jn_modes *modes, int i);
// Shares by their part, then by size, the largest first; the first has re + i im = 1.
JN_API int jn_modes_nshares(const jn_modes *modes, int i);
JN_API const jn_share *jn_modes_share(const jn_modes *modes, int i, int k);
// Number of zero eigenvalues (motion without restoring and damping forces), and the states that span their space.
JN_API int jn_modes_zero(const jn_modes *modes);
JN_API const char *jn_modes_zero_name(const jn_modes *modes, int i);
// Roots: the eigenvalues that are not zero one by one, mode after mode, the upper one of a pair first.
JN_API int jn_modes_nroots(const jn_modes *modes);
JN_API int jn_modes_root_mode(const jn_modes *modes, int root, bool *lower);
// Matches the roots for two values of a parameter: to[r] is the root of `after` that corresponds to root r of `before`;
// -1: zero, or none. Uses distances in the complex plane and products of left and right eigenvectors. *doubt (may be
// NULL): 0 if each root has kept its value or its shape, up to 1 if one has kept neither, so that an intermediate value
// would help. Returns JN_OK or JN_NO_MEMORY.
JN_API jn_status jn_modes_follow(const jn_modes *before, const jn_modes *after, int *to, double *doubt);

// ---- root loci --------------------------------------------------------------------------------------------------
// Eigenvalues over a parameter p, each tracked as a line lambda(p). If neighbours cannot be matched with certainty,
// intermediate values are computed. Lines that meet on the real axis and become a pair, or separate from one, form a
// branch. A change is a value of p at which Re lambda = 0 is crossed; a meeting one at which (lambda_1 - lambda_2)^2 =
// 0.
//
// Example: with the damping c from 10 to 30 N s/m, the mass of the example above has a pair that meets at the critical
// damping, 20 N s/m. `modes_at` computes the modes of one value.
//
//   #include <jounce/equilibrium.h>
//   #include <jounce/linear.h>
//   #include <math.h>
//   #include <stdio.h>
//   static jn_status modes_at(void *report, double c, bool between, jn_modes **modes) {
//     char text[400];
//     int n = snprintf(text, sizeof text, "{jounce: 1, space: plane, bodies: {m: {type: particle, mass: 1}}, joints:"
//                      " {rail: {type: point-on-line, between: [ground, m], axis: x}}, forces: {spring: {type:"
//                      " torsion-spring, joint: rail, coordinate: displacement, stiffness: 100, damping: %.17g}}}",
//                      c);
//     jn_model *model = jn_model_read_text(NULL, "spring", text, (size_t)n, NULL, 0, between ? NULL : report);
//     jn_system *system = jn_system_new(model, NULL, report);
//     double state[16] = {0};
//     jn_status status = jn_start(system, NULL, state, NULL, NULL, report);
//     jn_linear *linear = status == JN_OK ? jn_linearise(system, state, NULL, report) : NULL;
//     *modes = linear ? jn_modes_new(linear, report) : NULL;
//     jn_linear_free(linear);
//     jn_system_free(system);
//     jn_model_free(model);
//     return *modes ? JN_OK : JN_NO_CONVERGENCE;
//   }
//   int main(void) {
//     jn_locus_def def = jn_locus_def_default();
//     def.parameter = "c";
//     def.from = 10;
//     def.to = 30;
//     def.count = 11;
//     def.solve = modes_at;
//     jn_locus *locus = jn_locus_new(NULL, &def, NULL);
//     bool good = locus && locus->status == JN_OK && locus->nmeetings == 1;
//     good = good && fabs(locus->meetings[0].value - 20) < 1e-4;
//     jn_locus_free(locus);
//     return good ? 0 : 1;
//   }
typedef struct {
  const char *parameter;  // its name, for messages
  double from, to;        // from < to
  int count;              // values, evenly spaced, at least 2
  // Computes the modes at a value; jn_locus_new frees them. between: an intermediate value; if it fails, a warning is
  // given and no more intermediate values are computed. JN_INTERRUPTED ends the locus.
  jn_status (*solve)(void *context, double value, bool between, jn_modes **modes);
  void *context;
  int cookie;
} jn_locus_def;

// Eigenvalues at one of the requested values.
typedef struct {
  double value;
  int growing, zeros;  // eigenvalues that grow; at zero
  double *re, *im;     // n; pairs by the upper one
  int *branch;         // n
  int n;
} jn_locus_point;

// One eigenvalue followed over the parameter.
typedef struct {
  double *value, *re, *im;  // n; im < 0 for the lower one of a pair
  int n;
  int branch;  // 1, 2, ...
} jn_locus_line;

// The number of growing eigenvalues changes.
typedef struct {
  double value;
  int growing;  // beyond it
  int branch, line;
  double im;  // rad/s, of the eigenvalue that crosses
} jn_locus_change;

// Two eigenvalues meet on the real axis.
typedef struct {
  double value, re;
  bool pair;  // they are a pair beyond it
  int branch, line, other;
} jn_locus_meeting;

enum { JN_LOCUS_LABEL = 200 };
typedef struct {
  const jn_alloc *alloc;
  jn_status status;  // not JN_OK: the points end before the value at which `solve` failed
  jn_locus_point *points;
  int npoints;
  jn_locus_line *lines;
  int nlines;
  int nbranches;
  char (*labels)[JN_LOCUS_LABEL];  // nbranches: coordinates with the largest participation
  jn_locus_change *changes;        // ascending
  int nchanges;
  jn_locus_meeting *meetings;
  int nmeetings;
} jn_locus;

JN_API jn_locus_def jn_locus_def_default(void);
// NULL: no memory, or a fault in the definition.
JN_API jn_locus *jn_locus_new(const jn_alloc *alloc, const jn_locus_def *def, jn_report *report);
JN_API void *jn_locus_free(jn_locus *locus);

#ifdef __cplusplus
}
#endif
#endif
