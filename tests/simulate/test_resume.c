// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_resume.c - a run that is continued from a checkpoint equals the whole run, bit for bit, with every integrator:
// rows, final state, counts and largest values. Checkpoints of other runs and damaged ones are refused.
#include "check.h"
#include "formulation/formulation.h"
#include "integrate/integrator.h"
#include "recorder.h"
#include "simulate/run.h"

// A double pendulum with a damper that an event switches, a clock, and a root in every swing.
static const char *const plane =
    "jounce: 1\nname: plane\nspace: plane\ngravity: [0, -9.81]\n"
    "ground: {points: {O: [0, 0]}}\n"
    "bodies:\n"
    "  a: {mass: 2, inertia: 0.2, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"
    "  b: {mass: 1, inertia: 0.1, points: {A: [-0.5, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, a.O]}\n"
    "  A: {type: revolute, between: [a.A, b.A]}\n"
    "forces: {torque: {type: torque, at: a, value: '-0.3*a.rate*latch + 0.1*count'}}\n"
    "discrete: {latch: 0, count: 0}\n"
    "auxiliary: {filter: {initial: 0, rate: 'a.angle - 3*filter'}}\n"
    "events: {swing: {when: 'a.rate', set: {latch: '1 - latch'}}, clock: {at: 0.15, every: 0.3, set: {count: 'count + "
    "1'}}}\n"
    "initial: {keep: {a.angle: 0.5, a.rate: 0.1, b.angle: -0.2, b.rate: 1}}\n"
    "simulate: {until: 2, step: 3 ms, output: 17 ms, checkpoint: 0.37, tolerance: 1e-7}\n"
    "outputs: [a.angle, b.angle, latch, count, filter, energy.error, joint.O.force]\n";

// A wheel that turns many times against a torsion spring: the reference of its angle moves along.
static const char *const turning =
    "jounce: 1\nname: turning\nspace: space\ngravity: [0, 0, -9.81]\n"
    "ground: {points: {O: [0, 0, 0]}}\n"
    "bodies: {wheel: {mass: 3, inertia: [0.2, 0.1, 0.3], points: {O: [0, 0.1, 0.02]}}}\n"
    "joints: {axle: {type: revolute, between: [ground.O, wheel.O], axis: x}}\n"
    "forces: {spring: {type: torsion-spring, joint: axle, stiffness: 0.05, damping: 0.01}}\n"
    "initial: {keep: {joint.axle.rate: 12}}\n"
    "simulate: {until: 2, step: 2 ms, output: 17 ms, checkpoint: 0.4, tolerance: 1e-7}\n"
    "outputs: [joint.axle.angle, wheel.z, energy.error]\n";

// A motor that follows an input with knots; the states of its filter are part of checkpoints.
static const char *const following =
    "jounce: 1\nname: following\nspace: plane\ngravity: [0, -9.81]\n"
    "bodies:\n"
    "  a: {mass: 2, inertia: 0.2, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"
    "  b: {mass: 1, inertia: 0.1, points: {A: [-0.5, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground, a.O]}\n"
    "  A: {type: revolute, between: [a.A, b.A]}\n"
    "inputs: {u: {table: [[0, 0], [0.4, 1], [0.9, -1], [1.6, 0.3]]}}\n"
    "drivers: {motor: {joint: O, motion: {follow: u + 0.1*joint.A.angle, bandwidth: 3 Hz}}}\n"
    "simulate: {until: 2, step: 3 ms, output: 17 ms, checkpoint: 0.37, tolerance: 1e-7}\n"
    "outputs: [driver.motor.position, driver.motor.torque, joint.A.angle, energy.error]\n";

// Those who operate: a driver along a path, one at a speed, an operator, and a controller that is sampled.
static const char *const operated =
    "jounce: 1\nname: operated\nspace: plane\n"
    "bodies: {car: {mass: 100, inertia: 40}}\n"
    "signals: {v: 'car.vx*cos(car.angle) + car.vy*sin(car.angle)', "
    "push: '300*(subsystem.pedals.throttle - subsystem.pedals.brake) - 50*subsystem.box.brake_left'}\n"
    "forces:\n"
    "  push: {type: point-force, at: car, value: ['push*cos(car.angle)', 'push*sin(car.angle)']}\n"
    "  grip: {type: point-force, at: car, value: ['400*sin(car.angle)*(car.vy*cos(car.angle) - "
    "car.vx*sin(car.angle))', "
    "'-400*cos(car.angle)*(car.vy*cos(car.angle) - car.vx*sin(car.angle))']}\n"
    "  turn: {type: torque, at: car, value: '200*(v*subsystem.driver.steer - car.rate)'}\n"
    "subsystems:\n"
    "  driver: {type: path-follower, x: car.x, y: car.y, heading: car.angle, speed: v, wheelbase: 1, "
    "path: {points: [[0, 0], [2, 1], [4, 0], [8, 1]], smooth: true}}\n"
    "  pedals: {type: speed-follower, demand: subsystem.operator.demand, speed: v, gain: 0.3, integral: 0.2}\n"
    "  operator: {type: sequence, start: 100 ms, rounds: 3, steps: [{set: {demand: 3, brake: 0}, ramp: 0.3, until: v > "
    "1.5}, "
    "{set: {demand: 0.5, brake: 'v/4'}, for: 0.2}]}\n"
    "  box: {type: controller, code: m2, period: 30 ms, inputs: {throttle: subsystem.pedals.throttle, brake: "
    "subsystem.operator.brake, steer: subsystem.driver.steer, gear: 4, engine_speed: '40*v', output_speed: '4*v', "
    "speed: v}}\n"
    "simulate: {until: 2, step: 3 ms, output: 17 ms, checkpoint: 0.37, tolerance: 1e-7}\n"
    "outputs: [car.x, car.y, subsystem.driver.error, subsystem.pedals.sum, subsystem.operator.step, "
    "subsystem.box.since, "
    "subsystem.box.brake_left]\n";

// Long steps in free flight, which the end of a run cuts before they meet the floor, and short ones there.
static const char *const tossed =
    "jounce: 1\nname: tossed\nspace: space\ngravity: [0, 0, -9.81]\nroads: {floor: {type: flat}}\n"
    "bodies: {box: {mass: 5, inertia: [0.05, 0.08, 0.1], points: {A: [0.2, 0.1, -0.1], B: [-0.2, -0.1, -0.1]}}}\n"
    "forces:\n"
    "  A: {type: contact, at: box.A, road: floor, stiffness: 50 kN/m, damping: 200, friction: 0.5}\n"
    "  B: {type: contact, at: box.B, road: floor, stiffness: 50 kN/m, damping: 200, friction: 0.5}\n"
    "initial: {keep: {box.position: [0, 0, 0.8], box.velocity: [2, 0.5, 1], box.omega: [3, 5, 1]}}\n"
    "simulate: {until: 1, output: 20 ms}\noutputs: [box.position]\n";

// At rest until something happens: what the first step is long for, no motion tells.
static const char *const resting =
    "jounce: 1\nname: resting\nspace: plane\nbodies: {cart: {mass: 800, inertia: 10}}\n"
    "joints: {rail: {type: prismatic, between: [ground, cart], axis: x}}\ndiscrete: {a: 0}\n"
    "events: {go: {when: 't - 0.3', set: {a: 1}}}\n"
    "forces: {drive: {type: torque, joint: rail, value: '3000*a*sin(9*t) - 100*cart.vx'}}\n"
    "simulate: {until: 3, output: 20 ms}\noutputs: [cart.vx]\n";

// Hardly in motion where it starts anew: a first step could be as long as the run.
static const char *const creeping =
    "jounce: 1\nname: creeping\nspace: plane\nbodies: {cart: {mass: 800, inertia: 10}}\n"
    "joints: {rail: {type: prismatic, between: [ground, cart], axis: x}}\ndiscrete: {a: 0}\n"
    "events: {go: {at: 0.3, set: {a: 1}}}\n"
    "forces: {drive: {type: torque, joint: rail, value: '3000*a*(1 - cos(9*(t - 0.3))) - 100*cart.vx'}}\n"
    "initial: {keep: {cart.vx: 1e-12}}\n"
    "simulate: {until: 3, output: 20 ms}\noutputs: [cart.vx]\n";

typedef struct {
  jn_run *run;
  jn_report *report;
  recorder record;
} part;

static jn_choices choices_with(jn_model *model, const char *integrator) {
  jn_choices choices = *jn_model_choices(model);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", integrator);
  if (!jni_integrator_kind_find(integrator)->fixed_step) choices.step = 0;
  return choices;
}

static void part_make(part *p, const jn_model *model, const jn_choices *choices, const double *block, int n) {
  p->report = jn_report_new(NULL);
  recorder_init(&p->record);
  jn_sink *sinks[] = {&p->record.sink};
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  options.sinks = sinks;
  options.nsinks = 1;
  options.resume = block;
  options.nresume = n;
  p->run = jn_run_new(model, &options, p->report);
}

static void part_free(part *p) {
  jn_run_free(p->run);
  jn_report_free(p->report);
  recorder_clear(&p->record);
}

static bool same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static void check_same_summary(const jn_summary *a, const jn_summary *b) {
  CHECK(a->status == b->status && a->time == b->time);
  CHECK(a->state_hash == b->state_hash);
  CHECK(a->steps == b->steps && a->rejected == b->rejected && a->evaluations == b->evaluations &&
        a->iterations == b->iterations);
  CHECK(a->events == b->events && a->touches == b->touches && a->jumps == b->jumps && a->samples == b->samples);
  CHECK(a->factors == b->factors && a->singular_passes == b->singular_passes);
  CHECK(same(a->max_position_violation, b->max_position_violation) &&
        same(a->max_velocity_violation, b->max_velocity_violation));
  CHECK(same(a->max_angle_violation, b->max_angle_violation) &&
        same(a->max_acceleration_violation, b->max_acceleration_violation));
  CHECK(same(a->energy_initial, b->energy_initial) && same(a->energy_final, b->energy_final));
  CHECK(same(a->max_energy_error, b->max_energy_error) && same(a->least_pivot, b->least_pivot));
}

static void check_same_rows(const recorder *whole, int from, const recorder *rest) {
  size_t width = (size_t)whole->ncolumns + 1;
  CHECK(rest->nrows == whole->nrows - from);
  if (rest->nrows == whole->nrows - from)
    CHECK(memcmp(whole->rows + (size_t)from * width, rest->rows, (size_t)rest->nrows * width * sizeof(double)) == 0);
}

static void test_split_equals_whole(const char *text, const char *integrator) {
  jn_model *model = model_of(NULL, text);
  CHECK(model != NULL);
  if (!model) exit(check_report());
  jn_choices choices = choices_with(model, integrator);
  part whole;
  part_make(&whole, model, &choices, NULL, 0);
  CHECK(whole.run && jn_run_execute(whole.run, whole.report) == JN_OK);
  CHECK(whole.record.nblocks >= 4);
  for (int k = 0; k < whole.record.nblocks; k++) {
    part rest;
    part_make(&rest, model, &choices, whole.record.blocks[k], whole.record.nblock);
    CHECK(rest.run && jn_run_execute(rest.run, rest.report) == JN_OK);
    if (rest.run) {
      check_same_summary(jn_run_summary(whole.run), jn_run_summary(rest.run));
      check_same_rows(&whole.record, whole.record.rows_before[k], &rest.record);
    }
    part_free(&rest);
  }
  part_free(&whole);
  jn_model_free(model);
}

// A method that saves its history is not disturbed by checkpoints on its own grid.
static void test_history_goes_on(void) {
  jn_model *model = model_of(NULL, turning);
  jn_choices often = choices_with(model, "ab3"), never = often;
  never.checkpoint_step = 100;
  part a, b;
  part_make(&a, model, &often, NULL, 0);
  part_make(&b, model, &never, NULL, 0);
  CHECK(jn_run_execute(a.run, a.report) == JN_OK && jn_run_execute(b.run, b.report) == JN_OK);
  CHECK(a.record.nblocks == 5 && b.record.nblocks == 1);  // the start is one
  const double *end_a = jn_run_outputs(a.run), *end_b = jn_run_outputs(b.run);
  CHECK_NEAR(end_a[0], end_b[0], 1e-11);
  CHECK(jn_run_summary(a.run)->evaluations == jn_run_summary(b.run)->evaluations);
  part_free(&a);
  part_free(&b);
  jn_model_free(model);
}

// The end is no part of what must be the same: a run may go on further than it was meant to.
static void check_further(const jn_model *model, const jn_choices *given, double until) {
  const jn_choices choices = *given;
  jn_choices longer = choices;
  longer.until = until;
  part first, rest, whole;
  part_make(&first, model, &choices, NULL, 0);
  CHECK(jn_run_execute(first.run, first.report) == JN_OK);
  int last = first.record.nblocks - 1;
  while (last > 0 && jn_checkpoint_end(first.record.blocks[last], first.record.nblock) > 0) last--;
  part_make(&rest, model, &longer, first.record.blocks[last], first.record.nblock);
  part_make(&whole, model, &longer, NULL, 0);
  CHECK(rest.run && jn_run_execute(rest.run, rest.report) == JN_OK);
  CHECK(jn_run_execute(whole.run, whole.report) == JN_OK);
  if (rest.run) check_same_summary(jn_run_summary(whole.run), jn_run_summary(rest.run));
  part_free(&first);
  part_free(&rest);
  part_free(&whole);
}

static void test_going_on_further(void) {
  jn_model *model = model_of(NULL, plane);
  int turn = 0;
  for (int i = 0; jni_formulation_kinds[i]; i++)
    for (const char *const *integrator = jni_formulation_kinds[i]->integrators; *integrator; integrator++) {
      if (!jni_integrator_kind_find(*integrator)->step) continue;
      // of first order, 3 ms leave the rows violated by more than a run may go on with: the violation falls with h
      bool drifts =
          jni_integrator_kind_find(*integrator)->order == 1 && strcmp(jni_formulation_kinds[i]->name, "baumgarte") == 0;
      for (const char *const *coordinates = jni_formulation_kinds[i]->coordinates; *coordinates; coordinates++) {
        jn_choices choices = choices_with(model, *integrator);
        snprintf(choices.formulation, sizeof choices.formulation, "%s", jni_formulation_kinds[i]->name);
        snprintf(choices.coordinates, sizeof choices.coordinates, "%s", *coordinates);
        if (drifts) choices.step = 1e-3;
        if (LIGHT && turn++ % 2) continue;
        choices.until = 1.2;
        check_further(model, &choices, 1.8);
      }
    }
  jn_model_free(model);
}

// Steps of 2.5 ms with pivots that dip: whether they are searched for a singular configuration does not depend on the
// end of the run.
static void test_search_within_steps(void) {
  jn_model *model = jn_model_read(NULL, JOUNCE_SOURCE_DIR "/papers/park/park-four-bar.yaml",
                                  (const jn_setting[]){{"l0", "2"}, {"theta1", "1.074"}}, 2, NULL);
  CHECK(model != NULL);
  if (!model) return;
  jn_choices choices = choices_with(model, "dopri5");
  snprintf(choices.formulation, sizeof choices.formulation, "multipliers");
  choices.max_step = 2.5e-3;
  choices.output_step = 0.5;
  choices.checkpoint_step = 1;
  choices.until = LIGHT ? 8 : 20;
  check_further(model, &choices, LIGHT ? 12 : 30);
  jn_model_free(model);
}

static void check_refused(const jn_model *model, const jn_choices *choices, const double *block, int n,
                          const char *sentence) {
  part p;
  part_make(&p, model, choices, block, n);
  CHECK(!p.run && report_says(p.report, sentence));
  part_free(&p);
}

// The setting that is not the same is named, with both its values.
static void check_settings(const jn_model *model, const jn_choices *choices, const double *block, int n) {
  static const struct {
    size_t offset;
    const char *value, *sentence;
  } names[] = {
      {offsetof(jn_choices, formulation), "orthonormal",
       "written with formulation 'multipliers', but the run has 'orthonormal'"},
      {offsetof(jn_choices, integrator), "ab3", "written with integrator 'rk4', but the run has 'ab3'"},
      {offsetof(jn_choices, energy), "multiplier", "written with energy control 'none', but the run has 'multiplier'"},
      {offsetof(jn_choices, position), "pi", "written with position control 'newton', but the run has 'pi'"},
      {offsetof(jn_choices, velocity), "none", "written with velocity control 'projection', but the run has 'none'"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    jn_choices changed = *choices;
    strcpy((char *)&changed + names[i].offset, names[i].value);
    check_refused(model, &changed, block, n, names[i].sentence);
  }
  jn_choices changed = *choices;
  changed.alpha = 7;
  check_refused(model, &changed, block, n, "written with 'baumgarte.alpha' auto, but the run has 7 1/s");
  changed = *choices;
  changed.locate_roots = false;
  check_refused(model, &changed, block, n, "written with 'roots' true, but the run has false");
}

// A checkpoint that the end has had a part in is for a run to the same end alone.
static int check_bound(const jn_model *model, const jn_choices *choices, const part *whole) {
  int bound = 0, n = whole->record.nblock;
  jn_choices longer = *choices;
  longer.until *= 2;
  for (int k = 0; k < whole->record.nblocks; k++) {
    const double *block = whole->record.blocks[k];
    if (jn_checkpoint_end(block, n) == 0) continue;
    part rest;
    CHECK(jn_checkpoint_end(block, n) == choices->until);
    check_refused(model, &longer, block, n, "was written after steps that were cut to end at");
    part_make(&rest, model, choices, block, n);
    CHECK(rest.run && jn_run_execute(rest.run, rest.report) == JN_OK);
    if (rest.run) check_same_summary(jn_run_summary(whole->run), jn_run_summary(rest.run));
    part_free(&rest);
    bound++;
  }
  return bound;
}

// Wherever a run ends, it goes on as if it had not: no step but the last ones knows the end.
static void test_no_end_has_a_part(void) {
  static const char *const integrators[] = {"dopri5", "adams", "bdf"};
  const char *const texts[] = {tossed, resting, creeping};
  int bound = 0;
  for (int i = 0; i < 9; i++) {
    if (!jni_integrator_kind_find(integrators[i / 3])->step) continue;
    jn_model *model = model_of(NULL, texts[i % 3]);
    jn_choices choices = choices_with(model, integrators[i / 3]);
    double until = choices.until;
    for (choices.until = 0.35 * until; choices.until < 0.8 * until; choices.until += (LIGHT ? 0.07 : 0.03) * until) {
      part first;
      check_further(model, &choices, until);
      part_make(&first, model, &choices, NULL, 0);
      CHECK(jn_run_execute(first.run, first.report) == JN_OK);
      bound += check_bound(model, &choices, &first);
      part_free(&first);
    }
    jn_model_free(model);
  }
  CHECK(bound > 0);
}

// Variants of one formulation are no less different.
static void test_variants(void) {
  jn_model *model = model_of(NULL, turning);
  jn_choices choices = choices_with(model, "rk4");
  strcpy(choices.formulation, "partition");
  strcpy(choices.variant, "all");
  part whole;
  part_make(&whole, model, &choices, NULL, 0);
  CHECK(whole.run && jn_run_execute(whole.run, whole.report) == JN_OK);
  strcpy(choices.variant, "independent");
  check_refused(model, &choices, whole.record.blocks[1], whole.record.nblock,
                "written with variant 'all', but the run has 'independent'");
  part_free(&whole);
  jn_model_free(model);
}

static void test_refusals(void) {
  jn_model *model = model_of(NULL, plane), *other = model_of(NULL, turning);
  jn_choices choices = choices_with(model, "rk4"), changed = choices, others = choices_with(other, "rk4");
  part whole;
  part_make(&whole, model, &choices, NULL, 0);
  CHECK(jn_run_execute(whole.run, whole.report) == JN_OK);
  double *block = whole.record.blocks[1];
  int n = whole.record.nblock;
  check_refused(other, &others, block, n, "another model");
  changed.step = 1e-3;
  check_refused(model, &changed, block, n, "written with 'step' 0.003 s, but the run has 0.001 s");
  check_settings(model, &choices, block, n);
  changed = choices;
  changed.until = 0.1;
  check_refused(model, &changed, block, n, "but the run ends at 0.1 s");
  check_refused(model, &choices, block, n - 1, "damaged");
  check_refused(model, &choices, block, 2, "not a checkpoint");
  block[1] += 1;
  check_refused(model, &choices, block, n, "another version");
  block[1] -= 1;
  block[JNI_BLOCK_HEAD] = NAN;
  check_refused(model, &choices, block, n, "damaged");
  block[0] = 0;
  check_refused(model, &choices, block, n, "not a checkpoint");
  part_free(&whole);
  jn_model_free(model);
  jn_model_free(other);
}

static bool all_finite(const double *x, int n) {
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i])) return false;
  return true;
}

// Refused, or run to an end that is told: never JN_OK with numbers that are none.
static void check_sound(part *p) {
  CHECK(p->run || jn_report_count(p->report, JN_FAULT) > 0);
  if (!p->run) return;
  jn_status status = jn_run_execute(p->run, p->report);
  CHECK(status == JN_OK || status == JN_NOT_FINITE || status == JN_STEP_TOO_SMALL || status == JN_NO_CONVERGENCE ||
        status == JN_SINGULAR || status == JN_DIVERGED);
  CHECK(jn_run_summary(p->run)->status == status);
  if (status == JN_OK) CHECK(all_finite(jn_run_state(p->run), jn_system_sizes(jn_run_system(p->run)).nstate));
  if (status != JN_OK) CHECK(jn_run_summary(p->run)->why[0] && jn_report_count(p->report, JN_FAULT) > 0);
}

// Whatever stands in a damaged file, nothing crashes or hangs.
static void test_damaged_numbers(void) {
  const double damage[] = {-1, -1e9, 1e300, NAN};
  jn_model *model = model_of(NULL, plane);
  jn_choices choices = choices_with(model, "ab3");
  part whole;
  part_make(&whole, model, &choices, NULL, 0);
  CHECK(jn_run_execute(whole.run, whole.report) == JN_OK);
  int n = whole.record.nblock, last = whole.record.nblocks - 1;
  double *block = whole.record.blocks[last];
  for (int i = 5; i < n; i += LIGHT ? 3 : 1) {
    double kept = block[i];
    for (size_t k = 0; k < sizeof damage / sizeof *damage; k++) {
      part p;
      block[i] = damage[k];
      part_make(&p, model, &choices, block, n);
      check_sound(&p);
      part_free(&p);
    }
    block[i] = kept;
  }
  CHECK(n > 30);
  part_free(&whole);
  jn_model_free(model);
}

int main(void) {
  for (int i = 0; jni_integrator_kinds[i]; i++) {
    if (!jni_integrator_kinds[i]->step) continue;
    test_split_equals_whole(plane, jni_integrator_kinds[i]->name);
    test_split_equals_whole(turning, jni_integrator_kinds[i]->name);
    test_split_equals_whole(following, jni_integrator_kinds[i]->name);
    test_split_equals_whole(operated, jni_integrator_kinds[i]->name);
  }
  test_history_goes_on();
  test_going_on_further();
  test_search_within_steps();
  test_no_end_has_a_part();
  test_refusals();
  test_variants();
  test_damaged_numbers();
  return check_report();
}
