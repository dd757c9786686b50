// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_tables.h - makes the precomputed parts of a compiled model.
#ifndef JNI_COMPILE_TABLES_H
#define JNI_COMPILE_TABLES_H

#include "simulate/compile/compile.h"

// Makes in *tabulated the precomputed parts that the options request: stops, creep, tables of loops, mass matrix, poses
// and forces; stores the ranges and the report on them in *c. Returns false if memory is short or with a fault in the
// report.
bool jni_compile_tables(jn_compiled *c, jn_run *run, const jni_code_options *code, jni_program_tables *tabulated,
                        jn_report *report);

// ---- compile_stops.c
// Makes the tables of stops. Returns false without memory or with a fault in the report.
bool jni_compile_stops(jn_compiled *c, jn_run *run, jni_program_tables *tabulated, jn_report *report);

#endif
