// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// velocity_jump.c - see velocity_jump.h. Without impulse, the rows of G and then of K are orthonormalised; kept
// velocities that G determines follow G.
#include "simulate/velocity_jump.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/assembly/initial_rows.h"
#include "formulation/formulation_common.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/reaction.h"
#include "system/stage.h"
#include "system/work.h"

struct jni_jump {
  jni_pool pool;
  const jn_system *system;
  jni_kkt *kkt;
  jni_kept_list kept;  // velocities; guesses are ignored
  int nrows;           // number of rows of G and of K together
  double *rows;        // nrows x nv; NULL: all drivers have an impulse
  double *right;       // nrows: dnu, 0 for K; without impulse then the part of dv along each row
  double *dv;          // nv
  double *K, *body;    // nbody_v each
};

// A row is dropped as dependent if its part orthogonal to the rows before it is below this part of its length.
static const double dependent = 1e-9;
// Relative distance in time before and after a time event at which rates of drivers are evaluated; their difference is
// the jump up to rounding.
static const double distance = 8 * DBL_EPSILON;
// Changes of rates below this part of the largest speed do not count as jumps.
static const double no_jump = 1e-10;

static bool has_no_impulse(const jni_joint_element *joint) { return joint->kind->driver && !joint->def.impulse; }

static bool any_without_impulse(const jn_model *model) {
  for (int i = 0; i < model->njoints; i++)
    if (has_no_impulse(&model->joints[i])) return true;
  return false;
}

static void *end_kept(void *jump) {
  jni_kept_free(((jni_jump *)jump)->system, &((jni_jump *)jump)->kept);
  return NULL;
}

static bool make_workspace(jni_jump *jump, const bool *active) {
  const jn_system *system = jump->system;
  size_t nv = (size_t)system->sizes.nv;
  bool kinematic = any_without_impulse(system->model),
       ok = jni_keep(&jump->pool, jump, end_kept) &&
            (!kinematic || jni_kept_new(system, JNI_LEVEL_VELOCITY, &jump->kept));
  jump->nrows = system->sizes.nc;
  for (int i = 0; i < jump->kept.n; i++) jump->nrows += jump->kept.items[i].keep;
  jump->kkt = jni_keep(&jump->pool, jni_kkt_new(system->alloc, &system->pattern, system->sample_mass, JNI_KKT_AUTO),
                       jni_object_free);
  jump->right = jni_doubles(&jump->pool, jump->nrows);
  jump->dv = jni_doubles(&jump->pool, nv);
  jump->K = jni_doubles(&jump->pool, system->nbody_v);
  jump->body = jni_doubles(&jump->pool, system->nbody_v);
  if (kinematic) jump->rows = jni_take(&jump->pool, jump->nrows, nv * sizeof(double));
  if (jump->kkt) {
    jni_kkt_set_active(jump->kkt, active);
    jni_kkt_set_sizes(jump->kkt, system->v_size);
  }
  return ok && !jump->pool.failed;
}

jn_status jni_jump_new(const jn_system *system, const bool *active, jni_jump **made, jn_report *report) {
  *made = NULL;
  if (system->nmotions == 0) return JN_OK;
  jni_jump *jump = jni_object_new(system->alloc, sizeof *jump);
  if (jump) jump->system = system;
  if (!jump || !make_workspace(jump, active)) {
    jni_object_free(jump);
    jni_report_no_memory(report);
    return JN_NO_MEMORY;
  }
  *made = jump;
  return JN_OK;
}

// ---- jumps of rates ------------------------------------------------------------------------------------------------

enum { NOTHING, WITH_IMPULSE, WITHOUT_IMPULSE };

// Sets jump->right to the changes dnu of the prescribed rates at the time of the state. Returns NOTHING if no rate
// jumps; WITHOUT_IMPULSE if a driver whose rate jumps excludes the impulse; otherwise WITH_IMPULSE.
static int find_jump(jni_jump *jump, jn_work *work, const double *state) {
  const jn_system *system = jump->system;
  double largest = 1;
  int found = NOTHING;

  // Computes dnu, the change of nu from just before to just after the time, for the rows of G.
  double aside = distance * fmax(fabs(state[0]), DBL_MIN);
  jni_load_state(jump->system, work, state);
  work->t = state[0] - aside;
  jni_stage_position(jump->system, work);
  memcpy(jump->right, work->nu, (size_t)jump->system->sizes.nc * sizeof *jump->right);
  work->t = state[0] + aside;
  jni_stage_position(jump->system, work);
  for (int i = 0; i < jump->system->sizes.nc; i++) jump->right[i] = work->nu[i] - jump->right[i];

  for (int i = 0; i < system->sizes.nv; i++) largest = fmax(largest, fabs(work->v[i]));
  for (int j = 0; j < system->model->njoints; j++) {
    const jni_joint_element *joint = &system->model->joints[j];
    double jumps = 0;
    for (int k = 0; jni_is_driven(&joint->def) && k < jni_joint_row_count(system, j); k++)
      jumps = fmax(jumps, fabs(jump->right[jni_joint_row(system, j, k)] / joint->def.scale));
    if (jumps > no_jump * largest)
      found = has_no_impulse(joint) ? WITHOUT_IMPULSE : found == NOTHING ? WITH_IMPULSE : found;
  }
  return found;
}

// ---- without impulse: the least change ----------------------------------------------------------------------------

// Appends the rows K of the kept velocities to jump->rows, with right sides zero.
static void add_kept(jni_jump *jump, const jn_work *work) {
  const jn_system *system = jump->system;
  int n = system->sizes.nc;
  for (int i = 0; i < jump->kept.n; i++) {
    const jni_kept *kept = &jump->kept.items[i];
    if (!kept->keep) continue;
    double *row = jump->rows + (size_t)n * (size_t)system->sizes.nv;
    memset(row, 0, (size_t)system->sizes.nv * sizeof *row);
    jni_kept_jacobian(system, work, kept, jump->body, jump->K);
    memset(jump->body, 0, (size_t)system->nbody_v * sizeof *jump->body);
    for (int b = 0, at = 0; b < kept->nbodies; at += system->width[kept->bodies[b++]])
      memcpy(jump->body + system->v_at[kept->bodies[b]], jump->K + at,
             (size_t)system->width[kept->bodies[b]] * sizeof *jump->body);
    jni_add_body_forces(system, work, jump->body, row);
    jump->right[n++] = 0;
  }
}

// Orthonormalises row i of jump->rows against the rows before it (Gram-Schmidt, twice for accuracy), and applies the
// same operations to jump->right. A dependent row becomes zero.
static void orthonormalise(jni_jump *jump, int i) {
  int nv = jump->system->sizes.nv;
  double *a = jump->rows + (size_t)i * (size_t)nv, before = sqrt(jni_dot(nv, a, a));
  for (int pass = 0; pass < 2; pass++)
    for (int j = 0; j < i; j++) {
      const double *e = jump->rows + (size_t)j * (size_t)nv;
      double c = jni_dot(nv, e, a);
      for (int k = 0; k < nv; k++) a[k] -= c * e[k];
      jump->right[i] -= c * jump->right[j];
    }
  double length = sqrt(jni_dot(nv, a, a)), factor = length > dependent * before ? 1 / length : 0;
  for (int k = 0; k < nv; k++) a[k] *= factor;
  jump->right[i] *= factor;
}

static void change_without_impulse(jni_jump *jump, const jn_work *work) {
  size_t nv = (size_t)jump->system->sizes.nv;
  jn_get_G(jump->system, work, jump->rows);
  add_kept(jump, work);
  for (int i = 0; i < jump->nrows; i++) orthonormalise(jump, i);
  memset(jump->dv, 0, nv * sizeof *jump->dv);
  for (int i = 0; i < jump->nrows; i++)
    for (size_t k = 0; k < nv; k++) jump->dv[k] += jump->right[i] * jump->rows[(size_t)i * nv + k];
}

// ---- application --------------------------------------------------------------------------------------------------

static double kinetic_at(const jn_system *system, jn_work *work, const double *state) {
  jni_load_state(system, work, state);
  jni_stage_position(system, work);
  jni_stage_velocity(system, work);
  return jn_get_kinetic(system, work);
}

jn_status jni_jump_apply(jni_jump *jump, jn_work *work, double *state) {
  const jn_system *system = jump->system;
  int found = find_jump(jump, work, state);
  if (found == NOTHING) return JN_OK;
  double *v = jn_state_v(system, state), before = kinetic_at(system, work, state);
  jni_kkt_forget(jump->kkt);  // discards pivots of earlier jumps, which a continued run does not have
  if (found == WITHOUT_IMPULSE) change_without_impulse(jump, work);
  else if (jni_kkt_factor(jump->kkt, jni_mass(system, work), work->G))
    jni_kkt_solve(jump->kkt, jni_mass(system, work), work->G, NULL, jump->right, 1, jump->dv, NULL);
  else return JN_SINGULAR;
  for (int k = 0; k < system->sizes.nv; k++) v[k] += jump->dv[k];
  double after = kinetic_at(system, work, state);
  if (system->work_state >= 0) jn_state_z(system, state)[system->work_state] += after - before;
  return JN_OK;
}
