// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// result_file.h - internals of a result file: data common to all formats, and the functions of one format.
#ifndef JNI_OUTPUT_RESULT_FILE_H
#define JNI_OUTPUT_RESULT_FILE_H

#include "jounce/result.h"
#include "output/disk.h"

// Functions of a file format; jni_result_kinds lists all formats. Functions return JN_OK or the status of
// jni_result_fail. After a failure only `close` is called. It writes buffered rows unless a call has failed, and frees
// the data of the format.
typedef struct {
  jn_file_format format;  // format that the ending of a file name stands for (base/file_format.c)
  const char *endings;    // endings for messages: ".h5, .hdf5"
  // what has to be installed so that the build contains the format; NULL: it does, and all functions are set
  const char *not_built;
  jn_status (*begin)(jn_result_file *file, const jn_run_header *header);
  jn_status (*row)(jn_result_file *file, double time, const double *values);
  jn_status (*checkpoint)(jn_result_file *file, const double *block, int n);
  jn_status (*flush)(jn_result_file *file);
  jn_status (*end)(jn_result_file *file, const jn_summary *summary);
  void (*close)(jn_result_file *file);
  // Reads the last checkpoint of file->path into file->checkpoint and file->unbound. NULL: the format has no
  // checkpoints.
  jn_status (*read_checkpoint)(jn_result_file *file, jn_report *report);
  // Reads the file at `path` into an empty table. After a failure other than JN_NO_MEMORY it has written a sentence to
  // `what` and the line in the file to *line; 0: no line.
  jn_status (*read_table)(jn_table *table, const char *path, int *line, char *what, size_t size, jn_report *report);
  // Stores poses, which belong to the row that is stored next. NULL: the format has no poses.
  jn_status (*poses)(jn_result_file *file, const double *poses);
} jni_result_kind;

// A checkpoint that was read from a file.
typedef struct {
  double *block;  // n numbers; NULL: there is no checkpoint
  int n;
  long rows;  // number of rows of the file before the checkpoint
} jni_saved;

struct jn_result_file {
  const jn_alloc *alloc;
  const jni_result_kind *kind;
  char *path;  // path as the user has typed it
  // continued result: path of the new file, which is renamed to `path` when all kept rows are copied; else NULL
  char *part;
  jn_sink sink;
  jni_disk disk;
  jn_status status;      // status of the first failure
  char message[512];     // message of the first failure; "": none
  double flush_seconds;  // longest time for which rows stay in memory, s
  double flushed_at;     // jni_wall_clock at the last flush, s
  bool begun, ended;
  void *inside;          // data of the format, which its function `begin` makes
  jni_saved checkpoint;  // continued result: checkpoint at which the run continues
  jni_saved unbound;  // an earlier checkpoint that is valid for any end time, if `checkpoint` is valid only for its own
};

extern const jni_result_kind jni_hdf5_kind, jni_csv_kind;
extern const jni_result_kind *const jni_result_kinds[];  // ended by NULL
// Returns the format that the ending of a file name stands for; NULL: it is not the ending of a result.
const jni_result_kind *jni_result_kind_of(const char *path);

// Stores status and message "cannot DOING PATH: WHY" in the file, unless a failure is stored already. why NULL: the
// error of the disk or, if it has none, the text of the status. Returns the status of the first failure.
jn_status jni_result_fail(jn_result_file *file, jn_status status, const char *doing, const char *why);

#endif
