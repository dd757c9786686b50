// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// body_level.h - the two levels of joint coordinates (tree.h): vectors and matrices over v (outer level) and over the
// cartesian speeds of the bodies. In other coordinates both levels are the same.
#ifndef JNI_BODY_LEVEL_H
#define JNI_BODY_LEVEL_H

#include "jounce/system.h"

// Returns the values of the mass blocks, in the order of system->pattern, after the position stage; computes them on
// first use. In joint coordinates without constraint equations jni_keep_mass must have been called.
const double *jni_mass(const jn_system *system, jn_work *work);
// Allocates the mass blocks of a tree without constraint equations in the work; does nothing and returns true if the
// work has them or the coordinates are others. Returns false if memory is short or the blocks exceed INT_MAX elements.
bool jni_keep_mass(jn_work *work);
// Returns the values of the mass blocks at one fixed configuration. For a tree without rows they are computed in the
// work, where the next call of jni_mass overwrites them.
const double *jni_sample_mass(const jn_system *system, jn_work *work);
// Writes to M the dense nv x nv matrix whose mass blocks have these values.
void jni_unpack_mass(const jn_system *system, const double *values, double *M);
// Rearranges M in place: on entry its first elements are the values of the mass blocks and the others zero, on return
// it is the dense nv x nv mass matrix.
void jni_spread_mass(const jn_system *system, double *M);
void jni_unpack_G(const jn_system *system, const double *values, double *G);  // writes the dense nc x nv matrix to G

// Returns the speeds V v of the bodies: v itself, or in joint coordinates `workspace` (nbody_v), to which they are
// written.
const double *jni_body_speeds(const jn_system *system, const jn_work *work, const double *v, double *workspace);
// Returns the accelerations of the bodies for accelerations vdot of the speeds: vdot itself, also if it is NULL, or in
// joint coordinates work->body_vdot, to which they are written. Needs the velocity stage.
const double *jni_body_acceleration(const jn_system *system, jn_work *work, const double *vdot);
// Adds to f (nv) the generalised forces V' body of forces on the speeds of the bodies (nbody_v).
void jni_add_body_forces(const jn_system *system, const jn_work *work, const double *body, double *f);
void jni_add_bias(const jn_system *system, jn_work *work);          // joint coordinates: gamma -= Gb bias
void jni_calc_tree_forces(const jn_system *system, jn_work *work);  // joint coordinates: computes f from body_f
// Writes to scale (nbody_v) the typical sizes of the speeds of the bodies: the length scale for translations, 1 for
// rotations.
void jni_body_scale(const jn_system *system, double *scale);

// Map from pairs of bodies (a, b) to the places of their blocks V_a' W V_b in the pattern of joint coordinates
// (tree/tree_blocks.c).
typedef struct jni_body_map jni_body_map;
jni_body_map *jni_body_map_new(const jn_system *system);         // returns NULL without memory
void jni_body_map_take(jni_body_map *map, const jn_work *work);  // computes V of all bodies, after the position stage
// Adds V_a' W V_b to `block`, the block of the tree components of bodies a and b; W is width_a x width_b, row-major.
void jni_body_map_add(const jni_body_map *map, int a, int b, const double *W, double *block);

#endif
