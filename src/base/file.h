// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// file.h - files, folders and paths of the operating system. file_posix.c and file_lock_posix.c implement it for POSIX
// systems, file_windows.c for Windows.
//
// Paths are UTF-8. Functions that fail set errno, also on Windows. Bytes are read and written unchanged.
#ifndef JNI_FILE_H
#define JNI_FILE_H

#include <stdio.h>

#include "base/base.h"

enum { JNI_PATH_SIZE = 4096 };

// ---- paths -------------------------------------------------------------------------------------------------------

// Returns whether a character separates folders in a path: '/', on Windows also '\'.
bool jni_path_separates(char c);
// Returns the length of the root with which an absolute path begins: "/", on Windows also "C:/", "C:" and "\\"; 0 if
// the path is relative.
size_t jni_path_root(const char *path);
// Returns the length of the folders in a path, with the last separator; 0 if the path is only a name.
size_t jni_path_folder(const char *path);
// Returns the name of the file in a path, without its folders; the result points into the path.
const char *jni_path_name(const char *path);
// Follows symbolic links. Writes the absolute path of the file to `real` (JNI_PATH_SIZE bytes) and returns it; returns
// `path` itself if there is no such file, and always on Windows, where `real` is not used.
const char *jni_path_follow(const char *path, char *real);

// ---- properties of a path -----------------------------------------------------------------------------------------

typedef struct {
  bool regular, folder;     // file or folder; both false: a pipe or a device
  double size;              // bytes
  uint64_t device, number;  // equal for two paths of one file
} jni_file_info;

bool jni_file_look(const char *path, jni_file_info *info);
bool jni_file_look_at(int file, jni_file_info *info);
bool jni_file_exists(const char *path);
bool jni_file_is_writable(const char *path);
// Returns whether a path names an open descriptor, such as /dev/stdin; reading from it may wait for data.
bool jni_file_is_descriptor(const char *path);

// ---- open files ---------------------------------------------------------------------------------------------------

typedef enum {
  JNI_FILE_READ,
  JNI_FILE_READ_NOW,  // opening does not wait for the other end of a pipe
  JNI_FILE_UPDATE,    // read and write; creates the file if it does not exist
  JNI_FILE_PLAIN,     // as UPDATE, but fails on a symbolic link
  JNI_FILE_WRITE,     // write to an existing file
  JNI_FILE_REPLACE,   // truncate an existing file and write
  JNI_FILE_NEW,       // create and write; fails if the file exists
} jni_file_use;

// Opens a file for this use. Returns its descriptor; -1 on failure.
int jni_file_open(const char *path, jni_file_use use);
bool jni_file_close(int file);
// Read or write up to n bytes: the first two from the current position, which advances, the other two from byte `place`
// on. They return the number of bytes transferred, which may be less than n; 0 at the end of the file, -1 on failure. A
// signal does not interrupt them.
int64_t jni_file_read(int file, void *bytes, size_t n);
int64_t jni_file_write(int file, const void *bytes, size_t n);
int64_t jni_file_read_at(int file, int64_t place, void *bytes, size_t n);
int64_t jni_file_write_at(int file, int64_t place, const void *bytes, size_t n);
bool jni_file_resize(int file, int64_t size);
// Gives an open file the permissions of the file `path`. Returns false on failure.
bool jni_file_take_permissions(int file, const char *path);
// Locks a file against other processes that lock it; the lock ends with the process. Returns false only if another
// process holds the lock: on a file system without locks it locks nothing and returns true.
bool jni_file_lock(int file);
// Locks n bytes of an open file from byte `first` on, also against other descriptors of this process. Returns false if
// another process or descriptor has locked some of them.
bool jni_file_lock_bytes(int file, int64_t first, int64_t n);

// ---- folders ------------------------------------------------------------------------------------------------------

bool jni_file_remove(const char *path);
// Renames the file `path` to `name`; replaces a file that already has that name. Returns false on failure.
bool jni_file_rename(const char *path, const char *name);
bool jni_folder_make(const char *path);
// Makes a new folder for temporary files, which only this user can read, and writes its path to `path` (JNI_PATH_SIZE
// bytes). Returns false on failure.
bool jni_folder_make_private(char *path);
bool jni_folder_remove(const char *path);  // removes an empty folder; returns false on failure

typedef struct jni_folder jni_folder;
jni_folder *jni_folder_open(const char *path);
const char *jni_folder_next(jni_folder *folder);  // returns the next name; NULL: there are no more
void jni_folder_close(jni_folder *folder);

// ---- processes and errors -----------------------------------------------------------------------------------------

long jni_process_number(void);
bool jni_process_has_ended(long number);
// Writes the system's description of a value of errno to `text`.
void jni_error_text(int error, char *text, size_t size);

#endif
