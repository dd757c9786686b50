// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary.h - elementary functions that give the same bits on every machine with IEEE doubles, independent of the C
// library.
//
// All arguments are allowed; results for zeros, infinities and NaN are those of C99, annex F. errno is not set. Errors
// in units of the last place are asserted by tests/kernel/test_elementary.c, and compared with those of the C library
// by bench/elementary_bench.
#ifndef JNK_ELEMENTARY_H
#define JNK_ELEMENTARY_H

#include "kernel/elementary_arc.h"
#include "kernel/elementary_exp.h"
#include "kernel/elementary_log.h"
#include "kernel/elementary_remainder.h"
#include "kernel/elementary_trig.h"

#endif
