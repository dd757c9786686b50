// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_property.c - fuzz target: any bytes are a tyre property file, whose numbers are finite and have a place, or are
// refused with a sentence at a line of the text.
#include <math.h>

#include "fuzz.h"
#include "model/property/property.h"

static void check_file(const jni_properties *file) {
  FUZZ_CHECK(file->n > 0 && file->n <= JNI_MAX_PROPERTIES);
  for (int i = 0; i < file->n; i++) {
    const jni_property *p = &file->list[i];
    FUZZ_CHECK(p->key[0] && p->section && isfinite(p->value) && p->line > 0 && p->column > 0);
    FUZZ_CHECK(jni_property_find(file, p->key) != NULL);
  }
  for (int i = 0; i < 2 * file->nrows; i++) FUZZ_CHECK(isfinite(file->rows[i]));
  FUZZ_CHECK(file->length > 0 && file->force > 0 && file->angle > 0 && file->mass > 0 && file->time > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jni_pool pool = {.alloc = NULL};
  jni_properties file;
  jni_property_faults faults;
  if (jni_properties_parse(&pool, (const char *)data, size, &file, &faults)) check_file(&file);
  else FUZZ_CHECK(faults.n > 0 && faults.n <= JNI_MAX_PROPERTY_FAULTS);
  for (int i = 0; i < faults.n; i++) {
    const jni_property_fault *fault = &faults.list[i];
    FUZZ_CHECK(fault->what[0] && fault->line > 0 && (size_t)fault->line <= size + 1 && fault->column > 0);
  }
  jni_pool_free(&pool);
  return 0;
}
