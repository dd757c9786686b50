// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_pose_tables.c - writes poses from tables; see pose_tables.h.
#include <string.h>

#include "compile/tables/pose_tables.h"
#include "system/system.h"

typedef struct {
  jni_graph *g;
  const jni_coordinate_table *table;
  const jni_node *v;
  jni_spline_calls calls;
} written;

static void parts_of(const written *x, int first, int n, int which, jni_node *out) {
  for (int i = 0; i < n; i++) out[i] = jni_spline_part(&x->calls, first + i, which);
}

// Writes 2 Im(a conj(p)), the angular velocity in axes of the base for the rate a of the quaternion p.
static jni_vec turning(jni_graph *g, const jni_node a[4], const jni_node p[4]) {
  jni_vec av = {{a[1], a[2], a[3]}}, pv = {{p[1], p[2], p[3]}}, cross = jni_vec_cross(g, pv, av), out;
  for (int i = 0; i < 3; i++) {
    jni_node half = jni_minus(g, jni_times(g, p[0], av.x[i]), jni_times(g, a[0], pv.x[i]));
    half = jni_plus(g, half, cross.x[i]);
    out.x[i] = jni_times(g, jni_number(g, 2), half);
  }
  return out;
}

// Returns the motion vector about the origin of the base of a link whose centre of mass is at o and has the velocity v;
// w is its angular velocity.
static jni_motion_vec about_origin(jni_graph *g, jni_vec v, jni_vec w, jni_vec o) {
  return (jni_motion_vec){jni_vec_add(g, v, jni_vec_cross(g, o, w)), w};
}

static void write_pose(const written *x, jni_tabulated_link *out) {
  const jni_coordinate_table *t = x->table;
  jni_graph *g = x->g;
  jni_node p[4], rate[4];
  jni_vec v, all = jni_vec_zero, turn = jni_vec_zero;
  parts_of(x, 0, 3, 0, out->o.x);
  parts_of(x, 3, 4, 0, p);
  out->R = jni_mat_of_quaternion(g, p);
  out->nspeeds = t->nvariables;
  for (int k = 0; k < t->nvariables; k++) {
    parts_of(x, 0, 3, 1 + k, v.x);
    parts_of(x, 3, 4, 1 + k, rate);
    out->speed[k] = t->speed[k];
    out->column[k] = about_origin(g, v, turning(g, rate, p), out->o);
    all = jni_vec_add_scaled(g, all, x->v[t->speed[k]], v);
    turn = jni_vec_add_scaled(g, turn, x->v[t->speed[k]], out->column[k].w);
  }
  // With A the spatial acceleration, o'' = A.v + A.w x o + w x v; A.v follows from it.
  for (int i = 0; i < 3; i++) v.x[i] = jni_spline_second(&x->calls, i, t->speed, x->v);
  for (int i = 0; i < 4; i++) rate[i] = jni_spline_second(&x->calls, 3 + i, t->speed, x->v);
  v = jni_vec_subtract(g, v, jni_vec_cross(g, turn, all));
  out->bias = about_origin(g, v, turning(g, rate, p), out->o);
}

static void write_line(const written *x, jni_tabulated_length *out) {
  const jni_coordinate_table *t = x->table;
  out->nspeeds = t->nvariables;
  out->x = jni_spline_part(&x->calls, 0, 0);
  for (int k = 0; k < t->nvariables; k++) {
    out->speed[k] = t->speed[k];
    out->slope[k] = jni_spline_part(&x->calls, 0, 1 + k);
  }
  out->bias = jni_spline_second(&x->calls, 0, t->speed, x->v);
}

bool jni_write_pose_tables(jni_writer *w, const jni_pose_tables *poses) {
  jni_tabulated_link *links = jni_take(&w->pool, (size_t)w->system->tree->nlinks, sizeof *links);
  jni_tabulated_length *lines = jni_take(&w->pool, (size_t)w->system->model->nforces + 1, sizeof *lines);
  if (!links || !lines) return false;
  for (int i = 0; i < poses->nlinks + poses->nlines; i++) {
    bool line = i >= poses->nlinks;
    const jni_pose_table *own = line ? &poses->lines[i - poses->nlinks] : &poses->links[i];
    const jni_coordinate_table *t = &own->table;
    if (!t->spline.block) continue;
    const written x = {w->g, t, w->v, jni_coordinate_table_call(w->g, t, w->q)};
    if (line) write_line(&x, &lines[own->element]);
    else write_pose(&x, &links[own->element]);
  }
  w->tabulated_links = links;
  w->tabulated_lengths = lines;
  return true;
}

bool jni_write_table_kinematics(jni_writer *w, const jni_pose_tables *poses) {
  jni_body_kinematics *posed = jni_take(&w->pool, (size_t)w->system->nbodies, sizeof *posed);
  for (int b = 1; posed && b < w->system->nbodies; b++)
    if (poses->bodies[b]) posed[b] = jni_write_body_kinematics(w, b, 0);
  w->table_kinematics = posed;
  return posed;
}
