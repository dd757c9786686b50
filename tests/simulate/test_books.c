// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_books.c - what a run keeps beside the motion costs little: its accounts and the looking for roots evaluate
// nothing that the step has not evaluated already, and a row at the end of a step needs no evaluation either. Counted,
// not timed: every stage that is done leaves its stamp in the work.
#include <math.h>

#include "check.h"
#include "folder.h"
#include "formulation/formulation.h"
#include "recorder.h"
#include "simulate/run.h"
#include "system/work.h"
#include "trial.h"

typedef struct {
  long stages, steps, factors;
  bool tree;  // without rows: the acceleration that a row asks for is one more recursion
  uint64_t hash;
} count;

static count counted(const jn_run *run, long before) {
  const jn_summary *s = jn_run_summary((jn_run *)run);
  return (count){.stages = run->formulation->work->stamp - before,
                 .steps = s->steps,
                 .factors = s->factors,
                 .hash = s->state_hash,
                 .tree = run->system->sizes.nc == 0};
}

// Steps alone, as programs make them.
static count count_steps(trial *t) {
  jn_run *run = trial_begin(t, NULL);
  long before = run ? run->formulation->work->stamp : 0;
  CHECK(run != NULL);
  while (run && jn_run_state(run)[0] < t->choices.until)
    if (jn_run_step(run, t->choices.until) != JN_OK) break;
  CHECK(run && jn_run_state(run)[0] >= t->choices.until);
  return run ? counted(run, before) : (count){0};
}

// The whole run, with a row at the end of every step.
static count count_run(trial *t) {
  recorder rows;
  recorder_init(&rows);
  jn_run *run = trial_begin(t, &rows.sink);
  long before = run ? run->formulation->work->stamp : 0;
  CHECK(run && jn_run_execute(run, t->report) == JN_OK);
  CHECK(run && rows.nrows > jn_run_summary(run)->steps);
  recorder_clear(&rows);
  return run ? counted(run, before) : (count){0};
}

// What a run does once (its start, its end, some twenty checkpoints) is not counted by steps.
enum { ONCE = 60, STEPS = 200 };

static void check_books(trial *t, const char *what, double step) {
  t->choices.step = step;
  t->choices.until = STEPS * step;
  t->choices.output_step = step;
  snprintf(t->choices.integrator, sizeof t->choices.integrator, "rk4");
  strcpy(t->choices.position, "auto");
  strcpy(t->choices.velocity, "auto");
  t->choices.checkpoint_step = t->choices.until;
  count steps = count_steps(t), all = count_run(t);
  long factors = all.factors - steps.factors - (all.tree ? all.steps : 0);
  bool good =
      all.hash == steps.hash && all.steps == steps.steps && all.stages - steps.stages <= ONCE && factors <= ONCE / 3;
  CHECK(good);
  if (!good)
    printf("%s, %s: %ld stages and %ld factors for %ld steps, %ld and %ld for the run\n", what, t->choices.formulation,
           steps.stages, steps.factors, steps.steps, all.stages, all.factors);
}

static void test_models(void) {
  static const struct {
    const char *file;
    double step;
  } models[] = {{"examples/four-bar.yaml", 1e-3},         {"../papers/park/park-four-bar.yaml", 1e-3},
                {"benchmarks/n-four-bar-a02.yaml", 1e-3}, {"benchmarks/n-link-chain.yaml", 1e-3},
                {"examples/slider-crank.yaml", 1e-4},     {"vehicles/iltis.yaml", 1e-4}};
  static const char *const formulations[] = {"multipliers", "reduced"};
  for (size_t i = 0; i < 2 * sizeof models / sizeof *models; i++) {
    char path[512];
    snprintf(path, sizeof path, MODELS "/%s", models[i / 2].file);
    trial t = {.report = jn_report_new(NULL), .model = jn_model_read(NULL, path, NULL, 0, NULL)};
    CHECK(t.model != NULL);
    if (!t.model) continue;
    t.choices = *jn_model_choices(t.model);
    snprintf(t.choices.formulation, sizeof t.choices.formulation, "%s", formulations[i % 2]);
    check_books(&t, models[i / 2].file, models[i / 2].step);
    trial_free(&t);
  }
}

// Roots that are looked for at every step, and a joint that turns, whose angle is noted at every step.
static void test_roots_and_turns(void) {
  trial t = trial_read(
      "jounce: 1\nname: swing\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
      "bodies: {a: {mass: 2, inertia: 0.2, points: {O: [-0.5, 0]}}}\n"
      "joints: {O: {type: revolute, between: [ground.O, a.O]}}\n"
      "forces: {spring: {type: torsion-spring, joint: O, stiffness: 0.05}}\ndiscrete: {high: 0}\n"
      "events: {high: {when: 'a.y - 3', set: {high: 1}}}\ninitial: {keep: {joint.O.rate: 12}}\n"
      "outputs: [joint.O.angle, joint.O.force, high]\n");
  CHECK(t.model != NULL);
  for (int i = 0; i < 2; i++) {
    snprintf(t.choices.coordinates, sizeof t.choices.coordinates, "%s", i ? "joint" : "cartesian");
    snprintf(t.choices.formulation, sizeof t.choices.formulation, "multipliers");
    check_books(&t, "swing", 2e-3);
  }
  trial_free(&t);
}

// ---- what reuse must not cost ---------------------------------------------------------------------------------------

enum { ROWS = 64 };

static double largest_difference(int n, const double *a, const double *b) {
  double most = 0, size = 0;
  for (int i = 0; i < n; i++) {
    double off = fabs(a[i] - b[i]);
    if (!(off <= most)) most = off;
    size = fmax(size, fabs(b[i]));
  }
  return most / size;
}

// At the end of a step: multipliers that reuse what it has left, and those of an evaluation that finds nothing to
// reuse.
static double reuse_errs(jn_run *run) {
  jni_formulation *f = run->formulation;
  double reused[ROWS], fresh[ROWS];
  int n = run->system->sizes.nc;
  CHECK(n > 0 && n <= ROWS);
  CHECK(f->acceleration(f, jn_run_state(run), NULL, reused) == JN_OK);
  f->work->stamp++;
  CHECK(f->acceleration(f, jn_run_state(run), NULL, fresh) == JN_OK);
  return largest_difference(n, reused, fresh);
}

// After a long step the corrections go far, and the factor by which they are made is that of another configuration.
static void check_long_steps(trial *t, const char *what, double step) {
  double most = 0;
  snprintf(t->choices.integrator, sizeof t->choices.integrator, "ab3");
  strcpy(t->choices.position, "auto");
  strcpy(t->choices.velocity, "auto");
  t->choices.step = step;
  t->choices.until = 20 * step;
  jn_run *run = trial_begin(t, NULL);
  CHECK(run != NULL);
  while (run && jn_run_state(run)[0] < t->choices.until && jn_run_step(run, t->choices.until) == JN_OK) {
    double errs = reuse_errs(run);
    if (!(errs <= most)) most = errs;
  }
  CHECK(run && jn_run_state(run)[0] >= t->choices.until);
  CHECK(most <= 1e-10);
  if (!(most <= 1e-10)) printf("%s, %s: multipliers err by %.1e\n", what, t->choices.formulation, most);
}

static void test_long_steps(void) {
  static const char *const formulations[] = {"multipliers", "partition", "partial-velocity", "orthonormal"};
  for (size_t i = 0; i < sizeof formulations / sizeof *formulations; i++) {
    trial t = {.report = jn_report_new(NULL),
               .model = jn_model_read(NULL, MODELS "/../papers/park/park-four-bar.yaml", NULL, 0, NULL)};
    CHECK(t.model != NULL);
    if (!t.model) continue;
    t.choices = *jn_model_choices(t.model);
    snprintf(t.choices.formulation, sizeof t.choices.formulation, "%s", formulations[i]);
    snprintf(t.choices.coordinates, sizeof t.choices.coordinates, "cartesian");
    check_long_steps(&t, "four-bar", 0.05);
    trial_free(&t);
  }
}

int main(void) {
  test_models();
  test_long_steps();
  test_roots_and_turns();
  return check_report();
}
