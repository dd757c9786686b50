// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_change.c - checks that the same mechanism in other units, mirrored, with swapped ends or in another order
// gives the same results.
#include <math.h>
#include <string.h>

#include "mechanism_check.h"

static const double rounding = 1e-9;
enum { STEPS = 60, MOST_STEPS = 16 * STEPS };
static const double resolved = 2e-3;  // largest error of a method that follows the motion
static const double tolerance = 1e-9;
// of the method's error: what iterations leave that end at 1e-6 of their first increment
static const double iterations = 0.01;
static const double tighter = 0.01, leaves = 0.2;  // so much of the tolerance leaves so much of a difference

typedef enum { IN_OTHER_UNITS, IN_MIRROR, WITH_ENDS_SWAPPED, REORDERED, NCHANGES } kind;
static const char *const kind_names[NCHANGES] = {"in other units", "in a mirror", "with ends swapped", "reordered"};

static double power(chance *c) { return pow(10, chance_below(c, 3) * 6 - 6); }

int mech_nchanges(void) { return NCHANGES; }

const char *mech_change_name(int k) { return kind_names[k]; }

bool mech_change_is_exact(int k) { return k == IN_OTHER_UNITS || k == IN_MIRROR; }

// Derivatives of a contact are differences over a fixed speed, so that the last digits of Newton's iterations depend on
// the unit of time.
void mech_apply_change(int k, chance *c, mechanism *m, mech_change *how) {
  if (k == IN_OTHER_UNITS) mech_scale(m, how, power(c), power(c), m->has_floor ? 1 : power(c));
  else if (k == IN_MIRROR) mech_mirror(m, how, chance_below(c, m->space == JN_PLANE || m->has_floor ? 2 : 3));
  else if (k == WITH_ENDS_SWAPPED) mech_swap_ends(m, how, c);
  else mech_reorder(m, c);
}

// Returns whether the way makes choices that depend on the order of elements or ends: spanning tree, independent
// coordinates, omitted redundant equations. Two runs then differ by the errors of the method. So do runs with
// constraint equations that drift or act in the middle of a step (conserving scheme), which depend on the order of
// ends.
static bool choices_may_differ(const mech_trial *t, const mech_way *way, kind k) {
  static const char *const choosing[] = {"partition", "partial-velocity", "orthonormal", "reduced"};
  if (k == IN_OTHER_UNITS) return false;
  for (size_t i = 0; i < sizeof choosing / sizeof *choosing; i++)
    if (strcmp(way->formulation, choosing[i]) == 0) return true;
  if (k == WITH_ENDS_SWAPPED && strstr(way->formulation, "conserving")) return true;
  return k != IN_MIRROR && (strcmp(way->coordinates, "joint") == 0 || mech_way_drifts(way) || t->m->redundant > 0);
}

// Within a step stages and iterations are off the rows by what the method errs, and rows that are seen from the other
// end are others there.
static bool stages_differ(const mech_way *way, kind k) { return k == WITH_ENDS_SWAPPED && mech_way_order(way) > 0; }

static double error_of(const mech_trial *t, const mech_result *r) {
  const mech_change none = mech_no_change();
  mech_difference d = mech_compare(t->m, &t->reference, r, &none);
  return fmax(fmax(d.most[0], d.most[1]), fmax(d.most[2], d.most[3]));
}

// Uses shorter steps if the steps are so long that they fail or amplify rounding errors.
static int run_base(mech_trial *t, const mech_way *way, mech_result *base) {
  int steps = mech_way_order(way) > 0 ? STEPS : 0;
  mech_run(t->m, t->model, way, steps, tolerance, false, base);
  for (; steps > 0 && steps < MOST_STEPS && !(base->ok && error_of(t, base) <= resolved); steps *= 4)
    mech_run(t->m, t->model, way, 4 * steps, tolerance, false, base);
  return steps;
}

typedef struct {
  const mech_way *way;
  kind change;
  mechanism m;  // changed
  jn_model *model;
  mech_change how;
  char name[96];
  int steps;
  double tolerance;
  mech_result base, other;
  mech_difference found;
} pair;

static void look_at(const mech_trial *t, pair *p) {
  p->found = mech_compare(t->m, &p->base, &p->other, &p->how);
  if (!t->verbose) return;
  const double *d = p->found.most;
  printf("  %s, %s, %ld and %ld steps: %.1e %.1e %.1e %.1e\n", p->name, kind_names[p->change], p->base.steps,
         p->other.steps, d[0], d[1], d[2], d[3]);
}

static void run_other(pair *p) { mech_run(&p->m, p->model, p->way, p->steps, p->tolerance, false, &p->other); }

// Checks that the difference of two runs with different choices decreases with their errors: with half the step by the
// order of the method, or with a smaller tolerance.
static bool come_together(mech_trial *t, pair *p, int group) {
  mech_difference before = p->found;
  int order = mech_way_order(p->way);
  if (order > 0) p->steps *= 2;
  else p->tolerance *= tighter;
  mech_run(t->m, t->model, p->way, p->steps, p->tolerance, false, &p->base);
  run_other(p);
  if (p->base.ok && p->other.ok) look_at(t, p);
  return p->base.ok && p->other.ok &&
         p->found.most[group] <= rounding + before.most[group] * (order > 0 ? pow(0.5, order) * 2 : leaves);
}

// Returns the effect of rounding on this motion in this way: the difference of a run in slightly different units.
static double noise_in(const mech_trial *t, const pair *p, int group, const double units[3]) {
  static mechanism m;
  static mech_result noisy;
  mech_change how = mech_no_change();
  m = *t->m;
  mech_scale(&m, &how, units[0], units[1], units[2]);
  jn_model *model = mech_read(&m, noisy.why, sizeof noisy.why);
  if (model) mech_run(&m, model, p->way, p->steps, p->tolerance, false, &noisy);
  double noise = model && noisy.ok ? mech_compare(t->m, &p->base, &noisy, &how).most[group] : 0;
  jn_model_free(model);
  return noise;
}

// Returns the largest of several such differences, since one may be small by chance.
static double noise_of(const mech_trial *t, const pair *p, int group) {
  static const double units[][3] = {{1.1, 0.9, 1.2}, {0.9, 1.2, 1.1}, {1.2, 1.1, 0.9}};
  double most = 0;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) most = fmax(most, noise_in(t, p, group, units[i]));
  return most;
}

static void compare(mech_trial *t, pair *p) {
  bool differ = choices_may_differ(t, p->way, p->change), fixed = mech_way_order(p->way) > 0;
  bool together = differ || !fixed || stages_differ(p->way, p->change);
  look_at(t, p);
  mech_difference d = p->found;
  double share = differ || !fixed ? 30 : p->change == IN_OTHER_UNITS ? 0 : iterations, error = error_of(t, &p->base);
  for (int g = 0; g < NGROUPS; g++) {
    double allowed = rounding + share * error + (fixed ? 0 : 100 * tolerance);
    t->checks++;
    if (d.most[g] <= allowed || (together && (come_together(t, p, g) || (fixed && come_together(t, p, g))))) continue;
    if (!together) {
      allowed += 30 * noise_of(t, p, g);
      if (d.most[g] <= allowed) continue;
    }
    mech_fail(t, "%s %s: %s differ by %.2g, allowed are %.2g (%s; units %g %g %g)", p->name, kind_names[p->change],
              mech_group_names[g], d.most[g], allowed, d.worst[g], p->how.length, p->how.mass, p->how.time);
  }
}

// Where even the shortest steps do not follow the motion, other choices may fail in it: then steps that are shorter
// still, for both.
static void run_shorter(const mech_trial *t, pair *p) {
  bool unresolved = mech_way_order(p->way) > 0 && !(error_of(t, &p->base) <= resolved);
  if (!unresolved || !choices_may_differ(t, p->way, p->change)) return;
  p->steps *= 4;
  mech_run(t->m, t->model, p->way, p->steps, p->tolerance, false, &p->base);
  if (p->base.ok) run_other(p);
}

static void check_change(mech_trial *t, pair *p, chance *c) {
  p->m = *t->m;
  p->how = mech_no_change();
  mech_apply_change((int)p->change, c, &p->m, &p->how);
  p->other.ok = false;
  p->model = mech_read(&p->m, p->other.why, sizeof p->other.why);
  if (p->model) run_other(p);
  if (p->model && !p->other.ok) run_shorter(t, p);
  int failures = t->failures;
  t->checks++;
  if (p->other.ok) compare(t, p);
  else if (!mech_is_excused(&p->other))
    mech_fail(t, "%s %s: %s (units %g %g %g)", p->name, kind_names[p->change], p->other.why, p->how.length, p->how.mass,
              p->how.time);
  if (t->failures > failures && t->changed) mech_write(&p->m, t->changed);
  jn_model_free(p->model);
}

// Checks a change in a random way, or in the given one.
static void check_in_way(mech_trial *t, kind k, int given) {
  static pair p;
  chance c = {.key = t->c.key + 1000 + (uint64_t)k};
  mech_way way = given >= 0 ? mech_way_get(given) : mech_way_draw(c.key);
  p.way = &way;
  p.change = k;
  p.tolerance = tolerance;
  mech_way_name(&way, p.name, sizeof p.name);
  if (!mech_way_wanted(t, &way, p.name)) return;
  p.steps = run_base(t, &way, &p.base);
  if (p.base.ok) check_change(t, &p, &c);
  else if (!mech_is_excused(&p.base)) mech_fail(t, "%s: %s", p.name, p.base.why);
}

void mech_check_changes(mech_trial *t) {
  for (int k = 0; k < NCHANGES; k++)
    for (int way = 0; way < (t->ways > 0 ? 1 : mech_nways()); way++) check_in_way(t, (kind)k, t->ways > 0 ? -1 : way);
}
