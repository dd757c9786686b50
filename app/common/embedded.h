// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// embedded.h - model files that are part of the command, so that it works without the source tree: those of papers and
// all of models, with the files that they name. The list is made when the command is built (cmake/embed.cmake);
// that of courses from models/parts/courses.
#ifndef APP_EMBEDDED_H
#define APP_EMBEDDED_H

#include <jounce/model.h>
#include <stddef.h>

typedef struct {
  const char *name;           // of the file, without folder and ending: "yoon-pendulum"
  const char *path;           // in the source tree: "papers/yoon/yoon-pendulum.yaml"
  const unsigned char *text;  // `size` bytes and a final zero
  size_t size;
} embedded_model;

extern const embedded_model embedded_models[];   // ended by a NULL name
extern const embedded_model embedded_courses[];  // likewise, with their endings: "bumps.yml"; of the command alone

// With the files that it names. A robot of another program is imported. NULL with faults in the report.
jn_model *embedded_read(const embedded_model *file, const jn_setting *settings, int nsettings, jn_report *report);

#endif
