// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// automatic_choices.h - resolves `auto`, see automatic_choices.c.
#ifndef JNI_AUTOMATIC_CHOICES_H
#define JNI_AUTOMATIC_CHOICES_H

#include "formulation/formulation.h"

bool jni_is_open(const char *name);  // true for "auto" and ""
bool jni_in_list(const char *const *list, const char *name);
void jni_set_open(char *name, size_t size, const char *value);  // sets an open name

// Resolves open formulation and coordinates from counts of the model, and writes the reason into the choices. Does not
// check the other names.
jn_status jni_resolve_equations(const jn_model *model, jn_choices *choices, jn_report *report);
// Resolves open integrator and controls.
void jni_resolve_method(const jni_formulation_kind *kind, jn_choices *choices);

#endif
