// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// model.h - the model as the rest of the library sees it: flat arrays of checked elements, constant once finished.
#ifndef JNI_MODEL_H
#define JNI_MODEL_H

#include <string.h>

#include "base/pool.h"
#include "kernel/ground/terrain.h"
#include "model/expression/expression.h"
#include "model/kind.h"
#include "model/names.h"
#include "symbolic/trace.h"

typedef struct {
  int line, column;  // place in the file, 0: made through the C API
  int file;          // 0: the model's own; else the number, from 1 on, of a file that it names
  int use;           // the number, from 1 on, of the use of a part through which it is reached; 0: none
} jni_place;

// Where a body begins as far as initial values do not say: its centre of mass in the frame of its part.
typedef struct {
  double p[3], q[4], angle;
  int base;  // the body that it moves with, 0: the ground
} jni_rest;

typedef struct {
  char *name;
  bool particle, unseen;
  double mass, inertia[6], com[3];
  int frame, com_frame;  // the body's own frame and the one at its centre of mass (axes of the body)
  const jni_rest *rest;  // NULL: at rest at the origin
  jni_place place;
} jni_body;

typedef struct {
  char *name;  // "" for the body's own frame, "com" for the centre of mass
  int body;
  double p[3];    // in the body's frame, m
  double R[9];    // row-major, maps frame axes to body axes
  bool oriented;  // given as a frame with an orientation of its own, not a point
  jni_place place;
} jni_frame;

typedef struct jni_joint_element {
  char *name;
  const jni_joint_kind *kind;
  jn_joint_def def;  // its pointers belong to the model; axes are of unit length
  bool faulty;       // a fault was reported: no further checks
  // a variable of it is named to be independent, and def.tree leaves open whether it is in the spanning tree
  bool named;
  unsigned mirror;  // of which it is an image; an odd one makes it left-handed (mirror.h)
  jni_place place;
} jni_joint_element;
int jni_model_armature(const jn_model *model);               // the first joint with an armature, -1: none
const char *jni_joint_word(const jni_joint_element *joint);  // "joint" or "driver", for messages
// the key of def.motion: "motion" of a driver, "rate" of others
const char *jni_joint_motion_key(const jni_joint_kind *kind);
// It prescribes something: by an expression of time, a table, or what it follows.
static inline bool jni_is_driven(const jn_joint_def *def) {
  return def->motion || def->table.n > 0 || def->follow.signal;
}

typedef struct jni_road_element {
  char *name;
  const jni_road_kind *kind;
  jn_road_def def;       // without points, heights and segments, which are in the parts
  jn_road *roads;        // the roads that it is a sum of
  jnk_road_part *parts;  // of its own
  int nparts;
  jnk_zone *zones;  // of its own
  int nzones;
  double *numbers;  // what the parts point to
  bool enveloped;   // it or a road it is made of asks for it
  bool faulty;
  jni_place place;
} jni_road_element;

typedef struct jni_shape_element {
  const jni_shape_kind *kind;
  jn_shape_def def;  // its pointers belong to the model; axis, from and to are taken in: axis z, points of a line
} jni_shape_element;

// The triangles of a file, shared by the shapes that name it.
typedef struct {
  char *path;
  jn_mesh mesh;
} jni_mesh_file;

typedef struct {
  char *name;
  jnk_soil soil;
  bool faulty;
} jni_soil;

// A road as tyres see it: all its parts, or their envelope.
typedef struct {
  int road;
  double radius;  // of the envelope's disc, 0: none
  jnk_terrain terrain;
} jni_surface;

typedef struct jni_force_element {
  char *name;
  const jni_force_kind *kind;
  jn_force_def def;            // its pointers belong to the model
  const jnk_terrain *terrain;  // under a tyre; set by jn_model_finish
  // its fields that name tables, in their order, NULL: not given; set by jn_model_finish
  const jnk_lookup *tables[JNI_MAX_FORCE_TABLES];
  const double *numbers;  // of its kernel, if its kind has such; set by jn_model_finish
  int nnumbers;
  unsigned mirror;  // of which it is an image
  bool faulty;      // a fault was reported: no further checks
  jni_place place;
} jni_force_element;
// Where it acts, unless it acts along joint coordinates.
const jn_frame *jni_force_ends(const jni_force_element *force, int *n);
bool jni_force_has_potential(const jni_force_element *force);  // at rest the force derives from its potential
// It acts along a joint coordinate or a linear form of several, and not on ends.
static inline bool jni_acts_along(const jn_force_def *def) { return def->joint.i >= 0 || def->nterms > 0; }
bool jni_force_is_angular(const jn_model *model, const jni_force_element *force);  // its value is a torque
bool jni_force_opposes(const jni_force_element *force);  // that value is positive against a growing coordinate
// Of a joint: its coordinate (NULL: the first) is 1 an angle, 0 a length, -1: not known.
int jni_is_angle(const jn_model *model, jn_joint joint, const char *coordinate);

// The list of a field of terms, and how many there are: so they stand in definitions.
typedef struct {
  const jn_term *list;
  int n;
} jni_terms;

// An expression that a subsystem reads.
typedef struct {
  const char *key, *text;  // text NULL: not given
  jni_stage stage;
} jni_subsystem_reading;

typedef struct jni_subsystem_element {
  char *name;
  const void *made;  // what the kind's `shape` has made of the definition, in the model's memory
  const jni_subsystem_kind *kind;
  jn_subsystem_def def;  // its pointers belong to the model; expressions as they were given
  jni_subsystem_reading *inputs;
  int ninputs;
  const jni_subsystem_word *outputs, *states, *discretes;  // those of the kind, or by its `shape`
  int noutputs, nstates, ndiscretes, nroots;
  const void *constants;  // what the kind has made of its definition, by its `shape`
  double period, offset;  // of sampling, s; period 0: not sampled
  uint64_t hash;          // of what it has from files besides its definition
  bool faulty;            // a fault was reported: no further checks
  unsigned mirror;        // its expressions are reflected by jn_model_finish
  jni_place place;
} jni_subsystem_element;

typedef struct {
  char *name;
  char *expression;  // or NULL
  jn_law table;      // over time; n = 0: none
  double safe;       // where a program that gives its values falls silent; NaN: as the model has it
  jni_place place;
} jni_input;

typedef struct {
  char *name;
  double initial;
  const char *rate;  // auxiliary: expression; discrete: NULL
  unsigned mirror;
  jni_place place;
} jni_state;

// The level says what must have been computed: position, velocity, or acceleration (with multipliers).
typedef enum { JNI_LEVEL_POSITION, JNI_LEVEL_VELOCITY, JNI_LEVEL_ACCELERATION } jni_level;

// What an expression may look at: time; how things stand and move and what forces make of it; whatever has a number.
typedef enum { JNI_OF_TIME, JNI_OF_MOTION, JNI_OF_ANYTHING } jni_reach;

// A table that expressions call like a function.
typedef struct {
  char *name;
  jnk_lookup lookup;
  jn_dimension over[2], unit;
  bool has_over, has_unit;  // else these are not known
  bool faulty;              // a fault was reported: it has no numbers
  jni_place place;
} jni_table;

// A signal of the section `signals`: an expression with a name.
typedef struct {
  char *name;
  const char *expression;
  jn_dimension dimension;  // as given, or of what it reads alone; else none
  bool has_unit;           // it was given
  // of all that it reads, through other signals too; set by jn_model_finish
  jni_level level;
  jni_reach reach;
  const char *leaf;  // what it reads that reaches so far; NULL: t at most
  unsigned mirror;   // its expression is reflected by jn_model_finish
  jni_place place;
} jni_computed;

typedef struct {
  char *name;
  const char *when;  // NULL: time event
  int direction;
  double at, every;
  const char **set;  // pairs name, expression; nset pairs
  int nset;
  bool stop;
  unsigned mirror;
  jni_place place;
} jni_event;

typedef struct jni_initial jni_initial;
typedef struct jni_signal jni_signal;

typedef struct {
  char *name;
  const char *expression;  // never NULL; often the name itself
  unsigned mirror;         // of a formula; a signal by its name is what it is in the world
  jni_place place;
  const char *unit;  // that was asked for; NULL: none
  double factor;     // SI units in one of it
  jn_dimension dimension;
} jni_output;

// What the reader knows of the keys of the element being added: where they stand, and which it has complained about
// already.
typedef struct {
  const char *name;
  jni_place place;
  const char *file;  // NULL: the model's own
  bool bad;
} jni_given;

typedef struct {
  const char *name;
  double value;  // SI
  jn_dimension dimension;
  bool has_unit;     // else the dimension is not known
  double min, max;   // SI; -INFINITY, INFINITY: no limit
  const char *text;  // as it is written: "50 mm", "=2*l"
  const char *description;
  bool structural;  // decides which elements there are
} jni_parameter_value;

// A use of a part, for messages.
typedef struct {
  char *name;       // its path: "front.left"
  jni_place place;  // of its key; place.use is the use that it stands in
} jni_use;

typedef struct {
  const char *text;  // an expression of the model, by its pointer
  jni_place place;
  const char *file;  // NULL: the model's own
} jni_text_place;

// A formula that is bound to a port: it stands in parentheses or braces in the formulas of the part.
typedef struct {
  const char *text, *port;
  jni_place place;
  const char *file;  // NULL: the model's own
} jni_handed;

// Straight-line code that the file has brought along (model/package/package.h).
typedef struct {
  const unsigned char *bytes;
  size_t n;
  const unsigned char *told;  // what is told of it, behind it; ntold 0: nothing is precomputed
  size_t ntold;
  uint64_t hash;  // of the equations that it is for
  const char *const *kept;
  int nkept;               // parameters that may be set all the same
  const char *const *set;  // paths that the user has set beyond what it was compiled with
  int nset;
} jni_model_code;

enum { JNI_MAX_FAULTS = 100 };

struct jn_model {
  jni_pool pool;               // of all it has
  const char *name, *file;     // file "" for the C API
  jn_source own;               // that file; `sources` are those that it names: variants of, parts, tables
  size_t kept;                 // bytes of their texts
  const jni_model_code *code;  // NULL: none
  jn_space space;
  double gravity[3];  // m/s^2
  unsigned mirror;    // of which the next added elements are images (mirror.h)
  jn_choices choices;
  jn_choices as_read;           // the choices before anything was edited
  struct jni_library *library;  // the files that it was read from, parsed; NULL: made through the C API
  jni_trace *trace;             // formulas of its numbers over kept parameters (symbolic/trace.h); NULL: none
  bool finished;
  jn_report *report;
  const struct jn_files *files;  // while it is read; NULL: those of the disk
#define JNI_MODEL_ARRAYS(X)            \
  X(jni_body, bodies)                  \
  X(jni_frame, frames)                 \
  X(jni_joint_element, joints)         \
  X(jni_force_element, forces)         \
  X(jni_subsystem_element, subsystems) \
  X(jni_road_element, roads)           \
  X(jni_soil, soils)                   \
  X(jni_surface, surfaces)             \
  X(jni_shape_element, shapes)         \
  X(jni_mesh_file, meshes)             \
  X(jni_input, inputs)                 \
  X(jni_state, auxiliaries)            \
  X(jni_state, discretes)              \
  X(jni_computed, computed)            \
  X(jni_table, tables)                 \
  X(jni_event, events)                 \
  X(jni_initial, initials)             \
  X(jni_output, outputs)               \
  X(jni_signal, followed)              \
  X(jn_source, sources)                \
  X(jn_setting, settings)              \
  X(jni_parameter_value, parameters)   \
  X(jni_use, uses)                     \
  X(jni_text_place, text_places)       \
  X(jni_handed, handed)
#define JNI_X(type, field) \
  type *field;             \
  int n##field, capacity_##field;
  JNI_MODEL_ARRAYS(JNI_X)
#undef JNI_X
  jni_place independent_place;  // of `independent` in the file; line 0: not given there
  jni_place place;              // where the next added element stands; set by the reader
  const char *place_file;       // file of that place when it is not the model's own (a setting)
  // imported: for each line of the model's text its place in the source, line 0: none; NULL: the text is the source
  jni_place *lines;
  int nlines;
  const jni_given *given;  // keys of the next added element, NULL: made through the C API
  int ngiven;
  jni_names *names;
  // forces, signals and stages of subsystems (finish.h), each behind all that it needs; NULL: nothing needs another
  int *order;
  int nown_discretes;  // discrete states of the model and behind them those of subsystems, set by jn_model_finish
  int road_numbers;    // of all roads
  // Characters at the beginning of the name of the next added element that are the path of the use it belongs to; set
  // by the reader. Without it a name has no dots.
  size_t path_length;
  int nfaults;
  jni_place told[JNI_MAX_FAULTS];  // places of the faults in the report
  bool muted;                      // faults are neither counted nor told: they would repeat one that is
  bool checked;                    // the joints have been, without a fault: their rows can be looked at
  bool no_memory;
};

uint64_t jni_code_hash(const jn_model *model);       // of the equations alone, wherever they start (hash.c)
uint64_t jni_equations_hash(const jn_model *model);  // with where they start
uint64_t jni_hash_numbers(uint64_t hash, const double *x, int n);

// ---- building: shared by the files of the builder and by the reader ------------------------------------------

// A fault at model->place. After JNI_MAX_FAULTS the rest is counted and dropped. What one use of a part is told, the
// others of that part are not told again.
void jni_model_fault(jn_model *model, const char *element, const char *format, ...) JN_PRINTF(3, 4);
// A warning at model->place, once for each place however often it is read, and not more than 20 of them.
void jni_model_warn(jn_model *model, const char *element, const char *sentence);
void jni_model_add_handed(jn_model *model, const jni_handed *handed);  // texts are copied
// What would have this name is missing because of a fault that is told: faults that only follow from it are not.
void jni_model_lose(jn_model *model, const char *path);
// Does the name, or what follows one of its dots, begin with something that is missing so?
bool jni_model_is_lost(const jn_model *model, const char *name);
bool jni_model_is_told_at(const jn_model *model, jni_place place);  // some fault
// File, line and column of a place, for a message; those of the source where the model was imported.
void jni_model_place(const jn_model *model, jni_place place, jn_error *error);
const char *jni_model_file(const jn_model *model,
                           jni_place *place);  // its name; an imported place becomes the source's
// A fault at the place of a key of the element being added (or of the element, when the key was not given).
void jni_model_fault_key(jn_model *model, const char *element, const char *key, const char *format, ...)
    JN_PRINTF(4, 5);
const jni_given *jni_model_given(const jn_model *model, const char *key);  // NULL: not given, or no reader
bool jni_model_is_bad(const jn_model *model, const char *key);             // the reader has complained about it
// Copies that belong to the model; with a key, the place of a text is remembered. NULL and n = 0 give NULL.
char *jni_model_text(jn_model *model, const char *text, const char *key);
void jni_subsystem_copy_list(jn_model *model, const jni_field *field, jn_subsystem_def *def);  // subsystem_copy.c
double *jni_model_doubles(jn_model *model, const double *values, int n);
// Room for one more of n elements of an array of the model. False: no memory.
bool jni_model_grow(jn_model *model, void *array_pointer, int *capacity, int n, size_t size);
// As jn_model_add_frame. `alone`: the name of the point without its body, where it is the only one with that name.
jn_frame jni_model_add_frame(jn_model *model, jn_body body, const char *name, const char *alone, const double p[3],
                             const double quaternion[4]);
// A frame that messages call by its body alone. Not mirrored; finite.
jn_frame jni_model_add_nameless(jn_model *model, jn_body body, const double p[3], const double *quaternion);
// A legal and unused name? Faults otherwise. `what`: "body".
// A signal and a table differ from each other, by `other` and what it is called, and from functions.
bool jni_model_check_callable(jn_model *model, const char *element, const char *name, jni_name_group other,
                              const char *what);
bool jni_model_check_name(jn_model *model, jni_name_group group, int owner, const char *what, const char *name);
bool jni_name_is_legal(const char *name);
// Faults for what a definition gives against the list of fields of its kind. `noun`: "" or " joint", after the kind's
// name.
bool jni_model_check_fields(jn_model *model, const char *element, const char *kind, const char *noun,
                            const jni_field *fields, int nfields, const void *def, const void *fallback);
void jni_wanted_text(jn_dimension dimension, char *text, size_t size);  // 'a time such as 0.2 or "200 ms"'
static inline const char *jni_article(const char *word) { return strchr("aeio", word[0]) ? "an" : "a"; }
const char *jni_range_sentence(jni_range range, double value);  // "must be positive", NULL: it is within
bool jni_model_check_law(jn_model *model, const char *element, const char *key, const jn_law *law);
bool jni_model_copy_law(jn_model *model, const jn_law *law, jn_law *made);
// Index of the named coordinate (NULL: the first; "coordinate" too) of a joint kind, -1: none.
int jni_kind_coordinate(const jni_joint_kind *kind, const char *name);
// A sum names each coordinate of joints once; all of them exist.
bool jni_terms_differ(const jn_model *model, const jn_term *terms, int n, char *what, size_t size);
// "; it has x, y, angle", or "; did you mean 'angle'?" where one is near; nothing for a kind without coordinates.
void jni_kind_suggest_coordinate(const jni_joint_kind *kind, const char *name, char *text, size_t size);
// Characters of a name, and of a path: names of uses and of an element in them, with dots between them.
enum { JNI_MAX_NAME = 63, JNI_MAX_PATH = 255, JNI_ELEMENT_SIZE = JNI_MAX_PATH + 33 };
// Writes "joint 'A'" for messages; name NULL: "joint". Without printf, which takes a tenth of the time of a read: it is
// called for every element.
void jni_element_text(char element[JNI_ELEMENT_SIZE], const char *what, const char *name);
// The longest beginning of `path`, up to a dot or its end, that is a name of the group. Its length, 0: none; *number.
size_t jni_model_find_path(const jni_names *names, jni_name_group group, int owner, const char *path, int *number);
enum { JNI_DEF_COOKIE = 0x6a6e };
enum { JNI_MAX_CANDIDATES = 5000 };  // elements that are looked at for a suggestion
// Writes "; did you mean 'x'?" or nothing.
void jni_suggest(const char *name, const char *(*candidate)(const void *context, int i), const void *context,
                 char *text, size_t size);

// Tables of a model, for the vocabulary of an expression.
int jni_model_find_table(const jn_model *model, const char *name);  // -1: none
// What a force takes of a table that it names, field `key`: units of the arguments and of the values.
typedef struct {
  const char *key;
  jn_dimension over[2], unit;
} jni_table_wish;
bool jni_table_fits(const jn_model *model, jn_lookup table, const jni_table_wish *wish, char *what, size_t size);
const char *jni_model_table_name(const jn_model *model, int i);  // for jni_nearest; NULL past the last

// As jn_model_with_parameters; the trace records the formulas of the new model's numbers and must outlive it
// (read/read_again.c).
jn_model *jni_model_traced(const jn_model *model, const char *const *names, const double *values, int n,
                           jni_trace *trace, jn_report *report);

// ---- signals: everything that has a name and a number --------------------------------------------------------

// kind, level, what becomes of it in a mirror (BY_TYPE: reflect.c tells), meaning of its indices
#define JNI_SIGNAL_LIST(X)                                                                                   \
  X(TIME, POSITION, KEPT, "time, t")                                                                         \
  X(POSITION, POSITION, POLAR, "frame a, component: BODY.x, BODY.POINT.x, POINT.x")                          \
  X(VELOCITY, VELOCITY, POLAR, "frame a, component: BODY.vx, BODY.POINT.vx")                                 \
  X(ACCELERATION, ACCELERATION, POLAR, "frame a, component: BODY.ax, BODY.POINT.ax")                         \
  X(ANGLE, POSITION, AXIAL, "body a, plane: BODY.angle")                                                     \
  X(RATE, VELOCITY, AXIAL, "body a, plane: BODY.rate")                                                       \
  X(ANGULAR_ACCELERATION, ACCELERATION, AXIAL, "body a, plane: BODY.angular_acceleration; space: component") \
  X(QUATERNION, POSITION, BY_TYPE, "body a, component 0..3: BODY.qw BODY.qx BODY.qy BODY.qz")                \
  X(OMEGA, VELOCITY, AXIAL, "body a, component, body axes: BODY.wx BODY.wy BODY.wz")                         \
  X(TURN, POSITION, BY_TYPE, "body a, seen from body c, order b, angle: BODY.yaw, BODY.in.OTHER.zxz.1")      \
  X(TURN_RATE, VELOCITY, BY_TYPE, "the same: BODY.yaw_rate, BODY.in.OTHER.zxz_rate.1")                       \
  X(RELATIVE_POSITION, POSITION, POLAR, "frame a, axes of body c, component: BODY.in.OTHER.x")               \
  X(RELATIVE_VELOCITY, VELOCITY, POLAR, "frame a, seen from body c, component: BODY.in.OTHER.vx")            \
  X(COORDINATE, POSITION, KEPT, "joint a, coordinate b: joint.NAME.coordinate, joint.NAME.angle, ...")       \
  X(COORDINATE_RATE, VELOCITY, KEPT, "joint a, coordinate b: joint.NAME.rate, joint.NAME.angle_rate, ...")   \
  X(REACTION_FORCE, ACCELERATION, POLAR, "joint a, end b, axes of body c (0 ground), component")             \
  X(REACTION_TORQUE, ACCELERATION, AXIAL, "joint a, end b, axes of body c (0 ground), component")            \
  X(LOAD, POSITION, KEPT, "joint a: joint.NAME.load, of the last accepted step")                             \
  X(PITCH_POINT, POSITION, POLAR, "joint a with teeth, component: joint.NAME.point.x")                       \
  X(PUSH, ACCELERATION, KEPT, "joint a on coordinates: joint.NAME.push")                                     \
  X(DRIVE, POSITION, KEPT, "driver a, derivative b: driver.NAME.position, .rate, .acceleration")             \
  X(DRIVE_FORCE, ACCELERATION, KEPT, "driver a: driver.NAME.force, .torque")                                 \
  X(DRIVE_POWER, ACCELERATION, KEPT, "driver a: driver.NAME.power")                                          \
  X(LAMBDA, ACCELERATION, BY_TYPE, "joint a, row b: joint.NAME.lambda.1")                                    \
  X(COUPLING, ACCELERATION, BY_TYPE, "joint a, row b: joint.NAME.coupling.1")                                \
  X(RATE_COUPLING, ACCELERATION, BY_TYPE, "joint a, row b: joint.NAME.rate_coupling.1")                      \
  X(FORCE_LENGTH, POSITION, KEPT, "force a: force.NAME.length (or angle)")                                   \
  X(FORCE_RATE, VELOCITY, KEPT, "force a: force.NAME.rate")                                                  \
  X(FORCE_VALUE, VELOCITY, BY_TYPE, "force a: force.NAME.value, the scalar force or moment")                 \
  X(FORCE_ENERGY, POSITION, KEPT, "force a: force.NAME.energy")                                              \
  X(FORCE_POWER, VELOCITY, KEPT, "force a: force.NAME.power")                                                \
  X(FORCE_OUTPUT, VELOCITY, BY_TYPE, "force a, output b of its kind: force.NAME.fx")                         \
  X(FORCE_STATE, POSITION, BY_TYPE, "force a, state b of its own: force.NAME.deflection_y")                  \
  X(END_FORCE, VELOCITY, POLAR, "force a, end b, component: force.NAME.force.x, force.NAME.on.BODY.force.x") \
  X(END_TORQUE, VELOCITY, AXIAL, "the same about the point of the end: force.NAME.torque.x")                 \
  X(INPUT, POSITION, KEPT, "input a: NAME or input.NAME")                                                    \
  X(AUXILIARY, POSITION, KEPT, "auxiliary state a: NAME")                                                    \
  X(DISCRETE, POSITION, KEPT, "discrete state a: NAME")                                                      \
  X(COMPUTED, POSITION, KEPT, "signal a of the model, of a level of its own: NAME")                          \
  X(SUBSYSTEM_OUTPUT, VELOCITY, KEPT, "subsystem a, output b: subsystem.NAME.WORD")                          \
  X(SUBSYSTEM_STATE, POSITION, KEPT, "subsystem a, continuous state b: subsystem.NAME.WORD")                 \
  X(SUBSYSTEM_RATE, VELOCITY, KEPT, "subsystem a, rate of its state b: subsystem.NAME.WORD_rate")            \
  X(SUBSYSTEM_DISCRETE, POSITION, KEPT, "subsystem a, discrete state b: subsystem.NAME.WORD")                \
  X(ENERGY, VELOCITY, KEPT, "energy: T + V")                                                                 \
  X(KINETIC, VELOCITY, KEPT, "energy.kinetic")                                                               \
  X(POTENTIAL, POSITION, KEPT, "energy.potential")                                                           \
  X(WORK, VELOCITY, KEPT, "energy.work")                                                                     \
  X(ENERGY_ERROR, VELOCITY, KEPT, "energy.error: T + V - (T + V)_0 - W")                                     \
  X(MOMENTUM, VELOCITY, POLAR, "momentum.x ...: of all bodies")                                              \
  X(ANGULAR_MOMENTUM, VELOCITY, AXIAL, "angular_momentum.x ...: of all bodies about the origin")             \
  X(VIOLATION_POSITION, POSITION, KEPT, "violation.position: largest row of phi")                            \
  X(VIOLATION_VELOCITY, VELOCITY, KEPT, "violation.velocity: largest row of G v - nu")                       \
  X(VIOLATION_ACCELERATION, ACCELERATION, KEPT, "violation.acceleration: largest row of G vdot - gamma")

typedef enum {
#define JNI_X(kind, level, mirroring, meaning) JNI_SIGNAL_##kind,
  JNI_SIGNAL_LIST(JNI_X)
#undef JNI_X
      JNI_SIGNAL_COUNT
} jni_signal_kind;

enum { JNI_SIGNAL_NAME_SIZE = JNI_MAX_PATH + 65 };  // a path, and words before and behind it

struct jni_signal {
  jni_signal_kind kind;
  int a, b, c, component;
  jn_dimension dimension;
  char name[JNI_SIGNAL_NAME_SIZE];  // full component name
};

// Orders of turning: 9 i + 3 j + k for the axes i, j, k; and what they do not cover.
enum {
  JNI_TURN_ZYX = 21,
  JNI_TURN_WHEEL = 27,  // components: steer, lean, toe, camber
  JNI_TURN_PLANE,       // the angle between two bodies
};
void jni_turn_axes(int order, int axes[3]);
bool jni_turn_winds(const jni_signal *s);  // an angle that goes round: it has to be followed over whole turns
bool jni_turn_same(const jni_signal *a, const jni_signal *b);
// An angle that goes round, or the load of a joint, is followed by every system that is made from the model from now
// on; others are left alone.
void jni_model_follow(jn_model *model, const jni_signal *signal);

struct jni_initial {
  char *name;
  double value;
  bool keep;
  bool hold;          // kept also where a static start would take it for a guess
  unsigned mirror;    // the value is that of the original until the model is finished
  int base;           // while the file is read: the body that a velocity is relative to, 0: the ground
  jni_signal signal;  // of that name, when the model is finished
  jni_place place;
};

enum { JNI_MAX_COMPONENTS = 16 };

// What a word of a force's kind is measured in.
jn_dimension jni_force_word_dimension(const jn_model *model, const jni_force_element *force,
                                      const jni_force_word *word);
const char *jni_value_key(const jni_force_kind *kind, int i);  // how the kind's file calls expression i

// Resolves a name to its signals: one, or the components when the name is that of a vector ("coupler.position",
// "coupler.P", "joint.O.force"). Reactions: joint.NAME[.on.BODY][.in.BODY].force|torque[.x]; default on the second end,
// in ground axes.
// Returns how many, 0 with a sentence (with the nearest known name) in `what`; the sentence is empty when the name is
// right but its joint has no known type, a fault that is told already.
void jni_output_check_unit(jn_model *model, const jni_output *output, jn_dimension found);  // found: of its expression
bool jni_is_angle_call(const char *text);  // all of it is one call of asin, acos, atan or atan2
int jni_signal_resolve(const jn_model *model, const char *name, jni_signal *signals, int most, char *what, size_t size);
jni_level jni_signal_level(jni_signal_kind kind);
jni_level jni_signal_needs(const jn_model *model, const jni_signal *signal);  // with the level of a signal of the model

#endif
