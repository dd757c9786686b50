// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hdf5_driver.c - HDF5 file driver that writes to a jni_disk.
//
// It differs from the drivers of the library in two ways:
// - A failed write is not reported to HDF5, which cannot close a file that it cannot flush. The disk remembers the
//   failure and drops all later writes, so that the file stays as the last flush left it.
// - HDF5 marks a file that is being written, and other programs refuse a file whose writer was killed with the mark
//   set. In single-writer mode (SWMR) the order of writes keeps the file readable at any time, so the driver clears
//   the mark in every superblock that it writes.
#ifdef JNI_HAVE_HDF5

#include "output/hdf5/hdf5_driver.h"

#include <string.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

jni_hush jni_hdf5_hush(void) {
  jni_hush hush = {NULL, NULL};
  H5Eget_auto2(H5E_DEFAULT, &hush.function, &hush.data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return hush;
}

void jni_hdf5_unhush(jni_hush hush, bool all_went_well) {
  if (all_went_well) H5Eset_auto2(H5E_DEFAULT, hush.function, hush.data);
}

// ---- the superblock ---------------------------------------------------------------------------

enum { SUPERBLOCK = 48, VERSION_AT = 8, MARK_AT = 11, CHECKSUM_AT = 44 };

static uint32_t rotate(uint32_t x, int k) { return (x << k) | (x >> (32 - k)); }

static uint32_t little_endian(const unsigned char *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

// Returns Jenkins' lookup3 hash of the first 44 bytes of a superblock, its checksum: mixes three blocks of 12 bytes,
// then the last 8.
static uint32_t checksum(const unsigned char *bytes) {
  static const int mix[6] = {4, 6, 8, 16, 19, 4}, end[7] = {14, 11, 25, 16, 4, 14, 24};
  uint32_t w[3] = {0xdeadbeefu + CHECKSUM_AT, 0xdeadbeefu + CHECKSUM_AT, 0xdeadbeefu + CHECKSUM_AT};
  for (int block = 0; block < 3; block++) {
    for (int i = 0; i < 3; i++) w[i] += little_endian(bytes + 12 * block + 4 * i);
    for (int i = 0; i < 6; i++) {
      uint32_t *a = &w[i % 3], *b = &w[(i + 1) % 3], *c = &w[(i + 2) % 3];
      *a = (*a - *c) ^ rotate(*c, mix[i]);
      *c += *b;
    }
  }
  w[0] += little_endian(bytes + 36);
  w[1] += little_endian(bytes + 40);
  for (int i = 0; i < 7; i++) {
    uint32_t *c = &w[(i + 2) % 3], *b = &w[(i + 1) % 3];
    *c = (*c ^ *b) - rotate(*b, end[i]);
  }
  return w[2];
}

bool jni_hdf5_clear_mark(unsigned char block[48]) {
  static const unsigned char signature[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  if (memcmp(block, signature, sizeof signature) != 0 || block[VERSION_AT] != 3) return false;
  if (checksum(block) != little_endian(block + CHECKSUM_AT)) return false;
  block[MARK_AT] = 0;
  uint32_t sum = checksum(block);
  for (int i = 0; i < 4; i++) block[CHECKSUM_AT + i] = (unsigned char)(sum >> (8 * i));
  return true;
}

// ---- the driver -------------------------------------------------------------------------------

typedef struct {
  jni_disk *disk;
} driver_info;

typedef struct {
  H5FD_t base;
  jni_disk *disk;
  haddr_t eoa;  // end of the allocated space
  haddr_t eof;  // end of the written bytes, with those that were dropped
} driver_file;

static H5FD_t *driver_open(const char *name, unsigned flags, hid_t fapl, haddr_t maxaddr) {
  (void)name;
  (void)flags;
  (void)maxaddr;
  const driver_info *info = H5Pget_driver_info(fapl);
  driver_file *file = info ? H5allocate_memory(sizeof *file, true) : NULL;
  if (!file) return NULL;
  file->disk = info->disk;
  return &file->base;
}

static herr_t driver_close(H5FD_t *base) { return H5free_memory(base); }

static herr_t driver_query(const H5FD_t *base, unsigned long *flags) {
  (void)base;
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_SUPPORTS_SWMR_IO;
  return 0;
}

static haddr_t driver_get_eoa(const H5FD_t *base, H5FD_mem_t type) {
  (void)type;
  return ((const driver_file *)base)->eoa;
}

static herr_t driver_set_eoa(H5FD_t *base, H5FD_mem_t type, haddr_t address) {
  (void)type;
  ((driver_file *)base)->eoa = address;
  return 0;
}

static haddr_t driver_get_eof(const H5FD_t *base, H5FD_mem_t type) {
  (void)type;
  return ((const driver_file *)base)->eof;
}

static herr_t driver_read(H5FD_t *base, H5FD_mem_t type, hid_t dxpl, haddr_t address, size_t size, void *buffer) {
  (void)type;
  (void)dxpl;
  return jni_disk_read_at(((driver_file *)base)->disk, (int64_t)address, buffer, size) ? 0 : -1;
}

static herr_t driver_write(H5FD_t *base, H5FD_mem_t type, hid_t dxpl, haddr_t address, size_t size,
                           const void *buffer) {
  (void)type;
  (void)dxpl;
  driver_file *file = (driver_file *)base;
  const unsigned char *bytes = buffer;
  unsigned char block[SUPERBLOCK];
  if (address + size > file->eof) file->eof = address + size;
  if (address == 0 && size >= SUPERBLOCK) {
    if (size > SUPERBLOCK) jni_disk_write_at(file->disk, SUPERBLOCK, bytes + SUPERBLOCK, size - SUPERBLOCK);
    memcpy(block, bytes, SUPERBLOCK);
    jni_hdf5_clear_mark(block);
    bytes = block;
    size = SUPERBLOCK;
  }
  jni_disk_write_at(file->disk, (int64_t)address, bytes, size);
  return 0;
}

static herr_t driver_truncate(H5FD_t *base, hid_t dxpl, hbool_t closing) {
  (void)dxpl;
  (void)closing;
  driver_file *file = (driver_file *)base;
  if (file->eoa != file->eof) jni_disk_truncate(file->disk, (int64_t)file->eoa);
  file->eof = file->eoa;
  return 0;
}

static const H5FD_class_t driver_class = {
#if H5_VERSION_GE(1, 13, 0)
    .version = H5FD_CLASS_VERSION,
    .value = 513,  // from the range that HDF5 reserves for private drivers
#endif
    .name = "jounce",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_STRONG,
    .fapl_size = sizeof(driver_info),
    .open = driver_open,
    .close = driver_close,
    .query = driver_query,
    .get_eoa = driver_get_eoa,
    .set_eoa = driver_set_eoa,
    .get_eof = driver_get_eof,
    .read = driver_read,
    .write = driver_write,
    .truncate = driver_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

hid_t jni_hdf5_timeless(hid_t what) {
  hid_t list = H5Pcreate(what);
  if (list < 0 || H5Pset_obj_track_times(list, false) >= 0) return list;
  H5Pclose(list);
  return -1;
}

hid_t jni_hdf5_create(jni_disk *disk) {
  driver_info info = {disk};
  hid_t driver = H5FDregister(&driver_class), access = H5Pcreate(H5P_FILE_ACCESS), file = -1,
        create = jni_hdf5_timeless(H5P_FILE_CREATE);
  if (driver >= 0 && access >= 0 && create >= 0 && H5Pset_driver(access, driver, &info) >= 0 &&
      H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0 &&
      H5Pset_metadata_read_attempts(access, 1) >= 0) {  // a retry would not help after a failed write
    file = H5Fcreate("jounce", H5F_ACC_TRUNC, create, access);
  }
  if (create >= 0) H5Pclose(create);
  if (access >= 0) H5Pclose(access);
  if (driver >= 0) H5FDunregister(driver);
  return file;
}

#else
typedef int jni_hdf5_driver_is_not_built;
#endif
