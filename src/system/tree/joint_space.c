// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_space.c - joint coordinates in space: poses of the bodies link by link (joint_space_links.c), their velocities,
// and the velocity map V with its transpose.
//
// Bias accelerations (vdot = 0). a: part of d that is fixed in the link; u: sliding velocity along axes of the parent
// (or of the link, if `carried`); o: relative angular velocity:
//   alpha = alpha_p + w_p x o            universal: + w1 x w2 of its two rotations, w2 about a link axis
//                                        constant-velocity: + v1 o x x_C + v1 v2 x_P x n2   (joint_space_links.c)
//   b = b_p + alpha_p x d + w_p x (w_p x (d - a)) + w x (w x a) + (alpha - alpha_p) x a + 2 w_p x u
//       (2 w x u if `carried`)
//   free: b = w x v
#include <string.h>

#include "kernel/vec3.h"
#include "system/tree/joint_links.h"
#include "system/tree/joint_sweep.h"

// ---- velocity ------------------------------------------------------------------------------------------------

// Writes to x the velocity of a link relative to its parent, S v: linear and angular velocity, ground axes.
JNI_INLINE void relative_velocity(const jni_space_link *l, const jni_space_state *state, const double *v, double x[6]) {
  for (int k = 0; k < 6; k++) x[k] = 0;
  for (int j = 0; j < l->nv; j++) {
    double speed = v[l->v_at + j];
    for (int k = 0; k < 6; k++) x[k] += state->S[j][k] * speed;
  }
}

// Writes to u twice the sliding velocity of a link relative to its parent, ground axes; zero for links that do not
// slide.
static void sliding(const jni_space_link *l, const jni_space_state *state, const double *v, double u[3]) {
  switch (l->kind) {
    case JNI_LINK_PRISMATIC:
    case JNI_LINK_UNIVERSAL_PLUNGE:
    case JNI_LINK_CONSTANT_VELOCITY_PLUNGE: jnk_scale(2 * v[0], state->S[0], u); break;
    case JNI_LINK_CYLINDRICAL: jnk_scale(2 * v[1], state->S[1], u); break;
    case JNI_LINK_SCREW: jnk_scale(2 * l->pitch * v[0], state->S[0] + 3, u); break;
    case JNI_LINK_PLANAR:
      for (int k = 0; k < 3; k++) u[k] = 2 * (v[0] * state->S[0][k] + v[1] * state->S[1][k]);
      break;
    default: jnk_zero(u);
  }
}

// Adds a x (a x b) to `to`.
JNI_INLINE void add_cross_twice(const double a[3], const double b[3], double to[3]) {
  double x[3];
  jnk_cross(a, b, x);
  jni_add_cross(a, x, to);
}

// Adds to b the Coriolis acceleration of sliding, 2 w x u, with w that of the parent, or of the link if it carries the
// sliding direction.
static void add_sliding(const jni_space_link *l, const jni_space_state *s, const double *v, const double *parent_w,
                        const double *w, double b[3]) {
  double u[3];
  sliding(l, s, v, u);
  jni_add_cross(l->carried ? w : parent_w, u, b);
}

// Adds to alpha the term w1 x w2 of a universal joint: its relative angular acceleration for vdot = 0.
static void add_universal_bias(const jni_space_link *l, const jni_space_state *s, const double *v, double alpha[3]) {
  int first = l->kind == JNI_LINK_UNIVERSAL ? 0 : 1;
  double first_turn[3];
  jnk_scale(v[first] * v[first + 1], s->S[first] + 3, first_turn);
  jni_add_cross(first_turn, s->S[first + 1] + 3, alpha);
}

// Adds to alpha the terms v1 o x x_C + v1 v2 x_P x n2 of a constant-velocity joint: its relative angular acceleration
// for vdot = 0. own: S v of the link.
static void add_constant_velocity_bias(const jni_space_link *l, const jni_space_state *s, const double *v,
                                       const double *own, double alpha[3]) {
  int first = l->kind == JNI_LINK_CONSTANT_VELOCITY ? 0 : 1;
  double turn[3];
  jnk_scale(v[first], own + 3, turn);
  jni_add_cross(turn, s->bend[1], alpha);
  jnk_scale(v[first] * v[first + 1], s->bend[0], turn);
  jni_add_cross(turn, s->S[first + 1] + 3, alpha);
}

JNI_INLINE void calc_bias(const jni_space_link *l, const double *v, const double *own, const jni_body3 *parent,
                          const jni_body3 *body, const double *parent_bias, jni_space_state *s) {
  double *b = s->bias, *alpha = s->bias + 3, with_parent[3];
  jnk_sub(s->d, s->a, with_parent);
  jnk_cross(parent->wg, own + 3, alpha);
  if (jni_link_is_cross(l->kind)) add_universal_bias(l, s, v, alpha);
  else if (jni_link_bends(l->kind)) add_constant_velocity_bias(l, s, v, own, alpha);
  jnk_copy(parent_bias, b);
  jni_add_cross(parent_bias + 3, s->d, b);
  add_cross_twice(parent->wg, with_parent, b);
  add_cross_twice(body->wg, s->a, b);
  jni_add_cross(alpha, s->a, b);
  if (l->kind != JNI_LINK_REVOLUTE) add_sliding(l, s, v, parent->wg, body->wg, b);
  jnk_add(alpha, parent_bias + 3, alpha);
}

static void velocity(const jn_system *system, jn_work *work) {
  const jni_space_link *link = jni_space_links(system);
  jni_space_state *state = jni_space_states(work);
  for (int i = 1; i < system->tree->nlinks; i++) {
    const jni_space_link *l = &link[i];
    const jni_body3 *parent = &work->body3[l->parent_body];
    jni_body3 *body = &work->body3[l->body];
    double x[6], *v = work->body_v + l->body_v, *bias = work->body_bias + l->body_v;
    relative_velocity(l, &state[i], work->v, x);
    jnk_add(parent->v, x, body->v);
    jni_add_cross(parent->wg, state[i].d, body->v);
    jnk_add(parent->wg, x + 3, body->wg);
    if (l->kind == JNI_LINK_FREE) {
      memset(state[i].bias, 0, 6 * sizeof *state[i].bias);
      jnk_cross(body->wg, body->v, state[i].bias);
    } else calc_bias(l, work->v + l->v_at, x, parent, body, state[l->parent].bias, &state[i]);
    jnk_copy(body->v, v);
    jnk_copy(state[i].bias, bias);
    if (l->width < 6) continue;
    jnk_mat_t_vec(body->R, body->wg, body->w);
    jnk_copy(body->w, v + 3);
    jnk_mat_t_vec(body->R, state[i].bias + 3, bias + 3);
  }
}

// ---- V and V' ------------------------------------------------------------------------------------------------

static void expand(const jn_system *system, const jn_work *work, const double *v, double *body) {
  const jni_space_link *link = jni_space_links(system);
  jni_space_state *state = jni_space_states(work);
  memset(state[0].scratch, 0, sizeof state[0].scratch);
  for (int i = 1; i < system->tree->nlinks; i++) {
    const jni_space_link *l = &link[i];
    const double *parent = state[l->parent].scratch;
    double x[6], *out = body + l->body_v;
    relative_velocity(l, &state[i], v, x);
    jni_add_cross(parent + 3, state[i].d, x);
    for (int k = 0; k < 6; k++) state[i].scratch[k] = parent[k] + x[k];
    jnk_copy(state[i].scratch, out);
    if (l->width == 6) jnk_mat_t_vec(work->body3[l->body].R, state[i].scratch + 3, out + 3);
  }
}

// Adds to f the generalised forces V' body, link by link from the leaves to the root. state[i].scratch: on entry force
// and torque on the body of link i, on return their sum over its branch.
static void sweep(const jn_system *system, const jn_work *work, double *f) {
  const jni_space_link *link = jni_space_links(system);
  jni_space_state *state = jni_space_states(work);
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    double *F = state[i].scratch, *to = state[link[i].parent].scratch;
    for (int j = 0; j < link[i].nv; j++) {
      const double *S = state[i].S[j];
      f[link[i].v_at + j] += jnk_dot(S, F) + jnk_dot(S + 3, F + 3);
    }
    if (link[i].parent == 0) continue;
    jni_add_cross(state[i].d, F, F + 3);
    for (int k = 0; k < 6; k++) to[k] += F[k];
  }
}

static void collect(const jn_system *system, const jn_work *work, const double *body, double *f) {
  const jni_space_link *link = jni_space_links(system);
  jni_space_state *state = jni_space_states(work);
  for (int i = 1; i < system->tree->nlinks; i++) {
    const double *own = body + link[i].body_v;
    jnk_copy(own, state[i].scratch);
    if (link[i].width == 6) jnk_mat_vec(work->body3[link[i].body].R, own + 3, state[i].scratch + 3);
    else jnk_zero(state[i].scratch + 3);
  }
  sweep(system, work, f);
}

static void force(const jn_system *system, jn_work *work) {
  const jni_space_link *link = jni_space_links(system);
  jni_space_state *state = jni_space_states(work);
  for (int i = 1; i < system->tree->nlinks; i++) {
    int at = link[i].body_v;
    jni_space_own_force(&link[i], state[i].bias, work->body_bias + at, work->body3[link[i].body].R, work->body_f + at,
                        state[i].scratch);
  }
  memset(work->f, 0, (size_t)system->sizes.nv * sizeof *work->f);
  sweep(system, work, work->f);
}

const jni_tree_ops jni_tree_space = JNI_TREE_OPS(space, jni_space_position);
const jni_coordinates_kind jni_joint_space =
    JNI_JOINT_KIND(space, 7, 6, jni_space_position, jni_cartesian_space_inertia_force);
