// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_links.c - writes poses and elementary axes of the links, for each kind of joint
// (system/tree/joint_space_links.c has the same equations in numbers).
//
// The joint frame of a link is F = F_p C Rz(q), C the constant rotation from the joint frame of the parent. The joint
// axis is a column of F. Vectors of the body are turned into the joint frame in advance, as numbers.
#include <math.h>

#include "compile/write.h"
#include "kernel/vec3.h"
#include "system/system.h"

typedef struct {
  jni_writer *w;
  jni_graph *g;
  const jni_link *l;
  const jni_link_nodes *parent;
  jni_link_nodes *own;
  const jni_node *q;
  jni_mat L;  // R_BL = F_p C: axes of the joint frame on the parent
  jni_vec P;  // joint point from the origin of the base, m
} link_pose;

// ---- rounding -----------------------------------------------------------------------------------------------------

// Returns 0, 1 or -1 if x differs from one of these by rounding errors only, else x. size: magnitude of the vector of
// which x is a component.
static double remove_rounding(double x, double size) {
  const double least = 1e-15;
  if (fabs(x) < least * size) return 0;
  if (fabs(fabs(x) - 1) < least) return x > 0 ? 1 : -1;
  return x;
}

static bool has_frame(const jni_writer *w, int link) {
  jni_link_kind kind = w->system->tree->links[link].kind;
  return !w->plane && link > 0 && kind != JNI_LINK_FREE && kind != JNI_LINK_PARTICLE;
}

// Computes out = RC' x, from body axes of a link to its joint frame, without rounding errors. RC is 1 for links without
// such a frame: the ground, free bodies, particles, and all in the plane.
static void into_frame(const jni_writer *w, int link, const double x[3], double out[3]) {
  double size = fabs(x[0]) + fabs(x[1]) + fabs(x[2]);
  jnk_copy(x, out);
  if (has_frame(w, link)) jni_trace_mat_t_vec(w->system->model->trace, w->system->tree->links[link].RC, x, out);
  for (int i = 0; i < 3; i++) out[i] = remove_rounding(out[i], size);
}

jni_vec jni_write_body_vector(jni_writer *w, int link, const double vector[3]) {
  jni_graph *g = w->g;
  const jni_link_nodes *own = &w->links[link];
  double x[3];
  into_frame(w, link, vector, x);
  jni_vec in = jni_vec_of(g, x);
  if (!own->constant_axis) return jni_mat_times(g, &own->F, in);
  // With l1, l2, l3 the columns of L and x = in: L Rz x = cos (l1 x1 + l2 x2) + sin (l2 x1 - l1 x2) + l3 x3.
  jni_vec l1 = jni_mat_column(&own->L, 0), l2 = jni_mat_column(&own->L, 1);
  jni_vec a = jni_vec_add_scaled(g, jni_vec_scale(g, in.x[0], l1), in.x[1], l2);
  jni_vec b = jni_vec_subtract(g, jni_vec_scale(g, in.x[0], l2), jni_vec_scale(g, in.x[1], l1));
  jni_vec turned = jni_vec_add_scaled(g, jni_vec_scale(g, own->cos, a), own->sin, b);
  return jni_vec_add_scaled(g, turned, in.x[2], jni_mat_column(&own->L, 2));
}

// ---- elementary motions -------------------------------------------------------------------------------------------

static void add_axis(const link_pose *x, int speed, jni_motion_vec e) {
  x->own->axes[x->own->naxes++] = (jni_joint_axis){e, speed};
}

static void add_turn(const link_pose *x, int speed, jni_vec n) {
  add_axis(x, speed, (jni_motion_vec){jni_vec_cross(x->g, x->P, n), n});
}

static void add_slide(const link_pose *x, int speed, jni_vec n) {
  add_axis(x, speed, (jni_motion_vec){.v = n, .w = jni_vec_zero});
}

static jni_vec number_times(const link_pose *x, double k, jni_vec a) {
  return jni_vec_scale(x->g, jni_number(x->g, k), a);
}

static void slide_by(link_pose *x, jni_node s, jni_vec n) { x->P = jni_vec_add_scaled(x->g, x->P, s, n); }

static jni_mat about_z(jni_graph *g, jni_node cos, jni_node sin) {
  return (jni_mat){{cos, jni_opposite(g, sin), 0, sin, cos, 0, 0, 0, JNI_ONE}};
}

static jni_node cosine(jni_graph *g, jni_node angle) { return jni_apply(g, JNI_DO_cos, angle, 0, 0); }

static jni_node sine(jni_graph *g, jni_node angle) { return jni_apply(g, JNI_DO_sin, angle, 0, 0); }

// Returns 2 pi times the number of whole turns recorded in s for a body whose joint coordinate is no angle; 0 if none
// are recorded. Only signals of angles use it.
static jni_node whole_turns(const link_pose *x) {
  int at = x->w->system->turn_at[x->l->body];
  return at < 0 ? JNI_ZERO : jni_times(x->g, jni_number(x->g, 2 * JNK_PI), x->w->s[at]);
}

static bool is_constant(const jni_graph *g, const jni_mat *a) {
  for (int i = 0; i < 9; i++)
    if (!jni_is_number(g, a->x[i], NULL)) return false;
  return true;
}

// Sets the axes of the link's joint frame after a rotation by `angle` about z. In the plane the angle is added to those
// of the parent and of the frame, and own->angle is set, with whole turns; in space F = L Rz(angle), and cos, sin, L
// and constant_axis are set.
static void turn_about_z(const link_pose *x, jni_node angle) {
  jni_graph *g = x->g;
  jni_link_nodes *own = x->own;
  if (x->w->plane) {
    jni_node sum = jni_plus(g, x->parent->angle, jni_plus(g, jni_number(g, x->l->angle), angle));
    own->F = about_z(g, cosine(g, sum), sine(g, sum));
    own->angle = jni_plus(g, sum, whole_turns(x));
    return;
  }
  own->cos = cosine(g, angle);
  own->sin = sine(g, angle);
  jni_mat Rz = about_z(g, own->cos, own->sin);
  own->L = x->L;
  own->F = jni_mat_multiply(g, &x->L, &Rz);
  own->constant_axis = is_constant(g, &x->L) && angle != JNI_ZERO;
}

static jni_vec axis_of(const link_pose *x) { return jni_mat_column(&x->own->F, 2); }

// ---- kinds of joints ----------------------------------------------------------------------------------------------

static jni_node signed_angle(const link_pose *x, int i) {
  return jni_times(x->g, jni_number(x->g, x->l->turn_sign), x->q[i]);
}

static void place_revolute(link_pose *x) {
  turn_about_z(x, signed_angle(x, 0));
  add_turn(x, 0, number_times(x, x->l->turn_sign, axis_of(x)));
}

// Writes the pose of a slider. Its direction is x of the parent's joint frame in the plane, z of the link's joint frame
// in space.
static void place_prismatic(link_pose *x) {
  turn_about_z(x, JNI_ZERO);
  jni_vec n = number_times(x, x->l->slide_sign, jni_mat_column(&x->L, x->w->plane ? 0 : 2));
  add_slide(x, 0, n);
  slide_by(x, x->q[0], n);
}

static void place_fixed(link_pose *x) { turn_about_z(x, JNI_ZERO); }

static void place_screw(link_pose *x) {
  turn_about_z(x, signed_angle(x, 0));
  jni_vec n = number_times(x, x->l->turn_sign, axis_of(x)), along = number_times(x, x->l->pitch, n);
  add_axis(x, 0, (jni_motion_vec){jni_vec_add(x->g, jni_vec_cross(x->g, x->P, n), along), n});
  slide_by(x, x->q[0], along);
}

static void place_cylindrical(link_pose *x) {
  place_revolute(x);
  jni_vec n = number_times(x, x->l->slide_sign, axis_of(x));
  add_slide(x, 1, n);
  slide_by(x, x->q[1], n);
}

static void slide_in_plane(link_pose *x) {
  for (int k = 0; k < 2; k++) {
    jni_vec n = number_times(x, x->l->slide_sign, jni_mat_column(x->l->carried ? &x->own->F : &x->L, k));
    add_slide(x, k, n);
    slide_by(x, x->q[k], n);
  }
}

// Writes the pose of a planar joint. If its sliding directions are fixed in the child, they turn with it; if they are
// fixed in the parent, sliding moves the rotation axis.
static void place_planar(link_pose *x) {
  turn_about_z(x, signed_angle(x, 2));
  if (!x->l->carried) slide_in_plane(x);
  add_turn(x, 2, number_times(x, x->l->turn_sign, axis_of(x)));
  if (x->l->carried) slide_in_plane(x);
}

// Writes F = L Rz(q1) Q Rz(q2), the rotation of a universal joint. Q maps x, y, z of the child's frame to y, z, x of
// the parent's.
static void turn_cross(link_pose *x, const jni_node *q) {
  static const double Q[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
  jni_graph *g = x->g;
  jni_mat turn = jni_mat_of(g, Q);
  jni_mat first = about_z(g, cosine(g, q[0]), sine(g, q[0])), second = about_z(g, cosine(g, q[1]), sine(g, q[1]));
  jni_mat A = jni_mat_multiply(g, &x->L, &first), B = jni_mat_multiply(g, &A, &turn);
  x->own->F = jni_mat_multiply(g, &B, &second);
}

static void add_cross(const link_pose *x, int speed) {
  add_turn(x, speed, jni_mat_column(&x->L, 2));
  add_turn(x, speed + 1, axis_of(x));
}

// Writes F = L Rx(q1) Ry(2 q2) Rx(q1), the rotation of a constant-velocity joint.
static void turn_constant_velocity(link_pose *x, const jni_node *q) {
  jni_graph *g = x->g;
  jni_node cb = cosine(g, q[1]);
  const jni_node p[4] = {jni_times(g, cb, cosine(g, q[0])), jni_times(g, cb, sine(g, q[0])), sine(g, q[1]), JNI_ZERO};
  jni_mat turn = jni_mat_of_quaternion(g, p);
  x->own->F = jni_mat_multiply(g, &x->L, &turn);
}

static void add_constant_velocity(const link_pose *x, int speed) {
  jni_graph *g = x->g;
  const jni_node *q = x->q + speed;
  jni_vec across = jni_vec_add_scaled(g, jni_vec_scale(g, cosine(g, q[0]), jni_mat_column(&x->L, 1)), sine(g, q[0]),
                                      jni_mat_column(&x->L, 2));
  add_turn(x, speed, jni_mat_column(&x->L, 0));
  add_turn(x, speed + 1, number_times(x, 2, across));
  add_turn(x, speed, jni_mat_column(&x->own->F, 0));
}

static void plunge(link_pose *x) {
  jni_vec along = jni_mat_times(x->g, x->l->carried ? &x->own->F : &x->L, jni_vec_of(x->g, x->l->slide));
  along = number_times(x, x->l->turn_sign, along);
  add_slide(x, 0, along);
  slide_by(x, x->q[0], along);
}

// Writes the pose of a joint whose rotations `turn` writes and that may slide along its axis (plunge): before the
// rotations if the sliding direction is fixed in the parent, otherwise after them.
static void place_turns(link_pose *x, void (*turn)(link_pose *x, const jni_node *q),
                        void (*add)(const link_pose *x, int speed)) {
  bool plunges = jni_link_plunges(x->l->kind);
  turn(x, x->q + (plunges ? 1 : 0));
  if (plunges && !x->l->carried) plunge(x);
  add(x, plunges ? 1 : 0);
  if (plunges && x->l->carried) plunge(x);
}

// Writes the pose of a spherical joint, whose speeds are along the child's axes.
static void place_spherical(link_pose *x) {
  jni_mat turn = jni_mat_of_quaternion(x->g, x->q);
  x->own->F = jni_mat_multiply(x->g, &x->L, &turn);
  for (int k = 0; k < 3; k++) add_turn(x, k, jni_mat_column(&x->own->F, k));
  x->own->simultaneous = true;
}

// Writes the pose of a free body relative to the ground. It is a base: its links are in its axes, with its centre of
// mass as origin.
static void place_free(link_pose *x) {
  jni_graph *g = x->g;
  bool plane = x->w->plane;
  int turns = plane ? 2 : 3, link = (int)(x->own - x->w->links);
  jni_base_pose *base = &x->w->bases[link];
  x->own->base = link;
  x->own->F = jni_mat_one;
  x->P = jni_vec_zero;
  x->own->angle = JNI_ZERO;
  for (int k = 0; k < turns; k++) add_slide(x, k, jni_mat_column(&jni_mat_one, k));
  for (int k = 0; k < (plane ? 1 : 3); k++) add_turn(x, turns + k, jni_mat_column(&jni_mat_one, plane ? 2 : k));
  base->R = plane ? about_z(g, cosine(g, x->q[2]), sine(g, x->q[2])) : jni_mat_of_quaternion(g, x->q + 3);
  base->r = (jni_vec){{x->q[0], x->q[1], plane ? JNI_ZERO : x->q[2]}};
}

static void place_particle(link_pose *x) {
  int n = x->w->plane ? 2 : 3;
  x->own->F = jni_mat_one;
  for (int k = 0; k < n; k++) {
    x->P.x[k] = jni_minus(x->g, x->q[k], jni_number(x->g, x->w->origin[k]));
    add_slide(x, k, jni_mat_column(&jni_mat_one, k));
  }
}

static void place_link(link_pose *x) {
  switch (x->l->kind) {
    case JNI_LINK_FIXED: place_fixed(x); break;
    case JNI_LINK_REVOLUTE: place_revolute(x); break;
    case JNI_LINK_PRISMATIC: place_prismatic(x); break;
    case JNI_LINK_SCREW: place_screw(x); break;
    case JNI_LINK_CYLINDRICAL: place_cylindrical(x); break;
    case JNI_LINK_UNIVERSAL:
    case JNI_LINK_UNIVERSAL_PLUNGE: place_turns(x, turn_cross, add_cross); break;
    case JNI_LINK_CONSTANT_VELOCITY:
    case JNI_LINK_CONSTANT_VELOCITY_PLUNGE: place_turns(x, turn_constant_velocity, add_constant_velocity); break;
    case JNI_LINK_PLANAR: place_planar(x); break;
    case JNI_LINK_SPHERICAL: place_spherical(x); break;
    case JNI_LINK_FREE: place_free(x); break;
    case JNI_LINK_PARTICLE: place_particle(x); break;
    case JNI_LINK_NONE:
    case JNI_LINK_KINDS: break;
  }
}

// ---- all links ----------------------------------------------------------------------------------------------------

static link_pose pose_of(jni_writer *w, int i) {
  const jni_link *l = &w->system->tree->links[i];
  link_pose x = {.w = w, .g = w->g, .l = l, .parent = &w->links[l->parent], .own = &w->links[i], .q = w->q + l->q_at};
  double C[9], axis[3];
  for (int k = 0; k < 3; k++) {
    const double column[3] = {l->RP[k], l->RP[3 + k], l->RP[6 + k]};
    into_frame(w, l->parent, column, axis);
    for (int j = 0; j < 3; j++) C[3 * j + k] = axis[j];
  }
  jni_mat turn = jni_mat_of(w->g, C);
  x.L = jni_mat_multiply(w->g, &x.parent->F, &turn);
  x.P = jni_vec_add(w->g, x.parent->o, jni_write_body_vector(w, l->parent, l->pP));
  *x.own = (jni_link_nodes){.base = x.parent->base};
  return x;
}

// Returns the position of a link's centre of mass: from the centre of mass of the link's base, or on the ground from
// the ground's origin.
static jni_vec centre_of_mass(const link_pose *x) {
  const jni_link_nodes *own = x->own;
  return own->base > 0 ? own->o : jni_vec_add(x->g, own->o, jni_vec_of(x->g, x->w->origin));
}

// Sets pose, centre of mass and joint frame of a link from the nodes of a table.
static void place_tabulated(link_pose *x, const jni_tabulated_link *table) {
  jni_mat RC = has_frame(x->w, (int)(x->own - x->w->links)) ? jni_mat_of(x->g, x->l->RC) : jni_mat_one;
  x->own->R = table->R;
  x->own->o = table->o;
  x->own->r = centre_of_mass(x);
  x->own->F = jni_mat_multiply(x->g, &table->R, &RC);
}

static void finish(const link_pose *x) {
  jni_graph *g = x->g;
  jni_link_nodes *own = x->own;
  int link = (int)(own - x->w->links);
  jni_mat RC = has_frame(x->w, link) ? jni_mat_of(g, x->l->RC) : jni_mat_one;
  // The centre of mass follows from the joint point and the constant vector between them.
  jni_vec arm = jni_write_body_vector(x->w, (int)(x->own - x->w->links), x->l->pC);
  x->own->o = jni_vec_subtract(x->g, x->P, arm);
  own->R = jni_mat_multiply_transposed(g, &own->F, &RC);
  own->r = centre_of_mass(x);
  for (int i = 0; i < own->naxes; i++) {
    jni_motion_vec *S = &own->S[own->axes[i].speed];
    *S = jni_motion_add(g, *S, own->axes[i].e);
  }
}

// Sets the origin of motion vectors on the ground to the mean of the joint points there, so that rounding errors do not
// depend on where a mechanism is placed. Free bodies, particles and points that depend on parameters kept as variables
// do not count; without any point it is the ground's origin.
static void find_origin(jni_writer *w) {
  const jni_tree *tree = w->system->tree;
  int n = 0;
  jnk_zero(w->origin);
  for (int i = 1; i < tree->nlinks; i++) {
    const jni_link *l = &tree->links[i];
    if (l->parent > 0 || l->kind == JNI_LINK_FREE || l->kind == JNI_LINK_PARTICLE) continue;
    if (jni_trace_has_any(w->system->model->trace, l->pP, 3)) continue;  // the origin must be a number
    for (int k = 0; k < 3; k++) w->origin[k] += l->pP[k];
    n++;
  }
  for (int k = 0; k < 3 && n > 0; k++) w->origin[k] /= n;
}

void jni_write_positions(jni_writer *w) {
  find_origin(w);
  w->links[0] = (jni_link_nodes){.R = jni_mat_one, .F = jni_mat_one};
  w->links[0].o = jni_vec_negate(w->g, jni_vec_of(w->g, w->origin));
  w->bases[0].R = jni_mat_one;
  for (int i = 1; i < w->system->tree->nlinks; i++) {
    link_pose x = pose_of(w, i);
    if (w->tabulated_links && w->tabulated_links[i].nspeeds > 0) {
      place_tabulated(&x, &w->tabulated_links[i]);
    } else {
      place_link(&x);
      finish(&x);
    }
  }
}
