// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_fault.h - faults and warnings of the reader, at nodes of the file.
#ifndef JNI_READ_FAULT_H
#define JNI_READ_FAULT_H

#include "model/read/reader.h"

// Report a fault in the element being read, at the value of a node or at its key. Return false.
bool jni_read_fault(jni_reader *r, const jni_node *node, const char *format, ...) JN_PRINTF(3, 4);
bool jni_read_fault_key(jni_reader *r, const jni_node *node, const char *format, ...) JN_PRINTF(3, 4);
// Reports a warning at the value of a node: the file is valid, but may not mean what the user intended.
void jni_read_warn(jni_reader *r, const jni_node *node, const char *format, ...) JN_PRINTF(3, 4);
void jni_read_element(jni_reader *r, const char *what, const char *name);  // sets r->element

// Begins an element at this node, without keys so far. Its key is the place of faults that have no better one.
void jni_read_begin_element(jni_reader *r, const jni_node *node);
// Records a key of the element; sound: no fault in its value is reported.
void jni_read_record_key(jni_reader *r, const char *name, const jni_node *node, bool sound);
void jni_read_end_element(jni_reader *r);

// Records that `node` removes the element `name`. jni_read_report_removed adds a note for each removed name that occurs
// in a fault.
void jni_read_note_removed(jni_reader *r, const char *name, const jni_node *node);
void jni_read_report_removed(jni_reader *r);

const char *jni_node_kind_text(const jni_node *node);  // "a list", "a mapping", "\"3 kg\"", for "got ..."

// Reports a fault for a node that is not a mapping. allow_empty: an empty node is a mapping without entries.
bool jni_read_is_mapping(jni_reader *r, const jni_node *node, bool allow_empty);
// Report a fault for each key that is not in the list, which ends with NULL. jni_read_check_element_keys also accepts
// `repeat`.
void jni_read_check_keys(jni_reader *r, const jni_node *node, const char *const *keys);
void jni_read_check_element_keys(jni_reader *r, const jni_node *node, const char *const *keys);

#endif
