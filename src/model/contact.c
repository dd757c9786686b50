// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact.c - adds materials and contacts to a model: finds the pairs of shapes, their points and coefficients.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "contact/contact_features.h"
#include "contact/contact_polyhedron.h"
#include "kernel/vec3.h"
#include "model/build.h"
#include "model/compliant_contact.h"

#define DIM_NONE \
  { 0, 0, 0, 0 }
#define FIELD(key, kind, owner, member, limits, must, sentence)                                      \
  {                                                                                                  \
    .name = key, .type = JNI_FIELD_##kind, .offset = offsetof(owner, member), .dimension = DIM_NONE, \
    .alternative = DIM_NONE, .range = JNI_##limits, .required = must, .help = sentence               \
  }

// Dimensions of the numbers with a unit, whose fields FIELD_UNIT makes. It sets no range: jni_compliant_check and
// jn_model_add_material check the values.
#define DIM_SPEED \
  { 1, 0, -1, 0 }
#define DIM_STIFFNESS \
  { 0, 1, -2, 0 }
#define DIM_DAMPING \
  { 0, 1, -1, 0 }
#define DIM_PRESSURE \
  { -1, 1, -2, 0 }
#define FIELD_UNIT(key, unit, owner, member, sentence)                                                 \
  {                                                                                                    \
    .name = key, .type = JNI_FIELD_NUMBER, .offset = offsetof(owner, member), .dimension = DIM_##unit, \
    .alternative = DIM_NONE, .range = JNI_ANY, .required = false, .help = sentence                     \
  }

const jni_field jni_contact_fields[JNI_CONTACT_NFIELDS] = {
    FIELD("between", NAMES, jn_contact_def, between, ANY, false,
          "two shapes: BODY.SHAPE, or BODY for all shapes of a body"),
    FIELD("among", NAMES, jn_contact_def, among, ANY, false,
          "instead of 'between': all pairs of these shapes, of different bodies without a common joint"),
    FIELD("with", NAMES, jn_contact_def, with, ANY, false,
          "with 'among', instead of its pairs: each of 'among' with each of these, of different bodies"),
    FIELD("law", WORD, jn_contact_def, law, ANY, false,
          "rigid: the shapes do not penetrate (default); compliant: a spring and a damper at each point"),
    FIELD("restitution", NUMBER, jn_contact_def, restitution, ANY, false,
          "speed of separation over speed of approach, 0 to 1; default by the materials, or 0"),
    FIELD("friction", NUMBER, jn_contact_def, friction, ANY, false,
          "coefficient of friction; default by the materials, or 0"),
    FIELD(
        "static", NUMBER, jn_contact_def, friction_static, ANY, false,
        "coefficient of friction of a contact that sticks; default by the materials, or 'friction'. Not if compliant"),
    FIELD("stiffness", NUMBER, jn_contact_def, stiffness, ANY, false,
          "compliant: k of the push k d^exponent (1 + b d') over the depth d, N/m^exponent; default by 'young' and "
          "'poisson' of the materials, for spheres"),
    FIELD("exponent", NUMBER, jn_contact_def, exponent, ANY, false,
          "compliant: of the depth, 1 or more; default 1, or 3/2 if the stiffness follows from the materials"),
    FIELD("damping", NUMBER, jn_contact_def, damping, ANY, false,
          "compliant: b, s/m; default so that an impact has the restitution exactly"),
    FIELD_UNIT("rest_speed", SPEED, jn_contact_def, rest_speed,
               "compliant: slower contact is damped as an impact at this speed; default 1 mm/s"),
    FIELD_UNIT("shear_stiffness", STIFFNESS, jn_contact_def, shear_stiffness,
               "compliant: of the spring by which friction sticks; default the stiffness of the push under the weight "
               "of the lighter body"),
    FIELD_UNIT("shear_damping", DAMPING, jn_contact_def, shear_damping,
               "compliant: of the damper beside it; default shear_stiffness times 2 ms"),
};

const jni_field jni_material_fields[JNI_MATERIAL_NFIELDS] = {
    FIELD("friction", NUMBER, jn_material_def, friction, NOT_NEGATIVE, false, "coefficient of friction, default 0"),
    FIELD("static", NUMBER, jn_material_def, friction_static, ANY, false,
          "coefficient of friction of a contact that sticks; default 'friction'"),
    FIELD("restitution", NUMBER, jn_material_def, restitution, NOT_NEGATIVE, false,
          "speed of separation over speed of approach, 0 to 1, default 0"),
    FIELD_UNIT("young", PRESSURE, jn_material_def, young, "Young's modulus, of compliant contacts"),
    FIELD("poisson", NUMBER, jn_material_def, poisson, ANY, false,
          "Poisson's ratio, of compliant contacts, more than -1, at most 0.5; default 0.3"),
};

const char *const jni_contact_change_names[] = {"hits", "closes", "opens", "slips", "sticks", NULL};

static const struct {
  const char *name;
  bool compliant;
} laws[] = {{"rigid", false}, {"compliant", true}};

// ---- materials ----------------------------------------------------------------------------------------------------

// Checks coefficients; NaN: the model gives no value. Returns false after a fault.
static bool check_coefficients(jn_model *model, const char *element, double friction, double sticking,
                               double restitution) {
  bool sound = true;
  if (!(isnan(restitution) || (restitution >= 0 && restitution <= 1))) {
    jni_model_fault_key(model, element, "restitution", "restitution must be from 0 to 1, got %g", restitution);
    sound = false;
  }
  if (!(isnan(friction) || (friction >= 0 && isfinite(friction)))) {
    jni_model_fault_key(model, element, "friction", "friction must be zero or positive, got %g", friction);
    sound = false;
  }
  if (!(isnan(sticking) || (isfinite(sticking) && sticking >= (isnan(friction) ? 0 : friction)))) {
    jni_model_fault_key(model, element, "static", "static must be at least 'friction', got %g", sticking);
    sound = false;
  }
  return sound;
}

void jn_model_add_material(jn_model *model, const jn_material_def *def) {
  JNI_ASSERT(model && def && def->cookie == JNI_DEF_COOKIE && "start from jn_material_def_default()");
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "material", def->name ? def->name : "");
  bool named = jni_model_check_name(model, JNI_NAME_MATERIAL, 0, "material", def->name);
  bool sound = check_coefficients(model, element, def->friction, def->friction_static, def->restitution);
  if (!(isnan(def->young) || (def->young > 0 && isfinite(def->young))))
    jni_model_fault_key(model, element, "young", "young must be positive, got %g", def->young);
  if (!(isnan(def->poisson) || (def->poisson > -1 && def->poisson <= 0.5)))
    jni_model_fault_key(model, element, "poisson", "poisson must be more than -1 and at most 0.5, got %g",
                        def->poisson);
  if (!jni_model_grow(model, &model->materials, &model->capacity_materials, model->nmaterials,
                      sizeof *model->materials))
    return;
  jni_material *made = &model->materials[model->nmaterials];
  *made = (jni_material){.name = jni_model_text(model, def->name ? def->name : "", NULL),
                         .young = def->young,
                         .poisson = isnan(def->poisson) ? 0.3 : def->poisson};
  if (sound) {
    made->friction = def->friction;
    made->friction_static = isnan(def->friction_static) ? def->friction : def->friction_static;
    made->restitution = def->restitution;
  }
  if (named && made->name && !jni_names_put(model->names, JNI_NAME_MATERIAL, 0, made->name, model->nmaterials))
    model->no_memory = true;
  model->nmaterials++;
}

static const char *material_candidate(const void *context, int i) {
  const jn_model *model = context;
  return i < model->nmaterials && i < JNI_MAX_CANDIDATES ? model->materials[i].name : NULL;
}

// ---- shapes -------------------------------------------------------------------------------------------------------

jni_contact_shape jni_contact_shape_of(const jni_shape_kind *kind, const jn_shape_def *def, bool plane) {
  jni_contact_shape out = {.touch = kind->touch, .plane = plane, .body = def->body.i};
  jnk_quat_to_matrix(def->quaternion, out.R);
  jnk_copy(def->at, out.p);
  out.radius = def->radius;
  jnk_scale(0.5, def->size, out.half);
  out.size = def->radius;
  if (out.touch == JNI_TOUCH_CAPSULE || out.touch == JNI_TOUCH_CYLINDER) jnk_set(0, 0, def->length / 2, out.half);
  if (out.touch == JNI_TOUCH_BOX) out.size = fmax(out.half[0], fmax(out.half[1], plane ? 0 : out.half[2]));
  if (out.touch == JNI_TOUCH_PLANE) out.size = HUGE_VAL;
  bool along_z = fabs(out.R[8]) > 1 - 1e-12;
  if (out.touch == JNI_TOUCH_CYLINDER && plane && along_z) out.touch = JNI_TOUCH_SPHERE;  // a disc
  return out;
}

// Makes the convex hull of a mesh in memory of a pool. Returns NULL with a message in `what` if there is none; without
// memory it returns NULL, sets pool->failed and leaves `what` as it is.
static const jni_polyhedron *make_hull(jni_pool *pool, const jn_shape_def *def, char *what, size_t room) {
  jni_pool scratch = {.alloc = pool->alloc};
  size_t n = (size_t)def->mesh.nvertices;
  double(*points)[3] = jni_take(&scratch, n, sizeof *points);
  char why[120] = "";
  const jni_polyhedron *made = NULL;
  for (size_t i = 0; points && i < n; i++)
    for (size_t k = 0; k < 3; k++) points[i][k] = (double)def->mesh.vertices[3 * i + k] * def->scale[k];
  if (points) made = jni_polyhedron_new_hull(pool, (const double(*)[3])points, (int)n, why, sizeof why);
  else pool->failed = true;
  jni_pool_free(&scratch);
  if (why[0]) snprintf(what, room, "a mesh touches as its convex hull, but %s", why);
  return made;
}

// Makes the convex polyhedron of a shape in memory of a pool, for points of contact that are features; for a cylinder
// the ball around it. Returns NULL if the kind of shape has none (holes, profiles, meshes in the plane), if the hull of
// a mesh cannot be made (with a message in `what`) or without memory (pool->failed).
static const jni_polyhedron *make_solid(jni_pool *pool, const jn_shape_def *def, const jni_contact_shape *s, char *what,
                                        size_t room) {
  switch (s->touch) {
    case JNI_TOUCH_PLANE: return jni_polyhedron_new_half_space(pool);
    case JNI_TOUCH_SPHERE: return jni_polyhedron_new_point(pool);
    case JNI_TOUCH_CAPSULE: return jni_polyhedron_new_segment(pool, s->half[2]);
    case JNI_TOUCH_BOX:
      return s->plane ? jni_polyhedron_new_rectangle(pool, s->half) : jni_polyhedron_new_box(pool, s->half);
    case JNI_TOUCH_CYLINDER:
      return jni_polyhedron_new_ball(pool, sqrt(s->half[2] * s->half[2] + s->radius * s->radius));
    case JNI_TOUCH_HULL: return s->plane ? NULL : make_hull(pool, def, what, room);
    default: return NULL;
  }
}

void jni_contact_add_solid(jni_pool *pool, const jn_shape_def *def, jni_contact_shape *shape, char *what, size_t room) {
  what[0] = '\0';
  if (!shape->solid) shape->solid = make_solid(pool, def, shape, what, room);
  if (shape->touch == JNI_TOUCH_HULL && shape->solid) shape->size = shape->solid->reach;
}

// Returns whether a coordinate or a size of a shape is NaN or beyond 1e100 m, so that products of them might overflow.
// The size of a plane, which is infinite, is not compared.
static bool is_huge(const jni_contact_shape *s) {
  const double numbers[] = {s->p[0], s->p[1], s->p[2], s->half[0], s->half[1], s->half[2], s->radius};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (!(fabs(numbers[i]) <= 1e100)) return true;
  return s->touch != JNI_TOUCH_PLANE && !(s->size <= 1e100);
}

// Describes a shape of the model for contact_geometry.h in *out; in the plane moves its middle to z = 0. Stores the
// polyhedron that this needs in the shape of the model. Returns false after a fault, or if memory for the hull of a
// mesh is short.
static bool describe(jn_model *model, int shape, jni_contact_shape *out) {
  jni_shape_element *e = &model->shapes[shape];
  char what[200], element[JNI_ELEMENT_SIZE];
  *out = jni_contact_shape_of(e->kind, &e->def, model->space == JN_PLANE);
  jnk_sub(out->p, model->bodies[e->def.body.i].com, out->p);
  if (out->plane) out->p[2] = 0;
  if (out->touch == JNI_TOUCH_PROFILE) {
    out->profile = jni_model_profile(model, e->def.profile);
    out->size = out->profile ? out->profile->size : 0;
  }
  out->solid = e->solid;
  jni_contact_add_solid(&model->pool, &e->def, out, what, sizeof what);
  e->solid = out->solid;
  if (model->pool.failed) model->no_memory = true;
  bool huge = !what[0] && is_huge(out);
  if (huge) snprintf(what, sizeof what, "a shape that touches must not extend beyond 1e100 m");
  if (what[0]) {
    snprintf(element, sizeof element, "shape '%.120s.%.120s'", model->bodies[e->def.body.i].name, e->def.name);
    jni_model_fault(model, element, "%s", what);
  }
  return !huge && (out->touch != JNI_TOUCH_HULL || out->solid || out->plane);
}

static const char *shape_candidate(const void *context, int i) {
  const jn_model *model = context;
  return i < model->nshapes && i < JNI_MAX_CANDIDATES ? model->shapes[i].def.name : NULL;
}

// Finds the shapes that a name means: one shape of a body, or all shapes of a body (*shape = -1). Returns false after a
// fault, also without a new one if the name is missing because of an earlier fault.
static bool find_shapes(jn_model *model, const char *element, const char *key, const char *name, int *body,
                        int *shape) {
  char hint[96];
  size_t length = jni_model_find_path(model->names, JNI_NAME_BODY, 0, name, body);
  *shape = -1;
  if (jni_model_is_missing(model, name)) return false;
  if (length == 0) {
    jni_model_fault_key(model, element, key, "there is no body of the shape '%.80s': write BODY.SHAPE, or BODY", name);
    return false;
  }
  if (name[length]) {
    *shape = jni_names_get(model->names, JNI_NAME_SHAPE, *body, name + length + 1);
    if (*shape >= 0) return true;
    jni_suggest(name + length + 1, shape_candidate, model, hint, sizeof hint);
    jni_model_fault_key(model, element, key, "'%.60s' has no shape '%.60s'%s", model->bodies[*body].name,
                        name + length + 1, hint);
    return false;
  }
  for (int i = 0; i < model->nshapes; i++)
    if (model->shapes[i].def.body.i == *body && model->shapes[i].kind) return true;
  jni_model_fault_key(model, element, key, "'%.60s' has no shape: give it one in 'shapes'", name);
  return false;
}

// ---- pairs --------------------------------------------------------------------------------------------------------

// Returns a coefficient of a contact: its own value if the model gives one, otherwise the smallest of the materials
// that its two shapes have, 0 if neither has one. offset: of the coefficient in jni_material.
static double value_of(const jn_model *model, double own, const int shape[2], size_t offset) {
  double least = HUGE_VAL;
  for (int i = 0; i < 2 && isnan(own); i++) {
    const char *name = model->shapes[shape[i]].def.material;
    int m = name ? jni_names_get(model->names, JNI_NAME_MATERIAL, 0, name) : -1;
    if (m >= 0) least = fmin(least, *(const double *)(const void *)((const char *)&model->materials[m] + offset));
  }
  return !isnan(own) ? own : least < HUGE_VAL ? least : 0;
}

static bool check_material(jn_model *model, const char *element, int shape) {
  const char *name = model->shapes[shape].def.material;
  char hint[96];
  if (!name || jni_names_get(model->names, JNI_NAME_MATERIAL, 0, name) >= 0) return true;
  jni_suggest(name, material_candidate, model, hint, sizeof hint);
  jni_model_fault(model, element, "there is no material '%.60s' of shape '%.60s'%s", name,
                  model->shapes[shape].def.name, hint);
  return false;
}

static const char *name_of(const jn_model *model, int shape, char *text, size_t size) {
  const jn_shape_def *def = &model->shapes[shape].def;
  snprintf(text, size, "%.80s.%.80s", model->bodies[def->body.i].name, def->name);
  return text;
}

// Adds the pair of the shapes a and b to a contact, in the order that contact_geometry.h requires, with its
// coefficients and its numbers of points. Returns false after a fault or if memory is short.
static bool add_pair(jn_model *model, jni_contact_element *e, const jn_contact_def *def, const char *element, int a,
                     int b) {
  jni_contact_pair pair = {.shape = {a, b}};
  char first[170], second[170];
  if (!model->shapes[a].kind || !model->shapes[b].kind || !model->shapes[a].def.name || !model->shapes[b].def.name)
    return false;  // a fault of the shape is reported
  if (!check_material(model, element, a) || !check_material(model, element, b)) return false;
  if (!describe(model, a, &pair.geometry[0]) || !describe(model, b, &pair.geometry[1])) return false;
  if (jni_contact_swaps(&pair.geometry[0], &pair.geometry[1])) {
    jni_contact_shape other = pair.geometry[0];
    pair.geometry[0] = pair.geometry[1];
    pair.geometry[1] = other;
    pair.shape[0] = b;
    pair.shape[1] = a;
  }
  bool features = jni_has_features(&pair.geometry[0], &pair.geometry[1]);
  pair.npoints = jni_contact_npoints(&pair.geometry[0], &pair.geometry[1]);
  if (pair.npoints == 0) {
    jni_model_fault(model, element,
                    "%s (%s) and %s (%s) cannot touch each other; there are contacts of sphere, capsule, box and in "
                    "space mesh with plane and with each other, of cylinder with plane, of sphere with hole that is "
                    "larger, and of profile with sphere, plane and profile",
                    name_of(model, a, first, sizeof first), model->shapes[a].kind->name,
                    name_of(model, b, second, sizeof second), model->shapes[b].kind->name);
    return false;
  }
  const jni_profile *profile = pair.geometry[1].profile;
  if (profile && pair.geometry[0].touch == JNI_TOUCH_SPHERE && pair.geometry[0].radius >= profile->least_hollow) {
    jni_model_fault(model, element,
                    "%s has a radius of %.6g m, but %s has a hollow place with a radius of %.6g m: it must be smaller",
                    name_of(model, pair.shape[0], first, sizeof first), pair.geometry[0].radius,
                    name_of(model, pair.shape[1], second, sizeof second), profile->least_hollow);
    return false;
  }
  if (profile && e->compliant) {
    jni_model_fault(model, element, "contacts of profiles are rigid: 'law: rigid'");
    return false;
  }
  if (e->compliant) pair.npoints = jni_compliant_npoints(&pair.geometry[0], &pair.geometry[1]);
  if (pair.npoints == 0) {
    jni_model_fault_key(model, element, "law",
                        "%s (%s) and %s (%s) touch with 'law: rigid' only; compliant are sphere, capsule, box and mesh "
                        "with plane, sphere with sphere, capsule and box, and sphere with hole",
                        name_of(model, a, first, sizeof first), model->shapes[a].kind->name,
                        name_of(model, b, second, sizeof second), model->shapes[b].kind->name);
    return false;
  }
  int *npoints = e->compliant ? &model->ncompliant_points : &model->ncontact_points;
  pair.first = *npoints;
  pair.has_features = features && !e->compliant;
  pair.friction = value_of(model, def->friction, pair.shape, offsetof(jni_material, friction));
  pair.friction_static = value_of(model, isnan(def->friction_static) ? def->friction : def->friction_static, pair.shape,
                                  offsetof(jni_material, friction_static));
  pair.restitution = value_of(model, def->restitution, pair.shape, offsetof(jni_material, restitution));
  if (e->compliant && !jni_compliant_law(model, def, element, &pair)) return false;
  if (!jni_model_grow(model, &e->pairs, &e->capacity_pairs, e->npairs, sizeof *e->pairs)) return false;
  e->pairs[e->npairs++] = pair;
  e->npoints += pair.npoints;
  *npoints += pair.npoints;
  return true;
}

static bool have_common_joint(const jn_model *model, int a, int b) {
  for (int j = 0; j < model->njoints; j++) {
    const jni_joint_element *joint = &model->joints[j];
    if (!joint->kind || !joint->kind->two_ended || joint->kind->free) continue;
    int x = joint->def.between[0].i, y = joint->def.between[1].i;
    if (x < 0 || y < 0) continue;
    x = model->frames[x].body;
    y = model->frames[y].body;
    if ((x == a && y == b) || (x == b && y == a)) return true;
  }
  return false;
}

// Returns whether shape i is meant by a name: shape `shape`, or, if that is -1, any shape of the body that can touch
// but a mesh, which is there for pictures unless it is named.
static bool is_meant(const jn_model *model, int i, int body, int shape) {
  if (shape >= 0) return i == shape;
  const jni_shape_kind *kind = model->shapes[i].kind;
  if (model->shapes[i].def.body.i != body || !kind) return false;
  return kind->touch != JNI_TOUCH_NONE && kind->touch != JNI_TOUCH_HULL;
}

// Adds the pairs of the shapes that two names mean. Returns false after a fault.
static bool add_pairs(jn_model *model, jni_contact_element *e, const jn_contact_def *def, const char *element,
                      const int body[2], const int shape[2]) {
  for (int a = 0; a < model->nshapes; a++)
    for (int b = 0; b < model->nshapes; b++)
      if (is_meant(model, a, body[0], shape[0]) && is_meant(model, b, body[1], shape[1]) &&
          !add_pair(model, e, def, element, a, b))
        return false;
  return true;
}

// Two lists of names, each of the first with each of the second. For 'between', and for 'among' without 'with', both
// are the same list: then each name with each later one.
typedef struct {
  const jn_name_list *first, *second;
  const char *first_key, *second_key;
  bool named;  // between, with: a common joint of two bodies does not matter
} name_lists;

// Finds the lists of a contact. Returns false after a fault, also one reported before in one of the lists.
static bool find_lists(jn_model *model, const jn_contact_def *def, const char *element, name_lists *lists) {
  if (jni_model_key_is_faulty(model, "between") || jni_model_key_is_faulty(model, "among") ||
      jni_model_key_is_faulty(model, "with"))
    return false;
  bool among = def->among.n > 0, with = def->with.n > 0;
  if (among && def->between.n > 0) {
    jni_model_fault_key(model, element, "among", "a contact has either 'between' or 'among'");
    return false;
  }
  if (with && !among) {
    jni_model_fault_key(model, element, "with", "'with' belongs to 'among': each of 'among' with each of 'with'");
    return false;
  }
  if (among ? def->among.n < (with ? 1 : 2) : def->between.n != 2) {
    jni_model_fault_key(model, element, among ? "among" : "between",
                        "needs 'between' with two shapes, or 'among' with two or more");
    return false;
  }
  *lists = (name_lists){&def->among, with ? &def->with : &def->among, "among", with ? "with" : "among", with};
  if (!among) *lists = (name_lists){&def->between, &def->between, "between", "between", true};
  return true;
}

// Adds the pairs of a contact. Shapes of one body make no pair, which for 'between' is a fault. Counts in e->nleft_out
// the pairs of names left out because of a common joint. Returns false after a fault, also if there is no pair.
static bool find_pairs(jn_model *model, jni_contact_element *e, const jn_contact_def *def, const char *element) {
  name_lists lists;
  if (!find_lists(model, def, element, &lists)) return false;
  bool same = lists.first == lists.second;
  for (int i = 0; i < lists.first->n; i++)
    for (int k = same ? i + 1 : 0; k < lists.second->n; k++) {
      int body[2], shape[2];
      if (!find_shapes(model, element, lists.first_key, lists.first->list[i], &body[0], &shape[0]) ||
          !find_shapes(model, element, lists.second_key, lists.second->list[k], &body[1], &shape[1]))
        return false;
      if (body[0] == body[1] && def->between.n > 0) {
        jni_model_fault_key(model, element, "between", "both shapes belong to '%.80s': shapes of one body cannot touch",
                            model->bodies[body[0]].name);
        return false;
      }
      if (body[0] == body[1]) continue;
      if (!lists.named && have_common_joint(model, body[0], body[1])) {
        e->nleft_out++;
        continue;
      }
      if (!add_pairs(model, e, def, element, body, shape)) return false;
    }
  if (e->npairs > 0) return true;
  jni_model_fault_key(model, element, lists.first_key, "there is no pair of shapes that can touch");
  return false;
}

// Reports a fault for each number in the definition of a rigid contact that belongs to compliant contacts.
static void check_rigid(jn_model *model, const jn_contact_def *def, const char *element) {
  const struct {
    const char *key;
    double value;
  } all[] = {{"stiffness", def->stiffness},
             {"exponent", def->exponent},
             {"damping", def->damping},
             {"rest_speed", def->rest_speed},
             {"shear_stiffness", def->shear_stiffness},
             {"shear_damping", def->shear_damping}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!isnan(all[i].value))
      jni_model_fault_key(model, element, all[i].key, "'%s' belongs to 'law: compliant'; rigid contacts have none",
                          all[i].key);
}

jn_contact jn_model_add_contact(jn_model *model, const jn_contact_def *def) {
  JNI_ASSERT(model && def && def->cookie == JNI_DEF_COOKIE && "start from jn_contact_def_default()");
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "contact", def->name ? def->name : "");
  bool named = jni_model_check_name(model, JNI_NAME_CONTACT, 0, "contact", def->name);
  check_coefficients(model, element, def->friction, def->friction_static, def->restitution);
  size_t law = 0, nlaws = sizeof laws / sizeof *laws;
  while (law < nlaws && !(def->law && strcmp(def->law, laws[law].name) == 0)) law++;
  bool compliant = law < nlaws && laws[law].compliant;
  if (law == nlaws)
    jni_model_fault_key(model, element, "law", "unknown law '%.40s'; there are 'rigid' and 'compliant'",
                        def->law ? def->law : "");
  else if (compliant) jni_compliant_check(model, def, element);
  else check_rigid(model, def, element);
  if (!jni_model_grow(model, &model->contacts, &model->capacity_contacts, model->ncontacts, sizeof *model->contacts))
    return (jn_contact){-1};
  jni_contact_element *made = &model->contacts[model->ncontacts];
  *made = (jni_contact_element){.compliant = compliant,
                                .first = compliant ? model->ncompliant_points : model->ncontact_points,
                                .place = model->place};
  made->name = jni_model_text(model, def->name ? def->name : "", NULL);
  find_pairs(model, made, def, element);
  if (named && made->name && !jni_names_put(model->names, JNI_NAME_CONTACT, 0, made->name, model->ncontacts))
    model->no_memory = true;
  return (jn_contact){model->ncontacts++};
}

bool jni_refuse_contacts(const jn_model *model, const char *advice, jn_report *report) {
  int first = 0;
  while (first < model->ncontacts && model->contacts[first].compliant) first++;
  if (first == model->ncontacts) return false;
  jn_error error = {.status = JN_REFUSED, .severity = JN_FAULT};
  jni_model_place(model, model->contacts[first].place, &error);
  jni_print(error.element, sizeof error.element, "contact '%.120s'", model->contacts[first].name);
  jni_print(error.what, sizeof error.what, "%s", advice);
  jn_report_add(report, &error);
  return true;
}

int jn_model_ncontacts(const jn_model *model) {
  JNI_ASSERT(model);
  return model->ncontacts;
}

const char *jn_model_contact_name(const jn_model *model, jn_contact contact) {
  JNI_ASSERT(model);
  return contact.i >= 0 && contact.i < model->ncontacts ? model->contacts[contact.i].name : NULL;
}

int jn_model_contact_npoints(const jn_model *model, jn_contact contact) {
  JNI_ASSERT(model);
  return contact.i >= 0 && contact.i < model->ncontacts ? model->contacts[contact.i].npoints : 0;
}
