// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_blocks.c - velocity map V of joint coordinates by bodies, for matrices assembled from blocks W of pairs of
// bodies, V_a' W V_b. V_a has one column for each speed that moves body a: the speeds of its link and of all links on
// the path to the root.
#include <string.h>

#include "system/coordinates/body_level.h"
#include "system/system.h"

struct jni_body_map {
  jni_pool pool;
  const jn_system *system;
  int *at,
      *speed;  // nbodies + 1: index in `speed` of the first speed of each body; speeds, numbered within their block
  int *value;  // nbodies: index in V of V_a, width_a x columns, row-major
  int *depth;  // nv: number of other speeds on the path to the root
  double *V;
  double *unit, *moved;  // nv: unit vector of one speed; nbody_v: V times this vector
  double *WV;            // W V_b; JNI_WIDEST times the largest number of columns
};

static int count_columns(const jni_body_map *map, int body) { return map->at[body + 1] - map->at[body]; }

// Sets map->at, from which the number of speeds that move each body follows, and lists these speeds in map->speed if
// that is allocated.
static void find_speeds(jni_body_map *map) {
  const jn_system *system = map->system;
  int n = 0;
  for (int b = 0; b < system->nbodies; b++) {
    map->at[b] = n;
    int block = jni_body_block(system, b);
    int j = b > 0 ? jni_tree_last_speed(system->tree, system->tree->link_of[b]) : -1;
    for (; j >= 0; j = system->tree->parent_speed[j]) {
      if (map->speed) map->speed[n] = j - system->pattern.block_at[block];
      n++;
    }
  }
  map->at[system->nbodies] = n;
}

jni_body_map *jni_body_map_new(const jn_system *system) {
  jni_body_map *map = jni_object_new(system->alloc, sizeof *map);
  if (!map) return NULL;
  jni_pool *pool = &map->pool;
  map->system = system;
  map->at = jni_ints(pool, (size_t)system->nbodies + 1);
  map->value = jni_ints(pool, system->nbodies);
  if (pool->failed) return jni_object_free(map);
  find_speeds(map);
  int n = 0, most = 0;
  for (int b = 0; b < system->nbodies; b++) {
    int columns = count_columns(map, b);
    map->value[b] = n;
    n += system->width[b] * columns;
    if (columns > most) most = columns;
  }
  map->depth = jni_ints(pool, system->sizes.nv);
  map->speed = jni_ints(pool, (size_t)map->at[system->nbodies]);
  map->V = jni_doubles(pool, n);
  map->unit = jni_doubles(pool, system->sizes.nv);
  map->moved = jni_doubles(pool, system->nbody_v);
  map->WV = jni_doubles(pool, (size_t)JNI_WIDEST * (size_t)most);
  if (pool->failed) return jni_object_free(map);
  find_speeds(map);
  for (int j = 0; j < system->sizes.nv; j++)
    map->depth[j] = system->tree->parent_speed[j] >= 0 ? map->depth[system->tree->parent_speed[j]] + 1 : 0;
  return map;
}

// Copies the motions of all bodies for speed j = 1, in map->moved, to the columns of this speed in map->V. The links
// that j moves are numbered consecutively from its own link on; the speeds of a body are listed from its link to the
// root.
static void copy_speed(jni_body_map *map, int j) {
  const jn_system *system = map->system;
  const jni_tree *tree = system->tree;
  int first = tree->speed_link[j];
  for (int l = first; l < tree->nlinks && (l == first || tree->links[l].parent >= first); l++) {
    int b = tree->links[l].body, columns = count_columns(map, b), c = columns - 1 - map->depth[j];
    for (int i = 0; i < system->width[b]; i++)
      map->V[map->value[b] + i * columns + c] = map->moved[system->v_at[b] + i];
  }
}

void jni_body_map_take(jni_body_map *map, const jn_work *work) {
  const jn_system *system = map->system;
  for (int j = 0; j < system->sizes.nv; j++) {
    map->unit[j] = 1;
    system->kind->tree->expand(system, work, map->unit, map->moved);
    map->unit[j] = 0;
    copy_speed(map, j);
  }
}

void jni_body_map_add(const jni_body_map *map, int a, int b, const double *W, double *to) {
  const jn_system *system = map->system;
  int rows = count_columns(map, a), columns = count_columns(map, b), wa = system->width[a], wb = system->width[b];
  if (rows == 0 || columns == 0) return;
  const int *row = map->speed + map->at[a], *column = map->speed + map->at[b];
  const double *Va = map->V + map->value[a], *Vb = map->V + map->value[b];
  int block = jni_body_block(system, b), stride = system->pattern.block_at[block + 1] - system->pattern.block_at[block];
  memset(map->WV, 0, (size_t)(wa * columns) * sizeof *map->WV);
  for (int i = 0; i < wa; i++)
    for (int k = 0; k < wb; k++)
      for (int c = 0; c < columns; c++) map->WV[i * columns + c] += W[i * wb + k] * Vb[k * columns + c];
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < wa; i++)
      for (int c = 0; c < columns; c++) to[row[r] * stride + column[c]] += Va[i * rows + r] * map->WV[i * columns + c];
}
