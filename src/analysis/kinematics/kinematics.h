// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinematics.h - data and functions of prescribed motion.
//
// nv independent rows, holonomic equations of the joints and drivers and coordinates from a table of motion,
//   A = [G; K],     phi(q, t) = 0,  c(q) = s(t);     A v = [nu; sdot],     A vdot = [gamma; sddot - bias]
// are solved at one time after the other, by a sparse LU, or densely if A is small or singular. Corrections are then
// minimum-norm corrections of the position predicted by velocity and acceleration, so that in a singular configuration,
// where A has lost rank, the motion along its null space continues as before. At a change point, where A is singular
// for a moment and det A changes sign, the result is a limit from both sides (kinematics_change_point.c).
//
// If these rows leave positions open but nonholonomic equations (rolling, knife edges) determine the velocities, the
// latter are rows of A too, with zero residual in positions, and positions are integrated (kinematics_rolling.c).
#ifndef JNI_KINEMATICS_H
#define JNI_KINEMATICS_H

#include "analysis/assembly/row_rank.h"
#include "analysis/inverse/inverse.h"
#include "jounce/kinematics.h"
#include "linalg/dense/quintic_spline.h"
#include "linalg/lu/lu.h"
#include "system/system.h"

// The motion at one time: state, accelerations, and quantities of the matrix A.
typedef struct {
  double *state;  // nstate
  double *vdot;   // nv: accelerations
  int sign;       // sign of det A; 0: singular
  double pivot;   // smallest pivot of A over the largest
  double error;   // sum of the local errors of integrated positions
  bool between;   // interpolated between k->left and k->kept, since it is too close to a change point
} jni_motion_point;

// name, count, meaning
#define JNI_KINEMATICS_FIELDS(X)                                                \
  X(double, phi, nc, "residuals and right-hand sides of all rows")              \
  X(double, r, n, "residual or right-hand side of the rows in use")             \
  X(double, d, n, "correction")                                                 \
  X(double, predicted, nq, "")                                                  \
  X(double, next, nq, "")                                                       \
  X(double, row, n, "scratch")                                                  \
  X(double, body, nbody, "scratch")                                             \
  X(double, zeros, nbody, "scratch that is zero between uses")                  \
  X(double, lambda, nc, "")                                                     \
  X(double, allowed, nc, "admissible residual of nonholonomic equations")       \
  X(double, z, nz, "auxiliary states at the start of a stride")                 \
  X(double, rates, 4 * (nz + 1), "their rates, and that of work: k1 to k4")     \
  X(double, relaxed, 2 * nz, "of kinematics_stiff_states.c")                    \
  X(double, slopes, nz *nz, "likewise")                                         \
  X(int, pivots, nz, "likewise")                                                \
  X(double, path, 2 * nz, "of drivers that follow, kinematics_signal_driver.c") \
  X(double, timed, nz, "likewise, of filters of time and inputs")               \
  X(double, roll, 6 * nq, "of integrated positions, kinematics_rolling.c")      \
  X(int, rows, nc, "equations of the system in use")

// Data of the dense solution, allocated when first needed.
#define JNI_KINEMATICS_DENSE_FIELDS(X)                   \
  X(double, A, n *n, "rows, then R")                     \
  X(double, LU, n *n, "for the sign of the determinant") \
  X(double, Q, n *n, "vectors one after the other")      \
  X(double, y, n, "scratch")                             \
  X(double, scratch, nscratch, "of LAPACK")              \
  X(int, pivot, n, "")

struct jn_kinematics {
  jni_pool pool;
  jni_pool of_splines;  // memory of the splines, which may be made twice
  const jn_system *system;
  jn_work *work;
  jn_mobility *mobility;
  jn_inverse *inverse;
  double *tau;  // forces of the actuators
  jn_inverse_result result;
  int freedoms;                          // number of degrees of freedom of the passive joints at the start
  bool own_actuators;                    // the actuators are the drivers and the columns of the table
  int leverage;                          // sign of det [B; -C] over that of det A; 0: not determined
  double leverage_at, leverage_lost_at;  // when the actuators last had leverage on all freedoms, and first had not
  bool leverage_full, leverage_lost, leverage_reported;
  // For each contact, bits of what was reported: 0: shapes overlap, 1: it pulls, 2: its friction is too large.
  unsigned *contact_told;
  bool refused;  // the actuators cannot produce the motion up to the requested time

  // Prescribed coordinates.
  jni_named *named;
  jni_spline *splines;
  double *offset;  // coordinates of the assembled state minus those at the start of the table
  double part;     // part of the offset that is still applied
  int nmotions;
  double first, last;  // first and last time of the table, s
  int nrows;           // number of equations of the system that are rows of A
  int nrolling;        // number of nonholonomic equations among them, which come last

  // kinematics_start.c: while the mechanism moves to the start of the table, the coordinates `held` keep the values
  // held_at. Their rows replace the first nheld nonholonomic rows; the other nonholonomic rows are zero.
  jni_named *held;
  double *held_at;
  int nheld;
  bool standing;  // the mechanism is moving to the start of the table

  // Matrix A.
  jni_sparse_rows sparse;  // rows of A
  jni_lu *lu;              // LU factors of A; NULL: A is always factored densely
  bool dense, dense_made;  // factored densely last; memory for that is allocated

  // here: accepted point; there: trial point; left, kept: left end of a search and the trial before it, or, if `here`
  // is `between`, the points on both sides of it.
  jni_motion_point here, there, left, kept;
  jni_event_interval time_event;  // interval between time events that contains `here`
  double path_from, path_to;      // first and last time of k->path, s
  double most_pivot;
  double change;     // time of the change point of a point that is `between`, s
  bool in_singular;  // the last point was singular
  double singular[JN_MOST_SINGULAR], last_singular;
  int nsingular;
  char open[JN_DIRECTION_NAME];  // coordinate with a second branch at the first singular configuration
  bool singular_reported;
  double contradiction;  // largest residual of an omitted nonholonomic equation, within the error of the splines
  int contradicts;       // index of that equation
  long iterations;
#define JNI_X(type, name, count, meaning) type *name;
  JNI_KINEMATICS_FIELDS(JNI_X)
  JNI_KINEMATICS_DENSE_FIELDS(JNI_X)
#undef JNI_X
};

// Evaluates the position stage in k->work at time t and coordinates q. s: discrete states within a full state, where
// the auxiliary states precede them.
static inline void jni_kinematics_place(jn_kinematics *k, double t, const double *q, const double *s) {
  jn_calc_position(k->system, k->work, t, q, s - k->system->sizes.nz, s);
}

// ---- kinematics_rows.c
// Chooses rows and columns and makes the matrix. Returns false after a fault: the table is not valid, memory is short,
// or rows and columns do not determine the motion (the fault names the free coordinates).
bool jni_kinematics_choose(jn_kinematics *k, const jn_motion_table *table, jn_report *report);
// Writes s, sdot, sddot of prescribed coordinate i at time t, limited to the times of the table; s contains the part of
// the offset that is still applied.
void jni_kinematics_motion(const jn_kinematics *k, int i, double t, double out[3]);
// Adds a row of G, or the row of a named coordinate, to `span` if it is independent of the rows there. Returns 1:
// added; 0: dependent or not finite; -1: memory is short.
int jni_kinematics_add_row(jn_kinematics *k, jni_rank *span, int row, double tolerance);
int jni_kinematics_add_named(jn_kinematics *k, jni_rank *span, const jni_named *named);

// ---- kinematics_start.c
// Chooses the held coordinates, with the work at the assembled state; none if no nonholonomic equation is used or the
// table begins at the assembled state. Returns false if there is no memory.
bool jni_kinematics_hold(jn_kinematics *k);
// Writes the rows of held coordinates to the dense matrix A in place of nonholonomic rows.
void jni_kinematics_held_rows(jn_kinematics *k, double *A);
// Returns the held value minus the present value of the held coordinate whose row replaces row `row` of A; 0 if there
// is none.
double jni_kinematics_held_residual(jn_kinematics *k, int row);
// Moves k->here from the assembled state to the start of the motion and reports if it is singular there. If wheels do
// not roll on the way (k->held), warns of the body or coordinate that has moved farthest, apart from coordinates of the
// table. Returns a fault if the start cannot be reached or contradicts an equation.
jn_status jni_kinematics_go_to_start(jn_kinematics *k, jn_report *report);

// ---- kinematics_matrix.c
// makes the pattern of A after rows and columns were chosen; false: no memory
bool jni_kinematics_make_matrix(jn_kinematics *k);
bool jni_kinematics_make_dense(jn_kinematics *k);
void jni_kinematics_update_rows(jn_kinematics *k);  // sets the values of A at the position stage of the work
void jni_kinematics_matrix(jn_kinematics *k);       // writes the values of A to the dense matrix k->A
// Returns the largest |x_i| over the typical size of speed i; x: nv numbers. NaN if one of them is NaN.
double jni_kinematics_largest(const jn_kinematics *k, const double *x);
// Returns the size of the quantity of row i: size of the mechanism, m, or 1 rad.
double jni_kinematics_row_size(const jn_kinematics *k, int i);
int jni_kinematics_factor(jn_kinematics *k);              // sets and factors A; returns its rank; -1: failed
void jni_kinematics_correct(jn_kinematics *k, int rank);  // computes the correction d from r
// Returns the ratio of the smallest to the largest pivot of A, factored before; with the sparse factor an estimate,
// which shows that A is nearly singular, and d is changed.
double jni_kinematics_pivot(jn_kinematics *k);
void jni_kinematics_find_open(jn_kinematics *k);  // sets d to the direction that the factored A nearly leaves free
int jni_kinematics_sign(jn_kinematics *k);        // returns the sign of det A

// ---- kinematics_rolling.c
// Integrates the positions from `from` to t, into q, and adds the estimated error to *error. Returns false if that
// fails.
bool jni_kinematics_roll(jn_kinematics *k, const jni_motion_point *from, double t, double *q, double *error);

// ---- kinematics_signal_driver.c: states of drivers that follow a signal, within a stride
// Sets the path along which the states of these filters move: linear from those of k->here to z0 + h rate at time `to`,
// for filters of time and inputs to k->timed. Does nothing if no driver follows a signal.
void jni_kinematics_set_filter_path(jn_kinematics *k, double to, const double *z0, double h, const double *rate);
// Writes the states of these filters on this path at time t into z, and leaves the other states there.
void jni_kinematics_get_filters(const jn_kinematics *k, double t, double *z);
// Sets the states of filters that drivers follow to z0 + h * rate at k->here, and closes the position equations there,
// unless k->here is interpolated. Returns a fault if the mechanism cannot follow.
jn_status jni_kinematics_set_filters(jn_kinematics *k, const double *z0, double h, const double *rate,
                                     jn_report *report);
// Returns the longest stride for which filters that depend on the motion are resolved, s; infinity if there are none.
double jni_kinematics_longest_stride(const jn_kinematics *k);
bool jni_kinematics_follows_motion(const jn_kinematics *k);  // returns whether there is such a filter
// Returns whether auxiliary state z belongs to a filter whose input depends on time and inputs alone. Such states are
// integrated separately: jni_kinematics_start_filters sets them from k->here, jni_kinematics_time_filters integrates
// them.
bool jni_kinematics_is_timed(const jn_kinematics *k, int z);
void jni_kinematics_start_filters(jn_kinematics *k);
void jni_kinematics_time_filters(jn_kinematics *k, double from, double to);

// ---- kinematics_predict.c
// Predicts q at the time h after `from` by velocity and acceleration. Returns the largest increment over its typical
// size, typical lengths or rad.
double jni_kinematics_predict(jn_kinematics *k, const jni_motion_point *from, double h, double *q);

// ---- kinematics_solve.c
// Solves for the motion at time t, starting from `from`, into k->there. Returns false if there is no solution, or one
// that may be on another branch: its correction of the prediction exceeds a part of the predicted move by more than
// `far`, typical lengths or rad.
bool jni_kinematics_solve(jn_kinematics *k, const jni_motion_point *from, double t, double far);
void jni_kinematics_velocity_side(jn_kinematics *k, double t);  // sets r = [nu; sdot], after the position stage

// ---- kinematics_omitted_rows.c
typedef struct {
  double by, allowed;  // residual; the part that errors of the splines of the table explain
  bool velocity;
} jni_open_row;

// Returns the index of the first equation of the joints and drivers, in use or not, that k->there violates by more than
// is admissible, with details in *open; -1: none. Evaluates the position stage at k->there.
int jni_kinematics_open_row(jn_kinematics *k, jni_open_row *open);

// ---- kinematics_change_point.c
// Replaces k->there, reached from k->here, by a point interpolated from both sides if it is too close to a change
// point, and sets k->change. If there are no points for that, solves for k->there again, and returns false if that
// fails.
bool jni_kinematics_limit(jn_kinematics *k, double far);
// Sets k->there to an interpolated point at t, for a t that could not be reached from k->here because of a change
// point. Returns whether it has done so.
bool jni_kinematics_pass(jn_kinematics *k, double t);
// Writes to `name` the coordinate along which the motion could continue on another branch at the singular point
// `place`; "" if there is none.
void jni_kinematics_name_open(jn_kinematics *k, const jni_motion_point *place, char name[JN_DIRECTION_NAME]);

// ---- kinematics_advance.c
void jni_kinematics_copy(const jn_kinematics *k, const jni_motion_point *from, jni_motion_point *to);
// Moves k->here to time t, in strides; reports singular configurations that the mechanism passes. Returns a fault if
// the mechanism locks or the equations contradict each other.
jn_status jni_kinematics_move(jn_kinematics *k, double t, jn_report *report);
jn_status jni_kinematics_report_locked(jn_kinematics *k, double duration,
                                       jn_report *report);  // reports a fault: the mechanism locks up
jn_status jni_kinematics_report_contradiction(jn_kinematics *k, int row, const jni_open_row *open, jn_report *report);
void jni_kinematics_note_start(jn_kinematics *k, jn_report *report);
// Writes the names of the first four drivers and columns that prescribe the motion, "driver 'motor', 'joint.O.angle'",
// and returns `text`.
const char *jni_kinematics_prescribers(const jn_kinematics *k, char *text, size_t size);
void jni_kinematics_accept(jn_kinematics *k);

// ---- kinematics_stiff_states.c -------------------------------------------------------------------------------------
// Returns true if some auxiliary state changes faster than a step of h from k->z can follow, by the rates of its first
// three stages.
bool jni_kinematics_is_stiff(const jn_kinematics *k, double h, const double *k1, const double *k2, const double *k3);
// Returns whether the states are stiff, as jni_kinematics_is_stiff does, but by rates at the end of the step: k4 of the
// last stage, which was reached with k3, and the current rates.
bool jni_kinematics_ends_stiff(jn_kinematics *k, double h, const double *k3, const double *k4);
// Solves for the auxiliary states of k->here by an implicit step of length h from k->z. Keeps the last iterate if the
// iteration does not converge.
void jni_kinematics_solve_stiff(jn_kinematics *k, double h);

#endif
