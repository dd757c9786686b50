// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trim_headers.h - what a text of C needs of headers: their definitions without comments, empty lines, and what nothing
// uses.
//
// A definition is what stands at the top level: a function, type, macro, list of numbers, or all between #if and
// #endif. It is used where one of the names that it defines stands in the text, or in a definition that is used. Names
// begin with one of our prefixes; what defines none, or is written otherwise than ours, is kept.
#ifndef JNI_TRIM_HEADERS_H
#define JNI_TRIM_HEADERS_H

#include "compile/print/c_source.h"

// headers: one behind the other, without lines of #include and without their guards; user: NULL is empty.
// Headers have #ifdef JNK_WITHOUT_..., #else and #endif (or #ifndef) around what printed code can do without, where its
// numbers say so. They are resolved here: lacks are those that hold, up to NULL; NULL itself: none.
void jni_trim(const char *headers, const char *user, const char *const *lacks, jni_source *out);

#endif
