// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_files.c - see compile_files.h.
#include "simulate/compile/compile_files.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "jounce/compile.h"
#include "jounce/document.h"
#include "model/read/read_file.h"

// ---- files ----------------------------------------------------------------------------------------------------------

static void *copy(jni_pool *pool, const void *bytes, size_t n) { return bytes ? jni_pool_text(pool, bytes, n) : NULL; }

// Returns the bytes of a file, in memory of the pool, by reading it again: the model does not store large or binary
// files. Returns NULL with a fault if it cannot be read or has changed.
static const unsigned char *read_bytes(jni_pool *pool, const jn_source *source, jn_report *report) {
  jn_error error = {.severity = JN_FAULT};
  size_t size = 0;
  char *read = jni_read_file(pool->alloc, source->name, &size, &error.status, error.what, sizeof error.what);
  unsigned char *bytes = read && size == source->size ? copy(pool, read, size) : NULL;
  if (read && size != source->size) {
    error.status = JN_IO;
    snprintf(error.what, sizeof error.what, "the file has changed since the model was read");
  }
  jni_free(pool->alloc, read);
  if (bytes || error.status == JN_OK || error.status == JN_NO_MEMORY) return bytes;
  snprintf(error.file, sizeof error.file, "%s", source->name);
  jn_report_add(report, &error);
  return NULL;
}

// Returns whether a file of the model is stored as one document without parts to read: the model's own file (own), or a
// part in the model format.
static bool is_document(const char *name, bool own) { return own || jn_file_format_of(name) == JN_FORMAT_MODEL; }

// Sets file->flat to a document with the same content that refers to no other document. Returns false if that fails.
static bool flatten(jni_pool *pool, jni_package_file *file) {
  size_t n = 0;
  unsigned char *flat = jn_document_flatten(pool->alloc, (const char *)file->bytes, file->n, &n);
  file->flat = copy(pool, flat, n);
  file->nflat = n;
  jn_document_free(pool->alloc, flat);
  return file->flat != NULL;
}

static bool same_letter(char a, char b) { return a == b || (jni_path_separates(a) && jni_path_separates(b)); }

// Returns the name of a file relative to the folder of the model's own file `own`, so that a compiled model contains no
// path of the machine that made it; the unchanged name if they share no folder, "" without memory. A reader that starts
// at the own file finds the others by these names.
static const char *relative_name(jni_pool *pool, const char *own, const char *name) {
  size_t folder = jni_path_folder(own), equal = 0, shared = 0, ups = 0;
  for (; equal < folder && same_letter(own[equal], name[equal]); equal++)
    if (jni_path_separates(own[equal])) shared = equal + 1;
  if (equal == folder) return name + folder;
  if (jni_path_root(own) == 0 || jni_path_root(name) == 0 || shared < jni_path_root(own)) return name;
  for (size_t i = shared; i < folder; i++)
    if (jni_path_separates(own[i])) ups++;
  char *made = jni_take(pool, 3 * ups + strlen(name + shared) + 1, 1);
  for (size_t i = 0; made && i < ups; i++) memcpy(made + 3 * i, "../", 3);
  if (made) memcpy(made + 3 * ups, name + shared, strlen(name + shared) + 1);
  return made ? made : "";
}

bool jni_package_files(jni_pool *pool, const jn_model *model, const jn_source *files, int nfiles, jni_package *package,
                       jn_report *report) {
  int faults = jn_report_count(report, JN_FAULT);
  bool good = true;
  if (!files) nfiles = jn_model_nsources(model);
  if (nfiles == 0) {
    jn_report_fault(report, JN_REFUSED, "", "a model that has no file cannot be written");
    return false;
  }
  package->files = jni_take(pool, (size_t)nfiles, sizeof *package->files);
  for (int i = 0; good && package->files && i < nfiles; i++) {
    jn_source source = files ? files[i] : jn_model_source(model, i);
    jni_package_file *file = &package->files[package->nfiles++];
    file->name = source.name;
    file->n = source.size;
    file->bytes = source.text ? (const unsigned char *)source.text : read_bytes(pool, &source, report);
    good = file->bytes && (!is_document(file->name, i == 0) || flatten(pool, file));
    if (!file->flat) file->flat = (const unsigned char *)"";
  }
  for (int i = package->nfiles - 1; good && i >= 0; i--)
    package->files[i].name = relative_name(pool, package->files[0].name, package->files[i].name);
  good = good && !pool->failed;
  if (!good && jn_report_count(report, JN_FAULT) == faults) jni_report_no_memory(report);
  return good;
}

static char *find_file(const char *bytes, size_t n, const char *name, size_t *size) {
  jni_pool scratch = {.alloc = NULL};
  jni_package package;
  const char *why;
  char *found = NULL;
  bool read = jni_is_package(bytes, n) && jni_package_read(&scratch, bytes, n, &package, &why);
  for (int i = 0; read && !found && i < package.nfiles; i++) {
    const jni_package_file *file = &package.files[i];
    if (strcmp(file->name, name) != 0) continue;
    found = jni_alloc0(NULL, file->n + 1, 1);
    *size = file->n;
    if (found) memcpy(found, file->bytes, file->n);
  }
  jni_pool_free(&scratch);
  return found;
}

char *jn_compiled_file(const char *path, const char *name, size_t *size) {
  JNI_ASSERT(path && name && size);
  jn_error error;
  size_t n = 0;
  char *bytes = jni_read_file(NULL, path, &n, &error.status, error.what, sizeof error.what);
  char *found = bytes ? find_file(bytes, n, name, size) : NULL;
  jni_free(NULL, bytes);
  return found;
}

// ---- settings -------------------------------------------------------------------------------------------------------

static bool differs(const jn_choices *a, const jn_choices *b, jn_choice which) {
  const char *text = jn_choice_text(a, which), *other = jn_choice_text(b, which);
  if (text) return strcmp(text, other) != 0;
  return !jn_choice_is_open(a, which) && jn_choice_number(a, which) != jn_choice_number(b, which);
}

static void add_setting(jni_pool *pool, const jn_choices *choices, jn_choice which, jni_package *package) {
  const jn_choice_info *info = jn_choice_get(which);
  const char *text = jn_choice_text(choices, which);
  char path[100], number[40];
  double value = jn_choice_number(choices, which);
  if (info->kind == JN_CHOOSE_FLAG) snprintf(number, sizeof number, value != 0 ? "true" : "false");
  else jni_print(number, sizeof number, "%.17g", value);
  snprintf(path, sizeof path, "simulate.%s", info->key);
  if (!text) text = number;
  package->settings[package->nsettings++] =
      (jn_setting){jni_pool_text(pool, path, strlen(path)), jni_pool_text(pool, text, strlen(text))};
}

// Returns whether a choice is not stored in the compiled file: variants, which are resolved already, and tolerances,
// which fixed steps do not need.
static bool is_left_out(jn_choice which) {
  static const char tolerance[] = "tolerance";
  return which == JN_CHOICE_variant || strncmp(jn_choice_get(which)->key, tolerance, sizeof tolerance - 1) == 0;
}

bool jni_package_settings(jni_pool *pool, const jn_model *model, const jn_choices *choices, jni_package *package) {
  package->settings = jni_take(pool, (size_t)(model->nsettings + JN_NCHOICES) + 1, sizeof *package->settings);
  for (int i = 0; package->settings && i < model->nsettings; i++)
    package->settings[package->nsettings++] = model->settings[i];
  for (int i = 0; package->settings && i < JN_NCHOICES; i++)
    if (!is_left_out((jn_choice)i) && differs(choices, &model->choices, (jn_choice)i))
      add_setting(pool, choices, (jn_choice)i, package);
  return !pool->failed;
}
