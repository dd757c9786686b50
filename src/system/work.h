// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// work.h - the content of jn_work: the results of one evaluation, in the order of the stages.
#ifndef JNI_WORK_H
#define JNI_WORK_H

#include "contact/contact_geometry.h"
#include "system/system.h"

// Results of the current evaluation for one point of contact.
typedef struct {
  jni_contact_place place;
  jni_contact_rates rates;  // rates of gap and slip; second rates are those for vdot = 0
  double margin;  // profiles: distance from the ends of the pieces that are held, m (contact_profile.h); else HUGE_VAL
  int feature;    // what the point holds (contact_element.h); profiles: the pieces in contact
  double normal;  // normal force of the last solution of the accelerations, N; positive: compression
  double friction[3];  // friction force on the second body, ground axes, N
} jni_contact_result;

// Arrays of every work: type of the elements, name, number of elements as a member of the system, meaning.
#define JNI_WORK_FIELDS(X)                                                            \
  /* position stage */                                                                \
  X(double, q, sizes.nq, "coordinates")                                               \
  X(double, s, sizes.ns, "discrete states")                                           \
  X(double, u, sizes.nu, "inputs at t")                                               \
  X(jni_body2, body2, nbodies, "bodies in the plane")                                 \
  X(jni_body3, body3, nbodies, "bodies in space")                                     \
  X(jni_jet, motions, nmotions, "motions of drivers")                                 \
  X(jni_coordinate_state, coordinates, nactive, "joint coordinates")                  \
  X(double, phi, sizes.nc, "holonomic rows")                                          \
  X(double, nu, sizes.nc, "right side of G v = nu")                                   \
  X(double, body_G, rows.nvalues, "constraint Jacobian of the bodies' level")         \
  /* velocity stage */                                                                \
  X(double, v, sizes.nv, "speeds")                                                    \
  X(double, gamma, sizes.nc, "right side of G vdot = gamma")                          \
  /* force stage */                                                                   \
  X(double, z, sizes.nz, "auxiliary states")                                          \
  X(double, body_f, nbody_v, "forces of the bodies' level")                           \
  X(double, zdot, sizes.nz, "rates of the auxiliary states")                          \
  X(jni_force_output, outputs, nforces, "outputs of the forces")                      \
  X(double, computed, ncomputed, "signals of the model")                              \
  X(bool, counts, ncomputed, "signals that forces and rates depend on")               \
  X(double, subsystem_values, nsubsystem_values, "inputs of subsystems")              \
  X(double, subsystem_outputs, nsubsystem_outputs, "outputs and rates of subsystems") \
  X(double, subsystem_slopes, nsubsystem_values, "derivatives of subsystem outputs")  \
  X(double, subsystem_roots, sizes.nroots, "root values of a subsystem")              \
  X(double, subsystem_scratch, nsubsystem_outputs, "outputs at displaced inputs")     \
  X(void *, instances, nsubsystems, "data of subsystems that are no states")          \
  /* scratch */                                                                       \
  X(jni_body3, direction, nbodies, "bodies with velocities along a direction")        \
  X(double, body_Gdot, rows.nvalues, "rate of body_G along a direction")              \
  X(double, coupling, sizes.nc, "of the energy with the rows, jni_calc_coupling")     \
  X(double, rate_coupling, sizes.nc, "of the energy with the rates of rows")          \
  X(double, coupling_scratch, sizes.nv, "")                                           \
  X(double, scratch, sizes.nv, "")                                                    \
  X(double, scratch_q, sizes.nq, "")                                                  \
  X(double, scratch_rows, sizes.nc, "")                                               \
  X(double, body_scratch, nbody_v, "")                                                \
  X(double, slopes, nslopes, "derivatives of formulas by motion of bodies")           \
  X(double, state_slopes, nstate_slopes, "and by auxiliary states")                   \
  X(double, acts, nacts, "generalised forces of unit values")                         \
  X(double, weights, nweights, "of formulas in a gradient, formula_gradient.c")       \
  X(jni_contact_result, contact_points, ncontact_points, "points of contact")         \
  X(double, contact_scratch, ncontact_scratch, "heights of vertices over faces")

// Arrays that exist only in joint coordinates. In other coordinates G, f, Gdot and body_v are the same arrays as
// body_G, body_f, body_Gdot and v.
#define JNI_TREE_WORK_FIELDS(X)                                                                      \
  X(double, G, pattern.nvalues, "constraint Jacobian, by the pattern")                               \
  X(double, f, sizes.nv, "forces")                                                                   \
  X(double, Gdot, pattern.nvalues, "rate of G along a direction")                                    \
  X(double, body_v, nbody_v, "cartesian speeds of the bodies, velocity stage")                       \
  X(double, body_bias, nbody_v, "accelerations of the bodies for vdot = 0")                          \
  X(double, body_vdot, nbody_v, "accelerations of the bodies, see jni_body_acceleration")            \
  X(double, S, tree_doubles, "data of each link in the recursions")                                  \
  X(double, articulated, tree_doubles, "articulated inertias and their factors")                     \
  X(double, beyond, tree->nlinks *JNI_BEYOND, "force that accelerates the bodies beyond each joint") \
  X(double, beyond_vdot, sizes.nv, "accelerations for which `beyond` was computed")                  \
  X(double, beyond_lambda, sizes.nc, "multipliers for which `beyond` was computed")

struct jn_work {
  jni_pool pool;
  const jn_system *system;
  double t;               // time at which the stages are evaluated, s
  double potential;       // V, J, after the force stage
  double power;           // power of forces without a potential, W, after the force stage
  double energy_initial;  // (T + V)_0 of the run, J, for energy.error; set by the run
  // nbody_v: additional forces on the bodies, set by inverse dynamics or jn_equilibrium_hold; NULL: none
  const double *applied;
  // nbody_v: contact forces of an equilibrium, for `applied`; made by the first jn_equilibrium_hold
  double *contact_f;
  // ncoordinates: the part of `applied` that acts along each joint coordinate, as a motor at the joint does, N or N m;
  // NULL: none
  const double *pushed;
  // nforces: for each force element the value that replaces the one of its law; NaN: its law applies. NULL: all laws
  // apply
  const double *replaced;
  const double *seen_inputs;  // nsubsystem_values: inputs of subsystems that replace their signals; NULL: none
  const jni_subsystem_element *trouble;  // subsystem that cannot continue; NULL: none; checked after events
  char trouble_text[256];                // message that says why it cannot continue
  double led_work;                       // work of prescribed motions if no state integrates it, J; set by kinematics
  bool *held;                            // nu: the input keeps a value set by the caller, its formula is not evaluated
  // nswitches: side on which each force law or formula is evaluated, whatever the motion (base/switch_side.h); 0: the
  // side of the motion. Set by the run. NULL: all 0
  const int *sides;
  // nroots: side on which each root function of a force that makes contact is held, as `sides`; NULL: all 0
  const int *touching;
  // Interval between time events: at its ends, formulas with breaks in time are evaluated on the branch that is valid
  // inside it. NULL: on the branch of their time.
  const jni_event_interval *time_event;
  long stamp;        // number of stages computed so far; if it has changed, stored results of stages may be out of date
  jni_kkt *kkt;      // for jn_solve_acceleration; made on first use
  long force_stamp;  // stamp of the last force stage
  // Stamp of the force stage for which f was computed; jni_stage_body_force computes body_f only.
  long collected_stamp;
  long position_stamp;  // stamp of the last position stage
  long ahead_stamp;     // stamp of the last stage for which the nodes `ahead` were computed
  long late_stamp;      // stamp of the last stage for which the nodes `late` were computed
  double *mass;         // joint coordinates: pattern.nmass values, see jni_mass; NULL: not requested (jni_keep_mass)
  long mass_stamp;      // stamp of the position stage for which `mass` was computed
  long beyond_stamp;    // stamp of the stage for which `beyond` was computed
  bool beyond_rows;     // `beyond` holds G' lambda only
  bool has_weights;     // some element of `weights` may be nonzero
  long contact_place_stamp;    // stamp of the position stage for which the places of contact_points were computed
  long contact_nearest_stamp;  // stamp of the stage for which the places of open features were computed
  bool contact_nearest_rates;  // their rates were computed for this stamp, too
  long contact_rate_stamp;     // stamp of the stage for which the rates of contact_points were computed
#define JNI_X(type, name, count, meaning) type *name;
  JNI_WORK_FIELDS(JNI_X)
  JNI_TREE_WORK_FIELDS(JNI_X)
#undef JNI_X
};

#endif
