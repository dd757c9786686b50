// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_joint.c - resolves signals of joints: coordinates, reactions, loads and constraint equations.
#include <stdio.h>
#include <string.h>

#include "model/fault.h"
#include "model/gear_mesh.h"
#include "model/signal/signal.h"

static const jn_dimension rad = {0, 0, 0, 1}, rad_s = {0, 0, -1, 1}, metre = {1, 0, 0, 0}, m_s = {1, 0, -1, 0};

static const char *joint_candidate(const void *context, int i) {
  const jn_model *model = context;
  return i < model->njoints && i < JNI_MAX_CANDIDATES ? model->joints[i].name : NULL;
}

// Returns whether a joint is not between two frames but relates coordinates of other joints: a driver, gear, rack or
// coupling.
static bool acts_on_coordinates(const jni_joint_element *j) {
  return !j->kind->two_ended && !(j->def.nterms > 0 && j->def.terms[0].frame.i >= 0);
}

// Finds the two bodies that a joint acts on: those at its two ends, or those whose teeth mesh. If it has neither, or if
// its geometry has a fault, refuses the query and returns false.
static bool find_ends(jni_query *q, const jni_joint_element *j, int body[2]) {
  jni_gear_mesh mesh;
  char what[256];
  if (j->kind->two_ended) {
    for (int end = 0; end < 2; end++)
      body[end] = j->def.between[end].i >= 0 ? q->model->frames[j->def.between[end].i].body : -1;
    return true;
  }
  if (jni_has_teeth(j)) {
    if (j->faulty || !jni_gear_mesh_find(q->model, j->kind, &j->def, &mesh, what, sizeof what))
      return jni_query_refuse(q, "%s", "");
    body[0] = mesh.body[0];
    body[1] = mesh.body[1];
    return true;
  }
  if (!acts_on_coordinates(j))
    return jni_query_refuse(q, "joint '%.40s' does not have two ends; its multipliers are joint.%.40s.lambda", j->name,
                            j->name);
  return jni_query_refuse(q,
                          "'%.40s' acts on joint coordinates and is part of the reactions of those joints; its "
                          "own force is joint.%.40s.push%s",
                          j->name, j->name, j->kind->teeth ? ", and with 'geometry' it has a tooth force" : "");
}

// Resolves joint.NAME[.on.BODY][.in.BODY].force or .torque, or a component such as .force.x, from word 2 on: the
// reaction on one of the joint's bodies (`on`, by default the second), in the axes of a body (`in`, by default the
// ground). Returns whether the query is valid.
static bool resolve_reaction(jni_query *q, int joint) {
  const jn_model *model = q->model;
  const jni_joint_element *j = &model->joints[joint];
  jni_signal s = {.a = joint, .b = 1};
  int at = 2, ends[2];
  if (!find_ends(q, j, ends)) return false;
  for (int k = 0; k < 2 && at + 1 < q->nwords; k++) {
    bool on = strcmp(q->words[at], "on") == 0;
    if (!on && strcmp(q->words[at], "in") != 0) break;
    int body = jni_query_name(q, at + 1, JNI_NAME_BODY, 0);
    if (body < 0) return jni_query_unknown(q, at + 1, NULL, -1);
    if (!on) s.c = body;
    for (int end = 0; on && end < 2; end++)
      if (ends[end] == body) {
        s.b = end;
        body = -1;
      }
    if (on && body >= 0) return jni_query_refuse(q, "joint '%.40s' is not on body '%.40s'", j->name, q->words[at + 1]);
    at += 2;
  }
  if (at >= q->nwords) return jni_query_refuse(q, "'%.80s' is incomplete: it ends with .force or .torque", q->name);
  return jni_query_load(q, s, at, JNI_SIGNAL_REACTION_FORCE, JNI_SIGNAL_REACTION_TORQUE);
}

// Signals that each constraint equation of a joint has: joint.NAME.lambda.1 is that of the first equation,
// joint.NAME.lambda the list of those of all equations.
static const struct {
  const char *word;
  jni_signal_kind kind;
} row_signals[] = {
    {"lambda", JNI_SIGNAL_LAMBDA}, {"coupling", JNI_SIGNAL_COUPLING}, {"rate_coupling", JNI_SIGNAL_RATE_COUPLING}};
enum { NROW_SIGNALS = sizeof row_signals / sizeof *row_signals };

static int row_signal_of(const char *word) {
  for (int i = 0; i < NROW_SIGNALS; i++)
    if (strcmp(row_signals[i].word, word) == 0) return i;
  return -1;
}

// Resolves the signal row_signals[of] of one or all constraint equations of a joint. Until all joints are checked
// without a fault (model->checked) the number of equations is unknown; then all numbers up to JNI_MAX_JOINT_ROWS are
// accepted. Returns whether the query is valid.
static bool resolve_row(jni_query *q, int joint, int of) {
  char number[2] = "1", prefix[JNI_MAX_SIGNAL_NAME + 1];
  int rows = q->model->checked ? jni_joint_rows(q->model, joint, q->what, q->size) : JNI_MAX_JOINT_ROWS;
  if (rows < 1) return jni_query_refuse(q, "joint '%.60s' has no constraint equations", q->words[1]);
  jni_query_prefix(q, 3, prefix, sizeof prefix);
  const char *word = q->nwords > 3 ? q->words[3] : NULL;
  if (word && (strlen(word) != 1 || *word < '1' || *word > '0' + rows))
    return jni_query_refuse(q, "joint '%.60s' has constraint equations 1 to %d, not '%.20s'", q->words[1], rows, word);
  for (int i = 0; i < rows; i++) {
    number[0] = (char)('1' + i);
    jni_signal s = {.kind = row_signals[of].kind, .a = joint, .b = i};
    if ((!word || *word == number[0]) && !jni_query_answer(q, s, prefix, number)) return false;
  }
  return jni_query_ends(q, 4);
}

// Resolves joint.NAME.push, the generalised force that a driver, gear, coupling or the like exerts along the
// coordinates that it relates, N or N m. Refuses it for other joints: those between two frames, and relations between
// points. Returns whether the query is valid.
static bool resolve_push(jni_query *q, int joint) {
  const jni_joint_element *j = &q->model->joints[joint];
  if (!acts_on_coordinates(j))
    return jni_query_refuse(q, "joint '%.60s' (%s) does not act on coordinates of joints", j->name, j->kind->name);
  jni_signal s = {.kind = JNI_SIGNAL_PUSH, .a = joint};
  return jni_query_ends(q, 3) && jni_query_answer(q, s, q->name, "");
}

// Resolves joint.NAME.load, the load of a joint between two frames. Refuses it for other joints. Returns whether the
// query is valid.
static bool resolve_load(jni_query *q, int joint) {
  const jni_joint_element *j = &q->model->joints[joint];
  if (!j->kind->two_ended)
    return jni_query_refuse(q, "joint '%.60s' (%s) does not have two ends and carries no load", j->name, j->kind->name);
  jni_signal s = {.kind = JNI_SIGNAL_LOAD, .a = joint};
  return jni_query_ends(q, 3) && jni_query_answer(q, s, q->name, "");
}

// Resolves joint.NAME.point or one of its components: the pitch point of a gear, rack or coupling with `geometry`.
// Refuses it for other joints. Returns whether the query is valid.
static bool resolve_point(jni_query *q, int joint) {
  const jni_joint_element *j = &q->model->joints[joint];
  char prefix[JNI_MAX_SIGNAL_NAME + 1];
  if (!jni_has_teeth(j))
    return jni_query_refuse(q,
                            "joint '%.60s' (%s) has no pitch point; a gear, rack or coupling with 'geometry' has one",
                            j->name, j->kind->name);
  jni_query_prefix(q, 3, prefix, sizeof prefix);
  jni_signal s = {.kind = JNI_SIGNAL_PITCH_POINT, .a = joint};
  return jni_query_ends(q, 4) && jni_query_axes(q, s, prefix, q->nwords > 3 ? q->words[3] : NULL);
}

// If word 2 is a coordinate of the joint (angle, displacement, x, ..), `coordinate` for the first one, or the rate of
// one (angle_rate, rate), resolves joint.NAME.WORD and returns true, also if the query is refused because of further
// words. Otherwise returns false.
static bool try_coordinate(jni_query *q, int joint) {
  const jni_joint_kind *kind = q->model->joints[joint].kind;
  char word[JNI_MAX_NAME + 1];
  snprintf(word, sizeof word, "%s", q->words[2]);
  size_t length = strlen(word);
  bool rate = strcmp(word, "rate") == 0;
  if (rate) {
    snprintf(word, sizeof word, "coordinate");
  } else if (length > 5 && strcmp(word + length - 5, "_rate") == 0) {
    rate = true;
    word[length - 5] = '\0';
  }
  int i = jni_kind_coordinate(kind, word);
  if (i < 0) return false;
  bool angle = kind->coordinates[i].kind == JNI_ANGLE;
  jni_signal s = {.kind = rate ? JNI_SIGNAL_COORDINATE_RATE : JNI_SIGNAL_COORDINATE,
                  .a = joint,
                  .b = i,
                  .dimension = rate ? (angle ? rad_s : m_s) : (angle ? rad : metre)};
  if (jni_query_ends(q, 3)) jni_query_answer(q, s, q->name, "");
  return true;
}

static bool incomplete(jni_query *q) {
  return jni_query_refuse(q, "'%.80s' is incomplete: write joint.NAME.force, joint.NAME.coordinate, ...", q->name);
}

bool jni_query_joint(jni_query *q) {
  static const char *const words[] = {"coordinate",   "rate",          "force",
                                      "torque",       "lambda",        "angle",
                                      "displacement", "angle_rate",    "displacement_rate",
                                      "coupling",     "rate_coupling", "push",
                                      "point",        "load",          NULL};
  if (q->nwords < 3) return incomplete(q);
  int joint = jni_query_name(q, 1, JNI_NAME_JOINT, 0);
  if (joint < 0) return jni_query_no_element(q, "joint", joint_candidate);
  if (q->nwords < 3) return incomplete(q);
  const char *word = q->words[2];
  const jni_joint_kind *kind = q->model->joints[joint].kind;
  if (!kind) return jni_query_refuse(q, "%s", "");  // the fault of the joint is already reported
  int of = row_signal_of(word);
  if (of >= 0) return resolve_row(q, joint, of);
  bool reaction =
      strcmp(word, "on") == 0 || strcmp(word, "in") == 0 || strcmp(word, "force") == 0 || strcmp(word, "torque") == 0;
  if (reaction) return resolve_reaction(q, joint);
  if (strcmp(word, "push") == 0) return resolve_push(q, joint);
  if (strcmp(word, "point") == 0) return resolve_point(q, joint);
  if (strcmp(word, "load") == 0) return resolve_load(q, joint);
  if (try_coordinate(q, joint)) return q->n > 0;
  bool general = strcmp(word, "coordinate") == 0 || strcmp(word, "rate") == 0;
  if (general || strstr(word, "angle") || strstr(word, "displacement"))
    return jni_query_refuse(q, "joint '%.60s' (%s) has no %s", q->words[1], kind->name, general ? "coordinate" : word);
  return jni_query_unknown(q, 2, words, -1);
}
