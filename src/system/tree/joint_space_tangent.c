// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_space_tangent.c - joint coordinates in space: variation of f - M vdot with one coordinate or speed (tree.h).
//
// The coordinate of a joint moves the links of the branch after it. The prefix d denotes a variation, S' is the rate of
// S along the motion (v, w), dS the variation of S along (dr, turn), and dS' that of S'. e and e' are the variations of
// the coordinate and of the speed that vary (jni_branch), zero for all other speeds. From parent to child,
//   dr_i = dr_p + turn_p x d + S e                        turn_i = turn_p + S e          dd = dr_i - dr_p
//   dv_i = dv_p + dw_p x d + w_p x dd + dS v + S e'       dw_i = dw_p + dS v + S e'
//   da_i = da_p + dalpha_p x d + alpha_p x dd + dw_p x (v_i - v_p) + w_p x (dv_i - dv_p) + dS vdot + dS' v + S' e'
// In body axes the inertial torque varies only with dw_b = R' (dw - turn x w) and with dalpha_b, obtained likewise.
// From child to parent,
//   dF_p += (df, dt + d x df + dd x f)        entry of the column: S . dF + dS . F
// dd and dS are zero for the links before the joint. The cost is O(n depth).
#include <stddef.h>
#include <string.h>

#include "system/coordinates/body_level.h"
#include "system/tree/joint_links.h"
#include "system/tree/joint_sweep.h"

JNI_INLINE void shift(const double d[3], double F[6]) { jni_add_cross(d, F, F + 3); }

// ---- accelerations and forces of the state -------------------------------------------------------------------------

void jni_space_tangent_begin(const jn_system *system, jn_work *work, const double *vdot) {
  const jni_space_link *link = jni_space_links(system);
  const jni_space_state *state = jni_space_states(work);
  jni_space_variation *x = jni_space_variations(work);
  const double *acceleration = vdot ? jni_body_acceleration(system, work, vdot) : work->body_bias;
  memset(&x[0], 0, sizeof x[0]);
  for (int i = 1; i < system->tree->nlinks; i++) {
    const double *a = acceleration + link[i].body_v, *R = work->body3[link[i].body].R;
    jnk_copy(a, x[i].a);
    jnk_zero(x[i].a + 3);
    if (link[i].width == 6) jnk_mat_vec(R, a + 3, x[i].a + 3);
    jni_space_own_force(&link[i], a, a, R, work->body_f + link[i].body_v, x[i].own);
    memcpy(x[i].F, x[i].own, sizeof x[i].F);
  }
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    double F[6];
    memcpy(F, x[i].F, sizeof F);
    shift(state[i].d, F);
    jni_sweep_add(6, F, x[link[i].parent].F);
  }
  memset(&x[0], 0, sizeof x[0]);
}

// ---- towards the leaves -------------------------------------------------------------------------------------------

typedef struct {
  const jni_space_link *l;
  const jni_space_state *s;
  jni_pass motion, along, change;  // velocities; variation of the poses; variation of the velocities
  const double *speed;             // speeds of the link
  // Of a constant-velocity joint: rate of the first angle, variation of this angle, variation of its rate.
  double bend_rate, bend_along, bend_change;
} varied;

// Computes for the arm a of a link its variation da, its rate adot, and the variation dadot of the rate.
static void vary_arm(const varied *y, double da[3], double adot[3], double dadot[3]) {
  double x[3], with_parent[3], z[3];
  jni_space_arm_rate(y->l, y->s, &y->along, da);
  jni_space_arm_rate(y->l, y->s, &y->motion, adot);
  jni_space_arm_rate(y->l, y->s, &y->change, dadot);
  if (y->l->carried) {
    jnk_sub(y->s->d, y->s->a, with_parent);
    jnk_cross(y->along.parent_w, with_parent, z);
    jnk_cross(y->motion.parent_w, z, x);
    jnk_sub(dadot, x, dadot);
  } else {
    jnk_cross(y->motion.w, da, x);
    jnk_add(dadot, x, dadot);
  }
}

// Changes of an axis, ground axes: d its variation, dot its rate, ddot the variation of its rate.
typedef struct {
  double d[3], dot[3], ddot[3];
} varied_axis;

// Adds to *x the changes of an axis n that is fixed in a body with angular velocity w. along: variation of the body's
// rotation; change: variation of w.
static void add_axis(const double n[3], const double w[3], const double along[3], const double change[3],
                     varied_axis *x) {
  double d[3];
  jnk_cross(along, n, d);
  jnk_add(x->d, d, x->d);
  jni_add_cross(w, n, x->dot);
  jni_add_cross(change, n, x->ddot);
  jni_add_cross(w, d, x->ddot);
}

// Adds to *x the changes of the second axis n of a constant-velocity joint, which rotates with the parent and by the
// first angle about x of the parent's joint frame.
static void add_second_axis(const varied *y, const double n[3], varied_axis *x) {
  const double *first = y->s->bend[0];
  double w[3], along[3], change[3], turned[3];
  jnk_add_scaled(y->motion.parent_w, y->bend_rate, first, w);
  jnk_add_scaled(y->along.parent_w, y->bend_along, first, along);
  jnk_add_scaled(y->change.parent_w, y->bend_change, first, change);
  jnk_cross(y->along.parent_w, first, turned);
  jnk_add_scaled(change, y->bend_rate, turned, change);
  add_axis(n, w, along, change, x);
}

static void vary_axis(const varied *y, int j, jni_column_kind kind, varied_axis *x) {
  const double *n = y->s->S[j] + 3, *of_parent = kind == JNI_COLUMN_BENDS_FIRST ? y->s->bend[0] : n,
               *of_link = kind == JNI_COLUMN_BENDS_FIRST ? y->s->bend[1] : n;
  *x = (varied_axis){.d = {0}};
  if (kind == JNI_COLUMN_BENDS_SECOND) add_second_axis(y, n, x);
  if (kind == JNI_COLUMN_TURNS_PARENT || kind == JNI_COLUMN_BENDS_FIRST)
    add_axis(of_parent, y->motion.parent_w, y->along.parent_w, y->change.parent_w, x);
  if (kind == JNI_COLUMN_TURNS || kind == JNI_COLUMN_BENDS_FIRST)
    add_axis(of_link, y->motion.w, y->along.w, y->change.w, x);
}

static void add_turning_rate(const varied *y, int j, jni_column_kind kind, double speed, double out[6]) {
  const double *S = y->s->S[j];
  double da[3], adot[3], dadot[3], x[3] = {0, 0, 0};
  varied_axis n;
  vary_arm(y, da, adot, dadot);
  vary_axis(y, j, kind, &n);
  const double *dS = n.d, *Sdot = n.dot, *dSdot = n.ddot;
  jni_add_cross(dSdot, y->s->a, x);
  jni_add_cross(Sdot, da, x);
  jni_add_cross(dS, adot, x);
  jni_add_cross(S + 3, dadot, x);
  jnk_add_scaled(out, speed, x, out);
  jnk_add_scaled(out + 3, speed, dSdot, out + 3);
}

// Adds to `out` speed * dS', with dS' the variation of the rate of column j of S.
static void add_column_rate(const varied *y, int j, double speed, double out[6]) {
  jni_column_kind kind = jni_space_column_kind(y->l, j);
  const double *S = y->s->S[j];
  bool link = kind == JNI_COLUMN_WITH_LINK || (kind == JNI_COLUMN_SLIDES && y->l->carried);
  if (kind != JNI_COLUMN_WITH_LINK && kind != JNI_COLUMN_SLIDES) {
    add_turning_rate(y, j, kind, speed, out);
    return;
  }
  const double *w = link ? y->motion.w : y->motion.parent_w, *along = link ? y->along.w : y->along.parent_w,
               *change = link ? y->change.w : y->change.parent_w;
  for (int part = 0; part < (kind == JNI_COLUMN_SLIDES ? 3 : 6); part += 3) {
    double dS[3], x[3] = {0, 0, 0};
    jnk_cross(along, S + part, dS);
    jni_add_cross(change, S + part, x);
    jni_add_cross(w, dS, x);
    jnk_add_scaled(out + part, speed, x, out + part);
  }
}

// Adds to *x the variations dS v of the relative velocity and dS vdot of the relative acceleration. vdot NULL: only the
// former.
static void vary_relative(const varied *y, const double *vdot, jni_space_variation *x) {
  double dS[6];
  for (int j = 0; j < y->l->nv; j++) {
    jni_space_column_rate(y->l, y->s, &y->along, j, dS);
    for (int k = 0; k < 3; k++) {
      x->dv[k] += y->speed[j] * dS[k];
      x->dw[k] += y->speed[j] * dS[3 + k];
    }
    for (int k = 0; k < 6 && vdot; k++) x->da[k] += vdot[j] * dS[k];
  }
}

static void pass_velocity(const jni_space_variation *parent, const jni_space_state *s, const jni_pass *motion,
                          const double dd[3], jni_space_variation *x) {
  jnk_copy(parent->dv, x->dv);
  jnk_copy(parent->dw, x->dw);
  jni_add_cross(parent->dw, s->d, x->dv);
  jni_add_cross(motion->parent_w, dd, x->dv);
}

static void pass_acceleration(const jni_space_variation *parent, const jni_space_state *s, const jni_pass *motion,
                              const double dd[3], jni_space_variation *x) {
  double u[3], du[3];
  jnk_sub(motion->v, motion->parent_v, u);
  jnk_sub(x->dv, parent->dv, du);
  jni_add_cross(parent->da + 3, s->d, x->da);
  jni_add_cross(parent->a + 3, dd, x->da);
  jni_add_cross(parent->dw, u, x->da);
  jni_add_cross(motion->parent_w, du, x->da);
}

// Computes the variation x of a link from that of its parent. e: which speed of the link varies, as an index among its
// speeds; -1: none of them.
static void vary_link(const jn_work *work, const jni_space_link *l, const jni_space_state *s, const double *vdot, int e,
                      const jni_branch *branch, const jni_space_variation *parent, jni_space_variation *x) {
  const jni_body3 *body = &work->body3[l->body], *above = &work->body3[l->parent_body];
  bool first = e >= 0 && jni_space_column_kind(l, e) == JNI_COLUMN_BENDS_FIRST;
  const varied y = {l,
                    s,
                    {body->v, body->wg, above->v, above->wg},
                    {x->dr, x->turn, parent->dr, parent->turn},
                    {x->dv, x->dw, parent->dv, parent->dw},
                    work->v + l->v_at,
                    jni_link_bends(l->kind) ? work->v[l->v_at + jni_link_plunges(l->kind)] : 0,
                    first ? branch->place : 0,
                    first ? branch->change : 0};
  double dd[3], Sdot[6];
  jnk_copy(parent->dr, x->dr);
  jnk_copy(parent->turn, x->turn);
  jni_add_cross(parent->turn, s->d, x->dr);
  if (e >= 0) {
    jnk_add_scaled(x->dr, branch->place, s->S[e], x->dr);
    jnk_add_scaled(x->turn, branch->place, s->S[e] + 3, x->turn);
  }
  jnk_sub(x->dr, parent->dr, dd);
  pass_velocity(parent, s, &y.motion, dd, x);
  memcpy(x->da, parent->da, sizeof x->da);
  if (branch->place != 0) vary_relative(&y, vdot ? vdot + l->v_at : NULL, x);
  if (e >= 0 && branch->change != 0) {
    jnk_add_scaled(x->dv, branch->change, s->S[e], x->dv);
    jnk_add_scaled(x->dw, branch->change, s->S[e] + 3, x->dw);
    jni_space_column_rate(l, s, &y.motion, e, Sdot);
    for (int k = 0; k < 6; k++) x->da[k] += branch->change * Sdot[k];
  }
  pass_acceleration(parent, s, &y.motion, dd, x);
  for (int j = 0; j < l->nv; j++) add_column_rate(&y, j, y.speed[j], x->da);
}

// Sets x->dF to the variation of applied minus inertial force and torque of the body: that of the inertial ones in body
// axes, and the rotation of the torque with the body. Applied forces do not vary, applied torques are constant in body
// axes.
static void vary_inertia(const jni_space_link *l, const jni_body3 *body, jni_space_variation *x) {
  double dw[3], dalpha[3], u[3], J[3], dJ[3], t[3] = {0, 0, 0};
  jnk_scale(-l->mass, x->da, x->dF);
  jnk_zero(x->dF + 3);
  if (l->width < 6) return;
  jnk_cross(x->turn, body->wg, u);
  jnk_sub(x->dw, u, u);
  jnk_mat_t_vec(body->R, u, dw);
  jnk_cross(x->turn, x->a + 3, u);
  jnk_sub(x->da + 3, u, u);
  jnk_mat_t_vec(body->R, u, dalpha);
  jni_symmetric_times(l->J, body->w, J);
  jni_symmetric_times(l->J, dw, dJ);
  jni_symmetric_times(l->J, dalpha, u);
  jni_add_cross(dw, J, t);
  jni_add_cross(body->w, dJ, t);
  jnk_add(t, u, t);
  jnk_mat_vec(body->R, t, u);
  jnk_cross(x->turn, x->own + 3, x->dF + 3);
  jnk_sub(x->dF + 3, u, x->dF + 3);
}

void jni_space_vary(const jn_system *system, jn_work *work, const jni_branch *branch, const double *vdot) {
  const jni_space_link *link = jni_space_links(system);
  const jni_space_state *state = jni_space_states(work);
  jni_space_variation *x = jni_space_variations(work), fixed;
  memcpy(&fixed, &x[link[branch->link].parent], sizeof fixed);
  memset(fixed.dr, 0, sizeof fixed - offsetof(jni_space_variation, dr));
  for (int i = branch->link; i < branch->end; i++) {
    bool first = i == branch->link;
    vary_link(work, &link[i], &state[i], vdot, first ? branch->speed - link[i].v_at : -1, branch,
              first ? &fixed : &x[link[i].parent], &x[i]);
    vary_inertia(&link[i], &work->body3[link[i].body], &x[i]);
  }
  double *kept = x[branch->link].kept[branch->speed - link[branch->link].v_at];
  jnk_copy(x[branch->link].dv, kept);
  jnk_copy(x[branch->link].dw, kept + 3);
}

// ---- towards the root ---------------------------------------------------------------------------------------------

// Adds to the column `out` the products of S with the force variation dF, for link i and all links before it, whose
// poses do not vary. Refers dF to the root on the way.
static void add_before(const jni_space_link *link, const jni_space_state *state, int i, double dF[6],
                       const jni_column *out) {
  for (; i > 0; i = link[i].parent) {
    for (int k = 0; k < link[i].nv; k++)
      out->at[(link[i].v_at + k - out->first) * out->stride] += jni_motion_dot(state[i].S[k], dF);
    shift(state[i].d, dF);
  }
}

void jni_space_vary_load(const jn_system *system, const jn_work *work, int body, const double *df,
                         const jni_column *out) {
  double dF[6] = {df[0], df[1], df[2], 0, 0, 0};
  if (system->width[body] == 6) jnk_mat_vec(work->body3[body].R, df + 3, dF + 3);
  add_before(jni_space_links(system), jni_space_states(work), system->tree->link_of[body], dF, out);
}

// Adds to the column `out` its entries for the speeds of a link, and sets dF to the force variation that the link
// passes on to its parent. along: variation of the poses of the link and its parent; moved: false if poses do not vary.
static void collect_link(const jni_space_link *l, const jni_space_state *s, const jni_space_variation *x,
                         const jni_pass *along, bool moved, double dF[6], const jni_column *out) {
  double dS[6] = {0, 0, 0, 0, 0, 0}, dd[3];
  for (int k = 0; k < l->nv; k++) {
    if (moved) jni_space_column_rate(l, s, along, k, dS);
    out->at[(l->v_at + k - out->first) * out->stride] +=
        jni_motion_dot(s->S[k], x->dF) + (moved ? jni_motion_dot(dS, x->F) : 0);
  }
  memcpy(dF, x->dF, sizeof x->dF);
  shift(s->d, dF);
  if (!moved) return;
  jnk_sub(along->v, along->parent_v, dd);
  jni_add_cross(dd, x->F, dF + 3);
}

void jni_space_vary_collect(const jn_system *system, jn_work *work, const jni_branch *branch, const jni_column *out) {
  static const double none[3] = {0, 0, 0};
  const jni_space_link *link = jni_space_links(system);
  const jni_space_state *state = jni_space_states(work);
  jni_space_variation *x = jni_space_variations(work);
  double dF[6];
  for (int i = branch->end - 1; i > branch->link; i--) {
    const jni_space_variation *parent = &x[link[i].parent];
    const jni_pass along = {x[i].dr, x[i].turn, parent->dr, parent->turn};
    collect_link(&link[i], &state[i], &x[i], &along, branch->place != 0, dF, out);
    jni_sweep_add(6, dF, x[link[i].parent].dF);
  }
  const jni_pass along = {x[branch->link].dr, x[branch->link].turn, none, none};
  collect_link(&link[branch->link], &state[branch->link], &x[branch->link], &along, branch->place != 0, dF, out);
  add_before(link, state, link[branch->link].parent, dF, out);
}

// Implements vary_body. The bodies after the link i of the speed move with it as one rigid body. D is the vector from
// link i to the body, and u = v - v_i - w_i x D the relative velocity:
//   dr = S + S x D    dw = dw_i + turn x (w - w_i)    dv = dv_i + dw_i x D + w_i x (turn x D) + turn x u
void jni_space_vary_body(const jn_system *system, const jn_work *work, int speed, bool of_configuration, int body,
                         jni_body_variation *out) {
  int i = system->tree->speed_link[speed], j = speed - jni_space_links(system)[i].v_at;
  const jni_body3 *at = &work->body3[system->tree->links[i].body], *b = &work->body3[body];
  const double *S = jni_space_states(work)[i].S[j], *kept = jni_space_variations(work)[i].kept[j], *turn = S + 3;
  double D[3], moved[3], u[3], x[3];
  memset(out, 0, sizeof *out);
  jnk_sub(b->r, at->r, D);
  jnk_cross(turn, D, moved);
  jnk_add(S, moved, of_configuration ? out->r : out->v);
  jnk_copy(turn, of_configuration ? out->turn : out->w);
  if (!of_configuration) return;
  jnk_sub(b->wg, at->wg, x);
  jnk_copy(kept + 3, out->w);
  jni_add_cross(turn, x, out->w);
  jnk_cross(at->wg, D, x);
  jnk_sub(b->v, at->v, u);
  jnk_sub(u, x, u);
  jnk_copy(kept, out->v);
  jni_add_cross(kept + 3, D, out->v);
  jni_add_cross(at->wg, moved, out->v);
  jni_add_cross(turn, u, out->v);
}
