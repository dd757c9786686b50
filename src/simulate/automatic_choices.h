// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// automatic_choices.h - resolves `auto`, see automatic_choices.c.
#ifndef JNI_AUTOMATIC_CHOICES_H
#define JNI_AUTOMATIC_CHOICES_H

#include "formulation/formulation.h"

bool jni_is_open(const char *name);  // returns true for "auto" and ""
bool jni_in_list(const char *const *list, const char *name);
void jni_set_open(char *name, size_t size, const char *value);  // replaces an open name by `value`

// Replaces formulation and coordinates `auto` in *choices by names, from counts of the model, and writes the reason to
// choices->reason. Does not check names other than `auto`. Returns JN_OK or the status of a fault in the report.
jn_status jni_resolve_equations(const jn_model *model, jn_choices *choices, jn_report *report);
// Replaces integrator, variant and controls `auto` in *choices by names that suit the formulation `kind`.
void jni_resolve_method(const jni_formulation_kind *kind, jn_choices *choices);

#endif
