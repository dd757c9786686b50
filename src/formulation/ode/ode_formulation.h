// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ode_formulation.h - common part of all formulations that give ydot = rhs(t, y): the sequence of one evaluation, and
// the corrections.
//
//   y = (positions, speeds, z, integrals)       positions: q, unless the method defines others; speeds x: v, unless the
//                                               method defines others
//   load y -> correct positions -> v from x, corrected -> stages -> vdot by the method -> controls -> ydot
//
// A method is a table of functions. The frame substitutes those that are NULL: q and v in y, M-orthogonal corrections,
// nothing to choose. Controls modify vdot and the velocity that moves q, for every method in the same way.
#ifndef JNI_ODE_FORMULATION_H
#define JNI_ODE_FORMULATION_H

#include "formulation/control/constraint_correction.h"
#include "formulation/control/constraint_feedback.h"
#include "formulation/control/energy_control.h"
#include "formulation/formulation.h"

typedef struct jni_explicit jni_explicit;

typedef struct {
  // Sets work->q from the positions of y. NULL: the positions of y are q.
  void (*load)(jni_explicit *f, const double *positions);
  // Corrects work->q until constraint violations are below the tolerance, and returns the status; the position stage is
  // up to date before and after. NULL: the chosen position correction.
  jn_status (*position)(jni_explicit *f, double tolerance);
  // Sets work->v from the speeds of y and corrects it, and returns the status; the position stage is up to date. NULL:
  // the speeds of y are v, corrected by the chosen velocity correction.
  jn_status (*velocity)(jni_explicit *f, const double *speeds, double tolerance);
  // Computes vdot (nv) and, if it is not NULL, lambda (nc), and returns the status; all stages are up to date.
  jn_status (*acceleration)(jni_explicit *f, double *vdot, double *lambda);
  bool solves;  // `acceleration` is jni_explicit_solve: work->f is not needed if that is recursive
  // Computes out = P x, the M-orthogonal projection of a velocity x (nv) onto the tangent space; called after
  // `acceleration` at the same state. out may be x. NULL: the projection uses the factor of [M G'; G 0].
  void (*along)(jni_explicit *f, const double *x, double *out);
  // Adapts vdot when controls move q with the velocity f->motion instead of v and the method computes v from q. NULL: v
  // is in y, so nothing needs to be adapted.
  void (*follow)(jni_explicit *f, double *vdot);
  // Computes the rates of the positions of y for a velocity w of q. NULL: qdot = N w.
  void (*position_rate)(jni_explicit *f, const double *w, double *rate);
  // Computes the rates of the speeds of y for the acceleration vdot, while q moves with f->motion. NULL: vdot.
  void (*speed_rate)(jni_explicit *f, const double *vdot, double *rate);
  // Writes the corrected work->q and work->v to the positions and speeds of y. NULL: they are q and v.
  void (*store)(jni_explicit *f, double *positions, double *speeds);
  // Chooses a partition or basis at work->q and returns the status; the position stage is up to date. `pack` calls it
  // before `store`. NULL: nothing to choose.
  jn_status (*choose)(jni_explicit *f);
  // Restores the method's data from base.memory after a checkpoint was read. NULL: nothing to restore.
  void (*load_memory)(jni_explicit *f);
} jni_method;

// Formulation that gives ydot; the first member of the struct of every formulation of this family.
struct jni_explicit {
  jni_formulation base;
  const jni_method *method;
  jni_control control;
  jni_energy energy;
  jni_feedback feedback;
  // numbers of positions, speeds and integrals in y; z is between speeds and integrals
  int npositions, nspeeds, nintegrals;
  bool *active;           // nc: active constraints
  bool ends;              // the evaluation is at the end of a step, or computes a state block from y
  long end_stamp;         // stamp of the work after the last evaluation at the end of a step
  double correction;      // tolerance of corrections (formulation_common.h: jni_usual_correction)
  double *vdot, *lambda;  // nv, nc: workspace
  double *moving;         // nv: velocity that moves q, if controls change it
  const double *motion;   // nv: velocity that moves q in this evaluation: v or `moving`
  double *integrals;      // nintegrals, the end of base.memory: integrals of the state that was packed last
  // Counts of a factor that the method uses besides [M G'; G 0]; added to the counts of the formulation.
  long own_factors, own_repivots;
  double *absolute;  // ode.n: absolute tolerances
};

typedef struct {
  const jni_formulation_kind *kind;
  const jni_method *method;
  size_t size;              // bytes of the formulation, which begins with jni_explicit
  bool with_kkt;            // needs the factor of [M G'; G 0]
  int npositions, nspeeds;  // numbers of positions and speeds in y; -1: nq and nv
  int nmemory;              // count of the method's numbers, which base.memory begins with
} jni_explicit_def;

// Creates a formulation of this family as `def` describes it. Returns NULL and reports a fault on failure. The caller,
// `create` of the kind, adds its own memory to the pool; if that fails it returns jni_object_free(f).
void *jni_explicit_new(const jni_explicit_def *def, const jn_system *system, const jn_choices *choices,
                       const bool *active, jn_report *report);
// Computes a state block from t and a projected y that begins with q and v, by copying.
void jni_explicit_unpack_plain(jni_formulation *base, double t, const double *y, double *state);

// Returns whether the system is a tree in joint coordinates without constraints: all methods are then the same, with
// accelerations by the recursion.
bool jni_explicit_is_plain(const jn_system *system);
// Creates a formulation whose acceleration is jni_explicit_solve and which has no partition, basis or correction of its
// own. Returns NULL and reports a fault on failure.
jni_formulation *jni_explicit_plain(const jni_formulation_kind *kind, const jn_system *system,
                                    const jn_choices *choices, const bool *active, jn_report *report);

// Solves [M G'; G 0] [vdot; lambda] = [f; gamma], for methods that have requested the factor by with_kkt, and updates
// the counts of the formulation. gamma NULL: work->gamma; lambda NULL: not needed. On a tree without constraints, vdot
// comes from the recursion. Returns JN_SINGULAR on failure.
jn_status jni_explicit_solve(jni_explicit *f, const double *gamma, double *vdot, double *lambda);

#endif
