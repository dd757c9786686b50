// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_layer.h - contacts as a layer over the equations of a formulation. With the accelerations vdot0 that the
// formulation computes without contacts, and rows W of the closed points,
//   w = D F + b      D = W A W'      b = W vdot0 + z      vdot = vdot0 + A W' F
// where A W' are the accelerations that [M G'; G 0] gives for generalised forces W', and F satisfies the laws of
// contact_solve.h with friction. The modes of the points are discrete states and do not change within a step.
// Velocities of closed points are corrected along A W' at every evaluation so that g' = 0, positions at the ends of
// steps so that g = 0.
#ifndef JNI_CONTACT_LAYER_H
#define JNI_CONTACT_LAYER_H

#include "contact/contact_solve.h"
#include "formulation/formulation.h"

// Largest number of points that are closed or hit at one time: their equations are dense.
enum { JNI_CONTACT_MOST_CLOSED = 400 };

typedef struct jni_contact_layer jni_contact_layer;

// Makes a layer on a work, and makes the work keep its mass matrix. active: nc, false for omitted equations; NULL: all
// are active. tolerance: relative one of the integrator, from which the limits of slow slip in space follow. Returns
// NULL after an entry in the report if there is no memory.
jni_contact_layer *jni_contact_layer_new(const jn_system *system, jn_work *work, const bool *active, double tolerance,
                                         jn_report *report);

// Removes the contact forces of an earlier jni_contact_layer_act, and their power, from the forces of the present force
// stage, before the formulation computes vdot0 again. Does nothing if there are none in it.
void jni_contact_layer_begin(jni_contact_layer *layer);
// Adds the accelerations by the closed points to vdot and lambda (NULL: not needed), their forces to those of the
// bodies and the power of friction to that of the forces. Needs all stages. Returns JN_OK also if the modes contradict
// each other (jni_contact_layer_contradicts); JN_NO_CONVERGENCE if more than JNI_CONTACT_MOST_CLOSED points are closed,
// JN_SINGULAR if a factorisation fails.
jn_status jni_contact_layer_act(jni_contact_layer *layer, double *vdot, double *lambda);
// Returns whether the last jni_contact_layer_act found no forces for the modes: points that stick move apart from
// others that are closed, as when a hand lifts a body from a table.
bool jni_contact_layer_contradicts(const jni_contact_layer *layer);
// Moves the work's q until the gaps of closed points are zero to rounding or no longer shrink, keeping the position
// equations; after the position stage, which it repeats. Returns statuses as jni_contact_layer_act.
jn_status jni_contact_layer_correct_positions(jni_contact_layer *layer);
// Changes the work's v so that closed points neither approach nor leave, nor slip where they stick; after the position
// stage. Returns statuses as jni_contact_layer_act.
jn_status jni_contact_layer_correct_velocities(jni_contact_layer *layer);

// ---- for events; list: n points. All need the position and velocity stages of the work.
// Laws of impacts at one time, with the restitution e of each point, normal speeds r- before and r+ after, and
// Coulomb's law between the tangential impulses and the slip afterwards:
//   NEWTON      r+ + e r- >= 0, P >= 0, complementary: one problem
//   POISSON     two phases: compression with e = 0, impulses Pc; then dP >= e Pc, r+ >= 0, (dP - e Pc) r+ = 0
//   SEQUENTIAL  one point at a time, in the order in which equal tiny gaps close; without friction
//   ENERGETIC   one point in the plane: friction follows the slip during the impact; the expansion returns e^2 of the
//               work of the compression
typedef enum { JNI_IMPACT_NEWTON, JNI_IMPACT_POISSON, JNI_IMPACT_SEQUENTIAL, JNI_IMPACT_ENERGETIC } jni_impact_law;
// Computes the impulses P (of each point one normal and jni_contact_layer_tangents tangential ones, N s) of an impact
// at n points and adds the change of velocities to v (nv). *factor: all restitutions were multiplied by it so that no
// energy is gained; 1: not reduced, always with SEQUENTIAL. Returns JN_REFUSED for an energetic impact at points that
// depend on each other or whose path does not end, JN_NO_CONVERGENCE if no impulses are found or n exceeds
// JNI_CONTACT_MOST_CLOSED, JN_SINGULAR if a factorisation fails.
jn_status jni_contact_layer_impact(jni_contact_layer *layer, const int *list, int n, jni_impact_law law, double *v,
                                   double *P, double *factor);
// Returns the number of tangential rows of each point: 0 if no contact has friction, otherwise 1 in the plane, 2 in
// space.
int jni_contact_layer_tangents(const jni_contact_layer *layer);
// Returns the speed of slip below which slip has no direction of its own at the velocities of the work, m/s: rounding
// in the plane, and in space what the error of the integrator can turn around.
double jni_contact_layer_no_slip(const jni_contact_layer *layer);
// Returns whether point `point`, which slips at the velocities of the work, slips slowly: whether the direction of its
// slip changes so fast that its friction is computed with a lag (docs/methods.md, Slow slip). was_slow: as it was
// before, for hysteresis. Uses the last accelerations or modes that were computed.
bool jni_contact_layer_is_slow(const jni_contact_layer *layer, int point, bool was_slow);
// Adds the change of velocities to v (nv) that makes the points neither approach nor leave, nor slip where they have
// static friction and slip at no more than jni_contact_layer_no_slip. Returns statuses as jni_contact_layer_act.
jn_status jni_contact_layer_stop(jni_contact_layer *layer, const int *list, int n, double *v);
// Computes the modes of n touching points without normal velocity; other points are open. vdot: vdot0 on entry, then
// the accelerations with these contacts. mode (n): the previous modes, replaced. direction (n): unit vector of slip of
// points that slip, otherwise zero, ground axes. Returns JN_NO_CONVERGENCE if no modes are found or n exceeds
// JNI_CONTACT_MOST_CLOSED, JN_SINGULAR if a factorisation fails.
jn_status jni_contact_layer_choose_modes(jni_contact_layer *layer, const int *list, int n, int *mode,
                                         double (*direction)[3], double *vdot);
// Returns the point of the last jni_contact_layer_choose_modes whose friction jams most: a point that slips already, at
// which the normal acceleration per normal force is reduced most by friction. Sets *share to what is left of it,
// relative to the value without friction: 0 or less is Painleve's paradox. Returns -1, with *share = 1, if friction
// reduces it at no point.
int jni_contact_layer_jamming_point(const jni_contact_layer *layer, double *share);
// Returns how many solutions with different accelerations the problem of the last jni_contact_layer_choose_modes has;
// in space, counts only those in which no point begins to slip. Returns 1 without counting if there are too many sets
// of modes.
int jni_contact_layer_count_solutions(jni_contact_layer *layer);
// Returns the friction coefficient from which on the normal force at a point that slips in some direction reduces the
// normal acceleration there: D_nn/|D_nt|; HUGE_VAL if there is none or a factorisation fails. After the position stage.
double jni_contact_layer_friction_bound(jni_contact_layer *layer, int point);
// Computes the impulses P of an impact without collision at n points that touch without normal velocity: slip stops,
// and no point approaches. Without such impulses inside the cones of friction P are those that stop the slip, of any
// size and sign. Adds the change of velocities to v (nv). Returns false if no impulse is needed or the slip cannot be
// stopped.
bool jni_contact_layer_jam(jni_contact_layer *layer, const int *list, int n, double *v, double *P);
// Computes accelerations vdot, multipliers lambda (nc, NULL: not needed) and forces F (of each point one normal and
// jni_contact_layer_tangents tangential ones) of a mechanism at rest whose n listed points touch; other points are
// open. Needs all stages, with v = 0. holds: the points hold with forces of any sign and size, in the modes `mode` (n);
// otherwise they push and rub, and `mode`, the previous modes, is replaced. Returns JN_NO_CONVERGENCE if no forces are
// found, JN_SINGULAR if a factorisation fails.
jn_status jni_contact_layer_rest(jni_contact_layer *layer, const int *list, int n, bool holds, int *mode, double *vdot,
                                 double *lambda, double *F);
// Returns g'' of a point for the accelerations vdot.
double jni_contact_layer_second_rate(jni_contact_layer *layer, int point, const double *vdot);

#endif
