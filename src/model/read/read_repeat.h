// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_repeat.h - calls a function for each entry of a mapping; for entries with `repeat` once per value of the
// indices.
#ifndef JNI_READ_REPEAT_H
#define JNI_READ_REPEAT_H

#include "model/read/reader.h"

typedef void (*jni_read_entry)(jni_reader *r, const jni_node *node, const char *name, void *context);
// Calls `entry` for each entry of a section of elements, with its expanded name, which begins with the path of the use.
void jni_read_each(jni_reader *r, const jni_node *mapping, jni_read_entry entry, void *context);
// Calls `entry` for each entry with its expanded name, without a path: points of a body, initial values.
void jni_read_each_key(jni_reader *r, const jni_node *mapping, jni_read_entry entry, void *context);
void jni_read_repeat(jni_reader *r, const jni_node *node, jni_read_entry entry, void *context);  // the same, one entry
// Returns the entry with `repeat` whose pattern can generate the name; NULL: none.
const jni_node *jni_read_find_repetition(const jni_node *mapping, const char *name);

#endif
