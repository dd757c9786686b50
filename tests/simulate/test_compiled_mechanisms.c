// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_compiled_mechanisms.c - compares 'compiled' with 'reduced' on random mechanisms (mechanism.h).
//
// Both formulations integrate the same equations with rk4 and the same steps, but 'compiled' keeps the independent
// variables of the start and closes loops by a fixed number of Newton steps. Their results agree to the order of the
// method: with more steps the difference falls, or is small. A run that leaves the range of its method may disagree,
// but not in silence: one of the two has to fail, to warn, or to count a singular configuration in its summary.
//
//   test_compiled_mechanisms                                   the seeds of every test run
//   test_compiled_mechanisms --seeds FROM:TO [--profile P]     more of them; --verbose prints all disagreements
//   test_compiled_mechanisms --profile P --seed S --write FILE writes the model as a file
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "mechanism.h"

// Differences relative to the largest quantity of the same sort.
static const double agreement = 1e-6;
// Share of the difference that remains with twice the steps: 2^-4 for rk4, and a factor for terms of other orders.
static const double share = 0.25;
// A difference that falls, but is still larger than this, is no agreement.
static const double most_falling = 1e-3;
enum { LEVELS = 4, FIRST_STEPS = 200 };
// The generator's time is that of a smooth motion; longer runs leave the neighbourhood of the start.
static const double longer = 4;

typedef struct {
  uint64_t from, to;
  int profile;  // -1: all
  const char *write;
  bool verbose;
} options;

static struct { long tried, not_made, agreed, refined, failed, warned, singular, silent; } count;

static double largest(const mech_difference *d) {
  double most = 0;
  for (int g = 0; g < NGROUPS; g++)
    if (!(d->most[g] <= most)) most = d->most[g];
  return most;
}

static void try_seed(const options *o, int profile, uint64_t seed) {
  static mechanism m;
  static mech_result reduced, compiled;
  const mech_way ways[2] = {{"joint", "reduced", "", "rk4"}, {"joint", "compiled", "", "rk4"}};
  const mech_change none = mech_no_change();
  char why[600];
  double before = HUGE_VAL;
  mech_difference d = {{0}, {""}};
  bool agree = false;
  int level = 0;

  count.tried++;
  if (!mech_generate(profile, seed, &m, why, sizeof why)) {
    count.not_made++;
    return;
  }
  m.until *= longer;
  if (o->write) mech_write(&m, o->write);
  jn_model *model = mech_read(&m, why, sizeof why);
  CHECK(model != NULL);
  if (!model) return;
  for (; level < LEVELS && !agree; level++) {
    mech_execute(&m, model, &ways[0], FIRST_STEPS << level, 0, &reduced);
    mech_execute(&m, model, &ways[1], FIRST_STEPS << level, 0, &compiled);
    if (!reduced.ok || !compiled.ok) break;
    d = mech_compare(&m, &reduced, &compiled, &none);
    double error = largest(&d);
    agree = error <= agreement || (error <= share * before && error <= most_falling);
    before = error;
  }
  jn_model_free(model);

  bool failed = !reduced.ok || !compiled.ok, warned = reduced.warned || compiled.warned,
       singular = reduced.singular_passes > 0 || compiled.singular_passes > 0,
       silent = !agree && !failed && !warned && !singular;
  if (agree && level == 1) count.agreed++;
  else if (agree) count.refined++;
  else if (failed) count.failed++;
  else if (warned) count.warned++;
  else if (singular) count.singular++;
  else count.silent++;
  CHECK(!silent);
  if (!silent && (agree || !o->verbose)) return;
  printf("%s %llu:", mech_profile_names[profile], (unsigned long long)seed);
  for (int g = 0; g < NGROUPS && !failed; g++)
    if (!(d.most[g] <= agreement)) printf(" %s differ by %.2g (%s),", mech_group_names[g], d.most[g], d.worst[g]);
  printf(" reduced %s: %s; compiled %s: %s%s\n", reduced.ok ? "ends" : "fails", reduced.why,
         compiled.ok ? "ends" : "fails", compiled.why, singular ? "; singular configurations" : "");
}

static int find_profile(const char *name) {
  for (int i = 0; i < NPROFILES; i++)
    if (strcmp(mech_profile_names[i], name) == 0) return i;
  fprintf(stderr, "no profile '%s'\n", name);
  exit(2);
}

static options read_options(int n, char **word) {
  options o = {.from = 1, .to = LIGHT ? 1 : 3, .profile = -1};
  for (int i = 1; i < n; i++) {
    const char *value = i + 1 < n ? word[i + 1] : "";
    if (strcmp(word[i], "--verbose") == 0) {
      o.verbose = true;
      continue;
    }
    i++;
    if (strcmp(word[i - 1], "--seeds") == 0) {
      const char *colon = strchr(value, ':');
      o.from = strtoull(value, NULL, 10);
      o.to = colon ? strtoull(colon + 1, NULL, 10) : o.from;
    } else if (strcmp(word[i - 1], "--seed") == 0) {
      o.from = o.to = strtoull(value, NULL, 10);
    } else if (strcmp(word[i - 1], "--profile") == 0) {
      o.profile = find_profile(value);
    } else if (strcmp(word[i - 1], "--write") == 0) {
      o.write = value;
    } else {
      fprintf(stderr, "unknown option %s\n", word[i - 1]);
      exit(2);
    }
  }
  return o;
}

int main(int n, char **word) {
  options o = read_options(n, word);
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int p = 0; p < NPROFILES; p++)
    for (uint64_t seed = o.from; seed <= o.to && (o.profile < 0 || o.profile == p); seed++) try_seed(&o, p, seed);
  printf(
      "%ld mechanisms (%ld not generated): %ld agree, %ld agree with more steps; disagreements: %ld with an error, "
      "%ld with a warning, %ld at a singular configuration, %ld silent\n",
      count.tried, count.not_made, count.agreed, count.refined, count.failed, count.warned, count.singular,
      count.silent);
  CHECK(count.not_made * 20 <= count.tried + 20);
  return check_report();
}
