// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// part_initial.c - initial values in parts. Values along ground axes are relative to the frame of the part, which its
// use places on the ground or, with `base`, at the initial pose of a body.
//   position  t + R S p          velocity  R S v + velocity of the base at this point
//   rotation  R (S F S)          omega     |S| S w in body axes + angular velocity of the base
// Joint coordinates and their rates do not change.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/mirror.h"
#include "model/part/part_initial.h"
#include "model/part/port.h"
#include "model/read/read_fault.h"

typedef struct jni_start {
  jni_scope *scope;      // scope of the body; NULL: the model itself
  double p[3], v[3];     // for component i: initial position of frame at[i], initial velocity of frame moving[i]
  double q[4], w[3];     // initial quaternion of the body; its initial angular velocity, body axes
  int at[3], moving[3];  // for component i: index of that frame; 0: no initial value
  bool turned, turning[3];
} start;

static bool make_starts(jni_reader *r) {
  if (r->starts || !r->scopes->next) return r->starts != NULL;
  r->starts = jni_document_take(r->scratch, (size_t)r->model->nbodies * sizeof *r->starts);
  for (int i = 0; r->starts && i < r->model->nbodies; i++) r->starts[i] = (start){.q = {1}};
  for (jni_scope *scope = r->scopes->next; r->starts && scope; scope = scope->next)
    for (int i = 0; i < scope->nbodies; i++) r->starts[scope->first_body + i].scope = scope;
  return r->starts != NULL;
}

// ---- placement of a scope -----------------------------------------------------------------------------

static void find_start(jni_reader *r, jni_scope *scope);

static void find_turn(const start *s, jni_part_place *pose) {
  double q[4];
  memcpy(q, s->q, sizeof q);
  if (!s->turned && s->scope) jni_part_place_turn(&s->scope->start, NULL, q);
  pose->turned = q[1] != 0 || q[2] != 0 || q[3] != 0;
  if (pose->turned) jnk_quat_to_matrix(q, pose->R);
}

// Returns the initial pose of a body's frame, from the initial values of its position and rotation. Without initial
// values its centre of mass is at the origin of the part's frame and its axes are those of that frame.
static jni_part_place pose_of(jni_reader *r, int body) {
  const jn_model *model = r->model;
  const start *s = &r->starts[body];
  jni_part_place pose = jni_part_place_none();
  if (s->scope) find_start(r, s->scope);
  find_turn(s, &pose);
  for (int k = 0; k < 3; k++) {
    double arm[3];
    jni_part_place_direction(&pose, model->frames[s->at[k] ? s->at[k] : model->bodies[body].com_frame].p, arm);
    pose.t[k] = (s->at[k] || !s->scope ? s->p[k] : s->scope->start.t[k]) - arm[k];
  }
  pose.moved = pose.t[0] != 0 || pose.t[1] != 0 || pose.t[2] != 0;
  return pose;
}

static void find_start(jni_reader *r, jni_scope *scope) {
  if (scope->started) return;
  jni_part_place on;
  int base = scope->outer ? jni_read_port_body(scope, scope->part->base, &on) : -1;
  scope->started = true;
  scope->base = 0;
  scope->start = scope->place;
  if (base > 0) {
    jni_part_place pose = pose_of(r, base);
    jni_part_place_compose(&pose, &on, &scope->start);
    scope->base = base;
  } else if (scope->outer) {
    find_start(r, scope->outer);
    jni_part_place_compose(&scope->outer->start, &scope->place, &scope->start);
    scope->base = scope->outer->base;
  }
}

// ---- values --------------------------------------------------------------------------------------------

// Transforms component i of an initial vector of which the model gives no other component from the axes of the part to
// those of the model, in place. point: it is a position, to which the displacement of the part is added. Reports a
// fault and returns false if the part is rotated so that axis i does not remain parallel to itself.
static bool map_component(jni_reader *r, const jni_node *node, const jni_part_place *at, int i, bool point,
                          double *value) {
  double along[3] = {0, 0, 0}, out[3];
  along[i] = 1;
  jni_part_place_direction(at, along, out);
  if (!(fabs(fabs(out[i]) - 1) < 1e-12))
    return jni_read_fault_key(r, node, "the part is turned: give the vector as a whole");
  *value = *value * (out[i] < 0 ? -1 : 1);
  if (point && at->moved) *value = at->t[i] + *value;
  return true;
}

static bool map_vector(jni_reader *r, const jni_node *node, const jni_scope *scope, const jni_signal *s, int n,
                       double *values) {
  bool point = s->kind == JNI_SIGNAL_POSITION;
  double in[3] = {0, 0, 0}, out[3];
  if (n == 1) return map_component(r, node, &scope->start, s->component, point, values);
  memcpy(in, values, (size_t)n * sizeof *in);
  if (point) jni_part_place_point(&scope->start, in, out);
  else jni_part_place_direction(&scope->start, in, out);
  memcpy(values, out, (size_t)n * sizeof *out);
  return true;
}

// Transforms n components of an initial quaternion from the axes of the part to those of the model, in place. If not
// all four are given, the part may be mirrored but not rotated; otherwise reports a fault and returns false.
static bool map_quaternion(jni_reader *r, const jni_node *node, const jni_part_place *at, const jni_signal *s, int n,
                           double *values) {
  double whole[4] = {0}, out[4];
  if (n != 4 && at->turned) return jni_read_fault_key(r, node, "the part is turned: give the quaternion as a whole");
  for (int i = 0; i < n; i++) whole[s[i].component] = values[i];
  jni_part_place_turn(at, whole, out);
  for (int i = 0; i < n; i++) values[i] = out[s[i].component];
  return true;
}

static double angle_of(const jni_part_place *at) { return at->turned ? jnk_atan2(at->R[3], at->R[0]) : 0; }

static bool is_plain(const jni_scope *scope) {
  const jni_part_place *at = &scope->start;
  return !at->moved && !at->turned && !at->mirror && !scope->base;
}

// Returns whether the pose of a body follows from joints and not from initial values alone. It is then not available
// before the system is built, which is too late for initial values relative to this body.
static bool is_put_by_joints(const jni_reader *r, int body) {
  const jn_model *model = r->model;
  const int *at = r->starts[body].at;
  if (at[0] && at[1] && (at[2] || model->space == JN_PLANE)) return false;
  for (int j = 0; j < model->njoints; j++)
    for (int end = 0; end < 2 && model->joints[j].kind && model->joints[j].kind->joins_points; end++) {
      int frame = model->joints[j].def.between[end].i;
      if (frame >= 0 && frame < model->nframes && model->frames[frame].body == body) return true;
    }
  return false;
}

static void check_base(jni_reader *r, const jni_node *node, const jni_scope *scope) {
  if (scope->base && is_put_by_joints(r, scope->base))
    jni_read_warn(r, node,
                  "is relative to the base '%.60s', which only joints put in place; give the position of the base, "
                  "too, as a guess at least",
                  r->model->bodies[scope->base].name);
}

bool jni_initial_transform(jni_reader *r, const jni_node *node, const jni_signal *s, int n, double *values) {
  jni_scope *scope = r->scope;
  if (!scope->outer || !make_starts(r)) return !r->model->no_memory;
  find_start(r, scope);
  if (is_plain(scope)) return true;
  const jni_part_place *at = &scope->start;
  double hand = jni_mirror_hand(at->mirror);
  switch (s->kind) {
    case JNI_SIGNAL_POSITION: check_base(r, node, scope); return map_vector(r, node, scope, s, n, values);
    case JNI_SIGNAL_VELOCITY: return map_vector(r, node, scope, s, n, values);
    case JNI_SIGNAL_QUATERNION: return map_quaternion(r, node, at, s, n, values);
    case JNI_SIGNAL_OMEGA:
      for (int i = 0; i < n; i++) values[i] *= hand * jni_mirror_sign(at->mirror, s[i].component);
      return true;
    case JNI_SIGNAL_ANGLE: values[0] = angle_of(at) + hand * values[0]; return true;
    case JNI_SIGNAL_RATE: values[0] *= hand; return true;
    default: return true;
  }
}

// ---- records of given values --------------------------------------------------------------------------

// Writes kind, indices and component of a signal to `key`, as a name for the hash table, and returns it.
static const char *key_of(const jni_signal *s, char key[48]) {
  snprintf(key, 48, "%d.%d.%d.%d", (int)s->kind, s->a, s->b, s->component);
  return key;
}

bool jni_initial_is_set(jni_reader *r, const jni_signal *signal) {
  char key[48];
  if (!r->scope->outer) return false;
  int use = jni_names_get(r->names, JNI_NAME_INITIAL, 0, key_of(signal, key));
  return use >= 0 && use != r->scope->use;
}

static void record_use(jni_reader *r, const jni_signal *signal) {
  char key[48];
  size_t size = strlen(key_of(signal, key)) + 1;
  char *kept = jni_document_take(r->scratch, size);
  if (!kept) return;
  memcpy(kept, key, size);
  if (!jni_names_put(r->names, JNI_NAME_INITIAL, 0, kept, r->scope->use)) r->model->no_memory = r->stop = true;
}

// Records an initial value of the pose or motion of a body, which is needed if the body is the base of a part. If the
// model gives several positions of a body, the first is used, of several velocities the last, as the system does.
static void record_motion(jni_reader *r, const jni_signal *s, double value) {
  bool of_frame = s->kind == JNI_SIGNAL_POSITION || s->kind == JNI_SIGNAL_VELOCITY;
  start *at = &r->starts[of_frame ? r->model->frames[s->a].body : s->a];
  int i = s->component;
  if (s->kind == JNI_SIGNAL_POSITION && !at->at[i]) {
    at->p[i] = value;
    at->at[i] = s->a;
  }
  if (s->kind == JNI_SIGNAL_VELOCITY) {
    at->v[i] = value;
    at->moving[i] = s->a;
  }
  if (s->kind == JNI_SIGNAL_QUATERNION) {
    at->q[i] = value;
    at->turned = true;
  }
  if (s->kind == JNI_SIGNAL_ANGLE) {
    at->q[0] = jnk_cos(value / 2);
    at->q[3] = jnk_sin(value / 2);
    at->turned = true;
  }
  if (s->kind == JNI_SIGNAL_OMEGA) {
    at->w[i] = value;
    at->turning[i] = true;
  }
  if (s->kind == JNI_SIGNAL_RATE) {
    at->w[2] = value;
    at->turning[2] = true;
  }
}

static bool is_of_body(const jni_signal *s) {
  return s->kind == JNI_SIGNAL_POSITION || s->kind == JNI_SIGNAL_VELOCITY || s->kind == JNI_SIGNAL_QUATERNION ||
         s->kind == JNI_SIGNAL_OMEGA || s->kind == JNI_SIGNAL_ANGLE || s->kind == JNI_SIGNAL_RATE;
}

void jni_initial_set(jni_reader *r, const jni_signal *signal, double value) {
  if (!make_starts(r)) return;
  record_use(r, signal);
  if (is_of_body(signal)) record_motion(r, signal, value);
}

// ---- velocities relative to the base --------------------------------------------------------------------

typedef struct {
  double x[3], v[3], w[3];  // position, velocity and angular velocity of the centre of mass, ground axes
} motion;

static void add_turning(const motion *of, const double x[3], double v[3]) {
  double arm[3], turning[3];
  jnk_sub(x, of->x, arm);
  jnk_cross(of->w, arm, turning);
  jnk_add(of->v, turning, v);
}

// Returns the initial motion of a body: velocity of its centre of mass, m/s, and angular velocity, rad/s. Components
// without initial values are those of the motion of its base, if it has one. If the base comes after the body in the
// model, its motion counts as zero.
static motion motion_of(jni_reader *r, int body) {
  const jn_model *model = r->model;
  const start *s = &r->starts[body];
  jni_part_place pose = pose_of(r, body);
  int on = s->scope && s->scope->base < body ? s->scope->base : 0;
  motion own = {.w = {0}}, base = on ? motion_of(r, on) : own;
  double w[3], arm[3], turning[3];
  jni_part_place_point(&pose, model->bodies[body].com, own.x);
  jnk_mat_t_vec(pose.R, base.w, w);
  for (int k = 0; k < 3; k++)
    if (s->turning[k]) w[k] = s->w[k];
  jnk_mat_vec(pose.R, w, own.w);
  add_turning(&base, own.x, own.v);
  for (int k = 0; k < 3; k++) {
    if (!s->moving[k]) continue;
    jnk_sub(model->frames[s->moving[k]].p, model->bodies[body].com, arm);
    jni_part_place_direction(&pose, arm, arm);
    jnk_cross(own.w, arm, turning);
    own.v[k] = s->v[k] - turning[k];
  }
  return own;
}

static double from_base(jni_reader *r, const jni_signal *s, int on) {
  motion base = motion_of(r, on);
  bool of_frame = s->kind == JNI_SIGNAL_VELOCITY;
  jni_part_place own = pose_of(r, of_frame ? r->model->frames[s->a].body : s->a);
  double out[3] = {0, 0, base.w[2]}, x[3];
  if (s->kind == JNI_SIGNAL_RATE) return base.w[2];
  if (of_frame) {
    jni_part_place_point(&own, r->model->frames[s->a].p, x);
    add_turning(&base, x, out);
  } else {
    jnk_mat_t_vec(own.R, base.w, out);
  }
  return out[s->component];
}

// If an initial value is a velocity relative to a base, adds the motion of the base. Call it after all initial values
// have been read, so that the result does not depend on their order in the file.
static void add_base(jni_reader *r, jni_initial *initial) {
  jni_signal s;
  if (!initial->base || jni_signal_resolve(r->model, initial->name, &s, 1, NULL, 0) != 1) return;
  if (s.kind != JNI_SIGNAL_VELOCITY && s.kind != JNI_SIGNAL_OMEGA && s.kind != JNI_SIGNAL_RATE) return;
  initial->value += from_base(r, &s, initial->base);
  record_motion(r, &s, initial->value);
}

// ---- defaults of values that are not given --------------------------------------------------------------

static void rest(jni_reader *r, const jni_scope *scope, int body) {
  jni_initial_pose *made = jni_take(&r->model->pool, 1, sizeof *made);
  if (!made) {
    r->model->no_memory = r->stop = true;
    return;
  }
  *made = (jni_initial_pose){.q = {1}, .angle = angle_of(&scope->start), .base = scope->base};
  memcpy(made->p, scope->start.t, sizeof made->p);
  jni_part_place_turn(&scope->start, NULL, made->q);
  r->model->bodies[body].rest = made;
}

void jni_initial_set_poses(jni_reader *r) {
  if (!make_starts(r)) return;
  for (int i = 0; i < r->model->ninitials; i++) add_base(r, &r->model->initials[i]);
  for (jni_scope *scope = r->scopes->next; scope && !r->stop; scope = scope->next) {
    find_start(r, scope);
    for (int i = 0; i < scope->nbodies && !is_plain(scope) && !r->stop; i++) rest(r, scope, scope->first_body + i);
  }
}
