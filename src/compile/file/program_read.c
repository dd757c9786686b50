// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_read.c - see program_file.h.
#include <math.h>

#include "compile/file/graph_file.h"
#include "compile/file/program_laws.h"
#include "compile/file/program_plan.h"
#include "compile/file/table_blocks.h"
#include "kernel/step/step_rosenbrock.h"
#include "system/system.h"

// ---- the graph ------------------------------------------------------------------------------------------------------

// State of the reader. The file numbers its nodes and calls in the order in which it has them; nodes[] and calls[] map
// these numbers to indices in the graph, in which equal nodes are one.
typedef struct {
  jni_pool scratch;
  jni_bytes_in in;
  jni_program *program;
  jni_graph *g;
  const jni_laws *laws;
  int nvariables;  // number of variables of the program that nodes may read in the present part of the file
  int *nodes, *calls;
  int nnodes, ncalls, capacity_nodes, capacity_calls;
  const char *why;  // why the program is refused; NULL: the bytes are invalid
} reader;

static jni_node get_node(reader *r) {
  int i = jni_get_from(&r->in, 0, r->nnodes - 1);
  return r->in.bad ? JNI_ZERO : r->nodes[i];
}

static jni_node read_number(reader *r) {
  double value = jni_get_double(&r->in);
  if (isnan(value)) r->in.bad = true;
  return r->in.bad ? JNI_ZERO : jni_number(r->g, value);
}

static jni_node read_result(reader *r) {
  int i = jni_get_from(&r->in, 0, r->ncalls - 1), call = r->in.bad ? 0 : r->calls[i];
  int which = r->in.bad ? 0 : jni_get_from(&r->in, 0, r->g->calls[call].kernel->nresults - 1);
  return r->in.bad ? JNI_ZERO : jni_result(r->g, call, which);
}

static jni_node read_operation(reader *r, jni_operation operation) {
  jni_node operand[3] = {0, 0, 0};
  for (int i = 0; i < jni_operations[operation].operands; i++) operand[i] = get_node(r);
  return r->in.bad ? JNI_ZERO : jni_graph_add(r->g, operation, operand[0], operand[1], operand[2]);
}

static void read_node(reader *r, int what) {
  jni_node node = JNI_ZERO;
  switch (what) {
    case JNI_DO_number: node = read_number(r); break;
    case JNI_DO_variable: node = jni_variable(r->g, jni_get_from(&r->in, 0, r->nvariables - 1)); break;
    case JNI_DO_result: node = read_result(r); break;
    default:
      if (what < JNI_OPERATIONS) node = read_operation(r, (jni_operation)what);
      else r->in.bad = true;
  }
  if (!jni_pool_grow(&r->scratch, &r->nodes, &r->capacity_nodes, r->nnodes + 1, sizeof *r->nodes)) return;
  r->nodes[r->nnodes++] = node;
}

static void call_law(reader *r, const jni_law_found *law) {
  int n = law->kernel->ninputs;
  jni_node *inputs = jni_ints(&r->scratch, (size_t)n + 1);
  for (int i = 0; inputs && i < n; i++) inputs[i] = get_node(r);
  bool grown = inputs && jni_pool_grow(&r->scratch, &r->calls, &r->capacity_calls, r->ncalls + 1, sizeof *r->calls);
  if (grown && !r->in.bad) r->calls[r->ncalls++] = jni_call(r->g, law->kernel, law->constants, law->nconstants, inputs);
  jni_drop(&r->scratch, inputs);
}

// Reads the constants of a call of a table, and sets *n to their number: either the number of an earlier call, whose
// constants are returned, or the constants themselves. Returns NULL without memory or if that earlier call is not one
// of a table.
static const double *read_block(reader *r, int *n) {
  int same = jni_get_from(&r->in, 0, r->ncalls), count = jni_get_count(&r->in, sizeof(double));
  if (same > 0 && !r->in.bad) {
    const jni_graph_call *call = &r->g->calls[r->calls[same - 1]];
    jni_block_sort sort;
    *n = call->nconstants;
    return jni_block_sort_of(call->kernel, &sort) && count == 0 ? r->g->constants + call->constant_at : NULL;
  }
  double *block = jni_doubles(&r->scratch, (size_t)count + 1);
  for (int i = 0; block && i < count; i++) block[i] = jni_get_double(&r->in);
  *n = count;
  return block;
}

static void read_table(reader *r) {
  int n = 0;
  const double *block = read_block(r, &n);
  jni_block_sort sort = (jni_block_sort)jni_get_from(&r->in, 0, JNI_BLOCK_SORTS - 1);
  if (r->in.bad || r->scratch.failed) return;
  const jni_kernel *kernel = block ? jni_block_kernel(&r->program->pool, sort, block, (size_t)n) : NULL;
  if (kernel) call_law(r, &(jni_law_found){kernel, block, n});
  else r->in.bad = true;
}

static void read_call(reader *r) {
  jni_law_found law;
  const char *name = jni_get_text(&r->in);
  uint64_t hash = jni_get_word(&r->in);
  int ninputs = jni_get_int(&r->in), nresults = jni_get_int(&r->in);
  bool known = !r->in.bad && jni_laws_find(r->laws, name, hash, &law);
  if (known && law.kernel->ninputs == ninputs && law.kernel->nresults == nresults) {
    call_law(r, &law);
    return;
  }
  if (!r->in.bad) r->why = "it calls a law that its model does not have in this version of the program";
  r->in.bad = true;
}

static void read_graph(reader *r) {
  while (!r->in.bad && !r->scratch.failed && !jni_graph_failed(r->g)) {
    int what = jni_get_byte(&r->in);
    if (what == JNI_FILE_END) return;
    if (what == JNI_FILE_TABLE) read_table(r);
    else if (what == JNI_FILE_CALL) read_call(r);
    else read_node(r, what);
  }
}

// ---- the program ----------------------------------------------------------------------------------------------------

// Reads a list of n result nodes and returns their indices in the graph. The file numbers them below `known`, the
// number of nodes read so far. Returns NULL without memory or if the list has another length; an invalid index marks
// the input as bad.
static jni_node *read_results(jni_program *p, reader *r, int known, int n) {
  int count = jni_get_count(&r->in, sizeof(int));
  jni_node *nodes = count == n ? jni_ints(&p->pool, (size_t)n + 1) : NULL;
  if (count != n) r->in.bad = true;
  for (int i = 0; nodes && i < n; i++) {
    int k = jni_get_from(&r->in, 0, known - 1);
    nodes[i] = r->in.bad ? JNI_ZERO : r->nodes[k];
  }
  return nodes;
}

// Reads the graph and the results of all functions into p. The nodes of jacobian and solve are a part of their own,
// because only these may read the variables of linearly implicit methods. Returns false without memory or if the bytes
// are invalid.
static bool read_code(jni_program *p, bool has_finish, reader *r) {
  const jni_program_sizes *n = &p->sizes;
  jni_implicit_part *implicit = &p->implicit;
  bool has_matrix = implicit->extent != JNI_IMPLICIT_NONE;
  const jnk_step memory = {.nz = n->nz, .nkept = implicit->nkept, .nindependent = n->nindependent};
  r->nvariables = jni_program_nvariables(n);
  read_graph(r);
  int first = r->nnodes;
  if (has_matrix) r->nvariables += jnk_memory_rosenbrock(&memory);
  read_graph(r);
  p->rates = read_results(p, r, first, jni_rates_at(n).n);
  p->move = read_results(p, r, first, n->nq);
  if (n->nq < n->all_q || n->nv < n->all_v || n->nz < n->all_z) p->whole = read_results(p, r, first, jni_whole_at(n).n);
  p->calc_stops = read_results(p, r, first, JNK_STOP_NCORRECTIONS * n->nstops);
  jni_node *finish = read_results(p, r, first, has_finish ? jni_finish_at(n->nz, n->ns, n->nm).n : 0);
  p->finish = has_finish ? finish : NULL;
  implicit->jacobian = read_results(p, r, r->nnodes, implicit->nkept);
  implicit->solve = read_results(p, r, r->nnodes, has_matrix ? n->nv + n->nz : 0);
  return r->in.left == 0 && !r->in.bad;
}

static bool fits(const jni_program_sizes *of, const jn_system *system) {
  const jn_sizes *n = &system->sizes;
  return of->all_q == n->nq && of->all_v == n->nv && of->all_z == n->nz && of->ns == n->ns && of->nu == n->nu &&
         of->nm == jni_memory_size(system) + of->nsets - 1;
}

static bool read_all(jni_program *p, const jn_system *system, reader *r) {
  if (!jni_read_plan(p, &r->in)) return false;
  if (!fits(&p->sizes, system) || p->sizes.nstops > system->model->nforces) {
    r->why = "its code is for a system of another size";
    return false;
  }
  // lives as long as the program, which uses its kernels
  jni_laws *laws = jni_keep(&p->pool, jni_laws_new(system), jni_object_free);
  r->laws = laws;
  r->program = p;
  r->g = p->g;
  return laws && read_code(p, jni_has_finish(system) || p->sizes.nsets > 1, r);
}

jni_program *jni_program_read(const jn_system *system, const unsigned char *bytes, size_t n, const char **why) {
  const jn_alloc *alloc = system->pool.alloc;
  jni_program *p = jni_object_new(alloc, sizeof *p);
  *why = "";
  if (!p) return NULL;
  p->g = jni_keep(&p->pool, jni_graph_new(alloc), jni_object_free);
  reader r = {.scratch = {.alloc = alloc}, .in = {bytes, n, false}, .why = jni_unfit};
  bool sound = p->g && read_all(p, system, &r);
  bool memory = p->g && !p->pool.failed && !r.scratch.failed && !jni_graph_failed(p->g);
  if (memory && !sound) *why = r.why;
  jni_pool_free(&r.scratch);
  return memory && sound ? p : jni_program_free(p);
}
