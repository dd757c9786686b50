// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road_element.h - roads and soils of a model, and the surfaces that tyres roll on.
#ifndef JNI_ROAD_ELEMENT_H
#define JNI_ROAD_ELEMENT_H

#include "kernel/ground/terrain.h"
#include "model/place.h"
#include "model/road/road_kind.h"

typedef struct jni_road_element {
  char *name;
  const jni_road_kind *kind;
  jn_road_def def;       // without points, heights and segments, which are in `parts`
  jn_road *roads;        // def.nroads: roads whose heights are added
  jnk_road_part *parts;  // nparts: parts of this road without those of `roads`
  int nparts;
  jnk_zone *zones;  // nzones: friction zones of this road without those of `roads`
  int nzones;
  double *numbers;  // memory of x and z of the parts
  bool enveloped;   // this road, or a road it consists of, requests an envelope
  bool faulty;      // a fault is reported: no further checks
  jni_place place;
} jni_road_element;

typedef struct {
  char *name;
  jnk_soil soil;
  bool faulty;  // a fault is reported: no further checks
} jni_soil;

// The surface that tyres of one radius roll on: all parts of a road, or the envelope of these for a disc of that
// radius.
typedef struct {
  int road;       // index of the road in the model
  double radius;  // radius of the disc of which the road is the envelope, m; 0: the road is no envelope
  jnk_terrain terrain;
} jni_surface;

#endif
