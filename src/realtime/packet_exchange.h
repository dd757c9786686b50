// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// packet_exchange.h - inputs of a session from packets, its outputs as packets.
#ifndef JNI_PACKET_EXCHANGE_H
#define JNI_PACKET_EXCHANGE_H

#include "base/pool.h"
#include "jounce/realtime.h"
#include "jounce/session.h"

typedef struct {
  jn_link link;
  jn_session *session;
  bool hears, speaks;
  int ninputs, noutputs;
  uint64_t inputs_hash, outputs_hash;
  double *safe;            // of every input, NaN: as the model has it
  double *values, *heard;  // of the packet at hand; of the newest one
  unsigned char *packet;
  size_t room;
  bool known;            // a packet has come since the last silence, and `last` is the sequence of the newest
  bool silent;           // inputs are at their safe values
  int64_t since, limit;  // ns: when one came last; how long a silence may be
  uint64_t last, next;   // sequences: heard, and to be sent
  jn_pace *pace;         // where it counts
} jni_packet_exchange;

// Makes the lists of the session and their room; link and limit are the caller's. False: no memory.
bool jni_packet_exchange_new(jni_packet_exchange *exchange, jni_pool *pool, jn_session *session);
// Faults where packets are wanted but there is nothing to put in, or too much.
jn_status jni_packet_exchange_check(const jni_packet_exchange *exchange, jn_report *report);
void jni_packet_exchange_begin(jni_packet_exchange *exchange, int64_t now);
// The newest packet that has come by `now` becomes the inputs of the next step; after a silence they are the safe ones.
void jni_packet_exchange_receive(jni_packet_exchange *exchange, int64_t now);
void jni_packet_exchange_send(jni_packet_exchange *exchange);  // outputs of the last step

#endif
