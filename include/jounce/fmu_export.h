// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_export.h - a model as a Functional Mock-up Unit (FMI 2.0 or 3.0) for other programs.
//
// An FMU is a zip archive with a description of the variables, the model as flat documents, and a binary that contains
// the engine, which is the same for every model. It offers Model Exchange,
//   xdot = f(t, x, u),   y = h(t, x, u)        x: independent variables of formulation `reduced`, auxiliary states
// where the model allows it, and Co-Simulation with the integrator of the choices. docs/fmu-export.md describes both.
//
// Example: the archive of a falling body, without a binary.
//
//   #include <jounce/fmu_export.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: plane, bodies: {a: {mass: 1, inertia: 1}}, outputs: [a.y]}";
//     size_t size = 0;
//     jn_model *model = jn_model_read_text(NULL, "falling", text, strlen(text), NULL, 0, NULL);
//     jn_export_options options = jn_export_options_default();
//     unsigned char *fmu = jn_fmu_export(model, &options, &size, NULL);
//     bool good = fmu && size > 1000 && memcmp(fmu, "PK", 2) == 0;
//     jn_fmu_free(fmu);
//     jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_FMU_EXPORT_H
#define JOUNCE_FMU_EXPORT_H

#include "jounce/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// The engine as a shared library for one platform.
typedef struct {
  const char *platform;  // as FMI 3 names it: "x86_64-linux", "x86_64-windows"
  const void *bytes;
  size_t size;
} jn_fmu_binary;

typedef struct {
  int version;                // 2 or 3
  const char *const *inputs;  // ninputs: inputs of the model that the importer sets; the others keep their course
  int ninputs;                // -1: all inputs of the model
  const char *const *probes;  // nprobes: outputs in addition to those of the model
  int nprobes;
  const jn_choices *chosen;  // choices that replace those of the model where given[] is true (JN_NCHOICES); NULL: none
  const bool *given;
  const jn_fmu_binary *binaries;  // nbinaries
  int nbinaries;
  const char *identifier;  // name of the binaries, a C identifier; NULL: made of the name of the file or model
  const char *date;        // "2025-01-31T12:00:00Z"; NULL: none, so that equal models give equal archives
  bool reference;          // adds the results of the default experiment, for which it is run
  int cookie;
} jn_export_options;

JN_API jn_export_options jn_export_options_default(void);  // FMI 3, all inputs

// Makes the archive of an FMU. options: NULL: the defaults. Equal models and options give equal bytes. Returns NULL
// with faults in the report. Free the bytes with jn_fmu_free.
JN_API unsigned char *jn_fmu_export(const jn_model *model, const jn_export_options *options, size_t *size,
                                    jn_report *report);
JN_API void *jn_fmu_free(unsigned char *bytes);
// Makes the archive and writes it to a file, completely or not at all. The identifier of the defaults is made of the
// name of the file.
JN_API jn_status jn_fmu_write(const jn_model *model, const jn_export_options *options, const char *path,
                              jn_report *report);

#ifdef __cplusplus
}
#endif
#endif
