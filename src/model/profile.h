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
  jni_profile *profile;  // finished profile; NULL: the definition has a fault
  jn_corners spline;     // points of a closed spline, for cams of function joints; n = 0: another kind
} jni_profile_element;

struct jni_profile_draft;

typedef struct {
  const char *name, *help;
  const jni_field *fields;  // fields of jn_profile_def
  int nfields;
  // Adds the curves of a definition whose numbers are finite to a draft. Returns false with a message in `what` if they
  // make no outline; true also if the draft is too long (draft->too_many) or memory is short (draft->pool->failed).
  bool (*draw)(const jn_profile_def *def, struct jni_profile_draft *draft, char *what, size_t size);
} jni_profile_kind;

extern const jni_profile_kind *const jni_profile_kinds[];         // ended by NULL
const jni_profile_kind *jni_profile_kind_find(const char *name);  // NULL: none

enum { JNI_PROFILE_NPIECE_FIELDS = 5 };
extern const jni_field jni_profile_piece_fields[JNI_PROFILE_NPIECE_FIELDS];  // fields of jn_profile_piece

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { JNI_MAX_CORNERS = 400 };
#else
enum { JNI_MAX_CORNERS = 4000 };  // corners of the outline of a profile, and curves of it
#endif

// Returns the profile with this name; NULL: there is none, or it has a fault.
const jni_profile *jni_model_profile(const jn_model *model, const char *name);
// Returns the corners of the outline of the profile with this name, as points with z = 0 in memory of the model; n = 0:
// there is no such profile, or memory is short.
jn_points jni_profile_corners(jn_model *model, const char *name);

// ---- profile_draft.c ------------------------------------------------------------------------------------------------

// Draft of a profile: the curves added so far, each of which begins where the one before ends.
typedef struct jni_profile_draft {
  jni_pool *pool;  // pool of the model, to which the finished profile belongs
  jni_profile_piece *pieces;
  int npieces, capacity;
  double at[2];  // end of the last curve, m
  bool too_many;
} jni_profile_draft;

// Adds a line from draft->at to the point `to`. Does nothing if they are equal.
void jni_draft_line(jni_profile_draft *draft, const double to[2]);
// Adds an arc from draft->at about `centre`, of radius `radius`, m, that turns by `angle` > 0, rad: anticlockwise, or
// clockwise if it is hollow. round: it is a full circle.
void jni_draft_arc(jni_profile_draft *draft, const double centre[2], double radius, bool hollow, double angle,
                   bool round);
// Adds an involute of the circle about the origin with the radius |base|, m, from draft->at: its outward normal turns
// from theta0 to theta1, rad, and its radius of curvature at theta0 is rho, m.
void jni_draft_involute(jni_profile_draft *draft, double base, double rho, double theta0, double theta1);
// Adds a cubic spline through n points (x, y), the first of which is draft->at; closed: it returns to the first point.
// Returns false with a message in `what` if it turns too sharply; true also if the draft is too long (draft->too_many)
// or memory is short (draft->pool->failed).
bool jni_draft_spline(jni_profile_draft *draft, const double *points, int n, bool closed, char *what, size_t size);
// Adds n - 1 copies of all curves, copy k rotated about the origin by k/n of a turn, with a line before each copy that
// does not begin where the curve before ends.
void jni_draft_repeat(jni_profile_draft *draft, int n);

// Makes a profile from the curves of a draft: corners between them, links, sections, bounding circles, outline. If it
// is closed and its end is not its beginning, adds a line between them. Returns NULL with a message in `what` if it
// crosses itself, doubles back, extends beyond 1e100 m, has no extent or too many points; also NULL if memory is short,
// which sets draft->pool->failed.
jni_profile *jni_draft_finish(jni_profile_draft *draft, bool closed, char *what, size_t size);

#endif
