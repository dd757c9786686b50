// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// realtime.h - a run that keeps pace with a clock, and exchanges inputs and outputs with other programs on the way.
//
// Period k of length T takes the model from t_0 + k T to t_0 + (k + 1) T, by one fixed step or several, and is due at
//   C_k = C_0 + k T                                   on the clock: from the start, never from the period before
// It begins when the thread wakes, at w_k >= C_k, and ends at e_k with all outputs sent:
//   late_k = w_k - C_k,   compute_k = e_k - w_k,      an overrun: e_k > C_k+1
// Inputs are read at its beginning. What an overrun leads to is a policy.
//
// Example: a body falls for 20 ms on the clock of the system, 1 ms per period.
//
//   #include <jounce/realtime.h>
//   #include <math.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: plane, gravity: [0, -10], bodies: {a: {mass: 1, inertia: 1}},"
//                        " simulate: {until: 0.02, step: 0.001}, outputs: [a.y]}";
//     jn_report *report = jn_report_new(NULL);
//     jn_model *model = jn_model_read_text(NULL, "falling", text, strlen(text), NULL, 0, report);
//     jn_realtime *paced = model ? jn_realtime_new(model, NULL, NULL, report) : NULL;
//     bool good = paced && jn_realtime_execute(paced, report) == JN_OK;
//     jn_run *run = good ? jn_realtime_run(paced) : NULL;
//     good = run && fabs(jn_run_outputs(run)[0] + 0.002) < 1e-9 && jn_run_summary(run)->pace.periods == 20;
//     jn_realtime_free(paced), jn_model_free(model), jn_report_free(report);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_REALTIME_H
#define JOUNCE_REALTIME_H

#include "jounce/simulate.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- what it needs of the world; a program may bring its own --------------------------------------------------------
// Times are nanoseconds from any zero.
typedef struct {
  void *self;
  int64_t (*now)(void *self);
  void (*sleep_until)(void *self, int64_t time);  // may return before
} jn_clock;

// Packets, each whole or not at all. Neither function may wait.
typedef struct {
  void *self;
  // The next one that has come: its length, also where that is more than `size` and it was cut. -1: there is none.
  long (*receive)(void *self, void *packet, size_t size);
  bool (*send)(void *self, const void *packet, size_t size);
} jn_link;

// A packet, little-endian, without gaps; outputs and inputs alike:
//   0  4 bytes "JNRT"        8  hash of the list, u64      24  time, ns, i64: of outputs that of the model,
//   4  version, u32: 1      16  sequence, u64                  of inputs what the sender likes
//  32  the values, f64 each, in the order of the list
// The hash is FNV-1a over the text "inputs\n" or "outputs\n" and a line "NAME UNIT\n" for every value, so that two
// lists that differ are told apart; a value without a unit has the line "NAME \n".
enum { JN_PACKET_VERSION = 1, JN_PACKET_HEAD = 32, JN_PACKET_MOST_VALUES = (65507 - 32) / 8 };

// ---- how ------------------------------------------------------------------------------------------------------------
typedef enum {
  JN_OVERRUN_CATCH_UP,  // up to `catch_up` periods that are due follow without sleep; what is beyond is skipped
  JN_OVERRUN_STOP,      // the run ends, with JN_OVERRUN
  JN_OVERRUN_SKIP,      // the next period begins at the next beginning of one: the model falls behind by whole periods
  JN_OVERRUN_SLOW,      // the next period begins at once, and all later ones by as much later
} jn_overrun_policy;

typedef struct {
  double period;  // s, a multiple of the step; 0: the step
  jn_overrun_policy on_overrun;
  int catch_up;
  double grace;           // s of the model at the start in which overruns neither count nor stop: the schedule waits
  int cpu;                // the stepping thread runs there alone; -1: anywhere
  int priority;           // of SCHED_FIFO for the stepping thread, 1 to 99; 0: the usual scheduling
  bool lock;              // memory of the process stays in place
  bool keep_denormals;    // numbers below 2.2e-308 are computed as elsewhere, which can be slow, and not made zero
  double silence;         // s without an input packet after which inputs are at their safe values
  const char *receive;    // "PORT" or "HOST:PORT" where input packets are awaited; NULL: inputs are the model's
  const char *send;       // "PORT" or "HOST:PORT" where output packets go; NULL: nowhere. A bare PORT is on 127.0.0.1
  const jn_clock *clock;  // NULL: the system's
  const jn_link *link;    // instead of UDP, both ways; NULL: `receive` and `send`
  size_t room;            // bytes for rows on their way to the sinks; 0: enough for the run, up to 64 MB
  int cookie;
} jn_realtime_options;

JN_API jn_realtime_options jn_realtime_options_default(void);
// "stop", "skip", "slow", "catch-up" or "catch-up=N" as policy and number. False: it is none of them.
JN_API bool jn_overrun_parse(const char *text, jn_realtime_options *into);

// ---- the paced run --------------------------------------------------------------------------------------------------
typedef struct jn_realtime jn_realtime;

// Makes the run (as jn_run_new; options NULL: the defaults) and all room, and asks the system for what `how` needs.
// NULL with faults in the report: also where the integrator chooses its steps, and where the system refuses. Sinks and
// `progress` are called by a thread of their own, `begin` and `end` of sinks by the one that executes.
JN_API jn_realtime *jn_realtime_new(const jn_model *model, const jn_run_options *options,
                                    const jn_realtime_options *how, jn_report *report);
JN_API void *jn_realtime_free(jn_realtime *realtime);  // with its run
// Runs to the end, a failure or an interruption, as jn_run_execute; the calling thread steps. While it does it
// allocates nothing, waits for nobody and calls the system for nothing but clock and packets. Once only.
JN_API jn_status jn_realtime_execute(jn_realtime *realtime, jn_report *report);
JN_API jn_run *jn_realtime_run(const jn_realtime *realtime);
// The hashes of the lists of the inputs of the model and of the outputs of the run, as in packets.
JN_API uint64_t jn_realtime_inputs_hash(const jn_realtime *realtime);
JN_API uint64_t jn_realtime_outputs_hash(const jn_realtime *realtime);

#ifdef __cplusplus
}
#endif
#endif
