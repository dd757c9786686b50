// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_queries.c - results for other parts of the program: B_a; the variables by name, B_c and the groups of the
// loops (jounce/reduced.h).
#include "formulation/formulation_common.h"
#include "formulation/reduced/reduced.h"
#include "formulation/reduced/reduced_names.h"
#include "system/stage.h"
#include "system/work.h"

// ---- partial velocities ---------------------------------------------------------------------------------------------

static long factors_of(const jni_reduced *r) {
  return r->speed_level->m > 0 ? (long)jni_loop_get_info(r->speed_level->solver)->factors : 0;
}

// Evaluates the position stage and factors the loops at a state block. Restores the counts that a run reports, because
// this factorisation belongs to no step.
static void evaluate_at(jni_reduced *r, const double *state) {
  const jni_formulation_counts counts = r->frame.base.counts;
  long before = factors_of(r);
  jni_load_state(r->frame.base.system, r->frame.base.work, state);
  jni_stage_position(r->frame.base.system, r->frame.base.work);
  jni_reduced_factor(r);
  r->uncounted += factors_of(r) - before;
  r->frame.base.counts = counts;
}

static int tangent(jni_formulation *base, const double *state, double *W, double *u) {
  jni_reduced *r = (jni_reduced *)base;
  int width = r->speed_level->nfree;
  evaluate_at(r, state);
  if (r->near_singular) return 0;
  if (W && base->system->sizes.nc > 0) jni_copy(W, jni_reduced_basis(r), base->system->sizes.nv * width);
  for (int i = 0; W && base->system->sizes.nc == 0 && i < width * width; i++) W[i] = i % (width + 1) == 0;
  for (int k = 0; u && k < width; k++) u[k] = base->work->v[r->speed_level->columns[r->speed_level->m + k]];
  return width;
}

static double choice_margin(jni_formulation *base, const double *state) {
  jni_reduced *r = (jni_reduced *)base;
  const jni_formulation_counts counts = base->counts;
  evaluate_at(r, state);
  double margin = jni_reduced_choice_margin(r);
  base->counts = counts;
  return margin;
}

// ---- variables ------------------------------------------------------------------------------------------------------

static const jn_reduced *variables(jni_formulation *base, const double *state) {
  jni_reduced *r = (jni_reduced *)base;
  jni_reduced_results *results = &r->results;
  static const int no_group = 0;
  evaluate_at(r, state);
  jni_reduced_chord_values(r, results->values, results->rates);
  if (!r->near_singular && r->nchords > 0) jni_reduced_chord_basis(r, results->B_c);
  results->out.nindependent = r->speed_level->nfree;
  results->out.independent = r->speed_level->columns + r->speed_level->m;
  results->out.B_c = r->near_singular ? NULL : results->B_c;
  const jni_groups *groups = r->speed_level->m > 0 ? jni_loop_solver_groups(r->speed_level->solver) : NULL;
  results->out.ngroups = groups ? groups->ngroups : 0;
  results->out.group_at = groups ? groups->group_at : &no_group;
  results->out.group_arcs = groups ? groups->columns : NULL;
  results->out.group_rows = groups ? groups->rows : NULL;
  jni_reduced_describe_replacement(r, results->warning, sizeof results->warning);
  return &results->out;
}

// ---- construction ---------------------------------------------------------------------------------------------------

static void write_names(jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  int nv = system->sizes.nv;
  for (int i = 0; i < nv; i++) jni_reduced_speed_name(system, i, r->results.names[i], sizeof *r->results.names);
  for (const jni_chord *c = r->chords; c < r->chords + r->nchords; c++)
    for (int i = 0; i < c->n; i++)
      jni_reduced_variable_name(system->model, &c->link, i, r->results.names[nv + c->at + i], sizeof *r->results.names);
  for (int i = 0; i < nv + r->nchord_variables; i++) r->results.list[i] = r->results.names[i];
}

bool jni_reduced_init_queries(jni_reduced *r, int nfree) {
  jni_formulation *base = &r->frame.base;
  jni_reduced_results *results = &r->results;
  size_t arcs = (size_t)base->system->sizes.nv, chords = (size_t)r->nchord_variables;
  results->names = jni_take(&base->pool, arcs + chords, sizeof *results->names);
  results->list = jni_take(&base->pool, arcs + chords, sizeof *results->list);
  results->values = jni_doubles(&base->pool, chords * (2 + (size_t)nfree));
  if (base->pool.failed) return false;
  results->rates = results->values + chords;
  results->B_c = results->rates + chords;
  write_names(r);
  results->out = (jn_reduced){.narcs = (int)arcs,
                              .arcs = results->list,
                              .nchords = (int)chords,
                              .chords = results->list + arcs,
                              .values = results->values,
                              .rates = results->rates,
                              .warning = results->warning};
  base->tangent = tangent;
  base->variables = variables;
  if (nfree > 0 && nfree < base->system->sizes.nv) base->choice_margin = choice_margin;
  return true;
}
