// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// realtime.h - a run that keeps pace with a clock and exchanges inputs and outputs with other programs.
//
// Period k of length T takes the model from t_0 + k T to t_0 + (k + 1) T, by one fixed step or several. It is due at
//   C_k = C_0 + k T                                   on the clock: delays of one period do not add up
// It begins when the thread wakes, at w_k >= C_k, reads inputs, steps, sends outputs, and ends at e_k:
//   late_k = w_k - C_k,   compute_k = e_k - w_k,      an overrun: e_k > C_k+1
// A policy decides what happens after an overrun.
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
//     jn_realtime_free(paced);
//     jn_model_free(model);
//     jn_report_free(report);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_REALTIME_H
#define JOUNCE_REALTIME_H

#include "jounce/simulate.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- clock and packets; a program may supply its own ----------------------------------------------------------------
// A clock. Times are in ns, from any origin.
typedef struct {
  void *self;
  int64_t (*now)(void *self);
  void (*sleep_until)(void *self, int64_t time);  // may return before
} jn_clock;

// A link that carries packets, each completely or not at all. Neither function may wait.
typedef struct {
  void *self;
  // Reads the next packet, cut to `size` bytes. Returns its full length; -1: none has arrived.
  long (*receive)(void *self, void *packet, size_t size);
  bool (*send)(void *self, const void *packet, size_t size);
} jn_link;

// Layout of packets for inputs and outputs, little-endian, without gaps:
//   0  4 bytes "JNRT"        8  hash of the list, u64      24  time, ns, i64: model time for outputs,
//   4  version, u32: 1      16  sequence number, u64           any value for inputs
//  32  the values, f64 each, in the order of the list
// The hash is FNV-1a over the text "inputs\n" or "outputs\n" and a line "NAME UNIT\n" for each value, "NAME \n" without
// a unit. It distinguishes packets with different lists.
enum { JN_PACKET_VERSION = 1, JN_PACKET_HEAD = 32, JN_PACKET_MOST_VALUES = (65507 - 32) / 8 };

// ---- options --------------------------------------------------------------------------------------------------------
typedef enum {
  JN_OVERRUN_CATCH_UP,  // up to `catch_up` overdue periods follow without sleep; a larger delay moves the schedule
  JN_OVERRUN_STOP,      // the run ends with JN_OVERRUN
  JN_OVERRUN_SKIP,      // the schedule moves by whole periods: the next period begins on the original time grid
  JN_OVERRUN_SLOW,      // the schedule moves by the delay: the next period begins at once
} jn_overrun_policy;

typedef struct {
  double period;  // s, a multiple of the step; 0: the step
  jn_overrun_policy on_overrun;
  int catch_up;
  double grace;           // model time at the start, s, in which overruns move the schedule and do not count
  int cpu;                // CPU to which the stepping thread is pinned; -1: any
  int priority;           // of SCHED_FIFO for the stepping thread, 1 to 99; 0: the usual scheduling
  bool lock;              // lock the memory of the process
  bool keep_denormals;    // keep numbers below 2.2e-308, which can be slow; otherwise they become zero
  double silence;         // time without an input packet, s, after which inputs take their safe values
  const char *receive;    // "PORT" or "HOST:PORT" at which input packets arrive; NULL: inputs have the model's values
  const char *send;       // "PORT" or "HOST:PORT" to which output packets are sent; NULL: none. PORT is on 127.0.0.1
  const jn_clock *clock;  // NULL: the system's
  const jn_link *link;    // replaces UDP in both directions; NULL: `receive` and `send`
  size_t buffer_size;     // size of the buffer for rows on their way to the sinks, bytes; 0: enough, up to 64 MB
  int cookie;
} jn_realtime_options;

JN_API jn_realtime_options jn_realtime_options_default(void);
// Parses "stop", "skip", "slow", "catch-up" or "catch-up=N". Returns false for any other text.
JN_API bool jn_overrun_parse(const char *text, jn_realtime_options *into);

// ---- the paced run --------------------------------------------------------------------------------------------------
typedef struct jn_realtime jn_realtime;

// Makes a paced run (as jn_run_new; options and how NULL: the defaults), allocates all memory and checks that the
// system grants the privileges. Returns NULL with faults in the report, also if the integrator chooses its own steps.
// An extra thread calls the sinks and `progress`; the executing thread calls `begin` and `end` of sinks.
JN_API jn_realtime *jn_realtime_new(const jn_model *model, const jn_run_options *options,
                                    const jn_realtime_options *how, jn_report *report);
JN_API void *jn_realtime_free(jn_realtime *realtime);  // with its run
// Runs in the calling thread to the end, a failure or an interruption, as jn_run_execute. While stepping it allocates
// nothing, waits for no other thread and calls the system only for clock and packets. May be called once.
JN_API jn_status jn_realtime_execute(jn_realtime *realtime, jn_report *report);
JN_API jn_run *jn_realtime_run(const jn_realtime *realtime);
// Return the hashes of the input list and the output list, as in packets.
JN_API uint64_t jn_realtime_inputs_hash(const jn_realtime *realtime);
JN_API uint64_t jn_realtime_outputs_hash(const jn_realtime *realtime);

#ifdef __cplusplus
}
#endif
#endif
