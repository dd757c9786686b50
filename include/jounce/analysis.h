// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// analysis.h - assembly of positions and velocities; degrees of freedom and redundancy by name; static equilibrium; where a run starts;
// sanity of a model.
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

// Finds positions with phi = 0 and all kept values, nearest to the guesses; then velocities likewise. On failure the
// report holds a residual per joint, and `state` the best that was found.
JN_API jn_status jn_assemble(const jn_system *system, double *state, jn_assembly *result, jn_report *report);

// The velocities alone: kept ones hold, those of `state` are where the search starts. Positions stay. Cartesian coordinates.
JN_API jn_status jn_assemble_velocities(const jn_system *system, double *state, jn_assembly *result, jn_report *report);

typedef struct jn_mobility jn_mobility;
// Rank of G at an assembled state, with a look at a configuration nearby, so that a singular start is told from redundancy.
JN_API jn_mobility *jn_mobility_new(const jn_system *system, const double *state, jn_report *report);
JN_API void *jn_mobility_free(jn_mobility *mobility);
JN_API int jn_mobility_freedoms(const jn_mobility *mobility);    // of velocity: nv - rank of all rows (structural)
JN_API int jn_mobility_position_freedoms(const jn_mobility *mobility);  // nv - rank of the holonomic rows; more with nonholonomic ones
JN_API int jn_mobility_redundant(const jn_mobility *mobility);   // number of redundant rows
JN_API int jn_mobility_loops(const jn_mobility *mobility);       // independent loops of the joint graph
JN_API bool jn_mobility_singular(const jn_mobility *mobility);   // the start itself is a singular configuration
JN_API int jn_mobility_redundant_row(const jn_mobility *mobility, int i);
// A sentence: which row repeats what which joints already require.
JN_API const char *jn_mobility_sentence(const jn_mobility *mobility, int i);
JN_API const bool *jn_mobility_active(const jn_mobility *mobility);  // nc: false for the rows left out

// ---- static equilibrium -------------------------------------------------------------------------
// A configuration at which the mechanism can rest, at a time at which drivers and inputs stand still:
//   phi(q, t) = 0,   v = 0,   f(t, q, 0, z, s, u) = G' lambda,   zdot = 0
// Rows of velocities alone (rolling, knife edges) carry forces too, and what moves on the way to the equilibrium rolls as they ask.
// Three methods are tried in turn, and the one that got there is told:
//   newton      on the forces along the rows with exact tangents, damped (Levenberg); the least step where the tangent is singular
//   energy      downhill in potential energy along the rows, in a trust region; only where all forces have a potential at rest
//   relaxation  a motion in a viscous medium, by implicit steps that grow as the forces fade; then newton
// An equilibrium that newton has reached but that is unstable is returned only when the other two find no other one, or when the given
// configuration is that equilibrium already. Directions in which nothing pushes back (a vehicle's place and heading, the turn of a
// wheel) are neutral: they stay at the kept values of `initial`, else as near as can be to where they were.
// Auxiliary states move to zdot = 0 as far as that defines them: one that rests at any value (a tyre's deflection at standstill) stays
// unless there is no equilibrium otherwise, one that never rests (a clock) stays. Without such an equilibrium, deflections of tyres are free:
// on a slope they hold a parked vehicle, up to a creep that is told.
typedef enum { JN_STABILITY_UNKNOWN, JN_STABLE, JN_NEUTRAL, JN_UNSTABLE } jn_stability;
JN_API const char *jn_stability_name(jn_stability stability);  // "stable", "neutral", ...

enum { JN_MOST_NEUTRAL = 24, JN_DIRECTION_NAME = 96 };

typedef struct {
  const char *method;  // "newton", "energy", "relaxation" alone; NULL: all in turn
  double time;         // s, of drivers and inputs
  int cookie;
} jn_equilibrium_options;

typedef struct {
  const char *method;         // that got there; NULL: none
  int iterations;             // of all methods together
  double load;                // the largest force that acts, N: of gravity, an element or a joint; moments over the typical length
  double residual;            // the largest force left, N alike
  double position_residual;   // largest row of phi
  double creep;               // m/s: deflections of tyres that hold the mechanism fade as fast as this; 0: none does
  double moved_most;          // largest change of a coordinate, m or rad
  int body;                   // with the largest force left
  double force[3], torque[3]; // left on it, ground axes, about its centre of mass
  jn_stability stability;     // of the way it would move off, with all speeds small
  int freedoms;               // directions along the rows
  int stable, neutral, unstable;  // of them and of the auxiliary states that take part; unknown stability: what could be told
  double least_stiffness;     // of the directions that are not neutral, N m, per unit of turn or typical length
  char neutral_names[JN_MOST_NEUTRAL][JN_DIRECTION_NAME];  // "chassis.x", "joint.hub.angle": the first `neutral` of them
} jn_equilibrium;

JN_API jn_equilibrium_options jn_equilibrium_options_default(void);
JN_API const char *jn_equilibrium_method(int i);  // NULL past the last
// From an assembled state (cartesian coordinates; see jn_start for others) to the equilibrium: q, z, v = 0 and t are set. lambda: nc, may be
// NULL; where joints are redundant the least one. JN_NO_CONVERGENCE, with a fault that names the body with the largest force left: none was
// found, and `state` is the best that was met.
JN_API jn_status jn_solve_equilibrium(const jn_system *system, const jn_equilibrium_options *options, double *state, double *lambda,
                                      jn_equilibrium *result, jn_report *report);

// ---- where a run starts ---------------------------------------------------------------------------
// The state at which a run of these choices begins, in any coordinates. `start: assembly` is jn_system_initial_state and jn_assemble.
// `start: equilibrium` goes on from there:
//   1. positions become those of the static equilibrium at t = 0 (neutral directions stay where `initial` puts them),
//   2. velocities are assembled on the settled configuration: those of `initial: keep` hold; along neutral directions the whole mechanism
//      follows them (chassis.vx = 20 m/s moves wheels and links too, without bounce or pitch), the rest is as near as can be to `guess`,
//   3. auxiliary states that zdot = 0 defines take that value at these velocities.
// So a vehicle with keep: {chassis.vx: 20 m/s, joint.hub.rate: ...} begins at 20 m/s, settled on its springs. Kept positions and those
// guessed only tell where the search begins and where neutral directions stay.
// result and equilibrium may be NULL; equilibrium->method is NULL when none was asked for.
JN_API jn_status jn_start(const jn_system *system, const jn_choices *choices, double *state, jn_assembly *result,
                          jn_equilibrium *equilibrium, jn_report *report);

// Can accelerations be computed at an assembled state? JN_SINGULAR with a fault that names the bodies without mass or inertia, when not.
JN_API jn_status jn_check_start(const jn_system *system, const double *state, jn_report *report);

// Counts and doubtful data (inertia that no rigid body can have, unused elements, ...) as notes and warnings.
JN_API void jn_check_sanity(const jn_model *model, jn_report *report);

#ifdef __cplusplus
}
#endif
#endif
