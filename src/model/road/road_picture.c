// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road_picture.c - gives names and heights of roads to pictures.
#include <math.h>

#include "kernel/ground/terrain.h"
#include "model/model.h"

int jn_model_nroads(const jn_model *model) {
  JNI_ASSERT(model);
  return model->nroads;
}

const char *jn_model_road_name(const jn_model *model, jn_road road) {
  JNI_ASSERT(model && road.i >= 0 && road.i < model->nroads);
  return model->roads[road.i].name;
}

// Returns the height of a road at (x, y), m. If tyres roll on an envelope of the road, this is the height of the road
// itself. Returns NaN if no force, such as a tyre, uses the road.
double jn_model_road_height(const jn_model *model, jn_road road, double x, double y) {
  JNI_ASSERT(model && road.i >= 0 && road.i < model->nroads);
  for (int i = 0; i < model->nsurfaces; i++) {
    const jni_surface *surface = &model->surfaces[i];
    jnk_terrain terrain = surface->terrain;
    jnk_slope slope;
    if (surface->road != road.i) continue;
    for (int side = 0; side < 2 && surface->radius > 0; side++) terrain.side[side] = terrain.rough[side];
    return jnk_terrain_height(&terrain, x, y, &slope);
  }
  return NAN;
}
