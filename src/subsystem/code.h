// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code.h - description of the calls of kernels, with the constants of an element, by which a kind of subsystem is
// compiled. The functions of the kind call the same kernels.
//
//   inputs of all calls    t, inputs, outputs (of earlier stages, else zero), states, discrete states
//   `jump` also            the time of the last call: samples after it and up to t are pending
//   results                stages: all outputs; rates: of the states; jump: states and discrete states after all
//                          pending jumps at the end of a step; if `fails` also a number: not 0 ends the run
#ifndef JNI_SUBSYSTEM_CODE_H
#define JNI_SUBSYSTEM_CODE_H

#include "model/model.h"
#include "symbolic/call_constants.h"

typedef struct {
  const char *name;  // name of the kernel function in C; NULL: there is no such call
  void (*calc)(const double *constants, const double *in, double *out);
} jni_code_call;
#define JNI_CODE_CALL(function) \
  { #function, function }

typedef struct jni_subsystem_code {
  jni_code_call stage[JNI_LAST], rates, jump;
  // Bit i is set if `jump` does not read its input i; generated code then passes it without computing it.
  unsigned jump_skips;
  void (*constants)(const jni_subsystem_element *e, jni_constants *c);
  // Sets *out to the jump function of an element, for kinds where it depends on the element. Returns false if the
  // element has none. NULL: the jump function is `jump`.
  bool (*choose_jump)(const jni_subsystem_element *e, jni_pool *pool, jni_loaded_kernel *out);
  bool fails;           // `jump` has a further result: not 0 if a jump has failed
  const char *at_ends;  // word for the element's events at the ends of steps, such as "shifts"; NULL: it has none
} jni_subsystem_code;

// Computes the constants of an element that its calls need, and stores them in the element, in memory of the model.
// Without memory sets model->no_memory.
void jni_subsystem_keep(jn_model *model, jni_subsystem_element *e, const jni_subsystem_code *code);

// Jump functions of the built-in controllers, in the order of the list in controller_table.c. The name of the one after
// the last is NULL.
extern const jni_code_call jni_controller_calls[];

#endif
