// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_plane_mass.c - joint coordinates in the plane: constraint Jacobian G = Gb V and mass matrix V' Mb V by
// recursion along the branches, and their rates.
//
// A row of Gb is a force and a torque on each body. Shifted from link to link towards the root, its product with S is
// the entry of G for the link's speed. A column of M is obtained likewise from the momentum F of the branch that begins
// at a link, for unit speed of that link (composite rigid body algorithm):
//   F = I S, I: composite inertia of the branch;   M_ij = S_i . F along the branch;   F_p = (f, t + d x f)
// Rates along a direction of motion with velocities v, w follow by the product rule from S' = (w x S, 0), d' = v - v_p.
#include <string.h>

// Prevents vectorisation of loops over one to three speeds, which it would slow down.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-loop-vectorize")
#endif

#include "system/tree/joint_links.h"
#include "system/tree/joint_sweep.h"

JNI_INLINE double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Moves the reference point of a force and torque F from a link's centre of mass to that of its parent, in place; d:
// vector between them.
JNI_INLINE void shift(const double d[2], double F[3]) { F[2] += d[0] * F[1] - d[1] * F[0]; }

// Refers the rate Fdot of a force and torque to the parent's centre of mass, in place. F: the force and torque before
// they are referred to the parent.
JNI_INLINE void shift_rate(const double d[2], const double ddot[2], const double F[3], double Fdot[3]) {
  Fdot[2] += d[0] * Fdot[1] - d[1] * Fdot[0] + ddot[0] * F[1] - ddot[1] * F[0];
}

JNI_INLINE void direction_of(const jni_plane_link *l, const jn_work *work, double ddot[2], double *w) {
  const jni_body3 *body = &work->direction[l->body], *parent = &work->direction[l->parent_body];
  ddot[0] = body->v[0] - parent->v[0];
  ddot[1] = body->v[1] - parent->v[1];
  *w = body->wg[2];
}

JNI_INLINE double dot_rate(const double S[3], double w, const double F[3]) { return w * (S[0] * F[1] - S[1] * F[0]); }

// ---- rows ------------------------------------------------------------------------------------------------------

JNI_INLINE void load_row(const double *values, int width, double F[3]) {
  F[0] = values[0];
  F[1] = values[1];
  F[2] = width == 3 ? values[2] : 0;
}

// Writes to `out` the entries of one row of G for the speeds on the path from the link of a body to the common ancestor
// of the group; adds them if paths of the group share links. values: the row's entries in Gb for this body.
static void write_row(const jni_plane_link *link, const jni_plane_state *state, const jni_row_path *path,
                      const double *values, double *out) {
  double F[3];
  load_row(values, link[path->link].width, F);
  for (int i = path->link; i > path->ancestor; i = link[i].parent) {
    for (int j = 0; j < link[i].nv; j++)
      jni_put_entry(path->shared, dot(state[i].S[j], F), &out[link[i].v_at + j - path->first]);
    shift(state[i].d, F);
  }
}

// Writes two rows of G for one body, as write_two_rows does, for a path that consists of one simple link, or of it and
// its parent.
JNI_INLINE void write_two_rows_simple(const jni_plane_link *link, const jni_plane_state *state,
                                      const jni_row_path *path, const double *values, double *out) {
  const jni_plane_link *l = &link[path->link];
  const jni_plane_state *s = &state[path->link];
  double F[3] = {values[0], values[1], values[2]}, E[3] = {values[3], values[4], values[5]},
         *second = out + path->width;
  if (path->link == path->ancestor) return;
  out[l->component_at] = dot(s->S[0], F);
  second[l->component_at] = dot(s->S[0], E);
  if (l->parent == path->ancestor) return;
  shift(s->d, F);
  shift(s->d, E);
  l = &link[l->parent];
  s = &state[l - link];
  out[l->component_at] = dot(s->S[0], F);
  second[l->component_at] = dot(s->S[0], E);
}

// Writes two rows of G for one body at once, if no other path of the group contains its links. This is the most
// frequent case in plane mechanisms; the forces stay in registers.
static void write_two_rows(const jni_plane_link *link, const jni_plane_state *state, const jni_row_path *path,
                           const double *values, double *out) {
  int i = path->link, width = link[i].width;
  double F[3], E[3], *second = out + path->width;
  load_row(values, width, F);
  load_row(values + width, width, E);
  while (i > path->ancestor) {
    const double(*S)[3] = state[i].S;
    for (int at = link[i].v_at - path->first, end = at + link[i].nv; at < end; at++) {
      out[at] = dot(*S, F);
      second[at] = dot(*S, E);
      S++;
    }
    shift(state[i].d, F);
    shift(state[i].d, E);
    i = link[i].parent;
  }
}

void jni_plane_rows(const jn_system *system, const jn_work *work, const double *body_G, double *G) {
  const jni_pattern *rows = &system->rows;
  const jni_row_path *path = system->row_paths;
  const jni_plane_link *link = jni_plane_links(system);
  const jni_plane_state *state = jni_plane_states(work);
  for (int g = 0; g < rows->ngroups; g++) {
    int n = rows->group_at[g + 1] - rows->group_at[g];
    if (path[rows->entry_at[g]].shared) jni_clear_shared_paths(system, g, G);
    for (int e = rows->entry_at[g]; e < rows->entry_at[g + 1]; e++) {
      const double *values = body_G + rows->entry_value[e];
      double *out = G + path[e].value;
      if (path[e].value < 0) continue;
      if (n == 2 && !path[e].shared && link[path[e].link].simple)
        write_two_rows_simple(link, state, &path[e], values, out);
      else if (n == 2 && !path[e].shared) write_two_rows(link, state, &path[e], values, out);
      else
        for (int r = 0; r < n; r++)
          write_row(link, state, &path[e], values + r * link[path[e].link].width, out + r * path[e].width);
    }
  }
}

static void write_row_rate(const jni_plane_link *link, const jn_work *work, const jni_row_path *path, double F[3],
                           double Fdot[3], double *out) {
  const jni_plane_state *state = jni_plane_states(work);
  for (int i = path->link; i > path->ancestor; i = link[i].parent) {
    double ddot[2], w;
    direction_of(&link[i], work, ddot, &w);
    for (int j = 0; j < link[i].nv; j++)
      jni_put_entry(path->shared, dot(state[i].S[j], Fdot) + dot_rate(state[i].S[j], w, F),
                    &out[link[i].v_at + j - path->first]);
    shift_rate(state[i].d, ddot, F, Fdot);
    shift(state[i].d, F);
  }
}

void jni_plane_rows_rate(const jn_system *system, const jn_work *work, int group, int end, const double *body_G,
                         const double *body_Gdot, double *Gdot) {
  const jni_pattern *rows = &system->rows;
  const jni_row_path *path = system->row_paths;
  const jni_plane_link *link = jni_plane_links(system);
  for (int g = group; g < end; g++) {
    int n = rows->group_at[g + 1] - rows->group_at[g];
    jni_clear_shared_paths(system, g, Gdot);
    for (int e = rows->entry_at[g]; e < rows->entry_at[g + 1]; e++) {
      int width = link[path[e].link].width;
      for (int r = 0; r < n && path[e].value >= 0; r++) {
        double F[3], Fdot[3];
        load_row(body_G + rows->entry_value[e] + r * width, width, F);
        load_row(body_Gdot + rows->entry_value[e] + r * width, width, Fdot);
        write_row_rate(link, work, &path[e], F, Fdot, Gdot + path[e].value + r * path[e].width);
      }
    }
  }
}

// ---- mass ------------------------------------------------------------------------------------------------------

// Adds the composite inertia c of a branch (mass, first moments, moment of inertia) to that of its parent, `to`; d:
// vector from the parent's centre of mass to the link's.
JNI_INLINE void add_composite(const double d[2], const double c[4], double to[4]) {
  to[0] += c[0];
  to[1] += c[1] + c[0] * d[0];
  to[2] += c[2] + c[0] * d[1];
  to[3] += c[3] + 2 * (c[1] * d[0] + c[2] * d[1]) + c[0] * (d[0] * d[0] + d[1] * d[1]);
}

static void begin_composites(const jn_system *system, jni_plane_state *state) {
  const jni_plane_link *link = jni_plane_links(system);
  for (int i = 1; i < system->tree->nlinks; i++) {
    double *c = state[i].composite;
    c[0] = link[i].mass;
    c[1] = c[2] = 0;
    c[3] = link[i].J;
  }
}

static void calc_composites(const jn_system *system, jni_plane_state *state) {
  const jni_plane_link *link = jni_plane_links(system);
  begin_composites(system, state);
  for (int i = system->tree->nlinks - 1; i > 0; i--)
    if (link[i].parent > 0) add_composite(state[i].d, state[i].composite, state[link[i].parent].composite);
}

// Writes to F the momentum (linear, angular about the first link's centre of mass) of a branch with composite inertia c
// that moves as one rigid body with velocity S.
JNI_INLINE void momentum(const double c[4], const double S[3], double F[3]) {
  F[0] = c[0] * S[0] - c[2] * S[2];
  F[1] = c[0] * S[1] + c[1] * S[2];
  F[2] = c[1] * S[1] - c[2] * S[0] + c[3] * S[2];
}

// Writes to the mass matrix M of the link's component the column of speed j of link i, for the speeds from this link to
// the root, and the transposed entries.
static void column(const jni_plane_link *link, const jni_plane_state *state, int i, int j, double *M) {
  double F[3];
  const jni_plane_link *l = &link[i];
  ptrdiff_t n = l->component_n, at = l->component_at + j, first = l->v_at - l->component_at;
  double *row = M + at * n, *entry = M + at;
  momentum(state[i].composite, state[i].S[j], F);
  for (int k = 0; k <= j; k++) row[at - j + k] = entry[(at - j + k) * n] = dot(state[i].S[k], F);
  const double *d = state[i].d;
  while (l->parent > 0) {
    const jni_plane_state *p = &state[l->parent];
    ptrdiff_t k = link[l->parent].v_at - first;
    shift(d, F);
    for (int m = 0; m < link[l->parent].nv; m++) {
      row[k] = entry[k * n] = dot(p->S[m], F);
      k++;
    }
    d = p->d;
    l = &link[l->parent];
  }
}

// Writes to M the column of a simple link and the transposed entries; simple: revolute, on the ground or on a revolute
// link of the ground, as in most linkages.
JNI_INLINE void column_simple(const jni_plane_link *link, const jni_plane_state *state, int i, double *M) {
  const jni_plane_link *l = &link[i];
  ptrdiff_t n = l->component_n, at = l->component_at;
  double F[3];
  momentum(state[i].composite, state[i].S[0], F);
  M[at * (n + 1)] = dot(state[i].S[0], F);
  if (l->parent == 0) return;
  ptrdiff_t k = link[l->parent].component_at;
  shift(state[i].d, F);
  M[at * n + k] = M[k * n + at] = dot(state[l->parent].S[0], F);
}

// Sets the mass blocks to V' Mb V, and adds the armatures. Goes from the leaves to the root, so that the composite
// inertia of a link is complete when its columns are written.
void jni_plane_mass(const jn_system *system, jn_work *work, double *mass) {
  const jni_plane_link *link = jni_plane_links(system);
  jni_plane_state *state = jni_plane_states(work);
  begin_composites(system, state);
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    if (link[i].parent > 0) add_composite(state[i].d, state[i].composite, state[link[i].parent].composite);
    if (link[i].simple) column_simple(link, state, i, mass + link[i].component_mass);
    else
      for (int j = 0; j < link[i].nv; j++) column(link, state, i, j, mass + link[i].component_mass);
    if (link[i].armature > 0)
      mass[link[i].component_mass + link[i].component_at * (link[i].component_n + 1)] += link[i].armature;
  }
}

// ---- rate of the mass matrix ------------------------------------------------------------------------------------

static void calc_composite_rates(const jn_system *system, const jn_work *work, jni_plane_state *state) {
  const jni_plane_link *link = jni_plane_links(system);
  for (int i = 1; i < system->tree->nlinks; i++) memset(state[i].composite_rate, 0, sizeof state[i].composite_rate);
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    if (link[i].parent == 0) continue;
    const double *c = state[i].composite, *cdot = state[i].composite_rate, *d = state[i].d;
    double ddot[2], w, *to = state[link[i].parent].composite_rate;
    direction_of(&link[i], work, ddot, &w);
    to[1] += cdot[1] + c[0] * ddot[0];
    to[2] += cdot[2] + c[0] * ddot[1];
    to[3] += cdot[3] +
             2 * (cdot[1] * d[0] + cdot[2] * d[1] + (c[1] + c[0] * d[0]) * ddot[0] + (c[2] + c[0] * d[1]) * ddot[1]);
  }
}

static void momentum_rate(const jni_plane_state *s, int j, double w, double F[3], double Fdot[3]) {
  const double *S = s->S[j], Sdot[3] = {-w * S[1], w * S[0], 0};
  double turned[3];
  momentum(s->composite, S, F);
  momentum(s->composite_rate, S, Fdot);
  momentum(s->composite, Sdot, turned);
  for (int k = 0; k < 3; k++) Fdot[k] += turned[k];
}

static void column_rate(const jni_plane_link *link, const jn_work *work, int i, int j, int first, int n, double *M) {
  const jni_plane_state *state = jni_plane_states(work);
  double F[3], Fdot[3], ddot[2], w;
  int at = link[i].v_at + j - first;
  direction_of(&link[i], work, ddot, &w);
  momentum_rate(&state[i], j, w, F, Fdot);
  for (int p = i; p > 0; p = link[p].parent) {
    direction_of(&link[p], work, ddot, &w);
    for (int k = 0; k < (p == i ? j + 1 : link[p].nv); k++)
      jni_put_symmetric(M, n, link[p].v_at + k - first, at, dot(state[p].S[k], Fdot) + dot_rate(state[p].S[k], w, F));
    shift_rate(state[p].d, ddot, F, Fdot);
    shift(state[p].d, F);
  }
}

void jni_plane_mass_rate(const jn_system *system, jn_work *work, double *mass_rate) {
  const jni_tree *tree = system->tree;
  const jni_plane_link *link = jni_plane_links(system);
  calc_composites(system, jni_plane_states(work));
  calc_composite_rates(system, work, jni_plane_states(work));
  for (int i = 1; i < tree->nlinks; i++) {
    int c = tree->component_of[i], first = tree->component_v[c], n = tree->component_v[c + 1] - first;
    for (int j = 0; j < link[i].nv; j++)
      column_rate(link, work, i, j, first, n, mass_rate + system->pattern.mass_at[c]);
  }
}
