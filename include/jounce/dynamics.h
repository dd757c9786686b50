// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dynamics.h - the equations of motion at one state, for controllers, planners and optimisation.
//
//   M vdot + G' lambda + bias = tau        tau: generalised forces added by the caller, one for each speed v
//   G v = nu,   G vdot = gamma             constraint equations: loops, drivers, rolling; in joint coordinates of a
//                                          tree there are none
//   v = B vi + c,   vdot = B vidot + e     vi: the independent speeds, some of v; G B = 0, c and e from nu and gamma
//   Mi vidot + biasi = B' tau              Mi = B' M B,   biasi = B' (M e + bias)
// The vector bias contains everything that acts without tau: minus the forces of the model (gravity, springs, tyres,
// its inputs at their present values) plus the inertia terms that are quadratic in the speeds. The constraint forces
// are -G' lambda. The constraint Jacobian has the rate Gdot: for constraint equations that are free of time
// gamma = -Gdot v.
//
// Units are SI. Matrices are dense and row-major. Results belong to the object and hold for the last state for which
// they were asked: the next call of the same function after jn_dynamics_at overwrites them. Only jn_dynamics_new
// allocates memory. One thread at a time may use an object.
//
// Example: a four-bar has three speeds in joint coordinates. Without its driver it has two constraint equations and one
// independent speed; one generalised force on this speed gives it any acceleration.
//
//   #include <jounce/dynamics.h>
//   #include <math.h>
//   int main(void) {
//     jn_model *model = jn_model_read(NULL, "models/examples/four-bar.yaml", NULL, 0, NULL);
//     jn_system *system = model ? jn_system_new(model, "joint", NULL) : NULL;
//     const char *const crank[] = {"joint.O.angle_rate"};
//     jn_dynamics_options options = jn_dynamics_options_default();
//     options.independent = crank;
//     options.nindependent = 1;
//     options.release_drivers = true;
//     jn_dynamics *d = system ? jn_dynamics_new(system, &options, NULL) : NULL;
//     bool good = d && jn_dynamics_nindependent(d) == 1 && jn_dynamics_nconstraints(d) == 2;
//     double vidot = 3, tau[3] = {0}, vdot[3];
//     int crank_at = good ? jn_dynamics_independent(d)[0] : 0;
//     good = good && jn_dynamics_inverse_independent(d, &vidot, &tau[crank_at]) == JN_OK;
//     good = good && jn_dynamics_accelerations(d, tau, vdot, NULL) == JN_OK && fabs(vdot[crank_at] - vidot) < 1e-12;
//     jn_dynamics_free(d);
//     jn_system_free(system);
//     jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_DYNAMICS_H
#define JOUNCE_DYNAMICS_H

#include "jounce/system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct jn_dynamics jn_dynamics;

// Begin with jn_dynamics_options_default.
typedef struct {
  int cookie;                      // set by jn_dynamics_options_default
  const double *state;             // t, q, v, z, s (system.h) with joints assembled; NULL: the start, by jn_start
  const char *const *independent;  // names of speeds (jn_dynamics_speed_name) that shall be independent
  int nindependent;                // how many are named; as many others as needed are chosen by pivoting on G
  bool release_drivers;            // drivers prescribe nothing; the caller's forces take their place
  bool release_contacts;  // rigid contacts have no forces; those of the caller take their place, by Jacobians of points
} jn_dynamics_options;
JN_API jn_dynamics_options jn_dynamics_options_default(void);  // NULL, none, false

// Makes the object, chooses the independent speeds at the state, finds redundant constraint equations as jn_mobility
// does, and evaluates at the state. The system must outlive the object. options NULL: the defaults. Returns NULL with
// faults in the report: names that are wrong or depend on each other, rigid contacts that are not released (whether
// they stick or slip is found by runs only, so their forces are not part of these equations), an armature in other than
// joint coordinates, a start that is not found, memory.
JN_API jn_dynamics *jn_dynamics_new(const jn_system *system, const jn_dynamics_options *options, jn_report *report);
JN_API void *jn_dynamics_free(jn_dynamics *dynamics);
JN_API const jn_system *jn_dynamics_system(const jn_dynamics *dynamics);

// ---- the state ------------------------------------------------------------------------------------------------------
// Sets another state; the independent speeds stay. Returns JN_NOT_FINITE, and keeps the last state, if a number is not
// finite.
JN_API jn_status jn_dynamics_at(jn_dynamics *dynamics, const double *state);
JN_API const double *jn_dynamics_state(const jn_dynamics *dynamics);  // the present state, nstate
// Sets the inputs of the model, u (nu), which hold for later states, too; NaN releases an input to the function of the
// model. u NULL releases all.
JN_API void jn_dynamics_set_inputs(jn_dynamics *dynamics, const double *u);
// Moves a state onto the constraints: changes the dependent coordinates by Newton's method until phi = 0, then the
// dependent speeds until G v = nu. The independent coordinates and speeds stay. The present state does not change.
// Returns JN_NO_CONVERGENCE or JN_SINGULAR, with the nearest state that was found, or JN_NOT_FINITE.
JN_API jn_status jn_dynamics_close(jn_dynamics *dynamics, double *state);

// ---- matrices -------------------------------------------------------------------------------------------------------
// nc is the number of constraint equations, those of released drivers left out; nv, nq, ... are those of the system.
JN_API int jn_dynamics_nconstraints(const jn_dynamics *dynamics);                  // nc
JN_API int jn_dynamics_constraint_row(const jn_dynamics *dynamics, int i);         // for jn_row_name
JN_API bool jn_dynamics_constraint_redundant(const jn_dynamics *dynamics, int i);  // follows from others
JN_API const double *jn_dynamics_M(jn_dynamics *dynamics);                         // nv x nv: mass matrix
JN_API const double *jn_dynamics_bias(jn_dynamics *dynamics);                      // nv
JN_API const double *jn_dynamics_G(jn_dynamics *dynamics);                         // nc x nv: constraint Jacobian
JN_API const double *jn_dynamics_Gdot(jn_dynamics *dynamics);                      // nc x nv: its rate
JN_API const double *jn_dynamics_phi(jn_dynamics *dynamics);    // nc: residuals of position; of velocity equations 0
JN_API const double *jn_dynamics_nu(jn_dynamics *dynamics);     // nc
JN_API const double *jn_dynamics_gamma(jn_dynamics *dynamics);  // nc

// ---- independent speeds ---------------------------------------------------------------------------------------------
JN_API int jn_dynamics_nindependent(const jn_dynamics *dynamics);
JN_API const int *jn_dynamics_independent(const jn_dynamics *dynamics);  // indices in v, ascending
// These are NULL at a state at which the independent speeds do not determine the others: a singular configuration, or
// one that needs other independent speeds (a new object at this state chooses them).
JN_API const double *jn_dynamics_B(jn_dynamics *dynamics);      // nv x nindependent
JN_API const double *jn_dynamics_c(jn_dynamics *dynamics);      // nv
JN_API const double *jn_dynamics_e(jn_dynamics *dynamics);      // nv
JN_API const double *jn_dynamics_Mi(jn_dynamics *dynamics);     // nindependent x nindependent
JN_API const double *jn_dynamics_biasi(jn_dynamics *dynamics);  // nindependent

// ---- forward and inverse dynamics -----------------------------------------------------------------------------------
// Computes vdot (nv) and lambda (nc; NULL: not wanted) under additional generalised forces tau (nv; NULL: none). lambda
// of redundant equations is 0. Returns JN_SINGULAR where B does not exist or Mi is not positive definite.
JN_API jn_status jn_dynamics_accelerations(jn_dynamics *dynamics, const double *tau, double *vdot, double *lambda);
// Computes tau = M vdot + bias (nv): the generalised forces under which the mechanism has the accelerations vdot (nv)
// without constraint forces. vdot should satisfy G vdot = gamma.
JN_API void jn_dynamics_inverse(jn_dynamics *dynamics, const double *vdot, double *tau);
// Computes taui = Mi vidot + biasi (nindependent): the generalised forces on the independent speeds alone, such as the
// torques of motors at their joints, that give these the accelerations vidot. JN_SINGULAR where B does not exist.
JN_API jn_status jn_dynamics_inverse_independent(jn_dynamics *dynamics, const double *vidot, double *taui);

// ---- points and frames ----------------------------------------------------------------------------------------------
// A frame is found by jn_model_find_frame: "foot.sole", or "foot" for the body's own frame. p: a point in the axes of
// this frame, m; NULL: its origin. The motion of a point has 6 rows, its velocity (m/s) and the angular velocity of the
// body (rad/s) in ground axes; in the plane 3 rows, x, y and the rotation.
JN_API int jn_dynamics_nrows(const jn_dynamics *dynamics);  // 6 or 3
// All frames are 0 ... nframes - 1. Writes the name of one to `text`, "crank.A" or "crank", and returns it.
JN_API int jn_dynamics_nframes(const jn_dynamics *dynamics);
JN_API const char *jn_dynamics_frame_name(const jn_dynamics *dynamics, jn_frame frame, char *text, size_t size);
// Writes the position of the point (m) and the quaternion of the frame (w, x, y, z), JN_POSE numbers.
JN_API void jn_dynamics_pose(jn_dynamics *dynamics, jn_frame frame, const double *p, double *pose);
JN_API void jn_dynamics_velocity(jn_dynamics *dynamics, jn_frame frame, const double *p, double *velocity);  // nrows
// Writes the acceleration for vdot (nv), nrows; NULL: for vdot = 0, the term Jdot v.
JN_API void jn_dynamics_acceleration(jn_dynamics *dynamics, jn_frame frame, const double *p, const double *vdot,
                                     double *acceleration);
// Writes J, nrows x nv: velocity = J v. By virtual work J' F are the generalised forces of a force and torque F there.
JN_API void jn_dynamics_jacobian(jn_dynamics *dynamics, jn_frame frame, const double *p, double *J);
// Writes J B, nrows x nindependent. JN_SINGULAR where B does not exist.
JN_API jn_status jn_dynamics_jacobian_independent(jn_dynamics *dynamics, jn_frame frame, const double *p, double *Ji);

// ---- the whole mechanism --------------------------------------------------------------------------------------------
JN_API double jn_dynamics_mass(const jn_dynamics *dynamics);  // of all bodies, kg
// Writes position (m) and velocity (m/s) of the centre of mass, 3 numbers each; zeros if there is no mass.
JN_API void jn_dynamics_com(jn_dynamics *dynamics, double position[3], double velocity[3]);
// Writes the momentum of all bodies, kg m/s, and their angular momentum about a point in ground axes (m; NULL: about
// the centre of mass), kg m^2/s. Armatures of joints are not part of it.
JN_API void jn_dynamics_momentum(jn_dynamics *dynamics, const double *about, double linear[3], double angular[3]);
// Writes the Jacobian of the centre of mass, 3 x nv (in the plane 2 x nv).
JN_API void jn_dynamics_com_jacobian(jn_dynamics *dynamics, double *J);
JN_API double jn_dynamics_kinetic(jn_dynamics *dynamics);    // 1/2 v' M v, J
JN_API double jn_dynamics_potential(jn_dynamics *dynamics);  // J

// ---- names and units ------------------------------------------------------------------------------------------------
// Names of the nstate numbers of a state, in their order: "time", coordinates ("crank.com.x", "joint.O.angle"), speeds
// ("crank.com.vx", "joint.O.angle_rate"), auxiliary states as jn_state_name, discrete states of the model, and
// "stored.N" for a number that the engine keeps between steps. Names that are those of signals have their values.
// Others:
//   chassis.com.own.vx          velocity of the centre of mass of a free body, in body axes (joint coordinates)
//   joint.O.1, joint.O.1_rate   an angle of a joint with several angles, and its rate
//   joint.O.qw, joint.O.wx      rotation of a ball joint, and its angular velocity in axes of the outer body
//   rod.axis_x.y                component of an axis of a body (natural coordinates)
// Units: "s", "m", "rad/s", ...; "" for a number or where it is not known.
JN_API const char *jn_dynamics_state_name(const jn_dynamics *dynamics, int i);
JN_API const char *jn_dynamics_state_unit(const jn_dynamics *dynamics, int i);
JN_API const char *jn_dynamics_speed_name(const jn_dynamics *dynamics, int i);  // of v[i], i < nv
JN_API const char *jn_dynamics_speed_unit(const jn_dynamics *dynamics, int i);
JN_API const char *jn_dynamics_force_unit(const jn_dynamics *dynamics, int i);     // of tau[i]: power per speed
JN_API int jn_dynamics_speed_find(const jn_dynamics *dynamics, const char *name);  // -1: none

// ---- outputs of the model -------------------------------------------------------------------------------------------
JN_API int jn_dynamics_noutputs(const jn_dynamics *dynamics);
JN_API const char *jn_dynamics_output_name(const jn_dynamics *dynamics, int i);
JN_API const char *jn_dynamics_output_unit(const jn_dynamics *dynamics, int i);
// Returns the outputs without additional forces tau, with the multipliers of redundant joints as runs distribute them
// (least strain energy). NULL: an output needs accelerations, and there are none (see jn_dynamics_accelerations).
JN_API const double *jn_dynamics_outputs(jn_dynamics *dynamics);

#ifdef __cplusplus
}
#endif
#endif
