// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_library.h - the files of a model, parsed: they stay with the model, so that it can be built again with other
// values (jn_model_with_settings) without reading or parsing a file.
//
// Every read of a model records what it takes from files in a library of its own, which refers to the library of the
// model that it was built from, if any. A library is constant once its model is read. Models in any thread share it;
// it counts its users.
#ifndef JNI_READ_LIBRARY_H
#define JNI_READ_LIBRARY_H

#include "model/read/converted_model.h"

typedef struct jni_library jni_library;

// The text that a model is read from: a model file, or a robot that an importer has converted.
typedef struct {
  const char *path;           // files that the text names are relative to this path; NULL: it names none
  const char *text;           // ended by 0
  size_t size;                // bytes, without the final 0
  const jni_converted *made;  // conversion of an importer; NULL: a model file
} jni_library_text;

// Opens a library for the model that is about to be read from this text. From now on the model takes its files from
// this library and from the previous model->library; files that neither has come from model->files (NULL: the disk) and
// are recorded. Returns false if memory is short.
bool jni_library_open(jn_model *model, const jni_library_text *text);
void jni_library_close(jn_model *model);  // called when the model is read: nothing more is recorded

const jni_library_text *jni_library_own_text(const jni_library *library);
// Finds name, text and hash of a recorded file. Returns false if there is no such file with these bytes.
bool jni_library_source(const jni_library *library, const char *path, const char *bytes, size_t size,
                        jn_source *source);
// Returns the conversion of a robot that is a part; NULL: not recorded.
const jni_converted *jni_library_robot(const jni_library *library, const char *path, bool on_body);
void jni_library_keep_robot(jni_library *library, const char *path, bool on_body, const jni_converted *made);

#endif
