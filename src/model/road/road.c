// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road.c - adds roads to a model, and makes the surfaces that tyres roll on: for each side, all parts of a road and of
// the roads that it consists of, or their envelope.
#include "model/road/road.h"
#include "model/build.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- builder ---------------------------------------------------------------------------------------------

void jni_road_add_part(jni_road_builder *b, jnk_road_part part) {
  if (!b->no_memory && !jni_pool_grow(b->pool, &b->parts, &b->capacity_parts, b->nparts + 1, sizeof *b->parts))
    b->no_memory = true;
  if (!b->no_memory) b->parts[b->nparts++] = part;
}

static void add_number(jni_road_builder *b, double **list, int *n, int *capacity, double value) {
  if (b->nxs + b->nzs >= b->most) b->full = true;
  if (b->full || b->no_memory) return;
  if (!jni_pool_grow(b->pool, list, capacity, *n + 1, sizeof **list)) b->no_memory = true;
  else (*list)[(*n)++] = value;
}

void jni_road_add_number(jni_road_builder *b, double z) { add_number(b, &b->zs, &b->nzs, &b->capacity_zs, z); }

// Appends the point (x, z) to the builder's profile, unless it equals the last point.
void jni_road_add_point(jni_road_builder *b, double x, double z) {
  if (b->no_memory || (b->nxs > 0 && b->xs[b->nxs - 1] == x && b->zs[b->nzs - 1] == z)) return;
  if (b->nxs + b->nzs + 2 > b->most) b->full = true;
  add_number(b, &b->xs, &b->nxs, &b->capacity_xs, x);
  jni_road_add_number(b, z);
}

static void free_builder(jni_road_builder *b) {
  jni_drop(b->pool, b->parts);
  jni_drop(b->pool, b->zones);
  jni_drop(b->pool, b->xs);
  jni_drop(b->pool, b->zs);
}

// Moves the profile or grid of a builder to memory of the model, *numbers, adds it to the builder's parts, and sets
// *parts and *nparts to these; parts and zones stay where they are, the rest of the builder is freed. Returns false if
// memory is short.
static bool finish_parts(jni_road_builder *b, jnk_road_part **parts, int *nparts, double **numbers) {
  jnk_road_part list = b->list;
  *numbers = b->no_memory ? NULL : jni_take(b->pool, (size_t)b->nxs + (size_t)b->nzs + 1, sizeof **numbers);
  if (!*numbers) {
    free_builder(b);
    return false;
  }
  if (b->nxs > 0) memcpy(*numbers, b->xs, (size_t)b->nxs * sizeof(double));
  if (b->nzs > 0) memcpy(*numbers + b->nxs, b->zs, (size_t)b->nzs * sizeof(double));
  list.x = *numbers;
  list.z = *numbers + b->nxs;
  if (b->nxs > 0) list.n = b->nxs;
  if (b->nzs > 0) jni_road_add_part(b, list);
  jni_drop(b->pool, b->xs);
  jni_drop(b->pool, b->zs);
  *parts = b->parts;
  *nparts = b->nparts;
  return !b->no_memory;
}

// ---- adding ----------------------------------------------------------------------------------------------

static const char *kind_candidate(const void *context, int i) {
  (void)context;
  return jn_road_kind_name(i);
}

// Returns the key at which faults found by the check of a kind are reported: that of its list of points, heights,
// segments or roads, if it has one, otherwise "type".
static const char *list_key(const jni_road_kind *kind) {
  for (int i = 0; i < kind->nfields; i++) switch (kind->fields[i].type) {
      case JNI_FIELD_ROADS:
      case JNI_FIELD_POINTS:
      case JNI_FIELD_GRID:
      case JNI_FIELD_SEGMENTS: return kind->fields[i].name;
      default: break;
    }
  return "type";
}

static bool check_road(jn_model *model, const jni_road_kind *kind, const jn_road_def *def, const char *element) {
  const jn_road_def fallback = jn_road_def_default();
  char what[256] = "", hint[96];
  if (!kind) {
    if (jni_model_key_is_faulty(model, "type")) return false;
    if (!def->type) {
      jni_model_fault(model, element, "needs 'type'");
      return false;
    }
    jni_suggest(def->type, kind_candidate, NULL, hint, sizeof hint);
    jni_model_fault_key(model, element, "type", "unknown type '%.60s'%s", def->type, hint);
    return false;
  }
  if (!jni_model_check_fields(model, element, kind->name, " road", kind->fields, kind->nfields, def, &fallback))
    return false;
  if (!kind->check || kind->check(def, what, sizeof what)) return true;
  jni_model_fault_key(model, element, list_key(kind), "%s", what);
  return false;
}

static void copy_roads(jn_model *model, const jn_road_def *def, jni_road_element *road) {
  if (def->nroads < 1) return;
  road->roads = jni_take(&model->pool, (size_t)def->nroads, sizeof *road->roads);
  if (!road->roads) model->no_memory = true;
  else memcpy(road->roads, def->roads, (size_t)def->nroads * sizeof *road->roads);
}

static bool takes_heading(const jni_road_kind *kind) {
  for (int i = 0; i < kind->nfields; i++)
    if (kind->fields[i].offset == offsetof(jn_road_def, heading)) return true;
  return false;
}

static void build(jn_model *model, const jn_road_def *def, const char *element, jni_road_element *road) {
  jni_road_builder b = {
      .pool = &model->pool, .list = {.kind = JNK_PART_LINES}, .most = JNI_MAX_ROAD_NUMBERS - model->road_numbers};
  if (road->kind->build) road->kind->build(def, &b);
  if (!road->kind->zoned) jni_road_add_friction(&b, -HUGE_VAL, HUGE_VAL, def->friction);
  model->road_numbers += b.nxs + b.nzs;
  if (b.full) {
    jni_model_fault(model, element, "the roads have too many points, together more than %d", JNI_MAX_ROAD_NUMBERS / 2);
    road->faulty = true;
  }
  if (!finish_parts(&b, &road->parts, &road->nparts, &road->numbers)) model->no_memory = true;
  road->zones = b.zones;
  road->nzones = b.nzones;
  if (model->no_memory) return;
  if (takes_heading(road->kind)) jni_road_turn(def->heading, road);
  jni_road_reflect(model->mirror, road);
}

jn_road jn_model_add_road(jn_model *model, const jn_road_def *def) {
  JNI_ASSERT(model && def && def->cookie == JNI_DEF_COOKIE && "start from jn_road_def_default()");
  const jni_road_kind *kind = def->type ? jni_road_kind_find(jni_road_kinds, def->type) : NULL;
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "road", def->name ? def->name : "");
  bool named = jni_model_check_name(model, JNI_NAME_ROAD, 0, "road", def->name);
  bool sound = check_road(model, kind, def, element) && jni_road_can_reflect(model, element);
  if (!jni_model_grow(model, &model->roads, &model->capacity_roads, model->nroads, sizeof *model->roads))
    return (jn_road){-1};
  jni_road_element *road = &model->roads[model->nroads];
  *road = (jni_road_element){.kind = kind, .def = *def, .faulty = !sound, .place = model->place};
  if (model->mirror & JN_MIRROR_Y) {
    road->def.left = def->right;
    road->def.right = def->left;
  }
  road->def.name = road->def.type = NULL;
  road->def.points = (jn_law){0};
  road->def.heights = NULL;
  road->def.segments = NULL;
  road->def.roads = NULL;
  road->name = jni_model_text(model, def->name ? def->name : "", NULL);
  if (sound) copy_roads(model, def, road);
  if (sound) build(model, def, element, road);
  if (named && road->name && !jni_names_put(model->names, JNI_NAME_ROAD, 0, road->name, model->nroads))
    model->no_memory = true;
  return (jn_road){model->nroads++};
}

// ---- surfaces ----------------------------------------------------------------------------------------------

// Limit of the depth of roads that consist of roads. Each faultless road without roads in it has at least one part, so
// this limit and that of the parts bound the number of roads visited by `collect`, which stops at the first faulty
// road.
enum { DEEPEST = 32 };  // depth of roads that consist of roads

typedef struct {
  jn_model *model;
  jni_road_builder *b;
  int side;
  int soil;          // soil of the first road that has one, -1: none
  bool enveloped;    // one of the roads requests an envelope
  const char *what;  // reason for a failure; NULL: none
  bool faulty;       // one of its roads has a fault, which is reported there
} collector;

// Adds the parts and zones of one side of a road, and of all roads that it consists of, to c->b. Sets c->what to a
// sentence, or c->faulty, and stops if a road is wrong.
static void collect(collector *c, int road, int depth) {
  const jn_model *model = c->model;
  if (c->what || c->faulty || c->b->no_memory) return;
  if (road < 0 || road >= model->nroads) c->what = "it names a road that does not exist";
  else if (depth > DEEPEST) c->what = "it contains itself, or too many nested roads";
  else if (c->b->nparts > JNI_MAX_ROAD_PARTS) c->what = "it has too many parts";
  if (!c->what) c->faulty = model->roads[road].faulty;
  if (c->what || c->faulty) return;
  const jni_road_element *r = &model->roads[road];
  int soil = r->def.soil.i;
  if (soil >= model->nsoils) c->what = "it names a soil that does not exist";
  else if (soil >= 0 && model->soils[soil].faulty) c->faulty = true;
  else if (c->soil < 0) c->soil = soil;
  c->enveloped |= r->def.envelope;
  for (int i = 0; i < r->nparts; i++) jni_road_add_part(c->b, r->parts[i]);
  for (int i = 0; i < r->nzones; i++) jni_road_add_zone(c->b, &r->zones[i]);
  for (int i = 0; i < r->def.nroads; i++) collect(c, r->roads[i].i, depth + 1);
  if (r->def.left.i >= 0 || r->def.right.i >= 0) collect(c, c->side ? r->def.right.i : r->def.left.i, depth + 1);
}

// Checks that the parts of both sides of a road can be collected, and sets its member `enveloped`. If they cannot,
// reports a fault, unless that of another road is the reason, marks the road as faulty, and returns false.
static bool check_collection(jn_model *model, int road) {
  jni_road_element *r = &model->roads[road];
  for (int side = 0; side < 2 && !r->faulty; side++) {
    jni_road_builder b = {.pool = &model->pool};
    collector c = {.model = model, .b = &b, .side = side, .soil = -1};
    collect(&c, road, 0);
    char element[JNI_ELEMENT_SIZE];
    jni_element_text(element, "road", r->name);
    if (c.what) jni_model_fault(model, element, "%s", c.what);
    if (c.what || c.faulty) r->faulty = true;
    r->enveloped |= c.enveloped;
    if (b.no_memory) model->no_memory = true;
    free_builder(&b);
  }
  return !r->faulty;
}

// Moves parts and zones from a builder to a road. Returns false, with model->no_memory, if memory is short.
static bool move_to_road(jn_model *model, jni_road_builder *made, jnk_road *road) {
  jnk_road_part *parts;
  double *numbers;
  if (!finish_parts(made, &parts, &road->n, &numbers)) {
    model->no_memory = true;
    return false;
  }
  road->parts = parts;
  road->zones = made->zones;
  road->nzones = made->nzones;
  return true;
}

// Computes, for one side of a surface, what a rolling disc needs: if the road consists of straight profiles along x,
// its exact envelope, which replaces the parts of terrain->side; otherwise the parameters of the search for the contact
// point. *work: effort left, which is reduced. Returns false after a fault.
static bool build_envelope(jn_model *model, const char *element, const jni_surface *surface, int side, double *work,
                           jnk_terrain *terrain) {
  const jnk_road *rough = &terrain->rough[side];
  jni_road_builder envelope = {.pool = &model->pool, .most = JNI_MAX_ROAD_NUMBERS};
  terrain->side[side] = *rough;
  if (!jni_road_disc(model, element, rough->parts, rough->n, surface->radius, work, &terrain->disc[side])) return false;
  if (!terrain->disc[side].along_x) return true;
  bool sound = jni_road_envelope(model, element, rough->parts, rough->n, surface->radius, work, &envelope);
  if (!sound) {
    free_builder(&envelope);
    return false;
  }
  if (!move_to_road(model, &envelope, &terrain->side[side])) return false;
  terrain->side[side].zones = rough->zones;
  terrain->side[side].nzones = rough->nzones;
  return true;
}

static bool build_side(jn_model *model, const char *element, jni_surface *surface, int side, double *work) {
  jni_road_builder all = {.pool = &model->pool};
  jnk_terrain *terrain = &surface->terrain;
  collector c = {.model = model, .b = &all, .side = side, .soil = -1};
  collect(&c, surface->road, 0);
  bool rolled = surface->radius > 0;
  if (all.no_memory) model->no_memory = true;
  if (c.what || model->no_memory) {
    free_builder(&all);
    return false;
  }
  if (c.soil >= 0) terrain->side[side].soil = terrain->rough[side].soil = &model->soils[c.soil].soil;
  if (!move_to_road(model, &all, rolled ? &terrain->rough[side] : &terrain->side[side])) return false;
  return !rolled || build_envelope(model, element, surface, side, work, terrain);
}

// Returns the index of the surface that a tyre (or a track or contact) rolls on: one for each road and, for tyres with
// an envelope, each radius. Creates it if it is the first of its kind. Returns -1 after a fault or if memory is short.
static int find_surface(jn_model *model, const jni_force_element *force, double *work) {
  const jn_tyre_def *tyre = &force->def.tyre;
  double radius = tyre->envelope ? tyre->radius : 0;
  for (int i = 0; i < model->nsurfaces; i++)
    if (model->surfaces[i].road == tyre->road.i && model->surfaces[i].radius == radius) return i;
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "force", force->name);
  if (model->nsurfaces == JNI_MAX_SURFACES) {
    jni_model_fault(model, element, "the tyres use more than %d different roads and envelopes", (int)JNI_MAX_SURFACES);
    return -1;
  }
  if (!jni_model_grow(model, &model->surfaces, &model->capacity_surfaces, model->nsurfaces, sizeof *model->surfaces))
    return -1;
  jni_surface *surface = &model->surfaces[model->nsurfaces++];
  *surface = (jni_surface){.road = tyre->road.i, .radius = radius};
  bool sound = build_side(model, element, surface, 0, work) && build_side(model, element, surface, 1, work);
  return sound ? model->nsurfaces - 1 : -1;
}

// Returns false and reports a fault if the kind of a tyre needs soil, but its road has none.
static bool has_soil(jn_model *model, const jni_force_element *force, const jnk_terrain *terrain) {
  char element[JNI_ELEMENT_SIZE];
  if (!force->kind->on_soil || (terrain->side[0].soil && terrain->side[1].soil)) return true;
  jni_element_text(element, "force", force->name);
  jni_model_fault(model, element, "the road '%s' has no soil; give it one of the section 'soils': soil: NAME",
                  model->roads[force->def.tyre.road.i].name);
  return false;
}

void jni_model_build_surfaces(jn_model *model) {
  double work = JNI_MAX_ENVELOPE_WORK;
  model->place_file = NULL;
  for (int i = 0; i < model->nroads && !model->no_memory; i++) {
    model->place = model->roads[i].place;
    check_collection(model, i);
  }
  for (int pass = 0; pass < 2; pass++)  // pointers are set after all surfaces are made
    for (int i = 0; i < model->nforces && !model->no_memory; i++) {
      jni_force_element *force = &model->forces[i];
      int road = force->def.tyre.road.i;
      if (force->faulty || road < 0 || road >= model->nroads || model->roads[road].faulty) continue;
      model->place = force->place;
      if (model->roads[road].enveloped && force->def.tyre.radius > 0) force->def.tyre.envelope = true;
      int surface = find_surface(model, force, &work);
      if (surface < 0 || !has_soil(model, force, &model->surfaces[surface].terrain)) force->faulty = true;
      else force->terrain = &model->surfaces[surface].terrain;
    }
}

jn_road jn_model_find_road(const jn_model *model, const char *name) {
  if (!name) return (jn_road){-1};
  JNI_ASSERT(model);
  return (jn_road){jni_names_get(model->names, JNI_NAME_ROAD, 0, name)};
}
