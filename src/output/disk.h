// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// disk.h - an open file whose first failure latches: later writes are dropped, so what is on disk stays as it was.
#ifndef JNI_OUTPUT_DISK_H
#define JNI_OUTPUT_DISK_H

#include <stdint.h>
#include <sys/types.h>

#include "base/base.h"

typedef struct {
  int fd;          // -1: closed
  int error;       // errno of the first failure, 0: none
  bool regular;    // a plain file: can be truncated and written at a place
  bool created;    // did not exist before
  size_t arrived;  // bytes of the last write that failed
  long writes;     // calls that reached the system
  long fail_at;    // tests: the write of this number ends early as on a full disk; 0: none
} jni_disk;

// Opens for reading and writing, made when it does not exist, not emptied. False: disk->error says why.
bool jni_disk_open(jni_disk *disk, const char *path);
void jni_disk_close(jni_disk *disk);
bool jni_disk_truncate(jni_disk *disk, off_t size);
void jni_disk_cut(jni_disk *disk, off_t size);  // also after a failure: takes away what arrived only in part
bool jni_disk_append(jni_disk *disk, const void *bytes, size_t n);
bool jni_disk_write_at(jni_disk *disk, off_t place, const void *bytes, size_t n);
// Past the end of the file there are zeros.
bool jni_disk_read_at(jni_disk *disk, off_t place, void *bytes, size_t n);

// Where a path leads when its links are followed: `real` (PATH_MAX bytes), or `path` itself when it does not exist.
const char *jni_path_follow(const char *path, char *real);
// Bytes to a file as jn_text_write does it (text_write.c).
jn_status jni_bytes_write(const char *path, const void *bytes, size_t n, jn_report *report);

// What errno means, as the end of a sentence: "no space left on device".
void jni_disk_why(int error, char *text, size_t size);

#endif
