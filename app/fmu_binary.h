// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_binary.h - the binaries of FMUs with the engine that the command contains, for `jounce export`.
#ifndef APP_FMU_BINARY_H
#define APP_FMU_BINARY_H

#include <jounce/fmu_export.h>

// Sets *binary to binary i of those in the command, from 0. Returns false if there are no more.
bool fmu_binary_get(int i, jn_fmu_binary *binary);
// Sets *binary to the one for Windows, which a command for another system may contain. Returns false if it contains
// none.
bool fmu_windows_get(jn_fmu_binary *binary);

#endif
