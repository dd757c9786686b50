// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// archive_read.h - a zip archive that is not trusted: its names and sizes are checked before anything is read, and its
// files are unpacked only into a private folder.
//
// Refused are: names that are absolute or contain backslashes, colons, control characters or the components "", "." and
// ".."; two entries of one name; links and other special files; encryption; methods other than store and deflate; and
// archives that exceed the limits below.
#ifndef JNI_ARCHIVE_READ_H
#define JNI_ARCHIVE_READ_H

#include "base/pool.h"

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { JNI_ARCHIVE_MAX_TOTAL = 1 << 22 };
#else
enum { JNI_ARCHIVE_MAX_TOTAL = 1 << 30 };  // largest number of unpacked bytes of all files together
#endif
enum { JNI_ARCHIVE_MAX_ENTRIES = 20000, JNI_ARCHIVE_MAX_NAME = 512 };

typedef struct jni_archive jni_archive;

// Opens an archive in memory and checks all entries. `bytes` must outlive the archive; `file` is its name in messages.
// Returns NULL after at least one fault in the report, one for each wrong entry.
jni_archive *jni_archive_open(const jn_alloc *alloc, const char *file, const void *bytes, size_t size,
                              jn_report *report);
void *jni_archive_close(jni_archive *archive);
bool jni_archive_available(void);  // returns false if the library was built without libzip

int jni_archive_size(const jni_archive *archive);
// returns the name of entry i; that of a folder ends with '/'
const char *jni_archive_name(const jni_archive *archive, int i);
// returns the index of the entry with this name; -1: there is none
int jni_archive_find(const jni_archive *archive, const char *name);
// Returns the *size bytes of entry i, followed by a zero, which the caller frees with jni_free; NULL after a fault in
// the report.
char *jni_archive_read(jni_archive *archive, int i, size_t *size, jn_report *report);

// Unpacks all files into a new folder that only this user can read, and writes its path into `folder` (JNI_PATH_SIZE
// bytes). Returns false after a fault in the report; then no folder is left, and `folder` is "".
bool jni_archive_unpack(jni_archive *archive, char *folder, jn_report *report);
// Removes a folder with its content, without following links. Does nothing if the path is "".
void jni_folder_remove_tree(const char *folder);

#endif
