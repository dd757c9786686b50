// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_field.h - reads the keys of an element into a definition, as the fields of its kind describe them.
#ifndef JNI_READ_FIELD_H
#define JNI_READ_FIELD_H

#include "model/read/reader.h"

// Reads all keys of a mapping except `type` and `repeat` into a definition, and records which keys it has, for the
// checks of the model. Reports unknown keys. kind: name of the kind, for messages.
void jni_read_fields(jni_reader *r, const jni_node *node, const jni_field *fields, int nfields, const char *kind,
                     void *def);
// Reads the value `node` of one field into the definition. element: the mapping with all keys of the element. Returns
// false after a fault.
bool jni_read_field(jni_reader *r, const jni_node *element, const jni_node *node, const jni_field *field, void *def);
// Reads all fields of a segment of a road profile into a definition and checks their ranges. Returns false after a
// fault.
bool jni_read_segment_fields(jni_reader *r, const jni_node *node, const jni_road_kind *kind, jn_road_def *def);

bool jni_read_frame(jni_reader *r, const jni_node *node, jn_frame *frame);  // reads BODY.POINT, or BODY
bool jni_read_frame_text(jni_reader *r, const jni_node *node, const char *text, jn_frame *frame);
// Reports at the node that a body has no point called `text`, and suggests the nearest name. Returns false.
bool jni_read_refuse_point(jni_reader *r, const jni_node *node, int body, const char *text);
bool jni_read_joint(jni_reader *r, const jni_node *node, jn_joint *joint);
bool jni_read_joint_text(jni_reader *r, const jni_node *node, const char *text, jn_joint *joint);
bool jni_read_between(jni_reader *r, const jni_node *node, jn_frame ends[2]);
bool jni_read_geometry(jni_reader *r, const jni_node *node, jn_geometry *geometry);
bool jni_read_motion(jni_reader *r, const jni_node *node, const jni_field *field, jn_joint_def *def);
bool jni_read_function(jni_reader *r, const jni_node *node, const jni_field *field, jn_joint_def *def);
bool jni_read_road(jni_reader *r, const jni_node *node, jn_road *road);
bool jni_read_soil(jni_reader *r, const jni_node *node, jn_soil *soil);
bool jni_read_table_name(jni_reader *r, const jni_node *node, jn_lookup *table);
// Size of the path that jni_read_find_table writes. That function finds a table of the present scope, or of the file in
// whose section `parts` the part is, and returns its index; -1: there is none.
enum { JNI_TABLE_PATH = 2 * JNI_MAX_PATH + 1 };
int jni_read_find_table(const jni_reader *r, const char *name, char path[JNI_TABLE_PATH]);
bool jni_read_roads(jni_reader *r, const jni_node *node, jn_road_def *def);
bool jni_read_corners(jni_reader *r, const jni_node *node, jn_corners *corners);  // [[x, y], ...], one or more
bool jni_read_profile_pieces(jni_reader *r, const jni_node *node, jn_profile_def *def);
bool jni_read_segments(jni_reader *r, const jni_node *node, jn_road_def *def);
// Reads the points of a profile of a road from its mapping or a data file. Returns false after a fault.
bool jni_read_profile_points(jni_reader *r, const jni_node *road, jn_road_def *def);
// Reads the heights of a grid of a road from its mapping or a data file. Returns false after a fault.
bool jni_read_heights(jni_reader *r, const jni_node *road, jn_road_def *def);
bool jni_read_shape_field(jni_reader *r, const jni_node *node, const jni_field *field, jn_shape_def *def);
bool jni_read_subsystem_field(jni_reader *r, const jni_node *node, const jni_field *field, jn_subsystem_def *def);
// Reads the values of a force that are in the property file named by the key `file`, if the mapping has this key;
// values that the mapping itself gives have precedence. To be called before the other keys are read. After a fault the
// fields that the file could have set count as faulty.
void jni_read_properties(jni_reader *r, const jni_node *node, const jni_force_kind *kind, jn_force_def *def);

#endif
