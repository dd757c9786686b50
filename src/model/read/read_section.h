// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_section.h - the sections of a model file. Each is read only if the file has it; of a body without shapes the
// section is NULL.
#ifndef JNI_READ_SECTION_H
#define JNI_READ_SECTION_H

#include "model/read/reader.h"

void jni_read_ground(jni_reader *r, const jni_node *section);
void jni_read_bodies(jni_reader *r, const jni_node *section);
void jni_read_joint_names(jni_reader *r);  // registers the names of all joints in all scopes
void jni_read_road_names(jni_reader *r);   // registers the names of all roads in all scopes
void jni_read_joints(jni_reader *r, const jni_node *section);
void jni_read_drivers(jni_reader *r, const jni_node *section);
void jni_read_roads_section(jni_reader *r, const jni_node *section);
void jni_read_soils_section(jni_reader *r, const jni_node *section);
void jni_read_profiles(jni_reader *r, const jni_node *section);
void jni_read_materials(jni_reader *r, const jni_node *section);
void jni_read_contacts(jni_reader *r, const jni_node *section);
void jni_read_forces(jni_reader *r, const jni_node *section);
void jni_read_subsystems(jni_reader *r, const jni_node *section);
void jni_read_inputs(jni_reader *r, const jni_node *section);
void jni_read_auxiliary(jni_reader *r, const jni_node *section);
void jni_read_discrete(jni_reader *r, const jni_node *section);
void jni_read_tables_section(jni_reader *r, const jni_node *section);
void jni_read_named_signals(jni_reader *r, const jni_node *section);
void jni_read_events(jni_reader *r, const jni_node *section);
void jni_read_initial(jni_reader *r, const jni_node *section);
void jni_read_outputs(jni_reader *r, const jni_node *section);
void jni_read_simulate(jni_reader *r, const jni_node *section);
bool jni_read_is_choice_group(const char *key);  // whether the key is a group of `simulate`: gains, controls, ...
// Reads the key `independent`, a list of names of variables. To be called after bodies and joints are read.
void jni_read_independent(jni_reader *r, const jni_node *node);

// The body that owns the points, frames and shapes that are being read, and how they are named and placed.
typedef struct {
  jn_body body;
  const char *name;       // name of the body in the scope
  const char *hardpoint;  // path before names of hardpoints, for a port or the ground; NULL: a body of the part itself
  const jni_part_place *place;  // placement of hardpoints; NULL: none
} jni_owner;
void jni_read_shapes(jni_reader *r, const jni_node *section, const jni_owner *of);
void jni_read_frames(jni_reader *r, const jni_node *node, const jni_owner *of);

#endif
