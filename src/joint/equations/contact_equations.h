// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_equations.h - rows at a point where one body runs on another: touching, rolling, and the knife edge.
//
// K is a point that both bodies pass through. A row takes one component of what parts their material there,
//   c . (velocity of B at K - velocity of A at K) = 0,   so that  t = c,  rA = (K - rA) x c,  rB = (K - rB) x c
// are its parts on B and, negative, on A (t of the translation, r of the turning, ground axes).
//   lateral   K a point of B, c fixed in B                               the knife edge: one velocity row
//   rolling   K the contact of a disc of B with a plane of A, c the heading h and the side n x h: velocity rows
//   touching  the same K, c = n the normal: it is the rate of            phi = n . (centre - p) - R s - crown
// Disc of radius R about the axis a of B, on the plane through p with the normal n of A: u = n . a, s = sqrt(1 - u^2),
// the lowest point lies in the direction e = -(n - u a) / s, and a tread rounded with the radius `crown` touches at
// K = centre + R e - crown n.
// The heading is h = a x n / s. Rows along it say the same at any yaw: of two wheels on one axle the second sideways
// row is redundant for good, while along directions fixed in A another row would be redundant after a quarter turn and
// the rows left in would lose rank.
// In the plane a is the plane's normal, so that s = 1 and e = -n. A disc that lies flat (s = 0) has no lowest point:
// its rows are NaN. R = 0 is a ball: K = centre - crown n wherever a points, and c are two perpendicular tangents fixed
// in A.
#ifndef JNI_CONTACT_EQUATIONS_H
#define JNI_CONTACT_EQUATIONS_H

#include "joint/equations/primitive.h"

void jni_contact_position_plane(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                                double *G);
void jni_contact_position_space(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                                double *G);
void jni_contact_velocity_plane(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma);
void jni_contact_velocity_space(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma);
void jni_contact_rate(const jni_primitive *p, jn_space space, const jni_body3 *body, double *Gdot);
// Natural coordinates (natural_equations.h): G of rolling and lateral rows, or with `rate` its rate along v and Rdot of
// the bodies; their gamma.
void jni_contact_natural(const jni_primitive *p, jn_space space, const jni_body3 *body, bool rate, double *values);
void jni_contact_natural_gamma(const jni_primitive *p, jn_space space, const jni_body3 *body, double *gamma);
bool jni_contact_is_ball(const jni_primitive *p);
// s of a touching primitive: the sine of the angle between the disc's plane and the plane it rolls on; 1 for a ball.
double jni_contact_tilt(const jni_primitive *p, const jni_body3 *body);

#endif
