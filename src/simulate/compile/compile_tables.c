// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_tables.c - what is precomputed: what the independent variables go through in a run of the exact code, tables
// of loops, then with these the mass matrix and the poses.
#include "simulate/compile/compile_tables.h"

#include <math.h>
#include <string.h>

#include "compile/machine.h"
#include "compile/tables/force_tables.h"
#include "compile/tables/mass.h"
#include "compile/tables/poses.h"
#include "compile/tables/tables.h"
#include "model/kind.h"
#include "model/model.h"

enum { MOST_COEFFICIENTS = 20000, MOST_STEPS = 2000000 };

typedef struct {
  jn_compiled *c;
  const jn_system *system;
  const jn_reduced *reduced;
  const jn_compile_tables *how;
  jn_report *report;
  double *nominal, *low, *high;  // of coordinates
  double *slowest, *fastest;     // of speeds
} making;

// ---- ranges -------------------------------------------------------------------------------------------------------

static void widen(int n, const double *x, double *low, double *high) {
  for (int i = 0; i < n; i++) low[i] = fmin(low[i], x[i]), high[i] = fmax(high[i], x[i]);
}

static void add_margin(int n, double *low, double *high) {
  const double share = 0.1, least = 0.01;
  for (int i = 0; i < n; i++) {
    double more = fmax(least, share * (high[i] - low[i]));
    low[i] -= more, high[i] += more;
  }
}

// The model's own run, with a tenth more at both ends, at least a hundredth of a metre or radian.
static bool drive(making *m, const jni_program *exact) {
  const jn_choices *choices = &m->c->choices;
  int nq = m->system->sizes.nq, nv = m->system->sizes.nv;
  const jni_machine_def def = {
      .program = exact, .method = jni_step_method_find(choices->integrator), .h = choices->step};
  jni_machine *machine = jni_machine_new(m->system->pool.alloc, &def);
  if (!machine) return false;
  for (int i = 0; i < MOST_STEPS && machine->x[0] < choices->until && machine->stop == 0; i++) {
    if (jni_machine_step(machine) != JN_OK) break;
    widen(nq, machine->x + 1, m->low, m->high);
    widen(nv, machine->x + 1 + nq, m->slowest, m->fastest);
  }
  jni_machine_free(machine);
  add_margin(nq, m->low, m->high), add_margin(nv, m->slowest, m->fastest);
  return true;
}

static bool take_ranges(making *m) {
  bool good = true;
  for (int k = 0; k < m->how->nranges; k++) {
    const jn_compile_range *range = &m->how->ranges[k];
    int found = -1;
    for (int i = 0; i < m->reduced->nindependent; i++)
      if (strcmp(m->reduced->arcs[m->reduced->independent[i]], range->name) == 0) found = m->reduced->independent[i];
    int q = found < 0 ? -1 : m->system->speed_q[found];
    if (q < 0 || !(range->low < m->nominal[1 + q] && m->nominal[1 + q] < range->high)) {
      jn_report_fault(m->report, JN_BAD_ARGUMENT, "",
                      q < 0 ? "the range of '%.100s': no independent variable of one number has this name"
                            : "the range of '%.100s' does not hold its value at the start",
                      range->name);
      good = false;
      continue;
    }
    m->low[q] = range->low, m->high[q] = range->high;
  }
  return good;
}

// ---- bodies -------------------------------------------------------------------------------------------------------

static bool matches(const char *pattern, const char *name) {
  const char *star = strchr(pattern, '*');
  size_t n = strlen(name), before = star ? (size_t)(star - pattern) : 0, after = star ? strlen(star + 1) : 0;
  if (!star) return strcmp(pattern, name) == 0;
  return n >= before + after && strncmp(pattern, name, before) == 0 && strcmp(star + 1, name + n - after) == 0;
}

static bool keep_named(const making *m, bool *kept) {
  bool good = true;
  for (int k = 0; k < m->how->nbodies; k++) {
    bool found = false;
    for (int b = 1; b < m->system->nbodies; b++)
      if (matches(m->how->bodies[k], m->system->model->bodies[b].name)) kept[b] = found = true;
    if (!found)
      jn_report_fault(m->report, JN_BAD_ARGUMENT, "", "no body has the name '%.100s' that is to be kept",
                      m->how->bodies[k]),
          good = false;
  }
  return good;
}

// Those that forces act on, but forces along a length alone.
static void keep_loaded(const making *m, bool *kept) {
  for (int i = 0; i < m->system->model->nforces; i++) {
    const jni_force_plan *plan = &m->system->forces[i];
    const jni_force_code *code = plan->element->kind->code;
    for (int k = 0; k < plan->nplaces && code && !code->line && plan->nterms == 0; k++) kept[plan->places[k]] = true;
  }
}

// ---- tables -------------------------------------------------------------------------------------------------------

static jni_equations *equations_of(const making *m, jni_graph *g, const jni_loop_tables *tables) {
  const jni_equations_def def = {.nominal = m->nominal,
                                 .independent = m->reduced->independent,
                                 .nindependent = m->reduced->nindependent,
                                 .newton = 1,
                                 .tables = tables};
  return jni_equations_new(g, m->system, &def, m->report);
}

static void tell(making *m, const jni_fitted *table, int nfunctions) {
  jn_compile_report *r = &m->c->report;
  if (!table->block) return;
  if (table->first == 0) r->ntables++, r->table_bytes += jni_fit_size(&table->fit) * sizeof *table->block;
  for (int i = 0; table->error && i < nfunctions; i++) r->table_error = fmax(r->table_error, table->error[i]);
}

static jni_loop_tables *make_loops(making *m, const jni_few_def *few) {
  jni_graph *g = jni_graph_new(m->system->pool.alloc);
  jni_equations *e = g ? equations_of(m, g, NULL) : NULL;
  jni_loop_tables *tables = e ? jni_keep(&m->c->pool, jni_loop_tables_new(e, few), jni_object_free) : NULL;
  jni_equations_free(e), jni_graph_free(g);
  return tables;
}

typedef struct {
  jni_loop_tables *loops;
  jni_given_mass *mass;
  jni_poses *poses;
  jni_force_tables *forces;
} made;

static bool make_forces(making *m, const jni_few_def *few, made *out) {
  const jni_force_tables_def def = {m->system,  out->poses, few,
                                    m->slowest, m->fastest, m->how->force_within > 0 ? m->how->force_within : 5e-3};
  out->forces = jni_keep(&m->c->pool, jni_force_tables_new(&def), jni_object_free);
  return out->forces;
}

static bool make_rest(making *m, const jni_few_def *few, const bool *kept, made *out) {
  jni_graph *g = jni_graph_new(m->system->pool.alloc);
  jni_equations *e = g ? equations_of(m, g, out->loops) : NULL;
  jni_mass_def def = {*few, m->how->extent == JN_CONSTANT_MASS};
  def.few.within = m->how->mass_within > 0 ? m->how->mass_within : 1e-4;
  out->mass = e ? jni_keep(&m->c->pool, jni_mass_new(e, &def), jni_object_free) : NULL;
  bool poses = out->mass && m->how->poses;
  if (poses) out->poses = jni_keep(&m->c->pool, jni_poses_new(e, kept, few), jni_object_free);
  jni_equations_free(e), jni_graph_free(g);
  if (!out->mass || (poses && !out->poses)) return false;
  return !poses || !m->how->forces || make_forces(m, few, out);
}

// ---- all of them ----------------------------------------------------------------------------------------------------

typedef struct {
  jni_merge_part *list;
  int n;
} parts;

static void add_part(parts *p, const int *q, int nfunctions, jni_fitted *table) {
  if (table->block) p->list[p->n++] = (jni_merge_part){q, nfunctions, table};
}

static void add_few(parts *p, jni_pose_table *list, int n) {
  for (int i = 0; i < n; i++) add_part(p, list[i].table.q, list[i].table.nfunctions, &list[i].table.made);
}

// Those that an evaluation reads. With poses it reads few coordinates of loops, and so do the ends of steps: these have
// their own tables.
static void list_parts(const made *all, parts *out, parts *beside) {
  for (int i = 0; i < all->loops->n; i++) {
    jni_loop_table *t = &all->loops->list[i];
    add_part(all->poses ? beside : out, t->q, t->nfunctions, &t->made);
  }
  for (int i = 0; all->mass && i < all->mass->ntables; i++) {
    jni_mass_table *t = &all->mass->tables[i];
    add_part(out, t->q, t->nfunctions, &t->made);
  }
  if (!all->poses) return;
  add_few(out, all->poses->links, all->poses->nlinks), add_few(out, all->poses->lines, all->poses->nlines);
}

static bool merge(making *m, const made *all) {
  jni_pool room = {.alloc = m->c->pool.alloc};
  int nmass = all->mass ? all->mass->ntables : 0, nposes = all->poses ? all->poses->nlinks + all->poses->nlines : 0;
  size_t most = (size_t)(all->loops->n + nmass + nposes) + 1;
  parts used = {jni_take(&room, most, sizeof *used.list), 0}, beside = {jni_take(&room, most, sizeof *used.list), 0};
  if (!room.failed) list_parts(all, &used, &beside);
  bool good = !room.failed && jni_merge_tables(&m->c->pool, used.list, used.n);
  for (int i = 0; good && i < used.n; i++) tell(m, used.list[i].table, used.list[i].nfunctions);
  for (int i = 0; good && i < beside.n; i++) tell(m, beside.list[i].table, beside.list[i].nfunctions);
  for (int i = 0; good && all->forces && i < all->forces->n; i++)
    tell(m, &all->forces->list[i].elastic, 0), tell(m, &all->forces->list[i].damping, 0);
  jni_pool_free(&room);
  return good;
}

// A driver moves the mechanism as the mass matrix of its independent speeds does not know.
static bool refuse_driven(const making *m) {
  for (int i = 0; i < m->system->model->njoints; i++) {
    const jni_joint_element *joint = &m->system->model->joints[i];
    if (!joint->kind->driver) continue;
    jn_report_fault(m->report, JN_REFUSED, joint->name,
                    "the mass matrix is not precomputed of a mechanism with drivers; use tables of its loops alone");
    return true;
  }
  return false;
}

static bool make(making *m, const jni_program *exact, jni_program_given *given) {
  const jn_compile_tables *how = m->how;
  bool *kept = jni_flags(&m->c->pool, (size_t)m->system->nbodies);
  if (!kept || !drive(m, exact) || !take_ranges(m) || !keep_named(m, kept)) return false;
  if (how->nbodies == 0) keep_loaded(m, kept);
  const jni_few_def few = {m->low, m->high, how->within > 0 ? how->within : 1e-6, how->order > 0 ? how->order : 4,
                           MOST_COEFFICIENTS};
  if (how->extent >= JN_MASS_TABLES && refuse_driven(m)) return false;
  made all = {.loops = make_loops(m, &few)};
  bool good = all.loops && (how->extent < JN_MASS_TABLES || make_rest(m, &few, kept, &all)) && merge(m, &all);
  *given = (jni_program_given){all.loops, all.mass, all.poses, all.forces};
  return good;
}

bool jni_compile_tables(jn_compiled *c, jn_run *run, const jni_code_options *code, const jn_compile_tables *how,
                        jni_program_given *given, jn_report *report) {
  const jn_system *system = jn_run_system(run);
  const jn_reduced *reduced = jn_run_reduced(run);
  if (how->extent == JN_EXACT) return true;
  if (c->nkept > 0) {
    jn_report_fault(report, JN_REFUSED, "",
                    "parameters are not kept with tables: compile the model for each value of '%s'", c->kept[0]);
    return false;
  }
  jni_code_options plain = {
      .newton = code->newton > 0 ? code->newton : 1, .fused = code->fused, .implicit = code->implicit};
  jni_program *exact = jni_program_at(system, reduced, jn_run_state(run), &plain, report);
  if (!exact) return false;
  size_t nq = (size_t)system->sizes.nq, nv = (size_t)system->sizes.nv;
  jni_pool room = {.alloc = system->pool.alloc};
  making m = {.c = c, .system = system, .reduced = reduced, .how = how, .report = report, .nominal = exact->nominal};
  const jni_vector ranges[] = {{&m.low, nq + 1}, {&m.high, nq + 1}, {&m.slowest, nv + 1}, {&m.fastest, nv + 1}};
  jni_vectors(&room, ranges, 4);
  bool good = !room.failed;
  for (size_t i = 0; i < nq && good; i++) m.low[i] = m.high[i] = m.nominal[1 + i];
  for (size_t i = 0; i < nv && good; i++) m.slowest[i] = m.fastest[i] = m.nominal[1 + nq + i];
  good = good && make(&m, exact, given);
  jni_pool_free(&room);
  jni_program_free(exact);
  return good;
}
