// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz.h - what the fuzz targets share: libFuzzer's two functions, the bytes of an input taken one after the other, and
// edits of a block.
#ifndef JNI_FUZZ_H
#define JNI_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

// What is not ours: libfyaml 0.7.12 loses a buffer when a long quoted text with escapes turns out to be wrong, HDF5
// keeps blocks of files that could not be closed in free lists of its own.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfyaml\nleak:libhdf5\n"; }

// What must not happen; the input that led here is kept by libFuzzer or replay.c.
#define FUZZ_CHECK(condition)                                         \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      abort();                                                        \
    }                                                                 \
  } while (0)

typedef struct {
  const uint8_t *data;
  size_t size, at;
} fuzz_bytes;

// Zero past the end, so that every input is long enough.
static inline unsigned fuzz_byte(fuzz_bytes *bytes) { return bytes->at < bytes->size ? bytes->data[bytes->at++] : 0; }
static inline unsigned fuzz_pick(fuzz_bytes *bytes, unsigned n) { return fuzz_byte(bytes) % n; }
static inline unsigned fuzz_pair(fuzz_bytes *bytes) {
  unsigned upper = fuzz_byte(bytes);
  return upper << 8 | fuzz_byte(bytes);
}
static inline int fuzz_ends(const fuzz_bytes *bytes) { return bytes->at >= bytes->size; }

#endif
