// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_integral.c - position control `pi` keeps its integral: over checkpoints, time events, roots, held inputs and a
// new choice of basis, with every integrator; a run that starts again starts with a zero integral.
#include "check.h"
#include "formulation/formulation.h"
#include "low_order.h"
#include "recorder.h"
#include "simulate/run.h"

// Blajer's moving pendulum, papers/blajer/blajer-pendulum.yaml, with a clock, roots and an unused input.
static const char *const pendulum =
    "jounce: 1\nname: pendulum\nspace: plane\ngravity: [0, -9.81]\n"
    "ground: {points: {O: [0, 0]}}\n"
    "bodies: {pendulum: {mass: 2, inertia: 0.3, points: {pivot: [-0.5, 0]}}}\n"
    "joints: {guide: {type: point-on-line, between: [ground.O, pendulum.pivot], axis: x}}\n"
    "inputs: {idle: '0'}\n"
    "forces: {push: {type: point-force, at: pendulum, value: ['0*idle', 0]}}\n"
    "discrete: {count: 0, seen: 0}\n"
    "events: {clock: {at: 0.05, every: 0.07, set: {count: 'count + 1'}}, fall: {when: 'pendulum.angle - 0.4', "
    "set: {seen: 'seen + 1'}}}\n"
    "initial: {keep: {pendulum.x: 0, pendulum.vx: 0.3, pendulum.angle: 0.4, pendulum.rate: 1.2}, "
    "guess: {pendulum.y: 0.19}}\n"
    "simulate: {until: 0.3, tolerance: 1e-8, output: 0.3, controls: {position: pi, velocity: auto}}\n"
    "outputs: [pendulum.y, pendulum.angle, count, seen]\n";

static const double f0 = 0.004, end = 0.3;

// f of the start f0 with G1 = 20, G0 = 100 and G v = 0: f0 (1 - 10 t) exp(-10 t), -3.983e-4 at 0.3 s.
static double wanted(double t) { return f0 * (1 - 10 * t) * exp(-10 * t); }
static const double closeness = 2e-6;

typedef struct {
  jn_model *model;
  jn_report *report;
  jn_run *run;
  recorder record;
} session;

static bool session_open(session *s, const char *formulation, const char *integrator, double checkpoint) {
  s->model = model_of(NULL, pendulum);
  s->report = jn_report_new(NULL);
  recorder_init(&s->record);
  s->run = NULL;
  if (!s->model) return false;
  jn_choices *c = jn_model_choices(s->model);
  snprintf(c->formulation, sizeof c->formulation, "%s", formulation);
  snprintf(c->integrator, sizeof c->integrator, "%s", integrator);
  c->step = jn_integrator_is_fixed(integrator) ? 1e-3 : 0;
  c->checkpoint_step = checkpoint;
  jn_sink *sinks[] = {&s->record.sink};
  jn_run_options options = jn_run_options_default();
  options.sinks = sinks;
  options.nsinks = 1;
  s->run = jn_run_new(s->model, &options, s->report);
  return s->run != NULL;
}

static void session_close(session *s) {
  jn_run_free(s->run);
  jn_report_free(s->report);
  jn_model_free(s->model);
  recorder_clear(&s->record);
}

// Starts again where the constraint violation is f0.
static void push_off(session *s) {
  double state[32];
  int n = jn_system_sizes(jn_run_system(s->run)).nstate;
  CHECK(n <= 32);
  memcpy(state, jn_run_state(s->run), (size_t)n * sizeof *state);
  double *q = jn_state_q(jn_run_system(s->run), state);
  state[0] = 0;
  q[0] = 0;
  q[2] = 0.4;
  q[1] = 0.5 * sin(0.4) + f0;
  CHECK(jn_run_restart(s->run, state) == JN_OK);
}

static double violation(session *s) {
  const double *out = jn_run_outputs(s->run);
  return out[0] - 0.5 * sin(out[1]);
}

static void check_end(session *s, const char *formulation, const char *integrator) {
  double f = s->run ? violation(s) : NAN;
  static const double farther[] = {1, 200, 4};  // by order
  double allowed = closeness * farther[low_order(integrator)];
  CHECK_NEAR(f, wanted(end), allowed);
  if (!(fabs(f - wanted(end)) <= allowed)) printf("  %s %s: f = %.3e\n", formulation, integrator, f);
}

static void test_checkpoints(const char *formulation, const char *integrator) {
  session s;
  bool ok = session_open(&s, formulation, integrator, 0.05);
  CHECK(ok);
  if (ok) {
    push_off(&s);
    CHECK(jn_run_execute(s.run, s.report) == JN_OK && s.record.nblocks >= 6);
    check_end(&s, formulation, integrator);
    const double *out = jn_run_outputs(s.run);
    CHECK(out[2] == 4 && out[3] >= 1);  // events were met on the way
  }
  session_close(&s);
}

// Every continuation ends as the uninterrupted run, bit for bit.
static void test_continued(const char *formulation, const char *integrator) {
  session s;
  bool ok = session_open(&s, formulation, integrator, 0.05);
  CHECK(ok);
  if (ok) {
    push_off(&s);
    ok = jn_run_execute(s.run, s.report) == JN_OK;
  }
  CHECK(ok);
  for (int k = 0; ok && k < s.record.nblocks; k++) {
    jn_run_options options = jn_run_options_default();
    options.resume = s.record.blocks[k];
    options.nresume = s.record.nblock;
    jn_run *rest = jn_run_new(s.model, &options, s.report);
    CHECK(rest && jn_run_execute(rest, s.report) == JN_OK);
    if (rest) CHECK(jn_run_summary(rest)->state_hash == jn_run_summary(s.run)->state_hash);
    jn_run_free(rest);
  }
  session_close(&s);
}

// The integrator restarts after every held input and after every choice that has become badly conditioned.
static void test_starts(const char *formulation, const char *integrator) {
  session s;
  bool ok = session_open(&s, formulation, integrator, 100);
  CHECK(ok);
  if (ok) push_off(&s);
  for (int k = 1; ok && k <= 30; k++) {
    if (k % 7 == 3) jn_run_hold_input(s.run, 0, k);
    if (k % 7 == 5) s.run->formulation->stale = true;
    while (ok && jn_run_state(s.run)[0] < 0.01 * k - 1e-12) ok = jn_run_step(s.run, 0.01 * k) == JN_OK;
  }
  CHECK(ok);
  if (ok) check_end(&s, formulation, integrator);
  if (ok) {  // nothing of it is left, whatever the last step has left behind
    s.run->formulation->stale = true;
    push_off(&s);
    while (ok && jn_run_state(s.run)[0] < end - 1e-12) ok = jn_run_step(s.run, end) == JN_OK;
    CHECK(ok);
    check_end(&s, formulation, integrator);
  }
  session_close(&s);
}

static bool takes(const char *const *list, const char *name) {
  for (; *list; list++)
    if (strcmp(*list, name) == 0) return true;
  return false;
}

int main(void) {
  for (int i = 0; jni_formulation_kinds[i]; i++) {
    const jni_formulation_kind *kind = jni_formulation_kinds[i];
    if (!takes(kind->position, "pi") || kind->stabilises) continue;
    for (int k = 0; kind->integrators[k]; k++) {
      if (!jni_integrator_kind_find(kind->integrators[k])->step) continue;
      test_checkpoints(kind->name, kind->integrators[k]);
      test_continued(kind->name, kind->integrators[k]);
      test_starts(kind->name, kind->integrators[k]);
    }
  }
  return check_report();
}
