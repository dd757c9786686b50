// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import.h - robots of other programs, URDF and MJCF, as model files.
//
// The origin (xyz, rpy) of a URDF joint, or pos and quat, euler, ... in MJCF, give the frame of a link in its parent:
//   x_parent = p + R x_child,   R = Rz(yaw) Ry(pitch) Rx(roll)
// Numbers are not changed. Other changes (a name, a massless link that becomes a frame) are notes in the report,
// features that cannot be imported are warnings. Both have the line of the source and are comments at the head of the
// model file.
//
// Example: a robot with one hinge becomes a model with one body and one joint.
//
//   #include <jounce/import.h>
//   #include <string.h>
//   int main(void) {
//     const char *urdf = "<robot name='arm'><link name='base'/><link name='arm'><inertial><mass value='1'/>"
//                        "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>"
//                        "<joint name='elbow' type='continuous'><parent link='base'/><child link='arm'/></joint>"
//                        "</robot>";
//     if (!jn_import_available()) return 0;  // built without expat
//     char *text = jn_import_text(NULL, "arm.urdf", urdf, strlen(urdf), NULL, NULL);
//     jn_model *model = text ? jn_model_read_text(NULL, "arm", text, strlen(text), NULL, 0, NULL) : NULL;
//     bool good = model && jn_model_nbodies(model) == 2 && jn_model_find_joint(model, "elbow").i >= 0;  // with ground
//     jn_model_free(model);
//     jn_text_free(NULL, text);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_IMPORT_H
#define JOUNCE_IMPORT_H

#include "jounce/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  JN_IMPORT_RIGID_CONTACTS,  // collision shapes become rigid contacts
  JN_IMPORT_NO_CONTACTS,     // collisions are only listed
  // collision shapes become compliant contacts with the stiffness and damping of MuJoCo's defaults for the whole robot
  JN_IMPORT_COMPLIANT_CONTACTS,
} jn_import_contacts;

typedef struct {
  bool free_base;        // URDF: the root link moves freely; false: it is the ground
  bool list_limits;      // limits of joints are only listed; false: they become stops
  bool balance_inertia;  // replace impossible inertias by the nearest possible ones; false: refuse them
  const char *keyframe;  // MJCF: name, or number from 0, of the keyframe to start from; NULL: all coordinates zero
  jn_import_contacts contacts;  // default rigid
  // Prefix for the names of mesh files: the robot's folder relative to the model file, "models/robots/". NULL: the
  // names are relative to the robot's file.
  const char *folder;
  int cookie;
} jn_import_options;

JN_API jn_import_options jn_import_options_default(void);  // options NULL: these
// Finds a choice of contacts by its name, "rigid", "compliant" or "none". Returns false, and leaves *choice unchanged,
// if there is no such name.
JN_API bool jn_import_contacts_find(const char *name, jn_import_contacts *choice);
JN_API bool jn_import_available(void);          // false: built without expat
JN_API bool jn_import_takes(const char *path);  // whether its ending is .urdf, .xml or .mjcf
// Convert a file or a text to the text of a model file, which the caller frees with jn_text_free. Return NULL with
// faults in the report.
JN_API char *jn_import_file(const jn_alloc *alloc, const char *path, const jn_import_options *options,
                            jn_report *report);
JN_API char *jn_import_text(const jn_alloc *alloc, const char *name, const char *text, size_t size,
                            const jn_import_options *options, jn_report *report);

// Imports a robot as a model, as jn_model_read would read that text, but all messages about its elements refer to lines
// of the source.
JN_API jn_model *jn_import_model(const jn_alloc *alloc, const char *path, const jn_import_options *options,
                                 const jn_setting *settings, int nsettings, jn_report *report);

// Reads a model file as jn_model_read, or imports a robot if jn_import_takes accepts the path. Refuses the options
// keyframe and balance_inertia for a model file.
JN_API jn_model *jn_model_load(const jn_alloc *alloc, const char *path, const jn_import_options *options,
                               const jn_setting *settings, int nsettings, jn_report *report);

// Returns the model file of an imported robot; NULL: the model was not imported.
JN_API const char *jn_model_imported_text(const jn_model *model);

#ifdef __cplusplus
}
#endif
#endif
