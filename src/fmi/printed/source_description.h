// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// source_description.h - writes the XML files of a source FMU: its model description and its build description.
#ifndef JNI_SOURCE_DESCRIPTION_H
#define JNI_SOURCE_DESCRIPTION_H

#include "fmi/printed/printed_variables.h"

typedef struct {
  const jn_alloc *alloc;
  const jn_fmu_options *options;
  const jni_printed_variables *variables;
  const char *model_name, *token;
  double start, stop, step;    // default experiment, s
  const char *const *sources;  // nsources: names of the files of C
  int nsources;
  bool c11;  // the sources need C11; otherwise C99
} jni_source_description;

// Returns the text of modelDescription.xml, which the caller frees with jni_free; NULL without memory.
char *jni_source_model_description(const jni_source_description *d, size_t *size);
// the same for sources/buildDescription.xml
char *jni_source_build_description(const jni_source_description *d, size_t *size);

#endif
