// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_modes_units.c - eigenvalues do not depend on the units of a model: mechanisms in other units of length, mass and
// time, and with auxiliary states in other units, have as many zero eigenvalues, and the others are the scaled ones.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "linalg/dense/decompose.h"
#include "mechanism.h"
#include "report.h"

enum { MOST = 400 };

typedef struct {
  double L, M, T, Z;  // in SI units; Z: of the auxiliary states of a text
} units;

static const units plain = {1, 1, 1, 1};
static const units others[] = {{1e3, 1, 1, 1},    {1, 1e-3, 1, 1}, {1, 1, 1e3, 1},       {1e3, 1e-3, 1e3, 1},
                               {1e-3, 1e3, 1, 1}, {1, 1, 1, 1e6},  {1e-3, 1, 1e-3, 1e-6}};
enum { NOTHERS = sizeof others / sizeof *others };

typedef struct {
  int n, zeros;  // n < 0: there are no linear equations
  double natural[MOST];
  double error;  // of A
} spectrum;

// Finds the modes at the assembled start, times the unit of time; frees the model.
static spectrum spectrum_of(jn_model *model, double time) {
  spectrum s = {.n = -1};
  jn_system *system = model ? jn_system_new(model, "cartesian", NULL) : NULL;
  double *state = system ? calloc((size_t)jn_system_sizes(system).nstate, sizeof *state) : NULL;
  bool started = state && jn_start(system, NULL, state, NULL, NULL, NULL) == JN_OK;
  jn_linear *linear = started ? jn_linearise(system, state, NULL, NULL) : NULL;
  jn_modes *modes = linear ? jn_modes_new(linear, NULL) : NULL;
  if (modes && jn_modes_count(modes) <= MOST) {
    s.n = jn_modes_count(modes);
    s.zeros = jn_modes_zero(modes);
    s.error = jn_linear_error(linear);
    for (int i = 0; i < s.n; i++) s.natural[i] = jn_modes_get(modes, i).natural * time;
  }
  jn_modes_free(modes);
  jn_linear_free(linear);
  free(state);
  jn_system_free(system);
  jn_model_free(model);
  return s;
}

// Compares the modes of one mechanism in two sets of units. Eigenvalues may differ by rounding and by the errors of A.
static void compare(const char *name, int seed, const spectrum *a, const spectrum *b, const units *u) {
  bool same = b->n == a->n && b->zeros == a->zeros;
  double fastest = a->n > 0 ? a->natural[a->n - 1] : 0, off = 0;
  for (int i = 0; i < a->n && same; i++) off = fmax(off, fabs(b->natural[i] - a->natural[i]));
  bool equal = same && off <= (1e-6 + 10 * fmax(a->error, b->error)) * fastest;
  CHECK(same);
  CHECK(equal);
  if (!equal)
    printf(
        "%s %d in units %g m, %g kg, %g s, %g: %d zeros instead of %d, %d modes instead of %d, off by %.2g of %.2g\n",
        name, seed, u->L, u->M, u->T, u->Z, b->zeros, a->zeros, b->n, a->n, off, fastest);
}

// ---- generated mechanisms -------------------------------------------------------------------------------------------

static spectrum generated(const mechanism *m, const units *u) {
  char why[400];
  mechanism *scaled = malloc(sizeof *scaled);
  if (!scaled) exit(1);
  *scaled = *m;
  mech_change change = mech_no_change();
  mech_scale(scaled, &change, u->L, u->M, u->T);
  spectrum s = spectrum_of(mech_read(scaled, why, sizeof why), u->T);
  free(scaled);
  return s;
}

// Returns how many were compared.
static int compare_generated(int profile, int seed) {
  char why[400];
  int compared = 0;
  mechanism *m = malloc(sizeof *m);
  bool made = m && mech_generate(profile, (uint64_t)seed, m, why, sizeof why);
  spectrum a = made ? generated(m, &plain) : (spectrum){.n = -1};
  for (int k = 0; k < NOTHERS && a.n >= 0; k++) {
    if (others[k].Z != 1) continue;
    spectrum b = generated(m, &others[k]);
    compare(mech_profile_names[profile], seed, &a, &b, &others[k]);
    compared++;
  }
  free(m);
  return compared;
}

// ---- texts ----------------------------------------------------------------------------------------------------------

// zeros: how many it has, by counting: free places and speeds, and states that nothing changes.
typedef struct {
  const char *name;
  int zeros;
  const char *text;
} written;

#define HEAD "jounce: 1\nspace: plane\nparameters: {L: 1, M: 1, T: 1, Z: 1}\n"
#define SLIDER                                                                                        \
  "ground: {points: {O: [0, 0]}}\nbodies: {a: {mass: =2*M, inertia: =M*L^2, points: {P: [=L, 0]}}}\n" \
  "joints: {s: {type: prismatic, between: [ground.O, a], axis: [1, 0]}}\n"

static const written texts[] = {
    // a filter of the force of a spring feeds it back; another one follows it, and a third integrates that
    {"filter", 1,
     HEAD
     "gravity: [0, 0]\n" SLIDER
     "forces: {k: {type: spring-damper, between: [ground.O, a.P], rest: =L, stiffness: =30*M/T^2, damping: =0.5*M/T},\n"
     "  f: {type: point-force, at: a, value: [\"-x1*M*L/(Z*T^2)\", 0]}}\n"
     "auxiliary: {x1: {initial: 0, rate: \"(5*Z/L*a.x - 3*x1)/T\"}, x2: {initial: 0, rate: \"(x1 - x2)/T\"},\n"
     "  x3: {initial: 0, rate: \"x2/T\"}}\n"},
    // a damper alone gives the rate; it is at rest without gravity
    {"damped", 1,
     HEAD "gravity: [0, 0]\n" SLIDER
          "forces: {c: {type: spring-damper, between: [ground.O, a.P], stiffness: 0, damping: =0.5*M/T}}\n"},
    // an oscillator of auxiliary states beside a mass that nothing holds
    {"oscillator", 2,
     HEAD "gravity: [0, =-9.81*L/T^2]\n" SLIDER
          "auxiliary: {x1: {initial: 0, rate: \"x2/T\"}, x2: {initial: 0, rate: \"-7*x1/T\"}}\n"},
    // a brake holds a pendulum by a deflection that is an angle: it could be held at any other angle as well
    {"hinge", 1,
     HEAD
     "gravity: [0, =-9.81*L/T^2]\nground: {points: {O: [0, 0]}}\n"
     "bodies: {a: {mass: =2*M, inertia: =M*L^2, points: {P: [=L, 0]}}}\n"
     "joints: {r: {type: revolute, between: [ground.O, a.P]}}\n"
     "forces: {h: {type: brake, joint: r, capacity: =50*M*L^2/T^2, stiffness: =900*M*L^2/T^2, damping: =M*L^2/T}}\n"},
};

static spectrum spectrum_of_text(const written *w, const units *u) {
  char value[4][32];
  const double numbers[4] = {u->L, u->M, u->T, u->Z};
  for (int i = 0; i < 4; i++) snprintf(value[i], sizeof value[i], "%.17g", numbers[i]);
  const jn_setting settings[] = {{"L", value[0]}, {"M", value[1]}, {"T", value[2]}, {"Z", value[3]}};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, w->name, w->text, strlen(w->text), settings, 4, report);
  if (!model) print_report(report);
  jn_report_free(report);
  return spectrum_of(model, u->T);
}

static void compare_text(const written *w) {
  spectrum a = spectrum_of_text(w, &plain);
  CHECK(a.n > 0);
  CHECK(a.zeros == w->zeros);
  if (a.zeros != w->zeros) printf("%s: %d zeros instead of %d\n", w->name, a.zeros, w->zeros);
  for (int k = 0; k < NOTHERS; k++) {
    spectrum b = spectrum_of_text(w, &others[k]);
    compare(w->name, 0, &a, &b, &others[k]);
  }
}

int main(void) {
  int seeds = getenv("JOUNCE_LONG") ? 60 : LIGHT ? 1 : 4, compared = 0;
  if (!jni_decompose_has_modes()) return check_report();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) compare_text(&texts[i]);
  for (int profile = 0; profile < NPROFILES; profile++)
    for (int seed = 1; seed <= seeds && profile != EXTREME; seed++) compared += compare_generated(profile, seed);
  printf("%d generated mechanisms compared\n", compared);
  CHECK(compared > 0);
  return check_report();
}
