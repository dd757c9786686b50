// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_reproduction.c - the frame of `jounce reproduce`: verdicts by shares of cases, CPU times compared with their
// uncertainty, and conclusions that agree with the verdicts.
#include <math.h>
#include <string.h>

#include "check.h"
#include "trial/trial.h"

static const repro_paper paper = {.name = "none", .title = "A paper", .about = "Nothing.", .runs = 1};

static void test_shares(void) {
  CHECK(repro_share(REPRO_ALWAYS, 3, 3) == REPRO_HELD);
  CHECK(repro_share(REPRO_ALWAYS, 2, 3) == REPRO_DEPENDS);
  CHECK(repro_share(REPRO_USUALLY, 2, 3) == REPRO_HELD);
  CHECK(repro_share(REPRO_USUALLY, 2, 4) == REPRO_DEPENDS);
  CHECK(repro_share(REPRO_CAN, 1, 9) == REPRO_HELD);
  CHECK(repro_share(REPRO_CAN, 0, 9) == REPRO_DID_NOT_HOLD);
  CHECK(repro_share(REPRO_ALWAYS, 0, 0) == REPRO_DID_NOT_HOLD);

  CHECK(repro_judge(REPRO_ALWAYS, &(repro_tally){.faster = 4}) == REPRO_HELD);
  CHECK(repro_judge(REPRO_ALWAYS, &(repro_tally){.faster = 3, .even = 1}) == REPRO_DEPENDS);
  CHECK(repro_judge(REPRO_ALWAYS, &(repro_tally){.even = 4}) == REPRO_LEVEL);
  CHECK(repro_judge(REPRO_USUALLY, &(repro_tally){.slower = 3, .even = 1}) == REPRO_DID_NOT_HOLD);
}

// ---- times ---------------------------------------------------------------------------------------------------------

static void test_outcomes(void) {
  CHECK(repro_outcome_of(1.08, 0, 0.07) == REPRO_FASTER);
  CHECK(repro_outcome_of(1.08, 0.01, 0.07) == REPRO_EVEN);
  CHECK(repro_outcome_of(1.5, 0.1, 0.07) == REPRO_FASTER);
  CHECK(repro_outcome_of(1.5, 0.3, 0.07) == REPRO_EVEN);
  CHECK(repro_outcome_of(1 / 1.08, 0, 0.07) == REPRO_SLOWER);
  CHECK(repro_outcome_of(1 / 1.08, 0.01, 0.07) == REPRO_EVEN);
  CHECK(repro_outcome_of(NAN, 0, 0.07) == REPRO_EVEN);
}

typedef struct {
  double seconds, scatter;
  int calls;
} pretended;

// CPU times that scatter regularly about a mean.
static double turn(repro *r, repro_timing *item) {
  (void)r;
  pretended *p = (pretended *)(void *)(size_t)item->what;
  return p->seconds * (1 + p->scatter * ((p->calls++ % 5) - 2));
}

static repro_race race(repro *r, pretended *mine, pretended *other, int repetitions) {
  repro_timing items[2] = {{.title = "mine", .what = mine}, {.title = "other", .what = other}};
  repro_take_turns(r, items, 2, repetitions, turn);
  return repro_compare(r, &items[0], &items[1]);
}

static void test_turns(void) {
  repro r = {.report = jn_report_new(NULL), .paper = &paper};
  pretended calm = {.seconds = 1}, slow = {.seconds = 1.2}, noisy = {.seconds = 1.2, .scatter = 0.3};
  CHECK(race(&r, &calm, &slow, 8).result == REPRO_FASTER);
  CHECK(calm.calls == 8);

  // An uncertain ratio takes more turns, but at most three times as many.
  calm.calls = 0;
  repro_race uncertain = race(&r, &calm, &noisy, 8);
  CHECK(calm.calls == 24);
  CHECK(uncertain.noise > repro_margin / 3);
  CHECK(uncertain.result == REPRO_EVEN);

  // A number of turns that the user asks for is kept, and fewer than five decide nothing.
  r.repeat = 4;
  calm.calls = 0;
  CHECK(race(&r, &calm, &slow, 8).result == REPRO_EVEN);
  CHECK(calm.calls == 4);
  CHECK(repro_ok(&r));
  repro_free(&r);
  jn_report_free(r.report);
}

// ---- conclusions ---------------------------------------------------------------------------------------------------

static const repro_basis first_held[] = {{"first", REPRO_HELD}, {0}};
static const repro_basis both_held[] = {{"first", REPRO_HELD}, {"second", REPRO_HELD}, {0}};
static const repro_basis unknown[] = {{"third", REPRO_HELD}, {0}};
static const repro_basis empty[] = {{0}};

static void test_conclusion(void) {
  repro r = {.report = jn_report_new(NULL), .paper = &paper};
  static const repro_column columns[] = {{"x", NULL, 2}};
  repro_table *table = repro_add_table(&r, "table", "A table", "row", columns, 1);
  repro_set(table, repro_add_row(&r, table, "only"), 0, 7);
  repro_add_claim(&r, "first", REPRO_HELD, "The first.", "one");
  repro_claim *second = repro_add_claim(&r, "second", REPRO_DEPENDS, "The second.", "two");
  second->timed = true;
  CHECK(repro_value(&r, "table", 0, 0) == 7);
  CHECK(isnan(repro_value(&r, "table", 1, 0)));
  CHECK(isnan(repro_value(&r, "other", 0, 0)));

  repro_conclude(&r, first_held, "It is %g.", repro_value(&r, "table", 0, 0));
  repro_conclude(&r, both_held, "Both are so.");
  CHECK(repro_ok(&r));
  CHECK(r.nconclusion == 2);
  CHECK(r.conclusion[0].holds && !r.conclusion[0].timed);
  CHECK(strcmp(r.conclusion[0].text, "It is 7.") == 0);
  CHECK(!r.conclusion[1].holds && r.conclusion[1].timed);
  CHECK(strstr(r.conclusion[1].text, "`second`") != NULL);
  CHECK(strstr(r.conclusion[1].text, "Both are so") == NULL);
  char *text = repro_markdown(&r);
  CHECK(text && strstr(text, "## Conclusion\n\nOf 2 claims of the paper, 1 held, 1 depends. It is 7. (A sentence"));
  free(text);
  repro_free(&r);
  jn_report_free(r.report);
}

static void test_basis(const repro_basis *basis) {
  repro r = {.report = jn_report_new(NULL), .paper = &paper};
  repro_add_claim(&r, "first", REPRO_HELD, "The first.", "one");
  repro_conclude(&r, basis, "Something.");
  CHECK(!repro_ok(&r));
  CHECK(r.nconclusion == 0);
  repro_free(&r);
  jn_report_free(r.report);
}

int main(void) {
  test_shares();
  test_outcomes();
  test_turns();
  test_conclusion();
  test_basis(unknown);
  test_basis(empty);
  return check_report();
}
