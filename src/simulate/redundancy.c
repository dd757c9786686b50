// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// redundancy.c - see redundancy.h.
#include "simulate/redundancy.h"

#include <math.h>
#include <string.h>

#include "formulation/control/constraint_correction.h"
#include "formulation/formulation_common.h"
#include "linalg/kkt/kkt.h"
#include "system/coordinates/body_level.h"
#include "system/row_size.h"
#include "system/stage.h"
#include "system/work.h"

// Violations of positions below this part of what an equation compares, and of velocities below this part of the
// fastest speed, are ignored: omitted equations depend on the kept ones only to 1e-9 (mobility.c), which motion
// amplifies.
static const double floor_part = 1e-6;
// Violations below this multiple of the rounding error of a coordinate are ignored.
static const double rounding_multiple = 1e3;
// Assumed bound of the neglected terms of second order: this times the square of the linear correction.
static const double curvature = 10;

struct jni_redundancy {
  jni_pool pool;
  const jn_system *system;
  int nomitted, *omitted;  // number of omitted equations; their rows
  jni_kkt *kkt;            // solver with the mass matrix and the kept equations
  double *violation;       // nc: phi, then G v - nu
  double *d;               // nv: correction of the kept equations
  double *explained;       // nc: G d
};

jn_status jni_redundancy_new(const jn_system *system, const bool *active, jni_redundancy **made, jn_report *report) {
  int nomitted = 0;
  *made = NULL;
  for (int i = 0; i < system->sizes.nc; i++) nomitted += !active[i];
  if (nomitted == 0) return JN_OK;

  jni_redundancy *r = jni_object_new(system->alloc, sizeof *r);
  if (!r) return jni_report_no_memory(report);
  r->system = system;
  r->omitted = jni_ints(&r->pool, (size_t)nomitted);
  r->violation = jni_doubles(&r->pool, (size_t)system->sizes.nc);
  r->explained = jni_doubles(&r->pool, (size_t)system->sizes.nc);
  r->d = jni_doubles(&r->pool, (size_t)system->sizes.nv);
  r->kkt = jni_keep(&r->pool, jni_kkt_new(system->alloc, &system->pattern, system->sample_mass, JNI_KKT_AUTO),
                    jni_object_free);
  if (r->pool.failed) {
    jni_object_free(r);
    return jni_report_no_memory(report);
  }
  jni_kkt_set_active(r->kkt, active);
  jni_kkt_set_sizes(r->kkt, system->v_size);
  for (int i = 0; i < system->sizes.nc; i++)
    if (!active[i]) r->omitted[r->nomitted++] = i;
  *made = r;
  return JN_OK;
}

// Sets r->explained (nc) to the violations of the omitted equations that the violations of the kept ones cause. Returns
// the size of the correction that removes the latter, in typical lengths or rad; NaN if the kept equations are singular
// here.
static double calc_explained(jni_redundancy *r, jn_work *work) {
  const jn_system *system = r->system;
  const double *M = jni_mass(system, work);
  double largest = 0;
  jni_kkt_forget(r->kkt);  // discards pivots of earlier checks, which a continued run does not have
  if (!jni_kkt_factor(r->kkt, M, work->G)) return NAN;
  jni_kkt_solve(r->kkt, M, work->G, NULL, r->violation, 1, r->d, NULL);
  jni_pattern_times(&system->pattern, work->G, r->d, r->explained);
  for (int i = 0; i < system->sizes.nv; i++) {
    double size = fabs(r->d[i]) / (system->v_is_length[i] ? system->length_scale : 1);
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

// Finds the omitted equation with the largest violation that the kept ones do not explain, and records it in
// run->contradiction if it exceeds the limit. rate: the violations are those of velocities.
static void judge(jn_run *run, double limit, bool rate) {
  const jni_redundancy *r = run->redundancy;
  double largest = limit;
  int worst = -1;
  for (int k = 0; k < r->nomitted; k++) {
    int i = r->omitted[k];
    double rest = fabs(r->violation[i] - r->explained[i]) * r->system->row_weight[i];
    if (rest > largest && (rate || i < r->system->sizes.nh)) {
      worst = i;
      largest = rest;
    }
  }
  if (worst < 0) return;
  run->contradiction.time = run->formulation->work->t;
  run->contradiction.by = fabs(r->violation[worst] - r->explained[worst]);
  run->contradiction.rate = rate;
  run->contradiction.row = worst;
}

// Checks the omitted position equations if any position equation, kept or omitted, is violated by more than the limit:
// a method may satisfy the omitted ones and violate the kept ones.
static void check_positions(jn_run *run, double limit) {
  jni_redundancy *r = run->redundancy;
  const jn_system *system = r->system;
  jn_work *work = run->formulation->work;
  if (!(jni_violation(system, work, limit) > limit)) return;
  memset(r->violation, 0, (size_t)system->sizes.nc * sizeof *r->violation);
  memcpy(r->violation, work->phi, (size_t)system->sizes.nh * sizeof *r->violation);
  double d = calc_explained(r, work);
  if (isfinite(d)) judge(run, limit + curvature * d * d, false);
}

// Checks the omitted velocity equations for violations `rates` (nc) above a limit. The limit grows with the violation
// of positions, because velocities then satisfy the equations of displaced positions.
static void check_velocities(jn_run *run, const double *rates, double limit) {
  jni_redundancy *r = run->redundancy;
  const jn_system *system = r->system;
  jn_work *work = run->formulation->work;
  double fastest = run->contradiction.fastest + 1 / jni_run_time_scale(run);
  if (!(jni_largest_weighted(system, rates, system->sizes.nc) > limit * fastest)) return;
  memcpy(r->violation, rates, (size_t)system->sizes.nc * sizeof *r->violation);
  double d = calc_explained(r, work), open = jni_largest_weighted(system, work->phi, system->sizes.nh);
  if (isfinite(d)) judge(run, (limit + curvature * open) * fastest, true);
}

void jni_redundancy_check(jn_run *run, const double *rates) {
  if (!run->redundancy || !isnan(run->contradiction.time)) return;
  const jn_system *system = run->system;
  double limit = fmax(floor_part, rounding_multiple * jni_rounding(system));
  run->contradiction.fastest = fmax(run->contradiction.fastest, jni_largest_speed(system, run->formulation->work));
  check_positions(run, limit);
  // Near a singular configuration, and after one, the kept equations do not determine velocities that the omitted ones
  // do; velocities are not checked there.
  if (isnan(run->contradiction.time) && !jni_monitor_near_singular(run) && run->summary.singular_passes == 0)
    check_velocities(run, rates, limit);
}

void jni_redundancy_check_within(jn_run *run, const double *state) {
  const jn_system *system = run->system;
  if (!run->redundancy || system->nmotions == 0 || !isnan(run->contradiction.time)) return;
  jn_work *work = run->formulation->work;
  jni_load_state(system, work, state);
  jni_stage_position(system, work);
  jni_stage_velocity(system, work);
  jni_pattern_times(&system->pattern, work->G, work->v, run->rows);
  for (int i = 0; i < system->sizes.nc; i++) run->rows[i] -= work->nu[i];
  jni_redundancy_check(run, run->rows);
}
