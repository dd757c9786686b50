// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// disk.h - an open file that remembers its first failure: all later writes are dropped, so that the file is not changed
// any more.
#ifndef JNI_OUTPUT_DISK_H
#define JNI_OUTPUT_DISK_H

#include <stdint.h>

#include "base/base.h"

typedef struct {
  int fd;          // file descriptor; -1: closed
  int error;       // errno of the first failure, 0: none
  bool regular;    // it is a regular file, which can be truncated and written at an offset
  bool created;    // the file did not exist before
  size_t arrived;  // number of bytes that the failed call has written
  long writes;     // number of write calls so far
  long fail_at;    // for tests: this write call ends early, as on a full disk; 0: none
} jni_disk;

// Opens a file for reading and writing, creates it if it does not exist, and locks it; its content stays. A pipe or
// device is opened for writing only and not locked. Returns false with an errno value in disk->error if that fails, or
// if another process is writing the file.
bool jni_disk_open(jni_disk *disk, const char *path);
void jni_disk_close(jni_disk *disk);
bool jni_disk_truncate(jni_disk *disk, int64_t size);
// Truncates a regular file to `size` bytes, also after a failure, to remove a part that was written incompletely.
void jni_disk_cut(jni_disk *disk, int64_t size);
bool jni_disk_append(jni_disk *disk, const void *bytes, size_t n);
bool jni_disk_write_at(jni_disk *disk, int64_t place, const void *bytes, size_t n);
// Reads n bytes at the offset `place` into `bytes`; bytes beyond the end of the file are zero. Returns false on
// failure.
bool jni_disk_read_at(jni_disk *disk, int64_t place, void *bytes, size_t n);

// Writes n bytes as the whole content of a file, completely or not at all (text_write.c). Returns JN_OK, or the status
// of a fault in the report.
jn_status jni_bytes_write(const char *path, const void *bytes, size_t n, jn_report *report);

// Writes the meaning of an errno value to `text`, worded as the end of a sentence, such as "no space left on device".
void jni_disk_why(int error, char *text, size_t size);

#endif
