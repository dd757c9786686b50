// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road_kind.h - a kind of road, or of a segment of a profile, as data.
#ifndef JNI_ROAD_KIND_H
#define JNI_ROAD_KIND_H

#include "model/kind_field.h"

struct jni_road_builder;

typedef struct {
  const char *name, *help;
  const jni_field *fields;  // fields of jn_road_def
  int nfields;
  // Adds the parts of a road to the builder (src/model/road/road.h). NULL: roads of this kind consist of other roads
  // only.
  void (*build)(const jn_road_def *def, struct jni_road_builder *builder);
  // Checks conditions that involve several fields of a definition. Returns false with a sentence in `what` if one is
  // violated. NULL: there are none.
  bool (*check)(const jn_road_def *def, char *what, size_t size);
  bool zoned;  // `friction` applies only within its edges; false: everywhere
} jni_road_kind;

extern const jni_road_kind *const jni_road_kinds[], *const jni_segment_kinds[];                // ended by NULL
const jni_road_kind *jni_road_kind_find(const jni_road_kind *const *kinds, const char *name);  // NULL: none

#endif
