// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mirror.h - mirror images: what is added while model->mirror is set behaves in the world as the original would behave
// in the mirrored world.
//
// A mirror is a set of axes (JN_MIRROR_X, _Y, _Z), S = diag(+-1, +-1, +-1) with -1 along each of them; 0 is none, and
// two mirrors after each other are the exclusive or of their sets. |S| = -1 where their number is odd.
//   S x       points, directions, centres of mass, forces, velocities: also in the axes of a frame, since
//   S R S     frames and rotations (what is a in the axes of R is S a in those of S R S)
//   |S| S x   what turns: angular velocities, moments, the vector of a quaternion
//   S J S     inertias
// A joint with an odd mirror is left-handed: its axes are directions S a, and angles turn about -S a, so that every
// coordinate keeps its value, angles and displacements alike, and with it all that is said over coordinates: laws,
// drivers, gears, couplings, the pitch of a screw. Perpendiculars, from which angles count, follow a rule of the axis
// alone, which mirrors do not keep; so they are those of the original axis in the mirror.
//
// For whoever adds elements: set model->mirror (jn_model_set_mirror), add, set it back. Bodies, frames, joints, forces,
// roads, states, events and initial values are reflected as they are added; their expressions by jn_model_finish, when
// all names are known (mirror.c). Fields of a kind say in their table how they reflect (jni_field.mirroring).
// jni_mirror_point, jni_mirror_quaternion and jni_signal_sign are for those who place things themselves.
#ifndef JNI_MIRROR_H
#define JNI_MIRROR_H

#include "kernel/vec3.h"
#include "model/signal/signal_kind.h"
#include "symbolic/trace.h"

static inline double jni_mirror_sign(unsigned mirror, int axis) { return mirror >> axis & 1 ? -1 : 1; }  // S_ii

static inline bool jni_mirror_is_odd(unsigned mirror) { return (mirror ^ mirror >> 1 ^ mirror >> 2) & 1; }
static inline double jni_mirror_hand(unsigned mirror) { return jni_mirror_is_odd(mirror) ? -1 : 1; }  // |S|

// out = S a
static inline void jni_mirror_point(unsigned mirror, const double a[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = jni_mirror_sign(mirror, i) * a[i];
}

// out = |S| S a
static inline void jni_mirror_turn(unsigned mirror, const double a[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = jni_mirror_hand(mirror) * jni_mirror_sign(mirror, i) * a[i];
}

// Of S R S; w, x, y, z.
static inline void jni_mirror_quaternion(unsigned mirror, double quaternion[4]) {
  jni_mirror_turn(mirror, quaternion + 1, quaternion + 1);
}

// Two unit vectors that with `axis` (unit, of a joint with that mirror) make a triad with its hand, by a rule that
// depends on the original axis alone.
static inline void jni_mirror_perpendiculars(unsigned mirror, const double axis[3], double first[3], double second[3]) {
  double own[3];
  jni_mirror_point(mirror, axis, own);
  jnk_perpendicular(own, first);
  jnk_cross(own, first, second);
  jni_mirror_point(mirror, first, first), jni_mirror_point(mirror, second, second);
}

// Likewise for `axis` with perpendiculars of another axis `from`, as the shortest turn from that to this takes them.
static inline void jni_mirror_carried(unsigned mirror, const double from[3], const double axis[3], double first[3],
                                      double second[3]) {
  double sum[3], cosine = jnk_dot(from, axis);
  if (!(1 + cosine > 1e-9)) {  // the other way round: any turn is the shortest
    jni_mirror_perpendiculars(mirror, axis, first, second);
    return;
  }
  jni_mirror_perpendiculars(mirror, from, first, second);
  jnk_add(from, axis, sum);
  jnk_add_scaled(first, -jnk_dot(first, axis) / (1 + cosine), sum, first);
  jnk_add_scaled(second, -jnk_dot(second, axis) / (1 + cosine), sum, second);
}

// The angle of a direction of the plane as it was before the mirror: what is an angle there is that angle here, about
// z times |S|. A zero is positive, so that it does not choose between half a turn one way or the other.
static inline double jni_mirror_angle(jni_trace *trace, unsigned mirror, const double a[3]) {
  if (!mirror) return jni_trace_apply(trace, JNI_DO_atan2, a[1], a[0]);
  return jni_trace_apply(trace, JNI_DO_atan2, jni_mirror_sign(mirror, 1) * a[1] + 0.0,
                         jni_mirror_sign(mirror, 0) * a[0] + 0.0);
}

// ---- mirror.c: definitions, in place -------------------------------------------------------------------------

void jni_reflect_inertia(unsigned mirror, double inertia[6]);  // xx yy zz xy xz yz
void jni_reflect_rotation(unsigned mirror, double R[9]);       // becomes S R S
// The members of a definition of a joint or force along the fields of its kind, but for the axes of joints, which all
// have, and expressions.
void jni_reflect_fields(unsigned mirror, const jni_field *fields, int nfields, void *def);
// How a signal reads in the mirrored world: 1 or -1; 0: not by a sign, with a sentence in `what`.
double jni_signal_sign(const jn_model *model, const jni_signal *signal, unsigned mirror, char *what, size_t size);
// The text of an expression that is right in the mirrored world, made for the world: `(-arm.y)` for arm.y. sign: of its
// value. The text itself where nothing changes; NULL and a sentence in `what` where it has no mirror image, or (empty)
// no memory. A formula from outside, bound to a port, stands in the text as {N...}: N is the mirror that holds where it
// was written.
const char *jni_reflect_expression(jn_model *model, unsigned mirror, double sign, const char *text, char *what,
                                   size_t size);
double jni_value_sign(const jn_model *model, const jni_force_element *force, int i);  // of expression i of its value

#endif
