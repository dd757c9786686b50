// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact_shapes.c - boxes, balls, capsules and cylinders on each other against closed forms: stacks at
// rest, round shapes that slide off an edge, cylinders that come to stand.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trial.h"

enum { N = 4 };

// Runs a stack of boxes of equal width for 10 s. Source of the forces: m g (1/2 or 1/4 at each corner), to 15 digits in
// the reference problems of the project (o_stack).
static void test_stack(bool plane, double friction, double offset) {
  static const double mass[N] = {4, 2, 1, 0.5}, below[N] = {73.575, 34.335, 14.715, 4.905};
  const int corners = plane ? 2 : 4;
  const char *up = plane ? "y" : "z";
  char text[4000];
  size_t n = 0;
#define PUT(...) n += (size_t)snprintf(text + n, sizeof text - n, __VA_ARGS__)
  PUT("jounce: 1\nspace: %s\ngravity: [0, %s-9.81]\nground: {shapes: {floor: {type: plane}}}\nbodies:\n",
      plane ? "plane" : "space", plane ? "" : "0, ");
  for (int i = 0; i < N; i++)
    PUT("  b%d: {mass: %g, inertia: %s, shapes: {s: {type: box, size: [0.2, %s0.1]}}}\n", i + 1, mass[i],
        plane ? "0.01" : "[0.01, 0.01, 0.01]", plane ? "" : "0.3, ");
  PUT("contacts:\n  c1: {between: [b1, ground], friction: %g}\n", friction);
  for (int i = 1; i < N; i++) PUT("  c%d: {between: [b%d, b%d], friction: %g}\n", i + 1, i, i + 1, friction);
  PUT("initial:\n  keep:\n");
  for (int i = 0; i < N; i++)
    PUT("    b%d.%s: %.17g\n    b%d.x: %g\n", i + 1, up, 0.05 + 0.1 * i, i + 1, offset * (i % 2));
  PUT("simulate: {until: 10, output: 1}\noutputs: [energy");
  for (int i = 0; i < N; i++) PUT(", contact.c%d.normal, b%d.x, b%d.%s", i + 1, i + 1, i + 1, up);
  for (int k = 0; k < corners; k++) PUT(", contact.c2.%d.normal", k + 1);
  PUT("]\n");
#undef PUT
  CHECK(n < sizeof text);
  recorder record;
  recorder_init(&record);
  trial t = trial_read(text);
  trial_run(&t, &record.sink);
  CHECK(t.status == JN_OK && record.nrows > 1);
  for (int row = 0; row < record.nrows && t.status == JN_OK; row++) {
    const double *y = recorder_at(&record, row) + 1, *first = recorder_at(&record, 0) + 1;
    CHECK_NEAR(y[0], first[0], 1e-12);
    for (int i = 0; i < N; i++) {
      CHECK_NEAR(y[1 + 3 * i], below[i], 1e-12 * below[i]);
      CHECK_NEAR(y[2 + 3 * i], offset * (i % 2), 1e-13);
      CHECK_NEAR(y[3 + 3 * i], 0.05 + 0.1 * i, 1e-13);
    }
    for (int k = 0; k < corners && offset == 0; k++) CHECK_NEAR(y[1 + 3 * N + k], below[1] / corners, 1e-12 * below[1]);
  }
  recorder_clear(&record);
  trial_free(&t);
}

// Drops a box u on a box l that stands on the floor, with the length of both along x, their depth along y (space only),
// and the offset of u along x. Faces that are flush make heights that are zero but for rounding, which must not hide
// the vertices or edges that touch. at: x of both. first: u is named first. Source: u stops on l without rebound.
static void drop_on_box(bool plane, double at, const double length[2], const double depth[2], double offset,
                        bool first) {
  const char *up = plane ? "y" : "z";
  char text[2000];
  size_t n = 0;
#define PUT(...) n += (size_t)snprintf(text + n, sizeof text - n, __VA_ARGS__)
  PUT("jounce: 1\nspace: %s\ngravity: [0, %s-9.81]\nground: {shapes: {floor: {type: plane}}}\nbodies:\n",
      plane ? "plane" : "space", plane ? "" : "0, ");
  for (int i = 0; i < 2; i++) {
    int k = i ^ first;
    PUT("  %s: {mass: 1, inertia: %s, shapes: {s: {type: box, size: [%g, ", k ? "u" : "l",
        plane ? "0.002" : "[0.002, 0.002, 0.002]", length[k]);
    if (!plane) PUT("%g, ", depth[k]);
    PUT("0.1]}}}\n");
  }
  PUT("contacts:\n  a: {between: [l, ground]}\n  b: {between: [%s]}\n", first ? "u, l" : "l, u");
  PUT("initial: {keep: {l.x: %.17g, u.x: %.17g, l.%s: 0.05, u.%s: 0.337}}\n", at, at + offset, up, up);
  PUT("simulate: {until: 0.3, output: 1 ms}\noutputs: [energy, energy.error, contact.a.gap, contact.b.gap]\n");
#undef PUT
  CHECK(n < sizeof text);
  recorder record;
  recorder_init(&record);
  trial t = trial_read(text);
  trial_run(&t, &record.sink);
  CHECK(t.status == JN_OK && record.nrows > 1);
  for (int row = 0; row < record.nrows; row++) {
    const double *y = recorder_at(&record, row) + 1;
    CHECK(fabs(y[1]) < 1e-11 && y[2] > -1e-11 && y[3] > -1e-11);
    if (row == record.nrows - 1) CHECK_NEAR(y[0], 9.81 * 0.2, 1e-11);
  }
  recorder_clear(&record);
  trial_free(&t);
}

static void test_flush_boxes(void) {
  static const struct {
    double length[2], depth[2], offset;
  } pairs[] = {{{0.1, 0.1}, {0.1, 0.1}, 0},     {{0.1, 0.06}, {0.1, 0.1}, 0},    {{0.06, 0.1}, {0.1, 0.1}, 0},
               {{0.1, 0.1}, {0.1, 0.1}, 0.03},  {{0.1, 0.06}, {0.1, 0.1}, 0.02}, {{0.06, 0.1}, {0.1, 0.1}, 0.02},
               {{0.06, 0.1}, {0.1, 0.06}, 0.02}};
  static const double at[] = {0, 0.9, 2.7};
  for (int plane = 0; plane < 2; plane++)
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
      for (size_t k = 0; k < sizeof at / sizeof *at; k++)
        for (int first = 0; first < 2; first++)
          drop_on_box(plane, at[k], pairs[i].length, pairs[i].depth, pairs[i].offset, first);
}

// Drops four stacks of five equal boxes side by side on the floor, with gaps between the boxes. Source: each box stops
// on the one below without rebound, so that the stacks stand at the end.
static void test_falling_stacks(void) {
  enum { STACKS = 4, BOXES = 5 };
  char text[8000];
  size_t n = 0;
#define PUT(...) n += (size_t)snprintf(text + n, sizeof text - n, __VA_ARGS__)
  PUT("jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nground: {shapes: {floor: {type: plane}}}\nbodies:\n");
  for (int i = 0; i < STACKS * BOXES; i++)
    PUT("  b%d: {mass: 1, inertia: [0.002, 0.002, 0.002], shapes: {s: {type: box, size: [0.1, 0.1, 0.1]}}}\n", i);
  PUT("contacts:\n");
  for (int i = 0; i < STACKS; i++)
    PUT("  c%d: {among: [b%d, b%d, b%d, b%d, b%d, ground]}\n", i, BOXES * i, BOXES * i + 1, BOXES * i + 2,
        BOXES * i + 3, BOXES * i + 4);
  PUT("initial:\n  keep:\n");
  for (int i = 0; i < STACKS * BOXES; i++)
    PUT("    b%d.x: %g\n    b%d.z: %g\n", i, 0.3 * (i / BOXES), i, 0.1 + 0.15 * (i % BOXES));
  PUT("simulate: {until: 0.5, output: 10 ms}\noutputs: [energy, energy.error, contact.c0.gap, contact.c3.gap]\n");
#undef PUT
  CHECK(n < sizeof text);
  recorder record;
  recorder_init(&record);
  trial t = trial_read(text);
  trial_run(&t, &record.sink);
  CHECK(t.status == JN_OK && record.nrows > 1);
  for (int row = 0; row < record.nrows; row++) {
    const double *y = recorder_at(&record, row) + 1;
    CHECK(fabs(y[1]) < 1e-10 && y[2] > -1e-11 && y[3] > -1e-11);
    if (row == record.nrows - 1) CHECK_NEAR(y[0], 9.81 * STACKS * (0.05 + 0.15 + 0.25 + 0.35 + 0.45), 1e-10);
  }
  recorder_clear(&record);
  trial_free(&t);
}

// ---- round shapes -------------------------------------------------------------------------------------------------

// A ball or capsule of mass 1 slides without friction over the edge of a box: on the face, then about the edge, which
// is no impact, and leaves where v^2 = g r cos(angle), at cos = (v0^2/(g r) + 2)/3.
static void test_slide_off(bool plane, bool capsule) {
  const double radius = 0.1, v0 = 0.4, g = 9.81;
  const char *up = plane ? "y" : "z";
  char text[2000];
  snprintf(
      text, sizeof text,
      "jounce: 1\nspace: %s\ngravity: [0, %s-9.81]\nground: {shapes: {step: {type: box, size: [1, %s0.2], at: "
      "[-0.5, %s-0.1]}}}\nbodies: {b: {mass: 1, inertia: %s, shapes: {s: {type: %s, radius: 0.1%s}}}}\ncontacts: "
      "{c: {between: [b, ground]}}\nevents: {off: {on: contact.c, when: opens, stop: true}}\ninitial: {keep: {b.x: "
      "-0.05, b.%s: 0.1, b.vx: 0.4}}\nsimulate: {until: 2, output: 0.01, tolerance: 1e-11}\noutputs: [b.x, b.%s, "
      "b.vx, b.v%s, contact.c.impacts, energy]\n",
      plane ? "plane" : "space", plane ? "" : "0, ", plane ? "" : "0.6, ", plane ? "" : "0, ",
      plane ? "0.004" : "[0.004, 0.004, 0.004]", capsule ? "capsule" : "sphere",
      capsule ? ", length: 0.2, axis: y" : "", up, up, up);
  recorder record;
  recorder_init(&record);
  trial t = trial_read(text);
  trial_run(&t, &record.sink);
  CHECK(t.status == JN_OK && record.nrows > 1);
  const double *y = recorder_at(&record, record.nrows - 1) + 1, *start = recorder_at(&record, 0) + 1;
  double cosine = (v0 * v0 / (g * radius) + 2) / 3, sine = sqrt(1 - cosine * cosine), speed = sqrt(g * radius * cosine);
  CHECK_NEAR(y[0], radius * sine, 1e-9);
  CHECK_NEAR(y[1], radius * cosine, 1e-9);
  CHECK_NEAR(y[2], speed * cosine, 1e-8);
  CHECK_NEAR(y[3], -speed * sine, 1e-8);
  CHECK(y[4] == 0);
  CHECK_NEAR(y[5], start[5], 1e-10);
  recorder_clear(&record);
  trial_free(&t);
}

// A cylinder falls on a rim, rocks over both sides of its end face and comes to rest on it; the balance of energy holds
// while points change from the lowest one of the rim to eight fixed ones.
static void test_standing_cylinder(void) {
  static const char text[] =
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nground: {shapes: {floor: {type: plane}}}\nbodies: {d: {mass: "
      "1, "
      "inertia: [0.002, 0.002, 0.002], shapes: {m: {type: cylinder, radius: 0.05, length: 0.1}}}}\ncontacts: {c: "
      "{between: [d, ground], friction: 0.5}}\ninitial: {keep: {d.z: 0.09, d.qy: 0.1}}\nsimulate: {until: 1, output: "
      "0.05}\noutputs: [energy, energy.error, contact.c.gap, contact.c.normal, d.z]\n";
  recorder record;
  recorder_init(&record);
  trial t = trial_read(text);
  trial_run(&t, &record.sink);
  CHECK(t.status == JN_OK && record.nrows > 1);
  for (int i = 0; i < record.nrows; i++) {
    const double *y = recorder_at(&record, i) + 1;
    CHECK_NEAR(y[1], 0, 1e-9);
    CHECK(y[2] > -1e-11);
    if (i > 0) CHECK(y[0] <= recorder_at(&record, i - 1)[1] + 1e-12);
  }
  const double *end = recorder_at(&record, record.nrows - 1) + 1;
  CHECK_NEAR(end[3], 9.81, 1e-12);
  CHECK_NEAR(end[4], 0.05, 1e-12);
  recorder_clear(&record);
  trial_free(&t);
}

// ---- checkpoints --------------------------------------------------------------------------------------------------

// Boxes that fall on each other: a session continues from saved bytes with the same bits, while points are features.
static void test_checkpoint(void) {
  static const char boxes[] =
      "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {shapes: {floor: {type: plane}}}\n"
      "bodies:\n"
      "  b1: {mass: 4, inertia: 0.02, shapes: {s: {type: box, size: [0.2, 0.1]}}}\n"
      "  b2: {mass: 2, inertia: 0.01, shapes: {s: {type: box, size: [0.25, 0.1]}}}\n"
      "  b3: {mass: 1, inertia: 0.003, shapes: {s: {type: capsule, radius: 0.05, length: 0.1, axis: x}}}\n"
      "contacts: {floor: {among: [b1, b2, b3], with: [ground], friction: 0.3}, all: {among: [b1, b2, b3], friction: "
      "0.3, restitution: 0.2}}\n"
      "initial: {keep: {b1.y: 0.05, b2.y: 0.25, b2.angle: 0.3, b3.x: 0.04, b3.y: 0.45}}\n"
      "simulate: {until: 1}\n";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = model_of(NULL, boxes);
  jn_session *session = jn_session_new(model, NULL, report), *other = jn_session_new(model, NULL, report);
  CHECK(session && other);
  if (session && other) {
    CHECK(jn_session_step_to(session, 0.35) == JN_OK);
    size_t size = jn_session_save_size(session);
    void *bytes = malloc(size);
    CHECK(jn_session_save(session, bytes) == JN_OK && jn_session_load(other, bytes, size, report) == JN_OK);
    CHECK(jn_session_step_to(session, 1) == JN_OK && jn_session_step_to(other, 1) == JN_OK);
    CHECK(memcmp(jn_session_state(session), jn_session_state(other),
                 (size_t)jn_session_nstate(session) * sizeof(double)) == 0);
    free(bytes);
  }
  jn_session_free(session);
  jn_session_free(other);
  jn_report_free(report);
  jn_model_free(model);
}

// Six dominoes stand in a row and topple. Impacts at many points with friction have several solutions; that of a
// symmetric row is symmetric, so that no domino leaves the plane of the row or rocks from side to side.
static void test_toppling_dominoes(void) {
  recorder record;
  recorder_init(&record);
  trial t = trial_read(
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nmaterials: {wood: {friction: 0.4, restitution: 0}}\n"
      "ground: {shapes: {floor: {type: plane, normal: z, material: wood}}}\n"
      "bodies:\n  \"d{i}\":\n    repeat: {i: [0, 5]}\n    mass: 0.02\n    inertia: [1e-5, 8e-6, 3e-6]\n"
      "    shapes: {b: {type: box, size: [0.008, 0.024, 0.048], material: wood}}\n"
      "contacts: {pile: {among: [d0, d1, d2, d3, d4, d5, ground.floor]}}\n"
      "initial: {keep: {d0.omega: [0, 6, 0], d0.position: [0, 0, 0.024], d1.position: [0.03, 0, 0.024], d2.position: "
      "[0.06, 0, 0.024], d3.position: [0.09, 0, 0.024], d4.position: [0.12, 0, 0.024], d5.position: [0.15, 0, "
      "0.024]}}\n"
      "simulate: {until: 0.6, output: 50 ms}\n"
      "outputs: [contact.pile.impacts, energy.error, d0.y, d1.y, d2.y, d3.y, d4.y, d5.y, d0.vy, d1.vy, d2.vy, d3.vy, "
      "d4.vy, d5.vy]\n");
  trial_run(&t, &record.sink);
  CHECK(t.status == JN_OK && record.nrows > 1);
  for (int row = 0; row < record.nrows && t.status == JN_OK; row++) {
    const double *y = recorder_at(&record, row) + 1;
    CHECK(y[0] < 100);
    CHECK_NEAR(y[1], 0, 1e-9);
    for (int i = 2; i < 14; i++) CHECK_NEAR(y[i], 0, 1e-9);
  }
  recorder_clear(&record);
  trial_free(&t);
}

int main(void) {
  for (int plane = 0; plane < 2; plane++) {
    test_slide_off(plane, false);
    if (!plane) test_slide_off(plane, true);
  }
  test_standing_cylinder();
  test_checkpoint();
  for (int plane = 0; plane < 2; plane++)
    for (int rough = 0; rough < 2; rough++) {
      test_stack(plane, 0.5 * rough, 0);
      test_stack(plane, 0.5 * rough, 0.02);
    }
  test_flush_boxes();
  test_falling_stacks();
  test_toppling_dominoes();
  return check_report();
}
