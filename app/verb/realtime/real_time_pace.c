// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// real_time_pace.c - prints statistics of a run that kept pace with the clock (delays, overruns, packets), as text and
// as JSON.
#include <stdio.h>

#include "common/text.h"
#include "real_time.h"

static const char *plural(long n) { return n == 1 ? "" : "s"; }

static void print_quantiles(const char *title, const jn_quantiles *q) {
  const struct {
    const char *name;
    double value;
  } parts[] = {{"p50", q->p50}, {"p99", q->p99}, {"p99.9", q->p999}, {"largest", q->most}};
  printf("  %-14s", title);
  for (int i = 0; i < 4; i++) {
    char text[32];
    format_seconds(parts[i].value, text, sizeof text);
    printf("%s%s %s", i > 0 ? ", " : " ", parts[i].name, text);
  }
  putchar('\n');
}

static void print_packets(const jn_pace *p) {
  if (p->hears)
    printf(
        "  packets in     %ld taken; dropped: %ld late, %ld for another list, %ld not finite; %ld time%s without "
        "packets\n",
        p->heard, p->old, p->foreign, p->unusable, p->silences, plural(p->silences));
  if (p->speaks) printf("  packets out    %ld sent, %ld refused by the system\n", p->sent, p->unsent);
}

void print_pace(const jn_pace *pace) {
  char period[32], count[32], lost[32];
  if (!(pace->period > 0)) return;
  format_seconds(pace->period, period, sizeof period);
  format_count(pace->periods, count, sizeof count);
  format_seconds(pace->lost, lost, sizeof lost);
  printf("  real time      %s period%s of %s, %ld overrun%s", count, plural(pace->periods), period, pace->overruns,
         plural(pace->overruns));
  if (pace->early > 0) printf(" and %ld in the grace period", pace->early);
  printf(", %s behind the clock\n", lost);
  print_quantiles("waking late", &pace->late);
  print_quantiles("computing", &pace->work);
  print_packets(pace);
}

static void put_quantiles(app_json *out, const char *key, const jn_quantiles *q) {
  json_open(out, key, '{');
  json_number(out, "p50", q->p50);
  json_number(out, "p99", q->p99);
  json_number(out, "p99.9", q->p999);
  json_number(out, "max", q->most);
  json_close(out, '}');
}

void put_pace(app_json *out, const jn_pace *pace) {
  const jn_pace *p = pace;
  const struct {
    const char *name;
    long value;
  } counts[] = {{"periods", p->periods},
                {"overruns", p->overruns},
                {"overruns_in_grace", p->early},
                {"lost_rows", p->lost_rows},
                {"heard", p->heard},
                {"dropped_old", p->old},
                {"dropped_foreign", p->foreign},
                {"dropped_not_finite", p->unusable},
                {"silences", p->silences},
                {"sent", p->sent},
                {"unsent", p->unsent}};
  if (!(p->period > 0)) return;
  json_open(out, "real_time", '{');
  json_number(out, "period", p->period);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) json_integer(out, counts[i].name, counts[i].value);
  json_number(out, "behind", p->lost);
  put_quantiles(out, "late", &p->late);
  put_quantiles(out, "compute", &p->work);
  json_close(out, '}');
}
