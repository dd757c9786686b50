// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hdf5_run_table.c - the table of a sweep as an HDF5 result: `time` has the numbers of the runs. In addition to
// `values`, `names` and `units` there are
//   attribute sweep   "PARAMETERS RANDOM HASH": number of parameters, of random ones among them, hash of the study
//   ends              for each run its status and the two halves of the hash of its final state
//   why               for each run why it failed, or the event that stopped it
#include "output/run_table.h"

#ifdef JNI_HAVE_HDF5

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "output/hdf5/hdf5_objects.h"

enum { MOST_WHY = 4096, CHUNK = 4096 };

bool jni_run_table_is_thread_safe(void) {
  hbool_t safe = false;
  return H5is_library_threadsafe(&safe) >= 0 && safe;
}

// ---- writing -----------------------------------------------------------------------------------------------------

static bool write_numbers(hid_t file, const char *name, int rank, const hsize_t *dims, const double *values) {
  hsize_t most[2] = {H5S_UNLIMITED, rank > 1 ? dims[1] : 0}, chunk[2], zero[2] = {0, 0};
  chunk[1] = rank > 1 ? dims[1] : 1;
  hsize_t rows = CHUNK / chunk[1] > 0 ? CHUNK / chunk[1] : 1;
  chunk[0] = dims[0] < rows && dims[0] > 0 ? dims[0] : rows;
  hid_t dataset = jni_hdf5_rows_new(file, name, rank, dims, most, chunk);
  bool ok = dataset >= 0 && (dims[0] == 0 || jni_hdf5_part(dataset, rank, zero, dims, values, NULL));
  if (dataset >= 0) H5Dclose(dataset);
  return ok;
}

static bool write_all(hid_t file, const jni_run_table *s) {
  char mark[80];
  jn_run_header header = {.model = s->model,
                          .file = "",
                          .ncolumns = s->ncolumns,
                          .names = s->names,
                          .units = s->units,
                          .model_hash = s->study};
  hsize_t n = (hsize_t)s->nrows, dims[2] = {n, (hsize_t)s->ncolumns}, ends[2] = {n, JNI_RUN_TABLE_ENDS};
  snprintf(mark, sizeof mark, "%d %d %016llx", s->nparameters, s->nrandom, (unsigned long long)s->study);
  return jni_hdf5_write_header(file, &header) && jni_hdf5_write_attribute(file, "sweep", mark) &&
         jni_hdf5_write_columns(file, &header) && write_numbers(file, "time", 1, &n, s->runs) &&
         write_numbers(file, "values", 2, dims, s->values) && write_numbers(file, "ends", 2, ends, s->ends) &&
         (n == 0 || jni_hdf5_write_text(file, "why", 1, &n, s->why_size, s->whys));
}

static bool make_file(jni_disk *disk, const jni_run_table *sheet) {
  jni_hush hush = jni_hdf5_hush();
  hid_t file = jni_hdf5_create(disk);
  bool ok = file >= 0 && write_all(file, sheet);
  if (file >= 0 && H5Fclose(file) < 0) ok = false;
  jni_hdf5_unhush(hush, ok);
  return ok;
}

jn_status jni_run_table_write(const char *path, const jni_run_table *sheet, jn_report *report) {
  char part[4200];
  jni_disk disk;
  snprintf(part, sizeof part, "%.4100s.%ld.new", path, (long)getpid());
  unlink(part);
  bool ok = jni_disk_open(&disk, part) && make_file(&disk, sheet) && !disk.error;
  if (ok && fsync(disk.fd) != 0) {
    ok = false;
    disk.error = errno;
  }
  jni_disk_close(&disk);
  if (ok && disk.error == 0 && rename(part, path) == 0) return JN_OK;
  int error = disk.error ? disk.error : ok ? errno : 0;
  unlink(part);
  char why[200] = "HDF5 has failed";
  if (error) jni_disk_why(error, why, sizeof why);
  return jn_report_fault(report, JN_IO, "", "cannot write %.250s: %s", path, why);
}

// ---- reading -----------------------------------------------------------------------------------------------------

static const char **split_texts(jni_pool *pool, const char *texts, int n, int stride) {
  const char **list = jni_take(pool, (size_t)n, sizeof *list);
  for (int i = 0; list && i < n; i++) {
    list[i] = jni_pool_text(pool, texts, strlen(texts));
    texts += stride;
  }
  return list;
}

static bool read_ends(const jni_hdf5_reader *reader, jni_run_table *s) {
  hsize_t dims[2] = {0, 0};
  hid_t dataset = jni_hdf5_open_numbers(reader->file, "ends", 2, dims);
  bool ok = dataset >= 0 && dims[0] == (hsize_t)s->nrows && dims[1] == JNI_RUN_TABLE_ENDS;
  if (ok && s->nrows > 0) ok = jni_hdf5_part(dataset, 2, (hsize_t[]){0, 0}, dims, NULL, s->ends);
  if (dataset >= 0) H5Dclose(dataset);
  return ok;
}

// Reads into s->whys the texts that say why runs failed or stopped, each with a terminating zero. Returns false if they
// are missing or memory is short.
static bool read_whys(const jni_hdf5_reader *reader, jni_pool *pool, jni_run_table *s) {
  hsize_t n = 0;
  if (s->nrows == 0) return true;
  char *texts =
      jni_hdf5_read_text(reader->alloc, reader->file, "why", 1, &n, (size_t)s->nrows * MOST_WHY, &s->why_size);
  bool ok = texts && n == (hsize_t)s->nrows;
  s->whys = ok ? jni_take(pool, (size_t)n, s->why_size) : NULL;
  if (s->whys) memcpy(s->whys, texts, (size_t)n * s->why_size);
  jni_free(reader->alloc, texts);
  return s->whys != NULL;
}

static bool take_hash(const char *digits, uint64_t *hash) {
  static const char all[] = "0123456789abcdef";
  *hash = 0;
  for (; *digits; digits++) {
    const char *digit = strchr(all, *digits);
    if (!digit) return false;
    *hash = *hash << 4 | (uint64_t)(digit - all);
  }
  return true;
}

bool jni_hdf5_read_sweep(const jni_hdf5_reader *reader, int *nparameters, int *nrandom, uint64_t *study) {
  char mark[80] = "";
  const char *at = mark;
  double numbers[2];
  if (!jni_hdf5_read_attribute(reader->file, "sweep", mark, sizeof mark)) return false;
  for (int i = 0; i < 2; i++) {
    at = jni_number_parse(at, &numbers[i]);
    if (!at || !(numbers[i] >= 0 && numbers[i] <= reader->ncolumns)) return false;
    at += strspn(at, " ");
  }
  *nparameters = (int)numbers[0];
  *nrandom = (int)numbers[1];
  return *nrandom <= *nparameters && take_hash(at, study);
}

static bool read_all(const jni_hdf5_reader *reader, jni_pool *pool, jni_run_table *s) {
  size_t n = (size_t)reader->nrows, width = (size_t)reader->ncolumns;
  *s = (jni_run_table){.nrows = reader->nrows, .ncolumns = reader->ncolumns};
  if (!jni_hdf5_read_sweep(reader, &s->nparameters, &s->nrandom, &s->study)) return false;
  s->model = jni_pool_text(pool, reader->model, strlen(reader->model));
  s->names = split_texts(pool, reader->names, s->ncolumns, reader->name_size);
  s->units = split_texts(pool, reader->units, s->ncolumns, reader->unit_size);
  s->runs = jni_doubles(pool, n);
  s->values = jni_take(pool, n, width * sizeof(double));
  s->ends = jni_take(pool, n, JNI_RUN_TABLE_ENDS * sizeof(double));
  return !pool->failed && jni_hdf5_reader_rows(reader, 0, s->nrows, s->runs, s->values) && read_ends(reader, s) &&
         read_whys(reader, pool, s);
}

jn_status jni_run_table_read(jni_pool *pool, const char *path, jni_run_table *sheet, char *what, size_t size) {
  jni_hdf5_reader reader;
  if (!jni_hdf5_reader_open(&reader, pool->alloc, path, what, size)) return JN_IO;
  jni_hush hush = jni_hdf5_hush();
  bool ok = read_all(&reader, pool, sheet);
  jni_hdf5_unhush(hush, ok);
  jni_hdf5_reader_close(&reader);
  if (!ok) snprintf(what, size, "it is not the table of a sweep, or it is damaged");
  return ok ? JN_OK : pool->failed ? JN_NO_MEMORY : JN_IO;
}

#else

bool jni_run_table_is_thread_safe(void) { return false; }

jn_status jni_run_table_write(const char *path, const jni_run_table *sheet, jn_report *report) {
  (void)sheet;
  return jn_report_fault(report, JN_IO, "",
                         "cannot use %.200s: this build has no HDF5; install libhdf5-dev and build again", path);
}

jn_status jni_run_table_read(jni_pool *pool, const char *path, jni_run_table *sheet, char *what, size_t size) {
  (void)pool;
  (void)path;
  (void)sheet;
  jni_print(what, size, "this build has no HDF5");
  return JN_IO;
}

#endif
