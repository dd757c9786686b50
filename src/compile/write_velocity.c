// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_velocity.c - writes motion and bias of the links about the origin of their base:
//   V_i = V_p + sum of u_k                       u_k = e_k v_k, elementary axes of the joint
//   A_i = A_p + sum of (V_p + u_1 .. u_k-1) x u_k      for vdot = 0
// with (v, w) x (v', w') = (w x v' + v x w', w x w').
#include "compile/write.h"
#include "system/system.h"

static const jni_spatial_motion at_rest = {.V = {.v = {{0}}}};

jni_motion_vec jni_motion_add(jni_graph *g, jni_motion_vec a, jni_motion_vec b) {
  return (jni_motion_vec){jni_vec_add(g, a.v, b.v), jni_vec_add(g, a.w, b.w)};
}

jni_motion_vec jni_motion_scale(jni_graph *g, jni_node k, jni_motion_vec a) {
  return (jni_motion_vec){jni_vec_scale(g, k, a.v), jni_vec_scale(g, k, a.w)};
}

static jni_motion_vec cross(jni_graph *g, jni_motion_vec a, jni_motion_vec b) {
  return (jni_motion_vec){jni_vec_add(g, jni_vec_cross(g, a.w, b.v), jni_vec_cross(g, a.v, b.w)),
                          jni_vec_cross(g, a.w, b.w)};
}

jni_vec jni_point_velocity(jni_graph *g, const jni_spatial_motion *f, jni_vec p) {
  return jni_vec_add(g, f->V.v, jni_vec_cross(g, f->V.w, p));
}

jni_vec jni_point_acceleration(jni_graph *g, const jni_spatial_motion *f, jni_vec p, jni_vec velocity) {
  jni_vec turning = jni_vec_add(g, jni_vec_cross(g, f->A.w, p), jni_vec_cross(g, f->V.w, velocity));
  return jni_vec_add(g, f->A.v, turning);
}

// ---- along the tree -----------------------------------------------------------------------------------------------

static jni_spatial_motion add_axis_motion(jni_graph *g, jni_spatial_motion now, jni_motion_vec u) {
  return (jni_spatial_motion){jni_motion_add(g, now.V, u), jni_motion_add(g, now.A, cross(g, now.V, u))};
}

static jni_spatial_motion tabulated_motion(jni_writer *w, const jni_tabulated_link *tabulated) {
  jni_spatial_motion out = {.V = at_rest.V, .A = tabulated->bias};
  for (int k = 0; k < tabulated->nspeeds; k++)
    out.V = jni_motion_add(w->g, out.V, jni_motion_scale(w->g, w->v[tabulated->speed[k]], tabulated->column[k]));
  return out;
}

static jni_spatial_motion add_joint_motion(jni_writer *w, int link, jni_spatial_motion now) {
  jni_graph *g = w->g;
  const jni_link_nodes *own = &w->links[link];
  const jni_node *v = w->v + w->system->tree->links[link].v_at;
  jni_motion_vec all = at_rest.V;
  for (int i = 0; i < own->naxes; i++) {
    jni_motion_vec u = jni_motion_scale(g, v[own->axes[i].speed], own->axes[i].e);
    if (own->simultaneous) all = jni_motion_add(g, all, u);
    else now = add_axis_motion(g, now, u);
  }
  return own->simultaneous ? add_axis_motion(g, now, all) : now;
}

jni_spatial_motion jni_write_spatial_motion(jni_writer *w, int link, int to) {
  enum { DEEPEST = 64 };
  int branch[DEEPEST], n = 0;
  if (to <= w->links[link].base) return w->links[link].spatial;
  for (int i = link; i > to; i = w->system->tree->links[i].parent) {
    if (n == DEEPEST) return w->links[link].spatial;
    branch[n++] = i;
  }
  jni_spatial_motion now = at_rest;
  while (n > 0) now = add_joint_motion(w, branch[--n], now);
  return now;
}

static jni_com_motion at_centre(jni_graph *g, const jni_spatial_motion *f, jni_vec o) {
  jni_vec v = jni_point_velocity(g, f, o);
  return (jni_com_motion){v, f->V.w, jni_point_acceleration(g, f, o, v), f->A.w};
}

// ---- motion relative to the ground --------------------------------------------------------------------------------

static jni_com_motion base_motion(const jni_writer *w, int base) {
  const jni_node *v = w->v + w->system->tree->links[base].v_at;
  jni_vec along = {{v[0], v[1], w->plane ? JNI_ZERO : v[2]}}, turning = {{JNI_ZERO, JNI_ZERO, v[2]}};
  if (!w->plane) turning = (jni_vec){{v[3], v[4], v[5]}};
  return (jni_com_motion){along, turning, jni_vec_cross(w->g, turning, along), jni_vec_zero};
}

// Returns the motion, relative to the ground, of a link on a moving base. own: its motion relative to the base, to
// which the base's motion and the Coriolis terms are added.
static jni_com_motion add_base_motion(const jni_writer *w, const jni_link_nodes *link, const jni_com_motion *own) {
  jni_graph *g = w->g;
  jni_com_motion base = base_motion(w, link->base), now;
  jni_vec shift = jni_vec_cross(g, base.w, link->o), twice = jni_vec_add(g, own->v, own->v);
  jni_vec turning = jni_vec_cross(g, base.w, jni_vec_add(g, shift, twice));
  now.v = jni_vec_add(g, base.v, jni_vec_add(g, shift, own->v));
  now.w = jni_vec_add(g, base.w, own->w);
  now.bv = jni_vec_add(g, base.bv, jni_vec_add(g, turning, own->bv));
  now.bw = jni_vec_add(g, own->bw, jni_vec_cross(g, base.w, own->w));
  return now;
}

void jni_write_velocities(jni_writer *w) {
  w->links[0].spatial = at_rest;
  for (int i = 1; i < w->system->tree->nlinks; i++) {
    jni_link_nodes *own = &w->links[i];
    const jni_link_nodes *parent = &w->links[w->system->tree->links[i].parent];
    bool tabulated = w->tabulated_links && w->tabulated_links[i].nspeeds > 0;
    own->spatial = own->base == i ? at_rest
                   : tabulated    ? tabulated_motion(w, &w->tabulated_links[i])
                                  : add_joint_motion(w, i, parent->spatial);
    jni_com_motion relative = at_centre(w->g, &own->spatial, own->o);
    own->motion = own->base > 0 ? add_base_motion(w, own, &relative) : relative;
  }
}

jni_com_motion jni_write_relative_motion(jni_writer *w, int link, int to) {
  if (to == 0) return w->links[link].motion;
  jni_spatial_motion motion = jni_write_spatial_motion(w, link, to);
  return at_centre(w->g, &motion, w->links[link].o);
}
