// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_parts_placed.c - where the elements of parts are: placement, starts, mirror images, robots of other programs on
// bodies, shapes.
#include "model/model.h"
#include "parts.h"

// ---- where bodies begin -----------------------------------------------------------------------------------------

static double initial_of(const jn_model *model, const char *name) {
  for (int i = 0; i < model->ninitials; i++)
    if (strcmp(model->initials[i].name, name) == 0) return model->initials[i].value;
  return NAN;
}

#define START                                                                          \
  "jounce: 1\nspace: space\n"                                                          \
  "parts:\n"                                                                           \
  "  p:\n"                                                                             \
  "    ports: {on: body}\n"                                                            \
  "%s"                                                                                 \
  "    bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}}\n" \
  "    initial:\n"                                                                     \
  "      guess: {a.position: [1, 2, 3], a.velocity: [1, 0, 0], a.omega: [1, 2, 3],\n"  \
  "        a.orientation: {axis: x, angle: 90 deg}, b.position: [0, 0, 1]}\n"          \
  "bodies: {car: {mass: 1, inertia: [1, 1, 1]}}\n"                                     \
  "use: {u: {part: p, ports: {on: car}, at: [10, 0, 0]%s}}\n"                          \
  "initial: {guess: {car.position: [0, 0, 5], car.orientation: {angle: 90 deg}, car.velocity: [0, 7, 0], u.b.z: 8}}\n"

static jn_model *start_of(const char *base, const char *use) {
  char text[2048];
  snprintf(text, sizeof text, START, base, use);
  return read_text(text, NULL, 0);
}

static void test_start(void) {
  jn_model *moved = start_of("", ""), *turned = start_of("", ", orientation: {angle: 90 deg}"),
           *mirrored = start_of("", ", mirror: y"), *based = start_of("    base: on\n", "");
  const double tiny = 1e-14, half = sqrt(0.5);
  if (!moved || !turned || !mirrored || !based) return;
  CHECK(initial_of(moved, "u.a.x") == 11 && initial_of(moved, "u.a.z") == 3 && initial_of(moved, "u.a.vx") == 1);
  CHECK(initial_of(moved, "u.b.x") == 10 && initial_of(moved, "u.b.z") == 8);  // what is said outside counts
  CHECK_NEAR(initial_of(turned, "u.a.x"), 8, tiny);
  CHECK_NEAR(initial_of(turned, "u.a.y"), 1, tiny);
  CHECK_NEAR(initial_of(turned, "u.a.vy"), 1, tiny);
  CHECK_NEAR(initial_of(turned, "u.a.qw"), 0.5, tiny);
  CHECK_NEAR(initial_of(turned, "u.a.qy"), 0.5, tiny);
  CHECK(initial_of(turned, "u.a.wx") == 1);
  CHECK(isnan(initial_of(turned, "u.b.qz")));  // nothing is said of it: it begins along the part's axes
  CHECK(initial_of(mirrored, "u.a.y") == -2 && initial_of(mirrored, "u.a.x") == 11);
  CHECK(initial_of(mirrored, "u.a.wx") == -1 && initial_of(mirrored, "u.a.wy") == 2);
  CHECK_NEAR(initial_of(mirrored, "u.a.qx"), -half, tiny);
  CHECK_NEAR(initial_of(based, "u.a.x"), -2, tiny);
  CHECK_NEAR(initial_of(based, "u.a.y"), 11, tiny);
  CHECK(initial_of(based, "u.a.z") == 8);
  CHECK_NEAR(initial_of(based, "u.a.vy"), 8, tiny);
  jn_model_free(moved);
  jn_model_free(turned);
  jn_model_free(mirrored);
  jn_model_free(based);
}

// What is not said is at rest in the part's frame: a start, not a given value.
static void test_unsaid(void) {
  static const struct {
    const char *use, *ends;
    double p[3], v[3];  // of the centre of mass
  } cases[] = {
      {"at: [1, 5]", "{a.x: 1}", {2, 5, 0}, {0, 0, 0}},
      {"at: [1, 5], mirror: x", "{a.x: 1}", {0, 5, 0}, {0, 0, 0}},
      {"at: [1, 5], orientation: {angle: 0.5}", "{a.rate: 0}", {1, 5, 0.5}, {0, 0, 0}},
      {"ports: {f: c}", "{a.velocity: [0, 0]}", {2, 3, 0}, {20, 1, 0.5}},
      {"ports: {f: c}", "{a.velocity: [0, 1], a.position: [1, 0]}", {3, 3, 0}, {20, 2.5, 0.5}},
      {"ports: {f: c}, at: [0, 2]", "{a.x: 1}", {3, 5, 0}, {19, 1.5, 0.5}},
      {"ports: {f: c}", "{a.rate: 1}", {2, 3, 0}, {20, 1, 1.5}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[1024];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: plane\nparts:\n  P: {ports: {f: {type: body, default: ground}}, base: f,\n"
             "    bodies: {a: {mass: 1, inertia: 1}}, initial: {keep: %s}}\nbodies: {c: {mass: 1, inertia: 1}}\n"
             "initial: {keep: {c.position: [2, 3], c.velocity: [20, 1], c.angle: 0, c.rate: 0.5}}\n"
             "use: {u: {part: P, %s}}\n",
             cases[i].ends, cases[i].use);
    jn_model *model = read_text(text, NULL, 0);
    jn_system *system = model ? jn_system_new(model, "cartesian", NULL) : NULL;
    double state[64] = {0};
    CHECK(system && jn_system_sizes(system).nstate <= 64 && jn_system_initial_state(system, state) == JN_OK);
    for (int k = 0; system && k < 3; k++) {
      CHECK_NEAR(jn_state_q(system, state)[3 + k], cases[i].p[k], 1e-14);
      CHECK_NEAR(jn_state_v(system, state)[3 + k], cases[i].v[k], 1e-14);
    }
    jn_system_free(system);
    jn_model_free(model);
  }
}

// The ground of a part is the frame that the part is placed in: as a point of it at zero.
static void test_ground(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: space\nparts:\n  P:\n    ground: {frames: {O: {at: [0, 0, 0]}}}\n"
      "    bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}}\n"
      "    joints: {A: {type: revolute, between: [ground, a]}, B: {type: revolute, between: [ground.O, b]},\n"
      "      C: {type: spherical, between: [a, ground]}}\n"
      "use: {u: {part: P, at: [1, 2, 3], orientation: {axis: x, angle: 0.3}, mirror: y}, v: {part: P}}\n",
      NULL, 0);
  if (!model) return;
  const jni_frame *bare = &model->frames[model->joints[0].def.between[0].i],
                  *point = &model->frames[model->joints[1].def.between[0].i];
  CHECK(bare->body == 0 && bare->p[1] == 2 && memcmp(bare->p, point->p, sizeof bare->p) == 0);
  for (int i = 0; i < 9; i++) CHECK_NEAR(bare->R[i], point->R[i], 1e-15);
  CHECK(model->joints[2].def.between[1].i == model->joints[0].def.between[0].i);
  CHECK(model->joints[3].def.between[0].i == model->bodies[0].frame);
  jn_model_free(model);
}

// What a part calls by a name comes before a parameter around it that has the same name.
static void test_hidden_parameter(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: plane\nparameters: {a: 3, b: 5}\nparts:\n  P:\n    bodies: {c: {mass: \"=a\", inertia: 1}}\n"
      "    signals: {a: c.x, twice: 2*a, more: 2*b}\nuse: {u: {part: P}}\n",
      NULL, 0);
  if (!model) return;
  CHECK(strcmp(model->computed[1].expression, "2*u.a") == 0 && strcmp(model->computed[2].expression, "2*(5)") == 0);
  CHECK(model->bodies[1].mass == 3);
  jn_model_free(model);
}

// A relation between points is placed with them.
static void test_relation(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: plane\nparts:\n  P:\n    bodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1}}\n"
      "    joints: {l: {type: linear-relation, terms: {a: 1, b: 2}, constant: [2, 1]}}\n"
      "use: {u: {part: P, at: [5, 1], orientation: {angle: 90 deg}}, m: {part: P, at: [5, 1], mirror: x}}\n",
      NULL, 0);
  if (!model) return;
  const double *turned = model->joints[0].def.constant, *mirrored = model->joints[1].def.constant;
  CHECK_NEAR(turned[0], 14, 1e-14);
  CHECK_NEAR(turned[1], 5, 1e-14);
  CHECK(mirrored[0] == 13 && mirrored[1] == 4);
  jn_model_free(model);
}

// ---- mirror images --------------------------------------------------------------------------------------------

// A swing in a swing in a swing, with joints, laws, formulas and hardpoints; used as it is and mirrored.
static const char images[] =
    "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
    "parameters: {way: 0.3}\n"
    "parts:\n"
    "  tip:\n"
    "    ports: {on: {points: {P: [0.1, 0.2, -0.3]}}, push: signal}\n"
    "    base: on\n"
    "    bodies: {c: {mass: 0.5, inertia: [0.02, 0.03, 0.025, 0.001, 0.002, -0.001], com: [0.01, 0.02, 0],\n"
    "      points: {top: [0, 0, 0.3]}, frames: {F: {at: [0, 0.1, 0], orientation: {axis: [1, 2, 1], angle: 40 "
    "deg}}}}}\n"
    "    joints: {u: {type: universal, between: [on.P, c.top], axes: [[1, 0.2, 0], [0, 1, 0.3]]}}\n"
    "    forces:\n"
    "      blow: {type: point-force, at: c.F, value: [\"push\", \"0.2*c.vy\", \"0.1*sin(3*t)\"], follower: true}\n"
    "      spin: {type: torque, at: c, value: [0.01, \"-0.02*c.wy\", \"0.03*cos(t)\"]}\n"
    "    initial: {guess: {c.position: [0.1, 0.2, -0.6]}}\n"
    "  arm:\n"
    "    ports: {on: {frames: {H: {at: [0.2, 0.3, 0], orientation: {axis: x, angle: 20 deg}}}}}\n"
    "    base: on\n"
    "    bodies: {b: {mass: 1, inertia: [0.1, 0.12, 0.13, 0.01, 0, 0.02], points: {top: [0, -0.1, 0.4]}}}\n"
    "    joints: {h: {type: revolute, between: [on.H, b.top], axis: [1, 0.3, 0.1]}}\n"
    "    forces: {coil: {type: torsion-spring, joint: h, stiffness: 3, rest: 0.4, damping: 0.05}}\n"
    "    use:\n"
    "      near: {part: tip, ports: {on: b, push: \"0.3*joint.h.rate\"}, at: [0, 0, -0.2]}\n"
    "      far: {part: tip, ports: {on: b, push: \"way*b.vx\"}, at: [0.1, 0, -0.2], orientation: {axis: z, angle: 70 "
    "deg}, mirror: x}\n"
    "    initial: {guess: {b.position: [0.2, 0.4, -0.4]}, keep: {joint.h.rate: 0.5}}\n"
    "  leg:\n"
    "    bodies: {a: {mass: 2, inertia: [0.2, 0.25, 0.3, 0.02, -0.01, 0.03], points: {top: [0, 0, 0.5]}}}\n"
    "    ground: {points: {O: [0.5, 1, 0]}}\n"
    "    joints: {s: {type: spherical, between: [ground.O, a.top]}}\n"
    "    use: {arm: {part: arm, ports: {on: a}, at: [0, 0, 0.1]}}\n"
    "    initial: {guess: {a.position: [0.5, 1, -0.5]}, keep: {a.omega: [0.3, -0.2, 0.1]}}\n"
    "use: {left: {part: leg}, right: {part: leg, mirror: y}}\n"
    "simulate: {until: 1, step: 1e-3}\n"
    "outputs: [left.a.position, right.a.position, left.arm.b.position, right.arm.b.position, left.arm.near.c.F, "
    "right.arm.near.c.F, left.arm.far.c.F,\n"
    "  right.arm.far.c.F, joint.left.arm.h.angle, joint.right.arm.h.angle, joint.left.arm.h.rate,\n"
    "  joint.right.arm.h.rate]\n";

static void test_mirror(void) {
  jn_model *model = read_text(images, NULL, 0);
  jn_run *run = model ? jn_run_new(model, NULL, NULL) : NULL;
  CHECK(run && jn_run_execute(run, NULL) == JN_OK);
  const double *out = run ? jn_run_outputs(run) : NULL;
  for (int i = 0; out && i < 4; i++)
    for (int k = 0; k < 3; k++) CHECK_NEAR(out[6 * i + 3 + k], k == 1 ? -out[6 * i + k] : out[6 * i + k], 1e-12);
  for (int i = 24; out && i < jn_run_noutputs(run); i += 2) CHECK_NEAR(out[i], out[i + 1], 1e-12);
  if (out) CHECK(fabs(out[0] - 0.5) > 1e-3 && fabs(out[24]) > 1e-3);
  jn_run_free(run);
  jn_model_free(model);
}

// A formula that is bound to a port is what it is outside, whatever the mirror.
static void test_mirrored_port(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: plane\n"
      "parts: {p: {ports: {push: signal, pull: signal}, bodies: {a: {mass: 1, inertia: 1}},\n"
      "  forces: {f: {type: point-force, at: a, value: [push, pull]}}}}\n"
      "bodies: {car: {mass: 1, inertia: 1}}\n"
      "use: {u: {part: p, mirror: y, ports: {push: car.y, pull: 2}}}\n"
      "initial: {keep: {car.y: 3}}\nsimulate: {until: 1, step: 0.1}\noutputs: [u.a.vx, u.a.vy]\n",
      NULL, 0);
  jn_run *run = model ? jn_run_new(model, NULL, NULL) : NULL;
  CHECK(run && jn_run_execute(run, NULL) == JN_OK);
  const double *out = run ? jn_run_outputs(run) : NULL;
  if (out) CHECK_NEAR(out[0], 3, 1e-12);
  if (out) CHECK_NEAR(out[1], -2, 1e-12);
  jn_run_free(run);
  jn_model_free(model);
}

// ---- robots and shapes ------------------------------------------------------------------------------------------

static const char robot[] =
    "<robot name='arm'>\n<link name='base'/>\n<link name='arm'><inertial><origin xyz='0 0 0.5'/><mass value='1'/>\n"
    "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>\n"
    "<joint name='elbow' type='continuous'><origin xyz='0 0.2 0'/><parent link='base'/><child link='arm'/>\n"
    "<axis xyz='1 0 0'/></joint>\n</robot>\n";

// Its base is a port; without it, it stands on the ground.
static void test_robot(void) {
  if (!jn_import_available()) return;
  write_file("arm.urdf", robot);
  write_file("base.yaml",
             "jounce: 1\nspace: space\nbodies: {cart: {mass: 1, inertia: [1, 1, 1]}}\n"
             "use:\n  on: {part: arm.urdf, ports: {base: cart}, at: [3, 0, 0]}\n"
             "  off: {part: arm.urdf, at: [0, 5, 0], set: {bodies.arm.mass: 4}}\n"
             "initial: {guess: {cart.position: [0, 0, 7]}}\n");
  jn_model *model = read_file("base.yaml");
  if (!model) return;
  const jni_joint_element *on = &model->joints[jn_model_find_joint(model, "on.elbow").i],
                          *off = &model->joints[jn_model_find_joint(model, "off.elbow").i];
  const jni_frame *cart = &model->frames[on->def.between[0].i], *ground = &model->frames[off->def.between[0].i];
  CHECK(cart->body == jn_model_find_body(model, "cart").i && cart->p[0] == 3 && cart->p[1] == 0.2);
  CHECK(ground->body == 0 && ground->p[1] == 5.2 && mass_of(model, "off.arm") == 4 && mass_of(model, "on.arm") == 1);
  CHECK_NEAR(initial_of(model, "on.arm.z"), 7, 1e-15);
  CHECK_NEAR(initial_of(model, "off.arm.y"), 5.2, 1e-15);
  jn_model_free(model);
}

static bool has_note(const jn_report *report, const char *what) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (jn_report_get(report, i)->severity == JN_NOTE && strstr(jn_report_get(report, i)->what, what)) return true;
  return false;
}

#define ROOT_INERTIAL \
  "<inertial><mass value='20'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"

// The root link of a robot that stands on a body is a body too, and what is fixed to it keeps its mass; its name leaves
// that of the port alone. On the ground it is the ground. Notes are told.
static void test_robot_root(void) {
  static const char urdf[] =
      "<robot name='r'><link name='base'>" ROOT_INERTIAL
      "<visual><geometry><sphere radius='1'/></geometry></visual></link>"
      "<link name='box'>" ROOT_INERTIAL "</link><link name='arm'>" ROOT_INERTIAL
      "</link>"
      "<joint name='on' type='fixed'><parent link='base'/><child link='box'/><origin xyz='0 0 2'/></joint>"
      "<joint name='elbow' type='continuous'><parent link='base'/><child link='arm'/></joint></robot>";
  static const char mjcf[] =
      "<mujoco><worldbody><body name='base' pos='0 0 2'><inertial pos='0 0 0' mass='20' diaginertia='1 1 1'/>"
      "<geom type='sphere' size='1'/><body name='arm'><joint name='elbow'/><inertial pos='0 0 0' mass='20' "
      "diaginertia='1 1 1'/></body></body></worldbody></mujoco>";
  if (!jn_import_available()) return;
  for (int i = 0; i < 2; i++) {
    jn_report *report = jn_report_new(NULL);
    write_file(i ? "root.xml" : "root.urdf", i ? mjcf : urdf);
    char text[300];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: space\nbodies: {cart: {mass: 1, inertia: [1, 1, 1]}}\n"
             "use: {on: {part: root.%s, ports: {base: cart}, at: [3, 0, 0]}, off: {part: root.%s}}\n",
             i ? "xml" : "urdf", i ? "xml" : "urdf");
    write_file("root.yaml", text);
    jn_model *model = jn_model_read(NULL, path_of("root.yaml"), NULL, 0, report);
    CHECK(model && has_note(report, "is renamed to base_2"));
    CHECK(has_note(report, i ? "is fixed to the ground" : "its mass has no effect"));
    jn_report_free(report);
    if (!model) continue;
    CHECK(mass_of(model, "on.base_2") == 20 && jn_model_find_body(model, "off.base_2").i < 0);
    if (!i) CHECK(mass_of(model, "on.box") == 20 && jn_model_find_joint(model, "on.base_on_base").i >= 0);
    CHECK(jn_model_find_body(model, "off.box").i < 0);
    int shapes = 0;
    for (int k = 0; k < jn_model_nshapes(model); k++)
      shapes += jn_model_shape(model, (jn_shape){k})->body.i == jn_model_find_body(model, "on.base_2").i;
    CHECK(shapes == 1);
    jn_model_free(model);
  }
}

// Mistakes in a robot have its lines.
static void test_robot_faults(void) {
  if (!jn_import_available()) return;
  jn_report *report = jn_report_new(NULL);
  write_file("base.yaml",
             "jounce: 1\nspace: space\nuse: {r: {part: arm.urdf, ports: {bas: ground}, set: {bodies.arm.mass: -1}}}\n");
  CHECK(!jn_model_read(NULL, path_of("base.yaml"), NULL, 0, report) && jn_report_size(report) == 2);
  if (jn_report_size(report) == 2)
    CHECK(strstr(jn_report_get(report, 0)->what, "has no port 'bas'; did you mean 'base'?"));
  jn_report_free(report);
  report = jn_report_new(NULL);
  write_file("arm.urdf", "<robot name='arm'>\n<link name='base'/>\n<joint/></robot>\n");
  CHECK(!jn_model_read(NULL, path_of("base.yaml"), NULL, 0, report));
  bool precomputed_report = false;
  for (int i = 0; i < jn_report_size(report); i++)
    precomputed_report = precomputed_report || (strcmp(jn_report_get(report, i)->file, path_of("arm.urdf")) == 0 &&
                                                jn_report_get(report, i)->line == 3);
  CHECK(precomputed_report);
  jn_report_free(report);
}

// Shapes on the ground and on the body of a port go where the part goes; a point by its name is where it is.
static void test_shapes(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: space\n"
      "parts:\n  p:\n    ports: {on: {points: {P: [1, 0, 0]}, shapes: {s: {type: sphere, radius: 1, at: P}}}}\n"
      "    ground: {shapes: {s: {type: box, size: [1, 2, 3], at: [1, 2, 0]}}}\n"
      "    bodies: {b: {mass: 1, inertia: [1, 1, 1], shapes: {s: {type: sphere, radius: 1, at: [0, 1, 0]}}}}\n"
      "bodies: {car: {mass: 1, inertia: [1, 1, 1]}}\n"
      "use:\n  u: {part: p, ports: {on: car}, at: [10, 0, 0], orientation: {angle: 90 deg}}\n"
      "  m: {part: p, ports: {on: car}, mirror: y}\n",
      NULL, 0);
  if (!model) return;
  CHECK(jn_model_nshapes(model) == 6);
  for (int i = 0; i < jn_model_nshapes(model); i++) {
    const jn_shape_def *def = jn_model_shape(model, (jn_shape){i});
    bool mirrored = strncmp(def->name, "m.", 2) == 0, box = strcmp(def->type, "box") == 0;
    if (box) CHECK_NEAR(def->at[0], mirrored ? 1 : 8, 1e-14);
    if (box) CHECK_NEAR(def->at[1], mirrored ? -2 : 1, 1e-14);
    if (box && !mirrored) CHECK_NEAR(def->quaternion[3], sqrt(0.5), 1e-14);
    if (def->body.i == jn_model_find_body(model, "car").i) CHECK_NEAR(def->at[1], mirrored ? 0 : 1, 1e-14);
    if (def->body.i == jn_model_find_body(model, "m.b").i) CHECK(def->at[1] == -1);
  }
  jn_model_free(model);
}

int main(void) {
  files_begin();
  test_start();
  test_unsaid();
  test_ground();
  test_hidden_parameter();
  test_relation();
  test_mirror();
  test_mirrored_port();
  test_robot();
  test_robot_root();
  test_robot_faults();
  test_shapes();
  check_memory(images);
  files_end();
  return check_report();
}
