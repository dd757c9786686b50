// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lane_names.h - renames functions and macros for code in lanes: jnk_NAME becomes jnl_NAME and JNK_NAME becomes
// JNL_NAME if one of the printed headers has the name for lanes (kernel/real.h).
#ifndef JNI_LANE_NAMES_H
#define JNI_LANE_NAMES_H

#include "compile/print/c_source.h"

typedef struct {
  const char *text;
  int length;
} jni_lane_name;

typedef struct {
  jni_pool pool;  // its failure means that memory was insufficient
  jni_lane_name *list;
  int n, capacity;
} jni_lane_names;

void jni_lane_names_take(jni_lane_names *names, const char *text);    // adds all names jnl_NAME that occur in a text
void jni_lane_names_define(jni_lane_names *names, const char *text);  // adds all names jnk_NAME that a text defines
// Writes a line with jnk_NAME replaced by jnl_NAME for all names of the list.
void jni_lane_names_print(const jni_lane_names *names, const char *line, size_t length, jni_source *text);

#endif
