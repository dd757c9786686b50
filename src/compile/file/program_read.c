// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_read.c - see program_file.h.
#include <math.h>

#include "compile/file/graph_file.h"
#include "compile/file/program_file.h"

enum { MOST = 1 << 24 };  // of any size

// ---- the graph ------------------------------------------------------------------------------------------------------

typedef struct {
  jni_bytes_in in;
  jni_graph *g;
  const jn_model *model;
  int nvariables;
  const char *why;  // beyond bytes that do not fit
} reader;

static void read_number(reader *r) {
  double value = jni_get_double(&r->in);
  if (isnan(value)) r->in.bad = true;
  else jni_number(r->g, value);
}

static void read_result(reader *r) {
  int call = jni_get_from(&r->in, 0, r->g->ncalls - 1);
  int which = r->in.bad ? 0 : jni_get_from(&r->in, 0, r->g->calls[call].kernel->nresults - 1);
  if (!r->in.bad) jni_result(r->g, call, which);
}

static void read_operation(reader *r, jni_operation operation) {
  int operand[3] = {0, 0, 0};
  for (int i = 0; i < jni_operations[operation].operands; i++) operand[i] = jni_get_from(&r->in, 0, r->g->nnodes - 1);
  if (!r->in.bad) jni_graph_add(r->g, operation, operand[0], operand[1], operand[2]);
}

static void read_call(reader *r) {
  jni_pool room = {.alloc = r->g->pool.alloc};
  jni_kernel_form form = {.name = jni_get_text(&r->in)};
  form.ninputs = jni_get_int(&r->in), form.nresults = jni_get_int(&r->in);
  const jni_kernel *kernel = r->in.bad ? NULL : jni_kernel_find(&r->g->pool, r->model, &form);
  if (!kernel && !r->in.bad) r->why = "it calls a law that this version of the program does not have";
  jni_node *inputs = jni_ints(&room, kernel ? (size_t)kernel->ninputs + 1 : 1);
  for (int i = 0; kernel && inputs && i < kernel->ninputs; i++) inputs[i] = jni_get_from(&r->in, 0, r->g->nnodes - 1);
  int n = jni_get_count(&r->in, sizeof(double));
  double *constants = jni_doubles(&room, (size_t)n + 1);
  for (int i = 0; constants && i < n; i++) constants[i] = jni_get_double(&r->in);
  if (kernel && !room.failed && !r->in.bad) jni_call(r->g, kernel, constants, n, inputs);
  else r->in.bad = true;
  r->g->pool.failed |= room.failed;
  jni_pool_free(&room);
}

// Each node is a new one: else later numbers would mean others.
static void read_node(reader *r, int what) {
  int before = r->g->nnodes;
  switch (what) {
    case JNI_DO_number: read_number(r); break;
    case JNI_DO_variable: jni_variable(r->g, jni_get_from(&r->in, 0, r->nvariables - 1)); break;
    case JNI_DO_result: read_result(r); break;
    default:
      if (what < JNI_OPERATIONS) read_operation(r, (jni_operation)what);
  }
  if (r->g->nnodes != before + 1) r->in.bad = true;
}

static void read_graph(reader *r) {
  while (!r->in.bad && !jni_graph_failed(r->g)) {
    int what = jni_get_byte(&r->in), calls = r->g->ncalls;
    if (what == JNI_FILE_END) return;
    if (what != JNI_FILE_CALL) read_node(r, what);
    else read_call(r), r->in.bad |= r->g->ncalls != calls + 1;
  }
}

static jni_node *read_results(jni_pool *pool, reader *r, int *n) {
  *n = jni_get_count(&r->in, sizeof(int));
  jni_node *nodes = jni_ints(pool, (size_t)*n + 1);
  for (int i = 0; nodes && i < *n; i++) nodes[i] = jni_get_from(&r->in, 0, r->g->nnodes - 1);
  return nodes;
}

// ---- the program ----------------------------------------------------------------------------------------------------

static void read_turns(jni_program *p, jni_bytes_in *in) {
  p->nturns = jni_get_count(in, 2 * sizeof(int));
  p->turns = jni_take(&p->pool, (size_t)p->nturns + 1, sizeof *p->turns);
  for (int i = 0; p->turns && i < p->nturns; i++) {
    p->turns[i].q_at = jni_get_from(in, 0, p->sizes.nq - 4);
    p->turns[i].v_at = jni_get_from(in, 0, p->sizes.nv - 3);
  }
}

static void read_sizes(jni_program *p, jni_bytes_in *in) {
  jni_program_sizes *n = &p->sizes;
  int *const sizes[] = {&n->nq, &n->nv, &n->nz, &n->ns, &n->nu, &n->nm, &n->np};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) *sizes[i] = jni_get_from(in, 0, MOST);
  n->nindependent = jni_get_from(in, 0, n->nv);
  p->newton = jni_get_from(in, 0, MOST);
  p->fused = jni_get_from(in, 0, 1);
}

static void read_plan(jni_program *p, jni_bytes_in *in) {
  read_sizes(p, in);
  read_turns(p, in);
  int many = jni_program_nvariables(&p->sizes), n = p->sizes.nindependent;
  if ((size_t)n > in->left / sizeof(int) || (size_t)many > in->left / sizeof(double)) in->bad = true;
  if (in->bad) return;
  p->independent = jni_ints(&p->pool, (size_t)n + 1);
  p->nominal = jni_doubles(&p->pool, (size_t)many);
  if (p->pool.failed) return;
  for (int i = 0; i < n; i++) p->independent[i] = jni_get_from(in, 0, p->sizes.nv - 1);
  for (int i = 0; i < many; i++) p->nominal[i] = jni_get_double(in);
  p->least_pivot = jni_get_double(in);
}

static bool read_all(jni_program *p, reader *r) {
  int nrates = 0, nmove = 0;
  read_plan(p, &r->in);
  if (r->in.bad || p->pool.failed) return false;
  r->nvariables = jni_program_nvariables(&p->sizes);
  read_graph(r);
  p->rates = read_results(&p->pool, r, &nrates);
  p->move = read_results(&p->pool, r, &nmove);
  return nrates == jni_rates_at(&p->sizes).n && nmove == p->sizes.nq && r->in.left == 0 && !r->in.bad;
}

jni_program *jni_program_read(const jn_model *model, const unsigned char *bytes, size_t n, const char **why) {
  const jn_alloc *alloc = model->pool.alloc;
  jni_program *p = jni_object_new(alloc, sizeof *p);
  *why = "";
  if (!p) return NULL;
  p->g = jni_keep(&p->pool, jni_graph_new(alloc), jni_object_free);
  reader r = {.in = {bytes, n, false}, .g = p->g, .model = model, .why = "its code does not fit together"};
  bool sound = p->g && read_all(p, &r);
  bool memory = p->g && !p->pool.failed && !jni_graph_failed(p->g);
  if (memory && !sound) *why = r.why;
  return memory && sound ? p : jni_program_free(p);
}
