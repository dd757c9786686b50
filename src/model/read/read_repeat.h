// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_repeat.h - calls a function for each entry of a mapping; for entries with `repeat` once per value of the
// indices.
#ifndef JNI_READ_REPEAT_H
#define JNI_READ_REPEAT_H

#include "model/read/reader.h"

typedef void (*jni_read_entry)(jni_reader *r, const jni_node *node, const char *name, void *context);
// Calls `entry` for each entry of a section of elements, for entries with `repeat` once for each of their values. The
// name passed is expanded and begins with the path of the use. Leaves out entries for elements inside a use, and, after
// a fault, entries with the name of an element that another entry with `repeat` creates.
void jni_read_each(jni_reader *r, const jni_node *mapping, jni_read_entry entry, void *context);
// Does the same as jni_read_each for entries that are not elements, such as points of a body or initial values: the
// name passed is expanded but has no path.
void jni_read_each_key(jni_reader *r, const jni_node *mapping, jni_read_entry entry, void *context);
void jni_read_repeat(jni_reader *r, const jni_node *node, jni_read_entry entry,
                     void *context);  // as jni_read_each_key, for one entry or for an item of a list
// Returns the entry with `repeat` of a mapping whose pattern can generate the name; NULL: there is none.
const jni_node *jni_read_find_repetition(const jni_node *mapping, const char *name);

#endif
