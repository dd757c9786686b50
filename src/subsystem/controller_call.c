// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_call.c - calls the functions of a controller and writes messages about their failures.
#include "subsystem/controller_call.h"

#include "subsystem/controller.h"

// Returns whether a sample was successful. If not, writes a sentence to `what` that says why. block: the controller's
// numbers before the sample.
static bool is_good(const jn_controller *code, const jnk_sample_result *result, const double *block, char *what,
                    size_t size) {
  static const char *const words[] = {
      [JNK_SAMPLE_INPUT] = "input", [JNK_SAMPLE_STATE] = "state", [JNK_SAMPLE_OUTPUT] = "output"};
  const jn_controller_signal *const lists[] = {
      [JNK_SAMPLE_INPUT] = code->inputs, [JNK_SAMPLE_STATE] = code->states, [JNK_SAMPLE_OUTPUT] = code->outputs};
  switch (result->fault) {
    case JNK_SAMPLE_GOOD: return true;
    case JNK_SAMPLE_SAYS: jni_print(what, size, "%s", result->sentence); return false;
    case JNK_SAMPLE_RANGE: {
      const jn_controller_signal *state = &code->states[result->which];
      jni_print(what, size, "its state '%s' is %g, which is not between %g and %g", state->name, block[result->which],
                state->low, state->high);
      return false;
    }
    default:
      jni_print(what, size, "its %s '%s' is not a finite number", words[result->fault],
                lists[result->fault][result->which].name);
      return false;
  }
}

bool jni_controller_start(const jn_controller *code, const double *parameters, double *block, char *what, size_t size) {
  const jnk_sample_result result = jnk_sample_begin(code, parameters, block);
  return is_good(code, &result, block, what, size);
}

bool jni_controller_sample(const jn_controller *code, const double *parameters, double t, const double *inputs,
                           double *block, char *what, size_t size) {
  const jnk_sample_result result = jnk_sample(code, parameters, t, inputs, block);
  return is_good(code, &result, block, what, size);
}
