// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_embedded.c - the binaries of FMUs as they are embedded in the command: that of this platform, and that of Windows
// if it was built, too. Commands without them have fmu_absent.c instead.
#include "fmu_binary.h"

#if defined(_WIN32)
#define SECTION ".section .rdata,\"dr\"\n"
#define END ".text\n"
#define PLATFORM "x86_64-windows"
#else
#define SECTION ".pushsection .rodata\n"
#define END ".popsection\n"
#if defined(__APPLE__)
#define SYSTEM "darwin"
#else
#define SYSTEM "linux"
#endif
#if defined(__aarch64__)
#define PLATFORM "aarch64-" SYSTEM
#else
#define PLATFORM "x86_64-" SYSTEM
#endif
#endif

#define EMBED(name, file)                                       \
  __asm__(SECTION ".global jounce_" name "_begin, jounce_" name \
                  "_end\n"                                      \
                  "jounce_" name "_begin: .incbin \"" file      \
                  "\"\n"                                        \
                  "jounce_" name "_end: .byte 0\n" END)

EMBED("fmu", JOUNCE_FMU_FILE);
extern const char jounce_fmu_begin[], jounce_fmu_end[];
#if defined(JOUNCE_FMU_WINDOWS_FILE)
EMBED("fmu_windows", JOUNCE_FMU_WINDOWS_FILE);
extern const char jounce_fmu_windows_begin[], jounce_fmu_windows_end[];
#endif

bool fmu_binary_get(int i, jn_fmu_binary *binary) {
  if (i == 0) {
    *binary = (jn_fmu_binary){PLATFORM, jounce_fmu_begin, (size_t)(jounce_fmu_end - jounce_fmu_begin)};
    return true;
  }
#if defined(JOUNCE_FMU_WINDOWS_FILE)
  if (i == 1) {
    size_t size = (size_t)(jounce_fmu_windows_end - jounce_fmu_windows_begin);
    *binary = (jn_fmu_binary){"x86_64-windows", jounce_fmu_windows_begin, size};
    return true;
  }
#endif
  return false;
}
