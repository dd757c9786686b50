// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import.h - interface between the files of the import. import_urdf.c or import_mjcf.c reads the XML tree
// (xml/xml_tree.h) into a robot; import_write.c writes the robot as a model file.
//
//   import_robot.c    bodies, frames, joints and forces of the robot, and their names
//   import_joint.c    springs, friction, rotors and stops of a joint coordinate
//   import_initial.c  initial poses of the bodies
//   import_number.c   numbers, poses and inertias from attributes
//   import_include.c  files that an MJCF file includes
//   import_shape.c    shapes of bodies, files of meshes
//   import_contact.c  contacts between shapes
//   import_ignored.c  remarks about elements and attributes that the import ignores
#ifndef JNI_IMPORT_H
#define JNI_IMPORT_H

#include "jounce/import.h"
#include "model/read/converted_model.h"
#include "xml/xml_tree.h"

// Pose of an inner frame in an outer one.
typedef struct {
  double p[3];  // origin of the inner frame in outer axes, m
  double q[4];  // quaternion w, x, y, z that maps inner axes to outer axes
} jni_pose;

typedef struct {
  double mass;        // kg
  double com[3];      // centre of mass, m
  double inertia[6];  // about the centre of mass: xx yy zz xy xz yz, kg m^2
} jni_mass;

typedef struct {
  const char *name;
  int body;       // 0: the ground
  jni_pose pose;  // in the body
  int next;       // index of the next frame of the same body; -1: none
} jni_import_frame;

typedef struct {
  const char *name;
  const jni_xml *node;  // element of the source; NULL: the import has added the body
  const char *comment;  // comment for the line of its name in the model file; NULL: none
  int parent;           // index of the body it is attached to, less than its own index; -1: this is the ground
  jni_mass mass;
  jni_pose world;               // pose in the ground: with zero coordinates, from jni_import_start on initial
  int first, last;              // first and last index in the list of its frames; -1: empty
  int first_shape, last_shape;  // first and last number in the list of its shapes, from 1; 0: empty
  jni_place place;              // place in the source
  bool floats;                  // a free joint connects it to its parent
  bool not_drawn;               // auxiliary body of the import, which pictures do not show
} jni_import_body;

// A link or body of the source belongs to this body of the robot and has this pose relative to it. The pose is not the
// identity if the link became a frame of another body.
typedef struct {
  int body;
  jni_pose pose;
} jni_placement;

// One joint coordinate of the robot, an angle or a displacement.
typedef struct {
  const char *source;      // name of the joint in the source
  const char *joint;       // name of the joint in the model
  const char *coordinate;  // "angle", "displacement", ...
  bool slide;              // it is a displacement; false: an angle
  double ref;              // value of the source's coordinate where the model's is zero, m or rad
  int body;                // index of the body of the source that it moves
  double axis[3];          // unit vector in ground axes while all coordinates are zero
  double anchor[3];        // point on the axis, from the ground's origin, while all coordinates are zero, m
  double lower, upper;     // limits of the model's coordinate, m or rad; -HUGE_VAL, HUGE_VAL: none
  // index of the first body that the coordinate moves: `body`, or a massless body between the joints of `body`
  int via;
  double armature;        // inertia of the rotor, kg m^2; of a slide kg
  int rotor;              // index of the body that represents the rotor; 0: none
  bool follows;           // a coupling sets the coordinate to factor * leader + offset
  int leader;             // index of that leader; -1: none, the coordinate has the constant value `offset`
  double factor, offset;  // factor and offset of that coupling
  jni_place place;        // line of the source
} jni_dof;

typedef enum { JNI_MOVE_AXIS, JNI_MOVE_BALL, JNI_MOVE_FREE } jni_move_kind;

// Motion that a joint of the source gives to its body. The motions of a body, one after the other, take it from its
// pose with all coordinates zero to its initial pose.
typedef struct {
  jni_move_kind kind;
  int body;          // index of the body of the source that is moved
  int via;           // index of the body that the joint moves directly: `body`, or a massless body between its joints
  int dof;           // index of its coordinate among the jni_dof; -1: none
  bool slide;        // a translation; false: a rotation
  double axis[3];    // unit vector in ground axes while all coordinates are zero
  double anchor[3];  // point on the axis, from the ground's origin, while all coordinates are zero, m
  double ref;        // value of the source's coordinate where the model's is zero, m or rad
  int qpos, qvel;    // index of its first element in MuJoCo's qpos and in qvel; -1: none
} jni_import_move;

// Keyframe of MJCF from which the initial state is taken.
typedef struct {
  const double *qpos, *qvel, *ctrl;  // coordinates, speeds, controls in MuJoCo's order; NULL: not given
  int nctrl;                         // number of actuators
} jni_import_keyframe;

// Entry of a section of the model file, mostly one line: `name: {text} # comment`.
typedef struct {
  const char *name, *text, *comment;
  jni_place place;  // place in the source from which the entry comes
} jni_import_line;

typedef struct {
  jni_import_line *items;
  int n, capacity;
} jni_import_lines;

// Counts how often a remark occurs in a file, and holds the first seven lines on which it does.
typedef struct {
  int count, nlines, lines[7];
} jni_import_count;

// Remark of the import, a note or a warning. Remarks of one kind about one file are combined into one, with a count.
typedef struct {
  jn_severity severity;
  const char *kind;  // kind of the remark; remarks with equal texts are of one kind
  jn_error first;    // message of the first occurrence
  jni_place place;   // place of the first occurrence; line 0: none
  jni_import_count count;
} jni_import_remark;

typedef struct {
  const char *name, *text;     // the model file gets `name: {text}`
  const char *kind;            // name of its kind of shape, such as "box"
  bool hidden;                 // pictures do not show it
  int next;                    // number of the next shape of the same body, from 1; 0: none
  int body;                    // index of its body
  jni_place place;             // place in the source
  bool touches;                // it takes part in contacts
  bool unused;                 // it is hidden and no contact names it, so that it is not written
  jni_contact_shape geometry;  // geometry for contacts in the frame of its body; the solid is made when a pair needs it
  double scale[3];             // scale factors of a mesh
  const char *file;            // path of the file of its mesh; NULL: it is not a mesh
  const char *no_hull;         // why the mesh has no convex hull; NULL: it has one, or none was needed
} jni_import_shape;

// File of a mesh.
typedef struct {
  const char *name;  // name as the model file writes it
  const char *path;  // path by which it is opened
} jni_import_mesh_file;

// Pair of shapes between which the model file gets a contact.
typedef struct {
  int shape[2];     // numbers of the shapes, from 1
  double friction;  // coefficient of friction; NaN: the parameter contact_friction of the model
  jni_place place;  // place in the source
} jni_import_touch;

typedef struct {
  jni_placement at;
  double colour[4];  // red, green, blue, opacity from 0 to 1; NaN: default colour
  bool hidden;       // pictures do not show it: a shape for contacts only
} jni_import_appearance;

// For each line of the written model file the place in the source from which it comes, so that messages of the reader
// name the source.
typedef struct {
  jni_place *items;  // n: place of each line; line number 0: none
  int n, capacity;
} jni_line_map;

// A file that the imported file includes, directly or through other included files.
typedef struct {
  jni_converted_file file;
  uint64_t device, number;  // device and number of the file, by which a second inclusion is noticed
} jni_included;

typedef struct {
  const jn_alloc *alloc;
  jn_report *report;
  const char *file;     // name of the imported file, for messages
  const char *path;     // path of the imported file; NULL: text in memory
  jni_included *files;  // nfiles: included files, numbered from 1 in jni_place
  int nfiles, capacity_files;
  size_t bytes;  // total size of all files, bytes
  int elements;  // number of XML elements in all files
  jn_import_options options;
  bool is_part;  // the robot becomes a part of another model
  bool on_body;  // base of the part is a body of that model, so that links fixed to the base keep their mass
  jni_pool pool;
  jni_names *names;  // names used in the model: bodies and inputs, frames of a body, joints, forces
  // names in the source: bodies (value: index in placements), joints (index in dofs), default classes, mesh files
  // (index in meshes), and others that only the readers of URDF and MJCF look up
  jni_names *sources;
  bool failed;    // a fault was reported
  bool quiet;     // faults are not reported and set `doubtful` instead; set while shapes are read
  bool doubtful;  // a fault occurred while quiet
  int nfaults;
  jni_place place;  // place in the source of the element that is being read

  // robot
  const char *name, *format;
  double gravity[3];
  jni_import_body *bodies;  // nbodies; body 0 is the ground
  int nbodies, capacity_bodies;
  jni_import_frame *frames;
  int nframes, capacity_frames;
  jni_placement *placements;
  int nplacements, capacity_placements;
  jni_import_shape *shapes;
  int nshapes, capacity_shapes;
  const jni_import_mesh_file **meshes;  // nmeshes; NULL: the file cannot be read; `sources` maps names to indices
  int nmeshes, capacity_meshes, ntriangles;
  size_t mesh_bytes, hull_bytes;  // bytes of meshes read to check them, and read again to make their convex hulls
  jni_dof *dofs;
  int ndofs, capacity_dofs;
  // nbodies: mass of each body together with its descendants while all coordinates are zero, in ground axes; NULL: not
  // computed yet
  jni_mass *subtrees;
  jni_import_move *moves;
  int nmoves, capacity_moves;
  jni_import_keyframe start;
  jni_import_lines joints, forces, inputs, outputs, contacts;
  jni_import_touch *touches;  // ntouches
  int ntouches, capacity_touches;
  bool has_stops, has_friction;
  bool has_contact_friction;  // the model has a parameter contact_friction, which contacts use
  jni_import_remark *remarks;
  int nremarks, capacity_remarks;
  jni_line_map map;
} jni_import;

// ---- messages ---------------------------------------------------------
// Reports a fault at an element of the source; node NULL: at the file. While im->quiet, sets im->doubtful instead.
// Counts all faults but reports only the first JNI_MAX_FAULTS. Returns false.
bool jni_import_fault(jni_import *im, const jni_xml *node, const char *format, ...) JN_PRINTF(3, 4);
// Adds a note or a warning to the remarks, which also become comments at the head of the model file; does nothing while
// im->quiet. Remarks with the same format about one file of the source are combined into one, with the text of the
// first, their number and their lines.
void jni_import_say(jni_import *im, jn_severity severity, const jni_xml *node, const char *format, ...) JN_PRINTF(4, 5);
// Does the same, but combines remarks that have the same `kind` instead of the same format.
void jni_import_say_kind(jni_import *im, jn_severity severity, const jni_xml *node, const char *kind,
                         const char *format, ...) JN_PRINTF(5, 6);
void jni_import_report(jni_import *im);  // adds all remarks to the report of the import
// Increments the count and records the line if it differs from the line recorded last and is one of the first seven.
void jni_import_count_line(jni_import_count *count, int line);
// Returns the count and lines of a remark as " (5 times, also lines 4, 7, ...)"; "" for one occurrence.
const char *jni_import_count_text(jni_import *im, const jni_import_count *count);
// Returns the formatted text in memory of the import; "" if there is no memory.
const char *jni_import_format(jni_import *im, const char *format, ...) JN_PRINTF(2, 3);
// Replaces each byte of a control character, line separator, byte-order mark or invalid UTF-8 in a text by '?', in
// place. Returns the text.
char *jni_import_clean(char *text);
// Adds remarks about all elements and attributes below `root` that the import has not used.
void jni_import_list(jni_import *im, const jni_xml *root);
jni_place jni_xml_place(const jni_xml *node);
// Returns the name of the source file that has a number in jni_place: 0 is the imported file, from 1 on the included
// files.
const char *jni_import_file_of(const jni_import *im, int file);

// ---- values --------------------------------------------------------------------------------------------------------
// Reads `least` to `most` finite numbers of an attribute into values, and sets *n, unless NULL, to how many. Returns
// false after a fault, and also, without a fault, if the attribute is NULL. The functions below that read one value do
// the same.
bool jni_import_numbers(jni_import *im, const jni_xml_attribute *a, int least, int most, double *values, int *n);
bool jni_import_number(jni_import *im, const jni_xml_attribute *a, double *value);
bool jni_import_not_negative(jni_import *im, const jni_xml_attribute *a, double *value);
bool jni_import_flag(jni_import *im, const jni_xml_attribute *a, bool *value);  // the words "true" and "false"
// returns a number as text with 6 digits, or with as many as read back to the same value
const char *jni_number_text(jni_import *im, double value);
const char *jni_vector_text(jni_import *im, const double *v, int n);  // "[1, 0, 0.5]"
const char *jni_axis_text(jni_import *im, const double axis[3]);      // "x", "-y" or a vector

jni_pose jni_pose_identity(void);
// returns the pose in the outer frame of `outer` of a frame that has the pose `inner` in its inner frame
jni_pose jni_pose_after(const jni_pose *outer, const jni_pose *inner);
jni_pose jni_pose_inverse(const jni_pose *pose);
jni_pose jni_pose_at(const double p[3]);  // returns the pose of a frame at p without rotation
// transforms a point from inner to outer axes: pose.p + R p
void jni_pose_point(const jni_pose *pose, const double p[3], double out[3]);
// rotates a vector from inner to outer axes: R v
void jni_pose_turn(const jni_pose *pose, const double v[3], double out[3]);
bool jni_pose_is_turned(const jni_pose *pose);
// Transforms an inertia [xx yy zz xy xz yz] from inner axes to outer axes; q maps inner to outer.
void jni_inertia_turn(const double q[4], const double inner[6], double outer[6]);
// Reports a fault if an inertia has a negative principal moment. If the options ask for that, replaces such an inertia
// instead, and one with a moment larger than the sum of the other two, with a warning. Moments that are wrong only by
// rounding are accepted.
void jni_import_check_inertia(jni_import *im, const jni_xml *node, jni_mass *mass);
// Adds `other`, the mass of another part of the same body in the same frame, to *sum.
void jni_mass_add(jni_mass *sum, const jni_mass *other);
// Returns a mass that is given in the inner frame of a pose in the outer frame.
jni_mass jni_mass_in(const jni_pose *pose, const jni_mass *mass);

// ---- the robot -----------------------------------------------------------------------------------------------------
// Returns a valid name of this group (of names that must differ) that is not used yet, derived from `wanted`, and marks
// it as used. If it differs from `wanted` and `node` is not NULL, adds a note.
const char *jni_import_name(jni_import *im, jni_name_group group, int owner, const char *wanted, const jni_xml *node);
// Adds a body, the first of which is the ground, and returns its index; 0 without memory. `world`: its pose relative to
// the ground while all coordinates are zero.
int jni_import_add_body(jni_import *im, const char *wanted, const jni_xml *node, int parent, const jni_mass *mass,
                        const jni_pose *world);
// Returns the text for an end of a joint at a placement: "BODY.FRAME", for which a frame is added, or "BODY" if the
// placement is the body's own frame.
const char *jni_import_end(jni_import *im, const jni_placement *at, const char *wanted);
void jni_import_add_frame(jni_import *im, const jni_placement *at, const char *wanted, const jni_xml *node);
// Appends an entry with a formatted text to a section of the model file. Returns `name`.
const char *jni_import_add_line(jni_import *im, jni_import_lines *lines, const char *name, const char *comment,
                                const char *format, ...) JN_PRINTF(5, 6);
// Records where a link or body of the source is, for jni_import_placement, which finds it only if its name is not NULL.
void jni_import_place(jni_import *im, const char *source, const jni_placement *at);
// Adds a shape with the kind and sizes of `def`; `appearance`: its placement and colour; `mesh`: the file of a mesh,
// NULL: none. Returns the number of the shape, from 1; 0: no memory.
int jni_import_add_shape(jni_import *im, const jni_import_appearance *appearance, const char *wanted,
                         const jn_shape_def *def, const jni_import_mesh_file *mesh);
// Returns the first of these mesh files that can be read; names, ended by NULL, are relative to the robot's file.
// Returns NULL with a warning if none can, or if the meshes are too large together. A later call with the same first
// name returns the same without a warning.
const jni_import_mesh_file *jni_import_mesh(jni_import *im, const jni_xml *node, const char *const *names);
// Makes the solid of shape `number`, which is needed to compute gaps, unless it exists. If the convex hull of a mesh
// cannot be made, stores the reason in the shape's no_hull.
void jni_import_add_solid(jni_import *im, int number);
// Returns a rotation as the text {axis: x, angle: 0.5} if its axis is x, y or z, otherwise as a quaternion.
const char *jni_orientation_text(jni_import *im, const double q[4]);
// returns where a link or body of the source is; NULL: there is none with this name
const jni_placement *jni_import_placement(const jni_import *im, const char *source);
jni_pose jni_placement_world(const jni_import *im, const jni_placement *at);

// ---- joint coordinates ---------------------------------------------------------------------------------------------
// Adds a coordinate that follows no other, and an output for it. Returns its address, valid until the next call; NULL
// without memory.
jni_dof *jni_import_add_dof(jni_import *im, const jni_dof *dof);
// returns the coordinate of a joint of the source; NULL: none
jni_dof *jni_import_dof(const jni_import *im, const char *source);
const char *jni_dof_path(jni_import *im, const jni_dof *dof);  // returns the name of a coordinate, "J.angle"
// Adds a friction element at a coordinate, with the force `friction`, N m or N, unless that is zero.
void jni_import_friction(jni_import *im, const jni_dof *dof, double friction);
// Adds a spring with a damper at a coordinate unless both are zero. rest: coordinate of the model without spring load.
void jni_import_spring(jni_import *im, const jni_dof *dof, double stiffness, double rest, double damping);
// Represents the armature (rotor inertia) of a coordinate, if it is positive, by a flywheel on the ground that is
// coupled to the coordinate, with a note.
void jni_import_rotor(jni_import *im, jni_dof *dof, const jni_xml *node, double inertia);
// Returns the diagonal element of the joint-space mass matrix for a coordinate, while all coordinates are zero, with
// its armature; 0 without memory. To be called after all bodies were added with their masses.
double jni_import_joint_inertia(jni_import *im, const jni_dof *dof);
// adds stops for the limits of all coordinates; to be called after all bodies were added
void jni_import_stops(jni_import *im);
void jni_import_add_move(jni_import *im, const jni_import_move *move);
// computes initial values of all coordinates and moves the bodies to their initial poses
void jni_import_start(jni_import *im);
// Adds the coupling self = factor * other + offset between coordinates of the model; other NULL: self = offset.
void jni_import_coupling(jni_import *im, const char *wanted, const jni_xml *node, jni_dof *self, const jni_dof *other,
                         double factor, double offset);

// ---- contacts ------------------------------------------------------------------------------------------------------
// Records that two shapes, by their numbers, may touch. friction: coefficient; NaN: the parameter contact_friction.
void jni_import_add_touch(jni_import *im, int first, int second, double friction, const jni_xml *node);
// Returns whether one of these two bodies is the parent of the other, with a joint between them that is not free.
bool jni_import_are_joined(const jni_import *im, int a, int b);
// Writes the contacts of all recorded pairs; to be called after jni_import_start. Raises floating bodies that overlap a
// plane of the ground, and omits other pairs that overlap, that contacts do not support or that exceed the number of
// contact points, with remarks. Hidden shapes without contact become `unused`.
void jni_import_contacts(jni_import *im);

// ---- formats and the file -------------------------------------------------------------------------------------------
void jni_import_urdf(jni_import *im, jni_xml *root);
// returns the pose in the <origin> of an element; the identity if it has none
jni_pose jni_urdf_origin(jni_import *im, jni_xml *node);
// Adds the shapes of a link, whose frame is at the placement `at`.
void jni_urdf_shapes(jni_import *im, const jni_xml *robot, jni_xml *link, const jni_placement *at);
// Records as pairs all collision shapes on different bodies of the robot without a joint between them, with the
// parameter contact_friction; to be called after all links were read.
void jni_urdf_contacts(jni_import *im, const jni_xml *robot);
void jni_import_mjcf(jni_import *im, jni_xml *root);
// replaces each <include> by the children of the root of the named file
void jni_import_include(jni_import *im, jni_xml *root);
char *jni_import_write(jni_import *im);  // returns the text of the model file; NULL: no memory

#endif
