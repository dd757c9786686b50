// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_call.c - calls of a controller's code, with a sentence where one fails.
#include "subsystem/controller_call.h"

#include "subsystem/controller.h"

static bool is_good(const jn_controller *code, const jnk_sample_told *told, char *what, size_t size) {
  static const char *const words[] = {
      [JNK_SAMPLE_INPUT] = "input", [JNK_SAMPLE_STATE] = "state", [JNK_SAMPLE_OUTPUT] = "output"};
  const jn_controller_signal *const lists[] = {
      [JNK_SAMPLE_INPUT] = code->inputs, [JNK_SAMPLE_STATE] = code->states, [JNK_SAMPLE_OUTPUT] = code->outputs};
  if (told->fault == JNK_SAMPLE_SAYS) jni_print(what, size, "%s", told->sentence);
  else if (told->fault != JNK_SAMPLE_GOOD)
    jni_print(what, size, "its %s '%s' is not a finite number", words[told->fault],
              lists[told->fault][told->which].name);
  return told->fault == JNK_SAMPLE_GOOD;
}

bool jni_controller_start(const jn_controller *code, const double *parameters, double *block, char *what, size_t size) {
  const jnk_sample_told told = jnk_sample_begin(code, parameters, block);
  return is_good(code, &told, what, size);
}

bool jni_controller_sample(const jn_controller *code, const double *parameters, double t, const double *inputs,
                           double *block, char *what, size_t size) {
  const jnk_sample_told told = jnk_sample(code, parameters, t, inputs, block);
  return is_good(code, &told, what, size);
}
