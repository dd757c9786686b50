// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text.h - texts: the most similar word for suggestions, wildcards, paths, numbers as people read them.
#ifndef APP_TEXT_H
#define APP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

// Search for the candidate that is most similar to a word: begin with {.word = word}, then call nearest_offer for each
// candidate.
typedef struct {
  const char *word;
  const char *best;  // the most similar candidate so far; NULL: none is similar enough
  int distance;      // edit distance of `best`
} app_nearest;
void nearest_offer(app_nearest *nearest, const char *candidate);

// Returns whether a text matches a pattern; '*': any characters, '?': one character.
bool text_matches(const char *pattern, const char *text);
// Returns whether a text ends with `ending`, which is in lower case; upper case ASCII letters of the text count as
// lower case. The format of a file follows from jn_file_format_of instead.
bool text_ends_with(const char *text, const char *ending);
// Returns a copy of the first n characters of a text. The caller frees it; NULL: no memory.
char *text_start(const char *text, size_t n);
// returns the length of the folder with its last separator; 0: the path has none
size_t path_length_of_folder(const char *path);
const char *path_base(const char *path);  // returns the name of the file without its folder
// Returns whether two paths denote the same regular file, also through links, and also if that does not exist yet.
// False for devices and pipes.
bool path_same(const char *a, const char *b);
bool path_is_stdout(const char *path);  // returns whether standard output is redirected into this regular file
// Returns a path without its folder and with another ending: ("a/b.yaml", ".h5") gives "b.h5". The caller frees it;
// NULL: no memory.
char *path_stem_with(const char *path, const char *ending);
// Returns a path with another ending: ("a/b.h5", ".svg") gives "a/b.svg". The caller frees it; NULL: no memory.
char *path_with_ending(const char *path, const char *ending);
// Returns the folder of a file: "a/b.h5" gives "a/", "b.h5" gives ".". The caller frees it; NULL: no memory.
char *path_folder(const char *path);

// Writes a time with a readable unit into `text`: "10 s", "1 ms", "82.3 us".
void format_seconds(double seconds, char *text, size_t size);
// Writes a count with spaces between thousands into `text`: "1 234 567".
void format_count(long count, char *text, size_t size);

// Writes the date in the environment variable SOURCE_DATE_EPOCH to `text`, as "2025-01-31T12:00:00Z", and returns it.
// Returns NULL if the variable is not set or no number of seconds: files then contain no date, so that the same model
// gives the same bytes.
const char *date_of_build(char *text, size_t size);

// Returns the width of texts, characters: COLUMNS if it is set, else that of the terminal at standard output; 0: it is
// no terminal.
int text_width(void);

// Returns a value, but 0 for -0, so that no "-0" is printed.
double unsigned_zero(double value);

#endif
