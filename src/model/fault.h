// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fault.h - faults and warnings in the report of a model, and their places.
#ifndef JNI_FAULT_H
#define JNI_FAULT_H

#include "model/model.h"

enum { JNI_ELEMENT_SIZE = JNI_MAX_PATH + 33 };
// Writes "joint 'A'", the element of a message; "joint" if the name is NULL. Called for every element, therefore
// without printf, which would take a tenth of the time to read a model.
void jni_element_text(char element[JNI_ELEMENT_SIZE], const char *what, const char *name);

// Reports a fault at model->place. Faults after the first JNI_MAX_FAULTS are only counted. A fault at a place of a part
// is reported for one use of the part only.
void jni_model_fault(jn_model *model, const char *element, const char *format, ...) JN_PRINTF(3, 4);
// Reports a fault at a key of the element being added, or at the element if the key is not given.
void jni_model_fault_key(jn_model *model, const char *element, const char *key, const char *format, ...)
    JN_PRINTF(4, 5);
// Reports a warning at model->place: once for each place, at most 20 in a model.
void jni_model_warn(jn_model *model, const char *element, const char *sentence);
const jni_element_key *jni_model_find_key(const jn_model *model, const char *key);  // NULL: not given, or no reader
bool jni_model_key_is_faulty(const jn_model *model, const char *key);               // a fault in its value is reported
bool jni_model_has_fault_at(const jn_model *model, jni_place place);                // a fault is reported at this place

// Records that the element of this name is missing because of a reported fault, so that faults that follow from it are
// not reported.
void jni_model_note_missing(jn_model *model, const char *path);
// Returns whether the name, or its end after one of its dots, begins with the name of such an element.
bool jni_model_is_missing(const jn_model *model, const char *name);

// Sets file, line and column of a message; for an imported model those of the source.
void jni_model_place(const jn_model *model, jni_place place, jn_error *error);
// Returns the file of a place; a place in an imported model becomes the place in the source.
const char *jni_model_file(const jn_model *model, jni_place *place);

// Writes "; did you mean 'x'?" for the candidate nearest to a name, or an empty text. `candidate` returns NULL past the
// last.
void jni_suggest(const char *name, const char *(*candidate)(const void *context, int i), const void *context,
                 char *text, size_t size);
enum { JNI_MAX_CANDIDATES = 5000 };  // elements that are compared for a suggestion
static inline const char *jni_article(const char *word) { return strchr("aeio", word[0]) ? "an" : "a"; }

// Refuses models with rigid contacts where these are not supported: reports a fault at the first one and returns true;
// false: there is none.
// advice: the sentence, such as "an equilibrium is not computed with contacts; ...".
bool jni_refuse_contacts(const jn_model *model, const char *advice, jn_report *report);

#endif
