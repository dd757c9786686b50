// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// subsystem.c - adds subsystems along the fields of their kinds, and checks their expressions when all names are
// known.
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/finish.h"

// ---- kinds ------------------------------------------------------------------------------------

const jni_subsystem_kind *jni_subsystem_kind_find(const char *name) {
  for (int i = 0; jni_subsystem_kinds[i]; i++)
    if (strcmp(jni_subsystem_kinds[i]->name, name) == 0) return jni_subsystem_kinds[i];
  return NULL;
}

static const jni_subsystem_kind *kind_at(int i) {
  for (int k = 0; i >= 0 && jni_subsystem_kinds[k]; k++)
    if (k == i) return jni_subsystem_kinds[k];
  return NULL;
}

const char *jn_subsystem_kind_name(int i) { return kind_at(i) ? kind_at(i)->name : NULL; }
const char *jn_subsystem_kind_help(int i) { return kind_at(i) ? kind_at(i)->help : NULL; }

static const char *kind_candidate(const void *context, int i) {
  (void)context;
  return jn_subsystem_kind_name(i);
}

static void unknown_kind(jn_model *model, const char *element, const char *type) {
  char hint[96];
  if (jni_model_key_is_faulty(model, "type")) return;
  if (!type) {
    jni_model_fault(model, element, "needs 'type'");
    return;
  }
  jni_suggest(type, kind_candidate, NULL, hint, sizeof hint);
  if (jni_force_kind_find(type)) snprintf(hint, sizeof hint, ", which is a force");
  else if (!hint[0]) snprintf(hint, sizeof hint, "; 'jounce kinds' lists those that exist");
  jni_model_fault_key(model, element, "type", "unknown type '%.60s'%s", type, hint);
}

// ---- copies -----------------------------------------------------------------------------------

static bool is_input(const jni_field *field) { return field->type == JNI_FIELD_EXPRESSION; }

// Replaces the text, list or law in a field of a definition by a copy in memory of the model. sound: no fault was found
// in the definition; otherwise laws are replaced by empty ones.
static void copy_field(jn_model *model, const jni_field *field, void *def, bool sound) {
  void *at = (char *)def + field->offset;
  switch (field->type) {
    case JNI_FIELD_EXPRESSION:
    case JNI_FIELD_WORD:
    case JNI_FIELD_FILE_NAME:
    case JNI_FIELD_COORDINATE: {
      const char **text = at;
      *text = jni_model_text(model, *text, field->name);
      break;
    }
    case JNI_FIELD_CURVE: {
      jn_law *law = at, original = *law;
      *law = (jn_law){0};
      if (sound) jni_model_copy_law(model, &original, law);
      break;
    }
    case JNI_FIELD_NUMBERS:
    case JNI_FIELD_QUANTITIES: {
      jn_numbers *list = at;
      list->value = jni_model_doubles(model, list->value, list->n);
      if (!list->value) list->n = 0;
      break;
    }
    default: jni_subsystem_copy_list(model, field, def); break;
  }
}

static void copy_inputs(jn_model *model, jni_subsystem_element *element) {
  const jni_subsystem_kind *kind = element->kind;
  element->inputs = jni_take(&model->pool, (size_t)kind->nfields, sizeof *element->inputs);
  if (!element->inputs) {
    model->no_memory = true;
    return;
  }
  for (int i = 0; i < kind->nfields; i++) {
    const jni_field *field = &kind->fields[i];
    if (!is_input(field)) continue;
    const char *text = *(const char *const *)(const void *)((const char *)&element->def + field->offset);
    element->inputs[element->ninputs++] = (jni_subsystem_expression){field->name, text, field->stage};
  }
}

static void copy_def(jn_model *model, jni_subsystem_element *element) {
  const jni_subsystem_kind *kind = element->kind;
  for (int i = 0; i < kind->nfields; i++) copy_field(model, &kind->fields[i], &element->def, !element->faulty);
  copy_inputs(model, element);
  element->outputs = kind->outputs;
  element->noutputs = kind->noutputs;
  element->states = kind->states;
  element->nstates = kind->nstates;
  element->discretes = kind->discretes;
  element->ndiscretes = kind->ndiscretes;
  element->nroots = kind->nroots;
  if (kind->shape && !element->faulty && !model->no_memory) kind->shape(model, element);
}

// ---- adding -----------------------------------------------------------------------------------

static bool check(jn_model *model, const jni_subsystem_kind *kind, const jn_subsystem_def *def, const char *element) {
  const jn_subsystem_def fallback = jn_subsystem_def_default();
  char what[256] = "";
  if (!jni_model_check_fields(model, element, kind->name, "", kind->fields, kind->nfields, def, &fallback))
    return false;
  if (!kind->check || kind->check(model, def, what, sizeof what)) return true;
  jni_model_fault(model, element, "%s", what);
  return false;
}

jn_subsystem jn_model_add_subsystem(jn_model *model, const jn_subsystem_def *def) {
  JNI_ASSERT(model && def && def->cookie == JNI_DEF_COOKIE && "start from jn_subsystem_def_default()");
  const jni_subsystem_kind *kind = def->type ? jni_subsystem_kind_find(def->type) : NULL;
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "subsystem", def->name ? def->name : "");
  bool named = jni_model_check_name(model, JNI_NAME_SUBSYSTEM, 0, "subsystem", def->name);
  if (!kind) unknown_kind(model, element, def->type);
  bool sound = kind && check(model, kind, def, element);

  if (!jni_model_grow(model, &model->subsystems, &model->capacity_subsystems, model->nsubsystems,
                      sizeof *model->subsystems))
    return (jn_subsystem){-1};
  jni_subsystem_element *made = &model->subsystems[model->nsubsystems];
  *made = (jni_subsystem_element){
      .kind = kind, .def = *def, .faulty = !sound, .mirror = model->mirror, .place = model->place};
  made->def.name = made->def.type = NULL;
  if (kind) copy_def(model, made);
  made->name = jni_model_text(model, def->name ? def->name : "", NULL);
  if (named && made->name && !jni_names_put(model->names, JNI_NAME_SUBSYSTEM, 0, made->name, model->nsubsystems))
    model->no_memory = true;
  return (jn_subsystem){model->nsubsystems++};
}

int jn_model_nsubsystems(const jn_model *model) {
  JNI_ASSERT(model);
  return model->nsubsystems;
}

const char *jn_model_subsystem_name(const jn_model *model, jn_subsystem subsystem) {
  JNI_ASSERT(model);
  return subsystem.i >= 0 && subsystem.i < model->nsubsystems ? model->subsystems[subsystem.i].name : NULL;
}

// ---- final checks -------------------------------------------------------------------------------

// Checks the input expressions of a subsystem and reports faults. Adds the dependencies of its stages to `needs`: each
// stage depends on the signals that its input expressions read and on the stage before it. Reflects the input
// expressions of a mirrored subsystem.
static void finish(jn_model *model, int number, jni_dependencies *needs) {
  jni_subsystem_element *e = &model->subsystems[number];
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "subsystem", e->name);
  for (int i = 0; i < e->ninputs; i++) {
    jni_subsystem_expression *in = &e->inputs[i];
    const jni_checked_expression use = {e->place, element,          in->key,
                                        in->text, JNI_READS_MOTION, jni_node_of_subsystem(model, number, in->stage)};
    jni_finish_expression(model, &use, needs);
    in->text = jni_finish_reflected(model, e->place, element, in->key, e->mirror, 1, in->text);
  }
  for (int stage = JNI_SECOND; stage < JNI_STAGES; stage++)
    jni_dependencies_add(model, needs, jni_node_of_subsystem(model, number, stage),
                         jni_node_of_subsystem(model, number, stage - 1));
}

void jni_finish_subsystems(jn_model *model, jni_dependencies *needs) {
  model->nown_discretes = model->ndiscretes;
  for (int i = 0; i < model->nsubsystems && !model->no_memory; i++) {
    finish(model, i, needs);
    model->nown_discretes += model->subsystems[i].ndiscretes;
  }
  model->nown_discretes +=
      JNI_COMPLIANT_STATES * model->ncompliant_points + JNI_CONTACT_STATES * model->ncontact_points;
}
