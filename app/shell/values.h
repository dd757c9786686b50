// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// values.h - what the value of an option and the words of a verb can be, for completion by shells.
//
// Placeholders say it: "MODEL" and "FILE.svg" are files with certain endings, "FOLDER" is a folder, and words in lower
// case stand for themselves. "fixed|free" is one of two words, "NAME,..." a list.
#ifndef APP_SHELL_VALUES_H
#define APP_SHELL_VALUES_H

#include "command.h"

typedef struct {
  text_list names;  // words that the value can be
  bool any_file;
  text_list endings;  // of files: "yaml"; not if any_file
  bool folder;
  bool listed;  // several names, separated by commas
} app_values;

// Adds what the value of an option can be. Returns false if there is no memory.
bool values_of_option(const app_option *option, app_values *values);
// Adds what the word at a place (from 0) after a verb can be. Returns false if there is no memory.
bool values_of_word(const app_verb *verb, int place, app_values *values);
bool values_are_empty(const app_values *values);
void values_free(app_values *values);

// Returns the number of placeholders of a verb; *repeats: more words may follow, like the last.
int verb_places(const app_verb *verb, bool *repeats);

#endif
