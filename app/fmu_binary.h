// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_binary.h - the binaries of FMUs, which the command contains.
#ifndef APP_FMU_BINARY_H
#define APP_FMU_BINARY_H

#include <jounce/fmu_export.h>

// Returns the binary for one platform; false past the last.
bool fmu_binary_get(int i, jn_fmu_binary *binary);

#endif
