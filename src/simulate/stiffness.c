// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiffness.c - reports of steps that were limited by stability and not by accuracy.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrate/stiffness_switch.h"
#include "kernel/elementary.h"
#include "simulate/run.h"

// The run warns if stability limited at least MANY_STEPS steps and another method needs at least large_gain times less
// work.
enum { MANY_STEPS = 500 };
static const double large_gain = 2;
// The run warns if functional iterations do not converge in more than this part of the steps, as with stiff forces.
static const double failing_part = 0.02;

void jni_stiffness_summarise(jn_run *run) {
  jni_relay_account account;
  jn_summary *s = &run->summary;
  if (!jni_relay_get_account(run->integrator, &account)) return;
  s->stiff_from = account.from;
  s->stiff_time = account.time;
  s->stiff_gain = account.gain;
  s->stiff_limited = account.limited;
  s->stiff_steps = account.stiff_steps;
  s->stiff_changes = account.changes;
}

static void warn_limited(const jn_run *run) {
  const jn_summary *s = &run->summary;
  char what[200];
  if (jn_integrator_is_built("bdf"))
    jni_print(what, sizeof what,
              "Integrator 'bdf' needs up to %.0f times less work; formulation 'index3-projected' with a step is an "
              "alternative",
              s->stiff_gain);
  else jni_print(what, sizeof what, "Formulation 'index3-projected' with a step needs less work");
  jn_report_warn(run->report, "",
                 "%ld of %ld steps of '%s' were limited by stability, not by accuracy, from t = %.6g s on: the "
                 "motion is stiff. %s",
                 s->stiff_limited, s->steps, run->choices.integrator, s->stiff_from, what);
}

void jni_stiffness_warn(jn_run *run) {
  const jni_integrator_counts *counts = &run->integrator->counts;
  jni_relay_account account;
  bool alone = jni_relay_get_account(run->integrator, &account) && account.alone;
  bool iterates = strcmp(run->choices.integrator, "adams") == 0;
  if (alone && account.limited >= MANY_STEPS && account.gain >= large_gain) warn_limited(run);
  if (iterates && counts->steps >= MANY_STEPS && (double)counts->unconverged > failing_part * (double)counts->steps)
    jn_report_warn(run->report, "",
                   "the iterations of '%s' did not converge %ld times in %ld steps, which suggests stiff forces; "
                   "integrator 'bdf' may need far fewer steps, and formulation 'index3-projected' with a step is "
                   "an alternative",
                   run->choices.integrator, counts->unconverged, counts->steps);
}

// ---- fixed steps ------------------------------------------------------------------------------------------------

// Copies the state from run->block, which contains the last checkpoint; the first checkpoint is that of the start.
void jni_stiffness_keep_state(jn_run *run) {
  if (!run->last_good_state || run->failed) return;
  memcpy(run->last_good_state, run->block + JNI_BLOCK_HEAD,
         (size_t)run->system->sizes.nstate * sizeof *run->last_good_state);
  run->failed = true;
}

// Returns the largest rate at which small deviations from y at t change, 1/s, by power iteration with the weights of
// the tolerance: the mean growth in the second half of the iterations. Returns 0 if deviations do not change, NaN if
// the rates cannot be computed. workspace: 4 n numbers.
static double fastest_rate(const jni_ode *ode, double t, double *y, double *workspace) {
  enum { ITERATIONS = 40 };
  const double small = 1e-7;
  int n = ode->n;
  double *f = workspace, *moved = workspace + n, *rate = workspace + 2 * n, *scale = workspace + 3 * n, sum = 0;
  if (ode->rhs(ode->self, t, y, f) != JN_OK) return NAN;
  for (int i = 0; i < n; i++) {
    scale[i] = ode->absolute[i] / ode->relative + fabs(y[i]);
    rate[i] = scale[i] * (1 + 0.1 * (i % 7));
  }
  for (int k = 0; k < ITERATIONS; k++) {
    double size = 0;
    for (int i = 0; i < n; i++) size += rate[i] / scale[i] * (rate[i] / scale[i]);
    size = sqrt(size / n);
    if (!(size > 0)) return 0;
    if (k >= ITERATIONS / 2) sum += jnk_log(size);
    for (int i = 0; i < n; i++) moved[i] = y[i] + small / size * rate[i];
    if (ode->rhs(ode->self, t, moved, rate) != JN_OK) return NAN;
    for (int i = 0; i < n; i++) rate[i] = (rate[i] - f[i]) / small;
  }
  return jnk_exp(sum / (ITERATIONS - ITERATIONS / 2));
}

// Returns the step over the largest stable one (run.h). Takes its workspace from the pool of the run, which is allowed
// only because the run has ended.
double jni_stiffness_step_ratio(jn_run *run) {
  const jni_integrator_kind *kind = run->integrator->kind;
  jni_formulation *f = run->formulation;
  if (!run->last_good_state || f->ode.n == 0) return 0;
  if (isnan(run->fault.time)) jni_stiffness_keep_state(run);
  double *workspace = run->failed ? jni_take(&run->pool, 4 * (size_t)f->ode.n, sizeof *workspace) : NULL;
  if (!workspace) return 0;
  bool placed = f->pack(f, run->last_good_state, run->y) == JN_OK;
  double beyond =
      placed ? run->choices.step * fastest_rate(&f->ode, run->last_good_state[0], run->y, workspace) / kind->stability
             : 0;
  jni_drop(&run->pool, workspace);
  return isfinite(beyond) ? beyond : 0;
}

void jni_stiffness_advise(const jn_run *run, double beyond, char *text, size_t size) {
  jni_print(text, size, "a smaller step (below %.2g s '%s' is stable)%s or 'index3-projected'",
            run->choices.step / beyond, run->choices.integrator, jn_integrator_is_built("bdf") ? ", 'bdf'" : "");
}
