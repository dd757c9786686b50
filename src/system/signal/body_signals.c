// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// body_signals.c - position, velocity, acceleration and rotation of bodies and their points.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "system/coordinates/body_level.h"
#include "system/derivative/formula_gradient.h"
#include "system/motion.h"
#include "system/signal_code.h"
#include "system/signal_value.h"
#include "system/work.h"

// ---- points --------------------------------------------------------------------------------------------------------

static double point_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                          const double *lambda) {
  jni_motion m;
  (void)vdot;
  (void)lambda;
  jni_frame_motion(system, work, s->a, &m);
  return s->kind == JNI_SIGNAL_POSITION ? m.r[s->component] : m.v[s->component];
}

static jni_node point_write(const jni_signal_code *c, const jni_signal *s) {
  jni_written_frame f = c->functions->frame(c->writer, s->a);
  return s->kind == JNI_SIGNAL_POSITION ? f.r.x[s->component] : f.v.x[s->component];
}

static void point_bodies(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  add(context, system->model->frames[s->a].body);
}

static void point_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_gradient_rows *rows) {
  jni_frame_slope g = {0};
  (s->kind == JNI_SIGNAL_POSITION ? g.r : g.v)[s->component] = 1;
  jni_frame_slope_add(system, work, s->a, &g, factor, rows);
}

// ---- accelerations -------------------------------------------------------------------------------------------------

static double point_acceleration_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                                       const double *lambda) {
  double a[3], alpha[3];
  (void)lambda;
  if (!vdot) return NAN;
  jni_frame_acceleration(system, work, s->a, jni_body_acceleration(system, work, vdot), a, alpha);
  return a[s->component];
}

static jni_node point_acceleration_write(const jni_signal_code *c, const jni_signal *s) {
  if (!c->vdot) return JNI_UNWRITTEN;
  return c->functions->point_acceleration(c->writer, s->a).x[s->component];
}

// Returns a component of the angular acceleration R'wdot in body axes. It is also the rate of the angular velocity R'w,
// because w x w = 0.
static double angular_acceleration_value(const jn_system *system, jn_work *work, const jni_signal *s,
                                         const double *vdot, const double *lambda) {
  double a[3], alpha[3], local[3];
  jni_motion motion;
  (void)lambda;
  if (!vdot) return NAN;
  jni_frame_acceleration(system, work, system->model->bodies[s->a].frame, jni_body_acceleration(system, work, vdot), a,
                         alpha);
  if (system->model->space == JN_PLANE) return alpha[2];
  jni_body_motion(system, work, s->a, &motion);
  jnk_mat_t_vec(motion.R, alpha, local);
  return local[s->component];
}

static jni_node angular_acceleration_write(const jni_signal_code *c, const jni_signal *s) {
  if (!c->vdot) return JNI_UNWRITTEN;
  int component = c->system->model->space == JN_PLANE ? 2 : s->component;
  return c->functions->angular_acceleration(c->writer, s->a).x[component];
}

// ---- rotation in the plane ------------------------------------------------------------------------------------------

static void own_body(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  (void)system;
  add(context, s->a);
}

static double angle_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                          const double *lambda) {
  (void)system;
  (void)vdot;
  (void)lambda;
  return s->kind == JNI_SIGNAL_ANGLE ? work->body2[s->a].theta : work->body2[s->a].w;
}

static jni_node angle_write(const jni_signal_code *c, const jni_signal *s) {
  if (s->kind == JNI_SIGNAL_ANGLE) return c->functions->angle(c->writer, s->a);
  return c->functions->angular_velocity(c->writer, s->a);
}

static void angle_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_gradient_rows *rows) {
  jni_frame_slope g = {0};
  (s->kind == JNI_SIGNAL_ANGLE ? g.turn : g.w)[2] = 1;
  jni_frame_slope_add(system, work, system->model->bodies[s->a].com_frame, &g, factor, rows);
}

// ---- rotation in space ----------------------------------------------------------------------------------------------

static double quaternion_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                               const double *lambda) {
  double p[4] = {1, 0, 0, 0};
  (void)vdot;
  (void)lambda;
  if (system->kind->natural && system->width[s->a] == 12)
    jni_natural_quaternion(system, work->body3[s->a].R, s->a, work->s, p);
  else if (system->tree) jni_tree_quaternion(system, work, s->a, p);
  else if (system->width[s->a] == 6) memcpy(p, work->q + system->q_at[s->a] + 3, sizeof p);
  return p[s->component];
}

static jni_node quaternion_write(const jni_signal_code *c, const jni_signal *s) {
  return c->functions->quaternion(c->writer, s->a, s->component);
}

// Adds to `rows` factor times the gradient of a component of the quaternion p of a body. A small rotation u in body
// axes changes p by 1/2 p * (0, u).
static void quaternion_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                                jni_gradient_rows *rows) {
  jni_frame_slope g = {0};
  jni_motion body;
  jni_signal other = *s;
  double p[4], own[3];
  for (int i = 0; i < 4; i++) {
    other.component = i;
    p[i] = jni_signal_calc(system, work, &other, NULL, NULL);
  }
  for (int i = 0; i < 3; i++) {
    const double axis[4] = {0, i == 0, i == 1, i == 2};
    double dp[4];
    jnk_quat_mul(p, axis, dp);
    own[i] = 0.5 * dp[s->component];
  }
  jni_body_motion(system, work, s->a, &body);
  jnk_mat_vec(body.R, own, g.turn);
  jni_frame_slope_add(system, work, system->model->bodies[s->a].com_frame, &g, factor, rows);
}

static double omega_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                          const double *lambda) {
  (void)system;
  (void)vdot;
  (void)lambda;
  return work->body3[s->a].w[s->component];
}

static jni_node omega_write(const jni_signal_code *c, const jni_signal *s) {
  jni_written_frame body = c->functions->body(c->writer, s->a);
  return jni_mat_transposed_times(c->g, &body.R, body.w).x[s->component];
}

// Adds to `rows` factor times the gradient of a component of the angular velocity in body axes, w_k = R_k . w, with R_k
// column k of R.
static void omega_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_gradient_rows *rows) {
  jni_frame_slope g = {0};
  jni_motion body;
  jni_body_motion(system, work, s->a, &body);
  for (int i = 0; i < 3; i++) g.w[i] = body.R[3 * i + s->component];
  jnk_cross(g.w, body.w, g.turn);
  jni_frame_slope_add(system, work, system->model->bodies[s->a].com_frame, &g, factor, rows);
}

// ---- table of the family -------------------------------------------------------------------------------------------

enum { FIRST = JNI_SIGNAL_POSITION, N = JNI_SIGNAL_OMEGA - FIRST + 1 };

static const jni_signal_type types[N] = {
    [JNI_SIGNAL_POSITION - FIRST] =
        {
            .names = "BODY.x, BODY.POINT.x, POINT.x",
            .meaning = "position of frame a, component",
            .unit = {1, 0, 0, 0},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_POLAR,
            .reach = JNI_READS_MOTION,
            .value = point_value,
            .write = point_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = point_bodies,
            .gradient = point_gradient,
        },
    [JNI_SIGNAL_VELOCITY - FIRST] =
        {
            .names = "BODY.vx, BODY.POINT.vx",
            .meaning = "velocity of frame a, component",
            .unit = {1, 0, -1, 0},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_POLAR,
            .reach = JNI_READS_MOTION,
            .value = point_value,
            .write = point_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = point_bodies,
            .gradient = point_gradient,
        },
    [JNI_SIGNAL_ACCELERATION - FIRST] =
        {
            .names = "BODY.ax, BODY.POINT.ax",
            .meaning = "acceleration of frame a, component",
            .unit = {1, 0, -2, 0},
            .level = JNI_LEVEL_ACCELERATION,
            .mirroring = JNI_MIRROR_POLAR,
            .reach = JNI_READS_ALL,
            .value = point_acceleration_value,
            .write = point_acceleration_write,
        },
    [JNI_SIGNAL_ANGLE - FIRST] =
        {
            .names = "BODY.angle",
            .meaning = "plane: angle of body a",
            .unit = {0, 0, 0, 1},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_AXIAL,
            .reach = JNI_READS_MOTION,
            .value = angle_value,
            .write = angle_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = own_body,
            .gradient = angle_gradient,
        },
    [JNI_SIGNAL_RATE - FIRST] =
        {
            .names = "BODY.rate",
            .meaning = "plane: angular velocity of body a",
            .unit = {0, 0, -1, 1},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_AXIAL,
            .reach = JNI_READS_MOTION,
            .value = angle_value,
            .write = angle_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = own_body,
            .gradient = angle_gradient,
        },
    [JNI_SIGNAL_ANGULAR_ACCELERATION - FIRST] =
        {
            .names = "BODY.angular_acceleration, BODY.angular_acceleration.x",
            .meaning = "angular acceleration of body a; space: component in body axes",
            .unit = {0, 0, -2, 1},
            .level = JNI_LEVEL_ACCELERATION,
            .mirroring = JNI_MIRROR_AXIAL,
            .reach = JNI_READS_ALL,
            .value = angular_acceleration_value,
            .write = angular_acceleration_write,
        },
    [JNI_SIGNAL_QUATERNION - FIRST] =
        {
            .names = "BODY.qw, BODY.qx, BODY.qy, BODY.qz",
            .meaning = "space: quaternion of body a, component 0..3",
            .unit = {0, 0, 0, 0},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_BY_TYPE,
            .reach = JNI_READS_MOTION,
            .value = quaternion_value,
            .write = quaternion_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = own_body,
            .gradient = quaternion_gradient,
        },
    [JNI_SIGNAL_OMEGA - FIRST] =
        {
            .names = "BODY.wx, BODY.wy, BODY.wz",
            .meaning = "space: angular velocity of body a in body axes, component",
            .unit = {0, 0, -1, 1},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_AXIAL,
            .reach = JNI_READS_MOTION,
            .value = omega_value,
            .write = omega_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = own_body,
            .gradient = omega_gradient,
        },
};

const jni_signal_family jni_body_signals = {"body", JNI_SIGNAL_POSITION, N, types};
