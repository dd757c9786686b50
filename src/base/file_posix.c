// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// file_posix.c - files and folders of POSIX systems. Functions that WebAssembly lacks are in file_lock_posix.c.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

// ---- paths -------------------------------------------------------------------------------------------------------

bool jni_path_separates(char c) { return c == '/'; }
size_t jni_path_root(const char *path) { return path[0] == '/'; }

// ---- properties of a path -----------------------------------------------------------------------------------------

static bool copy_info(const struct stat *status, jni_file_info *info) {
  *info = (jni_file_info){.regular = S_ISREG(status->st_mode),
                          .folder = S_ISDIR(status->st_mode),
                          .size = (double)status->st_size,
                          .device = (uint64_t)status->st_dev,
                          .number = (uint64_t)status->st_ino};
  return true;
}

bool jni_file_look(const char *path, jni_file_info *info) {
  struct stat status;
  return stat(path, &status) == 0 && copy_info(&status, info);
}

bool jni_file_look_at(int file, jni_file_info *info) {
  struct stat status;
  return fstat(file, &status) == 0 && copy_info(&status, info);
}

bool jni_file_exists(const char *path) { return access(path, F_OK) == 0; }
bool jni_file_is_writable(const char *path) { return access(path, W_OK) == 0; }

bool jni_file_is_descriptor(const char *path) {
  return strcmp(path, "/dev/stdin") == 0 || strncmp(path, "/dev/fd/", 8) == 0 ||
         strncmp(path, "/proc/self/fd/", 14) == 0;
}

// ---- open files ---------------------------------------------------------------------------------------------------

int jni_file_open(const char *path, jni_file_use use) {
  static const int flags[] = {
      [JNI_FILE_READ] = O_RDONLY,
      [JNI_FILE_READ_NOW] = O_RDONLY | O_NONBLOCK,
      [JNI_FILE_UPDATE] = O_RDWR | O_CREAT,
      [JNI_FILE_PLAIN] = O_RDWR | O_CREAT | O_NOFOLLOW,
      [JNI_FILE_WRITE] = O_WRONLY,
      [JNI_FILE_REPLACE] = O_WRONLY | O_TRUNC,
      [JNI_FILE_NEW] = O_WRONLY | O_CREAT | O_EXCL,
  };
  return open(path, flags[use] | O_CLOEXEC, 0666);
}

bool jni_file_close(int file) { return close(file) == 0 || errno == EINTR; }

int64_t jni_file_read(int file, void *bytes, size_t n) {
  ssize_t k;
  do k = read(file, bytes, n);
  while (k < 0 && errno == EINTR);
  return k;
}

int64_t jni_file_write(int file, const void *bytes, size_t n) {
  ssize_t k;
  do k = write(file, bytes, n);
  while (k < 0 && errno == EINTR);
  return k;
}

int64_t jni_file_read_at(int file, int64_t place, void *bytes, size_t n) {
  ssize_t k;
  do k = pread(file, bytes, n, (off_t)place);
  while (k < 0 && errno == EINTR);
  return k;
}

int64_t jni_file_write_at(int file, int64_t place, const void *bytes, size_t n) {
  ssize_t k;
  do k = pwrite(file, bytes, n, (off_t)place);
  while (k < 0 && errno == EINTR);
  return k;
}

bool jni_file_resize(int file, int64_t size) { return ftruncate(file, (off_t)size) == 0; }

// ---- folders ------------------------------------------------------------------------------------------------------

bool jni_file_remove(const char *path) { return unlink(path) == 0; }
bool jni_file_rename(const char *path, const char *name) { return rename(path, name) == 0; }
bool jni_folder_make(const char *path) { return mkdir(path, 0777) == 0; }
bool jni_folder_remove(const char *path) { return rmdir(path) == 0; }

jni_folder *jni_folder_open(const char *path) { return (jni_folder *)(void *)opendir(path); }

const char *jni_folder_next(jni_folder *folder) {
  const struct dirent *entry = readdir((DIR *)(void *)folder);
  return entry ? entry->d_name : NULL;
}

void jni_folder_close(jni_folder *folder) { closedir((DIR *)(void *)folder); }

// ---- errors -------------------------------------------------------------------------------------------------------

void jni_error_text(int error, char *text, size_t size) {
  if (strerror_r(error, text, size) != 0) snprintf(text, size, "error %d", error);
}
