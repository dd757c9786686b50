// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tangent.c - derivatives of f, gamma and G' lambda with respect to tangent increments and speeds, for implicit
// methods.
//
//   d(G' lambda)/dq . w = Gdot(q; w)' lambda                        Gdot(q; w): rate of G along w, exact
//   dgamma/dv . w       = -(Gdot(q; w) v + Gdot(q; v) w)            gamma = -Gdot(q; v) v + ..., exact
//   dgamma/dq           by central differences of gamma
//   df/dq, df/dv        exact from the kinds' tangents and the gradients of expressions; by central differences for an
//                       element that lacks one
#include <stdio.h>
#include <string.h>

#include "kernel/vec3.h"
#include "system/derivative/force_tangent.h"
#include "system/derivative/rate.h"
#include "system/forces.h"
#include "system/motion.h"
#include "system/stage.h"

static const double difference_step = 1e-6;  // for rotations, rad, and speeds; for lengths times the length scale

// ---- bodies along work->direction -----------------------------------------------------------------------------------

// Sets *x to the variation of a body along work->direction. If poses vary, its angular velocity is constant in body
// axes, so it rotates with the body.
static void vary_body(const jni_vary *vary, const jn_work *work, int b, jni_body_variation *x) {
  const jni_body3 *along = &work->direction[b];
  jni_motion body;
  memset(x, 0, sizeof *x);
  jnk_copy(along->v, vary->of_configuration ? x->r : x->v);
  jnk_copy(along->wg, vary->of_configuration ? x->turn : x->w);
  if (!vary->of_configuration || work->system->model->space == JN_PLANE) return;
  jni_body_motion(work->system, work, b, &body);
  jnk_cross(along->wg, body.w, x->w);
}

static void add_to_body(jni_vary *vary, int b, const double *df) {
  const jn_system *system = vary->system;
  for (int i = 0; i < system->width[b]; i++) vary->column.at[(system->v_at[b] + i) * vary->column.stride] += df[i];
}

// ---- differences ----------------------------------------------------------------------------------------------------

// Returns the step of central differences along speed j: m or rad for increments of position; differences by speeds
// take ten times this number, in m/s or rad/s.
static double increment(const jn_system *system, int j) {
  int translations = system->model->space == JN_PLANE ? 2 : 3;
  for (int b = 1; b < system->nbodies; b++)
    if (j >= system->v_at[b] && j < system->v_at[b] + system->width[b])
      return difference_step * (j - system->v_at[b] < translations ? system->length_scale : 1);
  return difference_step;
}

// Evaluates the position and velocity stages at `state` with its pose moved by h along speed j (of_configuration), or
// with speed j increased by h.
static void stage_moved(const jn_system *system, jn_work *work, const double *state, int j, double h,
                        bool of_configuration) {
  const jn_sizes *n = &system->sizes;
  const double *q = state + 1, *v = q + n->nq, *z = v + n->nv, *s = z + n->nz;
  work->t = state[0];
  memcpy(work->v, v, (size_t)n->nv * sizeof *v);
  memcpy(work->q, q, (size_t)n->nq * sizeof *q);
  if (n->ns > 0) memcpy(work->s, s, (size_t)n->ns * sizeof *s);
  if (n->nz > 0) memcpy(work->z, z, (size_t)n->nz * sizeof *z);
  if (h != 0 && of_configuration) {
    memset(work->scratch, 0, (size_t)n->nv * sizeof *work->scratch);
    work->scratch[j] = h;
    system->kind->step(system, q, work->scratch, work->q);
  } else if (h != 0) {
    work->v[j] += h;
  }
  jni_stage_position(system, work);
  jni_stage_velocity(system, work);
}

// Adds to column j of out (nv x nv) the derivative of the forces of elements without exact tangents along speed j, by
// central differences.
static void difference_forces(const jn_system *system, jn_work *work, const double *state, int j, bool of_configuration,
                              double *out) {
  size_t n = (size_t)system->sizes.nv;
  double h = increment(system, j) * (of_configuration ? 1 : 10);
  for (int sign = -1; sign <= 1; sign += 2) {
    stage_moved(system, work, state, j, sign * h, of_configuration);
    memset(work->f, 0, n * sizeof *work->f);
    for (int i = 0; i < system->nforces; i++)
      if (!system->forces[i].exact) jni_force_add(system, work, &system->forces[i], work->f, &work->outputs[i]);
    for (size_t i = 0; i < n; i++) out[(size_t)i * n + (size_t)j] += sign * work->f[i] / (2 * h);
  }
}

static void difference_gamma(const jn_system *system, jn_work *work, const double *state, int j, double *out) {
  size_t n = (size_t)system->sizes.nv;
  double h = increment(system, j);
  for (int sign = -1; sign <= 1; sign += 2) {
    stage_moved(system, work, state, j, sign * h, true);
    for (int i = 0; i < system->sizes.nc; i++) out[(size_t)i * n + (size_t)j] += sign * work->gamma[i] / (2 * h);
  }
}

// ---- columns --------------------------------------------------------------------------------------------------------

// Writes to `out` the variation of the gyroscopic torque -w x J w of body b for a variation dw: -(dw x J w + w x J dw),
// body axes.
static void vary_gyroscopic(const jn_system *system, const jn_work *work, int b, const double dw[3], double out[3]) {
  const double *M = system->mass + system->rows.mass_at[b - 1], *w = work->body3[b].w;
  double J[9], Jw[3], Jdw[3], u[3], v[3];
  for (int i = 0; i < 9; i++) J[i] = M[(3 + i / 3) * 6 + 3 + i % 3];
  jnk_mat_vec(J, w, Jw);
  jnk_mat_vec(J, dw, Jdw);
  jnk_cross(dw, Jw, u);
  jnk_cross(w, Jdw, v);
  jnk_add(u, v, out);
  jnk_scale(-1, out, out);
}

static void gyroscopic_columns(const jn_system *system, const jn_work *work, double *out) {
  size_t n = (size_t)system->sizes.nv;
  for (int b = 1; b < system->nbodies; b++)
    for (int k = 0; k < 3 && system->width[b] == 6; k++) {
      const double dw[3] = {k == 0, k == 1, k == 2};
      double df[3];
      size_t at = (size_t)system->v_at[b] + 3;
      vary_gyroscopic(system, work, b, dw, df);
      for (size_t i = 0; i < 3; i++) out[(at + i) * n + at + (size_t)k] += df[i];
    }
}

// Adds to out->df_dq and out->df_dv the columns of one element for the speeds of one body. w: nbody_v zeros on entry
// and on return.
static void body_columns(const jn_system *system, jn_work *work, jni_force_slope *slope, int body, double *w,
                         jn_tangents *out) {
  for (int j = system->v_at[body]; j < system->v_at[body] + system->width[body]; j++) {
    w[j] = 1;
    jni_set_body_direction(system, work, body, w);
    for (int part = 0; part < 2; part++) {
      jni_vary vary = {.system = system, .of_configuration = part == 0, .body = vary_body, .add = add_to_body, .w = w};
      if (!(part == 0 ? out->df_dq : out->df_dv)) continue;
      vary.column = (jni_column){(part == 0 ? out->df_dq : out->df_dv) + j, system->sizes.nv, 0};
      jni_force_vary(system, work, slope, &vary);
    }
    w[j] = 0;
  }
  jni_set_body_direction(system, work, body, w);
}

static void force_columns(const jn_system *system, jn_work *work, jn_tangents *out) {
  double *w = work->scratch;
  jni_force_slope slope;
  memset(w, 0, (size_t)system->sizes.nv * sizeof *w);
  jni_set_direction(system, work, w);
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    bool every = jni_acts_everywhere(plan);
    for (int b = every ? 1 : 0; plan->exact && b < (every ? system->nbodies : 1); b++) {
      int own[2], n;
      const int *bodies = jni_force_dependencies(system, plan, b, own, &n);
      jni_force_slope_take(system, work, plan, b, &slope);
      for (int k = 0; k < n; k++) body_columns(system, work, &slope, bodies[k], w, out);
    }
  }
  if (out->df_dv && system->model->space == JN_SPACE) gyroscopic_columns(system, work, out->df_dv);
}

static void constraint_columns(const jn_system *system, jn_work *work, const double *lambda, int j, jn_tangents *out) {
  size_t n = (size_t)system->sizes.nv;
  jni_calc_G_rate(system, work);
  if (out->dGtlambda_dq) {
    memset(work->f, 0, n * sizeof *work->f);
    jni_pattern_add_transposed(&system->pattern, work->Gdot, 1, lambda, work->f);
    for (size_t i = 0; i < n; i++) out->dGtlambda_dq[(size_t)i * n + (size_t)j] = work->f[i];
  }
  if (out->dgamma_dv) {
    jni_pattern_times(&system->pattern, work->Gdot, work->v, work->scratch_rows);
    for (int i = 0; i < system->sizes.nc; i++) out->dgamma_dv[(size_t)i * n + (size_t)j] -= work->scratch_rows[i];
  }
}

static void mark_inexact(const jn_system *system, jn_tangents *out) {
  out->exact = true;
  out->which[0] = 0;
  if (out->dgamma_dq && system->sizes.nc > 0) {
    out->exact = false;
    snprintf(out->which, sizeof out->which, "dgamma/dq of all joints");
  }
  for (int i = 0; i < system->nforces; i++)
    if ((out->df_dq || out->df_dv) && !system->forces[i].exact) {
      out->exact = false;
      snprintf(out->which, sizeof out->which, "force '%.80s'", system->forces[i].element->name);
    }
}

static void exact_columns(const jn_system *system, jn_work *work, const double *lambda, jn_tangents *out) {
  size_t n = (size_t)system->sizes.nv;
  double *w = work->scratch;
  if (out->df_dq) memset(out->df_dq, 0, n * n * sizeof *w);
  if (out->df_dv) memset(out->df_dv, 0, n * n * sizeof *w);
  if (out->df_dq || out->df_dv) force_columns(system, work, out);
  if (out->dgamma_dv) {  // starts from -Gdot(q; v), the term that does not depend on the direction w
    jn_calc_Gdot(system, work, out->dgamma_dv);
    for (size_t i = 0; i < (size_t)system->sizes.nc * n; i++) out->dgamma_dv[i] = -out->dgamma_dv[i];
  }
  for (int j = 0; j < system->sizes.nv && (out->dGtlambda_dq || out->dgamma_dv); j++) {
    memset(w, 0, n * sizeof *w);
    w[j] = 1;
    jni_set_direction(system, work, w);
    constraint_columns(system, work, lambda, j, out);
  }
}

void jn_calc_tangents(const jn_system *system, jn_work *work, const double *state, const double *lambda,
                      jn_tangents *out) {
  if (!state || !out) return;
  JNI_ASSERT(system && work);
  size_t n = (size_t)system->sizes.nv;
  bool inexact_force = false;
  if (system->tree) {
    jni_tree_tangents(system, work, state, lambda, out);
    return;
  }
  for (int i = 0; i < system->nforces; i++) inexact_force = inexact_force || !system->forces[i].exact;
  mark_inexact(system, out);
  stage_moved(system, work, state, 0, 0, true);
  exact_columns(system, work, lambda, out);
  if (out->dgamma_dq) memset(out->dgamma_dq, 0, (size_t)system->sizes.nc * n * sizeof(double));
  for (int j = 0; j < system->sizes.nv; j++) {
    if (out->df_dq && inexact_force) difference_forces(system, work, state, j, true, out->df_dq);
    if (out->df_dv && inexact_force) difference_forces(system, work, state, j, false, out->df_dv);
    if (out->dgamma_dq) difference_gamma(system, work, state, j, out->dgamma_dq);
  }
  stage_moved(system, work, state, 0, 0, true);
  jni_stage_force(system, work);
}
