// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_methods.c - every formulation of the table, in every variant, on every shipped model that it accepts: the
// outputs agree to the tolerance asked for, reactions included. What is refused is refused with a sentence.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "folder.h"
#include "formulation/formulation.h"

enum { SAMPLES = 8, MOST_OUTPUTS = 400 };

// What a run of a model gives: samples of all outputs, and of the reactions in the joints.
typedef struct {
  bool made, done;
  int noutputs;
  double energy;  // J: the scale of outputs that are energies
  jn_dimension dimension[MOST_OUTPUTS];
  double time;  // reached
  double value[SAMPLES][MOST_OUTPUTS];
  char why[256], refusal[512];
} account;

static const double asked = 1e-8;  // relative tolerance of the runs
// the tolerance holds per step, outputs add up over the run and may amplify (forces of tyres most)
static const double grace = 1e4;

static bool is_fixed(const char *name) { return jn_integrator_is_fixed(name); }

// The first integrator of a formulation that adapts its step and is not in the way of a model with few steps.
static const char *adaptive(const jni_formulation_kind *kind) {
  for (int i = 0; kind->integrators[i]; i++)
    if (!is_fixed(kind->integrators[i])) return kind->integrators[i];
  return kind->integrators[0];
}

static void take_samples(jn_run *run, account *a) {
  a->noutputs = jn_run_noutputs(run) < MOST_OUTPUTS ? jn_run_noutputs(run) : MOST_OUTPUTS;
  a->energy = jn_run_summary(run)->max_kinetic_energy;
  a->time = jn_run_summary(run)->time;
  for (int i = 0; i < a->noutputs; i++) a->dimension[i] = jn_run_output_dimension(run, i);
  for (int k = 0; k < SAMPLES && k < jn_run_nsamples(run); k++)
    memcpy(a->value[k], jn_run_sample(run, k), (size_t)a->noutputs * sizeof(double));
}

static void execute(jn_model *model, const jn_choices *choices, account *a) {
  jn_report *report = jn_report_new(NULL);
  double at[SAMPLES];
  for (int k = 0; k < SAMPLES; k++) at[k] = choices->until * (k + 1) / SAMPLES;
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  options.at = at;
  options.nat = SAMPLES;
  *a = (account){0};
  jn_run *run = jn_run_new(model, &options, report);
  a->made = run != NULL;
  if (run) {
    a->done = jn_run_execute(run, report) == JN_OK;
    snprintf(a->why, sizeof a->why, "%s", jn_run_summary(run)->why);
    take_samples(run, a);
  } else if (jn_report_size(report) > 0) {
    jn_error_format(jn_report_get(report, jn_report_size(report) - 1), a->refusal, sizeof a->refusal);
  }
  jn_run_free(run);
  jn_report_free(report);
}

static bool is_alike(jn_dimension a, jn_dimension b) {
  return a.m == b.m && a.kg == b.kg && a.s == b.s && a.rad == b.rad;
}

// The largest value that an output takes, 1 at least: angles, small motions. Forces and torques count by the largest of
// their dimension, which the small ones are in balance with, and energies by what moves.
static double size_of(const account *a, int output) {
  const jn_dimension energy = {.m = 2, .kg = 1, .s = -2}, force = {.m = 1, .kg = 1, .s = -2},
                     torque = {.m = 2, .kg = 1, .s = -2, .rad = -1};
  jn_dimension own = a->dimension[output];
  bool shared = is_alike(own, force) || is_alike(own, torque);
  double size = is_alike(own, energy) ? fmax(a->energy, 1) : 1;
  for (int i = 0; i < a->noutputs; i++)
    for (int k = 0; k < SAMPLES && (i == output || (shared && is_alike(a->dimension[i], own))); k++)
      size = fmax(size, fabs(a->value[k][i]));
  return size;
}

// Largest difference of an output, relative to its size.
static double difference(const account *a, const account *b, int *which) {
  double worst = 0;
  for (int i = 0; i < a->noutputs; i++) {
    double most = 0;
    for (int k = 0; k < SAMPLES; k++) {
      double d = fabs(a->value[k][i] - b->value[k][i]);
      if (d > most || isnan(d)) most = isnan(d) ? HUGE_VAL : d;
    }
    if (most / size_of(b, i) > worst) {
      worst = most / size_of(b, i);
      *which = i;
    }
  }
  return worst;
}

static jn_choices tight(const jn_model *model, double until) {
  jn_choices c = *jn_model_choices((jn_model *)(size_t)model);
  c.until = until;
  c.step = 0;
  c.tolerance = 1e-11;
  c.output_step = until;
  c.checkpoint_step = until;
  c.tolerance_position = c.tolerance_velocity = c.tolerance_other = c.tolerance_constraint = 0;
  strcpy(c.formulation, "multipliers");
  strcpy(c.integrator, "dopri5");
  strcpy(c.variant, "auto");
  strcpy(c.position, "newton");
  strcpy(c.velocity, "projection");
  strcpy(c.energy, "none");
  return c;
}

static void check_one(const char *path, jn_model *model, const jni_formulation_kind *kind, const char *variant,
                      const account *reference, double until) {
  jn_choices c = tight(model, until);
  c.tolerance = asked;
  strcpy(c.formulation, kind->name);
  strcpy(c.variant, variant);
  strcpy(c.integrator, adaptive(kind));
  strcpy(c.position, "auto");
  strcpy(c.velocity, "auto");
  account a;
  execute(model, &c, &a);
  if (!a.made) {  // refused: with a sentence that names the formulation
    CHECK(strstr(a.refusal, kind->name) != NULL);
    if (!strstr(a.refusal, kind->name)) printf("  %s %s %s: %s\n", path, kind->name, variant, a.refusal);
    return;
  }
  int which = 0;
  double error = a.done ? difference(&a, reference, &which) : NAN;
  bool good = error <= grace * asked;
  CHECK(good);
  if (!good)
    printf("  %s, %s %s %s: error %.2g in output %d; %s\n", path, kind->name, variant, c.integrator, error, which,
           a.why);
}

// Through what all five bars on a line leave open no reference passes: this model is compared before it, and no other
// may end early.
static bool may_end_early(const char *path) { return strstr(path, "parallelogram-five-bars") != NULL; }

// Under sanitizers with every other way, and the next model with the others.
static void check_model(const char *path) {
  static int models;
  int turn = models++;
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  CHECK(model != NULL);
  if (!model) {
    jn_report_free(report);
    return;
  }
  double until = fmin(jn_model_choices(model)->until, LIGHT ? 0.1 : 0.5);
  jn_choices c = tight(model, until);
  account reference;
  execute(model, &c, &reference);
  if (!reference.done) {  // variable steps this tight do not pass a singular configuration; fixed ones do
    strcpy(c.integrator, "rk4");
    c.step = 2e-4;
    execute(model, &c, &reference);
  }
  if (reference.made && !reference.done && may_end_early(path)) {
    CHECK(reference.time > 0.3 * until);
    until = c.until = 0.8 * reference.time;
    execute(model, &c, &reference);
  }
  CHECK(reference.made && reference.done);
  if (!reference.done) printf("  %s: %s%s\n", path, reference.refusal, reference.why);
  for (int i = 0; reference.done && jni_formulation_kinds[i]; i++) {
    static const char *const usual[] = {"auto", NULL};
    const jni_formulation_kind *kind = jni_formulation_kinds[i];
    if (kind->owns_step) continue;  // fixed steps of second order: test_index3.c
    for (const char *const *v = kind->variants ? kind->variants : usual; *v; v++)
      if (!LIGHT || turn++ % 2 == 0) check_one(path, model, kind, *v, &reference, until);
  }
  jn_model_free(model);
  jn_report_free(report);
}

// Values at 10 s of the examples of [park], to more digits than a run gives: see the heads of the model files.
static const struct {
  const char *path, *output;
  double wanted;
} park[] = {
    {"../papers/park/park-double-pendulum.yaml", "theta1", 0.6506567222434529},
    {"../papers/park/park-double-pendulum.yaml", "theta2", 0.3432950431303219},
    {"../papers/park/park-four-bar.yaml", "theta1", 0.5108202930704997},
    {"../papers/park/park-four-bar.yaml", "x2", 2.7404045495248739},
    {"../papers/park/park-four-bar.yaml", "y2", 0.8853326401203961},
    {"../papers/park/park-spatial-four-bar.yaml", "theta1", 1.4091259618021326},
    {"../papers/park/park-spatial-four-bar.yaml", "y2", -0.9869597867037561},
};

// Every formulation at 10 s to 1e-8.
static void check_park(const char *file, const jni_formulation_kind *kind, const char *variant) {
  char path[512];
  snprintf(path, sizeof path, MODELS "/%s", file);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  jn_choices c = tight(model, 10);
  bool drifts = strcmp(adaptive(kind), "ida") == 0 && !kind->holds_position;  // what drifts needs a tighter tolerance
  c.tolerance = drifts ? 3e-13 : 1e-12;
  strcpy(c.formulation, kind->name);
  strcpy(c.variant, variant);
  strcpy(c.integrator, adaptive(kind));
  strcpy(c.position, "auto");
  strcpy(c.velocity, "auto");
  jn_run_options options = jn_run_options_default();
  options.choices = &c;
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  for (size_t k = 0; run && k < sizeof park / sizeof *park; k++)
    for (int i = 0; i < jn_run_noutputs(run); i++) {
      if (strcmp(park[k].path, file) != 0 || strcmp(park[k].output, jn_run_output_name(run, i)) != 0) continue;
      CHECK_NEAR(jn_run_outputs(run)[i], park[k].wanted, 1e-8);
      if (!(fabs(jn_run_outputs(run)[i] - park[k].wanted) <= 1e-8)) printf("  %s %s %s\n", file, kind->name, variant);
    }
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

static void check_all_of_park(void) {
  static const char *const usual[] = {"auto", NULL};
  for (size_t k = 0; k < sizeof park / sizeof *park; k++) {
    if (k > 0 && strcmp(park[k].path, park[k - 1].path) == 0) continue;
    for (int i = 0; jni_formulation_kinds[i]; i++) {
      const jni_formulation_kind *kind = jni_formulation_kinds[i];
      if (kind->owns_step) continue;
      for (const char *const *v = kind->variants ? kind->variants : usual;
           *v && jni_integrator_kind_find(adaptive(kind)); v++)
        check_park(park[k].path, kind, *v);
    }
  }
}

int main(void) {
  CHECK(each_model(MODELS "/examples", check_model) >= 5);
  CHECK(each_model(JOUNCE_SOURCE_DIR "/papers", check_model) >= 5);
  CHECK(each_model(MODELS "/benchmarks", check_model) >= 5);
  if (!LIGHT) check_all_of_park();
  return check_report();
}
