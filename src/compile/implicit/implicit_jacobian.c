// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// implicit_jacobian.c - see implicit_jacobian.h.
#include "compile/implicit/implicit_jacobian.h"

#include <string.h>

#include "compile/coordinate_rates.h"
#include "kernel/step/step.h"
#include "system/system.h"

typedef struct {
  const jni_equations *e;
  jni_jacobian_nodes *J;
  int nlinks, nq, nv;
  int nseeds;
  // seeds: nodes of the variables q, v, z and of the mean forces of stops; rates: those of the seeds, zero for mean
  // forces
  jni_node *seeds, *rates;
  jni_node *watched, *moved;  // watched: nodes of loads of links, generalised forces and zdot; moved: their rates
  int nwatched;
  jni_wrench *loads;  // nlinks: rates of the loads
  // nv: rates of generalised forces; displacement of all speeds for a unit displacement along one independent speed
  jni_node *f, *displacement;
} deriving;

static void list_nodes(deriving *d, const jni_node *zdot) {
  const jni_equations *e = d->e;
  int n = 0, nz = d->J->nz;
  memcpy(d->seeds, e->writer->q, (size_t)d->nq * sizeof *e->q);
  memcpy(d->seeds + d->nq, e->v, (size_t)d->nv * sizeof *e->v);
  for (int i = 0; i < nz; i++) d->seeds[d->nq + d->nv + i] = e->writer->z[d->J->states[i]];
  for (int i = 0; i < e->nstops; i++)
    d->seeds[d->nseeds - e->nstops + i] = e->stop_results[JNK_STOP_NRESULTS * i + JNK_STOP_MEAN];
  for (int i = 0; i < d->nlinks; i++)
    for (int k = 0; k < 3; k++) {
      d->watched[n++] = e->writer->loads[i].f.x[k];
      d->watched[n++] = e->writer->loads[i].n.x[k];
    }
  for (int i = 0; i < d->nv; i++) d->watched[n++] = e->writer->along[i];
  for (int i = 0; i < nz; i++) d->watched[n++] = zdot[d->J->states[i]];
}

// Fills column `column` of the Jacobian d->J->A: the rates of B' f and of zdot while the variables have the rates
// d->rates, a unit vector in the direction of this column.
static void write_column(deriving *d, int column) {
  const jni_equations *e = d->e;
  jni_graph *g = e->g;
  int n = d->J->n, at = 0, width = d->J->width;
  jni_changes changes = {d->nseeds, d->seeds, d->rates};
  jni_derive_from(g, &changes, d->watched, d->nwatched, d->moved);
  for (int i = 0; i < d->nlinks; i++)
    for (int k = 0; k < 3; k++) {
      d->loads[i].f.x[k] = d->moved[at++];
      d->loads[i].n.x[k] = d->moved[at++];
    }
  const jni_reduction along = {.B = e->B, .n = n, .f = d->f};
  jni_write_generalised_forces(e->writer, &along, d->loads, d->moved + at);
  for (int k = 0; k < n; k++) d->J->A[k * width + column] = d->f[k];
  at += d->nv;
  for (int i = 0; i < d->J->nz; i++) d->J->A[(n + i) * width + column] = d->moved[at++];
}

static void clear_rates(deriving *d) {
  for (int i = 0; i < d->nseeds; i++) d->rates[i] = JNI_ZERO;
}

static void write_columns(deriving *d) {
  const jni_equations *e = d->e;
  int n = d->J->n;
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < d->nv; i++) d->displacement[i] = e->B[i * n + k];
    clear_rates(d);
    jni_move_rates(e->g, e->system, e->writer->q, d->displacement, d->rates);
    write_column(d, k);
    clear_rates(d);
    memcpy(d->rates + d->nq, d->displacement, (size_t)d->nv * sizeof *d->displacement);
    write_column(d, n + k);
  }
  for (int k = 0; k < d->J->nz; k++) {
    clear_rates(d);
    d->rates[d->nq + d->nv + k] = JNI_ONE;
    write_column(d, 2 * n + k);
  }
}

const jni_jacobian_nodes *jni_write_jacobian(jni_pool *pool, const jni_implicit_source *of) {
  const jni_equations *e = of->e;
  deriving d = {.e = e, .nlinks = e->system->tree->nlinks, .nq = e->system->sizes.nq, .nv = e->plan.nv};
  jni_jacobian_nodes *J = d.J = jni_take(pool, 1, sizeof *J);
  if (!J) return NULL;
  J->n = e->plan.nv - e->plan.m;
  J->nz = of->nz;
  J->states = of->states;
  J->width = 2 * J->n + J->nz;
  d.nseeds = d.nq + d.nv + J->nz + e->nstops;
  size_t nseeds = (size_t)d.nseeds, nv = (size_t)d.nv;
  d.nwatched = 6 * d.nlinks + d.nv + J->nz;
  J->A = jni_ints(pool, (size_t)((J->n + J->nz) * J->width) + 1);
  d.seeds = jni_ints(pool, nseeds + 1);
  d.rates = jni_ints(pool, nseeds + 1);
  d.watched = jni_ints(pool, (size_t)d.nwatched + 1);
  d.moved = jni_ints(pool, (size_t)d.nwatched + 1);
  d.loads = jni_take(pool, (size_t)d.nlinks + 1, sizeof *d.loads);
  d.f = jni_ints(pool, nv + 1);
  d.displacement = jni_ints(pool, nv + 1);
  if (pool->failed) return NULL;
  list_nodes(&d, of->zdot);
  write_columns(&d);

  // Sets the rows of states that no other row reads (work, distances) to zero: they need not be implicit.
  for (int k = 0; k < J->nz; k++) {
    bool read = false;
    for (int i = 0; i < J->n + J->nz; i++) read |= J->A[i * J->width + 2 * J->n + k] != JNI_ZERO;
    for (int i = 0; i < J->width && !read; i++) J->A[(J->n + k) * J->width + i] = JNI_ZERO;
  }
  return J;
}
