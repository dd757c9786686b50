// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_make.h - writes FMUs for the tests.
#ifndef FMU_MAKE_H
#define FMU_MAKE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  const char *name;  // in the archive
  const char *bytes;
  size_t size;  // 0: a text
} fmu_entry;

// Returns the bytes of a file, NULL if it cannot be read; the caller frees them with free.
char *file_bytes(const char *path, size_t *size);
bool file_write(const char *path, const void *bytes, size_t size);

// Writes an archive with these entries.
bool archive_make(const char *path, int n, const fmu_entry *entries);
// Writes an FMU: the description, the shared object `library` (NULL: none) as the binary ID of this platform, and a
// text resources/gains.txt.
bool fmu_make(const char *path, int version, const char *xml, const char *id, const char *library);
// Returns the description of the cruise control (fmus/cruise.c), with `from` replaced by `to` if `from` is not NULL.
// The caller frees it with free. NULL: `from` does not occur exactly once.
char *cruise_xml(int version, const char *from, const char *to);
// Return the descriptions of the ball (fmus/ball.c) and, in FMI 3, of the arrays (fmus/matrix.c).
const char *ball_xml(int version);
const char *matrix_xml(void);
// Writes the cruise control as an FMU, with the text replaced as above.
bool cruise_make(const char *path, int version, const char *library, const char *from, const char *to);

#endif
