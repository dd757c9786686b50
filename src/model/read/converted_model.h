// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// converted_model.h - the text of a model that was made from a file of another program.
#ifndef JNI_CONVERTED_MODEL_H
#define JNI_CONVERTED_MODEL_H

#include "model/read/reader.h"

typedef struct {
  const char *path, *bytes;
  size_t size;
} jni_converted_file;

// A model text that an importer has made from the file `name` of another program and from the files that it includes.
typedef struct {
  const char *name, *text;
  const char *path;  // files that the text names are relative to this path; NULL: it names none
  size_t size;
  const jni_place *lines;  // nlines: place in the source of each line, for messages
  int nlines;
  jni_converted_file own;  // source file of the conversion
  // Returns file i of those that the conversion read; places refer to it by the number i + 1. Its path is NULL past the
  // last.
  jni_converted_file (*file)(const void *context, int i);
  const void *context;
} jni_converted;

// The importer of robots from other programs. src/import defines it, so that the reader does not depend on src/import.
typedef struct {
  bool (*takes)(const char *path);  // decides by the name of a file whether it can be imported
  // Converts a file and calls `take` with the resulting text, which is valid during the call only. Returns false after
  // faults, which are in the report. on_body: a use will bind the base of the robot to a body; false: to the ground.
  bool (*read)(const jn_alloc *alloc, const char *path, bool on_body, jn_report *report,
               void (*take)(void *context, const jni_converted *made), void *context);
} jni_converter;
extern const jni_converter jni_robot_converter;

jn_model *jni_read_converted(const jn_alloc *alloc, const jni_converted *made, const jn_setting *settings,
                             int nsettings, jn_report *report);

#endif
