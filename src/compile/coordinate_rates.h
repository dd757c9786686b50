// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// coordinate_rates.h - writes qdot = N(q) v and displacements of joint coordinates. Speeds of free bodies are in body
// axes (system/tree/joint_manifold.c has the same in numbers).
#ifndef JNI_COORDINATE_RATES_H
#define JNI_COORDINATE_RATES_H

#include "jounce/system.h"
#include "symbolic/vector.h"

void jni_move_rates(jni_graph *g, const jn_system *system, const jni_node *q, const jni_node *v, jni_node *qdot);
// Replaces the nodes of q by those of q moved by the displacement d (nv: one element per speed): rotations to first
// order, quaternions normalised. Coordinates whose elements of d are all JNI_ZERO keep their nodes.
void jni_move_by(jni_graph *g, const jn_system *system, const jni_node *d, jni_node *q);

#endif
