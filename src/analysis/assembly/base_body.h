// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// base_body.h - the base of a mechanism: the free body that carries it, such as the chassis of a vehicle or the trunk
// of a walking robot.
//
// Bodies that joints or forces connect, without the ground, form a group. A group that a joint holds to the ground has
// no base. Rolling contacts and forces to the ground (tyres, springs) hold no group; contacts between bodies and stops
// connect none, since they act only while they touch. The base of another group is the body that a joint of type `free`
// names; else the one that most other bodies are connected with; of several, the heaviest; of several, the first by
// name. So the order of the elements does not matter.
#ifndef JNI_BASE_BODY_H
#define JNI_BASE_BODY_H

#include "jounce/system.h"

// Sets base[b] of each body b (nbodies) to the base of its group of connected bodies; 0 if the group has none. Returns
// false if memory is short.
bool jni_base_bodies(const jn_system *system, int *base);

#endif
