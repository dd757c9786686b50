// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// version.c - `jounce version`: prints the version and what is built in.
#include <stdio.h>

#include "command.h"

static jn_status version_work(app_command *command) {
  if (!command->options.json) {
    const char *missing = !jn_document_has_yaml() ? " (without YAML and HDF5)"
                          : !jn_result_has_hdf5() ? " (without HDF5)"
                                                  : "";
    printf("jounce %s%s\n", jn_version(), missing);
    return JN_OK;
  }
  app_json out = {.out = stdout};
  answer_begin(command, &out, JN_OK);
  json_text(&out, "version", jn_version());
  json_flag(&out, "yaml", jn_document_has_yaml());
  json_flag(&out, "hdf5", jn_result_has_hdf5());
  answer_end(command, &out);
  return JN_OK;
}

static const char *const version_examples[] = {"jounce version", NULL};

const app_verb verb_version = {.name = "version",
                               .words = "",
                               .help = "print the version of this program",
                               .examples = version_examples,
                               .bit = FOR_TEXT,
                               .work = version_work};
