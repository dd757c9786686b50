// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mirror.h - mirror images: an element added while model->mirror is set behaves in the world as the original would
// behave in the mirrored world.
//
// A mirror is a set of axes (JN_MIRROR_X, _Y, _Z; bit i is axis i): S = diag(+-1, +-1, +-1) has -1 for each axis of the
// set. The empty set is the identity; the product of two mirrors is the exclusive or of their sets. |S| = -1 if the
// number of axes is odd.
//   S x       points, directions, centres of mass, forces, velocities: also in the axes of a frame, since
//   S R S     frames and rotations (components a in the axes of R become S a in those of S R S)
//   |S| S x   axial vectors: angular velocities, torques, the vector part of a quaternion
//   S J S     inertias
// A joint with an odd mirror is left-handed: its axes are directions S a, and angles turn about -S a, so that every
// coordinate keeps its value, and laws, drivers, gears, couplings and the pitch of a screw need no change. The
// perpendiculars from which angles are measured follow a rule of the axis alone, which is not invariant under mirrors;
// therefore they are the mirrored perpendiculars of the original axis.
//
// To add mirrored elements, set model->mirror (jn_model_set_mirror), add them, and reset it. Bodies, frames, joints,
// forces and roads are reflected as they are added; initial values and the expressions of all elements by
// jn_model_finish, when all elements have been read (mirror.c). Fields of a kind say in their table how they reflect
// (jni_field.mirroring).
//
// jni_mirror_point, jni_mirror_quaternion and jni_signal_sign are for callers that place elements themselves.
#ifndef JNI_MIRROR_H
#define JNI_MIRROR_H

#include "kernel/vec3.h"
#include "model/signal/signal_kind.h"
#include "symbolic/trace.h"

static inline double jni_mirror_sign(unsigned mirror, int axis) { return mirror >> axis & 1 ? -1 : 1; }  // S_ii

static inline bool jni_mirror_is_odd(unsigned mirror) { return (mirror ^ mirror >> 1 ^ mirror >> 2) & 1; }
static inline double jni_mirror_hand(unsigned mirror) { return jni_mirror_is_odd(mirror) ? -1 : 1; }  // |S|

// Computes out = S a.
static inline void jni_mirror_point(unsigned mirror, const double a[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = jni_mirror_sign(mirror, i) * a[i];
}

// Computes the mirror image of an axial vector, such as an angular velocity: out = |S| S a.
static inline void jni_mirror_turn(unsigned mirror, const double a[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = jni_mirror_hand(mirror) * jni_mirror_sign(mirror, i) * a[i];
}

// Replaces the quaternion (w, x, y, z) of a rotation R by that of its mirror image S R S.
static inline void jni_mirror_quaternion(unsigned mirror, double quaternion[4]) {
  jni_mirror_turn(mirror, quaternion + 1, quaternion + 1);
}

// Computes two unit vectors that complete the unit axis of a joint to a triad, which is left-handed if the mirror is
// odd. They follow by a fixed rule from the axis before it was mirrored.
static inline void jni_mirror_perpendiculars(unsigned mirror, const double axis[3], double first[3], double second[3]) {
  double own[3];
  jni_mirror_point(mirror, axis, own);
  jnk_perpendicular(own, first);
  jnk_cross(own, first, second);
  jni_mirror_point(mirror, first, first);
  jni_mirror_point(mirror, second, second);
}

// Computes in `first` and `second` two perpendiculars of `axis` by rotating those of the axis `from` by the shortest
// rotation from `from` to `axis`; for opposite axes takes those of `axis` itself. mirror: as in
// jni_mirror_perpendiculars, which gives the perpendiculars of an axis.
static inline void jni_mirror_carried(unsigned mirror, const double from[3], const double axis[3], double first[3],
                                      double second[3]) {
  double sum[3], cosine = jnk_dot(from, axis);
  if (!(1 + cosine > 1e-9)) {  // opposite axes: the shortest rotation is not unique
    jni_mirror_perpendiculars(mirror, axis, first, second);
    return;
  }
  jni_mirror_perpendiculars(mirror, from, first, second);
  jnk_add(from, axis, sum);
  jnk_add_scaled(first, -jnk_dot(first, axis) / (1 + cosine), sum, first);
  jnk_add_scaled(second, -jnk_dot(second, axis) / (1 + cosine), sum, second);
}

// Returns the angle atan2(y, x), rad, of the direction a in the plane after it is reflected back by the mirror. A zero
// is made positive first, so that its sign does not decide between +pi and -pi. Records the formula in the trace.
static inline double jni_mirror_angle(jni_trace *trace, unsigned mirror, const double a[3]) {
  if (!mirror) return jni_trace_apply(trace, JNI_DO_atan2, a[1], a[0]);
  return jni_trace_apply(trace, JNI_DO_atan2, jni_mirror_sign(mirror, 1) * a[1] + 0.0,
                         jni_mirror_sign(mirror, 0) * a[0] + 0.0);
}

// ---- mirror.c: definitions, in place -------------------------------------------------------------------------

void jni_reflect_inertia(unsigned mirror, double inertia[6]);  // xx yy zz xy xz yz
void jni_reflect_rotation(unsigned mirror, double R[9]);       // becomes S R S
// Replaces the members of a definition by their mirror images, as the list of fields of its kind prescribes; axes of
// joints and expressions are not changed.
void jni_reflect_fields(unsigned mirror, const jni_field *fields, int nfields, void *def);
// Returns the factor, 1 or -1, by which the value of a signal differs in the mirrored world; 0 with a sentence in
// `what` if it differs by more than a factor.
double jni_signal_sign(const jn_model *model, const jni_signal *signal, unsigned mirror, char *what, size_t size);
// Converts an expression that is written in the mirrored world to the real world: arm.y becomes `(-arm.y)`, for
// example. sign: factor of the value of the whole expression. A formula bound to a port is marked in the text as
// {N...}, where N is the mirror of the scope in which it is written. Returns the same pointer if nothing changes.
// Returns NULL with a sentence in `what` if a signal has no mirror image or the result is too long; without a sentence,
// and with model->no_memory, if memory is short.
const char *jni_reflect_expression(jn_model *model, unsigned mirror, double sign, const char *text, char *what,
                                   size_t size);
// Returns the factor, 1 or -1, of the value of expression i of a force under the mirror of its element.
double jni_value_sign(const jn_model *model, const jni_force_element *force, int i);

#endif
