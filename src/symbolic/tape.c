// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tape.c - see tape.h.
#include "symbolic/tape.h"

#include <limits.h>
#include <string.h>

#include "symbolic/node_order.h"

// ---- writing ------------------------------------------------------------------------------------------------------

typedef struct {
  const jni_graph *g;
  const jni_order *order;
  jni_tape *tape;
  int *place;          // of each node: index of its value in the array of numbers; -1: none yet
  int *left;           // of each node: how often it will still be read
  int *spare, nspare;  // indices in the array that are free for other values
  int *call_at;        // of each call: index in the array of its first result + 1; 0: the call is not written yet
  int nlist, narguments, ncalls, waiting;
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

// Reserves n adjacent elements of the array for the results of a call and returns the index of the first.
static int take_places(writer *w, int n) {
  int first = w->tape->nplaces;
  w->tape->nplaces += n;
  w->waiting += n;
  if (w->waiting > w->tape->live) w->tape->live = w->waiting;
  return first;
}

static void count_instruction(writer *w, jni_operation operation) {
  jni_tape *tape = w->tape;
  bool other = tape->nstretches == 0 || tape->stretches[tape->nstretches - 1].operation != operation;
  if (other) tape->stretches[tape->nstretches++] = (jni_tape_segment){operation, 0};
  tape->stretches[tape->nstretches - 1].n++;
  tape->n++;
}

static void write_operation(writer *w, jni_node node) {
  const jni_graph_node *it = &w->g->nodes[node];
  const int operand[3] = {it->a, it->b, it->c}, n = jni_operations[it->operation].operands;
  int *next = w->tape->list + w->nlist;
  for (int i = 0; i < n; i++) next[1 + i] = w->place[operand[i]];
  jni_operands(w->g, node, release, w);
  next[0] = w->place[node] = take_place(w);
  w->nlist += 1 + n;
  count_instruction(w, it->operation);
}

// Writes the sine or cosine of an angle of which both are needed: when the first of the two comes, writes one
// instruction that computes both, and sets the indices of both.
static void write_pair(writer *w, jni_node node) {
  jni_node other = w->order->partner[node];
  bool sine = w->g->nodes[node].operation == JNI_DO_sin;
  if (w->place[node] < 0) {
    int *next = w->tape->list + w->nlist;
    w->place[node] = take_place(w);
    w->place[other] = take_place(w);
    next[0] = w->place[sine ? node : other];
    next[1] = w->place[sine ? other : node];
    next[2] = w->place[w->g->nodes[node].a];
    w->nlist += 3;
    count_instruction(w, JNI_DO_sincos);
  }
  jni_operands(w->g, node, release, w);
}

// Writes a result of a call: when the first of its results comes, writes the call and reserves adjacent elements for
// all its results; otherwise only sets the index of the result.
static void write_call(writer *w, jni_node node) {
  int call = w->g->nodes[node].a;
  const jni_graph_call *it = &w->g->calls[call];
  if (!w->call_at[call]) {
    int *inputs = w->tape->arguments + w->narguments, to = take_places(w, it->kernel->nresults);
    for (int i = 0; i < it->kernel->ninputs; i++) inputs[i] = w->place[w->g->inputs[it->input_at + i]];
    w->narguments += it->kernel->ninputs;
    w->tape->calls[w->ncalls++] = (jni_tape_call){it->kernel, w->g->constants + it->constant_at, inputs, to};
    w->call_at[call] = to + 1;
    count_instruction(w, JNI_DO_result);
  }
  w->place[node] = w->call_at[call] - 1 + w->g->nodes[node].b;
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

// Computes the sums of the numbers of inputs and of results of all calls of the graph, and the largest number of inputs
// of one call.
static void count_calls(const jni_graph *g, size_t *inputs, size_t *results, int *most) {
  *inputs = *results = 0;
  *most = 0;
  for (int i = 0; i < g->ncalls; i++) {
    const jni_kernel *kernel = g->calls[i].kernel;
    *inputs += (size_t)kernel->ninputs;
    *results += (size_t)kernel->nresults;
    if (kernel->ninputs > *most) *most = kernel->ninputs;
  }
}

// ---- construction -------------------------------------------------------------------------------------------------

static void make(const jni_graph *g, const jni_order *order, const jni_node *results, jni_tape *tape) {
  jni_pool scratch = {.alloc = g->pool.alloc};
  size_t many = (size_t)g->nnodes, length = (size_t)order->n, inputs, called;
  int most;
  count_calls(g, &inputs, &called, &most);
  writer w = {.g = g,
              .order = order,
              .tape = tape,
              .place = jni_ints(&scratch, many),
              .left = jni_ints(&scratch, many),
              .spare = jni_ints(&scratch, many + called),
              .call_at = jni_ints(&scratch, (size_t)g->ncalls + 1)};
  tape->numbers = jni_doubles(&tape->pool, many);
  tape->stretches = jni_take(&tape->pool, length + 1, sizeof *tape->stretches);
  tape->list = jni_ints(&tape->pool, 4 * length + 1);
  tape->arguments = jni_ints(&tape->pool, inputs + 1);
  tape->calls = jni_take(&tape->pool, (size_t)g->ncalls + 1, sizeof *tape->calls);
  tape->results = jni_ints(&tape->pool, (size_t)tape->nresults + 1);
  tape->pool.failed |= scratch.failed || many + called > INT_MAX / 2;  // indices in the array are int
  if (!tape->pool.failed) write_all(&w, results);
  jni_pool_free(&scratch);
  tape->places = jni_doubles(&tape->pool, (size_t)tape->nplaces + 1);
  tape->scratch = jni_doubles(&tape->pool, (size_t)most + 1);
}

jni_tape *jni_tape_new(const jni_graph *g, int nvariables, const jni_node *results, int nresults) {
  jni_order *order = jni_order_new(g, results, nresults);
  bool good = order && jni_order_group(g, order);
  jni_tape *tape = good ? jni_object_new(g->pool.alloc, sizeof *tape) : NULL;
  if (tape) {
    tape->nvariables = nvariables;
    tape->nresults = nresults;
    make(g, order, results, tape);
    if (!tape->pool.failed) memcpy(tape->places + nvariables, tape->numbers, (size_t)tape->nnumbers * sizeof(double));
  }
  jni_order_free(order);
  return tape && tape->pool.failed ? jni_tape_free(tape) : tape;
}

void *jni_tape_free(jni_tape *tape) { return jni_object_free(tape); }

// ---- execution ----------------------------------------------------------------------------------------------------

// Tells the compiler to unroll a loop over few instructions, whose branches would take a third of its time.
#if defined(__GNUC__) && !defined(__clang__)
#define SEVERAL_AT_ONCE _Pragma("GCC unroll 4")
#else
#define SEVERAL_AT_ONCE
#endif

static void run_call(const jni_tape *tape, const jni_tape_call *call) {
  const int *at = call->inputs, n = call->kernel->ninputs;
  double *in = tape->scratch, *place = tape->places;
  SEVERAL_AT_ONCE
  for (int i = 0; i < n; i++) in[i] = place[at[i]];
  jni_kernel_calc(call->kernel, call->constants, in, place + call->to);
}

// The loop over the instructions is compiled twice where the processor may have the fma instruction: with and without
// it. Both give the same bits.
#if defined(__GNUC__) && defined(__x86_64__)
#define WITHIN static inline __attribute__((always_inline))
#define HAS_FMA_INSTRUCTION 1
#else
#define WITHIN static inline
#define HAS_FMA_INSTRUCTION 0
#endif

WITHIN void carry_out(jni_tape *tape) {
  double *place = tape->places;
  const int *at = tape->list;
  const jni_tape_call *call = tape->calls;
  for (int k = 0; k < tape->nstretches; k++) {
    const int n = tape->stretches[k].n;
    switch (tape->stretches[k].operation) {
      case JNI_DO_result:
        for (int i = 0; i < n; i++) run_call(tape, call++);
        continue;
      case JNI_DO_sincos:
        for (int i = 0; i < n; i++) {
          jnk_sincos(place[at[2]], &place[at[0]], &place[at[1]]);
          at += 3;
        }
        continue;
      case JNI_DO_number:
      case JNI_DO_variable: continue;
#define JNI_X(name, operands, kind, value)                                                               \
  case JNI_DO_##name:                                                                                    \
    SEVERAL_AT_ONCE                                                                                      \
    for (int i = 0; i < n; i++) {                                                                        \
      double a = place[at[1]], b = operands > 1 ? place[at[2]] : 0, c = operands > 2 ? place[at[3]] : 0; \
      (void)b;                                                                                           \
      (void)c;                                                                                           \
      place[at[0]] = value;                                                                              \
      at += 1 + operands;                                                                                \
    }                                                                                                    \
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
