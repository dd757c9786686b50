// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_signals.c - signals of a model: a model with names for what is computed and the same one with every formula
// written out go the same way to the last bit, with every formulation in all coordinates, through events, switches,
// checkpoints and analyses.
#include "check.h"
#include "formulation/formulation.h"
#include "integrate/integrator.h"
#include "recorder.h"
#include "trial.h"

// A four-bar with a spring whose force drives, a filter, a count and formulas with corners; signals by name, or written
// out.
#define MODEL(signals, over, push, gate, late, pull, acc)                                               \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], C: [1.5, 0]}}\n"          \
  "bodies:\n"                                                                                           \
  "  a: {mass: 1, inertia: 0.05, points: {O: [-0.2, 0], A: [0.2, 0]}}\n"                                \
  "  b: {mass: 2, inertia: 0.3, points: {A: [-0.6, 0], B: [0.6, 0]}}\n"                                 \
  "  c: {mass: 1, inertia: 0.1, points: {B: [-0.5, 0], C: [0.5, 0]}}\n"                                 \
  "joints:\n"                                                                                           \
  "  O: {type: revolute, between: [ground.O, a.O]}\n  A: {type: revolute, between: [a.A, b.A]}\n"       \
  "  B: {type: revolute, between: [b.B, c.B]}\n  C: {type: revolute, between: [ground.C, c.C]}\n"       \
  "inputs: {u: '0.3*sin(3*t)'}\ndiscrete: {count: 0}\n"                                                 \
  "auxiliary: {z: {initial: 0.1, rate: '" push " - 2*z'}}\n" signals                                    \
  "forces:\n"                                                                                           \
  "  spring: {type: spring-damper, between: [ground.O, c.B], stiffness: 40, rest: 0.9, damping: 0.4}\n" \
  "  drive: {type: torque, at: a, value: '1.5 - " push " - 0.05*" pull " + if(" late                    \
  " > 0, 0.5, 0) + 0.1*count'}\n"                                                                       \
  "  brake: {type: torque, at: c, value: 'if(" gate ", -0.3*abs(" over "), -0.02*(" push                \
  ") - 0.01*z)'}\n"                                                                                     \
  "events: {pass: {when: '" over " + 0.1*" pull "', set: {count: 'count + (" push                       \
  ")'}}}\n"                                                                                             \
  "initial: {keep: {a.angle: 1}, guess: {b.angle: 0.5, c.angle: -1.2}}\n"                               \
  "simulate: {until: 0.8, output: 0.05, checkpoint: 0.2}\n"                                             \
  "outputs: [a.angle, z, count, {p: '" push "'}, {q: '" pull " + 2*(" over ")'}, {r: '" acc " + " push "'}]\n"

#define OVER "(sin(a.angle) - 0.2 + u)"
#define PUSH "(0.8*" OVER "*abs(" OVER "))"
static const char named[] = MODEL(
    "signals:\n  push: {value: '0.8*over*abs(over)', unit: N*m}\n  over: 'sin(a.angle) - 0.2 + u'\n"
    "  gate: 'b.rate > slow'\n  slow: 0.1\n  late: 't - 0.3'\n  pull: 'force.spring.value*0.3 - z'\n"
    "  acc: 'b.ax - over'\n  idle: '3*energy.kinetic + acc'\n",
    "over", "push", "gate", "late", "pull", "acc");
static const char written[] =
    MODEL("", OVER, PUSH, "(b.rate > 0.1)", "(t - 0.3)", "(force.spring.value*0.3 - z)", "(b.ax - " OVER ")");

// ---- runs -------------------------------------------------------------------------------------------------

// Iterations of implicit steps use a matrix that is put together in another order.
static bool iterates(const jn_choices *choices) {
  const jni_integrator_kind *kind = jni_integrator_kind_find(choices->integrator);
  return kind && kind->rule;
}

static bool same_rows(const recorder *a, const recorder *b, double tolerance) {
  int width = a->ncolumns + 1;
  if (a->nrows <= 10 || a->nrows != b->nrows || a->ncolumns != b->ncolumns) return false;
  for (int i = 0; i < a->nrows * width; i++)
    if (!(fabs(a->rows[i] - b->rows[i]) <= tolerance * (1 + fabs(b->rows[i])))) return false;
  return true;
}

// Both run, or both are refused. Returns whether they ran.
static bool compare(trial pair[2], const char *what) {
  recorder rows[2];
  for (int i = 0; i < 2; i++) {
    recorder_init(&rows[i]);
    trial_run(&pair[i], &rows[i].sink);
  }
  bool ran = pair[0].status == JN_OK, near = iterates(&pair[0].choices);
  bool same = pair[0].status == pair[1].status;
  if (ran) same = same && same_rows(&rows[0], &rows[1], near ? 1e-6 : 0) && pair[0].s.steps == pair[1].s.steps;
  if (ran && !near) same = same && pair[0].s.state_hash == pair[1].s.state_hash;
  CHECK(same);
  if (!same)
    printf("  %s: %d %d, hashes %016llx %016llx\n", what, (int)pair[0].status, (int)pair[1].status,
           (unsigned long long)pair[0].s.state_hash, (unsigned long long)pair[1].s.state_hash);
  for (int i = 0; i < 2; i++) recorder_clear(&rows[i]);
  return ran;
}

static void choose(trial pair[2], const char *formulation, const char *coordinates, const char *integrator) {
  for (int i = 0; i < 2; i++) {
    jn_choices *c = &pair[i].choices;
    *c = *jn_model_choices(pair[i].model);
    snprintf(c->formulation, sizeof c->formulation, "%s", formulation);
    snprintf(c->coordinates, sizeof c->coordinates, "%s", coordinates);
    snprintf(c->integrator, sizeof c->integrator, "%s", integrator);
    const jni_integrator_kind *kind = jni_integrator_kind_find(integrator);
    if (kind && kind->fixed_step) c->step = 2e-3;
  }
}

static void test_methods(trial pair[2]) {
  int ran = 0;
  for (int i = 0; jni_formulation_kinds[i]; i++)
    for (int k = 0; jni_formulation_kinds[i]->coordinates[k]; k++) {
      const jni_formulation_kind *kind = jni_formulation_kinds[i];
      char what[160];
      choose(pair, kind->name, kind->coordinates[k], kind->integrators[0]);
      snprintf(what, sizeof what, "%s, %s, %s", kind->name, kind->coordinates[k], kind->integrators[0]);
      ran += compare(pair, what);
    }
  CHECK(ran >= 12);
  for (int i = 0; jni_integrator_kinds[i]; i++) {
    choose(pair, "auto", "auto", jni_integrator_kinds[i]->name);
    ran += compare(pair, jni_integrator_kinds[i]->name);
  }
  CHECK(ran >= 16);
}

static void test_switches(trial pair[2]) {
  choose(pair, "auto", "auto", "dopri5");
  for (int i = 0; i < 2; i++) snprintf(pair[i].choices.switches, sizeof pair[i].choices.switches, "always");
  CHECK(compare(pair, "switches"));
  CHECK(pair[0].s.events >= 2);
}

// A run that goes on from a checkpoint ends as the whole one.
static void test_continued(const trial *t) {
  recorder whole, rest;
  uint64_t hash[2] = {0, 1};
  recorder_init(&whole);
  recorder_init(&rest);
  for (int i = 0; i < 2; i++) {
    jn_sink *sink = i == 0 ? &whole.sink : &rest.sink;
    jn_run_options options = jn_run_options_default();
    options.sinks = &sink;
    options.nsinks = 1;
    if (i == 1) {
      options.resume = whole.blocks[1];
      options.nresume = whole.nblock;
    }
    jn_run *run = jn_run_new(t->model, &options, t->report);
    if (run && jn_run_execute(run, t->report) == JN_OK) hash[i] = jn_run_summary(run)->state_hash;
    jn_run_free(run);
    CHECK(whole.nblocks > 2);
  }
  CHECK(hash[0] == hash[1] && rest.nrows < whole.nrows);
  recorder_clear(&whole);
  recorder_clear(&rest);
}

// ---- analyses -----------------------------------------------------------------------------------------------

static void test_analyses(const trial pair[2]) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  static double state[2][TRIAL_MOST], A[2][TRIAL_MOST * TRIAL_MOST];
  for (int k = 0; k < 3; k++) {
    int n = trial_analyse(&pair[0], coordinates[k], state[0], A[0]),
        m = trial_analyse(&pair[1], coordinates[k], state[1], A[1]);
    CHECK(n > 0 && n == m);
    for (int i = 0; i < n / 100; i++) CHECK_NEAR(state[0][i], state[1][i], 1e-9);
    for (int i = 0; i < n % 100 * (n % 100); i++) CHECK_NEAR(A[0][i], A[1][i], 1e-6 * (1 + fabs(A[1][i])));
  }
}

// ---- tables -------------------------------------------------------------------------------------------------

#define KNOTS "[[-0.3, -60], [-0.1, -10], [0.05, 0], [0.1, 10], [0.3, 80]]"
#define ON_RAIL(tables, force)                                                                                \
  "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\nbodies: {ball: {mass: 1, inertia: 0.1}}\n"         \
  "joints: {rail: {type: prismatic, between: [ground.O, ball], axis: x}}\n" tables "forces: {spring: {" force \
  "}}\n"                                                                                                      \
  "initial: {keep: {ball.x: 0.4, ball.vx: 0}}\nsimulate: {until: 2, output: 0.05}\noutputs: [ball.x, ball.vx]\n"

// A force by a table is the spring with that law, its corners are located likewise.
static void test_table(const char *smooth) {
  char text[2][1000];
  snprintf(text[0], sizeof text[0],
           ON_RAIL("tables: {pull: {over: m, unit: N, table: " KNOTS ", smooth: %s}}\n",
                   "type: torque, joint: rail, value: '-pull(joint.rail.displacement)'"),
           smooth);
  snprintf(text[1], sizeof text[1],
           ON_RAIL("", "type: torsion-spring, joint: rail, law: {table: " KNOTS ", smooth: %s}"), smooth);
  trial pair[2] = {trial_read(text[0]), trial_read(text[1])};
  recorder rows[2];
  for (int i = 0; i < 2; i++) {
    snprintf(pair[i].choices.switches, sizeof pair[i].choices.switches, "always");
    recorder_init(&rows[i]);
    trial_run(&pair[i], &rows[i].sink);
    CHECK(pair[i].status == JN_OK);
  }
  CHECK(same_rows(&rows[0], &rows[1], 1e-5));  // the work of the one is a state, which steps follow as well
  CHECK(labs(pair[0].s.steps - pair[1].s.steps) <= 20);
  for (int i = 0; i < 2; i++) {
    recorder_clear(&rows[i]);
    trial_free(&pair[i]);
  }
}

int main(void) {
  trial pair[2] = {trial_read(named), trial_read(written)};
  test_methods(pair);
  test_switches(pair);
  test_continued(&pair[0]);
  test_analyses(pair);
  trial_free(&pair[0]);
  trial_free(&pair[1]);
  test_table("false");
  test_table("true");
  return check_report();
}
