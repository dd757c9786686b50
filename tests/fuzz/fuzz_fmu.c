// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_fmu.c - libFuzzer target: any bytes are an FMU that is read and checked, or are refused with a message. Bytes
// that begin with those of an archive are one, others are a description. Nothing is unpacked or loaded.
#include "fmi/fmu/fmu.h"
#include "fuzz.h"

static void look(const jni_fmu_description *d) {
  double factor, offset;
  jn_dimension dimension;
  char hint[100];
  for (int i = 0; i < d->nvariables; i++) {
    jni_fmu_si(d, &d->variables[i], &factor, &offset, &dimension);
    int found = jni_fmu_find_variable(d, d->variables[i].name);
    if (found < 0 || strcmp(d->variables[found].name, d->variables[i].name) != 0) abort();
    if (jni_fmu_find_reference(d, d->variables[i].reference) < 0) abort();
  }
  for (int list = 0; list < JNI_FMU_NLISTS; list++)
    for (int i = 0; i < d->lists[list].n; i++) {
      const jni_fmu_unknown *u = &d->lists[list].entries[i];
      if (u->variable < 0 || u->variable >= d->nvariables) abort();
      for (int k = 0; k < u->ndependencies; k++)
        if (u->dependencies[k] < 0 || u->dependencies[k] >= d->nvariables) abort();
    }
  jni_fmu_suggest(d, "speed", JNI_FMU_INPUT, hint, sizeof hint);
}

static void read_description(const char *data, size_t size, jn_report *report) {
  jni_pool pool = {.alloc = NULL};
  jni_fmu_description *d = jni_fmu_description_read(&pool, "fuzz", data, size, report);
  if (d) look(d);
  if (d) jni_fmu_description_check(d, report);
  if (!d && jn_report_count(report, JN_FAULT) == 0) abort();  // a refusal without a word
  jni_pool_free(&pool);
}

static void read_archive(const char *data, size_t size, jn_report *report) {
  jni_archive *archive = jni_archive_open(NULL, "fuzz", data, size, report);
  for (int i = 0; archive && i < jni_archive_size(archive); i++) {
    size_t n;
    int faults = jn_report_count(report, JN_FAULT);
    char *bytes = jni_archive_read(archive, i, &n, report);
    if (!bytes && jn_report_count(report, JN_FAULT) == faults) abort();
    jni_free(NULL, bytes);
  }
  if (!archive && jn_report_count(report, JN_FAULT) == 0) abort();
  jni_archive_close(archive);
  jn_fmu *fmu = jni_fmu_from_bytes(NULL, "fuzz", data, size, report);
  if (fmu) look(fmu->description);
  if (fmu) jn_fmu_check(fmu, report);
  jn_fmu_close(fmu);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jn_report *report = jn_report_new(NULL);
  if (size > 2 && data[0] == 'P' && data[1] == 'K') read_archive((const char *)data, size, report);
  else read_description((const char *)data, size, report);
  jn_report_free(report);
  return 0;
}
