// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_random.c - pseudo-random numbers by counting: the n-th number of a key is the same on every machine and
// does not depend on others.
#include <math.h>

#include "mechanism.h"

// The mixer of splitmix64.
uint64_t chance_next(chance *c) {
  uint64_t x = c->key + 0x9e3779b97f4a7c15ULL * ++c->count;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

double chance_between(chance *c, double low, double high) {
  return low + (high - low) * (double)(chance_next(c) >> 11) / 9007199254740992.0;
}

int chance_below(chance *c, int n) { return (int)(chance_next(c) % (uint64_t)n); }

bool chance_happens(chance *c, double probability) { return chance_between(c, 0, 1) < probability; }

double chance_size(chance *c, double low, double high) { return exp(chance_between(c, log(low), log(high))); }
