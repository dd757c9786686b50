// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// export.c - `jounce export`: writes a model as an FMU, for other programs.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common/system.h"
#include "common/text.h"
#include "fmu_binary.h"

enum { MOST_BINARIES = 4 };

static void answer(app_command *command, const char *path, const jn_export_options *options) {
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, JN_OK);
    json_text(&out, "fmu", path);
    json_integer(&out, "fmi", options->version);
    json_open(&out, "platforms", '[');
    for (int i = 0; i < options->nbinaries; i++) json_text(&out, NULL, options->binaries[i].platform);
    json_close(&out, ']');
    answer_end(command, &out);
  } else if (!command->options.quiet) {
    printf("Wrote %s, FMI %d, for", path, options->version);
    for (int i = 0; i < options->nbinaries; i++) printf("%s %s", i > 0 ? "," : "", options->binaries[i].platform);
    puts(".");
  }
}

static jn_status export_model(app_command *command, jn_model *model, const char *path) {
  const app_options *o = &command->options;
  jn_export_options options = jn_export_options_default();
  jn_fmu_binary binaries[MOST_BINARIES];
  jn_choices choices;
  char date[64];
  jn_status status = take_count(command, "fmi", o->fmi, 2, 3, &options.version);
  if (status != JN_OK) return status;
  bool none = o->inputs.n == 1 && strcmp(o->inputs.items[0], "none") == 0;
  if (o->inputs.n > 0) {
    options.inputs = (const char *const *)o->inputs.items;
    options.ninputs = none ? 0 : o->inputs.n;
  }
  options.probes = (const char *const *)o->probes.items;
  options.nprobes = o->probes.n;
  options.chosen = &o->chosen;
  options.given = o->given;
  while (options.nbinaries < MOST_BINARIES && fmu_binary_get(options.nbinaries, &binaries[options.nbinaries]))
    options.nbinaries++;
  options.binaries = binaries;
  options.reference = o->reference_results;
  options.date = date_of_build(date, sizeof date);
  if (options.nbinaries == 0)
    return jn_report_fault(command->report, JN_REFUSED, "", "this command was built without the binary of FMUs");
  load_choices(command, model, &choices);
  status = resolve_choices(command, model, &choices);
  if (status == JN_OK)
    status = checked_status(command, jn_fmu_write(model, &options, path, command->report), "the FMU");
  if (status == JN_OK) answer(command, path, &options);
  return status;
}

static jn_status export_work(app_command *command) {
  const char *typed = command->options.output;
  if (typed && jn_file_format_of(typed) != JN_FORMAT_FMU)
    return usage_fault(command, "an FMU is a file whose name ends with .fmu, but -o names '%s'", typed);
  jn_model *model = load_model(command);
  if (!model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
  char *usual = typed ? NULL : path_stem_with(command->options.words.items[0], ".fmu");
  const char *path = typed ? typed : usual;
  jn_status status = path ? export_model(command, model, path) : worst_fault(command, JN_NO_MEMORY, "naming the FMU");
  free(usual);
  jn_model_free(model);
  return status;
}

static const char *const examples[] = {
    "jounce export models/examples/four-bar.yaml -o four-bar.fmu",
    "jounce export models/examples/slider-crank.yaml --fmi 2 --integrator rk4 --step 1e-3 -o slider-crank.fmu", NULL};

const app_verb verb_export = {
    .name = "export",
    .words = "MODEL",
    .needs = "a model file",
    .help = "the model as an FMU (FMI 2.0 or 3.0) for other simulation programs",
    .details =
        "Writes MODEL.fmu, unless -o names another file: the model with all its files, the engine as a shared library "
        "that needs nothing but the C library, and the description of the variables. Other programs run it by Model "
        "Exchange, with their integrator, and by Co-Simulation, with the integrator of the model or the one named "
        "here. With a fixed step the results of Co-Simulation are those of `jounce run` bit for bit. Parameters of the "
        "model are tunable parameters. All inputs of the model become inputs of the FMU unless --inputs names some of "
        "them; the others follow their functions of time. Exporting twice gives the same bytes.",
    .examples = examples,
    .bit = FOR_EXPORT,
    .least = 1,
    .most = 1,
    .work = export_work};
