// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_mechanisms.c - mechanisms made by chance from fixed seeds, in many ways (mechanism.h).
//
//   test_mechanisms                               the seeds of every test run
//   test_mechanisms --seeds FROM:TO [--profile P] more of them; --ways N: so many ways each (0: all); --only A,B and
//     --without A,B: ways with
//                                                 (without) one of these in their name
//   test_mechanisms --profile P --seed S --write FILE   the model as a file; --write-changed FILE: scaled, mirrored,
//                                                       ... as it failed
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "mechanism_check.h"

typedef struct {
  uint64_t from, to;
  int profile, ways;  // profile -1: all
  const char *only, *without, *write, *changed;
  bool verbose;
} options;

static int skipped, tried, others;

static void try_seed(const options *o, int profile, uint64_t seed) {
  static mechanism m;
  char why[600];
  mech_trial t = {.m = &m,
                  .ways = o->ways,
                  .only = o->only,
                  .without = o->without,
                  .changed = o->changed,
                  .verbose = o->verbose,
                  .c = {.key = seed * 31 + (uint64_t)profile}};
  tried++;
  bool made = mech_generate(profile, seed, &m, why, sizeof why);
  if (!made && why[0]) mech_fail(&t, "%s", why);
  if (made) t.model = mech_read(&m, why, sizeof why);
  if (made && profile == STATICS) {
    mech_check_rest(&t);
  } else if (made && mech_reference(&t)) {
    mech_check_ways(&t);
    mech_check_changes(&t);
  } else {
    skipped++;
  }
  if (made && o->write) mech_write(&m, o->write);
  others += t.others;
  check_count += t.checks;
  check_failures += t.failures;
  jn_model_free((jn_model *)t.model);
}

static bool names_a_way(const char *only) {
  for (int i = 0; i < mech_nways(); i++) {
    char name[96];
    mech_way way = mech_way_get(i);
    mech_way_name(&way, name, sizeof name);
    if (mech_has_part(name, only)) return true;
  }
  return false;
}

// Seeds that something was found with.
static void try_finds(const options *o) {
  static const struct {
    int profile;
    uint64_t seed;
    const char *only;  // in these ways; NULL: in those that chance picks
  } finds[] = {
      {SPACE_LOOP, 505, "joint orthonormal/mass-recursion"},  // rows of reactions where M is full
      // rows that are rounding alone, short steps
      {REDUNDANT, 1242, "joint index3"},
      {REDUNDANT, 2218, "joint index3"},
      {MASSLESS, 1499, NULL},  // M regular by rounding
      // what stands for no mass, left in the projection
      {MASSLESS, 5242, "cartesian index3-projected/mass-matrix generalized-alpha"},
      {MASSLESS, 5743, "joint index3-projected/mass-matrix newmark"},  // M singular without a zero on its diagonal
      {COUPLED, 3122, NULL},
      {COUPLED, 3154, NULL},                                       // sizes of coupled rates in the assembly
      {PLANE_TREE, 11325, "cartesian partition/independent rk4"},  // fixed steps over the corner of a law
      {COUPLED, 10386, "joint reduced adams"},                     // steep dependent speeds, a choice at every step
      // choices that rounding decided on
      {EXTREME, 11895, "joint orthonormal/qr rk4"},
      {SPACE_TREE, 812, "natural orthonormal/lu ab3"},
      // undamped rules, what rings and swings
      {MASSLESS, 3383, "joint penalty/mixed trapezoidal"},
      {EXTREME, 720, "natural index3/mixed trapezoidal"},
      {EXTREME, 528, "natural multipliers ab3"},             // reactions after a long correction
      {EXTREME, 1612, "natural partition/independent rk4"},  // steps that do not follow a body that spins up
      // long steps that drift: the lack of balance is of the order of the method
      {PLANE_TREE, 7104, "natural baumgarte ab3"},
      // rows left out so that the rest is nearly dependent; another order of rows a small motion away
      {REDUNDANT, 8319, "joint reduced dopri5,cartesian multipliers rk4"},
      {REDUNDANT, 3733, NULL},
      {MASSLESS, 5708, "joint penalty/mixed trapezoidal"},  // springs that ring: velocities of first order
  };
  for (size_t i = 0; i < sizeof finds / sizeof *finds; i++) {
    options one = *o;
    if (finds[i].only) {
      one.only = finds[i].only;
      one.ways = 0;
    }
    CHECK(!finds[i].only || names_a_way(finds[i].only));
    try_seed(&one, finds[i].profile, finds[i].seed);
  }
}

static int find_profile(const char *name) {
  for (int i = 0; i < NPROFILES; i++)
    if (strcmp(mech_profile_names[i], name) == 0) return i;
  fprintf(stderr, "no profile '%s'\n", name);
  exit(2);
}

static options read_options(int n, char **word) {
  options o = {.from = 1, .to = LIGHT ? 6 : 20, .profile = -1, .ways = 2};
  for (int i = 1; i < n; i++) {
    const char *value = i + 1 < n ? word[i + 1] : "";
    if (strcmp(word[i], "--verbose") == 0) {
      o.verbose = true;
    } else if (strcmp(word[i], "--seeds") == 0) {
      o.from = strtoull(value, NULL, 10);
      o.to = strchr(value, ':') ? strtoull(strchr(value, ':') + 1, NULL, 10) : o.from;
      i++;
    } else if (strcmp(word[i], "--seed") == 0) {
      o.from = o.to = strtoull(value, NULL, 10);
      i++;
    } else if (strcmp(word[i], "--profile") == 0) {
      o.profile = find_profile(value);
      i++;
    } else if (strcmp(word[i], "--ways") == 0) {
      o.ways = atoi(value);
      i++;
    } else if (strcmp(word[i], "--only") == 0) {
      o.only = value;
      i++;
    } else if (strcmp(word[i], "--without") == 0) {
      o.without = value;
      i++;
    } else if (strcmp(word[i], "--write-changed") == 0) {
      o.changed = value;
      i++;
    } else if (strcmp(word[i], "--write") == 0) {
      o.write = value;
      i++;
    } else {
      fprintf(stderr, "unknown option %s\n", word[i]);
      exit(2);
    }
  }
  return o;
}

int main(int n, char **word) {
  options o = read_options(n, word);
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (n == 1 && !LIGHT) try_finds(&o);  // what was found are wrong numbers
  for (int p = 0; p < NPROFILES; p++)
    for (uint64_t seed = o.from; seed <= o.to && (o.profile < 0 || o.profile == p); seed++) try_seed(&o, p, seed);
  printf("%d mechanisms, %d skipped since they are near a singular configuration; %d times another rest\n", tried,
         skipped, others);
  CHECK(skipped * 20 <= tried + 20);
  return check_report();
}
