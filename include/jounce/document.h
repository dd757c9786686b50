// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// document.h - flat documents, and sources of model files.
//
// A flat document is a parsed YAML text as one block of bytes: its values in the order of the text, each with kind,
// line and column,
//   header (32 bytes) | records (32 bytes for each value) | texts, each ended by 0
// as src/model/document/flat.h defines them. Every function that reads a model text also accepts a flat document, which
// it recognises by its first bytes, even if the library is built without libfyaml. So a program can contain a model,
// and a web page can parse YAML by other means. `jounce flatten` writes them for a model and all its files.
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
//     jn_model_free(model);
//     jn_document_free(NULL, flat);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_DOCUMENT_H
#define JOUNCE_DOCUMENT_H

#include "jounce/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// Returns false if this library was built without libfyaml, and so parses only JSON.
JN_API bool jn_document_has_yaml(void);
// Parses a text into a flat document. For an invalid text the document contains the fault and its position. Returns
// NULL if memory ran out.
JN_API unsigned char *jn_document_flatten(const jn_alloc *alloc, const char *text, size_t size, size_t *nbytes);
JN_API void *jn_document_free(const jn_alloc *alloc, unsigned char *bytes);

// Writes the place of file i among n files of a model (jn_source) below one folder, with '/' between folders. Relative
// paths between the files remain valid there, and no place is outside the folder. Returns false if a name has no place
// or if it does not fit into `size` bytes.
JN_API bool jn_place_file(const char *const *names, int n, int i, char *path, size_t size);

// A source of files, supplied by the program. `release` frees the blocks that the other functions return.
typedef struct jn_files {
  void *user;
  // Reads all bytes of a file. Returns NULL with the reason in `why` (`why_size` bytes; "" if memory ran out). A path
  // is that in the model, relative to the folder of the file that contains it.
  void *(*read)(void *user, const char *path, size_t *size, char *why, size_t why_size);
  void (*release)(void *user, void *bytes);
  // Parses a YAML text into a flat document; returns NULL if memory ran out. NULL: jn_document_flatten is used.
  unsigned char *(*flatten)(void *user, const char *text, size_t size, size_t *nbytes);
} jn_files;

// Reads a model as jn_model_read, from these files, which are not used afterwards.
JN_API jn_model *jn_model_read_files(const jn_alloc *alloc, const jn_files *files, const char *path,
                                     const jn_setting *settings, int nsettings, jn_report *report);

#ifdef __cplusplus
}
#endif
#endif
