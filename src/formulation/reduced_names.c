// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reduced_names.c - see reduced_names.h.
#include "formulation/reduced_names.h"

#include <stdio.h>
#include <string.h>

#include "system/system.h"

// A joint's coordinate among the speeds of its link, by the orders of the two lists (model/kind.h).
static int place_in_link(jni_link_kind kind, int coordinate) {
  switch (kind) {
    case JNI_LINK_REVOLUTE:
    case JNI_LINK_PRISMATIC:
    case JNI_LINK_SCREW:
    case JNI_LINK_UNIVERSAL_PLUNGE: return 0;
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

const char *jni_reduced_speed_name(const jn_system *system, int speed, char *text, size_t size) {
  const jni_link *link = &system->tree->links[system->tree->speed_link[speed]];
  if (link->joint < 0) {
    snprintf(text, size, "%s", system->model->bodies[link->body].name);
    return text;
  }
  const jni_joint_element *joint = &system->model->joints[link->joint];
  for (int i = 0; i < joint->kind->ncoordinates; i++)
    if (link->kind != JNI_LINK_UNIVERSAL_PLUNGE || speed == link->v_at)
      if (link->v_at + place_in_link(link->kind, i) == speed) {
        snprintf(text, size, "joint.%s.%s", joint->name, joint->kind->coordinates[i].name);
        return text;
      }
  snprintf(text, size, "joint.%s", joint->name);
  return text;
}

// ---- reading --------------------------------------------------------------------------------------------------------

static int find_joint(const jn_model *model, const char *name, size_t n) {
  for (int j = 0; j < model->njoints; j++)
    if (strlen(model->joints[j].name) == n && strncmp(model->joints[j].name, name, n) == 0) return j;
  return -1;
}

static void mark_link(const jni_link *link, bool *marked) {
  for (int i = 0; i < link->nv; i++) marked[link->v_at + i] = true;
}

static bool refuse_cut(const jn_system *system, int joint, jn_report *report) {
  char why[256];
  jn_report_fault(report, JN_REFUSED, system->model->joints[joint].name,
                  "a variable of joint '%s' cannot be independent, since %s; 'tree: true' at the joint keeps it in the spanning tree",
                  system->model->joints[joint].name, jni_tree_reason(system, joint, why, sizeof why));
  return false;
}

// joint.NAME or joint.NAME.coordinate, without "joint.". Names of joints may have dots.
static bool mark_joint(const jn_system *system, const char *name, bool *marked, jn_report *report) {
  const char *dot = strrchr(name, '.');
  int joint = find_joint(system->model, name, strlen(name));
  bool whole = joint >= 0;
  if (!whole && dot) joint = find_joint(system->model, name, (size_t)(dot - name));
  if (joint < 0) return jn_report_fault(report, JN_REFUSED, "", "there is no joint '%s' whose variable could be independent", name), false;
  const jni_link *link = link_of_joint(system, joint);
  if (!link) return refuse_cut(system, joint, report);
  if (whole) return mark_link(link, marked), true;
  int coordinate = jni_joint_coordinate_index(system->model->joints[joint].kind, dot + 1);
  int speed = coordinate >= 0 ? jni_reduced_speed(system, joint, coordinate) : -1;
  if (speed < 0) {
    jn_report_fault(report, JN_REFUSED, system->model->joints[joint].name, "joint '%s', of type %s, has no variable '%s'",
                    system->model->joints[joint].name, system->model->joints[joint].kind->name, dot + 1);
    return false;
  }
  marked[speed] = true;
  return true;
}

static bool mark_body(const jn_system *system, const char *name, bool *marked, jn_report *report) {
  for (int b = 1; b < system->nbodies; b++) {
    if (strcmp(system->model->bodies[b].name, name) != 0) continue;
    const jni_link *link = &system->tree->links[system->tree->link_of[b]];
    if (link->joint < 0) return mark_link(link, marked), true;
    jn_report_fault(report, JN_REFUSED, name, "body '%s' is held by joint '%s': name a variable of that, as joint.%s", name,
                    system->model->joints[link->joint].name, system->model->joints[link->joint].name);
    return false;
  }
  jn_report_fault(report, JN_REFUSED, "", "'%s' is no joint variable; independent variables are named joint.NAME.angle, joint.NAME or BODY", name);
  return false;
}

bool jni_reduced_read_names(const jn_system *system, const char *names, bool *marked, jn_report *report) {
  bool ok = true;
  while (*names) {
    char name[128];
    size_t n = strcspn(names, ", ");
    if (n > 0 && n < sizeof name) {
      memcpy(name, names, n), name[n] = 0;
      ok = (strncmp(name, "joint.", 6) == 0 ? mark_joint(system, name + 6, marked, report) : mark_body(system, name, marked, report)) && ok;
    } else if (n > 0) {
      jn_report_fault(report, JN_REFUSED, "", "'%.40s...' is no joint variable: the name is too long", names);
      ok = false;
    }
    names += n + (names[n] != 0);
  }
  return ok;
}
