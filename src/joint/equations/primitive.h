// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// primitive.h - the handful of rows from which every joint is built, each written once with value, Jacobian and gamma.
//
// Rows act between two bodies A and B (A first end, B second). With P = R p the point's arm from the centre of mass,
// d = rB + PB - rA - PA, and vectors a fixed in A, b fixed in B:
//   coincide      d = 0                      two rows in the plane, three in space
//   perpendicular a . b = 0                  space
//   twist         (a . y_B - y_A . b) / 2 = 0  space, with a second vector y of each: the angle by which the triads
//                                            of A and B are twisted where z of the two agree, and zero wherever the
//                                            shortest turn takes z of A to z of B
//   in-plane      a . d = 0                  the point of B lies in the plane through A's point with normal a (plane:
//                                            on a line)
//   angle         thetaB - thetaA = c        plane
//   distance      (d . d - L^2) / (2 L) = 0
//   sum           sum of factor * point = c  linear relation between points
//   touching      height of a disc of B over a plane of A     (contact_equations.h)
//   coordinates   sum of factor * joint coordinate - offset - motion(t) = 0
// and rows of velocities alone, which no phi belongs to:
//   coordinate rates  sum of factor * rate of joint coordinate = rate(t)
//   rolling       no slip between a disc of B and a plane of A: one row in the plane, two in space
// (contact_equations.h)
//   lateral       no velocity of a point of B along b, relative to A    (contact_equations.h)
// Velocities of a body: of its centre of mass in ground axes, then its angular velocity in body axes (plane: about z).
// In natural coordinates (natural_equations.h) bodies are kept rigid by rows as well:
//   rigid         the axes of a body are unit vectors and perpendicular to each other
// Every row gives phi (but for rows of velocities), its block per body, and the part of its second derivative without
// accelerations:
// phiddot = J vdot + bias, so that gamma = -bias (+ motion's second derivative).
#ifndef JNI_PRIMITIVE_H
#define JNI_PRIMITIVE_H

#include "model/model.h"

// How a body stands and moves; the ground is body 0 and stays at the origin.
typedef struct {
  double x, y, theta, c, s;  // centre of mass, angle, its cosine and sine
  double vx, vy, w;
} jni_body2;

typedef struct {
  double r[3], R[9];  // centre of mass; body axes to ground axes, row-major
  double v[3], w[3];  // ground axes; body axes
  double wg[3];       // angular velocity in ground axes
  double Rdot[9];     // natural coordinates: the rate of R as it stands in the speeds
  bool loose;         // natural coordinates: R moves by Rdot, else by wg
} jni_body3;

enum { JNI_WIDEST = 12 };  // speeds of one body

typedef struct {
  int body;
  int width;    // speeds of the body: 3 or 2 in the plane, 6 or 3 in space (natural: 4 or 2, 12 or 3); 0 for the ground
  int value;    // where this side's first row starts in the G values
  double p[3];  // point, from the centre of mass, body axes
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
  JNI_RIGID,  // of a body, not of a joint; natural coordinates alone
  JNI_COORDINATES,
  JNI_COORDINATE_RATES,  // from here on rows of velocities
  JNI_ROLLING,
  JNI_LATERAL,
  JNI_PRIMITIVE_COUNT
} jni_primitive_kind;

typedef struct {
  double factor;
  jni_side side;   // sum: the point
  int coordinate;  // coordinates: index in the system's list
  int value[2];    // coordinates: where the coordinate's blocks start in the G values
} jni_primitive_term;

typedef struct {
  jni_primitive_kind kind;
  int joint;  // -1: of the body of side 0 itself
  int row;    // first row in the system; while being built: among those of its sort, holonomic or not
  double scale, constant[3];
  double tangent[3];  // rolling ball: the first tangent of the plane, axes of A
  double y[2][3];     // twist: the second vector of each side, body axes
  jni_side side[2];
  int term_at, nterms;  // in the list of terms
  int motion;           // index of the expression of time, -1: none
} jni_primitive;

// Two vectors, a of A and b of B, that must not only be parallel but point the same way: rows of perpendicular vectors
// close on both ways round, so assembly looks at these. Strict: the other way round is no solution (a fixed joint);
// else it is one, worth a word (a hinge). A pair has two vectors of each, of which the sum of both products counts:
// rows of twist close half a turn away as well.
typedef struct {
  int joint;
  jni_side side[2];
  bool strict, pair;
  double y[2][3];  // pair: the second vectors, body axes
} jni_agreement;

// A joint coordinate: an angle about an axis or a displacement along it, of B relative to A.
typedef struct {
  jni_coordinate_kind kind;
  int joint, index;    // index among the joint's coordinates; joint -1: between two bodies, without a joint
  jni_side side[2];    // a: the axis in A (angle: also in B)
  double n[2][3];      // angle in space: perpendiculars to the axis fixed in A and B; the angle turns nA into nB
  double zero;         // plane: subtracted from hand * (thetaB - thetaA) (orientations of the frames)
  double hand;         // -1: of a left-handed joint (mirror.h); in space the axis is turned round instead
  int winding;         // first of its JNI_WINDING discrete states, -1: needs none
  bool linked;         // joint coordinates: it is a coordinate of the system itself,
  int link_q, link_v;  // and this is its value and rate
} jni_coordinate;

// An angle in space is known up to turns. Its discrete states hold value, rate and time of the last accepted step;
// between steps it is taken nearest to value + rate (t - time), so that fast joints are followed too, as long as the
// rate itself changes by less than half a turn per step.
enum { JNI_WINDING_VALUE, JNI_WINDING_RATE, JNI_WINDING_TIME, JNI_WINDING };

typedef struct {
  double value, rate, bias;  // c, cdot, cddot without accelerations
  double J[2][JNI_WIDEST];   // cdot = J[0] vA + J[1] vB
} jni_coordinate_state;

// ---- building: used by the joint kinds ---------------------------------------------------------

typedef struct jni_row_builder {
  const jn_model *model;
  jni_pool *pool;    // of the lists; failed: no memory
  const int *width;  // speeds of each body; NULL: as in cartesian coordinates
  int joint;         // being built
  int rows, rates;   // so far, of all joints: holonomic rows, rows of velocities
  jni_primitive *primitives;
  int nprimitives, capacity_primitives;
  jni_primitive_term *terms;
  int nterms, capacity_terms;
  jni_coordinate *coordinates;
  int ncoordinates, capacity_coordinates;
  bool each_once;  // from now on every coordinate is asked for once: only the first nshared can be it
  int nshared;
  jni_agreement *agreements;
  int nagreements, capacity_agreements;
  int nmotions;        // expressions of time so far
  jni_primitive lost;  // written to when memory has run out; never read
} jni_row_builder;

// The joint being built.
static inline const jn_joint_def *jni_rows_def(const jni_row_builder *b) { return &b->model->joints[b->joint].def; }

void jni_rows_coincide(jni_row_builder *b);
void jni_rows_parallel_axes(jni_row_builder *b);       // axis of A parallel to axis of B: two rows in space
void jni_rows_perpendicular_axes(jni_row_builder *b);  // one row in space
void jni_rows_no_twist(jni_row_builder *b);            // about the axes of A and B: one row in space
void jni_rows_same_orientation(jni_row_builder *b);    // three rows in space, one in the plane
// point of B on the line through A's point along axis (frame of A)
void jni_rows_on_line(jni_row_builder *b, const double axis[3]);
void jni_rows_on_plunge(jni_row_builder *b);  // the same along `plunge`
void jni_rows_on_axis(jni_row_builder *b);    // the same along the axis of A
void jni_rows_on_plane(jni_row_builder *b);   // through A's point, normal to the axis of A
void jni_rows_distance(jni_row_builder *b);
void jni_rows_sum(jni_row_builder *b);
void jni_rows_rolling(jni_row_builder *b);  // touching and rolling
void jni_rows_lateral(jni_row_builder *b);
void jni_rows_rigid(jni_row_builder *b, int body);
void jni_rows_coupling(jni_row_builder *b);          // one row over the coordinates of the joint's terms
void jni_rows_coordinate_rates(jni_row_builder *b);  // one row over their rates
// One row over coordinates: joints[i].coordinate names[i] times factors[i]; with_motion takes the driver's expression.
void jni_rows_coordinates(jni_row_builder *b, const jn_joint *joints, const char *const *names, const double *factors,
                          int n, double offset, bool with_motion);

// One row: coordinate `to_name` of joint `to` equals ratio times coordinate `from_name` of joint `from`, plus offset.
void jni_rows_ratio(jni_row_builder *b, jn_joint from, const char *from_name, jn_joint to, const char *to_name,
                    double ratio, double offset);

// Index of the named coordinate (NULL: the first) of a joint's kind, -1: none.
int jni_joint_coordinate_index(const jni_joint_kind *kind, const char *name);
// Adds (or finds) a coordinate of a joint; its index, -1 on failure.
int jni_coordinate_add(jni_row_builder *b, int joint, int index);
// Adds the relative angle of the bodies of two frames in the plane, of a force with that mirror.
int jni_coordinate_add_angle(jni_row_builder *b, unsigned mirror, const jn_frame ends[2]);

// ---- evaluation --------------------------------------------------------------------------------
int jni_primitive_rows(jni_primitive_kind kind, jn_space space);
const char *jni_primitive_name(jni_primitive_kind kind);
// What tells the rows of one primitive apart: " x", " forward"; "" where there is one row.
const char *jni_primitive_component(const jni_primitive *p, jn_space space, int row);
bool jni_primitive_is_velocity(jni_primitive_kind kind);  // a row without phi
bool jni_primitive_has_sides(jni_primitive_kind kind);    // acts between two points; else on the bodies of its terms
bool jni_primitive_is_angle(const jni_primitive *p, const jni_coordinate *coordinates, const jni_primitive_term *terms);

typedef struct {
  const jni_primitive_term *terms;
  const jni_coordinate_state *coordinates;
  const jni_coordinate *coordinate_list;
  const jni_jet *motions;
  const jni_body2 *body2;  // plane
  const jni_body3 *body3;  // space
} jni_primitive_input;

// n primitives of one kind each. phi, gamma, nu: all rows; G: the values. nu is only written by rows that may have
// motion, phi by holonomic rows.
typedef void (*jni_primitive_position)(const jni_primitive *p, int n, const jni_primitive_input *in, double *phi,
                                       double *nu, double *G);
typedef void (*jni_primitive_velocity)(const jni_primitive *p, int n, const jni_primitive_input *in, double *gamma);
typedef struct {
  jni_primitive_position position;
  jni_primitive_velocity velocity;
} jni_primitive_ops;
extern const jni_primitive_ops jni_primitive_plane[JNI_PRIMITIVE_COUNT];
extern const jni_primitive_ops jni_primitive_space[JNI_PRIMITIVE_COUNT];

// How G changes while the bodies move with the velocities in `body` (v and wg; poses r and R, plane models embedded in
// space): linear in those velocities, so unit velocities give derivatives of G along single speeds. Writes blocks at
// the places of G, all rows of all primitives.
void jni_primitive_rate(const jni_primitive *p, int n, const jni_primitive_term *terms,
                        const jni_coordinate *coordinates, jn_space space, const jni_body3 *body, double *Gdot);
// Likewise the blocks of one coordinate.
void jni_coordinate_rate(const jni_coordinate *c, jn_space space, const jni_body3 *body, double Jdot[2][JNI_WIDEST]);
// The angle that differs from `raw` by whole turns and is nearest to what the JNI_WINDING states of the last accepted
// step let expect at t.
double jni_unwrap(const double *winding, double raw, double t);

// Rows of coordinates are alike in plane and space.
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
