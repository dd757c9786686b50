// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_signal.c - writes signals and the formulas over them: the functions that the kinds of signals (system/signal)
// need of the compiler.
#include "compile/write.h"
#include "kernel/vec3.h"
#include "model/expression/expression_graph.h"
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

// Returns the pose and motion of a body, from its table if it has one, as force elements have it: a table does not need
// closed loops.
static jni_body_kinematics kinematics_of(jni_writer *w, int body) {
  return w->table_kinematics && w->table_kinematics[body].link > 0 ? w->table_kinematics[body]
                                                                   : jni_write_body_kinematics(w, body, 0);
}

static jni_written_frame write_frame(void *writer, int frame) {
  jni_writer *w = writer;
  const jni_body_kinematics body = kinematics_of(w, w->system->model->frames[frame].body);
  return frame_on(w, frame, &body);
}

static jni_written_frame frame_of(const jni_body_kinematics *body) {
  return (jni_written_frame){body->r, body->m.v, body->m.w, body->R};
}

static jni_written_frame write_body(void *writer, int body) {
  const jni_body_kinematics kinematics = kinematics_of(writer, body);
  return frame_of(&kinematics);
}

static jni_written_frame write_body_of_tree(void *writer, int body) {
  const jni_body_kinematics kinematics = jni_write_body_kinematics(writer, body, 0);
  return frame_of(&kinematics);
}

// ---- bodies in the plane --------------------------------------------------------------------------------------------

static int link_of(const jni_writer *w, int body) { return body > 0 ? w->system->tree->link_of[body] : 0; }

static jni_node write_angle(void *writer, int body) { return jni_plane_angle(writer, link_of(writer, body), 0); }

static jni_node write_angular_velocity(void *writer, int body) {
  const jni_writer *w = writer;
  return w->links[link_of(w, body)].motion.w.x[2];
}

// ---- elements -------------------------------------------------------------------------------------------------------

static void write_coordinate(void *writer, int coordinate, jni_node *value, jni_node *rate) {
  jni_written_coordinate c = jni_write_coordinate(writer, coordinate);
  *value = c.value;
  *rate = c.rate;
}

static const jni_code_output *write_force(void *writer, int force, jni_mat *R) {
  jni_writer *w = writer;
  const jni_written_force *written = jni_write_force(w, force);
  *R = w->bases[written->base].R;
  return written->fault ? NULL : &written->out;
}

static jni_node write_computed(void *writer, int i) {
  jni_writer *w = writer;
  if (w->computed[i] == JNI_UNWRITTEN) w->computed[i] = jni_write_formula(w, &w->system->computed[i]);
  return w->computed[i];
}

static const jni_node *write_subsystem(void *writer, int subsystem, int stage) {
  jni_writer *w = writer;
  if (!jni_write_stage(w, subsystem, stage)) return NULL;
  return w->subsystem_outputs + w->system->subsystems[subsystem].output_at;
}

static jni_node write_initial_energy(void *writer) {
  jni_writer *w = writer;
  return w->energy_variable ? w->energy_variable : jni_number_unwatched(w->g, w->energy_begin);
}

static const jni_node *write_multipliers(void *writer) {
  jni_writer *w = writer;
  return jni_write_share(w) ? w->lambda : NULL;
}

// Functions of the writer, in the form that the kinds of signals call.
static jni_vec write_spin(void *writer, int body) { return jni_write_spin(writer, body); }
static jni_node write_quaternion(void *writer, int body, int component) {
  return jni_write_quaternion(writer, body, component);
}
static jni_vec write_pitch_point(void *writer, int joint) { return jni_write_pitch_point(writer, joint); }
static jni_node write_force_state(void *writer, int force, int state) {
  return jni_write_force_state(writer, force, state);
}
static jni_node write_kinetic(void *writer) { return jni_write_kinetic(writer); }
static jni_node write_potential(void *writer) { return jni_write_potential(writer); }
static jni_vec write_point_acceleration(void *writer, int frame) { return jni_write_point_acceleration(writer, frame); }
static jni_vec write_angular_acceleration(void *writer, int body) {
  return jni_write_angular_acceleration(writer, body);
}
static jni_node write_multiplier(void *writer, int joint, int row) { return jni_write_lambda(writer, joint, row); }
static void write_reaction(void *writer, int joint, int end, jni_vec *force, jni_vec *torque) {
  jni_wrench F = jni_write_reaction(writer, joint, end);
  *force = F.f;
  *torque = F.n;
}
static jni_vec write_tooth_force(void *writer, int joint) { return jni_write_tooth_force(writer, joint); }

static const jni_signal_code_functions functions = {
    .frame = write_frame,
    .body = write_body,
    .body_of_tree = write_body_of_tree,
    .spin = write_spin,
    .angle = write_angle,
    .angular_velocity = write_angular_velocity,
    .quaternion = write_quaternion,
    .coordinate = write_coordinate,
    .pitch_point = write_pitch_point,
    .force = write_force,
    .force_state = write_force_state,
    .computed = write_computed,
    .subsystem = write_subsystem,
    .kinetic = write_kinetic,
    .potential = write_potential,
    .initial_energy = write_initial_energy,
    .point_acceleration = write_point_acceleration,
    .angular_acceleration = write_angular_acceleration,
    .multipliers = write_multipliers,
    .multiplier = write_multiplier,
    .reaction = write_reaction,
    .tooth_force = write_tooth_force,
};

jni_node jni_write_signal(jni_writer *w, const jni_signal *s) {
  const jni_signal_type *type = jni_signal_type_of(s->kind);
  const jni_signal_code code = {
      .g = w->g,
      .system = w->system,
      .functions = &functions,
      .writer = w,
      .t = w->t,
      .v = w->v,
      .z = w->z,
      .s = w->s,
      .u = w->u,
      .motions = w->motions,
      .phi = w->phi,
      .G = w->G,
      .nu = w->nu,
      .gamma = w->gamma,
      .vdot = w->vdot,
  };
  if (type->not_compiled) jni_refuse(w, "the signal '%s' has no compiled form: %s", s->name, type->not_compiled);
  jni_node node = type->write ? type->write(&code, s) : JNI_UNWRITTEN;
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
