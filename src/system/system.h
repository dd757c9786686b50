// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// system.h - the content of jn_system: the equations of a model in chosen coordinates. Constant after it is built.
#ifndef JNI_SYSTEM_H
#define JNI_SYSTEM_H

#include "linalg/kkt/kkt.h"
#include "model/gear_mesh.h"
#include "system/coordinates/coordinates.h"
#include "system/plan.h"

// Indices of a unit quaternion: its four numbers in q, and its three speeds in v, the angular velocity in body axes.
typedef struct {
  int q_at, v_at;
  // True for a free link in joint coordinates: the three numbers of q before the quaternion are its position, the three
  // of v before its angular velocity its velocity in body axes.
  bool twist;
} jni_turn;

// A free link in joint coordinates: n coordinates of position (2 or 3), whose speeds are in body axes; its rotation, an
// angle or a quaternion, follows in q.
typedef struct {
  int q_at, v_at, n;
} jni_twist;

// Part of the spanning tree between the link of one body of a group of rows and the common ancestor of the group's
// bodies (joint_plan.c).
typedef struct {
  int link, ancestor;  // link of the body; common ancestor
  int first, width;    // first speed and number of speeds of the tree component
  int value;           // index of the component's block of the group in the values of G; -1: it cannot move
  bool shared;         // another path of the group contains the same links
} jni_row_path;

// Rows of two points that coincide, if the common ancestor of their bodies rotates: the rows are evaluated relative to
// this link (body_level.c).
typedef struct {
  int group, row, nrows, link;
} jni_row_view;

// Generalised force of a row over coordinates (driver, gear, coupling) on a joint: -factor lambda along one of the
// joint's coordinates, or factor times the tooth force on the body of the joint's second end.
typedef struct {
  int row, coordinate;  // coordinate -1: the tooth force of `joint`
  int joint;
  double factor;
} jni_action;

// A pair of points that must coincide, whose difference is summed along the two branches of their loop
// (tree_coincidences.c).
typedef struct {
  const jni_primitive *primitive;
  int ancestor, link[2];  // common ancestor; links on which the two points are
  double c[3];            // constant part of the difference if the ancestor is the ground, m
} jni_coincidence;

// Root functions of a point of contact. GAP: while the point is open, the gap, m; while it is closed and a feature, how
// far inside its face or edge it is, m, at most 1 (jni_contact_margin). NORMAL: while it is closed, the normal force,
// N. FRICTION: while it sticks, the friction left before it slips, N; while it slips, the slip speed along the slip
// direction stored at the last event or accepted step, m/s. PIECE: on a profile, how far the contact is from the end of
// its piece. A function that does not apply is 1.
enum {
  JNI_CONTACT_ROOT_GAP,
  JNI_CONTACT_ROOT_NORMAL,
  JNI_CONTACT_ROOT_FRICTION,
  JNI_CONTACT_ROOT_PIECE,
  JNI_CONTACT_ROOTS
};
enum { JNI_CONTACT_ROOT = -2 };  // mark in jn_system.root_event

struct jn_system {
  jni_pool pool;
  const jn_model *model;
  const jn_alloc *alloc;  // allocator of the pool
  const jni_coordinates_kind *kind;
  jn_sizes sizes;
  jni_tree *tree;              // joint coordinates; otherwise NULL
  const jn_system *cartesian;  // the same model in cartesian coordinates; may be the system itself
  // Bodies; body 0 is the ground and has width 0. q_at, v_at and width refer to the coordinates of the bodies; in joint
  // coordinates these are cartesian ones (tree.h).
  int nbodies;
  int *q_at, *v_at, *width;  // nbodies: first coordinate, first speed, number of speeds
  jni_turn *turns;           // quaternions in q
  int nturns;
  jni_twist *twists;  // positions in q whose speeds are in body axes
  int ntwists;
  int *speed_q;          // nv: index in q of the coordinate whose rate is this speed; -1: of a quaternion or a twist
  bool *q_is_length;     // nq: a length; false: an angle or a component of a direction
  bool *v_is_length;     // nv: a velocity in m/s; false: an angular velocity
  double *v_size;        // nv: typical size: length_scale for translation, 1 rad for rotation
  int nbody_q, nbody_v;  // sums of the bodies' coordinates and speeds: nq and nv, except in joint coordinates
  // The constraint equations (rows) as primitives, sorted by kind of primitive.
  jni_primitive *primitives;
  int kinds[JNI_PRIMITIVE_COUNT], nkinds;  // kinds of primitives that the system has; their number
  int primitive_at[JNI_PRIMITIVE_COUNT + 1];
  int *row_primitive;  // nc: primitive of each row
  // nc: 1 / size of the compared quantities: the mechanism's length scale or 1 rad, times their factors (row_size.c)
  double *row_weight;
  jni_primitive_term *terms;
  int nterms;
  jni_coordinate *coordinates;  // joint coordinates of the list
  int ncoordinates;
  int nactive;                // the first nactive are used by rows or forces and evaluated in the stages
  jni_agreement *agreements;  // in the order of their joints
  int nagreements;
  int nwindings;  // coordinates that are unbounded angles; JNI_WINDING discrete states each, after those of the model
  // nfollowed: signals whose values at the last accepted step are stored in s: unbounded angles between bodies
  // (relative_rotation.c) and loads of joints (joint_load.c)
  jni_signal *followed;
  int nfollowed;
  int followed_at;  // index in s of their states, JNI_WINDING each
  // nbodies: index in s of the first state that keeps a body's rotation continuous; -1: none. Natural coordinates: in
  // the plane JNI_WINDING states of its angle, in space its quaternion at the last accepted step. Joint coordinates: in
  // space the sign of its quaternion (jni_tree_side); in the plane the whole turns of its angle beyond its parent's,
  // for links that do not rotate
  int *turn_at;
  jni_drive *drives;  // nmotions: motions that drivers prescribe
  int nmotions;
  int nfollowers;         // drives that follow a filtered signal
  int *joint_row;         // njoints + 1: first holonomic row of each joint
  int *joint_rate;        // njoints + 1: first velocity row of each joint, numbered from nh
  jni_action *actions;    // sorted by the joint on which they act
  int *action_at;         // njoints + 1: first action on each joint
  jni_gear_mesh *meshes;  // nmeshes: geometry of the joints with teeth
  int nmeshes, *mesh_of;  // njoints: mesh of a joint with teeth; NULL: there are none
  jni_pattern rows;       // pattern of G over the speeds of the bodies: one block column for each body
  jni_pattern pattern;    // pattern of G over v; `rows` itself, except in joint coordinates
  double *mass;           // values of the bodies' mass blocks on `rows`, constant
  // Values of the mass blocks on `pattern`: `mass` itself, in joint coordinates those of one configuration; NULL: not
  // kept, jni_sample_mass computes them in the work.
  double *sample_mass;
  // True for a tree with rows: each work has memory for mass blocks from the start. A tree without rows is solved
  // without mass blocks; jni_keep_mass adds them to a work.
  bool keeps_mass;
  double *gravity_force;  // nbody_v: generalised forces of uniform gravity
  // Forces, signals of the model, states and events.
  jni_force_plan *forces;
  int nforces;
  jni_formula *computed;  // signals of the model
  int ncomputed;
  jni_reads *computed_reads;  // ncomputed: bodies and states that each signal of the model reads
  // nodes of the order of evaluation (jn_model), as lists: `ahead` are evaluated before all forces, `late` on request
  int *ahead, *late, nahead, nlate;
  bool *is_ahead;  // for each node: it is in `ahead`; NULL: no force and no rate needs the value of another node
  jni_subsystem_plan *subsystems;
  int nsubsystems;
  int nsubsystem_values, nsubsystem_outputs, nsubsystem_states;
  jni_formula *inputs;  // expression NULL: a table
  jni_formula *rates;   // rates of the auxiliary states of the model, then of subsystems
  int nrates;
  int work_state;  // index in z of the work of forces, drivers and contacts; -1: none
  jni_event_plan *events;
  int nevents;
  jni_contact_point *contact_points;
  int ncontact_points;
  int ncontact_scratch;        // largest jni_features_scratch of a pair
  int contact_root_at;         // index of the first root function of points of contact; JNI_CONTACT_ROOTS of each
  int nslopes, nstate_slopes;  // sizes of work->slopes and state_slopes (derivative/formula_gradient.h)
  int nacts;                   // size of work->acts
  // Size of work->weights: three values of each force, signals of the model, outputs and rates of subsystems.
  int nweights;
  // nroots: origin of each root function: index of an event; nevents + index of a subsystem; -1: a force; -2: a point
  // of contact
  int *root_event;
  // Number of switches that the run watches: of force laws and of the formulas of forces, rates, subsystems, filtered
  // drives, and of the signals that these read; without contacts.
  int nswitches;
  double *time_events;  // time events, ascending, s
  int ntime_events, capacity_time_events;
  void *packed;             // joint coordinates: constants of the links (joint_links.h)
  jni_row_path *row_paths;  // joint coordinates: path of each entry of `rows`
  // joint coordinates, nrow_views: rows of coinciding points that are evaluated relative to a link
  jni_row_view *row_views;
  int nrow_views;
  jni_coincidence *coincidences;  // joint coordinates, ncoincidences: pairs of points that are summed along their loop
  int ncoincidences;
  bool curved;          // joint coordinates: some link (spherical, free) has increments that are not added to its q
  int tree_doubles;     // joint coordinates: doubles that the recursions need in the work
  double length_scale;  // typical length of the bodies, m
  double extent;  // largest coordinate of a ground point, at least length_scale, m; rounding errors of phi grow with it
};

// Returns the index of the block column of system->pattern that contains the speeds that move a body: in joint
// coordinates that of its component of the tree. -1: the body cannot move.
static inline int jni_body_block(const jn_system *system, int body) {
  if (!system->tree || body == 0) return body - 1;
  int component = system->tree->component_of[system->tree->link_of[body]];
  return system->tree->component_v[component + 1] > system->tree->component_v[component] ? component : -1;
}

#endif
