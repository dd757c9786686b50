// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equal_regions_grow.c - grows regions in all instances at once: from a position to the operands and readers of its
// items.
#include "symbolic/equal_regions.h"

enum { MOST_READERS = 48 };  // a region does not grow to the readers of an item that has more

static jni_operation operation_of(const jni_equal_regions *a, int item) { return a->g->nodes[a->node[item]].operation; }

static bool is_free(const jni_region_growth *w, int item) { return w->a->position[item] < 0 && w->at[item] == 0; }

// Returns the position in the region of operand k of an item; -1 if the operand is not in the given instance of the
// region.
static int inside(const jni_region_growth *w, int item, int k, int instance) {
  int operand = w->a->operand[w->a->operand_at[item] + k];
  return operand >= 0 && w->at[operand] > 0 && w->in[operand] == instance ? w->at[operand] - 1 : -1;
}

static bool is_of_other(const jni_region_growth *w, int item, int k, int instance) {
  int operand = w->a->operand[w->a->operand_at[item] + k];
  return operand >= 0 && w->at[operand] > 0 && w->in[operand] != instance;
}

static bool reads_alike(const jni_region_growth *w, const int *items) {
  int n = w->a->operand_at[items[0] + 1] - w->a->operand_at[items[0]];
  for (int k = 0; k < n; k++)
    for (int i = 0; i < w->instances; i++)
      if (inside(w, items[i], k, i) != inside(w, items[0], k, 0) || is_of_other(w, items[i], k, i)) return false;
  return true;
}

// Exchanges the first two operands of items of sums, products and their fused forms, one item for each instance, where
// the positions of these operands are exchanged compared with the first instance.
static void align(const jni_region_growth *w, const int *items) {
  if (!jni_commutes(operation_of(w->a, items[0]))) return;
  int first = inside(w, items[0], 0, 0), second = inside(w, items[0], 1, 0);
  for (int i = 1; i < w->instances; i++) {
    int *o = w->a->operand + w->a->operand_at[items[i]], kept = o[0];
    bool as_is = inside(w, items[i], 0, i) == first && inside(w, items[i], 1, i) == second;
    bool turned = inside(w, items[i], 1, i) == first && inside(w, items[i], 0, i) == second;
    if (!as_is && turned) {
      o[0] = o[1];
      o[1] = kept;
    }
  }
}

// Marks items, one for each instance, as members of the next position. Stops at the first that is no item (negative),
// is in a region already, also in this one, or whose operation differs from that of items[0]. Returns how many were
// marked.
static int mark(jni_region_growth *w, const int *items) {
  for (int i = 0; i < w->instances; i++) {
    if (items[i] < 0 || !is_free(w, items[i])) return i;
    if (operation_of(w->a, items[i]) != operation_of(w->a, items[0])) return i;
    w->at[items[i]] = w->n + 1;
    w->in[items[i]] = i;
  }
  return w->instances;
}

// Makes the items that were put at the end of the list a position of the region, if they are in no region, have the
// same operation (not the result of a call) and operand k is, in all instances, in the same position of the region or
// outside of it; otherwise removes their marks.
static void add(jni_region_growth *w) {
  const int *items = w->items + w->n * w->instances;
  int marked = mark(w, items);
  bool good = marked == w->instances && operation_of(w->a, items[0]) != JNI_DO_result;
  if (good) align(w, items);
  if (good && reads_alike(w, items)) w->n++;
  else
    for (int i = 0; i < marked; i++) w->at[items[i]] = 0;
}

// Returns the address in the list for the items of one more position; NULL if there is no memory.
static int *next_of(jni_region_growth *w) {
  int many = (w->n + 1) * w->instances;
  if (many > w->capacity && !jni_pool_grow(&w->a->pool, &w->items, &w->capacity, many, sizeof *w->items)) return NULL;
  return w->items + w->n * w->instances;
}

static void add_operands(jni_region_growth *w, int position) {
  int first = w->items[position * w->instances];
  int n = w->a->operand_at[first + 1] - w->a->operand_at[first];
  for (int k = 0; k < n; k++) {
    int *next = next_of(w);
    for (int i = 0; next && i < w->instances; i++)
      next[i] = w->a->operand[w->a->operand_at[w->items[position * w->instances + i]] + k];
    if (next) add(w);
  }
}

// Returns a reader of `item`, among the first MOST_READERS, that is in no region and has the same hash `near` as the
// item `like`; -1 if there is none.
static int reader_like(const jni_region_growth *w, int item, int like) {
  const jni_equal_regions *a = w->a;
  int end = a->reader_at[item + 1];
  if (end > a->reader_at[item] + MOST_READERS) end = a->reader_at[item] + MOST_READERS;
  for (int i = a->reader_at[item]; i < end; i++)
    if (a->near[a->reader[i]] == a->near[like] && is_free(w, a->reader[i])) return a->reader[i];
  return -1;
}

static void add_readers(jni_region_growth *w, int position) {
  const jni_equal_regions *a = w->a;
  int item = w->items[position * w->instances];
  if (a->reader_at[item + 1] - a->reader_at[item] > MOST_READERS) return;
  for (int r = a->reader_at[item]; r < a->reader_at[item + 1]; r++) {
    int *next = is_free(w, a->reader[r]) ? next_of(w) : NULL;
    if (!next) continue;
    next[0] = a->reader[r];
    for (int i = 1; i < w->instances; i++)
      next[i] = reader_like(w, w->items[position * w->instances + i], a->reader[r]);
    add(w);
  }
}

// ---- invalid positions --------------------------------------------------------------------------------------------

// Returns true if no item of a position has a partner, or if the partners of all instances form one position of the
// region. Sine and cosine of the same angle are partners, because one call computes both.
static bool has_partners(const jni_region_growth *w, const int *items) {
  int partner = w->a->partner[items[0]], at = partner >= 0 ? w->at[partner] : 0;
  for (int i = 0; i < w->instances; i++) {
    int other = w->a->partner[items[i]];
    if ((other >= 0) != (partner >= 0)) return false;
    if (other >= 0 && (at == 0 || w->at[other] != at || w->in[other] != i)) return false;
  }
  return true;
}

static void leave(jni_region_growth *w, const int *items) {
  for (int i = 0; i < w->instances; i++) w->at[items[i]] = 0;
}

static void close_ranks(jni_region_growth *w) {
  int n = 0;
  for (int p = 0; p < w->n; p++) {
    const int *items = w->items + p * w->instances;
    if (w->at[items[0]] != p + 1) continue;
    for (int i = 0; i < w->instances; i++) w->items[n * w->instances + i] = items[i];
    n++;
  }
  w->n = n;
}

void jni_region_grow(jni_region_growth *w, const int *seed, int instances) {
  w->n = 0;
  w->instances = instances;
  int *next = next_of(w);
  for (int i = 0; next && i < instances; i++) next[i] = seed[i];
  if (next) add(w);
  for (int p = 0; p < w->n && !w->a->pool.failed; p++) {
    add_operands(w, p);
    add_readers(w, p);
  }

  // Removes positions whose items do not read alike in all instances, because operands were added to the region later,
  // and those without their partners; then others that read the removed ones.
  for (bool again = true; again;) {
    again = false;
    for (int p = 0; p < w->n; p++) {
      const int *items = w->items + p * w->instances;
      if (w->at[items[0]] != p + 1 || (reads_alike(w, items) && has_partners(w, items))) continue;
      leave(w, items);
      again = true;
    }
  }

  close_ranks(w);
  for (int p = 0; p < w->n; p++) leave(w, w->items + p * instances);
}
