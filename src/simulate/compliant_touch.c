// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compliant_touch.c - points of compliant contacts that touch and part again within one step, which the signs of their
// gaps at its ends do not show.
#include <math.h>

#include "simulate/run.h"
#include "system/compliant_contact.h"
#include "system/event.h"
#include "system/work.h"

enum { MOST_DIP = 60, MOST_LOOKS = 200 };
static const double passed_part = 0.1;  // depth, part of the size of the smaller shape, that trace_gap may miss

// Returns a time in the step (a, b) at which the gap of the contact of force element `force` is negative; NAN if there
// is none. g, r: gaps and their rates at a and b, the gaps positive. The tangents at both ends of the interval bound a
// convex gap from below.
static double find_dip(jn_run *run, int force, double a, double b, const double g[2], const double r[2]) {
  double left = a, right = b, gl = g[0], gr = g[1], rl = r[0], rr = r[1];
  for (int k = 0; k < MOST_DIP && rl < 0 && rr > 0; k++) {
    double x = (gl - gr + rr * (right - left)) / (rr - rl), lowest = gl + rl * x;
    double t = k % 3 == 2 || !(x > 0 && x < right - left) ? 0.5 * (left + right) : left + x;
    if (lowest >= 0 || !(t > left && t < right) || jni_run_interpolate(run, t, run->trial) != JN_OK) return NAN;
    jni_stages_update(run->system, run->formulation->work, run->trial);
    const jni_force_output *now = &run->formulation->work->outputs[force];
    if (now->length < 0) return t;
    if (now->length_rate < 0) {
      left = t;
      gl = now->length;
      rl = now->length_rate;
    } else {
      right = t;
      gr = now->length;
      rr = now->length_rate;
    }
  }
  return NAN;
}

// Follows the gap of the contact of force element `force` from a to b by steps in which it changes, at the largest rate
// seen so far, by no more than the gap and passed_part of the size. Finds bodies that pass through each other, such as
// a ball that falls from rest through another one. g, r: gaps and their rates at a and b, the gaps positive; size: of
// the smaller shape, m. Returns the first time found at which the gap is negative; NAN if there is none.
static double trace_gap(jn_run *run, int force, double a, double b, const double g[2], const double r[2], double size) {
  double fastest = fmax(fabs(r[0]), fabs(r[1])), gap = g[0], t = a;
  if (!(fastest * (b - a) > g[0] + g[1])) return NAN;
  for (int k = 0; k < MOST_LOOKS; k++) {
    t += (gap + passed_part * size) / fastest;
    if (!(t < b - (g[1] + passed_part * size) / fastest)) return NAN;
    if (jni_run_interpolate(run, t, run->trial) != JN_OK) return NAN;
    jni_stages_update(run->system, run->formulation->work, run->trial);
    const jni_force_output *now = &run->formulation->work->outputs[force];
    gap = now->length;
    fastest = fmax(fastest, fabs(now->length_rate));
    if (gap < 0) return t;
  }
  return NAN;
}

double jni_compliant_find_touch(jn_run *run, double a, double b) {
  const jn_system *system = run->system;
  double first = NAN;
  if (!run->choices.locate_roots) return NAN;
  for (int i = 0; i < system->model->ncompliant_points; i++) {
    int force = jni_compliant_force(system, i), root = system->forces[force].switch_at;
    int at = system->ncontact_points + i;
    const double g[2] = {run->roots.e[root], run->right_roots.e[root]},
                 r[2] = {run->roots.gap_rate[at], run->right_roots.gap_rate[at]};
    if (run->sides[root] < 0 || !(g[0] > 0 && g[1] > 0)) continue;
    const jni_contact_shape *shape = system->forces[force].element->pair->geometry;
    double t = r[0] < 0 && r[1] > 0 ? find_dip(run, force, a, b, g, r) : NAN;
    if (isnan(t)) t = trace_gap(run, force, a, b, g, r, fmin(shape[0].size, shape[1].size));
    if (isnan(first) || t < first) first = t;
  }
  return first;
}
