// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// varied_parameter.h - state of the parser of a varied parameter.
#ifndef JNI_STUDY_VARIED_PARAMETER_H
#define JNI_STUDY_VARIED_PARAMETER_H

#include "study/study.h"

typedef struct {
  jni_pool *pool;
  const jn_setting *setting;
  jni_varied *varied;
  jn_report *report;
  bool unit_known;  // varied->unit is set: to the unit of the first number
} jni_vary_reader;

#endif
