// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// subsystem_element.h - a subsystem of a model.
#ifndef JNI_SUBSYSTEM_ELEMENT_H
#define JNI_SUBSYSTEM_ELEMENT_H

#include "model/place.h"
#include "model/subsystem_kind.h"

// An input of a subsystem: an expression of signals, whose value the subsystem reads.
typedef struct {
  const char *key, *text;  // text NULL: the model has no such key
  jni_stage stage;
} jni_subsystem_expression;

typedef struct jni_subsystem_element {
  char *name;
  const void *made;  // data that the kind's `shape` has built from the definition, in memory of the model
  const jni_subsystem_kind *kind;
  jn_subsystem_def def;  // definition; its pointers belong to the model; expressions as in the file
  jni_subsystem_expression *inputs;
  int ninputs;
  // names of outputs and states: those of the kind, or set by its function `shape`
  const jni_subsystem_word *outputs, *states, *discretes;
  int noutputs, nstates, ndiscretes, nroots;
  const void *constants;  // constants of its law, set by the kind's `shape`
  double period, offset;  // sampling times offset + k period, s; period 0: not sampled
  uint64_t hash;          // hash of data from files, which are not in the definition
  bool faulty;            // a fault is reported: no further checks
  unsigned mirror;        // axes that the mirror of its use reflects; jn_model_finish reflects its expressions
  jni_place place;
} jni_subsystem_element;

// Replaces the list in one field of a definition by a copy in memory of the model (subsystem_copy.c).
void jni_subsystem_copy_list(jn_model *model, const jni_field *field, jn_subsystem_def *def);

#endif
