// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// chain_error.h - how well the accelerations of the hinges balance the chain; see chain.h.
#ifndef JOUNCE_BENCH_CHAIN_ERROR_H
#define JOUNCE_BENCH_CHAIN_ERROR_H

#include "chain.h"

double chain_error(const chain_problem *problem, const double *qdd);

#endif
