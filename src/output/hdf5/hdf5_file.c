// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hdf5_file.c - writes a result as an HDF5 file that is readable whenever the run ends, even by kill -9.
//
//   /            attributes: format, version, model, file, model_hash, choices
//   /names       [columns] text            /units       [columns] text
//   /time        [rows] s                  /values      [rows, columns]
//   /bodies      [bodies] text             /poses       [rows, 7 bodies] m, 1: positions and quaternions, in single
//                                                       precision; without the ground
//   /checkpoint  [2, 5 + n]: two slots: number (0: empty), rows before it, n, hash (two halves), block
//   /summary     attributes: status, why, state_hash and numbers of jn_summary (list in hdf5_objects.c)
//   /record      record of the run: options, settings, parameters, choices [n, 2] text: name, value; an empty list is
//                missing; files [n, 3] text: name, bytes, hash; texts/0, texts/1, ...: texts of the files, if stored
//
// All objects are made before the first row. Then the file is in single-writer mode, in which HDF5 orders its writes so
// that a reader finds a consistent file at any time. A checkpoint is written after the rows before it.
#ifdef JNI_HAVE_HDF5

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "output/hdf5/hdf5_objects.h"
#include "output/result_file.h"

// CHUNK: number of values in a chunk of rows, 32 kB, if this gives 16 to 1024 rows; MAX_NUMBERS: largest number of pose
// components that are buffered, 1 MB, if 16 rows have no more.
enum { CHUNK = 4096, MAX_NUMBERS = 1 << 17 };

typedef struct {
  hid_t file, time, values, checkpoint, poses;
  int ncolumns;
  int nposes;      // how many numbers the poses of a row have; 0: no poses
  int block_rows;  // number of rows that are buffered, and rows of a chunk of the file
  int nblock;      // number of rows in the buffer
  double *block;   // buffer: block_rows times, then block_rows rows of values, then block_rows rows of poses
  hsize_t rows;    // number of rows in the file
  double *slot;    // checkpoint that is being written, after its head
  int slot_capacity;
  long ncheckpoints;
  int kept;  // slot of the last checkpoint that is valid for any end time, which is not overwritten
} hdf5_writer;

static jn_status fail(jn_result_file *file, const char *doing) {
  return jni_result_fail(file, JN_IO, doing, file->disk.error ? NULL : "HDF5 refused");
}

// ---- begin ----------------------------------------------------------------------------------

static bool make_rows(hdf5_writer *writer) {
  hsize_t n = (hsize_t)writer->block_rows, columns = (hsize_t)writer->ncolumns;
  writer->time = jni_hdf5_rows_new(writer->file, "time", 1, (hsize_t[]){0}, (hsize_t[]){H5S_UNLIMITED}, (hsize_t[]){n});
  if (columns == 0) return writer->time >= 0;
  writer->values = jni_hdf5_rows_new(writer->file, "values", 2, (hsize_t[]){0, columns},
                                     (hsize_t[]){H5S_UNLIMITED, columns}, (hsize_t[]){n, columns});
  return writer->time >= 0 && writer->values >= 0;
}

static double *pose_block(const hdf5_writer *writer) {
  return writer->block + (size_t)writer->block_rows * (size_t)(writer->ncolumns + 1);
}

// Sets the buffered poses to NaN, which means unknown.
static void clear_poses(hdf5_writer *writer) {
  size_t n = (size_t)writer->block_rows * (size_t)writer->nposes;
  for (size_t i = 0; i < n; i++) pose_block(writer)[i] = (double)NAN;
}

static bool make_poses(hdf5_writer *writer, const jn_run_header *header) {
  hsize_t n = (hsize_t)writer->nposes;
  if (n == 0) return true;
  clear_poses(writer);
  writer->poses = jni_hdf5_poses_new(writer->file, n, CHUNK / n + 1);
  return writer->poses >= 0 && jni_hdf5_write_bodies(writer->file, header);
}

static bool make_checkpoint(hdf5_writer *writer, int nstate) {
  hsize_t n = (hsize_t)nstate + JNI_SLOT_HEAD, width = n < 64 ? 64 : n;
  writer->checkpoint = jni_hdf5_rows_new(writer->file, "checkpoint", 2, (hsize_t[]){2, n},
                                         (hsize_t[]){2, H5S_UNLIMITED}, (hsize_t[]){1, width});
  return writer->checkpoint >= 0;
}

static bool make_objects(hdf5_writer *writer, const jn_run_header *header) {
  return jni_hdf5_write_header(writer->file, header) && jni_hdf5_write_columns(writer->file, header) &&
         make_rows(writer) && make_poses(writer, header) && make_checkpoint(writer, header->nstate) &&
         jni_hdf5_summary_new(writer->file);
}

static bool allocate(jn_result_file *file, hdf5_writer *writer, const jn_run_header *header) {
  int n = CHUNK / (header->ncolumns > 0 ? header->ncolumns : 1);
  writer->ncolumns = header->ncolumns;
  writer->nposes = header->from ? JN_POSE * (jn_model_nbodies(header->from) - 1) : 0;
  if (writer->nposes > MAX_NUMBERS / n) n = MAX_NUMBERS / writer->nposes;
  writer->block_rows = n < 16 ? 16 : n > 1024 ? 1024 : n;
  size_t width = (size_t)header->ncolumns + 1 + (size_t)writer->nposes;
  writer->block = jni_alloc0(file->alloc, (size_t)writer->block_rows * width, sizeof(double));
  return writer->block &&
         jni_grow(file->alloc, &writer->slot, &writer->slot_capacity, header->nstate + JNI_SLOT_HEAD, sizeof(double));
}

static jn_status copy_old_rows(jn_result_file *file, const jn_run_header *header);

static jn_status begin(jn_result_file *file, hdf5_writer *writer, const jn_run_header *header) {
  if (!jni_disk_truncate(&file->disk, 0)) return fail(file, "empty");
  writer->file = jni_hdf5_create(&file->disk);
  if (writer->file < 0 || !make_objects(writer, header)) return fail(file, "begin");
  jn_status recorded = jni_hdf5_write_record(file->alloc, writer->file, header);
  if (recorded == JN_NO_MEMORY) return jni_result_fail(file, JN_NO_MEMORY, "begin", NULL);
  if (recorded != JN_OK) return fail(file, "begin");
  // Flushed before, because H5Fstart_swmr_write reads the metadata again from the disk.
  if (H5Fflush(writer->file, H5F_SCOPE_LOCAL) < 0 || file->disk.error) return fail(file, "begin");
  if (H5Fstart_swmr_write(writer->file) < 0 || file->disk.error) return fail(file, "begin");
  return file->part ? copy_old_rows(file, header) : JN_OK;
}

static jn_status hdf5_begin(jn_result_file *file, const jn_run_header *header) {
  hdf5_writer *writer = jni_alloc0(file->alloc, 1, sizeof *writer);
  if (!writer) return jni_result_fail(file, JN_NO_MEMORY, "begin", NULL);
  file->inside = writer;
  writer->file = writer->time = writer->values = writer->checkpoint = writer->poses = -1;
  if (!allocate(file, writer, header)) return jni_result_fail(file, JN_NO_MEMORY, "begin", NULL);
  jni_hush hush = jni_hdf5_hush();
  jn_status status = begin(file, writer, header);
  jni_hdf5_unhush(hush, status == JN_OK);
  return status;
}

// ---- rows -----------------------------------------------------------------------------------

static bool write_block(hdf5_writer *writer) {
  if (writer->nblock == 0) return true;
  hsize_t first = writer->rows, n = (hsize_t)writer->nblock, columns = (hsize_t)writer->ncolumns;
  const double *values = writer->block + writer->block_rows;
  bool ok = H5Dset_extent(writer->time, (hsize_t[]){first + n}) >= 0 &&
            jni_hdf5_part(writer->time, 1, (hsize_t[]){first}, (hsize_t[]){n}, writer->block, NULL);
  if (ok && columns > 0) {
    ok = H5Dset_extent(writer->values, (hsize_t[]){first + n, columns}) >= 0 &&
         jni_hdf5_part(writer->values, 2, (hsize_t[]){first, 0}, (hsize_t[]){n, columns}, values, NULL);
  }
  if (ok && writer->nposes > 0) ok = jni_hdf5_poses_write(writer->poses, first, n, pose_block(writer));
  clear_poses(writer);
  writer->rows += n;
  writer->nblock = 0;
  return ok;
}

static jn_status hdf5_poses(jn_result_file *file, const double *poses) {
  hdf5_writer *writer = file->inside;
  size_t n = (size_t)writer->nposes;
  if (n > 0) memcpy(pose_block(writer) + (size_t)writer->nblock * n, poses + JN_POSE, n * sizeof *poses);
  return JN_OK;
}

static jn_status hdf5_flush(jn_result_file *file) {
  hdf5_writer *writer = file->inside;
  jni_hush hush = jni_hdf5_hush();
  bool ok = write_block(writer) && H5Fflush(writer->file, H5F_SCOPE_LOCAL) >= 0;
  jni_hdf5_unhush(hush, ok);
  return ok && file->disk.error == 0 ? JN_OK : fail(file, "write results to");
}

static jn_status hdf5_row(jn_result_file *file, double time, const double *values) {
  hdf5_writer *writer = file->inside;
  double *to = writer->block + writer->block_rows + (size_t)writer->nblock * (size_t)writer->ncolumns;
  writer->block[writer->nblock++] = time;
  if (writer->ncolumns > 0) memcpy(to, values, (size_t)writer->ncolumns * sizeof(double));
  return writer->nblock == writer->block_rows ? hdf5_flush(file) : JN_OK;
}

// ---- checkpoints ----------------------------------------------------------------------------

// Writes a checkpoint of n numbers, prepared in writer->slot, to the slot other than writer->kept, and flushes the
// file: if the process dies meanwhile, the kept checkpoint is intact. Returns false on failure.
static bool write_slot(hdf5_writer *writer, int n) {
  hsize_t dims[2], width = (hsize_t)n + JNI_SLOT_HEAD, slot = (hsize_t)(1 - writer->kept);
  hid_t space = H5Dget_space(writer->checkpoint);
  bool ok = H5Sget_simple_extent_dims(space, dims, NULL) == 2;
  H5Sclose(space);
  if (ok && width > dims[1]) ok = H5Dset_extent(writer->checkpoint, (hsize_t[]){2, width}) >= 0;
  return ok && jni_hdf5_part(writer->checkpoint, 2, (hsize_t[]){slot, 0}, (hsize_t[]){1, width}, writer->slot, NULL) &&
         H5Fflush(writer->file, H5F_SCOPE_LOCAL) >= 0;
}

static jn_status put_checkpoint(jn_result_file *file, const double *block, int n, long rows) {
  hdf5_writer *writer = file->inside;
  if (n < 0 || !jni_grow(file->alloc, &writer->slot, &writer->slot_capacity, n + JNI_SLOT_HEAD, sizeof(double))) {
    return jni_result_fail(file, n < 0 ? JN_BAD_ARGUMENT : JN_NO_MEMORY, "write a checkpoint to", NULL);
  }
  if (n > 0) memcpy(writer->slot + JNI_SLOT_HEAD, block, (size_t)n * sizeof(double));
  jni_hdf5_slot_head(writer->slot, ++writer->ncheckpoints, rows, n);
  jni_hush hush = jni_hdf5_hush();
  bool ok = write_slot(writer, n);
  jni_hdf5_unhush(hush, ok);
  if (jn_checkpoint_end(block, n) == 0) writer->kept = 1 - writer->kept;
  return ok && file->disk.error == 0 ? JN_OK : fail(file, "write a checkpoint to");
}

static jn_status hdf5_checkpoint(jn_result_file *file, const double *block, int n) {
  return put_checkpoint(file, block, n, (long)((hdf5_writer *)file->inside)->rows);
}

// ---- continued results ------------------------------------------------------------------------

static bool same_columns(const jni_hdf5_reader *reader, const jn_run_header *header) {
  bool same = reader->ncolumns == header->ncolumns;
  for (int i = 0; same && i < header->ncolumns; i++) {
    same = strcmp(jni_hdf5_reader_name(reader, i), header->names[i]) == 0;
  }
  return same;
}

static jn_status refuse_other_run(jn_result_file *file, const jni_hdf5_reader *reader, const jn_run_header *header) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)header->model_hash);
  const char *why = strcmp(hash, reader->model_hash) != 0 ? "it contains a run of another model or with other settings"
                    : !same_columns(reader, header)       ? "its outputs differ from those of this run"
                                                          : NULL;
  return why ? jni_result_fail(file, JN_BAD_ARGUMENT, "continue", why) : JN_OK;
}

// Returns JN_OK if the run ends at or after the last row of the file that it continues. Otherwise rows would be
// removed: fails with JN_BAD_ARGUMENT. Returns JN_IO if the rows cannot be read.
static jn_status refuse_shorter_run(jn_result_file *file, const jni_hdf5_reader *reader, const jn_run_header *header) {
  hdf5_writer *writer = file->inside;
  double until = header->choices ? header->choices->until : HUGE_VAL, last = -HUGE_VAL;
  char why[160];
  for (int row = reader->nrows - 1; row >= 0 && !(last > -HUGE_VAL); row--) {
    if (!jni_hdf5_reader_rows(reader, row, 1, writer->block, writer->block + writer->block_rows))
      return jni_result_fail(file, JN_IO, "continue", "its results cannot be read");
    last = writer->block[0];  // NaN: the row was never written
  }
  if (!(last > until * (1 + 1e-12))) return JN_OK;
  jni_print(why, sizeof why,
            "it already reaches %.9g s, but the run would end at %.9g s; choose a later end, or write to another file",
            last, until);
  return jni_result_fail(file, JN_BAD_ARGUMENT, "continue", why);
}

static jn_status copy_rows(jn_result_file *file, const jni_hdf5_reader *reader) {
  hdf5_writer *writer = file->inside;
  long left = file->checkpoint.rows;
  while (left > 0) {
    int n = left < writer->block_rows ? (int)left : writer->block_rows;
    double *values = writer->block + writer->block_rows;
    if (!jni_hdf5_reader_rows(reader, (int)(file->checkpoint.rows - left), n, writer->block, values)) {
      return jni_result_fail(file, JN_IO, "continue", "its results cannot be read");
    }
    jni_hdf5_reader_poses(reader, (int)(file->checkpoint.rows - left), n, writer->nposes, pose_block(writer));
    writer->nblock = n;
    if (!write_block(writer) || file->disk.error) return fail(file, "copy the results of");
    left -= n;
  }
  return H5Fflush(writer->file, H5F_SCOPE_LOCAL) >= 0 && !file->disk.error ? JN_OK : fail(file, "copy the results of");
}

// Gives the new file of a continued result the name of the old one, which it replaces. Called when all kept rows have
// been copied. Returns JN_IO if that fails.
static jn_status replace_old_file(jn_result_file *file) {
  char real[JNI_PATH_SIZE];
  if (!jni_file_rename(file->part, jni_path_follow(file->path, real))) {
    return jni_result_fail(file, JN_IO, "replace", "the new file beside it cannot take its name");
  }
  file->part = jni_free(file->alloc, file->part);
  return JN_OK;
}

static jn_status copy_old_rows(jn_result_file *file, const jn_run_header *header) {
  jni_hdf5_reader reader;
  char what[400];
  if (!jni_hdf5_reader_open(&reader, file->alloc, file->path, what, sizeof what)) {
    return jni_result_fail(file, JN_IO, "continue", what);
  }
  jn_status status = refuse_other_run(file, &reader, header);
  if (status == JN_OK) status = refuse_shorter_run(file, &reader, header);
  if (status == JN_OK) status = copy_rows(file, &reader);
  jni_hdf5_reader_close(&reader);
  const jni_saved *old[] = {&file->unbound, &file->checkpoint};
  for (int i = 0; status == JN_OK && i < 2; i++)
    if (old[i]->block) status = put_checkpoint(file, old[i]->block, old[i]->n, old[i]->rows);
  return status == JN_OK ? replace_old_file(file) : status;
}

// ---- end --------------------------------------------------------------------------------------

static jn_status hdf5_end(jn_result_file *file, const jn_summary *summary) {
  hdf5_writer *writer = file->inside;
  jni_hush hush = jni_hdf5_hush();
  bool ok = write_block(writer) && (!summary || jni_hdf5_summary_write(writer->file, summary)) &&
            H5Fflush(writer->file, H5F_SCOPE_LOCAL) >= 0;
  jni_hdf5_unhush(hush, ok);
  return ok && file->disk.error == 0 ? JN_OK : fail(file, "write the summary to");
}

static void close_id(hid_t id, herr_t (*close)(hid_t)) {
  if (id >= 0) close(id);
}

static void hdf5_close(jn_result_file *file) {
  hdf5_writer *writer = file->inside;
  jni_hush hush = jni_hdf5_hush();
  if (file->status == JN_OK) write_block(writer);
  close_id(writer->checkpoint, H5Dclose);
  close_id(writer->poses, H5Dclose);
  close_id(writer->values, H5Dclose);
  close_id(writer->time, H5Dclose);
  close_id(writer->file, H5Fclose);
  jni_hdf5_unhush(hush, file->status == JN_OK);
  jni_free(file->alloc, writer->slot);
  jni_free(file->alloc, writer->block);
  file->inside = jni_free(file->alloc, writer);
}

const jni_result_kind jni_hdf5_kind = {.format = JN_FORMAT_HDF5,
                                       .endings = ".h5, .hdf5",
                                       .begin = hdf5_begin,
                                       .row = hdf5_row,
                                       .checkpoint = hdf5_checkpoint,
                                       .flush = hdf5_flush,
                                       .end = hdf5_end,
                                       .close = hdf5_close,
                                       .read_checkpoint = jni_hdf5_read_checkpoint,
                                       .read_table = jni_hdf5_read_table,
                                       .poses = hdf5_poses};

#else
#include "output/result_file.h"

const jni_result_kind jni_hdf5_kind = {.format = JN_FORMAT_HDF5,
                                       .endings = ".h5, .hdf5",
                                       .not_built = "this build has no HDF5; install libhdf5-dev and build again"};
#endif
