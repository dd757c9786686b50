// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_motion.c - writes the rates of a program's variables, and all coordinates and speeds of the system as
// functions of these variables.
#include <string.h>

#include "compile/code_stage.h"
#include "compile/coordinate_rates.h"
#include "compile/states/program_parts.h"
#include "symbolic/rewrite/rewrite.h"
#include "system/system.h"

// Copies the n elements of `all` whose indices are in `list` to `out`.
static void select(const int *list, int n, const jni_node *all, jni_node *out) {
  for (int i = 0; i < n; i++) out[i] = all[list[i]];
}

// Writes the rates qdot of all coordinates of the system from q and v. Returns their nodes, in the program's memory;
// NULL without memory.
static jni_node *write_motion(jni_program *p, const jn_system *system, const jni_node *q, const jni_node *v) {
  jni_node *qdot = jni_ints(&p->pool, (size_t)p->sizes.all_q + 1);
  if (qdot) jni_move_rates(p->g, system, q, v, qdot);
  return qdot;
}

// Writes all states of the system: variables, and omitted states as functions of the motion.
static void list_states(jni_writer *w, jni_node *z) {
  memcpy(z, w->z, (size_t)w->system->sizes.nz * sizeof *z);
  for (int i = 0; i < w->system->model->nforces; i++) {
    const jni_force_plan *plan = &w->system->forces[i];
    for (int k = 0; k < plan->nstates; k++) z[plan->state_at + k] = jni_write_force_state(w, i, k);
  }
}

void jni_program_write_whole(jni_program *p, const jni_equations *e) {
  const jni_program_sizes *n = &p->sizes;
  jni_whole_layout at = jni_whole_at(n);
  p->whole = jni_ints(&p->pool, (size_t)at.n);
  if (p->pool.failed) return;
  memcpy(p->whole + at.q, e->q, (size_t)n->all_q * sizeof *e->q);
  memcpy(p->whole + at.v, e->v, (size_t)n->all_v * sizeof *e->v);
  if (at.n > at.z) list_states(e->writer, p->whole + at.z);
  if (p->fused) jni_contract(p->g, p->whole, at.n);
}

void jni_program_write_rates(jni_program *p, const jni_equations *e) {
  const jni_program_sizes *n = &p->sizes;
  jni_rates_layout at = jni_rates_at(n);
  p->rates = jni_ints(&p->pool, (size_t)at.n);
  p->g->mark = JNI_CODE_velocities;
  const jni_node *qdot = write_motion(p, e->system, e->q, e->v);
  if (p->pool.failed) return;
  select(p->coordinates, n->nq, e->q, p->rates + at.q);
  select(p->coordinates, n->nq, qdot, p->rates + at.qdot);
  select(p->speeds, n->nv, e->v, p->rates + at.v);
  select(p->speeds, n->nv, e->vdot, p->rates + at.vdot);
  select(p->speeds, n->nv, e->w, p->rates + at.w);
  select(p->states, n->nz, e->writer->zdot, p->rates + at.zdot);
  p->rates[at.pivot] = e->pivot;
  for (int i = 0; i < n->nstops; i++)
    select(p->speeds, n->nv, e->stop_push + i * n->all_v, p->rates + at.push + i * n->nv);
  for (int i = at.line; i < at.push; i++) p->rates[i] = e->stop_g[i - at.line];
  for (int i = at.stops; i < at.n; i++) p->rates[i] = e->stop_results[i - at.stops];
  jni_balance(p->g, p->rates, at.n);
  if (p->fused) jni_contract(p->g, p->rates, at.n);
}

void jni_program_write_calc_stops(jni_program *p, const jni_equations *e) {
  int n = JNK_STOP_NCORRECTIONS * p->sizes.nstops;
  p->work = -1;
  for (int i = 0; i < p->sizes.nz; i++)
    if (p->states[i] == e->system->work_state) p->work = i;
  p->calc_stops = jni_ints(&p->pool, (size_t)n + 1);
  if (p->calc_stops && n > 0) memcpy(p->calc_stops, e->stop_corrections, (size_t)n * sizeof *p->calc_stops);
  if (p->calc_stops && p->fused) jni_contract(p->g, p->calc_stops, n);
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

// ---- poses ----------------------------------------------------------------------------------------------------------

static void write_pose(jni_writer *w, int body, jni_node *out) {
  const jn_system *system = w->system;
  const int frame = system->model->bodies[body].frame;
  jni_written_frame at = jni_write_frame(w, frame);
  memcpy(out, at.r.x, (w->plane ? 2 : 3) * sizeof *out);
  if (w->plane) out[2] = jni_plane_angle(w, system->tree->link_of[body], 0);
  for (int i = 0; i < 4 && !w->plane; i++) out[3 + i] = jni_write_quaternion(w, body, i);
}

void jni_program_write_poses(jni_program *p, jni_equations *e) {
  const jn_model *model = e->system->model;
  int each = e->writer->plane ? 3 : 7;
  p->nbodies = e->system->nbodies - 1;
  p->nposes = each * p->nbodies;
  p->poses = jni_ints(&p->pool, (size_t)p->nposes + 1);
  p->bodies = jni_take(&p->pool, (size_t)p->nbodies + 1, sizeof *p->bodies);
  for (int i = 0; i < p->nbodies && !p->pool.failed; i++) {
    const char *name = model->bodies[i + 1].name;
    p->bodies[i] = jni_pool_text(&p->pool, name, strlen(name));
    write_pose(e->writer, i + 1, p->poses + each * i);
  }
  if (p->fused && !p->pool.failed) jni_contract(p->g, p->poses, p->nposes);
}
