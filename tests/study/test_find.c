// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_find.c - the search for best values, on mechanisms whose answers are known: one and several parameters, at
// bounds, the largest, repeatable for any number of threads, formulas and what is refused, interruption, failing
// memory.
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "memory.h"
#include "report.h"

#define MODEL JOUNCE_SOURCE_DIR "/models/examples/slider-crank.yaml"

static jn_found *find(const jn_setting *vary, int n, const char *formula, bool largest, int threads,
                      jn_report *report) {
  static const jn_setting shorter = {"simulate.until", "0.02"};
  jn_study_def def = jn_study_def_default();
  jn_find_options options = jn_find_options_default();
  def.model = MODEL;
  def.vary = vary;
  def.nvary = n;
  def.settings = &shorter;
  def.nsettings = 1;
  options.least = formula;
  options.largest = largest;
  options.threads = threads;
  return jn_find(NULL, &def, &options, report);
}

// The piston is farthest at r + l, where it starts: (max(piston.x) - 0.2037)^2 is least at r = 53.7 mm.
static void test_one(void) {
  const jn_setting vary = {"r", "40 mm:60 mm"};
  jn_found *found = find(&vary, 1, "(max(piston.x) - 0.2037)^2", false, 1, NULL);
  CHECK(found && jn_found_status(found) == JN_OK && jn_found_converged(found));
  CHECK_NEAR(jn_found_value(found, 0), 0.0537, 2e-6 + 1e-4 * 0.02);
  CHECK(!jn_found_at_bound(found, 0) && jn_found_nruns(found) < 40 && strcmp(jn_found_unit(found, 0), "m") == 0);
  double value, tried = HUGE_VAL;
  for (int i = 0; i < jn_found_nruns(found); i++) tried = fmin(tried, jn_found_tried(found, i, &value));
  CHECK(tried == jn_found_best(found));
  jn_found_free(found);
}

static void test_bounds(void) {
  const jn_setting vary = {"r", "40 mm:60 mm"};
  jn_found *least = find(&vary, 1, "max(piston.x)", false, 2, NULL),
           *most = find(&vary, 1, "max(piston.x)", true, 2, NULL);
  CHECK(least && jn_found_at_bound(least, 0));
  CHECK_NEAR(jn_found_best(least), 0.19, 1e-8);
  CHECK(most && jn_found_at_bound(most, 0));
  CHECK_NEAR(jn_found_best(most), 0.21, 1e-8);
  jn_found_free(least);
  jn_found_free(most);
}

// r + l = 0.2237 and r l = 0.0537 * 0.17: both lengths are known, up to the tolerance of the search.
static void test_several(void) {
  const jn_setting vary[] = {{"r", "40 mm:60 mm"}, {"l", "140 mm:200 mm"}};
  const char *formula =
      "(max(piston.x) - 0.2237)^2 + 4*(final(crank.A.x) - min(crank.A.x) + 0*rms(rod.y) + max(crank.A.x) - 0.0537)^2";
  jn_found *one = find(vary, 2, formula, false, 1, NULL), *two = find(vary, 2, formula, false, 2, NULL);
  CHECK(one && two && jn_found_converged(one) && jn_found_nruns(one) == jn_found_nruns(two));
  CHECK(one && two && jn_found_best(one) == jn_found_best(two) && jn_found_value(one, 1) == jn_found_value(two, 1));
  CHECK_NEAR(jn_found_value(one, 0), 0.0537, 1e-5);
  CHECK_NEAR(jn_found_value(one, 1), 0.17, 1e-5);
  jn_found_free(one);
  jn_found_free(two);
}

static void test_refused(void) {
  const struct {
    const char *value, *formula, *says;
  } cases[] = {{"40 mm:60 mm", "piston.x", "contains no statistic"},
               {"40 mm:60 mm", "max(piston.x) + crank.rate", "use a statistic of it"},
               {"40 mm:60 mm", "max()", "missing between brackets"},
               {"40 mm:60 mm", "max(piston.xx)", "did you mean 'piston.x'"},
               {"40 mm:60 mm", "max(piston.x", "contains no statistic"},
               {"60 mm:40 mm", "max(piston.x)", "greater than the first"},
               {"[1, 2]", "max(piston.x)", "two bounds"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const jn_setting vary = {"r", cases[i].value};
    jn_report *report = jn_report_new(NULL);
    CHECK(!find(&vary, 1, cases[i].formula, false, 1, report));
    bool precomputed_report = jn_report_size(report) > 0 && strstr(jn_report_get(report, 0)->what, cases[i].says);
    CHECK(precomputed_report);
    if (!precomputed_report) print_report(report);
    jn_report_free(report);
  }
  CHECK(!find(NULL, 0, "max(piston.x)", false, 1, NULL) && !find(NULL, 0, NULL, false, 1, NULL));
}

// Bounds beyond the limits of the parameter are refused, and a run of a sweep beyond them fails by name.
static void test_limits(void) {
  const jn_setting bounds = {"crank", "50 mm:260 mm"}, grid = {"crank", "50 mm:260 mm:3"},
                   shorter = {"simulate.until", "0.02"};
  jn_study_def def = jn_study_def_default();
  jn_find_options options = jn_find_options_default();
  jn_report *report = jn_report_new(NULL);
  def.model = JOUNCE_SOURCE_DIR "/tests/data/four-bar-limits.yaml";
  def.settings = &shorter;
  def.nsettings = 1;
  def.vary = &bounds;
  def.nvary = 1;
  options.least = "max(link3.angle)";
  CHECK(!jn_find(NULL, &def, &options, report) && jn_report_count(report, JN_FAULT) == 1);
  CHECK(jn_report_size(report) == 1 && strstr(jn_report_get(report, 0)->what, "'crank', 0.05 to 0.26"));
  def.vary = &grid;
  jn_study *study = jn_study_new(NULL, &def, NULL);
  jn_sweep_options runs = jn_sweep_options_default();
  jn_sweep *sweep = study ? jn_sweep_run(study, &runs, NULL) : NULL;
  CHECK(sweep && jn_sweep_run_status(sweep, 0) == JN_OK && jn_sweep_run_status(sweep, 1) == JN_OK);
  CHECK(sweep && jn_sweep_run_status(sweep, 2) == JN_BAD_MODEL && strstr(jn_sweep_why(sweep, 2), "'crank'"));
  CHECK(sweep && strstr(jn_sweep_why(sweep, 2), "0.2475 m") && strstr(jn_sweep_why(sweep, 2), "0.26 m"));
  jn_sweep_free(sweep);
  jn_study_free(study);
  jn_report_free(report);
}

static bool stop_soon(void *context, const jn_sweep_progress *now) {
  (void)context;
  return now->done < 12;
}

static void test_stopped(void) {
  const jn_setting vary = {"r", "40 mm:60 mm"};
  jn_study_def def = jn_study_def_default();
  jn_find_options options = jn_find_options_default();
  def.model = MODEL;
  def.vary = &vary;
  def.nvary = 1;
  options.least = "final(piston.x)";
  options.progress = stop_soon;
  jn_found *cut = jn_find(NULL, &def, &options, NULL);
  CHECK(cut && jn_found_status(cut) == JN_INTERRUPTED && jn_found_nruns(cut) >= 9 && isfinite(jn_found_best(cut)));
  options.progress = NULL;
  options.most_runs = 10;
  jn_found *used_up = jn_find(NULL, &def, &options, NULL);
  CHECK(used_up && jn_found_status(used_up) == JN_OK && !jn_found_converged(used_up) && jn_found_nruns(used_up) == 10);
  options.most_runs = 3;
  jn_found *none = jn_find(NULL, &def, &options, NULL);
  CHECK(none && jn_found_status(none) == JN_BAD_ARGUMENT && isnan(jn_found_best(none)));
  jn_found_free(cut);
  jn_found_free(used_up);
  jn_found_free(none);
}

static void test_memory(void) {
  const jn_setting vary[] = {{"r", "40 mm:60 mm"}, {"l", "140 mm:200 mm"}}, shorter = {"simulate.until", "0.01"};
  memory_count count = {0, 0, 0, false};
  const jn_alloc alloc = {counted_resize, &count};
  jn_study_def def = jn_study_def_default();
  jn_find_options options = jn_find_options_default();
  def.model = MODEL;
  def.vary = vary;
  def.nvary = 2;
  def.settings = &shorter;
  def.nsettings = 1;
  options.least = "max(joint.A.force)";
  options.most_runs = 12;
  options.threads = 1;
  jn_found_free(jn_find(&alloc, &def, &options, NULL));
  long calls = count.calls;
  CHECK(count.live == 0);
  for (long at = 1; at <= calls; at += at < 100 ? 7 : LIGHT ? 1999 : 499) {
    count = (memory_count){0, 0, at, false};
    jn_found *found = jn_find(&alloc, &def, &options, NULL);
    CHECK(!found || jn_found_status(found) == JN_NO_MEMORY);
    jn_found_free(found);
    CHECK(count.live == 0);
  }
}

int main(void) {
  test_one();
  test_bounds();
  test_limits();
  test_several();
  test_refused();
  test_stopped();
  test_memory();
  return check_report();
}
