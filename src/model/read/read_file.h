// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_file.h - the bytes of files, paths of files that a file names, and the texts that a model keeps.
#ifndef JNI_READ_FILE_H
#define JNI_READ_FILE_H

#include "model/read/reader.h"

// Returns the bytes of a regular file, to be freed with jni_free, and sets *size to their number. On failure returns
// NULL with a sentence in `what` and JN_NO_MEMORY, JN_IO or JN_BAD_MODEL in *status.
char *jni_read_file(const jn_alloc *alloc, const char *path, size_t *size, jn_status *status, char *what,
                    size_t what_size);
// Returns the bytes of a file that the user names, as jni_read_file does; it may also be an open descriptor such as
// /dev/stdin.
char *jni_read_given_file(const jn_alloc *alloc, const char *path, size_t *size, jn_status *status, char *what,
                          size_t what_size);
// Returns the bytes of a file as jni_read_file does, but gets them from the calling program (jn_files) instead of the
// disk.
char *jni_read_files_file(const jn_alloc *alloc, const jn_files *files, const char *path, size_t *size,
                          jn_status *status, char *what, size_t what_size);
// Returns the bytes of the file `path`, which the value `node` names, and sets *size; NULL after a fault, which is
// reported at the node, or without memory (model->no_memory).
char *jni_read_named_file(jni_reader *r, const jni_node *node, const char *path, size_t *size);

// Returns the path of the file `name` relative to the folder of the file `path`: "folder/of/variant.yaml" and
// "base.yaml" give "folder/of/base.yaml". NULL: no memory.
const char *jni_read_beside(jni_reader *r, const char *path, const char *name);
// Returns the path of a file that the value `node` names, relative to the file that contains the value. Returns NULL
// after a fault, which is that the value is in a text in memory, which cannot name files; and without memory.
const char *jni_read_path(jni_reader *r, const jni_node *node, const char *name);
// Returns the shortest form of a path, for comparisons, without resolving symbolic links and with a solidus at the end:
// a/b/ for ./a//b and for c/../a/b. NULL: no memory.
const char *jni_read_short_path(jni_reader *r, const char *path);

// Returns a record of a file: name, size, hash of its bytes and its text, which is NULL if it is larger than 4 MiB or
// not UTF-8. An additional 0 follows the `size` bytes; they and `path` must outlive the record.
jn_source jni_read_source_of(const char *path, const char *bytes, size_t size);
// Adds a file that the model names to the list of its sources, unless the list contains it, with its text as far as
// texts are kept. Returns the number of the file in places, from 1; 0: no memory.
int jni_read_add_source(jn_model *model, const char *path, const char *bytes, size_t size);
void jni_read_keep_own(jn_model *model, const char *path, const char *bytes, size_t size);  // the model's own file
void jni_read_keep_settings(jn_model *model, const jn_setting *settings, int n);

#endif
