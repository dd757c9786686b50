// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reports.h - the reports of the verbs. Each function writes the file of --report if that is given and then sets
// *written to its path. Each returns the first failure.
#ifndef APP_VERB_REPORTS_H
#define APP_VERB_REPORTS_H

#include "page/report.h"
#include "verb/equilibrium.h"
#include "verb/kinematics.h"
#include "verb/modes/modes.h"
#include "verb/summary.h"

// Writes the report of a run. picture: SVG of the start, which a command without the page shows.
jn_status report_run(app_command *command, const run_account *account, const jn_table *table, const char *picture,
                     const char **written);
// Writes the report of a prescribed motion; nothing if it has no rows.
jn_status report_prescribed_motion(const app_prescribed_motion *path, const char **written);
jn_status report_equilibrium(app_command *command, const app_equilibrium *rest, const char **written);
jn_status report_modes(app_command *command, const app_modes *found, const app_modes_at *at, const char **written);
jn_status report_sweep(app_command *command, const app_sweep *sweep, const char **written);
jn_status report_comparison(app_command *command, const jn_model *model, const jn_comparison *comparison,
                            const char **written);

#endif
