// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled_ends.c - the ends of steps as the code sees them (compile/states/finish.h).
//
// Turns and loads of joints are noted as the code has them. Whether something happens the code only tells: the run then
// does it as it does without code, and counts and names it. The code is asked with no side known, so that it tells the
// side of every event by a value, which is compared with the one that the run has seen last; and whether a subsystem
// changes anything. Known times are met by the run: the code is told that none has passed.
#include <string.h>

#include "compile/run/compiled.h"
#include "formulation/common.h"
#include "system/system.h"

static double *memory_of(const jni_compiled *c, double *x) {
  const jni_program_sizes *n = &c->program->sizes;
  return x + 1 + n->nq + n->nv + n->nz + n->ns + n->nu;
}

static jni_finish_layout layout(const jni_compiled *c) {
  const jni_program_sizes *n = &c->program->sizes;
  return jni_finish_at(n->nz, n->ns, n->nm);
}

static void note(const jni_compiled *c, double *x) {
  const jni_program_sizes *n = &c->program->sizes;
  const double *found = c->end + layout(c).s;
  double *s = x + 1 + n->nq + n->nv + n->nz;
  for (int i = 0; i < n->ns; i++)
    if (c->noted[i]) s[i] = found[i];
}

// But for events by a value.
static bool changes(const jni_compiled *c, const double *x) {
  const jni_program_sizes *n = &c->program->sizes;
  jni_finish_layout at = layout(c);
  const double *z = x + 1 + n->nq + n->nv, *s = z + n->nz;
  if (c->end[at.stop] != 0 || memcmp(z, c->end + at.z, (size_t)n->nz * sizeof *z) != 0) return true;
  for (int i = 0; i < n->ns; i++)
    if (memcmp(&s[i], &c->end[at.s + i], sizeof *s) != 0) return true;
  return false;
}

void jni_compiled_accept(const jni_compiled *c, const double *x) {
  const jni_program_sizes *n = &c->program->sizes;
  jni_copy(c->base->s, x + 1 + n->nq + n->nv + n->nz, n->ns);
}

void jni_compiled_look(jni_compiled *c, double *x) {
  if (c->program->sizes.nm > 0) memory_of(c, x)[0] = x[0];
  if (c->finish) {
    jni_tape_run(c->finish, x, c->end);
    note(c, x);
    c->changes = changes(c, x);
  }
  c->looked = true;
}

static bool quiet(const jni_formulation *f, const int *sides) {
  const jni_compiled *c = f->ode.self;
  int n = c->program->sizes.nm - 1;  // behind the time
  if (!c->looked || c->changes) return false;
  for (int i = 0; i < n; i++)
    if (!((double)sides[c->first_root + i] == c->end[layout(c).m + 1 + i])) return false;
  return true;
}

// ---- making it ------------------------------------------------------------------------------------------------------

static void mark(jni_compiled *c, int at) {
  for (int k = 0; k < JNI_WINDING; k++) c->noted[at + k] = true;
}

static void mark_noted(jni_compiled *c) {
  const jn_system *system = c->base->system;
  for (int i = 0; i < system->ncoordinates; i++)
    if (system->coordinates[i].winding >= 0) mark(c, system->coordinates[i].winding);
  for (int i = 0; i < system->nfollowed; i++) mark(c, system->followed_at + JNI_WINDING * i);
}

bool jni_compiled_watch(jni_compiled *c) {
  jni_pool *pool = &c->base->pool;
  const jn_system *system = c->base->system;
  while (c->first_root < system->sizes.nroots && system->root_event[c->first_root] < 0) c->first_root++;
  c->noted = jni_flags(pool, (size_t)c->program->sizes.ns + 1);
  c->end = jni_doubles(pool, (size_t)layout(c).n);
  if (c->program->finish) c->finish = jni_compiled_tape(c, c->program->finish, layout(c).n);
  if (pool->failed) return false;
  mark_noted(c);
  c->base->notes = true;
  if (!c->located) c->base->quiet = quiet;
  return true;
}
