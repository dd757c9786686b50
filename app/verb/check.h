// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check.h - what `jounce check` tells of the spanning tree of joint coordinates, nothing in other coordinates, and of
// the code of a compiled model.
#ifndef APP_CHECK_H
#define APP_CHECK_H

#include "command.h"
#include "common/json.h"

void print_tree(const jn_system *system);
void put_tree(app_json *out, const jn_system *system);
// The groups of loops that formulation `reduced` solves one after the other: the variables and the rows of each.
void print_groups(jn_run *run);
void put_groups(app_json *out, jn_run *run);
// check_code.c; nothing of a model that is not compiled. `all`: every variable and output by its name.
jn_status look_at_code(app_command *command, const jn_model *model, jn_code **code);
void print_code(const jn_code *code, bool all);
void put_code(app_json *out, const jn_code *code);

#endif
