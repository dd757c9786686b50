// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// body_level.h - the two levels of joint coordinates (tree.h): vectors and matrices over v (outer level) and over the
// cartesian speeds of the bodies. In other coordinates both levels are the same.
#ifndef JNI_BODY_LEVEL_H
#define JNI_BODY_LEVEL_H

#include "jounce/system.h"

// Returns the values of the mass blocks on the pattern, after the position stage; computed on first use. For a tree
// without rows only after jni_keep_mass, which allocates them and returns false if out of memory.
const double *jni_mass(const jn_system *system, jn_work *work);
bool jni_keep_mass(jn_work *work);
// Returns the values of the mass blocks of one configuration; of a tree without rows they are computed in the work,
// where the next jni_mass overwrites them.
const double *jni_sample_mass(const jn_system *system, jn_work *work);
void jni_unpack_mass(const jn_system *system, const double *values, double *M);  // dense nv x nv
// Unpacks the mass blocks in place: M has nv x nv elements, of which the first are the blocks and the others zero.
void jni_spread_mass(const jn_system *system, double *M);
void jni_unpack_G(const jn_system *system, const double *values, double *G);  // dense nc x nv

// Returns the speeds of the bodies V v; in other coordinates v itself, otherwise in `workspace` (nbody_v).
const double *jni_body_speeds(const jn_system *system, const jn_work *work, const double *v, double *workspace);
// Returns the accelerations of the bodies for vdot, after the velocity stage; in joint coordinates in work->body_vdot.
const double *jni_body_acceleration(const jn_system *system, jn_work *work, const double *vdot);
// Adds V' body to outer forces f.
void jni_add_body_forces(const jn_system *system, const jn_work *work, const double *body, double *f);
void jni_add_bias(const jn_system *system, jn_work *work);          // joint coordinates: adds the bias to gamma
void jni_calc_tree_forces(const jn_system *system, jn_work *work);  // joint coordinates: computes f from body_f
// Writes the typical sizes of the speeds of the bodies: length scale of a translation, 1 of a rotation.
void jni_body_scale(const jn_system *system, double *scale);

// Maps blocks of the bodies to blocks of the pattern in joint coordinates (tree/tree_blocks.c).
typedef struct jni_body_map jni_body_map;
jni_body_map *jni_body_map_new(const jn_system *system);         // NULL: out of memory
void jni_body_map_take(jni_body_map *map, const jn_work *work);  // computes V of all bodies, after the position stage
// Adds V_a' W V_b, W width_a x width_b, to the block of the tree components of a and b.
void jni_body_map_add(const jni_body_map *map, int a, int b, const double *W, double *block);

#endif
