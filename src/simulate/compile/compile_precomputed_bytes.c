// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_precomputed_bytes.c - writes the report on precomputed code as bytes and reads it: texts, numbers and lists
// in the order of their structs, without curves.
#include <string.h>

#include "simulate/compile/compile_precomputed.h"

static void put_names(jni_bytes_out *out, const char *const *names, int n) {
  jni_put_int(out, n);
  for (int i = 0; i < n; i++) jni_put_text(out, names[i]);
}

static void put_table(jni_bytes_out *out, const jn_table_facts *t) {
  jni_put_text(out, t->of);
  jni_put_int(out, t->nvariables);
  for (int i = 0; i < t->nvariables; i++) {
    jni_put_int(out, t->variables[i]);
    jni_put_int(out, t->points[i]);
  }
  jni_put_int(out, t->order);
  jni_put_int(out, t->nfunctions);
  jni_put_word(out, t->bytes);
  jni_put_double(out, t->error);
}

static void put_loop(jni_bytes_out *out, const jn_loop_facts *l) {
  jni_put_text(out, l->reason);
  jni_put_text(out, l->why);
  jni_put_int(out, l->nequations);
  jni_put_int(out, l->table);
  put_names(out, l->closed, l->nclosed);
  put_names(out, l->depends, l->ndepends);
}

static void put_output(jni_bytes_out *out, const jn_output_error *e) {
  const double numbers[] = {e->largest, e->time, e->rms, e->extent, e->size};
  jni_put_text(out, e->name);
  jni_put_text(out, e->unit);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) jni_put_double(out, numbers[i]);
}

static void put_manoeuvre(jni_bytes_out *out, const jn_manoeuvre_error *m) {
  jni_put_text(out, m->name);
  jni_put_text(out, m->ended);
  jni_put_double(out, m->until);
  jni_put_int(out, m->noutputs);
  for (int i = 0; i < m->noutputs; i++) put_output(out, &m->outputs[i]);
  jni_put_int(out, m->nleft);
  for (int i = 0; i < m->nleft; i++) {
    jni_put_int(out, m->left[i].variable);
    jni_put_word(out, (uint64_t)m->left[i].steps);
    jni_put_double(out, m->left[i].most);
    jni_put_double(out, m->left[i].time);
  }
}

void jni_precomputed_write(const jn_precomputed *p, jni_bytes_out *out) {
  jni_put_text(out, p->mass);
  put_names(out, p->bodies, p->nbodies);
  jni_put_int(out, p->nvariables);
  for (int i = 0; i < p->nvariables; i++) {
    const jn_table_variable *v = &p->variables[i];
    jni_put_text(out, v->name);
    jni_put_text(out, v->unit);
    jni_put_text(out, v->low_by);
    jni_put_text(out, v->high_by);
    jni_put_double(out, v->low);
    jni_put_double(out, v->high);
  }
  jni_put_int(out, p->ntables);
  for (int i = 0; i < p->ntables; i++) put_table(out, &p->tables[i]);
  jni_put_int(out, p->nloops);
  for (int i = 0; i < p->nloops; i++) put_loop(out, &p->loops[i]);
  jni_put_int(out, p->nmanoeuvres);
  for (int i = 0; i < p->nmanoeuvres; i++) put_manoeuvre(out, &p->manoeuvres[i]);
}

// ---- reader ---------------------------------------------------------------------------------------------------------

typedef struct {
  jni_pool *pool;
  jni_bytes_in in;
  int nvariables;
} reading;

// Reads a text and returns a copy in the pool, since the bytes do not outlive the reading.
static const char *get_text(reading *r) {
  const char *text = jni_get_text(&r->in);
  return jni_pool_text(r->pool, text, strlen(text));
}

// Reads the length *n of a list and returns zeroed memory in the pool for its elements of `size` bytes; NULL, with *n =
// 0, if memory is short or the bytes are not valid.
static void *get_list(reading *r, size_t size, int *n) {
  *n = jni_get_count(&r->in, 1);
  void *list = r->in.bad ? NULL : jni_take(r->pool, (size_t)*n + 1, size);
  if (!list) *n = 0;
  return list;
}

static const char *const *get_names(reading *r, int *n) {
  const char **names = get_list(r, sizeof *names, n);
  for (int i = 0; i < *n; i++) names[i] = get_text(r);
  return names;
}

static jn_table_facts get_table(reading *r) {
  jn_table_facts t = {.of = get_text(r)};
  t.nvariables = jni_get_from(&r->in, 0, JN_TABLE_VARIABLES);
  for (int i = 0; i < t.nvariables; i++) {
    t.variables[i] = jni_get_from(&r->in, 0, r->nvariables - 1);
    t.points[i] = jni_get_int(&r->in);
  }
  t.order = jni_get_int(&r->in);
  t.nfunctions = jni_get_int(&r->in);
  t.bytes = (size_t)jni_get_word(&r->in);
  t.error = jni_get_double(&r->in);
  return t;
}

static jn_loop_facts get_loop(reading *r, int ntables) {
  jn_loop_facts l = {.reason = get_text(r)};
  l.why = get_text(r);
  l.nequations = jni_get_int(&r->in);
  l.table = jni_get_from(&r->in, -1, ntables - 1);
  l.closed = get_names(r, &l.nclosed);
  l.depends = get_names(r, &l.ndepends);
  return l;
}

static jn_output_error get_output(reading *r) {
  jn_output_error e = {.name = get_text(r)};
  double *const numbers[] = {&e.largest, &e.time, &e.rms, &e.extent, &e.size};
  e.unit = get_text(r);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) *numbers[i] = jni_get_double(&r->in);
  return e;
}

static jn_manoeuvre_error get_manoeuvre(reading *r) {
  jn_manoeuvre_error m = {.name = get_text(r)};
  m.ended = get_text(r);
  m.until = jni_get_double(&r->in);
  jn_output_error *outputs = get_list(r, sizeof *outputs, &m.noutputs);
  for (int i = 0; i < m.noutputs; i++) outputs[i] = get_output(r);
  jn_range_left *left = get_list(r, sizeof *left, &m.nleft);
  for (int i = 0; i < m.nleft; i++) {
    left[i].variable = jni_get_from(&r->in, 0, r->nvariables - 1);
    left[i].steps = (long)jni_get_word(&r->in);
    left[i].most = jni_get_double(&r->in);
    left[i].time = jni_get_double(&r->in);
  }
  m.outputs = outputs;
  m.left = left;
  return m;
}

static jn_table_variable get_variable(reading *r) {
  jn_table_variable v = {.name = get_text(r)};
  v.unit = get_text(r);
  v.low_by = get_text(r);
  v.high_by = get_text(r);
  v.low = jni_get_double(&r->in);
  v.high = jni_get_double(&r->in);
  return v;
}

const jn_precomputed *jni_precomputed_read(jni_pool *pool, const unsigned char *bytes, size_t n) {
  reading r = {.pool = pool, .in = {bytes, n, false}};
  jn_precomputed *p = jni_take(pool, 1, sizeof *p);
  if (!p) return NULL;
  p->mass = get_text(&r);
  p->bodies = get_names(&r, &p->nbodies);
  jn_table_variable *variables = get_list(&r, sizeof *variables, &p->nvariables);
  for (int i = 0; i < p->nvariables; i++) variables[i] = get_variable(&r);
  r.nvariables = p->nvariables;
  jn_table_facts *tables = get_list(&r, sizeof *tables, &p->ntables);
  for (int i = 0; i < p->ntables; i++) tables[i] = get_table(&r);
  jn_loop_facts *loops = get_list(&r, sizeof *loops, &p->nloops);
  for (int i = 0; i < p->nloops; i++) loops[i] = get_loop(&r, p->ntables);
  jn_manoeuvre_error *manoeuvres = get_list(&r, sizeof *manoeuvres, &p->nmanoeuvres);
  for (int i = 0; i < p->nmanoeuvres; i++) manoeuvres[i] = get_manoeuvre(&r);
  p->variables = variables;
  p->tables = tables;
  p->loops = loops;
  p->manoeuvres = manoeuvres;
  return r.in.bad || r.in.left > 0 || pool->failed ? NULL : p;
}
