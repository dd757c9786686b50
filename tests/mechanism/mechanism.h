// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism.h - random mechanisms as plain data: generates them, writes them as model text, scales, mirrors and
// reorders them, runs them with many methods, and compares the results.
//
//   mechanism_random.c     counter-based random numbers
//   mechanism_generate.c   poses of bodies, a tree of joints, loops, and the properties of each profile
//   mechanism_place.c      joints placed between the given poses, so that every loop closes by construction
//   mechanism_couple.c     gears, racks, couplings, drivers on the coordinates of joints
//   mechanism_force.c      force elements
//   mechanism_form.c       forces on linear forms of coordinates
//   mechanism_write.c      the model as text, for the reader and for files
//   mechanism_measure.c    initial values computed by the library: coordinates, velocities, rank
//   mechanism_transform.c  the same mechanism in other units, mirrored, in another order, with ends of joints and of
//                          forces swapped
//   mechanism_way.c        ways: all formulations with their coordinates, variants and integrators
//   mechanism_run.c        one run in one way: samples of poses, velocities, reactions, energies
//   mechanism_balance.c    Newton's and Euler's equations of every body with the printed values
//   mechanism_compare.c    comparison of two runs by groups of quantities
//   mechanism_check.c      checks of runs in several ways; mechanism_change.c: of changed copies; mechanism_rest.c: of
//                          equilibria
#ifndef JOUNCE_MECHANISM_H
#define JOUNCE_MECHANISM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "jounce/jounce.h"

// ---- numbers by chance: the n-th one is a function of a key and n ---------------------------------------------------

typedef struct {
  uint64_t key, count;
} chance;

uint64_t chance_next(chance *c);
double chance_between(chance *c, double low, double high);
int chance_below(chance *c, int n);  // 0 to n - 1
bool chance_happens(chance *c, double probability);
double chance_size(chance *c, double low, double high);  // with uniformly distributed logarithm

// ---- the mechanism --------------------------------------------------------------------------------------------------

enum { MOST_BODIES = 10, MOST_JOINTS = 24, MOST_FORCES = 8, MOST_TERMS = 3, MOST_LAW = 4 };

typedef struct {
  double p[3], q[4];  // position and orientation in its body; plane: rotation about z
} mech_frame;

typedef struct {
  char name[8];
  bool particle;
  double mass, inertia[6], com[3];
  double r[3], q[4], angle;  // start: origin of the body's frame; angle in the plane
  double v[3], w[3];         // of the origin, ground axes; angular velocity, body axes
} mech_body;

typedef struct {
  int joint, coordinate;
  double factor;
} mech_term;

typedef struct {
  // constant + slope t + amplitude sin(frequency t) + stiffness (own coordinate)
  double constant, slope, amplitude, frequency, stiffness;
} mech_motion;

typedef struct {
  char name[8];
  const char *type;
  int body[2];  // two-ended kinds; -1: acts on coordinates, or on points (linear-relation)
  mech_frame end[2];
  double axis[2][3], plunge[3];
  double length, pitch, radius, crown, constant[3];
  // coordinates: gear and function from, to; rack pinion, slide; differential carrier, left, right; linear-relation:
  // bodies
  mech_term terms[MOST_TERMS];
  double place[MOST_TERMS][3];  // linear-relation: points
  int nterms;
  double ratio, offset;
  // driver, velocity-coupling; function: y = offset + ratio x + amplitude sin(frequency (x - constant))
  mech_motion motion;
  double value[3];  // of its coordinates at the start, measured
} mech_joint;

typedef struct {
  char name[8];
  const char *type;
  int body[2];  // second -1: one-ended
  mech_frame end[2];
  int joint, coordinate;        // -1: acts between bodies
  mech_term terms[MOST_TERMS];  // a linear form, of which the coordinate is the first; all are angles, or all lengths
  int nterms;                   // 0: on the coordinate alone
  double stiffness, damping, rest, preload, lower, upper, exponent, strength;
  double translation_stiffness[3], translation_damping[3], rotation_stiffness[3], rotation_damping[3];
  double stribeck_rate, viscous;                      // friction
  double coefficient, lift, density, area, areas[3];  // drag; contact: coefficient of friction
  double radius, shear_stiffness, shear_damping;      // contact
  mech_motion component[3];                           // also capacity, kinetic and static friction, wind
  int ncomponents;
  bool follower, table, smooth;
  int nlaw;  // coefficients of a polynomial, or points of a table
  double law_x[MOST_LAW], law_y[MOST_LAW];
} mech_force;

typedef struct {
  int profile;
  uint64_t seed;
  jn_space space;
  double gravity[3];
  bool has_floor;
  double floor;                   // height of the road that contacts touch
  int nbodies, njoints, nforces;  // body 0 is the ground
  mech_body body[MOST_BODIES];
  mech_joint joint[MOST_JOINTS];
  mech_force force[MOST_FORCES];
  int body_order[MOST_BODIES], joint_order[MOST_JOINTS], force_order[MOST_FORCES];  // order in the file
  double size, mass, time;  // units of length, mass and time: 1 until it is scaled
  double until;
  int freedoms, redundant;
} mechanism;

// ---- kinds of coordinates -------------------------------------------------------------------------------------------

const char *mech_coordinate_name(const mech_joint *joint, int i);  // NULL past the last
bool mech_has_coordinate(const mechanism *m, int joint, int i);    // on which other elements can act
bool mech_coordinate_is_angle(const mech_joint *joint, int i);
bool mech_on_coordinates(const mech_joint *joint);
bool mech_bends(const mech_joint *joint);  // a constant-velocity joint
bool mech_is_nonholonomic(const mech_joint *joint);
bool mech_holds(const mech_force *force);  // a brake, or friction

// ---- generating -----------------------------------------------------------------------------------------------------

typedef enum {
  PLANE_TREE,
  PLANE_LOOP,
  SPACE_TREE,
  SPACE_LOOP,
  REDUNDANT,
  MASSLESS,
  COUPLED,
  EXTREME,
  STATICS,
  FORMS,
  NPROFILES
} mech_profile;

extern const char *const mech_profile_names[NPROFILES + 1];

// Generates a mechanism. Returns false if all attempts were too close to singular configurations. *why: fault of the
// library; "": none.
bool mech_generate(int profile, uint64_t seed, mechanism *m, char *why, size_t size);
void mech_add_couplings(mechanism *m, chance *c);
// Adds a driver of some coordinate and a copy of this driver. Returns false if there is no coordinate to drive.
bool mech_add_driver_pair(mechanism *m, chance *c);
// Makes the second driver of the pair, the last joint, deviate from the first with t^3.
void mech_contradict_driver(mechanism *m);
void mech_add_forces(mechanism *m, chance *c);
mech_force *mech_add_force(mechanism *m, chance *c, const char *type);  // NULL: it does not fit
void mech_add_forms(mechanism *m, chance *c);                           // linear forms of coordinates, and contacts
void mech_add_losses(mechanism *m, chance c);  // uses its own random numbers, so that the other elements do not change
void mech_hold_all(mechanism *m, chance *c);
mech_joint *mech_add_joint(mechanism *m, const char *type, int a, int b);
// Places the frames of a joint for the poses of its bodies. axis_in_ground: axis of the joint; NULL: random.
void mech_place_joint(const mechanism *m, chance *c, mech_joint *j, const double *axis_in_ground);
void mech_world_frame(const mechanism *m, int body, const mech_frame *frame, double p[3], double q[4]);
void mech_local_frame(const mechanism *m, int body, const double p[3], const double q[4], mech_frame *frame);
void mech_random_direction(chance *c, jn_space space, double a[3]);
void mech_random_turn(chance *c, jn_space space, double q[4]);

// ---- writing --------------------------------------------------------------------------------------------------------

char *mech_text(const mechanism *m);  // to be freed
void mech_write(const mechanism *m, const char *path);
jn_model *mech_read(const mechanism *m, char *why, size_t size);

// ---- measuring ------------------------------------------------------------------------------------------------------

// Computes the initial values of all joint coordinates, before elements on coordinates are added.
bool mech_measure_coordinates(mechanism *m, char *why, size_t size);
// Computes initial velocities and rank. Returns false, with "" in `why` if the configuration is too close to a singular
// one.
bool mech_measure_start(mechanism *m, char *why, size_t size);
// Returns the distance of the active constraint equations (NULL: all), and of the masses along them, from singularity,
// after the stages of a cartesian system; a start must have at least 1.
double mech_distance(const mechanism *m, const jn_system *cartesian, const jn_work *work, const bool *active);

// ---- transforming ---------------------------------------------------------------------------------------------------

typedef struct {
  double length, mass, time;  // factors
  int mirror;                 // axis whose sign changes; -1: none
  bool swapped[MOST_JOINTS];  // the ends of this joint are exchanged
} mech_change;

mech_change mech_no_change(void);
void mech_scale(mechanism *m, mech_change *change, double length, double mass, double time);
void mech_mirror(mechanism *m, mech_change *change, int axis);
void mech_swap_ends(mechanism *m, mech_change *change, chance *c);
void mech_reorder(mechanism *m, chance *c);

// ---- running --------------------------------------------------------------------------------------------------------

typedef struct {
  const char *coordinates, *formulation, *variant, *integrator;  // variant "": none
} mech_way;

int mech_nways(void);
// Draws a random way. The draw depends on the key and on the names of the ways, not on their number, so that a new
// variant changes few draws.
mech_way mech_way_draw(uint64_t key);
mech_way mech_way_get(int i);
int mech_way_order(const mech_way *way);  // of a fixed step; 0: variable
bool mech_way_suits(const mech_way *way, const mechanism *m);
bool mech_way_drifts(const mech_way *way);
bool mech_way_rings(const mech_way *way);
void mech_way_name(const mech_way *way, char *text, size_t size);

enum { SAMPLES = 4, BODY_VALUES = 13, JOINT_VALUES = 6, ENERGIES = 3 };

// Results of a run at one time, in ground axes and SI units. Values that a body or a joint does not have are 0.
typedef struct {
  double body[MOST_BODIES][BODY_VALUES];    // r, q (plane: angle, 0, 0, 0), v, w
  double joint[MOST_JOINTS][JOINT_VALUES];  // force and torque about the origin, on the body of the second end
  double energy[ENERGIES];                  // kinetic, potential, work
} mech_sample;

typedef struct {
  bool ok;
  char why[600];  // else
  mech_sample sample[SAMPLES];
  double unbalance;  // largest unbalanced force on a body with the printed reactions / largest force on any body
  double distance;   // least distance from singular configurations; HUGE_VAL: not checked
  // time at which the damper of a stop was cut off, or too many steps were needed, if checked; else HUGE_VAL
  double end;
  long steps;
  long singular_passes;  // by mech_execute: singular configurations that the summary counts
  bool warned;           // by mech_execute: the run itself gave a warning; `why` has its first message
} mech_result;

// Runs a mechanism. steps > 0: number of fixed steps; else the tolerance applies. look: checks whether all ways can
// follow the motion.
void mech_run(const mechanism *m, const jn_model *model, const mech_way *way, int steps, double tolerance, bool look,
              mech_result *result);
// Executes a whole run as the command does, with the verdict at its end and its warnings. steps, tolerance: as above.
void mech_execute(const mechanism *m, const jn_model *model, const mech_way *way, int steps, double tolerance,
                  mech_result *result);

// ---- comparing ------------------------------------------------------------------------------------------------------

enum { GROUP_PLACES, GROUP_VELOCITIES, GROUP_REACTIONS, GROUP_ENERGIES, NGROUPS };
extern const char *const mech_group_names[NGROUPS];

typedef struct {
  double most[NGROUPS];  // largest difference / largest value of its kind in the reference
  char worst[NGROUPS][64];
} mech_difference;

// Compares `reference` with `other`, a run of the changed mechanism, after transforming it back.
mech_difference mech_compare(const mechanism *m, const mech_result *reference, const mech_result *other,
                             const mech_change *change);

#endif
