// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_check.h - what is asked of one mechanism made by chance.
#ifndef JOUNCE_MECHANISM_CHECK_H
#define JOUNCE_MECHANISM_CHECK_H

#include "mechanism.h"

typedef struct {
  mechanism *m;
  const jn_model *model;
  mech_result reference, coarse;  // multipliers in cartesian coordinates, at a tight tolerance and at a wider one
  double rounding[NGROUPS];       // what the reference itself leaves open
  chance c;
  int ways;                    // how many to try
  const char *only, *without;  // parts of ways' names, separated by commas; NULL: none given
  const char *changed;         // file for a changed mechanism that fails; NULL: none
  bool verbose;
  int failures, checks;
  int others;  // searches for a rest that ended in another one
} mech_trial;

// Did the run end with a sentence that tells a limit of the method? The pages tell it, too.
bool mech_is_excused(const mech_result *r);
void mech_fail(mech_trial *t, const char *format, ...) JN_PRINTF(2, 3);
// false: not looked at, since it comes near a singular configuration; or failed, and counted
bool mech_reference(mech_trial *t);
// is one of the parts, which are separated by commas, in the name?
bool mech_has_part(const char *name, const char *parts);
bool mech_way_wanted(const mech_trial *t, const mech_way *way, const char *name);
void mech_check_ways(mech_trial *t);
void mech_check_changes(mech_trial *t);
void mech_check_rest(mech_trial *t);

// Changes that leave a mechanism what it is.
int mech_nchanges(void);
const char *mech_change_name(int kind);
bool mech_change_is_exact(int kind);  // the library does the same steps with other numbers: units, mirror
void mech_apply_change(int kind, chance *c, mechanism *m, mech_change *how);

#endif
