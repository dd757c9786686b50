// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree.h - joint coordinates: a spanning tree of the bodies, whose joints have coordinates of their own, over the
// bodies' cartesian level.
//
// A system in joint coordinates has two levels.
//   bodies   the poses and velocities of all bodies (work->body2 or body3) and vectors over the bodies' cartesian
//            speeds (system->v_at, width: velocity of the centre of mass in ground axes, angular velocity in body axes;
//            nbody_v long). Constraint equations, forces, joint coordinates and signals are evaluated on this
//            level by the code of cartesian coordinates: work->body_f, work->body_G on system->rows.
//   outer    q and v of the tree's joints, sizes.nq and sizes.nv long; work->f, work->G on system->pattern, work->mass.
//            Formulations and integrators use this level only.
// With the velocity map V(q), body speeds = V v, body accelerations = V vdot + bias(q, v) (work->body_bias):
//   M     = V' Mb V + diag(armature)             G     = Gb V           equations of the cut joints only
//   f     = V' (fb - Mb bias)                    gamma = gammab - Gb bias
// fb contains gravity, gyroscopic terms and all force elements. In cartesian and natural coordinates both levels are
// the same: V = 1, and the pointers alias.
//
// Links are numbered so that a parent comes before its children (link 0 is the ground, link i > 0 moves one body). The
// speeds of a link are consecutive and are stored after those of its parent. Motion of a link relative to its parent,
// in ground axes at the link's centre of mass:
//   x_i = X x_p + S v_i            x = (velocity of the centre of mass, angular velocity), X shifts by d = r_i - r_p:
//                                  v += w_p x d
//   xdot_i = X xdot_p + S vdot_i + c      c = (w_p x (v_i - v_p), 0) + Sdot v_i
// In the plane x = (vx, vy, w), the speeds of the body.
#ifndef JNI_TREE_H
#define JNI_TREE_H

#include "joint/equations/primitive.h"

struct jn_system;
struct jn_work;

typedef enum {
  JNI_CUT_NO,         // the joint is in the tree
  JNI_CUT_CLOSES,     // closes a loop: other joints of the tree connect its bodies
  JNI_CUT_ASKED,      // the model requests that the joint is cut
  JNI_CUT_NO_MOTION,  // has no joint coordinates (distance, gear, rolling, driver...): always equations
  JNI_CUT_PARTICLE,   // connects a particle, which has no orientation
  JNI_CUT_ONE_BODY,   // both ends are on one body
} jni_cut;

static inline bool jni_link_plunges(jni_link_kind kind) {
  return kind == JNI_LINK_UNIVERSAL_PLUNGE || kind == JNI_LINK_CONSTANT_VELOCITY_PLUNGE;
}
static inline bool jni_link_is_cross(jni_link_kind kind) {
  return kind == JNI_LINK_UNIVERSAL || kind == JNI_LINK_UNIVERSAL_PLUNGE;
}
static inline bool jni_link_bends(jni_link_kind kind) {
  return kind == JNI_LINK_CONSTANT_VELOCITY || kind == JNI_LINK_CONSTANT_VELOCITY_PLUNGE;
}

// With P and C the joint frames of parent and child (rotations RP and RC), the child's axes in the parent's are
//   rotation about z   RP Rz(turn_sign q) RC'      fixed, prismatic: q = 0
//   universal, -plunge RP Rz(q1) Q Rz(q2) RC'      Q maps x, y, z of C to y, z, x of P; angles without turn_sign
//   constant-velocity  RP Rx(q1) Ry(2 q2) Rx(q1) RC'   the quaternion (cos q2 cos q1, cos q2 sin q1, sin q2, 0): no
//                      twist about z at any q, for all bending angles below pi; angles without turn_sign
//   spherical          the rotation of the quaternion; RP and RC are 1, also for free links
// The angles of a universal link are zero if the frames of the ends are aligned and the axes are perpendicular there.
typedef struct {
  jni_link_kind kind;
  int body, parent;        // body number; parent link, 0: the ground
  int joint;               // index in the model; -1: no joint, the body moves freely
  bool reversed;           // the parent is the joint's second end
  int q_at, v_at, nq, nv;  // index of its first coordinate in q and of its first speed in v; their numbers
  // Joint frames on the two bodies: rotation from the frame to body axes, row-major; point of the joint from the centre
  // of mass, body axes, m. The angle of the joint coordinate is measured from the x axes.
  double RP[9], pP[3];  // on the parent's body (the ground: its own axes and origin)
  double RC[9], pC[3];  // on the child
  // The child rotates by turn_sign * q about z of the joint frames and slides by slide_sign * q along their axes, so
  // that q is the joint's own coordinate. Both are -1 if the joint is reversed, otherwise 1; the two differ for a
  // left-handed joint.
  double turn_sign, slide_sign;
  double angle;     // plane: angle of the child minus that of the parent at q = 0, rad
  double pitch;     // screw: displacement along z of the joint frames per angle, m/rad
  double slide[3];  // plunging links: direction, in the joint frame of the end that carries it
  bool carried;     // planar and plunging links of reversed joints: displacements are along axes of the child
  // Marks for sweeps from the last link to the first, set by joint_plan.c:
  bool branches;  // the link has a child that is not the next link
  bool opens;     // the link is the last of those children of its parent that do not directly follow the parent
} jni_link;

typedef struct {
  jni_pool pool;
  int nq, nv;
  int nlinks;  // number of links, including the ground
  jni_link *links;
  int *link_of;  // nbodies: link of each body
  // nv: next speed towards the root on the path of each speed; -1: none. M_ij is nonzero only for speeds on one path.
  int *parent_speed;
  int *speed_link;    // nv: link of each speed
  double *armature;   // nv: inertia added to the diagonal of M for each speed, kg m^2 or kg
  bool has_armature;  // an element of `armature` is not zero
  jni_cut *cut;       // njoints: whether each joint is cut, and why
  int *loop_parent;   // njoints: common ancestor of the two bodies of a cut joint; -1: not a loop
  int ncomponents;    // subtrees that only the ground connects: the blocks of M
  int *component_v;   // ncomponents + 1: first speed of each; the speeds of a component are consecutive
  int *component_of;  // nlinks: component of each link; the ground's is -1
} jni_tree;

// ---- tree.c --------------------------------------------------------------------------------------------
// Makes the spanning tree in breadth-first order from the ground, so that loops are short. It contains the joints that
// the model requests to be in it and, if possible, those whose variables are requested as independent; joints that the
// model requests to cut are cut. NULL: out of memory, or a fault in the report (a joint that must be in the tree closes
// a loop).
jni_tree *jni_tree_new(const jn_model *model, const jn_alloc *alloc, jn_report *report);
// Sets in the system, for joint coordinates: where quaternions and free positions are (turns, twists), the coordinate
// of each speed (speed_q), and which coordinates and speeds are lengths (q_is_length, v_is_length).
void jni_tree_describe(struct jn_system *system);
// Writes to `text` a sentence that says why a joint is cut, "" if it is not, and returns it.
const char *jni_tree_reason(const struct jn_system *system, int joint, char *text, size_t size);

// Returns the index of the last speed of a link; if the link has no speeds, that of the next link towards the root that
// has; -1: there is none.
int jni_tree_last_speed(const jni_tree *tree, int link);

// Returns the number of coordinates of a kind of link.
int jni_link_q(jni_link_kind kind, jn_space space);
// Returns the number of speeds of a kind of link.
int jni_link_v(jni_link_kind kind, jn_space space);
// Returns whether speed i of a kind of link is a velocity in m/s; otherwise it is an angular velocity.
bool jni_link_v_is_length(jni_link_kind kind, jn_space space, int i);
// Number of signs of quaternions that one number in s stores. The quaternion of a body is the product of those of its
// links times this sign, which does not change during the motion. The sign is one bit for each body, JNI_SIDES in a
// number, at the end of s, so that conversions from other coordinates keep it (tree_pose.c).
enum { JNI_SIDES = 32 };
double jni_tree_side(const struct jn_system *system, const double *s, int body);  // returns 1 or -1
void jni_tree_set_side(const struct jn_system *system, double *s, int body, double side);
// Returns, in the plane, the whole turns of a body (a multiple of 2 pi, rad) that s stores: those by which its angle
// exceeds that of its parent if its link does not rotate; 0 for other bodies.
double jni_tree_turns(const struct jn_system *system, const double *s, int body);
// Stores in s the whole turns of a body (see jni_tree_turns); does nothing for other bodies.
void jni_tree_set_turns(const struct jn_system *system, double *s, int body, double turns);
void jni_tree_quaternion(const struct jn_system *system, const struct jn_work *work, int body, double p[4]);
// Sets, in each of the n joint coordinates of `list` that is a coordinate of the tree, its indices in q and v
// (tree_link.c).
void jni_tree_link_coordinates(const struct jn_system *system, jni_coordinate *list, int n);
// Sets the joint frames of a link, whose kind, joint and `reversed` must be set (tree_link.c).
void jni_link_frames(const jn_model *model, jni_link *link);

// Sizes of a model in joint coordinates (tree_count.c). If the model has no spanning tree, all but body_speeds are
// zero.
typedef struct {
  int body_speeds, body_rows;  // in cartesian coordinates: speeds of all bodies, rows of all joints
  int speeds;                  // speeds of the tree
  int rows;                    // equations of cut joints, drivers and couplings
  int loops;                   // joints between two bodies that are not in the tree
  int particles;               // number of loops whose cut joint connects a particle
  long elements;               // number of nonzero elements of M on and below the diagonal
  const char *missing;         // an output or signal of the model that does not exist in joint coordinates; NULL: none
} jni_tree_counts;
jn_status jni_tree_count(const jn_model *model, jni_tree_counts *counts, jn_report *report);

// Returns whether the joint is in the spanning tree; false in other coordinates.
bool jni_in_tree(const struct jn_system *system, int joint);
// Returns whether a signal exists in these coordinates. Returns false with a sentence in `what` if it is `coupling` or
// `rate_coupling` of a joint that has no rows because it is in the tree. Multipliers of such joints exist: they are
// computed from the reaction.
bool jni_tree_has_signal(const struct jn_system *system, const jni_signal *signal, char *what, size_t size);

// Number of doubles of each link in work->beyond: force, torque about the link's centre of mass, position of that
// centre of mass.
enum { JNI_BEYOND = 9 };
// Computes the reaction of a joint of the tree (see jni_joint_reaction) from the balance of the bodies beyond it. One
// sweep computes all joints; it is repeated only if stages, vdot or lambda have changed. vdot NULL: only the part of
// G' lambda. Zero if the body at this end is the ground.
void jni_tree_reaction(const struct jn_system *system, struct jn_work *work, int joint, int end, const double *vdot,
                       const double *lambda, double force[3], double torque[3]);

// Returns the link of a joint that is in the spanning tree.
const jni_link *jni_tree_link_of_joint(const struct jn_system *system, int joint);
// Writes to `force` and `torque` what the joint of a link exerts on the link's body, about the centre of mass, ground
// axes.
void jni_tree_wrench(const struct jn_system *system, struct jn_work *work, const jni_link *link, const double *vdot,
                     const double *lambda, double force[3], double torque[3]);
// Returns the multiplier that row i of a joint of the tree would have if the joint were cut (tree_lambda.c).
double jni_tree_lambda(const struct jn_system *system, struct jn_work *work, int joint, int i, const double *vdot,
                       const double *lambda);
// Returns whether that row is an equation between angles.
bool jni_tree_row_is_angle(const struct jn_system *system, int joint, int i);

// ---- recursion, joint_plane.c and joint_space.c ---------------------------------------------------------
// The functions read the stages of the work and allocate nothing. Outer vectors have nv elements, body vectors nbody_v.
// A `const` work keeps its stages, but its scratch in work->S and work->articulated may change.

// The links that move with one speed: they are numbered consecutively, from the link of the speed to end - 1; and how
// this speed varies.
typedef struct {
  int speed, link, end;
  double place;   // variation of q, in units of its change by the speed in unit time
  double change;  // variation of the speed
} jni_branch;

// A column of a matrix over speeds: element i is at[(i - first) * stride].
typedef struct {
  double *at;
  ptrdiff_t stride;
  int first;
} jni_column;

// Variation of the pose and the velocity of a body, ground axes.
typedef struct {
  double r[3], turn[3];  // displacement of the centre of mass, m; rotation vector of the axes, rad
  double v[3], w[3];     // variation of the velocity of the centre of mass, m/s, and of the angular velocity, rad/s
} jni_body_variation;

typedef struct {
  int doubles_per_link;  // doubles that work->S and work->articulated hold for each link
  // Computes the poses of the bodies, and d, a and S of the links.
  void (*position)(const struct jn_system *system, struct jn_work *work);
  // Computes the velocities of the bodies, body_v and body_bias.
  void (*velocity)(const struct jn_system *system, struct jn_work *work);
  // body = V v
  void (*expand)(const struct jn_system *system, const struct jn_work *work, const double *v, double *body);
  // Adds V' body to f (nv): the generalised forces of forces on the speeds of the bodies (nbody_v).
  void (*collect)(const struct jn_system *system, const struct jn_work *work, const double *body, double *f);
  void (*force)(const struct jn_system *system, struct jn_work *work);  // f = V' (fb - Mb bias)
  // Sets G to body_G V for the speeds on loops; leaves the other elements, which are zero.
  void (*rows)(const struct jn_system *system, const struct jn_work *work, const double *body_G, double *G);
  // Sets the mass blocks to V' Mb V + diag(armature) for pairs of speeds on one branch; leaves the other elements,
  // which are zero.
  void (*mass)(const struct jn_system *system, struct jn_work *work, double *mass);
  // Computes the articulated inertias for the position stage in O(n); returns false if M is singular. `solve` then
  // replaces x (nv) by M^-1 x.
  bool (*articulate)(const struct jn_system *system, struct jn_work *work);
  void (*solve)(const struct jn_system *system, struct jn_work *work, double *x);
  // Computes vdot = M^-1 f in O(n), for trees without rows, from body_f and body_bias of the force stage; does not read
  // work->f. Returns false if M is singular.
  bool (*forward)(const struct jn_system *system, struct jn_work *work, double *vdot);
  // Sets Gdot, the rate of G along work->direction (jni_set_direction) at the poses of the work, for the groups `group`
  // to end - 1 of constraint equations.
  void (*rows_rate)(const struct jn_system *system, const struct jn_work *work, int group, int end,
                    const double *body_G, const double *body_Gdot, double *Gdot);
  // Sets mass_rate (pattern.nmass) to the time derivative of the mass blocks along work->direction.
  void (*mass_rate)(const struct jn_system *system, struct jn_work *work, double *mass_rate);
  // Begins the computation of the variation of f - M vdot (of f if vdot is NULL), one column for each speed. To be
  // called after the force stage, before `vary` and `vary_collect` of each branch. The three overwrite
  // work->articulated.
  void (*tangent_begin)(const struct jn_system *system, struct jn_work *work, const double *vdot);
  // Computes the variation of all links of a branch.
  void (*vary)(const struct jn_system *system, struct jn_work *work, const jni_branch *branch, const double *vdot);
  // Adds to the column `out` the variation of f - M vdot for constant forces on the bodies, after `vary`.
  void (*vary_collect)(const struct jn_system *system, struct jn_work *work, const jni_branch *branch,
                       const jni_column *out);
  // Writes to *out the variation of a body that speed `speed` moves. With of_configuration poses vary; it must then
  // follow a call of `vary` with place = 1 and change = 0.
  void (*vary_body)(const struct jn_system *system, const struct jn_work *work, int speed, bool of_configuration,
                    int body, jni_body_variation *out);
  // Adds to the column `out` the forces on the speeds of the tree, V' df, for the variation df of the generalised
  // forces of one body.
  void (*vary_load)(const struct jn_system *system, const struct jn_work *work, int body, const double *df,
                    const jni_column *out);
} jni_tree_ops;
extern const jni_tree_ops jni_tree_plane, jni_tree_space;
jni_branch jni_tree_branch(const jni_tree *tree, int speed, double place, double change);

#endif
