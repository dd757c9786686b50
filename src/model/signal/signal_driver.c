// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_driver.c - resolves signals of drivers: prescribed motion, force, power.
#include <stdio.h>
#include <string.h>

#include "model/fault.h"
#include "model/signal/signal.h"

static const struct {
  const char *word;
  jni_signal_kind kind;
  int derivative;
  jn_dimension of_angle, of_length;
} words[] = {
    {"position", JNI_SIGNAL_DRIVE, 0, {0, 0, 0, 1}, {1, 0, 0, 0}},
    {"rate", JNI_SIGNAL_DRIVE, 1, {0, 0, -1, 1}, {1, 0, -1, 0}},
    {"acceleration", JNI_SIGNAL_DRIVE, 2, {0, 0, -2, 1}, {1, 0, -2, 0}},
    {"torque", JNI_SIGNAL_DRIVE_FORCE, 0, {2, 1, -2, -1}, {0, 0, 0, 0}},
    {"force", JNI_SIGNAL_DRIVE_FORCE, 0, {0, 0, 0, 0}, {1, 1, -2, 0}},
    {"power", JNI_SIGNAL_DRIVE_POWER, 0, {2, 1, -3, 0}, {2, 1, -3, 0}},
};
enum { NWORDS = sizeof words / sizeof *words };

// Returns the name of driver i among all joints, for suggestions; an empty text, which resembles no name, for a joint
// that is not a driver; NULL past the last.
static const char *driver_candidate(const void *context, int i) {
  const jn_model *model = context;
  if (i >= model->njoints || i >= JNI_MAX_CANDIDATES) return NULL;
  return model->joints[i].kind && model->joints[i].kind->driver ? model->joints[i].name : "";
}

static bool unknown_driver(jni_query *q) {
  int joint;
  bool is_joint =
      jni_model_find_path(q->model->names, JNI_NAME_JOINT, 0, q->name + (q->words[1] - q->buffer), &joint) > 0;
  if (is_joint && q->model->nfaults > 0) return jni_query_refuse(q, "%s", "");  // a driver of this name was refused
  return jni_query_no_element(q, "driver", driver_candidate);
}

// Returns 1 if a driver prescribes an angle, 0 if it prescribes a length; -1 if its joint or coordinate does not exist,
// which is reported elsewhere.
static int drives_angle(const jn_model *model, const jn_joint_def *def) {
  const jni_joint_kind *kind =
      def->joint.i >= 0 && def->joint.i < model->njoints ? model->joints[def->joint.i].kind : NULL;
  int i = kind ? jni_kind_coordinate(kind, def->coordinate) : -1;
  return i >= 0 ? kind->coordinates[i].kind == JNI_ANGLE : -1;
}

// Returns whether the queried name begins with "driver." and the name of a driver. A body may be called `driver`; if it
// has a point of that name, the name is that of the point, and the result is false.
bool jni_query_is_driver(const jni_query *q) {
  static const char first[] = "driver.";
  int joint, body;
  if (strncmp(q->name, first, sizeof first - 1) != 0) return false;
  bool own = jni_model_find_path(q->model->names, JNI_NAME_BODY, 0, q->name, &body) > 0 &&
             jni_names_get(q->model->names, JNI_NAME_FRAME, body, q->words[1]) >= 0;
  return !own && jni_model_find_path(q->model->names, JNI_NAME_JOINT, 0, q->name + sizeof first - 1, &joint) > 0 &&
         q->model->joints[joint].kind && q->model->joints[joint].kind->driver;
}

static bool incomplete(jni_query *q) {
  return jni_query_refuse(q, "'%.80s' is incomplete: write driver.NAME.position, driver.NAME.power, ...", q->name);
}

bool jni_query_driver(jni_query *q) {
  static const char *const of_angle[] = {"position", "rate", "acceleration", "torque", "power", NULL};
  static const char *const of_length[] = {"position", "rate", "acceleration", "force", "power", NULL};
  if (q->nwords < 3) return incomplete(q);
  if (!jni_query_is_driver(q)) return unknown_driver(q);
  int i = jni_query_name(q, 1, JNI_NAME_JOINT, 0);
  if (q->nwords < 3) return incomplete(q);
  int angle = drives_angle(q->model, &q->model->joints[i].def);
  if (angle < 0) return jni_query_refuse(q, "%s", "");
  for (int k = 0; k < NWORDS; k++) {
    if (strcmp(words[k].word, q->words[2]) != 0) continue;
    bool force = words[k].kind == JNI_SIGNAL_DRIVE_FORCE, torque = force && words[k].of_angle.m == 2;
    if (force && torque != (angle == 1))
      return jni_query_refuse(q, "driver '%.60s' drives %s: write driver.%.60s.%s", q->words[1],
                              angle ? "an angle" : "a length", q->words[1], angle ? "torque" : "force");
    jni_signal s = {.kind = words[k].kind,
                    .a = i,
                    .b = words[k].derivative,
                    .dimension = angle ? words[k].of_angle : words[k].of_length};
    return jni_query_ends(q, 3) && jni_query_answer(q, s, q->name, "");
  }
  return jni_query_unknown(q, 2, angle ? of_angle : of_length, -1);
}
