// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_plane.c - joint coordinates in the plane: poses and velocities of the bodies link by link, and the velocity map
// V with its transpose.
//
//   revolute   theta = theta_p + angle + q, d = R_p at + R arm      S = (-a_y, a_x, 1), a = R arm
//   prismatic  theta = theta_p + angle + turns, d = R_p (at + along q) + R arm   S = (R_p along, 0)
//   free       r, theta = q; v = R v_1..2, w = v_3                  S = (R, 1)
// Bias acceleration (vdot = 0). a: part of d that is fixed in the link; u: sliding velocity:
//   b = b_p - w_p^2 (d - a) - w^2 a + 2 w_p x u;    free: b = w x v
#include <math.h>
#include <string.h>

// Prevents vectorisation of loops over one to three speeds, which it would slow down.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-loop-vectorize")
#endif

#include "kernel/elementary.h"
#include "system/tree/joint_links.h"
#include "system/tree/joint_sweep.h"

// ---- position ------------------------------------------------------------------------------------------------

// Sets the pose of a link's body and the vectors d and a for its angle theta. The joint point is fixed in the parent,
// the arm in the link.
JNI_INLINE void place_rotated(const jni_plane_link *link, const jni_body2 *parent, double theta, jni_body2 *body,
                              jni_plane_state *state) {
  double c, s;
  jnk_sincos(theta, &s, &c);
  double ax = c * link->arm[0] - s * link->arm[1], ay = s * link->arm[0] + c * link->arm[1];
  double dx = parent->c * link->at[0] - parent->s * link->at[1] + ax,
         dy = parent->s * link->at[0] + parent->c * link->at[1] + ay;
  body->x = parent->x + dx;
  body->y = parent->y + dy;
  body->theta = theta;
  body->c = c;
  body->s = s;
  state->d[0] = dx;
  state->d[1] = dy;
  state->a[0] = ax;
  state->a[1] = ay;
}

static void place_prismatic(const jni_plane_link *link, const jni_body2 *parent, double turns, double q,
                            jni_body2 *body, jni_plane_state *state) {
  double nx = parent->c * link->along[0] - parent->s * link->along[1],
         ny = parent->s * link->along[0] + parent->c * link->along[1];
  place_rotated(link, parent, parent->theta + link->angle + turns, body, state);
  state->d[0] += q * nx;
  state->d[1] += q * ny;
  body->x = parent->x + state->d[0];
  body->y = parent->y + state->d[1];
  state->S[0][0] = nx;
  state->S[0][1] = ny;
  state->S[0][2] = 0;
}

static void place_free(const double *q, jni_body2 *body, jni_plane_state *state) {
  double theta = q[2], c, s;
  jnk_sincos(theta, &s, &c);
  const double S[3][3] = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
  body->x = q[0];
  body->y = q[1];
  body->theta = theta;
  body->c = c;
  body->s = s;
  memcpy(state->d, q, sizeof state->d);
  memset(state->a, 0, sizeof state->a);
  memcpy(state->S, S, sizeof S);
}

static void place_particle(const double *q, jni_body2 *body, jni_plane_state *state) {
  static const double S[3][3] = {{1, 0, 0}, {0, 1, 0}};
  body->x = q[0];
  body->y = q[1];
  memcpy(state->d, q, sizeof state->d);
  memcpy(state->S, S, sizeof S);
}

static void position(const jn_system *system, jn_work *work) {
  const jni_plane_link *link = jni_plane_links(system);
  jni_plane_state *state = jni_plane_states(work);
  for (int i = 1; i < system->tree->nlinks; i++) {
    const jni_plane_link *l = &link[i];
    const jni_body2 *parent = &work->body2[l->parent_body];
    const double *q = work->q + l->q_at;
    jni_body2 *body = &work->body2[l->body];
    if (l->kind == JNI_LINK_REVOLUTE) {
      place_rotated(l, parent, parent->theta + l->angle + l->sign * q[0], body, &state[i]);
      state[i].S[0][0] = -l->sign * state[i].a[1];
      state[i].S[0][1] = l->sign * state[i].a[0];
      state[i].S[0][2] = l->sign;
    } else if (l->kind == JNI_LINK_PRISMATIC)
      place_prismatic(l, parent, jni_tree_turns(system, work->s, l->body), q[0], body, &state[i]);
    else if (l->kind == JNI_LINK_FIXED)
      place_rotated(l, parent, parent->theta + l->angle + jni_tree_turns(system, work->s, l->body), body, &state[i]);
    else if (l->kind == JNI_LINK_FREE) place_free(q, body, &state[i]);
    else place_particle(q, body, &state[i]);
  }
}

// ---- velocity ------------------------------------------------------------------------------------------------

// Writes to x the velocity of a link relative to its parent, S v: vx, vy, w.
JNI_INLINE void relative_velocity(const jni_plane_link *l, const jni_plane_state *state, const double *v, double x[3]) {
  x[0] = x[1] = x[2] = 0;
  for (int j = 0; j < l->nv; j++) {
    double speed = v[j];
    const double *S = state->S[j];
    x[0] += S[0] * speed;
    x[1] += S[1] * speed;
    x[2] += S[2] * speed;
  }
}

// Replaces x, the velocity and bias acceleration of the parent (vx, vy, w, bias of vx, bias of vy), by those of the
// link.
JNI_INLINE void next_velocity(const jni_plane_link *l, const double *v, jni_plane_state *s, double x[5]) {
  double w0 = x[2], w = w0, squared = w0 * w0, own[3] = {0, 0, 0};
  double vx = x[0] - w0 * s->d[1], vy = x[1] + w0 * s->d[0];
  double bx = x[3] - squared * s->d[0], by = x[4] - squared * s->d[1];
  if (l->kind == JNI_LINK_REVOLUTE) {
    double turn = l->sign * v[0], more = turn * (w0 + w0 + turn);  // w^2 - w0^2
    w = w0 + turn;
    vx -= turn * s->a[1];
    vy += turn * s->a[0];
    bx -= more * s->a[0];
    by -= more * s->a[1];
  } else {
    relative_velocity(l, s, v, own);
    vx += own[0];
    vy += own[1];
    w += own[2];
    if (l->kind == JNI_LINK_PRISMATIC) {
      bx -= 2 * w0 * own[1];
      by += 2 * w0 * own[0];
    } else if (l->kind == JNI_LINK_FREE) {
      bx = -w * vy;
      by = w * vx;
    }
  }
  x[0] = vx;
  x[1] = vy;
  x[2] = w;
  x[3] = bx;
  x[4] = by;
}

static void load_velocity(const jni_body2 *body, const jni_plane_state *state, double x[5]) {
  x[0] = body->vx;
  x[1] = body->vy;
  x[2] = body->w;
  x[3] = state->bias[0];
  x[4] = state->bias[1];
}

static void velocity(const jn_system *system, jn_work *work) {
  const jni_plane_link *link = jni_plane_links(system);
  jni_plane_state *state = jni_plane_states(work);
  double x[5] = {0, 0, 0, 0, 0};  // velocity and bias of the previous link, which usually is the parent
  for (int i = 1; i < system->tree->nlinks; i++) {
    const jni_plane_link *l = &link[i];
    jni_body2 *body = &work->body2[l->body];
    double *v = work->body_v + l->body_v, *bias = work->body_bias + l->body_v;
    if (l->parent != i - 1) load_velocity(&work->body2[l->parent_body], &state[l->parent], x);
    next_velocity(l, work->v + l->v_at, &state[i], x);
    body->vx = v[0] = x[0];
    body->vy = v[1] = x[1];
    state[i].bias[0] = bias[0] = x[3];
    state[i].bias[1] = bias[1] = x[4];
    if (l->width < 3) continue;
    body->w = v[2] = x[2];
    bias[2] = 0;
  }
}

// ---- V and V' ------------------------------------------------------------------------------------------------

static void expand(const jn_system *system, const jn_work *work, const double *v, double *body) {
  static const double ground[3] = {0, 0, 0};
  const jni_plane_link *link = jni_plane_links(system);
  const jni_plane_state *state = jni_plane_states(work);
  for (int i = 1; i < system->tree->nlinks; i++) {
    const jni_plane_link *l = &link[i];
    const double *parent = l->parent_width > 0 ? body + l->parent_v : ground,
                 parent_w = l->parent_width == 3 ? parent[2] : 0;
    double x[3], *out = body + l->body_v;
    relative_velocity(l, &state[i], v + l->v_at, x);
    out[0] = parent[0] - parent_w * state[i].d[1] + x[0];
    out[1] = parent[1] + parent_w * state[i].d[0] + x[1];
    if (l->width == 3) out[2] = parent_w + x[2];
  }
}

// Adds to f the generalised forces V' body, link by link from the leaves to the root. state[i].scratch: on entry force
// and torque on the body of link i, on return their sum over its branch.
static void sweep(const jn_system *system, const jn_work *work, double *f) {
  const jni_plane_link *link = jni_plane_links(system);
  jni_plane_state *state = jni_plane_states(work);
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    const double *F = state[i].scratch, *d = state[i].d;
    double *to = state[link[i].parent].scratch;
    for (int j = 0; j < link[i].nv; j++) {
      const double *S = state[i].S[j];
      f[link[i].v_at + j] += S[0] * F[0] + S[1] * F[1] + S[2] * F[2];
    }
    if (link[i].parent > 0) {
      to[0] += F[0];
      to[1] += F[1];
      to[2] += F[2] + d[0] * F[1] - d[1] * F[0];
    }
  }
}

static void collect(const jn_system *system, const jn_work *work, const double *body, double *f) {
  const jni_plane_link *link = jni_plane_links(system);
  jni_plane_state *state = jni_plane_states(work);
  for (int i = 1; i < system->tree->nlinks; i++) {
    const double *own = body + link[i].body_v;
    state[i].scratch[0] = own[0];
    state[i].scratch[1] = own[1];
    state[i].scratch[2] = link[i].width == 3 ? own[2] : 0;
  }
  sweep(system, work, f);
}

static void force(const jn_system *system, jn_work *work) {
  const jni_plane_link *link = jni_plane_links(system);
  jni_plane_state *state = jni_plane_states(work);
  for (int i = 1; i < system->tree->nlinks; i++)
    jni_plane_own_force(&link[i], &state[i], work->body_f + link[i].body_v, state[i].scratch);
  memset(work->f, 0, (size_t)system->sizes.nv * sizeof *work->f);
  sweep(system, work, work->f);
}

const jni_tree_ops jni_tree_plane = JNI_TREE_OPS(plane, position);
const jni_coordinates_kind jni_joint_plane = JNI_JOINT_KIND(plane, 3, 3, position, jni_flat_inertia_force);
