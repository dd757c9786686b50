// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium.h - static equilibrium, and the state at which a run starts.
//
// In static equilibrium the mechanism is at rest at a fixed time of drivers and inputs:
//   phi(q, t) = 0,   v = 0,   f(t, q, 0, z, s, u) = G' lambda,   zdot = 0
// Rolling and knife edges carry forces too, and the mechanism rolls as they require on its way to the equilibrium.
//
// Example: a mass of 2 kg on a spring of 100 N/m under gravity comes to rest at y = -2 * 10 / 100 = -0.2 m.
//
//   #include <jounce/equilibrium.h>
//   #include <math.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: plane, gravity: [0, -10], bodies: {m: {type: particle, mass: 2}}, joints:"
//                        " {rail: {type: point-on-line, between: [ground, m], axis: y}}, forces: {spring: {type:"
//                        " torsion-spring, joint: rail, coordinate: displacement, stiffness: 100}}}";
//     jn_model *model = jn_model_read_text(NULL, "spring", text, strlen(text), NULL, 0, NULL);
//     jn_system *system = jn_system_new(model, NULL, NULL);
//     double state[16] = {0};
//     jn_equilibrium found;
//     jn_status status = jn_start(system, NULL, state, NULL, NULL, NULL);
//     if (status == JN_OK) status = jn_solve_equilibrium(system, NULL, state, NULL, &found, NULL);
//     bool good = status == JN_OK && found.stability == JN_STABLE && fabs(jn_state_q(system, state)[1] + 0.2) < 1e-9;
//     jn_system_free(system);
//     jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_EQUILIBRIUM_H
#define JOUNCE_EQUILIBRIUM_H

#include "jounce/assembly.h"

#ifdef __cplusplus
extern "C" {
#endif

// Three methods are tried in turn. The result names the method that converged.
//   newton      Newton's method on the forces along the constraints, with exact tangents and damping (Levenberg);
//               where the tangent is singular, the minimum-norm step
//   energy      descent in potential energy along the constraints, in a trust region; only where all forces have a
//               potential at rest
//   relaxation  motion in a viscous medium, by implicit steps that grow as the forces fade; then newton
// An unstable equilibrium that newton finds is returned only when the other two find no other one, or when the given
// configuration is that equilibrium already.
//
// Neutral directions, in which nothing pushes back (a vehicle's place and heading, the turn of a wheel), keep the
// values of `initial: keep`; otherwise they stay as near as possible to where they were.
//
// Auxiliary states are solved from zdot = 0. A state that is in equilibrium at any value, or at none (a clock), keeps
// its value. If there is no such equilibrium, or only an unstable one elsewhere, the deflections of friction elements
// (brakes, contacts, tracks, tyres) follow the displacement from the start and slip beyond their capacity, so that a
// vehicle can be parked on a slope. Deflections of tyres decay with time there; the result reports this creep.
typedef enum { JN_STABILITY_UNKNOWN, JN_STABLE, JN_NEUTRAL, JN_UNSTABLE } jn_stability;
JN_API const char *jn_stability_name(jn_stability stability);  // "stable", "neutral", ...

enum { JN_MOST_NEUTRAL = 24 };

typedef struct {
  const char *method;  // current method; "judging" while stability is computed
  int iterations;
  double left;  // smallest residual so far / load
  double wall_seconds;
} jn_equilibrium_progress;

typedef struct {
  const char *method;  // "newton", "energy" or "relaxation" alone; NULL: all in turn
  double time;         // s, of drivers and inputs
  // Called a few times a second; returning false interrupts the search (JN_INTERRUPTED). NULL: none.
  bool (*progress)(void *context, const jn_equilibrium_progress *progress);
  void *progress_context;
  int cookie;
} jn_equilibrium_options;

typedef struct {
  const char *method;             // that converged; NULL: none
  int iterations;                 // of all methods together
  double load;                    // largest force that acts, N: of gravity, an element or a joint;
                                  // moments are divided by the typical length
  double residual;                // largest unbalanced force, N, likewise
  double position_residual;       // largest residual of phi
  double creep;                   // m/s: how fast the tyre deflections that hold the mechanism fade; 0: none does
  double moved_most;              // largest change of a coordinate, m or rad
  double moved;                   // largest displacement of a centre of mass from the start, m
  int moved_body;                 // body with this displacement; 0: none has moved
  int body;                       // body with the largest unbalanced force
  double force[3], torque[3];     // unbalanced, on that body, ground axes, about its centre of mass
  jn_stability stability;         // by the linear equations of motion (linear.h); jn_start leaves it unknown
  int freedoms;                   // directions along the constraints
  int stable, neutral, unstable;  // how many of them and of the auxiliary states; unstable: growing eigenvalues;
                                  // neutral: dimension of the family of equilibria. 0 where stability is unknown
  double least_stiffness;         // smallest of the directions that are not neutral, N m per unit of turn or
                                  // typical length
  char neutral_names[JN_MOST_NEUTRAL][JN_DIRECTION_NAME];  // "chassis.x", "joint.hub.angle": the first `neutral`
} jn_equilibrium;

JN_API jn_equilibrium_options jn_equilibrium_options_default(void);
JN_API const char *jn_equilibrium_method(int i);  // NULL past the last
// Computes the equilibrium from an assembled state in any coordinates: sets q, z, v = 0, t and discrete states. First
// applies events, samples and jumps of subsystems at options->time, as at the start of a run. options NULL: the
// defaults. The search uses the coordinates of the system, but another system, named in a note, for natural coordinates
// and for cartesian ones with more than 300 speeds. lambda: nc, may be NULL; with redundant joints the minimum-norm
// one. result may be NULL. JN_NO_CONVERGENCE, with a fault that names the body with the largest unbalanced force: none
// was found, and `state` is the best approximation. JN_NOT_FINITE: forces at the start are not finite, and `state` is
// the start. With rigid contacts: if they hold the start at rest, it is the equilibrium; otherwise the mechanism moves
// slowly until it rests (docs/methods.md, "Settling"), and result->stability stays unknown.
JN_API jn_status jn_solve_equilibrium(const jn_system *system, const jn_equilibrium_options *options, double *state,
                                      double *lambda, jn_equilibrium *result, jn_report *report);
// Applies the forces of rigid contacts at an equilibrium of jn_solve_equilibrium to all further evaluations of a work,
// so that signals of contacts and reactions in joint coordinates contain them; they replace those of an earlier call.
// Returns false, with no such forces applied, if there is no memory, or if the state is no equilibrium; true without
// rigid contacts.
JN_API bool jn_equilibrium_hold(const jn_system *system, const double *state, jn_work *work);

// Returns the friction coefficient from which on a contact whose points touch at an assembled state may have no force
// or several ones there (Painleve's paradox); HUGE_VAL if no point touches, or it has no such coefficient. Sets
// *friction to the largest coefficient of its pairs.
JN_API double jn_contact_friction_bound(const jn_system *system, jn_contact contact, const double *state,
                                        double *friction);

// ---- start of a run ---------------------------------------------------------------------------------------------
// Computes the initial state of a run with these choices, in any coordinates. choices NULL: the model's.
// `start: assembly`: the initial values are assembled in cartesian coordinates (jn_system_cartesian), in which they are
// given, and converted, so that the start does not depend on the system's coordinates.
// `start: equilibrium` continues from there:
//   1. positions become those of the static equilibrium at t = 0, under the events at the start of the run, which are
//      applied by the run itself. Kept joint coordinates, horizontal positions and headings and all values of
//      `initial: hold` are constraints; of the free body that carries a vehicle or robot, place and heading also where
//      their rates are kept. Kept height, pitch and roll are first guesses. Notes of the report (element "start") name
//      guesses that moved and forces that hold kept values; a kept value that is off by more than 1e-9 is a fault that
//      names it. Subsystems see the start velocities. The search uses joint coordinates, or cartesian ones where the
//      model has no others,
//   2. velocities are assembled in the equilibrium configuration: those of `initial: keep` are constraints; along
//      neutral directions the whole mechanism follows them (chassis.vx = 20 m/s moves wheels and links too, without
//      bounce or pitch), and the other velocities are as near as possible to `guess`,
//   3. auxiliary states are solved from zdot = 0 at these velocities, if that defines them.
// So a vehicle with keep: {chassis.vx: 20 m/s, joint.hub.rate: ...} begins at 20 m/s in static equilibrium of its
// springs. result and equilibrium may be NULL; equilibrium->method is NULL for `start: assembly`.
JN_API jn_status jn_start(const jn_system *system, const jn_choices *choices, double *state, jn_assembly *result,
                          jn_equilibrium *equilibrium, jn_report *report);

#ifdef __cplusplus
}
#endif
#endif
