// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled_ends.c - carries out the actions at the ends of steps by the code (compile/states/step_end.h): keeps their
// memory and counts what happened.
#include <string.h>

#include "compile/run/compiled.h"
#include "formulation/formulation_common.h"
#include "kernel/subsystem/jump.h"
#include "system/system.h"

static double *memory_of(const jni_compiled *c, double *x) {
  const jni_program_sizes *n = &c->program->sizes;
  return x + 1 + n->nq + n->nv + n->nz + n->ns + n->nu;
}

static jni_finish_layout layout(const jni_compiled *c) {
  const jni_program_sizes *n = &c->program->sizes;
  return jni_finish_at(n->nz, n->ns, n->nm);
}

// Copies the memory m of x to the variables that are used between steps, so that evaluations use the present set of
// independent speeds.
void jni_compiled_store_memory(const jni_compiled *c, const double *x) {
  const jni_program_sizes *n = &c->program->sizes;
  jni_copy(memory_of(c, c->x), x + 1 + n->nq + n->nv + n->nz + n->ns + n->nu, n->nm);
}

void jni_compiled_accept(const jni_compiled *c, const double *x) {
  const jni_program_sizes *n = &c->program->sizes;
  jni_copy(c->base->s, x + 1 + n->nq + n->nv + n->nz, n->ns);
  jni_compiled_store_memory(c, x);
}

// Sets the memory m in x at the start of a run: evaluates `finish` with unknown signs of the event values, which
// returns their present signs.
void jni_compiled_begin(jni_compiled *c, double *x) {
  int nm = c->program->sizes.nm;
  if (nm == 0) return;
  double *m = memory_of(c, x);
  memset(m, 0, (size_t)nm * sizeof *m);
  if (jni_memory_size(c->base->system) > 0) m[0] = x[0];
  jni_tape_run(c->finish, x, c->found);
  jni_copy(m, c->found + layout(c).m, nm);
  jni_compiled_store_memory(c, x);
}

void jni_compiled_note(jni_compiled *c, double *x) {
  const jni_program_sizes *n = &c->program->sizes;
  if (!c->finish) return;
  jni_tape_run(c->finish, x, c->found);
  jni_copy(x + 1 + n->nq + n->nv + n->nz + n->nset, c->found + layout(c).s + n->nset, n->ns - n->nset);
  if (n->nsets > 1) memory_of(c, x)[n->nm - 1] = c->found[layout(c).stop - 1];
}

// ---- counts ---------------------------------------------------------------------------------------------------------

static bool crosses(const jni_event *event, double last, double now) {
  return last * now < 0 && (event->direction == 0 || event->direction == now);
}

static void count_events(jni_compiled *c, const double *m, double t) {
  const jn_system *system = c->base->system;
  const double *sides = c->found + layout(c).m;
  for (int i = 0, side = 1; i < system->nevents; i++) {
    const jni_event *event = system->events[i].event;
    if (!event->when) {
      c->happened.events += jnk_times_passed(event->at, event->every, m[0], t);
    } else {
      c->happened.events += crosses(event, m[side], sides[side]);
      side++;
    }
  }
}

// Returns true if `finish` changes a state of the system; false if the state is omitted in the program.
static bool changes_state(const jni_compiled *c, const double *z, int state) {
  const jni_program *p = c->program;
  for (int i = 0; i < p->sizes.nz; i++)
    if (p->states[i] == state) return memcmp(&z[i], &c->found[layout(c).z + i], sizeof *z) != 0;
  return false;
}

static bool changes(const jni_compiled *c, const jni_subsystem_plan *plan, const double *z, const double *s) {
  const jni_subsystem_element *e = plan->element;
  const double *found = c->found + layout(c).s;
  if (e->ndiscretes > 0 &&
      memcmp(s + plan->discrete_at, found + plan->discrete_at, (size_t)e->ndiscretes * sizeof *s) != 0)
    return true;
  for (int i = 0; i < e->nstates; i++)
    if (changes_state(c, z, plan->state_at + i)) return true;
  return false;
}

static void count_subsystems(jni_compiled *c, const double *x, const double *m) {
  const jni_program_sizes *n = &c->program->sizes;
  const jn_system *system = c->base->system;
  const double *z = x + 1 + n->nq + n->nv, *s = z + n->nz;
  for (int i = 0; i < system->nsubsystems; i++) {
    const jni_subsystem_element *e = system->subsystems[i].element;
    if (e->period > 0) c->happened.samples += jnk_times_passed(e->offset, e->period, m[0], x[0]);
    else if (e->nroots > 0) c->happened.jumps += changes(c, &system->subsystems[i], z, s);
  }
}

void jni_compiled_finish(jni_compiled *c, const jnk_step *step, const double *x, double *end) {
  const jni_program_sizes *n = &c->program->sizes;
  const int first = 1 + n->nq + n->nv, behind = first + n->nz + n->ns;
  const double *m = x + behind + n->nu;
  jni_tape_run(c->finish, x, c->found);
  for (int i = 0; i < step->nupdated; i++) {
    int place = step->updated[i];
    end[i] = c->found[place - first - (place < behind ? 0 : n->nu)];
  }
  end[step->nupdated] = c->found[layout(c).stop];
  if (jni_memory_size(c->base->system) == 0) return;
  count_events(c, m, x[0]);
  count_subsystems(c, x, m);
}

bool jni_compiled_init_ends(jni_compiled *c) {
  jni_pool *pool = &c->base->pool;
  c->found = jni_doubles(pool, (size_t)layout(c).n);
  if (c->program->finish) c->finish = jni_compiled_tape(c, c->program->finish, layout(c).n);
  c->base->records_joints = true;
  return !pool->failed;
}
