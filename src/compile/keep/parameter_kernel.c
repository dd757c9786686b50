// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// parameter_kernel.c - see parameter_kernel.h.
#include "compile/keep/parameter_kernel.h"

#include <string.h>

static void calc(const void *context, const double *constants, const double *inputs, double *results) {
  const jni_parameter_kernel *v = context;
  const double *in = inputs;
  double *now = v->workspace, *list = now + v->nconstants;
  memcpy(now, constants, (size_t)v->nconstants * sizeof *now);
  for (int i = 0; i < v->n; i++) now[v->places[i]] = inputs[v->ninner + i];
  if (v->rate) {
    size_t size = (size_t)v->ninner * sizeof *list;
    memcpy(list, inputs, size);
    memcpy(list + v->ninner, inputs + v->ninner + v->n, size);
    in = list;
  }
  jni_kernel_calc(v->inner, now, in, results);
}

const jni_parameter_kernel *jni_parameter_kernel_of(const jni_kernel *kernel) {
  const jni_loaded_kernel *loaded = (const jni_loaded_kernel *)kernel;
  return !kernel->calc && loaded->calc == calc ? loaded->context : NULL;
}

// Returns a new kernel that calls `inner` with n of its constants as inputs, in memory of the graph. It is printed
// under the name jnk_varied_CALL_NINPUTS. Returns NULL without memory.
static jni_parameter_kernel *make(jni_graph *g, const jni_kernel *inner, int ninner, int nconstants, const int *places,
                                  int n) {
  jni_parameter_kernel *v = jni_take(&g->pool, 1, sizeof *v);
  char name[40];
  int number = jni_print(name, sizeof name, "jnk_varied_%d_%d", g->ncalls, inner->ninputs);
  int *copy = jni_ints(&g->pool, (size_t)n + 1);
  double *workspace = jni_doubles(&g->pool, (size_t)(nconstants + 2 * ninner) + 1);
  const char *kept = jni_pool_text(&g->pool, name, (size_t)number);
  if (g->pool.failed) return NULL;
  memcpy(copy, places, (size_t)n * sizeof *copy);
  bool rate = inner->ninputs != ninner;
  *v = (jni_parameter_kernel){
      .inner = inner, .ninner = ninner, .n = n, .places = copy, .nconstants = nconstants, .workspace = workspace};
  v->rate = rate;
  v->loaded = (jni_loaded_kernel){.calc = calc, .context = v, .nrated = ninner};
  v->loaded.kernel = (jni_kernel){.name = kept, .ninputs = (rate ? 2 : 1) * (ninner + n), .nresults = inner->nresults};
  return v;
}

int jni_call_parameter_kernel(jni_graph *g, const jni_kernel *kernel, const double *constants, int nconstants,
                              const jni_node *inputs, const int *places, const jni_node *nodes, int n) {
  int ninner = kernel->ninputs;
  jni_node *list = jni_ints(&g->pool, (size_t)(ninner + n) + 1);
  jni_parameter_kernel *v = make(g, kernel, ninner, nconstants, places, n);
  jni_parameter_kernel *rate = v && kernel->rate ? make(g, kernel->rate, ninner, nconstants, places, n) : NULL;
  if (g->pool.failed) return 0;
  if (rate) v->loaded.kernel.rate = &rate->loaded.kernel;
  memcpy(list, inputs, (size_t)ninner * sizeof *list);
  memcpy(list + ninner, nodes, (size_t)n * sizeof *list);
  int call = jni_call_unwatched(g, &v->loaded.kernel, constants, nconstants, list);
  jni_drop(&g->pool, list);
  return call;
}
