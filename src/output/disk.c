// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// disk.c - see disk.h.
#include "output/disk.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

static bool fail(jni_disk *disk, int error) {
  if (disk->error == 0) disk->error = error ? error : EIO;
  return false;
}

bool jni_disk_open(jni_disk *disk, const char *path) {
  jni_file_info info;
  bool exists = jni_file_look(path, &info);
  // Opens pipes for writing only: a pipe that this process could also read would never report that its reader has
  // closed.
  jni_file_use use = exists && !info.regular ? JNI_FILE_WRITE : JNI_FILE_UPDATE;
  *disk = (jni_disk){.created = !exists, .fd = jni_file_open(path, use)};
  if (disk->fd < 0 || !jni_file_look_at(disk->fd, &info)) return fail(disk, errno);
  disk->regular = info.regular;
  // Locks a regular file, so that two runs cannot write it at once.
  if (disk->regular && !jni_file_lock(disk->fd)) {
    fail(disk, ETXTBSY);
    jni_file_close(disk->fd);
    disk->fd = -1;
  }
  return disk->fd >= 0;
}

void jni_disk_close(jni_disk *disk) {
  if (disk->fd >= 0 && !jni_file_close(disk->fd)) fail(disk, errno);
  disk->fd = -1;
}

bool jni_disk_truncate(jni_disk *disk, int64_t size) {
  if (disk->error || !disk->regular) return disk->error == 0;
  return jni_file_resize(disk->fd, size) ? true : fail(disk, errno);
}

void jni_disk_cut(jni_disk *disk, int64_t size) {
  if (disk->regular && !jni_file_resize(disk->fd, size)) fail(disk, errno);
}

// Counts a write and returns how many of its n bytes may be written: all, unless a test simulates a full disk from this
// write on. Then bytes at a place end at a page boundary, as when the process is killed (none are written if all are in
// one page), and half of the bytes of an append are written.
static size_t planned_failure(jni_disk *disk, int64_t place, size_t n) {
  enum { PAGE = 4096 };
  disk->writes++;
  if (disk->fail_at <= 0 || disk->writes < disk->fail_at) return n;
  if (place < 0) return n / 2;
  size_t to_boundary = PAGE - (size_t)(place % PAGE);
  return to_boundary < n ? to_boundary : 0;
}

static bool fail_after(jni_disk *disk, size_t arrived, int error) {
  disk->arrived = arrived;
  return fail(disk, error);
}

static bool write_all(jni_disk *disk, int64_t place, const char *bytes, size_t n) {
  size_t allowed = planned_failure(disk, place, n), done = 0;
  while (done < allowed) {
    int64_t k = place < 0 ? jni_file_write(disk->fd, bytes + done, allowed - done)
                          : jni_file_write_at(disk->fd, place + (int64_t)done, bytes + done, allowed - done);
    if (k <= 0) return fail_after(disk, done, k < 0 ? errno : ENOSPC);
    done += (size_t)k;
  }
  return done == n ? true : fail_after(disk, done, ENOSPC);
}

bool jni_disk_append(jni_disk *disk, const void *bytes, size_t n) {
  return disk->error == 0 && write_all(disk, -1, bytes, n);
}

bool jni_disk_write_at(jni_disk *disk, int64_t place, const void *bytes, size_t n) {
  return disk->error == 0 && write_all(disk, place, bytes, n);
}

bool jni_disk_read_at(jni_disk *disk, int64_t place, void *bytes, size_t n) {
  size_t done = 0;
  while (done < n) {
    int64_t k = jni_file_read_at(disk->fd, place + (int64_t)done, (char *)bytes + done, n - done);
    if (k < 0) return fail(disk, errno);
    if (k == 0) break;
    done += (size_t)k;
  }
  memset((char *)bytes + done, 0, n - done);
  return true;
}

void jni_disk_why(int error, char *text, size_t size) {
  if (error == ETXTBSY) snprintf(text, size, "another run is writing it");
  else jni_error_text(error, text, size);
  // Makes the first letter lower case if the second one is: "No space left", but not "RPC failed".
  if (text[0] && islower((unsigned char)text[1])) text[0] = (char)tolower((unsigned char)text[0]);
}
