// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// place_bodies.c - sets the position of each body without an initial position: moves it so that its point of a joint
// coincides with the point of a body whose position is set.
//
// Proceeds level by level from the bodies that have a position, so that their order in the file does not matter. If
// several joints could place a body at its level, the one with the most equations does, then the one whose name is
// first in the alphabet.
#include <string.h>

#include "system/system.h"

typedef struct {
  const jn_system *system;
  jni_placed *placed;
  int *joints_at;  // nbodies + 1: index in `joints` of the first joint of each body
  int *joints;     // joints that bring points together, body by body
  int *best;       // nbodies: the joint that places a body of the next level, -1: none so far
  int *level;      // nbodies: bodies placed last
  int *next;       // nbodies: bodies one joint away from these
} search;

static int body_of(const search *s, int joint, int end) {
  return s->system->model->frames[s->system->model->joints[joint].def.between[end].i].body;
}

static bool is_placed(const search *s, int body) {
  int dimensions = s->system->model->space == JN_PLANE ? 2 : 3;
  for (int k = 0; body > 0 && k < dimensions; k++)
    if (!s->placed[body].position[k]) return false;
  return true;
}

// ---- joints of each body -----------------------------------------------------------------------------------------

static void list_joints(search *s) {
  const jn_model *model = s->system->model;
  int n = s->system->nbodies, *end = s->best;
  for (int pass = 0; pass < 2; pass++) {
    for (int j = 0; j < model->njoints; j++)
      for (int k = 0; k < 2 && model->joints[j].kind->joins_points; k++) {
        int body = body_of(s, j, k);
        if (pass == 0) s->joints_at[body + 1]++;
        else s->joints[end[body]++] = j;
      }
    for (int b = 0; b < n && pass == 0; b++) s->joints_at[b + 1] += s->joints_at[b];
    memcpy(end, s->joints_at, (size_t)n * sizeof *end);
  }
  for (int b = 0; b < n; b++) s->best[b] = -1;
}

// ---- one level ---------------------------------------------------------------------------------------------------

static bool places_better(const search *s, int joint, int than) {
  const int *row = s->system->joint_row;
  int a = row[joint + 1] - row[joint], b = row[than + 1] - row[than];
  return a > b || (a == b && strcmp(s->system->model->joints[joint].name, s->system->model->joints[than].name) < 0);
}

static int find_next(search *s, int n) {
  int found = 0;
  for (int i = 0; i < n; i++)
    for (int k = s->joints_at[s->level[i]]; k < s->joints_at[s->level[i] + 1]; k++) {
      int joint = s->joints[k], body = body_of(s, joint, body_of(s, joint, 0) == s->level[i] ? 1 : 0);
      if (is_placed(s, body)) continue;
      if (s->best[body] < 0) s->next[found++] = body;
      if (s->best[body] < 0 || places_better(s, joint, s->best[body])) s->best[body] = joint;
    }
  return found;
}

// Sets the position of a body, and its orientation if that is not set yet, by its best joint: rotates it as the joint
// requires, then moves it so that the points of the joint coincide. Components of its position that are set already do
// not change.
static void place(const search *s, int body, double *q) {
  jni_placed *placed = &s->placed[body];
  double before[3], *position = q + s->system->q_at[body];
  int joint = s->best[body], end = body_of(s, joint, 0) == body ? 0 : 1,
      dimensions = s->system->model->space == JN_PLANE ? 2 : 3;
  memcpy(before, position, (size_t)dimensions * sizeof *before);
  if (!placed->orientation) jni_align_end(s->system, joint, end, q);
  for (int k = 0; k < dimensions; k++)
    if (placed->position[k]) position[k] = before[k];
  jni_place_end(s->system, joint, end, placed->position, q);
}

static void place_all(search *s, double *q) {
  int n = 0;
  for (int b = 0; b < s->system->nbodies; b++)
    if (is_placed(s, b)) s->level[n++] = b;
  while (n > 0) {
    n = find_next(s, n);
    for (int i = 0; i < n; i++) place(s, s->next[i], q);
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++) s->placed[s->next[i]].position[k] = true;
    memcpy(s->level, s->next, (size_t)n * sizeof *s->level);
  }
}

jn_status jni_place_bodies(const jn_system *system, jni_placed *placed, double *q) {
  size_t n = (size_t)system->nbodies, joints = 2 * (size_t)system->model->njoints;
  int *workspace = jni_alloc0(system->alloc, 4 * n + 1 + joints, sizeof *workspace);
  if (!workspace) return JN_NO_MEMORY;
  search s = {system,
              placed,
              workspace,
              workspace + n + 1,
              workspace + n + 1 + joints,
              workspace + 2 * n + 1 + joints,
              workspace + 3 * n + 1 + joints};
  list_joints(&s);
  place_all(&s, q);
  jni_free(system->alloc, workspace);
  return JN_OK;
}
