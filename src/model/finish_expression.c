// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// finish_expression.c - the expressions of a finished model: checks that every name in them exists and may be read
// there.
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/finish.h"
#include "model/mirror.h"
#include "model/signal/signal_type.h"

void jni_finish_set_place(jn_model *model, jni_place place, const char *text) {
  model->place = place;
  model->place_file = NULL;
  if (!text) return;
  for (int i = 0; i < model->ntext_places; i++)
    if (model->text_places[i].text == text) {
      model->place = model->text_places[i].place;
      model->place_file = model->text_places[i].file;
      return;
    }
}

typedef struct {
  jn_model *model;
  const jni_checked_expression *use;
  jni_dependencies *needs;
  bool reported;  // a name in the expression has a fault that is already reported
} resolver;

static jni_readable reach_of(const jn_model *model, const jni_signal *s) {
  return s->kind == JNI_SIGNAL_COMPUTED ? model->computed[s->a].reach : jni_signal_type_of(s->kind)->reach;
}

// Returns the node (finish.h) that must be evaluated before a signal is available: a force, a named signal or a stage
// of a subsystem; -1: none.
static int node_of(const jn_model *model, const jni_signal *s) {
  if (jni_signal_type_of(s->kind)->force_result) return s->a;
  switch (s->kind) {
    case JNI_SIGNAL_COMPUTED: return jni_node_of_named_signal(model, s->a);
    case JNI_SIGNAL_SUBSYSTEM_OUTPUT:
      return jni_node_of_subsystem(model, s->a, model->subsystems[s->a].outputs[s->b].stage);
    case JNI_SIGNAL_SUBSYSTEM_RATE: return jni_node_of_subsystem(model, s->a, JNI_LAST);
    default: return -1;
  }
}

void jni_dependencies_add(jn_model *model, jni_dependencies *needs, int from, int to) {
  if (jni_pool_grow(&needs->pool, &needs->list, &needs->capacity, needs->n + 1, sizeof *needs->list))
    needs->list[needs->n++] = (jni_dependency){from, to};
  else model->no_memory = true;
}

static void refuse(const resolver *r, const jni_signal *s, const char *name, char *what, size_t size) {
  const char *leaf = s->kind == JNI_SIGNAL_COMPUTED ? r->model->computed[s->a].leaf : NULL;
  const char *only = r->use->reach == JNI_READS_TIME
                         ? "only t can"
                         : "only positions, velocities, inputs, states and results of forces can";
  if (leaf) snprintf(what, size, "'%.60s' reads '%.60s' and cannot be used here: %s", name, leaf, only);
  else snprintf(what, size, "'%.60s' cannot be used here: %s", name, only);
}

// Raises level and reach of the named signal whose expression is being checked to at least those of a signal s that the
// expression reads. Does nothing if the expression is not that of a named signal. If s is itself a named signal,
// nothing is done here: named_signal.c takes over its level and reach later.
static void widen(resolver *r, const jni_signal *s) {
  jn_model *model = r->model;
  bool of_signal = r->use->node >= model->nforces && r->use->node < jni_node_of_subsystem(model, 0, 0);
  if (!of_signal || s->kind == JNI_SIGNAL_COMPUTED) return;
  jni_named_signal *own = &model->computed[r->use->node - model->nforces];
  jni_level level = jni_signal_level(s->kind);
  jni_readable reach = reach_of(model, s);
  if (level > own->level) own->level = level;
  if (reach > own->reach) {
    own->reach = reach;
    own->leaf = jni_model_text(model, s->name, NULL);
  }
}

static int resolve(void *context, const char *name, char *what, size_t size) {
  resolver *r = context;
  jni_signal signals[JNI_MAX_COMPONENTS];
  int n = jni_signal_resolve(r->model, name, signals, JNI_MAX_COMPONENTS, what, size);
  if (n < 1) {
    r->reported |= !what[0];
    return -1;
  }
  if (n > 1) {
    snprintf(what, size, "'%.60s' is a vector; name a component: '%.60s'", name, signals[0].name);
    return -1;
  }
  if (reach_of(r->model, &signals[0]) > r->use->reach) {
    refuse(r, &signals[0], name, what, size);
    return -1;
  }
  int node = node_of(r->model, &signals[0]);
  if (r->use->node >= 0 && node >= 0) jni_dependencies_add(r->model, r->needs, r->use->node, node);
  if (r->model->no_memory) {
    snprintf(what, size, "out of memory");
    return -1;
  }
  widen(r, &signals[0]);
  jni_model_follow(r->model, &signals[0]);
  return 0;
}

// Returns the numbers of the table of this name; NULL: there is no such table, or its definition is faulty. In the
// latter case sets r->reported, because a fault is already reported at the table.
static const jnk_lookup *find_table(void *context, const char *name) {
  resolver *r = context;
  int i = jni_model_find_table(r->model, name);
  if (i >= 0 && r->model->tables[i].faulty) r->reported = true;
  return i >= 0 && !r->model->tables[i].faulty ? &r->model->tables[i].lookup : NULL;
}

// Returns the name of table i for suggestions in messages; without the path of the use if the expression is in the same
// use of a part as the table. Returns NULL after the last table.
static const char *table_name(const void *context, int i) {
  const resolver *r = context;
  const char *name = jni_model_table_name(r->model, i);
  int use = r->use->place.use;
  size_t n = use > 0 && name ? strlen(r->model->uses[use - 1].name) : 0;
  bool own = n && strncmp(name, r->model->uses[use - 1].name, n) == 0 && name[n] == '.';
  return own ? name + n + 1 : name;
}

// Returns whether an expression can be parsed and all its names can be resolved. If not, writes the reason as a
// sentence to `what`; an empty one if the reason is already reported. Adds the dependencies that follow from the names,
// and records the signals that must be followed. Sets no_memory of the model if memory is short.
static bool is_sound(resolver *r, const char *text, char *what, size_t size) {
  const jni_vocabulary words = {.variable = resolve, .table = find_table, .table_name = table_name, .context = r};
  int at = 0;
  what[0] = '\0';
  jni_expression *expression = jni_expression_in(r->model->pool.alloc, text, &words, what, size, &at);
  bool sound = expression != NULL;
  jni_expression_free(expression);
  if (!sound && strcmp(what, "out of memory") == 0) r->model->no_memory = true;
  return sound;
}

static bool is_in(const char *part, const char *text) {
  size_t n = strlen(part);
  for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) {
    bool opened = at > text && (at[-1] == '(' || (at > text + 1 && at[-2] == '{'));
    if (opened && (at[n] == ')' || at[n] == '}')) return true;
  }
  return false;
}

// If a faulty expression contains formulas that uses have bound to ports, looks for the first of these formulas that is
// itself faulty, outer ports first, and reports the fault there instead of at the expression. Returns whether there is
// such a formula.
static bool report_at_port(jn_model *model, const jni_checked_expression *use) {
  jni_checked_expression alone = *use;
  alone.node = -1;
  for (int i = 0; i < model->nbound_formulas && !model->no_memory; i++) {
    const jni_bound_formula *formula = &model->bound_formulas[i];
    char what[256], element[JNI_ELEMENT_SIZE];
    resolver r = {model, &alone, NULL, false};
    if (!is_in(formula->text, use->text) || is_sound(&r, formula->text, what, sizeof what)) continue;
    model->place = formula->place;
    model->place_file = formula->file;
    snprintf(element, sizeof element, "port '%.63s'", formula->port);
    if (!r.reported && !model->no_memory && !jni_model_has_fault_at(model, formula->place))
      jni_model_fault(model, element, "%s", what);
    return true;
  }
  return false;
}

void jni_finish_expression(jn_model *model, const jni_checked_expression *use, jni_dependencies *needs) {
  if (!use->text || model->no_memory) return;
  char what[256];
  resolver r = {model, use, needs, false};
  if (is_sound(&r, use->text, what, sizeof what) || model->no_memory || report_at_port(model, use)) return;
  jni_finish_set_place(model, use->place, use->text);
  if (!r.reported) jni_model_fault(model, use->element, "%s: %s", use->key, what);
}

const char *jni_finish_reflected(jn_model *model, jni_place place, const char *element, const char *key,
                                 unsigned mirror, double sign, const char *text) {
  char what[256] = "";
  if (!text || (!mirror && !strchr(text, '{')) || model->no_memory || model->nfaults > 0) return text;
  const char *made = jni_reflect_expression(model, mirror, sign, text, what, sizeof what);
  if (made) return made;
  jni_finish_set_place(model, place, text);
  if (what[0]) jni_model_fault(model, element, "%s: %s", key, what);
  return text;
}
