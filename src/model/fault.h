// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fault.h - faults and warnings in the report of a model, and their places.
#ifndef JNI_FAULT_H
#define JNI_FAULT_H

#include "model/model.h"

enum { JNI_ELEMENT_SIZE = JNI_MAX_PATH + 33 };
// Writes the name of an element for messages to `element`: "joint 'A'" for the word `what` and the name A; "joint" if
// the name is NULL. Does not use printf, because it is called for every element: printf would take a tenth of the time
// to read a model.
void jni_element_text(char element[JNI_ELEMENT_SIZE], const char *what, const char *name);

// Reports a fault at model->place: adds an error to the report of the model and counts it in model->nfaults. After the
// first JNI_MAX_FAULTS faults, further ones are only counted. If a part is used several times, a fault at one of its
// places is reported and counted for one use only. Does nothing while model->muted is set.
void jni_model_fault(jn_model *model, const char *element, const char *format, ...) JN_PRINTF(3, 4);
// Reports a fault as jni_model_fault does, at the place of a key of the element that is being added, or at the place of
// the element if its entry in the file lacks the key.
void jni_model_fault_key(jn_model *model, const char *element, const char *key, const char *format, ...)
    JN_PRINTF(4, 5);
// Adds a warning at model->place to the report of the model. Only the first warning at a place is reported, and at most
// 20 in a model.
void jni_model_warn(jn_model *model, const char *element, const char *sentence);
const jni_element_key *jni_model_find_key(const jn_model *model,
                                          const char *key);            // NULL: the entry lacks it, or no file is read
bool jni_model_key_is_faulty(const jn_model *model, const char *key);  // whether a fault in its value is reported
bool jni_model_has_fault_at(const jn_model *model, jni_place place);   // whether a fault is reported at this place

// Records that no element of this name was added because of a fault that is already reported, so that references to the
// name are not reported as further faults.
void jni_model_note_missing(jn_model *model, const char *path);
// Returns whether a name, or the rest of it after one of its dots, is a name that jni_model_note_missing has recorded
// or continues one after a dot: if "arm" is recorded, true for "arm", "arm.tip" and "left.arm.tip", but not for "arm2".
bool jni_model_is_missing(const jn_model *model, const char *name);

// Sets file, line and column of `error` to a place of the model's text. If the model was imported, sets them to the
// place in the file of the other program instead.
void jni_model_place(const jn_model *model, jni_place place, jn_error *error);
// Returns the name of the file that a place is in. If the model was imported, also replaces *place by the place in the
// file of the other program.
const char *jni_model_file(const jn_model *model, jni_place *place);

// Writes "; did you mean 'x'?" to `text`, where x is the candidate most similar to `name`, otherwise the first one that
// begins with `name` if this has 3 characters or more; an empty text if there is none. candidate: returns candidate i,
// NULL after the last.
void jni_suggest(const char *name, const char *(*candidate)(const void *context, int i), const void *context,
                 char *text, size_t size);
enum { JNI_MAX_CANDIDATES = 5000 };  // elements that are compared for a suggestion
static inline const char *jni_article(const char *word) { return strchr("aeio", word[0]) ? "an" : "a"; }

// Refuses models with rigid contacts, for functions that do not support them: adds a fault at the first rigid contact
// to the report and returns true; returns false if the model has none. advice: text of the fault, such as "an
// equilibrium is not computed with contacts; ...".
bool jni_refuse_contacts(const jn_model *model, const char *advice, jn_report *report);

#endif
