// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_teeth.c - gears and racks with `geometry`: tooth forces by hand, bearings that carry them, Newton and Euler for
// every body in all coordinates, the same motion to the last bit with and without, ends and axes turned round,
// planetary gears, and what is refused.
#include "balance.h"
#include "ending.h"
#include "memory.h"
#include "model/gear_mesh.h"
#include "model/hash.h"
#include "simulate/run.h"

#define TAN20 0.36397023426620234

// ---- tooth forces beside the reactions ---------------------------------------------------------------------------

static void add_tooth(bench *x, const bench *cartesian, const double *vdot, const double *lambda, int joint, int body,
                      wrench *sum) {
  const jn_model *model = x->system->model;
  static const double none[3] = {0, 0, 0};
  double force[3], point[3];
  jni_motion center;
  char name[160];
  snprintf(name, sizeof name, "joint.%s.on.%s.force", model->joints[joint].name, model->bodies[body].name);
  printed(x, vdot, lambda, name, force);
  snprintf(name, sizeof name, "joint.%s.point", model->joints[joint].name);
  printed(x, vdot, lambda, name, point);
  jni_body_motion(cartesian->system, cartesian->work, body, &center);
  add_wrench(&sum[body], center.r, point, force, none);
}

static void add_teeth(bench *x, const bench *cartesian, const double *vdot, const double *lambda, wrench *sum) {
  const jn_model *model = x->system->model;
  for (int j = 0; j < model->njoints; j++) {
    if (!jni_has_teeth(&model->joints[j])) continue;
    const jni_gear_mesh *mesh = &x->system->meshes[x->system->mesh_of[j]];
    for (int k = 0; k < 2; k++) add_tooth(x, cartesian, vdot, lambda, j, mesh->body[k], sum);
  }
}

// ---- by hand -----------------------------------------------------------------------------------------------------

typedef struct {
  const char *name;
  double value;
} expected;

// Largest difference from what is expected, relative to the largest.
static void check_values(const char *what, const char *text, const char *formulation, const expected *list) {
  jn_model *model = read_text(text);
  if (!model) return;
  const char *names[24];
  int n = 0;
  double most = 0;
  while (list[n].name) {
    most = fmax(most, fabs(list[n].value));
    names[n] = list[n].name;
    n++;
  }
  jn_choices choices = *jn_model_choices(model);
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  choices.until = 0.02;
  if (formulation) {
    snprintf(choices.formulation, sizeof choices.formulation, "%s", formulation);
    choices.step = 1e-3;
  }
  options.choices = &choices;
  options.probes = names;
  options.nprobes = n;
  jn_run *run = jn_run_new(model, &options, report);
  bool ok = run && jn_run_execute(run, report) == JN_OK;
  if (!ok) print_report(report, what);
  CHECK(ok);
  int first = ok ? jn_run_noutputs(run) - n : 0;
  for (int i = 0; ok && i < n; i++) {
    double value = jn_run_outputs(run)[first + i];
    bool near_enough = fabs(value - list[i].value) <= (formulation ? 1e-4 : 1e-9) * most;  // penalties give way
    if (!near_enough)
      printf("%s (%s): %s is %.9g, by hand %.9g\n", what, formulation ? formulation : "auto", names[i], value,
             list[i].value);
    CHECK(near_enough);
  }
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

// Two wheels of 50 and 100 mm; ten newton metres on the first, the second held.
#define PAIR(b_at, ratio)                                                                                   \
  "jounce: 1\nname: gears\nspace: plane\nground: {points: {A: [0, 0], B: [" b_at                            \
  ", 0]}}\n"                                                                                                \
  "bodies: {a: {mass: 1, inertia: 1e-3}, b: {mass: 4, inertia: 1e-2}}\n"                                    \
  "joints:\n  A: {type: revolute, between: [ground.A, a]}\n  B: {type: revolute, between: [ground.B, b]}\n" \
  "  g: {type: gear, from: A, to: B, ratio: " ratio                                                         \
  ", geometry: {radii: [50 mm, 100 mm]}, scale: 2.5}\n"                                                     \
  "drivers: {hold: {joint: B, motion: 0, scale: 0.3}}\nforces: {m: {type: torque, joint: A, value: 10}}\n"

static const expected external[] = {{"joint.g.force.x", 200 * TAN20},
                                    {"joint.g.force.y", 200},
                                    {"joint.g.torque", 0},
                                    {"joint.g.on.a.force.x", -200 * TAN20},
                                    {"joint.g.on.a.force.y", -200},
                                    {"joint.A.force.x", 200 * TAN20},
                                    {"joint.A.force.y", 200},
                                    {"joint.A.torque", 0},
                                    {"joint.B.force.x", -200 * TAN20},
                                    {"joint.B.force.y", -200},
                                    {"joint.B.torque", 20},
                                    {"joint.B.on.ground.force.y", 200},
                                    {"joint.hold.push", 20},
                                    {"joint.g.point.x", 0.05},
                                    {"joint.g.point.y", 0},
                                    {NULL, 0}};

// The first wheel runs inside the second, 50 mm to the right of its axis.
static const expected internal[] = {
    {"joint.g.force.x", 200 * TAN20}, {"joint.g.force.y", 200},          {"joint.A.force.x", 200 * TAN20},
    {"joint.A.force.y", 200},         {"joint.B.force.x", -200 * TAN20}, {"joint.B.force.y", -200},
    {"joint.hold.push", -20},         {"joint.g.point.x", 0.05},         {NULL, 0}};

static const char *const rack_text =
    "jounce: 1\nname: rack\nspace: plane\nground: {points: {O: [0, 0.05], R: [0, -0.01]}}\n"
    "bodies: {pinion: {mass: 1, inertia: 1e-3}, bar: {mass: 2, inertia: 0.1, points: {T: [0.3, 0.01]}}}\n"
    "joints:\n  P: {type: revolute, between: [ground.O, pinion]}\n"
    "  S: {type: prismatic, between: [ground.R, bar], axis: x}\n"
    "  mesh: {type: rack, pinion: P, slide: S, radius: 50 mm, geometry: {at: bar.T}}\n"
    "drivers: {hold: {joint: P, motion: 0}}\nforces: {load: {type: point-force, at: bar, value: [1000, 0]}}\n";

// The load is taken at the pitch line, 10 mm above its own line.
static const expected rack[] = {{"joint.P.force.x", -1000},
                                {"joint.P.force.y", -1000 * TAN20},
                                {"joint.P.torque", -50},
                                {"joint.S.force.x", 0},
                                {"joint.S.force.y", 1000 * TAN20},
                                {"joint.S.torque", -10},
                                {"joint.mesh.force.x", -1000},
                                {"joint.mesh.on.pinion.force.y", 1000 * TAN20},
                                {"joint.mesh.point.y", 0},
                                {"joint.hold.push", -50},
                                {NULL, 0}};

static void test_by_hand(void) {
  check_values("external gears", PAIR("0.15", "-0.5"), NULL, external);
  check_values("internal gear", PAIR("-0.05", "0.5"), NULL, internal);
  check_values("rack", rack_text, NULL, rack);
  for (int i = 0; jn_formulation_name(i); i++) {
    check_values("external gears", PAIR("0.15", "-0.5"), jn_formulation_name(i), external);
    check_values("rack", rack_text, jn_formulation_name(i), rack);
  }
}

// ---- on a carrier that moves ----------------------------------------------------------------------------------------

// An arm turns on the ground and carries two gears of 0.2 and 0.3 m and a rack below the second. `%s`: ends and axes of
// A and B, ratio, radius, geometry.
static const char *const plane_arm =
    "jounce: 1\nname: arm\nspace: plane\ngravity: [0.3, -9.81]\nground: {points: {O: [0.1, 0.2], G: [1.5, 0]}}\n"
    "bodies:\n"
    "  arm: {mass: 2, inertia: 0.3, com: [0.3, 0.1], points: {A: [0.1, 0.4], B: [0.5, 0.7], C: [0.7, 0.4]}}\n"
    "  a: {mass: 1.3, inertia: 0.1, com: [0.02, -0.05], points: {P: [0.01, 0.02]}}\n"
    "  b: {mass: 0.7, inertia: 0.05, com: [-0.03, 0.1], points: {P: [0, 0.02]}}\n"
    "  c: {mass: 0.9, inertia: 0.06, com: [0.04, 0.02], points: {P: [0.1, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, arm]}\n"
    "  A: {type: revolute, between: %s}\n  B: {type: revolute, between: %s}\n"
    "  C: {type: prismatic, between: [arm.C, c.P], axis: x%s}\n"
    "  g: {type: gear, from: A, to: B, ratio: %.17g%s, scale: 1.3}\n"
    "  r: {type: rack, pinion: B, slide: C, radius: %.17g%s, scale: 0.7}\n%s"
    "forces:\n  motor: {type: torque, joint: O, value: 3}\n  load: {type: point-force, at: c, value: [40, 5]}\n";

// The same along an axis that is none of the ground's, on an arm that turns about another; the second gear may slide
// along its shaft.
static const char *const space_arm =
    "jounce: 1\nname: arm\nspace: space\ngravity: [0.3, -9.81, 0.7]\n"
    "ground: {points: {O: [0.1, 0.2, 0], G: [1.5, 0, 0]}}\n"
    "bodies:\n"
    "  arm: {mass: 2, inertia: [0.3, 0.4, 0.5], com: [0.3, 0.1, 0.2], frames: {\n"
    "    A: {at: [0.1, 0.1, 0.4], orientation: {axis: x, angle: 90 deg}}, B: {at: [0.5, 0.25, 0.7], "
    "orientation: {axis: x, angle: 90 deg}},\n"
    "    C: {at: [0.7, 0.1, 0.4], orientation: {axis: x, angle: 90 deg}}, T: {at: [0.2, 0.3, 0.4]}}}\n"
    "  a: {mass: 1.3, inertia: [0.1, 0.12, 0.15], com: [0.02, -0.05, 0.03], points: {P: [0.01, 0.02, 0.1]}}\n"
    "  b: {mass: 0.7, inertia: [0.05, 0.06, 0.07], com: [-0.03, 0.1, 0.02], points: {P: [0, 0.02, 0]}}\n"
    "  c: {mass: 0.9, inertia: [0.06, 0.05, 0.07], com: [0.04, 0.02, 0], points: {P: [0.1, 0, 0.2], "
    "T: [0.3, 0, 0.1]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, arm], axis: [0.2, 1, 0.5]}\n"
    "  A: {type: revolute, between: %s}\n  B: {type: cylindrical, between: %s}\n"
    "  C: {type: prismatic, between: [arm.C, c.P], axis: x%s}\n"
    "  g: {type: gear, from: A, to: B, ratio: %.17g%s, scale: 1.3}\n"
    "  r: {type: rack, pinion: B, slide: C, radius: %.17g%s, scale: 0.7}\n%s"
    "forces:\n  motor: {type: torque, joint: O, value: 3}\n  load: {type: point-force, at: c, value: [40, 5, 20]}\n"
    "  shaft: {type: spring-damper, between: [arm.T, b.P], stiffness: 30, rest: 0.1, damping: 2}\n";

typedef struct {
  bool plane, swap_a, swap_b, cut, teeth, down, loop;  // down: in space the first axis points the other way
} arm_variant;

static jn_model *arm_model(arm_variant v) {
  char text[4096];
  const char *cut = v.cut ? ", tree: false" : "", *b = v.plane ? "[arm.B, b.P]" : "[arm.B, b.P], axis: z";
  const char *a[2] = {v.down ? "[arm.A, a.P], axis: -z" : "[arm.A, a.P]",
                      v.down ? "[a.P, arm.A], axis: -z" : "[a.P, arm.A]"};
  const char *turned = v.plane ? "[b.P, arm.B]" : "[b.P, arm.B], axis: z";
  double ratio = (v.swap_a != v.swap_b ? 1 : -1) * (v.down ? -1 : 1) * 0.2 / 0.3, radius = v.swap_b ? -0.3 : 0.3;
  snprintf(text, sizeof text, v.plane ? plane_arm : space_arm, a[v.swap_a], v.swap_b ? turned : b, cut, ratio,
           !v.teeth  ? ""
           : v.plane ? ", geometry: {radii: [0.2, 0.3]}"
                     : ", geometry: {at: arm.T, pressure_angle: 25 deg}",
           radius,
           !v.teeth  ? ""
           : v.plane ? ", geometry: {}"
                     : ", geometry: {at: c.T}",
           !v.loop   ? ""
           : v.plane ? "  L: {type: distance, between: [ground.G, c.P], length: 0.92}\n"
                     : "  L: {type: distance, between: [ground.G, c.P], length: 0.86}\n");
  return read_text(text);
}

// What a joint carries does no work along the coordinates that it leaves free.
static void add_free_part(bench *x, const double *vdot, const double *lambda, int joint, double *along, double *most) {
  const jni_joint_element *j = &x->system->model->joints[joint];
  double force[3], torque[3], axis[3];
  jni_motion at;
  jni_joint_reaction(x->system, x->work, joint, 1, vdot, lambda, force, torque);
  jni_frame_motion(x->system, x->work, j->def.between[1].i, &at);
  for (int c = 0; c < j->kind->ncoordinates; c++) {
    bool turns = j->kind->coordinates[c].kind == JNI_ANGLE;
    const double *what = turns ? torque : force, normal[3] = {0, 0, 1};
    jnk_mat_vec(at.R, turns && x->system->model->space == JN_PLANE ? normal : j->def.axis[1], axis);
    *along = fmax(*along, fabs(jnk_dot(axis, what)));
    *most = fmax(*most, jnk_norm(force) + jnk_norm(torque));
  }
}

static void check_free(const char *what, const jn_model *model) {
  bench x = new_bench(model, "cartesian");
  double *vdot = numbers(x.n.nv), *lambda = numbers(x.n.nc), along = 0, most = 0;
  bool ok = assembled(&x) && jn_solve_acceleration(x.system, x.work, x.state, vdot, lambda) == JN_OK;
  CHECK(ok);
  for (int j = 1; ok && j < 4; j++) add_free_part(&x, vdot, lambda, j, &along, &most);
  if (!(along <= 1e-10 * most)) printf("%s: %.2g of %.2g along a free coordinate\n", what, along, most);
  CHECK(along <= 1e-10 * most);
  free(vdot);
  free(lambda);
  free_bench(&x);
}

// Newton and Euler with the tooth forces.
static void test_arm(void) {
  for (int k = 0; k < 128; k++) {
    arm_variant v = {k & 1, k & 2, k & 4, k & 8, k & 16, k & 32, k & 64};
    if (v.plane && v.down) continue;
    char what[80];
    snprintf(what, sizeof what, "arm %s%s%s%s%s%s", v.plane ? "in the plane" : "in space", v.swap_a ? ", A turned" : "",
             v.swap_b ? ", B turned" : "", v.cut ? ", cut" : "", v.teeth ? ", teeth" : "", v.loop ? ", loop" : "");
    jn_model *model = arm_model(v);
    if (model) check_balance(what, model, add_teeth);
    if (model && v.teeth) check_free(what, model);
    jn_model_free(model);
  }
}

// ---- the motion -----------------------------------------------------------------------------------------------------

static void run_arm(arm_variant v, const char *coordinates, ending *end) {
  jn_model *model = arm_model(v);
  if (!model) return;
  static const char *const names[] = {
      "arm.x", "a.x", "b.y", "c.x", "joint.A.angle", "joint.g.lambda", "joint.O.force.x", "joint.O.torque", "energy"};
  jn_choices choices = *jn_model_choices(model);
  choices.until = 0.3;
  snprintf(choices.coordinates, sizeof choices.coordinates, "%s", coordinates);
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  options.probes = names;
  options.nprobes = sizeof names / sizeof *names;
  jn_run *run = jn_run_new(model, &options, report);
  *end = (ending){.status = run ? jn_run_execute(run, report) : JN_BAD_MODEL};
  if (end->status == JN_OK) take(run, end);
  else print_report(report, "arm");
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

// Geometry changes no number of the motion, nor what the arm's own bearing carries.
static void test_motion(void) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  for (int k = 0; k < 6; k++) {
    ending with, without;
    arm_variant v = {.plane = k & 1, .teeth = true};
    run_arm(v, coordinates[k / 2], &with);
    v.teeth = false;
    run_arm(v, coordinates[k / 2], &without);
    CHECK(with.status == JN_OK && without.status == JN_OK && with.n > 8 && with.n == without.n);
    for (int i = 0; i < with.n; i++) CHECK(with.values[i] == without.values[i]);
  }
}

// ---- planetary gears ------------------------------------------------------------------------------------------------

// Sun, planets and a ring that is fixed to the housing; angles are those against the ground, so that a mesh is a
// relation of three joints. Module 2 mm, 20, 25 and 70 teeth: 20, 25 and 70 mm, the pins 45 mm out. Ten newton metres
// on the sun are 45 on the carrier and -35 on the ring.
#define PLANETARY(space, z, inertia, count)                                                                         \
  "jounce: 1\nname: planetary gear\nspace: " space "\nground: {points: {O: [0, 0" z "], H: [0.2, 0.1" z             \
  "]}}\n"                                                                                                           \
  "bodies:\n  sun: {mass: 1, inertia: " inertia "}\n  ring: {mass: 5, inertia: " inertia ", points: {H: [0.1, 0" z  \
  "]}}\n"                                                                                                           \
  "  housing: {mass: 9, inertia: " inertia ", points: {H: [0.2, 0.1" z "], R: [0.1, 0" z                            \
  "]}}\n"                                                                                                           \
  "  carrier: {mass: 2, inertia: " inertia ", points: {Q1: [0.045, 0" z "], Q2: [-0.0225, 0.038971143170299740" z   \
  "], Q3: [-0.0225, -0.038971143170299740" z                                                                        \
  "]}}\n"                                                                                                           \
  "  \"planet{i}\": {repeat: {i: [1, " count "]}, mass: 0.5, inertia: " inertia                                     \
  "}\n"                                                                                                             \
  "joints:\n  H: {type: fixed, between: [ground.H, housing.H]}\n  R: {type: fixed, between: [ring.H, housing.R]}\n" \
  "  S: {type: revolute, between: [ground.O, sun]}\n  C: {type: revolute, between: [ground.O, carrier]}\n"          \
  "  \"P{i}\": {repeat: {i: [1, " count                                                                             \
  "]}, type: revolute, between: [\"carrier.Q{i}\", \"planet{i}\"]}\n"                                               \
  "  \"s{i}\": {repeat: {i: [1, " count                                                                             \
  "]}, type: coupling, terms: {S: 20, C: -20, \"P{i}\": 25}, geometry: {between: [sun, \"planet{i}\"], radii: [20 " \
  "mm, 25 mm]}}\n"                                                                                                  \
  "  \"r{i}\": {repeat: {i: [1, " count                                                                             \
  "]}, type: coupling, terms: {C: 70, \"P{i}\": 25}, geometry: {between: [ring, \"planet{i}\"], radii: [70 mm, 25 " \
  "mm]}}\n"                                                                                                         \
  "drivers: {hold: {joint: C, motion: 0}}\nforces: {motor: {type: torque, joint: S, value: 10}}\n"
#define IN_PLANE(count) PLANETARY("plane", "", "1e-3", count)
#define IN_SPACE(count) PLANETARY("space", ", 0", "[1e-3, 1e-3, 1.5e-3]", count)

static const expected one_planet[] = {{"joint.P1.on.planet1.force.x", 0},
                                      {"joint.P1.on.planet1.force.y", -1000},
                                      {"joint.P1.on.carrier.force.y", 1000},
                                      {"joint.s1.on.sun.force.x", -500 * TAN20},
                                      {"joint.s1.on.sun.force.y", -500},
                                      {"joint.s1.force.y", 500},
                                      {"joint.r1.on.ring.force.x", 500 * TAN20},
                                      {"joint.r1.on.ring.force.y", -500},
                                      {"joint.S.force.y", 500},
                                      {"joint.s1.point.x", 0.02},
                                      {"joint.r1.point.x", 0.07},
                                      {"joint.hold.push", -45},
                                      {NULL, 0}};
static const expected housing_plane[] = {{"joint.R.on.ring.torque", 35 - 500 * 0.1},
                                         {"joint.R.on.ring.force.y", 500},
                                         {"joint.H.force.y", 500},
                                         {"joint.H.torque", 35 - 500 * 0.2 + 500 * TAN20 * -0.1},
                                         {"joint.C.torque", -45},
                                         {"joint.S.torque", 0},
                                         {NULL, 0}};

// The same with all wheels on the carrier, so that a mesh is a gear of two joints. The ring, which is fixed, holds the
// carrier.
static const char *const on_carrier =
    "jounce: 1\nname: planetary gear\nspace: plane\nground: {points: {O: [0, 0]}}\n"
    "bodies:\n  sun: {mass: 1, inertia: 1e-3}\n  ring: {mass: 5, inertia: 1e-3}\n"
    "  planet1: {mass: 0.5, inertia: 1e-3}\n"
    "  carrier: {mass: 2, inertia: 1e-3, points: {Q: [0.045, 0]}}\n"
    "joints:\n  F: {type: fixed, between: [ground.O, ring]}\n  R: {type: revolute, between: [carrier, ring]}\n"
    "  S: {type: revolute, between: [carrier, sun]}\n  P1: {type: revolute, between: [carrier.Q, planet1]}\n"
    "  s1: {type: gear, from: S, to: P1, ratio: \"=-20/25\", geometry: {}}\n"
    "  r1: {type: gear, from: R, to: P1, ratio: \"=70/25\", geometry: {}}\n"
    "drivers: {hold: {joint: R, motion: 0}}\nforces: {motor: {type: torque, at: sun, value: 10}}\n";
static const expected carried[] = {{"joint.P1.force.x", 0},
                                   {"joint.P1.force.y", -1000},
                                   {"joint.s1.on.sun.force.y", -500},
                                   {"joint.r1.on.ring.force.y", -500},
                                   {"joint.S.force.y", 500},
                                   {"joint.S.torque", 0},
                                   {"joint.F.torque", -10},
                                   {"joint.hold.push", 45},
                                   {NULL, 0}};

// Each of three planets takes a third, and the sun's bearing nothing.
static const expected three_planets[] = {{"joint.P1.force.x", 0},
                                         {"joint.P1.force.y", -1000. / 3},
                                         {"joint.P2.force.x", 866.02540378443865 / 3},
                                         {"joint.P2.force.y", 500. / 3},
                                         {"joint.P3.force.x", -866.02540378443865 / 3},
                                         {"joint.P3.force.y", 500. / 3},
                                         {"joint.S.force.x", 0},
                                         {"joint.S.force.y", 0},
                                         {"joint.hold.push", -45},
                                         {NULL, 0}};

static void test_planetary(void) {
  check_values("gears on the carrier", on_carrier, NULL, carried);
  check_values("three planets", IN_PLANE("3"), NULL, three_planets);
  for (int i = 0; jn_formulation_name(i); i++)
    check_values("three planets", IN_PLANE("3"), jn_formulation_name(i), three_planets);
  check_values("one planet", IN_PLANE("1"), NULL, one_planet);
  check_values("one planet in space", IN_SPACE("1"), NULL, one_planet);
  check_values("its housing", IN_PLANE("1"), NULL, housing_plane);
  const char *const texts[] = {IN_PLANE("1"), IN_SPACE("1")};
  for (int k = 0; k < 2; k++) {
    jn_model *model = read_text(texts[k]);
    if (model) check_balance("planetary gear", model, add_teeth);
    jn_model_free(model);
  }
}

// ---- a differential -------------------------------------------------------------------------------------------------

// Fifty newton metres on the shaft, a ratio of 0.25, and wheels that are held from outside: the housing gets the
// shaft's torque about x and that of both wheels about y.
static const char *const differential_text =
    "jounce: 1\nname: rear axle\nspace: space\nground: {points: {O: [0, 0, 0]}}\n"
    "bodies:\n  housing: {mass: 9, inertia: [1, 1, 1], points: {L: [0, 0.5, 0], R: [0, -0.5, 0], C: [0.3, 0, 0]}}\n"
    "  left: {mass: 1, inertia: [1, 1, 1]}\n  right: {mass: 1, inertia: [1, 1, 1]}\n"
    "  shaft: {mass: 1, inertia: [1, 1, 1]}\n"
    "joints:\n  H: {type: fixed, between: [ground.O, housing]}\n"
    "  L: {type: revolute, between: [housing.L, left], axis: y}\n"
    "  R: {type: revolute, between: [housing.R, right], axis: y}\n"
    "  C: {type: revolute, between: [housing.C, shaft], axis: x}\n"
    "  D: {type: differential, carrier: C, left: L, right: R, ratio: 0.25, scale: 3}\n"
    "forces:\n  engine: {type: torque, at: shaft, value: [50, 0, 0]}\n"
    "  brake_left: {type: torque, at: left, value: [0, -100, 0]}\n"
    "  brake_right: {type: torque, at: right, value: [0, -100, 0]}\n";
static const expected differential[] = {{"joint.D.push", 200},
                                        {"joint.C.torque.x", -50},
                                        {"joint.L.torque.y", 100},
                                        {"joint.R.torque.y", 100},
                                        {"joint.L.on.housing.torque.y", -100},
                                        {"joint.H.torque.x", -50},
                                        {"joint.H.torque.y", 200},
                                        {"joint.H.torque.z", 0},
                                        {NULL, 0}};

// ---- other ways to reactions ----------------------------------------------------------------------------------------

static void check_printed(const char *what, bench *x, const double *vdot, const double *lambda, const expected *list) {
  for (int i = 0; list[i].name; i++) {
    double value[3];
    printed(x, vdot, lambda, list[i].name, value);
    double found = fabs(value[0]) > 0 ? value[0] : value[2];  // one component, wherever it is put
    if (!(fabs(found - list[i].value) <= 1e-6))
      printf("%s: %s is %.9g, by hand %.9g\n", what, list[i].name, found, list[i].value);
    CHECK(fabs(found - list[i].value) <= 1e-6);
  }
}

static void check_equilibrium(bench *x) {
  double *zero = numbers(x->n.nv), *lambda = numbers(x->n.nc);
  jn_equilibrium_options options = jn_equilibrium_options_default();
  jn_equilibrium found;
  for (int i = 0; i < x->n.nv; i++) zero[i] = 0;
  CHECK(jn_solve_equilibrium(x->system, &options, x->state, lambda, &found, NULL) == JN_OK);
  check_printed("equilibrium", x, zero, lambda, rack);
  free(zero);
  free(lambda);
}

// By the driver, and by an actuator on the joint's coordinate: the same motor.
static void check_kinematics(bench *x, const char *actuator) {
  jn_kinematics_options options = jn_kinematics_options_default();
  jn_report *report = jn_report_new(NULL);
  if (actuator) {
    options.actuators = &actuator;
    options.nactuators = 1;
  }
  jn_kinematics *k = jn_kinematics_new(x->system, &options, x->state, report);
  bool ok = k && jn_kinematics_go(k, 0.1, report) == JN_OK;
  if (!ok) print_report(report, "kinematics");
  CHECK(ok);
  if (ok) {
    bench inside = *x;
    inside.work = jn_kinematics_work(k);
    inside.state = (double *)jn_kinematics_state(k);
    expected list[24];
    int n = 0;
    for (int i = 0; rack[i].name; i++)
      if (!actuator || !strstr(rack[i].name, "push")) list[n++] = rack[i];
    list[n] = (expected){NULL, 0};
    check_printed(actuator ? actuator : "kinematics", &inside, jn_kinematics_vdot(k), jn_kinematics_lambda(k), list);
  }
  jn_kinematics_free(k);
  jn_report_free(report);
}

static void test_other_ways(void) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  jn_model *model = read_text(rack_text);
  for (int k = 0; k < 3 && model; k++) {
    bench x = new_bench(model, coordinates[k]);
    CHECK(jn_assemble(x.system, x.state, NULL, NULL) == JN_OK);
    check_kinematics(&x, NULL);
    check_kinematics(&x, "joint.P.angle");
    check_equilibrium(&x);
    free_bench(&x);
  }
  jn_model_free(model);
}

// ---- what is said, and the C interface ------------------------------------------------------------------------------

static int count_notes(const char *text, const char *probe) {
  jn_model *model = read_text(text);
  if (!model) return -1;
  jn_report *report = jn_report_new(NULL);
  jn_system *system = jn_system_new(model, "cartesian", report);
  jn_probe *made = jn_probe_new(system, &probe, 1, false, report);
  int notes = 0;
  for (int i = 0; i < jn_report_size(report); i++)
    notes += jn_report_get(report, i)->severity == JN_NOTE &&
             strstr(jn_report_get(report, i)->what, "without 'geometry'") != NULL;
  CHECK(made != NULL && jn_report_count(report, JN_FAULT) == 0);
  jn_probe_free(made);
  jn_system_free(system);
  jn_report_free(report);
  jn_model_free(model);
  return notes;
}

#define BARE                                                                                                        \
  "jounce: 1\nspace: plane\nground: {points: {A: [0, 0], B: [0.15, 0]}}\nbodies: {a: {mass: 1, inertia: 1e-3}, b: " \
  "{mass: 4, inertia: 1e-2}}\n"                                                                                     \
  "joints:\n  A: {type: revolute, between: [ground.A, a]}\n  B: {type: revolute, between: [ground.B, b]}\n"

static void test_notes(void) {
  static const char *const bare = BARE "  g: {type: gear, from: A, to: B, ratio: -0.5}\n";
  CHECK(count_notes(BARE "  g: {type: coupling, terms: {A: 20, B: 40}}\n", "joint.B.force") == 1);
  CHECK(count_notes(bare, "joint.B.force") == 1);
  CHECK(count_notes(bare, "joint.B.angle") == 0);
  CHECK(count_notes(bare, "joint.g.push") == 0);
  CHECK(count_notes(PAIR("0.15", "-0.5"), "joint.B.force") == 0);
}

typedef struct {
  jn_model *model;
  jn_joint joints[2];
} pair;

static pair begin_pair(void) {
  pair p = {.model = jn_model_new(NULL, "pair", JN_PLANE)};
  static const char *const names[] = {"a", "b"}, *const points[] = {"A", "B"}, *const joints[] = {"JA", "JB"};
  for (int i = 0; i < 2; i++) {
    jn_body_def body = jn_body_def_default();
    body.name = names[i];
    body.mass = 1;
    body.inertia[2] = 1;
    jn_joint_def joint = jn_joint_def_default();
    joint.name = joints[i];
    joint.type = "revolute";
    joint.between[0] =
        jn_model_add_frame(p.model, jn_model_ground(p.model), points[i], (double[3]){0.15 * i, 0, 0}, NULL);
    joint.between[1] = jn_model_body_frame(p.model, jn_model_add_body(p.model, &body));
    p.joints[i] = jn_model_add_joint(p.model, &joint);
  }
  return p;
}

static jn_status finish_pair(pair *p, jn_geometry geometry, uint64_t *hash) {
  jn_joint_def gear = jn_joint_def_default();
  gear.name = "g";
  gear.type = "gear";
  gear.joint = p->joints[0];
  gear.other[0] = p->joints[1];
  gear.ratio = -0.5;
  gear.geometry = geometry;
  jn_model_add_joint(p->model, &gear);
  jn_status status = jn_model_finish(p->model);
  *hash = status == JN_OK ? jni_equations_hash(p->model) : 0;
  jn_model_free(p->model);
  return status;
}

// Definitions without a file; what a run continues with knows the geometry.
static void test_interface(void) {
  uint64_t none, twenty, thirty, bad;
  jn_geometry g = jn_joint_def_default().geometry;
  pair p[5] = {begin_pair(), begin_pair(), begin_pair(), begin_pair(), begin_pair()};
  CHECK_NEAR(g.pressure_angle, 20 * 3.14159265358979 / 180, 1e-12);
  CHECK(finish_pair(&p[0], g, &none) == JN_OK);
  g.given = true;
  CHECK(finish_pair(&p[1], g, &twenty) == JN_OK);
  g.pressure_angle = 0.5;
  CHECK(finish_pair(&p[2], g, &thirty) == JN_OK);
  CHECK(none != twenty && twenty != thirty && none != thirty);
  g.pressure_angle = NAN;
  CHECK(finish_pair(&p[3], g, &bad) == JN_BAD_MODEL);
  g.pressure_angle = 0.3;
  g.radii[0] = 0.06;
  CHECK(finish_pair(&p[4], g, &bad) == JN_BAD_MODEL);
}

// ---- memory that runs out -------------------------------------------------------------------------------------------

// Reads the gear with three planets and begins a run; true where both were possible.
static bool begin_run(const jn_alloc *alloc) {
  static const char *const text = IN_PLANE("3"), *const probe = "joint.P1.force";
  jn_model *model = jn_model_read_text(alloc, "test", text, strlen(text), NULL, 0, NULL);
  jn_run_options options = jn_run_options_default();
  options.probes = &probe;
  options.nprobes = 1;
  jn_run *run = model ? jn_run_new(model, &options, NULL) : NULL;
  bool begun = run != NULL;
  jn_run_free(run);
  jn_model_free(model);
  return begun;
}

static void test_memory(void) {
  memory_count d = {0};
  jn_alloc alloc = {counted_resize, &d};
  CHECK(begin_run(&alloc) && d.live == 0);
  long all = d.calls;
  for (long k = 1; k <= all; k += LIGHT ? 7 : 1) {
    d = (memory_count){.fail_at = k};
    CHECK(!begin_run(&alloc));
    CHECK(d.live == 0);
  }
}

int main(void) {
  test_by_hand();
  test_arm();
  test_motion();
  test_planetary();
  check_values("differential", differential_text, NULL, differential);
  test_other_ways();
  test_notes();
  test_interface();
  test_memory();
  return check_report();
}
