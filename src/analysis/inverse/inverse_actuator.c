// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse_actuator.c - actuators by name: coordinates, drivers, force elements, inputs.
#include <stdio.h>
#include <string.h>

#include "analysis/inverse/inverse.h"
#include "model/fault.h"
#include "system/formula.h"
#include "system/system.h"

static const jn_dimension newton = {1, 1, -2, 0}, newton_metre = {2, 1, -2, -1};

// ---- coordinates and drivers ---------------------------------------------------------------------------------------

static bool drives(const jn_model *model, int joint, const jni_coordinate *c) {
  const jni_joint_element *j = &model->joints[joint];
  return j->kind->driver && j->def.joint.i == c->joint &&
         jni_joint_coordinate_index(model->joints[c->joint].kind, j->def.coordinate) == c->index;
}

int jni_driver_row(const jn_system *system, int coordinate, double *scale) {
  const jn_model *model = system->model;
  for (int j = 0; coordinate >= 0 && j < model->njoints; j++)
    if (drives(model, j, &system->coordinates[coordinate])) {
      *scale = model->joints[j].def.scale;
      return system->joint_row[j];
    }
  return -1;
}

void jni_actuator_of_coordinate(const jn_system *system, const jni_named *named, jni_actuator *actuator) {
  *actuator = (jni_actuator){.push = JNI_PUSH_COORDINATE, .named = *named};
  memcpy(actuator->name, named->name, sizeof actuator->name);
  actuator->dimension = jni_named_is_angle(named) ? newton_metre : newton;
  actuator->row = jni_driver_row(system, named->coordinate, &actuator->scale);
}

static bool try_driver(const jn_system *system, const char *name, jni_actuator *actuator) {
  const jn_model *model = system->model;
  int joint = jn_model_find_joint(model, name).i;
  if (joint < 0 || !model->joints[joint].kind->driver) return false;
  const jn_joint_def *def = &model->joints[joint].def;
  const jni_joint_element *driven = &model->joints[def->joint.i];
  char text[JN_DIRECTION_NAME], what[256];
  bool other;
  jni_named named;
  int index = jni_joint_coordinate_index(driven->kind, def->coordinate);
  snprintf(text, sizeof text, "joint.%.255s.%s", driven->name, driven->kind->coordinates[index].name);
  if (!jni_named_find(system, text, &named, &other, what, sizeof what)) return false;
  jni_actuator_of_coordinate(system, &named, actuator);
  snprintf(actuator->name, sizeof actuator->name, "%.300s", name);
  return true;
}

// ---- force elements ------------------------------------------------------------------------------------------------

// Replaces the values of a->plan by a unit force: 1 in one component and 0 in the others. Returns false after a fault.
static bool set_value(jni_pool *pool, const jn_system *system, jni_actuator *a, int component, jn_report *report) {
  char what[256] = "";
  for (int i = 0; i < 3; i++) a->plan.value[i] = (jni_formula){0};
  if (jni_formula_new(pool, system, "1", JNI_LEVEL_POSITION, &a->plan.value[component], what, sizeof what)) return true;
  jn_report_fault(report, JN_NO_MEMORY, "", "%s", what);
  return false;
}

static void set_preload(jni_actuator *a) {
  jn_force_def *def = &a->element.def;
  def->stiffness = def->damping = 0;
  def->law = def->damping_law = (jn_law){0};
  a->element.tables[0] = NULL;
  def->preload = 1;
}

// Returns the index of the force element that `name` names, which is "NAME", "NAME.value" or "NAME.y" without the
// "force." before it; -1: none. *component: 0 to 2 if the name ends with a component, otherwise -1.
static int split_force(const jn_model *model, const char *name, int *component) {
  *component = -1;
  for (int i = 0; i < model->nforces; i++) {
    size_t length = strlen(model->forces[i].name);
    if (strncmp(model->forces[i].name, name, length) != 0) continue;
    if (!name[length] || strcmp(name + length, ".value") == 0) return i;
    if (name[length] != '.' || name[length + 1] < 'x' || name[length + 1] > 'z' || name[length + 2]) continue;
    *component = name[length + 1] - 'x';
    return i;
  }
  return -1;
}

// Returns whether the force of an element is a vector: true if its kind has a field "value" (torques, point forces),
// unless it acts along joint coordinates or is a torque in the plane.
static bool is_vector(const jn_system *system, const jni_force_element *element) {
  const jni_field *value = jni_field_find(element->kind->fields, element->kind->nfields, "value");
  return value && !jni_acts_along(&element->def) && !(system->model->space == JN_PLANE && value->dimension.m == 2);
}

static bool refuse(jn_report *report, const char *name, const char *why) {
  jn_report_fault(report, JN_BAD_ARGUMENT, "", "'%.80s' cannot be an actuator: %s", name, why);
  return false;
}

static bool make_force(jni_pool *pool, const jn_system *system, const char *name, jni_actuator *a, jn_report *report) {
  int component, i = split_force(system->model, name + strlen("force."), &component);
  if (i < 0) return refuse(report, name, "there is no such force element");
  *a = (jni_actuator){
      .push = JNI_PUSH_FORCE, .force = i, .row = -1, .element = system->model->forces[i], .plan = system->forces[i]};
  for (int k = 0; k < 3; k++) a->plan.value[k] = (jni_formula){0};
  a->plan.element = &a->element;
  snprintf(a->name, sizeof a->name, "%.300s", name);
  const jni_force_kind *kind = a->element.kind;
  bool vector = is_vector(system, &a->element), valued = jni_field_find(kind->fields, kind->nfields, "value") != NULL;
  if (!valued && !jni_field_find(kind->fields, kind->nfields, "preload"))
    return refuse(report, name,
                  "only springs, dampers, torques and point forces can be actuators; use an input or a joint "
                  "coordinate instead");
  a->vector = vector;
  if (vector && component < 0)
    return refuse(report, name, "its value is a vector; name a component, as in force.NAME.x");
  if (!vector && component >= 0) return refuse(report, name, "its value is one number, without components");
  if (vector && component == 2 && system->model->space == JN_PLANE)
    return refuse(report, name, "there is no z in the plane");
  char text[JN_DIRECTION_NAME], what[256];
  jni_signal signals[JNI_MAX_COMPONENTS];
  snprintf(text, sizeof text, "force.%.255s.value", a->element.name);
  if (jni_signal_resolve(system->model, text, signals, JNI_MAX_COMPONENTS, what, sizeof what) > 0)
    a->dimension = signals[0].dimension;
  if (valued) return set_value(pool, system, a, vector ? component : 0, report);
  set_preload(a);
  return true;
}

// ---- by name -------------------------------------------------------------------------------------------------------

static bool make_input(const jn_system *system, const char *name, jni_actuator *a) {
  int input = jn_input_find(system, name);
  *a = (jni_actuator){.push = JNI_PUSH_INPUT, .input = input, .row = -1};
  snprintf(a->name, sizeof a->name, "%.300s", name);
  return input >= 0;
}

// Returns the name of candidate i for the suggestion of a similar name: first drivers, then inputs. NULL past the last.
static const char *candidate(const void *context, int i) {
  const jn_model *model = context;
  for (int j = 0; j < model->njoints; j++)
    if (model->joints[j].kind->driver && i-- == 0) return model->joints[j].name;
  return i >= 0 && i < model->ninputs ? model->inputs[i].name : NULL;
}

static bool refuse_name(const jn_system *system, const char *name, char *what, size_t size, jn_report *report) {
  char hint[160] = "";
  if (!strchr(name, '.')) jni_suggest(name, candidate, system->model, hint, sizeof hint);
  if (hint[0]) snprintf(what, size, "there is no driver or input of that name%s", hint);
  return refuse(report, name, what);
}

bool jni_actuator_new(jni_pool *pool, const jn_system *system, const char *name, jni_actuator *actuator,
                      jn_report *report) {
  char what[256] = "";
  bool other;
  jni_named named;
  if (strncmp(name, "force.", 6) == 0) return make_force(pool, system, name, actuator, report);
  if (make_input(system, name, actuator) || try_driver(system, name, actuator)) return true;
  if (!jni_named_find(system, name, &named, &other, what, sizeof what))
    return refuse_name(system, name, what, sizeof what, report);
  jni_actuator_of_coordinate(system, &named, actuator);
  return true;
}
