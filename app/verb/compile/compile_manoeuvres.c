// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_manoeuvres.c - reads the manoeuvres of `jounce compile`, for which the ranges of tables are found: courses,
// and model files of the same mechanism.
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "compile.h"
#include "course.h"

static bool is_model(const char *word) { return jn_file_format_of(word) == JN_FORMAT_MODEL; }

// Returns the model on the course that `word` names, and sets *name to the name of the course, which the caller frees;
// NULL with a fault in the report.
static jn_model *read_course(app_command *command, const jn_model *model, const char *word, char **name) {
  app_course course;
  char *folder;
  int n;
  if (!course_fits(model)) {
    usage_fault(command,
                "--manoeuvre '%.100s' is a course, which needs a model in space with tyres, tracks or "
                "contacts on a road; model files end with .yaml or .json",
                word);
    return NULL;
  }
  if (!course_find(command, word, &course, &folder)) return NULL;
  jn_setting *settings = course_settings(model, &n);
  jn_model *moved = settings ? course_read(model, &course, settings, n, command->report) : NULL;
  *name = moved ? course_name(&course) : NULL;
  free(settings);
  free(folder);
  return moved;
}

static bool take_one(app_command *command, const jn_model *model, const char *word, compile_manoeuvres *m) {
  char *name = NULL;
  jn_model *other = is_model(word) ? load_other_model(command, word) : read_course(command, model, word, &name);
  if (!other) {
    worst_fault(command, JN_BAD_MODEL, "reading the manoeuvre");
    return false;
  }
  if (!name) name = strdup(jn_model_name(other)[0] ? jn_model_name(other) : word);
  m->models[m->n] = other;
  m->names[m->n] = name;
  if (name) m->list[m->n] = (jn_manoeuvre){other, name};
  m->n++;
  if (name) return true;
  worst_fault(command, JN_NO_MEMORY, "reading the manoeuvres");
  return false;
}

jn_status compile_take_manoeuvres(app_command *command, const jn_model *model, compile_manoeuvres *m) {
  const text_list *words = &command->options.manoeuvres;
  size_t n = (size_t)words->n + 1;
  *m = (compile_manoeuvres){.models = calloc(n, sizeof *m->models)};
  m->names = calloc(n, sizeof *m->names);
  m->list = calloc(n, sizeof *m->list);
  if (!m->models || !m->names || !m->list) return worst_fault(command, JN_NO_MEMORY, "reading the manoeuvres");
  for (int i = 0; i < words->n; i++)
    if (!take_one(command, model, words->items[i], m)) return worst_fault(command, JN_BAD_MODEL, "the manoeuvres");
  return JN_OK;
}

void compile_free_manoeuvres(compile_manoeuvres *m) {
  for (int i = 0; i < m->n; i++) {
    jn_model_free(m->models[i]);
    free(m->names[i]);
  }
  free(m->models);
  free(m->names);
  free(m->list);
}
