// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep_rows.c - writes rows of a sweep to a file and reads them back (output/run_table.h).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/run_table.h"
#include "study/sweep.h"

// ---- writing -----------------------------------------------------------------------------------------------------

// Copies row `at` of the sweep's table, counted from its first run, to row `row` of the table *s, which will be written
// to a file.
static void fill_row(const jn_sweep *sweep, int at, int row, jni_run_table *s) {
  s->runs[row] = sweep->first + at;
  for (int c = 1; c < sweep->ncolumns; c++)
    s->values[(size_t)row * (size_t)s->ncolumns + (size_t)c - 1] =
        sweep->values[(size_t)c * (size_t)sweep->nruns + (size_t)at];
  double *ends = s->ends + (size_t)row * JNI_RUN_TABLE_ENDS;
  ends[0] = sweep->done[at] ? (double)sweep->statuses[at] : -1;
  ends[1] = (double)(sweep->hashes[at] >> 32);
  ends[2] = (double)(sweep->hashes[at] & 0xffffffffu);
  if (sweep->whys[at]) memcpy(s->whys + (size_t)row * s->why_size, sweep->whys[at], strlen(sweep->whys[at]));
}

jn_status jni_sweep_rows_write(const jn_sweep *sweep, int first, int end, const char *path, jn_report *report) {
  jni_pool scratch = {.alloc = sweep->pool.alloc};
  int at = first - sweep->first, n = end - first;
  size_t longest_why = 0;
  for (int i = at; i < at + n; i++)
    if (sweep->whys[i] && strlen(sweep->whys[i]) > longest_why) longest_why = strlen(sweep->whys[i]);
  jni_run_table s = {.model = sweep->model,
                     .study = sweep->study,
                     .nparameters = sweep->nparameters,
                     .nrandom = sweep->nrandom,
                     .nrows = n,
                     .ncolumns = sweep->ncolumns - 1,
                     .names = sweep->names + 1,
                     .units = sweep->units + 1,
                     .why_size = longest_why + 1};
  s.runs = jni_doubles(&scratch, (size_t)n);
  s.values = jni_take(&scratch, (size_t)n, (size_t)s.ncolumns * sizeof(double));
  s.ends = jni_take(&scratch, (size_t)n, JNI_RUN_TABLE_ENDS * sizeof(double));
  s.whys = jni_take(&scratch, (size_t)n, s.why_size);
  for (int i = 0; !scratch.failed && i < n; i++) fill_row(sweep, at + i, i, &s);
  jn_status status = scratch.failed ? jni_report_no_memory(report) : jni_run_table_write(path, &s, report);
  jni_pool_free(&scratch);
  return status;
}

// ---- reading -----------------------------------------------------------------------------------------------------

// Adds row `row` of the table *s, which was read from a file, to the sweep's table if it is done, belongs to a run of
// the table, and the table does not have it. values: workspace, one number for each column. Returns false if memory is
// short.
static bool add_row(jn_sweep *sweep, const jni_run_table *s, int row, double *values) {
  const double *ends = s->ends + (size_t)row * JNI_RUN_TABLE_ENDS;
  double run = s->runs[row];
  if (!(run >= sweep->first && run < sweep->first + sweep->nruns)) return true;
  if (!(ends[0] >= 0 && ends[0] < JN_STATUS_COUNT) || sweep->done[(int)run - sweep->first]) return true;
  jni_run_result result = {.status = (jn_status)ends[0], .row = values};
  result.hash = (uint64_t)ends[1] << 32 | (uint64_t)ends[2];
  snprintf(result.why, sizeof result.why, "%s", s->whys + (size_t)row * s->why_size);
  values[0] = run;
  memcpy(values + 1, s->values + (size_t)row * (size_t)s->ncolumns, (size_t)s->ncolumns * sizeof *values);
  sweep->nresumed++;
  return jni_sweep_put(sweep, (int)run, &result);
}

static jn_status add_rows(jn_sweep *sweep, const jni_run_table *s, const char *path, jni_pool *scratch,
                          jn_report *report) {
  double *values = jni_doubles(scratch, (size_t)sweep->ncolumns);
  if (!values) return jni_report_no_memory(report);
  bool is_same_study = s->study == sweep->study && s->ncolumns == sweep->ncolumns - 1;
  for (int i = 0; is_same_study && i < s->ncolumns; i++) is_same_study = strcmp(s->names[i], sweep->names[i + 1]) == 0;
  if (!is_same_study)
    return jn_report_fault(report, JN_REFUSED, "",
                           "%.200s belongs to another study, or the model or this program has changed since: choose "
                           "another folder",
                           path);
  for (int i = 0; i < s->nrows; i++)
    if (!add_row(sweep, s, i, values)) return jni_report_no_memory(report);
  return JN_OK;
}

jn_status jni_sweep_rows_read(jn_sweep *sweep, const char *path, jn_report *report) {
  jni_pool scratch = {.alloc = sweep->pool.alloc};
  jni_run_table s;
  char what[256] = "";
  jn_status status = jni_run_table_read(&scratch, path, &s, what, sizeof what);
  if (status == JN_OK) status = add_rows(sweep, &s, path, &scratch, report);
  else if (status == JN_NO_MEMORY) jni_report_no_memory(report);
  else jn_report_fault(report, status, "", "cannot read %.200s: %s", path, what);
  jni_pool_free(&scratch);
  return status;
}
