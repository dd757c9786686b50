// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_fit.h - a controller in a model: what its definition says against its code, and how its numbers lie among
// the discrete states of the element.
//
// Words of the element are the outputs and states that the definition names, then the others of the code; the time and
// the number of samples have no names.
#ifndef JNI_CONTROLLER_FIT_H
#define JNI_CONTROLLER_FIT_H

#include "base/pool.h"
#include "model/subsystem_element.h"
#include "subsystem/controller.h"

enum { JNI_MOST_BLOCK = 2 * JN_CONTROLLER_MAX_LIST + 2 };

typedef struct {
  const jn_controller *code;  // NULL: in a file that has not been looked at
  double *parameters;
  int *input;          // of each input of the code: the element's
  int *place, nblock;  // of each number of the code's block: the element's discrete state
} jni_controller_made;

// Names, units and ranges, and what the code itself says of its parameters; false and a sentence.
bool jni_controller_fits(const jn_controller_def *def, const jn_controller *code, char *what, size_t size);
// True where all code that the model names has been loaded; else the report says that it must be allowed.
bool jni_code_is_allowed(const jn_model *model, jn_report *report);
// Makes e->made, words and period for a code that fits; NULL: for one that is not known yet. False: no memory.
bool jni_controller_attach(jni_pool *pool, jni_subsystem_element *e, const jn_controller *code);

#endif
