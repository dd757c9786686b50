// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// disk.c - an open file that latches its first failure.
#define _XOPEN_SOURCE 700  // realpath
#include "output/disk.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(jni_disk *disk, int error) {
  if (disk->error == 0) disk->error = error ? error : EIO;
  return false;
}

// Locks the file, so that two runs cannot write it at once. The lock does not affect readers and ends with the process.
static bool lock_file(jni_disk *disk) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fcntl(disk->fd, F_SETLK, &lock) == 0) return true;
  return errno == EACCES || errno == EAGAIN ? fail(disk, ETXTBSY) : true;
}

bool jni_disk_open(jni_disk *disk, const char *path) {
  struct stat status;
  bool exists = stat(path, &status) == 0;
  // a pipe that this process also reads would never report that its reader has closed
  int access = exists && !S_ISREG(status.st_mode) ? O_WRONLY : O_RDWR | O_CREAT;
  *disk = (jni_disk){.created = !exists, .fd = open(path, access | O_CLOEXEC, 0666)};
  if (disk->fd < 0 || fstat(disk->fd, &status) != 0) return fail(disk, errno);
  disk->regular = S_ISREG(status.st_mode);
  if (disk->regular && !lock_file(disk)) {
    close(disk->fd);
    disk->fd = -1;
  }
  return disk->fd >= 0;
}

void jni_disk_close(jni_disk *disk) {
  if (disk->fd >= 0 && close(disk->fd) != 0 && errno != EINTR) fail(disk, errno);
  disk->fd = -1;
}

bool jni_disk_truncate(jni_disk *disk, off_t size) {
  if (disk->error || !disk->regular) return disk->error == 0;
  return ftruncate(disk->fd, size) == 0 ? true : fail(disk, errno);
}

void jni_disk_cut(jni_disk *disk, off_t size) {
  if (disk->regular && ftruncate(disk->fd, size) != 0) fail(disk, errno);
}

// Returns how many of n bytes to write: fewer if this is the write that a test lets fail. It then ends at a page
// boundary, as when the process is killed, or with nothing written if all bytes are in one page.
static size_t planned_failure(jni_disk *disk, off_t place, size_t n) {
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

static bool write_all(jni_disk *disk, off_t place, const char *bytes, size_t n) {
  size_t allowed = planned_failure(disk, place, n), done = 0;
  while (done < allowed) {
    ssize_t k = place < 0 ? write(disk->fd, bytes + done, allowed - done)
                          : pwrite(disk->fd, bytes + done, allowed - done, place + (off_t)done);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return fail_after(disk, done, k < 0 ? errno : ENOSPC);
    done += (size_t)k;
  }
  return done == n ? true : fail_after(disk, done, ENOSPC);
}

bool jni_disk_append(jni_disk *disk, const void *bytes, size_t n) {
  return disk->error == 0 && write_all(disk, -1, bytes, n);
}

bool jni_disk_write_at(jni_disk *disk, off_t place, const void *bytes, size_t n) {
  return disk->error == 0 && write_all(disk, place, bytes, n);
}

bool jni_disk_read_at(jni_disk *disk, off_t place, void *bytes, size_t n) {
  size_t done = 0;
  while (done < n) {
    ssize_t k = pread(disk->fd, (char *)bytes + done, n - done, place + (off_t)done);
    if (k < 0 && errno == EINTR) continue;
    if (k < 0) return fail(disk, errno);
    if (k == 0) break;
    done += (size_t)k;
  }
  memset((char *)bytes + done, 0, n - done);
  return true;
}

const char *jni_path_follow(const char *path, char *real) { return realpath(path, real) ? real : path; }

void jni_disk_why(int error, char *text, size_t size) {
  snprintf(text, size, "%s", error == ETXTBSY ? "another run is writing it" : strerror(error));
  // "No space left" becomes lower case, "RPC failed" does not
  if (text[0] && islower((unsigned char)text[1])) text[0] = (char)tolower((unsigned char)text[0]);
}
