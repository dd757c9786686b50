// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_reference.c - names of points, frames and joints that other elements name, looked up in the scope.
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/part/scope.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"
#include "model/read/read_value.h"

typedef struct {
  const jn_model *model;
  int body;
} frames_of;

// Returns the name of frame i, for suggestions; an empty text, which resembles no name, if it is a frame of another
// body; NULL past the last frame.
static const char *frame_candidate(const void *context, int i) {
  const frames_of *of = context;
  if (i >= of->model->nframes || i >= JNI_MAX_CANDIDATES) return NULL;
  return of->model->frames[i].body == of->body ? of->model->frames[i].name : "";
}

// Returns the name of body i in the present scope, for suggestions; an empty text, which resembles no name, if it
// belongs to another scope; NULL past the last body.
static const char *body_candidate(const void *context, int i) {
  const jni_reader *r = context;
  if (i >= r->model->nbodies || i >= JNI_MAX_CANDIDATES) return NULL;
  const char *name = r->model->bodies[i].name;
  return strncmp(name, r->scope->prefix, r->scope->length) == 0 ? name + r->scope->length : "";
}

static bool unknown_body(jni_reader *r, const jni_node *node, const char *text) {
  char head[JNI_MAX_PATH + 1], hint[JNI_MAX_PATH + 33];
  const char *dot = strrchr(text, '.');
  if (jni_read_report_outside(r, node, JNI_NAME_BODY, r->model->names, text)) return false;
  snprintf(head, sizeof head, "%.*s", dot ? (int)(dot - text) : JNI_MAX_PATH, text);
  jni_suggest(head, body_candidate, r, hint, sizeof hint);
  if (!hint[0] || strcmp(hint, "; did you mean ''?") == 0) {
    hint[0] = '\0';
    snprintf(head, sizeof head, "%.*s", (int)strcspn(text, "."), text);
    const char *nearest = jni_nearest(head, body_candidate, r);
    if (nearest && nearest[0]) snprintf(hint, sizeof hint, "; did you mean '%.255s'?", nearest);
  }
  return jni_read_fault(r, node, "there is no body '%.80s'%s", head, hint);
}

// Reports at the node that a frame does not exist or that its name is ambiguous, with a suggestion. text: its name as
// written; path: its name in the model. Returns false.
static bool unknown_frame(jni_reader *r, const jni_node *node, const char *text, const char *path) {
  const jn_model *model = r->model;
  char head[JNI_MAX_PATH + 1], hint[96];
  int body;
  size_t length = jni_model_find_path(model->names, JNI_NAME_BODY, 0, path, &body);
  if (jni_names_get(model->names, JNI_NAME_POINT, 0, path) == JNI_NAME_SEVERAL)
    return jni_read_fault(r, node, "several bodies have a point '%.60s': write BODY.%.60s", text, text);
  if (length <= r->scope->length) return unknown_body(r, node, text);
  snprintf(head, sizeof head, "%.*s", (int)(length - r->scope->length), text);
  const char *tail = text + strlen(head) + 1;
  const char *nearest = jni_nearest(tail, frame_candidate, &(frames_of){model, body});
  hint[0] = '\0';
  if (nearest && nearest[0]) snprintf(hint, sizeof hint, "; did you mean '%.36s.%.36s'?", head, nearest);
  return jni_read_fault(r, node, "body '%.60s' has no point or frame '%.60s'%s", head, tail, hint);
}

bool jni_read_refuse_point(jni_reader *r, const jni_node *node, int body, const char *text) {
  char hint[96] = "";
  if (jni_read_report_outside(r, node, JNI_NAME_BODY, r->model->names, text)) return false;
  const char *nearest = jni_nearest(text, frame_candidate, &(frames_of){r->model, body});
  if (nearest && nearest[0]) snprintf(hint, sizeof hint, "; did you mean '%.60s'?", nearest);
  return jni_read_fault(r, node, "'%.60s' has no point '%.60s'%s", r->model->bodies[body].name, text, hint);
}

// Returns the frame that the name `ground` means in a part: a frame on the ground where the part is placed. Adds it to
// the model the first time.
static jn_frame ground_of_part(jni_reader *r) {
  static const double zero[3] = {0, 0, 0};
  jni_scope *scope = r->scope;
  double origin[3], turn[4];
  if (scope->ground > 0) return (jn_frame){scope->ground};
  jni_part_place_point(&scope->placed, zero, origin);
  bool turned = jni_part_place_turn(&scope->placed, NULL, turn);
  jn_frame made = jni_model_add_unnamed_frame(r->model, jn_model_ground(r->model), origin, turned ? turn : NULL);
  scope->ground = made.i;
  return made;
}

static bool is_placed_ground(const jni_reader *r, const char *text, jn_frame frame) {
  const jni_scope *scope = r->scope;
  return scope->outer && (scope->placed.moved || scope->placed.turned) && strcmp(text, "ground") == 0 &&
         frame.i == r->model->bodies[0].frame;
}

bool jni_read_frame_text(jni_reader *r, const jni_node *node, const char *text, jn_frame *frame) {
  const char *path = jni_read_name(r, node, text);
  if (!path || jni_model_is_missing(r->model, path)) return false;
  *frame = jn_model_find_frame(r->model, path);
  if (is_placed_ground(r, text, *frame)) {
    *frame = ground_of_part(r);
    return frame->i >= 0;
  }
  return frame->i >= 0 || unknown_frame(r, node, text, path);
}

bool jni_read_frame(jni_reader *r, const jni_node *node, jn_frame *frame) {
  const char *text = jni_read_text(r, node);
  return text && jni_read_frame_text(r, node, text, frame);
}

static const char *joint_candidate(const void *context, int i) {
  for (const jni_node *node = context; node; node = node->next)
    if (i-- == 0) return node->key;
  return NULL;
}

bool jni_read_joint_text(jni_reader *r, const jni_node *node, const char *text, jn_joint *joint) {
  const char *path = jni_read_name(r, node, text);
  if (!path) return false;
  joint->i = jni_names_get(r->names, JNI_NAME_JOINT, 0, path);
  if (joint->i >= 0) return true;
  if (jni_read_report_outside(r, node, JNI_NAME_JOINT, r->names, text)) return false;
  const jni_node *joints = jni_node_get(r->root, "joints");
  char hint[96];
  jni_suggest(text, joint_candidate, joints ? joints->first : NULL, hint, sizeof hint);
  if (!hint[0] && jn_model_find_body(r->model, path).i >= 0)
    snprintf(hint, sizeof hint, "; that is a body, but a joint is expected here");
  return jni_read_fault(r, node, "there is no joint '%.60s'%s", text, hint);
}

bool jni_read_joint(jni_reader *r, const jni_node *node, jn_joint *joint) {
  const char *text = jni_read_text(r, node);
  return text && jni_read_joint_text(r, node, text, joint);
}
