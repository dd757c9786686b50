// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schema.c - `jounce schema`: prints the JSON Schema of model files, by which editors complete and check.
#include <stdio.h>

#include "command.h"

static jn_status schema_work(app_command *command) {
  char *text = jn_model_schema(NULL);
  if (!text) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the schema");
  app_json out = {.out = stdout};
  if (command->options.json) {
    answer_begin(command, &out, JN_OK);
    json_literal(&out, "schema", text);
    answer_end(command, &out);
  } else {
    fputs(text, stdout);
    command->answered = true;
  }
  jn_text_free(NULL, text);
  return JN_OK;
}

static const char *const examples[] = {"jounce schema", "jounce schema > model.schema.json", NULL};

const app_verb verb_schema = {.name = "schema",
                              .words = "",
                              .help = "print the JSON Schema of model files",
                              .details = "Editors use it to check and complete a model while you type.",
                              .examples = examples,
                              .bit = FOR_TEXT,
                              .work = schema_work};
