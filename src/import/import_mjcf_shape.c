// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_mjcf_shape.c - converts geoms of MJCF to shapes: geoms of groups 0 to 2, which MuJoCo shows, or all geoms of a
// body without such geoms; and, hidden, the other geoms that touch.
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "import/import_mjcf.h"
#include "kernel/vec3.h"
#include "model/shape/shape_kind.h"

static const char *const geom_tags[] = {"geom", NULL};
static const char *const no_tags[] = {NULL};
enum { SHOWN = 2 };  // last group of geoms that MuJoCo shows

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

// Returns the asset of this kind (element name) and name; NULL: none. Does not mark it as used, so that
// import_ignored.c reports the parts that are not imported.
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

// Adds the shape of a mesh. Returns its number; 0: the file cannot be read, which is reported; -1: the asset does not
// exist or is faulty.
static int add_mesh(const mjcf_element *e, const jni_import_appearance *appearance, const char *name) {
  jni_import *im = e->mj->im;
  const jni_xml_attribute *which = jni_mjcf_find(e, "mesh");
  jni_xml *asset = which ? find_asset(e->mj, "mesh", which->value) : NULL;
  const char *file = asset ? text_of(asset, "file") : NULL, *folder = e->mj->meshdir;
  jn_shape_def def = jn_shape_def_default();
  mjcf_element of = {e->mj, asset, NULL, no_tags};
  def.type = "mesh";
  if (!file || text_of(asset, "refpos") || text_of(asset, "refquat")) return -1;
  if (jni_mjcf_vector(&of, "scale", 3, def.scale) && !(def.scale[0] * def.scale[1] * def.scale[2] != 0)) return -1;
  bool beside = folder && jni_path_root(file) == 0;
  bool needs_slash = beside && folder[0] && !jni_path_separates(folder[strlen(folder) - 1]);
  const char *names[2] = {beside ? jni_import_format(im, "%s%s%s", folder, needs_slash ? "/" : "", file) : file, NULL};
  im->quiet = false;
  const jni_import_mesh_file *found = jni_import_mesh(im, e->node, names);
  im->quiet = true;
  return found ? jni_import_add_shape(im, appearance, name, &def, found) : 0;
}

// ---- geoms ---------------------------------------------------------------------------------------------------------

// Adds a plane: unless it is infinite or hidden a thin plate below its surface, to be shown, and if it touches a hidden
// plane for contacts. Returns the number of that plane; 0: it does not touch.
static int add_plane(const mjcf_element *e, const jni_import_appearance *appearance, const char *name, bool touches) {
  double size[3] = {0, 0, 0};
  jni_import *im = e->mj->im;
  jn_shape_def def = jn_shape_def_default();
  jni_import_numbers(im, jni_mjcf_find(e, "size"), 1, 3, size, &(int){0});
  int made = 0;
  if (touches) {
    jni_import_appearance own = *appearance;
    own.hidden = true;
    def.type = "plane";
    made = jni_import_add_shape(im, &own, name, &def, NULL);
    name = jni_import_format(im, "%s_plate", name);
  }
  if (appearance->hidden || !(size[0] > 0 && size[1] > 0)) return made;
  jni_import_appearance under = *appearance;
  for (int i = 0; i < 2; i++) def.size[i] = 2 * size[i];
  def.size[2] = 1e-3 * fmin(def.size[0], def.size[1]);
  const double down[3] = {0, 0, -def.size[2] / 2};
  jni_pose below = jni_pose_at(down);
  under.at.pose = jni_pose_after(&appearance->at.pose, &below);
  def.type = "box";
  jni_import_add_shape(im, &under, name, &def, NULL);
  return made;
}

// Adds a sphere, box, cylinder or capsule; appearance->at becomes the placement of the geom in its body. Returns the
// number of the shape; -1: the type is not supported or the sizes are faulty.
static int add_solid(const mjcf_element *e, const char *type, jni_import_appearance *appearance, const char *name) {
  jni_import *im = e->mj->im;
  double size[3];
  jni_pose pose, body = appearance->at.pose;
  if (!jni_mjcf_solid(e, type, size, &pose)) return -1;
  appearance->at.pose = jni_pose_after(&body, &pose);
  for (int i = 0; i < 3; i++)
    if (!isfinite(appearance->at.pose.p[i]) || !(size[i] < 1e6)) return -1;
  const jni_shape_kind *kind = jni_shape_kind_find(type);
  if (!kind) return -1;
  jn_shape_def def = jn_shape_def_default();
  def.type = kind->name;
  if (kind->touch == JNI_TOUCH_BOX) jnk_scale(2, size, def.size);
  else def.radius = size[0];
  if (kind->touch == JNI_TOUCH_CAPSULE || kind->touch == JNI_TOUCH_CYLINDER) def.length = 2 * size[1];
  return jni_import_add_shape(im, appearance, name, &def, NULL);
}

// Adds the shape of a geom. Returns its number; 0: none was added, for a reason that is reported or because nothing
// shows it; -1: the geom is not supported or faulty.
static int add_geom(const mjcf_element *e, const jni_placement *at, bool hidden, bool touches) {
  const jni_xml_attribute *type = jni_mjcf_find(e, "type");
  const char *kind = type ? type->value : jni_mjcf_find(e, "mesh") ? "mesh" : "sphere";
  const char *given = text_of(e->node, "name"), *name = given && given[0]            ? given
                                                        : strcmp(kind, "plane") == 0 ? "plane"
                                                                                     : "shape";
  jni_import_appearance appearance = {.at = *at, .hidden = hidden};
  read_colour(e, appearance.colour);
  e->mj->im->doubtful = false;
  bool plain = strcmp(kind, "mesh") == 0 || strcmp(kind, "plane") == 0;
  if (!plain) return add_solid(e, kind, &appearance, name);
  jni_pose pose = jni_mjcf_pose(e);
  appearance.at.pose = jni_pose_after(&at->pose, &pose);
  if (e->mj->im->doubtful || !isfinite(appearance.at.pose.p[0] + appearance.at.pose.p[1] + appearance.at.pose.p[2]))
    return -1;
  return strcmp(kind, "mesh") == 0 ? add_mesh(e, &appearance, name) : add_plane(e, &appearance, name, touches);
}

static bool is_shown(const mjcf_element *e) { return !(jni_mjcf_number(e, "group", 0) > SHOWN); }

void jni_mjcf_shapes(jni_mjcf *mj, jni_xml *body, const jni_placement *at, const char *childclass) {
  jni_import *im = mj->im;
  bool any = false;  // some geom of the body is shown
  im->quiet = true;
  for (jni_xml *g = body->first; g; g = g->next) {
    mjcf_element e = jni_mjcf_element(mj, g, childclass, geom_tags);
    any = any || (strcmp(g->name, "geom") == 0 && is_shown(&e));
  }
  for (jni_xml *g = body->first; g && !im->pool.failed; g = g->next) {
    if (strcmp(g->name, "geom") != 0) continue;
    mjcf_element e = jni_mjcf_element(mj, g, childclass, geom_tags);
    im->doubtful = false;
    bool drawn = !any || is_shown(&e), touches = jni_mjcf_touches(&e);
    if (!drawn && !touches) continue;
    jni_mjcf_mark_geom(&e);
    int made = add_geom(&e, at, !drawn, touches);
    im->quiet = im->doubtful = false;
    if (made < 0)
      jni_import_say(im, touches ? JN_WARNING : JN_NOTE, g, "its shape is not imported: it is not supported or faulty");
    if (touches) jni_mjcf_add_collider(&e, made > 0 ? made : 0);
    im->quiet = true;
  }
  im->quiet = im->doubtful = false;
}
