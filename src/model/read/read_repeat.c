// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_repeat.c - entries with `repeat`: {repeat: {i: [0, "=N"]}, ...} is read once per value of its indices,
// {repeat: {c: [left, right]}, ...} once per name.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/part/scope.h"
#include "model/read/read_fault.h"
#include "model/read/read_repeat.h"
#include "model/read/read_value.h"

typedef struct {
  const jni_node *node;   // the entry
  const jni_node *index;  // next index of `repeat` to iterate over; NULL: all indices have a value
  jni_read_entry entry;
  void *context;
  bool element;  // the name is that of an element and begins with the path of the use
} repetition;

static bool too_many(jni_reader *r, const jni_node *node) {
  jni_read_fault_key(r, node, "the model has more than %d elements", (int)JNI_MAX_ELEMENTS);
  r->stop = true;
  return false;
}

static void read_once(jni_reader *r, const repetition *p) {
  if (r->stop || r->model->no_memory) return;
  if (++r->elements > JNI_MAX_ELEMENTS) {
    too_many(r, p->node);
    return;
  }
  jni_node key = {.place = p->node->key_place, .from = p->node->from};
  const char *name = p->node->key ? jni_read_expand(r, &key, p->node->key) : NULL;
  if (name && p->element) name = jni_read_name(r, &key, name);
  if (name || !p->node->key) p->entry(r, p->node, name, p->context);
}

// ---- values of an index ------------------------------------------------------------------------------

static bool is_name(const jni_node *node) {
  return node->kind == JNI_SCALAR && !jni_node_is_empty(node) && jni_name_is_legal(node->text);
}

// Returns whether the values of an index are names, [left, right] or {left: {side: 1}, right: {side: -1}}, instead of
// numbers.
static bool lists_names(const jni_node *index) {
  return index->kind == JNI_MAPPING || (index->kind == JNI_SEQUENCE && index->first && is_name(index->first));
}

static bool check_names(jni_reader *r, const jni_node *index) {
  if (!index->first) return jni_read_fault(r, index, "expected names such as [left, right]");
  for (const jni_node *item = index->first; item; item = item->next) {
    if (index->kind == JNI_MAPPING ? jni_name_is_legal(item->key) : is_name(item)) continue;
    return jni_read_fault(r, item, "expected a name, as in [left, right]");
  }
  return true;
}

// Reads the first and last value of an index of numbers: [1, 3], or 3 for the same. Returns false after a fault.
static bool read_range(jni_reader *r, const jni_node *index, double range[2]) {
  range[0] = 1;
  if (index->kind == JNI_SCALAR) {
    if (!jni_read_plain(r, index, &range[1])) return false;
  } else {
    if (index->kind != JNI_SEQUENCE || index->size != 2)
      return jni_read_fault(r, index, "expected a range such as [0, 9] or [1, \"=N\"], or names such as [left, right]");
    if (!jni_read_plain(r, index->first, &range[0]) || !jni_read_plain(r, index->last, &range[1])) return false;
  }
  for (int i = 0; i < 2; i++)
    if (range[i] != floor(range[i]) || fabs(range[i]) > 1e9)
      return jni_read_fault(r, index, "the ends of a range must be whole numbers, got %g", range[i]);
  return true;
}

static void run(jni_reader *r, const repetition *p);

// Reads the entry once for each value of one index, from at.value to `last`. After the first value with a fault further
// faults are not reported, because they would repeat it; the entries are still read, so that references to their
// elements remain valid.
static void run_values(jni_reader *r, const repetition *inner, jni_index at, double last) {
  bool muted = r->model->muted;
  int faults = r->model->nfaults, slot = r->nindices;
  r->nindices = slot + 1;
  while ((at.item || at.value <= last) && !r->stop && jni_count_work(r, inner->node, 0)) {
    r->indices[slot] = at;
    run(r, inner);
    r->model->muted = muted || r->model->nfaults != faults;
    at.value += 1;
    if (at.item) {
      at.item = at.item->next;
      at.value = last + 1;
    }
  }
  r->model->muted = muted;
  r->nindices = slot;
}

// Reads the entry once for each combination of the values of the first index in *p and of the indices after it, which
// are iterated inside.
static void run(jni_reader *r, const repetition *p) {
  if (!p->index) {
    read_once(r, p);
    return;
  }
  double range[2] = {0, 0};
  bool names = lists_names(p->index), structural = r->structural;
  r->structural = true;
  bool sound = names ? check_names(r, p->index) : read_range(r, p->index, range);
  r->structural = structural;
  if (!sound) return;
  if (range[1] - range[0] >= JNI_MAX_ELEMENTS - r->elements) {
    too_many(r, p->node);
    return;
  }
  repetition inner = *p;
  inner.index = p->index->next;
  jni_index first = {.name = p->index->key, .value = range[0], .item = names ? p->index->first : NULL};
  run_values(r, &inner, first, range[1]);
}

static bool check_indices(jni_reader *r, const jni_node *repeat) {
  if (!jni_read_is_mapping(r, repeat, false)) return false;
  if (repeat->size < 1 || r->nindices + repeat->size > JNI_MAX_INDICES)
    return jni_read_fault(r, repeat, "'repeat' takes one to %d indices", (int)JNI_MAX_INDICES);
  for (const jni_node *index = repeat->first; index; index = index->next)
    if (!jni_name_is_legal(index->key))
      return jni_read_fault_key(r, index, "'%.60s' cannot be the name of an index", index->key);
  return true;
}

static void read_entry(jni_reader *r, repetition *p) {
  const jni_node *repeat = jni_node_get(p->node, "repeat");
  if (!repeat) {
    read_once(r, p);
  } else if (check_indices(r, repeat)) {
    p->index = repeat->first;
    run(r, p);
  }
}

void jni_read_repeat(jni_reader *r, const jni_node *node, jni_read_entry entry, void *context) {
  read_entry(r, &(repetition){node, NULL, entry, context, false});
}

// ---- entries with the name of a generated element --------------------------------------------------------------

// Returns the index of `repeat` whose name is the text (of this length) between two braces, if its values are names;
// otherwise NULL.
static const jni_node *find_names(const jni_node *repeat, const char *text, size_t length) {
  for (const jni_node *index = repeat->first; index; index = index->next)
    if (index->key && strlen(index->key) == length && strncmp(index->key, text, length) == 0 && lists_names(index))
      return index;
  return NULL;
}

static bool is_made_by(const char *pattern, const char *name, const jni_node *repeat);

static bool is_made_by_names(const char *rest, const char *name, const jni_node *repeat, const jni_node *index) {
  for (const jni_node *item = index->first; item; item = item->next) {
    const char *own = item->key ? item->key : item->kind == JNI_SCALAR ? item->text : "";
    size_t n = strlen(own);
    if (n && strncmp(name, own, n) == 0 && is_made_by(rest, name + n, repeat)) return true;
  }
  return false;
}

// Returns whether a pattern such as "link{i+1}_{k}" can generate a name such as "link3_4". A pair of braces with an
// index over names matches one of these names; with a value of an item, such as c.x, any text; otherwise a whole
// number.
static bool is_made_by(const char *pattern, const char *name, const jni_node *repeat) {
  while (*pattern && *pattern != '{')
    if (*pattern++ != *name++) return false;
  if (!*pattern) return !*name;
  size_t length = strcspn(++pattern, "}");
  const char *rest = pattern + length + 1;
  if (!pattern[length]) return false;
  const jni_node *names = find_names(repeat, pattern, length);
  if (names) return is_made_by_names(rest, name, repeat, names);
  for (size_t n = memchr(pattern, '.', length) ? strlen(name) : 0; n > 0; n--)
    if (is_made_by(rest, name + n, repeat)) return true;
  size_t sign = *name == '-', digits = strspn(name + sign, "0123456789");
  return digits > 0 && is_made_by(rest, name + sign + digits, repeat);
}

static bool could_make(const jni_node *maker, const char *name) {
  return is_made_by(maker->key, name, jni_node_get(maker, "repeat"));
}

static bool is_maker(const jni_node *node) { return strchr(node->key, '{') && jni_node_get(node, "repeat"); }

const jni_node *jni_read_find_repetition(const jni_node *mapping, const char *name) {
  for (const jni_node *node = mapping->kind == JNI_MAPPING ? mapping->first : NULL; node; node = node->next)
    if (is_maker(node) && could_make(node, name)) return node;
  return NULL;
}

typedef struct {
  const char *name;
  bool found;
} search;

static void compare_name(jni_reader *r, const jni_node *node, const char *name, void *context) {
  search *s = context;
  (void)r;
  (void)node;
  s->found = s->found || strcmp(name, s->name) == 0;
}

// Returns whether the entry `maker`, which has `repeat`, generates an element of this name.
static bool makes(jni_reader *r, const jni_node *maker, const char *name) {
  search s = {name, false};
  int elements = r->elements;
  bool stop = r->stop, muted = r->model->muted;
  r->model->muted = true;
  jni_read_repeat(r, maker, compare_name, &s);
  r->model->muted = muted;
  r->stop = stop;
  r->elements = elements;
  return s.found;
}

// Returns whether this fault is already reported at the node: joints and roads are read twice, the first time only for
// their names.
static bool is_reported(const jni_reader *r, const jni_node *node, const char *what) {
  for (int i = 0; i < jn_report_size(r->model->report); i++) {
    const jn_error *error = jn_report_get(r->model->report, i);
    if (error->line == node->key_place.line && error->column == node->key_place.column &&
        strcmp(error->what, what) == 0)
      return true;
  }
  return false;
}

// The entries with `repeat` in a mapping, collected once for all checks of its entries.
typedef struct {
  const jni_node **items;
  int n, capacity;
} makers;

static void find_makers(jni_reader *r, const jni_node *mapping, makers *m) {
  for (const jni_node *node = mapping->first; node && !r->model->no_memory; node = node->next) {
    if (!is_maker(node)) continue;
    if (jni_grow(r->model->pool.alloc, &m->items, &m->capacity, m->n + 1, sizeof *m->items)) m->items[m->n++] = node;
    else r->model->no_memory = true;
  }
}

static const jni_node *find_maker(const makers *m, const char *name) {
  for (int i = 0; i < m->n; i++)
    if (could_make(m->items[i], name)) return m->items[i];
  return NULL;
}

static bool names_another(jni_reader *r, const makers *all, const jni_node *node) {
  const jni_node *maker = jni_node_get(node, "repeat") ? NULL : find_maker(all, node->key);
  if (!maker || !makes(r, maker, node->key)) return false;
  char what[256];
  snprintf(what, sizeof what,
           "it is created by the repeated entry '%.60s': change that entry, whose values may depend on the index",
           maker->key);
  if (is_reported(r, node, what)) return true;
  jni_read_element(r, "entry", node->key);
  jni_read_fault_key(r, node, "%s", what);
  r->element[0] = '\0';
  return true;
}

static void read_each(jni_reader *r, const jni_node *mapping, repetition *p) {
  if (!jni_read_is_mapping(r, mapping, true)) return;
  makers all = {.n = 0};
  find_makers(r, mapping, &all);
  for (const jni_node *node = mapping->first; node && !r->stop; node = node->next) {
    if ((p->element && jni_read_is_inner_entry(r, node)) || names_another(r, &all, node)) continue;
    p->node = node;
    p->index = NULL;
    read_entry(r, p);
  }
  jni_free(r->model->pool.alloc, all.items);
}

void jni_read_each(jni_reader *r, const jni_node *mapping, jni_read_entry entry, void *context) {
  read_each(r, mapping, &(repetition){.entry = entry, .context = context, .element = true});
}

void jni_read_each_key(jni_reader *r, const jni_node *mapping, jni_read_entry entry, void *context) {
  read_each(r, mapping, &(repetition){.entry = entry, .context = context});
}
