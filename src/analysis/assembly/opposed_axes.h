// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// opposed_axes.h - hinges whose two axes point in opposite directions. Their constraint equations hold either way, but
// the meaning of their coordinate and joint coordinates do not.
#ifndef JNI_OPPOSED_AXES_H
#define JNI_OPPOSED_AXES_H

#include "jounce/system.h"

// All after the position stage of `work`, in cartesian coordinates.
// The agreement of such a joint whose name is next after that of another agreement (-1: the first), so that the order
// of the file does not matter; -1: none.
int jni_opposed_next(const jn_system *system, const jn_work *work, int after);
// Whether the orientation of the body at an end of the agreement's joint is left open by the initial values.
bool jni_opposed_is_open(const jn_system *system, int agreement, int end);
// The broken strict agreement whose joint's name is first; -1: none.
int jni_broken_agreement(const jn_system *system, const jn_work *work);
void jni_warn_opposed(const jn_system *system, const jn_work *work, jn_report *report);
// Joints of the tree cannot stand so: JN_NO_ASSEMBLY with a fault for each, else JN_OK. bodies: a state of the
// cartesian system.
jn_status jni_refuse_opposed(const jn_system *system, double *bodies, jn_report *report);

#endif
