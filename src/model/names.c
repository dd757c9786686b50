// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// names.c - open addressing with linear probing, at most half full.
#include "model/names.h"

#include <string.h>

typedef struct {
  const char *text;  // NULL: empty
  jni_name_group group;
  int owner, number;
} entry;

struct jni_names {
  jni_pool pool;
  entry *entries;
  size_t size, used;  // size: power of two
};

enum { FIRST_SIZE = 64 };

jni_names *jni_names_new(const jn_alloc *alloc) {
  jni_names *names = jni_object_new(alloc, sizeof *names);
  if (!names) return NULL;
  names->size = FIRST_SIZE;
  names->entries = jni_take(&names->pool, names->size, sizeof *names->entries);
  return names->entries ? names : jni_object_free(names);
}

// Returns the entry of a name in the hash table; if the name is not in it, the empty entry in which it must be stored.
static entry *locate(entry *entries, size_t size, jni_name_group group, int owner, const char *text) {
  int key[2] = {(int)group, owner};
  uint64_t hash = jni_hash64(jni_hash64(0, key, sizeof key), text, strlen(text));
  for (size_t i = (size_t)(hash ^ hash >> 32) & (size - 1);; i = (i + 1) & (size - 1)) {
    entry *e = &entries[i];
    if (!e->text || (e->group == group && e->owner == owner && strcmp(e->text, text) == 0)) return e;
  }
}

static bool widen(jni_names *names) {
  size_t size = 2 * names->size;
  entry *entries = jni_take(&names->pool, size, sizeof *entries);
  if (!entries) return false;
  for (size_t i = 0; i < names->size; i++) {
    const entry *e = &names->entries[i];
    if (e->text) *locate(entries, size, e->group, e->owner, e->text) = *e;
  }
  jni_drop(&names->pool, names->entries);
  names->entries = entries;
  names->size = size;
  return true;
}

bool jni_names_put(jni_names *names, jni_name_group group, int owner, const char *text, int number) {
  if (2 * (names->used + 1) > names->size && !widen(names)) return false;
  entry *e = locate(names->entries, names->size, group, owner, text);
  if (!e->text) names->used++;
  *e = (entry){text, group, owner, number};
  return true;
}

int jni_names_get(const jni_names *names, jni_name_group group, int owner, const char *text) {
  const entry *e = locate(names->entries, names->size, group, owner, text);
  return e->text ? e->number : JNI_NAME_NONE;
}
