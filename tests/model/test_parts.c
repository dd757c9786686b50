// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_parts.c - models from parts: a model with uses of parts is the same as one written out by hand; names, ports,
// parameters and settings inside of uses.
#include <jounce/jounce.h>
#include <string.h>

#include "check.h"
#include "model/read/reader.h"

static jn_model *read_text(const char *text, const jn_setting *settings, int n) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "test.yaml", text, strlen(text), settings, n, report);
  char line[1200];
  CHECK(model != NULL);
  for (int i = 0; !model && i < jn_report_size(report); i++)
    jn_error_format(jn_report_get(report, i), line, sizeof line), printf("  %s\n", line);
  jn_report_free(report);
  return model;
}

static uint64_t hash_of(const char *text) {
  jn_model *model = read_text(text, NULL, 0);
  jn_run *run = model ? jn_run_new(model, NULL, NULL) : NULL;
  uint64_t hash = run && jn_run_execute(run, NULL) == JN_OK ? jn_run_summary(run)->state_hash : 0;
  CHECK(hash != 0);
  jn_run_free(run);
  jn_model_free(model);
  return hash;
}

// ---- the same as by hand --------------------------------------------------------------------------------

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

int main(void) {
  test_by_hand();
  test_names();
  return check_report();
}
