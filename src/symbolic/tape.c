// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tape.c - see tape.h.
#include "symbolic/tape.h"

#include <string.h>

#include "symbolic/order.h"

// ---- writing it ---------------------------------------------------------------------------------------------------

typedef struct {
  const jni_graph *g;
  const jni_order *order;
  jni_tape *tape;
  int *place;          // of each node, -1: none yet
  int *left;           // uses that are still to come
  int *spare, nspare;  // places that are free
  int *call_at;        // of each call: its arguments + 1, 0: not written
  int narguments, ncalls, waiting;
} writer;

static int take_place(writer *w) {
  w->waiting++;
  if (w->waiting > w->tape->live) w->tape->live = w->waiting;
  return w->nspare > 0 ? w->spare[--w->nspare] : w->tape->nplaces++;
}

static void release(void *context, jni_node operand) {
  writer *w = context;
  if (--w->left[operand] > 0 || w->place[operand] < w->tape->nvariables + w->tape->nnumbers) return;
  w->spare[w->nspare++] = w->place[operand];
  w->waiting--;
}

static void write_operation(writer *w, jni_node node) {
  const jni_graph_node *it = &w->g->nodes[node];
  int n = jni_operations[it->operation].operands;
  jni_instruction *next = &w->tape->list[w->tape->n++];
  *next =
      (jni_instruction){it->operation, 0, w->place[it->a], n > 1 ? w->place[it->b] : 0, n > 2 ? w->place[it->c] : 0};
  jni_operands(w->g, node, release, w);
  next->to = w->place[node] = take_place(w);
}

// Both get their places at the first of them.
static void write_pair(writer *w, jni_node node) {
  jni_node other = w->order->partner[node];
  bool sine = w->g->nodes[node].operation == JNI_DO_sin;
  if (w->place[node] < 0) {
    int a = w->place[w->g->nodes[node].a];
    w->place[node] = take_place(w), w->place[other] = take_place(w);
    w->tape->list[w->tape->n++] =
        (jni_instruction){JNI_DO_sincos, w->place[sine ? node : other], a, w->place[sine ? other : node], 0};
  }
  jni_operands(w->g, node, release, w);
}

// All results that are used get their places when the call is written, at the first of them.
static void write_call(writer *w, jni_node node) {
  int call = w->g->nodes[node].a;
  if (w->call_at[call]) {
    w->place[node] = w->tape->arguments[w->call_at[call] - 1 + w->g->calls[call].kernel->ninputs + w->g->nodes[node].b];
    jni_operands(w->g, node, release, w);
    return;
  }
  const jni_graph_call *it = &w->g->calls[call];
  int at = w->narguments, n = it->kernel->ninputs;
  for (int i = 0; i < n; i++) w->tape->arguments[at + i] = w->place[w->g->inputs[it->input_at + i]];
  for (int i = 0; i < it->kernel->nresults; i++) w->tape->arguments[at + n + i] = take_place(w);
  w->narguments += n + it->kernel->nresults;
  w->call_at[call] = at + 1;
  w->tape->list[w->tape->n++] = (jni_instruction){JNI_DO_result, w->ncalls, 0, 0, 0};
  w->tape->steps[w->ncalls++] = (jni_call_step){call, at};
  w->place[node] = w->tape->arguments[at + n + w->g->nodes[node].b];
  jni_operands(w->g, node, release, w);
}

static void place_leaves(writer *w) {
  jni_tape *tape = w->tape;
  for (jni_node i = 0; i < w->g->nnodes; i++) {
    double value;
    w->place[i] = -1;
    if (w->order->uses[i] == 0) continue;
    if (w->g->nodes[i].operation == JNI_DO_variable) w->place[i] = w->g->nodes[i].a;
    if (!jni_is_number(w->g, i, &value)) continue;
    w->place[i] = tape->nvariables + tape->nnumbers;
    tape->numbers[tape->nnumbers++] = value;
  }
  tape->nplaces = tape->nvariables + tape->nnumbers;
}

static void write_all(writer *w, const jni_node *results) {
  place_leaves(w);
  memcpy(w->left, w->order->uses, (size_t)w->g->nnodes * sizeof *w->left);
  for (int i = 0; i < w->order->n; i++) {
    jni_node node = w->order->list[i];
    if (w->g->nodes[node].operation == JNI_DO_result) write_call(w, node);
    else if (w->order->partner[node] >= 0) write_pair(w, node);
    else write_operation(w, node);
  }
  for (int i = 0; i < w->tape->nresults; i++) w->tape->results[i] = w->place[results[i]];
}

static int count_arguments(const jni_graph *g, jni_tape *tape) {
  int n = 0;
  for (int i = 0; i < g->ncalls; i++) {
    const jni_kernel *kernel = g->calls[i].kernel;
    n += kernel->ninputs + kernel->nresults;
    if (kernel->ninputs > tape->most_inputs) tape->most_inputs = kernel->ninputs;
    if (kernel->nresults > tape->most_results) tape->most_results = kernel->nresults;
  }
  return n;
}

// ---- the tape -----------------------------------------------------------------------------------------------------

static void make(const jni_graph *g, const jni_order *order, const jni_node *results, jni_tape *tape) {
  jni_pool room = {.alloc = g->pool.alloc};
  size_t many = (size_t)g->nnodes, arguments = (size_t)count_arguments(g, tape);
  writer w = {.g = g,
              .order = order,
              .tape = tape,
              .place = jni_ints(&room, many),
              .left = jni_ints(&room, many),
              .spare = jni_ints(&room, many + arguments),
              .call_at = jni_ints(&room, (size_t)g->ncalls + 1)};
  tape->numbers = jni_doubles(&tape->pool, many);
  tape->list = jni_take(&tape->pool, (size_t)order->n + 1, sizeof *tape->list);
  tape->arguments = jni_ints(&tape->pool, arguments + 1);
  tape->steps = jni_take(&tape->pool, (size_t)g->ncalls + 1, sizeof *tape->steps);
  tape->results = jni_ints(&tape->pool, (size_t)tape->nresults + 1);
  tape->calls = g->calls, tape->constants = g->constants;
  tape->pool.failed |= room.failed;
  if (!tape->pool.failed) write_all(&w, results);
  jni_pool_free(&room);
  tape->places = jni_doubles(&tape->pool, (size_t)tape->nplaces + 1);
  tape->scratch = jni_doubles(&tape->pool, (size_t)tape->most_inputs + (size_t)tape->most_results + 1);
}

jni_tape *jni_tape_new(const jni_graph *g, int nvariables, const jni_node *results, int nresults) {
  jni_order *order = jni_order_new(g, results, nresults);
  bool good = order && jni_order_group(g, order);
  jni_tape *tape = good ? jni_object_new(g->pool.alloc, sizeof *tape) : NULL;
  if (tape) {
    tape->nvariables = nvariables, tape->nresults = nresults;
    make(g, order, results, tape);
    if (!tape->pool.failed) memcpy(tape->places + nvariables, tape->numbers, (size_t)tape->nnumbers * sizeof(double));
  }
  jni_order_free(order);
  return tape && tape->pool.failed ? jni_tape_free(tape) : tape;
}

void *jni_tape_free(jni_tape *tape) { return jni_object_free(tape); }

// ---- running it ---------------------------------------------------------------------------------------------------

static void run_call(jni_tape *tape, const jni_instruction *it) {
  const jni_call_step *step = &tape->steps[it->to];
  const jni_graph_call *call = &tape->calls[step->call];
  const int *at = tape->arguments + step->at;
  int n = call->kernel->ninputs;
  double *in = tape->scratch, *out = tape->scratch + tape->most_inputs;
  for (int i = 0; i < n; i++) in[i] = tape->places[at[i]];
  jni_kernel_calc(call->kernel, tape->constants + call->constant_at, in, out);
  for (int i = 0; i < call->kernel->nresults; i++) tape->places[at[n + i]] = out[i];
}

// The loop stands twice where the machine may have an instruction for fma: compiled for it, and for any machine. Both
// give the same bits.
#if defined(__GNUC__) && defined(__x86_64__)
#define WITHIN static inline __attribute__((always_inline))
#define HAS_FMA_INSTRUCTION 1
#else
#define WITHIN static inline
#define HAS_FMA_INSTRUCTION 0
#endif

WITHIN void carry_out(jni_tape *tape) {
  double *place = tape->places;
  const jni_instruction *end = tape->list + tape->n;
  for (const jni_instruction *it = tape->list; it < end;) {
    const jni_instruction *from = it;
    while (it < end && it->operation == from->operation) it++;
    switch (from->operation) {
      case JNI_DO_result:
        for (; from < it; from++) run_call(tape, from);
        continue;
      case JNI_DO_sincos:
        for (; from < it; from++) jnk_sincos(place[from->a], &place[from->to], &place[from->b]);
        continue;
      case JNI_DO_number:
      case JNI_DO_variable: continue;
#define JNI_X(name, operands, kind, value)                                                                     \
  case JNI_DO_##name:                                                                                          \
    for (; from < it; from++) {                                                                                \
      double a = place[from->a], b = operands > 1 ? place[from->b] : 0, c = operands > 2 ? place[from->c] : 0; \
      (void)b, (void)c;                                                                                        \
      place[from->to] = value;                                                                                 \
    }                                                                                                          \
    continue;
        JNI_COMPUTED_LIST(JNI_X)
#undef JNI_X
    }
  }
}

#if HAS_FMA_INSTRUCTION
__attribute__((target("fma"))) static void carry_out_fused(jni_tape *tape) { carry_out(tape); }
#endif

static void carry_out_anywhere(jni_tape *tape) { carry_out(tape); }

void jni_tape_run(jni_tape *tape, const double *variables, double *results) {
  memcpy(tape->places, variables, (size_t)tape->nvariables * sizeof *variables);
#if HAS_FMA_INSTRUCTION
  if (__builtin_cpu_supports("fma")) carry_out_fused(tape);
  else
#endif
    carry_out_anywhere(tape);
  for (int i = 0; i < tape->nresults; i++) results[i] = tape->places[tape->results[i]];
}
