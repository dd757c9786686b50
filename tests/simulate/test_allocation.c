// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_allocation.c - the whole way of a model (read, assemble, run, collect) with each of our allocations failed in
// turn, it alone or all from it on: a status, no crash, nothing left behind. And stepping allocates nothing, for every
// integrator.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "recorder.h"

static const char model_text[] =
    "jounce: 1\n"
    "name: everything\n"
    "space: plane\n"
    "gravity: [0, -9.81]\n"
    "parameters: {l: 0.5}\n"
    "ground: {points: {O: [0, 0], D: [1, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: ['=l', 0]}}\n"
    "  coupler: {mass: 1, inertia: 0.1, points: {A: [0, 0], B: [1, 0]}}\n"
    "  rocker: {mass: 1, inertia: 0.1, points: {D: [0, 0], B: [0.9, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, coupler.A]}\n"
    "  B: {type: revolute, between: [coupler.B, rocker.B]}\n"
    "  D: {type: revolute, between: [ground.D, rocker.D]}\n"
    "forces:\n"
    "  spring: {type: spring-damper, between: [ground.D, crank.A], law: {table: [[-1, -9], [0, 0], [1, 8]]}, "
    "damping: 0.1, rest: 0.7}\n"
    "  motor: {type: torque, joint: O, value: 'push - drag(crank.rate) + x + 0.01*subsystem.box.output_torque'}\n"
    "subsystems:\n"
    "  box: {type: automatic-gearbox, output_speed: joint.O.rate, input_torque: subsystem.engine.torque, ratios: [3, "
    "2], "
    "upshift: 6, downshift: 1}\n"
    "  engine: {type: engine, speed: subsystem.box.input_speed, throttle: 0.3, full_load: [[0, 1], [9, 2]], "
    "idle_speed: 5}\n"
    "tables:\n"
    "  drag: {over: rad/s, table: [[-1, -0.1], [0, 0], [1, 0.1]], smooth: true}\n"
    "  map: {x: [0, 1], y: [0, 2], values: [[0, 1], [2, 3]]}\n"
    "signals: {wave: 'sin(t)', push: 'gain*wave + 0.01*map(pull, x)', pull: {value: force.spring.value, unit: N}, "
    "shake: 'coupler.ax'}\n"
    "inputs: {gain: {table: [[0, 0], [0.05, 1]]}}\n"
    "auxiliary: {x: {initial: 0.3, rate: '-x + coupler.vx'}}\n"
    "discrete: {n: 0}\n"
    "events:\n"
    "  pass: {when: 'crank.angle - 1.4', set: {n: 'n + 1'}}\n"
    "  clock: {at: 0.02, every: 0.03, set: {n: 'n + 10'}}\n"
    "initial: {keep: {crank.angle: 1.5}, guess: {coupler.angle: 0.3, rocker.angle: 1.2}}\n"
    "simulate: {until: 0.1, step: 0.005, integrator: rk4, checkpoint: 0.05}\n"
    "outputs: [crank.angle, joint.O.force, energy.error, n, {two: '2*x + 0*shake'}]\n";

enum { NOUTPUTS = 5 };

// The whole way; true when it got to the end, with the outputs there.
static bool whole_way(const jn_alloc *alloc, const char *coordinates, const char *integrator, double *outputs) {
  jn_report *report = jn_report_new(alloc);
  jn_table *table = report ? jn_table_new(alloc) : NULL;
  jn_model *model =
      table ? jn_model_read_text(alloc, "everything", model_text, sizeof model_text - 1, NULL, 0, report) : NULL;
  jn_run *run = NULL;
  jn_status status = JN_NO_MEMORY;
  char *page = NULL;
  if (model) {
    jn_run_options options = jn_run_options_default();
    jn_choices choices = *jn_model_choices(model);
    jn_sink *sink = jn_table_sink(table);
    snprintf(choices.coordinates, sizeof choices.coordinates, "%s", coordinates);
    snprintf(choices.integrator, sizeof choices.integrator, "%s", integrator);
    if (strcmp(integrator, "dopri5") == 0) choices.step = 0;
    options.choices = &choices;
    options.sinks = &sink;
    options.nsinks = 1;
    run = jn_run_new(model, &options, report);
    if (run) status = jn_run_execute(run, report);
    if (status == JN_OK) memcpy(outputs, jn_run_outputs(run), NOUTPUTS * sizeof *outputs);
    if (status == JN_OK) page = jn_report_page(alloc, table, jn_run_summary(run), report);
  }
  bool done = status == JN_OK && page;
  CHECK(done || !report || jn_report_count(report, JN_FAULT) > 0 || status != JN_OK || !page);
  jn_text_free(alloc, page);
  jn_run_free(run);
  jn_model_free(model);
  jn_table_free(table);
  jn_report_free(report);
  return done;
}

static bool same(const double *a, const double *b) {
  for (int i = 0; i < NOUTPUTS; i++)
    if (!(fabs(a[i] - b[i]) <= 1e-9)) return false;
  return true;
}

// What fails alone may be done without (the sparse solver has a dense one behind it): then the outputs are what they
// are otherwise, but for rounding.
static void test_every_allocation_failed_in_turn(const char *coordinates, const char *integrator, bool once) {
  memory_count d = {0};
  jn_alloc alloc = {counted_resize, &d};
  double right[NOUTPUTS] = {0}, outputs[NOUTPUTS] = {0};
  CHECK(whole_way(&alloc, coordinates, integrator, right));
  CHECK(d.live == 0);
  long all = d.calls;
  CHECK(all > 100);
  for (long k = 1; k <= all; k += LIGHT ? 7 : 1) {
    d = (memory_count){.fail_at = k, .once = once};
    bool done = whole_way(&alloc, coordinates, integrator, outputs);
    CHECK(!done || (once && same(outputs, right)));
    CHECK(d.live == 0);
  }
}

static void test_stepping_allocates_nothing(void) {
  const char *const files[] = {"benchmarks/n-four-bar-a02.yaml", "../papers/park/park-spatial-four-bar.yaml",
                               "examples/gear-train.yaml", "benchmarks/andrews-a03.yaml", "examples/slider-crank.yaml"};
  for (size_t f = 0; f < sizeof files / sizeof *files; f++)
    for (int k = 0; jn_integrator_name(k); k++) {
      memory_count d = {0};
      jn_alloc alloc = {counted_resize, &d};
      char path[512];
      snprintf(path, sizeof path, "%s/models/%s", JOUNCE_SOURCE_DIR, files[f]);
      jn_report *report = jn_report_new(NULL);
      jn_model *model = jn_model_read(&alloc, path, NULL, 0, report);
      CHECK(model != NULL);
      if (!model) continue;
      jn_run_options options = jn_run_options_default();
      jn_choices choices = *jn_model_choices(model);
      snprintf(choices.integrator, sizeof choices.integrator, "%s", jn_integrator_name(k));
      if (!(choices.step > 0)) choices.step = 1e-4;
      options.choices = &choices;
      jn_run *run = jn_run_new(model, &options, report);
      bool offered = run != NULL;  // a build without CVODE has no adams and bdf
      CHECK(offered || k >= 3);
      long before = d.calls;
      jn_status status = JN_OK;
      for (int i = 0; offered && i < 50 && status == JN_OK; i++) status = jn_run_step(run, 0.01 * (i + 1));
      if (status != JN_OK) printf("%s with %s: %s\n", files[f], jn_integrator_name(k), jn_status_text(status));
      CHECK(status == JN_OK);
      CHECK(d.calls == before);
      jn_run_free(run);
      jn_model_free(model);
      jn_report_free(report);
      CHECK(d.live == 0);
    }
}

int main(void) {
  test_every_allocation_failed_in_turn("cartesian", "dopri5", false);
  for (int once = 0; once < 2; once++) {
    test_every_allocation_failed_in_turn("cartesian", "rk4", once);
    test_every_allocation_failed_in_turn("natural", "rk4", once);
  }
  test_stepping_allocates_nothing();
  return check_report();
}
