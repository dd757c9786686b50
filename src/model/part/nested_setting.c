// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// nested_setting.c - settings of uses inside a use: {use: {front.left: {set: {k: 3}}}}, {use: {front.left: null}}.
#include <stdio.h>
#include <string.h>

#include "model/part/part.h"
#include "model/read/read_fault.h"
#include "model/read/read_repeat.h"

const char *const jni_use_keys[] = {"part", "set", "ports", "at", "orientation", "mirror", NULL};

// Returns whether a path, which begins with the name of a use, continues with the name of a use inside of that use:
// front.left does, but front.set leads to a key of the use `front`.
bool jni_path_enters_nested_use(const char *path) {
  size_t before = strcspn(path, ".");
  const char *word = path[before] ? path + before + 1 : "";
  size_t length = strcspn(word, ".");
  if (!length || (length == 6 && strncmp(word, "repeat", 6) == 0)) return false;
  for (int i = 0; jni_use_keys[i]; i++)
    if (strlen(jni_use_keys[i]) == length && strncmp(word, jni_use_keys[i], length) == 0) return false;
  return true;
}

// Returns the entry of the section `use` that contains a node, if the entry is for a nested use and has a name such as
// front.left; otherwise NULL, also if the node belongs to a setting of the user.
static const jni_node *entry_of(const jni_node *value) {
  for (const jni_node *node = value; node && node->key && node->parent; node = node->parent)
    if (node->parent->key && strcmp(node->parent->key, "use") == 0) return strchr(node->key, '.') ? node : NULL;
  return NULL;
}

static const char *key_candidate(const void *context, int i) {
  (void)context;
  return jni_use_keys[i];
}

// Returns whether `name` is not a nested use but a mistyped key in an entry for one, such as sett in front.left: {sett:
// 3}; if so, reports a fault.
static bool is_wrong_key(jni_reader *r, const jni_node *entry, const char *name) {
  const char *last = strrchr(entry->key, '.') + 1;
  char hint[96];
  if (strcmp(last, name) == 0) return false;
  jni_suggest(name, key_candidate, NULL, hint, sizeof hint);
  jni_read_fault_key(r, entry, "there is no key '%s' in a use%s", name, hint);
  return true;
}

static const char *use_candidate(const void *context, int i) {
  for (const jni_node *node = context; node; node = node->next)
    if (i-- == 0) return node->key ? node->key : "";
  return NULL;
}

// Reports a fault: the part has no use called `name`. An entry with several values reports it once: *reported is the
// last entry with this fault, which is updated.
static void report_unknown(jni_reader *r, const jni_part *part, const char *name, const jni_node *value,
                           const jni_node **reported) {
  const jni_node *entry = entry_of(value), *uses = jni_node_get(part->root, "use");
  char hint[96];
  if (entry && entry == *reported) return;
  *reported = entry;
  if (entry && is_wrong_key(r, entry, name)) return;
  if (entry && jni_node_get(entry, "part")) {
    jni_read_fault_key(r, entry,
                       "a new use cannot be called '%.60s', as names have no dots; the part '%.60s' has no use '%s'",
                       entry->key, part->name, name);
    return;
  }
  jni_suggest(name, use_candidate, uses ? uses->first : NULL, hint, sizeof hint);
  if (entry) jni_read_fault_key(r, entry, "there is no use '%s' in the part '%.60s'%s", name, part->name, hint);
  else jni_read_fault(r, value, "there is no use '%s' in the part '%.60s'%s", name, part->name, hint);
}

// Returns the path of a setting with use.left.set.k replaced by left.k, since the value is then computed in the scope
// where it is written; other paths are returned unchanged. length: that of the name of the use. NULL: no memory.
static const char *short_path(jni_reader *r, const char *path, size_t length) {
  const char *rest = path + 4 + length, *set = ".set.";
  if (strncmp(rest, set, strlen(set)) != 0 || !rest[strlen(set)]) return path;
  size_t size = strlen(path) + 1;
  char *made = jni_document_take(r->scratch, size);
  if (made) snprintf(made, size, "%.*s.%s", (int)length, path + 4, rest + strlen(set));
  return made;
}

const char *jni_read_nested_path(jni_reader *r, const jni_part *part, const char *path, const jni_node *value,
                                 const jni_node **reported) {
  if (strncmp(path, "use.", 4) != 0) return path;
  const jni_node *uses = jni_node_get(part->root, "use");
  size_t length = strcspn(path + 4, ".");
  char name[JNI_MAX_NAME + 1];
  snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), path + 4);
  bool exists = uses && (jni_node_get(uses, name) || jni_read_find_repetition(uses, name));
  if (!exists) report_unknown(r, part, name, value, reported);
  if (!exists) return NULL;
  return jni_node_is_null(value) ? path : short_path(r, path, length);
}
