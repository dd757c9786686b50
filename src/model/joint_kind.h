// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_kind.h - a kind of joint or driver as data: name, fields, joint coordinates, and the functions of its file in
// src/joint.
#ifndef JNI_JOINT_KIND_H
#define JNI_JOINT_KIND_H

#include "model/appearance.h"
#include "model/kind_field.h"

typedef enum { JNI_ANGLE, JNI_DISPLACEMENT } jni_coordinate_kind;

// Directions along or about which coordinates of a joint are measured, fixed at its first end: the axis of the joint,
// the two perpendiculars that complete it to a triad, and the direction of plunge.
typedef enum { JNI_ALONG_AXIS, JNI_ALONG_FIRST, JNI_ALONG_SECOND, JNI_ALONG_PLUNGE } jni_direction;

typedef struct {
  const char *name;  // "angle", "displacement"
  jni_coordinate_kind kind;
  jni_direction along;
} jni_coordinate_info;

// The motion relative to its parent that a joint gives a body if the joint is in the spanning tree
// (src/system/tree/tree.h). Each comment lists the coordinates, whose order is also that of the speeds. x and z are
// axes of the joint frames. Speeds are the rates of the coordinates; those of a quaternion are the components of the
// angular velocity in body axes.
typedef enum {
  JNI_LINK_NONE,         // never in the spanning tree: only constraint equations
  JNI_LINK_FIXED,        // none
  JNI_LINK_REVOLUTE,     // angle about z
  JNI_LINK_PRISMATIC,    // displacement along z (plane: along x of the joint frame)
  JNI_LINK_SCREW,        // angle about z, displacement pitch * angle along z
  JNI_LINK_CYLINDRICAL,  // angle about z, displacement along z
  // Two angles: about z of the joint frame on the parent, and about z of the one on the child. Both axes are
  // perpendicular if the angles are zero.
  JNI_LINK_UNIVERSAL,
  JNI_LINK_UNIVERSAL_PLUNGE,          // displacement along `slide`, then as JNI_LINK_UNIVERSAL
  JNI_LINK_CONSTANT_VELOCITY,         // a, b of Rx(a) Ry(2 b) Rx(a): for all a and b, no twist about z
  JNI_LINK_CONSTANT_VELOCITY_PLUNGE,  // displacement along `slide`, then as JNI_LINK_CONSTANT_VELOCITY
  JNI_LINK_PLANAR,                    // displacements along x and y, angle about z
  JNI_LINK_SPHERICAL,                 // quaternion; angular velocity relative to the parent, in the child's body axes
  // In the plane x, y and an angle; the speeds are the velocity in body axes and the angular velocity. In space
  // position and quaternion; the speeds are velocity and angular velocity in body axes. The parent is always the
  // ground.
  JNI_LINK_FREE,
  JNI_LINK_PARTICLE,  // position; velocity in ground axes. The parent is always the ground.
  JNI_LINK_KINDS
} jni_link_kind;

enum { JNI_MAX_COORDINATES = 3, JNI_MAX_JOINT_ROWS = 6 };

struct jni_row_builder;

typedef struct {
  const char *name, *help;  // help: one line
  bool in_plane, in_space;
  bool two_ended;     // has `between`
  bool joins_points;  // its equations make the points of its two ends coincide, in at least one direction
  bool driver;        // belongs to the section `drivers`, which has no `type`
  bool free;          // has no constraint equation
  bool function;      // relates two joint coordinates by def.function
  jni_appearance look;
  bool teeth;  // relates joint coordinates as teeth do: may have `geometry` (gear_mesh.h)
  // Names of the coordinates c in the relation c(other[0], related[1]) = ratio c(joint, related[0]) + offset of a kind
  // that relates two joints. NULL: the terms of the definition are the relation.
  const char *related[2];
  jni_link_kind link;  // motion in the spanning tree
  const jni_field *fields;
  int nfields;
  jni_coordinate_info coordinates[JNI_MAX_COORDINATES];
  int ncoordinates;
  // Checks conditions that the checks of the single fields do not cover, such as relations between fields. Returns
  // false with a sentence in `what` if one is violated. NULL: nothing to check.
  bool (*check)(const jn_model *model, const jn_joint_def *def, char *what, size_t size);
  // Adds the constraint equations of a joint to the builder, composed of primitive ones
  // (src/joint/equations/primitive.h).
  void (*build)(struct jni_row_builder *builder);
} jni_joint_kind;

// Initialiser of a kind of joint or force that exists in the plane and in space.
#define JNI_PLANE_AND_SPACE .in_plane = true, .in_space = true

extern const jni_joint_kind *const jni_joint_kinds[];         // ended by NULL; in src/joint/joint_table.c
const jni_joint_kind *jni_joint_kind_find(const char *name);  // NULL: none

// Returns the number of constraint equations of a joint whose definition is checked. Returns -1 with a sentence in
// `what` if an end does not fit them, or with "out of memory". Defined in src/joint/equations/count_equations.c.
int jni_joint_rows(const jn_model *model, int joint, char *what, size_t size);
// Returns the index of the coordinate with this name among those of a kind; name NULL or "coordinate": the first one.
// -1: there is none.
int jni_kind_coordinate(const jni_joint_kind *kind, const char *name);
// Writes a hint for an unknown name of a coordinate to `text`: "; did you mean 'angle'?" if a coordinate of the kind is
// similar, otherwise the list "; it has x, y, angle". Writes nothing for a kind without coordinates.
void jni_kind_suggest_coordinate(const jni_joint_kind *kind, const char *name, char *text, size_t size);

#endif
