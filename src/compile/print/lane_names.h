// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lane_names.h - names that have another prefix where a header is printed for lanes: jnk_NAME is jnl_NAME, and JNK_NAME
// JNL_NAME, where the header or one that it includes defines it for lanes (kernel/real.h).
#ifndef JNI_LANE_NAMES_H
#define JNI_LANE_NAMES_H

#include "compile/print/c_source.h"

typedef struct {
  const char *text;
  int length;
} jni_lane_name;

typedef struct {
  jni_pool pool;  // failed: there was no memory
  jni_lane_name *list;
  int n, room;
} jni_lane_names;

void jni_lane_names_take(jni_lane_names *names, const char *text);    // all jnl_NAME of a text
void jni_lane_names_define(jni_lane_names *names, const char *text);  // all jnk_NAME that a text defines
// A line with the names of lanes.
void jni_lane_names_print(const jni_lane_names *names, const char *line, size_t length, jni_source *text);

#endif
