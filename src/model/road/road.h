// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road.h - the builder by which a kind of road adds its parts, and the numbers of at most one profile or grid.
#ifndef JNI_ROAD_H
#define JNI_ROAD_H

#include "base/pool.h"
#include "model/road/road_element.h"

typedef struct jni_road_builder {
  jni_pool *pool;  // of the model
  double x, z;     // beginning of the next segment, m
  jnk_road_part *parts;
  int nparts, capacity_parts;
  jnk_zone *zones;
  int nzones, capacity_zones;
  double *xs, *zs;  // of the profile; a grid has zs only
  int nxs, nzs, capacity_xs, capacity_zs;
  jnk_road_part list;    // meaning of the numbers: JNK_PART_LINES, _CURVE or _GRID; n is counted here
  int most;              // limit of n
  bool full, no_memory;  // nothing more can be added
} jni_road_builder;

enum {
  JNI_MAX_ROAD_PARTS = 1000,       // of a road with all the roads it consists of
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

// Adds a zone with its own friction (road_zone.c).
void jni_road_add_zone(jni_road_builder *builder, const jnk_zone *zone);
void jni_road_add_friction(jni_road_builder *builder, double from, double to, double friction);
void jni_road_turn(double heading, jni_road_element *road);
void jni_road_reflect_zones(unsigned mirror, jni_road_element *road);

// Reflection of the parts of a road (road_mirror.c). A mirror along z is a fault.
bool jni_road_can_reflect(jn_model *model, const char *element);
void jni_road_reflect(unsigned mirror, jni_road_element *road);

enum { JNI_SOIL_NFIELDS = 6 };
extern const jni_field jni_soil_fields[JNI_SOIL_NFIELDS];  // in jn_soil_def

// Makes the surfaces under the tyres, after all roads are added. Faults are reported at the road or at the tyre.
void jni_model_build_surfaces(jn_model *model);
// What the search for the envelope of the parts of one side is told; where they are straight and lie along x, the
// envelope along x. A fault where they take more than is left of `work`.
bool jni_road_disc(jn_model *model, const char *element, const jnk_road_part *parts, int n, double radius, double *work,
                   jnk_disc *out);
bool jni_road_envelope(jn_model *model, const char *element, const jnk_road_part *parts, int n, double radius,
                       double *work, jni_road_builder *out);

#endif
