// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_names.c - see reduced_names.h.
#include "formulation/reduced/reduced_names.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/fault.h"
#include "system/system.h"

// Returns the index of a joint's coordinate among the speeds of its link; -1 if the speeds of this kind of link are not
// coordinates of the joint. The two orders differ for planar joints only (model/joint_kind.h).
static int place_in_link(jni_link_kind kind, int coordinate) {
  switch (kind) {
    case JNI_LINK_REVOLUTE:
    case JNI_LINK_PRISMATIC:
    case JNI_LINK_SCREW:
    case JNI_LINK_UNIVERSAL_PLUNGE:
    case JNI_LINK_CONSTANT_VELOCITY_PLUNGE: return 0;
    case JNI_LINK_CYLINDRICAL: return coordinate;
    case JNI_LINK_PLANAR: return coordinate == 0 ? 2 : coordinate - 1;  // the joint has its angle first
    default: return -1;
  }
}

static const jni_link *link_of_joint(const jn_system *system, int joint) {
  for (int i = 1; i < system->tree->nlinks; i++)
    if (system->tree->links[i].joint == joint) return &system->tree->links[i];
  return NULL;
}

int jni_reduced_speed(const jn_system *system, int joint, int coordinate) {
  const jni_link *link = joint >= 0 ? link_of_joint(system, joint) : NULL;
  int place = link ? place_in_link(link->kind, coordinate) : -1;
  return place >= 0 ? link->v_at + place : -1;
}

const char *jni_reduced_variable_name(const jn_model *model, const jni_link *link, int place, char *text, size_t size) {
  const jni_joint_element *joint = &model->joints[link->joint];
  for (int i = 0; i < joint->kind->ncoordinates; i++)
    if (place_in_link(link->kind, i) == place && (!jni_link_plunges(link->kind) || place == 0)) {
      snprintf(text, size, "joint.%s.%s", joint->name, joint->kind->coordinates[i].name);
      return text;
    }
  snprintf(text, size, "joint.%s", joint->name);
  return text;
}

const char *jni_reduced_speed_name(const jn_system *system, int speed, char *text, size_t size) {
  const jni_link *link = &system->tree->links[system->tree->speed_link[speed]];
  if (link->joint >= 0) return jni_reduced_variable_name(system->model, link, speed - link->v_at, text, size);
  snprintf(text, size, "%s", system->model->bodies[link->body].name);
  return text;
}

// ---- reading --------------------------------------------------------------------------------------------------------

jn_status jni_reduced_refuse(const jni_named_variables *w, const char *format, ...) {
  const jn_model *model = w->system->model;
  jn_error error = {.status = JN_REFUSED, .severity = JN_FAULT};
  va_list arguments;
  va_start(arguments, format);
  jni_vprint(error.what, sizeof error.what, format, arguments);
  va_end(arguments);
  if (model->independent_place.line > 0 && strcmp(w->names, model->choices.independent) == 0) {
    error.status = JN_BAD_MODEL;
    jni_model_place(model, model->independent_place, &error);
    snprintf(error.element, sizeof error.element, "simulate");
  }
  return jn_report_add(w->report, &error);
}

// Returns false, as the result of a function that has refused a name; `status` is the result of jni_reduced_refuse.
static bool refused(jn_status status) { return status == JN_OK; }

static int find_joint(const jn_model *model, const char *name, size_t n) {
  for (int j = 0; j < model->njoints; j++)
    if (strlen(model->joints[j].name) == n && strncmp(model->joints[j].name, name, n) == 0) return j;
  return -1;
}

static const char *joint_candidate(const void *context, int i) {
  const jn_model *model = context;
  return i < model->njoints && i < JNI_MAX_CANDIDATES ? model->joints[i].name : NULL;
}

// Marks one speed as named or, with speed < 0, all speeds of the link. Returns false and reports a fault if one of them
// is marked already. name: as the user wrote it.
static bool mark(const jni_named_variables *w, const jni_link *link, int speed, const char *name) {
  int first = speed >= 0 ? speed : link->v_at, n = speed >= 0 ? 1 : link->nv;
  for (int i = first; i < first + n; i++) {
    if (w->marked[i]) return refused(jni_reduced_refuse(w, "'%s' is named twice as independent variable", name));
  }
  for (int i = first; i < first + n; i++) w->marked[i] = true;
  return true;
}

static bool refuse_cut(const jni_named_variables *w, int joint) {
  char why[256];
  const jn_system *system = w->system;
  const char *advice = system->tree->cut[joint] != JNI_CUT_CLOSES ? ""
                       : system->model->joints[joint].named
                           ? "; the other joints of its loop must be in the spanning tree as well"
                           : "; 'tree: true' at the joint keeps it in the spanning tree";
  return refused(jni_reduced_refuse(w, "a variable of joint '%s' cannot be independent: %s%s",
                                    system->model->joints[joint].name, jni_tree_reason(system, joint, why, sizeof why),
                                    advice));
}

static bool unknown_joint(const jni_named_variables *w, const char *name) {
  char hint[JNI_MAX_PATH + 33], head[JNI_SIGNAL_NAME_SIZE];
  const char *dot = strrchr(name, '.');
  snprintf(head, sizeof head, "%.*s", dot ? (int)(dot - name) : JNI_MAX_PATH, name);
  jni_suggest(head, joint_candidate, w->system->model, hint, sizeof hint);
  return refused(jni_reduced_refuse(w, "there is no joint '%.120s' whose variable could be independent%s", head, hint));
}

// Marks the speeds that joint.NAME or joint.NAME.coordinate names. Names of joints may contain dots. Returns false
// after reporting a fault.
static bool mark_joint(const jni_named_variables *w, const char *full) {
  const jn_model *model = w->system->model;
  const char *name = full + 6, *dot = strrchr(name, '.');
  int joint = find_joint(model, name, strlen(name));
  bool whole = joint >= 0;
  if (!whole && dot) joint = find_joint(model, name, (size_t)(dot - name));
  if (joint < 0) return unknown_joint(w, name);
  const jni_link *link = link_of_joint(w->system, joint);
  if (!link) return refuse_cut(w, joint);
  if (whole && link->nv == 0)
    return refused(
        jni_reduced_refuse(w, "joint '%s' (%s) has no degree of freedom", name, model->joints[joint].kind->name));
  if (whole) return mark(w, link, -1, full);
  int coordinate = jni_joint_coordinate_index(model->joints[joint].kind, dot + 1);
  int speed = coordinate >= 0 ? jni_reduced_speed(w->system, joint, coordinate) : -1;
  if (speed >= 0) return mark(w, link, speed, full);
  char hint[96];
  jni_kind_suggest_coordinate(model->joints[joint].kind, dot + 1, hint, sizeof hint);
  return refused(jni_reduced_refuse(w, "joint '%s' (%s) has no variable '%.40s'%s", model->joints[joint].name,
                                    model->joints[joint].kind->name, dot + 1, hint));
}

static bool mark_body(const jni_named_variables *w, const char *name) {
  const jn_system *system = w->system;
  for (int b = 1; b < system->nbodies; b++) {
    if (strcmp(system->model->bodies[b].name, name) != 0) continue;
    const jni_link *link = &system->tree->links[system->tree->link_of[b]];
    if (link->joint < 0) return mark(w, link, -1, name);
    const char *holder = system->model->joints[link->joint].name;
    return refused(jni_reduced_refuse(w, "body '%s' is held by joint '%s': name a variable of that joint, as joint.%s",
                                      name, holder, holder));
  }
  return refused(jni_reduced_refuse(
      w, "'%s' is not a joint variable; independent variables are named joint.NAME.angle, joint.NAME or BODY", name));
}

bool jni_reduced_read_names(const jni_named_variables *w) {
  bool ok = true;
  for (const char *names = w->names; *names;) {
    char name[JNI_SIGNAL_NAME_SIZE];
    size_t n = strcspn(names, ", ");
    if (n > 0 && n < sizeof name) {
      memcpy(name, names, n);
      name[n] = 0;
      ok = (strncmp(name, "joint.", 6) == 0 ? mark_joint(w, name) : mark_body(w, name)) && ok;
    } else if (n > 0) {
      ok = refused(jni_reduced_refuse(w, "'%.40s...' is not a joint variable: the name is too long", names));
    }
    names += n + (names[n] != 0);
  }
  return ok;
}

// ---- changes of the tree --------------------------------------------------------------------------------------------

// Returns the spanning tree that the model would have without variables named by the user; NULL if there is no memory.
// The caller frees it by jni_object_free.
static jni_tree *default_tree(const jn_system *system, jn_report *report) {
  jn_model usual = *system->model;
  usual.joints = jni_alloc0(system->alloc, (size_t)usual.njoints, sizeof *usual.joints);
  if (!usual.joints) return NULL;
  for (int j = 0; j < usual.njoints; j++) {
    usual.joints[j] = system->model->joints[j];
    usual.joints[j].named = false;
  }
  jni_tree *tree = jni_tree_new(&usual, system->alloc, report);
  jni_free(system->alloc, usual.joints);
  return tree;
}

jn_status jni_reduced_warn_tree_changes(const jn_system *system, jn_report *report) {
  const jn_model *model = system->model;
  bool any = false;
  for (int j = 0; j < model->njoints; j++) any = any || model->joints[j].named;
  if (!any) return JN_OK;
  jni_tree *usual = default_tree(system, report);
  if (!usual) return jni_report_no_memory(report);
  for (int j = 0; j < model->njoints; j++) {
    const char *name = model->joints[j].name;
    if (model->joints[j].named && system->tree->cut[j] == JNI_CUT_NO && usual->cut[j] == JNI_CUT_CLOSES)
      jn_report_warn(report, name,
                     "joint '%s' is in the spanning tree, because one of its variables is named as independent", name);
    if (system->tree->cut[j] == JNI_CUT_CLOSES && usual->cut[j] == JNI_CUT_NO)
      jn_report_warn(report, name, "joint '%s' is cut, because another joint of its loop is named as independent",
                     name);
  }
  jni_object_free(usual);
  return JN_OK;
}
