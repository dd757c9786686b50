// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_import.c - URDF and MJCF import without other engines: what is made can be read, nothing is dropped in silence,
// mistakes are told with their place, names are made legal, and every allocation may fail. Dynamics:
// test_import_mujoco.c.
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "check.h"
#include "imported.h"
#include "memory.h"

static const char *const files[] = {
    "/models/robots/arm.urdf", "/models/robots/walker.xml",   "/models/robots/loop.xml", "/tests/import/plane.xml",
    "/tests/import/brace.xml", "/tests/import/floating.urdf", "/tests/import/shapes.xml"};
enum { NFILES = (int)(sizeof files / sizeof *files) };

static char *read_text(const char *name) {
  char path[500], *text = calloc(1, 1 << 16);
  snprintf(path, sizeof path, JOUNCE_SOURCE_DIR "%s", name);
  FILE *file = fopen(path, "rb");
  CHECK(file != NULL);
  if (file) {
    text[fread(text, 1, (1 << 16) - 1, file)] = '\0';
    fclose(file);
  }
  return text;
}

static const jn_error *find_message(const jn_report *report, jn_severity severity, const char *what) {
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    if (e->severity == severity && (strstr(e->what, what) || strstr(e->element, what))) return e;
  }
  return NULL;
}

static void print_messages(const jn_report *report) {
  for (int i = 0; i < jn_report_size(report); i++) {
    char line[1200];
    jn_error_format(jn_report_get(report, i), line, sizeof line);
    puts(line);
  }
}

// ---- files -----------------------------------------------------------------------------------------------------

static void test_files(void) {
  for (int i = 0; i < NFILES; i++) {
    char *source = read_text(files[i]);
    imported one = import(source, false), two = import(source, false);
    CHECK(one.model && jn_report_count(one.report, JN_FAULT) == 0);
    if (!one.model) print_messages(one.report);
    CHECK(one.text && two.text && strcmp(one.text, two.text) == 0);
    drop(&one);
    drop(&two);
    free(source);
  }
}

// An attribute and an element that nobody knows, put into every element in turn, are listed with their line.
static void test_nothing_is_dropped(void) {
  for (int i = 0; i < NFILES; i++) {
    char *source = read_text(files[i]), *changed = calloc(1, 1 << 17);
    int line = 1;
    for (char *c = source; *c; c++) {
      line += *c == '\n';
      if (*c != '<' || c[1] == '!' || c[1] == '?' || c[1] == '/') continue;
      size_t before = (size_t)(c - source), name = strcspn(c, " >/\n");
      snprintf(changed, 1 << 17, "%.*s nobody='1'%s", (int)(before + name), source, c + name);
      imported im = import(changed, false);
      CHECK(im.text != NULL);
      // in what is listed as a whole, or in a geom, of which only the mass counts, the element itself is told
      char tag[64];
      snprintf(tag, sizeof tag, "<%.*s>", (int)name - 1, c + 1);
      const jn_error *precomputed_report = find_message(im.report, JN_WARNING, "nobody");
      bool whole = find_message(im.report, JN_WARNING, tag) ||
                   strstr("<geometry><box><color><cylinder><type><accelerometer><connect><weld>", tag);
      CHECK(precomputed_report ? precomputed_report->line == line : whole);
      CHECK(!precomputed_report || (im.text && strstr(im.text, "'nobody'")));
      drop(&im);
    }
    free(source);
    free(changed);
  }
}

// ---- mistakes --------------------------------------------------------------------------------------------------

#define LINK(name) \
  "<link name='" name "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"
#define JOINT(name, type, parent, child, more) \
  "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child "'/>" more "</joint>"
#define BODY(more) "<mujoco>\n<worldbody>\n<body name='a'>" more "</body></worldbody></mujoco>"
#define BALL "<geom size='1'/>"

static void test_mistakes(void) {
  static const struct {
    const char *source;
    int line;
    const char *what;
  } wrong[] = {
      {"", 1, "not well-formed XML"},
      {"<robot>\n<link", 2, "not well-formed XML"},
      {"<robot><link></robot>", 1, "mismatched tag"},
      {"<!DOCTYPE r [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><robot>&b;</robot>", 1, "document type"},
      {"<robot>&undefined;</robot>", 1, "undefined entity"},
      {"<house/>", 1, "<robot> (URDF) or <mujoco> (MJCF)"},
      {"<robot/>", 1, "there is no <link>"},
      {"<robot>\n<link/></robot>", 2, "the name is missing"},
      {"<robot>" LINK("a") "\n" LINK("a") "</robot>", 2, "another link of this name"},
      {"<robot>" LINK("a") "\n" LINK("b") "</robot>", 2, "is a second root"},
      {"<robot>" LINK("a") LINK("b") "\n" JOINT("j", "hinge", "a", "b", "") "</robot>", 2,
       "type is revolute, continuous, prismatic"},
      {"<robot>" LINK("a") LINK("b") "\n" JOINT("j", "revolute", "a", "c", "") "</robot>", 2, "there is no link 'c'"},
      {"<robot>" LINK("a") LINK("b") "\n<joint name='j' type='fixed'><child link='b'/></joint></robot>", 2,
       "<parent link=\"...\"/> is missing"},
      {"<robot>" LINK("a") LINK("b")
           JOINT("j", "fixed", "a", "b", "") "\n" JOINT("k", "fixed", "a", "b", "") "</robot>",
       2, "a link has one parent"},
      {"<robot>" LINK("a") LINK("b") JOINT("j", "revolute", "a", "b", "\n<axis xyz='0 0 0'/>") "</robot>", 2,
       "must be a vector that is not zero"},
      {"<robot>" LINK("a") LINK("b") JOINT("j", "revolute", "a", "b", "\n<axis xyz='0 0'/>") "</robot>", 2,
       "xyz needs 3 numbers, but got \"0 0\""},
      {"<robot>" LINK("a") LINK("b") JOINT("j", "revolute", "a", "b", "\n<axis xyz='0 0 1 2'/>") "</robot>", 2,
       "xyz takes 3 numbers"},
      {"<robot>" LINK("a") LINK("b") JOINT("j", "revolute", "a", "b", "\n<axis xyz='0 0 nan'/>") "</robot>", 2,
       "\"nan\" is not a finite number"},
      {"<robot>" LINK("a") LINK("b") JOINT("j", "revolute", "a", "b", "\n<mimic joint='k'/>") "</robot>", 2,
       "there is no joint 'k'"},
      {"<robot>" LINK("a") LINK("b") JOINT("j", "revolute", "a", "b", "\n<limit lower='1' upper='-1'/>") "</robot>", 2,
       "are reversed"},
      {"<robot>" LINK("a") "\n<link name='b'><inertial><mass value='-1'/></inertial></link>" JOINT("j", "fixed", "a",
                                                                                                   "b", "") "</robot>",
       2, "value must be zero or positive, but is -1"},
      {"<robot>" LINK("a") LINK("b") JOINT("j", "fixed", "a", "b", "") "</robot>", 1, "nothing can move: every body"},
      {"<robot>" LINK("r") "\n" LINK("a") LINK("b") JOINT("j", "revolute", "a", "b", "")
           JOINT("k", "revolute", "b", "a", "") "</robot>",
       2, "form a cycle"},
      {"<mujoco/>", 1, "there is no <worldbody>"},
      {"<mujoco>\n<compiler angle='grad'/><worldbody/></mujoco>", 2, "angle cannot be \"grad\""},
      {"<mujoco>\n<compiler eulerseq='abc'/><worldbody/></mujoco>", 2, "three of the letters"},
      {"<mujoco>\n<compiler coordinate='global'/><worldbody/></mujoco>", 2, "is not supported"},
      {BODY(BALL "\n<joint type='screw'/>"), 4, "type is hinge, slide, ball or free"},
      {BODY(BALL "\n<joint axis='0 0 0'/>"), 4, "the axis must not be zero"},
      {BODY(BALL "\n<joint class='x'/>"), 4, "there is no class 'x'"},
      {BODY(BALL "<joint name='j'/>\n<joint name='j'/>"), 4, "another joint of this name"},
      {BODY(BALL "<joint/>\n<freejoint/>"), 4, "the only joint of its body"},
      {BODY(BALL "<joint/><body>\n<freejoint/>" BALL "</body>"), 4, "not of another body"},
      {BODY(BALL "<joint/>\n<body name='a'/>"), 4, "another body of this name"},
      {BODY("<joint/>\n<geom type='box' size='1'/>"), 4, "a box needs 3 positive numbers"},
      {BODY("<joint/>\n<geom type='box'/>"), 4, "size is missing: a box needs 3 numbers"},
      {BODY("<joint/>\n<inertial pos='0 0 0'/>"), 4, "mass is missing"},
      {"<robot>" LINK("a") "\n<link name='b'><inertial><mass value='1'/><inertia ixx='0.1' iyy='0.1' izz='0.1' "
                           "iyz='1'/></inertial></link>" JOINT("j", "revolute", "a", "b", "") "</robot>",
       2, "no body has this inertia: one of its principal moments -0.9, 0.1, 1.1 kg m^2 is negative"},
      {BODY("<joint/>\n<inertial mass='1' pos='0 0 0' diaginertia='1 1 -1'/>"), 4,
       "one of its principal moments -1, 1, 1 kg m^2 is negative"},
      {BODY("<joint/>\n<inertial mass='1'/>"), 4, "diaginertia (3 numbers) or fullinertia (6 numbers) is missing"},
      {BODY(BALL "\n<joint range='20 -20'/>"), 4, "range goes from the lower to the upper limit"},
      {"<mujoco><worldbody><body><joint name='j'/>" BALL
       "</body></worldbody>\n<equality><connect body1='b' anchor='0 0 0'/></equality></mujoco>",
       2, "there is no body 'b'"},
      {"<mujoco><worldbody><body><joint name='j'/>" BALL
       "</body></worldbody>\n<equality><joint joint1='b'/></equality></mujoco>",
       2, "there is no such joint 'b'"},
      {"<mujoco><worldbody><body><joint name='j'/>" BALL
       "</body></worldbody>\n<actuator><motor joint='b'/></actuator></mujoco>",
       2, "there is no joint 'b'"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    imported im = import(wrong[i].source, false);
    const jn_error *e = find_message(im.report, JN_FAULT, wrong[i].what);
    CHECK(!im.text && e);
    if (e)
      CHECK(e->line == wrong[i].line && e->column > 0 && e->status == JN_BAD_MODEL && strcmp(e->file, "robot") == 0);
    if (!e || e->line != wrong[i].line) {
      printf("%s\n", wrong[i].source);
      print_messages(im.report);
    }
    drop(&im);
  }
}

static void test_depth(void) {
  enum { DEPTH = 5000 };
  char *source = calloc(1, DEPTH * 16);
  strcat(source, "<mujoco><worldbody>");
  char *end = source + strlen(source);
  for (int i = 0; i < DEPTH; i++) {
    memcpy(end, "<body>", 6);
    end += 6;
  }
  imported im = import(source, false);
  CHECK(!im.text && find_message(im.report, JN_FAULT, "more than 1000 deep"));
  drop(&im);
  free(source);
}

// ---- what is said in another way -----------------------------------------------------------------------------------

static bool has(const imported *im, const char *text) { return im->text && strstr(im->text, text); }

static void test_names(void) {
  imported im = import("<robot name='a \"b\"&#10;c{'>" LINK("base") LINK("1 arm") LINK("1-arm") LINK("ground")
                           JOINT("j", "revolute", "base", "1 arm", "") JOINT("j k", "revolute", "1 arm", "1-arm", "")
                               JOINT("x", "prismatic", "1-arm", "ground", "") "</robot>",
                       false);
  CHECK(im.model != NULL);
  CHECK(has(&im, "name: \"a \\\"b\\\"?c(\"") && has(&im, "  _1_arm:") && has(&im, "  _1_arm_2:") &&
        has(&im, "  ground_:") && has(&im, "  j_k: {"));
  CHECK(find_message(im.report, JN_NOTE, "is renamed to _1_arm ("));
  drop(&im);
}

// Characters that are not ASCII stay in the name of the model, in comments and in messages; line breaks and the like do
// not.
static void test_characters(void) {
  imported im = import("<robot name='B\xc3\xa4r \xe6\x9c\xba \xf0\x9f\xa4\x96&#x85;x&#x2028;y'>" LINK("base")
                           LINK("Fu\xc3\x9f") JOINT("j", "revolute", "base", "Fu\xc3\x9f",
                                                    "<gr\xc3\xb6\xc3\x9f"
                                                    "e/>") "</robot>",
                       false);
  CHECK(im.model != NULL);
  CHECK(has(&im, "name: \"B\xc3\xa4r \xe6\x9c\xba \xf0\x9f\xa4\x96??x???y\"") &&
        has(&im, "link 'Fu\xc3\x9f': is renamed to Fu_"));
  const jn_error *precomputed_report = find_message(im.report, JN_WARNING, "is not imported");
  CHECK(precomputed_report && strcmp(precomputed_report->element,
                                     "<gr\xc3\xb6\xc3\x9f"
                                     "e>") == 0);
  drop(&im);
}

static void test_base(void) {
  static const char source[] = "<robot><link name='root'/>" LINK("pelvis") LINK("leg")
      JOINT("p", "fixed", "root", "pelvis", "<origin xyz='0 0 1' rpy='0 0 1'/>")
          JOINT("hip", "revolute", "root", "leg", "<origin xyz='0 1 0'/><limit lower='-1' upper='2'/>") "</robot>";
  imported fixed = import(source, false), free_one = import(source, true);
  CHECK(fixed.model && jn_model_nbodies(fixed.model) == 2 && has(&fixed, "is the root and taken as the ground"));
  // the root has no mass: it is a frame of the pelvis, which is fixed to it
  CHECK(free_one.model && jn_model_nbodies(free_one.model) == 3 &&
        has(&free_one, "base: {type: free, between: [ground, pelvis]}"));
  CHECK(has(&free_one, "link 'root': has no mass and is a frame of pelvis"));
  CHECK(has(&fixed, "hip_stop: {type: stop, joint: hip, coordinate: angle, lower: -1, upper: 2"));
  drop(&fixed);
  drop(&free_one);
}

static void test_massless_leaf(void) {
  imported im = import("<robot>" LINK("a") "\n<link name='b'/>" JOINT("j", "revolute", "a", "b", "") "</robot>", false);
  const jn_error *e = find_message(im.report, JN_WARNING, "moves but has no mass");
  CHECK(e && e->line == 2);
  drop(&im);
}

// ---- starts, places, reasons ----------------------------------------------------------------------------------------

static double joint_angle(const jn_model *model, const char *name) {
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  options.probes = &name;
  options.nprobes = 1;
  jn_run *run = jn_run_new(model, &options, report);
  double value = NAN;
  for (int i = 0; run && i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) value = jn_run_outputs(run)[i];
  if (!run) print_messages(report);
  jn_run_free(run);
  jn_report_free(report);
  return value;
}

#define AT "<origin xyz='0.5 0.2 0' rpy='0.3 0 0.2'/><axis xyz='0 1 0'/>"
#define FOLLOW(joint) "<mimic joint='" joint "' multiplier='-0.5' offset='0.1'/>"

// What follows with an offset begins there, and what is led stays at zero: the assembly has nothing to move.
static void test_starts(void) {
  static const char urdf[] = "<robot>" LINK("r") LINK("a") LINK("b") LINK("c") JOINT("arm", "continuous", "r", "a", AT)
      JOINT("arm2", "continuous", "a", "b", AT FOLLOW("arm"))
          JOINT("arm3", "continuous", "b", "c", AT FOLLOW("arm2")) "</robot>";
  static const char mjcf[] =
      "<mujoco><compiler angle='radian'/><worldbody><body pos='0 0 1' quat='1 0.2 0 0'><joint name='arm' axis='0 1 "
      "0'/><geom size='0.1' pos='0.3 0 0'/>"
      "<body pos='0.5 0 0'><joint name='skew' axis='1 0 0' pos='0 0.1 0'/><joint name='arm2' axis='0 1 1' "
      "armature='0.1'/><joint name='arm3' type='slide'/>"
      "<geom size='0.1' pos='0.3 0 0'/></body></body></worldbody>"
      "<equality><joint joint1='arm2' joint2='arm' polycoef='0.1 -0.5'/><joint joint1='arm3' joint2='arm2' "
      "polycoef='0.1 -0.5'/><joint joint1='skew' polycoef='0.3'/></equality></mujoco>";
  imported one = import(urdf, false), two = import(mjcf, false);
  CHECK(one.model && two.model);
  if (!one.model || !two.model) {
    print_messages(one.report);
    print_messages(two.report);
  }
  for (int i = 0; i < 2; i++) {
    const jn_model *model = i ? two.model : one.model;
    if (!model) continue;
    CHECK_NEAR(joint_angle(model, "joint.arm.angle"), 0, 1e-14);
    CHECK_NEAR(joint_angle(model, "joint.arm2.angle"), 0.1, 1e-14);
    CHECK_NEAR(joint_angle(model, i ? "joint.arm3.displacement" : "joint.arm3.angle"), 0.05, 1e-14);
  }
  if (two.model) CHECK_NEAR(joint_angle(two.model, "joint.skew.angle"), 0.3, 1e-14);
  drop(&one);
  drop(&two);
}

// Numbers of the source are those of the start, to the last bit.
static void test_exact_starts(void) {
  imported im = import("<robot>" LINK("r") LINK("a") LINK("b")
                           JOINT("j", "continuous", "r", "a", "<origin xyz='0.12345678901234566 -1e-13 0'/>") JOINT(
                               "k", "continuous", "a", "b", "<origin xyz='0.1 0.1 0.1' rpy='0.3 0 0'/>") "</robot>",
                       false);
  CHECK(has(&im, "    a.position: [0.12345678901234566, -1e-13, 0]\n") &&
        has(&im, "    b.position: [0.22345678901234567, 0.0999999999999, 0.1]\n"));
  const char *turn = im.text ? strstr(im.text, "b.quaternion: [") : NULL;
  double w = 0;
  CHECK(turn && jni_number_parse(turn + strlen("b.quaternion: ["), &w));
  CHECK_NEAR(w, cos(0.15), 2e-16);
  drop(&im);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  if (file) {
    fputs(text, file);
    fclose(file);
  }
}

// A model that was imported on the way tells of its elements with the lines of the source.
static void test_places(void) {
  static const char path[] = "test_import_places.urdf";
  write_file(path, "<robot>" LINK("r") "\n\n\n<link name='a'><inertial><mass value='1'/></inertial></link>\n" JOINT(
                       "j", "continuous", "r", "a", "") "</robot>");
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_import_model(NULL, path, NULL, NULL, 0, report);
  const jn_error *e = find_message(report, JN_WARNING, "has a mass but no <inertia>");
  CHECK(model && e && e->line == 4);
  if (model) jn_check_sanity(model, report);
  e = find_message(report, JN_NOTE, "has mass but no inertia");
  CHECK(e && e->line == 4 && e->column == 0 && strcmp(e->file, path) == 0);
  jn_model_free(model);
  jn_report_free(report);
  report = jn_report_new(NULL);
  jn_setting wrong = {"joints.j.type", "hinge"};
  CHECK(!jn_import_model(NULL, path, NULL, &wrong, 1, report) && jn_report_count(report, JN_FAULT) == 1);
  jn_report_free(report);
  remove(path);
}

static void test_reasons(void) {
  imported im = import(
      "<mujoco><default><geom friction='1'/></default><worldbody><body><joint type='ball' range='0 30'/><geom "
      "size='1' friction='2'/></body></worldbody></mujoco>",
      false);
  const jn_error *friction = find_message(im.report, JN_WARNING, "'friction'"),
                 *range = find_message(im.report, JN_WARNING, "'range' is not imported");
  CHECK(friction && strstr(friction->what, "another value replaces it") && range &&
        strstr(range->what, "only hinges and slides have stops"));
  CHECK(has(&im, "name: \"robot\"\n"));
  drop(&im);
  im = import("<robot>" LINK("a") "<link name='b'><inertial><mass value='${m}'/></inertial></link>" JOINT(
                  "j", "fixed", "a", "b", "") "</robot>",
              false);
  CHECK(find_message(im.report, JN_FAULT, "run xacro on the file first"));
  drop(&im);
  im = import("# a comment\njounce: 1\nspace: plane\n", false);
  CHECK(find_message(im.report, JN_FAULT, "this is already a Jounce model") &&
        jn_report_count(im.report, JN_FAULT) == 1);
  drop(&im);
}

// All mistakes are told at once, and none that only follows from another.
static void test_several_mistakes(void) {
  static const struct {
    const char *source, *what[3];
  } wrong[] = {
      {"<mujoco><worldbody><body><joint name='j'/>" BALL
       "</body></worldbody><equality><connect body1='b' anchor='0 0 0'/></equality>"
       "<actuator><motor joint='k'/></actuator></mujoco>",
       {"there is no body 'b'", "there is no joint 'k'"}},
      {BODY(BALL "<joint axis='0 0 0'/><body quat='0 0 0 0'><joint/><inertial mass='-1' diaginertia='1 1 1'/></body>"),
       {"the axis must not be zero", "quat must not be zero", "mass must be zero or positive"}},
      {"<robot>" LINK("a") LINK("b") LINK("c") JOINT("j", "revolute", "a", "b", "<mimic joint='k'/>") "</robot>",
       {"is a second root", "there is no joint 'k'"}},
      {"<robot>" LINK("a") LINK("b") LINK("c") JOINT("j", "revolute", "a", "b", "<mimic joint='k'/>")
           JOINT("k", "hinge", "b", "c", "") "</robot>",
       {"type is revolute, continuous"}},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    imported im = import(wrong[i].source, false);
    int n = 0;
    for (; n < 3 && wrong[i].what[n]; n++) CHECK(find_message(im.report, JN_FAULT, wrong[i].what[n]));
    CHECK(!im.text && jn_report_count(im.report, JN_FAULT) == n);
    if (jn_report_count(im.report, JN_FAULT) != n) print_messages(im.report);
    drop(&im);
  }
}

// ---- memory ----------------------------------------------------------------------------------------------------

static void test_allocation(void) {
  for (int i = 0; i < NFILES; i++) {
    char *source = read_text(files[i]);
    for (long at = 1; at < 10000; at += at < 300 ? 1 : 1 + at / 40) {
      memory_count count = {.fail_at = at};
      jn_alloc alloc = {counted_resize, &count};
      jn_report *report = jn_report_new(NULL);
      char *text = jn_import_text(&alloc, "robot", source, strlen(source), NULL, report);
      bool done = text != NULL;
      CHECK(done || jn_report_count(report, JN_FAULT) > 0);
      jn_text_free(&alloc, text);
      jn_report_free(report);
      CHECK(count.live == 0);
      if (done) break;
    }
    free(source);
  }
}

int main(void) {
  if (!jn_import_available()) {
    imported im = import("<robot/>", false);
    CHECK(!im.text && find_message(im.report, JN_FAULT, "built without expat"));
    drop(&im);
    return check_report();
  }
  test_files();
  test_nothing_is_dropped();
  test_mistakes();
  test_depth();
  test_names();
  test_characters();
  test_base();
  test_massless_leaf();
  test_starts();
  test_exact_starts();
  test_places();
  test_reasons();
  test_several_mistakes();
  test_allocation();
  return check_report();
}
