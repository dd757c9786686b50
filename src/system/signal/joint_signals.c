// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_signals.c - coordinates, reactions and loads of joints.
#include <math.h>

#include "kernel/vec3.h"
#include "system/derivative/formula_gradient.h"
#include "system/motion.h"
#include "system/reaction.h"
#include "system/signal_code.h"
#include "system/signal_value.h"
#include "system/work.h"

// ---- coordinates ---------------------------------------------------------------------------------------------------

static double coordinate_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                               const double *lambda) {
  jni_coordinate_state state = {.value = NAN, .rate = NAN};
  int i = jni_coordinate_find(system, s->a, s->b);
  (void)vdot;
  (void)lambda;
  if (i >= 0) jni_coordinate_calc(system, work, i, &state);
  return s->kind == JNI_SIGNAL_COORDINATE ? state.value : state.rate;
}

static jni_node coordinate_write(const jni_signal_code *c, const jni_signal *s) {
  int i = jni_coordinate_find(c->system, s->a, s->b);
  jni_node value, rate;
  if (i < 0) return JNI_UNWRITTEN;
  c->functions->coordinate(c->writer, i, &value, &rate);
  return s->kind == JNI_SIGNAL_COORDINATE ? value : rate;
}

static void coordinate_bodies(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  int i = jni_coordinate_find(system, s->a, s->b);
  for (int end = 0; end < 2 && i >= 0; end++) add(context, system->coordinates[i].side[end].body);
}

static void coordinate_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                                jni_gradient_rows *rows) {
  int i = jni_coordinate_find(system, s->a, s->b);
  bool rate = s->kind == JNI_SIGNAL_COORDINATE_RATE;
  if (i >= 0) jni_coordinate_gradient(system, work, i, rate ? 0 : factor, rate ? factor : 0, rows);
}

// ---- reactions -----------------------------------------------------------------------------------------------------

// Computes the reaction of joint s->a on the body at its end s->b: force, and torque about the point of that end, in
// ground axes.
static void calc_reaction(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                          const double *lambda, double force[3], double torque[3]) {
  const jn_frame *between = system->model->joints[s->a].def.between;
  double arm[3], moment[3];
  jni_motion ground, other;
  if (system->width[system->model->frames[between[s->b].i].body] > 0) {
    jni_joint_reaction(system, work, s->a, s->b, vdot, lambda, force, torque);
    return;
  }
  // The body at this end is the ground: takes the opposite of the reaction on the other end and moves it to the
  // ground's point, which may be another point.
  jni_joint_reaction(system, work, s->a, 1 - s->b, vdot, lambda, force, torque);
  jni_frame_motion(system, work, between[s->b].i, &ground);
  jni_frame_motion(system, work, between[1 - s->b].i, &other);
  jnk_sub(other.r, ground.r, arm);
  jnk_cross(arm, force, moment);
  for (int i = 0; i < 3; i++) {
    torque[i] = -torque[i] - moment[i];
    force[i] = -force[i];
  }
}

static double reaction_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                             const double *lambda) {
  bool is_torque = s->kind == JNI_SIGNAL_REACTION_TORQUE, teeth = jni_has_teeth(&system->model->joints[s->a]);
  double force[3], torque[3], local[3];
  jni_motion axes;
  if (!lambda) return NAN;
  if (teeth && is_torque) return 0;  // the tooth force has no torque about the pitch point
  if (teeth) jni_tooth_force(system, work, s->a, lambda, force);
  else calc_reaction(system, work, s, vdot, lambda, force, torque);
  jni_body_motion(system, work, s->c, &axes);
  jnk_mat_t_vec(axes.R, is_torque ? torque : force, local);
  return teeth && s->b != 1 ? -local[s->component] : local[s->component];
}

static jni_node reaction_write(const jni_signal_code *c, const jni_signal *s) {
  const jni_signal_code_functions *f = c->functions;
  bool is_torque = s->kind == JNI_SIGNAL_REACTION_TORQUE;
  if (!c->vdot || !f->multipliers(c->writer)) return JNI_UNWRITTEN;
  jni_written_frame axes = f->body_of_tree(c->writer, s->c);
  if (jni_has_teeth(&c->system->model->joints[s->a])) {
    if (is_torque) return JNI_ZERO;
    jni_node part = jni_mat_transposed_times(c->g, &axes.R, f->tooth_force(c->writer, s->a)).x[s->component];
    return s->b == 1 ? part : jni_opposite(c->g, part);
  }
  jni_vec force, torque;
  f->reaction(c->writer, s->a, s->b, &force, &torque);
  return jni_mat_transposed_times(c->g, &axes.R, is_torque ? torque : force).x[s->component];
}

static double load_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                         const double *lambda) {
  (void)vdot;
  (void)lambda;
  return jni_load_sampled(system, work, s);
}

static jni_node load_write(const jni_signal_code *c, const jni_signal *s) {
  for (int i = 0; i < c->system->nfollowed; i++)
    if (jni_turn_same(&c->system->followed[i], s)) return c->s[c->system->followed_at + JNI_WINDING * i];
  return JNI_ZERO;
}

static double push_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                         const double *lambda) {
  (void)work;
  (void)vdot;
  return lambda ? -system->model->joints[s->a].def.scale * lambda[jni_joint_row(system, s->a, 0)] : NAN;
}

static jni_node push_write(const jni_signal_code *c, const jni_signal *s) {
  const jni_node *lambda = c->vdot ? c->functions->multipliers(c->writer) : NULL;
  if (!lambda) return JNI_UNWRITTEN;
  jni_node scale = jni_number(c->g, -c->system->model->joints[s->a].def.scale);
  return jni_times(c->g, scale, lambda[jni_joint_row(c->system, s->a, 0)]);
}

// ---- teeth ---------------------------------------------------------------------------------------------------------

static double pitch_point_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                                const double *lambda) {
  double point[3];
  (void)vdot;
  (void)lambda;
  jni_pitch_point(system, work, s->a, point);
  return point[s->component];
}

static jni_node pitch_point_write(const jni_signal_code *c, const jni_signal *s) {
  return c->functions->pitch_point(c->writer, s->a).x[s->component];
}

static void pitch_point_bodies(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_gear_mesh *m = &system->meshes[system->mesh_of[s->a]];
  add(context, m->carrier);
  add(context, system->model->frames[m->at].body);
}

// Adds to `rows` factor times the gradient of the pitch point P = P0 + (d . u) u + reach e, d = A - P0; P0, u and e are
// fixed in the carrier, A is a point of one gear.
static void pitch_point_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                                 jni_gradient_rows *rows) {
  const jni_gear_mesh *m = &system->meshes[system->mesh_of[s->a]];
  jni_frame_slope carrier = {0}, gear = {0};
  jni_motion body, at;
  double local[3], arm[3], origin[3], u[3], e[3], d[3], x[3], axis[3] = {0};
  jni_body_motion(system, work, m->carrier, &body);
  jni_frame_motion(system, work, m->at, &at);
  jnk_sub(m->origin, system->model->bodies[m->carrier].com, local);
  jnk_mat_vec(body.R, local, arm);
  jnk_mat_vec(body.R, m->u, u);
  jnk_mat_vec(body.R, m->e, e);
  jnk_add(body.r, arm, origin);
  jnk_sub(at.r, origin, d);
  axis[s->component] = 1;
  jnk_scale(u[s->component], u, gear.r);
  jnk_sub(axis, gear.r, carrier.r);
  jnk_cross(arm, carrier.r, carrier.turn);
  jnk_cross(u, d, x);
  jnk_add_scaled(carrier.turn, u[s->component], x, carrier.turn);
  jnk_cross(u, axis, x);
  jnk_add_scaled(carrier.turn, jnk_dot(d, u), x, carrier.turn);
  jnk_cross(e, axis, x);
  jnk_add_scaled(carrier.turn, m->reach, x, carrier.turn);
  jni_frame_slope_add(system, work, system->model->bodies[m->carrier].com_frame, &carrier, factor, rows);
  jni_frame_slope_add(system, work, m->at, &gear, factor, rows);
}

// ---- table of the family -------------------------------------------------------------------------------------------

enum { FIRST = JNI_SIGNAL_COORDINATE, N = JNI_SIGNAL_PUSH - FIRST + 1 };

static const jni_signal_type types[N] = {
    [JNI_SIGNAL_COORDINATE - FIRST] =
        {
            .names = "joint.NAME.coordinate, joint.NAME.angle",
            .meaning = "joint a, coordinate b",
            .unit_of_element = true,
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .value = coordinate_value,
            .write = coordinate_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = coordinate_bodies,
            .gradient = coordinate_gradient,
        },
    [JNI_SIGNAL_COORDINATE_RATE - FIRST] =
        {
            .names = "joint.NAME.rate, joint.NAME.angle_rate",
            .meaning = "joint a, rate of coordinate b",
            .unit_of_element = true,
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .value = coordinate_value,
            .write = coordinate_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = coordinate_bodies,
            .gradient = coordinate_gradient,
        },
    [JNI_SIGNAL_REACTION_FORCE - FIRST] =
        {
            .names = "joint.NAME.force.x, joint.NAME.on.BODY.in.BODY.force.x",
            .meaning = "joint a, force on end b in the axes of body c (0: ground), component",
            .unit = {1, 1, -2, 0},
            .level = JNI_LEVEL_ACCELERATION,
            .mirroring = JNI_MIRROR_POLAR,
            .reach = JNI_READS_ALL,
            .value = reaction_value,
            .write = reaction_write,
        },
    [JNI_SIGNAL_REACTION_TORQUE - FIRST] =
        {
            .names = "joint.NAME.torque.x, joint.NAME.on.BODY.in.BODY.torque.x",
            .meaning = "joint a, torque about the point of end b in the axes of body c (0: ground), component",
            .unit = {2, 1, -2, -1},
            .level = JNI_LEVEL_ACCELERATION,
            .mirroring = JNI_MIRROR_AXIAL,
            .reach = JNI_READS_ALL,
            .value = reaction_value,
            .write = reaction_write,
        },
    [JNI_SIGNAL_LOAD - FIRST] =
        {
            .names = "joint.NAME.load",
            .meaning = "joint a, reaction force across its displacements at the last accepted step",
            .unit = {1, 1, -2, 0},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .value = load_value,
            .write = load_write,
            .sort = JNI_GRADIENT_CONSTANT,
        },
    [JNI_SIGNAL_PITCH_POINT - FIRST] =
        {
            .names = "joint.NAME.point.x",
            .meaning = "pitch point of joint a, component",
            .unit = {1, 0, 0, 0},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_POLAR,
            .reach = JNI_READS_ALL,
            .value = pitch_point_value,
            .write = pitch_point_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = pitch_point_bodies,
            .gradient = pitch_point_gradient,
        },
    [JNI_SIGNAL_PUSH - FIRST] =
        {
            .names = "joint.NAME.push",
            .meaning = "generalised force of joint a, which couples coordinates",
            .unit = {1, 1, -2, 0},
            .level = JNI_LEVEL_ACCELERATION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_ALL,
            .value = push_value,
            .write = push_write,
        },
};

const jni_signal_family jni_joint_signals = {"joint", JNI_SIGNAL_COORDINATE, N, types};
