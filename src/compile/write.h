// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write.h - the equations of a system in joint coordinates, written into a graph: the walk over the tree, its rows and
// forces that the engine makes with numbers (system/tree/tree.h, formulation/reduced/reduced.h), made with nodes.
//
// Variables of the graph, in this order: t, q, v, z, s, inputs, memory; of q, v and z those that are selected. An input
// that is no number (NaN) follows the course the model gives it, as jn_work_hold_input has it. The plane is space with
// z standing still: its zeros vanish in the graph.
//
// All that hangs on a free body is expressed in that body's axes, and points from its centre of mass, since the
// equations hold in any axes: what is fixed there is constant then. Such a body is a *base*; the ground is one, too.
#ifndef JNI_WRITE_H
#define JNI_WRITE_H

#include "force/code.h"
#include "symbolic/node_values.h"
#include "symbolic/vector.h"
#include "system/plan.h"
#include "system/tree/tree.h"

enum { JNI_MOST_LINK_SPEEDS = 6 };

// Velocity of a centre of mass, angular velocity, and accelerations where vdot is zero (the bias).
typedef struct {
  jni_vec v, w, bv, bw;
} jni_com_motion;

// A motion seen from one point, the origin of a base: v is the velocity of what passes there. Motions of links that
// hang on each other add up as they stand, and an axis that is fixed in the base stays the same numbers.
typedef struct {
  jni_vec v, w;
} jni_motion_vec;

// Motion relative to a link, and how it changes where vdot is zero.
typedef struct {
  jni_motion_vec V, A;
} jni_spatial_motion;

// A link moves by parts, one after the other: each is fixed in what the parts before it have moved.
typedef struct {
  jni_motion_vec e;
  int speed;  // of the link
} jni_joint_axis;

// How a link stands and moves, axes of its base.
typedef struct {
  int base;  // link, 0: the ground
  jni_mat R;
  jni_mat F;          // R RC: axes of its joint's frame, which turn about z
  bool hinged;        // F = L Rz with an L that is constant
  jni_mat L;          // then
  jni_node cos, sin;  // and of Rz
  jni_vec r, o;       // centre of mass; o: from the origin
  jni_node angle;     // plane: of the body
  jni_joint_axis parts[JNI_MOST_LINK_SPEEDS];
  int nparts;
  bool together;  // the parts move at once: none is fixed in another
  jni_motion_vec S[JNI_MOST_LINK_SPEEDS];
  jni_spatial_motion flow;  // relative to the base
  jni_com_motion motion;    // in the ground
} jni_link_nodes;

typedef struct {
  jni_mat R;
  jni_vec r;
} jni_base_pose;

// How a link stands and moves where that is given (tables/pose_tables.h) instead of following from its parent's: by
// independent speeds, seen from the origin of its base. nspeeds 0: it is not given.
enum { JNI_MOST_TABLE_SPEEDS = 3 };
typedef struct {
  int nspeeds, speed[JNI_MOST_TABLE_SPEEDS];
  jni_mat R;
  jni_vec o;
  jni_motion_vec column[JNI_MOST_TABLE_SPEEDS];
  jni_motion_vec bias;
} jni_tabulated_link;

// How a body stands and moves as its row sees it.
typedef struct {
  int link;
  jni_mat R;
  jni_vec r;
  jni_com_motion m;
} jni_body_kinematics;

typedef struct {
  jni_vec f, n;
} jni_wrench;

// What a row has of one body: t . v + r . w, as seen from the origin of the link's base.
typedef struct {
  int row, link;
  jni_vec t, r;
} jni_row_term;

// The length that a force acts along, likewise: by independent speeds.
typedef struct {
  int nspeeds, speed[JNI_MOST_TABLE_SPEEDS];
  jni_node x, slope[JNI_MOST_TABLE_SPEEDS], bias;
} jni_tabulated_length;

// Coordinates, speeds and states that are variables of the graph. What tables and constant couplings give
// (tables/loop_tables.h) is none: it is written in their place before anything reads it. States that are none are zero
// here and follow from the motion (jni_write_force_state).
typedef struct {
  int nq, nv, nz;
  bool *q, *v, *z;  // of those of the system
  // Dependent speeds that nothing in the motion reads (nv), which neither tables give, and where Newton's steps for
  // their coordinates begin (nq); NULL: there are none.
  const bool *idle;
  const double *begin;
} jni_selection;

enum { JNI_REFUSED_SIZE = 400 };

typedef struct {
  bool done;
  const char *fault;  // why it is not written; NULL: it is
  jni_code_output out;
  int base;  // in whose axes its forces and torques are
} jni_written_force;

// Redundant rows, whose joints share their load (write_share.c).
typedef struct {
  int n;
  jni_node *N;         // n x nc: null vectors of G', one for each of them
  jni_values *values;  // at the nominal state
  bool done;           // lambda and beyond are the shared ones
} jni_written_share;

typedef struct {
  jni_pool pool;
  jni_graph *g;
  const jn_system *system;
  bool plane;
  double origin[3];  // of the ground, near its joints: where motions are seen from
  jni_node t, *q, *v, *z, *s, *u;
  jni_node *motions;                        // of drivers: position, rate and acceleration of each
  jni_link_nodes *links;                    // of the tree
  jni_base_pose *bases;                     // of the links that are one: how they stand in the ground
  const jni_tabulated_link *given;          // of links; NULL: none is
  const jni_tabulated_length *given_lines;  // of forces; NULL: likewise
  const jni_body_kinematics *posed;  // of bodies: in the ground, by given links; link 0: it does not. NULL: none does
  const bool *given_forces;          // forces whose loads are given (tables/force_tables.h); NULL: none is
  jni_wrench *loads;                 // of links: forces on the body, moment about its centre of mass, axes of the base
  jni_node *along;                   // nv: forces along joint coordinates
  jni_written_force *forces;         // as far as they are written
  const bool *apart;                 // forces that are no part of the loads (jni_write_separate_force); NULL: none
  bool *joined;                      // forces whose loads are written together (jni_write_force_groups)
  bool derived;                      // rates are derived of what is written: what has states is written one by one
  jni_node *zdot;                    // nz: of the states of forces, and their power
  jni_node *computed;                // signals of the model as far as they are written, -1: not yet
  jni_node *G, *phi, *nu, *gamma;    // nc x nv; nc
  jni_row_term *sides;               // of the rows, but for coordinates of the tree; nsides
  int nsides, room_sides;
  jni_node *m;                     // memory of the ends of steps (states/step_end.h)
  jni_node *subsystem_values;      // inputs of subsystems, as in jn_work
  jni_node *subsystem_outputs;     // their outputs and rates
  bool *subsystem_done;            // stages that are written: JNI_STAGES of each
  const jni_node *vdot, *lambda;   // nv; nc; NULL: not known yet
  const jni_node *active_lambda;   // nc: multipliers with zero for redundant rows
  jni_written_share share;         // of redundant rows
  jni_node driver_power;           // of a given mass (tables/mass_tables.h); JNI_UNWRITTEN: by the multipliers
  jni_motion_vec *by_vdot;         // accelerations of links by vdot alone
  jni_wrench *beyond;              // what the joint of a link does to it
  double energy_begin;             // what energy.error is measured from,
  jni_node energy_variable;        // or the variable that has it, 0: none
  char refused[JNI_REFUSED_SIZE];  // what has no compiled form, the first of it; empty: nothing yet
} jni_writer;

// Notes what has no compiled form, unless something was noted before; false always.
bool jni_refuse(jni_writer *w, const char *format, ...) JN_PRINTF(2, 3);

// ---- write.c
jni_writer *jni_writer_new(jni_graph *g, const jn_system *system);  // NULL: no memory
// selection NULL: all. What is not selected is zero until somebody writes it.
jni_writer *jni_writer_new_selected(jni_graph *g, const jn_system *system, const jni_selection *selection);
bool jni_select_all(jni_pool *pool, const jn_system *system, jni_selection *out);  // false: no memory
void jni_omit_friction_states(const jn_system *system, jni_selection *selection);  // states that may go (force/code.h)
void *jni_writer_free(jni_writer *w);                                              // returns NULL
int jni_writer_nvariables(const jn_system *system);
int jni_writer_nselected(const jn_system *system, const jni_selection *selection);

// ---- write_motion.c
void jni_write_inputs(jni_writer *w);  // u: what the variable says, or the model's own course
void jni_write_motions(jni_writer *w);

// ---- write_links.c
void jni_write_positions(jni_writer *w);                                         // R, r, o, S and the bases, from q
jni_vec jni_write_body_vector(jni_writer *w, int link, const double vector[3]);  // R vector

// ---- write_velocity.c
void jni_write_velocities(jni_writer *w);  // flow and motion, from v
// As seen from a link on its branch towards the root, which rests: a loop does not depend on how it moves as a whole.
jni_spatial_motion jni_write_spatial_motion(jni_writer *w, int link, int to);
jni_com_motion jni_write_relative_motion(jni_writer *w, int link, int to);
jni_motion_vec jni_motion_add(jni_graph *g, jni_motion_vec a, jni_motion_vec b);
jni_motion_vec jni_motion_scale(jni_graph *g, jni_node k, jni_motion_vec a);
// What is fixed in a body with flow f, at p from the origin: velocity and acceleration.
jni_vec jni_point_velocity(jni_graph *g, const jni_spatial_motion *f, jni_vec p);
jni_vec jni_point_acceleration(jni_graph *g, const jni_spatial_motion *f, jni_vec p, jni_vec velocity);

// ---- write_loads.c: force elements, from positions and velocities; loads, along, zdot
// Adds what it does unless it was added: an element may be written early because another one reads it.
const jni_written_force *jni_write_force(jni_writer *w, int force);
jni_node jni_write_force_state(jni_writer *w, int force, int state);
bool jni_write_loads(jni_writer *w, jn_report *report);  // all; false: an element has no compiled form
// Force at the centre of mass and moment about it, in ground axes or those of the base: adds it to the loads.
void jni_add_load(jni_writer *w, int link, int base, jni_vec f, jni_vec n);
void jni_add_power(jni_writer *w, jni_node power);  // the work of the forces is a state, too
// An element along a line or a form that is apart: its length and what a force of one along growing x would do.
typedef struct {
  jni_code_input in;
  jni_node x, rate, bias;  // bias: of xddot, where independent speeds stay
  jni_wrench *loads;       // nlinks
  jni_node *along;         // nv
} jni_separate_force;
// wdot: nv, accelerations where independent speeds stay. False: no memory.
bool jni_write_separate_force(jni_writer *w, int force, const jni_node *wdot, jni_separate_force *out);
jni_node jni_separate_potential(jni_writer *w, int force, jni_node x);
// It acts with this force along growing x.
void jni_add_separate_load(jni_writer *w, int force, const jni_separate_force *own, jni_node pushes);

// ---- write_force_groups.c
// Elements of one kind on one body that are alike, by one call; each is written by itself only for those who read it.
void jni_write_force_groups(jni_writer *w);

// ---- write_inertia.c
// Mass matrix and forces of n columns of speeds: M = B' M B (n x n, its lower half), f = B' (f - M wdot), f from loads
// and along.
// B: nv x n, NULL: each speed is a column; wdot: nv, NULL: zero.
typedef struct {
  const jni_node *B, *wdot;
  int n;
  jni_node *M, *f;
} jni_reduction;
void jni_write_inertia(jni_writer *w, const jni_reduction *reduction);
// The same f of these loads on links and forces along speeds alone, without weight and inertia.
void jni_write_generalised_forces(jni_writer *w, const jni_reduction *reduction, const jni_wrench *loads,
                                  const jni_node *along);

// ---- write_rows.c
void jni_write_rows(jni_writer *w);                           // phi, nu, G, gamma
void jni_write_row(jni_writer *w, const jni_primitive *row);  // those of one primitive

// Where the bodies of a row meet: axes are those of its base, motion is relative to it.
jni_body_kinematics jni_write_body_kinematics(jni_writer *w, int body, int meet);
jni_node jni_plane_angle(const jni_writer *w, int link, int meet);
int jni_common_ancestor(const jn_system *system, int link, int other);
// Adds a side, t . v + r . w of its body: to G along the way to where the row's bodies meet, and to gamma.
void jni_add_body_terms(jni_writer *w, int row, int meet, const jni_body_kinematics *body, jni_vec t, jni_vec r);

// ---- write_contact.c: rows of discs on planes
void jni_write_contact(jni_writer *w, const jni_primitive *p, int meet);

// ---- write_coordinates.c
typedef struct {
  jni_node value, rate, bias;
  jni_vec t[2], r[2];  // of its two sides, axes of the base where they meet
  int meet;
  jni_body_kinematics body[2];
} jni_written_coordinate;
jni_written_coordinate jni_write_coordinate(jni_writer *w, int coordinate);
void jni_write_coordinate_row(jni_writer *w, const jni_primitive *p);

// ---- write_signal.c: up to the level of velocities, in ground axes
typedef struct {
  jni_vec r, v, w;
  jni_mat R;
} jni_written_frame;
jni_written_frame jni_write_frame(jni_writer *w, int frame);
// JNI_UNWRITTEN: the signal's kind is not known here.
enum { JNI_UNWRITTEN = -1 };
jni_node jni_write_signal(jni_writer *w, const jni_signal *signal);
jni_node jni_write_formula(jni_writer *w, const jni_formula *formula);  // without an expression: zero

// ---- write_energy.c: energies, momenta, how far rows are off
jni_vec jni_write_moment_of(jni_writer *w, int link, jni_vec turning);  // R J R' turning, axes of the base
jni_node jni_write_kinetic(jni_writer *w);
jni_node jni_write_potential(jni_writer *w);
jni_node jni_write_total(jni_writer *w, const jni_signal *signal);

// ---- write_quaternion.c
jni_node jni_write_quaternion(jni_writer *w, int body, int component);

// ---- write_subsystem.c
bool jni_write_stage(jni_writer *w, int subsystem, int stage);  // false: it has no compiled form
jni_node jni_write_subsystem_signal(jni_writer *w, const jni_signal *signal);
// Its states and discrete states after what is due, in the lists of all; *fails: not 0 where it cannot go on.
bool jni_write_jump(jni_writer *w, int subsystem, jni_node before, jni_node *z, jni_node *s, jni_node *fails);

// ---- write_states.c
bool jni_write_states(jni_writer *w);  // zdot but for the states of forces; false: see `refused`
// Adds the power of drivers, -lambda . nu, to that of forces: behind the equations of motion.
void jni_write_driver_work(jni_writer *w);

// ---- write_reaction.c: behind the equations of motion
// Takes vdot; left: nv, f - M vdot. False: no memory.
bool jni_write_accelerations(jni_writer *w, const jni_node *vdot, jni_node *left);
bool jni_write_multipliers(jni_writer *w, const jni_node *lambda);  // then: takes lambda
// What multipliers do to each link and to the links beyond it: nlinks, as seen from the origin of the base.
void jni_write_row_wrenches(jni_writer *w, const jni_node *lambda, jni_wrench *sum);
// Reaction of a joint's own rows on the body of an end, about the origin of its base; of a joint of the tree by what
// joints of links do (nlinks).
jni_wrench jni_write_own_reaction(jni_writer *w, int joint, int end, const jni_wrench *of_links,
                                  const jni_node *lambda);
jni_vec jni_write_end(jni_writer *w, int frame);  // its point from the origin of the base
jni_node jni_write_acceleration(jni_writer *w, const jni_signal *signal);
jni_node jni_write_reaction(jni_writer *w, const jni_signal *signal);
jni_vec jni_write_pitch_point(jni_writer *w, int joint);
jni_node jni_write_load(jni_writer *w, int joint);

// ---- write_share.c: before anything reads a multiplier or a reaction
bool jni_write_share(jni_writer *w);  // false: no memory, or see `refused`

// ---- write_lambda.c: behind it as well
jni_node jni_write_lambda(jni_writer *w, int joint, int row);  // row of the joint, in the tree or not

#endif
