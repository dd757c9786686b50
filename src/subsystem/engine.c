// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine.c - subsystem kind: an engine with torque curves. Interpolates between motoring and full load by the demand d,
// with losses, idle control and rev limiter.
//   T = (1 - d) T_motoring(w) + d T_full(w) + T_losses(w)       d: kernel/subsystem/engine.h
#include <stdio.h>
#include <string.h>

#include "force/force_law.h"
#include "kernel/subsystem/engine.h"
#include "subsystem/code.h"
#include "subsystem/field.h"

static const jni_field fields[] = {
    JNI_INPUT("speed", engine.speed, SPEED, JNI_FIRST, true, "speed of the crankshaft"),
    JNI_INPUT("throttle", engine.throttle, NONE, JNI_FIRST, true, "0 to 1"),
    JNI_INPUT("map", engine.map, MOMENT, JNI_SECOND, false,
              "instead of full_load and motoring: torque by an expression, a table of speed and throttle as a rule"),
    JNI_CURVE("full_load", engine.full_load, SPEED, MOMENT, false, "torque at full throttle over speed"),
    JNI_CURVE("motoring", engine.motoring, SPEED, MOMENT, false, "torque at throttle 0 over speed, default zero"),
    JNI_CURVE("losses", engine.losses, SPEED, MOMENT, false, "torque over speed that is added at any throttle"),
    JNI_PARAMETER("idle_speed", engine.idle_speed, NUMBER, SPEED, NOT_NEGATIVE, false,
                  "speed that a control of the throttle holds; 0: none"),
    JNI_PARAMETER("idle_gain", engine.idle_gain, NUMBER, NONE, POSITIVE, false,
                  "throttle per rad/s below the idle speed, default 0.02"),
    JNI_PARAMETER("idle_time", engine.idle_time, NUMBER, TIME, POSITIVE, false,
                  "integral time of the idle control, default 0.5 s"),
    JNI_PARAMETER("rev_limit", engine.rev_limit, NUMBER, SPEED, NOT_NEGATIVE, false,
                  "speed above which the throttle is reduced; 0: none"),
    JNI_PARAMETER("rev_band", engine.rev_band, NUMBER, SPEED, POSITIVE, false,
                  "range of speeds above the limit in which the throttle falls to zero, default 10 rad/s"),
    JNI_PARAMETER("stall_speed", engine.stall_speed, NUMBER, SPEED, NOT_NEGATIVE, false,
                  "speed below which the torque fades out and the engine stalls; 0: it runs at any speed"),
    JNI_PARAMETER("idle_load", engine.idle_load, NUMBER, NONE, NOT_NEGATIVE, false,
                  "initial throttle of the idle control, default 0"),
};
enum { SPEED, THROTTLE, MAP };

static const jni_subsystem_word outputs[] = {
    {"load", JNI_DIM_NONE, JNI_FIRST}, {"torque", JNI_DIM_MOMENT, JNI_SECOND}, {"power", JNI_DIM_POWER, JNI_SECOND}};
static const jni_subsystem_word states[] = {{"idle", JNI_DIM_NONE, JNI_FIRST}};
enum { LOAD, TORQUE, POWER };

static bool check(const jn_model *model, const jn_subsystem_def *def, char *what, size_t size) {
  (void)model;
  bool curve = jni_law_given(&def->engine.full_load), other = jni_law_given(&def->engine.motoring);
  if (curve != (def->engine.map != NULL) && !(other && def->engine.map)) return true;
  snprintf(what, size,
           other && def->engine.map ? "'motoring' is part of 'full_load', not of 'map'"
                                    : "an engine needs either 'full_load' or 'map'");
  return false;
}

static void constants(const jni_subsystem_element *e, jni_constants *c) {
  const jn_engine_def *def = &e->def.engine;
  jnk_engine engine = {.by_map = def->map != NULL,
                       .idle_speed = def->idle_speed,
                       .idle_gain = def->idle_gain,
                       .idle_time = def->idle_time,
                       .rev_limit = def->rev_limit,
                       .rev_band = def->rev_band,
                       .stall_speed = def->stall_speed};
  jni_constants_list(c, &engine.full_load, (int)(sizeof engine / sizeof(double)));
  engine.full_load = jni_law_put(&def->full_load, c);
  engine.motoring = jni_law_put(&def->motoring, c);
  engine.losses = jni_law_put(&def->losses, c);
  if (!c->pool.failed) memcpy(c->list, &engine, sizeof engine);
}

static void start(const jni_subsystem_element *e, double *state, double *discrete) {
  (void)discrete;
  state[0] = e->def.engine.idle_load;
}

// Computes the outputs of one stage: the demand in the first stage, torque and power in the second, so that an
// expression for the torque may read the demand.
static void calc(const jni_subsystem_element *e, const jni_subsystem_input *in, jni_stage stage, double *output) {
  const jnk_engine *engine = e->constants;
  double w = in->value[SPEED];
  if (stage == JNI_FIRST) {
    output[LOAD] = jnk_engine_demand(engine, w, in->value[THROTTLE], in->state[0]);
    return;
  }
  output[TORQUE] = e->def.engine.map ? in->value[MAP] + jnk_engine_losses(engine, w)
                                     : jnk_engine_torque(engine, w, in->output[LOAD]);
  output[POWER] = output[TORQUE] * w;
}

static void rates(const jni_subsystem_element *e, const jni_subsystem_input *in, double *rate) {
  rate[0] = jnk_engine_idle_rate(e->constants, in->value[SPEED], in->state[0]);
}

static const jni_subsystem_code code = {
    .stage = {JNI_CODE_CALL(jnk_call_engine_load), JNI_CODE_CALL(jnk_call_engine_torque)},
    .rates = JNI_CODE_CALL(jnk_call_engine_rates),
    .constants = constants,
};

static void shape(jn_model *model, jni_subsystem_element *e) { jni_subsystem_keep(model, e, &code); }

const jni_subsystem_kind jni_subsystem_engine = {
    .name = "engine",
    .help = "engine by torque curves over speed, with idle control and rev limit",
    JNI_FIELDS(fields),
    .outputs = JNI_WORDS(outputs),
    .states = JNI_WORDS(states),
    .check = check,
    .shape = shape,
    .start = start,
    .calc = calc,
    .rates = rates,
    .code = &code,
};
