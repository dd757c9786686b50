// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_variant.h - variants of models, and settings of single values.
#ifndef JNI_READ_VARIANT_H
#define JNI_READ_VARIANT_H

#include "model/read/reader.h"

enum { JNI_MAX_VARIANTS = 8 };
// If the file is a variant of another (`model: FILE`), replaces the root of the scope by that model with the entries of
// the variant merged into it. False after a fault.
bool jni_read_variants(jni_reader *r);
bool jni_read_settings(jni_reader *r, const jn_setting *settings, int n);
// Sets a parameter or the value at a path in the part of the scope. Faults are reported at the value. scope: see
// jni_inner_setting.
bool jni_read_apply(jni_reader *r, const char *path, const jni_node *value, jni_scope *scope);
// Reports a fault for each key that is repeated in a mapping at any depth, and removes the repetition.
void jni_read_check_duplicates(jni_reader *r, jni_node *node);
void jni_read_check_model_keys(jni_reader *r, const jni_node *root);
bool jni_read_check_version(jni_reader *r, const jni_node *root);

#endif
