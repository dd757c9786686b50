// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree.c - the spanning tree of a model's bodies.
//
// The search is breadth-first from the ground, level by level, so that loops are short. If several joints connect a
// body to the level before it, the tree contains the joint with the fewest degrees of freedom, and of these the first
// in the model. A joint that must be in the tree is followed as soon as one of its bodies is reached. Bodies without a
// connection to the ground form floating subtrees. The root of a floating subtree is the body that a free joint
// connects to the ground; without one, the body with the most joints, then with the largest mass, then the first. Links
// are numbered depth-first, children in the order in which they were found.
#include "system/system.h"
#include "system/tree/tree_search.h"

// ---- search -----------------------------------------------------------------------------------------------

static bool in_use(const jni_tree *tree, int joint) { return tree->cut[joint] == JNI_CUT_CLOSES; }

static int other_body(const jn_model *model, int joint, int body) {
  int first = jni_tree_body(model, joint, 0);
  return first == body ? jni_tree_body(model, joint, 1) : first;
}

static void reach(jni_tree_search *s, int body, int parent, int joint) {
  s->reached[body] = true;
  s->parent[body] = parent;
  s->via[body] = joint;
  s->queue[s->n++] = body;
}

// Adds a body to the tree, connected to `parent` by `joint`, and after it all bodies connected to it by joints that
// must be in the tree.
static void reach_with_required(jni_tree_search *s, int body, int parent, int joint) {
  int first = s->n;
  reach(s, body, parent, joint);
  for (int i = first; i < s->n; i++)
    for (int k = s->joints_at[s->queue[i]]; k < s->joints_at[s->queue[i] + 1]; k++) {
      int next = other_body(s->model, s->joints[k], s->queue[i]);
      if (jni_tree_is_required(s, s->joints[k]) && !s->reached[next]) reach(s, next, s->queue[i], s->joints[k]);
    }
}

static bool holds_better(const jn_model *model, int joint, int than) {
  int a = jni_link_v(model->joints[joint].kind->link, model->space),
      b = jni_link_v(model->joints[than].kind->link, model->space);
  return a < b || (a == b && joint < than);
}

// Lists as candidates the bodies not reached yet that one joint connects to the bodies first to last - 1 of the queue,
// and sets `best` to the best such joint of each. Returns the number of candidates.
static int find_candidates(jni_tree_search *s, int first, int last) {
  int n = 0;
  for (int i = first; i < last; i++)
    for (int k = s->joints_at[s->queue[i]]; k < s->joints_at[s->queue[i] + 1]; k++) {
      int joint = s->joints[k], next = other_body(s->model, joint, s->queue[i]);
      if (s->reached[next]) continue;
      if (s->best[next] < 0) s->candidates[n++] = next;
      if (s->best[next] < 0 || holds_better(s->model, joint, s->best[next])) s->best[next] = joint;
    }
  return n;
}

static void search_from(jni_tree_search *s, int root) {
  int first = s->n;
  reach_with_required(s, root, root == 0 ? -1 : 0, -1);
  while (first < s->n) {
    int last = s->n, n = find_candidates(s, first, last);
    for (int i = 0; i < n; i++) {
      int body = s->candidates[i];
      if (!s->reached[body]) reach_with_required(s, body, other_body(s->model, s->best[body], body), s->best[body]);
    }
    first = last;
  }
}

// ---- floating subtrees --------------------------------------------------------------------------------------------

static bool better_root(const jni_tree_search *s, int body, int than) {
  if (s->named[body] != s->named[than]) return s->named[body];
  int a = s->joints_at[body + 1] - s->joints_at[body], b = s->joints_at[than + 1] - s->joints_at[than];
  if (a != b) return a > b;
  return s->model->bodies[body].mass > s->model->bodies[than].mass;
}

// Returns the root of the floating subtree that contains a body.
static int find_root(jni_tree_search *s, int body) {
  int n = 0, root = body;
  s->candidates[n++] = body;
  s->seen[body] = true;
  for (int i = 0; i < n; i++) {
    int at = s->candidates[i];
    if (better_root(s, at, root)) root = at;
    for (int k = s->joints_at[at]; k < s->joints_at[at + 1]; k++) {
      int next = other_body(s->model, s->joints[k], at);
      if (!s->seen[next]) {
        s->candidates[n++] = next;
        s->seen[next] = true;
      }
    }
  }
  return root;
}

static void search(jni_tree_search *s) {
  // Marks the bodies that a joint of type `free` of the model connects to the ground.
  for (int j = 0; j < s->model->njoints; j++)
    for (int end = 0; end < 2 && s->model->joints[j].kind->free; end++)
      if (jni_tree_body(s->model, j, end) == 0) s->named[jni_tree_body(s->model, j, 1 - end)] = true;

  search_from(s, 0);
  for (int b = 1; b < s->model->nbodies; b++)
    if (!s->reached[b]) search_from(s, find_root(s, b));
}

// ---- links ----------------------------------------------------------------------------------------------------

static void add_link(jni_tree *tree, const jni_tree_search *s, int body) {
  const jn_model *model = s->model;
  int joint = s->via[body], i = tree->nlinks++;
  jni_link *link = &tree->links[i];
  *link = (jni_link){
      .body = body, .parent = tree->link_of[s->parent[body]], .joint = joint, .q_at = tree->nq, .v_at = tree->nv};
  if (joint >= 0) link->kind = model->joints[joint].kind->link;
  else link->kind = model->bodies[body].particle ? JNI_LINK_PARTICLE : JNI_LINK_FREE;
  link->reversed = joint >= 0 && jni_tree_body(model, joint, 0) == body;
  link->nq = jni_link_q(link->kind, model->space);
  link->nv = jni_link_v(link->kind, model->space);
  jni_link_frames(model, link);
  if (joint >= 0) tree->cut[joint] = JNI_CUT_NO;
  tree->link_of[body] = i;
  tree->component_of[i] = link->parent == 0 ? tree->ncomponents++ : tree->component_of[link->parent];
  tree->nq += link->nq;
  tree->nv += link->nv;
  tree->component_v[tree->component_of[i] + 1] = tree->nv;
}

// Numbers the links depth-first. The lists of first children and next siblings are filled from the end of the queue, so
// that children keep its order.
static void number_links(jni_tree *tree, jni_tree_search *s) {
  int *child = s->best, *sibling = s->candidates;
  for (int b = 0; b < s->model->nbodies; b++) child[b] = sibling[b] = -1;
  for (int i = s->n - 1; i > 0; i--) {
    int body = s->queue[i];
    sibling[body] = child[s->parent[body]];
    child[s->parent[body]] = body;
  }
  tree->nlinks = 1;
  tree->links[0] = (jni_link){.kind = JNI_LINK_FIXED, .parent = -1, .joint = -1, .turn_sign = 1, .slide_sign = 1};
  jni_link_frames(s->model, &tree->links[0]);
  tree->component_of[0] = -1;
  for (int body = child[0]; body > 0;) {
    add_link(tree, s, body);
    int next = child[body];
    for (; next < 0 && body > 0; body = s->parent[body]) next = sibling[body];
    body = next;
  }
}

int jni_tree_last_speed(const jni_tree *tree, int link) {
  while (link > 0 && tree->links[link].nv == 0) link = tree->links[link].parent;
  return link > 0 ? tree->links[link].v_at + tree->links[link].nv - 1 : -1;
}

static void describe_speeds(jni_tree *tree) {
  for (int i = 1; i < tree->nlinks; i++) {
    const jni_link *link = &tree->links[i];
    for (int k = 0; k < link->nv; k++) {
      tree->parent_speed[link->v_at + k] = k > 0 ? link->v_at + k - 1 : jni_tree_last_speed(tree, link->parent);
      tree->speed_link[link->v_at + k] = i;
    }
  }
}

// Sets tree->loop_parent: the common ancestor of the two bodies of each cut joint; -1 for joints in the tree, free
// joints, and joints with one end or on one body. Links have larger numbers than their parents.
static void find_loops(jni_tree *tree, const jn_model *model) {
  for (int j = 0; j < model->njoints; j++) {
    const jni_joint_kind *kind = model->joints[j].kind;
    tree->loop_parent[j] = -1;
    if (tree->cut[j] == JNI_CUT_NO || tree->cut[j] == JNI_CUT_ONE_BODY || !kind->two_ended || kind->free) continue;
    int a = tree->link_of[jni_tree_body(model, j, 0)], b = tree->link_of[jni_tree_body(model, j, 1)];
    while (a != b) *(a > b ? &a : &b) = tree->links[a > b ? a : b].parent;
    tree->loop_parent[j] = a;
  }
}

// ---- construction --------------------------------------------------------------------------------------------

static jni_cut initial_cut(const jn_model *model, int joint) {
  const jni_joint_element *j = &model->joints[joint];
  if (j->kind->link == JNI_LINK_NONE) return JNI_CUT_NO_MOTION;
  int a = jni_tree_body(model, joint, 0), b = jni_tree_body(model, joint, 1);
  if (a == b) return JNI_CUT_ONE_BODY;
  if (model->bodies[a].particle || model->bodies[b].particle) return JNI_CUT_PARTICLE;
  return j->def.tree == JN_TREE_CUT ? JNI_CUT_ASKED : JNI_CUT_CLOSES;
}

// Lists for each body the joints at it that may become links of the tree.
static void list_joints(jni_tree_search *s, const jni_tree *tree) {
  const jn_model *model = s->model;
  for (int j = 0; j < model->njoints; j++)
    for (int end = 0; in_use(tree, j) && end < 2; end++) s->joints_at[jni_tree_body(model, j, end) + 1]++;
  for (int b = 0; b < model->nbodies; b++) {
    s->joints_at[b + 1] += s->joints_at[b];
    s->best[b] = s->joints_at[b];
  }
  for (int j = 0; j < model->njoints; j++)
    for (int end = 0; in_use(tree, j) && end < 2; end++) s->joints[s->best[jni_tree_body(model, j, end)]++] = j;
  for (int b = 0; b < model->nbodies; b++) s->best[b] = -1;
}

static void make_search(jni_tree_search *s) {
  size_t n = (size_t)s->model->nbodies;
  int **const lists[] = {&s->queue, &s->parent, &s->via, &s->best, &s->candidates};
  bool **const flags[] = {&s->reached, &s->seen, &s->named};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) *lists[i] = jni_ints(&s->pool, n);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) *flags[i] = jni_flags(&s->pool, n);
  s->joints_at = jni_ints(&s->pool, n + 1);
  s->joints = jni_ints(&s->pool, 2 * (size_t)s->model->njoints);
}

static jni_tree *make_tree(const jn_model *model, const jn_alloc *alloc) {
  jni_tree *tree = jni_object_new(alloc, sizeof *tree);
  if (!tree) return NULL;
  size_t n = (size_t)model->nbodies, most = 6 * n;
  jni_pool *pool = &tree->pool;
  tree->links = jni_take(pool, n, sizeof *tree->links);
  tree->link_of = jni_ints(pool, n);
  tree->parent_speed = jni_ints(pool, most);
  tree->speed_link = jni_ints(pool, most);
  tree->armature = jni_doubles(pool, most);
  tree->cut = jni_take(pool, model->njoints, sizeof *tree->cut);
  tree->loop_parent = jni_ints(pool, model->njoints);
  tree->component_v = jni_ints(pool, n + 1);
  tree->component_of = jni_ints(pool, n);
  return pool->failed ? jni_object_free(tree) : tree;
}

static void build(jni_tree *tree, jni_tree_search *s) {
  list_joints(s, tree);
  search(s);
  number_links(tree, s);
  describe_speeds(tree);
  for (int i = 1; i < tree->nlinks; i++) {
    double armature = tree->links[i].joint >= 0 ? s->model->joints[tree->links[i].joint].def.armature : 0;
    if (!(armature > 0)) continue;
    tree->armature[tree->links[i].v_at] = armature;
    tree->has_armature = true;
  }
  find_loops(tree, s->model);
}

// Makes a spanning tree. named: the tree must contain all joints whose variables the model requests as independent; if
// these form a loop, returns NULL without a fault. Otherwise NULL means a fault in the report. *enough_memory: false if
// memory was short.
static jni_tree *new_tree(const jn_model *model, const jn_alloc *alloc, bool named, bool *enough_memory,
                          jn_report *report) {
  jni_tree_search s = {.model = model, .pool = {.alloc = alloc}, .keeps_named = named};
  jni_tree *tree = make_tree(model, alloc);
  make_search(&s);
  bool memory = tree && !s.pool.failed, ok = memory;
  for (int j = 0; ok && j < model->njoints; j++) tree->cut[j] = initial_cut(model, j);
  if (ok) ok = jni_tree_check_required(&s, tree, named ? NULL : report);
  if (ok) build(tree, &s);
  jni_pool_free(&s.pool);
  if (!memory) jni_report_no_memory(report);
  *enough_memory = memory;
  return ok ? tree : jni_object_free(tree);
}

static bool cuts_named(const jn_model *model, const jni_tree *tree) {
  for (int j = 0; j < model->njoints; j++)
    if (model->joints[j].named && tree->cut[j] == JNI_CUT_CLOSES) return true;
  return false;
}

// Makes the tree of the search. If it cuts a joint whose variable is requested as independent, returns a tree with all
// such joints instead, if there is one. Returns NULL after a fault in the report.
jni_tree *jni_tree_new(const jn_model *model, const jn_alloc *alloc, jn_report *report) {
  bool memory;
  jni_tree *usual = new_tree(model, alloc, false, &memory, report);
  if (!usual || !cuts_named(model, usual)) return usual;
  jni_tree *tree = new_tree(model, alloc, true, &memory, report);
  if (!tree && memory) return usual;
  jni_object_free(usual);
  return tree;
}

// Sets the descriptions of coordinates and speeds in the system (see tree.h). Coordinate k and speed k of a link are
// both lengths or both not; the fourth number of a quaternion is its last coordinate.
void jni_tree_describe(jn_system *system) {
  const jni_tree *tree = system->tree;
  jn_space space = system->model->space;
  for (int i = 1; i < tree->nlinks; i++) {
    const jni_link *link = &tree->links[i];
    bool twist = link->kind == JNI_LINK_FREE, plain = link->nq == link->nv && !twist;
    for (int k = 0; k < link->nv; k++) {
      system->q_is_length[link->q_at + k] = system->v_is_length[link->v_at + k] =
          jni_link_v_is_length(link->kind, space, k);
      system->speed_q[link->v_at + k] = plain ? link->q_at + k : -1;
    }
    if (twist)
      system->twists[system->ntwists++] =
          (jni_twist){.q_at = link->q_at, .v_at = link->v_at, .n = space == JN_PLANE ? 2 : 3};
    if (link->nq > link->nv)
      system->turns[system->nturns++] =
          (jni_turn){.q_at = link->q_at + (twist ? 3 : 0), .v_at = link->v_at + (twist ? 3 : 0), .twist = twist};
  }
}
