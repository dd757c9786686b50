// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// show.h - what `jounce show` is made of: the record as text, and the files of the model written again.
#ifndef APP_SHOW_H
#define APP_SHOW_H

#include "record.h"

// ---- show_files.c
enum { SHOW_PATH = 4096 };
// Writes the files of the model below a folder, placed to each other as they were. `own` (SHOW_PATH bytes): where the
// first one lies now; NULL: nothing is written, and `own` is not needed.
jn_status show_write_files(app_command *command, const jn_record *record, const char *folder, char *own);

// ---- show_text.c
void show_print(const char *path, const jn_table *table);
// The command that runs this again, with the model in the file `own`.
void show_print_command(const jn_record *record, const char *own);

#endif
