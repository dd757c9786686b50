// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_urdf_shape.c - reads shapes of URDF links from <visual>, or from <collision> if a link has no <visual>.
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

// Reads the colour of a visual from its material, or from a material of the same name at the top level of the file.
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

// Lists the names under which a mesh may be found, ended by NULL. package://PACKAGE/FILE is searched in the robot's
// folder and in the two folders above it, with and without PACKAGE.
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

static bool add_mesh(jni_import *im, jni_xml *mesh, const jni_import_look *look, const char *name) {
  const char *file = jni_xml_text(mesh, "filename"), *names[NAMES + 1];
  double scale[3] = {1, 1, 1};
  jni_import_numbers(im, jni_xml_find(mesh, "scale"), 3, 3, scale, NULL);
  if (!file || im->doubtful || !(scale[0] * scale[1] * scale[2] != 0)) return false;
  mesh_names(im, file, names);
  im->quiet = false;  // problems of the mesh file are reported
  const char *found = jni_import_mesh(im, mesh, names);
  im->quiet = true;
  bool scaled = scale[0] != 1 || scale[1] != 1 || scale[2] != 1;
  const char *factors = scaled ? jni_import_format(im, ", scale: %s", jni_vector_text(im, scale, 3)) : "";
  if (found) jni_import_add_shape(im, look, name, "type: mesh, file: \"%s\"%s", found, factors);
  return true;
}

static bool add_geometry(jni_import *im, jni_xml *geometry, const jni_import_look *look, const char *name) {
  double size[3] = {0, 0, 0};
  jni_xml *box = jni_xml_child(geometry, "box"), *cylinder = jni_xml_child(geometry, "cylinder");
  jni_xml *sphere = jni_xml_child(geometry, "sphere"), *capsule = jni_xml_child(geometry, "capsule");
  jni_xml *mesh = jni_xml_child(geometry, "mesh"), *round = cylinder ? cylinder : capsule;
  if (mesh) return add_mesh(im, mesh, look, name);
  if (box) jni_import_numbers(im, jni_xml_find(box, "size"), 3, 3, size, NULL);
  else jni_import_number(im, jni_xml_find(round ? round : sphere, "radius"), &size[0]);
  if (round) jni_import_number(im, jni_xml_find(round, "length"), &size[1]);
  if (im->doubtful || !positive(size, box ? 3 : round ? 2 : 1)) return false;
  if (box) jni_import_add_shape(im, look, name, "type: box, size: %s", jni_vector_text(im, size, 3));
  else if (round)
    jni_import_add_shape(im, look, name, "type: %s, radius: %s, length: %s", cylinder ? "cylinder" : "capsule",
                         jni_number_text(im, size[0]), jni_number_text(im, size[1]));
  else if (sphere) jni_import_add_shape(im, look, name, "type: sphere, radius: %s", jni_number_text(im, size[0]));
  return box || round || sphere;
}

static void add_visual(jni_import *im, const jni_xml *robot, jni_xml *node, const jni_placement *at) {
  jni_import_look look = {.at = *at, .colour = {NAN, NAN, NAN, NAN}};
  const char *name = jni_xml_text(node, "name");
  im->quiet = true;
  im->doubtful = false;
  jni_pose origin = jni_urdf_origin(im, node);
  look.at.pose = jni_pose_after(&at->pose, &origin);
  read_colour(im, robot, node, look.colour);
  im->doubtful = false;  // a faulty colour is ignored
  bool sound = isfinite(look.at.pose.p[0] + look.at.pose.p[1] + look.at.pose.p[2]) &&
               add_geometry(im, jni_xml_child(node, "geometry"), &look, name && name[0] ? name : "shape");
  im->quiet = im->doubtful = false;
  if (!sound) jni_import_say(im, JN_WARNING, node, "its shape is not imported: it is not supported or faulty");
}

void jni_urdf_shapes(jni_import *im, const jni_xml *robot, jni_xml *link, const jni_placement *at) {
  bool seen = false;
  for (jni_xml *n = jni_xml_child(link, "visual"); n && !im->pool.failed; n = jni_xml_next(n, "visual")) {
    seen = true;
    add_visual(im, robot, n, at);
  }
  // not marked as used: a collision is reported as ignored, since contact is not supported
  for (jni_xml *n = link->first; n && !seen && !im->pool.failed; n = n->next)
    if (strcmp(n->name, "collision") == 0) add_visual(im, robot, n, at);
}
