// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// realtime.c - runs that keep pace with the clock. Meanwhile the calling thread accesses no files, allocates nothing
// and waits for no other thread: rows go through a ring buffer (output_thread.h), messages into an arena.
#include "jounce/realtime.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "model/fault.h"

#include "realtime/arena_allocator.h"
#include "realtime/histogram.h"
#include "realtime/output_thread.h"
#include "realtime/packet_exchange.h"
#include "realtime/schedule.h"

enum { COOKIE = 0x7274, ARENA = 128 * 1024 };
static const int64_t longest_sleep = 50000000;  // longest single sleep, ns, so that an interruption is noticed soon

struct jn_realtime {
  jni_pool pool;
  jn_realtime_options how;
  jn_session *session;
  jn_run *run;  // the run of the session
  jn_clock clock;
  jni_packet_exchange exchange;
  jni_schedule schedule;
  jni_histogram late, work;  // histograms of the delay with which periods begin, and of the computing time in a period
  jni_output_thread output;
  jni_privilege *privilege;
  jni_arena arena;
  jn_report *run_report;  // messages of the run, in memory of the arena
  double period;          // s
  double first;           // simulated time at which the grid of periods begins, s
  long done;              // number of periods that have ended
  bool executed;
};

// ---- options --------------------------------------------------------------------------------------------------------

jn_realtime_options jn_realtime_options_default(void) {
  return (jn_realtime_options){.catch_up = 10, .grace = 0.1, .cpu = -1, .silence = 0.1, .cookie = COOKIE};
}

static bool parse_catch_up(const char *number, jn_realtime_options *options) {
  char *end;
  long n = strtol(number, &end, 10);
  if (number[0] < '0' || number[0] > '9' || *end || n < 1 || n > 1000000) return false;
  options->catch_up = (int)n;
  return true;
}

bool jn_overrun_parse(const char *text, jn_realtime_options *into) {
  JNI_ASSERT(text && into);
  static const char *const names[] = {[JN_OVERRUN_CATCH_UP] = "catch-up",
                                      [JN_OVERRUN_STOP] = "stop",
                                      [JN_OVERRUN_SKIP] = "skip",
                                      [JN_OVERRUN_SLOW] = "slow"};
  size_t length = strcspn(text, "=");
  for (int i = 0; i < 4; i++) {
    if (strlen(names[i]) != length || strncmp(names[i], text, length) != 0) continue;
    if (text[length] && (i != JN_OVERRUN_CATCH_UP || !parse_catch_up(text + length + 1, into))) return false;
    into->on_overrun = (jn_overrun_policy)i;
    return true;
  }
  return false;
}

// ---- construction ---------------------------------------------------------------------------------------------------

static jn_status check_step(const jn_run *run, const jn_realtime_options *how, jn_report *report) {
  const jn_choices *c = &run->choices;
  if (!run->integrator->kind->fixed_step)
    return jn_report_fault(report, JN_REFUSED, "",
                           "real time needs a fixed step, but integrator '%s' chooses its own; give a step, as in "
                           "--step 1ms, and with it an integrator that takes one, if any",
                           c->integrator);
  double ratio = how->period / c->step;
  if (how->period > 0 && !(ratio > 0.5 && fabs(ratio - rint(ratio)) <= 1e-9 * ratio))
    return jn_report_fault(report, JN_REFUSED, "", "the period of %.9g s is no multiple of the step of %.9g s",
                           how->period, c->step);
  return JN_OK;
}

static jn_status check_numbers(const jn_realtime_options *how, jn_report *report) {
  const char *what = NULL;
  if (!(how->period >= 0 && isfinite(how->period))) what = "the period";
  else if (!(how->grace >= 0)) what = "the grace";
  else if (!(how->silence > 0)) what = "the limit of silence";
  else if (!(how->priority >= 0 && how->priority <= 99)) what = "the priority, 1 to 99,";
  else if (!(how->catch_up >= 0)) what = "the number of periods to catch up";
  return what ? jn_report_fault(report, JN_BAD_ARGUMENT, "", "%s is out of range", what) : JN_OK;
}

static jn_status make_link(jn_realtime *rt, jn_report *report) {
  const jn_realtime_options *how = &rt->how;
  jni_packet_exchange *x = &rt->exchange;
  x->receives = how->link || how->receive;
  x->sends = how->link || how->send;
  x->limit = llround(fmin(1e9 * how->silence, 9e18));
  x->pace = &rt->run->summary.pace;
  if (how->link) x->link = *how->link;
  jn_status status = jni_packet_exchange_check(x, report);
  if (status != JN_OK || how->link || !(x->receives || x->sends)) return status;
  return jni_udp_open(&rt->pool, how->receive, how->send, &x->link, report) ? JN_OK : JN_IO;
}

// Sets the period of the run, the time at which its first period begins, s, and the schedule of the periods.
static void make_schedule(jn_realtime *rt) {
  const jn_run *run = rt->run;
  const jn_realtime_options *how = &rt->how;
  rt->period = how->period > 0 ? how->period : run->choices.step;
  double origin = run->integrator->origin;
  rt->first = origin + floor((run->state[0] - origin) / rt->period + 1e-9) * rt->period;
  rt->schedule = (jni_schedule){.period = 1e9 * rt->period,
                                .grace = (int64_t)fmin(ceil(how->grace / rt->period * (1 - 1e-12)), 9e18),
                                .policy = how->on_overrun,
                                .catch_up = how->catch_up};
}

static void *free_session(void *session) { return jn_session_free(session); }

static bool make_session(jn_realtime *rt, const jn_model *model, const jn_run_options *options, jn_report *report) {
  jn_run_options own = options ? *options : jn_run_options_default();
  jn_sink *sinks[1];
  if (!jni_output_thread_new(&rt->output, &rt->pool, &own, sinks)) {
    jni_report_no_memory(report);
    return false;
  }
  rt->session = jni_keep(&rt->pool, jn_session_new(model, &own, report), free_session);
  if (!rt->session) return false;
  rt->run = jn_session_run(rt->session);
  return check_step(rt->run, &rt->how, report) == JN_OK;
}

static bool allocate(jn_realtime *rt, jn_report *report) {
  jni_pool *pool = &rt->pool;
  rt->privilege = jni_privilege_new(pool, &rt->how);
  bool good = rt->privilege && jni_output_thread_reserve(&rt->output, pool, rt->run, rt->how.buffer_size) &&
              jni_packet_exchange_new(&rt->exchange, pool, rt->session) && jni_arena_new(&rt->arena, pool, ARENA);
  rt->run_report = good ? jn_report_new(&rt->arena.alloc) : NULL;
  if (!rt->run_report) jni_report_no_memory(report);
  return rt->run_report != NULL;
}

jn_realtime *jn_realtime_new(const jn_model *model, const jn_run_options *options, const jn_realtime_options *how,
                             jn_report *report) {
  const jn_realtime_options usual = jn_realtime_options_default();
  if (!how) how = &usual;
  JNI_ASSERT(model && how->cookie == COOKIE);
  if (jni_refuse_contacts(
          model,
          "impacts of rigid contacts may take any computing time, so that they do not run in real time; "
          "use forces of type 'contact'",
          report))
    return NULL;
  if (check_numbers(how, report) != JN_OK) return NULL;
  if (!jni_realtime_is_available()) {
    jn_report_fault(report, JN_REFUSED, "", "this build of Jounce cannot run in real time");
    return NULL;
  }
  jn_realtime *rt = jni_object_new(model->pool.alloc, sizeof *rt);
  if (!rt) {
    jni_report_no_memory(report);
    return NULL;
  }
  rt->how = *how;
  rt->clock = how->clock ? *how->clock : jni_system_clock();
  int before = jn_report_count(report, JN_FAULT);
  bool good = make_session(rt, model, options, report) && allocate(rt, report) && make_link(rt, report) == JN_OK;
  if (good) {
    // The privileges are requested on trial, so that a refusal is reported before the run begins.
    good = jni_privilege_enter(rt->privilege, report) == JN_OK;
    if (good) jni_privilege_leave(rt->privilege);
  }
  if (!good && jn_report_count(report, JN_FAULT) == before) jni_report_no_memory(report);
  if (!good) return jn_realtime_free(rt);
  make_schedule(rt);
  return rt;
}

void *jn_realtime_free(jn_realtime *realtime) { return jni_object_free(realtime); }

jn_run *jn_realtime_run(const jn_realtime *realtime) {
  JNI_ASSERT(realtime);
  return realtime->run;
}
uint64_t jn_realtime_inputs_hash(const jn_realtime *realtime) {
  JNI_ASSERT(realtime);
  return realtime->exchange.inputs_hash;
}
uint64_t jn_realtime_outputs_hash(const jn_realtime *realtime) {
  JNI_ASSERT(realtime);
  return realtime->exchange.outputs_hash;
}

// ---- periods --------------------------------------------------------------------------------------------------------

static int64_t now(const jn_realtime *rt) { return rt->clock.now(rt->clock.self); }

// Sleeps until the next period is due. Sets *begun to the time at which it begins, ns, and records the delay. Returns
// false if the user has interrupted the run.
static bool wait(jn_realtime *rt, int64_t *begun) {
  int64_t due = jni_schedule_due(&rt->schedule);
  *begun = now(rt);
  while (*begun < due) {
    if (atomic_load_explicit(&rt->output.interrupted, memory_order_relaxed)) return false;
    rt->clock.sleep_until(rt->clock.self, due - *begun > longest_sleep ? *begun + longest_sleep : due);
    *begun = now(rt);
  }
  jni_histogram_add(&rt->late, *begun - due);
  return !atomic_load_explicit(&rt->output.interrupted, memory_order_relaxed);
}

// Advances the run to the end of the present period. Returns false if the run has ended.
static bool step(jn_realtime *rt) {
  double target = rt->first + (double)(rt->done + 1) * rt->period, slack = 1e-6 * rt->period;
  bool more = true;
  while (more && jni_run_time(rt->run) < target - slack) more = jn_run_go(rt->run, 1);
  return more;
}

static void end_by_overrun(jn_realtime *rt, int64_t behind) {
  jn_run *run = rt->run;
  jni_print(run->integrator->message, sizeof run->integrator->message,
            "the period that ends at t = %.9g s was overrun by %.3g s: it took %.3g s of %.9g s", jni_run_time(run),
            1e-9 * (double)behind, 1e-9 * (double)rt->work.most, rt->period);
  run->cause_named = true;  // the overrun ends the run, not the motion
  run->slice_status = JN_OVERRUN;
}

static bool one_period(jn_realtime *rt) {
  int64_t begun;
  if (!wait(rt, &begun)) return false;
  jni_packet_exchange_receive(&rt->exchange, begun);
  bool more = step(rt);
  if (rt->run->slice_status == JN_OK) jni_packet_exchange_send(&rt->exchange);
  int64_t ended = now(rt);
  jni_histogram_add(&rt->work, ended - begun);
  rt->done++;
  atomic_store_explicit(&rt->output.time, jni_run_time(rt->run), memory_order_relaxed);
  atomic_store_explicit(&rt->output.steps, rt->run->counts.steps, memory_order_relaxed);
  bool goes_on = jni_schedule_end(&rt->schedule, ended);
  if (!goes_on && rt->run->slice_status == JN_OK) end_by_overrun(rt, ended - jni_schedule_due(&rt->schedule));
  return more && goes_on;
}

static void pace(jn_realtime *rt) {
  unsigned long denormals = rt->how.keep_denormals ? 0 : jni_denormals_flush();
  jni_packet_exchange_send(&rt->exchange);
  int64_t start = now(rt);
  rt->schedule.start = start + llround(rt->schedule.period);
  jni_packet_exchange_begin(&rt->exchange, rt->schedule.start);
  while (one_period(rt)) {
  }
  if (!rt->how.keep_denormals) jni_denormals_restore(denormals);
}

// ---- execution ------------------------------------------------------------------------------------------------------

static void copy_counts(jn_realtime *rt, jn_report *report) {
  jn_pace *p = &rt->run->summary.pace;
  p->period = rt->period;
  p->periods = rt->done;
  p->overruns = rt->schedule.overruns;
  p->early = rt->schedule.early;
  p->lost = 1e-9 * (double)rt->schedule.lost;
  p->late = jni_histogram_quantiles(&rt->late);
  p->work = jni_histogram_quantiles(&rt->work);
  p->hears = rt->exchange.receives;
  p->speaks = rt->exchange.sends;
  p->lost_rows = rt->output.lost;
  if (p->lost_rows > 0)
    jn_report_warn(report, "", "lost: %ld row%s of results, which could not be written fast enough", p->lost_rows,
                   p->lost_rows == 1 ? "" : "s");
}

// If a sink has failed in the output thread, sets the status of the run to that of the failure, because the run itself
// would notice it only at its next row, and adds a fault to the report unless there is one since `faults_before`.
static void set_sink_failure(jn_realtime *rt, int faults_before, jn_report *report) {
  jn_status failure = (jn_status)atomic_load(&rt->output.failure);
  if (failure == JN_OK) return;
  if (rt->run->slice_status == JN_OK) rt->run->slice_status = failure;
  if (jn_report_count(report, JN_FAULT) == faults_before)
    jn_report_fault(report, failure, "", "the results could not be written: %s", jn_status_text(failure));
}

// Copies the messages of the run to the report, except faults if a sink has reported one already, and warns if the run
// had more than fit into its report. faults_before: number of faults in the report before the run.
static void copy_messages(jn_realtime *rt, int faults_before, jn_report *report) {
  bool by_sink = jn_report_count(report, JN_FAULT) > faults_before;
  for (int i = 0; i < jn_report_size(rt->run_report); i++) {
    const jn_error *message = jn_report_get(rt->run_report, i);
    if (!(by_sink && message->severity == JN_FAULT)) jn_report_add(report, message);
  }
  int lost = jn_report_count(rt->run_report, JN_NOTE) - jn_report_size(rt->run_report);
  if (lost > 0) jn_report_warn(report, "", "%d more messages were omitted", lost);
}

jn_status jn_realtime_execute(jn_realtime *realtime, jn_report *report) {
  JNI_ASSERT(realtime && !realtime->executed);
  jn_realtime *rt = realtime;
  int before = jn_report_count(report, JN_FAULT);
  rt->executed = true;
  bool more = jn_run_begin(rt->run, rt->run_report);
  bool has_thread = more && jni_output_thread_start(&rt->output, &rt->pool);
  if (more && !has_thread) rt->run->slice_status = jni_report_no_memory(report);
  bool entered = has_thread && jni_privilege_enter(rt->privilege, report) == JN_OK;
  if (has_thread && !entered) rt->run->slice_status = JN_REFUSED;
  if (entered) {
    pace(rt);
    jni_privilege_leave(rt->privilege);
  }
  jni_output_thread_end(&rt->output);
  set_sink_failure(rt, before, report);
  copy_counts(rt, report);
  jn_status status = jn_run_end(rt->run);
  copy_messages(rt, before, report);
  return status;
}
