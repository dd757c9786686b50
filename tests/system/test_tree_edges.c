// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_tree_edges.c - joint coordinates at their edges: trees that are refused, loops told in their order, masses that
// are missing, factors of matrices that are not definite, and rows of a loop that is open on a base that turns.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "linalg/kkt/branch_factor.h"

static jn_model *read_model(const char *text, jn_report *report) {
  return jn_model_read_text(NULL, "text", text, strlen(text), NULL, 0, report);
}

static bool says(const jn_report *report, const char *words) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (strstr(jn_report_get(report, i)->what, words)) return true;
  for (int i = 0; i < jn_report_size(report); i++) printf("  said: %s\n", jn_report_get(report, i)->what);
  return false;
}

// ---- what the model asks for ----------------------------------------------------------------------------------------

// Two joints that cannot be links are told both.
static void test_refused(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
      "bodies:\n  a: {mass: 1, inertia: 1, points: {O: [0, 0], P: [1, 0]}}\n  p: {type: particle, mass: 1}\n"
      "  r: {type: particle, mass: 1}\n"
      "joints:\n  O: {type: revolute, between: [ground.O, a.O]}\n"
      "  dust: {type: revolute, between: [a.P, r], tree: true}\n"
      "  grain: {type: revolute, between: [a.P, p], tree: true}\n";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_model(text, report);
  CHECK(model && !jn_system_new(model, "joint", report));
  CHECK(jn_report_count(report, JN_FAULT) == 2 && says(report, "it holds a particle"));
  for (int i = 0; i < 2 && jn_report_size(report) == 2; i++)
    CHECK(strcmp(jn_report_get(report, i)->element, i ? "joint 'grain'" : "joint 'dust'") == 0);
  jn_model_free(model);
  jn_report_free(report);
}

// The bodies round a loop: from the first end of the cut joint up to where the branches meet, and down to its second
// end.
static void test_loop_order(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\nground: {points: {O: [0, 0], E: [4, 0]}}\n"
      "bodies:\n  a: {mass: 1, inertia: 1, points: {L: [0, 0], R: [1, 0]}}\n"
      "  b: {mass: 1, inertia: 1, points: {L: [0, 0], R: [1, 0]}}\n"
      "  c: {mass: 1, inertia: 1, points: {L: [0, 0], R: [1, 0]}}\n"
      "  d: {mass: 1, inertia: 1, points: {L: [0, 0], R: [1, 0]}}\n"
      "  f: {mass: 1, inertia: 1, points: {L: [0, 0], R: [1, 0]}}\n"
      "joints:\n  one: {type: revolute, between: [ground.O, a.L]}\n  two: {type: revolute, between: [a.R, b.L]}\n"
      "  three: {type: revolute, between: [b.R, c.L]}\n  four: {type: revolute, between: [c.R, d.L], tree: false}\n"
      "  five: {type: revolute, between: [d.R, f.L]}\n  six: {type: revolute, between: [f.R, ground.E]}\n"
      "initial: {guess: {a.angle: 1, b.x: 0.5, b.y: 0.8, c.x: 1.5, c.y: 1, d.x: 2.5, d.y: 1, f.x: 3.5, f.y: 0.8}}\n";
  static const char *const round[] = {"c", "b", "a", "ground", "f", "d"};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_model(text, report);
  jn_system *system = model ? jn_system_new(model, "joint", report) : NULL;
  CHECK(system && jn_tree_nloops(system) == 1);
  for (int most = 0; system && most <= 6; most++) {
    jn_body bodies[7] = {{-1}, {-1}, {-1}, {-1}, {-1}, {-1}, {-1}};
    CHECK(jn_tree_loop_bodies(system, 0, bodies, most) == 6);
    for (int i = 0; i < most; i++)
      CHECK(bodies[i].i >= 0 && strcmp(jn_model_body_name(model, bodies[i]), round[i]) == 0);
    CHECK(bodies[most].i == -1);
  }
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- masses ---------------------------------------------------------------------------------------------------------

// A chain whose last link has no mass: the equations are singular, and that is what is said, by every way to solve
// them.
static void test_massless(void) {
  static const char *const spaces[] = {"plane", "space"}, *const zero[] = {"[0, 0]", "[0, 0, 0]"},
                           *const one[] = {"[1, 0]", "[1, 0, 0]"};
  static const char *const inertia[] = {"1", "[1, 1, 1]"}, *const axis[] = {"", ", axis: y"};
  static const char *const formulations[] = {"multipliers", "reduced", "partition"};
  for (int i = 0; i < 2; i++)
    for (int f = 0; f < 3; f++) {
      char text[900];
      snprintf(text, sizeof text,
               "jounce: 1\nspace: %s\nground: {points: {O: %s}}\nbodies:\n"
               "  a: {mass: 1, inertia: %s, points: {O: %s, P: %s}}\n  b: {mass: 0, points: {P: %s}}\n"
               "joints:\n  O: {type: revolute, between: [ground.O, a.O]%s}\n"
               "  P: {type: revolute, between: [a.P, b.P]%s}\n"
               "initial: {guess: {b.x: 1}}\nsimulate: {until: 0.01, coordinates: joint, formulation: %s}\n"
               "outputs: [a.x]\n",
               spaces[i], zero[i], inertia[i], zero[i], one[i], zero[i], axis[i], axis[i], formulations[f]);
      jn_report *report = jn_report_new(NULL);
      jn_model *model = read_model(text, report);
      CHECK(model != NULL);
      jn_run_options options = jn_run_options_default();
      jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
      CHECK(!run || jn_run_execute(run, report) != JN_OK);
      CHECK(says(report, "the equations of motion are singular: mass or inertia is missing at 'b'"));
      jn_run_free(run);
      jn_model_free(model);
      jn_report_free(report);
    }
}

// Branches 0 - 1 and 0 - 2.
static void test_branch_factor(void) {
  static const int parent[] = {-1, 0, 0};
  static const struct {
    double M[9];
    bool definite;
  } cases[] = {
      {{3, 1, 1, 1, 1, 0, 1, 0, 1}, true},          {{2, 1, 1, 1, 1, 0, 1, 0, 1}, false},  // singular
      {{2 + 1e-15, 1, 1, 1, 1, 0, 1, 0, 1}, false},                                        // to rounding
      {{3, 1, 1, 1, -1, 0, 1, 0, 1}, false},        {{-3, 1, 1, 1, 1, 0, 1, 0, 1}, false},
      {{3, 1, 1, 1, 0, 0, 1, 0, 1}, false},         {{3, NAN, 1, NAN, 1, 0, 1, 0, 1}, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double M[9];
    memcpy(M, cases[i].M, sizeof M);
    CHECK(jni_branch_factor(3, parent, 0, M) == cases[i].definite);
  }
}

// ---- an open loop on a base that turns about two axes ---------------------------------------------------------------

static const char gimbal[] =
    "jounce: 1\nspace: space\nground: {points: {O: [0, 0, 0]}}\n"
    "bodies:\n"
    "  ring: {mass: 1, inertia: [1, 2, 3], points: {O: [0, 0, 0], P: [0.2, 0.1, 0]}}\n"
    "  base: {mass: 1, inertia: [1, 2, 3], points: {P: [0, 0.1, 0], L: [0.1, 0, 0.3], R: [1, 0.2, 0.1]}}\n"
    "  left: {mass: 1, inertia: [1, 2, 3], points: {L: [0, 0, 0], T: [0.1, 0.6, 0.2]}}\n"
    "  right: {mass: 1, inertia: [1, 2, 3], points: {R: [0, 0, 0], T: [-0.7, 0.5, 0.1]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, ring.O], axis: z}\n"
    "  P: {type: revolute, between: [ring.P, base.P], axis: x}\n"
    "  L: {type: revolute, between: [base.L, left.L], axis: y}\n"
    "  R: {type: spherical, between: [base.R, right.R]}\n"
    "  T: {type: spherical, between: [left.T, right.T], tree: false}\n";

// G v at q (+) h v.
static void row_rates(const jn_system *system, jn_work *work, const double *q, const double *v, double h,
                      const double *s, double *out) {
  jn_sizes n = jn_system_sizes(system);
  double d[16], moved[20], G[8 * 16];
  for (int i = 0; i < n.nv; i++) d[i] = h * v[i];
  jn_manifold_step(system, q, d, moved);
  jn_calc_position(system, work, 0, moved, NULL, s);
  jn_get_G(system, work, G);
  for (int r = 0; r < n.nc; r++) {
    out[r] = 0;
    for (int i = 0; i < n.nv; i++) out[r] += G[r * n.nv + i] * v[i];
  }
}

// Where speeds are constant G v changes by -gamma, in configurations that the rows do not hold too.
static void test_open_loop(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_model(gimbal, report);
  jn_system *system = model ? jn_system_new(model, "joint", report) : NULL;
  jn_work *work = system ? jn_work_new(system) : NULL;
  CHECK(work && jn_system_sizes(system).nc == 3 && jn_system_sizes(system).nv == 6);
  if (!work) return;
  jn_sizes n = jn_system_sizes(system);
  double *state = malloc((size_t)n.nstate * sizeof *state), gamma[8], before[8], after[8], d[16], v[16];
  jn_system_initial_state(system, state);
  double *q = state + 1, *s = state + n.nstate - n.ns;
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < n.nv; i++) {
      d[i] = 0.9 * sin(1 + 3 * i + k);
      v[i] = 1.3 * cos(2 * i + 5 * k);
    }
    double moved[20];
    jn_manifold_step(system, q, d, moved);
    memcpy(q, moved, (size_t)n.nq * sizeof *q);
    jn_calc_position(system, work, 0, q, NULL, s);
    jn_calc_velocity(system, work, v);
    jn_get_gamma(system, work, gamma);
    row_rates(system, work, q, v, 1e-5, s, after);
    row_rates(system, work, q, v, -1e-5, s, before);
    for (int r = 0; r < n.nc; r++) CHECK_NEAR((after[r] - before[r]) / 2e-5, -gamma[r], 1e-7);
  }
  free(state);
  jn_work_free(work);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  test_refused();
  test_loop_order();
  test_massless();
  test_branch_factor();
  test_open_loop();
  return check_report();
}
