// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page_runs.c - runs inside a page: packed column by column, with fewer rows if they would be too large.
#include "page/page_runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/pack_columns.h"

enum { TIME_BITS = 44, VALUE_BITS = 32, POSE_BITS = 24 };

typedef struct {
  const jn_table *table;
  int rows, every;    // number of rows that are written: every `every`-th row, and the last one
  bool posed;         // every row has the poses of all bodies
  double *workspace;  // columns of the pose of one body, rows x JN_POSE
  pack_column *values, *poses;
  pack_bytes value_bytes, pose_bytes;
} packed_run;

// ---- packing -------------------------------------------------------------------------------------------------------

static int row_at(const packed_run *p, int i) {
  int last = jn_table_nrows(p->table) - 1;
  return i == p->rows - 1 ? last : i * p->every;
}

static void pack_outputs(packed_run *p) {
  for (int c = 0; c < jn_table_ncolumns(p->table); c++) {
    const double *from = jn_table_column(p->table, c);
    for (int i = 0; i < p->rows; i++) p->workspace[i] = from[row_at(p, i)];
    p->values[c] = pack_values(&p->value_bytes, p->workspace, p->rows, c == 0 ? TIME_BITS : VALUE_BITS);
  }
}

// Replaces the quaternion in a row of `workspace`, whose columns have n rows, by the opposite one if that is nearer to
// the quaternion in the row before. Both are the same rotation, but the columns become smooth.
static void align(double *workspace, int n, int row) {
  double dot = 0;
  for (int k = 3; k < JN_POSE && row > 0; k++) dot += workspace[k * n + row] * workspace[k * n + row - 1];
  for (int k = 3; k < JN_POSE && dot < 0; k++) workspace[k * n + row] = -workspace[k * n + row];
}

static void pack_body(packed_run *p, int body) {
  for (int i = 0; i < p->rows; i++) {
    const float *pose = jn_table_poses(p->table, row_at(p, i)) + (size_t)JN_POSE * (size_t)body;
    for (int k = 0; k < JN_POSE; k++) p->workspace[k * p->rows + i] = (double)pose[k];
    align(p->workspace, p->rows, i);
  }
  for (int k = 0; k < JN_POSE; k++)
    p->poses[JN_POSE * body + k] = pack_values(&p->pose_bytes, p->workspace + k * p->rows, p->rows, POSE_BITS);
}

static bool are_known(const jn_table *table) {
  int n = JN_POSE * jn_table_nbodies(table);
  for (int row = 0; row < jn_table_nrows(table); row++) {
    const float *poses = jn_table_poses(table, row);
    for (int i = 0; i < n; i++)
      if (!poses || !isfinite(poses[i])) return false;
  }
  return n > 0 && jn_table_nrows(table) > 0;
}

static bool allocate_workspace(packed_run *p) {
  size_t rows = (size_t)jn_table_nrows(p->table) + 1;
  p->posed = are_known(p->table);
  p->workspace = calloc(rows, JN_POSE * sizeof *p->workspace);
  p->values = calloc((size_t)jn_table_ncolumns(p->table) + 1, sizeof *p->values);
  p->poses = calloc((size_t)jn_table_nbodies(p->table) + 1, JN_POSE * sizeof *p->poses);
  return p->workspace && p->values && p->poses;
}

// Returns the approximate size of a packed run in the page, bytes: the numbers in base 64, and a line for each column.
static double text_size(const packed_run *p) {
  int columns = jn_table_ncolumns(p->table) + (p->posed ? JN_POSE * jn_table_nbodies(p->table) : 0);
  return 4.0 / 3 * (double)(p->value_bytes.size + p->pose_bytes.size) + 100.0 * columns;
}

static void pack_run(packed_run *p, size_t most) {
  for (int every = 1;;) {
    int n = jn_table_nrows(p->table);
    p->every = every;
    p->rows = n > 0 ? 1 + (n - 2 + every) / every : 0;
    p->value_bytes.size = p->pose_bytes.size = 0;
    pack_outputs(p);
    for (int b = 0; p->posed && b < jn_table_nbodies(p->table); b++) pack_body(p, b);
    if (text_size(p) <= (double)most || p->rows <= 2) return;
    int next = (int)fmin(every * (text_size(p) / (double)most),
                         1e9);  // the size is roughly proportional to the number of rows
    every = next > every ? next : every + 1;
  }
}

static void release(packed_run *p) {
  free(p->workspace);
  free(p->values);
  free(p->poses);
  free(p->value_bytes.bytes);
  free(p->pose_bytes.bytes);
}

// ---- as JSON -------------------------------------------------------------------------------------------------------

// Writes n packed columns as the member `key`: {columns: [[low, step, order, bytes], ...], bytes: "..."}, where one
// text of base 64 contains the bytes of all columns.
static void put_packed(app_json *out, const char *key, const pack_column *columns, int n, const pack_bytes *bytes) {
  json_open(out, key, '{');
  json_open(out, "columns", '[');
  for (int i = 0; i < n; i++) {
    json_open(out, NULL, '[');
    json_number(out, NULL, columns[i].low);
    json_number(out, NULL, columns[i].step);
    json_integer(out, NULL, columns[i].order);
    json_integer(out, NULL, (long)columns[i].size);
    json_close(out, ']');
  }
  json_close(out, ']');
  char *text = pack_base64(bytes->bytes, bytes->size);
  json_text(out, "bytes", text);
  free(text);
  json_close(out, '}');
}

static void put_columns(app_json *out, const packed_run *p) {
  json_open(out, "columns", '[');
  for (int c = 0; c < jn_table_ncolumns(p->table); c++) {
    json_open(out, NULL, '{');
    json_text(out, "name", jn_table_name(p->table, c));
    json_text(out, "unit", jn_table_unit(p->table, c));
    json_close(out, '}');
  }
  json_close(out, ']');
  put_packed(out, "values", p->values, jn_table_ncolumns(p->table), &p->value_bytes);
}

static void put_poses(app_json *out, const packed_run *p) {
  int n = p->posed ? jn_table_nbodies(p->table) : 0;
  json_open(out, "bodies", '[');
  for (int b = 0; b < n; b++) json_text(out, NULL, jn_table_body(p->table, b));
  json_close(out, ']');
  if (n > 0) put_packed(out, "poses", p->poses, JN_POSE * n, &p->pose_bytes);
  else json_text(out, "poses", NULL);
}

static void put_choice(app_json *out, const jn_record *record, const char *name) {
  json_text(out, name, record ? jn_record_find(record, JN_RECORD_CHOICES, name) : NULL);
}

// Writes version, verb, status and summary of a run, with the names of web/engine/engine_run.c; null for what the table
// does not have.
static void put_outcome(app_json *out, const jn_table *table) {
  const jn_summary *s = jn_table_summary(table);
  const jn_record *record = jn_table_record(table);
  json_text(out, "version", record ? jn_record_version(record) : NULL);
  json_text(out, "verb", record ? jn_record_find(record, JN_RECORD_OPTIONS, "verb") : NULL);
  json_text(out, "status", jn_table_status(table));
  if (!s) {
    json_text(out, "summary", NULL);
    return;
  }
  json_open(out, "summary", '{');
  json_text(out, "status", jn_table_status(table));
  json_flag(out, "good", s->status == JN_OK);
  json_text(out, "hash", jn_table_state_hash(table));
  put_choice(out, record, "formulation");
  put_choice(out, record, "coordinates");
  put_choice(out, record, "integrator");
  json_number(out, "time", s->time);
  json_integer(out, "steps", s->steps);
  json_integer(out, "rejected", s->rejected);
  json_integer(out, "evaluations", s->evaluations);
  json_number(out, "position_violation", s->max_position_violation);
  json_number(out, "velocity_violation", s->max_velocity_violation);
  json_number(out, "energy_initial", s->energy_initial);
  json_number(out, "energy_final", s->energy_final);
  json_number(out, "energy_error", s->max_energy_error);
  json_close(out, '}');
}

static void put_run(app_json *out, const page_run *run, const packed_run *p) {
  json_open(out, NULL, '{');
  json_text(out, "name", run->name);
  json_text(out, "label", run->label);
  json_text(out, "title", jn_table_title(run->table));
  put_outcome(out, run->table);
  json_integer(out, "rows", p->rows);
  json_integer(out, "of", jn_table_nrows(run->table));
  put_columns(out, p);
  put_poses(out, p);
  json_close(out, '}');
}

static void warn_of_omitted_rows(const page_runs *runs, const page_run *run, const packed_run *p) {
  int n = jn_table_nrows(run->table);
  if (p->rows < n && runs->command)
    jn_report_warn(runs->command->report, "", "the page has %d of the %d rows of '%.200s': all would make it too large",
                   p->rows, n, run->name);
}

void page_runs_put(const void *user, app_json *out) {
  const page_runs *runs = user;
  size_t most = (runs->most ? runs->most : PAGE_RUNS_MOST) / (size_t)(runs->n > 0 ? runs->n : 1);
  json_open(out, "runs", '[');
  for (int i = 0; i < runs->n; i++) {
    packed_run p = {.table = runs->items[i].table};
    bool good = allocate_workspace(&p);
    if (good) pack_run(&p, most);
    if (good && !p.value_bytes.failed && !p.pose_bytes.failed) {
      put_run(out, &runs->items[i], &p);
      warn_of_omitted_rows(runs, &runs->items[i], &p);
    } else if (runs->command) {
      jn_report_fault(runs->command->report, JN_NO_MEMORY, "", "there is not enough memory for the rows in the page");
    }
    release(&p);
  }
  json_close(out, ']');
}
