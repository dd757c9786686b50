// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slurm.h - the sweep of the command line, and its submission to Slurm, the job scheduler of clusters.
#ifndef APP_VERB_SLURM_H
#define APP_VERB_SLURM_H

#include "study_command.h"

typedef struct {
  app_study study;
  jn_study *what;
  jn_sweep *made;
  const char *folder, *table;  // folder of the sweep, or path of its table; at most one of these, the other is NULL
} app_sweep;

// Submits the shards that are not complete as one array job of Slurm and prints the answer (slurm_posix.c); on Windows
// refuses (slurm_windows.c). Refuses, without --resume, a folder in which some shards are complete. Submits nothing if
// all are. Returns the first failure.
jn_status slurm_submit(app_sweep *sweep);

#endif
