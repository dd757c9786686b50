// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// numeric_locale.h - gives the calling thread a decimal point for a moment, whatever the locale of the program
// (numeric_locale_posix.c, numeric_locale_windows.c).
#ifndef JNI_NUMERIC_LOCALE_H
#define JNI_NUMERIC_LOCALE_H

#include <stdbool.h>

enum { JNI_LOCALE_NAME = 128 };

typedef struct {
  void *c, *before;            // POSIX: locales
  int per_thread;              // Windows: setting before; 0: nothing has changed
  char name[JNI_LOCALE_NAME];  // Windows: locale of numbers before
} jni_numeric_locale;

// Selects the locale "C" for numbers of this thread. False: the C library does not provide it, and nothing has changed.
bool jni_numeric_locale_begin(jni_numeric_locale *locale);
// Restores the locale before.
void jni_numeric_locale_end(const jni_numeric_locale *locale);

#endif
