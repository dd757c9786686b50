// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial_time.c - measures the CPU time of items in turns, and judges which of them is faster.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/progress.h"
#include "common/system.h"
#include "trial/trial.h"

double repro_cpu_seconds(void) { return system_cpu_seconds(); }

// Steps a run through its whole time. Returns the CPU time, s; NaN: the run did not start.
static double step_through(repro *r, repro_timing *item) {
  jn_report *said = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  options.choices = &item->choices;
  repro_begin_at(r, item->model, &item->choices, &options);
  jn_run *run = jn_run_new(item->model, &options, said);
  double seconds = NAN;
  if (run) {
    double until = item->choices.until, start = repro_cpu_seconds();
    jn_status status = JN_OK;
    while (status == JN_OK && jn_run_state(run)[0] < until) status = jn_run_step(run, until);
    seconds = repro_cpu_seconds() - start;
    item->summary = *jn_run_summary(run);
    item->reached = jn_run_state(run)[0];
  } else {
    repro_pass_on(r, item->title, said, true, false);
    repro_fail(r, JN_REFUSED, "the run '%s' did not start", item->title);
  }
  jn_run_free(run);
  jn_report_free(said);
  return seconds;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static bool is_interrupted(void) {
  app_progress progress = progress_begin(false);
  return !progress_show(&progress, &(jn_progress){.wall_seconds = 0});
}

// Returns the value below which `share` of the sorted values lie; NaN without values.
static double quantile(const double *sorted, int n, double share) {
  return n > 0 ? sorted[(int)(share * (n - 1) + 0.5)] : (double)NAN;
}

static double median(repro *r, const double *values, int n) {
  double *sorted = repro_scratch(r, n);
  if (!sorted) return NAN;
  memcpy(sorted, values, (size_t)n * sizeof *sorted);
  qsort(sorted, (size_t)n, sizeof *sorted, by_size);
  return quantile(sorted, n, 0.5);
}

// least number of turns for an uncertainty; largest number of turns / number requested
enum { FEWEST_TURNS = 5, MOST_TIMES = 3 };

const double repro_margin = 0.07;

// Takes turns from number `from` to `to`.
static void take_turns(repro *r, repro_timing *items, int n, int from, int to, repro_turn *turn) {
  for (int k = from; k < to && repro_ok(r); k++) {
    if (is_interrupted()) r->status = JN_INTERRUPTED;
    for (int i = 0; i < n && repro_ok(r); i++) {
      if (k == 0) repro_show(r, items[i].title);
      items[i].turns[items[i].nturns++] = turn(r, &items[i]);
    }
  }
}

static bool is_uncertain(repro *r, const repro_timing *items, int n) {
  for (int i = 1; i < n; i++)
    if (!(repro_compare(r, &items[i], &items[0]).noise < repro_margin / 3)) return true;
  return false;
}

void repro_take_turns(repro *r, repro_timing *items, int n, int repetitions, repro_turn *turn) {
  int done = r->repeat > 0 ? r->repeat : repetitions;
  int most = r->repeat > 0 ? r->repeat : MOST_TIMES * repetitions;
  for (int i = 0; i < n; i++) {
    items[i].turns = repro_scratch(r, most);
    items[i].nturns = 0;
  }
  take_turns(r, items, n, 0, done, turn);
  while (repro_ok(r) && done < most && is_uncertain(r, items, n)) {
    int next = done + repetitions / 4 + 1 < most ? done + repetitions / 4 + 1 : most;
    take_turns(r, items, n, done, next, turn);
    done = next;
  }
  for (int i = 0; i < n && repro_ok(r); i++) items[i].seconds = median(r, items[i].turns, done);
}

void repro_time(repro *r, repro_timing *items, int n, int repetitions) {
  repro_take_turns(r, items, n, repetitions, step_through);
}

// ---- races ---------------------------------------------------------------------------------------------------

repro_outcome repro_outcome_of(double ratio, double noise, double margin) {
  double bound = (1 + margin) * (1 + 2 * noise);
  if (ratio > bound) return REPRO_FASTER;
  return ratio * bound < 1 ? REPRO_SLOWER : REPRO_EVEN;
}

repro_outcome repro_trend(double growth) { return repro_outcome_of(growth, 0, repro_margin); }

repro_race repro_compare(repro *r, const repro_timing *mine, const repro_timing *other) {
  int n = mine->nturns < other->nturns ? mine->nturns : other->nturns;
  repro_race race = {.ratio = NAN, .noise = NAN, .result = REPRO_EVEN};
  double *ratios = repro_ok(r) ? repro_scratch(r, n) : NULL;
  if (!ratios || n == 0) return race;
  for (int k = 0; k < n; k++) ratios[k] = other->turns[k] / mine->turns[k];
  qsort(ratios, (size_t)n, sizeof *ratios, by_size);
  race.ratio = quantile(ratios, n, 0.5);
  race.noise = (quantile(ratios, n, 0.75) - quantile(ratios, n, 0.25)) / (race.ratio * sqrt(n));
  if (n >= FEWEST_TURNS) race.result = repro_outcome_of(race.ratio, race.noise, repro_margin);
  return race;
}

repro_outcome repro_worse(repro_outcome a, repro_outcome b) { return a > b ? a : b; }

void repro_count(repro_tally *tally, repro_outcome outcome) {
  tally->faster += outcome == REPRO_FASTER;
  tally->even += outcome == REPRO_EVEN;
  tally->slower += outcome == REPRO_SLOWER;
}
