// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// show.h - parts of `jounce show`.
#ifndef APP_SHOW_H
#define APP_SHOW_H

#include "run_record.h"

// ---- show_text.c
void show_print(const char *path, const jn_table *table);
// Prints the command line that repeats the run of a record, with the model file `own`.
void show_print_command(const jn_record *record, const char *own);

#endif
