// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// plot_legend.c - makes labels of several results: the differences between their runs ("damping 300"); if these do not
// distinguish them, names of models and files.
#include <stdio.h>
#include <string.h>

#include "common/text.h"
#include "plot.h"

enum { MOST_PARTS = 3 };  // largest number of differences in a label

static bool is_one_of(const char *name, const char *const *names) {
  for (int i = 0; names[i]; i++)
    if (strcmp(names[i], name) == 0) return true;
  return false;
}

// Returns whether only some runs have the choice that differs. It then follows from another choice, as `tolerance` does
// from `integrator`.
static bool is_partial(const app_plot *plot, const jn_record_change *change) {
  for (int k = 0; k < plot->n; k++)
    if (jn_table_record(plot->tables[k]) && !change->values[k]) return true;
  return false;
}

// Kinds of differences, in the order in which they are used in labels. RANK_NONE: the content of a file has changed;
// not used.
typedef enum { RANK_MOTION, RANK_LATE, RANK_NAME, RANK_FILE, RANK_NONE } change_rank;

// Returns the kind of a difference: RANK_MOTION changes the motion; RANK_LATE changes the end time, the largest number
// of steps, outputs or checkpoints, or follows from another choice; RANK_NAME is the name of the model or the version
// of the program, RANK_FILE the name of the model file.
static change_rank rank(const app_plot *plot, const jn_record_change *change) {
  static const char *const late[] = {"until", "max_steps", "output", "checkpoint", NULL};
  static const char *const heads[] = {"model file", "file", NULL};
  if (strcmp(change->group, "files") == 0) return is_one_of(change->name, heads) ? RANK_FILE : RANK_NONE;
  if (strcmp(change->group, "program") == 0) return RANK_NAME;
  if (strcmp(change->group, "choices") != 0) return RANK_MOTION;
  return is_one_of(change->name, late) || is_partial(plot, change) ? RANK_LATE : RANK_MOTION;
}

// Writes the value of run k into `text`: a parameter with 6 digits if these distinguish it from the other runs,
// everything else as recorded.
static void shorten(const app_plot *plot, const jn_record_change *change, int k, char *text, size_t size) {
  const char *value = change->values[k];
  snprintf(text, size, "%s", value);
  if (strcmp(change->group, "parameters") != 0) return;
  char mine[32] = "", other[32], why[80];
  for (int i = -1; i < plot->n; i++) {  // i = -1 writes the value of run k itself, with which the others are compared
    const char *text_of = change->values[i < 0 ? k : i];
    double number;
    jn_dimension dimension;
    bool unit;
    if (!text_of || !jn_unit_parse(text_of, &number, &dimension, &unit, why, sizeof why)) continue;
    snprintf(i < 0 ? mine : other, sizeof mine, "%.6g", number);
    if (i >= 0 && strcmp(mine, other) == 0 && strcmp(text_of, value) != 0) return;
  }
  if (mine[0]) snprintf(text, size, "%s", mine);
}

static void add_part(const app_plot *plot, const jn_record_change *change, int k, char *label) {
  size_t used = strlen(label);
  char value[80] = "as in the file";
  bool missing = !change->values[k],
       head = strcmp(change->group, "program") == 0 || strcmp(change->group, "files") == 0;
  if (missing && strcmp(change->group, "settings") != 0) return;  // the choice has no effect in this run
  if (!missing) shorten(plot, change, k, value, sizeof value);
  snprintf(label + used, LABEL_SIZE - used, "%s%.60s%s%.60s", used ? ", " : "", head ? "" : change->name,
           head ? "" : " ", value);
}

static bool is_shared(const app_plot *plot, int k) {
  for (int i = 0; i < plot->n; i++)
    if (i != k && strcmp(plot->labels[i], plot->labels[k]) == 0) return true;
  return false;
}

// Appends the differences of kind `wanted`, at most MOST_PARTS, to those labels that several results have.
static void add_changes(app_plot *plot, const jn_record_changes *changes, change_rank wanted) {
  bool shared[MOST_RESULTS];
  int parts = 0;
  for (int k = 0; k < plot->n; k++) shared[k] = is_shared(plot, k);
  for (int i = 0; i < jn_record_changes_count(changes) && parts < MOST_PARTS; i++) {
    const jn_record_change *change = jn_record_changes_get(changes, i);
    if (rank(plot, change) != wanted) continue;
    parts++;
    for (int k = 0; k < plot->n; k++)
      if (shared[k] && jn_table_record(plot->tables[k])) add_part(plot, change, k, plot->labels[k]);
  }
}

static bool has_namesake(const app_plot *plot, int k) {
  for (int i = 0; i < plot->n; i++)
    if (i != k && strcmp(path_base(plot->paths[i]), path_base(plot->paths[k])) == 0) return true;
  return false;
}

static void add_files(app_plot *plot) {
  bool shared[MOST_RESULTS];
  for (int k = 0; k < plot->n; k++) shared[k] = is_shared(plot, k);
  for (int k = 0; k < plot->n; k++) {
    char *label = plot->labels[k];
    size_t used = strlen(label);
    const char *file = has_namesake(plot, k) ? plot->paths[k] : path_base(plot->paths[k]);
    if (used == 0) snprintf(label, LABEL_SIZE, "%s", file);
    else if (shared[k]) snprintf(label + used, LABEL_SIZE - used, " (%s)", file);
  }
}

jn_status plot_make_labels(app_plot *plot) {
  const jn_record *records[MOST_RESULTS];
  for (int k = 0; k < plot->n; k++) records[k] = jn_table_record(plot->tables[k]);
  jn_record_changes *changes = jn_record_changes_new(NULL, records, plot->n);
  if (!changes)
    return jn_report_fault(plot->command->report, JN_NO_MEMORY, "", "there is not enough memory for the plot");
  for (change_rank r = RANK_MOTION; r < RANK_NONE; r++) add_changes(plot, changes, r);
  add_files(plot);
  jn_record_changes_free(changes);
  return JN_OK;
}
