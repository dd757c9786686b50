// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// convert_state.c - converts a state of one system of a model to the coordinates of another, through the pose and the
// velocity of each body.
#include <math.h>
#include <string.h>

#include "joint/equations/natural_equations.h"
#include "kernel/vec3.h"
#include "system/coordinates/pose.h"
#include "system/motion.h"
#include "system/system.h"

static int dimensions(const jn_system *system) { return system->model->space == JN_PLANE ? 2 : 3; }

// ---- poses from coordinates -----------------------------------------------------------------------------------------

static void turn_from_cartesian(const jn_system *system, const double *q, const double *v, jni_pose *x) {
  if (system->model->space == JN_PLANE) {
    x->theta = q[2];
    x->w[2] = v[2];
    jnk_mat_from_angle(q[2], x->R);
  } else {
    memcpy(x->p, q + 3, sizeof x->p);
    jnk_quat_normalize(x->p);
    jnk_quat_to_matrix(x->p, x->R);
    jnk_copy(v + 3, x->w);
  }
}

static void turn_from_natural(const jn_system *system, int b, double t, const double *q, const double *v,
                              const double *s, jni_pose *x) {
  double Rdot[9], wg[3];
  jni_natural_matrix(system->width[b], q, false, x->R);
  jni_natural_matrix(system->width[b], v, true, Rdot);
  jni_natural_spin(x->R, Rdot, wg);
  jnk_mat_t_vec(x->R, wg, x->w);
  if (system->model->space == JN_PLANE) x->theta = jni_unwrap(s + system->turn_at[b], jnk_atan2(q[3], q[2]), t);
  else jni_natural_quaternion(system, x->R, b, s, x->p);
}

static jni_pose pose_of(const jn_system *system, int b, const double *state) {
  const double *q = state + 1 + system->q_at[b], *v = state + 1 + system->sizes.nq + system->v_at[b];
  const double *s = state + system->sizes.nstate - system->sizes.ns;
  jni_pose x = {.p = {1, 0, 0, 0}};
  for (int i = 0; i < dimensions(system); i++) {
    x.r[i] = q[i];
    x.v[i] = v[i];
  }
  if (system->model->bodies[b].particle) return x;
  if (system->kind->natural) turn_from_natural(system, b, state[0], q, v, s, &x);
  else turn_from_cartesian(system, q, v, &x);
  return x;
}

// ---- coordinates from poses -----------------------------------------------------------------------------------------

static void turn_to_cartesian(const jn_system *system, const jni_pose *x, double *q, double *v) {
  if (system->model->space == JN_PLANE) {
    q[2] = x->theta;
    v[2] = x->w[2];
  } else {
    memcpy(q + 3, x->p, sizeof x->p);
    jnk_copy(x->w, v + 3);
  }
}

static void turn_to_natural(const jn_system *system, int b, double t, const jni_pose *x, double *q, double *v,
                            double *s) {
  double W[9], Rdot[9];
  int at = system->turn_at[b];
  jnk_skew(x->w, W);
  jnk_mat_mul(x->R, W, Rdot);
  if (system->model->space == JN_PLANE) {
    q[2] = x->R[0];
    q[3] = x->R[3];
    v[2] = Rdot[0];
    v[3] = Rdot[3];
    s[at + JNI_WINDING_VALUE] = x->theta;
    s[at + JNI_WINDING_RATE] = x->w[2];
    s[at + JNI_WINDING_TIME] = t;
    return;
  }
  for (int i = 0; i < 9; i++) {
    q[3 + 3 * (i % 3) + i / 3] = x->R[i];
    v[3 + 3 * (i % 3) + i / 3] = Rdot[i];
  }
  memcpy(s + at, x->p, sizeof x->p);
}

static void put_pose(const jn_system *system, int b, const jni_pose *x, double *state) {
  double *q = state + 1 + system->q_at[b], *v = state + 1 + system->sizes.nq + system->v_at[b];
  double *s = state + system->sizes.nstate - system->sizes.ns;
  for (int i = 0; i < dimensions(system); i++) {
    q[i] = x->r[i];
    v[i] = x->v[i];
  }
  if (system->model->bodies[b].particle) return;
  if (system->kind->natural) turn_to_natural(system, b, state[0], x, q, v, s);
  else turn_to_cartesian(system, x, q, v);
}

// ---- links of a tree ------------------------------------------------------------------------------------------------

static const jni_pose GROUND = {.R = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .p = {1, 0, 0, 0}};

int jni_coordinate_find(const jn_system *system, int joint, int index) {
  for (int i = 0; i < system->ncoordinates; i++)
    if (system->coordinates[i].joint == joint && system->coordinates[i].index == index) return i;
  return -1;
}

// Returns the winding states of the first coordinate of a joint, within the discrete states s; NULL if it is not an
// unbounded angle.
static const double *turns_of(const jn_system *system, int joint, const double *s) {
  int c = joint >= 0 ? jni_coordinate_find(system, joint, 0) : -1;
  return c >= 0 && system->coordinates[c].winding >= 0 ? s + system->coordinates[c].winding : NULL;
}

// Converts a state in joint coordinates to the state `converted` of cartesian or natural coordinates, link by link.
// Links are in an order in which parents come first, so the pose of a parent is read from `converted`.
static void from_tree(const jn_system *from, const double *state, const jn_system *to, double *converted) {
  const double *s = state + from->sizes.nstate - from->sizes.ns;
  for (int i = 1; i < from->tree->nlinks; i++) {
    const jni_link *link = &from->tree->links[i];
    int above = from->tree->links[link->parent].body;
    jni_pose parent = above > 0 ? pose_of(to, above, converted) : GROUND, child;
    jni_link_pose(from, link, &parent, state + 1 + link->q_at, state + 1 + from->sizes.nq + link->v_at, &child);
    if (from->model->space == JN_PLANE) child.theta += jni_tree_turns(from, s, link->body);
    else if (jni_tree_side(from, s, above) != jni_tree_side(from, s, link->body))
      for (int k = 0; k < 4; k++) child.p[k] = -child.p[k];  // p and -p are the same orientation
    put_pose(to, link->body, &child, converted);
  }
}

// Stores in the discrete states of `converted` the sign by which the quaternion of the link's body differs from the
// product of the quaternions of its links, so that a conversion back gives the same quaternion.
static void record_side(const jn_system *to, const jni_link *link, const jni_pose *parent, const jni_pose *child,
                        double *converted) {
  const double *q = converted + 1 + link->q_at, *v = converted + 1 + to->sizes.nq + link->v_at;
  double *s = jn_state_s(to, converted), same = 0;
  jni_pose made;
  jni_link_pose(to, link, parent, q, v, &made);
  for (int i = 0; i < 4; i++) same += made.p[i] * child->p[i];
  jni_tree_set_side(to, s, link->body, (same < 0 ? -1 : 1) * jni_tree_side(to, s, to->tree->links[link->parent].body));
}

static void to_tree(const jn_system *from, const double *state, const jn_system *to, double *converted) {
  const double *s = state + from->sizes.nstate - from->sizes.ns;
  for (int i = 1; i < to->tree->nlinks; i++) {
    const jni_link *link = &to->tree->links[i];
    int above = to->tree->links[link->parent].body;
    jni_pose parent = above > 0 ? pose_of(from, above, state) : GROUND, child = pose_of(from, link->body, state);
    jni_link_coordinates(to, link, &parent, &child, turns_of(from, link->joint, s), state[0],
                         converted + 1 + link->q_at, converted + 1 + to->sizes.nq + link->v_at);
    if (to->model->space == JN_SPACE) record_side(to, link, &parent, &child, converted);
    else jni_tree_set_turns(to, jn_state_s(to, converted), link->body, child.theta - parent.theta - link->angle);
  }
}

// ---- turns of joint coordinates -------------------------------------------------------------------------------------

static void convert_turns(const jn_system *from, const double *state, const jn_system *to, double *converted) {
  const double *s = state + from->sizes.nstate - from->sizes.ns;
  double *out = jn_state_s(to, converted);
  for (int i = 0; i < to->ncoordinates; i++) {
    const jni_coordinate *c = &to->coordinates[i];
    if (c->winding < 0) continue;
    int found = jni_coordinate_find(from, c->joint, c->index);
    if (found < 0) continue;
    const jni_coordinate *same = &from->coordinates[found];
    if (same->winding >= 0) {
      memcpy(out + c->winding, s + same->winding, JNI_WINDING * sizeof *s);
    } else {
      out[c->winding + JNI_WINDING_VALUE] = state[1 + same->link_q];
      out[c->winding + JNI_WINDING_RATE] = state[1 + from->sizes.nq + same->link_v];
      out[c->winding + JNI_WINDING_TIME] = state[0];
    }
  }
  int followed = from->nfollowed < to->nfollowed ? from->nfollowed : to->nfollowed;
  if (followed > 0) memcpy(out + to->followed_at, s + from->followed_at, (size_t)(JNI_WINDING * followed) * sizeof *s);
}

void jn_state_convert(const jn_system *from, const double *state, const jn_system *to, double *converted) {
  if (!state || !converted) return;
  JNI_ASSERT(from && to);
  JNI_ASSERT(from->model == to->model);
  if (from->kind == to->kind) {
    memmove(converted, state, (size_t)from->sizes.nstate * sizeof *state);
    return;
  }
  const double *z = state + 1 + from->sizes.nq + from->sizes.nv, *s = z + from->sizes.nz;
  converted[0] = state[0];
  memcpy(jn_state_z(to, converted), z, (size_t)from->sizes.nz * sizeof *z);
  memcpy(jn_state_s(to, converted), s, (size_t)from->model->nown_discretes * sizeof *s);
  convert_turns(from, state, to, converted);
  for (int i = to->sizes.ns - (to->tree && to->model->space == JN_SPACE ? to->nbodies / JNI_SIDES + 1 : 0);
       i < to->sizes.ns; i++)
    jn_state_s(to, converted)[i] = 0;
  if (from->tree) from_tree(from, state, to, converted);
  else if (to->tree) to_tree(from, state, to, converted);
  for (int b = 1; b < from->nbodies && !from->tree && !to->tree; b++) {
    jni_pose x = pose_of(from, b, state);
    put_pose(to, b, &x, converted);
  }
}

double *jni_cartesian_state(const jn_system *system, const double *state) {
  double *converted = jni_alloc0(system->alloc, (size_t)system->cartesian->sizes.nstate, sizeof *converted);
  if (converted) jn_state_convert(system, state, system->cartesian, converted);
  return converted;
}
