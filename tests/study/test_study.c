// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_study.c - the parts of a study: draws against published numbers, quantiles, Latin hypercubes, ranges and
// lists, what is taken of rows against closed forms, definitions as text and back, and what is refused.
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "report.h"
#include "study/study.h"

#define MODEL JOUNCE_SOURCE_DIR "/models/examples/slider-crank.yaml"

// ---- draws -------------------------------------------------------------------------------------------------------

// The first words of Philox 4x32-10 with key and counter zero are 6627e8d5 e169c58d, with all ones 408f276d 41c83b0e
// [Salmon 2011].
static void test_philox(void) {
  CHECK(jni_uniform(0, 0, 0) == ((double)(0xe169c58d6627e8d5ull >> 12) + 0.5) * 0x1p-52);
  CHECK(jni_uniform(~0ull, ~0ull, ~0ull) == ((double)(0x41c83b0e408f276dull >> 12) + 0.5) * 0x1p-52);
}

static void test_quantiles(void) {
  const struct {
    double u, x;
  } known[] = {{0.5, 0},
               {0.975, 1.959963984540054},
               {0.8413447460685429, 1},
               {1e-10, -6.361340902404056},
               {0.95, 1.6448536269514722}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    CHECK_NEAR(jni_normal_quantile(known[i].u), known[i].x, 2e-15 * (1 + fabs(known[i].x)));
  for (double u = 1e-300; u < 0.5; u *= 10) CHECK_NEAR(erfc(-jni_normal_quantile(u) / sqrt(2)) / 2 / u, 1, 1e-11);
  for (double u = 0.001; u < 0.5; u += 0.01) CHECK_NEAR(jni_normal_quantile(u), -jni_normal_quantile(1 - u), 1e-13);
}

static jni_varied law(jni_pool *pool, const char *text) {
  jni_varied v;
  const jn_setting given = {"x", text};
  CHECK(jni_random_parse(pool, &given, &v, NULL));
  return v;
}

// Mean and deviation of 20 000 draws, within four standard errors.
static void test_moments(void) {
  enum { N = 20000 };
  const struct {
    const char *law;
    double mean, deviation;
  } cases[] = {{"normal(2, 0.1)", 2, 0.1},
               {"uniform(40mm, 60mm)", 0.05, 0.02 / 3.4641016151377544},
               {"lognormal(3, 0.5)", 3.3994453596, 1.8116876537}};
  for (int k = 0; k < 3; k++) {
    jni_pool pool = {.alloc = NULL};
    jni_varied v = law(&pool, cases[k].law);
    double sum = 0, squares = 0;
    for (int i = 0; i < N; i++) sum += jni_random_draw(&v, 7, i, N);
    for (int i = 0; i < N; i++) squares += pow(jni_random_draw(&v, 7, i, N) - sum / N, 2);
    CHECK_NEAR(sum / N, cases[k].mean, 4 * cases[k].deviation / sqrt(N));
    CHECK_NEAR(sqrt(squares / N) / cases[k].deviation, 1, k == 2 ? 0.1 : 0.025);
    jni_pool_free(&pool);
  }
}

// Each of n strata has one draw, and two parameters do not follow each other.
static void test_latin(void) {
  enum { N = 500 };
  jni_pool pool = {.alloc = NULL};
  jni_varied a = law(&pool, "uniform(0, 1)"), b = a;
  b.key++;
  int seen[2][N] = {{0}};
  double product = 0;
  CHECK(jni_random_order(&pool, 1, N, &a) && jni_random_order(&pool, 1, N, &b));
  for (int i = 0; i < N; i++) {
    double x = jni_random_draw(&a, 1, i, N), y = jni_random_draw(&b, 1, i, N);
    seen[0][(int)(x * N)]++;
    seen[1][(int)(y * N)]++;
    product += (x - 0.5) * (y - 0.5);
  }
  for (int i = 0; i < N; i++) CHECK(seen[0][i] == 1 && seen[1][i] == 1);
  CHECK_NEAR(product / N * 12, 0, 4 / sqrt(N));
  jni_pool_free(&pool);
}

// ---- what is taken -----------------------------------------------------------------------------------------------

// y = t^2 - t by chords over equal steps; of a straight line mean and rms are exact.
static void test_taken(void) {
  jni_accumulator line, curve;
  enum { N = 1000 };
  for (int i = 0; i <= N; i++) {
    double t = 2.0 * i / N;
    jni_accumulator_add(&line, i == 0, t, 3 - 2 * t);
    jni_accumulator_add(&curve, i == 0, t, t * t - t);
  }
  CHECK_NEAR(jni_accumulator_get(&line, 0, JNI_STATISTIC_mean), 1, 1e-13);
  CHECK_NEAR(jni_accumulator_get(&line, 0, JNI_STATISTIC_rms), sqrt(7.0 / 3), 1e-13);
  CHECK(jni_accumulator_get(&line, 0, JNI_STATISTIC_final) == -1 &&
        jni_accumulator_get(&line, 0, JNI_STATISTIC_max) == 3);
  CHECK(jni_accumulator_get(&line, 0, JNI_STATISTIC_when_max) == 0 &&
        jni_accumulator_get(&line, 0, JNI_STATISTIC_when_min) == 2);
  CHECK_NEAR(jni_accumulator_get(&curve, 0, JNI_STATISTIC_mean), 1.0 / 3, 1e-6);
  CHECK_NEAR(jni_accumulator_get(&curve, 0, JNI_STATISTIC_rms), sqrt(8.0 / 15), 2e-6);
  CHECK_NEAR(jni_accumulator_get(&curve, 0, JNI_STATISTIC_min), -0.25, 1e-15);
  CHECK_NEAR(jni_accumulator_get(&curve, 0, JNI_STATISTIC_when_min), 0.5, 1e-15);
  jni_accumulator_add(&line, true, 5, 7);
  CHECK(jni_accumulator_get(&line, 5, JNI_STATISTIC_mean) == 7 &&
        jni_accumulator_get(&line, 5, JNI_STATISTIC_rms) == 7);
}

// ---- ranges and lists --------------------------------------------------------------------------------------------

static jn_study *study_of(const jn_setting *vary, int nvary, const jn_setting *random, int nrandom, int runs,
                          jn_report *report) {
  jn_study_def def = jn_study_def_default();
  def.model = MODEL;
  def.vary = vary;
  def.nvary = nvary;
  def.random = random;
  def.nrandom = nrandom;
  def.runs = runs;
  return jn_study_new(NULL, &def, report);
}

// The first parameter is slowest; draws are the same at every point of the grid.
static void test_grid(void) {
  const jn_setting vary[] = {{"r", "40 mm : 60 mm : 3"}, {"simulate.integrator", "[rk4, dopri5]"}},
                   random[] = {{"speed", "normal(300 rpm, 5 rpm)"}};
  jn_study *s = study_of(vary, 2, random, 1, 4, NULL);
  CHECK(s && jn_study_nruns(s) == 24 && jn_study_npoints(s) == 6 && jn_study_nparameters(s) == 3);
  if (!s) return;
  for (int run = 0; run < 24; run++) {
    CHECK_NEAR(jn_study_value(s, 0, run), 0.04 + 0.01 * (run / 8), 1e-16);
    CHECK(jn_study_value(s, 1, run) == 1 + run / 4 % 2);
    CHECK(strcmp(jn_study_label(s, 1, run), run / 4 % 2 ? "dopri5" : "rk4") == 0);
    CHECK(jn_study_value(s, 2, run) == jn_study_value(s, 2, run % 4));
  }
  CHECK(jn_study_value(s, 0, 23) == 0.06 && !jn_study_label(s, 0, 0) && jn_study_is_random(s, 2));
  jn_study_free(s);
}

// Each with the words that its sentence must have.
static void test_refused(void) {
  const struct {
    const char *path, *value, *says;
    bool random;
  } cases[] = {{"r", "40mm", "expected a range", false},
               {"r", "40mm:60mm", "expected a range", false},
               {"r", "40mm:60mm:1", "is not a number of values", false},
               {"r", "40mm:60mm:2.5", "is not a number of values", false},
               {"r", "40mm:6s:3", "another unit", false},
               {"r", "[1, , 2]", "is empty", false},
               {"r", "[1, 2", "expected a range", false},
               {"r", "[40 s, 50 s]", "r", false},
               {"spead", "[1, 2]", "did you mean", false},
               {"r", "normal(1)", "expected normal", true},
               {"r", "gauss(1, 2)", "expected normal", true},
               {"r", "normal(1, 2) x", "expected normal", true},
               {"r", "uniform(60mm, 40mm)", "greater one", true},
               {"r", "normal(50mm, -1mm)", "negative", true},
               {"r", "lognormal(-50mm, 1)", "positive", true},
               {"r", "lognormal(50mm, 1mm)", "plain number", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const jn_setting one = {cases[i].path, cases[i].value};
    jn_report *report = jn_report_new(NULL);
    jn_study *s = cases[i].random ? study_of(NULL, 0, &one, 1, 3, report) : study_of(&one, 1, NULL, 0, 0, report);
    bool precomputed_report =
        jn_report_count(report, JN_FAULT) > 0 && strstr(jn_report_get(report, 0)->what, cases[i].says);
    CHECK(!s && precomputed_report);
    if (!precomputed_report) {
      printf("%s=%s:\n", cases[i].path, cases[i].value);
      print_report(report);
    }
    jn_study_free(s);
    jn_report_free(report);
  }
}

static void test_draws_refused(void) {
  const jn_setting twice[] = {{"r", "[40mm, 50mm]"}, {"r", "[1, 2]"}}, random = {"r", "normal(50mm, 1mm)"};
  CHECK(!study_of(twice, 2, NULL, 0, 0, NULL));
  CHECK(!study_of(NULL, 0, &random, 1, 0, NULL));
  CHECK(!study_of(twice, 1, NULL, 0, 5, NULL));
  const jn_setting large[] = {{"r", "1:2:100000"}, {"l", "1:2:100000"}};
  CHECK(!study_of(large, 2, NULL, 0, 0, NULL));
}

// ---- definitions -------------------------------------------------------------------------------------------------

static const char text[] =
    "# a comment\nstudy: 1\nmodel: model.yaml\nset: {l: 160 mm}\nvary: {r: [40 mm, 50 mm], speed: {from: 200 rpm, to: "
    "300 "
    "rpm, values: 3}}\nrandom: {bodies.rod.mass: \"normal(0.4, 0.01)\"}\nlatin: 5\nseed: 9\noutputs: [piston.x]\n"
    "take: [max, rms]\nsimulate: {until: 0.1, tolerance.relative: 1e-7}\nshards: 3\nhistories: true\n";

static void write_file(const char *path, const char *content) {
  FILE *file = fopen(path, "w");
  if (file) {
    fputs(content, file);
    fclose(file);
  }
}

static void check_definition(const jn_study_def *def) {
  CHECK(def && def->nvary == 2 && def->nrandom == 1 && def->latin == 5 && def->seed == 9 && def->shards == 3);
  if (!def) return;
  CHECK(strcmp(def->vary[0].value, "[40 mm, 50 mm]") == 0 && strcmp(def->vary[1].value, "200 rpm:300 rpm:3") == 0);
  CHECK(def->histories && def->noutputs == 1 && def->ntake == 2 && strcmp(def->take[1], "rms") == 0);
  CHECK(def->chosen[JN_CHOICE_until] && def->choices->until == 0.1 && def->choices->tolerance == 1e-7);
}

// A file, and the text that is made of its definition, say the same.
static void test_files(void) {
  write_file("study.test.yaml", text);
  CHECK(jn_is_study_file("study.test.yaml") && !jn_is_study_file(MODEL) && !jn_is_study_file("nothing.yaml"));
  jn_study_def *def = jn_study_def_read(NULL, "study.test.yaml", NULL);
  check_definition(def);
  char *again = def ? jn_study_def_text(NULL, def) : NULL;
  if (again) write_file("study.test.yaml", again);
  jn_study_def *second = jn_study_def_read(NULL, "study.test.yaml", NULL);
  check_definition(second);
  CHECK(second && strcmp(second->model, "model.yaml") == 0);
  jn_text_free(NULL, again);
  jn_study_def_free(def);
  jn_study_def_free(second);
  remove("study.test.yaml");
}

static void test_file_faults(void) {
  const struct {
    const char *text, *says;
    int line;
  } cases[] = {{"study: 2\nmodel: a\n", "version 1", 1},
               {"study: 1\n", "no 'model'", 1},
               {"study: 1\nmodel: a\nvarry: {r: 1}\n", "did you mean 'vary'", 3},
               {"study: 1\nmodel: a\nvary: {r: {from: 1}}\n", "a range is", 3},
               {"study: 1\nmodel: a\nruns: many\n", "whole number", 3},
               {"study: 1\nmodel: a\nvary: [r]\n", "expected parameters", 3},
               {"study: 1\nmodel: a\nsimulate: {until: -1}\n", "until must be positive", 3},
               {"jounce: 1\n", "begins with 'study: 1'", 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jn_report *report = jn_report_new(NULL);
    write_file("faulty.test.yaml", cases[i].text);
    CHECK(!jn_study_def_read(NULL, "faulty.test.yaml", report));
    const jn_error *e = jn_report_size(report) > 0 ? jn_report_get(report, 0) : NULL;
    CHECK(e && strstr(e->what, cases[i].says) && e->line == cases[i].line);
    if (e && !strstr(e->what, cases[i].says)) print_report(report);
    jn_report_free(report);
  }
  remove("faulty.test.yaml");
}

int main(void) {
  test_philox();
  test_quantiles();
  test_moments();
  test_latin();
  test_taken();
  test_grid();
  test_refused();
  test_draws_refused();
  test_files();
  test_file_faults();
  return check_report();
}
