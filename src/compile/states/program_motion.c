// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_motion.c - rates of a program, and how all coordinates and speeds of the system follow from its variables.
#include <string.h>

#include "compile/move.h"
#include "compile/stage.h"
#include "compile/states/program_parts.h"

// Those of all that are variables.
static void select(const int *list, int n, const jni_node *all, jni_node *out) {
  for (int i = 0; i < n; i++) out[i] = all[list[i]];
}

// qdot of all coordinates.
static jni_node *write_motion(jni_program *p, const jn_system *system, const jni_node *q, const jni_node *v) {
  jni_node *qdot = jni_ints(&p->pool, (size_t)p->sizes.all_q + 1);
  if (qdot) jni_move_rates(p->g, system, q, v, qdot);
  return qdot;
}

void jni_program_write_whole(jni_program *p, const jni_equations *e) {
  const jni_program_sizes *n = &p->sizes;
  jni_whole_layout at = jni_whole_at(n);
  p->whole = jni_ints(&p->pool, (size_t)at.n);
  if (p->pool.failed) return;
  memcpy(p->whole + at.q, e->q, (size_t)n->all_q * sizeof *e->q);
  memcpy(p->whole + at.v, e->v, (size_t)n->all_v * sizeof *e->v);
  if (p->fused) jni_contract(p->g, p->whole, at.n);
}

void jni_program_write_rates(jni_program *p, const jni_equations *e) {
  const jni_program_sizes *n = &p->sizes;
  jni_rates_layout at = jni_rates_at(n);
  p->rates = jni_ints(&p->pool, (size_t)at.n);
  p->g->mark = JNI_CODE_velocities;
  const jni_node *qdot = write_motion(p, e->system, e->q, e->v);
  if (p->pool.failed) return;
  select(p->coordinates, n->nq, e->q, p->rates + at.q), select(p->coordinates, n->nq, qdot, p->rates + at.qdot);
  select(p->speeds, n->nv, e->v, p->rates + at.v), select(p->speeds, n->nv, e->vdot, p->rates + at.vdot);
  select(p->speeds, n->nv, e->w, p->rates + at.w);
  memcpy(p->rates + at.zdot, e->writer->zdot, (size_t)n->nz * sizeof *e->writer->zdot);
  p->rates[at.pivot] = e->pivot;
  if (p->fused) jni_contract(p->g, p->rates, at.n);
}

void jni_program_write_move(jni_program *p, const jn_system *system) {
  const jni_program_sizes *n = &p->sizes;
  jni_node *q = jni_ints(&p->pool, (size_t)n->all_q + 1), *v = jni_ints(&p->pool, (size_t)n->all_v + 1);
  p->move = jni_ints(&p->pool, (size_t)n->nq + 1);
  if (p->pool.failed) return;
  for (int i = 0; i < n->nq; i++) q[p->coordinates[i]] = jni_variable(p->g, 1 + i);
  for (int i = 0; i < n->nv; i++) v[p->speeds[i]] = jni_variable(p->g, 1 + n->nq + i);
  const jni_node *qdot = write_motion(p, system, q, v);
  if (qdot) select(p->coordinates, n->nq, qdot, p->move);
  if (p->fused) jni_contract(p->g, p->move, n->nq);
}
