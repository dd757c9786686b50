// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_signal_gradient.c - gradients of signals, looped over all kinds, in the plane and in space: their rows over
// bodies and auxiliary states against differences extrapolated to step zero, in cartesian and natural coordinates; and
// as the tangent of a force that reads them, in all three coordinates. Every kind has a sample, or it is an
// acceleration or later.
#include "rig.h"
#include "system/derivative/formula_gradient.h"
#include "system/signal_value.h"

enum { MOST_NUMBERS = 120 };
// Of the largest number of a row. What is known by differences alone errs by these; a tyre is smooth for short ways.
static double near_enough = 1e-8, first_step = 0.02;
static void expect(jni_gradient_sort sort) {
  near_enough = sort == JNI_GRADIENT_DIFFERENCES ? 1e-6 : 1e-8;
  first_step = sort == JNI_GRADIENT_DIFFERENCES ? 1e-4 : 0.02;
}

// ---- models -----------------------------------------------------------------------------------------------------

#define STATES                                                                                                     \
  "inputs: {u: \"2*t\"}\nauxiliary: {z1: {initial: 0.4, rate: \"-z1*a.x\"}, z2: {initial: 0.7, rate: \"b.vy + "    \
  "z1*z2\"}}\n"                                                                                                    \
  "discrete: {d: 3}\n"                                                                                             \
  "drivers: {by_time: {joint: A, motion: 't^2'}, behind: {joint: free, motion: {follow: u, bandwidth: 3 Hz}}}\n"   \
  "signals: {s3: \"s2*s1 - s1 + s2\", s1: \"a.x*b.vy + z1*u\", s2: \"s1^2 - joint.swing.angle*p.vx\", "            \
  "s4: \"force.push.value*s1 + force.spring.length*s2\", s5: \"2*u\"}\n"                                           \
  "subsystems: {motor: {type: engine, speed: 'b.vy + s1', throttle: '0.3 + 0.1*z1', full_load: {polynomial: [3, "  \
  "2, 0.4]}, motoring: {polynomial: [0, 0.5]}, idle_speed: 20}, box: {type: transfer-case, output_speed: "         \
  "'joint.turn.rate', input_torque: 'subsystem.motor.torque*a.x', low: 2.5, starts_low: true}, gears: {type: "     \
  "automatic-gearbox, output_speed: 'b.vy', input_torque: 'subsystem.hydro.turbine_torque', ratios: [3, 1.4], "    \
  "upshift: 250, downshift: 100, gear: 2, efficiency: 0.9}, hydro: {type: torque-converter, impeller_speed: '9 + " \
  "b.vy*s1', turbine_speed: '2 + subsystem.gears.input_speed', capacity: {polynomial: [5, 2]}, torque_ratio: "     \
  "{polynomial: [2, -1]}}}\n"

static const char plane_text[] =
    "jounce: 1\nname: signals\nspace: plane\ngravity: [0.3, -9.81]\n"
    "ground: {points: {O: [0.2, -0.1], B: [1, 0.3], W: [-1, 2]}}\n"
    "bodies:\n  a: {mass: 1.3, inertia: 0.5, com: [0.1, -0.2], points: {P: [0.7, 0.3]}}\n"
    "  b: {mass: 0.7, inertia: 0.6, points: {Q: [-0.4, 0.5]}}\n  c: {mass: 0.9, inertia: 0.2, points: {S: [0.3, 0]}}\n"
    "  g1: {mass: 1, inertia: 0.1}\n  g2: {mass: 1, inertia: 0.1}\n  k: {mass: 1, inertia: 0.1}\n  p: {type: particle, "
    "mass: 0.4}\n"
    "joints:\n  turn: {type: revolute, between: [ground.O, a]}\n  swing: {type: revolute, between: [a.P, b.Q]}\n"
    "  slide: {type: prismatic, between: [b, c], axis: [1, 0.4]}\n"
    "  A: {type: revolute, between: [a, g1]}\n  B: {type: revolute, between: [a.P, g2]}\n"
    "  mesh: {type: gear, from: A, to: B, ratio: -0.5, geometry: {at: g1}}\n"
    "  free: {type: prismatic, between: [ground.W, k], axis: x}\n"
    "forces:\n  spring: {type: spring-damper, between: [a.P, c.S], stiffness: 30, rest: 0.4, damping: 2}\n"
    "  coil: {type: torsion-spring, joint: swing, stiffness: 3, rest: 0.2, damping: 2}\n"
    "  push: {type: point-force, at: c.S, value: [\"a.x*b.vy + z1\", \"sin(c.angle)\"]}\n" STATES;

static const char space_text[] =
    "jounce: 1\nname: signals\nspace: space\ngravity: [0.3, -9.81, 0.7]\n"
    "ground: {points: {O: [0.2, -0.1, 0.3], W: [-1, 2, 0.5]}}\n"
    "bodies:\n  a: {mass: 1.3, inertia: [0.4, 0.5, 0.6, 0.05, -0.03, 0.02], com: [0.1, -0.2, 0.3], "
    "points: {P: [0.7, 0.3, -0.2]}}\n"
    "  b: {mass: 0.7, inertia: [0.6, 0.5, 0.5], points: {Q: [-0.4, 0.5, 0.1]}}\n"
    "  c: {mass: 0.9, inertia: [0.2, 0.3, 0.4], points: {S: [0.3, 0, 0.2]}}\n"
    "  g1: {mass: 1, inertia: [0.1, 0.1, 0.1]}\n  g2: {mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
    "  k: {mass: 1, inertia: [0.1, 0.1, 0.1]}\n"
    "  w: {mass: 2, inertia: [0.3, 0.4, 0.3]}\n  p: {type: particle, mass: 0.4}\n"
    "joints:\n  turn: {type: revolute, between: [ground.O, a], axis: [0.2, 0.1, 1]}\n"
    "  swing: {type: revolute, between: [a.P, b.Q], axis: [1, 2, 0.5]}\n"
    "  slide: {type: cylindrical, between: [b, c], axis: [1, 0.4, -0.3]}\n"
    "  A: {type: revolute, between: [a, g1], axis: z}\n  B: {type: revolute, between: [a.P, g2], axis: z}\n"
    "  mesh: {type: gear, from: A, to: B, ratio: -0.5, geometry: {at: g1}}\n"
    "  free: {type: prismatic, between: [ground.W, k], axis: x}\n"
    "roads: {hill: {type: slope, angle: 0.2, height: -4}}\n"
    "forces:\n  spring: {type: spring-damper, between: [a.P, c.S], stiffness: 30, rest: 0.4, damping: 2}\n"
    "  coil: {type: torsion-spring, joint: swing, stiffness: 3, rest: 0.2, damping: 2}\n"
    "  pad: {type: bushing, between: [a, c], translation_stiffness: [3, 1, 2], rotation_stiffness: [3, 1, 2], "
    "translation_damping: [1, 2, 3]}\n"
    "  tyre: {type: tyre-tmeasy, at: w, road: hill, radius: 9, stiffness: 300, low_speed: 9}\n"
    "  push: {type: point-force, at: c.S, value: [\"a.x*b.vy + z1\", \"c.qx\", \"b.wz\"], follower: true}\n" STATES;

// Signals of each kind.
typedef struct {
  jni_signal_kind kind;
  const char *plane[4], *space[8];  // ended by NULL
} sample;
static const sample samples[] = {
    {JNI_SIGNAL_TIME, {"t"}, {"t"}},
    {JNI_SIGNAL_POSITION, {"a.x", "b.Q.y", "p.y"}, {"a.x", "c.S.y", "c.S.z", "p.z"}},
    {JNI_SIGNAL_VELOCITY, {"a.vx", "b.Q.vy", "p.vx"}, {"a.vx", "c.S.vy", "c.S.vz", "p.vz"}},
    {JNI_SIGNAL_ANGLE, {"a.angle", "c.angle"}, {NULL}},
    {JNI_SIGNAL_RATE, {"a.rate", "c.rate"}, {NULL}},
    {JNI_SIGNAL_QUATERNION, {NULL}, {"b.qw", "b.qx", "c.qy", "c.qz"}},
    {JNI_SIGNAL_OMEGA, {NULL}, {"b.wx", "c.wy", "c.wz"}},
    {JNI_SIGNAL_TURN,
     {"a.in.c.angle"},
     {"b.yaw", "c.in.a.pitch", "b.in.c.zxz.1", "b.in.c.zxz.3", "c.in.a.toe", "c.in.b.camber", "a.in.c.xyz.2"}},
    {JNI_SIGNAL_TURN_RATE,
     {"a.in.c.rate"},
     {"b.yaw_rate", "c.in.a.pitch_rate", "b.in.c.zxz_rate.1", "b.in.c.zxz_rate.3", "c.in.a.toe_rate",
      "c.in.b.camber_rate", "a.in.c.xyz_rate.3"}},
    {JNI_SIGNAL_RELATIVE_POSITION, {"b.Q.in.c.x", "p.in.a.y"}, {"b.Q.in.c.x", "p.in.a.z", "c.in.b.y"}},
    {JNI_SIGNAL_RELATIVE_VELOCITY, {"b.Q.in.c.vx", "p.in.a.vy"}, {"b.Q.in.c.vx", "p.in.a.vz", "c.in.b.vy"}},
    {JNI_SIGNAL_COORDINATE,
     {"joint.turn.angle", "joint.swing.angle", "joint.slide.displacement"},
     {"joint.turn.angle", "joint.swing.angle", "joint.slide.angle", "joint.slide.displacement"}},
    {JNI_SIGNAL_COORDINATE_RATE,
     {"joint.turn.rate", "joint.swing.rate", "joint.slide.displacement_rate"},
     {"joint.turn.rate", "joint.swing.rate", "joint.slide.angle_rate", "joint.slide.displacement_rate"}},
    {JNI_SIGNAL_PITCH_POINT,
     {"joint.mesh.point.x", "joint.mesh.point.y"},
     {"joint.mesh.point.x", "joint.mesh.point.z"}},
    {JNI_SIGNAL_LOAD, {"joint.turn.load"}, {"joint.turn.load"}},
    {JNI_SIGNAL_FORCE_LENGTH,
     {"force.spring.length", "force.coil.angle"},
     {"force.spring.length", "force.coil.angle", "force.pad.length"}},
    {JNI_SIGNAL_FORCE_RATE, {"force.spring.rate", "force.coil.rate"}, {"force.spring.rate", "force.coil.rate"}},
    {JNI_SIGNAL_FORCE_VALUE,
     {"force.spring.value", "force.push.value", "force.coil.value"},
     {"force.spring.value", "force.push.value", "force.tyre.value", "force.coil.value"}},
    {JNI_SIGNAL_FORCE_ENERGY,
     {"force.spring.energy", "force.coil.energy"},
     {"force.spring.energy", "force.coil.energy", "force.pad.energy", "force.push.energy"}},
    {JNI_SIGNAL_FORCE_POWER,
     {"force.spring.power", "force.push.power"},
     {"force.coil.power", "force.push.power", "force.pad.power"}},
    {JNI_SIGNAL_FORCE_OUTPUT, {NULL}, {"force.tyre.fx", "force.tyre.fy", "force.tyre.fz"}},
    {JNI_SIGNAL_FORCE_STATE, {NULL}, {"force.tyre.deflection_y"}},
    {JNI_SIGNAL_END_FORCE,
     {"force.spring.force.x", "force.spring.force.y", "force.push.force.x"},
     {"force.spring.force.z", "force.tyre.force.y", "force.pad.force.z"}},
    {JNI_SIGNAL_END_TORQUE, {NULL}, {"force.tyre.torque.x", "force.pad.torque.y"}},
    {JNI_SIGNAL_COMPUTED, {"s1", "s3", "s4"}, {"s1", "s3", "s4", "s5"}},
    {JNI_SIGNAL_DRIVE,
     {"driver.by_time.rate", "driver.behind.position", "driver.behind.acceleration"},
     {"driver.by_time.position", "driver.behind.rate", "driver.behind.acceleration"}},
    {JNI_SIGNAL_INPUT, {"u"}, {"u"}},
    {JNI_SIGNAL_AUXILIARY, {"z1", "z2"}, {"z2"}},
    {JNI_SIGNAL_DISCRETE, {"d"}, {"d"}},
    {JNI_SIGNAL_SUBSYSTEM_OUTPUT,
     {"subsystem.motor.torque", "subsystem.box.output_torque", "subsystem.gears.output_torque"},
     {"subsystem.motor.power", "subsystem.box.output_torque", "subsystem.box.input_speed",
      "subsystem.hydro.impeller_torque", "subsystem.gears.output_torque"}},
    {JNI_SIGNAL_SUBSYSTEM_STATE, {"subsystem.motor.idle"}, {"subsystem.motor.idle"}},
    {JNI_SIGNAL_SUBSYSTEM_RATE, {"subsystem.motor.idle_rate"}, {"subsystem.motor.idle_rate"}},
    {JNI_SIGNAL_SUBSYSTEM_DISCRETE, {"subsystem.box.low"}, {"subsystem.box.low"}},
    {JNI_SIGNAL_ENERGY, {"energy"}, {"energy"}},
    {JNI_SIGNAL_KINETIC, {"energy.kinetic"}, {"energy.kinetic"}},
    {JNI_SIGNAL_POTENTIAL, {"energy.potential"}, {"energy.potential"}},
    {JNI_SIGNAL_WORK, {"energy.work"}, {"energy.work"}},
    {JNI_SIGNAL_ENERGY_ERROR, {"energy.error"}, {"energy.error"}},
    {JNI_SIGNAL_MOMENTUM, {"momentum.x", "momentum.y"}, {"momentum.x", "momentum.z"}},
    {JNI_SIGNAL_ANGULAR_MOMENTUM, {"angular_momentum"}, {"angular_momentum.x", "angular_momentum.z"}},
    {JNI_SIGNAL_VIOLATION_POSITION, {"violation.position"}, {"violation.position"}},
    {JNI_SIGNAL_VIOLATION_VELOCITY, {"violation.velocity"}, {"violation.velocity"}},
};
enum { NSAMPLES = sizeof samples / sizeof *samples };

static void test_every_kind_has_a_sample(void) {
  for (int kind = 0; kind < JNI_SIGNAL_COUNT; kind++) {
    bool found = jni_signal_level((jni_signal_kind)kind) > JNI_LEVEL_VELOCITY ||
                 (kind >= JNI_SIGNAL_CONTACT_GAP && kind <= JNI_SIGNAL_CONTACT_POWER);  // these have no gradient
    for (int i = 0; i < NSAMPLES; i++) found = found || (int)samples[i].kind == kind;
    if (!found) printf("no sample of signal kind %d\n", kind);
    CHECK(found);
  }
}

static jn_model *read_model(const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "signals", text, strlen(text), NULL, 0, report);
  for (int i = 0; i < jn_report_size(report) && !model; i++) printf("%s\n", jn_report_get(report, i)->what);
  CHECK(model != NULL);
  jn_report_free(report);
  return model;
}

// ---- states -------------------------------------------------------------------------------------------------------

// A random state of the tree in the coordinates of x: joints hold.
static void randomize_closed(bench *x, const bench *tree) {
  double *z = jn_state_z(x->system, x->state), d[MOST_NUMBERS];
  const jn_system *s = tree->system;
  jn_system_initial_state(s, tree->state);
  tree->state[0] = 0.3;
  for (int i = 0; i < s->sizes.nv; i++) {
    d[i] = random_number();
    tree->v[i] = random_number();
  }
  s->kind->step(s, tree->q, d, tree->q);
  jn_state_convert(s, tree->state, x->system, x->state);
  for (int i = 0; i < x->n.nz; i++) z[i] = 0.01 * random_number() + 0.3 * (i == 0);
}

static void all_stages(bench *x, const double *q, const double *v, const double *z) {
  jn_calc_position(x->system, x->work, x->state[0], q, z, jn_state_s(x->system, x->state));
  jn_calc_velocity(x->system, x->work, v);
  jn_calc_force(x->system, x->work, z);
}

// ---- differences, extrapolated ---------------------------------------------------------------------------------

typedef enum { BY_PLACE, BY_SPEED, BY_STATE } way;

static double value_moved(bench *x, const jni_signal *signal, way by, const double *d, double by_h) {
  double q[2 * MOST_NUMBERS], v[MOST_NUMBERS], z[MOST_NUMBERS], step[MOST_NUMBERS];
  const double *z0 = jn_state_z(x->system, x->state);
  for (int i = 0; i < x->n.nv; i++) {
    step[i] = by == BY_PLACE ? by_h * d[i] : 0;
    v[i] = x->v[i] + (by == BY_SPEED ? by_h * d[i] : 0);
  }
  for (int i = 0; i < x->n.nz; i++) z[i] = z0[i] + (by == BY_STATE ? by_h * d[i] : 0);
  x->system->kind->step(x->system, x->q, step, q);
  all_stages(x, q, v, z);
  return jni_signal_calc(x->system, x->work, signal, NULL, NULL);
}

// Ridders' table: the value whose neighbours agree best.
static double slope_along(bench *x, const jni_signal *signal, way by, const double *d) {
  enum { LEVELS = 7 };
  double row[LEVELS], before[LEVELS] = {0}, best = 0, error = HUGE_VAL;
  for (int k = 0; k < LEVELS; k++) {
    double h_k = first_step / (1 << k);
    row[0] = (value_moved(x, signal, by, d, h_k) - value_moved(x, signal, by, d, -h_k)) / (2 * h_k);
    for (int j = 1, factor = 4; j <= k; j++) {
      row[j] = (factor * row[j - 1] - before[j - 1]) / (factor - 1);
      double e = fmax(fabs(row[j] - row[j - 1]), fabs(row[j] - before[j - 1]));
      if (e <= error) {
        error = e;
        best = row[j];
      }
      factor *= 4;
    }
    memcpy(before, row, sizeof row);
  }
  return best;
}

// Direction i of a body: one of its speeds; in natural coordinates a motion that leaves it rigid. False: no more.
static bool direction(const bench *x, int body, int i, double *d) {
  const jn_system *s = x->system;
  int width = s->width[body], at = s->v_at[body];
  bool plane = s->model->space == JN_PLANE;
  memset(d, 0, MOST_NUMBERS * sizeof *d);
  if (!s->kind->natural || i < (plane ? 2 : 3)) {
    if (i < width) d[at + i] = 1;
    return i < width;
  }
  const double *R = x->q + s->q_at[body] + (plane ? 2 : 3);
  double *turn = d + at + (plane ? 2 : 3), axis[3] = {i == 3, i == 4, i == 5};
  if (width == 4 && i == 2) {
    turn[0] = -R[1];
    turn[1] = R[0];
    return true;
  }
  for (int k = 0; k < 3 && width == 12 && i < 6; k++) jnk_cross(axis, R + 3 * k, turn + 3 * k);
  return width == 12 && i < 6;
}

// ---- rows ---------------------------------------------------------------------------------------------------------

typedef struct {
  int bodies[MOST_NUMBERS], n;
} body_list;

static void note(void *context, int body) {
  body_list *l = context;
  for (int i = 0; i < l->n; i++)
    if (l->bodies[i] == body) return;
  l->bodies[l->n++] = body;
}

static double along_row(const bench *x, const body_list *l, const double *rows, int body, const double *d) {
  double sum = 0;
  for (int k = 0; k < l->n; k++)
    for (int i = 0; i < x->system->width[body] && l->bodies[k] == body; i++)
      sum += rows[k * JNI_WIDEST + i] * d[x->system->v_at[body] + i];
  return sum;
}

static void compare(const char *name, const bench *x, double given, double expected, double size) {
  if (!(fabs(given - expected) <= near_enough * size))
    printf("%s (%s): %.12g, by differences %.12g\n", name, jn_system_coordinates(x->system), given, expected);
  CHECK(fabs(given - expected) <= near_enough * size);
}

// Bodies that are not among those read have zero slopes, so that the pattern holds all.
static void check_rows(bench *x, const char *name, const jni_signal *signal) {
  double dq[MOST_NUMBERS * JNI_WIDEST] = {0}, dv[MOST_NUMBERS * JNI_WIDEST] = {0}, dz[MOST_NUMBERS] = {0},
                           d[MOST_NUMBERS], size = 1;
  body_list l = {.n = 0};
  jni_signal_bodies(x->system, signal, note, &l);
  jni_gradient_rows rows = {l.bodies, l.n, dq, dv, dz};
  all_stages(x, x->q, x->v, jn_state_z(x->system, x->state));
  jni_signal_gradient(x->system, x->work, signal, 1, &rows);
  for (int i = 0; i < l.n * JNI_WIDEST; i++) size = fmax(size, fmax(fabs(dq[i]), fabs(dv[i])));
  for (int i = 0; i < x->n.nz; i++) size = fmax(size, fabs(dz[i]));
  for (int b = 1; b < x->system->nbodies; b++)
    for (int i = 0; direction(x, b, i, d); i++) {
      compare(name, x, along_row(x, &l, dq, b, d), slope_along(x, signal, BY_PLACE, d), size);
      if (!x->system->kind->natural)
        compare(name, x, along_row(x, &l, dv, b, d), slope_along(x, signal, BY_SPEED, d), size);
    }
  for (int i = 0; i < x->n.nv && x->system->kind->natural; i++) {
    memset(d, 0, sizeof d);
    d[i] = 1;
    int b = 1;
    while (i >= x->system->v_at[b] + x->system->width[b]) b++;
    compare(name, x, along_row(x, &l, dv, b, d), slope_along(x, signal, BY_SPEED, d), size);
  }
  for (int i = 0; i < x->n.nz; i++) {
    memset(d, 0, sizeof d);
    d[i] = 1;
    compare(name, x, dz[i], slope_along(x, signal, BY_STATE, d), size);
  }
}

static jni_signal find_signal(const jn_model *model, const char *name, jni_signal_kind kind) {
  jni_signal found[JNI_MAX_COMPONENTS] = {0};
  char what[256] = "";
  int n = jni_signal_resolve(model, name, found, JNI_MAX_COMPONENTS, what, sizeof what);
  if (n != 1) printf("'%s': %s\n", name, what);
  CHECK(n == 1 && found[0].kind == kind);
  return found[0];
}

static const char *const *names_of(const sample *s, bool plane) { return plane ? s->plane : s->space; }

static void test_rows(const jn_model *model, const char *coordinates) {
  bool plane = jn_model_space(model) == JN_PLANE;
  bench x = new_bench(model, coordinates), tree = new_bench(model, "joint");
  for (int i = 0; i < NSAMPLES; i++)
    for (const char *const *name = names_of(&samples[i], plane); *name; name++) {
      jni_signal signal = find_signal(model, *name, samples[i].kind);
      if (jni_signal_gradient_sort(x.system, &signal) == JNI_GRADIENT_NONE) {
        CHECK(strncmp(*name, "violation.", 10) == 0);
        continue;
      }
      expect(jni_signal_gradient_sort(x.system, &signal));
      randomize_closed(&x, &tree);
      check_rows(&x, *name, &signal);
    }
  free_bench(&x);
  free_bench(&tree);
}

// ---- as a force ---------------------------------------------------------------------------------------------------

// The particle feels the signal and nothing else that moves.
static jn_model *model_with_reader(const char *text, const char *name, bool plane) {
  char whole[8192];
  const char *at = strstr(text, "forces:\n") + strlen("forces:\n");
  snprintf(whole, sizeof whole, "%.*s  reader: {type: point-force, at: p, value: [\"3*%s\", 0%s]}\n%s",
           (int)(at - text), text, name, plane ? "" : ", 0", at);
  return read_model(whole);
}

static int reader_row(const bench *x) {
  int body = jn_model_find_body(x->system->model, "p").i;
  return x->system->tree ? x->system->tree->links[x->system->tree->link_of[body]].v_at : x->system->v_at[body];
}

static double row_times(const double *row, const double *d, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += row[i] * d[i];
  return sum;
}

static void check_tangent(bench *x, const char *name, const jni_signal *signal) {
  int n = x->n.nv, row = reader_row(x);
  jn_tangents out = {.df_dq = numbers(n * n), .df_dv = numbers(n * n)};
  double *lambda = numbers(x->n.nc), d[MOST_NUMBERS], size = 1;
  for (int i = 0; i < x->n.nc; i++) lambda[i] = 0;
  jn_calc_tangents(x->system, x->work, x->state, lambda, &out);
  CHECK(x->system->forces[0].exact == (jni_signal_gradient_sort(x->system, signal) >= JNI_GRADIENT_EXACT));
  for (int i = 0; i < n; i++) size = fmax(size, fmax(fabs(out.df_dq[row * n + i]), fabs(out.df_dv[row * n + i])));
  for (int b = 1; b < x->system->nbodies && !x->system->tree; b++)
    for (int i = 0; direction(x, b, i, d); i++)
      compare(name, x, row_times(out.df_dq + row * n, d, n), 3 * slope_along(x, signal, BY_PLACE, d), size);
  for (int i = 0; i < n; i++) {
    memset(d, 0, sizeof d);
    d[i] = 1;
    compare(name, x, out.df_dv[row * n + i], 3 * slope_along(x, signal, BY_SPEED, d), size);
    if (x->system->tree) compare(name, x, out.df_dq[row * n + i], 3 * slope_along(x, signal, BY_PLACE, d), size);
  }
  free(out.df_dq);
  free(out.df_dv);
  free(lambda);
}

// What depends on all forces cannot be read by one, and errors of joints are nothing to act on.
static bool force_may_read(jni_signal_kind kind) { return kind != JNI_SIGNAL_PITCH_POINT && kind < JNI_SIGNAL_ENERGY; }

static void test_as_force(const char *text, const char *name, jni_signal_kind kind, bool plane) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  jn_model *model = model_with_reader(text, name, plane);
  jni_signal signal = find_signal(model, name, kind);
  bench tree = new_bench(model, "joint");
  for (int i = 0; i < 3; i++) {
    bench x = new_bench(model, coordinates[i]);
    expect(jni_signal_gradient_sort(x.system, &signal));
    randomize_closed(&x, &tree);
    check_tangent(&x, name, &signal);
    free_bench(&x);
  }
  free_bench(&tree);
  jn_model_free(model);
}

static void test_space(bool plane) {
  const char *text = plane ? plane_text : space_text;
  jn_model *model = read_model(text);
  if (!model) return;
  test_rows(model, "cartesian");
  test_rows(model, "natural");
  for (int i = 0; i < NSAMPLES; i++)
    for (const char *const *name = names_of(&samples[i], plane); *name && force_may_read(samples[i].kind); name++)
      test_as_force(text, *name, samples[i].kind, plane);
  jn_model_free(model);
}

int main(void) {
  test_every_kind_has_a_sample();
  test_space(true);
  test_space(false);
  return check_report();
}
