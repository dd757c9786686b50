// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road_code.h - writes roads into a graph: one kernel call for each wheel, with one block of numbers for all wheels on
// a road.
#ifndef JNI_ROAD_CODE_H
#define JNI_ROAD_CODE_H

#include "kernel/ground/terrain.h"
#include "kernel/ground/wheel.h"
#include "symbolic/call_constants.h"
#include "symbolic/vector.h"

typedef struct {
  jni_node z;     // height, m
  jni_node x, y;  // slopes dz/dx, dz/dy
  jni_node grip;  // factor of friction
} jni_code_under;

extern const jni_kernel jni_road_kernel;

// Appends the numbers of a terrain in the layout that kernel/ground/road_block.h reads.
void jni_road_numbers(const jnk_terrain *terrain, jni_constants *out);
// Writes the road under the point r for a wheel with this axis. The axis has an effect only on roads with an envelope.
jni_code_under jni_code_road(jni_graph *g, const jnk_terrain *terrain, jni_vec r, jni_vec axis);

// Returns whether the road is one plane, z = a0 + a1 x + a2 y, with one friction.
bool jni_road_is_plane(const jnk_terrain *terrain, double a[3]);
// Computes a plane of the same form such that a wheel shaped as a ball touches nothing if its centre is above the
// plane. a0 is infinite if there is no such plane.
void jni_road_roof(const jnk_terrain *terrain, const jnk_wheel *ball, double a[3]);

#endif
