// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// body_level.c - maps speeds, forces, G and M between the bodies and the coordinates that formulations see (tree.h). In
// coordinates other than joint coordinates both are the same.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/vec3.h"
#include "system/coordinates/body_level.h"
#include "system/stage.h"
#include "system/system_build.h"
#include "system/work.h"

const double *jni_mass(const jn_system *system, jn_work *work) {
  if (!system->tree) return system->mass;
  JNI_ASSERT(work->mass);
  if (work->mass_stamp != work->position_stamp) system->kind->tree->mass(system, work, work->mass);
  work->mass_stamp = work->position_stamp;
  return work->mass;
}

const double *jni_body_speeds(const jn_system *system, const jn_work *work, const double *v, double *workspace) {
  if (!system->tree) return v;
  system->kind->tree->expand(system, work, v, workspace);
  return workspace;
}

const double *jni_body_acceleration(const jn_system *system, jn_work *work, const double *vdot) {
  if (!system->tree || !vdot) return vdot;
  system->kind->tree->expand(system, work, vdot, work->body_vdot);
  for (int i = 0; i < system->nbody_v; i++) work->body_vdot[i] += work->body_bias[i];
  return work->body_vdot;
}

void jni_add_body_forces(const jn_system *system, const jn_work *work, const double *body, double *f) {
  if (system->tree) system->kind->tree->collect(system, work, body, f);
  else
    for (int i = 0; i < system->sizes.nv; i++) f[i] += body[i];
}

double jni_kinetic_of_rotors(const jn_system *system, const double *v) {
  double T = 0;
  if (!system->tree || !system->tree->has_armature) return 0;
  for (int i = 0; i < system->sizes.nv; i++) T += 0.5 * system->tree->armature[i] * v[i] * v[i];
  return T;
}

double jni_kinetic(const jn_system *system, jn_work *work, const double *v) {
  return jni_kinetic_of_bodies(system, jni_body_speeds(system, work, v, work->body_scratch)) +
         jni_kinetic_of_rotors(system, v);
}

// Writes to w the angular velocity of a body and to alpha its angular acceleration for vdot = 0, in ground axes; zeros
// for a particle.
static void calc_rotation(const jn_system *system, const jn_work *work, int body, double w[3], double alpha[3]) {
  jnk_zero(w);
  jnk_zero(alpha);
  if (system->model->space == JN_PLANE) w[2] = work->body2[body].w;
  else if (system->width[body] == 6) {
    jnk_copy(work->body3[body].wg, w);
    jnk_mat_vec(work->body3[body].R, work->body_bias + system->v_at[body] + 3, alpha);
  }
}

// Returns sum + G . v over n terms. The terms are added in the same order whatever n is, so that results do not depend
// on the compiler's choice of loop.
static double add_products(double sum, int n, const double *G, const double *v) {
  if (n == 6) {
    for (int c = 0; c < 6; c++) sum += G[c] * v[c];
    return sum;
  }
  for (int c = 0; c < n; c++) sum += G[c] * v[c];
  return sum;
}

// Adds alpha_m x e + w_m x edot to work->gamma for the rows of two coinciding points. These rows are the rate of their
// distance e in axes that rotate with the link m, the common ancestor of their bodies, so that G has no entries for the
// links before m: G v = edot - w_m x e,   G vdot = gammab - Gb bias + alpha_m x e + w_m x edot. For e = edot = 0 they
// are the same equations as in ground axes.
static void add_view_terms(const jn_system *system, jn_work *work, const jni_row_view *view) {
  const jni_pattern *rows = &system->rows;
  double w[3], alpha[3], e[3] = {0, 0, 0}, edot[3] = {0, 0, 0}, x[3], y[3];
  int first = view->row - rows->group_at[view->group];
  calc_rotation(system, work, system->tree->links[view->link].body, w, alpha);
  for (int r = 0; r < view->nrows; r++) {
    e[r] = work->phi[view->row + r];
    for (int k = rows->entry_at[view->group]; k < rows->entry_at[view->group + 1]; k++) {
      int at = rows->block_at[rows->entry_block[k]], n = rows->block_at[rows->entry_block[k] + 1] - at;
      const double *G = work->body_G + rows->entry_value[k] + (first + r) * n;
      edot[r] = add_products(edot[r], n, G, work->body_v + at);
    }
  }
  jnk_cross(alpha, e, x);
  jnk_cross(w, edot, y);
  for (int r = 0; r < view->nrows; r++) work->gamma[view->row + r] += x[r] + y[r];
}

// Subtracts Gb bias from work->gamma, which contains gammab, and adds the terms of the rows of coinciding points
// (system->row_views).
void jni_add_bias(const jn_system *system, jn_work *work) {
  jni_pattern_times(&system->rows, work->body_G, work->body_bias, work->scratch_rows);
  for (int i = 0; i < system->sizes.nc; i++) work->gamma[i] -= work->scratch_rows[i];
  for (int i = 0; i < system->nrow_views; i++) add_view_terms(system, work, &system->row_views[i]);
}

// Sets work->f to the generalised forces on the speeds of the tree, V' (fb - Mb bias), from the forces on the bodies.
void jni_calc_tree_forces(const jn_system *system, jn_work *work) {
  system->kind->tree->force(system, work);
  work->collected_stamp = work->force_stamp;
}

// ---- pattern of M and G -----------------------------------------------------------------------------------

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

// Writes to `list` the tree components of the bodies of a group of rows, in ascending order, each once, without those
// that have no speeds. Returns their number.
static int group_components(const jn_system *system, int group, int *list) {
  const jni_tree *tree = system->tree;
  int n = 0, distinct = 0;
  for (int e = system->rows.entry_at[group]; e < system->rows.entry_at[group + 1]; e++) {
    int component = tree->component_of[tree->link_of[system->rows.entry_block[e] + 1]];
    if (tree->component_v[component + 1] > tree->component_v[component]) list[n++] = component;
  }
  qsort(list, (size_t)n, sizeof *list, compare);
  for (int i = 0; i < n; i++)
    if (i == 0 || list[i] != list[i - 1]) list[distinct++] = list[i];
  return distinct;
}

// Sets mass_at, the offset of each component's mass block, and p->nmass, the total size. Returns false and sets nmass =
// -1 if the total exceeds INT_MAX; only a tree without constraint equations works then.
static bool number_masses(const jni_tree *tree, jni_pattern *p, int *mass_at) {
  long long n = 0;
  for (int b = 0; b < tree->ncomponents; b++) {
    long long width = tree->component_v[b + 1] - tree->component_v[b];
    mass_at[b] = (int)(n <= INT_MAX ? n : 0);
    n += width * width;
  }
  p->nmass = n <= INT_MAX ? (int)n : -1;
  return p->nmass >= 0;
}

// Sets system->pattern, the pattern of M and G in joint coordinates: its blocks are the components of the tree, its
// groups those of system->rows; then plans the products with G (jni_tree_plan). Returns false if memory is short or the
// blocks of M exceed INT_MAX elements and there are constraint equations.
bool jni_tree_pattern(jn_system *system) {
  const jni_pattern *rows = &system->rows;
  const jni_tree *tree = system->tree;
  int n = tree->ncomponents, most = rows->entry_at[rows->ngroups];
  int *block = jni_ints(&system->pool, 2 * (size_t)n + 1 + (size_t)rows->ngroups + 1 + 2 * (size_t)most);
  if (system->pool.failed) return false;
  int *mass_at = block + n + 1, *entry_at = mass_at + n, *entry_block = entry_at + rows->ngroups + 1,
      *entry_value = entry_block + most;
  jni_pattern *p = &system->pattern;
  *p = (jni_pattern){.nblocks = n,
                     .block_at = block,
                     .mass_at = mass_at,
                     .ngroups = rows->ngroups,
                     .group_at = rows->group_at,
                     .entry_at = entry_at,
                     .entry_block = entry_block,
                     .entry_value = entry_value,
                     .parent = tree->parent_speed,
                     .row_set = system->row_primitive};
  for (int b = 0; b < n; b++) block[b] = tree->component_v[b];
  if (!number_masses(tree, p, mass_at) && system->sizes.nc > 0) return false;
  block[n] = system->sizes.nv;
  for (int g = 0; g < p->ngroups; g++) {
    int at = entry_at[g], count = group_components(system, g, entry_block + at);
    entry_at[g + 1] = at + count;
    for (int e = at; e < at + count; e++) {
      entry_value[e] = p->nvalues;
      p->nvalues += (p->group_at[g + 1] - p->group_at[g]) * (block[entry_block[e] + 1] - block[entry_block[e]]);
    }
  }
  return jni_tree_plan(system);
}

void jni_body_scale(const jn_system *system, double *scale) {
  int translations = system->model->space == JN_PLANE ? 2 : 3;
  for (int body = 1; body < system->nbodies; body++)
    for (int i = 0; i < system->width[body]; i++)
      scale[system->v_at[body] + i] = i < translations ? system->length_scale : 1;
}
