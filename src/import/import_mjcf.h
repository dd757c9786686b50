// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_mjcf.h - interface between the files of the MJCF import: compiler settings, classes of defaults, the body
// being read.
#ifndef JNI_IMPORT_MJCF_H
#define JNI_IMPORT_MJCF_H

#include "import/import.h"

typedef enum { MJCF_FROM_GEOM_AUTO, MJCF_FROM_GEOM_ALWAYS, MJCF_FROM_GEOM_NEVER } mjcf_from_geom;

// Geom that takes part in contacts.
typedef struct {
  int shape;            // number of its shape, from 1
  const jni_xml *node;  // its element <geom>
  // the <body> that contains it; the first <body> around it that has joints, NULL: the world
  const jni_xml *body, *weld;
  const jni_xml *parent;  // first <body> outside `weld` that has joints; NULL: the world
  unsigned contype, conaffinity;
  double friction, priority;
  int condim;
} mjcf_collider;

typedef struct {
  jni_import *im;
  jni_xml *root;
  double angle;      // unit of angles in the source, rad
  char eulerseq[3];  // axes of Euler angles: x, y, z moving with the body; X, Y, Z fixed
  mjcf_from_geom from_geom;
  int groups[2];      // first and last group of the geoms that contribute mass
  jni_xml **classes;  // nclasses: named <default> elements; jni_import.sources maps names to indices
  int nclasses, capacity_classes;
  long visits;               // number of visits of elements of defaults so far, which is limited
  double fixed_mass;         // sum of the masses of bodies fixed to the ground, kg
  const char *meshdir;       // folder of meshes, NULL: the folder of the file
  double total_mass;         // masses are scaled so that their sum is this, kg; <= 0: not scaled
  mjcf_collider *colliders;  // ncolliders
  int ncolliders, capacity_colliders;
  bool no_contact, keeps_parents;  // flags contact="disable" and filterparent="disable"
  int nq, nv;                      // sizes of MuJoCo's qpos and qvel for the joints read so far
} jni_mjcf;

// Element together with the class of defaults that gives attributes which it does not have: those of the elements of
// the class with one of the tags, usually the element's own name.
typedef struct {
  jni_mjcf *mj;
  jni_xml *node;
  const char *class;        // name of the class; NULL: the main class
  const char *const *tags;  // ended by NULL
} mjcf_element;

// ---- import_mjcf_value.c
// Returns the element together with the class that its attribute `class` names, or else `childclass`, the class
// inherited from the bodies around it.
mjcf_element jni_mjcf_element(jni_mjcf *mj, jni_xml *node, const char *childclass, const char *const *tags);
// Returns an attribute of the element, otherwise that of its class of defaults; NULL: neither has it.
jni_xml_attribute *jni_mjcf_find(const mjcf_element *e, const char *name);
// These return the value of such an attribute; `otherwise` if there is none, or after a fault.
double jni_mjcf_number(const mjcf_element *e, const char *name, double otherwise);
double jni_mjcf_not_negative(const mjcf_element *e, const char *name, double otherwise);
// returns false, with v unchanged, if it is not given, or after a fault
bool jni_mjcf_vector(const mjcf_element *e, const char *name, int n, double *v);
// reads pos and one of quat, axisangle, euler, xyaxes, zaxis; the identity if none is given
jni_pose jni_mjcf_pose(const mjcf_element *e);
// Reads the attribute `range`, [lower, upper], into value. Returns whether it is in effect: it is given, and the flag
// `limited`, if it is given and not "auto", is true.
bool jni_mjcf_range(const mjcf_element *e, const char *limited, const char *range, double value[2]);
void jni_mjcf_z_to(const double axis[3], double q[4]);  // sets q to the smallest rotation that takes z onto an axis

// ---- import_mjcf_mass.c
// Returns the mass of a <body>, without its children, in the body's frame.
jni_mass jni_mjcf_mass(jni_mjcf *mj, jni_xml *body, const char *childclass);
// Reads half sizes and pose of a geom of the type `type`. Returns false if the type is not a solid, or after a fault.
bool jni_mjcf_solid(const mjcf_element *e, const char *type, double size[3], jni_pose *pose);

// ---- import_mjcf_shape.c
// Adds the shapes of a <body>, which is at the placement `at`, and records its geoms that touch by
// jni_mjcf_add_collider.
void jni_mjcf_shapes(jni_mjcf *mj, jni_xml *body, const jni_placement *at, const char *childclass);

// ---- import_mjcf_contact.c
// Records the geoms that <pair> elements name, for jni_mjcf_touches.
void jni_mjcf_find_paired(jni_mjcf *mj);
// Returns whether a geom can touch others: its contype or conaffinity is not zero, or a <pair> names it. Returns false
// with --contacts none or if the file disables contacts.
bool jni_mjcf_touches(const mjcf_element *e);
// Marks a geom that is shown or touches as used, with the attributes that shapes and masses read. With --contacts none
// marks nothing, so that the geom is listed as ignored.
void jni_mjcf_mark_geom(const mjcf_element *e);
// Records a geom with its attributes for contacts, except, with a warning, after the first 500. shape: number of its
// shape; 0: it has none, and the geom is not recorded.
void jni_mjcf_add_collider(const mjcf_element *e, int shape);
// Records the pairs of geoms that may touch; to be called after all bodies were read.
void jni_mjcf_contacts(jni_mjcf *mj);

// ---- import_mjcf_joint.c
// Body that is being read.
typedef struct {
  jni_mjcf *mj;
  jni_xml *node;           // its <body> element
  const char *name;        // name in the source, or "body"
  const char *childclass;  // class of defaults for its elements; NULL: the main class
  jni_placement on;        // placement of its frame in the parent body while all coordinates are zero
  jni_mass mass;
} mjcf_body;
bool jni_mjcf_has_joints(const jni_xml *body);
// Adds a body and its joints, which act in series from the parent to the body. Returns the index of the body.
int jni_mjcf_joints(const mjcf_body *body);

// ---- import_mjcf_constraint.c
// Adds the active equality constraints as joints and couplings; to be called after all joints were read.
void jni_mjcf_equality(jni_mjcf *mj);
// Adds the actuators as inputs and forces; to be called after jni_mjcf_keyframes.
void jni_mjcf_actuators(jni_mjcf *mj);
// Reads the keyframe that the options select into im->start, with a fault if the file has none of this name. If none is
// selected, adds a note if the file has keyframes. To be called after all joints were read.
void jni_mjcf_keyframes(jni_mjcf *mj);
// returns whether an equality or actuator names the joint
bool jni_mjcf_is_used(const jni_mjcf *mj, const char *joint);
void jni_mjcf_find_used(jni_mjcf *mj);  // records these joints; to be called before jni_mjcf_is_used

#endif
