// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lapack_error.c - what LAPACK and BLAS call when an argument is not allowed. Their own handler prints a line and ends
// the process with exit code 0. This one returns, so that the routine gives its info < 0 and the command answers as it
// does to every numerical failure. It belongs to the command and not to the library: which handler a process has is for
// its program to say.
#include <stddef.h>

// Seen by the shared libraries.
__attribute__((visibility("default"))) void xerbla_(const char *routine, const int *argument, size_t length);

void xerbla_(const char *routine, const int *argument, size_t length) { (void)routine, (void)argument, (void)length; }
