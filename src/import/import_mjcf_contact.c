// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_mjcf_contact.c - finds the pairs of geoms that MuJoCo would test for contact, and their friction.
//
// Two geoms of different bodies touch if contype of one and conaffinity of the other have a common bit, unless
// - their bodies move as one, because only bodies without joints are between them,
// - one body is the parent of the other, and not the world (parent filter),
// - <exclude> names their bodies.
// <pair> adds two geoms whatever these rules say, with values of its own. Of two geoms with different priority the one
// with the higher priority gives friction and condim, otherwise the larger number of the two is used.
#include <math.h>
#include <string.h>

#include "import/import_mjcf.h"

enum { MOST_COLLIDERS = 500 };
static const char *const pair_tags[] = {"pair", NULL};

// ---- geoms that collide --------------------------------------------------------------------------------------------

static const char *text_of(const jni_xml *node, const char *name) {
  for (const jni_xml_attribute *a = node ? node->attributes : NULL; a; a = a->next)
    if (strcmp(a->name, name) == 0) return a->value;
  return NULL;
}

static bool contacts_wanted(const jni_mjcf *mj) {
  return mj->im->options.contacts != JN_IMPORT_NO_CONTACTS && !mj->no_contact;
}

void jni_mjcf_find_paired(jni_mjcf *mj) {
  static const char *const ends[] = {"geom1", "geom2"};
  for (const jni_xml *section = mj->root->first; section; section = section->next) {
    if (strcmp(section->name, "contact") != 0) continue;
    for (const jni_xml *node = section->first; node; node = node->next)
      for (int i = 0; i < 2 && strcmp(node->name, "pair") == 0; i++) {
        const char *name = text_of(node, ends[i]);
        if (name && !jni_names_put(mj->im->sources, JNI_NAME_CONTACT, 0, name, 1)) mj->im->pool.failed = true;
      }
  }
}

// Returns an attribute that is a mask of bits; 1 if it is not given or its value is no mask.
static unsigned mask(const mjcf_element *e, const char *name) {
  double value = jni_mjcf_number(e, name, 1);
  return value >= 0 && value <= 2147483647 ? (unsigned)value : 1;
}

bool jni_mjcf_touches(const mjcf_element *e) {
  if (!contacts_wanted(e->mj)) return false;
  const char *name = text_of(e->node, "name");
  bool paired = name && jni_names_get(e->mj->im->sources, JNI_NAME_CONTACT, 0, name) >= 0;
  return paired || mask(e, "contype") != 0 || mask(e, "conaffinity") != 0;
}

// Returns the first <body>, beginning with `body` itself and going outwards, that has joints; NULL: none, it is fixed
// to the world.
static const jni_xml *weld_of(const jni_xml *body) {
  while (body && strcmp(body->name, "body") == 0 && !jni_mjcf_has_joints(body)) body = body->parent;
  return body && strcmp(body->name, "body") == 0 ? body : NULL;
}

void jni_mjcf_mark_geom(const mjcf_element *e) {
  static const char *const known[] = {"name",   "class",    "group",       "type", "size",    "pos",
                                      "rgba",   "material", "mesh",        "mass", "density", "fromto",
                                      "solmix", "contype",  "conaffinity", NULL};
  if (e->mj->im->options.contacts == JN_IMPORT_NO_CONTACTS) return;
  e->node->used = true;
  for (int i = 0; known[i]; i++) jni_xml_find(e->node, known[i]);
}

void jni_mjcf_add_collider(const mjcf_element *e, int shape) {
  jni_mjcf *mj = e->mj;
  jni_import *im = mj->im;
  double friction[3] = {1, 0, 0};
  const jni_xml *weld = weld_of(e->node->parent);
  mjcf_collider c = {.shape = shape,
                     .node = e->node,
                     .body = e->node->parent,
                     .weld = weld,
                     .parent = weld ? weld_of(weld->parent) : NULL,
                     .contype = mask(e, "contype"),
                     .conaffinity = mask(e, "conaffinity"),
                     .priority = jni_mjcf_number(e, "priority", 0),
                     .condim = (int)fmin(fmax(jni_mjcf_number(e, "condim", 3), 1), 6)};
  jni_import_numbers(im, jni_mjcf_find(e, "friction"), 1, 3, friction, NULL);
  c.friction = fmax(friction[0], 0);
  if (shape == 0) return;
  if (mj->ncolliders == MOST_COLLIDERS) {
    jni_import_say(im, JN_WARNING, e->node, "has no contacts: only the first %d geoms that collide do",
                   (int)MOST_COLLIDERS);
    return;
  }
  if (c.condim > 3)
    jni_import_say(
        im, JN_WARNING, e->node,
        "condim %d is imported as 3: contacts have friction against sliding, not against turning and rolling",
        c.condim);
  const char *name = text_of(e->node, "name");
  if (!jni_pool_grow(&im->pool, &mj->colliders, &mj->capacity_colliders, mj->ncolliders + 1, sizeof *mj->colliders))
    return;
  if (name && !jni_names_put(im->sources, JNI_NAME_SHAPE, 0, name, mj->ncolliders)) im->pool.failed = true;
  im->shapes[shape - 1].touches = true;
  mj->colliders[mj->ncolliders++] = c;
}

// ---- pairs ---------------------------------------------------------------------------------------------------------

// Returns the coefficient of friction between two geoms by MuJoCo's rules; 0 if their condim means no friction.
static double friction_of(const mjcf_collider *a, const mjcf_collider *b) {
  const mjcf_collider *first = a->priority > b->priority ? a : b->priority > a->priority ? b : NULL;
  int condim = first ? first->condim : a->condim > b->condim ? a->condim : b->condim;
  return condim < 3 ? 0 : first ? first->friction : fmax(a->friction, b->friction);
}

static const char *key_of(jni_import *im, const char *sort, int a, int b) {
  return jni_import_format(im, "%s %d %d", sort, a < b ? a : b, a < b ? b : a);
}

// Records the two geoms of a <pair> with its friction, unless both are on one body of the robot. A geom without shape
// gives a warning, and nothing is recorded. Returns false after a fault.
static bool read_pair(jni_mjcf *mj, jni_xml *node) {
  jni_import *im = mj->im;
  const char *const names[2] = {jni_xml_text(node, "geom1"), jni_xml_text(node, "geom2")};
  int geom[2];
  jni_xml_find(node, "name");
  for (int i = 0; i < 2; i++) {
    geom[i] = names[i] ? jni_names_get(im->sources, JNI_NAME_SHAPE, 0, names[i]) : JNI_NAME_NONE;
    if (!names[i]) return jni_import_fault(im, node, "geom1 and geom2 are needed");
    if (geom[i] >= 0) continue;
    jni_import_say(im, JN_WARNING, node, "is not imported: there is no geom '%.60s', or its shape is not supported",
                   names[i]);
    return true;
  }
  const mjcf_collider *a = &mj->colliders[geom[0]], *b = &mj->colliders[geom[1]];
  mjcf_element e = jni_mjcf_element(mj, node, NULL, pair_tags);
  double friction[5] = {0}, condim = jni_mjcf_number(&e, "condim", fmax(a->condim, b->condim));
  int n = 0;
  bool given = jni_import_numbers(im, jni_mjcf_find(&e, "friction"), 1, 5, friction, &n);
  if (n > 1 && friction[0] != friction[1])
    jni_import_say(im, JN_WARNING, node, "friction %g along the second tangent is not imported: %g counts for both",
                   friction[1], friction[0]);
  if (condim > 3)
    jni_import_say(im, JN_WARNING, node, "condim %g is imported as 3: contacts have friction against sliding only",
                   condim);
  double value = condim < 3 ? 0 : given ? fmax(friction[0], 0) : friction_of(a, b);
  if (im->shapes[a->shape - 1].body != im->shapes[b->shape - 1].body)
    jni_import_add_touch(im, a->shape, b->shape, value, node);
  if (!jni_names_put(im->sources, JNI_NAME_KEY, 0, key_of(im, "pair", geom[0], geom[1]), 1)) im->pool.failed = true;
  return true;
}

// Returns a text that identifies an <exclude> of two bodies, the same in both orders of their names.
static const char *exclusion_of(jni_import *im, const char *one, const char *two) {
  bool ordered = strcmp(one, two) < 0;
  return jni_import_format(im, "exclude %s %s", ordered ? one : two, ordered ? two : one);
}

static void read_exclude(jni_mjcf *mj, jni_xml *node) {
  jni_import *im = mj->im;
  const char *one = jni_xml_text(node, "body1"), *two = jni_xml_text(node, "body2");
  jni_xml_find(node, "name");
  if (!one || !two) jni_import_fault(im, node, "body1 and body2 are needed");
  else if (!jni_names_put(im->sources, JNI_NAME_KEY, 0, exclusion_of(im, one, two), 1)) im->pool.failed = true;
}

// Returns the name of a <body>, "world" for the <worldbody>.
static const char *body_name(const jni_xml *body) {
  const char *name = text_of(body, "name");
  return name ? name : strcmp(body->name, "body") == 0 ? "" : "world";
}

static bool is_excluded(jni_import *im, const mjcf_collider *a, const mjcf_collider *b) {
  return jni_names_get(im->sources, JNI_NAME_KEY, 0, exclusion_of(im, body_name(a->body), body_name(b->body))) >= 0;
}

// Returns whether MuJoCo tests geoms i and k for contact by its rules; false if both are on one body of the robot, or
// if a <pair> names them, which is recorded elsewhere. excludes, pairs: the file has such elements.
static bool may_touch(jni_mjcf *mj, int i, int k, bool excludes, bool pairs) {
  const mjcf_collider *a = &mj->colliders[i], *b = &mj->colliders[k];
  if ((a->contype & b->conaffinity) == 0 && (b->contype & a->conaffinity) == 0) return false;
  if (a->weld == b->weld) return false;
  if (!mj->keeps_parents && a->weld && b->weld && (a->weld == b->parent || b->weld == a->parent)) return false;
  if (mj->im->shapes[a->shape - 1].body == mj->im->shapes[b->shape - 1].body) return false;
  if (excludes && is_excluded(mj->im, a, b)) return false;
  return !pairs || jni_names_get(mj->im->sources, JNI_NAME_KEY, 0, key_of(mj->im, "pair", i, k)) < 0;
}

void jni_mjcf_contacts(jni_mjcf *mj) {
  jni_import *im = mj->im;
  bool excludes = false, pairs = false;
  if (!contacts_wanted(mj)) return;
  for (jni_xml *section = jni_xml_child(mj->root, "contact"); section; section = jni_xml_next(section, "contact")) {
    for (jni_xml *n = jni_xml_child(section, "pair"); n && !im->pool.failed; n = jni_xml_next(n, "pair")) {
      pairs = true;
      if (!read_pair(mj, n)) return;
    }
    for (jni_xml *n = jni_xml_child(section, "exclude"); n && !im->pool.failed; n = jni_xml_next(n, "exclude")) {
      excludes = true;
      read_exclude(mj, n);
    }
  }
  for (int k = 1; k < mj->ncolliders; k++)
    for (int i = 0; i < k && !im->pool.failed; i++)
      if (may_touch(mj, i, k, excludes, pairs))
        jni_import_add_touch(im, mj->colliders[i].shape, mj->colliders[k].shape,
                             friction_of(&mj->colliders[i], &mj->colliders[k]), mj->colliders[k].node);
}
