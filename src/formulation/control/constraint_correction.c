// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// constraint_correction.c - see constraint_correction.h.
#include "formulation/control/constraint_correction.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/row_size.h"
#include "system/stage.h"
#include "system/work.h"

enum { MOST_ITERATIONS = 12, REFACTOR_AFTER = 3 };
static const double safety = 10;  // safety factor on the estimated error of a correction with an old factor

jn_status jni_control_init(jni_pool *pool, const jn_system *system, jn_work *work, const jn_choices *choices,
                           const bool *active, bool with_kkt, jni_control *control, jn_report *report) {
  *control = (jni_control){.system = system, .work = work};
  control->newton = strcmp(choices->position, "newton") == 0;
  control->projection = strcmp(choices->velocity, "projection") == 0;
  control->recursive = system->tree && system->sizes.nc == 0;
  control->recursion = (jni_kkt_info){.smallest_pivot = 1, .smallest_row = -1};
  with_kkt = with_kkt && !control->recursive;
  if (with_kkt)
    control->kkt =
        jni_keep(pool, jni_kkt_new(pool->alloc, &system->pattern, system->sample_mass, JNI_KKT_AUTO), jni_object_free);
  control->rows = jni_doubles(pool, system->sizes.nc);
  control->increment = jni_doubles(pool, system->sizes.nv);
  if (pool->failed) return jni_report_no_memory(report);
  if (!with_kkt) return JN_OK;
  jni_kkt_set_sizes(control->kkt, system->v_size);
  jni_kkt_set_constant_mass(control->kkt, system->kind->constant_mass);
  if (active) jni_kkt_set_active(control->kkt, active);
  return JN_OK;
}

void jni_control_forget(jni_control *control) {
  if (control->kkt) jni_kkt_forget(control->kkt);
}

void jni_control_begin(jni_control *control) {
  control->factored = false;
  control->moved = 0;
  control->evaluation++;
}

jn_status jni_control_factor(jni_control *control) {
  if (control->factored) return JN_OK;
  if (control->kkt && control->system->tree) jni_kkt_set_mass_stamp(control->kkt, control->work->position_stamp);
  bool ok = control->recursive
                ? control->system->kind->tree->articulate(control->system, control->work)
                : jni_kkt_factor(control->kkt, jni_mass(control->system, control->work), control->work->G);
  if (!ok) return JN_SINGULAR;
  control->recursion.factors++;
  control->factored = true;
  control->moved = 0;
  return JN_OK;
}

void jni_control_solve(jni_control *control, const double *f, const double *g, int refine, double *a, double *lambda) {
  const jn_system *system = control->system;
  if (!control->recursive) {
    if (system->tree) jni_kkt_set_mass_stamp(control->kkt, control->work->position_stamp);
    jni_kkt_solve(control->kkt, jni_mass(system, control->work), control->work->G, f, g, refine, a, lambda);
    return;
  }
  if (!a) return;
  if (f) memcpy(a, f, (size_t)system->sizes.nv * sizeof *a);
  else memset(a, 0, (size_t)system->sizes.nv * sizeof *a);
  if (f) system->kind->tree->solve(system, control->work, a);
}

jn_status jni_control_forward(jni_control *control, double *vdot) {
  control->recursion.factors++;
  return control->system->kind->tree->forward(control->system, control->work, vdot) ? JN_OK : JN_SINGULAR;
}

const jni_kkt_info *jni_control_info(const jni_control *control) {
  return control->kkt ? jni_kkt_get_info(control->kkt) : &control->recursion;
}

bool jni_control_refines(const jni_control *control) {
  const double rounding = 1e-15;
  double rest = safety * control->moved;
  return rest * rest <= rounding * jni_control_info(control)->smallest_pivot;
}

bool jni_control_exact_along(const jni_control *control) { return !control->kkt || jni_kkt_exact_along(control->kkt); }

double jni_rounding(const jn_system *system) { return 0.5 * DBL_EPSILON * system->extent / system->length_scale; }

// Smallest pivot of an ordinary configuration; with a smaller one the configuration is near singular.
static const double ordinary_pivot = 1e-3;

// Returns the tolerance multiplied, near a singular configuration, by the square root of the smallest pivot over
// ordinary_pivot, but not less than rounding.
static double singular_tolerance(const jni_control *control, double tolerance) {
  double pivot = jni_control_info(control)->smallest_pivot;
  return fmax(tolerance * fmin(1, sqrt(pivot / ordinary_pivot)), jni_rounding(control->system));
}

// An iteration stagnates if the violation has not halved since the iteration before and is explained by rounding: that
// of the mechanism, or that of its largest coordinate, which may be large (winding angles, long travel).
bool jni_stagnates(const jn_system *system, const double *q, double violation, double before) {
  if (!(violation > 0.5 * before)) return false;
  return violation <= 1e4 * jni_rounding(system) || violation <= 100 * DBL_EPSILON * jni_largest_coordinate(system, q);
}

// Discards the factor if a correction needed many iterations: it is then from a configuration so far away that it would
// be inaccurate for the following solves as well. The number of iterations shows this, the remaining violation does
// not.
static void discard_old_factor(jni_control *control, int iterations) {
  if (iterations >= REFACTOR_AFTER) control->factored = false;
}

jn_status jni_control_position(jni_control *control, double tolerance) {
  const jn_system *system = control->system;
  jn_work *work = control->work;
  int nh = system->sizes.nh, nc = system->sizes.nc;
  if (!control->newton || nh == 0) return JN_OK;
  double before = HUGE_VAL;
  for (int k = 0; k < MOST_ITERATIONS; k++) {
    double violation = jni_violation(system, work, fmin(tolerance, jni_rounding(system)));
    if (violation <= jni_rounding(system)) {
      discard_old_factor(control, k);
      return JN_OK;
    }
    if (!isfinite(violation)) return JN_NOT_FINITE;
    jn_status status = jni_control_factor(control);
    if (status != JN_OK) return status;
    if (violation <= singular_tolerance(control, tolerance) || jni_stagnates(system, work->q, violation, before)) {
      discard_old_factor(control, k);
      return JN_OK;
    }
    if (k == REFACTOR_AFTER) {
      control->factored = false;
      status = jni_control_factor(control);
      if (status != JN_OK) return status;
    }
    before = violation;
    for (int i = 0; i < nh; i++) control->rows[i] = -work->phi[i];
    for (int i = nh; i < nc; i++) control->rows[i] = 0;
    jni_control_solve(control, NULL, control->rows, 0, control->increment, NULL);
    system->kind->step(system, work->q, control->increment, work->scratch_q);
    memcpy(work->q, work->scratch_q, (size_t)system->sizes.nq * sizeof *work->q);
    jni_stage_position(system, work);
    control->moved += violation;
    control->iterations++;
  }
  return jni_violation(system, work, tolerance) <= tolerance ? JN_OK : JN_NO_CONVERGENCE;
}

jn_status jni_control_velocity(jni_control *control, double tolerance) {
  const jn_system *system = control->system;
  jn_work *work = control->work;
  int nc = system->sizes.nc;
  if (!control->projection || nc == 0) return JN_OK;
  double before = HUGE_VAL, fastest = jni_largest_speed(system, work);
  for (int k = 0; k < MOST_ITERATIONS; k++) {
    jni_pattern_times(&system->pattern, work->G, work->v, control->rows);
    for (int i = 0; system->nmotions > 0 && i < nc; i++) control->rows[i] -= work->nu[i];
    double violation = jni_largest_weighted(system, control->rows, nc);
    if (violation <= jni_rounding(system) * fastest) return JN_OK;
    if (!isfinite(violation)) return JN_NOT_FINITE;
    jn_status status = jni_control_factor(control);
    if (status != JN_OK) return status;
    double limit = singular_tolerance(control, tolerance) * fastest;
    if (violation <= limit || (violation > 0.5 * before && violation <= 1e4 * jni_rounding(system) * fastest))
      return JN_OK;
    before = violation;
    jni_control_solve(control, NULL, control->rows, 0, control->increment, NULL);
    for (int i = 0; i < system->sizes.nv; i++) work->v[i] -= control->increment[i];
    // Ends without a further iteration if the estimated error of this correction, which is due to the old factor, is
    // below the limit already.
    double pivot = jni_control_info(control)->smallest_pivot;
    if (violation * safety * control->moved <= limit * pivot) return JN_OK;
  }
  return JN_OK;  // the remainder is rounding, or violates constraints that are inactive in a singular configuration
}

jn_status jni_control_acceleration(jni_control *control, double *vdot, double *lambda) {
  const jn_system *system = control->system;
  jn_work *work = control->work;
  jni_stage_velocity(system, work);
  jni_stage_force(system, work);
  // Accelerations for a start are rarely needed, and their multipliers are the first guess of later iterations; so they
  // are always computed with a new factor.
  if (control->moved > 0) control->factored = false;
  jn_status status = control->recursive ? jni_control_forward(control, vdot) : jni_control_factor(control);
  if (status != JN_OK) return status;
  if (!control->recursive) jni_control_solve(control, work->f, work->gamma, 1, vdot, lambda);
  return jni_all_finite(vdot, system->sizes.nv) ? JN_OK : JN_NOT_FINITE;
}
