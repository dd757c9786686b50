// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slurm.h - a running sweep, and its submission to Slurm.
#ifndef APP_VERB_SLURM_H
#define APP_VERB_SLURM_H

#include "study_command.h"

typedef struct {
  app_study study;
  jn_study *what;
  jn_sweep *made;
  const char *folder, *table;  // at most one of these
} app_sweep;

// Submits the incomplete shards as one array job (slurm_posix.c; on Windows, slurm_windows.c refuses).
jn_status slurm_submit(app_sweep *sweep);

#endif
