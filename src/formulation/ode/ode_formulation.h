// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ode_formulation.h - the frame of every formulation of the ODE family: the order of one evaluation, and the controls
// round it.
//
//   y = (positions, speeds, z, integrals)       positions: q, unless the method says otherwise; speeds x: v,
//                                               unless it says otherwise
//   load y -> positions corrected -> v from x, corrected -> stages -> vdot by the method -> controls -> ydot
//
// A method is a table of functions; what it leaves NULL is done by the frame: q and v in y, M-orthogonal corrections,
// nothing to choose. Controls act on vdot and on the velocity that moves q, and so on every method alike.
#ifndef JNI_ODE_FORMULATION_H
#define JNI_ODE_FORMULATION_H

#include "formulation/control/constraint_correction.h"
#include "formulation/control/constraint_feedback.h"
#include "formulation/control/energy_control.h"
#include "formulation/formulation.h"

typedef struct jni_explicit jni_explicit;

typedef struct {
  // Sets work->q from the positions of y. NULL: they are q.
  void (*load)(jni_explicit *f, const double *positions);
  // Corrects work->q; the position stage is up to date before and after. NULL: the position control.
  jn_status (*position)(jni_explicit *f, double tolerance);
  // Sets work->v from the speeds of y and corrects it, after the position stage. NULL: they are v, and the velocity
  // control corrects them.
  jn_status (*velocity)(jni_explicit *f, const double *speeds, double tolerance);
  // vdot, and lambda where it is not NULL, after all stages.
  jn_status (*acceleration)(jni_explicit *f, double *vdot, double *lambda);
  bool solves;  // `acceleration` is jni_explicit_solve and nothing else: where that is recursive, work->f is not read
  // out = P x: the part of a velocity (nv) along the constraints, after `acceleration` at the same place. out may be x.
  // NULL: by [M G'; G 0].
  void (*along)(jni_explicit *f, const double *x, double *out);
  // Where controls move q with another velocity than v, f->motion, and v follows from q: vdot as it then is. NULL: v is
  // in y, nothing.
  void (*follow)(jni_explicit *f, double *vdot);
  // Rates of the positions of y when q moves with the velocity w. NULL: qdot = N w.
  void (*position_rate)(jni_explicit *f, const double *w, double *rate);
  // Rates of the speeds of y for an acceleration, where q moves with f->motion. NULL: vdot.
  void (*speed_rate)(jni_explicit *f, const double *vdot, double *rate);
  // Puts work->q and work->v into y, after corrections. NULL: q and v.
  void (*store)(jni_explicit *f, double *positions, double *speeds);
  // Chooses anew (a partition, a basis) at work->q, after the position stage: called by pack, before store. NULL:
  // nothing to choose.
  jn_status (*choose)(jni_explicit *f);
  // Takes up what base.memory tells. NULL: nothing.
  void (*recall)(jni_explicit *f);
} jni_method;

// First member of every formulation of the family.
struct jni_explicit {
  jni_formulation base;
  const jni_method *method;
  jni_control control;
  jni_energy energy;
  jni_feedback feedback;
  int npositions, nspeeds, nintegrals;  // parts of y; z lies between speeds and integrals
  bool *active;                         // nc: rows in force
  bool ends;                            // y is where a step ends, or a state is taken from it
  long end_stamp;                       // of the work after the last evaluation where a step ended
  double correction;                    // rows left by a position correction, relative to the size of the bodies
  double *vdot, *lambda, *moving;  // nv, nc, nv: scratch; moving: the velocity that moves q where controls change it
  const double *motion;            // nv: the velocity that moves q in this evaluation, v or `moving`
  double *integrals;               // nintegrals, the end of base.memory: those of the state that was taken last
  long own_factors, own_repivots;  // of a factor that the method has beside [M G'; G 0]: counted with its factors
  double *absolute;                // ode.n
};

typedef struct {
  const jni_formulation_kind *kind;
  const jni_method *method;
  size_t size;              // of the whole formulation, jni_explicit first
  bool with_kkt;            // needs the factor of [M G'; G 0]
  int npositions, nspeeds;  // in y; -1: nq and nv
  int nmemory;              // what the method remembers: the begin of base.memory
} jni_explicit_def;

// Makes the frame: NULL with a fault in the report. The method's own parts are added to its pool by its create, which
// may still fail:
// `return jni_object_free(f)`.
void *jni_explicit_new(const jni_explicit_def *def, const jn_system *system, const jn_choices *choices,
                       const bool *active, jn_report *report);
// Where y holds q and v, and is projected, the state is a copy.
void jni_explicit_unpack_plain(jni_formulation *base, double t, const double *y, double *state);

// The method that is nothing but jni_explicit_solve. In joint coordinates without rows there is nothing to choose or to
// project, and it is what all methods come to: accelerations by the recursion.
bool jni_explicit_is_plain(const jn_system *system);
jni_formulation *jni_explicit_plain(const jni_formulation_kind *kind, const jn_system *system,
                                    const jn_choices *choices, const bool *active, jn_report *report);

// vdot and lambda by [M G'; G 0] [vdot; lambda] = [f; gamma], `gamma` NULL: the work's. For methods with the factor.
jn_status jni_explicit_solve(jni_explicit *f, const double *gamma, double *vdot, double *lambda);

#endif
