// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slurm_windows.c - refuses --slurm: there is no Slurm for Windows.
#include "slurm.h"

jn_status slurm_submit(app_sweep *sweep) {
  return jn_report_fault(sweep->study.command->report, JN_REFUSED, "",
                         "--slurm needs Slurm, which does not exist for Windows; run the sweep here, without --slurm");
}
