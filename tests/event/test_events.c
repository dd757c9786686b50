// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_events.c - events that set each other off, moments and their units, and inputs held by a program.
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "report.h"

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;
} trial;

static trial begin(const char *text) {
  trial t = {.report = jn_report_new(NULL)};
  t.model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, t.report);
  t.run = t.model ? jn_run_new(t.model, NULL, t.report) : NULL;
  if (!t.run) print_report(t.report);
  CHECK(t.run != NULL);
  return t;
}

static void end(trial *t) {
  jn_run_free(t->run);
  jn_model_free(t->model);
  jn_report_free(t->report);
}

// A pendulum of period T released from the horizontal passes the vertical at T/4, 3T/4, ...; the fifth pass raises n
// over 4.5, and the event that watches n ends the run at that very time.
static void test_an_event_sets_off_another(void) {
  static const char text[] =
      "{jounce: 1, name: counter, space: plane, gravity: [0, -9.81], bodies: {ball: {type: particle, mass: 1}},"
      " ground: {points: {O: [0, 0]}}, joints: {rod: {type: distance, between: [ground.O, ball], length: 1}},"
      " discrete: {n: 0}, events: {pass: {when: ball.x, set: {n: 'n + 1'}},"
      " enough: {when: 'n - 4.5', direction: rising, stop: true}},"
      " initial: {keep: {ball.x: 1, ball.y: 0}}, simulate: {until: 20, tolerance: 1e-11}, outputs: [n]}";
  const double period = 2.3678419475762374493;  // closed form, as in the pendulum of models/benchmarks
  trial t = begin(text);
  jn_run *run = t.run;
  CHECK(jn_run_execute(run, t.report) == JN_OK);
  CHECK_NEAR(jn_run_summary(run)->time, 2.25 * period, 1e-8);
  CHECK_NEAR(jn_run_outputs(run)[0], 5, 0);
  end(&t);
}

static void test_events_without_end_are_refused(void) {
  static const char text[] =
      "{jounce: 1, name: flip, space: plane, bodies: {p: {type: particle, mass: 1}}, discrete: {n: 1},"
      " events: {start: {at: 0.1, set: {n: '-n'}}, up: {when: n, direction: rising, set: {n: '-1'}},"
      " down: {when: n, direction: falling, set: {n: '1'}}}, simulate: {until: 1}, outputs: [n]}";
  trial t = begin(text);
  jn_run *run = t.run;
  CHECK(jn_run_execute(run, t.report) == JN_STEP_TOO_SMALL);
  CHECK(strstr(jn_run_summary(run)->why, "events trigger each other without end") != NULL);
  end(&t);
}

// A unit mass pushed by an input: v = integral of u.
static void test_a_held_input_and_the_unit_of_moments(void) {
  static const char text[] =
      "{jounce: 1, name: push, space: plane, ground: {points: {O: [0, 0]}}, bodies: {p: {mass: 1, inertia: 1}},"
      " joints: {O: {type: revolute, between: [ground.O, p]}}, inputs: {push: 1},"
      " forces: {f: {type: torque, joint: O, value: 'push'}}, simulate: {until: 1, step: 0.1},"
      " outputs: [p.rate, joint.O.torque, force.f.value, energy]}";
  trial t = begin(text);
  jn_run *run = t.run;
  int push = jn_input_find(jn_run_system(run), "push");
  CHECK(push == 0);
  jn_run_hold_input(run, push, 3);
  CHECK(jn_run_step(run, 0.1) == JN_OK);
  CHECK_NEAR(jn_run_outputs(run)[0], 0.3, 1e-14);
  jn_run_hold_input(run, push, NAN);
  CHECK(jn_run_step(run, 0.2) == JN_OK);
  CHECK_NEAR(jn_run_outputs(run)[0], 0.4, 1e-14);
  const char *const units[] = {"rad/s", "N m", "N m", "J"};
  for (int i = 0; i < 4; i++) {
    char unit[32];
    jn_unit_format(jn_run_output_dimension(run, i), unit, sizeof unit);
    CHECK(strcmp(unit, units[i]) == 0);
  }
  end(&t);
}

// A program that trains on episodes starts over and over from one state; an event at the same time in each is no crowd.
static void test_many_episodes(void) {
  static const char text[] =
      "{jounce: 1, name: drop, space: plane, gravity: [0, -10], bodies: {p: {type: particle, mass: 1}}, "
      "discrete: {n: 0}, events: {hit: {when: p.y, direction: falling, set: {n: 'n + 1'}}, "
      "begin: {at: 0, set: {n: 'n + 10'}}}, initial: {keep: {p.x: 0, p.y: 0.05, p.vx: 0, p.vy: 0}}, "
      "simulate: {until: 1, step: 0.06}, outputs: [n, p.y]}";
  trial t = begin(text);
  jn_run *run = t.run;
  double start[16];
  int n = jn_system_sizes(jn_run_system(run)).nstate;
  CHECK_NEAR(jn_run_outputs(run)[0], 10, 0);  // the event at the start has happened
  memcpy(start, jn_run_state(run), (size_t)n * sizeof *start);
  start[n - 1] = 0;
  for (int k = 0; k < 2000; k++) {
    CHECK(jn_run_restart(run, start) == JN_OK);
    CHECK_NEAR(jn_run_outputs(run)[0], 10, 0);  // and happens at every restart
    while (jn_run_state(run)[0] < 0.12)
      if (jn_run_step(run, 0.12) != JN_OK) break;
    CHECK(jn_run_state(run)[0] == 0.12);
    CHECK_NEAR(jn_run_outputs(run)[0], 11, 0);
  }
  CHECK(jn_run_summary(run)->events == 4001);  // one at each of 2001 starts, and the hit
  end(&t);
}

// An event with `stop` holds a program that owns the loop until it restarts.
static void test_a_stopped_run_waits_for_a_restart(void) {
  static const char text[] =
      "{jounce: 1, name: fall, space: plane, gravity: [0, -10], bodies: {p: {type: particle, mass: 1}},"
      " events: {ground: {when: p.y, direction: falling, stop: true}},"
      " initial: {keep: {p.x: 0, p.y: 0.2, p.vx: 0, p.vy: 0}}, simulate: {until: 1, step: 0.03}, outputs: [p.y]}";
  trial t = begin(text);
  jn_run *run = t.run;
  double start[16];
  memcpy(start, jn_run_state(run), (size_t)jn_system_sizes(jn_run_system(run)).nstate * sizeof *start);
  for (int k = 0; k < 2; k++) {
    int steps = 0;
    CHECK(!jn_run_stopped(run));
    while (!jn_run_stopped(run) && steps++ < 100) CHECK(jn_run_step(run, 1) == JN_OK);
    CHECK_NEAR(jn_run_state(run)[0], 0.2, 1e-12);
    CHECK(jn_run_step(run, 1) == JN_BAD_ARGUMENT);
    CHECK_NEAR(jn_run_state(run)[0], 0.2, 1e-12);
    CHECK(jn_run_summary(run)->status == JN_BAD_ARGUMENT && strstr(jn_run_summary(run)->why, "restart") != NULL);
    CHECK(strstr(jn_run_summary(run)->why, "'ground'") && strcmp(jn_run_summary(run)->stopped_by, "ground") == 0);
    CHECK(jn_run_restart(run, start) == JN_OK && jn_run_summary(run)->stopped_by[0] == 0);
  }
  end(&t);
}

// A value that is not finite ends the run where it comes in, by name.
static void test_a_jump_to_infinity(void) {
  static const struct {
    const char *event, *part;
  } cases[] = {
      {"e: {at: 0.1, set: {n: 1/(p.x - p.x)}}", "'n' has jumped to a value that is not finite, inf, at t = 0.1"},
      {"e: {when: p.y, direction: falling, set: {a: sqrt(-t)}}", "'a' has jumped to"},
      {"e: {at: 0.1, set: {n: 1}}, f: {when: n - 0.5, set: {a: 1/(p.x - p.x)}}", "'a' has jumped to"}};
  for (int i = 0; i < 3; i++) {
    char text[600];
    snprintf(text, sizeof text,
             "{jounce: 1, name: fall, space: plane, gravity: [0, -10], bodies: {p: {type: particle, mass: 1}},"
             " discrete: {n: 0}, auxiliary: {a: {initial: 0, rate: 1}}, events: {%s},"
             " initial: {keep: {p.x: 0, p.y: 0.2, p.vx: 0, p.vy: 0}}, simulate: {until: 1, step: 0.03}}",
             cases[i].event);
    trial t = begin(text);
    jn_status status = JN_OK;
    for (int k = 0; k < 40 && status == JN_OK; k++) status = jn_run_step(t.run, 1);
    CHECK(status == JN_NOT_FINITE && strstr(jn_run_summary(t.run)->why, cases[i].part));
    end(&t);
  }
}

int main(void) {
  test_an_event_sets_off_another();
  test_a_jump_to_infinity();
  test_events_without_end_are_refused();
  test_a_held_input_and_the_unit_of_moments();
  test_many_episodes();
  test_a_stopped_run_waits_for_a_restart();
  return check_report();
}
