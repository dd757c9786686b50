// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// start.c - initial values inside of parts. What the part gives along ground axes is relative to its own frame, which
// stands where its use puts it: on the ground or, with `base`, on a body as that begins.
//   position  t + R S p          velocity  R S v, and that of the base there
//   rotation  R (S F S)          omega     |S| S w in body axes, and that of the base
// Joint coordinates and their rates are the same in every place.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/mirror.h"
#include "model/read/reader.h"

typedef struct jni_start {
  double p[3], q[4], v[3], w[3];  // of the body's own frame; w in its axes
  bool placed, turned;            // p, q (or a part of it) is given
} start;

static bool make_starts(jni_reader *r) {
  if (r->starts || !r->scopes->next) return r->starts != NULL;
  r->starts = jni_document_take(r->scratch, (size_t)r->model->nbodies * sizeof *r->starts);
  for (int i = 0; r->starts && i < r->model->nbodies; i++) r->starts[i] = (start){.q = {1}};
  return r->starts != NULL;
}

// ---- where a scope begins -----------------------------------------------------------------------------

static jni_part_place pose_of(const start *s) {
  jni_part_place pose = jni_part_place_none();
  memcpy(pose.t, s->p, sizeof pose.t);
  pose.moved = s->p[0] != 0 || s->p[1] != 0 || s->p[2] != 0;
  pose.turned = s->q[1] != 0 || s->q[2] != 0 || s->q[3] != 0;
  if (pose.turned) jnk_quat_to_matrix(s->q, pose.R);
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
    jni_part_place pose = pose_of(&r->starts[base]);
    jni_part_place_compose(&pose, &on, &scope->start);
    scope->base = base;
  } else if (scope->outer) {
    find_start(r, scope->outer);
    jni_part_place_compose(&scope->outer->start, &scope->place, &scope->start);
    scope->base = scope->outer->base;
  }
}

// ---- values --------------------------------------------------------------------------------------------

// A component alone, where the axis stays an axis of the ground.
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

// Velocities are relative to the base: v of the base's point that is there, R w of its turning.
static void add_base(const jni_reader *r, const jni_scope *scope, const jni_signal *s, int n, double *values) {
  const start *base = &r->starts[scope->base], *own = &r->starts[r->model->frames[s->a].body];
  double R[9], w[3], arm[3], turning[3];
  jnk_quat_to_matrix(base->q, R);
  jnk_mat_vec(R, base->w, w);
  jnk_sub(own->p, base->p, arm);
  jnk_cross(w, arm, turning);
  for (int i = 0; i < n; i++) values[i] += base->v[s[i].component] + turning[s[i].component];
}

static void add_base_turn(const jni_reader *r, const jni_scope *scope, const jni_signal *s, int n, double *values) {
  const start *base = &r->starts[scope->base], *own = &r->starts[s->a];
  double R_base[9], R_own[9], w[3], seen[3];
  jnk_quat_to_matrix(base->q, R_base);
  jnk_quat_to_matrix(own->q, R_own);
  jnk_mat_vec(R_base, base->w, w);
  jnk_mat_t_vec(R_own, w, seen);
  for (int i = 0; i < n; i++) values[i] += seen[s[i].component];
}

// A component alone is reflected like the vector of the rotation.
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

bool jni_start_map(jni_reader *r, const jni_node *node, const jni_signal *s, int n, double *values) {
  jni_scope *scope = r->scope;
  if (!scope->outer || !make_starts(r)) return !r->model->no_memory;
  find_start(r, scope);
  if (is_plain(scope)) return true;
  const jni_part_place *at = &scope->start;
  double hand = jni_mirror_hand(at->mirror);
  switch (s->kind) {
    case JNI_SIGNAL_POSITION: return map_vector(r, node, scope, s, n, values);
    case JNI_SIGNAL_VELOCITY:
      if (!map_vector(r, node, scope, s, n, values)) return false;
      if (scope->base) add_base(r, scope, s, n, values);
      return true;
    case JNI_SIGNAL_QUATERNION: return map_quaternion(r, node, at, s, n, values);
    case JNI_SIGNAL_OMEGA:
      for (int i = 0; i < n; i++) values[i] *= hand * jni_mirror_sign(at->mirror, s[i].component);
      if (scope->base) add_base_turn(r, scope, s, n, values);
      return true;
    case JNI_SIGNAL_ANGLE: values[0] = angle_of(at) + hand * values[0]; return true;
    case JNI_SIGNAL_RATE:
      values[0] *= hand;
      if (scope->base) values[0] += r->starts[scope->base].w[2];
      return true;
    default: return true;
  }
}

// ---- what is given ------------------------------------------------------------------------------------

// A signal as a name: its kind and numbers.
static const char *key_of(const jni_signal *s, char key[48]) {
  snprintf(key, 48, "%d.%d.%d.%d", (int)s->kind, s->a, s->b, s->component);
  return key;
}

bool jni_start_is_given(jni_reader *r, const jni_signal *signal) {
  char key[48];
  if (!r->scope->outer) return false;
  int use = jni_names_get(r->names, JNI_NAME_GIVEN, 0, key_of(signal, key));
  return use >= 0 && use != r->scope->use;
}

static void remember(jni_reader *r, const jni_signal *signal) {
  char key[48];
  size_t size = strlen(key_of(signal, key)) + 1;
  char *kept = jni_document_take(r->scratch, size);
  if (!kept) return;
  memcpy(kept, key, size);
  if (!jni_names_put(r->names, JNI_NAME_GIVEN, 0, kept, r->scope->use)) r->model->no_memory = r->stop = true;
}

static void note(jni_reader *r, const jni_signal *s, double value) {
  const jn_model *model = r->model;
  bool of_frame = s->kind == JNI_SIGNAL_POSITION || s->kind == JNI_SIGNAL_VELOCITY;
  int body = of_frame ? model->frames[s->a].body : s->a;
  start *at = &r->starts[body];
  bool own = !of_frame || s->a == model->bodies[body].frame;
  if (s->kind == JNI_SIGNAL_POSITION) at->placed = true;
  if (s->kind == JNI_SIGNAL_POSITION && own) at->p[s->component] = value;
  if (s->kind == JNI_SIGNAL_VELOCITY && own) at->v[s->component] = value;
  if (s->kind == JNI_SIGNAL_QUATERNION) at->q[s->component] = value, at->turned = true;
  if (s->kind == JNI_SIGNAL_ANGLE) at->q[0] = jnk_cos(value / 2), at->q[3] = jnk_sin(value / 2), at->turned = true;
  if (s->kind == JNI_SIGNAL_OMEGA) at->w[s->component] = value;
  if (s->kind == JNI_SIGNAL_RATE) at->w[2] = value;
}

static bool is_of_body(const jni_signal *s) {
  return s->kind == JNI_SIGNAL_POSITION || s->kind == JNI_SIGNAL_VELOCITY || s->kind == JNI_SIGNAL_QUATERNION ||
         s->kind == JNI_SIGNAL_OMEGA || s->kind == JNI_SIGNAL_ANGLE || s->kind == JNI_SIGNAL_RATE;
}

void jni_start_give(jni_reader *r, const jni_signal *signal, double value) {
  if (!make_starts(r)) return;
  remember(r, signal);
  if (is_of_body(signal)) note(r, signal, value);
}

// ---- bodies that nothing is said of --------------------------------------------------------------------

static void guess(jni_reader *r, int body, const char *word, const double *values, int n) {
  char name[JNI_SIGNAL_NAME_SIZE];
  jni_signal signals[JNI_MAX_COMPONENTS];
  snprintf(name, sizeof name, "%s.%s", r->model->bodies[body].name, word);
  unsigned mirror = r->model->mirror;
  r->model->mirror = 0;
  jni_read_begin(r, r->scope->node);
  if (jni_signal_resolve(r->model, name, signals, JNI_MAX_COMPONENTS, NULL, 0) == n)
    for (int i = 0; i < n; i++) jn_model_set_initial(r->model, signals[i].name, values[i], false);
  jni_read_end(r);
  r->model->mirror = mirror;
}

// Joints put bodies where they hold them, but do not turn them.
static void guess_body(jni_reader *r, int body, bool joined) {
  static const double zero[3] = {0, 0, 0};
  const jni_part_place *at = &r->scope->start;
  const start *given = &r->starts[body];
  bool plane = r->model->space == JN_PLANE;
  double p[3], q[4], angle = angle_of(at);
  jni_part_place_point(at, zero, p);
  if (!joined && !given->placed && at->moved) guess(r, body, "position", p, plane ? 2 : 3);
  if (!at->turned || given->turned || r->model->bodies[body].particle) return;
  jni_part_place_turn(at, NULL, q);
  if (plane) guess(r, body, "angle", &angle, 1);
  else guess(r, body, "quaternion", q, 4);
}

static void mark_joined(const jn_model *model, bool *joined) {
  for (int j = 0; j < model->njoints; j++)
    for (int end = 0; end < 2; end++) {
      int frame = model->joints[j].def.between[end].i;
      if (frame >= 0 && frame < model->nframes) joined[model->frames[frame].body] = true;
    }
}

void jni_start_rest(jni_reader *r) {
  if (!make_starts(r)) return;
  bool *joined = jni_document_take(r->scratch, (size_t)r->model->nbodies * sizeof *joined);
  if (!joined) return;
  mark_joined(r->model, joined);
  for (jni_scope *scope = r->scopes->next; scope && !r->stop; scope = scope->next) {
    find_start(r, scope);
    if (is_plain(scope)) continue;
    jni_scope_before before = jni_read_enter(r, scope);
    for (int i = 0; i < scope->nbodies; i++) guess_body(r, scope->first_body + i, joined[scope->first_body + i]);
    jni_read_leave(r, &before);
  }
}
