// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sequence.h - a sequence of actions: each step sets outputs, at once or along a ramp, and ends after a time or when a
// condition becomes true. Outputs that a step does not set keep their values.
//
// Discrete states: the step (0 before the first, then 1, 2, ...), its start time, the number of completed rounds,
// whether a ramp is in progress, and the values of the outputs when the step began.
#ifndef JNK_SEQUENCE_H
#define JNK_SEQUENCE_H

#include "kernel/subsystem/jump.h"

enum { JNK_SEQUENCE_STEP, JNK_SEQUENCE_SINCE, JNK_SEQUENCE_ROUND, JNK_SEQUENCE_RAMPING, JNK_SEQUENCE_FROM };
enum { JNK_SEQUENCE_END_OF_STEP, JNK_SEQUENCE_END_OF_RAMP, JNK_SEQUENCE_ROOTS };

// Actions of a step on an output: keep its value, take a number, or take the value of an input. An action has a number:
// the new value, or the index of the input.
enum { JNK_SEQUENCE_KEEPS, JNK_SEQUENCE_TAKES_NUMBER, JNK_SEQUENCE_TAKES_INPUT };

// Layout of the block of constants: a head with the numbers below, in this order; then for each step ramp, duration (0:
// no end by time), input of its condition (-1: none), and for each output an action and its number.
enum { JNK_SEQUENCE_NSTEPS, JNK_SEQUENCE_NOUTPUTS, JNK_SEQUENCE_NINPUTS, JNK_SEQUENCE_START, JNK_SEQUENCE_REPEAT };
enum { JNK_SEQUENCE_HEAD = 5, JNK_SEQUENCE_RAMP = 0, JNK_SEQUENCE_DURATION, JNK_SEQUENCE_UNTIL, JNK_SEQUENCE_ACTIONS };

JNK_FN int jnk_sequence_noutputs(const double *block) { return (int)block[JNK_SEQUENCE_NOUTPUTS]; }
JNK_FN int jnk_sequence_width(const double *block) { return JNK_SEQUENCE_ACTIONS + 2 * jnk_sequence_noutputs(block); }

// Returns the numbers of the present step in the block; NULL before the first step and after the last. s: discrete
// states.
JNK_FN const double *jnk_sequence_now(const double *block, const double *s) {
  double step = s[JNK_SEQUENCE_STEP];
  if (!(step >= 1 && step <= block[JNK_SEQUENCE_NSTEPS])) return NULL;  // the state is untrusted
  return block + JNK_SEQUENCE_HEAD + ((int)step - 1) * jnk_sequence_width(block);
}

JNK_FN double jnk_sequence_value(const double *block, double t, const double *inputs, const double *s, int k) {
  const double *step = jnk_sequence_now(block, s), from = s[JNK_SEQUENCE_FROM + k];
  const double *action = step ? step + JNK_SEQUENCE_ACTIONS + 2 * k : NULL;
  if (!action || (int)action[0] == JNK_SEQUENCE_KEEPS) return from;
  double to = (int)action[0] == JNK_SEQUENCE_TAKES_NUMBER ? action[1] : inputs[(int)action[1]];
  if (!(s[JNK_SEQUENCE_RAMPING] != 0)) return to;
  return from + (to - from) * (t - s[JNK_SEQUENCE_SINCE]) / step[JNK_SEQUENCE_RAMP];
}

// Returns the condition for the end of the present step at time t; the step ends if it is positive: by its duration, or
// because its condition input is positive. A condition input of 0 counts as false. Before the first step, positive from
// the start time on; after the last, negative.
JNK_FN double jnk_sequence_end_of_step(const double *block, double t, const double *inputs, const double *s) {
  const double *step = jnk_sequence_now(block, s);
  double passed = t - s[JNK_SEQUENCE_SINCE], waits = block[JNK_SEQUENCE_START] - t;
  if (!step) return s[JNK_SEQUENCE_STEP] > 0 ? -1 : waits > 0 ? -waits : 1;
  double by_time = step[JNK_SEQUENCE_DURATION] > 0 ? passed - step[JNK_SEQUENCE_DURATION] : -1;
  double value = step[JNK_SEQUENCE_UNTIL] < 0 ? -1 : inputs[(int)step[JNK_SEQUENCE_UNTIL]];
  double by_condition = value == 0 ? -1 : value;
  return by_time > by_condition ? by_time : by_condition;
}

JNK_FN void jnk_sequence_due(const double *block, double t, const double *inputs, const double *s,
                             double due[JNK_SEQUENCE_ROOTS]) {
  const double *step = jnk_sequence_now(block, s);
  due[JNK_SEQUENCE_END_OF_STEP] = jnk_sequence_end_of_step(block, t, inputs, s);
  due[JNK_SEQUENCE_END_OF_RAMP] =
      step && s[JNK_SEQUENCE_RAMPING] != 0 ? t - s[JNK_SEQUENCE_SINCE] - step[JNK_SEQUENCE_RAMP] : -1;
}

// Applies jump number `which` to the discrete states s: the end of a ramp, or the end of a step, which begins the next
// step or round. Stores the outputs of the old step first, because ramps of the new step start from them.
JNK_FN void jnk_sequence_jump(const double *block, double t, const double *inputs, int which, double *s) {
  if (which == JNK_SEQUENCE_END_OF_RAMP) {
    s[JNK_SEQUENCE_RAMPING] = 0;
    return;
  }
  for (int k = 0; k < jnk_sequence_noutputs(block); k++)
    s[JNK_SEQUENCE_FROM + k] = jnk_sequence_value(block, t, inputs, s, k);
  int last = s[JNK_SEQUENCE_STEP] >= block[JNK_SEQUENCE_NSTEPS];
  if (last) s[JNK_SEQUENCE_ROUND] += 1;
  s[JNK_SEQUENCE_STEP] = last && s[JNK_SEQUENCE_ROUND] < block[JNK_SEQUENCE_REPEAT] ? 1 : s[JNK_SEQUENCE_STEP] + 1;
  s[JNK_SEQUENCE_SINCE] = t;
  const double *step = jnk_sequence_now(block, s);
  s[JNK_SEQUENCE_RAMPING] = step && step[JNK_SEQUENCE_RAMP] > 0;
}

// ---- calls of generated code: arguments as in driveline_call.h, without states --------------------------------------

JNK_FN void jnk_call_sequence(const double *constants, const double *in, double *out) {
  int n = jnk_sequence_noutputs(constants), ninputs = (int)constants[JNK_SEQUENCE_NINPUTS];
  for (int k = 0; k < n; k++) out[k] = jnk_sequence_value(constants, in[0], in + 1, in + 1 + ninputs + n, k);
}

JNK_FN void jnk_call_sequence_jump(const double *constants, const double *in, double *out) {
  int n = jnk_sequence_noutputs(constants), ninputs = (int)constants[JNK_SEQUENCE_NINPUTS];
  double due[JNK_SEQUENCE_ROOTS];
  for (int k = 0; k < JNK_SEQUENCE_FROM + n; k++) out[k] = in[1 + ninputs + n + k];
  for (int k = 0, which = 0; k < JNK_MOST_JUMPS && which >= 0; k++) {
    jnk_sequence_due(constants, in[0], in + 1, out, due);
    which = jnk_first_due(due, JNK_SEQUENCE_ROOTS);
    if (which >= 0) jnk_sequence_jump(constants, in[0], in + 1, which, out);
  }
}

#endif
