// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// search.c - the gain that leaves the least error: a gain is "chosen experimentally" [yoon], so here are the
// experiments.
//
// Runs at gains spread evenly by their logarithm show where the error is least; golden section then narrows down
// between the neighbours. Everything is decided by results, so two searches agree to the last digit. A run that fails
// counts as infinitely wrong.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "jounce/simulate.h"
#include "kernel/elementary.h"
#include "model/model.h"

enum { COOKIE = 0x6a73, GRID = 9, MOST_SECTIONS = 12 };
static const double close_enough = 0.02;  // relative width of the interval at the end
// relative spread of the errors that is none, and that deserves a warning
static const double all_alike = 1e-9, hardly = 0.05;

// Gains are the choices of these groups, named without the group.
static const char *gain_name(jn_choice which) {
  static const char *const groups[] = {"baumgarte.", "gains."};
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    if (strncmp(jn_choice_get(which)->key, groups[i], strlen(groups[i])) == 0)
      return jn_choice_get(which)->key + strlen(groups[i]);
  return NULL;
}

const char *jn_gain_name(int i) {
  for (int k = 0; k < JN_NCHOICES; k++)
    if (gain_name((jn_choice)k) && i-- == 0) return gain_name((jn_choice)k);
  return NULL;
}

jn_gain_search jn_gain_search_default(void) { return (jn_gain_search){.measure = JN_SEARCH_ENERGY, .cookie = COOKIE}; }

typedef struct {
  const jn_model *model;
  jn_choices choices;
  jn_choice gain;
  jn_search_measure measure;
  jn_gain_found *found;
  jn_report *report;
  jn_status status;
  double largest;  // error of a run that came to its end
  bool failed;     // another did not
} search;

typedef struct {
  double x, error;  // logarithm of the gain
} trial;

// ---- one run ----------------------------------------------------------------------------------------------------

static double measured(const jn_summary *s, jn_search_measure measure) {
  double error =
      measure == JN_SEARCH_ENERGY ? s->max_energy_error : fmax(s->max_position_violation, s->max_angle_violation);
  return error >= 0 && isfinite(error) ? error : HUGE_VAL;
}

// Returns the status of the first.
static jn_status tell_faults(const jn_report *from, jn_report *to) {
  jn_status first = JN_OK;
  for (int i = 0; i < jn_report_size(from); i++) {
    const jn_error *error = jn_report_get(from, i);
    if (error->severity != JN_FAULT) continue;
    jn_report_add(to, error);
    if (first == JN_OK) first = error->status;
  }
  return first != JN_OK ? first : jni_report_no_memory(to);
}

static trial try_at(search *s, double x) {
  trial t = {x, HUGE_VAL};
  double gain = jnk_exp(x);
  if (s->status != JN_OK) return t;
  memcpy((char *)&s->choices + jn_choice_get(s->gain)->offset, &gain, sizeof gain);
  jn_report *own = jn_report_new(s->model->pool.alloc);
  jn_run_options options = jn_run_options_default();
  options.choices = &s->choices;
  jn_run *run = own ? jn_run_new(s->model, &options, own) : NULL;
  jn_status status = run ? jn_run_execute(run, own) : JN_OK;
  if (run && (status == JN_OK || status == JN_DIVERGED)) t.error = measured(jn_run_summary(run), s->measure);
  if (!run) s->status = own ? tell_faults(own, s->report) : jni_report_no_memory(s->report);
  jn_run_free(run);
  jn_report_free(own);
  s->found->runs++;
  if (t.error == HUGE_VAL) s->failed = true;
  else s->largest = fmax(s->largest, t.error);
  if (t.error < s->found->error) s->found->error = t.error, s->found->gain = gain;
  return t;
}

static bool differ(const search *s, double part) {
  return s->failed || s->largest - s->found->error > part * s->largest;
}

// ---- the search -------------------------------------------------------------------------------------------------

static void golden_section(search *s, double a, double b) {
  const double golden = 0.6180339887498949;
  trial left = try_at(s, b - golden * (b - a)), right = try_at(s, a + golden * (b - a));
  for (int k = 0; k < MOST_SECTIONS && b - a > close_enough && s->status == JN_OK; k++) {
    if (left.error < right.error) b = right.x, right = left, left = try_at(s, b - golden * (b - a));
    else a = left.x, left = right, right = try_at(s, a + golden * (b - a));
  }
}

static void narrow(search *s, double lower, double upper) {
  double step = (upper - lower) / (GRID - 1), least = HUGE_VAL;
  int at = -1;
  for (int i = 0; i < GRID && s->status == JN_OK; i++) {
    double error = try_at(s, lower + i * step).error;
    if (error < least) least = error, at = i;
  }
  if (at < 0 || !differ(s, all_alike) || s->status != JN_OK) return;
  golden_section(s, lower + (at > 0 ? at - 1 : 0) * step, lower + (at < GRID - 1 ? at + 1 : at) * step);
}

static int find_gain(const char *name, jn_report *report) {
  char known[200] = "";
  size_t used = 0;
  for (int i = 0; i < JN_NCHOICES; i++) {
    const char *gain = gain_name((jn_choice)i);
    if (gain && name && strcmp(gain, name) == 0) return i;
    if (gain && used < sizeof known)
      used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", gain);
  }
  jn_report_fault(report, JN_BAD_ARGUMENT, "", "there is no gain '%.40s'; there are %s", name ? name : "", known);
  return -1;
}

static jn_status check_use(const jn_model *model, jn_choice gain, jn_choices choices, jn_report *report) {
  jn_status status = jn_choices_settle(model, &choices, report);
  if (status != JN_OK || jn_choice_acts(&choices, gain)) return status;
  return jn_report_fault(report, JN_BAD_ARGUMENT, "",
                         "the gain '%s' has no effect here: it is used only by %s, but this is %s with position %s, "
                         "velocity %s, energy %s",
                         gain_name(gain), jn_choice_get(gain)->applies, choices.formulation, choices.position,
                         choices.velocity, choices.energy);
}

static jn_status judge(const search *s, const jn_gain_search *what) {
  double error = s->found->error;
  if (!differ(s, all_alike))
    return jn_report_fault(s->report, JN_BAD_ARGUMENT, "",
                           "the gain '%s' has no effect here: all %d runs from %g to %g have the same error, %.3g",
                           what->gain, s->found->runs, what->lower, what->upper, error);
  if (!differ(s, hardly))
    jn_report_warn(s->report, "",
                   "the gain '%s' has little effect here: all %d runs from %g to %g have errors from %.3g to %.3g",
                   what->gain, s->found->runs, what->lower, what->upper, error, s->largest);
  return JN_OK;
}

jn_status jn_search_gain(const jn_model *model, const jn_gain_search *what, jn_report *report, jn_gain_found *found) {
  const jn_gain_search plain = jn_gain_search_default();
  if (!what) what = &plain;
  JNI_ASSERT(model && found && what->cookie == COOKIE);
  *found = (jn_gain_found){.gain = NAN, .error = HUGE_VAL};
  int i = find_gain(what->gain, report);
  if (i < 0) return JN_BAD_ARGUMENT;
  if (!(what->lower > 0 && what->upper > what->lower && isfinite(what->upper)))
    return jn_report_fault(report, JN_BAD_ARGUMENT, "",
                           "a gain is searched for between two positive numbers, not from %g to %g", what->lower,
                           what->upper);
  search s = {.model = model,
              .choices = what->choices ? *what->choices : model->choices,
              .gain = (jn_choice)i,
              .measure = what->measure,
              .found = found,
              .report = report};
  jn_status status = check_use(model, s.gain, s.choices, report);
  if (status != JN_OK) return status;
  narrow(&s, jnk_log(what->lower), jnk_log(what->upper));
  if (s.status != JN_OK) return s.status;
  if (found->error < HUGE_VAL) return judge(&s, what);
  return jn_report_fault(report, JN_NO_CONVERGENCE, "", "no run with '%s' from %g to %g was successful", what->gain,
                         what->lower, what->upper);
}
