// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiffness_factor.h - the stiffness of all bodies of a mechanism by blocks, and solves with it along the rows of all
// joints.
//
//   [part K + mu D   G'] [x     ]   [f]
//   [G               0 ] [lambda] = [g]
//
// K is the symmetric part of d(G' lambda)/dq - df/dq at rest, D a diagonal metric. The factor is L D L' with one node
// for each body, which contains its speeds and after them the rows of the joint that carries it in the tree; so a chain
// takes as many operations as it has links. rho G' G is added to every diagonal block, which changes nothing where
// G x = g and keeps pivots away from zero. Rows of cut joints follow by their Schur complement, which is dense. The
// signs of all pivots give the number of directions along the rows with a negative value (Sylvester).
#ifndef JNI_STIFFNESS_FACTOR_H
#define JNI_STIFFNESS_FACTOR_H

#include "jounce/system.h"

typedef struct jni_body_stiffness jni_body_stiffness;

// Makes a factor. joint, bodies: the same model in joint and in cartesian coordinates. scale (nb): typical sizes of the
// increments of the bodies; it and the systems must outlive the factor. Returns NULL if memory is short.
jni_body_stiffness *jni_body_stiffness_new(const jn_system *joint, const jn_system *bodies, const double *scale);
void *jni_body_stiffness_free(jni_body_stiffness *sparse);
// Copies G from the position stage of a work of `bodies`, with rows scaled to unit length. Returns false if it is not
// finite.
bool jni_body_stiffness_take_rows(jni_body_stiffness *sparse, const jn_work *work);
// Computes K at the force stage of a work of `bodies` with multipliers lambda. Returns its largest diagonal element
// times the squares of the scales, N m; not finite if K is not.
double jni_body_stiffness_take_stiffness(jni_body_stiffness *sparse, jn_work *work, const double *lambda);
// Factors the matrix with part K + mu D, D = diag(metric) (nb numbers). *negative: number of directions along the rows
// for which this is negative. Returns false if the matrix is singular or not finite.
bool jni_body_stiffness_factor(jni_body_stiffness *sparse, double part, double mu, const double *metric, int *negative);
// Solves with the last factor for x (nb) and lambda (nc; NULL: not needed). f (nb), g (nc): right sides; NULL: zeros.
void jni_body_stiffness_solve(jni_body_stiffness *sparse, const double *f, const double *g, double *x, double *lambda);
void jni_body_stiffness_times(const jni_body_stiffness *sparse, const double *x, double *Kx);
// Returns whether the joint of a row is not part of the tree.
bool jni_body_stiffness_is_cut(const jni_body_stiffness *sparse, int row);
// Returns the length of row `row` of G times the scales.
double jni_body_stiffness_length(const jni_body_stiffness *sparse, int row);
// Returns the number of degrees of freedom that all rows together leave, at the position stage of `work`; -1 if memory
// is short.
int jni_body_stiffness_freedoms(const jni_body_stiffness *sparse, const jn_work *work);

#endif
