// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal.c - the value of every named signal at the current stage.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/drive/drive.h"
#include "system/motion.h"
#include "system/reaction.h"
#include "system/signal_value.h"
#include "system/subsystem.h"
#include "system/work.h"

static double frame_component(const jn_system *system, const jn_work *work, const jni_signal *s) {
  jni_motion m;
  jni_frame_motion(system, work, s->a, &m);
  return s->kind == JNI_SIGNAL_POSITION ? m.r[s->component] : m.v[s->component];
}

// Of points in ground axes. Of the angular velocity in body axes: the rate of R'w is R'wdot, since w x w = 0.
static double acceleration(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot) {
  double a[3], alpha[3], local[3];
  jni_motion motion;
  if (!vdot) return NAN;
  int frame = s->kind == JNI_SIGNAL_ACCELERATION ? s->a : system->model->bodies[s->a].frame;
  jni_frame_acceleration(system, work, frame, jni_body_acceleration(system, work, vdot), a, alpha);
  if (s->kind == JNI_SIGNAL_ACCELERATION) return a[s->component];
  if (system->model->space == JN_PLANE) return alpha[2];
  jni_body_motion(system, work, s->a, &motion);
  jnk_mat_t_vec(motion.R, alpha, local);
  return local[s->component];
}

static double reaction(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                       const double *lambda) {
  double force[3], torque[3], local[3];
  jni_motion axes;
  if (!lambda) return NAN;
  if (system->width[system->model->frames[system->model->joints[s->a].def.between[s->b].i].body] == 0) {
    // on the ground: the opposite of what acts on the other end, moved to the ground's point (the points may lie apart)
    double arm[3], moment[3];
    jni_motion ground, other;
    jni_joint_reaction(system, work, s->a, 1 - s->b, vdot, lambda, force, torque);
    jni_frame_motion(system, work, system->model->joints[s->a].def.between[s->b].i, &ground);
    jni_frame_motion(system, work, system->model->joints[s->a].def.between[1 - s->b].i, &other);
    jnk_sub(other.r, ground.r, arm);
    jnk_cross(arm, force, moment);
    for (int i = 0; i < 3; i++) torque[i] = -torque[i] - moment[i], force[i] = -force[i];
  } else {
    jni_joint_reaction(system, work, s->a, s->b, vdot, lambda, force, torque);
  }
  jni_body_motion(system, work, s->c, &axes);
  jnk_mat_t_vec(axes.R, s->kind == JNI_SIGNAL_REACTION_FORCE ? force : torque, local);
  return local[s->component];
}

static double multiplier(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                         const double *lambda) {
  if (!lambda) return NAN;
  if (jni_in_tree(system, s->a)) return jni_tree_lambda(system, work, s->a, s->b, vdot, lambda);
  return lambda[jni_joint_row(system, s->a, s->b)];
}

// Of teeth: on the second gear, or the first.
static double tooth(const jn_system *system, const jn_work *work, const jni_signal *s, const double *lambda) {
  double force[3], local[3];
  jni_motion axes;
  if (s->kind == JNI_SIGNAL_PITCH_POINT) return jni_pitch_point(system, work, s->a, force), force[s->component];
  if (!lambda) return NAN;
  if (s->kind == JNI_SIGNAL_REACTION_TORQUE) return 0;  // about the pitch point
  jni_tooth_force(system, work, s->a, lambda, force);
  jni_body_motion(system, work, s->c, &axes);
  jnk_mat_t_vec(axes.R, force, local);
  return s->b == 1 ? local[s->component] : -local[s->component];
}

static double momentum(const jn_system *system, const jn_work *work, const jni_signal *s) {
  double p[3] = {0}, L[3] = {0};
  for (int b = 1; b < system->nbodies; b++) {
    const jni_body *body = &system->model->bodies[b];
    const double *J = body->inertia;
    const double matrix[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    double moment[3], w[3], Jw[3], spin[3];
    jni_motion m;
    jni_body_motion(system, work, b, &m);
    jnk_cross(m.r, m.v, moment);
    jnk_mat_t_vec(m.R, m.w, w);
    jnk_mat_vec(matrix, w, Jw);
    jnk_mat_vec(m.R, Jw, spin);
    for (int i = 0; i < 3; i++) p[i] += body->mass * m.v[i], L[i] += body->mass * moment[i] + spin[i];
  }
  return s->kind == JNI_SIGNAL_MOMENTUM ? p[s->component] : L[s->component];
}

static double violation(const jn_system *system, const jn_work *work, jni_signal_kind kind, const double *vdot) {
  int n = system->sizes.nc;
  double *rows = work->scratch_rows;
  if (kind == JNI_SIGNAL_VIOLATION_POSITION) return jni_dense_largest(work->phi, system->sizes.nh);
  const double *right = kind == JNI_SIGNAL_VIOLATION_VELOCITY ? work->nu : work->gamma;
  const double *x = kind == JNI_SIGNAL_VIOLATION_VELOCITY ? work->v : vdot;
  if (!x) return NAN;
  jni_pattern_times(&system->pattern, work->G, x, rows);
  for (int i = 0; i < n; i++) rows[i] -= right[i];
  return jni_dense_largest(rows, n);
}

static double joint_coordinate(const jn_system *system, const jn_work *work, const jni_signal *s) {
  jni_coordinate_state state = {.value = NAN, .rate = NAN};
  int i = jni_coordinate_find(system, s->a, s->b);
  if (i >= 0) jni_coordinate_calc(system, work, i, &state);
  return s->kind == JNI_SIGNAL_COORDINATE ? state.value : state.rate;
}

// What a driver prescribes, what it pushes with, and the product of its rate and that.
static double drive_signal(const jn_system *system, const jn_work *work, const jni_signal *s, const double *lambda) {
  const jni_drive *drive = jni_drive_of_joint(system, s->a);
  if (!drive) return NAN;
  const jni_primitive *p = &system->primitives[drive->primitive];
  jni_jet motion = work->motions[p->motion];
  if (s->kind == JNI_SIGNAL_DRIVE) return s->b == 0 ? motion.v : s->b == 1 ? motion.d : motion.dd;
  if (!lambda) return NAN;
  double push = -p->scale * lambda[p->row];
  return s->kind == JNI_SIGNAL_DRIVE_FORCE ? push : push * motion.d;
}

static double quaternion(const jn_system *system, const jn_work *work, const jni_signal *s) {
  double p[4] = {1, 0, 0, 0};
  if (system->kind->natural && system->width[s->a] == 12)
    jni_natural_quaternion(system, work->body3[s->a].R, s->a, work->s, p);
  else if (system->tree) jni_tree_quaternion(system, work, s->a, p);
  else if (system->width[s->a] == 6) memcpy(p, work->q + system->q_at[s->a] + 3, sizeof p);
  return p[s->component];
}

static double body_signal(const jn_system *system, const jn_work *work, const jni_signal *s) {
  switch (s->kind) {
    case JNI_SIGNAL_ANGLE: return work->body2[s->a].theta;
    case JNI_SIGNAL_RATE: return work->body2[s->a].w;
    case JNI_SIGNAL_QUATERNION: return quaternion(system, work, s);
    default: return work->body3[s->a].w[s->component];
  }
}

static double energy(const jn_system *system, const jn_work *work, jni_signal_kind kind) {
  double W = system->work_state >= 0 ? work->z[system->work_state] : work->led_work;
  switch (kind) {
    case JNI_SIGNAL_KINETIC: return jn_get_kinetic(system, work);
    case JNI_SIGNAL_POTENTIAL: return work->potential;
    case JNI_SIGNAL_WORK: return W;
    case JNI_SIGNAL_ENERGY: return jn_get_kinetic(system, work) + work->potential;
    default: return jn_get_kinetic(system, work) + work->potential - work->energy_initial - W;
  }
}

double jni_force_number(const jni_force_output *out, const jni_signal *s) {
  switch (s->kind) {
    case JNI_SIGNAL_FORCE_LENGTH: return out->length;
    case JNI_SIGNAL_FORCE_RATE: return out->length_rate;
    case JNI_SIGNAL_FORCE_VALUE: return out->scalar;
    case JNI_SIGNAL_FORCE_ENERGY: return out->potential;
    case JNI_SIGNAL_FORCE_OUTPUT: return out->named[s->b];
    case JNI_SIGNAL_END_FORCE: return out->force[s->b][s->component];
    case JNI_SIGNAL_END_TORQUE: return out->torque[s->b][s->component];
    default: return out->power;
  }
}

double jni_signal_calc(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                       const double *lambda) {
  switch (s->kind) {
    case JNI_SIGNAL_TIME: return work->t;
    case JNI_SIGNAL_POSITION:
    case JNI_SIGNAL_VELOCITY: return frame_component(system, work, s);
    case JNI_SIGNAL_ACCELERATION:
    case JNI_SIGNAL_ANGULAR_ACCELERATION: return acceleration(system, work, s, vdot);
    case JNI_SIGNAL_ANGLE:
    case JNI_SIGNAL_RATE:
    case JNI_SIGNAL_QUATERNION:
    case JNI_SIGNAL_OMEGA: return body_signal(system, work, s);
    case JNI_SIGNAL_TURN: return jni_turn_angle(system, work, s);
    case JNI_SIGNAL_TURN_RATE: return jni_turn_rate(system, work, s);
    case JNI_SIGNAL_RELATIVE_POSITION:
    case JNI_SIGNAL_RELATIVE_VELOCITY: return jni_turn_place(system, work, s);
    case JNI_SIGNAL_COORDINATE:
    case JNI_SIGNAL_COORDINATE_RATE: return joint_coordinate(system, work, s);
    case JNI_SIGNAL_REACTION_FORCE:
    case JNI_SIGNAL_REACTION_TORQUE:
      return jni_has_teeth(&system->model->joints[s->a]) ? tooth(system, work, s, lambda)
                                                         : reaction(system, work, s, vdot, lambda);
    case JNI_SIGNAL_LOAD: return jni_load_held(system, work, s);
    case JNI_SIGNAL_PITCH_POINT: return tooth(system, work, s, lambda);
    case JNI_SIGNAL_PUSH:
      return lambda ? -system->model->joints[s->a].def.scale * lambda[jni_joint_row(system, s->a, 0)] : NAN;
    case JNI_SIGNAL_DRIVE:
    case JNI_SIGNAL_DRIVE_FORCE:
    case JNI_SIGNAL_DRIVE_POWER: return drive_signal(system, work, s, lambda);
    case JNI_SIGNAL_LAMBDA: return multiplier(system, work, s, vdot, lambda);
    case JNI_SIGNAL_COUPLING: return work->coupling[jni_joint_row(system, s->a, s->b)];
    case JNI_SIGNAL_RATE_COUPLING: return work->rate_coupling[jni_joint_row(system, s->a, s->b)];
    case JNI_SIGNAL_FORCE_LENGTH:
    case JNI_SIGNAL_FORCE_RATE:
    case JNI_SIGNAL_FORCE_VALUE:
    case JNI_SIGNAL_FORCE_ENERGY:
    case JNI_SIGNAL_FORCE_OUTPUT:
    case JNI_SIGNAL_END_FORCE:
    case JNI_SIGNAL_END_TORQUE:
    case JNI_SIGNAL_FORCE_POWER:
      if (system->nahead > 0) jni_computed_refresh(system, work);
      return jni_force_number(&work->outputs[s->a], s);
    case JNI_SIGNAL_FORCE_STATE: return work->z[system->forces[s->a].state_at + s->b];
    case JNI_SIGNAL_INPUT: return work->u[s->a];
    case JNI_SIGNAL_AUXILIARY: return work->z[s->a];
    case JNI_SIGNAL_DISCRETE: return work->s[s->a];
    case JNI_SIGNAL_COMPUTED: return jni_computed_value(system, work, s->a);
    case JNI_SIGNAL_SUBSYSTEM_OUTPUT:
    case JNI_SIGNAL_SUBSYSTEM_RATE: return jni_subsystem_value(system, work, s);
    case JNI_SIGNAL_SUBSYSTEM_STATE: return work->z[system->subsystems[s->a].state_at + s->b];
    case JNI_SIGNAL_SUBSYSTEM_DISCRETE: return work->s[system->subsystems[s->a].discrete_at + s->b];
    case JNI_SIGNAL_ENERGY:
    case JNI_SIGNAL_KINETIC:
    case JNI_SIGNAL_POTENTIAL:
    case JNI_SIGNAL_WORK:
    case JNI_SIGNAL_ENERGY_ERROR: return energy(system, work, s->kind);
    case JNI_SIGNAL_MOMENTUM:
    case JNI_SIGNAL_ANGULAR_MOMENTUM: return momentum(system, work, s);
    case JNI_SIGNAL_VIOLATION_POSITION:
    case JNI_SIGNAL_VIOLATION_VELOCITY:
    case JNI_SIGNAL_VIOLATION_ACCELERATION: return violation(system, work, s->kind, vdot);
    case JNI_SIGNAL_COUNT: break;
  }
  return NAN;
}
