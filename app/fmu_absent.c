// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_absent.c - replaces fmu_embedded.c in a command without binaries of FMUs.
#include "fmu_binary.h"

bool fmu_binary_get(int i, jn_fmu_binary *binary) {
  (void)i;
  (void)binary;
  return false;
}
