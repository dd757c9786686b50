// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_tables.h - what is precomputed of a compiled model.
#ifndef JNI_COMPILE_TABLES_H
#define JNI_COMPILE_TABLES_H

#include "simulate/compile/compile.h"

// What its options ask for, kept with `c`. False: no memory, or a fault in the report.
bool jni_compile_tables(jn_compiled *c, jn_run *run, const jni_code_options *code, jni_program_given *given,
                        jn_report *report);
// The equations where a run starts, with one step of Newton; tables NULL: the exact ones. NULL: no memory, or a fault
// in the report.
jni_equations *jni_compile_equations(jni_graph *g, jn_run *run, const double *nominal,
                                     const struct jni_loop_tables *tables, jn_report *report);

#endif
