// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slurm.h - a sweep under way, and its runs as an array job of Slurm.
#ifndef APP_VERB_SLURM_H
#define APP_VERB_SLURM_H

#include "study_command.h"

typedef struct {
  app_study study;
  jn_study *what;
  jn_sweep *made;
  const char *folder, *table;  // one of them at most
} app_sweep;

// Submits the shards that are not whole, as one array job.
jn_status slurm_submit(app_sweep *sweep);

#endif
