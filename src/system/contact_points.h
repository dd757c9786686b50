// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_points.h - places, rates and rows of the points of contact at the current stage.
#ifndef JNI_CONTACT_POINTS_H
#define JNI_CONTACT_POINTS_H

#include "contact/contact_solve.h"
#include "system/work.h"

// Computes the places of all points, after the position stage, unless they are up to date.
void jni_contact_places_update(const jn_system *system, jn_work *work);
// Sets the place of the first open point of each pair whose points are features (contact_features.h) to that of the
// nearest feature which no closed point of the pair has; the other open points stay at a gap of HUGE_VAL. Needs the
// position stage; with `rates` also the velocity stage, and sets the rates of this point, too. exact: false for root
// functions, for which any positive gap of shapes apart will do: pairs without closed points whose bounding balls do
// not overlap then get the distance of these.
void jni_contact_nearest_update(const jn_system *system, jn_work *work, bool exact, bool rates);
// Returns an upper bound of the speed at which any point of one shape moves over the other if the points of the pair
// are features, otherwise 0, m/s.
double jni_contact_speed_bound(const jn_system *system, const jn_work *work, int point);
// Returns the longest time for which a closed point that is a feature keeps it without passing a place where its margin
// is not smooth, s; HUGE_VAL: any, also for points that are no features.
double jni_contact_time_bound(const jn_system *system, const jn_work *work, int point);
// Returns the root function of a closed point that is a feature: how far it is inside its face or edge, m, at most 1.
// Returns 1 for points that are no features and for invalid features.
double jni_contact_margin(const jn_system *system, jn_work *work, int point);
// Updates the features in the states s, of which work->s is a copy, after the velocity stage. A closed point that has
// left its face or edge (crossed[i], or its margin is negative beyond rounding) takes over the next feature of its
// vertex, or opens if this one is farther than a limit or taken; a point with an invalid feature opens. Then stores in
// open points, whose modes stay open, the features that touch: with gaps up to the limit, which is the slack of the
// point or `slack` times its size if that is larger. crossed NULL: none. Marks places and rates as out of date.
void jni_contact_features_update(const jn_system *system, jn_work *work, double slack, const bool *crossed, double *s);
// Forgets the features of open points in the states s.
void jni_contact_features_forget(const jn_system *system, double *s);

// Computes the rates of all points, after the velocity stage, unless they are up to date; second rates are those for
// vdot = 0.
void jni_contact_rates_update(const jn_system *system, jn_work *work);
// The first computes the places, the second places and rates, of n listed points, unless those of all points are up to
// date. Those of the other points stay what they were, and an update of all points computes them.
void jni_contact_places_of(const jn_system *system, jn_work *work, const int *list, int n);
void jni_contact_rates_of(const jn_system *system, jn_work *work, const int *list, int n);
// Computes places and rates at the current configuration and velocities without using earlier results.
void jni_contact_rates_calc_now(const jn_system *system, jn_work *work);

// Returns the pieces that follow those that point i of a profile holds, beyond the end that it has reached. *point: the
// point to which they belong, i or another one of its pair.
int jni_contact_next_pieces(const jn_system *system, const jn_work *work, int i, int *point);

// Adds a contact force F at a point, ground axes, to the generalised forces f (nbody_v): F on the second body, -F on
// the first.
void jni_contact_add_force(const jn_system *system, const jn_work *work, int point, const double F[3], double *f);

// Returns the mode of a point (open, slips or sticks) that the discrete states s store.
static inline jni_contact_mode jni_contact_mode_of(const jn_system *system, const double *s, int point) {
  double mode = s[system->contact_points[point].s_at + JNI_CONTACT_MODE];
  return mode == JNI_CONTACT_STICKS  ? JNI_CONTACT_STICKS
         : mode == JNI_CONTACT_SLIPS ? JNI_CONTACT_SLIPS
                                     : JNI_CONTACT_OPEN;
}

// Returns the feature of two polyhedra or the pieces of two profiles (jni_profile_hold) that the discrete states s
// store for a point; 0: none, or the stored number is not positive or not below 1e9, as a damaged checkpoint may have
// it.
static inline int jni_contact_feature_of(const jn_system *system, const double *s, int point) {
  double feature = s[system->contact_points[point].s_at + JNI_CONTACT_FEATURE];
  return feature > 0 && feature < 1e9 ? (int)feature : 0;
}

// Returns true and reports a fault if the model has rigid contacts and the coordinates are natural: their speeds are no
// angular velocities, on which forces of contacts act.
bool jni_refuse_contact_coordinates(const jn_system *system, jn_report *report);

// Returns the size of the smaller shape of a point, m; the length scale of the system if neither shape is bounded.
double jni_contact_size(const jn_system *system, int point);

// Returns the size of a gap that counts as touching at the start of a run or an analysis, m.
double jni_contact_start_slack(const jn_system *system, int point);

// Returns the size of a gap that counts as rounding at a point, m.
double jni_contact_slack(const jn_system *system, int point);

#endif
