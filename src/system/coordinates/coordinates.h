// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// coordinates.h - kinds of coordinates: how q and v determine the motion of the bodies, how increments change q, and
// what sets initial values and closes joints in cartesian coordinates.
#ifndef JNI_COORDINATES_H
#define JNI_COORDINATES_H

#include "force/force.h"
#include "joint/equations/primitive.h"
#include "jounce/system.h"
#include "system/tree/tree.h"

// One kind of coordinates, in the plane or in space.
typedef struct {
  const char *name;
  bool constant_mass;
  // Bodies are described by points and vectors, which constraint equations keep rigid
  // (joint/equations/natural_equations.h), so that R and Rdot are part of q and v.
  bool natural;
  int rigid_q, rigid_v;  // number of coordinates and of speeds of a rigid body
  // Writes the mass matrix of a body to M, whose elements are zero before the call; returns false if it is not positive
  // semidefinite.
  bool (*mass)(const jni_body *body, double *M);
  const jni_primitive_ops *rows;
  const jni_tree_ops *tree;  // joint coordinates: functions of the recursions along the tree; otherwise NULL
  void (*position)(const jn_system *system, jn_work *work);  // computes the poses of the bodies from q
  void (*velocity)(const jn_system *system, jn_work *work);  // computes the velocities of the bodies from v
  // Adds to f (speeds of the bodies) the inertia forces that depend on velocity (gyroscopic and centrifugal terms).
  void (*inertia_force)(const jn_system *system, const jn_work *work, double *f);
  void (*qdot)(const jn_system *system, const double *q, const double *v, double *qdot);
  void (*step)(const jn_system *system, const double *q, const double *d, double *out);        // out = q moved by d
  void (*difference)(const jn_system *system, const double *q0, const double *q1, double *d);  // d moves q0 to q1
  void (*tangent)(const jn_system *system, const double *d, double *T);
  void (*normalize)(const jn_system *system, double *q);
} jni_coordinates_kind;

extern const jni_coordinates_kind jni_cartesian_plane, jni_cartesian_space, jni_natural_plane, jni_natural_space,
    jni_joint_plane, jni_joint_space;
// Returns the kind of coordinates with a name ("cartesian", "natural", "joint") in the plane or in space; NULL: there
// is none.
const jni_coordinates_kind *jni_coordinates_find(const char *name, jn_space space);

// Functions that all coordinates with qdot = v share (flat_coordinates.c). JNI_FLAT lists them in the order of the last
// members of jni_coordinates_kind.
void jni_flat_inertia_force(const jn_system *system, const jn_work *work, double *f);
void jni_flat_qdot(const jn_system *system, const double *q, const double *v, double *out);
void jni_flat_step(const jn_system *system, const double *q, const double *d, double *out);
void jni_flat_difference(const jn_system *system, const double *q0, const double *q1, double *d);
void jni_flat_tangent(const jn_system *system, const double *d, double *T);
void jni_flat_normalize(const jn_system *system, double *q);
#define JNI_FLAT \
  jni_flat_inertia_force, jni_flat_qdot, jni_flat_step, jni_flat_difference, jni_flat_tangent, jni_flat_normalize

// Functions of the kinds of cartesian coordinates that joint coordinates use for their cartesian speeds of the bodies.
bool jni_cartesian_plane_mass(const jni_body *body, double *M);
bool jni_cartesian_space_mass(const jni_body *body, double *M);
void jni_cartesian_space_inertia_force(const jn_system *system, const jn_work *work, double *f);

// Writes to p the unit quaternion of the rotation R of a body; of the two signs it takes that of the last accepted
// step, stored in s.
void jni_natural_quaternion(const jn_system *system, const double R[9], int body, const double *s, double p[4]);
// Stores in s, at each accepted step, what keeps the rotations of the bodies continuous: in space their quaternions, in
// the plane value, rate and time of their angles (JNI_WINDING states).
void jni_natural_store_rotations(const jn_system *system, const jn_work *work, double *s);

// ---- conversion to cartesian coordinates ---------------------------------------------------------------
// Makes a system of the same model in other coordinates; it uses the cartesian one, which must outlive it. NULL: out of
// memory, or an entry in the report.
jn_system *jni_system_new_beside(const jn_system *cartesian, const char *coordinates, jn_report *report);
// Returns a copy of `state` converted to cartesian coordinates, to be freed with jni_free; NULL: memory is short.
double *jni_cartesian_state(const jn_system *system, const double *state);
// Returns the index of the row of `system` that is row `row` of its cartesian system; -1: there is none, since its
// joint is in the spanning tree.
int jni_row_of_cartesian(const jn_system *system, int row);

// ---- closing joints ------------------------------------------------------------------------------------
// Returns the cosine of the angle between the two vectors of an agreement, or the sum of two cosines if it has two
// pairs. After the position stage.
double jni_agreement_calc(const jn_system *system, const jn_work *work, int agreement);
// Changes in q the pose of the body at one end of a joint: rotates it so that the axes of both ends and their
// perpendiculars coincide (in the plane: to the angle that the joint prescribes), and moves it so that the points
// coincide. Returns false, and changes nothing, if the joint does not fix an orientation or the body is a particle.
bool jni_align_end(const jn_system *system, int joint, int end, double *q);
// Moves the body at one end of a joint, without rotating it, so that its point coincides with that of the other end.
// held[3]: components of its position that must not change; NULL: none.
void jni_place_end(const jn_system *system, int joint, int end, const bool *held, double *q);
// Initial pose and velocity of a body: which parts of them have been set, by the model or from a joint: its
// orientation, each component of its position, each of its speeds.
typedef struct {
  bool orientation, position[3];
  bool speed[6];  // in the order of the speeds of the body in v
} jni_placed;
// Sets the position of each body whose position is not set yet, and its orientation if that is not set, from a joint to
// a body that has a position (place_bodies.c). Marks these positions in placed[nbodies] as set. Returns JN_OK or
// JN_NO_MEMORY.
jn_status jni_place_bodies(const jn_system *system, jni_placed *placed, double *q);
// Sets the angular velocity of a body in v from an initial value, and marks it in `placed`. Ignores other signals.
// Cartesian coordinates only.
void jni_initial_set_rate(const jn_system *system, double *v, const jni_signal *s, double value, jni_placed *placed);
// Sets a speed of the centre of mass of a body in v from an initial velocity of one of its points and its angular
// velocity, which must be set before, and marks it in `placed`. Ignores other signals. Cartesian coordinates only.
void jni_initial_set_velocity(const jn_system *system, double *q, double *v, const jni_signal *s, double value,
                              jni_placed *placed);

#endif
