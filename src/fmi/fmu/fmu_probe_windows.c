// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_probe_windows.c - FMUs are not tried on Windows, because the library loads no foreign code there.
#include "fmi/fmu/fmu.h"

int jn_fmu_probe(const jn_fmu *fmu, jn_report *report) {
  jni_fmu_fault(fmu->path, NULL, "", report, "FMUs cannot be tried on this system");
  return 1;
}
