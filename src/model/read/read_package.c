// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_package.c - the model in a compiled file (.jnc): its files come from there, settings of the user override those
// of the file, and the model keeps the code.
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/package/package.h"
#include "model/read/read_file.h"
#include "model/read/read_model.h"

// ---- files from the package -----------------------------------------------------------------------------------------

typedef struct {
  const jni_package *package;
  const jn_files *outer;  // files of the calling program; NULL: those on disk
  const jn_alloc *alloc;
} opened;

static void *read_file(void *user, const char *path, size_t *size, char *why, size_t why_size) {
  const jni_package *p = ((opened *)user)->package;
  for (int i = 0; i < p->nfiles; i++)
    if (strcmp(p->files[i].name, path) == 0) {
      *size = p->files[i].n;
      return (void *)p->files[i].bytes;
    }
  snprintf(why, why_size, "it is not among the files of the compiled model");
  return NULL;
}

static bool is_inside(const jni_package *p, const void *bytes) {
  for (int i = 0; i < p->nfiles; i++)
    if (bytes == p->files[i].bytes || bytes == p->files[i].flat) return true;
  return false;
}

static void release(void *user, void *bytes) {
  const opened *o = user;
  if (is_inside(o->package, bytes)) return;
  if (o->outer && o->outer->flatten) o->outer->release(o->outer->user, bytes);
  else jn_document_free(o->alloc, bytes);
}

// Returns the flat document of a text and sets *nbytes: that in the package if the text is one of its files, otherwise,
// for values of settings for example, a new one. NULL: no memory.
static unsigned char *flatten(void *user, const char *text, size_t size, size_t *nbytes) {
  const opened *o = user;
  for (int i = 0; i < o->package->nfiles; i++) {
    const jni_package_file *file = &o->package->files[i];
    if (file->nflat > 0 && file->n == size && memcmp(file->bytes, text, size) == 0) {
      *nbytes = file->nflat;
      return (unsigned char *)file->flat;
    }
  }
  if (o->outer && o->outer->flatten) return o->outer->flatten(o->outer->user, text, size, nbytes);
  return jn_document_flatten(o->alloc, text, size, nbytes);
}

// Returns whether each flat document in a package is the one that its text gives. Otherwise a build without YAML, which
// reads only the flat document, would read another model than a build with YAML. Sets *no_memory if memory was short. A
// build without YAML checks nothing.
static bool texts_agree(const jn_alloc *alloc, const jni_package *p, bool *no_memory) {
  bool agree = true;
  *no_memory = false;
  for (int i = 0; agree && !*no_memory && i < p->nfiles; i++) {
    const jni_package_file *file = &p->files[i];
    size_t n = 0;
    if (file->nflat == 0 || !jn_document_has_yaml()) continue;
    unsigned char *flat = jn_document_flatten(alloc, (const char *)file->bytes, file->n, &n);
    *no_memory = !flat;
    agree = flat && n == file->nflat && memcmp(flat, file->flat, n) == 0;
    jn_document_free(alloc, flat);
  }
  return agree && !*no_memory;
}

// ---- settings and code ----------------------------------------------------------------------------------------------

// Returns a list of the settings in the package that the user does not override, followed by the *n settings of the
// user; sets *n to its length. NULL: no memory.
static jn_setting *all_settings(jni_pool *pool, const jni_package *p, const jn_setting *settings, int *n) {
  jn_setting *all = jni_take(pool, (size_t)(p->nsettings + *n) + 1, sizeof *all);
  int m = 0;
  for (int i = 0; all && i < p->nsettings; i++)
    if (!jni_read_has_setting(settings, *n, p->settings[i].path)) all[m++] = p->settings[i];
  for (int i = 0; all && i < *n; i++) all[m++] = settings[i];
  *n = m;
  return all;
}

void jni_read_keep_code(jn_model *model, const jni_model_code *from, const jn_setting *settings, int nsettings) {
  jni_pool *pool = &model->pool;
  jni_model_code *code = jni_take(pool, 1, sizeof *code);
  unsigned char *bytes = jni_take(pool, from->n + from->nprecomputed_report + 1, 1);
  const char **kept = jni_take(pool, (size_t)from->nkept + 1, sizeof *kept),
             **set = jni_take(pool, (size_t)(from->nset + nsettings) + 1, sizeof *set);
  if (!code || !bytes || !kept || !set) {
    model->no_memory = true;
    return;
  }
  memcpy(bytes, from->bytes, from->n);
  if (from->nprecomputed_report) memcpy(bytes + from->n, from->precomputed_report, from->nprecomputed_report);
  for (int i = 0; i < from->nkept; i++) kept[i] = jni_model_text(model, from->kept[i], NULL);
  for (int i = 0; i < from->nset; i++) set[i] = jni_model_text(model, from->set[i], NULL);
  for (int i = 0; i < nsettings; i++) set[from->nset + i] = jni_model_text(model, settings[i].path, NULL);
  *code = *from;
  code->bytes = bytes;
  code->precomputed_report = bytes + from->n;
  code->kept = kept;
  code->set = set;
  code->nset = from->nset + nsettings;
  model->code = code;
}

// ---- complete packages ----------------------------------------------------------------------------------------------

static jn_model *refuse(jn_model *model, jni_pool *scratch, const char *why, jn_report *report) {
  if (!*why) jni_report_no_memory(report);
  else {
    jn_error error = {.status = JN_BAD_MODEL, .severity = JN_FAULT};
    snprintf(error.file, sizeof error.file, "%s", model->file);
    snprintf(error.what, sizeof error.what, "this compiled model cannot be read: %s", why);
    jn_report_add(report, &error);
  }
  jni_pool_free(scratch);
  return jn_model_free(model);
}

jn_model *jni_read_package(jn_model *model, const char *bytes, size_t size, const jn_setting *settings, int nsettings,
                           jn_report *report) {
  jni_pool scratch = {.alloc = model->pool.alloc};
  jni_package package;
  const char *why;
  if (!jni_package_read(&scratch, bytes, size, &package, &why)) return refuse(model, &scratch, why, report);
  opened open = {&package, model->files, model->pool.alloc};
  const jn_files files = {&open, read_file, release, flatten};
  const jni_package_file *own = &package.files[0];
  bool no_memory;
  if (!texts_agree(model->pool.alloc, &package, &no_memory))
    return refuse(model, &scratch, no_memory ? "" : "the text and the flat document of a file differ", report);
  const jni_model_code code = {.bytes = package.code,
                               .n = package.ncode,
                               .precomputed_report = package.precomputed_report,
                               .nprecomputed_report = package.nprecomputed_report,
                               .hash = package.hash,
                               .kept = package.kept,
                               .nkept = package.nkept};
  jni_read_keep_code(model, &code, settings, nsettings);
  jn_setting *all = all_settings(&scratch, &package, settings, &nsettings);
  if (!all) return refuse(model, &scratch, "", report);
  model->files = &files;
  jni_read_keep_own(model, own->name, (const char *)own->bytes, own->n);
  model = jni_read_model(model, own->name, (const char *)own->bytes, own->n, all, nsettings, report);
  jni_pool_free(&scratch);
  return model;
}
