// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// motion.c - motion of bodies and frames in ground axes, and generalised forces of forces that act on them.
#include <math.h>
#include <string.h>

#include "joint/equations/natural_equations.h"
#include "kernel/vec3.h"
#include "system/forces.h"
#include "system/formula.h"
#include "system/motion.h"

void jni_body_motion(const jn_system *system, const jn_work *work, int body, jni_motion *out) {
  if (system->model->space == JN_PLANE) {
    const jni_body2 *b = &work->body2[body];
    *out = (jni_motion){
        .r = {b->x, b->y, 0}, .R = {b->c, -b->s, 0, b->s, b->c, 0, 0, 0, 1}, .v = {b->vx, b->vy, 0}, .w = {0, 0, b->w}};
    return;
  }
  const jni_body3 *b = &work->body3[body];
  jnk_copy(b->r, out->r);
  jnk_copy(b->v, out->v);
  jnk_copy(b->wg, out->w);
  memcpy(out->R, b->R, sizeof out->R);
}

// Writes to p the vector from the centre of mass of a frame's body to the frame's point, in body axes, m.
static void frame_point(const jn_system *system, int frame, double p[3]) {
  const jni_frame *f = &system->model->frames[frame];
  jnk_sub(f->p, system->model->bodies[f->body].com, p);
}

void jni_frame_arm(const jn_system *system, const jni_motion *body, int frame, double arm[3]) {
  double p[3];
  frame_point(system, frame, p);
  jnk_mat_vec(body->R, p, arm);
}

// Writes to *out the position, velocities and rotation of a frame in space, for cartesian and joint coordinates.
static void space_frame_motion(const jn_system *system, const jn_work *work, int frame, jni_motion *out) {
  const jni_frame *f = &system->model->frames[frame];
  const jni_body3 *body = &work->body3[f->body];
  double p[3], arm[3], turn[3];
  frame_point(system, frame, p);
  jnk_mat_vec(body->R, p, arm);
  jnk_cross(body->wg, arm, turn);
  jnk_add(body->r, arm, out->r);
  jnk_add(body->v, turn, out->v);
  jnk_copy(body->wg, out->w);
  jnk_mat_mul(body->R, f->R, out->R);
}

void jni_frame_motion(const jn_system *system, const jn_work *work, int frame, jni_motion *out) {
  if (system->model->space != JN_PLANE && !system->kind->natural) {
    space_frame_motion(system, work, frame, out);
    return;
  }
  const jni_frame *f = &system->model->frames[frame];
  jni_motion body;
  double p[3], arm[3], turn[3];
  jni_body_motion(system, work, f->body, &body);
  frame_point(system, frame, p);
  jnk_mat_vec(body.R, p, arm);
  if (system->kind->natural) jnk_mat_vec(work->body3[f->body].Rdot, p, turn);
  else jnk_cross(body.w, arm, turn);
  jnk_add(body.r, arm, out->r);
  jnk_add(body.v, turn, out->v);
  jnk_copy(body.w, out->w);
  jnk_mat_mul(body.R, f->R, out->R);
}

void jn_get_poses(const jn_system *system, const jn_work *work, double *poses) {
  JNI_ASSERT(system && work && poses);
  for (int b = 0; b < system->model->nbodies; b++) {
    jni_motion m;
    jni_frame_motion(system, work, system->model->bodies[b].frame, &m);
    jnk_copy(m.r, poses + JN_POSE * b);
    jnk_matrix_to_quat(m.R, poses + JN_POSE * b + 3);
  }
}

static void natural_acceleration(const jn_system *system, const jn_work *work, int frame, const double *x, double a[3],
                                 double alpha[3]) {
  int b = system->model->frames[frame].body;
  double Rddot[9], p[3], turn[3];
  jni_natural_matrix(system->width[b], x, true, Rddot);
  frame_point(system, frame, p);
  jnk_mat_vec(Rddot, p, turn);
  for (int i = 0; i < (system->model->space == JN_PLANE ? 2 : 3); i++) a[i] = x[i] + turn[i];
  jni_natural_spin(work->body3[b].R, Rddot, alpha);
}

void jni_frame_acceleration(const jn_system *system, const jn_work *work, int frame, const double *vdot, double a[3],
                            double alpha[3]) {
  int b = system->model->frames[frame].body, width = system->width[b];
  jni_motion body;
  double arm[3], tangential[3], turn[3], centripetal[3];
  jnk_zero(a);
  jnk_zero(alpha);
  if (width == 0) return;
  const double *x = vdot + system->v_at[b];
  if (system->kind->natural) {
    natural_acceleration(system, work, frame, x, a, alpha);
    return;
  }
  jni_body_motion(system, work, b, &body);
  if (system->model->space == JN_PLANE) jnk_set(x[0], x[1], 0, a);
  else jnk_copy(x, a);
  if (width == 3 && system->model->space == JN_PLANE) alpha[2] = x[2];
  if (width == 6) jnk_mat_vec(body.R, x + 3, alpha);
  jni_frame_arm(system, &body, frame, arm);
  jnk_cross(alpha, arm, tangential);
  jnk_cross(body.w, arm, turn);
  jnk_cross(body.w, turn, centripetal);
  for (int i = 0; i < 3; i++) a[i] += tangential[i] + centripetal[i];
}

void jni_apply_wrench(const jn_system *system, const jn_work *work, int frame, const double force[3],
                      const double torque[3], double *f) {
  int b = system->model->frames[frame].body, width = system->width[b];
  if (width == 0) return;
  jni_motion body;
  double arm[3], moment[3], *out = f + system->v_at[b];
  if (system->kind->natural) {
    frame_point(system, frame, arm);
    jni_natural_add(width, 1, arm, force, out);
    jni_natural_add_turn(width, work->body3[b].R, torque, out);
    return;
  }
  if (system->model->space == JN_PLANE) {
    jni_body_motion(system, work, b, &body);
    jni_frame_arm(system, &body, frame, arm);
    jnk_cross(arm, force, moment);
    out[0] += force[0];
    out[1] += force[1];
    if (width == 3) out[2] += moment[2] + torque[2];
    return;
  }
  jnk_add(out, force, out);
  if (width < 6) return;
  const double *R = work->body3[b].R;
  double p[3], body_axes[3];
  frame_point(system, frame, p);
  jnk_mat_vec(R, p, arm);
  jnk_cross(arm, force, moment);
  jnk_add(moment, torque, moment);
  jnk_mat_t_vec(R, moment, body_axes);
  jnk_add(out + 3, body_axes, out + 3);
}

// ---- force elements --------------------------------------------------------------------------------

static inline void copy_coordinate_input(const jn_work *work, const jni_force_plan *plan, jni_force_input *in) {
  const jni_form_term *term = plan->terms;
  const jni_coordinate_state *c = &work->coordinates[term->coordinate];
  in->coordinate = term->factor * c->value;
  in->rate = term->factor * c->rate;
  for (int i = 1; i < plan->nterms; i++) {
    term++;
    c = &work->coordinates[term->coordinate];
    in->coordinate += term->factor * c->value;
    in->rate += term->factor * c->rate;
  }
}

void jni_force_prepare(const jn_system *system, jn_work *work, const jni_force_plan *plan, int body,
                       jni_force_input *in) {
  memset(in, 0, offsetof(jni_force_input, end) + 2 * sizeof *in->end);
  in->t = work->t;
  in->plane = system->model->space == JN_PLANE;
  in->state = plan->nstates > 0 ? work->z + plan->state_at : NULL;
  in->discrete = plan->discrete_at >= 0 ? work->s + plan->discrete_at : NULL;
  const int *sides = plan->element->kind->touches ? work->touching : work->sides;
  in->sides = sides && plan->nswitches > 0 ? sides + plan->switch_at : NULL;
  for (int i = 0; i < 3; i++)
    if (plan->value[i].expression) in->value[i] = jni_formula_value(system, work, &plan->value[i], NULL, NULL);
  if (plan->nterms > 0) {
    copy_coordinate_input(work, plan, in);
  } else if (jni_acts_everywhere(plan)) {
    in->mass = system->model->bodies[body].mass;
    jni_body_motion(system, work, body, &in->end[0]);
    jni_frame_motion(system, work, plan->element->def.between[0].i, &in->end[1]);
  } else {
    for (int end = 0; end < plan->nends; end++) jni_frame_motion(system, work, plan->ends[end].i, &in->end[end]);
  }
}

void jni_form_add(const jn_system *system, const jn_work *work, const jni_force_plan *plan, double s, double *f) {
  for (int place = 0; place < plan->nplaces; place++) {
    double factor;
    const double *J = jni_form_side(work, plan, place, &factor);
    int b = plan->places[place];
    for (int i = 0; i < system->width[b]; i++) f[system->v_at[b] + i] += s * factor * J[i];
  }
}

// Evaluates an element that acts on every body: adds its generalised forces to f (nbody_v; NULL: not needed), and its
// potential and power to *total.
static void add_on_every_body(const jn_system *system, jn_work *work, const jni_force_plan *plan, double *f,
                              jni_force_output *total) {
  for (int b = 1; b < system->nbodies; b++) {
    jni_force_input in;
    jni_force_output out;
    jni_force_clear(&out);
    jni_force_prepare(system, work, plan, b, &in);
    plan->element->kind->calc(plan->element, &in, &out);
    if (f) jni_apply_wrench(system, work, system->model->bodies[b].com_frame, out.force[0], out.torque[0], f);
    total->potential += out.potential;
    total->power += out.power;
  }
}

// Computes the output of an element that acts on its ends or along joint coordinates.
static inline void calc_output(const jn_system *system, jn_work *work, const jni_force_plan *plan,
                               jni_force_output *out) {
  jni_force_input in;
  jni_force_prepare(system, work, plan, 0, &in);
  plan->element->kind->calc(plan->element, &in, out);
}

static bool is_nothing(const double force[3], const double torque[3]) {
  return force[0] == 0 && force[1] == 0 && force[2] == 0 && torque[0] == 0 && torque[1] == 0 && torque[2] == 0;
}

static void apply(const jn_system *system, const jn_work *work, const jni_force_plan *plan, const jni_force_output *out,
                  double *f) {
  if (plan->nterms > 0) jni_form_add(system, work, plan, out->generalized, f);
  for (int end = 0; end < plan->nends; end++)
    if (!is_nothing(out->force[end], out->torque[end]))  // skips open contacts and stops, whose forces are zero
      jni_apply_wrench(system, work, plan->ends[end].i, out->force[end], out->torque[end], f);
}

void jni_force_add(const jn_system *system, jn_work *work, const jni_force_plan *plan, double *f,
                   jni_force_output *out) {
  jni_force_clear(out);
  if (jni_acts_everywhere(plan)) {
    add_on_every_body(system, work, plan, f, out);
    return;
  }
  calc_output(system, work, plan, out);
  apply(system, work, plan, out, f);
}

// Sets the scalar force in *out to work->replaced and potential and power to zero, if inverse dynamics has set a value
// for this force.
void jni_force_replace(const jn_work *work, int force, jni_force_output *out) {
  if (!work->replaced || isnan(work->replaced[force])) return;
  out->scalar = work->replaced[force];
  out->potential = out->power = 0;
}

void jni_force_calc(const jn_system *system, jn_work *work, int force, jni_force_output *out) {
  const jni_force_plan *plan = &system->forces[force];
  jni_force_clear(out);
  if (jni_acts_everywhere(plan)) add_on_every_body(system, work, plan, NULL, out);
  else calc_output(system, work, plan, out);
  jni_force_replace(work, force, out);
}

void jni_force_take(const jn_system *system, jn_work *work, int force, double *f) {
  const jni_force_plan *plan = &system->forces[force];
  bool there = system->is_ahead[force] && !jni_acts_everywhere(plan);
  if (there) apply(system, work, plan, &work->outputs[force], f);
  else jni_force_add(system, work, plan, f, &work->outputs[force]);
}
