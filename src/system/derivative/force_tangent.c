// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_tangent.c - exact variation of the generalised forces of one element with its bodies, from the tangent of its
// kind: variation of the wrenches at its ends, of their arms and of the axes of the bodies; and with the signals that
// its expressions read. The bodies vary along increments of their own coordinates or of those of a tree (jni_vary).
#include <string.h>

#include "joint/equations/natural_equations.h"
#include "kernel/vec3.h"
#include "system/derivative/formula_gradient.h"
#include "system/derivative/rate.h"
#include "system/forces.h"
#include "system/motion.h"

// ---- ends ----------------------------------------------------------------------------------------------------------

// Computes the variation of the position, rotation and velocities of a frame in natural coordinates, along poses
// (of_configuration) or speeds. The velocity of a point does not depend on q there.
static void vary_natural_end(const jn_system *system, const jn_work *work, int frame, bool of_configuration,
                             double *stand, double *move) {
  const jni_frame *f = &system->model->frames[frame];
  const jni_body3 *along = &work->direction[f->body];
  double p[3], turn[3], *to = of_configuration ? stand : move;
  jnk_sub(f->p, system->model->bodies[f->body].com, p);
  jnk_mat_vec(along->Rdot, p, turn);
  jnk_add(along->v, turn, to);
  jnk_copy(along->wg, to + 3);
  if (of_configuration) jni_natural_spin(along->Rdot, work->body3[f->body].Rdot, move + 3);
}

static void vary_end(const jn_system *system, const jn_work *work, const jni_vary *vary, int frame, double *stand,
                     double *move) {
  int b = system->model->frames[frame].body;
  jni_body_variation x;
  jni_motion body, end;
  double arm[3], turned[3], u[3];
  if (system->kind->natural) {
    vary_natural_end(system, work, frame, vary->of_configuration, stand, move);
    return;
  }
  vary->body(vary, work, b, &x);
  jni_body_motion(system, work, b, &body);
  jni_frame_motion(system, work, frame, &end);
  jnk_sub(end.r, body.r, arm);
  jnk_cross(x.turn, arm, turned);
  jnk_add(x.r, turned, stand);
  jnk_copy(x.turn, stand + 3);
  jnk_cross(body.w, turned, u);
  jnk_add(x.v, u, move);
  jnk_cross(x.w, arm, u);
  jnk_add(move, u, move);
  jnk_copy(x.w, move + 3);
}

static void add_natural_end(const jn_system *system, const jn_work *work, int frame, const double T[3],
                            const double dF[3], const double dT[3], bool of_configuration, double *out) {
  const jni_frame *f = &system->model->frames[frame];
  int width = system->width[f->body];
  double p[3];
  jnk_sub(f->p, system->model->bodies[f->body].com, p);
  jni_natural_add(width, 1, p, dF, out);
  jni_natural_add_turn(width, work->body3[f->body].R, dT, out);
  if (of_configuration) jni_natural_add_turn(width, work->direction[f->body].Rdot, T, out);
}

// Writes to `out` the variation of the generalised force of one end on its body, in cartesian or joint coordinates:
// from the variations dF and dT of its force F and torque T and those of the arm and the body axes.
static void end_force(const jn_system *system, const jn_work *work, const jni_vary *vary, int frame, const double F[3],
                      const double T[3], const double dF[3], const double dT[3], double *out) {
  int b = system->model->frames[frame].body;
  jni_body_variation x;
  jni_motion body, end;
  double arm[3], m[3], dm[3], u[3], turned[3];
  vary->body(vary, work, b, &x);
  jni_body_motion(system, work, b, &body);
  jni_frame_motion(system, work, frame, &end);
  jnk_sub(end.r, body.r, arm);
  jnk_cross(arm, F, m);
  jnk_add(m, T, m);
  jnk_cross(arm, dF, dm);
  jnk_add(dm, dT, dm);
  jnk_cross(x.turn, arm, turned);
  jnk_cross(turned, F, u);
  jnk_add(dm, u, dm);
  jnk_cross(x.turn, m, u);
  jnk_sub(dm, u, dm);
  if (system->model->space == JN_PLANE) {
    out[0] = dF[0];
    out[1] = dF[1];
    out[2] = dm[2];
    return;
  }
  jnk_copy(dF, out);
  jnk_mat_t_vec(body.R, dm, out + 3);
}

static void add_end(const jn_system *system, const jn_work *work, jni_vary *vary, int frame, const double F[3],
                    const double T[3], const double d[6]) {
  double out[JNI_WIDEST] = {0};
  int b = system->model->frames[frame].body;
  if (system->width[b] == 0) return;
  if (system->kind->natural) add_natural_end(system, work, frame, T, d, d + 3, vary->of_configuration, out);
  else end_force(system, work, vary, frame, F, T, d, d + 3, out);
  vary->add(vary, b, out);
}

// ---- one element ---------------------------------------------------------------------------------------------------

static void times12(double A[12][12], const double *x, double *y) {
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++) y[i] += A[i][j] * x[j];
}

static void vary_on_ends(const jn_system *system, jn_work *work, jni_force_slope *slope, jni_vary *vary) {
  const jni_force_element *element = slope->plan->element;
  double stand[12] = {0}, move[12] = {0}, d[12] = {0};
  int frames[2] = {element->def.between[0].i, element->def.between[1].i}, ends = slope->plan->nends;
  if (ends == 0) {
    frames[0] = system->model->bodies[slope->body].com_frame;
    frames[1] = element->def.between[0].i;
  }
  int varied = ends == 1 ? 1 : 2, acting = ends == 2 ? 2 : 1;
  for (int end = 0; end < varied; end++) vary_end(system, work, vary, frames[end], stand + 6 * end, move + 6 * end);
  times12(slope->tangent.stand, stand, d);
  times12(slope->tangent.move, move, d);
  for (int end = 0; end < acting; end++)
    add_end(system, work, vary, frames[end], slope->out.force[end], slope->out.torque[end], d + 6 * end);
}

// Computes the variation of body b along `vary` in the body's own coordinates: the tangent increment of its pose
// (place) and the variation of its speeds (change).
static void own_variation(const jn_system *system, const jn_work *work, const jni_vary *vary, int b,
                          double place[JNI_WIDEST], double change[JNI_WIDEST]) {
  jni_body_variation x;
  jni_motion body;
  double u[3];
  memset(place, 0, JNI_WIDEST * sizeof *place);
  memset(change, 0, JNI_WIDEST * sizeof *change);
  if (system->kind->natural) {
    if (system->width[b] > 0)
      memcpy(vary->of_configuration ? place : change, vary->w + system->v_at[b],
             (size_t)system->width[b] * sizeof *place);
    return;
  }
  vary->body(vary, work, b, &x);
  jni_body_motion(system, work, b, &body);
  jnk_copy(x.r, place);
  jnk_copy(x.v, change);
  if (system->model->space == JN_PLANE) {
    place[2] = x.turn[2];
    change[2] = x.w[2];
    return;
  }
  jnk_mat_t_vec(body.R, x.turn, place + 3);
  jnk_cross(x.turn, body.w, u);
  jnk_sub(x.w, u, u);
  jnk_mat_t_vec(body.R, u, change + 3);
}

static double times(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// Returns the variation of the generalised force that comes from term i of the sum of joint coordinates along which the
// element acts. Writes the variation of the coordinate's gradient to Jdot.
static double vary_term(const jn_system *system, jn_work *work, const jni_force_slope *slope, int i,
                        const jni_vary *vary, double Jdot[2][JNI_WIDEST]) {
  const jni_force_plan *plan = slope->plan;
  const double *v = system->tree ? work->body_v : work->v, Qc = slope->tangent.generalized_coordinate,
               Qrate = slope->tangent.generalized_rate;
  double place[JNI_WIDEST], change[JNI_WIDEST], factor, dQ = 0;
  memset(Jdot, 0, 2 * sizeof *Jdot);
  if (vary->of_configuration) jni_coordinate_rate_at(system, work, plan->terms[i].coordinate, Jdot);
  for (int end = 0; end < 2; end++) {
    const double *J = jni_form_side(work, plan, 2 * i + end, &factor);
    int b = plan->places[2 * i + end], n = system->width[b];
    own_variation(system, work, vary, b, place, change);
    dQ += factor * (Qc * times(n, J, place) + Qrate * times(n, J, change));
    if (n > 0) dQ += factor * (Qrate * times(n, Jdot[end], v + system->v_at[b]));
  }
  return dQ;
}

// Passes to vary->add the variation of the forces f = Q(c, cdot) J' of an element along a sum c of joint coordinates:
// df = dQ J' + Q dJ'.
static void vary_along(const jn_system *system, jn_work *work, const jni_force_slope *slope, jni_vary *vary) {
  const jni_force_plan *plan = slope->plan;
  double Jdot[2][JNI_WIDEST], df[JNI_WIDEST], factor, dQ = 0;
  for (int i = 0; i < plan->nterms; i++) dQ += vary_term(system, work, slope, i, vary, Jdot);
  for (int place = 0; place < plan->nplaces; place++) {
    const double *J = jni_form_side(work, plan, place, &factor);
    if (place % 2 == 0 && plan->nterms > 1) vary_term(system, work, slope, place / 2, vary, Jdot);
    for (int i = 0; i < JNI_WIDEST; i++) df[i] = factor * (dQ * J[i] + slope->out.generalized * Jdot[place % 2][i]);
    if (system->width[plan->places[place]] > 0) vary->add(vary, plan->places[place], df);
  }
}

void jni_force_slope_take(const jn_system *system, jn_work *work, const jni_force_plan *plan, int body,
                          jni_force_slope *slope) {
  jni_force_input in;
  memset(&slope->out, 0, sizeof slope->out);
  memset(&slope->tangent, 0, sizeof slope->tangent);
  slope->plan = plan;
  slope->body = body;
  jni_force_prepare(system, work, plan, body, &in);
  plan->element->kind->calc(plan->element, &in, &slope->out);
  plan->element->kind->tangent(plan->element, &in, &slope->tangent);
  if (plan->ndependencies > 0) jni_readings_take(system, work, plan, &slope->readings);
}

void jni_force_vary(const jn_system *system, jn_work *work, jni_force_slope *slope, jni_vary *vary) {
  if (slope->plan->nterms > 0) vary_along(system, work, slope, vary);
  else vary_on_ends(system, work, slope, vary);
  if (slope->plan->ndependencies > 0) {
    // Adds the variation that comes from the expressions of the element: the variation of each value times the forces
    // per unit of it.
    const jni_readings *r = &slope->readings;
    double place[JNI_WIDEST], change[JNI_WIDEST], dvalue[3] = {0}, df[JNI_WIDEST];
    for (int i = 0; i < slope->plan->ndependencies; i++) {
      int n = system->width[slope->plan->dependencies[i]], at = i * JNI_WIDEST;
      own_variation(system, work, vary, slope->plan->dependencies[i], place, change);
      for (int k = 0; k < 3; k++)
        dvalue[k] += times(n, r->rows[k].dq + at, place) + times(n, r->rows[k].dv + at, change);
    }
    for (int at = 0; at < slope->plan->nplaces; at++) {
      double(*act)[JNI_WIDEST] = r->act[at];
      for (int i = 0; i < JNI_WIDEST; i++)
        df[i] = dvalue[0] * act[0][i] + dvalue[1] * act[1][i] + dvalue[2] * act[2][i];
      if (system->width[slope->plan->places[at]] > 0) vary->add(vary, slope->plan->places[at], df);
    }
  }
}
