// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_mjcf_shape.c - converts geoms of MJCF to shapes: geoms of groups 0 to 2, which MuJoCo shows, or all geoms of a
// body without such geoms.
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "import/import_mjcf.h"
#include "kernel/vec3.h"

static const char *const geom_tags[] = {"geom", NULL};
static const char *const no_tags[] = {NULL};
enum { SHOWN = 2 };  // last group that MuJoCo shows

// ---- assets --------------------------------------------------------------------------------------------------------

static const char *text_of(const jni_xml *node, const char *name) {
  for (const jni_xml_attribute *a = node->attributes; a; a = a->next)
    if (strcmp(a->name, name) == 0) return a->value;
  return NULL;
}

// Returns whether an asset has this name. An asset without a name has the name of its file, without folder and suffix.
static bool has_name(const jni_xml *asset, const char *name) {
  const char *own = text_of(asset, "name"), *file = text_of(asset, "file");
  if (own) return strcmp(own, name) == 0;
  const char *stem = file ? jni_path_name(file) : NULL;
  size_t n = stem ? strcspn(stem, ".") : 0;
  return n > 0 && strlen(name) == n && strncmp(stem, name, n) == 0;
}

// Finds an asset without marking it as used, so that import_ignored.c reports the parts that are not imported.
static jni_xml *find_asset(const jni_mjcf *mj, const char *kind, const char *name) {
  for (jni_xml *a = mj->root->first; a; a = a->next) {
    if (strcmp(a->name, "asset") != 0) continue;
    for (jni_xml *n = a->first; n; n = n->next)
      if (strcmp(n->name, kind) == 0 && has_name(n, name)) return n;
  }
  return NULL;
}

static void read_colour(const mjcf_element *e, double colour[4]) {
  if (jni_mjcf_vector(e, "rgba", 4, colour)) return;
  const jni_xml_attribute *material = jni_mjcf_find(e, "material");
  jni_xml *asset = material ? find_asset(e->mj, "material", material->value) : NULL;
  mjcf_element of = {e->mj, asset, NULL, no_tags};
  if (!asset || !jni_mjcf_vector(&of, "rgba", 4, colour)) colour[0] = NAN;
}

static bool add_mesh(const mjcf_element *e, const jni_import_look *look, const char *name) {
  jni_import *im = e->mj->im;
  const jni_xml_attribute *which = jni_mjcf_find(e, "mesh");
  jni_xml *asset = which ? find_asset(e->mj, "mesh", which->value) : NULL;
  const char *file = asset ? text_of(asset, "file") : NULL, *folder = e->mj->meshdir;
  double scale[3] = {1, 1, 1};
  mjcf_element of = {e->mj, asset, NULL, no_tags};
  if (!file || text_of(asset, "refpos") || text_of(asset, "refquat")) return false;
  if (jni_mjcf_vector(&of, "scale", 3, scale) && !(scale[0] * scale[1] * scale[2] != 0)) return false;
  bool beside = folder && jni_path_root(file) == 0;
  bool needs_slash = beside && folder[0] && !jni_path_separates(folder[strlen(folder) - 1]);
  const char *names[2] = {beside ? jni_import_format(im, "%s%s%s", folder, needs_slash ? "/" : "", file) : file, NULL};
  im->quiet = false;
  const char *found = jni_import_mesh(im, e->node, names);
  im->quiet = true;
  bool scaled = scale[0] != 1 || scale[1] != 1 || scale[2] != 1;
  const char *factors = scaled ? jni_import_format(im, ", scale: %s", jni_vector_text(im, scale, 3)) : "";
  if (found) jni_import_add_shape(im, look, name, "type: mesh, file: \"%s\"%s", found, factors);
  return true;
}

// ---- geoms ---------------------------------------------------------------------------------------------------------

// Adds a plane as a thin plate below its surface; adds nothing for an infinite plane. Returns true.
static bool add_plane(const mjcf_element *e, const jni_import_look *look, const char *name) {
  double size[3] = {0, 0, 0};
  jni_import *im = e->mj->im;
  jni_import_numbers(im, jni_mjcf_find(e, "size"), 1, 3, size, &(int){0});
  if (!(size[0] > 0 && size[1] > 0)) return true;
  for (int i = 0; i < 2; i++) size[i] = 2 * size[i];
  size[2] = 1e-3 * fmin(size[0], size[1]);
  jni_import_look under = *look;
  const double down[3] = {0, 0, -size[2] / 2};
  jni_pose below = jni_pose_at(down);
  under.at.pose = jni_pose_after(&look->at.pose, &below);
  jni_import_add_shape(im, &under, name, "type: box, size: %s", jni_vector_text(im, size, 3));
  return true;
}

static bool add_solid(const mjcf_element *e, const char *type, jni_import_look *look, const char *name) {
  jni_import *im = e->mj->im;
  double size[3];
  jni_pose pose, body = look->at.pose;
  if (!jni_mjcf_solid(e, type, size, &pose)) return false;
  look->at.pose = jni_pose_after(&body, &pose);
  for (int i = 0; i < 3; i++)
    if (!isfinite(look->at.pose.p[i]) || !(size[i] < 1e6)) return false;
  const char *radius = jni_number_text(im, size[0]), *length = jni_number_text(im, 2 * size[1]);
  const double edges[3] = {2 * size[0], 2 * size[1], 2 * size[2]};
  if (strcmp(type, "sphere") == 0) jni_import_add_shape(im, look, name, "type: sphere, radius: %s", radius);
  else if (strcmp(type, "box") == 0)
    jni_import_add_shape(im, look, name, "type: box, size: %s", jni_vector_text(im, edges, 3));
  else if (strcmp(type, "ellipsoid") != 0)
    jni_import_add_shape(im, look, name, "type: %s, radius: %s, length: %s", type, radius, length);
  return strcmp(type, "ellipsoid") != 0;
}

// Adds a geom as a shape. Returns false if it is not supported or faulty.
static bool add_geom(const mjcf_element *e, const jni_placement *at) {
  const jni_xml_attribute *type = jni_mjcf_find(e, "type");
  const char *kind = type ? type->value : jni_mjcf_find(e, "mesh") ? "mesh" : "sphere";
  const char *given = text_of(e->node, "name"), *name = given && given[0] ? given : "shape";
  jni_import_look look = {.at = *at};
  read_colour(e, look.colour);
  e->mj->im->doubtful = false;
  bool plain = strcmp(kind, "mesh") == 0 || strcmp(kind, "plane") == 0;
  if (!plain) return add_solid(e, kind, &look, name);
  jni_pose pose = jni_mjcf_pose(e);
  look.at.pose = jni_pose_after(&at->pose, &pose);
  if (e->mj->im->doubtful || !isfinite(look.at.pose.p[0] + look.at.pose.p[1] + look.at.pose.p[2])) return false;
  return strcmp(kind, "mesh") == 0 ? add_mesh(e, &look, name) : add_plane(e, &look, name);
}

static bool is_shown(const mjcf_element *e) { return !(jni_mjcf_number(e, "group", 0) > SHOWN); }

void jni_mjcf_shapes(jni_mjcf *mj, jni_xml *body, const jni_placement *at, const char *childclass) {
  jni_import *im = mj->im;
  bool any = false;
  im->quiet = true;
  for (int pass = 0; pass < 2 && !any; pass++)
    for (jni_xml *g = body->first; g && !im->pool.failed; g = g->next) {
      if (strcmp(g->name, "geom") != 0) continue;
      mjcf_element e = jni_mjcf_element(mj, g, childclass, geom_tags);
      im->doubtful = false;
      if (pass == 0 && !is_shown(&e)) continue;
      any = true;
      bool sound = add_geom(&e, at);
      im->quiet = false;
      if (!sound) jni_import_say(im, JN_NOTE, g, "its shape is not imported: it is not supported or faulty");
      im->quiet = true;
    }
  im->quiet = im->doubtful = false;
}
