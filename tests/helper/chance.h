// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// chance.h - random states for programs, near an assembled one.
#ifndef JOUNCE_TEST_CHANCE_H
#define JOUNCE_TEST_CHANCE_H

#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "symbolic/tape.h"
#include "system/system.h"

enum { CHANCE_STATES = LIGHT ? 20 : 100 };  // states per model; fewer under the sanitizers

static unsigned chance_seed = 7;
static inline double chance_number(void) {  // in (-1, 1)
  chance_seed = chance_seed * 1664525u + 1013904223u;
  return (double)(chance_seed >> 8) / 8388608.0 - 1;
}

// Closes the loops by Newton's method. Returns false if it does not converge.
static inline bool close_loops(const jn_system *system, jni_tape *tape, double *variables, double *results) {
  const jn_sizes *n = &system->sizes;
  double *q = variables + 1, last = HUGE_VAL;
  for (int newton = 0; newton < 12 && last > 1e-13; newton++) {
    jni_tape_run(tape, variables, results);
    last = 0;
    for (int i = 0; i < n->nq; i++) last = fmax(last, fabs(results[i] - q[i]) / (1 + fabs(q[i])));
    memcpy(q, results, (size_t)n->nq * sizeof *q);
  }
  memcpy(q + n->nq, results + n->nq, (size_t)n->nv * sizeof *q);
  return last < 1e-11;
}

// Sets random variables (t, q, v, z, ...) near the nominal ones: random independent coordinates and speeds, small
// changes of states; the others follow from the tape, whose results begin with q and v after a Newton step. If the
// loops do not close, near a singular configuration, the change is reduced. `results`: of the tape; d: nv.
static inline void move_by_chance(const jn_system *system, const jn_reduced *reduced, jni_tape *tape,
                                  const double *nominal, double *variables, double *results, double *d) {
  const jn_sizes *n = &system->sizes;
  double *q = variables + 1, *v = q + n->nq, *z = v + n->nv, way = 0.02;
  bool closed = false;
  for (; !closed && way > 1e-6; way /= 2) {
    memcpy(variables, nominal, (size_t)(1 + n->nq + n->nv + n->nz) * sizeof *nominal);
    memset(d, 0, (size_t)n->nv * sizeof *d);
    for (int i = 0; i < reduced->nindependent; i++) {
      d[reduced->independent[i]] = way * chance_number();
      v[reduced->independent[i]] += 0.3 * chance_number();
    }
    for (int i = 0; i < n->nz; i++) z[i] += 1e-3 * chance_number();
    jn_manifold_step(system, q, d, q);
    closed = close_loops(system, tape, variables, results);
  }
  CHECK(closed);
}

#endif
