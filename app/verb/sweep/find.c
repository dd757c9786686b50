// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// find.c - `jounce find`: searches the values of parameters that minimise or maximise a formula of the outputs.
#include <math.h>
#include <stdio.h>

#include "study_command.h"

static jn_status check(app_command *command) {
  const app_options *o = &command->options;
  if (!o->least && !o->largest) return usage_fault(command, "'jounce find' needs --least FORMULA or --largest FORMULA");
  if (o->least && o->largest) return usage_fault(command, "--least cannot be combined with --largest");
  return JN_OK;
}

static void print_found(const app_study *study, const jn_found *found) {
  const app_options *o = &study->command->options;
  printf("%s %s = %.9g\n\n", o->least ? "least" : "largest", o->least ? o->least : o->largest, jn_found_best(found));
  for (int i = 0; i < jn_found_nparameters(found); i++)
    printf("  %-14s %.9g %s%s\n", jn_found_parameter(found, i), jn_found_value(found, i), jn_found_unit(found, i),
           jn_found_at_bound(found, i) ? "  (at a bound)" : "");
  printf("  %-14s %d\n", "runs", jn_found_nruns(found));
}

static void put_found(app_study *study, const jn_found *found, jn_status status) {
  app_json out = {.out = stdout};
  const app_options *o = &study->command->options;
  answer_begin(study->command, &out, status);
  json_text(&out, "formula", o->least ? o->least : o->largest);
  json_flag(&out, "largest", o->largest != NULL);
  json_number(&out, "best", jn_found_best(found));
  json_flag(&out, "converged", jn_found_converged(found));
  json_integer(&out, "runs", jn_found_nruns(found));
  json_open(&out, "parameters", '[');
  for (int i = 0; i < jn_found_nparameters(found); i++) {
    json_open(&out, NULL, '{');
    json_text(&out, "name", jn_found_parameter(found, i));
    json_number(&out, "value", jn_found_value(found, i));
    json_text(&out, "unit", jn_found_unit(found, i));
    json_flag(&out, "at_bound", jn_found_at_bound(found, i));
    json_close(&out, '}');
  }
  json_close(&out, ']');
  answer_end(study->command, &out);
}

static jn_status search(app_study *study) {
  app_command *command = study->command;
  const app_options *o = &command->options;
  jn_find_options how = jn_find_options_default();
  jn_status status = take_count(command, "max-runs", o->most_runs, 1, 100000000, &how.most_runs);
  if (status == JN_OK) status = take_count(command, "threads", o->threads, 1, 1024, &how.threads);
  if (status != JN_OK) return status;
  how.least = o->least ? o->least : o->largest;
  how.largest = o->largest != NULL;
  how.progress = study_progress;
  how.progress_context = study;
  study->progress = progress_begin(!o->quiet);
  jn_found *found = jn_find(NULL, &study->def, &how, command->report);
  progress_erase(&study->progress);
  if (!found) return worst_fault(command, JN_NO_CONVERGENCE, "the search");
  status = jn_found_status(found);
  if (status == JN_OK && !jn_found_converged(found))
    jn_report_warn(command->report, "", "the search has used up its %d runs; --max-runs allows more",
                   jn_found_nruns(found));
  print_messages(command);
  if (o->json) put_found(study, found, status);
  else if (!o->quiet) print_found(study, found);
  jn_found_free(found);
  return status;
}

static jn_status find_work(app_command *command) {
  app_study study;
  progress_catch_signals();
  jn_status status = check(command);
  if (status != JN_OK) return status;
  status = study_load(command, &study);
  if (status == JN_OK) status = search(&study);
  study_free(&study);
  return status;
}

static const char *const examples[] = {
    "jounce find models/examples/slider-crank.yaml --vary r=40mm:60mm --least 'abs(max(piston.x) - 0.2037)' --until "
    "0.2",
    "jounce find models/examples/slider-crank.yaml --vary r=40mm:60mm --vary l=140mm:200mm --least "
    "'max(joint.A.force)' "
    "--until 0.1 --max-runs 60",
    NULL,
};

const app_verb verb_find = {
    .name = "find",
    .words = "MODEL",
    .needs = "a model or a study",
    .help = "the values of parameters that minimise or maximise a formula of the outputs",
    .details =
        "FORMULA contains results of outputs: final(NAME), min, max, mean, rms, when_min and when_max. A vector such "
        "as joint.A.force counts by its magnitude. One parameter is found by Brent's method from the best point of a "
        "coarse grid, several by CMA-ES. Runs that fail count as worse than all others. The number of runs is limited, "
        "and the search gives the same result each time.",
    .examples = examples,
    .bit = FOR_FIND,
    .least = 1,
    .most = 1,
    .work = find_work};
