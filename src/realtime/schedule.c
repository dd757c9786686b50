// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schedule.c - see schedule.h. After an overrun all policies except `stop` may move the start of the schedule.
#include "realtime/schedule.h"

#include <math.h>

int64_t jni_schedule_due(const jni_schedule *schedule) {
  return schedule->start + llround((double)schedule->tick * schedule->period);
}

// Returns by how much the schedule must be moved, ns, after a delay of `behind` ns, so that at most `left` periods of
// the delay remain: the smallest multiple of the period that suffices.
static int64_t whole_periods(const jni_schedule *s, int64_t behind, int left) {
  double periods = ceil((double)behind / s->period - left);
  return periods > 0 ? llround(periods * s->period) : 0;
}

// Returns by how much the policy moves the schedule, ns, after an overrun with a delay of `behind` ns.
static int64_t delay(const jni_schedule *s, int64_t behind) {
  switch (s->policy) {
    case JN_OVERRUN_SLOW: return behind;
    case JN_OVERRUN_SKIP: return whole_periods(s, behind, 0);
    case JN_OVERRUN_CATCH_UP: return whole_periods(s, behind, s->catch_up);
    case JN_OVERRUN_STOP: break;
  }
  return 0;
}

bool jni_schedule_end(jni_schedule *schedule, int64_t now) {
  jni_schedule *s = schedule;
  bool early = s->tick++ < s->grace;
  int64_t behind = now - jni_schedule_due(s);
  if (behind <= 0) return true;
  *(early ? &s->early : &s->overruns) += 1;
  int64_t moved = early ? behind : delay(s, behind);
  s->start += moved;
  s->lost += moved;
  return early || s->policy != JN_OVERRUN_STOP;
}
