// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_check.h - checks of one random mechanism.
#ifndef JOUNCE_MECHANISM_CHECK_H
#define JOUNCE_MECHANISM_CHECK_H

#include "mechanism.h"

typedef struct {
  mechanism *m;
  const jn_model *model;
  mech_result reference, coarse;  // multipliers in cartesian coordinates, at a tight tolerance and at a wider one
  double rounding[NGROUPS];       // uncertainty of the reference
  chance c;
  int ways;                    // number of ways to run
  const char *only, *without;  // parts of names of ways to include or exclude, separated by commas; NULL: none
  const char *changed;         // file for a changed mechanism that fails; NULL: none
  bool verbose;
  int failures, checks;
  int others;  // searches for an equilibrium that ended in a different one
} mech_trial;

// Returns whether the run ended with a documented limit of the method.
bool mech_is_excused(const mech_result *r);
void mech_fail(mech_trial *t, const char *format, ...) JN_PRINTF(2, 3);
// Computes the reference. Returns false if the motion comes close to a singular configuration, or failed and was
// counted.
bool mech_reference(mech_trial *t);
// Returns whether the name contains one of the parts, which are separated by commas.
bool mech_has_part(const char *name, const char *parts);
bool mech_way_wanted(const mech_trial *t, const mech_way *way, const char *name);
void mech_check_ways(mech_trial *t);
void mech_check_changes(mech_trial *t);
void mech_check_rest(mech_trial *t);

// Changes of the description that do not change the mechanism.
int mech_nchanges(void);
const char *mech_change_name(int kind);
bool mech_change_is_exact(int kind);  // the library does the same steps with other numbers: units, mirror
void mech_apply_change(int kind, chance *c, mechanism *m, mech_change *how);

#endif
