// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_search.h - one search: what it is made of, and what is told at its end.
#ifndef JNI_EQUILIBRIUM_SEARCH_H
#define JNI_EQUILIBRIUM_SEARCH_H

#include "analysis/equilibrium/equilibrium.h"

enum { JNI_SEARCH_METHODS = 3, JNI_BY_ENERGY = 1 };  // newton, energy, relaxation

typedef struct {
  const jn_system *system;
  const jn_equilibrium_options *options;
  jni_balance *b;
  jni_kept_list kept;
  double *start, *found, *candidate;  // states
  double *without, *begin;            // states: found without friction; copy of `start` during the search with it
  bool has_candidate;                 // an equilibrium, but unstable
  bool settled;                       // `start` is the equilibrium without friction
  jn_equilibrium *result;
  jn_report *report;
} jni_search;

bool jni_search_wants(const jni_search *search, int method);
bool jni_search_takes_energy(const jni_search *search);

// ---- equilibrium_report.c
// The result at a state; lambda may be NULL. False: no memory.
bool jni_search_fill(jni_search *search, double *state, double *lambda);
bool jni_search_warn_far(const jni_search *search, const double *state);  // false: no memory
// The sentence when there is nothing.
jn_status jni_search_say_none(jni_search *search);
jn_status jni_search_say_no_potential(const jni_search *search);
jn_status jni_search_say_not_finite(const jni_search *search);
jn_status jni_search_say_restless(const jni_search *search);

// ---- equilibrium_other_coordinates.c: in other coordinates than the system's
// Where to seek; *made: to be freed.
const jn_system *jni_system_to_seek_in(const jn_system *system, jn_system **made);
jn_status jni_solve_round(const jn_system *system, const jn_system *other, const jn_equilibrium_options *options,
                          double *state, double *lambda, jn_equilibrium *result, jn_report *report);

#endif
