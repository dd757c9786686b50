// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact.h - rows at a point where one body runs on another: touching, rolling, and the knife edge.
//
// K is a point that both bodies pass through. A row takes one component of what parts their material there,
//   c . (velocity of B at K - velocity of A at K) = 0,   so that  t = c,  rA = (K - rA) x c,  rB = (K - rB) x c
// are its parts on B and, negative, on A (t of the translation, r of the turning, ground axes).
//   lateral   K a point of B, c fixed in B                               the knife edge: one velocity row
//   rolling   K the contact of a disc of B with a plane of A, c the two tangents of the plane: velocity rows
//   touching  the same K, c = n the normal: it is the rate of            phi = n . (centre - p) - R s - crown
// Disc of radius R about the axis a of B, on the plane through p with the normal n of A: u = n . a, s = sqrt(1 - u^2), the lowest point
// lies in the direction e = -(n - u a) / s, and a tread rounded with the radius `crown` touches at K = centre + R e - crown n.
// In the plane a is the plane's normal, so that s = 1 and e = -n. A disc that lies flat (s = 0) has no lowest point: its rows are NaN.
#ifndef JNI_CONTACT_H
#define JNI_CONTACT_H

#include "joint/primitive.h"

void jni_contact_position_plane(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu, double *G);
void jni_contact_position_space(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu, double *G);
void jni_contact_velocity_plane(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma);
void jni_contact_velocity_space(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma);
void jni_contact_rate(const jni_primitive *p, jn_space space, const jni_body3 *body, double *Gdot);
// s of a touching primitive: the sine of the angle between the disc's plane and the plane it rolls on.
double jni_contact_tilt(const jni_primitive *p, const jni_body3 *body);

#endif
