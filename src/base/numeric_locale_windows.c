// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// numeric_locale_windows.c - Windows: a thread gets its own locale "C" only if the decimal point of the program is not
// ".".
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "base/numeric_locale.h"

bool jni_numeric_locale_begin(jni_numeric_locale *locale) {
  locale->per_thread = 0;
  if (strcmp(localeconv()->decimal_point, ".") == 0) return true;
  const char *name = setlocale(LC_NUMERIC, NULL);
  if (!name || snprintf(locale->name, sizeof locale->name, "%s", name) >= (int)sizeof locale->name) return false;
  int before = _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
  if (before <= 0) return false;
  locale->per_thread = before;
  return setlocale(LC_NUMERIC, "C") != NULL;
}

void jni_numeric_locale_end(const jni_numeric_locale *locale) {
  if (!locale->per_thread) return;
  setlocale(LC_NUMERIC, locale->name);
  _configthreadlocale(locale->per_thread);
}
