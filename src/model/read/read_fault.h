// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_fault.h - faults and warnings of the reader, at nodes of the file.
#ifndef JNI_READ_FAULT_H
#define JNI_READ_FAULT_H

#include "model/read/reader.h"

// Report a fault in the element that is being read: jni_read_fault at the value of the node, jni_read_fault_key at its
// key. They return false. When the model has JNI_MAX_FAULTS faults, they set r->stop, which ends reading.
bool jni_read_fault(jni_reader *r, const jni_node *node, const char *format, ...) JN_PRINTF(3, 4);
bool jni_read_fault_key(jni_reader *r, const jni_node *node, const char *format, ...) JN_PRINTF(3, 4);
// Adds a warning at the value of a node: the file is valid, but probably does not mean what the user intended.
void jni_read_warn(jni_reader *r, const jni_node *node, const char *format, ...) JN_PRINTF(3, 4);
void jni_read_element(jni_reader *r, const char *what, const char *name);  // sets r->element

// Begins an element, whose entry in the file is `node`, with an empty list of keys. Faults without a better place are
// reported at the key of this entry.
void jni_read_begin_element(jni_reader *r, const jni_node *node);
// Records that the entry of the element has a key, so that later faults can be reported there; keys beyond JNI_MAX_KEYS
// are not recorded. sound: no fault is reported in the value of the key.
void jni_read_record_key(jni_reader *r, const char *name, const jni_node *node, bool sound);
void jni_read_end_element(jni_reader *r);

// Records that the entry `node` of a variant or setting removes the element `name`. After reading,
// jni_read_report_removed adds a note to the report for each removed element whose name occurs in a fault.
void jni_read_note_removed(jni_reader *r, const char *name, const jni_node *node);
void jni_read_report_removed(jni_reader *r);

const char *jni_node_kind_text(
    const jni_node *node);  // "a mapping", "a list", "nothing", "a single value", for "got ..."

// Returns whether a node is a mapping; if not, reports a fault. allow_empty: a key without a value counts as an empty
// mapping.
bool jni_read_is_mapping(jni_reader *r, const jni_node *node, bool allow_empty);
// Report a fault for each key of a mapping that is not in the list `keys`, which NULL ends. jni_read_check_element_keys
// also accepts the key `repeat`.
void jni_read_check_keys(jni_reader *r, const jni_node *node, const char *const *keys);
void jni_read_check_element_keys(jni_reader *r, const jni_node *node, const char *const *keys);

#endif
