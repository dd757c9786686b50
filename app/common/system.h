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

// Sets up the program; main calls it first. Afterwards writing to a closed pipe fails instead of ending the program. On
// Windows, converts the words of the command line to UTF-8 and makes output UTF-8.
void system_begin(int *argc, char ***argv);
// Installs `note` as handler of the signals that ask the program to end (SIGINT, SIGTERM, SIGHUP). If `note` returns
// false, the signal ends the program. `note` may call only system_remove and system_remove_folder.
void system_catch_signals(bool (*note)(void));

double system_clock(void);        // wall time from an arbitrary origin, s
double system_cpu_seconds(void);  // CPU time of this process, s
void system_pause(int milliseconds);
// Opens a page in the browser of the user. Returns false if there is no display or no browser.
bool system_show_page(const char *path);

// Runs a program and waits for its end. words: the program and its arguments, ended by NULL. Stores the beginning of
// what it prints in `text`; on Windows an empty text. Returns its exit code; -1 if it cannot be started, a signal ended
// it or, on POSIX systems, its exit code is 127.
int system_run(const char *const *words, char *text, size_t size);

// ---- terminals ----------------------------------------------------------------------------------------------------

bool system_draws_progress(void);         // standard error is a terminal that can clear a line
int system_terminal_width(FILE *stream);  // width of standard output or error, characters; 0: it is no terminal

// ---- paths --------------------------------------------------------------------------------------------------------

bool path_separates(char c);         // returns whether c separates folders: '/', on Windows also '\'
size_t path_root(const char *path);  // returns the length of the root of an absolute path; 0: the path is relative
// Returns the absolute path, which the caller frees; the file need not exist. On POSIX systems links are resolved.
// NULL: its folder does not exist there, the path is invalid, or there is no memory.
char *path_resolved(const char *path);

// ---- files --------------------------------------------------------------------------------------------------------

typedef struct {
  bool regular, folder, pipe;
  double size;              // bytes
  uint64_t device, number;  // equal for two paths of one file: device and number of the file on it
  int64_t changed;          // time of the last change of the content, ns
} system_file;

// These fill *file: for the file at a path, or for standard output. They return false if there is no such file.
bool system_file_info(const char *path, system_file *file);
bool system_stdout_info(system_file *file);

typedef enum { SYSTEM_EXISTS, SYSTEM_READABLE, SYSTEM_WRITABLE, SYSTEM_TAKES_FILES } system_access;
bool system_allows(const char *path, system_access access);

FILE *system_open(const char *path, const char *mode);  // like fopen
FILE *system_create(const char *path);                  // opens a new file for writing; fails if it exists
bool system_remove(const char *path);
bool system_make_folder(const char *path);
bool system_remove_folder(const char *path);
bool system_is_empty(const char *folder);  // returns whether a folder is empty; false if the path is no folder
bool system_current_folder(char *path, size_t size);
// Makes a folder with a new name that begins with `name`, in the folder of temporary files, and writes its path into
// `path`. Returns false on failure.
bool system_make_temporary_folder(const char *name, char *path, size_t size);

#endif
