// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gear_joint_chain.h - the chain of joints that carries the reaction of a tooth force.
#ifndef JNI_GEAR_JOINT_CHAIN_H
#define JNI_GEAR_JOINT_CHAIN_H

#include "model/gear_mesh.h"

// Finds the chain of joints from the first gear body to the second, which must consist of all joints of the relation,
// each once, and of fixed joints, and sets the bodies and joints of *mesh to it. terms: the n terms of the relation.
// Returns false with a sentence in `why` if there is no such chain.
bool jni_gear_joint_chain(const jn_model *model, const jn_joint_def *def, const jn_term *terms, int n,
                          jni_gear_mesh *mesh, char *why, size_t size);

#endif
