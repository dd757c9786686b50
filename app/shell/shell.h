// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shell.h - texts made from the tables of verbs and options: completion for shells, and manual pages.
#ifndef APP_SHELL_H
#define APP_SHELL_H

#include <stdio.h>

#include "command.h"

// Write a script that completes the command in a shell. Return false if there is no memory.
bool write_bash_completion(FILE *out);
bool write_zsh_completion(FILE *out);

// Writes the manual page of a verb as roff; verb NULL: that of the command.
void write_manual(FILE *out, const app_verb *verb);

#endif
