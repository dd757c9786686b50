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

// Function with several results that the graph calls as a whole, with branches and tables.
typedef struct jni_kernel {
  const char *name;  // of the function in C: void name(const double *constants, const double *inputs, double *results)
  int ninputs, nresults;
  void (*calc)(const double *constants, const double *inputs, double *results);
  // Computes rates of the results from inputs followed by their rates, with the same constants; NULL: by differences.
  const struct jni_kernel *rate;
} jni_kernel;

// Kernel with a context, whose code is known at run time only. A jni_kernel without calc is the first member of this.
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
  int input_at, constant_at, nconstants;  // first input and first constant in the lists of the graph
} jni_graph_call;

// Constants of calls. Equal blocks are one, so that calls with the same large table share it.
typedef struct {
  int at, n;
} jni_graph_block;

typedef struct {
  int *list, room;  // hash table with open addressing: index of an entry plus 1
} jni_graph_table;

typedef struct {
  jni_operation operation;
  int a, b, c;  // operands; number: its bits; variable: its index; result: call, and index among its results
} jni_graph_node;

// Intercepts the numbers and the constants of calls that are written into a graph, and may replace them by nodes.
typedef struct jni_watch {
  struct jni_trace *trace;  // has the formulas of numbers (trace.h)
  // Called before the first number is written to a graph. `first`: the variable of the first kept parameter.
  void (*begin)(struct jni_watch *watch, struct jni_graph *g, int first);
  jni_node (*number)(struct jni_watch *watch, struct jni_graph *g, double value);
  int (*call)(struct jni_watch *watch, struct jni_graph *g, const jni_kernel *kernel, const double *constants,
              int nconstants, const jni_node *inputs);
} jni_watch;

typedef struct jni_graph {
  jni_pool pool;
  jni_watch *watch;  // intercepts numbers; NULL: none
  jni_graph_node *nodes;
  unsigned char *marks;  // of each node: the value of `mark` when it was made
  jni_graph_call *calls;
  jni_graph_block *blocks;
  int *inputs;        // inputs of the calls
  double *constants;  // constants of the calls, block after block
  int nnodes, ncalls, nblocks, ninputs, nconstants;
  int room_nodes, room_marks, room_calls, room_blocks, room_inputs, room_constants;
  jni_graph_table node_table, call_table, block_table;
  unsigned char mark;  // set by the writer: purpose of the nodes made next (compile/code_stage.h)
  bool exact;          // true: no simplification that changes rounding
  // Variables first_parameter to first_parameter + nparameters - 1 are kept parameters. Formulas of these alone are
  // rounded as in the reader.
  int first_parameter, nparameters;
  bool fused;  // sums of products become fma (rewrite/contract.c), and kernels that have a fused form use it
} jni_graph;

// Returns the trace that has the formulas of the numbers written to the graph, or NULL.
static inline struct jni_trace *jni_graph_trace(const jni_graph *g) { return g->watch ? g->watch->trace : NULL; }

jni_graph *jni_graph_new(const jn_alloc *alloc);  // NULL: no memory
void *jni_graph_free(jni_graph *g);               // returns NULL
// Returns true if memory was insufficient. Nodes made since then are zero.
bool jni_graph_failed(const jni_graph *g);

// ---- leaves (graph.c) ---------------------------------------------------------------------------------------------
jni_node jni_number(jni_graph *g, double value);
jni_node jni_variable(jni_graph *g, int number);
bool jni_is_number(const jni_graph *g, jni_node node, double *value);  // value may be NULL
// Adds a call and returns its index for jni_result; an equal call that exists is returned. `constants` may point into
// those of the graph.
int jni_call(jni_graph *g, const jni_kernel *kernel, const double *constants, int nconstants, const jni_node *inputs);
jni_node jni_result(jni_graph *g, int call, int which);
// Returns a copy of a kernel that lives as long as the graph; equal kernels share one copy. NULL without memory.
const jni_kernel *jni_kernel_intern(jni_graph *g, const jni_kernel *like);
// Same as jni_number and jni_call without the watch, for code derived from nodes that were written before.
jni_node jni_number_unwatched(jni_graph *g, double value);
int jni_call_unwatched(jni_graph *g, const jni_kernel *kernel, const double *constants, int nconstants,
                       const jni_node *inputs);
// Returns the node of an operation, adding it if it is new, without the simplifications of simplify.c.
jni_node jni_graph_add(jni_graph *g, jni_operation operation, int a, int b, int c);

// ---- operations (simplify.c) --------------------------------------------------------------------------------------
jni_node jni_opposite(jni_graph *g, jni_node a);
jni_node jni_plus(jni_graph *g, jni_node a, jni_node b);
jni_node jni_minus(jni_graph *g, jni_node a, jni_node b);
jni_node jni_times(jni_graph *g, jni_node a, jni_node b);
jni_node jni_over(jni_graph *g, jni_node a, jni_node b);
jni_node jni_select(jni_graph *g, jni_node condition, jni_node yes, jni_node no);
// Writes any operation of the list, simplified. Operands that the operation does not have are ignored.
jni_node jni_apply(jni_graph *g, jni_operation operation, jni_node a, jni_node b, jni_node c);

// ---- whole graphs -------------------------------------------------------------------------------------------------
// Calls `visit` for each operand of a node; the operands of a result are the inputs of its call (graph.c).
void jni_operands(const jni_graph *g, jni_node node, void (*visit)(void *context, jni_node operand), void *context);
// Computes for each node the bitwise or of the masks of the variables on which it depends. masks: of each variable;
// reach: nnodes results (dependencies.c).
void jni_graph_dependencies(const jni_graph *g, const uint64_t *masks, uint64_t *reach);
// Writes the time derivatives of n nodes for variables with the time derivatives `rates`. `out` may be the same array
// as `nodes` (derive.c).
void jni_derive(jni_graph *g, const jni_node *rates, int nvariables, const jni_node *nodes, int n, jni_node *out);
// Writes time derivatives for given time derivatives of n nodes, which are treated as independent variables.
typedef struct {
  int n;
  const jni_node *nodes, *rates;
} jni_changes;
void jni_derive_from(jni_graph *g, const jni_changes *changes, const jni_node *nodes, int n, jni_node *out);

#endif
