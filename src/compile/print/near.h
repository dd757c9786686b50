// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// near.h - an order in which fewer values wait at once, and for a shorter time: what reads a value last comes as soon
// as all that it reads is there. Sums of many products grow with their products, which then need no room.
#ifndef JNI_NEAR_H
#define JNI_NEAR_H

#include "symbolic/order.h"

// The same nodes, the results of a call behind each other. False: no memory.
bool jni_order_near(const jni_graph *g, jni_order *order);

#endif
