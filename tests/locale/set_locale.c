// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// set_locale.c - loaded before a program: a library that sets the locale, as some do.
#include <locale.h>
#include <stdlib.h>

__attribute__((constructor)) static void set_locale(void) {
  if (!setlocale(LC_ALL, "comma")) abort();
}
