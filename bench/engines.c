// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engines.c - the list of engines. Jounce has one row for each of its ways: cartesian and joint coordinates with
// multipliers, and reduced.
#include "engines.h"

#include <string.h>

static const bench_entry entries[] = {
    {{"Jounce", "joint", "reduced"}, loops_jounce, NULL, crank_jounce},
    {{"Jounce", "joint", "multipliers"}, loops_jounce, chain_jounce, crank_jounce},
    {{"Jounce", "cartesian", "multipliers"}, loops_jounce, chain_jounce, crank_jounce},
#ifdef BENCH_HAVE_MUJOCO
    {{"MuJoCo", NULL, NULL}, loops_mujoco, chain_mujoco, crank_mujoco},
#endif
#ifdef BENCH_HAVE_SIMBODY
    {{"Simbody", NULL, NULL}, loops_simbody, chain_simbody, crank_simbody},
#endif
};

int bench_nentries(void) { return (int)(sizeof entries / sizeof *entries); }
const bench_entry *bench_entry_at(int i) { return &entries[i]; }
bool bench_is_jounce(const bench_entry *entry) { return strcmp(entry->row.engine, "Jounce") == 0; }
