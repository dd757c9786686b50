// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import.h - what the files of the import share. The XML tree (import_xml.h) is read into a robot by import_urdf.c or
// import_mjcf.c; import_write.c writes the robot as a model file.
//
//   import_robot.c    bodies, frames, joints and forces of the robot, and their names
//   import_joint.c    springs, friction, rotors and stops of a joint coordinate
//   import_initial.c  initial poses of the bodies
//   import_number.c   numbers, poses and inertias from attributes
//   import_include.c  files that an MJCF file includes
//   import_shape.c    shapes of bodies, files of meshes
//   import_ignored.c  remarks about elements and attributes that the import ignores
#ifndef JNI_IMPORT_H
#define JNI_IMPORT_H

#include <sys/types.h>

#include "import/import_xml.h"
#include "jounce/import.h"
#include "model/read/converted_model.h"

typedef struct {
  double p[3], q[4];  // position, m; rotation from these axes to the outer ones, w, x, y, z
} jni_pose;

typedef struct {
  double mass, com[3], inertia[6];  // kg; m; kg m^2 about the centre of mass: xx yy zz xy xz yz
} jni_mass;

typedef struct {
  const char *name;
  int body;       // 0: the ground
  jni_pose pose;  // in the body
  int next;       // next frame of the same body, -1: none
} jni_import_frame;

typedef struct {
  const char *name;
  const jni_xml *node;  // NULL: made by the import
  const char *comment;  // NULL: none
  int parent;           // the body it is attached to
  jni_mass mass;
  jni_pose world;               // initial pose on the ground
  int first, last;              // frames, -1: none
  int first_shape, last_shape;  // numbers from 1 on, 0: none
  jni_place place;              // in the source
  bool floats;                  // attached by a free joint
  bool unseen;                  // has no shape: an auxiliary body of the import
} jni_import_body;

// Body and pose of a link of the source, which may become a frame of another body.
typedef struct {
  int body;
  jni_pose pose;
} jni_placement;

// One joint coordinate.
typedef struct {
  const char *source;      // name of the source's joint
  const char *joint;       // name of our joint
  const char *coordinate;  // "angle", "displacement", ...
  bool slide;
  double ref;                 // value of the source's coordinate at zero of ours
  int body;                   // the body that it moves
  double axis[3], anchor[3];  // in the initial pose, ground axes
  double lower, upper;        // limits of our coordinate; -HUGE_VAL, HUGE_VAL: none
  int via;                    // the body that this coordinate moves directly: `body`, or a massless body before it
  double armature;            // kg m^2, or kg for a slide; inertia of its rotor
  int rotor;                  // body of its armature, 0: none
  bool follows;               // the coordinate is factor * leader + offset
  int leader;                 // index of the leading coordinate; -1: none, the value is the offset
  double factor, offset;
  jni_place place;  // in the source
} jni_dof;

typedef enum { JNI_MOVE_AXIS, JNI_MOVE_BALL, JNI_MOVE_FREE } jni_move_kind;

// One joint of the source, which moves a body to its initial pose.
typedef struct {
  jni_move_kind kind;
  int body, via;  // as in jni_dof
  int dof;        // its coordinate, -1: none
  bool slide;
  double axis[3], anchor[3];  // with all coordinates at zero, ground axes
  double ref;
  int qpos, qvel;  // indices in the vectors qpos and qvel of MuJoCo, -1: none
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

// Number of occurrences in a file, and the lines of the first ones.
typedef struct {
  int count, nlines, lines[7];
} jni_import_count;

// A note or a warning. Remarks of one kind in one file are combined into one, with a count.
typedef struct {
  jn_severity severity;
  const char *kind;  // remarks with equal text are of one kind
  jn_error first;    // as it is reported
  jni_place place;   // of the first; line 0: none
  jni_import_count count;
} jni_import_remark;

typedef struct {
  const char *name, *text;  // `name: {text}`
  int next;                 // next shape of the same body, from 1 on; 0: none
} jni_import_shape;

// Placement and colour of a shape; colour NaN: default.
typedef struct {
  jni_placement at;
  double colour[4];
} jni_import_look;

// Place in the source of each line of the written file; line 0: none.
typedef struct {
  jni_place *items;
  int n, capacity;
} jni_line_map;

// A file that the first file includes, directly or indirectly.
typedef struct {
  jni_converted_file file;
  dev_t device;
  ino_t number;
} jni_included;

typedef struct {
  const jn_alloc *alloc;
  jn_report *report;
  const char *file;     // its name, for messages
  const char *path;     // NULL: a text in memory
  jni_included *files;  // nfiles: included files; numbers in places begin at 1
  int nfiles, capacity_files;
  size_t bytes;  // of all files
  int elements;
  jn_import_options options;
  bool is_part;  // becomes a part of another model
  // a part whose base is bound to a body: links fixed to the ground are fixed to that body and keep their mass
  bool on_body;
  jni_pool pool;
  jni_names *names;    // of the model: bodies and inputs, frames of a body, joints, forces
  jni_names *sources;  // of the source: bodies (placements), joints (dofs), classes
  bool failed;         // a fault is reported
  bool quiet;          // while shapes are read: faults are not reported, but set `doubtful`
  bool doubtful;
  int nfaults;
  jni_place place;  // in the source, of the element being read
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
  const char **meshes;  // file names as written, NULL: cannot be read; numbers in `sources`
  int nmeshes, capacity_meshes, ntriangles;
  size_t mesh_bytes;
  jni_dof *dofs;
  int ndofs, capacity_dofs;
  jni_mass
      *subtrees;  // nbodies: mass of each body and its descendants with all coordinates at zero, ground axes; or NULL
  jni_import_move *moves;
  int nmoves, capacity_moves;
  jni_import_keyframe start;
  jni_import_lines joints, forces, inputs, outputs;
  bool has_stops, has_friction;
  jni_import_remark *remarks;
  int nremarks, capacity_remarks;
  jni_line_map map;  // of the written text
} jni_import;

// ---- messages, with the element of the source ---------------------------------------------------------
bool jni_import_fault(jni_import *im, const jni_xml *node, const char *format, ...) JN_PRINTF(3, 4);  // returns false
// Adds a note or a warning, which is also written at the head of the file. Remarks with the same format in one file are
// combined into one, with the text of the first, their number and their lines.
void jni_import_say(jni_import *im, jn_severity severity, const jni_xml *node, const char *format, ...) JN_PRINTF(4, 5);
// Does the same for remarks of one kind with different formats.
void jni_import_say_kind(jni_import *im, jn_severity severity, const jni_xml *node, const char *kind,
                         const char *format, ...) JN_PRINTF(5, 6);
void jni_import_report(jni_import *im);  // passes the remarks on to the report
void jni_import_count_line(jni_import_count *count, int line);
// Returns " (5 times, also lines 4, 7, ...)"; "" for one occurrence.
const char *jni_import_count_text(jni_import *im, const jni_import_count *count);
// lives as long as the import; "" without memory
const char *jni_import_format(jni_import *im, const char *format, ...) JN_PRINTF(2, 3);
char *jni_import_clean(char *text);  // replaces characters that would break a line of the file by '?'; returns text
void jni_import_list(jni_import *im,
                     const jni_xml *root);  // adds remarks about all elements and attributes that were not read
jni_place jni_xml_place(const jni_xml *node);
const char *jni_import_file_of(const jni_import *im, int file);  // name of a file by its number in places

// ---- values --------------------------------------------------------------------------------------------------------
// Reads `least` to `most` numbers of an attribute. False without a fault if the attribute is NULL. *n: their number;
// may be NULL if least is most.
bool jni_import_numbers(jni_import *im, const jni_xml_attribute *a, int least, int most, double *values, int *n);
bool jni_import_number(jni_import *im, const jni_xml_attribute *a, double *value);
bool jni_import_not_negative(jni_import *im, const jni_xml_attribute *a, double *value);
bool jni_import_flag(jni_import *im, const jni_xml_attribute *a, bool *value);  // true or false
const char *jni_number_text(jni_import *im, double value);                      // the shortest that reads back the same
const char *jni_vector_text(jni_import *im, const double *v, int n);            // "[1, 0, 0.5]"
const char *jni_axis_text(jni_import *im, const double axis[3]);                // "x", "-y" or a vector

jni_pose jni_pose_identity(void);
jni_pose jni_pose_after(const jni_pose *outer, const jni_pose *inner);  // composition: inner is relative to outer
jni_pose jni_pose_inverse(const jni_pose *pose);
jni_pose jni_pose_at(const double p[3]);  // without rotation
void jni_pose_point(const jni_pose *pose, const double p[3], double out[3]);
void jni_pose_turn(const jni_pose *pose, const double v[3], double out[3]);
bool jni_pose_is_turned(const jni_pose *pose);
// Transforms an inertia [xx yy zz xy xz yz] from rotated axes to the outer axes.
void jni_inertia_turn(const double q[4], const double inner[6], double outer[6]);
// Refuses an inertia with a negative principal moment, or replaces it if the options ask for that. Moments that are
// wrong only by rounding are accepted.
void jni_import_check_inertia(jni_import *im, const jni_xml *node, jni_mass *mass);
void jni_mass_add(jni_mass *sum, const jni_mass *other);           // adds another part of the same body, same axes
jni_mass jni_mass_in(const jni_pose *pose, const jni_mass *mass);  // mass of a part at a pose, in the outer axes

// ---- the robot -----------------------------------------------------------------------------------------------------
// Makes a legal and unused name of the group from `wanted`; adds a note if it differs. `node` NULL: no note.
const char *jni_import_name(jni_import *im, jni_name_group group, int owner, const char *wanted, const jni_xml *node);
int jni_import_add_body(jni_import *im, const char *wanted, const jni_xml *node, int parent, const jni_mass *mass,
                        const jni_pose *world);
// Returns "BODY.FRAME", or "BODY" for its own frame.
const char *jni_import_end(jni_import *im, const jni_placement *at, const char *wanted);
void jni_import_add_frame(jni_import *im, const jni_placement *at, const char *wanted, const jni_xml *node);
const char *jni_import_add_line(jni_import *im, jni_import_lines *lines, const char *name, const char *comment,
                                const char *format, ...) JN_PRINTF(5, 6);
// records the placement of a body of the source
void jni_import_place(jni_import *im, const char *source, const jni_placement *at);
// Adds a shape: type and sizes from the format, placement and colour from `look`.
void jni_import_add_shape(jni_import *im, const jni_import_look *look, const char *wanted, const char *format, ...)
    JN_PRINTF(4, 5);
// Returns the first of these names of a mesh, relative to the robot's file, that can be read. NULL after a remark.
const char *jni_import_mesh(jni_import *im, const jni_xml *node, const char *const *names);
const char *jni_orientation_text(jni_import *im, const double q[4]);
const jni_placement *jni_import_placement(const jni_import *im, const char *source);  // NULL: none
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
void jni_import_stops(jni_import *im);  // adds stops for the limits of all coordinates, after all bodies
void jni_import_add_move(jni_import *im, const jni_import_move *move);
void jni_import_start(jni_import *im);  // moves the bodies to their initial poses
// Adds the coupling self = factor * other + offset of our coordinates; other NULL: self = offset.
void jni_import_coupling(jni_import *im, const char *wanted, const jni_xml *node, jni_dof *self, const jni_dof *other,
                         double factor, double offset);

// ---- formats and the file -------------------------------------------------------------------------------------------
void jni_import_urdf(jni_import *im, jni_xml *root);
jni_pose jni_urdf_origin(jni_import *im, jni_xml *node);
void jni_urdf_shapes(jni_import *im, const jni_xml *robot, jni_xml *link, const jni_placement *at);
void jni_import_mjcf(jni_import *im, jni_xml *root);
void jni_import_include(jni_import *im, jni_xml *root);  // replaces <include> by the children of the named file
char *jni_import_write(jni_import *im);                  // NULL: no memory

#endif
