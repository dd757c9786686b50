// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_windows_absent.c - replaces fmu_windows_embedded.c in a command without a binary of FMUs for Windows.
#include "fmu_binary.h"

bool fmu_windows_get(jn_fmu_binary *binary) {
  (void)binary;
  return false;
}
