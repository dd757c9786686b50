// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_model.c - the model itself: the C API against the file, every kind's fields, names of signals, failing
// allocations, the published JSON Schema, and the time it takes to read.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "jounce/analysis.h"
#include "memory.h"
#include "model/model.h"

static jn_model *read_text(const char *text, jn_report *report) {
  return jn_model_read_text(NULL, "text", text, strlen(text), NULL, 0, report);
}

static bool has_fault(const jn_report *report, const char *sentence) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (strstr(jn_report_get(report, i)->what, sentence)) return true;
  return false;
}

static void print_faults(const jn_report *report) {
  char text[1200];
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    puts(text);
  }
}

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---- the same model twice -----------------------------------------------------------------------

static const char four_bar_text[] =
    "jounce: 1\nname: four-bar\nspace: plane\ngravity: [0, -9.81]\nparameters: {l0: 1.9}\n"
    "ground: {points: {O: [0, 0], D: [\"=l0\", 0]}}\n"
    "bodies:\n  crank: {mass: 5, inertia: 10, points: {O: [-1, 0], A: [1, 0]}}\n"
    "  rocker: {mass: 9000 g, inertia: 25, com: [0.5, 0], points: {D: [-1, 0]}, frames: {T: {at: [1, 0], orientation: "
    "{angle: 90 deg}}}}\n"
    "joints:\n  O: {type: revolute, between: [ground.O, crank.O]}\n  D: {type: revolute, between: [ground.D, "
    "rocker.D]}\n"
    "  L: {type: distance, between: [crank.A, rocker.T], length: 2000 mm, scale: 3}\n  G: {type: coupling, terms: {O: "
    "1, D.angle: -2}}\n"
    "drivers:\n  motor: {joint: O, motion: \"2*t\"}\n"
    "forces:\n  spring: {type: torsion-spring, between: [ground, crank], stiffness: 100, rest: 0.5}\n"
    "  load: {type: point-force, at: crank.A, value: [80, \"70*u\"]}\n"
    "  coil: {type: spring-damper, between: [crank.A, ground.D], law: {table: [[0, 0], [1, 50]], smooth: true}}\n"
    "inputs: {u: {table: [[0, 0], [1, 1]]}}\nauxiliary: {z: {initial: 1, rate: \"-z\"}}\ndiscrete: {s: 2}\n"
    "events:\n  e: {when: \"crank.x\", direction: falling, set: {s: \"s + 1\"}, stop: true}\n"
    "initial: {keep: {crank.angle: 90 deg}, guess: {rocker.position: [1, 2]}}\noutputs: [crank.position, {tip: "
    "rocker.T}, energy]\n";

static void add_bodies(jn_model *model, jn_frame frame[6]) {
  jn_body_def body = jn_body_def_default();
  const double quarter[4] = {sqrt(0.5), 0, 0, sqrt(0.5)};
  frame[0] = jn_model_add_frame(model, jn_model_ground(model), "O", (double[3]){0, 0, 0}, NULL);
  frame[1] = jn_model_add_frame(model, jn_model_ground(model), "D", (double[3]){1.9, 0, 0}, NULL);
  body.name = "crank";
  body.mass = 5;
  body.inertia[2] = 10;
  jn_body crank = jn_model_add_body(model, &body);
  frame[2] = jn_model_add_frame(model, crank, "O", (double[3]){-1, 0, 0}, NULL);
  frame[3] = jn_model_add_frame(model, crank, "A", (double[3]){1, 0, 0}, NULL);
  body.name = "rocker";
  body.mass = 9;
  body.inertia[2] = 25;
  body.com[0] = 0.5;
  jn_body rocker = jn_model_add_body(model, &body);
  frame[4] = jn_model_add_frame(model, rocker, "D", (double[3]){-1, 0, 0}, NULL);
  frame[5] = jn_model_add_frame(model, rocker, "T", (double[3]){1, 0, 0}, quarter);
}

static void add_joints(jn_model *model, const jn_frame frame[6]) {
  jn_joint_def def = jn_joint_def_default();
  def.name = "O";
  def.type = "revolute";
  def.between[0] = frame[0];
  def.between[1] = frame[2];
  jn_joint O = jn_model_add_joint(model, &def);
  def.name = "D";
  def.between[0] = frame[1];
  def.between[1] = frame[4];
  jn_joint D = jn_model_add_joint(model, &def);
  def.name = "L";
  def.type = "distance";
  def.between[0] = frame[3];
  def.between[1] = frame[5];
  def.length = 2;
  def.scale = 3;
  jn_model_add_joint(model, &def);
  jn_joint_def coupling = jn_joint_def_default();
  const jn_term terms[2] = {{{-1}, O, NULL, 1}, {{-1}, D, "angle", -2}};
  coupling.name = "G";
  coupling.type = "coupling";
  coupling.terms = terms;
  coupling.nterms = 2;
  jn_model_add_joint(model, &coupling);
  jn_joint_def motor = jn_joint_def_default();
  motor.name = "motor";
  motor.type = "driver";
  motor.joint = O;
  motor.motion = "2*t";
  jn_model_add_joint(model, &motor);
}

static void add_forces(jn_model *model, const jn_frame frame[6]) {
  jn_force_def spring = jn_force_def_default(), load = jn_force_def_default(), coil = jn_force_def_default();
  spring.name = "spring";
  spring.type = "torsion-spring";
  spring.stiffness = 100;
  spring.rest = 0.5;
  spring.between[0] = jn_model_body_frame(model, jn_model_ground(model));
  spring.between[1] = jn_model_body_frame(model, jn_model_find_body(model, "crank"));
  jn_model_add_force(model, &spring);
  load.name = "load";
  load.type = "point-force";
  load.between[0] = frame[3];
  load.value[0] = "80";
  load.value[1] = "70*u";
  jn_model_add_force(model, &load);
  static const double x[2] = {0, 1}, y[2] = {0, 50};
  coil.name = "coil";
  coil.type = "spring-damper";
  coil.between[0] = frame[3];
  coil.between[1] = frame[1];
  coil.law = (jn_law){.x = x, .y = y, .n = 2, .smooth = true};
  jn_model_add_force(model, &coil);
}

static jn_model *build_four_bar(const jn_alloc *alloc) {
  jn_model *model = jn_model_new(alloc, "four-bar", JN_PLANE);
  if (!model) return NULL;
  jn_frame frame[6];
  static const double x[2] = {0, 1};
  jn_model_set_gravity(model, (double[3]){0, -9.81, 0});
  add_bodies(model, frame);
  add_joints(model, frame);
  jn_model_add_input(model, "u", NULL, (jn_law){.x = x, .y = x, .n = 2});
  jn_model_add_auxiliary(model, "z", 1, "-z");
  jn_model_add_discrete(model, "s", 2);
  add_forces(model, frame);
  static const char *const set[] = {"s", "s + 1", NULL};
  jn_event_def event = jn_event_def_default();
  event.name = "e";
  event.when = "crank.x";
  event.direction = -1;
  event.set = set;
  event.stop = true;
  jn_model_add_event(model, &event);
  jn_model_set_initial(model, "crank.angle", acos(0), true);
  jn_model_set_initial(model, "rocker.x", 1, false);
  jn_model_set_initial(model, "rocker.y", 2, false);
  jn_model_add_output(model, "crank.position", NULL);
  jn_model_add_output(model, "tip", "rocker.T");
  jn_model_add_output(model, "energy", NULL);
  return jn_model_finish(model) == JN_OK ? model : jn_model_free(model);
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static bool same_numbers(const double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    if (!(fabs(a[i] - b[i]) <= 1e-15)) return false;
  return true;
}

static void compare_bodies(const jn_model *a, const jn_model *b) {
  CHECK(a->nbodies == b->nbodies && a->nframes == b->nframes);
  for (int i = 0; i < a->nbodies && i < b->nbodies; i++) {
    const jni_body *x = &a->bodies[i], *y = &b->bodies[i];
    CHECK(same_text(x->name, y->name) && x->particle == y->particle && x->frame == y->frame &&
          x->com_frame == y->com_frame);
    CHECK(same_numbers(&x->mass, &y->mass, 1) && same_numbers(x->inertia, y->inertia, 6) &&
          same_numbers(x->com, y->com, 3));
  }
  for (int i = 0; i < a->nframes && i < b->nframes; i++) {
    const jni_frame *x = &a->frames[i], *y = &b->frames[i];
    CHECK(same_text(x->name, y->name) && x->body == y->body && x->oriented == y->oriented);
    CHECK(same_numbers(x->p, y->p, 3) && same_numbers(x->R, y->R, 9));
  }
}

static void compare_joints(const jn_model *a, const jn_model *b) {
  CHECK(a->njoints == b->njoints);
  for (int i = 0; i < a->njoints && i < b->njoints; i++) {
    const jn_joint_def *x = &a->joints[i].def, *y = &b->joints[i].def;
    CHECK(same_text(a->joints[i].name, b->joints[i].name) && a->joints[i].kind == b->joints[i].kind);
    CHECK(x->between[0].i == y->between[0].i && x->between[1].i == y->between[1].i && x->joint.i == y->joint.i);
    CHECK(same_numbers(x->axis[0], y->axis[0], 6) && same_numbers(&x->length, &y->length, 1) && x->scale == y->scale);
    CHECK(same_text(x->motion, y->motion) && x->nterms == y->nterms);
    for (int k = 0; k < x->nterms && k < y->nterms; k++)
      CHECK(x->terms[k].joint.i == y->terms[k].joint.i && x->terms[k].factor == y->terms[k].factor &&
            same_text(x->terms[k].coordinate, y->terms[k].coordinate));
  }
}

static void compare_forces(const jn_model *a, const jn_model *b) {
  CHECK(a->nforces == b->nforces);
  for (int i = 0; i < a->nforces && i < b->nforces; i++) {
    const jn_force_def *x = &a->forces[i].def, *y = &b->forces[i].def;
    CHECK(same_text(a->forces[i].name, b->forces[i].name) && a->forces[i].kind == b->forces[i].kind);
    CHECK(x->between[0].i == y->between[0].i && x->between[1].i == y->between[1].i && x->stiffness == y->stiffness &&
          x->rest == y->rest);
    for (int k = 0; k < 3; k++) CHECK(same_text(x->value[k], y->value[k]));
    CHECK(x->law.n == y->law.n && x->law.smooth == y->law.smooth && same_numbers(x->law.y, y->law.y, x->law.n));
  }
}

static void compare_rest(const jn_model *a, const jn_model *b) {
  CHECK(same_text(a->name, b->name) && a->space == b->space && same_numbers(a->gravity, b->gravity, 3));
  CHECK(a->ninputs == 1 && b->ninputs == 1 && a->inputs[0].table.n == b->inputs[0].table.n);
  CHECK(a->nauxiliaries == 1 && b->nauxiliaries == 1 && same_text(a->auxiliaries[0].rate, b->auxiliaries[0].rate));
  CHECK(a->ndiscretes == 1 && b->ndiscretes == 1 && a->discretes[0].initial == b->discretes[0].initial);
  CHECK(a->nevents == 1 && b->nevents == 1 && a->events[0].direction == b->events[0].direction && a->events[0].stop &&
        b->events[0].stop);
  CHECK(a->events[0].nset == 1 && b->events[0].nset == 1 && same_text(a->events[0].set[1], b->events[0].set[1]));
  CHECK(a->ninitials == b->ninitials && a->noutputs == b->noutputs && a->noutputs == 5);
  for (int i = 0; i < a->ninitials && i < b->ninitials; i++)
    CHECK(same_text(a->initials[i].name, b->initials[i].name) &&
          same_numbers(&a->initials[i].value, &b->initials[i].value, 1) && a->initials[i].keep == b->initials[i].keep);
  for (int i = 0; i < a->noutputs && i < b->noutputs; i++)
    CHECK(same_text(a->outputs[i].name, b->outputs[i].name) &&
          same_text(a->outputs[i].expression, b->outputs[i].expression));
}

static void test_file_and_calls_build_the_same(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *read = read_text(four_bar_text, report), *built = build_four_bar(NULL);
  print_faults(report);
  CHECK(read && built);
  if (read && built) {
    compare_bodies(read, built);
    compare_joints(read, built);
    compare_forces(read, built);
    compare_rest(read, built);
  }
  jn_model_free(read);
  jn_model_free(built);
  jn_report_free(report);
}

static void test_values(void) {
  static const char text[] =
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nparameters: {a: \"=b + 1\", b: \"=2*c\", c: 250 mm, N: 3}\n"
      "bodies:\n  \"m{i}_{j}\": {repeat: {i: [1, 2], j: [0, \"=N - 1\"]}, mass: \"=a*i + j\", inertia: [1, 2, 3, 4, 5, "
      "6],\n"
      "    points: {\"P{2*i}\": [1 m, 2 mm, \"=c\"]}}\n"
      "joints:\n  U: {type: universal, between: [m1_0, m2_1.P4], axes: [-x, [0, 3, 4]]}\n"
      "forces:\n  F: {type: point-force, at: m1_0, value: [\"a*t + N\", 1 kN, \"=a\"]}\n"
      "initial: {keep: {m1_0.orientation: {axis: [0, 0, 2], angle: 90 deg}}}\n";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_text(text, report);
  print_faults(report);
  CHECK(model && model->nbodies == 7);
  if (model) {
    int body = jn_model_find_body(model, "m2_1").i, frame = jn_model_find_frame(model, "m2_1.P4").i;
    CHECK_NEAR(model->bodies[body].mass, 4, 1e-15);
    CHECK(model->bodies[body].inertia[5] == 6 && frame >= 0);
    CHECK_NEAR(model->frames[frame].p[1], 0.002, 1e-18);
    CHECK_NEAR(model->frames[frame].p[2], 0.25, 1e-16);
    CHECK(model->joints[0].def.axis[0][0] == -1);
    CHECK_NEAR(model->joints[0].def.axis[1][2], 0.8, 1e-15);
    CHECK(same_text(model->forces[0].def.value[0], "(1.5)*t + (3)"));
    CHECK(same_text(model->forces[0].def.value[1], "1000"));
    CHECK(same_text(model->forces[0].def.value[2], "1.5"));
    CHECK(model->ninitials == 4 && same_text(model->initials[3].name, "m1_0.qz"));
    CHECK_NEAR(model->initials[3].value, sqrt(0.5), 1e-15);
  }
  jn_model_free(model);
  jn_report_free(report);
}

static void test_values_with_units(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\n"
      "bodies:\n  a: {mass: 1, inertia: 1, points: {P: [0, 0]}}\n  b: {mass: 1, inertia: 1, points: {Q: [1, 0]}}\n"
      "joints:\n  J0: {type: revolute, between: [ground, a]}\n  J1: {type: revolute, between: [a, b]}\n"
      "  C: {type: coupling, terms: {J0: 1, J1: -2}, offset: 90 deg}\n"
      "forces:\n  one: {type: bushing, between: [ground, a], rotation_stiffness: 50 N m/rad, rotation_damping: 2}\n"
      "  three: {type: bushing, between: [ground, b], rotation_stiffness: [0, 0, 7]}\n"
      "  coil: {type: spring-damper, between: [a.P, b.Q], law: {table: [[0, 0], [10 mm, 1 kN]]},\n"
      "    damping_law: {table: [[0, 0], [1 km/h, 5]]}}\n"
      "  turn: {type: torsion-spring, joint: J0, law: {table: [[0, 0], [180 deg, 5 N m]]},\n"
      "    damping_law: {table: [[0, 0], [60 rpm, 5]]}}\n"
      "inputs: {u: {table: [[0 ms, 1], [500 ms, 2]]}}\n"
      "outputs:\n- {repeat: {i: [0, 1]}, \"s{i}\": \"joint.J{i}.angle\", \"d{i}\": \"2*joint.J{i}.rate + i\"}\n"
      "- {repeat: {i: [0, 1]}, name: \"e{i}\", expression: \"i*t\"}\n";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_text(text, report);
  print_faults(report);
  CHECK(model && model->nforces == 4);
  if (model) {
    const jn_force_def *one = &model->forces[0].def, *coil = &model->forces[2].def, *turn = &model->forces[3].def;
    CHECK(one->rotation_stiffness[0] == 0 && one->rotation_stiffness[1] == 0 && one->rotation_stiffness[2] == 50);
    CHECK(one->rotation_damping[2] == 2 && model->forces[1].def.rotation_stiffness[2] == 7);
    CHECK_NEAR(coil->law.x[1], 0.01, 1e-17);
    CHECK_NEAR(coil->law.y[1], 1000, 1e-12);
    CHECK_NEAR(coil->damping_law.x[1], 1 / 3.6, 1e-15);
    CHECK_NEAR(turn->law.x[1], acos(-1), 1e-15);
    CHECK_NEAR(turn->damping_law.x[1], 2 * acos(-1), 1e-14);
    CHECK_NEAR(model->joints[2].def.offset, acos(-1) / 2, 1e-15);
    CHECK_NEAR(model->inputs[0].table.x[1], 0.5, 1e-15);
    CHECK(model->noutputs == 6 && same_text(model->outputs[2].name, "s1"));
    CHECK(model->noutputs == 6 && same_text(model->outputs[2].expression, "joint.J1.angle"));
    CHECK(model->noutputs == 6 && same_text(model->outputs[3].expression, "2*joint.J1.rate + (1)"));
    CHECK(model->noutputs == 6 && same_text(model->outputs[5].name, "e1"));
  }
  jn_model_free(model);
  jn_report_free(report);
}

// ---- every kind -------------------------------------------------------------------------------

// A joint or force of each kind with no keys but its type: each required field is asked for by name.
static void check_required(const char *section, const char *type, bool in_plane, const jni_field *fields, int nfields) {
  char text[512];
  snprintf(text, sizeof text, "jounce: 1\nspace: %s\nbodies: {a: {mass: 1}}\n%s: {E: {%s%s}}\n",
           in_plane ? "plane" : "space", section, strcmp(section, "drivers") ? "type: " : "",
           strcmp(section, "drivers") ? type : "");
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_text(text, report);
  int required = 0;
  for (int i = 0; i < nfields; i++) {
    char name[64];
    bool two = fields[i].type == JNI_FIELD_AXES_APART && !in_plane;
    snprintf(name, sizeof name, "needs '%s'", two ? "axes" : fields[i].name);
    CHECK(fields[i].help && fields[i].help[0]);
    CHECK(has_fault(report, name) == fields[i].required);
    required += fields[i].required;
  }
  CHECK(required == 0 || (!model && jn_report_count(report, JN_FAULT) == required));
  jn_model_free(model);
  jn_report_free(report);
}

static void check_wrong_space(const char *section, const char *type, bool in_plane, bool in_space) {
  if (in_plane && in_space) return;
  char text[512];
  snprintf(text, sizeof text, "jounce: 1\nspace: %s\nbodies: {a: {mass: 1}}\n%s: {E: {type: %s}}\n",
           in_plane ? "space" : "plane", section, type);
  jn_report *report = jn_report_new(NULL);
  CHECK(!read_text(text, report));
  CHECK(has_fault(report, in_plane ? "in the plane only" : "in space only"));
  CHECK(jn_report_get(report, 0)->line == 4);
  jn_report_free(report);
}

static void test_every_kind(void) {
  for (int i = 0; jni_joint_kinds[i]; i++) {
    const jni_joint_kind *k = jni_joint_kinds[i];
    bool driver = strcmp(k->name, "driver") == 0;
    check_required(driver ? "drivers" : "joints", k->name, k->in_plane, k->fields, k->nfields);
    check_wrong_space("joints", k->name, k->in_plane, k->in_space);
    CHECK(same_text(jn_joint_kind_name(i), k->name) && jn_joint_kind_help(i));
    CHECK(jni_joint_kind_find(k->name) == k);
  }
  for (int i = 0; jni_force_kinds[i]; i++) {
    const jni_force_kind *k = jni_force_kinds[i];
    check_required("forces", k->name, k->in_plane, k->fields, k->nfields);
    check_wrong_space("forces", k->name, k->in_plane, k->in_space);
    CHECK(same_text(jn_force_kind_name(i), k->name) && jn_force_kind_help(i));
    CHECK(jni_force_kind_find(k->name) == k);
  }
  CHECK(!jn_joint_kind_name(1000) && !jn_force_kind_name(-1));
}

// ---- builder faults ---------------------------------------------------------------------------

static void test_builder_faults(void) {
  jn_model *model = jn_model_new(NULL, "x", JN_PLANE);
  jn_report *report = jn_model_report(model);
  jn_body_def body = jn_body_def_default();
  body.name = "a";
  body.mass = NAN;
  jn_body a = jn_model_add_body(model, &body);
  CHECK(a.i == 1 && has_fault(report, "mass must be zero or positive"));
  body.name = "p";
  body.mass = 1;
  body.particle = true;
  jn_body p = jn_model_add_body(model, &body);
  body.name = NULL;
  jn_model_add_body(model, &body);
  CHECK(has_fault(report, "the name is missing"));
  jn_model_add_frame(model, p, "Q", (double[3]){1, 0, 0}, NULL);
  CHECK(has_fault(report, "a particle is a point"));
  jn_model_add_frame(model, a, "Z", (double[3]){0, 0, 1}, NULL);
  CHECK(has_fault(report, "must lie in the plane"));
  jn_model_add_frame(model, a, "T", (double[3]){0, 0, 0}, (double[4]){0.8, 0.6, 0, 0});
  CHECK(has_fault(report, "turn about z only"));
  jn_model_add_frame(model, (jn_body){77}, "T", (double[3]){0, 0, 0}, NULL);
  CHECK(has_fault(report, "no such body"));
  jn_joint_def joint = jn_joint_def_default();
  joint.name = "A";
  joint.type = "revolute";
  jn_model_add_joint(model, &joint);
  CHECK(has_fault(report, "between needs two ends"));
  joint.name = "B";
  joint.type = "distance";
  joint.length = NAN;
  joint.between[0] = jn_model_body_frame(model, jn_model_ground(model));
  joint.between[1] = jn_model_body_frame(model, a);
  jn_model_add_joint(model, &joint);
  CHECK(has_fault(report, "length must be finite"));
  jn_model_set_initial(model, "a.position", 1, true);
  jn_model_set_gravity(model, (double[3]){0, 0, -9.81});
  CHECK(has_fault(report, "gravity must lie in the plane"));
  CHECK(jn_model_finish(model) == JN_BAD_MODEL);
  CHECK(has_fault(report, "it is a vector"));
  jn_model_free(model);
}

// ---- signals ----------------------------------------------------------------------------------

typedef struct {
  const char *name;
  int n;  // components
  jni_signal_kind kind;
  const char *first;  // name of the first
  jn_dimension dimension;
} signal_case;

static void check_signals(const jn_model *model, const signal_case *cases, int n) {
  for (int i = 0; i < n; i++) {
    jni_signal s[JNI_MAX_COMPONENTS];
    char what[256];
    int found = jni_signal_resolve(model, cases[i].name, s, JNI_MAX_COMPONENTS, what, sizeof what);
    CHECK(found == cases[i].n);
    if (found != cases[i].n) printf("  %s: %d %s\n", cases[i].name, found, what);
    CHECK(found > 0 || what[0]);
    if (found < 1 || cases[i].n < 1) continue;
    CHECK(s[0].kind == cases[i].kind && same_text(s[0].name, cases[i].first ? cases[i].first : cases[i].name));
    CHECK(memcmp(&s[0].dimension, &cases[i].dimension, sizeof(jn_dimension)) == 0);
  }
}

static void test_signals_in_plane(void) {
  jn_model *model = build_four_bar(NULL);
  static const signal_case cases[] = {
      {"t", 1, JNI_SIGNAL_TIME, NULL, {0, 0, 1, 0}},
      {"crank.x", 1, JNI_SIGNAL_POSITION, NULL, {1, 0, 0, 0}},
      {"crank.position", 2, JNI_SIGNAL_POSITION, "crank.x", {1, 0, 0, 0}},
      {"crank.A", 2, JNI_SIGNAL_POSITION, "crank.A.x", {1, 0, 0, 0}},
      {"A.vx", 1, JNI_SIGNAL_VELOCITY, NULL, {1, 0, -1, 0}},
      {"crank.com.acceleration", 2, JNI_SIGNAL_ACCELERATION, "crank.com.ax", {1, 0, -2, 0}},
      {"crank.angle", 1, JNI_SIGNAL_ANGLE, NULL, {0, 0, 0, 1}},
      {"crank.rate", 1, JNI_SIGNAL_RATE, NULL, {0, 0, -1, 1}},
      {"crank.angular_acceleration", 1, JNI_SIGNAL_ANGULAR_ACCELERATION, NULL, {0, 0, -2, 1}},
      {"joint.O.coordinate", 1, JNI_SIGNAL_COORDINATE, NULL, {0, 0, 0, 1}},
      {"joint.O.angle_rate", 1, JNI_SIGNAL_COORDINATE_RATE, NULL, {0, 0, -1, 1}},
      {"joint.O.force", 2, JNI_SIGNAL_REACTION_FORCE, "joint.O.force.x", {1, 1, -2, 0}},
      {"joint.O.on.ground.in.crank.force.y", 1, JNI_SIGNAL_REACTION_FORCE, NULL, {1, 1, -2, 0}},
      {"joint.O.torque", 1, JNI_SIGNAL_REACTION_TORQUE, NULL, {2, 1, -2, -1}},
      {"joint.O.lambda", 2, JNI_SIGNAL_LAMBDA, "joint.O.lambda.1", {1, 1, -2, 0}},
      {"joint.L.lambda.1", 1, JNI_SIGNAL_LAMBDA, NULL, {1, 1, -2, 0}},
      {"force.spring.angle", 1, JNI_SIGNAL_FORCE_LENGTH, NULL, {0, 0, 0, 1}},
      {"force.spring.value", 1, JNI_SIGNAL_FORCE_VALUE, NULL, {2, 1, -2, -1}},
      {"force.coil.value", 1, JNI_SIGNAL_FORCE_VALUE, NULL, {1, 1, -2, 0}},
      {"u", 1, JNI_SIGNAL_INPUT, NULL, {0, 0, 0, 0}},
      {"input.u", 1, JNI_SIGNAL_INPUT, NULL, {0, 0, 0, 0}},
      {"z", 1, JNI_SIGNAL_AUXILIARY, NULL, {0, 0, 0, 0}},
      {"s", 1, JNI_SIGNAL_DISCRETE, NULL, {0, 0, 0, 0}},
      {"energy", 1, JNI_SIGNAL_ENERGY, NULL, {2, 1, -2, 0}},
      {"energy.error", 1, JNI_SIGNAL_ENERGY_ERROR, NULL, {2, 1, -2, 0}},
      {"momentum", 2, JNI_SIGNAL_MOMENTUM, "momentum.x", {1, 1, -1, 0}},
      {"angular_momentum", 1, JNI_SIGNAL_ANGULAR_MOMENTUM, NULL, {2, 1, -1, 0}},
      {"violation.position", 1, JNI_SIGNAL_VIOLATION_POSITION, NULL, {1, 0, 0, 0}},
      {"", 0, 0, NULL, {0, 0, 0, 0}},
      {".", 0, 0, NULL, {0, 0, 0, 0}},
      {"crank", 0, 0, NULL, {0, 0, 0, 0}},
      {"crank.z", 0, 0, NULL, {0, 0, 0, 0}},
      {"crank.x.y", 0, 0, NULL, {0, 0, 0, 0}},
      {"crank.A.angle", 0, 0, NULL, {0, 0, 0, 0}},
      {"D.x", 0, 0, NULL, {0, 0, 0, 0}},
      {"joint.O", 0, 0, NULL, {0, 0, 0, 0}},
      {"joint.O.lambda.3", 0, 0, NULL, {0, 0, 0, 0}},
      {"joint.O.on.rocker.force", 0, 0, NULL, {0, 0, 0, 0}},
      {"joint.G.force", 0, 0, NULL, {0, 0, 0, 0}},
      {"joint.L.angle", 0, 0, NULL, {0, 0, 0, 0}},
      {"violation", 0, 0, NULL, {0, 0, 0, 0}},
      {"a.b.c.d.e.f.g.h.i.j", 0, 0, NULL, {0, 0, 0, 0}}};
  CHECK(model != NULL);
  if (model) check_signals(model, cases, (int)(sizeof cases / sizeof *cases));
  jn_model_free(model);
}

// ---- files ------------------------------------------------------------------------------------

static void check_folder(const char *folder) {
  DIR *dir = opendir(folder);
  int n = 0;
  for (struct dirent *entry; dir;) {
    entry = readdir(dir);
    if (!entry) break;
    if (!strstr(entry->d_name, ".yaml") && !strstr(entry->d_name, ".json")) continue;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
    CHECK(model != NULL);
    print_faults(report);
    n++;
    jn_model_free(model);
    jn_report_free(report);
  }
  CHECK(n > 0);
  if (dir) closedir(dir);
}

static void test_shipped_models(void) {
  check_folder(JOUNCE_SOURCE_DIR "/tests/corpus/reader");
  check_folder(JOUNCE_SOURCE_DIR "/models/examples");
  check_folder(JOUNCE_SOURCE_DIR "/papers/yoon");
  check_folder(JOUNCE_SOURCE_DIR "/papers/park");
  check_folder(JOUNCE_SOURCE_DIR "/papers/blajer");
  check_folder(JOUNCE_SOURCE_DIR "/papers/dopico");
  check_folder(JOUNCE_SOURCE_DIR "/models/benchmarks");
}

static void test_schema_is_published(void) {
  char *made = jn_model_schema(NULL);
  FILE *file = fopen(JOUNCE_SOURCE_DIR "/docs/model.schema.json", "r");
  CHECK(made && file);
  size_t size = made ? strlen(made) : 0;
  char *stored = calloc(size + 2, 1);
  size_t n = file && stored ? fread(stored, 1, size + 1, file) : 0;
  CHECK(made && n == size &&
        strcmp(made, stored) == 0);  // otherwise: write jn_model_schema() to docs/model.schema.json
  if (file) fclose(file);
  free(stored);
  jn_text_free(NULL, made);
}

// ---- allocation -------------------------------------------------------------------------------

static void test_every_allocation_failure(void) {
  for (long k = 0;; k++) {
    memory_count c = {.fail_at = k + 1, .once = true};
    const jn_alloc alloc = {counted_resize, &c};
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_model_read_text(&alloc, "text", four_bar_text, sizeof four_bar_text - 1, NULL, 0, report);
    bool failed = c.calls > k;
    CHECK(failed == !model);
    if (failed) CHECK(jn_report_count(report, JN_FAULT) == 1 && jn_report_get(report, 0)->status == JN_NO_MEMORY);
    if (failed && jn_report_count(report, JN_FAULT) != 1) {
      printf("  allocation %ld\n", k);
      print_faults(report);
    }
    jn_model_free(model);
    jn_report_free(report);
    CHECK(c.live == 0);
    if (!failed) break;
  }
  for (long k = 0;; k++) {
    memory_count c = {.fail_at = k + 1, .once = true};
    const jn_alloc alloc = {counted_resize, &c};
    jn_model *model = build_four_bar(&alloc);
    bool failed = c.calls > k;
    CHECK(failed == !model);
    jn_model_free(model);
    char *schema = failed ? jn_model_schema(&alloc) : NULL;
    jn_text_free(&alloc, schema);
    CHECK(c.live == 0);
    if (!failed) break;
  }
}

// ---- time -------------------------------------------------------------------------------------

// Seconds to read and look at a chain of N bodies, written one by one.
static double read_chain(int N) {
  char *text = malloc((size_t)N * 400);
  int n = sprintf(text, "jounce: 1\nspace: plane\nbodies:\n");
  for (int i = 0; i < N; i++)
    n += sprintf(text + n, "  b%d: {mass: 1, inertia: 1, points: {A: [0, 0], B: [1, 0]}}\n", i);
  n += sprintf(text + n, "joints:\n  J0: {type: revolute, between: [ground, b0.A]}\n");
  for (int i = 1; i < N; i++) n += sprintf(text + n, "  J%d: {type: revolute, between: [b%d.B, b%d.A]}\n", i, i - 1, i);
  n += sprintf(text + n, "initial:\n  guess:\n");
  for (int i = 0; i < N; i++) n += sprintf(text + n, "    b%d.position: [%d, 0]\n", i, i);
  n += sprintf(text + n, "outputs:\n");
  for (int i = 0; i < N; i++) n += sprintf(text + n, "  - b%d.B\n", i);
  jn_report *report = jn_report_new(NULL);
  double start = cpu_seconds();
  jn_model *model = jn_model_read_text(NULL, "text", text, (size_t)n, NULL, 0, report);
  double took = cpu_seconds() - start;
  CHECK(model && model->noutputs == 2 * N);
  start = cpu_seconds();
  if (model) jn_check_sanity(model, report);
  took += cpu_seconds() - start;
  printf("%d bodies read and looked at in %.0f ms\n", N, 1e3 * took);
  jn_model_free(model);
  jn_report_free(report);
  free(text);
  return took;
}

static void test_reading_is_quick(void) {
  CHECK(read_chain(1000) < 0.3 * 5);    // 0.3 s is the aim; sanitizers and busy machines get five times that
  CHECK(read_chain(20000) < 0.3 * 25);  // in proportion, not with the square
}

int main(void) {
  test_file_and_calls_build_the_same();
  test_values();
  test_values_with_units();
  test_every_kind();
  test_builder_faults();
  test_signals_in_plane();
  test_shipped_models();
  test_schema_is_published();
  test_every_allocation_failure();
  test_reading_is_quick();
  return check_report();
}
