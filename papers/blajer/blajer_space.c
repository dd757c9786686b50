// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_space.c - random spaces of any size, for counts of products; see blajer.h.
#include <stdint.h>
#include <string.h>

#include "blajer/blajer.h"

// Returns the next pseudo-random number between -0.5 and 0.5.
static double draw(uint32_t *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed / 4294967296.0 - 0.5;
}

// Fills M: 1 + A A' with a random A and a random symmetric rate, or a constant diagonal of 1 to 2.
static void fill_mass(blajer_space *s, blajer_shape shape, uint32_t *seed) {
  blajer_matrix a;
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < s->n; j++) a.at[i][j] = draw(seed);
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j <= i; j++) {
      if (shape == BLAJER_FULL) {
        s->M.at[i][j] = s->M.at[j][i] = (i == j) + blajer_dot(s->n, a.at[i], a.at[j]);
        s->Mdot.at[i][j] = s->Mdot.at[j][i] = a.at[i][j];
      } else if (i == j) {
        s->M.at[i][i] = 1.5 + a.at[i][i];
      }
    }
}

blajer_space blajer_counterexample(const double *mass) {
  static const double c[3][5] = {{1, -1, 0, 0, 0}, {0, 0, 1, -1, 0}, {0, 0, 0, 1, -1}};
  blajer_space s = {.n = 5, .m = 3, .k = 2};
  for (int i = 0; i < s.n; i++) s.M.at[i][i] = mass[i];
  for (int i = 0; i < s.m; i++) memcpy(s.c.at[i], c[i], sizeof c[i]);
  blajer_invert(&s);
  return s;
}

blajer_space blajer_random_space(int n, int m, blajer_shape shape) {
  blajer_space s = {.n = n, .m = m, .k = n - m};
  uint32_t seed = 12345;
  double correction[BLAJER_MOST];
  fill_mass(&s, shape, &seed);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      s.c.at[i][j] = draw(&seed);
      s.cdot.at[i][j] = draw(&seed);
    }
  for (int j = 0; j < n; j++) {
    s.h[j] = draw(&seed);
    s.v[j] = draw(&seed);
  }
  blajer_invert(&s);
  for (int i = 0; i < m; i++) s.f[i] = blajer_dot(n, s.c.at[i], s.v);
  blajer_correction(&s, correction, NULL);
  for (int j = 0; j < n; j++) s.v[j] += correction[j];
  memset(s.f, 0, sizeof s.f);
  return s;
}
