// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import.c - from the bytes of a URDF or MJCF file to the text of a model file.
#include "model/import.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "model/reader.h"

enum { COOKIE = 0x6a696d70 };

jn_import_options jn_import_options_default(void) { return (jn_import_options){.free_base = false, .cookie = COOKIE}; }

bool jn_import_available(void) {
#ifdef JNI_HAVE_EXPAT
  return true;
#else
  return false;
#endif
}

bool jn_import_takes(const char *path) {
  static const char *const endings[] = {".urdf", ".xml", ".mjcf"};
  size_t length = strlen(path);
  for (int i = 0; i < 3; i++) {
    size_t n = strlen(endings[i]);
    if (length > n && strcasecmp(path + length - n, endings[i]) == 0) return true;
  }
  return false;
}

static void free_robot(jni_import *im) {
  void *const blocks[] = {im->bodies, im->frames, im->placements, im->dofs, im->joints.items, im->forces.items, im->inputs.items,
                          im->outputs.items, im->remarks, im->map.items};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) jni_free(im->alloc, blocks[i]);
  jni_names_free(im->names);
  jni_names_free(im->sources);
  jni_pool_free(&im->pool);
}

static bool start_robot(jni_import *im) {
  im->names = jni_names_new(im->alloc);
  im->sources = jni_names_new(im->alloc);
  jni_mass none = {.mass = 0};
  jni_pose here = jni_pose_identity();
  if (im->names && im->sources) jni_import_add_body(im, "ground", NULL, -1, &none, &here);
  return im->nbodies == 1;
}

static void read_robot(jni_import *im, jni_xml *root) {
  root->used = true;
  if (strcmp(root->name, "robot") == 0) jni_import_urdf(im, root);
  else if (strcmp(root->name, "mujoco") == 0) jni_import_mjcf(im, root);
  else jni_import_fault(im, root, "the first element should be <robot> (URDF) or <mujoco> (MJCF)");
  if (im->failed || im->pool.exhausted) return;
  if (im->nbodies < 2) jni_import_fault(im, root, "nothing in it can move: every body is fixed to the ground");
  if (!im->options.list_limits) jni_import_stops(im);
  jni_import_start(im);
  jni_import_list(im, root);
}

// Not XML, and with the word that a model file begins with.
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

static void tell_more(const jni_import *im) {
  jn_error more = {.status = JN_BAD_MODEL, .severity = JN_NOTE};
  snprintf(more.file, sizeof more.file, "%s", im->file);
  snprintf(more.what, sizeof more.what, "more errors than the %d above are not shown", (int)JNI_MAX_FAULTS);
  if (im->nfaults > JNI_MAX_FAULTS) jn_report_add(im->report, &more);
}

static char *import(jni_import *im, const char *text, size_t size) {
  if (!start_robot(im)) return NULL;
  if (is_model(text, size)) return jni_import_fault(im, NULL, "this is a model file of Jounce already: it needs no import"), NULL;
  jni_xml *root = jni_xml_parse(&im->pool, im->file, text, size, im->report);
  if (!root) return im->failed = true, NULL;
  read_robot(im, root);
  return im->failed || im->pool.exhausted ? NULL : jni_import_write(im);
}

// map: takes the lines, which the caller frees; NULL: not wanted.
static char *import_text(const jn_alloc *alloc, const char *name, const char *text, size_t size, const jn_import_options *options, jn_report *report,
                         jni_line_map *map) {
  JNI_ASSERT(!options || options->cookie == COOKIE);
  jni_import im = {.alloc = alloc, .report = report, .file = name, .pool = {.alloc = alloc}};
  im.options = options ? *options : jn_import_options_default();
  char *made = NULL;
  if (size > JNI_MAX_TEXT_BYTES) jni_import_fault(&im, NULL, "it is larger than 64 MiB");
  else made = import(&im, text, size);
  if (!made && !im.failed) jni_report_no_memory(report);
  tell_more(&im);
  if (map && made) *map = im.map, im.map = (jni_line_map){.n = 0};
  free_robot(&im);
  return made;
}

static char *import_file(const jn_alloc *alloc, const char *path, const jn_import_options *options, jn_report *report, jni_line_map *map) {
  jn_error error = {.severity = JN_FAULT};
  size_t size = 0;
  char *text = jni_read_file(alloc, path, &size, &error.status, error.what, sizeof error.what);
  if (!text) {
    snprintf(error.file, sizeof error.file, "%s", path);
    jn_report_add(report, &error);
    return NULL;
  }
  char *made = import_text(alloc, path, text, size, options, report, map);
  jni_free(alloc, text);
  return made;
}

char *jn_import_text(const jn_alloc *alloc, const char *name, const char *text, size_t size, const jn_import_options *options,
                     jn_report *report) {
  return import_text(alloc, name, text, size, options, report, NULL);
}

char *jn_import_file(const jn_alloc *alloc, const char *path, const jn_import_options *options, jn_report *report) {
  return import_file(alloc, path, options, report, NULL);
}

jn_model *jn_import_model(const jn_alloc *alloc, const char *path, const jn_import_options *options, const jn_setting *settings, int nsettings,
                          jn_report *report) {
  jni_line_map map = {.n = 0};
  char *text = import_file(alloc, path, options, report, &map);
  if (!text) return NULL;
  jn_model *model = jni_read_made(alloc, path, text, strlen(text), map.items, map.n, settings, nsettings, report);
  jni_free(alloc, text);
  return model;
}
