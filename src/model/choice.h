// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// choice.h - the choices of a run, by number and as text.
#ifndef JNI_CHOICE_H
#define JNI_CHOICE_H

#include "jounce/choices.h"

// Returns the i-th name that a choice of a formulation or of a part of it (integrator, variant or the like) may take,
// without "auto"; a name that several formulations have is counted once. Returns NULL after the last. Defined in
// src/formulation/formulation_table.c.
const char *jni_choice_name(jn_choice which, int i);
// Returns a line of help for a name that a choice may take; "" if there is none (src/formulation/choice_help.c).
const char *jni_choice_help(jn_choice which, const char *name);
bool jni_choice_is_default(const jn_choices *choices, jn_choice which);  // whether a choice has its default value
int jni_choice_find(const char *key);  // returns the choice with this key, such as "tolerance.relative"; -1: none
jn_dimension jni_choice_dimension(jn_choice which);
void jni_choice_noun(jn_choice which, char *text,
                     size_t size);  // writes its name for messages, such as "position control"
// Sets a choice to a number. Returns false with a message in `what`, and changes nothing, if the choice does not accept
// it.
bool jni_choice_set_number(jn_choices *choices, jn_choice which, double value, char *what, size_t size);
// Sets a choice to its automatic value and returns true if `text` is "auto" and the choice has an automatic value;
// otherwise changes nothing and returns false.
bool jni_choice_set_auto(jn_choices *choices, jn_choice which, const char *text);

#endif
