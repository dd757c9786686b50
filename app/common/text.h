// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text.h - texts: most similar word, wildcards, paths, numbers for people.
#ifndef APP_TEXT_H
#define APP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

// Search for the candidate that is most similar to a word: start with {.word}, then offer each candidate.
typedef struct {
  const char *word;
  const char *best;  // NULL: none is similar enough
  int distance;      // edit distance of `best`
} app_nearest;
void nearest_offer(app_nearest *nearest, const char *candidate);

// Returns whether a text matches a pattern; '*': any characters, '?': one character.
bool text_matches(const char *pattern, const char *text);
// Returns whether a text has this ending; ignores the case of ASCII letters.
bool text_ends_with(const char *text, const char *ending);
// Returns a copy of the first n characters. The caller frees it; NULL: no memory.
char *text_start(const char *text, size_t n);
size_t path_length_of_folder(const char *path);  // returns the length with the last separator; 0: there is no folder
const char *path_base(const char *path);         // returns the name of the file without its folder
// Returns whether two paths name the same regular file, through links, and also if it does not exist yet. Devices and
// pipes are never the same.
bool path_same(const char *a, const char *b);
bool path_is_stdout(const char *path);  // returns whether standard output is redirected to this regular file
// Returns a path without its folder and with another ending: ("a/b.yaml", ".h5") gives "b.h5". The caller frees it;
// NULL: no memory.
char *path_stem_with(const char *path, const char *ending);
// Returns a path with another ending: ("a/b.h5", ".svg") gives "a/b.svg". The caller frees it; NULL: no memory.
char *path_with_ending(const char *path, const char *ending);
// Returns the folder of a file: "a/b.h5" gives "a/", "b.h5" gives ".". The caller frees it; NULL: no memory.
char *path_folder(const char *path);

// Writes a time: "10 s", "1 ms", "82.3 us".
void format_seconds(double seconds, char *text, size_t size);
// Writes 1234567 as "1 234 567".
void format_count(long count, char *text, size_t size);

// Writes the date of the environment variable SOURCE_DATE_EPOCH to `text`, "2025-01-31T12:00:00Z", and returns it;
// returns NULL if the variable is not set, so that the same model gives the same bytes.
const char *date_of_build(char *text, size_t size);

// Returns the width of the terminal at standard output, or COLUMNS if it is set; 0: it is no terminal.
int text_width(void);

// Returns 0 for -0, else the value.
double unsigned_zero(double value);

#endif
