// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_locus.c - root loci: changes of stability and meetings against known answers; loci that end early; no memory.
#include "memory.h"
#include "small_motion.h"

// ---- what is followed -----------------------------------------------------------------------------------------------

typedef struct {
  int calls, asked, fail_at, fail_between_at;  // which call of its sort fails, 0: none
  jn_status failure;
} script;

static bool fails(script *s, bool between) {
  s->calls++;
  s->asked += !between;
  return (!between && s->asked == s->fail_at) || (between && s->fail_between_at > 0);
}

static jn_status modes_of(small s, jn_modes **modes) {
  bool made = small_linearise(&s, "cartesian") && s.modes;
  *modes = s.modes;
  s.modes = NULL;
  small_end(&s);
  return made ? JN_OK : JN_SINGULAR;
}

// lambda^2 + c lambda + 100 = 0: unstable below c = 0, a pair between -20 and 20.
static jn_status oscillator(void *context, double c, bool between, jn_modes **modes) {
  script *s = context;
  char text[600];
  if (fails(s, between)) return s->failure;
  snprintf(text, sizeof text,
           "jounce: 1\nspace: plane\nbodies: {m: {type: particle, mass: 1}}\n"
           "joints: {rail: {type: point-on-line, between: [ground, m], axis: x}}\n"
           "forces: {s: {type: point-force, at: m, value: ['-100*m.x - (%.17g)*m.vx', 0]}}\n",
           c);
  return modes_of(small_text(text), modes);
}

static jn_status bicycle(void *context, double speed, bool between, jn_modes **modes) {
  char value[40];
  (void)context;
  (void)between;
  snprintf(value, sizeof value, "%.17g", speed);
  const jn_setting setting = {"speed", value};
  return modes_of(small_file("benchmarks/whipple-bicycle.yaml", &setting, 1), modes);
}

static jn_locus_def oscillator_def(script *s, double from, double to, int count) {
  jn_locus_def def = jn_locus_def_default();
  def.parameter = "c";
  def.from = from;
  def.to = to;
  def.count = count;
  def.solve = oscillator;
  def.context = s;
  return def;
}

// ---- known answers --------------------------------------------------------------------------------------------------

static void check_points(const jn_locus *locus) {
  for (int i = 0; i < locus->npoints; i++) {
    const jn_locus_point *p = &locus->points[i];
    double c = p->value, square = 100 - c * c / 4;
    CHECK(p->growing == (c < 0 ? 2 : 0) && p->zeros == 0 && p->n == (square > 0 ? 1 : 2) && p->branch[0] == 1);
    CHECK_NEAR(p->re[0] * p->re[0] + p->im[0] * p->im[0], p->n == 1 ? 100 : p->re[0] * p->re[0], 1e-6);
    if (p->n == 1) CHECK_NEAR(p->re[0], -c / 2, 1e-7);
  }
}

// Every number on a line solves the equation.
static void check_lines(const jn_locus *locus) {
  for (int i = 0; i < locus->nlines; i++)
    for (int k = 0; k < locus->lines[i].n; k++) {
      double c = locus->lines[i].value[k], re = locus->lines[i].re[k], im = locus->lines[i].im[k];
      CHECK(locus->lines[i].branch == 1 && (k == 0 || c >= locus->lines[i].value[k - 1]));
      if (fabs(fabs(c) - 20) > 2.01) CHECK_NEAR(hypot(re * re - im * im + c * re + 100, 2 * re * im + c * im), 0, 1e-5);
    }
}

static void test_oscillator(void) {
  script s = {0};
  jn_locus_def def = oscillator_def(&s, -30.5, 30, 31);
  jn_report *report = jn_report_new(NULL);
  jn_locus *locus = jn_locus_new(NULL, &def, report);
  CHECK(locus && locus->status == JN_OK && locus->npoints == 31 && s.asked == 31 && jn_report_size(report) == 0);
  CHECK(locus->nlines == 2 && locus->nbranches == 1 && strcmp(locus->labels[0], "joint.rail.displacement") == 0);
  CHECK(locus->nmeetings == 2 && locus->nchanges == 1);
  CHECK_NEAR(locus->meetings[0].value, -20, 1e-4);
  CHECK_NEAR(locus->meetings[0].re, 10, 1e-3);
  CHECK(locus->meetings[0].pair && !locus->meetings[1].pair && locus->meetings[0].line != locus->meetings[0].other);
  CHECK_NEAR(locus->meetings[1].value, 20, 1e-4);
  CHECK_NEAR(locus->meetings[1].re, -10, 1e-3);
  CHECK_NEAR(locus->changes[0].value, 0, 1e-6);
  CHECK_NEAR(locus->changes[0].im, 10, 1e-6);
  CHECK(locus->changes[0].growing == 0 && locus->changes[0].branch == 1);
  check_points(locus);
  check_lines(locus);
  jn_locus_free(locus);
  jn_report_free(report);
}

// Weave and capsize speed of the benchmark bicycle.                                                          [meijaard]
static void test_bicycle(void) {
  jn_locus_def def = jn_locus_def_default();
  def.parameter = "speed";
  def.from = 3.9;
  def.to = 6.3;
  def.count = 4;
  def.solve = bicycle;
  jn_locus *locus = jn_locus_new(NULL, &def, NULL);
  CHECK(locus && locus->status == JN_OK && locus->nchanges == 2);
  CHECK_NEAR(locus->changes[0].value, 4.292382536, 1e-6);
  CHECK_NEAR(locus->changes[1].value, 6.024262015, 1e-6);
  CHECK(locus->changes[0].growing == 0 && locus->changes[0].im > 1 && locus->changes[1].growing == 1 &&
        locus->changes[1].im == 0);
  CHECK(locus->changes[0].branch != locus->changes[1].branch);
  jn_locus_free(locus);
}

// ---- the end comes early --------------------------------------------------------------------------------------------

static void test_failure(void) {
  static const jn_status failures[] = {JN_SINGULAR, JN_INTERRUPTED};
  for (int k = 0; k < 2; k++) {
    script s = {.fail_at = 4, .failure = failures[k]};
    jn_locus_def def = oscillator_def(&s, 1, 10, 10);
    jn_report *report = jn_report_new(NULL);
    jn_locus *locus = jn_locus_new(NULL, &def, report);
    CHECK(locus && locus->status == failures[k] && locus->npoints == 3 && locus->nbranches == 1 &&
          locus->points[2].branch[0] == 1);
    CHECK(jn_report_count(report, JN_FAULT) == (k == 0));
    if (k == 0) CHECK(strcmp(jn_report_get(report, 0)->what, "the sweep ends at c = 4") == 0);
    jn_locus_free(locus);
    jn_report_free(report);
  }
}

// Without values between, changes and meetings are found roughly, and a warning says so once.
static void test_between(void) {
  script s = {.fail_between_at = 1, .failure = JN_SINGULAR};
  jn_locus_def def = oscillator_def(&s, -30.5, 30, 31);
  jn_report *report = jn_report_new(NULL);
  jn_locus *locus = jn_locus_new(NULL, &def, report);
  CHECK(locus && locus->status == JN_OK && locus->npoints == 31 && s.calls == 32);
  CHECK(jn_report_size(report) == 1 && jn_report_get(report, 0)->severity == JN_WARNING);
  CHECK(locus->nchanges == 1 && fabs(locus->changes[0].value) < 2);
  jn_locus_free(locus);
  jn_report_free(report);
}

static void test_definition(void) {
  static const struct {
    double from, to;
    int count;
  } wrong[] = {{0, 1, 1}, {1, 1, 3}, {2, 1, 3}, {NAN, 1, 3}, {0, HUGE_VAL, 3}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    script s = {0};
    jn_locus_def def = oscillator_def(&s, wrong[i].from, wrong[i].to, wrong[i].count);
    jn_report *report = jn_report_new(NULL);
    CHECK(!jn_locus_new(NULL, &def, report) && s.calls == 0);
    CHECK(jn_report_count(report, JN_FAULT) == 1 && jn_report_get(report, 0)->status == JN_BAD_ARGUMENT);
    jn_report_free(report);
  }
}

// Every allocation fails once, alone and with all that follow.
static void test_no_memory(void) {
  memory_count count = {0};
  jn_alloc alloc = {.resize = counted_resize, .context = &count};
  script s = {0};
  jn_locus_def def = oscillator_def(&s, 18, 22, 3);
  jn_locus_free(jn_locus_new(&alloc, &def, NULL));
  CHECK(count.live == 0);
  for (long fail = 1, all = count.calls; fail <= all; fail++)
    for (int once = 0; once < 2; once++) {
      count = (memory_count){.fail_at = fail, .once = once};
      jn_locus *locus = jn_locus_new(&alloc, &def, NULL);
      CHECK(!locus || locus->status == JN_NO_MEMORY);
      jn_locus_free(locus);
      CHECK(count.live == 0);
    }
}

int main(void) {
  test_oscillator();
  test_bicycle();
  test_failure();
  test_between();
  test_definition();
  test_no_memory();
  return check_report();
}
