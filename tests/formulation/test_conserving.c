// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_conserving.c - the conserving scheme: the published pendulum to the digits of its table, second order, energy
// over ten thousand steps with every kind of body, constraint and spring, the balance of work, momenta, redundant
// constraints, and refusals.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "recorder.h"
#include "report.h"

// ---- runs ------------------------------------------------------------------------------------------------------

typedef struct {
  jn_model *model;
  jn_report *report;
  jn_run *run;
  int n, index[32];  // of the outputs that were asked for
  double values[32];
} trial;

static int find_output(const jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return i;
  return 0;
}

static trial start(jn_model *model, const char *formulation, const char *variant, double h, double penalty,
                   const char *const *probes, int nprobes) {
  trial x = {.model = model, .report = jn_report_new(NULL)};
  jn_choices choices = model ? *jn_model_choices(model) : jn_choices_default();
  snprintf(choices.coordinates, sizeof choices.coordinates, "natural");
  snprintf(choices.formulation, sizeof choices.formulation, "%s", formulation);
  snprintf(choices.integrator, sizeof choices.integrator, "trapezoidal");
  snprintf(choices.position, sizeof choices.position, "auto");
  snprintf(choices.velocity, sizeof choices.velocity, "auto");
  choices.step = h;
  choices.penalty = penalty;
  choices.locate_roots = false;
  if (variant) snprintf(choices.variant, sizeof choices.variant, "%s", variant);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  options.probes = probes;
  options.nprobes = nprobes;
  x.run = model ? jn_run_new(model, &options, x.report) : NULL;
  CHECK(x.run != NULL);
  if (!x.run) print_report(x.report);
  for (x.n = 0; x.run && x.n < nprobes; x.n++) x.index[x.n] = find_output(x.run, probes[x.n]);
  return x;
}

static void end(trial *x) {
  jn_run_free(x->run);
  jn_report_free(x->report);
  jn_model_free(x->model);
}

static bool step(trial *x, double limit) {
  if (!x->run) return false;
  jn_status status = jn_run_step(x->run, limit);
  CHECK(status == JN_OK);
  if (status != JN_OK) printf("  %s at %g\n", jn_run_summary(x->run)->why, jn_run_summary(x->run)->time);
  return status == JN_OK;
}

static const double *outputs(trial *x) {
  const double *all = jn_run_outputs(x->run);
  for (int i = 0; i < x->n; i++) x->values[i] = all[x->index[i]];
  return x->values;
}

// ---- the spherical compound pendulum ---------------------------------------------------------------------------

static const char *const pendulum_text =
    "{jounce: 1, name: pendulum, space: space, gravity: [0, 0, -9.81],"
    " bodies: {one: {type: particle, mass: 1}, two: {type: particle, mass: 1}},"
    " joints: {rod: {type: distance, between: [ground, one], length: 1, scale: 2}, "
    "line: {type: linear-relation, terms: {two: 1,"
    " one: -2}}},"
    " initial: {keep: {one.x: 1, one.y: 0, one.z: 0, one.vx: 0, one.vy: 0.5, one.vz: 0}}, simulate: {until: 1000}}";

static const char *const pendulum_probes[] = {
    "one.x",  "one.y",  "one.z",  "two.x",  "two.y",  "two.z",  "one.vx",
    "one.vy", "one.vz", "two.vx", "two.vy", "two.vz", "energy", "angular_momentum.z"};

static double dot3(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Returns the norm of the constraint violations (or of their rates, with the terms of the own velocity in `first`).
static double norm_of_rows(double first, const double *a) {
  double sum = first * first;
  for (int i = 0; i < 3; i++) sum += (a[3 + i] - 2 * a[i]) * (a[3 + i] - 2 * a[i]);
  return sqrt(sum);
}

typedef struct {
  double phi, phidot, phiddot;  // largest norms
  double energy, energy_error, energy_rise, momentum, error;
} pendulum_result;

static pendulum_result swing(const char *formulation, const char *variant, double h, double until) {
  const double exact[3] = {-0.172601674517138, -0.847104986208684, -0.502614966245799};
  pendulum_result r = {0};
  trial x = start(model_of(NULL, pendulum_text), formulation, variant, h, 1e7, pendulum_probes, 14);
  double before = 0.625;
  for (int n = (int)lround(until / h), i = 1; i <= n && step(&x, i * h); i++) {
    const double *o = outputs(&x), *q = o, *v = o + 6;
    double a[6] = {NAN};
    CHECK(jn_run_own_acceleration(x.run, a));
    r.phi = fmax(r.phi, norm_of_rows(dot3(q, q) - 1, q));
    r.phidot = fmax(r.phidot, norm_of_rows(2 * dot3(q, v), v));
    r.phiddot = fmax(r.phiddot, norm_of_rows(2 * dot3(q, a) + 2 * dot3(v, v), a));
    r.energy = o[12];
    r.energy_error = fmax(r.energy_error, fabs(o[12] - 0.625));
    r.energy_rise = fmax(r.energy_rise, o[12] - before);
    before = o[12];
    r.momentum = o[13];
    r.error = 0;
    for (int k = 0; k < 3; k++) r.error = fmax(r.error, fabs(q[k] - exact[k]));
  }
  end(&x);
  return r;
}

// Checks a value of a published table, printed with two digits.
#define CHECK_PRINTED(value, printed) CHECK_NEAR(value, printed, 0.02 * (printed))

static void test_pendulum(void) {
  pendulum_result b = swing("index3-conserving", NULL, 0.025, 5),
                  ab = swing("index3-conserving-projected", "once", 0.025, 5);
  CHECK(b.phi < 3e-13 && ab.phi < 3e-13);
  CHECK_PRINTED(b.phidot, 3.9e-3);
  CHECK_PRINTED(ab.phidot, 7.9e-6);
  CHECK_PRINTED(b.phiddot, 0.95);
  CHECK_PRINTED(ab.phiddot, 1.3e-3);
  CHECK(b.energy_error < 1e-11);
  CHECK_NEAR(ab.energy, 0.6215, 5e-5);
  CHECK(ab.energy_rise < 1e-11);
  CHECK_PRINTED(b.error, 4.2e-3);
  CHECK_PRINTED(ab.error, 4.0e-3);
  CHECK_NEAR(b.momentum, 2.5, 1e-11);
  CHECK_NEAR(ab.momentum, 2.5, 1e-10);
}

// Halving the step size quarters the error at 1 s, relative to the exact solution.
static void test_order(void) {
  const double exact[3] = {-0.703626922261332, -0.053058777692157, -0.708585859567392};
  const char *const formulations[] = {"index3-conserving", "index3-conserving-projected"};
  for (int f = 0; f < 2; f++) {
    double error[3] = {0};
    for (int k = 0; k < 3; k++) {
      trial x = start(model_of(NULL, pendulum_text), formulations[f], NULL, 0.02 / (1 << k), NAN, pendulum_probes, 14);
      while (x.run && jn_run_state(x.run)[0] < 1 && step(&x, 1)) continue;
      for (int i = 0; x.run && i < 3; i++) error[k] = fmax(error[k], fabs(outputs(&x)[i] - exact[i]));
      end(&x);
    }
    CHECK_NEAR(log2(error[0] / error[1]), 2, 0.05);
    CHECK_NEAR(log2(error[1] / error[2]), 2, 0.05);
  }
}

// ---- energy over many steps ----------------------------------------------------------------------------------------

enum { STEPS = LIGHT ? 400 : 10000 };

typedef struct {
  const char *name, *text;
  double h;
  bool spins;  // no moment acts from outside: the angular momentum about the origin stays
} conservative;

#define SPACE "jounce: 1, space: space, gravity: [0, 0, -9.81], simulate: {until: 10000}"
#define FREE "jounce: 1, space: space, simulate: {until: 10000}"
#define PLANE "jounce: 1, space: plane, gravity: [0, -9.81], simulate: {until: 10000}"
#define ROD "inertia: [0.09, 0.08, 0.02], points: {A: [0, 0, 0.5], B: [0, 0, -0.5]}"
#define TWO_RODS \
  "ground: {points: {O: [0, 0, 0], E: [1, 0.4, -0.5]}}, bodies: {a: {mass: 1, " ROD "}, b: {mass: 2, " ROD "}}"
#define HANGING                                                                                                  \
  TWO_RODS                                                                                                       \
  ", joints: {r: {type: revolute, between: [ground.O, a.A], axis: x}, s: {type: revolute, between: [a.B, b.A], " \
  "axis: y}},"                                                                                                   \
  " initial: {keep: {joint.r.angle: 0.7, joint.s.angle: -0.4, joint.r.angle_rate: 1, joint.s.angle_rate: -2}}"
#define APART                                                                                    \
  "bodies: {a: {mass: 1, " ROD "}, b: {mass: 2, " ROD                                            \
  "}}, initial: {keep: {a.x: 0, a.y: 0, a.z: 0, b.x: 1, b.y: 0.2, b.z: 0.1, a.wx: 0.5, a.wy: 1," \
  " a.wz: -0.3, b.wx: -1, b.wy: 0.2, b.wz: 0.4, a.vx: 0, a.vy: 0.3, a.vz: 0, b.vx: 0, b.vy: 0, b.vz: -0.2}}"
#define PENDULA                                                                                                     \
  "ground: {points: {O: [0, 0], E: [1, -1]}}, bodies: {a: {mass: 1, inertia: 0.1, points: {A: [-0.5, 0], B: [0.5, " \
  "0]}},"                                                                                                           \
  " b: {mass: 2, inertia: 0.2, points: {A: [-0.4, 0], B: [0.5, 0.1]}}},"                                            \
  " joints: {r: {type: revolute, between: [ground.O, a.A]}, s: {type: revolute, between: [a.B, b.A]}},"             \
  " initial: {keep: {a.angle: -0.4, b.angle: -2, a.rate: 1, b.rate: 0}}"

static const conservative systems[] = {
    {"pendulum", NULL, 0.025, false},
    {"plane", "{name: n, " PLANE ", " PENDULA "}", 0.01, false},
    {"plane, springs",
     "{name: n, " PLANE ", " PENDULA ", forces: {s: {type: spring-damper, between: [ground.E, b.B],"
     " stiffness: 40, rest: 0.5},"
     " t: {type: torsion-spring, joint: s, stiffness: 3, rest: 0.2, preload: 1}, "
     "u: {type: torsion-spring, between: [ground, b],"
     " stiffness: 2}}}",
     0.01, false},
    {"plane, bushing and stop",
     "{name: n, " PLANE ", " PENDULA ", forces: {s: {type: bushing, between: [ground.E, b.B],"
     " translation_stiffness: [40, 20, 0],"
     " rotation_stiffness: 3}, t: {type: stop, joint: s, lower: -1, upper: 1, stiffness: 50, exponent: 1.5}}}",
     0.005, false},
    {"plane, gear",
     "{name: n, " PLANE ", ground: {points: {A: [0, 0], B: [1, 0]}}, bodies: {a: {mass: 1, inertia: 0.1,"
     " points: {A: [-0.3, 0]}},"
     " b: {mass: 2, inertia: 0.3, points: {B: [0.1, 0.2]}}}, joints: {A: {type: revolute, between: [ground.A, a.A]}, "
     "B: {type: revolute, between: [ground.B, b.B]}, g: {type: gear, from: A, to: B, ratio: -1.7}}, "
     "initial: {keep: {a.angle: 0.3, a.rate: 2},"
     " guess: {b.x: 1}}}",
     0.01, false},
    {"plane, rack",
     "{name: n, " PLANE ", ground: {points: {A: [0, 0], B: [1, 0]}}, bodies: {a: {mass: 1, inertia: 0.1,"
     " points: {A: [-0.3, 0]}},"
     " b: {mass: 2, inertia: 0.3, points: {B: [0, 0]}}}, joints: {A: {type: revolute, between: [ground.A, a.A]},"
     " B: {type: prismatic, axis: x,"
     " between: [ground.B, b.B]}, g: {type: coupling, terms: {A: 0.2, B: 1}}}, initial: {keep: {a.angle: 0.3, "
     "a.rate: 2},"
     " guess: {b.x: 1}}}",
     0.01, false},
    {"space", "{name: n, " SPACE ", " HANGING "}", 0.01, false},
    {"space, springs",
     "{name: n, " SPACE ", " HANGING ", forces: {s: {type: spring-damper, between: [ground.E, b.B],"
     " law: {table: [[-1, -30], [0, 0],"
     " [0.5, 10], [2, 90]], smooth: true}, rest: 0.5}, t: {type: torsion-spring, joint: s, law: {polynomial: [0, 3, 0, "
     "1]}},"
     " u: {type: spring-damper, between: [a, b], stiffness: 20, rest: 0.3}}}",
     0.01, false},
    {"space, axial spring and bushing",
     "{name: n, " SPACE ", " HANGING ", forces: {s: {type: axial-spring, between: [a.A, b.B],"
     " stiffness: 20, rest: -1},"
     " t: {type: bushing, between: [ground.E, b.B], translation_stiffness: [20, 10, 5], rotation_stiffness: [1, 2, "
     "3]}}}",
     0.01, false},
    {"space, coupling",
     "{name: n, " SPACE ", " TWO_RODS ", joints: {r: {type: revolute, between: [ground.O, a.A], axis: x},"
     " s: {type: revolute,"
     " between: [a.B, b.A], axis: y}, c: {type: coupling, terms: {r: 1, s: 0.7}}}, initial: {keep: {joint.r.angle: 0.7,"
     " joint.r.angle_rate: 1}}}",
     0.01, false},
    {"free, spring",
     "{name: n, " FREE ", " APART ", forces: {s: {type: spring-damper, between: [a.A, b.B], stiffness: 5,"
     " rest: 0.5}}}",
     0.01, true},
    {"free, axial spring",
     "{name: n, " FREE ", " APART ", forces: {s: {type: axial-spring, between: [a.A, b.B], stiffness: 5,"
     " rest: 0.5}}}",
     0.01, true},
    {"free, bushing",
     "{name: n, " FREE ", " APART ", forces: {s: {type: bushing, between: [a.A, b.B], translation_stiffness: [5,"
     " 2, 3]}}}",
     0.01, true},
    {"free, spherical",
     "{name: n, " FREE ", bodies: {a: {mass: 1, " ROD "}, b: {mass: 2, " ROD "}},"
     " joints: {s: {type: spherical, between: [a.B, b.A]}},"
     " initial: {keep: {a.x: 0, a.y: 0, a.z: 0, a.wx: 1, a.wy: 0.3, a.wz: 0.2, b.wx: -1, b.wy: 0.5, b.wz: 1},"
     " guess: {b.z: -1}}}",
     0.01, true},
    {"attraction",
     "{name: n, " FREE ", bodies: {a: {mass: 1, " ROD "}}, forces: {g: {type: point-gravity, at: ground,"
     " strength: 2}}, initial: {keep: {a.x: 1, a.y: 0,"
     " a.z: 0, a.vx: 0, a.vy: 1, a.vz: 0.5, a.wx: 1}}}",
     0.01, true},
    {"screw",
     "{name: n, " SPACE ", ground: {points: {O: [0, 0, 0]}}, bodies: {a: {mass: 1, inertia: [0.2, 0.3, 0.25],"
     " points: {P: [0.1, 0.3, 0]}}},"
     " joints: {s: {type: screw, between: [ground.O, a.P], axis: y, pitch: 0.1}}, forces: {k: {type: spring-damper,"
     " between: [ground.O, a], stiffness: 30, rest: 0.3}},"
     " initial: {keep: {joint.s.angle: 0.2, joint.s.angle_rate: 3}}}",
     0.01, false},
};
enum { NSYSTEMS = sizeof systems / sizeof systems[0] };

static const char *const balance[] = {"energy.error", "energy", "energy.kinetic", "violation.position"};

// Returns the sum of q x (M v) over points and axes, which the scheme conserves. The signal uses angular velocities,
// which are not equivalent if G v = nu holds approximately only.
static void spin_of(trial *x, double L[3]) {
  const jn_system *system = jn_run_system(x->run);
  int n = jn_system_sizes(system).nv;
  const double *q = jn_run_state(x->run) + 1, *v = q + n;
  double *M = calloc((size_t)n * (size_t)n, sizeof *M);
  jn_work *work = jn_work_new(system);
  jn_get_M(system, work, M);
  L[0] = L[1] = L[2] = 0;
  for (int i = 0; i + 2 < n; i += 3) {
    double p[3] = {0};
    for (int k = 0; k < 3; k++)
      for (int j = 0; j < n; j++) p[k] += M[(i + k) * n + j] * v[j];
    for (int k = 0; k < 3; k++) L[k] += q[i + (k + 1) % 3] * p[(k + 2) % 3] - q[i + (k + 2) % 3] * p[(k + 1) % 3];
  }
  jn_work_free(work);
  free(M);
}

static void check_energy(const conservative *c, const char *variant) {
  trial x =
      start(model_of(NULL, c->text ? c->text : pendulum_text), "index3-conserving", variant, c->h, NAN, balance, 4);
  double worst = 0, scale = 0, phi = 0, before[3] = {0}, after[3] = {0}, turn = 0, spin = 0;
  int failures = check_failures;
  if (x.run && c->spins) spin_of(&x, before);
  for (int i = 0; i < STEPS && step(&x, 1e4); i++) {
    const double *o = outputs(&x);
    worst = fmax(worst, fabs(o[0]));
    scale = fmax(scale, fmax(fabs(o[1]), o[2]));
    phi = fmax(phi, o[3]);
  }
  if (x.run && c->spins) spin_of(&x, after);
  for (int k = 0; k < 3; k++) {
    spin = fmax(spin, fabs(after[k] - before[k]));
    turn = fmax(turn, fabs(before[k]));
  }
  CHECK(worst <= 1e-11 * scale);
  CHECK(phi < 1e-12);
  CHECK(spin <= 1e-11 * turn);
  if (check_failures > failures) printf("  in %s: %g of %g, %g of %g, %g\n", c->name, worst, scale, spin, turn, phi);
  end(&x);
}

static void test_energy(void) {
  for (int i = 0; i < NSYSTEMS; i++) check_energy(&systems[i], NULL);
}

// The other discrete gradient of nonquadratic constraints gives the same balance.
static void test_gonzalez(void) {
  for (int i = 0; i < NSYSTEMS; i++)
    if (strstr(systems[i].name, "gear") || strstr(systems[i].name, "coupling") || strstr(systems[i].name, "screw"))
      check_energy(&systems[i], "gonzalez");
}

// ---- model files ----------------------------------------------------------------------------------------------------

typedef struct {
  const char *file, *setting, *value;
  double h;
  int steps;
} shipped;

// Conservative systems, loops and redundant constraints; then with dampers, motors, drivers and rolling, where the
// balance includes the work.
static const shipped files[] = {
    {"benchmarks/heavy-top", "spin", "150", 1e-3, STEPS / 2},
    {"../papers/park/park-spatial-four-bar", "c", "0", 0.01, STEPS},
    {"benchmarks/bricard-a04", NULL, NULL, 0.005, STEPS},
    {"benchmarks/four-bar-diagonal-spring", NULL, NULL, 0.005, STEPS / 10},
    {"examples/door-three-hinges", NULL, NULL, 0.01, STEPS / 10},
    {"examples/parallelogram-five-bars", NULL, NULL, 0.005, STEPS / 10},
    {"../papers/park/park-spatial-four-bar", "c", "5", 0.01, STEPS / 10},
    {"../papers/park/park-four-bar", "l0", "1.9", 0.01, STEPS / 10},
    {"examples/driven-slider-crank", NULL, NULL, 0.005, STEPS / 10},
    {"examples/gear-train", NULL, NULL, 0.005, 400},
    {"examples/rolling-disc", NULL, NULL, 0.005, STEPS / 10},
    {"examples/chaplygin-sleigh", NULL, NULL, 0.01, STEPS / 10},
};
enum { NFILES = sizeof files / sizeof files[0] };

static jn_model *read_file(const shipped *s) {
  char path[512];
  snprintf(path, sizeof path, JOUNCE_SOURCE_DIR "/models/%s.yaml", s->file);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, &(jn_setting){s->setting, s->value}, s->setting != NULL, report);
  if (!model) print_report(report);
  jn_report_free(report);
  return model;
}

static void check_file(const shipped *s, const char *formulation) {
  trial x = start(read_file(s), formulation, NULL, s->h, NAN, balance, 4);
  double worst = 0, scale = 0, phi = 0, rise = -HUGE_VAL, before = 0;
  int failures = check_failures;
  for (int i = 0; i < s->steps && step(&x, 1e4); i++) {
    const double *o = outputs(&x);
    if (i > 0) rise = fmax(rise, o[0] - before);
    before = o[0];
    worst = fmax(worst, fabs(o[0]));
    scale = fmax(scale, fmax(fabs(o[1]), o[2]));
    phi = fmax(phi, o[3]);
  }
  if (strcmp(formulation, "index3-conserving") == 0) CHECK(worst <= 1e-11 * scale);
  else CHECK(rise <= 1e-12 * scale);
  CHECK(phi < 1e-11);
  if (check_failures > failures) printf("  in %s, %s: %g, rise %g of %g\n", s->file, formulation, worst, rise, scale);
  end(&x);
}

static void test_files(void) {
  for (int i = 0; i < NFILES; i++) check_file(&files[i], "index3-conserving");
}

// Projections in the mass metric dissipate energy and never add any.
static void test_projected_energy(void) {
  for (int i = 0; i < 6; i++) {
    shipped fewer = files[i];
    fewer.steps /= 5;
    check_file(&fewer, "index3-conserving-projected");
  }
}

// ---- roads ----------------------------------------------------------------------------------------------------------

// Bumps and stairs, where stops close and tyres leave edges within a step: no step of 10 ms fails.
static void check_road(const char *file, const char *formulation) {
  char path[512];
  snprintf(path, sizeof path, JOUNCE_SOURCE_DIR "/models/vehicles/%s.yaml", file);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  CHECK(model != NULL);
  if (!model) return;
  jn_choices choices = *jn_model_choices(model);
  snprintf(choices.coordinates, sizeof choices.coordinates, "natural");
  snprintf(choices.formulation, sizeof choices.formulation, "%s", formulation);
  snprintf(choices.integrator, sizeof choices.integrator, "trapezoidal");
  choices.step = 0.01;
  choices.output_step = choices.until;
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  if (run) CHECK(jn_run_summary(run)->halved == 0);
  if (run && jn_run_summary(run)->halved > 0)
    printf("  %s, %s: %ld halved\n", file, formulation, jn_run_summary(run)->halved);
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

static void test_roads(void) {
  check_road("iltis-profile-2", "index3-conserving-projected");
  check_road("iltis-profile-1", "index3-conserving");
  if (!LIGHT) check_road("iltis-profile-2", "index3-projected");
}

// ---- far from the origin, and driven --------------------------------------------------------------------------------

// The rounding error of an increment grows with the coordinates: the number of steps does not depend on the distance
// from the origin.
static void test_far(void) {
  const char *const probes[] = {"energy"};
  for (int k = 0; k < 3; k++) {
    char text[512];
    double at = (const double[]){0, 1e4, 1e6}[k];
    snprintf(text, sizeof text,
             "{jounce: 1, name: far, space: plane, gravity: [0, -9.81], ground: {points: {O: [%g, 0]}},"
             " bodies: {a: {mass: 1, inertia: 0.1, points: {A: [-0.5, 0]}}}, joints: {r: {type: revolute, "
             "between: [ground.O, a.A]}},"
             " initial: {keep: {joint.r.angle: 0.3, joint.r.rate: 1}, guess: {a.x: %g}}, simulate: {until: 1}}",
             at, at + 0.5);
    trial x = start(model_of(NULL, text), "index3-conserving", NULL, 0.01, NAN, probes, 1);
    for (int i = 1; i <= 100 && step(&x, 0.01 * i); i++) continue;
    const jn_summary *s = x.run ? jn_run_summary(x.run) : NULL;
    CHECK(s && s->halved == 0 && s->steps == 100 && s->iterations < 12 * s->steps);
    if (s && (s->halved || s->iterations >= 12 * s->steps))
      printf("  at %g m: %ld halved, %ld iterations\n", at, s->halved, s->iterations);
    end(&x);
  }
}

// The work of the motor over steps with projections: the missing part of the balance is the dissipation of the
// projections, of third order in the step size.
static void test_driven(void) {
  const char *const probes[] = {"energy.error", "joint.motor.lambda.1"};
  double error[2], moment[3];
  for (int k = 0; k < 3; k++) {
    jn_model *model = jn_model_read(NULL, JOUNCE_SOURCE_DIR "/models/examples/driven-slider-crank.yaml", NULL, 0, NULL);
    double h = k < 2 ? 1e-3 / (1 << k) : 1e-5, most = 0;
    trial x = start(model, k < 2 ? "index3-conserving-projected" : "index3-projected", NULL, h, NAN, probes, 2);
    while (x.run && jn_run_state(x.run)[0] < 0.3 - 1e-9 && step(&x, 0.3)) most = fmax(most, fabs(outputs(&x)[0]));
    if (k < 2) error[k] = most;
    moment[k] = x.run ? outputs(&x)[1] : NAN;
    end(&x);
  }
  CHECK(error[0] < 1e-4 && error[0] > 6 * error[1]);
  CHECK_NEAR(moment[1], moment[2], 2e-3 * fabs(moment[2]));
}

// ---- refusals -------------------------------------------------------------------------------------------------------

static void check_refused(const char *coordinates, const char *integrator, const char *says) {
  jn_model *model = model_of(NULL, pendulum_text);
  jn_choices choices = *jn_model_choices(model);
  jn_report *report = jn_report_new(NULL);
  snprintf(choices.coordinates, sizeof choices.coordinates, "%s", coordinates);
  snprintf(choices.formulation, sizeof choices.formulation, "index3-conserving");
  snprintf(choices.integrator, sizeof choices.integrator, "%s", integrator);
  choices.step = 0.01;
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run == NULL && report_says(report, says));
  if (!report_says(report, says)) print_report(report);
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

static void test_refusals(void) {
  check_refused("cartesian", "trapezoidal", "natural");
  check_refused("natural", "newmark", "trapezoidal");
}

int main(void) {
  test_pendulum();
  test_order();
  test_energy();
  test_gonzalez();
  test_files();
  test_projected_energy();
  test_roads();
  test_far();
  test_driven();
  test_refusals();
  return check_report();
}
