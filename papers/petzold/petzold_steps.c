// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_steps.c - stable methods with larger steps: the HMMWV over bumps at which its wheels reach their stops, by
// explicit and by linearly implicit methods with fixed steps, all as compiled code.
#include <math.h>
#include <stdio.h>

#include "petzold/petzold.h"

// Bumps of 0.15 m; the stops are closer than in the model of the vehicle.
static const jn_setting settings[] = {{"roads.road1.height", "0.15"},
                                      {"parts.corner.parameters.bump_length", "0.24"},
                                      {"parts.corner.parameters.travel", "=if(rear, 0.315, 0.275) - 0.24"}};
// end time, s; output step, s; largest admissible distance from the reference, m
static const double until = 3, apart = 0.05, near = 0.05;
// step and end time of the timed turns of `split` and `rosenbrock`, s
static const double timed_step = 2e-3, timed_until = 0.4;

typedef struct {
  const char *name;
  bool implicit;
} method;
static const method methods[] = {{"euler", false}, {"rk4", false}, {"rosenbrock", true}, {"split", true}};
enum { EULER, RK4, ROSENBROCK, SPLIT };
static const double steps[] = {1e-3, 2e-3, 5e-3, 10e-3};
enum { METHODS = sizeof methods / sizeof *methods, STEPS = sizeof steps / sizeof *steps, PLACES = 3 };

static jn_choices choices_of(repro *r, jn_model *model, const char *name, double step, double end) {
  jn_choices choices = repro_choices(r, model);
  repro_choose(choices.formulation, sizeof choices.formulation, "compiled");
  repro_choose(choices.integrator, sizeof choices.integrator, name);
  choices.tolerance = jn_choices_default().tolerance;
  choices.step = step;
  choices.until = end;
  choices.output_step = apart;
  choices.checkpoint_step = end;
  return choices;
}

// Returns the model as code for a method, which serves all steps.
static jn_model *compile(repro *r, jn_model *model, const char *name) {
  jn_choices choices = choices_of(r, model, name, steps[0], until);
  jn_compile_options options = jn_compile_options_default();
  options.choices = &choices;
  return petzold_compiled_model(r, petzold_compile(r, model, &options));
}

static repro_rows *drive(repro *r, jn_model *code, const char *name, double step, repro_need need) {
  char title[64];
  jn_choices choices = choices_of(r, code, name, step, until);
  snprintf(title, sizeof title, "bumps, %s with %g ms", name, 1e3 * step);
  return repro_run(r, title, code, &choices, NULL, 0, need);
}

// Returns the largest distance of the chassis from the reference, m; infinite if the run did not reach its end.
static double distance(repro *r, const repro_rows *rows, const repro_rows *reference) {
  static const char *const places[PLACES] = {"chassis.x", "chassis.y", "chassis.z"};
  const double *a[PLACES], *b[PLACES];
  double most = 0;
  if (rows->n != reference->n || rows->summary.status != JN_OK) return HUGE_VAL;
  for (int k = 0; k < PLACES; k++) {
    a[k] = repro_values(r, rows, places[k]);
    b[k] = repro_values(r, reference, places[k]);
  }
  for (int i = 0; i < rows->n && repro_ok(r); i++) {
    double square = 0;
    for (int k = 0; k < PLACES; k++) square += (a[k][i] - b[k][i]) * (a[k][i] - b[k][i]);
    most = repro_larger(most, sqrt(square));
  }
  return most < HUGE_VAL ? most : HUGE_VAL;
}

static void judge(repro *r, const double largest[METHODS]) {
  double implicit = 0;
  int explicit = 0, beaten = 0;
  for (int m = 0; m < METHODS; m++)
    if (methods[m].implicit) implicit = fmax(implicit, largest[m]);
  for (int m = 0; m < METHODS; m++) {
    if (methods[m].implicit) continue;
    explicit ++;
    beaten += implicit > 0 && implicit >= 4 * largest[m];
  }
  repro_add_claim(
      r, "larger-steps", repro_share(REPRO_ALWAYS, beaten, explicit),
      "Stable, fixed-step integration methods allow substantially larger time steps without degrading the "
      "accuracy of most important state variables.",
      "of the steps tried, the largest of the linearly implicit method up to which the chassis stays within "
      "50 mm is at least four times that of each explicit one");
  repro_set_condition(r, "on the explicit method");
  repro_quote(r, "section 4, first paragraph",
              "Stable, fixed-step integration methods have been developed that allow substantially larger time steps "
              "without degrading the accuracy of most important state variables.");
  for (int m = 0; m < METHODS; m++) repro_add_evidence(r, "%s %g ms", methods[m].name, 1e3 * largest[m]);
}

// Compares the CPU time of a step of `split` with that of `rosenbrock`, which treats all components implicitly.
static repro_race time_split(repro *r, jn_model *const codes[METHODS]) {
  enum { TURNS = 7 };
  static const int compared[2] = {SPLIT, ROSENBROCK};
  repro_timing items[2];
  for (int i = 0; i < 2; i++) {
    jn_model *code = codes[compared[i]];
    jn_choices choices = choices_of(r, code, methods[compared[i]].name, timed_step, timed_until);
    items[i] = (repro_timing){.title = methods[compared[i]].name, .model = code, .choices = choices};
    items[i].what = repro_follow(r, items[i].title, code, &choices, NULL, 0);
  }
  if (repro_ok(r)) repro_take_turns(r, items, 2, TURNS, petzold_turn_of_run);
  return repro_ok(r) ? repro_compare(r, &items[0], &items[1]) : (repro_race){0};
}

static void judge_split(repro *r, jn_model *const codes[METHODS], const double largest[METHODS]) {
  repro_add_claim(r, "splitting", repro_if(largest[SPLIT] >= 2 * largest[EULER] && largest[SPLIT] > 0),
                  "State variables are divided into slow ones, which are integrated accurately, and fast ones of small "
                  "amplitude, which are approximated by a stable implicit method.",
                  "`split`, which takes the fast components of the HMMWV implicitly and the others explicitly, has a "
                  "largest good step at least twice that of the explicit `euler`");
  repro_quote(r, "section 4, on state variables",
              "For real-time applications, it is important to accurately integrate the first set of variables and "
              "approximate the remaining low frequency/small amplitude components. [...] Stable implicit integration "
              "methods are being investigated to accomplish this task.");
  repro_add_evidence(r, "split %g ms, euler %g ms", 1e3 * largest[SPLIT], 1e3 * largest[EULER]);
  repro_vary(r, "the other method", repro_if(largest[SPLIT] >= largest[ROSENBROCK]),
             "as large a step as with all components implicit: rosenbrock %g ms", 1e3 * largest[ROSENBROCK]);
  repro_race race = time_split(r, codes);
  repro_tally tally = {0};
  repro_count(&tally, race.result);
  repro_claim *claim = repro_add_claim(r, "splitting-cost", repro_judge(REPRO_ALWAYS, &tally),
                                       "A step of `split` takes less time than one of `rosenbrock`.",
                                       "less CPU time per step in the engine, clearly beyond the margin");
  if (claim) {
    claim->ours = true;
    claim->timed = true;
  }
  repro_add_evidence(r, "%.2f times as fast", race.ratio);
  repro_vary(r, "the step", repro_judge(REPRO_ALWAYS, &tally), "both with steps of %g ms", 1e3 * timed_step);
}

void petzold_long_steps(repro *r) {
  static const repro_column columns[] = {{"1 ms (mm)", NULL, 2},
                                         {"2 ms", NULL, 2},
                                         {"5 ms", NULL, 2},
                                         {"10 ms", NULL, 2},
                                         {"largest good step (ms)", NULL, 0}};
  jn_model *model = repro_model(r, "hmmwv-bumps", settings, sizeof settings / sizeof *settings);
  jn_model *codes[METHODS] = {NULL};
  for (int m = 0; m < METHODS && repro_ok(r); m++) {
    codes[m] = compile(r, model, methods[m].name);
    repro_starts_alike(r, codes[m], codes[0]);
  }
  repro_rows *reference = repro_ok(r) ? drive(r, codes[RK4], "rk4", 0.25e-3, REPRO_MUST_RUN) : NULL;
  repro_table *table = repro_add_table(r, "steps", "HMMWV over bumps, on its stops: how far the chassis is off",
                                       "method", columns, STEPS + 1);
  double largest[METHODS] = {0};
  for (int m = 0; m < METHODS && repro_ok(r); m++) {
    int row = repro_add_row(r, table, methods[m].name);
    bool good = true;
    for (int s = 0; s < STEPS && repro_ok(r); s++) {
      repro_rows *rows = drive(r, codes[m], methods[m].name, steps[s], REPRO_MAY_FAIL);
      double off = rows ? distance(r, rows, reference) : HUGE_VAL;
      if (off < HUGE_VAL) repro_set(table, row, s, 1e3 * off);
      else repro_set_text(r, table, row, s, "fails");
      good = good && off <= near;
      if (good) largest[m] = steps[s];
    }
    repro_set(table, row, STEPS, 1e3 * largest[m]);
  }
  repro_set_note(
      r, table,
      "Bumps of 0.15 m at 8 m/s, %g s, with stops that are nearer than the vehicle has them. Largest distance "
      "of the chassis from rk4 with 0.25 ms. A step is good where it and all shorter ones of the table stay "
      "within 50 mm.",
      until);
  if (repro_ok(r)) judge(r, largest);
  if (repro_ok(r)) judge_split(r, codes, largest);
}
