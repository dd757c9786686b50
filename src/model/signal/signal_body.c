// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_body.c - resolves signals of bodies and their points: position, rotation and motion.
#include <string.h>

#include "model/model.h"
#include "model/signal/signal.h"

typedef struct {
  const char *word;
  jni_signal_kind kind;
  int component;  // -1: the vector
} attribute;

static const attribute frame_attributes[] = {
    {"x", JNI_SIGNAL_POSITION, 0},         {"y", JNI_SIGNAL_POSITION, 1},
    {"z", JNI_SIGNAL_POSITION, 2},         {"vx", JNI_SIGNAL_VELOCITY, 0},
    {"vy", JNI_SIGNAL_VELOCITY, 1},        {"vz", JNI_SIGNAL_VELOCITY, 2},
    {"ax", JNI_SIGNAL_ACCELERATION, 0},    {"ay", JNI_SIGNAL_ACCELERATION, 1},
    {"az", JNI_SIGNAL_ACCELERATION, 2},    {"position", JNI_SIGNAL_POSITION, -1},
    {"velocity", JNI_SIGNAL_VELOCITY, -1}, {"acceleration", JNI_SIGNAL_ACCELERATION, -1}};
enum { NFRAME_ATTRIBUTES = sizeof frame_attributes / sizeof *frame_attributes };

static const attribute turn_attributes[] = {{"qw", JNI_SIGNAL_QUATERNION, 0}, {"qx", JNI_SIGNAL_QUATERNION, 1},
                                            {"qy", JNI_SIGNAL_QUATERNION, 2}, {"qz", JNI_SIGNAL_QUATERNION, 3},
                                            {"wx", JNI_SIGNAL_OMEGA, 0},      {"wy", JNI_SIGNAL_OMEGA, 1},
                                            {"wz", JNI_SIGNAL_OMEGA, 2}};
enum { NTURN_ATTRIBUTES = sizeof turn_attributes / sizeof *turn_attributes };

static const char *const plane_words[] = {
    "x", "y", "vx", "vy", "ax", "ay", "position", "velocity", "acceleration", "angle", "rate", "angular_acceleration",
    NULL};
// clang-format off
static const char *const space_words[] = {
    "x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az", "position", "velocity", "acceleration", "angular_acceleration",
    "quaternion", "omega", "qw", "qx", "qy", "qz", "wx", "wy", "wz", "yaw", "pitch", "roll", "steer", "lean", "toe",
    "camber", "in", NULL};
// clang-format on

// Appends the components of a vector of a frame under their short names: for position P.x, P.y. Returns whether the
// query is valid.
static bool answer_frame_vector(jni_query *q, const char *prefix, int frame, jni_signal_kind kind) {
  for (int i = 0; i < NFRAME_ATTRIBUTES; i++) {
    const attribute *a = &frame_attributes[i];
    if (a->kind != kind || a->component < 0 || a->component >= jni_query_axis_count(q->model)) continue;
    jni_signal s = {.kind = kind, .a = frame, .component = a->component};
    if (!jni_query_answer(q, s, prefix, a->word)) return false;
  }
  return true;
}

// If `word` is a signal of a frame, adds it to the answer or refuses it, and returns true; otherwise returns false.
static bool try_frame(jni_query *q, const char *prefix, int frame, const char *word) {
  for (int i = 0; i < NFRAME_ATTRIBUTES; i++) {
    const attribute *a = &frame_attributes[i];
    if (strcmp(a->word, word) != 0) continue;
    jni_signal s = {.kind = a->kind, .a = frame, .component = a->component};
    if (a->component < 0) answer_frame_vector(q, prefix, frame, a->kind);
    else if (a->component >= jni_query_axis_count(q->model)) jni_query_refuse(q, "there is no z in the plane");
    else jni_query_answer(q, s, prefix, word);
    return true;
  }
  return false;
}

static bool answer_turn_vector(jni_query *q, const char *prefix, int body, jni_signal_kind kind) {
  for (int i = 0; i < NTURN_ATTRIBUTES; i++) {
    const attribute *a = &turn_attributes[i];
    if (a->kind != kind) continue;
    jni_signal s = {.kind = kind, .a = body, .component = a->component};
    if (!jni_query_answer(q, s, prefix, a->word)) return false;
  }
  return true;
}

static bool try_turn_in_plane(jni_query *q, const char *prefix, int body, const char *word) {
  static const struct {
    const char *word;
    jni_signal_kind kind;
  } words[] = {{"angle", JNI_SIGNAL_ANGLE},
               {"rate", JNI_SIGNAL_RATE},
               {"angular_acceleration", JNI_SIGNAL_ANGULAR_ACCELERATION}};
  for (int i = 0; i < 3; i++) {
    if (strcmp(words[i].word, word) != 0) continue;
    jni_query_answer(q, (jni_signal){.kind = words[i].kind, .a = body}, prefix, word);
    return true;
  }
  bool of_space = strcmp(word, "omega") == 0 || strcmp(word, "quaternion") == 0;
  if (of_space) jni_query_refuse(q, "in the plane a body has 'angle' and 'rate', not '%s'", word);
  return of_space;
}

static bool try_turn_in_space(jni_query *q, const char *prefix, int body, const char *word) {
  for (int i = 0; i < NTURN_ATTRIBUTES; i++) {
    const attribute *a = &turn_attributes[i];
    if (strcmp(a->word, word) != 0) continue;
    jni_signal s = {.kind = a->kind, .a = body, .component = a->component};
    jni_query_answer(q, s, prefix, word);
    return true;
  }
  if (strcmp(word, "quaternion") == 0) {
    answer_turn_vector(q, prefix, body, JNI_SIGNAL_QUATERNION);
    return true;
  }
  if (strcmp(word, "omega") == 0) {
    answer_turn_vector(q, prefix, body, JNI_SIGNAL_OMEGA);
    return true;
  }
  bool of_plane = strcmp(word, "angle") == 0 || strcmp(word, "rate") == 0;
  if (of_plane) jni_query_refuse(q, "in space a body has 'quaternion' and 'omega', not '%s'", word);
  return of_plane;
}

static bool try_turn(jni_query *q, const char *prefix, int body, const char *word) {
  bool plane = q->model->space == JN_PLANE;
  bool found = plane ? try_turn_in_plane(q, prefix, body, word) : try_turn_in_space(q, prefix, body, word);
  if (found && q->model->bodies[body].particle)
    jni_query_refuse(q, "'%.40s' is a particle: it does not turn", q->model->bodies[body].name);
  return found;
}

// Resolves BODY.angular_acceleration or one of its components in space, BODY.angular_acceleration.x. Returns whether
// the query is valid.
static bool resolve_angular_acceleration(jni_query *q, int body) {
  char prefix[JNI_MAX_SIGNAL_NAME + 1];
  if (q->model->bodies[body].particle)
    return jni_query_refuse(q, "'%.40s' is a particle: it does not turn", q->model->bodies[body].name);
  jni_signal s = {.kind = JNI_SIGNAL_ANGULAR_ACCELERATION, .a = body};
  return jni_query_ends(q, 3) &&
         jni_query_axes(q, s, jni_query_prefix(q, 2, prefix, sizeof prefix), q->nwords > 2 ? q->words[2] : NULL);
}

// If word `at` is "in", resolves or refuses the signal relative to the body that follows, and returns true; otherwise
// returns false. body: -1 for a signal of a frame.
static bool try_relative(jni_query *q, int body, int frame, int at) {
  if (at >= q->nwords || strcmp(q->words[at], "in") != 0) return false;
  if (at + 1 >= q->nwords) {
    jni_query_refuse(q, "'%.80s' is incomplete: 'in' is followed by a body", q->name);
    return true;
  }
  int from = jni_query_name(q, at + 1, JNI_NAME_BODY, 0);
  if (from < 0) jni_query_unknown(q, at + 1, NULL, -1);
  else jni_query_relative(q, (jni_relative_query){.body = body, .frame = frame, .from = from, .at = at + 2});
  return true;
}

// Resolves a signal of a point or frame; at: index of the first word after its name. Returns whether the query is
// valid.
bool jni_query_point(jni_query *q, int frame, int at) {
  char prefix[JNI_MAX_SIGNAL_NAME + 1];
  jni_query_prefix(q, at, prefix, sizeof prefix);
  if (try_relative(q, -1, frame, at)) return q->n > 0;
  if (q->nwords == at) return answer_frame_vector(q, prefix, frame, JNI_SIGNAL_POSITION);
  static const char *const words[] = {"x",  "y",  "z",        "vx",       "vy",           "vz", "ax",
                                      "ay", "az", "position", "velocity", "acceleration", NULL};
  if (!try_frame(q, prefix, frame, q->words[at])) return jni_query_unknown(q, at, words, -1);
  return q->n > 0 && jni_query_ends(q, at + 1);
}

bool jni_query_body(jni_query *q, int body) {
  const jn_model *model = q->model;
  const char *name = q->words[0];
  if (q->nwords == 1) return jni_query_refuse(q, "'%.60s' is a body; name a signal of it: '%.60s.x'", name, name);
  int frame = jni_query_name(q, 1, JNI_NAME_FRAME, body);
  const char *word = q->words[1];
  if (frame >= 0) return jni_query_point(q, frame, 2);
  if (model->space == JN_SPACE && strcmp(word, "angular_acceleration") == 0)
    return resolve_angular_acceleration(q, body);
  const jni_relative_query seen = {.body = body, .frame = model->bodies[body].frame, .at = 1};
  if (try_relative(q, body, seen.frame, 1) || jni_query_turn(q, &seen)) return q->n > 0;
  if (try_frame(q, name, seen.frame, word) || try_turn(q, name, body, word)) return q->n > 0 && jni_query_ends(q, 2);
  return jni_query_unknown(q, 1, model->space == JN_PLANE ? plane_words : space_words, body);
}
