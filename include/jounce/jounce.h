// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jounce.h - the whole public interface. Each header opens with its equations and an example; from left to right:
//
//   model.h, import.h  ->  system.h  ->  analysis.h  ->  simulate.h, compare.h  ->  result.h       base.h: all of them
//   bodies, joints,        M vdot +      one state,      motion over time,          files, plots
//   forces                 G' lambda = f prescribed      methods side by side
//                                        motion
//
// Example: read a model, run it, print where it ended.
//
//   #include <jounce/jounce.h>
//   #include <stdio.h>
//   int main(void) {
//     jn_report *report = jn_report_new(NULL);
//     jn_model *model = jn_model_read(NULL, "models/examples/pendulum.yaml", NULL, 0, report);
//     jn_run *run = model ? jn_run_new(model, NULL, report) : NULL;
//     if (run) jn_run_execute(run, report);
//     for (int i = 0; run && i < jn_run_noutputs(run); i++)
//       printf("%s %g\n", jn_run_output_name(run, i), jn_run_outputs(run)[i]);
//     for (int i = 0; i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
//     bool good = run && jn_run_summary(run)->status == JN_OK && jn_run_summary(run)->max_energy_error < 1e-6;
//     jn_run_free(run);
//     jn_model_free(model);
//     jn_report_free(report);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_H
#define JOUNCE_H

#include "jounce/analysis.h"
#include "jounce/base.h"
#include "jounce/compare.h"
#include "jounce/compile.h"
#include "jounce/controller.h"
#include "jounce/derivatives.h"
#include "jounce/diff.h"
#include "jounce/document.h"
#include "jounce/element.h"
#include "jounce/fmu.h"
#include "jounce/fmu_export.h"
#include "jounce/import.h"
#include "jounce/model.h"
#include "jounce/picture.h"
#include "jounce/realtime.h"
#include "jounce/record.h"
#include "jounce/result.h"
#include "jounce/session.h"
#include "jounce/simulate.h"
#include "jounce/subsystem.h"
#include "jounce/sweep.h"
#include "jounce/system.h"
#include "jounce/tyre.h"

#endif
