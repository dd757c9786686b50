// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// graph.h - expressions as one graph: equal expressions are one node, constants are folded, zeros and ones eliminated.
//
//   jni_graph *g = jni_graph_new(NULL);
//   jni_node x = jni_variable(g, 0), y = jni_times(g, jni_plus(g, x, jni_number(g, 0)), x);  // x^2, two nodes
//   if (jni_graph_failed(g)) ...  // memory is checked once, at the end
//
// Operands precede the nodes that use them, so a loop over the nodes visits them in order. A product with zero is zero,
// whatever the other factor is at run time. The graph knows nothing of mechanics.
#ifndef JNI_GRAPH_H
#define JNI_GRAPH_H

#include "base/pool.h"
#include "symbolic/operation.h"

struct jni_graph;
typedef int jni_node;
enum { JNI_ZERO = 0, JNI_ONE = 1 };  // the numbers 0 and 1 in every graph

// Function with several results, with branches and tables, that the graph treats as a whole: a call of it is one
// operation.
typedef struct jni_kernel {
  // name of the function in C: void name(const double *constants, const double *inputs, double *results)
  const char *name;
  int ninputs, nresults;
  void (*calc)(const double *constants, const double *inputs, double *results);
  // Kernel that computes the rates of the results from the inputs followed by their rates, with the same constants.
  // NULL: rates are computed by central differences.
  const struct jni_kernel *rate;
} jni_kernel;

// Kernel with a context, whose code is known at run time only. It is passed as its first member; if `calc` of that is
// NULL, the function `calc` below is called with the context. kernel.name is the name of the function in printed C.
typedef struct {
  jni_kernel kernel;
  void (*calc)(const void *context, const double *constants, const double *inputs, double *results);
  const void *context;
  int nrated;  // number of the first inputs whose rates `rate` uses; 0: all
} jni_loaded_kernel;

static inline void jni_kernel_calc(const jni_kernel *kernel, const double *constants, const double *inputs,
                                   double *results) {
  const jni_loaded_kernel *loaded = (const jni_loaded_kernel *)kernel;
  if (kernel->calc) kernel->calc(constants, inputs, results);
  else loaded->calc(loaded->context, constants, inputs, results);
}

typedef struct {
  const jni_kernel *kernel;
  // indices of the first input and of the first constant in the lists of the graph; number of constants
  int input_at, constant_at, nconstants;
} jni_graph_call;

// Block of constants of calls: its index in g->constants, and its length. Equal blocks are stored once, so that calls
// with the same large table share it.
typedef struct {
  int at, n;
} jni_graph_block;

typedef struct {
  int *list, capacity;  // hash table with open addressing: indices of entries plus 1; 0: free
} jni_graph_table;

typedef struct {
  jni_operation operation;
  // operands; of a number: its bits; of a variable: its index; of a result: index of its call, and index among the
  // call's results
  int a, b, c;
} jni_graph_node;

// Callbacks that get the numbers and calls which are written into a graph, and may return other nodes in place of them,
// for example formulas of parameters.
typedef struct jni_watch {
  struct jni_trace *trace;  // trace that knows the formulas of numbers (trace.h)
  // Called before the first number is written to a graph. first: index of the variable of the first kept parameter.
  void (*begin)(struct jni_watch *watch, struct jni_graph *g, int first);
  jni_node (*number)(struct jni_watch *watch, struct jni_graph *g, double value);
  int (*call)(struct jni_watch *watch, struct jni_graph *g, const jni_kernel *kernel, const double *constants,
              int nconstants, const jni_node *inputs);
} jni_watch;

typedef struct jni_graph {
  jni_pool pool;
  jni_watch *watch;  // intercepts numbers; NULL: none
  jni_graph_node *nodes;
  unsigned char *marks;  // of each node: the value that `mark` had when the node was made
  jni_graph_call *calls;
  jni_graph_block *blocks;
  int *inputs;        // inputs of the calls
  double *constants;  // constants of the calls, block after block
  int nnodes, ncalls, nblocks, ninputs, nconstants;
  int capacity_nodes, capacity_marks, capacity_calls, capacity_blocks, capacity_inputs, capacity_constants;
  jni_graph_table node_table, call_table, block_table;
  unsigned char mark;  // set by whoever writes: purpose of the nodes that are made next (compile/code_stage.h)
  bool exact;          // true: no simplification changes rounding
  // Variables first_parameter to first_parameter + nparameters - 1 are kept parameters. Formulas of these alone are
  // rounded as the reader of models rounds them.
  int first_parameter, nparameters;
  bool fused;  // sums of products become fma (rewrite/contract.c), and kernels that have a fused form use it
} jni_graph;

// Returns the trace with the formulas of the numbers that are written to the graph; NULL if there is none.
static inline struct jni_trace *jni_graph_trace(const jni_graph *g) { return g->watch ? g->watch->trace : NULL; }

jni_graph *jni_graph_new(const jn_alloc *alloc);  // NULL: no memory
// Returns a copy with the same numbers of nodes and calls, without the watch and with `exact` false, to which other
// nodes can be added. It refers to the kernels of the graph, which must outlive it. NULL: no memory.
jni_graph *jni_graph_copy(const jni_graph *g);
void *jni_graph_free(jni_graph *g);  // returns NULL
// Returns true if memory was insufficient at any time; nodes that could not be made are then the number zero.
bool jni_graph_failed(const jni_graph *g);

// ---- leaves (graph.c) ---------------------------------------------------------------------------------------------
jni_node jni_number(jni_graph *g, double value);
jni_node jni_variable(jni_graph *g, int number);
bool jni_is_number(const jni_graph *g, jni_node node, double *value);  // value may be NULL
// Adds a call of a kernel and returns its index, from which jni_result makes nodes; returns the index of an equal call
// if there is one, and 0 if there is no memory. `constants` may point into the constants of the graph.
int jni_call(jni_graph *g, const jni_kernel *kernel, const double *constants, int nconstants, const jni_node *inputs);
jni_node jni_result(jni_graph *g, int call, int which);
// Returns a copy of a kernel that lives as long as the graph; if the graph uses a kernel with the same function and
// numbers of inputs and results, returns that. NULL if there is no memory.
const jni_kernel *jni_kernel_intern(jni_graph *g, const jni_kernel *like);
// These do the same as jni_number and jni_call without asking the watch of the graph; for code derived from nodes that
// were written before.
jni_node jni_number_unwatched(jni_graph *g, double value);
int jni_call_unwatched(jni_graph *g, const jni_kernel *kernel, const double *constants, int nconstants,
                       const jni_node *inputs);
// Returns the node of an operation with the operands a, b, c, which is added if it is new, without the simplifications
// of simplify.c. Returns JNI_ZERO if there is no memory.
jni_node jni_graph_add(jni_graph *g, jni_operation operation, int a, int b, int c);

// ---- operations (simplify.c) --------------------------------------------------------------------------------------
jni_node jni_opposite(jni_graph *g, jni_node a);
jni_node jni_plus(jni_graph *g, jni_node a, jni_node b);
jni_node jni_minus(jni_graph *g, jni_node a, jni_node b);
jni_node jni_times(jni_graph *g, jni_node a, jni_node b);
jni_node jni_over(jni_graph *g, jni_node a, jni_node b);
jni_node jni_select(jni_graph *g, jni_node condition, jni_node yes, jni_node no);
// Returns the node of any operation of the list, simplified. Operands that the operation does not have are ignored.
jni_node jni_apply(jni_graph *g, jni_operation operation, jni_node a, jni_node b, jni_node c);

// ---- whole graphs -------------------------------------------------------------------------------------------------
// Calls `visit` for each operand of a node; the operands of a result are the inputs of its call (graph.c).
void jni_operands(const jni_graph *g, jni_node node, void (*visit)(void *context, jni_node operand), void *context);
// Sets reach[i], for each node i, to the bitwise or of the masks of the variables on which it depends. masks: one for
// each variable; reach: nnodes.
void jni_graph_dependencies(const jni_graph *g, const uint64_t *masks, uint64_t *reach);
// Adds the time derivatives of n nodes to the graph and writes their nodes to `out`, which may be the same array as
// `nodes` (derive.c). rates: nodes of the time derivatives of the first nvariables variables.
void jni_derive(jni_graph *g, const jni_node *rates, int nvariables, const jni_node *nodes, int n, jni_node *out);
// Nodes with given time derivatives, which jni_derive_from treats as independent variables.
typedef struct {
  int n;
  const jni_node *nodes, *rates;
} jni_changes;
void jni_derive_from(jni_graph *g, const jni_changes *changes, const jni_node *nodes, int n, jni_node *out);

#endif
