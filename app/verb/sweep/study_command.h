// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// study_command.h - the study of the command line, for `jounce sweep` and `jounce find`.
#ifndef APP_STUDY_COMMAND_H
#define APP_STUDY_COMMAND_H

#include "command.h"
#include "common/progress.h"

// A study from a study file, or from a model and options; options replace what the file says.
typedef struct {
  app_command *command;
  jn_study_def def;
  jn_study_def *read;  // definition that was read from a file; else NULL
  char *path;          // path of the study file in the folder of an earlier sweep; else NULL
  const char *folder;  // folder of an earlier sweep, if the first word names one; else NULL
  jn_setting *settings[3];
  bool chosen[JN_NCHOICES];
  jn_choices choices;
  app_progress progress;
} app_study;

// Makes the study that the first word names: the folder of an earlier sweep, a study file or a model, with the options
// of the command line. Returns the first failure; the caller calls study_free in any case.
jn_status study_load(app_command *command, app_study *study);
void study_free(app_study *study);
bool study_progress(void *self, const jn_sweep_progress *now);

#endif
