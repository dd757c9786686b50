// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// primitive.h - the primitive constraint equations that all joints consist of, with value, Jacobian and gamma.
//
// An equation acts between two bodies A and B (first and second end). With the arm P = R p of a point from the centre
// of mass, d = rB + PB - rA - PA, and vectors a fixed in A, b fixed in B:
//   coincide      d = 0                      two equations in the plane, three in space
//   perpendicular a . b = 0                  space
//   twist         (a . y_B - y_A . b) / 2 = 0  space, with a second vector y of each body: the twist angle between the
//                                            triads of A and B if their z axes agree; zero for the shortest rotation
//                                            that takes z of A to z of B
//   in-plane      a . d = 0                  the point of B lies in the plane through A's point with normal a (plane:
//                                            on a line)
//   angle         thetaB - thetaA = c        plane, up to whole turns
//   distance      (d . d - L^2) / (2 L) = 0
//   sum           sum of factor * point = c  linear relation between points
//   touching      height of a disc of B over a plane of A     (contact_equations.h)
//   coordinates   sum of factor * joint coordinate - offset - motion(t) = 0; a term may be a function of a coordinate
// and velocity constraints, which have no phi:
//   coordinate rates  sum of factor * rate of joint coordinate = rate(t)
//   rolling       no slip between a disc of B and a plane of A: one equation in the plane, two in space
//                 (contact_equations.h)
//   lateral       no velocity of a point of B along b, relative to A    (contact_equations.h)
// Speeds of a body: velocity of its centre of mass in ground axes, then angular velocity in body axes (plane: about z).
// In natural coordinates (natural_equations.h) constraint equations also keep bodies rigid:
//   rigid         the axes of a body are unit vectors and perpendicular to each other
// Each equation gives phi (except velocity constraints), its block per body, and its bias, the second derivative for
// vdot = 0 (of a velocity constraint: the derivative of J v): phiddot = J vdot + bias, so that gamma = -bias (+ second
// derivative of the motion, or first derivative of the rate).
#ifndef JNI_PRIMITIVE_H
#define JNI_PRIMITIVE_H

#include "model/joint_function.h"
#include "model/model.h"

// Pose and velocity of a body in the plane. The ground is body 0: its pose and velocity are zero.
typedef struct {
  double x, y, theta, c, s;  // centre of mass, m; angle, rad, its cosine and sine
  double vx, vy, w;          // m/s; rad/s
} jni_body2;

// Pose and velocity of a body in space.
typedef struct {
  double r[3], R[9];  // centre of mass, m; body axes to ground axes, row-major
  double v[3], w[3];  // velocity, ground axes, m/s; angular velocity, body axes, rad/s
  double wg[3];       // angular velocity in ground axes, rad/s
  double Rdot[9];     // natural coordinates: rate of R, from the speeds
  bool uses_Rdot;     // natural coordinates: vectors fixed in the body change by Rdot, otherwise by wg
} jni_body3;

enum { JNI_WIDEST = 12 };  // largest number of speeds of one body

// One body of a constraint equation or joint coordinate, with the point and the vector of the body that the equation
// uses, and the index of the body's block in the values of G.
typedef struct {
  int body;
  // number of speeds of the body: 3 or 2 in the plane, 6 or 3 in space (natural: 4 or 2, 12 or 3); 0 for the ground
  int width;
  int value;    // index of this body's block in the values of G
  double p[3];  // point from the centre of mass, body axes, m
  double a[3];  // vector, body axes
} jni_side;

typedef enum {
  JNI_COINCIDE,
  JNI_PERPENDICULAR,
  JNI_TWIST,
  JNI_IN_PLANE,
  JNI_RELATIVE_ANGLE,
  JNI_DISTANCE,
  JNI_SUM,
  JNI_TOUCHING,
  JNI_RIGID,  // keeps a body rigid, belongs to no joint; natural coordinates only
  JNI_COORDINATES,
  JNI_COORDINATE_RATES,  // this member and those after it are velocity constraints
  JNI_ROLLING,
  JNI_LATERAL,
  JNI_PRIMITIVE_COUNT
} jni_primitive_kind;

// Term of a sum of points or of joint coordinates.
typedef struct {
  double factor;
  jni_side side;   // sum: body and point of the term
  int coordinate;  // coordinates: index in the system's list
  int value[2];    // coordinates: indices of the coordinate's two blocks in the values of G
} jni_primitive_term;

typedef struct {
  jni_primitive_kind kind;
  int joint;  // index of the joint; -1: the equation keeps the body of side 0 rigid
  // Index of its first equation in the system; while the system is built, among the holonomic or the velocity
  // constraints.
  int row;
  double scale, constant[3];
  double tangent[3];  // rolling ball: first tangent of the plane, axes of A
  double y[2][3];     // twist: second vector of each side, body axes
  jni_side side[2];
  int term_at, nterms;  // index of the first term in the list of terms; number of terms
  int motion;           // index of the expression of time; -1: none
} jni_primitive;

// Two vectors, a of A and b of B, that must point in the same direction. The constraint equations are also satisfied if
// b points in the opposite direction, so assembly checks the sign of a . b. strict: the opposite direction is no
// solution (fixed joint); otherwise it is a solution and causes a warning (hinge). pair: there is a second vector y of
// each body, and a_A . a_B + y_A . y_B must be positive, because twist equations are also satisfied after half a turn.
typedef struct {
  int joint;
  jni_side side[2];
  bool strict, pair;
  double y[2][3];  // pair: second vectors, body axes
} jni_agreement;

// A joint coordinate: an angle about an axis or a displacement along it, of B relative to A.
typedef struct {
  jni_coordinate_kind kind;
  int joint, index;    // index among the coordinates of the joint; joint -1: between two bodies, without a joint
  jni_side side[2];    // a: axis in A (angle: also in B)
  double n[2][3];      // angle in space: perpendiculars to the axis fixed in A and B; the angle rotates nA into nB
  double zero;         // plane: subtracted from hand * (thetaB - thetaA) for the orientations of the frames, rad
  double hand;         // -1 for a left-handed joint (mirror.h); in space the axis is reversed instead
  int winding;         // index in s of the first of its JNI_WINDING discrete states; -1: it has none
  bool linked;         // true: it is a coordinate in q of the system, which uses joint coordinates
  int link_q, link_v;  // linked: index of its value in q and of its rate in v
  // The function of a coordinate that is a function of another one: its value is that of `function` at coordinate `of`,
  // which precedes it in the list. `kind` is that of the value, `joint` is -1, and the sides are those of `of`. NULL:
  // not a function.
  const jni_function_law *function;
  int of;
} jni_coordinate;

// Discrete states of an angle in space, which the poses determine only up to whole turns: its value, its rate and the
// time at the last accepted step. Between steps the angle nearest to value + rate (t - time) is used. This is right as
// long as the rate changes by less than half a turn per step.
enum { JNI_WINDING_VALUE, JNI_WINDING_RATE, JNI_WINDING_TIME, JNI_WINDING };

typedef struct {
  double value, rate, bias;  // c, cdot, cddot for vdot = 0
  double J[2][JNI_WIDEST];   // cdot = J[0] vA + J[1] vB
  double d, dd;              // function of a coordinate: its first and second derivative by the coordinate `of`
} jni_coordinate_state;

// ---- construction, for the joint kinds ---------------------------------------------------------

typedef struct jni_row_builder {
  const jn_model *model;
  jni_pool *pool;    // memory of the lists; pool->failed: no memory
  const int *width;  // number of speeds of each body; NULL: as in cartesian coordinates
  int joint;         // index of the joint whose equations are being built
  int rows, rates;   // numbers of holonomic and of velocity equations built so far
  jni_primitive *primitives;
  int nprimitives, capacity_primitives;
  jni_primitive_term *terms;
  int nterms, capacity_terms;
  jni_coordinate *coordinates;
  int ncoordinates, capacity_coordinates;
  // Flag: further coordinates are requested once each, so that jni_coordinate_add searches only the first nshared of
  // the list for one that is already in it.
  bool each_once;
  int nshared;
  jni_agreement *agreements;
  int nagreements, capacity_agreements;
  int nmotions;        // number of expressions of time so far
  jni_primitive lost;  // receives what is written to a new primitive when memory has run out; never read
} jni_row_builder;

// Returns the definition of the joint whose equations the builder is adding.
static inline const jn_joint_def *jni_rows_def(const jni_row_builder *b) { return &b->model->joints[b->joint].def; }

void jni_rows_coincide(jni_row_builder *b);
void jni_rows_parallel_axes(jni_row_builder *b);  // adds: axis of A parallel to axis of B; two equations in space
// adds: axis of A perpendicular to axis of B; one equation in space
void jni_rows_perpendicular_axes(jni_row_builder *b);
// adds: no relative rotation about the axes of A and B; one equation in space
void jni_rows_no_twist(jni_row_builder *b);
// adds: constant relative orientation; three equations in space, one in the plane
void jni_rows_same_orientation(jni_row_builder *b);
// Adds the equations that keep the point of B on the line through A's point along `axis` (in the frame of A).
void jni_rows_on_line(jni_row_builder *b, const double axis[3]);
// adds: point of B on the line through A's point along the direction `plunge` of the joint
void jni_rows_on_plunge(jni_row_builder *b);
void jni_rows_on_axis(jni_row_builder *b);  // adds: point of B on the line through A's point along the axis of A
// adds: point of B in the plane through A's point that is normal to the axis of A
void jni_rows_on_plane(jni_row_builder *b);
void jni_rows_distance(jni_row_builder *b);
void jni_rows_sum(jni_row_builder *b);
void jni_rows_rolling(jni_row_builder *b);  // adds: touching and rolling
void jni_rows_lateral(jni_row_builder *b);
void jni_rows_rigid(jni_row_builder *b, int body);
// Adds one equation: the sum of factor times coordinate over the joint's terms equals the joint's offset.
void jni_rows_coupling(jni_row_builder *b);
// Adds one velocity equation: the sum of factor times rate of the coordinate over the joint's terms equals the joint's
// motion, an expression of time, or 0 if it has none.
void jni_rows_coordinate_rates(jni_row_builder *b);
// Adds one equation: the sum of factors[i] times coordinate names[i] of joints[i] equals offset. with_motion: plus the
// driver's expression of time.
void jni_rows_coordinates(jni_row_builder *b, const jn_joint *joints, const char *const *names, const double *factors,
                          int n, double offset, bool with_motion);

// Adds one equation: coordinate `to_name` of joint `to` equals ratio times coordinate `from_name` of joint `from`, plus
// offset.
void jni_rows_ratio(jni_row_builder *b, jn_joint from, const char *from_name, jn_joint to, const char *to_name,
                    double ratio, double offset);

// Adds one equation, with the members of the definition of the joint: coordinate `other_coordinate` of joint `other[0]`
// equals the function of coordinate `coordinate` of joint `joint`. Adds the function as a coordinate to the list.
void jni_rows_function(jni_row_builder *b);

// Returns the index of the coordinate with this name among those of a kind; name NULL or "coordinate": the first one.
// -1: there is none.
int jni_joint_coordinate_index(const jni_joint_kind *kind, const char *name);
// Returns the index in the builder's list of coordinate `index` of a joint; adds it if the list (with each_once: its
// first nshared elements) does not contain it. -1: no memory.
int jni_coordinate_add(jni_row_builder *b, int joint, int index);
// Adds a coordinate that is the angle between the bodies of two frames in the plane, for a force added under this
// mirror. Returns its index in the list, -1 if memory is short.
int jni_coordinate_add_angle(jni_row_builder *b, unsigned mirror, const jn_frame ends[2]);

// ---- evaluation --------------------------------------------------------------------------------
int jni_primitive_rows(jni_primitive_kind kind, jn_space space);
const char *jni_primitive_name(jni_primitive_kind kind);
// Returns the text that distinguishes equation `row` of a primitive from its other equations in names: " x", "
// forward"; "" if the primitive has one equation, except for JNI_RIGID.
const char *jni_primitive_component(const jni_primitive *p, jn_space space, int row);
// Returns whether a primitive is a velocity constraint, which has no phi.
bool jni_primitive_is_velocity(jni_primitive_kind kind);
// Returns whether a primitive acts on the bodies of its sides (JNI_RIGID: of side 0 only); otherwise it acts on the
// bodies of its terms or of their coordinates.
bool jni_primitive_has_sides(jni_primitive_kind kind);
// Returns whether the equations of a primitive equate angles, or dot products of unit vectors, rather than lengths; a
// sum of coordinates is that of its first one.
bool jni_primitive_is_angle(const jni_primitive *p, const jni_coordinate *coordinates, const jni_primitive_term *terms);

typedef struct {
  const jni_primitive_term *terms;
  const jni_coordinate_state *coordinates;
  const jni_coordinate *coordinate_list;
  const jni_jet *motions;
  const jni_body2 *body2;  // plane
  const jni_body3 *body3;  // models in space: poses and velocities of the bodies
} jni_primitive_input;

// Evaluate n primitives of one kind. `position` writes phi (only for holonomic constraints), nu, the right side of the
// velocity equation G v = nu (only for equations that may have a motion), and the blocks of G; `velocity` writes gamma.
// phi, nu and gamma are vectors over all equations of the system, G is the vector of the values of all blocks.
typedef void (*jni_primitive_position)(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi,
                                       double *nu, double *G);
typedef void (*jni_primitive_velocity)(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma);
typedef struct {
  jni_primitive_position position;
  jni_primitive_velocity velocity;
} jni_primitive_ops;
extern const jni_primitive_ops jni_primitive_plane[JNI_PRIMITIVE_COUNT];
extern const jni_primitive_ops jni_primitive_space[JNI_PRIMITIVE_COUNT];

// Computes Gdot, the rate of G for the velocities in `body` (v, and wg or Rdot), and writes the blocks of the n
// equations in the layout of G; equations of kind JNI_RIGID are not written. It is linear in the velocities: unit
// velocities give the derivatives of G by single speeds. states: of the coordinates at the poses r and R in `body`;
// read for functions of coordinates only. Plane models are treated as spatial.
void jni_primitive_rate(const jni_primitive *p, int n, const jni_primitive_term *terms,
                        const jni_coordinate *coordinates, const jni_coordinate_state *states, jn_space space,
                        const jni_body3 *body, double *Gdot);
// Computes Jdot, the rate of the blocks of one coordinate for the velocities in `body`. The coordinate must not be a
// function of another one.
void jni_coordinate_rate(const jni_coordinate *c, jn_space space, const jni_body3 *body, double Jdot[2][JNI_WIDEST]);
// Computes the state *out of a coordinate c that is a function of the coordinate with the state `base`; with_velocity:
// also its rate and bias.
void jni_function_coordinate(const jni_coordinate *c, const jni_coordinate_state *base, bool with_velocity,
                             jni_coordinate_state *out);
// For a coordinate c that is a function of coordinate c->of: replaces Jdot, on entry the rate of the blocks of c->of,
// by the rate of the blocks of c, for the velocities in `body`. base, state: states of c->of and of c.
void jni_function_coordinate_rate(const jni_coordinate *c, const jni_coordinate_state *base,
                                  const jni_coordinate_state *state, jn_space space, const jni_body3 *body,
                                  double Jdot[2][JNI_WIDEST]);
// Returns the angle, rad, that differs from `raw` by whole turns and is nearest to the angle at time t predicted from
// the JNI_WINDING discrete states `winding` of the last accepted step.
double jni_unwrap(const double *winding, double raw, double t);

// Evaluate equations of joint coordinates and of their rates, which are the same in plane and space; see
// jni_primitive_position and jni_primitive_velocity.
void jni_coordinates_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi, double *nu,
                              double *G);
void jni_coordinates_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma);
void jni_coordinate_rates_position(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi,
                                   double *nu, double *G);
void jni_coordinate_rates_velocity(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma);

void jni_coordinate_plane(const jni_coordinate *c, const jni_body2 *body, bool with_velocity,
                          jni_coordinate_state *out);
void jni_coordinate_space(const jni_coordinate *c, const jni_body3 *body, double t, const double *s, bool with_velocity,
                          jni_coordinate_state *out);

#endif
