// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine.c - life of the engine, its files, the model and messages.
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_internal.h"

void *je_alloc(size_t size) { return malloc(size ? size : 1); }
void je_release(void *block) { free(block); }

je_engine *je_new(void) { return calloc(1, sizeof(je_engine)); }

void je_free(je_engine *e) {
  if (!e) return;
  je_stop(e);
  je_drop(e);
  jn_model_free(e->model);
  jn_report_free(e->report);
  free(e->asked);
  free(e->messages.text);
  free(e->description.text);
  free(e->summary.text);
  free(e->signals.text);
  jn_text_free(NULL, e->schema.text);
  free(e);
}

// ---- texts --------------------------------------------------------------------------------------------------------

FILE *je_text_begin(je_text *text) {
  free(text->text);
  *text = (je_text){NULL, 0};
  return open_memstream(&text->text, &text->size);
}

const char *je_text_end(je_text *text, FILE *out) {
  if (out) fclose(out);
  return out && text->text ? text->text : "null";
}

static void write_message(app_json *json, const jn_error *error) {
  static const char *const severities[] = {"note", "warning", "fault"};
  json_open(json, NULL, '{');
  json_text(json, "severity", severities[error->severity]);
  json_text(json, "file", error->file);
  json_integer(json, "line", error->line);
  json_integer(json, "column", error->column);
  json_text(json, "element", error->element);
  json_text(json, "what", error->what);
  json_close(json, '}');
}

const char *je_messages(je_engine *e) {
  FILE *out = je_text_begin(&e->messages);
  app_json json = {.out = out};
  if (!out) return "null";
  json_open(&json, NULL, '[');
  for (int i = 0; e->shown && i < jn_report_size(e->shown); i++) write_message(&json, jn_report_get(e->shown, i));
  json_close(&json, ']');
  return je_text_end(&e->messages, out);
}

const char *je_schema(je_engine *e) {
  if (!e->schema.text) e->schema.text = jn_model_schema(NULL);
  return e->schema.text ? e->schema.text : "null";
}

// ---- files ---------------------------------------------------------------------------------------------------------

enum { MOST_PATH = 1024 };

// Frees the base, which is invalid after a change of the files.
static void forget_base(je_engine *e) {
  jn_model_free(e->base);
  free(e->base_path);
  e->base = NULL;
  e->base_path = NULL;
}

void je_drop(je_engine *e) {
  forget_base(e);
  for (int i = 0; i < e->nfiles; i++) {
    free(e->files[i].path);
    free(e->files[i].bytes);
  }
  free(e->files);
  e->files = NULL;
  e->nfiles = 0;
}

static je_file *find_file(const je_engine *e, const char *path) {
  for (int i = 0; i < e->nfiles; i++)
    if (strcmp(e->files[i].path, path) == 0) return &e->files[i];
  return NULL;
}

static je_file *add_file(je_engine *e, const char *path) {
  je_file *grown = realloc(e->files, ((size_t)e->nfiles + 1) * sizeof *grown);
  if (!grown) return NULL;
  e->files = grown;
  char *name = malloc(strlen(path) + 1);
  if (!name) return NULL;
  grown[e->nfiles] = (je_file){.path = strcpy(name, path)};
  return &grown[e->nfiles++];
}

// Simplifies a path: "a/./b/../c" becomes "a/c". Models name their parts relative to their own folders.
static void shorten(const char *path, char *out, size_t size) {
  size_t n = 0;
  out[0] = '\0';
  for (const char *word = path; *word;) {
    size_t length = strcspn(word, "/");
    bool up = length == 2 && strncmp(word, "..", 2) == 0, here = length == 1 && *word == '.';
    char *slash = strrchr(out, '/');
    const char *last = slash ? slash + 1 : out;
    if (up && *last && strcmp(last, "..") != 0) {
      n = slash ? (size_t)(slash - out) : 0;
      out[n] = '\0';
    } else if (length > 0 && !here && n + length + 2 < size)
      n += (size_t)snprintf(out + n, size - n, "%s%.*s", n > 0 || (path[0] == '/' && n == 0) ? "/" : "", (int)length,
                            word);
    word += length + (word[length] == '/');
  }
}

bool je_put(je_engine *e, const char *path, const void *bytes, size_t size) {
  char name[MOST_PATH];
  forget_base(e);
  shorten(path, name, sizeof name);
  je_file *file = find_file(e, name);
  void *copy = malloc(size + 1);
  if (!file && copy) file = add_file(e, name);
  if (!file || !copy) {
    free(copy);
    return false;
  }
  if (size) memcpy(copy, bytes, size);
  free(file->bytes);
  file->bytes = copy;
  file->size = size;
  return true;
}

static void *read_file(void *user, const char *path, size_t *size, char *why, size_t why_size) {
  char name[MOST_PATH];
  shorten(path, name, sizeof name);
  const je_file *file = find_file(user, name);
  if (!file) {
    snprintf(why, why_size, "it is not among the files of this page");
    return NULL;
  }
  *size = file->size;
  return file->bytes;
}

// Frees a flat document; files belong to the engine.
static void release(void *user, void *bytes) {
  je_engine *e = user;
  for (int i = 0; i < e->nfiles; i++)
    if (e->files[i].bytes == bytes) return;
  free(bytes);
}

#ifdef __wasm__
// Implemented in JavaScript: returns the flat document of a text, in a block of je_alloc.
__attribute__((import_module("jounce"), import_name("flatten"))) unsigned char *je_flatten(const char *text,
                                                                                           size_t size, size_t *nbytes);
static unsigned char *flatten(void *user, const char *text, size_t size, size_t *nbytes) {
  (void)user;
  return je_flatten(text, size, nbytes);
}
#define JE_FLATTEN flatten
#else
#define JE_FLATTEN NULL  // the library's own
#endif

// ---- the model ------------------------------------------------------------------------------------------------------

static int count_settings(const char *settings) {
  int n = 0;
  for (const char *s = settings; s && *s; s += strlen(s) + 1) n++;
  return n / 2;
}

// Reads the model with settings: from the base, without parsing, if that is possible. A model that is invalid without
// its settings has no base, and settings that name other files require parsing.
static jn_model *read_model(je_engine *e, const char *path, const jn_setting *settings, int n) {
  const jn_files files = {e, read_file, release, JE_FLATTEN};
  if (!e->base || strcmp(e->base_path, path) != 0) {
    forget_base(e);
    e->base_path = malloc(strlen(path) + 1);
    if (e->base_path) e->base = jn_model_read_files(NULL, &files, strcpy(e->base_path, path), NULL, 0, NULL);
  }
  jn_model *model = e->base ? jn_model_with_settings(e->base, settings, n, e->report) : NULL;
  if (model) return model;
  jn_report_free(e->report);
  e->shown = e->report = jn_report_new(NULL);
  return jn_model_read_files(NULL, &files, path, settings, n, e->report);
}

// Returns the settings of a block, which the caller frees; NULL: no memory.
static jn_setting *list_settings(const char *settings, int *n) {
  *n = count_settings(settings);
  jn_setting *list = calloc((size_t)*n + 1, sizeof *list);
  const char *s = settings;
  for (int i = 0; list && i < *n; i++) {
    list[i].path = s;
    s += strlen(s) + 1;
    list[i].value = s;
    s += strlen(s) + 1;
  }
  return list;
}

bool je_read(je_engine *e, const char *path, const char *settings) {
  int n;
  jn_setting *list = list_settings(settings, &n);
  jn_report_free(e->report);
  e->shown = e->report = jn_report_new(NULL);
  jn_model *model = list ? read_model(e, path, list, n) : NULL;
  free(list);
  if (!model) return false;
  je_stop(e);
  jn_model_free(e->model);
  e->model = model;
  return true;
}

// Converts the numbers of settings to SI units. Returns false with a fault in the report.
static bool parse_values(const jn_setting *list, int n, const char **names, double *values, jn_report *report) {
  for (int i = 0; i < n; i++) {
    jn_dimension dimension;
    bool has_unit;
    char why[160];
    names[i] = list[i].path;
    if (jn_unit_parse(list[i].value, &values[i], &dimension, &has_unit, why, sizeof why)) continue;
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "parameter '%.100s': %s", names[i], why);
    return false;
  }
  return true;
}

bool je_set_parameters(je_engine *e, const char *settings) {
  int n;
  jn_setting *list = list_settings(settings, &n);
  const char **names = calloc((size_t)n + 1, sizeof *names);
  double *values = calloc((size_t)n + 1, sizeof *values);
  jn_report_free(e->report);
  e->shown = e->report = jn_report_new(NULL);
  jn_model *model = NULL;
  bool good = e->session && list && names && values && parse_values(list, n, names, values, e->report);
  if (good) model = jn_model_with_parameters(e->model, names, values, n, e->report);
  good = model && jn_session_set_parameters(e->session, names, values, n, e->report) == JN_OK;
  if (good) {
    jn_model *old = e->model;
    e->model = model;
    model = old;
  }
  jn_model_free(model);
  free(list);
  free(names);
  free(values);
  return good;
}
