// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read.c - a model file from its first byte to a finished model. Sections are read in the order of their
// dependencies, regardless of their order in the file. All faults are reported at the end, in the order of the file.
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/package/package.h"
#include "model/part/part_initial.h"
#include "model/part/port.h"
#include "model/read/read_data.h"
#include "model/read/read_fault.h"
#include "model/read/read_file.h"
#include "model/read/read_library.h"
#include "model/read/read_model.h"
#include "model/read/read_section.h"
#include "model/read/read_variant.h"

// ---- keys, space and version of the document --------------------------------------------------

// Returns whether an earlier child of the mapping has the same key as `child`, which the caller reports. For large
// mappings keys are stored in r->names under `number`, so that the search is fast.
static bool is_given_twice(jni_reader *r, const jni_node *mapping, const jni_node *child, int number) {
  enum { FEW = 16 };  // compared one by one
  if (mapping->size > FEW) {
    if (jni_names_get(r->names, JNI_NAME_KEY, number, child->key) >= 0) return true;
    if (!jni_names_put(r->names, JNI_NAME_KEY, number, child->key, 0)) r->model->no_memory = r->stop = true;
    return false;
  }
  for (const jni_node *other = mapping->first; other != child; other = other->next)
    if (strcmp(other->key, child->key) == 0) return true;
  return false;
}

void jni_read_check_duplicates(jni_reader *r, jni_node *node) {
  int number = r->nmappings++, size = node->size;
  jni_node *before = NULL;
  for (jni_node *child = node->first; child && !r->stop; child = child->next) {
    if (node->kind == JNI_MAPPING && is_given_twice(r, node, child, number)) {
      jni_read_fault_key(r, child, "the key '%.60s' is given twice", child->key);
      before->next = child->next;
      size--;
      if (node->last == child) node->last = before;
      continue;
    }
    if (child->first) jni_read_check_duplicates(r, child);
    before = child;
  }
  node->size = size;
}

static const char *space_candidate(const void *context, int i) {
  static const char *const names[] = {"plane", "space", NULL};
  (void)context;
  return names[i];
}

// Returns the number of coordinates of a body's first point, or of the first point of the ground; 3 if the body has an
// inertia tensor; 0 if neither tells.
static int point_size(const jni_node *owner) {
  const jni_node *points = jni_node_get(owner, "points"), *inertia = jni_node_get(owner, "inertia");
  if (inertia && inertia->kind == JNI_SEQUENCE) return 3;
  return points && points->first && points->first->kind == JNI_SEQUENCE ? points->first->size : 0;
}

// Returns whether a model is probably plane or spatial, from its gravity, points and inertias. Used after a missing or
// wrong `space` has been reported, so that other faults can be reported correctly, too.
static jn_space guess_space(const jni_reader *r) {
  const jni_node *gravity = jni_node_get(r->root, "gravity"), *bodies = jni_node_get(r->root, "bodies");
  int size = gravity ? gravity->size : 0;
  if (!size) size = point_size(jni_node_get(r->root, "ground"));
  for (const jni_node *body = bodies ? bodies->first : NULL; body && !size; body = body->next) size = point_size(body);
  return size == 3 ? JN_SPACE : JN_PLANE;
}

static bool read_space(jni_reader *r, const jni_node *node) {
  const char *text = jni_read_text(r, node);
  char hint[96];
  if (!text) return false;
  for (int i = 0; space_candidate(NULL, i); i++)
    if (strcmp(text, space_candidate(NULL, i)) == 0) {
      r->model->space = i ? JN_SPACE : JN_PLANE;
      return true;
    }
  jni_suggest(text, space_candidate, NULL, hint, sizeof hint);
  return jni_read_fault(r, node, "space must be plane or space, got \"%.40s\"%s", text, hint);
}

bool jni_read_check_version(jni_reader *r, const jni_node *root) {
  const jni_node *node = jni_node_get(root, "jounce");
  if (!node) return jni_read_fault(r, root, "the file does not begin with 'jounce: 1', the version of the format");
  if (node->kind == JNI_SCALAR && strcmp(node->text, "1") == 0) return true;
  if (node->kind != JNI_SCALAR) return jni_read_fault(r, node, "expected the version of the format: 1");
  return jni_read_fault(r, node, "this program reads version 1 of the format, but the file has \"%.40s\"", node->text);
}

static void read_name(jni_reader *r, const jni_node *node) {
  const char *text = jni_read_text(r, node);
  if (!text) return;
  for (const char *c = text; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 0x7f ||
        (c[0] == '\xc2' && (unsigned char)c[1] >= 0x80 && (unsigned char)c[1] < 0xa0)) {
      jni_read_fault(r, node, "a name must not contain control characters");
      return;
    }
  const char *name = jni_model_text(r->model, text, NULL);
  if (name) r->model->name = name;
}

static void read_gravity(jni_reader *r, const jni_node *node) {
  static const jn_dimension dimension = {1, 0, -2, 0};
  double gravity[3];
  jni_read_element(r, "gravity", NULL);
  jni_read_begin_element(r, node);
  bool sound = jni_read_vector(r, node, dimension, gravity);
  jni_read_record_key(r, "gravity", node, sound);
  if (sound) jn_model_set_gravity(r->model, gravity);
  jni_read_end_element(r);
}

void jni_read_check_model_keys(jni_reader *r, const jni_node *root) {
  static const char *const keys[] = {
      "jounce",   "name",       "description", "space",     "gravity",   "parameters", "ground", "bodies",
      "joints",   "drivers",    "forces",      "inputs",    "auxiliary", "discrete",   "events", "initial",
      "simulate", "outputs",    "roads",       "parts",     "use",       "ports",      "base",   "signals",
      "tables",   "subsystems", "soils",       "materials", "contacts",  "profiles",   NULL};
  jni_read_check_keys(r, root, keys);
}

// Reads the keys that describe the file as a whole: version, name, description, space. Checks that no key is unknown or
// repeated.
static void read_head(jni_reader *r) {
  const jni_node *space = jni_node_get(r->root, "space");
  const jni_node *name = jni_node_get(r->root, "name"), *description = jni_node_get(r->root, "description");
  jni_read_check_duplicates(r, r->root);
  jni_read_check_model_keys(r, r->root);
  jni_read_check_version(r, r->root);
  if (name) read_name(r, name);
  if (description) jni_read_text(r, description);
  if (!space) jni_read_fault(r, r->root, "needs 'space: plane' or 'space: space'");
  if (!space || !read_space(r, space)) r->model->space = guess_space(r);
}

// ---- names of parameters ----------------------------------------------------------------------

// Reports parameters of the part in scope that have the name of an input, a state or a signal.
static void check_parameter_names(jni_reader *r) {
  static const struct {
    jni_name_group group;
    const char *what;
  } others[] = {{JNI_NAME_INPUT, "an input"},
                {JNI_NAME_AUXILIARY, "an auxiliary state"},
                {JNI_NAME_DISCRETE, "a discrete state"},
                {JNI_NAME_COMPUTED, "a signal"}};
  const jni_part *part = r->scope->part;
  bool signals = jni_node_get(r->root, "inputs") || jni_node_get(r->root, "auxiliary") ||
                 jni_node_get(r->root, "discrete") || jni_node_get(r->root, "signals") || part->nports > 0;
  for (int i = 0; signals && i < part->nparameters && !r->stop; i++) {
    const jni_node *node = part->parameters[i];
    const char *path = jni_read_name(r, node, node->key);
    for (int k = 0; path && k < 4; k++) {
      if (jni_names_get(r->model->names, others[k].group, 0, path) < 0) continue;
      jni_read_element(r, "parameter", node->key);
      jni_read_fault_key(r, node, "the name is also that of %s", others[k].what);
    }
  }
}

// ---- sections in all scopes ---------------------------------------------------------------------

typedef struct {
  const char *key;
  void (*read)(jni_reader *r, const jni_node *section);
  bool whole;                     // allowed in the model only, not in parts
  void (*follow)(jni_reader *r);  // called after the section is read in all scopes
} section;

static void read_sections(jni_reader *r) {
  static const section sections[] = {{.key = "gravity", read_gravity, .whole = true},
                                     {.key = "tables", jni_read_tables_section},
                                     {.key = "materials", jni_read_materials},
                                     {.key = "profiles", jni_read_profiles},
                                     {.key = "ground", jni_read_ground},
                                     {.key = "bodies", jni_read_bodies, .follow = jni_read_bind_bodies},
                                     {.key = "joints", jni_read_joints},
                                     {.key = "drivers", jni_read_drivers},
                                     {.key = "inputs", jni_read_inputs, .follow = jni_read_bind_inputs},
                                     {.key = "auxiliary", jni_read_auxiliary},
                                     {.key = "discrete", jni_read_discrete},
                                     {.key = "signals", jni_read_named_signals},
                                     {.key = "subsystems", jni_read_subsystems},
                                     {.key = "soils", jni_read_soils_section},
                                     {.key = "roads", jni_read_roads_section},
                                     {.key = "contacts", jni_read_contacts},
                                     {.key = "forces", jni_read_forces},
                                     {.key = "events", jni_read_events},
                                     {.key = "initial", jni_read_initial, .follow = jni_initial_set_poses},
                                     {.key = "outputs", jni_read_outputs, .whole = true},
                                     {.key = "simulate", jni_read_simulate, .whole = true}};
  jni_read_joint_names(r);
  jni_read_road_names(r);
  jni_read_bind_names(r);
  for (size_t i = 0; i < sizeof sections / sizeof *sections && !r->stop; i++) {
    const section *s = &sections[i];
    for (jni_scope *scope = r->scopes; scope && !r->stop; scope = s->whole ? NULL : scope->next) {
      jni_scope_state before = jni_read_enter(r, scope);
      const jni_node *node = jni_node_get(r->root, s->key);
      if (node) s->read(r, node);
      r->element[0] = '\0';
      jni_read_leave(r, &before);
    }
    if (s->follow && !r->stop) s->follow(r);
  }
  for (jni_scope *scope = r->scopes; scope && !r->stop; scope = scope->next) {
    jni_scope_state before = jni_read_enter(r, scope);
    check_parameter_names(r);
    jni_read_leave(r, &before);
  }
}

// ---- complete models --------------------------------------------------------------------------

// Reads the model from the tree of its file with n settings of the user, adds all its elements and those of the parts
// it uses, and finishes it. Faults are in the report of the model.
static void read_model(jni_reader *r, const jn_setting *settings, int n) {
  if (r->root->kind != JNI_MAPPING) {
    jni_read_fault(r, r->root, "a model file is a mapping that begins with 'jounce: 1', this is %s",
                   jni_node_kind_text(r->root));
    return;
  }
  jni_scope scope = {.part = jni_read_new_part(r, r->root, r->model->file, NULL), .prefix = ""};
  if (!scope.part) return;
  scope.place = scope.placed = jni_part_place_none();
  r->scope = r->scopes = r->last_scope = &scope;
  if (!jni_read_variants(r)) return;
  bool sound = jni_read_settings(r, settings, n) || !r->model->no_memory;
  if (!sound) return;
  read_head(r);
  jni_read_prepare_part(r, scope.part);
  jni_read_parameters(r);
  if (!r->stop) jni_read_bind_defaults(r);
  if (!r->stop) jni_read_uses(r);
  if (!r->stop) read_sections(r);
  jni_read_mark_structural(r);
  if (!r->stop && !r->model->no_memory) jn_model_finish(r->model);
}

static void read_document(jn_model *model, jni_document *document, const char *path, const jn_setting *settings,
                          int n) {
  jni_reader r = {.model = model, .path = path, .root = jni_document_root(document)};
  if (!r.root) {
    jni_read_fault(&r, &(jni_node){.place = {.line = 1, .column = 1}},
                   "the file is empty; a model begins with 'jounce: 1'");
    return;
  }
  r.scratch = jni_document_empty(model);
  r.names = jni_names_new(model->pool.alloc);
  if (r.scratch && r.names) read_model(&r, settings, n);
  else model->no_memory = true;
  jni_read_report_removed(&r);
  for (int i = 0; i < r.ndocuments; i++) jni_document_free(r.documents[i]);
  jni_free(model->pool.alloc, r.documents);
  jni_free(model->pool.alloc, r.parts);
  jni_read_close_files(&r);
  jni_object_free(r.names);
  jni_document_free(r.scratch);
}

// Returns whether fault a comes before fault b in the report: faults in the model's own file come before those in other
// files, then lines and columns decide.
static bool comes_before(const jn_model *model, const jn_error *a, const jn_error *b) {
  bool other_a = model->nsources > 0 && strcmp(a->file, model->file) != 0,
       other_b = model->nsources > 0 && strcmp(b->file, model->file) != 0;
  if (other_a != other_b) return other_b;
  return a->line != b->line ? a->line < b->line : a->column < b->column;
}

// Copies the faults of the model to `report`, sorted as comes_before says, and adds a note if there were too many.
// Searches for the next fault each time, since they are few.
static void copy_messages(const jn_model *model, jn_report *report) {
  int n = jn_report_size(model->report), last = -1;
  for (int k = 0; k < n; k++) {
    int next = -1;
    const jn_error *before = last < 0 ? NULL : jn_report_get(model->report, last);
    for (int i = 0; i < n; i++) {
      const jn_error *e = jn_report_get(model->report, i);
      bool done = before && (comes_before(model, e, before) || (!comes_before(model, before, e) && i <= last));
      if (!done && (next < 0 || comes_before(model, e, jn_report_get(model->report, next)))) next = i;
    }
    if (next < 0) break;
    jn_report_add(report, jn_report_get(model->report, next));
    last = next;
  }
  if (model->nfaults > JNI_MAX_FAULTS) {
    jn_error more = {.status = JN_BAD_MODEL, .severity = JN_NOTE};
    snprintf(more.file, sizeof more.file, "%s", model->file);
    snprintf(more.what, sizeof more.what, "more errors than the %d above are not shown", (int)JNI_MAX_FAULTS);
    jn_report_add(report, &more);
  }
}

// Returns an empty model for the file `name`; NULL with a message in the report if memory is short.
static jn_model *new_model(const jn_alloc *alloc, const char *name, jn_report *report) {
  jn_model *model = jn_model_new(alloc, "", JN_PLANE);
  if (model) model->file = jni_model_text(model, name ? name : "", NULL);
  if (model && model->file) return model;
  jni_report_no_memory(report);
  return jn_model_free(model);
}

static jn_model *read_text(jn_model *model, const jni_library_text *from, const jn_setting *settings, int nsettings,
                           jn_report *report) {
  bool opened = !model->no_memory && jni_library_open(model, from);
  jni_document *document = opened ? jni_document_new(model, from->text, from->size, 0, NULL) : NULL;
  if (!opened) model->no_memory = true;
  jni_read_keep_settings(model, settings, nsettings);
  if (document) read_document(model, document, from->path, settings, nsettings);
  jni_document_free(document);
  model->place = (jni_place){0};
  jni_library_close(model);
  model->as_read = model->choices;
  if (model->no_memory) jni_report_no_memory(report);
  else copy_messages(model, report);
  bool sound = model->finished && !model->no_memory && model->nfaults == 0;
  return sound ? model : jn_model_free(model);
}

jn_model *jni_read_model(jn_model *model, const char *path, const char *text, size_t size, const jn_setting *settings,
                         int nsettings, jn_report *report) {
  return read_text(model, &(jni_library_text){path, text, size, NULL}, settings, nsettings, report);
}

// Returns whether all n settings have a path and a value. If not, adds a fault to the report.
static bool settings_are_given(const jn_setting *settings, int n, jn_report *report) {
  bool complete = n <= 0 || settings;
  for (int i = 0; complete && i < n; i++) complete = settings[i].path && settings[i].value;
  if (!complete) jn_report_fault(report, JN_BAD_ARGUMENT, "", "a setting needs a path and a value");
  return complete;
}

// Reads a model file, or a compiled model, from its bytes into `model`, which the function takes over. Returns the
// model; NULL after a fault, and then the model is freed.
static jn_model *read_bytes(jn_model *model, const char *path, const char *text, size_t size,
                            const jn_setting *settings, int nsettings, jn_report *report) {
  if (jni_is_package(text, size)) return jni_read_package(model, text, size, settings, nsettings, report);
  jni_read_keep_own(model, path ? path : model->file, text, size);
  return jni_read_model(model, path, text, size, settings, nsettings, report);
}

jn_model *jn_model_read_text(const jn_alloc *alloc, const char *name, const char *text, size_t size,
                             const jn_setting *settings, int nsettings, jn_report *report) {
  JNI_ASSERT(text);
  if (!settings_are_given(settings, nsettings, report)) return NULL;
  jn_model *model = new_model(alloc, name, report);
  return model ? read_bytes(model, NULL, text, size, settings, nsettings, report) : NULL;
}

// Reads a text that an importer has made into `model`, which the function takes over, and records the files that it was
// made from. Returns the model; NULL after a fault, and then the model is freed.
static jn_model *read_made(jn_model *model, const jni_converted *made, const jn_setting *settings, int nsettings,
                           jn_report *report) {
  jni_place *lines = jni_take(&model->pool, (size_t)made->nlines, sizeof *lines);
  if (!lines) {
    model->no_memory = true;
  } else {
    model->lines = memcpy(lines, made->lines, (size_t)made->nlines * sizeof *lines);
    model->nlines = made->nlines;
  }
  jni_read_keep_own(model, made->own.path, made->own.bytes, made->own.size);
  for (int i = 0; !model->no_memory; i++) {
    jni_converted_file file = made->file(made->context, i);
    if (!file.path) break;
    jni_read_add_source(model, file.path, file.bytes, file.size);
  }
  return read_text(model, &(jni_library_text){made->path, made->text, made->size, made}, settings, nsettings, report);
}

jn_model *jni_read_converted(const jn_alloc *alloc, const jni_converted *made, const jn_setting *settings,
                             int nsettings, jn_report *report) {
  jn_model *model = new_model(alloc, made->name, report);
  return model ? read_made(model, made, settings, nsettings, report) : NULL;
}

jn_model *jn_model_read_files(const jn_alloc *alloc, const jn_files *files, const char *path,
                              const jn_setting *settings, int nsettings, jn_report *report) {
  JNI_ASSERT(path);
  if (!settings_are_given(settings, nsettings, report)) return NULL;
  jn_error error = {.severity = JN_FAULT};
  size_t size = 0;
  char *text = files ? jni_read_files_file(alloc, files, path, &size, &error.status, error.what, sizeof error.what)
                     : jni_read_given_file(alloc, path, &size, &error.status, error.what, sizeof error.what);
  if (!text) {
    snprintf(error.file, sizeof error.file, "%s", path);
    if (error.status == JN_NO_MEMORY) jni_report_no_memory(report);
    else jn_report_add(report, &error);
    return NULL;
  }
  jn_model *model = new_model(alloc, path, report);
  if (model) model->files = files;
  if (model) model = read_bytes(model, path, text, size, settings, nsettings, report);
  jni_free(alloc, text);
  return model;
}

jn_model *jni_read_again(const jn_model *model, const jn_files *files, const jn_setting *settings, int nsettings,
                         jni_trace *trace, jn_report *report) {
  jn_model *other = new_model(model->pool.alloc, model->file, report);
  if (!other) return NULL;
  const jni_library_text *own = jni_library_own_text(model->library);
  other->library = model->library;
  other->files = files;
  other->trace = trace;
  if (own->made) return read_made(other, own->made, settings, nsettings, report);
  jni_read_keep_own(other, model->own.name, own->text, own->size);
  return read_text(other, own, settings, nsettings, report);
}

jn_model *jn_model_read(const jn_alloc *alloc, const char *path, const jn_setting *settings, int nsettings,
                        jn_report *report) {
  return jn_model_read_files(alloc, NULL, path, settings, nsettings, report);
}
