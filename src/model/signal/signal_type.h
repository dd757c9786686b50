// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_type.h - the description of every kind of signal: unit, documentation, value, place in a graph, gradient and
// what it reads. Kinds that belong together are a family, described in one file (system/signal).
#ifndef JNI_SIGNAL_TYPE_H
#define JNI_SIGNAL_TYPE_H

#include "model/kind_field.h"
#include "model/signal/signal_kind.h"
#include "model/variable.h"
#include "symbolic/graph.h"

struct jn_system;
struct jn_work;
struct jni_gradient_rows;  // system/derivative/force_tangent.h
struct jni_signal_code;    // system/signal_code.h

// Says how the gradient of a signal with respect to the variables is computed. For a formula it is the first in this
// list among those of the signals in it.
typedef enum {
  JNI_GRADIENT_NONE,         // unknown dependencies: there is no gradient
  JNI_GRADIENT_DIFFERENCES,  // differences of one force element
  JNI_GRADIENT_EXACT,
  JNI_GRADIENT_CONSTANT,  // zero: time, inputs, discrete states
} jni_gradient_sort;

// Called by a function that lists what a signal depends on: i is the number of a body or the index of an auxiliary
// state.
typedef void jni_read_add(void *context, int i);

typedef struct {
  const char *names;        // examples of names in model files and outputs
  const char *meaning;      // meaning of the signal, and of a, b, c and component of jni_signal
  jn_dimension unit;        // zero if unit_of_element
  bool unit_of_element;     // the unit depends on the element
  jni_level level;          // level of the signal; that of COMPUTED ones depends on their expression (jni_signal_needs)
  jni_mirroring mirroring;  // effect of a mirror on its sign; for BY_TYPE see jni_signal_sign
  jni_readable reach;       // expressions that may read the signal; for COMPUTED that of its expression
  bool force_result;        // computed by force element a
  const char *not_compiled;  // reason, for messages, why the signal never has a compiled form; NULL: it may have one

  // Returns the value at the stage that is computed in `work`. vdot, lambda: accelerations and multipliers; NULL if
  // they are unknown: then signals that need them return NaN.
  double (*value)(const struct jn_system *system, struct jn_work *work, const jni_signal *s, const double *vdot,
                  const double *lambda);
  // Writes the value into a graph and returns its node; JNI_UNWRITTEN: the signal cannot be compiled.
  jni_node (*write)(const struct jni_signal_code *code, const jni_signal *s);

  jni_gradient_sort sort;
  // Returns how the gradient is computed, for kinds where this depends on the element; NULL: it is always `sort`.
  jni_gradient_sort (*sort_of)(const struct jn_system *system, const jni_signal *s);
  // List what the value of a signal depends on: `bodies` calls `add` for each body, including the ground, `states` for
  // each auxiliary state. NULL: it depends on none.
  void (*bodies)(const struct jn_system *system, const jni_signal *s, jni_read_add *add, void *context);
  void (*states)(const struct jn_system *system, const jni_signal *s, jni_read_add *add, void *context);
  // Adds factor times the gradient of the signal to `rows`. NULL: the gradient is zero or unknown.
  void (*gradient)(const struct jn_system *system, struct jn_work *work, const jni_signal *s, double factor,
                   struct jni_gradient_rows *rows);
} jni_signal_type;

// A family: consecutive kinds of signals with their descriptions.
typedef struct {
  const char *name;
  jni_signal_kind first;
  int n;
  const jni_signal_type *types;  // n
} jni_signal_family;

#define JNI_X(kind, family) extern const jni_signal_family jni_##family##_signals;
JNI_SIGNAL_LIST(JNI_X)
#undef JNI_X
extern const jni_signal_family *const jni_signal_families[JNI_SIGNAL_COUNT];  // family of each kind

static inline const jni_signal_type *jni_signal_type_of(jni_signal_kind kind) {
  const jni_signal_family *family = jni_signal_families[kind];
  return &family->types[kind - family->first];
}

#endif
