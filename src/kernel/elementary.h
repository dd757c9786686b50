// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elementary.h - sine to power, of our own: the same bits on every machine with IEEE doubles, whatever its C library
// chooses by processor.
//
// Any argument is taken; zeros, infinities and NaN give what C99 says in its annex F. Errors, in units of the last
// place, are asserted by tests/kernel/test_elementary.c and printed by bench/elementary_bench beside those of the C
// library. errno is left alone.
#ifndef JNK_ELEMENTARY_H
#define JNK_ELEMENTARY_H

#include "kernel/elementary_arc.h"
#include "kernel/elementary_exp.h"
#include "kernel/elementary_log.h"
#include "kernel/elementary_remainder.h"
#include "kernel/elementary_trig.h"

#endif
