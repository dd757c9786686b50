// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hdf5_read.c - reads an HDF5 result, whether finished, killed or still being written. Nothing in the file is trusted.
//
// Only files of the version 3 format are passed to HDF5: all their metadata have checksums, so that a damaged file is
// an error and not a wild pointer.
#ifdef JNI_HAVE_HDF5

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/hdf5/hdf5_objects.h"
#include "output/result_file.h"
#include "output/result_table.h"

enum { MAX_COLUMNS = 1000000, MAX_NAME = 4096, BLOCK_ROWS = 4096 };

// ---- check of the format ----------------------------------------------------------------------

static bool say(char *what, size_t size, const char *sentence) {
  snprintf(what, size, "%s", sentence);
  return false;
}

static bool looks_like_result(const char *path, double *bytes, char *what, size_t size) {
  unsigned char block[48] = {0};
  struct stat status;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 || fstat(fd, &status) != 0) {
    jni_disk_why(errno, what, size);
    if (fd >= 0) close(fd);
    return false;
  }
  ssize_t n = S_ISREG(status.st_mode) ? read(fd, block, sizeof block) : 0;
  close(fd);
  *bytes = (double)status.st_size;
  if (S_ISDIR(status.st_mode)) return say(what, size, "it is a folder");
  if (n != sizeof block || !jni_hdf5_clear_mark(block)) return say(what, size, "it is not an HDF5 result of Jounce");
  return true;
}

// Opens a file in the mode for readers beside a writer (SWMR), because its writer may still run or have been killed; if
// that fails, in the usual mode. Returns a negative number on failure.
static hid_t open_file(const char *path) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = -1;
  if (access < 0) return -1;
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  // 12 attempts are enough beside a writer; more take minutes on a damaged file
  H5Pset_metadata_read_attempts(access, 12);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, false, true);  // read-only folders have no locks, and the writer needs none
#endif
  file = H5Fopen(path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access);
  if (file < 0) file = H5Fopen(path, H5F_ACC_RDONLY, access);
  H5Pclose(access);
  return file;
}

// ---- text ---------------------------------------------------------------------------------------

// Returns a type for reading texts of the type `type` of a dataset or attribute: of its fixed length plus a terminating
// zero. Sets *size to that length with the zero. The caller closes the type. Returns a negative number if `type` is no
// text of fixed length, is empty or is longer than `most`.
static hid_t memory_text(hid_t type, size_t most, size_t *size) {
  if (type < 0 || H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) return -1;
  *size = H5Tget_size(type);
  if (*size == 0 || *size > most) return -1;
  hid_t memory = H5Tcopy(type);
  if (memory >= 0 && (H5Tset_size(memory, ++*size) < 0 || H5Tset_strpad(memory, H5T_STR_NULLTERM) < 0)) {
    H5Tclose(memory);
    memory = -1;
  }
  return memory;
}

bool jni_hdf5_read_attribute(hid_t file, const char *name, char *out, size_t size) {
  char buffer[MAX_NAME + 1] = "";
  size_t length = 0;
  if (H5Aexists(file, name) <= 0) return false;
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  hid_t type = attribute >= 0 ? H5Aget_type(attribute) : -1, space = attribute >= 0 ? H5Aget_space(attribute) : -1;
  hid_t memory = memory_text(type, MAX_NAME, &length);
  bool ok =
      memory >= 0 && space >= 0 && H5Sget_simple_extent_npoints(space) == 1 && H5Aread(attribute, memory, buffer) >= 0;
  if (ok) snprintf(out, size, "%.*s", (int)size - 1, buffer);
  if (memory >= 0) H5Tclose(memory);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  if (attribute >= 0) H5Aclose(attribute);
  return ok;
}

// ---- datasets -----------------------------------------------------------------------------------

// Opens a dataset with `rank` dimensions, sets dims to their sizes, and returns its identifier. Returns a negative
// number on failure, and for soft links and links to other files.
static hid_t open_dataset(hid_t file, const char *name, int rank, hsize_t *dims) {
  H5L_info_t link;
  if (H5Lexists(file, name, H5P_DEFAULT) <= 0 || H5Lget_info(file, name, &link, H5P_DEFAULT) < 0) return -1;
  if (link.type != H5L_TYPE_HARD) return -1;
  hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT), space = dataset >= 0 ? H5Dget_space(dataset) : -1;
  bool ok =
      space >= 0 && H5Sget_simple_extent_ndims(space) == rank && H5Sget_simple_extent_dims(space, dims, NULL) == rank;
  if (space >= 0) H5Sclose(space);
  if (dataset >= 0 && !ok) H5Dclose(dataset);
  return ok ? dataset : -1;
}

static bool layout_is_safe(hid_t dataset, int rank) {
  hsize_t chunk[2] = {1, 1};
  hid_t create = H5Dget_create_plist(dataset);
  bool ok = create >= 0 && H5Pget_layout(create) == H5D_CHUNKED && H5Pget_chunk(create, rank, chunk) == rank &&
            chunk[0] <= 1u << 24 && chunk[1] <= 1u << 24 && chunk[0] * chunk[1] <= 1u << 24;
  if (create >= 0) H5Pclose(create);
  return ok;
}

hid_t jni_hdf5_open_numbers(hid_t file, const char *name, int rank, hsize_t *dims) {
  hid_t dataset = open_dataset(file, name, rank, dims);
  hid_t type = dataset >= 0 ? H5Dget_type(dataset) : -1;
  bool ok = type >= 0 && H5Tget_class(type) == H5T_FLOAT && layout_is_safe(dataset, rank);
  if (type >= 0) H5Tclose(type);
  if (dataset >= 0 && !ok) H5Dclose(dataset);
  return ok ? dataset : -1;
}

// Returns whether a dataset stores n texts of `size` bytes contiguously and uncompressed, and these are at most `most`
// bytes in all: a compressed dataset could claim any size.
static bool has_all(hid_t dataset, size_t n, size_t size, size_t most) {
  hid_t create = H5Dget_create_plist(dataset);
  bool plain = create >= 0 && (H5Pget_layout(create) == H5D_CONTIGUOUS || H5Pget_layout(create) == H5D_COMPACT) &&
               H5Pget_external_count(create) == 0;
  if (create >= 0) H5Pclose(create);
  return plain && n <= most / size && H5Dget_storage_size(dataset) == n * size;
}

char *jni_hdf5_read_text(const jn_alloc *alloc, hid_t group, const char *name, int rank, hsize_t *dims, size_t most,
                         size_t *size) {
  hid_t dataset = open_dataset(group, name, rank, dims), type = dataset >= 0 ? H5Dget_type(dataset) : -1;
  hid_t memory = memory_text(type, most, size);
  size_t n = 1;
  for (int i = 0; i < rank && n <= most; i++) n = dims[i] <= most ? n * (size_t)dims[i] : most + 1;
  bool sound = memory >= 0 && n > 0 && has_all(dataset, n, *size - 1, most);
  char *texts = sound ? jni_alloc0(alloc, n, *size) : NULL;
  if (texts && H5Dread(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) < 0) texts = jni_free(alloc, texts);
  if (memory >= 0) H5Tclose(memory);
  if (type >= 0) H5Tclose(type);
  if (dataset >= 0) H5Dclose(dataset);
  return texts;
}

static char *read_texts(const jni_hdf5_reader *reader, const char *name, int *stride) {
  hsize_t n = 0;
  size_t size = 0;
  hid_t dataset = open_dataset(reader->file, name, 1, &n), type = dataset >= 0 ? H5Dget_type(dataset) : -1;
  hid_t memory = n == (hsize_t)reader->ncolumns ? memory_text(type, MAX_NAME, &size) : -1;
  char *texts = memory >= 0 ? jni_alloc0(reader->alloc, (size_t)n, size) : NULL;
  if (texts && H5Dread(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) < 0)
    texts = jni_free(reader->alloc, texts);
  if (memory >= 0) H5Tclose(memory);
  if (type >= 0) H5Tclose(type);
  if (dataset >= 0) H5Dclose(dataset);
  *stride = (int)size;
  return texts;
}

// ---- the reader -----------------------------------------------------------------------------------

static bool open_rows(jni_hdf5_reader *reader, double bytes, char *what, size_t size) {
  hsize_t rows = 0, dims[2] = {0, 0};
  reader->time = jni_hdf5_open_numbers(reader->file, "time", 1, &rows);
  if (reader->time < 0) return say(what, size, "it has no 'time', or one of another shape");
  bool has_values = H5Lexists(reader->file, "values", H5P_DEFAULT) > 0;
  if (has_values) reader->values = jni_hdf5_open_numbers(reader->file, "values", 2, dims);
  if (has_values && reader->values < 0) return say(what, size, "its 'values' have another shape");
  if (has_values && dims[0] < rows) rows = dims[0];
  if (dims[1] > MAX_COLUMNS || rows > INT_MAX / 2 ||
      (double)rows * (double)(dims[1] + 1) * 8 > JNI_HDF5_RATIO * bytes) {
    return say(what, size, "it claims more results than it can contain");
  }
  reader->nrows = (int)rows;
  reader->ncolumns = (int)dims[1];
  return true;
}

static bool open_all(jni_hdf5_reader *reader, const char *path, double bytes, char *what, size_t size) {
  char format[64] = "";
  reader->file = open_file(path);
  if (reader->file < 0) return say(what, size, "HDF5 cannot open it; it is damaged");
  if (!jni_hdf5_read_attribute(reader->file, "format", format, sizeof format) || strcmp(format, JNI_HDF5_FORMAT) != 0) {
    return say(what, size, "it is not an HDF5 result of Jounce");
  }
  jni_hdf5_read_attribute(reader->file, "model", reader->model, sizeof reader->model);
  jni_hdf5_read_attribute(reader->file, "model_hash", reader->model_hash, sizeof reader->model_hash);
  if (!open_rows(reader, bytes, what, size)) return false;
  if (reader->ncolumns == 0) return true;
  reader->names = read_texts(reader, "names", &reader->name_size);
  reader->units = reader->names ? read_texts(reader, "units", &reader->unit_size) : NULL;
  return reader->units ? true : say(what, size, "the names or units of its columns cannot be read");
}

bool jni_hdf5_reader_open(jni_hdf5_reader *reader, const jn_alloc *alloc, const char *path, char *what, size_t size) {
  double bytes = 0;
  *reader = (jni_hdf5_reader){.alloc = alloc, .file = -1, .time = -1, .values = -1};
  if (!looks_like_result(path, &bytes, what, size)) return false;
  jni_hush hush = jni_hdf5_hush();
  bool ok = open_all(reader, path, bytes, what, size);
  jni_hdf5_unhush(hush, ok);
  if (!ok) jni_hdf5_reader_close(reader);
  return ok;
}

void jni_hdf5_reader_close(jni_hdf5_reader *reader) {
  jni_hush hush = jni_hdf5_hush();
  if (reader->values >= 0) H5Dclose(reader->values);
  if (reader->time >= 0) H5Dclose(reader->time);
  bool ok = reader->file < 0 || H5Fclose(reader->file) >= 0;
  jni_hdf5_unhush(hush, ok);
  jni_free(reader->alloc, reader->names);
  jni_free(reader->alloc, reader->units);
  *reader = (jni_hdf5_reader){.alloc = reader->alloc, .file = -1, .time = -1, .values = -1};
}

const char *jni_hdf5_reader_name(const jni_hdf5_reader *reader, int column) {
  return reader->names + (size_t)column * (size_t)reader->name_size;
}

const char *jni_hdf5_reader_unit(const jni_hdf5_reader *reader, int column) {
  return reader->units + (size_t)column * (size_t)reader->unit_size;
}

bool jni_hdf5_reader_rows(const jni_hdf5_reader *reader, int first, int n, double *times, double *values) {
  hsize_t from[2] = {(hsize_t)first, 0}, count[2] = {(hsize_t)n, (hsize_t)reader->ncolumns};
  if (n == 0) return true;
  jni_hush hush = jni_hdf5_hush();
  bool ok = jni_hdf5_part(reader->time, 1, from, count, NULL, times) &&
            (reader->ncolumns == 0 || jni_hdf5_part(reader->values, 2, from, count, NULL, values));
  jni_hdf5_unhush(hush, ok);
  return ok;
}

// ---- checkpoints ------------------------------------------------------------------------------

static bool slot_is_whole(const jni_hdf5_reader *reader, const double *slot, int width) {
  if (!(slot[0] >= 1) || !(slot[1] >= 0 && slot[1] <= reader->nrows)) return false;
  if (!(slot[2] >= 0 && slot[2] <= width - JNI_SLOT_HEAD) || slot[2] != floor(slot[2])) return false;
  double head[JNI_SLOT_HEAD] = {slot[0], slot[1], slot[2], 0, 0};
  size_t size = (size_t)slot[2] * sizeof(double);
  uint64_t hash = jni_hash64(jni_hash64(0, head, sizeof head), slot + JNI_SLOT_HEAD, size);
  return slot[3] == (double)(hash >> 32) && slot[4] == (double)(hash & 0xffffffffu);
}

// Sets `sorted` to the addresses of those of the two slots that contain a complete checkpoint, the newest first.
// Returns their number, 0 to 2.
static int sort_slots(const jni_hdf5_reader *reader, const double *slots, int width, const double *sorted[2]) {
  int n = 0;
  for (int i = 0; i < 2; i++)
    if (slot_is_whole(reader, slots + (size_t)i * (size_t)width, width))
      sorted[n++] = slots + (size_t)i * (size_t)width;
  if (n == 2 && sorted[0][0] < sorted[1][0]) {
    sorted[1] = slots;
    sorted[0] = slots + width;
  }
  return n;
}

static bool keep_slot(const jni_hdf5_reader *reader, const double *slot, jni_saved *saved) {
  *saved = (jni_saved){.n = (int)slot[2], .rows = (long)slot[1]};
  saved->block = jni_doubles_copy(reader->alloc, slot + JNI_SLOT_HEAD, saved->n);
  return saved->block != NULL;
}

// Returns both slots of checkpoints, 2 x *width numbers, which the caller frees; NULL if there are none or memory is
// short, which *no_memory tells apart.
static double *read_slots(const jni_hdf5_reader *reader, int *width, bool *no_memory) {
  hsize_t dims[2] = {0, 0};
  hid_t dataset = jni_hdf5_open_numbers(reader->file, "checkpoint", 2, dims);
  bool usable = dataset >= 0 && dims[0] == 2 && dims[1] >= JNI_SLOT_HEAD && dims[1] < INT_MAX / 64;
  double *slots = usable ? jni_alloc0(reader->alloc, 2 * (size_t)dims[1], sizeof *slots) : NULL;
  *no_memory = usable && !slots;
  if (slots && !jni_hdf5_part(dataset, 2, (hsize_t[]){0, 0}, dims, NULL, slots)) slots = jni_free(reader->alloc, slots);
  if (dataset >= 0) H5Dclose(dataset);
  *width = (int)dims[1];
  return slots;
}

jn_status jni_hdf5_reader_checkpoint(const jni_hdf5_reader *reader, jni_saved *newest, jni_saved *unbound) {
  int width = 0;
  const double *sorted[2];
  bool no_memory = false;
  jni_hush hush = jni_hdf5_hush();
  double *slots = read_slots(reader, &width, &no_memory);
  jni_hdf5_unhush(hush, slots != NULL);
  int n = slots ? sort_slots(reader, slots, width, sorted) : 0;
  if (n > 0) no_memory = !keep_slot(reader, sorted[0], newest);
  if (n > 1 && !no_memory && jn_checkpoint_end(newest->block, newest->n) > 0)
    no_memory = !keep_slot(reader, sorted[1], unbound);
  jni_free(reader->alloc, slots);
  return no_memory ? JN_NO_MEMORY : n > 0 ? JN_OK : JN_IO;
}

jn_status jni_hdf5_read_checkpoint(jn_result_file *file, jn_report *report) {
  jni_hdf5_reader reader;
  char what[256] = "it has no checkpoint yet";
  jn_status status = JN_IO;
  if (jni_hdf5_reader_open(&reader, file->alloc, file->path, what, sizeof what)) {
    status = jni_hdf5_reader_checkpoint(&reader, &file->checkpoint, &file->unbound);
    jni_hdf5_reader_close(&reader);
  }
  if (status == JN_OK) return status;
  if (status == JN_NO_MEMORY) snprintf(what, sizeof what, "%s", jn_status_text(status));
  return jn_report_fault(report, status, NULL, "cannot continue %.200s: %s", file->path, what);
}

// ---- reading into a table -----------------------------------------------------------------------

static jn_status name_columns(const jni_hdf5_reader *reader, jn_table *table) {
  uint64_t study;
  bool sweep = jni_hdf5_read_sweep(reader, &table->nparameters, &table->nrandom, &study);
  jn_status status = jni_table_add_column(table, sweep ? "run" : "time", sweep ? "" : "s");
  for (int i = 0; status == JN_OK && i < reader->ncolumns; i++) {
    status = jni_table_add_column(table, jni_hdf5_reader_name(reader, i), jni_hdf5_reader_unit(reader, i));
  }
  return status == JN_OK ? jni_table_set_title(table, reader->model) : status;
}

// Reads rows into the table up to the first whose time is NaN: that was never written, because the process ended
// between two writes. Returns JN_OK, JN_IO or JN_NO_MEMORY. block: workspace.
static jn_status read_rows(const jni_hdf5_reader *reader, jn_table *table, double *block) {
  const double *values = block + BLOCK_ROWS;
  for (int first = 0; first < reader->nrows; first += BLOCK_ROWS) {
    int n = reader->nrows - first < BLOCK_ROWS ? reader->nrows - first : BLOCK_ROWS;
    if (!jni_hdf5_reader_rows(reader, first, n, block, block + BLOCK_ROWS)) return JN_IO;
    for (int i = 0; i < n; i++) {
      if (isnan(block[i])) return JN_OK;
      if (jni_table_add_row(table, block[i], values + (size_t)i * (size_t)reader->ncolumns) != JN_OK)
        return JN_NO_MEMORY;
    }
  }
  return JN_OK;
}

static jn_status status_of(const char *text) {
  int status = 0;
  while (status + 1 < JN_STATUS_COUNT && strcmp(jn_status_text((jn_status)status), text) != 0) status++;
  return (jn_status)status;
}

static void read_outcome(const jni_hdf5_reader *reader, jn_table *table) {
  jni_hush hush = jni_hdf5_hush();
  bool there = H5Lexists(reader->file, "summary", H5P_DEFAULT) > 0;
  hid_t group = there ? H5Gopen2(reader->file, "summary", H5P_DEFAULT) : -1;
  bool ok = group >= 0 && jni_hdf5_read_attribute(group, "status", table->status, sizeof table->status) &&
            jni_hdf5_read_attribute(group, "state_hash", table->state_hash, sizeof table->state_hash);
  table->ended = ok && strcmp(table->status, "unfinished") != 0 && jni_hdf5_read_summary(group, &table->summary);
  if (table->ended) table->summary.status = status_of(table->status);
  if (group >= 0) H5Gclose(group);
  jni_hdf5_unhush(hush, ok);
}

static jn_status read_values(const jni_hdf5_reader *reader, jn_table *table, double *block, char *what, size_t size) {
  jn_status status = read_rows(reader, table, block);
  if (status == JN_IO) say(what, size, "its results cannot be read; it is damaged");
  return status;
}

jn_status jni_hdf5_read_table(jn_table *table, const char *path, int *line, char *what, size_t size,
                              jn_report *report) {
  (void)line;
  (void)report;
  jni_hdf5_reader reader;
  if (!jni_hdf5_reader_open(&reader, table->alloc, path, what, size)) return JN_IO;
  jn_status status = jni_hdf5_read_record(&reader, &table->record);
  if (status == JN_IO) say(what, size, "its record of what was run cannot be read; it is damaged");
  if (status == JN_OK) status = name_columns(&reader, table);
  if (status == JN_OK) read_outcome(&reader, table);
  size_t width = (size_t)reader.ncolumns + 1;
  double *block = status == JN_OK ? jni_alloc0(table->alloc, BLOCK_ROWS * width, sizeof *block) : NULL;
  if (status == JN_OK) status = block ? read_values(&reader, table, block, what, size) : JN_NO_MEMORY;
  jni_free(table->alloc, block);
  if (status == JN_OK && table->sink.poses) status = jni_hdf5_read_poses(&reader, table);
  jni_hdf5_reader_close(&reader);
  return status;
}

#else
typedef int jni_hdf5_read_is_not_built;
#endif
