// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_urdf_shape.c - reads shapes of URDF links from <visual>, and from <collision> if a link has no <visual> or,
// hidden otherwise, for contacts.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "import/import.h"

static bool positive(const double *v, int n) {
  for (int i = 0; i < n; i++)
    if (!(v[i] > 0 && v[i] < HUGE_VAL)) return false;
  return true;
}

// ---- colours -------------------------------------------------------------------------------------------------------

static const jni_xml *child_of(const jni_xml *node, const char *name) {
  for (const jni_xml *child = node ? node->first : NULL; child; child = child->next)
    if (strcmp(child->name, name) == 0) return child;
  return NULL;
}

static const char *text_of(const jni_xml *node, const char *name) {
  for (const jni_xml_attribute *a = node ? node->attributes : NULL; a; a = a->next)
    if (strcmp(a->name, name) == 0) return a->value;
  return NULL;
}

// Reads the colour of a visual into colour[], from its material, or from a material of the same name at the top level
// of the file; sets colour[0] to NaN if there is none.
static void read_colour(jni_import *im, const jni_xml *robot, jni_xml *visual, double colour[4]) {
  jni_xml *material = jni_xml_child(visual, "material");
  const char *name = material ? jni_xml_text(material, "name") : NULL;
  for (jni_xml *m = robot->first; material && name && !child_of(material, "color") && m; m = m->next)
    if (strcmp(m->name, "material") == 0 && text_of(m, "name") && strcmp(text_of(m, "name"), name) == 0 &&
        child_of(m, "color")) {
      material = m;
      m->used = true;
      jni_xml_find(m, "name");
    }
  jni_xml *color = jni_xml_child(material, "color");
  if (!jni_import_numbers(im, jni_xml_find(color, "rgba"), 4, 4, colour, NULL)) colour[0] = NAN;
}

// ---- geometry ------------------------------------------------------------------------------------------------------

enum { NAMES = 6 };

// Fills names[], ended by NULL, with the names under which a mesh file is searched. package://PACKAGE/FILE is searched
// in the robot's folder and in the two folders above it, with and without PACKAGE.
static void mesh_names(jni_import *im, const char *file, const char *names[NAMES + 1]) {
  static const char package[] = "package://", plain[] = "file://";
  int n = 0;
  if (strncmp(file, plain, sizeof plain - 1) == 0) file += sizeof plain - 1;
  if (strncmp(file, package, sizeof package - 1) != 0) {
    names[n++] = file;
  } else {
    const char *whole = file + sizeof package - 1, *slash = strchr(whole, '/'), *rest = slash ? slash + 1 : whole;
    const char *const ways[] = {"", "../", "../../"};
    for (int i = 0; i < 3; i++) {
      names[n++] = jni_import_format(im, "%s%s", ways[i], rest);
      names[n++] = jni_import_format(im, "%s%s", ways[i], whole);
    }
  }
  names[n] = NULL;
}

// Adds the shape of a <mesh>. Returns its number; 0: the file cannot be read, which is reported; -1: the element is
// faulty.
static int add_mesh(jni_import *im, jni_xml *mesh, const jni_import_appearance *appearance, const char *name) {
  const char *file = jni_xml_text(mesh, "filename"), *names[NAMES + 1];
  jn_shape_def def = jn_shape_def_default();
  def.type = "mesh";
  jni_import_numbers(im, jni_xml_find(mesh, "scale"), 3, 3, def.scale, NULL);
  if (!file || im->doubtful || !(def.scale[0] * def.scale[1] * def.scale[2] != 0)) return -1;
  mesh_names(im, file, names);
  im->quiet = false;  // problems of the mesh file are reported
  const jni_import_mesh_file *found = jni_import_mesh(im, mesh, names);
  im->quiet = true;
  return found ? jni_import_add_shape(im, appearance, name, &def, found) : 0;
}

// Adds the shape of a <geometry>. Returns its number; 0: none was added, for a reason that is reported; -1: the
// geometry is not supported or faulty.
static int add_geometry(jni_import *im, jni_xml *geometry, const jni_import_appearance *appearance, const char *name) {
  double size[3] = {0, 0, 0};
  jni_xml *box = jni_xml_child(geometry, "box"), *cylinder = jni_xml_child(geometry, "cylinder");
  jni_xml *sphere = jni_xml_child(geometry, "sphere"), *capsule = jni_xml_child(geometry, "capsule");
  jni_xml *mesh = jni_xml_child(geometry, "mesh"), *round = cylinder ? cylinder : capsule;
  if (mesh) return add_mesh(im, mesh, appearance, name);
  if (box) jni_import_numbers(im, jni_xml_find(box, "size"), 3, 3, size, NULL);
  else jni_import_number(im, jni_xml_find(round ? round : sphere, "radius"), &size[0]);
  if (round) jni_import_number(im, jni_xml_find(round, "length"), &size[1]);
  if (im->doubtful || !positive(size, box ? 3 : round ? 2 : 1) || !(box || round || sphere)) return -1;
  jn_shape_def def = jn_shape_def_default();
  def.type = box ? "box" : cylinder ? "cylinder" : capsule ? "capsule" : "sphere";
  if (box) memcpy(def.size, size, sizeof def.size);
  else def.radius = size[0];
  if (round) def.length = size[1];
  return jni_import_add_shape(im, appearance, name, &def, NULL);
}

// Adds the shape of a <visual> or <collision>. hidden: pictures do not show it. Returns its number; 0: none was added,
// for a reason that is reported.
static int add_visual(jni_import *im, const jni_xml *robot, jni_xml *node, const jni_placement *at, bool hidden) {
  jni_import_appearance appearance = {.at = *at, .colour = {NAN, NAN, NAN, NAN}, .hidden = hidden};
  const char *name = jni_xml_text(node, "name");
  im->quiet = true;
  im->doubtful = false;
  jni_pose origin = jni_urdf_origin(im, node);
  appearance.at.pose = jni_pose_after(&at->pose, &origin);
  read_colour(im, robot, node, appearance.colour);
  im->doubtful = false;  // a faulty colour is ignored
  int made = -1;
  if (isfinite(appearance.at.pose.p[0] + appearance.at.pose.p[1] + appearance.at.pose.p[2]))
    made = add_geometry(im, jni_xml_child(node, "geometry"), &appearance, name && name[0] ? name : "shape");
  im->quiet = im->doubtful = false;
  if (made < 0) jni_import_say(im, JN_WARNING, node, "its shape is not imported: it is not supported or faulty");
  return made < 0 ? 0 : made;
}

void jni_urdf_shapes(jni_import *im, const jni_xml *robot, jni_xml *link, const jni_placement *at) {
  bool seen = false, touch = im->options.contacts != JN_IMPORT_NO_CONTACTS;
  for (jni_xml *n = jni_xml_child(link, "visual"); n && !im->pool.failed; n = jni_xml_next(n, "visual")) {
    seen = true;
    add_visual(im, robot, n, at, false);
  }
  // without contacts a collision is not marked as used, so that it is reported as ignored
  for (jni_xml *n = link->first; n && (touch || !seen) && !im->pool.failed; n = n->next) {
    if (strcmp(n->name, "collision") != 0) continue;
    if (touch) n->used = true;
    int made = add_visual(im, robot, n, at, seen);
    if (made > 0) im->shapes[made - 1].touches = touch;
  }
}

void jni_urdf_contacts(jni_import *im, const jni_xml *robot) {
  for (int k = 1; k <= im->nshapes; k++)
    for (int i = 1; i < k && im->shapes[k - 1].touches; i++) {
      int a = im->shapes[i - 1].body, b = im->shapes[k - 1].body;
      if (im->shapes[i - 1].touches && a != b && !jni_import_are_joined(im, a, b))
        jni_import_add_touch(im, i, k, NAN, robot);
    }
  im->has_contact_friction = im->ntouches > 0;
}
