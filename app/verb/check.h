// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check.h - parts of `jounce check`: the spanning tree of joint coordinates, and the code of a compiled model.
#ifndef APP_CHECK_H
#define APP_CHECK_H

#include "command.h"
#include "common/json.h"

void print_tree(const jn_system *system);
void put_tree(app_json *out, const jn_system *system);
// These print the groups of loops that formulation `reduced` solves one after the other, variables and constraint
// equations of each.
void print_groups(jn_run *run);
void put_groups(app_json *out, jn_run *run);
// Sets *code to the code of a compiled model and returns JN_OK, or a fault if it cannot be read. If the model is not
// compiled, leaves *code unchanged and returns JN_OK.
jn_status read_code(app_command *command, const jn_model *model, jn_code **code);
void print_code(const jn_code *code, bool all);
void put_code(app_json *out, const jn_code *code);

#endif
