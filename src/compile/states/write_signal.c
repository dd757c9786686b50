// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_signal.c - signals and the formulas over them as nodes; what system/signal.c and system/turn.c do with numbers.
#include "compile/write.h"
#include "kernel/call/euler_call.h"
#include "kernel/vec3.h"
#include "model/expression/expression_graph.h"
#include "system/drive/drive.h"
#include "system/motion.h"
#include "system/reaction.h"
#include "system/signal_value.h"
#include "system/system.h"

// ---- frames -------------------------------------------------------------------------------------------------------

static jni_written_frame frame_on(jni_writer *w, int frame, const jni_body_kinematics *body) {
  jni_graph *g = w->g;
  const jni_frame *f = &w->system->model->frames[frame];
  double p[3];
  jni_trace_sub(w->system->model->trace, f->p, w->system->model->bodies[f->body].com, p);
  jni_vec arm = jni_mat_times(g, &body->R, jni_vec_of(g, p));
  jni_mat own = jni_mat_of(g, f->R);
  return (jni_written_frame){jni_vec_add(g, body->r, arm), jni_vec_add(g, body->m.v, jni_vec_cross(g, body->m.w, arm)),
                             body->m.w, jni_mat_multiply(g, &body->R, &own)};
}

jni_written_frame jni_write_frame(jni_writer *w, int frame) {
  const jni_body_kinematics body = jni_write_body_kinematics(w, w->system->model->frames[frame].body, 0);
  return frame_on(w, frame, &body);
}

// Forces see a body with a table of its pose there, and so do signals: nothing else has to be known of its loops.
static jni_body_kinematics stand(jni_writer *w, int body) {
  return w->table_kinematics && w->table_kinematics[body].link > 0 ? w->table_kinematics[body]
                                                                   : jni_write_body_kinematics(w, body, 0);
}

static jni_written_frame see_frame(jni_writer *w, int frame) {
  const jni_body_kinematics body = stand(w, w->system->model->frames[frame].body);
  return frame_on(w, frame, &body);
}

static jni_node of_frame(jni_writer *w, const jni_signal *s) {
  jni_written_frame f = see_frame(w, s->a);
  return s->kind == JNI_SIGNAL_POSITION ? f.r.x[s->component] : f.v.x[s->component];
}

static jni_node relative(jni_writer *w, const jni_signal *s) {
  jni_graph *g = w->g;
  jni_written_frame point = see_frame(w, s->a), from = see_frame(w, w->system->model->bodies[s->c].frame);
  jni_vec apart = jni_vec_subtract(g, point.r, from.r);
  if (s->kind == JNI_SIGNAL_RELATIVE_POSITION) return jni_mat_transposed_times(g, &from.R, apart).x[s->component];
  jni_vec moving = jni_vec_subtract(g, jni_vec_subtract(g, point.v, from.v), jni_vec_cross(g, from.w, apart));
  return jni_mat_transposed_times(g, &from.R, moving).x[s->component];
}

// ---- turning ------------------------------------------------------------------------------------------------------

static const jni_kernel euler = {"jnk_call_euler", 12, 6, jnk_call_euler, NULL};
static const jni_kernel wheel = {"jnk_call_wheel", 13, 8, jnk_call_wheel, NULL};

typedef struct {
  jni_node angle, rate;
} reading;

static reading read_space_turn(jni_writer *w, const jni_signal *s) {
  jni_graph *g = w->g;
  jni_body_kinematics body = stand(w, s->a);
  jni_written_frame from = see_frame(w, w->system->model->bodies[s->c].frame);
  jni_vec turning = jni_mat_transposed_times(g, &from.R, jni_vec_subtract(g, body.m.w, from.w));
  jni_node in[13];
  for (int k = 0; k < 3; k++) {
    jni_vec column = jni_mat_transposed_times(g, &from.R, jni_mat_column(&body.R, k));
    for (int i = 0; i < 3; i++) in[3 * i + k] = column.x[i];
    in[9 + k] = turning.x[k];
  }
  if (s->b == JNI_TURN_WHEEL) {
    const double left_from = jni_turn_left_from(w->system);
    in[12] = jni_mat_transposed_times(g, &from.R, jni_vec_subtract(g, body.r, from.r)).x[1];
    int call = jni_call(g, &wheel, &left_from, 1, in);
    return (reading){jni_result(g, call, s->component), jni_result(g, call, 4 + s->component)};
  }
  int axes[3];
  jni_turn_axes(s->b, axes);
  const double constants[3] = {axes[0], axes[1], axes[2]};
  int call = jni_call(g, &euler, constants, 3, in);
  return (reading){jni_result(g, call, s->component), jni_result(g, call, 3 + s->component)};
}

static reading read_turn(jni_writer *w, const jni_signal *s) {
  if (s->b != JNI_TURN_PLANE) return read_space_turn(w, s);
  const int *link_of = w->system->tree->link_of;
  int a = s->a > 0 ? link_of[s->a] : 0, c = s->c > 0 ? link_of[s->c] : 0;
  return (reading){jni_minus(w->g, jni_plane_angle(w, a, 0), jni_plane_angle(w, c, 0)),
                   jni_minus(w->g, w->links[a].motion.w.x[2], w->links[c].motion.w.x[2])};
}

static jni_node turn(jni_writer *w, const jni_signal *s) {
  jni_graph *g = w->g;
  reading now = read_turn(w, s);
  if (s->kind == JNI_SIGNAL_TURN_RATE) return now.rate;
  for (int i = 0; i < w->system->nfollowed; i++) {
    if (!jni_turn_same(&w->system->followed[i], s)) continue;
    const jni_node *at = w->s + w->system->followed_at + JNI_WINDING * i;
    jni_node known = jni_graph_add(g, JNI_DO_equal, now.rate, now.rate, 0), last = at[JNI_WINDING_RATE];
    jni_node mean = jni_select(g, known, jni_times(g, jni_number(g, 0.5), jni_plus(g, last, now.rate)), last);
    jni_node way = jni_times(g, mean, jni_minus(g, w->t, at[JNI_WINDING_TIME]));
    jni_node expected = jni_plus(g, at[JNI_WINDING_VALUE], way), round = jni_number(g, 2 * JNK_PI);
    return jni_plus(g, expected, jni_apply(g, JNI_DO_remainder, jni_minus(g, now.angle, expected), round, 0));
  }
  return now.angle;
}

// ---- other kinds --------------------------------------------------------------------------------------------------

static jni_node coordinate(jni_writer *w, const jni_signal *s) {
  int i = jni_coordinate_find(w->system, s->a, s->b);
  if (i < 0) return JNI_UNWRITTEN;
  jni_written_coordinate c = jni_write_coordinate(w, i);
  return s->kind == JNI_SIGNAL_COORDINATE ? c.value : c.rate;
}

static jni_node load(const jni_writer *w, const jni_signal *s) {
  for (int i = 0; i < w->system->nfollowed; i++)
    if (jni_turn_same(&w->system->followed[i], s)) return w->s[w->system->followed_at + JNI_WINDING * i];
  return JNI_ZERO;
}

static jni_node driven(jni_writer *w, const jni_signal *s) {
  for (int i = 0; i < w->system->nmotions; i++)
    if (w->system->drives[i].joint == s->a) return w->motions[3 * i + s->b];
  return JNI_UNWRITTEN;
}

static jni_node drive_force(jni_writer *w, const jni_signal *s) {
  const jni_drive *drive = jni_drive_of_joint(w->system, s->a);
  if (!drive) return JNI_UNWRITTEN;
  const jni_primitive *p = &w->system->primitives[drive->primitive];
  jni_node push = jni_times(w->g, jni_number(w->g, -p->scale), w->lambda[p->row]);
  if (s->kind == JNI_SIGNAL_DRIVE_FORCE) return push;
  return jni_times(w->g, push, w->motions[3 * p->motion + 1]);
}

static jni_node computed(jni_writer *w, int i) {
  if (w->computed[i] == JNI_UNWRITTEN) w->computed[i] = jni_write_formula(w, &w->system->computed[i]);
  return w->computed[i];
}

static jni_node omega(jni_writer *w, const jni_signal *s) {
  jni_body_kinematics body = stand(w, s->a);
  return jni_mat_transposed_times(w->g, &body.R, body.m.w).x[s->component];
}

// Results of forces: as jni_force_number has them.
static jni_node of_force(jni_writer *w, const jni_signal *s) {
  const jni_written_force *force = jni_write_force(w, s->a);
  const jni_code_output *out = &force->out;
  const jni_mat *R = &w->bases[force->base].R;
  if (force->fault) return JNI_UNWRITTEN;
  switch (s->kind) {
    case JNI_SIGNAL_FORCE_LENGTH: return out->length;
    case JNI_SIGNAL_FORCE_RATE: return out->length_rate;
    case JNI_SIGNAL_FORCE_VALUE: return out->scalar;
    case JNI_SIGNAL_FORCE_ENERGY: return out->potential;
    case JNI_SIGNAL_FORCE_OUTPUT: return out->named[s->b];
    case JNI_SIGNAL_END_FORCE: return jni_mat_times(w->g, R, out->force[s->b]).x[s->component];
    case JNI_SIGNAL_END_TORQUE: return jni_mat_times(w->g, R, out->torque[s->b]).x[s->component];
    default: return out->power;
  }
}

// What accelerations and multipliers give.
static jni_node accelerated(jni_writer *w, const jni_signal *s) {
  jni_graph *g = w->g;
  const jn_system *system = w->system;
  if (!w->vdot) return JNI_UNWRITTEN;
  if (s->kind == JNI_SIGNAL_ACCELERATION || s->kind == JNI_SIGNAL_ANGULAR_ACCELERATION)
    return jni_write_acceleration(w, s);
  if (!jni_write_share(w)) return JNI_UNWRITTEN;
  switch (s->kind) {
    case JNI_SIGNAL_REACTION_FORCE:
    case JNI_SIGNAL_REACTION_TORQUE: return jni_write_reaction(w, s);
    case JNI_SIGNAL_PUSH: {
      jni_node scale = jni_number(g, -system->model->joints[s->a].def.scale);
      return jni_times(g, scale, w->lambda[jni_joint_row(system, s->a, 0)]);
    }
    case JNI_SIGNAL_DRIVE_FORCE:
    case JNI_SIGNAL_DRIVE_POWER: return drive_force(w, s);
    default: return jni_write_lambda(w, s->a, s->b);
  }
}

// Gradients of the energy over all positions and speeds, the dependent ones too: nothing of a program has them.
static jni_node refuse_coupling(jni_writer *w, const jni_signal *s) {
  jni_refuse(w, "the signal '%s' has no compiled form: programs have no gradient of the energy", s->name);
  return JNI_UNWRITTEN;
}

static jni_node write_signal(jni_writer *w, const jni_signal *s) {
  const jn_system *system = w->system;
  int link = s->kind == JNI_SIGNAL_ANGLE || s->kind == JNI_SIGNAL_RATE ? system->tree->link_of[s->a] : 0;
  switch (s->kind) {
    case JNI_SIGNAL_TIME: return w->t;
    case JNI_SIGNAL_POSITION:
    case JNI_SIGNAL_VELOCITY: return of_frame(w, s);
    case JNI_SIGNAL_ANGLE: return jni_plane_angle(w, link, 0);
    case JNI_SIGNAL_RATE: return w->links[link].motion.w.x[2];
    case JNI_SIGNAL_QUATERNION: return jni_write_quaternion(w, s->a, s->component);
    case JNI_SIGNAL_OMEGA: return omega(w, s);
    case JNI_SIGNAL_TURN:
    case JNI_SIGNAL_TURN_RATE: return turn(w, s);
    case JNI_SIGNAL_RELATIVE_POSITION:
    case JNI_SIGNAL_RELATIVE_VELOCITY: return relative(w, s);
    case JNI_SIGNAL_COORDINATE:
    case JNI_SIGNAL_COORDINATE_RATE: return coordinate(w, s);
    case JNI_SIGNAL_LOAD: return load(w, s);
    case JNI_SIGNAL_PITCH_POINT: return jni_write_pitch_point(w, s->a).x[s->component];
    case JNI_SIGNAL_DRIVE: return driven(w, s);
    case JNI_SIGNAL_FORCE_LENGTH:
    case JNI_SIGNAL_FORCE_RATE:
    case JNI_SIGNAL_FORCE_VALUE:
    case JNI_SIGNAL_FORCE_ENERGY:
    case JNI_SIGNAL_FORCE_OUTPUT:
    case JNI_SIGNAL_END_FORCE:
    case JNI_SIGNAL_END_TORQUE:
    case JNI_SIGNAL_FORCE_POWER: return of_force(w, s);
    case JNI_SIGNAL_FORCE_STATE: return jni_write_force_state(w, s->a, s->b);
    case JNI_SIGNAL_INPUT: return w->u[s->a];
    case JNI_SIGNAL_AUXILIARY: return w->z[s->a];
    case JNI_SIGNAL_DISCRETE: return w->s[s->a];
    case JNI_SIGNAL_COMPUTED: return computed(w, s->a);
    case JNI_SIGNAL_SUBSYSTEM_OUTPUT:
    case JNI_SIGNAL_SUBSYSTEM_RATE: return jni_write_subsystem_signal(w, s);
    case JNI_SIGNAL_SUBSYSTEM_STATE: return w->z[system->subsystems[s->a].state_at + s->b];
    case JNI_SIGNAL_SUBSYSTEM_DISCRETE: return w->s[system->subsystems[s->a].discrete_at + s->b];
    case JNI_SIGNAL_ACCELERATION:
    case JNI_SIGNAL_ANGULAR_ACCELERATION:
    case JNI_SIGNAL_REACTION_FORCE:
    case JNI_SIGNAL_REACTION_TORQUE:
    case JNI_SIGNAL_PUSH:
    case JNI_SIGNAL_DRIVE_FORCE:
    case JNI_SIGNAL_DRIVE_POWER:
    case JNI_SIGNAL_LAMBDA: return accelerated(w, s);
    case JNI_SIGNAL_COUPLING:
    case JNI_SIGNAL_RATE_COUPLING: return refuse_coupling(w, s);
    case JNI_SIGNAL_COUNT: return JNI_UNWRITTEN;
    default: return jni_write_total(w, s);
  }
}

jni_node jni_write_signal(jni_writer *w, const jni_signal *s) {
  jni_node node = write_signal(w, s);
  if (node == JNI_UNWRITTEN) jni_refuse(w, "the signal '%s' has no compiled form", s->name);
  return node;
}

jni_node jni_write_formula(jni_writer *w, const jni_formula *formula) {
  jni_node variables[JNI_MOST_VARIABLES];
  if (!formula->expression) return JNI_ZERO;
  for (int i = 0; i < formula->nsignals; i++) {
    variables[i] = jni_write_signal(w, &formula->signals[i]);
    if (variables[i] == JNI_UNWRITTEN) return JNI_UNWRITTEN;
  }
  return jni_write_expression(w->g, formula->expression, variables);
}
