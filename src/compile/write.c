// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write.c - see write.h.
#include "compile/write.h"

#include <stdarg.h>
#include <string.h>

#include "compile/states/step_end.h"
#include "system/system.h"

// Returns a list of n nodes: for selected elements (NULL: all) the next variables of the graph, for the others zero.
// *next: index of the next variable, incremented for each. Returns NULL without memory.
static jni_node *variables(jni_writer *w, int *next, int n, const bool *selected) {
  jni_node *list = jni_ints(&w->pool, (size_t)n + 1);
  for (int i = 0; i < n && list; i++) list[i] = !selected || selected[i] ? jni_variable(w->g, (*next)++) : JNI_ZERO;
  return list;
}

int jni_writer_nvariables(const jn_system *system) {
  const jn_sizes *n = &system->sizes;
  return 1 + n->nq + n->nv + n->nz + n->ns + n->nu + jni_memory_size(system);
}

int jni_writer_nselected(const jn_system *system, const jni_selection *selection) {
  int all = jni_writer_nvariables(system);
  const jn_sizes *n = &system->sizes;
  return selection ? all - (n->nq - selection->nq) - (n->nv - selection->nv) - (n->nz - selection->nz) : all;
}

bool jni_select_all(jni_pool *pool, const jn_system *system, jni_selection *out) {
  const jn_sizes *n = &system->sizes;
  bool *q = jni_flags(pool, (size_t)n->nq + 1), *v = jni_flags(pool, (size_t)n->nv + 1),
       *z = jni_flags(pool, (size_t)n->nz + 1);
  if (pool->failed) return false;
  memset(q, true, (size_t)n->nq);
  memset(v, true, (size_t)n->nv);
  memset(z, true, (size_t)n->nz);
  *out = (jni_selection){.nq = n->nq, .nv = n->nv, .nz = n->nz, .q = q, .v = v, .z = z};
  return true;
}

void jni_omit_friction_states(const jn_system *system, jni_selection *selection) {
  for (int i = 0; i < system->model->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    const jni_force_code *code = plan->element->kind->code;
    for (int k = 0; code && code->creeps && k < plan->nstates; k++) {
      selection->z[plan->state_at + k] = false;
      selection->nz--;
    }
  }
}

static void make_variables(jni_writer *w, const jni_selection *selection) {
  const jn_sizes *n = &w->system->sizes;
  int next = 1;
  w->t = jni_variable(w->g, 0);
  w->q = variables(w, &next, n->nq, selection ? selection->q : NULL);
  w->v = variables(w, &next, n->nv, selection ? selection->v : NULL);
  for (int i = 0; i < n->nq && w->q && selection && selection->newton_start; i++)
    if (!selection->q[i]) w->q[i] = jni_number(w->g, selection->newton_start[i]);
  w->z = variables(w, &next, n->nz, selection ? selection->z : NULL);
  w->s = variables(w, &next, n->ns, NULL);
  w->u = variables(w, &next, n->nu, NULL);
  w->m = variables(w, &next, jni_memory_size(w->system), NULL);
}

jni_writer *jni_writer_new(jni_graph *g, const jn_system *system) { return jni_writer_new_selected(g, system, NULL); }

jni_writer *jni_writer_new_selected(jni_graph *g, const jn_system *system, const jni_selection *selection) {
  jni_writer *w = jni_object_new(g->pool.alloc, sizeof *w);
  if (!w) return NULL;
  size_t nv = (size_t)system->sizes.nv, nc = (size_t)system->sizes.nc, links = (size_t)system->tree->nlinks;
  w->g = g;
  w->system = system;
  w->driver_power = JNI_UNWRITTEN;
  w->plane = system->model->space == JN_PLANE;
  make_variables(w, selection);
  w->links = jni_take(&w->pool, links, sizeof *w->links);
  w->bases = jni_take(&w->pool, links, sizeof *w->bases);
  w->loads = jni_take(&w->pool, links, sizeof *w->loads);
  w->G = jni_ints(&w->pool, nc * nv);
  w->phi = jni_ints(&w->pool, nc);
  w->nu = jni_ints(&w->pool, nc);
  w->gamma = jni_ints(&w->pool, nc);
  w->computed = jni_ints(&w->pool, (size_t)system->ncomputed + 1);
  for (int i = 0; i < system->ncomputed && w->computed; i++) w->computed[i] = JNI_UNWRITTEN;
  w->along = jni_ints(&w->pool, nv + 1);
  w->zdot = jni_ints(&w->pool, (size_t)system->sizes.nz + 1);
  w->grouped = jni_flags(&w->pool, (size_t)system->model->nforces + 1);
  w->forces = jni_take(&w->pool, (size_t)system->model->nforces + 1, sizeof *w->forces);
  w->subsystem_values = jni_ints(&w->pool, (size_t)system->nsubsystem_values + 1);
  w->subsystem_outputs = jni_ints(&w->pool, (size_t)system->nsubsystem_outputs + 1);
  w->subsystem_done = jni_flags(&w->pool, (size_t)system->nsubsystems * JNI_STAGES + 1);
  w->motions = jni_ints(&w->pool, 3 * (size_t)system->nmotions + 1);
  if (!w->pool.failed) {
    jni_write_inputs(w);
    jni_write_motions(w);
  }
  return w->pool.failed ? jni_writer_free(w) : w;
}

bool jni_refuse(jni_writer *w, const char *format, ...) {
  va_list list;
  if (w->refused[0]) return false;
  va_start(list, format);
  jni_vprint(w->refused, sizeof w->refused, format, list);
  va_end(list);
  return false;
}

void *jni_writer_free(jni_writer *w) { return jni_object_free(w); }
