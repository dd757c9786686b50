// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// coordinate_rates.h - how joint coordinates move by their speeds, as nodes: sums, quaternions, and positions of free
// bodies, whose speeds are in body axes (system/tree/joint_manifold.c has the same with numbers).
#ifndef JNI_COORDINATE_RATES_H
#define JNI_COORDINATE_RATES_H

#include "jounce/system.h"
#include "symbolic/vector.h"

void jni_move_rates(jni_graph *g, const jn_system *system, const jni_node *q, const jni_node *v, jni_node *qdot);
// q (+) d, to first order in turns; quaternions have length one again. Where d is zero, q stays the node it is.
void jni_move_by(jni_graph *g, const jn_system *system, const jni_node *d, jni_node *q);

#endif
