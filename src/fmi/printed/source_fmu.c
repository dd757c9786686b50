// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// source_fmu.c - a compiled model as a source FMU: its text, its description and the archive.
#include <string.h>

#include "fmi/archive_write.h"
#include "fmi/printed/source_description.h"
#include "fmi/printed/source_text.h"
#include "model/model.h"
#include "output/disk.h"
#include "simulate/compile/compile.h"

typedef struct {
  const char *name;
  const void *bytes;
  size_t size;
} added_file;

struct jn_source_fmu {
  jni_pool pool;
  jn_fmu_options options;
  jni_printed_variables variables;
  jni_source *text;
  char token[JNI_TOKEN_SIZE];
  const char *model_name;
  double start, stop, step;  // s
  bool fused;
  added_file *files;
  int nfiles, room;
};

void *jn_source_fmu_free(jn_source_fmu *fmu) { return jni_object_free(fmu); }
const char *jn_source_fmu_text(const jn_source_fmu *fmu) {
  JNI_ASSERT(fmu);
  return fmu->text->text;
}
bool jn_source_fmu_is_fused(const jn_source_fmu *fmu) {
  JNI_ASSERT(fmu);
  return fmu->fused;
}

static void *free_text(void *text) { return jni_source_free(text); }

static bool check(const jn_fmu_options *options, jn_report *report) {
  if (options->version != 2 && options->version != 3)
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "there is FMI 2 and FMI 3, but not %d", options->version);
  else if (strcmp(options->identifier, "jnf") == 0 || strlen(options->identifier) > 100)
    jn_report_fault(report, JN_BAD_ARGUMENT, "",
                    "'%.100s' cannot be the name of an FMU: it is longer than 100 letters or used by the interface",
                    options->identifier);
  else return true;
  return false;
}

static bool print_text(jn_source_fmu *fmu, jn_compiled *c, jn_report *report) {
  jni_print_counts counts = {0, 0, 0};
  jni_source *code = jni_compiled_source(c, fmu->options.identifier, 0, &counts, report);
  const jni_program *program = code ? jni_compile_with_parameters(c, report) : NULL;
  bool good = program != NULL;
  if (good && counts.controllers > 0) {
    jn_report_fault(
        report, JN_REFUSED, "",
        "the model has a controller in C, which is linked to printed code; a source FMU has one file without "
        "it: use --c");
    good = false;
  }
  if (good) {
    const jni_source_text_def def = {.code = code->text,
                                     .program = program,
                                     .options = &fmu->options,
                                     .variables = &fmu->variables,
                                     .step = fmu->step};
    good = jni_printed_variables_list(&fmu->pool, c, program, &fmu->options, &fmu->variables, report);
    if (good) jni_source_text_write(&def, fmu->text, fmu->token);
    if (good && program->start_given)
      jn_report_warn(report, "",
                     "with other parameters the FMU starts with the model's own values of such variables, which an "
                     "importer cannot set; other variables that are independent (--independent) may have formulas");
    fmu->start = program->nominal[0];
    fmu->fused = program->fused;
  }
  jni_source_free(code);
  return good && !fmu->text->pool.failed;
}

jn_source_fmu *jn_source_fmu_new(jn_compiled *c, const jn_fmu_options *options, jn_report *report) {
  JNI_ASSERT(c && options && options->identifier);
  int faults = jn_report_count(report, JN_FAULT);
  jn_source_fmu *fmu = check(options, report) ? jni_object_new(c->pool.alloc, sizeof *fmu) : NULL;
  if (fmu) {
    fmu->options = *options;
    fmu->options.identifier = jni_pool_text(&fmu->pool, options->identifier, strlen(options->identifier));
    if (options->date) fmu->options.date = jni_pool_text(&fmu->pool, options->date, strlen(options->date));
    const char *name = c->model->name && c->model->name[0] ? c->model->name : options->identifier;
    fmu->model_name = jni_pool_text(&fmu->pool, name, strlen(name));
    fmu->step = c->report.step;
    fmu->stop = c->choices.until;
    fmu->text = jni_keep(&fmu->pool, jni_source_new(c->pool.alloc), free_text);
    if (fmu->pool.failed || !print_text(fmu, c, report)) fmu = jni_object_free(fmu);
  }
  if (!fmu && jn_report_count(report, JN_FAULT) == faults) jni_report_no_memory(report);
  return fmu;
}

jn_status jn_source_fmu_add(jn_source_fmu *fmu, const char *name, const void *bytes, size_t size) {
  JNI_ASSERT(fmu && name && (bytes || size == 0));
  void *copy = jni_take(&fmu->pool, size + 1, 1);
  const char *copied_name = jni_pool_text(&fmu->pool, name, strlen(name));
  if (!copy || !copied_name || !jni_pool_grow(&fmu->pool, &fmu->files, &fmu->room, fmu->nfiles + 1, sizeof *fmu->files))
    return JN_NO_MEMORY;
  if (size > 0) memcpy(copy, bytes, size);
  fmu->files[fmu->nfiles++] = (added_file){copied_name, copy, size};
  return JN_OK;
}

// Adds a text that is made for the archive, and frees it. Returns false without memory.
static bool put_file(const jn_source_fmu *fmu, jni_archive_writer *archive, const char *name, char *text, size_t size) {
  if (text) jni_archive_add(archive, name, text, size);
  jni_free(fmu->pool.alloc, text);
  return text != NULL;
}

jn_status jn_source_fmu_write(jn_source_fmu *fmu, const char *path, jn_report *report) {
  JNI_ASSERT(fmu && path);
  const jni_source_description d = {.alloc = fmu->pool.alloc,
                                    .options = &fmu->options,
                                    .variables = &fmu->variables,
                                    .model_name = fmu->model_name,
                                    .token = fmu->token,
                                    .start = fmu->start,
                                    .stop = fmu->stop,
                                    .step = fmu->step};
  jni_archive_writer archive = jni_archive_writer_new(fmu->pool.alloc);
  char source[160];
  size_t size = 0;
  char *text = jni_source_model_description(&d, &size);
  bool good = put_file(fmu, &archive, "modelDescription.xml", text, size);
  if (fmu->options.version == 3) {
    text = jni_source_build_description(&d, &size);
    if (!put_file(fmu, &archive, "sources/buildDescription.xml", text, size)) good = false;
  }
  jni_print(source, sizeof source, "sources/%s.c", fmu->options.identifier);
  jni_archive_add(&archive, source, fmu->text->text, (size_t)fmu->text->length);
  const char *license = jni_fmu_text_find("LICENSE", &size);
  jni_archive_add(&archive, "documentation/licenses/license.txt", license, size);
  for (int i = 0; i < fmu->nfiles; i++)
    jni_archive_add(&archive, fmu->files[i].name, fmu->files[i].bytes, fmu->files[i].size);
  if (archive.too_large) {
    jni_archive_writer_free(&archive);
    return jn_report_fault(report, JN_REFUSED, "", "the FMU is too large, or a name in it is no relative path");
  }
  unsigned char *bytes = jni_archive_finish(&archive, &size);
  jn_status status = good && bytes ? jni_bytes_write(path, bytes, size, report) : jni_report_no_memory(report);
  jni_free(fmu->pool.alloc, bytes);
  return status;
}
