// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// transfer_case.c - subsystem kind: a transfer case. It has a ratio of torques and speeds with two ranges, which change
// near standstill.
#include "kernel/subsystem/driveline_call.h"
#include "kernel/subsystem/transfer.h"
#include "subsystem/code.h"
#include "subsystem/field.h"

static const jni_field fields[] = {
    JNI_INPUT("output_speed", transfer_case.output_speed, SPEED, JNI_FIRST, true, "speed of the output shaft"),
    JNI_INPUT("input_torque", transfer_case.input_torque, MOMENT, JNI_SECOND, true, "torque of the input shaft"),
    JNI_INPUT("range", transfer_case.range, NONE, JNI_LAST, false, "requested range: 0 high, 1 low"),
    JNI_PARAMETER("high", transfer_case.high, NUMBER, NONE, POSITIVE, false,
                  "input speed over output speed in the high range, default 1"),
    JNI_PARAMETER("low", transfer_case.low, NUMBER, NONE, POSITIVE, true,
                  "input speed over output speed in the low range"),
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
enum { RATIO, INPUT_SPEED, OUTPUT_TORQUE };

static void start(const jni_subsystem_element *e, double *state, double *discrete) {
  (void)state;
  discrete[LOW] = e->def.transfer_case.starts_low;
  discrete[DIRECTION] = 1;
}

static jnk_transfer plain(const jni_subsystem_element *e) {
  const jn_transfer_case_def *def = &e->def.transfer_case;
  return (jnk_transfer){def->high, def->low, def->standstill, def->range != NULL};
}

static void calc(const jni_subsystem_element *e, const jni_subsystem_input *in, jni_stage stage, double *output) {
  const jnk_transfer c = plain(e);
  if (stage == JNI_SECOND) {
    output[OUTPUT_TORQUE] = in->output[RATIO] * in->value[INPUT_TORQUE];
    return;
  }
  output[RATIO] = jnk_transfer_ratio(&c, in->discrete[LOW]);
  output[INPUT_SPEED] = output[RATIO] * in->value[OUTPUT_SPEED];
}

static void roots(const jni_subsystem_element *e, const jni_subsystem_input *in, double *root) {
  const jnk_transfer c = plain(e);
  jnk_transfer_due(&c, in->value[OUTPUT_SPEED], in->value[RANGE], in->discrete, root);
}

static void jump(const jni_subsystem_element *e, const jni_subsystem_input *in, int root, double *state,
                 double *discrete) {
  (void)e;
  (void)in;
  (void)state;
  jnk_transfer_jump(root, discrete);
}

static void constants(const jni_subsystem_element *e, jni_constants *list) {
  const jnk_transfer c = plain(e);
  const double all[] = {c.high, c.low, c.standstill, c.asked};
  jni_constants_list(list, all, sizeof all / sizeof *all);
}

static const jni_subsystem_code code = {
    .stage = {JNI_CODE_CALL(jnk_call_transfer_ratio), JNI_CODE_CALL(jnk_call_transfer_torque)},
    .jump = JNI_CODE_CALL(jnk_call_transfer_jump),
    .jump_skips = 1u << 2 | 0x7u << 4,  // torque, outputs
    .constants = constants,
    .at_ends = "changes of its range",
};

const jni_subsystem_kind jni_subsystem_transfer_case = {
    .name = "transfer-case",
    .help = "high and low range: a factor of torque and speed that changes near standstill",
    JNI_FIELDS(fields),
    .outputs = JNI_WORDS(outputs),
    .discretes = JNI_WORDS(discretes),
    .nroots = JNK_TRANSFERS,
    .start = start,
    .calc = calc,
    .roots = roots,
    .jump = jump,
    .code = &code,
};
