// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_import.c - libFuzzer target: any bytes are imported as URDF or MJCF, or refused with a sentence; what is made is
// a model that can be read.
#include "fuzz.h"
#include "jounce/import.h"

static void read_back(const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "made", text, strlen(text), NULL, 0, report);
  if (!model) {
    for (int i = 0; i < jn_report_size(report); i++) fprintf(stderr, "%s\n", jn_report_get(report, i)->what);
    fputs(text, stderr);
    abort();
  }
  jn_model_free(model);
  jn_report_free(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (int i = 0; i < 2; i++) {
    jn_import_options options = jn_import_options_default();
    options.free_base = options.list_limits = i == 1;
    jn_report *report = jn_report_new(NULL);
    char *text = jn_import_text(NULL, "fuzz", (const char *)data, size, &options, report);
    if (!text && jn_report_count(report, JN_FAULT) == 0) abort();  // a refusal without a word
    if (text) read_back(text);
    jn_text_free(NULL, text);
    jn_report_free(report);
  }
  return 0;
}
