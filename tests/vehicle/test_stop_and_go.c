// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_stop_and_go.c - the HMMWV drives off and stops again, twenty times: at each stop it rocks on its tyres and
// brakes and comes to rest, without chatter.
#include <math.h>

#include "check.h"
#include "jounce/jounce.h"

enum { STOPS = 20 };

typedef struct {
  int changes;     // of the sign of the speed
  double fastest;  // m/s
} window;

// Rows of the table from one time to another; speeds below `least` have no sign.
static window look(const jn_table *table, double from, double to, double least) {
  const double *t = jn_table_column(table, 0), *v = jn_table_column(table, 1);
  window seen = {0, 0};
  double last = 0;
  for (int i = 0; i < jn_table_nrows(table); i++) {
    if (!(t[i] >= from && t[i] <= to)) continue;
    seen.fastest = fmax(seen.fastest, fabs(v[i]));
    if (fabs(v[i]) < least) continue;
    if (last * v[i] < 0) seen.changes++;
    last = v[i];
  }
  return seen;
}

int main(void) {
  const double period = 4;
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, JOUNCE_SOURCE_DIR "/tests/data/hmmwv-stop-and-go.yaml", NULL, 0, report);
  jn_table *table = jn_table_new(NULL);
  jn_sink *sink = jn_table_sink(table);
  jn_run_options options = jn_run_options_default();
  options.sinks = &sink;
  options.nsinks = 1;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  for (int k = 0; run && k < STOPS; k++) {
    window whole = look(table, period * k, period * (k + 1), 1e-3),
           end = look(table, period * (k + 1) - 0.3, period * (k + 1), 1e-3);
    CHECK(whole.fastest > 1.5 && whole.changes <= 8);
    CHECK(end.fastest < 5e-3);
  }
  jn_run_free(run);
  jn_table_free(table);
  jn_model_free(model);
  jn_report_free(report);
  return check_report();
}
