// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_run.c - the run loop with every integrator: roots located, known times met exactly, rows and samples,
// interruption, failures that keep what there is, two runs bitwise equal, nothing allocated while stepping, choices and
// refusals.
#include "check.h"
#include "heap.h"
#include "integrate/integrator.h"
#include "recorder.h"

// A stone falls from 2 m: y = 2 - g t^2 / 2 crosses zero at sqrt(4 / g). The latch and a counter change there.
static const char *const stone =
    "jounce: 1\nname: stone\nspace: plane\ngravity: [0, -9.81]\n"
    "bodies: {stone: {type: particle, mass: 1}}\n"
    "discrete: {latch: 0, when: 0}\n"
    "events: {hit: {when: 'stone.y', direction: falling, set: {latch: 'latch + 1', when: 't'}},"
    " never: {when: 'stone.y', direction: rising, set: {latch: '100'}}}\n"
    "initial: {keep: {stone.x: 0, stone.y: 2, stone.vx: 1, stone.vy: 0}}\n"
    "simulate: {until: 1, step: 7 ms, output: 50 ms}\n"
    "outputs: [stone.x, stone.y, latch, when]\n";

// A push that is switched off at 0.3 s and a clock: x is known in closed form, and exact for a method of order 2 when
// no stage sees across the switch.
static const char *const cart =
    "jounce: 1\nname: cart\nspace: plane\n"
    "bodies: {cart: {type: particle, mass: 2}}\n"
    "forces: {push: {type: point-force, at: cart, value: ['if(t < 0.3, 4, 0)', '2*count']}}\n"
    "discrete: {count: 0}\n"
    "events: {clock: {at: 0.25, every: 0.1, set: {count: 'count + 1'}}}\n"
    "initial: {keep: {cart.x: 0, cart.y: 0, cart.vx: 0, cart.vy: 0}}\n"
    "simulate: {until: 1, step: 7 ms, output: 50 ms, tolerance: 1e-10}\n"
    "outputs: [cart.x, cart.y, count]\n";

static const char *const pendulum =
    "jounce: 1\nname: pendulum\nspace: plane\ngravity: [0, -9.81]\n"
    "ground: {points: {O: [0, 0]}}\n"
    "bodies: {bar: {mass: 2, inertia: 0.2, points: {O: [-0.5, 0], tip: [0.5, 0]}}}\n"
    "joints: {hinge: {type: revolute, between: [ground.O, bar.O]}}\n"
    "forces: {damper: {type: torsion-spring, between: [ground, bar], stiffness: 1, damping: 0.1}}\n"
    "initial: {keep: {bar.angle: 0.3, bar.rate: 0}}\n"
    "simulate: {until: 2, coordinates: cartesian, step: 1 ms, output: 10 ms}\n"
    "outputs: [bar.angle, joint.hinge.force, energy.error]\n";

// The force is not finite after half a second.
static const char *const failing =
    "jounce: 1\nname: failing\nspace: plane\n"
    "bodies: {cart: {type: particle, mass: 1}}\n"
    "forces: {push: {type: point-force, at: cart, value: ['sqrt(0.5 - t)', 0]}}\n"
    "initial: {keep: {cart.x: 0, cart.y: 0, cart.vx: 0, cart.vy: 0}}\n"
    "simulate: {until: 1, step: 7 ms, output: 50 ms}\n"
    "outputs: [cart.x]\n";

typedef struct {
  jn_model *model;
  jn_run *run;
  jn_report *report;
  recorder record;
  jn_status status;
} trial;

static void trial_make(trial *t, const char *text, const char *integrator, jn_run_options options) {
  t->report = jn_report_new(NULL);
  recorder_init(&t->record);
  t->model = model_of(NULL, text);
  CHECK(t->model != NULL);
  if (!t->model) exit(check_report());
  jn_choices choices = options.choices ? *options.choices : *jn_model_choices(t->model);
  if (integrator) snprintf(choices.integrator, sizeof choices.integrator, "%s", integrator);
  const jni_integrator_kind *kind = jni_integrator_kind_find(choices.integrator);
  if (kind && !kind->fixed_step) choices.step = 0;
  jn_sink *sinks[] = {&t->record.sink};
  options.choices = &choices;
  options.sinks = sinks;
  options.nsinks = 1;
  t->run = jn_run_new(t->model, &options, t->report);
}

static void trial_run(trial *t, const char *text, const char *integrator, jn_run_options options) {
  trial_make(t, text, integrator, options);
  t->status = t->run ? jn_run_execute(t->run, t->report) : JN_STATUS_COUNT;
}

static void trial_free(trial *t) {
  jn_run_free(t->run);
  jn_model_free(t->model);
  jn_report_free(t->report);
  recorder_clear(&t->record);
}

static jn_choices choices_of(const char *text) {
  jn_model *model = model_of(NULL, text);
  jn_choices choices = model ? *jn_model_choices(model) : jn_choices_default();
  jn_model_free(model);
  return choices;
}

static double output(const trial *t, const char *name) {
  for (int i = 0; i < jn_run_noutputs(t->run); i++)
    if (strcmp(jn_run_output_name(t->run, i), name) == 0) return jn_run_outputs(t->run)[i];
  return NAN;
}

// ---- events -----------------------------------------------------------------------------------------------------

static void test_root_is_located(const char *integrator) {
  trial t;
  trial_run(&t, stone, integrator, jn_run_options_default());
  CHECK(t.status == JN_OK);
  CHECK(jn_run_summary(t.run)->events == 1);
  CHECK_NEAR(output(&t, "latch"), 1, 0);
  bool first = jni_integrator_kind_find(integrator)->order == 1;
  CHECK_NEAR(output(&t, "when"), sqrt(4 / 9.81), first ? 1e-2 : 1e-7);
  CHECK_NEAR(output(&t, "stone.y"), 2 - 9.81 / 2, first ? 0.05 : 1e-6);
  if (strcmp(integrator, "rk4") == 0) CHECK_NEAR(output(&t, "when"), sqrt(4 / 9.81), 1e-13);
  trial_free(&t);
}

static void test_root_may_stop_or_stay_unlocated(void) {
  char text[2000];
  trial t;
  jn_choices choices = choices_of(stone);
  choices.locate_roots = false;
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  trial_run(&t, stone, "rk4", options);
  CHECK_NEAR(output(&t, "latch"), 1, 0);
  double when = output(&t, "when");
  CHECK(when >= sqrt(4 / 9.81) && when < sqrt(4 / 9.81) + 0.0071);
  trial_free(&t);

  snprintf(text, sizeof text, "%s", stone);
  char *place = strstr(text, "direction: falling");
  memcpy(place, "stop: true        ", strlen("direction: falling"));
  trial_run(&t, text, "dopri5", jn_run_options_default());
  CHECK(t.status == JN_OK);
  CHECK_NEAR(jn_run_summary(t.run)->time, sqrt(4 / 9.81), 1e-7);
  CHECK(recorder_at(&t.record, t.record.nrows - 1)[0] == jn_run_summary(t.run)->time);
  trial_free(&t);
}

static void test_time_events_are_met(const char *integrator) {
  trial t;
  trial_run(&t, cart, integrator, jn_run_options_default());
  const jni_integrator_kind *kind = jni_integrator_kind_find(integrator);
  // the start of CVODE's methods is of low order
  double allowed = kind->order == 1 ? 0.02 : !kind->projects && !kind->fixed_step ? 1e-8 : 1e-12;
  CHECK(t.status == JN_OK);
  CHECK_NEAR(output(&t, "count"), 8, 0);  // 0.25, 0.35, ... 0.95
  CHECK_NEAR(output(&t, "cart.x"), 0.5 * 2 * 0.09 + 0.6 * 0.7, allowed);
  double y = 0;
  for (int k = 0; k < 8; k++) y += 0.5 * (0.75 - 0.1 * k) * (0.75 - 0.1 * k);
  CHECK_NEAR(output(&t, "cart.y"), y, allowed);
  CHECK(jn_run_summary(t.run)->events == 8);
  trial_free(&t);
}

// Angles do not jump when a joint turns more than once.
static void test_angles_are_unwrapped(const char *integrator) {
  static const char *const wheel =
      "jounce: 1\nname: wheel\nspace: space\n"
      "bodies: {wheel: {mass: 3, inertia: [0.2, 0.1, 0.3]}}\n"
      "joints: {axle: {type: revolute, between: [ground, wheel], axis: x}}\n"
      "initial: {keep: {joint.axle.rate: -12}}\n"
      "simulate: {until: 2, step: 5 ms, output: 10 ms, tolerance: 1e-10}\noutputs: [joint.axle.angle]\n";
  trial t;
  trial_run(&t, wheel, integrator, jn_run_options_default());
  CHECK(t.status == JN_OK && t.record.nrows == 201);
  for (int i = 0; i < t.record.nrows; i++)
    CHECK_NEAR(recorder_at(&t.record, i)[1], -12 * recorder_at(&t.record, i)[0], 0.01);  // far below a turn
  trial_free(&t);
}

// ---- rows and samples -------------------------------------------------------------------------------------------

static void test_rows_and_samples(const char *integrator) {
  const double at[] = {0, 0.123456, 0.5, 1};
  jn_run_options options = jn_run_options_default();
  options.at = at;
  options.nat = 4;
  const char *probes[] = {"stone.vy"};
  options.probes = probes;
  options.nprobes = 1;
  trial t;
  double fall = jni_integrator_kind_find(integrator)->order == 1 ? 0.05 : 1e-6;  // of first order: g t h / 2
  trial_run(&t, stone, integrator, options);
  CHECK(t.record.begun == 1 && t.record.ended == 1 && t.record.end_status == JN_OK);
  CHECK(t.record.ncolumns == 5 && t.record.nrows == 21);
  for (int i = 0; i < t.record.nrows; i++) {
    const double *row = recorder_at(&t.record, i);
    CHECK(row[0] == i * 0.05);
    CHECK_NEAR(row[1], row[0], 1e-6);
    CHECK_NEAR(row[2], 2 - 9.81 / 2 * row[0] * row[0], fall);
    CHECK_NEAR(row[3], row[0] > sqrt(4 / 9.81), 0);
    CHECK_NEAR(row[5], -9.81 * row[0], 1e-6);
  }
  CHECK(jn_run_nsamples(t.run) == 4);
  for (int i = 0; i < jn_run_nsamples(t.run); i++) {
    CHECK(jn_run_sample_time(t.run, i) == at[i]);
    CHECK_NEAR(jn_run_sample(t.run, i)[1], 2 - 9.81 / 2 * at[i] * at[i], fall);
  }
  trial_free(&t);
}

static void test_books(const char *integrator) {
  trial t;
  trial_run(&t, pendulum, integrator, jn_run_options_default());
  const jn_summary *s = jn_run_summary(t.run);
  CHECK(t.status == JN_OK && s->status == JN_OK);
  CHECK(s->time == 2 && s->steps > 20 && s->evaluations > s->steps && s->factors > 0);
  // rows by the formulation
  bool rule = jni_integrator_kind_find(integrator)->rule, held = rule || jni_integrator_kind_find(integrator)->residual;
  CHECK(s->max_position_violation < (held ? 1e-6 : 1e-9) && s->max_velocity_violation < (held ? 1e-5 : 1e-8));
  CHECK(s->max_acceleration_violation < (rule ? 1e-6 : 1e-8));
  // of the kinetic energy a rule of second order loses (w h)^2, and newmark, which damps, w h in each radian; w = 5
  // rad/s, h = 1 ms
  const double turn = 5 * 1e-3, share = strcmp(integrator, "newmark") == 0 ? 3 * turn : 2 * turn * turn;
  int order = jni_integrator_kind_find(integrator)->order;
  double part = order == 1 ? 3 * turn : share;
  bool rough = rule || order == 1 || order == 2;
  CHECK(s->max_energy_error < (rough ? part * s->max_kinetic_energy : 1e-4) && s->max_energy_error > 0);
  CHECK(fabs(output(&t, "energy.error")) <= s->max_energy_error);
  CHECK(s->energy_final < s->energy_initial);
  CHECK(s->freedoms == 1 && s->redundant == 0 && s->singular_passes == 0 && isnan(s->first_singular_time));
  CHECK(s->wall_seconds > 0 && s->real_time_factor > 0);
  CHECK(strcmp(s->choices.formulation, rule ? "index3-projected" : held ? "ggl" : "multipliers") == 0);
  CHECK(strcmp(s->choices.position, held ? "none" : "newton") == 0);
  trial_free(&t);
}

static void test_two_runs_are_equal(const char *integrator) {
  const char *const texts[] = {stone, cart, pendulum};
  for (int k = 0; k < 3; k++) {
    trial a, b;
    trial_run(&a, texts[k], integrator, jn_run_options_default());
    trial_run(&b, texts[k], integrator, jn_run_options_default());
    CHECK(jn_run_summary(a.run)->state_hash == jn_run_summary(b.run)->state_hash);
    CHECK(a.record.nrows == b.record.nrows);
    CHECK(memcmp(a.record.rows, b.record.rows,
                 (size_t)a.record.nrows * (size_t)(a.record.ncolumns + 1) * sizeof(double)) == 0);
    trial_free(&a);
    trial_free(&b);
  }
}

// In slices of any length: the same steps and rows.
static void test_slices(const char *integrator) {
  trial whole, sliced;
  trial_run(&whole, cart, integrator, jn_run_options_default());
  trial_make(&sliced, cart, integrator, jn_run_options_default());
  int slices = 0;
  for (bool more = jn_run_begin(sliced.run, NULL); more; slices++) more = jn_run_go(sliced.run, 1 + slices % 7);
  CHECK(slices > 1 && jn_run_end(sliced.run) == whole.status);
  CHECK(jn_run_summary(sliced.run)->state_hash == jn_run_summary(whole.run)->state_hash);
  CHECK(sliced.record.nrows == whole.record.nrows && sliced.record.ended == 1);
  trial_free(&whole);
  trial_free(&sliced);
  trial_make(&sliced, cart, integrator, jn_run_options_default());
  CHECK(jn_run_begin(sliced.run, NULL) && jn_run_go(sliced.run, 2) && jn_run_end(sliced.run) == JN_INTERRUPTED);
  CHECK(jn_run_summary(sliced.run)->steps == 2 && sliced.record.end_status == JN_INTERRUPTED);
  trial_free(&sliced);
}

// ---- ends that were not planned ---------------------------------------------------------------------------------

static bool stop_at_once(void *context, const jn_progress *progress) {
  ++*(int *)context;
  CHECK(progress->time > 0 && progress->time < progress->until && progress->steps > 0 && progress->wall_seconds > 0);
  return false;
}

static void test_interruption(void) {
  int calls = 0;
  jn_run_options options = jn_run_options_default();
  options.progress = stop_at_once;
  options.progress_context = &calls;
  trial t;
  jn_choices choices = choices_of(pendulum);
  choices.until = 1000;
  choices.checkpoint_step = 0.5;
  choices.output_step = 0.1;
  options.choices = &choices;
  trial_run(&t, pendulum, "rk4", options);
  const jn_summary *s = jn_run_summary(t.run);
  CHECK(t.status == JN_INTERRUPTED && s->status == JN_INTERRUPTED && calls == 1);
  CHECK(strncmp(s->why, "interrupted at t = ", 19) == 0);
  CHECK(s->time > 0 && s->time < 1000);
  CHECK(t.record.ended == 1 && t.record.end_status == JN_INTERRUPTED);
  // the time of a row on the grid may differ from that of the step by rounding
  CHECK_NEAR(recorder_at(&t.record, t.record.nrows - 1)[0], s->time, 1e-12 * s->time);
  trial_free(&t);
}

static void test_failure_keeps_data(const char *integrator) {
  trial t;
  trial_run(&t, failing, integrator, jn_run_options_default());
  const jn_summary *s = jn_run_summary(t.run);
  CHECK(t.status == JN_NOT_FINITE || t.status == JN_STEP_TOO_SMALL);
  CHECK(s->status == t.status && s->why[0] != 0);
  CHECK(jn_report_count(t.report, JN_FAULT) == 1);
  // it sees no value, only that it does not get on
  CHECK(report_says(t.report, strcmp(integrator, "adams") == 0
                                  ? "the corrector did not converge"
                                  : "a value is not finite, that of force 'push' (point-force)"));
  CHECK(s->time > 0.4 && s->time <= 0.5);
  CHECK(isfinite(output(&t, "cart.x")));
  CHECK(t.record.ended == 1 && t.record.end_status == t.status);
  CHECK(t.record.nrows >= 9);
  for (int i = 0; i < t.record.nrows; i++) CHECK(isfinite(recorder_at(&t.record, i)[1]));
  CHECK_NEAR(recorder_at(&t.record, t.record.nrows - 1)[0], s->time, 1e-12);
  trial_free(&t);
}

static void test_full_disk(void) {
  trial t;
  trial_make(&t, pendulum, "rk4", jn_run_options_default());
  t.record.fail_row = 7;
  CHECK(jn_run_execute(t.run, t.report) == JN_IO);
  CHECK(jn_run_summary(t.run)->status == JN_IO && t.record.ended == 1 && t.record.nrows == 6);
  CHECK(report_says(t.report, "could not be written"));
  trial_free(&t);
}

static void test_singular_configuration_is_told(void) {
  static const char *const rhombus =
      "jounce: 1\nname: rhombus\nspace: plane\n"
      "ground: {points: {O: [0, 0], D: [1, 0]}}\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"
      "  b: {mass: 1, inertia: 0.1, points: {A: [-0.5, 0], B: [0.5, 0]}}\n"
      "  c: {mass: 1, inertia: 0.1, points: {D: [-0.5, 0], B: [0.5, 0]}}\n"
      "joints:\n"
      "  O: {type: revolute, between: [ground.O, a.O]}\n"
      "  A: {type: revolute, between: [a.A, b.A]}\n"
      "  B: {type: revolute, between: [b.B, c.B]}\n"
      "  D: {type: revolute, between: [ground.D, c.D]}\n"
      "initial: {keep: {a.angle: 1, a.rate: -1}, guess: {b.x: 1.04, b.y: 0.84, b.angle: 0, c.x: 1.27, c.y: 0.42, "
      "c.angle: 1}}\n"
      "simulate: {until: 2, step: 1 ms}\noutputs: [a.angle, c.angle]\n";
  for (int k = 0; k < 3; k++) {
    trial t;
    jn_choices choices = choices_of(rhombus);
    snprintf(choices.position, sizeof choices.position, "%s", k == 1 ? "none" : "newton");
    jn_run_options options = jn_run_options_default();
    options.choices = &choices;
    trial_run(&t, rhombus, k == 2 ? "dopri5" : "rk4", options);
    const jn_summary *s = jn_run_summary(t.run);
    CHECK(t.status == JN_OK && s->singular_passes == 1);
    CHECK_NEAR(s->first_singular_time, 1, 2e-3);
    CHECK(s->least_pivot < 1e-4);
    CHECK(report_says(t.report, "singular configuration at t = 1") == (k == 1));
    if (k != 1) CHECK_NEAR(output(&t, "a.angle"), -1, 1e-6);
    if (k != 1) CHECK_NEAR(output(&t, "c.angle"), -1, 1e-6);
    trial_free(&t);
  }
}

// ---- stepping by hand, memory -----------------------------------------------------------------------------------

static void test_stepping_by_hand(const char *integrator) {
  trial t;
  trial_make(&t, pendulum, integrator, jn_run_options_default());
  double start[64], there[64];
  int n = jn_system_sizes(jn_run_system(t.run)).nstate;
  memcpy(start, jn_run_state(t.run), (size_t)n * sizeof *start);
  CHECK(jn_run_step(t.run, start[0]) == JN_BAD_ARGUMENT && jn_run_step(t.run, NAN) == JN_BAD_ARGUMENT);
  while (jn_run_state(t.run)[0] < 1) CHECK(jn_run_step(t.run, 1) == JN_OK);
  CHECK(jn_run_state(t.run)[0] == 1);
  memcpy(there, jn_run_state(t.run), (size_t)n * sizeof *start);
  CHECK(jn_run_restart(t.run, start) == JN_OK && jn_run_state(t.run)[0] == 0);
  while (jn_run_state(t.run)[0] < 1) CHECK(jn_run_step(t.run, 1) == JN_OK);
  CHECK(memcmp(there, jn_run_state(t.run), (size_t)n * sizeof *start) == 0);
  trial_free(&t);
}

// A restart begins anew: the state is put on the constraints, and the balance of energy starts there.
static void test_restart(const char *integrator) {
  trial t;
  trial_make(&t, pendulum, integrator, jn_run_options_default());
  double state[64], kept[64];
  int n = jn_system_sizes(jn_run_system(t.run)).nstate;
  while (jn_run_state(t.run)[0] < 0.5) CHECK(jn_run_step(t.run, 0.5) == JN_OK);
  memcpy(state, jn_run_state(t.run), (size_t)n * sizeof *state);
  CHECK(jn_run_restart(t.run, state) == JN_OK);
  CHECK_NEAR(output(&t, "energy.error"), 0, 1e-14);
  state[1] += 0.01;
  state[2] -= 0.02;
  CHECK(jn_run_restart(t.run, state) == JN_OK);
  memcpy(kept, jn_run_state(t.run), (size_t)n * sizeof *kept);
  CHECK_NEAR(hypot(kept[1], kept[2]), 0.5, 1e-12);
  CHECK_NEAR(output(&t, "energy.error"), 0, 1e-14);
  for (int i = 0; i < n; i++) {
    state[i] = NAN;
    CHECK(jn_run_restart(t.run, state) == JN_BAD_ARGUMENT && jn_run_summary(t.run)->why[0] != 0);
    state[i] = kept[i];
  }
  CHECK(memcmp(kept, jn_run_state(t.run), (size_t)n * sizeof *kept) == 0);
  CHECK(jn_run_step(t.run, 0.6) == JN_OK && jn_run_summary(t.run)->status == JN_OK);
  trial_free(&t);
}

// One factor an evaluation and none beside, also where angles are unwrapped at every step.
static void test_factors_of_a_step(void) {
  static const char *const chain =
      "jounce: 1\nname: chain\nspace: space\ngravity: [0, 0, -9.81]\nground: {points: {O: [0, 0, 0]}}\n"
      "bodies: {a: {mass: 1, inertia: [0.1, 0.1, 0.1], points: {O: [-0.5, 0, 0], A: [0.5, 0, 0]}},"
      " b: {mass: 1, inertia: [0.1, 0.1, 0.1], points: {A: [-0.5, 0, 0]}}}\n"
      "joints: {O: {type: revolute, between: [ground.O, a.O], axis: y}, A: {type: revolute, between: [a.A, b.A], "
      "axis: y}}\n"
      "initial: {guess: {a.x: 0.5, b.x: 1.5}}\nsimulate: {until: 1, step: 1 ms}\noutputs: [b.z]\n";
  trial t;
  trial_make(&t, chain, "rk4", jn_run_options_default());
  const jn_summary *s = jn_run_summary(t.run);
  long factors = s->factors;
  CHECK(s->time == 0 && s->steps == 0);
  for (int i = 0; i < 500; i++) CHECK(jn_run_step(t.run, 1) == JN_OK);
  CHECK(jn_run_summary(t.run) == s && s->steps == 500 && s->evaluations == 4 * 500 + 1);
  CHECK(s->factors - factors <= 4 * 500);
  uint64_t hash = s->state_hash;
  CHECK_NEAR(s->time, 0.5, 1e-12);
  CHECK(jn_run_step(t.run, 1) == JN_OK && jn_run_summary(t.run)->state_hash != hash && s->steps == 501);
  trial_free(&t);
}

// Beyond our own allocator: nobody else allocates either.
static void test_the_heap_is_left_alone(const char *integrator) {
  const char *const texts[] = {stone, cart, pendulum};
  for (int k = 0; k < 3; k++) {
    trial t;
    trial_make(&t, texts[k], integrator, jn_run_options_default());
    long before = heap_calls;
    CHECK(!heap_is_counted || before > 0);
    while (jn_run_state(t.run)[0] < 1) CHECK(jn_run_step(t.run, 1) == JN_OK);
    CHECK(heap_calls == before);
    trial_free(&t);
  }
}

static void test_nothing_is_allocated_while_stepping(const char *integrator) {
  const char *const texts[] = {stone, cart, pendulum};
  for (int k = 0; k < 3; k++) {
    memory_count count = {0};
    jn_alloc alloc = {counted_resize, &count};
    jn_model *model = model_of(&alloc, texts[k]);
    jn_run_options options = jn_run_options_default();
    jn_choices choices = *jn_model_choices(model);
    snprintf(choices.integrator, sizeof choices.integrator, "%s", integrator);
    options.choices = &choices;
    jn_run *run = jn_run_new(model, &options, NULL);
    long before = count.calls;
    CHECK(run && jn_run_execute(run, NULL) == JN_OK);
    CHECK(count.calls == before);
    jn_run_free(run);
    jn_model_free(model);
    CHECK(count.live == 0);
  }
}

static void test_every_allocation_failure(void) {
  memory_count count = {0};
  jn_alloc alloc = {counted_resize, &count};
  jn_model *model = model_of(&alloc, stone);
  jn_run_options options = jn_run_options_default();
  long live = count.live;
  for (long k = 1; k < 5000; k++) {
    jn_report *report = jn_report_new(NULL);
    count.calls = 0;
    count.fail_at = k;
    jn_run *run = jn_run_new(model, &options, report);
    count.fail_at = 0;
    if (!run) CHECK(jn_report_count(report, JN_FAULT) > 0);
    jn_report_free(report);
    bool made = run != NULL;
    jn_run_free(run);
    CHECK(count.live == live);
    if (made) break;
  }
  jn_model_free(model);
  CHECK(count.live == 0);
}

// ---- choices ----------------------------------------------------------------------------------------------------

static void check_refusal(jn_choices choices, jn_status wanted, const char *sentence) {
  jn_model *model = model_of(NULL, pendulum);
  jn_report *report = jn_report_new(NULL);
  CHECK(jn_choices_resolve(model, &choices, report) == wanted);
  if (sentence && !report_says(report, sentence)) printf("wanted: %s\n", sentence);
  if (sentence) CHECK(report_says(report, sentence));
  jn_report_free(report);
  jn_model_free(model);
}

static void test_choices(void) {
  jn_choices c = jn_choices_default(), d = c;
  check_refusal(d, JN_OK, NULL);
  d = c;
  strcpy(d.integrator, "trapezoidal");
  strcpy(d.formulation, "multipliers");
  check_refusal(
      d, JN_REFUSED,
      "formulation 'multipliers' does not support integrator 'trapezoidal'; it supports rk4, ab3, dopri5, adams, bdf, "
      "euler, ab2, rosenbrock, split");
  d = c;
  strcpy(d.integrator, "dopri");
  check_refusal(d, JN_REFUSED, "did you mean 'dopri5'?");
  d = c;
  strcpy(d.formulation, "multiplier");
  check_refusal(d, JN_REFUSED, "did you mean 'multipliers'?");
  d = c;
  strcpy(d.position, "penalty");
  check_refusal(d, JN_REFUSED, "'controls.position' cannot be 'penalty'; it is auto, none, newton, pi or gradient");
  d = c;
  strcpy(d.variant, "svd");
  check_refusal(d, JN_REFUSED, "formulation 'multipliers' has no variants, but 'svd' is given");
  d = c;
  strcpy(d.coordinates, "joints");
  check_refusal(d, JN_REFUSED, "'coordinates' cannot be 'joints'; it is auto, cartesian, natural or joint");
  d = c;
  strcpy(d.integrator, "rk4");
  check_refusal(d, JN_BAD_ARGUMENT, "needs 'step'");
  d = c;
  d.until = NAN;
  check_refusal(d, JN_BAD_ARGUMENT, "'until'");
  d = c;
  d.output_step = 1e-300;
  check_refusal(d, JN_BAD_ARGUMENT, "'output'");
  d = c;
  d.tolerance = 0;
  check_refusal(d, JN_BAD_ARGUMENT, "'tolerance.relative' must be between 0 and 1");
}

static void test_a_clock_too_fast_is_refused(void) {
  jn_model *model = model_of(NULL, cart);
  jn_choices choices = *jn_model_choices(model);
  jn_report *report = jn_report_new(NULL);
  choices.until = 0.99e7;
  choices.output_step = 0;
  CHECK(jn_choices_resolve(model, &choices, report) == JN_OK);
  choices = *jn_model_choices(model);
  choices.until = 1.01e7;
  choices.output_step = 0;
  CHECK(jn_choices_resolve(model, &choices, report) == JN_BAD_ARGUMENT);
  CHECK(report_says(report, "event 'clock' repeats more than 1e8 times"));
  jn_report_free(report);
  jn_model_free(model);
}

static void test_auto(void) {
  jn_model *model = model_of(NULL, pendulum);
  jn_choices c = jn_choices_default();
  CHECK(jn_choices_resolve(model, &c, NULL) == JN_OK);
  CHECK(strcmp(c.integrator, "dopri5") == 0 && strcmp(c.formulation, "multipliers") == 0 &&
        strcmp(c.coordinates, "joint") == 0 && strcmp(c.velocity, "projection") == 0);
  CHECK_NEAR(c.output_step, c.until / 500, 0);
  c = jn_choices_default();
  c.step = 1e-3;
  strcpy(c.formulation, "baumgarte");
  CHECK(jn_choices_resolve(model, &c, NULL) == JN_OK);
  CHECK(strcmp(c.integrator, "rk4") == 0 && strcmp(c.position, "none") == 0 && strcmp(c.velocity, "none") == 0);
  CHECK(strcmp(c.coordinates, "cartesian") == 0);  // asked for by name
  char table[4000];
  int n = jn_choices_table(table, sizeof table);
  CHECK(n == (int)strlen(table) && jn_choices_table(NULL, 0) == n);
  for (int i = 0; jn_formulation_name(i); i++) CHECK(strstr(table, jn_formulation_name(i)) != NULL);
  CHECK(strcmp(jn_coordinates_name(0), "cartesian") == 0 && strcmp(jn_coordinates_name(1), "natural") == 0 &&
        strcmp(jn_coordinates_name(2), "joint") == 0 && jn_coordinates_name(3) == NULL);
  CHECK(jn_formulation_name(-1) == NULL && jn_integrator_name(99) == NULL);
  jn_model_free(model);
}

int main(void) {
  test_choices();
  test_a_clock_too_fast_is_refused();
  test_auto();
  for (int i = 0; jni_integrator_kinds[i]; i++) {
    const char *name = jni_integrator_kinds[i]->name;
    if (!jni_integrator_kinds[i]->step) continue;
    test_root_is_located(name);
    test_time_events_are_met(name);
    test_angles_are_unwrapped(name);
    test_rows_and_samples(name);
    test_books(name);
    test_slices(name);
    test_two_runs_are_equal(name);
    test_failure_keeps_data(name);
    test_stepping_by_hand(name);
    test_restart(name);
    test_the_heap_is_left_alone(name);
    test_nothing_is_allocated_while_stepping(name);
  }
  test_root_may_stop_or_stay_unlocated();
  test_factors_of_a_step();
  test_singular_configuration_is_told();
  test_interruption();
  test_full_disk();
  test_every_allocation_failure();
  return check_report();
}
