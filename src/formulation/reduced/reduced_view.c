// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_view.c - what others may look at: the variables by name, B_a and B_c, the groups of the loops; see reduced.h.
#include "formulation/common.h"
#include "formulation/reduced/reduced.h"
#include "formulation/reduced/reduced_names.h"
#include "system/system.h"

// ---- partial velocities ---------------------------------------------------------------------------------------------

static void stand_at(jni_reduced *r, const double *state) {
  jni_load_state(r->frame.base.system, r->frame.base.work, state);
  jni_stage_position(r->frame.base.system, r->frame.base.work);
  jni_reduced_factor(r);
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

static bool chords(jni_formulation *base, const double *state, double *values, double *rates, double *B) {
  jni_reduced *r = (jni_reduced *)base;
  stand_at(r, state);
  jni_reduced_chord_values(r, values, rates);
  if (B && r->thin) return false;
  if (B && r->nchords > 0) jni_reduced_chord_basis(r, B);
  return true;
}

// ---- names ----------------------------------------------------------------------------------------------------------

static int independent(const jni_formulation *base, int i, char *text, size_t size) {
  const jni_reduced_level *rate = ((const jni_reduced *)base)->rate;
  if (i >= 0 && i < rate->nfree) jni_reduced_speed_name(base->system, rate->columns[rate->m + i], text, size);
  return rate->nfree;
}

static int arc(const jni_formulation *base, int i, char *text, size_t size) {
  if (i >= 0 && i < base->system->sizes.nv) jni_reduced_speed_name(base->system, i, text, size);
  return base->system->sizes.nv;
}

static int chord(const jni_formulation *base, int i, char *text, size_t size) {
  const jni_reduced *r = (const jni_reduced *)base;
  for (const jni_chord *c = r->chords; c < r->chords + r->nchords; c++)
    if (i >= c->at && i < c->at + c->n) jni_reduced_variable_name(base->system->model, &c->link, i - c->at, text, size);
  return r->nchord_variables;
}

// ---- groups ---------------------------------------------------------------------------------------------------------

static int groups(const jni_formulation *base) {
  const jni_reduced *r = (const jni_reduced *)base;
  return r->rate->m > 0 ? jni_loop_solver_groups(r->rate->solver)->ngroups : 0;
}

static int group(const jni_formulation *base, int i, const int **rows, const int **speeds) {
  const jni_reduced *r = (const jni_reduced *)base;
  if (i < 0 || i >= groups(base)) return 0;
  const jni_groups *all = jni_loop_solver_groups(r->rate->solver);
  *rows = all->rows + all->group_at[i], *speeds = all->columns + all->group_at[i];
  return all->group_at[i + 1] - all->group_at[i];
}

void jni_reduced_show(jni_reduced *r) {
  jni_formulation *base = &r->frame.base;
  base->tangent = tangent;
  base->independent = independent, base->arc = arc, base->chord = chord, base->chords = chords;
  base->groups = groups, base->group = group;
}
