// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// values.h - possible values of options and of the words after a verb, for completion by shells.
//
// The placeholders of the help determine them: "MODEL" and "FILE.svg" are files with certain endings, "FOLDER" is a
// folder, and words in lower case are literal. "fixed|free" is one of two words, "NAME,..." a list.
#ifndef APP_SHELL_VALUES_H
#define APP_SHELL_VALUES_H

#include "command.h"

typedef struct {
  text_list names;  // words that the value can be
  bool any_file;
  text_list endings;  // endings of files, such as "yaml"; empty if any_file
  bool folder;
  bool listed;  // several names, separated by commas
} app_values;

// Adds to `values`, empty before, the possible values of an option. Returns false if there is no memory; the caller
// frees them in that case, too.
bool values_of_option(const app_option *option, app_values *values);
// Adds to `values`, empty before, the possible values of word number `place`, from 0, after a verb. Returns false if
// there is no memory.
bool values_of_word(const app_verb *verb, int place, app_values *values);
bool values_are_empty(const app_values *values);
void values_free(app_values *values);

// Returns how many placeholders for words a verb has; sets *repeats to whether the last word may be repeated.
int verb_places(const app_verb *verb, bool *repeats);

#endif
