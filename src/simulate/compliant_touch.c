// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compliant_touch.c - points of compliant contacts that touch and part again within one step, which the signs of their
// gaps at its ends do not show.
#include <math.h>

#include "simulate/run.h"
#include "system/compliant_contact.h"
#include "system/event.h"
#include "system/work.h"

enum { MOST_DIP = 60 };

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

double jni_compliant_find_touch(jn_run *run, double a, double b) {
  const jn_system *system = run->system;
  double first = NAN;
  if (!run->choices.locate_roots) return NAN;
  for (int i = 0; i < system->model->ncompliant_points; i++) {
    int force = jni_compliant_force(system, i), root = system->forces[force].switch_at;
    int at = system->ncontact_points + i;
    const double g[2] = {run->roots.e[root], run->right_roots.e[root]},
                 r[2] = {run->roots.gap_rate[at], run->right_roots.gap_rate[at]};
    if (run->sides[root] < 0 || !(g[0] > 0 && g[1] > 0 && r[0] < 0 && r[1] > 0)) continue;
    double t = find_dip(run, force, a, b, g, r);
    if (isnan(first) || t < first) first = t;
  }
  return first;
}
