// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// result_file.h - internals of a result file: data common to all formats, and the functions of one format.
#ifndef JNI_OUTPUT_RESULT_FILE_H
#define JNI_OUTPUT_RESULT_FILE_H

#include "jounce/result.h"
#include "output/disk.h"

// The functions of a file format; jni_result_kinds lists all formats. Functions return JN_OK or the status of
// jni_result_fail. After a failure only `close` is called; it writes buffered rows if possible, and frees the data of
// the format.
typedef struct {
  jn_file_format format;  // by the ending of the name (base/file_format.c)
  const char *endings;    // for messages: ".h5, .hdf5"
  // what has to be installed to build the format; NULL: it is built, and all functions are set
  const char *not_built;
  jn_status (*begin)(jn_result_file *file, const jn_run_header *header);
  jn_status (*row)(jn_result_file *file, double time, const double *values);
  jn_status (*checkpoint)(jn_result_file *file, const double *block, int n);
  jn_status (*flush)(jn_result_file *file);
  jn_status (*end)(jn_result_file *file, const jn_summary *summary);
  void (*close)(jn_result_file *file);
  // Reads the last checkpoint of file->path into file->checkpoint and unbound. NULL: the format has no checkpoints.
  jn_status (*read_checkpoint)(jn_result_file *file, jn_report *report);
  // Reads the file at `path` into an empty table. After a failure other than JN_NO_MEMORY it has written a sentence to
  // `what` and the line in the file to *line; 0: no line.
  jn_status (*read_table)(jn_table *table, const char *path, int *line, char *what, size_t size, jn_report *report);
  // Stores the poses that belong to the next row. NULL: the format has no poses.
  jn_status (*poses)(jn_result_file *file, const double *poses);
} jni_result_kind;

// A checkpoint that was read from a file.
typedef struct {
  double *block;  // n numbers; NULL: none
  int n;
  long rows;  // rows of the file before the checkpoint
} jni_saved;

struct jn_result_file {
  const jn_alloc *alloc;
  const jni_result_kind *kind;
  char *path;  // as the user wrote it
  char *part;  // continued result: new file, renamed to `path` once all kept rows are copied to it; else NULL
  jn_sink sink;
  jni_disk disk;
  jn_status status;      // the first failure
  char message[512];     // message of the first failure; "": none
  double flush_seconds;  // longest time that rows stay in memory, s
  double flushed_at;     // time of jni_wall_clock, s
  bool begun, ended;
  void *inside;          // data of the format, made by begin
  jni_saved checkpoint;  // continued result: the checkpoint to continue from
  jni_saved unbound;  // if `checkpoint` is valid only for its end time: an earlier one that is valid for any end time
};

extern const jni_result_kind jni_hdf5_kind, jni_csv_kind;
extern const jni_result_kind *const jni_result_kinds[];  // ended by NULL
// Returns the format that the ending of a file name stands for; NULL: the ending is not that of a result.
const jni_result_kind *jni_result_kind_of(const char *path);

// Stores status and message "cannot DOING PATH: WHY" in the file unless there is an earlier failure. why NULL: the
// error of the disk. Returns the status of the first failure.
jn_status jni_result_fail(jn_result_file *file, jn_status status, const char *doing, const char *why);

#endif
