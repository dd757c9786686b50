// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dependencies.c - finds the variables that nodes depend on.
#include "symbolic/graph.h"

typedef struct {
  const uint64_t *reach;
  uint64_t together;
} gathered;

static void gather(void *context, jni_node operand) {
  gathered *it = context;
  it->together |= it->reach[operand];
}

void jni_graph_dependencies(const jni_graph *g, const uint64_t *masks, uint64_t *reach) {
  for (jni_node i = 0; i < g->nnodes; i++) {
    gathered all = {reach, 0};
    jni_operands(g, i, gather, &all);
    reach[i] = g->nodes[i].operation == JNI_DO_variable ? masks[g->nodes[i].a] : all.together;
  }
}
