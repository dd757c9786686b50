// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_tables.c - makes the precomputed parts: ranges of independent variables, tables of loops, and with these the
// mass matrix and the poses.
#include "simulate/compile/compile_tables.h"

#include <math.h>
#include <string.h>

#include "compile/step_method.h"
#include "compile/tables/force_tables.h"
#include "compile/tables/loop_tables.h"
#include "compile/tables/mass_tables.h"
#include "compile/tables/pose_tables.h"
#include "compile/tables/stop_tables.h"
#include "model/model.h"
#include "simulate/compile/compile_precomputed.h"
#include "simulate/compile/compile_ranges.h"
#include "simulate/run.h"
#include "system/probe/probe.h"

enum { MOST_COEFFICIENTS = 20000 };

typedef struct {
  jn_compiled *c;
  jn_run *run;
  const jn_system *system;
  const jn_compile_tables *how;
  jn_report *report;
  const double *nominal;
  jni_ranges ranges;
  bool *kept;            // flags: bodies whose poses are needed
  bool poses;            // only the poses of the bodies in `kept` are computed
  int *speeds, nspeeds;  // independent and driven speeds, which are the variables of tables; their number
  jni_graph *g;
  jni_equations *e;              // exact equations
  const jni_stop_tables *stops;  // NULL: none
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
    if (!found) {
      jn_report_fault(m->report, JN_BAD_ARGUMENT, "", "no body has the name '%.100s' that is to be kept",
                      m->how->bodies[k]);
      good = false;
    }
  }
  return good;
}

// Sets kept[] of the bodies on which force elements act other than by a scalar force along their length; the poses of
// these bodies are needed.
static void keep_loaded(const making *m, bool *kept) {
  for (int i = 0; i < m->system->model->nforces; i++) {
    const jni_force_plan *plan = &m->system->forces[i];
    const jni_force_code *code = plan->element->kind->code;
    for (int k = 0; k < plan->nplaces && code && !code->scalar && plan->nterms == 0; k++) kept[plan->places[k]] = true;
  }
}

// ---- tables -------------------------------------------------------------------------------------------------------

static jni_equations *equations_of(const making *m, jni_graph *g, const jni_loop_tables *tables) {
  const jni_equations_def def = {
      .nominal = m->nominal, .independent = m->speeds, .nindependent = m->nspeeds, .newton = 1, .tables = tables};
  return g ? jni_equations_new(g, m->system, &def, m->report) : NULL;
}

static void tell(making *m, const jni_spline_table *table, int nfunctions) {
  jn_compile_report *r = &m->c->report;
  if (!table->block) return;
  if (table->first == 0 && !table->mirror) {
    r->ntables++;
    r->table_bytes += jni_fit_size(&table->fit) * sizeof *table->block;
  }
  for (int i = 0; table->error && i < nfunctions; i++) r->table_error = fmax(r->table_error, table->error[i]);
}

typedef struct {
  jni_loop_tables *loops;
  jni_mass_tables *mass;
  jni_pose_tables *poses;
  jni_force_tables *forces;
} made;

static bool make_forces(making *m, const jni_coordinate_table_def *definition, made *out) {
  int nq = m->system->sizes.nq;
  const jni_force_tables_def def = {.system = m->system,
                                    .poses = out->poses,
                                    .table_def = definition,
                                    .slowest = m->ranges.low + nq,
                                    .fastest = m->ranges.high + nq,
                                    .tolerance = m->how->force_within > 0 ? m->how->force_within : 5e-3,
                                    .separate = m->stops ? m->stops->separate : NULL};
  out->forces = jni_keep(&m->c->pool, jni_force_tables_new(&def), jni_object_free);
  if (out->forces && out->forces->nleft > 0)
    jn_report_warn(m->report, "",
                   "%d of the forces change too suddenly for tables within %g of the largest: they keep "
                   "their laws",
                   out->forces->nleft, def.tolerance);
  return out->forces;
}

// Returns whether the tabulated mass matrix can be used. Warns of tables that miss the tolerance. Returns false if
// loops do not close in the ranges, or if the mass matrix changes too much with unbounded angles: it is tabulated at
// their start values, which suits shafts and wheels but not cranks. Reports a warning then if the options ask for what
// is possible, otherwise a fault.
static bool is_mass_usable(const making *m, const jni_mass_tables *mass) {
  static const double most = 0.2;
  static const double bounded = 100;  // a larger change is a dead centre
  char what[120] = "the loops cannot be closed everywhere in the ranges that the mass matrix is precomputed for";
  for (int i = 0; i < mass->ntables && !mass->is_undefined; i++)
    if (mass->tables[i].state == JNI_FIT_COARSE)
      jn_report_warn(
          m->report, "",
          "tables of the mass matrix have the largest number of points and still miss the requested error; give a "
          "--range that ends before dead points");
  if (!mass->is_undefined && mass->turning_error <= most) return true;
  if (!mass->is_undefined && mass->turning_error <= bounded)
    jni_print(what, sizeof what, "the mass matrix changes by %.0f %% with angles that turn without end",
              100 * mass->turning_error);
  else if (!mass->is_undefined)
    jni_print(what, sizeof what,
              "an angle that turns without end comes to a dead point, where the mass matrix is infinite");
  if (m->how->where_possible) jn_report_warn(m->report, "", "%s; using tables of the loops only", what);
  else jn_report_fault(m->report, JN_REFUSED, "", "%s; use tables of the loops only", what);
  return false;
}

static bool make_rest(making *m, const jni_coordinate_table_def *definition, const bool *kept, made *out) {
  jni_graph *g = jni_graph_new(m->system->pool.alloc);
  jni_equations *e = equations_of(m, g, out->loops);
  jni_mass_def def = {*definition, m->how->extent == JN_CONSTANT_MASS, m->how->quadratic};
  def.table_def.tolerance = m->how->mass_within > 0 ? m->how->mass_within : 1e-4;
  out->mass = e ? jni_keep(&m->c->pool, jni_mass_new(e, &def), jni_object_free) : NULL;
  if (out->mass && !is_mass_usable(m, out->mass)) {
    jni_equations_free(e);
    jni_graph_free(g);
    out->mass = NULL;
    return m->how->where_possible;
  }
  bool poses = out->mass && m->poses;
  if (poses) out->poses = jni_keep(&m->c->pool, jni_pose_tables_new(e, kept, definition), jni_object_free);
  jni_equations_free(e);
  jni_graph_free(g);
  if (!out->mass || (poses && !out->poses)) return false;
  return !poses || !m->how->forces || make_forces(m, definition, out);
}

// ---- all tables -----------------------------------------------------------------------------------------------------

typedef struct {
  jni_merge_part *list;
  int n;
} parts;

static void add_part(parts *p, const int *q, int nfunctions, jni_spline_table *table) {
  if (table->block) p->list[p->n++] = (jni_merge_part){q, nfunctions, table};
}

static void add_poses(parts *p, jni_pose_table *list, int n) {
  for (int i = 0; i < n; i++) add_part(p, list[i].table.q, list[i].table.nfunctions, &list[i].table.spline);
}

// Lists in `out` the variables of each table that one evaluation reads. With tables of poses, the tables of whole loop
// groups are listed in `beside` instead, so that they are not merged with the others.
static void list_parts(const made *all, parts *out, parts *beside) {
  for (int i = 0; i < all->loops->n; i++) {
    jni_loop_table *t = &all->loops->list[i];
    add_part(all->poses && !t->partial ? beside : out, t->q, t->nfunctions, &t->spline);
  }
  for (int i = 0; all->mass && i < all->mass->ntables; i++) {
    jni_mass_table *t = &all->mass->tables[i];
    add_part(out, t->q, t->basis.n, &t->spline);
  }
  if (!all->poses) return;
  add_poses(out, all->poses->links, all->poses->nlinks);
  add_poses(out, all->poses->lines, all->poses->nlines);
}

static bool merge(making *m, const made *all) {
  jni_pool scratch = {.alloc = m->c->pool.alloc};
  int nmass = all->mass ? all->mass->ntables : 0, nposes = all->poses ? all->poses->nlinks + all->poses->nlines : 0;
  size_t most = (size_t)(all->loops->n + nmass + nposes) + 1;
  parts used = {jni_take(&scratch, most, sizeof *used.list), 0},
        beside = {jni_take(&scratch, most, sizeof *used.list), 0};
  if (!scratch.failed) list_parts(all, &used, &beside);
  bool good = !scratch.failed && jni_merge_tables(&m->c->pool, used.list, used.n) &&
              jni_mirror_tables(&m->c->pool, used.list, used.n) &&
              jni_mirror_tables(&m->c->pool, beside.list, beside.n);
  for (int i = 0; good && i < used.n; i++) tell(m, used.list[i].table, used.list[i].nfunctions);
  for (int i = 0; good && i < beside.n; i++) tell(m, beside.list[i].table, beside.list[i].nfunctions);
  for (int i = 0; good && all->forces && i < all->forces->n; i++) {
    tell(m, &all->forces->list[i].elastic, 0);
    tell(m, &all->forces->list[i].damping, 0);
  }
  jni_pool_free(&scratch);
  return good;
}

// Returns a driver that prescribes a sum of several coordinates, with which the mass matrix cannot be tabulated; NULL:
// there is none.
static const jni_joint_element *find_driver(const jn_system *system) {
  for (int i = 0; i < system->primitive_at[JNI_PRIMITIVE_COUNT]; i++) {
    const jni_primitive *p = &system->primitives[i];
    bool found = p->motion < 0;
    jni_driven driven;
    for (int k = 0; k < system->sizes.nv && !found; k++)
      found = jni_driven_find(system, k, &driven) && driven.row == p->row;
    if (!found) return &system->model->joints[p->joint];
  }
  return NULL;
}

static bool is_independent(const jn_reduced *reduced, int speed) {
  for (int i = 0; i < reduced->nindependent; i++)
    if (reduced->independent[i] == speed) return true;
  return false;
}

// Returns whether a free body is part of loops, so that its axes cannot be those of a base.
static bool has_held_base(const making *m) {
  for (int k = 0; k < m->system->ntwists; k++) {
    const jni_twist *base = &m->system->twists[k];
    for (int i = 0; i < (base->n == 2 ? 3 : 6); i++)
      if (!is_independent(jn_run_reduced(m->run), base->v_at + i)) return true;
  }
  return false;
}

// Returns the extent of precomputation: what the options request, or tables of the loops only if the mass matrix cannot
// be tabulated, because a driver prescribes several coordinates or a free body is part of loops. Reports a warning in
// this case if the options ask for what is possible, otherwise a fault.
static jn_compile_extent possible_extent(const making *m) {
  const jni_joint_element *driver = find_driver(m->system);
  if (m->how->extent < JN_MASS_TABLES || (!driver && !has_held_base(m))) return m->how->extent;
  const char *what = driver ? "the mass matrix cannot be precomputed, because a driver has more than one coordinate"
                            : "the mass matrix cannot be precomputed, because a free body is part of loops",
             *name = driver ? driver->name : "";
  if (m->how->where_possible) jn_report_warn(m->report, name, "%s; using tables of the loops only", what);
  else jn_report_fault(m->report, JN_REFUSED, name, "%s; use tables of the loops only", what);
  return JN_TABLES;
}

// Returns whether only the poses of the needed bodies are computed. Outputs of joint loads depend on the forces at all
// bodies: then, with a warning, all poses are computed, but only if the options ask for what is possible, name no
// bodies and do not tabulate forces.
static bool choose_poses(const making *m) {
  int joint = m->how->poses ? jni_probe_loaded(m->run->probe) : -1;
  if (joint < 0) return m->how->poses;
  bool named = !m->how->where_possible || m->how->forces || m->how->nbodies > 0;
  jn_report_warn(m->report, m->system->model->joints[joint].name,
                 "the loads of this joint are requested, and depend on the forces on all bodies: %s",
                 named ? "printed C computes only some bodies, so they are wrong there, but right in runs of the file"
                       : "all bodies are computed");
  return named;
}

static int count_tables(const jni_loop_tables *loops) {
  int n = 0;
  for (int i = 0; i < loops->n; i++) n += loops->list[i].spline.block != NULL;
  return n;
}

// Returns whether the tables are worth their cost. If no loop has a table, the mass matrix takes fewer operations along
// the branches than from tables: returns false with a warning if the options ask for what is possible.
static bool is_worth(const making *m, const jni_loop_tables *loops) {
  if (!m->how->where_possible || m->how->extent != JN_MASS_TABLES || count_tables(loops) > 0) return true;
  jn_report_warn(m->report, "",
                 "the code has no tables: no loop of the mechanism could be tabulated, and without them the exact "
                 "equations are as fast");
  return false;
}

// Warns if no table could be made: because there are no loops, or because no loop has a table.
static void report_none(const making *m, const jni_loop_tables *loops) {
  if (loops->ngroups == 0) jn_report_warn(m->report, "", "the mechanism has no loops, and so no tables of them");
  else if (count_tables(loops) == 0)
    jn_report_warn(m->report, "",
                   "no loop of the mechanism has a table (-v tells why): its equations are the exact ones");
}

static bool make(making *m, jni_program_tables *tabulated) {
  const jn_compile_tables *how = m->how;
  m->kept = jni_flags(&m->c->pool, (size_t)m->system->nbodies);
  if (!m->kept || !keep_named(m, m->kept)) return false;
  if (how->nbodies == 0) keep_loaded(m, m->kept);
  const jni_coordinate_table_def definition = {m->ranges.low, m->ranges.high, how->within > 0 ? how->within : 1e-6,
                                               how->order > 0 ? how->order : 4, MOST_COEFFICIENTS};
  m->poses = choose_poses(m);
  jn_compile_extent extent = possible_extent(m);
  if (extent != how->extent && !how->where_possible) return false;
  made all = {.loops = jni_keep(&m->c->pool, jni_loop_tables_new(m->e, &definition), jni_object_free)};
  if (all.loops && extent == JN_TABLES) report_none(m, all.loops);
  bool rest = all.loops && extent >= JN_MASS_TABLES && is_worth(m, all.loops);
  bool good = all.loops && (!rest || make_rest(m, &definition, m->kept, &all)) && merge(m, &all);
  tabulated->tables = all.loops;
  tabulated->mass = all.mass;
  tabulated->poses = all.poses;
  tabulated->forces = all.forces;
  return good;
}

// Returns whether a driver keeps its coordinate constant, which is then not a variable of tables; false if there are
// other manoeuvres, in which it may move.
static bool is_still(const making *m, const jni_writer *w, const jni_driven *driven) {
  const jni_node *motion = w->motions + 3 * driven->motion;
  return m->how->nmanoeuvres == 0 && motion[1] == JNI_ZERO && motion[2] == JNI_ZERO;
}

static bool list_speeds(making *m) {
  const jn_reduced *reduced = jn_run_reduced(m->run);
  jni_graph *g = jni_graph_new(m->system->pool.alloc);
  jni_writer *w = g ? jni_writer_new(g, m->system) : NULL;
  bool *independent = jni_flags(&m->c->pool, (size_t)m->system->sizes.nv + 1);
  m->speeds = jni_ints(&m->c->pool, (size_t)m->system->sizes.nv + 1);
  for (int i = 0; w && !m->c->pool.failed && i < reduced->nindependent; i++)
    independent[reduced->independent[i]] = true;
  for (int i = 0; w && !m->c->pool.failed && i < m->system->sizes.nv; i++) {
    jni_driven driven;
    if (independent[i] || (jni_driven_find(m->system, i, &driven) && !is_still(m, w, &driven)))
      m->speeds[m->nspeeds++] = i;
  }
  bool good = w && !m->c->pool.failed;
  jni_writer_free(w);
  jni_graph_free(g);
  return good;
}

bool jni_compile_tables(jn_compiled *c, jn_run *run, const jni_code_options *code, jni_program_tables *tabulated,
                        jn_report *report) {
  const jn_compile_tables *how = &c->options.tables;
  if (how->extent == JN_EXACT && !how->stops && !how->creep && !how->quadratic) return true;
  if (c->nkept > 0) {
    jn_report_fault(report, JN_REFUSED, "", "parameters are not kept with %s: compile the model for each value of '%s'",
                    how->extent == JN_EXACT && !how->stops ? "contacts that creep" : "tables", c->kept[0]);
    return false;
  }
  if (how->quadratic && how->extent < JN_MASS_TABLES) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "",
                    "coefficients of quadratic terms need a tabulated or a constant mass matrix");
    return false;
  }
  tabulated->creeps = how->creep;
  if (how->stops && how->nmanoeuvres > 0) {
    jn_report_fault(report, JN_REFUSED, "",
                    "tabulated stops are for the model's own run, and not for other manoeuvres");
    return false;
  }
  if (how->stops && !jni_compile_stops(c, run, tabulated, report)) return false;
  if (how->extent == JN_EXACT) return true;
  if (!jni_step_method_find(c->choices.integrator)) {
    jn_report_fault(
        report, JN_REFUSED, "",
        "tables need runs of the code, which integrator '%s' cannot make; use euler, ab2, rk4, rosenbrock or split",
        c->choices.integrator);
    return false;
  }
  const jn_system *system = jn_run_system(run);
  jni_code_options plain = {.newton = code->newton > 0 ? code->newton : 1,
                            .fused = code->fused,
                            .implicit = code->implicit,
                            .tabulated.stops = tabulated->stops};
  jni_program *exact = jni_program_at(system, jn_run_reduced(run), jn_run_state(run), &plain, report);
  if (!exact) return false;
  making m = {.c = c,
              .run = run,
              .system = system,
              .how = how,
              .report = report,
              .nominal = exact->nominal,
              .stops = tabulated->stops};
  m.g = jni_graph_new(system->pool.alloc);
  m.e = list_speeds(&m) ? equations_of(&m, m.g, NULL) : NULL;
  const jni_ranges_def ranges = {c, run, &plain, exact, m.e};
  bool good = m.e && jni_ranges_find(&ranges, &m.ranges, report) && make(&m, tabulated);
  c->ranges = m.ranges;
  good = good &&
         jni_compile_precomputed(c, &(jni_precomputed_def){run, exact, m.e->plan.groups, tabulated, &m.ranges, m.kept});
  jni_equations_free(m.e);
  jni_graph_free(m.g);
  jni_program_free(exact);
  return good;
}
