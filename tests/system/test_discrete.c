// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_discrete.c - forces between two configurations: for every force kind with a potential, in the plane and in space
// and in all coordinates of the bodies themselves, they do the work V0 - V1 to rounding, become the gradient as the
// configurations meet, and lose no digits on the way. Then the means of laws against their integrals, what dampers
// take, and closed forms.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "force/force.h"
#include "force/force_law.h"
#include "force_samples.h"
#include "model/choice.h"
#include "model/force_element.h"
#include "system/derivative/discrete.h"

// ---- samples: more laws than those of force_samples.h ---------------------------------------------------

#define LAW "law: {table: [[-1, -9], [-0.3, -2], [0, 0], [0.4, 1], [1.1, 6], [2, 7]]"

typedef struct {
  const char *kind, *fields;
} sample;

static const sample samples[] = {
    {"spring-damper", "between: [a.P, b.Q], stiffness: 3, rest: 0.7, preload: 1.5"},
    {"spring-damper", "between: [a.P, b.Q], rest: 0.7, damping: 2, " LAW "}"},
    {"spring-damper", "between: [a.P, ground], rest: 1, " LAW ", smooth: true}"},
    {"spring-damper", "between: [a.P, b.Q], rest: 0.5, law: {polynomial: [0, 2, 0.5, 3]}"},
    {"torsion-spring", "joint: swing, stiffness: 3, rest: 0.2, preload: 1.5, damping: 1"},
    {"torsion-spring", "joint: swing, " LAW ", smooth: true}"},
    {"axial-spring", "between: [a.P, b.Q], stiffness: 3, rest: 0.3, preload: 1"},
    {"bushing", "between: [a.P, b.Q], translation_stiffness: [3, 1, 2]"},
    {"stop", "between: [a.P, b.Q], lower: 1.3, upper: 1.4, stiffness: 4"},
    {"stop", "between: [a.P, b.Q], lower: 1.3, upper: 1.4, stiffness: 4, exponent: 1.5, damping: 2"},
    {"stop", "joint: swing, lower: -0.1, upper: 0.1, stiffness: 4, exponent: 2"},
    {"track-band",
     "hull: a, sprocket: a.P, idlers: [p], wheels: [b.Q, b], sprocket_radius: 0.1, idler_radius: 0.15, wheel_radius: "
     "0.2, length: 0.1, stiffness: 3, damping: 2, drag: 1"},
};
enum { NSAMPLES = sizeof samples / sizeof samples[0] };

// `element`: the force in braces.
static jn_model *model_of(const char *element, jn_space space) {
  char text[1500];
  bool plane = space == JN_PLANE;
  snprintf(text, sizeof text,
           "{jounce: 1, name: pair, space: %s, gravity: %s,"
           " bodies: {a: {mass: 2, inertia: %s, points: {P: %s}}, b: {mass: 3, inertia: %s, points: {Q: %s}}, "
           "p: {type: particle,"
           " mass: 1}},"
           " initial: {guess: {p.x: 2, a.x: 1, b.y: 1.5}}, joints: {turn: {type: revolute, between: [ground, a]},"
           " swing: {type: revolute, between: [a.P, b.Q]}},"
           " forces: {under_test: %s}, simulate: {until: 1}}",
           plane ? "plane" : "space", plane ? "[0.3, -9.81]" : "[0.3, 0.2, -9.81]", plane ? "0.5" : "[0.5, 0.6, 0.7]",
           plane ? "[0.3, 0.4]" : "[0.3, 0.4, -0.2]", plane ? "0.8" : "[0.8, 0.9, 0.7]",
           plane ? "[-0.5, 0.1]"
                 : "[-0.5, 0.1,"
                   " 0.3]",
           element);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "pair", text, strlen(text), NULL, 0, report);
  for (int i = 0; !model && i < jn_report_size(report); i++) printf("  %s\n%s\n", jn_report_get(report, i)->what, text);
  jn_report_free(report);
  return model;
}

// ---- a system with three works -----------------------------------------------------------------------------

typedef struct {
  jn_system *cartesian, *system;
  jn_work *work[3];  // begin, middle, end
  jn_sizes n;
  double *state[2], *raw;  // in the system's coordinates; in cartesian ones
  double *d, *f;
} bench;

static double *numbers(int n) { return calloc((size_t)n + 1, sizeof(double)); }

static bench new_bench(const jn_model *model, const char *coordinates) {
  bench x = {.cartesian = jn_system_new(model, "cartesian", NULL), .system = jn_system_new(model, coordinates, NULL)};
  CHECK(x.cartesian && x.system);
  x.n = jn_system_sizes(x.system);
  for (int i = 0; i < 3; i++) x.work[i] = jn_work_new(x.system);
  for (int i = 0; i < 2; i++) x.state[i] = numbers(x.n.nstate);
  x.raw = numbers(jn_system_sizes(x.cartesian).nstate);
  x.d = numbers(x.n.nv);
  x.f = numbers(x.n.nv);
  jn_system_initial_state(x.cartesian, x.raw);
  return x;
}

static void free_bench(bench *x) {
  for (int i = 0; i < 3; i++) jn_work_free(x->work[i]);
  free(x->state[0]);
  free(x->state[1]);
  free(x->raw);
  free(x->d);
  free(x->f);
  jn_system_free(x->system);
  jn_system_free(x->cartesian);
}

static unsigned seed = 11;
static double random_number(void) {
  seed = seed * 1664525u + 1013904223u;
  return (double)(seed >> 8) / 8388608.0 - 1;
}

// Moves the cartesian configuration by up to `size` and gives it as state k of the bench: rigid in every set of
// coordinates.
static void wander(bench *x, double size, int k) {
  jn_sizes n = jn_system_sizes(x->cartesian);
  double *d = numbers(n.nv), *q = numbers(n.nq);
  for (int i = 0; i < n.nv; i++) d[i] = size * random_number();
  jn_manifold_step(x->cartesian, jn_state_q(x->cartesian, x->raw), d, q);
  memcpy(jn_state_q(x->cartesian, x->raw), q, (size_t)n.nq * sizeof *q);
  jn_state_convert(x->cartesian, x->raw, x->system, x->state[k]);
  free(d);
  free(q);
}

// A configuration about the initial one.
static void settle(bench *x) {
  jn_system_initial_state(x->cartesian, x->raw);
  wander(x, 0.6, 0);
}

static void stages(bench *x, int k, const double *q) {
  jn_calc_position(x->system, x->work[k], 0, q, jn_state_z(x->system, x->state[0]), jn_state_s(x->system, x->state[0]));
  jn_calc_velocity(x->system, x->work[k], jn_state_v(x->system, x->state[0]));
  jn_calc_force(x->system, x->work[k], jn_state_z(x->system, x->state[0]));
}

// The discrete forces from state 0 to state 1 in x->f, the way in x->d.
static void calc(bench *x) {
  double *q0 = jn_state_q(x->system, x->state[0]), *q1 = jn_state_q(x->system, x->state[1]);
  double *half = numbers(x->n.nv), *middle = numbers(x->n.nq);
  jn_manifold_difference(x->system, q0, q1, x->d);
  for (int i = 0; i < x->n.nv; i++) {
    half[i] = 0.5 * x->d[i];
    x->f[i] = 0;
  }
  jn_manifold_step(x->system, q0, half, middle);
  stages(x, 0, q0);
  stages(x, 1, middle);
  stages(x, 2, q1);
  jni_discrete_forces(x->system, x->work[0], x->work[1], x->work[2], x->f);
  free(half);
  free(middle);
}

static double dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// ---- identities ----------------------------------------------------------------------------------------------

// What rounding leaves of a work of some joules.
static const double round_off = 1e-13;

static void check_work(bench *x) {
  settle(x);
  wander(x, 0.3, 1);
  calc(x);
  double V0 = jn_get_potential(x->system, x->work[0]), V1 = jn_get_potential(x->system, x->work[2]);
  CHECK_NEAR(dot(x->f, x->d, x->n.nv), V0 - V1, round_off * (1 + fabs(V0) + fabs(V1)));
}

// Along a way of length `size` the forces are the gradient at its middle, but for what is of second order.
static void check_limit(bench *x, double size) {
  double *dV = numbers(x->n.nv);
  settle(x);
  if (size > 0) wander(x, size, 1);
  else memcpy(x->state[1], x->state[0], (size_t)x->n.nstate * sizeof(double));
  calc(x);
  jn_get_potential_gradient(x->system, x->work[1], dV);
  double most = 1;
  for (int i = 0; i < x->n.nv; i++) most = fmax(most, fabs(dV[i]));
  for (int i = 0; i < x->n.nv; i++) CHECK_NEAR(x->f[i], -dV[i], most * (1e-9 + 100 * size * size));
  free(dV);
}

static void check_element(const char *element, jn_space space, const char *coordinates) {
  jn_model *model = model_of(element, space);
  CHECK(model != NULL);
  if (!model) return;
  bench x = new_bench(model, coordinates);
  int failures = check_failures;
  for (int trial = 0; trial < 30; trial++) {
    check_work(&x);
    for (double size = 1e-3; size > 1e-13; size *= 1e-2) check_limit(&x, size);
    check_limit(&x, 0);
  }
  if (check_failures > failures)
    printf("  in %s, %s, %s\n", element, space == JN_PLANE ? "plane" : "space", coordinates);
  free_bench(&x);
  jn_model_free(model);
}

// Discrete forces are made where a step of the bodies is a sum; in joint coordinates bodies go along arcs.
static bool is_sum(const char *coordinates) { return strcmp(coordinates, "joint") != 0; }

static void check_kind(const char *coordinates, const jni_force_kind *kind, jn_space space, force_place place,
                       bool damped) {
  char element[500];
  write_force_sample(kind, space, place, damped, element, sizeof element);
  if (kind->potential) check_element(element, space, coordinates);
  else CHECK(!kind->discrete);
}

static void write_sample(const sample *s, char *element, size_t size) {
  snprintf(element, size, "{type: %s, %s}", s->kind, s->fields);
}

static void test_every_kind(void) {
  for (int c = 0; jni_choice_name(JN_CHOICE_coordinates, c); c++) {
    const char *coordinates = jni_choice_name(JN_CHOICE_coordinates, c);
    if (!is_sum(coordinates)) continue;
    each_force(coordinates, check_kind);
    for (int s = 0; s < NSAMPLES; s++) {
      const jni_force_kind *kind = jni_force_kind_find(samples[s].kind);
      char element[500];
      write_sample(&samples[s], element, sizeof element);
      if (kind->in_plane) check_element(element, JN_PLANE, coordinates);
      if (kind->in_space) check_element(element, JN_SPACE, coordinates);
    }
  }
}

// ---- laws --------------------------------------------------------------------------------------------------

static const double law_x[] = {-1, -0.3, 0, 0.4, 1.1, 2}, law_y[] = {-9, -2, 0, 1, 6, 7}, cubic[] = {1, 2, 0.5, 3};

static void check_law(const jn_law *law) {
  for (int trial = 0; trial < 200; trial++) {
    double a = 3 * random_number(), b = 3 * random_number(), slope;
    double change = jni_law_integral(law, b) - jni_law_integral(law, a);
    CHECK_NEAR(jni_law_mean(law, a, b) * (b - a), change,
               1e-13 * (1 + fabs(jni_law_integral(law, a)) + fabs(jni_law_integral(law, b))));
    CHECK(jni_law_mean(law, a, b) == jni_law_mean(law, b, a) ||
          fabs(jni_law_mean(law, a, b) - jni_law_mean(law, b, a)) < 1e-13);
    CHECK_NEAR(jni_law_mean(law, a, a), jni_law_value(law, a, &slope), 1e-13);
    CHECK_NEAR(jni_law_mean(law, a, a + 1e-9), jni_law_value(law, a + 0.5e-9, &slope), 1e-13 * (1 + fabs(slope)));
  }
  CHECK(isnan(jni_law_mean(law, NAN, 1)) && isnan(jni_law_mean(law, 1, NAN)));
}

static void test_means_of_laws(void) {
  jn_law table = {.x = law_x, .y = law_y, .n = 6}, smooth = table,
         polynomial = {.polynomial = cubic, .ncoefficients = 4};
  smooth.smooth = true;
  check_law(&table);
  check_law(&smooth);
  check_law(&polynomial);
  jn_law one = {.x = law_x, .y = law_y, .n = 1};
  CHECK_NEAR(jni_law_mean(&one, -5, 3), -9, 0);
  CHECK(jni_law_mean(&(jn_law){0}, 1, 2) == 0);
}

// ---- the other forces ----------------------------------------------------------------------------------------

// What they do is the power that the system books as work, and together with the gradient they are all of f.
static void check_other_forces(const char *element) {
  jn_model *model = model_of(element, JN_SPACE);
  CHECK(model != NULL);
  if (!model) return;
  bench x = new_bench(model, "cartesian");
  double *v = jn_state_v(x.system, x.state[0]);
  settle(&x);
  for (int i = 0; i < x.n.nv; i++) v[i] = random_number();
  stages(&x, 0, jn_state_q(x.system, x.state[0]));
  jni_other_forces(x.system, x.work[0], x.f);
  CHECK_NEAR(dot(x.f, v, x.n.nv), jn_get_power(x.system, x.work[0]), round_off * 10);
  free_bench(&x);
  jn_model_free(model);
}

static void test_other_forces(void) {
  for (int s = 0; s < NSAMPLES; s++) {
    char element[500];
    write_sample(&samples[s], element, sizeof element);
    check_other_forces(element);
  }
  check_other_forces(
      "{type: bushing, between: [a.P, b.Q], translation_stiffness: [3, 1, 2], translation_damping: "
      "[1, 1, 1], rotation_stiffness: [3, 1, 2]}");
}

// ---- closed forms ----------------------------------------------------------------------------------------------

// A spring from 1 m to 3 m that turns by a right angle: V1 - V0 = 3/2 (2.3^2 - 0.3^2), force along the mean of d.
static void test_spring(void) {
  const jni_force_kind *kind = jni_force_kind_find("spring-damper");
  jni_force_element element = {.kind = kind, .def = {.stiffness = 3, .rest = 0.7, .joint = {-1}}};
  jni_force_input in[2] = {{.t = 0}, {.t = 0}};
  jni_force_output out = {0};
  in[0].end[1].r[0] = 1;
  in[1].end[1].r[1] = 3;
  kind->discrete(&element, in, &out);
  double change = 1.5 * (2.3 * 2.3 - 0.3 * 0.3), factor = change / ((9 - 1) / 2.0);
  CHECK_NEAR(out.force[0][0], factor * 0.5, 1e-14);
  CHECK_NEAR(out.force[0][1], factor * 1.5, 1e-14);
  CHECK_NEAR(out.force[1][1], -factor * 1.5, 1e-14);
}

// Turning at one length: all of the force is in the radius of the chord's middle.
static void test_stop_between_its_limits(void) {
  const jni_force_kind *kind = jni_force_kind_find("stop");
  jni_force_element element = {.kind = kind,
                               .def = {.stiffness = 4, .exponent = 2, .lower = -1, .upper = 1, .joint = {0}}};
  jni_force_input in[2] = {{.coordinate = -2}, {.coordinate = 3}};  // through all of the free way and into both stops
  jni_force_output out = {0};
  kind->discrete(&element, in, &out);
  CHECK_NEAR(out.generalized, -(4.0 / 3 * 8 - 4.0 / 3 * 1) / 5, 1e-14);
  in[0].coordinate = -0.5;
  in[1].coordinate = 0.5;
  kind->discrete(&element, in, &out);
  CHECK(out.generalized == 0);
}

int main(void) {
  test_every_kind();
  test_means_of_laws();
  test_other_forces();
  test_spring();
  test_stop_between_its_limits();
  return check_report();
}
