// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_pace.c - paced runs by a clock that the test holds in its hand: when they sleep, what overruns do, what is
// counted, what inputs come to, where rows go, and that the motion is that of a run without a clock.
#include <math.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "hand.h"
#include "recorder.h"

static const char text[] =
    "{jounce: 1, space: plane, gravity: [0, -10], bodies: {a: {mass: 1, inertia: 1}},"
    " inputs: {push: {expression: '3', safe: -2}, other: 't'}, auxiliary: {z: {initial: 0, rate: push}},"
    " events: {mark: {at: 0.0055, set: {z: 'z + 0'}}},"
    " simulate: {until: 0.05, step: 0.001, output: 0.002}, outputs: [z, a.y, other]}";

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run_options options;
  jn_realtime_options how;
  jn_clock clock;
  jn_link link;
  hand hand;
  recorder rows;
  jn_sink *sink;
  jn_realtime *paced;
  jn_run *run;
  const jn_pace *pace;
} stage;

static stage s;

static void set_up(const char *model) {
  memset(&s, 0, sizeof s);
  s.report = jn_report_new(NULL);
  s.model = jn_model_read_text(NULL, "paced", model, strlen(model), NULL, 0, s.report);
  s.options = jn_run_options_default();
  s.how = jn_realtime_options_default();
  s.clock = (jn_clock){&s.hand, hand_now, hand_sleep};
  s.link = (jn_link){&s.hand, hand_receive, hand_send};
  s.how.clock = &s.clock;
  s.how.link = &s.link;
  s.how.grace = 0;
  s.hand = (hand){.time = 7 * HAND_MS, .cost = 300000, .noutputs = 3};
}

static void make(void) {
  s.paced = s.model ? jn_realtime_new(s.model, &s.options, &s.how, s.report) : NULL;
  CHECK(s.paced);
  if (!s.paced) return;
  s.run = jn_realtime_run(s.paced);
  s.pace = &jn_run_summary(s.run)->pace;
  s.hand.outputs_hash = jn_realtime_outputs_hash(s.paced);
}

static jn_status execute(void) { return s.paced ? jn_realtime_execute(s.paced, s.report) : JN_NO_MEMORY; }

static void tear_down(void) {
  jn_realtime_free(s.paced);
  jn_model_free(s.model);
  jn_report_free(s.report);
  for (int i = 0; i < s.rows.nblocks; i++) free(s.rows.blocks[i]);
  free(s.rows.rows);
}

// ---- pacing ---------------------------------------------------------------------------------------------------------

// Sleeps go to C_0 + k T whatever the lateness, and everything is counted.
static void sleeps_to_absolute_times(void) {
  set_up(text);
  s.hand.late = 20000;
  s.hand.late_of[30] = 70000;
  s.hand.cost_of[12] = 100000;
  make();
  CHECK(execute() == JN_OK);
  CHECK(s.hand.nsleeps == 50 && s.hand.nsent == 51 && s.pace->periods == 50 && s.pace->overruns == 0);
  for (int k = 0; k < 50; k++)
    CHECK(s.hand.slept[k] == (8 + k) * HAND_MS && s.hand.sequences[k + 1] == (uint64_t)k + 1);
  CHECK(s.pace->period == 0.001 && s.pace->lost == 0 && s.pace->sent == 51 && s.pace->unsent == 0);
  CHECK_NEAR(s.pace->late.p50, 20e-6, 20e-6 / 64);
  CHECK_NEAR(s.pace->late.p99, 90e-6, 1e-15);
  CHECK_NEAR(s.pace->late.most, 90e-6, 1e-15);
  CHECK_NEAR(s.pace->work.p50, 300e-6, 300e-6 / 64);
  CHECK_NEAR(s.pace->work.most, 400e-6, 1e-15);
  tear_down();
}

// A period of five steps; long sleeps are cut, so that an interruption is seen.
static void periods_of_several_steps(void) {
  set_up(text);
  s.how.period = 0.005;
  make();
  CHECK(execute() == JN_OK && s.pace->periods == 10 && s.hand.slept[9] == (7 + 50) * HAND_MS);
  tear_down();
  set_up(text);
  s.how.period = 0.0025;
  s.paced = jn_realtime_new(s.model, &s.options, &s.how, s.report);
  CHECK(!s.paced && strstr(jn_report_get(s.report, 0)->what, "no multiple of the step"));
  tear_down();
}

static const struct {
  const char *policy;
  int overruns, nsleeps;
  double lost;
  int64_t next;  // where the first sleep after the overrun goes, from the start
} policies[] = {{"skip", 1, 50, 3e-3, 14000000},
                {"slow", 1, 49, 2.5e-3, 14500000},
                {"catch-up", 4, 46, 0, 15000000},
                {"catch-up=1", 1, 49, 2e-3, 14000000}};

// Period 10 takes 3.5 ms.
static void policies_differ(void) {
  for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
    set_up(text);
    CHECK(jn_overrun_parse(policies[i].policy, &s.how));
    s.hand.cost_of[10] = 3200000;
    make();
    CHECK(execute() == JN_OK && s.pace->periods == 50);
    CHECK(s.pace->overruns == policies[i].overruns && s.hand.nsleeps == policies[i].nsleeps);
    CHECK_NEAR(s.pace->lost, policies[i].lost, 1e-15);
    CHECK(s.hand.slept[11] == 8 * HAND_MS + policies[i].next);
    CHECK_NEAR(s.pace->work.most, 3.5e-3, 1e-15);
    tear_down();
  }
}

static void stop_is_a_status(void) {
  set_up(text);
  CHECK(jn_overrun_parse("stop", &s.how));
  s.hand.cost_of[10] = 3200000;
  make();
  CHECK(execute() == JN_OVERRUN && jn_status_exit_code(JN_OVERRUN) == 6);
  const jn_summary *summary = jn_run_summary(s.run);
  CHECK(summary->status == JN_OVERRUN && s.pace->periods == 11 && fabs(summary->time - 0.011) < 1e-12);
  CHECK(strcmp(summary->why,
               "the period that ends at t = 0.011 s was overrun by 0.0025 s: it took 0.0035 s of 0.001 s") == 0);
  CHECK(jn_report_count(s.report, JN_FAULT) == 1);
  tear_down();
}

static void grace_does_not_stop(void) {
  set_up(text);
  CHECK(jn_overrun_parse("stop", &s.how));
  s.how.grace = 0.011;
  s.hand.cost_of[10] = 3200000;
  make();
  CHECK(execute() == JN_OK && s.pace->overruns == 0 && s.pace->early == 1);
  CHECK_NEAR(s.pace->lost, 2.5e-3, 1e-15);
  tear_down();
}

static void policies_are_read(void) {
  jn_realtime_options how = jn_realtime_options_default();
  static const char *const wrong[] = {"",
                                      "stopp",
                                      "sto",
                                      "catch-up=",
                                      "catch-up=0",
                                      "catch-up=-1",
                                      "catch-up=1x",
                                      "catch-up= 1",
                                      "catch-up=99999999999999999999",
                                      "skip=1",
                                      "catch-up=2=3"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) CHECK(!jn_overrun_parse(wrong[i], &how));
  CHECK(jn_overrun_parse("catch-up=7", &how) && how.catch_up == 7 && how.on_overrun == JN_OVERRUN_CATCH_UP);
}

// ---- the motion is that of a run without a clock --------------------------------------------------------------------

static void same_bits_and_rows(void) {
  set_up(text);
  s.rows = (recorder){.sink = {.self = &s.rows,
                               .begin = recorder_begin,
                               .row = recorder_row,
                               .checkpoint = recorder_checkpoint,
                               .end = recorder_end}};
  s.sink = &s.rows.sink;
  s.options.sinks = &s.sink;
  s.options.nsinks = 1;
  make();
  CHECK(execute() == JN_OK);
  recorder plain = {.sink = s.rows.sink};
  plain.sink.self = &plain;
  jn_sink *sink = &plain.sink;
  jn_run_options options = jn_run_options_default();
  options.sinks = &sink;
  options.nsinks = 1;
  jn_run *run = jn_run_new(s.model, &options, s.report);
  CHECK(run && jn_run_execute(run, s.report) == JN_OK);
  CHECK(jn_run_summary(run)->state_hash == jn_run_summary(s.run)->state_hash && jn_run_summary(run)->cuts > 0);
  CHECK(plain.nrows == 26 && s.rows.nrows == plain.nrows && s.rows.begun == 1 && s.rows.ended == 1);
  CHECK(memcmp(plain.rows, s.rows.rows, 26 * 4 * sizeof(double)) == 0);
  CHECK(plain.nblocks == s.rows.nblocks && plain.nblocks > 0);
  for (int i = 0; i < plain.nblocks && i < s.rows.nblocks; i++) CHECK(plain.rows_before[i] == s.rows.rows_before[i]);
  // what packets have said is what rows say
  CHECK(s.hand.outputs[50][0] == plain.rows[25 * 4 + 1] && s.hand.outputs[0][1] == plain.rows[2]);
  jn_run_free(run);
  for (int i = 0; i < plain.nblocks; i++) free(plain.blocks[i]);
  free(plain.rows);
  tear_down();
}

static jn_status slow_row(void *self, double time, const double *values) {
  const struct timespec nap = {.tv_nsec = 2 * HAND_MS};
  nanosleep(&nap, NULL);
  return recorder_row(self, time, values);
}

// Too little room: rows are lost, counted and told, and no checkpoint pretends that they are there.
static void lost_rows_are_told(void) {
  set_up(text);
  s.rows = (recorder){.sink = {.self = &s.rows,
                               .begin = recorder_begin,
                               .row = slow_row,
                               .checkpoint = recorder_checkpoint,
                               .end = recorder_end}};
  s.sink = &s.rows.sink;
  s.options.sinks = &s.sink;
  s.options.nsinks = 1;
  s.how.buffer_size = 1;
  jn_choices choices = *jn_model_choices(s.model);
  choices.output_step = 0.0002;
  s.options.choices = &choices;
  make();
  CHECK(execute() == JN_OK && s.pace->lost_rows > 0 && s.rows.nrows + s.pace->lost_rows == 251);
  CHECK(jn_report_size(s.report) == 1 &&
        strstr(jn_report_get(s.report, 0)->what, "rows of results, which could not be written fast enough"));
  tear_down();
}

static void failing_sink_ends_the_run(void) {
  set_up(text);
  s.rows = (recorder){.sink = {.self = &s.rows, .begin = recorder_begin, .row = recorder_row, .end = recorder_end},
                      .fail_row = 5};
  s.sink = &s.rows.sink;
  s.options.sinks = &s.sink;
  s.options.nsinks = 1;
  make();
  // by the hand's clock all may be over before the other thread has written the fifth row; the last one fails as well
  CHECK(execute() == JN_IO && s.rows.nrows == 4 && s.rows.ended == 1);
  CHECK(jn_report_count(s.report, JN_FAULT) == 1);
  tear_down();
}

static bool interrupt(void *context, const jn_progress *progress) {
  (void)context;
  return !(progress->wall_seconds > 0.02);
}

// By the clock of the system, since the other thread watches.
static void interruption_ends_the_run(void) {
  set_up(text);
  jn_choices choices = *jn_model_choices(s.model);
  choices.until = 60;
  s.options.choices = &choices;
  s.options.progress = interrupt;
  s.how.clock = NULL;
  s.how.link = NULL;
  make();
  CHECK(execute() == JN_INTERRUPTED);
  CHECK(jn_run_summary(s.run)->time < 10);
  tear_down();
}

// ---- inputs ---------------------------------------------------------------------------------------------------------

// z' = push: what push was in every period, by the differences of z.
static double push_in(int period) { return (s.hand.outputs[period + 1][0] - s.hand.outputs[period][0]) / 0.001; }

static void newest_packet_counts(void) {
  set_up(text);
  make();
  uint64_t hash = jn_realtime_inputs_hash(s.paced);
  const double a[] = {10, 5}, b[] = {20, 6}, c[] = {30, 7}, bad[] = {NAN, 0}, inf[] = {1, -INFINITY};
  hand_post(&s.hand, 2, hash, 100, a, 2);
  hand_post(&s.hand, 5, hash, 102, c, 2);
  hand_post(&s.hand, 5, hash, 101, b, 2);  // overtaken
  hand_post(&s.hand, 7, hash, 102, a, 2);  // twice
  hand_post(&s.hand, 8, hash + 1, 103, a, 2);
  hand_post(&s.hand, 8, jn_realtime_outputs_hash(s.paced), 103, a, 2);
  hand_post(&s.hand, 9, hash, 103, a, 1);
  hand_post(&s.hand, 9, hash, 103, bad, 2);
  hand_post(&s.hand, 9, hash, 103, inf, 2);
  hand_post(&s.hand, 20, hash, UINT64_MAX, b, 2);
  CHECK(execute() == JN_OK);
  for (int k = 0; k < 40; k++) CHECK_NEAR(push_in(k), k < 2 ? 3 : k < 5 ? 10 : k < 20 ? 30 : 20, 1e-9);
  CHECK(s.hand.outputs[4][2] == 5 && s.hand.outputs[30][2] == 6);
  CHECK(s.pace->heard == 3 && s.pace->old == 2 && s.pace->foreign == 3 && s.pace->unusable == 2);
  CHECK(s.pace->silences == 0);
  tear_down();
}

// Silence of 10 ms: push goes to its safe value, the other one back to the model's; the next sender counts from anew.
static void silence_is_safe(void) {
  set_up(text);
  s.how.silence = 0.010;
  make();
  uint64_t hash = jn_realtime_inputs_hash(s.paced);
  const double a[] = {10, 5}, b[] = {20, 6};
  hand_post(&s.hand, 3, hash, 1000, a, 2);
  hand_post(&s.hand, 25, hash, 1, b, 2);
  CHECK(execute() == JN_OK);
  for (int k = 0; k < 36; k++) CHECK_NEAR(push_in(k), k < 3 ? 3 : k < 14 ? 10 : k < 25 ? -2 : 20, 1e-9);
  CHECK_NEAR(s.hand.outputs[10][2], 5, 0);
  CHECK_NEAR(s.hand.outputs[20][2], 0.020, 1e-12);
  CHECK(s.pace->silences == 2 && s.pace->heard == 2 && s.pace->old == 0);
  tear_down();
}

static void unheard_is_silent(void) {
  set_up(text);
  s.how.silence = 0.010;
  make();
  CHECK(execute() == JN_OK && s.pace->silences == 1);
  for (int k = 0; k < 50; k++) CHECK_NEAR(push_in(k), k < 11 ? 3 : -2, 1e-9);
  tear_down();
}

// Bytes of every length and kind: the motion is that without them.
static void garbage_changes_nothing(void) {
  uint64_t clean = 0, seed = 12345;
  for (int round = 0; round < 2; round++) {
    set_up(text);
    make();
    for (int i = 0; round == 1 && i < HAND_MOST; i++) {
      unsigned char bytes[100];
      for (int k = 0; k < 100; k++)
        bytes[k] = (unsigned char)((seed = seed * 6364136223846793005u + 1442695040888963407u) >> 56);
      if (i % 3 == 0) memcpy(bytes, "JNRT\1\0\0", 8);
      hand_post_bytes(&s.hand, i / 8, bytes, i % 4 == 0 ? 48 : (size_t)(i % 100));
    }
    CHECK(execute() == JN_OK);
    if (round == 0) clean = jn_run_summary(s.run)->state_hash;
    else CHECK(jn_run_summary(s.run)->state_hash == clean && s.pace->foreign == HAND_MOST && s.pace->heard == 0);
    tear_down();
  }
}

// ---- small numbers, refusals, memory --------------------------------------------------------------------------------

static double decayed(bool keep) {
  set_up(
      "{jounce: 1, space: plane, bodies: {a: {mass: 1, inertia: 1}}, auxiliary: {x: {initial: 1e-300, rate: "
      "'-1000*x'}},"
      " simulate: {until: 0.03, step: 0.001}, outputs: [x]}");
  s.how.link = NULL;
  s.how.keep_denormals = keep;
  make();
  CHECK(execute() == JN_OK);
  volatile double small = 1e-300, smaller = small * 1e-10;
  CHECK(smaller > 0);  // only the paced part has computed otherwise
  double x = jn_run_outputs(s.run)[0];
  tear_down();
  return x;
}

static void denormals_become_zero(void) {
#if defined(__SSE2__) || defined(__aarch64__)
  CHECK(decayed(false) == 0);
#endif
  double kept = decayed(true);
  CHECK(kept > 0 && kept < 1e-308);
}

static void refused(const char *model, const char *why) {
  if (!s.model) set_up(model);
  s.paced = jn_realtime_new(s.model, &s.options, &s.how, s.report);
  CHECK(!s.paced && jn_report_count(s.report, JN_FAULT) == 1 && strstr(jn_report_get(s.report, 0)->what, why));
  if (s.paced || !strstr(jn_report_get(s.report, 0)->what, why)) puts(jn_report_get(s.report, 0)->what);
  tear_down();
  s.model = NULL;
}

static void refusals(void) {
  s.model = NULL;
  refused(
      "{jounce: 1, space: plane, bodies: {a: {mass: 1, inertia: 1}}, inputs: {u: 1}, simulate: {until: 1}, outputs: "
      "[a.x]}",
      "real time needs a fixed step, but integrator 'dopri5' chooses its own; give a step, as in --step 1ms");
  refused(
      "{jounce: 1, space: plane, bodies: {a: {mass: 1, inertia: 1}}, simulate: {until: 1, step: 0.1}, outputs: [a.x]}",
      "the model has no 'inputs'");
  refused(
      "{jounce: 1, space: plane, bodies: {a: {mass: 1, inertia: 1}}, inputs: {u: 1}, simulate: {until: 1, step: 0.1}, "
      "outputs: []}",
      "there are no outputs");
  set_up(text);
  s.how.cpu = 1 << 20;
  refused(NULL, "CPU 1048576 cannot be used");
  set_up(text);
  s.how.priority = 100;
  refused(NULL, "priority, 1 to 99, is out of range");
  set_up(text);
  s.how.silence = NAN;
  refused(NULL, "silence is out of range");
  static const char *const places[] = {"", "x", "70000", "host:", ":5", "1:2:3", "[::1]", "-1", "127.0.0.1:99999"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    set_up(text);
    s.how.link = NULL;
    s.how.receive = places[i];
    refused(NULL, "expected PORT or HOST:PORT");
  }
  set_up(text);
  s.how.link = NULL;
  s.how.receive = "192.0.2.1:5000";  // not an address of this machine
  refused(NULL, "UDP at '192.0.2.1:5000': ");
}

static void memory_runs_out(void) {
  for (long fail_at = 1;; fail_at++) {
    memory_count count = {.fail_at = fail_at};
    jn_alloc alloc = {counted_resize, &count};
    set_up(text);
    jn_model_free(s.model);
    s.model = jn_model_read_text(&alloc, "paced", text, strlen(text), NULL, 0, NULL);
    s.paced = s.model ? jn_realtime_new(s.model, &s.options, &s.how, NULL) : NULL;
    jn_status status = s.paced ? jn_realtime_execute(s.paced, NULL) : JN_NO_MEMORY;
    CHECK(status == JN_OK || status == JN_NO_MEMORY);
    tear_down();
    CHECK(count.live == 0);
    if (status == JN_OK) break;
  }
}

int main(void) {
  sleeps_to_absolute_times();
  periods_of_several_steps();
  policies_differ();
  stop_is_a_status();
  grace_does_not_stop();
  policies_are_read();
  same_bits_and_rows();
  lost_rows_are_told();
  failing_sink_ends_the_run();
  interruption_ends_the_run();
  newest_packet_counts();
  silence_is_safe();
  unheard_is_silent();
  garbage_changes_nothing();
  denormals_become_zero();
  refusals();
  memory_runs_out();
  return check_report();
}
