// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_shape.c - writes shapes of the robot's bodies as text, and checks that mesh files can be read. A shape that
// cannot be converted is omitted with a remark; it never makes the import fail.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "import/import.h"
#include "kernel/vec3.h"
#include "model/contact_element.h"
#include "model/read/read_file.h"
#include "model/shape/shape.h"
#include "model/shape/shape_kind.h"

enum { MOST_BYTES = 512 << 20 };  // largest total size of all mesh files, bytes

static void append_shape(jni_import *im, int body, const jni_import_shape *shape) {
  if (!jni_pool_grow(&im->pool, &im->shapes, &im->capacity_shapes, im->nshapes + 1, sizeof *im->shapes)) return;
  jni_import_body *b = &im->bodies[body];
  im->shapes[im->nshapes] = *shape;
  if (b->last_shape > 0) im->shapes[b->last_shape - 1].next = im->nshapes + 1;
  else b->first_shape = im->nshapes + 1;
  b->last_shape = ++im->nshapes;
}

static const char *colour_text(jni_import *im, const double colour[4]) {
  int part[4];
  for (int i = 0; i < 4; i++) {
    if (!(colour[i] >= 0)) return "";
    part[i] = (int)(255 * fmin(1, colour[i]) + 0.5);
  }
  const char *rgb = jni_import_format(im, ", colour: \"#%02x%02x%02x", part[0], part[1], part[2]);
  return part[3] < 255 ? jni_import_format(im, "%s%02x\"", rgb, part[3]) : jni_import_format(im, "%s\"", rgb);
}

// Returns kind and sizes of a shape as the text of its entry. mesh: name of the file of a mesh.
static const char *size_text(jni_import *im, const jn_shape_def *def, const char *mesh) {
  const char *text = jni_import_format(im, "type: %s", def->type);
  const double *size = def->size, *scale = def->scale;
  if (size[0] > 0) text = jni_import_format(im, "%s, size: %s", text, jni_vector_text(im, size, 3));
  if (def->radius > 0) text = jni_import_format(im, "%s, radius: %s", text, jni_number_text(im, def->radius));
  if (def->length > 0) text = jni_import_format(im, "%s, length: %s", text, jni_number_text(im, def->length));
  if (mesh) text = jni_import_format(im, "%s, file: \"%s\"", text, mesh);
  if (scale[0] != 1 || scale[1] != 1 || scale[2] != 1)
    text = jni_import_format(im, "%s, scale: %s", text, jni_vector_text(im, scale, 3));
  return text;
}

int jni_import_add_shape(jni_import *im, const jni_import_appearance *appearance, const char *wanted,
                         const jn_shape_def *def, const jni_import_mesh_file *mesh) {
  const jni_placement *at = &appearance->at;
  const jni_shape_kind *kind = jni_shape_kind_find(def->type);
  bool ball = kind->touch == JNI_TOUCH_SPHERE;
  bool moved = at->pose.p[0] != 0 || at->pose.p[1] != 0 || at->pose.p[2] != 0;
  const char *place = moved ? jni_import_format(im, ", at: %s", jni_vector_text(im, at->pose.p, 3)) : "";
  const char *turn = !ball && jni_pose_is_turned(&at->pose)
                         ? jni_import_format(im, ", orientation: %s", jni_orientation_text(im, at->pose.q))
                         : "";
  const char *rest = appearance->hidden ? ", draw: false" : colour_text(im, appearance->colour);
  jn_shape_def placed = *def;
  placed.body = (jn_body){at->body};
  jnk_copy(at->pose.p, placed.at);
  memcpy(placed.quaternion, at->pose.q, sizeof placed.quaternion);
  jni_import_shape shape = {
      .name = jni_import_name(im, JNI_NAME_SHAPE, at->body, wanted, NULL),
      .text = jni_import_format(im, "%s%s%s%s", size_text(im, def, mesh ? mesh->name : NULL), place, turn, rest),
      .kind = kind->name,
      .hidden = appearance->hidden,
      .body = at->body,
      .place = im->place,
      .geometry = jni_contact_shape_of(kind, &placed, false),
      .scale = {def->scale[0], def->scale[1], def->scale[2]},
      .file = mesh ? mesh->path : NULL};
  append_shape(im, at->body, &shape);
  return im->pool.failed ? 0 : im->nshapes;
}

// ---- meshes --------------------------------------------------------------------------------------------------------

// Returns whether a file name can be written in a model file, where braces and quotation marks have a meaning.
static bool can_be_written(const char *name) {
  for (const char *c = name; *c; c++)
    if ((unsigned char)*c < 0x20 || strchr("{}\"\\", *c)) return false;
  return true;
}

// Returns the path of `name` relative to the folder of the robot's file.
static const char *path_beside(jni_import *im, const char *name) {
  int folder = jni_path_root(name) > 0 ? 0 : (int)jni_path_folder(im->path);
  return jni_import_format(im, "%.*s%s", folder, im->path, name);
}

// Reads a mesh file into *mesh, in memory of the pool, and adds its size to *bytes. Returns whether the mesh has
// triangles; false with a message in `what` if it cannot be read.
static bool read_mesh(jni_import *im, jni_pool *pool, const char *path, size_t *bytes, jn_mesh *mesh, char *what,
                      size_t room) {
  jn_status status = JN_OK;
  size_t size = 0;
  if (*bytes > MOST_BYTES) {
    snprintf(what, room, "the meshes are too large together");
    return false;
  }
  char *text = jni_read_file(im->alloc, path, &size, &status, what, room);
  *bytes += size;
  bool sound = text && jni_mesh_parse(pool, path, text, size, mesh, what, room);
  if (status == JN_NO_MEMORY || pool->failed) im->pool.failed = true;
  jni_free(im->alloc, text);
  return sound && mesh->ntriangles > 0;
}

// Returns the number of triangles of a mesh file; 0 with a message in `what` if it cannot be read.
static int try_mesh(jni_import *im, const char *path, char *what, size_t room) {
  jni_pool pool = {.alloc = im->alloc};
  jn_mesh mesh = {0};
  bool sound = read_mesh(im, &pool, path, &im->mesh_bytes, &mesh, what, room);
  jni_pool_free(&pool);
  return sound ? mesh.ntriangles : 0;
}

// Returns another shape with the same mesh file and scale, whose solid was made already, or failed; NULL: none. Shape
// `number` gets the same.
static const jni_import_shape *find_same_hull(const jni_import *im, int number) {
  const jni_import_shape *own = &im->shapes[number - 1];
  for (int i = 0; i < im->nshapes; i++) {
    const jni_import_shape *other = &im->shapes[i];
    if (other != own && other->file && (other->geometry.solid || other->no_hull) &&
        strcmp(other->file, own->file) == 0 && memcmp(other->scale, own->scale, sizeof own->scale) == 0)
      return other;
  }
  return NULL;
}

void jni_import_add_solid(jni_import *im, int number) {
  jni_import_shape *shape = &im->shapes[number - 1];
  if (shape->geometry.solid || shape->no_hull) return;
  const jni_import_shape *same = shape->file ? find_same_hull(im, number) : NULL;
  if (same) {
    shape->geometry.solid = same->geometry.solid;
    shape->geometry.size = same->geometry.size;
    shape->no_hull = same->no_hull;
    return;
  }
  jni_pool pool = {.alloc = im->alloc};
  char what[256] = "";
  jn_shape_def def = jn_shape_def_default();
  memcpy(def.scale, shape->scale, sizeof def.scale);
  bool sound = !shape->file || read_mesh(im, &pool, shape->file, &im->hull_bytes, &def.mesh, what, sizeof what);
  if (sound) jni_contact_add_solid(&im->pool, &def, &shape->geometry, what, sizeof what);
  if (!sound || what[0]) shape->no_hull = jni_import_format(im, "%s", what);
  jni_pool_free(&pool);
}

const jni_import_mesh_file *jni_import_mesh(jni_import *im, const jni_xml *node, const char *const *names) {
  char what[256] = "";
  int known = jni_names_get(im->sources, JNI_NAME_MESH, 0, names[0]);
  if (known >= 0) return im->meshes[known];
  const char *found = NULL;
  if (!im->path) snprintf(what, sizeof what, "a robot read from memory has no folder");
  for (int i = 0; im->path && names[i] && !found && !im->pool.failed; i++) {
    int n = can_be_written(names[i]) ? try_mesh(im, path_beside(im, names[i]), what, sizeof what) : 0;
    if (n > JNI_MAX_MODEL_TRIANGLES - im->ntriangles) {
      snprintf(what, sizeof what, "the meshes are too large together");
    } else if (n > 0) {
      im->ntriangles += n;
      found = names[i];
    }
  }
  const char *why = jni_import_format(im, "%s", what[0] ? what : "its name cannot be written");
  if (!found) jni_import_say_kind(im, JN_WARNING, node, why, "the mesh '%.100s' is not imported: %s", names[0], why);
  const char *folder = found && jni_path_root(found) == 0 && im->options.folder ? im->options.folder : "";
  bool room = jni_pool_grow(&im->pool, &im->meshes, &im->capacity_meshes, im->nmeshes + 1, sizeof *im->meshes);
  if (!room) return NULL;
  jni_import_mesh_file *file = found ? jni_take(&im->pool, 1, sizeof *file) : NULL;
  if (file) *file = (jni_import_mesh_file){jni_import_format(im, "%s%s", folder, found), path_beside(im, found)};
  im->meshes[im->nmeshes] = file;
  if (!jni_names_put(im->sources, JNI_NAME_MESH, 0, names[0], im->nmeshes)) im->pool.failed = true;
  return im->meshes[im->nmeshes++];
}
