// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road_code.h - roads as part of a graph: one call for each wheel, with one block of numbers for all wheels on a road.
#ifndef JNI_ROAD_CODE_H
#define JNI_ROAD_CODE_H

#include "kernel/ground/terrain.h"
#include "kernel/ground/wheel.h"
#include "symbolic/call_constants.h"
#include "symbolic/vector.h"

typedef struct {
  jni_node z, x, y, grip;  // height, its slopes, factor on friction
} jni_code_under;

extern const jni_kernel jni_road_kernel;

// As kernel/ground/road_block.h reads it.
void jni_road_numbers(const jnk_terrain *terrain, jni_constants *out);
// Under the point r, for a wheel with this axis, which counts where it rolls over the road as a disc.
jni_code_under jni_code_road(jni_graph *g, const jnk_terrain *terrain, jni_vec r, jni_vec axis);

// Returns whether the road is one plane, z = a0 + a1 x + a2 y, with one friction.
bool jni_road_is_plane(const jnk_terrain *terrain, double a[3]);
// A plane of the same form: where the centre of a ball is above it, the ball touches nothing. a0 is infinite where no
// such plane is known.
void jni_road_roof(const jnk_terrain *terrain, const jnk_wheel *ball, double a[3]);

#endif
