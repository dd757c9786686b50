// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_verbs.h - `jounce check X.fmu` and `jounce run X.fmu`.
#ifndef APP_FMU_VERBS_H
#define APP_FMU_VERBS_H

#include "command.h"

// returns whether the first word of the command line is the name of an FMU
bool fmu_is_named(const app_command *command);
jn_status fmu_check_work(app_command *command);
jn_status fmu_run_work(app_command *command);

#endif
