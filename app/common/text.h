// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text.h - small things done to texts: the nearest word, wildcards, file names, numbers for people.
#ifndef APP_TEXT_H
#define APP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

// Keeps the best of the candidates offered so far: start with {word}, then offer each one.
typedef struct {
  const char *word;
  const char *best;  // NULL: none is near enough
  int distance;
} app_nearest;
void nearest_offer(app_nearest *nearest, const char *candidate);

bool text_matches(const char *pattern, const char *text);   // '*' any run, '?' one character
bool text_ends_with(const char *text, const char *ending);  // ASCII, either case
// A file of results by its ending (.h5, .hdf5, .csv), or a device or pipe, which takes results whatever its name is.
bool path_is_result(const char *path);
// The same regular file, by its name or through links; also when it does not exist yet. Devices and pipes are never the
// same.
bool path_same(const char *a, const char *b);
bool path_is_stdout(const char *path);  // standard output goes to this regular file
// The file's name without folder and ending, with another ending: ("a/b.yaml", ".h5") gives "b.h5". Free it; NULL: no
// memory.
char *path_stem_with(const char *path, const char *ending);
// The same, with its folder: ("a/b.h5", ".svg") gives "a/b.svg".
char *path_with_ending(const char *path, const char *ending);

// The folder a file lies in: "a/b.h5" gives "a/", "b.h5" gives ".". Free it; NULL: no memory.
char *path_folder(const char *path);

// "10 s", "1 ms", "82.3 us"
void format_seconds(double seconds, char *text, size_t size);
// 1234567 as "1 234 567"
void format_count(long count, char *text, size_t size);

// Characters in a line of standard output: of its terminal, or as COLUMNS says; 0: any number, it is no terminal.
int text_width(void);

// Zero for what is zero, without a sign.
double unsigned_zero(double value);

#endif
