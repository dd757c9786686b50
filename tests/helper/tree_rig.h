// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_rig.h - random trees of bodies with every kind of link, some closed to loops, for tests of joint coordinates.
#ifndef JOUNCE_TREE_RIG_H
#define JOUNCE_TREE_RIG_H

#include "rig.h"

enum { MOST_BODIES = 40 };

static inline int random_below(int n) {
  int i = (int)(0.5 * (random_number() + 1) * n);
  return i < n ? i : n - 1;
}

// Kinds of joints that hold a link of a tree: all of the table, so that a new one is tested wherever these are.
static inline bool is_link(const jni_joint_kind *kind, jn_space space) {
  return kind->link != JNI_LINK_NONE && (space == JN_PLANE ? kind->in_plane : kind->in_space);
}

static inline int count_kinds(jn_space space) {
  int n = 0;
  for (int k = 0; jni_joint_kinds[k]; k++) n += is_link(jni_joint_kinds[k], space);
  return n;
}

static inline const char *link_kind(jn_space space, int i) {
  int k = 0;
  while (!is_link(jni_joint_kinds[k], space) || i-- > 0) k++;
  return jni_joint_kinds[k]->name;
}

typedef struct {
  jn_model *model;
  jn_body bodies[MOST_BODIES];  // 0: the ground
  int n;
} tree_rig;

static inline void add_tree_body(tree_rig *r, bool particle) {
  static char name[MOST_BODIES][16];
  jn_body_def def = jn_body_def_default();
  snprintf(name[r->n], sizeof name[0], "b%d", r->n);
  def.name = name[r->n];
  def.particle = particle;
  def.mass = 1 + 0.5 * random_number();
  for (int i = 0; i < 3 && !particle; i++) {
    def.inertia[i] = 0.5 + 0.1 * random_number();
    def.com[i] = jn_model_space(r->model) == JN_PLANE && i == 2 ? 0 : 0.2 * random_number();
  }
  if (jn_model_space(r->model) == JN_SPACE && !particle) {
    def.inertia[3] = 0.05;
    def.inertia[4] = -0.03;
    def.inertia[5] = 0.02;
  }
  r->bodies[r->n++] = jn_model_add_body(r->model, &def);
}

// One frame for each end.
static inline jn_frame end_frame(tree_rig *r, jn_body body) {
  static char name[16];
  static int count;
  if (r->model->bodies[body.i].particle) return jn_model_body_frame(r->model, body);
  snprintf(name, sizeof name, "F%d", count++);
  return random_frame(r->model, body, name);
}

static inline jn_joint join(tree_rig *r, const char *type, jn_body a, jn_body b) {
  static char name[16];
  static int count;
  bool plane = jn_model_space(r->model) == JN_PLANE;
  jn_joint_def def = jn_joint_def_default();
  snprintf(name, sizeof name, "J%d", count++);
  def.name = name;
  def.type = type;
  def.pitch = 0.3;
  def.length = 0.9;
  def.plunge[0] = 0.3;
  def.plunge[1] = 1;
  def.plunge[2] = -0.4;
  def.between[0] = end_frame(r, a);
  def.between[1] = end_frame(r, b);
  if (!plane || strcmp(type, "prismatic") == 0 || strcmp(type, "point-on-line") == 0) random_axes(&def, plane);
  return jn_model_add_joint(r->model, &def);
}

static inline tree_rig new_tree_rig(jn_space space) {
  tree_rig r = {.model = jn_model_new(NULL, "tree", space)};
  const double gravity[3] = {0.3, -9.81, space == JN_PLANE ? 0 : 0.7};
  jn_model_set_gravity(r.model, gravity);
  r.bodies[r.n++] = jn_model_ground(r.model);
  return r;
}

// A body that hangs on one of those before it.
static inline jn_joint hang(tree_rig *r, const char *type, int parent) {
  add_tree_body(r, false);
  jn_body a = r->bodies[parent], b = r->bodies[r->n - 1];
  return random_number() < 0 ? join(r, type, a, b) : join(r, type, b, a);
}

static inline void finish_tree(tree_rig *r) {
  CHECK(jn_model_finish(r->model) == JN_OK);
  const jn_report *report = jn_model_report(r->model);
  for (int i = 0; i < jn_report_size(report); i++)
    if (jn_report_get(report, i)->severity == JN_FAULT) printf("%s\n", jn_report_get(report, i)->what);
}

// Every kind twice, right-handed and left-handed, in random order of parents; a free body, a particle, and something
// on it.
static inline tree_rig random_tree(jn_space space, bool with_loops) {
  tree_rig r = new_tree_rig(space);
  jn_joint first = {-1};
  for (int k = -1; k < 2 * count_kinds(space); k++) {
    jn_model_set_mirror(r.model, k < count_kinds(space) ? 0 : JN_MIRROR_Y);
    jn_joint j = hang(&r, k < 0 ? "revolute" : link_kind(space, k % count_kinds(space)),
                      random_below(r.n < 4   ? r.n
                                   : 8 < r.n ? 8
                                             : r.n));
    if (k < 0) first = j;
  }
  jn_model_set_mirror(r.model, 0);
  add_tree_body(&r, false);  // free, and a chain on it
  jn_joint second = hang(&r, "revolute", r.n - 1), third = hang(&r, "prismatic", r.n - 1);
  add_tree_body(&r, true);
  if (with_loops) {
    join(&r, "revolute", r.bodies[r.n - 2], r.bodies[4]);
    join(&r, "distance", r.bodies[2], r.bodies[r.n - 1]);
    join(&r, space == JN_PLANE ? "point-on-line" : "universal-plunge", r.bodies[5], r.bodies[3]);
    jn_joint_def def = jn_joint_def_default();
    jn_term terms[2] = {{.frame = end_frame(&r, r.bodies[3]), .factor = 1.2},
                        {.frame = end_frame(&r, r.bodies[6]), .factor = -0.4}};
    def.name = "sum";
    def.type = "linear-relation";
    def.terms = terms;
    def.nterms = 2;
    jn_model_add_joint(r.model, &def);
    def = jn_joint_def_default();
    jn_term couple[3] = {
        {.joint = first, .factor = 0.7}, {.joint = second, .factor = -1.1}, {.joint = third, .factor = 0.4}};
    def.name = "couple";
    def.type = "coupling";
    def.terms = couple;
    def.nterms = 3;
    jn_model_add_joint(r.model, &def);
    def = jn_joint_def_default();
    def.name = "drive";
    def.type = "driver";
    def.joint = first;
    def.motion = "sin(2*t) + 0.3*t^3";
    jn_model_add_joint(r.model, &def);
  }
  finish_tree(&r);
  return r;
}

static inline void randomize_tree(bench *x) {
  x->state[0] = 0.4;
  for (int i = 0; i < x->n.nq; i++) x->q[i] = random_number();
  for (int i = 0; i < x->n.nv; i++) x->v[i] = random_number();
  jn_manifold_normalize(x->system, x->q);
}

#endif
