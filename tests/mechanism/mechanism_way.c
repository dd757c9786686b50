// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_way.c - the ways to run a model: every formulation with all its coordinates, variants and integrators, as
// the table of choices says.
#include <string.h>

#include "mechanism.h"

// The i-th way; counts them all when there is none.
static int find_way(int wanted, mech_way *way) {
  int n = 0;
  for (int f = 0; jn_formulation_name(f); f++) {
    const char *name = jn_formulation_name(f);
    for (int c = 0; jn_choice_name("coordinates", name, c); c++)
      for (int v = 0; v == 0 || jn_choice_name("variant", name, v); v++)
        for (int i = 0; jn_choice_name("integrator", name, i); i++) {
          if (n++ != wanted) continue;
          *way = (mech_way){jn_choice_name("coordinates", name, c), name, jn_choice_name("variant", name, v),
                            jn_choice_name("integrator", name, i)};
        }
  }
  return n;
}

int mech_nways(void) { return find_way(-1, NULL); }

mech_way mech_way_get(int i) {
  mech_way way = {0};
  find_way(i, &way);
  if (!way.variant) way.variant = "";
  return way;
}

// FNV-1a over the name, begun from the key, and mixed.
static uint64_t rank_of(uint64_t key, const char *name) {
  uint64_t h = 14695981039346656037u ^ (key * 0x9e3779b97f4a7c15u);
  for (; *name; name++) h = (h ^ (unsigned char)*name) * 1099511628211u;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  return h ^ (h >> 32);
}

mech_way mech_way_draw(uint64_t key) {
  int best = 0, n = mech_nways();
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < n; i++) {
    char name[96];
    mech_way way = mech_way_get(i);
    mech_way_name(&way, name, sizeof name);
    uint64_t rank = rank_of(key, name);
    if (rank >= least) continue;
    least = rank;
    best = i;
  }
  return mech_way_get(best);
}

int mech_way_order(const mech_way *way) {
  if (!jn_integrator_is_fixed(way->integrator)) return 0;
  if (strcmp(way->integrator, "rk4") == 0) return 4;
  if (strcmp(way->integrator, "ab3") == 0) return 3;
  bool first = strcmp(way->integrator, "newmark") == 0 || strcmp(way->integrator, "euler") == 0;
  return first ? 1 : 2;
}

// Limits that the pages tell: 'orthonormal' needs the mass and the inertia of every body, variants with independent
// coordinates alone holonomic rows.
bool mech_way_suits(const mech_way *way, const mechanism *m) {
  bool massless = false, nonholonomic = false;
  for (int b = 1; b < m->nbodies; b++) massless = massless || !(m->body[b].mass > 0);
  for (int j = 0; j < m->njoints; j++) nonholonomic = nonholonomic || mech_is_nonholonomic(&m->joint[j]);
  return !(massless && strcmp(way->formulation, "orthonormal") == 0) &&
         !(nonholonomic && strcmp(way->variant, "independent") == 0);
}

// Formulations and variants whose places or velocities are off the rows by what the method errs.
bool mech_way_drifts(const mech_way *way) {
  static const char *const drifting[] = {"baumgarte", "index1", "penalty", "index3", "index3-conserving"};
  for (size_t i = 0; i < sizeof drifting / sizeof *drifting; i++)
    if (strcmp(way->formulation, drifting[i]) == 0) return true;
  return strstr(way->variant, "once") != NULL;
}

// Springs in place of rows, with the one rule that damps nothing.
bool mech_way_rings(const mech_way *way) {
  return strcmp(way->formulation, "penalty") == 0 && strcmp(way->integrator, "trapezoidal") == 0;
}

void mech_way_name(const mech_way *way, char *text, size_t size) {
  snprintf(text, size, "%s %s%s%s %s", way->coordinates, way->formulation, way->variant[0] ? "/" : "", way->variant,
           way->integrator);
}
