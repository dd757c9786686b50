// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_mjcf.c - reads MJCF: compiler settings, options, and the tree of bodies.
#include "import/import_mjcf.h"

#include <math.h>
#include <string.h>

#include "kernel/vec3.h"

static const char *const no_tags[] = {NULL};
static const char *const site_tags[] = {"site", NULL};

// ---- settings --------------------------------------------------------------------------------------------------

// Returns the index in `words`, ended by NULL, of the value of an attribute; `otherwise` if the element does not have
// the attribute, or after a fault.
static int read_word(jni_mjcf *mj, jni_xml *node, const char *name, const char *const *words, int otherwise) {
  const jni_xml_attribute *a = jni_xml_find(node, name);
  for (int i = 0; a && words[i]; i++)
    if (strcmp(words[i], a->value) == 0) return i;
  if (a) jni_import_fault(mj->im, node, "%s cannot be \"%.60s\"", name, a->value);
  return otherwise;
}

static void read_eulerseq(jni_mjcf *mj, jni_xml *node) {
  const char *text = jni_xml_text(node, "eulerseq");
  if (!text) return;
  if (strlen(text) != 3 || strspn(text, "xyzXYZ") != 3)
    jni_import_fault(mj->im, node, "eulerseq has three of the letters xyzXYZ, but is \"%.60s\"", text);
  else memcpy(mj->eulerseq, text, 3);
}

static void read_compiler(jni_mjcf *mj, jni_xml *node) {
  static const char *const units[] = {"radian", "degree", NULL}, *const ways[] = {"auto", "true", "false", NULL};
  static const char *const coordinates[] = {"local", "global", NULL};
  double groups[2];
  int unit = read_word(mj, node, "angle", units, -1);
  if (unit >= 0) mj->angle = unit == 0 ? 1 : JNK_PI / 180;
  if (read_word(mj, node, "coordinate", coordinates, 0) == 1)
    jni_import_fault(
        mj->im, node,
        "coordinate=\"global\" is not supported: save the model from MuJoCo, which writes local coordinates");
  mj->from_geom = (mjcf_from_geom)read_word(mj, node, "inertiafromgeom", ways, (int)mj->from_geom);
  if (jni_import_numbers(mj->im, jni_xml_find(node, "inertiagrouprange"), 2, 2, groups, NULL) &&
      fabs(groups[0]) < 1e6 && fabs(groups[1]) < 1e6) {
    mj->groups[0] = (int)groups[0];
    mj->groups[1] = (int)groups[1];
  }
  jni_import_number(mj->im, jni_xml_find(node, "settotalmass"), &mj->total_mass);
  read_eulerseq(mj, node);
  const char *folder = jni_xml_text(node, "meshdir"), *assets = jni_xml_text(node, "assetdir");
  if (folder || assets) mj->meshdir = folder ? folder : assets;
  jni_xml_find(node, "autolimits");  // no effect: a range without `limited` always counts
}

static void read_option(jni_mjcf *mj, jni_xml *node) {
  jni_import_numbers(mj->im, jni_xml_find(node, "gravity"), 3, 3, mj->im->gravity, NULL);
  jni_xml *flag = jni_xml_child(node, "flag");
  jni_xml_attribute *gravity = jni_xml_find(flag, "gravity");
  if (gravity && strcmp(gravity->value, "disable") == 0) jnk_zero(mj->im->gravity);
  jni_xml_attribute *contact = jni_xml_find(flag, "contact"), *parents = jni_xml_find(flag, "filterparent");
  mj->no_contact = mj->no_contact || (contact && strcmp(contact->value, "disable") == 0);
  mj->keeps_parents = mj->keeps_parents || (parents && strcmp(parents->value, "disable") == 0);
}

// Records a <default> element as a class of defaults under its name. Reports a fault if the name is missing.
static void add_class(jni_mjcf *mj, jni_xml *node) {
  const char *name = jni_xml_text(node, "class");
  node->used = true;
  if (node->parent == mj->root && !name) name = "main";
  if (!name) {
    jni_import_fault(mj->im, node, "class is missing: only the outermost default may omit it");
    return;
  }
  bool room = jni_pool_grow(&mj->im->pool, &mj->classes, &mj->capacity_classes, mj->nclasses + 1, sizeof *mj->classes);
  if (room) mj->classes[mj->nclasses] = node;
  if (!room || !jni_names_put(mj->im->sources, JNI_NAME_EVENT, 0, name, mj->nclasses++)) mj->im->pool.failed = true;
}

static void add_classes(jni_mjcf *mj, jni_xml *node) {
  for (jni_xml *n = jni_xml_child(node, "default"); n && !mj->im->pool.failed; n = jni_xml_next(n, "default")) {
    add_class(mj, n);
    add_classes(mj, n);
  }
}

// ---- bodies ----------------------------------------------------------------------------------------------------

static bool has_mass(const jni_mass *m) {
  return m->mass > 0 || m->inertia[0] > 0 || m->inertia[1] > 0 || m->inertia[2] > 0;
}

static void read_sites(jni_mjcf *mj, jni_xml *body, const jni_placement *at, const char *childclass) {
  for (jni_xml *n = jni_xml_child(body, "site"); n && !mj->im->pool.failed; n = jni_xml_next(n, "site")) {
    mjcf_element e = jni_mjcf_element(mj, n, childclass, site_tags);
    jni_pose pose = jni_mjcf_pose(&e);
    const char *name = jni_xml_text(n, "name");
    jni_placement place = {at->body, jni_pose_after(&at->pose, &pose)};
    jni_import_add_frame(mj->im, &place, name ? name : "site", name ? n : NULL);
  }
}

// Adds a body without joints: as a frame, with a note, if it has no mass or is fixed to the ground; otherwise, and with
// mass also on the base body of a part, as a body with a fixed joint. Returns where it is.
static jni_placement add_welded(const mjcf_body *b) {
  jni_import *im = b->mj->im;
  const char *source = jni_xml_text(b->node, "name");
  if ((b->on.body == 0 && !im->on_body) || !has_mass(&b->mass)) {
    jni_import_add_frame(im, &b->on, b->name, NULL);
    if (b->on.body != 0)
      jni_import_say(im, JN_NOTE, b->node, "has no mass and is a frame of %s", im->bodies[b->on.body].name);
    else jni_import_say(im, JN_NOTE, b->node, "is fixed to the ground and so a frame of it");
    if (b->on.body == 0) b->mj->fixed_mass += b->mass.mass;
    return b->on;
  }
  jni_pose world = jni_placement_world(im, &b->on);
  const char *name = jni_import_name(im, JNI_NAME_JOINT, 0, b->name, NULL),
             *first = jni_import_end(im, &b->on, b->name);
  int made = jni_import_add_body(im, b->name, source ? b->node : NULL, b->on.body, &b->mass, &world);
  jni_import_add_line(im, &im->joints, name, NULL, "type: fixed, between: [%s, %s]", first, im->bodies[made].name);
  return (jni_placement){made, jni_pose_identity()};
}

static void warn_massless(const mjcf_body *b) {
  bool child = false;
  for (const jni_xml *n = b->node->first; n; n = n->next) child = child || strcmp(n->name, "body") == 0;
  if (!has_mass(&b->mass) && !child && !b->mj->im->failed)
    jni_import_say(b->mj->im, JN_WARNING, b->node,
                   "moves but has no mass, so its motion is not determined: give it an <inertial> or a geom");
}

static void read_body(jni_mjcf *mj, jni_xml *node, const jni_placement *parent, const char *childclass);

static void read_children(jni_mjcf *mj, jni_xml *node, const jni_placement *at, const char *childclass) {
  read_sites(mj, node, at, childclass);
  jni_mjcf_shapes(mj, node, at, childclass);
  for (jni_xml *n = jni_xml_child(node, "body"); n && !mj->im->pool.failed; n = jni_xml_next(n, "body"))
    read_body(mj, n, at, childclass);
}

static void read_body(jni_mjcf *mj, jni_xml *node, const jni_placement *parent, const char *childclass) {
  jni_import *im = mj->im;
  const char *source = jni_xml_text(node, "name"), *own = jni_xml_text(node, "childclass");
  if (own && jni_names_get(im->sources, JNI_NAME_EVENT, 0, own) < 0)
    jni_import_fault(im, node, "there is no class '%.60s'", own);
  if (own) childclass = own;
  if (source && jni_import_placement(im, source)) jni_import_fault(im, node, "there is another body of this name");
  mjcf_element e = {mj, node, NULL, no_tags};
  jni_pose pose = jni_mjcf_pose(&e);
  mjcf_body b = {mj,
                 node,
                 source && source[0] ? source : "body",
                 childclass,
                 {parent->body, jni_pose_after(&parent->pose, &pose)},
                 jni_mjcf_mass(mj, node, childclass)};
  jni_placement at;
  if (im->pool.failed) return;
  im->place = jni_xml_place(node);
  if (jni_mjcf_has_joints(node)) {
    at = (jni_placement){jni_mjcf_joints(&b), jni_pose_identity()};
    warn_massless(&b);
  } else {
    at = add_welded(&b);
  }
  jni_import_place(im, source, &at);
  read_children(mj, node, &at, childclass);
}

// ---- the whole file --------------------------------------------------------------------------------------------

// Multiplies the masses and inertias of all bodies of the source by one factor so that the sum of the masses, with
// those fixed to the ground, is `settotalmass`.
static void scale_masses(jni_mjcf *mj) {
  jni_import *im = mj->im;
  double sum = mj->fixed_mass;
  for (int i = 1; i < im->nbodies; i++)
    sum += im->bodies[i].node || !im->bodies[i].comment ? im->bodies[i].mass.mass : 0;
  for (int i = 1; i < im->nbodies && sum > 0; i++) {
    if (!im->bodies[i].node && im->bodies[i].comment) continue;  // created by the import
    im->bodies[i].mass.mass *= mj->total_mass / sum;
    for (int k = 0; k < 6; k++) im->bodies[i].mass.inertia[k] *= mj->total_mass / sum;
  }
}

static void read_world(jni_mjcf *mj) {
  jni_import *im = mj->im;
  jni_placement ground = {0, jni_pose_identity()};
  jni_import_place(im, "world", &ground);
  jni_xml *world = jni_xml_child(mj->root, "worldbody");
  if (!world) jni_import_fault(im, mj->root, "there is no <worldbody> in it");
  const char *name = jni_xml_text(world, "name"), *childclass = jni_xml_text(world, "childclass");
  if (name) jni_import_place(im, name, &ground);
  for (; world && !im->pool.failed; world = jni_xml_next(world, "worldbody"))
    read_children(mj, world, &ground, childclass);
}

void jni_import_mjcf(jni_import *im, jni_xml *root) {
  jni_mjcf mj = {
      .im = im, .root = root, .angle = JNK_PI / 180, .eulerseq = {'x', 'y', 'z'}, .groups = {0, 5}, .total_mass = -1};
  im->format = "MJCF";
  im->name = jni_xml_text(root, "model");
  jnk_set(0, 0, -9.81, im->gravity);
  for (jni_xml *n = jni_xml_child(root, "compiler"); n; n = jni_xml_next(n, "compiler")) read_compiler(&mj, n);
  for (jni_xml *n = jni_xml_child(root, "option"); n; n = jni_xml_next(n, "option")) read_option(&mj, n);
  add_classes(&mj, root);
  jni_mjcf_find_used(&mj);
  jni_mjcf_find_paired(&mj);
  if (!im->pool.failed) read_world(&mj);
  if (mj.total_mass > 0) scale_masses(&mj);
  if (!im->pool.failed) jni_mjcf_contacts(&mj);
  if (!im->pool.failed) jni_mjcf_equality(&mj);
  if (!im->pool.failed) jni_mjcf_keyframes(&mj);
  if (!im->pool.failed) jni_mjcf_actuators(&mj);
}
