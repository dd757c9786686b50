// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// numeric_locale.h - selects a decimal point for the calling thread while it converts numbers, whatever the locale of
// the program. Implemented by numeric_locale_posix.c and numeric_locale_windows.c.
#ifndef JNI_NUMERIC_LOCALE_H
#define JNI_NUMERIC_LOCALE_H

#include <stdbool.h>

enum { JNI_LOCALE_NAME = 128 };

typedef struct {
  void *c, *before;            // POSIX: the locale "C", the previous locale
  int per_thread;              // Windows: previous setting of _configthreadlocale; 0: nothing has changed
  char name[JNI_LOCALE_NAME];  // Windows: previous locale of numbers
} jni_numeric_locale;

// Makes the calling thread use a decimal point, as in the locale "C", and stores the previous locale in *locale.
// Returns false, and changes nothing, if the C library does not provide this.
bool jni_numeric_locale_begin(jni_numeric_locale *locale);
// Restores the locale that jni_numeric_locale_begin has stored.
void jni_numeric_locale_end(const jni_numeric_locale *locale);

#endif
