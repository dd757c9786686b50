// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// privilege.c - pins the calling thread to a processor, raises its priority, locks memory and makes timers precise.
// A requested privilege that the system refuses is a fault, so that no run is late without its user knowing why.
#ifdef JNI_HAVE_REAL_TIME
#define _GNU_SOURCE  // declares the functions for the processor of a thread
#endif
#include "realtime/platform.h"

#ifdef JNI_HAVE_REAL_TIME

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

struct jni_privilege {
  int cpu, priority;
  bool lock;
  // Settings of the thread and the process before the run, which are restored after it.
  cpu_set_t cpus;
  int scheduler, slack;
  struct sched_param parameters;
  bool pinned, raised, locked;
};

jni_privilege *jni_privilege_new(jni_pool *pool, const jn_realtime_options *how) {
  jni_privilege *p = jni_take(pool, 1, sizeof *p);
  if (!p) return NULL;
  p->cpu = how->cpu;
  p->priority = how->priority;
  p->lock = how->lock;
  return p;
}

static jn_status pin(jni_privilege *p, jn_report *report) {
  cpu_set_t only;
  sched_getaffinity(0, sizeof p->cpus, &p->cpus);
  CPU_ZERO(&only);
  if (p->cpu < CPU_SETSIZE) CPU_SET(p->cpu, &only);
  p->pinned = sched_setaffinity(0, sizeof only, &only) == 0;
  if (p->pinned) return JN_OK;
  return jn_report_fault(report, JN_REFUSED, "",
                         "CPU %d cannot be used: the system has no such CPU for this program, "
                         "which may use %d of them, counted from 0",
                         p->cpu, CPU_COUNT(&p->cpus));
}

static jn_status raise_priority(jni_privilege *p, jn_report *report) {
  const struct sched_param wanted = {.sched_priority = p->priority};
  p->scheduler = sched_getscheduler(0);
  sched_getparam(0, &p->parameters);
  p->raised = sched_setscheduler(0, SCHED_FIFO, &wanted) == 0;
  if (p->raised) return JN_OK;
  return jn_report_fault(report, JN_REFUSED, "",
                         "the system refuses the real-time priority %d: %s; allow it ('ulimit -r', "
                         "rtprio in limits.conf, or the capability CAP_SYS_NICE), or run without a priority",
                         p->priority, strerror(errno));
}

enum { STACK = 256 * 1024 };  // bytes that the steps may use

// Writes to the pages of the stack that the steps will use, so that the system provides them now and not during a step.
static void touch_stack(void) {
  volatile char pages[STACK];
  for (size_t i = 0; i < sizeof pages; i += 1024) pages[i] = 0;
}

static jn_status lock_memory(jni_privilege *p, jn_report *report) {
  p->locked = mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
  if (p->locked) {
    touch_stack();
    return JN_OK;
  }
  return jn_report_fault(report, JN_REFUSED, "",
                         "the system refuses to lock memory: %s; allow it ('ulimit -l', memlock in "
                         "limits.conf, or the capability CAP_IPC_LOCK), or run without the lock",
                         strerror(errno));
}

jn_status jni_privilege_enter(jni_privilege *privilege, jn_report *report) {
  jni_privilege *p = privilege;
  p->slack = prctl(PR_GET_TIMERSLACK);
  prctl(PR_SET_TIMERSLACK, 1UL);  // by default the system may wake the thread 50 microseconds late
  jn_status status = p->cpu >= 0 ? pin(p, report) : JN_OK;
  if (status == JN_OK && p->lock) status = lock_memory(p, report);
  if (status == JN_OK && p->priority > 0) status = raise_priority(p, report);
  if (status != JN_OK) jni_privilege_leave(p);
  return status;
}

void jni_privilege_leave(jni_privilege *privilege) {
  jni_privilege *p = privilege;
  if (p->raised) sched_setscheduler(0, p->scheduler, &p->parameters);
  if (p->locked) munlockall();
  if (p->pinned) sched_setaffinity(0, sizeof p->cpus, &p->cpus);
  if (p->slack > 0) prctl(PR_SET_TIMERSLACK, (unsigned long)p->slack);
  p->raised = p->locked = p->pinned = false;
}

#else

jni_privilege *jni_privilege_new(jni_pool *pool, const jn_realtime_options *how) {
  (void)pool;
  (void)how;
  return NULL;
}
jn_status jni_privilege_enter(jni_privilege *privilege, jn_report *report) {
  (void)privilege;
  (void)report;
  return JN_REFUSED;
}
void jni_privilege_leave(jni_privilege *privilege) { (void)privilege; }

#endif
