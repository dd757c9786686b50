// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// archive_write.c - see archive_write.h. All numbers of the zip format are little-endian.
#include "fmi/archive_write.h"

#include <limits.h>
#include <string.h>

enum {
  MOST_ENTRIES = 65534,
  MOST_NAME = 512,
  MADE_BY = 3 << 8 | 20,    // version of the writer: Unix, 2.0
  NEEDED = 20,              // version of zip that a reader needs: 2.0
  UTF8_NAMES = 1 << 11,     // flag: names are in UTF-8
  FIXED_DATE = 1 << 5 | 1,  // time and date of every entry: 1980-01-01, the first date that zip can express
  PLAIN_FILE = 0100644,     // mode of a regular file
  LOCAL_SIZE = 30,
  CENTRAL_SIZE = 46,
  END_SIZE = 22  // bytes of a local header, of an entry of the directory and of the end record, without names
};

uint32_t jni_crc32(uint32_t crc, const void *bytes, size_t size) {
  static const uint32_t nibble[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                      0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                      0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
  const unsigned char *byte = bytes;
  crc = ~crc;
  for (size_t i = 0; i < size; i++) {
    crc ^= byte[i];
    crc = nibble[crc & 15] ^ (crc >> 4);
    crc = nibble[crc & 15] ^ (crc >> 4);
  }
  return ~crc;
}

jni_archive_writer jni_archive_writer_new(const jn_alloc *alloc) { return (jni_archive_writer){.alloc = alloc}; }

void jni_archive_writer_free(jni_archive_writer *archive) {
  jni_free(archive->alloc, archive->bytes);
  jni_free(archive->alloc, archive->central);
  *archive = (jni_archive_writer){.alloc = archive->alloc};
}

// Reserves `size` more bytes at the end of a block, which is enlarged if necessary and counts them as used. Returns
// their address; NULL after a failure, which is recorded in the writer.
static unsigned char *extend(jni_archive_writer *archive, unsigned char **block, int *used, int *capacity,
                             size_t size) {
  if (archive->failed || archive->too_large) return NULL;
  if (size > (size_t)(INT_MAX - *used)) {
    archive->too_large = true;
    return NULL;
  }
  if (!jni_grow(archive->alloc, block, capacity, *used + (int)size, 1)) {
    archive->failed = true;
    return NULL;
  }
  unsigned char *room = *block + *used;
  *used += (int)size;
  return room;
}

// Writes the n lowest bytes of a number at `at`, the lowest first. Returns the address after them.
static unsigned char *put(unsigned char *at, int n, uint32_t value) {
  for (int i = 0; i < n; i++) at[i] = (unsigned char)(value >> (8 * i));
  return at + n;
}

static bool is_relative(const char *name) {
  size_t n = strlen(name);
  bool good = n > 0 && n <= MOST_NAME && name[0] != '/' && name[n - 1] != '/';
  for (const char *part = name; good && *part;) {
    size_t length = strcspn(part, "/");
    bool dots = (length == 1 && part[0] == '.') || (length == 2 && part[0] == '.' && part[1] == '.');
    good = length > 0 && !dots && !memchr(part, '\\', length) && !memchr(part, ':', length);
    part += length + (part[length] == '/');
  }
  return good;
}

// Writes at `at` the fields that a local header and an entry of the directory have in common, from the version to the
// length of the name. Returns the address after them.
static unsigned char *put_common(unsigned char *at, const char *name, uint32_t crc, size_t size) {
  bool plain = true;
  for (const char *c = name; *c; c++) plain = plain && (unsigned char)*c < 128;
  at = put(at, 2, NEEDED);
  at = put(at, 2, plain ? 0 : UTF8_NAMES);
  at = put(at, 2, 0);  // method: stored
  at = put(at, 2, 0);  // time
  at = put(at, 2, FIXED_DATE);
  at = put(at, 4, crc);
  at = put(at, 4, (uint32_t)size);  // size in the archive: not compressed
  at = put(at, 4, (uint32_t)size);  // size of the file
  at = put(at, 2, (uint32_t)strlen(name));
  return put(at, 2, 0);  // length of the extra field
}

void jni_archive_add(jni_archive_writer *archive, const char *name, const void *bytes, size_t size) {
  if (!is_relative(name) || size > INT_MAX || archive->nentries == MOST_ENTRIES) archive->too_large = true;
  if (archive->failed || archive->too_large) return;
  size_t length = strlen(name);
  uint32_t crc = jni_crc32(0, bytes, size), offset = (uint32_t)archive->size;

  unsigned char *at = extend(archive, &archive->bytes, &archive->size, &archive->capacity, LOCAL_SIZE + length);
  if (!at) return;
  at = put(at, 4, 0x04034b50);
  at = put_common(at, name, crc, size);
  memcpy(at, name, length);
  at = extend(archive, &archive->bytes, &archive->size, &archive->capacity, size);
  if (at && size > 0) memcpy(at, bytes, size);

  at = extend(archive, &archive->central, &archive->central_size, &archive->central_capacity, CENTRAL_SIZE + length);
  if (!at) return;
  at = put(at, 4, 0x02014b50);
  at = put(at, 2, MADE_BY);
  at = put_common(at, name, crc, size);
  at = put(at, 2, 0);  // length of the comment
  at = put(at, 2, 0);  // number of the disk
  at = put(at, 2, 0);  // internal attributes
  at = put(at, 4, (uint32_t)PLAIN_FILE << 16);
  at = put(at, 4, offset);
  memcpy(at, name, length);
  archive->nentries++;
}

unsigned char *jni_archive_finish(jni_archive_writer *archive, size_t *size) {
  uint32_t offset = (uint32_t)archive->size, central = (uint32_t)archive->central_size;
  unsigned char *at = extend(archive, &archive->bytes, &archive->size, &archive->capacity, central + END_SIZE);
  unsigned char *bytes = NULL;
  if (at) {
    if (central > 0) memcpy(at, archive->central, central);
    at = put(at + central, 4, 0x06054b50);
    at = put(at, 4, 0);  // numbers of the disks
    at = put(at, 2, (uint32_t)archive->nentries);
    at = put(at, 2, (uint32_t)archive->nentries);
    at = put(at, 4, central);
    at = put(at, 4, offset);
    put(at, 2, 0);  // length of the comment
    bytes = archive->bytes;
    *size = (size_t)archive->size;
    archive->bytes = NULL;
  }
  jni_archive_writer_free(archive);
  return bytes;
}
