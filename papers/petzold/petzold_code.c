// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_code.c - compiled models, read by the engine from a file, and as printed C that the compiler of this machine
// makes a library of during the reproduction.
#include <stdio.h>
#include <stdlib.h>

#include "common/progress.h"
#include "common/system.h"
#include "petzold/petzold.h"

enum { PATH_SIZE = 300 };

static const char *const names[] = {"m.jnc", "m.c", "around.c", "m.so"};

// ---- a folder for the files ----------------------------------------------------------------------------------------

static bool make_folder(repro *r, char *folder) {
  if (system_make_temporary_folder("jounce-petzold", folder, PATH_SIZE)) {
    progress_guard_folder(folder, names, sizeof names / sizeof *names);
    return true;
  }
  repro_fail(r, JN_IO, "cannot make a folder for compiled models: '%s'", folder);
  return false;
}

static void path_of(const char *folder, const char *name, char path[PATH_SIZE + 16]) {
  snprintf(path, PATH_SIZE + 16, "%s/%s", folder, name);
}

static void remove_folder(const char *folder) {
  char path[PATH_SIZE + 16];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    path_of(folder, names[i], path);
    system_remove(path);
  }
  system_remove_folder(folder);
  progress_guard_folder(NULL, NULL, 0);
}

// ---- the engine ----------------------------------------------------------------------------------------------------

static void *drop_compiled(void *compiled) { return jn_compiled_free(compiled); }
static void *drop_model(void *model) { return jn_model_free(model); }

jn_compiled *petzold_compile(repro *r, const jn_model *model, const jn_compile_options *options) {
  if (!repro_ok(r) || !model) return NULL;
  jn_report *said = jn_report_new(NULL);
  jn_compiled *compiled = jn_compile(model, options, said);
  repro_pass_on(r, jn_model_name(model), said, true, false);
  jn_report_free(said);
  if (!compiled) {
    repro_fail(r, JN_REFUSED, "'%s' was not compiled", jn_model_name(model));
    return NULL;
  }
  return repro_keep(r, compiled, drop_compiled);
}

jn_model *petzold_compiled_model(repro *r, const jn_compiled *compiled) {
  char folder[PATH_SIZE], path[PATH_SIZE + 16];
  if (!repro_ok(r) || !compiled || !make_folder(r, folder)) return NULL;
  path_of(folder, names[0], path);
  jn_status status = jn_compiled_write(compiled, NULL, 0, path, r->report);
  jn_model *model = status == JN_OK ? jn_model_read(NULL, path, NULL, 0, r->report) : NULL;
  remove_folder(folder);
  if (!model) repro_fail(r, status == JN_OK ? JN_BAD_MODEL : status, "a compiled model was not read");
  return model ? repro_keep(r, model, drop_model) : NULL;
}

double petzold_turn_of_run(repro *r, repro_timing *item) {
  const repro_motion *motion = item->what;
  jn_status status = jn_run_restart(motion->run, motion->state);
  double start = repro_cpu_seconds();
  while (status == JN_OK && jn_run_state(motion->run)[0] < item->choices.until - 1e-9)
    status = jn_run_step(motion->run, item->choices.until);
  if (status != JN_OK) repro_fail(r, status, "the run '%s' did not come to its end", item->title);
  return repro_cpu_seconds() - start;
}

double petzold_micros(const repro_timing *item) {
  return 1e6 * item->seconds * item->choices.step / item->choices.until;
}

// ---- C -------------------------------------------------------------------------------------------------------------

static const char around[] =
    "#include \"m.c\"\n"
    "size_t petzold_size(void) { return sizeof(m_state); }\n"
    "void petzold_init(m_state *s) { m_init(s); }\n"
    "int petzold_steps(m_state *s, long n) {\n"
    "  int worst = 0;\n"
    "  for (long i = 0; i < n; i++) { int status = m_step(s); if (status > worst) worst = status; }\n"
    "  return worst;\n}\n";

static void *drop_code(void *thing) {
  petzold_code *code = thing;
  if (code->library) petzold_library_close(code->library);
  free(code->state);
  free(code);
  return NULL;
}

petzold_code *petzold_load(repro *r, jn_compiled *compiled) {
  char folder[PATH_SIZE], path[PATH_SIZE + 16];
  petzold_code *code = repro_ok(r) && compiled ? repro_keep(r, calloc(1, sizeof *code), drop_code) : NULL;
  char *text = code ? jn_compiled_print(compiled, "m", 0, r->report) : NULL;
  if (!text || !make_folder(r, folder)) {
    jn_text_free(NULL, text);
    if (code) repro_fail(r, JN_REFUSED, "a model was not printed as C");
    return NULL;
  }
  for (const char *c = text; *c; c++) code->lines += *c == '\n';
  path_of(folder, names[1], path);
  bool good = jn_text_write(path, text, r->report) == JN_OK;
  path_of(folder, names[2], path);
  good = good && jn_text_write(path, around, r->report) == JN_OK;
  good = good && petzold_library_make(r, folder) && petzold_library_open(folder, code);
  remove_folder(folder);
  jn_text_free(NULL, text);
  return good ? code : NULL;
}
