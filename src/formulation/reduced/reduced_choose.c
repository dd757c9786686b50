// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_choose.c - which joint variables are independent, see reduced.h.
//
// Complete pivoting on the columns of G takes the dependent speeds; those that nobody wants to be dependent are made
// small: variables that the user names, then coordinates on which a force acts, and free bodies. A choice is kept as
// long as |B| stays moderate; where it grows, another one is made at the next accepted step, and that of the user, too,
// gives way there. Ratios of gears and other constant couplings never change, and do not count.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formulation/formulation_common.h"
#include "formulation/reduced/reduced.h"
#include "formulation/reduced/reduced_names.h"
#include "system/stage.h"
#include "system/work.h"

// A choice is poor when |B| exceeds this, and this many times what the best one had when it was made.
static const double poor = 5, poorer = 2.5;
// Of positions with a choice of their own: when the smallest pivot has fallen to this part of what it was.
static const double poor_part = 0.5;
// Smallest pivot times largest |B|: smaller than this near a singular configuration, where no choice is better.
static const double singular = 0.05;
// Angles are the better independent coordinates: a crank's turns steadily where a slider has turning points.
static const double favour_angles = 8;
// How small columns are made that had better be independent.
static const double named = 1e-4, acted_on = 0.5, free_body = 0.25;

// ---- sizes ----------------------------------------------------------------------------------------------------------

static void fill_scale(const jn_system *system, double *scale) {
  for (int i = 0; i < system->sizes.nv; i++) scale[i] = system->v_is_length[i] ? system->length_scale : 1;
}

static void fill_wishes(const jni_reduced *r, double *wish) {
  const jn_system *system = r->frame.base.system;
  for (int i = 0; i < system->sizes.nv; i++) {
    wish[i] = r->scale[i] * (system->v_is_length[i] ? favour_angles : 1);
    if (system->tree->links[system->tree->speed_link[i]].kind == JNI_LINK_FREE) wish[i] *= free_body;
  }
  for (int i = 0; i < system->nforces; i++)
    for (int k = 0; k < system->forces[i].nterms; k++) {
      const jni_coordinate *c = &system->coordinates[system->forces[i].terms[k].coordinate];
      int speed = jni_reduced_speed(system, c->joint, c->index);
      if (speed >= 0) wish[speed] *= acted_on;
    }
}

// ---- levels ---------------------------------------------------------------------------------------------------------

typedef struct {
  double *sizes, *wish, *state;
  bool *rows;      // nc: rows of a level
  bool *constant;  // nc: rows with constant entries: couplings of variables of the tree
} scratch;

static bool is_constant(const jn_system *system, const jni_primitive *p) {
  if (p->kind != JNI_COORDINATES && p->kind != JNI_COORDINATE_RATES) return false;
  for (int i = p->term_at; i < p->term_at + p->nterms; i++)
    if (!system->coordinates[system->terms[i].coordinate].linked) return false;
  return true;
}

static void fill_constant(const jn_system *system, bool *constant) {
  for (int i = 0; i < system->sizes.nc; i++)
    constant[i] = is_constant(system, &system->primitives[system->row_primitive[i]]);
}

static bool make_level(jni_reduced *r, const scratch *s, jni_reduced_level *level, bool any_named) {
  const jn_system *system = r->frame.base.system;
  const jn_alloc *alloc = system->alloc;
  jni_pool *pool = &r->frame.base.pool;
  level->stamp = -1;
  level->m = jni_count_active(system, s->rows), level->nfree = system->sizes.nv - level->m;
  level->columns = jni_ints(pool, system->sizes.nv);
  for (int i = 0; i < system->sizes.nv; i++) {
    if (level->columns) level->columns[i] = i;
    s->wish[i] *= r->wished[i] ? named : 1;
  }
  level->split = jni_keep(pool, jni_split_new(alloc, &system->pattern, s->sizes, s->wish, s->rows), jni_object_free);
  for (int i = 0; i < system->sizes.nv; i++) s->wish[i] /= r->wished[i] ? named : 1;
  if (any_named)
    level->plain = jni_keep(pool, jni_split_new(alloc, &system->pattern, s->sizes, s->wish, s->rows), jni_object_free);
  level->solver = jni_loop_solver_new(pool, &system->pattern, s->sizes, r->scale, s->rows, s->constant, level->nfree);
  return !pool->failed;
}

static bool make_levels(jni_reduced *r, const scratch *s, bool any_named) {
  const jn_system *system = r->frame.base.system;
  fill_wishes(r, s->wish);
  fill_constant(system, s->constant);
  for (int i = 0; i < system->sizes.nc; i++)
    s->rows[i] = r->frame.active[i] && (system->sizes.nn == 0 || i < system->sizes.nh);
  if (!make_level(r, s, r->place, any_named)) return false;
  if (r->rate == r->place) return true;
  for (int i = 0; i < system->sizes.nc; i++) s->rows[i] = r->frame.active[i];
  return make_level(r, s, r->rate, any_named);
}

// Variables that were named and come out dependent.
static jn_status check_named(jni_reduced *r, const jni_wishes *w) {
  const jn_system *system = r->frame.base.system;
  char text[160];
  int n = 0;
  for (int i = 0; i < system->sizes.nv; i++) n += r->wished[i];
  if (n > r->rate->nfree)
    return jni_reduced_refuse(w, "%d independent variables are named, but the mechanism has %d", n, r->rate->nfree);
  jn_status status = jni_split_choose(r->rate->split, r->frame.base.work->G);
  const int *columns = jni_split_columns(r->rate->split);
  for (int i = 0; status == JN_OK && i < r->rate->m; i++)
    if (r->wished[columns[i]])
      return jni_reduced_refuse(w, "'%s' cannot be independent: it follows from the other independent variables",
                                jni_reduced_speed_name(system, columns[i], text, sizeof text));
  return JN_OK;
}

jn_status jni_reduced_plan(jni_reduced *r, const jn_choices *choices, jn_report *report) {
  const jn_system *system = r->frame.base.system;
  bool any = choices->independent[0] != 0;
  const jni_wishes wishes = {system, choices->independent, r->wished, report};
  if (any && !jni_reduced_read_names(&wishes)) return JN_REFUSED;
  if (any && jni_reduced_tell_tree(system, report) != JN_OK) return JN_NO_MEMORY;
  fill_scale(system, r->scale);
  jni_pool room = {.alloc = system->alloc};
  scratch s = {.sizes = jni_doubles(&room, system->pattern.nvalues),
               .wish = jni_doubles(&room, system->sizes.nv),
               .state = jni_doubles(&room, system->sizes.nstate),
               .rows = jni_flags(&room, system->sizes.nc),
               .constant = jni_flags(&room, system->sizes.nc)};
  jn_status status = !room.failed ? jn_system_initial_state(system, s.state) : JN_NO_MEMORY;
  if (status == JN_OK) jni_sample_rows(system, r->frame.base.work, s.state, r->e, s.sizes);
  if (status == JN_OK && !make_levels(r, &s, any)) status = JN_NO_MEMORY;
  if (status != JN_OK) jn_report_fault(report, status, "", "%s", jn_status_text(status));
  else if (any) status = check_named(r, &wishes);
  memset(r->e, 0, (size_t)system->sizes.nv * sizeof *r->e);
  jni_pool_free(&room);
  return status;
}

// ---- places of y ----------------------------------------------------------------------------------------------------

static void mark_idle(jni_reduced *r) {
  const jn_system *system = r->frame.base.system;
  memset(r->idle, 0, (size_t)r->frame.base.ode.n * sizeof *r->idle);
  for (int k = 0; k < r->nfollow; k++) r->idle[system->speed_q[r->follow[k]]] = true;
  for (int i = 0; i < system->sizes.nv; i++) r->idle[r->frame.npositions + i] = r->number[i] < 0;
}

static void lay_out(jni_reduced *r) {
  const int *speed_q = r->frame.base.system->speed_q;
  const jni_reduced_level *place = r->place;
  r->nslot = r->nfollow = 0, r->turns = false;
  for (int k = place->m; k < place->m + place->nfree; k++)
    if (speed_q[place->columns[k]] >= 0) r->slot_speed[r->nslot++] = place->columns[k];
  for (int k = 0; k < place->m; k++) {
    if (speed_q[place->columns[k]] >= 0) r->follow[r->nfollow++] = place->columns[k];
    else r->turns = true;
  }
  for (int k = 0; k < r->rate->m + r->rate->nfree; k++)
    r->number[r->rate->columns[k]] = k < r->rate->m ? -1 : k - r->rate->m;
  mark_idle(r);
  memset(r->e, 0, (size_t)r->frame.base.system->sizes.nv * sizeof *r->e);
  memset(r->w, 0, (size_t)r->frame.base.system->sizes.nv * sizeof *r->w);
  if (r->frame.base.system->sizes.nc > 0) jni_loop_basis_begin(r->rate->solver, r->B);
  r->basis_stamp = r->solved_stamp = -1, r->place->stamp = r->rate->stamp = -1;
  jni_reduced_span(r);
}

static bool take(jni_reduced_level *level, const int *columns, int n) {
  memcpy(level->columns, columns, (size_t)n * sizeof *columns);
  return jni_loop_solver_set(level->solver, level->columns, level->columns + level->m, level->nfree);
}

// ---- the choice -----------------------------------------------------------------------------------------------------

static jn_status choose_level(jni_reduced *r, jni_reduced_level *level, jni_split *split) {
  jn_status status = jni_split_choose(split, r->frame.base.work->G);
  if (status != JN_OK) return status;
  return take(level, jni_split_columns(split), r->frame.base.system->sizes.nv) ? JN_OK : JN_SINGULAR;
}

static jn_status choose_levels(jni_reduced *r, bool plain) {
  jn_status status = choose_level(r, r->place, plain ? r->place->plain : r->place->split);
  if (status == JN_OK && r->rate != r->place)
    status = choose_level(r, r->rate, plain ? r->rate->plain : r->rate->split);
  if (status == JN_OK) lay_out(r);
  return status;
}

// A choice out of memory: dependent columns first, each once.
static bool recall_level(jni_reduced *r, jni_reduced_level *level, const double *numbers) {
  int n = r->frame.base.system->sizes.nv;
  for (int i = 0; i < n; i++) r->seen[i] = 0;
  for (int i = 0; i < n; i++) {
    if (!(numbers[i] >= 0 && numbers[i] < n) || r->seen[(int)numbers[i]]++) return false;
    r->ids[i] = (int)numbers[i];
    if (i > level->m && r->ids[i] < r->ids[i - 1]) return false;
  }
  return take(level, r->ids, n);
}

static bool recall_levels(jni_reduced *r) {
  if (*r->have != 1 || !recall_level(r, r->place, r->place_ids)) return false;
  if (r->rate != r->place && !recall_level(r, r->rate, r->rate_ids)) return false;
  lay_out(r);
  return true;
}

static void remember(jni_reduced *r) {
  for (int i = 0; i < r->frame.base.system->sizes.nv; i++)
    r->place_ids[i] = r->place->columns[i], r->rate_ids[i] = r->rate->columns[i];
  *r->have = 1;
}

// Largest |B| at the present position; NaN where nothing can be said.
static double measure(jni_reduced *r) {
  if (r->rate->m == 0 || r->rate->nfree == 0) return 0;
  jni_reduced_factor(r);
  if (!(jni_loop_get_info(r->rate->solver)->least_pivot > 0)) return NAN;
  jni_loop_basis(r->rate->solver, r->frame.base.work->G, r->B);
  return jni_loop_largest(r->rate->solver, r->B);
}

static double limit(const jni_reduced *r) { return fmax(poor, poorer * *r->conditioning); }

// Where positions have a choice of their own.
static bool place_is_poor(jni_reduced *r) {
  return r->place != r->rate && jni_reduced_place_pivot(r) < poor_part * *r->place_pivot;
}

static bool is_poor(const jni_reduced *r, double largest) {
  double pivot = r->rate->m > 0 ? jni_loop_get_info(r->rate->solver)->least_pivot : 1;
  return largest > limit(r) && pivot * largest > singular;
}

// Where |B| falls again, no more than that is taken for the best.
static void expect(jni_reduced *r, double largest) {
  if (*r->conditioning > poor) *r->conditioning = fmax(poor, fmin(*r->conditioning, largest));
}

void jni_reduced_watch(jni_reduced *r) {
  if (r->frame.base.stale || r->rate->m == 0 || r->rate->nfree == 0) return;
  double largest = r->thin ? measure(r) : jni_loop_largest(r->rate->solver, r->B);
  expect(r, largest);
  if (is_poor(r, largest) || place_is_poor(r)) r->frame.base.stale = true;
}

// ---- named ones that others take the place of -----------------------------------------------------------------------

// r->seen marks the variables that were independent, or would have been.
static void mark_before(const jni_reduced *r) {
  int n = r->frame.base.system->sizes.nv;
  for (int i = 0; i < n; i++) r->seen[i] = 0;
  for (int k = r->rate->m; *r->have == 1 && k < n; k++)
    if (r->rate_ids[k] >= 0 && r->rate_ids[k] < n) r->seen[(int)r->rate_ids[k]] = 1;
}

static void mark_free(const jni_reduced *r) {
  for (int k = r->rate->m; *r->have != 1 && k < r->frame.base.system->sizes.nv; k++) r->seen[r->rate->columns[k]] = 1;
}

// The first time that a named variable is not independent, with one that is instead.
static void note_replaced(jni_reduced *r) {
  int n = r->frame.base.system->sizes.nv, lost = 0, taken = -1;
  while (lost < n && !(r->wished[lost] && r->number[lost] < 0)) lost++;
  if (*r->replaced != 0 || lost == n) return;
  for (int k = r->rate->m; k < n; k++) {
    int speed = r->rate->columns[k];
    if (!r->wished[speed] && (taken < 0 || (r->seen[taken] && !r->seen[speed]))) taken = speed;
  }
  r->replaced[0] = 1, r->replaced[1] = r->frame.base.work->t, r->replaced[2] = lost, r->replaced[3] = taken;
}

void jni_reduced_replaced(const jni_reduced *r, char *text, size_t size) {
  const jn_system *system = r->frame.base.system;
  int n = system->sizes.nv;
  char lost[JNI_VARIABLE_NAME], taken[JNI_VARIABLE_NAME];
  text[0] = 0;
  if (*r->replaced != 1 || !(r->replaced[2] >= 0 && r->replaced[2] < n && r->replaced[3] >= 0 && r->replaced[3] < n))
    return;
  jni_reduced_speed_name(system, (int)r->replaced[2], lost, sizeof lost),
      jni_reduced_speed_name(system, (int)r->replaced[3], taken, sizeof taken);
  jni_print(text, size,
            "'%s' is named as independent variable but was replaced at %.6g s, where the others depend on it too "
            "steeply; '%s' took its place",
            lost, r->replaced[1], taken);
}

static jn_status choose_anew(jni_reduced *r) {
  jn_status status = choose_levels(r, false);
  if (status != JN_OK) return status;
  *r->conditioning = 0;
  double largest = measure(r);
  if (r->rate->plain && is_poor(r, largest)) {
    mark_free(r);
    status = choose_levels(r, true);
    if (status != JN_OK) return status;
    largest = measure(r);
  }
  *r->conditioning = isfinite(largest) ? largest : poor;
  *r->place_pivot = jni_reduced_place_pivot(r);
  return JN_OK;
}

static bool same_choice(const jni_reduced *r) {
  for (int i = r->rate->m; i < r->rate->m + r->rate->nfree; i++)
    if (r->rate_ids[i] != r->rate->columns[i]) return false;
  return true;
}

jn_status jni_reduced_choose(jni_explicit *f) {
  jni_reduced *r = (jni_reduced *)f;
  const jn_sizes *n = &f->base.system->sizes;
  bool kept = recall_levels(r) && !is_poor(r, measure(r)) && !place_is_poor(r);
  if (!kept) mark_before(r);
  jn_status status = kept ? JN_OK : choose_anew(r);
  if (status != JN_OK) return status;
  if (!kept) note_replaced(r);
  if (!kept && *r->have == 1 && !same_choice(r)) r->set_changes++;
  remember(r);
  memset(r->vdot, 0, (size_t)n->nv * sizeof *r->vdot);
  *r->t = f->base.work->t;
  if (n->nc > 0 && !kept) jni_loop_basis_begin(r->rate->solver, r->B_passed);
  jni_reduced_factor(r);
  if (!r->thin && n->nc > 0) jni_reduced_basis(r);
  jni_reduced_pass(r, r->vdot);
  r->chosen = true;
  return JN_OK;
}

// What a damaged file tells is not taken up: the choice is made at the point passed last.
void jni_reduced_recall(jni_explicit *f) {
  jni_reduced *r = (jni_reduced *)f;
  jn_work *work = f->base.work;
  work->t = *r->t;
  jni_copy(work->q, r->q, f->base.system->sizes.nq);
  jni_copy(work->s, f->base.s, f->base.system->sizes.ns);
  jni_stage_position(f->base.system, work);
  if (!recall_levels(r) && choose_anew(r) == JN_OK) remember(r);
}
