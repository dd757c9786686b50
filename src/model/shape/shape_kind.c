// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shape_kind.c - the kinds of shapes: their fields and checks.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/vec3.h"
#include "model/model.h"
#include "model/shape/shape.h"

// clang-format off
#define DIM_NONE {0, 0, 0, 0}
#define DIM_LENGTH {1, 0, 0, 0}
// clang-format on
#define FIELD_IN_MIRROR(reflection, name, type, member, dimension, range, required, help)                            \
  {                                                                                                                  \
    name, JNI_FIELD_##type, offsetof(jn_shape_def, member), DIM_##dimension, DIM_##dimension, JNI_##range, required, \
        help, .mirroring = JNI_MIRROR_##reflection                                                                   \
  }
#define FIELD(name, type, member, dimension, range, required, help) \
  FIELD_IN_MIRROR(BY_TYPE, name, type, member, dimension, range, required, help)

#define AT                                   \
  FIELD("at", PLACE, at, LENGTH, ANY, false, \
        "its middle: a point of the body or coordinates; default the origin of the body")
#define ORIGIN \
  FIELD("at", PLACE, at, LENGTH, ANY, false, "its origin: a point of the body or coordinates; default as the body")
#define ORIENTATION \
  FIELD("orientation", ORIENTATION, quaternion, NONE, ANY, false, "from the axes of the body to its own")
#define AXIS(help) FIELD("axis", DIRECTION, axis, NONE, ANY, false, help)
#define FROM_TO(first, second) \
  FIELD("from", PLACE, from, LENGTH, ANY, false, first), FIELD("to", PLACE, to, LENGTH, ANY, false, second)
#define RADIUS(help) FIELD("radius", NUMBER, radius, LENGTH, POSITIVE, true, help)
#define LENGTH(help) FIELD("length", NUMBER, length, LENGTH, NOT_NEGATIVE, false, help)
#define COLOUR \
  FIELD("colour", COLOUR, colour, NONE, ANY, false, "a name such as red or steel, or \"#rrggbb\"; default as the body")
#define MATERIAL \
  FIELD("material", WORD, material, NONE, ANY, false, "of its contacts: a name of the section 'materials'")
#define DRAW                                  \
  FIELD("draw", FLAG, draw, NONE, ANY, false, \
        "false: pictures do not show it, as with shapes that only contacts need; default true")
#define INSTEAD "; with 'to', instead of 'at', 'axis' and 'length'"

static const jni_field box_fields[] = {FIELD_IN_MIRROR(KEPT, "size", VECTOR, size, LENGTH, NOT_NEGATIVE, true,
                                                       "length of its edges along x, y and z; in the plane x and y"),
                                       AT,
                                       ORIENTATION,
                                       COLOUR,
                                       MATERIAL,
                                       DRAW};
static const jni_field cylinder_fields[] = {RADIUS("of the cylinder"),
                                            LENGTH("along its axis; needed in space"),
                                            FROM_TO("middle of its first end" INSTEAD, "middle of its second end"),
                                            AT,
                                            ORIENTATION,
                                            AXIS("direction of its axis, default z: in the plane a disc"),
                                            COLOUR,
                                            MATERIAL,
                                            DRAW};
static const jni_field sphere_fields[] = {RADIUS("of the sphere"), AT, COLOUR, MATERIAL, DRAW};
static const jni_field hole_fields[] = {RADIUS("of the hole"), AT, COLOUR, MATERIAL, DRAW};
static const jni_field plane_fields[] = {
    FIELD("normal", DIRECTION, axis, NONE, ANY, false, "direction out of the material, default z, in the plane y"),
    FIELD("length", NUMBER, length, LENGTH, NOT_NEGATIVE, false,
          "edge of the square that pictures show, default 1 m; the plane itself has no edge"),
    FIELD("at", PLACE, at, LENGTH, ANY, false,
          "a point of it: a point of the body or coordinates; default the origin of the body"),
    ORIENTATION,
    COLOUR,
    MATERIAL,
    DRAW};
static const jni_field profile_fields[] = {
    FIELD("profile", WORD, profile, NONE, ANY, true, "a name of the section 'profiles'"),
    FIELD("thickness", NUMBER, thickness, LENGTH, NOT_NEGATIVE, false,
          "in pictures: across its plane, half of it to each side, default 0"),
    ORIGIN,
    ORIENTATION,
    COLOUR,
    MATERIAL,
    DRAW};
static const jni_field capsule_fields[] = {RADIUS("of the cylinder and of its round ends"),
                                           LENGTH("between the centres of its ends; needed in space"),
                                           FROM_TO("centre of its first end" INSTEAD, "centre of its second end"),
                                           AT,
                                           ORIENTATION,
                                           AXIS("direction of its axis, default z"),
                                           COLOUR,
                                           MATERIAL,
                                           DRAW};
static const jni_field cone_fields[] = {RADIUS("of its base"),
                                        LENGTH("from base to tip; needed in space"),
                                        FROM_TO("middle of its base" INSTEAD, "its tip"),
                                        AT,
                                        ORIENTATION,
                                        AXIS("direction from base to tip, default z"),
                                        COLOUR,
                                        DRAW};
static const jni_field line_fields[] = {FIELD("points", PLACES, points, LENGTH, ANY, false,
                                              "vertices: points of the body or coordinates; or give 'from' and 'to'"),
                                        FROM_TO("its first end", "its second end"), COLOUR, DRAW};
static const jni_field polygon_fields[] = {
    FIELD("points", PLACES, points, LENGTH, ANY, true,
          "its corners in order, in one plane: points of the body, or coordinates in its own axes"),
    FIELD("thickness", NUMBER, thickness, LENGTH, NOT_NEGATIVE, false,
          "across its plane, half of it to each side, default 0"),
    ORIGIN,
    ORIENTATION,
    COLOUR,
    DRAW};
static const jni_field mesh_fields[] = {
    FIELD("file", MESH, mesh, LENGTH, ANY, true, "STL or OBJ file, relative to the model file"),
    FIELD("scale", FACTORS, scale, NONE, NOT_ZERO, false,
          "factor on its coordinates, or one per axis; default 1: they are in metres"),
    ORIGIN,
    ORIENTATION,
    COLOUR,
    MATERIAL,
    DRAW};

// ---- checks --------------------------------------------------------------------------------------------------------

static bool is_given(const double p[3]) { return !isnan(p[0]); }

// Checks that either two different ends or a length is set, and that with two ends neither place, axis nor orientation
// is. In the plane a shape along z needs neither ends nor length. Returns false with a message in `what` otherwise.
static bool check_ends(const jn_model *model, const jn_shape_def *def, char *what, size_t size) {
  const jn_shape_def none = jn_shape_def_default();
  if (is_given(def->from) != is_given(def->to)) {
    snprintf(what, size, "'from' and 'to' belong together");
    return false;
  }
  bool placed = def->length != 0 || memcmp(def->at, none.at, sizeof def->at) != 0 ||
                memcmp(def->axis, none.axis, sizeof def->axis) != 0 ||
                memcmp(def->quaternion, none.quaternion, sizeof def->quaternion) != 0;
  if (is_given(def->from)) {
    double d[3];
    jnk_sub(def->to, def->from, d);
    if (placed) {
      snprintf(what, size, "'from' and 'to' replace 'at', 'orientation', 'axis' and 'length'");
      return false;
    }
    if (jnk_norm(d) > 0) return true;
    snprintf(what, size, "'from' and 'to' are the same point");
    return false;
  }
  if (def->length > 0 || (model->space == JN_PLANE && def->axis[0] == 0 && def->axis[1] == 0)) return true;
  snprintf(what, size, "needs a 'length', or 'from' and 'to'");
  return false;
}

static bool check_box(const jn_model *model, const jn_shape_def *def, char *what, size_t size) {
  if (def->size[0] > 0 && def->size[1] > 0 && (def->size[2] > 0 || model->space == JN_PLANE)) return true;
  snprintf(what, size, "the edges of 'size' must be positive");
  return false;
}

static bool check_line(const jn_model *model, const jn_shape_def *def, char *what, size_t size) {
  bool ends = is_given(def->from) || is_given(def->to), both = is_given(def->from) && is_given(def->to);
  (void)model;
  if (ends != both) {
    snprintf(what, size, "'from' and 'to' belong together");
    return false;
  }
  if (ends == (def->points.n > 0)) {
    snprintf(what, size, "a line has either 'points' or 'from' and 'to'");
    return false;
  }
  if (ends || def->points.n >= 2) return true;
  snprintf(what, size, "a line needs at least two points");
  return false;
}

static bool check_polygon(const jn_model *model, const jn_shape_def *def, char *what, size_t size) {
  (void)model;
  if (def->points.n >= 3) return true;
  snprintf(what, size, "a polygon needs at least three corners");
  return false;
}

static bool check_profile(const jn_model *model, const jn_shape_def *def, char *what, size_t size) {
  const jni_profile *profile = jni_model_profile(model, def->profile);
  if (model->space != JN_PLANE) snprintf(what, size, "profiles are shapes of plane models");
  else if (model->mirror != 0) snprintf(what, size, "a part with profiles cannot be mirrored");
  else if (!profile)
    snprintf(what, size, "there is no profile '%.60s' without faults in the section 'profiles'", def->profile);
  else return true;
  return false;
}

static bool check_mesh(const jn_model *model, const jn_shape_def *def, char *what, size_t size) {
  const jn_mesh *mesh = &def->mesh;
  (void)model;
  if (mesh->ntriangles < 1 || mesh->nvertices < 1 || mesh->ntriangles > JNI_MAX_TRIANGLES ||
      mesh->nvertices > 3 * JNI_MAX_TRIANGLES) {
    snprintf(what, size, "a mesh has 1 to %d triangles", (int)JNI_MAX_TRIANGLES);
    return false;
  }
  for (int i = 0; i < 3 * mesh->ntriangles; i++)
    if (mesh->triangles[i] < 0 || mesh->triangles[i] >= mesh->nvertices) {
      snprintf(what, size, "a triangle names a vertex that does not exist");
      return false;
    }
  for (int i = 0; i < 3 * mesh->nvertices; i++)
    if (!isfinite(mesh->vertices[i])) {
      snprintf(what, size, "the vertices must be finite");
      return false;
    }
  return true;
}

// ---- the table -----------------------------------------------------------------------------------------------------

#define KIND(kind, word, text, convex, round, test, touch)                                         \
  static const jni_shape_kind shape_##kind = {word,                                                \
                                              text,                                                \
                                              convex,                                              \
                                              round,                                               \
                                              kind##_fields,                                       \
                                              (int)(sizeof kind##_fields / sizeof *kind##_fields), \
                                              test,                                                \
                                              jni_facets_##kind,                                   \
                                              JNI_TOUCH_##touch}
KIND(box, "box", "a box; in the plane a rectangle", true, false, check_box, BOX);
KIND(cylinder, "cylinder", "a cylinder; in the plane a disc, or a rectangle from one point to another", true, true,
     check_ends, CYLINDER);
KIND(sphere, "sphere", "a sphere; in the plane a disc", true, true, NULL, SPHERE);
KIND(hole, "hole", "a round hole in solid material, for contacts; in the plane a circle", false, false, NULL, HOLE);
KIND(plane, "plane", "a plane without edges, for contacts; in the plane a straight line", false, false, NULL, PLANE);
KIND(capsule, "capsule", "a cylinder with round ends, such as a link from one point to another", true, false,
     check_ends, CAPSULE);
KIND(cone, "cone", "a cone; in the plane a triangle", true, false, check_ends, NONE);
KIND(line, "line", "a line through points", false, false, check_line, NONE);
KIND(polygon, "polygon", "a plane outline, or a plate of that outline", false, false, check_polygon, NONE);
KIND(profile, "profile", "an outline of lines, arcs, splines or teeth, for contacts; in the plane only", false, false,
     check_profile, PROFILE);
KIND(mesh, "mesh", "triangles of an STL or OBJ file; contacts take its convex hull", false, false, check_mesh, HULL);

const jni_shape_kind *const jni_shape_kinds[] = {&shape_box,   &shape_cylinder, &shape_sphere,  &shape_capsule,
                                                 &shape_cone,  &shape_line,     &shape_polygon, &shape_mesh,
                                                 &shape_plane, &shape_hole,     &shape_profile, NULL};

const jni_shape_kind *jni_shape_kind_find(const char *name) {
  for (int i = 0; jni_shape_kinds[i]; i++)
    if (strcmp(jni_shape_kinds[i]->name, name) == 0) return jni_shape_kinds[i];
  return NULL;
}

static const jni_shape_kind *kind_at(int i) {
  return i >= 0 && i < (int)(sizeof jni_shape_kinds / sizeof *jni_shape_kinds) ? jni_shape_kinds[i] : NULL;
}

const char *jn_shape_kind_name(int i) { return kind_at(i) ? kind_at(i)->name : NULL; }
const char *jn_shape_kind_help(int i) { return kind_at(i) ? kind_at(i)->help : NULL; }
