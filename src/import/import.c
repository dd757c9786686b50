// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import.c - converts URDF and MJCF files to the text of a model file.
#include "import/import.h"

#include <stdio.h>
#include <string.h>

#include "model/read/read_file.h"
#include "model/read/read_library.h"

enum { COOKIE = 0x6a696d70 };

jn_import_options jn_import_options_default(void) { return (jn_import_options){.free_base = false, .cookie = COOKIE}; }

bool jn_import_contacts_find(const char *name, jn_import_contacts *choice) {
  static const char *const names[] = {"rigid", "none", "compliant"};
  JNI_ASSERT(name && choice);
  for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
    if (strcmp(names[i], name) != 0) continue;
    *choice = (jn_import_contacts)i;
    return true;
  }
  return false;
}

bool jn_import_available(void) {
#ifdef JNI_HAVE_EXPAT
  return true;
#else
  return false;
#endif
}

bool jn_import_takes(const char *path) { return jn_file_format_of(path) == JN_FORMAT_ROBOT; }

static void free_robot(jni_import *im) { jni_pool_free(&im->pool); }

static bool start_robot(jni_import *im) {
  im->names = jni_keep(&im->pool, jni_names_new(im->alloc), jni_object_free);
  im->sources = jni_keep(&im->pool, jni_names_new(im->alloc), jni_object_free);
  jni_mass none = {.mass = 0};
  jni_pose here = jni_pose_identity();
  if (im->names && im->sources) jni_import_add_body(im, "ground", NULL, -1, &none, &here);
  // reserve the name that the import gives the port of a part
  if (im->on_body && !jni_names_put(im->names, JNI_NAME_BODY, 0, "base", 1)) return false;
  return im->nbodies == 1;
}

static void read_robot(jni_import *im, jni_xml *root) {
  root->used = true;
  if (strcmp(root->name, "robot") == 0) jni_import_urdf(im, root);
  else if (strcmp(root->name, "mujoco") == 0) jni_import_mjcf(im, root);
  else jni_import_fault(im, root, "the first element should be <robot> (URDF) or <mujoco> (MJCF)");
  if (im->failed || im->pool.failed) return;
  if (im->nbodies < 2) jni_import_fault(im, root, "nothing can move: every body is fixed to the ground");
  if (!im->options.list_limits) jni_import_stops(im);
  jni_import_start(im);
  jni_import_contacts(im);
  jni_import_list(im, root);
}

// Returns whether the text looks like a model file: it is not XML and has the key `jounce`.
static bool is_model(const char *text, size_t size) {
  static const char word[] = "jounce";
  size_t length = sizeof word - 1, begin = 0;
  while (begin < size && (unsigned char)text[begin] <= ' ') begin++;
  if (begin < size && text[begin] == '<') return false;
  for (size_t i = begin; i + length < size; i++) {
    if (memcmp(text + i, word, length) != 0) continue;
    char next = text[i + length];
    bool first = i == begin || text[i - 1] == '\n' || text[i - 1] == '"';
    if (first && (next == ':' || next == '"')) return true;
  }
  return false;
}

// Adds a note if there were more than JNI_MAX_FAULTS faults, the number that the import reports.
static void report_omitted_faults(const jni_import *im) {
  jn_error more = {.status = JN_BAD_MODEL, .severity = JN_NOTE};
  snprintf(more.file, sizeof more.file, "%s", im->file);
  snprintf(more.what, sizeof more.what, "more errors than the %d above are not shown", (int)JNI_MAX_FAULTS);
  if (im->nfaults > JNI_MAX_FAULTS) jn_report_add(im->report, &more);
}

// Holds the arguments of an import: the source, the options, the settings of parameters and the report.
typedef struct {
  const jn_alloc *alloc;
  const char *name, *path;  // name in messages; path of the file, NULL: the text is in memory
  const char *text;
  size_t size;
  const jn_import_options *options;
  bool on_body;  // the robot becomes a part whose base is a body of the model that uses it
  const jn_setting *settings;
  int nsettings;
  jn_report *report;
  jn_model *model;  // result: model read from the converted text; not set if there is `take`
  // gets the converted text in place of a model; NULL: a model is read
  void (*take)(void *context, const jni_converted *made);
  void *context;
} request;

// Parses the source and returns the robot as the text of a model file; NULL after a fault in the report or without
// memory.
static char *convert(jni_import *im, const request *r) {
  if (!start_robot(im)) return NULL;
  if (is_model(r->text, r->size)) {
    jni_import_fault(im, NULL, "this is already a Jounce model; it needs no import");
    return NULL;
  }
  jni_xml_source source = {.file = im->file, .text = r->text, .size = r->size, .elements = &im->elements};
  jni_xml *root = jni_xml_parse(&im->pool, &source, im->report);
  if (!root) {
    im->failed = true;
    return NULL;
  }
  jni_import_include(im, root);
  if (!im->failed && !im->pool.failed) read_robot(im, root);
  jni_import_report(im);
  return im->failed || im->pool.failed ? NULL : jni_import_write(im);
}

static jni_converted_file included(const void *import, int i) {
  const jni_import *im = import;
  return i < im->nfiles ? im->files[i].file : (jni_converted_file){.path = NULL};
}

// Passes the converted text to r->take or, if that is NULL, reads it as a model into r->model. Returns the text, or
// frees it and returns NULL if the reader refuses it, with faults that name lines of the source.
static char *check_result(jni_import *im, request *r, char *text) {
  jni_converted made = {.name = im->file,
                        .text = text,
                        .size = strlen(text),
                        .path = im->options.folder ? "" : im->path,
                        .lines = im->map.items,
                        .nlines = im->map.n,
                        .own = {im->file, r->text, r->size},
                        .file = included,
                        .context = im};
  if (r->take) {
    r->take(r->context, &made);
    return text;
  }
  r->model = jni_read_converted(im->alloc, &made, r->settings, r->nsettings, im->report);
  if (r->model) return text;
  im->failed = true;
  return jni_free(im->alloc, text);
}

static char *import_text(request *r) {
  JNI_ASSERT(!r->options || r->options->cookie == COOKIE);
  jni_import im = {.alloc = r->alloc,
                   .report = r->report,
                   .file = r->name,
                   .path = r->path,
                   .pool = {.alloc = r->alloc},
                   .is_part = r->take != NULL,
                   .on_body = r->on_body,
                   .bytes = r->size};
  im.options = r->options ? *r->options : jn_import_options_default();
  char *made = NULL;
  if (r->size > JNI_MAX_TEXT_BYTES) jni_import_fault(&im, NULL, "it is larger than 64 MiB");
  else made = convert(&im, r);
  if (made) made = check_result(&im, r, made);
  if (!made && !im.failed) jni_report_no_memory(r->report);
  report_omitted_faults(&im);
  free_robot(&im);
  return made;
}

static char *import_file(request *r) {
  jn_error error = {.severity = JN_FAULT};
  char *text = jni_read_given_file(r->alloc, r->path, &r->size, &error.status, error.what, sizeof error.what);
  if (!text) {
    snprintf(error.file, sizeof error.file, "%s", r->path);
    jn_report_add(r->report, &error);
    return NULL;
  }
  r->text = text;
  char *made = import_text(r);
  jni_free(r->alloc, text);
  return made;
}

char *jn_import_text(const jn_alloc *alloc, const char *name, const char *text, size_t size,
                     const jn_import_options *options, jn_report *report) {
  JNI_ASSERT(text);
  request r = {.alloc = alloc, .name = name, .text = text, .size = size, .options = options, .report = report};
  char *made = import_text(&r);
  jn_model_free(r.model);
  return made;
}

char *jn_import_file(const jn_alloc *alloc, const char *path, const jn_import_options *options, jn_report *report) {
  JNI_ASSERT(path);
  request r = {.alloc = alloc, .name = path, .path = path, .options = options, .report = report};
  char *made = import_file(&r);
  jn_model_free(r.model);
  return made;
}

jn_model *jn_import_model(const jn_alloc *alloc, const char *path, const jn_import_options *options,
                          const jn_setting *settings, int nsettings, jn_report *report) {
  JNI_ASSERT(path);
  request r = {.alloc = alloc,
               .name = path,
               .path = path,
               .options = options,
               .settings = settings,
               .nsettings = nsettings,
               .report = report};
  jni_free(alloc, import_file(&r));
  return r.model;
}

jn_model *jn_model_load(const jn_alloc *alloc, const char *path, const jn_import_options *options,
                        const jn_setting *settings, int nsettings, jn_report *report) {
  JNI_ASSERT(path);
  JNI_ASSERT(!options || options->cookie == COOKIE);
  if (jn_import_takes(path)) return jn_import_model(alloc, path, options, settings, nsettings, report);
  bool chosen = options && options->contacts != JN_IMPORT_RIGID_CONTACTS;
  if (chosen || (options && (options->keyframe || options->balance_inertia))) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "",
                    "%s belongs to robots (.urdf, .xml, .mjcf), but '%.200s' is a model file",
                    options->keyframe          ? "a keyframe"
                    : options->balance_inertia ? "balancing of inertias"
                                               : "the choice of contacts",
                    path);
    return NULL;
  }
  return jn_model_read(alloc, path, settings, nsettings, report);
}

const char *jn_model_imported_text(const jn_model *model) {
  JNI_ASSERT(model);
  const jni_converted *made = model->library ? jni_library_own_text(model->library)->made : NULL;
  return made ? made->text : NULL;
}

static bool read_part(const jn_alloc *alloc, const char *path, bool on_body, jn_report *report,
                      void (*take)(void *context, const jni_converted *made), void *context) {
  request r = {.alloc = alloc,
               .name = path,
               .path = path,
               .on_body = on_body,
               .report = report,
               .take = take,
               .context = context};
  char *text = import_file(&r);
  jni_free(alloc, text);
  return text != NULL;
}

const jni_converter jni_robot_converter = {jn_import_takes, read_part};
