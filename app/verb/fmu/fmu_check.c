// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_check.c - `jounce check X.fmu`: prints the content of an FMU and its violations of the rules of FMI.
#include <math.h>
#include <stdio.h>

#include "fmu_verbs.h"

bool fmu_is_named(const app_command *command) {
  return jn_file_format_of(command->options.words.items[0]) == JN_FORMAT_FMU;
}

typedef struct {
  int parameters, inputs, outputs;
} counts;

static counts count_variables(const jn_fmu *fmu, const jn_fmu_info *info) {
  counts n = {0, 0, 0};
  for (int i = 0; i < info->nvariables; i++) {
    jn_fmu_causality causality = jn_fmu_get_variable(fmu, i).causality;
    n.parameters += causality == JN_FMU_PARAMETER;
    n.inputs += causality == JN_FMU_INPUT;
    n.outputs += causality == JN_FMU_OUTPUT;
  }
  return n;
}

static const char *plural(int n) { return n == 1 ? "" : "s"; }

static void print_check(const jn_fmu *fmu, int faults, bool probed) {
  jn_fmu_info info = jn_fmu_get_info(fmu);
  counts n = count_variables(fmu, &info);
  printf("%s (FMI %d, %s%s%s%s%s)\n", info.name, info.version, info.model_exchange ? "model exchange" : "",
         info.model_exchange && info.co_simulation ? " and " : "", info.co_simulation ? "co-simulation" : "",
         (info.model_exchange || info.co_simulation) && info.scheduled_execution ? " and " : "",
         info.scheduled_execution ? "scheduled execution" : "");
  printf("  variables      %d: %d parameter%s, %d input%s, %d output%s\n", info.nvariables, n.parameters,
         plural(n.parameters), n.inputs, plural(n.inputs), n.outputs, plural(n.outputs));
  if (info.model_exchange)
    printf("  equations      %d state%s, %d event indicator%s\n", info.nstates, plural(info.nstates),
           info.nevent_indicators, plural(info.nevent_indicators));
  if (info.co_simulation)
    printf("  state          %s be saved, for checkpoints\n", info.saves_state ? "can" : "cannot");
  if (info.tool[0]) printf("  exported by    %s\n", info.tool);
  printf("  rules of FMI   %d fault%s; %s\n", faults, plural(faults),
         probed ? "its code was tried, too" : "its code was not loaded (--allow-code tries it)");
}

static void put_check(app_json *out, const jn_fmu *fmu, int faults, bool probed) {
  jn_fmu_info info = jn_fmu_get_info(fmu);
  counts n = count_variables(fmu, &info);
  json_text(out, "name", info.name);
  json_integer(out, "fmi", info.version);
  json_flag(out, "model_exchange", info.model_exchange);
  json_flag(out, "co_simulation", info.co_simulation);
  json_flag(out, "scheduled_execution", info.scheduled_execution);
  json_integer(out, "variables", info.nvariables);
  json_integer(out, "parameters", n.parameters);
  json_integer(out, "inputs", n.inputs);
  json_integer(out, "outputs", n.outputs);
  json_integer(out, "states", info.nstates);
  json_integer(out, "event_indicators", info.nevent_indicators);
  json_flag(out, "saves_state", info.saves_state);
  json_integer(out, "faults", faults);
  json_flag(out, "tried", probed);
}

jn_status fmu_check_work(app_command *command) {
  const app_options *o = &command->options;
  int faults = 0;
  if (o->draw) return usage_fault(command, "--draw draws mechanisms, and '%.200s' is an FMU", o->words.items[0]);
  jn_fmu *fmu = jn_fmu_read(NULL, o->words.items[0], command->report);
  jn_status status = fmu ? JN_OK : worst_fault(command, JN_BAD_MODEL, "reading the FMU");
  if (fmu) faults = jn_fmu_check(fmu, command->report);
  if (fmu && o->allow_code) faults += jn_fmu_probe(fmu, command->report);
  if (faults > 0) status = JN_BAD_MODEL;
  print_messages(command);
  if (o->json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    if (fmu) put_check(&out, fmu, faults, o->allow_code);
    answer_end(command, &out);
  } else if (fmu && !o->quiet) {
    print_check(fmu, faults, o->allow_code);
  }
  jn_fmu_close(fmu);
  return status;
}
