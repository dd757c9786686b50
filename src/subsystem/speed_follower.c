// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// speed_follower.c - subsystem kind: a driver who controls the speed with two pedals (kernel/subsystem/follower.h).
#include "kernel/subsystem/follower_call.h"
#include "subsystem/code.h"
#include "subsystem/field.h"

#define DEF(member) speed_follower.member
static const jni_field fields[] = {
    JNI_INPUT("demand", DEF(demand), VELOCITY, JNI_FIRST, true, "requested speed"),
    JNI_INPUT("speed", DEF(speed), VELOCITY, JNI_FIRST, true, "actual speed"),
    JNI_INPUT("feedforward", DEF(feedforward), NONE, JNI_FIRST, false,
              "added to the pedals: above 0 throttle, below 0 brake"),
    JNI_PARAMETER("gain", DEF(gain), NUMBER, GAIN, POSITIVE, false, "pedal for each m/s, default 0.5"),
    JNI_PARAMETER("integral", DEF(integral), NUMBER, CURVATURE, NOT_NEGATIVE, false,
                  "pedal for each m/s and second, default 0.1"),
    JNI_PARAMETER("brake_gain", DEF(brake_gain), NUMBER, NONE, NOT_NEGATIVE, false,
                  "brake for each unit of throttle below zero, default 1; 0: it never brakes"),
    JNI_PARAMETER("hold", DEF(hold), NUMBER, NONE, NOT_NEGATIVE, false, "brake at standstill, 0 to 1, default 1"),
    JNI_PARAMETER("standstill", DEF(standstill), NUMBER, VELOCITY, POSITIVE, false,
                  "speeds and demands below this count as standstill, default 0.1 m/s"),
};
enum { DEMAND, SPEED, FEEDFORWARD };

static const jni_subsystem_word outputs[] = {{"throttle", JNI_DIM_NONE, JNI_FIRST}, {"brake", JNI_DIM_NONE, JNI_FIRST}};
static const jni_subsystem_word states[] = {{"sum", JNI_DIM_NONE, JNI_FIRST}};
static const jni_subsystem_word discretes[] = {{"holding", JNI_DIM_NONE, JNI_FIRST}};
enum { THROTTLE, BRAKE };

static bool check(const jn_model *model, const jn_subsystem_def *def, char *what, size_t size) {
  (void)model;
  if (def->speed_follower.hold <= 1) return true;
  jni_print(what, size, "'hold' must be between 0 and 1, got %g", def->speed_follower.hold);
  return false;
}

static jnk_speed_driver driver_of(const jni_subsystem_element *e) {
  const jn_speed_follower_def *def = &e->def.speed_follower;
  return (jnk_speed_driver){def->gain, def->integral, def->brake_gain, def->hold, def->standstill};
}

static jnk_speed_input input_of(const jni_subsystem_input *in) {
  return (jnk_speed_input){in->value[DEMAND], in->value[SPEED], in->value[FEEDFORWARD]};
}

static jnk_speed_command drive(const jni_subsystem_element *e, const jni_subsystem_input *in) {
  const jnk_speed_driver driver = driver_of(e);
  const jnk_speed_input input = input_of(in);
  jnk_speed_command out;
  jnk_speed_drive(&driver, &input, in->state[0], in->discrete[0] != 0, &out);
  return out;
}

static void calc(const jni_subsystem_element *e, const jni_subsystem_input *in, jni_stage stage, double *output) {
  if (stage != JNI_FIRST) return;
  const jnk_speed_command out = drive(e, in);
  output[THROTTLE] = out.throttle;
  output[BRAKE] = out.brake;
}

static void rates(const jni_subsystem_element *e, const jni_subsystem_input *in, double *rate) {
  rate[0] = drive(e, in).rate;
}

static void roots(const jni_subsystem_element *e, const jni_subsystem_input *in, double *root) {
  const jnk_speed_driver driver = driver_of(e);
  const jnk_speed_input input = input_of(in);
  root[0] = -jnk_speed_hold(&driver, &input, in->discrete[0] != 0);
}

static void jump(const jni_subsystem_element *e, const jni_subsystem_input *in, int root, double *state,
                 double *discrete) {
  (void)e;
  (void)root;
  state[0] = 0;
  discrete[0] = in->discrete[0] == 0;
}

static void constants(const jni_subsystem_element *e, jni_constants *c) {
  const jnk_speed_driver d = driver_of(e);
  const double all[] = {d.gain, d.integral, d.brake, d.hold, d.slow};
  jni_constants_list(c, all, sizeof all / sizeof *all);
}

static const jni_subsystem_code code = {
    .stage = {JNI_CODE_CALL(jnk_call_speed_follower)},
    .rates = JNI_CODE_CALL(jnk_call_speed_follower_rates),
    .jump = JNI_CODE_CALL(jnk_call_speed_follower_jump),
    .constants = constants,
    .at_ends = "standstill",
};

const jni_subsystem_kind jni_subsystem_speed_follower = {
    .name = "speed-follower",
    .help = "driver who keeps a speed with throttle and brake, and holds at standstill",
    JNI_FIELDS(fields),
    .outputs = JNI_WORDS(outputs),
    .states = JNI_WORDS(states),
    .discretes = JNI_WORDS(discretes),
    .nroots = 1,
    .check = check,
    .calc = calc,
    .rates = rates,
    .roots = roots,
    .jump = jump,
    .code = &code,
};
