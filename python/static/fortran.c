// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fortran.c - the two functions that the eigenvalues of LAPACK take from outside: how Fortran joins texts, and what
// LAPACK calls when an argument is wrong, which the library never passes (src/linalg/dense/decompose_modes.c).
#include <stddef.h>
#include <string.h>

void _gfortran_concat_string(size_t size, char *text, size_t na, const char *a, size_t nb, const char *b);
void xerbla_(const char *name, const int *argument, size_t length);

// A text of fixed length: cut, or filled with blanks.
void _gfortran_concat_string(size_t size, char *text, size_t na, const char *a, size_t nb, const char *b) {
  size_t first = na < size ? na : size, second = nb < size - first ? nb : size - first;
  memcpy(text, a, first);
  memcpy(text + first, b, second);
  memset(text + first + second, ' ', size - first - second);
}

void xerbla_(const char *name, const int *argument, size_t length) {
  (void)name;
  (void)argument;
  (void)length;
}
