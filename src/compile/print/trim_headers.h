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

// Writes to `out` those definitions from `headers` that the code `user` needs; with user NULL only items that are
// always included. headers: concatenated texts without #include lines and guards. omitted: names of macros
// JNK_WITHOUT_..., ended by NULL; NULL: none. The headers enclose features that may be omitted in #ifdef
// JNK_WITHOUT_..., #else, #endif (or #ifndef), which are resolved here: as defined for the macros in `omitted`, as
// undefined for the others.
void jni_trim(const char *headers, const char *user, const char *const *omitted, jni_source *out);

#endif
