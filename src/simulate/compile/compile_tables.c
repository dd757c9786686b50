// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_tables.c - what is precomputed: what the independent variables go through in a run of the exact code, tables
// of loops, then with these the mass matrix and the poses.
#include "simulate/compile/compile_tables.h"

#include <math.h>
#include <string.h>

#include "compile/machine.h"
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
  double *nominal, *low, *high;
} making;

// ---- ranges -------------------------------------------------------------------------------------------------------

static void widen(making *m, const double *q) {
  for (int i = 0; i < m->system->sizes.nq; i++) {
    m->low[i] = fmin(m->low[i], q[i]);
    m->high[i] = fmax(m->high[i], q[i]);
  }
}

// The model's own run, with a tenth more at both ends, at least a hundredth of a metre or radian.
static bool drive(making *m, const jni_program *exact) {
  const double share = 0.1, least = 0.01;
  const jn_choices *choices = &m->c->choices;
  const jni_machine_def def = {
      .program = exact, .method = jni_step_method_find(choices->integrator), .h = choices->step};
  jni_machine *machine = jni_machine_new(m->system->pool.alloc, &def);
  if (!machine) return false;
  for (int i = 0; i < MOST_STEPS && machine->x[0] < choices->until && machine->stop == 0; i++) {
    if (jni_machine_step(machine) != JN_OK) break;
    widen(m, machine->x + 1);
  }
  jni_machine_free(machine);
  for (int i = 0; i < m->system->sizes.nq; i++) {
    double more = fmax(least, share * (m->high[i] - m->low[i]));
    m->low[i] -= more, m->high[i] += more;
  }
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

static void tell(making *m, const double *block, const jni_fit *fit, const double *error) {
  jn_compile_report *r = &m->c->report;
  if (!block) return;
  r->ntables++, r->table_bytes += jni_fit_size(fit) * sizeof *block;
  for (int i = 0; error && i < fit->nfunctions; i++) r->table_error = fmax(r->table_error, error[i]);
}

static bool make_loops(making *m, const jni_few_def *few, jni_program_given *given) {
  jni_graph *g = jni_graph_new(m->system->pool.alloc);
  jni_equations *e = g ? equations_of(m, g, NULL) : NULL;
  jni_loop_tables *tables = e ? jni_keep(&m->c->pool, jni_loop_tables_new(e, few), jni_object_free) : NULL;
  for (int i = 0; tables && i < tables->n; i++)
    tell(m, tables->list[i].block, &tables->list[i].fit, tables->list[i].error);
  jni_equations_free(e), jni_graph_free(g);
  given->tables = tables;
  return tables;
}

static bool make_rest(making *m, const jni_few_def *few, const bool *kept, jni_program_given *given) {
  jni_graph *g = jni_graph_new(m->system->pool.alloc);
  jni_equations *e = g ? equations_of(m, g, given->tables) : NULL;
  jni_mass_def def = {*few, m->how->extent >= JN_CONSTANT_MASS};
  def.few.within = m->how->mass_within > 0 ? m->how->mass_within : 1e-4;
  jni_given_mass *mass = e ? jni_keep(&m->c->pool, jni_mass_new(e, &def), jni_object_free) : NULL;
  bool poses = mass && m->how->extent == JN_PRECOMPUTED;
  if (poses) given->poses = jni_keep(&m->c->pool, jni_poses_new(e, kept, few), jni_object_free);
  for (int i = 0; mass && i < mass->ntables; i++) tell(m, mass->tables[i].block, &mass->tables[i].fit, NULL);
  for (int i = 0; given->poses && i < given->poses->nlinks; i++) {
    const jni_few_table *t = &given->poses->links[i].table;
    tell(m, t->block, &t->fit, t->error);
  }
  for (int i = 0; given->poses && i < given->poses->nlines; i++) {
    const jni_few_table *t = &given->poses->lines[i].table;
    tell(m, t->block, &t->fit, t->error);
  }
  jni_equations_free(e), jni_graph_free(g);
  given->mass = mass;
  return mass && (!poses || given->poses);
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
  return make_loops(m, &few, given) && (how->extent < JN_MASS_TABLES || make_rest(m, &few, kept, given));
}

bool jni_compile_tables(jn_compiled *c, jn_run *run, const jni_code_options *code, const jn_compile_tables *how,
                        jni_program_given *given, jn_report *report) {
  const jn_system *system = jn_run_system(run);
  const jn_reduced *reduced = jn_run_reduced(run);
  if (how->extent == JN_EXACT && !how->stops) return true;
  if (c->nkept > 0) {
    jn_report_fault(report, JN_REFUSED, "",
                    "parameters are not kept with tables: compile the model for each value of '%s'", c->kept[0]);
    return false;
  }
  if (how->stops && !jni_compile_stops(c, run, given, report)) return false;
  if (how->extent == JN_EXACT) return true;
  jni_code_options plain = {.newton = code->newton > 0 ? code->newton : 1,
                            .fused = code->fused,
                            .implicit = code->implicit,
                            .given.stops = given->stops};
  jni_program *exact = jni_program_at(system, reduced, jn_run_state(run), &plain, report);
  if (!exact) return false;
  size_t nq = (size_t)system->sizes.nq;
  jni_pool room = {.alloc = system->pool.alloc};
  making m = {.c = c, .system = system, .reduced = reduced, .how = how, .report = report, .nominal = exact->nominal};
  m.low = jni_doubles(&room, nq + 1), m.high = jni_doubles(&room, nq + 1);
  bool good = !room.failed;
  if (good) memcpy(m.low, m.nominal + 1, nq * sizeof *m.low), memcpy(m.high, m.nominal + 1, nq * sizeof *m.high);
  good = good && make(&m, exact, given);
  jni_pool_free(&room);
  jni_program_free(exact);
  return good;
}
