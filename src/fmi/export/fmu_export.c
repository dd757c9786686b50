// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_export.c - collects the files of an FMU that contains the engine and a model, and writes their archive.
#include "jounce/fmu_export.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "fmi/archive_write.h"
#include "fmi/export/description_write.h"
#include "fmi/export/icon.h"
#include "fmi/export/reference_results.h"
#include "fmi/fmu_texts.h"
#include "formulation/formulation_common.h"
#include "jounce/document.h"
#include "jounce/import.h"
#include "model/model.h"
#include "output/disk.h"
#include "system/formula_at_time.h"
#include "system/work.h"

enum { COOKIE = 0x6a75, IDENTIFIER_SIZE = 200, TOKEN_SIZE = 48 };

jn_export_options jn_export_options_default(void) {
  return (jn_export_options){.version = 3, .ninputs = -1, .cookie = COOKIE};
}

void *jn_fmu_free(unsigned char *bytes) { return jni_free(NULL, bytes); }

typedef struct {
  const jn_model *model;
  const jn_export_options *options;
  jn_report *report;
  jni_pool pool;
  jni_engine_settings settings;
  const char **names;         // nfiles: names of the model's files
  const jn_source **sources;  // nfiles: contents of the files; NULL: the file is the model file that replaces a robot
  int nfiles;
  char identifier[IDENTIFIER_SIZE], token[TOKEN_SIZE];
  jni_engine *stepped, *exchanged;
  jni_archive_writer archive;
} exporter;

// ---- settings -------------------------------------------------------------------------------------------------------

static const char *input_name(const void *context, int i) {
  const jn_model *model = context;
  return i < jn_model_ninputs(model) ? jn_model_input_name(model, i) : NULL;
}

static int find_input(const exporter *x, const char *name) {
  for (int i = 0; i < jn_model_ninputs(x->model); i++)
    if (strcmp(jn_model_input_name(x->model, i), name) == 0) return i;
  const char *near = jni_nearest(name, input_name, x->model);
  jn_report_fault(x->report, JN_BAD_ARGUMENT, "", "the model has no input '%.100s'%s%s%s", name,
                  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  return -1;
}

// Fills x->settings.inputs with the inputs that the importer may set and their values at the start. Returns false if
// that fails; a name that the model has not or that is named twice is a fault in the report.
static bool take_inputs(exporter *x) {
  const jn_export_options *o = x->options;
  int n = o->ninputs < 0 ? jn_model_ninputs(x->model) : o->ninputs;
  if (n == 0) return true;
  jn_system *system = jn_system_new(x->model, NULL, x->report);
  jn_work *work = system ? jn_work_new(system) : NULL;
  double *state = system ? jni_doubles(&x->pool, (size_t)system->sizes.nstate) : NULL;
  x->settings.inputs = jni_take(&x->pool, (size_t)n, sizeof *x->settings.inputs);
  jn_status status = work && state && x->settings.inputs ? jn_system_initial_state(system, state) : JN_NO_MEMORY;
  bool good = status == JN_OK;
  if (system && !good && !x->pool.failed)  // jn_system_new and jn_fmu_export report the other failures
    jn_report_fault(x->report, status, "", "the initial values of the inputs: %s", jn_status_text(status));
  if (good) {
    jni_load_state(system, work, state);
    jni_calc_inputs(system, work);
  }
  for (int i = 0; i < n && good; i++) {
    int input = o->ninputs < 0 ? i : find_input(x, o->inputs[i]);
    bool again = false;
    for (int k = 0; k < i && input >= 0; k++)
      again = again || strcmp(x->settings.inputs[k].name, jn_model_input_name(x->model, input)) == 0;
    if (again) jn_report_fault(x->report, JN_BAD_ARGUMENT, "", "the input '%.100s' is named twice", o->inputs[i]);
    good = input >= 0 && !again;
    if (!good) break;
    x->settings.inputs[i] = (jni_engine_input){jn_model_input_name(x->model, input), work->u[input]};
    x->settings.ninputs++;
  }
  jn_work_free(work);
  jn_system_free(system);
  return good;
}

// Returns true if all additional outputs are signals of the model; otherwise reports the wrong ones.
static bool check_probes(const exporter *x) {
  if (x->options->nprobes == 0) return true;
  jn_system *system = jn_system_new(x->model, NULL, x->report);
  jn_probe *probe = system ? jn_probe_new(system, x->options->probes, x->options->nprobes, false, x->report) : NULL;
  bool good = probe != NULL;
  jn_probe_free(probe);
  jn_system_free(system);
  return good;
}

static bool take_settings(exporter *x) {
  const jn_export_options *o = x->options;
  jni_engine_settings *s = &x->settings;
  *s = (jni_engine_settings){.token = "", .model = "", .nstates = -1, .chosen = jn_choices_default()};
  if (o->chosen && o->given) {
    s->chosen = *o->chosen;
    memcpy(s->given, o->given, sizeof s->given);
  }
  s->nprobes = o->nprobes;
  s->probes = jni_take(&x->pool, (size_t)o->nprobes, sizeof *s->probes);
  for (int i = 0; i < o->nprobes && s->probes; i++) s->probes[i] = o->probes[i];
  s->nsettings = jn_model_nsettings(x->model);
  s->settings = jni_take(&x->pool, (size_t)s->nsettings, sizeof *s->settings);
  for (int i = 0; i < s->nsettings && s->settings; i++) s->settings[i] = jn_model_setting(x->model, i);
  return take_inputs(x) && !x->pool.failed;
}

// ---- the motion -----------------------------------------------------------------------------------------------------

typedef struct {
  jn_report *report;
  bool needed;  // true: errors are faults; false: they are only warnings
} listener;

static void hear(void *context, jni_engine_status status, const char *category, const char *message) {
  const listener *to = context;
  (void)category;
  if (status < JNI_ENGINE_ERROR) return;
  if (to->needed) jn_report_fault(to->report, JN_BAD_MODEL, "", "%.500s", message);
  else jn_report_warn(to->report, "", "the FMU has no Model Exchange: %.400s", message);
}

// Makes an instance for one interface and initialises it. Returns NULL after messages in the report.
static jni_engine *make_engine(exporter *x, bool exchange) {
  listener to = {x->report, !exchange};
  const jni_engine_setup setup = {.name = "export", .exchange = exchange, .logging = true, .log = hear, .context = &to};
  jni_engine *engine = jni_engine_of_model(x->model, &x->settings, &setup);
  bool good = engine && jni_engine_enter_initialization(engine) == JNI_ENGINE_OK &&
              jni_engine_exit_initialization(engine) == JNI_ENGINE_OK;
  if (!good) return jni_engine_free(engine);
  jni_engine_set_logging(engine, false);
  return engine;
}

// Makes the instances x->exchanged and x->stepped, from which the description is written, and sets the numbers of
// states and event indicators in the settings. Without Model Exchange x->exchanged is NULL. Returns false with a fault
// in the report.
static bool start_model(exporter *x) {
  x->exchanged = make_engine(x, true);
  x->settings.nstates = x->settings.nindicators = 0;
  if (x->exchanged) {
    const jni_engine_layout *layout = jni_engine_layout_get(x->exchanged);
    x->settings.nstates = layout->n[JNI_ENGINE_STATE];
    x->settings.nindicators = layout->n[JNI_ENGINE_INDICATOR];
  }
  x->stepped = make_engine(x, false);
  return x->stepped != NULL;
}

// ---- files ----------------------------------------------------------------------------------------------------------

static bool list_files(exporter *x) {
  int n = jn_model_nsources(x->model);
  const char *robot = jn_model_imported_text(x->model);
  x->names = jni_take(&x->pool, (size_t)n + 1, sizeof *x->names);
  x->sources = jni_take(&x->pool, (size_t)n + 1, sizeof *x->sources);
  if (x->pool.failed) return false;
  if (robot) {  // a robot is replaced by the model file of the same name that `jounce import` makes of it
    const char *name = jn_model_source(x->model, 0).name;
    char *other = jni_take(&x->pool, strlen(name) + 6, 1);
    if (!other) return false;
    const char *dot = strrchr(jni_path_name(name), '.');
    sprintf(other, "%.*s.yaml", (int)(dot ? dot - name : (ptrdiff_t)strlen(name)), name);
    x->names[x->nfiles++] = other;
  }
  for (int i = 0; i < n; i++) {
    jn_source *source = jni_take(&x->pool, 1, sizeof *source);
    if (!source) return false;
    *source = jn_model_source(x->model, i);
    if (robot && jn_import_takes(source->name)) continue;
    x->sources[x->nfiles] = source;
    x->names[x->nfiles++] = source->name;
  }
  return true;
}

// Sets x->settings.model, the path of the model's main file below the folder of resources, "" if its name is not
// usable. Returns false without memory.
static bool place_model(exporter *x) {
  char place[JNI_PATH_SIZE];
  if (!jn_place_file(x->names, x->nfiles, 0, place, sizeof place)) place[0] = 0;
  x->settings.model = jni_pool_text(&x->pool, place, strlen(place));
  return x->settings.model != NULL;
}

// Adds a model file or part to the archive as a flat document, one without loops and other macros. place: its name in
// the archive. Returns false with a fault in the report.
static bool add_flat(exporter *x, const char *place, const char *text, size_t size) {
  size_t n = 0;
  unsigned char *flat = jn_document_flatten(NULL, text, size, &n);
  if (flat) jni_archive_add(&x->archive, place, flat, n);
  else jni_report_no_memory(x->report);
  jn_document_free(NULL, flat);
  return flat != NULL;
}

// Adds to the archive a binary or large file, which the model does not keep in memory, after reading it again. place:
// its name in the archive. Returns false with a fault in the report if the file cannot be read or has changed since the
// model was read.
static bool add_copy(exporter *x, const char *place, const jn_source *source) {
  int file = jni_file_open(source->name, JNI_FILE_READ);
  char *bytes = jni_alloc0(NULL, source->size + 1, 1);
  size_t size = 0;
  int64_t n = 1;
  while (file >= 0 && bytes && n > 0 && size < source->size) {
    n = jni_file_read(file, bytes + size, source->size - size);
    if (n > 0) size += (size_t)n;
  }
  if (file >= 0) jni_file_close(file);
  bool good = bytes && size == source->size && jni_hash64(0, bytes, size) == source->hash;
  if (good) jni_archive_add(&x->archive, place, bytes, size);
  else jn_report_fault(x->report, JN_IO, "", "'%.200s' cannot be read, or has changed", source->name);
  jni_free(NULL, bytes);
  return good;
}

static bool add_models(exporter *x) {
  static const char folder[] = "resources/";
  for (int i = 0; i < x->nfiles; i++) {
    char place[JNI_PATH_SIZE];
    const jn_source *source = x->sources[i];
    memcpy(place, folder, sizeof folder);
    if (!jn_place_file(x->names, x->nfiles, i, place + strlen(folder), sizeof place - strlen(folder))) {
      jn_report_fault(x->report, JN_BAD_ARGUMENT, "", "a file of the model has no usable name: '%.200s'", x->names[i]);
      return false;
    }
    bool good = true, document = i == 0 || jn_file_format_of(x->names[i]) == JN_FORMAT_MODEL;
    const char *robot = source ? NULL : jn_model_imported_text(x->model);
    if (robot) good = add_flat(x, place, robot, strlen(robot));
    else if (source->text && document) good = add_flat(x, place, source->text, source->size);
    else if (source->text) jni_archive_add(&x->archive, place, source->text, source->size);
    else good = add_copy(x, place, source);
    if (!good) return false;
  }
  return !x->pool.failed;
}

// ---- identity -------------------------------------------------------------------------------------------------------

// Writes an identifier of C made from a name into `identifier`.
static void make_identifier(const char *name, char *identifier) {
  int n = 0;
  if (!name[0]) name = "model";
  if (name[0] >= '0' && name[0] <= '9') identifier[n++] = 'm';
  for (; *name && n < IDENTIFIER_SIZE - 1; name++) {
    bool good = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') || (*name >= '0' && *name <= '9');
    identifier[n++] = good ? *name : '_';
  }
  identifier[n] = 0;
}

// Sets the instantiation token to a hash of files, settings and version. Returns false without memory.
static bool make_token(exporter *x) {
  char *text = jni_engine_settings_write(&x->settings);
  uint64_t half[2] = {0, 0};
  if (!text) {
    jni_report_no_memory(x->report);
    return false;
  }
  for (uint64_t i = 0; i < 2; i++) {
    uint64_t hash = jni_hash64(i + 1, JN_VERSION_TEXT, strlen(JN_VERSION_TEXT));
    hash = jni_hash64(hash, &x->options->version, sizeof x->options->version);
    hash = jni_hash64(hash, text, strlen(text));
    for (int k = 0; k < x->nfiles; k++) {
      const char *robot = x->sources[k] ? NULL : jn_model_imported_text(x->model);
      uint64_t content = robot ? jni_hash64(0, robot, strlen(robot)) : x->sources[k]->hash;
      hash = jni_hash64(hash, &content, sizeof content);
    }
    half[i] = hash;
  }
  jni_free(NULL, text);
  jni_print(x->token, sizeof x->token, "{%08x-%04x-%04x-%04x-%04x%08x}", (unsigned)(half[0] >> 32),
            (unsigned)(half[0] >> 16 & 0xffff), (unsigned)(half[0] & 0xffff), (unsigned)(half[1] >> 48),
            (unsigned)(half[1] >> 32 & 0xffff), (unsigned)(half[1] & 0xffffffffu));
  x->settings.token = x->token;
  return true;
}

// ---- the archive ----------------------------------------------------------------------------------------------------

// Adds a text to the archive and frees it. Returns false without memory, also if the text is NULL.
static bool add_text(exporter *x, const char *name, char *text, size_t size) {
  if (!text) {
    jni_report_no_memory(x->report);
    return false;
  }
  jni_archive_add(&x->archive, name, text, size);
  jni_free(NULL, text);
  return true;
}

static jni_description describe(const exporter *x) {
  return (jni_description){.version = x->options->version,
                           .identifier = x->identifier,
                           .token = x->token,
                           .date = x->options->date,
                           .stepped = x->stepped,
                           .exchanged = x->exchanged,
                           .settings = &x->settings};
}

static bool add_description(exporter *x) {
  const jni_description description = describe(x);
  size_t size = 0;
  char *text = jni_description_write(&description, &size);
  return add_text(x, "modelDescription.xml", text, size);
}

static bool add_settings(exporter *x) {
  char *text = jni_engine_settings_write(&x->settings);
  return add_text(x, "resources/" JNI_ENGINE_SETTINGS_FILE, text, text ? strlen(text) : 0);
}

static bool add_icon(exporter *x) {
  size_t size = 0;
  unsigned char *png = jni_icon_write(jni_engine_run(x->stepped), &size);
  if (!png) {
    jni_report_no_memory(x->report);
    return false;
  }
  jni_archive_add(&x->archive, x->options->version == 2 ? "model.png" : "terminalsAndIcons/icon.png", png, size);
  jni_free(NULL, png);
  return true;
}

static void add_documentation(exporter *x) {
  static const char page[] =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>FMU</title></head>\n<body>\n"
      "<p>This FMU was exported by Jounce " JN_VERSION_TEXT
      ". Its binary contains the engine, its resources the model. All values are in SI units and radians unless a "
      "variable names another unit.</p>\n"
      "<p>Co-Simulation uses the integrator of the model. If its step is fixed, communication steps must be multiples "
      "of it. States of Model Exchange are slots for independent variables: after an event they may belong to other "
      "joints.</p>\n</body>\n</html>\n";
  jni_archive_add(&x->archive, "documentation/index.html", page, strlen(page));
  const jni_fmu_text *licence = jni_fmu_texts;
  while (licence->name && strcmp(licence->name, "LICENSE") != 0) licence++;
  if (licence->name) jni_archive_add(&x->archive, "documentation/licenses/license.txt", licence->text, licence->size);
}

// Adds the results of the default experiment to the archive if the options ask for them. Runs the instance for
// Co-Simulation to its end. Returns false with a fault in the report.
static bool add_reference(exporter *x) {
  if (!x->options->reference) return true;
  const jni_description description = describe(x);
  const char **names = jni_description_outputs(&x->pool, &description);
  return names && jni_reference_results_add(&x->archive, x->stepped, names, x->identifier, x->report);
}

// Platforms: name of the folder in FMI 3; in FMI 2 (NULL: it has none); ending of shared libraries.
static const struct {
  const char *name, *old, *ending;
} platforms[] = {{"x86_64-linux", "linux64", "so"},
                 {"aarch64-linux", NULL, "so"},
                 {"x86_64-windows", "win64", "dll"},
                 {"x86_64-darwin", "darwin64", "dylib"},
                 {"aarch64-darwin", NULL, "dylib"}};

static bool add_binaries(exporter *x) {
  for (int i = 0; i < x->options->nbinaries; i++) {
    const jn_fmu_binary *binary = &x->options->binaries[i];
    size_t k = 0, n = sizeof platforms / sizeof *platforms;
    while (k < n && strcmp(platforms[k].name, binary->platform) != 0) k++;
    if (k == n) {
      jn_report_fault(x->report, JN_BAD_ARGUMENT, "", "there is no platform '%.50s'", binary->platform);
      return false;
    }
    if (x->options->version == 2 && !platforms[k].old) {
      jn_report_fault(x->report, JN_REFUSED, "", "FMI 2 has no binaries for %s: export for FMI 3", binary->platform);
      return false;
    }
    char name[IDENTIFIER_SIZE + 64];
    jni_print(name, sizeof name, "binaries/%s/%s.%s", x->options->version == 2 ? platforms[k].old : platforms[k].name,
              x->identifier, platforms[k].ending);
    jni_archive_add(&x->archive, name, binary->bytes, binary->size);
  }
  return true;
}

// ---- export ---------------------------------------------------------------------------------------------------------

static bool check(const exporter *x) {
  const jn_export_options *o = x->options;
  bool good = true;
  if (o->version != 2 && o->version != 3) {
    jn_report_fault(x->report, JN_BAD_ARGUMENT, "", "FMUs are written for FMI 2 and 3, but not for FMI %d", o->version);
    good = false;
  }
  if (jn_model_nsources(x->model) == 0) {
    jn_report_fault(x->report, JN_REFUSED, "", "an FMU contains the files of its model, but this model has none");
    good = false;
  }
  if (x->model->code) {
    jn_report_fault(x->report, JN_REFUSED, "",
                    "a compiled model cannot be exported: export the model that it was made of");
    good = false;
  }
  const char *code = jn_model_code_file(x->model, 0);
  if (code) {
    jn_report_fault(x->report, JN_REFUSED, "", "an FMU cannot contain a controller whose code is loaded from '%.200s'",
                    code);
    good = false;
  }
  return good;
}

unsigned char *jn_fmu_export(const jn_model *model, const jn_export_options *options, size_t *size, jn_report *report) {
  const jn_export_options usual = jn_export_options_default();
  if (!options) options = &usual;
  JNI_ASSERT(model && size && options->cookie == COOKIE);
  exporter x = {.model = model, .options = options, .report = report};
  x.archive = jni_archive_writer_new(NULL);
  make_identifier(options->identifier ? options->identifier : jn_model_name(model), x.identifier);
  bool good = check(&x) && check_probes(&x) && take_settings(&x) && start_model(&x) && list_files(&x) &&
              place_model(&x) && make_token(&x) && add_description(&x) && add_settings(&x) && add_models(&x) &&
              add_icon(&x) && add_binaries(&x) && add_reference(&x);
  if (good) add_documentation(&x);
  if (x.pool.failed || x.archive.failed) jni_report_no_memory(report);
  else if (good && x.archive.too_large)
    jn_report_fault(report, JN_REFUSED, "",
                    "the archive is larger than 2 GiB, or a file has a name that zip cannot express");
  unsigned char *bytes = NULL;
  if (good && !x.pool.failed) bytes = jni_archive_finish(&x.archive, size);
  else jni_archive_writer_free(&x.archive);
  jni_engine_free(x.stepped);
  jni_engine_free(x.exchanged);
  jni_pool_free(&x.pool);
  return bytes;
}

jn_status jn_fmu_write(const jn_model *model, const jn_export_options *options, const char *path, jn_report *report) {
  jn_export_options own = options ? *options : jn_export_options_default();
  char stem[IDENTIFIER_SIZE];
  if (!path) return JN_BAD_ARGUMENT;
  jni_print(stem, sizeof stem, "%.190s", jni_path_name(path));
  char *dot = strrchr(stem, '.');
  if (dot) *dot = 0;
  if (!own.identifier) own.identifier = stem;
  int faults = jn_report_count(report, JN_FAULT);
  size_t size = 0;
  unsigned char *bytes = jn_fmu_export(model, &own, &size, report);
  jn_status status = JN_REFUSED;
  if (bytes) status = jni_bytes_write(path, bytes, size, report);
  for (int i = 0, seen = 0; !bytes && i < jn_report_size(report); i++) {
    const jn_error *error = jn_report_get(report, i);
    if (error->severity == JN_FAULT && seen++ == faults) status = error->status;
  }
  jn_fmu_free(bytes);
  return status;
}
