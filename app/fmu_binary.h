// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_binary.h - the binaries of FMUs, which the command contains.
#ifndef APP_FMU_BINARY_H
#define APP_FMU_BINARY_H

#include <jounce/fmu_export.h>

// Sets `binary` to number i of the binaries. Returns false if there are no more.
bool fmu_binary_get(int i, jn_fmu_binary *binary);
// Sets `binary` to the one for Windows that a command for another system contains. Returns false if it contains none.
bool fmu_windows_get(jn_fmu_binary *binary);

#endif
