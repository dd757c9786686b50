// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact_scenes.c - random scenes of balls, capsules and boxes that fall on a floor and on each other: shapes do
// not penetrate and energy does not grow. JOUNCE_LONG=1 runs 300 scenes. Arguments: the number of a scene, which is run
// alone; and `print`, which writes its model instead.
#include "check.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trial.h"

static double chance_between(uint64_t *seed, double low, double high) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(*seed >> 11) * 0x1p-53;
}

enum { BALL, CAPSULE, BOX, CYLINDER };
enum { ALL_PAIRS = 1000 };  // scenes from this number on: all pairs touch, in space also cylinders and the floor

typedef struct {
  char text[16000];
  size_t used;
} scene;

#define PUT(s, ...) (s)->used += (size_t)snprintf((s)->text + (s)->used, sizeof(s)->text - (s)->used, __VA_ARGS__)

// Writes a scene; *size: of its smallest shape, m.
static void write_scene(scene *s, int number, double *size) {
  uint64_t start = 1000 + (uint64_t)number, *seed = &start;
  bool plane = chance_between(seed, 0, 1) < 0.5, rough = chance_between(seed, 0, 1) < 0.6;
  int n = 2 + (int)chance_between(seed, 0, 6.99), kind[8];
  double radius[8], half = 0.12;
  bool all = number >= ALL_PAIRS;
  s->used = 0;
  *size = HUGE_VAL;
  PUT(s, "jounce: 1\nspace: %s\ngravity: [0, %s-9.81]\n", plane ? "plane" : "space", plane ? "" : "0, ");
  PUT(s, "ground: {shapes: {floor: {type: plane}}}\nbodies:\n");
  for (int i = 0; i < n; i++) {
    double mass = chance_between(seed, 0.5, 3);
    kind[i] = (int)chance_between(seed, 0, all && !plane ? 3.99 : 2.99);
    radius[i] = chance_between(seed, 0.05, 0.12);
    *size = fmin(*size, radius[i]);
    double inertia = 0.4 * mass * radius[i] * radius[i] + (kind[i] == BALL ? 0 : mass * half * half / 3);
    PUT(s, "  b%d: {mass: %.17g, inertia: ", i, mass);
    if (plane) PUT(s, "%.17g", inertia);
    else PUT(s, "[%.17g, %.17g, %.17g]", inertia, 0.9 * inertia, 0.8 * inertia);
    PUT(s, ", shapes: {s: {");
    if (kind[i] == BALL) PUT(s, "type: sphere, radius: %.17g", radius[i]);
    if (kind[i] == CAPSULE) PUT(s, "type: capsule, radius: %.17g, length: %g, axis: x", radius[i], half);
    if (kind[i] == BOX) PUT(s, "type: box, size: [%g, %.17g%s]", half, radius[i], plane ? "" : ", 0.1");
    if (kind[i] == CYLINDER) PUT(s, "type: cylinder, radius: %.17g, length: %g, axis: x", radius[i], half);
    PUT(s, "}}}\n");
  }
  PUT(s, "contacts:\n");
  for (int i = 0; i < n; i++) {
    double friction = rough ? chance_between(seed, 0.05, 0.9) : 0, e = chance_between(seed, 0, 0.8);
    PUT(s, "  f%d: {between: [b%d, ground], restitution: %.17g, friction: %.17g}\n", i, i, e, friction);
    for (int k = 0; k < i; k++)
      if (all ? kind[i] < CYLINDER && kind[k] < CYLINDER : kind[i] + kind[k] <= CAPSULE)
        PUT(s, "  c%d_%d: {between: [b%d, b%d], restitution: %.17g, friction: %.17g}\n", i, k, i, k, e, friction);
  }
  PUT(s, "initial:\n  keep:\n");
  for (int i = 0; i < n; i++) {
    const char *up = plane ? "y" : "z";
    PUT(s, "    b%d.x: %.17g\n    b%d.%s: %.17g\n", i, 0.35 * (i % 3) + chance_between(seed, -0.05, 0.05), i, up,
        0.3 + 0.4 * i);
    PUT(s, "    b%d.vx: %.17g\n    b%d.v%s: %.17g\n", i, chance_between(seed, -1, 1), i, up,
        chance_between(seed, -1, 1));
    if (plane)
      PUT(s, "    b%d.angle: %.17g\n    b%d.rate: %.17g\n", i, chance_between(seed, -1, 1), i,
          chance_between(seed, -6, 6));
    else
      PUT(s, "    b%d.y: %.17g\n    b%d.omega: [%.17g, %.17g, %.17g]\n", i, chance_between(seed, -0.03, 0.03), i,
          chance_between(seed, -5, 5), chance_between(seed, -5, 5), chance_between(seed, -5, 5));
  }
  PUT(s, "simulate: {until: 2, output: 10 ms}\noutputs: [energy, energy.error");
  for (int i = 0; i < n; i++) {
    PUT(s, ", contact.f%d.gap", i);
    for (int k = 0; k < i; k++)
      if (all ? kind[i] < CYLINDER && kind[k] < CYLINDER : kind[i] + kind[k] <= CAPSULE)
        PUT(s, ", contact.c%d_%d.gap", i, k);
  }
  PUT(s, "]\n");
}

static void check_scene(int number) {
  static scene s;
  double size;
  write_scene(&s, number, &size);
  CHECK(s.used < sizeof s.text);
  recorder record;
  recorder_init(&record);
  trial t = trial_read(s.text);
  trial_run(&t, &record.sink);
  CHECK(t.status == JN_OK);
  if (t.status != JN_OK && t.run) printf("scene %d: %s\n", number, t.s.why);
  double lowest = 0, energy = HUGE_VAL, gain = 0, error = 0, scale = 1;
  int width = t.run ? jn_run_noutputs(t.run) : 0;
  for (int i = 0; i < record.nrows; i++) {
    const double *y = recorder_at(&record, i) + 1;
    for (int k = 2; k < width; k++) lowest = fmin(lowest, y[k]);
    scale = fmax(scale, fabs(y[0]));
    gain = fmax(gain, y[0] - energy);
    energy = fmin(energy, y[0]);
    error = fmax(error, fabs(y[1]));
  }
  CHECK(lowest > -1e-9 * size);
  CHECK(gain < 1e-7 * scale && error < 1e-6 * scale);
  if (lowest <= -1e-9 * size || gain >= 1e-7 * scale || error >= 1e-6 * scale)
    printf("scene %d: penetration %g, gain %g, error of the balance %g\n", number, -lowest, gain, error);
  recorder_clear(&record);
  trial_free(&t);
}

// Writes the model of a scene to standard output.
static void print_scene(int number) {
  static scene s;
  double size;
  write_scene(&s, number, &size);
  fputs(s.text, stdout);
}

int main(int argc, char **argv) {
  // touches within a step, slip in space that dies down, slip that begins slowly, impacts at creeping speeds, points
  // that leave slowly while they creep
  static const int hard[] = {25, 46, 65, 75, 92, 187, 202, 283, 376, 443};
  const int n = getenv("JOUNCE_LONG") ? 300 : 20;
  if (argc > 2 && strcmp(argv[2], "print") == 0) {
    print_scene(atoi(argv[1]));
    return 0;
  }
  if (argc > 1) check_scene(atoi(argv[1]));
  for (int i = 0; argc == 1 && i < n; i++) check_scene(i);
  for (int i = 0; argc == 1 && i < (n == 20 ? 12 : n); i++) check_scene(ALL_PAIRS + i);
  for (size_t i = 0; argc == 1 && n == 20 && i < sizeof hard / sizeof *hard; i++) check_scene(hard[i]);
  return check_report();
}
