// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road_block.h - a road as a block of numbers, and its calls by compiled code.
//   block: for each side (left, right) JNK_SIDE_NUMBERS numbers: count and index of the parts, of the zones, and of the
//   parts under an envelope, and the disc; then parts (terrain.h), zones (as jnk_zone), and the points of parts
// Indices count from the begin of the block. Several calls may share one block.
#ifndef JNK_ROAD_BLOCK_H
#define JNK_ROAD_BLOCK_H

#include "kernel/ground/envelope.h"

enum { JNK_SIDE_NUMBERS = 10, JNK_ZONE_NUMBERS = 7 };

JNK_FN jnk_road jnk_road_of_numbers(const double *block, const double *parts, const double *zones) {
  jnk_road road;
  road.parts = NULL;
  road.n = (int)parts[0];
  road.numbers = block + (ptrdiff_t)parts[1];
  road.base = block;
  road.zones = (const jnk_zone *)(const void *)(block + (ptrdiff_t)zones[1]);
  road.nzones = (int)zones[0];
  road.soil = NULL;
  return road;
}

// Reads, from the block, the side of a road (left or right of the x axis) that contains the coordinate y, and stores it
// in *out. Does not set the other side of *out.
JNK_FN void jnk_terrain_of_block(const double *block, double y, jnk_terrain *out) {
  int side = y < 0 ? 1 : 0;
  const double *k = block + side * JNK_SIDE_NUMBERS;
  out->side[side] = jnk_road_of_numbers(block, k, k + 2);
  out->rough[side] = jnk_road_of_numbers(block, k + 4, k + 2);
  out->disc[side].R = k[6];
  out->disc[side].reach = k[7];
  out->disc[side].step = k[8];
  out->disc[side].along_x = (int)k[9];
}

typedef struct {
  double z, grip;
  jnk_slope slope;
  int searched;
} jnk_road_point;

// Returns height, slopes and grip of a road at a point. in: x, y, then the x and y components of the wheel's spin axis,
// used where the wheel rolls as a disc.
JNK_FN jnk_road_point jnk_road_at(const double *block, const double *in) {
  jnk_terrain terrain;
  jnk_road_point at;
  const double axis[3] = {in[2], in[3], 0};
  jnk_terrain_of_block(block, in[1], &terrain);
  int rolls = terrain.disc[in[1] < 0 ? 1 : 0].R > 0;
  at.searched = 0;
  if (rolls) at.z = jnk_terrain_rolled(&terrain, in[0], in[1], axis, &at.slope, &at.searched);
  else at.z = jnk_terrain_height(&terrain, in[0], in[1], &at.slope);
  at.grip = jnk_terrain_grip(&terrain, in[0], in[1]);
  return at;
}

// Evaluates a road at a point. in: x, y, then the x and y components of the wheel's spin axis; out: height, slopes
// along x and y, factor on friction
JNK_FN void jnk_call_road(const double *block, const double *in, double *out) {
  jnk_road_point at = jnk_road_at(block, in);
  out[0] = at.z;
  out[1] = at.slope.x;
  out[2] = at.slope.y;
  out[3] = at.grip;
}

// Computes the time derivatives of the results of jnk_call_road. in: inputs of jnk_call_road, then their time
// derivatives; out: derivatives of height, slopes and friction factor. The friction factor, and all results if the
// wheel's path was found by a search, are differentiated by central differences.
JNK_FN void jnk_call_road_rate(const double *block, const double *in, double *out) {
  const double h = 1e-6;
  double ahead[4], behind[4], to[4], from[4];
  jnk_road_point at = jnk_road_at(block, in);
  for (int i = 0; i < 4; i++) {
    to[i] = in[i] + h * in[4 + i];
    from[i] = in[i] - h * in[4 + i];
  }
  jnk_call_road(block, to, ahead);
  jnk_call_road(block, from, behind);
  for (int i = 0; i < 4; i++) out[i] = (ahead[i] - behind[i]) / (2 * h);
  if (at.searched) return;
  out[0] = at.slope.x * in[4] + at.slope.y * in[5];
  out[1] = at.slope.xx * in[4] + at.slope.xy * in[5];
  out[2] = at.slope.xy * in[4] + at.slope.yy * in[5];
}

#endif
