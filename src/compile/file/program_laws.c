// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_laws.c - see program_laws.h.
#include "compile/file/program_laws.h"

#include <string.h>

#include "compile/states/step_end.h"
#include "compile/write.h"
#include "system/system.h"

uint64_t jni_laws_hash(const double *constants, int n) {
  return jni_hash64(0, constants, (size_t)n * sizeof *constants);
}

// Writes into the graph everything in the equations that may call a law. Only the calls matter: loops are not solved,
// and elements without compiled form are skipped.
static void write_all(jni_writer *w, jni_pool *scratch) {
  const jn_sizes *n = &w->system->sizes;
  jni_node *left = jni_ints(scratch, (size_t)n->nv + 1), *any = jni_ints(scratch, (size_t)n->nc + 1),
           *ends = jni_ints(scratch, (size_t)jni_finish_at(n->nz, n->ns, jni_memory_size(w->system)).n);
  if (scratch->failed) return;
  jni_write_positions(w);
  jni_write_velocities(w);
  jni_write_rows(w);
  jni_write_loads(w, NULL);
  // writes elements that belong to groups also as single calls
  for (int i = 0; i < w->system->model->nforces; i++) jni_write_force(w, i);
  bool moved = jni_write_accelerations(w, w->v, left) && jni_write_multipliers(w, any);
  if (moved) {
    jni_write_states(w);
    jni_write_finish(w, ends);
  }
}

// Writes the forces once more, without the friction states that `compile --creep` omits, if there are any: the contacts
// of a group then call another law. Returns false without memory.
static bool write_creeping(jni_graph *g, const jn_system *system, jni_pool *scratch) {
  jni_selection selection;
  if (!jni_select_all(scratch, system, &selection)) return false;
  jni_omit_friction_states(system, &selection);
  if (selection.nz == system->sizes.nz) return true;
  jni_writer *w = jni_writer_new_selected(g, system, &selection);
  if (w) {
    jni_write_positions(w);
    jni_write_velocities(w);
    jni_write_force_groups(w);
  }
  for (int i = 0; w && i < system->model->nforces; i++) jni_write_force(w, i);
  bool good = w && !w->pool.failed;
  jni_writer_free(w);
  return good;
}

static bool fill(jni_laws *laws, const jn_system *system) {
  jni_pool scratch = {.alloc = laws->pool.alloc};
  jni_writer *w = jni_writer_new(laws->g, system);
  if (w) write_all(w, &scratch);
  bool good = w && !w->pool.failed && write_creeping(laws->g, system, &scratch);
  good = good && !scratch.failed && !jni_graph_failed(laws->g);
  jni_writer_free(w);
  jni_pool_free(&scratch);
  return good;
}

jni_laws *jni_laws_new(const jn_system *system) {
  jni_laws *laws = jni_object_new(system->pool.alloc, sizeof *laws);
  if (!laws) return NULL;
  laws->g = jni_keep(&laws->pool, jni_graph_new(system->pool.alloc), jni_object_free);
  bool good = laws->g && fill(laws, system);
  if (good) laws->hash = jni_take(&laws->pool, (size_t)laws->g->ncalls + 1, sizeof *laws->hash);
  if (!good || !laws->hash) return jni_object_free(laws);
  for (int i = 0; i < laws->g->ncalls; i++) {
    const jni_graph_call *call = &laws->g->calls[i];
    laws->hash[i] = jni_laws_hash(laws->g->constants + call->constant_at, call->nconstants);
  }
  return laws;
}

bool jni_laws_find(const jni_laws *laws, const char *name, uint64_t hash, jni_law_found *out) {
  for (int i = 0; i < laws->g->ncalls; i++) {
    const jni_graph_call *call = &laws->g->calls[i];
    if (laws->hash[i] != hash) continue;
    const jni_kernel *kernel = call->kernel;
    while (kernel && strcmp(kernel->name, name) != 0) kernel = kernel->rate;
    if (!kernel) continue;
    *out = (jni_law_found){kernel, laws->g->constants + call->constant_at, call->nconstants};
    return true;
  }
  return false;
}
