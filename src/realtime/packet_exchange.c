// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// packet_exchange.c - the newest input packet counts; what is older, of others or not finite is counted and dropped.
#include "realtime/packet_exchange.h"

#include <math.h>

#include "realtime/packet.h"
#include "simulate/run.h"

enum { MOST_AT_ONCE = 256 };  // packets that a period looks at: a flood must not keep it from its work

// ---- lists --------------------------------------------------------------------------------------------------------

static uint64_t hash_inputs(const jn_session *session) {
  uint64_t hash = jni_list_begin("inputs");
  for (int i = 0; i < jn_session_ninputs(session); i++)
    hash = jni_list_add(hash, jn_session_input_name(session, i), "");
  return hash;
}

static uint64_t hash_outputs(const jn_session *session) {
  uint64_t hash = jni_list_begin("outputs");
  for (int i = 0; i < jn_session_noutputs(session); i++)
    hash = jni_list_add(hash, jn_session_output_name(session, i), jn_session_output_unit(session, i));
  return hash;
}

bool jni_packet_exchange_new(jni_packet_exchange *exchange, jni_pool *pool, jn_session *session) {
  jni_packet_exchange *x = exchange;
  const jn_model *model = jn_session_run(session)->model;
  x->session = session;
  x->ninputs = jn_session_ninputs(session);
  x->noutputs = jn_session_noutputs(session);
  x->inputs_hash = hash_inputs(session);
  x->outputs_hash = hash_outputs(session);
  size_t in = jni_packet_size(x->ninputs) + 1, out = jni_packet_size(x->noutputs);
  x->room = in > out ? in : out;
  x->packet = jni_take(pool, x->room, 1);
  const jni_vector vectors[] = {
      {&x->safe, (size_t)x->ninputs}, {&x->values, (size_t)x->ninputs}, {&x->heard, (size_t)x->ninputs}};
  jni_vectors(pool, vectors, sizeof vectors / sizeof *vectors);
  if (pool->failed) return false;
  for (int i = 0; i < x->ninputs; i++) x->safe[i] = jn_model_input_safe(model, i);
  return true;
}

jn_status jni_packet_exchange_check(const jni_packet_exchange *exchange, jn_report *report) {
  const jni_packet_exchange *x = exchange;
  if (x->hears && x->ninputs == 0)
    return jn_report_fault(report, JN_REFUSED, "", "input packets are asked for, but the model has no 'inputs'");
  if (x->speaks && x->noutputs == 0)
    return jn_report_fault(
        report, JN_REFUSED, "",
        "output packets are asked for, but there are no outputs; name some in 'outputs' or with --probe");
  int n = x->hears && x->ninputs > x->noutputs ? x->ninputs : x->noutputs;
  if ((x->hears || x->speaks) && n > JN_PACKET_MOST_VALUES)
    return jn_report_fault(report, JN_REFUSED, "", "%d values do not fit into a packet, which holds up to %d", n,
                           (int)JN_PACKET_MOST_VALUES);
  return JN_OK;
}

// ---- inputs -------------------------------------------------------------------------------------------------------

static void hold(jni_packet_exchange *x, const double *values) {
  for (int i = 0; i < x->ninputs; i++) jn_session_hold(x->session, i, values[i]);
}

// True: it is newer than all before it.
static bool take(jni_packet_exchange *x, size_t size) {
  jni_packet_head head;
  switch (jni_packet_read(x->packet, size, x->inputs_hash, x->ninputs, &head, x->values)) {
    case JNI_PACKET_FOREIGN: return x->pace->foreign++, false;
    case JNI_PACKET_UNUSABLE: return x->pace->unusable++, false;
    case JNI_PACKET_GOOD: break;
  }
  if (x->known && head.sequence <= x->last) return x->pace->old++, false;
  double *newest = x->values;
  x->values = x->heard, x->heard = newest;
  x->known = true;
  x->last = head.sequence;
  x->pace->heard++;
  return true;
}

void jni_packet_exchange_begin(jni_packet_exchange *exchange, int64_t now) { exchange->since = now; }

void jni_packet_exchange_receive(jni_packet_exchange *exchange, int64_t now) {
  jni_packet_exchange *x = exchange;
  bool any = false;
  if (!x->hears) return;
  for (int i = 0; i < MOST_AT_ONCE; i++) {
    long size = x->link.receive(x->link.self, x->packet, x->room);
    if (size < 0) break;
    if (take(x, (size_t)size)) any = true;
  }
  if (any) {
    x->since = now, x->silent = false;
    hold(x, x->heard);
  } else if (!x->silent && now - x->since > x->limit) {
    x->silent = true, x->known = false;  // who comes next may count from anew
    x->pace->silences++;
    hold(x, x->safe);
  }
}

// ---- outputs ------------------------------------------------------------------------------------------------------

void jni_packet_exchange_send(jni_packet_exchange *exchange) {
  jni_packet_exchange *x = exchange;
  if (!x->speaks) return;
  jni_packet_head head = {x->outputs_hash, x->next++, llround(1e9 * jn_session_time(x->session))};
  jni_packet_write(&head, jn_session_outputs(x->session), x->noutputs, x->packet);
  bool sent = x->link.send(x->link.self, x->packet, jni_packet_size(x->noutputs));
  *(sent ? &x->pace->sent : &x->pace->unsent) += 1;
}
