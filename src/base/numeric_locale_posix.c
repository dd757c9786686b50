// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// numeric_locale_posix.c - POSIX: the locale of the thread is "C" while numbers are converted. It is a constant of the
// C library and needs no memory.
#include <locale.h>

#include "base/numeric_locale.h"

bool jni_numeric_locale_begin(jni_numeric_locale *locale) {
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  if (c == (locale_t)0) return false;
  locale->c = (void *)c;
  locale->before = (void *)uselocale(c);
  return true;
}

void jni_numeric_locale_end(const jni_numeric_locale *locale) {
  uselocale((locale_t)locale->before);
  freelocale((locale_t)locale->c);
}
