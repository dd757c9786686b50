// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// constraint_correction.h - position and velocity corrections that wrap any formulation of the ODE family.
//
//   position: newton       q <- q (+) dq,  [M G'; G 0] [dq; .] = [0; -phi]         the M-nearest configuration with
//                                                                                  phi = 0
//   velocity: projection   v <- v - dv,    [M G'; G 0] [dv; .] = [0; G v - nu]     the M-nearest velocity with G v = nu
// All corrections of one evaluation, and the acceleration after them, share one factor of [M G'; G 0]: the
// configuration moves so little that the factor stays a good one, and iterations make up for what it lacks. Where the
// bodies are eliminated an acceleration needs none: with G and f at the corrected state an old factor errs in lambda
// alone, so across the constraints, where the corrections act; along them vdot is exact. Where the whole matrix is
// factored (massless bodies) an old factor errs along the constraints too, and the acceleration gets one step of
// refinement, which leaves the square of the error. So do multipliers that are asked for, and accelerations where no
// velocity correction takes away what lies across the constraints.
#ifndef JNI_CONSTRAINT_CORRECTION_H
#define JNI_CONSTRAINT_CORRECTION_H

#include "jounce/system.h"
#include "linalg/kkt/kkt.h"

typedef struct {
  const jn_system *system;
  jn_work *work;
  jni_kkt *kkt;            // NULL: none, or not needed
  bool recursive;          // a tree without rows: M^-1 by recursion along it, no matrix is made
  jni_kkt_info recursion;  // of such recursions, counted as factors
  bool newton, projection;
  double *rows, *increment;  // scratch: nc, nv
  long iterations;           // of position corrections
  bool factored;             // the factor belongs to this evaluation
  long evaluation;           // evaluations so far, this one included
  double moved;              // how far q has moved since it was made, relative to the mechanism's size
} jni_control;

// with_kkt false: the method corrects by itself and needs no factor.
jn_status jni_control_init(jni_pool *pool, const jn_system *system, jn_work *work, const jn_choices *choices,
                           const bool *active, bool with_kkt, jni_control *control, jn_report *report);
// A run starts, or goes on from a checkpoint: pivots chosen before have no part in what follows.
void jni_control_forget(jni_control *control);
// A new evaluation begins: work->t, q, s are set, the position stage has run.
void jni_control_begin(jni_control *control);
// Makes the factor when this evaluation has none yet.
jn_status jni_control_factor(jni_control *control);
// [M G'; G 0] [a; lambda] = [f; g] with the factor; as jni_kkt_solve.
void jni_control_solve(jni_control *control, const double *f, const double *g, int refine, double *a, double *lambda);
// Where it is recursive: vdot after the force stage, in one pass.
jn_status jni_control_forward(jni_control *control, double *vdot);
// Of the last factor; of a recursion: nothing to tell.
const jni_kkt_info *jni_control_info(const jni_control *control);
// Does one step of refinement make up for what a factor of a configuration nearby lacks? It leaves the square.
bool jni_control_refines(const jni_control *control);
// As jni_kkt_exact_along.
bool jni_control_exact_along(const jni_control *control);
// Corrects work->q until every row of phi is below `tolerance`, in the sizes of what it compares (row_size.c); the
// position stage is up to date afterwards. Near a singular configuration a rest of phi stands for a rest of q larger by
// one over the smallest singular value, so the tolerance shrinks with the square root of the smallest pivot, down to
// what rounding allows.
jn_status jni_control_position(jni_control *control, double tolerance);
// Corrects work->v until every row of G v - nu is below `tolerance`, in the same sizes times the largest speed.
jn_status jni_control_velocity(jni_control *control, double tolerance);
// Velocity and force stages, then vdot and lambda by [M G'; G 0] [vdot; lambda] = [f; gamma].
jn_status jni_control_acceleration(jni_control *control, double *vdot, double *lambda);

// What rounding leaves of a row; no longer getting smaller, at that level, at q.
double jni_rounding(const jn_system *system);
bool jni_stagnates(const jn_system *system, const double *q, double violation, double before);

#endif
