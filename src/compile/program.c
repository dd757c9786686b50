// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program.c - see program.h.
#include "compile/program.h"

#include <string.h>

#include "compile/move.h"
#include "compile/stage.h"
#include "compile/states/program_parts.h"
#include "compile/tables/ranges.h"

int jni_program_nvariables(const jni_program_sizes *n) {
  return 1 + n->nq + n->nv + n->nz + n->ns + n->nu + n->nm + n->np + n->ne;
}

jni_rates_layout jni_rates_at(const jni_program_sizes *n) {
  jni_rates_layout at = {.q = 0, .v = n->nq};
  at.qdot = at.v + n->nv, at.vdot = at.qdot + n->nq, at.zdot = at.vdot + n->nv, at.w = at.zdot + n->nz;
  at.pivot = at.w + n->nv;
  at.n = at.pivot + 1;
  return at;
}

static void write_rates(jni_program *p, const jni_equations *e) {
  jni_rates_layout at = jni_rates_at(&p->sizes);
  p->rates = jni_ints(&p->pool, (size_t)at.n);
  if (!p->rates) return;
  memcpy(p->rates + at.q, e->q, (size_t)p->sizes.nq * sizeof *e->q);
  memcpy(p->rates + at.v, e->v, (size_t)p->sizes.nv * sizeof *e->v);
  memcpy(p->rates + at.vdot, e->vdot, (size_t)p->sizes.nv * sizeof *e->vdot);
  p->g->mark = JNI_CODE_velocities;
  jni_move_rates(e->g, e->system, e->q, e->v, p->rates + at.qdot);
  memcpy(p->rates + at.zdot, e->writer->zdot, (size_t)p->sizes.nz * sizeof *e->writer->zdot);
  memcpy(p->rates + at.w, e->w, (size_t)p->sizes.nv * sizeof *e->w);
  p->rates[at.pivot] = e->pivot;
  if (p->fused) jni_contract(p->g, p->rates, at.n);
}

static void write_move(jni_program *p, const jn_system *system) {
  jni_node *q = jni_ints(&p->pool, (size_t)p->sizes.nq + 1), *v = jni_ints(&p->pool, (size_t)p->sizes.nv + 1);
  p->move = jni_ints(&p->pool, (size_t)p->sizes.nq + 1);
  if (p->pool.failed) return;
  for (int i = 0; i < p->sizes.nq; i++) q[i] = jni_variable(p->g, 1 + i);
  for (int i = 0; i < p->sizes.nv; i++) v[i] = jni_variable(p->g, 1 + p->sizes.nq + i);
  jni_move_rates(p->g, system, q, v, p->move);
  if (p->fused) jni_contract(p->g, p->move, p->sizes.nq);
}

// Before sums are fused: what has been is derived no more.
static bool write_implicit(jni_program *p, const jni_equations *e, const jni_implicit_def *def) {
  if (def->extent == JNI_IMPLICIT_NONE) return true;
  int nvariables = jni_program_nvariables(&p->sizes);
  bool good = jni_write_implicit(&p->pool, e, e->writer->zdot, nvariables, def, &p->implicit);
  if (good && p->fused) jni_contract(p->g, p->implicit.jacobian, p->implicit.nkept);
  if (good && p->fused) jni_contract(p->g, p->implicit.solve, p->sizes.nv + p->sizes.nz);
  return good;
}

static void copy_plan(jni_program *p, const jni_equations *e) {
  const jn_system *system = e->system;
  p->turns = jni_take(&p->pool, (size_t)system->nturns + 1, sizeof *p->turns);
  for (int i = 0; i < system->nturns && p->turns; i++)
    p->turns[i] = (jni_program_turn){system->turns[i].q_at, system->turns[i].v_at};
  p->nturns = system->nturns;
  p->independent = jni_ints(&p->pool, (size_t)p->sizes.nindependent + 1);
  if (p->independent)
    memcpy(p->independent, e->plan.independent, (size_t)p->sizes.nindependent * sizeof *p->independent);
  p->least_pivot = e->least_pivot, p->least_row = e->least_row;
  for (int i = 0, n = p->sizes.nindependent; i < n; i++)
    for (int j = 0; j <= i; j++) {
      p->mass_elements += e->mass[i * n + j] != JNI_ZERO;
      p->mass_factors += e->M_q[i * n + j] != JNI_ZERO;
    }
}

// Outputs see closed loops, also where evaluations close them for the next one.
static bool write_outputs(jni_program *p, jni_equations *e, const jni_program_def *def, jn_report *report) {
  const jni_equations_def closed = {.nominal = p->nominal,
                                    .independent = def->reduced->independent,
                                    .nindependent = def->reduced->nindependent,
                                    .newton = 1,
                                    .nparameters = p->sizes.np + p->sizes.ne,
                                    .tables = def->given.tables,
                                    .mass = def->given.mass,
                                    .poses = def->given.poses};
  bool own = def->newton == 0 && e->place.m > 0 && def->probe && jn_probe_count(def->probe) > 0;
  if (!own) return jni_program_write_outputs(p, e, def->probe);
  jni_equations *after = jni_equations_new(p->g, def->system, &closed, report);
  if (!after) return false;
  bool good = jni_write_states(after->writer) && jni_program_write_outputs(p, after, def->probe);
  if (after->writer->refused[0]) jni_refuse(e->writer, "%s", after->writer->refused);
  e->writer->energy_begin = after->writer->energy_begin;
  e->writer->energy_variable = after->writer->energy_variable;
  good = good && !after->writer->pool.failed && !after->values->pool.failed;
  jni_equations_free(after);
  return good;
}

static bool write_parts(jni_program *p, jni_equations *e, const jni_program_def *def, jn_report *report) {
  copy_plan(p, e);
  p->g->mark = JNI_CODE_states;
  if (!jni_write_states(e->writer) || !write_implicit(p, e, &def->implicit)) return false;
  jni_write_driver_work(e->writer);  // nothing depends on it: no part of the matrix
  write_rates(p, e), write_move(p, def->system);
  if (!write_outputs(p, e, def, report) || !jni_program_write_finish(p, e)) return false;
  jni_program_write_names(p, def->system, &def->parameters);
  jni_program_keep_ranges(p, e, &def->given);
  return !e->writer->pool.failed && !e->values->pool.failed;
}

static bool fill(jni_program *p, const jni_program_def *def, jn_report *report) {
  const jn_sizes *n = &def->system->sizes;
  p->sizes = (jni_program_sizes){.nq = n->nq,
                                 .nv = n->nv,
                                 .nz = n->nz,
                                 .ns = n->ns,
                                 .nu = n->nu,
                                 .nm = jni_memory_size(def->system),
                                 .np = def->parameters.n,
                                 .ne = def->parameters.n > 0,
                                 .nindependent = def->reduced->nindependent};
  p->newton = def->newton, p->fused = def->fused;
  size_t many = (size_t)jni_program_nvariables(&p->sizes);
  p->nominal = jni_doubles(&p->pool, many);
  if (!p->nominal) return false;
  memcpy(p->nominal, def->nominal, many * sizeof *p->nominal);
  const jni_equations_def equations = {.nominal = p->nominal,
                                       .independent = def->reduced->independent,
                                       .nindependent = def->reduced->nindependent,
                                       .newton = def->newton,
                                       .nparameters = p->sizes.np + p->sizes.ne,
                                       .tables = def->given.tables,
                                       .mass = def->given.mass,
                                       .poses = def->given.poses};
  jni_equations *e = jni_equations_new(p->g, def->system, &equations, report);
  if (!e) return false;
  bool good = write_parts(p, e, def, report);
  if (!good && e->writer->refused[0]) jn_report_fault(report, JN_REFUSED, "", "%s", e->writer->refused);
  jni_equations_free(e);
  return good;
}

jni_program *jni_program_new(const jn_alloc *alloc, const jni_program_def *def, jn_report *report) {
  jni_program *p = jni_object_new(alloc, sizeof *p);
  if (!p) return NULL;
  p->g = jni_keep(&p->pool, jni_graph_new(alloc), jni_object_free);
  if (p->g) p->g->watch = def->parameters.watch;
  bool good = p->g && fill(p, def, report);
  if (p->g) p->g->watch = NULL;
  return good && !p->pool.failed && !jni_graph_failed(p->g) ? p : jni_program_free(p);
}

void *jni_program_free(jni_program *program) { return jni_object_free(program); }
