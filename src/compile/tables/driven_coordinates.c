// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// driven_coordinates.c - coordinates that drivers prescribe, as variables of tables of loops and of mass matrices; see
// loop_tables.h, mass_tables.h.
#include "compile/tables/loop_tables.h"
#include "compile/tables/mass_tables.h"
#include "system/system.h"

// ---- loops --------------------------------------------------------------------------------------------------------

bool jni_driven_find(const jn_system *system, int speed, jni_driven *out) {
  for (int i = system->primitive_at[JNI_COORDINATES]; i < system->primitive_at[JNI_COORDINATES + 1]; i++) {
    const jni_primitive *p = &system->primitives[i];
    if (p->motion < 0 || p->nterms != 1) continue;
    const jni_primitive_term *term = &system->terms[p->term_at];
    const jni_coordinate *c = &system->coordinates[term->coordinate];
    if (!c->linked || c->link_v != speed || system->speed_q[speed] != c->link_q) continue;
    *out = (jni_driven){c->link_q, p->motion, p->row, p->scale, term->factor, p->constant[0]};
    return true;
  }
  return false;
}

void jni_write_driven(const jni_writer *w, const bool *free, jni_node *q, jni_node *v) {
  jni_graph *g = w->g;
  jni_driven d;
  for (int i = 0; i < w->system->sizes.nv; i++) {
    if (free[i] || !jni_driven_find(w->system, i, &d)) continue;
    const jni_node *motion = w->motions + 3 * d.motion;
    jni_node part = jni_number(g, 1 / d.factor);
    if (q) q[d.q] = jni_times(g, jni_plus(g, motion[0], jni_number(g, d.constant)), part);
    v[i] = jni_times(g, motion[1], part);
  }
}

// ---- mass matrix --------------------------------------------------------------------------------------------------

static jni_node element(const jni_extended_mass *all, int k, int l) {
  return all->M[k >= l ? k * all->n + l : l * all->n + k];
}

// Writes into x the speeds of all coordinates for unit speed of one driven coordinate and zero speed of all other
// independent and driven ones, by a unit right side in the constraint equation of its driver. b: workspace, nc nodes.
static void write_column(const jni_equations *e, const jni_loop_factor_nodes *factor, int speed, jni_node *b,
                         jni_node *x) {
  jni_driven d;
  for (int r = 0; r < e->plan.nc; r++) b[r] = JNI_ZERO;
  for (int r = 0; r < e->plan.nv; r++) x[r] = JNI_ZERO;
  if (jni_driven_find(e->system, speed, &d)) b[d.row] = jni_number(e->g, d.scale * d.factor);
  jni_write_loop_solve(factor, JNI_SOLVE_SPEEDS, b, x);
}

static void write_columns(const jni_equations *e, const jni_loop_factor_nodes *factor, jni_node *b, jni_node *x,
                          jni_extended_mass *all) {
  int nv = e->plan.nv, many = nv - e->plan.m, k = 0;
  for (int i = 0; i < all->n; i++) {
    all->driven[i] = k == many || e->plan.independent[k] != all->speed[i];
    if (all->driven[i]) write_column(e, factor, all->speed[i], b, x);
    for (int r = 0; r < nv; r++) all->B[r * all->n + i] = all->driven[i] ? x[r] : e->B[r * many + k];
    if (!all->driven[i]) all->place[k++] = i;
  }
}

bool jni_write_extended(jni_equations *e, const jni_loop_factor_nodes *factor, const jni_mass_tables *mass) {
  if (!mass || mass->n == e->plan.nv - e->plan.m) return true;
  size_t n = (size_t)mass->n, nv = (size_t)e->plan.nv;
  jni_extended_mass *all = e->extended = jni_take(&e->pool, 1, sizeof *all);
  jni_node *x = jni_ints(&e->pool, nv + 1), *b = jni_ints(&e->pool, (size_t)e->plan.nc + 1);
  if (!all) return false;
  *all = (jni_extended_mass){.n = mass->n, .speed = mass->speed};
  all->driven = jni_flags(&e->pool, n + 1);
  all->place = jni_ints(&e->pool, n + 1);
  all->B = jni_ints(&e->pool, nv * n + 1);
  all->M = jni_ints(&e->pool, n * n + 1);
  all->Q = jni_ints(&e->pool, n + 1);
  if (!e->pool.failed) write_columns(e, factor, b, x, all);
  return !e->pool.failed;
}

void jni_reduce_mass(const jni_equations *e, jni_node *M, jni_node *Q) {
  const jni_extended_mass *all = e->extended;
  int n = e->plan.nv - e->plan.m;
  for (int k = 0; k < n; k++) {
    int row = all->place[k];
    Q[k] = all->Q[row];
    for (int l = 0; l <= k; l++) M[k * n + l] = element(all, row, all->place[l]);
    for (int i = 0; i < all->n; i++)
      if (all->driven[i]) Q[k] = jni_minus(e->g, Q[k], jni_times(e->g, element(all, row, i), e->w[all->speed[i]]));
  }
}

jni_node jni_write_driver_power(const jni_equations *e) {
  jni_graph *g = e->g;
  const jni_extended_mass *all = e->extended;
  jni_node power = JNI_ZERO;
  for (int i = 0; i < all->n; i++) {
    if (!all->driven[i]) continue;
    jni_node force = jni_opposite(g, all->Q[i]);
    for (int l = 0; l < all->n; l++)
      force = jni_plus(g, force, jni_times(g, element(all, i, l), e->vdot[all->speed[l]]));
    power = jni_plus(g, power, jni_times(g, force, e->v[all->speed[i]]));
  }
  return power;
}
