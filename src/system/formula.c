// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formula.c - expressions over signals: compiled with the signals they read, evaluated at the current stage.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/formula.h"
#include "system/formula_at_time.h"
#include "system/signal_value.h"
#include "system/work.h"

typedef struct {
  jni_pool *pool;
  const jn_system *system;
  jni_formula *formula;
  jni_level level;
} binding;

static int resolve(void *context, const char *name, char *what, size_t size) {
  binding *b = context;
  jni_formula *f = b->formula;
  jni_signal found[JNI_MAX_COMPONENTS];
  int n = jni_signal_resolve(b->system->model, name, found, JNI_MAX_COMPONENTS, what, size);
  if (n == 0) return -1;
  if (n > 1) {
    snprintf(what, size, "'%s' is a vector; name one of its components, such as '%s'", name, found[0].name);
    return -1;
  }
  if (!jni_tree_has_signal(b->system, &found[0], what, size)) return -1;
  if (jni_signal_needs(b->system->model, &found[0]) > b->level) {
    snprintf(what, size, "'%s' depends on the accelerations and cannot be used here", name);
    return -1;
  }
  for (int i = 0; i < f->nsignals; i++)
    if (strcmp(f->signals[i].name, found[0].name) == 0) return i;
  if (f->nsignals == JNI_MOST_VARIABLES) {
    snprintf(what, size, "reads more than %d different names", JNI_MOST_VARIABLES);
    return -1;
  }
  if (!jni_pool_grow(b->pool, &f->signals, &f->capacity_signals, f->nsignals + 1, sizeof *f->signals)) {
    snprintf(what, size, "%s", jn_status_text(JN_NO_MEMORY));
    return -1;
  }
  f->signals[f->nsignals] = found[0];
  return f->nsignals++;
}

enum { MOST_PARTS = 4096 };  // largest size of the expression of a signal that is substituted

// Returns the expression of a signal of the model that reads at most time. The expression then replaces the name of the
// signal, so that its breaks and time derivatives can be found. Sets *variable to the index of the variable t if it
// reads time. NULL: the name is not such a signal, its expression is too large, or t cannot be added.
static const jni_expression *resolve_part(void *context, const char *name, int *variable) {
  const binding *b = context;
  const jn_model *model = b->system->model;
  int i = b->system->computed ? jni_names_get(model->names, JNI_NAME_COMPUTED, 0, name) : -1;
  const jni_formula *formula = i >= 0 && model->computed[i].reach == JNI_READS_TIME ? &b->system->computed[i] : NULL;
  char what[256];
  if (!formula || !formula->expression || jni_expression_size(formula->expression) > MOST_PARTS) return NULL;
  if (formula->nsignals > 0) *variable = resolve(context, "t", what, sizeof what);
  return formula->nsignals > 0 && *variable < 0 ? NULL : formula->expression;
}

static const jnk_lookup *find_table(void *context, const char *name) {
  const jn_model *model = ((const binding *)context)->system->model;
  int i = jni_model_find_table(model, name);
  return i >= 0 ? &model->tables[i].lookup : NULL;
}

bool jni_formula_new(jni_pool *pool, const jn_system *system, const char *text, jni_level level, jni_formula *formula,
                     char *what, size_t size) {
  binding b = {pool, system, formula, level};
  int at;
  *formula = (jni_formula){.time = -1};
  const jni_vocabulary words = {.variable = resolve,
                                .part = resolve_part,
                                .table = find_table,
                                .context = &b,
                                .unfolded = system->model->trace != NULL};
  jni_expression *expression = jni_expression_in(pool->alloc, text, &words, what, size, &at);
  if (!expression) return false;
  formula->expression = jni_keep(pool, expression, jni_object_free);
  if (!formula->expression) snprintf(what, size, "%s", jn_status_text(JN_NO_MEMORY));
  return formula->expression != NULL;
}

// Returns whether the time t equals a time event up to rounding.
static bool is_time_event(double t, double time_event) { return fabs(t - time_event) <= 8 * DBL_EPSILON * fabs(t); }

// Returns whether work->t is at an end of the current interval between time events and the formula has breaks in time.
// If so, the formula is evaluated on the side of the break that is inside the interval.
static bool is_beside(const jn_work *work, const jni_formula *formula) {
  return formula->time >= 0 && work->time_event &&
         (is_time_event(work->t, work->time_event->start) || is_time_event(work->t, work->time_event->next));
}

void jni_formula_read(const jn_system *system, jn_work *work, const jni_formula *formula, const double *vdot,
                      const double *lambda, double variables[JNI_MOST_VARIABLES]) {
  for (int i = 0; i < formula->nsignals; i++)
    variables[i] = jni_signal_calc(system, work, &formula->signals[i], vdot, lambda);
}

static const int *held_sides(const jn_work *work, const jni_formula *formula) {
  return work->sides && formula->nswitches > 0 ? work->sides + formula->switch_at : NULL;
}

double jni_formula_value(const jn_system *system, jn_work *work, const jni_formula *formula, const double *vdot,
                         const double *lambda) {
  double variables[JNI_MOST_VARIABLES];
  jni_formula_read(system, work, formula, vdot, lambda, variables);
  return jni_formula_value_of(work, formula, variables);
}

double jni_formula_value_of(const jn_work *work, const jni_formula *formula, const double *variables) {
  const int *sides = held_sides(work, formula);
  if (is_beside(work, formula)) return jni_expression_beside(formula->expression, variables, sides, formula->time);
  if (sides) return jni_expression_held(formula->expression, variables, sides);
  return jni_expression_value(formula->expression, variables);
}

void jni_formula_slopes(const jn_system *system, jn_work *work, const jni_formula *formula, double *slopes) {
  double variables[JNI_MOST_VARIABLES];
  jni_formula_read(system, work, formula, NULL, NULL, variables);
  jni_expression_gradient(formula->expression, variables, held_sides(work, formula),
                          is_beside(work, formula) ? formula->time : -1, formula->nsignals, slopes);
}

jni_jet jni_formula_of_time(const jni_formula *formula, double t) {
  const jni_jet time = {t, 1, 0};
  return jni_expression_jet(formula->expression, &time);
}

jni_jet jni_formula_now(const jn_work *work, const jni_formula *formula) {
  const jni_jet time = {work->t, 1, 0};
  return is_beside(work, formula) ? jni_expression_jet_beside(formula->expression, &time, formula->time)
                                  : jni_expression_jet(formula->expression, &time);
}
