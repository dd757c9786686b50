// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_outputs.c - writes the outputs of a program and the ends of its steps.
#include <string.h>

#include "compile/states/program_parts.h"
#include "symbolic/rewrite/rewrite.h"
#include "system/probe/probe.h"
#include "system/system.h"

// ---- outputs ------------------------------------------------------------------------------------------------------

static jni_node write_column(jni_writer *w, const jn_probe *probe, int i) {
  const jni_probe_column column = jni_probe_column_of(probe, i);
  jni_node value = column.formula ? jni_write_formula(w, column.formula) : jni_write_signal(w, column.signal);
  if (value == JNI_UNWRITTEN || column.factor == 1) return value;
  return jni_over(w->g, value, jni_number(w->g, column.factor));
}

// Sets the energy T + V - W (J) from which the signal energy.error is measured to that of the nominal state.
static void begin_energy(jni_equations *e) {
  jni_writer *w = e->writer;
  double work = w->system->work_state >= 0 ? jni_value_of(e->values, w->z[w->system->work_state]) : 0;
  w->energy_begin =
      jni_value_of(e->values, jni_write_kinetic(w)) + jni_value_of(e->values, jni_write_potential(w)) - work;
}

// Writes T + V - W of a state into p->energy, and makes the energy at the start, from which energy.error is measured, a
// variable of the program, because with kept parameters it is not constant.
static void vary_energy(jni_program *p, jni_equations *e) {
  jni_writer *w = e->writer;
  jni_graph *g = w->g;
  int last = jni_program_nvariables(&p->sizes) - 1;
  jni_node work = w->system->work_state >= 0 ? w->z[w->system->work_state] : JNI_ZERO;
  p->energy = jni_minus(g, jni_plus(g, jni_write_kinetic(w), jni_write_potential(w)), work);
  begin_energy(e);
  w->energy_variable = jni_variable(g, last);
  p->nominal[last] = w->energy_begin;
  if (p->fused) jni_contract(g, &p->energy, 1);
}

static const char *keep_text(jni_program *p, const char *text) { return jni_pool_text(&p->pool, text, strlen(text)); }

bool jni_program_write_outputs(jni_program *p, jni_equations *e, const jn_probe *probe) {
  if (p->sizes.ne > 0) vary_energy(p, e);
  else if (probe && jn_probe_count(probe) > 0) begin_energy(e);
  return jni_program_write_outputs_of(p, e, probe);
}

bool jni_program_write_outputs_of(jni_program *p, jni_equations *e, const jn_probe *probe) {
  int n = probe ? jn_probe_count(probe) : 0;
  p->outputs = jni_ints(&p->pool, (size_t)n + 1);
  p->output_names = jni_take(&p->pool, (size_t)n + 1, sizeof *p->output_names);
  p->output_units = jni_take(&p->pool, (size_t)n + 1, sizeof *p->output_units);
  if (p->pool.failed) return false;
  p->noutputs = n;
  for (int i = 0; i < n; i++) {
    p->outputs[i] = write_column(e->writer, probe, i);
    if (p->outputs[i] == JNI_UNWRITTEN) return false;
    p->output_names[i] = keep_text(p, jn_probe_name(probe, i));
    p->output_units[i] = keep_text(p, jn_probe_unit(probe, i));
  }
  if (p->fused) jni_contract(p->g, p->outputs, n);
  return true;
}

// ---- ends of steps ------------------------------------------------------------------------------------------------

static void list_notes(jni_program *p, const jn_system *system) {
  char text[200];
  while (jni_finish_note(system, p->nends, text, sizeof text)) p->nends++;
  p->ends = jni_take(&p->pool, (size_t)p->nends + 1, sizeof *p->ends);
  for (int i = 0; i < p->nends && p->ends; i++) {
    jni_finish_note(system, i, text, sizeof text);
    p->ends[i] = keep_text(p, text);
  }
}

// Returns a writer with positions, velocities and constraint equations at the variables as they are, without closing
// loops; tabulated coordinates follow from their tables. Returns NULL without memory.
static jni_writer *write_without_closing(jni_equations *e, const jni_selection *selection) {
  jni_writer *w = jni_keep(&e->pool, jni_writer_new_selected(e->g, e->system, selection), jni_object_free);
  if (!w) return NULL;
  for (int i = 0; selection && i < e->system->sizes.nq; i++)
    if (!selection->q[i]) w->q[i] = e->writer->q[i];
  for (int i = 0; selection && i < e->system->sizes.nv; i++)
    if (!selection->v[i]) w->v[i] = e->v[i];
  w->energy_begin = e->writer->energy_begin;
  w->energy_variable = e->writer->energy_variable;
  jni_write_positions(w);
  jni_write_velocities(w);
  jni_write_rows(w);
  return w;
}

// Adds to p->nbroken the number of drivers whose rate can jump: their motion is a formula with breaks in time. A
// simulation by the engine applies an impulse at such a jump; compiled code continues with the new rate.
static void count_jumping_drivers(jni_program *p, const jn_system *system) {
  for (int i = 0; i < system->nmotions; i++) {
    const jni_formula *formula = &system->drives[i].of_time;
    p->nbroken += formula->expression && formula->time >= 0;
  }
}

// Writes the results of `finish` into p->finish; of the states only those that are variables of the program. set: node
// of the number of the set of independent speeds for the next step, the last element of m. Returns false without memory
// or if something has no compiled form.
static bool write_ends(jni_program *p, jni_writer *w, jni_node set) {
  const jni_program_sizes *n = &p->sizes;
  const int nm = jni_memory_size(w->system);
  jni_finish_layout at = jni_finish_at(n->nz, n->ns, n->nm), all = jni_finish_at(n->all_z, n->ns, nm);
  jni_node *ends = jni_ints(&p->pool, (size_t)all.n);
  if (!ends || !jni_write_finish(w, ends)) return false;
  for (int i = 0; i < n->nz; i++) p->finish[at.z + i] = ends[all.z + p->states[i]];
  memcpy(p->finish + at.s, ends + all.s, (size_t)(all.stop - all.s) * sizeof *ends);
  if (n->nm > nm) p->finish[at.m + nm] = set;
  p->finish[at.stop] = ends[all.stop];
  return true;
}

bool jni_program_write_finish(jni_program *p, jni_equations *e, const jni_selection *selection, jni_node set) {
  const jni_program_sizes *n = &p->sizes;
  jni_finish_layout at = jni_finish_at(n->nz, n->ns, n->nm);
  list_notes(p, e->system);
  count_jumping_drivers(p, e->system);
  if (!jni_has_finish(e->system) && set == JNI_UNWRITTEN) return true;
  p->finish = jni_ints(&p->pool, (size_t)at.n);
  if (!p->finish) return false;
  jni_writer *w = write_without_closing(e, selection);
  if (!w) return false;
  if (!write_ends(p, w, set)) w = e->writer;  // loads of joints need accelerations, which only e->writer has
  if (w == e->writer && !write_ends(p, w, set)) return false;
  jni_memory_begin(w, e->values, p->nominal + 1 + n->nq + n->nv + n->nz + n->ns + n->nu);
  if (p->fused) jni_contract(p->g, p->finish, at.n);
  return !w->pool.failed;
}

bool jni_program_write_finish_of(jni_program *p, jni_equations *e, jni_node set) {
  const jni_program_sizes *n = &p->sizes;
  jni_finish_layout at = jni_finish_at(n->nz, n->ns, n->nm);
  p->finish = jni_ints(&p->pool, (size_t)at.n);
  if (!p->finish || !write_ends(p, e->writer, set)) return false;
  if (p->fused) jni_contract(p->g, p->finish, at.n);
  return !e->writer->pool.failed;
}
