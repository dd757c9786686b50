// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_tree.c - the spanning tree of joint coordinates: its order, speeds, branches and loops on every shipped model;
// the cuts of a vehicle of 46 bodies; what the model may ask for; the reasons that are given.
#include <jounce/jounce.h>
#include <stdlib.h>

#include "check.h"
#include "folder.h"
#include "jounce/system.h"
#include "memory.h"
#include "system/tree/tree.h"

static jni_tree *tree_of(const jn_model *model, jn_report *report) { return jni_tree_new(model, NULL, report); }

// ---- every tree --------------------------------------------------------------------------------------------------

static void check_link(const jni_tree *tree, const jn_model *model, int i) {
  const jni_link *link = &tree->links[i], *parent = &tree->links[link->parent];
  CHECK(link->parent >= 0 && link->parent < i);
  CHECK(tree->link_of[link->body] == i);
  CHECK(link->v_at == (i == 1 ? 0 : tree->links[i - 1].v_at + tree->links[i - 1].nv));
  CHECK(link->q_at == (i == 1 ? 0 : tree->links[i - 1].q_at + tree->links[i - 1].nq));
  CHECK(link->parent == 0 || tree->component_of[i] == tree->component_of[link->parent]);
  CHECK(tree->component_of[i] >= tree->component_of[i - 1]);
  if (link->joint >= 0) {
    const jn_joint_def *def = &model->joints[link->joint].def;
    CHECK(tree->cut[link->joint] == JNI_CUT_NO);
    CHECK(model->frames[def->between[link->reversed].i].body == parent->body);
    CHECK(model->frames[def->between[!link->reversed].i].body == link->body);
    CHECK(link->kind == model->joints[link->joint].kind->link);
  } else {
    CHECK(link->parent == 0 && link->kind == (model->bodies[link->body].particle ? JNI_LINK_PARTICLE : JNI_LINK_FREE));
  }
}

// Speeds go on with their own link's, then with those of the nearest link towards the root that has any.
static void check_speed(const jni_tree *tree, int i) {
  int own = tree->speed_link[i], next = tree->parent_speed[i];
  const jni_link *link = &tree->links[own];
  CHECK(i >= link->v_at && i < link->v_at + link->nv && next < i);
  if (i > link->v_at) {
    CHECK(next == i - 1);
    return;
  }
  int ancestor = link->parent;
  while (ancestor > 0 && tree->links[ancestor].nv == 0) ancestor = tree->links[ancestor].parent;
  CHECK(ancestor == 0
            ? next == -1
            : tree->speed_link[next] == ancestor && next == tree->links[ancestor].v_at + tree->links[ancestor].nv - 1);
}

static bool is_ancestor(const jni_tree *tree, int ancestor, int link) {
  while (link > ancestor) link = tree->links[link].parent;
  return link == ancestor;
}

static int child_towards(const jni_tree *tree, int ancestor, int link) {
  while (link > ancestor && tree->links[link].parent != ancestor) link = tree->links[link].parent;
  return link;
}

static void check_loop(const jni_tree *tree, const jn_model *model, int j) {
  int meet = tree->loop_parent[j];
  if (meet < 0) return;
  int end[2];
  for (int e = 0; e < 2; e++) end[e] = tree->link_of[model->frames[model->joints[j].def.between[e].i].body];
  CHECK(tree->cut[j] != JNI_CUT_NO);
  CHECK(is_ancestor(tree, meet, end[0]) && is_ancestor(tree, meet, end[1]));
  CHECK(end[0] == meet || end[1] == meet || child_towards(tree, meet, end[0]) != child_towards(tree, meet, end[1]));
}

static void check_tree(const jn_model *model, const jni_tree *tree) {
  CHECK(tree->nlinks == model->nbodies);
  for (int i = 1; i < tree->nlinks; i++) check_link(tree, model, i);
  for (int i = 0; i < tree->nv; i++) check_speed(tree, i);
  for (int j = 0; j < model->njoints; j++) check_loop(tree, model, j);
  CHECK(tree->component_v[0] == 0 && tree->component_v[tree->ncomponents] == tree->nv);
  for (int i = 1; i < tree->nlinks; i++) {
    const jni_link *link = &tree->links[i];
    int c = tree->component_of[i];
    CHECK(link->v_at >= tree->component_v[c] && link->v_at + link->nv <= tree->component_v[c + 1]);
  }
}

static void check_model(const char *path) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  CHECK(model != NULL);
  jni_tree *tree = model ? tree_of(model, report) : NULL;
  CHECK(tree != NULL);
  if (tree) check_tree(model, tree);
  jni_object_free(tree);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- graphs --------------------------------------------------------------------------------------------------------

typedef struct {
  const char *type;
  int a, b;
} edge;

// Bodies 1..n; the mass of number `heavy` is the largest.
static jn_model *graph(int n, const edge *edges, int nedges, int heavy, const jn_tree_place *place) {
  jn_model *model = jn_model_new(NULL, "graph", JN_SPACE);
  for (int i = 1; i <= n; i++) {
    char name[16];
    jn_body_def def = jn_body_def_default();
    snprintf(name, sizeof name, "b%d", i);
    def.name = name;
    def.mass = i == heavy ? 100 : 1;
    for (int k = 0; k < 3; k++) def.inertia[k] = 1;
    jn_model_add_body(model, &def);
  }
  for (int i = 0; i < nedges; i++) {
    char name[16];
    jn_joint_def def = jn_joint_def_default();
    snprintf(name, sizeof name, "j%d", i);
    def.name = name;
    def.type = edges[i].type;
    def.between[0] = jn_model_body_frame(model, (jn_body){edges[i].a});
    def.between[1] = jn_model_body_frame(model, (jn_body){edges[i].b});
    if (def.type[0] == 'u') {
      def.axis[1][0] = 1;
      def.axis[1][2] = 0;
    }
    if (strcmp(def.type, "universal-plunge") == 0) def.plunge[0] = 1;
    if (place) def.tree = place[i];
    jn_model_add_joint(model, &def);
  }
  CHECK(jn_model_finish(model) == JN_OK);
  return model;
}

#define R "revolute"
#define U "universal"
#define S "spherical"
#define C "cylindrical"
#define UP "universal-plunge"

// Bodies and joints of a four-wheeled vehicle with double wishbones, steering linkage, shock absorbers and drive
// shafts: chassis, 20 bodies of the suspensions, 4 wheels, 8 of the steering and 13 of the drive train. 17 loops, the
// chords given: after the HMMWV.
static const edge vehicle[] = {
    {"free", 0, 1}, {R, 1, 2},    {R, 1, 3},   {U, 3, 4},   {R, 1, 5},    {S, 4, 5},   {R, 1, 6},   {R, 1, 7},
    {R, 1, 8},      {R, 1, 9},    {R, 1, 10},  {R, 1, 11},  {R, 1, 12},   {S, 11, 13}, {S, 12, 13}, {U, 1, 14},
    {C, 14, 15},    {U, 11, 15},  {U, 4, 16},  {S, 16, 13}, {R, 13, 17},  {R, 1, 18},  {U, 18, 19}, {UP, 19, 17},
    {R, 1, 20},     {R, 1, 21},   {S, 20, 22}, {S, 21, 22}, {U, 1, 23},   {C, 23, 24}, {U, 20, 24}, {U, 4, 25},
    {S, 25, 22},    {R, 22, 26},  {R, 1, 27},  {U, 27, 28}, {UP, 28, 26}, {R, 1, 29},  {R, 1, 30},  {S, 29, 31},
    {S, 30, 31},    {U, 1, 32},   {C, 32, 33}, {U, 29, 33}, {U, 1, 34},   {S, 34, 31}, {R, 31, 35}, {R, 1, 36},
    {U, 36, 37},    {UP, 37, 35}, {R, 1, 38},  {R, 1, 39},  {S, 38, 40},  {S, 39, 40}, {U, 1, 41},  {C, 41, 42},
    {U, 38, 42},    {U, 1, 43},   {S, 43, 40}, {R, 40, 44}, {R, 1, 45},   {U, 45, 46}, {UP, 46, 44}};
static const int chords[] = {5, 14, 17, 19, 23, 27, 30, 32, 36, 40, 43, 45, 49, 53, 56, 58, 62};
enum { NVEHICLE = sizeof vehicle / sizeof *vehicle, NCHORDS = sizeof chords / sizeof *chords };

static void test_vehicle(bool named_free) {
  jn_model *model = graph(46, vehicle + !named_free, NVEHICLE - !named_free, 1, NULL);
  jni_tree *tree = tree_of(model, NULL);
  CHECK(tree != NULL);
  if (tree) check_tree(model, tree);
  int loops = 0, shift = !named_free;
  for (int j = 0; tree && j < model->njoints; j++) loops += tree->loop_parent[j] >= 0;
  CHECK(loops == NCHORDS);
  for (int i = 0; tree && i < NCHORDS; i++) CHECK(tree->cut[chords[i] - shift] == JNI_CUT_CLOSES);
  CHECK(tree && tree->links[1].body == 1 && tree->links[1].kind == JNI_LINK_FREE && tree->ncomponents == 1);
  CHECK(tree && tree->nv == 6 + 24 + 2 * (1 + 2 + 4 + 4 + 2 + 4) + 3 * 4);
  jni_object_free(tree);
  jn_model_free(model);
}

// A tracked vehicle: chassis, arms and road wheels, sprockets and idlers, turret and gun, engine. No loops, 37
// freedoms: after the Bradley M2.
static void test_tracked(void) {
  edge e[31];
  int n = 0;
  for (int i = 0; i < 12; i++) {
    e[n++] = (edge){R, 1, 2 + i};
    e[n++] = (edge){R, 2 + i, 14 + i};
  }
  for (int i = 26; i < 31; i++) e[n++] = (edge){R, 1, i};
  e[n++] = (edge){R, 30, 31};
  e[n++] = (edge){R, 1, 32};
  jn_model *model = graph(32, e, n, 1, NULL);
  jni_tree *tree = tree_of(model, NULL);
  CHECK(tree && tree->nv == 37 && tree->nlinks == 33 && tree->links[1].body == 1 && tree->ncomponents == 1);
  for (int j = 0; tree && j < n; j++) CHECK(tree->cut[j] == JNI_CUT_NO && tree->loop_parent[j] == -1);
  if (tree) check_tree(model, tree);
  jni_object_free(tree);
  jn_model_free(model);
}

// A ladder hung on the ground: n bodies down each side, rungs between them. The loops are the windows, each closed by
// its rung's lower end.
static void test_ladder(void) {
  static const edge e[] = {{R, 0, 1}, {R, 0, 2}, {R, 1, 3}, {S, 2, 3}, {R, 1, 4}, {R, 2, 5}, {R, 4, 5}};
  jn_model *model = graph(5, e, 7, 0, NULL);
  jni_tree *tree = tree_of(model, NULL);
  CHECK(tree && tree->cut[3] == JNI_CUT_CLOSES && tree->loop_parent[3] == 0);  // the one with more freedoms
  CHECK(tree && tree->cut[6] == JNI_CUT_CLOSES && tree->loop_parent[6] == 0 && tree->cut[4] == JNI_CUT_NO &&
        tree->cut[5] == JNI_CUT_NO);
  if (tree) check_tree(model, tree);
  jni_object_free(tree);
  jn_model_free(model);
}

// ---- what the model asks for ----------------------------------------------------------------------------------------

static void test_asked(void) {
  static const edge four_bar[] = {{R, 0, 1}, {R, 1, 2}, {R, 2, 3}, {R, 3, 0}};
  static const struct {
    jn_tree_place place[4];
    int cut;
    jni_cut why;
  } cases[] = {{{0, 0, 0, 0}, 2, JNI_CUT_CLOSES},
               {{JN_TREE_CUT, 0, 0, 0}, 0, JNI_CUT_ASKED},
               {{0, JN_TREE_CUT, 0, 0}, 1, JNI_CUT_ASKED},
               {{0, 0, JN_TREE_IN, 0}, 1, JNI_CUT_CLOSES},
               {{JN_TREE_IN, JN_TREE_IN, JN_TREE_IN, 0}, 3, JNI_CUT_CLOSES}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jn_model *model = graph(3, four_bar, 4, 0, cases[i].place);
    jni_tree *tree = tree_of(model, NULL);
    for (int j = 0; j < 4; j++) CHECK(tree && tree->cut[j] == (j == cases[i].cut ? cases[i].why : JNI_CUT_NO));
    if (tree) check_tree(model, tree);
    jni_object_free(tree);
    jn_model_free(model);
  }
}

static void test_refused(void) {
  static const edge four_bar[] = {{R, 0, 1}, {R, 1, 2}, {R, 2, 3}, {R, 3, 0}};
  static const jn_tree_place all[4] = {JN_TREE_IN, JN_TREE_IN, JN_TREE_IN, JN_TREE_IN};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = graph(3, four_bar, 4, 0, all);
  jni_tree *tree = tree_of(model, report);
  CHECK(tree == NULL && jn_report_count(report, JN_FAULT) == 1);
  const jn_error *fault = jn_report_size(report) > 0 ? jn_report_get(report, 0) : NULL;
  CHECK(fault && strcmp(fault->element, "joint 'j3'") == 0 && strstr(fault->what, "loop with 'j0', 'j1', 'j2'"));
  jni_object_free(tree);
  jn_model_free(model);
  jn_report_free(report);
}

// Of bodies that float, the root is the one with the most joints, then the largest mass.
static void test_floating(void) {
  static const edge star[] = {{R, 1, 2}, {R, 2, 3}, {R, 2, 4}}, pair[] = {{R, 1, 2}},
                    both[] = {{R, 1, 2}, {R, 2, 3}, {"free", 0, 3}};
  const struct {
    const edge *edges;
    int nedges, bodies, heavy, root;
  } cases[] = {{star, 3, 4, 1, 2}, {pair, 1, 2, 2, 2}, {pair, 1, 2, 1, 1}, {both, 3, 3, 1, 3}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jn_model *model = graph(cases[i].bodies, cases[i].edges, cases[i].nedges, cases[i].heavy, NULL);
    jni_tree *tree = tree_of(model, NULL);
    CHECK(tree && tree->links[1].body == cases[i].root && tree->links[1].joint == -1 && tree->ncomponents == 1);
    if (tree) check_tree(model, tree);
    jni_object_free(tree);
    jn_model_free(model);
  }
}

// ---- memory ---------------------------------------------------------------------------------------------------------

// Whatever fails, nothing is left behind.
static void test_no_memory(const char *file) {
  char path[512];
  memory_count c = {0};
  jn_alloc alloc = {counted_resize, &c};
  jn_report *report = jn_report_new(NULL);
  snprintf(path, sizeof path, "%s/%s", MODELS, file);
  jn_model *model = jn_model_read(&alloc, path, NULL, 0, report);
  jn_system *system = NULL;
  jn_mobility *mobility = NULL;
  CHECK(model != NULL);
  long blocks = c.live;
  for (c.fail_at = 1; !system && c.fail_at < 1000; c.fail_at++) {
    c.calls = 0;
    system = jn_system_new(model, "joint", report);
    CHECK(system || c.live == blocks);
  }
  c.fail_at = 0;
  CHECK(system != NULL);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  CHECK(jn_system_initial_state(system, state) == JN_OK && jn_assemble(system, state, NULL, report) == JN_OK);
  blocks = c.live;
  for (c.fail_at = 1; !mobility && c.fail_at < 1000; c.fail_at++) {
    c.calls = 0;
    mobility = jn_mobility_new(system, state, report);
    CHECK(mobility || c.live == blocks);
  }
  c.fail_at = 0;
  jn_mobility_free(mobility);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
  CHECK(c.live == 0);
  free(state);
}

int main(void) {
  test_no_memory("benchmarks/bricard-a04.yaml");
  test_no_memory("benchmarks/andrews-a03.yaml");
  CHECK(each_shipped_model(check_model) > 20);
  test_vehicle(true);
  test_vehicle(false);
  test_tracked();
  test_ladder();
  test_asked();
  test_refused();
  test_floating();
  return check_report();
}
