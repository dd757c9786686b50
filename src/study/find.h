// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// find.h - inside a search: the formula that is to be least, the runs, the methods.
#ifndef JNI_STUDY_FIND_H
#define JNI_STUDY_FIND_H

#include "model/expression/expression.h"
#include "study/study.h"

enum { JNI_MOST_TAKEN = 32, JNI_MOST_SOUGHT = 32 };

// ---- the formula (objective.c) -----------------------------------------------------------------------------------

typedef struct {
  jni_statistic kind;
  const char *output;  // a name, or a formula that is a probe; of a vector its magnitude
  int column;          // of the table
} jni_objective_term;

typedef struct {
  jni_objective_term terms[JNI_MOST_TAKEN];
  int nterms;
  jni_expression *formula;  // of the terms
} jni_objective;

// The study gets the outputs that the formula asks for. NULL with faults in the report. Free the formula with
// jni_expression_free.
jn_study *jni_objective_new(const jn_alloc *alloc, const jn_study_def *def, const char *text, jni_pool *pool,
                            jni_objective *objective, jn_report *report);
double jni_objective_value(const jni_objective *objective, const double *row);

// ---- runs (find.c) -----------------------------------------------------------------------------------------------

typedef struct jni_search jni_search;
// Values of the formula at n points, each with a number from 0 to 1 for every parameter; HUGE_VAL where a run fails.
// False: interrupted, or no memory, or no more runs are allowed.
bool jni_search_at(jni_search *search, const double *points, int n, double *values);
int jni_search_left(const jni_search *search);  // runs
int jni_search_size(const jni_search *search);  // parameters
double jni_search_tolerance(const jni_search *search);

// ---- methods: true when they have come to an end -----------------------------------------------------------------
bool jni_search_line(jni_search *search);                                        // search_line.c: one parameter
bool jni_search_evolve(jni_search *search, const jn_alloc *alloc, int descent);  // search_evolve.c: several

#endif
