// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_parts.c - models from parts: a model with uses of parts is the same as one written out by hand; names, ports,
// parameters, settings and files; cost and memory of reading. See test_parts_placed.c for where they are.
#include "model/model.h"
#include "parts.h"

// ---- the same as by hand --------------------------------------------------------------------------------

static uint64_t hash_of(const char *text) {
  jn_model *model = read_text(text, NULL, 0);
  jn_run *run = model ? jn_run_new(model, NULL, NULL) : NULL;
  uint64_t hash = run && jn_run_execute(run, NULL) == JN_OK ? jn_run_summary(run)->state_hash : 0;
  CHECK(hash != 0);
  jn_run_free(run);
  jn_model_free(model);
  return hash;
}

#define HEAD                                                       \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"                 \
  "parameters: {g: 2, k: 7}\n"                                     \
  "simulate: {until: 0.2, step: 1e-3, formulation: multipliers}\n" \
  "outputs: [frame.x]\n"

#define FRAME "  frame: {mass: 3, inertia: 0.5, points: {A: [0, 0.1]}}\n"

static const char with_parts[] = HEAD
    "parts:\n"
    "  swing:\n"
    "    parameters: {k: 20, half: \"=l/2\", l: 1}\n"
    "    ports:\n"
    "      on: {type: body, points: {pin: [0, \"=-half\"]}}\n"
    "      push: signal\n"
    "      drive: input\n"
    "      other: joint\n"
    "    bodies: {arm: {mass: 1, inertia: 0.1, points: {top: [0, \"=half\"], tip: [0, \"=-half\"]}}}\n"
    "    joints: {pin: {type: revolute, between: [on.pin, arm.top]}}\n"
    "    forces:\n"
    "      coil: {type: torsion-spring, joint: pin, stiffness: \"=k\"}\n"
    "      blow: {type: point-force, at: arm.tip, value: [\"push + g*drive\", \"sin(joint.other.angle)*latch\"]}\n"
    "    discrete: {latch: 0.5}\n"
    "    events: {hit: {when: \"arm.tip.x - 0.01\", set: {latch: \"latch + 1\"}}}\n"
    "bodies:\n" FRAME
    "joints: {hang: {type: revolute, between: [ground, frame]}}\n"
    "inputs: {wave: \"sin(9*t)\"}\n"
    "use:\n"
    "  left: {part: swing, ports: {on: frame, push: \"3*frame.vx\", drive: wave, other: hang}, at: [-0.3, 0]}\n"
    "  right: {part: swing, set: {k: \"=3*k\"}, ports: {on: frame, push: 0, drive: wave, other: left.pin}}\n";

static const char by_hand[] =
    HEAD "bodies:\n" FRAME
         "  left_arm: {mass: 1, inertia: 0.1, points: {top: [0, 0.5], tip: [0, -0.5]}}\n"
         "  right_arm: {mass: 1, inertia: 0.1, points: {top: [0, 0.5], tip: [0, -0.5]}}\n"
         "ground: {points: {}}\n"
         "joints:\n"
         "  hang: {type: revolute, between: [ground, frame]}\n"
         "  left_pin: {type: revolute, between: [frame.left_pin, left_arm.top]}\n"
         "  right_pin: {type: revolute, between: [frame.right_pin, right_arm.top]}\n"
         "inputs: {wave: \"sin(9*t)\"}\n"
         "discrete: {left_latch: 0.5, right_latch: 0.5}\n"
         "forces:\n"
         "  left_coil: {type: torsion-spring, joint: left_pin, stiffness: 20}\n"
         "  left_blow: {type: point-force, at: left_arm.tip,\n"
         "    value: [\"3*frame.vx + g*wave\", \"sin(joint.hang.angle)*left_latch\"]}\n"
         "  right_coil: {type: torsion-spring, joint: right_pin, stiffness: 21}\n"
         "  right_blow: {type: point-force, at: right_arm.tip,\n"
         "    value: [\"0 + g*wave\", \"sin(joint.left_pin.angle)*right_latch\"]}\n"
         "events:\n"
         "  left_hit: {when: \"left_arm.tip.x - 0.01\", set: {left_latch: \"left_latch + 1\"}}\n"
         "  right_hit: {when: \"right_arm.tip.x - 0.01\", set: {right_latch: \"right_latch + 1\"}}\n";

// The frame with its hardpoints written out.
static const char *expanded(void) {
  static char text[4096];
  const char *at = strstr(by_hand, "A: [0, 0.1]");
  snprintf(text, sizeof text, "%.*sleft_pin: [-0.3, -0.5], right_pin: [0, -0.5], %s", (int)(at - by_hand), by_hand, at);
  return text;
}

static void test_by_hand(void) { CHECK(hash_of(with_parts) == hash_of(expanded())); }

// Keys that take the name of a table find it as formulas do: in the use, else in the file that the part stands in.
static void test_tables(void) {
  static const char map[] = "{x: [-1, 0, 1], y: [-10, 0, 10], values: [[-5, 0, 5], [-10, 0, 10], [-5, 0, 5]]}",
                    with[] =
                        "jounce: 1\nspace: plane\ntables: {outer: %s}\nparts:\n  link:\n"
                        "    tables: {own: %s}\n"
                        "    bodies: {b: {mass: 1, inertia: 1}}\n"
                        "    joints: {j: {type: revolute, between: [ground, b]}}\n"
                        "    forces:\n      d: {type: torsion-spring, joint: j, stiffness: 10, damping_map: %s}\n"
                        "      f: {type: torque, joint: j, value: '%s(joint.j.angle, 1)'}\nuse: {A: {part: link}}\n";
  char text[2][2000];
  const char *const names[] = {"outer", "own"};
  for (int i = 0; i < 2; i++) {
    snprintf(text[i], sizeof text[i], with, map, map, names[i], names[i]);
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_model_read_text(NULL, "test", text[i], strlen(text[i]), NULL, 0, report);
    CHECK(model && strcmp(jni_model_table_name(model, model->forces[0].def.damping_map.i), i ? "A.own" : "outer") == 0);
    jn_model_free(model);
    jn_report_free(report);
  }
}

// ---- names ------------------------------------------------------------------------------------------------

static bool is_signal(const jn_model *model, const char *name) {
  jni_signal signals[JNI_MAX_COMPONENTS];
  char what[256];
  return jni_signal_resolve(model, name, signals, JNI_MAX_COMPONENTS, what, sizeof what) > 0;
}

static void test_names(void) {
  static const char *const known[] = {"left.arm.x",
                                      "left.arm.tip.vx",
                                      "left.tip.x",
                                      "joint.left.pin.angle",
                                      "joint.left.pin.on.left.arm.force",
                                      "joint.left.pin.on.frame.in.right.arm.force.x",
                                      "force.right.coil.value",
                                      "right.latch",
                                      "frame.left.pin.x",
                                      "left.on.pin.x",
                                      "left.on.vy",
                                      "right.drive",
                                      "input.right.drive",
                                      "joint.right.other.rate",
                                      NULL},
                           *const unknown[] = {
                               "arm.x", "left.arm.tp.x", "joint.pin.angle", "left.x", "left", "frame.pin.x", NULL};
  jn_model *model = read_text(with_parts, NULL, 0);
  if (!model) return;
  for (int i = 0; known[i]; i++) CHECK(is_signal(model, known[i]));
  for (int i = 0; unknown[i]; i++) CHECK(!is_signal(model, unknown[i]));
  CHECK(jn_model_find_body(model, "left.on").i == jn_model_find_body(model, "frame").i);
  CHECK(jn_model_find_frame(model, "left.on.pin").i == jn_model_find_frame(model, "frame.left.pin").i);
  CHECK(jn_model_find_joint(model, "right.other").i == jn_model_find_joint(model, "left.pin").i);
  jn_model_free(model);
}

// Names with dots are made by uses alone.
// The name of a port counts before the bare name of a point, whether one body has such a point or several.
static void test_port_before_point(void) {
  static const char *const others[] = {"", ", points: {foot: [1, 1]}"};
  for (int i = 0; i < 2; i++) {
    char text[700];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: plane\n"
             "parts: {leg: {ports: {foot: point}, bodies: {rod: {mass: 1, inertia: 1, points: {foot: [0, 2]}},"
             " tip: {mass: 1, inertia: 1%s}}, joints: {pin: {type: revolute, between: [foot, rod.foot]}}}}\n"
             "bodies: {base: {mass: 1, inertia: 1, points: {P: [3, 0]}}}\n"
             "use: {left: {part: leg, ports: {foot: base.P}}}\noutputs: [left.foot.x]\n",
             others[i]);
    jn_model *model = read_text(text, NULL, 0);
    const jn_frame *ends = model ? model->joints[0].def.between : NULL;
    CHECK(model && ends[0].i == jn_model_find_frame(model, "base.P").i);
    CHECK(model && ends[1].i == jn_model_find_frame(model, "left.rod.foot").i);
    jn_model_free(model);
  }
}

static void test_dots_refused(void) {
  jn_model *model = jn_model_new(NULL, "by hand", JN_SPACE);
  jn_body_def def = jn_body_def_default();
  def.name = "left.arm";
  def.mass = 1;
  jn_model_add_body(model, &def);
  CHECK(jn_report_size(jn_model_report(model)) == 1);
  CHECK(strstr(jn_report_get(jn_model_report(model), 0)->what, "a name consists of letters, digits and _"));
  jn_model_free(model);
}

// Segments of 63 characters, paths of 255.
static void test_long_paths(void) {
  char text[1024], name[64], path[300];
  memset(name, 'n', 63);
  name[63] = 0;
  const char *const form =
      "jounce: 1\nspace: plane\nparts:\n  a: {bodies: {%.*s: {mass: 1, inertia: 1}}}\n"
      "  b: {use: {%s: {part: a}}}\n  c: {use: {%s: {part: b}}}\nuse: {%s: {part: c}}\n"
      "outputs: [%s.x]\n";
  snprintf(path, sizeof path, "%s.%s.%s.%s", name, name, name, name);
  snprintf(text, sizeof text, form, 63, name, name, name, name, path);
  jn_model *model = read_text(text, NULL, 0);
  if (model) CHECK(strlen(model->bodies[1].name) == 255 && is_signal(model, jn_model_output_name(model, 0)));
  if (model) CHECK(strlen(jn_model_output_name(model, 0)) == 257);
  jn_model_free(model);
}

// ---- values inside of uses -------------------------------------------------------------------------------

static const char nested[] =
    "jounce: 1\nspace: plane\nparameters: {m: 10}\n"
    "parts:\n"
    "  leg: {parameters: {m: 1}, bodies: {foot: {mass: \"=m\", inertia: 1}, toe: {mass: \"=2*m\", inertia: 1}}}\n"
    "  side:\n"
    "    parameters: {m: 2, extra: \"=m + 1\"}\n"
    "    bodies: {hip: {mass: \"=extra\", inertia: 1}}\n"
    "    use:\n"
    "      front: {part: leg, set: {m: \"=10*m\"}}\n"
    "      \"back{i}\": {repeat: {i: 2}, part: leg, set: {m: \"=m + i\"}}\n"
    "use:\n"
    "  left: {part: side}\n"
    "  right: {part: side, set: {m: \"=m/2\", bodies.hip.inertia: 7, front.m: 50, bodies.back1.foot.mass: \"=9*m\"}}\n";

static void test_values(void) {
  jn_model *model = read_text(nested, NULL, 0);
  if (!model) return;
  CHECK(mass_of(model, "left.hip") == 3 && mass_of(model, "left.front.foot") == 20);
  CHECK(mass_of(model, "left.back1.toe") == 6 && mass_of(model, "left.back2.foot") == 4);
  CHECK(mass_of(model, "right.hip") == 6 && mass_of(model, "right.front.toe") == 100);
  CHECK(mass_of(model, "right.back1.foot") == 54 && mass_of(model, "right.back1.toe") == 12);
  CHECK(mass_of(model, "right.back2.foot") == 7);
  CHECK(model->bodies[jn_model_find_body(model, "right.hip").i].inertia[2] == 7);
  CHECK(model->bodies[jn_model_find_body(model, "left.hip").i].inertia[2] == 1);
  jn_model_free(model);
}

// What is said further outside counts more.
static void test_settings(void) {
  static const jn_setting settings[] = {{"m", "30"},
                                        {"left.m", "4"},
                                        {"right.front.m", "51"},
                                        {"bodies.left.front.foot.mass", "=m + 0.5"},
                                        {"left.back2.m", "=m"},
                                        {"right.back{i}.m", "8"},
                                        {"bodies.right.hip.mass", "77"},
                                        {"parts.leg.bodies.toe.inertia", "5"}};
  jn_model *model = read_text(nested, settings, (int)(sizeof settings / sizeof *settings));
  if (!model) return;
  CHECK(mass_of(model, "left.hip") == 5 && mass_of(model, "left.front.foot") == 40.5);
  CHECK(mass_of(model, "left.front.toe") == 80 && mass_of(model, "left.back2.foot") == 30);
  CHECK(mass_of(model, "right.front.foot") == 51 && mass_of(model, "right.hip") == 77);
  CHECK(mass_of(model, "right.back1.toe") == 16 && mass_of(model, "right.back2.foot") == 8);
  for (int i = 1; i < model->nbodies; i++)
    if (strstr(model->bodies[i].name, "toe")) CHECK(model->bodies[i].inertia[2] == 5);
  jn_model_free(model);
}

// Entries of a section and variants reach into uses as well, key by key.
static void test_entries(void) {
  write_file("base.yaml", nested);
  write_file("a.yaml",
             "jounce: 1\nmodel: base.yaml\nset: {left.front.m: 3}\n"
             "bodies: {left.hip: {mass: 11}, right.back2.foot: {inertia: 13}}\n"
             "use: {right: {set: {m: 100}}}\n");
  jn_model *model = read_file("a.yaml");
  if (!model) return;
  CHECK(mass_of(model, "left.hip") == 11 && mass_of(model, "left.front.foot") == 3);
  CHECK(model->bodies[jn_model_find_body(model, "left.hip").i].inertia[2] == 1);
  CHECK(model->bodies[jn_model_find_body(model, "right.back2.foot").i].inertia[2] == 13);
  CHECK(mass_of(model, "right.back2.foot") == 102 && mass_of(model, "right.hip") == 101);
  jn_model_free(model);
}

// The entry of a use inside of a use: values are computed where they stand, groups of keys may be new.
static void test_nested_uses(void) {
  write_file("base.yaml", nested);
  write_file("a.yaml",
             "jounce: 1\nmodel: base.yaml\nset: {use.right.front.set.m: 8}\n"
             "use: {left.front: {set: {m: \"=m/2\", bodies.toe.mass: 6}, at: [3, 4], orientation: {angle: 1}}}\n");
  jn_model *model = read_file("a.yaml");
  if (!model) return;
  CHECK(mass_of(model, "left.front.foot") == 5 && mass_of(model, "left.front.toe") == 6);
  CHECK(mass_of(model, "right.front.foot") == 8 && mass_of(model, "left.back1.foot") == 3);
  jn_model_free(model);
}

static const char nested_places[] =
    "jounce: 1\nspace: plane\nparts:\n  in: {ports: {on: {type: body, default: ground, points: {P: [1, 0]}}}}\n"
    "  out: {bodies: {b: {mass: 1, inertia: 1}}, use: {u: {part: in}}}\n"
    "use: {o: {part: out}, o.u: {ports: {on: b}, at: [3, 4], orientation: {angle: 90 deg}}}\n";

static void test_nested_places(void) {
  jn_model *model = read_text(nested_places, NULL, 0);
  if (!model) return;
  int i = jn_model_find_frame(model, "o.u.on.P").i;
  CHECK(i >= 0);
  if (i >= 0) CHECK_NEAR(model->frames[i].p[0], 3, 1e-15);
  if (i >= 0) CHECK_NEAR(model->frames[i].p[1], 5, 1e-15);
  jn_model_free(model);
}

static void check_refused(const char *text, const jn_setting *setting, const char *sentence) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "test.yaml", text, strlen(text), setting, setting ? 1 : 0, report);
  const jn_error *error = jn_report_size(report) > 0 ? jn_report_get(report, 0) : NULL;
  CHECK(!model && error && strstr(error->what, sentence));
  if (error && !strstr(error->what, sentence)) printf("  %s\n", error->what);
  jn_model_free(model);
  jn_report_free(report);
}

static void test_wrong_settings(void) {
  static const struct {
    jn_setting setting;
    const char *sentence;
  } wrong[] = {{{"left.n", "3"}, "there is no parameter 'n'"},
               {{"left.back3.m", "3"}, "'back3.m': there is no such use of a part"},
               {{"bodies.left.hop.mass", "3"}, "there is no 'hop' in 'bodies'; did you mean 'hip'?"},
               {{"left.front", "3"}, "there is no parameter 'front'"},
               {{"use.left.frond", "null"}, "there is no use 'frond' in the part 'side'; did you mean 'front'?"},
               {{"use.left.front.set.n", "3"}, "there is no parameter 'n'"},
               {{"lefd.m", "3"}, "there is no 'lefd' in the file"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) check_refused(nested, &wrong[i].setting, wrong[i].sentence);
}

// A use whose whole name is in braces makes the names of its index, and no others.
static void test_braces_only(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\nports: {}\nuse: {\"{k}\": {repeat: {k: [fl, fr]}, part: one.yaml}}\n";
  static const struct {
    jn_setting setting;
    const char *sentence;
  } wrong[] = {{{"use.fl.part", "b.yaml"}, "'fl' is created by '{k}'; set 'use.{k}.part' for all of them"},
               {{"parts.corner.k", "3"}, "there is no 'parts' in the file"},
               {{"use.{k}.part", "two.yaml"}, "two.yaml"},
               {{"use.{k}.mirror", "q"}, "one.yaml"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) check_refused(text, &wrong[i].setting, wrong[i].sentence);
}

// A setting may lead to what the use says of its part, also where it says nothing yet.
static void test_settings_of_use(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\nparts: {p: {parameters: {m: 1}, ports: {on: {type: body, default: ground}},\n"
      "  bodies: {b: {mass: \"=m\", inertia: 1}}, joints: {pin: {type: revolute, between: [on, b]}}}}\n"
      "bodies: {car: {mass: 1, inertia: 1}}\nuse: {l: {part: p}}\n";
  const jn_setting settings[] = {{"use.l.set.m", "3"}, {"use.l.set.bodies.b.inertia", "5"}, {"use.l.ports.on", "car"}};
  jn_model *model = read_text(text, settings, 3);
  if (!model) return;
  CHECK(mass_of(model, "l.b") == 3 && model->bodies[jn_model_find_body(model, "l.b").i].inertia[2] == 5);
  int frame = model->joints[jn_model_find_joint(model, "l.pin").i].def.between[0].i;
  CHECK(model->frames[frame].body == jn_model_find_body(model, "car").i);
  jn_model_free(model);
  CHECK(!jn_model_read_text(NULL, "m", text, strlen(text), &(jn_setting){"use.l.sets.m", "3"}, 1, NULL));
}

// ---- files -------------------------------------------------------------------------------------------------

static const char corner[] =
    "jounce: 1\nname: corner\nspace: plane\ngravity: [0, 5]\n"
    "parameters: {m: 2}\n"
    "ports: {on: {type: body, default: ground, points: {O: [1, 0]}}, far: {type: point, default: on.O}}\n"
    "parts: {weight: {bodies: {bob: {mass: \"=m\", inertia: 1}}}}\n"
    "use: {w: {part: weight}}\n"
    "bodies: {arm: {mass: \"=m\", inertia: 1}}\n"
    "joints: {pin: {type: revolute, between: [far, arm]}, slide: {type: prismatic, between: [on.O, w.bob], axis: y}}\n"
    "outputs: [arm.x]\nsimulate: {until: 7}\n";

static void test_files(void) {
  write_file("sub/corner.yaml", corner);
  write_file("sub/heavy.yaml", "jounce: 1\nmodel: corner.yaml\nset: {m: 20}\n");
  write_file(
      "sub/axle.yaml",
      "jounce: 1\nspace: plane\nports: {beam: body}\n"
      "use: {l: {part: corner.yaml, ports: {on: beam}, at: [0, 1]}, r: {part: heavy.yaml, ports: {on: beam}}}\n");
  write_file("base.yaml",
             "jounce: 1\nspace: plane\nbodies: {car: {mass: 1, inertia: 1}}\n"
             "use:\n  front: {part: sub/axle.yaml, ports: {beam: car}, at: [5, 0]}\n"
             "  rear: {part: sub/axle.yaml, ports: {beam: car}, at: [-5, 0], orientation: {angle: 90 deg}}\n"
             "outputs: [car.x]\n");
  jn_model *model = read_file("base.yaml");
  if (model) {
    CHECK(jn_model_nsources(model) == 4);  // each file is read once
    CHECK(mass_of(model, "front.l.arm") == 2 && mass_of(model, "rear.r.w.bob") == 20);
    CHECK(model->gravity[1] == 0 && jn_model_noutputs(model) == 1 && jn_model_choices(model)->until == 10);
    const jni_frame *O = &model->frames[jn_model_find_frame(model, "car.front.l.O").i];
    CHECK(O->p[0] == 6 && O->p[1] == 1 && O->body == jn_model_find_body(model, "car").i);
    O = &model->frames[jn_model_find_frame(model, "rear.l.on.O").i];
    CHECK_NEAR(O->p[0], -6, 1e-15);
    CHECK_NEAR(O->p[1], 1, 1e-15);
    CHECK_NEAR(O->R[3], 1, 1e-15);
  }
  jn_model_free(model);
  jn_model *alone = read_file("sub/corner.yaml");  // all its ports have defaults
  if (alone) CHECK(jn_model_njoints(alone) == 2 && alone->gravity[1] == 5 && jn_model_choices(alone)->until == 7);
  jn_model_free(alone);
}

static void test_circle(void) {
  write_file("sub/a.yaml", "jounce: 1\nspace: plane\nuse: {u: {part: ./b.yaml}}\n");
  write_file("sub/b.yaml", "jounce: 1\nspace: plane\nuse: {u: {part: ..//sub/a.yaml}}\n");
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path_of("sub/a.yaml"), NULL, 0, report);
  const jn_error *error = jn_report_size(report) == 1 ? jn_report_get(report, 0) : NULL;
  CHECK(!model && error && strstr(error->what, "inside of itself: ./b.yaml -> ..//sub/a.yaml -> ./b.yaml"));
  jn_model_free(model);
  jn_report_free(report);
}

// A mistake is told with the file of the part and with the use, once for all uses of it.
static void test_faults(void) {
  jn_report *report = jn_report_new(NULL);
  write_file("a.yaml", "jounce: 1\nspace: plane\nbodies:\n  arm: {mass: 1, inertia: -1}\n");
  write_file("base.yaml",
             "jounce: 1\nspace: plane\nuse:\n  one: {part: a.yaml}\n  \"more{i}\": {repeat: {i: 5}, part: a.yaml}\n"
             "  none: {part: b.yaml}\n  again: {part: b.yaml}\n");
  jn_model *model = jn_model_read(NULL, path_of("base.yaml"), NULL, 0, report);
  CHECK(!model && jn_report_size(report) == 2);
  if (jn_report_size(report) == 2) {
    const jn_error *missing = jn_report_get(report, 0), *error = jn_report_get(report, 1);
    char place[160];
    snprintf(place, sizeof place, "in use 'one' (%s:4)", path_of("base.yaml"));
    CHECK(strcmp(error->file, path_of("a.yaml")) == 0 && error->line == 4 && error->column == 27);
    CHECK(strcmp(error->element, "body 'one.arm'") == 0 && strstr(error->what, place));
    CHECK(missing->line == 6 && strstr(missing->what, "the file cannot be read"));
  }
  jn_report_free(report);
}

// ---- repetition over names ------------------------------------------------------------------------------------

static void test_names_repeated(void) {
  jn_model *model = read_text(
      "jounce: 1\nspace: plane\nparameters: {two: 2}\n"
      "parts: {p: {parameters: {m: 1}, bodies: {a: {mass: \"=m\", inertia: 1}}}}\n"
      "use: {\"{c}\": {repeat: {c: {fl: {m: 3, on: arm_x}, fr: {m: \"=two*2\", on: arm_y}}}, part: p, set: {m: "
      "\"=c.m\"}}}\n"
      "bodies:\n"
      "  \"arm_{c}\": {repeat: {c: [x, y]}, mass: 1, inertia: 1, points: {P: [0, 0]}}\n"
      "  \"b_{c}{i}\": {repeat: {c: {u: {k: 1}, v: {k: 2}}, i: 2}, mass: \"=10*c.k + i\", inertia: 1}\n"
      "joints:\n"
      "  \"j_{c}\": {repeat: {c: {fl: {on: arm_x}, fr: {on: arm_y}}}, type: revolute, between: [\"{c.on}.P\", "
      "\"{c}.a\"]}\n"
      "forces:\n"
      "  \"f_{c}\": {repeat: {c: {fl: {k: 5 N}, fr: {k: 6}}}, type: point-force, at: \"{c}.a\", value: "
      "[\"c.k*{c}.a.x\", 0]}\n",
      NULL, 0);
  if (!model) return;
  CHECK(mass_of(model, "fl.a") == 3 && mass_of(model, "fr.a") == 4 && mass_of(model, "b_v2") == 22);
  CHECK(jn_model_find_body(model, "arm_y").i > 0 && jn_model_find_joint(model, "j_fr").i == 1);
  CHECK(model->frames[model->joints[1].def.between[0].i].body == jn_model_find_body(model, "arm_y").i);
  CHECK(strcmp(model->forces[0].def.value[0], "(5)*fl.a.x") == 0);
  jn_model_free(model);
}

// ---- cost, memory --------------------------------------------------------------------------------------------

// Reads so many uses of a part; how many times memory is asked for.
static long calls_for(int uses, int *bodies) {
  static char text[2048];
  memory_count count = {0};
  const jn_alloc alloc = {counted_resize, &count};
  snprintf(text, sizeof text,
           "jounce: 1\nspace: plane\nparts:\n  cell:\n    parameters: {k: 3}\n    ports: {on: {points: {A: [0, 0]}}}\n"
           "    bodies: {\"b{i}\": {repeat: {i: 6}, mass: 1, inertia: 1, points: {p: [0, 0]}}}\n"
           "    joints: {\"j{i}\": {repeat: {i: 6}, type: revolute, between: [on.A, \"b{i}.p\"]}}\n"
           "    forces: {\"f{i}\": {repeat: {i: 6}, type: torsion-spring, joint: \"j{i}\", stiffness: \"=k\"}}\n"
           "use: {\"c{i}\": {repeat: {i: %d}, part: cell, set: {k: \"=i\"}, ports: {on: ground}}}\n",
           uses);
  jn_model *model = jn_model_read_text(&alloc, "many", text, strlen(text), NULL, 0, NULL);
  CHECK(model != NULL);
  *bodies = model ? jn_model_nbodies(model) : 0;
  jn_model_free(model);
  CHECK(count.live == 0);
  return count.calls;
}

// In proportion to the number of uses, whose trees are not copied.
static void test_cost(void) {
  int few, many;
  long calls = calls_for(100, &few), more = calls_for(400, &many);
  CHECK(few == 601 && many == 2401);
  CHECK(5 * more < 21 * calls);
  CHECK(more / 400 < 160);
}

static void test_memory(void) {
  check_memory(with_parts);
  check_memory(nested);
  check_memory(nested_places);
}

int main(void) {
  files_begin();
  test_by_hand();
  test_tables();
  test_names();
  test_port_before_point();
  test_dots_refused();
  test_long_paths();
  test_values();
  test_settings();
  test_entries();
  test_nested_uses();
  test_nested_places();
  test_wrong_settings();
  test_braces_only();
  test_files();
  test_circle();
  test_faults();
  test_names_repeated();
  test_settings_of_use();
  test_cost();
  test_memory();
  files_end();
  return check_report();
}
