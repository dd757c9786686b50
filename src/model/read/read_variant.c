// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_variant.c - a file that is a variant of another: `model: FILE` names it, relative to the variant; all other
// entries are merged into that model. Mappings are merged key by key, except that an element with a `type` replaces the
// old one; lists and single values replace the old ones; `NAME: null` removes an entry.
// `set: {path: value}` are settings as on the command line. The file named may be a variant itself, up to a bound.
#include <stdio.h>
#include <string.h>

#include "model/part/part.h"
#include "model/part/scope.h"
#include "model/read/read_fault.h"
#include "model/read/read_repeat.h"
#include "model/read/read_section.h"
#include "model/read/read_variant.h"

// ---- the files --------------------------------------------------------------------------------

// Reads the model file that `node`, the value of the key `model` of a variant, names, and returns the root of its tree;
// NULL after a fault.
static jni_node *open_base(jni_reader *r, const jni_node *node) {
  const char *name = node->kind == JNI_SCALAR && !jni_node_is_empty(node) ? node->text : NULL, *path;
  jni_read_element(r, "model", NULL);
  if (!name) {
    jni_read_fault(r, node, "expected the name of a model file, got %s", jni_node_kind_text(node));
    return NULL;
  }
  if (!r->path && !node->place.file) {
    jni_read_fault(r, node, "a text read from memory cannot be a variant of a file");
    return NULL;
  }
  jni_node *root = jni_read_open(r, node, name, &path);
  if (root) r->element[0] = '\0';
  return root;
}

// ---- merging ------------------------------------------------------------------------------------

static bool is_own(const char *key) {
  return strcmp(key, "jounce") == 0 || strcmp(key, "model") == 0 || strcmp(key, "set") == 0;
}

// Returns whether the base of a variant may lack the section or group that contains an entry NAME: null; removing an
// entry that does not exist is then no fault. top: the key is one of the top level.
static bool may_be_missing(const char *key, bool top) {
  static const char *const groups[] = {"points", "frames", "keep", "hold", "guess"};
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    if (strcmp(key, groups[i]) == 0) return true;
  return top || jni_read_is_choice_group(key);
}

static const char *key_candidate(const void *context, int i) {
  for (const jni_node *node = context; node; node = node->next)
    if (i-- == 0) return node->key;
  return NULL;
}

static jni_node *append(jni_reader *r, jni_node *under, const jni_node *child, const jni_node *value) {
  jni_node *made = jni_document_take(r->scratch, sizeof *made);
  if (!made) return NULL;
  jni_node_append(under, child->key, value, made);
  made->key_place = child->key_place;
  return made;
}

static bool has_elements(const jni_node *section) {
  for (int i = 0; section->key && jni_element_sections[i]; i++)
    if (strcmp(section->key, jni_element_sections[i]) == 0) return true;
  return false;
}

// Removes from the mapping `under` of the base the entry that `child`, an entry NAME: null of the variant, names;
// reports a fault if there is none, unless it may be missing (may_be_missing). For an element inside a use, keeps the
// null entry in `under`, which removes the element when the use is read. top: `under` is the root.
static void remove_entry(jni_reader *r, jni_node *under, const jni_node *child, bool top) {
  jni_node *target = jni_node_get(under, child->key);
  const jni_node *maker = target ? NULL : jni_read_find_repetition(under, child->key);
  bool inner = strchr(child->key, '.') && jni_path_enters_use(r->root, child->key);
  char hint[96];
  if (target && inner && has_elements(under)) {
    jni_node_replace(target, child);  // a null entry, which removes the element when the use is read
    target->key_place = child->key_place;
    return;
  }
  if (target && jni_node_remove(under, target)) {
    jni_read_note_removed(r, child->key, child);
    return;
  }
  if (may_be_missing(child->key, top)) return;
  if (inner && !(under->key && strcmp(under->key, "parts") == 0)) {
    append(r, under, child, child);
    return;
  }
  if (maker) {
    jni_read_fault_key(r, child, "'%.60s' is created by '%.60s', which can be taken away as a whole", child->key,
                       maker->key);
    return;
  }
  jni_suggest(child->key, key_candidate, under->first, hint, sizeof hint);
  jni_read_fault_key(r, child, "there is no '%.60s' that could be taken away%s", child->key, hint);
}

static bool has_null(const jni_node *mapping) {
  for (const jni_node *child = mapping->kind == JNI_MAPPING ? mapping->first : NULL; child; child = child->next)
    if (jni_node_is_null(child)) return true;
  return false;
}

// Removes an item from a list: either the text `name` itself, or the key `name` of an item that is a mapping. Returns
// false if there is none.
static bool remove_from_list(jni_node *list, const char *name) {
  for (jni_node *item = list->first; item; item = item->next) {
    jni_node *key = item->kind == JNI_MAPPING ? jni_node_get(item, name) : NULL;
    if (key) return jni_node_remove(item, key);
    if (item->kind == JNI_SCALAR && strcmp(item->text, name) == 0) return jni_node_remove(list, item);
  }
  return false;
}

// Merges a mapping of a variant into a list of the base: an entry NAME: null removes NAME from the list, other entries
// are appended. Reports names that are not in the list.
static void merge_into_list(jni_reader *r, jni_node *list, const jni_node *over) {
  for (const jni_node *child = over->first; child && !r->stop; child = child->next) {
    if (!jni_node_is_null(child)) {
      jni_node mapping = {.kind = JNI_MAPPING, .place = child->key_place};
      jni_node *made = append(r, list, &mapping, &mapping);
      if (!made || !append(r, made, child, child)) return;
    } else if (!remove_from_list(list, child->key)) {
      jni_read_fault_key(r, child, "there is no '%.60s' in the list that could be taken away", child->key);
    }
  }
}

static void merge(jni_reader *r, jni_node *under, const jni_node *over, bool top);

// Merges the entry of a parameter in a variant into that of the base. If only one of them is a mapping with limits, a
// plain value replaces the value and keeps the limits, and limits without a value keep the value. Otherwise the entry
// is replaced.
static void merge_parameter(jni_reader *r, jni_node *target, const jni_node *over) {
  jni_node *value = jni_node_get(target, "value");
  if (value && over->kind != JNI_MAPPING) {
    jni_node_replace(value, over);
  } else if (target->kind != JNI_MAPPING && over->kind == JNI_MAPPING && !jni_node_get(over, "value")) {
    const jni_node old = *target, mapping = {.kind = JNI_MAPPING, .place = over->place, .from = over->from};
    const jni_node key = {.key = "value", .key_place = old.key_place};
    jni_node_replace(target, &mapping);
    if (append(r, target, &key, &old)) merge(r, target, over, false);
  } else {
    jni_node_replace(target, over);
    target->key_place = over->key_place;
  }
}

static void merge(jni_reader *r, jni_node *under, const jni_node *over, bool top) {
  for (const jni_node *child = over->first; child && !r->stop && !r->model->no_memory; child = child->next) {
    if ((top && is_own(child->key)) || !jni_count_work(r, child, (size_t)under->size)) continue;
    jni_node *target = jni_node_get(under, child->key);
    if (jni_node_is_null(child)) {
      remove_entry(r, under, child, top);
    } else if (!target) {
      // The base does not have this key, so it is appended. A new section of the variant that contains null is appended
      // empty and then merged, so that its null entries are reported: they remove nothing.
      bool through = top && has_null(child);
      const jni_node empty = {.kind = JNI_MAPPING, .place = child->place, .from = child->from};
      jni_node *made = append(r, under, child, through ? &empty : child);
      if (made && through) merge(r, made, child, false);
    } else if (target->kind == JNI_MAPPING && child->kind == JNI_MAPPING && !jni_node_get(child, "type")) {
      merge(r, target, child, false);
    } else if (target->kind == JNI_SEQUENCE && has_null(child)) {
      merge_into_list(r, target, child);
    } else if (!top && under->parent == r->root && strcmp(under->key, "parameters") == 0) {
      merge_parameter(r, target, child);
    } else {
      jni_node_replace(target, child);
      target->key_place = child->key_place;
    }
  }
}

static bool apply_settings(jni_reader *r, const jni_node *set) {
  bool sound = true;
  if (!set) return true;
  jni_read_element(r, "set", NULL);
  if (!jni_read_is_mapping(r, set, true)) return false;
  for (const jni_node *child = set->first; child && !r->stop; child = child->next)
    if (jni_count_work(r, child, (size_t)r->root->size)) sound = jni_read_apply(r, child->key, child, NULL) && sound;
  r->element[0] = '\0';
  return sound;
}

// Returns whether the tree `root` was read from the same file as the tree `base`.
static bool is_file_of(const jni_reader *r, const jni_node *root, const jni_node *base) {
  const jn_model *model = r->model;
  int file = base->place.file;
  if (root->place.file || !file) return root->place.file == file;
  return r->path && file <= model->nsources && strcmp(model->sources[file - 1].name, r->path) == 0;
}

// Checks that the file roots[n], the base of the last variant in a chain, is not one of the variants before it.
// Otherwise reports a fault at the node and returns false. Files are compared by their paths.
static bool check_chain(jni_reader *r, const jni_node *node, jni_node *const *roots, int n) {
  for (int i = 0; i < n; i++)
    if (is_file_of(r, roots[i], roots[n])) {
      jni_read_element(r, "model", NULL);
      return jni_read_fault(r, node,
                            i == n - 1 ? "the file names itself" : "the files name each other, without an end");
    }
  return true;
}

bool jni_read_variants(jni_reader *r) {
  jni_node *roots[JNI_MAX_VARIANTS + 1] = {r->root};
  int n = 0;
  for (;; n++) {
    const jni_node *node = jni_node_get(roots[n], "model");
    if (!node) break;
    if (n == JNI_MAX_VARIANTS)
      return jni_read_fault(r, node, "a chain of %d variants is too long: do the files name each other?", n + 1);
    jni_read_check_version(r, roots[n]);
    jni_read_check_duplicates(r, roots[n]);
    roots[n + 1] = open_base(r, node);
    if (!roots[n + 1] || !check_chain(r, node, roots, n + 1)) return false;
  }
  if (n == 0) {
    const jni_node *set = jni_node_get(r->root, "set");
    return !set || jni_read_fault_key(r, set, "'set' needs 'model', the file that this one is a variant of");
  }
  r->root = r->scope->part->root = roots[n];
  for (int i = n - 1; i >= 0 && !r->stop; i--) {
    merge(r, r->root, roots[i], true);
    apply_settings(r, jni_node_get(roots[i], "set"));
  }
  return !r->model->no_memory;
}
