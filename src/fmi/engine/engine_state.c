// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine_state.c - states of instances as numbers, which can be written as bytes and read from untrusted ones.
#include <math.h>
#include <string.h>

#include "fmi/engine/engine_parts.h"
#include "simulate/run.h"

static const double magic = 1246643541, version = 1;  // "JNFU"
// Indices of the numbers at the beginning of a saved state. After them follow the values of parameters, flags of the
// parameters that are set, the inputs, and the saved motion.
enum {
  MAGIC,
  VERSION,
  LENGTH,
  TOKEN_HIGH,
  TOKEN_LOW,
  SUM_HIGH,  // two numbers with the checksum of everything after them
  SUM_LOW,
  EXCHANGE,
  MODE,
  MADE,  // 1: the state contains a motion
  TIME,
  START,
  STOP,
  TOLERANCE,
  ORIGIN,  // time at which the grid of fixed steps begins, s
  TERMINATED,
  VALUES_CHANGED,
  HEAD
};

static double upper(uint64_t hash) { return (double)(hash >> 32); }
static double lower(uint64_t hash) { return (double)(hash & 0xffffffffu); }

static uint64_t sum(const double *block, size_t n) {
  return jni_hash64(0, block + SUM_LOW + 1, (n - SUM_LOW - 1) * sizeof *block);
}

static size_t fixed_size(const jni_engine *engine) {
  return HEAD + 2 * (size_t)engine->layout.n[JNI_ENGINE_PARAMETER] + (size_t)engine->layout.n[JNI_ENGINE_INPUT];
}

static size_t motion_size(const jni_engine *engine) {
  if (engine->session) return jn_session_save_size(engine->session) / sizeof(double);
  return engine->setup.exchange && engine->exchange ? (size_t)jni_exchange_save_size(engine->exchange) : 0;
}

void jni_engine_free_state(jni_engine_state *state) {
  if (!state) return;
  jni_free(NULL, state->block);
  jni_free(NULL, state);
}

static jni_engine_state *new_state(size_t n) {
  jni_engine_state *state = jni_alloc0(NULL, 1, sizeof *state);
  if (!state) return NULL;
  state->n = n;
  state->block = jni_alloc0(NULL, n, sizeof *state->block);
  if (state->block) return state;
  jni_free(NULL, state);
  return NULL;
}

static bool save_motion(jni_engine *engine, double *block) {
  if (engine->session) return jn_session_save(engine->session, block) == JN_OK;
  return motion_size(engine) == 0 || jni_exchange_save(engine->exchange, block) == JN_OK;
}

jni_engine_status jni_engine_get_state(jni_engine *engine, jni_engine_state **state) {
  jni_engine_status status = jni_engine_check(engine, ~MODE_ERROR, "reading the state");
  if (status == JNI_ENGINE_OK && engine->mode != MODE_INSTANTIATED) status = jni_engine_prepare(engine);
  if (status != JNI_ENGINE_OK) return status;
  size_t fixed = fixed_size(engine), n = fixed + motion_size(engine);
  jni_engine_state *made = new_state(n);
  if (!made) return jni_engine_say(engine, JNI_ENGINE_ERROR, "there is no memory for a state");
  double *b = made->block, *next = b + HEAD;
  uint64_t token = jni_hash64(0, engine->settings->token, strlen(engine->settings->token));
  const jn_run *run = jni_engine_run(engine);
  b[MAGIC] = magic;
  b[VERSION] = version;
  b[LENGTH] = (double)n;
  b[TOKEN_HIGH] = upper(token);
  b[TOKEN_LOW] = lower(token);
  b[EXCHANGE] = engine->setup.exchange;
  b[MODE] = engine->mode;
  b[MADE] = n > fixed;
  b[TIME] = engine->time;
  b[START] = engine->experiment.start;
  b[STOP] = engine->experiment.stop;
  b[TOLERANCE] = engine->experiment.tolerance;
  b[ORIGIN] = run ? run->integrator->origin : 0;
  b[TERMINATED] = engine->terminated;
  b[VALUES_CHANGED] = engine->values_changed;
  for (int i = 0; i < engine->layout.n[JNI_ENGINE_PARAMETER]; i++) *next++ = engine->parameters[i];
  for (int i = 0; i < engine->layout.n[JNI_ENGINE_PARAMETER]; i++) *next++ = engine->is_set[i];
  for (int i = 0; i < engine->layout.n[JNI_ENGINE_INPUT]; i++) *next++ = engine->inputs[i];
  if (!save_motion(engine, next)) {
    jni_engine_free_state(made);
    return jni_engine_say(engine, JNI_ENGINE_ERROR, "the state cannot be saved at t = %.9g s", engine->time);
  }
  engine->seen = NAN;
  b[SUM_HIGH] = upper(sum(b, n));
  b[SUM_LOW] = lower(sum(b, n));
  jni_engine_free_state(*state);
  *state = made;
  return JNI_ENGINE_OK;
}

// Returns true if n numbers b are a complete saved state of this FMU and this interface.
static bool is_valid(const jni_engine *engine, const double *b, size_t n) {
  uint64_t token = jni_hash64(0, engine->settings->token, strlen(engine->settings->token));
  if (n < fixed_size(engine) || !(b[MAGIC] == magic && b[VERSION] == version && b[LENGTH] == (double)n)) return false;
  if (!(b[TOKEN_HIGH] == upper(token) && b[TOKEN_LOW] == lower(token))) return false;
  if (!(b[SUM_HIGH] == upper(sum(b, n)) && b[SUM_LOW] == lower(sum(b, n)))) return false;
  int mode = b[MODE] >= 1 && b[MODE] <= MODE_TERMINATED ? (int)b[MODE] : 0;
  bool known = mode != 0 && (mode & (mode - 1)) == 0 && b[MODE] == mode;
  if (!known || b[EXCHANGE] != engine->setup.exchange || !isfinite(b[TIME]) || !isfinite(b[START])) return false;
  bool needs = mode != MODE_INSTANTIATED && mode != MODE_INITIALIZATION;
  return (b[MADE] == 1 ? n > fixed_size(engine) : n == fixed_size(engine) && !needs) && isfinite(b[ORIGIN]);
}

jni_engine_state *jni_engine_read_state(jni_engine *engine, const void *bytes, size_t size) {
  size_t n = size / sizeof(double);
  jni_engine_state *state = bytes && n > 0 && size % sizeof(double) == 0 ? new_state(n) : NULL;
  if (state) memcpy(state->block, bytes, size);
  if (state && is_valid(engine, state->block, n)) return state;
  jni_engine_free_state(state);
  jni_engine_say(engine, JNI_ENGINE_ERROR,
                 "these %zu bytes are no state of this FMU: they are damaged, cut, or of another FMU or version", size);
  return NULL;
}

// Sets experiment, parameters and inputs of the instance to those of a saved state. Returns true if start time,
// tolerance or parameters differ from those of the present motion, which must then be made again.
static bool take_settings(jni_engine *engine, const double *b) {
  const double *values = b + HEAD, *set = values + engine->layout.n[JNI_ENGINE_PARAMETER],
               *inputs = set + engine->layout.n[JNI_ENGINE_PARAMETER];
  bool other = engine->experiment.start != b[START] || engine->changed ||
               memcmp(&engine->experiment.tolerance, &b[TOLERANCE], sizeof *b) != 0;
  engine->experiment = (jni_engine_experiment){b[START], b[STOP], b[TOLERANCE]};
  for (int i = 0; i < engine->layout.n[JNI_ENGINE_PARAMETER]; i++) {
    bool is_set = set[i] != 0;
    other = other || is_set != engine->is_set[i] || (is_set && values[i] != engine->parameters[i]);
    engine->parameters[i] = values[i];
    engine->is_set[i] = is_set;
  }
  for (int i = 0; i < engine->layout.n[JNI_ENGINE_INPUT]; i++) engine->inputs[i] = inputs[i];
  return other;
}

static jn_status load_motion(jni_engine *engine, const double *block, size_t n, jn_report *report) {
  if (n != motion_size(engine))
    return jn_report_fault(report, JN_BAD_ARGUMENT, "", "the saved motion has another length");
  if (engine->session) return jn_session_load(engine->session, block, n * sizeof *block, report);
  return jni_exchange_load(engine->exchange, block, report);
}

jni_engine_status jni_engine_set_state(jni_engine *engine, const jni_engine_state *state) {
  if (!state || !is_valid(engine, state->block, state->n))
    return jni_engine_say(engine, JNI_ENGINE_ERROR, "this is no state of this FMU");
  const double *b = state->block;
  bool other = take_settings(engine, b);
  if (other || b[MADE] == 0) jni_engine_drop_motion(engine);
  engine->changed = b[MADE] == 0;
  engine->mode = b[MADE] == 1 ? MODE_INITIALIZATION : (jni_engine_mode)b[MODE];
  if (b[MADE] == 1) {
    jni_engine_status status = jni_engine_prepare(engine);
    if (status != JNI_ENGINE_OK) return status;
    jn_report *report = jn_report_new(NULL);
    for (int i = 0; engine->exchange && i < engine->layout.n[JNI_ENGINE_INPUT]; i++)
      jni_exchange_hold(engine->exchange, engine->input[i], engine->inputs[i]);
    size_t fixed = fixed_size(engine);
    jn_status loaded = load_motion(engine, b + fixed, state->n - fixed, report);
    jni_engine_say_report(engine, JNI_ENGINE_ERROR, report);
    jn_report_free(report);
    if (loaded != JN_OK) return jni_engine_fail(engine, "the state cannot be set", jn_status_text(loaded));
    jni_engine_run(engine)->integrator->origin = b[ORIGIN];
    engine->mode = (jni_engine_mode)b[MODE];
  }
  engine->time = b[TIME];
  engine->terminated = b[TERMINATED] != 0;
  engine->values_changed = b[VALUES_CHANGED] != 0;
  engine->seen = NAN;
  return JNI_ENGINE_OK;
}
