// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// result_file.h - inside a result file: what all kinds share, and the table of functions of one kind.
#ifndef JNI_OUTPUT_RESULT_FILE_H
#define JNI_OUTPUT_RESULT_FILE_H

#include "jounce/result.h"
#include "output/disk.h"

// What one kind of file does. Each returns JN_OK or what jni_result_fail returned; none is called after a failure
// but close, which writes what is still in memory when that is possible, and frees.
typedef struct {
  jn_status (*begin)(jn_result_file *file, const jn_run_header *header);
  jn_status (*row)(jn_result_file *file, double time, const double *values);
  jn_status (*checkpoint)(jn_result_file *file, const double *block, int n);
  jn_status (*flush)(jn_result_file *file);
  jn_status (*end)(jn_result_file *file, const jn_summary *summary);
  void (*close)(jn_result_file *file);
  // Of kinds that keep checkpoints, else NULL: reads the last of file->path.
  jn_status (*read_checkpoint)(jn_result_file *file, jn_report *report);
  // Fills an empty table; a failure other than JN_NO_MEMORY has its sentence in `what`. NULL: the file is text.
  jn_status (*read_table)(jn_table *table, const char *path, char *what, size_t size);
  // Of kinds that keep poses, else NULL: those of the row that comes next.
  jn_status (*poses)(jn_result_file *file, const double *poses);
} jni_result_kind;

// A checkpoint of a file.
typedef struct {
  double *block;
  int n;
  long rows;  // that lie before it
} jni_saved;

struct jn_result_file {
  const jn_alloc *alloc;
  const jni_result_kind *kind;
  char *path;  // as the user gave it
  char *part;  // continue: the new file, renamed to `path` once it holds all that the old one had; else NULL
  jn_sink sink;
  jni_disk disk;
  jn_status status;      // the first failure
  char message[512];     // its sentence, "" without
  double flush_seconds;  // rows reach the file at least this often
  double flushed_at;     // on the clock of jni_wall_clock
  bool begun, ended;
  void *inside;  // the kind's own data, made by begin
  // continue: what to go on from, and an earlier one for any end where this one is bound to its end (else no block)
  jni_saved checkpoint, unbound;
};

extern const jni_result_kind jni_csv_kind;
#ifdef JNI_HAVE_HDF5
extern const jni_result_kind jni_hdf5_kind;
#endif

// Latches a failure: "cannot DOING PATH: WHY"; why NULL: what the disk said.
jn_status jni_result_fail(jn_result_file *file, jn_status status, const char *doing, const char *why);

#endif
