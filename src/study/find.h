// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// find.h - internals of jn_find: the objective function, its evaluation by runs, the methods of minimisation.
#ifndef JNI_STUDY_FIND_H
#define JNI_STUDY_FIND_H

#include "model/expression/expression.h"
#include "study/study.h"

enum { JNI_MAX_TERMS = 32, JNI_MAX_SEARCHED = 32 };

// ---- the objective function (objective.c) ------------------------------------------------------------------------

// Statistic of an output that the formula contains, such as max(joint.A.force).
typedef struct {
  jni_statistic statistic;
  const char *output;  // name or formula of the output; "|NAME|" for the magnitude of a vector
  int column;          // index of its column in the table of the study
} jni_objective_term;

typedef struct {
  jni_objective_term terms[JNI_MAX_TERMS];
  int nterms;
  jni_expression *formula;  // variables are the values of the terms
} jni_objective;

// Parses the formula `text` of an objective into *objective, and returns a study with the outputs that it needs.
// Returns NULL with faults in the report. The caller frees objective->formula with jni_expression_free.
jn_study *jni_objective_new(const jn_alloc *alloc, const jn_study_def *def, const char *text, jni_pool *pool,
                            jni_objective *objective, jn_report *report);
// Returns the value of the formula for one run, whose row in the table of the study is `row`.
double jni_objective_value(const jni_objective *objective, const double *row);

// ---- evaluation (find.c) -----------------------------------------------------------------------------------------

typedef struct jni_search jni_search;
// Computes the values of the objective at n points by runs, in several threads, and stores points and values in the
// result. Coordinates of points are scaled to 0 ... 1 over the range of each parameter. A value is the formula, or
// minus the formula if its maximum is sought; HUGE_VAL if the run failed or the formula is NaN. Returns false if the
// search was interrupted, a failure has ended it, memory is short, or fewer than n runs are left.
bool jni_search_at(jni_search *search, const double *points, int n, double *values);
int jni_search_runs_left(const jni_search *search);
int jni_search_size(const jni_search *search);          // returns the number of parameters
double jni_search_tolerance(const jni_search *search);  // returns the convergence tolerance of scaled coordinates

// ---- methods: return true if converged ---------------------------------------------------------------------------
// Searches over one parameter (search_line.c). Returns true if it has converged.
bool jni_search_line(jni_search *search);
// Makes descent number `descent`, from 0, over several parameters (search_evolve.c), with twice the points of the one
// before. Returns true if it has converged.
bool jni_search_evolve(jni_search *search, const jn_alloc *alloc, int descent);

#endif
