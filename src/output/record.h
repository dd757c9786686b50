// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// record.h - internals of a record of a run: lists of names and values, and the files of the model.
#ifndef JNI_OUTPUT_RECORD_H
#define JNI_OUTPUT_RECORD_H

#include "base/pool.h"
#include "jounce/record.h"

typedef struct {
  jn_setting *items;
  int n, capacity;
} jni_entries;

struct jn_record {
  jni_pool pool;  // memory of the record; if the pool has failed the record is invalid
  const char *version, *model;
  jni_entries groups[JN_RECORD_GROUPS];
  jn_source *sources;
  int nsources, capacity_sources;
};

jn_record *jni_record_empty(const jn_alloc *alloc, const char *version, const char *model);
// These append an entry, or a model file, to a record; texts are copied. They return false if memory is short.
bool jni_record_add(jn_record *record, jn_record_group group, const char *name, const char *value);
bool jni_record_add_source(jn_record *record, const jn_source *source);

#endif
