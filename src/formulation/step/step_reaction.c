// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_reaction.c - accelerations and reactions of the index-3 family as a run reports them: those of the index-1 form
// at the state,
//   [M G'; G 0] [vdot; lambda] = [f; gamma]
// for every method, at the ends of steps and between them. The step's own a and lambda serve only its rule and the
// Newton iteration: with plain `index3` and a rule without damping they oscillate about the true values, springs of
// `penalty` oscillate and multiply the rounding error of phi by alpha, multipliers of the conserving scheme are means
// over the step, and the distribution over redundant constraints depends on the iteration. vdot and lambda from the
// index-1 form are as accurate as q and v.
//
// Some methods need them in every step: the slope of v between the ends of steps is vdot if velocities drift, and the
// power of drivers needs lambda, unless the method computes its work itself. If velocities are projected, the residual
// M a + G' lambda - f is solved with the factor of the projection, which takes two solves instead of a factorisation.
#include <math.h>
#include <string.h>

#include "formulation/formulation_common.h"
#include "formulation/step/step_formulation.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/stage.h"
#include "system/work.h"

enum { REFINEMENTS = 2 };

// ---- end of the last step ---------------------------------------------------------------------------------------
void jni_step_store_end(jni_step *f) {
  const jn_sizes *n = &f->base.system->sizes;
  const jn_work *work = f->base.work;
  f->end[0] = work->t;
  jni_copy(f->end + 1, work->q, n->nq);
  jni_copy(f->end + 1 + n->nq, work->v, n->nv);
  jni_copy(f->end + 1 + n->nq + n->nv, work->z, n->nz);
  jni_copy(f->end + 1 + n->nq + n->nv + n->nz, f->base.s, n->ns);
  for (int i = 0; i < n->nu; i++) f->inputs[i] = work->held[i] ? work->u[i] : NAN;
  f->base.system->kind->normalize(f->base.system, f->end + 1);
  f->has_end = true;
  f->stamp = work->stamp;
}

// Returns whether a state block is the end of the last step, with the same held inputs. Of the discrete states it
// compares only the model's own: the others count turns of angles and follow the step.
static bool is_end(const jni_step *f, const double *state) {
  const jn_sizes *n = &f->base.system->sizes;
  const jn_work *work = f->base.work;
  bool now = f->has_end && fabs(f->end[0] - state[0]) <= 1e-9 * f->h;
  int same = n->nq + n->nv + n->nz + f->base.system->model->nown_discretes;
  if (!now || memcmp(f->end + 1, state + 1, (size_t)same * sizeof *state) != 0) return false;
  for (int i = 0; i < n->nu; i++)
    if (work->held[i] ? work->u[i] != f->inputs[i] : !isnan(f->inputs[i])) return false;
  return true;
}

// Loads a state block into the work and evaluates all stages there, unless they are up to date. Returns whether it is
// the end of the last step.
static bool evaluate_at(jni_step *f, const double *state) {
  const jn_system *system = f->base.system;
  jn_work *work = f->base.work;
  bool end = is_end(f, state), staged = end && work->stamp == f->stamp;
  jni_load_state(system, work, state);
  if (staged) return true;
  jni_stage_position(system, work);
  jni_stage_velocity(system, work);
  jni_stage_force(system, work);
  if (end) f->stamp = work->stamp;
  return end;
}

// ---- index 1 ----------------------------------------------------------------------------------------------------

// Solves the index-1 form for vdot and lambda, reusing a factor made since jni_control_begin. All stages must be up to
// date. Returns the status.
static jn_status solve_index1(jni_step *f, double *vdot, double *lambda) {
  const jn_system *system = f->base.system;
  jn_status status = f->control.recursive ? jni_control_forward(&f->control, vdot) : jni_control_factor(&f->control);
  if (status != JN_OK) return status;
  if (!f->control.recursive) jni_control_solve(&f->control, f->base.work->f, f->base.work->gamma, 1, vdot, lambda);
  return jni_all_finite(vdot, system->sizes.nv) && jni_all_finite(lambda, system->sizes.nc) ? JN_OK : JN_NOT_FINITE;
}

bool jni_step_solves_index1(const jni_step *f) {
  return f->base.system->sizes.nc > 0 && !f->method->work && !f->base.kind->holds_velocity;
}

// Makes one refinement of f->vdot and f->reaction with the factor of the last projection, to reduce the residual f - M
// vdot - G' lambda: [P G'; G -D] [x; mu] = [f - M vdot - G' lambda; 0], vdot += m x, lambda += mu, with P = m M + parts
// of C and K.
static void refine_reaction(jni_step *f) {
  const jn_system *system = f->base.system;
  const jni_pattern *p = &system->pattern;
  int nv = system->sizes.nv, nc = system->sizes.nc;
  jni_pattern_mass_times(p, jni_mass(system, f->base.work), f->vdot, f->x);
  jni_pattern_add_transposed(p, f->base.work->G, 1, f->reaction, f->x);
  for (int i = 0; i < nv; i++) f->x[i] = f->base.work->f[i] - f->x[i];
  memset(f->x + nv, 0, (size_t)nc * sizeof *f->x);
  jni_step_solve(f->projector, f->x);
  jni_add(nv, f->projector_mass_part, f->x, f->vdot);
  jni_add(nc, 1, f->x + nv, f->reaction);
}

void jni_step_calc_reaction(jni_step *f) {
  const jn_system *system = f->base.system;
  bool driven = system->work_state >= 0 && system->nmotions > 0 && !f->method->work;
  if (jni_step_solves_index1(f) && solve_index1(f, f->vdot, f->reaction) == JN_OK) return;
  // This part is also reached if the index-1 form is singular.
  jni_copy(f->vdot, f->a, system->sizes.nv);
  jni_copy(f->reaction, f->lambda, system->sizes.nc);
  for (int k = 0; driven && f->projector && k < REFINEMENTS; k++) refine_reaction(f);
}

jn_status jni_step_acceleration(jni_formulation *base, const double *state, double *vdot, double *lambda) {
  jni_step *f = (jni_step *)base;
  const jn_sizes *n = &base->system->sizes;
  double *a = vdot ? vdot : f->scratch, *force = lambda ? lambda : f->rows;
  bool end = evaluate_at(f, state);
  if (end && jni_step_solves_index1(f)) {
    jni_copy(a, f->vdot, n->nv);
    jni_copy(force, f->reaction, n->nc);
    return JN_OK;
  }
  jni_control_begin(&f->control);
  jn_status status = solve_index1(f, a, force);
  if (status == JN_OK || !end) return status;
  jni_copy(a, f->a, n->nv);
  jni_copy(force, f->lambda, n->nc);
  return JN_OK;
}

bool jni_step_own_acceleration(jni_formulation *base, const double *state, double *vdot) {
  jni_step *f = (jni_step *)base;
  if (!is_end(f, state)) return false;
  evaluate_at(f, state);
  jni_copy(vdot, f->a, base->system->sizes.nv);
  return true;
}
