// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// diff.c - `jounce diff`: compares two results column by column, with an exit code for scripts.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "mechanism_picture.h"
#include "result_columns.h"

typedef struct {
  app_command *command;
  const char *paths[2];
  jn_table *tables[2];
  jn_diff *diff;
  jn_record_changes *changes;  // differences of the two records; NULL: one of the results has no record
  double tolerance, absolute;
  int shown, ndifferent;  // number of columns compared, and number of columns that differ
  bool other_times;       // first or last times differ, and --common is not given
  int missing;            // number of wanted columns that only one result has, without ignored poses; 0 with --common
  bool poses[2];          // of each result: it has pose columns that the other does not have, and no columns were named
} app_diff;

// ---- selection of columns -------------------------------------------------------------------------------------

// Returns whether a column is to be compared: the command line names it, or names none.
static bool is_wanted(const app_diff *d, const char *column) {
  const text_list *words = &d->command->options.words;
  bool found = words->n == 2;
  for (int w = 2; w < words->n; w++) found = found || column_fits(words->items[w], column);
  return found;
}

// Returns whether a column of result `which` is not reported as missing in the other one, because it is part of a pose
// and no columns are named.
static bool is_ignored(const app_diff *d, int which, const char *column) {
  return d->command->options.words.n == 2 && pose_has_column(d->tables[which], column);
}

static bool is_alone(const app_diff *d, int which, const char *column) {
  return is_wanted(d, column) && !is_ignored(d, which, column);
}

static bool differs(const app_diff *d, const jn_column_diff *c) {
  if (!c->comparable) return true;
  return c->largest > 0 && !(c->relative <= d->tolerance) && !(c->largest <= d->absolute);
}

static void judge(app_diff *d) {
  jn_diff_times t = jn_diff_get_times(d->diff);
  double most = fmax(d->tolerance, 1e-12) * fmax(t.end[0] - t.begin[0], t.end[1] - t.begin[1]);
  bool all = !d->command->options.common;
  d->other_times = all && !(fabs(t.begin[0] - t.begin[1]) <= most && fabs(t.end[0] - t.end[1]) <= most);
  for (int i = 0; i < jn_diff_count(d->diff); i++) {
    const jn_column_diff *c = jn_diff_get(d->diff, i);
    if (!is_wanted(d, c->name)) continue;
    d->shown++;
    d->ndifferent += differs(d, c);
  }
  for (int k = 0; k < 2; k++)
    for (int i = 0; jn_diff_only(d->diff, k, i); i++) {
      const char *column = jn_diff_only(d->diff, k, i);
      d->missing += all && is_alone(d, k, column);
      d->poses[k] = d->poses[k] || is_ignored(d, k, column);
    }
}

static bool is_different(const app_diff *d) { return d->ndifferent > 0 || d->other_times || d->missing > 0; }

// ---- text -----------------------------------------------------------------------------------------------------

static void print_times(const app_diff *d) {
  jn_diff_times t = jn_diff_get_times(d->diff);
  printf("  compared       %g to %g s at the %d time%s of %s", t.from, t.to, t.times, t.times == 1 ? "" : "s",
         d->paths[t.grid]);
  if (t.interpolated > 0) printf("; %s is interpolated at %d of them", d->paths[1 - t.grid], t.interpolated);
  putchar('\n');
  if (d->other_times)
    printf("  times          %s has %g to %g s, %s has %g to %g s\n", d->paths[0], t.begin[0], t.end[0], d->paths[1],
           t.begin[1], t.end[1]);
}

static void print_changes(const app_diff *d) {
  if (!d->changes) return;
  int n = jn_record_changes_count(d->changes);
  if (n == 0) puts("  what was run   the same in both");
  for (int i = 0; i < n; i++) {
    const jn_record_change *c = jn_record_changes_get(d->changes, i);
    printf("  %-14s %s: %s | %s\n", i == 0 ? "what was run" : "", c->name, c->values[0] ? c->values[0] : "-",
           c->values[1] ? c->values[1] : "-");
  }
}

static void print_column(const app_diff *d, const jn_column_diff *c, int width) {
  if (!c->comparable) {
    printf("    %-*s [%s] and [%s] cannot be compared\n", width, c->name, c->unit, c->other_unit);
    return;
  }
  printf("    %-*s %12.4g %12.4g %12.6g ", width, c->name, c->largest, c->rms, c->at);
  if (isfinite(c->relative)) printf("%11.3g %%", 100 * c->relative);
  else printf("%13s", "-");
  if (differs(d, c)) printf("  %s\n", c->unit);
  else printf("  %-8s within\n", c->unit);
}

// Prints the differences of the columns. Without -v identical columns are only counted.
static void print_columns(const app_diff *d) {
  int width = 6, same = 0, listed = 0;
  bool all = d->command->options.verbose;
  for (int i = 0; i < jn_diff_count(d->diff); i++) {
    const jn_column_diff *c = jn_diff_get(d->diff, i);
    bool equal = c->comparable && c->largest == 0;
    if (!is_wanted(d, c->name)) continue;
    same += equal;
    if (equal && !all) continue;
    listed++;
    if ((int)strlen(c->name) > width) width = (int)strlen(c->name);
  }
  if (listed > 0)
    printf("    %-*s %12s %12s %12s %13s  unit\n", width, "column", "largest", "rms", "at (s)", "of range");
  for (int i = 0; i < jn_diff_count(d->diff) && listed > 0; i++) {
    const jn_column_diff *c = jn_diff_get(d->diff, i);
    if (is_wanted(d, c->name) && (all || !c->comparable || c->largest != 0)) print_column(d, c, width);
  }
  if (same > 0) printf("  the same       %d of %d column%s, bit for bit\n", same, d->shown, d->shown == 1 ? "" : "s");
}

static void print_only(const app_diff *d, int which) {
  int n = 0;
  for (int i = 0; jn_diff_only(d->diff, which, i); i++) {
    const char *name = jn_diff_only(d->diff, which, i);
    if (!is_alone(d, which, name)) continue;
    if (n == 0) printf("  only in        %s: ", d->paths[which]);
    if (n++ < 10) printf("%s%s", n > 1 ? ", " : "", name);
  }
  if (n > 10) printf(" and %d more", n - 10);
  if (n > 0) putchar('\n');
  if (d->poses[which])
    printf("  ignored        poses that only %s has; name columns to compare them\n", d->paths[which]);
}

static void print_verdict(const app_diff *d) {
  const char *plural = d->shown == 1 ? "" : "s";
  if (!is_different(d)) {
    printf("  result         %s\n", d->tolerance > 0 || d->absolute > 0 ? "equal within the tolerance" : "equal");
    return;
  }
  fputs("  result         different:", stdout);
  const char *comma = "";
  if (d->ndifferent > 0) {
    printf(" %d of %d column%s", d->ndifferent, d->shown, plural);
    if (d->tolerance > 0) printf(" by more than %g of the range", d->tolerance);
    comma = ",";
  }
  if (d->missing > 0) {
    printf("%s %d column%s in only one of them", comma, d->missing, d->missing == 1 ? "" : "s");
    comma = ",";
  }
  printf("%s\n", d->other_times ? (comma[0] ? ", other times" : " other times") : "");
}

static void print_diff(const app_diff *d) {
  printf("%s | %s\n", d->paths[0], d->paths[1]);
  print_changes(d);
  print_times(d);
  print_columns(d);
  for (int k = 0; k < 2; k++) print_only(d, k);
  print_verdict(d);
}

// ---- JSON -----------------------------------------------------------------------------------------------------

static void put_columns(app_json *out, const app_diff *d) {
  json_open(out, "columns", '[');
  for (int i = 0; i < jn_diff_count(d->diff); i++) {
    const jn_column_diff *c = jn_diff_get(d->diff, i);
    if (!is_wanted(d, c->name)) continue;
    json_open(out, NULL, '{');
    json_text(out, "name", c->name);
    json_text(out, "unit", c->unit);
    json_flag(out, "different", differs(d, c));
    json_flag(out, "comparable", c->comparable);
    json_number(out, "largest", c->comparable ? c->largest : NAN);
    json_number(out, "at", c->at);
    json_number(out, "rms", c->comparable ? c->rms : NAN);
    json_number(out, "range", c->comparable ? c->range : NAN);
    json_number(out, "relative", c->comparable ? c->relative : NAN);
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_only(app_json *out, const app_diff *d, int which, const char *key) {
  json_open(out, key, '[');
  for (int i = 0; jn_diff_only(d->diff, which, i); i++)
    if (is_alone(d, which, jn_diff_only(d->diff, which, i))) json_text(out, NULL, jn_diff_only(d->diff, which, i));
  json_close(out, ']');
}

static void put_changes(app_json *out, const app_diff *d) {
  json_open(out, "changes", '[');
  for (int i = 0; d->changes && i < jn_record_changes_count(d->changes); i++) {
    const jn_record_change *c = jn_record_changes_get(d->changes, i);
    json_open(out, NULL, '{');
    json_text(out, "group", c->group);
    json_text(out, "name", c->name);
    json_text(out, "a", c->values[0]);
    json_text(out, "b", c->values[1]);
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_diff(app_json *out, const app_diff *d) {
  jn_diff_times t = jn_diff_get_times(d->diff);
  json_text(out, "a", d->paths[0]);
  json_text(out, "b", d->paths[1]);
  json_flag(out, "different", is_different(d));
  json_number(out, "tolerance", d->tolerance);
  json_number(out, "absolute", d->absolute);
  json_number(out, "from", t.from);
  json_number(out, "to", t.to);
  json_flag(out, "other_times", d->other_times);
  json_integer(out, "times", t.times);
  json_text(out, "times_of", t.grid == 0 ? "a" : "b");
  json_integer(out, "interpolated", t.interpolated);
  put_columns(out, d);
  put_only(out, d, 0, "only_a");
  put_only(out, d, 1, "only_b");
  put_changes(out, d);
}

static void print_answer(app_diff *d, jn_status status) {
  app_command *command = d->command;
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    put_diff(&out, d);
    answer_end(command, &out);
  } else if (!command->options.quiet) {
    print_diff(d);
  }
}

// ---- the verb ---------------------------------------------------------------------------------------------------

static jn_status check_names(const app_diff *d) {
  const text_list *words = &d->command->options.words;
  jn_status status = JN_OK;
  for (int w = 2; w < words->n; w++) {
    bool found = false;
    for (int k = 0; k < 2; k++)
      for (int i = 1; i < jn_table_ncolumns(d->tables[k]); i++)
        found = found || column_fits(words->items[w], jn_table_name(d->tables[k], i));
    if (!found) status = column_unknown(d->command, d->paths, (const jn_table *const *)d->tables, 2, words->items[w]);
  }
  return status;
}

static jn_status compare(app_diff *d) {
  app_command *command = d->command;
  for (int k = 0; k < 2; k++) {
    d->paths[k] = command->options.words.items[k];
    d->tables[k] = result_read(command, d->paths[k]);
    if (!d->tables[k]) return worst_fault(command, JN_IO, "reading the result");
  }
  jn_status status = check_names(d);
  if (status != JN_OK) return status;
  d->diff = jn_diff_new(NULL, d->tables[0], d->tables[1], command->report);
  if (!d->diff) return worst_fault(command, JN_NO_MEMORY, "comparing the results");
  const jn_record *records[] = {jn_table_record(d->tables[0]), jn_table_record(d->tables[1])};
  if (!records[0] || !records[1]) return JN_OK;
  d->changes = jn_record_changes_new(NULL, records, 2);
  if (d->changes) return JN_OK;
  return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the comparison");
}

static jn_status diff_work(app_command *command) {
  const app_options *o = &command->options;
  app_diff d = {.command = command,
                .tolerance = isnan(o->difference) ? 0 : o->difference,
                .absolute = isnan(o->absolute) ? 0 : o->absolute};
  jn_status status = compare(&d);
  if (status == JN_OK) {
    judge(&d);
    if (is_different(&d)) status = JN_DIFFERENT;
    print_answer(&d, status);
  }
  jn_record_changes_free(d.changes);
  jn_diff_free(d.diff);
  for (int k = 0; k < 2; k++) jn_table_free(d.tables[k]);
  return status;
}

static const char *const examples[] = {
    "jounce run models/examples/four-bar.yaml --until 1 -o a.h5 --quiet",
    "jounce run models/examples/four-bar.yaml --until 1 --integrator dopri5 -o b.csv --quiet",
    "jounce diff a.h5 a.h5",
    "jounce diff a.h5 b.csv 'link*.angle' link2.P --tolerance 1e-4",
    NULL,
};

const app_verb verb_diff = {
    .name = "diff",
    .words = "RESULT RESULT [NAME...]",
    .needs = "two result files",
    .help = "compare two results column by column; the exit code shows whether they differ",
    .details =
        "Results are .h5 or .csv files. Columns of the same name are compared over the time that both results cover, "
        "at the times of the result with fewer rows; the other is interpolated between its rows. A NAME is a column, a "
        "pattern or the first part of column names. Poses of bodies that only one result has (run --poses) are ignored "
        "unless they are named. Differences between the runs (parameters, settings, methods) are printed first.\nExit "
        "codes: 0 equal within the tolerance, 1 different, 2 usage, 7 input failed.",
    .examples = examples,
    .bit = FOR_DIFF,
    .least = 2,
    .most = -1,
    .work = diff_work};
