// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_fixed_steps.c - a fixed step is kept: on every shipped model, with every integrator of fixed steps, steps times
// step is the time, whatever the rows, the checkpoints and the end; what a run gives at a time does not depend on its
// end, with variable steps neither. Events and known times cut a step, the next one leads back to the multiples, and
// the cuts are counted.
#include <jounce/jounce.h>
#include <stdlib.h>

#include "check.h"
#include "folder.h"
#include "formulation/formulation.h"
#include "integrate/integrator.h"
#include "recorder.h"
#include "trial.h"

enum { STEPS = 12, NAT = 4 };

// ---- every model --------------------------------------------------------------------------------------------------

typedef struct {
  jn_status status;
  jn_summary s;
  double *samples;  // NAT x outputs
  size_t n;
} outcome;

// Where vehicles stand still takes most of the time to find: runs of the first integrator in some coordinates find it,
// both of them, and those of the others begin there.
typedef struct {
  jn_choices choices;  // settled
  jn_run *run;         // whose system it is of
  double *state;
} start;
enum { STARTS = 8 };
static start starts[STARTS];
static int nstarts;

static const start *find_start(const jn_choices *settled) {
  for (int i = 0; i < nstarts; i++)
    if (strcmp(starts[i].choices.coordinates, settled->coordinates) == 0) return &starts[i];
  return NULL;
}

// Keeps the run.
static void keep_start(jn_run *run, const jn_choices *settled, double *state) {
  bool wanted = nstarts < STARTS && strcmp(settled->start, "equilibrium") == 0 && !find_start(settled);
  if (wanted) {
    starts[nstarts++] = (start){*settled, run, state};
  } else {
    jn_run_free(run);
    free(state);
  }
}

static void forget_starts(void) {
  for (int i = 0; i < nstarts; i++) {
    jn_run_free(starts[i].run);
    free(starts[i].state);
  }
  nstarts = 0;
}

static double *state_of(jn_run *run) {
  size_t size = (size_t)jn_system_sizes(jn_run_system(run)).nstate * sizeof(double);
  return memcpy(malloc(size), jn_run_state(run), size);
}

static outcome run_to(const jn_model *model, const jn_choices *choices, const double *at) {
  jn_run_options options = jn_run_options_default();
  jn_choices settled = *choices;
  const start *known = jn_choices_resolve(model, &settled, NULL) == JN_OK ? find_start(&settled) : NULL;
  if (known && strcmp(known->choices.integrator, settled.integrator) != 0) {
    options.system = jn_run_system(known->run);
    options.start = known->state;
  }
  options.choices = choices;
  options.at = at;
  options.nat = NAT;
  jn_run *run = jn_run_new(model, &options, NULL);
  outcome o = {.status = JN_REFUSED};
  if (!run) return o;
  double *begin = state_of(run);
  o.status = jn_run_execute(run, NULL);
  o.s = *jn_run_summary(run);
  o.n = (size_t)NAT * (size_t)jn_run_noutputs(run);
  o.samples = calloc(o.n, sizeof *o.samples);
  bool all = jn_run_nsamples(run) == NAT;
  for (int i = 0; all && i < NAT; i++)
    memcpy(o.samples + (size_t)i * o.n / NAT, jn_run_sample(run, i), o.n / NAT * sizeof *o.samples);
  if (o.status == JN_OK) CHECK(all);
  keep_start(run, &settled, begin);
  return o;
}

static int compared;

// The same at the same times, whether the run ends at `until` or half as far again.
static outcome check_end(const jn_model *model, jn_choices choices, double until, const char *what) {
  const double at[NAT] = {0.1 * until, 0.3071 * until, 0.5 * until, 0.7 * until};
  choices.until = until;
  outcome a = run_to(model, &choices, at);
  choices.until = 1.5 * until;
  outcome b = a.status == JN_OK ? run_to(model, &choices, at) : (outcome){.status = a.status};
  bool both = a.status == JN_OK && b.status == JN_OK,
       same = both && memcmp(a.samples, b.samples, a.n * sizeof *a.samples) == 0;
  if (both) CHECK(same);
  compared += both;
  if (both && !same) printf("%s, %s: results depend on the end of the run\n", what, choices.integrator);
  free(b.samples);
  return a;
}

// Events and known times within the run may cut steps; each makes two of one.
static void check_steps(const outcome *o, double step, const char *what) {
  bool changed = o->s.events + o->s.touches + o->s.jumps + o->s.samples > 0;
  bool kept = o->s.steps - o->s.cuts == STEPS && (o->s.cuts == 0 || changed) && o->s.time == STEPS * step;
  CHECK(kept);
  if (!kept)
    printf("%s, %s: %ld steps, %ld cut, for %d to %.17g s\n", what, o->s.choices.integrator, o->s.steps, o->s.cuts,
           STEPS, o->s.time);
}

// What begins at rest, with no force yet, tells no time scale: its first step goes by the length of the run. The rigs
// of suspensions begin at a dead point of motions that take 1000 s.
static bool begins_at_rest(const char *what) {
  return strcmp(what, "examples/spring-mass.yaml") == 0 || strcmp(what, "examples/excavator.yaml") == 0 ||
         strcmp(what, "vehicles/iltis.yaml") == 0 || strncmp(what, "rigs/", 5) == 0;
}

static void check_integrator(jn_model *model, const jni_integrator_kind *kind, const char *what) {
  jn_choices choices = *jn_model_choices(model);
  double step = choices.step > 0 ? choices.step : 1e-3, until = STEPS * step;
  bool one_of_many = strncmp(what, "vehicles/", 9) == 0 && strcmp(what, "vehicles/iltis.yaml") != 0;
  bool slow = one_of_many && (LIGHT || !kind->projects);  // one of the vehicles shows it with every integrator
  if (!kind->step || slow) return;
  snprintf(choices.integrator, sizeof choices.integrator, "%s", kind->name);
  if (kind->rule || kind->residual) snprintf(choices.formulation, sizeof choices.formulation, "auto");
  choices.output_step = choices.checkpoint_step = 0;
  choices.step = kind->fixed_step ? step : begins_at_rest(what) ? 1e-3 * step : 0;
  if (!kind->fixed_step) choices.max_step = until / STEPS;
  outcome o = check_end(model, choices, until, what);
  if (kind->fixed_step && o.status == JN_OK) check_steps(&o, step, what);
  free(o.samples);
}

static void check_model(const char *path) {
  const char *what = path + strlen(MODELS) + 1;
  int turn = (int)strlen(what);  // under the sanitizers a model has every other integrator, others have the rest
  jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
  CHECK(model != NULL);
  for (int i = 0; model && jni_integrator_kinds[i]; i++)
    if (!LIGHT || (i + turn) % 2) check_integrator(model, jni_integrator_kinds[i], what);
  forget_starts();
  jn_model_free(model);
}

static void test_every_model(void) {
  int models = each_shipped_model(check_model);
  CHECK(models >= 40 && compared >= (LIGHT ? 2 : 5) * models);
}

// Every formulation, with what it keeps from step to step.
static void test_every_formulation(void) {
  jn_model *model = jn_model_read(NULL, MODELS "/../papers/park/park-four-bar.yaml", NULL, 0, NULL);
  CHECK(model != NULL);
  for (int i = 0; model && jni_formulation_kinds[i]; i++) {
    jn_choices choices = *jn_model_choices(model);
    const jni_formulation_kind *kind = jni_formulation_kinds[i];
    const jni_integrator_kind *integrator = jni_integrator_kind_find(kind->integrators[0]);
    snprintf(choices.formulation, sizeof choices.formulation, "%s", kind->name);
    strcpy(choices.position, "auto");
    strcpy(choices.velocity, "auto");
    strcpy(choices.variant, "auto");
    snprintf(choices.integrator, sizeof choices.integrator, "%s", integrator->name);
    choices.step = integrator->fixed_step ? 5e-3 : 0;
    choices.max_step = 5e-3;
    choices.output_step = choices.checkpoint_step = 0;
    outcome o =
        integrator->step ? check_end(model, choices, STEPS * 5e-3, kind->name) : (outcome){.status = JN_REFUSED};
    if (integrator->step) CHECK(o.status == JN_OK);
    if (integrator->fixed_step) check_steps(&o, 5e-3, kind->name);
    free(o.samples);
  }
  forget_starts();
  jn_model_free(model);
}

// ---- where steps end ------------------------------------------------------------------------------------------------

static const char *const ball =
    "jounce: 1\nname: ball\nspace: plane\ngravity: [0, -9.81]\n"
    "bodies: {ball: {mass: 1, inertia: 0.1}}\n"
    "discrete: {count: 0, low: 0}\n"
    "events:\n"
    "  clock: {at: 0.03, every: 0.05, set: {count: 'count + 1'}}\n"
    "  late: {at: 0.1234, set: {low: '0.5'}}\n"
    "  down: {when: 'ball.y', set: {low: 1}}\n"
    "initial: {keep: {ball.y: 0.4, ball.vx: 0.3, ball.rate: 1}}\n"
    "simulate: {until: 0.4, step: 10 ms, output: 7 ms}\n"
    "outputs: [ball.y, ball.vy, count, low]\n";

// Multiples of the step by multiplication but for the cuts: the late event and the root of y.
static void check_times(trial *t, const char *integrator) {
  snprintf(t->choices.integrator, sizeof t->choices.integrator, "%s", integrator);
  int n = 0, cuts = 0;
  double h = t->choices.step;
  jn_run *run = trial_begin(t, NULL);
  CHECK(run != NULL);
  while (run && jn_run_state(run)[0] < 0.4 && n < 100) {
    CHECK(jn_run_step(run, 0.4) == JN_OK);
    double now = jn_run_state(run)[0], k = rint(now / h);
    if (fabs(now - k * h) > 1e-9 * h) cuts++;
    else CHECK(now == k * h || fabs(now - k * h) < 1e-16);  // known times are numbers of their own
    n++;
  }
  const jn_summary *s = run ? jn_run_summary(run) : NULL;
  CHECK(s && cuts == 2 && s->cuts == 2 && s->steps == 42 && n == 42);
  if (s && s->steps != 42) printf("%s: %ld steps, %d cuts\n", integrator, s->steps, cuts);
}

static void test_back_to_the_grid(void) {
  trial t = trial_read(ball);
  for (int i = 0; jni_integrator_kinds[i]; i++) {
    if (!jni_integrator_kinds[i]->fixed_step) continue;
    check_times(&t, jni_integrator_kinds[i]->name);
    trial_run(&t, NULL);
    CHECK(t.status == JN_OK && t.s.cuts == 2 && t.s.steps == 42 && t.s.events == 10);
  }
  trial_free(&t);
}

// An end off the grid cuts the last step; ten thousand steps of a tenth end where ten thousand tenths are.
static void test_end_and_no_drift(void) {
  trial t = trial_read(ball);
  snprintf(t.choices.integrator, sizeof t.choices.integrator, "rk4");
  t.choices.until = 0.105;
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK && t.s.cuts == 1 && t.s.steps == 11 && t.s.time == 0.105);
  trial_free(&t);
  t = trial_read(
      "jounce: 1\nname: turning\nspace: plane\nbodies: {a: {mass: 1, inertia: 1}}\ninitial: {keep: {a.rate: 1}}\n"
      "simulate: {until: 2000, step: 0.1}\noutputs: [a.angle]\n");
  jn_run *run = trial_begin(&t, NULL);
  for (int k = 1; run && k <= 10000; k++) {
    bool there = jn_run_step(run, 2000) == JN_OK && jn_run_state(run)[0] == k * 0.1;
    CHECK(there);
    if (!there) break;
  }
  CHECK(run && jn_run_summary(run)->cuts == 0);
  trial_free(&t);
}

// A run that begins at another time, as programs may ask for, counts its steps from there.
static void test_restart_elsewhere(void) {
  trial t = trial_read(ball);
  jn_run *run = trial_begin(&t, NULL);
  double state[64];
  int n = run ? jn_system_sizes(jn_run_system(run)).nstate : 65;
  CHECK(n <= 64);
  if (n <= 64) {
    memcpy(state, jn_run_state(run), (size_t)n * sizeof *state);
    state[0] = 0.2017;
    CHECK(jn_run_restart(run, state) == JN_OK && jn_run_step(run, 0.4) == JN_OK);
    CHECK(jn_run_state(run)[0] == 0.2017 + 0.01 && jn_run_summary(run)->cuts == 0);
  }
  trial_free(&t);
}

int main(void) {
  test_every_model();
  test_every_formulation();
  test_back_to_the_grid();
  test_end_and_no_drift();
  test_restart_elsewhere();
  return check_report();
}
