// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_blocks_plan.c - see code_blocks_plan.h. Items outside of regions are executed as soon as possible. When none is
// left, the executable positions of one region, in all instances, become a block: of the region where it saves most.
// Items of blocks that would save nothing are executed one by one.
#include "symbolic/code_blocks_plan.h"

// Estimated lines of code besides operations: of the function of a block; of one call of it. LEAST_LINES_SAVED: a block
// is made only if it saves at least so many lines.
enum { LINES_OF_BLOCK = 5, LINES_OF_CALL = 3, LEAST_LINES_SAVED = 8 };

// Values of jni_code_blocks_plan.block that are not indices of blocks. OPEN: not decided yet; ALONE: the items of the
// position are executed one by one.
enum { OPEN = -2, ALONE = -1 };

typedef struct {
  int head, tail, n;  // linked list of executable positions of a region: first and last, each index + 1; length
  int saved;          // number of lines that a block of these positions would save; not valid if stale
  bool stale;
} waiting;

typedef struct {
  const jni_equal_regions *a;
  jni_code_blocks_plan *plan;
  int *missing;  // of each item: number of operands that are not computed yet
  bool *done;    // of each item: it is in the list of steps already
  int *there;    // of each position: in how many instances the operands are computed
  int *next;     // of each position: index + 1 of the next one in the list of its region
  waiting *regions;
  int *queue, first, last;  // executable items outside of regions
  // Positions that have become executable, but whose items have not been counted as computed for their readers in the
  // same region.
  int *fresh, nfresh;
  int *met, stamp;  // met, of each item, then of each position: equals `stamp` if it was counted in the present count
} planning;

// ---- executable items ---------------------------------------------------------------------------------------------

// Returns true if both items are in the same instance of the same region.
static bool are_together(const jni_equal_regions *a, int item, int other) {
  int p = a->position[item], q = a->position[other];
  return p >= 0 && q >= 0 && a->instance[item] == a->instance[other] && a->region[p] == a->region[q];
}

static int instances_of(const jni_equal_regions *a, int position) { return a->regions[a->region[position]].instances; }

static void add_executable(planning *w, int position) {
  waiting *r = &w->regions[w->a->region[position]];
  if (r->n++ == 0) r->head = position + 1;
  else w->next[r->tail - 1] = position + 1;
  r->tail = position + 1;
  r->stale = true;
  w->next[position] = 0;
  w->fresh[w->nfresh++] = position;
}

// To be called when all operands of an item are computed: queues an item outside of regions or of a position that is
// executed ALONE; otherwise counts it at its position, which becomes executable when its items of all instances have
// been counted.
static void make_executable(planning *w, int item) {
  int position = w->a->position[item];
  if (position < 0 || w->plan->block[position] == ALONE) w->queue[w->last++] = item;
  else if (++w->there[position] == instances_of(w->a, position)) add_executable(w, position);
}

// Counts an item as computed for some of its readers: if `together` for those in the same instance, otherwise for all
// others. A reader whose operands are then all computed is passed to make_executable.
static void count_for_readers(planning *w, int item, bool together) {
  for (int i = w->a->reader_at[item]; i < w->a->reader_at[item + 1]; i++) {
    int reader = w->a->reader[i];
    if (are_together(w->a, item, reader) == together && --w->missing[reader] == 0) make_executable(w, reader);
  }
}

static void tell_regions(planning *w) {
  while (w->nfresh > 0) {
    int position = w->fresh[--w->nfresh];
    for (int i = 0; i < instances_of(w->a, position); i++)
      count_for_readers(w, jni_equal_regions_members(w->a, position)[i], true);
  }
}

// Appends the queued items to the steps, and those that become executable by this. If a position never became
// executable, also counts its items as computed for readers in the same instance; otherwise that was done earlier.
static void carry_out_queue(planning *w) {
  while (w->first < w->last) {
    int item = w->queue[w->first++], position = w->a->position[item];
    w->plan->steps[w->plan->nsteps++] = item;
    w->done[item] = true;
    if (position >= 0 && w->there[position] < instances_of(w->a, position)) count_for_readers(w, item, true);
    count_for_readers(w, item, false);
    tell_regions(w);
  }
}

// ---- savings ------------------------------------------------------------------------------------------------------

static bool is_inside(const planning *w, int item, int other) {
  return are_together(w->a, item, other) && w->met[w->a->n + w->a->position[other]] == w->stamp;
}

// Returns how many inputs a block needs for an item: operands that are neither numbers nor variables, nor computed in
// the block, nor counted before.
static int count_inputs(planning *w, int item) {
  const jni_equal_regions *a = w->a;
  int n = 0;
  for (int k = a->operand_at[item]; k < a->operand_at[item + 1]; k++) {
    int operand = a->operand[k];
    if (operand < 0 || is_inside(w, item, operand) || w->met[operand] == w->stamp) continue;
    w->met[operand] = w->stamp;
    n++;
  }
  return n;
}

static bool is_output(const planning *w, int position) {
  const jni_equal_regions *a = w->a;
  for (int i = 0; i < instances_of(a, position); i++) {
    int item = jni_equal_regions_members(a, position)[i];
    if (a->wanted[item]) return true;
    for (int k = a->reader_at[item]; k < a->reader_at[item + 1]; k++)
      if (!is_inside(w, item, a->reader[k])) return true;
  }
  return false;
}

// Returns the number of lines that a block of the executable positions of a region, r, would save, negative if it needs
// more lines. Returns 0 if it would pass more than two values per operation, because passing values costs time.
static int count_saved(planning *w, const waiting *r, int instances) {
  int inputs = 0, outputs = 0;
  w->stamp++;
  for (int p = r->head; p > 0; p = w->next[p - 1]) w->met[w->a->n + p - 1] = w->stamp;
  for (int p = r->head; p > 0; p = w->next[p - 1]) {
    inputs += count_inputs(w, jni_equal_regions_members(w->a, p - 1)[0]);
    outputs += is_output(w, p - 1);
  }
  if (inputs + outputs > 2 * r->n) return 0;
  return (instances - 1) * r->n - instances * LINES_OF_CALL - outputs - LINES_OF_BLOCK;
}

// ---- plan ---------------------------------------------------------------------------------------------------------

static void leave_chain(planning *w, int region) {
  waiting *r = &w->regions[region];
  int p = r->head;
  r->n = r->head = 0;
  for (; p > 0; p = w->next[p - 1]) {
    w->plan->block[p - 1] = ALONE;
    for (int i = 0; i < instances_of(w->a, p - 1); i++) w->queue[w->last++] = jni_equal_regions_members(w->a, p - 1)[i];
  }
}

static void make_block(planning *w, int region) {
  jni_code_blocks_plan *plan = w->plan;
  waiting *r = &w->regions[region];
  int p = r->head;
  if (!jni_pool_grow(&plan->pool, &plan->blocks, &plan->capacity_blocks, plan->nblocks + 1, sizeof *plan->blocks))
    return;
  plan->blocks[plan->nblocks] = (jni_planned_block){region, plan->npositions, r->n};
  plan->steps[plan->nsteps++] = ~plan->nblocks;
  r->n = r->head = 0;
  for (int at = p; at > 0; at = w->next[at - 1]) {
    plan->positions[plan->npositions++] = at - 1;
    plan->block[at - 1] = plan->nblocks;
    for (int i = 0; i < instances_of(w->a, at - 1); i++) w->done[jni_equal_regions_members(w->a, at - 1)[i]] = true;
  }
  plan->nblocks++;
  const jni_planned_block *made = &plan->blocks[plan->nblocks - 1];
  for (int k = made->first; k < made->first + made->n; k++)
    for (int i = 0; i < instances_of(w->a, plan->positions[k]); i++)
      count_for_readers(w, jni_equal_regions_members(w->a, plan->positions[k])[i], false);
  tell_regions(w);
}

// Makes a block of the executable positions of the region where it saves most; if no block saves enough, queues the
// items of the smallest list of executable positions one by one. Returns false if no region has executable positions.
static bool decide(planning *w) {
  int best = -1, smallest = -1;
  for (int i = 0; i < w->a->nregions; i++) {
    waiting *r = &w->regions[i];
    if (r->n == 0) continue;
    if (r->stale) {
      r->saved = count_saved(w, r, w->a->regions[i].instances);
      r->stale = false;
    }
    if (best < 0 || r->saved > w->regions[best].saved) best = i;
    if (smallest < 0 || r->n < w->regions[smallest].n) smallest = i;
  }
  if (best < 0) return false;
  if (w->regions[best].saved >= LEAST_LINES_SAVED) make_block(w, best);
  else leave_chain(w, smallest);
  return true;
}

// Resolves instances that depend on each other: removes the position of the first item that is not executed from its
// region, and queues those of its items whose operands are computed. *cursor: index from which such items are searched.
// Returns false if all items are executed.
static bool give_up_one(planning *w, int *cursor) {
  const jni_equal_regions *a = w->a;
  while (*cursor < a->n && w->done[*cursor]) ++*cursor;
  if (*cursor == a->n) return false;
  int position = a->position[*cursor];
  w->plan->block[position] = ALONE;
  for (int i = 0; i < instances_of(a, position); i++) {
    int item = jni_equal_regions_members(a, position)[i];
    if (w->missing[item] == 0) w->queue[w->last++] = item;
  }
  return true;
}

static void make(planning *w) {
  const jni_equal_regions *a = w->a;
  int cursor = 0;
  for (int i = 0; i < a->npositions; i++) w->plan->block[i] = OPEN;
  for (int i = 0; i < a->n; i++)
    for (int k = a->operand_at[i]; k < a->operand_at[i + 1]; k++) w->missing[i] += a->operand[k] >= 0;
  for (int i = 0; i < a->n; i++)
    if (a->operand_at[i + 1] == a->operand_at[i] || w->missing[i] == 0) make_executable(w, i);
  tell_regions(w);
  do carry_out_queue(w);
  while (!w->plan->pool.failed && (decide(w) || give_up_one(w, &cursor)));
}

jni_code_blocks_plan *jni_code_blocks_plan_new(const jni_equal_regions *a) {
  jni_code_blocks_plan *plan = jni_object_new(a->pool.alloc, sizeof *plan);
  if (!plan) return NULL;
  jni_pool scratch = {.alloc = a->pool.alloc};
  size_t items = (size_t)a->n + 1, positions = (size_t)a->npositions + 1;
  planning w = {.a = a,
                .plan = plan,
                .missing = jni_ints(&scratch, items),
                .done = jni_flags(&scratch, items),
                .there = jni_ints(&scratch, positions),
                .next = jni_ints(&scratch, positions),
                .regions = jni_take(&scratch, (size_t)a->nregions + 1, sizeof *w.regions),
                .queue = jni_ints(&scratch, items),
                .fresh = jni_ints(&scratch, positions),
                .met = jni_ints(&scratch, items + positions)};
  plan->steps = jni_ints(&plan->pool, items);
  plan->positions = jni_ints(&plan->pool, positions);
  plan->block = jni_ints(&plan->pool, positions);
  plan->pool.failed |= scratch.failed;
  if (!plan->pool.failed) make(&w);
  jni_pool_free(&scratch);
  return plan->pool.failed ? jni_code_blocks_plan_free(plan) : plan;
}

void *jni_code_blocks_plan_free(jni_code_blocks_plan *plan) { return jni_object_free(plan); }
