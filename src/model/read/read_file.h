// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_file.h - the bytes of files, paths of files that a file names, and the texts that a model keeps.
#ifndef JNI_READ_FILE_H
#define JNI_READ_FILE_H

#include "model/read/reader.h"

// Return the bytes of a file. Return NULL with a sentence in `what` and JN_NO_MEMORY, JN_IO or JN_BAD_MODEL in *status.
char *jni_read_file(const jn_alloc *alloc, const char *path, size_t *size, jn_status *status, char *what, size_t room);
// Reads a file named by the user, which may also be an open descriptor such as /dev/stdin.
char *jni_read_given_file(const jn_alloc *alloc, const char *path, size_t *size, jn_status *status, char *what,
                          size_t room);
// Reads a file that the calling program provides (jn_files).
char *jni_read_files_file(const jn_alloc *alloc, const jn_files *files, const char *path, size_t *size,
                          jn_status *status, char *what, size_t room);
// Returns the bytes of the file that `node` names; NULL after a fault.
char *jni_read_named_file(jni_reader *r, const jni_node *node, const char *path, size_t *size);

// Joins the path "folder/of/variant.yaml" and the name "base.yaml" to "folder/of/base.yaml". NULL: no memory.
const char *jni_read_beside(jni_reader *r, const char *path, const char *name);
// Returns the path of a file that a value names, relative to the file with the value. Returns NULL after a fault: a
// text in memory cannot name files.
const char *jni_read_path(jni_reader *r, const jni_node *node, const char *name);
// Normalises a path: a/b, ./a//b and c/../a/b are equal. Does not resolve symbolic links.
const char *jni_read_short_path(jni_reader *r, const char *path);

// Makes the source of a file: name, hash and, unless too large, text. `bytes` end with 0 and must outlive the source.
jn_source jni_read_source_of(const char *path, const char *bytes, size_t size);
// Adds a file that the model names to its sources, which keep its text, unless it is there. Returns its number, from 1;
// 0: no memory.
int jni_read_add_source(jn_model *model, const char *path, const char *bytes, size_t size);
void jni_read_keep_own(jn_model *model, const char *path, const char *bytes, size_t size);  // the model's own file
void jni_read_keep_settings(jn_model *model, const jn_setting *settings, int n);

#endif
