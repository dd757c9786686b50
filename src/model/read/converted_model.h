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

// A text made from the file `name` and the files that it includes.
typedef struct {
  const char *name, *text;
  const char *path;  // files that the text names are relative to this path; NULL: it names none
  size_t size;
  const jni_place *lines;  // nlines: place in the source of each line, for messages
  int nlines;
  jni_converted_file own;  // source file of the conversion
  // Returns the file with number i + 1 in these places; its path is NULL past the last.
  jni_converted_file (*file)(const void *context, int i);
  const void *context;
} jni_converted;

// Importer of robots of other programs. It is defined by src/import, which uses the reader.
typedef struct {
  bool (*takes)(const char *path);  // decides by the name of a file whether it can be imported
  // Converts a file and calls `take` with the result. Returns false after faults, which are in the report. on_body: the
  // base of the robot will be bound to a body; false: to the ground.
  bool (*read)(const jn_alloc *alloc, const char *path, bool on_body, jn_report *report,
               void (*take)(void *context, const jni_converted *made), void *context);
} jni_converter;
extern const jni_converter jni_robot_converter;

jn_model *jni_read_converted(const jn_alloc *alloc, const jni_converted *made, const jn_setting *settings,
                             int nsettings, jn_report *report);

#endif
