// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_setting.c - settings: values that replace those of the file before it is interpreted. Faults in them name the
// setting.
#include <stdio.h>
#include <string.h>

#include "model/part/scope.h"
#include "model/read/read_fault.h"
#include "model/read/read_repeat.h"
#include "model/read/read_section.h"
#include "model/read/read_variant.h"

enum { MAX_LABEL = 200 };

// Returns the item of a list whose number, from 0, is the first word of the path, and sets *rest to the path after it.
// NULL: the path does not begin with a number, or the list is shorter.
static jni_node *find_item(const jni_node *list, const char *path, const char **rest) {
  size_t digits = strspn(path, "0123456789");
  if (!digits || digits > 7 || (path[digits] && path[digits] != '.')) return NULL;
  int i = 0;
  for (size_t k = 0; k < digits; k++) i = 10 * i + (path[k] - '0');
  jni_node *item = list->first;
  while (item && i-- > 0) item = item->next;
  *rest = path[digits] ? path + digits + 1 : "";
  return item;
}

// Returns whether a path is a key, which may contain dots, or continues one after a dot. If so sets *rest to the path
// after that dot, "" if the path is the key.
static bool follows(const char *path, const char *key, const char **rest) {
  size_t n = strlen(key);
  if (strncmp(path, key, n) != 0 || (path[n] && path[n] != '.')) return false;
  *rest = path[n] ? path + n + 1 : "";
  return true;
}

static jni_node *find_in(jni_node *node, const char *path, int depth, jni_node **in);

// If `list` is the list of outputs, such as [crank.angle, {F: force.spring.value}], returns the node in it that a path
// beginning with the name of an output leads to, and sets *in as find_in does. NULL: there is none.
static jni_node *find_listed(jni_node *list, const char *path, int depth, jni_node **in) {
  bool outputs = list->key && strcmp(list->key, "outputs") == 0;
  for (jni_node *item = outputs ? list->first : NULL; item; item = item->next) {
    jni_node *found = item->kind == JNI_MAPPING ? find_in(item, path, depth + 1, in) : NULL;
    bool named = item->kind == JNI_SCALAR && strcmp(item->text, path) == 0;
    if (named && in) *in = list;
    if (named || found) return named ? item : found;
  }
  return NULL;
}

// Returns the node that a path leads to below `node`; NULL: there is none. Sets *in, unless `in` is NULL, to the
// mapping or list that directly contains the result.
static jni_node *find_in(jni_node *node, const char *path, int depth, jni_node **in) {
  const char *rest;
  if (!*path || depth > JNI_MAX_NODE_DEPTH) return node;
  if (node->kind == JNI_SEQUENCE) {
    jni_node *item = find_item(node, path, &rest);
    if (item && !*rest && in) *in = node;
    return item ? find_in(item, rest, depth + 1, in) : find_listed(node, path, depth, in);
  }
  for (jni_node *child = node->kind == JNI_MAPPING ? node->first : NULL; child; child = child->next) {
    if (!follows(path, child->key, &rest)) continue;
    if (!*rest && in) *in = node;
    jni_node *found = find_in(child, rest, depth + 1, in);
    if (found) return found;
  }
  return NULL;
}

static jni_node *find_path(jni_node *node, const char *path) { return find_in(node, path, 0, NULL); }

static const char *child_candidate(const void *context, int i) {
  for (const jni_node *node = context; node; node = node->next)
    if (i-- == 0) return node->key ? node->key : "";
  return NULL;
}

static const char *item_candidate(const void *context, int i) {
  for (const jni_node *node = context; node; node = node->next)
    if (i-- == 0) return node->kind == JNI_SCALAR ? node->text : "";
  return NULL;
}

// If a path into a list has a number beyond the end of the list or of a list in it, such as points.7 or points.1.5,
// reports a fault and returns true; otherwise returns false.
static bool report_unknown_item(jni_reader *r, const jni_node *value, const jni_node *list, const char *path) {
  const char *number = path, *rest;
  const jni_node *at = list, *item = find_item(at, number, &rest);
  while (item && item->kind == JNI_SEQUENCE) {
    at = item;
    number = rest;
    item = find_item(at, number, &rest);
  }
  size_t digits = strspn(number, "0123456789");
  if (item || !digits || (number[digits] && number[digits] != '.')) return false;
  int n = 0, before = number > path ? (int)(number - path) - 1 : 0;
  for (item = at->first; item; item = item->next) n++;
  jni_read_fault(r, value, "there is no item %.*s in '%.60s%s%.*s', which has %d, counted from 0",
                 (int)(digits < 60 ? digits : 60), number, list->key, before ? "." : "", before < 60 ? before : 60,
                 path, n);
  return true;
}

// Reports that a path leads to nothing: names its first word that is not a key and suggests the nearest key. Returns
// false.
static bool unknown_path(jni_reader *r, const jni_node *value, const char *path) {
  const jni_node *at = r->root;
  char word[JNI_MAX_NAME + 1], hint[96];
  const char *rest = path;
  for (const jni_node *next = at; next && *rest;) {
    snprintf(word, sizeof word, "%.*s", (int)strcspn(rest, "."), rest);
    next = jni_node_get(at, word);
    if (next) {
      at = next;
      rest += strlen(word);
      rest += *rest == '.';
    }
  }
  if (at->kind == JNI_SEQUENCE && at->key) {
    if (report_unknown_item(r, value, at, rest)) return false;
    jni_suggest(rest, item_candidate, at->first, hint, sizeof hint);
    return jni_read_fault(r, value, "there is no '%.60s' in the list '%.60s'%s", rest, at->key, hint);
  }
  const jni_node *maker = jni_read_find_repetition(at, word);
  if (maker)
    return jni_read_fault(r, value, "'%s' is created by '%.60s'; set '%.*s%.60s%.60s' for all of them", word,
                          maker->key, (int)(rest - path), path, maker->key, rest + strlen(word));
  jni_suggest(word, child_candidate, at->first, hint, sizeof hint);
  if (!at->key) return jni_read_fault(r, value, "there is no '%s' in the file%s", word, hint);
  return jni_read_fault(r, value, "there is no '%s' in '%.60s'%s", word, at->key, hint);
}

static bool unknown_parameter(jni_reader *r, const jni_node *value, const char *name) {
  const jni_node *parameters = jni_node_get(r->root, "parameters");
  char hint[96];
  jni_suggest(name, child_candidate, parameters ? parameters->first : NULL, hint, sizeof hint);
  return jni_read_fault(r, value, "there is no parameter '%.60s'%s", name, hint);
}

// Adds a key to the entry of an element that does not have this key. Returns false if the path is not that of a key of
// an existing element, or if memory is short.
static bool add_key(jni_reader *r, const char *path, const jni_node *value) {
  const char *dot = strrchr(path, '.');
  if (!dot) return false;
  size_t n = (size_t)(dot - path);
  char *head = jni_document_take(r->scratch, n + 1);
  jni_node *made = jni_document_take(r->scratch, sizeof *made);
  if (!head || !made) return false;
  memcpy(head, path, n);
  head[n] = '\0';
  const jni_node *found = find_path(r->root, head);
  bool element = found && found->kind == JNI_MAPPING && found->parent && found->parent != r->root;
  if (!element || !jni_read_unshare_tree(r, r->scope->part)) return false;
  jni_node *parent = find_path(r->root, head);
  jni_node_append(parent, dot + 1, value, made);
  return true;
}

// Returns the mapping under a key of `parent`; creates it if it is missing or empty. value: the setting that needs it.
// NULL: the key has another value, or memory is short.
static jni_node *open_section(jni_reader *r, jni_node *parent, const char *key, const jni_node *value) {
  jni_node *section = key ? jni_node_get(parent, key) : NULL;
  jni_node mapping = {.kind = JNI_MAPPING, .from = value->from};
  if (!section && key) {
    section = jni_document_take(r->scratch, sizeof *section);
    if (section) jni_node_append(parent, key, &mapping, section);
  } else if (section && jni_node_is_empty(section)) {
    jni_node_replace(section, &mapping);
  }
  return section && section->kind == JNI_MAPPING ? section : NULL;
}

// Returns a copy of the name of a group that lives as long as the document; NULL: no memory.
static const char *group_key(jni_reader *r, const char *group) {
  char *key = jni_document_take(r->scratch, strlen(group) + 1);
  return key ? strcpy(key, group) : NULL;
}

// Adds an entry to the section `initial` or `simulate`, or to a group in it; creates the section and the group if they
// are missing. Returns false if the path does not lead there, or if memory is short.
static bool add_to_section(jni_reader *r, const char *path, const jni_node *value) {
  const char *rest;
  bool initial = follows(path, "initial", &rest);
  if (!initial && !follows(path, "simulate", &rest)) return false;
  char group[32];
  size_t length = strcspn(rest, ".");
  snprintf(group, sizeof group, "%.*s", (int)length, rest);
  bool of_initial = strcmp(group, "keep") == 0 || strcmp(group, "hold") == 0 || strcmp(group, "guess") == 0;
  bool known = initial ? of_initial : jni_read_is_choice_group(group);
  bool inner = known && rest[length] == '.';
  const char *key = inner ? rest + length + 1 : rest;
  if (!*key || (initial && !inner)) return false;
  bool legal = initial || !strchr(key, '.');  // names of signals have dots
  if (!jni_read_unshare_tree(r, r->scope->part)) return false;
  jni_node *section = open_section(r, r->root, initial ? "initial" : "simulate", value);
  if (section && inner) section = open_section(r, section, group_key(r, group), value);
  jni_node *made = section && legal ? jni_document_take(r->scratch, sizeof *made) : NULL;
  if (made) jni_node_append(section, key, value, made);
  return made != NULL;
}

static jni_node *find_use(const jni_node *root, const char *path, const char **rest) {
  jni_node *uses = jni_node_get(root, "use");
  if (!uses || uses->kind != JNI_MAPPING || !follows(path, "use", &path)) return NULL;
  for (jni_node *use = uses->first; use; use = use->next)
    if (use->kind == JNI_MAPPING && follows(path, use->key, rest)) return use;
  return NULL;
}

// Adds an entry to the key `set`, `ports` or `orientation` of a use, which is created if missing; the name of the entry
// may contain dots. Returns false if the path does not lead there, or if memory is short.
static bool add_to_use(jni_reader *r, const char *path, const jni_node *value) {
  static const char *const groups[] = {"set", "ports", "orientation"};
  const char *rest, *key = "";
  int i = 0;
  if (!find_use(r->root, path, &rest)) return false;
  while (i < 3 && !(follows(rest, groups[i], &key) && *key)) i++;
  if (i == 3 || !jni_read_unshare_tree(r, r->scope->part)) return false;
  jni_node *section = open_section(r, find_use(r->root, path, &rest), groups[i], value);
  jni_node *made = section ? jni_document_take(r->scratch, sizeof *made) : NULL;
  if (made) jni_node_append(section, key, value, made);
  return made != NULL;
}

// Returns the node that a setting changes: the entry of the parameter `name`, otherwise the node that the path leads
// to; NULL: there is none. Sets *in, unless NULL, to the node that contains it.
static jni_node *find_target(jni_reader *r, const char *name, const char *path, jni_node **in) {
  jni_node *parameters = jni_node_get(r->root, "parameters"), *target = name ? jni_node_get(parameters, name) : NULL;
  if (target && in) *in = parameters;
  return target ? target : find_in(r->root, path, 0, in);
}

// Returns the node that `value` replaces: the one found by find_target, but its key `value` if it is a parameter with
// limits and only a value is set.
static jni_node *find_replaced(jni_reader *r, const char *name, const char *path, const jni_node *value) {
  jni_node *in = NULL, *target = find_target(r, name, path, &in);
  bool is_parameter = in && in == jni_node_get(r->root, "parameters");
  jni_node *inner = is_parameter && value->kind != JNI_MAPPING ? jni_node_get(target, "value") : NULL;
  return inner ? inner : target;
}

// Removes the entry that a path leads to, for the setting `path: null`, and records its name for messages. If it is an
// entry for an element inside a use, also adds a setting that removes this element. Returns false after a fault.
static bool remove_entry(jni_reader *r, const char *name, const char *path, const jni_node *value) {
  jni_node *in = NULL, *target = find_target(r, name, path, &in);
  if (!in || !jni_node_remove(in, target)) return jni_read_fault(r, value, "'%.60s' cannot be taken away", path);
  jni_read_note_removed(r, target->key ? jni_read_name(r, value, target->key) : NULL, value);
  bool inner = target->key && in->parent == r->root && jni_read_is_inner_entry(r, target);
  return !inner || jni_read_push_setting(r, r->scope->part, path, value, NULL);
}

static bool add_new(jni_reader *r, const char *path, const jni_node *value) {
  if (add_to_section(r, path, value) || add_to_use(r, path, value)) return true;
  bool nested = strncmp(path, "use.", 4) == 0 && jni_path_enters_use(r->root, path);
  return !nested && add_key(r, path, value);
}

// Returns whether a formula may replace this mapping: it is the motion of a driver or joint, an input or a named
// signal.
static bool may_be_formula(const jni_node *node) {
  static const char *const sections[] = {"inputs", "signals"};
  const char *key = node->key ? node->key : "", *section = node->parent && node->parent->key ? node->parent->key : "";
  bool listed = false;
  for (int i = 0; i < 2; i++) listed = listed || strcmp(section, sections[i]) == 0;
  return listed || strcmp(key, "motion") == 0 || strcmp(key, "rate") == 0;
}

// Returns whether a value is an empty mapping for an element inside a use, as in `front.arm: {}`. It changes nothing,
// but the element must exist.
static bool changes_nothing(const jni_node *value) {
  return value->kind == JNI_MAPPING && !value->first && value->key && strchr(value->key, '.');
}

bool jni_read_apply(jni_reader *r, const char *path, const jni_node *value, jni_scope *scope) {
  if (!path[0]) return jni_read_fault(r, value, "the setting has no path");
  bool bare = !strchr(path, '.'), away = jni_node_is_null(value);
  const char *name = strncmp(path, "parameters.", 11) == 0 ? path + 11 : bare ? path : NULL;
  const jni_node *target = find_target(r, name, path, NULL);
  // Keys of the file are tried before uses, because the name of a repeated use, "{c}", could match any word.
  if (!target && !name && !away && add_new(r, path, value)) return true;
  if (!target && jni_path_enters_use(r->root, path))
    return jni_read_push_setting(r, r->scope->part, path, value, scope);
  if (!target && name) return unknown_parameter(r, value, name);
  if (!target) return unknown_path(r, value, path);
  if (changes_nothing(value)) return true;
  const jni_node *replaced = find_replaced(r, name, path, value);
  if (replaced->kind == JNI_MAPPING && value->kind != JNI_MAPPING && !away && !may_be_formula(target))
    return jni_read_fault(r, value, "'%.60s' is a mapping, not a value", path);
  if (name && !away && target->parent && target->parent->parent == r->root &&
      !jni_read_check_dimension(r, target, value))
    return false;
  if (!jni_read_unshare_tree(r, r->scope->part)) return false;
  if (away) return remove_entry(r, name, path, value);
  jni_node_replace(find_replaced(r, name, path, value), value);
  return true;
}

static const char *label_of(jni_reader *r, const jn_setting *setting) {
  char *label = jni_document_take(r->scratch, MAX_LABEL);
  if (label) snprintf(label, MAX_LABEL, "--set %.90s=%.90s", setting->path, setting->value);
  return label;
}

bool jni_read_settings(jni_reader *r, const jn_setting *settings, int n) {
  bool sound = true;
  for (int i = 0; i < n; i++) {
    const char *label = label_of(r, &settings[i]);
    if (!label) return false;
    jni_document *document = jni_document_new(r->model, settings[i].value, strlen(settings[i].value), 0, label);
    if (!jni_read_keep_document(r, document)) {
      sound = false;
      continue;
    }
    jni_node *value = jni_document_root(document);
    if (!value) value = jni_document_take(r->scratch, sizeof *value);
    if (!value) return false;
    if (!value->text && !value->first) *value = (jni_node){.kind = JNI_SCALAR, .text = "", .from = label};
    sound = jni_read_apply(r, settings[i].path, value, NULL) && sound;
  }
  return sound;
}
