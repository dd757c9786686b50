// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road.h - the builder to which a kind of road adds its parts and zones, and the numbers of at most one profile or
// grid; functions on roads and their surfaces.
#ifndef JNI_ROAD_H
#define JNI_ROAD_H

#include "base/pool.h"
#include "model/road/road_element.h"

typedef struct jni_road_builder {
  jni_pool *pool;  // pool of the model
  double x, z;     // position and height at the beginning of the next segment, m
  jnk_road_part *parts;
  int nparts, capacity_parts;
  jnk_zone *zones;
  int nzones, capacity_zones;
  double *xs, *zs;  // positions and heights of the profile, m; a grid has zs only
  int nxs, nzs, capacity_xs, capacity_zs;
  jnk_road_part list;    // part that the numbers form (JNK_PART_LINES, _CURVE, _GRID or _DISC); x and z are not yet set
  int most;              // limit of nxs + nzs
  bool full, no_memory;  // the limit was exceeded; memory ran out
} jni_road_builder;

enum {
  JNI_MAX_ROAD_PARTS = 1000,       // parts of a road together with the roads it consists of
  JNI_MAX_ROAD_NUMBERS = 4000000,  // numbers of all roads of a model, and of one envelope
  JNI_MAX_ROAD_STEPS = 100000,     // steps of a stair
  JNI_MAX_SURFACES = 1000,         // roads and envelopes that tyres use
};

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { JNI_MAX_ENVELOPE_WORK = 4000 };
#else
enum { JNI_MAX_ENVELOPE_WORK = 400000 };  // corners times parts, summed over all envelopes of a model
#endif

void jni_road_add_part(jni_road_builder *builder, jnk_road_part part);
void jni_road_add_point(jni_road_builder *builder, double x, double z);  // adds a point of the profile if it is new
void jni_road_add_number(jni_road_builder *builder, double z);           // appends a number to zs: a height of the grid

// Adds a zone with its own friction to the builder.
void jni_road_add_zone(jni_road_builder *builder, const jnk_zone *zone);
// Adds a zone of the strip from <= x <= to to the builder, unless its friction factor is 1 (road_zone.c).
void jni_road_add_friction(jni_road_builder *builder, double from, double to, double friction);
// Rotates the zones of a road and its parts, except planes, whose slopes already include the heading, about the z axis
// by the heading, rad.
void jni_road_turn(double heading, jni_road_element *road);
void jni_road_reflect_zones(unsigned mirror, jni_road_element *road);

// Returns false and reports a fault if model->mirror contains z, along which roads cannot be reflected.
bool jni_road_can_reflect(jn_model *model, const char *element);
// Reflects the parts and zones of a road along x and y (road_mirror.c).
void jni_road_reflect(unsigned mirror, jni_road_element *road);

enum { JNI_SOIL_NFIELDS = 6 };
extern const jni_field jni_soil_fields[JNI_SOIL_NFIELDS];  // fields of jn_soil_def

// Checks which roads consist of which, makes the surfaces that the tyres, tracks and contacts of the model roll on, and
// connects each of these forces with its surface. Called when all roads are added. Reports faults at the road or at the
// force, and marks it as faulty.
void jni_model_build_surfaces(jn_model *model);
// Computes the parameters with which a disc of this radius searches for its point of contact on one side of a road,
// whose n parts are given. *work: computing effort left for all envelopes of the model, which is reduced. Returns false
// after a fault; it is also one if too little effort is left.
bool jni_road_disc(jn_model *model, const char *element, const jnk_road_part *parts, int n, double radius, double *work,
                   jnk_disc *out);
// Appends to `out` the exact envelope along x of a disc of this radius, for a road that consists of planes and of
// profiles of straight lines along x. *work and result: as jni_road_disc.
bool jni_road_envelope(jn_model *model, const char *element, const jnk_road_part *parts, int n, double radius,
                       double *work, jni_road_builder *out);

#endif
