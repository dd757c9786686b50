// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_windows_embedded.c - the binary of FMUs for Windows, which MinGW has made on another system. Commands without it
// have fmu_windows_absent.c instead.
#include "fmu_binary.h"
#include "fmu_embed.h"

FMU_EMBED(fmu_windows, JOUNCE_FMU_WINDOWS_FILE);

bool fmu_windows_get(jn_fmu_binary *binary) {
  size_t size = (size_t)(jounce_fmu_windows_end - jounce_fmu_windows_begin);
  *binary = (jn_fmu_binary){"x86_64-windows", jounce_fmu_windows_begin, size};
  return true;
}
