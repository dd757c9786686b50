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
  int next;       // next frame of the same body, -1: none
} jni_import_frame;

typedef struct {
  const char *name;
  const jni_xml *node;  // element of the source; NULL: body created by the import
  const char *comment;  // comment after its name in the model file; NULL: none
  int parent;           // index of the body it is attached to, less than its own index; -1: this is the ground
  jni_mass mass;
  jni_pose world;               // initial pose on the ground
  int first, last;              // list of its frames, -1: empty
  int first_shape, last_shape;  // list of its shapes, numbered from 1; 0: empty
  jni_place place;              // line of the source
  bool floats;                  // attached by a free joint
  bool not_drawn;               // auxiliary body of the import, which is not drawn
} jni_import_body;

// Placement of a link or body of the source: a body of the robot and a pose in it. The pose is not the identity if the
// link became a frame of another body.
typedef struct {
  int body;
  jni_pose pose;
} jni_placement;

// One joint coordinate.
typedef struct {
  const char *source;      // name of the joint in the source
  const char *joint;       // name of the joint in the model
  const char *coordinate;  // "angle", "displacement", ...
  bool slide;              // translation; false: rotation
  double ref;              // source coordinate where the model coordinate is zero, m or rad
  int body;                // index of the moved body of the source
  double axis[3];          // unit vector, ground axes, with all coordinates at zero
  double anchor[3];        // point on the axis from the ground's origin, with all coordinates at zero, m
  double lower, upper;     // limits of the model coordinate, m or rad; -HUGE_VAL, HUGE_VAL: none
  int via;                // index of the body that this coordinate moves directly: `body`, or a massless body before it
  double armature;        // inertia of the rotor, kg m^2, or kg for a slide
  int rotor;              // index of the body that represents the armature; 0: none
  bool follows;           // a coupling sets the coordinate to factor * leader + offset
  int leader;             // index of the leading coordinate; -1: none, the coordinate is the constant `offset`
  double factor, offset;  // of the coupling
  jni_place place;        // line of the source
} jni_dof;

typedef enum { JNI_MOVE_AXIS, JNI_MOVE_BALL, JNI_MOVE_FREE } jni_move_kind;

// Joint of the source. The moves of a body, one after the other, take it from the pose with all coordinates at zero to
// its initial pose.
typedef struct {
  jni_move_kind kind;
  int body;          // index of the moved body of the source
  int via;           // index of the body right after the joint: `body`, or a massless body before it
  int dof;           // index of its jni_dof, -1: none
  bool slide;        // translation; false: rotation
  double axis[3];    // unit vector, ground axes, with all coordinates at zero
  double anchor[3];  // point on the axis from the ground's origin, with all coordinates at zero, m
  double ref;        // source coordinate where the model coordinate is zero, m or rad
  int qpos, qvel;    // index of its first entry in MuJoCo's vectors qpos and qvel, -1: none
} jni_import_move;

// Keyframe of MJCF that gives the initial state.
typedef struct {
  const double *qpos, *qvel, *ctrl;  // coordinates, speeds, controls in MuJoCo's order; NULL: not given
  int nctrl;                         // number of actuators
} jni_import_keyframe;

// Entry of a section of the written file, on one line: `name: {text}  # comment`.
typedef struct {
  const char *name, *text, *comment;
  jni_place place;  // in the source
} jni_import_line;

typedef struct {
  jni_import_line *items;
  int n, capacity;
} jni_import_lines;

// Number of occurrences of one remark in a file, and the lines of the first seven.
typedef struct {
  int count, nlines, lines[7];
} jni_import_count;

// Note or warning. Remarks of one kind in one file are combined into one, with a count.
typedef struct {
  jn_severity severity;
  const char *kind;  // compared as text
  jn_error first;    // message of the first occurrence
  jni_place place;   // place of the first occurrence; line 0: none
  jni_import_count count;
} jni_import_remark;

typedef struct {
  const char *name, *text;     // written as `name: {text}`
  const char *kind;            // name of its kind
  bool hidden;                 // pictures do not show it
  int next;                    // number of the next shape of the same body, from 1; 0: none
  int body;                    // index of its body
  jni_place place;             // in the source
  bool touches;                // it collides with others
  bool unused;                 // it is hidden, and no contact names it: not written
  jni_contact_shape geometry;  // in the frame of its body; its solid is made if a pair needs it
  double scale[3];             // of a mesh
  const char *file;            // path of the file of a mesh; NULL: another shape
  const char *no_hull;         // why the mesh has no convex hull; NULL: it has one, or none was needed
} jni_import_shape;

// A file of a mesh.
typedef struct {
  const char *name;  // as the model file writes it
  const char *path;  // to open it
} jni_import_mesh_file;

// Pair of shapes between which the model file gets a contact.
typedef struct {
  int shape[2];     // numbers of the shapes, from 1
  double friction;  // coefficient; NaN: the parameter contact_friction
  jni_place place;  // in the source
} jni_import_touch;

typedef struct {
  jni_placement at;
  double colour[4];  // red, green, blue, opacity from 0 to 1; NaN: default colour
  bool hidden;       // pictures do not show it: a shape for contacts only
} jni_import_look;

// Map from lines of the written model file to places in the source, so that messages of the reader can name the source.
typedef struct {
  jni_place *items;  // n: place in the source of each line; line 0: none
  int n, capacity;
} jni_line_map;

// A file that the first file includes, directly or indirectly.
typedef struct {
  jni_converted_file file;
  uint64_t device, number;  // identify the file
} jni_included;

typedef struct {
  const jn_alloc *alloc;
  jn_report *report;
  const char *file;     // name of the imported file, for messages
  const char *path;     // path of the imported file; NULL: text in memory
  jni_included *files;  // nfiles: included files, numbered from 1 in jni_place
  int nfiles, capacity_files;
  size_t bytes;  // total size of all files
  int elements;  // number of XML elements in all files
  jn_import_options options;
  bool is_part;  // the robot becomes a part of another model
  bool on_body;  // part whose base is a body of that model; links fixed to the base keep their mass
  jni_pool pool;
  jni_names *names;    // names in the model: bodies and inputs, frames of a body, joints, forces
  jni_names *sources;  // names in the source: bodies (index in placements), joints (index in dofs), default classes
  bool failed;         // a fault was reported
  bool quiet;          // faults set `doubtful` and are not reported; set while shapes are read
  bool doubtful;       // a fault occurred while quiet
  int nfaults;
  jni_place place;  // place in the source of the element being read

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
  const jni_import_mesh_file **meshes;  // nmeshes; NULL: cannot be read; `sources` holds their indices
  int nmeshes, capacity_meshes, ntriangles;
  size_t mesh_bytes, hull_bytes;  // read to check meshes, and again for convex hulls
  jni_dof *dofs;
  int ndofs, capacity_dofs;
  // nbodies: mass of each body and its descendants with all coordinates at zero, ground axes; NULL: not yet computed
  jni_mass *subtrees;
  jni_import_move *moves;
  int nmoves, capacity_moves;
  jni_import_keyframe start;
  jni_import_lines joints, forces, inputs, outputs, contacts;
  jni_import_touch *touches;  // ntouches
  int ntouches, capacity_touches;
  bool has_stops, has_friction;
  bool has_contact_friction;  // contacts use the parameter contact_friction
  jni_import_remark *remarks;
  int nremarks, capacity_remarks;
  jni_line_map map;
} jni_import;

// ---- messages ---------------------------------------------------------
// Reports a fault at an element of the source; NULL: at the file. Returns false.
bool jni_import_fault(jni_import *im, const jni_xml *node, const char *format, ...) JN_PRINTF(3, 4);
// Adds a note or a warning, which is also written as a comment at the head of the model file. Remarks with the same
// format about one file of the source are combined into one, with the text of the first, their number and their lines.
void jni_import_say(jni_import *im, jn_severity severity, const jni_xml *node, const char *format, ...) JN_PRINTF(4, 5);
// Adds a note or a warning like jni_import_say, but combines remarks by `kind` instead of by format.
void jni_import_say_kind(jni_import *im, jn_severity severity, const jni_xml *node, const char *kind,
                         const char *format, ...) JN_PRINTF(5, 6);
void jni_import_report(jni_import *im);  // adds the remarks to the report
// Counts an occurrence and records its line.
void jni_import_count_line(jni_import_count *count, int line);
// Returns " (5 times, also lines 4, 7, ...)"; "" for one occurrence.
const char *jni_import_count_text(jni_import *im, const jni_import_count *count);
// Returns the formatted text in memory of the import; "" if there is no memory.
const char *jni_import_format(jni_import *im, const char *format, ...) JN_PRINTF(2, 3);
// Replaces in place each byte of a control character, line separator or invalid UTF-8 by '?'. Returns text.
char *jni_import_clean(char *text);
// Adds remarks about all elements and attributes that were not read.
void jni_import_list(jni_import *im, const jni_xml *root);
jni_place jni_xml_place(const jni_xml *node);
// Returns the name of a source file by its number in jni_place: 0 the imported file, from 1 the included files.
const char *jni_import_file_of(const jni_import *im, int file);

// ---- values --------------------------------------------------------------------------------------------------------
// Reads `least` to `most` finite numbers of an attribute; *n, which may be NULL, is their number. Returns false after a
// fault, and without a fault if the attribute is NULL. The three functions after it do the same for one value.
bool jni_import_numbers(jni_import *im, const jni_xml_attribute *a, int least, int most, double *values, int *n);
bool jni_import_number(jni_import *im, const jni_xml_attribute *a, double *value);
bool jni_import_not_negative(jni_import *im, const jni_xml_attribute *a, double *value);
bool jni_import_flag(jni_import *im, const jni_xml_attribute *a, bool *value);  // "true" or "false"
const char *jni_number_text(jni_import *im, double value);  // with 6 or 15 to 17 digits, reads back to the same value
const char *jni_vector_text(jni_import *im, const double *v, int n);  // "[1, 0, 0.5]"
const char *jni_axis_text(jni_import *im, const double axis[3]);      // "x", "-y" or a vector

jni_pose jni_pose_identity(void);
jni_pose jni_pose_after(const jni_pose *outer, const jni_pose *inner);  // composes poses: outer * inner
jni_pose jni_pose_inverse(const jni_pose *pose);
jni_pose jni_pose_at(const double p[3]);                                      // translation without rotation
void jni_pose_point(const jni_pose *pose, const double p[3], double out[3]);  // transforms a point: p + R * point
void jni_pose_turn(const jni_pose *pose, const double v[3], double out[3]);   // rotates a vector: R * v
bool jni_pose_is_turned(const jni_pose *pose);
// Transforms an inertia [xx yy zz xy xz yz] from rotated axes to the outer axes.
void jni_inertia_turn(const double q[4], const double inner[6], double outer[6]);
// Refuses an inertia with a negative principal moment, or replaces it if the options ask for that. Moments that are
// wrong only by rounding are accepted.
void jni_import_check_inertia(jni_import *im, const jni_xml *node, jni_mass *mass);
// Adds the mass of another part of the same body, given in the same frame.
void jni_mass_add(jni_mass *sum, const jni_mass *other);
// Transforms a mass from the inner to the outer frame of a pose.
jni_mass jni_mass_in(const jni_pose *pose, const jni_mass *mass);

// ---- the robot -----------------------------------------------------------------------------------------------------
// Returns a valid and unused name of the group, derived from `wanted`, and marks it as used. If the name differs from
// `wanted` and `node` is not NULL, adds a note.
const char *jni_import_name(jni_import *im, jni_name_group group, int owner, const char *wanted, const jni_xml *node);
// Adds a body and returns its index. `world`: pose on the ground with all coordinates at zero.
int jni_import_add_body(jni_import *im, const char *wanted, const jni_xml *node, int parent, const jni_mass *mass,
                        const jni_pose *world);
// Returns the joint end at a placement as text: "BODY.FRAME" with a new frame, or "BODY" for the body's own frame.
const char *jni_import_end(jni_import *im, const jni_placement *at, const char *wanted);
void jni_import_add_frame(jni_import *im, const jni_placement *at, const char *wanted, const jni_xml *node);
// Appends an entry to a section of the model file. Returns `name`.
const char *jni_import_add_line(jni_import *im, jni_import_lines *lines, const char *name, const char *comment,
                                const char *format, ...) JN_PRINTF(5, 6);
// Records the placement of a link or body of the source; its name may be NULL.
void jni_import_place(jni_import *im, const char *source, const jni_placement *at);
// Adds a shape of the type and the sizes of `def`; `look` gives placement and colour, `mesh` the file of a mesh (NULL:
// none). Returns its number, from 1; 0: no memory.
int jni_import_add_shape(jni_import *im, const jni_import_look *look, const char *wanted, const jn_shape_def *def,
                         const jni_import_mesh_file *mesh);
// Returns the first of these mesh files, relative to the robot's file, that can be read; the list ends with NULL. Adds
// a warning and returns NULL if there is none.
const jni_import_mesh_file *jni_import_mesh(jni_import *im, const jni_xml *node, const char *const *names);
// Makes the solid of a shape, by its number, for the search for gaps. For a mesh whose convex hull cannot be made it
// stores the reason in `no_hull`.
void jni_import_add_solid(jni_import *im, int number);
// Returns a rotation as {axis: x, angle: 0.5} if its axis is x, y or z, otherwise as a quaternion.
const char *jni_orientation_text(jni_import *im, const double q[4]);
const jni_placement *jni_import_placement(const jni_import *im, const char *source);  // NULL: none
jni_pose jni_placement_world(const jni_import *im, const jni_placement *at);

// ---- joint coordinates ---------------------------------------------------------------------------------------------
jni_dof *jni_import_add_dof(jni_import *im, const jni_dof *dof);
jni_dof *jni_import_dof(const jni_import *im, const char *source);  // finds a joint of the source; NULL: none
const char *jni_dof_path(jni_import *im, const jni_dof *dof);       // "J.angle"
// Adds dry friction, N m or N, unless it is zero.
void jni_import_friction(jni_import *im, const jni_dof *dof, double friction);
// Adds a spring with a damper unless both are zero. rest: model coordinate without spring load.
void jni_import_spring(jni_import *im, const jni_dof *dof, double stiffness, double rest, double damping);
// Represents the armature of a coordinate by a flywheel on the ground, coupled to the coordinate.
void jni_import_rotor(jni_import *im, jni_dof *dof, const jni_xml *node, double inertia);
// Returns the diagonal entry of the joint-space mass matrix with all coordinates at zero, armature included. All bodies
// must have been added with their masses.
double jni_import_joint_inertia(jni_import *im, const jni_dof *dof);
void jni_import_stops(jni_import *im);  // adds stops for the limits of all coordinates; all bodies must have been added
void jni_import_add_move(jni_import *im, const jni_import_move *move);
void jni_import_start(jni_import *im);  // moves the bodies to their initial poses
// Adds the coupling self = factor * other + offset of model coordinates; other NULL: self = offset.
void jni_import_coupling(jni_import *im, const char *wanted, const jni_xml *node, jni_dof *self, const jni_dof *other,
                         double factor, double offset);

// ---- contacts ------------------------------------------------------------------------------------------------------
// Adds two shapes that may touch, by their numbers. friction: coefficient; NaN: the parameter contact_friction.
void jni_import_add_touch(jni_import *im, int first, int second, double friction, const jni_xml *node);
// Returns whether a body and its parent are these two, with a joint between them.
bool jni_import_are_joined(const jni_import *im, int a, int b);
// Adds the lines of the contacts, after jni_import_start: raises floating bodies that overlap a plane of the ground,
// and leaves out other pairs that overlap or that contacts do not support, with a remark.
void jni_import_contacts(jni_import *im);

// ---- formats and the file -------------------------------------------------------------------------------------------
void jni_import_urdf(jni_import *im, jni_xml *root);
jni_pose jni_urdf_origin(jni_import *im, jni_xml *node);  // reads the <origin> of an element; identity if none
// Adds the shapes of a link, which is placed at `at`.
void jni_urdf_shapes(jni_import *im, const jni_xml *robot, jni_xml *link, const jni_placement *at);
// Adds the pairs of all collision shapes on different links without a common joint; all links must have been read.
void jni_urdf_contacts(jni_import *im, const jni_xml *robot);
void jni_import_mjcf(jni_import *im, jni_xml *root);
void jni_import_include(jni_import *im, jni_xml *root);  // replaces <include> by the children of the named file
char *jni_import_write(jni_import *im);                  // returns the text of the model file; NULL: no memory

#endif
