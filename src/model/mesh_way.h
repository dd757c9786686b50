// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mesh_way.h - the chain of joints through which a tooth force comes back.
#ifndef JNI_MESH_WAY_H
#define JNI_MESH_WAY_H

#include "model/mesh.h"

// Fills body and joints of the mesh: from the first gear to the second through the joints of the relation, each once,
// and fixed joints. False with a sentence where there is no such way.
bool jni_mesh_way(const jn_model *model, const jn_joint_def *def, const jn_term *terms, int n, jni_mesh *mesh,
                  char *why, size_t size);

#endif
