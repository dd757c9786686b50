// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_plan.c - plan and names of a program from bytes; see program_file.h.
#include "compile/file/program_plan.h"

#include <string.h>

#include "compile/tables/stop_tables.h"

const char jni_unfit[] = "its code does not fit together";

enum { MOST = 1 << 24, MOST_NEWTON = 100 };  // largest size; largest number of Newton steps

static void read_sizes(jni_program *p, jni_bytes_in *in) {
  jni_program_sizes *n = &p->sizes;
  int *const sizes[] = {&n->nq, &n->nv, &n->nz,    &n->ns,    &n->nset,  &n->nu,
                        &n->nm, &n->np, &n->all_q, &n->all_v, &n->all_z, &n->nstops};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) *sizes[i] = jni_get_from(in, 0, MOST);
  if (n->nstops > MOST / JNK_STOP_NVARIABLES - 1 || n->nset > n->ns) in->bad = true;
  n->nf = in->bad ? 0 : jni_stop_nvariables(n->nstops);
  n->nindependent = jni_get_from(in, 0, n->nv);
  n->nsets = jni_get_from(in, 1, 2);
  p->newton = jni_get_from(in, 0, MOST_NEWTON);
  p->fused = jni_get_from(in, 0, 1);
}

// Reads n ascending indices of coordinates, speeds or states of the system, each below `all`. Returns them in memory of
// p; NULL without memory or if the bytes are invalid.
static int *read_numbers(jni_program *p, jni_bytes_in *in, int n, int all) {
  if (n > all || (size_t)n > in->left / sizeof(int)) in->bad = true;
  int *list = in->bad ? NULL : jni_ints(&p->pool, (size_t)n + 1);
  for (int i = 0; list && i < n; i++) list[i] = jni_get_from(in, i > 0 ? list[i - 1] + 1 : 0, all - 1);
  return list;
}

static int *read_ints(jni_program *p, jni_bytes_in *in, int below, int *n) {
  *n = jni_get_count(in, sizeof(int));
  int *list = jni_ints(&p->pool, (size_t)*n + 1);
  for (int i = 0; list && i < *n; i++) list[i] = jni_get_from(in, 0, below - 1);
  return list;
}

static void read_implicit(jni_program *p, jni_bytes_in *in) {
  jni_implicit_part *implicit = &p->implicit;
  implicit->extent = (jni_implicit_extent)jni_get_from(in, JNI_IMPLICIT_NONE, JNI_IMPLICIT_STIFF);
  implicit->nkept = jni_get_from(in, 0, implicit->extent == JNI_IMPLICIT_NONE ? 0 : MOST);
  implicit->speeds = read_ints(p, in, p->sizes.nv, &implicit->nspeeds);
  implicit->states = read_ints(p, in, p->sizes.nz, &implicit->nstates);
}

static void read_turns(jni_program *p, jni_bytes_in *in) {
  p->nturns = jni_get_count(in, 2 * sizeof(int));
  p->turns = jni_take(&p->pool, (size_t)p->nturns + 1, sizeof *p->turns);
  for (int i = 0; p->turns && i < p->nturns; i++) {
    p->turns[i].q_at = jni_get_from(in, 0, p->sizes.nq - 4);
    p->turns[i].v_at = jni_get_from(in, 0, p->sizes.nv - 3);
  }
}

static void read_nominal(jni_program *p, jni_bytes_in *in) {
  int many = jni_program_nvariables(&p->sizes), n = p->sizes.nindependent;
  if ((size_t)n > in->left / sizeof(int) || (size_t)many > in->left / sizeof(double)) in->bad = true;
  if (in->bad) return;
  p->independent = jni_ints(&p->pool, (size_t)n + 1);
  p->nominal = jni_doubles(&p->pool, (size_t)many);
  if (p->pool.failed) return;
  for (int i = 0; i < n; i++) p->independent[i] = jni_get_from(in, 0, p->sizes.nv - 1);
  for (int i = 0; i < many; i++) p->nominal[i] = jni_get_double(in);
  p->least_pivot = jni_get_double(in);
  p->stop_step = jni_get_double(in);
  p->stop_part = jni_get_double(in);
  p->work = jni_get_from(in, 0, p->sizes.nz) - 1;
  if (p->sizes.nstops > 0 && !(p->stop_step > 0)) in->bad = true;
}

static void read_ranges(jni_program *p, jni_bytes_in *in) {
  enum { EACH = 20 };  // bytes of one entry, a range of a table
  p->nranges = jni_get_count(in, EACH);
  p->ranges = jni_take(&p->pool, (size_t)p->nranges + 1, sizeof *p->ranges);
  for (int i = 0; p->ranges && i < p->nranges; i++) {
    p->ranges[i].at = jni_get_from(in, 1, p->sizes.nq + p->sizes.nv);
    p->ranges[i].low = jni_get_double(in);
    p->ranges[i].high = jni_get_double(in);
  }
}

// ---- names ----------------------------------------------------------------------------------------------------------

// Reads a text and returns a copy of it in memory of p, because the bytes are freed after reading; NULL without memory
// or if the bytes are invalid.
static const char *read_text(jni_program *p, jni_bytes_in *in) {
  const char *text = jni_get_text(in);
  return jni_pool_text(&p->pool, text, strlen(text));
}

static void read_pairs(jni_program *p, jni_bytes_in *in, int n, const char ***names, const char ***units) {
  *names = jni_take(&p->pool, (size_t)n + 1, sizeof **names);
  *units = jni_take(&p->pool, (size_t)n + 1, sizeof **units);
  for (int i = 0; !p->pool.failed && i < n; i++) {
    (*names)[i] = read_text(p, in);
    (*units)[i] = read_text(p, in);
  }
}

static void read_names(jni_program *p, jni_bytes_in *in) {
  enum { LEAST = 9 };  // least bytes of a text: length and final zero
  read_pairs(p, in, jni_program_nvariables(&p->sizes), &p->names, &p->units);
  p->noutputs = jni_get_count(in, 2 * LEAST);
  read_pairs(p, in, p->noutputs, &p->output_names, &p->output_units);
  p->nends = jni_get_count(in, LEAST);
  p->ends = jni_take(&p->pool, (size_t)p->nends + 1, sizeof *p->ends);
  for (int i = 0; !p->pool.failed && i < p->nends; i++) p->ends[i] = read_text(p, in);
}

bool jni_read_plan(jni_program *p, jni_bytes_in *in) {
  read_sizes(p, in);
  p->coordinates = read_numbers(p, in, p->sizes.nq, p->sizes.all_q);
  p->speeds = read_numbers(p, in, p->sizes.nv, p->sizes.all_v);
  p->states = read_numbers(p, in, p->sizes.nz, p->sizes.all_z);
  read_implicit(p, in);
  read_turns(p, in);
  read_nominal(p, in);
  read_ranges(p, in);
  if (!in->bad && !p->pool.failed) read_names(p, in);
  return !in->bad && !p->pool.failed;
}

jni_program *jni_program_read_plan(const jn_alloc *alloc, const unsigned char *bytes, size_t n, const char **why) {
  jni_program *p = jni_object_new(alloc, sizeof *p);
  jni_bytes_in in = {bytes, n, false};
  *why = "";
  if (!p || jni_read_plan(p, &in)) return p;
  if (!p->pool.failed) *why = jni_unfit;
  return jni_program_free(p);
}
