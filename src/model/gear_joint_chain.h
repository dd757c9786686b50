// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gear_joint_chain.h - the chain of joints through which a tooth force comes back.
#ifndef JNI_GEAR_JOINT_CHAIN_H
#define JNI_GEAR_JOINT_CHAIN_H

#include "model/gear_mesh.h"

// Fills body and joints of the mesh: from the first gear to the second through the joints of the relation, each once,
// and fixed joints. False with a sentence where there is no such way.
bool jni_gear_joint_chain(const jn_model *model, const jn_joint_def *def, const jn_term *terms, int n,
                          jni_gear_mesh *mesh, char *why, size_t size);

#endif
