// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact_linear.c - linear equations and modes with rigid contacts: points that stick have the frequencies of
// joints in their place, points that slip those of closed forms; points on a boundary are refused by name.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/dense/decompose.h"
#include "trial.h"

enum { MOST = 40 };

typedef struct {
  int n, np, nf;
  double re[MOST], im[MOST];  // eigenvalues with im >= 0, by magnitude, then by real part
  char why[400];              // of a refusal
} spectrum;

static void sort(spectrum *s) {
  for (int i = 1; i < s->n; i++)
    for (int j = i; j > 0; j--) {
      double a = hypot(s->re[j - 1], s->im[j - 1]), b = hypot(s->re[j], s->im[j]);
      if (a < b - 1e-7 * b || (fabs(a - b) <= 1e-7 * b && s->re[j - 1] <= s->re[j])) break;
      double re = s->re[j], im = s->im[j];
      s->re[j] = s->re[j - 1];
      s->im[j] = s->im[j - 1];
      s->re[j - 1] = re;
      s->im[j - 1] = im;
    }
}

// The eigenvalues about the start of a model, at rest or moving; with `settle` about its equilibrium.
static spectrum spectrum_of(const char *text, const char *coordinates, bool settle) {
  spectrum s = {.n = 0};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = model_of(NULL, text);
  jn_system *system = jn_system_new(model, coordinates, report);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  CHECK(jn_start(system, NULL, state, NULL, NULL, report) == JN_OK);
  if (settle) CHECK(jn_solve_equilibrium(system, NULL, state, NULL, NULL, report) == JN_OK);
  jn_linear *l = jn_linearise(system, state, NULL, report);
  for (int i = 0; !l && i < jn_report_size(report); i++)
    snprintf(s.why, sizeof s.why, "%.399s", jn_report_get(report, i)->what);
  if (l) {
    jn_linear_sizes n = jn_linear_get_sizes(l);
    double A[MOST * MOST], re[MOST], im[MOST], scratch[4096];
    CHECK(n.nx <= MOST && jni_decompose_scratch(n.nx, n.nx) <= 4096);
    memcpy(A, jn_linear_A(l), (size_t)(n.nx * n.nx) * sizeof *A);
    CHECK(jni_decompose_eigenvalues(n.nx, A, re, im, scratch));
    for (int i = 0; i < n.nx; i++)
      if (im[i] >= 0) {
        s.re[s.n] = re[i];
        s.im[s.n++] = im[i];
      }
    s.np = n.np;
    s.nf = n.nf;
    sort(&s);
  }
  jn_linear_free(l);
  free(state);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
  return s;
}

static void check_same(const spectrum *a, const spectrum *b) {
  CHECK(a->n == b->n && a->n > 0 && a->np == b->np && a->nf == b->nf);
  if (a->why[0]) printf("%s\n", a->why);
  for (int i = 0; i < a->n && i < b->n; i++) {
    double size = hypot(b->re[i], b->im[i]) + 1e-3;
    CHECK_NEAR(a->re[i], b->re[i], 1e-9 * size);
    CHECK_NEAR(a->im[i], b->im[i], 1e-9 * size);
  }
}

// A machine on its feet, with a mass on springs in it; and a rocker that stands on one corner between springs: each
// with contacts, and with a joint at their place.
static void test_joints(void) {
  static const char *const machine =
      "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}, shapes: {floor: {type: plane}}}\n"
      "bodies:\n"
      "  box: {mass: 9, inertia: 0.4, points: {O: [0, 0], L: [-0.3, 0.5], H: [0.1, 0.6]},"
      " shapes: {hull: {type: box, size: [0.8, 0.4], at: [0, 0.2]}}, com: [0, 0.2]}\n"
      "  arm: {mass: 2, inertia: 0.03, points: {A: [-0.3, 0]}, com: [0.05, 0.02]}\n"
      "joints: {hinge: {type: revolute, between: [box.H, arm.A]}%s}\n"
      "forces:\n  coil: {type: torsion-spring, joint: hinge, stiffness: 90, damping: 0.2}\n"
      "  bungee: {type: spring-damper, between: [box.L, arm], stiffness: 300, damping: 2, rest: 0.5}\n%s"
      "initial: {keep: {box.x: 0, box.y: 0, box.angle: 0}, guess: {arm.angle: 0}}\n";
  static const char *const rocker =
      "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], l: [-1, 0.8], r: [1, 0.8]},"
      " shapes: {floor: {type: plane}}}\nbodies:\n"
      "  block: {mass: 5, inertia: 0.3, com: [0, 0.5], points: {O: [0, 0], T: [0, 0.8]},"
      " shapes: {hull: {type: box, size: [0.5, 0.5], at: [0, 0.3535533905932738], orientation: {axis: z, angle: 45 "
      "deg}}}}\n"
      "%s"
      "forces:\n  left: {type: spring-damper, between: [ground.l, block.T], stiffness: 400, damping: 3, rest: 0.9}\n"
      "  right: {type: spring-damper, between: [ground.r, block.T], stiffness: 400, damping: 3, rest: 0.9}\n%s"
      "initial: {keep: {block.x: 0, block.y: 0, block.angle: 0}}\n";
  static const char *const coordinates[] = {"cartesian", "joint"};
  for (int k = 0; k < 2; k++) {
    char text[2][2000];
    snprintf(text[0], sizeof *text, machine, "", "contacts: {feet: {between: [box, ground], friction: 0.7}}\n");
    snprintf(text[1], sizeof *text, machine, ", feet: {type: fixed, between: [ground.O, box.O]}", "");
    spectrum a = spectrum_of(text[0], coordinates[k], false), b = spectrum_of(text[1], coordinates[k], false);
    check_same(&a, &b);
    snprintf(text[0], sizeof *text, rocker, "", "contacts: {tip: {between: [block, ground], friction: 0.7}}\n");
    snprintf(text[1], sizeof *text, rocker, "joints: {tip: {type: revolute, between: [ground.O, block.O]}}\n", "");
    a = spectrum_of(text[0], coordinates[k], true);
    b = spectrum_of(text[1], coordinates[k], false);
    check_same(&a, &b);
  }
}

// A disc (m r^2 / 2) and a ball (2/5 m r^2) that roll, held by springs: omega^2 = k / (1 + beta) m. A disc without
// friction slides: omega^2 = k / m.
static void test_rolling(void) {
  static const char plane[] =
      "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {W: [-5, 0.3]}, shapes: {floor: {type: plane}}}\n"
      "bodies: {disc: {mass: 4, inertia: 0.18, shapes: {rim: {type: sphere, radius: 0.3}}}}\n"
      "contacts: {floor: {between: [disc, ground], friction: %g}}\n"
      "forces: {spring: {type: spring-damper, between: [ground.W, disc], stiffness: 150, rest: 5}}\n"
      "initial: {keep: {disc.x: 0, disc.y: 0.3, disc.angle: 0}}\n";
  char text[1000];
  snprintf(text, sizeof text, plane, 0.5);
  spectrum s = spectrum_of(text, "cartesian", true);
  CHECK(s.np == 2 && s.nf == 1 && s.n == 2);
  CHECK_NEAR(s.re[0], 0, 1e-9);
  CHECK_NEAR(s.im[1], sqrt(150 / 6.0), 1e-9 * 5);
  snprintf(text, sizeof text, plane, 0.0);
  s = spectrum_of(text, "cartesian", true);
  CHECK(s.np == 2 && s.nf == 2);
  CHECK_NEAR(s.im[s.n - 1], sqrt(150 / 4.0), 1e-9 * 6);
  s = spectrum_of(
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nground: {points: {W: [-5, 0, 0.2], V: [0, 7, 0.2]},"
      " shapes: {floor: {type: plane}}}\n"
      "bodies: {ball: {mass: 5, inertia: [0.08, 0.08, 0.08], shapes: {skin: {type: sphere, radius: 0.2}}}}\n"
      "contacts: {floor: {between: [ball, ground], friction: 0.5}}\nforces:\n"
      "  a: {type: spring-damper, between: [ground.W, ball], stiffness: 70, rest: 5}\n"
      "  b: {type: spring-damper, between: [ground.V, ball], stiffness: 280, rest: 7}\n"
      "initial: {keep: {ball.position: [0, 0, 0.2], ball.orientation: {axis: z, angle: 0}}}\n",
      "cartesian", true);
  CHECK(s.np == 5 && s.nf == 3 && s.n >= 2);
  CHECK_NEAR(s.im[s.n - 2], sqrt(70 / 7.0), 1e-9 * 3);
  CHECK_NEAR(s.im[s.n - 1], sqrt(280 / 7.0), 1e-9 * 6);
}

// A ball without inertia effects would roll; this crate slides over a floor at 2 m/s, dragged by mu m g: along the slip
// friction is constant, across it it damps with mu m g / v.
static void test_slipping(void) {
  spectrum s = spectrum_of(
      "jounce: 1\nspace: space\ngravity: [0, 0, -10]\nground: {shapes: {floor: {type: plane}}}\n"
      "bodies: {crate: {mass: 3, inertia: [0.1, 0.1, 0.1], com: [0, 0, 0.05], points: {low: [0, 0, 0]},"
      " shapes: {hull: {type: box, size: [0.4, 0.4, 0.1], at: [0, 0, 0.05]}}}}\n"
      "contacts: {floor: {between: [crate, ground], friction: 0.3}}\n"
      "forces: {drag: {type: point-force, at: crate.low, value: [9, 0, 0]}}\n"
      "initial: {keep: {crate.position: [0, 0, 0], crate.orientation: {axis: z, angle: 0}, crate.vx: 2}}\n",
      "cartesian", false);
  CHECK(s.np == 3 && s.nf == 3);
  if (s.why[0]) printf("%s\n", s.why);
  bool found = false;
  for (int i = 0; i < s.n; i++) found = found || (fabs(s.re[i] + 1.5) < 1e-8 && s.im[i] == 0);
  CHECK(found);
}

static void check_refusal(const char *text, const char *name, const char *word) {
  spectrum s = spectrum_of(text, "cartesian", false);
  CHECK(s.n == 0 && strstr(s.why, name) && strstr(s.why, word));
  if (s.n > 0 || !strstr(s.why, name) || !strstr(s.why, word)) printf("'%s'\n", s.why);
}

// Points on the boundary between two modes have no linear equations.
static void test_boundaries(void) {
  static const char ball[] =
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {shapes: {floor: {type: plane}}}\n"
      "bodies: {ball: {mass: 2, inertia: 0.01, shapes: {skin: {type: sphere, radius: 0.1}}}}\n"
      "contacts: {landing: {between: [ball, ground], friction: 0.25}}\n"
      "forces: {lift: {type: point-force, at: ball, value: [0, %g]}}\n"
      "initial: {keep: {ball.x: 0, ball.y: 0.1, ball.angle: 0, ball.vy: %g, ball.vx: 0, ball.rate: 0}}\n";
  static const char crate[] =
      "jounce: 1\nspace: plane\ngravity: [%.17g, -10]\nground: {shapes: {floor: {type: plane}}}\n"
      "bodies: {crate: {mass: 2, inertia: 0.01, shapes: {hull: {type: box, size: [0.4, 0.1]}}}}\n"
      "contacts: {sole: {between: [crate, ground], friction: 0.25}}\n"
      "initial: {keep: {crate.x: 0, crate.y: 0.05, crate.angle: 0, crate.vx: 0, crate.vy: 0, crate.rate: 0}}\n";
  char text[1000];
  snprintf(text, sizeof text, ball, 20.0, 0.0);
  check_refusal(text, "contact 'landing'", "without a force");
  snprintf(text, sizeof text, ball, 30.0, 0.0);
  check_refusal(text, "contact 'landing'", "about to open");
  snprintf(text, sizeof text, ball, 0.0, -1.0);
  check_refusal(text, "contact 'landing'", "hit");
  snprintf(text, sizeof text, crate, 2.5);
  check_refusal(text, "contact 'sole', point", "limit of friction");
  snprintf(text, sizeof text, crate, 2.6);
  check_refusal(text, "contact 'sole', point", "begins to slip");
  snprintf(text, sizeof text, ball, 30.0, 1.0);  // leaves: an open point has no effect
  spectrum s = spectrum_of(text, "cartesian", false);
  CHECK(s.np == 3 && s.nf == 3 && s.n > 0);
}

int main(void) {
  test_joints();
  test_rolling();
  test_slipping();
  test_boundaries();
  return check_report();
}
