// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_reader.c - libFuzzer target: any bytes are read as a model, or refused with a sentence. Texts that begin with
// "set " give their first line, PATH=VALUE, to the reader as a setting.
#include "fuzz.h"
#include "jounce/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  char line[256] = "";
  jn_setting setting = {"", ""};
  if (size > 4 && memcmp(text, "set ", 4) == 0) {
    const char *end = memchr(text, '\n', size);
    size_t length = end ? (size_t)(end - text) : size;
    if (length - 4 < sizeof line) memcpy(line, text + 4, length - 4);
    text += length, size -= length;
  }
  char *value = strchr(line, '=');
  if (value) *value++ = '\0', setting = (jn_setting){line, value};

  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "fuzz", text, size, &setting, value != NULL, report);
  if (!model && jn_report_count(report, JN_FAULT) == 0) abort();  // a refusal without a word
  jn_model_free(model);
  jn_report_free(report);
  return 0;
}
