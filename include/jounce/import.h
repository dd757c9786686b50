// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import.h - robots of other programs, URDF and MJCF, as model files.
//
// What the source says and a model file can say is written with the same numbers. What was changed (a name, a massless
// link that became a frame) is a note of the report, what could not be taken over a warning; both have the line of the
// source, and both stand as comments at the head of the file that is made. Nothing is left out in silence.
#ifndef JOUNCE_IMPORT_H
#define JOUNCE_IMPORT_H

#include "jounce/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  bool free_base;    // URDF: the root link moves freely; false: it is the ground
  bool list_limits;  // limits of joints are listed only; false: they become stops
  int cookie;
} jn_import_options;

JN_API jn_import_options jn_import_options_default(void);  // where options are taken, NULL stands for these
JN_API bool jn_import_available(void);                     // false: this library was built without expat
JN_API bool jn_import_takes(const char *path);             // by its ending: .urdf, .xml, .mjcf
// The text of a model file, made from a file or a text; free it with jn_text_free. NULL with faults in the report.
JN_API char *jn_import_file(const jn_alloc *alloc, const char *path, const jn_import_options *options,
                            jn_report *report);
JN_API char *jn_import_text(const jn_alloc *alloc, const char *name, const char *text, size_t size,
                            const jn_import_options *options, jn_report *report);

// The model itself: what jn_model_read would make of that text, but messages about its elements, now and later, have
// the lines of the source.
JN_API jn_model *jn_import_model(const jn_alloc *alloc, const char *path, const jn_import_options *options,
                                 const jn_setting *settings, int nsettings, jn_report *report);

#ifdef __cplusplus
}
#endif
#endif
