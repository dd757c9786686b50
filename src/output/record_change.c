// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// record_change.c - lists the differences between the records of several runs.
//
// Consequences of a listed difference are omitted: a setting of a parameter is listed as the parameter only; if all
// files are the same, only parameters with a setting are listed; an option that sets a choice is listed as the choice.
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "output/record.h"

struct jn_record_changes {
  jni_pool pool;
  const jn_record *const *records;  // nrecords, owned by the caller; NULL when the list of changes is complete
  int nrecords;
  bool same_files;
  jn_record_change *items;
  int n, capacity;
};

// ---- values of one entry ------------------------------------------------------------------------

// Returns whether the values of one entry differ between records. values: one for each record; NULL (missing) differs
// from every value. Records that are NULL do not count.
static bool differ(const jn_record_changes *c, const char *const *values) {
  const char *first = NULL;
  bool any = false, missing = false, found = false;
  for (int k = 0; k < c->nrecords; k++) {
    if (!c->records[k]) continue;
    if (!values[k]) missing = true;
    else if (!first) first = values[k];
    else found = found || strcmp(first, values[k]) != 0;
    any = any || values[k];
  }
  return found || (any && missing);
}

static void add(jn_record_changes *c, const char *group, const char *name, const char *const *values) {
  size_t n = (size_t)c->nrecords;
  const char **kept = jni_take(&c->pool, n, sizeof *kept);
  jn_record_change change = {group, jni_pool_text(&c->pool, name, strlen(name)), kept};
  for (size_t k = 0; kept && k < n; k++)
    kept[k] = values[k] ? jni_pool_text(&c->pool, values[k], strlen(values[k])) : NULL;
  if (!jni_pool_grow(&c->pool, &c->items, &c->capacity, c->n + 1, sizeof change)) return;
  c->items[c->n++] = change;
}

// Returns the value of the entry `name` in a group of a record; NULL: there is none. Looks at index i first, because
// most records have equal lists.
static const char *find_value(const jn_record *record, jn_record_group group, const char *name, int i) {
  const jni_entries *list = &record->groups[group];
  bool here = group != JN_RECORD_SETTINGS && i < list->n && strcmp(list->items[i].path, name) == 0;
  return here ? list->items[i].value : jn_record_find(record, group, name);
}

// ---- what is shown ----------------------------------------------------------------------------------

static const char *parameter_of(const char *path) { return strncmp(path, "parameters.", 11) == 0 ? path + 11 : path; }

static bool is_set(const jn_record *record, const char *parameter) {
  for (int i = 0; i < jn_record_count(record, JN_RECORD_SETTINGS); i++)
    if (strcmp(parameter_of(jn_record_get(record, JN_RECORD_SETTINGS, i).path), parameter) == 0) return true;
  return false;
}

static bool is_choice(const char *option) {
  for (int i = 0; i < JN_NCHOICES; i++) {
    const char *name = jn_choice_get((jn_choice)i)->option;
    if (name && strcmp(name, option) == 0) return true;
  }
  return strcmp(option, "probe") == 0 || strcmp(option, "at") == 0;  // these only add outputs and do not change the run
}

static bool is_shown(const jn_record_changes *c, jn_record_group group, const char *name) {
  if (group == JN_RECORD_OPTIONS) return !is_choice(name);
  bool parameter = false, set = false;
  for (int k = 0; k < c->nrecords; k++) {
    const jn_record *record = c->records[k];
    if (!record) continue;
    parameter = parameter || jn_record_find(record, JN_RECORD_PARAMETERS, parameter_of(name));
    set = set || (group == JN_RECORD_PARAMETERS && is_set(record, name));
  }
  if (group == JN_RECORD_SETTINGS) return !parameter;
  return group != JN_RECORD_PARAMETERS || set || !c->same_files;
}

// ---- groups -----------------------------------------------------------------------------------------

// Returns whether entry i of record k needs no comparison: an earlier record has an entry of this name, so that it was
// compared already, or a later setting of record k replaces it.
static bool is_done(const jn_record_changes *c, int k, jn_record_group group, const char *name, int i) {
  for (int before = 0; before < k; before++)
    if (c->records[before] && find_value(c->records[before], group, name, i)) return true;
  const jni_entries *list = &c->records[k]->groups[group];
  for (int later = i + 1; group == JN_RECORD_SETTINGS && later < list->n; later++)
    if (strcmp(list->items[later].path, name) == 0) return true;
  return false;
}

static void compare_group(jn_record_changes *c, jn_record_group group, const char **values) {
  for (int k = 0; k < c->nrecords; k++) {
    for (int i = 0; c->records[k] && i < jn_record_count(c->records[k], group) && !c->pool.failed; i++) {
      const char *name = jn_record_get(c->records[k], group, i).path;
      if (is_done(c, k, group, name, i)) continue;
      for (int m = 0; m < c->nrecords; m++)
        values[m] = c->records[m] ? find_value(c->records[m], group, name, i) : NULL;
      if (differ(c, values) && is_shown(c, group, name)) add(c, jn_record_group_name(group), name, values);
    }
  }
}

// Compares file i of all records. Lists the names without folders as a change if they differ, otherwise the hashes of
// the contents if these differ and no earlier file differs. Sets same_files to false if anything differs. values:
// workspace, one for each record.
static void compare_file(jn_record_changes *c, int i, const char **values) {
  char hashes[JN_MOST_RECORDS][24];
  const char *name = NULL;
  for (int k = 0; k < c->nrecords; k++) {
    bool there = c->records[k] && i < c->records[k]->nsources;
    values[k] = there ? jni_path_name(c->records[k]->sources[i].name) : NULL;
    if (values[k] && !name) name = values[k];
  }
  if (!name) return;
  if (differ(c, values)) {
    add(c, "files", i == 0 ? "model file" : "file", values);
    c->same_files = false;
  }
  for (int k = 0; k < c->nrecords; k++) {
    if (!values[k]) continue;
    snprintf(hashes[k], sizeof hashes[k], "hash %016llx", (unsigned long long)c->records[k]->sources[i].hash);
    values[k] = hashes[k];
  }
  if (!differ(c, values)) return;
  if (c->same_files) add(c, "files", name, values);
  c->same_files = false;
}

jn_record_changes *jn_record_changes_new(const jn_alloc *alloc, const jn_record *const *records, int n) {
  static const jn_record_group order[] = {JN_RECORD_OPTIONS, JN_RECORD_SETTINGS, JN_RECORD_PARAMETERS,
                                          JN_RECORD_CHOICES};
  const char *values[JN_MOST_RECORDS] = {NULL};
  int max_files = 0;
  JNI_ASSERT(n >= 0 && n <= JN_MOST_RECORDS);
  jn_record_changes *c = jni_object_new(alloc, sizeof *c);
  if (!c) return NULL;
  c->records = records;
  c->nrecords = n;
  c->same_files = true;
  for (int k = 0; k < n; k++)
    if (records[k] && records[k]->nsources > max_files) max_files = records[k]->nsources;

  for (int k = 0; k < n; k++) values[k] = records[k] ? records[k]->version : NULL;
  if (differ(c, values)) add(c, "program", "version", values);
  for (int k = 0; k < n; k++) values[k] = records[k] ? records[k]->model : NULL;
  if (differ(c, values)) add(c, "program", "model", values);
  for (int i = 0; i < max_files && !c->pool.failed; i++) compare_file(c, i, values);
  for (int g = 0; g < JN_RECORD_GROUPS && !c->pool.failed; g++) compare_group(c, order[g], values);
  c->records = NULL;
  return c->pool.failed ? jni_object_free(c) : c;
}

void *jn_record_changes_free(jn_record_changes *changes) { return jni_object_free(changes); }
int jn_record_changes_count(const jn_record_changes *changes) {
  JNI_ASSERT(changes);
  return changes->n;
}

const jn_record_change *jn_record_changes_get(const jn_record_changes *changes, int i) {
  JNI_ASSERT(changes && i >= 0 && i < changes->n);
  return &changes->items[i];
}
