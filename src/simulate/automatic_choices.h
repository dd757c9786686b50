// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// automatic_choices.h - what `auto` stands for, see automatic_choices.c.
#ifndef JNI_AUTOMATIC_CHOICES_H
#define JNI_AUTOMATIC_CHOICES_H

#include "formulation/formulation.h"

bool jni_is_open(const char *name);  // left to the program: "auto" or ""
bool jni_in_list(const char *const *list, const char *name);
void jni_set_open(char *name, size_t size, const char *value);  // where it is left open

// Formulation and coordinates where they are left open, from counts of the model; `reason` of the choices says why.
// Other names may be wrong still.
jn_status jni_settle_equations(const jn_model *model, jn_choices *choices, jn_report *report);
// Integrator and controls, likewise.
void jni_settle_rest(const jni_formulation_kind *kind, jn_choices *choices);

#endif
