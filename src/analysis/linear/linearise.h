// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise.h - linearisation about a state in independent variables.
//
// A chart maps increments x of independent variables to states of the model in cartesian coordinates, whatever
// coordinates the equations are evaluated in. With the holonomic rows G_h, all rows G, and the Jacobian E of the chosen
// coordinates c (joint coordinates, increments of bodies),
//   positions   q(x_p):  phi(q) = 0, c(q) = c0 + x_p        speeds   v(q, x_v):  G v = nu,
//                                                                                E_k v = E_k v0 + x_v for some k of
//                                                                                them
// where closed points of rigid contacts add rows to both (linearise_contacts.h),
// are solved to rounding by iteration with the inverse Jacobian at x = 0. So the full equations can be evaluated at
// every x, and derivatives along x are extrapolated differences between such states (linearise_difference.c).
#ifndef JNI_LINEARISE_H
#define JNI_LINEARISE_H

#include <stdint.h>

#include "analysis/linear/linearise_contacts.h"
#include "jounce/assembly.h"
#include "jounce/linear.h"
#include "system/drive/drive.h"
#include "system/reaction.h"

// A candidate for an independent coordinate: a joint coordinate, or an increment of a body.
typedef struct {
  int coordinate;  // joint coordinate in the list of the system; -1: an increment of a body
  int body, at;    // increment of a body: its index, and the index of the increment among its speeds
  bool length;     // the unit is m, otherwise rad
} jni_candidate;

// Data of a tree without loops whose joint coordinates are the positions of x (linearise_tree.c).
typedef struct {
  jn_system *system;       // NULL: x has other positions
  double *origin, *state;  // in joint coordinates: the state linearised about; the state closed last
  int *coordinate;         // np: in the system's list
} jni_chart_tree;

typedef struct {
  jni_pool *pool;         // memory of the chart
  const jn_system *cart;  // the model in cartesian coordinates
  jn_work *work;
  double *origin;                 // the state linearised about, with constraints satisfied
  jni_linear_contacts *contacts;  // closed points of rigid contacts
  int nv, nh, nc;                 // speeds; holonomic equations, all equations, with those of the contacts
  int np, nf;                     // independent positions, speeds
  jni_candidate *picks;           // candidates, ordered: the first np are the positions
  int npicks;
  int *speeds;        // nf: positions whose rates are the speeds
  double *value;      // np: c0
  double *rate;       // np: E v0
  double *scale;      // nv: typical length or 1
  double tempo;       // typical speed over the typical length, 1/s (linearise.c)
  double *inverse_p;  // nv x (nh + np): pseudo-inverse of [G_h; E]; its last np columns are dq/dx_p
  double *inverse_v;  // nv x (nc + nf): pseudo-inverse of [G; E_k]

  // Workspace of jni_chart_close.
  double *rows;      // (nc + np) x nv: G, then E
  double *residual;  // nc + np
  double *step, *d;  // nv
  jni_chart_tree tree;
} jni_chart;

// Makes chart->tree if the positions of x are exactly the joint coordinates of a mechanism without loops and without
// closed contacts; otherwise leaves tree.system NULL. Returns false if memory is short.
bool jni_chart_tree_new(jni_chart *chart);
// Writes to `state` the cartesian state at increments x_p of the positions and x_v of the speeds (NULL: zeros), by way
// of the joint coordinates, and evaluates the position stage there. Needs chart->tree.
void jni_chart_tree_close(jni_chart *chart, const double *x_p, const double *x_v, double *state);

// Makes a chart about the state `origin`, which is not changed here (jni_flow_init corrects it with the chart). cart
// and origin belong to the caller and must outlive the chart. contacts: closed points, whose modes `origin` has. spin:
// of jni_steady; tempo: a typical rate, 1/s; 0: not determined yet. Returns JN_OK, JN_NO_MEMORY, or JN_SINGULAR with a
// fault if the configuration is singular or the constraints are not finite.
jn_status jni_chart_init(jni_pool *pool, const jn_system *cart, double *origin, const double *spin, double tempo,
                         jni_linear_contacts *contacts, jni_chart *chart, jn_report *report);
// Writes all rows (nc x nv): the holonomic ones first, in each part those of contacts last. Needs the position stage of
// chart->work.
void jni_chart_rows(const jni_chart *chart, double *rows);
// Evaluates the position stage of a cartesian state in chart->work.
void jni_chart_stage(jni_chart *chart, const double *state);
// Writes to `state` the cartesian state at increments x_p of the positions and x_v of the speeds (NULL: zeros), and
// evaluates the position stage there. Returns false if the constraints cannot be satisfied there.
bool jni_chart_close(jni_chart *chart, const double *x_p, const double *x_v, double *state);
// Writes the rates of the positions to xdot_p (np) and those of the speeds to xdot_v (nf), at the state that
// jni_chart_close has written last. vdot: accelerations of the bodies.
void jni_chart_rates(jni_chart *chart, const double *state, const double *vdot, double *xdot_p, double *xdot_v);
// Writes to `row` (nv) the gradient of the candidate's rate with respect to the speeds, at the position stage of
// chart->work.
void jni_candidate_row(const jni_chart *chart, const jni_candidate *pick, double *row);
void jni_candidate_name(const jn_system *cart, const jni_candidate *pick, bool speed, char text[JN_DIRECTION_NAME]);

// ---- steady motion ---------------------------------------------------------------------------------------------
// A steady motion (linearise_steady.c): all bodies rotate with the angular velocity `turn` (ground axes), and body b
// spins with spin + 3 b relative to it (body axes), rad/s.
typedef struct {
  double turn[3];
  double *spin;  // 3 nbodies
} jni_steady;
// Computes the steady motion that fits the velocities in `work` (cartesian, velocity stage evaluated) and the
// accelerations body_vdot best; `turn` is zero if even the best one does not fit them.
void jni_steady_find(const jn_system *cart, const jn_work *work, const double *body_vdot, jni_steady *steady);
// Changes column `direction` of d(xdot)/dx, in dxdot, to axes that follow the steady motion: subtracts the rate that
// this motion itself causes. dv: derivatives of all speeds along the direction. Needs the position stage of the origin.
void jni_steady_subtract(const jni_steady *steady, const jni_chart *chart, int direction, const double *dv,
                         double *dxdot);

// Returns the rate of speed k of x that the steady motion causes, at the position stage of the origin.
double jni_steady_rate(const jni_steady *steady, const jni_chart *chart, int k);

// ---- evaluation of the equations at states of the chart ----------------------------------------------------
typedef struct {
  jni_pool *pool;           // memory of these equations
  const jn_system *system;  // the model in the coordinates that the caller requests
  jn_work *work;
  bool converts;          // the coordinates of `system` are not cartesian
  double *state;          // workspace: a state of the system
  jni_share *share;       // load sharing of redundant joints, if outputs need accelerations; else NULL
  double *vdot, *lambda;  // accelerations and multipliers of the system at the last evaluation
  double *body_vdot;      // accelerations of the bodies, cartesian
  jn_probe *probe;
  jni_linear_contacts contacts;
  jni_chart chart;
  int nz, *auxiliary;  // auxiliary states in x: their number and their indices in z
  int nx, nu, ny;
  double *inputs;     // nu: inputs at the state
  double *trial, *x;  // a cartesian state; np + nf increments
  jn_status status;   // status of the last evaluation
} jni_linear_equations;

// Makes the equations about a state `origin` in cartesian coordinates, which is corrected so that the constraints hold
// to rounding, and determines the steady motion there. Returns JN_OK or the status of a fault in the report.
jn_status jni_flow_init(jni_pool *pool, const jn_system *system, const jn_system *cart, double *origin,
                        const jn_linear_options *options, jni_steady *steady, jni_linear_equations *flow,
                        jn_report *report);
// Returns the number of results of an evaluation: xdot (nx), all speeds of the bodies (nv), y (ny).
static inline int jni_flow_size(const jni_linear_equations *f) { return f->nx + f->chart.nv + f->ny; }
// Writes to `out` the results (jni_flow_size numbers) at x moved by h along one direction of the nx states and nu
// inputs; direction -1: at the origin. Returns false with flow->status if that fails.
bool jni_flow_calc(jni_linear_equations *flow, int direction, double h, double *out);
// Returns the largest acceleration of a body by gravity or forces alone, divided by the typical length, 1/s^2.
double jni_flow_largest_acceleration(const jni_linear_equations *flow);
// Returns the typical size of a direction of the nx states and nu inputs, from its unit: powers of the typical length,
// the heaviest mass and the tempo; plus |value| for auxiliary states. *has_unit: whether it has a unit; if not, as all
// inputs, the size is 1 + |value|.
double jni_flow_typical_size(const jni_linear_equations *flow, int direction, bool *has_unit);
// Returns the largest step of the differences along a direction, in the unit of that state or input.
double jni_flow_first_step(const jni_linear_equations *flow, int direction);
// Returns the typical size of the rate of state i of x, in its unit per s: the typical size times the tempo.
double jni_flow_typical_rate(const jni_linear_equations *flow, int i);

// ---- derivatives (linearise_difference.c) -----------------------------------------------------------------------
// Computes derivatives of all results along one direction, and their estimated errors. Returns false with flow->status.
bool jni_difference(jni_linear_equations *flow, int direction, double *derivative, double *error);

// ---- kinks (linearise_kink.c) -----------------------------------------------------------------------------------
typedef struct {
  int count;                      // elements and auxiliary states whose slopes on both sides of the state differ
  const char *force, *auxiliary;  // name of the worst one; the other is NULL
  int direction;                  // direction of x in which it is worst; -1: none
  double side[2];                 // slopes there, for smaller and for larger x
} jni_kink;
// Finds elements whose law has a kink at the origin and describes the worst one in *kink. size: typical sizes of the
// directions. Returns false with flow->status if an evaluation fails.
bool jni_kink_find(jni_linear_equations *flow, const double *size, jni_kink *kink);

struct jn_linear {
  jni_pool pool;
  jn_linear_sizes sizes;
  double *A, *B, *C, *D;
  double *rate, *value;  // nx: xdot and x at the state
  double *size;          // nx: typical sizes; for speeds typical length or 1, without the tempo
  char (*state_names)[JN_DIRECTION_NAME], (*input_names)[JN_DIRECTION_NAME], (*output_names)[JN_DIRECTION_NAME];
  double tempo;    // typical rate of the motion, 1/s (find_tempo in linearise.c); scales speeds
  double error;    // relative error of the scaled A
  double *errors;  // nx x nx
  int *speeds;     // nf: positions whose rates the speeds are
  bool steady;

  // Mode shapes: gradients of all named coordinates with respect to the positions of x.
  int nshares;
  double *shares;      // nshares x np
  double *share_size;  // nshares: typical length or 1
  bool *share_length;  // nshares: in metres, else an angle
  char (*share_names)[JN_DIRECTION_NAME];
  int nv;
  double *bodies;  // nv x np: increments of the bodies, cartesian, over x_p
  uint64_t names;  // hash of the names of the states
};

#endif
