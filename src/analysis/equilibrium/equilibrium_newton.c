// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_newton.c - Newton's method for r = 0. A step is accepted if it makes |r| smaller; each implementation
// computes its steps and decides what follows a rejection.
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"

enum { MOST_ITERATIONS = 60, MOST_SLOW = 5, MOST_POLISHING = 5 };

static const double TIGHT = 1e-15;  // relative residual at which iterations end
// First radius of a step, rad or typical lengths, over the square root of the number of unknowns.
static const double FIRST_RADIUS = 0.5;

bool jni_newton_try_step(jni_balance *b, double *state, double before) {
  bool moved = jni_balance_move(b, state, b->y, b->trial);
  if (moved) jni_balance_calc(b, b->trial);
  if (moved && b->merit < before * (1 - 1e-6)) {
    memcpy(state, b->trial, (size_t)b->system->sizes.nstate * sizeof *state);
    return true;
  }
  jni_balance_calc(b, state);
  return false;
}

bool jni_equilibrium_newton(jni_balance *b, double *state) {
  int slow = 0, polished = 0;
  jni_balance_calc(b, state);
  double radius = FIRST_RADIUS * sqrt(jni_balance_size(b));
  for (int k = 0; k < MOST_ITERATIONS && slow < MOST_SLOW && polished < MOST_POLISHING && b->relative_residual > TIGHT;
       k++) {
    double before = b->merit;
    bool good = b->relative_residual <= JNI_BALANCED;
    if (jni_balance_size(b) == 0 || !jni_progress_report(b) || !b->kind->newton(b, state, &radius)) break;
    slow = b->merit > 0.98 * before ? slow + 1 : 0;
    if (good) polished = b->merit > 0.25 * before ? MOST_POLISHING : polished + 1;
  }
  return b->relative_residual <= JNI_BALANCED;
}
