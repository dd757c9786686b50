// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_search.h - the data of one search for an equilibrium, and the functions that report its result.
#ifndef JNI_EQUILIBRIUM_SEARCH_H
#define JNI_EQUILIBRIUM_SEARCH_H

#include "analysis/equilibrium/equilibrium.h"

// number of methods (newton, energy, relaxation); index of `energy`
enum { JNI_SEARCH_METHODS = 3, JNI_BY_ENERGY = 1 };

typedef struct {
  const jn_system *system;
  const jn_equilibrium_options *options;
  jni_balance *b;
  jni_kept_list kept;
  double *start, *found, *candidate;  // states
  double *without, *begin;            // states: found without friction; copy of `start` during the search with friction
  bool has_candidate;                 // `candidate` is an unstable equilibrium
  bool starts_without_friction;       // `start` is the equilibrium without friction
  jn_equilibrium *result;
  jn_report *report;
} jni_equilibrium_search;

// Returns whether options.method allows method i (0 newton, 1 energy, 2 relaxation).
bool jni_search_uses(const jni_equilibrium_search *search, int method);
bool jni_search_allows_energy(const jni_equilibrium_search *search);

// ---- equilibrium_report.c
// Fills the result at a state; lambda may be NULL. Returns false if there is no memory.
bool jni_search_fill_result(jni_equilibrium_search *search, double *state, double *lambda);
bool jni_search_warn_far(const jni_equilibrium_search *search, const double *state);  // returns false without memory
// Adds a fault to the report that says why no equilibrium was found. Returns its status.
jn_status jni_search_report_none(jni_equilibrium_search *search);
jn_status jni_search_report_no_potential(const jni_equilibrium_search *search);
jn_status jni_search_report_not_finite(const jni_equilibrium_search *search);
jn_status jni_search_report_moving_driver(const jni_equilibrium_search *search);

// ---- equilibrium_other_coordinates.c: in other coordinates than the system's
// Returns the system in whose coordinates to search: `system` itself, its cartesian system, or a new one in joint
// coordinates. *made: the new one, which is to be freed; otherwise NULL.
const jn_system *jni_search_system(const jn_system *system, jn_system **made);
// Converts `state` to the coordinates of `other`, searches there, and converts state, lambda (may be NULL) and result
// back to those of `system`.
jn_status jni_solve_in_coordinates(const jn_system *system, const jn_system *other,
                                   const jn_equilibrium_options *options, double *state, double *lambda,
                                   jn_equilibrium *result, jn_report *report);

#endif
