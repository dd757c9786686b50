// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_plane_tangent.c - joint coordinates in the plane: variation of f - M vdot with one coordinate or speed
// (tree.h). The equations are those of joint_space_tangent.c, with simplifications: all columns of S rotate with the
// link, so with the relative velocity u = S v and the normal z of the plane
//   dS = turn z x S       dS' v = dw z x u - w turn u       moments of inertia are constant
#include <stddef.h>
#include <string.h>

#include "system/coordinates/body_level.h"
#include "system/tree/joint_links.h"
#include "system/tree/joint_sweep.h"

// Adds k z x a to `to`, z the normal of the plane.
JNI_INLINE void add_turned(double k, const double a[2], double to[2]) {
  to[0] -= k * a[1];
  to[1] += k * a[0];
}

JNI_INLINE double cross(const double a[2], const double b[2]) { return a[0] * b[1] - a[1] * b[0]; }

JNI_INLINE void shift(const double d[2], double F[3]) { F[2] += cross(d, F); }

// ---- accelerations and forces of the state -------------------------------------------------------------------------

void jni_plane_tangent_begin(const jn_system *system, jn_work *work, const double *vdot) {
  const jni_plane_link *link = jni_plane_links(system);
  const jni_plane_state *state = jni_plane_states(work);
  jni_plane_variation *x = jni_plane_variations(work);
  const double *acceleration = vdot ? jni_body_acceleration(system, work, vdot) : work->body_bias;
  for (int i = 1; i < system->tree->nlinks; i++) {
    const double *a = acceleration + link[i].body_v, *f = work->body_f + link[i].body_v;
    x[i].a[0] = a[0];
    x[i].a[1] = a[1];
    x[i].a[2] = link[i].width == 3 ? a[2] : 0;
    x[i].F[0] = f[0] - link[i].mass * a[0];
    x[i].F[1] = f[1] - link[i].mass * a[1];
    x[i].F[2] = link[i].width == 3 ? f[2] - link[i].J * a[2] : 0;
  }
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    double F[3] = {x[i].F[0], x[i].F[1], x[i].F[2]};
    shift(state[i].d, F);
    if (link[i].parent > 0) jni_sweep_add(3, F, x[link[i].parent].F);
  }
  memset(&x[0], 0, sizeof x[0]);
}

// ---- towards the leaves -------------------------------------------------------------------------------------------

// Adds to `to` the translational velocity S v of a link relative to its parent; v: speeds of the link.
JNI_INLINE void add_motion(const jni_plane_link *l, const jni_plane_state *s, const double *v, double to[2]) {
  for (int j = 0; j < l->nv; j++) {
    to[0] += v[j] * s->S[j][0];
    to[1] += v[j] * s->S[j][1];
  }
}

// Adds to x->dv and x->da the variations of the relative velocity S v and acceleration S vdot that come from the
// rotation of S. vdot NULL: leaves x->da.
static void vary_relative(const jni_plane_link *l, const jni_plane_state *s, const double *v, const double *vdot,
                          jni_plane_variation *x) {
  double u[2] = {0, 0}, udot[2] = {0, 0};
  add_motion(l, s, v + l->v_at, u);
  add_turned(x->turn, u, x->dv);
  if (!vdot) return;
  add_motion(l, s, vdot + l->v_at, udot);
  add_turned(x->turn, udot, x->da);
}

static void pass_acceleration(const jn_work *work, const jni_plane_link *l, const jni_plane_state *s,
                              const jni_plane_variation *parent, const double dd[2], jni_plane_variation *x) {
  const jni_body2 *body = &work->body2[l->body], *above = &work->body2[l->parent_body];
  const double between[2] = {body->vx - above->vx, body->vy - above->vy},
               change[2] = {x->dv[0] - parent->dv[0], x->dv[1] - parent->dv[1]};
  double u[2] = {0, 0}, w = l->width == 3 ? body->w : 0;
  add_turned(parent->da[2], s->d, x->da);
  add_turned(parent->a[2], dd, x->da);
  add_turned(parent->dw, between, x->da);
  add_turned(above->w, change, x->da);
  add_motion(l, s, work->v + l->v_at, u);
  add_turned(x->dw, u, x->da);
  x->da[0] -= w * x->turn * u[0];
  x->da[1] -= w * x->turn * u[1];
}

// Computes the variation x of a link from that of its parent. e: which speed of the link varies, as an index among its
// speeds; -1: none of them.
static void vary_link(const jn_work *work, const jni_plane_link *l, const jni_plane_state *s, const double *vdot, int e,
                      const jni_branch *branch, const jni_plane_variation *parent, jni_plane_variation *x) {
  double w0 = work->body2[l->parent_body].w, w = l->width == 3 ? work->body2[l->body].w : 0;
  memcpy(x->dr, parent->dr, offsetof(jni_plane_variation, kept) - offsetof(jni_plane_variation, dr));
  add_turned(parent->turn, s->d, x->dr);
  if (e >= 0) {
    x->dr[0] += branch->place * s->S[e][0];
    x->dr[1] += branch->place * s->S[e][1];
    x->turn += branch->place * s->S[e][2];
  }
  const double dd[2] = {x->dr[0] - parent->dr[0], x->dr[1] - parent->dr[1]};
  add_turned(parent->dw, s->d, x->dv);
  add_turned(w0, dd, x->dv);
  if (branch->place != 0) vary_relative(l, s, work->v, vdot, x);
  if (e >= 0 && branch->change != 0) {
    x->dv[0] += branch->change * s->S[e][0];
    x->dv[1] += branch->change * s->S[e][1];
    x->dw += branch->change * s->S[e][2];
    add_turned(branch->change * w, s->S[e], x->da);
  }
  pass_acceleration(work, l, s, parent, dd, x);
  x->dF[0] = -l->mass * x->da[0];
  x->dF[1] = -l->mass * x->da[1];
  x->dF[2] = l->width == 3 ? -l->J * x->da[2] : 0;
}

void jni_plane_vary(const jn_system *system, jn_work *work, const jni_branch *branch, const double *vdot) {
  const jni_plane_link *link = jni_plane_links(system);
  const jni_plane_state *state = jni_plane_states(work);
  jni_plane_variation *x = jni_plane_variations(work), fixed = x[link[branch->link].parent];
  memset(fixed.dr, 0, sizeof fixed - offsetof(jni_plane_variation, dr));
  for (int i = branch->link; i < branch->end; i++) {
    bool first = i == branch->link;
    vary_link(work, &link[i], &state[i], vdot, first ? branch->speed - link[i].v_at : -1, branch,
              first ? &fixed : &x[link[i].parent], &x[i]);
  }
  double *kept = x[branch->link].kept[branch->speed - link[branch->link].v_at];
  kept[0] = x[branch->link].dv[0];
  kept[1] = x[branch->link].dv[1];
  kept[2] = x[branch->link].dw;
}

// ---- towards the root ---------------------------------------------------------------------------------------------

JNI_INLINE double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Adds to the column `out` the products of S with the force variation dF, for link i and all links before it, whose
// poses do not vary. Refers dF to the root on the way.
static void add_before(const jni_plane_link *link, const jni_plane_state *state, int i, double dF[3],
                       const jni_column *out) {
  for (; i > 0; i = link[i].parent) {
    for (int k = 0; k < link[i].nv; k++)
      out->at[(link[i].v_at + k - out->first) * out->stride] += dot(state[i].S[k], dF);
    shift(state[i].d, dF);
  }
}

void jni_plane_vary_load(const jn_system *system, const jn_work *work, int body, const double *df,
                         const jni_column *out) {
  double dF[3] = {df[0], df[1], system->width[body] == 3 ? df[2] : 0};
  add_before(jni_plane_links(system), jni_plane_states(work), system->tree->link_of[body], dF, out);
}

// Adds to the column `out` its entries for the speeds of a link, and sets dF to the force variation that the link
// passes on to its parent.
static void collect_link(const jni_plane_link *l, const jni_plane_state *s, const jni_plane_variation *x,
                         const double dd[2], double dF[3], const jni_column *out) {
  for (int k = 0; k < l->nv; k++)
    out->at[(l->v_at + k - out->first) * out->stride] += dot(s->S[k], x->dF) + x->turn * cross(s->S[k], x->F);
  memcpy(dF, x->dF, sizeof x->dF);
  shift(s->d, dF);
  dF[2] += cross(dd, x->F);
}

void jni_plane_vary_collect(const jn_system *system, jn_work *work, const jni_branch *branch, const jni_column *out) {
  const jni_plane_link *link = jni_plane_links(system);
  const jni_plane_state *state = jni_plane_states(work);
  jni_plane_variation *x = jni_plane_variations(work);
  double dF[3];
  for (int i = branch->end - 1; i > branch->link; i--) {
    jni_plane_variation *parent = &x[link[i].parent];
    const double dd[2] = {x[i].dr[0] - parent->dr[0], x[i].dr[1] - parent->dr[1]};
    collect_link(&link[i], &state[i], &x[i], dd, dF, out);
    jni_sweep_add(3, dF, parent->dF);
  }
  collect_link(&link[branch->link], &state[branch->link], &x[branch->link], x[branch->link].dr, dF, out);
  add_before(link, state, link[branch->link].parent, dF, out);
}

// Implements vary_body of jni_tree_ops (tree.h); the formulas are at jni_space_vary_body.
void jni_plane_vary_body(const jn_system *system, const jn_work *work, int speed, bool of_configuration, int body,
                         jni_body_variation *out) {
  int i = system->tree->speed_link[speed], j = speed - jni_plane_links(system)[i].v_at;
  const jni_body2 *at = &work->body2[system->tree->links[i].body], *b = &work->body2[body];
  const double *S = jni_plane_states(work)[i].S[j], *kept = jni_plane_variations(work)[i].kept[j];
  const double D[2] = {b->x - at->x, b->y - at->y}, moved[2] = {-S[2] * D[1], S[2] * D[0]};
  double *r = of_configuration ? out->r : out->v, u[2] = {b->vx - at->vx, b->vy - at->vy};
  memset(out, 0, sizeof *out);
  r[0] = S[0] + moved[0];
  r[1] = S[1] + moved[1];
  (of_configuration ? out->turn : out->w)[2] = S[2];
  if (!of_configuration) return;
  add_turned(-at->w, D, u);
  out->v[0] = kept[0];
  out->v[1] = kept[1];
  out->w[2] = kept[2];
  add_turned(kept[2], D, out->v);
  add_turned(at->w, moved, out->v);
  add_turned(S[2], u, out->v);
}
