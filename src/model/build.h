// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// build.h - what the functions that add elements to a model share: checks, copies, growing arrays.
#ifndef JNI_BUILD_H
#define JNI_BUILD_H

#include "model/fault.h"

enum { JNI_DEF_COOKIE = 0x6a6e };

// Checks that a name is legal and that no element of its group and owner has it. Reports a fault and returns false
// otherwise. `what`: word for the element in messages, such as "body".
bool jni_model_check_name(jn_model *model, jni_name_group group, int owner, const char *what, const char *name);
// Checks that the name of a signal or a table is neither that of a function of expressions nor that of an element of
// the group `other`, called `what` in the message. Reports a fault and returns false otherwise.
bool jni_model_check_callable(jn_model *model, const char *element, const char *name, jni_name_group other,
                              const char *what);
// Checks the values in a definition against the fields of its kind; reports faults and returns false after one. noun:
// text after the name of the kind in messages, "" or " joint". fallback: definition with the default values.
bool jni_model_check_fields(jn_model *model, const char *element, const char *kind, const char *noun,
                            const jni_field *fields, int nfields, const void *def, const void *fallback);
const char *jni_range_sentence(jni_range range, double value);  // returns "must be positive"; NULL: the value is valid
void jni_dimension_example(jn_dimension dimension, char *text, size_t size);  // writes 'a time such as 0.2 or "200 ms"'
bool jni_model_check_law(jn_model *model, const char *element, const char *key, const jn_law *law);
bool jni_model_copy_law(jn_model *model, const jn_law *law, jn_law *made);

// Returns a copy of a text in memory of the model; NULL if text is NULL or memory is short. key: the place of this key
// in the file is recorded as that of the text, for messages; NULL: not recorded.
char *jni_model_text(jn_model *model, const char *text, const char *key);
// Returns a copy of n numbers in memory of the model; NULL if n = 0 or memory is short.
double *jni_model_doubles(jn_model *model, const double *values, int n);
// Makes sure that an array of the model has space for n + 1 elements of `size` bytes: moves it to larger memory if
// needed, and updates *array_pointer and *capacity. Returns false if memory is short.
bool jni_model_grow(jn_model *model, void *array_pointer, int *capacity, int n, size_t size);
void jni_model_add_bound_formula(jn_model *model,
                                 const jni_bound_formula *handed);  // appends a copy of *handed to the model

// Adds a frame to the model after the checks of jn_model_add_frame, and returns it. alone: the name of the point
// without its body, under which it is registered too if no other body has a point of this name.
jn_frame jni_model_add_frame(jn_model *model, jn_body body, const char *name, const char *alone, const double p[3],
                             const double quaternion[4]);
// Adds a frame without a name of its own, which messages call by the name of its body, and returns it. p and quaternion
// must be finite and are not reflected by model->mirror.
jn_frame jni_model_add_unnamed_frame(jn_model *model, jn_body body, const double p[3], const double *quaternion);

#endif
