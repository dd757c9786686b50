// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// constraint_correction.h - position and velocity corrections for any formulation that gives ydot.
//
//   position: newton       q <- q (+) dq,  [M G'; G 0] [dq; .] = [0; -phi]         smallest change of q in the metric M
//                                                                                  with phi = 0
//   velocity: projection   v <- v - dv,    [M G'; G 0] [dv; .] = [0; G v - nu]     smallest change of v in the metric M
//                                                                                  with G v = nu
// All corrections of one evaluation and the acceleration after them share one factor of [M G'; G 0]. The configuration
// moves so little that the factor remains accurate; iterations compensate its error. If the bodies are eliminated, the
// acceleration needs no iteration: with G and f of the corrected state an old factor only causes an error of lambda,
// M-orthogonal to the tangent space, where the corrections act; the tangential part of vdot is exact. If the whole
// matrix is factored (massless bodies), an old factor also causes a tangential error, and the acceleration gets one
// step of iterative refinement, which squares the error. The same holds for requested multipliers, and for
// accelerations without velocity correction.
#ifndef JNI_CONSTRAINT_CORRECTION_H
#define JNI_CONSTRAINT_CORRECTION_H

#include "jounce/system.h"
#include "linalg/kkt/kkt.h"

typedef struct {
  const jn_system *system;
  jn_work *work;
  jni_kkt *kkt;              // factorisation of [M G'; G 0]; NULL: not needed
  bool recursive;            // tree without constraints: M^-1 by the recursion along the tree, no matrix
  jni_kkt_info recursion;    // counts of the recursions, which count as factorisations
  bool newton, projection;   // chosen corrections
  double *rows, *increment;  // nc, nv: workspace
  long iterations;           // number of iterations of position corrections so far
  bool factored;             // the matrix was factored in this evaluation
  long evaluation;           // number of this evaluation
  double moved;              // change of q since the factorisation, relative to the size of the mechanism
} jni_control;

// Initialises *control; its memory belongs to the pool. active: active constraints, NULL: all; with_kkt false: the
// method corrects by itself and needs no factor of [M G'; G 0]. A tree without constraints gets none either. Returns
// JN_NO_MEMORY with a fault in the report if there is no memory.
jn_status jni_control_init(jni_pool *pool, const jn_system *system, jn_work *work, const jn_choices *choices,
                           const bool *active, bool with_kkt, jni_control *control, jn_report *report);
// Discards the pivots of earlier factorisations. To be called at the start of a run and after reading a checkpoint.
void jni_control_forget(jni_control *control);
// Begins an evaluation, so that factors of earlier evaluations are not used. Before, the caller must set t, q and s in
// the work and evaluate the position stage.
void jni_control_begin(jni_control *control);
// Factors [M G'; G 0] unless this was done in the present evaluation. For a tree without constraints, runs the
// articulated-body recursion instead. Returns JN_SINGULAR if the matrix is singular.
jn_status jni_control_factor(jni_control *control);
// Solves [M G'; G 0] [a; lambda] = [f; g] with the factor of jni_control_factor. f, g NULL: zero; refine: number of
// refinement steps; a, lambda NULL: not needed; see jni_kkt_solve. For a tree without constraints a = M^-1 f by the
// recursion, and lambda is not set.
void jni_control_solve(jni_control *control, const double *f, const double *g, int refine, double *a, double *lambda);
// Computes vdot by the recursion along the tree from the forces of the force stage, which must be up to date. Only for
// a control that is `recursive`. Returns JN_SINGULAR if that fails.
jn_status jni_control_forward(jni_control *control, double *vdot);
// Returns the smallest pivot of the last factorisation, its constraint, and the counts of all factorisations so far.
const jni_kkt_info *jni_control_info(const jni_control *control);
// Returns whether one step of iterative refinement reduces the error of the present, possibly old, factor to rounding.
bool jni_control_refines(const jni_control *control);
// Returns whether accelerations that are solved with an old factor are exact in the tangent space; see
// jni_kkt_exact_along.
bool jni_control_exact_along(const jni_control *control);
// Corrects work->q until every component of phi is below `tolerance`, relative to the size of what it compares
// (row_size.c), or does not decrease further because of rounding. Does nothing unless `newton` was chosen and there are
// holonomic constraints. The position stage must be up to date before, and is afterwards. Near a singular configuration
// a residual phi corresponds to an error of q that is larger by 1 / (smallest singular value): the tolerance is
// multiplied by the root of the smallest pivot over that of an ordinary configuration, 1e-3, but not below rounding.
// Returns JN_SINGULAR, JN_NOT_FINITE or JN_NO_CONVERGENCE on failure.
jn_status jni_control_position(jni_control *control, double tolerance);
// Corrects work->v until every component of G v - nu is below `tolerance`, relative to the size of what it compares
// times the largest speed. Does nothing unless `projection` was chosen. A remainder that the iterations do not remove
// is accepted: it is rounding, or belongs to an inactive constraint. Returns JN_SINGULAR or JN_NOT_FINITE on failure.
jn_status jni_control_velocity(jni_control *control, double tolerance);
// Evaluates the velocity and force stages and solves [M G'; G 0] [vdot; lambda] = [f; gamma]. For a tree without
// constraints, vdot comes from the recursion and lambda is not set. Returns JN_SINGULAR or JN_NOT_FINITE on failure.
jn_status jni_control_acceleration(jni_control *control, double *vdot, double *lambda);

// Returns the violation of position constraints that rounding causes, relative to the size of the mechanism.
double jni_rounding(const jn_system *system);
// Returns whether an iteration no longer reduces the violation because it has reached the rounding level at q.
// violation, before: largest relative violation now and one iteration earlier.
bool jni_stagnates(const jn_system *system, const double *q, double violation, double before);

#endif
