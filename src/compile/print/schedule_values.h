// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schedule_values.h - an order in which fewer values wait at once, and for a shorter time: what reads a value last
// comes as soon as all that it reads is there. Sums of many products grow with their products, which then need no room.
#ifndef JNI_SCHEDULE_VALUES_H
#define JNI_SCHEDULE_VALUES_H

#include "symbolic/node_order.h"

// The same nodes, the results of a call behind each other. False: no memory.
bool jni_schedule_values(const jni_graph *g, jni_order *order);

#endif
