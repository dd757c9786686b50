// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schedule.h - times at which periods are due, and how an overrun changes them.
#ifndef JNI_SCHEDULE_H
#define JNI_SCHEDULE_H

#include "jounce/realtime.h"

typedef struct {
  int64_t start;  // time at which period 0 begins, ns; overruns move it
  double period;  // ns
  int64_t tick;   // number of the next period
  int64_t grace;  // number of periods at the beginning whose overruns are counted as `early` and never end the run
  int64_t lost;   // time by which overruns have moved `start` in total, ns
  long overruns, early;
  jn_overrun_policy policy;
  int catch_up;
} jni_schedule;

// Returns the time at which the next period is to begin, ns: start + number * period, so that rounding errors do not
// accumulate.
int64_t jni_schedule_due(const jni_schedule *schedule);
// Records that a period has ended at time `now`, ns. After an overrun (it ended too late) moves the schedule as the
// policy says, in the grace periods by the whole delay. Returns false if the policy is to stop the run after this
// overrun.
bool jni_schedule_end(jni_schedule *schedule, int64_t now);

#endif
