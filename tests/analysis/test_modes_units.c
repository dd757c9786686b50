// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_modes_units.c - eigenvalues do not depend on the units of a model: generated mechanisms in other units of length,
// mass and time have as many zero eigenvalues, but for a few, and the others are the scaled ones.
#include <math.h>
#include <string.h>
#include <stdlib.h>

#include "check.h"
#include "jounce/jounce.h"
#include "linalg/dense/decompose.h"
#include "mechanism.h"

enum { MOST = 400 };

typedef struct {
  int n, zeros;  // n < 0: there are no linear equations
  double natural[MOST], re[MOST];
  double error;  // of A
} spectrum;

// Modes at the assembled start, times the unit of time.
static spectrum spectrum_of(const mechanism *m, double time) {
  spectrum s = {.n = -1};
  char why[400];
  jn_model *model = mech_read(m, why, sizeof why);
  jn_system *system = model ? jn_system_new(model, "cartesian", NULL) : NULL;
  double *state = system ? calloc((size_t)jn_system_sizes(system).nstate, sizeof *state) : NULL;
  bool started = state && jn_start(system, NULL, state, NULL, NULL, NULL) == JN_OK;
  jn_linear *linear = started ? jn_linearise(system, state, NULL, NULL) : NULL;
  jn_modes *modes = linear ? jn_modes_new(linear, NULL) : NULL;
  if (modes && jn_modes_count(modes) <= MOST) {
    s.n = jn_modes_count(modes), s.zeros = jn_modes_zero(modes), s.error = jn_linear_error(linear);
    for (int i = 0; i < s.n; i++)
      s.natural[i] = jn_modes_get(modes, i).natural * time, s.re[i] = jn_modes_get(modes, i).re * time;
  }
  jn_modes_free(modes);
  jn_linear_free(linear);
  free(state);
  jn_system_free(system);
  jn_model_free(model);
  return s;
}

typedef struct {
  int compared, zeros, values;  // mechanisms in other units; with other numbers of zeros; with other eigenvalues
} tally;

static void compare(int profile, int seed, const mechanism *m, const spectrum *plain, tally *t) {
  static const double units[][3] = {{1e3, 1, 1}, {1, 1e-3, 1}, {1, 1, 1e3}, {1e3, 1e-3, 1e3}, {1e-3, 1e3, 1}};
  for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
    mechanism *other = malloc(sizeof *other);
    if (!other) return;
    *other = *m;
    mech_change change = mech_no_change();
    mech_scale(other, &change, units[u][0], units[u][1], units[u][2]);
    spectrum s = spectrum_of(other, units[u][2]);
    free(other);
    if (s.n < 0) continue;
    bool zeros = s.zeros == plain->zeros && s.n == plain->n, values = zeros;
    double fastest = plain->n > 0 ? plain->natural[plain->n - 1] : 0, off = 0;
    for (int i = 0; i < plain->n && zeros; i++) off = fmax(off, fabs(s.natural[i] - plain->natural[i]));
    values = off <= (1e-6 + 10 * fmax(plain->error, s.error)) * fastest;
    t->compared++, t->zeros += !zeros, t->values += zeros && !values;
    if (!zeros || !values)
      printf(
          "%s %d in units %g m, %g kg, %g s: %d zeros instead of %d, %d modes instead of %d, off by %.2g of %.2g, A to "
          "%.1g\n",
          mech_profile_names[profile], seed, units[u][0], units[u][1], units[u][2], s.zeros, plain->zeros, s.n,
          plain->n, off, fastest, fmax(plain->error, s.error));
  }
}

int main(void) {setvbuf(stdout,NULL,_IONBF,0);
  tally t = {0};
  int seeds = getenv("JOUNCE_LONG") ? 60 : LIGHT ? 1 : 4;
  if (!jni_decompose_has_modes()) return check_report();
  for (int profile = 0; profile < NPROFILES; profile++)
    for (int seed = 1; seed <= seeds; seed++) {
      mechanism *m = malloc(sizeof *m);
      char why[400];
      if (getenv("ONLY") && strcmp(getenv("ONLY"), mech_profile_names[profile])) continue; if (getenv("SEED") && atoi(getenv("SEED")) != seed) continue;
      bool made = m && profile != EXTREME && mech_generate(profile, (uint64_t)seed, m, why, sizeof why);
      spectrum plain = made ? spectrum_of(m, 1) : (spectrum){.n = -1};
      if (plain.n >= 0) compare(profile, seed, m, &plain, &t);
      free(m);
    }
  printf("%d compared: %d with other numbers of zeros, %d with other eigenvalues\n", t.compared, t.zeros, t.values);
  CHECK(t.compared > 0);
  // real eigenvalues next to zero, at states that are not steady, may fall on either side of the tolerance
  CHECK(t.zeros <= t.compared / 50);
  CHECK(t.values <= t.compared / 200);
  return check_report();
}
