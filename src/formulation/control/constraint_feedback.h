// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// constraint_feedback.h - position controls that feed constraint violations back instead of solving for phi = 0.
//
//   pi         q moves with v - M^-1 G' (G M^-1 G')^-1 (G1 phi + G0 integral of phi)                    [blajer (4.6a)]
//   gradient   q moves with v - k_q M^-1 G' phi,  vdot -= k_v M^-1 G' (G v - nu)                          [yoon, CVSGF]
// The second part of `gradient` is omitted if the method or the velocity correction ensures G v = nu. A gain of
// `gradient` that is not set is computed for each constraint from the rate omega, k_i = omega / (G M^-1 G')_ii: a
// single constraint then decays with omega, independent of its scale and of the masses.
#ifndef JNI_CONSTRAINT_FEEDBACK_H
#define JNI_CONSTRAINT_FEEDBACK_H

#include "base/pool.h"
#include "formulation/control/mass_metric.h"
#include "integrate/integrator.h"
#include "jounce/system.h"

struct jni_explicit;

typedef enum { JNI_FEEDBACK_NONE, JNI_FEEDBACK_PI, JNI_FEEDBACK_GRADIENT } jni_feedback_kind;

typedef struct {
  jni_feedback_kind kind;
  double proportional, integral;  // gains G1, 1/s, and G0, 1/s^2
  double k_q, k_v;                // gains of `gradient`; NaN: computed from `rate`
  double rate;                    // decay rate omega from which gains are computed, 1/s
  jni_metric metric;              // M^-1, for `gradient`
  double *rows, *diagonal;        // nc each: violations of the constraints; diagonal of G M^-1 G'
  double *increment;              // nv
  double fastest, fastest_time;   // largest decay rate of violations, 1/s, and its time, s
  double fastest_gain;            // gradient: gain that causes `fastest`
  const char *fastest_name;       // name of this gain
} jni_feedback;

jn_status jni_feedback_init(jni_pool *pool, const jn_system *system, const jn_choices *choices, jni_feedback *feedback,
                            jn_report *report);
// Returns the number of integrals of phi that the feedback adds to y: nh for `pi`, otherwise 0.
int jni_feedback_nintegrals(const jn_system *system, const jni_feedback *feedback);
// Adds the feedback to vdot and to `moving`, the velocity that moves q. To be called after the method has computed its
// acceleration. integrals: those of phi, from y; rates: receives their rates, for ydot; both NULL: there are none.
// Returns JN_SINGULAR if a factorisation fails.
jn_status jni_feedback_act(struct jni_explicit *f, const double *integrals, double *vdot, double *moving,
                           double *rates);
// Adds a warning to the report if violations decayed faster during the run than the integrator can follow.
void jni_feedback_warn(const jni_feedback *feedback, const jni_integrator *integrator, jn_report *report);

#endif
