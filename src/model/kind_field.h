// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kind_field.h - the fields that a kind of joint, force, road, shape or subsystem has in a model file, as data. The
// reader, the checks, the JSON Schema, the hash and the help texts are made from these lists.
#ifndef JNI_KIND_FIELD_H
#define JNI_KIND_FIELD_H

#include "jounce/subsystem.h"

// Type of a field: which type the member of the definition has that it fills, and how its value is written in a file.
typedef enum {
  JNI_FIELD_NUMBER,      // double
  JNI_FIELD_VECTOR,      // double[3] (in the plane a list of two is enough)
  JNI_FIELD_TURN,        // double[3] about the axes; in the plane one number about z (a list of three is also accepted)
  JNI_FIELD_AXES,        // double[2][3]: `axis: z`, `axis: [0, 0, 1]` for both ends or `axes: [z, y]`
  JNI_FIELD_AXES_APART,  // as JNI_FIELD_AXES, for axes that usually differ: messages ask for `axes: [z, y]`
  JNI_FIELD_AXIS,        // double[2][3]: `axis: z`, the axis of one end
  JNI_FIELD_DIRECTION,   // double[3]: x, -y or [0, 0, 1]
  JNI_FIELD_BETWEEN,     // jn_frame[2]: `between: [ground.O, crank.O]`
  JNI_FIELD_AT,          // jn_frame: `at: coupler.P`
  JNI_FIELD_FRAMES,      // jn_frames: a list of frames, [a.P, b.Q, c]
  JNI_FIELD_JOINT,       // jn_joint: name of a joint
  JNI_FIELD_COORDINATE,  // const char *: name of a coordinate of `joint`
  JNI_FIELD_EXPRESSION,  // const char *
  // Const char * of jn_joint_def: an expression of t; a file may also give a table over time or a signal to follow,
  // which are stored in other members.
  JNI_FIELD_MOTION,
  JNI_FIELD_FUNCTION,     // jn_function: an expression of x, or {table: [[x, y], ...], closed: true, per_turn: 360 deg}
  JNI_FIELD_EXPRESSIONS,  // const char *[3]: a list, or (torque in the plane) one
  // jn_law y(x): {table: [[x, y], ...], smooth: true} or {polynomial: [c0, c1, ...]} or {breaks: .., pieces: ..}; the
  // dimension of x is such that x times y is an energy
  JNI_FIELD_LAW,
  JNI_FIELD_RATE_LAW,     // jn_law like JNI_FIELD_LAW, as a function of a rate: x times y is a power
  JNI_FIELD_POINT_TERMS,  // jni_terms: {crank.A: 1, rocker.B: -2}
  JNI_FIELD_JOINT_TERMS,  // jni_terms: {O: 1, D.angle: -3}
  JNI_FIELD_FLAG,         // bool
  JNI_FIELD_TREE,         // jn_tree_place: true or false
  JNI_FIELD_NUMBERS,      // jn_numbers: a list of plain numbers, whose length the kind checks
  // jn_numbers: coefficients that are read from the property file that the model file names (jni_property_use)
  JNI_FIELD_PROPERTIES,
  JNI_FIELD_ROAD,         // jn_road: name of a road
  JNI_FIELD_SOIL,         // jn_soil: name of a soil
  JNI_FIELD_TABLE,        // jn_lookup: name of a table
  JNI_FIELD_ROADS,        // jn_road list in jn_road_def: names of roads
  JNI_FIELD_POINTS,       // jn_law of jn_road_def: [[x, z], ...]
  JNI_FIELD_GRID,         // heights of jn_road_def: a list of lists
  JNI_FIELD_GEOMETRY,     // jn_geometry: {pressure_angle: 20 deg, radii: [..], at: .., between: [..]}, each optional
  JNI_FIELD_SEGMENTS,     // jn_road_def list: [{type: flat, length: 5}, ...]
  JNI_FIELD_PLACE,        // double[3] of jn_shape_def: a point of its body, or coordinates
  JNI_FIELD_PLACES,       // jn_points of jn_shape_def: a list of positions, in the axes of the shape
  JNI_FIELD_ORIENTATION,  // double[4]: {axis: .., angle: ..} or a quaternion
  JNI_FIELD_FACTORS,      // double[3]: one number for all, or one per axis
  JNI_FIELD_COLOUR,       // double[4]: a name or "#rrggbb"
  JNI_FIELD_MESH,         // jn_mesh of jn_shape_def: the name of a file
  JNI_FIELD_QUANTITIES,   // jn_numbers: one number or a list of them, with units
  JNI_FIELD_CURVE,  // jn_law of jn_subsystem_def: [[x, y], ...] or like JNI_FIELD_LAW; x has the dimension `argument`
  JNI_FIELD_WORD,   // const char *: a name
  JNI_FIELD_FILE_NAME,          // const char *: the name of a file that is not read
  JNI_FIELD_PATH,               // jn_path
  JNI_FIELD_NAMED_EXPRESSIONS,  // jn_named_expressions: {speed: "chassis.vx", ...}
  JNI_FIELD_NAMED_QUANTITIES,   // jn_named_quantities: {gain: 3 1/s, ...}
  JNI_FIELD_NAMES,              // jn_name_list: [throttle, brake]
  JNI_FIELD_STEPS,              // steps of jn_sequence_def
  JNI_FIELD_CORNERS,            // jn_corners: [[x, y], ...]
  JNI_FIELD_CORNER,             // double[2]: [x, y]
  JNI_FIELD_PIECES,             // pieces of jn_profile_def: [{to: [x, y]}, {to: [x, y], radius: r}, ...]
} jni_field_type;

// Stage of a subsystem. Subsystems are evaluated in stages, so that two of them can read each other without an
// algebraic loop. Outputs of the first stage depend on inputs of the first stage only, outputs of the second on inputs
// of the first two; rates, jumps and samples, the last stage, may depend on all inputs.
typedef enum { JNI_FIRST, JNI_SECOND, JNI_LAST, JNI_STAGES } jni_stage;

// Says how the numbers of a field are changed when a definition is reflected by a mirror S (mirror.h).
typedef enum {
  JNI_MIRROR_BY_TYPE,  // axes of joints and directions: S a; fields without components: unchanged
  JNI_MIRROR_KEPT,     // one unsigned number per axis, which is unchanged: stiffness along each axis
  JNI_MIRROR_POLAR,    // S a: vector along the axes of the ground or of a frame
  JNI_MIRROR_AXIAL,    // |S| S a: rotation vector or torque about the axes of the ground or of a frame
} jni_mirroring;

typedef enum { JNI_ANY, JNI_POSITIVE, JNI_NOT_NEGATIVE, JNI_NOT_ZERO } jni_range;

typedef struct {
  const char *name;
  jni_field_type type;
  size_t offset;           // offset of the member in the definition (jn_joint_def, jn_force_def, ...)
  jn_dimension dimension;  // dimension of the number or numbers; for a law that of y
  // A second accepted dimension, for kinds for both angles and lengths; equal to `dimension`: none.
  jn_dimension alternative;
  jni_range range;
  bool required;
  const char *help;
  jni_mirroring mirroring;
  jn_dimension argument;  // JNI_FIELD_CURVE: of x
  jni_stage stage;        // stage from which an expression that is an input of a subsystem is available
} jni_field;

#define JNI_FIELDS(list) .fields = list, .nfields = (int)(sizeof list / sizeof *list)

// Returns the field of a kind with this name; NULL: it has none.
const jni_field *jni_field_find(const jni_field *fields, int nfields, const char *name);
// Returns whether a kind has a field of this type.
bool jni_field_has_type(const jni_field *fields, int nfields, jni_field_type type);

#endif
