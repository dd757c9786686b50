// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// named_signal.c - entries of the section `signals`: expressions with a name. Sorts forces, signals and subsystems by
// their dependencies, and gives each signal the highest level among the signals it reads.
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/finish.h"

// ---- adding -----------------------------------------------------------------------------------

int jn_model_add_signal(jn_model *model, const char *name, const char *expression, const jn_dimension *dimension) {
  JNI_ASSERT(model);
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "signal", name ? name : "");
  bool named = jni_model_check_name(model, JNI_NAME_COMPUTED, 0, "signal", name) &&
               jni_model_check_callable(model, element, name, JNI_NAME_TABLE, "table");
  if (!expression && !jni_model_key_is_faulty(model, "value"))
    jni_model_fault(model, element, "needs 'value', an expression");
  if (!jni_model_grow(model, &model->computed, &model->capacity_computed, model->ncomputed, sizeof *model->computed))
    return -1;
  int i = model->ncomputed++;
  jni_named_signal made = {.has_unit = dimension != NULL, .mirror = model->mirror, .place = model->place};
  if (dimension) made.dimension = *dimension;
  made.name = jni_model_text(model, name ? name : "", NULL);
  made.expression = jni_model_text(model, expression, "value");
  model->computed[i] = made;
  if (named && made.name && !jni_names_put(model->names, JNI_NAME_COMPUTED, 0, made.name, i)) model->no_memory = true;
  return i;
}

// ---- levels and dimensions --------------------------------------------------------------------

// If an expression is a single signal whose dimension is not that of a number, or the call of an inverse trigonometric
// function, sets *dimension to its dimension and returns true. Returns false for all others, also for signals that are
// numbers; *dimension is then not valid.
static bool find_dimension(const jn_model *model, const char *expression, jn_dimension *dimension) {
  jni_signal signals[JNI_MAX_COMPONENTS];
  *dimension = (jn_dimension){0, 0, 0, 1};
  if (jni_is_angle_call(expression)) return true;
  if (jni_signal_resolve(model, expression, signals, JNI_MAX_COMPONENTS, NULL, 0) != 1) return false;
  *dimension = signals[0].dimension;
  return !jni_unit_fits(*dimension, JN_NUMBER);
}

static void finish_dimension(jn_model *model, jni_named_signal *signal) {
  jn_dimension found;
  if (!signal->expression || !find_dimension(model, signal->expression, &found)) return;
  if (!signal->has_unit) signal->dimension = found;
  if (jni_unit_fits(signal->dimension, found)) return;
  char element[JNI_ELEMENT_SIZE], is[64], unit[64];
  jn_unit_format(found, is, sizeof is);
  jn_unit_format(signal->dimension, unit, sizeof unit);
  jni_element_text(element, "signal", signal->name);
  jni_finish_set_place(model, signal->place, signal->expression);
  jni_model_fault(model, element, "'%.60s' is in %s, but the unit given is %s", signal->expression, is,
                  unit[0] ? unit : "1");
}

// Returns the named signal that a node stands for; NULL: the node stands for a force or a stage of a subsystem.
static jni_named_signal *signal_of(const jn_model *model, int node) {
  bool is = node >= model->nforces && node < jni_node_of_subsystem(model, 0, 0);
  return is ? &model->computed[node - model->nforces] : NULL;
}

static const jni_subsystem_element *subsystem_of(const jn_model *model, int node) {
  int at = node - jni_node_of_subsystem(model, 0, 0);
  return at >= 0 ? &model->subsystems[at / JNI_STAGES] : NULL;
}

// If a node is a named signal, raises its level and reach to those of the named signals it reads, and sets its
// dimension. needs: the n nodes that it depends on, which must be complete.
static void finish_signal(jn_model *model, int node, const int *needs, int n) {
  jni_named_signal *signal = signal_of(model, node);
  for (int i = 0; signal && i < n; i++) {
    const jni_named_signal *read = signal_of(model, needs[i]);
    if (read && read->level > signal->level) signal->level = read->level;
    if (read && read->reach > signal->reach) {
      signal->reach = read->reach;
      signal->leaf = read->leaf;
    }
  }
  if (signal) finish_dimension(model, signal);
}

// ---- order ------------------------------------------------------------------------------------

typedef struct {
  jn_model *model;
  int n, *first, *to;  // node i of n depends on to[first[i]] .. to[first[i + 1] - 1]
  int *next;           // n: index into `to` of the next dependency to follow
  int *path, depth;    // nodes from a root to the current one
  enum { NEW, ON_PATH, DONE } * state;
  int placed;     // number of nodes that are in model->order so far
  bool finishes;  // flag: levels and dimensions of signals are set as well
} search;

static void name_node(const jn_model *model, int node, char text[80]) {
  const jni_subsystem_element *subsystem = subsystem_of(model, node);
  if (node < model->nforces) snprintf(text, 80, "force '%.60s'", model->forces[node].name);
  else if (subsystem) snprintf(text, 80, "subsystem '%.60s'", subsystem->name);
  else snprintf(text, 80, "'%.60s'", signal_of(model, node)->name);
}

// Returns whether two nodes are stages of the same subsystem. A message about a loop then names the subsystem once.
static bool same_subsystem(const jn_model *model, int a, int b) {
  return subsystem_of(model, a) && subsystem_of(model, a) == subsystem_of(model, b);
}

// Writes an algebraic loop of n nodes to `text`: "'a' needs 'b', 'b' needs force 'c', force 'c' needs 'a'", shortened
// if the space is too small.
static void write_loop(const search *s, const int *circle, int n, char *text, size_t size) {
  size_t used = 0;
  for (int i = 0; i < n; i++) {
    char one[80], other[80];
    if (same_subsystem(s->model, circle[i], circle[(i + 1) % n])) continue;
    name_node(s->model, circle[i], one);
    name_node(s->model, circle[(i + 1) % n], other);
    if (size - used < sizeof one + sizeof other + 16) {
      snprintf(text + used, size - used, ", ...");
      return;
    }
    used += (size_t)snprintf(text + used, size - used, "%s%s needs %s", used ? ", " : "", one, other);
  }
  if (used == 0) snprintf(text, size, "an input needs an output of the same subsystem");
}

// Returns the node of an algebraic loop at whose place the loop is reported: its first named signal; if it has none its
// first subsystem, otherwise its first force.
static int find_reported_node(const jn_model *model, const int *circle, int n) {
  for (int i = 0; i < n; i++)
    if (signal_of(model, circle[i])) return circle[i];
  for (int i = 0; i < n; i++)
    if (subsystem_of(model, circle[i])) return circle[i];
  return circle[0];
}

// Reports an algebraic loop as a fault. The loop is the last part of s->path, from `node` to the end; its last node
// depends on `node`.
static void report_loop(const search *s, int node) {
  jn_model *model = s->model;
  int at = s->depth - 1;
  while (s->path[at] != node) at--;
  const int *circle = s->path + at, n = s->depth - at, teller = find_reported_node(model, circle, n);
  char element[JNI_ELEMENT_SIZE], what[360] = "";
  write_loop(s, circle, n, what, sizeof what);
  const jni_named_signal *signal = signal_of(model, teller);
  const jni_subsystem_element *subsystem = subsystem_of(model, teller);
  if (signal) snprintf(element, sizeof element, "signal '%.60s'", signal->name);
  else name_node(model, teller, element);
  jni_finish_set_place(model,
                       signal      ? signal->place
                       : subsystem ? subsystem->place
                                   : model->forces[teller].place,
                       signal ? signal->expression : NULL);
  jni_model_fault(model, element, "its value depends on itself: %s", what);
}

// Appends all nodes that `root` depends on, directly or not, and that are not yet placed, and then `root` to
// model->order, each after its dependencies, by a depth-first search. Returns false if an algebraic loop is found and
// reported; the nodes on the path to it are then not appended.
static bool place_from(search *s, int root) {
  s->depth = 0;
  s->path[s->depth++] = root;
  s->state[root] = ON_PATH;
  while (s->depth > 0) {
    int node = s->path[s->depth - 1];
    if (s->next[node] == s->first[node + 1]) {
      if (s->finishes) finish_signal(s->model, node, s->to + s->first[node], s->first[node + 1] - s->first[node]);
      s->state[node] = DONE;
      s->model->order[s->placed++] = node;
      s->depth--;
      continue;
    }
    int to = s->to[s->next[node]++];
    if (s->state[to] == ON_PATH) {
      report_loop(s, to);
      while (s->depth > 0) s->state[s->path[--s->depth]] = DONE;  // so that the loop is reported once
      return false;
    }
    if (s->state[to] == DONE) continue;
    s->state[to] = ON_PATH;
    s->path[s->depth++] = to;
  }
  return true;
}

static void sort_needs(search *s, const jni_dependencies *needs) {
  for (int i = 0; i < needs->n; i++) s->first[needs->list[i].from + 1]++;
  for (int i = 0; i < s->n; i++) s->first[i + 1] += s->first[i];
  for (int i = 0; i < s->n; i++) s->next[i] = s->first[i];
  for (int i = 0; i < needs->n; i++) s->to[s->next[needs->list[i].from]++] = needs->list[i].to;
  for (int i = 0; i < s->n; i++) s->next[i] = s->first[i];
}

static bool put_in_order(jn_model *model, const jni_dependencies *needs, bool finishes) {
  size_t n = (size_t)jni_node_count(model);
  jni_pool scratch = {.alloc = model->pool.alloc};
  search s = {.model = model, .n = (int)n, .finishes = finishes};
  if (!model->order) model->order = jni_take(&model->pool, n, sizeof *model->order);
  s.first = jni_take(&scratch, n + 1, sizeof *s.first);
  s.next = jni_take(&scratch, n, sizeof *s.next);
  s.to = jni_take(&scratch, (size_t)needs->n, sizeof *s.to);
  s.path = jni_take(&scratch, n, sizeof *s.path);
  s.state = jni_take(&scratch, n, sizeof *s.state);
  bool sound = !scratch.failed && model->order;
  if (!sound) model->no_memory = true;
  else sort_needs(&s, needs);
  bool ordered = true;
  for (int i = 0; sound && i < s.n; i++)
    if (s.state[i] == NEW) ordered = place_from(&s, i) && ordered;
  jni_pool_free(&scratch);
  return sound && ordered;
}

bool jni_finish_order(jn_model *model, const jni_dependencies *needs) {
  return needs->n == 0 || put_in_order(model, needs, false);
}

bool jni_finish_named_signals(jn_model *model, jni_dependencies *needs) {
  char element[JNI_ELEMENT_SIZE];
  for (int i = 0; i < model->ncomputed; i++) {
    const jni_named_signal *signal = &model->computed[i];
    jni_element_text(element, "signal", signal->name);
    const jni_checked_expression use = {signal->place,      element,       "value",
                                        signal->expression, JNI_READS_ALL, jni_node_of_named_signal(model, i)};
    jni_finish_expression(model, &use, needs);
  }
  if (model->no_memory || model->ncomputed == 0) return true;
  bool ordered = put_in_order(model, needs, true);
  for (int i = 0; i < model->ncomputed; i++) {
    jni_named_signal *signal = &model->computed[i];
    jni_element_text(element, "signal", signal->name);
    signal->expression =
        jni_finish_reflected(model, signal->place, element, "value", signal->mirror, 1, signal->expression);
  }
  return ordered;
}
