// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hand.h - a clock and a packet link controlled by the test, which sets the duration of periods and delays of sleeps.
#ifndef JOUNCE_HAND_H
#define JOUNCE_HAND_H

#include <string.h>

#include "jounce/jounce.h"
#include "realtime/packet.h"

enum { HAND_MOST = 256, HAND_MS = 1000000 };

typedef struct {
  int64_t time;
  int64_t late, cost;          // delay of every sleep, duration of every period, ns
  int64_t late_of[HAND_MOST];  // additional delay of single sleeps, ns
  int64_t cost_of[HAND_MOST];  // additional duration of single periods, ns
  int64_t slept[HAND_MOST];    // requested end of each sleep, and its begin, ns
  int64_t began_sleep[HAND_MOST];
  int nsleeps, nsent;
  uint64_t sequences[HAND_MOST];
  double outputs[HAND_MOST][4];
  int noutputs;
  uint64_t outputs_hash;
  // packets to be received, and the period before which they arrive
  struct {
    int period;
    size_t size;
    unsigned char bytes[100];
  } packets[HAND_MOST];
  int npackets, next;
} hand;

static inline int64_t hand_now(void *self) { return ((hand *)self)->time; }

static inline void hand_sleep(void *self, int64_t time) {
  hand *h = self;
  int k = h->nsleeps < HAND_MOST ? h->nsleeps++ : HAND_MOST - 1;
  h->slept[k] = time;
  h->began_sleep[k] = h->time;
  if (time > h->time) h->time = time;
  h->time += h->late + h->late_of[k];
}

// Counts periods by sent packets, of which the first precedes all periods.
static inline long hand_receive(void *self, void *packet, size_t size) {
  hand *h = self;
  if (h->next == h->npackets || h->packets[h->next].period > h->nsent - 1) return -1;
  size_t length = h->packets[h->next].size;
  memcpy(packet, h->packets[h->next++].bytes, length < size ? length : size);
  return (long)length;
}

static inline bool hand_send(void *self, const void *packet, size_t size) {
  hand *h = self;
  jni_packet_head head;
  int k = h->nsent++;
  if (k > 0) h->time += h->cost;
  if (k > 0 && k <= HAND_MOST) h->time += h->cost_of[k - 1];
  if (k < HAND_MOST &&
      jni_packet_read(packet, size, h->outputs_hash, h->noutputs, &head, h->outputs[k]) == JNI_PACKET_GOOD)
    h->sequences[k] = head.sequence;
  return true;
}

// Add a packet before period k: any bytes, or values.
static inline void hand_post_bytes(hand *h, int period, const void *bytes, size_t size) {
  h->packets[h->npackets].period = period;
  h->packets[h->npackets].size = size;
  memcpy(h->packets[h->npackets++].bytes, bytes, size < 100 ? size : 100);
}

static inline void hand_post(hand *h, int period, uint64_t hash, uint64_t sequence, const double *values, int n) {
  unsigned char bytes[100];
  jni_packet_head head = {hash, sequence, 0};
  jni_packet_write(&head, values, n, bytes);
  hand_post_bytes(h, period, bytes, jni_packet_size(n));
}

#endif
