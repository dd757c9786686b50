// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// build.h - what the functions that add elements to a model share: checks, copies, growing arrays.
#ifndef JNI_BUILD_H
#define JNI_BUILD_H

#include "model/fault.h"

enum { JNI_DEF_COOKIE = 0x6a6e };

// Checks that a name is legal and that no element of its group and owner has it; for names that expressions use without
// a prefix (bodies, uses, inputs, states, signals) also that no element of another of these groups has it. Reports a
// fault and returns false otherwise. A reserved word is reported as a fault, too, but does not make the result false.
// `what`: word for the element in messages, such as "body".
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
// of the element that is read is recorded as that of the text, for messages; NULL, or a key that the element lacks: no
// place is recorded.
char *jni_model_text(jn_model *model, const char *text, const char *key);
// Returns a copy of n numbers in memory of the model; NULL if n = 0 or memory is short.
double *jni_model_doubles(jn_model *model, const double *values, int n);
// Makes sure that an array of the model has space for n + 1 elements of `size` bytes: moves it to larger memory if
// needed, updates *array_pointer and *capacity, and sets new elements to zero. Returns false, with model->no_memory, if
// memory is or was short. The model must not be finished.
bool jni_model_grow(jn_model *model, void *array_pointer, int *capacity, int n, size_t size);
void jni_model_add_bound_formula(jn_model *model,
                                 const jni_bound_formula *handed);  // appends a copy of *handed to the model

// Adds a frame to the model as jn_model_add_frame does, and returns it, also if its name or place is faulty (then
// without name, or at the origin); {-1} if there is no such body or no memory. alone: name under which the frame is
// also registered in the group JNI_NAME_POINT; if a frame with that name is there already, the name becomes
// JNI_NAME_SEVERAL.
jn_frame jni_model_add_frame(jn_model *model, jn_body body, const char *name, const char *alone, const double p[3],
                             const double quaternion[4]);
// Adds a frame without a name of its own, which messages call by the name of its body, and returns it; {-1} without
// memory. p and quaternion (NULL: the body's axes) must be finite and are not reflected by model->mirror.
jn_frame jni_model_add_unnamed_frame(jn_model *model, jn_body body, const double p[3], const double *quaternion);

#endif
