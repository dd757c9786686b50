// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_loops.c - decoupling: CPU time of a step over the number of loops, in all three forms.
#include <math.h>
#include <stdio.h>

#include "petzold/petzold.h"

enum { SERIES = 7, REPETITIONS = 7 };  // 1, 2, 4 ... 64 loops

typedef struct {
  double loops[SERIES], groups[SERIES], micros[PETZOLD_FORMS][SERIES];
} series;

static void measure(repro *r, int at, series *s) {
  petzold_mechanism m = {"", "n-four-bar-a02", {{0}}, 1e-3, 0.2, {NULL}, {NULL}, false};
  repro_timing items[PETZOLD_FORMS];
  char number[16], titles[PETZOLD_FORMS][64];
  s->loops[at] = 1 << at;
  snprintf(number, sizeof number, "%d", 1 << at);
  m.settings[0] = (jn_setting){"N", number};
  jn_model *model = petzold_model(r, &m);
  for (int f = 0; f < PETZOLD_FORMS; f++) {
    snprintf(titles[f], sizeof titles[f], "%s loops, %s", number, petzold_forms[f].name);
    items[f] = (repro_timing){.title = titles[f], .model = model, .choices = petzold_choices(r, model, &m, f)};
  }
  repro_motion *motion = repro_follow(r, number, model, &items[PETZOLD_KE].choices, NULL, 0);
  if (!motion) return;
  s->groups[at] = jn_run_reduced(motion->run)->ngroups;
  repro_time(r, items, PETZOLD_FORMS, REPETITIONS);
  for (int f = 0; f < PETZOLD_FORMS && repro_ok(r); f++)
    s->micros[f][at] = 1e6 * items[f].seconds / (double)items[f].summary.steps;
}

// Returns the exponent of the growth of the time with the number of loops, over the last three doublings.
static double exponent(const double *micros) { return log2(micros[SERIES - 1] / micros[SERIES - 4]) / 3; }

static void add_figure(repro *r, const series *s) {
  repro_figure *figure = repro_add_figure(r, "figure-loops", "A chain of N four-bars: CPU time of a step",
                                          "number of loops", "CPU time of a step (us)");
  for (int f = 0; f < PETZOLD_FORMS; f++)
    repro_add_curve(r, figure, petzold_forms[f].name, s->loops, s->micros[f], SERIES);
  if (figure) figure->log_x = figure->log_y = true;
  repro_set_caption(r, figure,
                    "Ours: rk4 with 1 ms over 0.2 s, corrections included, median of at least %d turns. The report has "
                    "no such figure.",
                    REPETITIONS);
}

static void judge(repro *r, const series *s) {
  int each = 0;
  for (int i = 0; i < SERIES; i++) each += s->groups[i] == s->loops[i];
  repro_claim *claim =
      repro_add_claim(r, "group-each", repro_share(REPRO_ALWAYS, each, SERIES),
                      "In a chain of N four-bars every loop is a group of its own.", "N groups, for N = 1, 2, 4 to 64");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "so for %d of %d, the longest with %.0f groups", each, SERIES, s->groups[SERIES - 1]);
  double power = exponent(s->micros[PETZOLD_KE]);
  claim = repro_add_claim(r, "linear", repro_if(power < 1.2),
                          "Solved group by group, the cost of a step of (3) grows no faster than the number of loops.",
                          "exponent of the CPU time below 1.2 from 8 to 64 loops: growth in proportion, "
                          "and a margin of a fifth");
  if (claim) {
    claim->ours = true;
    claim->timed = true;
  }
  repro_add_evidence(r, "KE grows as N^%.2f, LE as N^%.2f, NEE as N^%.2f; 64 loops take %.0f, %.0f and %.0f us", power,
                     exponent(s->micros[PETZOLD_LE]), exponent(s->micros[PETZOLD_NEE]),
                     s->micros[PETZOLD_KE][SERIES - 1], s->micros[PETZOLD_LE][SERIES - 1],
                     s->micros[PETZOLD_NEE][SERIES - 1]);
}

void petzold_loops(repro *r) {
  series s = {0};
  for (int i = 0; i < SERIES && repro_ok(r); i++) measure(r, i, &s);
  if (!repro_ok(r)) return;
  add_figure(r, &s);
  judge(r, &s);
}
