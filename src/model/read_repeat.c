// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_repeat.c - entries that stand for many: {repeat: {i: [0, "=N"]}, ...} is read once per value of its indices.
#include <math.h>
#include <string.h>

#include "model/reader.h"

typedef struct {
  const jni_node *node;   // the entry
  const jni_node *index;  // of `repeat`, the one to run next; NULL: all have a value
  jni_read_entry entry;
  void *context;
} repetition;

static bool too_many(jni_reader *r, const jni_node *node) {
  jni_read_fault_key(r, node, "the model has more than %d elements", (int)JNI_MAX_ELEMENTS);
  r->stop = true;
  return false;
}

static bool count_element(jni_reader *r, const jni_node *node) {
  if (r->stop || r->model->no_memory) return false;
  return ++r->elements <= JNI_MAX_ELEMENTS || too_many(r, node);
}

static void read_once(jni_reader *r, const repetition *p) {
  if (!count_element(r, p->node)) return;
  jni_node key = {.place = p->node->key_place, .from = p->node->from};
  const char *name = p->node->key ? jni_read_expand(r, &key, p->node->key) : NULL;
  if (name || !p->node->key) p->entry(r, p->node, name, p->context);
}

static bool read_range(jni_reader *r, const jni_node *index, double range[2]) {
  if (index->kind != JNI_SEQUENCE || index->size != 2)
    return jni_read_fault(r, index, "expected a range such as [0, 9] or [1, \"=N\"]");
  if (!jni_read_plain(r, index->first, &range[0]) || !jni_read_plain(r, index->last, &range[1])) return false;
  for (int i = 0; i < 2; i++)
    if (range[i] != floor(range[i]) || fabs(range[i]) > 1e9)
      return jni_read_fault(r, index, "the ends of a range must be whole numbers, got %g", range[i]);
  return true;
}

// Runs over one index and, inside, over those after it. Stops at the first round with a fault: the others would repeat
// it.
static void run(jni_reader *r, const repetition *p) {
  if (!p->index) {
    read_once(r, p);
    return;
  }
  double range[2];
  int faults = r->model->nfaults, slot = r->nindices;
  if (!read_range(r, p->index, range)) return;
  if (range[1] - range[0] >= JNI_MAX_ELEMENTS - r->elements) {
    too_many(r, p->node);
    return;
  }
  repetition inner = *p;
  inner.index = p->index->next;
  r->indices[slot] = p->index->key;
  r->nindices = slot + 1;
  for (double i = range[0]; i <= range[1] && !r->stop && r->model->nfaults == faults; i += 1) {
    if (!jni_count_work(r, p->node, 0)) break;
    r->values[r->nparameters + slot] = i;
    run(r, &inner);
  }
  r->nindices = slot;
}

static bool check_indices(jni_reader *r, const jni_node *repeat) {
  if (!jni_read_is_mapping(r, repeat, false)) return false;
  if (repeat->size < 1 || r->nindices + repeat->size > JNI_MAX_INDICES)
    return jni_read_fault(r, repeat, "'repeat' takes one to %d indices", (int)JNI_MAX_INDICES);
  for (const jni_node *index = repeat->first; index; index = index->next)
    if (!jni_name_is_legal(index->key))
      return jni_read_fault_key(r, index, "'%.60s' is no name for an index", index->key);
  return true;
}

void jni_read_repeat(jni_reader *r, const jni_node *node, jni_read_entry entry, void *context) {
  const jni_node *repeat = jni_node_get(node, "repeat");
  repetition p = {node, NULL, entry, context};
  if (!repeat) {
    read_once(r, &p);
  } else if (check_indices(r, repeat)) {
    p.index = repeat->first;
    run(r, &p);
  }
}

void jni_read_each(jni_reader *r, const jni_node *mapping, jni_read_entry entry, void *context) {
  if (!jni_read_is_mapping(r, mapping, true)) return;
  for (const jni_node *node = mapping->first; node && !r->stop; node = node->next)
    jni_read_repeat(r, node, entry, context);
}
