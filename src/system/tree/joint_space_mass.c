// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_space_mass.c - joint coordinates in space: constraint Jacobian G = Gb V and mass matrix V' Mb V by recursion
// along the branches, and their rates. The method is that of joint_plane_mass.c, with the composite inertia of a branch
// about the centre of mass of its first link, ground axes:
//   mass m, first moments h, inertia J:   momentum (m v + w x h, h x v + J w) of a motion (v, w)
#include <string.h>

#include "system/tree/joint_links.h"
#include "system/tree/joint_sweep.h"

// Moves the reference point of a force and torque F from a link's centre of mass to that of its parent, in place; d:
// vector between them.
JNI_INLINE void shift(const double d[3], double F[6]) { jni_add_cross(d, F, F + 3); }

// Refers the rate Fdot of a force and torque to the parent's centre of mass, in place. F: the force and torque before
// they are referred to the parent.
JNI_INLINE void shift_rate(const double d[3], const double ddot[3], const double F[6], double Fdot[6]) {
  jni_add_cross(d, Fdot, Fdot + 3);
  jni_add_cross(ddot, F, Fdot + 3);
}

static void arm_rate(const jni_space_link *l, const jn_work *work, double ddot[3]) {
  jnk_sub(work->direction[l->body].v, work->direction[l->parent_body].v, ddot);
}

// ---- rows ------------------------------------------------------------------------------------------------------

// Writes to F the force and torque in ground axes that one row of a body's block of Gb (`values`, torque in body axes)
// represents.
static void load_row(const jni_space_link *l, const jn_work *work, const double *values, double F[6]) {
  jnk_copy(values, F);
  if (l->width == 6) jnk_mat_vec(work->body3[l->body].R, values + 3, F + 3);
  else jnk_zero(F + 3);
}

// Several rows of G, or columns of M, that are shifted along the same path: component k of row r is F[k][r].
enum { LANES = 4 };
typedef struct {
  double F[6][LANES];
} lanes;

JNI_INLINE void lanes_dot(int n, const double S[6], const lanes *x, double out[LANES]) {
  for (int r = 0; r < n; r++)
    out[r] = (S[0] * x->F[0][r] + S[1] * x->F[1][r] + S[2] * x->F[2][r]) +
             (S[3] * x->F[3][r] + S[4] * x->F[4][r] + S[5] * x->F[5][r]);
}

JNI_INLINE void lanes_shift(int n, const double d[3], lanes *x) {
  for (int r = 0; r < n; r++) {
    x->F[3][r] += d[1] * x->F[2][r] - d[2] * x->F[1][r];
    x->F[4][r] += d[2] * x->F[0][r] - d[0] * x->F[2][r];
    x->F[5][r] += d[0] * x->F[1][r] - d[1] * x->F[0][r];
  }
}

// Writes to `out` the dot products of S with n lanes, for a column S that is zero except for the components `from` to
// `from` + 2.
JNI_INLINE void lanes_half_dot(int n, const double S[6], int from, const lanes *x, double out[LANES]) {
  for (int r = 0; r < n; r++)
    out[r] = S[from] * x->F[from][r] + S[from + 1] * x->F[from + 1][r] + S[from + 2] * x->F[from + 2][r];
}

// Writes to `out` the entries of n rows of G for the speeds on the path from the link of a body to the common ancestor
// of the group; adds them if paths of the group share links. x: the rows as forces and torques; overwritten.
JNI_INLINE void write_lanes(int n, const jni_space_link *link, const jni_space_state *state, const jni_row_path *path,
                            lanes *x, double *out) {
  for (int i = path->link; i > path->ancestor; i = link[i].parent) {
    for (int j = 0; j < link[i].nv; j++) {
      double value[LANES], *to = out + link[i].v_at + j - path->first;
      lanes_dot(n, state[i].S[j], x, value);
      for (int r = 0; r < n; r++) jni_put_entry(path->shared, value[r], to + r * path->width);
    }
    if (link[i].parent > path->ancestor) lanes_shift(n, state[i].d, x);
  }
}

// Writes to `out` the entries of n <= LANES rows of G that one body contributes. values: the rows' entries in Gb for
// this body.
static void put_rows(const jni_space_link *link, const jn_work *work, const jni_row_path *path, int n,
                     const double *values, double *out) {
  const jni_space_link *l = &link[path->link];
  const jni_space_state *state = jni_space_states(work);
  lanes x;
  for (int r = 0; r < n; r++) {
    double F[6];
    load_row(l, work, values + r * l->width, F);
    for (int k = 0; k < 6; k++) x.F[k][r] = F[k];
  }
  switch (n) {
    case 1: write_lanes(1, link, state, path, &x, out); break;
    case 2: write_lanes(2, link, state, path, &x, out); break;
    case 3: write_lanes(3, link, state, path, &x, out); break;
    default: write_lanes(4, link, state, path, &x, out);
  }
}

void jni_space_rows(const jn_system *system, const jn_work *work, const double *body_G, double *G) {
  const jni_pattern *rows = &system->rows;
  const jni_space_link *link = jni_space_links(system);
  for (int g = 0; g < rows->ngroups; g++) {
    int n = rows->group_at[g + 1] - rows->group_at[g];
    jni_clear_shared_paths(system, g, G);
    for (int e = rows->entry_at[g]; e < rows->entry_at[g + 1]; e++) {
      const jni_row_path *path = &system->row_paths[e];
      for (int r = 0; r < n && path->value >= 0; r += LANES)
        put_rows(link, work, path, n - r < LANES ? n - r : LANES,
                 body_G + rows->entry_value[e] + r * link[path->link].width, G + path->value + r * path->width);
    }
  }
}

// Writes to Fdot the rate of the force and torque F, ground axes, that a row of Gb represents. The torque of Gb is in
// body axes, which rotate.
static void load_row_rate(const jni_space_link *l, const jn_work *work, const double *values, const double F[6],
                          double Fdot[6]) {
  load_row(l, work, values, Fdot);
  jni_add_cross(work->direction[l->body].wg, F + 3, Fdot + 3);
}

static void write_row_rate(const jni_space_link *link, const jn_work *work, const jni_row_path *path, double F[6],
                           double Fdot[6], double *out) {
  const jni_space_state *state = jni_space_states(work);
  for (int i = path->link; i > path->ancestor; i = link[i].parent) {
    double Sdot[6], ddot[3];
    jni_pass along = jni_direction_pass(&link[i], work);
    for (int j = 0; j < link[i].nv; j++) {
      jni_space_column_rate(&link[i], &state[i], &along, j, Sdot);
      jni_put_entry(path->shared, jni_motion_dot(state[i].S[j], Fdot) + jni_motion_dot(Sdot, F),
                    &out[link[i].v_at + j - path->first]);
    }
    arm_rate(&link[i], work, ddot);
    shift_rate(state[i].d, ddot, F, Fdot);
    shift(state[i].d, F);
  }
}

void jni_space_rows_rate(const jn_system *system, const jn_work *work, int group, int end, const double *body_G,
                         const double *body_Gdot, double *Gdot) {
  const jni_pattern *rows = &system->rows;
  const jni_row_path *path = system->row_paths;
  const jni_space_link *link = jni_space_links(system);
  for (int g = group; g < end; g++) {
    int n = rows->group_at[g + 1] - rows->group_at[g];
    jni_clear_shared_paths(system, g, Gdot);
    for (int e = rows->entry_at[g]; e < rows->entry_at[g + 1]; e++) {
      const jni_space_link *l = &link[path[e].link];
      for (int r = 0; r < n && path[e].value >= 0; r++) {
        double F[6], Fdot[6];
        int at = rows->entry_value[e] + r * l->width;
        load_row(l, work, body_G + at, F);
        load_row_rate(l, work, body_Gdot + at, F, Fdot);
        write_row_rate(link, work, &path[e], F, Fdot, Gdot + path[e].value + r * path[e].width);
      }
    }
  }
}

// ---- inertia of branches ------------------------------------------------------------------------------------------

// Adds to J (xx, yy, zz, xy, xz, yz) the symmetric matrix (a . b + b . a) 1 - (a b' + b a').
JNI_INLINE void add_moments(const double a[3], const double b[3], double J[6]) {
  double x = 2 * a[0] * b[0], y = 2 * a[1] * b[1], z = 2 * a[2] * b[2];
  J[0] += y + z;
  J[1] += x + z;
  J[2] += x + y;
  J[3] -= a[0] * b[1] + a[1] * b[0];
  J[4] -= a[0] * b[2] + a[2] * b[0];
  J[5] -= a[1] * b[2] + a[2] * b[1];
}

// Writes to `out` the inertia R J R' of a body in ground axes.
JNI_INLINE void turned_inertia(const double J[6], const double R[9], double out[6]) {
  double X[3][3];
  for (int r = 0; r < 3; r++) jni_symmetric_times(J, R + 3 * r, X[r]);
  out[0] = jnk_dot(R, X[0]);
  out[1] = jnk_dot(R + 3, X[1]);
  out[2] = jnk_dot(R + 6, X[2]);
  out[3] = jnk_dot(R, X[1]);
  out[4] = jnk_dot(R, X[2]);
  out[5] = jnk_dot(R + 3, X[2]);
}

// Adds the composite inertia c of a branch to that of its parent, `to`, shifted by d: with g = h + m d / 2, J_p += J +
// (g . d + d . g) 1 - (g d' + d g').
static void add_composite(const double d[3], const double c[10], double to[10]) {
  double g[3];
  jnk_add_scaled(c + 1, 0.5 * c[0], d, g);
  to[0] += c[0];
  for (int k = 0; k < 3; k++) to[1 + k] += c[1 + k] + c[0] * d[k];
  for (int k = 4; k < 10; k++) to[k] += c[k];
  add_moments(g, d, to + 4);
}

static void calc_composites(const jn_system *system, const jn_work *work) {
  const jni_space_link *link = jni_space_links(system);
  jni_space_state *state = jni_space_states(work);
  for (int i = 1; i < system->tree->nlinks; i++) {
    double *c = state[i].composite;
    c[0] = link[i].mass;
    jnk_zero(c + 1);
    turned_inertia(link[i].J, work->body3[link[i].body].R, c + 4);
  }
  for (int i = system->tree->nlinks - 1; i > 0; i--)
    if (link[i].parent > 0) add_composite(state[i].d, state[i].composite, state[link[i].parent].composite);
}

// Writes to F the momentum (linear, angular about the first link's centre of mass) of a branch with composite inertia c
// that moves as one rigid body with velocity S.
JNI_INLINE void momentum(const double c[10], const double S[6], double F[6]) {
  jnk_scale(c[0], S, F);
  jni_add_cross(S + 3, c + 1, F);
  jni_symmetric_times(c + 4, S + 3, F + 3);
  jni_add_cross(c + 1, S, F + 3);
}

// ---- mass ------------------------------------------------------------------------------------------------------

// Writes n entries of M, those of n columns for speed k of a link nearer to the root, and their transposes. row,
// column: M at the first of the n columns; width: row length of M.
JNI_INLINE void put_lanes(int n, const double value[LANES], int width, int k, double *row, double *column) {
  for (int r = 0; r < n; r++) row[r * width + k] = column[(size_t)k * (size_t)width + (size_t)r] = value[r];
}

// Writes the entries of n columns of M for the six speeds of a free link nearer to the root. One half of each column of
// its S is zero, which saves half of the products.
JNI_INLINE void free_columns(int n, const jni_space_state *state, const lanes *x, int width, double *row,
                             double *column) {
  for (int k = 0; k < 6; k++) {
    int half = k < 3 ? 0 : 3;
    double value[LANES];
    lanes_half_dot(n, state->S[k], half, x, value);
    put_lanes(n, value, width, k, row, column);
  }
}

// Writes to M the columns of n speeds of link i, from speed j on, for the speeds from this link to the root, and the
// transposed entries. first: first speed of the component; width: its number of speeds.
JNI_INLINE void columns(int n, const jni_space_link *link, const jni_space_state *state, int i, int j, int first,
                        int width, double *M) {
  int at = link[i].v_at + j - first;
  double *own = M + (size_t)at * (size_t)width;
  lanes x;
  for (int r = 0; r < n; r++) {
    double F[6];
    momentum(state[i].composite, state[i].S[j + r], F);
    for (int k = 0; k <= j + r; k++)
      jni_put_symmetric(M, width, link[i].v_at + k - first, at + r, jni_motion_dot(state[i].S[k], F));
    for (int k = 0; k < 6; k++) x.F[k][r] = F[k];
  }
  lanes_shift(n, state[i].d, &x);
  for (int p = link[i].parent; p > 0; p = link[p].parent) {
    int before = link[p].v_at - first;
    double *row = own + before, *column = M + (size_t)before * (size_t)width + (size_t)at;
    if (link[p].kind == JNI_LINK_FREE) {
      free_columns(n, &state[p], &x, width, row, column);
      continue;
    }
    for (int k = 0; k < link[p].nv; k++) {
      double value[LANES];
      lanes_dot(n, state[p].S[k], &x, value);
      put_lanes(n, value, width, k, row, column);
    }
    if (link[p].parent > 0) lanes_shift(n, state[p].d, &x);
  }
}

static void put_columns(const jni_space_link *link, const jni_space_state *state, int i, int j, int first, int width,
                        double *M) {
  switch (link[i].nv - j) {
    case 1: columns(1, link, state, i, j, first, width, M); break;
    case 2: columns(2, link, state, i, j, first, width, M); break;
    default: columns(3, link, state, i, j, first, width, M);
  }
}

void jni_space_mass(const jn_system *system, jn_work *work, double *mass) {
  const jni_tree *tree = system->tree;
  const jni_space_link *link = jni_space_links(system);
  calc_composites(system, work);
  for (int i = 1; i < tree->nlinks; i++) {
    int c = tree->component_of[i], first = tree->component_v[c], n = tree->component_v[c + 1] - first;
    for (int j = 0; j < link[i].nv; j += 3)
      put_columns(link, jni_space_states(work), i, j, first, n, mass + system->pattern.mass_at[c]);
    if (link[i].armature > 0) mass[system->pattern.mass_at[c] + (link[i].v_at - first) * (n + 1)] += link[i].armature;
  }
}

// ---- rate of the mass matrix ------------------------------------------------------------------------------------

// Writes to `out` the rate of an inertia J in ground axes that rotates with w, [w] J - J [w].
static void turned_inertia_rate(const double J[6], const double w[3], double out[6]) {
  const double full[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
  double W[9], X[9];
  jnk_skew(w, W);
  jnk_mat_mul(W, full, X);
  out[0] = 2 * X[0];
  out[1] = 2 * X[4];
  out[2] = 2 * X[8];
  out[3] = X[1] + X[3];
  out[4] = X[2] + X[6];
  out[5] = X[5] + X[7];
}

static void add_composite_rate(const double d[3], const double ddot[3], const double c[10], const double cdot[10],
                               double to[10]) {
  double g[3], gdot[3];
  jnk_add_scaled(c + 1, 0.5 * c[0], d, g);
  jnk_add_scaled(cdot + 1, 0.5 * c[0], ddot, gdot);
  for (int k = 0; k < 3; k++) to[1 + k] += cdot[1 + k] + c[0] * ddot[k];
  for (int k = 4; k < 10; k++) to[k] += cdot[k];
  add_moments(gdot, d, to + 4);
  add_moments(g, ddot, to + 4);
}

static void calc_composite_rates(const jn_system *system, const jn_work *work) {
  const jni_space_link *link = jni_space_links(system);
  jni_space_state *state = jni_space_states(work);
  for (int i = 1; i < system->tree->nlinks; i++) {
    double own[6];
    memset(state[i].composite_rate, 0, sizeof state[i].composite_rate);
    turned_inertia(link[i].J, work->body3[link[i].body].R, own);
    turned_inertia_rate(own, work->direction[link[i].body].wg, state[i].composite_rate + 4);
  }
  for (int i = system->tree->nlinks - 1; i > 0; i--) {
    double ddot[3];
    if (link[i].parent == 0) continue;
    arm_rate(&link[i], work, ddot);
    add_composite_rate(state[i].d, ddot, state[i].composite, state[i].composite_rate,
                       state[link[i].parent].composite_rate);
  }
}

static void momentum_rate(const jni_space_link *l, const jni_space_state *s, const jn_work *work, int j, double F[6],
                          double Fdot[6]) {
  double Sdot[6], moved[6];
  jni_pass along = jni_direction_pass(l, work);
  jni_space_column_rate(l, s, &along, j, Sdot);
  momentum(s->composite, s->S[j], F);
  momentum(s->composite_rate, s->S[j], Fdot);
  momentum(s->composite, Sdot, moved);
  for (int k = 0; k < 6; k++) Fdot[k] += moved[k];
}

static void column_rate(const jni_space_link *link, const jn_work *work, int i, int j, int first, int n, double *M) {
  const jni_space_state *state = jni_space_states(work);
  double F[6], Fdot[6], Sdot[6], ddot[3];
  int at = link[i].v_at + j - first;
  momentum_rate(&link[i], &state[i], work, j, F, Fdot);
  for (int p = i; p > 0; p = link[p].parent) {
    jni_pass along = jni_direction_pass(&link[p], work);
    for (int k = 0; k < (p == i ? j + 1 : link[p].nv); k++) {
      jni_space_column_rate(&link[p], &state[p], &along, k, Sdot);
      jni_put_symmetric(M, n, link[p].v_at + k - first, at,
                        jni_motion_dot(state[p].S[k], Fdot) + jni_motion_dot(Sdot, F));
    }
    arm_rate(&link[p], work, ddot);
    shift_rate(state[p].d, ddot, F, Fdot);
    shift(state[p].d, F);
  }
}

void jni_space_mass_rate(const jn_system *system, jn_work *work, double *mass_rate) {
  const jni_tree *tree = system->tree;
  const jni_space_link *link = jni_space_links(system);
  calc_composites(system, work);
  calc_composite_rates(system, work);
  for (int i = 1; i < tree->nlinks; i++) {
    int c = tree->component_of[i], first = tree->component_v[c], n = tree->component_v[c + 1] - first;
    for (int j = 0; j < link[i].nv; j++)
      column_rate(link, work, i, j, first, n, mass_rate + system->pattern.mass_at[c]);
  }
}
