// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu.h - FMUs (FMI 2.0 and 3.0) of other tools: reads their description, checks them, and runs those with
// co-simulation.
//
// An FMU is an archive with a description (modelDescription.xml) and a shared object. Reading and checking it never
// loads its code. A co-simulation FMU has inputs u and outputs y and steps from one communication point to the next:
//   y(t_k) = outputs for u(t_k);  step(t_k, h): the FMU integrates to t_k + h with u(t_k)
// Values are in the units of the FMU.
//
// Example: the outputs of an FMU; without one it prints why.
//
//   #include <jounce/fmu.h>
//   #include <stdio.h>
//   int main(int n, char **words) {
//     jn_report *report = jn_report_new(NULL);
//     jn_fmu *fmu = jn_fmu_read(NULL, n > 1 ? words[1] : "absent.fmu", report);
//     for (int i = 0; fmu && i < jn_fmu_get_info(fmu).nvariables; i++) {
//       jn_fmu_variable v = jn_fmu_get_variable(fmu, i);
//       if (v.causality == JN_FMU_OUTPUT) printf("%s [%s]\n", v.name, v.unit);
//     }
//     for (int i = 0; i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
//     jn_fmu_close(fmu);
//     jn_report_free(report);
//     return 0;
//   }
#ifndef JOUNCE_FMU_H
#define JOUNCE_FMU_H

#include "jounce/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct jn_fmu jn_fmu;

typedef struct {
  int version;              // 2 or 3
  const char *name;         // of the model
  const char *description;  // "": none
  const char *tool;         // that exported it; "": not given
  bool model_exchange, co_simulation, scheduled_execution;
  bool saves_state;  // of co-simulation: the state can be serialised
  // default experiment, s; NaN: not given
  double start, stop, step, tolerance;
  int nvariables, nunits, nstates, nevent_indicators;
  int nelements;  // of arrays of numbers (FMI 3), which are scalars with names such as "a[2]" or "a[1,3]"
} jn_fmu_info;

typedef enum {
  JN_FMU_LOCAL,
  JN_FMU_PARAMETER,
  JN_FMU_CALCULATED_PARAMETER,
  JN_FMU_INPUT,
  JN_FMU_OUTPUT,
  JN_FMU_INDEPENDENT,
  JN_FMU_STRUCTURAL_PARAMETER
} jn_fmu_causality;

typedef struct {
  const char *name, *description;  // description "": none
  const char *type;                // word of the version: "Real", "Float64", "Boolean", ..
  const char *unit;                // "": none
  double factor, offset;           // SI value = factor v + offset; 1 and 0 without a unit
  jn_fmu_causality causality;
  const char *variability, *initial;  // "constant", ..; "exact", .. or ""
  const char *start;                  // text; "": none
  bool is_number;                     // scalar, neither text nor binary: it can be read and set here
} jn_fmu_variable;

// Returns false if this build cannot read FMUs, which needs libzip and expat.
JN_API bool jn_fmu_available(void);
// Reads an FMU. Returns NULL after a fault.
JN_API jn_fmu *jn_fmu_read(const jn_alloc *alloc, const char *path, jn_report *report);
JN_API void *jn_fmu_close(jn_fmu *fmu);
JN_API jn_fmu_info jn_fmu_get_info(const jn_fmu *fmu);
// Returns variable i; the elements of arrays follow the `nvariables` variables.
JN_API jn_fmu_variable jn_fmu_get_variable(const jn_fmu *fmu, int i);
JN_API int jn_fmu_find_variable(const jn_fmu *fmu, const char *name);  // -1: none
// Writes "; did you mean 'x'?" for a name that no variable has, or an empty text.
JN_API void jn_fmu_suggest(const jn_fmu *fmu, const char *name, char *text, size_t size);

// Converts a quantity, in SI units and of this dimension, to the unit of a variable. Returns false with a sentence in
// `what` if the variable has no unit, or one of another dimension.
JN_API bool jn_fmu_convert(const jn_fmu *fmu, int variable, double si, jn_dimension dimension, double *value,
                           char *what, size_t size);

// Checks an FMU against the rules of FMI: names, order, causality, variability, initial and start values,
// dependencies, units, model structure, files, exported symbols. Adds one fault to the report for each violation.
// Returns their number.
JN_API int jn_fmu_check(const jn_fmu *fmu, jn_report *report);
// Loads the FMU and runs it in a process of its own: instantiates, initialises, reads all variables, steps, resets,
// saves and loads its state. Adds one fault for each violation and crash. Call it only for FMUs that you trust.
JN_API int jn_fmu_probe(const jn_fmu *fmu, jn_report *report);

// ---- co-simulation ------------------------------------------------------------------------------------------------
// One instance of an FMU. Functions that return a status add the words of the FMU to the report.

typedef struct jn_fmu_run jn_fmu_run;

// Loads the code of the FMU and makes an instance. Call it only for FMUs that you trust: the code has all your rights.
JN_API jn_fmu_run *jn_fmu_run_new(const jn_fmu *fmu, jn_report *report);
JN_API void *jn_fmu_run_free(jn_fmu_run *run);
// Set and get values of numeric variables, by index. Before jn_fmu_run_start parameters and start values are set,
// afterwards inputs and tunable parameters.
JN_API jn_status jn_fmu_run_set(jn_fmu_run *run, int n, const int *variables, const double *values, jn_report *report);
JN_API jn_status jn_fmu_run_get(jn_fmu_run *run, int n, const int *variables, double *values, jn_report *report);
JN_API jn_status jn_fmu_run_start(jn_fmu_run *run, double t, double tolerance, jn_report *report);  // tolerance 0: none
// Steps from t to t + h. Returns JN_INTERRUPTED, without a fault in the report, if the FMU ends the simulation.
JN_API jn_status jn_fmu_run_step(jn_fmu_run *run, double t, double h, jn_report *report);
// Returns the time that the last step has reached, s; words: the last message of the FMU in that step, or "".
JN_API double jn_fmu_run_time(const jn_fmu_run *run, const char **words);

#ifdef __cplusplus
}
#endif
#endif
