// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run.c - `jounce run`: simulates a model, with progress, results, pictures and a summary.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check_paths.h"
#include "common/progress.h"
#include "common/text.h"
#include "fmu/fmu_verbs.h"
#include "mechanism_picture.h"
#include "plot_outputs.h"
#include "realtime/real_time.h"
#include "report/reports.h"
#include "results_sink.h"
#include "run_record.h"
#include "summary.h"

typedef struct {
  app_command *command;
  jn_model *model;
  jn_choices choices;       // `auto` is resolved, except the output step of a continued run
  char *default_path;       // path of the results if none is typed
  const char *path;         // path of the results; NULL: none are written
  jn_result_file *earlier;  // result of --continue, the same as output.file if the run appends to it; NULL: none
  results_sink output;
  jn_table *table;  // the rows in memory, for plot and report; NULL: not needed
  results_sink memory;
  recorded_options recorded;
  jn_run *run;
  jn_realtime *paced;  // run that keeps pace with the clock, which owns `run`; NULL: the run does not
  text_list probes;    // those of --probe, then the signals of the poses of all bodies if --poses is given
  char *picture;       // SVG of the mechanism at the start, for the report
  run_account account;
} app_job;

// ---- preparation ----------------------------------------------------------------------------------------------

// Checks the options, reads the model, and prepares the sinks of results. Writes nothing yet. Returns the first
// failure.
static jn_status prepare(app_job *job) {
  app_command *command = job->command;
  const app_options *o = &command->options;
  jn_status status = check_result_options(command);
  if (status == JN_OK) status = real_time_check(command);
  if (status == JN_OK) status = report_check(command, true);
  if (status != JN_OK) return status;

  // path of the results: that of -o, the file that is continued, or one named after the model
  if (!o->no_output && !o->signals) {
    job->path = o->output ? o->output : o->resume;
    if (!job->path) {
      job->default_path = path_stem_with(o->words.items[0], jn_result_has_hdf5() ? ".h5" : ".csv");
      job->path = job->default_path;
    }
    if (!job->path)
      return jn_report_fault(command->report, JN_NO_MEMORY, "",
                             "there is not enough memory for the name of the results");
  }
  status = check_targets(command, job->path);
  if (status != JN_OK) return status;

  job->model = load_model(command);
  if (!job->model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
  load_choices(command, job->model, &job->choices);
  if (!pose_probes(o, job->model, &job->probes))
    return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the outputs");
  double output_step = job->choices.output_step;
  status = resolve_choices(command, job->model, &job->choices);
  if (status != JN_OK) return status;
  // `auto` is resolved later: a continued run keeps the output step of the earlier one
  job->choices.output_step = output_step;
  double last_sample = o->at.n > 0 ? o->at.items[o->at.n - 1] : 0;
  if (last_sample > job->choices.until)
    return usage_fault(command, "--at has %g s, but the run ends at %g s (see --until)", last_sample,
                       job->choices.until);

  status = check_sources(command, job->model, job->path);
  if (status == JN_OK) status = check_writable(command, job->path);
  if (status == JN_OK) status = recorded_options_make(command, &job->recorded);
  if (status != JN_OK) return status;

  const char *title = shown_name(command, job->model);
  if (o->resume) {
    job->earlier = jn_result_continue(NULL, o->resume, command->report);
    if (!job->earlier) return worst_fault(command, JN_IO, "reading the result");
  }
  bool same = o->resume && job->path && path_same(job->path, o->resume);
  if (job->path) results_sink_open(&job->output, job->path, title, same ? job->earlier : NULL, command->report);
  if (!o->plot && !o->report) return JN_OK;
  job->table = jn_table_new(NULL);
  if (!job->table)
    return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the results");
  if (o->report) jn_table_keep_poses(job->table);
  results_sink_open_table(&job->memory, title, job->table, command->report);
  return JN_OK;
}

// ---- the run ----------------------------------------------------------------------------------------------------

static jn_record *make_record(const app_job *job, const char *model, const jn_choices *choices) {
  jn_run_header header = {
      .model = model, .choices = choices, .from = job->model, .asked = job->recorded.items, .nasked = job->recorded.n};
  return jn_record_new(NULL, &header);
}

// Makes the run and, without --signals, runs it to its end. Returns its status.
static jn_status make_run(app_job *job) {
  app_command *command = job->command;
  const app_options *o = &command->options;
  jn_run_options how = jn_run_options_default();
  jn_sink *sinks[2];
  int nsinks = 0;
  if (job->path) sinks[nsinks++] = &job->output.sink;
  if (job->table) sinks[nsinks++] = &job->memory.sink;
  how.probes = (const char *const *)job->probes.items;
  how.nprobes = job->probes.n;
  how.at = o->at.items;
  how.nat = o->at.n;
  how.choices = &job->choices;
  how.sinks = sinks;
  how.nsinks = nsinks;
  if (job->earlier) how.resume = jn_result_checkpoint_to(job->earlier, job->choices.until, &how.nresume);
  if (how.resume) recorded_options_add_spacing(&job->recorded, &job->choices, how.resume, how.nresume);
  how.asked = job->recorded.items;
  how.nasked = job->recorded.n;
  app_progress progress = progress_begin(!o->quiet);
  how.progress = progress_show;
  how.progress_context = &progress;

  if (o->real_time) {
    job->paced = real_time_new(command, job->model, &how);
    if (job->paced) job->run = jn_realtime_run(job->paced);
  } else {
    job->run = jn_run_new(job->model, &how, command->report);
  }
  if (!job->run) {
    jn_status status = worst_fault(command, JN_NO_CONVERGENCE, "setting up the run");
    if (status == JN_REFUSED && job->earlier) {
      jn_record *now = make_record(job, shown_name(command, job->model), &job->choices);
      warn_changes(command, o->resume, now);
      jn_record_free(now);
    }
    return status;
  }
  if (o->signals) return JN_OK;

  const jn_system *system = jn_run_system(job->run);
  job->account.model = shown_name(command, job->model);
  job->account.file = o->words.items[0];
  job->account.run = job->run;
  progress.start = jn_run_state(job->run)[0];
  if (o->poses) {  // poses are written, but not printed or drawn
    jn_probe *probe = jn_probe_new(system, (const char *const *)o->probes.items, o->probes.n, true, NULL);
    job->account.visible = probe ? jn_probe_count(probe) : 0;
    job->memory.visible = job->account.visible;
    jn_probe_free(probe);
  }
  int skipped = 0;  // number of times of --at before the checkpoint
  while (job->earlier && skipped < o->at.n && o->at.items[skipped] <= progress.start) skipped++;
  if (skipped > 0)
    jn_report_warn(command->report, "", "%d of %d times of --at %s skipped: the run continues from %g s", skipped,
                   o->at.n, skipped == 1 ? "is" : "are", progress.start);
  if (o->report && !report_is_page()) job->picture = picture_start_text(command, system, jn_run_state(job->run));
  print_messages(command);

  jn_status status =
      job->paced ? jn_realtime_execute(job->paced, command->report) : jn_run_execute(job->run, command->report);
  progress_erase(&progress);
  return checked_status(command, status, "the run");
}

// ---- results --------------------------------------------------------------------------------------------------

// Writes plot and report of the run, as far as it came. A continued run is drawn from its whole file. Returns the first
// failure.
static jn_status write_pictures(app_job *job) {
  const app_options *o = &job->command->options;
  jn_table *whole = NULL;
  if (!o->plot && !o->report) return JN_OK;
  if (o->resume && job->account.results && path_same(job->account.results, o->resume)) {
    whole = jn_table_read_poses(NULL, job->account.results, job->command->report);
    if (!whole) return worst_fault(job->command, JN_IO, "reading the result");
  }
  const jn_table *table = whole ? whole : job->table;
  jn_status plotted = JN_OK;
  if (o->plot) {
    int columns[MOST_CURVES], n = 0;
    for (int i = 1; i < jn_table_ncolumns(table) && n < MOST_CURVES; i++) columns[n++] = i;
    plotted = plot_outputs_write(job->command, table, columns, &n);
    job->account.drawable = jn_table_ncolumns(table) - (o->x ? 2 : 1);
    job->account.drawn = n;
    if (plotted == JN_OK) job->account.plot = o->plot;
  }
  jn_status paged = report_run(job->command, &job->account, table, job->picture, &job->account.report);
  jn_table_free(whole);
  return plotted != JN_OK ? plotted : paged;
}

static void print_answer(app_job *job, jn_status status) {
  app_command *command = job->command;
  if (command->options.json)
    job->account.record = make_record(job, job->account.model, &jn_run_summary(job->run)->choices);
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    put_summary(&out, &job->account);
    answer_end(command, &out);
  } else if (!command->options.quiet) {
    print_summary(&job->account, command->options.verbose);
    print_notes(command);
  }
}

// Prints the answer of --signals, as text or JSON.
static void print_signal_lists(app_job *job) {
  app_command *command = job->command;
  print_messages(command);
  if (!command->options.json) {
    print_signals(job->paced);
    return;
  }
  app_json out = {.out = stdout};
  answer_begin(command, &out, JN_OK);
  put_signals(&out, job->paced);
  answer_end(command, &out);
}

static void release(app_job *job) {
  if (job->paced) jn_realtime_free(job->paced);
  else jn_run_free(job->run);
  jn_text_free(NULL, job->picture);
  text_list_free(&job->probes);
  jn_table_free(job->table);
  if (job->earlier) jn_result_close(job->earlier);
  free(job->default_path);
  recorded_options_free(&job->recorded);
  jn_record_free(job->account.record);
  jn_model_free(job->model);
}

static jn_status run_work(app_command *command) {
  if (fmu_is_named(command)) return fmu_run_work(command);
  app_job job = {.command = command};
  progress_catch_signals();
  jn_status status = prepare(&job);
  if (status == JN_OK) status = make_run(&job);
  if (command->options.signals && status == JN_OK) {
    print_signal_lists(&job);
    release(&job);
    return status;
  }

  job.account.status = status;
  bool same = job.output.file == job.earlier;
  if (results_sink_close(&job.output)) job.account.results = job.path;
  if (same) job.earlier = NULL;
  if (job.run) {
    jn_status pictures = write_pictures(&job);
    if (status == JN_OK) status = pictures;
  }
  status = checked_status(command, status, "the run");
  // if the results file cannot be begun, the run does not begin either, and there is no answer to print
  bool begun = job.run && (!job.path || job.output.begun);
  if (begun) print_answer(&job, status);
  release(&job);
  return status;
}

static const char *const examples[] = {
    "jounce run models/examples/four-bar.yaml",
    "jounce run models/examples/pendulum.yaml --until 2 --step '1 ms' --integrator rk4",
    "jounce run papers/park/park-four-bar.yaml -o four-bar.csv --plot four-bar.svg --report four-bar.html",
    "jounce run models/benchmarks/n-four-bar-a02.yaml --set N=10 --probe B0.x,B0.y --at 0.5,1 --until 1 --json",
    "jounce run models/examples/four-bar.yaml --until 1 -o long.h5",
    "jounce run models/examples/four-bar.yaml --until 2 --continue long.h5",
    NULL,
};

const app_verb verb_run = {
    .name = "run",
    .words = "MODEL",
    .needs = "a model file",
    .help = "simulate: summary, results file, plot and report",
    .details =
        "MODEL is a YAML or JSON file, a compiled model (.jnc), which runs by its code, a robot (.urdf, .xml, "
        ".mjcf), or an FMU for co-simulation (.fmu), which takes --until, --step, --set, --probe and --plot, needs "
        "--allow-code, and writes .csv. Results go to a file of the same name with the extension .h5 in the current "
        "folder, unless -o or "
        "--no-output is given. An interrupted run (Ctrl-C) keeps its results; --continue resumes it from its last "
        "checkpoint. Options override the file; settings that neither gives are chosen and reported. 'jounce kinds' "
        "lists coordinates, formulations and integrators. --real-time keeps pace with the clock; docs/real-time.md "
        "describes its packets.\nExit codes: 0 success, 2 usage, 3 model invalid, 4 assembly failed, 5 integration "
        "failed, 6 overrun in real time, 7 input or output failed, 130 interrupted.",
    .examples = examples,
    .bit = FOR_RUN,
    .least = 1,
    .most = 1,
    .work = run_work};
