// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hdf5_objects.h - reads and writes the datasets and attributes of an HDF5 result. The layout is in hdf5_file.c.
#ifndef JNI_OUTPUT_HDF5_OBJECTS_H
#define JNI_OUTPUT_HDF5_OBJECTS_H

#include "jounce/result.h"
#include "output/hdf5/hdf5_driver.h"
#include "output/result_file.h"

#define JNI_HDF5_FORMAT "jounce result 1"

// largest possible ratio of bytes in memory to bytes in the file with deflate compression
enum { JNI_HDF5_RATIO = 1100 };
// how many numbers precede a checkpoint: its number, rows before it, n, two halves of the hash
enum { JNI_SLOT_HEAD = 5 };

// ---- writing --------------------------------------------------------------------------------

// Creates a chunked dataset of doubles with the sizes dims, which can grow to `most`, and returns its identifier.
// Elements that are never written read as NaN. Returns a negative number on failure.
hid_t jni_hdf5_rows_new(hid_t file, const char *name, int rank, const hsize_t *dims, const hsize_t *most,
                        const hsize_t *chunk);
// Transfers a block of a dataset, `count` elements in each dimension from the indices `first` on: writes it from `from`
// or, if that is NULL, reads it into `to`. Returns false on failure.
bool jni_hdf5_part(hid_t dataset, int rank, const hsize_t *first, const hsize_t *count, const double *from, double *to);
// Creates a dataset of poses in single precision whose rows have n numbers, and returns its identifier; a negative
// number on failure.
hid_t jni_hdf5_poses_new(hid_t file, hsize_t n, hsize_t chunk_rows);
bool jni_hdf5_poses_write(hid_t poses, hsize_t first, hsize_t n, const double *from);
// Creates a text attribute, whose value cannot be replaced later; the text is cut to 1023 bytes. Returns false on
// failure or if the object has an attribute of this name.
bool jni_hdf5_write_attribute(hid_t object, const char *name, const char *text);
bool jni_hdf5_write_bodies(hid_t file, const jn_run_header *header);
bool jni_hdf5_write_header(hid_t file, const jn_run_header *header);
bool jni_hdf5_write_columns(hid_t file, const jn_run_header *header);
// Writes a dataset of texts of `size` bytes each, padded with zeros; rank 0: a single text. Returns false on failure.
bool jni_hdf5_write_text(hid_t group, const char *name, int rank, const hsize_t *dims, size_t size, const char *texts);
jn_status jni_hdf5_write_record(const jn_alloc *alloc, hid_t file, const jn_run_header *header);
bool jni_hdf5_summary_new(hid_t file);  // creates the summary with the status "unfinished"
bool jni_hdf5_summary_write(hid_t file, const jn_summary *summary);
// Fills the JNI_SLOT_HEAD numbers before a checkpoint in a slot: its number, the number of rows before it, n, and the
// hash of these three and of the n numbers of the checkpoint, which must be in `slot` already.
void jni_hdf5_slot_head(double *slot, long number, long rows, int n);

// ---- reading --------------------------------------------------------------------------------

typedef struct {
  const jn_alloc *alloc;
  hid_t file, time, values;
  int nrows, ncolumns;  // number of rows; number of columns without the time
  char *names, *units;  // texts of ncolumns columns, name_size and unit_size bytes each
  int name_size, unit_size;
  char model[256], model_hash[20];
} jni_hdf5_reader;

// Opens a result for reading. Returns false with a sentence in `what` if it cannot; then nothing is left open.
bool jni_hdf5_reader_open(jni_hdf5_reader *reader, const jn_alloc *alloc, const char *path, char *what, size_t size);
void jni_hdf5_reader_close(jni_hdf5_reader *reader);
bool jni_hdf5_reader_rows(const jni_hdf5_reader *reader, int first, int n, double *times, double *values);
// Reads the poses of n rows, from row `first` on, into `to`, with `width` numbers for each row; rows that the file does
// not have stay unchanged. Returns false if the file has no poses of this width, width is 0, or reading fails.
bool jni_hdf5_reader_poses(const jni_hdf5_reader *reader, int first, int n, int width, double *to);
const char *jni_hdf5_reader_name(const jni_hdf5_reader *reader, int column);
const char *jni_hdf5_reader_unit(const jni_hdf5_reader *reader, int column);
// Opens a chunked dataset of floating-point numbers with `rank` dimensions, sets dims to their sizes, and returns its
// identifier; a negative number if there is none or its chunks are too large (above 2^24 elements).
hid_t jni_hdf5_open_numbers(hid_t file, const char *name, int rank, hsize_t *dims);
// reads a text attribute into `out`; returns false if there is none
bool jni_hdf5_read_attribute(hid_t file, const char *name, char *out, size_t size);
// Returns the texts of a dataset that jni_hdf5_write_text has written, each with a terminating zero, which makes *size
// bytes; sets dims to the number of texts in each dimension. The caller frees them. Returns NULL if there is no such
// dataset, it is empty, compressed or larger than `most` bytes, or memory is short.
char *jni_hdf5_read_text(const jn_alloc *alloc, hid_t group, const char *name, int rank, hsize_t *dims, size_t most,
                         size_t *size);
// Reads the attribute `sweep`: the number of parameters, the number of random ones, the hash of the study. Returns
// false if the file is not the table of a sweep.
bool jni_hdf5_read_sweep(const jni_hdf5_reader *reader, int *nparameters, int *nrandom, uint64_t *study);
// Reads the record of the run into a new *record; NULL if the file has none. Returns JN_OK, or the status of a failure
// if it is damaged or memory is short.
jn_status jni_hdf5_read_record(const jni_hdf5_reader *reader, jn_record **record);
// Reads bodies and poses for the rows that are already in the table; adds none if the file has none or they are
// damaged. Returns JN_OK or JN_NO_MEMORY.
jn_status jni_hdf5_read_poses(const jni_hdf5_reader *reader, jn_table *table);
bool jni_hdf5_read_summary(hid_t group, jn_summary *summary);  // reads the numbers; returns false if one is missing
// Reads the newest complete checkpoint into *newest. If that is valid only for the end time of its run, reads the one
// before it, which is valid for any end time, into *unbound. What is not read is left unchanged (callers set `block` to
// NULL); the caller frees the blocks. Returns JN_IO if there is no checkpoint, JN_NO_MEMORY if memory is short.
jn_status jni_hdf5_reader_checkpoint(const jni_hdf5_reader *reader, jni_saved *newest, jni_saved *unbound);

// The functions of jni_result_kind (result_file.h) for HDF5 that read.
jn_status jni_hdf5_read_checkpoint(jn_result_file *file, jn_report *report);
jn_status jni_hdf5_read_table(jn_table *table, const char *path, int *line, char *what, size_t size, jn_report *report);

#endif
