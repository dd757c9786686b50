// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trim_headers.h - extracts from headers the definitions that a text of C needs, without comments and empty lines.
//
// A definition is an item at the top level: a function, type, macro, list of numbers, or everything between #if and
// #endif. It is needed if one of the names that it defines occurs in the text or in a needed definition. Names begin
// with one of our prefixes; items that define none, or have another form, are always included.
#ifndef JNI_TRIM_HEADERS_H
#define JNI_TRIM_HEADERS_H

#include "compile/print/c_source.h"

// Writes the definitions that the code `user` needs to `out`; NULL: there is no such code, and only items that are
// always included are written. headers: concatenated texts without #include lines and guards. Features that printed
// code may omit are enclosed in #ifdef JNK_WITHOUT_..., #else, #endif (or #ifndef), which are resolved here. omitted:
// names of the macros that are defined, ended by NULL; NULL: none.
void jni_trim(const char *headers, const char *user, const char *const *omitted, jni_source *out);

#endif
