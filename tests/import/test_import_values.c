// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_import_values.c - numbers of URDF and MJCF files in the models that are made of them: stops and the inertia they
// are sized by, starts, frames of a base that moves, laws of actuators; and messages about what is not imported.
// Expected values are worked out by hand.
#include <string.h>

#include "check.h"
#include "imported.h"

static void show(const imported *im) {
  for (int i = 0; i < jn_report_size(im->report); i++) {
    char line[1200];
    jn_error_format(jn_report_get(im->report, i), line, sizeof line);
    puts(line);
  }
  if (im->text) puts(im->text);
}

// A value where the model begins.
static double at_start(const jn_model *model, const char *name) {
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  options.probes = &name;
  options.nprobes = 1;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  double value = NAN;
  for (int i = 0; run && i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) value = jn_run_outputs(run)[i];
  jn_run_free(run);
  jn_report_free(report);
  return value;
}

// ---- texts of the file, and messages --------------------------------------------------------------------------------

#define MASS(m, com, J) "<inertial><origin xyz='" com "'/><mass value='" m "'/><inertia " J "/></inertial>"
#define UNIT MASS("1", "0 0 0", "ixx='1' iyy='1' izz='1'")
#define SKEW MASS("2", "0 0 0.5", "ixx='1' iyy='2' izz='3' ixy='0.1' ixz='0.2' iyz='0.3'")
#define POINT MASS("3", "0 0 0", "ixx='0' iyy='0' izz='0'")
#define LINK(name, inertial) "<link name='" name "'>" inertial "</link>"
#define JOINT(name, type, a, b, more) \
  "<joint name='" name "' type='" type "'><parent link='" a "'/><child link='" b "'/>" more "</joint>"
#define ARM(type, more) "<robot>" LINK("r", "") LINK("a", UNIT) JOINT("j", type, "r", "a", more) "</robot>"
#define STOPPED(axis)                                                                         \
  "<robot>" LINK("r", "") LINK("a", SKEW) LINK("b", POINT)                                    \
      JOINT("j", "revolute", "r", "a", "<axis xyz='" axis "'/><limit lower='-1' upper='2'/>") \
          JOINT("k", "prismatic", "a", "b", "<origin xyz='1 0 0'/><limit lower='0' upper='0.5'/>") "</robot>"
#define STOP(joint, coordinate, limits, inertia)                                                               \
  joint "_stop: {type: stop, joint: " joint ", coordinate: " coordinate ", " limits ", stiffness: \"=" inertia \
        "*stop_rate^2\", damping: \"=0.2*" inertia "*stop_rate\"}"
#define BALL "<geom size='0.1'/>"
#define WORLD(more) "<mujoco><worldbody>" more "</worldbody></mujoco>"
#define HINGES(a, b, c, after)                                                                               \
  "<mujoco><worldbody><body><joint name='a' axis='1 0 0' " a "/><joint name='b' axis='0 1 0' " b "/>" c BALL \
  "</body></worldbody>" after "</mujoco>"
#define DRIVEN(joint, actuator)                                                         \
  "<mujoco><compiler angle='radian'/><worldbody><body><joint name='j' " joint "/>" BALL \
  "</body></worldbody>"                                                                 \
  "<actuator>" actuator "</actuator></mujoco>"
// an arm with the moment of inertia 1 about its centre of mass, 2 kg at 0.5 m from the axis, and a rotor of 0.06
#define SERVO(classes, actuator)                                                                     \
  "<mujoco><compiler angle='radian'/>" classes                                                       \
  "<worldbody><body><joint name='j' axis='0 1 0' armature='0.06'/><inertial pos='0.5 0 0' mass='2' " \
  "diaginertia='3 1 2'/></body></worldbody><actuator>" actuator "</actuator></mujoco>"
#define VALUE(law) "type: torque, joint: j, coordinate: angle, value: [\"" law "\"]}"

static const struct {
  const char *source;
  const char *has, *lacks;  // of the file; NULL: nothing is asked
  jn_severity severity;
  const char *message, *silent;  // that comes; that does not come
} cases[] = {
    // stops are sized by u' J u + m |u x r|^2 of all that hangs on the joint
    // 1.736 + 0.5 + 3 * 0.64
    {.source = STOPPED("0.6 0.8 0"), .has = STOP("j", "angle", "lower: -1, upper: 2", "4.156")},
    // 2.928 + 2 * 0.25 * 0.36 + 3
    {.source = STOPPED("0 0.6 0.8"), .has = STOP("j", "angle", "lower: -1, upper: 2", "6.108")},
    // 2.472 + 2 * 0.25 * 0.36 + 3 * 0.64
    {.source = STOPPED("0.6 0 0.8"), .has = STOP("j", "angle", "lower: -1, upper: 2", "4.572")},
    // 3 + 0 + 3: an axis is a direction
    {.source = STOPPED("0 0 7"), .has = STOP("j", "angle", "lower: -1, upper: 2", "6")},
    {.source = STOPPED("1 0 0"), .has = STOP("k", "displacement", "lower: 0, upper: 0.5", "3")},
    {.source = ARM("revolute", "<limit lower='0' upper='0'/>"), .lacks = "type: stop"},
    {.source = ARM("continuous", "<limit lower='-1' upper='1'/>"),
     .lacks = "type: stop",
     .severity = JN_WARNING,
     .message = "is not imported: only revolute and prismatic"},
    {.source = ARM("revolute", "<limit lower='1' upper='-1'/>"),
     .severity = JN_FAULT,
     .message = "reversed: lower is 1, upper -1"},
    {.source = "<robot>" LINK("r", "") LINK("a", MASS("1", "0 0 0", "ixx='1' iyy='1'"))
         JOINT("j", "fixed", "r", "a", "") "</robot>",
     .severity = JN_FAULT,
     .message = "izz is missing"},
    {.source = ARM("revolute", "<mimic joint='j'/>"),
     .lacks = "type: coupling",
     .severity = JN_WARNING,
     .message = "only two different revolute"},
    // MJCF: limits count from ref, in the unit of angles
    {.source = WORLD("<body><joint name='j' range='-30 60' ref='10'/>" BALL "</body>"),
     .has = "lower: -0.69813170079773"},
    {.source = WORLD("<body><joint name='j' range='-30 60' ref='10'/>" BALL "</body>"),
     .has = ", upper: 0.87266462599716"},
    {.source = WORLD("<body><joint name='j' type='slide' range='-30 60' ref='10'/>" BALL "</body>"),
     .has = "lower: -40, upper: 50"},
    {.source = WORLD("<body><joint name='j' limited='false' range='-30 60'/>" BALL "</body>"), .lacks = "type: stop"},
    {.source = WORLD("<body><joint name='j' range='60 -30'/>" BALL "</body>"),
     .severity = JN_FAULT,
     .message = "range goes from the lower to the upper limit, but is 60 to -30"},
    // dry friction
    {.source = ARM("prismatic", "<limit lower='0' upper='0'/><dynamics friction='2.5'/>"),
     .has = "j_friction: {type: friction, joint: j, coordinate: displacement, kinetic: 2.5, stiffness: "
            "\"=2.5/friction_give\"}",
     .lacks = "stop_rate"},
    {.source = ARM("revolute", "<dynamics damping='0.5' friction='0.1'/>"),
     .has = "j_damper: {type: torsion-spring, joint: j, coordinate: angle, damping: 0.5}"},
    {.source = ARM("revolute", "<dynamics friction='0'/>"), .lacks = "friction"},
    {.source = ARM("revolute", "<dynamics friction='-1'/>"), .severity = JN_FAULT, .message = "friction"},
    {.source = ARM("planar", "<dynamics friction='1'/>"),
     .lacks = "type: friction",
     .severity = JN_WARNING,
     .message = "only revolute and prismatic joints have dampers and dry friction"},
    {.source = WORLD("<body><joint name='j' frictionloss='0.2'/>" BALL "</body>"),
     .has = "j_friction: {type: friction, joint: j, coordinate: angle, kinetic: 0.2, ",
     .severity = JN_WARNING,
     .silent = "friction"},
    {.source = WORLD("<body><joint name='j' type='ball' frictionloss='0.2'/>" BALL "</body>"),
     .lacks = "type: friction",
     .severity = JN_WARNING,
     .message = "'frictionloss' is not imported: only hinges and slides have dry friction"},
    {.source = HINGES("", "frictionloss='0.2'", "", ""),
     .has = "b_friction: {type: friction",
     .lacks = "type: universal"},
    // joints of one body are taken together only where that says the same
    {.source = HINGES("", "", "", ""), .has = "type: universal"},
    {.source = HINGES("", "armature='0.2'", "", ""), .has = ", axis: y, armature: 0.2}", .lacks = "type: universal"},
    // a coordinate of a joint with several has a flywheel
    {.source = WORLD("<body><joint name='s' type='slide'/><joint name='h' armature='0.2'/>" BALL "</body>"),
     .has = "h_rotor: {type: revolute"},
    {.source = WORLD("<body><joint name='s' type='slide'/><joint name='h' armature='0.2'/>" BALL "</body>"),
     .has = "    shapes: {}  # not drawn\n"},
    {.source = HINGES("", "range='0 30'", "", ""), .has = "b_stop", .lacks = "type: universal"},
    {.source = HINGES("", "", "", "<actuator><motor joint='b'/></actuator>"),
     .has = "type: torque, joint: b, coordinate: angle",
     .lacks = "type: universal"},
    {.source = HINGES("", "", "", "<equality><joint joint1='b' joint2='a'/></equality>"),
     .has = "terms: {b.angle: 1, a.angle: -1}",
     .lacks = "type: universal"},
    {.source = HINGES("", "", "<joint name='c'/>", ""), .has = "type: spherical"},
    {.source = HINGES("", "", "<joint name='c' damping='1'/>", ""), .has = "c_damper", .lacks = "type: spherical"},
    {.source = WORLD("<body><joint name='h'/><joint name='s' type='slide'/>" BALL "</body>"),
     .has = "type: cylindrical"},
    {.source = WORLD("<body><joint name='h'/><joint name='s' type='slide' axis='0 0 -1'/>" BALL "</body>"),
     .has = "s: {type: prismatic",
     .lacks = "type: cylindrical"},
    {.source = WORLD("<body><freejoint name='f'/><geom size='1'/></body>"),
     .has = "f: {type: free",
     .severity = JN_WARNING,
     .silent = "stiffness"},
    {.source = WORLD("<body><joint type='free' stiffness='3'/>" BALL "</body>"),
     .severity = JN_WARNING,
     .message = "its stiffness 3 is not imported"},
    {.source = WORLD("<body><joint type='free' armature='3'/>" BALL "</body>"),
     .severity = JN_WARNING,
     .message = "its armature 3 is not imported"},
    // laws: gear * clamp(gain * clamp(u) + bias0 + bias1 gear q + bias2 gear rate)
    {.source = DRIVEN("", "<motor name='u' joint='j'/>"), .has = VALUE("u")},
    {.source = DRIVEN("", "<motor name='u' joint='j' gear='2' ctrlrange='-1 3'/>"),
     .has = VALUE("2*(min(max(u, -1), 3))")},
    {.source = DRIVEN("", "<motor name='u' joint='j' gear='2' ctrllimited='false' ctrlrange='-1 3'/>"),
     .has = VALUE("2*(u)")},
    {.source = DRIVEN("", "<position name='u' joint='j' kp='5' kv='2' gear='3' forcerange='-7 8'/>"),
     .has = VALUE("3*(min(max(5*u - 15*joint.j.angle - 6*joint.j.angle_rate, -7), 8))")},
    {.source = DRIVEN("ref='0.5'", "<position name='u' joint='j' kp='5'/>"),
     .has = VALUE("5*u - 5*(joint.j.angle + 0.5)")},
    {.source = DRIVEN("", "<velocity name='u' joint='j' kv='4' gear='2'/>"),
     .has = VALUE("2*(4*u - 8*joint.j.angle_rate)")},
    {.source = DRIVEN("", "<general name='u' joint='j' gainprm='2' biastype='affine' biasprm='1 -3 4'/>"),
     .has = VALUE("2*u + 1 - 3*joint.j.angle + 4*joint.j.angle_rate")},
    {.source = DRIVEN("", "<general name='u' joint='j' gainprm='2' biasprm='1 -3 4'/>"), .has = VALUE("2*u")},
    {.source = DRIVEN("", "<general name='u' joint='j' dyntype='integrator'/>"),
     .lacks = "type: torque",
     .severity = JN_WARNING,
     .message = "is not imported: only a fixed gain"},
    {.source = DRIVEN("", "<general name='u' joint='j' gaintype='affine'/>"),
     .lacks = "type: torque",
     .severity = JN_WARNING,
     .message = "is not imported: only a fixed gain"},
    {.source = DRIVEN("", "<position name='u' joint='j' kp='1' timeconst='1'/>"),
     .lacks = "type: torque",
     .severity = JN_WARNING,
     .message = "is not imported: only a fixed gain"},
    {.source = DRIVEN("", "<position name='u' joint='j' kp='1' timeconst='1'/>"),
     .lacks = "type: torque",
     .severity = JN_WARNING,
     .message = "is not imported: only a fixed gain"},
    // couplings
    {.source = HINGES("", "", "", "<equality><joint joint1='b' joint2='a' polycoef='-0.25 2'/></equality>"),
     .has = "terms: {b.angle: 1, a.angle: -2}, offset: -0.25}"},
    {.source = HINGES("", "", "", "<equality><joint joint1='b' joint2='a' polycoef='0 2 0 4'/></equality>"),
     .severity = JN_WARNING,
     .message = "only the linear part of polycoef is imported: 0 + 2 x"},
    {.source = HINGES("", "", "", "<equality><joint joint1='b' joint2='a' active='false'/></equality>"),
     .lacks = "type: coupling",
     .severity = JN_WARNING,
     .message = "is not imported: it is not active"},
    // masses
    {.source = WORLD("<body name='b'><joint/><geom type='sphere' size='1' mass='3' group='1'/><geom size='1' mass='4' "
                     "group='4'/></body>"),
     .has = "mass: 7\n"},
    {.source = "<mujoco><compiler inertiagrouprange='1 3'/><worldbody><body><joint/><geom size='1' mass='3' "
               "group='1'/><geom size='1' mass='4' group='4'/>"
               "<geom size='1' mass='8'/></body></worldbody></mujoco>",
     .has = "mass: 3\n"},
    {.source =
         "<mujoco><compiler inertiafromgeom='false'/><worldbody><body><joint/>" BALL "</body></worldbody></mujoco>",
     .severity = JN_WARNING,
     .message = "moves but has no mass"},
    {.source =
         "<mujoco><compiler inertiafromgeom='true'/><worldbody><body><joint/><inertial mass='9' diaginertia='1 1 1'/>"
         "<geom size='1' mass='2'/></body></worldbody></mujoco>",
     .has = "mass: 2\n"},
    // 12/3 (0.25 + 1), 12/3 0.5
    {.source = WORLD("<body><joint/><geom type='box' fromto='0 0 0 0 0 2' size='0.5' mass='12'/></body>"),
     .has = "inertia: [5, 5, 2"},
    // kv = 2 dampratio sqrt(kp M/gear^2), torque = gear (kp (u - gear q) - kv gear q'); M = 1 + 2 * 0.5^2 + 0.06 = 1.56
    {.source = SERVO("", "<position name='p' joint='j' kp='100' dampratio='0.5' gear='2'/>"),
     .has = VALUE("2*(100*p - 200*joint.j.angle - 12.489995996796797*joint.j.angle_rate)")},
    {.source = SERVO("<default><position kp='100' dampratio='0.5'/></default>", "<position name='p' joint='j'/>"),
     .has = VALUE("100*p - 100*joint.j.angle - 12.489995996796797*joint.j.angle_rate")},
    {.source = SERVO("", "<general name='p' joint='j' biastype='affine' gainprm='100' biasprm='0 -100 0.5'/>"),
     .has = VALUE("100*p - 100*joint.j.angle - 12.489995996796797*joint.j.angle_rate")},
    // the innermost of kv and dampratio counts
    {.source =
         SERVO("<default><position kp='100' dampratio='0.5'/></default>", "<position name='p' joint='j' kv='3'/>"),
     .has = VALUE("100*p - 100*joint.j.angle - 3*joint.j.angle_rate")},
    {.source =
         SERVO("<default><position kp='100' kv='3'/></default>", "<position name='p' joint='j' dampratio='0.5'/>"),
     .has = VALUE("100*p - 100*joint.j.angle - 12.489995996796797*joint.j.angle_rate")},
    {.source =
         SERVO("<default><position kp='100' dampratio='0.5'/><default class='c'><position kv='3'/></default></default>",
               "<position name='p' joint='j' class='c'/>"),
     .has = VALUE("100*p - 100*joint.j.angle - 3*joint.j.angle_rate")},
    {.source = SERVO("", "<position name='p' joint='j' kv='3' dampratio='1'/>"),
     .severity = JN_FAULT,
     .message = "kv and dampratio are both given"},
    // what many elements have is told once
    {.source = WORLD("<body><joint/>" BALL "<light/><light/><light/><light/><light/><light/></body>"),
     .severity = JN_WARNING,
     .message = "is not imported: pictures have their own light (6 times)"},
    {.source = WORLD("<body><joint/>" BALL "<light/>\n<light/>\n<light/><light/></body>"),
     .severity = JN_WARNING,
     .message = "is not imported: pictures have their own light (4 times, also lines 2, 3)"},
    {.source =
         WORLD("<body><joint/>" BALL "<light/>\n<light/>\n<light/>\n<light/>\n<light/>\n<light/>\n<light/></body>"),
     .severity = JN_WARNING,
     .message = "is not imported: pictures have their own light (7 times, also lines 2, 3, 4, 5, 6, ...)"},
    // items that are lost for one reason are one message, and so are remarks of one kind
    {.source = WORLD("<body><joint/><geom size='0.1' friction='1' condim='3' margin='1' gap='2'/></body>"),
     .severity = JN_WARNING,
     .message = "'margin', 'gap' are not imported: contacts begin at the surfaces",
     .silent = "not supported"},
    {.source = "<mujoco><worldbody><body><joint/><geom size='0.1'/></body></worldbody>"
               "<contact><exclude/></contact></mujoco>",
     .severity = JN_FAULT,
     .message = "body1 and body2 are needed"},
    {.source = WORLD("<body name='a b'><joint/>" BALL "</body>\n<body name='a-b'><joint/>" BALL "</body>"),
     .severity = JN_NOTE,
     .message = "is renamed to a_b (2 times, also line 2)",
     .silent = "is renamed to a_b_2"},
    {.source = "<robot>" LINK("r", "") LINK("a", UNIT) JOINT("j", "fixed", "r", "a", "") "</robot>",
     .severity = JN_FAULT,
     .message = "nothing can move: every body"},
};

static bool says(const jn_report *report, jn_severity severity, const char *what) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (jn_report_get(report, i)->severity == severity && strstr(jn_report_get(report, i)->what, what)) return true;
  return false;
}

static void test_cases(void) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    imported im = import(cases[i].source, false);
    int before = check_failures;
    bool refused = cases[i].message && cases[i].severity == JN_FAULT;
    CHECK(refused == !im.model);
    if (cases[i].has) CHECK(im.text && strstr(im.text, cases[i].has));
    if (cases[i].lacks) CHECK(im.text && !strstr(im.text, cases[i].lacks));
    if (cases[i].message) CHECK(says(im.report, cases[i].severity, cases[i].message));
    if (cases[i].silent) CHECK(!says(im.report, cases[i].severity, cases[i].silent));
    if (check_failures > before) {
      printf("case %d: %s\n", (int)i, cases[i].source);
      show(&im);
    }
    drop(&im);
  }
}

// ---- places ---------------------------------------------------------------------------------------------------------

// The root, without mass, hangs on the pelvis by two fixed joints: wherever those are, it begins at the origin of the
// ground.
static void test_free_base(void) {
  imported im = import("<robot>" LINK("root", "") LINK("mid", "") LINK("pelvis", UNIT) LINK("leg", UNIT) JOINT(
                           "one", "fixed", "root", "mid", "<origin xyz='0 0 1' rpy='0 0 1.5707963267948966'/>")
                           JOINT("two", "fixed", "mid", "pelvis", "<origin xyz='1 0 0' rpy='1.5707963267948966 0 0'/>")
                               JOINT("hip", "revolute", "mid", "leg", "<origin xyz='0 2 0'/>") "</robot>",
                       true);
  CHECK(im.model != NULL);
  static const struct {
    const char *name;
    double value[3];
  } places[] = {{"pelvis", {0, 1, 1}}, {"pelvis.mid", {0, 0, 1}}, {"pelvis.root", {0, 0, 0}}, {"leg", {-2, 0, 1}}};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    for (int k = 0; k < 3; k++) {
      char name[40];
      snprintf(name, sizeof name, "%s.%c", places[i].name, "xyz"[k]);
      CHECK_NEAR(at_start(im.model, name), places[i].value[k], 1e-8);
    }
  drop(&im);
}

// A follower with an offset below zero.
static void test_offset(void) {
  imported im =
      import("<robot>" LINK("r", "") LINK("a", UNIT) LINK("b", UNIT) JOINT("j", "continuous", "r", "a", "")
                 JOINT("k", "continuous", "a", "b", "<mimic joint='j' multiplier='2' offset='-0.25'/>") "</robot>",
             false);
  CHECK_NEAR(at_start(im.model, "joint.k.angle"), -0.25, 1e-9);
  CHECK_NEAR(at_start(im.model, "joint.j.angle"), 0, 1e-9);
  drop(&im);
}

// A weld without relpose keeps the two bodies as they stand: nothing moves when it is assembled.
static void test_weld(void) {
  imported im = import(WORLD("<body name='a' pos='1 0 0' euler='0 0 90'><joint axis='1 0 0'/>" BALL
                             "<body name='b' pos='0 2 0' euler='30 0 0'><joint/>" BALL "</body></body>"
                             "<body name='c' pos='0 0 3' euler='0 40 0'><freejoint/>" BALL "</body></worldbody>"
                             "<equality><weld name='w' body1='b' body2='c'/></equality><worldbody>"),
                       false);
  static const struct {
    const char *name;
    double value;
  } places[] = {{"b.x", -1}, {"b.y", 0},   {"b.z", 0},   {"c.x", 0},  {"c.y", 0},
                {"c.z", 3},  {"b.w.x", 0}, {"b.w.y", 0}, {"b.w.z", 3}};
  CHECK(im.model != NULL);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    CHECK_NEAR(at_start(im.model, places[i].name), places[i].value, 1e-8);
  if (!im.model) show(&im);
  drop(&im);
}

#define INERTIA(xx, yy, zz, xy, xz)                                                                       \
  "<robot>" LINK("r", "")                                                                                 \
      LINK("a", MASS("1.3", "0 0 0", "ixx='" xx "' iyy='" yy "' izz='" zz "' ixy='" xy "' ixz='" xz "'")) \
          JOINT("j", "continuous", "r", "a", "") "</robot>"

// Moments that are wrong only by rounding are accepted, others refused or replaced by the nearest possible inertia.
// Expected values: with second moments s_i = (w_0 + w_1 + w_2)/2 - w_i, negative s_i become 0.
static void test_inertia(void) {
  static const struct {
    const char *source;
    bool refused, changed;  // without balancing; with it
    double balanced[6];     // as the file has it
  } bodies[] = {
      {INERTIA("0", "0", "0", "0", "2.4e-35"), false, false, {0}},
      {INERTIA("1e-25", "1e-25", "-1e-26", "0", "0"), false, false, {0}},
      {INERTIA("1", "1", "-1e-9", "0", "0"), false, false, {1, 1, 0}},
      // s = -0.0005, -0.0005, 1.0005
      {INERTIA("1", "1", "-1e-3", "0", "0"), true, true, {1.0005, 1.0005, 0}},
      // principal moments 0.5, 0.5, -0.1: s = -0.05, -0.05, 0.55
      {INERTIA("0.2", "0.2", "0.5", "0.3", "0"), true, true, {0.275, 0.275, 0.55, 0.275}},
      // s = 0.3, 0.2, -0.1
      {INERTIA("0.1", "0.2", "0.5", "0", "0"), false, true, {0.2, 0.3, 0.5}},
  };
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    jn_import_options balance = jn_import_options_default();
    balance.balance_inertia = true;
    imported plain = import(bodies[i].source, false), balanced = import_with(bodies[i].source, &balance);
    CHECK((plain.model == NULL) == bodies[i].refused && balanced.model != NULL);
    bool listed = false;
    for (int k = 0; k < jn_report_size(balanced.report); k++)
      listed = listed || strstr(jn_report_get(balanced.report, k)->what, "--balance-inertia");
    CHECK(listed == bodies[i].changed);
    const char *line = balanced.text ? strstr(balanced.text, "inertia: [") : NULL;
    double read[6] = {0};
    if (line) line += strlen("inertia: [");
    for (int k = 0; k < 6 && line && *line != ']'; k++) {
      char number[40], why[100];
      jn_dimension dimension;
      bool has_unit;
      size_t length = strcspn(line, ",]");
      snprintf(number, sizeof number, "%.*s", (int)length, line);
      CHECK(jn_unit_parse(number, &read[k], &dimension, &has_unit, why, sizeof why));
      line += length + (line[length] == ',' ? 2 : 0);
    }
    for (int k = 0; k < 6; k++) CHECK_NEAR(read[k], bodies[i].balanced[k], 1e-15);
    drop(&plain);
    drop(&balanced);
  }
}

static bool reports(const imported *im, const char *text) {
  for (int k = 0; k < jn_report_size(im->report); k++)
    if (strstr(jn_report_get(im->report, k)->what, text)) return true;
  return false;
}

// A joint whose zero lies outside its limits starts at the nearest limit, with the stop at rest; its followers follow.
static void test_limits_of_the_start(void) {
  static const struct {
    const char *limits, *follower;
    double angle, other;  // at the start
    bool reported;
  } joints[] = {
      {"lower='-2.7' upper='-0.8'", "lower='-9' upper='9'", -0.8, -1.35, true},
      {"lower='0.4' upper='2'", "lower='-9' upper='9'", 0.4, 1.05, true},
      {"lower='-1' upper='1'", "lower='-9' upper='9'", 0, 0.25, false},
      {"lower='-1' upper='1'", "lower='0.75' upper='3'", 0.25, 0.75, true},  // 2 q + 0.25 >= 0.75
      {"lower='0.5' upper='1'", "lower='-3' upper='-2'", 0.5, 1.25, true},   // the leader's limits count
  };
  for (size_t i = 0; i < sizeof joints / sizeof *joints; i++) {
    char source[2000];
    snprintf(
        source, sizeof source,
        "<robot>" LINK("r", "") LINK("a", UNIT) LINK("b", UNIT) JOINT("j", "revolute", "r", "a", "<limit %s/>")
            JOINT("k", "revolute", "a", "b", "<limit %s/><mimic joint='j' multiplier='2' offset='0.25'/>") "</robot>",
        joints[i].limits, joints[i].follower);
    imported im = import(source, false);
    CHECK_NEAR(at_start(im.model, "joint.j.angle"), joints[i].angle, 1e-12);
    CHECK_NEAR(at_start(im.model, "joint.k.angle"), joints[i].other, 1e-12);
    CHECK(reports(&im, "the nearest position within its limits") == joints[i].reported);
    if (i < 3) CHECK_NEAR(at_start(im.model, "energy.potential"), 0, 1e-12);  // the bodies are at the axes
    drop(&im);
  }
}

#define KEYED                                                                                                \
  "<mujoco><worldbody><body name='base'><freejoint/>" BALL                                                   \
  "<body name='arm' pos='1 0 0'><joint name='h' axis='0 1 0' ref='30'/>" BALL                                \
  "</body>"                                                                                                  \
  "<body name='ball' pos='0 1 0' euler='0 0 90'><joint type='ball'/>" BALL                                   \
  "<site name='s' pos='0 0 1'/></body>"                                                                      \
  "</body><body name='cross' pos='5 0 0'><joint axis='1 0 0'/><joint axis='0 1 0'/>" BALL                    \
  "<site name='s' pos='0 0 1'/></body></worldbody>"                                                          \
  "<actuator><motor joint='h' name='u'/><muscle joint='h'/><motor joint='h' name='w'/></actuator>"           \
  "<keyframe><key qpos='0 0 0 1 0 0 0 0 1 0 0 0 0 0'/><key name='home' ctrl='0.5 7 -2' "                     \
  "qpos='1 2 3 0.70710678118654757 0 0 0.70710678118654757 1.5 0.70710678118654757 0.70710678118654757 0 0 " \
  "1.5707963267948966 1.5707963267948966' qvel='1 0 0 0 0 2 3 0 0 0 0 0'/></keyframe></mujoco>"

// Joints of all types start where a keyframe puts them; quaternions of ball joints are in the axes of the body.
static void test_keyframe(void) {
  static const struct {
    const char *name;
    double value;
  } expected[] = {
      {"base.x", 1},
      {"base.y", 2},
      {"base.z", 3},
      {"base.vx", 1},
      {"base.vy", 0},
      {"base.wz", 2},
      {"ball.s.x", 0},
      {"ball.s.y", 3},
      {"ball.s.z", 3},
      {"cross.s.x", 6},
      {"cross.s.y", 0},
      {"cross.s.z", 0},
      {"joint.h.angle", 1.5 - 0.52359877559829882},
      {"joint.h.rate", 3},
      {"input.u", 0.5},
      {"input.w", -2},
  };
  jn_import_options options = jn_import_options_default();
  options.keyframe = "home";
  imported im = import_with(KEYED, &options);
  CHECK(im.model != NULL);
  if (!im.model) show(&im);
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    CHECK_NEAR(at_start(im.model, expected[i].name), expected[i].value, 1e-9);
  drop(&im);
  options.keyframe = "0";  // a keyframe without a name has its number
  im = import_with(KEYED, &options);
  CHECK_NEAR(at_start(im.model, "joint.h.angle"), -0.52359877559829882, 1e-9);
  drop(&im);
  options.keyframe = "hme";
  im = import_with(KEYED, &options);
  CHECK(!im.model && reports(&im, "there is no keyframe 'hme'; the file has 0, home"));
  drop(&im);
  im = import_with(ARM("continuous", ""), &options);
  CHECK(!im.model && reports(&im, "URDF has no keyframes"));
  drop(&im);
  im = import(KEYED, false);
  CHECK(im.model && reports(&im, "--keyframe NAME starts it from 0, home"));
  drop(&im);
  options.keyframe = "k";
  im = import_with("<mujoco><worldbody><body><joint/>" BALL
                   "</body></worldbody><keyframe><key name='k' qpos='1 2'/></keyframe></mujoco>",
                   &options);
  CHECK(!im.model && reports(&im, "qpos takes 1 number"));
  drop(&im);
}

int main(void) {
  if (!jn_import_available()) {
    puts("built without expat");
    return 0;
  }
  test_cases();
  test_free_base();
  test_offset();
  test_weld();
  test_inertia();
  test_limits_of_the_start();
  test_keyframe();
  return check_report();
}
