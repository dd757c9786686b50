// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// system.h - the inside of jn_system and jn_work. The system is constant; the work holds what one evaluation leaves
// behind, in the order of the stages.
#ifndef JNI_SYSTEM_H
#define JNI_SYSTEM_H

#include "force/force.h"
#include "joint/equations/primitive.h"
#include "jounce/system.h"
#include "linalg/kkt/kkt.h"
#include "model/mesh.h"
#include "system/tree/tree.h"

enum { JNI_MOST_VARIABLES = 64 };  // signals of one expression

// An expression with the signals it reads.
typedef struct {
  jni_expression *expression;
  jni_signal *signals;
  int nsignals, capacity_signals;
  // changes of its side, and where they stand among all of the system: of forces and rates alone
  int nswitches, switch_at;
  int time;  // the signal that is time, where known times come from its breaks; -1: none do
} jni_formula;

// What a run goes between.
typedef struct {
  double start, next;  // where it began or began anew; the next known time
} jni_known_times;

// What formulas read, and how their gradient is known (reads.h, which has the meaning of `sort`).
typedef struct {
  int *bodies, nbodies, body_capacity;   // without the ground
  int *states, nstates, state_capacity;  // auxiliary ones
  int sort;
} jni_reads;

// Value, rate and acceleration at n times, joined by polynomials of fifth degree (drive/course.c). Outside it goes on
// with the rate at its end.
typedef struct {
  int n;  // 0: none
  const double *t, *value;
  double *rate, *acceleration;
} jni_course;

// Where a row of coordinates with a motion has it from (drive/drive.h).
typedef struct {
  int joint;            // the driver or velocity coupling
  int primitive;        // its row
  jni_formula of_time;  // expression NULL: by a table, or it follows
  jni_course course;
  jni_formula signal;  // what it follows; expression NULL: nothing
  double w, spread;    // of the filter, 1/s and 1 + 2 d
  int state_at;        // first of its JNI_DRIVE_STATES in z, -1: it does not follow
} jni_drive;

// A joint coordinate of the system's list, times a factor.
typedef struct {
  int coordinate;
  double factor;
} jni_form_term;

typedef struct {
  const jni_force_element *element;
  const jni_form_term *terms;  // it acts along their sum; nterms 0: it acts on its ends
  int nterms;
  const jn_frame *ends;  // where it acts, unless it acts along a form or on every body
  int nends;
  // bodies of the places where it acts: its ends, or the two sides of each of its coordinates; some more than once, 0
  // is the ground. nplaces 0: it acts on every body
  int *places, nplaces;
  int *bodies, nbodies;  // those of them that move, each once
  jni_formula value[3];  // expression NULL: zero
  int switch_at;         // first of its switches among all; with `touches` among the root functions
  int nswitches;
  int state_at, nstates;  // its auxiliary states in z
  jni_reads reads;        // of its values
  // where these read bodies: those it acts on, then the others that it reads; else nfelt is 0
  int *felt, nfelt;
  bool exact;  // its tangent is known without differences
} jni_force_plan;

// An element of the section `subsystems` (subsystem.c).
typedef struct {
  const jni_subsystem_element *element;
  jni_formula *inputs;          // expression NULL: not given
  int value_at;                 // its inputs in work->subsystem_values, and room for its states behind them
  int output_at;                // its outputs in work->subsystem_outputs, behind them the rates of its states
  int state_at;                 // in z
  int discrete_at;              // in s
  int root_at;                  // among the root functions
  jni_reads reads[JNI_STAGES];  // of what each stage gives
} jni_subsystem_plan;

typedef struct {
  const jni_event *event;
  jni_formula when;  // expression NULL: a time event
  jni_formula *set;  // nset
  int *target;       // nset: index in s, or ns + index in z
} jni_event_plan;

// One coordinate set (in plane or space): how q and v make bodies move, and how increments act on q.
typedef struct {
  const char *name;
  bool constant_mass;
  // bodies by points and vectors that rows keep rigid (joint/equations/natural_equations.h): R and Rdot stand in q and
  // v
  bool natural;
  int rigid_q, rigid_v;  // coordinates and speeds of a rigid body
  // fills the block of a body into zeros; false: it is not positive semidefinite
  bool (*mass)(const jni_body *body, double *M);
  const jni_primitive_ops *rows;
  const jni_tree_ops *tree;                                  // joint coordinates (tree.h): the recursions; else NULL
  void (*position)(const jn_system *system, jn_work *work);  // bodies from q
  void (*velocity)(const jn_system *system, jn_work *work);  // bodies from v
  // adds the velocity-dependent inertia terms
  void (*inertia_force)(const jn_system *system, const jn_work *work, double *f);
  void (*qdot)(const jn_system *system, const double *q, const double *v, double *qdot);
  void (*step)(const jn_system *system, const double *q, const double *d, double *out);
  void (*difference)(const jn_system *system, const double *q0, const double *q1, double *d);
  void (*tangent)(const jn_system *system, const double *d, double *T);
  void (*normalize)(const jn_system *system, double *q);
} jni_coordinates_kind;

extern const jni_coordinates_kind jni_cartesian_plane, jni_cartesian_space, jni_natural_plane, jni_natural_space,
    jni_joint_plane, jni_joint_space;

// Of coordinates whose rates are the speeds, flat.c: the last members of their kind.
void jni_flat_inertia_force(const jn_system *system, const jn_work *work, double *f);
void jni_flat_qdot(const jn_system *system, const double *q, const double *v, double *out);
void jni_flat_step(const jn_system *system, const double *q, const double *d, double *out);
void jni_flat_difference(const jn_system *system, const double *q0, const double *q1, double *d);
void jni_flat_tangent(const jn_system *system, const double *d, double *T);
void jni_flat_normalize(const jn_system *system, double *q);
#define JNI_FLAT \
  jni_flat_inertia_force, jni_flat_qdot, jni_flat_step, jni_flat_difference, jni_flat_tangent, jni_flat_normalize

// Of cartesian coordinates, which are those of the bodies' level in joint coordinates too.
bool jni_cartesian_plane_mass(const jni_body *body, double *M);
bool jni_cartesian_space_mass(const jni_body *body, double *M);
void jni_cartesian_space_inertia_force(const jn_system *system, const jn_work *work, double *f);

const jni_coordinates_kind *jni_coordinates_find(const char *name, jn_space space);  // NULL: not known

// A quaternion among the coordinates: its four q turn by three speeds in body axes.
typedef struct {
  int q_at, v_at;
  // a free link of joint coordinates: the three q before are its position and the three v before its velocity in body
  // axes
  bool twist;
} jni_turn;

// A free link of joint coordinates: n coordinates of position (2 or 3) that as many speeds in body axes move, and
// behind them its rotation, an angle or a quaternion.
typedef struct {
  int q_at, v_at, n;
} jni_twist;

// The way of one body's block in a group of rows, through the tree (joint_plan.c): from its link to the one where the
// bodies of the group meet.
typedef struct {
  int link, meet;
  int first, width;  // first speed and number of speeds of the component
  int value;         // where the component's block of the group starts in the G values, -1: it cannot move
  bool shared;       // other ways of the group go through the same links
} jni_row_path;

// Rows of points that coincide, whose bodies meet at a link that turns: as seen from there (body_level.c).
typedef struct {
  int group, row, nrows, link;
} jni_row_view;

// What a row of coordinates (a driver, a gear, a coupling) does to a joint: -factor lambda along one of its
// coordinates, or factor times the tooth force on its way back, on the body of the second end.
typedef struct {
  int row, coordinate;  // coordinate -1: of the teeth of `joint`
  int joint;
  double factor;
} jni_action;

// Points that coincide, compared along their loop (joint_near.c).
typedef struct {
  const jni_primitive *primitive;
  int meet, link[2];
  double c[3];  // what of the difference stands still in the ground
} jni_row_near;

struct jn_system {
  jni_pool pool;
  const jn_model *model;
  const jn_alloc *alloc;  // the pool's
  const jni_coordinates_kind *kind;
  jn_sizes sizes;
  jni_tree *tree;              // joint coordinates; else NULL
  const jn_system *cartesian;  // the same model in cartesian coordinates: the system itself, or one that serves it
  // bodies; body 0 is the ground and has width 0. In joint coordinates these number the bodies' cartesian level
  // (tree.h)
  int nbodies;
  int *q_at, *v_at, *width;
  jni_turn *turns;  // quaternions among q
  int nturns;
  jni_twist *twists;  // positions among q that no sum moves
  int ntwists;
  int *speed_q;          // nv: the q that a speed is the rate of, -1: of a quaternion or a twist
  bool *q_is_length;     // nq: a length, else an angle or a direction
  bool *v_is_length;     // nv: a velocity of translation
  double *v_size;        // nv: typical size, the length scale of a translation and 1 rad of a rotation
  int nbody_q, nbody_v;  // of all bodies together; nq and nv but in joint coordinates
  // rows, by kind of primitive
  jni_primitive *primitives;
  int kinds[JNI_PRIMITIVE_COUNT], nkinds;  // those of the primitives there are
  int primitive_at[JNI_PRIMITIVE_COUNT + 1];
  int *row_primitive;  // nc: the primitive of each row
  // nc: 1 / size of what a row compares: lengths of the mechanism's, rad, times its factors (row_size.c)
  double *row_weight;
  jni_primitive_term *terms;
  int nterms;
  jni_coordinate *coordinates;
  // the first nactive are used by rows or forces and evaluated with the stages; the others on request
  int ncoordinates, nactive;
  jni_agreement *agreements;  // in the order of their joints
  int nagreements;
  int nwindings;         // coordinates that turn; their JNI_WINDING discrete states each stand at the end of s
  jni_signal *followed;  // angles between bodies that go round (turn.c), loads of joints (load.c),
  int nfollowed;
  int followed_at;  // in s: their JNI_WINDING discrete states each
  // natural coordinates: of each body the first of its states at the very end of s, -1: none. In the plane JNI_WINDING
  // of its angle, in space its quaternion at the last accepted step, which the next one continues. Joint coordinates in
  // space: the number that has its side (jni_tree_side); in the plane its whole turns beyond what its link makes of its
  // parent's angle, of links that do not turn, -1 of others
  int *turn_at;
  jni_drive *drives;  // one for each motion of the rows
  int nmotions;
  int nfollowers;         // of these
  int *joint_row;         // njoints + 1: first holonomic row of each joint
  int *joint_rate;        // njoints + 1: its first row of velocities, from nh on
  jni_action *actions;    // by the joints that feel them
  int *action_at;         // njoints + 1: first action on each joint
  jni_mesh *meshes;       // of the joints with teeth
  int nmeshes, *mesh_of;  // njoints: the mesh of a joint with teeth; NULL: there are none
  jni_pattern rows;       // of the bodies' level: a block for each body
  jni_pattern pattern;    // what formulations see: `rows` but in joint coordinates
  double *mass;           // values of the mass blocks of `rows`, constant
  // values on the pattern: `mass` itself, in joint coordinates those of one configuration; NULL: see jni_sample_mass
  double *sample_mass;
  // works hold mass blocks from the first; else where jni_keep_mass asks for them: a tree without rows is solved
  // without
  bool keeps_mass;
  double *gravity_force;  // nbody_v
  // forces, signals, states, events
  jni_force_plan *forces;
  int nforces;
  jni_formula *computed;  // signals of the model
  int ncomputed;
  jni_reads *computed_reads;  // ncomputed
  // nodes as in jn_model's order: what is computed ahead of all forces, and what waits until it is asked for;
  // is_ahead NULL: no force and no rate needs another's value
  int *ahead, *late, nahead, nlate;
  bool *is_ahead;
  jni_subsystem_plan *subsystems;
  int nsubsystems;
  int nsubsystem_values, nsubsystem_outputs, nsubsystem_states;
  jni_formula *inputs;  // expression NULL: a table
  jni_formula *rates;   // of the auxiliary states of the model, behind them those of subsystems
  int nrates;
  int work_state;  // index in z of the work of the forces, -1: nothing does work
  jni_event_plan *events;
  int nevents;
  int nslopes, nstate_slopes;  // room for the rows of the values of one force (derivative/readings.h)
  int nacts;                   // and for what they do
  int nweights;                // three values of each force, signals of the model, outputs and rates of subsystems
  int *root_event;             // nroots: event of each root, nevents + number of a subsystem, -1: a force's
  int nswitches;               // of forces, their formulas and those of rates; without what touches
  double *known_times;         // ascending
  int nknown_times, capacity_known_times;
  void *packed;             // joint coordinates: constants of the links (joint_links.h)
  jni_row_path *row_paths;  // joint coordinates: of each entry of `rows`
  jni_row_view *row_views;  // joint coordinates: nrow_views
  int nrow_views;
  jni_row_near *near;  // joint coordinates: nnear
  int nnear;
  bool curved;          // joint coordinates: some step is not a sum
  int tree_doubles;     // joint coordinates: room for the recursions in the work
  double length_scale;  // a typical length of the bodies, m
  double extent;  // how far from the origin the ground's points reach, m: with it grows what rounding leaves of phi
};

// name, count, meaning
#define JNI_WORK_FIELDS(X)                                                        \
  /* position stage */                                                            \
  X(double, q, sizes.nq, "coordinates")                                           \
  X(double, s, sizes.ns, "discrete states")                                       \
  X(double, u, sizes.nu, "inputs at t")                                           \
  X(jni_body2, body2, nbodies, "bodies in the plane")                             \
  X(jni_body3, body3, nbodies, "bodies in space")                                 \
  X(jni_jet, motions, nmotions, "drivers now")                                    \
  X(jni_coordinate_state, coordinates, nactive, "joint coordinates")              \
  X(double, phi, sizes.nc, "holonomic rows")                                      \
  X(double, nu, sizes.nc, "right side of G v = nu")                               \
  X(double, body_G, rows.nvalues, "constraint Jacobian of the bodies' level")     \
  /* velocity stage */                                                            \
  X(double, v, sizes.nv, "speeds")                                                \
  X(double, gamma, sizes.nc, "right side of G vdot = gamma")                      \
  /* force stage */                                                               \
  X(double, z, sizes.nz, "auxiliary states")                                      \
  X(double, body_f, nbody_v, "forces of the bodies' level")                       \
  X(double, zdot, sizes.nz, "rates of the auxiliary states")                      \
  X(jni_force_output, outputs, nforces, "what each force gave")                   \
  X(double, computed, ncomputed, "signals of the model")                          \
  X(bool, counts, ncomputed, "signals that forces and rates rest on, switch.c")   \
  X(double, subsystem_values, nsubsystem_values, "inputs of subsystems")          \
  X(double, subsystem_outputs, nsubsystem_outputs, "their outputs and rates")     \
  X(double, subsystem_slopes, nsubsystem_values, "over inputs and states")        \
  X(double, subsystem_roots, sizes.nroots, "of one of them")                      \
  X(double, subsystem_scratch, nsubsystem_outputs, "outputs beside the state")    \
  /* scratch */                                                                   \
  X(jni_body3, direction, nbodies, "bodies with velocities along a direction")    \
  X(double, body_Gdot, rows.nvalues, "rate of body_G along a direction")          \
  X(double, coupling, sizes.nc, "of the energy with the rows, jni_calc_coupling") \
  X(double, rate_coupling, sizes.nc, "and with their rates")                      \
  X(double, coupling_scratch, sizes.nv, "")                                       \
  X(double, scratch, sizes.nv, "")                                                \
  X(double, scratch_q, sizes.nq, "")                                              \
  X(double, scratch_rows, sizes.nc, "")                                           \
  X(double, body_scratch, nbody_v, "")                                            \
  X(double, slopes, nslopes, "rows of formulas over the bodies they read")        \
  X(double, state_slopes, nstate_slopes, "and over auxiliary states")             \
  X(double, acts, nacts, "what the values of a force do")                         \
  X(double, weights, nweights, "of formulas in a gradient being made, readings.c")

// Of joint coordinates alone; elsewhere G, f and Gdot are those of the bodies.
#define JNI_TREE_WORK_FIELDS(X)                                                                          \
  X(double, G, pattern.nvalues, "constraint Jacobian, by the pattern")                                   \
  X(double, f, sizes.nv, "forces")                                                                       \
  X(double, Gdot, pattern.nvalues, "rate of G along a direction")                                        \
  X(double, body_v, nbody_v, "speeds of the bodies, velocity stage")                                     \
  X(double, body_bias, nbody_v, "accelerations of the bodies where vdot is zero, velocity stage")        \
  X(double, body_vdot, nbody_v, "accelerations of the bodies, see jni_body_acceleration")                \
  X(double, S, tree_doubles, "what the recursions keep of each link, joint_plane.c and joint_space.c")   \
  X(double, articulated, tree_doubles, "articulated inertias and what solving with them needs")          \
  X(double, beyond, tree->nlinks *JNI_BEYOND, "what the bodies beyond each joint need, tree_reaction.c") \
  X(double, beyond_vdot, sizes.nv, "the accelerations that `beyond` belongs to")                         \
  X(double, beyond_lambda, sizes.nc, "and the multipliers")

struct jn_work {
  jni_pool pool;
  const jn_system *system;
  double t;
  double potential, power;  // V and the power of forces without a potential, after the force stage
  double energy_initial;    // (T + V)_0 of the run, for energy.error; set by the run
  // nbody_v: forces on the bodies besides those of the model, set by inverse dynamics; NULL: none
  const double *applied;
  const double *pushed;  // ncoordinates: what of these acts along joint coordinates, a motor at the joint; NULL: none
  // nforces: value of a force element that is an actuator, whose own law does not count; NaN: it does. NULL: all do
  const double *replaced;
  // nsubsystem_values: inputs of subsystems, in place of the signals that they read; set by static starts, NULL: none
  const double *seen_inputs;
  const jni_subsystem_element *trouble;  // one that cannot go on, NULL: none; looked at after events
  char trouble_text[256];                // why
  double led_work;  // of what leads a prescribed motion, where no state counts work; set by kinematics
  bool *held;       // nu: inputs held from outside
  // nswitches: sides on which forces and formulas are held (base/side.h), 0: where they are; set by the run, NULL: none
  // is
  const int *sides;
  const int *touching;  // nroots: the same of the root functions of forces
  // where formulas see what follows a break, set by the run; NULL: they are taken by the letter
  const jni_known_times *known;
  long stamp;        // stages done so far: tells whether somebody else has used the work since
  jni_kkt *kkt;      // for jn_solve_acceleration; made on first use
  long force_stamp;  // of the last force stage
  // of the force stage that f belongs to; in joint coordinates jni_stage_body_force leaves f behind
  long collected_stamp;
  long position_stamp;  // of the last position stage
  long ahead_stamp;     // of the last stage that signals ahead of forces belong to
  long late_stamp;      // and the others
  double *mass;       // joint coordinates: pattern.nmass mass blocks, see jni_mass; NULL: not asked for (jni_keep_mass)
  long mass_stamp;    // of the position stage that `mass` belongs to
  long beyond_stamp;  // of the last stage that `beyond` belongs to
  bool beyond_rows;   // `beyond` has what the rows do alone
  bool has_weights;   // one of the weights may not be zero
#define JNI_X(type, name, count, meaning) type *name;
  JNI_WORK_FIELDS(JNI_X)
  JNI_TREE_WORK_FIELDS(JNI_X)
#undef JNI_X
};

// The block of the pattern that the body moves with: in joint coordinates its part of the tree. -1: it cannot move.
static inline int jni_body_block(const jn_system *system, int body) {
  if (!system->tree || body == 0) return body - 1;
  int component = system->tree->component_of[system->tree->link_of[body]];
  return system->tree->component_v[component + 1] > system->tree->component_v[component] ? component : -1;
}

// ---- formulas and signals ---------------------------------------------------------------------
// Compiles text into what the pool keeps; names are signals up to `level`. False with a sentence.
bool jni_formula_new(jni_pool *pool, const jn_system *system, const char *text, jni_level level, jni_formula *formula,
                     char *what, size_t size);
// vdot and lambda may be NULL for formulas up to the velocity level.
double jni_formula_value(const jn_system *system, jn_work *work, const jni_formula *formula, const double *vdot,
                         const double *lambda);
// Its gradient over the signals it reads, one after the other; up to the velocity level.
void jni_formula_slopes(const jn_system *system, jn_work *work, const jni_formula *formula, double *slopes);
jni_jet jni_formula_of_time(const jni_formula *formula, double t);         // reads time alone
jni_jet jni_formula_now(const jn_work *work, const jni_formula *formula);  // the same at the work's time
// Value and rate of a coordinate of the list, active or not.
int jni_coordinate_find(const jn_system *system, int joint, int index);  // of a joint; -1: there is none (convert.c)
void jni_coordinate_calc(const jn_system *system, const jn_work *work, int coordinate, jni_coordinate_state *out);
// The same, computed anew from the bodies as they stand.
void jni_coordinate_at(const jn_system *system, const jn_work *work, int coordinate, bool with_velocity,
                       jni_coordinate_state *out);
double jni_signal_calc(const jn_system *system, jn_work *work, const jni_signal *signal, const double *vdot,
                       const double *lambda);
// Values of all signals that a formula reads.
void jni_formula_read(const jn_system *system, jn_work *work, const jni_formula *formula, const double *vdot,
                      const double *lambda, double variables[JNI_MOST_VARIABLES]);

// ---- signals of the model (computed.c) ----------------------------------------------------------------
// At the current stage, computed where it is not yet; of the acceleration level as jni_computed_accelerated left it.
double jni_computed_value(const jn_system *system, jn_work *work, int i);
// What is computed ahead of forces, where it does not belong to the current stage: signals, and in work->outputs what
// the forces give that these or other forces read.
void jni_computed_refresh(const jn_system *system, jn_work *work);
// Those of the acceleration level that are wanted (ncomputed).
void jni_computed_accelerated(const jn_system *system, jn_work *work, const bool *wanted, const double *vdot,
                              const double *lambda);

// A node that is a stage of a subsystem is up to date after this.
void jni_computed_ask(const jn_system *system, jn_work *work, int node);

// ---- subsystems (subsystem.c) -------------------------------------------------------------------------
static inline int jni_subsystem_node(const jn_system *system, int subsystem, int stage) {
  return system->nforces + system->ncomputed + JNI_STAGES * subsystem + stage;
}
static inline int jni_node_total(const jn_system *system) {
  return system->model->order ? jni_subsystem_node(system, system->nsubsystems, 0) : system->nforces;
}
// Which subsystem and which stage a node is; false: it is none.
bool jni_subsystem_of_node(const jn_system *system, int node, int *subsystem, int *stage);
int jni_subsystem_signal_node(const jn_system *system, const jni_signal *signal);  // that an output or rate comes from
bool jni_system_build_subsystems(jn_system *system, jn_report *report);
void jni_subsystem_begin(const jn_system *system, double *z, double *s);  // initial states
// Inputs and outputs of one stage, at the current stage of the work.
void jni_subsystem_calc(const jn_system *system, jn_work *work, int subsystem, int stage);
double jni_subsystem_value(const jn_system *system, jn_work *work, const jni_signal *signal);
// Slopes of sum_k weight[k] output[k] of one stage (of rates, behind the outputs, in the last) over the inputs and the
// states, by differences, into work->subsystem_slopes from value_at on. These weights become zero; false: they were.
bool jni_subsystem_slopes(const jn_system *system, jn_work *work, int subsystem, int stage, double *weight);
// The key of an input that is no number, as the inputs were computed last; NULL: all are.
const char *jni_subsystem_lacks(const jn_system *system, const jn_work *work, int subsystem);
void jni_subsystem_roots(const jn_system *system, jn_work *work, int subsystem, double *e);
void jni_subsystem_jump(const jn_system *system, jn_work *work, int subsystem, int root, double *state);
void jni_subsystem_sample(const jn_system *system, jn_work *work, int subsystem, double *state);
// Jumps that are due at a state, one after the other; false: they do not end.
bool jni_subsystem_settle(const jn_system *system, jn_work *work, double *state);

// What force.NAME.length, .value, .power, .fx, .. are of what the element gave.
double jni_force_number(const jni_force_output *out, const jni_signal *signal);

// ---- one body as seen from another, turn.c ---------------------------------------------------------
// R and angular velocity of a body in the axes of another one.
typedef struct {
  double R[9], w[3];
  bool left;  // its centre of mass is on the left, or in the middle
} jni_view;
jni_view jni_turn_look(const jn_system *system, const jn_work *work, const jni_signal *s);
double jni_turn_left_from(const jn_system *system);  // along y of the other body: a wheel there is a left one
double jni_turn_of_wheel(const jni_view *v, double steer, double lean, int component);  // steer, lean, toe, camber
double jni_turn_angle(const jn_system *system, const jn_work *work, const jni_signal *s);
double jni_turn_rate(const jn_system *system, const jn_work *work, const jni_signal *s);
double jni_turn_place(const jn_system *system, const jn_work *work, const jni_signal *s);  // or its speed
void jni_turn_follow(const jn_system *system, const jn_work *work, double *s);             // at an accepted state
// loads of joints at an accepted state, and as they are held until the next (load.c)
bool jni_has_loads(const jn_system *system);
void jni_loads_note(const jn_system *system, jn_work *work, const double *vdot, const double *lambda, double *s);
double jni_load_held(const jn_system *system, const jn_work *work, const jni_signal *signal);
bool jni_has_windings(const jn_system *system);  // s has parts that jn_update_windings changes

// ---- motion of bodies and frames in ground axes ---------------------------------------------------
void jni_body_motion(const jn_system *system, const jn_work *work, int body, jni_motion *out);  // of the centre of mass
void jni_frame_motion(const jn_system *system, const jn_work *work, int frame, jni_motion *out);
// from the centre of mass to its point, ground axes
void jni_frame_arm(const jn_system *system, const jni_motion *body, int frame, double arm[3]);
// Acceleration of a frame's point and angular acceleration of its body, ground axes, from accelerations of the bodies'
// level.
void jni_frame_acceleration(const jn_system *system, const jn_work *work, int frame, const double *body_vdot,
                            double a[3], double alpha[3]);
// Adds a force at a frame's point and a torque, both in ground axes, to generalised forces f.
void jni_apply_wrench(const jn_system *system, const jn_work *work, int frame, const double force[3],
                      const double torque[3], double *f);
// The input of a force element at the current stage.
void jni_force_prepare(const jn_system *system, jn_work *work, const jni_force_plan *plan, int body,
                       jni_force_input *in);
// What a force of the system gives, with its value replaced where the work says so.
void jni_force_calc(const jn_system *system, jn_work *work, int force, jni_force_output *out);
void jni_force_replace(const jn_work *work, int force, jni_force_output *out);
// Adds it to f, with its output in the work, where something is computed ahead of forces: what is, is not again.
void jni_force_take(const jn_system *system, jn_work *work, int force, double *f);
// Adds what one force element does to f; out is its output.
void jni_force_add(const jn_system *system, jn_work *work, const jni_force_plan *plan, double *f,
                   jni_force_output *out);
// Reaction on the body of end `end` of a joint (reaction.c): force at the end's point and torque about it, ground axes,
// with what drivers, gears and the like do along its coordinates; zero where the body is the ground.
// For a joint of the tree (joint coordinates) from the accelerations vdot as well, which other joints do not read.
void jni_joint_reaction(const jn_system *system, jn_work *work, int joint, int end, const double *vdot,
                        const double *lambda, double force[3], double torque[3]);
// Reaction of the joint's own constraint equations on its second body, or the opposite of that on the first where the
// second is the ground: force and torque about the middle of its two points, ground axes. vdot NULL: the part that is
// linear in lambda.
void jni_joint_own_reaction(const jn_system *system, jn_work *work, int joint, const double *vdot, const double *lambda,
                            double force[3], double torque[3]);

// Of a joint with teeth (teeth.c): where they meet, ground axes, and their force on the second gear.
void jni_pitch_point(const jn_system *system, const jn_work *work, int joint, double point[3]);
void jni_tooth_force(const jn_system *system, const jn_work *work, int joint, const double *lambda, double force[3]);

// ---- how forces vary, by pairs of bodies (force_blocks.c) ---------------------------------------------
static inline bool jni_acts_everywhere(const jni_force_plan *plan) { return plan->nplaces == 0; }
// Side `place` of the coordinates that an element acts along: how it moves the form.
static inline const double *jni_form_side(const jn_work *work, const jni_force_plan *plan, int place, double *factor) {
  const jni_form_term *term = &plan->terms[place / 2];
  *factor = term->factor;
  return work->coordinates[term->coordinate].J[place % 2];
}
// Adds s times the gradient of the form that it acts along.
void jni_form_add(const jn_system *system, const jn_work *work, const jni_force_plan *plan, double s, double *f);
// Derivatives of the generalised forces of all elements (and of gyroscopic terms) for the Newton matrices of implicit
// methods:
//   add(context, a, b, K, C)   K = -df_a/dq_b, C = -df_a/dv_b, width_a x width_b, row-major, body numbers a and b,
//                              both not the ground
// in tangent increments of q, with G and the arms of forces held: exact at an equilibrium without load, near enough
// elsewhere. At the current stages.
typedef void jni_force_block_add(void *context, int a, int b, const double *K, const double *C);
void jni_force_blocks(const jn_system *system, jn_work *work, jni_force_block_add *add, void *context);
// Likewise as one block each, stiffness K + damping C.
typedef void jni_force_matrix_add(void *context, int a, int b, const double *W);
void jni_force_matrix(const jn_system *system, jn_work *work, double stiffness, double damping,
                      jni_force_matrix_add *add, void *context);
// Variation of a frame (translation of its point, turning, ground axes) by tangent increments of its body: L, 6 x
// width, row-major. Its transpose takes a force and a torque there to generalised forces.
void jni_frame_map(const jn_system *system, const jn_work *work, int frame, double *L);

// In joint coordinates these are blocks of the bodies' level; what they mean for the blocks of the pattern
// (tree_blocks.c):
typedef struct jni_body_map jni_body_map;
jni_body_map *jni_body_map_new(const jn_system *system);         // NULL: no memory
void jni_body_map_take(jni_body_map *map, const jn_work *work);  // V of all bodies, after the position stage
// Adds V_a' W V_b, width_a x width_b, to the block of the parts of the tree that a and b belong to.
void jni_body_map_add(const jni_body_map *map, int a, int b, const double *W, double *block);

// ---- how the forces of one element vary, exact (force_tangent.c) ----------------------------------------
typedef struct jni_vary jni_vary;
struct jni_vary {
  const jn_system *system;
  bool of_configuration;  // places vary, along work->direction; else speeds alone
  // how a body varies; natural coordinates: not read
  void (*body)(const jni_vary *vary, const jn_work *work, int body, jni_body_variation *out);
  void (*add)(jni_vary *vary, int body, const double *df);  // adds to the forces of a body's speeds (jni_apply_wrench)
  const double *w;                                          // natural coordinates: the direction in speeds
  jni_column column;                                        // for `add`: where it goes
  const jn_work *work;  // joint coordinates, for `body` and `add`: the speed along which all varies
  int speed;
};

// Rows of one formula over the bodies it reads, those of the slots (derivative/readings.h).
typedef struct {
  const int *bodies;
  int n;
  double *dq, *dv;  // n x JNI_WIDEST
  double *dz;       // over auxiliary states, sizes.nz; NULL: not wanted
} jni_rows_read;

// The expressions of an element: its forces are linear in its values c_k, and vary with what these read,
// df_a = sum_k act[a][k] dc_k.
typedef struct {
  const jni_force_plan *plan;
  double (*act)[3][JNI_WIDEST];  // generalised forces at each of its places over each value, in work->acts
  jni_rows_read rows[3];         // of each value over the felt bodies, in work->slopes
} jni_readings;

typedef struct {
  const jni_force_plan *plan;
  int body;
  jni_force_output out;
  jni_force_tangent tangent;
  jni_readings readings;  // where its expressions read bodies
} jni_force_slope;

// The bodies whose motion an element feels: its own and those that its expressions read, or for one on every body that
// one and the one it is drawn to; without the ground. The list is the plan's, or made in `own`.
const int *jni_felt_bodies(const jn_system *system, const jni_force_plan *plan, int body, int own[2], int *n);
// body: for an element on every body, which one; else 0.
void jni_force_slope_take(const jn_system *system, jn_work *work, const jni_force_plan *plan, int body,
                          jni_force_slope *slope);
void jni_force_vary(const jn_system *system, jn_work *work, jni_force_slope *slope, jni_vary *vary);

// jn_calc_tangents in joint coordinates (tree_tangent.c).
void jni_tree_tangents(const jn_system *system, jn_work *work, const double *state, const double *lambda,
                       jn_tangents *out);

// ---- between two configurations (discrete.c) ----------------------------------------------------------
// Adds to f the discrete gradients of the conservative part of every force (gravity too), negative, between the poses
// of `begin` and `end` so that f . (q1 - q0) = V0 - V1 to rounding, in coordinates in which a step is a sum; `middle`
// stands at their mean. The position stages of the three are done. Writes the scratch of begin and middle.
void jni_discrete_forces(const jn_system *system, jn_work *begin, jn_work *middle, jn_work *end, double *f);
// Adds to f the forces without a potential and the dampers, after the velocity stage.
void jni_other_forces(const jn_system *system, jn_work *work, double *f);
// g += (change - g . d) / (d' W d) W d over the speeds of n bodies, so that g . d = change: a discrete gradient, where
// g is the gradient at the middle of d. W weighs lengths by the mechanism's size. What is not above `rounding` is left.
void jni_mend(const jn_system *system, const int *bodies, int n, const double *d, double change, double rounding,
              double *g);
// What rounding leaves of such a change: of the numbers it is the difference of, `size` together, and of the positions
// and directions at q that these are made of.
double jni_rounding_along(const jn_system *system, const int *bodies, int n, const double *q, double size,
                          const double *g);

// ---- redundant joints (strain.c, share.c) --------------------------------------------------------------
// Compliance of joints, for the strain energy of their reactions.
#define JNI_COMPLIANCE 1e-8  // m/N, of a joint without `compliance`
typedef struct {
  double *translation;  // njoints: m/N
  double *rotation;     // njoints: rad/(N m); 0: the joint transmits no torque
  double *row;          // nc: of rows over coordinates or points, along their multiplier; 0: of a joint of two bodies
} jni_strain;
bool jni_strain_new(jni_pool *pool, const jn_system *system, jni_strain *strain);  // false: out of memory

// Multipliers of redundant rows. *made is NULL where no row is redundant; false: out of memory. active: nc, false for
// redundant rows. fixed: nc, rows whose multipliers stay; NULL: none.
typedef struct jni_share jni_share;
bool jni_share_new(const jn_system *system, const bool *active, const bool *fixed, jni_share **made);
// Changes lambda, which satisfies the equations of motion with vdot, to those of least strain energy that do. All
// stages of the work are done. share NULL: lambda stays.
void jni_share_apply(jni_share *share, jn_work *work, const double *vdot, double *lambda);
// The number of redundant rows where there are too many to share; else 0.
int jni_share_refused(const jni_share *share);

// ---- rows of a joint: the holonomic ones, then those of velocities ------------------------------------
int jni_joint_row_count(const jn_system *system, int joint);
int jni_joint_row(const jn_system *system, int joint, int i);  // the row in the system of its row i
bool jni_joint_owns(const jn_system *system, int joint, int row);
// ---- how far rows are off, in the sizes of what they compare (row_size.c) -------------------------------
// Largest row of phi, after the position stage; NaN: one is not finite. Above `enough` it is looked at closely.
double jni_violation(const jn_system *system, const jn_work *work, double enough);
double jni_violation_of(const jn_system *system, const jn_work *work, int row);
int jni_worst_row(const jn_system *system, const jn_work *work);  // -1: all are zero
// Largest of the first n of any values by rows (G v - nu, say), each over the size of its row.
double jni_weighed_largest(const jn_system *system, const double *rows, int n);
// Largest coordinate, in typical lengths or rad, at least how far the ground reaches; largest speed likewise, 1/s.
double jni_farthest(const jn_system *system, const double *q);
double jni_fastest(const jn_system *system, const jn_work *work);

// The joint of a disc that lies (all but) flat on its plane, after the position stage; -1: none.
int jni_flat_joint(const jn_system *system, const jn_work *work);
// The first force that was not finite when the forces were computed last; NULL: all were.
const jni_force_element *jni_force_not_finite(const jn_system *system, const jn_work *work);

// ---- which way round a joint closes ------------------------------------------------------------------
// Cosine between the two vectors of an agreement, of a pair the sum of two, after the position stage.
double jni_agreement_calc(const jn_system *system, const jn_work *work, int agreement);
// Turns the body of one end so that the axes of both ends, and their perpendiculars, coincide, and puts its point on
// the other's. In the plane for joints that fix the angle. False: the joint asks for no orientation, or the end's body
// has none.
bool jni_align_end(const jn_system *system, int joint, int end, double *q);
// Puts the body of one end so that its point meets the other's; components of its position that are held stay (NULL:
// none).
void jni_place_end(const jn_system *system, int joint, int end, const bool *held, double *q);
// Puts bodies whose position is not given where joints hold them, whatever the order of the joints (place.c). known:
// nbodies, what was given; positions become known. JN_OK or JN_NO_MEMORY.
typedef struct {
  bool orientation, position[3];
  bool speed[6];  // as the speeds of the body lie in v
} jni_placed;
jn_status jni_place_bodies(const jn_system *system, jni_placed *known, double *q);
// Set the speeds of a body that an initial value gives, and mark them as known (initial.c): its angular velocity, and
// the velocity of its centre of mass from that of one of its points and its angular velocity. Other signals change
// nothing. Cartesian coordinates.
void jni_initial_set_rate(const jn_system *system, double *v, const jni_signal *s, double value, jni_placed *known);
void jni_initial_set_velocity(const jn_system *system, double *q, double *v, const jni_signal *s, double value,
                              jni_placed *known);

// ---- natural coordinates ------------------------------------------------------------------------------
// Unit quaternion of a body, on the side of the one of the last accepted step.
void jni_natural_quaternion(const jn_system *system, const double R[9], int body, const double *s, double p[4]);
// Notes angles and quaternions of the work's stage in s.
void jni_natural_note_turns(const jn_system *system, const jn_work *work, double *s);

// ---- switches: forces, and formulas of forces and of auxiliary states, that change their side (switch.c) ------------
void jni_switches_number_own(jn_system *system, jni_force_plan *plan);  // of the law of a force
void jni_switches_number(jn_system *system);                            // of formulas, when all are made
bool jni_has_own_switch(const jni_force_plan *plan, int i);
// How far it is to each and on which side: of the law of one force at the current stage, and of all but what touches at
// a state. Held as the work says.
void jni_calc_own_switches(const jn_system *system, jn_work *work, const jni_force_plan *plan, double *e, int *side);
void jni_calc_switches(const jn_system *system, jn_work *work, const double *state, double *e, int *side);
// its name, and "force", "subsystem", "auxiliary state" or "signal"
bool jni_switch_is_own(const jn_system *system, int i);  // of the law of a force, not of a formula
const char *jni_switch_element(const jn_system *system, int i, const char **sort);
// All stages are done at this state, and nobody has used the work since.
bool jni_stages_stand(const jn_system *system, const jn_work *work, const double *state);
// all of them at a state, where they do not stand yet (event.c)
void jni_event_stages(const jn_system *system, jn_work *work, const double *state);
// Called for each event, force or subsystem (`index` in the model) to which something happens at a root or known time.
typedef void (*jni_event_listener)(void *context, jn_event_kind kind, int index);
// Applies what root i (with i = -1 all that is due at the state's t) changes in z and s. listener NULL: nobody listens.
void jni_event_apply(const jn_system *system, jn_work *work, int i, double *state, jni_event_listener listener,
                     void *context);

// ---- stages without copies, for the formulations ---------------------------------------------------
void jni_stage_position(const jn_system *system, jn_work *work);  // from work->t, q, s, and z of drivers that follow
void jni_stage_velocity(const jn_system *system, jn_work *work);  // from work->v
// The same without rows: bodies and joint coordinates, which forces depend on.
void jni_stage_bodies(const jn_system *system, jn_work *work);
void jni_stage_body_velocity(const jn_system *system, jn_work *work);
void jni_stage_force(const jn_system *system, jn_work *work);  // from work->z
// The same but for f of joint coordinates, where body_f is all that is needed (the op `forward` of a tree).
void jni_stage_body_force(const jn_system *system, jn_work *work);
double jni_kinetic(const jn_system *system, jn_work *work, const double *v);  // 1/2 v' M v, after the position stage

double jni_kinetic_of_bodies(const jn_system *system, const double *body_v);
// True, and a fault, if a joint has an armature and the system is not in joint coordinates: there alone M has it, since
// it couples the speeds of the joint's two bodies. Analyses without inertia need not ask.
bool jni_refuse_armature(const jn_system *system, jn_report *report);
double jni_kinetic_of_rotors(const jn_system *system, const double *v);  // of the armatures of joints

// ---- the two levels (tree.h) ---------------------------------------------------------------------------
// Values of the mass blocks on the pattern, after the position stage; made when asked for the first time. For a tree
// without rows only after jni_keep_mass, which makes room for them; false: there is none.
const double *jni_mass(const jn_system *system, jn_work *work);
bool jni_keep_mass(jn_work *work);
// Values of the mass blocks of one configuration; of a tree without rows they are made in the work, where the next
// jni_mass overwrites them.
const double *jni_sample_mass(const jn_system *system, jn_work *work);
// Speeds of the bodies that belong to outer speeds (V v); in other coordinates v itself, else in `room` (nbody_v).
const double *jni_body_speeds(const jn_system *system, const jn_work *work, const double *v, double *room);
// Accelerations of the bodies that belong to outer ones, after the velocity stage; in joint coordinates in
// work->body_vdot.
const double *jni_body_acceleration(const jn_system *system, jn_work *work, const double *vdot);
// Adds to outer forces f what a vector of the bodies means there: V' body.
void jni_collect(const jn_system *system, const jn_work *work, const double *body, double *f);
void jni_take_bias(const jn_system *system, jn_work *work);       // joint coordinates: the bias in gamma
void jni_collect_forces(const jn_system *system, jn_work *work);  // joint coordinates: f from body_f

// Fills work->direction with the poses of work and the velocities of a direction w (nv), plane models embedded in
// space.
void jni_set_direction(const jn_system *system, jn_work *work, const double *w);
// typical sizes of the speeds of the bodies' level: of lengths, and 1 (body_level.c)
void jni_body_scale(const jn_system *system, double *scale);
// of one; w: speeds of the bodies' level
void jni_set_body_direction(const jn_system *system, jn_work *work, int body, const double *w);
// Rate of a coordinate's blocks along the direction set last.
void jni_coordinate_rate_at(const jn_system *system, const jn_work *work, int coordinate, double Jdot[2][JNI_WIDEST]);
// work->Gdot = rate of G along the direction set last.
void jni_calc_G_rate(const jn_system *system, jn_work *work);
// work->coupling and rate_coupling, after the force stage: how much the energy and a row depend on each other. Writes
// Gdot.
void jni_calc_coupling(const jn_system *system, jn_work *work);
void jni_unpack_mass(const jn_system *system, const double *values, double *M);  // dense nv x nv
// the same in place: nv x nv numbers, of which the first are the values, the others zero
void jni_spread_mass(const jn_system *system, double *M);
void jni_unpack_G(const jn_system *system, const double *values, double *G);  // dense nc x nv

// ---- the model in cartesian coordinates ----------------------------------------------------------------
// A system of the same model, which the cartesian one serves and has to outlive. NULL: no memory, or a fault in the
// report.
jn_system *jni_system_beside(const jn_system *cartesian, const char *coordinates, jn_report *report);
double *jni_cartesian_state(const jn_system *system, const double *state);  // converted, for jni_free; NULL: no memory
// The row of `system` that a row of its cartesian system is; -1: none, since its joint is in the system's tree.
int jni_row_of_cartesian(const jn_system *system, int row);

// ---- construction -------------------------------------------------------------------------------
bool jni_system_build_rows(jn_system *system, jn_report *report);  // primitives, coordinates, patterns
bool jni_system_weigh_rows(jn_system *system);                     // row_weight; false: out of memory
bool jni_tree_pattern(jn_system *system);    // joint coordinates: the outer pattern; false: out of memory
bool jni_tree_plan_near(jn_system *system);  // joint coordinates: part of that, joint_near.c
// phi of coincidences, after the position stage of the bodies
void jni_tree_near(const jn_system *system, jn_work *work);
bool jni_tree_plan(jn_system *system);  // joint coordinates: what the recursions need; false: out of memory
bool jni_system_find_meshes(jn_system *system, jn_report *report);  // teeth.c
bool jni_system_build_actions(jn_system *system);  // who acts on whose coordinates, reaction.c; false: out of memory
// signals of the model, computed.c: compiled; then, when all formulas are, in order
bool jni_system_build_computed(jn_system *system, jn_report *report);
bool jni_system_order_computed(jn_system *system);  // false: out of memory
bool jni_system_build_forces(jn_system *system, jni_row_builder *builder, jn_report *report);
bool jni_system_build_events(jn_system *system, jn_report *report);
// Compiles the text of an element ("force", its name); of time: it may read t alone. False with a fault.
enum { JNI_MOST_BREAKS = 64 };  // of one expression
bool jni_plan_compile(jn_system *system, const char *element, const char *name, const char *text, jni_level level,
                      jni_formula *formula, jn_report *report);
bool jni_plan_of_time(jn_system *system, const char *element, const char *name, const char *text, jni_formula *formula,
                      jn_report *report);

// ---- probe.c
typedef struct {
  const jni_formula *formula;  // NULL: it is a signal
  const jni_signal *signal;
  double factor;  // of its unit
} jni_probe_column;
jni_probe_column jni_probe_column_of(const jn_probe *probe, int i);
int jni_probe_signal(const jn_probe *probe, int i);  // jni_signal_kind of a column; -1: it is an expression
int jni_probe_loaded(const jn_probe *probe);         // a joint whose reactions are asked for; -1: none

#endif
