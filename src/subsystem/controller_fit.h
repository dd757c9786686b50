// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_fit.h - checks the definition of a controller in a model against its code, and maps the block of numbers
// of the code to the discrete states of the element.
//
// The named outputs and states of the element are those of the definition, then the others of the code. Time and number
// of samples have no names.
#ifndef JNI_CONTROLLER_FIT_H
#define JNI_CONTROLLER_FIT_H

#include "base/pool.h"
#include "model/subsystem_element.h"
#include "subsystem/controller.h"

enum { JNI_MOST_BLOCK = 2 * JN_CONTROLLER_MAX_LIST + 2 };

typedef struct {
  const jn_controller *code;  // NULL: the code is in a file that is not loaded yet
  double *parameters;
  int *input;  // for each input of the code the index of the element's input
  // nblock numbers of the code's block: place[i] is the discrete state of the element for number i
  int *place, nblock;
} jni_controller_made;

// Checks names, units and ranges in a definition against the code and that one of both gives a period, and calls the
// code's init function, which may refuse the parameters. Returns false with a sentence in `what` if something does not
// fit.
bool jni_controller_fits(const jn_controller_def *def, const jn_controller *code, char *what, size_t size);
// Sets e->made, the named outputs and states, and the sampling period of an element, for code that has been checked;
// code NULL: the code is not loaded yet. Returns false if memory is short.
bool jni_controller_attach(jni_pool *pool, jni_subsystem_element *e, const jn_controller *code);

#endif
