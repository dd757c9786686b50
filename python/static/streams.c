// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// streams.c - the streams of the C library for archives that were compiled for programs. These reach stdin, stdout and
// stderr at addresses that only a program can give them; in the module the linker (--wrap) leads them here instead.
#include <stdio.h>

extern FILE *__real_stdin, *__real_stdout, *__real_stderr;

__attribute__((visibility("hidden"))) FILE *__wrap_stdin, *__wrap_stdout, *__wrap_stderr;

__attribute__((constructor)) static void find_streams(void) {
  __wrap_stdin = __real_stdin;
  __wrap_stdout = __real_stdout;
  __wrap_stderr = __real_stderr;
}
