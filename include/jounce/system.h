// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// system.h - the equations of a model in chosen coordinates.
//
//   qdot = N(q) v                                  N = I but for quaternions
//   M(q) vdot + G(q,t)' lambda = f(t,q,v,z,s,u)    nv equations; the constraint force on the system is -G' lambda
//   phi(q,t,z) = 0                                 nh holonomic constraint equations
//   G v = nu(q,t,z)                                nc = nh + nn of velocity, the last nn nonholonomic
//   G vdot = gamma(t,q,v,z)                        z: of drivers that follow a signal, else these are free of z
//   zdot = g(t,q,v,z,s,u)                          auxiliary states
//   s                                              discrete states; changed only by events
//   events: roots e(t,...) = 0 and time events
// A row is one of the nc constraint equations.
//
// A jn_system is constant; each thread has its own jn_work. Evaluation goes in stages, each reusing the last:
//   jn_calc_position(t, q, z, s), then jn_calc_velocity(v), then jn_calc_force(z).
//
// Example: a pendulum of 2 kg, horizontal, 1 m from its hinge, J = 6 + 2 kg m^2 about it: vdot = -2 * 10 / 8 rad/s^2.
//
//   #include <jounce/system.h>
//   #include <math.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: plane, gravity: [0, -10], bodies: {bar: {mass: 2, inertia: 6, points:"
//                        " {O: [-1, 0]}}}, joints: {O: {type: revolute, between: [ground, bar.O]}}}";
//     jn_model *model = jn_model_read_text(NULL, "pendulum", text, strlen(text), NULL, 0, NULL);
//     jn_system *system = jn_system_new(model, "joint", NULL);  // q: the angle; no constraint equation
//     jn_work *work = jn_work_new(system);
//     double state[16] = {0}, M, vdot = 0;
//     jn_status status = jn_system_initial_state(system, state);
//     if (status == JN_OK) status = jn_solve_acceleration(system, work, state, &vdot, NULL);
//     jn_get_M(system, work, &M);
//     jn_work_free(work);
//     jn_system_free(system);
//     jn_model_free(model);
//     return status == JN_OK && fabs(M - 8) < 1e-9 && fabs(vdot + 2.5) < 1e-9 ? 0 : 1;
//   }
#ifndef JOUNCE_SYSTEM_H
#define JOUNCE_SYSTEM_H

#include "jounce/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct jn_system jn_system;
typedef struct jn_work jn_work;

enum { JN_DIRECTION_NAME = 320 };  // size of the name of a coordinate: "chassis.x", "joint.hub.angle"

typedef struct {
  int nq, nv;      // coordinates, speeds
  int nh, nn, nc;  // holonomic, nonholonomic, all rows
  int nz, ns, nu;  // auxiliary states, discrete states, inputs
  int nroots;  // root functions, in this order: of forces (contact, sticking), of events, of subsystems, of contacts
  int force_roots, subsystem_roots;  // how many are of forces and of subsystems
  int contact_roots;                 // and of contacts
  int nstate;                        // length of the flat state block: t, q, v, z, s
} jn_sizes;

// coordinates: "cartesian", "natural" or "joint"; NULL: cartesian. Returns NULL, with faults in the report, when the
// model does not allow them.
JN_API jn_system *jn_system_new(const jn_model *model, const char *coordinates, jn_report *report);
JN_API void *jn_system_free(jn_system *system);
JN_API jn_sizes jn_system_sizes(const jn_system *system);
JN_API const jn_model *jn_system_model(const jn_system *system);
JN_API const char *jn_system_coordinates(const jn_system *system);
// Returns the system of the same model in cartesian coordinates, in which initial values are defined and joints are
// assembled: the system itself, or one that belongs to it.
JN_API const jn_system *jn_system_cartesian(const jn_system *system);
JN_API jn_work *jn_work_new(const jn_system *system);
JN_API void *jn_work_free(jn_work *work);

// The state block is flat: save and load are a copy. Parts of it, in order: t, q[nq], v[nv], z[nz], s[ns].
JN_API double *jn_state_q(const jn_system *system, double *state);
JN_API double *jn_state_v(const jn_system *system, double *state);
JN_API double *jn_state_z(const jn_system *system, double *state);
JN_API double *jn_state_s(const jn_system *system, double *state);
// Name of the auxiliary state z[i]: "x1", "force.tyre.deflection_x", "driver.motor.rate", "energy.work".
JN_API const char *jn_state_name(const jn_system *system, int i, char *text, size_t size);
// The model's initial values (guesses and kept alike), not yet assembled; jn_start assembles them. JN_OK or
// JN_NO_MEMORY.
JN_API jn_status jn_system_initial_state(const jn_system *system, double *state);

// Converts a state to the coordinates of another system of the same model.
JN_API void jn_state_convert(const jn_system *from, const double *state, const jn_system *to, double *converted);

// ---- joint coordinates: the spanning tree of the bodies ------------------------------------------
// Joints of the tree have coordinates, the others are cut and have constraint equations. Each cut joint between two
// bodies closes a loop, which contains the ground if the bodies have no other common ancestor. Other coordinates have
// no tree and no loops.
JN_API int jn_tree_nloops(const jn_system *system);
JN_API jn_joint jn_tree_loop_joint(const jn_system *system, int loop);  // the cut joint
// Lists the bodies of the loop, from the cut joint's first end to its second, at most `most`; returns their number.
JN_API int jn_tree_loop_bodies(const jn_system *system, int loop, jn_body *bodies, int most);
// Returns a sentence that explains why the joint was cut.
JN_API const char *jn_tree_loop_reason(const jn_system *system, int loop, char *text, size_t size);

// In the model inputs are functions of time; a program may hold one at a value of its own (NaN releases it).
JN_API int jn_input_find(const jn_system *system, const char *name);  // -1: none
JN_API void jn_work_hold_input(jn_work *work, int input, double value);

// ---- stages --------------------------------------------------------------------------------
// z: contains position, rate and acceleration of drivers that follow a signal; NULL: those in the work.
JN_API void jn_calc_position(const jn_system *system, jn_work *work, double t, const double *q, const double *z,
                             const double *s);
JN_API void jn_calc_velocity(const jn_system *system, jn_work *work, const double *v);
JN_API void jn_calc_force(const jn_system *system, jn_work *work, const double *z);

// Results of the stages, as dense row-major copies for inspection and tests; the solvers work on blocks.
JN_API void jn_get_phi(const jn_system *system, const jn_work *work, double *phi);      // nh, after position
JN_API void jn_get_G(const jn_system *system, const jn_work *work, double *G);          // nc x nv, after position
JN_API void jn_get_M(const jn_system *system, const jn_work *work, double *M);          // nv x nv, after position
JN_API void jn_get_nu(const jn_system *system, const jn_work *work, double *nu);        // nc, after position
JN_API void jn_get_gamma(const jn_system *system, const jn_work *work, double *gamma);  // nc, after velocity
JN_API void jn_get_f(const jn_system *system, const jn_work *work, double *f);          // nv, after force
// Returns JN_POSE numbers for each body, position (m) and quaternion of its frame, the ground first; after position.
enum { JN_POSE = 7 };
JN_API void jn_get_poses(const jn_system *system, const jn_work *work, double *poses);
// nz, after force (work state: see jn_get_power)
JN_API void jn_get_zdot(const jn_system *system, const jn_work *work, double *zdot);
JN_API double jn_get_kinetic(const jn_system *system, const jn_work *work);    // T, J, after velocity
JN_API double jn_get_potential(const jn_system *system, const jn_work *work);  // V, J, after force
// of the forces without a potential, W, after force
JN_API double jn_get_power(const jn_system *system, const jn_work *work);
// nv, along tangent steps, after force
JN_API void jn_get_potential_gradient(const jn_system *system, jn_work *work, double *dV);

// Acceleration and multipliers of the index-1 form at (t, state); both may be NULL. For a single state; runs go through
// simulate.h.
JN_API jn_status jn_solve_acceleration(const jn_system *system, jn_work *work, const double *state, double *vdot,
                                       double *lambda);

// ---- manifold ------------------------------------------------------------------------------
JN_API void jn_calc_qdot(const jn_system *system, const double *q, const double *v, double *qdot);  // N(q) v
// q (+) d, d in tangent space
JN_API void jn_manifold_step(const jn_system *system, const double *q, const double *d, double *out);
// q1 = q0 (+) d
JN_API void jn_manifold_difference(const jn_system *system, const double *q0, const double *q1, double *d);
// Computes the derivative T(d), nv x nv, of a finite step by its increment: q (+) (d + e) = (q (+) d) (+) T e + O(e^2).
JN_API void jn_manifold_tangent(const jn_system *system, const double *d, double *T);
JN_API void jn_manifold_normalize(const jn_system *system, double *q);

// ---- derivatives -----------------------------------------------------------------------------
JN_API void jn_calc_Mdot(const jn_system *system, jn_work *work, double *Mdot);  // nv x nv, after velocity
JN_API void jn_calc_Gdot(const jn_system *system, jn_work *work, double *Gdot);  // nc x nv, after velocity
// Derivatives by tangent increments at the current stage, row-major; NULL: not requested. `exact` is false if a kind
// has no tangent, so that differences were used; `which` then names one such element. With vdot, df_dq is the
// derivative of f - M vdot, which differs in joint coordinates, where M varies and f contains the velocity terms.
typedef struct {
  double *df_dq, *df_dv;          // nv x nv
  double *dgamma_dq, *dgamma_dv;  // nc x nv
  double *dGtlambda_dq;           // nv x nv, for the given lambda
  const double *vdot;             // nv, given; NULL: zero
  bool exact;
  char which[96];
} jn_tangents;
JN_API void jn_calc_tangents(const jn_system *system, jn_work *work, const double *state, const double *lambda,
                             jn_tangents *out);

// ---- between two configurations ----------------------------------------------------------------
// Discrete gradients along d = difference(q0, q1): dV . d = V(q1) - V(q0) and Gd d = phi(q1) - phi(q0), both exact to
// rounding, and equal to the gradients when q1 -> q0. Refused, with its name, when a force has no potential.
JN_API jn_status jn_calc_discrete_gradients(const jn_system *system, jn_work *work, double t, const double *q0,
                                            const double *q1, const double *s, double *dV, double *Gd,
                                            jn_report *report);

// ---- events ---------------------------------------------------------------------------------
JN_API void jn_calc_roots(const jn_system *system, jn_work *work, const double *state, double *e);  // nroots
JN_API const char *jn_root_name(const jn_system *system, int i);
// Kinds of events at a root or a given time. The index of an event is that of the event, force, subsystem or contact in
// its section.
typedef enum {
  JN_EVENT_MODEL,    // an event of the section `events`
  JN_EVENT_CONTACT,  // contact of a force begins or ends, or it begins to stick or to slide
  JN_EVENT_JUMP,     // a subsystem changes its discrete states
  JN_EVENT_SAMPLE,   // a subsystem takes its sample
  JN_EVENT_TOUCH,    // a contact hits, closes, opens, or begins to slip or stick
  JN_NEVENT_KINDS
} jn_event_kind;
JN_API int jn_root_direction(const jn_system *system, int i);
// Returns the first time after t at which forces may jump (knots of inputs, breaks of expressions, time events);
// HUGE_VAL: none.
JN_API double jn_next_time_event(const jn_system *system, double t);
// Applies the event of root i, or with i = -1 all time events at the state's t, to z and s. *stop: the event ends the
// run.
JN_API void jn_apply_event(const jn_system *system, jn_work *work, int i, double *state, bool *stop);
// Stores angle and rate of rotating joints in the state, so that angles are counted over full revolutions. Call it at
// accepted steps. Values of signals do not change.
JN_API void jn_update_windings(const jn_system *system, jn_work *work, double *state);

// ---- contacts -------------------------------------------------------------------------------
// A contact at a state.
typedef struct {
  const char *name;
  int npairs, npoints;  // pairs of shapes; points at which they can touch
  int nleft_out;        // pairs of `among` whose bodies have a common joint
  int ntouching;        // points whose gap is zero, up to 1e-9 of the size of the shapes
  double least_gap;     // m; NaN: out of memory
  jn_shape nearest[2];  // the shapes with the least gap; i < 0: out of memory
} jn_contact_info;
JN_API jn_contact_info jn_contact_get(const jn_system *system, jn_contact contact, const double *state);

// ---- signals --------------------------------------------------------------------------------
typedef struct jn_probe jn_probe;  // a compiled list of outputs
// The outputs `names` (n of them), and with_outputs those of the model. NULL with faults in the report.
JN_API jn_probe *jn_probe_new(const jn_system *system, const char *const *names, int n, bool with_outputs,
                              jn_report *report);
JN_API void *jn_probe_free(jn_probe *probe);
JN_API int jn_probe_count(const jn_probe *probe);
JN_API const char *jn_probe_name(const jn_probe *probe, int i);
JN_API jn_dimension jn_probe_dimension(const jn_probe *probe, int i);
// Returns the unit of its values: the SI unit of the dimension, "" for a number, or the unit requested by the model.
JN_API const char *jn_probe_unit(const jn_probe *probe, int i);
JN_API bool jn_probe_needs_acceleration(const jn_probe *probe);
// vdot and lambda may be NULL when no output needs them.
JN_API void jn_probe_calc(const jn_probe *probe, jn_work *work, const double *state, const double *vdot,
                          const double *lambda, double *values);

// ---- names of constraint equations -------------------------------------------------------------
// "joint 'A' (equation 2, coincidence y)"
JN_API const char *jn_row_name(const jn_system *system, int row, char *text, size_t size);
// an equation of angle or direction (rad), else of length (m)
JN_API bool jn_row_is_angle(const jn_system *system, int row);

#ifdef __cplusplus
}
#endif
#endif
