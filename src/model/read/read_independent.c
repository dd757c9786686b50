// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_independent.c - reads `independent` of `simulate`: names of joint variables such as joint.O.angle, joint.O (all
// variables of the joint), chassis (all variables of a body). The formulation checks whether they can be independent.
#include <stdio.h>
#include <string.h>

#include "model/read/read_fault.h"
#include "model/read/read_section.h"
#include "model/read/read_value.h"

enum { MOST_NAME = JNI_SIGNAL_NAME_SIZE - 1 };

static const char *joint_candidate(const void *context, int i) {
  const jn_model *model = context;
  return i < model->njoints && i < JNI_MAX_CANDIDATES ? model->joints[i].name : NULL;
}

static const char *body_candidate(const void *context, int i) {
  const jn_model *model = context;
  return i + 1 < model->nbodies && i < JNI_MAX_CANDIDATES ? model->bodies[i + 1].name : NULL;
}

static const jni_joint_element *find_joint(const jn_model *model, const char *name, size_t n) {
  for (int j = 0; j < model->njoints; j++)
    if (strlen(model->joints[j].name) == n && strncmp(model->joints[j].name, name, n) == 0) return &model->joints[j];
  return NULL;
}

static bool unknown_joint(jni_reader *r, const jni_node *node, const char *name) {
  char hint[JNI_MAX_PATH + 33], head[MOST_NAME + 1];
  const char *dot = strrchr(name, '.');
  snprintf(head, sizeof head, "%.*s", dot ? (int)(dot - name) : MOST_NAME, name);
  jni_suggest(head, joint_candidate, r->model, hint, sizeof hint);
  return jni_read_fault(r, node, "there is no joint '%.60s' whose variable could be independent%s", head, hint);
}

// Checks a name JOINT or JOINT.COORDINATE, where JOINT may contain dots. Returns false after a fault: there is no such
// joint or coordinate, or the joint has no variable.
static bool check_joint(jni_reader *r, const jni_node *node, const char *name) {
  const char *dot = strrchr(name, '.');
  const jni_joint_element *joint = find_joint(r->model, name, strlen(name));
  bool whole = joint != NULL;
  if (!joint && dot) joint = find_joint(r->model, name, (size_t)(dot - name));
  if (!joint) return unknown_joint(r, node, name);
  if (!joint->kind) return true;
  if (joint->kind->link == JNI_LINK_NONE)
    return jni_read_fault(r, node, "%s '%s' (%s) has no joint variable that could be independent",
                          jni_joint_word(joint), joint->name, joint->kind->name);
  for (int i = 0; !whole && i < joint->kind->ncoordinates; i++)
    whole = strcmp(joint->kind->coordinates[i].name, dot + 1) == 0;
  if (whole) return true;
  char hint[96];
  jni_kind_suggest_coordinate(joint->kind, dot + 1, hint, sizeof hint);
  return jni_read_fault(r, node, "joint '%s' (%s) has no variable '%.40s'%s", joint->name, joint->kind->name, dot + 1,
                        hint);
}

static bool check_body(jni_reader *r, const jni_node *node, const char *name) {
  char hint[160];
  const char *dot = strrchr(name, '.');
  for (int b = 1; b < r->model->nbodies; b++)
    if (strcmp(r->model->bodies[b].name, name) == 0) return true;
  bool joint = find_joint(r->model, name, strlen(name)) || (dot && find_joint(r->model, name, (size_t)(dot - name)));
  if (joint) snprintf(hint, sizeof hint, "; did you mean 'joint.%.100s'?", name);
  else jni_suggest(name, body_candidate, r->model, hint, sizeof hint);
  if (!hint[0]) snprintf(hint, sizeof hint, "; independent variables are named joint.NAME.angle, joint.NAME or BODY");
  return jni_read_fault(r, node, "'%.60s' is not a joint variable%s", name, hint);
}

static bool is_listed(const char *list, const char *name) {
  size_t n = strlen(name);
  while (*list) {
    size_t length = strcspn(list, ",");
    if (length == n && strncmp(list, name, n) == 0) return true;
    list += length;
    if (*list == ',') list++;
  }
  return false;
}

static bool append(jni_reader *r, const jni_node *node, const char *name) {
  jn_choices *choices = &r->model->choices;
  size_t used = strlen(choices->independent), size = sizeof choices->independent - used;
  if (is_listed(choices->independent, name)) return jni_read_fault(r, node, "'%.60s' is named twice", name);
  if ((size_t)snprintf(choices->independent + used, size, "%s%s", used ? "," : "", name) < size) return true;
  choices->independent[used] = 0;
  return jni_read_fault(r, node, "the names of independent variables are too long: at most %d characters in total",
                        (int)sizeof choices->independent - 1);
}

// Appends one name of a variable to the choice `independent`. If `sound`, that is, if the model has no fault so far,
// checks the name first; a wrong one is reported and not appended. Otherwise the other faults may be the reason why it
// is unknown. Returns false after a fault that ends reading: a repeated name, or too many names.
static bool read_name(jni_reader *r, const jni_node *node, const char *name, bool sound) {
  if (sound && !(strncmp(name, "joint.", 6) == 0 ? check_joint(r, node, name + 6) : check_body(r, node, name)))
    return true;
  return append(r, node, name);
}

// Reads a text of names of variables, separated by commas or spaces. Returns false after a fault that ends reading.
static bool read_names(jni_reader *r, const jni_node *node, const char *text, bool sound) {
  if (!text[strspn(text, ", ")])
    return jni_read_fault(r, node, "expected the name of a joint variable, such as joint.O.angle");
  for (text += strspn(text, ", "); *text; text += strspn(text, ", ")) {
    char name[MOST_NAME + 1];
    size_t n = strcspn(text, ", ");
    if (n > MOST_NAME) return jni_read_fault(r, node, "'%.40s...' is not a joint variable: the name is too long", text);
    memcpy(name, text, n);
    name[n] = 0;
    if (!read_name(r, node, name, sound)) return false;
    text += n;
  }
  return true;
}

void jni_read_independent(jni_reader *r, const jni_node *node) {
  bool sound = r->model->nfaults == 0;
  r->model->choices.independent[0] = 0;
  if (!node->from) r->model->independent_place = node->place;
  for (const jni_node *one = node->kind == JNI_SEQUENCE ? node->first : node; one;
       one = node->kind == JNI_SEQUENCE ? one->next : NULL) {
    const char *text = jni_read_text(r, one);
    if (!text || !read_names(r, one, text, sound)) return;
  }
}
