// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_queries.c - what others may look at: B_a; the variables by name, B_c and the groups of the loops
// (jounce/reduced.h).
#include "formulation/formulation_common.h"
#include "formulation/reduced/reduced.h"
#include "formulation/reduced/reduced_names.h"
#include "system/stage.h"
#include "system/work.h"

// ---- partial velocities ---------------------------------------------------------------------------------------------

static long factors_of(const jni_reduced *r) {
  return r->rate->m > 0 ? (long)jni_loop_get_info(r->rate->solver)->factors : 0;
}

// The counts that a run reports stay as they are: a factor that is made to be looked at is none of its steps'.
static void stand_at(jni_reduced *r, const double *state) {
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
  int width = r->rate->nfree;
  stand_at(r, state);
  if (r->thin) return 0;
  if (W && base->system->sizes.nc > 0) jni_copy(W, jni_reduced_basis(r), base->system->sizes.nv * width);
  for (int i = 0; W && base->system->sizes.nc == 0 && i < width * width; i++) W[i] = i % (width + 1) == 0;
  for (int k = 0; u && k < width; k++) u[k] = base->work->v[r->rate->columns[r->rate->m + k]];
  return width;
}

// ---- the variables --------------------------------------------------------------------------------------------------

static void look_at_groups(const jni_reduced *r, jn_reduced *out) {
  static const int none = 0;
  const jni_groups *all = r->rate->m > 0 ? jni_loop_solver_groups(r->rate->solver) : NULL;
  out->ngroups = all ? all->ngroups : 0;
  out->group_at = all ? all->group_at : &none;
  out->group_arcs = all ? all->columns : NULL;
  out->group_rows = all ? all->rows : NULL;
}

static const jn_reduced *variables(jni_formulation *base, const double *state) {
  jni_reduced *r = (jni_reduced *)base;
  jni_look *look = &r->look;
  stand_at(r, state);
  jni_reduced_chord_values(r, look->values, look->rates);
  if (!r->thin && r->nchords > 0) jni_reduced_chord_basis(r, look->B_c);
  look->out.nindependent = r->rate->nfree;
  look->out.independent = r->rate->columns + r->rate->m;
  look->out.B_c = r->thin ? NULL : look->B_c;
  look_at_groups(r, &look->out);
  jni_reduced_replaced(r, look->warning, sizeof look->warning);
  return &look->out;
}

// ---- making it ------------------------------------------------------------------------------------------------------

static void write_names(jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  int nv = system->sizes.nv;
  for (int i = 0; i < nv; i++) jni_reduced_speed_name(system, i, r->look.names[i], sizeof *r->look.names);
  for (const jni_chord *c = r->chords; c < r->chords + r->nchords; c++)
    for (int i = 0; i < c->n; i++)
      jni_reduced_variable_name(system->model, &c->link, i, r->look.names[nv + c->at + i], sizeof *r->look.names);
  for (int i = 0; i < nv + r->nchord_variables; i++) r->look.list[i] = r->look.names[i];
}

bool jni_reduced_show(jni_reduced *r, int nfree) {
  jni_formulation *base = &r->frame.base;
  jni_look *look = &r->look;
  size_t arcs = (size_t)base->system->sizes.nv, chords = (size_t)r->nchord_variables;
  look->names = jni_take(&base->pool, arcs + chords, sizeof *look->names);
  look->list = jni_take(&base->pool, arcs + chords, sizeof *look->list);
  look->values = jni_doubles(&base->pool, chords * (2 + (size_t)nfree));
  if (base->pool.failed) return false;
  look->rates = look->values + chords, look->B_c = look->rates + chords;
  write_names(r);
  look->out = (jn_reduced){.narcs = (int)arcs,
                           .arcs = look->list,
                           .nchords = (int)chords,
                           .chords = look->list + arcs,
                           .values = look->values,
                           .rates = look->rates,
                           .warning = look->warning};
  base->tangent = tangent, base->variables = variables;
  return true;
}
