// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program.c - see program.h.
#include "compile/program.h"

#include <string.h>

#include "compile/code_stage.h"
#include "compile/states/program_parts.h"
#include "compile/tables/loop_tables.h"
#include "compile/tables/stop_tables.h"
#include "compile/tables/table_ranges.h"
#include "symbolic/rewrite/rewrite.h"
#include "system/signal_value.h"
#include "system/system.h"

int jni_program_nvariables(const jni_program_sizes *n) {
  return 1 + n->nq + n->nv + n->nz + n->ns + n->nu + n->nm + n->np + n->ne + n->nf;
}

jni_rates_layout jni_rates_at(const jni_program_sizes *n) {
  jni_rates_layout at = {.q = 0, .v = n->nq};
  at.qdot = at.v + n->nv;
  at.vdot = at.qdot + n->nq;
  at.zdot = at.vdot + n->nv;
  at.w = at.zdot + n->nz;
  at.pivot = at.w + n->nv;
  at.line = at.pivot + 1;
  at.push = at.line + n->nstops * n->nindependent;
  at.stops = at.push + n->nstops * n->nv;
  at.n = at.stops + n->nstops * JNK_STOP_NRESULTS;
  return at;
}

jni_whole_layout jni_whole_at(const jni_program_sizes *n) {
  int z = n->all_q + n->all_v;
  return (jni_whole_layout){0, n->all_q, z, z + (n->nz < n->all_z ? n->all_z : 0)};
}

// Writes the functions `jacobian` and `solve` of linearly implicit methods into p->implicit. To be called before sums
// of products are fused, because fused code cannot be differentiated. Does nothing for explicit methods. Returns false
// without memory.
static bool write_implicit(jni_program *p, const jni_equations *e, const jni_implicit_def *def) {
  if (def->extent == JNI_IMPLICIT_NONE) return true;
  const jni_implicit_source of = {.e = e,
                                  .zdot = e->writer->zdot,
                                  .nvariables = jni_program_nvariables(&p->sizes),
                                  .speeds = p->speeds,
                                  .nv = p->sizes.nv,
                                  .states = p->states,
                                  .nz = p->sizes.nz};
  bool good = jni_write_implicit(&p->pool, &of, def, &p->implicit);
  if (good && p->fused) jni_contract(p->g, p->implicit.jacobian, p->implicit.nkept);
  if (good && p->fused) jni_contract(p->g, p->implicit.solve, p->sizes.nv + p->sizes.nz);
  return good;
}

static int place_in(const int *list, int n, int number) {
  for (int i = 0; i < n; i++)
    if (list[i] == number) return i;
  return -1;
}

static void keep_groups(jni_program *p, const jni_loop_plan *plan) {
  int n = plan->m > 0 ? plan->groups->ngroups : 0;
  p->groups = jni_ints(&p->pool, (size_t)n + 1);
  if (!p->groups) return;
  p->ngroups = n;
  for (int i = 0; i < n; i++) p->groups[i] = plan->groups->group_at[i + 1] - plan->groups->group_at[i];
}

static void copy_plan(jni_program *p, const jni_equations *e) {
  const jn_system *system = e->system;
  const jni_program_sizes *n = &p->sizes;
  p->turns = jni_take(&p->pool, (size_t)system->nturns + 1, sizeof *p->turns);
  p->independent = jni_ints(&p->pool, (size_t)n->nindependent + 1);
  if (p->pool.failed) return;
  for (int i = 0; i < system->nturns; i++) {
    int q = place_in(p->coordinates, n->nq, system->turns[i].q_at),
        v = place_in(p->speeds, n->nv, system->turns[i].v_at);
    if (q >= 0) p->turns[p->nturns++] = (jni_program_turn){q, v};
  }
  for (int i = 0; i < n->nindependent; i++) p->independent[i] = place_in(p->speeds, n->nv, e->plan.independent[i]);
  p->least_pivot = e->least_pivot;
  p->least_row = e->least_row;
  keep_groups(p, &e->plan);
  for (int i = 0, many = n->nindependent; i < many; i++)
    for (int j = 0; j <= i; j++) {
      p->mass_elements += e->mass[i * many + j] != JNI_ZERO;
      p->mass_factors += e->M_q[i * many + j] != JNI_ZERO;
    }
}

static jni_equations_def equations_def(const jni_program *p, const jni_program_def *def,
                                       const jni_selection *selection) {
  return (jni_equations_def){.nominal = p->nominal,
                             .selection = selection,
                             .independent = def->reduced->independent,
                             .nindependent = def->reduced->nindependent,
                             .newton = def->newton,
                             .derived = def->implicit.extent != JNI_IMPLICIT_NONE,
                             .without_unused = true,
                             .nparameters = p->sizes.np + p->sizes.ne + p->sizes.nf + p->sizes.nsets - 1,
                             .tables = def->tabulated.tables,
                             .mass = def->tabulated.mass,
                             .poses = def->tabulated.poses,
                             .forces = def->tabulated.forces,
                             .stops = def->tabulated.stops};
}

// ---- second set of independent speeds -------------------------------------------------------------------------------

static jni_node chosen(jni_program *p, jni_node first, jni_node second) {
  const jni_program_sizes *n = &p->sizes;
  jni_node set = jni_variable(p->g, 1 + n->nq + n->nv + n->nz + n->ns + n->nu + n->nm - 1);
  return jni_select(p->g, set, second, first);
}

static void choose_results(jni_program *p, const jni_node *second, int n, jni_node *results) {
  for (int i = 0; results && second && i < n; i++) results[i] = chosen(p, results[i], second[i]);
}

// Writes the equations once more, with the second set of independent speeds, and returns them. Returns NULL without
// memory or with a fault in the report.
static jni_equations *write_second(jni_program *p, const jni_program_def *def, int newton, jn_report *report) {
  jni_equations_def other = equations_def(p, def, NULL);
  other.newton = newton;
  other.nominal = def->second.nominal;
  other.independent = def->second.independent;
  jni_equations *e = jni_equations_new(p->g, def->system, &other, report);
  if (!e || !jni_write_states(e->writer)) return jni_equations_free(e);
  jni_write_driver_work(e->writer);
  return e;
}

// Returns the node of the number, 0 or 1, of the set that the next step uses: the other set if the smallest pivot of
// the present one is below JNI_SET_POOR times that of the other.
static jni_node next_set(jni_program *p, const jni_equations *first, const jni_equations *second) {
  jni_graph *g = p->g;
  const jni_node part = jni_number(g, JNI_SET_POOR);
  jni_node leave = jni_apply(g, JNI_DO_less, first->size, jni_times(g, part, second->size), 0);
  jni_node back = jni_apply(g, JNI_DO_less, second->size, jni_times(g, part, first->size), 0);
  return chosen(p, jni_select(g, leave, JNI_ONE, JNI_ZERO), jni_select(g, back, JNI_ZERO, JNI_ONE));
}

// ---- functions of a state -----------------------------------------------------------------------------------------

static bool is_whole(const jni_program_sizes *n) { return n->nq == n->all_q && n->nv == n->all_v && n->nz == n->all_z; }

// Writes equations with closed loops for outputs, poses and `whole` into *closed. Sets *closed to NULL, and returns
// true, if they are not needed: the equations of `rates` close the loops before they are evaluated, there are no loops,
// or nothing would read them. Returns false without memory or with a fault in the report.
static bool write_closed(jni_program *p, const jni_equations *e, const jni_program_def *def,
                         const jni_selection *selection, jn_report *report, jni_equations **closed) {
  bool unused = selection && selection->unused, asked = def->poses || (def->probe && jn_probe_count(def->probe) > 0);
  *closed = NULL;
  if (!unused && !def->tabulated.forces && (def->newton > 0 || e->place.m == 0 || (!asked && is_whole(&p->sizes))))
    return true;
  jni_equations_def after = equations_def(p, def, selection);
  after.newton = unused ? JNI_UNUSED_NEWTON_STEPS : 1;
  after.without_unused = false;
  after.forces = NULL;
  *closed = jni_equations_new(p->g, def->system, &after, report);
  return *closed && jni_write_states((*closed)->writer);
}

// Writes outputs and poses once more for the second set of independent speeds, and selects in p->outputs and p->poses
// those of the set in use. Returns false without memory or with a fault in the report.
static bool add_second_outputs(jni_program *p, const jni_program_def *def, const jni_equations *first,
                               jn_report *report) {
  jni_node *outputs = p->outputs, *poses = p->poses;
  jni_equations *e = write_second(p, def, def->newton > 0 ? def->newton : 1, report);
  if (!e) return false;
  e->writer->energy_begin = first->writer->energy_begin;
  bool good = jni_program_write_outputs_of(p, e, def->probe);
  if (def->poses) jni_program_write_poses(p, e);
  choose_results(p, p->outputs, p->noutputs, outputs);
  if (def->poses) choose_results(p, p->poses, p->nposes, poses);
  p->outputs = outputs;
  p->poses = poses;
  good = good && !e->writer->pool.failed && !e->values->pool.failed;
  jni_equations_free(e);
  return good;
}

// Writes p->finish, the actions at the ends of steps. Recorded loads of joints are those of the set of independent
// speeds in use. Returns false without memory or if something has no compiled form.
static bool write_finish(jni_program *p, jni_equations *e, jni_equations *second, const jni_selection *selection) {
  jni_node set = second ? next_set(p, e, second) : JNI_UNWRITTEN;
  if (!jni_program_write_finish(p, e, selection, set)) return false;
  if (!second || !jni_has_loads(e->system)) return true;
  jni_node *finish = p->finish;
  bool good = jni_program_write_finish_of(p, second, set);
  choose_results(p, p->finish, jni_finish_at(p->sizes.nz, p->sizes.ns, p->sizes.nm).n, finish);
  p->finish = finish;
  return good;
}

static bool write_readings(jni_program *p, jni_equations *e, jni_equations *closed, const jni_program_def *def) {
  jni_equations *from = closed ? closed : e;
  bool good = jni_program_write_outputs(p, from, def->probe);
  if (!is_whole(&p->sizes)) jni_program_write_whole(p, from);
  if (def->poses) jni_program_write_poses(p, from);
  if (!closed) return good;
  if (closed->writer->refused[0]) jni_refuse(e->writer, "%s", closed->writer->refused);
  e->writer->energy_begin = closed->writer->energy_begin;
  e->writer->energy_variable = closed->writer->energy_variable;
  return good && !closed->writer->pool.failed && !closed->values->pool.failed;
}

static bool write_parts(jni_program *p, jni_equations *e, const jni_program_def *def, const jni_selection *selection,
                        jn_report *report) {
  jni_equations *closed;
  copy_plan(p, e);
  p->g->mark = JNI_CODE_states;
  if (!jni_write_states(e->writer) || !write_implicit(p, e, &def->implicit)) return false;
  jni_write_driver_work(e->writer);  // last, so that all other code keeps its marks
  jni_equations *second = p->sizes.nsets > 1 ? write_second(p, def, def->newton, report) : NULL;
  if (p->sizes.nsets > 1 && !second) return false;
  jni_program_write_rates(p, e);
  if (second) {
    jni_node *rates = p->rates;
    jni_program_write_rates(p, second);
    choose_results(p, p->rates, jni_rates_at(&p->sizes).n, rates);
    p->rates = rates;
  }
  jni_program_write_move(p, def->system);
  jni_program_write_calc_stops(p, e);
  bool good = write_closed(p, e, def, selection, report, &closed) && write_readings(p, e, closed, def) &&
              (!second || add_second_outputs(p, def, closed ? closed : e, report)) &&
              write_finish(p, e, second, selection);
  jni_equations_free(closed);
  jni_equations_free(second);
  if (good) jni_program_write_names(p, def);
  if (good) jni_program_add_ranges(p, &def->tabulated);
  return good && !e->writer->pool.failed && !e->values->pool.failed;
}

// ---- variables ----------------------------------------------------------------------------------------------------

static bool list_variables(jni_program *p, const jni_selection *selection) {
  jni_program_sizes *n = &p->sizes;
  if (selection) {
    n->nq = selection->nq;
    n->nv = selection->nv;
    n->nz = selection->nz;
  }
  p->coordinates = jni_ints(&p->pool, (size_t)n->nq + 1);
  p->speeds = jni_ints(&p->pool, (size_t)n->nv + 1);
  p->states = jni_ints(&p->pool, (size_t)n->nz + 1);
  if (p->pool.failed) return false;
  for (int i = 0, k = 0; i < n->all_q; i++)
    if (!selection || selection->q[i]) p->coordinates[k++] = i;
  for (int i = 0, k = 0; i < n->all_v; i++)
    if (!selection || selection->v[i]) p->speeds[k++] = i;
  for (int i = 0, k = 0; i < n->all_z; i++)
    if (!selection || selection->z[i]) p->states[k++] = i;
  return true;
}

// Sets p->nominal, the values of the program's variables, from `all`, those of the whole system. Returns false without
// memory.
static bool set_nominal(jni_program *p, const double *all) {
  const jni_program_sizes *n = &p->sizes;
  int many = jni_program_nvariables(n), moving = 1 + n->nq + n->nv, rest = moving + n->nz;
  p->nominal = jni_doubles(&p->pool, (size_t)many);
  if (!p->nominal) return false;
  p->nominal[0] = all[0];
  for (int i = 0; i < n->nq; i++) p->nominal[1 + i] = all[1 + p->coordinates[i]];
  for (int i = 0; i < n->nv; i++) p->nominal[1 + n->nq + i] = all[1 + n->all_q + p->speeds[i]];
  all += 1 + n->all_q + n->all_v;
  for (int i = 0; i < n->nz; i++) p->nominal[moving + i] = all[p->states[i]];
  memcpy(p->nominal + rest, all + n->all_z, (size_t)(many - rest) * sizeof *all);
  return true;
}

static bool fill(jni_program *p, const jni_program_def *def, const jni_selection *selection, jn_report *report) {
  const jn_sizes *n = &def->system->sizes;
  p->sizes = (jni_program_sizes){.nq = n->nq,
                                 .nv = n->nv,
                                 .nz = n->nz,
                                 .ns = n->ns,
                                 .nset = def->system->model->nown_discretes,
                                 .nu = n->nu,
                                 .nm = jni_memory_size(def->system) + (def->second.independent != NULL),
                                 .nsets = def->second.independent ? 2 : 1,
                                 .np = def->parameters.n,
                                 .ne = def->parameters.n > 0,
                                 .nstops = def->tabulated.stops ? def->tabulated.stops->n : 0,
                                 .nindependent = def->reduced->nindependent,
                                 .all_q = n->nq,
                                 .all_v = n->nv,
                                 .all_z = n->nz};
  p->newton = def->newton;
  p->fused = p->g->fused = def->fused;
  p->sizes.nf = jni_stop_nvariables(p->sizes.nstops);
  if (p->sizes.nf > 0) {
    p->stop_step = def->tabulated.stops->h;
    p->stop_part = def->tabulated.stops->part;
  }
  if (!list_variables(p, selection) || !set_nominal(p, def->nominal)) return false;
  jni_watch *watch = p->g->watch;
  if (watch) watch->begin(watch, p->g, jni_program_nvariables(&p->sizes) - p->sizes.nf - p->sizes.ne - p->sizes.np);
  const jni_equations_def equations = equations_def(p, def, selection);
  jni_equations *e = jni_equations_new(p->g, def->system, &equations, report);
  if (!e) return false;
  bool good = write_parts(p, e, def, selection, report);
  if (!good && e->writer->refused[0]) jn_report_fault(report, JN_REFUSED, "", "%s", e->writer->refused);
  jni_equations_free(e);
  return good;
}

static jni_program *write_program(const jn_alloc *alloc, const jni_program_def *def, const jni_selection *selection,
                                  jn_report *report) {
  jni_program *p = jni_object_new(alloc, sizeof *p);
  if (!p) return NULL;
  p->g = jni_keep(&p->pool, jni_graph_new(alloc), jni_object_free);
  if (p->g) p->g->watch = def->parameters.watch;  // the watch takes the first parameter's variable in `begin`
  bool good = p->g && fill(p, def, selection, report);
  if (p->g) p->g->watch = NULL;
  return good && !p->pool.failed && !jni_graph_failed(p->g) ? p : jni_program_free(p);
}

// Writes the program again without the unused variables (states/program_parts.h) and returns it in place of p, which is
// freed; returns p if there are none or `whole` does not find them reliably. NULL, with both freed, without memory or
// with a fault in the report.
static jni_program *write_without_unused(jni_program *p, const jni_program_def *def, jni_pool *scratch,
                                         jni_selection *selection, jn_report *report) {
  if (!jni_program_find_unused(p, def, scratch, selection)) return jni_program_free(p);
  if (!selection->unused) return p;
  jni_program *less = write_program(p->pool.alloc, def, selection, report);
  bool closes = false, known = less && jni_program_unused_closes(p, less, def, &closes);
  jni_program_free(known && !closes ? less : p);
  return known && !closes ? p : known ? less : jni_program_free(less);
}

static bool select_variables(jni_pool *scratch, const jni_program_def *def, jni_selection *out) {
  const jni_program_tables *tabulated = &def->tabulated;
  bool good = tabulated->tables
                  ? jni_loop_tables_select(scratch, def->system, tabulated->tables, tabulated->mass != NULL, out)
                  : jni_select_all(scratch, def->system, out);
  if (good && tabulated->creeps) jni_omit_friction_states(def->system, out);
  return good;
}

// Writes the program without some variables: with tables, without those that follow from tables and unused ones; with
// `creeps`, without friction states. Returns NULL without memory or with a fault in the report.
static jni_program *write_with_less(const jn_alloc *alloc, const jni_program_def *def, jn_report *report) {
  jni_pool scratch = {.alloc = alloc};
  jni_selection selection;
  bool good = select_variables(&scratch, def, &selection);
  jni_program *p = good ? write_program(alloc, def, &selection, report) : NULL;
  if (p && def->tabulated.tables && p->sizes.nv > p->sizes.nindependent)
    p = write_without_unused(p, def, &scratch, &selection, report);
  jni_pool_free(&scratch);
  return p;
}

jni_program *jni_program_new(const jn_alloc *alloc, const jni_program_def *def, jn_report *report) {
  bool less = def->tabulated.tables || def->tabulated.creeps;
  return less ? write_with_less(alloc, def, report) : write_program(alloc, def, NULL, report);
}

void *jni_program_free(jni_program *program) { return jni_object_free(program); }
