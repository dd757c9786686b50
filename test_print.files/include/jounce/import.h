// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import.h - robots of other programs, URDF and MJCF, as model files.
//
// A link's frame lies in its parent's, by the origin (xyz, rpy) of a URDF joint, or pos and quat, euler, ... of MJCF:
//   x_parent = p + R x_child,   R = Rz(yaw) Ry(pitch) Rx(roll)
// Numbers are taken over as they are. What was changed (a name, a massless link that became a frame) is a note of the
// report, what could not be taken over a warning. Both have the line of the source, and both are comments at the head
// of the file that is made. Nothing is dropped silently.
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
//     jn_model_free(model), jn_text_free(NULL, text);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_IMPORT_H
#define JOUNCE_IMPORT_H

#include "jounce/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  bool free_base;        // URDF: the root link moves freely; false: it is the ground
  bool list_limits;      // limits of joints are only listed; false: they become stops
  bool balance_inertia;  // inertias that no body has become the nearest possible ones; false: they are refused
  const char *keyframe;  // MJCF: name (or number, from 0 on) of the keyframe to start from; NULL: coordinates zero
  // put before the names of files (meshes), "models/robots/": the robot's folder as seen from where the model will lie.
  // NULL: they are relative to the robot's file
  const char *folder;
  int cookie;
} jn_import_options;

JN_API jn_import_options jn_import_options_default(void);  // options NULL: these
JN_API bool jn_import_available(void);                     // false: this library was built without expat
JN_API bool jn_import_takes(const char *path);             // by its ending: .urdf, .xml, .mjcf
// The text of a model file, made from a file or a text; free it with jn_text_free. NULL with faults in the report.
JN_API char *jn_import_file(const jn_alloc *alloc, const char *path, const jn_import_options *options,
                            jn_report *report);
JN_API char *jn_import_text(const jn_alloc *alloc, const char *name, const char *text, size_t size,
                            const jn_import_options *options, jn_report *report);

// The model itself: what jn_model_read makes of that text, but messages about its elements, now and later, have the
// lines of the source.
JN_API jn_model *jn_import_model(const jn_alloc *alloc, const char *path, const jn_import_options *options,
                                 const jn_setting *settings, int nsettings, jn_report *report);

// Reads a model file as jn_model_read does, or imports a robot if jn_import_takes its name. Refuses a keyframe and
// balanced inertias for a model file.
JN_API jn_model *jn_model_load(const jn_alloc *alloc, const char *path, const jn_import_options *options,
                               const jn_setting *settings, int nsettings, jn_report *report);

// The text of the model file that the import of a robot made; NULL: the model was not imported.
JN_API const char *jn_model_imported_text(const jn_model *model);

#ifdef __cplusplus
}
#endif
#endif
