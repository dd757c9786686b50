// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_tables.c - what is precomputed: how far the independent variables go, tables of loops, then with these the
// mass matrix and the poses.
#include "simulate/compile/compile_tables.h"

#include <math.h>
#include <string.h>

#include "compile/tables/mass.h"
#include "compile/tables/poses.h"
#include "compile/tables/tables.h"
#include "model/kind.h"
#include "model/model.h"
#include "simulate/compile/compile_facts.h"
#include "simulate/compile/compile_ranges.h"

enum { MOST_COEFFICIENTS = 20000 };

typedef struct {
  jn_compiled *c;
  jn_run *run;
  const jn_system *system;
  const jn_compile_tables *how;
  jn_report *report;
  const double *nominal;
  jni_ranges ranges;
  bool *kept;  // bodies
  jni_graph *g;
  jni_equations *e;  // the exact ones
} making;

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
  const jn_reduced *reduced = jn_run_reduced(m->run);
  const jni_equations_def def = {.nominal = m->nominal,
                                 .independent = reduced->independent,
                                 .nindependent = reduced->nindependent,
                                 .newton = 1,
                                 .tables = tables};
  return g ? jni_equations_new(g, m->system, &def, m->report) : NULL;
}

static void tell(making *m, const double *block, const jni_fit *fit, const double *error) {
  jn_compile_report *r = &m->c->report;
  if (!block) return;
  r->ntables++, r->table_bytes += jni_fit_size(fit) * sizeof *block;
  for (int i = 0; error && i < fit->nfunctions; i++) r->table_error = fmax(r->table_error, error[i]);
}

static bool make_loops(making *m, const jni_few_def *few, jni_program_given *given) {
  jni_loop_tables *tables = jni_keep(&m->c->pool, jni_loop_tables_new(m->e, few), jni_object_free);
  for (int i = 0; tables && i < tables->n; i++)
    tell(m, tables->list[i].block, &tables->list[i].fit, tables->list[i].error);
  given->tables = tables;
  return tables;
}

// The mass matrix of what turns without end is held as at the start: of shafts and wheels that is nearly so, of a crank
// it is not.
static bool turns_too_much(const making *m, const jni_given_mass *mass) {
  static const double most = 0.05;
  static const char what[] = "the mass matrix changes by %.0f %% with angles that turn without end; %s";
  double percent = 100 * mass->turned;
  if (mass->turned <= most) return false;
  if (m->how->where_possible) jn_report_warn(m->report, "", what, percent, "tables of loops alone");
  else jn_report_fault(m->report, JN_REFUSED, "", what, percent, "use tables of the loops alone");
  return true;
}

static bool make_rest(making *m, const jni_few_def *few, const bool *kept, jni_program_given *given) {
  jni_graph *g = jni_graph_new(m->system->pool.alloc);
  jni_equations *e = equations_of(m, g, given->tables);
  jni_mass_def def = {*few, m->how->extent >= JN_CONSTANT_MASS && !m->how->varying_mass};
  def.few.within = m->how->mass_within > 0 ? m->how->mass_within : 1e-4;
  jni_given_mass *mass = e ? jni_keep(&m->c->pool, jni_mass_new(e, &def), jni_object_free) : NULL;
  if (mass && turns_too_much(m, mass)) return jni_equations_free(e), jni_graph_free(g), m->how->where_possible;
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
static const jni_joint_element *find_driver(const jn_model *model) {
  for (int i = 0; i < model->njoints; i++)
    if (model->joints[i].kind->driver) return &model->joints[i];
  return NULL;
}

// How far it can be gone; below what is asked for with a fault, unless that may be.
static jn_compile_extent possible(const making *m) {
  static const char what[] = "the mass matrix is not precomputed of a mechanism with drivers";
  const jni_joint_element *driver = find_driver(m->system->model);
  if (!driver || m->how->extent < JN_MASS_TABLES) return m->how->extent;
  if (m->how->where_possible) jn_report_warn(m->report, driver->name, "%s; tables of its loops alone", what);
  else jn_report_fault(m->report, JN_REFUSED, driver->name, "%s; use tables of its loops alone", what);
  return JN_TABLES;
}

static bool make(making *m, jni_program_given *given) {
  const jn_compile_tables *how = m->how;
  m->kept = jni_flags(&m->c->pool, (size_t)m->system->nbodies);
  if (!m->kept || !keep_named(m, m->kept)) return false;
  if (how->nbodies == 0) keep_loaded(m, m->kept);
  const jni_few_def few = {m->ranges.low, m->ranges.high, how->within > 0 ? how->within : 1e-6,
                           how->order > 0 ? how->order : 4, MOST_COEFFICIENTS};
  jn_compile_extent extent = possible(m);
  if (extent != how->extent && !how->where_possible) return false;
  return make_loops(m, &few, given) && (extent < JN_MASS_TABLES || make_rest(m, &few, m->kept, given));
}

bool jni_compile_tables(jn_compiled *c, jn_run *run, const jni_code_options *code, jni_program_given *given,
                        jn_report *report) {
  const jn_compile_tables *how = &c->options.tables;
  if (how->extent == JN_EXACT) return true;
  if (c->nkept > 0) {
    jn_report_fault(report, JN_REFUSED, "",
                    "parameters are not kept with tables: compile the model for each value of '%s'", c->kept[0]);
    return false;
  }
  const jn_system *system = jn_run_system(run);
  jni_code_options plain = {
      .newton = code->newton > 0 ? code->newton : 1, .fused = code->fused, .implicit = code->implicit};
  jni_program *exact = jni_program_at(system, jn_run_reduced(run), jn_run_state(run), &plain, report);
  if (!exact) return false;
  making m = {.c = c, .run = run, .system = system, .how = how, .report = report, .nominal = exact->nominal};
  m.g = jni_graph_new(system->pool.alloc);
  m.e = equations_of(&m, m.g, NULL);
  const jni_ranges_def ranges = {c, run, &plain, exact, m.e};
  bool good = m.e && jni_ranges_find(&ranges, &m.ranges, report) && make(&m, given);
  good = good && jni_compile_facts(c, &(jni_facts_def){run, exact, m.e->plan.groups, given, &m.ranges, m.kept});
  jni_equations_free(m.e), jni_graph_free(m.g);
  jni_program_free(exact);
  return good;
}
