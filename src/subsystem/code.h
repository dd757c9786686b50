// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code.h - kinds of subsystems as part of a graph: calls of kernels with the constants of an element. The kind's own
// functions call the same laws, so each exists once.
//
//   inputs of all calls    t, inputs, outputs (those of stages before, else zero), states, discrete states
//   of `jump` then         the time of the last call: samples between it and t are due
//   results                stages: all outputs; rates: of the states; jump: states and discrete states after all that
//                          is due at the end of a step; with `fails` then 0, or not 0 where the run has to end
#ifndef JNI_SUBSYSTEM_CODE_H
#define JNI_SUBSYSTEM_CODE_H

#include "model/model.h"
#include "symbolic/call_constants.h"

typedef struct {
  const char *name;  // of the function in C
  void (*calc)(const double *constants, const double *in, double *out);
} jni_code_call;
#define JNI_CODE_CALL(function) \
  { #function, function }

typedef struct jni_subsystem_code {
  jni_code_call stage[JNI_LAST], rates, jump;  // without a name: it has none
  // Bit i: `jump` does not read its input i, so that nothing has to be computed for it.
  unsigned jump_skips;
  void (*constants)(const jni_subsystem_element *e, jni_constants *c);
  // Where the element decides which function its jumps are; false: none that is known. NULL: `jump`.
  bool (*choose_jump)(const jni_subsystem_element *e, jni_pool *pool, jni_loaded_kernel *out);
  bool fails;
  const char *at_ends;  // what is done at the ends of steps, of an element: "shifts"; NULL: nothing
} jni_subsystem_code;

// The constants as those of the model's element, which keeps a copy.
void jni_subsystem_keep(jn_model *model, jni_subsystem_element *e, const jni_subsystem_code *code);

// Of the controllers that are part of the library, in their order (controller_table.c); the last has no name.
extern const jni_code_call jni_controller_calls[];

#endif
