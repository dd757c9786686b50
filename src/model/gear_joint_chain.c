// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gear_joint_chain.c - breadth-first search from body to body over the joints of a relation and fixed joints.
#include "model/gear_joint_chain.h"
#include "model/model.h"

#include <stdio.h>

enum { MOST_SEEN = 64 };

typedef struct {
  int body, before;  // before: index of the node from which the search reached it, -1: start
  int joint, end_a;  // joint by which the search reached it; the end of that joint on the body before
} node;

static int body_of(const jn_model *model, int joint, int end) {
  return model->frames[model->joints[joint].def.between[end].i].body;
}

static bool is_term(const jn_term *terms, int n, int joint) {
  for (int i = 0; i < n; i++)
    if (terms[i].joint.i == joint) return true;
  return false;
}

static bool is_usable(const jn_model *model, const jn_term *terms, int n, int joint) {
  const jni_joint_element *j = &model->joints[joint];
  if (j->faulty || !j->kind || !j->kind->two_ended || j->def.between[0].i < 0 || j->def.between[1].i < 0) return false;
  return j->kind->link == JNI_LINK_FIXED || is_term(terms, n, joint);
}

static bool is_seen(const node *seen, int n, int body) {
  for (int i = 0; i < n; i++)
    if (seen[i].body == body) return true;
  return false;
}

// Appends to `seen`, the bodies that the search has reached, those that one usable joint connects with the body of
// seen[at] and that are not in it yet, up to MOST_SEEN in all. Returns the new number of elements.
static int append_neighbours(const jn_model *model, const jn_term *terms, int n, node *seen, int nseen, int at) {
  for (int j = 0; j < model->njoints; j++) {
    if (!is_usable(model, terms, n, j)) continue;
    for (int end = 0; end < 2; end++) {
      int next = body_of(model, j, 1 - end);
      if (body_of(model, j, end) != seen[at].body || is_seen(seen, nseen, next) || nseen == MOST_SEEN) continue;
      seen[nseen++] = (node){next, at, j, end};
    }
  }
  return nseen;
}

// Writes the joints on the path from the first node of the search to seen[at] to mesh->joints, in this order. Returns
// false with a sentence in `why` if there are more than JNI_MAX_MESH_JOINTS.
static bool write_chain(const node *seen, int at, jni_gear_mesh *mesh, char *why, size_t size) {
  int n = 0;
  for (int i = at; seen[i].before >= 0; i = seen[i].before) n++;
  if (n > JNI_MAX_MESH_JOINTS) {
    snprintf(why, size, "the path through the joints is too long: %d joints", n);
    return false;
  }
  mesh->njoints = n;
  for (int i = at; seen[i].before >= 0; i = seen[i].before) {
    mesh->joints[--n].joint = seen[i].joint;
    mesh->joints[n].end_a = seen[i].end_a;
  }
  return true;
}

// Finds the two gear bodies: those that `between` names, otherwise the bodies at the far ends of the two joints of the
// relation, which must share one body, the carrier. Returns false with a sentence in `why` if there are none.
static bool find_ends(const jn_model *model, const jn_joint_def *def, const jn_term *terms, int n, int body[2],
                      char *why, size_t size) {
  const jn_frame *named = def->geometry.between;
  if (named[0].i >= 0 && named[1].i >= 0) {
    for (int i = 0; i < 2; i++) body[i] = model->frames[named[i].i].body;
    return true;
  }
  if (n != 2) {
    snprintf(why, size, "name the two bodies that mesh, 'between: [BODY, BODY]'");
    return false;
  }
  int a = terms[0].joint.i, b = terms[1].joint.i, shared = 0;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++)
      if (body_of(model, a, i) == body_of(model, b, k)) {
        body[0] = body_of(model, a, 1 - i);
        body[1] = body_of(model, b, 1 - k);
        shared++;
      }
  if (shared == 1) return true;
  snprintf(why, size, "joints '%.40s' and '%.40s' are not on one carrier; use a 'coupling' with 'between'",
           model->joints[a].name, model->joints[b].name);
  return false;
}

// Checks that the chain in `mesh` contains each joint of the relation exactly once. Returns false with a sentence in
// `why` otherwise.
static bool contains_relation(const jn_model *model, const jn_term *terms, int n, const jni_gear_mesh *mesh, char *why,
                              size_t size) {
  for (int i = 0; i < n; i++) {
    int on = 0;
    for (int k = 0; k < mesh->njoints; k++) on += mesh->joints[k].joint == terms[i].joint.i;
    for (int k = 0; k < i; k++) on += terms[k].joint.i == terms[i].joint.i;
    if (on == 1) continue;
    snprintf(why, size, "joint '%.40s' of the relation is %s the path from '%.40s' to '%.40s'",
             model->joints[terms[i].joint.i].name, on == 0 ? "not on" : "twice on", model->bodies[mesh->body[0]].name,
             model->bodies[mesh->body[1]].name);
    return false;
  }
  return true;
}

bool jni_gear_joint_chain(const jn_model *model, const jn_joint_def *def, const jn_term *terms, int n,
                          jni_gear_mesh *mesh, char *why, size_t size) {
  node seen[MOST_SEEN];
  int nseen = 1;
  for (int i = 0; i < n; i++)
    if (!is_usable(model, terms, n, terms[i].joint.i)) {
      snprintf(why, size, "joint '%.40s' has no two ends", model->joints[terms[i].joint.i].name);
      return false;
    }
  if (!find_ends(model, def, terms, n, mesh->body, why, size)) return false;
  seen[0] = (node){mesh->body[0], -1, -1, 0};
  for (int at = 0; at < nseen; at++) {
    if (seen[at].body == mesh->body[1])
      return write_chain(seen, at, mesh, why, size) && contains_relation(model, terms, n, mesh, why, size);
    nseen = append_neighbours(model, terms, n, seen, nseen, at);
  }
  snprintf(why, size, "there is no path from '%.40s' to '%.40s' through the joints of the relation and fixed joints",
           model->bodies[mesh->body[0]].name, model->bodies[mesh->body[1]].name);
  return false;
}
