// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_model_states.c - auxiliary states of the model in a step of the index-3 family, such as the filter or the
// integral of a controller. See step_states.c.
//
// States that depend on each other form a group, which follows an increment delta of the configuration together:
//   dz = A^-1 h theta Z delta,   A = 1 - h theta dzdot/dz,   Z = dzdot/dq + dzdot/dv times dv/dq of the step
// by the gradients of their rates. A omits positive diagonal elements of dzdot/dz (unstable states), and coupling
// within groups of more than MOST_TOGETHER states or whose A would be singular: these are left to the iteration.
#include <math.h>
#include <string.h>

#include "formulation/step/step_states.h"
#include "linalg/dense/dense.h"
#include "system/derivative/formula_gradient.h"
#include "system/system.h"

enum { MOST_TOGETHER = 32 };

// ---- construction ---------------------------------------------------------------------------------------------------

// Lists, in first[z].force, the bodies that state z of the model acts on, through forces that read it. States of the
// model are the first of z.
static void find_readers(const jn_system *system, jni_pool *pool, jni_coupled *first) {
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    for (int k = 0; k < plan->reads.nstates; k++) {
      int z = plan->reads.states[k];
      for (int j = 0; j < plan->nbodies && z < system->nrates; j++)
        jni_body_row_add(&(jni_body_list){pool, &first[z].force}, plan->bodies[j]);
    }
  }
}

typedef struct {
  int *leader;  // nrates: index of the state itself or of an earlier state of its group
  int state, nrates;
} joining;

static int leader_of(const int *leader, int z) {
  while (leader[z] != z) z = leader[z];
  return z;
}

static void join(void *context, int z) {
  joining *j = context;
  if (z >= j->nrates) return;
  int a = leader_of(j->leader, j->state), b = leader_of(j->leader, z);
  if (a < b) j->leader[b] = a;
  else j->leader[a] = b;
}

static void make_group(const jn_system *system, jni_step_states *s, const int *leader, int first, int n) {
  jni_state_group *g = &s->groups[s->ngroups++];
  jni_coupled *own = s->list + s->nelement;
  g->n = 0;
  g->z = jni_ints(s->pool, (size_t)n);
  g->pivot = jni_ints(s->pool, (size_t)n);
  g->A = jni_doubles(s->pool, (size_t)n * (size_t)n);
  g->x = jni_doubles(s->pool, (size_t)n);
  if (s->pool->failed) return;
  for (int z = first; z < system->nrates && g->n < n; z++)
    if (z == first || (n > 1 && leader[z] == first)) g->z[g->n++] = z;
  for (int i = 0; i < g->n; i++)  // each member depends on the bodies of all members
    for (int k = 0; k < g->n; k++)
      jni_formula_bodies(system, &system->rates[g->z[k]], jni_body_row_add,
                         &(jni_body_list){s->pool, &own[g->z[i]].rate});
}

static void make_groups(const jn_system *system, jni_step_states *s, int *leader) {
  for (int z = 0; z < system->nrates; z++) leader[z] = z;
  for (int z = 0; z < system->nrates; z++)
    jni_formula_states(system, &system->rates[z], join, &(joining){leader, z, system->nrates});
  for (int z = 0; z < system->nrates; z++) leader[z] = leader_of(leader, z);
  for (int z = 0; z < system->nrates && !s->pool->failed; z++) {
    int n = 0;  // number of members of the group; states of a group that is too large stay single
    for (int k = leader[z]; k < system->nrates; k++) n += leader[k] == leader[z];
    if (n > MOST_TOGETHER) n = 1;
    if (leader[z] == z || n == 1) make_group(system, s, leader, z, n);
  }
}

void jni_model_states_make(const jn_system *system, jni_step_states *s) {
  jni_coupled *own = s->list + s->nelement;
  int *leader = jni_ints(s->pool, (size_t)system->nrates);
  s->groups = jni_take(s->pool, (size_t)system->nrates, sizeof *s->groups);
  if (s->pool->failed) return;
  for (int z = 0; z < system->nrates; z++) own[z].z = z;
  find_readers(system, s->pool, own);
  make_groups(system, s, leader);
}

// ---- values ---------------------------------------------------------------------------------------------------------

// Computes the gradient of the rate of one state with respect to increments of the configuration: by q, plus `speed`
// (dv/dq of the step) times that by v. Stores it in c->rate, and the gradient by z in f->states->dz.
static void calc_rate_gradient(jni_step *f, jni_coupled *c, double speed) {
  const jn_system *system = f->base.system;
  double *dz = f->states->dz;
  int size = c->rate.n * JNI_WIDEST;
  memset(c->rate.row, 0, 2 * (size_t)size * sizeof *c->rate.row);
  memset(dz, 0, (size_t)system->sizes.nz * sizeof *dz);
  jni_gradient_rows rows = {c->rate.body, c->rate.n, c->rate.row, c->rate.row + size, dz};
  jni_formula_gradient(system, f->base.work, &system->rates[c->z], 1, &rows);
  for (int i = 0; i < size; i++) c->rate.row[i] += speed * c->rate.row[size + i];
}

static void calc_matrix(jni_step *f, jni_state_group *g, double speed) {
  jni_coupled *own = f->states->list + f->states->nelement;
  for (int alone = 0; alone < 2; alone++) {
    for (int i = 0; i < g->n; i++) {
      calc_rate_gradient(f, &own[g->z[i]], speed);
      double part = f->h * f->z_part;
      for (int k = 0; k < g->n; k++) {
        double slope = f->states->dz[g->z[k]];
        g->A[i * g->n + k] = i == k ? 1 - part * fmin(slope, 0) : alone ? 0 : -part * slope;
      }
    }
    if (jni_dense_lu(g->n, g->A, g->pivot)) return;
  }
}

// Replaces the gradients of the rates of all members of a group by the gradients of the states: A^-1 h theta times
// them. All members have the same list of bodies.
static void solve_rows(jni_step *f, const jni_state_group *g) {
  jni_coupled *own = f->states->list + f->states->nelement;
  int size = own[g->z[0]].rate.n * JNI_WIDEST;
  for (int column = 0; column < size; column++) {
    for (int i = 0; i < g->n; i++) g->x[i] = f->h * f->z_part * own[g->z[i]].rate.row[column];
    jni_dense_lu_solve(g->n, g->A, g->pivot, g->x);
    for (int i = 0; i < g->n; i++) own[g->z[i]].rate.row[column] = g->x[i];
  }
}

static void calc_forces(jni_step *f) {
  const jn_system *system = f->base.system;
  jni_coupled *own = f->states->list + f->states->nelement;
  for (int z = 0; z < system->nrates; z++)
    memset(own[z].force.row, 0, (size_t)own[z].force.n * JNI_WIDEST * sizeof *own[z].force.row);
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    jni_readings r;
    if (plan->reads.nstates == 0) continue;
    jni_readings_take(system, f->base.work, plan, &r);
    for (int i_state = 0; i_state < plan->reads.nstates; i_state++) {
      int z = plan->reads.states[i_state];
      for (int place = 0; z < system->nrates && place < plan->nplaces; place++) {
        int b = plan->places[place];
        double *row = b > 0 ? jni_body_row(&own[z].force, b) : NULL;
        for (int j = 0; row && j < system->width[b]; j++)
          for (int k = 0; k < 3; k++) row[j] += r.act[place][k][j] * r.rows[k].dz[z];
      }
    }
  }
}

void jni_model_states_calc(jni_step *f, double speed) {
  if (f->base.system->nrates == 0) return;
  for (int i = 0; i < f->states->ngroups; i++) {
    calc_matrix(f, &f->states->groups[i], speed);
    solve_rows(f, &f->states->groups[i]);
  }
  calc_forces(f);
}

void jni_model_states_solve(const jni_step_states *s, double *change) {
  for (int k = 0; k < s->ngroups; k++) {
    const jni_state_group *g = &s->groups[k];
    for (int i = 0; i < g->n; i++) g->x[i] = change[g->z[i]];
    jni_dense_lu_solve(g->n, g->A, g->pivot, g->x);
    for (int i = 0; i < g->n; i++) change[g->z[i]] = g->x[i];
  }
}
