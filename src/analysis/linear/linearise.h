// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise.h - independent variables about a state, and the linear equations in them.
//
// The chart lives on the model in cartesian coordinates, whatever coordinates the equations are evaluated in. With G_h
// the holonomic rows, G all rows, and E the rates of chosen coordinates c (joint coordinates, increments of bodies),
//   positions   q(x_p):  phi(q) = 0, c(q) = c0 + x_p        speeds   v(q, x_v):  G v = nu,
//                                                                                E_k v = E_k v0 + x_v for some k of
//                                                                                them
// are solved to rounding by iteration with the inverse of the first tangent. Every x then is a state at which the
// accelerations are those of the full equations, and derivatives along x are differences between such states,
// extrapolated (linearise_difference.c).
#ifndef JNI_LINEARISE_H
#define JNI_LINEARISE_H

#include <stdint.h>

#include "jounce/assembly.h"
#include "jounce/linear.h"
#include "system/drive/drive.h"
#include "system/reaction.h"

// A coordinate that x may be made of.
typedef struct {
  int coordinate;  // of a joint, in the system's list; -1: of a body
  int body, at;    // of a body: which, and its place among the speeds
  bool length;     // else an angle
} jni_pick;

// Joint coordinates of a tree without loops, where they are the positions of x (linearise_tree.c).
typedef struct {
  jn_system *system;       // NULL: they are not
  double *origin, *state;  // the state, and the one closed last
  int *coordinate;         // np: in the system's list
} jni_chart_tree;

typedef struct {
  jni_pool *pool;         // of all that follows
  const jn_system *cart;  // the model in cartesian coordinates
  jn_work *work;
  double *origin;  // the state, on the rows
  int nv, nh, nc;
  int np, nf;       // independent positions, speeds
  jni_pick *picks;  // candidates, ordered: the first np are the positions
  int npicks;
  int *speeds;        // nf: which positions' rates are the speeds
  double *value;      // np: c0
  double *rate;       // np: E v0
  double *scale;      // nv: typical length or 1
  double tempo;       // 1/s: what a typical speed is, in typical lengths (linearise.c)
  double *inverse_p;  // nv x (nh + np): the last np columns are dq/dx_p
  double *inverse_v;  // nv x (nc + nf)
  // scratch of the closing
  double *rows;      // (nc + np) x nv: G, then E
  double *residual;  // nc + np
  double *step, *d;  // nv
  jni_chart_tree tree;
} jni_chart;

bool jni_chart_tree_new(jni_chart *chart);  // false: no memory
void jni_chart_tree_close(jni_chart *chart, const double *x_p, const double *x_v, double *state);

// cart and origin stay the caller's, spin is that of jni_steady, tempo a typical rate or 0. JN_OK, JN_NO_MEMORY,
// JN_SINGULAR (with a fault).
jn_status jni_chart_init(jni_pool *pool, const jn_system *cart, double *origin, const double *spin, double tempo,
                         jni_chart *chart, jn_report *report);
void jni_chart_stage(jni_chart *chart, const double *state);  // position stage of chart->work
// The state at increments x_p and x_v, both may be NULL for none. False: it cannot be closed.
bool jni_chart_close(jni_chart *chart, const double *x_p, const double *x_v, double *state);
// Rates of the positions and, from accelerations of the bodies, of the speeds, at a state that was closed last.
void jni_chart_rates(jni_chart *chart, const double *state, const double *vdot, double *xdot_p, double *xdot_v);
// Row of a pick's rate over the speeds, at the position stage of chart->work.
void jni_pick_row(const jni_chart *chart, const jni_pick *pick, double *row);
void jni_pick_name(const jn_system *cart, const jni_pick *pick, bool speed, char text[JN_DIRECTION_NAME]);

// ---- steady motion ---------------------------------------------------------------------------------------------
// How a steady motion goes on (linearise_steady.c): all bodies go round with `turn`, ground axes, and spin + 3 b is
// what body b spins beside it, body axes.
typedef struct {
  double turn[3];
  double *spin;  // 3 nbodies
} jni_steady;
// From the accelerations of the bodies, at the velocity stage of a work of the system in cartesian coordinates.
void jni_steady_find(const jn_system *cart, const jn_work *work, const double *body_vdot, jni_steady *steady);
// Takes from column `direction` of d(xdot)/dx what axes that follow the motion do not see; dv: column of the
// derivatives of all speeds. At the position stage of the origin.
void jni_steady_follow(const jni_steady *steady, const jni_chart *chart, int direction, const double *dv,
                       double *dxdot);

// The rate of speed k of x that belongs to going round and spinning, at that stage.
double jni_steady_rate(const jni_steady *steady, const jni_chart *chart, int k);

// ---- evaluation of the equations at states of the chart ----------------------------------------------------
typedef struct {
  jni_pool *pool;           // of all that follows
  const jn_system *system;  // in the coordinates asked for
  jn_work *work;
  bool converts;          // these are not cartesian
  double *state;          // of the system
  jni_share *share;       // of redundant joints, where outputs read reactions; else NULL
  double *vdot, *lambda;  // of the system
  double *body_vdot;      // cartesian
  jn_probe *probe;
  jni_chart chart;
  int nz, *auxiliary;  // in x: indices in z
  int nx, nu, ny;
  double *inputs;     // nu: at the state
  double *trial, *x;  // a cartesian state; np + nf increments
  jn_status status;   // of the last evaluation
} jni_flow;

// At a state in cartesian coordinates, which is put on the rows to rounding.
jn_status jni_flow_init(jni_pool *pool, const jn_system *system, const jn_system *cart, double *origin,
                        const jn_linear_options *options, jni_steady *steady, jni_flow *flow, jn_report *report);
// What an evaluation gives, one after the other: xdot (nx), all speeds of the bodies (nv), y (ny).
static inline int jni_flow_size(const jni_flow *f) { return f->nx + f->chart.nv + f->ny; }
// At x moved by h along one of nx + nu directions; -1: at the state itself. False: see status.
bool jni_flow_calc(jni_flow *flow, int direction, double h, double *out);
// Returns the largest acceleration that gravity or the forces on a body make by themselves, over the typical length,
// 1/s^2.
double jni_flow_acting(const jni_flow *flow);
// Returns the typical size of one of nx + nu directions in its unit of length, mass and time: by the typical length,
// the heaviest body and the tempo. known: whether the unit is known; else the size is 1 + |value|.
double jni_flow_typical(const jni_flow *flow, int direction, bool *known);
// A first h for differences along a direction.
double jni_flow_step(const jni_flow *flow, int direction);
// Typical size of the rate of state i of x: of its unit, by lengths and the tempo.
double jni_flow_rate(const jni_flow *flow, int i);

// ---- derivatives (linearise_difference.c) -----------------------------------------------------------------------
// Of everything along one direction, and their estimated errors. False: see flow->status.
bool jni_difference(jni_flow *flow, int direction, double *derivative, double *error);

// ---- kinks (linearise_kink.c) -----------------------------------------------------------------------------------
typedef struct {
  int count;                      // elements and auxiliary states whose slopes on both sides of the state differ
  const char *force, *auxiliary;  // the name of the worst one of them; one of the two
  int direction;                  // of x, in which it is worst; -1: none
  double side[2];                 // its slopes there, for smaller and for larger x
} jni_kink;
// size: of the directions. False: see flow->status.
bool jni_kink_find(jni_flow *flow, const double *size, jni_kink *kink);

struct jn_linear {
  jni_pool pool;
  jn_linear_sizes sizes;
  double *A, *B, *C, *D;
  double *rate, *value;
  double *size;  // nx: typical sizes; those of speeds without the tempo
  char (*state_names)[JN_DIRECTION_NAME], (*input_names)[JN_DIRECTION_NAME], (*output_names)[JN_DIRECTION_NAME];
  double tempo;    // 1/s: the slowest that stiffness makes, speeds are compared with it
  double error;    // of A, scaled, relative
  double *errors;  // nx x nx
  int *speeds;     // nf: which positions they are the rates of
  bool steady;
  // shapes: everything that can be named, over x_p
  int nshares;
  double *shares;      // nshares x np
  double *share_size;  // nshares: typical length or 1
  bool *share_length;  // nshares: in metres, else an angle
  char (*share_names)[JN_DIRECTION_NAME];
  int nv;
  double *bodies;  // nv x np: increments of the bodies, cartesian, over x_p
  uint64_t names;  // of the states, hashed
};

#endif
