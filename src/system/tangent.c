// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tangent.c - derivatives of f, gamma and G' lambda along tangent increments and speeds, for the implicit methods.
//
//   d(G' lambda)/dq . w = Gdot(q; w)' lambda                        Gdot(q; w): rate of G along w, exact
//   dgamma/dv . w       = -(Gdot(q; w) v + Gdot(q; v) w)            gamma = -Gdot(q; v) v + ..., exact
//   dgamma/dq           by central differences of gamma
//   df/dq, df/dv        exact from the kinds' tangents; by central differences for an element whose expressions read the state
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "joint/natural.h"
#include "kernel/vec3.h"
#include "system/system.h"

static const double difference_step = 1e-6;  // of turns and speeds, and of lengths relative to the length scale

// ---- how an element's ends and forces vary along a direction ---------------------------------------------------------

// In natural coordinates the velocity of a point does not depend on q.
static void vary_natural_end(const jn_system *system, const jn_work *work, int frame, bool of_configuration, double *stand, double *move) {
  const jni_frame *f = &system->model->frames[frame];
  const jni_body3 *along = &work->direction[f->body];
  double p[3], turn[3], *to = of_configuration ? stand : move;
  jnk_sub(f->p, system->model->bodies[f->body].com, p);
  jnk_mat_vec(along->Rdot, p, turn);
  jnk_add(along->v, turn, to);
  jnk_copy(along->wg, to + 3);
  if (of_configuration) jni_natural_spin(along->Rdot, work->body3[f->body].Rdot, move + 3);
}

// Variation of one end along the direction in work->direction: as an increment of the configuration (speeds held) or of the speeds.
static void vary_end(const jn_system *system, const jn_work *work, int frame, bool of_configuration, double *stand, double *move) {
  int b = system->model->frames[frame].body;
  const jni_body3 *along = &work->direction[b];
  jni_motion body, end;
  double arm[3], turn[3];
  if (system->kind->natural) {
    vary_natural_end(system, work, frame, of_configuration, stand, move);
    return;
  }
  jni_body_motion(system, work, b, &body);
  jni_frame_motion(system, work, frame, &end);
  jnk_sub(end.r, body.r, arm);
  jnk_cross(along->wg, arm, turn);
  if (!of_configuration) {
    jnk_add(along->v, turn, move);
    jnk_copy(along->wg, move + 3);
    return;
  }
  double dw[3], u[3], v[3];
  jnk_add(along->v, turn, stand);
  jnk_copy(along->wg, stand + 3);
  jnk_cross(along->wg, body.w, dw);  // angular velocity is held in body axes, so it turns with the body
  if (system->model->space == JN_PLANE) jnk_zero(dw);
  jnk_cross(dw, arm, u);
  jnk_cross(body.w, turn, v);
  jnk_add(u, v, move);
  jnk_copy(dw, move + 3);
}

static void times12(double A[12][12], const double *x, double *y) {
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++) y[i] += A[i][j] * x[j];
}

static void add_natural_end(const jn_system *system, const jn_work *work, int frame, const double T[3], const double dF[3], const double dT[3],
                            bool of_configuration, double *out) {
  const jni_frame *f = &system->model->frames[frame];
  int width = system->width[f->body];
  double p[3];
  jnk_sub(f->p, system->model->bodies[f->body].com, p);
  jni_natural_add(width, 1, p, dF, out);
  jni_natural_add_turn(width, work->body3[f->body].R, dT, out);
  if (of_configuration) jni_natural_add_turn(width, work->direction[f->body].Rdot, T, out);
}

// Adds the variation of one end's generalised force: from dF, dT and, along the configuration, from the arm and the body's axes.
static void add_end(const jn_system *system, const jn_work *work, int frame, const double F[3], const double T[3], const double dF[3],
                    const double dT[3], bool of_configuration, double *df) {
  int b = system->model->frames[frame].body, width = system->width[b];
  if (width == 0) return;
  const jni_body3 *along = &work->direction[b];
  jni_motion body, end;
  double arm[3], m[3], dm[3], u[3], darm[3], *out = df + system->v_at[b];
  if (system->kind->natural) {
    add_natural_end(system, work, frame, T, dF, dT, of_configuration, out);
    return;
  }
  jni_body_motion(system, work, b, &body);
  jni_frame_motion(system, work, frame, &end);
  jnk_sub(end.r, body.r, arm);
  jnk_cross(arm, F, m), jnk_add(m, T, m);
  jnk_cross(arm, dF, dm), jnk_add(dm, dT, dm);
  if (of_configuration) {
    jnk_cross(along->wg, arm, darm);
    jnk_cross(darm, F, u), jnk_add(dm, u, dm);
    jnk_cross(along->wg, m, u), jnk_sub(dm, u, dm);
  }
  if (system->model->space == JN_PLANE) {
    out[0] += dF[0], out[1] += dF[1];
    if (width == 3) out[2] += dm[2];
    return;
  }
  jnk_add(out, dF, out);
  if (width < 6) return;
  jnk_mat_t_vec(body.R, dm, u);
  jnk_add(out + 3, u, out + 3);
}

// ---- one element along one direction ------------------------------------------------------------------------------------

static void vary_on_ends(const jn_system *system, jn_work *work, const jni_force_plan *plan, int body, bool of_configuration, double *df) {
  const jni_force_kind *kind = plan->element->kind;
  jni_force_input in;
  jni_force_output out = {0};
  jni_force_tangent tangent;
  double stand[12] = {0}, move[12] = {0}, d[12] = {0};
  int frames[2] = {plan->element->def.between[0].i, plan->element->def.between[1].i};
  if (kind->ends == 0) frames[0] = system->model->bodies[body].com_frame, frames[1] = plan->element->def.between[0].i;
  int varied = kind->ends == 1 ? 1 : 2, acting = kind->ends == 2 ? 2 : 1;
  memset(&tangent, 0, sizeof tangent);
  jni_force_prepare(system, work, plan, body, &in);
  kind->calc(plan->element, &in, &out);
  kind->tangent(plan->element, &in, &tangent);
  for (int end = 0; end < varied; end++) vary_end(system, work, frames[end], of_configuration, stand + 6 * end, move + 6 * end);
  times12(tangent.stand, stand, d);
  times12(tangent.move, move, d);
  for (int end = 0; end < acting; end++)
    add_end(system, work, frames[end], out.force[end], out.torque[end], d + 6 * end, d + 6 * end + 3, of_configuration, df);
}

static double block_times(const jn_system *system, const jni_coordinate *c, double (*J)[JNI_WIDEST], const double *x) {
  double sum = 0;
  for (int end = 0; end < 2; end++)
    for (int i = 0; i < system->width[c->side[end].body]; i++) sum += J[end][i] * x[system->v_at[c->side[end].body] + i];
  return sum;
}

// f = Q(c, cdot) J':  df = dQ J' + Q dJ'
static void vary_on_coordinate(const jn_system *system, jn_work *work, const jni_force_plan *plan, const double *w, bool of_configuration,
                               double *df) {
  const jni_coordinate *c = &system->coordinates[plan->coordinate];
  jni_coordinate_state *state = &work->coordinates[plan->coordinate];
  jni_force_input in;
  jni_force_output out = {0};
  jni_force_tangent tangent;
  double Jdot[2][JNI_WIDEST] = {{0}}, dQ;
  memset(&tangent, 0, sizeof tangent);
  jni_force_prepare(system, work, plan, 0, &in);
  plan->element->kind->calc(plan->element, &in, &out);
  plan->element->kind->tangent(plan->element, &in, &tangent);
  if (of_configuration) {
    jni_coordinate_rate_at(system, work, plan->coordinate, Jdot);
    dQ = tangent.generalized_coordinate * block_times(system, c, state->J, w) + tangent.generalized_rate * block_times(system, c, Jdot, work->v);
  } else {
    dQ = tangent.generalized_rate * block_times(system, c, state->J, w);
  }
  for (int end = 0; end < 2; end++)
    for (int i = 0; i < system->width[c->side[end].body]; i++)
      df[system->v_at[c->side[end].body] + i] += dQ * state->J[end][i] + out.generalized * Jdot[end][i];
}

static void vary_force(const jn_system *system, jn_work *work, const jni_force_plan *plan, const double *w, bool of_configuration, double *df) {
  if (plan->coordinate >= 0) {
    vary_on_coordinate(system, work, plan, w, of_configuration, df);
  } else if (plan->element->kind->ends == 0) {
    for (int b = 1; b < system->nbodies; b++) vary_on_ends(system, work, plan, b, of_configuration, df);
  } else {
    vary_on_ends(system, work, plan, 0, of_configuration, df);
  }
}

// ---- differences --------------------------------------------------------------------------------------------------------

static bool reads_state(const jni_force_plan *plan) {
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < plan->value[k].nsignals; i++)
      if (plan->value[k].signals[i].kind != JNI_SIGNAL_TIME && plan->value[k].signals[i].kind != JNI_SIGNAL_INPUT) return true;
  return false;
}

static bool is_exact(const jni_force_plan *plan) { return plan->element->kind->tangent && !reads_state(plan); }

// The increment along speed j.
static double increment(const jn_system *system, int j) {
  int translations = system->model->space == JN_PLANE ? 2 : 3;
  for (int b = 1; b < system->nbodies; b++)
    if (j >= system->v_at[b] && j < system->v_at[b] + system->width[b])
      return difference_step * (j - system->v_at[b] < translations ? system->length_scale : 1);
  return difference_step;
}

// The stages at the state moved by h along speed j, as a configuration increment or as a speed.
static void stage_moved(const jn_system *system, jn_work *work, const double *state, int j, double h, bool of_configuration) {
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

// Adds the difference quotient of the inexact elements' forces along speed j to column j of out.
static void difference_forces(const jn_system *system, jn_work *work, const double *state, int j, bool of_configuration, double *out) {
  size_t n = (size_t)system->sizes.nv;
  double h = increment(system, j) * (of_configuration ? 1 : 10);
  for (int sign = -1; sign <= 1; sign += 2) {
    stage_moved(system, work, state, j, sign * h, of_configuration);
    memset(work->f, 0, n * sizeof *work->f);
    for (int i = 0; i < system->nforces; i++)
      if (!is_exact(&system->forces[i])) jni_force_add(system, work, &system->forces[i], work->f, &work->outputs[i]);
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

// ---- columns ---------------------------------------------------------------------------------------------------------------

// -w x J w along dw:  -(dw x J w + w x J dw)
static void vary_gyroscopic(const jn_system *system, const jn_work *work, const double *dv, double *df) {
  for (int b = 1; b < system->nbodies; b++) {
    if (system->width[b] != 6) continue;
    const double *M = system->mass + system->rows.mass_at[b - 1], *w = work->body3[b].w, *dw = dv + system->v_at[b] + 3;
    double J[9], Jw[3], Jdw[3], u[3], v[3], *out = df + system->v_at[b] + 3;
    for (int i = 0; i < 9; i++) J[i] = M[(3 + i / 3) * 6 + 3 + i % 3];
    jnk_mat_vec(J, w, Jw), jnk_mat_vec(J, dw, Jdw);
    jnk_cross(dw, Jw, u), jnk_cross(w, Jdw, v);
    jnk_sub(out, u, out), jnk_sub(out, v, out);
  }
}

static void force_column(const jn_system *system, jn_work *work, const double *w, int j, bool of_configuration, double *out) {
  size_t n = (size_t)system->sizes.nv;
  double *df = work->f;
  memset(df, 0, n * sizeof *df);
  for (int i = 0; i < system->nforces; i++)
    if (is_exact(&system->forces[i])) vary_force(system, work, &system->forces[i], w, of_configuration, df);
  if (!of_configuration && system->model->space == JN_SPACE) vary_gyroscopic(system, work, w, df);
  for (size_t i = 0; i < n; i++) out[(size_t)i * n + (size_t)j] = df[i];
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

// -Gdot(q; v), the other half of dgamma/dv.
static void start_gamma_dv(const jn_system *system, jn_work *work, double *out) {
  jn_calc_Gdot(system, work, out);
  for (size_t i = 0; i < (size_t)system->sizes.nc * (size_t)system->sizes.nv; i++) out[i] = -out[i];
}

static void mark_inexact(const jn_system *system, jn_tangents *out) {
  out->exact = true;
  out->which[0] = 0;
  if (out->dgamma_dq && system->sizes.nc > 0) {
    out->exact = false;
    snprintf(out->which, sizeof out->which, "dgamma/dq of all joints");
  }
  for (int i = 0; i < system->nforces; i++)
    if ((out->df_dq || out->df_dv) && !is_exact(&system->forces[i])) {
      out->exact = false;
      snprintf(out->which, sizeof out->which, "force '%.80s'", system->forces[i].element->name);
    }
}

static void exact_columns(const jn_system *system, jn_work *work, const double *lambda, jn_tangents *out) {
  size_t n = (size_t)system->sizes.nv;
  double *w = work->scratch;
  if (out->dgamma_dv) start_gamma_dv(system, work, out->dgamma_dv);
  for (int j = 0; j < system->sizes.nv; j++) {
    memset(w, 0, n * sizeof *w);
    w[j] = 1;
    jni_set_direction(system, work, w);
    if (out->df_dq) force_column(system, work, w, j, true, out->df_dq);
    if (out->df_dv) force_column(system, work, w, j, false, out->df_dv);
    if (out->dGtlambda_dq || out->dgamma_dv) constraint_columns(system, work, lambda, j, out);
  }
}

void jn_calc_tangents(const jn_system *system, jn_work *work, const double *state, const double *lambda, jn_tangents *out) {
  size_t n = (size_t)system->sizes.nv;
  bool inexact_force = false;
  if (system->tree) {
    jni_tree_tangents(system, work, state, lambda, out);
    return;
  }
  for (int i = 0; i < system->nforces; i++) inexact_force = inexact_force || !is_exact(&system->forces[i]);
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
