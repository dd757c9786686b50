// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_print.c - a compiled model as one file of C.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "simulate/compile/compile.h"

jni_source *jni_compiled_source(jn_compiled *compiled, const char *name, int lanes, jni_print_counts *counts,
                                jn_report *report) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, compiled->report.hash);
  const jni_print_options options = {.name = name,
                                     .model = compiled->model->name,
                                     .hash = hash,
                                     .kept_of = compiled->model,
                                     .method = jni_step_method_find(compiled->report.integrator),
                                     .h = compiled->report.step,
                                     .lanes = lanes,
                                     .derivatives = compiled->options.derivatives,
                                     .blocks = compiled->options.blocks,
                                     .counts = counts,
                                     .jacobian_every = compiled->choices.jacobian_every};
  if (!options.method) {
    jn_report_fault(report, JN_REFUSED, "",
                    "integrator '%s' has no form in C; euler, ab2, rk4, rosenbrock and split do",
                    compiled->report.integrator);
    return NULL;
  }
  const jni_program *program = jni_compile_with_parameters(compiled, report);
  jni_source *text = program ? jni_print_c(compiled->pool.alloc, program, &options, report) : NULL;
  compiled->report.blocks = counts->blocks;
  compiled->report.block_calls = counts->calls;
  return text;
}

char *jn_compiled_print(jn_compiled *compiled, const char *name, int lanes, jn_report *report) {
  JNI_ASSERT(compiled && name);
  jni_print_counts counts = {.blocks = 0};
  int faults = jn_report_count(report, JN_FAULT);
  jni_source *text = jni_compiled_source(compiled, name, lanes, &counts, report);
  char *copy = text && text->text ? jni_text_copy(NULL, text->text) : NULL;
  jni_source_free(text);
  if (!copy && jn_report_count(report, JN_FAULT) == faults) jni_report_no_memory(report);
  return copy;
}
