// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// document.h - flat documents, and where a model's files come from.
//
// A flat document is what a YAML text says, as one block of bytes: its values in the order of the text, each with kind,
// line and column,
//   header (32 bytes) | records (32 bytes for each value) | texts, each ended by 0
// as src/model/document/flat.h defines them. Every function that reads a model takes one in place of a text, also in a
// library that was built without libfyaml, and knows it by its first bytes. So a program can carry a model, and a page
// can read YAML by other means. `jounce flatten` writes them for a model and all its files.
//
// Example: a model inside the program.
//
//   #include <jounce/document.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: plane, bodies: {a: {mass: 1, inertia: 1}}}";
//     if (!jn_document_has_yaml()) return 0;  // built without libfyaml
//     size_t size;
//     unsigned char *flat = jn_document_flatten(NULL, text, strlen(text), &size);
//     if (!flat) return 1;
//     jn_model *model = jn_model_read_text(NULL, "falling", (const char *)flat, size, NULL, 0, NULL);
//     bool good = model && jn_model_nbodies(model) == 2;
//     jn_model_free(model), jn_document_free(NULL, flat);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_DOCUMENT_H
#define JOUNCE_DOCUMENT_H

#include "jounce/model.h"

#ifdef __cplusplus
extern "C" {
#endif

JN_API bool jn_document_has_yaml(
    void);  // false: this library was built without libfyaml, and reads texts in JSON alone
// The flat document of a text; one that cannot be read becomes a document that says so and where. NULL: no memory.
JN_API unsigned char *jn_document_flatten(const jn_alloc *alloc, const char *text, size_t size, size_t *nbytes);
JN_API void *jn_document_free(const jn_alloc *alloc, unsigned char *bytes);

// Where files come from: functions of the program. Blocks that they return are given back by `release`.
typedef struct jn_files {
  void *user;
  // All bytes of a file; NULL with the reason in `why` (room bytes), "" without memory. Paths are as the model writes
  // them, put together with the folder of the file in which they stand.
  void *(*read)(void *user, const char *path, size_t *size, char *why, size_t room);
  void (*release)(void *user, void *bytes);
  // The flat document of a YAML text, or NULL: no memory. NULL in its place: jn_document_flatten.
  unsigned char *(*flatten)(void *user, const char *text, size_t size, size_t *nbytes);
} jn_files;

// As jn_model_read, with these files. They are not needed any more afterwards.
JN_API jn_model *jn_model_read_files(const jn_alloc *alloc, const jn_files *files, const char *path,
                                     const jn_setting *settings, int nsettings, jn_report *report);

#ifdef __cplusplus
}
#endif
#endif
