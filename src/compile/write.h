// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write.h - writes the equations of a system in joint coordinates into a graph: kinematics along the spanning tree,
// constraint equations and forces, with nodes instead of the numbers of system/tree/tree.h and
// formulation/reduced/reduced.h.
//
// Variables of the graph, in this order: t, q, v, z, s, inputs, memory; of q, v and z only the selected ones. An input
// of NaN follows the function of time that the model specifies (jn_work_hold_input). A planar system is written as a
// spatial one without motion along z; the zeros vanish in the graph.
//
// A *base* is a free body or the ground. Links that descend from a free body are expressed in its axes, with its centre
// of mass as origin: vectors fixed in the base are then constants.
#ifndef JNI_WRITE_H
#define JNI_WRITE_H

#include "force/force_code.h"
#include "symbolic/node_values.h"
#include "symbolic/vector.h"
#include "system/plan.h"
#include "system/signal_code.h"
#include "system/tree/tree.h"

enum { JNI_MOST_LINK_SPEEDS = 6 };

// Motion of a body at its centre of mass. The bias is the acceleration for vdot = 0.
typedef struct {
  jni_vec v, w;    // velocity of the centre of mass, m/s; angular velocity, rad/s
  jni_vec bv, bw;  // bias of v, m/s^2; bias of w, rad/s^2
} jni_com_motion;

// Spatial motion vector (Featherstone) about the origin of a base: v is the linear part at that origin, w the angular
// part. All links of a base share this origin and these axes, so their motion vectors add without a shift.
typedef struct {
  jni_vec v, w;
} jni_motion_vec;

// Spatial velocity V relative to a link and its bias acceleration A, the spatial acceleration for vdot = 0.
typedef struct {
  jni_motion_vec V, A;
} jni_spatial_motion;

// Elementary axis of a joint: contributes e * v[speed] to the spatial velocity of the link.
typedef struct {
  jni_motion_vec e;
  int speed;  // index among the speeds of the link
} jni_joint_axis;

// Graph nodes of the pose and motion of one link, in the axes of its base B. Frames: b body axes, F joint frame on the
// link (b itself in the plane and on free bodies), L joint frame on the parent.
typedef struct {
  int base;            // link that is the base; 0: the ground
  jni_mat R;           // R_Bb
  jni_mat F;           // R_BF
  bool constant_axis;  // space: F = L Rz(angle) with constant L
  jni_mat L;           // R_BL; valid if constant_axis
  jni_node cos, sin;   // of the angle of Rz; valid if constant_axis
  jni_vec r;           // centre of mass from the base's centre of mass, or from the ground's origin, m
  jni_vec o;           // the same, but on the ground from jni_writer.origin
  jni_node angle;      // plane: angle of the body relative to the base, rad
  jni_joint_axis axes[JNI_MOST_LINK_SPEEDS];  // from parent to child; each axis is carried by the axes before it
  int naxes;
  bool simultaneous;                       // spherical: the axes do not carry each other
  jni_motion_vec S[JNI_MOST_LINK_SPEEDS];  // motion subspace: column k is the sum of the axes of speed k
  jni_spatial_motion spatial;              // relative to the base
  jni_com_motion motion;                   // relative to the ground
} jni_link_nodes;

// Pose of a base: body axes to ground axes, and centre of mass from the origin of the ground, m.
typedef struct {
  jni_mat R;
  jni_vec r;
} jni_base_pose;

// Pose and motion of a link from a table (tables/pose_tables.h), as functions of independent speeds, about the origin
// of its base and in its axes. nspeeds = 0: the link has no table and is computed from its parent.
enum { JNI_MOST_TABLE_SPEEDS = 3 };
typedef struct {
  int nspeeds, speed[JNI_MOST_TABLE_SPEEDS];
  jni_mat R;                                     // R_Bb: body axes to base axes
  jni_vec o;                                     // from the origin of the base to the centre of mass, m
  jni_motion_vec column[JNI_MOST_TABLE_SPEEDS];  // spatial velocity of the link per unit of each speed
  jni_motion_vec bias;                           // spatial acceleration of the link for vdot = 0
} jni_tabulated_link;

// Pose and motion of a body as a constraint equation between two bodies needs them. With the ground as common ancestor
// they are relative to the ground, in its axes; otherwise motion is relative to the ancestor, in the axes of the base.
typedef struct {
  int link;
  jni_mat R;  // body axes to the axes of the constraint
  jni_vec r;  // from the origin of these axes to the centre of mass, m
  jni_com_motion m;
} jni_body_kinematics;

// Wrench: force f, N, and moment n, N m.
typedef struct {
  jni_vec f, n;
} jni_wrench;

// Term t . v + r . w of one link in a velocity equation; v is the linear part at the origin of the link's base.
typedef struct {
  int row, link;
  jni_vec t, r;
} jni_row_term;

// Length or angle along which a force acts, from a table, as a function of independent speeds. nspeeds = 0: there is no
// table, x is computed from the poses.
typedef struct {
  int nspeeds, speed[JNI_MOST_TABLE_SPEEDS];
  jni_node x;                             // m or rad
  jni_node slope[JNI_MOST_TABLE_SPEEDS];  // derivative with respect to the coordinate of each speed
  jni_node bias;                          // second time derivative for vdot = 0
} jni_tabulated_length;

// Coordinates, speeds and states that are variables of the graph. The others are zero until they are written:
// coordinates and speeds follow from tables or constant couplings (tables/loop_tables.h), states of forces from the
// motion (jni_write_force_state).
typedef struct {
  int nq, nv, nz;      // numbers of selected coordinates, speeds and states
  bool *q, *v, *z;     // flags of all coordinates, speeds and states of the system: it is a variable
  const bool *unused;  // nv: dependent speeds that nothing reads and no table gives; NULL: none
  // nq: numbers that the coordinates that are not selected have until they are written, where Newton's method starts;
  // NULL: zero
  const double *newton_start;
} jni_selection;

enum { JNI_REFUSED_SIZE = 400 };

// Code of a force element, which is written once and then read by signals.
typedef struct {
  bool done;
  const char *fault;    // reason why the element has no compiled form; NULL: it has one
  jni_code_output out;  // length, forces and torques, power, rates of states
  int base;             // link in whose axes forces and torques are; 0: the ground
} jni_written_force;

// Distribution of the load among redundant joints (write_share.c).
typedef struct {
  int n;               // number of redundant constraint equations
  jni_node *N;         // n x nc: null vectors of G'
  jni_values *values;  // values of nodes at the nominal state
  bool done;           // lambda and joint_wrenches of the writer contain the shared loads
} jni_written_share;

typedef struct {
  jni_pool pool;
  jni_graph *g;
  const jn_system *system;
  bool plane;
  // a point near the joints on the ground, in ground axes, m: links on the ground have their motion vectors about it
  double origin[3];
  jni_node t, *q, *v, *z, *s, *u;
  jni_node *motions;                              // 3 nodes of each driver: position, rate and acceleration
  jni_link_nodes *links;                          // of each link of the tree
  jni_base_pose *bases;                           // of each link that is a base: pose relative to the ground
  const jni_tabulated_link *tabulated_links;      // of each link; NULL: no link has a table
  const jni_tabulated_length *tabulated_lengths;  // of each force; NULL: no length has a table
  // of each body, relative to the ground; link = 0: the body has no table; NULL: no body has
  const jni_body_kinematics *table_kinematics;
  // of each force: its load comes from tables/force_tables.h; NULL: no load does
  const bool *tabulated_forces;
  jni_wrench *loads;  // of each link: force on the body, moment about its centre of mass, in axes of the base
  jni_node *along;    // nv: generalised forces along joint coordinates
  jni_written_force *forces;
  // of each force: its load is not added to the loads (jni_write_separate_force); NULL: all are added
  const bool *separate;
  bool *grouped;       // of each force: its load is written together with others (jni_write_force_groups)
  bool derived;        // the code will be differentiated: elements with states are written one by one
  jni_node *zdot;      // nz: rates of states
  jni_node *computed;  // of each computed signal of the model: its node; -1: not written yet
  jni_node *G;         // nc x nv: Jacobian of the constraint equations
  // nc: violations, right sides of the velocity equations, right sides of the acceleration equations
  jni_node *phi, *nu, *gamma;
  jni_row_term *row_terms;  // nrow_terms: terms of the constraint equations, without those of joint coordinates
  int nrow_terms, row_terms_capacity;
  jni_node *m;                    // memory of the ends of steps (states/step_end.h)
  jni_node *subsystem_values;     // inputs of all subsystems, in the order of jn_work
  jni_node *subsystem_outputs;    // outputs of all subsystems, and rates of their states
  bool *subsystem_done;           // JNI_STAGES flags for each subsystem: the stage is written
  const jni_node *vdot;           // nv: accelerations; NULL: not written yet
  const jni_node *lambda;         // nc: multipliers; NULL: not written yet
  const jni_node *active_lambda;  // nc: multipliers of the active equations, zero for redundant ones
  jni_written_share share;        // data of redundant equations
  // power of drivers if masses are tabulated (tables/mass_tables.h); JNI_UNWRITTEN: it follows from the multipliers
  jni_node driver_power;
  jni_motion_vec *vdot_accelerations;  // of each link: spatial acceleration by vdot, without its bias
  jni_wrench *joint_wrenches;          // of each link: wrench of its joint on it, about the origin of its base
  double energy_begin;                 // energy at the start, from which energy.error is measured, J
  jni_node energy_variable;            // variable that holds energy_begin instead of the number; 0: none
  char refused[JNI_REFUSED_SIZE];      // why the system has no compiled form, the first reason; empty: it has one
} jni_writer;

// Records in w->refused why the system has no compiled form, unless a reason was recorded before. Returns false.
bool jni_refuse(jni_writer *w, const char *format, ...) JN_PRINTF(2, 3);

// ---- write.c
jni_writer *jni_writer_new(jni_graph *g, const jn_system *system);  // returns NULL without memory
// Makes a writer whose graph has variables only for the selected coordinates, speeds and states; the others are zero
// until they are written. selection NULL: all are selected. Returns NULL without memory.
jni_writer *jni_writer_new_selected(jni_graph *g, const jn_system *system, const jni_selection *selection);
// selects everything in *out; returns false without memory
bool jni_select_all(jni_pool *pool, const jn_system *system, jni_selection *out);
// Deselects the friction states that force elements can do without (force/force_code.h).
void jni_omit_friction_states(const jn_system *system, jni_selection *selection);
void *jni_writer_free(jni_writer *w);  // returns NULL
int jni_writer_nvariables(const jn_system *system);
int jni_writer_nselected(const jn_system *system, const jni_selection *selection);

// ---- write_motion.c
// Writes the nodes of all inputs: the input's variable if that is a number, else (NaN) the model's function of time.
void jni_write_inputs(jni_writer *w);
void jni_write_motions(jni_writer *w);

// ---- write_links.c
// Writes poses and motion subspaces of all links and bases at w->q, into w->links and w->bases.
void jni_write_positions(jni_writer *w);
// Returns the nodes of a constant vector, given in the axes of a link's body, in the axes of the link's base.
jni_vec jni_write_body_vector(jni_writer *w, int link, const double vector[3]);

// ---- write_velocity.c
// Writes the spatial motion and the motion of the centre of mass of all links at w->v, into w->links.
void jni_write_velocities(jni_writer *w);
// These return the motion of a link for equations of a loop with the common ancestor `to`, in the axes of the link's
// base. If `to` is a link beyond the base, it is the motion relative to `to`, which does not depend on the motion of
// that link; relative to the base if there are more than 64 links between. Otherwise the first returns the motion
// relative to the base, the second for `to` = 0 that relative to the ground. The first returns it about the base's
// origin, the second at the centre of mass.
jni_spatial_motion jni_write_spatial_motion(jni_writer *w, int link, int to);
jni_com_motion jni_write_relative_motion(jni_writer *w, int link, int to);
jni_motion_vec jni_motion_add(jni_graph *g, jni_motion_vec a, jni_motion_vec b);
jni_motion_vec jni_motion_scale(jni_graph *g, jni_node k, jni_motion_vec a);
// These return velocity and acceleration of a point fixed in a body with this motion; p: from the origin of the base to
// the point. velocity: that of the same point.
jni_vec jni_point_velocity(jni_graph *g, const jni_spatial_motion *motion, jni_vec p);
jni_vec jni_point_acceleration(jni_graph *g, const jni_spatial_motion *motion, jni_vec p, jni_vec velocity);

// ---- write_loads.c: force elements, from positions and velocities
// Writes a force element and returns its code; returns the earlier code if it was written before. Adds its loads to
// those of the links and along joint coordinates, its power to that of forces, and the rates of its states, unless its
// load comes from a table, a group or a separate force. Elements whose signals it reads are written first.
const jni_written_force *jni_write_force(jni_writer *w, int force);
// Returns the node of a state of a force: its variable or, if that is omitted, what the code of the force gives
// instead.
jni_node jni_write_force_state(jni_writer *w, int force, int state);
// Writes the groups of force elements and then all others by jni_write_force, except those whose load is tabulated or
// separate. Returns false with a fault in the report if one has no compiled form. Without memory the pool of the writer
// or of the graph is marked failed.
bool jni_write_loads(jni_writer *w, jn_report *report);
// Adds a force f at the centre of mass and a moment n about it, both in the axes of the base `base`, to the load of a
// link.
void jni_add_load(jni_writer *w, int link, int base, jni_vec f, jni_vec n);
// Adds a power, W, to the rate of the state that integrates the work of forces.
void jni_add_power(jni_writer *w, jni_node power);
// Force element along a length or joint coordinate x whose load is not added to the loads of the writer.
typedef struct {
  jni_code_input in;
  jni_node x, rate;   // x, m or rad; xdot
  jni_node bias;      // xddot for zero acceleration of the independent speeds
  jni_wrench *loads;  // nlinks: loads of a unit force in the direction of growing x
  jni_node *along;    // nv: generalised forces of a unit force in that direction
} jni_separate_force;
// Fills *out for a force element along a length or joint coordinate, without adding its load. wdot: nv, all
// accelerations while the accelerations of the independent speeds are zero; not used if the length is tabulated.
// Returns false without memory.
bool jni_write_separate_force(jni_writer *w, int force, const jni_node *wdot, jni_separate_force *out);
// Returns the node of the potential energy of a force element along a length or joint coordinate, J, at the value x.
jni_node jni_separate_potential(jni_writer *w, int force, jni_node x);
// Adds the load of a separate force element to the loads of the writer, and writes its force into the element's code
// (w->forces). force_along_x: its force in the direction of growing x, N or N m.
void jni_add_separate_load(jni_writer *w, int force, const jni_separate_force *own, jni_node force_along_x);

// ---- write_force_groups.c
// Writes groups of elements on one body that differ only by their position there, each group by one call. Elements that
// belong to no group are not written here.
void jni_write_force_groups(jni_writer *w);

// ---- write_inertia.c
// Request for the mass matrix and forces of n columns of speeds: M = B' M_all B, f = B' (f_all - M_all wdot), with
// M_all and f_all those of all speeds; f_all from the loads and the generalised forces of the writer, weight, and the
// inertia forces for vdot = 0.
typedef struct {
  const jni_node *B;     // nv x n: columns; NULL: the unit matrix
  const jni_node *wdot;  // nv: accelerations; NULL: zero
  int n;
  jni_node *M;  // n x n, lower half: result of jni_write_inertia; not used otherwise
  jni_node *f;  // n: result
} jni_reduction;
// Fills reduction->M and reduction->f.
void jni_write_inertia(jni_writer *w, const jni_reduction *reduction);
// Fills reduction->f = B' f for the given loads (nlinks) and generalised forces along joint coordinates (nv) only,
// without weight and inertia forces.
void jni_write_generalised_forces(jni_writer *w, const jni_reduction *reduction, const jni_wrench *loads,
                                  const jni_node *along);

// ---- write_rows.c
// These write phi, nu, G and gamma into the writer: the first of all constraint equations, the second of one primitive,
// whose rows must be zero before.
void jni_write_rows(jni_writer *w);
void jni_write_row(jni_writer *w, const jni_primitive *row);

// Returns the last link that lies on the branches of both links to the root; 0: the ground.
int jni_common_ancestor(const jn_system *system, int link, int other);
// Returns the pose and motion of a body for an equation between two bodies whose common ancestor is the link
// `ancestor`.
jni_body_kinematics jni_write_body_kinematics(jni_writer *w, int body, int ancestor);
// Returns the node of the angle of a link's body in the plane, rad: relative to the ground if the ancestor is the
// ground, otherwise relative to the link's base.
jni_node jni_plane_angle(const jni_writer *w, int link, int ancestor);
// Adds t . v + r . w of one body, v at its centre of mass, to the velocity equation `row`: its coefficients to G, for
// the speeds between the body and the common ancestor, minus its bias to gamma, and the term to w->row_terms.
void jni_add_body_terms(jni_writer *w, int row, int ancestor, const jni_body_kinematics *body, jni_vec t, jni_vec r);

// ---- write_contact.c: discs on planes
void jni_write_contact(jni_writer *w, const jni_primitive *p, int ancestor);

// ---- write_coordinates.c
// Joint coordinate between two bodies. Its rate is the sum over both of t . v + r . w, in the axes of the base of their
// common ancestor.
typedef struct {
  jni_node value, rate, bias;  // value, m or rad; its rate; its second derivative for vdot = 0
  jni_vec t[2], r[2];          // of each body
  int ancestor;
  jni_body_kinematics body[2];
} jni_written_coordinate;
jni_written_coordinate jni_write_coordinate(jni_writer *w, int coordinate);
void jni_write_coordinate_row(jni_writer *w, const jni_primitive *p);

// ---- write_signal.c
jni_written_frame jni_write_frame(jni_writer *w, int frame);
// Returns the node of a signal's value; JNI_UNWRITTEN if it has no compiled form, with the reason in w->refused.
jni_node jni_write_signal(jni_writer *w, const jni_signal *signal);
// Returns the node of its value; JNI_ZERO without an expression, JNI_UNWRITTEN if a signal has no compiled form.
jni_node jni_write_formula(jni_writer *w, const jni_formula *formula);

// ---- write_energy.c
jni_vec jni_write_moment_of(jni_writer *w, int link, jni_vec turning);  // returns R J R' turning in axes of the base
jni_node jni_write_kinetic(jni_writer *w);
jni_node jni_write_potential(jni_writer *w);
// returns the angular momentum of a body about its centre of mass, ground axes, N m s
jni_vec jni_write_spin(jni_writer *w, int body);

// ---- write_quaternion.c
jni_node jni_write_quaternion(jni_writer *w, int body, int component);

// ---- write_subsystem.c
// Writes a stage of a subsystem after the stages before it, unless it was written already. Returns false with a reason
// in w->refused if it has no compiled form.
bool jni_write_stage(jni_writer *w, int subsystem, int stage);
// Writes the states of a subsystem after its pending jumps, and after its samples since the time `before`, into the
// lists z and s of all states. Sets *fails, if its kind can fail, to a node that is nonzero if the subsystem cannot
// continue. Does nothing but write its stages if its kind has no jumps. Returns false if it has no compiled form.
bool jni_write_jump(jni_writer *w, int subsystem, jni_node before, jni_node *z, jni_node *s, jni_node *fails);

// ---- write_states.c
// Writes the rates of all states except those of forces into w->zdot. Returns false with a reason in w->refused.
bool jni_write_states(jni_writer *w);
// Adds the power of drivers, -lambda . nu, to the rate of the state that integrates the work of forces. To be called
// after the equations of motion are solved.
void jni_write_driver_work(jni_writer *w);

// ---- write_reaction.c: after the equations of motion are solved
// Stores vdot in the writer and writes the accelerations of all links. Fills left (nv) with f - M vdot, which the
// multipliers balance. Returns false without memory.
bool jni_write_accelerations(jni_writer *w, const jni_node *vdot, jni_node *left);
// Stores lambda in the writer and writes the wrenches of all joints of the tree; to be called after
// jni_write_accelerations. Returns false without memory.
bool jni_write_multipliers(jni_writer *w, const jni_node *lambda);
// Fills sum (nlinks): the wrench of G' lambda on each link together with its descendants, about the origin of the base.
void jni_write_row_wrenches(jni_writer *w, const jni_node *lambda, jni_wrench *sum);
// Returns the reaction of a joint on the body of an end, about the origin of its base: from its own constraint
// equations with `lambda`, or for a joint of the tree from `of_links`, the wrenches of joints on links (nlinks). Tooth
// forces are not included.
jni_wrench jni_write_own_reaction(jni_writer *w, int joint, int end, const jni_wrench *of_links,
                                  const jni_node *lambda);
// returns the vector from the origin of the base to the origin of a frame, axes of the base, m
jni_vec jni_write_end(jni_writer *w, int frame);
jni_vec jni_write_point_acceleration(jni_writer *w, int frame);   // of the origin of a frame, ground axes, m/s^2
jni_vec jni_write_angular_acceleration(jni_writer *w, int body);  // of a body, in its own axes, rad/s^2
// Returns the reaction of a joint on one end: force at the end's point and torque about it, ground axes.
jni_wrench jni_write_reaction(jni_writer *w, int joint, int end);
jni_vec jni_write_tooth_force(jni_writer *w, int joint);  // force on the second gear, ground axes, N
jni_vec jni_write_pitch_point(jni_writer *w, int joint);
jni_node jni_write_load(jni_writer *w, int joint);

// ---- write_share.c
// Distributes the load among redundant joints by least strain energy: changes lambda and the wrenches of joints in the
// writer. Does so once; to be called before a multiplier or reaction is read. Returns false without memory or with a
// reason in w->refused.
bool jni_write_share(jni_writer *w);

// ---- write_lambda.c: after the equations of motion are solved
// Returns the node of the multiplier of constraint equation `row` of a joint, which may be a joint of the tree.
jni_node jni_write_lambda(jni_writer *w, int joint, int row);

#endif
