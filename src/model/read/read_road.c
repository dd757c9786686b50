// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_road.c - the sections `soils` and `roads`, and fields that only roads have.
#include <string.h>

#include "model/part/scope.h"
#include "model/read/read_data.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"
#include "model/read/read_repeat.h"
#include "model/read/read_section.h"
#include "model/road/road.h"

static const jn_dimension metre = {1, 0, 0, 0};

// ---- names ---------------------------------------------------------------------------------------------

static const char *road_candidate(const void *context, int i) {
  for (const jni_node *node = context; node; node = node->next)
    if (i-- == 0) return node->key;
  return NULL;
}

bool jni_read_road(jni_reader *r, const jni_node *node, jn_road *road) {
  const char *text = jni_read_text(r, node);
  char hint[96];
  const char *path = text ? jni_read_name(r, node, text) : NULL;
  if (!path) return false;
  road->i = jni_names_get(r->names, JNI_NAME_ROAD, 0, path);
  if (road->i >= 0) return true;
  if (jni_read_report_outside(r, node, JNI_NAME_ROAD, r->names, text)) return false;
  const jni_node *roads = jni_node_get(r->root, "roads");
  jni_suggest(text, road_candidate, roads ? roads->first : NULL, hint, sizeof hint);
  return jni_read_fault(r, node, "there is no road '%.60s'%s", text, hint);
}

static const char *soil_candidate(const void *context, int i) {
  const jn_model *model = context;
  return i < model->nsoils ? model->soils[i].name : NULL;
}

bool jni_read_soil(jni_reader *r, const jni_node *node, jn_soil *soil) {
  const char *text = jni_read_text(r, node), *path = text ? jni_read_name(r, node, text) : NULL;
  char hint[96];
  if (!path) return false;
  soil->i = jni_names_get(r->model->names, JNI_NAME_SOIL, 0, path);
  if (soil->i >= 0) return true;
  jni_suggest(text, soil_candidate, r->model, hint, sizeof hint);
  return jni_read_fault(r, node, "there is no soil '%.60s'%s", text, hint);
}

static void name_road(jni_reader *r, const jni_node *node, const char *name, void *context) {
  int *n = context, number = (*n)++;
  (void)node;
  if (jni_names_get(r->names, JNI_NAME_ROAD, 0, name) >= 0) return;
  if (!jni_names_put(r->names, JNI_NAME_ROAD, 0, name, number)) r->model->no_memory = r->stop = true;
}

// ---- fields ----------------------------------------------------------------------------------------------

bool jni_read_roads(jni_reader *r, const jni_node *node, jn_road_def *def) {
  if (node->kind != JNI_SEQUENCE)
    return jni_read_fault(r, node, "expected a list of roads, got %s", jni_node_kind_text(node));
  jn_road *roads = jni_document_take(r->scratch, (size_t)node->size * sizeof *roads + 1);
  bool sound = roads != NULL;
  int n = 0;
  for (const jni_node *item = node->first; item && roads && !r->stop; item = item->next)
    sound = jni_read_road(r, item, &roads[n++]) && sound;
  def->roads = roads;
  def->nroads = n;
  return sound;
}

// Reads the points of a profile from the key `points` or a data file. Vertical steps are allowed unless the profile is
// smooth. Returns false after a fault.
bool jni_read_profile_points(jni_reader *r, const jni_node *road, jn_road_def *def) {
  const jni_node *smooth = jni_node_get(road, "smooth");
  bool curved = smooth && smooth->text && strcmp(smooth->text, "true") == 0;
  const jni_law_units units = {{metre, metre}, {metre, metre}, .steps = !curved};
  return jni_read_table_in(r, road, "points", &units, &def->points);
}

static bool file_heights(jni_reader *r, const jni_node *road, jn_road_def *def) {
  const jni_column_unit height = {.wanted = {metre, metre}};
  jni_csv_grid grid;
  if (!jni_read_grid(r, road, false, &height, &grid)) return false;
  def->heights = grid.z;
  def->nx = grid.nx;
  def->ny = grid.ny;
  return true;
}

// Reads the heights of a grid road, a list of rows of equal length, or a data file, into the definition, m. Returns
// false after a fault.
bool jni_read_heights(jni_reader *r, const jni_node *road, jn_road_def *def) {
  const jni_node *node = jni_node_get(road, "heights");
  if (!jni_read_check_file_keys(r, road, "heights")) return false;
  if (!node) return file_heights(r, road, def);
  const jni_node *first = node->kind == JNI_SEQUENCE ? node->first : NULL;
  int ny = first && first->kind == JNI_SEQUENCE ? first->size : 0;
  if (ny < 1) return jni_read_fault(r, node, "expected rows of heights such as [[0, 0], [0.1, 0.2]]");
  if (!jni_count_work(r, node, (size_t)node->size * (size_t)ny)) return false;
  double *z = jni_document_take(r->scratch, (size_t)node->size * (size_t)ny * sizeof *z);
  bool sound = z != NULL;
  def->heights = z;
  def->nx = node->size;
  def->ny = ny;
  for (const jni_node *row = first; row && z && !r->stop; row = row->next) {
    sound = jni_read_numbers(r, row, metre, ny, z) && sound;
    z += ny;
  }
  return sound && !r->stop;
}

static const char *segment_candidate(const void *context, int i) {
  (void)context;
  return jni_segment_kinds[i] ? jni_segment_kinds[i]->name : NULL;
}

static const jni_field *missing_field(const jni_road_kind *kind, const jni_node *node) {
  for (int i = 0; i < kind->nfields; i++)
    if (kind->fields[i].required && !jni_node_get(node, kind->fields[i].name)) return &kind->fields[i];
  return NULL;
}

// Reads a segment of a profile, such as {type: ramp, length: 8, rise: 0.6}, into *def. Returns false after a fault.
static bool read_segment(jni_reader *r, const jni_node *node, jn_road_def *def) {
  *def = jn_road_def_default();
  if (!jni_read_is_mapping(r, node, false)) return false;
  const jni_node *type = jni_node_get(node, "type");
  if (!type) return jni_read_fault(r, node, "a segment needs 'type'");
  def->type = jni_read_text(r, type);
  if (!def->type) return false;
  const jni_road_kind *kind = jni_road_kind_find(jni_segment_kinds, def->type);
  char hint[96];
  jni_suggest(def->type, segment_candidate, NULL, hint, sizeof hint);
  if (!kind) return jni_read_fault(r, type, "unknown type '%.60s' of a segment%s", def->type, hint);
  const jni_field *missing = missing_field(kind, node);
  if (missing) return jni_read_fault(r, node, "a %s segment needs '%s': %s", kind->name, missing->name, missing->help);
  return jni_read_segment_fields(r, node, kind, def);
}

bool jni_read_segments(jni_reader *r, const jni_node *node, jn_road_def *def) {
  if (node->kind != JNI_SEQUENCE)
    return jni_read_fault(r, node, "expected a list of segments such as [{type: flat, length: 5}], got %s",
                          jni_node_kind_text(node));
  jn_road_def *segments = jni_document_take(r->scratch, (size_t)node->size * sizeof *segments + 1);
  bool sound = segments != NULL;
  int n = 0;
  for (const jni_node *item = node->first; item && segments && !r->stop; item = item->next)
    sound = read_segment(r, item, &segments[n++]) && sound;
  def->segments = segments;
  def->nsegments = n;
  return sound;
}

// ---- the section -----------------------------------------------------------------------------------------

static void read_road_entry(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jn_road_def def = jn_road_def_default();
  jni_read_element(r, "road", name);
  jni_read_begin_element(r, node);
  if (jni_read_is_mapping(r, node, false)) {
    const jni_node *type = jni_node_get(node, "type");
    def.type = type ? jni_read_text(r, type) : NULL;
    if (type) jni_read_record_key(r, "type", type, def.type != NULL);
  } else {
    jni_read_record_key(r, "type", node, false);
  }
  const jni_road_kind *kind = def.type ? jni_road_kind_find(jni_road_kinds, def.type) : NULL;
  def.name = name;
  if (r->scope->outer && (r->scope->placed.moved || r->scope->placed.turned))
    jni_read_fault_key(
        r, node, "a part with a road cannot be moved or turned; define the road outside and hand it in by a port");
  if (kind) jni_read_fields(r, node, kind->fields, kind->nfields, kind->name, &def);
  jn_model_add_road(r->model, &def);
  jni_read_end_element(r);
}

// Registers the names of all roads, in all scopes, before any of them is read, because a road may refer to a later one.
// r->elements is left unchanged: elements are counted when they are read.
void jni_read_road_names(jni_reader *r) {
  int n = 0, elements = r->elements;
  for (jni_scope *scope = r->scopes; scope && !r->stop; scope = scope->next) {
    jni_scope_state before = jni_read_enter(r, scope);
    const jni_node *section = jni_node_get(r->root, "roads");
    jni_read_element(r, "roads", NULL);
    if (section) jni_read_each(r, section, name_road, &n);
    jni_read_leave(r, &before);
  }
  r->elements = elements;
}

void jni_read_roads_section(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "roads", NULL);
  if (section->kind == JNI_MAPPING) jni_read_each(r, section, read_road_entry, NULL);
}

static void read_soil_entry(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jn_soil_def def = jn_soil_def_default();
  def.name = name;
  jni_read_element(r, "soil", name);
  jni_read_begin_element(r, node);
  if (jni_read_is_mapping(r, node, false)) {
    jni_read_fields(r, node, jni_soil_fields, JNI_SOIL_NFIELDS, "soil", &def);
    jn_model_add_soil(r->model, &def);
  }
  jni_read_end_element(r);
}

void jni_read_soils_section(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "soils", NULL);
  jni_read_each(r, section, read_soil_entry, NULL);
}
