// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// constraint_feedback.h - position controls that feed the rows back into the equations instead of solving them.
//
//   pi         q moves with v - M^-1 G' (G M^-1 G')^-1 (G1 phi + G0 integral of phi)                    [blajer (4.6a)]
//   gradient   q moves with v - k_q M^-1 G' phi,  vdot -= k_v M^-1 G' (G v - nu)                          [yoon, CVSGF]
// The second part of `gradient` is left out where G v = nu holds anyway: by the method, or by the velocity control.
// A gain of `gradient` that is not given is made row by row from the rate omega, k_i = omega / (G M^-1 G')_ii: a row by
// itself then decays with omega, whatever its scale and the masses.
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
  double proportional, integral;  // G1, G0
  double k_q, k_v;                // NaN: made from `rate`
  double rate;                    // 1/s
  jni_metric metric;              // of `gradient`
  double *rows, *diagonal;        // nc
  double *increment;              // nv
  double fastest, fastest_time;   // largest rate at which rows were made to decay, 1/s, and when
  double fastest_gain;            // gradient: the gain that did it
  const char *fastest_name;       // and its name
} jni_feedback;

jn_status jni_feedback_init(jni_pool *pool, const jn_system *system, const jn_choices *choices, jni_feedback *feedback,
                            jn_report *report);
int jni_feedback_nintegrals(const jn_system *system, const jni_feedback *feedback);
// After the method's acceleration: changes vdot and `moving`. integrals: of the rows phi, from y; rates: theirs, for
// ydot (both NULL: none).
jn_status jni_feedback_act(struct jni_explicit *f, const double *integrals, double *vdot, double *moving,
                           double *rates);
// Warns when the rows were made to decay faster than the integrator can follow.
void jni_feedback_tell(const jni_feedback *feedback, const jni_integrator *integrator, jn_report *report);

#endif
