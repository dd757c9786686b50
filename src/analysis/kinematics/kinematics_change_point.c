// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_change_point.c - computes the motion at a change point, or so close to one that its equations do not
// determine velocities and accelerations accurately.
//
// If position equations hold to eps and the smallest pivot is s, positions are accurate to eps/s, velocities to eps/s^2
// and accelerations to eps/s^3. If s is small, all are interpolated by Hermite's cubic between two points so far apart
// that s is about 1e-3 there: along the branch that leads to the change point, continued smoothly.
#include <math.h>
#include <string.h>

#include "analysis/kinematics/kinematics.h"
#include "linalg/dense/dense.h"

enum { MOST_TRIES = 16 };
// Pivot, over the largest one found so far, below which a configuration is interpolated instead of solved.
static const double CLOSE = 1e-4;
// Range of the pivot, over the largest one found so far, at the points for interpolation.
static const double LEAST = 5e-4, MOST = 4e-3;
static const double FAR = 0.05;  // parameter `far` of jni_kinematics_solve, typical lengths or rad
// Part of the interval before a configuration at which the pivot is examined instead.
static const double ALMOST = 1e-3;

// Returns whether there is no time event strictly between two times, and both are within the table of motion, if there
// is one.
static bool is_smooth(const jn_kinematics *k, double from, double to) {
  if (k->nmotions > 0 && !(from >= k->first && to <= k->last)) return false;
  return jn_next_time_event(k->system, from) >= to;
}

// Sets k->left to a point before t on the branch of k->here at which A is regular enough, but not far from singular.
// Returns the time between k->left and t, s; 0: there is no such point.
static double find_before(jn_kinematics *k, double t) {
  double ahead = 0.5 * (t - k->here.state[0]);
  for (int i = 0; i < MOST_TRIES && is_smooth(k, t - ahead, t); i++) {
    bool good = jni_kinematics_solve(k, &k->here, t - ahead, FAR);
    if (good && k->there.pivot >= LEAST * k->most_pivot && k->there.pivot <= MOST * k->most_pivot) {
      jni_kinematics_copy(k, &k->there, &k->left);
      return ahead;
    }
    ahead *= good && k->there.pivot < LEAST * k->most_pivot ? 2 : 0.5;
  }
  return 0;
}

// Sets k->left to a point before t, and k->kept to one that is as much after t; if a time event or the end of the table
// is in the interval after t, k->kept is between k->left and t. Returns false if a point is not found or k->kept is too
// close to a change point.
static bool find_sides(jn_kinematics *k, double t) {
  double ahead = find_before(k, t);
  if (!(ahead > 0)) return false;
  bool smooth = is_smooth(k, t, t + ahead);
  if (!jni_kinematics_solve(k, &k->left, smooth ? t + ahead : t - 0.5 * ahead, 0)) return false;
  jni_kinematics_copy(k, &k->there, &k->kept);
  return k->kept.pivot > CLOSE * k->most_pivot;
}

// Writes to `value` the value of Hermite's cubic through a and b (n numbers, h apart, with rates adot and bdot), at the
// fraction x of the interval, and to `rate` its rate (NULL: not needed).
static void interpolate(int n, double h, double x, const double *a, const double *adot, const double *b,
                        const double *bdot, double *value, double *rate) {
  double y = 1 - x;
  for (int i = 0; i < n; i++) {
    double d = b[i] - a[i], p = h * adot[i] - d, q = d - h * bdot[i];
    value[i] = a[i] + x * d + x * y * (y * p + x * q);
    if (rate) rate[i] = (d + y * (y - 2 * x) * p + x * (2 * y - x) * q) / h;
  }
}

// Returns the time at which det A is zero, from its sign and the smallest pivot at t: pivots change linearly with time
// between k->left and k->kept. Returns t if the sign is the same on both sides.
static double find_change(const jn_kinematics *k, double t, double pivot, int sign) {
  double slope = (k->left.pivot + k->kept.pivot) / (k->kept.state[0] - k->left.state[0]);
  if (k->left.sign != -k->kept.sign) return t;
  return sign == k->left.sign ? t + pivot / slope : t - pivot / slope;
}

static void set_there(jn_kinematics *k, double t, double pivot) {
  const jn_sizes *n = &k->system->sizes;
  const double *a = k->left.state, *b = k->kept.state, *qa = a + 1, *va = qa + n->nq, *qb = b + 1, *vb = qb + n->nq;
  double h = b[0] - a[0], x = (t - a[0]) / h, *q = k->there.state + 1, *v = q + n->nq, *qdot_a = k->roll,
         *qdot_b = k->roll + n->nq;
  jn_calc_qdot(k->system, qa, va, qdot_a);
  jn_calc_qdot(k->system, qb, vb, qdot_b);
  memcpy(k->there.state, k->here.state, (size_t)n->nstate * sizeof *q);
  k->there.state[0] = t;
  jni_kinematics_get_filters(k, t, v + n->nv);
  interpolate(n->nq, h, x, qa, qdot_a, qb, qdot_b, q, NULL);
  interpolate(n->nv, h, x, va, k->left.vdot, vb, k->kept.vdot, v, k->there.vdot);
  jn_manifold_normalize(k->system, q);
  k->there.pivot = pivot;
  k->there.sign = 0;
  k->there.between = true;
  k->there.error = k->kept.error;
  jni_kinematics_place(k, t, q, k->there.state + n->nstate - n->ns);
  jn_calc_velocity(k->system, k->work, v);
}

bool jni_kinematics_limit(jn_kinematics *k, double far) {
  double t = k->there.state[0], pivot = k->there.pivot;
  int sign = k->there.sign;
  bool stays = k->in_singular && !k->here.between;  // the mechanism stays singular: free motion continues
  if (stays || !(pivot < CLOSE * k->most_pivot) || !(t > k->here.state[0])) return true;
  if (!find_sides(k, t)) return jni_kinematics_solve(k, &k->here, t, far);
  k->change = find_change(k, t, pivot, sign);
  set_there(k, t, pivot);
  return true;
}

bool jni_kinematics_pass(jn_kinematics *k, double t) {
  double almost = t - ALMOST * (t - k->here.state[0]);
  if (k->here.between || !jni_kinematics_solve(k, &k->here, almost, FAR)) return false;
  if (!(k->there.pivot < MOST * k->most_pivot) || !find_sides(k, t)) return false;
  k->change = t;
  set_there(k, t, 0);
  return true;
}

// ---- branches -------------------------------------------------------------------------------------

void jni_kinematics_name_open(jn_kinematics *k, const jni_motion_point *place, char name[JN_DIRECTION_NAME]) {
  const jn_sizes *n = &k->system->sizes;
  name[0] = 0;
  jni_kinematics_place(k, place->state[0], place->state + 1, place->state + n->nstate - n->ns);
  if (jni_kinematics_factor(k) < 0 || n->nv == 0) return;
  jni_kinematics_find_open(k);
  double length = sqrt(jni_dot(n->nv, k->d, k->d));
  for (int i = 0; i < n->nv; i++) k->d[i] /= length;
  if (jni_all_finite(k->d, n->nv))
    jni_name_directions(k->system, k->work, k->d, 1, k->row, k->body, (char(*)[JN_DIRECTION_NAME])name, 1);
}
