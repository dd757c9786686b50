// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_schedule.c - the parts of a paced run that know no clock: histogram, schedule, packets, ring, arena.
#include <string.h>

#include "check.h"
#include "realtime/arena_allocator.h"
#include "realtime/histogram.h"
#include "realtime/packet.h"
#include "realtime/ring_buffer.h"
#include "realtime/schedule.h"

// ---- histogram ------------------------------------------------------------------------------------------------------

static jni_histogram h;

static void histogram_is_empty(void) {
  memset(&h, 0, sizeof h);
  CHECK(jni_histogram_quantile(&h, 500) == 0 && jni_histogram_quantiles(&h).most == 0);
}

// Every time lies in its class: the quantile of it alone is it, that of it and a longer one at most 1/64 above.
static void quantiles_are_near(void) {
  for (int64_t ns = 1; ns < (int64_t)1 << 40; ns += 1 + ns / 7) {
    memset(&h, 0, sizeof h);
    jni_histogram_add(&h, ns);
    CHECK(jni_histogram_quantile(&h, 500) == ns);
    jni_histogram_add(&h, 4 * ns);
    int64_t half = jni_histogram_quantile(&h, 500);
    CHECK(half >= ns && half - ns <= ns / 64 && (ns >= 128 || half == ns));
    CHECK(jni_histogram_quantile(&h, 501) == 4 * ns);
  }
}

static void quantiles_count(void) {
  memset(&h, 0, sizeof h);
  for (int i = 1; i <= 1000; i++) jni_histogram_add(&h, i <= 990 ? 10 : i <= 999 ? 50 : 100);
  CHECK(jni_histogram_quantile(&h, 990) == 10 && jni_histogram_quantile(&h, 991) == 50);
  CHECK(jni_histogram_quantile(&h, 999) == 50 && jni_histogram_quantile(&h, 1000) == 100);
  jni_histogram_add(&h, -5);
  jni_histogram_add(&h, INT64_MAX);
  CHECK(h.count[0] == 1 && h.n == 1002 && h.most == INT64_MAX && jni_histogram_quantile(&h, 1000) == INT64_MAX);
}

// ---- schedule -------------------------------------------------------------------------------------------------------

enum { MS = 1000000 };

static jni_schedule schedule(jn_overrun_policy policy, int catch_up, int64_t grace) {
  return (jni_schedule){.start = 5 * MS, .period = MS, .policy = policy, .catch_up = catch_up, .grace = grace};
}

static void on_time_nothing_moves(void) {
  jni_schedule s = schedule(JN_OVERRUN_STOP, 0, 0);
  for (int k = 0; k < 100; k++) {
    CHECK(jni_schedule_due(&s) == (5 + k) * MS);
    CHECK(jni_schedule_end(&s, (6 + k) * MS));  // the last moment is in time
  }
  CHECK(s.overruns == 0 && s.lost == 0);
  CHECK(!jni_schedule_end(&s, jni_schedule_due(&s) + MS + 1) && s.overruns == 1);
}

// A third of a millisecond is no whole number of nanoseconds.
static void rounding_does_not_add_up(void) {
  jni_schedule s = {.period = 1e6 / 3, .tick = 3000000000};
  CHECK(jni_schedule_due(&s) == (int64_t)1000000000 * MS);
}

static void policies_move(void) {
  const struct {
    jn_overrun_policy policy;
    int catch_up;
    int64_t lost;
  } cases[] = {{JN_OVERRUN_SLOW, 0, 2500000}, {JN_OVERRUN_SKIP, 0, 3 * MS},     {JN_OVERRUN_CATCH_UP, 10, 0},
               {JN_OVERRUN_CATCH_UP, 3, 0},   {JN_OVERRUN_CATCH_UP, 2, 1 * MS}, {JN_OVERRUN_CATCH_UP, 1, 2 * MS}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jni_schedule s = schedule(cases[i].policy, cases[i].catch_up, 0);
    CHECK(jni_schedule_end(&s, 8 * MS + MS / 2));  // should have ended at 6
    CHECK(s.overruns == 1 && s.lost == cases[i].lost && jni_schedule_due(&s) == 6 * MS + cases[i].lost);
  }
}

static void grace_forgives(void) {
  jni_schedule s = schedule(JN_OVERRUN_STOP, 0, 2);
  CHECK(jni_schedule_end(&s, 7 * MS) && s.early == 1 && s.overruns == 0);
  CHECK(jni_schedule_due(&s) == 7 * MS);
  CHECK(jni_schedule_end(&s, 8 * MS + 1) && s.early == 2);
  CHECK(!jni_schedule_end(&s, 20 * MS) && s.overruns == 1);
}

// ---- packets --------------------------------------------------------------------------------------------------------

// The bytes that other programs rely on.
static void packet_has_its_layout(void) {
  const unsigned char expected[] = {'J', 'N', 'R', 'T', 1, 0, 0, 0, 8, 7, 6,    5,   4,   3,
                                    2,   1,   9,   0,   0, 0, 0, 0, 0, 0, 0xfe, 255, 255, 255,
                                    255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0xf8, 0xbf};
  unsigned char packet[40];
  const double value = -1.5;
  const jni_packet_head head = {0x0102030405060708, 9, -2};
  jni_packet_write(&head, &value, 1, packet);
  CHECK(sizeof expected == jni_packet_size(1) && memcmp(packet, expected, sizeof expected) == 0);
  jni_packet_head back;
  double again;
  CHECK(jni_packet_read(packet, sizeof packet, head.hash, 1, &back, &again) == JNI_PACKET_GOOD);
  CHECK(again == -1.5 && back.sequence == 9 && back.time == -2);
  for (size_t i = 0; i < 16; i++) {
    packet[i] ^= 1;
    CHECK(jni_packet_read(packet, sizeof packet, head.hash, 1, &back, &again) == JNI_PACKET_FOREIGN);
    packet[i] ^= 1;
  }
}

// FNV-1a, as another program would compute it.
static void lists_have_their_hash(void) {
  uint64_t hash = 14695981039346656037u;
  for (const char *c = "outputs\nz m\nother \n"; *c; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
  CHECK(jni_list_add(jni_list_add(jni_list_begin("outputs"), "z", "m"), "other", "") == hash);
  CHECK(jni_list_begin("inputs") != jni_list_begin("outputs"));
}

// ---- ring and arena -------------------------------------------------------------------------------------------------

// Records of all lengths come out as they went in, across the end of the room; a full ring refuses.
static void ring_keeps_records(void) {
  jni_pool pool = {0};
  jni_ring ring = {0};
  double in[8], out[8];
  CHECK(jni_ring_new(&ring, &pool, 23));
  for (int round = 0; round < 200; round++) {
    int pushed = 0;
    for (;; pushed++) {
      int n = (round + pushed) % 6;
      for (int i = 0; i < n; i++) in[i] = 100 * round + 10 * pushed + i;
      const jni_piece pieces[] = {{in, n / 2}, {in + n / 2, n - n / 2}};
      if (!jni_ring_push(&ring, pushed, pieces, 2)) break;
    }
    CHECK(pushed >= 2);
    for (int k = 0; k < pushed; k++) {
      int n = (round + k) % 6;
      CHECK(jni_ring_pull(&ring, out) == k);
      for (int i = 0; i < n; i++) CHECK(out[i] == 100 * round + 10 * k + i);
    }
    CHECK(jni_ring_pull(&ring, out) == -1);
  }
  jni_pool_free(&pool);
}

static void arena_ends(void) {
  jni_pool pool = {0};
  jni_arena arena;
  CHECK(jni_arena_new(&arena, &pool, 4000));
  jn_report *report = jn_report_new(&arena.alloc);
  for (int i = 0; i < 50; i++) jn_report_warn(report, "", "warning %d", i);
  CHECK(report && jn_report_count(report, JN_NOTE) == 50 && jn_report_size(report) < 50);
  for (int i = 0; i < jn_report_size(report); i++) {
    char text[20];
    snprintf(text, sizeof text, "warning %d", i);
    CHECK(strcmp(jn_report_get(report, i)->what, text) == 0);
  }
  CHECK(!arena.alloc.resize(arena.alloc.context, NULL, SIZE_MAX) &&
        !arena.alloc.resize(arena.alloc.context, NULL, 4000));
  jni_pool_free(&pool);
}

int main(void) {
  histogram_is_empty();
  quantiles_are_near();
  quantiles_count();
  on_time_nothing_moves();
  rounding_does_not_add_up();
  policies_move();
  grace_forgives();
  packet_has_its_layout();
  lists_have_their_hash();
  ring_keeps_records();
  arena_ends();
  return check_report();
}
