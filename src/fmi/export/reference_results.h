// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reference_results.h - the results of the default experiment as files of an FMU, by which an importer can check its
// own (layered standard FMI-LS-REF 1.0.0-alpha.1).
#ifndef JNI_REFERENCE_RESULTS_H
#define JNI_REFERENCE_RESULTS_H

#include "fmi/archive_write.h"
#include "fmi/engine/engine.h"

// Runs Co-Simulation of an initialised instance to the end of the default experiment, with inputs at their start
// values, and adds the folder extra/org.fmi-standard.fmi-ls-ref with a table of time and outputs to the archive. The
// instance is then at the end. names: names of the outputs. A run that fails before its end gives a warning in the
// report and a shorter table. Returns false with a fault in the report if memory is insufficient.
bool jni_reference_results_add(jni_archive_writer *archive, jni_engine *stepped, const char *const *names,
                               const char *identifier, jn_report *report);

#endif
