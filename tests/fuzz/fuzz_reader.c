// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_reader.c - libFuzzer target: any bytes are read as a model, or refused with a sentence. Texts that begin with
// "set " give their first line, PATH=VALUE, to the reader as a setting.
#include "fuzz.h"
#include "jounce/document.h"
#include "model/document/flat.h"

// What is read without libfyaml is the same as with it.
static void check_flow(const char *text, size_t size) {
  size_t nflow = 0, nfull = 0;
  jni_flat flat;
  unsigned char *flow = jni_flat_flow(NULL, text, size, &nflow), *full = jn_document_flatten(NULL, text, size, &nfull);
  bool sound = flow && jni_flat_parse(flow, nflow, &flat) && flat.fault == JNI_FLAT_SOUND;
  if (sound && (nflow != nfull || memcmp(flow, full, nflow) != 0)) abort();
  jn_document_free(NULL, flow);
  jn_document_free(NULL, full);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  char line[256] = "";
  jn_setting setting = {"", ""};
  if (size > 4 && memcmp(text, "set ", 4) == 0) {
    const char *end = memchr(text, '\n', size);
    size_t length = end ? (size_t)(end - text) : size;
    if (length - 4 < sizeof line) memcpy(line, text + 4, length - 4);
    text += length;
    size -= length;
  }
  char *value = strchr(line, '=');
  if (value) {
    *value++ = '\0';
    setting = (jn_setting){line, value};
  }

  check_flow(text, size);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "fuzz", text, size, &setting, value != NULL, report);
  if (!model && jn_report_count(report, JN_FAULT) == 0) abort();  // a refusal without a word
  jn_model_free(model);
  jn_report_free(report);
  return 0;
}
