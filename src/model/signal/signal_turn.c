// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_turn.c - resolves signals of a body relative to another one: angles BODY[.in.OTHER].yaw, .camber, .zxz, and
// positions and velocities in the axes of the other body.
#include <stdio.h>
#include <string.h>

#include "model/model.h"
#include "model/signal/signal.h"

static const struct {
  const char *word;
  int order, component;
} words[] = {{"yaw", JNI_TURN_ZYX, 0},     {"pitch", JNI_TURN_ZYX, 1},  {"roll", JNI_TURN_ZYX, 2},
             {"steer", JNI_TURN_WHEEL, 0}, {"lean", JNI_TURN_WHEEL, 1}, {"toe", JNI_TURN_WHEEL, 2},
             {"camber", JNI_TURN_WHEEL, 3}};
enum { NWORDS = sizeof words / sizeof *words };

void jni_turn_axes(int order, int axes[3]) {
  axes[0] = order / 9;
  axes[1] = order / 3 % 3;
  axes[2] = order % 3;
}

bool jni_turn_winds(const jni_signal *s) {
  if (s->kind != JNI_SIGNAL_TURN) return false;
  return s->b == JNI_TURN_WHEEL ? s->component == 0 || s->component == 2 : s->b != JNI_TURN_PLANE && s->component != 1;
}

bool jni_turn_same(const jni_signal *a, const jni_signal *b) {
  return a->kind == b->kind && a->a == b->a && a->b == b->b && a->c == b->c && a->component == b->component;
}

// Returns whether jni_model_follow has nothing to do for a signal: it is already recorded, or need not be.
static bool is_followed(const jn_model *model, const jni_signal *signal) {
  if (!jni_turn_winds(signal) && signal->kind != JNI_SIGNAL_LOAD) return true;
  for (int i = 0; i < model->nfollowed; i++)
    if (jni_turn_same(&model->followed[i], signal)) return true;
  return false;
}

void jni_model_follow(jn_model *model, const jni_signal *signal) {
  if (is_followed(model, signal)) return;
  // The record may be extended after the model is finished, because it is not part of the equations.
  if (jni_pool_grow(&model->pool, &model->followed, &model->capacity_followed, model->nfollowed + 1,
                    sizeof *model->followed))
    model->followed[model->nfollowed++] = *signal;
  else model->no_memory = true;
}

jn_status jn_model_follow(jn_model *model, const char *name) {
  jni_signal signals[JNI_MAX_COMPONENTS];
  JNI_ASSERT(model && name);
  int n = jni_signal_resolve(model, name, signals, JNI_MAX_COMPONENTS, NULL, 0);
  for (int i = 0; i < n; i++) jni_model_follow(model, &signals[i]);
  return model->no_memory ? JN_NO_MEMORY : JN_OK;
}

bool jn_model_follows(const jn_model *model, const char *name) {
  jni_signal signals[JNI_MAX_COMPONENTS];
  JNI_ASSERT(model && name);
  int n = jni_signal_resolve(model, name, signals, JNI_MAX_COMPONENTS, NULL, 0);
  for (int i = 0; i < n; i++)
    if (!is_followed(model, &signals[i])) return false;
  return true;
}

// Returns the number 9 i + 3 j + k of the sequence of rotation axes that a word such as zyx or zxz names; -1 if the
// word is none. Neighbouring axes must differ. length: of the word, without "_rate".
static int order_of(const char *word, size_t length) {
  int axis[3];
  if (length != 3) return -1;
  for (int i = 0; i < 3; i++) {
    axis[i] = word[i] - 'x';
    if (axis[i] < 0 || axis[i] > 2 || (i > 0 && axis[i] == axis[i - 1])) return -1;
  }
  return 9 * axis[0] + 3 * axis[1] + axis[2];
}

// Returns whether a word ends with "_rate", and sets *length to its length without this ending.
static bool cut_rate(const char *word, size_t *length) {
  static const char end[] = "_rate";
  size_t n = strlen(end);
  *length = strlen(word);
  bool rate = *length > n && strcmp(word + *length - n, end) == 0;
  if (rate) *length -= n;
  return rate;
}

static jni_signal turn_of(const jni_relative_query *seen, int order, int component, bool rate) {
  return (jni_signal){.kind = rate ? JNI_SIGNAL_TURN_RATE : JNI_SIGNAL_TURN,
                      .a = seen->body,
                      .b = order,
                      .c = seen->from,
                      .component = component};
}

// Appends the three angles (or their rates, `rate`) of the sequence of axes `order` to the answer; if a number follows
// in the name, only the angle with this number, 1 to 3.
static void answer_order(jni_query *q, const jni_relative_query *seen, int order, bool rate) {
  char prefix[JNI_MAX_SIGNAL_NAME + 1], number[2] = "1";
  jni_query_prefix(q, seen->at + 1, prefix, sizeof prefix);
  const char *word = seen->at + 1 < q->nwords ? q->words[seen->at + 1] : NULL;
  if (word && (strlen(word) != 1 || *word < '1' || *word > '3')) {
    jni_query_refuse(q, "'%.80s' has the angles 1, 2 and 3, not '%.20s'", prefix, word);
    return;
  }
  for (int i = 0; i < 3; i++) {
    number[0] = (char)('1' + i);
    bool asked = !word || *word == number[0];
    if (asked && !jni_query_answer(q, turn_of(seen, order, i, rate), prefix, number)) return;
  }
  jni_query_ends(q, seen->at + 2);
}

static bool try_space(jni_query *q, const jni_relative_query *seen, const char *word, size_t length, bool rate) {
  int order = order_of(word, length);
  if (order >= 0) {
    answer_order(q, seen, order, rate);
    return true;
  }
  for (int i = 0; i < NWORDS; i++) {
    if (strlen(words[i].word) != length || strncmp(words[i].word, word, length) != 0) continue;
    if (!jni_query_ends(q, seen->at + 1)) return true;
    jni_query_answer(q, turn_of(seen, words[i].order, words[i].component, rate), q->name, "");
    return true;
  }
  return false;
}

// If the word is angle or rate, and the angle relative to a body other than the ground is queried, resolves it in the
// plane and returns true. Otherwise returns false: relative to the ground it is BODY.angle.
static bool try_plane(jni_query *q, const jni_relative_query *seen, const char *word) {
  bool rate = strcmp(word, "rate") == 0;
  if (!seen->relative || (!rate && strcmp(word, "angle") != 0)) return false;
  if (jni_query_ends(q, seen->at + 1)) jni_query_answer(q, turn_of(seen, JNI_TURN_PLANE, 0, rate), q->name, "");
  return true;
}

bool jni_query_turn(jni_query *q, const jni_relative_query *seen) {
  const char *word = q->words[seen->at];
  size_t length;
  bool rate = cut_rate(word, &length), plane = q->model->space == JN_PLANE;
  bool found = plane ? try_plane(q, seen, word) : try_space(q, seen, word, length, rate);
  for (int end = 0; found && end < 2; end++) {
    int body = end ? seen->from : seen->body;
    if (q->model->bodies[body].particle)
      jni_query_refuse(q, "'%.40s' is a particle: it does not turn", q->model->bodies[body].name);
  }
  return found;
}

// If the next word is x, vx, position, velocity or the like, resolves the position or velocity of a frame relative to a
// body, in the axes of that body, and returns true. Otherwise returns false.
static bool try_position(jni_query *q, const jni_relative_query *seen) {
  static const char *const axes[2][3] = {{"x", "y", "z"}, {"vx", "vy", "vz"}};
  static const char *const vectors[2] = {"position", "velocity"};
  const char *word = q->words[seen->at];
  char prefix[JNI_MAX_SIGNAL_NAME + 1];
  int naxes = jni_query_axis_count(q->model), before = q->n;
  jni_query_prefix(q, seen->at, prefix, sizeof prefix);
  for (int rate = 0; rate < 2; rate++)
    for (int i = 0; i < naxes; i++) {
      jni_signal s = {.kind = rate ? JNI_SIGNAL_RELATIVE_VELOCITY : JNI_SIGNAL_RELATIVE_POSITION,
                      .a = seen->frame,
                      .c = seen->from,
                      .component = i};
      bool asked = strcmp(word, vectors[rate]) == 0 || strcmp(word, axes[rate][i]) == 0;
      if (asked && !jni_query_answer(q, s, prefix, axes[rate][i])) return true;
    }
  if (q->n > before) jni_query_ends(q, seen->at + 1);
  return q->n > before;
}

bool jni_query_relative(jni_query *q, jni_relative_query seen) {
  static const char *const plane[] = {"x", "y", "vx", "vy", "position", "velocity", "angle", "rate", NULL};
  static const char *const space[] = {"x",     "y",    "z",     "vx",   "vy",  "vz",     "position", "velocity", "yaw",
                                      "pitch", "roll", "steer", "lean", "toe", "camber", "zyx",      NULL};
  if (seen.at >= q->nwords)
    return jni_query_refuse(q, "'%.80s' is incomplete: write BODY.in.OTHER.x, BODY.in.OTHER.%s, ...", q->name,
                            q->model->space == JN_PLANE ? "angle" : "yaw");
  seen.relative = true;
  if (try_position(q, &seen)) return q->n > 0;
  if (seen.body >= 0 && jni_query_turn(q, &seen)) return q->n > 0;
  return jni_query_unknown(q, seen.at, q->model->space == JN_PLANE ? plane : space, -1);
}
