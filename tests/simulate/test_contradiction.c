// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contradiction.c - constraint equations that are redundant at the start and contradict the others later. Every
// formulation has to refuse them, with names and time; none may refuse redundant equations that agree, or take drift
// for a contradiction.
#include <jounce/jounce.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "mechanism.h"
#include "recorder.h"
#include "trial.h"

// Two drivers of one slider with these motions.
static const char slider[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
    "bodies: {b: {mass: 1, inertia: 1, points: {P: [0, 0]}}}\n"
    "joints: {slide: {type: prismatic, between: [ground.O, b.P], axis: x}}\n"
    "drivers: {first: {joint: slide, motion: '%s'}, second: {joint: slide, motion: '%s'}}\n"
    "simulate: {until: 1, step: 5 ms, checkpoint: 0.2}\noutputs: [b.x]\n";

static trial read_slider(const char *first, const char *second) {
  char text[1000];
  snprintf(text, sizeof text, slider, first, second);
  return trial_read(text);
}

// A body on three parallel rods, one of which is redundant, that swings.
static const char swing[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {A: [0, 0], B: [1, 0], C: [2, 0]}}\n"
    "bodies: {b: {mass: 1, inertia: 1, points: {A: [-1, 0], B: [0, 0], C: [1, 0]}}}\n"
    "joints: {a: {type: distance, between: [ground.A, b.A], length: 1}, "
    "b: {type: distance, between: [ground.B, b.B], length: 1}, "
    "c: {type: distance, between: [ground.C, b.C], length: 1}}\n"
    "initial: {keep: {b.x: 1.8, b.y: -0.6, b.angle: 0}}\nsimulate: {until: 5, step: 5 ms}\noutputs: [b.x]\n";

static bool says_contradiction(const trial *t) {
  return t->run && strstr(jn_run_summary(t->run)->why, "contradicts") != NULL;
}

// Runs a model with every formulation in all coordinates. Returns how many there are.
static int run_all(trial *t, bool contradicts) {
  int ran = 0;
  for (int f = 0; jn_formulation_name(f); f++)
    for (int c = 0; jn_coordinates_name(c); c++) {
      snprintf(t->choices.formulation, sizeof t->choices.formulation, "%s", jn_formulation_name(f));
      snprintf(t->choices.coordinates, sizeof t->choices.coordinates, "%s", jn_coordinates_name(c));
      trial_run(t, NULL);
      if (!t->run) continue;
      ran++;
      const jn_summary *s = jn_run_summary(t->run);
      bool good = contradicts ? jn_status_exit_code(t->status) == 5 && says_contradiction(t) : t->status == JN_OK;
      CHECK(good);
      if (!good) printf("%s %s: %d %s\n", jn_formulation_name(f), jn_coordinates_name(c), (int)t->status, s->why);
      if (contradicts) CHECK(strstr(s->why, "joint 'second'") && strstr(s->why, "'first'") && strstr(s->why, "t = "));
    }
  return ran;
}

// They agree at the start and at the end.
static void test_middle(void) {
  trial t = read_slider("0.128*t^2*(t-1)^2", "0");
  CHECK(run_all(&t, true) > 15);
  trial_free(&t);
}

static void test_agreement(void) {
  trial t = read_slider("0.1*sin(3*t)", "0.1*(3*sin(t) - 4*sin(t)^3)");
  CHECK(run_all(&t, false) > 15);
  trial_free(&t);
}

// The kept equations move nothing, and variable steps become long: output samples within them show the contradiction.
static void test_within_step(void) {
  trial t = read_slider("0", "0.01*(4*t*(1-t))^40");
  strcpy(t.choices.integrator, "dopri5");
  trial_run(&t, NULL);
  CHECK(t.status == JN_DIVERGED && says_contradiction(&t) && jn_run_summary(t.run)->steps < 100);
  trial_free(&t);
}

// Positions agree at the start, rates do not.
static void test_rates(void) {
  trial t = read_slider("0.1*t", "0");
  trial_run(&t, NULL);
  CHECK(t.status != JN_OK || !t.run);
  trial_free(&t);
}

// The rates of two nonholonomic equations differ after the start, and no position is violated.
static void test_nonholonomic(void) {
  trial t = trial_read(
      "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
      "bodies: {b: {mass: 1, inertia: 1, points: {P: [0, 0]}}}\n"
      "joints: {slide: {type: prismatic, between: [ground.O, b.P], axis: x}, "
      "one: {type: velocity-coupling, terms: {slide: 1}, rate: '0.1*t'}, "
      "two: {type: velocity-coupling, terms: {slide: 1}, rate: '0.1*t^2'}}\n"
      "simulate: {until: 1, step: 5 ms}\noutputs: [b.x]\n");
  static const char *const names[] = {"multipliers", "baumgarte", "ggl", "index3-projected"};
  for (int i = 0; i < 4; i++) {
    snprintf(t.choices.formulation, sizeof t.choices.formulation, "%s", names[i]);
    trial_run(&t, NULL);
    if (!t.run) continue;
    CHECK(jn_status_exit_code(t.status) == 5 && says_contradiction(&t));
    if (!says_contradiction(&t)) printf("%s: %s\n", names[i], jn_run_summary(t.run)->why);
  }
  trial_free(&t);
}

// Without corrections all three rods drift by nearly a hundredth of the size: the third one still agrees with the
// others.
static void test_drift(void) {
  trial t = trial_read(swing);
  strcpy(t.choices.formulation, "multipliers");
  strcpy(t.choices.integrator, "rk4");
  strcpy(t.choices.position, "none");
  strcpy(t.choices.velocity, "none");
  t.choices.step = 0.08;
  trial_run(&t, NULL);
  double drift = t.run ? jn_run_summary(t.run)->max_position_violation : 0;
  CHECK(t.run && jn_run_summary(t.run)->redundant == 1 && drift > 1e-3 && !says_contradiction(&t));
  if (!(drift > 1e-3) || says_contradiction(&t)) printf("drift %.3g: %s\n", drift, jn_run_summary(t.run)->why);
  trial_free(&t);
}

// A run that goes on from a checkpoint knows the contradiction before it.
static void test_continued(void) {
  trial t = read_slider("0.128*t^2*(t-1)^2", "0");
  recorder record;
  recorder_init(&record);
  strcpy(t.choices.formulation, "reduced");
  trial_run(&t, &record.sink);
  CHECK(t.status == JN_DIVERGED && record.nblocks >= 4);
  char why[256];
  snprintf(why, sizeof why, "%s", jn_run_summary(t.run)->why);
  for (int k = 0; k < record.nblocks; k++) {
    jn_run_options options = jn_run_options_default();
    options.choices = &t.choices;
    options.resume = record.blocks[k];
    options.nresume = record.nblock;
    jn_run *rest = jn_run_new(t.model, &options, t.report);
    CHECK(rest && jn_run_execute(rest, t.report) == JN_DIVERGED);
    if (rest) CHECK(strcmp(jn_run_summary(rest)->why, why) == 0);
    jn_run_free(rest);
  }
  recorder_clear(&record);
  trial_free(&t);
}

// ---- random mechanisms ----------------------------------------------------------------------------------------------

static void execute(const mechanism *m, const mech_way *way, mech_result *result) {
  char why[600];
  int steps = mech_way_order(way) > 0 ? 200 : 0;
  *result = (mech_result){.ok = false};
  jn_model *model = mech_read(m, why, sizeof why);
  CHECK(model != NULL);
  if (model) mech_execute(m, model, way, steps, 1e-6, result);
  jn_model_free(model);
}

// Drives a coordinate by one driver, by two that agree and by two that contradict each other.
static void test_random(int profile, uint64_t seed, int *ran) {
  static mechanism m;
  static mech_result one, two, apart;
  char why[600], name[96];
  chance c = {.key = seed * 64 + (uint64_t)profile};
  if (!mech_generate(profile, seed, &m, why, sizeof why)) return;
  mech_way way = mech_way_get(chance_below(&c, mech_nways()));
  while (!mech_way_suits(&way, &m)) way = mech_way_get(chance_below(&c, mech_nways()));
  mech_way_name(&way, name, sizeof name);
  if (!mech_add_driver_pair(&m, &c)) return;
  m.njoints--;
  execute(&m, &way, &one);
  if (!one.ok) return;  // it is locked or the method has a limit
  m.njoints++;
  execute(&m, &way, &two);
  mech_contradict_driver(&m);
  execute(&m, &way, &apart);
  ++*ran;
  bool agrees = !strstr(two.why, "contradicts"), refused = !apart.ok;
  CHECK(agrees);
  CHECK(refused);
  if (!agrees) printf("%s %d, %s: agrees, but %s\n", mech_profile_names[profile], (int)seed, name, two.why);
  if (!refused) printf("%s %d, %s: contradiction accepted\n", mech_profile_names[profile], (int)seed, name);
}

int main(int n, char **word) {
  uint64_t from = n > 1 ? strtoull(word[1], NULL, 10) : 1, to = n > 2 ? strtoull(word[2], NULL, 10) : (LIGHT ? 1 : 8);
  static const int profiles[] = {PLANE_LOOP, SPACE_LOOP, REDUNDANT, COUPLED};
  int ran = 0;
  test_middle();
  test_agreement();
  test_within_step();
  test_rates();
  test_nonholonomic();
  test_drift();
  test_continued();
  for (int p = 0; p < 4; p++)
    for (uint64_t seed = from; seed <= to; seed++) test_random(profiles[p], seed, &ran);
  CHECK(ran > (int)(to - from));
  printf("%d mechanisms with two drivers of one coordinate\n", ran);
  return check_report();
}
