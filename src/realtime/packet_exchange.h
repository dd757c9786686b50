// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// packet_exchange.h - receives the inputs of a session as packets and sends its outputs as packets.
#ifndef JNI_PACKET_EXCHANGE_H
#define JNI_PACKET_EXCHANGE_H

#include "base/pool.h"
#include "jounce/realtime.h"
#include "jounce/session.h"

typedef struct {
  jn_link link;
  jn_session *session;
  bool receives, sends;
  int ninputs, noutputs;
  uint64_t inputs_hash, outputs_hash;  // hashes of the names and units of inputs and of outputs
  double *safe;                        // ninputs: value while no packets arrive; NaN: the value of the model
  double *values;                      // ninputs: values of the packet that is being read
  double *newest;                      // ninputs: values of the newest packet
  unsigned char *packet;               // buffer for one packet
  size_t packet_size;                  // size of the buffer, bytes
  bool has_last;                       // `last` is valid: a packet has arrived since the last silence
  bool silent;                         // no packet has arrived for too long: inputs have their safe values
  int64_t received_at;                 // time at which the last newer packet arrived, or the exchange began, ns
  int64_t limit;                       // longest time without packets before inputs become safe, ns
  uint64_t last, next;                 // sequence numbers: of the newest packet; of the next one to send
  jn_pace *pace;                       // statistics of the run, in which packets are counted
} jni_packet_exchange;

// Allocates the lists and buffers that the exchange of a session needs; the caller sets link, receives, sends, limit
// and pace afterwards. Returns false if memory is short.
bool jni_packet_exchange_new(jni_packet_exchange *exchange, jni_pool *pool, jn_session *session);
// Checks that the model has the inputs or outputs to be exchanged, and not more than fit into a packet. Otherwise adds
// a fault to the report and returns its status.
jn_status jni_packet_exchange_check(const jni_packet_exchange *exchange, jn_report *report);
// Begins the exchange at time `now`, ns: the time without packets is measured from then on.
void jni_packet_exchange_begin(jni_packet_exchange *exchange, int64_t now);
// Reads the packets that have arrived, up to 256, at time `now`, ns. Sets the inputs of the session to the values of
// the newest packet and holds them; if no packet newer than the last one has arrived for longer than the limit, sets
// them to the safe values. Does nothing if no packets are to be received.
void jni_packet_exchange_receive(jni_packet_exchange *exchange, int64_t now);
// Sends a packet with the values that the outputs have after the last step, if packets are to be sent, and counts it.
void jni_packet_exchange_send(jni_packet_exchange *exchange);

#endif
