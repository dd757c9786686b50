// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep.c - `jounce sweep`: all runs of a study, here or by Slurm, and their table.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/system.h"
#include "common/text.h"
#include "slurm.h"

enum { SHOWN_RUNS = 20, USUAL_WIDTH = 120, PATH_SIZE = 4096 };

// ---- folder and table --------------------------------------------------------------------------------------------

static bool is_table(const char *path) {
  jn_file_format format = jn_file_format_of(path);
  return format == JN_FORMAT_CSV || format == JN_FORMAT_HDF5;
}

static jn_status choose_target(app_sweep *sweep) {
  app_command *command = sweep->study.command;
  const app_options *o = &command->options;
  const char *path = o->output ? o->output : sweep->study.folder;
  if (path && is_table(path)) sweep->table = path;
  else sweep->folder = path;
  bool stored = o->continue_study || o->collect || o->slurm || !isnan(o->shard);
  if (stored && !sweep->folder)
    return usage_fault(command, "--%s needs the folder of the sweep: -o FOLDER",
                       o->continue_study ? "resume"
                       : o->collect      ? "collect"
                       : o->slurm        ? "slurm"
                                         : "shard");
  if (sweep->study.folder && !o->output && !stored)
    return usage_fault(command, "'%s' is the folder of a sweep: --resume continues it, --collect writes its table",
                       sweep->study.folder);
  if (o->slurm && (o->collect || !isnan(o->shard)))
    return usage_fault(command, "--slurm cannot be combined with --%s", o->collect ? "collect" : "shard");
  if (sweep->study.def.histories && !sweep->folder)
    return usage_fault(command, "--histories needs a folder for the runs: -o FOLDER");
  if (sweep->folder && !jn_result_has_hdf5())
    return jn_report_fault(
        command->report, JN_IO, "",
        "a folder needs HDF5, which this build does not have: install libhdf5-dev and build again, or name a "
        "table: -o FILE.csv");
  return JN_OK;
}

static jn_status check_words(app_sweep *sweep) {
  app_command *command = sweep->study.command;
  const text_list *words = &command->options.words;
  if (words->n > 1 && !command->options.slurm)
    return usage_fault(command, "'jounce sweep' takes a study or a model and nothing more, but got '%s' as well",
                       words->items[1]);
  return JN_OK;
}

// ---- the study in the folder -------------------------------------------------------------------------------------

static jn_status make_folder(app_command *command, const char *path) {
  system_file there;
  if (system_file_info(path, &there) && there.folder) return JN_OK;
  if (system_make_folder(path)) return JN_OK;
  return jn_report_fault(command->report, JN_IO, "", "the folder %.200s cannot be made", path);
}

// Refuses the folder of the sweep if it contains rows of another study. study: path of the study file in the folder;
// accepts the folder if that does not exist.
static jn_status check_folder(app_sweep *sweep, const char *study) {
  app_command *command = sweep->study.command;
  if (!system_allows(study, SYSTEM_EXISTS)) return JN_OK;
  jn_sweep_options how = jn_sweep_options_default();
  how.folder = sweep->folder;
  how.collect = true;
  jn_sweep *there = jn_sweep_run(sweep->what, &how, command->report);
  if (!there) return worst_fault(command, JN_REFUSED, "looking into the folder");
  jn_sweep_free(there);
  return JN_OK;
}

// Writes the study file into the folder of the sweep, which it makes, so that the sweep can be resumed without the
// options and from any folder. Does nothing if the study was read from this folder. Returns the first failure.
static jn_status keep_study(app_sweep *sweep) {
  app_command *command = sweep->study.command;
  char path[PATH_SIZE], *real = NULL;
  jn_study_def def = sweep->study.def;
  if (sweep->study.folder && !command->options.output) return JN_OK;  // the study was read from this folder
  if (system_allows(def.model, SYSTEM_EXISTS)) real = path_resolved(def.model);
  if (real) def.model = real;
  snprintf(path, sizeof path, "%.4000s/study.yaml", sweep->folder);
  jn_status status = make_folder(command, sweep->folder);
  if (status == JN_OK) status = check_folder(sweep, path);
  char *text = status == JN_OK ? jn_study_def_text(NULL, &def) : NULL;
  if (status == JN_OK && !text) status = JN_NO_MEMORY;
  if (status == JN_OK) status = jn_text_write(path, text, command->report);
  jn_text_free(NULL, text);
  free(real);
  return status;
}

// ---- runs --------------------------------------------------------------------------------------------------------

static jn_status carry_out(app_sweep *sweep) {
  app_command *command = sweep->study.command;
  const app_options *o = &command->options;
  jn_sweep_options how = jn_sweep_options_default();
  jn_status status = take_count(command, "threads", o->threads, 1, 1024, &how.threads);
  if (status == JN_OK) status = take_count(command, "shard", o->shard, 1, INT_MAX, &how.shard);
  if (status != JN_OK) return status;
  how.folder = sweep->folder;
  how.resume = o->continue_study || how.shard > 0;
  how.collect = o->collect;
  if (!isnan(o->save_every)) how.save_every = o->save_every;
  how.progress = study_progress;
  how.progress_context = &sweep->study;
  sweep->study.progress = progress_begin(!o->quiet);
  sweep->made = jn_sweep_run(sweep->what, &how, command->report);
  progress_erase(&sweep->study.progress);
  return sweep->made ? jn_sweep_status(sweep->made) : worst_fault(command, JN_NO_MEMORY, "the sweep");
}

// Writes the tables of all finished runs into the folder, as CSV and HDF5, or the single table of -o; writes none for a
// single shard in a folder. Returns the first failure.
static jn_status write_tables(app_sweep *sweep) {
  jn_report *report = sweep->study.command->report;
  char path[PATH_SIZE];
  if (sweep->table) return jn_sweep_write(sweep->made, sweep->table, report);
  if (!sweep->folder || !isnan(sweep->study.command->options.shard)) return JN_OK;
  jn_status status = JN_OK;
  static const char *const endings[] = {"csv", "h5"};
  for (int i = 0; i < 2 && status == JN_OK; i++) {
    snprintf(path, sizeof path, "%.4000s/table.%s", sweep->folder, endings[i]);
    status = jn_sweep_write(sweep->made, path, report);
  }
  return status;
}

// ---- output ------------------------------------------------------------------------------------------------------

static void report_missing(app_sweep *sweep, jn_status status) {
  app_command *command = sweep->study.command;
  int missing = jn_sweep_nruns(sweep->made) - jn_sweep_ndone(sweep->made);
  if (status != JN_INTERRUPTED || jn_report_count(command->report, JN_FAULT) > 0) return;
  jn_report_fault(command->report, JN_INTERRUPTED, "", "%d of %d runs are not done%s", missing,
                  jn_sweep_nruns(sweep->made), sweep->folder ? "; --resume continues them" : "");
}

// Returns a fault, with the reason of the first run, if every run of the sweep has failed; otherwise JN_OK.
static jn_status refuse_failure(app_sweep *sweep) {
  const jn_sweep *s = sweep->made;
  if (jn_sweep_nfailed(s) < jn_sweep_nruns(s)) return JN_OK;
  return jn_report_fault(sweep->study.command->report, jn_sweep_run_status(s, 0), "",
                         "all runs have failed; the first: %.400s", jn_sweep_why(s, 0));
}

static void print_summary(const app_sweep *sweep) {
  const jn_sweep *s = sweep->made;
  int points = jn_study_npoints(sweep->what), runs = jn_study_nruns(sweep->what);
  char count[40], hash[20];
  format_count(jn_sweep_nruns(s), count, sizeof count);
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)jn_sweep_hash(s));
  printf("%s: %s run%s", jn_study_model(sweep->what), count, jn_sweep_nruns(s) == 1 ? "" : "s");
  if (runs > points) printf(" (%d at each of %d point%s)", runs / points, points, points == 1 ? "" : "s");
  if (jn_sweep_nfailed(s)) printf(", %d failed", jn_sweep_nfailed(s));
  printf("\n\n");
  bool all = sweep->study.command->options.verbose;
  int width = text_width();
  if (width == 0 && !all) width = USUAL_WIDTH;  // standard output is not a terminal
  char *text = jn_sweep_text(NULL, s, width, all ? 0 : SHOWN_RUNS);
  if (text) fputs(text, stdout);
  jn_text_free(NULL, text);
  printf("\n  hash           %s\n", hash);
  if (sweep->table) printf("  table          %s\n", sweep->table);
  else if (sweep->folder && isnan(sweep->study.command->options.shard))
    printf("  table          %s/table.csv, table.h5%s\n", sweep->folder, jn_can_sweep_index() ? ", index.sqlite" : "");
}

static void put_rows(app_json *out, const jn_sweep *s) {
  json_open(out, "columns", '[');
  for (int c = 0; c < jn_sweep_ncolumns(s); c++) {
    json_open(out, NULL, '{');
    json_text(out, "name", jn_sweep_name(s, c));
    json_text(out, "unit", jn_sweep_unit(s, c));
    json_open(out, "values", '[');
    for (int i = 0; i < jn_sweep_nruns(s); i++) json_number(out, NULL, jn_sweep_column(s, c)[i]);
    json_close(out, ']');
    json_close(out, '}');
  }
  json_close(out, ']');
  json_open(out, "failures", '[');
  for (int i = 0; i < jn_sweep_nruns(s); i++) {
    if (!jn_sweep_is_done(s, i) || jn_sweep_run_status(s, i) == JN_OK) continue;
    json_open(out, NULL, '{');
    json_integer(out, "run", (long)jn_sweep_column(s, 0)[i]);
    json_text(out, "status", jn_status_text(jn_sweep_run_status(s, i)));
    json_text(out, "why", jn_sweep_why(s, i));
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_answer(app_sweep *sweep, jn_status status) {
  app_json out = {.out = stdout};
  const jn_sweep *s = sweep->made;
  char hash[20];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)jn_sweep_hash(s));
  answer_begin(sweep->study.command, &out, status);
  json_text(&out, "name", jn_study_model(sweep->what));
  json_text(&out, "folder", sweep->folder);
  json_text(&out, "table", sweep->table);
  json_integer(&out, "runs", jn_sweep_nruns(s));
  json_integer(&out, "done", jn_sweep_ndone(s));
  json_integer(&out, "failed", jn_sweep_nfailed(s));
  json_integer(&out, "points", jn_study_npoints(sweep->what));
  json_integer(&out, "parameters", jn_sweep_nparameters(s));
  json_text(&out, "hash", hash);
  put_rows(&out, s);
  answer_end(sweep->study.command, &out);
}

static void print_answer(app_sweep *sweep, jn_status status) {
  app_command *command = sweep->study.command;
  report_missing(sweep, status);
  print_messages(command);
  if (command->options.json) put_answer(sweep, status);
  else if (!command->options.quiet) print_summary(sweep);
}

// ---- the verb ----------------------------------------------------------------------------------------------------

static jn_status run_here(app_sweep *sweep) {
  jn_status status = carry_out(sweep);
  if (!sweep->made) return status;
  jn_status written = write_tables(sweep);
  if (status == JN_OK) status = written;
  if (status == JN_OK) status = refuse_failure(sweep);
  print_answer(sweep, status);
  return status;
}

static jn_status sweep_work(app_command *command) {
  app_sweep sweep = {.table = NULL};
  progress_catch_signals();
  jn_status status = study_load(command, &sweep.study);
  if (status == JN_OK) status = check_words(&sweep);
  if (status == JN_OK) status = choose_target(&sweep);
  if (status == JN_OK) {
    sweep.what = jn_study_new(NULL, &sweep.study.def, command->report);
    if (!sweep.what) status = worst_fault(command, JN_BAD_MODEL, "the study");
  }
  bool kept = sweep.folder && !command->options.collect && isnan(command->options.shard);
  if (status == JN_OK && kept) status = keep_study(&sweep);
  if (status == JN_OK) status = command->options.slurm ? slurm_submit(&sweep) : run_here(&sweep);
  jn_sweep_free(sweep.made);
  jn_study_free(sweep.what);
  study_free(&sweep.study);
  return status;
}

static const char *const examples[] = {
    "jounce sweep models/examples/slider-crank.yaml --vary r=40mm:60mm:5 --vary 'speed=[200rpm, 300rpm]' --until 0.2",
    "jounce sweep models/examples/slider-crank.yaml --random 'r=normal(50mm, 0.5mm)' --runs 20 --until 0.1 -o "
    "tolerance",
    "jounce plot tolerance/table.h5 'max(piston.x)'",
    "jounce sweep tolerance --resume",
    NULL,
};

const app_verb verb_sweep = {
    .name = "sweep",
    .words = "STUDY|MODEL",
    .needs = "a study, a model or the folder of a sweep",
    .help = "many runs of a model over grids, lists and random values of parameters, as a table",
    .details =
        "The first word is a study file (it begins with 'study: 1'), a model with --vary and --random, or the folder "
        "of an earlier sweep. Ranges and lists form a grid; --runs draws random values at each point of the grid. The "
        "table has a row per run, and of each output the columns final, min, max, mean, rms, when_min and when_max. A "
        "run that fails is a row with the reason. With -o FOLDER the rows are stored as they are computed, and "
        "--resume continues after an interruption. The table is identical, bit for bit, for any number of threads, "
        "shards and interruptions.",
    .examples = examples,
    .bit = FOR_SWEEP,
    .least = 1,
    .most = -1,
    .work = sweep_work};
