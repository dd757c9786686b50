// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// base_body.c - see base_body.h.
#include "analysis/assembly/base_body.h"
#include "system/system.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  const jn_model *model;
  int *group;       // nbodies: parent in a union-find forest; bodies with the same root form a group
  int (*pairs)[2];  // npairs: bodies that a joint or a force connects, the smaller number first; some more than once
  int npairs;
  int *neighbours;  // nbodies: number of bodies that are connected with the body
  bool *named;      // nbodies: the model has a joint of type `free` between the body and the ground
  bool *held;  // nbodies: a joint with position equations only connects the body with the ground; for the root of a
               // group, with one of its bodies
} groups;

static int find_group(int *group, int body) {
  while (group[body] != body) body = group[body] = group[group[body]];
  return body;
}

static void connect(groups *g, int a, int b) {
  if (a == b || a == 0 || b == 0) return;
  g->pairs[g->npairs][0] = a < b ? a : b;
  g->pairs[g->npairs++][1] = a < b ? b : a;
  g->group[find_group(g->group, a)] = find_group(g->group, b);
}

// Unites the groups of the two bodies of each joint. Sets g->held for bodies that a joint holds to the ground, and
// g->named for those that a joint of type `free` connects with it. A joint with equations of velocities (rolling, knife
// edge) leaves its body free to move along and holds nothing.
static void connect_joints(groups *g, const jn_system *system) {
  for (int j = 0; j < g->model->njoints; j++) {
    const jni_joint_element *joint = &g->model->joints[j];
    if (!joint->kind->two_ended) continue;
    bool holds = system->joint_row[j] < system->joint_row[j + 1] && system->joint_rate[j] == system->joint_rate[j + 1];
    int body[2];
    for (int end = 0; end < 2; end++) body[end] = g->model->frames[joint->def.between[end].i].body;
    connect(g, body[0], body[1]);
    for (int end = 0; end < 2; end++) {
      if (body[end] != 0) continue;
      if (joint->kind->free) g->named[body[1 - end]] = true;
      else if (holds) g->held[body[1 - end]] = true;
    }
  }
}

// Unites the groups of all bodies that a force acts on. A force on every body (gravity between bodies) connects none,
// nor do contacts and stops, which act only while they touch.
static void connect_forces(groups *g, const jn_system *system) {
  for (int k = 0; k < system->nforces; k++) {
    const jni_force_plan *force = &system->forces[k];
    bool connects = force->nplaces > 0 && !force->element->kind->touches;
    for (int i = 1; i < force->nbodies && connects; i++) connect(g, force->bodies[0], force->bodies[i]);
  }
}

static int compare_pairs(const void *left, const void *right) {
  const int *a = left, *b = right;
  return a[0] != b[0] ? a[0] - b[0] : a[1] - b[1];
}

// Sets g->neighbours, zero before, to the number of bodies connected with each body. A pair counts once, however many
// joints and forces connect it. Sorts g->pairs.
static void count_neighbours(groups *g) {
  if (g->npairs > 0) qsort(g->pairs, (size_t)g->npairs, sizeof *g->pairs, compare_pairs);
  for (int i = 0; i < g->npairs; i++) {
    if (i > 0 && compare_pairs(g->pairs[i - 1], g->pairs[i]) == 0) continue;
    g->neighbours[g->pairs[i][0]]++;
    g->neighbours[g->pairs[i][1]]++;
  }
}

static bool is_better_base(const groups *g, int body, int than) {
  const jni_body *a = &g->model->bodies[body], *b = &g->model->bodies[than];
  if (g->named[body] != g->named[than]) return g->named[body];
  if (g->neighbours[body] != g->neighbours[than]) return g->neighbours[body] > g->neighbours[than];
  if (a->mass != b->mass) return a->mass > b->mass;
  return strcmp(a->name, b->name) < 0;
}

static void choose_bases(groups *g, int *base) {
  int n = g->model->nbodies;
  for (int body = 1; body < n; body++) {
    int group = find_group(g->group, body);
    if (g->held[body]) g->held[group] = true;
    if (base[group] == 0 || is_better_base(g, body, base[group])) base[group] = body;
  }
  for (int body = 1; body < n; body++) {
    int group = find_group(g->group, body);
    if (body != group) base[body] = g->held[group] ? 0 : base[group];
  }
  for (int body = 1; body < n; body++)
    if (g->group[body] == body && g->held[body]) base[body] = 0;
}

bool jni_base_bodies(const jn_system *system, int *base) {
  size_t n = (size_t)system->model->nbodies, most = (size_t)system->model->njoints + 1;
  for (int k = 0; k < system->nforces; k++) most += (size_t)system->forces[k].nbodies;
  groups g = {.model = system->model,
              .group = jni_alloc0(system->alloc, n, sizeof(int)),
              .neighbours = jni_alloc0(system->alloc, n, sizeof(int)),
              .named = jni_alloc0(system->alloc, n, sizeof(bool)),
              .held = jni_alloc0(system->alloc, n, sizeof(bool))};
  g.pairs = jni_alloc0(system->alloc, most, sizeof *g.pairs);
  bool ok = g.group && g.pairs && g.neighbours && g.named && g.held;
  if (ok) {
    memset(base, 0, n * sizeof *base);
    for (size_t i = 0; i < n; i++) g.group[i] = (int)i;
    connect_joints(&g, system);
    connect_forces(&g, system);
    count_neighbours(&g);
    choose_bases(&g, base);
  }
  jni_free(system->alloc, g.group);
  jni_free(system->alloc, g.pairs);
  jni_free(system->alloc, g.neighbours);
  jni_free(system->alloc, g.named);
  jni_free(system->alloc, g.held);
  return ok;
}
