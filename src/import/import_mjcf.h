// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_mjcf.h - what the files of the MJCF import share: the compiler's settings, classes of defaults, one body being
// read.
#ifndef JNI_IMPORT_MJCF_H
#define JNI_IMPORT_MJCF_H

#include "import/import.h"

typedef enum { MJCF_FROM_GEOM_AUTO, MJCF_FROM_GEOM_ALWAYS, MJCF_FROM_GEOM_NEVER } mjcf_from_geom;

typedef struct {
  jni_import *im;
  jni_xml *root;
  double angle;  // radian per unit of the source's angles
  char eulerseq[3];
  mjcf_from_geom from_geom;
  int groups[2];      // of the geoms that have mass
  jni_xml **classes;  // <default> elements with a name; their numbers are in the import's sources
  int nclasses, capacity_classes;
  long looks;           // at their elements, which are bounded
  double fixed_mass;    // of bodies that are fixed to the ground
  const char *meshdir;  // where meshes lie, NULL: beside the file
  double total_mass;    // all masses are scaled to it, <= 0: no
  int nq, nv;           // coordinates and speeds of the joints read so far, as MuJoCo counts them
} jni_mjcf;

// An element with the class whose defaults it takes; `tag` is the name under which these stand, usually its own.
typedef struct {
  jni_mjcf *mj;
  jni_xml *node;
  const char *class;        // NULL: the main one
  const char *const *tags;  // ended by NULL
} mjcf_element;

// ---- import_mjcf_value.c
mjcf_element jni_mjcf_element(jni_mjcf *mj, jni_xml *node, const char *childclass, const char *const *tags);
// The attribute of the element, or the default of its class; NULL: neither.
jni_xml_attribute *jni_mjcf_find(const mjcf_element *e, const char *name);
double jni_mjcf_number(const mjcf_element *e, const char *name, double otherwise);
double jni_mjcf_not_negative(const mjcf_element *e, const char *name, double otherwise);
bool jni_mjcf_vector(const mjcf_element *e, const char *name, int n, double *v);  // false: not given, v is left alone
jni_pose jni_mjcf_pose(const mjcf_element *e);  // pos and quat, euler, axisangle, xyaxes or zaxis
// [lower, upper] that count: `limited`, or whether there is a range. false: none.
bool jni_mjcf_range(const mjcf_element *e, const char *limited, const char *range, double value[2]);
void jni_mjcf_z_to(const double axis[3], double q[4]);  // the shortest turn of z onto an axis

// ---- import_mjcf_mass.c
jni_mass jni_mjcf_mass(jni_mjcf *mj, jni_xml *body, const char *childclass);
// Half sizes and place of a geom of this type; false: it is not known, or after a fault.
bool jni_mjcf_solid(const mjcf_element *e, const char *type, double size[3], jni_pose *pose);

// ---- import_mjcf_shape.c
void jni_mjcf_shapes(jni_mjcf *mj, jni_xml *body, const jni_placement *at, const char *childclass);

// ---- import_mjcf_joint.c
// Joints of a body one after the other, from a frame of the body it hangs on to the new body.
typedef struct {
  jni_mjcf *mj;
  jni_xml *node;     // the body
  const char *name;  // of the body, as in the source
  const char *childclass;
  jni_placement on;  // the body's frame where all coordinates are zero, in the body it hangs on
  jni_mass mass;
} mjcf_body;
bool jni_mjcf_has_joints(const jni_xml *body);
int jni_mjcf_joints(const mjcf_body *body);  // the body that was made

// ---- import_mjcf_constraint.c
void jni_mjcf_equality(jni_mjcf *mj);
void jni_mjcf_actuators(jni_mjcf *mj);
// Takes the keyframe that the options name as the start. The joints must be known, the actuators come after it.
void jni_mjcf_keyframes(jni_mjcf *mj);
bool jni_mjcf_is_used(const jni_mjcf *mj, const char *joint);  // some equality or actuator names the joint
void jni_mjcf_find_used(jni_mjcf *mj);

#endif
