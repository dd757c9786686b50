// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// omitted_features.c - finds features of laws and methods that a program does not use; they are omitted from printed
// code. See trim_headers.h.
#include <string.h>

#include "compile/print/printer.h"

bool *jni_print_called(const jni_printer *p, jni_pool *scratch) {
  bool *called = jni_flags(scratch, (size_t)p->g->ncalls + 1);
  for (int f = 0; called && f < JNI_PRINT_FUNCTIONS; f++)
    for (int i = 0; p->functions[f].pieces && i < p->functions[f].pieces->order->n; i++) {
      const jni_graph_node *it = &p->g->nodes[p->functions[f].pieces->order->list[i]];
      if (it->operation == JNI_DO_result) called[it->a] = true;
    }
  return called;
}

// Kernels whose force depends on a power of a depth (kernel/push.h), and the index of the exponent among their
// constants.
static const struct {
  const char *law;
  int exponent;
} pushes[] = {{"jnk_call_stop", 3},      {"jnk_call_stop_rate", 3},    {"jnk_call_stop_potential", 3},
              {"jnk_call_stop_mean", 9}, {"jnk_call_stop_end", 9},     {"jnk_call_touch", 3},
              {"jnk_call_touches", 3},   {"jnk_call_touches_road", 3}, {"jnk_call_press", 1}};

int jni_push_exponent(const char *law) {
  for (size_t i = 0; i < sizeof pushes / sizeof *pushes; i++)
    if (strcmp(pushes[i].law, law) == 0) return pushes[i].exponent;
  return -1;
}

static bool is_straight(const jni_graph *g, const jni_graph_call *call) {
  int at = jni_push_exponent(call->kernel->name);
  return at < 0 || g->constants[call->constant_at + at] == 1;
}

// Returns true if all exponents of such forces are known to be 1. They are not known for kept parameters, which are
// inputs of calls, and in blocks, whose constants are in tables.
static bool all_straight(const jni_printer *p) {
  jni_pool scratch = {.alloc = p->pool.alloc};
  const bool *called = jni_print_called(p, &scratch);
  bool straight = called && p->program->sizes.np == 0 && !p->blocks;
  for (int i = 0; straight && i < p->g->ncalls; i++) straight = !called[i] || is_straight(p->g, &p->g->calls[i]);
  jni_pool_free(&scratch);
  return straight;
}

void jni_print_omitted(const jni_printer *p, const char *names[JNI_MOST_OMITTED + 1]) {
  int n = 0;
  if (p->program->sizes.nstops == 0) names[n++] = "JNK_WITHOUT_STOPS";
  if (all_straight(p)) names[n++] = "JNK_WITHOUT_EXPONENTS";
  names[n] = NULL;
}
