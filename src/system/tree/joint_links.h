// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_links.h - constants and intermediate results of each link for the recursions of joint coordinates (tree.h),
// packed in the order of the links.
#ifndef JNI_JOINT_LINKS_H
#define JNI_JOINT_LINKS_H

#include "kernel/vec3.h"
#include "system/work.h"

// ---- constants, computed by jni_tree_plan, in system->packed -------------------------------------------------

typedef struct {
  jni_link_kind kind;
  int body, parent_body, parent;  // body of the link; body of the parent link; parent link
  int q_at, v_at, nv;
  int body_v, width;              // first speed of the body in body vectors; their number: 3, particle: 2
  int parent_v, parent_width;     // first speed and number of speeds of the parent's body; ground: 0
  int component_mass;             // index of the mass matrix of its component
  int component_n, component_at;  // number of speeds of the component; index among them of the link's first speed
  bool simple;                    // revolute, on the ground or on a revolute link of the ground
  bool branches, opens;           // marks for sweeps towards the root, described in jni_link
  bool anchored;                  // see jni_link_is_anchored
  double sign, angle;             // theta = theta of the parent + angle + sign q: the turn_sign of jni_link
  double at[2];                   // joint point on the parent, from the parent's centre of mass, parent's axes, m
  double arm[2];                  // from the joint point to the link's centre of mass, link axes, m
  double along[2];                // prismatic: slide_sign times the sliding direction, axes of the parent
  double mass, J;
  double armature;  // inertia of a rotor that its speed drives, kg m^2 or kg; links with several speeds: 0
  bool turns;       // revolute without armature: eliminated about the joint point (joint_plane_articulated.c)
} jni_plane_link;

typedef struct {
  jni_link_kind kind;
  int body, parent_body, parent;
  int q_at, v_at, nv;
  int body_v, width, parent_v, parent_width;
  bool branches, opens;
  bool carried;
  bool anchored;                   // see jni_link_is_anchored
  double sign, slide_sign, pitch;  // sign: the turn_sign of jni_link
  double K[3][9];                  // revolute: R = R of the parent (K0 + cos K1 + sin K2); K0 + K1: at angle 0
  double axis[3];                  // z of the joint frame on the child, body axes
  double at[3], arm[3];  // joint point from the parent; centre of mass from the joint point (jni_plane_link), m
  double slide[3];       // plunging links: direction, axes of the body that carries it
  double RP[9], RC[9];
  double armature;    // inertia of a rotor that its speed drives, kg m^2 or kg
  double mass, J[6];  // xx, yy, zz, xy, xz, yz in body axes
} jni_space_link;

// Returns whether a link is joined to the ground by a joint without a sliding coordinate, so that its joint point is
// constant.
static inline bool jni_link_is_anchored(const jni_link *link) {
  return link->parent == 0 &&
         (link->kind == JNI_LINK_REVOLUTE || link->kind == JNI_LINK_FIXED || link->kind == JNI_LINK_UNIVERSAL ||
          link->kind == JNI_LINK_CONSTANT_VELOCITY || link->kind == JNI_LINK_SPHERICAL);
}

static inline const jni_plane_link *jni_plane_links(const jn_system *system) {
  return (const jni_plane_link *)system->packed;
}
static inline const jni_space_link *jni_space_links(const jn_system *system) {
  return (const jni_space_link *)system->packed;
}

// ---- results of the stages, in work->S; ground axes, at the centre of mass of the link -----------------------

typedef struct {
  double d[2];     // vector from the parent's centre of mass, m
  double a[2];     // part of d that is fixed in the link; d - a is fixed in the parent, except for sliding
  double bias[2];  // acceleration for vdot = 0, m/s^2
  double S[3][3];  // S[j]: velocity (vx, vy, w) relative to the parent for unit speed j of the link
  double scratch[3];
  // Inertia of the branch that begins at this link, and its rate along work->direction: mass, two first moments, moment
  // of inertia.
  double composite[4], composite_rate[4];
} jni_plane_state;

typedef struct {
  double d[3], a[3];
  double bias[6];
  double scratch[6];
  double S[6][6];     // S[j]: velocity (v, w) relative to the parent for unit speed j of the link
  double bend[2][3];  // constant-velocity: x of the joint frames on the parent and on the link
  double composite[10], composite_rate[10];  // mass, first moments (3), inertia xx, yy, zz, xy, xz, yz
} jni_space_state;

static inline jni_plane_state *jni_plane_states(const jn_work *work) { return (jni_plane_state *)work->S; }
static inline jni_space_state *jni_space_states(const jn_work *work) { return (jni_space_state *)work->S; }

// ---- articulated inertias, in work->articulated --------------------------------------------------------------
// U = I S and D = S' I S = L L' of each link, with the articulated inertia I of the branch that begins at the link.

typedef struct {
  double I[6];  // xx, xy, yy, xw, yw, ww
  double p[3];  // force and torque on the branch; in the sweep to the leaves, the acceleration y
  double u[3];
  double L[6];     // lower triangle by rows, with inverted diagonal; `turns`: 1 / D
  double U[3][3];  // U[j] = I S[j], then U L'^-1; `turns`: the forces of U / D at the joint point
} jni_plane_articulated;

typedef struct {
  double A[6], B[9], C[6];  // [A B; B' C], A and C as xx, yy, zz, xy, xz, yz
} jni_space_inertia;

typedef struct {
  jni_space_inertia I;
  double p[6];
  double u[6];
  double L[21];  // one speed: 1 / D, and U = I S; several speeds: as in the plane, and U = I S L'^-1
  double U[6][6];
} jni_space_articulated;

static inline jni_plane_articulated *jni_plane_articulateds(const jn_work *work) {
  return (jni_plane_articulated *)work->articulated;
}
static inline jni_space_articulated *jni_space_articulateds(const jn_work *work) {
  return (jni_space_articulated *)work->articulated;
}

// ---- variations, in work->articulated during jn_calc_tangents (joint_plane_tangent.c, joint_space_tangent.c) ----
// a: acceleration of the link. F: applied minus inertial force and torque of the branch that begins at the link; own:
// those of its body only. dr, turn, dv, dw, da: variations of the centre of mass, of the axes (rotation vector, ground
// axes), of the velocities and of a. dF: variation of `own`; after the sweep towards the root, of F. kept: (dv, dw) for
// each speed of the link, from which those of the links after it follow.

typedef struct {
  double a[3], F[3];
  double dr[2], turn, dv[2], dw, da[3], dF[3];
  double kept[3][3];
} jni_plane_variation;

typedef struct {
  double a[6], own[6], F[6];
  double dr[3], turn[3], dv[3], dw[3], da[6], dF[6];
  double kept[6][6];
} jni_space_variation;

static inline jni_plane_variation *jni_plane_variations(const jn_work *work) {
  return (jni_plane_variation *)work->articulated;
}
static inline jni_space_variation *jni_space_variations(const jn_work *work) {
  return (jni_space_variation *)work->articulated;
}

// Writes to p the applied force f (force, torque) on a body in the plane minus mass times its bias acceleration, ground
// axes.
static inline void jni_plane_own_force(const jni_plane_link *l, const jni_plane_state *state, const double *f,
                                       double p[3]) {
  p[0] = f[0] - l->mass * state->bias[0];
  p[1] = f[1] - l->mass * state->bias[1];
  p[2] = l->width == 3 ? f[2] : 0;
}

// Writes to p the applied force and torque on a body in space minus inertia times its bias acceleration, ground axes.
// body_bias: bias of the body's speeds, with the angular acceleration in body axes.
static inline void jni_space_own_force(const jni_space_link *l, const double *bias, const double *body_bias,
                                       const double R[9], const double *f, double p[6]) {
  jnk_add_scaled(f, -l->mass, bias, p);
  jnk_zero(p + 3);
  if (l->width < 6) return;
  const double *J = l->J, *a = body_bias + 3;
  double torque[3] = {f[3] - J[0] * a[0] - J[3] * a[1] - J[4] * a[2], f[4] - J[3] * a[0] - J[1] * a[1] - J[5] * a[2],
                      f[5] - J[4] * a[0] - J[5] * a[1] - J[2] * a[2]};
  jnk_mat_vec(R, torque, p + 3);
}

#define JNI_DOUBLES(type) (sizeof(type) / sizeof(double))
#define JNI_LARGER(a, b) ((a) > (b) ? (a) : (b))
#define JNI_MOST_DOUBLES(a, b, c) ((int)JNI_LARGER(JNI_DOUBLES(a), JNI_LARGER(JNI_DOUBLES(b), JNI_DOUBLES(c))))

// ---- functions of jni_tree_plane and jni_tree_space ----------------------------------------------------------------
#define JNI_TREE_PARTS(in)                                                                                            \
  void jni_##in##_rows(const jn_system *system, const jn_work *work, const double *body_G, double *G);                \
  void jni_##in##_rows_rate(const jn_system *system, const jn_work *work, int group, int end, const double *body_G,   \
                            const double *body_Gdot, double *Gdot);                                                   \
  void jni_##in##_mass(const jn_system *system, jn_work *work, double *mass);                                         \
  void jni_##in##_mass_rate(const jn_system *system, jn_work *work, double *mass_rate);                               \
  bool jni_##in##_articulate(const jn_system *system, jn_work *work);                                                 \
  void jni_##in##_solve(const jn_system *system, jn_work *work, double *x);                                           \
  bool jni_##in##_forward(const jn_system *system, jn_work *work, double *vdot);                                      \
  void jni_##in##_tangent_begin(const jn_system *system, jn_work *work, const double *vdot);                          \
  void jni_##in##_vary(const jn_system *system, jn_work *work, const jni_branch *branch, const double *vdot);         \
  void jni_##in##_vary_load(const jn_system *system, const jn_work *work, int body, const double *df,                 \
                            const jni_column *out);                                                                   \
  void jni_##in##_vary_collect(const jn_system *system, jn_work *work, const jni_branch *branch,                      \
                               const jni_column *out);                                                                \
  void jni_##in##_vary_body(const jn_system *system, const jn_work *work, int speed, bool of_configuration, int body, \
                            jni_body_variation *out)
JNI_TREE_PARTS(plane);
JNI_TREE_PARTS(space);
void jni_space_position(const jn_system *system, jn_work *work);

#define JNI_TREE_OPS(in, position)                                                                                     \
  {                                                                                                                    \
    JNI_MOST_DOUBLES(jni_##in##_state, jni_##in##_articulated, jni_##in##_variation), position, velocity, expand,      \
        collect, force, jni_##in##_rows, jni_##in##_mass, jni_##in##_articulate, jni_##in##_solve, jni_##in##_forward, \
        jni_##in##_rows_rate, jni_##in##_mass_rate, jni_##in##_tangent_begin, jni_##in##_vary,                         \
        jni_##in##_vary_collect, jni_##in##_vary_body, jni_##in##_vary_load                                            \
  }

// Velocity v and angular velocity w of a link and of its parent, ground axes: the actual ones or those along a
// direction.
typedef struct {
  const double *v, *w, *parent_v, *parent_w;
} jni_pass;

static inline jni_pass jni_direction_pass(const jni_space_link *l, const jn_work *work) {
  const jni_body3 *body = &work->direction[l->body], *parent = &work->direction[l->parent_body];
  return (jni_pass){body->v, body->wg, parent->v, parent->wg};
}

// A column of S changes with the motion as the body does in which it is fixed; the constants name that body.
typedef enum {
  JNI_COLUMN_WITH_LINK,     // axis and arm are fixed in the link
  JNI_COLUMN_SLIDES,        // translation along a direction that is fixed in the parent, or in the link if `carried`
  JNI_COLUMN_TURNS,         // rotation about an axis of the link, with a variable arm
  JNI_COLUMN_TURNS_PARENT,  // rotation about an axis of the parent, with a variable arm
  JNI_COLUMN_BENDS_FIRST,   // constant-velocity, first axis: sum of an axis of the parent and one of the link
  JNI_COLUMN_BENDS_SECOND,  // constant-velocity, second axis: rotates with the parent and by the first angle
} jni_column_kind;
jni_column_kind jni_space_column_kind(const jni_space_link *link, int j);
// Returns the rate of the first angle of a constant-velocity link, found from the velocities `along` of the link and
// its parent.
double jni_space_bend_share(const jni_space_link *link, const jni_space_state *state, const jni_pass *along);
void jni_space_arm_rate(const jni_space_link *link, const jni_space_state *state, const jni_pass *along,
                        double adot[3]);
// Writes to Sdot the rate of column j of S when link and parent move with the velocities `along`.
void jni_space_column_rate(const jni_space_link *link, const jni_space_state *state, const jni_pass *along, int j,
                           double Sdot[6]);

// ---- functions for plane and space (joint_manifold.c) ------------------------------------------------
void jni_joint_qdot(const jn_system *system, const double *q, const double *v, double *out);
void jni_joint_step(const jn_system *system, const double *q, const double *d, double *out);
void jni_joint_difference(const jn_system *system, const double *q0, const double *q1, double *d);
void jni_joint_tangent(const jn_system *system, const double *d, double *T);
void jni_joint_normalize(const jn_system *system, double *q);
#define JNI_JOINT_KIND(in, nq, nv, position, inertia_force)                                                           \
  {                                                                                                                   \
    "joint", false, false, nq, nv, jni_cartesian_##in##_mass, jni_primitive_##in, &jni_tree_##in, position, velocity, \
        inertia_force, jni_joint_qdot, jni_joint_step, jni_joint_difference, jni_joint_tangent, jni_joint_normalize   \
  }

#endif
