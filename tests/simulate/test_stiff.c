// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_stiff.c - steps limited by stability are noticed, and `bdf` takes over where the integrator is left open: closed
// forms, stiffness that begins and ends in the course of a run, no false alarm over all shipped models and over
// mechanisms made by chance, continued runs to the same bits, fixed steps that are too long.
#include "check.h"
#include "folder.h"
#include "integrate/stiffness_switch.h"
#include "mechanism.h"
#include "recorder.h"
#include "trial.h"

// x'' = -(lambda + 1) x' - lambda x: from x = 1 at rest x = (lambda e^-t - e^(-lambda t))/(lambda - 1).
static const char overdamped[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\nparameters: {rate: 1e4}\n"
    "bodies: {bob: {mass: 1, inertia: 1}}\n"
    "joints: {rail: {type: prismatic, between: [ground.O, bob], axis: x}}\n"
    "forces: {spring: {type: torsion-spring, joint: rail, stiffness: '=rate', damping: '=rate + 1'}}\n"
    "initial: {keep: {bob.x: 1, bob.vx: 0}}\nsimulate: {until: 2, checkpoint: 0.25}\noutputs: [bob.x, bob.vx]\n";

// A pendulum turns freely, is held by a stiff damped stop from its lowest point on, and let go again at 3 s.
static const char held[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
    "bodies: {bar: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0]}}}\n"
    "joints: {h: {type: revolute, between: [ground.O, bar.O]}}\n"
    "inputs: {grip: {expression: 'if(t < 1, 0, if(t < 3, 1, 0))'}}\n"
    "forces: {hold: {type: torque, joint: h, value: '-grip*2000*joint.h.rate'}}\n"
    "simulate: {until: 6, checkpoint: 0.5}\noutputs: [bar.angle, bar.rate]\n";

static bool has_bdf(void) { return jni_integrator_is_built(jni_integrator_kind_find("bdf")); }

static void run_by(trial *t, const char *integrator, jn_sink *sink) {
  snprintf(t->choices.integrator, sizeof t->choices.integrator, "%s", integrator);
  jn_report_free(t->report);
  t->report = jn_report_new(NULL);
  trial_run(t, sink);
}

static bool precomputed_report(const jn_report *report, const char *what) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (strstr(jn_report_get(report, i)->what, what)) return true;
  return false;
}

// The right answer by fewer evaluations, and both ways are told.
static void test_closed_form(void) {
  static const double rates[] = {2e3, 1e4, 1e6};
  for (int i = 0; i < (LIGHT ? 2 : 3); i++) {
    char text[1024];
    snprintf(text, sizeof text, "%s", overdamped);
    memcpy(strstr(text, "1e4"), i == 0 ? "2e3" : i == 1 ? "1e4" : "1e6", 3);
    trial t = trial_read(text);
    double L = rates[i], x = (L * exp(-2) - exp(-2 * L)) / (L - 1), tolerance = 20 * t.choices.tolerance;
    t.choices.max_steps = 3e6;
    run_by(&t, "auto", NULL);
    long evaluations = t.s.evaluations;
    CHECK(t.status == JN_OK && strcmp(t.s.choices.integrator, "dopri5") == 0 && t.s.choices.stiff_bdf);
    CHECK_NEAR(jn_run_outputs(t.run)[0], x, tolerance);
    CHECK((t.s.stiff_steps > 0) == has_bdf());
    CHECK(!has_bdf() ||
          (t.s.stiff_from < 0.3 && t.s.stiff_time > 1.7 && t.s.stiff_gain > 1.5 && t.s.stiff_changes % 2 == 1));
    if (i == 2) {
      trial_free(&t);
      continue;
    }
    run_by(&t, "dopri5", NULL);
    CHECK(t.status == JN_OK && t.s.stiff_steps == 0 && t.s.stiff_changes == 0 && t.s.stiff_limited > 50 &&
          t.s.stiff_gain > 2);
    CHECK_NEAR(jn_run_outputs(t.run)[0], x, tolerance);
    CHECK(!has_bdf() || evaluations * (i == 0 ? 3 : 10) < t.s.evaluations);
    CHECK(precomputed_report(t.report, "the motion is stiff") && precomputed_report(t.report, "'bdf'"));
    trial_free(&t);
  }
}

// What it tells that `bdf` would save is saved, within a factor of 3.
static void test_estimate(void) {
  trial t = trial_read(overdamped);
  t.choices.checkpoint_step = 0;  // by steps: every thousand samples are forgotten
  run_by(&t, "dopri5", NULL);
  double gain = t.s.stiff_gain, evaluations = (double)t.s.evaluations;
  run_by(&t, "bdf", NULL);
  CHECK(!has_bdf() || (t.status == JN_OK && gain < 3 * evaluations / (double)t.s.evaluations &&
                       gain > evaluations / (double)t.s.evaluations / 3));
  trial_free(&t);
}

static void test_begins_and_ends(void) {
  trial t = trial_read(held);
  run_by(&t, "dopri5", NULL);
  double angle = jn_run_outputs(t.run)[0];
  long evaluations = t.s.evaluations;
  CHECK(t.status == JN_OK && t.s.stiff_limited > 100 && t.s.stiff_from > 1 && t.s.stiff_from < 1.5 &&
        t.s.stiff_time < 2.1);
  run_by(&t, "auto", NULL);
  CHECK(t.status == JN_OK && (!has_bdf() || (t.s.stiff_steps > 0 && t.s.evaluations < evaluations / 3)));
  CHECK_NEAR(jn_run_outputs(t.run)[0], angle, 1e-6);
  if (has_bdf()) run_by(&t, "adams", NULL);
  CHECK(!has_bdf() || precomputed_report(t.report, "'bdf' may need far fewer"));
  trial_free(&t);
}

// From every checkpoint, before and after the other one took over, to the same end, bit for bit. Named, the run is
// another one.
static void check_continued(const char *text) {
  trial t = trial_read(text);
  recorder record;
  recorder_init(&record);
  run_by(&t, "auto", &record.sink);
  CHECK(t.status == JN_OK && record.nblocks >= 8);
  for (int k = 0; k <= record.nblocks; k++) {
    jn_run_options options = jn_run_options_default();
    jn_choices choices = t.choices;
    if (k == record.nblocks) memcpy(choices.integrator, "dopri5", sizeof "dopri5");
    options.choices = &choices;
    options.resume = record.blocks[k % record.nblocks];
    options.nresume = record.nblock;
    jn_run *rest = jn_run_new(t.model, &options, t.report);
    if (k == record.nblocks)
      CHECK(!rest && precomputed_report(t.report, "written with integrator 'auto', but the run has 'dopri5'"));
    else CHECK(rest && jn_run_execute(rest, t.report) == JN_OK);
    if (rest)
      CHECK(jn_run_summary(rest)->state_hash == t.s.state_hash && jn_run_summary(rest)->stiff_steps == t.s.stiff_steps);
    jn_run_free(rest);
  }
  recorder_clear(&record);
  trial_free(&t);
}

// A restart begins as a new run: nothing is left of the other integrator.
static void test_restart(void) {
  trial t = trial_read(overdamped);
  run_by(&t, "auto", NULL);
  trial again = trial_read(overdamped);
  trial_begin(&again, NULL);
  double *state = jni_alloc0(NULL, (size_t)jn_system_sizes(jn_run_system(again.run)).nstate, sizeof *state);
  memcpy(state, jn_run_state(again.run), (size_t)jn_system_sizes(jn_run_system(again.run)).nstate * sizeof *state);
  CHECK(jn_run_restart(t.run, state) == JN_OK);
  for (int i = 0; i < 60; i++) CHECK(jn_run_step(t.run, 2) == JN_OK && jn_run_step(again.run, 2) == JN_OK);
  CHECK(jn_run_summary(t.run)->state_hash == jn_run_summary(again.run)->state_hash);
  jni_free(NULL, state);
  trial_free(&t);
  trial_free(&again);
}

// ---- fixed steps ------------------------------------------------------------------------------------------------

static void test_fixed(void) {
  static const struct {
    const char *integrator;
    double border;  // h times rate
  } methods[] = {{"rk4", 2.785}, {"ab3", 6.0 / 11}};
  trial t = trial_read(overdamped);
  t.choices.until = 0.5;
  for (int i = 0; i < 2; i++) {
    char step[40];
    t.choices.step = 1.1 * methods[i].border / 1e4;
    run_by(&t, methods[i].integrator, NULL);
    snprintf(step, sizeof step, "a smaller step (below %.2g s", methods[i].border / 1e4);
    CHECK(t.status != JN_OK && strstr(t.s.why, step) && strstr(t.s.why, "'bdf' or 'index3-projected'"));
    t.choices.step = 0.95 * methods[i].border / 1e4;
    run_by(&t, methods[i].integrator, NULL);
    CHECK(t.status == JN_OK);
  }
  trial_free(&t);
}

// ---- no false alarm ---------------------------------------------------------------------------------------------

// Stiff they are: fast decay of slip on tyres at low speed, of gears with damping, of light wheels on soil.
static bool is_stiff(const char *path) {
  static const char *const stiff[] = {"planetary-gear",      "tyre-rig",       "tyre-slope", "soil-rig",
                                      "vehicles/iltis.yaml", "vehicles/hmmwv", "vehicles/m2"};
  for (size_t i = 0; i < sizeof stiff / sizeof *stiff; i++)
    if (strstr(path, stiff[i])) return true;
  return false;
}

static void check_shipped(const char *path) {
  if (is_left_out(path)) return;
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  CHECK(model);
  if (!model) return;
  trial t = {.report = report, .model = model, .choices = *jn_model_choices(model)};
  t.choices.step = 0;
  t.choices.until = fmin(t.choices.until, strstr(path, "iltis") ? 0.3 : LIGHT ? 0.2 : 2);
  snprintf(t.choices.formulation, sizeof t.choices.formulation, "auto");
  run_by(&t, "auto", NULL);
  bool kept = t.s.stiff_limited == 0 && t.s.stiff_changes == 0;
  if (t.run && !kept && !is_stiff(path))
    printf("%s: %ld steps limited, from %g s on\n", path, t.s.stiff_limited, t.s.stiff_from);
  CHECK(!t.run || kept || is_stiff(path));
  trial_free(&t);
}

// Where nothing was noticed, the run is that of `dopri5` to the last bit; where it was, it takes hardly more work, and
// ends in the same place.
static void check_random(int profile, uint64_t seed, int *stiff) {
  static mechanism m;
  char why[600];
  jn_model *model = mech_generate(profile, seed, &m, why, sizeof why) ? mech_read(&m, why, sizeof why) : NULL;
  if (!model) return;
  trial t = {.report = jn_report_new(NULL), .model = model, .choices = *jn_model_choices(model)};
  t.choices.step = 0;
  t.choices.max_steps = 3e4;
  snprintf(t.choices.formulation, sizeof t.choices.formulation, "auto");
  run_by(&t, "dopri5", NULL);
  jn_summary named = t.s;
  jn_status status = t.status;
  if (status == JN_OK) run_by(&t, "auto", NULL);
  if (status == JN_OK) CHECK(t.status == JN_OK);
  if (status == JN_OK && named.stiff_limited == 0) CHECK(t.s.state_hash == named.state_hash && t.s.stiff_changes == 0);
  if (status == JN_OK && named.stiff_limited > 0) {
    CHECK((double)t.s.evaluations < 1.3 * (double)named.evaluations + 2000);
    CHECK_NEAR(t.s.energy_final, named.energy_final,
               1e-5 * (named.max_kinetic_energy + fabs(named.energy_initial)) + 1e-9);
    ++*stiff;
  }
  trial_free(&t);
}

static void test_random(void) {
  int stiff = 0;
  for (int profile = 0; profile < NPROFILES; profile++)
    for (uint64_t seed = 1; profile != STATICS && seed <= (LIGHT ? 3 : 25); seed++) check_random(profile, seed, &stiff);
  printf("%d mechanisms by chance are stiff\n", stiff);
}

int main(void) {
  test_closed_form();
  test_estimate();
  test_begins_and_ends();
  check_continued(overdamped);
  check_continued(held);
  test_restart();
  test_fixed();
  CHECK(each_shipped_model(check_shipped) >= 40);
  test_random();
  return check_report();
}
