// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_variant.h - variants of models, and settings of single values.
#ifndef JNI_READ_VARIANT_H
#define JNI_READ_VARIANT_H

#include "model/read/reader.h"

enum { JNI_MAX_VARIANTS = 8 };
// If the file of the present scope is a variant of another (`model: FILE`), replaces the root of the scope by that of
// the other file, into which the entries of the variant are merged, and applies the settings of the key `set` of the
// variant. Returns false after a fault that prevents this: a file cannot be read, the chain of files is too long or has
// no end, or there is `set` without `model`; and without memory. Faults in the merged entries are reported, but true is
// returned.
bool jni_read_variants(jni_reader *r);
bool jni_read_settings(jni_reader *r, const jn_setting *settings, int n);
// Applies a setting to the part of the present scope: sets a parameter, or the value that a path leads to; adds a key
// that is missing where this is allowed, and removes the entry if the value is null. A setting for an element inside a
// use is stored in the part until the use is read. Faults are reported at `value`. scope: the one whose parameters the
// value may use, as in jni_inner_setting. Returns false after a fault.
bool jni_read_apply(jni_reader *r, const char *path, const jni_node *value, jni_scope *scope);
// Reports a fault for each repeated key in a mapping and in all mappings inside it, and removes the repetitions.
void jni_read_check_duplicates(jni_reader *r, jni_node *node);
void jni_read_check_model_keys(jni_reader *r, const jni_node *root);
bool jni_read_check_version(jni_reader *r, const jni_node *root);

#endif
