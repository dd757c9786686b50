// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// transfer_case.c - two ranges: a factor of torques and speeds that changes near standstill.
#include "subsystem/field.h"

static const jni_field fields[] = {
    JNI_INPUT("output_speed", transfer_case.output_speed, SPEED, JNI_FIRST, true, "speed of the shaft behind it"),
    JNI_INPUT("input_torque", transfer_case.input_torque, MOMENT, JNI_SECOND, true, "torque of the shaft before it"),
    JNI_INPUT("range", transfer_case.range, NONE, JNI_LAST, false, "what is asked for: 0 high, 1 low"),
    JNI_PARAMETER("high", transfer_case.high, NUMBER, NONE, POSITIVE, false,
                  "input speed over output speed in the high range, default 1"),
    JNI_PARAMETER("low", transfer_case.low, NUMBER, NONE, POSITIVE, true, "and in the low range"),
    JNI_PARAMETER("standstill", transfer_case.standstill, NUMBER, SPEED, POSITIVE, false,
                  "output speed below which the range changes, default 0.5 rad/s"),
    JNI_PARAMETER("starts_low", transfer_case.starts_low, FLAG, NONE, ANY, false, "begins in the low range"),
};
enum { OUTPUT_SPEED, INPUT_TORQUE, RANGE };

static const jni_subsystem_word outputs[] = {{"ratio", JNI_DIM_NONE, JNI_FIRST},
                                             {"input_speed", JNI_DIM_SPEED, JNI_FIRST},
                                             {"output_torque", JNI_DIM_MOMENT, JNI_SECOND}};
static const jni_subsystem_word discretes[] = {{"low", JNI_DIM_NONE, JNI_FIRST},
                                               {"direction", JNI_DIM_NONE, JNI_FIRST}};
enum { LOW, DIRECTION };
// Where the speed has passed through standstill, so that a long step does not overlook it, and where the range changes.
enum { TURNED, CHANGE, NROOTS };
enum { RATIO, INPUT_SPEED, OUTPUT_TORQUE };

static void start(const jni_subsystem_element *e, double *state, double *discrete) {
  (void)state;
  discrete[LOW] = e->def.transfer_case.starts_low, discrete[DIRECTION] = 1;
}

static void calc(const jni_subsystem_element *e, const jni_subsystem_input *in, jni_stage stage, double *output) {
  const jn_transfer_case_def *def = &e->def.transfer_case;
  if (stage == JNI_SECOND) {
    output[OUTPUT_TORQUE] = in->output[RATIO] * in->value[INPUT_TORQUE];
    return;
  }
  output[RATIO] = in->discrete[LOW] != 0 ? def->low : def->high;
  output[INPUT_SPEED] = output[RATIO] * in->value[OUTPUT_SPEED];
}

// Without an input it stays in the range that it begins with.
static bool wants_change(const jni_subsystem_element *e, const jni_subsystem_input *in) {
  return e->def.transfer_case.range && (in->value[RANGE] > 0.5) != (in->discrete[LOW] != 0);
}

static void roots(const jni_subsystem_element *e, const jni_subsystem_input *in, double *root) {
  double standstill = e->def.transfer_case.standstill, along = in->discrete[DIRECTION] * in->value[OUTPUT_SPEED];
  root[TURNED] = -along - standstill;
  root[CHANGE] = wants_change(e, in) ? standstill - along : -1;
}

static void jump(const jni_subsystem_element *e, const jni_subsystem_input *in, int root, double *state,
                 double *discrete) {
  (void)e, (void)state;
  if (root == TURNED) discrete[DIRECTION] = -in->discrete[DIRECTION];
  else discrete[LOW] = in->discrete[LOW] == 0;
}

const jni_subsystem_kind jni_subsystem_transfer_case = {
    .name = "transfer-case",
    .help = "high and low range: a factor of torque and speed that changes near standstill",
    JNI_FIELDS(fields),
    .outputs = JNI_WORDS(outputs),
    .discretes = JNI_WORDS(discretes),
    .nroots = NROOTS,
    .start = start,
    .calc = calc,
    .roots = roots,
    .jump = jump,
};
