// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schedule_values.h - orders the operations of printed code so that fewer values are live at a time: the last reader of
// a value follows as soon as all its operands are computed. Sums of many products are accumulated while the products
// are computed.
#ifndef JNI_SCHEDULE_VALUES_H
#define JNI_SCHEDULE_VALUES_H

#include "symbolic/node_order.h"

// Reorders the nodes of `order`; the results of a call stay consecutive. Returns false without memory.
bool jni_schedule_values(const jni_graph *g, jni_order *order);

#endif
