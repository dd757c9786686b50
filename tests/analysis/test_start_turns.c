// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_start_turns.c - angles start with the whole turns that were given, behind every kind of joint and in all
// coordinates, and a start does not depend on the order in which the file lists its elements.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "system/system.h"

static const char *const coordinates[] = {"cartesian", "natural", "joint"};
static const double degree = 3.14159265358979323846 / 180;

static jn_model *read(const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "text", text, strlen(text), NULL, 0, report);
  for (int i = 0; i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  jn_report_free(report);
  CHECK(model);
  return model;
}

// Values of the model's outputs where a run begins.
static bool values_at_start(const jn_model *model, const char *in, double *values, int n) {
  jn_run_options options = jn_run_options_default();
  jn_choices choices = jn_choices_default();
  choices.until = 1;
  snprintf(choices.coordinates, sizeof choices.coordinates, "%s", in);
  options.choices = &choices;
  jn_run *run = jn_run_new(model, &options, NULL);
  bool ok = run && jn_run_noutputs(run) >= n;
  for (int i = 0; i < n; i++) values[i] = ok ? jn_run_outputs(run)[i] : NAN;
  jn_run_free(run);
  return ok;
}

// ---- plane ---------------------------------------------------------------------------------------------------------

static const char *const kinds[] = {"revolute", "fixed", "prismatic, axis: x", "prismatic, axis: [1, 2]", "free"};
enum { KINDS = sizeof kinds / sizeof *kinds };

// Angles of joint frames as files write them: within half a turn.
static double within(double angle) { return remainder(angle, 360); }

// a at the ground and b on a; b's joint listed first in every other model.
static void check_chain(int first, int second, double a, double b) {
  char text[1400], joints[2][160];
  double values[3], ground = 170, on_a = -165;
  snprintf(joints[0], sizeof joints[0], "A: {type: %s, between: [ground.F, a.F]}", kinds[first]);
  snprintf(joints[1], sizeof joints[1], "B: {type: %s, between: [a.G, b.G]}", kinds[second]);
  bool turned = (int)(a + b) & 1;
  snprintf(text, sizeof text,
           "{jounce: 1, space: plane, gravity: [0, 0], ground: {frames: {F: {at: [0.1, 0.2], "
           "orientation: {angle: %g deg}}}}, bodies: { a: {mass: 1, inertia: 1, frames: {F: {at: [0.3, 0], "
           "orientation: {angle: %.17g deg}}, G: {at: [0, 1], orientation: {angle: %g deg}}}}, "
           "b: {mass: 1, inertia: 1, frames: {G: {at: [0.2, 0.1], orientation: {angle: %.17g deg}}}}}, "
           "joints: {%s, %s}, initial: {keep: {a.angle: %.17g deg, b.angle: %.17g deg}}, simulate: {until: 1}, "
           "outputs: [a.angle, b.angle]}",
           ground, within(ground - a), on_a, within(a + on_a - b), joints[turned], joints[!turned], a, b);
  jn_model *model = read(text);
  for (int k = 0; model && k < 3; k++) {
    CHECK(values_at_start(model, coordinates[k], values, 2));
    CHECK_NEAR(values[0], a * degree, 1e-12);
    CHECK_NEAR(values[1], b * degree, 1e-12);
  }
  jn_model_free(model);
}

static void test_kept_angles_in_the_plane(void) {
  for (int first = 0; first < KINDS; first++)
    for (int second = 0; second < KINDS; second++)
      for (double a = -400; a <= 400; a += 200) {
        check_chain(first, second, a, a - 393);
        check_chain(first, second, a + 7, 31 - a);
      }
}

// A force that reads the angle of a slide pushes the way of the angle that was kept.
static void test_force_reads_kept_angle(void) {
  jn_model *model = read(
      "{jounce: 1, space: plane, gravity: [0, 0], ground: {frames: {F: {at: [0, 0], orientation: {angle: -170 deg}}}},"
      " bodies: {a: {mass: 1, inertia: 1, frames: {G: {at: [0, 0], orientation: {angle: 20 deg}}}}},"
      " joints: {J: {type: prismatic, between: [ground.F, a.G], axis: x}},"
      " forces: {p: {type: point-force, at: a.G, value: [\"a.angle\", 0]}}, "
      "initial: {keep: {a.angle: 170 deg}}, simulate: {until: 1}, outputs: [a.ax]}");
  for (int k = 0; k < 3; k++) {
    double ax;
    CHECK(values_at_start(model, coordinates[k], &ax, 1));
    CHECK_NEAR(ax, 170 * degree * pow(cos(170 * degree), 2), 1e-12);  // along the slide alone
  }
  jn_model_free(model);
}

// A loop through a slide whose frames stand at 170 and -170 degrees: the spring on one of its hinges is relaxed.
static void test_spring_in_a_loop(void) {
  jn_model *model = read(
      "{jounce: 1, space: plane, gravity: [0, 0], bodies: {"
      " a: {mass: 1, inertia: 1, points: {O: [0, 0], B: [1, 0]}, frames: {F: {at: [0, 1], "
      "orientation: {angle: 170 deg}}}}, c: {mass: 1, inertia: 1, points: {C: [0, 0]}, frames: {G: {at: [0, 0], "
      "orientation: {angle: -170 deg}}}}, d: {mass: 1, inertia: 1, points: {C: [-0.5, 0], E: [0.5, 0]}}, "
      "f: {mass: 1, inertia: 1, points: {E: [0, 0.5], B: [0, -0.5]}}}, joints: {O: {type: revolute, between: [ground, "
      "a.O]}, S: {type: prismatic, between: [a.F, c.G], axis: x}, C: {type: revolute, between: [c.C, d.C]}, "
      "E: {type: revolute, between: [d.E, f.E]}, B: {type: revolute, between: [a.B, f.B]}}, "
      "forces: {k: {type: torsion-spring, joint: E, stiffness: 1, rest: 0}}, initial: {keep: {a.angle: 0}, "
      "guess: {c.position: [0, 1], c.angle: -20 deg, d.position: [0.5, 1], d.angle: 0, f.position: [1, 0.5], "
      "f.angle: 0}}, simulate: {until: 1}, outputs: [c.angle, d.angle, joint.E.angle, force.k.energy]}");
  static const double expected[] = {-20, 0, 0, 0};
  for (int k = 0; k < 3; k++) {
    double values[4];
    CHECK(values_at_start(model, coordinates[k], values, 4));
    for (int i = 0; i < 4; i++) CHECK_NEAR(values[i], expected[i] * degree, 1e-12);
  }
  jn_model_free(model);
}

// ---- space ---------------------------------------------------------------------------------------------------------

// A joint with an angle behind one without.
static void test_kept_angles_in_space(void) {
  static const char *const turning[] = {"revolute", "cylindrical", "planar", "screw, pitch: 0.1"};
  static const char *const holding[] = {"fixed", "prismatic, axis: x", "spherical", "free"};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      for (int angle = -400; angle <= 400; angle += 100) {
        char text[1000];
        double value;
        snprintf(text, sizeof text,
                 "{jounce: 1, space: space, gravity: [0, 0, 0], bodies: {a: {mass: 1, inertia: [1, 1, 1], "
                 "frames: {F: {at: [0.1, 0, 0], orientation: {axis: [1, 2, 3], angle: 170 deg}}}}, "
                 "b: {mass: 1, inertia: [1, 1, 1]}}, joints: {T: {type: %s, axis: z, between: [a.F, b]}, "
                 "H: {type: %s, between: [ground, a]}}, initial: {keep: {joint.T.angle: %d deg}}, "
                 "simulate: {until: 1}, outputs: [joint.T.angle]}",
                 turning[i], holding[j], angle);
        jn_model *model = read(text);
        for (int k = 0; model && k < 3; k++) {
          CHECK(values_at_start(model, coordinates[k], &value, 1));
          CHECK_NEAR(value, angle * degree, 1e-9);
        }
        jn_model_free(model);
      }
}

// The directions of displacements in a plane, as the format states them.
static void test_directions_in_a_plane(void) {
  static const struct {
    const char *axis;
    double first[3], second[3];
  } planes[] = {{"x", {0, 1, 0}, {0, 0, 1}},
                {"y", {0, 0, 1}, {1, 0, 0}},
                {"z", {1, 0, 0}, {0, 1, 0}},
                {"-z", {-1, 0, 0}, {0, 1, 0}},
                {"[0.6, 0, 0.8]", {0.8, 0, -0.6}, {0, 1, 0}}};
  for (size_t i = 0; i < sizeof planes / sizeof *planes; i++) {
    char text[600];
    const double *a = planes[i].first, *b = planes[i].second;
    snprintf(
        text, sizeof text,
        "{jounce: 1, space: space, bodies: {a: {mass: 1, inertia: [1, 1, 1]}}, joints: {P: {type: planar, between: "
        "[ground, a], axis: %s}}, initial: {guess: {a.position: [%g, %g, %g]}}, simulate: {until: 1}, outputs: "
        "[joint.P.displacement1, joint.P.displacement2]}",
        planes[i].axis, a[0] + 2 * b[0], a[1] + 2 * b[1], a[2] + 2 * b[2]);
    jn_model *model = read(text);
    for (int k = 0; model && k < 3; k++) {
      double values[2];
      CHECK(values_at_start(model, coordinates[k], values, 2));
      CHECK_NEAR(values[0], 1, 1e-12);
      CHECK_NEAR(values[1], 2, 1e-12);
    }
    jn_model_free(model);
  }
}

// ---- axes that point opposite ways ----------------------------------------------------------------------------------

// Frames on two free bodies; `orientations`: what is said of their turns.
static jn_model *opposed(const char *orientations) {
  char text[1000];
  snprintf(text, sizeof text,
           "{jounce: 1, space: space, gravity: [0, 0, 0], bodies: {a: {mass: 1, inertia: [1, 1, 1], "
           "frames: {F: {at: [0.5, 0, 0], orientation: {axis: [1, 0, 0], angle: 120 deg}}}}, "
           "b: {mass: 1, inertia: [1, 1, 1], frames: {F: {at: [-0.5, 0, 0], orientation: {axis: [0, 1, 0], "
           "angle: -100 deg}}}}}, joints: {H: {type: revolute, axis: z, between: [a.F, b.F]}},"
           " initial: {%s}, simulate: {until: 1}, outputs: [joint.H.angle, a.qw, b.qw]}",
           orientations);
  return read(text);
}

// Where orientations are left open the axes agree, and the kept angle holds in all coordinates.
static void test_open_orientations_agree(void) {
  for (int angle = -180; angle <= 400; angle += 145) {
    char kept[60];
    double first[3], values[3];
    snprintf(kept, sizeof kept, "keep: {joint.H.angle: %d deg}", angle);
    jn_model *model = opposed(kept);
    CHECK(values_at_start(model, coordinates[0], first, 3));
    for (int k = 0; k < 3; k++) {
      CHECK(values_at_start(model, coordinates[k], values, 3));
      CHECK_NEAR(values[0], angle * degree, 1e-9);
      for (int i = 1; i < 3; i++) CHECK_NEAR(values[i], first[i], 1e-9);
    }
    jn_model_free(model);
  }
}

// Where they are given opposed it stays so, but joint coordinates say that they cannot.
static void test_given_orientations_stay(void) {
  jn_model *model = opposed(
      "guess: {a.quaternion: [0.5, -0.8660254037844386, 0, 0], b.quaternion: [0, 0.6427876096865393, 0, "
      "0.7660444431189780]}");
  for (int k = 0; k < 3; k++) {
    jn_report *report = jn_report_new(NULL);
    jn_system *system = jn_system_new(model, coordinates[k], report);
    double *state = calloc((size_t)system->sizes.nstate, sizeof *state);
    CHECK(jn_start(system, NULL, state, NULL, NULL, report) == (k == 2 ? JN_NO_ASSEMBLY : JN_OK));
    CHECK(jn_report_count(report, k == 2 ? JN_FAULT : JN_WARNING) == 1);
    for (int i = 0; i < jn_report_size(report); i++)
      CHECK(strstr(jn_report_get(report, i)->what, "point in opposite directions") != NULL);
    free(state);
    jn_system_free(system);
    jn_report_free(report);
  }
  jn_model_free(model);
}

// ---- drivers --------------------------------------------------------------------------------------------------------

static jn_model *driven(const char *motion) {
  char text[900];
  snprintf(text, sizeof text,
           "{jounce: 1, space: plane, gravity: [0, 0], ground: {points: {O: [0, 0], P: [3, 0]}}, bodies: {"
           " crank: {mass: 1, inertia: 1, points: {O: [-0.5, 0], A: [0.5, 0]}}, "
           "rod: {mass: 1, inertia: 1, points: {A: [-1.5, 0], B: [1.5, 0]}}, rocker: {mass: 1, inertia: 1, "
           "points: {B: [1, 0], P: [-1, 0]}}}, joints: {O: {type: revolute, between: [ground.O, crank.O]}, "
           "A: {type: revolute, between: [crank.A, rod.A]}, B: {type: revolute, between: [rod.B, rocker.B]}, "
           "P: {type: revolute, between: [ground.P, rocker.P]}}, drivers: {motor: {joint: O, motion: '%s'}}, "
           "initial: {guess: {rod.angle: 0.6, rocker.angle: 2}}, simulate: {until: 1},"
           " outputs: [joint.O.angle, violation.position]}",
           motion);
  return read(text);
}

// A driver may begin many turns on: its joint is turned there, and the loop closes as well as numbers of that size
// allow.
static void test_driver_many_turns_on(void) {
  static const char *const angles[] = {"0.1", "-628.4", "62832", "1e6", "-1e9"};
  for (int i = 0; i < 5; i++) {
    char motion[40];
    double values[2], angle = atof(angles[i]);
    snprintf(motion, sizeof motion, "%s + t", angles[i]);
    jn_model *model = driven(motion);
    for (int k = 0; k < 3; k++) {
      CHECK(values_at_start(model, coordinates[k], values, 2));
      CHECK_NEAR(values[0], angle, 1e-15 * fabs(angle));
      CHECK(values[1] <= 1e-15 * (1 + fabs(angle)));
    }
    jn_model_free(model);
  }
}

// What is to be said of the model is said once, however many systems look at it.
static void test_warned_once(void) {
  jn_model *model = driven("max(0.1, t)");
  for (int k = 0; k < 3; k++) {
    jn_report *report = jn_report_new(NULL);
    jn_run_options options = jn_run_options_default();
    snprintf(jn_model_choices(model)->coordinates, sizeof jn_model_choices(model)->coordinates, "%s", coordinates[k]);
    jn_run *run = jn_run_new(model, &options, report);
    CHECK(run && jn_report_count(report, JN_WARNING) == 1);
    CHECK(strstr(jn_report_get(report, 0)->what, "the rate of its motion jumps") != NULL);
    jn_run_free(run);
    jn_report_free(report);
  }
  jn_model_free(model);
}

// ---- the order of the elements --------------------------------------------------------------------------------------

enum { MOST_BODIES = 5, MOST_JOINTS = 8, ROOM = 6000 };

typedef struct {
  unsigned seed;
  int nbodies, njoints;
  double pose[MOST_BODIES + 1][3];  // x, y, angle (deg); the first is the ground's
  char frames[MOST_BODIES + 1][1600], joints[MOST_JOINTS][120];
  int nframes;
} mechanism;

static double random_number(mechanism *m, double from, double to) {
  m->seed = m->seed * 1664525u + 1013904223u;
  return from + (to - from) * (double)(m->seed >> 8) / (1 << 24);
}

static int random_int(mechanism *m, int n) { return (int)random_number(m, 0, n - 1e-6); }

// A frame on a body at a place of the ground; its number.
static int add_frame(mechanism *m, int body, double x, double y, double angle) {
  const double *p = m->pose[body];
  double c = cos(p[2] * degree), s = sin(p[2] * degree), dx = x - p[0], dy = y - p[1];
  char *text = m->frames[body];
  size_t used = strlen(text);
  snprintf(text + used, sizeof m->frames[body] - used, "%sF%d: {at: [%.17g, %.17g], orientation: {angle: %.17g deg}}",
           used ? ", " : "", m->nframes, c * dx + s * dy, c * dy - s * dx, within(angle - p[2]));
  return m->nframes++;
}

static void add_joint(mechanism *m, int a, int b) {
  int kind = random_int(m, 3);
  double x = random_number(m, -1, 1), y = random_number(m, -1, 1), angle = random_number(m, -180, 180);
  double slide = kind == 2 ? random_number(m, -0.5, 0.5) : 0, turn = kind == 0 ? random_number(m, -170, 170) : 0;
  int first = add_frame(m, a, x, y, angle);
  int second = add_frame(m, b, x + slide * cos(angle * degree), y + slide * sin(angle * degree), angle + turn);
  char on[2][8];
  for (int k = 0; k < 2; k++) snprintf(on[k], sizeof on[k], (k ? b : a) > 0 ? "b%d" : "ground", k ? b : a);
  snprintf(m->joints[m->njoints], sizeof *m->joints, "J%d: {type: %s, between: [%s.F%d, %s.F%d]}", m->njoints,
           kinds[kind], on[0], first, on[1], second);
  m->njoints++;
}

static void make_mechanism(mechanism *m, unsigned seed) {
  *m = (mechanism){.seed = 977 * seed + 5};
  m->nbodies = 2 + random_int(m, MOST_BODIES - 1);
  for (int b = 1; b <= m->nbodies; b++)
    for (int k = 0; k < 3; k++) m->pose[b][k] = k < 2 ? random_number(m, -1, 1) : random_number(m, -400, 400);
  for (int b = 1; b <= m->nbodies; b++)
    if (random_int(m, 7) > 0) add_joint(m, random_int(m, b), b);
  for (int loops = random_int(m, 3); loops > 0; loops--) {
    int a = random_int(m, m->nbodies + 1), b = random_int(m, m->nbodies + 1);
    if (a != b) add_joint(m, a, b);
  }
}

// The model's text, its lists turned by `order`; given: which poses it gives.
static void write_mechanism(const mechanism *m, int order, int given, char *text) {
  int n = snprintf(text, ROOM, "{jounce: 1, space: plane, gravity: [0, 0], ground: {frames: {%s}}, bodies: {",
                   m->frames[0]);
  for (int i = 0; i < m->nbodies; i++) {
    int b = 1 + (order % 2 ? m->nbodies - 1 - i : (i + order) % m->nbodies);
    n += snprintf(text + n, (size_t)(ROOM - n), "%sb%d: {mass: 1, inertia: 1, frames: {%s}}", i ? ", " : "", b,
                  m->frames[b]);
  }
  n += snprintf(text + n, (size_t)(ROOM - n), "}, joints: {");
  for (int i = 0; i < m->njoints; i++)
    n += snprintf(text + n, (size_t)(ROOM - n), "%s%s", i ? ", " : "",
                  m->joints[order % 2 ? m->njoints - 1 - i : (i + order) % m->njoints]);
  n += snprintf(text + n, (size_t)(ROOM - n), "}, initial: {guess: {b1.vx: 0");
  for (int b = 1; b <= m->nbodies; b++) {
    if (given == 0 || (given == 1 && b % 2)) continue;
    n += snprintf(text + n, (size_t)(ROOM - n), ", b%d.angle: %.17g deg", b, m->pose[b][2]);
    if (given == 3)
      n += snprintf(text + n, (size_t)(ROOM - n), ", b%d.position: [%.17g, %.17g]", b, m->pose[b][0], m->pose[b][1]);
  }
  snprintf(text + n, (size_t)(ROOM - n), "}}}");
}

// Poses after assembly, by the bodies' own numbers.
static bool assembled(const char *text, const char *in, double pose[MOST_BODIES + 1][3]) {
  jn_model *model = read(text);
  jn_system *system = model ? jn_system_new(model, in, NULL) : NULL,
            *cartesian = model ? jn_system_new(model, "cartesian", NULL) : NULL;
  double *state = calloc((size_t)system->sizes.nstate, sizeof *state),
         *all = calloc((size_t)cartesian->sizes.nstate, sizeof *all);
  bool ok = jn_start(system, NULL, state, NULL, NULL, NULL) == JN_OK;
  jn_state_convert(system, state, cartesian, all);
  for (int b = 1; b < system->nbodies; b++)
    memcpy(pose[atoi(model->bodies[b].name + 1)], all + 1 + cartesian->q_at[b], sizeof *pose);
  free(state);
  free(all);
  jn_system_free(system);
  jn_system_free(cartesian);
  jn_model_free(model);
  return ok;
}

static bool check_order(const mechanism *m, int given) {
  double first[MOST_BODIES + 1][3], other[MOST_BODIES + 1][3];
  char text[ROOM];
  write_mechanism(m, 0, given, text);
  bool ok = assembled(text, coordinates[0], first);
  if (given == 3) CHECK(ok);
  for (int order = 0; order < 3; order++)
    for (int k = 0; k < 3; k++) {
      write_mechanism(m, order, given, text);
      CHECK(assembled(text, coordinates[k], other) == ok);
      for (int b = 1; ok && b <= m->nbodies; b++)
        for (int i = 0; i < 3; i++) CHECK_NEAR(other[b][i], first[b][i], 1e-8);
      for (int b = 1; given == 3 && b <= m->nbodies; b++) CHECK_NEAR(other[b][2], m->pose[b][2] * degree, 1e-8);
    }
  return ok;
}

static void test_order_of_elements(void) {
  int closed = 0, seeds = LIGHT ? 12 : 60;
  for (unsigned seed = 0; seed < (unsigned)seeds; seed++)
    for (int given = 0; given < 4; given++) {
      mechanism m;
      make_mechanism(&m, seed);
      if (m.njoints > 0) closed += check_order(&m, given);
    }
  CHECK(closed > 3 * seeds);
}

int main(void) {
  test_kept_angles_in_the_plane();
  test_force_reads_kept_angle();
  test_spring_in_a_loop();
  test_kept_angles_in_space();
  test_directions_in_a_plane();
  test_open_orientations_agree();
  test_given_orientations_stay();
  test_driver_many_turns_on();
  test_warned_once();
  test_order_of_elements();
  return check_report();
}
