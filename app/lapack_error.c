// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lapack_error.c - error handler of LAPACK and BLAS for wrong arguments. The default handler prints a line and exits
// with code 0. This one returns, so that the routine sets info < 0 and the command reports a numerical failure. It is
// part of the command, not of the library, because a process has only one handler.
#include <stddef.h>

// The name is exported, so that the shared libraries of LAPACK and BLAS call this handler instead of their own.
__attribute__((visibility("default"))) void xerbla_(const char *routine, const int *argument, size_t length);

void xerbla_(const char *routine, const int *argument, size_t length) {
  (void)routine;
  (void)argument;
  (void)length;
}
