// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compliant_contact.h - the law of compliant contacts: its constants, and the force elements of its points.
#ifndef JNI_COMPLIANT_CONTACT_H
#define JNI_COMPLIANT_CONTACT_H

#include "model/model.h"

// Checks the numbers in the definition of a compliant contact, that it has no static friction, and that it does not
// have both damping and restitution. Reports faults.
void jni_compliant_check(jn_model *model, const jn_contact_def *def, const char *element);
// Computes the constants of the law of a compliant contact for a pair, in pair->law, and sets pair->friction_static to
// pair->friction. Shapes, friction and restitution of the pair must be set. Returns false after a fault.
bool jni_compliant_law(jn_model *model, const jn_contact_def *def, const char *element, jni_contact_pair *pair);
// Adds a force element for each point of compliant contact to the model, in the order of the points. These elements are
// not in the table of names.
void jni_compliant_add_points(jn_model *model);

#endif
