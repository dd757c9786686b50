// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// model.h - a mechanism as data: built from a file or element by element, checked, constant afterwards.
//
// A model is a list of bodies with named frames (a point is a frame with the body's own axes), joints and drivers
// between frames, forces, inputs, discrete and auxiliary states, events, initial values and outputs. Body 0 is the
// ground. Everything is SI; angles in radian; quaternions w, x, y, z.
//   x_P = r + R p                          a point p of a body whose frame has origin r and axes R, in ground axes
//   J = [xx xy xz; xy yy yz; xz yz zz]     inertia matrix about the centre of mass, in the body's axes
//
// Example: a pendulum of 2 kg, hinged to the ground 1 m from its centre of mass.
//
//   #include <jounce/model.h>
//   int main(void) {
//     const double gravity[] = {0, -9.81, 0}, end[] = {-1, 0, 0};
//     jn_model *model = jn_model_new(NULL, "pendulum", JN_PLANE);
//     jn_model_set_gravity(model, gravity);
//     jn_body_def bar = jn_body_def_default();
//     bar.name = "bar";
//     bar.mass = 2;
//     bar.inertia[2] = 0.7;
//     jn_body body = jn_model_add_body(model, &bar);
//     jn_joint_def hinge = jn_joint_def_default();
//     hinge.name = "hinge";
//     hinge.type = "revolute";
//     hinge.between[0] = jn_model_body_frame(model, jn_model_ground(model));
//     hinge.between[1] = jn_model_add_frame(model, body, "O", end, NULL);
//     jn_model_add_joint(model, &hinge);
//     bool good = jn_model_finish(model) == JN_OK && jn_model_njoints(model) == 1;  // else see jn_model_report
//     jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_MODEL_H
#define JOUNCE_MODEL_H

#include <stdint.h>

#include "jounce/choices.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct jn_model jn_model;

// clang-format off
typedef struct { int i; } jn_body;   // 0 is the ground
typedef struct { int i; } jn_frame;  // a named point or frame of a body
typedef struct { int i; } jn_joint;
typedef struct { int i; } jn_force;
typedef struct { int i; } jn_road;
typedef struct { int i; } jn_soil;
typedef struct { int i; } jn_lookup;
typedef struct { int i; } jn_shape;  // what a body looks like, and where it touches others
typedef struct { int i; } jn_contact;
// clang-format on

typedef enum { JN_PLANE, JN_SPACE } jn_space;

// ---- definitions: start from the default, then fill in ---------------------------------------

typedef struct {
  const char *name;
  bool particle;      // a mass point: no orientation, no inertia
  double mass;        // kg, >= 0; 0 is a massless link
  double inertia[6];  // xx yy zz xy xz yz of the inertia matrix about the centre of mass, body axes, kg m^2; plane: zz
  double com[3];      // centre of mass in the body's frame, m
  bool unseen;        // pictures leave it out, with its joints
  int cookie;
} jn_body_def;

typedef struct {
  jn_frame frame;          // linear-relation: point
  jn_joint joint;          // coupling: joint
  const char *coordinate;  // coupling: name of the joint's coordinate, NULL the first
  double factor;
} jn_term;

// In joint coordinates a joint either belongs to the spanning tree of the bodies, and has coordinates, or is cut, and
// has constraint equations.
typedef enum {
  JN_TREE_AUTO,  // chosen so that loops are short
  JN_TREE_IN,    // in the tree; a fault if it closes a loop of such joints
  JN_TREE_CUT,
} jn_tree_place;
// Geometry of the teeth of a gear, rack or coupling: their force acts at the pitch point and is carried by the
// bearings. The motion does not depend on it.
typedef struct {
  bool given;
  double pressure_angle;  // of the teeth, rad, default 20 degrees
  double radii[2];        // gear: pitch radii of the first and second gear, m, checked against centre distance and
                          // ratio; 0: follow from these
  jn_frame at;            // a point in the plane of the teeth, of a rack on its pitch line; i < 0: the points of the
                          // joints
  jn_frame between[2];    // coupling: points of the two bodies that mesh; i < 0: those that the two joints hold on one
                          // carrier
} jn_geometry;

typedef struct {
  const double *x, *y;  // table: ascending x
  int n;
  bool smooth;               // table: monotone cubic instead of straight lines
  const double *polynomial;  // y = c0 + c1 x + c2 x^2 ...
  int ncoefficients;
  const double *breaks;  // several polynomials, of ncoefficients each, one after the other: ascending x where the
                         // next one begins
  int nbreaks;
} jn_law;

// Points of a motion table at which the rate is zero: its ends, all points, or none. With zero rate at the ends the
// motion is at rest outside the table; with none it continues with the rate at its end.
typedef enum { JN_REST_ENDS, JN_REST_POINTS, JN_REST_NONE } jn_rest;
// Signal that a driver follows, by a third-order filter with the states position p, rate and acceleration (driver.h):
//   pddd = w^3 (u - p) - (1 + 2 damping) (w^2 pd + w pdd)        u: the signal
typedef struct {
  const char *signal;  // an expression of signals; NULL: none
  double bandwidth;    // frequency at which the gain is 1/sqrt 2, Hz
  double damping;      // damping ratio of the conjugate poles, default 1: no overshoot
} jn_follow;

// Lift of a follower over the angle of its cam, whose outline is a closed spline through points (twice continuous, its
// parameter is their index). At angle 0 the axes of the points are those of the follower; their origin is on the axis.
typedef struct {
  const double *points;  // n: x, y, anticlockwise, m
  int n;                 // 0: no cam
  bool roller;           // a roller on its centre line; false: a flat face normal to the motion
  double radius;         // of the roller, 0 or more: a knife edge, m
  double offset;         // of the centre line to the right of the axis, looking along the motion, m
  double direction;      // of the motion, from x, rad, default pi/2: along y
} jn_cam;

// Function y = f(x) between two joint coordinates, with two continuous derivatives: a formula, a table or a cam.
typedef struct {
  jn_cam cam;
  const char *formula;  // an expression of x; NULL: none
  jn_law table;         // y over ascending x, interpolated by a cubic spline with continuous second derivative
  bool closed;          // table: it repeats with P = last x - first x; the last y is the first + per_turn
  double period;        // formula: it is for 0 <= x < P and repeats with this P, rad or m; 0: it is for all x
  double per_turn;      // f(x + P) = f(x) + per_turn, rad or m, default 0
} jn_function;

typedef struct {
  const char *name;
  const char *type;      // "revolute", ...: a name in the joint table
  jn_frame between[2];   // first and second end
  double axis[2][3];     // joint axis in the frame of each end (need not be of unit length), default z
  double length;         // distance: m
  double radius, crown;  // rolling-disc and rolling-wheel: m
  double pitch;          // screw: m/rad
  double ratio;          // gear: rate of the driven over that of the driving joint; rack: radius (m/rad); differential
  double offset;         // coupling: right-hand side; driver: none
  double constant[3];    // linear-relation: right-hand side, m
  const jn_term *terms;  // linear-relation and coupling
  int nterms;
  jn_joint joint;          // driver: the driven joint; gear: the driving one; rack: the pinion's; differential: the
                           // carrier's
  jn_joint other[2];       // gear, function: the driven one; rack: the slide; differential: left and right; i < 0: none
  double plunge[3];        // universal-plunge: direction of sliding in the frame of the first end
  const char *coordinate;  // driver: name of its coordinate, NULL the first; function: of `joint`, the argument x
  const char *other_coordinate;  // function: name of the coordinate of other[0], the value y, NULL the first
  jn_function function;          // function
  const char *motion;            // driver: expression of t; velocity-coupling: the rate, an expression of t
  jn_law table;                  // instead of motion: values over time, interpolated with continuous acceleration
  jn_rest rest;                  // of the table
  jn_follow follow;              // instead of motion: a signal that it follows
  double scale;                  // every constraint equation is multiplied by it, default 1
  // Compliance that distributes the load among redundant joints, m/N and rad/(N m); 0: the same for all joints, and for
  // rotation the compliance / square of the size of the joint's bodies
  double compliance, rotation_compliance;
  double armature;       // revolute, prismatic: inertia of a rotor that the coordinate drives, kg m^2 or kg
  jn_geometry geometry;  // gear, rack, coupling
  jn_tree_place tree;    // joints that leave a motion (revolute, ... fixed): in the spanning tree?
  bool impulse;          // driver: where its rate jumps, an impulse acts on all bodies, default; false: velocities
                         // kept at the start continue
  int cookie;
} jn_joint_def;

typedef struct {
  const double *value;
  int n;  // 0: not given
} jn_numbers;

// A road, or one of the segments of a profile. x is forward, y to the left, z up.
typedef struct jn_road_def {
  const char *name;               // segments have none
  const char *type;               // "flat", "bumps", ...: a name in the table of roads (or of segments)
  double height;                  // flat, slope: at the origin, m; bumps: of each, m
  double angle, heading;          // slope: rises by `angle` along the direction `heading` (from x towards y), rad;
                                  // others run along it
  double friction;                // factor on that of the tyres, default 1
  double at;                      // x where it begins, m
  double length, rise;            // m
  double count, spacing;          // bumps: how many, one every `spacing`, m; height-field: spacing along x
  double drop, tread;             // stairs, m
  double across, spacing_across;  // height-field: y of its first column and spacing along y, m; patch: y of its right
  double width;                   // patch: to the left of that, m; 0: no edges
  jn_law points;                  // polyline: x and z, m; x may occur twice: a riser
  bool smooth;                    // polyline, height-field
  const double *heights;          // height-field: nx rows (along x) of ny heights, m
  int nx, ny;
  const struct jn_road_def *segments;  // profile: one after the other
  int nsegments;
  jn_soil soil;          // soft ground; i < 0: hard, or that of the roads it is made of
  bool envelope;         // all wheels on it, and on roads composed of it, touch it like rigid discs
  jn_road left, right;   // tracks: for y >= 0 and for y < 0
  const jn_road *roads;  // sum
  int nroads;
  int cookie;
} jn_road_def;

// Soft ground: p = (k_c/b + k_phi) z^n, tau = (c + p tan phi)(1 - exp(-j/K)).
typedef struct {
  const char *name;
  double n, k_c, k_phi;  // 1, N/m^(n+1), N/m^(n+2)
  double c, phi, K;      // Pa, rad, m
  int cookie;
} jn_soil_def;

// A tyre, as a part of a force definition. Signs: x forward, y left, z up (ISO).
typedef struct {
  jn_road road;
  double radius;                      // m, unloaded
  double axis[2][3];                  // spin axis in the frame it acts at, pointing left; default y (the first counts)
  bool envelope;                      // touches the road like a rigid disc
  bool vertical;                      // deflection is measured vertically above the point under the centre
  bool upright;                       // the load of a wheel at rest acts vertically below its centre, for any camber
  double friction, friction_sliding;  // sliding: NaN: as friction
  double slip_stiffness;              // N per unit of longitudinal slip
  double cornering_stiffness, camber_stiffness;  // N/rad
  double trail, trail_slip;                      // pneumatic trail at no slip, m, and slip at which it vanishes
  double load;                                   // nominal, N
  double relaxation, relaxation_x;  // relaxation lengths, lateral and longitudinal, m; 0: none; NaN: the kind's own
  double lag;                       // of the damping of carcass or ground, s; NaN: the kind's own
  double trail_speed;               // below it the aligning moment fades, m/s; NaN: low_speed
  double low_speed;   // below it slip is computed with a lower bound of the speed, m/s; NaN: the kind's own
  double rolling[4];  // rolling resistance / load: coefficients of 1, V, V^2 and V^4 (V in m/s)
  double width;       // of the tread, m
  double pressure;    // inflation pressure of a tyre without carcass stiffness, Pa; 0: a rigid wheel
  // tyre-table: over deflection and slip or slip angle; i < 0: none
  jn_lookup load_table, traction_table, resistance_table, torque_table, side_table, sinkage_table;
  double calspan[12];  // A0 A1 A2 A3 A4 A_Omega B1 B3 B4 SN AF1 AF2
  jn_numbers longitudinal, longitudinal_double, lateral, lateral_double, aligning, aligning_double;  // none: the kind's
  jn_numbers
      coefficients;  // tyre-mf: as `jounce` reads them from a property file, in the order of kernel/ground/tyre_mf.h
} jn_tyre_def;

typedef struct {
  const jn_frame *at;
  int n;
} jn_frames;

// The band of a track, as a part of a force definition; road, axis, radius of the road wheels and envelope are those of
// jn_tyre_def; preload, stiffness, damping and shear (of pads that stick) those of jn_force_def.
typedef struct {
  jn_frame hull, sprocket;
  jn_frames idlers, wheels;
  double sprocket_radius, idler_radius;  // m
  double length;                         // of the band when it has its preload, m
  double drag;                           // between band and wheels, N s/m
  double thickness, width, pad_length;   // m
  double pad_stiffness, pad_damping;     // N/m, N s/m
  double friction, friction_across;      // of pads on the road; across the track, NaN: as along it
} jn_track_def;

typedef struct {
  const char *name;
  const char *type;        // "spring-damper", ...: a name in the force table
  jn_frame between[2];     // first and second end; one-ended kinds use between[0]
  jn_joint joint;          // kinds that act on a joint coordinate instead of `between`; i < 0: none
  const char *coordinate;  // NULL: the joint's first
  const jn_term *terms;    // instead of `joint`: a linear form of joint coordinates, all angles or all lengths
  int nterms;
  double stiffness;       // N/m or N m/rad
  double damping;         // N s/m or N m s/rad
  double rest;            // free length or angle, m or rad
  double preload;         // force or moment at the free length, N or N m
  jn_law law;             // instead of stiffness: force over elongation
  jn_law damping_law;     // instead of damping: force over rate
  jn_lookup damping_map;  // instead of damping: a table, force over elongation and rate; i < 0: none
  double translation_stiffness[3], translation_damping[3];  // bushing, along the axes of the first end
  double rotation_stiffness[3], rotation_damping[3];        // bushing
  double lower, upper;  // stop: limits of the coordinate or distance; -HUGE_VAL, HUGE_VAL: none
  double exponent;      // stop: force = stiffness * depth^exponent
  double strength;      // point-gravity: G m of the centre, m^3/s^2
  const char
      *value[3];  // of point-force, torque, brake, friction, drag: expressions of t, inputs and outputs; NULL is 0
  double stribeck_rate;  // friction: rate over which value[1] (at standstill) falls to value[0], m/s or rad/s
  double viscous;        // friction: N s/m or N m s/rad
  // contact: along the road, N/m and N s/m; 0: as its stiffness, and 2 ms times that
  double shear_stiffness, shear_damping;
  double coefficient, lift;  // drag: of drag, and of lift along z of its frame
  double area, areas[3];     // drag: from all sides, or seen along the axes of its frame, m^2
  double density;            // drag: of the air, kg/m^3
  bool follower;             // value is given in the axes of the first end instead of the ground's
  jn_tyre_def tyre;          // tyre kinds; contact: road, radius, envelope and friction
  jn_track_def track;        // track-band
  int cookie;
} jn_force_def;

typedef struct {
  const double *at;  // x y z of each, m
  int n;
} jn_points;

typedef struct {
  const float *vertices;  // x y z of each
  int nvertices;
  const int *triangles;  // three vertices each, anticlockwise seen from outside
  int ntriangles;
} jn_mesh;

// Shape of a body or the ground, for pictures and for contacts that name it (jn_contact_def); other shapes are not part
// of the equations. A shape has its own axes: those of its body, moved to `at` and rotated. Cylinders, capsules and
// cones have their middle there and are parallel to `axis`; or they are given by two end points.
typedef struct {
  const char *name;  // unique among the shapes of the body
  const char *type;  // "box", ...: a name in the table of shapes
  jn_body body;
  double at[3];           // in the body's frame, m; in the plane the third lifts it towards the viewer
  double quaternion[4];   // from the body's axes to its own
  double axis[3];         // cylinder, capsule, cone: in its own axes, default z; a cone's points to its tip. plane: its
                          // normal, default z, in the plane y
  double from[3], to[3];  // cylinder, capsule, cone (base, tip), line: in the body's frame, m; NaN: not given
  double size[3];         // box: edges, m
  double radius;          // m; of a capsule's ends, of a cone's base
  double length;          // cylinder, cone: m; capsule: between the centres of its ends
  jn_points points;       // line, polygon: in its own axes
  double thickness;       // polygon: across its plane, which is that of its own x and y, m
  jn_mesh mesh;
  double scale[3];       // mesh: factors on the coordinates of its vertices, default 1
  double colour[4];      // red, green, blue, opacity, 0 to 1; NaN: by its body
  const char *material;  // of its contacts: a name of jn_material_def; NULL: none
  bool draw;             // default true; false: pictures do not show it
  const char *profile;   // profile: a name of jn_profile_def
  int cookie;
} jn_shape_def;

typedef struct {
  const double *at;  // x y of each, m
  int n;
} jn_corners;

// A part of a profile of type path, from the end of the one before.
typedef struct {
  double to[2];        // its end, m; NaN: the last point of `through`
  double radius;       // of an arc, m; 0: a straight line
  bool hollow;         // the material is outside the arc: it runs clockwise
  bool large;          // the arc turns by more than 180 degrees
  jn_corners through;  // instead: a cubic spline through these points
} jn_profile_piece;

// Outline of solid material in the plane, which is on the left of its direction. Its axes are those of the shape that
// uses it.
typedef struct {
  const char *name;
  const char *type;                // "polyline", ...: a name in the table of profiles
  bool closed;                     // default true
  jn_corners points;               // polyline, spline
  double centre[2];                // circle, m
  double radius;                   // circle, m
  double module;                   // gear, m
  double teeth;                    // gear: their number
  double pressure_angle;           // gear, rad
  double addendum;                 // gear: height of its teeth above the pitch circle, in modules
  double dedendum;                 // gear: depth below the pitch circle, in modules
  double thinning;                 // gear: what is missing of the thickness on the pitch circle, m
  double start[2];                 // path: its first point, m
  const jn_profile_piece *pieces;  // path
  int npieces;
  double copies;  // path: number of copies, turned about the origin until they close; 1: none
  int cookie;
} jn_profile_def;

typedef struct {
  int n;
  const char *const *list;
} jn_name_list;

// Properties of a material. A contact takes those that it does not state itself from the materials of its two shapes;
// the smaller number of the two applies.
typedef struct {
  const char *name;
  double friction;         // coefficient, default 0
  double friction_static;  // of a contact that sticks; NaN: friction
  double restitution;      // 0 to 1, default 0
  double young, poisson;   // Young's modulus, Pa, and Poisson's ratio, of compliant contacts; NaN: not given
  int cookie;
} jn_material_def;

// Contact between shapes, which push each other apart. Members that are NaN are not given; those after `restitution`
// belong to the law "compliant".
typedef struct {
  const char *name;
  jn_name_list between;    // two names BODY.SHAPE, or BODY for all its shapes: pairs of one shape of each
  jn_name_list among;      // instead: all pairs of shapes of different bodies without a common joint
  jn_name_list with;       // with `among`: the pairs of each of `among` with each of these, of different bodies
  const char *law;         // "rigid": the shapes do not penetrate; "compliant": a spring and damper at each point
  double friction;         // NaN: by the materials
  double friction_static;  // of a contact that sticks; NaN: by the materials, or friction
  double restitution;      // speed of separation over speed of approach, 0 to 1; NaN: by the materials
  double stiffness;        // k of the push k d^exponent (1 + b d') over the depth d, N/m^exponent; NaN: by `young`
  double exponent;         // NaN: 1, or 3/2 if the stiffness follows from the materials
  double damping;          // b, s/m; NaN: by the restitution
  double rest_speed;       // least speed of touching for which b is computed, m/s; NaN: 1 mm/s
  // of the spring and damper by which friction sticks, N/m and N s/m; NaN: the stiffness of the push under the weight
  // of the lighter body, and 2 ms times that
  double shear_stiffness, shear_damping;
  int cookie;
} jn_contact_def;

JN_API jn_body_def jn_body_def_default(void);
JN_API jn_joint_def jn_joint_def_default(void);
JN_API jn_force_def jn_force_def_default(void);
JN_API jn_road_def jn_road_def_default(void);
JN_API jn_soil_def jn_soil_def_default(void);
JN_API jn_shape_def jn_shape_def_default(void);
JN_API jn_profile_def jn_profile_def_default(void);
JN_API jn_material_def jn_material_def_default(void);
JN_API jn_contact_def jn_contact_def_default(void);

// ---- building -------------------------------------------------------------------------------
// Functions `add` check and copy their definition. Faults go to the model's report; a model with faults cannot be
// finished. The returned index is valid in any case, so that further faults are found.

JN_API jn_model *jn_model_new(const jn_alloc *alloc, const char *name, jn_space space);
JN_API void *jn_model_free(jn_model *model);
JN_API jn_report *jn_model_report(jn_model *model);

JN_API void jn_model_set_gravity(jn_model *model, const double gravity[3]);
// Sets a mirror for all elements added afterwards: each becomes the mirror image of its definition. A mirror along some
// axes (JN_MIRROR_X | JN_MIRROR_Y, two: a rotation by pi about the third; 0: none) changes the sign of their components
// in points, frames, centres of mass, inertias, axes, forces, roads, initial values and expressions. Joints become
// left-handed, so that every joint coordinate keeps its value. Gravity and inputs are not mirrored.
enum { JN_MIRROR_X = 1, JN_MIRROR_Y = 2, JN_MIRROR_Z = 4 };
JN_API void jn_model_set_mirror(jn_model *model, unsigned mirror);
JN_API jn_body jn_model_ground(const jn_model *model);
JN_API jn_body jn_model_add_body(jn_model *model, const jn_body_def *def);
JN_API jn_frame jn_model_body_frame(const jn_model *model, jn_body body);  // the body's own frame
// p in the body's frame, m; quaternion from the body's axes to the frame's, NULL: the body's axes.
JN_API jn_frame jn_model_add_frame(jn_model *model, jn_body body, const char *name, const double p[3],
                                   const double quaternion[4]);
JN_API jn_joint jn_model_add_joint(jn_model *model, const jn_joint_def *def);
JN_API jn_force jn_model_add_force(jn_model *model, const jn_force_def *def);
// Roads may refer to roads that are added later, by their index.
JN_API jn_road jn_model_add_road(jn_model *model, const jn_road_def *def);
JN_API jn_soil jn_model_add_soil(jn_model *model, const jn_soil_def *def);
JN_API jn_shape jn_model_add_shape(jn_model *model, const jn_shape_def *def);
// Adds a profile, before the shapes that use it.
JN_API void jn_model_add_profile(jn_model *model, const jn_profile_def *def);
// Materials, shapes and joints are added before the contacts that need them.
JN_API void jn_model_add_material(jn_model *model, const jn_material_def *def);
JN_API jn_contact jn_model_add_contact(jn_model *model, const jn_contact_def *def);
// Reads the triangles of an STL (ASCII or binary) or OBJ file in memory; the ending of its name determines the format.
// The caller frees the mesh with jn_mesh_free. Returns false with a sentence in `what`.
JN_API bool jn_mesh_read_text(const jn_alloc *alloc, const char *name, const char *text, size_t size, jn_mesh *mesh,
                              char *what, size_t why_size);
JN_API void jn_mesh_free(const jn_alloc *alloc, jn_mesh *mesh);
// Parses a colour name, #rrggbb or #rrggbbaa. Returns false for any other text.
JN_API bool jn_colour_read(const char *text, double colour[4]);
// Adds an input, a named signal u(t): a table over time or an expression of t.
JN_API int jn_model_add_input(jn_model *model, const char *name, const char *expression, jn_law table);
// Sets the value of an input when packets stop arriving (realtime.h); default: u(t).
JN_API void jn_model_set_input_safe(jn_model *model, int input, double safe);
JN_API int jn_model_add_auxiliary(jn_model *model, const char *name, double initial, const char *rate);  // zdot = rate
JN_API int jn_model_add_discrete(jn_model *model, const char *name, double initial);
// A table of one or two arguments, which expressions call like a function: name(x) or name(x, y).
typedef struct {
  const char *name;
  int nx, ny;            // knots; ny 0: one argument
  const double *x, *y;   // ascending
  const double *values;  // nx, or nx x ny row-major: values[i * ny + j] at x[i], y[j]
  bool smooth;           // else linear between the knots
  bool hold;             // hold the end values outside, else extrapolate linearly
  // Dimensions of the arguments (two if ny > 0) and of the values, for forces that use the table; NULL: unknown.
  const jn_dimension *over, *unit;
  int cookie;
} jn_table_def;
JN_API jn_table_def jn_table_def_default(void);
JN_API int jn_model_add_table(jn_model *model, const jn_table_def *def);
// Adds a signal, a named expression for other expressions and outputs. dimension NULL: that of the signal if the
// expression is a single signal, else none.
JN_API int jn_model_add_signal(jn_model *model, const char *name, const char *expression,
                               const jn_dimension *dimension);
typedef struct {
  const char *name;
  const char *when;        // root: an expression that crosses zero; NULL: a time event, or of a contact
  int direction;           // +1 rising, -1 falling, 0 both
  double at, every;        // time event: first time, period (0: once)
  const char *const *set;  // pairs: discrete state, expression; ended by NULL
  bool stop;               // ends the run
  const char *contact;     // name of the contact at whose changes it happens; NULL: none
  const char *change;      // with `contact`: "closes", "opens", "hits", "slips" or "sticks"
  int cookie;
} jn_event_def;
JN_API jn_event_def jn_event_def_default(void);
JN_API int jn_model_add_event(jn_model *model, const jn_event_def *def);
// Sets an initial value, name as in outputs ("crank.angle", "joint.O.angle_rate"). keep: a constraint of the assembly;
// otherwise a guess.
JN_API void jn_model_set_initial(jn_model *model, const char *name, double value, bool keep);
// expression NULL: the signal with this name
JN_API void jn_model_add_output(jn_model *model, const char *name, const char *expression);
// Sets the unit ("km/h", "kN") of the last output: its values are converted from SI.
JN_API void jn_model_set_output_unit(jn_model *model, const char *unit);
// Checks the model as a whole (names exist, joints fit the space, ...). After JN_OK it is constant.
JN_API jn_status jn_model_finish(jn_model *model);

// ---- simulation choices that the file may carry ------------------------------------------------

// Angles such as chassis.yaw in outputs and formulas of the model are counted over full revolutions. This requests the
// same for an angle that a program reads; other names are ignored. Call it before a system is made. Returns JN_OK or
// JN_NO_MEMORY.
JN_API jn_status jn_model_follow(jn_model *model, const char *name);
JN_API bool jn_model_follows(const jn_model *model, const char *name);  // already requested, or not such an angle
JN_API jn_choices *jn_model_choices(jn_model *model);  // editable also after finish: they are no part of the equations

// ---- reading ---------------------------------------------------------------------------------

typedef struct {
  const char *path;   // "l0", "bodies.crank.mass"
  const char *value;  // as in the file
} jn_setting;

// Reads a model file (YAML or JSON); settings replace values of the file. Returns NULL with all faults in the report.
JN_API jn_model *jn_model_read(const jn_alloc *alloc, const char *path, const jn_setting *settings, int nsettings,
                               jn_report *report);
// Reads a model from memory. Such a text has no folder and cannot refer to other files.
JN_API jn_model *jn_model_read_text(const jn_alloc *alloc, const char *name, const char *text, size_t size,
                                    const jn_setting *settings, int nsettings, jn_report *report);
// The JSON Schema of the model file, made from the kind tables. Free with jn_text_free.
JN_API char *jn_model_schema(const jn_alloc *alloc);
JN_API void *jn_text_free(const jn_alloc *alloc, char *text);

// ---- looking ---------------------------------------------------------------------------------

JN_API const char *jn_model_name(const jn_model *model);
// A joint has an armature: runs, linear equations and inverse dynamics need joint coordinates.
JN_API bool jn_model_has_armature(const jn_model *model);
JN_API jn_space jn_model_space(const jn_model *model);
JN_API int jn_model_nbodies(const jn_model *model);  // with the ground
JN_API int jn_model_njoints(const jn_model *model);  // with the drivers
JN_API int jn_model_ndrivers(const jn_model *model);
JN_API int jn_model_nforces(const jn_model *model);
JN_API int jn_model_nshapes(const jn_model *model);
JN_API int jn_model_ncontacts(const jn_model *model);
JN_API int jn_model_noutputs(const jn_model *model);
JN_API int jn_model_nauxiliaries(const jn_model *model);
JN_API int jn_model_ndiscretes(const jn_model *model);
JN_API int jn_model_nsignals(const jn_model *model);
JN_API int jn_model_nevents(const jn_model *model);
JN_API int jn_model_ntables(const jn_model *model);
JN_API int jn_model_ninputs(const jn_model *model);
JN_API int jn_model_nroads(const jn_model *model);
JN_API const char *jn_model_body_name(const jn_model *model, jn_body body);
JN_API bool jn_model_body_is_particle(const jn_model *model, jn_body body);
JN_API const char *jn_model_joint_name(const jn_model *model, jn_joint joint);
JN_API const char *jn_model_force_name(const jn_model *model, jn_force force);
// Returns the shape in its body: `at` and `quaternion` include `axis`, `from` and `to`; a line has `points`.
JN_API const jn_shape_def *jn_model_shape(const jn_model *model, jn_shape shape);
JN_API const char *jn_model_contact_name(const jn_model *model, jn_contact contact);  // NULL: no such contact
JN_API int jn_model_contact_npoints(const jn_model *model, jn_contact contact);       // 0: there is no such contact
JN_API const char *jn_model_output_name(const jn_model *model, int i);
JN_API const char *jn_model_signal_name(const jn_model *model, int i);
JN_API const char *jn_model_input_name(const jn_model *model, int i);
JN_API double jn_model_input_safe(const jn_model *model, int i);  // NaN: none
JN_API const char *jn_model_road_name(const jn_model *model, jn_road road);
// Returns the height of a road at (x, y), m; NaN: no element uses this road.
JN_API double jn_model_road_height(const jn_model *model, jn_road road, double x, double y);
JN_API jn_body jn_model_find_body(const jn_model *model, const char *name);  // i < 0: none
// "crank.A", "crank", or the name of a point that only one body has
JN_API jn_frame jn_model_find_frame(const jn_model *model, const char *name);
JN_API jn_joint jn_model_find_joint(const jn_model *model, const char *name);
JN_API jn_road jn_model_find_road(const jn_model *model, const char *name);
// Sources of a model, for records of runs: its file first, then every file that it uses, each once; the settings; the
// parameters with their values in SI units.
typedef struct {
  const char *name;  // path
  const char *text;  // NULL: not UTF-8, larger than 4 MiB, or all texts together are larger than 16 MiB
  size_t size;       // bytes
  uint64_t hash;     // of the bytes, 64-bit FNV-1a
} jn_source;
JN_API int jn_model_nsources(const jn_model *model);  // 0: the model was not read from a file
JN_API jn_source jn_model_source(const jn_model *model, int i);
JN_API int jn_model_nsettings(const jn_model *model);
JN_API jn_setting jn_model_setting(const jn_model *model, int i);

// ---- parameters ------------------------------------------------------------------------------
// jn_model_with_parameters makes a new model with other values of parameters from the parsed files, without reading
// them again. The new model is the same, bit for bit, as one that is read with these values. The two models are
// independent, and may be used and freed in any order and from any thread.

typedef struct {
  const char *name;         // of a part with the path of its use: "front.left.k"
  double value;             // SI
  double min, max;          // limits of the value, SI; -INFINITY, INFINITY: none. A value outside of them is refused.
  char unit[32];            // of the value, "m", "kg m^2"; "" for a number or where it is not known
  const char *text;         // text in the file: "50 mm", "=2*l"
  const char *description;  // from the file; "": none
  bool is_formula;          // a formula of other parameters, which a set value replaces
  bool is_structural;       // determines which elements exist (a count or an index in a name): fixed during a run
} jn_parameter;

JN_API int jn_model_nparameters(const jn_model *model);
JN_API const char *jn_model_parameter(const jn_model *model, int i, double *value);  // its name; value may be NULL
JN_API jn_parameter jn_model_parameter_get(const jn_model *model, int i);            // texts belong to the model
JN_API int jn_model_find_parameter(const jn_model *model, const char *name);         // -1: none

// Makes a model with other values of n parameters, SI. Edited choices and jn_model_follow are kept; code of controllers
// must be allowed again. Returns NULL with faults in the report: a parameter or value that the model refuses, or a
// model that was not read from files.
JN_API jn_model *jn_model_with_parameters(const jn_model *model, const char *const *names, const double *values, int n,
                                          jn_report *report);
// Makes a model with other settings, as in jn_model_read; they replace earlier ones of the same path.
JN_API jn_model *jn_model_with_settings(const jn_model *model, const jn_setting *settings, int n, jn_report *report);

// The kinds that exist, for help texts: NULL past the last.
JN_API const char *jn_joint_kind_name(int i);
JN_API const char *jn_joint_kind_help(int i);
JN_API const char *jn_force_kind_name(int i);
JN_API const char *jn_force_kind_help(int i);
JN_API const char *jn_road_kind_name(int i);
JN_API const char *jn_road_kind_help(int i);
JN_API const char *jn_shape_kind_name(int i);
JN_API const char *jn_shape_kind_help(int i);
JN_API const char *jn_profile_kind_name(int i);
JN_API const char *jn_profile_kind_help(int i);

#ifdef __cplusplus
}
#endif
#endif
