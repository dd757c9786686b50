// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// profile.h - profiles of a model, and the kinds of profiles: their fields and the curves that they consist of.
#ifndef JNI_PROFILE_H
#define JNI_PROFILE_H

#include "base/pool.h"
#include "contact/contact_profile.h"
#include "model/kind_field.h"

typedef struct {
  char *name;
  jni_profile *profile;  // NULL: it has a fault
  jn_corners spline;     // points of a closed spline, for cams of function joints; n = 0: another kind
} jni_profile_element;

struct jni_profile_draft;

typedef struct {
  const char *name, *help;
  const jni_field *fields;  // in jn_profile_def
  int nfields;
  // Adds the curves of a definition whose numbers are finite to a draft. Returns false with a message in `what`.
  bool (*draw)(const jn_profile_def *def, struct jni_profile_draft *draft, char *what, size_t size);
} jni_profile_kind;

extern const jni_profile_kind *const jni_profile_kinds[];         // ended by NULL
const jni_profile_kind *jni_profile_kind_find(const char *name);  // NULL: none

enum { JNI_PROFILE_NPIECE_FIELDS = 5 };
extern const jni_field jni_profile_piece_fields[JNI_PROFILE_NPIECE_FIELDS];  // in jn_profile_piece

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { JNI_MAX_CORNERS = 400 };
#else
enum { JNI_MAX_CORNERS = 4000 };  // corners of the outline of a profile, and curves of it
#endif

// Returns the profile of a name; NULL: there is none, or it has a fault.
const jni_profile *jni_model_profile(const jn_model *model, const char *name);
// Returns the corners of its outline as points in its plane, in memory of the model; n = 0: there is none.
jn_points jni_profile_corners(jn_model *model, const char *name);

// ---- profile_draft.c ------------------------------------------------------------------------------------------------

// The curves of a profile, one after the other.
typedef struct jni_profile_draft {
  jni_pool *pool;  // that of the model, to which the finished profile belongs
  jni_profile_piece *pieces;
  int npieces, capacity;
  double at[2];  // end of the last curve, m
  bool too_many;
} jni_profile_draft;

// Add a curve that begins at draft->at.
void jni_draft_line(jni_profile_draft *draft, const double to[2]);
// An arc about `centre` of radius `radius` m, hollow: clockwise, that turns by `angle` rad (positive).
void jni_draft_arc(jni_profile_draft *draft, const double centre[2], double radius, bool hollow, double angle,
                   bool round);
// An involute of the circle about the origin with the radius |base|: theta0 to theta1, rho at theta0.
void jni_draft_involute(jni_profile_draft *draft, double base, double rho, double theta0, double theta1);
// A cubic spline through n points x y, the first of which is draft->at. Returns false with a message in `what`.
bool jni_draft_spline(jni_profile_draft *draft, const double *points, int n, bool closed, char *what, size_t size);
// Adds copies of all curves, turned about the origin by 1/n of a turn each.
void jni_draft_repeat(jni_profile_draft *draft, int n);

// Makes a profile of the curves: corners between them, links, sections, circles, outline. Returns NULL with a message
// in `what` if it crosses itself, doubles back or is no outline.
jni_profile *jni_draft_finish(jni_profile_draft *draft, bool closed, char *what, size_t size);

#endif
