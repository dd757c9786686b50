// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// graph.h - expressions as one graph: equal ones are one node, numbers are folded, zeros and ones are gone.
//
//   jni_graph *g = jni_graph_new(NULL);
//   jni_node x = jni_variable(g, 0), y = jni_times(g, jni_plus(g, x, jni_number(g, 0)), x);  // x^2, two nodes
//   if (jni_graph_failed(g)) ...  // one question at the end
//
// Operands come before the nodes that use them, so that a loop over the numbers of the nodes meets them in order.
// A product with zero is zero, whatever the other factor may become. Nothing here knows of mechanics.
#ifndef JNI_GRAPH_H
#define JNI_GRAPH_H

#include "base/pool.h"
#include "symbolic/operation.h"

struct jni_graph;
typedef int jni_node;
enum { JNI_ZERO = 0, JNI_ONE = 1 };  // the numbers 0 and 1 in every graph

// A function with several results that the graph calls and does not look into: branches and tables live in such.
typedef struct jni_kernel {
  const char *name;  // of the function in C: void name(const double *constants, const double *inputs, double *results)
  int ninputs, nresults;
  void (*calc)(const double *constants, const double *inputs, double *results);
  // Rates of the results from inputs and then their rates, with the same constants; NULL: by differences.
  const struct jni_kernel *rate;
} jni_kernel;

// One without calc is the first member of this: code that is known only now (loaded), with a context of its own.
typedef struct {
  jni_kernel kernel;
  void (*calc)(const void *context, const double *constants, const double *inputs, double *results);
  const void *context;
} jni_loaded_kernel;

static inline void jni_kernel_calc(const jni_kernel *kernel, const double *constants, const double *inputs,
                                   double *results) {
  const jni_loaded_kernel *loaded = (const jni_loaded_kernel *)kernel;
  if (kernel->calc) kernel->calc(constants, inputs, results);
  else loaded->calc(loaded->context, constants, inputs, results);
}

typedef struct {
  const jni_kernel *kernel;
  int input_at, constant_at, nconstants;  // in the lists of the graph
} jni_graph_call;

// Constants of calls: equal blocks are one, so that calls with the same large table share it.
typedef struct {
  int at, n;
} jni_graph_block;

typedef struct {
  int *list, room;  // open addressing: number of an entry plus 1
} jni_graph_table;

typedef struct {
  jni_operation operation;
  int a, b, c;  // operands; of a number its bits, of a variable its number, of a result its call and which one
} jni_graph_node;

// Sees the numbers that are written into a graph and the constants of calls, and may put others in their place.
typedef struct jni_watch {
  struct jni_trace *trace;  // has the formulas of numbers (trace.h)
  // Called before the first number of a graph; `first`: the variable of the first kept parameter.
  void (*begin)(struct jni_watch *watch, struct jni_graph *g, int first);
  jni_node (*number)(struct jni_watch *watch, struct jni_graph *g, double value);
  int (*call)(struct jni_watch *watch, struct jni_graph *g, const jni_kernel *kernel, const double *constants,
              int nconstants, const jni_node *inputs);
} jni_watch;

typedef struct jni_graph {
  jni_pool pool;
  jni_watch *watch;  // NULL: none
  jni_graph_node *nodes;
  unsigned char *marks;  // of every node: what `mark` was when it was made
  jni_graph_call *calls;
  jni_graph_block *blocks;
  int *inputs;        // nodes, of the calls
  double *constants;  // of the calls, block after block
  int nnodes, ncalls, nblocks, ninputs, nconstants;
  int room_nodes, room_marks, room_calls, room_blocks, room_inputs, room_constants;
  jni_graph_table node_table, call_table, block_table;
  unsigned char mark;  // set by whoever writes, to tell later what a node was made for
  bool exact;          // nothing is rewritten that changes the rounding
  // Kept parameters are nparameters variables from this one on: formulas of them alone round as those of the reader.
  int first_parameter, nparameters;
  bool fused;  // sums of products will be fma (rewrite/contract.c): calls that have a form with these take it
} jni_graph;

// Returns the trace that has the formulas of the numbers written to the graph, or NULL.
static inline struct jni_trace *jni_graph_trace(const jni_graph *g) { return g->watch ? g->watch->trace : NULL; }

jni_graph *jni_graph_new(const jn_alloc *alloc);  // NULL: no memory
void *jni_graph_free(jni_graph *g);               // returns NULL
// There was not enough memory: what was made since is zero.
bool jni_graph_failed(const jni_graph *g);

// ---- leaves (graph.c) ---------------------------------------------------------------------------------------------
jni_node jni_number(jni_graph *g, double value);
jni_node jni_variable(jni_graph *g, int number);
bool jni_is_number(const jni_graph *g, jni_node node, double *value);  // value may be NULL
// The call with these inputs; equal ones are one. Its number, for jni_result. The constants may be those of a call of
// g.
int jni_call(jni_graph *g, const jni_kernel *kernel, const double *constants, int nconstants, const jni_node *inputs);
jni_node jni_result(jni_graph *g, int call, int which);
// A kernel whose sizes are known only now: it lives as long as the graph, one for all calls alike. NULL: no memory.
const jni_kernel *jni_kernel_intern(jni_graph *g, const jni_kernel *like);
// The same without the watch: what is made of nodes that were written before.
jni_node jni_number_unwatched(jni_graph *g, double value);
int jni_call_unwatched(jni_graph *g, const jni_kernel *kernel, const double *constants, int nconstants,
                       const jni_node *inputs);
// A node as it stands, or the one that is equal: without the rules of simplify.c.
jni_node jni_graph_add(jni_graph *g, jni_operation operation, int a, int b, int c);

// ---- operations (simplify.c) --------------------------------------------------------------------------------------
jni_node jni_opposite(jni_graph *g, jni_node a);
jni_node jni_plus(jni_graph *g, jni_node a, jni_node b);
jni_node jni_minus(jni_graph *g, jni_node a, jni_node b);
jni_node jni_times(jni_graph *g, jni_node a, jni_node b);
jni_node jni_over(jni_graph *g, jni_node a, jni_node b);
jni_node jni_select(jni_graph *g, jni_node condition, jni_node yes, jni_node no);
// Any of the list; operands beyond those it has are ignored.
jni_node jni_apply(jni_graph *g, jni_operation operation, jni_node a, jni_node b, jni_node c);

// ---- whole graphs -------------------------------------------------------------------------------------------------
// The nodes that `n` nodes read: calls `visit` for each operand, also the inputs of the call of a result (graph.c).
void jni_operands(const jni_graph *g, jni_node node, void (*visit)(void *context, jni_node operand), void *context);
// What each node depends on: the bits of its variables together. masks: of each variable; reach: nnodes
// (dependencies.c).
void jni_graph_dependencies(const jni_graph *g, const uint64_t *masks, uint64_t *reach);
// Rates of `n` nodes where variable i changes at rates[i], nvariables of them; out may be nodes (derive.c).
void jni_derive(jni_graph *g, const jni_node *rates, int nvariables, const jni_node *nodes, int n, jni_node *out);
// The same where these nodes change at these rates, and what they are made of stays.
typedef struct {
  int n;
  const jni_node *nodes, *rates;
} jni_changes;
void jni_derive_from(jni_graph *g, const jni_changes *changes, const jni_node *nodes, int n, jni_node *out);

#endif
