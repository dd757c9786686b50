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
  uint64_t inputs_hash, outputs_hash;  // hashes of the names and units
  double *safe;                        // ninputs: value if no packets arrive; NaN: the value of the model
  double *values;                      // ninputs: of the packet that is being read
  double *newest;                      // ninputs: of the newest packet
  unsigned char *packet;               // buffer for one packet
  size_t packet_size;                  // size of the buffer, bytes
  bool has_last;                       // `last` is valid: a packet has arrived since the last silence
  bool silent;                         // inputs are at their safe values
  int64_t received_at;                 // time of the last packet, ns
  int64_t limit;                       // longest time without packets before inputs become safe, ns
  uint64_t last, next;                 // sequence numbers: of the newest packet; of the next one to send
  jn_pace *pace;                       // statistics of the run; this object counts the packets
} jni_packet_exchange;

// Makes the lists and buffers for a session; the caller sets link and limit. Returns false if memory ran out.
bool jni_packet_exchange_new(jni_packet_exchange *exchange, jni_pool *pool, jn_session *session);
// Reports a fault if packets are requested but the model has no inputs or outputs, or more than fit into a packet.
jn_status jni_packet_exchange_check(const jni_packet_exchange *exchange, jn_report *report);
// Starts the time without packets at `now`, ns.
void jni_packet_exchange_begin(jni_packet_exchange *exchange, int64_t now);
// Reads all packets that have arrived and holds the inputs at the values of the newest one, or at the safe values if
// none has arrived for longer than the limit.
void jni_packet_exchange_receive(jni_packet_exchange *exchange, int64_t now);
// Sends the outputs of the last step.
void jni_packet_exchange_send(jni_packet_exchange *exchange);

#endif
