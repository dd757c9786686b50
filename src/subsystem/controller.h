// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller.h - controllers in C (include/jounce/controller.h): finds, checks, loads and calls their code.
//
// The block of a controller is a part of the system's state: its states, its outputs, the time of the last sample and
// the number of samples. A sample works on a copy, so that a failed sample does not change the block. The start first
// sets the block to zero, and a failed start leaves it so.
#ifndef JNI_CONTROLLER_H
#define JNI_CONTROLLER_H

#include "base/base.h"
#include "jounce/controller.h"

// ---- built-in controllers (controller_table.c)
extern const jn_controller *const jni_controllers[];  // built-in controllers; ends with NULL
const jn_controller *jni_controller_find(const char *name);
// Returns the name of a built-in controller that is similar; NULL: none.
const char *jni_controller_nearest(const char *name);

// ---- declarations of a controller (controller_check.c)
// Checks the declarations of a controller. Returns false with a sentence in `what`.
bool jni_controller_check(const jn_controller *code, const char *name, char *what, size_t size);
// The value of a controller's parameter that a definition gives, in SI units.
typedef struct {
  const char *name;
  double value;
} jni_controller_value;
// Returns the index of the parameter with this name; -1: none.
int jni_controller_parameter(const jn_controller *code, const char *name);
bool jni_controller_in_range(const jn_controller_parameter *parameter, double value, char *what, size_t size);

// ---- calls (controller_call.c): return false with a sentence in `what`
// Returns the size of the block of a controller.
static inline int jni_controller_block(const jn_controller *code) { return code->nstates + code->noutputs + 2; }
bool jni_controller_start(const jn_controller *code, const double *parameters, double *block, char *what, size_t size);
bool jni_controller_sample(const jn_controller *code, const double *parameters, double t, const double *inputs,
                           double *block, char *what, size_t size);

// ---- shared objects (controller_load.c)
typedef struct {
  void *handle;               // handle of the shared object; NULL: none is open
  const jn_controller *code;  // code in the shared object
} jni_code;
bool jni_code_open(const char *path, const char *name, jni_code *out, char *what, size_t size);
void jni_code_close(jni_code *code);  // does nothing if none is open

#endif
