// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// file_lock_posix.c - locks, permissions and links of files, private folders, and processes, on POSIX systems.
#define _GNU_SOURCE  // locks of open files, realpath
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

const char *jni_path_follow(const char *path, char *real) { return realpath(path, real) ? real : path; }

static bool lock_range(int file, int how, int64_t first, int64_t n) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)first, .l_len = (off_t)n};
  return fcntl(file, how, &lock) == 0 || (errno != EACCES && errno != EAGAIN);
}

bool jni_file_lock(int file) { return lock_range(file, F_SETLK, 0, 0); }

bool jni_file_lock_bytes(int file, int64_t first, int64_t n) {
#ifdef F_OFD_SETLK
  return lock_range(file, F_OFD_SETLK, first, n);
#else
  return lock_range(file, F_SETLK, first, n);
#endif
}

bool jni_file_take_permissions(int file, const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && fchmod(file, status.st_mode & 07777) == 0;
}

bool jni_folder_make_private(char *path) {
  snprintf(path, JNI_PATH_SIZE, "/tmp/jounce-XXXXXX");
  return mkdtemp(path) != NULL;
}

long jni_process_number(void) { return (long)getpid(); }
bool jni_process_has_ended(long number) { return kill((pid_t)number, 0) != 0 && errno == ESRCH; }
