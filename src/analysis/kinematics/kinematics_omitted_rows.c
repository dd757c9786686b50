// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics_omitted_rows.c - checks all equations at a point of a prescribed motion, also those omitted from A.
//
// A table satisfies nonholonomic equations as accurately as the rates of its splines: errors e_j of these change
// equation i by
//   sum over j of |G_i A^-1 [0; e_j]|
// This residual is admissible, and a little more for errors of the run or the measurement that the table is from; the
// largest admissible one is recorded, a larger one contradicts the motion.
#include <math.h>
#include <string.h>

#include "analysis/kinematics/kinematics.h"
#include "linalg/dense/dense.h"
#include "system/work.h"

// Smallest residual of an equation that counts as a contradiction: relative to the size of the mechanism or the speed,
// or in rad.
static const double BROKEN = 1e-8;
static const double DATA = 1e-5;  // error of the numbers of a table, relative to the speed
static const double MOST = 1e-2;  // largest error of a coarse table, relative to the speed

// Sets k->allowed (nc) to the residuals of nonholonomic equations that errors of the splines can cause plus DATA *
// `speed`, at most MOST * `speed`. Factors A. Returns false, with zeros, if there is no table or that fails.
static bool find_allowed(jn_kinematics *k, double speed) {
  const jn_sizes *n = &k->system->sizes;
  int rank = jni_kinematics_factor(k);
  memset(k->allowed, 0, (size_t)n->nc * sizeof *k->allowed);
  if (rank < 0 || k->nmotions == 0) return false;
  for (int j = 0; j < k->nmotions; j++) {
    memset(k->r, 0, (size_t)n->nv * sizeof *k->r);
    k->r[k->nrows + j] = jni_spline_rate_error(&k->splines[j], k->there.state[0]);
    jni_kinematics_correct(k, rank);
    jni_pattern_times(&k->system->pattern, k->work->G, k->d, k->lambda);
    for (int i = n->nh; i < n->nc; i++) k->allowed[i] += fabs(k->lambda[i]);
  }
  for (int i = n->nh; i < n->nc; i++) k->allowed[i] = fmin(k->allowed[i] + DATA * speed, MOST * speed);
  return true;
}

static int open_velocity(jn_kinematics *k, jni_open_row *open) {
  const jn_sizes *n = &k->system->sizes;
  const double *v = k->there.state + 1 + n->nq;
  double speed = 1 + jni_dense_largest(v, n->nv), *rates = k->phi;
  bool found = false, searched = false;
  jni_pattern_times(&k->system->pattern, k->work->G, v, rates);
  for (int i = n->nh; i < n->nc; i++) {
    double by = rates[i] - k->work->nu[i];
    if (fabs(by) <= BROKEN * speed) continue;
    if (!searched) {
      found = find_allowed(k, speed);
      searched = true;
    }
    *open = (jni_open_row){.by = by, .allowed = found ? k->allowed[i] : 0, .velocity = true};
    if (!(fabs(by) <= open->allowed)) return i;
    if (fabs(by) > fabs(k->contradiction)) {
      k->contradiction = by;
      k->contradicts = i;
    }
  }
  return -1;
}

int jni_kinematics_open_row(jn_kinematics *k, jni_open_row *open) {
  const jn_sizes *n = &k->system->sizes;
  const double *q = k->there.state + 1, *s = k->there.state + n->nstate - n->ns;
  double size = fmax(k->system->length_scale, k->system->extent);
  jni_kinematics_place(k, k->there.state[0], q, s);
  jn_get_phi(k->system, k->work, k->phi);
  for (int i = 0; i < n->nh; i++) {
    *open = (jni_open_row){.by = k->phi[i]};
    if (!(fabs(open->by) <= BROKEN * (jn_row_is_angle(k->system, i) ? 1 : size))) return i;
  }
  return n->nn > 0 ? open_velocity(k, open) : -1;
}
