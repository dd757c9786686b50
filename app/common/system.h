// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// system.h - interface of the command and the papers to the operating system: files, the terminal, signals, clocks, the
// browser. system_posix.c implements it for POSIX systems, system_windows.c for Windows.
//
// Paths are UTF-8. Functions that fail set errno, also on Windows. Files are read and written unchanged, without
// conversion of line ends.
#ifndef APP_SYSTEM_H
#define APP_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// ---- the program --------------------------------------------------------------------------------------------------

// Sets up the program; main calls it first. Writing to a closed pipe then fails instead of ending the program; on
// Windows the words of the command line become UTF-8, and so does the output.
void system_begin(int *argc, char ***argv);
// Calls `note` when a signal asks the program to end (SIGINT, SIGTERM, SIGHUP). If it returns false, the signal ends
// the program. `note` may call system_remove and system_remove_folder only.
void system_catch_signals(bool (*note)(void));

double system_clock(void);        // wall time from an arbitrary origin, s
double system_cpu_seconds(void);  // CPU time of this process, s
void system_pause(int milliseconds);
// Opens a page in the browser. Returns false if there is no display or no browser.
bool system_show_page(const char *path);

// Runs a program and waits for its end. words: the program and its arguments, ended by NULL. Collects the beginning of
// what it prints as text; on Windows nothing. Returns its exit code; -1: it cannot be started, or a signal ended it.
int system_run(const char *const *words, char *text, size_t size);

// ---- terminals ----------------------------------------------------------------------------------------------------

bool system_draws_progress(void);         // standard error is a terminal that can clear a line
int system_terminal_width(FILE *stream);  // width of standard output or error, characters; 0: it is no terminal

// ---- paths --------------------------------------------------------------------------------------------------------

bool path_separates(char c);         // '/', on Windows also '\'
size_t path_root(const char *path);  // returns the length of the root of an absolute path; 0: the path is relative
// Returns the absolute path with links resolved; the file need not exist. The caller frees it; NULL: its folder does
// not exist.
char *path_resolved(const char *path);

// ---- files --------------------------------------------------------------------------------------------------------

typedef struct {
  bool regular, folder, pipe;
  double size;              // bytes
  uint64_t device, number;  // equal for two paths of one file
  int64_t changed;          // time of the last change, ns
} system_file;

bool system_look(const char *path, system_file *file);
bool system_look_at_stdout(system_file *file);

typedef enum { SYSTEM_EXISTS, SYSTEM_READABLE, SYSTEM_WRITABLE, SYSTEM_TAKES_FILES } system_access;
bool system_allows(const char *path, system_access access);

FILE *system_open(const char *path, const char *mode);  // fopen
FILE *system_create(const char *path);                  // for writing; fails if it exists
bool system_remove(const char *path);
bool system_make_folder(const char *path);
bool system_remove_folder(const char *path);
bool system_is_empty(const char *folder);  // returns false also if the path is no folder
bool system_current_folder(char *path, size_t size);
// Makes a folder with a new name in the folder of temporary files, and sets its path.
bool system_make_temporary_folder(const char *name, char *path, size_t size);

#endif
