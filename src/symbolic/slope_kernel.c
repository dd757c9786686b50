// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slope_kernel.c - see slope_kernel.h.
#include "symbolic/slope_kernel.h"

#include <string.h>

#include "kernel/call/slopes.h"

static void calc_slopes(const void *context, const double *constants, const double *inputs, double *results) {
  const jni_slope_kernel *k = context;
  const jni_kernel *inner = k->inner;
  int n = inner->ninputs, m = inner->nresults;
  double *in = k->workspace, *high = in + 2 * n, *low = high + m;
  memcpy(in, inputs, (size_t)n * sizeof *in);
  memset(in + n, 0, (size_t)n * sizeof *in);
  for (int i = 0; i < k->n; i++) {
    double *slopes = results + i * m, x = in[k->inputs[i]], way = jnk_difference_step(k->part, x);
    if (k->inputs[i] < k->nrated) {
      in[n + k->inputs[i]] = 1;
      jni_kernel_calc(inner->rate, constants, in, slopes);
      in[n + k->inputs[i]] = 0;
      continue;
    }
    in[k->inputs[i]] = x + way;
    jni_kernel_calc(inner, constants, in, high);
    in[k->inputs[i]] = x - way;
    jni_kernel_calc(inner, constants, in, low);
    in[k->inputs[i]] = x;
    jnk_difference_slopes(k->part, x, m, high, low, slopes);
  }
}

const jni_slope_kernel *jni_slope_kernel_of(const jni_kernel *kernel) {
  const jni_loaded_kernel *loaded = (const jni_loaded_kernel *)kernel;
  return !kernel->calc && loaded->calc == calc_slopes ? loaded->context : NULL;
}

static bool is_like(const jni_slope_kernel *k, const jni_kernel *inner, const bool *active, double part) {
  int n = 0;
  if (!k || k->inner != inner || k->part != part) return false;
  for (int i = 0; i < inner->ninputs; i++) {
    if (!active[i]) continue;
    if (n == k->n || k->inputs[n] != i) return false;
    n++;
  }
  return n == k->n;
}

static const jni_slope_kernel *find(const jni_graph *g, const jni_kernel *inner, const bool *active, double part) {
  for (int i = 0; i < g->ncalls; i++) {
    const jni_slope_kernel *k = jni_slope_kernel_of(g->calls[i].kernel);
    if (is_like(k, inner, active, part)) return k;
  }
  return NULL;
}

// Returns how many of the inputs of a kernel, counted from the first, have slopes by its rate kernel; 0 if it has none.
static int nrated_of(const jni_kernel *kernel) {
  const int loaded = kernel->calc ? 0 : ((const jni_loaded_kernel *)kernel)->nrated;
  return !kernel->rate ? 0 : loaded > 0 ? loaded : kernel->ninputs;
}

// Makes the kernel of the slopes of `inner` with respect to its active inputs, in memory of the graph. Its name in
// printed C is jnk_slopes_N, where N is the present number of calls of the graph. Returns NULL without memory.
static const jni_slope_kernel *make(jni_graph *g, const jni_kernel *inner, const bool *active, double part) {
  jni_slope_kernel *k = jni_take(&g->pool, 1, sizeof *k);
  int *inputs = jni_ints(&g->pool, (size_t)inner->ninputs + 1);
  double *workspace = jni_doubles(&g->pool, 2 * (size_t)(inner->ninputs + inner->nresults) + 1);
  char name[40];
  int length = jni_print(name, sizeof name, "jnk_slopes_%d", g->ncalls);
  const char *kept = jni_pool_text(&g->pool, name, (size_t)length);
  if (g->pool.failed) return NULL;
  *k = (jni_slope_kernel){
      .inner = inner, .nrated = nrated_of(inner), .part = part, .inputs = inputs, .workspace = workspace};
  for (int i = 0; i < inner->ninputs; i++)
    if (active[i]) inputs[k->n++] = i;
  k->loaded = (jni_loaded_kernel){.calc = calc_slopes, .context = k};
  k->loaded.kernel = (jni_kernel){.name = kept, .ninputs = inner->ninputs, .nresults = k->n * inner->nresults};
  return k;
}

int jni_call_slopes(jni_graph *g, int call, const bool *active, double part) {
  const jni_graph_call of = g->calls[call];
  const jni_slope_kernel *k = find(g, of.kernel, active, part);
  if (!k) k = make(g, of.kernel, active, part);
  jni_pool scratch = {.alloc = g->pool.alloc};
  jni_node *inputs = jni_ints(&scratch, (size_t)of.kernel->ninputs + 1);
  int made = 0;
  if (!inputs) g->pool.failed = true;
  if (k && inputs) {
    memcpy(inputs, g->inputs + of.input_at, (size_t)of.kernel->ninputs * sizeof *inputs);
    made = jni_call_unwatched(g, &k->loaded.kernel, g->constants + of.constant_at, of.nconstants, inputs);
  }
  jni_pool_free(&scratch);
  return made;
}
