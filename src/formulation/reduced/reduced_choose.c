// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_choose.c - choice of the independent joint variables, see reduced.h.
//
// Complete pivoting on the columns of G selects the dependent speeds. Columns that should stay independent are scaled
// down: variables named by the user, then coordinates on which a force acts, and free bodies. A choice is kept while
// |B| stays moderate; otherwise a new one is made at the next accepted step, which may also replace variables named by
// the user. Ratios of gears and other constant couplings do not count in |B|.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formulation/formulation_common.h"
#include "formulation/reduced/reduced.h"
#include "formulation/reduced/reduced_names.h"
#include "system/stage.h"
#include "system/work.h"

// A choice is badly conditioned if |B| exceeds `poor` and also `poorer` times its value when the choice was made.
static const double poor = 5, poorer = 2.5;
// If positions have a choice of their own, it is badly conditioned if its smallest pivot has fallen below this part of
// its value when the choice was made.
static const double poor_part = 0.5;
// A configuration is near singular, so that no choice is better, if smallest pivot times largest |B| is below this.
static const double singular = 0.05;
// Factor on lengths, so that angles are preferred as independent coordinates: a crank's angle is monotonic where a
// slider has turning points.
static const double favour_angles = 8;
// Factors on the sizes of columns that should stay independent: of variables named by the user, of coordinates on which
// a force acts, of free bodies.
static const double named_factor = 1e-4, acted_on = 0.5, free_body = 0.25;

// ---- sizes ----------------------------------------------------------------------------------------------------------

// Sets preference[i] to the size by which column i competes for being dependent: the size of the speed, times
// favour_angles for lengths, reduced for free bodies and for coordinates on which a force acts: these and angles should
// stay independent.
static void fill_preferences(const jni_reduced *r, double *preference) {
  const jn_system *system = r->frame.base.system;
  for (int i = 0; i < system->sizes.nv; i++) {
    preference[i] = r->scale[i] * (system->v_is_length[i] ? favour_angles : 1);
    if (system->tree->links[system->tree->speed_link[i]].kind == JNI_LINK_FREE) preference[i] *= free_body;
  }
  for (int i = 0; i < system->nforces; i++)
    for (int k = 0; k < system->forces[i].nterms; k++) {
      const jni_coordinate *c = &system->coordinates[system->forces[i].terms[k].coordinate];
      int speed = jni_reduced_speed(system, c->joint, c->index);
      if (speed >= 0) preference[speed] *= acted_on;
    }
}

// ---- levels ---------------------------------------------------------------------------------------------------------

typedef struct {
  double *sizes, *preference, *state;
  bool *rows;      // nc: constraint belongs to the level (positions or speeds)
  bool *constant;  // nc: constraints with constant coefficients: couplings of variables of the tree
} scratch;

static bool is_constant(const jn_system *system, const jni_primitive *p) {
  if (p->kind != JNI_COORDINATES && p->kind != JNI_COORDINATE_RATES) return false;
  for (int i = p->term_at; i < p->term_at + p->nterms; i++)
    if (!system->coordinates[system->terms[i].coordinate].linked) return false;
  return true;
}

static bool make_level(jni_reduced *r, const scratch *s, jni_reduced_level *level, bool any_named) {
  const jn_system *system = r->frame.base.system;
  const jn_alloc *alloc = system->alloc;
  jni_pool *pool = &r->frame.base.pool;
  level->stamp = -1;
  level->m = jni_count_active(system, s->rows);
  level->nfree = system->sizes.nv - level->m;
  level->columns = jni_ints(pool, system->sizes.nv);
  for (int i = 0; i < system->sizes.nv; i++) {
    if (level->columns) level->columns[i] = i;
    s->preference[i] *= r->named[i] ? named_factor : 1;
  }
  level->split =
      jni_keep(pool, jni_split_new(alloc, &system->pattern, s->sizes, s->preference, s->rows), jni_object_free);
  for (int i = 0; i < system->sizes.nv; i++) s->preference[i] /= r->named[i] ? named_factor : 1;
  if (any_named)
    level->plain =
        jni_keep(pool, jni_split_new(alloc, &system->pattern, s->sizes, s->preference, s->rows), jni_object_free);
  level->solver = jni_loop_solver_new(pool, &system->pattern, s->sizes, r->scale, s->rows, s->constant, level->nfree);
  return !pool->failed;
}

static bool make_levels(jni_reduced *r, const scratch *s, bool any_named) {
  const jn_system *system = r->frame.base.system;
  fill_preferences(r, s->preference);
  for (int i = 0; i < system->sizes.nc; i++)
    s->constant[i] = is_constant(system, &system->primitives[system->row_primitive[i]]);
  for (int i = 0; i < system->sizes.nc; i++)
    s->rows[i] = r->frame.active[i] && (system->sizes.nn == 0 || i < system->sizes.nh);
  if (!make_level(r, s, r->position_level, any_named)) return false;
  if (r->speed_level == r->position_level) return true;
  for (int i = 0; i < system->sizes.nc; i++) s->rows[i] = r->frame.active[i];
  return make_level(r, s, r->speed_level, any_named);
}

// Checks the variables that the user named as independent. Reports a fault, and returns its status, if there are more
// of them than degrees of freedom, or if one follows from the others. Otherwise returns JN_OK, also if no choice can be
// made.
static jn_status check_named(jni_reduced *r, const jni_named_variables *w) {
  const jn_system *system = r->frame.base.system;
  char text[160];
  int n = 0;
  for (int i = 0; i < system->sizes.nv; i++) n += r->named[i];
  if (n > r->speed_level->nfree)
    return jni_reduced_refuse(w, "%d independent variables are named, but the mechanism has %d", n,
                              r->speed_level->nfree);
  jn_status status = jni_split_choose(r->speed_level->split, r->frame.base.work->G);
  const int *columns = jni_split_columns(r->speed_level->split);
  for (int i = 0; status == JN_OK && i < r->speed_level->m; i++)
    if (r->named[columns[i]])
      return jni_reduced_refuse(w, "'%s' cannot be independent: it follows from the other independent variables",
                                jni_reduced_speed_name(system, columns[i], text, sizeof text));
  return JN_OK;
}

jn_status jni_reduced_plan(jni_reduced *r, const jn_choices *choices, jn_report *report) {
  const jn_system *system = r->frame.base.system;
  bool any = choices->independent[0] != 0;
  const jni_named_variables variables = {system, choices->independent, r->named, report};
  if (any && !jni_reduced_read_names(&variables)) return JN_REFUSED;
  if (any && jni_reduced_warn_tree_changes(system, report) != JN_OK) return JN_NO_MEMORY;
  for (int i = 0; i < system->sizes.nv; i++) r->scale[i] = system->v_is_length[i] ? system->length_scale : 1;
  jni_pool workspace = {.alloc = system->alloc};
  scratch s = {.sizes = jni_doubles(&workspace, system->pattern.nvalues),
               .preference = jni_doubles(&workspace, system->sizes.nv),
               .state = jni_doubles(&workspace, system->sizes.nstate),
               .rows = jni_flags(&workspace, system->sizes.nc),
               .constant = jni_flags(&workspace, system->sizes.nc)};
  jn_status status = !workspace.failed ? jn_system_initial_state(system, s.state) : JN_NO_MEMORY;
  if (status == JN_OK) jni_sample_rows(system, r->frame.base.work, s.state, r->e, s.sizes);
  if (status == JN_OK && !make_levels(r, &s, any)) status = JN_NO_MEMORY;
  if (status != JN_OK) jn_report_fault(report, status, "", "%s", jn_status_text(status));
  else if (any) status = check_named(r, &variables);
  memset(r->e, 0, (size_t)system->sizes.nv * sizeof *r->e);
  jni_pool_free(&workspace);
  return status;
}

// ---- parts of y -----------------------------------------------------------------------------------------------------

// Sets the lists of independent, dependent and idle parts of y for a new choice, and marks results of the old choice as
// invalid.
static void set_layout(jni_reduced *r) {
  const int *speed_q = r->frame.base.system->speed_q;
  const jni_reduced_level *place = r->position_level;
  r->nindependent_plain = r->ndependent_plain = 0;
  r->has_nonadditive = false;
  for (int k = place->m; k < place->m + place->nfree; k++)
    if (speed_q[place->columns[k]] >= 0) r->independent_plain[r->nindependent_plain++] = place->columns[k];
  for (int k = 0; k < place->m; k++) {
    if (speed_q[place->columns[k]] >= 0) r->dependent_plain[r->ndependent_plain++] = place->columns[k];
    else r->has_nonadditive = true;
  }
  for (int k = 0; k < r->speed_level->m + r->speed_level->nfree; k++)
    r->number[r->speed_level->columns[k]] = k < r->speed_level->m ? -1 : k - r->speed_level->m;
  memset(r->idle, 0, (size_t)r->frame.base.ode.n * sizeof *r->idle);
  for (int k = 0; k < r->ndependent_plain; k++) r->idle[speed_q[r->dependent_plain[k]]] = true;
  for (int i = 0; i < r->frame.base.system->sizes.nv; i++) r->idle[r->frame.npositions + i] = r->number[i] < 0;
  memset(r->e, 0, (size_t)r->frame.base.system->sizes.nv * sizeof *r->e);
  memset(r->w, 0, (size_t)r->frame.base.system->sizes.nv * sizeof *r->w);
  if (r->frame.base.system->sizes.nc > 0) jni_loop_basis_begin(r->speed_level->solver, r->B);
  r->basis_stamp = r->solved_stamp = -1;
  r->position_level->stamp = r->speed_level->stamp = -1;
  jni_reduced_plan_sparsity(r);
}

static bool set_columns(jni_reduced_level *level, const int *columns, int n) {
  memcpy(level->columns, columns, (size_t)n * sizeof *columns);
  return jni_loop_solver_set(level->solver, level->columns, level->columns + level->m, level->nfree);
}

// ---- the choice -----------------------------------------------------------------------------------------------------

static jn_status choose_level(jni_reduced *r, jni_reduced_level *level, jni_split *split) {
  jn_status status = jni_split_choose(split, r->frame.base.work->G);
  if (status != JN_OK) return status;
  return set_columns(level, jni_split_columns(split), r->frame.base.system->sizes.nv) ? JN_OK : JN_SINGULAR;
}

static jn_status choose_levels(jni_reduced *r, bool plain) {
  jn_status status = choose_level(r, r->position_level, plain ? r->position_level->plain : r->position_level->split);
  if (status == JN_OK && r->speed_level != r->position_level)
    status = choose_level(r, r->speed_level, plain ? r->speed_level->plain : r->speed_level->split);
  if (status == JN_OK) set_layout(r);
  return status;
}

// Restores the choice of one level from `numbers`, as they are stored in the memory. Returns false, and changes
// nothing, unless they contain each column once, the dependent ones first, then the independent ones in ascending
// order. Also returns false if constraints and columns cannot be matched; level->columns is replaced then.
static bool recall_level(jni_reduced *r, jni_reduced_level *level, const double *numbers) {
  int n = r->frame.base.system->sizes.nv;
  for (int i = 0; i < n; i++) r->mark[i] = 0;
  for (int i = 0; i < n; i++) {
    if (!(numbers[i] >= 0 && numbers[i] < n) || r->mark[(int)numbers[i]]++) return false;
    r->ids[i] = (int)numbers[i];
    if (i > level->m && r->ids[i] < r->ids[i - 1]) return false;
  }
  return set_columns(level, r->ids, n);
}

static bool recall_levels(jni_reduced *r) {
  if (*r->has_choice != 1 || !recall_level(r, r->position_level, r->position_ids)) return false;
  if (r->speed_level != r->position_level && !recall_level(r, r->speed_level, r->speed_ids)) return false;
  set_layout(r);
  return true;
}

static void store_choice(jni_reduced *r) {
  for (int i = 0; i < r->frame.base.system->sizes.nv; i++) {
    r->position_ids[i] = r->position_level->columns[i];
    r->speed_ids[i] = r->speed_level->columns[i];
  }
  *r->has_choice = 1;
}

// Returns the largest relative |B| (jni_loop_largest) at the present position; NaN if the smallest pivot of G_d is 0, 0
// if there is no constraint or no freedom.
static double measure(jni_reduced *r) {
  if (r->speed_level->m == 0 || r->speed_level->nfree == 0) return 0;
  jni_reduced_factor(r);
  if (!(jni_loop_get_info(r->speed_level->solver)->least_pivot > 0)) return NAN;
  jni_loop_basis(r->speed_level->solver, r->frame.base.work->G, r->B);
  return jni_loop_largest(r->speed_level->solver, r->B);
}

// Returns whether positions have a choice of their own and it is badly conditioned.
static bool position_is_poor(jni_reduced *r) {
  return r->position_level != r->speed_level && jni_reduced_position_pivot(r) < poor_part * *r->position_pivot;
}

static bool is_poor(const jni_reduced *r, double largest) {
  double pivot = r->speed_level->m > 0 ? jni_loop_get_info(r->speed_level->solver)->least_pivot : 1;
  return largest > fmax(poor, poorer * *r->conditioning) && pivot * largest > singular;
}

void jni_reduced_check_choice(jni_reduced *r) {
  if (r->frame.base.stale || r->speed_level->m == 0 || r->speed_level->nfree == 0) return;
  double largest = r->near_singular ? measure(r) : jni_loop_largest(r->speed_level->solver, r->B);
  if (*r->conditioning > poor)
    *r->conditioning =
        fmax(poor, fmin(*r->conditioning, largest));  // lowers the reference as |B| falls, not below `poor`
  if (is_poor(r, largest) || position_is_poor(r)) r->frame.base.stale = true;
}

double jni_reduced_choice_margin(jni_reduced *r) {
  double largest = r->near_singular ? measure(r) : jni_loop_largest(r->speed_level->solver, jni_reduced_basis(r));
  double pivot = jni_loop_get_info(r->speed_level->solver)->least_pivot, margin = 1;
  // Keeps the choice near a singular configuration, because no other is better there.
  if (isfinite(largest))
    margin = fmax(1 - largest / fmax(poor, poorer * *r->conditioning), 1 - pivot * largest / singular);
  if (r->position_level == r->speed_level || !(*r->position_pivot > 0)) return margin;
  return fmin(margin, jni_reduced_position_pivot(r) / (poor_part * *r->position_pivot) - 1);
}

// ---- replaced variables ---------------------------------------------------------------------------------------------

// Records in r->replaced, for the first time only, that a variable named by the user is not independent, with a
// variable that is independent instead: one without a mark in r->mark, if there is one.
static void record_replaced(jni_reduced *r) {
  int n = r->frame.base.system->sizes.nv, lost = 0, taken = -1;
  while (lost < n && !(r->named[lost] && r->number[lost] < 0)) lost++;
  if (*r->replaced != 0 || lost == n) return;
  for (int k = r->speed_level->m; k < n; k++) {
    int speed = r->speed_level->columns[k];
    if (!r->named[speed] && (taken < 0 || (r->mark[taken] && !r->mark[speed]))) taken = speed;
  }
  r->replaced[0] = 1;
  r->replaced[1] = r->frame.base.work->t;
  r->replaced[2] = lost;
  r->replaced[3] = taken;
}

void jni_reduced_describe_replacement(const jni_reduced *r, char *text, size_t size) {
  const jn_system *system = r->frame.base.system;
  int n = system->sizes.nv;
  char lost[JNI_VARIABLE_NAME], taken[JNI_VARIABLE_NAME];
  text[0] = 0;
  if (*r->replaced != 1 || !(r->replaced[2] >= 0 && r->replaced[2] < n && r->replaced[3] >= 0 && r->replaced[3] < n))
    return;
  jni_reduced_speed_name(system, (int)r->replaced[2], lost, sizeof lost);
  jni_reduced_speed_name(system, (int)r->replaced[3], taken, sizeof taken);
  jni_print(text, size,
            "'%s' is named as independent variable but was replaced at %.6g s, where the others depend on it too "
            "steeply; '%s' took its place",
            lost, r->replaced[1], taken);
}

// Chooses with the user's preferences and, if |B| is too large, without. Stores the conditioning of the choice in the
// memory. Returns the status of the choice.
static jn_status choose_anew(jni_reduced *r) {
  jn_status status = choose_levels(r, false);
  if (status != JN_OK) return status;
  *r->conditioning = 0;
  double largest = measure(r);
  if (r->speed_level->plain && is_poor(r, largest)) {
    // At the first choice, marks the variables that would be independent in it, so that the replacement can be named.
    for (int k = r->speed_level->m; *r->has_choice != 1 && k < r->frame.base.system->sizes.nv; k++)
      r->mark[r->speed_level->columns[k]] = 1;
    status = choose_levels(r, true);
    if (status != JN_OK) return status;
    largest = measure(r);
  }
  *r->conditioning = isfinite(largest) ? largest : poor;
  *r->position_pivot = jni_reduced_position_pivot(r);
  return JN_OK;
}

jn_status jni_reduced_choose(jni_explicit *f) {
  jni_reduced *r = (jni_reduced *)f;
  const jn_sizes *n = &f->base.system->sizes;
  bool kept = recall_levels(r) && !is_poor(r, measure(r)) && !position_is_poor(r);
  for (int i = 0; i < n->nv && !kept; i++) r->mark[i] = 0;
  for (int k = r->speed_level->m; !kept && *r->has_choice == 1 && k < n->nv; k++)  // marks the stored independent ones
    if (r->speed_ids[k] >= 0 && r->speed_ids[k] < n->nv) r->mark[(int)r->speed_ids[k]] = 1;
  jn_status status = kept ? JN_OK : choose_anew(r);
  if (status != JN_OK) return status;
  if (!kept) record_replaced(r);
  bool same = true;
  for (int i = r->speed_level->m; i < n->nv; i++) same = same && r->speed_ids[i] == r->speed_level->columns[i];
  if (!kept && *r->has_choice == 1 && !same) r->set_changes++;
  store_choice(r);
  memset(r->vdot, 0, (size_t)n->nv * sizeof *r->vdot);
  *r->t = f->base.work->t;
  if (n->nc > 0 && !kept) jni_loop_basis_begin(r->speed_level->solver, r->B_recorded);
  jni_reduced_factor(r);
  if (!r->near_singular && n->nc > 0) jni_reduced_basis(r);
  jni_reduced_record_point(r, r->vdot);
  r->chosen = true;
  return JN_OK;
}

// Restores the choice from the memory of a checkpoint. If it is damaged, makes a new choice at the last accepted point.
void jni_reduced_load_memory(jni_explicit *f) {
  jni_reduced *r = (jni_reduced *)f;
  jn_work *work = f->base.work;
  work->t = *r->t;
  jni_copy(work->q, r->q, f->base.system->sizes.nq);
  jni_copy(work->s, f->base.s, f->base.system->sizes.ns);
  jni_stage_position(f->base.system, work);
  if (!recall_levels(r) && choose_anew(r) == JN_OK) store_choice(r);
}
