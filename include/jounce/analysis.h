// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// analysis.h - assembly of positions and velocities; degrees of freedom and redundancy by name; static equilibrium;
// where a run starts; inverse dynamics; prescribed motion; sanity of a model.
#ifndef JOUNCE_ANALYSIS_H
#define JOUNCE_ANALYSIS_H

#include "jounce/system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int iterations;
  double position_residual, velocity_residual;  // largest row left
  double moved_most;                            // largest change of a guessed coordinate
} jn_assembly;

// Finds positions with phi = 0 and all kept values, nearest to those of `state`; then velocities likewise. On failure
// the report holds a residual per joint, and `state` the best that was found. The bodies are moved in cartesian
// coordinates, whatever those of the system are. Joint coordinates discard guesses that violate joints of the tree, so
// the model's own start is found by jn_start.
JN_API jn_status jn_assemble(const jn_system *system, double *state, jn_assembly *result, jn_report *report);

// The velocities alone: kept ones hold, those of `state` are where the search starts. Positions stay. Cartesian
// coordinates.
JN_API jn_status jn_assemble_velocities(const jn_system *system, double *state, jn_assembly *result, jn_report *report);

typedef struct jn_mobility jn_mobility;
// Rank of G at an assembled state, with a look at a configuration nearby, so that a singular start is told from
// redundancy.
JN_API jn_mobility *jn_mobility_new(const jn_system *system, const double *state, jn_report *report);
JN_API void *jn_mobility_free(jn_mobility *mobility);
JN_API int jn_mobility_freedoms(const jn_mobility *mobility);  // of velocity: nv - rank of all rows (structural)
// nv - rank of the holonomic rows; more with nonholonomic ones
JN_API int jn_mobility_position_freedoms(const jn_mobility *mobility);
JN_API int jn_mobility_redundant(const jn_mobility *mobility);  // number of redundant rows
JN_API int jn_mobility_loops(const jn_mobility *mobility);      // independent loops of the joint graph
JN_API bool jn_mobility_singular(const jn_mobility *mobility);  // the start itself is a singular configuration
JN_API int jn_mobility_redundant_row(const jn_mobility *mobility, int i);
// A sentence: which row repeats what which joints already require.
JN_API const char *jn_mobility_sentence(const jn_mobility *mobility, int i);
JN_API const bool *jn_mobility_active(const jn_mobility *mobility);  // nc: false for the rows left out

// ---- static equilibrium -------------------------------------------------------------------------
// A configuration at which the mechanism can rest, at a time at which drivers and inputs stand still:
//   phi(q, t) = 0,   v = 0,   f(t, q, 0, z, s, u) = G' lambda,   zdot = 0
// Rows of velocities alone (rolling, knife edges) carry forces too, and what moves on the way to the equilibrium rolls
// as they ask.
// Three methods are tried in turn, and the one that got there is told:
//   newton      on the forces along the rows with exact tangents, damped (Levenberg); the least step where the tangent
//               is singular
//   energy      downhill in potential energy along the rows, in a trust region; only where all forces have a potential
//               at rest
//   relaxation  a motion in a viscous medium, by implicit steps that grow as the forces fade; then newton
// An equilibrium that newton has reached but that is unstable is returned only when the other two find no other one, or
// when the given configuration is that equilibrium already. Directions in which nothing pushes back (a vehicle's place
// and heading, the turn of a wheel) are neutral: they stay at the kept values of `initial`, else as near as can be to
// where they were.
// Auxiliary states move to zdot = 0 as far as that defines them: one that rests at any value (a tyre's deflection at
// standstill) stays unless there is no equilibrium otherwise, one that never rests (a clock) stays. Without such an
// equilibrium, deflections of tyres are free:
// on a slope they hold a parked vehicle, up to a creep that is told.
typedef enum { JN_STABILITY_UNKNOWN, JN_STABLE, JN_NEUTRAL, JN_UNSTABLE } jn_stability;
JN_API const char *jn_stability_name(jn_stability stability);  // "stable", "neutral", ...

enum { JN_MOST_NEUTRAL = 24, JN_DIRECTION_NAME = 96 };

typedef struct {
  const char *method;  // that is at work, "judging" at the end
  int iterations;
  double left;  // the least part of the load that was left so far
  double wall_seconds;
} jn_equilibrium_progress;

typedef struct {
  const char *method;  // "newton", "energy", "relaxation" alone; NULL: all in turn
  double time;         // s, of drivers and inputs
  // some times a second; false interrupts (JN_INTERRUPTED). NULL: none
  bool (*progress)(void *context, const jn_equilibrium_progress *progress);
  void *progress_context;
  int cookie;
} jn_equilibrium_options;

typedef struct {
  const char *method;  // that got there; NULL: none
  int iterations;      // of all methods together
  double load;  // the largest force that acts, N: of gravity, an element or a joint; moments over the typical length
  double residual;             // the largest force left, N alike
  double position_residual;    // largest row of phi
  double creep;                // m/s: deflections of tyres that hold the mechanism fade as fast as this; 0: none does
  double moved_most;           // largest change of a coordinate, m or rad
  int body;                    // with the largest force left
  double force[3], torque[3];  // left on it, ground axes, about its centre of mass
  jn_stability stability;      // of the way it would move off, with all speeds small
  int freedoms;                // directions along the rows
  // of them and of the auxiliary states that take part; unknown stability: what could be told
  int stable, neutral, unstable;
  double least_stiffness;  // of the directions that are not neutral, N m, per unit of turn or typical length
  // "chassis.x", "joint.hub.angle": the first `neutral` of them
  char neutral_names[JN_MOST_NEUTRAL][JN_DIRECTION_NAME];
} jn_equilibrium;

JN_API jn_equilibrium_options jn_equilibrium_options_default(void);
JN_API const char *jn_equilibrium_method(int i);  // NULL past the last
// From an assembled state in any coordinates to the equilibrium: q, z, v = 0 and t are set. It is sought in the
// coordinates of the system; in natural ones, and with more than 300 speeds in cartesian ones, by those of another
// system, which a note tells. lambda: nc, may be NULL; where joints are redundant the least one. JN_NO_CONVERGENCE,
// with a fault that names the body with the largest force left: none was found, and `state` is the best that was met.
// JN_NOT_FINITE: forces at the start are not, and `state` is the start.
JN_API jn_status jn_solve_equilibrium(const jn_system *system, const jn_equilibrium_options *options, double *state,
                                      double *lambda, jn_equilibrium *result, jn_report *report);

// ---- where a run starts ---------------------------------------------------------------------------
// The state at which a run of these choices begins, in any coordinates. `start: assembly`: the initial values are
// assembled in cartesian coordinates (jn_system_cartesian), in which they are given, and converted, so that the start
// does not depend on the system's coordinates.
// `start: equilibrium` goes on from there:
//   1. positions become those of the static equilibrium at t = 0 (neutral directions stay where `initial` puts them);
//      it is sought in joint coordinates, in cartesian ones where the model has no others,
//   2. velocities are assembled on the settled configuration: those of `initial: keep` hold; along neutral directions
//      the whole mechanism follows them (chassis.vx = 20 m/s moves wheels and links too, without bounce or pitch), the
//      rest is as near as can be to `guess`,
//   3. auxiliary states that zdot = 0 defines take that value at these velocities.
// So a vehicle with keep: {chassis.vx: 20 m/s, joint.hub.rate: ...} begins at 20 m/s, settled on its springs. Kept
// positions and those guessed only tell where the search begins and where neutral directions stay.
// result and equilibrium may be NULL; equilibrium->method is NULL when none was asked for.
JN_API jn_status jn_start(const jn_system *system, const jn_choices *choices, double *state, jn_assembly *result,
                          jn_equilibrium *equilibrium, jn_report *report);

// ---- inverse dynamics -----------------------------------------------------------------------------
// Which forces of the actuators make the mechanism move with a given vdot at a given state? With C the rows of all
// joints but the drivers, R a basis of what they leave free (C R = 0), and B the generalised forces of actuators that
// push with one unit:
//   R' (M vdot - f) = R' B tau,    then    C' lambda = f + B tau - M vdot
// Drivers are let go: they say how the mechanism moves, and the actuators make it move. As many actuators as freedoms
// give one answer; with surplus ones tau is the least (Euclidean norm, in N and N m); a motion that the actuators
// cannot make is refused by name. Any coordinates.
// An actuator is named by
//   joint.O.angle, crank.angle, cart.x   a coordinate of a joint, body or point: a force (moment) that raises it
//   motor                                a driver: the coordinate it prescribes
//   force.cylinder                       a spring, damper or torque: what its force.cylinder.value would have to be, in
//                                        place of its own law; of a vector (point-force, torque in space) one
//                                        component, force.thrust.x
//   u                                    an input: its value. Forces must be linear in it
typedef struct jn_inverse jn_inverse;

typedef struct {
  int freedoms, rank;  // directions that the joints leave; those of them that the actuators can push along
  int surplus;         // actuators - rank: so many are more than needed
  // largest force along the freedoms, and what of it no actuator can balance, N; moments over the typical length
  double load, residual;
  char stuck[JN_DIRECTION_NAME];  // the coordinate that the residual would move; "" when all is balanced
} jn_inverse_result;

// n 0: the coordinates of the drivers. NULL with faults in the report.
JN_API jn_inverse *jn_inverse_new(const jn_system *system, const char *const *actuators, int n, jn_report *report);
JN_API void *jn_inverse_free(jn_inverse *inverse);
JN_API int jn_inverse_count(const jn_inverse *inverse);
JN_API const char *jn_inverse_name(const jn_inverse *inverse, int i);
JN_API jn_dimension jn_inverse_dimension(const jn_inverse *inverse, int i);
// tau: one per actuator. lambda: nc, may be NULL; a driver whose coordinate has an actuator gets what the driver would
// push with, the others 0; where joints are redundant it is the least one. JN_REFUSED, with `stuck` in the result (may
// be NULL) and tau the nearest: the actuators cannot make this motion. JN_BAD_ARGUMENT: forces are not linear in an
// input that is an actuator; tau and lambda are 0.
JN_API jn_status jn_inverse_calc(jn_inverse *inverse, const double *state, const double *vdot, double *tau,
                                 double *lambda, jn_inverse_result *result);
// B, nv x count, row-major: generalised forces of unit actuators at a state.
JN_API void jn_inverse_map(jn_inverse *inverse, const double *state, double *B);

// ---- prescribed motion --------------------------------------------------------------------------------
// Positions, velocities, accelerations and forces where drivers (and a table of motion) leave no freedom: no
// integration, but
//   phi(q, t) = 0,   G v = nu,   G vdot = gamma
// at every time asked for, by Newton's method from where velocity and acceleration point to, in shorter strides where
// it does not converge or would go far. Columns of a table are coordinates by name (joint.O.angle, crank.angle,
// rod.P.x); a spline of fifth degree goes through their points. Auxiliary states (the work of the forces, tyres) are
// integrated by the classical Runge-Kutta method from time to time. So are, with steps of their own, positions that
// rolling and knife edges leave open, where these rows with the others say all velocities.
typedef struct {
  const char *const *names;      // ncolumns
  const double *const *columns;  // ncolumns pointers to ntimes values
  int ncolumns;
  const double *times;  // s, ascending
  int ntimes;
  // ncolumns, "" or NULL: not told. Values are in SI units all the same, but a length for an angle is refused
  const char *const *units;
  const char *file;  // for messages; NULL: none
} jn_motion_table;

typedef struct {
  // NULL: the drivers alone. Columns that are not needed, or no coordinates, are left out and told (notes, warnings)
  const jn_motion_table *motion;
  const char *const *actuators;  // what makes the motion; nactuators 0: drivers and columns of motion
  int nactuators;
  int cookie;
} jn_kinematics_options;

typedef struct jn_kinematics jn_kinematics;
JN_API jn_kinematics_options jn_kinematics_options_default(void);
// From an assembled state, at whose time it begins (with a table not before its first time). NULL with faults in the
// report: coordinates that nothing prescribes are named. options NULL: the default.
JN_API jn_kinematics *jn_kinematics_new(const jn_system *system, const jn_kinematics_options *options,
                                        const double *state, jn_report *report);
JN_API void *jn_kinematics_free(jn_kinematics *kinematics);
// Goes on to t, not before the time reached. JN_NO_CONVERGENCE: the mechanism locks up on the way; JN_REFUSED: the
// actuators cannot make the motion at some moment on the way (the state and its derivatives are those of t all the
// same, forces the nearest). The sentence is in the report.
JN_API jn_status jn_kinematics_go(jn_kinematics *kinematics, double t, jn_report *report);
JN_API const double *jn_kinematics_state(const jn_kinematics *kinematics);
JN_API const double *jn_kinematics_vdot(const jn_kinematics *kinematics);
JN_API const double *jn_kinematics_lambda(const jn_kinematics *kinematics);
JN_API const double *jn_kinematics_forces(const jn_kinematics *kinematics);       // of the actuators
JN_API const jn_inverse *jn_kinematics_inverse(const jn_kinematics *kinematics);  // names of the actuators
JN_API const jn_inverse_result *jn_kinematics_result(const jn_kinematics *kinematics);
JN_API const jn_mobility *jn_kinematics_mobility(const jn_kinematics *kinematics);  // with the drivers, without a table
JN_API jn_work *jn_kinematics_work(jn_kinematics *kinematics);                      // for jn_probe_calc
JN_API int jn_kinematics_nmotions(const jn_kinematics *kinematics);                 // columns of the table in use
JN_API const char *jn_kinematics_motion(const jn_kinematics *kinematics, int i);
JN_API long jn_kinematics_iterations(const jn_kinematics *kinematics);
// Rows of velocities (rolling, knife edges) that positions were integrated with, since drivers, table and other joints
// leave positions open; 0: none was. Then the local errors of that, estimated and added up (rad, or m over the size of
// the mechanism).
JN_API int jn_kinematics_nrolling(const jn_kinematics *kinematics);
JN_API double jn_kinematics_error(const jn_kinematics *kinematics);
// Largest rate (m/s or rad/s) by which a table that gives all positions contradicts a row of rolling or of a knife
// edge, within what its samples leave unknown: a spline through every other one tells. 0: less than rounding. name: the
// row, "" for none. Beyond that the motion is refused.
JN_API double jn_kinematics_contradiction(const jn_kinematics *kinematics, char *name, size_t size);
// Singular configurations met so far: change points, where another branch begins, and dead centres.
JN_API int jn_kinematics_nsingular(const jn_kinematics *kinematics);
JN_API double jn_kinematics_singular_time(const jn_kinematics *kinematics, int i);  // of the first JN_MOST_SINGULAR
enum { JN_MOST_SINGULAR = 64 };

// Can accelerations be computed at an assembled state? JN_SINGULAR with a fault that names the bodies without mass or
// inertia, when not.
JN_API jn_status jn_check_start(const jn_system *system, const double *state, jn_report *report);

// Counts and doubtful data (inertia that no rigid body can have, unused elements, ...) as notes and warnings.
JN_API void jn_check_sanity(const jn_model *model, jn_report *report);

// ---- linearisation and modes -------------------------------------------------------------------------
// Small motions about a state, with everything that the rows forbid left out:
//   xdot = A x + B u,   y = C x + D u,   x, u and y counted from their values at the state
// x holds increments of independent positions (nv - rank of the holonomic rows), of independent speeds (nv - rank of
// all rows: fewer where wheels roll) and of auxiliary states (without the work of forces, on which nothing depends).
// Positions are joint coordinates and coordinates of bodies, chosen so that the others follow from them as well as can
// be, joint coordinates first and of bodies those that do not spin. A body's increments are those of its centre of mass
// in ground axes (body.x) and of its turn about its own axes (body.turn.x; in the plane body.angle), its speeds body.vx
// and body.wx. The choice is the same in all coordinates, and so are the matrices.
// Axes follow a steady motion: they go round with a vehicle in a bend, and a wheel's do not spin with it; so a steady
// motion has matrices that do not change with time. u: the inputs of the model. y: its outputs, and probes.
typedef struct jn_linear jn_linear;

typedef struct {
  const char *const *probes;  // outputs beside those of the model
  int nprobes;
  int cookie;
} jn_linear_options;

typedef struct {
  int nx, np, nf, nz;  // all of x: positions, speeds, auxiliary states
  int nu, ny;
} jn_linear_sizes;

JN_API jn_linear_options jn_linear_options_default(void);
// At an assembled state, in any coordinates. NULL with a fault: massless bodies that the joints do not make up for, a
// singular configuration, values that are not finite, a model too large (1000 speeds). Warnings: the state is no
// equilibrium and no steady motion; forces have a kink there.
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
JN_API double jn_linear_state_value(const jn_linear *linear, int i);  // at the state: of a body's turn 0
JN_API const double *jn_linear_rate(const jn_linear *linear);         // nx: xdot at the state itself
JN_API double jn_linear_error(const jn_linear *linear);  // estimated, of A, relative to its largest entries
// an equilibrium or a steady motion: eigenvalues hold for more than a moment
JN_API bool jn_linear_is_steady(const jn_linear *linear);

// One eigenvalue, or a conjugate pair by its upper one.
typedef struct {
  double re, im;         // 1/s, rad/s; im >= 0
  double frequency;      // Hz, of the oscillation that is seen: im / (2 pi)
  double natural;        // rad/s: |lambda|
  double damping;        // -re / |lambda|; below 0 it grows
  double time_constant;  // s: in which it fades to 1/e, -1/re; negative: in which it grows; infinite where re is 0
} jn_mode;

// How a joint coordinate, a coordinate of a body or an auxiliary state takes part in a mode.
typedef struct {
  char name[JN_DIRECTION_NAME];
  const char *unit;  // "rad", "m"; "" for auxiliary states
  double re, im;     // in this unit, where the first share moves by one of its own
  double size;       // for comparing: |re + i im| with lengths by the typical length; the largest has 1
  double part;       // how much of the mode lives in it and in its rate, 0 to 1; 0 for coordinates that follow others
} jn_share;

typedef struct jn_modes jn_modes;
// NULL: a fault; `linear` may be freed before it
JN_API jn_modes *jn_modes_new(const jn_linear *linear, jn_report *report);
JN_API void *jn_modes_free(jn_modes *modes);
// Those that are not zero, by |lambda|, pairs once.
JN_API int jn_modes_count(const jn_modes *modes);
JN_API jn_mode jn_modes_get(const jn_modes *modes, int i);
// 1: it grows, -1: it fades, 0: neither. Real parts up to the threshold (1/s), which the error of A may make of the
// fastest mode, are neither.
JN_API int jn_modes_trend(const jn_modes *modes, int i);
JN_API double jn_modes_threshold(const jn_modes *modes);
// Eigenvector: nx complex values of x, real and imaginary part in turn, the first share 1.
JN_API const double *jn_modes_vector(const jn_modes *modes, int i);
// Increments of all bodies where the mode moves like this: complex, one for each speed of cartesian coordinates
// (jn_manifold_step takes them).
JN_API const double *jn_modes_bodies(const jn_modes *modes, int i);
// Shares by their part, then by size, the largest first; the first has re + i im = 1.
JN_API int jn_modes_nshares(const jn_modes *modes, int i);
JN_API const jn_share *jn_modes_share(const jn_modes *modes, int i, int k);
// Eigenvalues at zero: free motion, of which nothing tells the place or lets the speed fade; and states that span it.
JN_API int jn_modes_zero(const jn_modes *modes);
JN_API const char *jn_modes_zero_name(const jn_modes *modes, int i);
// Roots: the eigenvalues that are not zero one by one, mode after mode, of a pair first the upper one.
JN_API int jn_modes_nroots(const jn_modes *modes);
JN_API int jn_modes_root_mode(const jn_modes *modes, int root, bool *lower);
// Follows the roots from one value of a parameter to the next: to[r] is the root of `after` that root r of `before` has
// become, -1: zero, or none. By distance in the complex plane and by what the left vectors of one see of the right
// vectors of the other. *doubt (may be NULL): 0 where each has kept its value or its shape, up to 1 where one has
// neither; a value between would tell more. JN_OK or JN_NO_MEMORY.
JN_API jn_status jn_modes_follow(const jn_modes *before, const jn_modes *after, int *to, double *doubt);

#ifdef __cplusplus
}
#endif
#endif
