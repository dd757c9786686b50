// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_mjcf.h - interface between the files of the MJCF import: compiler settings, classes of defaults, the body
// being read.
#ifndef JNI_IMPORT_MJCF_H
#define JNI_IMPORT_MJCF_H

#include "import/import.h"

typedef enum { MJCF_FROM_GEOM_AUTO, MJCF_FROM_GEOM_ALWAYS, MJCF_FROM_GEOM_NEVER } mjcf_from_geom;

// Geom that collides.
typedef struct {
  int shape;                   // number of its shape
  const jni_xml *node;         // its element
  const jni_xml *body, *weld;  // its <body>; the first one around it with joints, NULL: the world
  const jni_xml *parent;       // that of the body around `weld`; NULL: the world
  unsigned contype, conaffinity;
  double friction, priority;
  int condim;
} mjcf_collider;

typedef struct {
  jni_import *im;
  jni_xml *root;
  double angle;      // unit of angles in the source, rad
  char eulerseq[3];  // axes of Euler angles: x, y, z moving; X, Y, Z fixed
  mjcf_from_geom from_geom;
  int groups[2];      // first and last group of the geoms that contribute mass
  jni_xml **classes;  // nclasses: named <default> elements; jni_import.sources holds their indices
  int nclasses, capacity_classes;
  long visits;               // number of elements of defaults visited, which is bounded
  double fixed_mass;         // sum of the masses of bodies fixed to the ground, kg
  const char *meshdir;       // folder of meshes, NULL: the folder of the file
  double total_mass;         // masses are scaled to this sum, kg; <= 0: not scaled
  mjcf_collider *colliders;  // ncolliders
  int ncolliders, capacity_colliders;
  bool no_contact, keeps_parents;  // flags contact="disable" and filterparent="disable"
  int nq, nv;                      // sizes of MuJoCo's qpos and qvel for the joints read so far
} jni_mjcf;

// Element with the class that gives its defaults. Its defaults are the elements of the class with one of the tags,
// usually the element's own name.
typedef struct {
  jni_mjcf *mj;
  jni_xml *node;
  const char *class;        // NULL: the main class
  const char *const *tags;  // ended by NULL
} mjcf_element;

// ---- import_mjcf_value.c
// Returns the element with its own class, or else with `childclass`, the class inherited from the bodies around it.
mjcf_element jni_mjcf_element(jni_mjcf *mj, jni_xml *node, const char *childclass, const char *const *tags);
// Returns the attribute of the element, otherwise the default of its class; NULL: neither.
jni_xml_attribute *jni_mjcf_find(const mjcf_element *e, const char *name);
// Return the value of an attribute or of its default; `otherwise` if there is neither.
double jni_mjcf_number(const mjcf_element *e, const char *name, double otherwise);
double jni_mjcf_not_negative(const mjcf_element *e, const char *name, double otherwise);
bool jni_mjcf_vector(const mjcf_element *e, const char *name, int n, double *v);  // false: not given, v is unchanged
jni_pose jni_mjcf_pose(const mjcf_element *e);  // reads pos and one of quat, axisangle, euler, xyaxes, zaxis
// Reads a range [lower, upper]. Returns whether it is in effect: the flag `limited` decides, or else whether the range
// is given.
bool jni_mjcf_range(const mjcf_element *e, const char *limited, const char *range, double value[2]);
void jni_mjcf_z_to(const double axis[3], double q[4]);  // returns the smallest rotation of z onto an axis

// ---- import_mjcf_mass.c
// Returns the mass of a body in the body's frame.
jni_mass jni_mjcf_mass(jni_mjcf *mj, jni_xml *body, const char *childclass);
// Reads half sizes and pose of a geom of this type. Returns false if the type is unknown, or after a fault.
bool jni_mjcf_solid(const mjcf_element *e, const char *type, double size[3], jni_pose *pose);

// ---- import_mjcf_shape.c
// Adds the shapes of a body, which is placed at `at`.
void jni_mjcf_shapes(jni_mjcf *mj, jni_xml *body, const jni_placement *at, const char *childclass);

// ---- import_mjcf_contact.c
void jni_mjcf_find_paired(jni_mjcf *mj);  // collects the geoms that <pair> names, for jni_mjcf_touches
// Returns whether a geom can touch others: by contype and conaffinity, or because a <pair> names it.
bool jni_mjcf_touches(const mjcf_element *e);
// Marks a geom that is shown or touches as used, with the attributes that shapes and masses read; with the option
// --contacts none it is listed instead.
void jni_mjcf_mark_geom(const mjcf_element *e);
// Reads the attributes of a geom for its contacts. shape: number of its shape; 0: it has none, and will touch nothing.
void jni_mjcf_add_collider(const mjcf_element *e, int shape);
// Adds the pairs of all geoms that collide, after all bodies.
void jni_mjcf_contacts(jni_mjcf *mj);

// ---- import_mjcf_joint.c
// Body being read.
typedef struct {
  jni_mjcf *mj;
  jni_xml *node;           // its <body> element
  const char *name;        // name in the source, or "body"
  const char *childclass;  // class of defaults for its elements; NULL: the main class
  jni_placement on;        // its frame in the parent body with all coordinates at zero
  jni_mass mass;
} mjcf_body;
bool jni_mjcf_has_joints(const jni_xml *body);
// Adds the body and its joints, which act in series from the parent body to this body. Returns the index of the body.
int jni_mjcf_joints(const mjcf_body *body);

// ---- import_mjcf_constraint.c
void jni_mjcf_equality(jni_mjcf *mj);
// Adds the actuators as inputs and forces, after jni_mjcf_keyframes.
void jni_mjcf_actuators(jni_mjcf *mj);
// Reads the keyframe selected by the options into jni_import.start. All joints must have been read.
void jni_mjcf_keyframes(jni_mjcf *mj);
bool jni_mjcf_is_used(const jni_mjcf *mj, const char *joint);  // whether an equality or actuator names the joint
void jni_mjcf_find_used(jni_mjcf *mj);                         // collects the joints for jni_mjcf_is_used

#endif
