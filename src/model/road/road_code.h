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

// Appends the numbers of a terrain to `out`, in the layout that kernel/ground/road_block.h reads.
void jni_road_numbers(const jnk_terrain *terrain, jni_constants *out);
// Writes nodes that evaluate the road under the point r for a wheel with this axis, and returns them. The axis matters
// only on roads with an envelope.
jni_code_under jni_code_road(jni_graph *g, const jnk_terrain *terrain, jni_vec r, jni_vec axis);

// Returns whether both sides of the terrain are the same plane, z = a0 + a1 x + a2 y, without zones of other friction,
// and sets a; the wheels of a terrain with an envelope require that it is level.
bool jni_road_is_plane(const jnk_terrain *terrain, double a[3]);
// Computes a plane z = a0 + a1 x + a2 y such that a wheel shaped as a ball does not touch the road while its centre is
// above the plane. Sets a[0] to infinity if there is no such plane.
void jni_road_roof(const jnk_terrain *terrain, const jnk_wheel *ball, double a[3]);

#endif
