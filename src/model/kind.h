// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kind.h - what the model knows of a kind of joint, force or subsystem: its name, where it may be used and which fields
// it takes.
// The reader, the checks, the JSON Schema and the help texts are all made from these lists. What a kind *does* stands
// beside it in src/joint and src/force; the two tables are defined there.
#ifndef JNI_KIND_H
#define JNI_KIND_H

#include "jounce/subsystem.h"
#include "model/property/property.h"

typedef enum {
  JNI_FIELD_NUMBER,      // double
  JNI_FIELD_VECTOR,      // double[3] (in the plane a list of two is enough)
  JNI_FIELD_TURN,        // double[3] about the axes; in the plane one number, about z (a list of three will do)
  JNI_FIELD_AXES,        // double[2][3]: `axis: z`, `axis: [0, 0, 1]` for both ends or `axes: [z, y]`
  JNI_FIELD_AXES_APART,  // the same where the two differ as a rule: `axes: [z, y]` is what is asked for in space
  JNI_FIELD_AXIS,        // double[2][3]: `axis: z`, of which the kind reads one
  JNI_FIELD_DIRECTION,   // double[3]: x, -y or [0, 0, 1]
  JNI_FIELD_BETWEEN,     // jn_frame[2]: `between: [ground.O, crank.O]`
  JNI_FIELD_AT,          // jn_frame: `at: coupler.P`
  JNI_FIELD_FRAMES,      // jn_frames: a list of these, [a.P, b.Q, c]
  JNI_FIELD_JOINT,       // jn_joint: name of a joint
  JNI_FIELD_COORDINATE,  // const char *: name of a coordinate of `joint`
  JNI_FIELD_EXPRESSION,  // const char *
  // const char * of jn_joint_def, an expression of t; or its table over time, or what it follows
  JNI_FIELD_MOTION,
  JNI_FIELD_EXPRESSIONS,  // const char *[3]: a list, or (torque in the plane) one
  // jn_law: {table: [[x, y], ...], smooth: true} or {polynomial: [c0, c1, ...]} or {breaks: .., pieces: ..}; x times y
  // is an energy
  JNI_FIELD_LAW,
  JNI_FIELD_RATE_LAW,     // the same over the rate: x times y is a power
  JNI_FIELD_POINT_TERMS,  // jni_terms: {crank.A: 1, rocker.B: -2}
  JNI_FIELD_JOINT_TERMS,  // jni_terms: {O: 1, D.angle: -3}
  JNI_FIELD_FLAG,         // bool
  JNI_FIELD_TREE,         // jn_tree_place: true or false
  JNI_FIELD_NUMBERS,      // jn_numbers: a list of plain numbers; the kind says how many
  // jn_numbers: name of a file with properties of the kind, whose coefficients stand here (jni_property_use)
  JNI_FIELD_PROPERTIES,
  JNI_FIELD_ROAD,         // jn_road: name of a road
  JNI_FIELD_SOIL,         // jn_soil: name of a soil
  JNI_FIELD_TABLE,        // jn_lookup: name of a table
  JNI_FIELD_ROADS,        // jn_road list in jn_road_def: names of roads
  JNI_FIELD_POINTS,       // jn_law of jn_road_def: [[x, z], ...]
  JNI_FIELD_GRID,         // heights of jn_road_def: a list of lists
  JNI_FIELD_GEOMETRY,     // jn_geometry: {pressure_angle: 20 deg, radii: [..], at: .., between: [..]}, each optional
  JNI_FIELD_SEGMENTS,     // jn_road_def list: [{type: flat, length: 5}, ...]
  JNI_FIELD_PLACE,        // double[3] of jn_shape_def: a point of its body, or coordinates
  JNI_FIELD_PLACES,       // jn_points of jn_shape_def: a list of these, in the axes of the shape
  JNI_FIELD_ORIENTATION,  // double[4]: {axis: .., angle: ..} or a quaternion
  JNI_FIELD_FACTORS,      // double[3]: one number for all, or one per axis
  JNI_FIELD_COLOUR,       // double[4]: a name or "#rrggbb"
  JNI_FIELD_MESH,         // jn_mesh of jn_shape_def: the name of a file
  JNI_FIELD_QUANTITIES,   // jn_numbers: one number or a list of them, with units
  JNI_FIELD_CURVE,        // jn_law of jn_subsystem_def: [[x, y], ...] or as a law; x has the dimension `argument`
  JNI_FIELD_WORD,         // const char *: a name
  JNI_FIELD_FILE_NAME,    // const char *: the name of a file that is not read
  JNI_FIELD_PATH,         // jn_path
  JNI_FIELD_NAMED_EXPRESSIONS,  // jn_named_expressions: {speed: "chassis.vx", ...}
  JNI_FIELD_NAMED_QUANTITIES,   // jn_named_quantities: {gain: 3 1/s, ...}
  JNI_FIELD_NAMES,              // jn_name_list: [throttle, brake]
  JNI_FIELD_STEPS,              // steps of jn_sequence_def
} jni_field_type;

// A subsystem is evaluated in stages, so that two of them can read each other without a circle: outputs of the first
// stage read inputs of the first alone, those of the second all but the last; rates, jumps and samples read all.
typedef enum { JNI_FIRST, JNI_SECOND, JNI_LAST, JNI_STAGES } jni_stage;

// What becomes of a field in a mirror S (mirror.h).
typedef enum {
  JNI_MIRROR_BY_TYPE,  // axes of joints and directions: S a; what has no components: as it is
  JNI_MIRROR_KEPT,     // has a number for each axis, but no side: stiffness along each
  JNI_MIRROR_POLAR,    // S a: along the axes of the ground or of a frame
  JNI_MIRROR_AXIAL,    // |S| S a: about them
} jni_mirroring;

typedef enum { JNI_ANY, JNI_POSITIVE, JNI_NOT_NEGATIVE, JNI_NOT_ZERO } jni_range;

typedef struct {
  const char *name;
  jni_field_type type;
  size_t offset;           // in jn_joint_def or jn_force_def
  jn_dimension dimension;  // of the number(s); of y for a law
  // also accepted (kinds for angles and lengths alike); equal to dimension when there is none
  jn_dimension alternative;
  jni_range range;
  bool required;
  const char *help;
  jni_mirroring mirroring;
  jn_dimension argument;  // of x of a curve
  jni_stage stage;        // of an expression that is an input of a subsystem
} jni_field;

typedef enum { JNI_ANGLE, JNI_DISPLACEMENT } jni_coordinate_kind;

// Directions of the first end: the joint's axis, the two perpendiculars that go with it, and the direction of plunge.
typedef enum { JNI_ALONG_AXIS, JNI_ALONG_FIRST, JNI_ALONG_SECOND, JNI_ALONG_PLUNGE } jni_direction;

typedef struct {
  const char *name;  // "angle", "displacement"
  jni_coordinate_kind kind;
  jni_direction along;
} jni_coordinate_info;

// What a body may do that a joint of the kind holds, relative to the body it is held by (joint coordinates,
// src/system/tree/tree.h). Axis z of the joint frames turns or slides. Coordinates and speeds in this order; a
// quaternion has body rates.
typedef enum {
  JNI_LINK_NONE,         // no such joint: always rows
  JNI_LINK_FIXED,        // -
  JNI_LINK_REVOLUTE,     // angle about z
  JNI_LINK_PRISMATIC,    // displacement along z (plane: along x of the joint frame)
  JNI_LINK_SCREW,        // angle about z, displacement pitch * angle along z
  JNI_LINK_CYLINDRICAL,  // angle about z, displacement along z
  // angle about z of the parent's joint frame, angle about z of the child's; at zero the two are at right angles
  JNI_LINK_UNIVERSAL,
  JNI_LINK_UNIVERSAL_PLUNGE,  // displacement along `slide`, then as universal
  // a, b of Rx(a) Ry(2 b) Rx(a): whatever a and b are, the child bends and does not twist about z
  JNI_LINK_CONSTANT_VELOCITY,
  JNI_LINK_CONSTANT_VELOCITY_PLUNGE,  // displacement along `slide`, then the same
  JNI_LINK_PLANAR,                    // displacements along x and y, angle about z
  JNI_LINK_SPHERICAL,                 // quaternion; angular velocity relative to the parent, in the child's body axes
  // plane: x, y, angle; velocity in body axes, rate. Space: position, quaternion; velocity and angular velocity of the
  // body in body axes. Always against the ground
  JNI_LINK_FREE,
  JNI_LINK_PARTICLE,  // position; velocity in ground axes. Always against the ground
  JNI_LINK_KINDS
} jni_link_kind;

enum { JNI_MAX_COORDINATES = 3, JNI_MAX_JOINT_ROWS = 6 };

// What an element looks like in a picture (src/output/picture).
typedef enum {
  JNI_LOOK_NONE,
  JNI_LOOK_PIN,     // turns about an axis
  JNI_LOOK_BALL,    // turns about several
  JNI_LOOK_SLIDE,   // along an axis
  JNI_LOOK_WELD,    // holds altogether
  JNI_LOOK_ROD,     // between two points
  JNI_LOOK_WHEEL,   // the second end rolls on the first
  JNI_LOOK_SPRING,  // a force between two points, or along a slide
  JNI_LOOK_BAND,    // of a track, round wheels
} jni_appearance;

struct jni_joint_element;
struct jni_row_builder;

typedef struct {
  const char *name, *help;  // help: one line
  bool in_plane, in_space;
  bool two_ended;     // has `between`
  bool joins_points;  // its rows bring the points of its two ends together, in one direction at least
  bool driver;        // stands in the section `drivers`, without a type
  bool free;          // holds nothing
  jni_appearance look;
  bool teeth;  // relates joint coordinates as teeth do: may have `geometry` (mesh.h)
  // c(other[0], related[1]) = ratio c(joint, related[0]) + offset is its relation; NULL: that of its terms
  const char *related[2];
  jni_link_kind link;  // in a spanning tree of the bodies; JNI_LINK_NONE: it has no motion of its own to build on
  const jni_field *fields;
  int nfields;
  jni_coordinate_info coordinates[JNI_MAX_COORDINATES];
  int ncoordinates;
  // Extra checks of a definition; false and a sentence in `what`.
  bool (*check)(const jn_model *model, const jn_joint_def *def, char *what, size_t size);
  // Adds the primitive rows of the builder's joint (src/joint/equations/primitive.h).
  void (*build)(struct jni_row_builder *builder);
} jni_joint_kind;

struct jni_road_builder;

// A kind of road, or of segment of a profile.
typedef struct {
  const char *name, *help;
  const jni_field *fields;  // in jn_road_def
  int nfields;
  // Adds the parts that the road consists of itself (src/model/road/road.h); NULL: it is made of other roads.
  void (*build)(const jn_road_def *def, struct jni_road_builder *builder);
  // Extra checks of a definition; false and a sentence in `what`.
  bool (*check)(const jn_road_def *def, char *what, size_t size);
  bool zoned;  // `friction` holds within its edges, not everywhere
} jni_road_kind;

struct jni_facets;

// A kind of shape: what a body looks like.
typedef struct {
  const char *name, *help;
  bool convex;              // its outline is that of its corners
  bool round;               // it looks the same when it turns about its axis
  const jni_field *fields;  // in jn_shape_def
  int nfields;
  // Extra checks of a definition; false and a sentence in `what`. NULL: none.
  bool (*check)(const jn_model *model, const jn_shape_def *def, char *what, size_t size);
  // Its surface in its own axes (src/model/shape/shape.h).
  void (*facets)(const jn_shape_def *def, struct jni_facets *out);
} jni_shape_kind;

struct jni_force_element;
struct jni_force_input;
struct jni_force_output;
struct jni_force_tangent;
struct jni_constants;
struct jni_force_code;
struct jni_scalar_geometry;
struct jni_scalar_law;

// What force.NAME.WORD prints besides length, rate, value, energy and power, and what states of its own are called.
typedef struct {
  const char *name;
  jn_dimension dimension, angular;  // along a length, and along an angle
  bool sideways;                    // changes its sign in a mirror: lateral forces, slip and camber of a tyre
} jni_force_word;

enum { JNI_MAX_FORCE_TABLES = 6, JNI_MAX_FORCE_STATES = 24, JNI_MAX_FORCE_OUTPUTS = 22, JNI_MAX_FORCE_SWITCHES = 4 };

enum { JNI_MANY_ENDS = -1 };

// What a kind takes from a file of properties: numbers of its fields, and lists of coefficients.
typedef struct {
  const char *key, *field;
  const char *over;  // the field is its value over that of this key, in the file's units; NULL: the value itself
} jni_property_entry;

typedef struct {
  size_t offset;            // of a jn_numbers in jn_force_def
  const char *const *keys;  // in this order; NULL among them: always the usual value
  const double *usual;      // where the file has none; NULL: zeros
  int n;
  const jn_dimension *dimensions;  // of the first `ndimensions`; the others are plain numbers
  int ndimensions;
  const char *sections;  // how their names end: what else stands in them is left out, and told
} jni_property_list;

// A key that the file must have, or that must be within a range where it has it.
typedef struct {
  const char *key;
  jni_range range;
  bool optional;
} jni_property_need;

typedef struct jni_property_use {
  const char *const *formats;  // values of PROPERTY_FILE_FORMAT; ended by NULL
  const jni_property_entry *entries;
  int nentries;
  const jni_property_list *lists;
  int nlists;
  // NULL: every file of these formats fits. Else false and what the file needs, as the end of a sentence.
  bool (*fits)(const jni_properties *file, char *what, size_t size);
  const jni_property_need *needs;
  int nneeds;
} jni_property_use;

struct jni_tyre_law;

typedef struct {
  const char *name, *help;
  bool in_plane, in_space;
  jni_appearance look;
  int ends;  // 1, 2; 0: on every body (point gravity); JNI_MANY_ENDS: see jni_force_ends
  const struct jni_scalar_geometry *geometry;  // of kinds along one coordinate (src/force/scalar.h); NULL: no such kind
  const struct jni_scalar_law *law;            // of these kinds
  const struct jni_tyre_law *tyre;             // of tyres: what their kinds differ in (src/force/tyre/tyre.h)
  const jni_property_use *properties;          // NULL: it reads no files of properties
  void (*complete)(jn_force_def *def);         // what follows from a checked definition and is not given; NULL: nothing
  bool on_soil;                                // the road under it must have a soil
  const jni_field *fields;
  int nfields;
  bool (*check)(const jn_model *model, const jn_force_def *def, char *what, size_t size);
  bool potential;  // at rest the force derives from its potential; ask by jni_force_has_potential
  bool (*potential_if)(const struct jni_force_element *force);  // that of these elements; NULL: of all
  bool angular;  // `between` stands for the angle between two bodies (plane)
  bool (*conservative)(const struct jni_force_element *force);  // true: power is always zero
  // forces and torques are linear in the values of the element's expressions, but for a kind that is `bent`
  void (*calc)(const struct jni_force_element *force, const struct jni_force_input *in, struct jni_force_output *out);
  bool bent;
  // NULL: differences
  void (*tangent)(const struct jni_force_element *force, const struct jni_force_input *in,
                  struct jni_force_tangent *out);
  // Of kinds with many ends: force and torque of each end over how one of them stands (the first six numbers of a row)
  // and moves, ground axes. False: not known there, by differences.
  bool (*tangent_end)(const struct jni_force_element *force, const struct jni_force_input *in, int end,
                      double (*out)[6][12]);
  // Like calc for the conservative part alone, between two configurations (in[0] and in[1], both at rest): forces at
  // the mean of the ends that do the work V0 - V1 to rounding along straight ways. NULL: the mean configuration's,
  // mended along the way (discrete.c).
  void (*discrete)(const struct jni_force_element *force, const struct jni_force_input *in,
                   struct jni_force_output *out);
  // Where its law has a corner or jumps: JNI_MAX_FORCE_SWITCHES at most. `switches` tells how far it is to each and on
  // which side it is (base/side.h); calc stays on the sides that the input holds, and goes on smoothly beyond them.
  // Switches in the expressions of an element are known without. NULL: none.
  int (*nswitches)(const struct jni_force_element *force);
  void (*switches)(const struct jni_force_element *force, const struct jni_force_input *in, double *e, int *side);
  bool touches;  // its switches are events of the model, each at the zero of a function, and always located
  bool limits;   // limits a length or coordinate to [lower, upper]
  int (*nstates)(const struct jni_force_element *force);  // auxiliary states of its own, from zero on; NULL: none
  const jni_force_word *states;                           // JNI_MAX_FORCE_STATES at most
  const jni_force_word *outputs;                          // JNI_MAX_FORCE_OUTPUTS at most
  int noutputs;
  int (*nwords)(const struct jni_force_element *force);  // how many of these an element has; NULL: all
  // The numbers that its kernel is called with, put together once by jn_model_finish (element->numbers). NULL: none.
  void (*numbers)(const struct jni_force_element *force, struct jni_constants *numbers);
  const struct jni_force_code *code;  // as part of a graph (src/force/code.h); NULL: not known
} jni_force_kind;

struct jni_subsystem_element;
struct jni_subsystem_code;

// What subsystem.NAME.WORD is.
typedef struct {
  const char *name;
  jn_dimension dimension;
  jni_stage stage;  // of an output: the first or the second
} jni_subsystem_word;

// What a subsystem reads: its inputs in the order of its fields (0 where one is not given), its outputs of the stages
// before, and its states.
typedef struct {
  double t;
  const double *value, *output, *state, *discrete;
} jni_subsystem_input;

// Fields that are expressions are its inputs.
typedef struct {
  const char *name, *help;
  const jni_field *fields;  // in jn_subsystem_def
  int nfields;
  const jni_subsystem_word *outputs, *states, *discretes;  // states are continuous ones
  int noutputs, nstates, ndiscretes;
  const char *outputs_are;  // where the definition names them: a hint beside an unknown one; NULL: none
  int nroots;
  // Extra checks of a definition; false and a sentence in `what`. NULL: none.
  bool (*check)(const jn_model *model, const jn_subsystem_def *def, char *what, size_t size);
  // When the element is added: fills in its constants, and words, roots and times of sampling where they depend on the
  // definition (src/model/model.h). NULL: none do.
  void (*shape)(jn_model *model, struct jni_subsystem_element *element);
  // Initial states, from zeros. NULL: zero.
  void (*start)(const struct jni_subsystem_element *element, double *state, double *discrete);
  // The outputs of one stage.
  void (*calc)(const struct jni_subsystem_element *element, const jni_subsystem_input *in, jni_stage stage,
               double *output);
  void (*rates)(const struct jni_subsystem_element *element, const jni_subsystem_input *in, double *rate);
  // What is positive is due: the jump follows at once, and makes it zero or negative. In between they are continuous.
  void (*roots)(const struct jni_subsystem_element *element, const jni_subsystem_input *in, double *root);
  void (*jump)(const struct jni_subsystem_element *element, const jni_subsystem_input *in, int root, double *state,
               double *discrete);
  // At its sampling times (element->period). False and a sentence ends the run; the states stay as they are.
  bool (*sample)(const struct jni_subsystem_element *element, const jni_subsystem_input *in, double *state,
                 double *discrete, char *what, size_t size);
  const struct jni_subsystem_code *code;  // as part of a graph (src/subsystem/code.h); NULL: not known
} jni_subsystem_kind;

// Of kinds of joints and forces.
#define JNI_PLANE_AND_SPACE .in_plane = true, .in_space = true
#define JNI_FIELDS(list) .fields = list, .nfields = (int)(sizeof list / sizeof *list)

extern const jni_joint_kind *const jni_joint_kinds[];          // ended by NULL; in src/joint/joint_table.c
extern const jni_force_kind *const jni_force_kinds[];          // ended by NULL; in src/force/table.c
extern const jni_subsystem_kind *const jni_subsystem_kinds[];  // ended by NULL; in src/subsystem/table.c
extern const jni_road_kind *const jni_road_kinds[], *const jni_segment_kinds[];  // ended by NULL; in road_kind.c
extern const jni_shape_kind *const jni_shape_kinds[];                            // ended by NULL; in shape_kind.c

// Number of rows of a joint whose definition is checked; -1 and a sentence in `what` when an end cannot carry them (or
// "out of memory"). In src/joint/equations/fit.c.
int jni_joint_rows(const jn_model *model, int joint, char *what, size_t size);

// ---- choices (choices.c)

// Names of kinds that a choice may take, each once; NULL past the last. In src/formulation/table.c.
const char *jni_choice_name(jn_choice which, int i);
const char *jni_choice_help(jn_choice which, const char *name);        // in src/formulation/choice_help.c
bool jni_choice_is_usual(const jn_choices *choices, jn_choice which);  // it has its default
jn_dimension jni_choice_dimension(jn_choice which);
void jni_choice_noun(jn_choice which, char *text, size_t size);  // "position control"
// As jn_choice_set, from a number, and from the text `auto` where the program can choose.
bool jni_choice_set_number(jn_choices *choices, jn_choice which, double value, char *what, size_t size);
bool jni_choice_set_auto(jn_choices *choices, jn_choice which, const char *text);

const jni_joint_kind *jni_joint_kind_find(const char *name);
const jni_force_kind *jni_force_kind_find(const char *name);
const jni_subsystem_kind *jni_subsystem_kind_find(const char *name);
const jni_road_kind *jni_road_kind_find(const jni_road_kind *const *kinds, const char *name);
const jni_shape_kind *jni_shape_kind_find(const char *name);

#endif
