// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare.c - `jounce compare`: all combinations of methods on one model, as table, picture, page or JSON.
#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check_paths.h"
#include "common/progress.h"
#include "common/text.h"
#include "report/reports.h"

typedef struct {
  app_command *command;
  jn_model *model;
  jn_choices choices;   // choices common to all combinations; `auto` is not resolved
  jn_table *reference;  // result of --reference; NULL: the reference is the run with the smallest tolerance
  const char **names;   // columns of the reference
  const double **columns;
  app_progress progress;
  jn_comparison *comparison;
  const char *plot, *report;  // files that were written
} app_comparing;

// ---- preparation ----------------------------------------------------------------------------------------------

static jn_status check_files(app_command *command) {
  const app_options *o = &command->options;
  if (o->plot && jn_file_format_of(o->plot) != JN_FORMAT_SVG)
    return usage_fault(command, "a plot is an .svg file, but --plot is '%s'", o->plot);
  if (o->reference && !jn_result_is_file(o->reference))
    return usage_fault(command, "a reference is an .h5 or .csv file, but --reference is '%s'", o->reference);
  const char *const written[] = {o->plot, o->report};
  for (size_t i = 0; o->reference && i < sizeof written / sizeof *written; i++)
    if (written[i] && path_same(written[i], o->reference))
      return usage_fault(command, "'%s' would overwrite the reference: it is the same file", written[i]);
  jn_status status = report_check(command, true);
  if (status == JN_OK) status = check_targets(command, NULL);
  return status == JN_OK ? check_writable(command, NULL) : status;
}

static jn_status no_memory(app_command *command) {
  return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the comparison");
}

static jn_status read_reference(app_comparing *job, jn_compare_given *given) {
  const char *path = job->command->options.reference;
  if (!path) return JN_OK;
  job->reference = jn_table_read(NULL, path, job->command->report);
  if (!job->reference) return worst_fault(job->command, JN_IO, "reading the reference");
  int n = jn_table_ncolumns(job->reference);
  job->names = calloc((size_t)n, sizeof *job->names);
  job->columns = calloc((size_t)n, sizeof *job->columns);
  if (!job->names || !job->columns) return no_memory(job->command);
  for (int i = 0; i < n; i++) {
    job->names[i] = jn_table_name(job->reference, i);
    job->columns[i] = jn_table_column(job->reference, i);
  }
  *given = (jn_compare_given){.name = path,
                              .names = job->names,
                              .columns = job->columns,
                              .ncolumns = n,
                              .times = job->columns[0],
                              .ntimes = jn_table_nrows(job->reference)};
  return JN_OK;
}

static jn_names names_of(const text_list *list) { return (jn_names){(const char *const *)list->items, list->n}; }

static jn_status make_options(app_comparing *job, jn_compare_options *how) {
  app_command *command = job->command;
  const app_options *o = &command->options;
  how->formulation = names_of(&o->lists[JN_CHOICE_formulation]);
  how->coordinates = names_of(&o->lists[JN_CHOICE_coordinates]);
  how->variant = names_of(&o->lists[JN_CHOICE_variant]);
  how->integrator = names_of(&o->lists[JN_CHOICE_integrator]);
  how->position = names_of(&o->lists[JN_CHOICE_position]);
  how->velocity = names_of(&o->lists[JN_CHOICE_velocity]);
  how->energy = names_of(&o->lists[JN_CHOICE_energy]);
  how->probes = names_of(&o->probes);
  how->all = o->all;
  how->choices = &job->choices;
  if (!isnan(o->limit)) how->limit = o->limit;
  if (!isnan(o->limit) || o->all) how->total = HUGE_VAL;
  jn_status status = take_count(command, "ladder", o->ladder, 1, 9, &how->ladder);
  if (status == JN_OK) status = take_count(command, "repeat", o->repeat, 1, 1000, &how->repeat);
  if (status == JN_OK && !(how->limit > 0 && how->limit <= 1e9))
    status = usage_fault(command, "--limit takes a positive time, but got %g s", how->limit);
  return status == JN_OK ? read_reference(job, &how->reference) : status;
}

static jn_status read_model(app_comparing *job) {
  job->model = load_model(job->command);
  if (!job->model) return worst_fault(job->command, JN_BAD_MODEL, "reading the model");
  load_choices(job->command, job->model, &job->choices);
  return JN_OK;
}

// ---- the run --------------------------------------------------------------------------------------------------

static bool show_progress(void *self, const jn_compare_progress *now) {
  char line[256];
  bool reference = strncmp(now->now, "reference", strlen("reference")) == 0;
  if (reference) snprintf(line, sizeof line, "%s: %.4g of %g s", now->now, now->time, now->until);
  else
    snprintf(line, sizeof line, "%d of %d, at most %.0f s left  %s: %.4g of %g s", now->done + 1, now->count,
             now->most_left, now->now, now->time, now->until);
  return progress_line(&((app_comparing *)self)->progress, now->wall_seconds, line);
}

static jn_status compare(app_comparing *job) {
  jn_compare_options how = jn_compare_options_default();
  jn_status status = make_options(job, &how);
  if (status != JN_OK) return status;
  job->progress = progress_begin(!job->command->options.quiet);
  how.progress = show_progress;
  how.progress_context = job;
  job->comparison = jn_compare(job->model, &how, job->command->report);
  progress_erase(&job->progress);
  return job->comparison ? job->comparison->status : worst_fault(job->command, JN_NO_CONVERGENCE, "the comparison");
}

// ---- results --------------------------------------------------------------------------------------------------

static jn_status write_text(app_comparing *job, char *text, const char *path, const char **written) {
  if (!text) return no_memory(job->command);
  jn_status status = jn_text_write(path, text, job->command->report);
  if (status == JN_OK) *written = path;
  jn_text_free(NULL, text);
  return status;
}

static jn_status write_files(app_comparing *job) {
  const app_options *o = &job->command->options;
  const jn_comparison *c = job->comparison;
  jn_status plotted = JN_OK, paged;
  if (c->n == 0) return JN_OK;  // interrupted before the first combination
  if (o->plot) plotted = write_text(job, jn_compare_plot(NULL, c, false, NULL), o->plot, &job->plot);
  paged = report_comparison(job->command, job->model, c, &job->report);
  return plotted != JN_OK ? plotted : paged;
}

static jn_status print_table(app_comparing *job) {
  char *text = jn_compare_table(NULL, job->comparison, job->command->options.verbose, text_width());
  if (!text) return no_memory(job->command);
  printf("%s: %s", shown_name(job->command, job->model), text);
  if (job->plot) printf("\n  plot           %s\n", job->plot);
  if (job->report) printf("%s  report         %s\n", job->plot ? "" : "\n", job->report);
  jn_text_free(NULL, text);
  return JN_OK;
}

static jn_status print_answer(app_comparing *job, jn_status status) {
  app_command *command = job->command;
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    json_text(&out, "name", shown_name(command, job->model));
    json_text(&out, "file", command->options.words.items[0]);
    put_comparison(&out, job->comparison, job->plot, job->report);
    answer_end(command, &out);
  } else if (!command->options.quiet) {
    jn_status printed = print_table(job);
    if (status == JN_OK) status = printed;
  }
  return status;
}

static void release(app_comparing *job) {
  jn_comparison_free(job->comparison);
  jn_table_free(job->reference);
  free(job->names);
  free(job->columns);
  jn_model_free(job->model);
}

static jn_status compare_work(app_command *command) {
  app_comparing job = {.command = command};
  if (command->options.words.n > 1) return compare_files(command);
  progress_catch_signals();
  jn_status status = check_files(command);
  if (status == JN_OK) status = read_model(&job);
  if (status == JN_OK) status = compare(&job);
  if (job.comparison) {
    jn_status written = write_files(&job);
    if (status == JN_OK) status = written;
    status = print_answer(&job, status);
  }
  release(&job);
  return status;
}

static const char *const examples[] = {
    "jounce compare models/examples/pendulum.yaml --until 1 --plot pendulum.svg --report pendulum.html",
    "jounce compare models/examples/four-bar.yaml --until 0.2 --formulation baumgarte --integrator rk4,ab3 --ladder 3 "
    "-v",
    "jounce compare papers/park/park-four-bar.yaml --until 1 --integrator dopri5 --position none,newton --velocity "
    "none,projection --json",
    "jounce compare models/examples/four-bar.yaml models/examples/four-bar.yaml --until 0.2 --probe link2.P.x",
    NULL,
};

const app_verb verb_compare = {
    .name = "compare",
    .words = "MODEL [OTHER...]",
    .needs = "a model file",
    .help = "all methods on one model: errors, times, violations; or several files side by side",
    .details =
        "With one MODEL: runs it with every formulation and every integrator that it supports, each at several "
        "accuracies, and compares the error of the positions with the CPU time. Each formulation has its default "
        "variant and controls; --all tries all of them. The reference is the run with the smallest tolerance, or the "
        "results named by --reference. Compiled code is one of the formulations, with fixed steps; a compiled model "
        "(.jnc) uses its own code. A combination that fails shows a keyword (refused, singular, diverged, stuck, slow, "
        "wrong); -v adds the reason. If there are more than thirty combinations, the table shows the best of each "
        "formulation and integrator; -v shows all.\nWith several files: runs each model or compiled model "
        "once with its own method and step, up to the end of the first, and compares the time per step and the outputs "
        "that all have (--probe adds some) with those of the first.\nCtrl-C stops with the combinations that are "
        "finished.\nExit codes: 0 success, also if combinations failed; 2 usage; 3 model invalid; 4 assembly failed; 5 "
        "no reference; 7 input or output failed; 130 interrupted.",
    .examples = examples,
    .bit = FOR_COMPARE,
    .least = 1,
    .most = -1,
    .work = compare_work};
