// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_embedded.c - the binaries of FMUs in the command: that of this platform, and that of Windows if there is one.
// Commands without them have fmu_absent.c instead.
#include "fmu_binary.h"
#include "fmu_embed.h"

#if defined(_WIN32)
#define PLATFORM "x86_64-windows"
#else
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

FMU_EMBED(fmu, JOUNCE_FMU_FILE);

bool fmu_binary_get(int i, jn_fmu_binary *binary) {
  if (i > 0) return i == 1 && fmu_windows_get(binary);
  *binary = (jn_fmu_binary){PLATFORM, jounce_fmu_begin, (size_t)(jounce_fmu_end - jounce_fmu_begin)};
  return true;
}
