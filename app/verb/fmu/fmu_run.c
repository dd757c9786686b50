// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_run.c - `jounce run X.fmu`: co-simulation of one FMU with a fixed step.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_paths.h"
#include "common/progress.h"
#include "common/text.h"
#include "fmu_verbs.h"
#include "plot_outputs.h"
#include "results_sink.h"

typedef struct {
  app_command *command;
  jn_fmu *fmu;
  jn_fmu_info info;
  jn_fmu_run *run;
  char *path;  // path of the results if none is typed
  double start, until, step;
  int n;           // number of columns of the results
  int *variables;  // of each column: index of its variable
  const char **names, **units;
  jn_dimension *dimensions;
  double *values;
  bool begun;       // the first row is written
  bool ended;       // the FMU has ended the simulation
  char words[200];  // message of the FMU when it ended the simulation; "": none
  double time;      // time reached, s
  long steps;
  results_sink file, memory;
  jn_table *table;
} fmu_job;

// ---- options --------------------------------------------------------------------------------------------------------

// Refuses options that have no meaning for FMUs, only for models.
static jn_status check_options(app_command *command) {
  const app_options *o = &command->options;
  static const jn_choice taken[] = {JN_CHOICE_until, JN_CHOICE_step};
  for (int i = 0; i < JN_NCHOICES; i++) {
    bool known = false;
    for (size_t k = 0; k < sizeof taken / sizeof *taken; k++) known = known || taken[k] == (jn_choice)i;
    if (o->given[i] && !known)
      return usage_fault(command, "--%s is for models: an FMU takes --until and --step, and integrates by itself",
                         jn_choice_get((jn_choice)i)->option);
  }
  if (o->course || o->resume || o->real_time || o->poses || o->report || o->at.n > 0 || o->signals)
    return usage_fault(command, "%s is for models, and '%.200s' is an FMU",
                       o->course      ? "--course"
                       : o->resume    ? "--continue"
                       : o->real_time ? "--real-time"
                       : o->poses     ? "--poses"
                       : o->report    ? "--report"
                       : o->signals   ? "--signals"
                                      : "--at",
                       o->words.items[0]);
  if (o->output && jn_file_format_of(o->output) != JN_FORMAT_CSV)
    return usage_fault(command, "results of an FMU go to a .csv file, but --output is '%.200s'", o->output);
  return check_result_options(command);
}

static jn_status choose_times(fmu_job *job) {
  const app_options *o = &job->command->options;
  job->start = isnan(job->info.start) ? 0 : job->info.start;
  job->until = o->given[JN_CHOICE_until] ? o->chosen.until : job->info.stop;
  if (isnan(job->until))
    return usage_fault(job->command, "the FMU has no default experiment: give the end with --until");
  if (!(job->until > job->start))
    return usage_fault(job->command, "the run begins at %g s, and --until is %g s", job->start, job->until);
  job->step = o->given[JN_CHOICE_step] ? o->chosen.step : job->info.step;
  if (isnan(job->step)) job->step = (job->until - job->start) / 500;
  if (!((job->until - job->start) / job->step < 1e9))
    return usage_fault(job->command, "the run would take more than a thousand million steps of %g s", job->step);
  return JN_OK;
}

static void add_column(fmu_job *job, int variable) {
  jn_fmu_variable v = jn_fmu_get_variable(job->fmu, variable);
  for (int i = 0; i < job->n; i++)
    if (job->variables[i] == variable) return;
  job->variables[job->n] = variable;
  job->names[job->n] = v.name;
  job->units[job->n++] = v.unit;
}

static int find_number(fmu_job *job, const char *name, const char *option) {
  char hint[160];
  int variable = jn_fmu_find_variable(job->fmu, name);
  jn_fmu_suggest(job->fmu, name, hint, sizeof hint);
  if (variable < 0) usage_fault(job->command, "%s: the FMU has no variable '%.200s'%s", option, name, hint);
  else if (!jn_fmu_get_variable(job->fmu, variable).is_number)
    usage_fault(job->command, "%s: variable '%.200s' is no number; elements of an array are called %.100s[1]", option,
                name, name);
  else return variable;
  return -1;
}

static jn_status choose_columns(fmu_job *job) {
  const app_options *o = &job->command->options;
  int nvariables = job->info.nvariables + job->info.nelements;
  size_t most = (size_t)nvariables + 1;
  job->variables = calloc(most, sizeof *job->variables);
  job->names = calloc(most, sizeof *job->names);
  job->units = calloc(most, sizeof *job->units);
  job->dimensions = calloc(most, sizeof *job->dimensions);
  job->values = calloc(most, sizeof *job->values);
  if (!job->variables || !job->names || !job->units || !job->dimensions || !job->values)
    return jn_report_fault(job->command->report, JN_NO_MEMORY, "", "there is not enough memory for the outputs");
  for (int i = 0; i < nvariables; i++) {
    jn_fmu_variable v = jn_fmu_get_variable(job->fmu, i);
    if (v.causality == JN_FMU_OUTPUT && v.is_number) add_column(job, i);
  }
  for (int i = 0; i < o->probes.n; i++) {
    int variable = find_number(job, o->probes.items[i], "--probe");
    if (variable < 0) return JN_BAD_ARGUMENT;
    add_column(job, variable);
  }
  return JN_OK;
}

// Sets the variables of the FMU that --set names. Values are numbers in the units of the FMU, quantities with units, or
// true and false. Returns the first failure.
static jn_status set_variables(fmu_job *job) {
  text_list *settings = &job->command->options.settings;
  for (int i = 0; i < settings->n; i++) {
    char *name = settings->items[i], *text = name + strcspn(name, "="), why[200];
    double value;
    jn_dimension dimension;
    bool has_unit;
    *text++ = 0;
    int variable = find_number(job, name, "--set");
    if (variable < 0) return JN_BAD_ARGUMENT;
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
      value = text[0] == 't';
    } else if (!jn_unit_parse(text, &value, &dimension, &has_unit, why, sizeof why)) {
      return usage_fault(job->command, "--set %.100s: %s", name, why);
    } else if (has_unit && !jn_fmu_convert(job->fmu, variable, value, dimension, &value, why, sizeof why)) {
      return usage_fault(job->command, "--set %.100s: %s", name, why);
    }
    jn_status status = jn_fmu_run_set(job->run, 1, &variable, &value, job->command->report);
    if (status != JN_OK) return status;
  }
  return JN_OK;
}

static jn_status prepare(fmu_job *job) {
  app_command *command = job->command;
  const app_options *o = &command->options;
  const char *path = o->words.items[0];
  jn_status status = check_options(command);
  if (status != JN_OK) return status;
  if (!o->no_output) {
    job->path = o->output ? NULL : path_stem_with(path, ".csv");
    if (!o->output && !job->path)
      return jn_report_fault(command->report, JN_NO_MEMORY, "",
                             "there is not enough memory for the name of the results");
  }
  const char *results = o->no_output ? NULL : o->output ? o->output : job->path;
  status = check_targets(command, results);
  if (status != JN_OK) return status;
  job->fmu = jn_fmu_read(NULL, path, command->report);
  if (!job->fmu) return worst_fault(command, JN_BAD_MODEL, "reading the FMU");
  job->info = jn_fmu_get_info(job->fmu);
  if (!job->info.co_simulation)
    return jn_report_fault(command->report, JN_REFUSED, "",
                           "'%.200s' has %s only: 'jounce run' needs an FMU with co-simulation", path,
                           job->info.model_exchange ? "model exchange" : "scheduled execution");
  status = choose_times(job);
  if (status == JN_OK) status = choose_columns(job);
  if (status == JN_OK) status = check_writable(command, results);
  if (status != JN_OK) return status;
  if (!o->allow_code && jn_can_load_code())
    return jn_report_fault(command->report, JN_REFUSED, "",
                           "'%.200s' is code, which has all your permissions: if you trust it, allow it with "
                           "--allow-code",
                           path);
  if (results) results_sink_open(&job->file, results, job->info.name, NULL, command->report);
  if (o->plot) {
    job->table = jn_table_new(NULL);
    if (!job->table)
      return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the results");
    results_sink_open_table(&job->memory, job->info.name, job->table, command->report);
  }
  return JN_OK;
}

// ---- the run --------------------------------------------------------------------------------------------------------

static jn_status begin_rows(fmu_job *job) {
  const jn_run_header header = {.model = job->info.name,
                                .file = job->command->options.words.items[0],
                                .ncolumns = job->n,
                                .names = job->names,
                                .dimensions = job->dimensions,
                                .units = job->units};
  jn_status status = job->file.path ? job->file.sink.begin(job->file.sink.self, &header) : JN_OK;
  return status == JN_OK && job->table ? job->memory.sink.begin(job->memory.sink.self, &header) : status;
}

static jn_status write_row(fmu_job *job) {
  jn_status status = jn_fmu_run_get(job->run, job->n, job->variables, job->values, job->command->report);
  if (status == JN_OK && job->file.path) status = job->file.sink.row(job->file.sink.self, job->time, job->values);
  if (status == JN_OK && job->table) status = job->memory.sink.row(job->memory.sink.self, job->time, job->values);
  return status;
}

// Takes over the time and the message with which the FMU has ended the simulation, and writes a row at that time unless
// it is the last row already.
static jn_status finish_early(fmu_job *job) {
  const char *words;
  double time = jn_fmu_run_time(job->run, &words);
  snprintf(job->words, sizeof job->words, "%s", words);
  if (!(time > job->time)) return JN_OK;
  job->time = time;
  job->steps++;
  return write_row(job);
}

static jn_status run_steps(fmu_job *job) {
  app_command *command = job->command;
  app_progress progress = progress_begin(!command->options.quiet);
  double begun = progress_clock();
  // a remainder of the duration that is only rounding is not a step
  long n = (long)ceil((job->until - job->start) / job->step * (1 - 1e-9));
  jn_status status = write_row(job);
  job->begun = status == JN_OK;
  progress.start = job->start;
  for (long k = 0; k < n && status == JN_OK; k++) {
    const jn_progress now = {job->time, job->until, progress_clock() - begun, k};
    double t = job->start + (double)k * job->step, next = job->start + (double)(k + 1) * job->step;
    bool shortened = k == n - 1 && next > job->until + 1e-9 * job->step;
    if (!progress_show(&progress, &now)) {
      status = jn_report_fault(command->report, JN_INTERRUPTED, "", "interrupted at t = %.9g s", job->time);
      break;
    }
    status = jn_fmu_run_step(job->run, t, shortened ? job->until - t : job->step, command->report);
    job->ended = status == JN_INTERRUPTED;
    if (job->ended) {
      status = finish_early(job);
      break;
    }
    if (status != JN_OK) break;
    job->time = k == n - 1 ? job->until : next;
    job->steps++;
    status = write_row(job);
  }
  progress_erase(&progress);
  return status;
}

static jn_status execute(fmu_job *job) {
  app_command *command = job->command;
  job->run = jn_fmu_run_new(job->fmu, command->report);
  if (!job->run) return worst_fault(command, JN_REFUSED, "loading the FMU");
  jn_status status = set_variables(job);
  if (status == JN_OK) status = jn_fmu_run_start(job->run, job->start, 0, command->report);
  if (status != JN_OK) return status;
  job->time = job->start;
  status = begin_rows(job);
  return status == JN_OK ? run_steps(job) : status;
}

// ---- the answer -----------------------------------------------------------------------------------------------------

static void print_answer(const fmu_job *job, const char *written) {
  int width = 0;
  printf("%s (FMI %d, co-simulation)\n", job->info.name, job->info.version);
  printf("  steps          %ld of %g s, from %g s to %g s%s\n", job->steps, job->step, job->start, job->time,
         job->ended ? ", where the FMU has ended the simulation" : "");
  if (job->words[0]) printf("  message        %s\n", job->words);
  for (int i = 0; i < job->n; i++) width = (int)strlen(job->names[i]) > width ? (int)strlen(job->names[i]) : width;
  if (job->n > 0) puts("  final values");
  for (int i = 0; i < job->n; i++)
    printf("    %-*s %18.10g%s%s\n", width, job->names[i], job->values[i], job->units[i][0] ? " " : "", job->units[i]);
  if (written) printf("  results        %s\n", written);
  if (job->command->options.plot) printf("  plot           %s\n", job->command->options.plot);
}

static void put_answer(app_json *out, const fmu_job *job, const char *written) {
  json_text(out, "name", job->info.name);
  json_integer(out, "fmi", job->info.version);
  json_number(out, "time", job->time);
  json_flag(out, "ended_by_fmu", job->ended);
  if (job->words[0]) json_text(out, "message", job->words);
  json_number(out, "step", job->step);
  json_integer(out, "steps", job->steps);
  json_text(out, "results", written);
  json_text(out, "plot", job->command->options.plot);
  json_open(out, "outputs", '{');
  for (int i = 0; i < job->n; i++) json_number(out, job->names[i], job->values[i]);
  json_close(out, '}');
  json_open(out, "units", '{');
  for (int i = 0; i < job->n; i++) json_text(out, job->names[i], job->units[i]);
  json_close(out, '}');
}

static jn_status write_plot(fmu_job *job) {
  int columns[MOST_CURVES], n = 0;
  if (!job->table || jn_table_nrows(job->table) == 0) return JN_OK;
  for (int i = 1; i < jn_table_ncolumns(job->table) && n < MOST_CURVES; i++) columns[n++] = i;
  return plot_outputs_write(job->command, job->table, columns, &n);
}

jn_status fmu_run_work(app_command *command) {
  fmu_job job = {.command = command};
  const app_options *o = &command->options;
  progress_catch_signals();
  jn_status status = prepare(&job);
  if (status == JN_OK) status = execute(&job);
  const char *written = results_sink_close(&job.file) ? job.file.path : NULL;
  jn_status plotted = write_plot(&job);
  if (status == JN_OK) status = plotted;
  print_messages(command);
  if (o->json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    if (job.begun) put_answer(&out, &job, written);
    answer_end(command, &out);
  } else if (job.begun && !o->quiet) {
    print_answer(&job, written);
  }
  jn_fmu_run_free(job.run);
  jn_fmu_close(job.fmu);
  jn_table_free(job.table);
  free(job.path);
  free(job.variables);
  free(job.names);
  free(job.units);
  free(job.dimensions);
  free(job.values);
  return status;
}
