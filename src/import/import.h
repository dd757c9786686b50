// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import.h - what the files of the import share. The XML tree (import_xml.h) is read into a robot by import_urdf.c or
// import_mjcf.c; import_write.c writes the robot as a model file.
//
//   import_robot.c   bodies, frames, joints and forces of the robot, their names
//   import_joint.c   what belongs to one joint coordinate: springs, friction, rotors, stops
//   import_initial.c   where the bodies begin
//   import_number.c   numbers, poses and inertias from attributes
//   import_include.c files that an MJCF file includes
//   import_shape.c   shapes of bodies, files of meshes
//   import_ignored.c    what nobody has read
#ifndef JNI_IMPORT_H
#define JNI_IMPORT_H

#include <sys/types.h>

#include "import/import_xml.h"
#include "jounce/import.h"
#include "model/read/converted_model.h"

typedef struct {
  double p[3], q[4];  // place, and turn from these axes to the outer ones (w, x, y, z)
} jni_pose;

typedef struct {
  double mass, com[3], inertia[6];  // about the centre of mass: xx yy zz xy xz yz
} jni_mass;

typedef struct {
  const char *name;
  int body;       // 0: the ground
  jni_pose pose;  // in the body
  int next;       // of the same body, -1: the last
} jni_import_frame;

typedef struct {
  const char *name;
  const jni_xml *node;  // NULL: made by the import
  const char *comment;  // NULL: none
  int parent;           // the body it hangs on
  jni_mass mass;
  jni_pose world;               // where it starts
  int first, last;              // frames, -1: none
  int first_shape, last_shape;  // counted from 1, 0: none
  jni_place place;              // in the source
  bool floats;                  // a free joint holds it
  bool unseen;                  // no part of the robot that has a place
} jni_import_body;

// A body and a pose in it: where a link of the source is, which may be a mere frame here.
typedef struct {
  int body;
  jni_pose pose;
} jni_placement;

// One joint coordinate.
typedef struct {
  const char *source;      // name of the source's joint
  const char *joint;       // ours
  const char *coordinate;  // "angle", "displacement", ...
  bool slide;
  double ref;                 // value of the source's coordinate where ours is 0
  int body;                   // the body that it moves
  double axis[3], anchor[3];  // at the start, ground axes
  double lower, upper;        // limits of ours, -HUGE_VAL and HUGE_VAL: none
  int via;                    // the body right behind this coordinate: `body`, or one without mass before it
  double armature;            // kg m^2, or kg for a slide; inertia of its rotor
  int rotor;                  // body of its armature, 0: none
  bool follows;               // it is factor times that of its leader + offset
  int leader;                 // coordinate that it follows; -1: none, its value is the offset
  double factor, offset;
  jni_place place;  // in the source
} jni_dof;

typedef enum { JNI_MOVE_AXIS, JNI_MOVE_BALL, JNI_MOVE_FREE } jni_move_kind;

// One joint of the source, as it moves a body at the start.
typedef struct {
  jni_move_kind kind;
  int body, via;  // as in jni_dof
  int dof;        // its coordinate, -1: none
  bool slide;
  double axis[3], anchor[3];  // where all coordinates are zero, ground axes
  double ref;
  int qpos, qvel;  // address among the coordinates and speeds of MuJoCo, -1: none
} jni_import_move;

// The keyframe to start from.
typedef struct {
  const double *qpos, *qvel, *ctrl;  // NULL: not given
  int nctrl;
} jni_import_keyframe;

// A line of a section: `name: {text}`.
typedef struct {
  const char *name, *text, *comment;
  jni_place place;  // in the source
} jni_import_line;

typedef struct {
  jni_import_line *items;
  int n, capacity;
} jni_import_lines;

// How often something occurs in a file, and the first lines on which it does.
typedef struct {
  int count, nlines, lines[7];
} jni_import_count;

// A note or a warning. Those of one kind in one file are one remark with a count.
typedef struct {
  jn_severity severity;
  const char *kind;  // remarks with the same text here are of one kind
  jn_error first;    // as it is reported
  jni_place place;   // of the first; line 0: none
  jni_import_count count;
} jni_import_remark;

typedef struct {
  const char *name, *text;  // `name: {text}`
  int next;                 // of the same body, counted from 1, 0: the last
} jni_import_shape;

// Where a shape is and what colour it has; NaN: none of its own.
typedef struct {
  jni_placement at;
  double colour[4];
} jni_import_look;

// For each line of the file that is made its place in the source, line 0: none.
typedef struct {
  jni_place *items;
  int n, capacity;
} jni_line_map;

// A file that the first one includes.
typedef struct {
  jni_converted_file file;
  dev_t device;
  ino_t number;
} jni_included;

typedef struct {
  const jn_alloc *alloc;
  jn_report *report;
  const char *file;     // its name, for messages
  const char *path;     // where it lies, NULL: a text that lies nowhere
  jni_included *files;  // that it includes; places count them from 1 on
  int nfiles, capacity_files;
  size_t bytes;  // of all files
  int elements;
  jn_import_options options;
  bool is_part;  // of another model
  bool on_body;  // a part that stands on a body: what is fixed to the ground is fixed to it and keeps its mass
  jni_pool pool;
  jni_names *names;    // ours: bodies and inputs, frames of a body, joints, forces
  jni_names *sources;  // the source's: bodies (placements), joints (dofs), classes
  bool failed;         // a fault has been told
  bool quiet;          // while shapes are read: nothing is told, but what is wrong makes it
  bool doubtful;
  int nfaults;
  jni_place place;  // in the source: of the element that is being read
  // the robot
  const char *name, *format;
  double gravity[3];
  jni_import_body *bodies;  // 0 is the ground
  int nbodies, capacity_bodies;
  jni_import_frame *frames;
  int nframes, capacity_frames;
  jni_placement *placements;
  int nplacements, capacity_placements;
  jni_import_shape *shapes;
  int nshapes, capacity_shapes;
  const char **meshes;  // files as they are written, NULL: one that cannot be read; numbers in `sources`
  int nmeshes, capacity_meshes, ntriangles;
  size_t mesh_bytes;
  jni_dof *dofs;
  int ndofs, capacity_dofs;
  jni_mass
      *subtrees;  // nbodies: each body with all that hangs on it where all coordinates are zero, ground axes; or NULL
  jni_import_move *moves;
  int nmoves, capacity_moves;
  jni_import_keyframe start;
  jni_import_lines joints, forces, inputs, outputs;
  bool has_stops, has_friction;
  jni_import_remark *remarks;
  int nremarks, capacity_remarks;
  jni_line_map map;  // of the text that is made
} jni_import;

// ---- messages: at an element of the source, which is named ---------------------------------------------------------
bool jni_import_fault(jni_import *im, const jni_xml *node, const char *format, ...) JN_PRINTF(3, 4);  // always false
// Adds a note or a warning, which is also written at the head of the file. Remarks with the same format in one file
// become one, with the text of the first, their number and their lines.
void jni_import_say(jni_import *im, jn_severity severity, const jni_xml *node, const char *format, ...) JN_PRINTF(4, 5);
// The same for remarks of one kind, whose texts may have different formats.
void jni_import_say_kind(jni_import *im, jn_severity severity, const jni_xml *node, const char *kind,
                         const char *format, ...) JN_PRINTF(5, 6);
void jni_import_report(jni_import *im);  // passes the remarks on to the report
void jni_import_count_line(jni_import_count *count, int line);
// " (5 times, also lines 4, 7, ...)"; "" if it occurs once.
const char *jni_import_count_text(jni_import *im, const jni_import_count *count);
// lives as long as the import; "" without memory
const char *jni_import_format(jni_import *im, const char *format, ...) JN_PRINTF(2, 3);
char *jni_import_clean(char *text);  // what could break a line of the file becomes '?'; returns it
void jni_import_list(jni_import *im, const jni_xml *root);  // adds remarks about all that nobody has read
jni_place jni_xml_place(const jni_xml *node);
const char *jni_import_file_of(const jni_import *im, int file);  // its name, by the number in places

// ---- values --------------------------------------------------------------------------------------------------------
// n to `most` numbers of an attribute. NULL attribute: false without a fault. *n: how many there were; may be NULL when
// least is most.
bool jni_import_numbers(jni_import *im, const jni_xml_attribute *a, int least, int most, double *values, int *n);
bool jni_import_number(jni_import *im, const jni_xml_attribute *a, double *value);
bool jni_import_not_negative(jni_import *im, const jni_xml_attribute *a, double *value);
bool jni_import_flag(jni_import *im, const jni_xml_attribute *a, bool *value);  // true or false
const char *jni_number_text(jni_import *im, double value);                      // the shortest that reads back the same
const char *jni_vector_text(jni_import *im, const double *v, int n);            // "[1, 0, 0.5]"
const char *jni_axis_text(jni_import *im, const double axis[3]);                // "x", "-y" or a vector

jni_pose jni_pose_identity(void);
jni_pose jni_pose_after(const jni_pose *outer, const jni_pose *inner);  // inner, given in outer's axes
jni_pose jni_pose_inverse(const jni_pose *pose);
jni_pose jni_pose_at(const double p[3]);  // without a turn
void jni_pose_point(const jni_pose *pose, const double p[3], double out[3]);
void jni_pose_turn(const jni_pose *pose, const double v[3], double out[3]);
bool jni_pose_is_turned(const jni_pose *pose);
// The inertia [xx yy zz xy xz yz] given in turned axes, in the outer ones.
void jni_inertia_turn(const double q[4], const double inner[6], double outer[6]);
// Refuses an inertia with a negative principal moment, or replaces it if the options ask for that. Moments that are
// wrong only by rounding are accepted.
void jni_import_check_inertia(jni_import *im, const jni_xml *node, jni_mass *mass);
void jni_mass_add(jni_mass *sum, const jni_mass *other);           // two parts of one body, same axes
jni_mass jni_mass_in(const jni_pose *pose, const jni_mass *mass);  // of a part at a pose, in the outer axes

// ---- the robot -----------------------------------------------------------------------------------------------------
// A legal name of the group that is not taken, made from `wanted`; a note tells when it is another one. `node` NULL: no
// note.
const char *jni_import_name(jni_import *im, jni_name_group group, int owner, const char *wanted, const jni_xml *node);
int jni_import_add_body(jni_import *im, const char *wanted, const jni_xml *node, int parent, const jni_mass *mass,
                        const jni_pose *world);
// "BODY.FRAME", or "BODY" for its own frame.
const char *jni_import_end(jni_import *im, const jni_placement *at, const char *wanted);
void jni_import_add_frame(jni_import *im, const jni_placement *at, const char *wanted, const jni_xml *node);
const char *jni_import_add_line(jni_import *im, jni_import_lines *lines, const char *name, const char *comment,
                                const char *format, ...) JN_PRINTF(5, 6);
// remembers where a body of the source is
void jni_import_place(jni_import *im, const char *source, const jni_placement *at);
// A shape: its type and sizes by the format, the rest by its look.
void jni_import_add_shape(jni_import *im, const jni_import_look *look, const char *wanted, const char *format, ...)
    JN_PRINTF(4, 5);
// The name of a mesh as it stands in the file: the first of these, relative to the robot's file, that can be read. NULL
// after a word.
const char *jni_import_mesh(jni_import *im, const jni_xml *node, const char *const *names);
const char *jni_orientation_text(jni_import *im, const double q[4]);
const jni_placement *jni_import_placement(const jni_import *im, const char *source);  // NULL: there is none
jni_pose jni_placement_world(const jni_import *im, const jni_placement *at);

// ---- joint coordinates ---------------------------------------------------------------------------------------------
jni_dof *jni_import_add_dof(jni_import *im, const jni_dof *dof);
jni_dof *jni_import_dof(const jni_import *im, const char *source);  // NULL: there is none
const char *jni_dof_path(jni_import *im, const jni_dof *dof);       // "J.angle"
void jni_import_friction(jni_import *im, const jni_dof *dof, double friction);
void jni_import_spring(jni_import *im, const jni_dof *dof, double stiffness, double rest, double damping);
void jni_import_rotor(jni_import *im, jni_dof *dof, const jni_xml *node, double inertia);
// Returns the diagonal entry of the joint-space mass matrix where all coordinates are zero, armature included. All
// bodies and their masses must be known.
double jni_import_joint_inertia(jni_import *im, const jni_dof *dof);
void jni_import_stops(jni_import *im);  // from the limits of all coordinates, when all bodies are known
void jni_import_add_move(jni_import *im, const jni_import_move *move);
void jni_import_start(jni_import *im);  // moves the bodies to where they begin
// this = factor times other + offset, in our coordinates; other NULL: this = offset
void jni_import_coupling(jni_import *im, const char *wanted, const jni_xml *node, jni_dof *self, const jni_dof *other,
                         double factor, double offset);

// ---- formats and the file -------------------------------------------------------------------------------------------
void jni_import_urdf(jni_import *im, jni_xml *root);
jni_pose jni_urdf_origin(jni_import *im, jni_xml *node);
void jni_urdf_shapes(jni_import *im, const jni_xml *robot, jni_xml *link, const jni_placement *at);
void jni_import_mjcf(jni_import *im, jni_xml *root);
void jni_import_include(jni_import *im, jni_xml *root);  // the children of the files named by <include> take its place
char *jni_import_write(jni_import *im);                  // NULL: no memory

#endif
