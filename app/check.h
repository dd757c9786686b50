// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check.h - what `jounce check` tells of the spanning tree of joint coordinates; nothing in other coordinates.
#ifndef APP_CHECK_H
#define APP_CHECK_H

#include "command.h"
#include "json.h"

void print_tree(const jn_system *system);
void put_tree(app_json *out, const jn_system *system);

#endif
