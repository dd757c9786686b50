// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hdf5_poses.c - writes and reads the poses of the bodies in each row of an HDF5 result, in single precision (relative
// error 1e-7).
#ifdef JNI_HAVE_HDF5

#include <math.h>
#include <string.h>

#include "output/hdf5/hdf5_objects.h"
#include "output/result_table.h"

// MAX_NAMES: largest size of all names, bytes; MAX_BODIES: largest number of bodies; BLOCK: numbers read at a time.
enum { MAX_NAMES = 64 << 20, MAX_BODIES = 1 << 20, BLOCK = 1 << 16 };

// ---- writing --------------------------------------------------------------------------------

hid_t jni_hdf5_poses_new(hid_t file, hsize_t n, hsize_t chunk_rows) {
  float nothing = NAN;
  hid_t space = H5Screate_simple(2, (hsize_t[]){0, n}, (hsize_t[]){H5S_UNLIMITED, n});
  hid_t create = jni_hdf5_timeless(H5P_DATASET_CREATE), dataset = -1;
  if (space >= 0 && create >= 0 && H5Pset_chunk(create, 2, (hsize_t[]){chunk_rows, n}) >= 0 &&
      H5Pset_fill_value(create, H5T_NATIVE_FLOAT, &nothing) >= 0)
    dataset = H5Dcreate2(file, "poses", H5T_IEEE_F32LE, space, H5P_DEFAULT, create, H5P_DEFAULT);
  if (create >= 0) H5Pclose(create);
  if (space >= 0) H5Sclose(space);
  return dataset;
}

static bool dims_of(hid_t dataset, hsize_t dims[2]) {
  hid_t space = H5Dget_space(dataset);
  bool ok = space >= 0 && H5Sget_simple_extent_dims(space, dims, NULL) == 2;
  if (space >= 0) H5Sclose(space);
  return ok;
}

bool jni_hdf5_poses_write(hid_t poses, hsize_t first, hsize_t n, const double *from) {
  hsize_t dims[2] = {0, 0};
  return dims_of(poses, dims) && H5Dset_extent(poses, (hsize_t[]){first + n, dims[1]}) >= 0 &&
         jni_hdf5_part(poses, 2, (hsize_t[]){first, 0}, (hsize_t[]){n, dims[1]}, from, NULL);
}

// ---- reading --------------------------------------------------------------------------------

static bool read_part(const jni_hdf5_reader *reader, int first, int n, int width, double *to) {
  hsize_t dims[2] = {0, 0}, count[2] = {(hsize_t)n, (hsize_t)width};
  hid_t poses = jni_hdf5_open_numbers(reader->file, "poses", 2, dims);
  bool fits = poses >= 0 && dims[1] == count[1] && (hsize_t)first <= dims[0];
  if (fits && dims[0] - (hsize_t)first < count[0]) count[0] = dims[0] - (hsize_t)first;
  bool ok = fits && (count[0] == 0 || jni_hdf5_part(poses, 2, (hsize_t[]){(hsize_t)first, 0}, count, NULL, to));
  if (poses >= 0) H5Dclose(poses);
  return ok;
}

bool jni_hdf5_reader_poses(const jni_hdf5_reader *reader, int first, int n, int width, double *to) {
  if (width == 0) return false;
  jni_hush hush = jni_hdf5_hush();
  bool ok = read_part(reader, first, n, width, to);
  jni_hdf5_unhush(hush, ok);
  return ok;
}

// Returns whether the dataset of poses has JN_POSE numbers per body in each row, and no more rows than a file of this
// size can contain with the strongest compression (JNI_HDF5_RATIO).
static bool are_sound(const jni_hdf5_reader *reader, int nbodies) {
  hsize_t dims[2] = {0, 0}, bytes = 0;
  hid_t poses = jni_hdf5_open_numbers(reader->file, "poses", 2, dims);
  if (poses < 0) return false;
  H5Dclose(poses);
  return dims[1] == (hsize_t)nbodies * JN_POSE && H5Fget_filesize(reader->file, &bytes) >= 0 &&
         (double)dims[0] * (double)dims[1] * 4 <= JNI_HDF5_RATIO * (double)bytes;
}

// Reads the poses of all rows into the table, in blocks of rows; rows without poses get NaN. Returns JN_OK or
// JN_NO_MEMORY.
static jn_status read_rows(const jni_hdf5_reader *reader, jn_table *table) {
  int width = JN_POSE * table->nbodies, most = BLOCK / width + 1;
  double *block = jni_alloc0(table->alloc, (size_t)width * (size_t)most, sizeof *block);
  jn_status status = block ? JN_OK : JN_NO_MEMORY;
  for (int first = 0; first < table->nrows && status == JN_OK; first += most) {
    int n = table->nrows - first < most ? table->nrows - first : most;
    for (size_t k = 0; k < (size_t)width * (size_t)most; k++) block[k] = (double)NAN;
    jni_hdf5_reader_poses(reader, first, n, width, block);
    for (int i = 0; i < n && status == JN_OK; i++)
      status = jni_table_set_poses(table, first + i, block + (size_t)i * (size_t)width);
  }
  jni_free(table->alloc, block);
  return status;
}

jn_status jni_hdf5_read_poses(const jni_hdf5_reader *reader, jn_table *table) {
  hsize_t n = 0;
  size_t size = 0;
  jni_hush hush = jni_hdf5_hush();
  char *names = jni_hdf5_read_text(reader->alloc, reader->file, "bodies", 1, &n, MAX_NAMES, &size);
  bool sound = names && n < MAX_BODIES && are_sound(reader, (int)n);
  jni_hdf5_unhush(hush, sound);
  jn_status status = JN_OK;
  for (hsize_t i = 0; sound && i < n && status == JN_OK; i++) status = jni_table_add_body(table, names + i * size);
  jni_free(reader->alloc, names);
  return status == JN_OK && table->nbodies > 0 ? read_rows(reader, table) : status;
}

#else
typedef int jni_hdf5_poses_are_not_built;
#endif
