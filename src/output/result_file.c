// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// result_file.c - a result file of any format: chooses the format, checks the order of calls, flushes at regular times.
#include "output/result_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

static const double flush_interval = 0.5;  // time after which rows are flushed, s

bool jn_result_has_hdf5(void) { return !jni_hdf5_kind.not_built; }

// ---- failures -------------------------------------------------------------------------------------

jn_status jni_result_fail(jn_result_file *file, jn_status status, const char *doing, const char *why) {
  if (file->status != JN_OK) return file->status;
  char reason[256];
  if (!why && file->disk.error) {
    jni_disk_why(file->disk.error, reason, sizeof reason);
    why = reason;
  }
  file->status = status;
  snprintf(file->message, sizeof file->message, "cannot %s %s: %s", doing, file->path,
           why ? why : jn_status_text(status));
  return status;
}

const char *jn_result_message(const jn_result_file *file) {
  JNI_ASSERT(file);
  return file->message;
}

// ---- the sink -----------------------------------------------------------------------------------

static jn_status sink_begin(void *self, const jn_run_header *header) {
  jn_result_file *file = self;
  if (file->status != JN_OK) return file->status;
  if (file->begun) return jni_result_fail(file, JN_BAD_ARGUMENT, "begin", "it already contains the results of a run");
  bool is_usable = header && header->ncolumns >= 0 && header->nstate >= 0 &&
                   (header->ncolumns == 0 || (header->names && header->dimensions));
  if (!is_usable) return jni_result_fail(file, JN_BAD_ARGUMENT, "begin", "the columns have no names");
  file->begun = true;
  file->flushed_at = jni_wall_clock();
  return file->kind->begin(file, header);
}

static jn_status flush(jn_result_file *file) {
  jn_status status = file->kind->flush(file);
  file->flushed_at = jni_wall_clock();
  return status;
}

static bool is_open(const jn_result_file *file) { return file->begun && !file->ended; }

static jn_status sink_row(void *self, double time, const double *values) {
  jn_result_file *file = self;
  if (file->status != JN_OK) return file->status;
  if (!is_open(file)) return jni_result_fail(file, JN_BAD_ARGUMENT, "write results to", "no run has begun");
  jn_status status = file->kind->row(file, time, values);
  if (status != JN_OK || jni_wall_clock() - file->flushed_at < file->flush_seconds) return status;
  return flush(file);
}

static jn_status sink_poses(void *self, const double *poses) {
  jn_result_file *file = self;
  if (file->status != JN_OK) return file->status;
  if (!is_open(file)) return jni_result_fail(file, JN_BAD_ARGUMENT, "write poses to", "no run has begun");
  return file->kind->poses(file, poses);
}

static jn_status sink_checkpoint(void *self, const double *block, int n) {
  jn_result_file *file = self;
  if (file->status != JN_OK) return file->status;
  if (!is_open(file)) return jni_result_fail(file, JN_BAD_ARGUMENT, "write a checkpoint to", "no run has begun");
  jn_status status = flush(file);
  return status == JN_OK ? file->kind->checkpoint(file, block, n) : status;
}

static jn_status sink_end(void *self, const jn_summary *summary) {
  jn_result_file *file = self;
  if (file->status != JN_OK) return file->status;
  if (!is_open(file)) return jni_result_fail(file, JN_BAD_ARGUMENT, "end", "no run has begun");
  file->ended = true;
  return file->kind->end(file, summary);
}

// ---- formats ------------------------------------------------------------------------------------

// All formats of results; a new format is added to this list.
const jni_result_kind *const jni_result_kinds[] = {&jni_hdf5_kind, &jni_csv_kind, NULL};

const jni_result_kind *jni_result_kind_of(const char *path) {
  jn_file_format format = jn_file_format_of(path);
  for (int i = 0; jni_result_kinds[i]; i++)
    if (jni_result_kinds[i]->format == format) return jni_result_kinds[i];
  return NULL;
}

// Returns whether a path is a device or a pipe, which receive CSV whatever their name is.
static bool is_device(const char *path) {
  jni_file_info info;
  return jni_file_look(path, &info) && !info.regular && !info.folder;
}

bool jn_result_is_file(const char *path) { return path && (jni_result_kind_of(path) || is_device(path)); }

static const jni_result_kind *kind_to_write(const char *path, jn_report *report) {
  const jni_result_kind *kind = jni_result_kind_of(path);
  if (kind && kind->not_built) {
    jn_report_fault(report, JN_IO, NULL, "cannot write %.200s: %s, or name a file that ends in %s", path,
                    kind->not_built, jni_csv_kind.endings);
    return NULL;
  }
  if (kind) return kind;
  if (is_device(path)) return &jni_csv_kind;
  char endings[100] = "";
  for (int i = 0; jni_result_kinds[i]; i++) {
    size_t used = strlen(endings);
    const char *before = i == 0 ? "" : jni_result_kinds[i + 1] ? ", " : " or ";
    snprintf(endings + used, sizeof endings - used, "%s%s", before, jni_result_kinds[i]->endings);
  }
  jn_report_fault(report, JN_BAD_ARGUMENT, NULL, "cannot write %.200s: the name of a result file ends in %s", path,
                  endings);
  return NULL;
}

static jn_result_file *new_file(const jn_alloc *alloc, const jni_result_kind *kind, const char *path) {
  jn_result_file *file = jni_alloc0(alloc, 1, sizeof *file);
  if (!file) return NULL;
  file->alloc = alloc;
  file->kind = kind;
  file->disk.fd = -1;
  file->flush_seconds = flush_interval;
  file->sink = (jn_sink){file, sink_begin, sink_row, sink_checkpoint, sink_end, kind->poses ? sink_poses : NULL};
  file->path = jni_text_copy(alloc, path);
  return file->path ? file : jn_result_close(file);
}

static bool open_disk(jn_result_file *file, const char *path, jn_report *report) {
  if (jni_disk_open(&file->disk, path)) return true;
  jni_result_fail(file, JN_IO, "write", NULL);
  jn_report_fault(report, JN_IO, NULL, "%s", file->message);
  return false;
}

static void *no_memory(jn_report *report, jn_result_file *file) {
  jni_report_no_memory(report);
  return jn_result_close(file);
}

jn_result_file *jn_result_create(const jn_alloc *alloc, const char *path, jn_report *report) {
  if (!path) {
    jn_report_fault(report, JN_BAD_ARGUMENT, NULL, "a result file needs a name");
    return NULL;
  }
  const jni_result_kind *kind = kind_to_write(path, report);
  if (!kind) return NULL;
  jn_result_file *file = new_file(alloc, kind, path);
  if (!file) return no_memory(report, NULL);
  return open_disk(file, path, report) ? file : jn_result_close(file);
}

// ---- continued results --------------------------------------------------------------------------

static char *part_name(const jn_result_file *file) {
  char real[JNI_PATH_SIZE];
  const char *path = jni_path_follow(file->path, real);
  size_t n = strlen(path) + 6;
  char *name = jni_alloc0(file->alloc, n, 1);
  if (name) snprintf(name, n, "%s.part", path);
  return name;
}

// Prepares the continuation of a result: reads its last checkpoint and opens a new file beside it, to which the kept
// rows are copied and which then replaces the old one by renaming. Returns `file`; NULL after a fault.
static jn_result_file *open_to_continue(jn_result_file *file, jn_report *report) {
  if (file->kind->read_checkpoint(file, report) != JN_OK) return jn_result_close(file);
  if (!jni_file_is_writable(file->path)) {
    file->disk.error = errno;
    jni_result_fail(file, JN_IO, "write", NULL);
    jn_report_fault(report, JN_IO, NULL, "%s", file->message);
    return jn_result_close(file);
  }
  file->part = part_name(file);
  if (!file->part) return no_memory(report, file);
  return open_disk(file, file->part, report) ? file : jn_result_close(file);
}

jn_result_file *jn_result_continue(const jn_alloc *alloc, const char *path, jn_report *report) {
  if (!path) {
    jn_report_fault(report, JN_BAD_ARGUMENT, NULL, "a result file needs a name");
    return NULL;
  }
  const jni_result_kind *kind = jni_result_kind_of(path);
  if (kind && kind->not_built) kind = kind_to_write(path, report);
  else if (!kind || !kind->read_checkpoint) {
    jn_report_fault(report, JN_BAD_ARGUMENT, NULL,
                    "cannot continue %.200s: only HDF5 results (.h5, .hdf5) have checkpoints", path);
    return NULL;
  }
  if (!kind) return NULL;
  jn_result_file *file = new_file(alloc, kind, path);
  return file ? open_to_continue(file, report) : no_memory(report, NULL);
}

const double *jn_result_checkpoint(const jn_result_file *file, int *n) {
  JNI_ASSERT(file);
  if (n) *n = file->checkpoint.n;
  return file->checkpoint.block;
}

const double *jn_result_checkpoint_to(jn_result_file *file, double until, int *n) {
  JNI_ASSERT(file);
  double end = jn_checkpoint_end(file->checkpoint.block, file->checkpoint.n);
  if (end > 0 && end != until && file->unbound.block) {
    jni_free(file->alloc, file->checkpoint.block);
    file->checkpoint = file->unbound;
    file->unbound = (jni_saved){0};
  }
  return jn_result_checkpoint(file, n);
}

jn_sink *jn_result_sink(jn_result_file *file) {
  JNI_ASSERT(file);
  return &file->sink;
}

void *jn_result_close(jn_result_file *file) {
  if (!file) return NULL;
  if (file->inside) file->kind->close(file);
  if (file->disk.fd >= 0) {
    // A new file is removed if the run has not begun, and the new file of a continued result if it has not replaced the
    // old one.
    if (file->part) {
      jni_file_remove(file->part);
    } else if (file->disk.created && !file->begun) {
      jni_file_remove(file->path);
    }
  }
  jni_disk_close(&file->disk);
  jni_free(file->alloc, file->checkpoint.block);
  jni_free(file->alloc, file->unbound.block);
  jni_free(file->alloc, file->part);
  jni_free(file->alloc, file->path);
  return jni_free(file->alloc, file);
}
