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

// The text that a model is read from: a model file, or what an importer has made of a robot.
typedef struct {
  const char *path;           // files that the text names are relative to this path; NULL: it names none
  const char *text;           // ended by 0
  size_t size;                // bytes, without the final 0
  const jni_converted *made;  // conversion of an importer; NULL: a model file
} jni_library_text;

// Makes a new library for the model, which is about to be read from `text`, and sets model->library to it. From then on
// the reader takes files from this library and from the model's previous library. Files that neither contains are read
// from model->files (NULL: from the disk) and recorded. Returns false if memory is short.
bool jni_library_open(jn_model *model, const jni_library_text *text);
void jni_library_close(jn_model *model);  // called when the model is read: nothing more is recorded

const jni_library_text *jni_library_own_text(const jni_library *library);
// Sets *source to name, text and hash of a recorded file. Returns false if no file with this path and these bytes is
// recorded.
bool jni_library_source(const jni_library *library, const char *path, const char *bytes, size_t size,
                        jn_source *source);
// Returns the recorded conversion of the robot in the file `path`, which is used as a part with its base on a body
// (on_body) or on the ground; NULL: none is recorded.
const jni_converted *jni_library_robot(const jni_library *library, const char *path, bool on_body);
void jni_library_keep_robot(jni_library *library, const char *path, bool on_body, const jni_converted *made);

#endif
