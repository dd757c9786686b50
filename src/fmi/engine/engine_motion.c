// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine_motion.c - instances of an FMU: time, steps and events of Model Exchange and Co-Simulation.
#include <math.h>
#include <string.h>

#include "fmi/engine/engine_parts.h"
#include "simulate/run.h"

// Converts the status of an evaluation at a trial point: returns OK for JN_OK, otherwise DISCARD after a message that
// begins with `what`.
static jni_engine_status evaluated(jni_engine *engine, jn_status status, const char *what) {
  if (status == JN_OK) return JNI_ENGINE_OK;
  const jn_run *run = jni_engine_run(engine);
  const char *why = run->integrator->message[0] ? run->integrator->message : jn_status_text(status);
  return jni_engine_say(engine, JNI_ENGINE_DISCARD, "%s: %s", what, why);
}

// Returns OK if the instance is for this interface and in one of these modes; otherwise ERROR after a message. what:
// name of the called function.
static jni_engine_status check(jni_engine *engine, bool exchange, int modes, const char *what) {
  if (engine->setup.exchange != exchange)
    return jni_engine_say(engine, JNI_ENGINE_ERROR, "%s belongs to %s, but this instance is for %s", what,
                          exchange ? "Model Exchange" : "Co-Simulation", exchange ? "Co-Simulation" : "Model Exchange");
  return jni_engine_check(engine, modes, what);
}

static jni_engine_status check_array(jni_engine *engine, int modes, const char *what, jni_engine_sort sort,
                                     const double *values, size_t n) {
  jni_engine_status status = check(engine, true, modes, what);
  if (status != JNI_ENGINE_OK) return status;
  if (n != (size_t)engine->layout.n[sort] || (n > 0 && !values))
    return jni_engine_say(engine, JNI_ENGINE_ERROR, "%s: the array has %zu numbers, but %d are needed", what, n,
                          engine->layout.n[sort]);
  return jni_engine_prepare(engine);
}

// ---- Model Exchange -------------------------------------------------------------------------------------------------

jni_engine_status jni_engine_enter_event(jni_engine *engine) {
  jni_engine_status status = check(engine, true, MODE_CONTINUOUS | MODE_EVENT, "entering event mode");
  if (status == JNI_ENGINE_OK) engine->mode = MODE_EVENT;
  return status;
}

jni_engine_status jni_engine_update_discrete(jni_engine *engine, jni_exchange_update *update) {
  jni_engine_status status = check(engine, true, MODE_EVENT, "updating discrete states");
  if (status == JNI_ENGINE_OK) status = jni_engine_prepare(engine);
  if (status != JNI_ENGINE_OK) return status;
  jn_status handled = jni_exchange_handle(engine->exchange, update);
  if (handled != JN_OK) {
    const jn_run *run = jni_exchange_run(engine->exchange);
    return jni_engine_fail(engine, "the events cannot be handled", run->integrator->message);
  }
  update->values_changed = update->values_changed || engine->values_changed;
  engine->values_changed = false;
  engine->terminated = update->terminate;
  return JNI_ENGINE_OK;
}

jni_engine_status jni_engine_enter_continuous(jni_engine *engine) {
  jni_engine_status status = check(engine, true, MODE_EVENT, "entering continuous-time mode");
  if (status == JNI_ENGINE_OK) status = jni_engine_prepare(engine);
  if (status == JNI_ENGINE_OK) engine->mode = MODE_CONTINUOUS;
  return status;
}

jni_engine_status jni_engine_completed_step(jni_engine *engine, bool *event, bool *terminate) {
  jni_engine_status status = check(engine, true, MODE_CONTINUOUS, "completing an integrator step");
  if (status != JNI_ENGINE_OK) return status;
  *terminate = engine->terminated;
  return evaluated(engine, jni_exchange_accept(engine->exchange, event), "the step cannot be completed");
}

jni_engine_status jni_engine_set_time(jni_engine *engine, double time) {
  jni_engine_status status = check(engine, true, MODE_CONTINUOUS | MODE_EVENT, "setting the time");
  if (status != JNI_ENGINE_OK) return status;
  if (!isfinite(time)) return jni_engine_say(engine, JNI_ENGINE_ERROR, "the time must be finite, got %.9g", time);
  engine->time = time;
  jni_exchange_set_time(engine->exchange, time);
  return JNI_ENGINE_OK;
}

jni_engine_status jni_engine_set_states(jni_engine *engine, const double *x, size_t n) {
  jni_engine_status status = check_array(engine, MODE_CONTINUOUS, "setting the states", JNI_ENGINE_STATE, x, n);
  if (status != JNI_ENGINE_OK) return status;
  if (!jni_all_finite(x, (int)n)) return jni_engine_say(engine, JNI_ENGINE_DISCARD, "a state is not finite");
  jni_exchange_set_states(engine->exchange, x);
  return JNI_ENGINE_OK;
}

jni_engine_status jni_engine_get_states(jni_engine *engine, double *x, size_t n) {
  int modes = MODE_INITIALIZATION | MODE_READY | MODE_TERMINATED;
  jni_engine_status status = check_array(engine, modes, "reading the states", JNI_ENGINE_STATE, x, n);
  if (status != JNI_ENGINE_OK) return status;
  if (n > 0) memcpy(x, jni_exchange_states(engine->exchange), n * sizeof *x);
  return JNI_ENGINE_OK;
}

jni_engine_status jni_engine_get_rates(jni_engine *engine, double *rates, size_t n) {
  int modes = MODE_INITIALIZATION | MODE_READY | MODE_TERMINATED;
  jni_engine_status status = check_array(engine, modes, "reading the derivatives", JNI_ENGINE_RATE, rates, n);
  if (status != JNI_ENGINE_OK) return status;
  return evaluated(engine, jni_exchange_rates(engine->exchange, rates), "the derivatives cannot be computed");
}

jni_engine_status jni_engine_get_nominals(jni_engine *engine, double *nominals, size_t n) {
  int modes = MODE_INITIALIZATION | MODE_READY | MODE_TERMINATED;
  jni_engine_status status = check_array(engine, modes, "reading the nominal values", JNI_ENGINE_STATE, nominals, n);
  if (status == JNI_ENGINE_OK && n > 0) jni_exchange_nominals(engine->exchange, nominals);
  return status;
}

jni_engine_status jni_engine_get_indicators(jni_engine *engine, double *indicators, size_t n) {
  int modes = MODE_INITIALIZATION | MODE_READY | MODE_TERMINATED;
  jni_engine_status status =
      check_array(engine, modes, "reading the event indicators", JNI_ENGINE_INDICATOR, indicators, n);
  if (status != JNI_ENGINE_OK) return status;
  return evaluated(engine, jni_exchange_indicators(engine->exchange, indicators),
                   "the event indicators cannot be computed");
}

// ---- Co-Simulation --------------------------------------------------------------------------------------------------

// Times that differ by less than this fraction of the communication step count as equal.
static const double time_slack = 1e-9;
// Largest difference between a communication step and a multiple of the fixed step, as a fraction of the fixed step.
static const double grid_slack = 1e-6;

// Sets *end to the time on the grid of fixed steps that is nearest to the importer's time t. Returns false if t is not
// on the grid (grid_slack).
static bool find_grid_time(const jn_run *run, double t, double *end) {
  double origin = run->integrator->origin, step = run->choices.step, k = rint((t - origin) / step);
  *end = origin + k * step;
  return fabs(t - *end) <= grid_slack * step;
}

jni_engine_status jni_engine_do_step(jni_engine *engine, double t, double h, jni_engine_step *result) {
  *result = (jni_engine_step){engine->time, engine->terminated};
  jni_engine_status status = check(engine, false, MODE_STEP, "a step");
  if (status != JNI_ENGINE_OK) return status;
  if (!(isfinite(t) && h >= 0 && isfinite(h)))
    return jni_engine_say(engine, JNI_ENGINE_ERROR, "a step needs a finite time and length, got %.9g s and %.9g s", t,
                          h);
  if (!(fabs(t - engine->time) <= time_slack * h + 1e-15 * fabs(t)))
    return jni_engine_say(engine, JNI_ENGINE_ERROR, "the step begins at %.17g s, but the model is at %.17g s", t,
                          engine->time);
  double end = t + h, stop = engine->experiment.stop;
  if (end > stop + time_slack * h)
    return jni_engine_say(engine, JNI_ENGINE_ERROR, "the step ends at %.9g s, after the stop time %.9g s", end, stop);
  status = jni_engine_prepare(engine);
  if (status != JNI_ENGINE_OK) return status;

  const jn_run *run = jn_session_run(engine->session);
  double target = end;
  if (run->integrator->kind->fixed_step && !find_grid_time(run, end, &target))
    return jni_engine_say(engine, JNI_ENGINE_DISCARD,
                          "the communication step must be a multiple of the fixed step of the integrator, %.9g s, but "
                          "it ends at %.9g s",
                          run->choices.step, end);
  if (jn_session_stopped(engine->session) || !(target > jn_session_time(engine->session))) {
    engine->time = end;
    result->last = end;
    return JNI_ENGINE_OK;
  }
  jn_status moved = jn_session_step_to(engine->session, target);
  engine->terminated = result->terminate = jn_session_stopped(engine->session);
  bool complete = moved == JN_OK && !engine->terminated;
  engine->time = complete ? end : jn_session_time(engine->session);
  result->last = engine->time;
  if (moved == JN_OK) return JNI_ENGINE_OK;
  const jn_summary *summary = jn_run_summary(jn_session_run(engine->session));
  return jni_engine_say(engine, JNI_ENGINE_DISCARD, "the step from %.9g s ended at %.9g s: %s", t, engine->time,
                        summary->why);
}
