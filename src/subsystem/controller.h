// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller.h - controllers as C (include/jounce/controller.h): where their code is found, whether it is sound, and
// how it is called.
//
// The block of a controller are numbers of the system's state: its states, its outputs, the time of the last sample and
// the number of samples. A call works on copies, so that one that fails leaves the block as it was.
#ifndef JNI_CONTROLLER_H
#define JNI_CONTROLLER_H

#include "base/base.h"
#include "jounce/controller.h"

// ---- built-in ones (controller_table.c)
extern const jn_controller *const jni_controllers[];  // ended by NULL
const jn_controller *jni_controller_find(const char *name);
const char *jni_controller_nearest(const char *name);  // NULL: none is near

// ---- what a code says of itself (controller_check.c): false and a sentence in `what`
bool jni_controller_check(const jn_controller *code, const char *name, char *what, size_t size);
// The parameters in order, defaults where nothing is given; `given` are names with values in SI units.
typedef struct {
  const char *name;
  double value;
} jni_controller_value;
int jni_controller_parameter(const jn_controller *code, const char *name);  // -1: none
bool jni_controller_in_range(const jn_controller_parameter *parameter, double value, char *what, size_t size);

// ---- calls (controller_call.c): false and a sentence
static inline int jni_controller_block(const jn_controller *code) { return code->nstates + code->noutputs + 2; }
bool jni_controller_start(const jn_controller *code, const double *parameters, double *block, char *what, size_t size);
bool jni_controller_sample(const jn_controller *code, const double *parameters, double t, const double *inputs,
                           double *block, char *what, size_t size);

// ---- shared objects (controller_load.c), the only place where code is loaded
typedef struct {
  void *handle;               // NULL: none is open
  const jn_controller *code;  // of the handle
} jni_code;
bool jni_code_open(const char *path, const char *name, jni_code *out, char *what, size_t size);
void jni_code_close(jni_code *code);  // none is fine

#endif
