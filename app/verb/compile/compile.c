// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile.c - `jounce compile`: a model as straight-line code, in a file that other verbs read like a model.
#include "compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/progress.h"
#include "common/text.h"
#include "model_files.h"
#include "page/report.h"
#include "precomputed.h"

static void answer(app_command *command, const app_compiled *compiled) {
  print_messages(command);
  if (!command->options.json) {
    if (!command->options.quiet) compile_print(compiled);
    return;
  }
  app_json out = {.out = stdout};
  answer_begin(command, &out, JN_OK);
  compile_put(compiled, &out);
  answer_end(command, &out);
}

// Writes the compiled model to the file of -o, together with the files of the model.
static jn_status write_compiled(app_command *command, const jn_model *model, const jn_compiled *compiled,
                                const char *path) {
  app_files files;
  if (!files_of_model(model, &files)) {
    files_free(&files);
    return worst_fault(command, JN_NO_MEMORY, "listing the files");
  }
  void **blocks = calloc((size_t)files.n + 1, sizeof *blocks);
  jn_status status = blocks ? JN_OK : JN_NO_MEMORY;
  for (int i = 0; status == JN_OK && i < files.n; i++) {
    if (files.items[i].text) continue;
    files.items[i].text = blocks[i] = files_read(command, &files.items[i]);
    if (!blocks[i]) status = JN_IO;
  }
  if (status == JN_OK) status = jn_compiled_write(compiled, files.items, files.n, path, command->report);
  for (int i = 0; blocks && i < files.n; i++) free(blocks[i]);
  free(blocks);
  files_free(&files);
  return checked_status(command, status, "writing the compiled model");
}

static jn_status take_options(app_command *command, const jn_choices *choices, jn_compile_options *options) {
  app_options *o = &command->options;
  *options = jn_compile_options_default();
  options->choices = choices;
  options->outputs = (const char *const *)o->outputs.items;
  options->noutputs = o->outputs.n;
  options->keep = (const char *const *)o->keep.items;
  options->nkeep = o->keep.n;
  options->stiff = (const char *const *)o->stiff.items;
  options->nstiff = o->stiff.n;
  options->fused = !o->no_fma;
  options->blocks = o->blocks;
  options->derivatives = o->derivatives;
  options->poses = o->code_bodies;
  return take_count(command, "newton", o->newton, 0, 100, &options->newton);
}

void compile_name_of_file(const char *path, char *name, size_t size) {
  const char *from = path_base(path);
  size_t n = 0;
  for (; from[n] && from[n] != '.' && n + 1 < size; n++) {
    bool digit = from[n] >= '0' && from[n] <= '9';
    bool letter = (from[n] >= 'a' && from[n] <= 'z') || (from[n] >= 'A' && from[n] <= 'Z');
    name[n] = letter || (digit && n > 0) ? from[n] : '_';
  }
  if (n == 0) name[n++] = '_';
  name[n] = 0;
}

static long count_lines(const char *text) {
  long n = 0;
  for (const char *at = strchr(text, '\n'); at; at = strchr(at + 1, '\n')) n++;
  return n;
}

static jn_status write_code(app_command *command, jn_compiled *compiled, int lanes, long *lines) {
  const char *path = command->options.code;
  char name[64];
  if (!path) return JN_OK;
  compile_name_of_file(path, name, sizeof name);
  char *text = jn_compiled_print(compiled, name, lanes > 1 ? lanes : 0, command->report);
  if (!text) return worst_fault(command, JN_REFUSED, "printing the code");
  jn_status status = jn_text_write(path, text, command->report);
  *lines = count_lines(text);
  jn_text_free(NULL, text);
  return status;
}

// Refuses a path of an option that has not this ending or is a file of the model. path NULL: the option is not given,
// accepted.
static jn_status check_file(app_command *command, const jn_model *model, const char *path, const char *option,
                            const char *ending) {
  if (!path) return JN_OK;
  if (!text_ends_with(path, ending))
    return usage_fault(command, "%s names a file that ends with %s, but got '%s'", option, ending, path);
  bool own = path_same(path, command->options.words.items[0]);
  for (int i = 0; i < jn_model_nsources(model); i++)
    if (own || path_same(path, jn_model_source(model, i).name))
      return usage_fault(command, "'%s' is a file of the model and would be overwritten; name another one with %s",
                         path, option);
  return JN_OK;
}

static jn_status take_lanes(app_command *command, int *lanes) {
  jn_status status = take_count(command, "lanes", command->options.lanes, 1, 8, lanes);
  if (status != JN_OK) return status;
  if (*lanes == 3 || (*lanes > 4 && *lanes < 8))
    return usage_fault(command, "--lanes is 1, 2, 4 or 8, but got %d", *lanes);
  if (*lanes > 1 && !command->options.code)
    return usage_fault(command, "--lanes needs a file of C: add --c, as in --c vehicle.c");
  return JN_OK;
}

// ---- progress and warnings ------------------------------------------------------------------------------------------

typedef struct {
  app_progress bar;
  double start;  // wall time at the start by progress_clock, s
} compile_progress;

static void show(void *self, const jn_compile_progress *now) {
  compile_progress *p = self;
  char text[240];
  snprintf(text, sizeof text, "%s: %.100s, %.4g of %g s", now->what, now->manoeuvre, now->time, now->until);
  progress_line(&p->bar, progress_clock() - p->start, text);
}

static void warn_without_effect(app_command *command, const jn_compile_report *r) {
  const app_options *o = &command->options;
  const struct {
    const char *option, *why;
    bool idle;
  } list[] = {{"blocks", "it needs --c or --fmu", o->blocks && !o->code && !o->fmu},
              {"derivatives", "it needs --c", o->derivatives && !o->code},
              {"bodies", "it needs --c", o->code_bodies && !o->code},
              {"newton", "the mechanism has no loops", o->newton > 0 && r->ngroups == 0},
              {"stops", "the model has no force of kind 'stop'", o->stops && r->nstops == 0},
              {"creep", "no contact of the model has friction states", o->creep && r->left_out == 0},
              {"no-creep", "only --preset real-time omits friction states",
               o->no_creep && (!o->preset || strcmp(o->preset, "real-time") != 0)}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (list[i].idle) jn_report_warn(command->report, "", "--%s has no effect: %s", list[i].option, list[i].why);
}

// Returns whether this processor has vector registers of eight doubles.
static bool has_wide_vectors(void) {
#if defined __x86_64__ && defined __GNUC__
  return __builtin_cpu_supports("avx512f");
#else
  return false;
#endif
}

// ---- the verb -------------------------------------------------------------------------------------------------------

typedef struct {
  const char *path;   // path of the compiled model
  bool writes_model;  // false: --c or --fmu without --output writes no compiled model
  int lanes, fmi;
} app_target;

static jn_status check_options(app_command *command, const jn_model *model, app_target *target) {
  const app_options *o = &command->options;
  jn_status status = take_lanes(command, &target->lanes);
  if (status == JN_OK) status = compile_take_fmu(command, target->lanes, &target->fmi);
  if (status == JN_OK) status = report_check(command, false);
  if (status == JN_OK) status = check_file(command, model, o->code, "--c", ".c");
  if (status == JN_OK) status = check_file(command, model, o->fmu, "--fmu", ".fmu");
  target->writes_model = o->output || (!o->code && !o->fmu);
  return status == JN_OK && target->writes_model ? check_file(command, model, target->path, "-o", ".jnc") : status;
}

// Compiles the model, writes the requested files and prints the answer. Returns the first failure.
static jn_status make(app_command *command, const jn_model *model, jn_compile_options *options,
                      const app_target *target) {
  compile_progress progress = {progress_begin(!command->options.quiet), progress_clock()};
  options->progress = show;
  options->progress_context = &progress;
  jn_compiled *compiled = jn_compile(model, options, command->report);
  progress_erase(&progress.bar);
  if (!compiled) return worst_fault(command, JN_REFUSED, "compiling the model");
  app_compiled summary = {.name = shown_name(command, model), .report = jn_compiled_report(compiled)};
  summary.all = command->options.verbose > 0;
  summary.code = command->options.code;
  summary.file = target->writes_model ? target->path : NULL;
  warn_without_effect(command, summary.report);
  jn_status status = checked_status(command, jn_compiled_judge(compiled, command->report), "judging the code");
  progress_erase(&progress.bar);
  if (target->lanes == 8 && !has_wide_vectors())
    jn_report_warn(
        command->report, "",
        "this processor has no vectors of eight numbers (AVX-512): code of --lanes 8 takes several times as long "
        "as four lanes here");
  if (status == JN_OK) status = write_code(command, compiled, target->lanes, &summary.lines);
  if (status == JN_OK) status = compile_write_fmu(command, compiled, target->fmi, &summary);
  if (status == JN_OK && target->writes_model) status = write_compiled(command, model, compiled, target->path);
  if (status == JN_OK) status = report_precomputed(command, model, summary.report, &summary.page);
  if (status == JN_OK) answer(command, &summary);
  jn_compiled_free(compiled);
  return status;
}

static jn_status compile(app_command *command, jn_model *model, const char *path) {
  jn_choices choices;
  jn_compile_options options;
  app_target target = {.path = path};
  compile_manoeuvres manoeuvres = {.n = 0};
  jn_compile_range *ranges = NULL;
  load_choices(command, model, &choices);
  jn_status status = check_options(command, model, &target);
  if (status == JN_OK) status = take_options(command, &choices, &options);
  if (status == JN_OK) status = compile_take_tables(command, &options.tables, &ranges);
  if (status == JN_OK) status = compile_take_manoeuvres(command, model, &manoeuvres);
  options.tables.manoeuvres = manoeuvres.list;
  options.tables.nmanoeuvres = manoeuvres.n;
  if (status == JN_OK) status = make(command, model, &options, &target);
  compile_free_manoeuvres(&manoeuvres);
  free(ranges);
  return status;
}

static jn_status compile_work(app_command *command) {
  jn_model *model = load_model(command);
  if (!model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
  const char *loaded = jn_model_code_file(model, 0);
  if (loaded) {
    jn_report_fault(command->report, JN_REFUSED, "",
                    "a controller whose code is loaded cannot be compiled, but the model needs '%.200s'", loaded);
    jn_model_free(model);
    return JN_REFUSED;
  }
  const char *given = command->options.output;
  char *usual = given ? NULL : path_stem_with(command->options.words.items[0], ".jnc");
  const char *path = given ? given : usual;
  jn_status status = path ? compile(command, model, path) : worst_fault(command, JN_NO_MEMORY, "naming the file");
  free(usual);
  jn_model_free(model);
  return status;
}

static const char *const examples[] = {
    "jounce compile models/examples/four-bar.yaml --step 1ms",
    "jounce compile models/examples/slider-crank.yaml --integrator rk4 --step 0.5ms -o crank.jnc",
    "jounce compile models/examples/slider-crank.yaml --step 1ms --c crank.c --lanes 4 --keep r,speed",
    "jounce compile models/vehicles/hmmwv.yaml --tables --constant-mass --c hmmwv.c",
    "jounce compile models/examples/slider-crank.yaml --step 1ms --independent joint.O.angle --keep r,speed --fmu "
    "crank.fmu",
    "jounce compile models/vehicles/hmmwv-lane-change.yaml --preset real-time --manoeuvre "
    "models/vehicles/hmmwv-bumps.yaml --integrator euler",
    NULL};

const app_verb verb_compile = {
    .name = "compile",
    .words = "MODEL",
    .needs = "a model file",
    .help = "a model as straight-line code, for fast runs and for other programs",
    .details =
        "Writes the equations of formulation 'reduced' as one list of operations, with the independent variables of "
        "the start and a fixed number of Newton steps for the loops. The file (MODEL.jnc, unless -o names another) "
        "contains the model, its files and the code. run, compare, view and drive run its code; other verbs read the "
        "model in it. It runs with fixed steps; events, changes of subsystems and samples happen at the ends of steps. "
        "--c writes one file of C for your own programs, --fmu an FMU for other tools (docs/compiled.md).\n\n--tables, "
        "--mass-tables, "
        "--constant-mass and --keep-bodies precompute more and more; each includes those before it. --preset real-time "
        "is a good combination. Tables cover the ranges of the variables in the model's own run and in the manoeuvres, "
        "plus a tenth, and up to the stops; beyond they are extrapolated linearly, and runs report it. The manoeuvres "
        "are run by the exact and by the precomputed code, and the answer, the file and the report show the "
        "differences of the outputs. --stops, alone or with these options, allows steps that are longer than the "
        "contact with a stiff stop; it is valid for the step and the integrator of the compilation. --creep, which is "
        "part of the preset, removes the friction states of contacts.",
    .examples = examples,
    .bit = FOR_COMPILE,
    .least = 1,
    .most = 1,
    .work = compile_work};
