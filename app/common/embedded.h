// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// embedded.h - model files that are built into the command, so that it works without the source tree: all models of
// `papers` and `models`, with the files that they name, and the courses of models/parts/courses. cmake/embed.cmake
// writes the lists.
#ifndef APP_EMBEDDED_H
#define APP_EMBEDDED_H

#include <jounce/model.h>
#include <stddef.h>

typedef struct {
  const char *name;           // file name without folder and ending: "yoon-pendulum"
  const char *path;           // path in the source tree: "papers/yoon/yoon-pendulum.yaml"
  const unsigned char *text;  // content of the file: `size` bytes and a final zero
  size_t size;
} embedded_model;

extern const embedded_model embedded_models[];   // ended by a NULL name
extern const embedded_model embedded_courses[];  // ended by a NULL name; names have their endings: "bumps.yml"

// Reads an embedded model with settings, and the embedded files that it names; imports it if it is a robot. Returns
// NULL with faults in the report.
jn_model *embedded_read(const embedded_model *file, const jn_setting *settings, int nsettings, jn_report *report);

#endif
