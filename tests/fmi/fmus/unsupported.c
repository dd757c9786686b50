// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// unsupported.c - every function of FMI, weak: it answers Error, or returns NULL. The FMUs of the tests replace those
// that they support.
#include <stdint.h>

#include "fmi/fmi2.h"
#include "fmi/fmi3.h"

#define FAIL(result)                                                \
  return (result)(intptr_t) _Generic((result *)0, fmi2Status *      \
                                     : (int)fmi2Error, fmi3Status * \
                                     : (int)fmi3Error, default : 0)

#if FMI_VERSION == 2
#define DEFINE(result, name, parameters) \
  __attribute__((weak, visibility("default"))) result fmi2##name parameters { FAIL(result); }
FMI2_FUNCTIONS(DEFINE)
#else
#define DEFINE(result, name, parameters) \
  __attribute__((weak, visibility("default"))) result fmi3##name parameters { FAIL(result); }
FMI3_FUNCTIONS(DEFINE)
#endif
