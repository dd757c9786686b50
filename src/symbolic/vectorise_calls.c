// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// vectorise_calls.c - see vectorise_calls.h. The level of a node is the largest number of selected calls on a path to
// it, including itself. Calls of one level are independent, and all that they read has a lower level.
#include "symbolic/vectorise_calls.h"

#include "symbolic/node_order.h"

typedef struct {
  jni_vectorised *vectorised;
  const jni_graph *from;
  bool *wanted;            // of each call: the caller has selected its kernel
  const jni_order *order;  // order of the current function
  int *level;              // of each node: its level
  int *first;              // of each level: its first index in `sorted`; then the end
  jni_node *sorted;        // nodes of the order, sorted by level
  int *now;                // of each node: its node in the new graph + 1; 0: not written yet
  int *calls, ncalls;      // calls of one kernel at one level
  bool *met;               // of each call: it has been put into a list
  jni_node *list;          // workspace: inputs of a call
} rewriting;

// ---- levels -------------------------------------------------------------------------------------------------------

static bool is_wanted(const rewriting *w, jni_node node) {
  const jni_graph_node *it = &w->from->nodes[node];
  return it->operation == JNI_DO_result && w->wanted[it->a];
}

static void ask_for_kernels(const rewriting *w, const jni_vectorise_choice *choice) {
  const jni_graph_call *calls = w->from->calls;
  for (int i = 0; i < w->from->ncalls; i++) {
    int like = 0;
    while (calls[like].kernel != calls[i].kernel) like++;
    w->wanted[i] = like < i ? w->wanted[like] : choice->wanted(choice->context, calls[i].kernel);
  }
}

typedef struct {
  const int *level;
  int most;
} highest;

static void raise_level(void *context, jni_node operand) {
  highest *it = context;
  if (it->level[operand] > it->most) it->most = it->level[operand];
}

// Sets the level of every node in the order. Returns the number of levels.
static int find_levels(rewriting *w) {
  int n = 1;
  for (int i = 0; i < w->order->n; i++) {
    jni_node node = w->order->list[i];
    highest it = {w->level, 0};
    jni_operands(w->from, node, raise_level, &it);
    w->level[node] = it.most + (is_wanted(w, node) ? 1 : 0);
    if (w->level[node] >= n) n = w->level[node] + 1;
  }
  return n;
}

static void sort_by_levels(rewriting *w, int nlevels) {
  for (int i = 0; i <= nlevels; i++) w->first[i] = 0;
  for (int i = 0; i < w->order->n; i++) w->first[w->level[w->order->list[i]] + 1]++;
  for (int i = 0; i < nlevels; i++) w->first[i + 1] += w->first[i];
  for (int i = 0; i < w->order->n; i++) w->sorted[w->first[w->level[w->order->list[i]]]++] = w->order->list[i];
  for (int i = nlevels; i > 0; i--) w->first[i] = w->first[i - 1];
  w->first[0] = 0;
}

// ---- single nodes -------------------------------------------------------------------------------------------------

static jni_node now_of(const rewriting *w, jni_node node) {
  double value;
  if (jni_is_number(w->from, node, &value)) return jni_number(w->vectorised->g, value);
  if (w->from->nodes[node].operation == JNI_DO_variable) return jni_variable(w->vectorised->g, w->from->nodes[node].a);
  return w->now[node] - 1;
}

static jni_node copy_result(rewriting *w, const jni_graph_node *it) {
  const jni_graph_call *call = &w->from->calls[it->a];
  for (int i = 0; i < call->kernel->ninputs; i++) w->list[i] = now_of(w, w->from->inputs[call->input_at + i]);
  const double *constants = w->from->constants + call->constant_at;
  return jni_result(w->vectorised->g, jni_call(w->vectorised->g, call->kernel, constants, call->nconstants, w->list),
                    it->b);
}

static jni_node copy(rewriting *w, jni_node node) {
  const jni_graph_node *it = &w->from->nodes[node];
  if (it->operation == JNI_DO_result) return copy_result(w, it);
  const int operand[3] = {it->a, it->b, it->c};
  jni_node now[3] = {0, 0, 0};
  for (int i = 0; i < jni_operations[it->operation].operands; i++) now[i] = now_of(w, operand[i]);
  return jni_graph_add(w->vectorised->g, it->operation, now[0], now[1], now[2]);
}

// ---- combined calls -----------------------------------------------------------------------------------------------

static const jni_kernel *kernel_for(jni_vectorised *a, const jni_kernel *inner) {
  for (int i = 0; i < a->n; i++)
    if (a->list[i]->inner == inner) return &a->list[i]->loaded.kernel;
  jni_vector_kernel *made = jni_take(&a->pool, 1, sizeof *made);
  if (!made || !jni_pool_grow(&a->pool, &a->list, &a->capacity, a->n + 1, sizeof *a->list)) return NULL;
  made->inner = inner;
  made->loaded.kernel = (jni_kernel){.name = inner->name,
                                     .ninputs = JNI_VECTOR_CALLS * inner->ninputs,
                                     .nresults = JNI_VECTOR_CALLS * inner->nresults};
  a->list[a->n++] = made;
  return &made->loaded.kernel;
}

static bool is_like(const jni_graph_call *a, const jni_graph_call *b) {
  return a->kernel == b->kernel && a->constant_at == b->constant_at && a->nconstants == b->nconstants;
}

// Lists, in w->calls, all calls that have the kernel and the constants of `call`, among the nodes w->sorted[from] to
// w->sorted[end - 1], which are those of its level, and sets w->met for them.
static void list_calls(rewriting *w, int call, int from, int end) {
  w->ncalls = 0;
  for (int i = from; i < end; i++) {
    const jni_graph_node *it = &w->from->nodes[w->sorted[i]];
    if (it->operation != JNI_DO_result || w->met[it->a] || !is_like(&w->from->calls[it->a], &w->from->calls[call]))
      continue;
    w->met[it->a] = true;
    w->calls[w->ncalls++] = it->a;
  }
}

// Writes n calls of the list w->calls, from index `first` on, as one combined call. For each of them, sets joined[call]
// to the index of the new call + 1 and which[call] to its lane in it.
static void join(rewriting *w, int first, int n, int *joined, int *which) {
  const jni_graph_call *like = &w->from->calls[w->calls[first]];
  const jni_kernel *kernel = kernel_for(w->vectorised, like->kernel);
  if (!kernel) return;
  for (int k = 0; k < like->kernel->ninputs; k++)
    for (int i = 0; i < JNI_VECTOR_CALLS; i++) {
      const jni_graph_call *call = &w->from->calls[w->calls[first + (i < n ? i : n - 1)]];
      w->list[JNI_VECTOR_CALLS * k + i] = now_of(w, w->from->inputs[call->input_at + k]);
    }
  int made = jni_call(w->vectorised->g, kernel, w->from->constants + like->constant_at, like->nconstants, w->list);
  for (int i = 0; i < n; i++) {
    joined[w->calls[first + i]] = made + 1;
    which[w->calls[first + i]] = i;
  }
}

// Returns the smallest number of calls of a kernel that are combined. Combining two calls into one of four lanes pays
// only for large kernels.
static int least_calls(const jni_kernel *kernel) { return kernel->ninputs + kernel->nresults > 32 ? 2 : 3; }

// Divides the calls of the list w->calls evenly into combined calls: nine become three, three and three. Fewer than
// least_calls stay single. Fills joined and which as `join` does.
static void join_all(rewriting *w, int *joined, int *which) {
  bool too_few = w->ncalls < least_calls(w->from->calls[w->calls[0]].kernel);
  int groups = too_few ? 0 : (w->ncalls + JNI_VECTOR_CALLS - 1) / JNI_VECTOR_CALLS;
  for (int i = 0, first = 0; i < groups; i++) {
    int n = (w->ncalls - first) / (groups - i);
    join(w, first, n, joined, which);
    first += n;
  }
}

static void rewrite_level(rewriting *w, int from, int end, int *joined, int *which) {
  for (int i = from; i < end && !w->vectorised->pool.failed; i++) {
    jni_node node = w->sorted[i];
    const jni_graph_node *it = &w->from->nodes[node];
    bool wanted = is_wanted(w, node);
    if (wanted && !w->met[it->a]) {
      list_calls(w, it->a, from, end);
      join_all(w, joined, which);
    }
    if (wanted && joined[it->a] > 0)
      w->now[node] = 1 + jni_result(w->vectorised->g, joined[it->a] - 1, JNI_VECTOR_CALLS * it->b + which[it->a]);
    else w->now[node] = 1 + copy(w, node);
  }
}

// ---- functions ----------------------------------------------------------------------------------------------------

static int most_inputs(const jni_graph *g) {
  int most = 0;
  for (int i = 0; i < g->ncalls; i++)
    if (g->calls[i].kernel->ninputs > most) most = g->calls[i].kernel->ninputs;
  return most;
}

static void rewrite(rewriting *w, const jni_graph_function *function, jni_node *results) {
  jni_pool scratch = {.alloc = w->vectorised->pool.alloc};
  size_t nodes = (size_t)w->from->nnodes + 1, calls = (size_t)w->from->ncalls + 1;
  w->order = jni_keep(&scratch, jni_order_new(w->from, function->results, function->n), jni_object_free);
  w->level = jni_ints(&scratch, nodes);
  w->first = jni_ints(&scratch, nodes + 1);
  w->sorted = jni_ints(&scratch, nodes);
  w->now = jni_ints(&scratch, nodes);
  w->calls = jni_ints(&scratch, calls);
  w->met = jni_flags(&scratch, calls);
  w->list = jni_ints(&scratch, JNI_VECTOR_CALLS * (size_t)most_inputs(w->from) + 1);
  int *joined = jni_ints(&scratch, calls), *which = jni_ints(&scratch, calls);
  if (scratch.failed) {
    w->vectorised->pool.failed = true;
  } else {
    int nlevels = find_levels(w);
    sort_by_levels(w, nlevels);
    for (int i = 0; i < nlevels; i++) rewrite_level(w, w->first[i], w->first[i + 1], joined, which);
    for (int i = 0; i < function->n; i++) results[i] = now_of(w, function->results[i]);
  }
  jni_pool_free(&scratch);
}

jni_vectorised *jni_vectorise_calls(const jni_graph *g, const jni_graph_function *functions, int n,
                                    const jni_vectorise_choice *choice) {
  jni_vectorised *a = jni_object_new(g->pool.alloc, sizeof *a);
  if (!a) return NULL;
  a->g = jni_keep(&a->pool, jni_graph_new(g->pool.alloc), jni_object_free);
  a->results = jni_take(&a->pool, (size_t)n + 1, sizeof *a->results);
  rewriting w = {.vectorised = a, .from = g, .wanted = jni_flags(&a->pool, (size_t)g->ncalls + 1)};
  if (w.wanted) ask_for_kernels(&w, choice);
  for (int i = 0; i < n && !a->pool.failed; i++) {
    a->results[i] = jni_ints(&a->pool, (size_t)functions[i].n + 1);
    if (a->results[i]) rewrite(&w, &functions[i], a->results[i]);
  }
  return a->pool.failed || jni_graph_failed(a->g) ? jni_vectorised_free(a) : a;
}

void *jni_vectorised_free(jni_vectorised *vectorised) { return jni_object_free(vectorised); }

const jni_kernel *jni_vectorised_inner(const jni_vectorised *vectorised, const jni_kernel *kernel) {
  for (int i = 0; vectorised && i < vectorised->n; i++)
    if (&vectorised->list[i]->loaded.kernel == kernel) return vectorised->list[i]->inner;
  return NULL;
}
