// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinds.h - parts of `jounce kinds`.
#ifndef APP_KINDS_H
#define APP_KINDS_H

#include "command.h"

// These print the built-in controllers, the first as text, the second as JSON (kinds_controller.c).
void print_controllers(void);
void put_controllers(app_json *out);

#endif
