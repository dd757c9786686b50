// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_hmmwv_drive.c - the HMMWV's driveline in closed form: at stall, and with one wheel on ice.
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "jounce/jounce.h"

enum { MOST = 8 };

// Runs a model of tests/data to its end; its outputs there.
static void run_to_end(const char *path, double values[MOST]) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  jn_table *table = jn_table_new(NULL);
  jn_sink *sink = jn_table_sink(table);
  jn_run_options options = jn_run_options_default();
  options.sinks = &sink;
  options.nsinks = 1;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  bool done = run && jn_run_execute(run, report) == JN_OK;
  CHECK(done);
  for (int i = 0; i < MOST; i++)
    values[i] =
        done && i + 1 < jn_table_ncolumns(table) ? jn_table_column(table, i + 1)[jn_table_nrows(table) - 1] : NAN;
  jn_run_free(run);
  jn_table_free(table);
  jn_model_free(model);
  jn_report_free(report);
}

// The impeller takes (rate/15)^2 N m from the engine, the turbine gives twice that; first gear 5, final drive 5.
static void test_stall(void) {
  double values[MOST];
  run_to_end(JOUNCE_SOURCE_DIR "/tests/data/hmmwv-stall.yaml", values);
  double rate = values[0], engine = values[1], pull = values[2], impeller = rate * rate / 225;
  CHECK_NEAR(rate, 700 * 3.14159265358979323846 / 30, 1e-5);
  CHECK_NEAR(engine, impeller, 1e-6 * impeller);
  CHECK_NEAR(pull, impeller * 2 * 5 * 5, 1e-6 * pull);
}

// The half-shaft of the spinning wheel carries what the other one does, less the limit of the lock and what turns the
// outshafts faster.
static void test_ice(void) {
  double values[MOST];
  run_to_end(JOUNCE_SOURCE_DIR "/tests/data/hmmwv-ice.yaml", values);
  const double inertia = 0.4, lock = 100;
  CHECK(values[4] > 5);  // it spins
  CHECK_NEAR(values[0] + inertia * values[2] - values[1] - inertia * values[3], lock, 1e-4 * lock);
}

int main(void) {
  test_stall();
  test_ice();
  return check_report();
}
