// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_bearings.c - what joints carry: Newton and Euler hold for every body with the printed reactions, for every kind
// of joint in the table, in all coordinates, on a carrier that moves, with and without a loop and with a joint that is
// cut; what drivers, gears and couplings do is counted in the joints whose coordinates they act on.
#include "balance.h"
#include "ending.h"
#include "model/joint_kind.h"

// ---- every kind ------------------------------------------------------------------------------------------------

// An arm on the ground carries a, b and c; a driver moves c. `%s`: joint A, whether it is cut, the element under test,
// the loop.
static const char *const plane_text =
    "jounce: 1\nname: carrier\nspace: plane\ngravity: [0.3, -9.81]\n"
    "ground: {points: {O: [0, 0]}}\n"
    "bodies:\n"
    "  arm: {mass: 2, inertia: 0.3, com: [0.3, 0.1], points: {A: [0.1, 0.4], B: [0.6, 0.2], C: [0.3, 0.5]}}\n"
    "  a: {mass: 1.3, inertia: 0.1, com: [0.1, -0.05], points: {P: [0.02, 0.01], Q: [0.2, 0.15]}}\n"
    "  b: {mass: 0.7, inertia: 0.05, com: [-0.03, 0.1], points: {P: [0, 0.02], Q: [0.1, 0.3]}}\n"
    "  c: {mass: 0.9, inertia: 0.06, com: [0.04, 0.02], points: {P: [0.1, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, arm]}\n"
    "  B: {type: revolute, between: [arm.B, b.P]}\n"
    "  C: {type: prismatic, between: [arm.C, c.P], axis: [1, 2]}\n"
    "%s%s%s"
    "drivers:\n  D: {joint: C, motion: \"0.1*sin(3*t)\", scale: 2}\n%s"
    "forces:\n  pull: {type: spring-damper, between: [ground.O, a.Q], stiffness: 20, rest: 0.1, damping: 1}\n"
    "  motor: {type: torque, joint: B, value: 3}\n";

static const char *const space_text =
    "jounce: 1\nname: carrier\nspace: space\ngravity: [0.3, -9.81, 0.7]\n"
    "ground: {points: {O: [0, 0, 0], G: [1, 0, 0]}}\n"
    "bodies:\n"
    "  arm: {mass: 2, inertia: [0.3, 0.4, 0.5, 0.02, 0.01, -0.03], com: [0.3, 0.1, 0.2], points: {A: [0.1, 0.4, 0.1], "
    "B: [0.6, 0.2, -0.1], C: [0.3, 0.5, 0]}}\n"
    "  a: {mass: 1.3, inertia: [0.1, 0.12, 0.15], com: [0.1, -0.05, 0.03], points: {P: [0.02, 0.01, 0], "
    "Q: [0.2, 0.15, 0.1]}}\n"
    "  b: {mass: 0.7, inertia: [0.05, 0.06, 0.04], com: [-0.03, 0.1, 0.02], points: {P: [0, 0.02, 0.1], "
    "Q: [0.1, 0.3, 0.1]}}\n"
    "  c: {mass: 0.9, inertia: [0.06, 0.05, 0.07], com: [0.04, 0.02, -0.1], points: {P: [0.1, 0, 0.2]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, arm], axis: [0.2, 0.1, 1]}\n"
    "  B: {type: revolute, between: [arm.B, b.P], axis: [1, 0.3, 0.2]}\n"
    "  C: {type: prismatic, between: [arm.C, c.P], axis: [1, 2, 0.5]}\n"
    "%s%s%s"
    "drivers:\n  D: {joint: C, motion: \"0.1*sin(3*t)\", scale: 2}\n%s"
    "forces:\n  pull: {type: spring-damper, between: [ground.O, a.Q], stiffness: 20, rest: 0.1, damping: 1}\n"
    "  motor: {type: torque, joint: B, value: 3}\n";

// What is written of each kind, besides `type` and, where it has two ends, `between`.
static const struct {
  const char *kind, *plane, *space;
} written[] = {
    {"revolute", "", ", axis: [0.3, -0.2, 1]"},
    {"prismatic", ", axis: [1, 0.4]", ", axis: [1, 0.4, 0.2]"},
    {"cylindrical", NULL, ", axis: [1, 0.4, 0.2]"},
    {"spherical", "", ""},
    {"universal", NULL, ", axes: [z, x]"},
    {"universal-plunge", NULL, ", axes: [z, x], plunge: [0.3, 1, -0.4]"},
    {"constant-velocity", NULL, ", axes: [z, [0.2, 0.3, 1]]"},
    {"constant-velocity-plunge", NULL, ", axes: [z, [0.2, 0.3, 1]], plunge: [0.3, 1, -0.4]"},
    {"planar", NULL, ", axis: [0.1, 0.2, 1]"},
    {"fixed", "", ""},
    {"free", "", ""},
    {"screw", NULL, ", axis: [1, 0.4, 0.2], pitch: 0.2"},
    {"distance", ", length: 0.3", ", length: 0.3"},
    {"point-on-line", ", axis: [1, 0.4]", ", axis: [1, 0.4, 0.2]"},
    {"point-on-plane", NULL, ", axis: [1, 0.4, 0.2]"},
    {"linear-relation", ", terms: {a.Q: 1, b.Q: -0.5}, constant: [-0.07, 0.3]",
     ", terms: {a.Q: 1, b.Q: -0.5}, constant: [-0.07, 0.3, 0.25]"},
    {"coupling", ", terms: {A: 1, B: -0.4, O: 0.3}", ", terms: {A: 1, B: -0.4, O: 0.3}"},
    {"gear", ", from: A, to: B, ratio: -0.5", ", from: A, to: B, ratio: -0.5"},
    {"function", ", from: A, to: B, law: '-0.5*x'", ", from: A, to: B, law: '-0.5*x'"},
    {"rack", ", pinion: A, slide: C, radius: 0.1", ", pinion: A, slide: C, radius: 0.1"},
    {"differential", ", carrier: O, left: A, right: B, ratio: 0.7", ", carrier: O, left: A, right: B, ratio: 0.7"},
    {"knife-edge", ", axis: [0.4, 1]", ", axis: [0.4, 1, 0.2]"},
    {"rolling-disc", ", axis: y, radius: 0.1", ", axes: [z, y], radius: 0.1"},
    {"rolling-wheel", NULL, ", axes: [z, y], radius: 0.1, crown: 0.02"},
    {"velocity-coupling", ", terms: {A: 1, B: -0.4, O: 0.3}, rate: \"sin(t)\"",
     ", terms: {A: 1, B: -0.4, O: 0.3}, rate: \"sin(t)\""},
    {"driver", "joint: A, motion: \"sin(2*t)\"", "joint: A, motion: \"sin(2*t)\""},
};

static const char *written_of(const jni_joint_kind *kind, bool plane) {
  for (size_t i = 0; i < sizeof written / sizeof *written; i++)
    if (strcmp(written[i].kind, kind->name) == 0) return plane ? written[i].plane : written[i].space;
  return NULL;
}

typedef struct {
  bool cut, loop;
} variant;

// A two-ended kind is joint A itself; others act beside a hinge A.
static jn_model *model_with(const jni_joint_kind *kind, bool plane, const char *fields, variant v) {
  char text[4096], joint[400], element[300] = "", driver[200] = "";
  const char *loop = !v.loop ? ""
                     : plane ? "  L: {type: distance, between: [a.Q, b.Q], length: 0.42, scale: 3}\n"
                             : "  L: {type: distance, between: [ground.G, a.Q], length: 0.92, scale: 3}\n";
  const char *cut = v.cut && (!kind->two_ended || kind->link != JNI_LINK_NONE) ? ", tree: false" : "";
  if (kind->two_ended)
    snprintf(joint, sizeof joint, "  A: {type: %s, between: [arm.A, a.P]%s%s%s}\n", kind->name,
             kind->free ? "" : ", scale: 0.6", fields, cut);
  else
    snprintf(joint, sizeof joint, "  A: {type: revolute, between: [arm.A, a.P]%s%s}\n",
             plane ? "" : ", axis: [0.3, -0.2, 1]", cut);
  if (kind->driver) snprintf(driver, sizeof driver, "  X: {%s, scale: 1.7}\n", fields);
  else if (!kind->two_ended) snprintf(element, sizeof element, "  X: {type: %s, scale: 1.7%s}\n", kind->name, fields);
  snprintf(text, sizeof text, plane ? plane_text : space_text, joint, element, loop, driver);
  return read_text(text);
}

static void check_kind(const jni_joint_kind *kind, bool plane) {
  const char *fields = written_of(kind, plane);
  if (!fields) printf("%s is not in the table of this test\n", kind->name);
  CHECK(fields != NULL);
  for (int k = 0; k < 4 && fields; k++) {
    char what[80];
    variant v = {k & 1, k & 2};
    if (v.loop && !plane && strstr(fields, "constant")) continue;  // its three rows leave no freedom for a loop
    snprintf(what, sizeof what, "%s %s%s%s", kind->name, plane ? "in the plane" : "in space", v.cut ? ", cut" : "",
             v.loop ? ", loop" : "");
    jn_model *model = model_with(kind, plane, fields, v);
    if (model) check_balance(what, model, NULL);
    jn_model_free(model);
  }
}

static void test_kinds(void) {
  for (int i = 0; jni_joint_kinds[i]; i++) {
    if (jni_joint_kinds[i]->in_plane) check_kind(jni_joint_kinds[i], true);
    if (jni_joint_kinds[i]->in_space) check_kind(jni_joint_kinds[i], false);
  }
}

int main(void) {
  test_kinds();
  return check_report();
}
