// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_calls.c - what 10 000 steps in real time ask of the system, counted from the first sleep to the last: no
// allocation (malloc and its relatives are replaced by counting ones), no lock (so is pthread_mutex_lock), and no call
// of the system but clock and socket (a parent process traces the child that steps). Where the system does not allow
// tracing the last count is left out, and said so.
#define _GNU_SOURCE  // RTLD_NEXT
#define HEAP_OF_LIBRARIES
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "heap.h"
#include "realtime/platform.h"

enum { STEPS = LIGHT ? 2000 : 10000 };

// ---- locks ----------------------------------------------------------------------------------------------------------

static long locks;
static int (*real_lock)(pthread_mutex_t *mutex);

__attribute__((visibility("default"))) int pthread_mutex_lock(pthread_mutex_t *mutex) {
  if (!real_lock) *(void **)&real_lock = dlsym(RTLD_NEXT, "pthread_mutex_lock");
  locks++;
  return real_lock(mutex);
}

// ---- the clock, with a look at the counts at every sleep ------------------------------------------------------------

typedef struct {
  jn_clock system;
  long sleeps, heap_first, heap_last, locks_first, locks_last;
} watch;

static int64_t now(void *self) {
  const watch *w = self;
  return w->system.now(w->system.self);
}

static void sleep_until(void *self, int64_t time) {
  watch *w = self;
  if (w->sleeps++ == 0) {
    w->heap_first = heap_calls;
    w->locks_first = locks;
  }
  w->heap_last = heap_calls;
  w->locks_last = locks;
  w->system.sleep_until(w->system.self, time);
}

// ---- the run --------------------------------------------------------------------------------------------------------

// Loops, events, a law with corners, and rows of results that go to another thread.
static const char text[] =
    "{jounce: 1, space: plane, gravity: [0, -9.81], ground: {points: {O: [0, 0], D: [1, 0]}}, bodies: {"
    " crank: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: [0.3, 0]}},"
    " coupler: {mass: 1, inertia: 0.1, points: {A: [0, 0], B: [1, 0]}},"
    " rocker: {mass: 1, inertia: 0.1, points: {D: [0, 0], B: [0.8, 0]}}}, joints: {"
    " O: {type: revolute, between: [ground.O, crank.O]}, A: {type: revolute, between: [crank.A, coupler.A]},"
    " B: {type: revolute, between: [coupler.B, rocker.B]}, D: {type: revolute, between: [ground.D, rocker.D]}},"
    " inputs: {push: {expression: '5', safe: 0}}, forces: {motor: {type: torque, joint: O, value: push},"
    " spring: {type: spring-damper, between: [ground.D, crank.A], stiffness: 10, damping: 1, rest: 0.7}},"
    " discrete: {n: 0}, events: {clock: {at: 0.001, every: 0.01, set: {n: 'n + 1'}}, up: {when: 'crank.angle - 1.6', "
    "set: {n: 'n + 1'}}},"
    " initial: {keep: {crank.angle: 1.5}, guess: {coupler.angle: 0.3, rocker.angle: 1.2}},"
    " simulate: {until: 0.5, step: 0.00005, output: 0.001}, outputs: [crank.angle, joint.O.force, n]}";

static jn_status drop_row(void *self, double time, const double *values) {
  (void)time;
  (void)values;
  ++*(long *)self;
  return JN_OK;
}

// 0: all is well; called by the child.
static int step(void) {
  watch w = {.system = jni_system_clock()};
  const jn_clock clock = {&w, now, sleep_until};
  long rows = 0;
  jn_sink sink = {.self = &rows, .row = drop_row}, *sinks[] = {&sink};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "watched", text, strlen(text), NULL, 0, report);
  jn_run_options options = jn_run_options_default();
  jn_realtime_options how = jn_realtime_options_default();
  options.sinks = sinks;
  options.nsinks = 1;
  how.clock = &clock;
  how.on_overrun = JN_OVERRUN_SKIP;  // nearly every period is preceded by a sleep
  how.receive = "0";
  how.send = "9";
  how.grace = 0;
  jn_choices choices = *jn_model_choices(model);
  choices.until = STEPS * choices.step;
  options.choices = &choices;
  jn_realtime *paced = model ? jn_realtime_new(model, &options, &how, report) : NULL;
  jn_status status = paced ? jn_realtime_execute(paced, report) : JN_NO_MEMORY;
  for (int i = 0; i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
  long steps = paced ? jn_run_summary(jn_realtime_run(paced))->steps : 0;
  long allocations = w.heap_last - w.heap_first, held = w.locks_last - w.locks_first;
  printf("%ld steps, %ld sleeps, %ld rows: %ld allocations%s, %ld locks\n", steps, w.sleeps, rows, allocations,
         heap_is_counted ? "" : " (not counted)", held);
  fflush(stdout);
  return status == JN_OK && steps >= STEPS && w.sleeps >= STEPS / 2 && rows > 0 && allocations == 0 && held == 0 ? 0
                                                                                                                 : 1;
}

// ---- traced ---------------------------------------------------------------------------------------------------------

static bool is_allowed(uint64_t call) {
  return call == SYS_clock_nanosleep || call == SYS_clock_gettime || call == SYS_recvfrom || call == SYS_sendto;
}

typedef struct {
  long sleeps, packets, others, pending;
  uint64_t first;  // of the others
} tally;

static void count(tally *t, uint64_t call) {
  if (call == SYS_clock_nanosleep) {
    if (t->sleeps++ > 0) t->others += t->pending;
    t->pending = 0;
  } else if (!is_allowed(call)) {
    if (t->pending++ == 0 && t->others == 0) t->first = call;
  } else t->packets += call == SYS_recvfrom || call == SYS_sendto;
}

// Lets the child go on until it ends, and counts. Returns how it ended.
static int follow(pid_t child, tally *t) {
  int status;
  bool begun = false;
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    struct __ptrace_syscall_info info;
    int signal = WSTOPSIG(status), passed = 0;
    if (!begun)
      begun = ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL)) == 0;
    else if (signal != (SIGTRAP | 0x80)) passed = signal;
    else if (ptrace(PTRACE_GET_SYSCALL_INFO, child, (void *)sizeof info, &info) > 0 &&
             info.op == PTRACE_SYSCALL_INFO_ENTRY)
      count(t, info.entry.nr);
    ptrace(PTRACE_SYSCALL, child, NULL, (void *)(intptr_t)passed);
  }
  return status;
}

int main(void) {
  tally t = {0};
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    bool traced = ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0;
    if (traced) raise(SIGSTOP);
    _exit(step());
  }
  int status = follow(child, &t);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  if (t.sleeps == 0) {
    puts("left out: the system does not allow tracing, so that its calls were not counted");
    return check_report();
  }
  printf("%ld sleeps, %ld calls for packets, %ld others\n", t.sleeps, t.packets, t.others);
  if (t.others > 0) printf("the first of them has the number %d\n", (int)t.first);
  CHECK(t.sleeps >= STEPS / 2 && t.packets >= 2 * STEPS && t.others == 0);
  return check_report();
}
