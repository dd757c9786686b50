// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// result_table.c - a result in memory: collected from a run, or read from a file.
#include "output/result_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/result_file.h"

// ---- columns and rows ---------------------------------------------------------------------------

static void clear(jn_table *table) {
  for (int i = 0; i < table->ncolumns; i++) {
    jni_free(table->alloc, table->columns[i].name);
    jni_free(table->alloc, table->columns[i].values);
  }
  table->columns = jni_free(table->alloc, table->columns);
  table->title = jni_free(table->alloc, table->title);
  table->record = jn_record_free(table->record);
  for (int i = 0; i < table->nbodies; i++) jni_free(table->alloc, table->bodies[i]);
  table->bodies = jni_free(table->alloc, table->bodies);
  table->poses = jni_free(table->alloc, table->poses);
  table->ncolumns = table->columns_capacity = table->nrows = 0;
  table->nbodies = table->bodies_capacity = table->poses_capacity = table->nposed = 0;
  table->ended = false;
  table->nparameters = table->nrandom = 0;
  table->status[0] = table->state_hash[0] = 0;
}

jn_status jni_table_add_column(jn_table *table, const char *name, const char *unit) {
  if (!jni_grow(table->alloc, &table->columns, &table->columns_capacity, table->ncolumns + 1, sizeof *table->columns)) {
    return JN_NO_MEMORY;
  }
  jni_column *column = &table->columns[table->ncolumns];
  *column = (jni_column){.name = jni_text_copy(table->alloc, name)};
  if (!column->name) return JN_NO_MEMORY;
  snprintf(column->unit, sizeof column->unit, "%s", unit);
  table->ncolumns++;
  return JN_OK;
}

jn_status jni_table_set_title(jn_table *table, const char *title) {
  jni_free(table->alloc, table->title);
  table->title = jni_text_copy(table->alloc, title ? title : "");
  if (table->title) jni_make_plain(table->title);
  return table->title ? JN_OK : JN_NO_MEMORY;
}

jn_status jni_table_add_row(jn_table *table, double time, const double *values) {
  for (int i = 0; i < table->ncolumns; i++) {
    jni_column *column = &table->columns[i];
    if (!jni_grow(table->alloc, &column->values, &column->capacity, table->nrows + 1, sizeof(double)))
      return JN_NO_MEMORY;
    column->values[table->nrows] = i == 0 ? time : values[i - 1];
  }
  table->nrows++;
  return JN_OK;
}

jn_status jni_table_add_body(jn_table *table, const char *name) {
  if (!jni_grow(table->alloc, &table->bodies, &table->bodies_capacity, table->nbodies + 1, sizeof *table->bodies))
    return JN_NO_MEMORY;
  char *copy = jni_text_copy(table->alloc, name);
  if (!copy) return JN_NO_MEMORY;
  table->bodies[table->nbodies++] = copy;
  return JN_OK;
}

// Sets the poses of a row (result_table.h). Memory grows in units of rows, because the count of numbers may exceed an
// int.
jn_status jni_table_set_poses(jn_table *table, int row, const double *poses) {
  size_t width = JN_POSE * (size_t)table->nbodies;
  if (!jni_grow(table->alloc, &table->poses, &table->poses_capacity, row + 1, width * sizeof *table->poses))
    return JN_NO_MEMORY;
  for (size_t i = 0; i < width; i++) table->poses[(size_t)row * width + i] = poses ? (float)poses[i] : NAN;
  if (table->nposed <= row) table->nposed = row + 1;
  return JN_OK;
}

// ---- the sink -------------------------------------------------------------------------------------

static jn_status sink_begin(void *self, const jn_run_header *header) {
  jn_table *table = self;
  clear(table);
  table->record = jn_record_new(table->alloc, header);
  jn_status status = table->record ? jni_table_set_title(table, header->model) : JN_NO_MEMORY;
  if (status == JN_OK) status = jni_table_add_column(table, "time", "s");
  for (int i = 0; status == JN_OK && i < header->ncolumns; i++) {
    char unit[64];
    status = jni_table_add_column(table, header->names[i], jni_header_unit(header, i, unit, sizeof unit));
  }
  int nbodies = table->sink.poses && header->from ? jn_model_nbodies(header->from) : 0;
  for (int b = 1; status == JN_OK && b < nbodies; b++)
    status = jni_table_add_body(table, jn_model_body_name(header->from, (jn_body){b}));
  return status;
}

static jn_status sink_poses(void *self, const double *poses) {
  jn_table *table = self;
  return table->nbodies > 0 ? jni_table_set_poses(table, table->nrows, poses + JN_POSE) : JN_OK;
}

static jn_status sink_row(void *self, double time, const double *values) {
  jn_table *table = self;
  if (table->nbodies > 0 && table->nposed == table->nrows && jni_table_set_poses(table, table->nrows, NULL) != JN_OK)
    return JN_NO_MEMORY;
  return jni_table_add_row(table, time, values);
}

static jn_status sink_checkpoint(void *self, const double *block, int n) {
  (void)self;
  (void)block;
  (void)n;
  return JN_OK;
}

static jn_status sink_end(void *self, const jn_summary *summary) {
  jn_table *table = self;
  if (!summary) return JN_OK;
  table->summary = *summary;
  table->ended = true;
  snprintf(table->status, sizeof table->status, "%s", jn_status_text(summary->status));
  snprintf(table->state_hash, sizeof table->state_hash, "%016llx", (unsigned long long)summary->state_hash);
  return JN_OK;
}

jn_table *jn_table_new(const jn_alloc *alloc) {
  jn_table *table = jni_alloc0(alloc, 1, sizeof *table);
  if (!table) return NULL;
  table->alloc = alloc;
  table->sink = (jn_sink){table, sink_begin, sink_row, sink_checkpoint, sink_end, NULL};
  return table;
}

int jn_table_nparameters(const jn_table *table) {
  JNI_ASSERT(table);
  return table->nparameters;
}
int jn_table_nrandom(const jn_table *table) {
  JNI_ASSERT(table);
  return table->nrandom;
}

jn_sink *jn_table_sink(jn_table *table) {
  JNI_ASSERT(table);
  return &table->sink;
}

void jn_table_keep_poses(jn_table *table) {
  JNI_ASSERT(table);
  table->sink.poses = sink_poses;
}

void *jn_table_free(jn_table *table) {
  if (!table) return NULL;
  clear(table);
  return jni_free(table->alloc, table);
}

// ---- access ---------------------------------------------------------------------------------------

static const jni_column *column_of(const jn_table *table, int i) {
  return i >= 0 && i < table->ncolumns ? &table->columns[i] : NULL;
}

int jn_table_nrows(const jn_table *table) {
  JNI_ASSERT(table);
  return table->nrows;
}
int jn_table_ncolumns(const jn_table *table) {
  JNI_ASSERT(table);
  return table->ncolumns;
}
const char *jn_table_title(const jn_table *table) {
  JNI_ASSERT(table);
  return table->title ? table->title : "";
}

const char *jn_table_status(const jn_table *table) {
  JNI_ASSERT(table);
  return table->status;
}
const char *jn_table_state_hash(const jn_table *table) {
  JNI_ASSERT(table);
  return table->state_hash;
}
const jn_record *jn_table_record(const jn_table *table) {
  JNI_ASSERT(table);
  return table->record;
}

const jn_summary *jn_table_summary(const jn_table *table) {
  JNI_ASSERT(table);
  return table->ended ? &table->summary : NULL;
}

int jn_table_nbodies(const jn_table *table) {
  JNI_ASSERT(table);
  return table->nbodies;
}

const char *jn_table_body(const jn_table *table, int body) {
  JNI_ASSERT(table);
  return body >= 0 && body < table->nbodies ? table->bodies[body] : NULL;
}

const float *jn_table_poses(const jn_table *table, int row) {
  JNI_ASSERT(table);
  bool known = table->nbodies > 0 && row >= 0 && row < table->nposed && row < table->nrows;
  return known ? table->poses + (size_t)row * JN_POSE * (size_t)table->nbodies : NULL;
}

const char *jn_table_name(const jn_table *table, int column) {
  JNI_ASSERT(table);
  const jni_column *c = column_of(table, column);
  return c ? c->name : NULL;
}

const char *jn_table_unit(const jn_table *table, int column) {
  JNI_ASSERT(table);
  const jni_column *c = column_of(table, column);
  return c ? c->unit : NULL;
}

const double *jn_table_column(const jn_table *table, int column) {
  JNI_ASSERT(table);
  const jni_column *c = column_of(table, column);
  return c ? c->values : NULL;
}

int jn_table_find(const jn_table *table, const char *name) {
  if (!name) return -1;
  JNI_ASSERT(table);
  for (int i = 0; i < table->ncolumns; i++) {
    if (strcmp(table->columns[i].name, name) == 0) return i;
  }
  return -1;
}

// ---- reading --------------------------------------------------------------------------------------

static jn_table *read_table(const jn_alloc *alloc, const char *path, bool poses, jn_report *report) {
  if (!path) {
    jn_report_fault(report, JN_BAD_ARGUMENT, NULL, "a result file needs a name");
    return NULL;
  }
  jn_error error = {.severity = JN_FAULT, .status = JN_NO_MEMORY};
  char what[300] = "";
  jn_table *table = jn_table_new(alloc);
  if (table && poses) jn_table_keep_poses(table);
  if (table) {
    const jni_result_kind *kind = jni_result_kind_of(path);
    if (!kind) kind = &jni_csv_kind;
    if (kind->not_built) {
      error.status = JN_IO;
      snprintf(what, sizeof what, "%s", kind->not_built);
    } else {
      error.status = kind->read_table(table, path, &error.line, what, sizeof what, report);
    }
  }
  if (error.status == JN_OK) return table;
  if (error.status == JN_NO_MEMORY) snprintf(what, sizeof what, "%s", jn_status_text(JN_NO_MEMORY));
  if (error.line > 0) snprintf(error.file, sizeof error.file, "%s", path);
  snprintf(error.what, sizeof error.what, "cannot read %.190s: %s", path, what);
  if (error.line > 0) snprintf(error.what, sizeof error.what, "%s", what);
  jn_report_add(report, &error);
  return jn_table_free(table);
}

jn_table *jn_table_read(const jn_alloc *alloc, const char *path, jn_report *report) {
  return read_table(alloc, path, false, report);
}

jn_table *jn_table_read_poses(const jn_alloc *alloc, const char *path, jn_report *report) {
  return read_table(alloc, path, true, report);
}
