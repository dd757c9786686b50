// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// touches_road.h - contacts of touches.h on a general road, which is a block of numbers (road_block.h). Also for lanes
// (real.h), where the road is evaluated lane by lane.
#ifndef JNK_TOUCHES_ROAD_H
#define JNK_TOUCHES_ROAD_H

#include "kernel/ground/road_block.h"
#include "kernel/ground/touches.h"
#include "kernel/real.h"

// Computes the road below the point r in the lanes that are set in *lanes; stores height, slopes along x and y, and the
// factor on friction in under. For spheres that touch with their whole outline, the outline is that of a disc rolling
// along x (spin axis y).
JNK_FN void jnk_touches_road(const double *road, const jnk_mask *lanes, const jnk_real r[3], jnk_real under[4]) {
  for (int k = 0; k < 4; k++) under[k] = jnk_of(0);
  for (int i = 0; i < JNK_LANES; i++) {
    const double at[4] = {JNK_LANE(r[0], i), JNK_LANE(r[1], i), 0, 1};
    double found[4];
    if (!JNK_LANE(*lanes, i)) continue;
    jnk_call_road(road, at, found);
    for (int k = 0; k < 4; k++) JNK_LANE(under[k], i) = found[k];
  }
}

JNK_FN void jnk_call_touches_road(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_touches_calc(block, in, jnk_touches_road, out);
}

#endif
