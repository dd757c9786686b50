// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree_requests.c - joints that the model requests to be in the spanning tree or to be cut; reasons why a joint is cut.
#include <stdio.h>
#include <string.h>

#include "model/fault.h"
#include "system/system.h"
#include "system/tree/tree_search.h"

// Returns the root of the tree of parents in s->parent that contains a body.
static int root_of(const jni_tree_search *s, int body) {
  while (s->parent[body] != body) body = s->parent[body];
  return body;
}

// Reverses the path from a body to its root, so that the body becomes the root.
static void make_root(jni_tree_search *s, int body) {
  int above = body, joint = -1;
  for (int at = body, next; at >= 0; at = next) {
    next = s->parent[at] == at ? -1 : s->parent[at];
    int via = s->via[at];
    s->parent[at] = above;
    s->via[at] = joint;
    above = at;
    joint = via;
  }
}

// Writes to `text` the names of the joints on the path from a body to its root.
static void name_path(const jni_tree_search *s, int body, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (; s->parent[body] != body; body = s->parent[body]) {
    snprintf(text + used, size - used, "%s'%s'", used ? ", " : "", s->model->joints[s->via[body]].name);
    used = strlen(text);
  }
}

// Returns a sentence that says why a joint with this reason for being cut cannot be in the tree.
static const char *why_excluded(jni_cut cut) {
  if (cut == JNI_CUT_PARTICLE) return "it holds a particle";
  if (cut == JNI_CUT_ONE_BODY) return "both its ends are on one body";
  return "joints of its kind have no joint coordinates";
}

static bool refuse(const jni_tree_search *s, int joint, jn_report *report, const char *why) {
  const jni_joint_element *j = &s->model->joints[joint];
  jn_error error = {.status = JN_BAD_MODEL, .severity = JN_FAULT};
  jni_model_place(s->model, j->place, &error);
  snprintf(error.element, sizeof error.element, "%s '%.120s'", jni_joint_word(j), j->name);
  snprintf(error.what, sizeof error.what, "cannot be in the spanning tree ('tree: true'): %.460s", why);
  jn_report_add(report, &error);
  return false;
}

bool jni_tree_check_required(jni_tree_search *s, const jni_tree *tree, jn_report *report) {
  const jn_model *model = s->model;
  bool ok = true;
  for (int b = 0; b < model->nbodies; b++) {
    s->parent[b] = b;
    s->via[b] = -1;
  }
  for (int j = 0; j < model->njoints; j++) {
    if (!jni_tree_is_required(s, j)) continue;
    if (tree->cut[j] != JNI_CUT_CLOSES) {
      ok = refuse(s, j, report, why_excluded(tree->cut[j]));
      continue;
    }
    int a = jni_tree_body(model, j, 0), b = jni_tree_body(model, j, 1);
    make_root(s, a);
    if (root_of(s, b) == a) {
      char path[400], why[500];
      name_path(s, b, path, sizeof path);
      snprintf(why, sizeof why, "it closes a loop with %s, which must be in the tree as well", path);
      ok = refuse(s, j, report, why);
    } else {
      s->parent[a] = b;
      s->via[a] = j;
    }
  }
  return ok;
}

bool jni_in_tree(const jn_system *system, int joint) { return system->tree && system->tree->cut[joint] == JNI_CUT_NO; }

bool jni_tree_has_signal(const jn_system *system, const jni_signal *signal, char *what, size_t size) {
  bool of_row = signal->kind == JNI_SIGNAL_COUPLING || signal->kind == JNI_SIGNAL_RATE_COUPLING;
  if (!of_row || !jni_in_tree(system, signal->a)) return true;
  snprintf(what, size,
           "joint '%.40s' is in the spanning tree and has no constraint equations in joint coordinates; use "
           "cartesian coordinates, or cut it ('tree: false')",
           system->model->joints[signal->a].name);
  return false;
}

// ---- reports about loops ------------------------------------------------------------------------------------------

static const char *holder(const jn_system *system, int joint, int end) {
  const jni_tree *tree = system->tree;
  int held_by = tree->links[tree->link_of[jni_tree_body(system->model, joint, end)]].joint;
  return held_by >= 0 ? system->model->joints[held_by].name : NULL;
}

const char *jni_tree_reason(const jn_system *system, int joint, char *text, size_t size) {
  const jni_tree *tree = system->tree;
  const jni_joint_element *j = &system->model->joints[joint];
  text[0] = '\0';
  if (!tree || tree->cut[joint] == JNI_CUT_NO) return text;
  if (tree->cut[joint] == JNI_CUT_ASKED) snprintf(text, size, "the model requires it ('tree: false')");
  if (tree->cut[joint] == JNI_CUT_NO_MOTION)
    snprintf(text, size, "a %s joint always has constraint equations", j->kind->name);
  if (tree->cut[joint] == JNI_CUT_PARTICLE) snprintf(text, size, "it holds a particle, which has no orientation");
  if (tree->cut[joint] == JNI_CUT_ONE_BODY) snprintf(text, size, "both its ends are on one body");
  if (tree->cut[joint] == JNI_CUT_CLOSES) {
    const char *a = holder(system, joint, 0), *b = holder(system, joint, 1);
    if (a && b) snprintf(text, size, "its bodies are already held by '%s' and '%s'", a, b);
    else snprintf(text, size, "its bodies are already connected by '%s'", a ? a : b ? b : "the ground");
  }
  return text;
}

int jn_tree_nloops(const jn_system *system) {
  JNI_ASSERT(system);
  int n = 0;
  for (int j = 0; system->tree && j < system->model->njoints; j++) n += system->tree->loop_parent[j] >= 0;
  return n;
}

jn_joint jn_tree_loop_joint(const jn_system *system, int loop) {
  JNI_ASSERT(system);
  int j = 0;
  JNI_ASSERT(loop >= 0 && loop < jn_tree_nloops(system));
  for (; loop > 0 || system->tree->loop_parent[j] < 0; j++) loop -= system->tree->loop_parent[j] >= 0;
  return (jn_joint){j};
}

const char *jn_tree_loop_reason(const jn_system *system, int loop, char *text, size_t size) {
  JNI_ASSERT(system);
  return jni_tree_reason(system, jn_tree_loop_joint(system, loop).i, text, size);
}

int jn_tree_loop_bodies(const jn_system *system, int loop, jn_body *bodies, int most) {
  JNI_ASSERT(system);
  const jni_tree *tree = system->tree;
  int joint = jn_tree_loop_joint(system, loop).i, ancestor = tree->loop_parent[joint], n = 0, depth = 0;
  int a = tree->link_of[jni_tree_body(system->model, joint, 0)],
      b = tree->link_of[jni_tree_body(system->model, joint, 1)];
  for (; a != ancestor; a = tree->links[a].parent) {
    if (n < most) bodies[n] = (jn_body){tree->links[a].body};
    n++;
  }
  if (n < most) bodies[n] = (jn_body){tree->links[ancestor].body};
  n++;
  for (int i = b; i != ancestor; i = tree->links[i].parent) depth++;
  for (int k = depth; b != ancestor; b = tree->links[b].parent)
    if (n + --k < most) bodies[n + k] = (jn_body){tree->links[b].body};
  return n + depth;
}
