// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reader.h - what the files of the reader share: places of faults, numbers with units, expressions over parameters,
// repetition.
#ifndef JNI_READER_H
#define JNI_READER_H

#include "jounce/document.h"
#include "model/csv/csv.h"
#include "model/document/document.h"
#include "symbolic/trace.h"

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
enum { JNI_MAX_ELEMENTS = 2000 };  // a fuzzer wants many small models
#else
enum { JNI_MAX_ELEMENTS = 1000000 };  // generated and written together
#endif

enum {
  JNI_MAX_INDICES = 4,             // of one `repeat`
  JNI_MAX_READER_WORK = 20000000,  // values read, repetitions counted anew
  JNI_MAX_GIVEN = 48,              // keys of an element
};

typedef enum { JNI_NEW, JNI_BUSY, JNI_DONE, JNI_FAILED } jni_parameter_state;

// A number in SI units, and the unit it was written with.
typedef struct {
  double value;
  jn_dimension dimension;
  const char *text;  // "45 kg", as it was written; NULL: without a unit
} jni_quantity;

typedef struct jni_parameter jni_parameter;
typedef struct jni_parameter_use jni_parameter_use;

struct jni_parameter {
  const jni_node *node;  // its entry in the part: a value, or a mapping with the value and its limits
  jni_parameter_state state;
  const jni_node *value;  // that counts: of the entry, or of a use
  jni_quantity is;
  jn_dimension dimension;  // of its value, or else of the value in the part or of its limits
  bool has_unit;           // the dimension is known
  double min, max;         // SI; -INFINITY, INFINITY: no limit
  const char *description;
  const char *text;          // of its value, which a use may have set
  jni_parameter_use *needs;  // parameters that its value is computed from
  bool structural;           // it, or one that needs it, decides which elements there are
  int number;                // in the model, from 1 on; 0: not there
};

struct jni_parameter_use {
  jni_parameter *parameter;
  jni_parameter_use *next;
};

typedef struct jni_data_file jni_data_file;  // a file of numbers
typedef struct jni_taken jni_taken;          // what a variant or a setting takes away

// An index of `repeat` and where it stands: at a number, or at an item of a list of names.
typedef struct {
  const char *name;
  double value;
  const jni_node *item;  // its text or key is the name; NULL: a number
} jni_index;

typedef struct jni_part jni_part;
typedef struct jni_scope jni_scope;
typedef struct jni_port jni_port;
typedef struct jni_bound jni_bound;

// A value for something inside a use, that stands outside of it.
typedef struct {
  const char *path;  // from the scope on that has the use: "front.left.k", "bodies.front.left.arm.mass"
  const jni_node *value;
  jni_scope *scope;  // whose parameters the value of a parameter may use; NULL: the one that has the use
  bool used;
} jni_inner_setting;

// The tree of a model or of a part: constant, and shared by all uses that change nothing in it.
struct jni_part {
  int number;            // owner of its parts in r->names
  int names;             // owner of its parameters there
  jni_node *root;        // NULL: it cannot be read, which is told
  const char *name;      // of its file, or in `parts`
  const char *file;      // its path, without detours; NULL: no file of its own, or the model itself
  jni_part *home;        // the file in whose `parts` it stands; a file: itself
  const jni_part *from;  // what it is a changed copy of; itself
  const jni_node **parameters;
  int nparameters;
  jni_port *ports;
  int nports;
  int base;  // the port of the body that initial values are relative to, -1: the ground
  jni_inner_setting *settings;
  int nsettings, capacity_settings;
  bool own;      // the tree is a copy of its own
  bool foreign;  // made from a robot of another program
};

// x in the axes of the part is t + R S x outside; S reflects some axes.
typedef struct {
  double t[3], R[9];   // R: row-major
  unsigned mirror;     // the axes that S reflects, a bit for each
  bool moved, turned;  // t is not zero, R is not the identity: where they are, nothing is computed
  jni_trace *trace;    // of the model
} jni_part_place;

// One use of a part; the first scope is the model itself.
struct jni_scope {
  jni_part *part;
  jni_scope *outer;    // that has the use, NULL: the model itself
  jni_scope *around;   // whose parameters are seen where the part has none of that name, NULL: none
  const char *prefix;  // of names: "front.left.", "" for the model itself
  size_t length;       // of the prefix
  int depth;
  int use;                    // its number in the model, 0: the model itself
  const jni_node *node;       // of the use
  jni_parameter *parameters;  // of the part
  jni_bound *bound;           // to its ports
  jni_part_place place;       // in the outer scope
  jni_part_place placed;      // on the ground
  int ground;                 // the frame that the part calls `ground` where it is placed elsewhere, 0: none yet
  jni_part_place start;       // the same for initial values: a part with a base begins where that body is
  int base;                   // the body that initial velocities are relative to, 0: the ground
  bool started;               // start and base are known
  int first_body, nbodies;    // its own
  jni_scope *next;            // all scopes, each before those in it
};

typedef struct {
  jn_model *model;
  const char *path;   // of the model's own file, NULL: a text in memory
  jni_node *root;     // of the scope being read
  jni_scope *scope;   // names are looked up in it
  jni_scope *scopes;  // the model itself and all uses
  jni_scope *last_scope;
  int use;                // for places of faults: the scope's, or one that is being made
  jni_document *scratch;  // memory for texts, tables and terms while reading
  jni_data_file *files;   // that tables have been read from
  jni_taken *taken;
  jni_document **documents;
  int ndocuments, capacity_documents;
  jni_names *names;  // parameters, parts; joints, drivers and roads, known before they are added
  jni_part **parts;
  int nparts, capacity_parts;
  struct jni_start *starts;       // of each body, NULL: no parts
  const jni_part_place *placing;  // of the shapes being read, NULL: they belong to a body of the part
  int nesting;                    // of parameters that need each other
  jni_parameter *computing;       // the one whose value is being computed, NULL: none
  char formula[300];              // with a trace: where the formula stands that is being evaluated
  bool structural;                // the value being computed decides which elements there are
  jni_index indices[JNI_MAX_INDICES];
  int nindices;
  int elements;
  int nmappings;  // that have been looked through for keys that stand twice
  long work;
  bool told;                       // an expression failed for a parameter whose fault is reported already
  bool stop;                       // a bound was passed: nothing more is read
  char element[JNI_ELEMENT_SIZE];  // what is being read: "joint 'A'"
  jni_given given[JNI_MAX_GIVEN];
  int ngiven;
} jni_reader;

// ---- faults ------------------------------------------------------------------------------------
// At the value of a node, or at its key. The element being read is named. Always false.
bool jni_read_fault(jni_reader *r, const jni_node *node, const char *format, ...) JN_PRINTF(3, 4);
bool jni_read_fault_key(jni_reader *r, const jni_node *node, const char *format, ...) JN_PRINTF(3, 4);
// A warning at the value of a node: the file is read, but it may not mean what was meant.
void jni_read_warn(jni_reader *r, const jni_node *node, const char *format, ...) JN_PRINTF(3, 4);
void jni_read_element(jni_reader *r, const char *what, const char *name);  // sets r->element
// An element begins at this node: its key is the place of faults without a better one; no keys are given yet.
void jni_read_begin(jni_reader *r, const jni_node *node);
void jni_read_give(jni_reader *r, const char *name, const jni_node *node, bool sound);
void jni_read_end(jni_reader *r);
// `node` takes away what is called `name`. In the end notes say so of names that faults speak of.
void jni_read_note_taken(jni_reader *r, const char *name, const jni_node *node);
void jni_read_tell_taken(jni_reader *r);
const char *jni_node_kind_text(const jni_node *node);  // "a list", "a mapping", "\"3 kg\"", for "got ..."

// ---- scopes: the model and the uses of parts in it ---------------------------------------------------------------
// Every section is read in each scope; functions that take names from the file look them up in r->scope.
typedef struct {
  jni_scope *scope;
  int use, nindices;
  jni_index indices[JNI_MAX_INDICES];
} jni_scope_before;
jni_scope_before jni_read_enter(jni_reader *r, jni_scope *scope);
void jni_read_leave(jni_reader *r, const jni_scope_before *before);
// What the model calls something of this name: "arm" is "front.left.arm" in that use. NULL: too long (a fault at the
// node), or no memory.
const char *jni_read_name(jni_reader *r, const jni_node *node, const char *name);
// Is there something of this name in the scope outside, which a part cannot reach? A fault then, that tells of ports.
// True as well for what is missing because of a fault that is told.
bool jni_read_is_outside(jni_reader *r, const jni_node *node, jni_name_group group, const jni_names *names,
                         const char *name);
// Names of signals in a formula, as the model calls them. NULL after a fault.
const char *jni_read_signal(jni_reader *r, const jni_node *node, const char *name);
// The formula or input bound to a port, with the mirror that holds where it was written; NULL: no such port.
const char *jni_read_signal_port(const jni_reader *r, const char *name, unsigned *mirror);
bool jni_read_names_signal(const jni_reader *r, const char *name);  // an input, a state or a port: no dots in it

// ---- parts and their uses -----------------------------------------------------------------------------------------
bool jni_read_hold(jni_reader *r, jni_document *document);  // frees it in the end; false: no memory
// A part of a tree, which is looked through for its ports and parameters. NULL: no memory.
jni_part *jni_read_new_part(jni_reader *r, jni_node *root, const char *name, jni_part *home);
void jni_read_prepare_part(jni_reader *r, jni_part *part);
// The part that the key `part` of a use names. `use`: the number of that use. NULL after a fault.
jni_part *jni_read_find_part(jni_reader *r, const jni_node *node, int use);
jni_part *jni_read_copy_part(jni_reader *r, const jni_part *part);
bool jni_read_own_tree(jni_reader *r, jni_part *part);  // before it is changed
// The root of a model file that `node` names, and its path; NULL after a fault.
jni_node *jni_read_open(jni_reader *r, const jni_node *node, const char *name, const char **path);
void jni_read_uses(jni_reader *r);                                   // of the scope, and those in them
bool jni_read_leads_to_use(const jni_node *root, const char *path);  // does a setting?
bool jni_read_push_setting(jni_reader *r, jni_part *part, const char *path, const jni_node *value, jni_scope *scope);
bool jni_read_is_inner_entry(const jni_reader *r, const jni_node *entry);  // changes something in a use
extern const char *const jni_element_sections[];                           // of names; ended by NULL

// Uses inside of a use. `path`: behind "use."; is it one of those, and no key of the use?
bool jni_read_leads_to_nested(const char *path);
// What a setting for such a use becomes in the part that has it; NULL after a fault. told: the entry of the last fault.
const char *jni_read_nested_path(jni_reader *r, const jni_part *part, const char *path, const jni_node *value,
                                 const jni_node **told);
extern const char *const jni_use_keys[];  // ended by NULL

// ---- ports ---------------------------------------------------------------------------------------------------------
void jni_read_ports(jni_reader *r, jni_part *part);  // as the part declares them
void jni_read_base(jni_reader *r, jni_part *part);
void jni_read_foreign_ports(jni_reader *r, jni_part *part);                                       // of a robot
void jni_read_bind(jni_reader *r, jni_scope *scope, const jni_node *use, const jni_node *given);  // as a use binds them
void jni_read_bind_defaults(jni_reader *r);                                                       // of the scope
// What they name becomes known in the scope under the port's name, when it has a number.
void jni_read_bind_names(jni_reader *r);   // joints and roads
void jni_read_bind_bodies(jni_reader *r);  // bodies, their hardpoints, and points
void jni_read_bind_inputs(jni_reader *r);
int jni_read_port_body(const jni_scope *scope, int port, jni_part_place *place);  // -1: none is bound to it

// "body", "joint", ... where one of these sections has an entry of this name; NULL: none has.
enum { JNI_NAMES_BODY = 1, JNI_NAMES_JOINT = 2, JNI_NAMES_ROAD = 4, JNI_NAMES_VALUE = 8, JNI_NAMES_OTHER = 16 };
const char *jni_read_kind_of(const jni_node *root, const char *name, unsigned sections);

// ---- placement -----------------------------------------------------------------------------------------------------
jni_part_place jni_part_place_none(void);
bool jni_read_part_place(jni_reader *r, const jni_node *use, jni_part_place *place);  // at, orientation
void jni_part_place_compose(const jni_part_place *outer, const jni_part_place *inner, jni_part_place *both);
void jni_part_place_direction(const jni_part_place *place, const double a[3], double out[3]);  // R S a
void jni_part_place_point(const jni_part_place *place, const double p[3], double out[3]);
// The orientation of a frame; NULL: that of the part. False: it is that of the body outside.
bool jni_part_place_turn(const jni_part_place *place, const double *quaternion, double out[4]);

// A relation between points, sum f x = c, of points that are placed: sum f (t + R S x) = R S c + (sum f) t.
// Refused in a part on a body, which moves.
bool jni_part_place_relation(jni_reader *r, const jni_node *node, jn_joint_def *def);

// ---- initial values in parts: along the axes of the part, relative to its frame -----------------------------------
// Of the components of one vector, or of one number; they become those of the model. False after a fault.
bool jni_start_map(jni_reader *r, const jni_node *node, const jni_signal *signals, int n, double *values);
// Has a scope outside given it? That is what counts.
bool jni_start_is_given(jni_reader *r, const jni_signal *signal);
void jni_start_give(jni_reader *r, const jni_signal *signal, double value);
void jni_start_rest(jni_reader *r);  // velocities of bases, and where bodies begin that nothing is said of

// ---- keys --------------------------------------------------------------------------------------
// Faults for a node that is no mapping. An empty one is a mapping without entries when allow_empty.
bool jni_read_is_mapping(jni_reader *r, const jni_node *node, bool allow_empty);
// Faults for keys that are not in the list, which ends with NULL. `repeat` is always known to entries.
void jni_read_check_keys(jni_reader *r, const jni_node *node, const char *const *keys);

// ---- values ------------------------------------------------------------------------------------
// The text of a scalar, with {i}, {i+1} and other {expression} in it replaced by their whole numbers. NULL after a
// fault.
const char *jni_read_text(jni_reader *r, const jni_node *node);
const char *jni_read_expand(jni_reader *r, const jni_node *node, const char *text);
bool jni_read_number(jni_reader *r, const jni_node *node, jn_dimension dimension, jn_dimension alternative,
                     double *value);
bool jni_read_plain(jni_reader *r, const jni_node *node, double *value);  // no unit
bool jni_read_flag(jni_reader *r, const jni_node *node, bool *value);
// A list of exactly n numbers.
bool jni_read_numbers(jni_reader *r, const jni_node *node, jn_dimension dimension, int n, double *values);
// Two numbers in the plane (a third must be there for space), three in space.
bool jni_read_vector(jni_reader *r, const jni_node *node, jn_dimension dimension, double value[3]);
// {axis: .., angle: ..} or [w, x, y, z] to a unit quaternion.
bool jni_read_orientation(jni_reader *r, const jni_node *node, double quaternion[4]);
bool jni_read_axis(jni_reader *r, const jni_node *node, double axis[3]);  // x, -y, [0, 0, 1]
// An expression field: a number, a quantity, "=expression of parameters", or an expression of signals with the
// parameters replaced by their numbers. NULL after a fault.
const char *jni_read_expression(jni_reader *r, const jni_node *node, jn_dimension dimension, jn_dimension alternative);
const char *jni_read_pure_expression(jni_reader *r, const jni_node *node);  // the same without unit, as of a throttle
// Is the quantity also an expression with names that are all known: parameters and indices, with `signals` also time,
// inputs and states?
bool jni_read_is_expression(jni_reader *r, const char *text, bool signals);
bool jni_read_knows(const jni_reader *r, const char *name);  // a parameter or an index
// The value of a parameter or index; where it has none, its fault is told.
// Reads the value of a parameter at `node`, and records which parameters it needs.
bool jni_read_set_parameter(jni_reader *r, jni_parameter *parameter, const jni_node *node);
bool jni_read_name_value(jni_reader *r, const char *name, double *value);
extern const char jni_name_letters[];  // and digits, as they stand in names with dots
bool jni_read_check_length(jni_reader *r, const jni_node *node, const char *text);  // of a formula, before it grows
// The fault of a text that is such an expression and a quantity of the field's dimension. `signals`: no "=" is needed.
// Always false.
bool jni_read_two_readings(jni_reader *r, const jni_node *node, const char *text, bool signals);
typedef struct {
  jn_dimension dimension;
  bool told;
} jni_told_unit;
// Dimensions of the numbers of a law, each with the one that is accepted as well.
typedef struct {
  jn_dimension x[2], y[2];
  bool any_x, any_y;  // of a file may have any unit
  bool steps;         // two equal x are allowed
  bool or_grid;       // of a file: it might be a grid
  jni_told_unit *told_y;
} jni_law_units;
bool jni_read_law(jni_reader *r, const jni_node *node, const jni_law_units *units, jn_law *law);
// [[x, y], ...]
bool jni_read_table(jni_reader *r, const jni_node *node, const jni_law_units *units, jn_law *law);
// "=..." without its sign, over parameters and indices.
bool jni_read_evaluate(jni_reader *r, const jni_node *node, const char *text, double *value);
// A number, or a quantity of any dimension; "=NAME" has the unit of the parameter NAME.
bool jni_read_parameter(jni_reader *r, const jni_node *node, jni_quantity *quantity);
// The quantity that "=NAME" is: that of a parameter, or of a value of an index. False: it is something else, or has no
// unit. To be asked when its value is known.
bool jni_read_named_quantity(jni_reader *r, const char *text, jni_quantity *quantity);
// The same of a node that has been read, where it may also be a quantity itself.
bool jni_read_written_quantity(jni_reader *r, const jni_node *node, jni_quantity *quantity);
// The value of an entry of `parameters`, which may be a mapping; NULL: the mapping has none.
const jni_node *jni_read_value_of(const jni_node *parameter);
// Reads the unit, limits and description of a parameter whose value is known. False: the value is outside of them.
bool jni_read_limits(jni_reader *r, jni_parameter *parameter);
bool jni_read_has_written_unit(const jni_node *node, jn_dimension *dimension);  // "50 mm"; NULL has none
// A setting may give a parameter another value, but not one of another dimension.
bool jni_read_keeps_unit(jni_reader *r, const jni_node *was, const jni_node *value);
// Warns of a unit that is read, but hardly as it was meant: a parameter of another dimension, turns for radians.
void jni_read_doubt_unit(jni_reader *r, const jni_node *node, const jni_quantity *quantity, jn_dimension dimension,
                         jn_dimension alternative);
bool jni_read_has_parameter(const jni_reader *r, const char *name);       // its scope, or one around it
void jni_read_parameters(jni_reader *r);                                  // of the scope
const char *jni_parameter_candidate(const void *reader, int i);           // for jni_nearest
bool jni_count_work(jni_reader *r, const jni_node *node, size_t amount);  // false: the bound is passed

// "N", "rad/s": a unit of the SI system, 1 for none.
bool jni_read_unit(jni_reader *r, const jni_node *node, jn_dimension *dimension);

// ---- data from files ---------------------------------------------------------------------------
// A mapping names a file of numbers: `file: road.csv`, `columns: [x, z]`, `units: [mm, mm]`. All numbers become SI. Who
// checks the keys of the mapping knows these three.

// A table that a mapping has under `key`, or `file` in its stead. Both, or neither, are a fault. x ascends.
bool jni_read_table_in(jni_reader *r, const jni_node *mapping, const char *key, const jni_law_units *units,
                       jn_law *law);
bool jni_read_is_table(const jni_node *mapping, const char *key);  // one of them is there
// `columns` and `units` without `file`, or `file` beside `key`, are faults.
bool jni_read_check_file_keys(jni_reader *r, const jni_node *mapping, const char *key);
// What a column can be: a quantity of one of two dimensions, or of any.
typedef struct {
  jn_dimension wanted[2];
  bool any;
  bool or_grid;         // the file might be a grid
  jni_told_unit *told;  // what its unit is, where that is given; NULL: nobody asks
} jni_column_unit;
enum { JNI_MAX_DATA_COLUMNS = 8 };
typedef struct {
  int n;                                 // rows
  double *values[JNI_MAX_DATA_COLUMNS];  // of each column; memory of the reader
  int *lines;                            // of the file
  const jni_data_file *file;
} jni_data_columns;
bool jni_read_columns(jni_reader *r, const jni_node *mapping, int n, const jni_column_unit *wanted,
                      jni_data_columns *made);
// A rectangle of numbers; with `edges` the first row and the first column are the second and the first variable, which
// ascend. Units of x, y and z, without edges of z alone.
bool jni_read_grid(jni_reader *r, const jni_node *mapping, bool edges, const jni_column_unit *wanted,
                   jni_csv_grid *grid);
// A fault at a line of the file, 0: at none. Always false.
bool jni_read_data_fault(jni_reader *r, const jni_data_file *file, int line, const char *sentence);
// Does x ascend? `steps`: two equal ones are allowed. `what` begins the sentence.
bool jni_read_ascends(jni_reader *r, const jni_data_file *file, const char *what, const double *x, const int *lines,
                      int n, bool steps);
void jni_read_close_files(jni_reader *r);

// ---- fields ------------------------------------------------------------------------------------
// Reads the keys of a mapping into a definition along a list of fields; each is given to the model's builder.
void jni_read_fields(jni_reader *r, const jni_node *node, const jni_field *fields, int nfields, const char *kind,
                     void *def);
// One field of the mapping `element`.
bool jni_read_field(jni_reader *r, const jni_node *element, const jni_node *node, const jni_field *field, void *def);
// The same for a segment of a road: ranges are checked at once, nothing is given.
bool jni_read_segment_fields(jni_reader *r, const jni_node *node, const jni_road_kind *kind, jn_road_def *def);
bool jni_read_frame(jni_reader *r, const jni_node *node, jn_frame *frame);  // BODY.POINT, BODY
// The same of a text that stands at the node.
// Says that a body has no such point, with the nearest that it has.
bool jni_read_refuse_point(jni_reader *r, const jni_node *node, int body, const char *text);
bool jni_read_frame_text(jni_reader *r, const jni_node *node, const char *text, jn_frame *frame);
bool jni_read_joint(jni_reader *r, const jni_node *node, jn_joint *joint);
bool jni_read_joint_text(jni_reader *r, const jni_node *node, const char *text, jn_joint *joint);
bool jni_read_between(jni_reader *r, const jni_node *node, jn_frame ends[2]);
bool jni_read_geometry(jni_reader *r, const jni_node *node, jn_geometry *geometry);
bool jni_read_motion(jni_reader *r, const jni_node *node, const jni_field *field, jn_joint_def *def);
bool jni_read_road(jni_reader *r, const jni_node *node, jn_road *road);
bool jni_read_soil(jni_reader *r, const jni_node *node, jn_soil *soil);
bool jni_read_table_name(jni_reader *r, const jni_node *node, jn_lookup *table);
// A table of the scope, or of the file that its part stands in, and its path in the model; -1: there is none.
enum { JNI_TABLE_PATH = 2 * JNI_MAX_PATH + 1 };
int jni_read_find_table(const jni_reader *r, const char *name, char path[JNI_TABLE_PATH]);
void jni_read_soils_section(jni_reader *r, const jni_node *section);
bool jni_read_roads(jni_reader *r, const jni_node *node, jn_road_def *def);
// of the mapping of a road
bool jni_read_profile_points(jni_reader *r, const jni_node *road, jn_road_def *def);
bool jni_read_heights(jni_reader *r, const jni_node *road, jn_road_def *def);
bool jni_read_segments(jni_reader *r, const jni_node *node, jn_road_def *def);
bool jni_read_shape_field(jni_reader *r, const jni_node *node, const jni_field *field, jn_shape_def *def);

// ---- repetition --------------------------------------------------------------------------------
// Calls `entry` for each entry of a mapping, for those with `repeat` once per value of its indices. `name` is expanded,
// and the name that the model knows: with the path of the use.
typedef void (*jni_read_entry)(jni_reader *r, const jni_node *node, const char *name, void *context);
void jni_read_each(jni_reader *r, const jni_node *mapping, jni_read_entry entry, void *context);
// The same with the name that stands there, for what is no element: points of a body, initial values.
void jni_read_each_key(jni_reader *r, const jni_node *mapping, jni_read_entry entry, void *context);
void jni_read_repeat(jni_reader *r, const jni_node *node, jni_read_entry entry, void *context);  // one entry
// the entry with `repeat` whose names look like this one, or NULL
const jni_node *jni_read_maker(const jni_node *mapping, const char *name);

// ---- sections ----------------------------------------------------------------------------------
bool jni_read_settings(jni_reader *r, const jn_setting *settings, int n);
// One setting in the part of the scope: a parameter or a path, and the value that takes its place. `scope`: see
// jni_inner_setting. Faults stand at the value.
bool jni_read_apply(jni_reader *r, const char *path, const jni_node *value, jni_scope *scope);
// Keys that stand twice in a mapping, anywhere below: a fault each, and the second is left out.
void jni_read_check_duplicates(jni_reader *r, jni_node *node);
void jni_read_check_model_keys(jni_reader *r, const jni_node *root);
bool jni_read_check_version(jni_reader *r, const jni_node *root);
// Where the file is a variant of another (`model: FILE`), the root of the scope becomes that model with the variant
// laid over it. False after a fault.
enum { JNI_MOST_VARIANTS = 8 };
bool jni_read_variants(jni_reader *r);
// `path`: where the text comes from, NULL: it stands alone. Takes the model; NULL with faults in the report.
jn_model *jni_read_model(jn_model *model, const char *path, const char *text, size_t size, const jn_setting *settings,
                         int nsettings, jn_report *report);
// The same from the bytes of a compiled model (model/package/package.h).
// Gives a model the code of a compiled one; the paths of `settings` are set beyond what that was compiled with.
void jni_read_keep_code(jn_model *model, const jni_model_code *from, const jn_setting *settings, int nsettings);
jn_model *jni_read_package(jn_model *model, const char *bytes, size_t size, const jn_setting *settings, int nsettings,
                           jn_report *report);
// The bytes of a regular file; NULL with a sentence in `what`, JN_NO_MEMORY, JN_IO or JN_BAD_MODEL.
char *jni_read_file(const jn_alloc *alloc, const char *path, size_t *size, jn_status *status, char *what, size_t room);
// The same for a path that the user gave and no other file: it may also be a descriptor that is open already, as
// /dev/stdin.
char *jni_read_given_file(const jn_alloc *alloc, const char *path, size_t *size, jn_status *status, char *what,
                          size_t room);
// The same from the files of the program.
char *jni_read_files_file(const jn_alloc *alloc, const jn_files *files, const char *path, size_t *size,
                          jn_status *status, char *what, size_t room);
// "folder/of/variant.yaml" and "base.yaml" make "folder/of/base.yaml". NULL: no memory.
const char *jni_read_beside(jni_reader *r, const char *path, const char *name);
// The path of a file that a value names, relative to the file in which the value stands; NULL after a fault: a text
// from memory has no files.
const char *jni_read_path(jni_reader *r, const jni_node *node, const char *name);
// One spelling for a/b, ./a//b and c/../a/b, with a slash at the end; folders that are links are not looked at.
const char *jni_read_short_path(jni_reader *r, const char *path);
// The bytes of a file that `node` names; NULL after a fault.
char *jni_read_named_file(jni_reader *r, const jni_node *node, const char *path, size_t *size);
// The number of a file that the model names, for places; a file that is known already has one. 0: no memory. Every file
// that is read goes through here: its text is kept with the model.
int jni_read_add_source(jn_model *model, const char *path, const char *bytes, size_t size);
// The same for the model's own file.
void jni_read_keep_own(jn_model *model, const char *path, const char *bytes, size_t size);
void jni_read_keep_settings(jn_model *model, const jn_setting *settings, int n);
void jni_read_mark_structural(jni_reader *r);  // parameters of the model that decide which elements there are
typedef struct {
  const char *path, *bytes;
  size_t size;
} jni_made_file;
// A text that was made from the file `name` and those it includes: for each of its lines the place in the source, which
// messages have.
typedef struct {
  const char *name, *text;
  const char *path;  // files that it names are relative to this one, NULL: it may name none
  size_t size;
  const jni_place *lines;
  int nlines;
  jni_made_file own;                                  // the source
  jni_made_file (*file)(const void *context, int i);  // that places have with the number i + 1, no path after the last
  const void *context;
} jni_made;
// Robots of other programs, which are imported to the right of the reader.
typedef struct {
  bool (*takes)(const char *path);  // by its name
  // Calls `take` with what was made of the file. False: it was refused, with faults in the report.
  // on_body: its base will be a body; false: the ground
  bool (*read)(const jn_alloc *alloc, const char *path, bool on_body, jn_report *report,
               void (*take)(void *context, const jni_made *made), void *context);
} jni_foreign;
extern const jni_foreign jni_foreign_robots;
// NULL after a fault
jni_node *jni_read_open_foreign(jni_reader *r, const jni_node *node, const char *path, bool on_body);
// Reads the model again from the files that it has recorded, with these settings in place of its own. `files`: where a
// file comes from that was not recorded; NULL: as when the model was read. trace: records its formulas; NULL: none.
jn_model *jni_read_again(const jn_model *model, const jn_files *files, const jn_setting *settings, int nsettings,
                         jni_trace *trace, jn_report *report);
// As jn_model_with_settings, with files as above.
jn_model *jni_model_with(const jn_model *model, const jn_files *files, const jn_setting *settings, int n,
                         jn_report *report);
// The name, hash and, where it is kept, text of a file. `bytes` are ended by 0 and live as long as the source.
jn_source jni_read_source_of(const char *path, const char *bytes, size_t size);
jn_model *jni_read_made(const jn_alloc *alloc, const jni_made *made, const jn_setting *settings, int nsettings,
                        jn_report *report);
void jni_read_ground(jni_reader *r, const jni_node *section);
void jni_read_bodies(jni_reader *r, const jni_node *section);
void jni_read_joint_names(jni_reader *r);  // of all scopes
void jni_read_road_names(jni_reader *r);
void jni_read_joints(jni_reader *r, const jni_node *section);
void jni_read_drivers(jni_reader *r, const jni_node *section);
void jni_read_roads_section(jni_reader *r, const jni_node *section);
// Points and frames of a body that stand at `node`; `hardpoints`: of a port or the ground, placed by the use, under a
// path.
typedef struct {
  jn_body body;
  const char *name;             // of the body in the scope
  const char *hardpoint;        // what stands before their names, NULL: a body of the part itself
  const jni_part_place *place;  // NULL: none
} jni_owner;
void jni_read_shapes(jni_reader *r, const jni_node *section, const jni_owner *of);  // section NULL: none
void jni_read_frames(jni_reader *r, const jni_node *node, const jni_owner *of);
void jni_read_forces(jni_reader *r, const jni_node *section);
// What the file of properties says that the key `file` names, where the mapping does not say it itself.
void jni_read_properties(jni_reader *r, const jni_node *node, const jni_force_kind *kind, jn_force_def *def);
void jni_read_subsystems(jni_reader *r, const jni_node *section);
bool jni_read_subsystem_field(jni_reader *r, const jni_node *node, const jni_field *field, jn_subsystem_def *def);
void jni_read_inputs(jni_reader *r, const jni_node *section);
void jni_read_auxiliary(jni_reader *r, const jni_node *section);
void jni_read_discrete(jni_reader *r, const jni_node *section);
void jni_read_tables_section(jni_reader *r, const jni_node *section);
void jni_read_computed(jni_reader *r, const jni_node *section);
void jni_read_events(jni_reader *r, const jni_node *section);
void jni_read_initial(jni_reader *r, const jni_node *section);
void jni_read_outputs(jni_reader *r, const jni_node *section);
void jni_read_simulate(jni_reader *r, const jni_node *section);
// names of joint variables; bodies and joints are read already
void jni_read_independent(jni_reader *r, const jni_node *node);
bool jni_read_is_choice_group(const char *key);  // of `simulate`: gains, controls, ...

#endif
