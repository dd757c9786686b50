// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// source_fmu.c - makes a source FMU of a compiled model: its text of C, its descriptions and the archive.
#include <string.h>

#include "fmi/archive_write.h"
#include "fmi/export/icon.h"
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
  double start, stop, step;  // default experiment, s
  bool fused;
  // Names and texts of nsources files of C, followed by nheaders headers. The first file is `text`.
  const char *names[JNI_MOST_LINKED + 2], *texts[JNI_MOST_LINKED + 2];
  int nsources, nheaders;
  added_file *files;
  int nfiles, room;
};

jn_fmu_options jn_fmu_options_default(void) { return (jn_fmu_options){.version = 3, .identifier = "model"}; }

void *jn_source_fmu_free(jn_source_fmu *fmu) { return jni_object_free(fmu); }

const char *jn_source_fmu_source(const jn_source_fmu *fmu, int i, const char **name) {
  JNI_ASSERT(fmu && i >= 0 && name);
  if (i >= fmu->nsources + fmu->nheaders) return NULL;
  *name = fmu->names[i];
  return fmu->texts[i];
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

// Appends a file to fmu->names and fmu->texts; the caller counts it as source or header. The text is not copied.
static void list_source(jn_source_fmu *fmu, const char *name, const char *text) {
  int i = fmu->nsources + fmu->nheaders;
  fmu->names[i] = jni_pool_text(&fmu->pool, name, strlen(name));
  fmu->texts[i] = text;
}

// Returns a copy of a controller's source in which the header is included from the same folder and products and sums
// are not contracted, as in the library. Returns NULL without memory, or if the source does not include the header.
static const char *controller_text(jn_source_fmu *fmu, const char *text) {
  static const char old[] = "#include <jounce/controller.h>";
  static const char include[] =
      "#if defined(__clang__)\n#pragma STDC FP_CONTRACT OFF\n#elif defined(__GNUC__)\n"
      "#pragma GCC optimize(\"fp-contract=off\")\n#endif\n#include \"controller.h\"";
  const char *at = strstr(text, old);
  size_t before = at ? (size_t)(at - text) : 0, n = strlen(text);
  char *copy = at ? jni_take(&fmu->pool, n + sizeof include, 1) : NULL;
  if (!copy) return NULL;
  memcpy(copy, text, before);
  memcpy(copy + before, include, sizeof include - 1);
  strcpy(copy + before + sizeof include - 1, at + sizeof old - 1);
  return copy;
}

// Adds the sources of the called controllers, which must be those of the library. Returns false with a fault in the
// report if another controller is called, or without memory.
static bool add_controllers(jn_source_fmu *fmu, const jni_print_counts *counts, jn_report *report) {
  char name[96];
  size_t size;
  for (int i = 0; i < counts->ncontrollers; i++) {
    const char *controller = i < JNI_MOST_LINKED ? counts->controllers[i] : "";
    jni_print(name, sizeof name, "%s_controller.c", controller);
    const char *text = jni_fmu_text_find(name, &size);
    if (!text) {
      jn_report_fault(report, JN_REFUSED, "",
                      "the controller '%.60s' is linked to printed code, and the FMU has no source of it: use --c",
                      controller);
      return false;
    }
    list_source(fmu, name, controller_text(fmu, text));
    if (!fmu->texts[fmu->nsources++]) return false;
  }
  if (counts->ncontrollers > 0) {
    list_source(fmu, "controller.h", jni_fmu_text_find("controller.h", &size));
    fmu->nheaders = 1;
  }
  return !fmu->pool.failed;
}

static bool print_text(jn_source_fmu *fmu, jn_compiled *c, jn_report *report) {
  char name[128];
  jni_print_counts counts = {.blocks = 0};
  jni_source *code = jni_compiled_source(c, fmu->options.identifier, 0, &counts, report);
  const jni_program *program = code ? jni_compile_with_parameters(c, report) : NULL;
  jni_print(name, sizeof name, "%.120s.c", fmu->options.identifier);
  fmu->nsources = 1;
  bool good = program != NULL && add_controllers(fmu, &counts, report);
  if (good) {
    const jni_source_text_def def = {.code = code->text,
                                     .program = program,
                                     .options = &fmu->options,
                                     .variables = &fmu->variables,
                                     .step = fmu->step};
    good = jni_printed_variables_list(&fmu->pool, c, program, &fmu->options, &fmu->variables, report);
    if (good) jni_source_text_write(&def, fmu->text, fmu->token);
    fmu->names[0] = jni_pool_text(&fmu->pool, name, strlen(name));
    fmu->texts[0] = fmu->text->text;
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

// Adds a PNG picture of the mechanism at the start of its run to the files of the FMU, under the name that its version
// prescribes. Returns false with a fault in the report or without memory.
static bool add_icon(jn_source_fmu *fmu, const jn_compiled *c, jn_report *report) {
  const char *name = fmu->options.version == 2 ? "model.png" : "terminalsAndIcons/icon.png";
  size_t size = 0;
  jn_run *run = jni_compile_start(c, c->model, report);
  unsigned char *png = run ? jni_icon_write(run, &size) : NULL;
  bool good = png && jn_source_fmu_add(fmu, name, png, size) == JN_OK;
  jni_free(c->pool.alloc, png);
  jn_run_free(run);
  return good;
}

jn_source_fmu *jn_source_fmu_new(jn_compiled *c, const jn_fmu_options *given, jn_report *report) {
  JNI_ASSERT(c);
  jn_fmu_options own = given ? *given : jn_fmu_options_default();
  if (!own.identifier) own.identifier = jn_fmu_options_default().identifier;
  const jn_fmu_options *options = &own;
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
    if (fmu->pool.failed || !print_text(fmu, c, report) || !add_icon(fmu, c, report)) fmu = jni_object_free(fmu);
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

// Adds a text to the archive and frees it. Returns false without memory.
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
                                    .step = fmu->step,
                                    .sources = fmu->names,
                                    .nsources = fmu->nsources,
                                    .c11 = fmu->nheaders > 0};
  jni_archive_writer archive = jni_archive_writer_new(fmu->pool.alloc);
  char source[160];
  size_t size = 0;
  char *text = jni_source_model_description(&d, &size);
  bool good = put_file(fmu, &archive, "modelDescription.xml", text, size);
  if (fmu->options.version == 3) {
    text = jni_source_build_description(&d, &size);
    if (!put_file(fmu, &archive, "sources/buildDescription.xml", text, size)) good = false;
  }
  for (int i = 0; i < fmu->nsources + fmu->nheaders; i++) {
    jni_print(source, sizeof source, "sources/%s", fmu->names[i]);
    jni_archive_add(&archive, source, fmu->texts[i], strlen(fmu->texts[i]));
  }
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
