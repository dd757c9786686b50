// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_mjcf_mass.c - computes mass and inertia of an MJCF body from <inertial>, or from the volumes and densities of
// its geoms.
#include <math.h>
#include <string.h>

#include "import/import_mjcf.h"
#include "kernel/vec3.h"

static const char *const geom_tags[] = {"geom", NULL};
static const char *const no_tags[] = {NULL};

// ---- solids --------------------------------------------------------------------------------------------------------

typedef struct {
  double volume;      // m^3
  double moments[3];  // principal moments of inertia divided by the mass, m^2
} solid;

// Each returns volume and moments of a solid of MJCF with the half sizes s, m.
static solid sphere(const double s[3]) {
  double r2 = s[0] * s[0], J = 0.4 * r2;
  return (solid){4.0 / 3 * JNK_PI * r2 * s[0], {J, J, J}};
}

static solid box(const double s[3]) {
  double x = s[0] * s[0], y = s[1] * s[1], z = s[2] * s[2];
  return (solid){8 * s[0] * s[1] * s[2], {(y + z) / 3, (x + z) / 3, (x + y) / 3}};
}

static solid ellipsoid(const double s[3]) {
  double x = s[0] * s[0], y = s[1] * s[1], z = s[2] * s[2];
  return (solid){4.0 / 3 * JNK_PI * s[0] * s[1] * s[2], {(y + z) / 5, (x + z) / 5, (x + y) / 5}};
}

static solid cylinder(const double s[3]) {
  double r2 = s[0] * s[0], across = r2 / 4 + s[1] * s[1] / 3;
  return (solid){2 * JNK_PI * r2 * s[1], {across, across, r2 / 2}};
}

// Returns volume and moments of a cylinder with two hemispheres, whose centres of mass are 3 r/8 beyond its ends.
static solid capsule(const double s[3]) {
  double r = s[0], h = s[1];
  solid middle = cylinder(s), ends = sphere(s);
  double volume = middle.volume + ends.volume, a = middle.volume / volume, b = ends.volume / volume;
  double across = a * middle.moments[0] + b * (ends.moments[0] + h * h + 0.75 * r * h);
  return (solid){volume, {across, across, a * middle.moments[2] + b * ends.moments[2]}};
}

static const struct {
  const char *name;
  int sizes;         // how many numbers the attribute `size` has
  int fromto_sizes;  // how many it has if `fromto` is given
  solid (*calc)(const double size[3]);
} shapes[] = {{"sphere", 1, 1, sphere},
              {"box", 3, 1, box},
              {"ellipsoid", 3, 1, ellipsoid},
              {"cylinder", 2, 1, cylinder},
              {"capsule", 2, 1, capsule}};

// ---- one geom --------------------------------------------------------------------------------------------------

// Reads half sizes and pose of a geom of the solid with index `shape`. With fromto the midpoint of the segment is the
// position, its direction from the second end to the first the z axis, half its length the last size. Returns false
// after a fault.
static bool read_place(const mjcf_element *e, int shape, double size[3], jni_pose *pose) {
  jni_import *im = e->mj->im;
  double ends[6], d[3];
  bool segment = shapes[shape].fromto_sizes < shapes[shape].sizes && jni_mjcf_vector(e, "fromto", 6, ends);
  int needed = segment ? shapes[shape].fromto_sizes : shapes[shape].sizes;
  const jni_xml_attribute *a = jni_mjcf_find(e, "size");
  double read[3] = {0, 0, 0};
  if (!a)
    return jni_import_fault(im, e->node, "size is missing: a %s needs %d number%s", shapes[shape].name, needed,
                            needed == 1 ? "" : "s");
  int given = 0;
  if (!jni_import_numbers(im, a, 1, 3, read, &given)) return false;
  if (segment && given > 1)
    jni_import_say(im, JN_NOTE, e->node, "with fromto only the first number of its size is used, as in MuJoCo");
  for (int i = 0; i < 3; i++) size[i] = i < needed || !segment ? read[i] : 0;
  if (segment && shapes[shape].sizes == 3) size[1] = size[0];
  *pose = jni_mjcf_pose(e);
  if (segment) {
    jnk_sub(ends, ends + 3, d);  // MuJoCo's z axis goes from the second end to the first
    size[shapes[shape].sizes - 1] = 0.5 * jnk_norm(d);
    for (int i = 0; i < 3; i++) pose->p[i] = 0.5 * (ends[i] + ends[3 + i]);
    jni_mjcf_z_to(d, pose->q);
  }
  for (int i = 0; i < shapes[shape].sizes; i++)
    if (!(size[i] > 0))
      return jni_import_fault(im, e->node, "a %s needs %d positive number%s for its size", shapes[shape].name, needed,
                              needed == 1 ? "" : "s");
  return true;
}

static int find_shape(const char *type) {
  for (int i = 0; i < (int)(sizeof shapes / sizeof *shapes); i++)
    if (strcmp(shapes[i].name, type) == 0) return i;
  return -1;
}

bool jni_mjcf_solid(const mjcf_element *e, const char *type, double size[3], jni_pose *pose) {
  int shape = find_shape(type);
  return shape >= 0 && read_place(e, shape, size, pose);
}

// Returns whether the group of a geom is one of those that contribute mass.
static bool in_groups(const mjcf_element *e) {
  double group = jni_mjcf_number(e, "group", 0);
  return group >= e->mj->groups[0] && group <= e->mj->groups[1];
}

// Computes the mass of a geom in the body's frame. Returns false if it contributes none, or after a fault.
static bool geom_mass(const mjcf_element *e, jni_mass *mass) {
  const jni_xml_attribute *type = jni_mjcf_find(e, "type"), *given = jni_mjcf_find(e, "mass");
  int shape = find_shape(type ? type->value : "sphere");
  double own = 0, density = jni_mjcf_not_negative(e, "density", 1000);
  bool weighed = jni_import_not_negative(e->mj->im, given, &own);
  if (!in_groups(e) || (weighed && !(own > 0)) || (!weighed && !(density > 0))) return false;
  if (shape < 0) {
    if (!type || (strcmp(type->value, "plane") != 0 && strcmp(type->value, "hfield") != 0))
      jni_import_say(e->mj->im, JN_WARNING, e->node,
                     "its mass is not imported: the mass of a %.40s is not computed; give the body an <inertial>",
                     type ? type->value : "");
    return false;
  }
  double size[3];
  jni_pose pose;
  if (!read_place(e, shape, size, &pose)) return false;
  solid s = shapes[shape].calc(size);
  jni_mass unit = {.mass = weighed ? own : density * s.volume};
  for (int i = 0; i < 3; i++) unit.inertia[i] = unit.mass * s.moments[i];
  *mass = jni_mass_in(&pose, &unit);
  return true;
}

static jni_mass from_geoms(jni_mjcf *mj, jni_xml *body, const char *childclass) {
  jni_mass sum = {.mass = 0};
  for (jni_xml *g = body->first; g; g = g->next) {
    if (strcmp(g->name, "geom") != 0) continue;
    mjcf_element e = jni_mjcf_element(mj, g, childclass, geom_tags);
    jni_mass mass = {.mass = 0};
    // the geom is not marked as used: if it is not shown, its contact is reported as ignored
    if (geom_mass(&e, &mass)) jni_mass_add(&sum, &mass);
  }
  return sum;
}

// ---- inertial --------------------------------------------------------------------------------------------------

static jni_mass from_inertial(jni_mjcf *mj, jni_xml *node) {
  jni_import *im = mj->im;
  mjcf_element e = {mj, node, NULL, no_tags};
  jni_mass own = {.mass = 0};
  if (!jni_xml_find(node, "mass")) jni_import_fault(im, node, "mass is missing");
  own.mass = jni_mjcf_not_negative(&e, "mass", 0);
  bool full = jni_mjcf_vector(&e, "fullinertia", 6, own.inertia);
  if (!full && !jni_mjcf_vector(&e, "diaginertia", 3, own.inertia))
    jni_import_fault(im, node, "diaginertia (3 numbers) or fullinertia (6 numbers) is missing");
  jni_import_check_inertia(im, node, &own);
  jni_pose pose = jni_mjcf_pose(&e);
  return jni_mass_in(&pose, &own);
}

jni_mass jni_mjcf_mass(jni_mjcf *mj, jni_xml *body, const char *childclass) {
  jni_xml *inertial = body->first;
  while (inertial && strcmp(inertial->name, "inertial") != 0) inertial = inertial->next;
  if (inertial && mj->from_geom != MJCF_FROM_GEOM_ALWAYS) {
    inertial->used = true;
    return from_inertial(mj, inertial);
  }
  if (mj->from_geom == MJCF_FROM_GEOM_NEVER) return (jni_mass){.mass = 0};
  return from_geoms(mj, body, childclass);
}
