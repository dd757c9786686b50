// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// archive_write.h - writes a zip archive into memory. Entries are stored without compression and have a fixed date, so
// that equal files give equal bytes. No library is needed.
#ifndef JNI_ARCHIVE_WRITE_H
#define JNI_ARCHIVE_WRITE_H

#include "base/base.h"

typedef struct {
  const jn_alloc *alloc;
  unsigned char *bytes;                                // entries of the archive, one after the other
  unsigned char *central;                              // directory of the entries, which follows them in the archive
  int size, capacity, central_size, central_capacity;  // used and allocated bytes of both blocks
  int nentries;
  bool failed;     // memory ran out
  bool too_large;  // 2 GiB or 65534 entries were exceeded, or a name is too long or no relative path
} jni_archive_writer;

jni_archive_writer jni_archive_writer_new(const jn_alloc *alloc);
// Adds a file with `size` bytes. `name` is a relative path with '/' between folders; the caller adds each name only
// once. Errors are recorded in the writer: a name that is no such path or is too long sets `too_large`.
void jni_archive_add(jni_archive_writer *archive, const char *name, const void *bytes, size_t size);
// Completes the archive and returns its *size bytes, which the caller frees with jni_free. Returns NULL if `failed` or
// `too_large`. The writer is empty afterwards.
unsigned char *jni_archive_finish(jni_archive_writer *archive, size_t *size);
void jni_archive_writer_free(jni_archive_writer *archive);

// Returns the CRC-32 of zip and PNG of a text that is given in parts. crc: result for the preceding parts; 0 for the
// first.
uint32_t jni_crc32(uint32_t crc, const void *bytes, size_t size);

#endif
