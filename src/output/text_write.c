// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text_write.c - writes a text to a file, completely or not at all: the text goes to a temporary file beside it, which
// is then renamed. If the disk is full the old file remains. Devices, pipes, and files in a folder that is not writable
// are overwritten directly.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "jounce/result.h"
#include "output/disk.h"

static jn_status complain(jn_report *report, const char *path, int error) {
  char why[200];
  jni_disk_why(error, why, sizeof why);
  return jn_report_fault(report, JN_IO, NULL, "cannot write %.250s: %s", path, why);
}

typedef struct {
  const char *at;
  size_t n;
} content;

static int write_all(int fd, content whole) {
  const char *text = whole.at;
  size_t left = whole.n;
  while (left > 0) {
    int64_t n = jni_file_write(fd, text, left);
    if (n <= 0) return n < 0 ? errno : ENOSPC;
    text += n;
    left -= (size_t)n;
  }
  return 0;
}

static int write_directly(const char *path, content text) {
  int fd = jni_file_open(path, JNI_FILE_REPLACE);
  if (fd < 0) return errno;
  int error = write_all(fd, text);
  if (!jni_file_close(fd) && !error) error = errno;
  return error;
}

// Creates a temporary file beside `path` and writes its path to `name`. Returns its descriptor; -1, and errno is set,
// on failure.
static int open_temporary(const char *path, char *name, size_t size) {
  int fd = -1;
  for (int i = 0; fd < 0 && i < 100; i++) {
    if (snprintf(name, size, "%s.%ld-%d.part", path, jni_process_number(), i) >= (int)size) errno = ENAMETOOLONG;
    else fd = jni_file_open(name, JNI_FILE_NEW);
    if (fd < 0 && errno != EEXIST) break;
  }
  return fd;
}

static int write_and_rename(const char *path, content text, bool exists) {
  char name[JNI_PATH_SIZE + 48];
  int fd = open_temporary(path, name, sizeof name);
  if (fd < 0 && exists && (errno == EACCES || errno == EPERM))
    return write_directly(path, text);  // the folder is not writable: the file is overwritten
  if (fd < 0) return errno;
  int error = exists && !jni_file_take_permissions(fd, path) ? errno : 0;
  if (!error) error = write_all(fd, text);
  if (!jni_file_close(fd) && !error) error = errno;
  if (!error && !jni_file_rename(name, path)) error = errno;
  if (error) jni_file_remove(name);
  return error;
}

jn_status jni_bytes_write(const char *path, const void *bytes, size_t n, jn_report *report) {
  const content text = {bytes, n};
  char real[JNI_PATH_SIZE];
  jni_file_info info;
  bool exists = jni_file_look(path, &info);
  int error = 0;
  if (exists && info.folder) {
    error = EISDIR;
  } else if (exists && !info.regular) {
    error = write_directly(path, text);
  } else if (exists && !jni_file_is_writable(path)) {
    error = errno;
  } else {
    // A symbolic link stays: the file to which it points is replaced.
    error = write_and_rename(jni_path_follow(path, real), text, exists);
  }
  return error ? complain(report, path, error) : JN_OK;
}

jn_status jn_text_write(const char *path, const char *text, jn_report *report) {
  if (!path || !text) return JN_BAD_ARGUMENT;
  return jni_bytes_write(path, text, strlen(text), report);
}
