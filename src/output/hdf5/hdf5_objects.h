// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hdf5_objects.h - the pieces of an HDF5 result, to write and to read. The layout is told in hdf5_file.c.
#ifndef JNI_OUTPUT_HDF5_OBJECTS_H
#define JNI_OUTPUT_HDF5_OBJECTS_H

#include "jounce/result.h"
#include "output/hdf5/hdf5_driver.h"
#include "output/result_file.h"

#define JNI_HDF5_FORMAT "jounce result 1"

enum { JNI_HDF5_RATIO = 1100 };  // bytes in memory to bytes in the file: what deflate can do at best
enum { JNI_SLOT_HEAD = 5 };      // number, rows, n, two halves of a hash

// ---- writing --------------------------------------------------------------------------------

// A chunked dataset of doubles that can grow; what was never written reads as NaN.
hid_t jni_hdf5_rows_new(hid_t file, const char *name, int rank, const hsize_t *dims, const hsize_t *most,
                        const hsize_t *chunk);
// Writes `from`, or reads into `to`, the box of a dataset that starts at `first`.
bool jni_hdf5_part(hid_t dataset, int rank, const hsize_t *first, const hsize_t *count, const double *from, double *to);
// Rows of `n` numbers in single precision.
hid_t jni_hdf5_poses_new(hid_t file, hsize_t n, hsize_t chunk_rows);
bool jni_hdf5_poses_write(hid_t poses, hsize_t first, hsize_t n, const double *from);
bool jni_hdf5_write_attribute(hid_t object, const char *name, const char *text);  // which stays
bool jni_hdf5_write_bodies(hid_t file, const jn_run_header *header);
bool jni_hdf5_write_header(hid_t file, const jn_run_header *header);
bool jni_hdf5_write_columns(hid_t file, const jn_run_header *header);
// A dataset of texts of `size` bytes each, ended by zeros; rank 0: a single one.
bool jni_hdf5_write_text(hid_t group, const char *name, int rank, const hsize_t *dims, size_t size, const char *texts);
jn_status jni_hdf5_write_record(const jn_alloc *alloc, hid_t file, const jn_run_header *header);
bool jni_hdf5_summary_new(hid_t file);  // "unfinished"
bool jni_hdf5_summary_write(hid_t file, const jn_summary *summary);
void jni_hdf5_slot_head(double *slot, long number, long rows, int n);  // the block is in place already

// ---- reading --------------------------------------------------------------------------------

typedef struct {
  const jn_alloc *alloc;
  hid_t file, time, values;
  int nrows, ncolumns;  // ncolumns without time
  char *names, *units;  // ncolumns texts of name_size and unit_size bytes
  int name_size, unit_size;
  char model[256], model_hash[20];
} jni_hdf5_reader;

// False with a sentence in `what`; nothing is left open then.
bool jni_hdf5_reader_open(jni_hdf5_reader *reader, const jn_alloc *alloc, const char *path, char *what, size_t size);
void jni_hdf5_reader_close(jni_hdf5_reader *reader);
bool jni_hdf5_reader_rows(const jni_hdf5_reader *reader, int first, int n, double *times, double *values);
// Poses of rows, `width` numbers each. False: there are none, or of other bodies, and `to` is as it was.
bool jni_hdf5_reader_poses(const jni_hdf5_reader *reader, int first, int n, int width, double *to);
const char *jni_hdf5_reader_name(const jni_hdf5_reader *reader, int column);
const char *jni_hdf5_reader_unit(const jni_hdf5_reader *reader, int column);
// Chunked numbers of this rank; negative: there are none such.
hid_t jni_hdf5_open_numbers(hid_t file, const char *name, int rank, hsize_t *dims);
bool jni_hdf5_read_attribute(hid_t file, const char *name, char *out, size_t size);  // a text
// What jni_hdf5_write_text has written: each text has room for its end. At most `most` bytes. NULL: it is none, or
// there is no memory.
char *jni_hdf5_read_text(const jn_alloc *alloc, hid_t group, const char *name, int rank, hsize_t *dims, size_t most,
                         size_t *size);
// The first numbers of the attribute `sweep`, and the hash behind them; false: it is no table of a sweep.
bool jni_hdf5_read_sweep(const jni_hdf5_reader *reader, int *nparameters, int *nrandom, uint64_t *study);
// What was run; *record is NULL where the file does not say.
jn_status jni_hdf5_read_record(const jni_hdf5_reader *reader, jn_record **record);
// Bodies and poses of the rows that the table has; none where the file has none, or they are damaged.
jn_status jni_hdf5_read_poses(const jni_hdf5_reader *reader, jn_table *table);
bool jni_hdf5_read_summary(hid_t group, jn_summary *summary);  // the numbers; false: one is missing
// The newest whole checkpoint and, where that is bound to its end, the one for any end; the blocks are the caller's to
// free, NULL: none. JN_IO: there is no checkpoint.
jn_status jni_hdf5_reader_checkpoint(const jni_hdf5_reader *reader, jni_saved *newest, jni_saved *unbound);

// Of the kind of file (result_file.h).
jn_status jni_hdf5_read_checkpoint(jn_result_file *file, jn_report *report);
jn_status jni_hdf5_read_table(jn_table *table, const char *path, char *what, size_t size);

#endif
