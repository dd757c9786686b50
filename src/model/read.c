// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read.c - a model file from its first byte to a finished model. Sections are read in the order in which they need each
// other, whatever their order in the file; every fault is kept and all are handed over at the end, in the order of the
// file.
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "model/reader.h"

// ---- the document as a whole ------------------------------------------------------------------

// A key that stands twice is a fault; the second one is then left out.
static void check_duplicates(jni_reader *r, jni_node *node, int *mapping) {
  int number = (*mapping)++;
  jni_node *before = NULL;
  for (jni_node *child = node->first; child && !r->stop; child = child->next) {
    if (node->kind == JNI_MAPPING && jni_names_get(r->names, JNI_NAME_KEY, number, child->key) >= 0) {
      jni_read_fault_key(r, child, "the key '%.60s' stands here a second time", child->key);
      before->next = child->next;
      node->size--;
      if (node->last == child) node->last = before;
      continue;
    }
    if (node->kind == JNI_MAPPING && !jni_names_put(r->names, JNI_NAME_KEY, number, child->key, 0))
      r->model->no_memory = r->stop = true;
    check_duplicates(r, child, mapping);
    before = child;
  }
}

static const char *space_candidate(const void *context, int i) {
  static const char *const names[] = {"plane", "space", NULL};
  (void)context;
  return names[i];
}

// Components of the first point of a body or of the ground, 0: none to be seen.
static int point_size(const jni_node *owner) {
  const jni_node *points = jni_node_get(owner, "points"), *inertia = jni_node_get(owner, "inertia");
  if (inertia && inertia->kind == JNI_SEQUENCE) return 3;
  return points && points->first && points->first->kind == JNI_SEQUENCE ? points->first->size : 0;
}

// What a file that does not say it right seems to mean, so that its other faults can be told.
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
    if (strcmp(text, space_candidate(NULL, i)) == 0) return r->model->space = i ? JN_SPACE : JN_PLANE, true;
  jni_suggest(text, space_candidate, NULL, hint, sizeof hint);
  return jni_read_fault(r, node, "space must be plane or space, got \"%.40s\"%s", text, hint);
}

static bool check_version(jni_reader *r, const jni_node *node) {
  if (node->kind == JNI_SCALAR && strcmp(node->text, "1") == 0) return true;
  if (node->kind != JNI_SCALAR) return jni_read_fault(r, node, "expected the version of the format: 1");
  return jni_read_fault(r, node, "this program reads version 1 of the format, the file says \"%.40s\"", node->text);
}

static void read_name(jni_reader *r, const jni_node *node) {
  const char *text = jni_read_text(r, node);
  if (!text) return;
  char *name = jni_text_copy(r->model->alloc, text);
  if (!name) r->model->no_memory = true;
  else jni_free(r->model->alloc, r->model->name), r->model->name = name;
}

static void read_gravity(jni_reader *r, const jni_node *node) {
  static const jn_dimension dimension = {1, 0, -2, 0};
  double gravity[3];
  jni_read_element(r, "gravity", NULL);
  jni_read_begin(r, node);
  bool sound = jni_read_vector(r, node, dimension, gravity);
  jni_read_give(r, "gravity", node, sound);
  if (sound) jn_model_set_gravity(r->model, gravity);
  jni_read_end(r);
}

// What the file is, before what is in it.
static void read_head(jni_reader *r) {
  static const char *const keys[] = {"jounce", "name",    "description", "space",   "gravity", "parameters", "ground",
                                     "bodies", "joints",  "drivers",     "forces",  "inputs",  "auxiliary",  "discrete",
                                     "events", "initial", "simulate",    "outputs", NULL};
  const jni_node *version = jni_node_get(r->root, "jounce"), *space = jni_node_get(r->root, "space");
  const jni_node *name = jni_node_get(r->root, "name"), *description = jni_node_get(r->root, "description");
  int mapping = 0;
  check_duplicates(r, r->root, &mapping);
  jni_read_check_keys(r, r->root, keys);
  if (version) check_version(r, version);
  else jni_read_fault(r, r->root, "the file does not begin with 'jounce: 1', the version of the format");
  if (name) read_name(r, name);
  if (description) jni_read_text(r, description);
  if (!space) jni_read_fault(r, r->root, "needs 'space: plane' or 'space: space'");
  if (!space || !read_space(r, space)) r->model->space = guess_space(r);
}

// ---- sections ---------------------------------------------------------------------------------

static void check_parameter_names(jni_reader *r) {
  static const struct {
    jni_name_group group;
    const char *what;
  } others[] = {{JNI_NAME_INPUT, "an input"},
                {JNI_NAME_AUXILIARY, "an auxiliary state"},
                {JNI_NAME_DISCRETE, "a discrete state"}};
  for (int i = 0; i < r->nparameters && !r->stop; i++)
    for (int k = 0; k < 3; k++) {
      const jni_node *node = r->parameters[i].node;
      if (jni_names_get(r->model->names, others[k].group, 0, node->key) < 0) continue;
      jni_read_element(r, "parameter", node->key);
      jni_read_fault_key(r, node, "the name is also that of %s", others[k].what);
    }
}

static void read_sections(jni_reader *r) {
  static const struct {
    const char *key;
    void (*read)(jni_reader *r, const jni_node *section);
  } sections[] = {{"ground", jni_read_ground},     {"bodies", jni_read_bodies},   {"joints", jni_read_joints},
                  {"drivers", jni_read_drivers},   {"inputs", jni_read_inputs},   {"auxiliary", jni_read_auxiliary},
                  {"discrete", jni_read_discrete}, {"forces", jni_read_forces},   {"events", jni_read_events},
                  {"initial", jni_read_initial},   {"outputs", jni_read_outputs}, {"simulate", jni_read_simulate}};
  const jni_node *gravity = jni_node_get(r->root, "gravity");
  if (gravity) read_gravity(r, gravity);
  jni_read_joint_names(r, jni_node_get(r->root, "joints"), jni_node_get(r->root, "drivers"));
  for (size_t i = 0; i < sizeof sections / sizeof *sections && !r->stop; i++) {
    const jni_node *section = jni_node_get(r->root, sections[i].key);
    if (section) sections[i].read(r, section);
    r->element[0] = '\0';
  }
  check_parameter_names(r);
}

// ---- putting it together ----------------------------------------------------------------------

static void read_model(jni_reader *r, const jn_setting *settings, int n, jni_document **documents) {
  if (r->root->kind != JNI_MAPPING) {
    jni_read_fault(r, r->root, "a model file is a mapping that begins with 'jounce: 1', this is %s",
                   jni_node_kind_text(r->root));
    return;
  }
  bool sound = jni_read_settings(r, settings, n, documents) || !r->model->no_memory;
  if (!sound) return;
  read_head(r);
  jni_read_parameters(r, jni_node_get(r->root, "parameters"));
  if (!r->stop) read_sections(r);
  if (!r->stop && !r->model->no_memory) jn_model_finish(r->model);
}

static void read_document(jn_model *model, jni_document *document, const jn_setting *settings, int n) {
  jni_reader r = {.model = model, .root = jni_document_root(document)};
  if (!r.root) {
    jni_read_fault(&r, &(jni_node){.place = {1, 1}}, "the file is empty; a model begins with 'jounce: 1'");
    return;
  }
  jni_document **documents = jni_alloc0(model->alloc, (size_t)n, sizeof *documents);
  r.scratch = jni_document_empty(model);
  r.names = jni_names_new(model->alloc);
  if (documents && r.scratch && r.names) read_model(&r, settings, n, documents);
  else model->no_memory = true;
  for (int i = 0; documents && i < n; i++) jni_document_free(documents[i]);
  jni_free(model->alloc, documents);
  jni_names_free(r.names);
  jni_document_free(r.scratch);
}

static bool comes_before(const jn_error *a, const jn_error *b) {
  return a->line != b->line ? a->line < b->line : a->column < b->column;
}

// Hands the faults over in the order of the file; few of them, so each is looked for.
static void hand_over(const jn_model *model, jn_report *report) {
  int n = jn_report_size(model->report), last = -1;
  for (int k = 0; k < n; k++) {
    int next = -1;
    const jn_error *before = last < 0 ? NULL : jn_report_get(model->report, last);
    for (int i = 0; i < n; i++) {
      const jn_error *e = jn_report_get(model->report, i);
      bool done = before && (comes_before(e, before) || (!comes_before(before, e) && i <= last));
      if (!done && (next < 0 || comes_before(e, jn_report_get(model->report, next)))) next = i;
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

jn_model *jn_model_read_text(const jn_alloc *alloc, const char *name, const char *text, size_t size,
                             const jn_setting *settings, int nsettings, jn_report *report) {
  jn_model *model = jn_model_new(alloc, "", JN_PLANE);
  char *file = jni_text_copy(alloc, name ? name : "");
  if (!model || !file) {
    jni_free(alloc, file);
    jni_report_no_memory(report);
    return jn_model_free(model);
  }
  jni_free(alloc, model->file);
  model->file = file;
  jni_document *document = jni_document_new(model, text, size, NULL);
  if (document) read_document(model, document, settings, nsettings);
  jni_document_free(document);
  model->place = (jni_place){0, 0};
  if (model->no_memory) jni_report_no_memory(report);
  else hand_over(model, report);
  bool sound = model->finished && !model->no_memory && model->nfaults == 0;
  return sound ? model : jn_model_free(model);
}

// ---- files ------------------------------------------------------------------------------------

static void fail_file(jn_report *report, const char *path, jn_status status, const char *why) {
  jn_error error = {.status = status, .severity = JN_FAULT};
  snprintf(error.file, sizeof error.file, "%s", path);
  snprintf(error.what, sizeof error.what, "the file cannot be read: %s", why);
  jn_report_add(report, &error);
}

static void fail_errno(jn_report *report, const char *path, int number) {
  char why[128] = "";
  if (strerror_r(number, why, sizeof why) != 0) snprintf(why, sizeof why, "error %d", number);
  fail_file(report, path, JN_IO, why);
}

// The bytes of an open file; NULL after a fault.
static char *read_bytes(const jn_alloc *alloc, FILE *file, const char *path, size_t *size, jn_report *report) {
  char *text = NULL;
  int capacity = 0;
  size_t n = 0;
  do {
    if (!jni_grow(alloc, &text, &capacity, (int)n + (1 << 16), 1)) {
      jni_report_no_memory(report);
      return jni_free(alloc, text);
    }
    errno = 0;
    n += fread(text + n, 1, (size_t)capacity - n, file);
  } while (!feof(file) && !ferror(file) && n <= JNI_MAX_TEXT_BYTES);
  if (ferror(file)) return fail_errno(report, path, errno), jni_free(alloc, text);
  if (n > JNI_MAX_TEXT_BYTES)
    return fail_file(report, path, JN_BAD_MODEL, "it is larger than 64 MiB"), jni_free(alloc, text);
  *size = n;
  return text;
}

jn_model *jn_model_read(const jn_alloc *alloc, const char *path, const jn_setting *settings, int nsettings,
                        jn_report *report) {
  errno = 0;
  FILE *file = fopen(path, "rb");
  struct stat info;
  if (!file || fstat(fileno(file), &info) != 0) {
    fail_errno(report, path, errno);
    if (file) fclose(file);
    return NULL;
  }
  size_t size = 0;
  char *text = NULL;
  if (S_ISDIR(info.st_mode)) fail_file(report, path, JN_IO, "it is a directory");
  else text = read_bytes(alloc, file, path, &size, report);
  fclose(file);
  if (!text) return NULL;
  jn_model *model = jn_model_read_text(alloc, path, text, size, settings, nsettings, report);
  jni_free(alloc, text);
  return model;
}
