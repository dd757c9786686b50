// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shell.h - texts made from the tables of verbs and options: completion for shells, and manual pages.
#ifndef APP_SHELL_H
#define APP_SHELL_H

#include <stdio.h>

#include "command.h"

// These write a script that completes the command in a shell. They return false if there is no memory.
bool write_bash_completion(FILE *out);
bool write_zsh_completion(FILE *out);

// Writes the manual page of a verb in the format of man (roff); verb NULL: that of the whole command.
void write_manual(FILE *out, const app_verb *verb);

#endif
