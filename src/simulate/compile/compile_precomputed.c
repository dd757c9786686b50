// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_precomputed.c - see compile_precomputed.h.
#include "simulate/compile/compile_precomputed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compile/tables/force_tables.h"
#include "compile/tables/loop_tables.h"
#include "compile/tables/mass_tables.h"
#include "model/model.h"
#include "simulate/run.h"

typedef struct {
  jni_pool *pool;
  const jn_system *system;
  const jn_reduced *reduced;
  const jni_groups *groups;
  const jni_ranges *ranges;
  const jni_program *exact;
  jn_precomputed *result;
  int *x;  // nvariables: index of each variable: coordinate, or nq plus speed
  jn_table_variable *variables;
  jn_table_facts *tables;
} telling;

static const char *keep(telling *t, const char *what, const char *name) {
  char text[200];
  snprintf(text, sizeof text, "%s%.150s", what, name);
  return jni_pool_text(t->pool, text, strlen(text));
}

// ---- variables and tables -------------------------------------------------------------------------------------------

// Returns the index of a variable in the report's list of variables of tables, and appends the variable if it is not
// there. x: index of a coordinate, or nq plus the index of a speed.
static int variable_of(telling *t, int x) {
  int n = t->result->nvariables;
  for (int i = 0; i < n; i++)
    if (t->x[i] == x) return i;
  t->x[n] = x;
  t->variables[n] = (jn_table_variable){.name = keep(t, "", t->exact->names[1 + x]),
                                        .unit = keep(t, "", t->exact->units[1 + x]),
                                        .low = t->ranges->low[x],
                                        .high = t->ranges->high[x],
                                        .low_by = t->ranges->low_by[x],
                                        .high_by = t->ranges->high_by[x]};
  return t->result->nvariables++;
}

// A table as the report lists it: name of what it tabulates, its spline, and its number of functions without those of
// tables merged with it.
typedef struct {
  const char *of;
  const jni_spline_table *spline;
  int nfunctions;
} own_table;

static int add_table(telling *t, own_table own, const int *x) {
  const jni_spline_grid *fit = &own.spline->fit;
  jn_table_facts *table = &t->tables[t->result->ntables];
  *table = (jn_table_facts){.of = own.of, .nvariables = fit->nvariables, .order = fit->order};
  table->nfunctions = own.nfunctions;
  table->bytes = jni_fit_size(fit) * sizeof(double) * (size_t)own.nfunctions / (size_t)fit->nfunctions;
  for (int i = 0; i < fit->nvariables; i++) {
    table->variables[i] = variable_of(t, x[i]);
    table->points[i] = jni_fit_points(fit, i);
  }
  if (!own.spline->error) table->error = NAN;
  for (int i = 0; own.spline->error && i < own.nfunctions; i++) table->error = fmax(table->error, own.spline->error[i]);
  return t->result->ntables++;
}

static void add_mass(telling *t, const jni_mass_tables *mass) {
  for (int i = 0; i < mass->ntables; i++) {
    const jni_mass_table *own = &mass->tables[i];
    if (own->spline.block)
      add_table(
          t,
          (own_table){mass->quadratic ? "mass matrix and quadratic terms" : "mass matrix", &own->spline, own->basis.n},
          own->q);
  }
}

static void add_pose(telling *t, const char *what, const char *name, const jni_coordinate_table *own) {
  if (own->spline.block) add_table(t, (own_table){keep(t, what, name), &own->spline, own->nfunctions}, own->q);
}

static void add_poses(telling *t, const jni_pose_tables *poses) {
  const jn_model *model = t->system->model;
  for (int i = 0; i < poses->nlinks; i++)
    add_pose(t, "pose of ", model->bodies[t->system->tree->links[poses->links[i].element].body].name,
             &poses->links[i].table);
  for (int i = 0; i < poses->nlines; i++)
    add_pose(t, "length of ", model->forces[poses->lines[i].element].name, &poses->lines[i].table);
}

static void add_forces(telling *t, const jni_force_tables *forces) {
  for (int i = 0; i < forces->n; i++) {
    const jni_force_table *own = &forces->list[i];
    const char *name = t->exact->names[1 + own->q];
    const int x[2] = {own->q, t->system->sizes.nq + own->speed};
    if (own->elastic.block) add_table(t, (own_table){keep(t, "springs along ", name), &own->elastic, 1}, x);
    if (own->damping.block) add_table(t, (own_table){keep(t, "dampers along ", name), &own->damping, 1}, x);
  }
}

// ---- groups of loops ------------------------------------------------------------------------------------------------

typedef struct {
  const char *reason, *why;
} words;

static const words reasons[] = {
    [JNI_TABULATED] = {"tabulated", "it has a table"},
    [JNI_TABLE_LINEAR] = {"linear", "its equations have constant coefficients and cost next to nothing"},
    [JNI_TABLE_VARIABLES] = {"many", "it depends on more than three variables"},
    [JNI_TABLE_TIME] = {"time", "it depends on time, by drivers of more than one coordinate"},
    [JNI_TABLE_SPEED] = {"rolling", "its equations are of velocities"},
    [JNI_TABLE_UNBOUNDED] = {"turning", "it depends on an angle that turns without end"},
    [JNI_TABLE_CONSTANT] = {"still", "nothing moves it"},
    [JNI_TABLE_FREE_BODY] = {"free", "it depends on the place or the orientation of a free body"},
    [JNI_TABLE_UNDEFINED] = {"hole", "it cannot be closed everywhere in the range"},
    [JNI_TABLE_COARSE] = {"coarse", "the requested error needs too many points"}};

static const char *const *names_of(telling *t, const int *speeds, int n) {
  const char **names = jni_take(t->pool, (size_t)n + 1, sizeof *names);
  for (int i = 0; names && i < n; i++) names[i] = keep(t, "", t->reduced->arcs[speeds[i]]);
  return names;
}

static void add_group(telling *t, const jni_group_dependencies *group, const int *numbers, jn_loop_facts *out) {
  int nv = t->system->sizes.nv, from = t->groups->group_at[group->group];
  int *depends = jni_ints(t->pool, (size_t)nv + 1);
  out->nequations = out->nclosed = t->groups->group_at[group->group + 1] - from;
  out->closed = names_of(t, t->groups->columns + from, out->nclosed);
  for (int i = 0; depends && i < nv; i++)
    if (group->depends[i]) depends[out->ndepends++] = i;
  if (depends) out->depends = names_of(t, depends, out->ndepends);
  out->table = group->table >= 0 ? numbers[group->table] : -1;
  out->reason = reasons[group->reason].reason;
  out->why = reasons[group->reason].why;
}

static void add_loops(telling *t, const jni_loop_tables *loops, bool partial) {
  int *numbers = jni_ints(t->pool, (size_t)loops->n + 1);
  jn_loop_facts *list = jni_take(t->pool, (size_t)loops->ngroups + 1, sizeof *list);
  if (!numbers || !list) return;
  for (int i = 0; i < loops->n; i++) {
    const jni_loop_table *own = &loops->list[i];
    const char *of = own->partial ? "what goes with a turning angle" : "loops";
    bool used = own->spline.block && (!own->partial || partial);
    numbers[i] = used ? add_table(t, (own_table){of, &own->spline, own->nfunctions}, own->q) : -1;
  }
  for (int i = 0; i < loops->ngroups; i++) add_group(t, &loops->groups[i], numbers, &list[i]);
  t->result->loops = list;
  t->result->nloops = loops->ngroups;
}

static void name_bodies(telling *t, const bool *kept) {
  const char **names = jni_take(t->pool, (size_t)t->system->nbodies + 1, sizeof *names);
  for (int b = 1; names && b < t->system->nbodies; b++)
    if (kept[b]) names[t->result->nbodies++] = keep(t, "", t->system->model->bodies[b].name);
  t->result->bodies = names;
}

bool jni_compile_precomputed(jn_compiled *c, const jni_precomputed_def *def) {
  const jni_loop_tables *loops = def->tabulated->tables;
  const jni_mass_tables *mass = def->tabulated->mass;
  const jni_pose_tables *poses = def->tabulated->poses;
  const jn_compile_tables *how = &c->options.tables;
  const jni_force_tables *forces = def->tabulated->forces;
  int most = loops->n + (mass ? mass->ntables : 0) + (poses ? poses->nlinks + poses->nlines : 0);
  if (forces) most += 2 * forces->n;
  telling t = {.pool = &c->pool, .system = def->run->system, .reduced = jn_run_reduced(def->run)};
  t.groups = def->groups;
  t.ranges = def->ranges;
  t.result = &c->precomputed;
  t.tables = jni_take(&c->pool, (size_t)most + 1, sizeof *t.tables);
  size_t moving = (size_t)t.system->sizes.nq + (size_t)t.system->sizes.nv;
  t.variables = jni_take(&c->pool, moving + 1, sizeof *t.variables);
  t.exact = def->exact;
  t.x = jni_ints(&c->pool, moving + 1);
  if (c->pool.failed) return false;
  c->precomputed.tables = t.tables;
  c->precomputed.variables = t.variables;
  c->precomputed.mass = !mass ? "exact" : how->extent == JN_MASS_TABLES ? "tables" : "constant";
  add_loops(&t, loops, mass != NULL);
  if (mass) add_mass(&t, mass);
  if (poses) {
    add_poses(&t, poses);
    name_bodies(&t, def->kept);
  }
  if (forces) add_forces(&t, forces);
  c->report.precomputed = &c->precomputed;
  return !c->pool.failed;
}
