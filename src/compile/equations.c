// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equations.c - see equations.h.
#include "compile/equations.h"

#include <string.h>

#include "compile/code_stage.h"
#include "compile/coordinate_rates.h"
#include "compile/loop_plan.h"
#include "compile/tables/force_tables.h"
#include "compile/tables/mass_tables.h"
#include "compile/tables/pose_tables.h"
#include "compile/tables/stop_tables.h"
#include "compile/tables/write_loop_tables.h"
#include "system/system.h"

// ---- positions and velocities -------------------------------------------------------------------------------------

static void write_place(jni_equations *e) {
  e->g->mark = JNI_CODE_positions;
  jni_write_positions(e->writer);
  e->g->mark = JNI_CODE_loops;
  for (int i = 0; i < e->plan.nv; i++) e->writer->v[i] = JNI_ZERO;
  jni_write_velocities(e->writer);
  jni_write_rows(e->writer);
}

static jni_loop_factor_nodes *write_factor(const jni_equations *e, const jni_loop_plan *plan) {
  return jni_write_factor(&(jni_loop_factor_def){e->g, e->values, plan, e->writer->G, &e->tabulated});
}

static bool write_newton(jni_equations *e, jni_node *d) {
  e->g->mark = JNI_CODE_loops;
  jni_loop_factor_nodes *factor = write_factor(e, &e->place);
  if (!factor) return false;
  for (int i = 0; i < e->plan.nv; i++) d[i] = JNI_ZERO;
  jni_node *less = jni_ints(&e->pool, (size_t)e->plan.nc + 1);
  for (int i = 0; less && i < e->plan.nc; i++) less[i] = jni_opposite(e->g, e->writer->phi[i]);
  if (less) jni_write_loop_solve(factor, JNI_SOLVE_CORRECTION, less, d);
  jni_write_factor_free(factor);
  if (less) jni_move_by(e->g, e->system, d, e->q);
  return less;
}

// ---- equations of motion ------------------------------------------------------------------------------------------

// Fills e->B and e->w with nodes: column k of B contains all speeds for unit independent speed k, w all accelerations
// for zero independent accelerations.
static void write_basis(jni_equations *e, const jni_loop_factor_nodes *factor) {
  int nv = e->plan.nv, n = nv - e->plan.m;
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < nv; i++) e->w[i] = i == e->plan.independent[k] ? JNI_ONE : JNI_ZERO;
    jni_write_loop_solve(factor, JNI_SOLVE_SPEEDS, NULL, e->w);
    for (int i = 0; i < nv; i++) e->B[i * n + k] = e->w[i];
  }
  for (int i = 0; i < nv; i++) e->w[i] = JNI_ZERO;
  jni_write_loop_solve(factor, JNI_SOLVE_ACCELERATIONS, e->writer->gamma, e->w);
}

// Returns the node of the dot product of two vectors of n nodes with strides: the sum over j of a[j a_step] b[j
// b_step].
static jni_node product(jni_graph *g, int n, const jni_node *a, int a_step, const jni_node *b, int b_step) {
  jni_node sum = JNI_ZERO;
  for (int j = 0; j < n; j++)
    if (a[j * a_step] != JNI_ZERO && b[j * b_step] != JNI_ZERO)
      sum = jni_plus(g, sum, jni_times(g, a[j * a_step], b[j * b_step]));
  return sum;
}

// Fills e->M_q and e->Q_q, the mass matrix and the right side of the independent speeds, from the tabulated or constant
// mass matrix def->mass instead of from the bodies. Q_q also contains the loads of force elements.
static void write_tabulated_mass(jni_equations *e, const jni_equations_def *def) {
  const jni_extended_mass *all = e->extended;
  int n = def->mass->n;
  jni_node *power = jni_ints(&e->pool, (size_t)n + 1);
  if (!power) return;
  const jni_reduction along = {.B = all ? all->B : e->B, .n = n, .f = power};
  jni_write_generalised_forces(e->writer, &along, e->writer->loads, e->writer->along);
  jni_write_mass(&(jni_write_mass_def){e, def->mass, power, all ? all->M : e->M_q, all ? all->Q : e->Q_q});
  if (all) jni_reduce_mass(e, e->M_q, e->Q_q);
}

// Writes the loads of all force elements and the lines of stops. With pose tables (def->poses) the tabulated links take
// their poses from these while the loads are written; then w->links is restored, and M_q and Q_q from tabulated masses
// are written too. Returns false without memory or with a fault in the report.
static bool write_forces(jni_equations *e, const jni_equations_def *def, jn_report *report) {
  jni_writer *w = e->writer;
  if (!def->poses) return jni_write_loads(w, report) && jni_write_stop_lines(e, def->stops);
  size_t size = (size_t)e->system->tree->nlinks * sizeof *w->links;
  jni_link_nodes *links = jni_take(&e->pool, 1, size);
  if (!links || !jni_write_pose_tables(w, def->poses)) return false;
  memcpy(links, w->links, size);
  jni_write_positions(w);
  jni_write_velocities(w);
  if (!jni_write_table_kinematics(w, def->poses)) return false;
  w->tabulated_forces = def->forces ? def->forces->tabulated : NULL;
  bool good = jni_write_loads(w, report) && jni_write_stop_lines(e, def->stops);
  if (good && def->forces) jni_write_force_tables(w, def->forces);
  if (good) write_tabulated_mass(e, def);
  w->tabulated_links = NULL;
  w->tabulated_lengths = NULL;
  memcpy(w->links, links, size);
  return good;
}

static bool write_accelerations(jni_equations *e, const jni_equations_def *def) {
  jni_graph *g = e->g;
  int nv = e->plan.nv, n = nv - e->plan.m;
  const jni_reduction reduction = {e->B, e->w, n, e->M_q, e->Q_q};
  g->mark = JNI_CODE_mass;
  if (!def->mass) jni_write_inertia(e->writer, &reduction);
  else if (!def->poses) write_tabulated_mass(e, def);
  memcpy(e->mass, e->M_q, (size_t)(n * n) * sizeof *e->mass);
  memcpy(e->right, e->Q_q, (size_t)n * sizeof *e->right);
  g->mark = JNI_CODE_solution;
  jni_write_cholesky(g, n, e->M_q);
  jni_write_cholesky_solve(g, n, e->M_q, e->Q_q);
  int held_at = e->values->nvariables - jni_stop_nvariables(def->stops ? def->stops->n : 0);
  if (!jni_write_stops(e, def->stops, held_at)) return false;
  for (int i = 0; i < nv; i++) e->vdot[i] = jni_plus(g, e->w[i], product(g, n, e->B + i * n, 1, e->Q_q, 1));
  if (e->extended) e->writer->driver_power = jni_write_driver_power(e);
  return true;
}

// Writes the null vectors of G' into the writer's share->N, one for each redundant equation: 1 at this equation, and
// minus the multipliers of the active equations whose combination gives its row of G. Returns false without memory.
static bool write_null_vectors(jni_equations *e, const jni_loop_factor_nodes *factor) {
  const jni_loop_plan *plan = &e->plan;
  jni_written_share *share = &e->writer->share;
  bool *active = jni_flags(&e->pool, (size_t)plan->nc + 1);
  share->N = jni_ints(&e->pool, (size_t)((plan->nc - plan->m) * plan->nc) + 1);
  share->values = e->values;
  if (e->pool.failed) return false;
  for (int i = 0; i < plan->m; i++) active[plan->groups->rows[i]] = true;
  for (int i = 0; i < plan->nc; i++) {
    if (active[i]) continue;
    jni_node *n = share->N + share->n++ * plan->nc;
    jni_write_loop_transposed(factor, e->writer->G + i * plan->nv, n);
    for (int k = 0; k < plan->nc; k++) n[k] = jni_opposite(e->g, n[k]);
    n[i] = JNI_ONE;
  }
  return true;
}

static bool write_multipliers(jni_equations *e, const jni_loop_factor_nodes *factor) {
  jni_node *left = jni_ints(&e->pool, (size_t)e->plan.nv + 1);
  if (!left || !jni_write_accelerations(e->writer, e->vdot, left)) return false;
  jni_write_loop_transposed(factor, left, e->lambda);
  return jni_write_multipliers(e->writer, e->lambda) && write_null_vectors(e, factor);
}

static bool write_motion(jni_equations *e, const jni_node *speeds, const jni_equations_def *def, jn_report *report) {
  e->g->mark = JNI_CODE_loops;
  jni_loop_factor_nodes *factor = write_factor(e, &e->plan);
  if (!factor) return false;
  e->least_pivot = factor->least_pivot;
  e->least_row = factor->least_row;
  e->pivot = jni_write_least_pivot(factor, e->values);
  e->size = jni_write_least_pivot(factor, NULL);
  e->g->mark = JNI_CODE_velocities;
  memcpy(e->v, speeds, (size_t)e->plan.nv * sizeof *e->v);
  jni_write_loop_solve(factor, JNI_SOLVE_SPEEDS, e->writer->nu, e->v);
  memcpy(e->writer->v, e->v, (size_t)e->plan.nv * sizeof *e->v);
  jni_write_velocities(e->writer);
  jni_write_rows(e->writer);  // writes the same nodes of G again, and gamma
  e->g->mark = JNI_CODE_dependents;
  write_basis(e, factor);
  bool extended = jni_write_extended(e, factor, def->mass);
  e->g->mark = JNI_CODE_forces;
  if (!extended || !write_forces(e, def, report)) {
    jni_write_factor_free(factor);
    return false;
  }
  bool good = write_accelerations(e, def) && write_multipliers(e, factor);
  jni_write_factor_free(factor);
  return good;
}

// Sets e->q to the coordinates of the variables, moved by one Newton correction with the matrix of this evaluation: the
// q with which the next step begins (newton = 0). d: workspace for the displacement. Returns false without memory.
static bool write_next(jni_equations *e, jni_node *d) {
  size_t nq = (size_t)e->system->sizes.nq;
  e->q = jni_ints(&e->pool, nq + 1);
  if (!e->q) return false;
  memcpy(e->q, e->writer->q, nq * sizeof *e->q);
  return write_newton(e, d);
}

// Writes the coordinates and speeds that follow from drivers and tables into e->q, `speeds` and e->tabulated, before
// the other loops are closed. With newton = 0 driven coordinates keep the values of their variables, at which the
// tables are then evaluated. Returns false without memory.
static bool write_tabulated(jni_equations *e, const jni_equations_def *def, jni_node *speeds) {
  bool *free = jni_flags(&e->pool, (size_t)e->plan.nv + 1);
  if (!free) return false;
  for (int i = 0; i < def->nindependent; i++) free[def->independent[i]] = true;
  jni_write_driven(e->writer, free, def->newton > 0 ? e->q : NULL, speeds);

  const jni_write_tables_def tables = {e->g, e->system, def->tables, speeds, e->q, def->mass != NULL};
  e->tabulated.unused = def->without_unused && def->selection ? def->selection->unused : NULL;
  return jni_write_tables(&e->pool, &tables, &e->tabulated);
}

static bool write_all(jni_equations *e, const jni_equations_def *def, jn_report *report) {
  jni_node *speeds = jni_ints(&e->pool, (size_t)e->plan.nv + 1), *d = jni_ints(&e->pool, (size_t)e->plan.nv + 1);
  if (e->pool.failed) return false;
  memcpy(speeds, e->writer->v, (size_t)e->plan.nv * sizeof *speeds);
  e->q = e->writer->q;
  if (def->tables && !write_tabulated(e, def, speeds)) return false;
  write_place(e);
  if (!jni_plan_loops(e, def)) {
    if (!e->pool.failed)
      jn_report_fault(report, JN_SINGULAR, "", "the loops cannot be solved for the variables that are not independent");
    return false;
  }
  for (int i = 0; i < def->newton && e->place.m > 0; i++) {
    if (!write_newton(e, d)) return false;
    write_place(e);
  }
  if (def->newton == 0 && e->place.m > 0 && !write_next(e, d)) return false;
  return write_motion(e, speeds, def, report);
}

jni_equations *jni_equations_new(jni_graph *g, const jn_system *system, const jni_equations_def *def,
                                 jn_report *report) {
  jni_equations *e = jni_object_new(g->pool.alloc, sizeof *e);
  if (!e) return NULL;
  size_t nv = (size_t)system->sizes.nv, n = (size_t)def->nindependent;
  e->g = g;
  e->system = system;
  e->plan.nv = system->sizes.nv;
  e->plan.nc = system->sizes.nc;
  int nvariables = jni_writer_nselected(system, def->selection) + def->nparameters;
  e->values = jni_keep(&e->pool, jni_values_new(g, def->nominal, nvariables), jni_object_free);
  e->writer = jni_keep(&e->pool, jni_writer_new_selected(g, system, def->selection), jni_object_free);
  if (e->writer && def->stops) e->writer->separate = def->stops->separate;
  if (e->writer) e->writer->derived = def->derived;
  e->v = jni_ints(&e->pool, nv + 1);
  e->vdot = jni_ints(&e->pool, nv + 1);
  e->w = jni_ints(&e->pool, nv + 1);
  e->lambda = jni_ints(&e->pool, (size_t)system->sizes.nc + 1);
  e->B = jni_ints(&e->pool, nv * n + 1);
  e->M_q = jni_ints(&e->pool, n * n + 1);
  e->Q_q = jni_ints(&e->pool, n + 1);
  e->mass = jni_ints(&e->pool, n * n + 1);
  e->right = jni_ints(&e->pool, n + 1);
  bool good = !e->pool.failed && write_all(e, def, report);
  return good && !e->pool.failed && !g->pool.failed ? e : jni_equations_free(e);
}

void *jni_equations_free(jni_equations *e) { return jni_object_free(e); }
