// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// subsystem_kind.h - a kind of subsystem as data: name, fields, states, outputs, and the functions of its file in
// src/subsystem.
#ifndef JNI_SUBSYSTEM_KIND_H
#define JNI_SUBSYSTEM_KIND_H

#include "model/kind_field.h"

struct jni_subsystem_element;
struct jni_subsystem_code;

// An output or a state of a subsystem, which is also the signal subsystem.NAME.WORD.
typedef struct {
  const char *name;
  jn_dimension dimension;
  jni_stage stage;  // stage that computes an output: the first or the second
} jni_subsystem_word;

// Values that the functions of a kind read: time, inputs, outputs and states of the subsystem.
typedef struct {
  double t;                // s
  const double *value;     // inputs in the order of the kind's fields; 0 for one without an expression
  const double *output;    // outputs of the stages computed before
  const double *state;     // continuous states
  const double *discrete;  // discrete states
  void **instance;         // data of the subsystem in this run besides its states (`release`), such as a loaded program
} jni_subsystem_input;

typedef struct {
  const char *name, *help;
  const jni_field *fields;  // fields of jn_subsystem_def; those that are expressions are the inputs
  int nfields;
  const jni_subsystem_word *outputs, *states, *discretes;  // states: continuous ones
  int noutputs, nstates, ndiscretes;
  const char *output_hint;  // hint for an unknown output, of kinds whose definition names them; NULL: none
  int nroots;
  // Checks conditions that the checks of the single fields do not cover, such as relations between fields. Returns
  // false with a sentence in `what` if one is violated. NULL: nothing to check.
  bool (*check)(const jn_model *model, const jn_subsystem_def *def, char *what, size_t size);
  // Called when an element is added: computes its constants, and, for kinds where they depend on the definition, its
  // outputs and states, number of roots and sampling period (src/model/subsystem_element.h). NULL: nothing to compute.
  void (*shape)(jn_model *model, struct jni_subsystem_element *element);
  // Sets the initial values of the continuous and discrete states, which are zero on entry. NULL: they stay zero.
  void (*start)(const struct jni_subsystem_element *element, double *state, double *discrete);
  // Computes the outputs of one stage in `output`; those of other stages are left unchanged.
  void (*calc)(const struct jni_subsystem_element *element, const jni_subsystem_input *in, jni_stage stage,
               double *output);
  void (*rates)(const struct jni_subsystem_element *element, const jni_subsystem_input *in, double *rate);
  // Computes the values of the root functions, which are continuous between jumps. When a root function becomes
  // positive, the run calls `jump` for it at once, which must change the states so that it is zero or negative.
  void (*roots)(const struct jni_subsystem_element *element, const jni_subsystem_input *in, double *root);
  void (*jump)(const struct jni_subsystem_element *element, const jni_subsystem_input *in, int root, double *state,
               double *discrete);
  // Called at each sampling time of the element (offset + k period): updates the continuous and discrete states.
  // Returns false with a sentence in `what` if the run must end; the states must then be unchanged.
  bool (*sample)(const struct jni_subsystem_element *element, const jni_subsystem_input *in, double *state,
                 double *discrete, char *what, size_t size);
  // For kinds whose code is in files, which the user must allow before a run; NULL for other kinds. `waits_for` returns
  // the name of the file whose code is not loaded yet, NULL: all code is loaded. `load` loads the code of an element
  // from `bytes`, the content of the file; it may change the outputs, states and period of the element and write a note
  // for the user. It returns false with a sentence in `what` after a fault.
  const char *(*waits_for)(const struct jni_subsystem_element *element);
  bool (*load)(jn_model *model, struct jni_subsystem_element *element, const char *bytes, size_t n, char *note,
               char *what, size_t size);
  // Frees the data that `sample` has stored in *in->instance during a run. NULL: the kind stores none.
  void (*release)(void *instance);
  // The law as part of a graph (src/subsystem/code.h); NULL: cannot be compiled.
  const struct jni_subsystem_code *code;
} jni_subsystem_kind;

extern const jni_subsystem_kind *const jni_subsystem_kinds[];         // ended by NULL; in src/subsystem/table.c
const jni_subsystem_kind *jni_subsystem_kind_find(const char *name);  // NULL: none

#endif
