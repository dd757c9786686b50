// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// varied_parameter.h - while the values of a varied parameter are read.
#ifndef JNI_STUDY_VARIED_PARAMETER_H
#define JNI_STUDY_VARIED_PARAMETER_H

#include "study/study.h"

typedef struct {
  jni_pool *pool;
  const jn_setting *given;
  jni_varied *varied;
  jn_report *report;
  bool unit_known;
} jni_vary_reader;

#endif
