// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_equations.h - constraint equations at a contact point of two bodies: touching, rolling, and the knife edge.
//
// K is the common point of both bodies. Each equation sets one component of the relative velocity of their material
// points at K to zero,
//   c . (velocity of B at K - velocity of A at K) = 0,   so that  t = c,  rA = (K - xA) x c,  rB = (K - xB) x c
// are its parts on B and, negative, on A (t translational, rA and rB rotational, ground axes; xA, xB: centres of mass).
//   lateral   K a point of B, c fixed in B                               knife edge: one velocity constraint
//   rolling   K contact of a disc of B with a plane of A, c heading h and lateral direction n x h: velocity constraints
//   touching  the same K, c = n normal: rate of the position constraint  phi = n . (centre - p) - R s - crown
// Disc of radius R about the axis a of B, on the plane through p with the normal n of A: u = n . a, s = sqrt(1 - u^2);
// the lowest point is in the direction e = -(n - u a) / s, and a tread rounded with the radius `crown` touches at
// K = centre + R e - crown n.
// The heading is h = a x n / s. Equations along the heading are the same at any yaw angle: of two wheels on one axle
// the second lateral equation is always redundant. Along directions fixed in A, another equation would become redundant
// after a quarter turn, and the remaining active equations would lose rank.
// In the plane a is the plane's normal, so that s = 1 and e = -n. A flat disc (s = 0) has no lowest point: its
// equations are NaN. R = 0 is a ball: K = centre - crown n for any a, and c are two perpendicular tangents fixed in A.
#ifndef JNI_CONTACT_EQUATIONS_H
#define JNI_CONTACT_EQUATIONS_H

#include "joint/equations/primitive.h"

// Compute, in cartesian coordinates, the blocks in G of the n primitives from p on, of the kinds touching, rolling and
// lateral, and phi of those of kind touching. nu is not set: it stays zero.
void jni_contact_position_plane(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                                double *G);
void jni_contact_position_space(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                                double *G);
// Compute gamma of these primitives, in cartesian coordinates.
void jni_contact_velocity_plane(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma);
void jni_contact_velocity_space(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma);
// Computes the rate of the blocks of one primitive in G, in cartesian coordinates, for the velocities of the bodies.
void jni_contact_rate(const jni_primitive *p, jn_space space, const jni_body3 *body, double *Gdot);
// Compute, in natural coordinates (natural_equations.h), the blocks of the rolling and lateral equations in G, or with
// `rate` the rate of these blocks for the velocities v and Rdot of the bodies; and their gamma.
void jni_contact_natural(const jni_primitive *p, jn_space space, const jni_body3 *body, bool rate, double *values);
void jni_contact_natural_gamma(const jni_primitive *p, jn_space space, const jni_body3 *body, double *gamma);
bool jni_contact_is_ball(const jni_primitive *p);  // returns whether the disc has the radius R = 0
// Returns the sine s of the angle between the plane of the disc and the plane on which it rolls, for a primitive of
// kind `touching`; 1 for a ball.
double jni_contact_tilt(const jni_primitive *p, const jni_body3 *body);

#endif
