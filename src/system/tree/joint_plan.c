// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_plan.c - data of a system for the recursions of joint coordinates, computed once: packed links with folded
// constants, and the path from each body of a constraint equation to the common ancestor of its bodies.
#include <string.h>

#include "kernel/vec3.h"
#include "system/system_build.h"
#include "system/tree/joint_links.h"

// ---- links ---------------------------------------------------------------------------------------------------------

// Sets the members that packed links have in plane and space. Reads the variables `system`, `l`, `body` and `parent`
// (body of the parent link).
#define SHARED                                                                                                       \
  .kind = l->kind, .body = l->body, .parent_body = l->parent > 0 ? parent : 0, .parent = l->parent, .q_at = l->q_at, \
  .v_at = l->v_at, .nv = l->nv, .body_v = system->v_at[l->body], .width = system->width[l->body],                    \
  .sign = l->turn_sign, .branches = l->branches, .opens = l->opens, .anchored = jni_link_is_anchored(l),             \
  .mass = body->mass, .armature = l->nv == 1 ? system->tree->armature[l->v_at] : 0,                                  \
  .parent_v = l->parent > 0 ? system->v_at[parent] : 0, .parent_width = l->parent > 0 ? system->width[parent] : 0

static void pack_plane(const jn_system *system, int i, jni_plane_link *out) {
  const jni_link *l = &system->tree->links[i];
  const jni_body *body = &system->model->bodies[l->body];
  int parent = system->tree->links[l->parent].body;
  *out = (jni_plane_link){SHARED, .angle = l->angle, .J = body->particle ? 0 : body->inertia[2]};
  int component = system->tree->component_of[i], first = system->tree->component_v[component];
  const jni_link *above = &system->tree->links[l->parent];
  out->simple =
      l->kind == JNI_LINK_REVOLUTE && (l->parent == 0 || (above->kind == JNI_LINK_REVOLUTE && above->parent == 0));
  out->turns = l->kind == JNI_LINK_REVOLUTE && !(out->armature > 0);
  out->component_mass = system->pattern.mass_at[component];
  out->component_n = system->tree->component_v[component + 1] - first;
  out->component_at = l->v_at - first;
  for (int k = 0; k < 2; k++) {
    out->at[k] = l->pP[k];
    out->arm[k] = -l->pC[k];
    out->along[k] = l->slide_sign * l->RP[3 * k];
  }
}

// Sets K to three constant matrices with K0 + cos(q) K1 + sin(q) K2 = RP Rz(q) RC', the rotation from the child's body
// axes to the parent's.
static void fold_turn(const jni_link *l, double K[3][9]) {
  static const double part[3][9] = {
      {0, 0, 0, 0, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 1, 0, 0, 0, 0}, {0, -1, 0, 1, 0, 0, 0, 0, 0}};
  for (int k = 0; k < 3; k++) {
    double left[9];
    jnk_mat_mul(l->RP, part[k], left);
    jnk_mat_mul_t(left, l->RC, K[k]);
  }
}

static void pack_space(const jn_system *system, int i, jni_space_link *out) {
  const jni_link *l = &system->tree->links[i];
  const jni_body *body = &system->model->bodies[l->body];
  int parent = system->tree->links[l->parent].body;
  *out = (jni_space_link){SHARED, .carried = l->carried, .slide_sign = l->slide_sign, .pitch = l->pitch,
                          .axis = {l->RC[2], l->RC[5], l->RC[8]}};
  fold_turn(l, out->K);
  memcpy(out->RP, l->RP, sizeof out->RP);
  memcpy(out->RC, l->RC, sizeof out->RC);
  jnk_copy(l->pP, out->at);
  jnk_scale(-1, l->pC, out->arm);
  jnk_mat_vec(l->carried ? l->RC : l->RP, l->slide, out->slide);
  if (!body->particle) memcpy(out->J, body->inertia, sizeof out->J);
}

// Sets `branches` and `opens` of the links: marks where a sweep towards the root must store the sums of a link, because
// the next link in the sweep is not its parent.
static void mark_branches(jni_tree *tree) {
  for (int i = tree->nlinks - 1; i > 0; i--) {
    jni_link *l = &tree->links[i], *parent = &tree->links[l->parent];
    if (l->parent == i - 1) continue;
    l->opens = !parent->branches;
    parent->branches = true;
  }
}

static bool pack_links(jn_system *system) {
  bool plane = system->model->space == JN_PLANE;
  int n = system->tree->nlinks;
  system->packed = jni_take(&system->pool, n, plane ? sizeof(jni_plane_link) : sizeof(jni_space_link));
  if (system->pool.failed) return false;
  mark_branches(system->tree);
  for (int i = 1; i < n; i++) {
    const jni_link *l = &system->tree->links[i];
    system->curved = system->curved || l->kind == JNI_LINK_SPHERICAL || l->kind == JNI_LINK_FREE;
    if (plane) pack_plane(system, i, (jni_plane_link *)system->packed + i);
    else pack_space(system, i, (jni_space_link *)system->packed + i);
  }
  return true;
}

// ---- paths of the constraint equations -----------------------------------------------------------------------------

static int common_ancestor(const jni_tree *tree, int a, int b) {
  while (a != b) {
    if (a > b) a = tree->links[a].parent;
    else b = tree->links[b].parent;
  }
  return a;
}

// Returns the common ancestor of link so_far and the link of a body; the link of the body if so_far is -1.
static int ancestor_with_body(const jni_tree *tree, int so_far, int body) {
  int link = body > 0 ? tree->link_of[body] : 0;
  return so_far < 0 ? link : common_ancestor(tree, so_far, link);
}

// Returns the common ancestor of link `at` (-1: none yet) and all bodies of a constraint equation; 0, the ground, for a
// JNI_SUM, which may contain absolute positions. Other equations depend on relative motion only, so their derivatives
// with respect to the speeds of the ancestor and of links before it are zero.
static int row_ancestor(const jn_system *system, const jni_primitive *p, int at) {
  if (p->kind == JNI_SUM) return 0;
  for (int k = 0; k < 2 && jni_primitive_has_sides(p->kind); k++)
    at = ancestor_with_body(system->tree, at, p->side[k].body);
  for (int i = p->term_at; i < p->term_at + p->nterms && !jni_primitive_has_sides(p->kind); i++)
    for (int k = 0; k < 2; k++)
      at = ancestor_with_body(system->tree, at, system->coordinates[system->terms[i].coordinate].side[k].body);
  return at;
}

static int group_ancestor(const jn_system *system, int g) {
  int at = -1;
  for (int row = system->rows.group_at[g]; row < system->rows.group_at[g + 1]; row++)
    at = row_ancestor(system, &system->primitives[system->row_primitive[row]], at);
  return at < 0 ? 0 : at;
}

static int outer_value(const jn_system *system, int g, int component) {
  for (int e = system->pattern.entry_at[g]; e < system->pattern.entry_at[g + 1]; e++)
    if (system->pattern.entry_block[e] == component) return system->pattern.entry_value[e];
  return -1;
}

// Returns whether the paths from the bodies of group g to their common ancestor `at` may have links in common: false
// for two paths that meet only at `at`; true for more than two.
static bool paths_overlap(const jn_system *system, int g, int at) {
  const jni_pattern *rows = &system->rows;
  const int *first = rows->entry_block + rows->entry_at[g], *link_of = system->tree->link_of;
  int n = rows->entry_at[g + 1] - rows->entry_at[g];
  return n > 2 || (n == 2 && common_ancestor(system->tree, link_of[first[0] + 1], link_of[first[1] + 1]) != at);
}

static bool plan_rows(jn_system *system) {
  const jni_pattern *rows = &system->rows;
  const jni_tree *tree = system->tree;
  system->row_paths = jni_take(&system->pool, (size_t)rows->entry_at[rows->ngroups], sizeof *system->row_paths);
  if (system->pool.failed) return false;
  for (int g = 0; g < rows->ngroups; g++) {
    int at = group_ancestor(system, g);
    bool shared = paths_overlap(system, g, at);
    for (int e = rows->entry_at[g]; e < rows->entry_at[g + 1]; e++) {
      int link = tree->link_of[rows->entry_block[e] + 1], c = tree->component_of[link], first = tree->component_v[c];
      system->row_paths[e] = (jni_row_path){.link = link,
                                            .ancestor = at,
                                            .first = first,
                                            .width = tree->component_v[c + 1] - first,
                                            .value = outer_value(system, g, c),
                                            .shared = shared};
    }
  }
  return true;
}

static void mark_paths(const jn_system *system, int g, bool mark, bool *on) {
  const jni_link *links = system->tree->links;
  for (int e = system->rows.entry_at[g]; e < system->rows.entry_at[g + 1]; e++)
    for (int i = system->row_paths[e].link; i > system->row_paths[e].ancestor; i = links[i].parent)
      for (int j = 0; j < links[i].nv; j++) on[links[i].v_at + j] = mark;
}

// Lists in `used` the columns of G on the paths of all groups, entry by entry, with used_at[e] the first of entry e,
// and returns their number. used NULL: only counts them. on: scratch, one flag for each speed.
static int list_used(const jn_system *system, bool *on, int *used_at, int *used) {
  const jni_pattern *p = &system->pattern;
  int n = 0;
  for (int g = 0; g < p->ngroups; g++) {
    mark_paths(system, g, true, on);
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
      int at = p->block_at[p->entry_block[e]], end = p->block_at[p->entry_block[e] + 1];
      if (used) used_at[e] = n;
      for (int c = at; c < end; c++) {
        if (on[c] && used) used[n] = c - at;
        n += on[c];
      }
    }
    mark_paths(system, g, false, on);
  }
  if (used) used_at[p->entry_at[p->ngroups]] = n;
  return n;
}

static bool plan_used(jn_system *system) {
  jni_pattern *p = &system->pattern;
  if (system->sizes.nc == 0) return true;
  bool *on = jni_flags(&system->pool, (size_t)system->sizes.nv);
  int n = on ? list_used(system, on, NULL, NULL) : 0;
  int *used_at = jni_ints(&system->pool, (size_t)p->entry_at[p->ngroups] + 1),
      *used = jni_ints(&system->pool, (size_t)n + 1);
  if (system->pool.failed) return false;
  list_used(system, on, used_at, used);
  p->used_at = used_at;
  p->used = used;
  jni_drop(&system->pool, on);
  return true;
}

static bool plan_views(jn_system *system) {
  int first = system->primitive_at[JNI_COINCIDE], last = system->primitive_at[JNI_COINCIDE + 1];
  system->row_views = jni_take(&system->pool, (size_t)(last - first), sizeof *system->row_views);
  if (system->pool.failed) return false;
  for (int g = 0; g < system->rows.ngroups; g++) {
    int row = system->rows.group_at[g], link = system->row_paths[system->rows.entry_at[g]].ancestor;
    for (; row < system->rows.group_at[g + 1] && link > 0; row++) {
      const jni_primitive *p = &system->primitives[system->row_primitive[row]];
      if (p->kind == JNI_COINCIDE && p->row == row)
        system->row_views[system->nrow_views++] =
            (jni_row_view){g, row, jni_primitive_rows(p->kind, system->model->space), link};
    }
  }
  return true;
}

bool jni_tree_plan(jn_system *system) {
  return pack_links(system) && plan_rows(system) && plan_used(system) && plan_views(system) &&
         jni_tree_plan_coincidences(system);
}
