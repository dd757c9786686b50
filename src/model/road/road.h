// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road.h - how a kind of road says what it consists of: parts, and at most one profile (or grid) whose numbers it
// lists.
#ifndef JNI_ROAD_H
#define JNI_ROAD_H

#include "base/pool.h"
#include "model/road/road_element.h"

typedef struct jni_road_builder {
  jni_pool *pool;  // of the model
  double x, z;     // where the next segment begins
  jnk_road_part *parts;
  int nparts, capacity_parts;
  jnk_zone *zones;
  int nzones, capacity_zones;
  double *xs, *zs;  // of the profile; a grid lists zs alone
  int nxs, nzs, capacity_xs, capacity_zs;
  jnk_road_part list;    // what the numbers are: JNK_PART_LINES, _CURVE or _GRID; n is counted here
  int most;              // numbers there may be
  bool full, no_memory;  // nothing more can be added
} jni_road_builder;

enum {
  JNI_MAX_ROAD_PARTS = 1000,       // of a road with all the roads it is made of
  JNI_MAX_ROAD_NUMBERS = 4000000,  // of all roads of a model, and of one envelope
  JNI_MAX_ROAD_STEPS = 100000,     // of stairs
  JNI_MAX_SURFACES = 1000,         // roads and envelopes that tyres use
};

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { JNI_MAX_ENVELOPE_WORK = 4000 };
#else
enum { JNI_MAX_ENVELOPE_WORK = 400000 };  // corners times parts, of all envelopes of a model
#endif

void jni_road_add_part(jni_road_builder *builder, jnk_road_part part);
void jni_road_add_point(jni_road_builder *builder, double x, double z);  // of the profile
void jni_road_add_number(jni_road_builder *builder, double z);           // of a grid

// Where the friction is another (road_zone.c); from and to: along x.
void jni_road_add_zone(jni_road_builder *builder, const jnk_zone *zone);
void jni_road_add_friction(jni_road_builder *builder, double from, double to, double friction);
void jni_road_turn(double heading, jni_road_element *road);
void jni_road_reflect_zones(unsigned mirror, jni_road_element *road);

// The parts of a road in a mirror (road_mirror.c); one along z would show it from below, which is a fault.
bool jni_road_can_reflect(jn_model *model, const char *element);
void jni_road_reflect(unsigned mirror, jni_road_element *road);

enum { JNI_SOIL_NFIELDS = 6 };
extern const jni_field jni_soil_fields[JNI_SOIL_NFIELDS];  // in jn_soil_def

// The surfaces under the tyres, when all roads are known. Faults stand at the road or at the tyre.
void jni_model_build_surfaces(jn_model *model);
// What the search for the envelope of the parts of one side is told; where they are straight and lie along x, the
// envelope along x. A fault where they take more than is left of `work`.
bool jni_road_disc(jn_model *model, const char *element, const jnk_road_part *parts, int n, double radius, double *work,
                   jnk_disc *out);
bool jni_road_envelope(jn_model *model, const char *element, const jnk_road_part *parts, int n, double radius,
                       double *work, jni_road_builder *out);

#endif
