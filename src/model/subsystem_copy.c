// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// subsystem_copy.c - copies lists of a definition of a subsystem into memory of the model.

#include "model/build.h"

static void *take_list(jn_model *model, int n, size_t size) {
  void *made = n > 0 ? jni_take(&model->pool, (size_t)n, size) : NULL;
  if (n > 0 && !made) model->no_memory = true;
  return made;
}

static void copy_path(jn_model *model, jn_path *path) {
  path->x = jni_model_doubles(model, path->x, path->n);
  path->y = jni_model_doubles(model, path->y, path->n);
  if (path->speed) path->speed = jni_model_doubles(model, path->speed, path->n);
  if (!path->x || !path->y) path->n = 0;
}

// Replaces the names and expressions in *named by copies in memory of the model. key: name of the field, under which
// the places of the expressions are recorded for messages.
static void copy_expressions(jn_model *model, jn_named_expressions *named, const char *key) {
  jn_named_expression *made = take_list(model, named->n, sizeof *made);
  if (!made) named->n = 0;
  for (int i = 0; i < named->n; i++) {
    made[i].name = jni_model_text(model, named->list[i].name, NULL);
    made[i].text = jni_model_text(model, named->list[i].text, key);
  }
  named->list = made;
}

static void copy_quantities(jn_model *model, jn_named_quantities *named) {
  jn_named_quantity *made = take_list(model, named->n, sizeof *made);
  if (!made) named->n = 0;
  for (int i = 0; i < named->n; i++) {
    made[i] = named->list[i];
    made[i].name = jni_model_text(model, named->list[i].name, NULL);
  }
  named->list = made;
}

static void copy_names(jn_model *model, jn_name_list *names) {
  const char **made = take_list(model, names->n, sizeof *made);
  if (!made) names->n = 0;
  for (int i = 0; i < names->n; i++) made[i] = jni_model_text(model, names->list[i], NULL);
  names->list = made;
}

static void copy_steps(jn_model *model, jn_sequence_def *def) {
  jn_sequence_step *made = take_list(model, def->nsteps, sizeof *made);
  if (!made) def->nsteps = 0;
  for (int i = 0; i < def->nsteps; i++) {
    made[i] = def->steps[i];
    copy_expressions(model, &made[i].set, "steps");
    made[i].until = jni_model_text(model, made[i].until, "steps");
  }
  def->steps = made;
}

void jni_subsystem_copy_list(jn_model *model, const jni_field *field, jn_subsystem_def *def) {
  void *at = (char *)def + field->offset;
  switch (field->type) {
    case JNI_FIELD_PATH: copy_path(model, at); break;
    case JNI_FIELD_NAMED_EXPRESSIONS: copy_expressions(model, at, field->name); break;
    case JNI_FIELD_NAMED_QUANTITIES: copy_quantities(model, at); break;
    case JNI_FIELD_NAMES: copy_names(model, at); break;
    case JNI_FIELD_STEPS: copy_steps(model, &def->sequence); break;
    default: break;
  }
}
