// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// part_use.c - the section `use`: each entry adds a part to the model. It becomes a scope with values of the part's
// parameters and bindings of its ports; then all sections are read in each scope.
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/part/port.h"
#include "model/read/read_fault.h"
#include "model/read/read_repeat.h"
#include "model/read/read_variant.h"

enum { MOST_NESTED = 16 };

// ---- settings for elements inside a use -------------------------------------------------------------

// Returns the rest of `path` after `name` and a dot; NULL: the path does not begin with the name and a dot, or nothing
// follows.
static const char *path_after(const char *path, const char *name) {
  size_t n = strlen(name);
  return strncmp(path, name, n) == 0 && path[n] == '.' && path[n + 1] ? path + n + 1 : NULL;
}

// Returns the name of the section of elements with which a path begins, such as "bodies"; NULL: it begins with none.
static const char *section_of(const char *path) {
  for (int i = 0; jni_element_sections[i]; i++)
    if (path_after(path, jni_element_sections[i])) return jni_element_sections[i];
  return NULL;
}

static bool begins_with_use(const jni_node *uses, const char *path) {
  char head[JNI_MAX_NAME + 1];
  size_t length = strcspn(path, ".");
  for (const jni_node *use = uses && uses->kind == JNI_MAPPING ? uses->first : NULL; use; use = use->next)
    if (path_after(path, use->key)) return true;
  if (!uses || !path[length] || length > JNI_MAX_NAME) return false;
  memcpy(head, path, length);
  head[length] = '\0';
  return jni_read_find_repetition(uses, head) != NULL;
}

bool jni_path_enters_use(const jni_node *root, const char *path) {
  const jni_node *uses = jni_node_get(root, "use");
  const char *section = section_of(path);
  const char *rest = section ? path_after(path, section) : NULL;
  if (begins_with_use(uses, path)) return true;
  return rest && begins_with_use(uses, rest) && (strcmp(section, "use") != 0 || jni_path_enters_nested_use(rest));
}

bool jni_read_push_setting(jni_reader *r, jni_part *part, const char *path, const jni_node *value, jni_scope *scope) {
  int n = part->nsettings;
  if (n == part->capacity_settings) {
    int capacity = n ? 2 * n : 8;
    jni_inner_setting *made = jni_document_take(r->scratch, (size_t)capacity * sizeof *made);
    if (!made) return false;
    if (n) memcpy(made, part->settings, (size_t)n * sizeof *made);
    part->settings = made;
    part->capacity_settings = capacity;
  }
  part->settings[part->nsettings++] = (jni_inner_setting){path, value, scope, false};
  return true;
}

// Returns the path, relative to a use, of a setting whose path begins with the use: front.left.k becomes left.k for the
// use `front`, bodies.front.arm.mass becomes bodies.arm.mass. NULL: the setting is for another use, or memory is short.
// name: that of the use; key: the same as written in the file, before {i} is replaced.
static const char *inner_path(jni_reader *r, const char *path, const char *name, const char *key) {
  const char *section = section_of(path), *rest = section ? path_after(path, section) : path;
  const char *inner = path_after(path, name) ? path_after(path, name) : path_after(path, key);
  if (inner || !section) return inner;
  inner = path_after(rest, name) ? path_after(rest, name) : path_after(rest, key);
  if (!inner) return NULL;
  size_t size = strlen(section) + strlen(inner) + 2;
  char *made = jni_document_take(r->scratch, size);
  if (made) snprintf(made, size, "%s.%s", section, inner);
  return made;
}

// ---- values of parameters and other values -----------------------------------------------------------

// Sets parameter i of a use to a value, which is computed in the scope `outside`, NULL: in the present one. Reports a
// fault if it has another dimension than the parameter.
static void set_parameter(jni_reader *r, jni_scope *scope, int i, const jni_node *value, jni_scope *outside) {
  jni_parameter *parameter = &scope->parameters[i];
  bool elsewhere = outside && outside != r->scope;
  jni_scope_state before;
  if (elsewhere) before = jni_read_enter(r, outside);
  bool sound =
      jni_read_set_parameter(r, parameter, value) && jni_read_check_dimension(r, scope->part->parameters[i], value);
  if (elsewhere) jni_read_leave(r, &before);
  parameter->state = sound ? JNI_DONE : JNI_FAILED;
}

// Applies one setting to a use: sets a parameter of its part, or changes a value in the tree of the part. In the latter
// case the use gets a copy of the part first. outside: as for set_parameter.
static void set_inside(jni_reader *r, jni_scope *scope, const char *path, const jni_node *value, jni_scope *outside) {
  const char *name = path_after(path, "parameters");
  int i = jni_names_get(r->names, JNI_NAME_PARAMETER, scope->part->names, name ? name : path);
  if (i >= 0) {
    set_parameter(r, scope, i, value, outside);
    return;
  }
  if (name && strchr(name, '.')) {
    jni_read_fault(r, value, "'%.60s': limits of a parameter are those of its part; a use sets its value", path);
    return;
  }
  if (scope->part->from == scope->part) {
    jni_part *copy = jni_read_copy_part(r, scope->part);
    if (!copy) return;
    scope->part = copy;
  }
  jni_scope_state before = jni_read_enter(r, scope);
  r->use = before.use;  // the setting is written in the outer scope
  jni_read_apply(r, path, value, outside);
  jni_read_leave(r, &before);
}

static void set_own(jni_reader *r, jni_scope *scope, const jni_node *set) {
  if (!set || !jni_read_is_mapping(r, set, true)) return;
  for (const jni_node *child = set->first; child && !r->stop; child = child->next)
    if (jni_count_work(r, child, 0)) set_inside(r, scope, child->key, child, r->scope);
}

// Applies to the use `name` the settings for it that are written outside, in the part that contains the use; they
// override those in the use's own key `set`.
static void set_from_outside(jni_reader *r, jni_scope *scope, const char *name) {
  jni_part *around = r->scope->part;
  const jni_node *reported = NULL;
  for (int i = 0; i < around->nsettings && !r->stop; i++) {
    jni_inner_setting *setting = &around->settings[i];
    const char *path = inner_path(r, setting->path, name, scope->node->key);
    if (!path || !jni_count_work(r, setting->value, 0)) continue;
    setting->used = true;
    path = jni_read_nested_path(r, scope->part, path, setting->value, &reported);
    if (path) set_inside(r, scope, path, setting->value, setting->scope ? setting->scope : r->scope);
  }
}

// Records that a use and all its elements are missing because of a fault that is already reported, so that references
// to them and settings for them are not reported as further faults.
static void report_missing_use(jni_reader *r, const jni_node *node, const char *name) {
  jni_part *around = r->scope->part;
  const char *own = name + r->scope->length;
  for (int i = 0; i < around->nsettings; i++) {
    jni_inner_setting *setting = &around->settings[i];
    setting->used = setting->used || inner_path(r, setting->path, own, node->key);
  }
  jni_model_note_missing(r->model, name);
}

static void check_used(jni_reader *r, jni_part *part) {
  jni_read_element(r, "set", NULL);
  for (int i = 0; i < part->nsettings && !r->stop; i++) {
    jni_inner_setting *setting = &part->settings[i];
    if (!setting->used) jni_read_fault(r, setting->value, "'%.120s': there is no such use of a part", setting->path);
    setting->used = true;
  }
}

// ---- one use ------------------------------------------------------------------------------------------

static int add_use(jni_reader *r, const jni_node *node, const char *name) {
  jn_model *model = r->model;
  char *text = jni_model_text(model, name, NULL);
  if (!jni_model_grow(model, &model->uses, &model->capacity_uses, model->nuses, sizeof *model->uses)) return 0;
  model->uses[model->nuses++] = (jni_use){text, model->place};
  (void)node;
  if (!jni_names_put(model->names, JNI_NAME_USE, 0, text, model->nuses)) model->no_memory = true;
  return model->no_memory ? 0 : model->nuses;
}

static bool is_same_part(const jni_part *a, const jni_part *b) {
  return a->from == b->from || (a->from->file && b->from->file && strcmp(a->from->file, b->from->file) == 0);
}

// Appends "a -> b -> " to a text: the names of the parts of the nested scopes from `first` to `last`, which is inside
// of it.
static void list_parts(const jni_scope *first, const jni_scope *last, char *text, size_t size) {
  if (last != first) list_parts(first, last->outer, text, size);
  size_t n = strlen(text);
  snprintf(text + n, size - n, "%.40s -> ", last->part->name);
}

// Checks, for a use of `part` in the present scope, that the part is not used inside of itself and that the uses are
// not nested too deeply. Returns false after a fault.
static bool check_nesting(jni_reader *r, const jni_node *node, const jni_part *part) {
  if (r->scope->depth >= MOST_NESTED)
    return jni_read_fault(r, node, "parts are nested too deeply: more than %d levels", (int)MOST_NESTED);
  for (const jni_scope *scope = r->scope; scope; scope = scope->outer) {
    char circle[200] = "";
    if (!is_same_part(scope->part, part)) continue;
    list_parts(scope, r->scope, circle, sizeof circle);
    return jni_read_fault(r, node, "the part '%.60s' would be inside of itself: %s%.40s", part->name, circle,
                          part->name);
  }
  return true;
}

static jni_scope *new_scope(jni_reader *r, const jni_node *node, const char *name, jni_part *part, int use) {
  size_t length = strlen(name);
  jni_scope *scope = jni_document_take(r->scratch, sizeof *scope);
  char *prefix = jni_document_take(r->scratch, length + 2);
  jni_parameter *parameters = jni_document_take(r->scratch, (size_t)part->nparameters * sizeof *parameters + 1);
  if (!scope || !prefix || !parameters) return NULL;
  memcpy(prefix, name, length);
  memcpy(prefix + length, ".", 2);
  *scope = (jni_scope){.part = part,
                       .outer = r->scope,
                       .prefix = prefix,
                       .length = length + 1,
                       .depth = r->scope->depth + 1,
                       .use = use,
                       .node = node,
                       .parameters = parameters};
  bool of_file = part->home->from == part->from;
  scope->around = of_file ? NULL : r->scope->part->home == r->scope->part ? r->scope : r->scope->around;
  return scope;
}

// Adds the scope of a use to the list of scopes: applies its settings, reads its placement and the bindings of its
// ports in the outer scope, then computes its parameters and adds the uses inside of it.
static void make_scope(jni_reader *r, const jni_node *node, const char *name, jni_part *part, int use) {
  jni_scope *scope = new_scope(r, node, name, part, use);
  if (!scope) return;
  set_own(r, scope, jni_node_get(node, "set"));
  set_from_outside(r, scope, name + r->scope->length);
  jni_read_part_place(r, node, &scope->place);
  jni_part_place_compose(&r->scope->placed, &scope->place, &scope->placed);
  jni_read_bind(r, scope, node, jni_node_get(node, "ports"));
  r->last_scope->next = scope;
  r->last_scope = scope;
  jni_scope_state before = jni_read_enter(r, scope);
  jni_read_parameters(r);
  jni_read_bind_defaults(r);
  if (!r->stop) jni_read_uses(r);
  jni_read_leave(r, &before);
}

static void read_use(jni_reader *r, const jni_node *node, const char *name, void *context) {
  (void)context;
  jni_read_element(r, "use", name);
  jni_read_begin_element(r, node);
  if (jni_read_is_mapping(r, node, false)) {
    jni_read_check_element_keys(r, node, jni_use_keys);
    const jni_node *named = jni_node_get(node, "part");
    bool sound = jni_model_check_name(r->model, JNI_NAME_USE, 0, "use", name);
    int use = sound ? add_use(r, node, name) : 0;
    if (!named) jni_read_fault_key(r, node, "needs 'part', the name of a file or of an entry of 'parts'");
    jni_part *part = named && use ? jni_read_find_part(r, named, use) : NULL;
    if (part && part->root && check_nesting(r, named, part)) {
      jni_read_element(r, "use", name);
      make_scope(r, node, name, part, use);
    } else {
      report_missing_use(r, node, name);
    }
  } else {
    report_missing_use(r, node, name);
  }
  jni_read_end_element(r);
}

void jni_read_uses(jni_reader *r) {
  const jni_node *section = jni_node_get(r->root, "use");
  jni_read_element(r, "use", NULL);
  if (section) jni_read_each(r, section, read_use, NULL);
  if (!r->stop) check_used(r, r->scope->part);
  r->element[0] = '\0';
}
