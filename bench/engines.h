// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engines.h - the rows of the tables: what is measured of each engine. A peer that was not found when this was built is
// not in the list.
#ifndef JOUNCE_BENCH_ENGINES_H
#define JOUNCE_BENCH_ENGINES_H

#include "chain.h"
#include "crank.h"
#include "loops.h"

typedef struct {
  bench_row row;
  loops_engine *loops;  // NULL: not measured
  chain_engine *chain;
  crank_engine *crank;
} bench_entry;

enum { BENCH_MOST_ENTRIES = 12 };

int bench_nentries(void);
const bench_entry *bench_entry_at(int i);
bool bench_is_jounce(const bench_entry *entry);

#endif
