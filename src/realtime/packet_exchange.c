// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// packet_exchange.c - see packet_exchange.h. Uses the newest input packet; counts and drops packets that are older,
// foreign or not finite.
#include "realtime/packet_exchange.h"

#include <math.h>

#include "realtime/packet.h"
#include "simulate/run.h"

// Largest number of packets that are read in one period. It bounds the time, so that a flood of packets cannot delay
// the step.
enum { MAX_PACKETS = 256 };

// ---- construction -------------------------------------------------------------------------------------------------

bool jni_packet_exchange_new(jni_packet_exchange *exchange, jni_pool *pool, jn_session *session) {
  jni_packet_exchange *x = exchange;
  const jn_model *model = jn_session_run(session)->model;
  x->session = session;
  x->ninputs = jn_session_ninputs(session);
  x->noutputs = jn_session_noutputs(session);
  x->inputs_hash = jni_list_begin("inputs");
  for (int i = 0; i < x->ninputs; i++)
    x->inputs_hash = jni_list_add(x->inputs_hash, jn_session_input_name(session, i), "");
  x->outputs_hash = jni_list_begin("outputs");
  for (int i = 0; i < x->noutputs; i++) {
    const char *name = jn_session_output_name(session, i), *unit = jn_session_output_unit(session, i);
    x->outputs_hash = jni_list_add(x->outputs_hash, name, unit);
  }
  size_t in = jni_packet_size(x->ninputs) + 1, out = jni_packet_size(x->noutputs);
  x->packet_size = in > out ? in : out;
  x->packet = jni_take(pool, x->packet_size, 1);
  const jni_vector vectors[] = {
      {&x->safe, (size_t)x->ninputs}, {&x->values, (size_t)x->ninputs}, {&x->newest, (size_t)x->ninputs}};
  jni_vectors(pool, vectors, sizeof vectors / sizeof *vectors);
  if (pool->failed) return false;
  for (int i = 0; i < x->ninputs; i++) x->safe[i] = jn_model_input_safe(model, i);
  return true;
}

jn_status jni_packet_exchange_check(const jni_packet_exchange *exchange, jn_report *report) {
  const jni_packet_exchange *x = exchange;
  if (x->receives && x->ninputs == 0)
    return jn_report_fault(report, JN_REFUSED, "", "input packets are asked for, but the model has no 'inputs'");
  if (x->sends && x->noutputs == 0)
    return jn_report_fault(
        report, JN_REFUSED, "",
        "output packets are asked for, but there are no outputs; name some in 'outputs' or with --probe");
  int n = x->receives && x->ninputs > x->noutputs ? x->ninputs : x->noutputs;
  if ((x->receives || x->sends) && n > JN_PACKET_MOST_VALUES)
    return jn_report_fault(report, JN_REFUSED, "", "%d values do not fit into a packet, which holds up to %d", n,
                           (int)JN_PACKET_MOST_VALUES);
  return JN_OK;
}

// ---- inputs -------------------------------------------------------------------------------------------------------

static void hold(jni_packet_exchange *x, const double *values) {
  for (int i = 0; i < x->ninputs; i++) jn_session_hold(x->session, i, values[i]);
}

// Reads the packet in the buffer, and counts it if it is foreign, unusable or old. If it is newer than all packets
// before it since the last silence, stores its values as the newest ones and returns true; otherwise returns false.
// size: bytes that were received.
static bool read_packet(jni_packet_exchange *x, size_t size) {
  jni_packet_head head;
  switch (jni_packet_read(x->packet, size, x->inputs_hash, x->ninputs, &head, x->values)) {
    case JNI_PACKET_FOREIGN: x->pace->foreign++; return false;
    case JNI_PACKET_UNUSABLE: x->pace->unusable++; return false;
    case JNI_PACKET_GOOD: break;
  }
  if (x->has_last && head.sequence <= x->last) {
    x->pace->old++;
    return false;
  }
  double *newest = x->values;
  x->values = x->newest;
  x->newest = newest;
  x->has_last = true;
  x->last = head.sequence;
  x->pace->heard++;
  return true;
}

void jni_packet_exchange_begin(jni_packet_exchange *exchange, int64_t now) { exchange->received_at = now; }

void jni_packet_exchange_receive(jni_packet_exchange *exchange, int64_t now) {
  jni_packet_exchange *x = exchange;
  bool any = false;
  if (!x->receives) return;
  for (int i = 0; i < MAX_PACKETS; i++) {
    long size = x->link.receive(x->link.self, x->packet, x->packet_size);
    if (size < 0) break;
    if (read_packet(x, (size_t)size)) any = true;
  }
  if (any) {
    x->received_at = now;
    x->silent = false;
    hold(x, x->newest);
  } else if (!x->silent && now - x->received_at > x->limit) {
    x->silent = true;
    x->has_last = false;  // the sequence numbers of the next sender may begin anew
    x->pace->silences++;
    hold(x, x->safe);
  }
}

// ---- outputs ------------------------------------------------------------------------------------------------------

void jni_packet_exchange_send(jni_packet_exchange *exchange) {
  jni_packet_exchange *x = exchange;
  if (!x->sends) return;
  jni_packet_head head = {x->outputs_hash, x->next++, llround(1e9 * jn_session_time(x->session))};
  jni_packet_write(&head, jn_session_outputs(x->session), x->noutputs, x->packet);
  bool sent = x->link.send(x->link.self, x->packet, jni_packet_size(x->noutputs));
  *(sent ? &x->pace->sent : &x->pace->unsent) += 1;
}
