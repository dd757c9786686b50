// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schedule.h - when periods are due, and what an overrun does to that. It knows no clock.
#ifndef JNI_SCHEDULE_H
#define JNI_SCHEDULE_H

#include "jounce/realtime.h"

typedef struct {
  int64_t start;  // ns, of the first period; overruns move it
  double period;  // ns
  int64_t tick;   // which one is next
  int64_t grace;  // periods at the start whose overruns do not count
  int64_t lost;   // ns by which start has moved
  long overruns, early;
  jn_overrun_policy policy;
  int catch_up;
} jni_schedule;

// When the next period is due, by multiplication, so that rounding does not add up.
int64_t jni_schedule_due(const jni_schedule *schedule);
// The period has ended at `now`. False: it was an overrun after which the run stops.
bool jni_schedule_end(jni_schedule *schedule, int64_t now);

#endif
